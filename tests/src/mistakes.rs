//! Seeded mistakes: what a checker is worth to somebody who writes rules. Mistakes of many sorts are put into files that are in
//! order, one at a time, and it is looked at whether the checker finds each, whether it points at its line, and whether its
//! advice, carried out by a machine, brings back the rules as they were. The truth is what was seeded: nothing here knows a
//! message or a code of the checker.
pub mod advice;
pub mod desk;
pub mod ground;
pub mod layout;
pub mod names;
pub mod players;
pub mod words;

pub use crate::damage::Dice;
use cli::parallel::{cores, in_parallel};
use desk::{Desk, Seen};
use ground::{Page, Vocabulary};
use std::ops::Range;

/// One mistake that can be made in a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed {
    /// The bytes that go.
    pub at: Range<usize>,
    /// What comes in their place.
    pub now: String,
    /// Bytes of the page on whose lines it would also be right to look for it (the other of two names).
    pub also: Vec<usize>,
}

impl Seed {
    /// A mistake that is looked for where it was made.
    pub fn new(at: Range<usize>, now: impl Into<String>) -> Seed {
        let now = now.into();
        let also = Vec::new();
        Seed { at, now, also }
    }

    /// The page with the mistake in it.
    pub fn sown(&self, text: &str) -> String {
        let (before, behind) = (&text[..self.at.start], &text[self.at.end..]);
        format!("{before}{}{behind}", self.now)
    }

    /// The lines of the page with the mistake on which it is right to point at it.
    fn lines(&self, text: &str, sown: &str) -> Vec<usize> {
        let line = |text: &str, at: usize| text[..at].matches('\n').count() + 1;
        let end = self.at.start + self.now.trim_end().len();
        let mut lines: Vec<usize> = (line(sown, self.at.start)..=line(sown, end)).collect();
        let grown = sown.matches('\n').count() as isize - text.matches('\n').count() as isize;
        for at in &self.also {
            let moved = if *at >= self.at.end { grown } else { 0 };
            lines.push((line(text, *at) as isize + moved) as usize);
        }
        lines
    }
}

/// A sort of mistakes: every place of a page where one can be made.
pub struct Sort {
    /// What is wrong, in a few words.
    pub name: &'static str,
    /// The places.
    pub seeds: fn(&Page, &Vocabulary, &mut Dice) -> Vec<Seed>,
}

/// All sorts, in the order of the table.
pub fn sorts() -> Vec<Sort> {
    [words::SORTS, players::SORTS, names::SORTS, layout::SORTS]
        .into_iter()
        .flatten()
        .map(|(name, seeds)| Sort {
            name,
            seeds: *seeds,
        })
        .collect()
}

/// What became of one mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fate {
    /// It reads, and as what was there before: no mistake to whoever wrote it.
    pub meant: bool,
    /// The checker says something about it.
    pub found: bool,
    /// The first thing it says points at its line.
    pub placed: bool,
    /// An edit it proposes brings the rules back.
    pub edited: bool,
    /// A word or form it names does, or is what had been written.
    pub named: bool,
}

impl Fate {
    /// Somebody who does what the checker says has his rules back.
    pub fn mended(&self) -> bool {
        self.edited || self.named
    }
}

/// A mistake with its place and its fate.
pub struct Case {
    /// The sort of mistake.
    pub sort: &'static str,
    /// The page.
    pub page: usize,
    /// The mistake.
    pub seed: Seed,
    /// What became of it.
    pub fate: Fate,
    /// What the checker says about the page with the mistake, a line each.
    pub told: Vec<String>,
}

/// Makes so many mistakes of each sort, spread over the pages, and looks at each. `only`: sorts whose name holds this.
pub fn trial(desk: &Desk, each: usize, start: u64, only: &str) -> Vec<Case> {
    let vocabulary = Vocabulary::of(desk.pages());
    let mut chosen: Vec<(&'static str, usize, Seed)> = Vec::new();
    for (n, sort) in sorts().into_iter().enumerate() {
        if !sort.name.contains(only) {
            continue;
        }
        let mut dice = Dice(start + n as u64);
        let mut all: Vec<(usize, Seed)> = Vec::new();
        for (i, page) in desk.pages().iter().enumerate() {
            let seeds = (sort.seeds)(page, &vocabulary, &mut dice);
            all.extend(seeds.into_iter().map(|s| (i, s)));
        }
        let of_test = |page: usize| desk.pages()[page].path.ends_with(".scenario");
        let (mut tests, mut rules): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(page, _)| of_test(*page));
        for n in 0..each {
            // rules are read by more people than their tests: of three mistakes two stand in rules
            let first = n % 3 == 2 && !tests.is_empty() || rules.is_empty();
            let from = if first { &mut tests } else { &mut rules };
            if from.is_empty() {
                continue;
            }
            let (page, seed) = from.swap_remove(dice.below(from.len()));
            chosen.push((sort.name, page, seed));
        }
    }
    in_parallel(&chosen, cores(), |(sort, page, seed)| {
        case(desk, sort, *page, seed.clone())
    })
}

fn case(desk: &Desk, sort: &'static str, page: usize, seed: Seed) -> Case {
    let text = &desk.pages()[page].text;
    let sown = seed.sown(text);
    let as_it_was = desk.look(page, text, &seed.at);
    let near = seed.at.start..seed.at.start + seed.now.len();
    let seen = desk.look(page, &sown, &near);
    let fate = fate(desk, page, &seed, &sown, &as_it_was, &seen);
    let told = seen.problems.iter().map(|p| desk.shown(&sown, p));
    Case {
        sort,
        page,
        seed,
        fate,
        told: told.collect(),
    }
}

fn fate(desk: &Desk, page: usize, seed: &Seed, sown: &str, was: &Seen, is: &Seen) -> Fate {
    let text = &desk.pages()[page].text;
    let mut fate = Fate {
        meant: is.reads() && is.rules == was.rules,
        found: false,
        placed: false,
        edited: false,
        named: false,
    };
    let new = is.beyond(was);
    if fate.meant {
        return fate;
    }
    fate.found = !new.is_empty();
    let lines = seed.lines(text, sown);
    let line = |at: u32| sown[..(at as usize).min(sown.len())].matches('\n').count() + 1;
    let first = new.first();
    fate.placed = first.is_some_and(|p| lines.contains(&line(p.span.lo)));
    let back = |text: &str, at: usize| {
        let seen = desk.look(page, text, &(at..at));
        seen.reads() && seen.rules == was.rules
    };
    fate.edited = fate.found && advice::edited(desk, page, sown, &new, &back);
    fate.named = fate.found && advice::named(desk, page, seed, sown, &new, &back);
    fate
}

/// The table of what became of the mistakes, a row for each sort and one for all.
pub fn table(cases: &[Case]) -> String {
    let head = format!(
        "{:<44} {:>5} {:>7} {:>8} {:>8} {:>8}\n",
        "mistake", "made", "as meant", "found %", "line %", "mended %"
    );
    let mut out = head;
    let mut names: Vec<&str> = cases.iter().map(|c| c.sort).collect();
    names.dedup();
    for name in names {
        let own: Vec<&Case> = cases.iter().filter(|c| c.sort == name).collect();
        out.push_str(&row(name, &own));
    }
    let all: Vec<&Case> = cases.iter().collect();
    out.push_str(&row("all", &all));
    out
}

/// Found, on the right line, mended: of a hundred mistakes that do not read as what was meant.
pub fn figures(cases: &[&Case]) -> [f64; 3] {
    let real: Vec<&Fate> = cases.iter().map(|c| &c.fate).filter(|f| !f.meant).collect();
    let share = |good: fn(&Fate) -> bool| {
        let count = real.iter().filter(|f| good(f)).count();
        100.0 * count as f64 / real.len().max(1) as f64
    };
    [share(|f| f.found), share(|f| f.placed), share(Fate::mended)]
}

fn row(name: &str, cases: &[&Case]) -> String {
    let meant = cases.iter().filter(|c| c.fate.meant).count();
    let [found, placed, mended] = figures(cases);
    format!(
        "{name:<44} {:>5} {meant:>8} {found:>8.1} {placed:>8.1} {mended:>8.1}\n",
        cases.len()
    )
}

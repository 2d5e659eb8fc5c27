//! What was meant by a sentence that does not read: the changes of [`super::repair`] are tried, each as if it stood in the file,
//! and what reads becomes the advice of the problem.
use super::item::ItemReader;
use super::item_reader;
use super::reader::Shared;
use super::repair::{Attempt, Broken};
use super::run::Run;
use super::stated::{Stated, begins};
use super::words::Words;
use crate::diagnostic::{Diagnostic, Edit};
use crate::program::{Item, ItemSays, Program, Within};
use crate::syntax::{Block, Sentence, Span, Token};
use engine::ids::ArmyId;
use std::cell::Cell;

/// Readings tried for advice in one match at most: a file full of mistakes is told of all of them, not advised on all.
const MOST_EFFORT: u32 = 60_000;
/// Changes tried for one problem at most.
const MOST_ATTEMPTS: usize = 500;
/// Problems of one sentence that are advised on.
const MOST_ADVISED: usize = 3;
/// Kinds that are named where a name is none.
const MOST_KINDS: usize = 12;
/// What two readings, taken names and steps without a moment need is a decision, not another word.
const UNASKED: [&str; 15] = [
    "E105", "E110", "E111", "E113", "E114", "E118", "E119", "E126", "E127", "E136", "E138", "E146",
    "E147", "E192", "E207",
];

/// What a trial came to.
struct Trial {
    problems: Vec<Diagnostic>,
    meaning: String,
}

impl Run<'_> {
    /// The problems of one item, with what may have been meant.
    pub(super) fn advised(
        &self,
        mut problems: Vec<Diagnostic>,
        stated: &Stated,
        item: &Item,
    ) -> Vec<Diagnostic> {
        let explained = self.explained.borrow().clone();
        problems.retain(|d| !explained.iter().any(|e| e.holds(d.span)));
        let unread = self.pool.borrow().is_asked() || self.pool.borrow().terse;
        if unread {
            return problems;
        }
        let before: Vec<Diagnostic> = problems.clone();
        let mut advised = 0;
        for problem in problems.iter_mut() {
            if advised >= MOST_ADVISED || !problem.is_error() {
                continue;
            }
            let other = self.braced(problem, &before, stated, item)
                || (asks(problem) || problem.code == "E136")
                    && self.turned(problem, &before, stated, item);
            if other {
                advised += 1;
            } else if asks(problem) {
                advised += 1;
                self.advise(problem, &before, stated, item);
            }
        }
        problems
    }

    fn advise(
        &self,
        problem: &mut Diagnostic,
        before: &[Diagnostic],
        stated: &Stated,
        item: &Item,
    ) {
        let Some(line) = stated.line_at(problem.span.lo).map(<[Token]>::to_vec) else {
            return;
        };
        let (Some(first), Some(last)) = (line.first(), line.last()) else {
            return;
        };
        let (lo, hi) = (first.span.lo, last.span.hi);
        let at = line.iter().position(|t| t.span.hi > problem.span.lo);
        let inside = |d: &Diagnostic| d.is_error() && (lo..=hi).contains(&d.span.lo);
        let trial = |line: &[Token]| {
            let changed = stated.with_line(lo, line);
            let trial = self.trial(&changed, item);
            let fresh = |d: &&Diagnostic| d.is_error() && !before.contains(d);
            let elsewhere = trial.problems.iter().any(|d| fresh(&d));
            let reads = !trial.problems.iter().any(inside);
            reads.then_some((elsewhere, trial.meaning))
        };
        let known = self.known(item, stated);
        let ground = Ground {
            words: self.words,
            known: &known,
            kinds: &kinds(self.program, item.army),
            effort: self.effort,
        };
        let place = at.unwrap_or(0);
        if problem.code == "E106" && self.two(problem, &line, place, stated, item) {
            return;
        }
        if self.goes_on(problem, stated, lo, item) {
            return;
        }
        search(problem, &line, &ground, &trial);
    }

    /// Two sentences on one line: what stands before the problem reads, and so does what stands from there.
    fn two(
        &self,
        problem: &mut Diagnostic,
        line: &[Token],
        at: usize,
        stated: &Stated,
        item: &Item,
    ) -> bool {
        let Stated::Sentence(s, handed) = stated else {
            return false;
        };
        let alone = |line: &[Token], block: Option<Block>| {
            let line = line.to_vec();
            let s = Sentence {
                line,
                block,
                ..s.clone()
            };
            let trial = self.trial(&Stated::Sentence(s, handed.clone()), item);
            !trial.problems.iter().any(Diagnostic::is_error)
        };
        let own = begins(&s.line, line.first().map_or(u32::MAX, |t| t.span.lo));
        if at == 0 || !own || !s.branches.is_empty() {
            return false;
        }
        // a line that declares two things makes the second name nowhere
        let declares = |line: &[Token]| line.iter().any(|t| t.text == "called");
        let two_names = declares(&line[..at]) && declares(&line[at..]);
        if !two_names && (!alone(&line[..at], None) || !alone(&line[at..], s.block.clone())) {
            return false;
        }
        let end = line[at - 1].span.hi;
        let place = Span {
            lo: end,
            hi: end,
            ..problem.span
        };
        problem.help = Some("a new sentence begins here: put `;` or a new line before it".into());
        problem.guess = Some(Box::new(Edit {
            span: place,
            text: ";".into(),
        }));
        true
    }

    /// A sentence that goes on in the next line without a comma or another sign that it does.
    fn goes_on(&self, problem: &mut Diagnostic, stated: &Stated, lo: u32, item: &Item) -> bool {
        let next = self.next_of(stated, item);
        let Some((whole, gap, rest)) = stated.joined(lo, next) else {
            return false;
        };
        // no sentence begins with `called`
        let called = next
            .and_then(|n| n.line.first())
            .is_some_and(|t| t.text == "called");
        let trial = match called {
            true => Trial {
                problems: Vec::new(),
                meaning: String::new(),
            },
            false => self.trial(&whole, item),
        };
        let inside = |d: &Diagnostic| d.is_error() && lo <= d.span.lo && d.span.lo < rest.hi;
        if trial.problems.iter().any(inside) {
            return false;
        }
        problem.help = Some("the sentence goes on in the next line: write it on one line, or end the line with a comma, `and` or `or`".into());
        problem.guess = Some(Box::new(Edit {
            span: gap,
            text: " ".into(),
        }));
        self.explained.borrow_mut().push(rest);
        true
    }

    /// The sentence that stands behind an item in its file.
    fn next_of(&self, stated: &Stated, item: &Item) -> Option<&Sentence> {
        let Stated::Sentence(s, _) = stated else {
            return None;
        };
        let behind = self.program.items.iter().filter_map(|i| match &i.says {
            ItemSays::Sentence(n) if i.holder == item.holder => Some(n),
            _ => None,
        });
        let same = behind.filter(|n| n.span.file == s.span.file && n.span.lo >= s.span.hi);
        same.min_by_key(|n| n.span.lo)
    }

    /// Words of the language and names that may stand in this item.
    fn known(&self, item: &Item, stated: &Stated) -> Vec<String> {
        let shared = Shared::new(self.pool, 0, Vec::new());
        let it = item_reader(
            self.program,
            self.decls,
            self.words,
            item,
            &shared,
            stated.introduced(),
        );
        all_known(&it)
    }

    /// The text of the file in which a sentence stands.
    pub(super) fn text_around(&self, sentence: &Sentence) -> Option<String> {
        let pool = self.pool.borrow();
        pool.file(sentence.span.file).map(|f| f.text.clone())
    }

    /// What is told of an item.
    pub(super) fn told_of(&self, stated: &Stated, item: &Item) -> Vec<Diagnostic> {
        self.trial(stated, item).problems
    }

    /// Reads an item for the sake of its problems.
    fn trial(&self, stated: &Stated, item: &Item) -> Trial {
        let shared = Shared::new(self.pool, 0, Vec::new());
        let mut it = item_reader(
            self.program,
            self.decls,
            self.words,
            item,
            &shared,
            stated.introduced(),
        );
        let mut meaning = String::new();
        match stated {
            Stated::Sentence(s, handed) => {
                self.speaks(&mut it, s, handed, item);
                let toks = it.line(&s.line);
                if self.handed_down(s, item).is_some() {
                    meaning = toks.iter().map(|t| t.text.as_str()).collect();
                } else if ItemReader::declares(&toks) {
                    let declared = it.declaration(s, &toks, handed, item);
                    meaning = format!("{declared:?}");
                } else if let Some(made) = it.rule(s, handed, item) {
                    meaning = format!("{:?}{:?}", made.rules, shared.imposed.borrow());
                }
            }
            Stated::Procedure(p) => {
                if let Some(what) = self.procedure_named(p, item) {
                    let (body, _) = self.procedure_body(&mut it, p, what, item);
                    meaning = format!("{body:?}{:?}", shared.imposed.borrow());
                }
            }
        }
        let tries: u32 = it.log.borrow().iter().map(|(_, n)| *n).sum();
        self.effort
            .set(self.effort.get().saturating_add(tries).saturating_add(20));
        let problems = it.problems.borrow_mut().drain(..).collect();
        Trial { problems, meaning }
    }
}

/// Whether a problem is one that another word could mend, and says of none yet that would.
fn asks(problem: &Diagnostic) -> bool {
    let open = match &problem.help {
        None => true,
        Some(help) => {
            problem.code == "E100" || super::advice::is_one(help) || either_of_two(problem)
        }
    };
    problem.is_error() && open && !UNASKED.contains(&problem.code)
}

/// `it` could be either of two: which of them reads is told, where only one does.
fn either_of_two(problem: &Diagnostic) -> bool {
    problem.code == "E117" && problem.message.starts_with("`it` could be the ")
}

/// The same for a line of a scenario.
pub(super) fn advise_scenario(
    problem: &mut Diagnostic,
    line: &[Token],
    ground: &Ground,
    trial: Reads,
) {
    if asks(problem) && !line.is_empty() {
        search(problem, line, ground, trial);
    }
}

/// What a search knows of its place.
pub(super) struct Ground<'a> {
    /// The language.
    pub words: &'static Words,
    /// Words and names that may stand there.
    pub known: &'a [String],
    /// The kinds there.
    pub kinds: &'a [String],
    /// Readings tried so far.
    pub effort: &'a Cell<u32>,
}

/// Says of a line whether it reads, whether something else goes wrong with it then, and what it means.
type Reads<'a> = &'a dyn Fn(&[Token]) -> Option<(bool, String)>;

/// A change that reads: its rank, the change, what it means.
type Hit = (u8, Attempt, String);

/// Looks for a change of the line that makes it read, and puts it into the problem. `trial` says of a line whether it reads,
/// whether something else goes wrong with it, and what it means.
pub(super) fn search(problem: &mut Diagnostic, line: &[Token], ground: &Ground, trial: Reads) {
    let unknown = problem.code == "E100";
    let at = line.iter().position(|t| t.span.hi > problem.span.lo);
    let known: Vec<&str> = ground.known.iter().map(String::as_str).collect();
    let broken = Broken {
        line,
        at: at.unwrap_or(line.len().saturating_sub(1)),
        unknown,
        anywhere: at == Some(0) && !unknown,
        words: ground.words,
        known: &known,
    };
    let written = broken.line.get(broken.at).map_or("", |t| t.text.as_str());
    let mut attempts = broken.attempts();
    // which of two is asked: what is said of the rest of the sentence is no answer
    if either_of_two(problem) {
        attempts.retain(|a| a.fix.span.lo < problem.span.hi && a.fix.span.hi > problem.span.lo);
    }
    let hits = reading(attempts, ground, trial);
    if !hits.is_empty() {
        let sure = problem.fix.take();
        tell(problem, &hits);
        // a word with one known repair (`my`: `your`) keeps its edit for `--fix`
        if sure.is_some()
            && sure == problem.guess
            && super::spelling::replacement(written).is_some()
        {
            problem.fix = problem.guess.take();
        }
        return;
    }
    // what is wrong in a known way is no kind
    let known = super::spelling::repair(written).is_some();
    if !unknown || known || problem.help.as_deref().is_some_and(super::advice::is_one) {
        return;
    }
    // a word that does not fit is named only where it can hardly be another
    let firm = |word: &str| {
        let long = written.chars().count() > 4 && written.chars().next() == word.chars().next();
        long && super::spelling::distance(written, word) == 1
    };
    if problem.fix.as_ref().is_some_and(|f| !firm(&f.text))
        && super::spelling::replacement(written).is_none()
    {
        problem.help = None;
        problem.fix = None;
    }
    let hits = reading(broken.others(ground.kinds), ground, trial);
    let said: Vec<String> = (hits.iter().take(MOST_KINDS))
        .map(|(_, attempt, _)| format!("`{}`", attempt.said))
        .collect();
    if !said.is_empty() {
        problem.help = Some(format!(
            "no kind is called so; here are {}",
            said.join(", ")
        ));
        problem.fix = None;
    }
}

/// Of these changes those that read, of the lowest rank that does.
fn reading(attempts: Vec<Attempt>, ground: &Ground, trial: Reads) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    for attempt in attempts.into_iter().take(MOST_ATTEMPTS) {
        let least = hits.iter().map(|(rank, ..)| *rank).min();
        if least.is_some_and(|rank| rank < attempt.rank) || ground.effort.get() > MOST_EFFORT {
            break;
        }
        let Some((elsewhere, meaning)) = trial(&attempt.line) else {
            continue;
        };
        let rank = attempt.rank + if elsewhere { 10 } else { 0 };
        if !hits.iter().any(|(_, _, known)| *known == meaning) {
            hits.push((rank, attempt, meaning));
        }
    }
    let least = hits.iter().map(|(rank, ..)| *rank).min();
    hits.retain(|(rank, ..)| Some(*rank) == least);
    hits
}

/// Words of the language and names that a reader knows, names in both numbers.
pub(super) fn all_known(it: &ItemReader) -> Vec<String> {
    let mut known: Vec<String> = it.known_words().map(str::to_owned).collect();
    let names = it.prog.names.keys();
    known.extend(names.map(|name| super::plurals::plural_of(name)));
    let roles = it.words.verbs.iter().flat_map(|v| &v.roles);
    known.extend(roles.map(|(role, _)| super::words::role_name(*role).to_owned()));
    known.extend(super::spelling::STRUCTURE.iter().map(|w| (*w).to_owned()));
    known.sort();
    known.dedup();
    known
}

/// The names of the kinds a text can speak of.
pub(super) fn kinds(program: &Program, army: Option<ArmyId>) -> Vec<String> {
    let kind = |name: &&String| program.kind_named(name, Within::text_of(army)).is_some();
    program.names.keys().filter(kind).cloned().collect()
}

/// The advice of what reads, before what is said about the idea.
fn tell(problem: &mut Diagnostic, hits: &[Hit]) {
    let said: Vec<String> = (hits.iter().take(2))
        .map(|(_, attempt, _)| format!("`{}`", attempt.said))
        .collect();
    let Some((_, first, _)) = hits.first() else {
        return;
    };
    let said_already = either_of_two(problem);
    let idea =
        (problem.help.take()).filter(|help| !help.starts_with("did you mean") && !said_already);
    let idea = idea.map_or(String::new(), |help| format!(" {help}"));
    problem.help = Some(format!("did you mean {}?{idea}", said.join(" or ")));
    let edit = (hits.len() == 1).then(|| Box::new(first.fix.clone()));
    (problem.fix, problem.guess) = match first.slip {
        true => (edit, None),
        false => (None, edit),
    };
}

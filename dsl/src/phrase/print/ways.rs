//! The read-back of patterns: how a piece slides, steps and leaps.
use super::Printer;
use super::nouns::join;
use crate::phrase::betza::spelled;
use crate::phrase::lines::offsets;
use crate::phrase::pattern::ALL;
use engine::rules::*;

type Offset = (i8, i8);

impl Printer<'_> {
    /// All ways of a movement, behind its subject.
    pub(super) fn ways(&self, ways: &[Way], aim: Aim, many: bool, when: &[String]) -> String {
        let each = |w: &Way| {
            let when = w.when.iter().map(|c| format!(" {}", self.when(c)));
            self.way(w, aim, many) + &when.collect::<String>()
        };
        let all: Vec<String> = ways.iter().map(each).collect();
        let mut out = all.join(", or ");
        for c in when {
            out.push_str(&format!(" {c}"));
        }
        out
    }

    fn way(&self, w: &Way, aim: Aim, many: bool) -> String {
        let Way {
            path,
            takes,
            from,
            to,
            past,
            bring,
            when: _,
            src: _,
        } = w;
        let s = if many { "" } else { "s" };
        let mut takes = takes;
        let mut out = match (path, aim) {
            (Path::Nowhere, _) => format!("move{s} nowhere"),
            (Path::Anywhere, _) => format!("leap{s} anywhere"),
            (Path::Torus, _) => format!("move{s} on the torus"),
            (Path::Like(kinds), Aim::Move) => format!("move{s} like {}", self.like(kinds)),
            (Path::Like(kinds), Aim::Attack) => format!("attack{s} like {}", self.like(kinds)),
            (path @ (Path::Leap(_) | Path::Slide { .. }), _) => match in_words(path, s) {
                Some(words) => words,
                None => {
                    let mode = match takes {
                        Takes::Quiet => "m",
                        Takes::Only => "c",
                        Takes::Both | Takes::This(_) => "",
                    };
                    if !mode.is_empty() {
                        takes = &Takes::Both;
                    }
                    format!("move{s} as \"{mode}{}\"", spelled(path).unwrap_or_default())
                }
            },
            (Path::Bent(legs), _) => bent(legs, s),
            (Path::FromTo(a, b), _) => {
                format!("leap{s} from {} to {}", self.square(*a), self.square(*b))
            }
        };
        let mut add = |words: String| out.push_str(&format!(" {words}"));
        for past in past {
            match past {
                Beyond::Through(s) => add(format!("through {}", self.all(s))),
                Beyond::Over { amount, of, close } => {
                    let close = if *close { " to the square beyond" } else { "" };
                    let of = match amount {
                        Amount::Any | Amount::Count(Rel::Eq, Num::Lit(1)) => {
                            self.noun(of, &Amount::Any)
                        }
                        other => self.noun(of, other),
                    };
                    let of = of.strip_prefix("exactly ").unwrap_or(&of);
                    add(format!("over {of}{close}"));
                }
                Beyond::Pushing(s) => add(format!("pushing {}", self.all(s))),
            }
        }
        match takes {
            Takes::Quiet => add("without capturing".to_owned()),
            Takes::Only => add("only to capture".to_owned()),
            Takes::Both => {}
            Takes::This(_) => {}
        }
        if let Some(s) = from.as_ref().filter(|_| !matches!(path, Path::FromTo(..))) {
            add(format!("from {}", self.set(s)));
        }
        if let Some(s) = to.as_ref().filter(|_| !matches!(path, Path::FromTo(..))) {
            add(format!("to {}", self.set(s)));
        }
        if let Takes::This(s) = takes {
            add(format!("capturing {}", self.set(s)));
        }
        if let Some((what, to)) = bring {
            let onto = if to.ty == Ty::Zone { "into" } else { "to" };
            add(format!(
                "bringing {} {onto} {}",
                self.set(what),
                self.set(to)
            ));
        }
        out
    }

    /// `a king`, `its guise`.
    fn like(&self, s: &Set) -> String {
        match &s.base {
            Base::Kind(k) if s.by.is_empty() => self.counted(&self.kind(*k), &Amount::Any),
            Base::Or(list) if s.by.is_empty() => {
                let all: Vec<String> = list.iter().map(|s| self.like(s)).collect();
                join(&all, "or")
            }
            _ => self.set(s),
        }
    }

    /// A path as a step takes it: `2 squares forward`.
    pub(super) fn path(&self, p: &Path) -> String {
        match p {
            Path::Slide { dirs, min, max } if min == max && *max > 0 => {
                let squares = if *max == 1 { "square" } else { "squares" };
                format!("{max} {squares} {}", directions(dirs).unwrap_or_default())
            }
            Path::Slide { dirs, min, max } => {
                let said = slide(dirs, *min, *max, "");
                let bare = said.strip_prefix("slide ").or(said.strip_prefix("step "));
                bare.map_or_else(|| said.clone(), str::to_owned)
            }
            Path::Leap(list) => leaps(list).unwrap_or_default(),
            Path::Bent(legs) => bent(legs, ""),
            Path::Nowhere => "nowhere".to_owned(),
            Path::Anywhere => "anywhere".to_owned(),
            Path::Torus => "on the torus".to_owned(),
            Path::Like(s) => format!("like {}", self.like(s)),
            Path::FromTo(a, b) => format!("from {} to {}", self.square(*a), self.square(*b)),
        }
    }
}

/// The words for some of the eight directions, if there are any.
fn directions(dirs: &[Offset]) -> Option<&'static str> {
    let is = |test: fn(&Offset) -> bool| {
        let all: Vec<Offset> = ALL.iter().copied().filter(test).collect();
        all == dirs
    };
    let known: [(&'static str, bool); 16] = [
        ("any way", is(|_| true)),
        ("orthogonally", is(|d| d.0 == 0 || d.1 == 0)),
        ("diagonally", is(|d| d.0 != 0 && d.1 != 0)),
        ("diagonally forward", is(|d| d.0 != 0 && d.1 == 1)),
        ("diagonally backward", is(|d| d.0 != 0 && d.1 == -1)),
        ("forward", dirs == [(0, 1)]),
        ("backward", dirs == [(0, -1)]),
        ("sideways", dirs == [(1, 0), (-1, 0)]),
        ("left", dirs == [(-1, 0)]),
        ("right", dirs == [(1, 0)]),
        ("diagonally left", is(|d| d.1 != 0 && d.0 == -1)),
        ("diagonally right", is(|d| d.1 != 0 && d.0 == 1)),
        ("diagonally forward left", dirs == [(-1, 1)]),
        ("diagonally forward right", dirs == [(1, 1)]),
        ("diagonally backward left", dirs == [(-1, -1)]),
        ("diagonally backward right", dirs == [(1, -1)]),
    ];
    known.iter().find(|(_, fits)| *fits).map(|(word, _)| *word)
}

/// `slides forward`, `leaps (1,2)`; none where the path goes some of the ways that these words would say.
fn in_words(path: &Path, s: &str) -> Option<String> {
    match path {
        Path::Slide { dirs, min, max } => {
            (directions(dirs).is_some() || whole(dirs)).then(|| slide(dirs, *min, *max, s))
        }
        Path::Leap(list) => leaps(list).map(|words| format!("leap{s} {words}")),
        Path::Nowhere
        | Path::Anywhere
        | Path::Torus
        | Path::Like(_)
        | Path::Bent(_)
        | Path::FromTo(..) => None,
    }
}

/// `steps orthogonally, then steps diagonally outward`.
fn bent(legs: &[Leg], s: &str) -> String {
    let leg = |leg: &Leg| {
        let jumps = leg.dirs.iter().any(|d| d.0.abs().max(d.1.abs()) > 1);
        let said = match leaps(&leg.dirs).filter(|_| jumps && leg.max == 1) {
            Some(words) => format!("leap{s} {words}"),
            None => slide(&leg.dirs, leg.min, leg.max, s),
        };
        said + if leg.outward { " outward" } else { "" }
    };
    let all: Vec<String> = legs.iter().map(leg).collect();
    all.join(", then ")
}

/// Whether these are all the leaps that are alike.
fn whole(list: &[Offset]) -> bool {
    list.first()
        .is_some_and(|(x, y)| list == offsets(x.abs().min(y.abs()), x.abs().max(y.abs())))
}

fn slide(dirs: &[Offset], min: u8, max: u8, s: &str) -> String {
    let words = directions(dirs).map_or_else(|| rides(dirs), str::to_owned);
    let ride = directions(dirs).is_none();
    let unit = if ride { "leap" } else { "square" };
    let units = |n: u8| {
        if n == 1 {
            unit.to_owned()
        } else {
            format!("{unit}s")
        }
    };
    match (min, max) {
        (1, 1) if !ride => format!("step{s} {words}"),
        (1, 0) => format!("slide{s} {words}"),
        (1, max) => format!("slide{s} {words} up to {max} {}", units(max)),
        (min, 0) => format!("slide{s} {words} {min} or more {}", units(min)),
        (min, max) if min == max => format!("slide{s} {words} {min} {}", units(min)),
        (min, max) => format!("slide{s} {words} {min} to {max} {}", units(max)),
    }
}

/// `(1,2)`: one of the leaps stands for all that are alike.
fn rides(dirs: &[Offset]) -> String {
    match dirs.first() {
        Some((x, y)) => format!("({},{})", x.abs().min(y.abs()), x.abs().max(y.abs())),
        None => String::new(),
    }
}

/// Leaps: `(1,2)`, `2 squares diagonally`, `2 to 3 squares orthogonally`.
fn leaps(list: &[Offset]) -> Option<String> {
    let far = |o: &Offset| o.0.abs().max(o.1.abs());
    let most = list.iter().map(far).max().unwrap_or(0);
    let least = list.iter().map(far).min().unwrap_or(0);
    let unit = |o: &Offset, n: i8| (o.0 / n.max(1), o.1 / n.max(1));
    let straight = list
        .iter()
        .all(|o| o.0 == 0 || o.1 == 0 || o.0.abs() == o.1.abs());
    if straight && least > 0 {
        let dirs: Vec<Offset> = list
            .iter()
            .filter(|o| far(o) == least)
            .map(|o| unit(o, least))
            .collect();
        let all = usize::from((most - least + 1).unsigned_abs()) * dirs.len() == list.len();
        if let (Some(words), true) = (directions(&dirs), all) {
            let squares = if most == 1 { "square" } else { "squares" };
            return Some(match least == most {
                true => format!("{most} {squares} {words}"),
                false => format!("{least} to {most} squares {words}"),
            });
        }
    }
    whole(list).then(|| rides(list))
}

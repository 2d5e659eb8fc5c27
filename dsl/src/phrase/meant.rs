//! What was meant by a sentence that does not read: the changes of [`super::repair`] are tried, each as if it stood in the file,
//! and what reads becomes the advice of the problem.
use super::item::{Handed, ItemReader};
use super::item_reader;
use super::reader::Shared;
use super::repair::{Attempt, Broken};
use super::run::{Run, introduced_in, introduced_in_block};
use crate::diagnostic::Diagnostic;
use crate::program::Item;
use crate::syntax::{Block, Procedure, Sentence, Statement, Token, TokenKind};

/// Readings tried for advice in one match at most: a file full of mistakes is told of all of them, not advised on all.
const MOST_EFFORT: u32 = 60_000;
/// Changes tried for one problem at most.
const MOST_ATTEMPTS: usize = 160;
/// Problems of one sentence that are advised on.
const MOST_ADVISED: usize = 3;
/// What two readings, taken names and steps without a moment need is a decision, not another word.
const UNASKED: [&str; 7] = ["E105", "E118", "E119", "E138", "E146", "E147", "E207"];

/// What is read as one.
#[derive(Clone)]
pub(super) enum Stated {
    Sentence(Sentence, Handed),
    Procedure(Procedure),
}

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
        if self.pool.borrow().is_asked() {
            return problems;
        }
        let before: Vec<Diagnostic> = problems.clone();
        let mut advised = 0;
        for problem in problems.iter_mut() {
            let open = match &problem.help {
                None => true,
                Some(help) => problem.code == "E100" || super::advice::is_one(help),
            };
            let asked = problem.is_error() && open && !UNASKED.contains(&problem.code);
            if asked && advised < MOST_ADVISED {
                advised += 1;
                self.advise(problem, &before, stated, item);
            }
        }
        problems
    }

    fn advise(&self, problem: &mut Diagnostic, before: &[Diagnostic], stated: &Stated, item: &Item) {
        let Some(line) = stated.line_at(problem.span.lo).map(<[Token]>::to_vec) else {
            return;
        };
        let (Some(first), Some(last)) = (line.first(), line.last()) else {
            return;
        };
        let (lo, hi) = (first.span.lo, last.span.hi);
        let at = line.iter().position(|t| t.span.hi > problem.span.lo);
        let inside = |d: &&Diagnostic| d.is_error() && (lo..hi).contains(&d.span.lo);
        let known = self.known(item, stated);
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let broken = Broken {
            line: &line,
            at: at.unwrap_or(line.len() - 1),
            unknown: problem.code == "E100",
            anywhere: at == Some(0) && problem.code != "E100",
            words: self.words,
            known: &known,
        };
        let mut hits: Vec<(u8, Attempt, String)> = Vec::new();
        for attempt in broken.attempts().into_iter().take(MOST_ATTEMPTS) {
            let least = hits.iter().map(|(rank, ..)| *rank).min();
            if least.is_some_and(|rank| rank < attempt.rank) || self.effort.get() > MOST_EFFORT {
                break;
            }
            let changed = stated.with_line(lo, &attempt.line);
            let trial = self.trial(&changed, item);
            if trial.problems.iter().any(|d| inside(&d)) {
                continue;
            }
            let fresh = |d: &&Diagnostic| d.is_error() && !before.contains(d);
            let elsewhere = trial.problems.iter().filter(fresh).count() > 0;
            let rank = attempt.rank + if elsewhere { 10 } else { 0 };
            if !hits.iter().any(|(_, _, meaning)| *meaning == trial.meaning) {
                hits.push((rank, attempt, trial.meaning));
            }
        }
        hits.sort_by_key(|(rank, ..)| *rank);
        let least = hits.first().map(|(rank, ..)| *rank);
        hits.retain(|(rank, ..)| Some(*rank) == least);
        tell(problem, &hits);
    }

    /// Words of the language and names that may stand in this item.
    fn known(&self, item: &Item, stated: &Stated) -> Vec<String> {
        let shared = Shared::new(self.pool, 0, Vec::new());
        let it = item_reader(self.program, self.decls, self.words, item, &shared, stated.introduced());
        let mut known: Vec<String> = it.known_words().map(str::to_owned).collect();
        let names = self.program.names.keys();
        known.extend(names.map(|name| super::words::plural_of(name)));
        known.extend(super::spelling::STRUCTURE.iter().map(|w| (*w).to_owned()));
        known.sort();
        known.dedup();
        known
    }

    /// Reads an item for the sake of its problems.
    fn trial(&self, stated: &Stated, item: &Item) -> Trial {
        let shared = Shared::new(self.pool, 0, Vec::new());
        let mut it = item_reader(self.program, self.decls, self.words, item, &shared, stated.introduced());
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
        self.effort.set(self.effort.get().saturating_add(tries).saturating_add(20));
        let problems = it.problems.borrow_mut().drain(..).collect();
        Trial { problems, meaning }
    }
}

/// The advice of what reads, before what is said about the idea.
fn tell(problem: &mut Diagnostic, hits: &[(u8, Attempt, String)]) {
    let said: Vec<String> = (hits.iter().take(2))
        .map(|(_, attempt, _)| format!("`{}`", attempt.said))
        .collect();
    let Some((_, first, _)) = hits.first() else {
        return;
    };
    let idea = (problem.help.take()).filter(|help| super::advice::is_one(help));
    let idea = idea.map_or(String::new(), |help| format!(" {help}"));
    problem.help = Some(format!("did you mean {}?{idea}", said.join(" or ")));
    problem.fix = (hits.len() == 1).then(|| Box::new(first.fix.clone()));
}

impl Stated {
    fn introduced(&self) -> Vec<String> {
        match self {
            Stated::Sentence(s, _) => introduced_in(s),
            Stated::Procedure(p) => {
                let mut out = Vec::new();
                introduced_in_block(&p.block, &mut out);
                let takes = p.line.iter().skip(1).filter(|t| t.kind == TokenKind::Word);
                out.extend(takes.map(|t| t.text.to_lowercase()));
                out
            }
        }
    }

    /// The words among which a byte stands, up to their block.
    fn line_at(&self, byte: u32) -> Option<&[Token]> {
        match self {
            Stated::Sentence(s, _) => line_of(s, byte),
            Stated::Procedure(p) => line_in(&p.block, byte),
        }
    }

    /// The same with another line where one begins.
    fn with_line(&self, lo: u32, line: &[Token]) -> Stated {
        let mut changed = self.clone();
        match &mut changed {
            Stated::Sentence(s, _) => put_line(s, lo, line),
            Stated::Procedure(p) => put_lines(&mut p.block, lo, line),
        };
        changed
    }
}

fn holds(line: &[Token], byte: u32) -> bool {
    match (line.first(), line.last()) {
        (Some(first), Some(last)) => first.span.lo <= byte && byte < last.span.hi,
        _ => false,
    }
}

fn line_of(s: &Sentence, byte: u32) -> Option<&[Token]> {
    if holds(&s.line, byte) {
        return Some(&s.line);
    }
    let own = s.block.as_ref().and_then(|b| line_in(b, byte));
    own.or_else(|| {
        s.branches.iter().find_map(|b| match holds(&b.line, byte) {
            true => Some(&b.line[..]),
            false => line_in(&b.block, byte),
        })
    })
}

fn line_in(block: &Block, byte: u32) -> Option<&[Token]> {
    block.statements.iter().find_map(|s| match s {
        Statement::Sentence(s) => line_of(s, byte),
        _ => None,
    })
}

fn begins(line: &[Token], lo: u32) -> bool {
    line.first().is_some_and(|t| t.span.lo == lo)
}

fn put_line(s: &mut Sentence, lo: u32, line: &[Token]) -> bool {
    if begins(&s.line, lo) {
        s.line = line.to_vec();
        return true;
    }
    if s.block.as_mut().is_some_and(|b| put_lines(b, lo, line)) {
        return true;
    }
    s.branches.iter_mut().any(|b| {
        if begins(&b.line, lo) {
            b.line = line.to_vec();
            return true;
        }
        put_lines(&mut b.block, lo, line)
    })
}

fn put_lines(block: &mut Block, lo: u32, line: &[Token]) -> bool {
    block.statements.iter_mut().any(|s| match s {
        Statement::Sentence(s) => put_line(s, lo, line),
        _ => false,
    })
}

//! What was meant by a sentence that does not read: the changes of [`super::repair`] are tried, each as if it stood in the file,
//! and what reads becomes the advice of the problem.
use super::item::{Handed, ItemReader};
use super::item_reader;
use super::reader::Shared;
use super::repair::{Attempt, Broken};
use super::run::{Run, introduced_in, introduced_in_block};
use super::words::Words;
use crate::diagnostic::{Diagnostic, Edit};
use crate::program::{Item, ItemSays, Named, Program, Within};
use crate::syntax::{Block, Procedure, Sentence, Span, Statement, Token, TokenKind};
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
const UNASKED: [&str; 14] = [
    "E105", "E110", "E111", "E113", "E114", "E118", "E119", "E126", "E127", "E136", "E138", "E146",
    "E147", "E207",
];

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
        let explained = self.explained.borrow().clone();
        problems.retain(|d| !explained.iter().any(|e| e.holds(d.span)));
        let unread = self.pool.borrow().is_asked() || self.pool.borrow().terse;
        if unread {
            return problems;
        }
        let before: Vec<Diagnostic> = problems.clone();
        let mut advised = 0;
        for problem in problems.iter_mut() {
            if problem.is_error() && self.then_block(problem, stated, item) {
                continue;
            }
            if advised < MOST_ADVISED && asks(problem) {
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
        if !alone(&line[..at], None) || !alone(&line[at..], s.block.clone()) {
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

    /// `after E then S`: what happens stands in braces.
    fn then_block(&self, problem: &mut Diagnostic, stated: &Stated, item: &Item) -> bool {
        let Stated::Sentence(s, handed) = stated else {
            return false;
        };
        let braces = {
            let pool = self.pool.borrow();
            let found = pool.file(s.span.file).and_then(|f| s.behind_then(&f.text));
            found.map(|(span, words)| (span, format!("{{ {words} }}")))
        };
        let Some((span, text)) = braces else {
            return false;
        };
        let then = s.line.iter().position(|t| t.span.lo == span.lo);
        let (head, rest) = s.line.split_at(then.unwrap_or(s.line.len()));
        let Some((_, rest)) = rest.split_first() else {
            return false;
        };
        let inner = Sentence {
            label: None,
            line: rest.to_vec(),
            tags: Vec::new(),
            block: None,
            branches: Vec::new(),
            reminder: None,
            span,
        };
        let whole = Sentence {
            line: head.to_vec(),
            block: Some(Block {
                statements: vec![Statement::Sentence(inner)],
                span,
            }),
            ..s.clone()
        };
        let trial = self.trial(&Stated::Sentence(whole, handed.clone()), item);
        if trial.problems.iter().any(Diagnostic::is_error) {
            return false;
        }
        problem.help = Some(format!("what happens stands in braces: `{text}`"));
        problem.guess = Some(Box::new(Edit { span, text }));
        true
    }

    /// A sentence that goes on in the next line without a comma or another sign that it does.
    fn goes_on(&self, problem: &mut Diagnostic, stated: &Stated, lo: u32, item: &Item) -> bool {
        let next = self.next_of(stated, item);
        let Some((whole, gap, rest)) = stated.joined(lo, next) else {
            return false;
        };
        let trial = self.trial(&whole, item);
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
        Some(help) => problem.code == "E100" || super::advice::is_one(help),
    };
    problem.is_error() && open && !UNASKED.contains(&problem.code)
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
    let hits = reading(broken.attempts(), ground, trial);
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
    if !unknown || problem.help.as_deref().is_some_and(super::advice::is_one) {
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
    known.extend(names.map(|name| super::words::plural_of(name)));
    let roles = it.words.verbs.iter().flat_map(|v| &v.roles);
    known.extend(roles.map(|(role, _)| super::words::role_name(*role).to_owned()));
    known.extend(super::spelling::STRUCTURE.iter().map(|w| (*w).to_owned()));
    known.sort();
    known.dedup();
    known
}

/// The names of the kinds a text can speak of.
pub(super) fn kinds(program: &Program, army: Option<ArmyId>) -> Vec<String> {
    let kind = |name: &&String| {
        let named = program.lookup(name, Within::text_of(army));
        named.iter().any(|n| matches!(n, Named::Kind(_)))
    };
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
    let idea = (problem.help.take()).filter(|help| !help.starts_with("did you mean"));
    let idea = idea.map_or(String::new(), |help| format!(" {help}"));
    problem.help = Some(format!("did you mean {}?{idea}", said.join(" or ")));
    let edit = (hits.len() == 1).then(|| Box::new(first.fix.clone()));
    (problem.fix, problem.guess) = match first.slip {
        true => (edit, None),
        false => (None, edit),
    };
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

    /// The line that begins there with the next sentence behind it, without a block of its own before: all of it, the gap
    /// between them, and where the second stands.
    fn joined(&self, lo: u32, next: Option<&Sentence>) -> Option<(Stated, Span, Span)> {
        let mut whole = self.clone();
        let (gap, rest) = match &mut whole {
            Stated::Sentence(s, _) if begins(&s.line, lo) => join(s, next?)?,
            Stated::Sentence(s, _) => join_in_sentence(s, lo)?,
            Stated::Procedure(p) => join_in(&mut p.block, lo)?,
        };
        Some((whole, gap, rest))
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

/// Puts a sentence behind another, if that has no block.
fn join(s: &mut Sentence, next: &Sentence) -> Option<(Span, Span)> {
    if s.block.is_some() || !s.branches.is_empty() || !s.tags.is_empty() || next.label.is_some() {
        return None;
    }
    let (last, first) = (s.line.last()?.span, next.line.first()?.span);
    let gap = Span {
        lo: last.hi,
        hi: first.lo,
        ..last
    };
    s.line.extend(next.line.iter().cloned());
    s.block.clone_from(&next.block);
    s.branches.clone_from(&next.branches);
    s.tags.clone_from(&next.tags);
    s.span.hi = next.span.hi;
    Some((gap, next.span))
}

fn join_in_sentence(s: &mut Sentence, lo: u32) -> Option<(Span, Span)> {
    if let Some(found) = s.block.as_mut().and_then(|b| join_in(b, lo)) {
        return Some(found);
    }
    s.branches
        .iter_mut()
        .find_map(|b| join_in(&mut b.block, lo))
}

fn join_in(block: &mut Block, lo: u32) -> Option<(Span, Span)> {
    for i in 0..block.statements.len() {
        let next = match block.statements.get(i + 1) {
            Some(Statement::Sentence(next)) => Some(next.clone()),
            _ => None,
        };
        let Some(Statement::Sentence(s)) = block.statements.get_mut(i) else {
            continue;
        };
        if begins(&s.line, lo) {
            let found = join(s, &next?)?;
            block.statements.remove(i + 1);
            return Some(found);
        }
        if let Some(found) = join_in_sentence(s, lo) {
            return Some(found);
        }
    }
    None
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

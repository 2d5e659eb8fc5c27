//! Steps without their braces: `for each player, they ..`, `if C, S and T`, `after E then S`. A sentence that does not read is read
//! again with braces around what happens, and with a statement for each step.
use super::item::ItemReader;
use super::lex::words_of;
use super::run::Run;
use super::stated::Stated;
use crate::diagnostic::{Diagnostic, Edit};
use crate::program::Item;
use crate::syntax::{Block, Sentence, Span, Statement, Token, TokenKind};

/// Places tried for the braces of one sentence.
const MOST_HEADS: usize = 4;
/// Joints between steps that are tried.
const MOST_JOINTS: usize = 3;
/// What two readings, mixed joints and conditions behind a step need is something else.
const ELSE: [&str; 9] = [
    "E100", "E105", "E110", "E111", "E113", "E118", "E119", "E132", "E136",
];

/// A sentence written with braces.
struct Braced {
    /// What takes its place.
    now: Vec<Sentence>,
    /// What is said of it.
    help: String,
    edit: Edit,
}

/// A joint between two steps: where the first ends and the second begins.
type Joint = (usize, usize);

impl Run<'_> {
    /// What happens stands in braces, and each step is a statement.
    pub(super) fn braced(
        &self,
        problem: &mut Diagnostic,
        before: &[Diagnostic],
        stated: &Stated,
        item: &Item,
    ) -> bool {
        if ELSE.contains(&problem.code) {
            return false;
        }
        let Some((sentence, inner)) = stated.sentence_at(problem.span.lo) else {
            return false;
        };
        // a declaration has no block
        if !inner && ItemReader::declares(&words_of(&sentence.line, &mut Vec::new())) {
            return false;
        }
        let Some(text) = self.text_around(sentence) else {
            return false;
        };
        for braced in ways(sentence, inner, &text) {
            let Some(changed) = stated.in_place_of(sentence, &braced.now) else {
                continue;
            };
            let told = self.told_of(&changed, item);
            if told.iter().any(|d| d.is_error() && !before.contains(d)) || told.contains(problem) {
                continue;
            }
            problem.help = Some(braced.help);
            problem.fix = None;
            problem.guess = Some(Box::new(braced.edit));
            return true;
        }
        false
    }
}

/// The sentence with braces, the likely places first. `inner`: it is a step itself.
fn ways(s: &Sentence, inner: bool, text: &str) -> Vec<Braced> {
    let mut out = Vec::new();
    let line = &s.line;
    for (head, from) in heads(line).into_iter().rev().take(MOST_HEADS) {
        // a single step behind `may` needs no braces
        let offered = head == from;
        out.extend(
            (!offered)
                .then(|| braced(s, head, from, &[], text))
                .flatten(),
        );
        let joints = joints(line, from);
        if s.block.is_none() {
            let all = (joints.len() > 1).then_some(&joints[..]).into_iter();
            let each = joints.iter().map(std::slice::from_ref);
            out.extend(
                all.chain(each)
                    .filter_map(|at| braced(s, head, from, at, text)),
            );
        }
    }
    if inner {
        let joints = joints(line, 0);
        let all = (joints.len() > 1).then_some(&joints[..]).into_iter();
        let each = joints.iter().map(std::slice::from_ref);
        out.extend(all.chain(each).filter_map(|at| parted(s, at)));
    }
    out
}

fn is(token: Option<&Token>, word: &str) -> bool {
    token.is_some_and(|t| t.kind == TokenKind::Word && t.text.eq_ignore_ascii_case(word))
}

/// Where what happens may begin: behind a comma, `then` or `may`.
fn heads(line: &[Token]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut depth = 0;
    for (i, token) in line.iter().enumerate() {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            _ => {}
        }
        let comma = token.kind == TokenKind::Comma;
        let then = is(Some(token), "then");
        let joint = comma && is(line.get(i + 1), "and");
        // behind a comma, `then` belongs to it
        let counted = then && i > 0 && line[i - 1].kind == TokenKind::Comma;
        if depth == 0 && is(Some(token), "may") && i + 1 < line.len() {
            out.push((i + 1, i + 1));
        }
        if depth != 0 || i == 0 || !(comma || then) || joint || counted {
            continue;
        }
        let from = i + 1 + usize::from(comma && is(line.get(i + 1), "then"));
        if from < line.len() {
            out.push((i, from));
        }
    }
    out
}

/// The joints between steps: `and`, `, and`, `and then`, `, then`, `then`.
fn joints(line: &[Token], from: usize) -> Vec<Joint> {
    let mut out = Vec::new();
    let mut i = from + 1;
    while i + 1 < line.len() {
        let start = i;
        let mut at = i + usize::from(line[i].kind == TokenKind::Comma);
        let and = is(line.get(at), "and");
        at += usize::from(and);
        let then = is(line.get(at), "then");
        at += usize::from(then);
        if (and || then) && at < line.len() {
            out.push((start, at));
            i = at;
        }
        i += 1;
    }
    out.truncate(MOST_JOINTS);
    out
}

/// The line from one place to another as a sentence of its own.
fn step(line: &[Token]) -> Option<Sentence> {
    let (first, last) = (line.first()?, line.last()?);
    let span = Span {
        hi: last.span.hi,
        ..first.span
    };
    Some(Sentence {
        label: None,
        line: line.to_vec(),
        tags: Vec::new(),
        block: None,
        branches: Vec::new(),
        reminder: None,
        span,
    })
}

/// The steps between joints; the last has the block of the sentence.
fn steps(s: &Sentence, from: usize, joints: &[Joint]) -> Option<Vec<Sentence>> {
    let mut out = Vec::new();
    let mut at = from;
    for (end, next) in joints {
        out.push(step(s.line.get(at..*end)?)?);
        at = *next;
    }
    let mut last = step(s.line.get(at..)?)?;
    last.block.clone_from(&s.block);
    last.branches.clone_from(&s.branches);
    out.push(last);
    Some(out)
}

fn braced(s: &Sentence, head: usize, from: usize, joints: &[Joint], text: &str) -> Option<Braced> {
    let steps = steps(s, from, joints)?;
    let line = s.line.last()?.span;
    let block = s.block.as_ref().map(|b| b.span.hi);
    let branch = s.branches.last().map(|b| b.span.hi);
    let end = branch.or(block).unwrap_or(line.hi);
    let lo = |s: &Sentence| s.span.lo;
    let last = steps.last().map(lo)?;
    let mut words: Vec<&str> = Vec::new();
    for step in &steps[..steps.len() - 1] {
        words.push(text.get(step.span.lo as usize..step.span.hi as usize)?);
    }
    words.push(text.get(last as usize..end as usize)?);
    let said = format!("{{ {} }}", words.join("; "));
    let at = s.line[head].span;
    let gap = !text[..at.lo as usize].ends_with(char::is_whitespace);
    let edit = Edit {
        span: Span { hi: end, ..at },
        text: format!("{}{said}", if gap { " " } else { "" }),
    };
    let help = match (joints, said.contains('\n')) {
        (_, true) => "what happens stands in braces: put `{` here, and `}` at the end".to_owned(),
        ([], false) => format!("what happens stands in braces: `{said}`"),
        (_, false) => format!("what happens stands in braces, each step a statement: `{said}`"),
    };
    let span = Span { hi: end, ..at };
    let statements = steps.into_iter().map(Statement::Sentence).collect();
    let whole = Sentence {
        line: s.line[..head].to_vec(),
        block: Some(Block { statements, span }),
        branches: Vec::new(),
        ..s.clone()
    };
    Some(Braced {
        now: vec![whole],
        help,
        edit,
    })
}

/// A step for each of several steps.
fn parted(s: &Sentence, joints: &[Joint]) -> Option<Braced> {
    let mut now = steps(s, 0, joints)?;
    let first = now.first_mut()?;
    first.label.clone_from(&s.label);
    first.tags.clone_from(&s.tags);
    let (end, next) = joints.first()?;
    let (from, to) = (s.line.get(end.checked_sub(1)?)?, s.line.get(*next)?);
    let span = Span {
        lo: from.span.hi,
        hi: to.span.lo,
        ..from.span
    };
    let text = "; ".to_owned();
    let help = "each step is a statement: put `;` between them, or a new line".to_owned();
    // one edit mends one joint; the next is told when this one is mended
    let edit = Edit { span, text };
    Some(Braced { now, help, edit })
}

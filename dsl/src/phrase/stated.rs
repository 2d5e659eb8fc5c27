//! What is read as one, taken apart and put together for readings on trial.
use super::item::Handed;
use super::run::{introduced_in, introduced_in_block};
use crate::syntax::{Block, Procedure, Sentence, Span, Statement, Token, TokenKind};

/// What is read as one.
#[derive(Clone)]
pub(super) enum Stated {
    Sentence(Sentence, Handed),
    Procedure(Procedure),
}

impl Stated {
    pub(super) fn introduced(&self) -> Vec<String> {
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
    pub(super) fn joined(&self, lo: u32, next: Option<&Sentence>) -> Option<(Stated, Span, Span)> {
        let mut whole = self.clone();
        let (gap, rest) = match &mut whole {
            Stated::Sentence(s, _) if begins(&s.line, lo) => join(s, next?)?,
            Stated::Sentence(s, _) => join_in_sentence(s, lo)?,
            Stated::Procedure(p) => join_in(&mut p.block, lo)?,
        };
        Some((whole, gap, rest))
    }

    /// The words among which a byte stands, up to their block.
    pub(super) fn line_at(&self, byte: u32) -> Option<&[Token]> {
        match self {
            Stated::Sentence(s, _) => line_of(s, byte),
            Stated::Procedure(p) => line_in(&p.block, byte),
        }
    }

    /// The sentence in whose line a byte stands, and whether it is a step.
    pub(super) fn sentence_at(&self, byte: u32) -> Option<(&Sentence, bool)> {
        match self {
            Stated::Sentence(s, _) if holds(&s.line, byte) || s.span.lo == byte => Some((s, false)),
            Stated::Sentence(s, _) => Some((inner_at(s, byte)?, true)),
            Stated::Procedure(p) => Some((in_block_at(&p.block, byte)?, true)),
        }
    }

    /// The same with other sentences in the place of one.
    pub(super) fn in_place_of(&self, old: &Sentence, now: &[Sentence]) -> Option<Stated> {
        let mut changed = self.clone();
        let found = match &mut changed {
            Stated::Sentence(s, _) if s == old => {
                let [one] = now else { return None };
                *s = one.clone();
                true
            }
            Stated::Sentence(s, _) => put_sentences(s, old, now),
            Stated::Procedure(p) => put_in_block(&mut p.block, old, now),
        };
        found.then_some(changed)
    }

    /// The same with another line where one begins.
    pub(super) fn with_line(&self, lo: u32, line: &[Token]) -> Stated {
        let mut changed = self.clone();
        match &mut changed {
            Stated::Sentence(s, _) => put_line(s, lo, line),
            Stated::Procedure(p) => put_lines(&mut p.block, lo, line),
        };
        changed
    }
}

fn inner_at(s: &Sentence, byte: u32) -> Option<&Sentence> {
    let blocks = s
        .block
        .iter()
        .chain(s.branches.iter().map(|branch| &branch.block));
    blocks
        .into_iter()
        .find_map(|block| in_block_at(block, byte))
}

fn in_block_at(block: &Block, byte: u32) -> Option<&Sentence> {
    block.statements.iter().find_map(|s| match s {
        Statement::Sentence(s) if holds(&s.line, byte) => Some(s),
        Statement::Sentence(s) => inner_at(s, byte),
        _ => None,
    })
}

fn put_sentences(s: &mut Sentence, old: &Sentence, now: &[Sentence]) -> bool {
    let branches = s.branches.iter_mut().map(|branch| &mut branch.block);
    let mut blocks = s.block.iter_mut().chain(branches);
    blocks.any(|block| put_in_block(block, old, now))
}

fn put_in_block(block: &mut Block, old: &Sentence, now: &[Sentence]) -> bool {
    let same = |s: &Statement| matches!(s, Statement::Sentence(s) if s == old);
    if let Some(at) = block.statements.iter().position(same) {
        let now = now.iter().cloned().map(Statement::Sentence);
        block.statements.splice(at..=at, now);
        return true;
    }
    block.statements.iter_mut().any(|s| match s {
        Statement::Sentence(s) => put_sentences(s, old, now),
        _ => false,
    })
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

pub(super) fn begins(line: &[Token], lo: u32) -> bool {
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

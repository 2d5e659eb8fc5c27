//! What the marks of a text are for the eye: comments, texts, rows, tags, words. No sentence is read here.
use crate::index::{Index, Sort};
use crate::text::Text;
use dsl::phrase::{structure, words};
use dsl::syntax::UnitKind;
use lsp_types::SemanticToken;
use std::collections::BTreeSet;

/// Sorts of marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Mark {
    Comment,
    Text,
    Row,
    Tags,
    Label,
    Word,
    Number,
    Square,
}

/// The marks of a text with their bytes, in order; signs are left out.
pub fn marks(text: &str) -> Vec<(Mark, usize, usize)> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (mark, end) = one(bytes, at);
        if let Some(mark) = mark {
            out.push((mark, at, end));
        }
        at = end.max(at + 1);
    }
    out
}

fn one(bytes: &[u8], at: usize) -> (Option<Mark>, usize) {
    let until = |from: usize, stop: &[u8]| {
        let found = bytes[from..].iter().position(|b| stop.contains(b));
        found.map_or(bytes.len(), |i| from + i)
    };
    let closed = |close: u8, mark: Mark| {
        let end = until(at + 1, &[close, b'\n']);
        if bytes.get(end) == Some(&close) {
            (Some(mark), end + 1)
        } else {
            (None, at + 1)
        }
    };
    match bytes[at] {
        b'#' => (Some(Mark::Comment), until(at, b"\n")),
        b'"' => closed(b'"', Mark::Text),
        b'|' => closed(b'|', Mark::Row),
        b'[' => closed(b']', Mark::Tags),
        b'*' => closed(b'*', Mark::Label),
        b if b.is_ascii_alphanumeric() => {
            let part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
            let len = bytes[at..].iter().position(|b| !part(b));
            let mut end = len.map_or(bytes.len(), |l| at + l);
            while end > at + 1 && bytes[end - 1] == b'-' {
                end -= 1;
            }
            (Some(word_sort(&bytes[at..end])), end)
        }
        _ => (None, at + 1),
    }
}

fn word_sort(word: &[u8]) -> Mark {
    if word.iter().all(u8::is_ascii_digit) {
        return Mark::Number;
    }
    let square = |part: &[u8]| {
        part.first().is_some_and(u8::is_ascii_alphabetic)
            && (2..=3).contains(&part.len())
            && part[1..].iter().all(u8::is_ascii_digit)
    };
    if word.split(|b| *b == b'-').all(square) {
        Mark::Square
    } else {
        Mark::Word
    }
}

/// The word at a place: its bytes. The place behind the last letter counts.
pub fn word_at(text: &str, byte: usize) -> Option<(usize, usize)> {
    let mut found = None;
    for (mark, lo, hi) in marks(text) {
        if lo > byte {
            break;
        }
        if byte <= hi && matches!(mark, Mark::Word | Mark::Number | Mark::Square) {
            found = Some((lo, hi));
        }
    }
    found
}

/// The sorts of semantic tokens, by number.
pub const LEGEND: [&str; 10] = [
    "comment",
    "string",
    "number",
    "keyword",
    "class",
    "property",
    "function",
    "decorator",
    "namespace",
    "variable",
];

/// The semantic tokens of a file; names come from the index.
pub fn tokens(text: &Text, index: &Index, file: u32) -> Vec<SemanticToken> {
    let keywords: BTreeSet<String> = structure().into_iter().collect();
    let table = words().ok();
    let named = index.sorts_in(file);
    let mut out = Vec::new();
    let (mut line, mut start) = (0, 0);
    for (mark, lo, hi) in marks(&text.text) {
        let word = text.words(lo, hi).to_ascii_lowercase();
        let sort = match mark {
            Mark::Comment => 0,
            Mark::Text | Mark::Row => 1,
            Mark::Number | Mark::Square => 2,
            Mark::Tags | Mark::Label => 7,
            Mark::Word => match named.get(&(lo as u32)) {
                Some(Sort::Unit(UnitKind::Kind)) => 4,
                Some(Sort::Unit(_)) => 8,
                Some(Sort::Procedure | Sort::Label) => 6,
                Some(Sort::State | Sort::Word | Sort::Option) => 5,
                Some(Sort::Tag) => 7,
                None if crate::outline::HEADINGS.contains(&word.as_str()) => 3,
                None if keywords.contains(&word) || crate::acts::is_word(&word) => 3,
                None if table.is_some_and(|t| t.verb(&word).next().is_some()) => 3,
                None if table.is_some_and(|t| t.knows(&word)) => continue,
                None => 9,
            },
        };
        let range = text.range(lo, hi);
        if range.start.line != range.end.line {
            continue;
        }
        let same = range.start.line == line;
        out.push(SemanticToken {
            delta_line: range.start.line - line,
            delta_start: range.start.character - if same { start } else { 0 },
            length: range.end.character - range.start.character,
            token_type: sort,
            token_modifiers_bitset: 0,
        });
        (line, start) = (range.start.line, range.start.character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_told_apart() {
        let text = "*go* after a1-b2, \"x # y\" | K . | [a.1] 12 # end\n\"open";
        let found: Vec<(Mark, &str)> = marks(text)
            .into_iter()
            .map(|(m, lo, hi)| (m, &text[lo..hi]))
            .collect();
        assert_eq!(found[0], (Mark::Label, "*go*"));
        assert_eq!(found[2], (Mark::Square, "a1-b2"));
        assert_eq!(found[3], (Mark::Text, "\"x # y\""));
        assert_eq!(found[4], (Mark::Row, "| K . |"));
        assert_eq!(found[5], (Mark::Tags, "[a.1]"));
        assert_eq!(found[6], (Mark::Number, "12"));
        assert_eq!(found[7], (Mark::Comment, "# end"));
        assert_eq!(found[8], (Mark::Word, "open"));
    }
}

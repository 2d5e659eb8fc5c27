//! Slips of the hand that take the rest of a file with them, found by the layout before the grammar sees the text: braces that
//! are missing or too many, quotation marks of other keyboards, quotation marks that are never closed.
use crate::diagnostic::Edit;
use crate::syntax::{FileId, Span};

/// A brace that is missing or too many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Brace {
    /// The block that begins there is not closed; where its end belongs.
    Missing(Span, Edit),
    /// It closes nothing.
    Surplus(Span),
    /// It closes what was never opened; where the block begins.
    Unopened(Span, Edit),
}

/// Where the texts and comments of a line are: its bytes with everything in them made blank.
fn bare(line: &str) -> Vec<u8> {
    let (mut quoted, mut comment) = (false, false);
    let closed = |from: usize| line.as_bytes()[from + 1..].contains(&b'"');
    let bytes = line.bytes().enumerate().map(|(i, b)| {
        let was = quoted;
        match b {
            b'#' if !quoted => comment = true,
            b'"' if !comment && (quoted || closed(i)) => quoted = !quoted,
            _ => {}
        }
        if comment || (quoted && was) { b' ' } else { b }
    });
    bytes.collect()
}

/// A block that is open: how deep its first line is set in, its line, its brace, and whether steps stand on that line.
struct Open {
    indent: usize,
    line: usize,
    brace: usize,
    full: bool,
}

/// The first brace that the layout shows to be missing or too many, if the braces do not come out even. Blocks are laid out as
/// `fmt` lays them out: what stands in a block is set in deeper, its last brace stands below its first line or on it.
pub(super) fn brace(file: FileId, text: &str) -> Option<Brace> {
    let lines: Vec<(usize, &str, Vec<u8>)> = lines(text);
    let count = |sign: u8| {
        let signs = lines.iter().flat_map(|(_, _, b)| b);
        signs.filter(|b| **b == sign).count()
    };
    if count(b'{') == count(b'}') {
        return None;
    }
    let span = |lo: usize, hi: usize| Span {
        file,
        lo: lo as u32,
        hi: hi as u32,
    };
    let mut open: Vec<Open> = Vec::new();
    // a line that goes on belongs to the one it began with
    let mut went_on: Option<usize> = None;
    for (n, (start, line, bytes)) in lines.iter().enumerate() {
        let Some(first) = bytes.iter().position(|b| !b.is_ascii_whitespace()) else {
            continue;
        };
        let indent = went_on.unwrap_or(first);
        let inside = went_on.is_some();
        went_on = goes_on(bytes).then_some(indent);
        let closes = bytes[first] == b'}';
        if let Some(top) = open.last().filter(|_| !inside) {
            let behind = if closes {
                indent < top.indent
            } else {
                indent <= top.indent
            };
            if behind {
                let edit = ending(file, &lines, top, n);
                return Some(Brace::Missing(span(top.brace, top.brace + 1), edit));
            }
            if closes && indent > top.indent {
                return Some(unopened(file, &lines, n, indent, *start + indent));
            }
        }
        for (i, byte) in bytes.iter().enumerate() {
            match byte {
                b'{' if unclosed_before(line, bytes, i, &open, n) => {
                    let brace = open.last().map_or(start + i, |o| o.brace);
                    let word = line[..i].rfind("otherwise").unwrap_or(i);
                    let edit = Edit {
                        span: span(start + word, start + word),
                        text: "} ".into(),
                    };
                    return Some(Brace::Missing(span(brace, brace + 1), edit));
                }
                b'{' => open.push(Open {
                    indent,
                    line: n,
                    brace: start + i,
                    full: bytes[i + 1..].iter().any(|b| !b.is_ascii_whitespace()),
                }),
                b'}' => {
                    let here = span(start + i, start + i + 1);
                    let Some(top) = open.pop() else {
                        return Some(unopened(file, &lines, n, indent, start + i));
                    };
                    if top.line < n && i > first {
                        return Some(match opening(line, bytes, i) {
                            Some(at) => {
                                let at = span(start + at, start + at);
                                Brace::Unopened(
                                    here,
                                    Edit {
                                        span: at,
                                        text: " {".into(),
                                    },
                                )
                            }
                            None => Brace::Surplus(here),
                        });
                    }
                }
                _ => {}
            }
        }
    }
    let top = open.last()?;
    let edit = ending(file, &lines, top, lines.len());
    Some(Brace::Missing(span(top.brace, top.brace + 1), edit))
}

fn lines(text: &str) -> Vec<(usize, &str, Vec<u8>)> {
    let mut at = 0;
    let each = text.split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        (start, line, bare(line))
    });
    each.collect()
}

/// The end of what counts of a line: before tags and comments.
fn content(line: &str, bytes: &[u8]) -> usize {
    let tags = bytes.iter().rposition(|b| *b == b'[').filter(|at| {
        let rest = bytes[*at..].iter().position(|b| *b == b']');
        rest.is_some_and(|r| bytes[at + r + 1..].iter().all(u8::is_ascii_whitespace))
    });
    let kept = tags.unwrap_or(bytes.len());
    let end = bytes[..kept].iter().rposition(|b| !b.is_ascii_whitespace());
    end.map_or(0, |i| i + 1).min(line.len())
}

/// Whether the brace at `i` opens an `otherwise` whose `if` began on this line and has no brace at its end.
fn unclosed_before(line: &str, bytes: &[u8], i: usize, open: &[Open], n: usize) -> bool {
    let Some(at) = line[..i].rfind("otherwise") else {
        return false;
    };
    let here = open.last().is_some_and(|o| o.line == n);
    let before = bytes[..at].iter().rfind(|b| !b.is_ascii_whitespace());
    // nothing stands between the word and its brace but a condition
    let own = !bytes[at..i].contains(&b'{') && !bytes[at..i].contains(&b'}');
    here && own && bytes[at] != b' ' && before.is_some_and(|b| !matches!(b, b'}' | b'{' | b']'))
}

/// Whether a line goes on behind the end of a block: with another branch, or with its tags.
fn continues(line: &str) -> bool {
    let words = line.trim_start();
    let branch = ["otherwise", "or \""];
    branch.iter().any(|b| words.starts_with(b)) || words.starts_with('[')
}

/// Where a block that is not closed before line `n` ends.
fn ending(file: FileId, lines: &[(usize, &str, Vec<u8>)], open: &Open, n: usize) -> Edit {
    let filled = |l: &usize| lines[*l].2.iter().any(|b| !b.is_ascii_whitespace());
    let last = (open.line..n).rev().find(filled).unwrap_or(open.line);
    let (start, line, bytes) = &lines[last];
    let place = |at: usize, text: String| Edit {
        span: Span {
            file,
            lo: at as u32,
            hi: at as u32,
        },
        text,
    };
    // `otherwise {`, `or "b" {` and tags stand behind the brace that is missing
    let indent = |l: usize| lines[l].2.iter().position(|b| !b.is_ascii_whitespace());
    let close = |l: &usize| {
        let near = indent(*l).is_some_and(|i| (open.indent..=open.indent + 2).contains(&i));
        near && continues(lines[*l].1)
    };
    let most = (n + 1).min(lines.len());
    if let Some(l) = (open.line + 1..most).find(close) {
        return place(lines[l].0 + indent(l).unwrap_or(0), "} ".into());
    }
    if open.full && last == open.line {
        let from = open.brace - start;
        let other = line[from..].find(" otherwise").map(|i| from + i);
        let at = other.unwrap_or_else(|| content(line, bytes));
        return place(start + at, " }".into());
    }
    place(
        start + line.len(),
        format!("\n{}}}", " ".repeat(open.indent)),
    )
}

/// Whether the sentence of this line goes on in the next.
fn goes_on(bytes: &[u8]) -> bool {
    let line = String::from_utf8_lossy(bytes);
    let line = line.trim_end();
    let last = line.rsplit(' ').next().unwrap_or("");
    line.ends_with(',') || matches!(last, "and" | "or" | "unless" | "if")
}

/// A brace at the beginning of a line that closes nothing: the line above it at the same depth may lack its `{`.
fn unopened(
    file: FileId,
    lines: &[(usize, &str, Vec<u8>)],
    n: usize,
    indent: usize,
    brace: usize,
) -> Brace {
    let span = |lo: usize, hi: usize| Span {
        file,
        lo: lo as u32,
        hi: hi as u32,
    };
    let here = span(brace, brace + 1);
    let first = |l: &usize| lines[*l].2.iter().position(|b| !b.is_ascii_whitespace());
    let (start, line, bytes) = &lines[n];
    if brace - start > indent {
        return match opening(line, bytes, brace - start) {
            Some(at) => Brace::Unopened(
                here,
                Edit {
                    span: span(start + at, start + at),
                    text: " {".into(),
                },
            ),
            None => Brace::Surplus(here),
        };
    }
    let above = (0..n).rev().find(|l| first(l).is_some_and(|i| i <= indent));
    let fits = above.filter(|l| {
        first(l) == Some(indent) && !lines[*l].2[indent..].contains(&b'}') && n - l > 1
    });
    match fits {
        Some(l) => {
            let at = lines[l].0 + lines[l].1.len();
            Brace::Unopened(
                here,
                Edit {
                    span: span(at, at),
                    text: " {".into(),
                },
            )
        }
        None => Brace::Surplus(here),
    }
}

/// Where the `{` of a block belongs that is closed on its line at `close`: behind a letter or title in quotes, behind
/// `otherwise`, behind `may`, behind the opener's comma.
fn opening(line: &str, bytes: &[u8], close: usize) -> Option<usize> {
    let from = bytes[..close]
        .iter()
        .rposition(|b| matches!(b, b'{' | b'}'));
    let from = from.map_or(0, |i| i + 1);
    let part = line.get(from..close)?;
    if bytes[..close].contains(&b'{') && !part.trim_start().starts_with("otherwise") {
        return None;
    }
    let word = part.trim_start().split(' ').next().unwrap_or("");
    if matches!(word, "kind" | "power") {
        return part.rfind('"').map(|i| from + i + 1);
    }
    for words in [" otherwise", "otherwise", " may"] {
        if let Some(i) = part.rfind(words) {
            return Some(from + i + words.len());
        }
    }
    None
}

/// Quotation marks of other keyboards: the text with straight ones at their places, and for each what was written and what
/// is to be written.
pub(super) fn quotes(text: &str) -> (String, Vec<(usize, usize, String)>) {
    let mut out = text.to_owned();
    let mut found = Vec::new();
    let mut reminder = 0usize;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let begins = line.trim_start().starts_with('(');
        if reminder > 0 || begins {
            reminder += line.matches('(').count();
            reminder = reminder.saturating_sub(line.matches(')').count());
            continue;
        }
        for (lo, open, hi, close) in pairs(line) {
            let inner = &line[lo + open..hi];
            let straight = format!("\"{inner}\"");
            let blank = |n: usize| " ".repeat(n - 1);
            let range = start + lo..start + hi + close;
            let same = format!("{}{straight}{}", blank(open), blank(close));
            out.replace_range(range.clone(), &same);
            found.push((range.start, range.end, straight));
        }
    }
    (out, found)
}

/// Pairs of such marks in a line: where the first stands, how long it is, where the second stands, how long it is.
fn pairs(line: &str) -> Vec<(usize, usize, usize, usize)> {
    let bytes = bare(line);
    let plain = |at: usize| bytes.get(at).is_some_and(|b| *b != b' ');
    let mut found = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    for (i, c) in line.char_indices().filter(|(i, _)| plain(*i)) {
        let before = line[..i].chars().next_back();
        let behind = line[i + c.len_utf8()..].chars().next();
        let ends = behind.is_none_or(|c| c.is_whitespace() || matches!(c, ')' | ',' | '{' | ']'));
        let starts = before.is_none_or(|c| c.is_whitespace() || c == '(');
        let first = matches!(c, '\u{201c}' | '\u{201e}' | '\u{ab}' | '\u{2018}');
        let last = matches!(c, '\u{201d}' | '\u{201c}' | '\u{bb}' | '\u{2019}');
        let single = c == '\'';
        match open {
            None if first || single && starts => open = Some((i, c.len_utf8())),
            Some((lo, len)) if (last && (c != '\u{2019}' || ends)) || single && ends => {
                found.push((lo, len, i, c.len_utf8()));
                open = None;
            }
            _ => {}
        }
    }
    found
}

/// Quotation marks that are not closed on their line: the mark, and where its partner belongs.
pub(super) fn open_texts(file: FileId, text: &str) -> Vec<(Span, Edit)> {
    let mut found = Vec::new();
    for (start, line, bytes) in lines(text) {
        let marks: Vec<usize> = (0..bytes.len()).filter(|i| bytes[*i] == b'"').collect();
        if marks.len().is_multiple_of(2) || line.trim_start().starts_with('(') {
            continue;
        }
        let Some(mark) = marks.last() else { continue };
        let rest = &line[mark + 1..];
        let ends = [" of ", " from ", " without ", " covers ", " {", " [", " }"];
        let stop = ends.iter().filter_map(|e| rest.find(e)).min();
        let at = start + mark + 1 + stop.unwrap_or(rest.len());
        let span = |lo: usize, hi: usize| Span {
            file,
            lo: lo as u32,
            hi: hi as u32,
        };
        let edit = Edit {
            span: span(at, at),
            text: "\"".into(),
        };
        found.push((span(start + mark, start + mark + 1), edit));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> Option<String> {
        let edit = match brace(FileId(0), text)? {
            Brace::Missing(_, edit) | Brace::Unopened(_, edit) => edit,
            Brace::Surplus(span) => Edit {
                span,
                text: String::new(),
            },
        };
        let (lo, hi) = (edit.span.lo as usize, edit.span.hi as usize);
        Some(format!("{}{}{}", &text[..lo], edit.text, &text[hi..]))
    }

    const WHOLE: &str = "army a \"{\" of b {\n  setup standard\n  power c {\n    on x { act } otherwise { pass } [a.1]\n    if y {\n      z\n    }\n  }\n  kind k \"K\" { it steps } # {\n}\nscenario \"s\" of b {\n  then x\n}\n";

    #[test]
    fn every_brace_that_is_missing_is_put_back() {
        for (i, _) in WHOLE.match_indices('}') {
            let text = format!("{}{}", &WHOLE[..i], &WHOLE[i + 1..]);
            let tight = |t: &str| t.replace([' ', '\n'], "");
            let back = mended(&text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(tight(&back), tight(WHOLE), "{i}\n{text}\n{back}");
        }
    }

    #[test]
    fn a_brace_too_many_is_taken_out() {
        for (i, _) in WHOLE.match_indices('}') {
            let text = format!("{}}}{}", &WHOLE[..i], &WHOLE[i..]);
            let back = mended(&text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(back, WHOLE, "{text}");
        }
    }

    #[test]
    fn a_sentence_over_two_lines_is_one() {
        let text = "army a of b\n  power c {\n    on x, if y and\n        z {\n      act\n    } [a.1]\n  }\n}\n";
        let back = mended(text).unwrap_or_default();
        assert!(back.starts_with("army a of b {\n"), "{back}");
    }

    #[test]
    fn what_comes_out_even_is_left_alone() {
        assert_eq!(brace(FileId(0), WHOLE), None);
    }

    #[test]
    fn other_quotation_marks_keep_their_places() {
        let text = "scenario \u{201c}the king\u{2019}s fall\u{201d} of b {\n  say 'a king's end' then\n  # \u{201c}x\u{201d}\n";
        let (straight, found) = quotes(text);
        assert_eq!(straight.len(), text.len());
        let said: Vec<&str> = found.iter().map(|f| f.2.as_str()).collect();
        assert_eq!(said, ["\"the king\u{2019}s fall\"", "\"a king's end\""]);
        assert_eq!(quotes("a b's c\n").1, []);
    }

    #[test]
    fn a_text_is_closed_before_the_rest_of_its_heading() {
        let text = "army a \"the As of b {\n  x \"y\n";
        let ends: Vec<u32> = open_texts(FileId(0), text)
            .iter()
            .map(|(_, e)| e.span.lo)
            .collect();
        assert_eq!(ends, [14, 28]);
    }
}

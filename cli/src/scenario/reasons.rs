//! `# survives: REASON` beside a sentence: why its mutants cannot be noticed. `# no difference: REASON`: why leaving it, or a
//! part of it, out makes no difference in the games of an audit.
use super::mutate::Place;
use dsl::pool::FileText;
use std::collections::BTreeMap;

/// What a comment about mutants begins with.
pub const SURVIVES: &str = "survives:";
/// What a comment about differences begins with; what no scenario can notice makes none either.
pub const NO_DIFFERENCE: &str = "no difference:";

/// The reasons of all files, by file and the line of the sentence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reasons {
    by_line: BTreeMap<String, BTreeMap<u32, String>>,
}

impl Reasons {
    /// Reads the comments of files that begin with one of these words.
    pub fn read(files: &[FileText], words: &[&str]) -> Reasons {
        let by_line = files
            .iter()
            .map(|f| (f.name.clone(), lines(&f.text, words)))
            .filter(|(_, lines)| !lines.is_empty())
            .collect();
        Reasons { by_line }
    }

    /// The reasons for a sentence that begins here and takes so many lines, its block included.
    pub fn of(&self, place: &Place, lines: u32) -> Option<String> {
        let file = self.by_line.get(&place.file)?;
        let here = file.range(place.line..place.line + lines.max(1));
        let reasons: Vec<&str> = here.map(|(_, reason)| reason.as_str()).collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
}

/// The reasons of one file by the line they are about: the one they end, or the first below them that holds more than a comment.
/// A reason above its sentence may go on in further lines of comment.
fn lines(text: &str, words: &[&str]) -> BTreeMap<u32, String> {
    let mut found = BTreeMap::new();
    let mut above: Option<String> = None;
    for (number, line) in (1u32..).zip(text.lines()) {
        let (code, comment) = split(line);
        let comment = comment.map(str::trim);
        let reason = comment.and_then(|c| words.iter().find_map(|w| c.strip_prefix(w)));
        let reason = reason.map(str::trim);
        if code.trim().is_empty() {
            match (reason, comment) {
                (Some(reason), _) => above = Some(reason.to_string()),
                (None, Some(more)) => {
                    if let Some(above) = &mut above {
                        above.push(' ');
                        above.push_str(more);
                    }
                }
                // An empty line parts the comment from what follows.
                (None, None) => above = None,
            }
            continue;
        }
        let reason = reason.map(str::to_string).or(above.take());
        above = None;
        found.extend(reason.filter(|r| !r.is_empty()).map(|r| (number, r)));
    }
    found
}

/// A line before and behind the sign of its comment; a sign in a text is none.
fn split(line: &str) -> (&str, Option<&str>) {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return (&line[..at], Some(&line[at + 1..])),
            _ => {}
        }
    }
    (line, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_stands_above_its_sentence_or_at_the_end_of_its_line() {
        let text = "\
# survives: nothing moves
  # while nobody looks
a sentence
another # survives: too rare
# survives: parted from what follows

a third
# survives:
a fourth \"# survives: in a text\"
";
        let found: Vec<(u32, String)> = lines(text, &[SURVIVES]).into_iter().collect();
        let expected = [(3, "nothing moves while nobody looks"), (4, "too rare")];
        assert_eq!(found, expected.map(|(n, r)| (n, r.to_string())));
    }
}

//! Places in a text: bytes here, lines and UTF-16 units in editors. Any place is answered; what lies outside is cut to the text.
use lsp_types::{Position, Range};

/// A text with the places where its lines begin.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// All of it, its line ends `\n`, as the reader of rules keeps it.
    pub text: String,
    starts: Vec<usize>,
}

impl Text {
    /// A text as an editor or a disk gives it.
    pub fn new(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = text.replace("\r\n", "\n");
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let starts = std::iter::once(0)
            .chain(breaks.map(|(i, _)| i + 1))
            .collect();
        Text { text, starts }
    }

    /// The bytes of a line (from 0) without its end; none: the text has no such line.
    fn line(&self, line: usize) -> Option<(usize, &str)> {
        let start = *self.starts.get(line)?;
        let end = self
            .starts
            .get(line + 1)
            .map_or(self.text.len(), |next| next - 1);
        Some((start, self.text.get(start..end)?))
    }

    /// The byte of a place.
    pub fn byte(&self, at: Position) -> usize {
        let Some((start, line)) = self.line(at.line as usize) else {
            return self.text.len();
        };
        let mut units = 0;
        for (i, c) in line.char_indices() {
            if units >= at.character as usize {
                return start + i;
            }
            units += c.len_utf16();
        }
        start + line.len()
    }

    /// The place of a byte.
    pub fn position(&self, byte: usize) -> Position {
        let byte = self.text.floor_char_boundary(byte.min(self.text.len()));
        let line = self.starts.partition_point(|s| *s <= byte).max(1) - 1;
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text.get(start..byte).unwrap_or("");
        Position {
            line: line as u32,
            character: before.encode_utf16().count() as u32,
        }
    }

    /// The range of a stretch of bytes.
    pub fn range(&self, lo: usize, hi: usize) -> Range {
        Range {
            start: self.position(lo),
            end: self.position(hi.max(lo)),
        }
    }

    /// What stands there.
    pub fn words(&self, lo: usize, hi: usize) -> &str {
        let lo = self.text.floor_char_boundary(lo.min(self.text.len()));
        let hi = self.text.ceil_char_boundary(hi.clamp(lo, self.text.len()));
        &self.text[lo..hi]
    }

    /// The text with a stretch replaced.
    pub fn edited(&self, range: Range, new: &str) -> String {
        let lo = self.byte(range.start);
        let hi = self.byte(range.end).max(lo);
        format!("{}{new}{}", &self.text[..lo], &self.text[hi..])
    }
}

/// Words in one line with single spaces, comments left out: the same sentence however it is laid out.
pub fn plain(words: &str) -> String {
    let lines = words.lines().map(|line| {
        let mut quoted = false;
        let sign = line.char_indices().find(|(_, c)| {
            quoted ^= *c == '"';
            *c == '#' && !quoted
        });
        sign.map_or(line, |(at, _)| &line[..at])
    });
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_in_utf16_units_and_are_cut_to_the_text() {
        let text = Text::new("a𝄞b\r\nüc\n");
        let at = |line, character| text.byte(Position { line, character });
        assert_eq!((at(0, 1), at(0, 3), at(0, 99)), (1, 5, 6));
        assert_eq!((at(1, 1), at(9, 9)), (9, text.text.len()));
        assert_eq!(text.position(5).character, 3);
        assert_eq!(
            text.position(9),
            Position {
                line: 1,
                character: 1
            }
        );
        // inside a pair of units: the character behind it
        assert_eq!(at(0, 2), 5);
    }
}

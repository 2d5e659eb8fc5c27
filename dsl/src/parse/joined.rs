//! Lines that go on inside parentheses: their line ends count as spaces, so the grammar sees one line.
use std::borrow::Cow;

/// The text with line ends and comments inside closed parentheses turned into spaces; every byte keeps its place. A
/// parenthesis does not reach over an empty line, a brace or a `;`, so one that is never closed takes nothing with it.
pub(super) fn joined(text: &str) -> Cow<'_, str> {
    let groups = groups(text);
    if groups.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for (from, to) in groups {
        let mut comment = false;
        let mut quoted = false;
        for byte in &mut bytes[from..to] {
            match *byte {
                b'\n' => (comment, quoted) = (false, false),
                b'"' if !comment => quoted = !quoted,
                b'#' if !quoted => comment = true,
                _ => {}
            }
            if comment || *byte == b'\n' {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The outermost parentheses that are closed on another line than they are opened.
fn groups(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut lines = 0;
    let mut blank = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at += super::quoted(&bytes[at..]),
            b'#' => {
                let end = bytes[at..].iter().position(|b| *b == b'\n');
                at += end.unwrap_or(bytes.len() - at).saturating_sub(1);
            }
            b'(' => {
                if open.is_empty() {
                    lines = 0;
                }
                open.push(at);
            }
            b')' => {
                let from = open.pop();
                if let (Some(from), true, true) = (from, open.is_empty(), lines > 0) {
                    found.push((from, at));
                }
            }
            b'{' | b'}' | b';' => open.clear(),
            b'\n' if blank => open.clear(),
            b'\n' => lines += 1,
            _ => {}
        }
        blank = match byte {
            b'\n' => true,
            b' ' | b'\t' | b'\r' => blank,
            _ => false,
        };
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn only_what_is_closed_is_joined() {
        let cases = [
            ("a (b\nor c) d", "a (b or c) d"),
            ("a (b # x )\n c)\nd", "a (b        c)\nd"),
            ("a (b\nc\n", "a (b\nc\n"),
            ("a (b\n\nc)", "a (b\n\nc)"),
            ("a (b\n{ c)", "a (b\n{ c)"),
            ("a ((b\n) (c\n)) d\ne", "a ((b ) (c )) d\ne"),
            ("a \"(\"\nb)", "a \"(\"\nb)"),
            ("a b)\nc (d)", "a b)\nc (d)"),
        ];
        for (text, want) in cases {
            assert_eq!(joined(text), want);
        }
    }
}

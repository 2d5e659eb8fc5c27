//! Pages of Markdown as the tests read them: fenced blocks, what stands outside of them, numbers of clauses, and the parts that are made
//! from data.

/// A fenced block: the line it begins at, what stands behind its fence, its text.
pub struct Block {
    /// From 1.
    pub line: usize,
    /// `scenario with the army above`.
    pub mark: String,
    /// Without the fences.
    pub text: String,
}

/// All fenced blocks of a page.
///
/// # Panics
/// One is not closed.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::new();
    let mut open = false;
    for (i, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(mark), false) => {
                all.push(Block {
                    line: i + 1,
                    mark: mark.to_string(),
                    text: String::new(),
                });
                open = true;
            }
            (Some(_), true) => open = false,
            (None, true) => {
                if let Some(block) = all.last_mut() {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
            }
            (None, false) => {}
        }
    }
    assert!(!open, "a block is not closed");
    all
}

/// The text outside fenced blocks.
pub fn prose(text: &str) -> String {
    let mut open = false;
    let outside = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        open ^= fence;
        !open && !fence
    });
    outside.collect::<Vec<_>>().join("\n")
}

/// What stands between backquotes outside fenced blocks.
pub fn spans(text: &str) -> Vec<String> {
    let outside = prose(text);
    let cells = outside.split('`').map(|s| s.replace('\n', " "));
    cells.skip(1).step_by(2).collect()
}

/// The targets of all links outside fenced blocks.
pub fn links(text: &str) -> Vec<String> {
    let text = prose(text);
    let rest = text.split("](").skip(1);
    rest.filter_map(|rest| rest.split(')').next())
        .map(str::to_string)
        .collect()
}

/// Numbers of clauses in a text: `basic.36`, `kit.base.7`; `.6` and `.modern.4` stand behind a whole number and share its
/// beginning; `switzerland.3-5` is three of them.
pub fn numbers(text: &str) -> Vec<String> {
    let part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-');
    let mut found: Vec<String> = Vec::new();
    for word in text.split(|c| !part(c)) {
        let word = word.trim_end_matches(['.', '-']);
        let (word, to) = match word.rsplit_once('-') {
            Some((from, to)) if from.contains('.') => match to.parse::<u32>() {
                Ok(to) => (from, Some(to)),
                Err(_) => (word, None),
            },
            _ => (word, None),
        };
        let Some((before, last)) = word.rsplit_once('.') else {
            continue;
        };
        let Ok(first) = last.parse::<u32>() else {
            continue;
        };
        let heading = if word.starts_with('.') {
            let Some(whole) = found.last() else { continue };
            let shared = word.split('.').count() - 1;
            let parts: Vec<&str> = whole.split('.').collect();
            let kept = parts.len().saturating_sub(shared);
            format!("{}{before}", parts[..kept].join("."))
        } else if before.starts_with(|c: char| c.is_ascii_lowercase()) && !is_version(before) {
            before.to_string()
        } else {
            continue;
        };
        found.extend((first..=to.unwrap_or(first)).map(|n| format!("{heading}.{n}")));
    }
    found
}

/// Whether a text begins as the version of a program does: `v0.1`.
fn is_version(text: &str) -> bool {
    let number = text.strip_prefix('v');
    number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// The text with what stands between `<!-- made: NAME -->` and `<!-- /made -->` replaced; none: there is no such place.
pub fn fill(text: &str, name: &str, made: &str) -> Option<String> {
    let open = format!("<!-- made: {name} -->\n");
    let (before, rest) = text.split_once(&open)?;
    let (_, after) = rest.split_once("<!-- /made -->")?;
    Some(format!(
        "{before}{open}\n{}\n\n<!-- /made -->{after}",
        made.trim()
    ))
}

/// The names of all places of a text that are made from data.
pub fn made(text: &str) -> Vec<String> {
    let names = text.split("<!-- made: ").skip(1);
    names
        .filter_map(|rest| rest.split(" -->").next())
        .map(str::to_string)
        .collect()
}

/// What a cell of a table may hold: one line, no bars.
pub fn cell(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_clauses_share_and_range() {
        let found = numbers("kit.base.7 with .6, chaturanga.orig.16, .28 and switzerland.3-5.");
        let known = [
            "kit.base.7",
            "kit.base.6",
            "chaturanga.orig.16",
            "chaturanga.orig.28",
            "switzerland.3",
            "switzerland.4",
            "switzerland.5",
        ];
        assert_eq!(found, known);
        assert_eq!(numbers("moves 2 squares. v0.1"), Vec::<String>::new());
    }

    #[test]
    fn only_what_is_made_is_replaced() {
        let text = "a\n<!-- made: x -->\n\nold\n\n<!-- /made -->\nb\n";
        let new = "a\n<!-- made: x -->\n\nnew\n\n<!-- /made -->\nb\n";
        assert_eq!(fill(text, "x", "new").as_deref(), Some(new));
        assert_eq!(fill(text, "y", "new"), None);
        assert_eq!(made(text), ["x"]);
    }
}

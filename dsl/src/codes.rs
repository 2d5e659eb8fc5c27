//! What every code of a problem means, with a bad file and the mended one: the pages of `codes/pages.toml`.
use serde::Deserialize;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The page of one code.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// `E100`.
    pub code: String,
    /// What it is told for, in a few words.
    pub title: String,
    /// What it means and what to do.
    pub text: String,
    /// What gives the code: a whole file, or lines of a variant ([`Page::example`]).
    #[serde(default)]
    bad: String,
    /// The same, mended.
    #[serde(default)]
    good: String,
    /// It is told when a scenario is run, not when the file is read.
    #[serde(default)]
    pub when_run: bool,
}

#[derive(Deserialize)]
struct Pages {
    code: Vec<Page>,
}

static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| {
    let all: Result<Pages, _> = toml::from_str(include_str!("codes/pages.toml"));
    all.map(|pages| pages.code).unwrap_or_default()
});

/// All pages, in the order of the codes.
pub fn pages() -> &'static [Page] {
    &PAGES
}

/// The page of a code; capitals do not matter.
pub fn page(code: &str) -> Option<&'static Page> {
    PAGES.iter().find(|p| p.code.eq_ignore_ascii_case(code))
}

impl Page {
    /// A whole file that gives the code, and the file without the mistake; none where no such file is known.
    pub fn example(&self) -> Option<(String, String)> {
        let known = !self.bad.is_empty() && !self.good.is_empty();
        known.then(|| (whole(&self.bad), whole(&self.good)))
    }

    /// What its first letter says.
    pub fn severity(&self) -> &'static str {
        match self.code.as_bytes().first() {
            Some(b'N') => "a remark",
            Some(b'W') => "a warning",
            _ => "an error",
        }
    }
}

/// An example that is no file of its own is lines of a variant that changes another (`codes/head.txt`).
fn whole(example: &str) -> String {
    let example = example.trim_matches('\n');
    let heads = ["army ", "variant ", "mode ", "deck ", "scenario "];
    if heads.iter().any(|h| example.starts_with(h)) {
        return format!("{example}\n");
    }
    let head = include_str!("codes/head.txt").trim_end();
    let lines = example.lines().map(|line| {
        let gap = if line.is_empty() { "" } else { "  " };
        format!("{gap}{line}\n")
    });
    format!("{head}\n{}}}\n", lines.collect::<String>())
}

/// All pages as one Markdown text, `docs/book/src/codes.md`.
pub fn manual() -> String {
    let mut out = include_str!("codes/intro.md").to_owned();
    for page in pages() {
        let Page {
            code, title, text, ..
        } = page;
        let _ = write!(
            out,
            "\n## {code}\n\n**{title}** ({})\n\n{}\n",
            page.severity(),
            text.trim()
        );
        if let Some((bad, good)) = page.example() {
            let _ = write!(out, "\nThis gives {code}:\n\n```\n{bad}```\n");
            let _ = write!(out, "\nThis does not:\n\n```\n{good}```\n");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_read_and_stand_in_order() {
        let all: Result<Pages, _> = toml::from_str(include_str!("codes/pages.toml"));
        let codes: Vec<String> = match all {
            Ok(all) => all.code.into_iter().map(|p| p.code).collect(),
            Err(e) => panic!("{e}"),
        };
        let mut sorted = codes.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(codes, sorted);
        assert!(codes.len() > 60);
    }
}

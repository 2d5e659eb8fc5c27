//! What every code of a problem means, with a bad file and the mended one: the pages of `codes/pages.toml`.
use crate::diagnostic::nearest;
use serde::Deserialize;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The page of one code.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// `E100`.
    pub code: String,
    /// `unknown-word`: what people call it; it stands for the code wherever one is taken.
    pub name: String,
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

/// The page of a code or of its name; capitals do not matter.
pub fn page(given: &str) -> Option<&'static Page> {
    PAGES
        .iter()
        .find(|p| p.code.eq_ignore_ascii_case(given) || p.name.eq_ignore_ascii_case(given))
}

/// The page of a code or name as a file or a command line gives it, in its own letters.
///
/// # Errors
/// There is none: what to say, with the nearest code or name.
pub fn known(given: &str) -> Result<&'static Page, String> {
    let own = |p: &&Page| p.code == given || p.name == given;
    if let Some(page) = PAGES.iter().find(own) {
        return Ok(page);
    }
    // in other letters it is meant all the same
    let near = match page(given) {
        Some(page) if page.code.eq_ignore_ascii_case(given) => Some(page.code.as_str()),
        Some(page) => Some(page.name.as_str()),
        None => near(given),
    };
    let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(format!("there is no code `{given}`{near}"))
}

/// The nearest code or name.
fn near(given: &str) -> Option<&'static str> {
    let codes = || PAGES.iter().map(|p| p.code.as_str());
    let names = || PAGES.iter().map(|p| p.name.as_str());
    nearest(&given.to_ascii_uppercase(), codes())
        .or_else(|| nearest(&given.to_ascii_lowercase(), names()))
}

impl Page {
    /// A whole file that gives the code, and the file without the mistake; none where no such file is known.
    pub fn example(&self) -> Option<(String, String)> {
        let known = !self.bad.is_empty() && !self.good.is_empty();
        known.then(|| (whole(&self.bad), whole(&self.good)))
    }

    /// Where the page stands, from the address of the book; without one, from wherever the book lies.
    pub fn address(&self, book: &str) -> String {
        let gap = if book.is_empty() || book.ends_with('/') {
            ""
        } else {
            "/"
        };
        format!("{book}{gap}codes/{}.html", self.code)
    }

    /// The page as Markdown, `docs/book/src/codes/E100.md`; other pages of the book are one folder up from there.
    pub fn markdown(&self) -> String {
        let Page {
            code,
            name,
            title,
            text,
            bad: _,
            good: _,
            when_run: _,
        } = self;
        let mut out = format!(
            "# {code} {name}\n\n**{title}** ({})\n\n{}\n",
            self.severity(),
            text.trim().replace("](", "](../")
        );
        if let Some((bad, good)) = self.example() {
            let _ = write!(out, "\nThis gives {code}:\n\n```\n{bad}```\n");
            let _ = write!(out, "\nThis does not:\n\n```\n{good}```\n");
        }
        out
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

/// All pages as one Markdown text.
pub fn manual() -> String {
    let all: Vec<String> = pages().iter().map(Page::markdown).collect();
    all.join("\n")
}

/// The table of all codes, `docs/book/src/codes.md`.
pub fn index() -> String {
    let mut out = include_str!("codes/intro.md").to_owned();
    for (letter, said) in [("E", "Errors"), ("W", "Warnings"), ("N", "Remarks")] {
        let _ = write!(
            out,
            "\n## {said}\n\n| code | name | told for |\n|---|---|---|\n"
        );
        for page in pages().iter().filter(|p| p.code.starts_with(letter)) {
            let Page {
                code, name, title, ..
            } = page;
            let _ = writeln!(out, "| [{code}](codes/{code}.md) | `{name}` | {title} |");
        }
    }
    out
}

/// The table of contents of the book with a line for each page below that of the table of codes.
pub fn contents(summary: &str) -> String {
    let mut out = String::new();
    for line in summary.split_inclusive('\n') {
        // those of before go
        if line.trim_start().starts_with("- [") && line.contains("](codes/") {
            continue;
        }
        out.push_str(line);
        if line.contains("](codes.md)") {
            for Page { code, name, .. } in pages() {
                let _ = writeln!(out, "  - [{code} {name}](codes/{code}.md)");
            }
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

    #[test]
    fn names_are_words_with_hyphens_and_each_stands_for_one_code() {
        let mut names: Vec<&str> = pages().iter().map(|p| p.name.as_str()).collect();
        for name in &names {
            let mut words = name.split('-');
            assert!(
                words.all(|w| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase())),
                "{name}"
            );
            assert!(name.len() <= 32, "{name}");
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn a_code_is_found_by_its_number_and_by_its_name() {
        let code = |given| known(given).map(|p| p.code.as_str());
        assert_eq!(code("W331"), Ok("W331"));
        assert_eq!(code("capture-without-captor"), Ok("W331"));
        for (given, near) in [
            ("w331", "W331"),
            ("Capture-Without-Captor", "capture-without-captor"),
            ("capture-without-captr", "capture-without-captor"),
            ("unused_name", "unused-name"),
        ] {
            let said = format!("there is no code `{given}`; did you mean `{near}`?");
            assert_eq!(code(given), Err(said));
        }
        let said = "there is no code `nothing-like-it-at-all`".to_owned();
        assert_eq!(code("nothing-like-it-at-all"), Err(said));
        assert_eq!(page("Unknown-Word"), page("e100"));
        assert!(page("").is_none() && page("E10").is_none());
    }

    #[test]
    fn the_address_of_a_page_stands_on_that_of_the_book() {
        let page = page("E100").expect("a page");
        let at = "https://book.example/armorial";
        assert_eq!(page.address(at), format!("{at}/codes/E100.html"));
        assert_eq!(page.address(&format!("{at}/")), page.address(at));
        assert_eq!(page.address(""), "codes/E100.html");
    }

    #[test]
    fn contents_list_every_page_once() {
        let before = "- [Verbs](verbs.md)\n- [Codes](codes.md)\n  - [E000 gone](codes/E000.md)\n- [Formats](formats.md)\n";
        let after = contents(before);
        assert_eq!(contents(&after), after);
        assert_eq!(after.lines().count(), 3 + pages().len());
        assert!(after.contains("\n  - [E100 unknown-word](codes/E100.md)\n"));
        assert!(!after.contains("E000"));
    }
}

//! What a command found, and the ways it is printed: people, scripts and the services of hosts of code each read it in a shape
//! of their own, and all of them read the same findings.
mod github;
mod junit;
mod sarif;

use crate::exit::Failure;
use clap::ValueEnum;
use dsl::codes::{Page, page};
use dsl::diagnostic::{Diagnostic, Severity};
use dsl::pool::FileText;
use dsl::syntax::Span;
use std::io::Write;

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Format {
    /// With excerpts of the files and the way out.
    #[default]
    Human,
    /// One line for each: `file:line:column: severity[CODE]: message`.
    Concise,
    /// One JSON object; its schemas are in `docs/schemas`.
    Json,
    /// Workflow commands, which GitHub shows beside the lines of a change.
    Github,
    /// SARIF 2.1.0, for services that collect findings.
    Sarif,
    /// JUnit XML, for services that collect the results of tests.
    Junit,
}

impl Format {
    /// The format asked for by `--format`, or by `--json`, its short form.
    pub fn asked(format: Option<Format>, json: bool) -> Format {
        let short = if json { Format::Json } else { Format::Human };
        format.unwrap_or(short)
    }

    /// Whether people read it, so that a summary may stand beside it.
    pub fn is_read_line_by_line(self) -> bool {
        matches!(self, Format::Human | Format::Concise | Format::Github)
    }

    /// The format asked for by a command line that may not read otherwise.
    pub fn of_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Format {
        let mut found = Format::Human;
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let named = match word {
                "--json" => Some("json"),
                "--format" => words.next(),
                _ => word.strip_prefix("--format="),
            };
            let named = named.and_then(|name| Format::from_str(name, false).ok());
            found = named.unwrap_or(found);
        }
        found
    }
}

/// A place in a file; lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// As the user named it; empty: nowhere.
    pub file: String,
    /// 0: the file as a whole.
    pub line: u32,
    /// 0: the line as a whole.
    pub column: u32,
    /// Where it ends; 0 if that is not known.
    pub end_line: u32,
    /// The column behind its end.
    pub end_column: u32,
}

impl Place {
    /// `file:line`.
    pub fn short(&self) -> String {
        match self.file.as_str() {
            "" => String::new(),
            file => format!("{file}:{}", self.line),
        }
    }
}

/// A replacement that mends a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What goes.
    pub place: Place,
    /// What comes.
    pub text: String,
}

/// One thing found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The code of a problem, or what sort of finding it is: `failed`.
    pub code: String,
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What works instead.
    pub help: Option<String>,
    /// Other places that have to do with it, and what stands there.
    pub also: Vec<(Place, String)>,
    /// The change of the text that carries the help out.
    pub fix: Option<Fix>,
}

impl Finding {
    /// An error without a way out.
    pub fn error(code: &str, place: Place, message: impl Into<String>) -> Finding {
        Finding {
            code: code.to_string(),
            severity: Severity::Error,
            place,
            message: message.into(),
            help: None,
            also: Vec::new(),
            fix: None,
        }
    }

    /// A problem of a rule file.
    pub fn of(d: &Diagnostic, files: &[FileText]) -> Finding {
        let place = |span: Span| {
            let file = files.get(span.file.0 as usize);
            let at = |offset| file.map_or((0, 0), |f| f.position(offset));
            let ((line, column), (end_line, end_column)) = (at(span.lo), at(span.hi));
            Place {
                file: file.map_or_else(String::new, |f| f.name.clone()),
                line,
                column,
                end_line,
                end_column,
            }
        };
        Finding {
            code: d.code.to_string(),
            severity: d.severity,
            place: place(d.span),
            message: d.message.clone(),
            help: d.help.clone(),
            also: (d.also.iter())
                .map(|(span, words)| (place(*span), words.clone()))
                .collect(),
            fix: d.fix.as_ref().map(|fix| Fix {
                place: place(fix.span),
                text: fix.text.clone(),
            }),
        }
    }

    /// The page of its code; none for what is no problem of a rule file.
    pub fn page(&self) -> Option<&'static Page> {
        page(&self.code)
    }

    /// Whether it makes a command end with 1.
    pub fn counts(&self) -> bool {
        self.severity != Severity::Note
    }

    /// `file:line:column: severity[CODE]: message`, on one line whatever the message says.
    pub fn concise(&self) -> String {
        let place = &self.place;
        let numbers = [place.line, place.column];
        let numbers = numbers.iter().take_while(|n| **n > 0);
        let numbers: Vec<String> = numbers.map(|n| format!(":{n}")).collect();
        let gap = if place.file.is_empty() { "" } else { ": " };
        let words: Vec<&str> = self.message.split_whitespace().collect();
        format!(
            "{}{}{gap}{}[{}]: {}",
            place.file,
            numbers.concat(),
            word(self.severity),
            self.code,
            words.join(" ")
        )
    }
}

/// The word for how bad something is, in every output.
pub fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Something that was looked at, with what was found in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Looked {
    /// The file it is in.
    pub group: String,
    /// What it is called: a file, a scenario.
    pub name: String,
    /// For which game, if there is more than one.
    pub setting: Option<String>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
}

impl Looked {
    /// A file.
    pub fn file(name: &str, findings: Vec<Finding>) -> Looked {
        Looked {
            group: name.to_string(),
            name: name.to_string(),
            setting: None,
            findings,
        }
    }

    /// Something that was asked for and is not there.
    pub fn missing(asked: &str, message: String) -> Looked {
        let place = Place {
            file: asked.to_string(),
            ..Place::default()
        };
        let name = if asked.is_empty() { "project" } else { asked };
        Looked::file(name, vec![Finding::error("missing", place, message)])
    }
}

/// Prints what was found, in a format that knows nothing of the command.
///
/// # Errors
/// It cannot be printed.
pub fn print(
    out: &mut impl Write,
    format: Format,
    command: &str,
    looked: &[Looked],
) -> Result<(), Failure> {
    let found = || looked.iter().flat_map(|l| &l.findings);
    match format {
        Format::Sarif => writeln!(out, "{}", sarif::log(found(), None)?)?,
        Format::Junit => writeln!(out, "{}", junit::report(command, looked)?)?,
        Format::Github => found().try_for_each(|f| writeln!(out, "{}", github::line(f)))?,
        // What these print besides, the commands know.
        Format::Human | Format::Concise | Format::Json => {
            found().try_for_each(|f| writeln!(out, "{}", f.concise()))?;
        }
    }
    Ok(())
}

/// Why a command could not run, for those who read its output by program; nothing if people read it.
pub fn failure(format: Format, why: &str) -> Option<String> {
    let why = why.trim_end();
    let finding = || Finding::error("failure", Place::default(), why);
    match format {
        Format::Human | Format::Concise => None,
        Format::Json => {
            let said = serde_json::json!({ "schema": crate::JSON_SCHEMA, "error": why });
            Some(said.to_string())
        }
        Format::Github => Some(github::line(&finding())),
        Format::Sarif => sarif::log(std::iter::empty(), Some(why)).ok(),
        Format::Junit => {
            let looked = Looked {
                group: "armorial".to_string(),
                name: "run".to_string(),
                setting: None,
                findings: vec![finding()],
            };
            junit::report("armorial", &[looked]).ok()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_known_from_words_that_do_not_read() {
        let of = |words: &str| Format::of_words(words.split(' '));
        assert_eq!(of("check x"), Format::Human);
        assert_eq!(of("perft --json"), Format::Json);
        assert_eq!(of("check --format sarif --nonsense"), Format::Sarif);
        assert_eq!(of("check --format=junit"), Format::Junit);
        assert_eq!(of("check --format nonsense"), Format::Human);
        assert_eq!(of("check --format"), Format::Human);
    }

    #[test]
    fn a_concise_finding_is_one_line() {
        let mut finding = Finding::error("E100", Place::default(), "unknown\n  word");
        assert_eq!(finding.concise(), "error[E100]: unknown word");
        finding.place.file = "a b.army".to_string();
        assert_eq!(finding.concise(), "a b.army: error[E100]: unknown word");
        finding.place.line = 3;
        assert_eq!(finding.concise(), "a b.army:3: error[E100]: unknown word");
        finding.place.column = 7;
        assert_eq!(finding.concise(), "a b.army:3:7: error[E100]: unknown word");
    }
}

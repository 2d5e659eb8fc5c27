//! The way in: from a library and a setting to the IR, with all problems at once.
use crate::assemble::program;
use crate::diagnostic::{Diagnostic, sort};
use crate::gather::Setting;
use crate::library::Library;
use crate::phrase::{self, Reading};
use crate::program::Program;
use crate::review;
use crate::syntax::Span;
use engine::ids::TextId;
use engine::rules::{Form, Holder, Ruleset};
use std::collections::HashSet;

/// What compiling found.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// The rules, if nothing is wrong with them.
    pub rules: Option<Ruleset>,
    /// Errors, warnings and notes, in the order of the text.
    pub problems: Vec<Diagnostic>,
}

/// Compiles a variant with its modes and armies, and tells everything that is to be said about it.
/// Problems of files that have no part in it are not among them ([`Library::problems`]).
pub fn check(library: &Library, setting: &Setting) -> Checked {
    let (program, mut problems) = program(library, setting);
    let rules = program.map(|program| {
        let (reading, more) = read(program);
        problems.extend(more);
        same_name(&reading.program, &mut problems);
        reading.finish()
    });
    // What a sentence with an error in its text says is not known: warnings about the rest of it mislead.
    let broken: Vec<Span> = (library.problems().iter())
        .filter(|d| d.is_error())
        .map(|d| d.span)
        .collect();
    let within = |d: &Diagnostic| broken.iter().any(|b| d.span.holds(*b));
    problems.retain(|d| d.is_error() || !within(d));
    let wrong = problems.iter().any(Diagnostic::is_error);
    crate::cause::only(library, &mut problems);
    sort(&mut problems);
    Checked {
        rules: rules.filter(|_| !wrong),
        problems,
    }
}

/// Compiles a variant with its modes and armies; warnings and notes are left to [`check`].
///
/// # Errors
/// All problems, if one of them is an error.
pub fn compile(library: &Library, setting: &Setting) -> Result<Ruleset, Vec<Diagnostic>> {
    let checked = check(library, setting);
    checked.rules.ok_or(checked.problems)
}

/// Reads every sentence of a match and, if all of them read, looks at what they say together.
pub fn read(program: Program) -> (Reading, Vec<Diagnostic>) {
    let (reading, mut problems) = phrase::read(program);
    if !problems.iter().any(Diagnostic::is_error) {
        for problem in review::rules(&reading.program) {
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
    }
    (reading, problems)
}

/// What the reader expected behind a sentence that ends where this span ends, in the order it was looked for. The text is read
/// up to there: whoever asks leaves out what stands behind it on its line.
pub fn wanted(library: &Library, setting: &Setting, place: Span) -> Vec<String> {
    let Some(mut program) = program(library, setting).0 else {
        return Vec::new();
    };
    program.pool.ask(place);
    let (reading, _) = phrase::read(program);
    reading.program.pool.wanted().to_vec()
}

/// E207: two actions of one holder that go by the same name; a player could not say which is meant.
fn same_name(program: &Program, problems: &mut Vec<Diagnostic>) {
    let mut seen: HashSet<(Holder, Option<TextId>)> = HashSet::new();
    for rule in &program.rules.rules {
        if !matches!(rule.form, Form::Action { .. }) || seen.insert((rule.holder, rule.label)) {
            continue;
        }
        let name = rule
            .label
            .map(|l| program.pool.text_of(l).to_owned())
            .or(match rule.holder {
                Holder::Power(p) => program
                    .rules
                    .powers
                    .get(p.index())
                    .map(|p| program.pool.text_of(p.name).to_owned()),
                _ => None,
            });
        let said = match name {
            Some(name) => format!("two actions go by the name `{name}`"),
            None => "two actions go without a name".to_owned(),
        };
        let problem = Diagnostic::new("E207", program.pool.span_of(rule.src), said);
        problems.push(problem.help("give each a label of its own: `*name*` before the sentence"));
    }
}

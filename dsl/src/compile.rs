//! The way in: from a library and a setting to the IR, with all problems at once.
use crate::assemble::program;
use crate::diagnostic::{Diagnostic, sort};
use crate::gather::Setting;
use crate::library::Library;
use crate::phrase;
use engine::rules::Ruleset;

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
        let (reading, more) = phrase::read(program);
        problems.extend(more);
        reading.finish()
    });
    sort(&mut problems);
    let wrong = problems.iter().any(Diagnostic::is_error);
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

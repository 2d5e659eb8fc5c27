//! One cause, one problem: what is told of a text only because something else in it does not read is left out. What is left out
//! comes back when the cause is mended and it still holds.
use crate::diagnostic::Diagnostic;
use crate::library::Library;
use crate::syntax::Span;

/// Codes of what a unit lacks, which may stand in a line that does not read.
const LACKS: [&str; 4] = ["E231", "E234", "E241", "E205"];
/// Codes of names that nobody made, which the line that makes them may have made.
const NAMELESS: [&str; 6] = ["E100", "E101", "E116", "E204", "E255", "E313"];
/// Codes of braces that take everything behind them along.
const BRACES: [&str; 2] = ["E215", "E216"];

/// Of the problems of a match those that are no consequence of others, of its files or of its own.
pub fn only(library: &Library, problems: &mut Vec<Diagnostic>) {
    let stage_one = library.problems().iter().filter(|d| d.is_error());
    let torn: Vec<Diagnostic> = stage_one.cloned().collect();
    let by_brace = |d: &Diagnostic| {
        let same = |b: &&Diagnostic| b.span.file == d.span.file && BRACES.contains(&b.code);
        torn.iter().any(|b| same(&b))
    };
    let lacks = |d: &Diagnostic| {
        let unit = unit_of(library, d.span);
        let inside = |t: &Diagnostic| unit.is_some_and(|u| u.holds(t.span)) && !torn_itself(t, d);
        LACKS.contains(&d.code) && torn.iter().any(inside)
    };
    problems.retain(|d| !d.is_error() || !(by_brace(d) || lacks(d)));
    let all: Vec<Diagnostic> = problems.iter().chain(&torn).cloned().collect();
    let explained = |d: &Diagnostic| {
        if !NAMELESS.contains(&d.code) {
            return false;
        }
        let word = words(library, d.span).to_lowercase();
        let named = |c: &Diagnostic| makes(library, c, d, &word);
        !word.is_empty() && all.iter().any(named)
    };
    let drop: Vec<bool> = problems.iter().map(explained).collect();
    let mut kept = drop.into_iter();
    problems.retain(|_| !kept.next().unwrap_or(false));
}

/// The same problem.
fn torn_itself(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.span == b.span && a.code == b.code
}

fn unit_of(library: &Library, span: Span) -> Option<Span> {
    let tree = library.tree(span.file)?;
    let mut units = tree.units.iter().map(|u| u.span);
    units.find(|u| u.lo <= span.lo && span.lo < u.hi)
}

fn words(library: &Library, span: Span) -> &str {
    let file = library.files().get(span.file.0 as usize);
    file.map_or("", |f| f.words(span)).trim()
}

/// Whether a problem `c` keeps a line from reading that makes the name `word`, of which `d` complains elsewhere. A line makes a
/// name behind `called`, `choose`, `let`, `each`, `kind`, `power` or `to`, in the quotation marks of a letter, or anywhere in a
/// definition; a word among these may itself be what is wrong with the line.
fn makes(library: &Library, c: &Diagnostic, d: &Diagnostic, word: &str) -> bool {
    if !c.is_error() || c.span.file != d.span.file || c.span == d.span {
        return false;
    }
    let Some(file) = library.files().get(c.span.file.0 as usize) else {
        return false;
    };
    let (line, other) = (file.position(c.span.lo).0, file.position(d.span.lo).0);
    if line == other || words(library, c.span).eq_ignore_ascii_case(word) {
        return false;
    }
    let text = file.line(line).to_lowercase();
    let parts: Vec<&str> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .filter(|w| !w.is_empty())
        .collect();
    let letter = d.code == "E204" && text.contains(&format!("{} ", word.trim_end_matches(char::is_numeric)));
    let stem = |w: &str| w == word || crate::phrase::forms_of(word).iter().any(|f| f == w);
    let Some(at) = parts.iter().position(|w| stem(w)) else {
        return letter && text.trim_start().starts_with("kind");
    };
    let makers = ["called", "call", "choose", "chooses", "let", "each", "kind", "power", "to"];
    let near = |from: usize| parts[from..at].iter().any(|w| makers.iter().any(|m| close(w, m)));
    parts[0] == "call" || near(at.saturating_sub(2)) || parts.get(at + 1).is_some_and(|w| close(w, "among"))
}

/// The word, or one that a slip away from it.
fn close(word: &str, meant: &str) -> bool {
    word == meant || word.len() > 3 && crate::diagnostic::nearest(word, [meant]).is_some()
}

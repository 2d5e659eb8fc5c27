//! One cause, one problem: what is told of a text only because something else in it does not read is left out. What is left out
//! comes back when the cause is mended and it still holds.
use crate::diagnostic::{Diagnostic, Edit};
use crate::library::Library;
use crate::syntax::{Span, Statement};

/// Codes of what a unit lacks, which may stand in a line that does not read.
const LACKS: [&str; 7] = ["E231", "E234", "E241", "E205", "E237", "E252", "E253"];
/// What a unit lacks, and the word of the line that says it.
const LACKED: [(&str, &str); 3] = [("E231", "setup"), ("E234", "seats"), ("E241", "board")];
/// Codes of headings that do not say all they should: from what a unit derives may be lost.
const HEADINGS: [&str; 2] = ["E210", "E213"];
/// Codes of names that nobody made, which the line that makes them may have made.
const NAMELESS: [&str; 6] = ["E100", "E101", "E116", "E204", "E255", "E313"];
/// Codes of braces that take everything behind them along.
const BRACES: [&str; 2] = ["E215", "E216"];

/// Of the problems of a match those that are no consequence of others, of its files or of its own.
pub fn only(library: &Library, problems: &mut Vec<Diagnostic>) {
    let first = problems.iter().find(|d| d.is_error()).cloned();
    consequences(library, problems);
    let Some(first) = first.filter(|_| !problems.iter().any(Diagnostic::is_error)) else {
        return;
    };
    // whoever asks about a match alone is told the cause in the place of what it brought about
    let causes = library.problems().iter().filter(|d| d.is_error());
    problems.extend(causes.filter(|d| d.span.file == first.span.file).cloned());
    if !problems.iter().any(Diagnostic::is_error) {
        problems.push(first);
    }
}

/// Leaves out what follows from something else.
fn consequences(library: &Library, problems: &mut Vec<Diagnostic>) {
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
    let headless = |d: &Diagnostic| {
        let unit = unit_of(library, d.span);
        let of_it = |t: &Diagnostic| {
            let heading = HEADINGS.contains(&t.code) && !torn_itself(t, d);
            heading && unit.is_some_and(|u| u.holds(t.span))
        };
        torn.iter().any(of_it)
    };
    let follows = |d: &Diagnostic| by_brace(d) || headless(d) || (d.is_error() && lacks(d));
    problems.retain(|d| !follows(d));
    misspelt(library, problems, &torn);
    twice(library, problems);
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

/// What a unit lacks because the word of its line is misspelt.
fn misspelt(library: &Library, problems: &mut Vec<Diagnostic>, torn: &[Diagnostic]) {
    let all: Vec<Diagnostic> = problems.iter().chain(torn).cloned().collect();
    problems.retain(|d| {
        let Some((_, word)) = LACKED.iter().find(|(code, _)| *code == d.code) else {
            return true;
        };
        let unit = unit_of(library, d.span);
        let meant = |o: &&Diagnostic| o.fix.as_ref().is_some_and(|f| f.text == *word);
        let here = |o: &Diagnostic| unit.is_some_and(|u| u.holds(o.span));
        !all.iter().filter(meant).any(here)
    });
}

/// Of a part that is written twice in the same words one goes; that its letter is taken too follows.
fn twice(library: &Library, problems: &mut Vec<Diagnostic>) {
    let mut names: Vec<Span> = Vec::new();
    for d in problems.iter_mut().filter(|d| d.code == "E207") {
        let Some((other, _)) = d.also.first() else {
            continue;
        };
        names.push(d.span);
        let (Some(own), Some(first)) = (part_of(library, d.span), part_of(library, *other)) else {
            continue;
        };
        if words(library, own) == words(library, first) {
            d.help = Some("it is there already: take it out".to_owned());
            d.fix = Some(Box::new(Edit {
                span: own,
                text: String::new(),
            }));
        }
    }
    problems.retain(|d| d.code != "E203" || !names.contains(&d.span));
}

/// The kind or power whose name stands there.
fn part_of(library: &Library, name: Span) -> Option<Span> {
    let tree = library.tree(name.file)?;
    let parts = tree.units.iter().flat_map(|u| &u.block.statements);
    let mut parts = parts.filter_map(|s| match s {
        Statement::Kind(part) | Statement::Power(part) => Some(part),
        _ => None,
    });
    parts.find(|p| p.name.span == name).map(|p| p.span)
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
    let letter =
        d.code == "E204" && text.contains(&format!("{} ", word.trim_end_matches(char::is_numeric)));
    let stem = |w: &str| w == word || crate::phrase::forms_of(word).iter().any(|f| f == w);
    let Some(at) = parts.iter().position(|w| stem(w)) else {
        return letter && text.trim_start().starts_with("kind");
    };
    let makers = [
        "called", "call", "choose", "chooses", "let", "each", "kind", "power", "to",
    ];
    let near = |from: usize| {
        parts[from..at]
            .iter()
            .any(|w| makers.iter().any(|m| close(w, m)))
    };
    parts[..at].contains(&"call")
        || near(at.saturating_sub(2))
        || parts.get(at + 1).is_some_and(|w| close(w, "among"))
}

/// The word, or one that a slip away from it.
fn close(word: &str, meant: &str) -> bool {
    word == meant || word.len() > 3 && crate::diagnostic::nearest(word, [meant]).is_some()
}

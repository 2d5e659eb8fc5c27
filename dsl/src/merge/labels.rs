//! Labels: which sentences bear them, in which forms, and dropping them.
use super::{Body, Line, is_while};
use crate::diagnostic::Diagnostic;
use crate::syntax::*;
use std::collections::BTreeSet;

/// Sentences inside `while` blocks count as statements of the body.
fn inner(sentence: &Sentence) -> impl Iterator<Item = &Sentence> {
    let block = sentence.block.as_ref().filter(|_| is_while(sentence));
    block
        .into_iter()
        .flat_map(|b| &b.statements)
        .filter_map(|s| match s {
            Statement::Sentence(s) => Some(s),
            _ => None,
        })
}

/// All labels of a sentence and of those under its `while`.
pub(super) fn labels_of(sentence: &Sentence, labels: &mut BTreeSet<String>) {
    labels.extend(sentence.label.iter().map(|l| l.text.clone()));
    for s in inner(sentence) {
        labels_of(s, labels);
    }
}

/// The forms in which a label is written.
pub(super) fn forms_of(sentence: &Sentence, label: &str, forms: &mut BTreeSet<&'static str>) {
    if sentence.label.as_ref().is_some_and(|l| l.text == label) {
        forms.insert(form(sentence));
    }
    for s in inner(sentence) {
        forms_of(s, label, forms);
    }
}

/// Roughly which form a sentence has: a rule, a definition, state or another fact.
fn form(sentence: &Sentence) -> &'static str {
    let words = || sentence.line.iter().map(|t| t.text.as_str());
    let first = words().next().unwrap_or("");
    let has = words().any(|w| matches!(w, "has" | "have")) && words().any(|w| w == "called");
    match first {
        "call" => "definition",
        _ if sentence.block.is_some() => "rule",
        "after" | "before" | "as" | "at" | "on" | "every" | "instead" | "in" | "once" | "twice"
        | "the"
            if !has && words().any(|w| w == ",") =>
        {
            "rule"
        }
        _ if has => "state",
        _ => "fact",
    }
}

/// Drops what bears the label; false: nothing is left of the sentence.
pub(super) fn keeps(sentence: &mut Sentence, label: &str, found: &mut bool) -> bool {
    if sentence.label.as_ref().is_some_and(|l| l.text == label) {
        *found = true;
        return false;
    }
    if !is_while(sentence) {
        return true;
    }
    let Some(block) = &mut sentence.block else {
        return true;
    };
    let count = block.statements.len();
    block.statements.retain_mut(|s| match s {
        Statement::Sentence(s) => keeps(s, label, found),
        _ => true,
    });
    count == block.statements.len() || !block.statements.is_empty()
}

/// W350: a label that replaces sentences of another form.
pub(super) fn warn_form(label: &str, new: &Body, problems: &mut Vec<Diagnostic>) {
    let lines = new
        .lines
        .iter()
        .chain(new.kinds.iter().flat_map(|k| &k.body.lines));
    let bears = |l: &&Line| l.sentence.label.as_ref().is_some_and(|i| i.text == label);
    if let Some(line) = lines.into_iter().find(bears) {
        let span = line
            .sentence
            .label
            .as_ref()
            .map_or(line.sentence.span, |l| l.span);
        let said = format!("`*{label}*` takes the place of sentences of another form");
        problems.push(
            Diagnostic::new("W350", span, said)
                .help("if both should stand, give this one another label"),
        );
    }
}

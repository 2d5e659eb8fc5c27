//! W220, W221: names and state that are introduced and never spoken of again.
use super::words::{lines, sentence};
use crate::diagnostic::Diagnostic;
use crate::phrase::is_plural_of;
use crate::syntax::*;
use std::collections::BTreeMap;

/// What the words of all units tell.
pub fn names<'a>(units: impl Iterator<Item = &'a Unit> + Clone) -> Vec<Diagnostic> {
    let rules = units.filter(|u| u.kind != UnitKind::Scenario);
    let mut problems = Vec::new();
    let mut spoken: BTreeMap<&str, usize> = BTreeMap::new();
    for unit in rules.clone() {
        lines(&unit.block, &mut |line| count(line, &mut spoken));
    }
    for unit in rules {
        block(&unit.block, false, &spoken, &mut problems);
    }
    problems
}

fn count<'a>(line: &'a [Token], spoken: &mut BTreeMap<&'a str, usize>) {
    for token in line.iter().filter(|t| t.kind == TokenKind::Word) {
        *spoken.entry(token.text.as_str()).or_default() += 1;
    }
}

fn block(
    of: &Block,
    of_kind: bool,
    spoken: &BTreeMap<&str, usize>,
    problems: &mut Vec<Diagnostic>,
) {
    for statement in &of.statements {
        match statement {
            Statement::Power(unit) => block(&unit.block, of_kind, spoken, problems),
            Statement::Kind(unit) => block(&unit.block, true, spoken, problems),
            Statement::Sentence(s) => {
                if let Some(name) = declared(&s.line) {
                    state(name, spoken, problems);
                } else {
                    let mut all = Vec::new();
                    sentence(s, &mut |line| all.push(line));
                    introduced(&all, of_kind, problems);
                }
            }
            Statement::Procedure(p) => {
                let mut all: Vec<&[Token]> = vec![&p.line];
                lines(&p.block, &mut |line| all.push(line));
                introduced(&all, of_kind, problems);
            }
            _ => {}
        }
    }
}

/// The name a declaration of state gives: `.. has a TYPE called NAME`.
fn declared(line: &[Token]) -> Option<&Token> {
    let has = line
        .iter()
        .position(|t| matches!(t.text.as_str(), "has" | "have"))?;
    let called = line.iter().position(|t| t.text == "called")?;
    let opened = line[..has].iter().any(|t| t.kind == TokenKind::Comma);
    line.get(called + 1).filter(|_| has < called && !opened)
}

fn state(name: &Token, spoken: &BTreeMap<&str, usize>, problems: &mut Vec<Diagnostic>) {
    let times: usize = (spoken.iter())
        .filter(|(word, _)| same(word, &name.text))
        .map(|(_, n)| n)
        .sum();
    if times <= 1 {
        let said = format!("`{}` is declared and no rule speaks of it", name.text);
        let problem = Diagnostic::new("W221", name.span, said);
        problems.push(problem.help("take the declaration out, or set and read it somewhere"));
    }
}

/// The names an item introduces and never uses. `of_kind`: in a kind, where `it` is the piece of the kind.
fn introduced(all: &[&[Token]], of_kind: bool, problems: &mut Vec<Diagnostic>) {
    for line in all {
        for (i, token) in line.iter().enumerate() {
            if token.kind != TokenKind::Word || !fresh(line, i) {
                continue;
            }
            let words = all.iter().flat_map(|line| line.iter());
            let times = words.filter(|t| same(&t.text, &token.text)).count();
            // `choose stake among your pawns; it becomes a knight`, where no event has a piece that is `it`
            let said = |words: &[&str]| {
                let word = |t: &&Token| words.contains(&t.text.as_str());
                all.iter().flat_map(|line| line.iter()).find(word).is_some()
            };
            let by_pronoun =
                !of_kind && said(&["it", "its"]) && !said(&["after", "before", "soon", "each"]);
            if times == 1 && !by_pronoun {
                let said = format!("`{}` is named and never used", token.text);
                let problem = Diagnostic::new("W220", token.span, said);
                problems.push(problem.help("use the name, or say what happens without one"));
            }
        }
    }
}

/// Whether a new name stands here: `called NAME`, `let NAME be`, `choose [amount] NAME among`.
fn fresh(line: &[Token], at: usize) -> bool {
    let word = |i: usize| line.get(i).map_or("", |t| t.text.as_str());
    let Some(before) = at.checked_sub(1) else {
        return false;
    };
    match (word(before), word(at + 1)) {
        ("called", _) | ("let", "be") => true,
        (_, "among") => {
            let amount = |i: &usize| {
                let number = line.get(*i).is_some_and(|t| t.kind == TokenKind::Number);
                number || AMOUNT.contains(&word(*i)) || crate::phrase::is_number(word(*i))
            };
            let mut back = (0..at).rev().skip_while(amount);
            back.next()
                .is_some_and(|i| matches!(word(i), "choose" | "chooses"))
        }
        _ => false,
    }
}

/// What may stand between `choose` and a new name.
const AMOUNT: [&str; 13] = [
    "a", "an", "the", "another", "any", "up", "to", "or", "more", "at", "least", "most", "exactly",
];

/// Whether a word is a name, perhaps in the plural.
fn same(word: &str, name: &str) -> bool {
    word == name || is_plural_of(word, name)
}

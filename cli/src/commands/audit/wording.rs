//! What an audit calls sentences, the parts that are left out of them, and the differences that makes.
use super::beside::Shows;
use crate::scenario::mutate::{Change, Mutant, Place, apply, parts};
use dsl::phrase::{read_back, readings};
use engine::notation;
use engine::rules::{Form, Ruleset, Verdict};

/// Whether the sentence at a place is one that forbids.
pub fn forbids(rules: &Ruleset, place: &Place) -> bool {
    let guards = |form: &Form| match form {
        Form::Guard { verdict, .. } => *verdict == Verdict::Forbid,
        Form::Abilities { .. } => true,
        _ => false,
    };
    (rules.rules.iter()).any(|r| place.is(rules, r.src) && guards(&r.form))
}

/// The sentence at a place, on one line, and how many it takes.
pub fn sentence(rules: &Ruleset, place: &Place) -> (String, u32) {
    let here = (0..rules.sources.len()).filter(|i| place.is(rules, (*i).into()));
    let words = here.map(|i| rules.sources[i].words.as_str());
    let longest = words.max_by_key(|w| w.len()).unwrap_or_default();
    let lines = longest.lines().count() as u32;
    (crate::table::words::bare(longest, 100), lines)
}

/// The words a cut leaves out: those of the clause or deed it takes, else what the readings differ in; empty for a whole
/// sentence. None: the reading stays as it was, so these are no words.
pub fn words(rules: &Ruleset, mutant: &Mutant) -> Option<String> {
    let Change::Without(part) = &mutant.change else {
        return Some(String::new());
    };
    let less = apply(rules, mutant)?;
    let here = |r: &&engine::rules::Rule| mutant.place.is(rules, r.src);
    let pairs = rules.rules.iter().zip(&less.rules);
    let changed = pairs.clone().find(|(r, l)| here(r) && r != l);
    let (before, after) = match changed {
        Some((rule, shorter)) => {
            let found = parts::words(rules, rule, part).filter(|w| w.len() < 80);
            if found.is_some() && read_back(rules, rule) != read_back(&less, shorter) {
                return found;
            }
            (read_back(rules, rule), read_back(&less, shorter))
        }
        None => {
            let of = |rules: &Ruleset| {
                let all = readings(rules).into_iter();
                let here = all.filter(|(src, _)| mutant.place.is(rules, *src));
                here.map(|(_, words)| words).collect::<Vec<_>>().join("; ")
            };
            (of(rules), of(&less))
        }
    };
    let words = left_out(&before, &after);
    (!words.is_empty()).then_some(words)
}

/// What stands in one text and not in the other.
fn left_out(before: &str, after: &str) -> String {
    let before = words_of(before);
    let after = words_of(after);
    let same = |(a, b): &(&String, &String)| a == b;
    let head = before.iter().zip(&after).take_while(same).count();
    let rest = before.len().min(after.len()) - head;
    let tail = before.iter().rev().zip(after.iter().rev());
    let tail = tail.take(rest).take_while(same).count();
    let out = &before[head..before.len() - tail];
    let said = |word: &&String| word.chars().any(char::is_alphanumeric);
    let out: Vec<&str> = out.iter().filter(said).map(String::as_str).collect();
    out.join(" ")
}

/// The words of a reading, and each of its signs.
fn words_of(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in text.chars() {
        let joins = c.is_alphanumeric() || matches!(c, '-' | '#' | '_');
        match (joins, words.last_mut()) {
            (true, Some(word)) => word.push(c),
            _ => {
                words.push(c.to_string());
                words.push(String::new());
            }
        }
    }
    words.retain(|w| !w.trim().is_empty());
    words
}

/// What a difference looks like.
pub fn said(rules: &Ruleset, shows: &Shows) -> String {
    let who = |d: &engine::play::Decision| notation::who(rules, &d.who);
    let what = |d, c| notation::choice(rules, d, c);
    match shows {
        Shows::More(d, c) => format!("without it {} could also answer {}", who(d), what(d, c)),
        Shows::Less(d, c) => format!("without it {} could not answer {}", who(d), what(d, c)),
        Shows::Asked(d) => format!("without it {} would not be asked this", who(d)),
        Shows::Stands(d, c) => format!("after {} answers {}", who(d), what(d, c)),
        Shows::Circle(d, c) => format!(
            "without it rules would fire each other without end after {} answers {}",
            who(d),
            what(d, c)
        ),
        Shows::Ends => "without it the game would begin or end otherwise".to_string(),
    }
}

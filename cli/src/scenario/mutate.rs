//! Mutants of rules: one rule taken out, one word of it flipped, or one part left out. A mutant that no scenario notices is a
//! rule that no scenario proves; a part whose going nothing notices says nothing.
pub mod parts;

use engine::ids::{RuleId, SourceId};
use engine::rules::Ruleset;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// One change of a ruleset.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mutant {
    /// Where the sentence stands.
    pub place: Place,
    /// What was changed.
    pub change: Change,
}

/// Where a sentence stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The file, as the host names it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

impl Place {
    /// The place of a source; none if there is no such source.
    fn of(rules: &Ruleset, src: SourceId) -> Option<Place> {
        let source = rules.sources.get(src.index())?;
        Some(Place {
            file: source.file.clone(),
            line: source.line,
            column: source.column,
        })
    }

    /// The place of a rule.
    pub fn of_rule(rules: &Ruleset, rule: RuleId) -> Option<Place> {
        Place::of(rules, rules.rules.get(rule.index())?.src)
    }

    /// Whether a source stands here.
    pub fn is(&self, rules: &Ruleset, src: SourceId) -> bool {
        (rules.sources.get(src.index()))
            .is_some_and(|s| (s.line, s.column) == (self.line, self.column) && s.file == self.file)
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// See [`Mutant`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// The rule is taken out.
    Out,
    /// The n-th word of the rule that can be flipped, and how.
    Flip(usize, String),
    /// The sentence is said without a part.
    Without(parts::Part),
}

/// The words that are flipped, each for the other: sides, places, comparisons, moments.
const FLIPS: [(&str, &str); 5] = [
    ("Beside", "Around"),
    ("On", "Beside"),
    ("Ge", "Gt"),
    ("Le", "Lt"),
    ("Orthogonal", "Diagonal"),
];

/// All mutants of the rules, definitions and check lines of a ruleset that stand in certain files.
pub fn mutants(rules: &Ruleset, asked: impl Fn(&str) -> bool) -> Vec<Mutant> {
    let mut out = Vec::new();
    let mut add = |src, value: &dyn Fn() -> serde_json::Result<Value>| {
        let Some(place) = Place::of(rules, src).filter(|p| asked(&p.file)) else {
            return;
        };
        out.push(Mutant {
            place: place.clone(),
            change: Change::Out,
        });
        let mut words = Vec::new();
        if let Ok(value) = value() {
            flips(&value, &mut words);
        }
        out.extend((words.into_iter().enumerate()).map(|(n, how)| Mutant {
            place: place.clone(),
            change: Change::Flip(n, how),
        }));
    };
    for rule in rules.rules.iter().filter(|r| !r.imposed) {
        add(rule.src, &|| serde_json::to_value(rule));
    }
    for part in rules.words.iter().flat_map(|w| &w.parts) {
        add(part.src, &|| serde_json::to_value(part));
    }
    for check in &rules.check {
        add(check.src, &|| serde_json::to_value(check));
    }
    out.sort();
    out.dedup();
    out
}

/// Every sentence of certain files taken out, and said without each of its parts.
pub fn cuts(rules: &Ruleset, asked: impl Fn(&str) -> bool) -> Vec<Mutant> {
    let mut out: Vec<Mutant> = Vec::new();
    let mut add = |src, parts: Vec<parts::Part>, whole: bool| {
        let Some(place) = Place::of(rules, src).filter(|p| asked(&p.file)) else {
            return;
        };
        let whole = whole.then_some(Change::Out);
        let changes = whole
            .into_iter()
            .chain(parts.into_iter().map(Change::Without));
        out.extend(changes.map(|change| Mutant {
            place: place.clone(),
            change,
        }));
    };
    for rule in &rules.rules {
        add(rule.src, parts::parts(rule), !rule.imposed);
    }
    for part in rules.words.iter().flat_map(|w| &w.parts) {
        add(part.src, parts::parts(part), true);
    }
    for check in &rules.check {
        add(check.src, parts::parts(check), true);
    }
    for proc in &rules.procs {
        add(proc.src, parts::parts(proc), false);
    }
    out.sort();
    out.dedup();
    out
}

/// The ruleset with the mutant in it; none if the sentence is not in this ruleset or cannot be changed so.
pub fn apply(rules: &Ruleset, mutant: &Mutant) -> Option<Ruleset> {
    if let Change::Without(part) = &mutant.change {
        return lessened(rules, &mutant.place, part);
    }
    let mut changed = rules.clone();
    let mut any = false;
    let here = |src| mutant.place.is(rules, src);
    for rule in changed
        .rules
        .iter_mut()
        .filter(|r| !r.imposed && here(r.src))
    {
        any = true;
        match &mutant.change {
            // A rule that does not stand by itself is never read; its number keeps its place.
            Change::Out => rule.imposed = true,
            Change::Flip(n, _) => *rule = flipped(rule, *n)?,
            Change::Without(part) => *rule = parts::without(rule, part)?,
        }
    }
    for word in &mut changed.words {
        any |= change_list(&mut word.parts, |p| here(p.src), &mutant.change)?;
    }
    any |= change_list(&mut changed.check, |c| here(c.src), &mutant.change)?;
    any.then_some(changed)
}

/// Changes the entries of a list that stand at the place of a mutant; true if there were some.
fn change_list<T>(list: &mut Vec<T>, here: impl Fn(&T) -> bool, change: &Change) -> Option<bool>
where
    T: Serialize + DeserializeOwned,
{
    let before = list.len();
    match change {
        Change::Out => {
            list.retain(|entry| !here(entry));
            Some(list.len() < before)
        }
        Change::Flip(n, _) => {
            let mut any = false;
            for entry in list.iter_mut().filter(|e| here(e)) {
                *entry = flipped(entry, *n)?;
                any = true;
            }
            Some(any)
        }
        Change::Without(part) => Some(each_without(list.iter_mut(), here, part)),
    }
}

/// The ruleset in which every entry that stands at a place and has the part is said without it.
fn lessened(rules: &Ruleset, place: &Place, part: &parts::Part) -> Option<Ruleset> {
    let mut changed = rules.clone();
    let here = |src| place.is(rules, src);
    let mut any = each_without(changed.rules.iter_mut(), |r| here(r.src), part);
    for word in &mut changed.words {
        any |= each_without(word.parts.iter_mut(), |p| here(p.src), part);
    }
    any |= each_without(changed.check.iter_mut(), |c| here(c.src), part);
    any |= each_without(changed.procs.iter_mut(), |p| here(p.src), part);
    any.then_some(changed)
}

/// Says the entries that stand here and have the part without it; true if there were some.
fn each_without<'a, T>(
    list: impl Iterator<Item = &'a mut T>,
    here: impl Fn(&T) -> bool,
    part: &parts::Part,
) -> bool
where
    T: Serialize + DeserializeOwned + 'a,
{
    let mut any = false;
    for entry in list {
        if here(entry)
            && let Some(less) = parts::without(entry, part)
        {
            *entry = less;
            any = true;
        }
    }
    any
}

/// An entry with its n-th word flipped.
fn flipped<T: Serialize + DeserializeOwned>(entry: &T, n: usize) -> Option<T> {
    let mut value = serde_json::to_value(entry).ok()?;
    let mut left = n;
    if !flip(&mut value, &mut left) {
        return None;
    }
    serde_json::from_value(value).ok()
}

/// The other word of a pair.
fn other(word: &str) -> Option<&'static str> {
    FLIPS.iter().find_map(|(a, b)| {
        if *a == word {
            Some(*b)
        } else if *b == word && *a != "On" {
            Some(*a)
        } else {
            None
        }
    })
}

/// Of an opponent of these, of these.
const SIDES: [&str; 2] = ["Hostile", "Of"];

/// The other side of a narrowing by owner.
fn other_side(key: &str) -> Option<&'static str> {
    let at = SIDES.iter().position(|side| *side == key)?;
    SIDES.get(1 - at).copied()
}

/// What stands in the cases of a deed: the prepositions belong to the verb and are no places.
const CASES: &str = "cases";

/// What can be flipped in a rule, in the order of its JSON.
fn flips(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(word) => {
            if let Some(new) = other(word) {
                out.push(format!("{word} -> {new}"));
            }
        }
        Value::Array(list) => list.iter().for_each(|v| flips(v, out)),
        Value::Object(map) => {
            for (key, inner) in map {
                match (key.as_str(), inner) {
                    ("Lit", Value::Number(n)) => out.push(format!("{n} -> {n} + 1")),
                    (side, Value::Object(_)) if other_side(side).is_some() => {
                        let how = if side == SIDES[0] {
                            "enemies -> own"
                        } else {
                            "own -> enemies"
                        };
                        out.push(how.to_string());
                        flips(inner, out);
                    }
                    ("src" | "names" | "tags" | "label" | "roles", _) => {}
                    (CASES, Value::Array(cases)) => {
                        let values = cases.iter().filter_map(|case| case.get(1));
                        values.for_each(|value| flips(value, out));
                    }
                    _ => flips(inner, out),
                }
            }
        }
        _ => {}
    }
}

/// Flips the word number `left`; true when done.
fn flip(value: &mut Value, left: &mut usize) -> bool {
    let mut hit = || {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        false
    };
    match value {
        Value::String(word) => match other(word) {
            Some(new) if hit() => {
                *word = new.to_string();
                true
            }
            _ => false,
        },
        Value::Array(list) => list.iter_mut().any(|v| flip(v, left)),
        Value::Object(map) => flip_object(map, left),
        _ => false,
    }
}

fn flip_object(map: &mut serde_json::Map<String, Value>, left: &mut usize) -> bool {
    let keys: Vec<String> = map.keys().cloned().collect();
    for key in keys {
        if ["src", "names", "tags", "label", "roles"].contains(&key.as_str()) {
            continue;
        }
        let number = map[&key].as_i64().filter(|_| key == "Lit");
        let side = other_side(&key).filter(|_| map[&key].is_object());
        if number.is_some() || side.is_some() {
            if *left == 0 {
                if let Some(n) = number {
                    map.insert(key, Value::from(n + 1));
                } else if let (Some(side), Some(inner)) = (side, map.remove(&key)) {
                    map.insert(side.to_string(), inner);
                }
                return true;
            }
            *left -= 1;
        }
        if number.is_some() {
            continue;
        }
        let hit = match map.get_mut(&key) {
            Some(Value::Array(cases)) if key == CASES => {
                let mut values = cases.iter_mut().filter_map(|case| case.get_mut(1));
                values.any(|value| flip(value, left))
            }
            Some(inner) => flip(inner, left),
            None => false,
        };
        if hit {
            return true;
        }
    }
    false
}

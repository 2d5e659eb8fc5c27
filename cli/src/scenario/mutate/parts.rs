//! What a sentence can be said without: a condition, an adjective, a case, a limit, an end, a step, an adverb. Each is one
//! cut in the sentence as it was understood. A cut that leaves no sentence is none.
use engine::rules::Ruleset;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The way to a place in the JSON of an entry.
pub type Way = Vec<Stop>;

/// One stop on it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stop {
    /// A field.
    Key(String),
    /// An element.
    At(usize),
}

/// What becomes of the place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cut {
    /// The element is taken out of its list.
    Out,
    /// The field is empty.
    Empty,
    /// The adverb is not said.
    Unsaid,
    /// It always holds.
    Always,
    /// However many.
    Any,
}

/// A part that can be left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Part {
    /// Where it is.
    pub way: Way,
    /// How it is left out.
    pub cut: Cut,
}

impl Part {
    /// Whether another part lies in this one.
    pub fn holds(&self, other: &Part) -> bool {
        other.way.len() > self.way.len() && other.way.starts_with(&self.way)
    }
}

/// Lists of which every element may go.
const EACH: [&str; 5] = ["when", "by", "past", "term", "cases"];
/// Lists of which an element may go if another stays.
const BUT_ONE: [&str; 9] = [
    "ways", "All", "Any", "body", "ask", "then", "Turn", "Round", "Setup",
];
/// Fields that may be empty.
const EMPTY: [&str; 11] = [
    "limit", "pick", "first", "until", "most", "from", "to", "bring", "since", "along", "stage",
];
/// Adverbs.
const ADVERBS: [&str; 13] = [
    "secretly",
    "openly",
    "together",
    "normally",
    "quiet",
    "taking",
    "still",
    "newly",
    "also",
    "at_random",
    "whole_turns",
    "next_player",
    "owners",
];
/// What is no part of what is said, or is a list of which each entry is meant.
const NOT_SAID: [&str; 20] = [
    "src", "names", "tags", "label", "roles", "keeps", "called", "dirs", "Leap", "faces",
    "Squares", "Seats", "Sides", "Armies", "Row1", "holder", "rank", "imposed", "name", "they",
];

/// The parts an entry can be said without, in the order of its JSON.
pub fn parts<T: Serialize + DeserializeOwned>(entry: &T) -> Vec<Part> {
    let Ok(value) = serde_json::to_value(entry) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    look(&value, &mut Vec::new(), &mut found);
    found.retain(|part| without(entry, part).is_some());
    found
}

/// The entry without a part; none if it has no such part, or is nothing without it.
pub fn without<T: Serialize + DeserializeOwned>(entry: &T, part: &Part) -> Option<T> {
    let mut value = serde_json::to_value(entry).ok()?;
    cut(&mut value, &part.way, part.cut)?;
    serde_json::from_value(value).ok()
}

/// The words of a part where they are known: those of the clause or deed that it is.
pub fn words<T: Serialize>(rules: &Ruleset, entry: &T, part: &Part) -> Option<String> {
    let value = serde_json::to_value(entry).ok()?;
    let there = part.way.iter().try_fold(&value, |at, stop| match stop {
        Stop::Key(key) => at.get(key),
        Stop::At(i) => at.get(i),
    })?;
    let inner = match there {
        Value::Object(map) if map.len() == 1 => map.values().next()?,
        other => other,
    };
    let src = inner.get("src").or_else(|| there.get("src"))?.as_u64()?;
    let words = &rules.sources.get(usize::try_from(src).ok()?)?.words;
    Some(words.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn look(value: &Value, way: &mut Way, out: &mut Vec<Part>) {
    match value {
        Value::Array(list) => {
            for (i, inner) in list.iter().enumerate() {
                way.push(Stop::At(i));
                look(inner, way, out);
                way.pop();
            }
        }
        Value::Object(map) => {
            for (key, inner) in map {
                if NOT_SAID.contains(&key.as_str()) {
                    continue;
                }
                way.push(Stop::Key(key.clone()));
                field(key, inner, way, out);
                look(inner, way, out);
                way.pop();
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The parts that a field is or holds.
fn field(key: &str, inner: &Value, way: &mut Way, out: &mut Vec<Part>) {
    let mut add = |way: Way, cut| out.push(Part { way, cut });
    let each = |way: &Way, list: &[Value]| -> Vec<Way> {
        let on = |i| way.iter().cloned().chain([Stop::At(i)]).collect();
        (0..list.len()).map(on).collect()
    };
    match inner {
        Value::Array(list) if EACH.contains(&key) || BUT_ONE.contains(&key) && list.len() > 1 => {
            each(way, list)
                .into_iter()
                .for_each(|way| add(way, Cut::Out));
        }
        // condition, then, otherwise
        Value::Array(list) if key == "If" => {
            let mut ways = each(way, list);
            if let Some(condition) = (!ways.is_empty()).then(|| ways.remove(0)) {
                add(condition, Cut::Always);
            }
            for (block, at) in list.iter().skip(1).zip(ways) {
                let steps = block.as_array().map_or(&[][..], Vec::as_slice);
                let inside = each(&at, steps).into_iter();
                inside.for_each(|way| add(way, Cut::Out));
            }
        }
        Value::Array(list) if key == "OrElse" => {
            for (block, at) in list.iter().zip(each(way, list)) {
                let steps = block.as_array().map_or(&[][..], Vec::as_slice);
                let inside = each(&at, steps).into_iter();
                inside.for_each(|way| add(way, Cut::Out));
            }
        }
        Value::Object(map) if key == "amount" && map.contains_key("Count") => {
            add(way.clone(), Cut::Any);
        }
        Value::Bool(true) if ADVERBS.contains(&key) => add(way.clone(), Cut::Unsaid),
        Value::Null | Value::Bool(_) => {}
        // the condition of a way
        Value::Object(_) if key == "when" => add(way.clone(), Cut::Empty),
        _ if EMPTY.contains(&key) => add(way.clone(), Cut::Empty),
        Value::Array(_) | Value::Object(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn cut(value: &mut Value, way: &[Stop], how: Cut) -> Option<()> {
    match (way, &mut *value) {
        ([Stop::At(i)], Value::Array(list)) if how == Cut::Out => {
            if *i >= list.len() {
                return None;
            }
            list.remove(*i);
        }
        ([], place) => {
            *place = match how {
                Cut::Out => return None,
                Cut::Empty => Value::Null,
                Cut::Unsaid => Value::Bool(false),
                Cut::Always => json!({"All": []}),
                Cut::Any => json!("Any"),
            }
        }
        ([Stop::At(i), rest @ ..], Value::Array(list)) => cut(list.get_mut(*i)?, rest, how)?,
        ([Stop::Key(key), rest @ ..], Value::Object(map)) => cut(map.get_mut(key)?, rest, how)?,
        _ => return None,
    }
    Some(())
}

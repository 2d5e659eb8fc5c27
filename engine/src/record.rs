//! Records of games: text that replays to the same states anywhere. `docs/formats.md` describes the format.
use crate::play::{BoardView, Open};
use crate::rules::Ruleset;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// Version of the record format.
pub const RECORD_VERSION: u32 = 1;
/// Most decisions a record may hold.
pub const MAX_LINES: usize = 200_000;

/// What a game was begun with, in the words of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    /// The variant.
    pub variant: String,
    /// The program that wrote it, with its version.
    pub program: Option<String>,
    /// Its modes.
    pub modes: Vec<String>,
    /// What the host chose: option, seat (for an option of each player), value.
    pub options: Vec<(String, Option<String>, String)>,
    /// Army of each seat that has one.
    pub armies: Vec<(String, String)>,
    /// Who plays each seat that nobody at the table plays (`random`).
    pub players: Vec<(String, String)>,
    /// Seed of chance.
    pub seed: u64,
    /// Identity of the rules, see [`identity`].
    pub rules: String,
    /// Position text, if the game did not begin at its beginning.
    pub position: Option<String>,
}

/// One decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Who decided: a seat, `chance`, `clock`.
    pub who: String,
    /// The answer in words.
    pub answer: String,
    /// Its index, which is what entered the game.
    pub index: usize,
    /// How many options there were.
    pub options: usize,
    /// First 8 digits of the [`fingerprint`] of the state reached.
    pub state: String,
}

/// A record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// How the game began.
    pub heading: Heading,
    /// The decisions.
    pub lines: Vec<Line>,
    /// Per seat: its name and its result; none while the game is unfinished.
    pub result: Option<Vec<(String, String)>>,
}

/// Why a record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct BadRecord {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Record {
    /// The text of the record.
    pub fn write(&self) -> String {
        let h = &self.heading;
        let mut out = format!("armorial record {RECORD_VERSION}\n");
        if let Some(program) = &h.program {
            push(&mut out, &["program", program]);
        }
        push(&mut out, &["variant", &h.variant]);
        if !h.modes.is_empty() {
            push(&mut out, &["modes", &h.modes.join(", ")]);
        }
        for (option, seat, value) in &h.options {
            match seat {
                Some(seat) => push(&mut out, &["option", option, seat, value]),
                None => push(&mut out, &["option", option, value]),
            }
        }
        for (seat, army) in &h.armies {
            push(&mut out, &["army", seat, army]);
        }
        for (seat, who) in &h.players {
            push(&mut out, &["player", seat, who]);
        }
        push(&mut out, &["seed", &h.seed.to_string()]);
        push(&mut out, &["rules", &h.rules]);
        if let Some(position) = &h.position {
            push(&mut out, &["position", position]);
        }
        out.push('\n');
        for (i, line) in self.lines.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{} {} {} {}/{} {}",
                i + 1,
                line.who,
                line.answer,
                line.index,
                line.options,
                line.state
            );
        }
        if let Some(result) = &self.result {
            let seats: Vec<String> = result
                .iter()
                .map(|(seat, how)| format!("{seat} {how}"))
                .collect();
            push(&mut out, &["result", &seats.join(", ")]);
        }
        out
    }

    /// Reads a record.
    ///
    /// # Errors
    /// The first line that is not as `docs/formats.md` says.
    pub fn read(text: &str) -> Result<Record, BadRecord> {
        let mut record = Record::default();
        let mut seen_heading = false;
        for (n, line) in text.lines().enumerate() {
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let bad = |message: String| BadRecord {
                line: n + 1,
                message,
            };
            if !seen_heading {
                read_heading(line).map_err(bad)?;
                seen_heading = true;
                continue;
            }
            if record.result.is_some() {
                return Err(bad("nothing may follow the result".to_string()));
            }
            read_line(&mut record, line).map_err(bad)?;
        }
        if !seen_heading {
            return Err(BadRecord {
                line: 1,
                message: "expected `armorial record 1`".to_string(),
            });
        }
        if record.heading.variant.is_empty() {
            return Err(BadRecord {
                line: 1,
                message: "no `variant` line".to_string(),
            });
        }
        Ok(record)
    }
}

fn push(out: &mut String, words: &[&str]) {
    out.push_str(&words.join(" "));
    out.push('\n');
}

fn read_heading(line: &str) -> Result<(), String> {
    match line.strip_prefix("armorial record ").map(str::parse::<u32>) {
        Some(Ok(RECORD_VERSION)) => Ok(()),
        Some(Ok(other)) => Err(format!(
            "version {other} of the format is not known; this program reads {RECORD_VERSION}"
        )),
        _ => Err("expected `armorial record 1`".to_string()),
    }
}

fn read_line(record: &mut Record, line: &str) -> Result<(), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let heading = &mut record.heading;
    match word {
        "program" => heading.program = Some(rest.to_string()),
        "variant" => heading.variant = one(rest)?,
        "modes" => {
            heading.modes = rest
                .split(',')
                .map(|m| one(m.trim()))
                .collect::<Result<_, _>>()?
        }
        "option" => {
            let words: Vec<&str> = rest.split(' ').collect();
            heading.options.push(match words[..] {
                [option, value] => (option.to_string(), None, value.to_string()),
                [option, seat, value] => (
                    option.to_string(),
                    Some(seat.to_string()),
                    value.to_string(),
                ),
                _ => {
                    return Err(
                        "expected `option NAME VALUE` or `option NAME SEAT VALUE`".to_string()
                    );
                }
            });
        }
        "army" => {
            let (seat, army) = rest.split_once(' ').ok_or("expected `army SEAT NAME`")?;
            heading.armies.push((one(seat)?, one(army)?));
        }
        "player" => {
            let (seat, who) = rest.split_once(' ').ok_or("expected `player SEAT WHO`")?;
            heading.players.push((one(seat)?, one(who)?));
        }
        "seed" => {
            heading.seed = rest
                .parse()
                .map_err(|_| format!("`{rest}` is no seed (0 to 2^64-1)"))?;
        }
        "rules" => heading.rules = one(rest)?,
        "position" => heading.position = Some(rest.to_string()),
        "result" => {
            let seats = rest.split(',').map(|part| {
                let (seat, how) = part
                    .trim()
                    .split_once(' ')
                    .ok_or("expected `SEAT RESULT`")?;
                Ok((one(seat)?, one(how)?))
            });
            record.result = Some(seats.collect::<Result<_, String>>()?);
        }
        number => {
            let number: usize = number
                .parse()
                .map_err(|_| format!("`{word}` is no line of a record"))?;
            if number != record.lines.len() + 1 {
                return Err(format!("expected decision {}", record.lines.len() + 1));
            }
            if record.lines.len() == MAX_LINES {
                return Err(format!("more than {MAX_LINES} decisions"));
            }
            record.lines.push(read_decision(rest)?);
        }
    }
    Ok(())
}

/// `WHO ANSWER I/K STATE`; the answer may hold spaces.
fn read_decision(rest: &str) -> Result<Line, String> {
    let shape = "expected `N WHO ANSWER INDEX/OPTIONS STATE`";
    let (who, rest) = rest.split_once(' ').ok_or(shape)?;
    let (rest, state) = rest.rsplit_once(' ').ok_or(shape)?;
    let (answer, place) = rest.rsplit_once(' ').ok_or(shape)?;
    let (index, options) = place.split_once('/').ok_or(shape)?;
    Ok(Line {
        who: who.to_string(),
        answer: answer.to_string(),
        index: index.parse().map_err(|_| shape)?,
        options: options.parse().map_err(|_| shape)?,
        state: state.to_string(),
    })
}

fn one(word: &str) -> Result<String, String> {
    if word.is_empty() || word.contains(' ') {
        return Err(format!("expected one name, found `{word}`"));
    }
    Ok(word.to_string())
}

/// Identity of rules: `sha256:` over their canonical JSON without places in source texts.
///
/// # Errors
/// What JSON cannot hold, which no ruleset contains.
pub fn identity(rules: &Ruleset) -> Result<String, serde_json::Error> {
    let mut value = serde_json::to_value(rules)?;
    strip_places(&mut value);
    Ok(format!(
        "sha256:{}",
        hex(&Sha256::digest(value.to_string()))
    ))
}

fn strip_places(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.remove("src");
            map.remove("sources");
            map.values_mut().for_each(strip_places);
        }
        Value::Array(list) => list.iter_mut().for_each(strip_places),
        _ => {}
    }
}

/// Fingerprint of a state: SHA-256 over the canonical JSON of what the host sees and of the open decision.
///
/// # Errors
/// What JSON cannot hold, which no view contains.
pub fn fingerprint(view: &BoardView, open: &Open) -> Result<String, serde_json::Error> {
    let value = serde_json::to_value((view, open))?;
    Ok(hex(&Sha256::digest(value.to_string())))
}

/// SHA-256 over the JSON of something, whose order is fixed.
///
/// # Errors
/// It cannot be written as JSON.
pub fn digest(of: &impl serde::Serialize) -> Result<String, serde_json::Error> {
    Ok(hex(&Sha256::digest(serde_json::to_string(of)?)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Record {
        Record {
            heading: Heading {
                variant: "some-variant".into(),
                program: Some("some program 1.2".into()),
                modes: vec!["a".into(), "b".into()],
                options: vec![
                    ("goal".into(), None, "10".into()),
                    ("stones".into(), Some("red".into()), "3".into()),
                ],
                armies: vec![("red".into(), "x".into())],
                players: vec![("green".into(), "random".into())],
                seed: u64::MAX,
                rules: "sha256:00".into(),
                position: Some("K1 . / . . ; given red is on turn".into()),
            },
            lines: vec![Line {
                who: "red".into(),
                answer: "accept the trade".into(),
                index: 0,
                options: 2,
                state: "12345678".into(),
            }],
            result: Some(vec![
                ("red".into(), "win".into()),
                ("green".into(), "loss".into()),
            ]),
        }
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = example();
        assert_eq!(Record::read(&record.write()), Ok(record));
    }

    #[test]
    fn bad_records_name_their_line() {
        let line = |text: &str| Record::read(text).expect_err(text).line;
        assert_eq!(line(""), 1);
        assert_eq!(line("armorial record 2\n"), 1);
        assert_eq!(line("armorial record 1\nvariant x\nseed -1\n"), 3);
        assert_eq!(
            line("armorial record 1\nvariant x\n\n2 red a2-a3 0/1 00\n"),
            4
        );
        assert_eq!(
            line("armorial record 1\nvariant x\n\n1 red a2-a3 0-1 00\n"),
            4
        );
        assert_eq!(
            line("armorial record 1\nvariant x\nresult red win\nseed 1\n"),
            4
        );
        let text = example().write();
        for end in 0..text.len() {
            // Whatever is cut off: an answer, never a panic.
            let _ = Record::read(&text[..end]);
        }
    }

    #[test]
    fn places_in_the_source_do_not_change_the_identity() {
        let mut rules = Ruleset::default();
        let before = identity(&rules).expect("identity");
        rules.sources.push(crate::rules::Source {
            line: 3,
            ..Default::default()
        });
        assert_eq!(identity(&rules).expect("identity"), before);
        rules.armies_differ = true;
        assert_ne!(identity(&rules).expect("identity"), before);
    }
}

//! Records of games: text that replays to the same states anywhere. `docs/formats.md` describes the format.
use crate::play::{BoardView, Open};
use crate::rules::Ruleset;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// Version of the record format.
pub const RECORD_VERSION: u32 = 2;
/// How every record begins; its version follows.
pub const RECORD_BEGINS: &str = "armorial record ";
/// Most decisions, comments and variations a record may hold.
pub const MAX_LINES: usize = 200_000;
/// Most variations inside one another.
pub const MAX_VARIATIONS: usize = 32;

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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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
    /// What is remarked on it, a line each.
    pub comments: Vec<String>,
    /// What might have been decided instead, and how it might have gone on.
    pub variations: Vec<Variation>,
}

/// Decisions that were not made: the first stands in the place of the one to which the variation belongs. They count for nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// What is remarked on it as a whole.
    pub comments: Vec<String>,
    /// Its decisions.
    pub lines: Vec<Line>,
}

/// A part of a record behind its heading, in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'r> {
    /// A remark on what stands before it.
    Comment(&'r str),
    /// A decision with its number.
    Decision(usize, &'r Line),
    /// A variation of the decision before it begins.
    Begins,
    /// It ends.
    Ends,
}

/// A record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// How the game began.
    pub heading: Heading,
    /// What is remarked on the game as a whole, a line each.
    pub comments: Vec<String>,
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
        let mut out = format!("{RECORD_BEGINS}{RECORD_VERSION}\n");
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
        for part in self.parts() {
            // Writing to a string cannot fail.
            let _ = match part {
                Part::Comment(text) => writeln!(out, "comment {text}"),
                Part::Begins => writeln!(out, "variation"),
                Part::Ends => writeln!(out, "end"),
                Part::Decision(number, line) => writeln!(
                    out,
                    "{number} {} {} {}/{} {}",
                    line.who, line.answer, line.index, line.options, line.state
                ),
            };
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

    /// Everything behind the heading and before the result, in the order of the text. However deep variations stand inside one
    /// another, nothing here calls itself.
    pub fn parts(&self) -> Vec<Part<'_>> {
        /// What is still to be told.
        enum Rest<'r> {
            Comments(&'r [String]),
            Lines(usize, &'r [Line]),
            Variation(usize, &'r Variation),
            Ends,
        }
        let mut parts = Vec::new();
        let mut rest = vec![Rest::Lines(1, &self.lines), Rest::Comments(&self.comments)];
        while let Some(next) = rest.pop() {
            match next {
                Rest::Comments(all) => parts.extend(all.iter().map(|c| Part::Comment(c))),
                Rest::Lines(number, lines) => {
                    let Some((line, more)) = lines.split_first() else {
                        continue;
                    };
                    parts.push(Part::Decision(number, line));
                    rest.push(Rest::Lines(number + 1, more));
                    let variations = line.variations.iter().rev();
                    rest.extend(variations.map(|v| Rest::Variation(number, v)));
                    rest.push(Rest::Comments(&line.comments));
                }
                Rest::Variation(number, variation) => {
                    parts.push(Part::Begins);
                    rest.push(Rest::Ends);
                    rest.push(Rest::Lines(number, &variation.lines));
                    rest.push(Rest::Comments(&variation.comments));
                }
                Rest::Ends => parts.push(Part::Ends),
            }
        }
        parts
    }

    /// The record with the comments and variations of another, as far as both went the same way.
    pub fn noted(mut self, by: &Record) -> Record {
        self.comments.clone_from(&by.comments);
        for (line, noted) in self.lines.iter_mut().zip(&by.lines) {
            // what might have been instead begins where the game was still the same
            line.variations.clone_from(&noted.variations);
            let same = (
                line.index,
                line.options,
                &line.who,
                &line.answer,
                &line.state,
            ) == (
                noted.index,
                noted.options,
                &noted.who,
                &noted.answer,
                &noted.state,
            );
            if !same {
                break;
            }
            line.comments.clone_from(&noted.comments);
        }
        self
    }

    /// Reads a record.
    ///
    /// # Errors
    /// The first line that is not as `docs/formats.md` says.
    pub fn read(text: &str) -> Result<Record, BadRecord> {
        let mut record = Record::default();
        let mut body = Body::default();
        let mut seen_heading = false;
        let mut seen: Vec<&str> = Vec::new();
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
            if !body.read(line).map_err(bad)? {
                body.may_stand(line).map_err(bad)?;
                let word = line.split(' ').next().unwrap_or(line);
                if seen.contains(&word) && !SEVERAL.contains(&word) {
                    return Err(bad(format!("`{word}` stands twice")));
                }
                seen.push(word);
                read_line(&mut record, line).map_err(bad)?;
            }
        }
        (record.comments, record.lines) = body.closed().map_err(|message| BadRecord {
            line: text.lines().count(),
            message,
        })?;
        if !seen_heading {
            return Err(BadRecord {
                line: 1,
                message: format!("expected `armorial record {RECORD_VERSION}`"),
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

/// A game or variation that is being read.
#[derive(Default)]
struct Opened {
    /// The number of its first decision.
    first: usize,
    read: Variation,
}

/// What stands behind the heading, as far as it is read.
struct Body {
    /// Variations that are open inside one another, below them the game.
    open: Vec<Opened>,
    /// Decisions, comments and variations so far.
    count: usize,
}

impl Default for Body {
    fn default() -> Body {
        let first = 1;
        let read = Variation::default();
        Body {
            open: vec![Opened { first, read }],
            count: 0,
        }
    }
}

impl Body {
    /// Reads a decision, a comment, the beginning or the end of a variation; false: the line is another one.
    fn read(&mut self, line: &str) -> Result<bool, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let numbered = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        if !(numbered || matches!(word, "comment" | "variation" | "end")) {
            return Ok(false);
        }
        // what a terminal would obey stands in no record
        if line.chars().any(char::is_control) {
            return Err("a control character".to_string());
        }
        if word != "end" {
            if self.count == MAX_LINES {
                return Err(format!(
                    "more than {MAX_LINES} decisions, comments and variations"
                ));
            }
            self.count += 1;
        }
        let depth = self.open.len();
        let Some(here) = self.open.last_mut() else {
            return Err("nothing is open here".to_string());
        };
        match word {
            "comment" => {
                let text = comment(rest)?;
                match here.read.lines.last_mut() {
                    None => here.read.comments.push(text),
                    Some(line) if line.variations.is_empty() => line.comments.push(text),
                    Some(_) => {
                        return Err(
                            "a comment stands before the variations of its decision".to_string()
                        );
                    }
                }
            }
            "variation" | "end" if !rest.is_empty() => {
                return Err(format!("`{word}` stands alone on its line"));
            }
            "variation" if here.read.lines.is_empty() => {
                return Err(
                    "a variation stands behind the decision in place of which it is".into(),
                );
            }
            "variation" if depth > MAX_VARIATIONS => {
                return Err(format!(
                    "more than {MAX_VARIATIONS} variations inside one another"
                ));
            }
            "variation" => {
                let first = here.first + here.read.lines.len() - 1;
                let read = Variation::default();
                self.open.push(Opened { first, read });
            }
            "end" => self.end()?,
            number => {
                let expected = here.first + here.read.lines.len();
                if number.parse() != Ok(expected) {
                    return Err(format!("expected decision {expected}"));
                }
                here.read.lines.push(read_decision(rest)?);
            }
        }
        Ok(true)
    }

    fn end(&mut self) -> Result<(), String> {
        let variation = if self.open.len() > 1 {
            self.open.pop()
        } else {
            None
        };
        let of = self.open.last_mut().and_then(|o| o.read.lines.last_mut());
        let (Some(variation), Some(of)) = (variation, of) else {
            return Err("`end` without `variation`".to_string());
        };
        if variation.read.lines.is_empty() {
            return Err("a variation without a decision".to_string());
        }
        of.variations.push(variation.read);
        Ok(())
    }

    /// Whether a line of the heading, or the result, can stand here.
    fn may_stand(&self, line: &str) -> Result<(), String> {
        if self.open.len() > 1 {
            let word = line.split(' ').next().unwrap_or(line);
            return Err(format!("`{word}` cannot stand in a variation"));
        }
        Ok(())
    }

    /// The comments and decisions of the game.
    fn closed(mut self) -> Result<(Vec<String>, Vec<Line>), String> {
        if self.open.len() > 1 {
            return Err("a variation is not closed by `end`".to_string());
        }
        let game = self.open.pop().unwrap_or_default().read;
        Ok((game.comments, game.lines))
    }
}

/// A remark: text on one line.
fn comment(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("a comment that says nothing".to_string());
    }
    Ok(text.to_string())
}

fn push(out: &mut String, words: &[&str]) {
    out.push_str(&words.join(" "));
    out.push('\n');
}

fn read_heading(line: &str) -> Result<(), String> {
    match line.strip_prefix(RECORD_BEGINS).map(str::parse::<u32>) {
        Some(Ok(RECORD_VERSION)) => Ok(()),
        Some(Ok(old)) if old < RECORD_VERSION => Err(format!(
            "an older program wrote this record (version {old} of the format); this program reads version {RECORD_VERSION}, whose \
             digests of states are others"
        )),
        Some(Ok(other)) => Err(format!(
            "version {other} of the format is not known; this program reads version {RECORD_VERSION}"
        )),
        _ => Err(format!("expected `armorial record {RECORD_VERSION}`")),
    }
}

/// Lines of a heading of which there can be several.
const SEVERAL: [&str; 3] = ["option", "army", "player"];

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
        _ => return Err(format!("`{word}` is no line of a record")),
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
        comments: Vec::new(),
        variations: Vec::new(),
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

//! What `armorial audit` prints: what never made a difference, how often each rule was open, taken, declined, fired and
//! refused something, and an example of each.
use super::subject::{Audited, Counts, Example, Verdicts};
use crate::args::Audit;
use crate::exit::Failure;
use crate::findings::{self, Finding, Format, Looked, Place as At};
use crate::render::counted;
use crate::scenario::mutate::{Change, Place};
use crate::scenario::reasons::Reasons;
use serde_json::{Value, json};
use std::io::Write;

/// A cut that never made a difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Idle {
    place: Place,
    /// The words left out; empty: the whole sentence.
    words: String,
    sentence: String,
    games: u64,
    /// How often it came up, where that is counted.
    came_up: Option<u64>,
}

/// See the module.
pub struct Report<'a> {
    all: &'a Audited,
    /// What nobody explains.
    idle: Vec<Idle>,
    /// What a comment explains.
    explained: Vec<(Idle, String)>,
    /// What was not looked at for want of time.
    late: Vec<String>,
    /// What was asked for and cannot be audited.
    missing: Vec<String>,
    /// Each rule is listed, also for people.
    in_full: bool,
}

impl<'a> Report<'a> {
    /// The findings.
    pub fn of(
        all: &'a Audited,
        reasons: &Reasons,
        late: Vec<String>,
        missing: Vec<String>,
        in_full: bool,
    ) -> Report<'a> {
        let mut report = Report {
            all,
            idle: Vec::new(),
            explained: Vec::new(),
            late,
            missing,
            in_full,
        };
        for (place, counts) in &all.rules {
            let idle = idle(all, place, counts);
            match reasons.of(place, counts.lines) {
                Some(reason) if !idle.is_empty() => {
                    let reason = |idle| (idle, reason.clone());
                    report.explained.extend(idle.into_iter().map(reason));
                }
                // what scenarios cannot notice, games may
                Some(_) | None => report.idle.extend(idle),
            }
        }
        report
    }

    /// Whether there is something to mend.
    pub fn found(&self) -> bool {
        let all = self.all;
        let nothing = self.idle.is_empty() && all.circles.is_empty() && self.missing.is_empty();
        !nothing || !all.left_out.is_empty()
    }

    /// Prints it.
    pub fn print(&self, format: Format, args: &Audit) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        match format {
            Format::Human => self.as_text(&mut out)?,
            Format::Json => writeln!(out, "{}", self.as_json(args))?,
            _ => findings::print(&mut out, format, "audit", &self.looked())?,
        }
        Ok(())
    }

    fn as_text(&self, out: &mut impl Write) -> std::io::Result<()> {
        if self.in_full {
            self.rules_as_text(out)?;
        }
        for idle in &self.idle {
            writeln!(out, "{}: {}", idle.place, idle.said())?;
            writeln!(out, "    {}", idle.sentence)?;
        }
        for (example, rules) in &self.all.circles {
            let at = example.at();
            writeln!(out, "rules fire each other without end ({at}): {rules}")?;
        }
        for (idle, reason) in &self.explained {
            writeln!(out, "explained: {}: {}", idle.place, idle.said())?;
            writeln!(out, "    {reason}")?;
        }
        for line in self.missing.iter().chain(&self.all.left_out) {
            writeln!(out, "not audited: {line}")?;
        }
        if !self.late.is_empty() {
            let names = self.late.join(", ");
            writeln!(out, "not looked at, the time was over: {names}")?;
        }
        writeln!(
            out,
            "{} of {}: {} without a difference, {} explained; {}, {}",
            counted(self.all.cuts.len(), "cut"),
            counted(self.all.rules.len(), "sentence"),
            self.idle.len(),
            self.explained.len(),
            counted(self.all.games as usize, "game"),
            counted(self.all.decisions as usize, "decision"),
        )
    }

    fn rules_as_text(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut file = "";
        for (place, counts) in &self.all.rules {
            if place.file != file {
                file = &place.file;
                writeln!(out, "{file}")?;
            }
            let verdicts = self.whole(place);
            writeln!(out, "  {}: {}", place.line, counts.words)?;
            writeln!(out, "      {}", tallied(counts, verdicts))?;
            let taken = counts.first.as_ref().map(|e| match counts.taken {
                0 => format!("first open: {}", e.at()),
                _ => format!("first taken: {}", e.at()),
            });
            let differed = verdicts.and_then(|v| v.first.as_ref());
            let differed = differed.map(|e| format!("{}: {}", e.at(), e.shows));
            for line in taken.iter().chain(&differed) {
                writeln!(out, "      {line}")?;
            }
        }
        Ok(())
    }

    fn whole(&self, place: &Place) -> Option<&Verdicts> {
        self.all.cuts.get(&(place.clone(), Change::Out))
    }

    fn looked(&self) -> Vec<Looked> {
        let at = |place: &Place| At {
            file: place.file.clone(),
            line: place.line,
            column: place.column,
            ..At::default()
        };
        let idle = self.idle.iter().map(|idle| {
            let message = format!("{}: {}", idle.said(), idle.sentence);
            let finding = Finding::error("no-difference", at(&idle.place), message);
            Looked::file(&idle.place.file, vec![finding])
        });
        let circles = self.all.circles.iter().map(|(example, rules)| {
            let said = format!(
                "rules fire each other without end ({}): {rules}",
                example.at()
            );
            Looked::file("", vec![Finding::error("circle", At::default(), said)])
        });
        let missing = self.missing.iter().chain(&self.all.left_out);
        let missing = missing.map(|line| Looked::missing("", line.clone()));
        idle.chain(circles).chain(missing).collect()
    }

    fn as_json(&self, args: &Audit) -> Value {
        let rules: Vec<Value> = (self.all.rules.iter())
            .map(|(place, counts)| {
                let verdicts = self.whole(place);
                json!({
                    "place": place.to_string(),
                    "words": counts.words,
                    "open": counts.open,
                    "taken": counts.taken,
                    "declined": counts.open - counts.taken,
                    "fired": counts.fired,
                    "refused": verdicts.map_or(0, |v| v.refused),
                    "games": verdicts.map_or(0, |v| v.games),
                    "differed": verdicts.map_or(0, |v| v.differed),
                    "first": counts.first.as_ref().map(Example::as_json),
                    "difference": verdicts.and_then(|v| v.first.as_ref()).map(Example::as_json),
                })
            })
            .collect();
        let cuts: Vec<Value> = (self.all.cuts.iter())
            .filter(|((_, change), _)| *change != Change::Out)
            .map(|((place, _), v)| {
                json!({
                    "place": place.to_string(),
                    "without": v.words,
                    "games": v.games,
                    "differed": v.differed,
                    "difference": v.first.as_ref().map(Example::as_json),
                })
            })
            .collect();
        let circles = self.all.circles.iter();
        let circles: Vec<Value> = circles
            .map(|(example, rules)| json!({"rules": rules, "first": example.as_json()}))
            .collect();
        let explained = self.explained.iter().map(|(idle, reason)| {
            let mut entry = idle.as_json();
            entry["reason"] = json!(reason);
            entry
        });
        json!({
            "schema": crate::JSON_SCHEMA,
            "command": "audit",
            "seed": args.seed,
            "games_each": args.games,
            "decisions_each": args.decisions,
            "games": self.all.games,
            "decisions": self.all.decisions,
            "idle": self.idle.iter().map(Idle::as_json).collect::<Vec<_>>(),
            "explained": explained.collect::<Vec<_>>(),
            "circles": circles,
            "rules": rules,
            "cuts": cuts,
            "not_audited": self.missing.iter().chain(&self.all.left_out).collect::<Vec<_>>(),
            "not_looked_at": self.late,
        })
    }
}

/// What of a sentence never made a difference: the whole, or its parts; of a part that lies in another the other alone.
fn idle(all: &Audited, place: &Place, counts: &Counts) -> Vec<Idle> {
    let from = (place.clone(), Change::Out);
    let here = all.cuts.range(from..).take_while(|((p, _), _)| p == place);
    let dead: Vec<(&Change, &Verdicts)> = here
        .filter(|(_, v)| v.first.is_none() && v.games > 0)
        .map(|((_, change), v)| (change, v))
        .collect();
    let whole = dead.iter().any(|(change, _)| **change == Change::Out);
    let outer = |change: &Change| match change {
        Change::Out => true,
        Change::Flip(..) => false,
        Change::Without(part) => {
            let holds = |other: &Change| match other {
                Change::Out => true,
                Change::Flip(..) => false,
                Change::Without(other) => other.holds(part),
            };
            !whole && !dead.iter().any(|(other, _)| holds(other))
        }
    };
    dead.iter()
        .filter(|(change, _)| outer(change))
        .map(|(_, v)| Idle {
            place: place.clone(),
            words: v.words.clone(),
            sentence: counts.words.clone(),
            games: v.games,
            came_up: (counts.open + counts.fired > 0).then_some(counts.open.max(counts.fired)),
        })
        .collect()
}

impl Idle {
    fn said(&self) -> String {
        let what = match self.words.as_str() {
            "" => "this sentence".to_string(),
            words => format!("`{words}`"),
        };
        let came_up = match self.came_up {
            Some(n) => format!(", though it came up {}", times(n)),
            None => String::new(),
        };
        format!(
            "{what} made no difference in {}{came_up}",
            counted(self.games as usize, "game")
        )
    }

    fn as_json(&self) -> Value {
        json!({
            "place": self.place.to_string(),
            "without": self.words,
            "words": self.sentence,
            "games": self.games,
            "came_up": self.came_up,
        })
    }
}

impl Example {
    /// Where to find it.
    fn at(&self) -> String {
        let armies = match self.armies.is_empty() {
            true => String::new(),
            false => format!(" with {}", self.armies.join(", ")),
        };
        match self.game {
            Some((n, seed)) => format!(
                "{}{armies}, game {n} (seed {seed}), decision {}",
                self.setting, self.decision
            ),
            None => self.setting.clone(),
        }
    }

    fn as_json(&self) -> Value {
        json!({
            "setting": self.setting,
            "armies": self.armies,
            "game": self.game.map(|(n, _)| n),
            "seed": self.game.map(|(_, seed)| seed),
            "decision": self.decision,
            "shows": self.shows,
        })
    }
}

/// How often a rule came up and what came of it.
fn tallied(counts: &Counts, verdicts: Option<&Verdicts>) -> String {
    let mut said: Vec<String> = Vec::new();
    if counts.open > 0 {
        said.push(format!(
            "open {}, taken {}, declined {}",
            counts.open,
            counts.taken,
            counts.open - counts.taken
        ));
    }
    if counts.fired > 0 {
        said.push(format!("fired {}", counts.fired));
    }
    if let Some(v) = verdicts {
        if v.refused > 0 {
            said.push(format!("refused something at {} decisions", v.refused));
        }
        said.push(format!(
            "made a difference in {} of {}",
            v.differed,
            counted(v.games as usize, "game")
        ));
    }
    said.join("; ")
}

fn times(n: u64) -> String {
    match n {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        n => format!("{n} times"),
    }
}

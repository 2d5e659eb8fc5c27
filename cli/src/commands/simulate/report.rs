//! What `armorial simulate` prints.
use super::tally::{Score, Tally};
use crate::args::Simulate;
use crate::exit::Failure;
use crate::flags::Ready;
use engine::ids::{ArmyId, RuleId, SeatId};
use engine::notation;
use engine::random::{Purpose, Stream};
use engine::rules::{Form, Holder, Rule, Ruleset};
use serde_json::{Value, json};
use std::io::Write;

/// A rule and how often it fired.
type Fired = (RuleId, u64);

/// Prints the report, as text or JSON.
pub fn report(args: &Simulate, ready: &Ready, played: &Played) -> Result<(), Failure> {
    let report = Report {
        args,
        ready,
        rules: &ready.rules,
        tally: &played.tally,
        played,
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", report.as_json())?;
    } else {
        report.as_text(&mut out)?;
    }
    Ok(())
}

/// What was played.
pub struct Played {
    /// What it came to.
    pub tally: Tally,
    /// How long it took.
    pub seconds: f64,
    /// What played: `fast` or `core`.
    pub machine: &'static str,
    /// The user stopped it.
    pub interrupted: bool,
}

struct Report<'a> {
    args: &'a Simulate,
    ready: &'a Ready,
    rules: &'a Ruleset,
    tally: &'a Tally,
    played: &'a Played,
}

impl Report<'_> {
    /// The identity of what was played: of all rules where armies are drawn for every game.
    fn identity(&self) -> String {
        match self.ready.drawn.is_empty() {
            true => self.ready.heading.rules.clone(),
            false => engine::record::identity(self.rules).unwrap_or_default(),
        }
    }

    /// The fast machine does not count which rules fire.
    fn is_fast(&self) -> bool {
        self.played.machine == "fast"
    }

    fn rate(&self, n: u64) -> f64 {
        n as f64 / self.played.seconds.max(1e-9)
    }

    fn cut_off_share(&self) -> f64 {
        self.tally.cut_off as f64 / self.tally.games().max(1) as f64
    }

    /// The army of a seat; none if it has none or draws one for every game.
    fn army_of(&self, seat: usize) -> Option<&str> {
        let drawn = self.ready.drawn.contains(&SeatId::from(seat));
        let army = self.ready.game.armies.get(seat).copied().flatten();
        army.filter(|_| !drawn)
            .map(|a| notation::army(self.rules, a))
    }

    fn seat(&self, seat: usize) -> &str {
        notation::seat(self.rules, SeatId::from(seat))
    }

    fn rule(&self, id: RuleId) -> String {
        let (place, name) = (
            notation::rule_place(self.rules, id),
            notation::rule(self.rules, id),
        );
        if place == name {
            place
        } else {
            format!("{place} {name}")
        }
    }

    /// The same for people: with the beginning of the sentence, since the number of a clause says little.
    fn rule_in_words(&self, id: RuleId) -> String {
        let words = crate::table::words::sentence_of(self.rules, id, 60);
        match words.is_empty() {
            true => self.rule(id),
            false => format!("{}: {words}", self.rule(id)),
        }
    }

    /// The rules of an army that can fire, with how often they did.
    fn rules_of(&self, army: ArmyId) -> Vec<Fired> {
        let all = self.rules.rules.iter().enumerate();
        all.filter(|(_, rule)| fires(rule) && owner(self.rules, rule) == Some(army))
            .map(|(i, _)| RuleId::from(i))
            .map(|id| (id, self.tally.fired.get(&id).copied().unwrap_or(0)))
            .collect()
    }

    /// How often the rules fired that are no army's: those that can fire, and whatever else did.
    fn others(&self) -> impl Iterator<Item = Fired> {
        let all = self.rules.rules.iter().enumerate();
        let of_none = all.filter(|(_, rule)| owner(self.rules, rule).is_none());
        let counted = of_none.map(|(i, rule)| {
            let fired = self.tally.fired.get(&RuleId::from(i)).copied();
            (RuleId::from(i), fired, fires(rule) && !self.is_fast())
        });
        counted.filter_map(|(id, fired, can)| Some((id, fired.or(can.then_some(0))?)))
    }

    fn as_json(&self) -> Value {
        let tally = self.tally;
        let counted = |(id, n): Fired| json!({"rule": self.rule(id), "fired": n});
        let score = |s: &Score, mut entry: Value| {
            entry["games"] = json!(s.games);
            entry["wins"] = json!(s.wins);
            entry["losses"] = json!(s.losses);
            entry["draws"] = json!(s.draws);
            if let Some(mean) = mean_points(s) {
                entry["points"] = json!(mean);
            }
            entry
        };
        let seats: Vec<Value> = (tally.seats.iter().enumerate())
            .map(|(i, s)| score(s, json!({"seat": self.seat(i), "army": self.army_of(i)})))
            .collect();
        let armies: Vec<Value> = (tally.armies.iter())
            .map(|(army, s)| {
                let mut entry = score(s, json!({"army": notation::army(self.rules, *army)}));
                if !self.is_fast() {
                    let rules = self.rules_of(*army);
                    let never: Vec<String> = (rules.iter().filter(|(_, n)| *n == 0))
                        .map(|(id, _)| self.rule(*id))
                        .collect();
                    entry["rules"] = rules.into_iter().map(counted).collect();
                    entry["never"] = json!(never);
                }
                entry
            })
            .collect();
        let fired = tally.fired.iter().map(|(id, n)| counted((*id, *n)));
        let army = |a: ArmyId| notation::army(self.rules, a);
        let pair = |((a, b), n): (&(ArmyId, ArmyId), &u64)| json!({"armies": [army(*a), army(*b)], "games": n});
        let pairs = tally.pairs.iter().map(pair);
        json!({
            "schema": crate::JSON_SCHEMA,
            "command": "simulate",
            "variant": self.ready.heading.variant,
            "rules_identity": self.identity(),
            "left_out": self.ready.broken,
            "seed": self.ready.game.seed,
            "machine": self.played.machine,
            "games": tally.games(),
            "games_wanted": self.args.games,
            "max_turns": self.args.max_turns,
            "finished": tally.finished,
            "cut_off": tally.cut_off,
            "cut_off_share": self.cut_off_share(),
            "faults": tally.faults,
            "bounded": tally.bounded.keys().collect::<Vec<_>>(),
            "decisions": tally.decisions,
            "plies": tally.plies,
            "seconds": self.played.seconds,
            "decisions_per_second": self.rate(tally.decisions),
            "plies_per_second": self.rate(tally.plies),
            "seats": seats,
            "armies": armies,
            "pairs": pairs.collect::<Vec<_>>(),
            "rules": fired.collect::<Vec<_>>(),
        })
    }

    fn as_text(&self, out: &mut impl Write) -> std::io::Result<()> {
        let tally = self.tally;
        writeln!(
            out,
            "armorial {}: {} played at random, seed {}, rules {}",
            env!("CARGO_PKG_VERSION"),
            self.ready.heading.variant,
            self.ready.game.seed,
            self.identity()
        )?;
        writeln!(
            out,
            "{}: {} finished, {} cut off after {} turns ({:.1} %), {}",
            counted(tally.games(), "game"),
            tally.finished,
            tally.cut_off,
            self.args.max_turns,
            100.0 * self.cut_off_share(),
            counted(tally.faults.len() as u64, "fault")
        )?;
        if self.played.interrupted {
            writeln!(
                out,
                "interrupted: {} of {} were played",
                tally.games(),
                counted(self.args.games, "game")
            )?;
        }
        for n in &tally.faults {
            let seed = Stream::new(self.ready.game.seed, Purpose::Games).value(*n);
            match tally.cycles.get(n).filter(|rules| !rules.is_empty()) {
                Some(ids) => writeln!(
                    out,
                    "  game {n} (seed {seed}): rules fire each other without end: {}",
                    notation::cycle(self.rules, ids)
                )?,
                None => writeln!(
                    out,
                    "  game {n} (seed {seed}): nobody has anything to decide, and it does not end"
                )?,
            }
        }
        for (n, bounded) in &tally.bounded {
            let seed = Stream::new(self.ready.game.seed, Purpose::Games).value(*n);
            let rule = bounded.rule.map(|rule| self.rules.rules[rule.index()].src);
            let at = match rule {
                Some(src) => format!("`{}`", self.rules.sources[src.index()].words),
                None => "the rest of a turn".to_string(),
            };
            writeln!(
                out,
                "  game {n} (seed {seed}): looking ahead reached its bound {}, the last time in {at}: something lawful may not have \
                 been on offer",
                counted(u64::from(bounded.times), "time")
            )?;
        }
        for (i, score) in tally.seats.iter().enumerate() {
            let army = match self.army_of(i) {
                Some(army) => format!(" ({army})"),
                None if self.ready.drawn.contains(&SeatId::from(i)) => " (drawn)".to_string(),
                None => String::new(),
            };
            writeln!(out, "  {}{army}: {}", self.seat(i), results(score))?;
        }
        self.armies_as_text(out)?;
        if let (Some(rarest), false) = (tally.pairs.values().min(), self.ready.drawn.is_empty()) {
            let met = tally.pairs.len();
            writeln!(
                out,
                "{met} ordered pairs of armies met, the rarest {rarest} times"
            )?;
        }
        let mut others = self.others().peekable();
        if others.peek().is_some() {
            writeln!(out, "rules of the game:")?;
        }
        for fired in others {
            self.firings_as_text(out, fired)?;
        }
        writeln!(
            out,
            "{} decisions, {} plies; {:.0} decisions and {:.0} plies per second",
            tally.decisions,
            tally.plies,
            self.rate(tally.decisions),
            self.rate(tally.plies)
        )
    }

    fn firings_as_text(&self, out: &mut impl Write, (id, n): Fired) -> std::io::Result<()> {
        match n {
            0 => writeln!(out, "      never {}", self.rule_in_words(id)),
            _ => writeln!(out, "  {n:>9} {}", self.rule_in_words(id)),
        }
    }

    fn armies_as_text(&self, out: &mut impl Write) -> std::io::Result<()> {
        if self.is_fast() {
            return writeln!(
                out,
                "the fast machine does not count firings; --firings does"
            );
        }
        for (army, score) in &self.tally.armies {
            let name = notation::army(self.rules, *army);
            writeln!(
                out,
                "{name}: {}, {}",
                counted(score.games, "game"),
                results(score)
            )?;
            for fired in self.rules_of(*army) {
                self.firings_as_text(out, fired)?;
            }
        }
        Ok(())
    }
}

/// `1 game`, `2 games`.
fn counted(n: u64, word: &str) -> String {
    match (n, word) {
        (1, _) => format!("1 {word}"),
        (_, "loss") => format!("{n} losses"),
        _ => format!("{n} {word}s"),
    }
}

fn results(score: &Score) -> String {
    let points =
        mean_points(score).map_or(String::new(), |mean| format!(", {mean:.2} points a game"));
    format!(
        "{}, {}, {}{points}",
        counted(score.wins, "win"),
        counted(score.losses, "loss"),
        counted(score.draws, "draw")
    )
}

/// Points a game of those that ended; none where no rule scores.
fn mean_points(score: &Score) -> Option<f64> {
    (score.scored > 0).then(|| score.points as f64 / score.scored as f64)
}

/// Whether a rule is of a form that fires; facts stand, and a turn procedure runs every turn.
fn fires(rule: &Rule) -> bool {
    !rule.imposed && matches!(rule.form, Form::Trigger { .. } | Form::Action { .. })
}

/// The army whose power or kind a rule belongs to.
fn owner(rules: &Ruleset, rule: &Rule) -> Option<ArmyId> {
    match rule.holder {
        Holder::Power(power) => rules.powers.get(power.index())?.army,
        Holder::Kind(kind) => rules.kinds.get(kind.index())?.army,
        Holder::Game | Holder::EachSeat => None,
    }
}

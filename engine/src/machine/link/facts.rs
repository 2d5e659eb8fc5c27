//! What the rules of a match say, as far as the machine has a plan for it. Every rule that lives in the
//! match is either taken up here, shown to be without effect, or reported: nothing is passed over.
use super::LinkProblem;
use super::guards::{Limit, Limits, limits, own_kinds};
use super::phrase::*;
use super::shapes::rising;
use crate::ids::*;
use crate::machine::program::Verdict;
use crate::rules::*;
use std::collections::BTreeSet;

/// `after it moves from S to T { mark the square behind it until the end of the next turn }`.
pub struct WakeRule<'a> {
    /// Whose.
    pub kind: KindId,
    /// The rule.
    pub rule: &'a Rule,
    /// S.
    pub from: &'a Set,
    /// T.
    pub to: &'a Set,
    /// The mark.
    pub field: FieldId,
}

/// A piece that reaches a row becomes one of some kinds.
pub struct Rising<'a> {
    /// Whose.
    pub kind: KindId,
    /// The rule.
    pub rule: &'a Rule,
    /// The row.
    pub row: &'a Set,
    /// The kinds.
    pub kinds: &'a Set,
}

/// A way of a kind.
pub struct KindWay<'a> {
    /// Whose.
    pub kind: KindId,
    /// Besides other movement.
    pub also: bool,
    /// The rule.
    pub rule: &'a Rule,
    /// The way.
    pub way: &'a Way,
}

/// Movement an owner gives pieces of some kinds.
pub struct OwnerWays<'a> {
    /// The owner.
    pub seat: SeatId,
    /// The kinds.
    pub kinds: Vec<KindId>,
    /// Besides the kind's own ways, not in their place.
    pub also: bool,
    /// The rule.
    pub rule: &'a Rule,
    /// The ways.
    pub ways: &'a [Way],
}

/// `at the end of every turn`: a number is set to 0 or rises.
pub struct Tick {
    /// The number.
    pub field: FieldId,
    /// Kinds whose move sets it to 0.
    pub kinds: Vec<KindId>,
    /// A capture does.
    pub capture: bool,
}

/// The taken-up rules.
#[derive(Default)]
pub struct Facts<'a> {
    /// Kinds that can stand on the board.
    pub kinds: BTreeSet<KindId>,
    /// Their ways.
    pub ways: Vec<KindWay<'a>>,
    /// Marks left behind.
    pub wakes: Vec<WakeRule<'a>>,
    /// Promotions.
    pub risings: Vec<Rising<'a>>,
    /// Royal kinds.
    pub royal: BTreeSet<KindId>,
    /// Royalty hangs on a condition (only read where check is not enforced).
    pub royal_view: bool,
    /// Check is enforced.
    pub enforced: bool,
    /// A player who can do nothing passes.
    pub pass: bool,
    /// What a player without a legal action gets: in check, not in check.
    pub stuck: Option<[Verdict; 2]>,
    /// The number and its bound at which the game is drawn.
    pub clock: Option<(FieldId, u16)>,
    /// That rule stands before the one on players without a legal action.
    pub clock_first: bool,
    /// How the number runs.
    pub tick: Option<Tick>,
    /// Drawn at so many occurrences.
    pub repetition: Option<u16>,
    /// A seat without opponents wins.
    pub last_wins: bool,
    /// Kinds of which the last one lost is the game lost.
    pub crowns: Option<Vec<KindId>>,
    /// Pieces of a loser go to the conqueror.
    pub spoils: bool,
    /// Fewer pieces than this: lost.
    pub few: Option<u32>,
    /// Who resigns loses and takes the pieces along.
    pub resigning_removes: bool,
    /// Movement owners give their pieces.
    pub owner_ways: Vec<OwnerWays<'a>>,
    /// Pieces that capture without moving: whose, of which kinds.
    pub standing: Vec<(SeatId, Vec<KindId>)>,
    /// What limits moves besides patterns.
    pub limits: Vec<Limit<'a>>,
}

/// The rules that live in this match.
fn living<'a>(reader: Reader<'a>, facts: &Facts<'_>) -> Vec<&'a Rule> {
    let seats = || (0..reader.rules.seats.len()).map(SeatId::from);
    let lives = |rule: &&Rule| {
        !rule.imposed
            && match rule.holder {
                Holder::Game | Holder::EachSeat => true,
                Holder::Kind(kind) => facts.kinds.contains(&kind),
                Holder::Power(power) => seats().any(|seat| reader.holds(seat, power)),
            }
    };
    let mut rules: Vec<&'a Rule> = reader.rules.rules.iter().filter(lives).collect();
    rules.sort_by_key(|rule| rule.rank);
    rules
}

/// The seats a rule is of; `None` for one that exists once or is a kind's.
fn holders(reader: Reader<'_>, rule: &Rule, seats: &[SeatId]) -> Vec<Option<SeatId>> {
    match rule.holder {
        Holder::Game | Holder::Kind(_) => vec![None],
        Holder::EachSeat => seats.iter().copied().map(Some).collect(),
        Holder::Power(power) => {
            let held = seats
                .iter()
                .copied()
                .filter(|&seat| reader.holds(seat, power));
            held.map(Some).collect()
        }
    }
}

/// Takes up all rules of the match.
pub fn gather<'a>(reader: Reader<'a>, seats: &[SeatId]) -> Result<Facts<'a>, LinkProblem> {
    let mut facts = Facts {
        kinds: kinds_at_start(reader, seats),
        ..Facts::default()
    };
    // Promotion brings new kinds, and those bring rules: until nothing new comes.
    loop {
        let mut more = facts.kinds.clone();
        for rule in living(reader, &facts) {
            let Some(rising) = rising(rule) else { continue };
            for &seat in seats {
                let why = "promotion to kinds that are not fixed";
                more.extend(
                    reader
                        .kinds(rising.kinds, seat)
                        .ok_or(LinkProblem::of(rule.src, why))?,
                );
            }
        }
        if more == facts.kinds {
            break;
        }
        facts.kinds = more;
    }
    facts.enforced = check_line(reader)?;
    for rule in living(reader, &facts) {
        facts
            .take_up(reader, rule, seats)
            .map_err(|why| LinkProblem::of(rule.src, why))?;
    }
    facts.agree()?;
    Ok(facts)
}

fn kinds_at_start(reader: Reader<'_>, seats: &[SeatId]) -> BTreeSet<KindId> {
    let position = reader.rules.position.iter().map(|placed| placed.kind);
    let setups = seats
        .iter()
        .flat_map(|&seat| reader.setup(seat))
        .map(|(kind, _)| *kind);
    position.chain(setups).collect()
}

/// Is check enforced? The line must be one that the masks answer.
fn check_line(reader: Reader<'_>) -> Result<bool, LinkProblem> {
    let mut enforced = false;
    for check in &reader.rules.check {
        match check.holder {
            Holder::Power(power)
                if !(0..reader.rules.seats.len())
                    .any(|seat| reader.holds(SeatId::from(seat), power)) =>
            {
                continue;
            }
            Holder::Game | Holder::EachSeat => {}
            _ => return Err(LinkProblem::of(check.src, "check for some players only")),
        }
        let plain = !check.whole_turns && !check.next_player && check.when.is_empty();
        enforced = matches!(check.says, CheckSays::Enforced { .. });
        if enforced && !plain {
            return Err(LinkProblem::of(
                check.src,
                "check enforced in a special way",
            ));
        }
    }
    Ok(enforced)
}

impl<'a> Facts<'a> {
    fn take_up(
        &mut self,
        reader: Reader<'a>,
        rule: &'a Rule,
        seats: &[SeatId],
    ) -> Result<(), &'static str> {
        if rule.limit.is_some() || !rule.keeps.is_empty() {
            return Err("a rule with a limit of use");
        }
        match &rule.form {
            Form::Movement {
                of,
                also,
                aim: Aim::Move,
                ways,
            } => self.movement(reader, rule, of, *also, ways, seats),
            Form::View {
                of,
                is: What::Quality(Quality::Royal),
                not: false,
            } => self.royalty(rule, of),
            // What a definition gathers is read where it is used.
            Form::View {
                of,
                is: What::Quality(Quality::Word(_)),
                not: false,
            } if matches!(rule.holder, Holder::Kind(_))
                && is_it(rule, of)
                && rule.when.is_empty() =>
            {
                Ok(())
            }
            Form::View {
                is: What::Quality(Quality::Frozen),
                ..
            }
            | Form::Guard { .. } => self.limit(reader, rule, seats),
            Form::Standing { of } if rule.when.is_empty() => {
                let kinds =
                    own_kinds(reader, of).ok_or("capturing without moving by some pieces")?;
                let holders = holders(reader, rule, seats);
                self.standing.extend(
                    holders
                        .into_iter()
                        .flatten()
                        .map(|seat| (seat, kinds.clone())),
                );
                Ok(())
            }
            // No rule taken up here is an ability that changes anything.
            Form::Abilities { .. } => Ok(()),
            _ if matches!(rule.holder, Holder::Power(_)) => Err("a rule of a power"),
            Form::Turn(body) if rule.when.is_empty() => self.turn(body),
            Form::Trigger {
                on,
                offer: None,
                body,
                ..
            } => self.trigger(reader, rule, on, body),
            _ => Err("a form of rule without a plan"),
        }
    }

    fn royalty(&mut self, rule: &Rule, of: &Set) -> Result<(), &'static str> {
        match rule.holder {
            Holder::Kind(kind) if is_it(rule, of) && rule.when.is_empty() => {
                self.royal.insert(kind);
                Ok(())
            }
            Holder::Game | Holder::EachSeat => {
                self.royal_view = true;
                Ok(())
            }
            _ => Err("royalty on a condition"),
        }
    }

    fn limit(
        &mut self,
        reader: Reader<'a>,
        rule: &'a Rule,
        seats: &[SeatId],
    ) -> Result<(), &'static str> {
        for holder in holders(reader, rule, seats) {
            if let Some(says) = limits(reader, rule)? {
                let of_seat = holder.is_some();
                if !of_seat && !matches!(says, Limits::Shy(..)) {
                    return Err("a guard that is nobody's");
                }
                self.limits.push(Limit { holder, rule, says });
            }
        }
        Ok(())
    }

    fn movement(
        &mut self,
        reader: Reader<'a>,
        rule: &'a Rule,
        of: &Set,
        also: bool,
        ways: &'a [Way],
        seats: &[SeatId],
    ) -> Result<(), &'static str> {
        if !rule.when.is_empty() {
            return Err("movement on a condition");
        }
        if let Holder::Kind(kind) = rule.holder {
            if !is_it(rule, of) {
                return Err("movement of other pieces by a kind's rules");
            }
            if !also && self.ways.iter().any(|way| way.kind == kind && !way.also) {
                return Err("movement that replaces other movement");
            }
            self.ways.extend(ways.iter().map(|way| KindWay {
                kind,
                also,
                rule,
                way,
            }));
            return Ok(());
        }
        let kinds = own_kinds(reader, of).ok_or("movement of certain pieces of an owner")?;
        for seat in holders(reader, rule, seats).into_iter().flatten() {
            let kinds = kinds.clone();
            self.owner_ways.push(OwnerWays {
                seat,
                kinds,
                also,
                rule,
                ways,
            });
        }
        Ok(())
    }

    fn turn(&mut self, body: &[Step]) -> Result<(), &'static str> {
        let is =
            |block: &[Step], verb: Verb| matches!(block, [Step::Do(deed)] if deed.verb == verb);
        match body {
            block if is(block, Verb::Act) => Ok(()),
            [Step::OrElse(first, second)] if is(first, Verb::Act) && is(second, Verb::Pass) => {
                self.pass = true;
                Ok(())
            }
            _ => Err("a turn that is more than one action"),
        }
    }

    /// Rules that only together make a plan.
    fn agree(&self) -> Result<(), LinkProblem> {
        let no = |why| Err(LinkProblem::of_match(why));
        match (&self.clock, &self.tick) {
            (Some((field, _)), Some(tick)) if *field != tick.field => {
                return no("two numbers that run through the game");
            }
            (Some(_), None) => return no("a number that nothing changes"),
            _ => {}
        }
        if self.crowns.is_some() && !self.spoils {
            return no("a lost king whose pieces stay as they are");
        }
        if self.enforced && (self.royal_view || self.crowns.is_some()) {
            return no("check enforced for pieces that are royal on a condition");
        }
        if self.enforced && !(self.limits.is_empty() && self.standing.is_empty()) {
            return no("guards where check is enforced");
        }
        if self.few.is_some_and(|few| few < 1) {
            return no("a bound of no pieces");
        }
        if !self.pass && self.stuck.is_none() {
            return no("nothing is said of a player without options");
        }
        Ok(())
    }
}

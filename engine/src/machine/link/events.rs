//! Rules that answer events, moments and conditions: which of them the machine has a plan for.
use super::facts::{Facts, Tick};
use super::phrase::*;
use super::shapes::*;
use crate::ids::*;
use crate::machine::program::Verdict;
use crate::rules::*;

impl<'a> Facts<'a> {
    pub(super) fn trigger(
        &mut self,
        reader: Reader<'a>,
        rule: &'a Rule,
        on: &'a On,
        body: &'a [Step],
    ) -> Result<(), &'static str> {
        if let Some(found) = rising(rule) {
            // Without a stage of its own a rule that waits for a condition comes after seats have fallen.
            let waits = matches!(on, On::AsSoonAs(_));
            if waits && !before_verdicts(reader, rule) {
                return Err("a promotion among the verdicts");
            }
            self.risings.push(found);
            return Ok(());
        }
        if let Some(found) = wake(rule) {
            self.wakes.push(found);
            return Ok(());
        }
        if matches!(rule.holder, Holder::Kind(_)) {
            return Err("a rule of a kind that answers events");
        }
        match on {
            On::At(Moment::Start(Span::Your)) => self.at_start(rule, body),
            On::At(Moment::End(Span::Every)) => self.at_end(reader, rule, body),
            On::AsSoonAs(cond) if rule.when.is_empty() => self.as_soon_as(rule, cond, body),
            On::After(deeds) => self.after(reader, rule, deeds, body),
            On::Before(deeds) if rule.when.is_empty() => self.before(rule, deeds, body),
            _ => Err("a trigger without a plan"),
        }
    }

    /// `at the start of your turn, if ..`: a player without legal action, a number that has run up.
    fn at_start(&mut self, rule: &Rule, body: &[Step]) -> Result<(), &'static str> {
        let when = clauses(&rule.when).ok_or("a condition without a plan")?;
        let [only] = when.as_slice() else {
            return Err("a condition without a plan");
        };
        if no_legal_action(only) && self.stuck.is_none() {
            self.stuck = match body {
                [Step::If(cond, checked, free)] if in_check(cond) => {
                    result(checked).zip(result(free)).map(|(a, b)| [a, b])
                }
                block => result(block).map(|verdict| [verdict; 2]),
            };
            return self.stuck.map(drop).ok_or("a result without a plan");
        }
        if let (Value::Num(_), Says::Cmp(Rel::Ge, bound)) = (&only.subject, &only.says) {
            let number = game_field(&only.subject)
                .zip(literal(bound).and_then(|bound| u16::try_from(bound).ok()));
            if let (Some(number), Some(Verdict::Draw), None) = (number, result(body), self.clock) {
                self.clock = Some(number);
                self.clock_first = self.stuck.is_none();
                return Ok(());
            }
        }
        Err("a rule at the start of the turn")
    }

    /// `at the end of every turn { if .. { set F to 0 } otherwise { add 1 to F } }`.
    fn at_end(
        &mut self,
        reader: Reader<'a>,
        rule: &Rule,
        body: &'a [Step],
    ) -> Result<(), &'static str> {
        const WHY: &str = "a rule at the end of the turn";
        let [Step::If(cond, zero, more)] = body else {
            return Err(WHY);
        };
        let ([Step::Do(zero)], [Step::Do(more)]) = (zero.as_slice(), more.as_slice()) else {
            return Err(WHY);
        };
        let number = |value: Option<&Value>, n: i16| matches!(value, Some(Value::Num(Num::Lit(m))) if *m == n);
        let field = zero.object.as_ref().and_then(game_field).ok_or(WHY)?;
        let sets = zero.verb == Verb::Set && number(case(zero, Case::To), 0);
        let adds = more.verb == Verb::Add
            && number(more.object.as_ref(), 1)
            && case(more, Case::To).and_then(game_field) == Some(field);
        if !sets || !adds || !rule.when.is_empty() || self.tick.is_some() {
            return Err(WHY);
        }
        let causes: Vec<&Clause> = match cond {
            Cond::Any(list) => list.iter().map(clause).collect::<Option<_>>().ok_or(WHY)?,
            one => vec![clause(one).ok_or(WHY)?],
        };
        let mut tick = Tick {
            field,
            kinds: Vec::new(),
            capture: false,
        };
        for cause in causes {
            let (Says::Did(past), Some(set)) = (&cause.says, as_set(&cause.subject)) else {
                return Err(WHY);
            };
            let pieces = reader.pieces(set, SeatId(0)).ok_or(WHY)?;
            let plain = pieces.rest.is_empty()
                && past.deed.cases.is_empty()
                && past.since == Some(Moment::Start(Span::This));
            match (past.deed.verb, past.role) {
                (Verb::Move, None) if plain => tick.kinds.extend(pieces.kinds),
                (Verb::Capture, Some(Role::Object))
                    if plain && self.kinds.iter().all(|kind| pieces.kinds.contains(kind)) =>
                {
                    tick.capture = true
                }
                _ => return Err(WHY),
            }
        }
        self.tick = Some(tick);
        Ok(())
    }

    fn as_soon_as(&mut self, rule: &Rule, cond: &Cond, body: &[Step]) -> Result<(), &'static str> {
        const WHY: &str = "a rule that waits for a condition";
        let clause = clause(cond).ok_or(WHY)?;
        let does = |verb: Verb| matches!(body, [Step::Do(deed)] if deed.verb == verb && is_you_or_missing(deed.subject.as_ref()));
        if no_opponent(clause) && does(Verb::Win) && rule.holder == Holder::EachSeat {
            self.last_wins = true;
        } else if let (
            Value::Num(Num::Repetition),
            Says::Cmp(Rel::Eq | Rel::Ge, n),
            Some(Verdict::Draw),
        ) = (&clause.subject, &clause.says, result(body))
        {
            self.repetition = Some(literal(n).and_then(|n| u16::try_from(n).ok()).ok_or(WHY)?);
        } else if let (Some(few), true) = (few_pieces(clause), removes_own_and_loses(body)) {
            self.few = Some(few);
        } else if nobody_plays(clause) && result(body) == Some(Verdict::Draw) {
            // The last seat wins before; where seats go together the machine draws by itself.
        } else {
            return Err(WHY);
        }
        Ok(())
    }

    fn after(
        &mut self,
        reader: Reader<'a>,
        rule: &'a Rule,
        deeds: &'a [Deed],
        body: &[Step],
    ) -> Result<(), &'static str> {
        const WHY: &str = "a rule that answers an event";
        let [deed] = deeds else { return Err(WHY) };
        match deed.verb {
            Verb::LosePiece => {
                let object = deed.object.as_ref().and_then(as_set).ok_or(WHY)?;
                let lost = reader.pieces(object, SeatId(0)).ok_or(WHY)?;
                let when = clauses(&rule.when).ok_or(WHY)?;
                let none_left =
                    matches!(when.as_slice(), [only] if has_none_of(reader, only, &lost.kinds));
                let yours = deed.subject.as_ref().is_some_and(is_you) && lost.rest.is_empty();
                if !yours || !none_left || !loses_to_author(body) || self.crowns.is_some() {
                    return Err(WHY);
                }
                self.crowns = Some(lost.kinds);
                Ok(())
            }
            Verb::Resign
                if deed.subject.as_ref().is_some_and(is_you)
                    && rule.when.is_empty()
                    && removes_own_and_loses(body) =>
            {
                self.resigning_removes = true;
                Ok(())
            }
            // Powers without rules have nothing to end.
            Verb::LoseGame if matches!(body, [Step::Do(deed)] if deed.verb == Verb::EndPower) => {
                Ok(())
            }
            _ => Err(WHY),
        }
    }

    /// `before a player loses to another player { give the pieces of the loser to the conqueror }`.
    fn before(&mut self, rule: &Rule, deeds: &[Deed], body: &[Step]) -> Result<(), &'static str> {
        const WHY: &str = "a rule before an event";
        let (deed, gives) = match (deeds, body) {
            ([deed], [Step::Do(gives)]) => (deed, gives),
            // What is won rests for the turn; a turn here has no second move.
            ([deed], [mark, Step::Do(gives)]) if marks_for_the_turn(mark) => (deed, gives),
            _ => return Err(WHY),
        };
        let conqueror = case(deed, Case::To).and_then(as_set).ok_or(WHY)?;
        let given = gives.object.as_ref().and_then(as_set).ok_or(WHY)?;
        let of_loser = matches!((&given.base, given.by.as_slice()), (Base::All(_), [Narrow::Of(of)]) if is_role(rule, of, &[Role::Loser, Role::Subject]));
        if deed.verb != Verb::LoseGame
            || gives.verb != Verb::Give
            || given.ty != Ty::Piece
            || !of_loser
        {
            return Err(WHY);
        }
        if not_playing(conqueror) {
            // Who conquers has just moved and is in the game: this cannot come about.
            return Ok(());
        }
        let other = matches!(
            conqueror.by.as_slice(),
            [Narrow::Other(_)] | [Narrow::Except(_)]
        );
        let receiver = case(gives, Case::To).and_then(as_set).ok_or(WHY)?;
        if !other || !is_role(rule, receiver, &[Role::Conqueror]) {
            return Err(WHY);
        }
        self.spoils = true;
        Ok(())
    }
}

/// `mark X as NAME this turn`, on whatever condition.
fn marks_for_the_turn(step: &Step) -> bool {
    let deed = match step {
        Step::Do(deed) => deed,
        Step::If(_, yes, no) if no.is_empty() => match yes.as_slice() {
            [Step::Do(deed)] => deed,
            _ => return false,
        },
        _ => return false,
    };
    let pieces = deed.object.as_ref().and_then(as_set);
    deed.verb == Verb::Mark
        && pieces.is_some_and(|s| s.ty == Ty::Piece)
        && matches!(
            deed.how.term.as_slice(),
            [Term::Until(Moment::End(Span::This))]
        )
}

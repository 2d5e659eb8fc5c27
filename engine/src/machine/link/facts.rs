//! What the rules of a match say, as far as the machine has a plan for it. Every rule that lives in the
//! match is either taken up here, shown to be without effect, or reported: nothing is passed over.
use super::LinkProblem;
use super::phrase::*;
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
    /// The rule.
    pub rule: &'a Rule,
    /// The way.
    pub way: &'a Way,
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
    reader.rules.rules.iter().filter(lives).collect()
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
            .take_up(reader, rule)
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
    fn take_up(&mut self, reader: Reader<'a>, rule: &'a Rule) -> Result<(), &'static str> {
        if rule.limit.is_some() || !rule.keeps.is_empty() {
            return Err("a rule with a limit of use");
        }
        if matches!(rule.holder, Holder::Power(_)) {
            return Err("a rule of a power");
        }
        match &rule.form {
            Form::Movement {
                of,
                also,
                aim: Aim::Move,
                ways,
            } => self.movement(rule, of, *also, ways),
            Form::View {
                of,
                is: What::Quality(Quality::Royal),
                not: false,
            } => match rule.holder {
                Holder::Kind(kind) if is_it(rule, of) && rule.when.is_empty() => {
                    self.royal.insert(kind);
                    Ok(())
                }
                Holder::Game | Holder::EachSeat => {
                    self.royal_view = true;
                    Ok(())
                }
                _ => Err("royalty on a condition"),
            },
            // Without rules of powers there are no abilities.
            Form::Abilities { .. } => Ok(()),
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

    fn movement(
        &mut self,
        rule: &'a Rule,
        of: &Set,
        also: bool,
        ways: &'a [Way],
    ) -> Result<(), &'static str> {
        let Holder::Kind(kind) = rule.holder else {
            return Err("movement of pieces by their owner's rules");
        };
        if !is_it(rule, of) || !rule.when.is_empty() {
            return Err("movement on a condition");
        }
        if !also && self.ways.iter().any(|way| way.kind == kind) {
            return Err("movement that replaces other movement");
        }
        self.ways
            .extend(ways.iter().map(|way| KindWay { kind, rule, way }));
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

    fn trigger(
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
        let ([deed], [Step::Do(gives)]) = (deeds, body) else {
            return Err(WHY);
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
        if self.few.is_some_and(|few| few < 1) {
            return no("a bound of no pieces");
        }
        if !self.pass && self.stuck.is_none() {
            return no("nothing is said of a player without options");
        }
        Ok(())
    }
}

/// Does the rule name a stage before the verdicts?
fn before_verdicts(reader: Reader<'_>, rule: &Rule) -> bool {
    let Form::Trigger {
        stage: Some(stage), ..
    } = &rule.form
    else {
        return false;
    };
    let name = |stage: &Stage| {
        reader
            .rules
            .texts
            .get(stage.name.index())
            .map(String::as_str)
    };
    let verdicts = reader
        .rules
        .stages
        .iter()
        .position(|stage| name(stage) == Some("verdicts"));
    verdicts.is_some_and(|verdicts| stage.index() < verdicts)
}

/// The promotion a rule makes, if it is one: `after it enters ROW` or `as soon as it is on ROW`.
pub fn rising(rule: &Rule) -> Option<Rising<'_>> {
    let Holder::Kind(kind) = rule.holder else {
        return None;
    };
    let Form::Trigger {
        on,
        offer: None,
        body,
        ..
    } = &rule.form
    else {
        return None;
    };
    let row = match on {
        On::After(deeds) => match deeds.as_slice() {
            [deed]
                if deed.verb == Verb::Enter
                    && deed.cases.is_empty()
                    && is_it(rule, deed.subject.as_ref()?) =>
            {
                as_set(deed.object.as_ref()?)?
            }
            _ => return None,
        },
        On::AsSoonAs(cond) => match clause(cond)? {
            Clause {
                subject: Value::Set(it),
                says: Says::At(Near::On, row),
                ..
            } if is_it(rule, it) => row,
            _ => return None,
        },
        _ => return None,
    };
    let [
        Step::Choose {
            who: None,
            name,
            from,
            amount: Amount::Any | Amount::Count(Rel::Eq, Num::Lit(1)),
            secretly: false,
            at_random: false,
        },
        Step::Do(deed),
    ] = body.as_slice()
    else {
        return None;
    };
    let chosen = as_set(case(deed, Case::To).or(case(deed, Case::As))?)?;
    let rises = matches!(deed.verb, Verb::Promote | Verb::Become)
        && is_it(rule, deed.subject.as_ref()?)
        && chosen.base == Base::Name(*name);
    (rises && plain(row) && rule.when.is_empty() && rule.limit.is_none()).then_some(Rising {
        kind,
        rule,
        row,
        kinds: from,
    })
}

/// The mark a rule leaves behind a moving piece, if it is such a rule.
fn wake(rule: &Rule) -> Option<WakeRule<'_>> {
    let Holder::Kind(kind) = rule.holder else {
        return None;
    };
    let Form::Trigger {
        on: On::After(deeds),
        stage: None,
        offer: None,
        body,
    } = &rule.form
    else {
        return None;
    };
    let ([deed], [Step::Do(marks)]) = (deeds.as_slice(), body.as_slice()) else {
        return None;
    };
    let moves = deed.verb == Verb::Move && deed.cases.len() == 2 && rule.when.is_empty();
    let mover = deed
        .subject
        .as_ref()
        .or(deed.object.as_ref().and_then(as_set))?;
    let behind = as_set(marks.object.as_ref()?)?;
    let square_behind = behind.ty == Ty::Square
        && matches!(behind.by.as_slice(), [Narrow::At(Near::Behind, of)] if is_it(rule, of));
    let Base::Field(field, ..) = as_set(case(marks, Case::As)?)?.base else {
        return None;
    };
    let next_turn = marks.how.term == [Term::Until(Moment::End(Span::NextTurn))];
    let (from, to) = (
        as_set(case(deed, Case::From)?)?,
        as_set(case(deed, Case::To)?)?,
    );
    (moves && is_it(rule, mover) && marks.verb == Verb::Mark && square_behind && next_turn)
        .then_some(WakeRule {
            kind,
            rule,
            from,
            to,
            field,
        })
}

/// `you have no legal action`.
fn no_legal_action(clause: &Clause) -> bool {
    let legal = |set: &Set| {
        set.ty == Ty::Move && set.amount == Amount::No && set.by == [Narrow::Is(Quality::Legal)]
    };
    as_set(&clause.subject).is_some_and(is_you)
        && matches!(&clause.says, Says::Has(set) if legal(set) && matches!(set.base, Base::All(_)))
}

/// `you are in check`.
fn in_check(cond: &Cond) -> bool {
    clause(cond).is_some_and(|clause| {
        as_set(&clause.subject).is_some_and(is_you)
            && clause.says == Says::Be(Quality::InCheck(None))
    })
}

/// `you have no opponent`.
fn no_opponent(clause: &Clause) -> bool {
    let opponents = |set: &Set| {
        set.ty == Ty::Seat
            && set.amount == Amount::No
            && match (&set.base, set.by.as_slice()) {
                (Base::All(_), [Narrow::Hostile(of)]) => is_you(of),
                (Base::All(_), []) => false,
                (Base::Of(Part::Opponents, of), []) => is_you(of),
                _ => false,
            }
    };
    as_set(&clause.subject).is_some_and(is_you)
        && matches!(&clause.says, Says::Has(set) if opponents(set))
}

/// `you have fewer than N pieces`.
fn few_pieces(clause: &Clause) -> Option<u32> {
    let Says::Has(set) = &clause.says else {
        return None;
    };
    let all = set.ty == Ty::Piece
        && plain(set)
        && matches!(set.base, Base::All(Where::InPlay | Where::Board));
    let bound = match &set.amount {
        Amount::Count(Rel::Lt, n) => literal(n)?,
        Amount::Count(Rel::Le, n) => literal(n)? + 1,
        _ => return None,
    };
    (all && as_set(&clause.subject).is_some_and(is_you)).then_some(u32::try_from(bound).ok()?)
}

/// `nobody is playing`.
fn nobody_plays(clause: &Clause) -> bool {
    let nobody =
        |set: &Set| set.base == Base::Nobody || (set.ty == Ty::Seat && set.amount == Amount::No);
    as_set(&clause.subject).is_some_and(nobody) && clause.says == Says::Be(Quality::Playing)
}

/// `you have no piece` of these kinds.
fn has_none_of(reader: Reader<'_>, clause: &Clause, kinds: &[KindId]) -> bool {
    let Says::Has(set) = &clause.says else {
        return false;
    };
    let same = reader
        .pieces(set, SeatId(0))
        .is_some_and(|pieces| pieces.kinds == kinds && pieces.rest.is_empty());
    same && set.amount == Amount::No && as_set(&clause.subject).is_some_and(is_you)
}

/// A seat that is not playing.
fn not_playing(set: &Set) -> bool {
    set.by.iter().any(|narrow| match narrow {
        Narrow::Not(Quality::Playing) => true,
        Narrow::That(_, Cond::Is(clause)) => {
            clause.not && clause.says == Says::Be(Quality::Playing)
        }
        _ => false,
    })
}

/// `{ remove your pieces; you lose }`.
fn removes_own_and_loses(body: &[Step]) -> bool {
    let [Step::Do(removes), Step::Do(loses)] = body else {
        return false;
    };
    let own = |set: &Set| {
        set.ty == Ty::Piece
            && matches!(set.base, Base::All(Where::InPlay | Where::Board))
            && matches!(set.by.as_slice(), [Narrow::Of(of)] if is_you(of))
    };
    let removed = removes.object.as_ref().and_then(as_set).is_some_and(own);
    removes.verb == Verb::Remove
        && removed
        && loses.verb == Verb::LoseGame
        && is_you_or_missing(loses.subject.as_ref())
        && loses.cases.is_empty()
}

/// `you lose to the author`.
fn loses_to_author(body: &[Step]) -> bool {
    let [Step::Do(loses)] = body else {
        return false;
    };
    let author = case(loses, Case::To)
        .and_then(as_set)
        .is_some_and(|set| set.base == Base::Author);
    loses.verb == Verb::LoseGame && is_you_or_missing(loses.subject.as_ref()) && author
}

/// The result a block gives *you*.
fn result(body: &[Step]) -> Option<Verdict> {
    match body {
        [Step::Do(deed)]
            if deed.verb == Verb::LoseGame
                && is_you_or_missing(deed.subject.as_ref())
                && deed.cases.is_empty() =>
        {
            Some(Verdict::Lose)
        }
        [Step::Do(deed)] if deed.verb == Verb::DrawGame => Some(Verdict::Draw),
        _ => None,
    }
}

//! Shapes of rules, clauses and blocks that mean one thing the machine can do. Recognised from what is
//! said, never from who says it.
use super::facts::{Rising, WakeRule};
use super::phrase::*;
use crate::ids::*;
use crate::machine::program::Verdict;
use crate::rules::*;

/// Does the rule name a stage before the verdicts?
pub fn before_verdicts(reader: Reader<'_>, rule: &Rule) -> bool {
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
pub fn wake(rule: &Rule) -> Option<WakeRule<'_>> {
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
pub fn no_legal_action(clause: &Clause) -> bool {
    let legal = |set: &Set| {
        set.ty == Ty::Move && set.amount == Amount::No && set.by == [Narrow::Is(Quality::Legal)]
    };
    as_set(&clause.subject).is_some_and(is_you)
        && matches!(&clause.says, Says::Has(set) if legal(set) && matches!(set.base, Base::All(_)))
}

/// `you are in check`.
pub fn in_check(cond: &Cond) -> bool {
    clause(cond).is_some_and(|clause| {
        as_set(&clause.subject).is_some_and(is_you)
            && clause.says == Says::Be(Quality::InCheck(None))
    })
}

/// `you have no opponent`.
pub fn no_opponent(clause: &Clause) -> bool {
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
pub fn few_pieces(clause: &Clause) -> Option<u32> {
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
pub fn nobody_plays(clause: &Clause) -> bool {
    let nobody =
        |set: &Set| set.base == Base::Nobody || (set.ty == Ty::Seat && set.amount == Amount::No);
    as_set(&clause.subject).is_some_and(nobody) && clause.says == Says::Be(Quality::Playing)
}

/// `you have no piece` of these kinds.
pub fn has_none_of(reader: Reader<'_>, clause: &Clause, kinds: &[KindId]) -> bool {
    let Says::Has(set) = &clause.says else {
        return false;
    };
    let same = reader
        .pieces(set, SeatId(0))
        .is_some_and(|pieces| pieces.kinds == kinds && pieces.rest.is_empty());
    same && set.amount == Amount::No && as_set(&clause.subject).is_some_and(is_you)
}

/// A seat that is not playing.
pub fn not_playing(set: &Set) -> bool {
    set.by.iter().any(|narrow| match narrow {
        Narrow::Not(Quality::Playing) => true,
        Narrow::That(_, Cond::Is(clause)) => {
            clause.not && clause.says == Says::Be(Quality::Playing)
        }
        _ => false,
    })
}

/// `{ remove your pieces; you lose }`.
pub fn removes_own_and_loses(body: &[Step]) -> bool {
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
pub fn loses_to_author(body: &[Step]) -> bool {
    let [Step::Do(loses)] = body else {
        return false;
    };
    let author = case(loses, Case::To)
        .and_then(as_set)
        .is_some_and(|set| set.base == Base::Author);
    loses.verb == Verb::LoseGame && is_you_or_missing(loses.subject.as_ref()) && author
}

/// The result a block gives *you*.
pub fn result(body: &[Step]) -> Option<Verdict> {
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

//! What may be secret at this table, and which armies sit at it.
use crate::scenario::Stage;
use engine::ids::{ArmyId, KindId, PowerId, SeatId, SourceId, SquareId};
use engine::record::Heading;
use engine::rules::{
    Amount, At, Base, Clause, Cond, Deed, Form, Holder, Node, Part, Quality, Ruleset, Says, Seen,
    Set, Step, Ty, Value, visit_rule,
};

/// The army of each seat that has one.
pub fn armies<G: Stage>(rules: &Ruleset, game: &G) -> Vec<(SeatId, ArmyId)> {
    let set = |ty, base| Set {
        ty,
        base,
        by: Vec::new(),
        pick: None,
        amount: Amount::Every,
    };
    let sits = |seat: SeatId, armies: Vec<ArmyId>| {
        let its = Base::Of(Part::Army, Box::new(set(Ty::Seat, Base::Seats(vec![seat]))));
        game.holds(&Cond::Is(Clause {
            at: At::Now,
            newly: false,
            member: None,
            not: false,
            subject: Value::Set(set(Ty::Army, its)),
            says: Says::Among(set(Ty::Army, Base::Armies(armies))),
            src: SourceId(0),
        }))
    };
    let all: Vec<ArmyId> = (0..rules.armies.len()).map(ArmyId::from).collect();
    (0..rules.seats.len())
        .map(SeatId::from)
        .filter(|seat| sits(*seat, all.clone()))
        .filter_map(|seat| Some((seat, *all.iter().find(|a| sits(seat, vec![**a]))?)))
        .collect()
}

/// Whether a seat is in check now.
pub fn in_check<G: Stage>(game: &G, seat: SeatId) -> bool {
    game.holds(&Cond::Is(Clause {
        at: At::Now,
        newly: false,
        member: None,
        not: false,
        subject: Value::Set(Set {
            ty: Ty::Seat,
            base: Base::Seats(vec![seat]),
            by: Vec::new(),
            pick: None,
            amount: Amount::Every,
        }),
        says: Says::Be(Quality::InCheck(None)),
        src: SourceId(0),
    }))
}

/// Somebody here sees what another does not, or may come not to see it by the rules of who is here.
pub fn kept<G: Stage>(rules: &Ruleset, game: &G, heading: &Heading) -> bool {
    let seen = |seat: usize| {
        let view = game.view(Some(SeatId::from(seat)));
        (view.fields, view.zones)
    };
    let first = seen(0);
    let hidden = (1..rules.seats.len()).any(|seat| seen(seat) != first);
    // where armies come to the table in the game any may come
    let any = heading.armies.is_empty() && rules.armies.len() > 1 && rules.plain_army.is_none();
    let there: Vec<ArmyId> = armies(rules, game).into_iter().map(|(_, a)| a).collect();
    let sits = |army: Option<ArmyId>| any || army.is_none_or(|a| there.contains(&a));
    let power = |p: PowerId| rules.powers.get(p.index()).is_none_or(|p| sits(p.army));
    let kind = |k: KindId| rules.kinds.get(k.index()).is_none_or(|k| sits(k.army));
    let present = |holder: Holder| match holder {
        Holder::Game | Holder::EachSeat => true,
        Holder::Power(p) => power(p),
        Holder::Kind(k) => kind(k),
    };
    // what nobody sees no screen shows
    let secret = |seen: &Seen| !matches!(seen, Seen::All | Seen::Nobody);
    hidden
        || rules
            .fields
            .iter()
            .any(|f| secret(&f.seen) && present(f.by))
        || rules.zones.iter().any(|z| secret(&z.seen) && present(z.by))
        || rules.rules.iter().filter(|r| present(r.holder)).any(|r| {
            // to forbid what is secret makes no secret
            if matches!(r.form, Form::Guard { .. }) {
                return false;
            }
            let mut found = false;
            visit_rule(r, &mut |node| {
                found |= match node {
                    Node::Step(Step::Choose { secretly, .. }) => *secretly,
                    Node::Step(Step::AllAtOnce { .. }) => true,
                    Node::Deed(Deed { how, .. }) => how.secretly,
                    _ => false,
                };
            });
            found
        })
}

/// The squares of the pieces that a rule freezes; none where something is or may become secret, because what
/// freezes a piece could then tell it.
pub fn frozen<G: Stage>(rules: &Ruleset, game: &G, heading: &Heading) -> Vec<SquareId> {
    if kept(rules, game, heading) {
        return Vec::new();
    }
    game.frozen()
}

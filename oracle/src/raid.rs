//! Check by whole turns (`check is enforced by whole turns`): a royal piece is attacked by whoever could take it within a turn of his
//! that began now, whatever he would do first. Every way of that turn is tried; ways that come to the same situation and the
//! same question are one. Nobody's king is asked for in such a turn, and an attack in it is a plain attack.
use super::aspects;
use super::exec::*;
use super::read::Cx;
use super::setup::situation_hash;
use super::state::*;
use super::turn::seat_at;
use super::value::*;
use engine::ids::*;
use engine::play::{Choice, Who};
use engine::rules::*;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// One of these opponents could take a piece within a turn; none: any of them.
pub fn takes_within_a_turn(cx: &Cx, p: PieceId, by: Option<&[Val]>) -> bool {
    let Some(owner) = cx.owner(p) else {
        return false;
    };
    if cx.l.shortcuts.any() && !can_go_on(cx) {
        return false;
    }
    let raids = |s: &SeatId| {
        let hostile = !cx.l.partners(owner, *s) && cx.st.seats[s.index()].playing;
        hostile && by.is_none_or(|by| by.contains(&Val::Seat(*s)))
    };
    let mut seats = (0..cx.st.seats.len()).map(SeatId::from).filter(raids);
    seats.any(|s| takes(cx, p, s))
}

fn takes(cx: &Cx, p: PieceId, seat: SeatId) -> bool {
    let mut seen: BTreeSet<u64> = BTreeSet::new();
    let mut ways: Vec<Vec<Opt>> = vec![vec![]];
    let mut left = cx.l.rules.bounds.looks;
    while let Some(log) = ways.pop() {
        if left == 0 {
            return false;
        }
        left -= 1;
        let mut x = Exec::new(cx.l, cx.st.clone(), log);
        begin_turn(&mut x, seat);
        let stop = match cx.l.late_captures {
            true => x.play_turn(),
            false => x.play_procedure(),
        };
        let taken =
            |e: &Event| e.verb == Verb::Capture && e.role(Role::Victim) == Some(Val::Piece(p));
        if x.st.now.iter().any(taken) {
            return true;
        }
        let Err(Stop::Ask(ask)) = stop else {
            continue;
        };
        let own = ask.decision.who == Who::Seat(seat);
        let mut key = DefaultHasher::new();
        (situation_hash(cx.l, &x.st), &ask.decision.options).hash(&mut key);
        if !seen.insert(key.finish()) {
            continue;
        }
        // what others are offered they may decline; what they or chance decide is not looked beyond
        let open = ask.opts.into_iter();
        for o in open.filter(|o| own || o.choice == Choice::Decline) {
            let mut log = x.log.clone();
            log.push(o);
            ways.push(log);
        }
    }
    false
}

/// A turn of a seat begins.
fn begin_turn(x: &mut Exec, seat: SeatId) {
    let turns = x.l.rules.turns.len();
    let at = (0..turns).find(|i| seat_at(x.l, &x.st, *i, None) == Some(seat));
    let st = x.st.change(aspects::ALL);
    let now = std::mem::take(&mut st.now);
    st.past.extend(now.into_iter().collect());
    st.turn += 1;
    let turn = st.turn;
    st.on_turn = Some(seat);
    st.turn_at = at.unwrap_or(st.turn_at);
    st.phase = Phase::Act;
    st.tried = true;
    st.raid = true;
    let had = &mut st.seats[seat.index()];
    had.turns += 1;
    had.turn_before = had.latest_turn;
    had.latest_turn = turn;
    // what ends at the start of a turn has ended; nothing is set off by that which could not be played
    let _ = x.ends_now(false);
}

/// A turn can go on behind its move: every rule that lets it go on has a price, and some piece could pay one.
fn can_go_on(cx: &Cx) -> bool {
    let paid = |f: &FieldId| {
        let mut values = cx.st.fields.of(*f).flat_map(|(_, v)| v);
        values.any(|x| matches!(x, Val::Num(n) if *n > 0))
    };
    cx.l.prices.as_ref().is_none_or(|all| all.iter().any(paid))
}

/// What is spent first by every rule that lets a turn go on behind its move, of the values of pieces that begin with nothing; none: some
/// rule has no such price.
pub fn prices(rules: &Ruleset) -> Option<Vec<FieldId>> {
    let price = |r: &Rule| -> Option<FieldId> {
        let Form::Trigger { body, .. } = &r.form else {
            return None;
        };
        let Some(Step::Do(d)) = body.first() else {
            return None;
        };
        let of = d.cases.iter().find(|(c, _)| *c == Case::Of).map(|(_, v)| v);
        let field = match of {
            Some(Value::Num(Num::Field(f, ..))) => *f,
            _ => return None,
        };
        let held = &rules.fields[field.index()];
        let nothing = |v: &Value| matches!(v, Value::Num(Num::Lit(0)));
        let from_nothing = held.start.as_ref().is_none_or(nothing);
        (d.verb == Verb::Spend && matches!(held.of, Owner::Piece(_)) && from_nothing)
            .then_some(field)
    };
    let goes_on = rules
        .rules
        .iter()
        .filter(|r| super::by_turn::lets_go_on(rules, r));
    goes_on.map(price).collect()
}

/// Something can be captured when the turn ends.
pub fn late_captures(rules: &Ruleset) -> bool {
    rules.rules.iter().any(|r| {
        let mut takes = false;
        visit_rule(r, &mut |n| {
            takes |= matches!(n, Node::Deed(d) if matches!(d.verb, Verb::Capture | Verb::Move));
        });
        let at_end = matches!(
            &r.form,
            Form::Trigger {
                on: On::At(Moment::End(_)),
                ..
            }
        );
        at_end && takes
    })
}

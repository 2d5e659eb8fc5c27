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
use crate::ids::*;
use crate::play::{Choice, Who};
use crate::rules::{Role, Verb};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// One of these opponents could take a piece within a turn; none: any of them.
pub fn takes_within_a_turn(cx: &Cx, p: PieceId, by: Option<&[Val]>) -> bool {
    let Some(owner) = cx.owner(p) else {
        return false;
    };
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
        let stop = x.play_turn();
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

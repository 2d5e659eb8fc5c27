//! Check by whole turns: in check is also who an opponent could take within a turn of his that began now, whatever he would do first.
//! Every way of that turn is tried on copies; ways that come to the same situation and the same question are one. In such a turn
//! nobody's king is asked for, and an attack in it is a plain attack.
use super::bits::Bits;
use super::eval::Cx;
use super::run::{Runner, Sink, Stop};
use super::state::*;
use crate::play::Kind;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

/// So many situations of one turn are looked at for each way of answering a look-ahead may try.
const SITUATIONS: usize = 16;

/// Those of these pieces that an opponent (of these seats) could take within a turn.
pub fn raided<const N: usize>(cx: &Cx<N>, pieces: Bits<N>, by: Option<Bits<N>>) -> Bits<N> {
    let plan = cx.plan;
    let mut runner = Runner::new(plan);
    let mut takes = |p: &usize| {
        let owner = cx.st.owner[*p] as usize;
        let hostile = |s: &usize| {
            owner < plan.seats
                && plan.allies[owner] >> s & 1 == 0
                && cx.st.playing(*s)
                && by.is_none_or(|by| by.has(*s))
        };
        (0..plan.seats)
            .filter(hostile)
            .any(|s| runner.raids(cx.st, s as u8, *p))
    };
    pieces.iter().filter(&mut takes).collect()
}

/// One raid: whose, for which piece, and what has been looked at.
struct Raid {
    seat: u8,
    piece: usize,
    seen: BTreeSet<u64>,
}

impl<const N: usize> Runner<'_, N> {
    /// In a turn of a seat that began now a piece could be taken.
    fn raids(&mut self, st: &State<N>, seat: u8, piece: usize) -> bool {
        let mut s = st.copied();
        s.leave_course();
        let plan = self.plan;
        let turns = plan.rules.turns.len();
        let at = (0..turns).find(|i| plan.seat_at(&s, *i) == Some(seat));
        s.clock.turn += 1;
        s.clock.on_turn = seat;
        s.clock.turn_at = at.map_or(s.clock.turn_at, |at| at as u8);
        s.clock.raid = true;
        // a scenario may ask whether a seat that has lost is in check
        s.clock.over = false;
        let had = &mut s.seats[seat as usize];
        had.turns += 1;
        had.before = had.latest;
        had.latest = s.clock.turn;
        s.planes[plane::MOVED] = Bits::EMPTY;
        s.planes[plane::CAPTURED].drop(piece);
        s.frames.push(Frame::Turn(2));
        // what ends at the start of a turn has ended; nothing is set off by that which could not be played
        let outer = self.rest_from(NONE);
        let began = self.ends_now(&mut s, false);
        let mut raid = Raid {
            seat,
            piece,
            seen: BTreeSet::new(),
        };
        let taken = began.is_ok() && self.raid(&mut s, &mut raid);
        self.back_to(outer);
        s.put_away();
        taken
    }
    fn raid(&mut self, s: &mut State<N>, raid: &mut Raid) -> bool {
        let stop = self.run(s);
        if s.planes[plane::CAPTURED].has(raid.piece) {
            return true;
        }
        if stop != Stop::Ask {
            return false;
        }
        let sink = std::mem::take(&mut self.sink);
        let mut key = hasher();
        self.digest(s, false).hash(&mut key);
        sink.hash_question(&mut key);
        let room = raid.seen.len() < SITUATIONS * self.plan.rules.bounds.looks as usize;
        let new = room && raid.seen.insert(key.finish());
        // what others are offered they may decline; what they or chance decide is not looked beyond
        let open = match (sink.who == raid.seat, sink.kind) {
            (true, _) => sink.n,
            (false, Kind::May) => 1,
            (false, _) => 0,
        };
        let mut t = s.copied();
        let found = new
            && (self.by_nearness(&sink, open, raid.piece, s).into_iter()).any(|i| {
                t.copy_from(s);
                match self.answer_with(&mut t, &sink, i) {
                    Ok(()) => self.raid(&mut t, raid),
                    Err(_) => t.planes[plane::CAPTURED].has(raid.piece),
                }
            });
        t.put_away();
        self.sink = sink;
        found
    }
    /// The first `open` answers in the order of the search: offers are accepted before they are declined, and moves that end near the
    /// piece come before others. A capture that is possible is mostly found before the rest of the turn has been searched.
    fn by_nearness(&self, sink: &Sink<N>, open: usize, piece: usize, st: &State<N>) -> Vec<usize> {
        let target = st.square(piece);
        let far = |i: &usize| match (sink.kind, target, sink.destination(*i)) {
            (Kind::May, _, _) => i32::from(sink.items[*i] == 0),
            (_, Some(target), Some(to)) => {
                let apart = self.plan.boards.distance(to, target);
                apart.unwrap_or(i32::MAX)
            }
            (_, None, _) | (_, _, None) => i32::MAX,
        };
        let mut order: Vec<usize> = (0..open).collect();
        order.sort_by_cached_key(far);
        order
    }
}

impl<const N: usize> Sink<N> {
    /// What is asked, and the answers.
    fn hash_question(&self, h: &mut impl Hasher) {
        (self.who, self.rule, self.picked, &self.items).hash(h);
        for g in &self.moves {
            (g.piece, g.slides, g.leaps).hash(h);
        }
        for m in &self.flat {
            (m.piece, m.to, m.victims).hash(h);
        }
        for a in &self.actions {
            (a.action, a.you, a.it).hash(h);
        }
    }
}

//! Whether a move or an action is open to a seat at all, and how many moves are.
use super::turn::Known;
use crate::core::bits;
use crate::core::eval::Cx;
use crate::core::movement::{Ask, Legality};
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::play::Kind;

/// Decisions that may come before the first move of a turn, where it is asked whether the turn has a move.
const BEFORE_MOVE: u8 = 4;

/// Ways ahead that are looked at for one answer, before any answer is looked at for long.
const BRIEFLY: u32 = 64;

impl<'p, const N: usize> Runner<'p, N> {
    /// Some lawful move or action is open to a seat.
    pub fn has_action(&mut self, cx: &Cx<N>, seat: u8) -> bool {
        if cx.actions >= 2 {
            return false;
        }
        self.actions = cx.actions + 1;
        let checks = self.plan.checks(cx, seat);
        let late = checks == Some((false, true)) || checks.is_some() && self.plan.goes_on;
        let own = cx.owned_by(seat as usize);
        let moves =
            |r: &mut Self| r.count_moves(cx, own, seat, Legality::Lawful, Ask::Moves, 1) > 0;
        if !late && !self.plan.has_duties && moves(self) {
            return true;
        }
        let mut s = cx.st.world_copied();
        // as if its turn had come to its decision
        s.clock.on_turn = seat;
        s.clock.phase = Phase::Act;
        s.clock.batch = s.clock.batches;
        s.frames.push(Frame::Turn(3));
        let found = self.acts_from(&mut s, seat, checks.is_some_and(|c| c.1), late);
        s.put_away();
        found
    }
    /// The turn of a seat, which has just come to its decision, comes to a lawful answer.
    fn acts_from(&mut self, s: &mut State<N>, seat: u8, judged: bool, late: bool) -> bool {
        let Some((code, act, env)) = self.turn_of(s, seat) else {
            return false;
        };
        s.frames.push(Frame::Body(Body {
            pc: act.unwrap_or(0),
            ..Body::of(code, env)
        }));
        self.rest_from(NONE);
        self.search_one();
        if act.is_none() {
            return self.moves_in_turn(s, seat, (late, judged), BEFORE_MOVE);
        }
        s.frames.push(Frame::Move(Moving::default()));
        self.move_decision(s) == Err(Stop::Ask)
            && self.is_lawful(s, seat, (late, judged)) == Some(true)
    }
    /// A turn that has begun comes to a lawful move of the seat, whatever is rolled, chosen or offered before it. What is offered in
    /// place of a move is none.
    fn moves_in_turn(&mut self, s: &mut State<N>, seat: u8, how: (bool, bool), before: u8) -> bool {
        if self.run(s) != Stop::Ask {
            return false;
        }
        if matches!(self.sink.kind, Kind::Move | Kind::Act) {
            if self.sink.who != seat {
                return false;
            }
            return self.is_lawful(s, seat, how).unwrap_or_else(|| {
                // as if nothing had been listed
                self.nothing_open(s);
                self.moves_in_turn(s, seat, how, before)
            });
        }
        let sink = std::mem::take(&mut self.sink);
        before > 0
            && (0..sink.n).any(|i| {
                let mut next = s.copied();
                let found = self.answer_with(&mut next, &sink, i).is_ok()
                    && self.moves_in_turn(&mut next, seat, how, before - 1);
                next.put_away();
                found
            })
    }
    /// Of the answers to the open decision one is lawful; where check is judged by turns, also after the rest of the turn. None: no
    /// answer that is listed can be given.
    fn is_lawful(&mut self, s: &State<N>, seat: u8, (late, judged): (bool, bool)) -> Option<bool> {
        let sink = std::mem::take(&mut self.sink);
        let moves = sink.count_of_moves();
        let mut known = Known::default();
        let mut lawful = |r: &mut Self, i: usize| {
            !judged
                || !late && i < moves
                || r.ends_lawfully(s, &sink, i, seat, &mut known) == Ok(true)
        };
        let mut open = vec![];
        for i in 0..sink.n {
            if self.is_lawful_choice(s, &sink, i) == Ok(true) {
                // one is enough, and most are found soon
                if self.looking_briefly(BRIEFLY, |r| lawful(r, i)) {
                    return Some(true);
                }
                open.push(i);
            }
        }
        let found = open.iter().any(|i| lawful(self, *i));
        (!open.is_empty()).then_some(found)
    }
    /// Some action in a turn of its owner that began now would move a piece.
    pub fn moved_by_action(&mut self, cx: &Cx<N>, p: usize) -> bool {
        let seat = cx.controller(p);
        if self.plan.moving.is_empty() || cx.actions >= 2 || seat == NONE {
            return false;
        }
        let mut s = cx.st.world_copied();
        s.clock.on_turn = seat;
        s.clock.phase = Phase::Act;
        s.clock.turn += 1;
        s.seats[seat as usize].turns += 1;
        s.planes[plane::MOVED] = bits::Bits::EMPTY;
        self.actions = cx.actions + 1;
        let outer = std::mem::replace(&mut self.sought, p as u8);
        let open = self.plan.moving.iter().any(|i| {
            let a = &self.plan.actions[*i as usize];
            let mut found = vec![];
            let env = Env::NOBODY;
            self.cx(&s, env).holders(a.holder, a.rule, |you, it| {
                found.extend(self.action_env(&self.cx(&s, env), a, seat, you, it));
            });
            found
                .iter()
                .any(|env| self.can_run(&s, a.code, env, seat, true, a.would.as_ref()) == Ok(true))
        });
        self.sought = outer;
        s.put_away();
        open
    }
    /// The state of a question read in another environment, as deep in questions as the question itself.
    fn nested<'a>(&self, asked: &Cx<'a, N>, env: &'a Env<N>) -> Cx<'a, N>
    where
        'p: 'a,
    {
        Cx {
            actions: asked.actions,
            depth: asked.depth,
            ..self.cx(asked.st, env)
        }
    }
    /// Of these pieces of a seat those that have a move, king safety aside.
    pub fn movable(
        &mut self,
        cx: &Cx<N>,
        pieces: bits::Bits<N>,
        seat: u8,
        ask: Ask<N>,
    ) -> bits::Bits<N> {
        if seat == NONE {
            return bits::Bits::EMPTY;
        }
        let env = Env::of(seat, NONE, NONE16);
        let cx = self.nested(cx, &env);
        let memo = cx.memo();
        let cx = cx.remembering(&memo);
        let l = cx.leave(seat, ask);
        let moves = |p: &usize| {
            self.sink.open(seat, Kind::Move, NONE16);
            let one = bits::Bits::one(*p);
            self.moves_left(&cx, &l, one, Legality::PseudoLegal, 1, |_| {
                (bits::Bits::FULL, None)
            });
            self.sink.n > 0
        };
        pieces.iter().filter(moves).collect()
    }
    /// How many moves these pieces of a seat have, as lawful as is asked; counted no further than is wanted (some or all).
    pub fn count_moves(
        &mut self,
        cx: &Cx<N>,
        pieces: bits::Bits<N>,
        seat: u8,
        how: Legality,
        ask: Ask<N>,
        wanted: usize,
    ) -> usize {
        if seat == NONE {
            return 0;
        }
        self.sink.open(seat, Kind::Move, NONE16);
        let env = Env::of(seat, NONE, NONE16);
        let cx = self.nested(cx, &env);
        self.moves(&cx, seat, pieces, how, ask, wanted, |_| {
            (bits::Bits::FULL, None)
        });
        self.sink.n
    }
}

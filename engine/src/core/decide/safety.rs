//! King safety: which moves have to be tried for it, and the trial of each on a copy.
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::movement::{Brought, Move};
use crate::core::plan::{HEADINGS, reads};
use crate::core::run::Runner;
use crate::core::state::*;

impl<const N: usize> Runner<'_, N> {
    /// After this move the royal pieces of the mover are safe.
    pub(in crate::core) fn safe_after(&mut self, st: &State<N>, seat: u8, m: &Move<N>) -> bool {
        let mut s = st.world_copied();
        self.apply_raw(&mut s, m);
        // whole turns are looked at when the turn is tried that begins with the move
        s.clock.raid = self.plan.whole_turns;
        let env = Env::NOBODY;
        let safe = !self.cx(&s, env).seat_in_check(seat as usize, None);
        s.put_away();
        safe
    }
    /// The same of one move of several: each is tried on one copy, made for the first of them.
    pub(in crate::core) fn safe_after_each(
        &mut self,
        trial: &mut Option<Box<State<N>>>,
        st: &State<N>,
        seat: u8,
        m: &Move<N>,
    ) -> bool {
        if m.bring.is_some() {
            return self.safe_after(st, seat, m);
        }
        let s = self.tried_on(trial, st);
        self.apply_raw(s, m);
        !self.cx(s, Env::NOBODY).seat_in_check(seat as usize, None)
    }
    /// The copy on which moves are tried one after the other, with everything in its place.
    fn tried_on<'t>(
        &self,
        trial: &'t mut Option<Box<State<N>>>,
        st: &State<N>,
    ) -> &'t mut State<N> {
        match trial {
            Some(s) => {
                set_back(s, st);
                s
            }
            None => {
                let mut s = st.world_copied();
                // whole turns are looked at when the turn is tried that begins with the move
                s.clock.raid = self.plan.whole_turns;
                trial.insert(s)
            }
        }
    }
    /// What a move does to the board, and nothing else.
    pub(super) fn apply_raw(&self, s: &mut State<N>, m: &Move<N>) {
        let plan = self.plan;
        let kept = s.cache.before_step();
        m.victims.iter().for_each(|v| plan.lift(s, v));
        if !m.stand {
            let p = m.piece as usize;
            plan.lift(s, p);
            if let Some((b, _)) = m.bring {
                plan.lift(s, b as usize);
            }
            for (p, to) in m.pushes.iter().flatten() {
                plan.lift(s, *p as usize);
                if *to != NONE {
                    plan.land(s, *p as usize, *to as usize);
                }
                s.planes[plane::UNMOVED].drop(*p as usize);
            }
            plan.land(s, p, m.to as usize);
            s.planes[plane::UNMOVED].drop(p);
            s.planes[plane::MOVED].add(p);
            if let Some((b, to)) = m.bring {
                match to {
                    Brought::Square(q) => plan.land(s, b as usize, q as usize),
                    Brought::Zone(slot) => plan.store(s, b as usize, slot, None),
                }
                s.planes[plane::UNMOVED].drop(b as usize);
            }
        }
        if m.victims.is_empty() && m.bring.is_none() && m.pushes[0].is_none() {
            s.cache.spare(reads::PRESENT, kept);
        }
    }
    pub(in crate::core) fn enforced(&self, cx: &Cx<N>, seat: u8) -> bool {
        self.plan.checks(cx, seat).is_some_and(|c| c.0)
    }
    /// What can be told of moves without a trial for king safety; none: nobody's king is asked for.
    pub(in crate::core) fn sieve(&self, cx: &Cx<N>, seat: u8) -> Option<Sieve<N>> {
        if !self.enforced(cx, seat) {
            return None;
        }
        let (plan, st) = (self.plan, cx.st);
        let own = cx.owned_by(seat as usize) & st.plane(plane::BOARD);
        let royal = cx.wanting(own).royal() & own;
        // what else is said to be check can come of any move
        let by_lines = plan.simple_attacks
            && plan.royal_stays
            && plan.declared_checks.is_empty()
            && st.imposed.is_empty();
        if !by_lines {
            return Some(Sieve {
                all: true,
                lines: Bits::EMPTY,
                own,
                royal,
                answers: None,
            });
        }
        if royal.is_empty() {
            return None;
        }
        let all = cx.royal_struck(seat, royal).any();
        let squares = royal.iter().filter_map(|r| st.square(r));
        Some(Sieve {
            all,
            lines: squares.fold(Bits::EMPTY, |m, s| m | plan.in_line[s]),
            own,
            royal,
            answers: (all && plan.never_in_check.is_none()).then(|| cx.answers(royal)),
        })
    }
    /// A piece of a player that goes from this square may uncover one of his royal pieces: nothing stands between them, and what stands
    /// behind it on their line is not his.
    fn screens(&self, st: &State<N>, sieve: &Sieve<N>, from: usize) -> bool {
        sieve.lines.has(from)
            && sieve.royal.iter().any(|royal| {
                let Some(sq) = st.square(royal) else {
                    return false;
                };
                let heading = self.plan.boards.heading(sq, from);
                let Some(i) = heading.and_then(|d| HEADINGS.iter().position(|h| *h == d)) else {
                    return false;
                };
                let (line, taken) = (self.plan.sight[i], st.taken_beside(royal));
                let behind = taken - Bits::one(from);
                self.plan.ray(line, sq, taken).has(from)
                    && (self.plan.ray(line, sq, behind) & behind)
                        .iter()
                        .any(|at| st.at_beside(at, royal).is_some_and(|p| !sieve.own.has(p)))
            })
    }
    /// Of these destinations those that leave the royal pieces of the mover safe, as many as are wanted: each tried on a copy, made
    /// for the first of them and used again for all.
    pub(super) fn safe(
        &mut self,
        trial: &mut Option<Box<State<N>>>,
        st: &State<N>,
        (seat, p): (u8, usize),
        to: (Bits<N>, Bits<N>),
        stand: bool,
        wanted: usize,
    ) -> (Bits<N>, Bits<N>) {
        let plan = self.plan;
        let s = self.tried_on(trial, st);
        let mut safe = Bits::EMPTY;
        for (n, t) in (to.0 | to.1).iter().enumerate() {
            if n > 0 {
                set_back(s, st);
            }
            let victim = st.at_beside(t, p);
            if let Some(v) = victim {
                plan.lift(s, v);
            }
            let kept = s.cache.before_step();
            if !(stand && victim.is_some()) {
                plan.lift(s, p);
                plan.land(s, p, t);
            }
            s.cache.spare(reads::PRESENT, kept);
            s.planes[plane::UNMOVED].drop(p);
            s.planes[plane::MOVED].add(p);
            if !self.cx(s, Env::NOBODY).seat_in_check(seat as usize, None) {
                safe.add(t);
                if safe.count() >= wanted {
                    break;
                }
            }
        }
        (to.0 & safe, to.1 & safe)
    }
}

/// Takes back what a move did to the board that brought nothing along.
fn set_back<const N: usize>(s: &mut State<N>, st: &State<N>) {
    s.cells.clone_from(&st.cells);
    s.far.clone_from(&st.far);
    s.place.clone_from(&st.place);
    s.moved_at.clone_from(&st.moved_at);
    s.planes.clone_from(&st.planes);
    s.cache.clone_from(&st.cache);
}

impl<const N: usize> Runner<'_, N> {
    /// The royal pieces of the mover are safe after this move, or they are not; none: that takes a trial.
    pub(in crate::core) fn judges(
        &self,
        st: &State<N>,
        sieve: &Sieve<N>,
        m: &Move<N>,
    ) -> Option<bool> {
        let taken = st.at_beside(m.to as usize, m.piece as usize);
        let here = taken.map_or(Bits::EMPTY, Bits::one);
        // what changes more than two squares is tried
        if m.pushes[0].is_some() || m.bring.is_some() || !m.victims.within(here) {
            return None;
        }
        if !self.concerned(st, sieve, m.piece as usize, m.from as usize) {
            return Some(true);
        }
        let open = sieve.open_to(m.piece as usize);
        (!open.has(m.to as usize)).then_some(false)
    }
    /// Moves of this piece have to be tried: as all have, or because it is royal or may uncover a royal piece.
    pub(super) fn concerned(
        &self,
        st: &State<N>,
        sieve: &Sieve<N>,
        piece: usize,
        from: usize,
    ) -> bool {
        sieve.all || sieve.royal.has(piece) || self.screens(st, sieve, from)
    }
}

impl<const N: usize> Sieve<N> {
    /// Where a move of this piece may leave the royal pieces safe, if it changes no more than the squares from which and to which it goes.
    pub(super) fn open_to(&self, piece: usize) -> Bits<N> {
        match self.answers {
            Some(answers) if !self.royal.has(piece) => answers,
            Some(_) | None => Bits::FULL,
        }
    }
}

/// What can be told of moves without a trial for king safety.
pub(in crate::core) struct Sieve<const N: usize> {
    /// Every move is tried: a royal piece is attacked, or attacks are more than lines and steps.
    pub(super) all: bool,
    /// Squares in line or on a diagonal with a royal piece.
    lines: Bits<N>,
    /// The pieces of the player on the board, and the royal ones among them.
    own: Bits<N>,
    royal: Bits<N>,
    /// Royal pieces are attacked, and no move of another piece helps that does not end on one of these squares.
    answers: Option<Bits<N>>,
}

//! Decisions about moves: the lawful moves of pieces, in groups or one by one. Carries none of them out.
use super::goto;
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::movement::{Ask, Leave, Legality, Move};
use crate::core::plan::*;
use crate::core::run::{Group, Runner, Stop};
use crate::core::state::*;
use crate::play::Kind;
use std::sync::Arc;

impl<const N: usize> Runner<'_, N> {
    pub(in crate::core) fn move_decision(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let (Some(Frame::Move(m)), Some(Frame::Body(b))) =
            (st.frames.get(at).copied(), st.frames.get(at - 1).copied())
        else {
            return Ok(());
        };
        let code = &self.plan.code[b.code as usize][b.pc as usize];
        if m.asked {
            st.saved.retain(|s| (s.frame as usize) < at);
            let again = |st: &mut State<N>, barred: u64| {
                st.frames[at] = Frame::Move(Moving {
                    barred,
                    ..Moving::default()
                });
                st.frames.push(Frame::Settle(NONE));
            };
            if m.back && !st.clock.end_turn {
                again(st, 0);
            } else if m.acted != 0 && st.clock.changes == m.changes && !st.clock.end_turn {
                again(st, m.barred | 1 << ((m.acted - 1) & 63));
            } else {
                st.frames.pop();
                self.step_on(st, at - 1, b.pc + 1);
            }
            return Ok(());
        }
        let cx = self.cx(st, &b.env);
        let (who, none) = match code {
            Code::Act(who, none) => (who, *none),
            Code::Move { who, none, .. } => (who, Some(*none)),
            _ => return Ok(()),
        };
        let seat = self.decider(&cx, who);
        let how = match self.lists_untried() && !b.option && !self.plan.has_duties {
            true => Legality::Untried,
            false => Legality::Lawful,
        };
        match code {
            Code::Move { .. } => {
                self.sink.open(seat, Kind::Move, b.env.rule);
                self.moves_of_step(&cx, code, seat, how);
            }
            _ => {
                let rule = if b.env.procedure { NONE16 } else { b.env.rule };
                st.clock.action += 1;
                self.sink.open(seat, Kind::Act, rule);
                let env = Env {
                    you: seat,
                    ..Env::EMPTY
                };
                let cx = self.cx(st, &env);
                let own = cx.owned_by(seat as usize);
                self.moves(&cx, seat, own, how, Ask::Moves, usize::MAX, |_| {
                    (Bits::FULL, None)
                });
                self.sink.untried.check = how == Legality::Untried && self.enforced(&cx, seat);
                self.actions(st, seat, m.barred, how)?;
            }
        }
        if b.option && !self.trying() && !(b.lenient && self.sink.kind == Kind::Move) {
            self.sift(st, b.root as usize, 1)?;
        }
        if self.sink.n == 0 {
            if b.strict {
                return Err(Stop::Cannot);
            }
            st.frames.pop();
            match none {
                Some(none) => goto(st, at - 1, none),
                None => self.step_on(st, at - 1, b.pc + 1),
            }
            return Ok(());
        }
        if self.plan.takes_back && !self.trying() {
            st.saved.retain(|s| (s.frame as usize) < at);
            let mut copy = st.clone();
            copy.saved.clear();
            copy.judged = None;
            copy.interrupted.clear();
            st.saved.push(Saved {
                frame: at as u8,
                state: Arc::new(copy),
            });
        }
        Err(Stop::Ask)
    }
    /// The open move decision has no lawful answer.
    pub(in crate::core) fn nothing_open(&self, st: &mut State<N>) {
        let at = st.frames.len() - 1;
        let Some(Frame::Body(b)) = st.frames.get(at - 1).copied() else {
            return;
        };
        let none = match &self.plan.code[b.code as usize][b.pc as usize] {
            Code::Act(_, none) => *none,
            Code::Move { none, .. } => Some(*none),
            _ => None,
        };
        st.saved.retain(|s| (s.frame as usize) < at);
        st.frames.pop();
        match none {
            Some(none) => goto(st, at - 1, none),
            None => self.step_on(st, at - 1, b.pc + 1),
        }
    }
    /// Lawful moves of these pieces: of each where to, and those alone that take something, or nothing, if either is asked for. Where
    /// so many are wanted, and not all, it looks no further when it has them, and they are counted, not listed.
    #[allow(clippy::too_many_arguments)]
    pub(in crate::core) fn moves(
        &mut self,
        cx: &Cx<N>,
        seat: u8,
        of: Bits<N>,
        how: Legality,
        ask: Ask<N>,
        wanted: usize,
        keep: impl Fn(usize) -> (Bits<N>, Option<bool>),
    ) {
        let memo = cx.memo();
        let cx = cx.remembering(&memo);
        let l = cx.leave(seat, ask);
        self.moves_left(&cx, &l, of, how, wanted, keep);
    }
    /// The same, what guards leave having been read.
    pub(in crate::core) fn moves_left(
        &mut self,
        cx: &Cx<N>,
        l: &Leave<N>,
        of: Bits<N>,
        how: Legality,
        wanted: usize,
        keep: impl Fn(usize) -> (Bits<N>, Option<bool>),
    ) {
        let (st, seat) = (cx.st, l.seat);
        let counts = wanted < usize::MAX;
        let sieve = match how {
            Legality::Lawful => self.sieve(cx, seat),
            Legality::PseudoLegal | Legality::Untried => None,
        };
        self.sink.untried.guards = how == Legality::Untried && !l.asked.is_empty();
        let mut special = vec![];
        let mut trial = None;
        let squares: Bits<N> = (of & st.plane(plane::BOARD))
            .iter()
            .filter_map(|p| st.square(p))
            .collect();
        // where one move is enough, those that need neither a trial for king safety nor a walk come first
        let some_free = sieve.as_ref().map_or(self.plan.walks, |sieve| !sieve.all);
        let ahead = wanted == 1 && some_free;
        for only_free in [true, false].into_iter().skip(usize::from(!ahead)) {
            for sq in squares.iter() {
                for p in st.here(sq).filter(|p| of.has(*p)) {
                    let wanted = wanted.saturating_sub(self.sink.n + special.len());
                    if wanted == 0 {
                        break;
                    }
                    let mut r = cx.reach_unasked(p, sq, l);
                    let (keep, takes) = keep(p);
                    let keep_safe = sieve.as_ref().map_or(Bits::FULL, |s| s.open_to(p));
                    r.slides &= keep & keep_safe;
                    r.leaps &= keep & keep_safe;
                    let stand = l.standing.has(p);
                    let endangered = sieve.as_ref().is_some_and(|sieve| {
                        (r.slides.any() || r.leaps.any()) && self.concerned(st, sieve, p, sq)
                    });
                    if endangered && only_free {
                        continue;
                    }
                    // what a piece reaches both ways is asked about both ways at once
                    if !l.asked.is_empty() && (how != Legality::Untried || r.slides.meets(r.leaps))
                    {
                        let some = if endangered { usize::MAX } else { wanted };
                        r.slides = cx.unrefused((p, sq), r.slides, false, l, some);
                        let left = some.saturating_sub(r.slides.count());
                        r.leaps = cx.unrefused((p, sq), r.leaps, true, l, left);
                    }
                    if endangered {
                        let to = (r.slides, r.leaps);
                        (r.slides, r.leaps) =
                            self.safe(&mut trial, st, (seat, p), to, stand, wanted);
                    }
                    match counts {
                        true => self.sink.n += (r.slides | r.leaps).count(),
                        false => self.push(p, sq, r.slides, r.leaps, stand),
                    }
                    if self.plan.walks
                        && !only_free
                        && (self.plan.printed[cx.kind(p)].walks || !self.plan.movements.is_empty())
                    {
                        for m in cx.walked(p, sq, l) {
                            // what it takes may stand elsewhere than where it goes
                            let kept = match takes {
                                Some(takes) => m.victims.any() == takes,
                                None => keep.has(m.to as usize),
                            };
                            let vain = st.vain.contains(&(m.from, m.to));
                            if kept
                                && !vain
                                && (sieve.is_none() || self.safe_after(st, seat, &m))
                                && self.shoves_wrongly(st, seat, &m, seat).is_none()
                            {
                                special.push(m);
                            }
                        }
                    }
                }
            }
        }
        if let Some(trial) = trial {
            trial.put_away();
        }
        match counts {
            true => self.sink.n += special.len(),
            false if special.is_empty() => {}
            false => self.flatten(cx, special),
        }
    }
    /// The open decision's moves are only tried when one is drawn.
    fn lists_untried(&self) -> bool {
        self.draws() || self.searches_one()
    }
    /// All moves one by one, in the order of their squares.
    pub(super) fn flatten(&mut self, cx: &Cx<N>, mut all: Vec<Move<N>>) {
        for g in std::mem::take(&mut self.sink.moves) {
            let one = |t: usize| {
                cx.make(
                    g.piece as usize,
                    g.from as usize,
                    t,
                    !g.slides.has(t),
                    g.stand,
                )
            };
            all.extend(g.to().iter().map(one));
        }
        all.sort_by_key(|m| (m.from, m.to, m.edge, m.leap));
        all.dedup_by(|b, a| {
            (a.from, a.to, a.piece, a.victims, a.pushes)
                == (b.from, b.to, b.piece, b.victims, b.pushes)
        });
        self.sink.n = all.len();
        self.sink.flat = all;
    }
    /// What a move shoves brings about what abilities cannot, as far as these eyes see. That the mover itself leaves its square is an
    /// ordinary move.
    pub(in crate::core) fn shoves_wrongly(
        &self,
        st: &State<N>,
        seat: u8,
        m: &Move<N>,
        eyes: u8,
    ) -> Option<u16> {
        if self.plan.spoils.is_empty() || m.pushes[0].is_none() {
            return None;
        }
        let mut before = st.world();
        self.plan.lift(&mut before, m.piece as usize);
        let mut after = st.world();
        self.apply_raw(&mut after, m);
        self.forbids_abilities(&before, &after, seat, eyes)
    }
    pub(super) fn push(
        &mut self,
        p: usize,
        sq: usize,
        slides: Bits<N>,
        leaps: Bits<N>,
        stand: bool,
    ) {
        let g = Group {
            piece: p as u8,
            from: sq as u8,
            slides,
            leaps: leaps - slides,
            stand,
        };
        let n = g.to().count();
        if n > 0 {
            self.sink.n += n;
            self.sink.moves.push(g);
        }
    }
}

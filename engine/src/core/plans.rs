//! Moves as things: chosen without being made, kept as a value, asked about, and played later.
use super::bits::Bits;
use super::decide::number;
use super::deed::Member;
use super::eval::{Cx, compare};
use super::movement::{Ask, Leave, Legality, Move};
use super::plan::*;
use super::run::{Group, Runner, Stop};
use super::state::*;
use crate::play::Kind;
use crate::rules::{Part, Rel, Ty};

/// A move as a thing: which piece goes from where to where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planned {
    /// Which piece.
    pub piece: u8,
    /// From where.
    pub from: u8,
    /// Where to.
    pub to: u8,
}

impl Planned {
    /// As a value keeps it; never 0, because no move ends where it begins.
    pub(super) fn code(self) -> i32 {
        i32::from(self.piece) | i32::from(self.from) << 8 | i32::from(self.to) << 16
    }
    pub(super) fn of(code: i32) -> Option<Planned> {
        let byte = |n: i32| (code >> n & 0xff) as u8;
        let (piece, from, to) = (byte(0), byte(8), byte(16));
        (code > 0 && from != to).then_some(Planned { piece, from, to })
    }
}

/// Moves, as a phrase names them.
#[derive(Clone, Debug, PartialEq)]
pub enum Moves<const N: usize> {
    /// No move.
    Nothing,
    /// A name.
    Name(u8),
    /// A value of these owners, from a first slot on.
    Value(u16, Box<Mask<N>>),
    /// What these seats can do, lawful moves alone if asked, of which all of this is so.
    Open(Box<Mask<N>>, bool, Vec<MoveIs>),
}

/// A definition said of a move, or denied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveIs {
    /// Which.
    pub word: u16,
    /// It is not so.
    pub not: bool,
}

impl<const N: usize> Cx<'_, N> {
    /// The moves a phrase names, each once, in their order.
    pub fn planned(&self, m: &Moves<N>) -> Vec<Planned> {
        match m {
            Moves::Nothing => vec![],
            Moves::Name(n) => {
                let code = self.env.names[*n as usize].0[0] as i64 as i32;
                Planned::of(code).into_iter().collect()
            }
            Moves::Value(slot, of) => {
                let of = self.in_order(Ty::Seat, self.wanting(Bits::FULL).mask(of));
                let values = of
                    .into_iter()
                    .filter_map(|o| self.st.values.get(*slot as usize + o));
                values.filter_map(|v| Planned::of(*v)).collect()
            }
            Moves::Open(of, legal, that) => {
                let of = self.wanting(Bits::FULL).mask(of) & Bits::below(self.plan.seats);
                let all = self.in_order(Ty::Seat, of).into_iter();
                let every = usize::MAX;
                all.flat_map(|s| self.open_to(s, *legal, that, every))
                    .collect()
            }
        }
    }
    /// The moves of a seat of which all of this is so, as many as are wanted. King safety is tried last, of those alone that are left.
    fn open_to(&self, seat: usize, legal: bool, that: &[MoveIs], wanted: usize) -> Vec<Planned> {
        let mut runner = Runner::new(self.plan);
        let own = self.owned_by(seat);
        let seat = seat as u8;
        let sieve = match legal {
            true => runner.sieve(self, seat),
            false => None,
        };
        let listed = Legality::PseudoLegal;
        runner.count_moves(self, own, seat, listed, Ask::Moves, usize::MAX);
        let (groups, flat) = (
            std::mem::take(&mut runner.sink.moves),
            std::mem::take(&mut runner.sink.flat),
        );
        let of_group = |g: &Group<N>| {
            let g = *g;
            let to = g.to();
            to.iter().map(move |to| {
                let leap = !g.slides.has(to);
                self.make(g.piece as usize, g.from as usize, to, leap, g.stand)
            })
        };
        let mut trial = None;
        let mut all: Vec<Planned> = vec![];
        for m in groups.iter().flat_map(of_group).chain(flat) {
            let planned = Planned {
                piece: m.piece,
                from: m.from,
                to: m.to,
            };
            if all.len() >= wanted {
                break;
            }
            if all.last() == Some(&planned) || !that.iter().all(|w| self.move_is(planned, *w)) {
                continue;
            }
            let judged = sieve
                .as_ref()
                .map_or(Some(true), |s| runner.judges(self.st, s, &m));
            if judged.unwrap_or_else(|| runner.safe_after_each(&mut trial, self.st, seat, &m)) {
                all.push(planned);
            }
        }
        if let Some(trial) = trial {
            trial.put_away();
        }
        all
    }
    /// A definition is so of a move.
    pub fn move_is(&self, m: Planned, is: MoveIs) -> bool {
        let said = self.plan.moves_called[is.word as usize]
            .iter()
            .any(|(name, when)| {
                let mut env = Env {
                    names: [Bits::EMPTY; NAMES],
                    ..*self.env
                };
                if *name != NONE {
                    env.names[*name as usize] = number(m.code());
                }
                self.with(&env).truth(when)
            });
        said != is.not
    }
    /// The pieces or squares that are a part of these moves.
    pub(super) fn part_of_moves(&self, part: Part, m: &Moves<N>) -> Bits<N> {
        let of = |m: Planned| match part {
            Part::Mover => m.piece,
            Part::Origin => m.from,
            _ => m.to,
        };
        self.planned(m)
            .into_iter()
            .map(|m| of(m) as usize)
            .collect()
    }
    /// Seats to which so many of these moves are open.
    pub(super) fn seats_with_moves(&self, of: &Moves<N>, rel: Rel, n: i32) -> Bits<N> {
        let Moves::Open(of, legal, that) = of else {
            return Bits::EMPTY;
        };
        let of = self.mask(of) & self.want & Bits::below(self.plan.seats);
        // none or some: the first move decides
        let wanted = match n + i32::from(rel != Rel::Ge) <= 1 {
            true => 1,
            false => usize::MAX,
        };
        let count = |s: usize| match that.is_empty() && wanted == 1 {
            true => Runner::new(self.plan).count_moves(
                self,
                self.owned_by(s),
                s as u8,
                Legality::lawful_if(*legal),
                Ask::Moves,
                1,
            ),
            false => self.open_to(s, *legal, that, wanted).len(),
        };
        let some = |s: &usize| compare(count(*s) as i32, rel, n);
        of.iter().filter(some).collect()
    }
    /// The way a planned move would be made now, whatever guards say.
    fn pseudo(&self, m: Planned) -> Option<Move<N>> {
        let (p, from, to) = (m.piece as usize, m.from as usize, m.to as usize);
        let seat = self.controller(p);
        let open = self.leave(seat, Ask::Moves);
        let l = Leave {
            // of what is frozen not that which a guard keeps from moving
            frozen: (self.plan.frozen.as_ref())
                .map_or(Bits::EMPTY, |m| self.with(Env::NOBODY).mask(m)),
            own: open.own,
            over: open.over,
            given: open.given,
            standing: open.standing,
            ..Leave::of(seat)
        };
        let r = self.reach(p, from, &l);
        let mut all: Vec<Move<N>> = vec![];
        for (leap, there) in [(false, r.slides), (true, r.leaps)] {
            if there.has(to) {
                all.push(self.make(p, from, to, leap, l.standing.has(p)));
            }
        }
        if self.plan.walks {
            let torus = self.on_torus(p, &l);
            self.ways(p, &l, false, |w| {
                if w.walked || torus {
                    all.extend(self.walk(w, p, from, &l, torus, None));
                }
            });
        }
        all.retain(|m| m.to as usize == to);
        all.into_iter()
            .min_by_key(|m| (m.edge, m.leap, m.path.count()))
    }
}

impl<const N: usize> Runner<'_, N> {
    /// Somebody chooses a move without making it.
    pub(super) fn choose_move(
        &mut self,
        st: &mut State<N>,
        b: &Body<N>,
        c: &ChooseMove<N>,
    ) -> Result<(), Stop> {
        let cx = self.cx(st, &b.env);
        let who = self.decider(&cx, &c.who);
        let all = if who == NONE {
            vec![]
        } else {
            cx.planned(&c.from)
        };
        let at = st.frames.len() - 1;
        if all.is_empty() && !c.or_none {
            if b.strict {
                return Err(Stop::Cannot);
            }
            if let Some(b) = st.body_mut(at) {
                b.pc = c.none;
            }
            return Ok(());
        }
        self.sink.open(who, Kind::Choose, b.env.rule);
        self.sink.ty = Ty::Move;
        self.sink.secret = c.secret;
        let plain = |m: &Planned| Move::plain(m.piece as usize, m.from as usize, m.to as usize);
        self.sink.flat = all.iter().map(plain).collect();
        self.sink.n = all.len();
        if c.or_none {
            self.sink.items.push(NONE16);
            self.sink.n += 1;
        }
        match self.sink.n {
            1 if !c.secret => self.answer(st, 0),
            _ => Err(Stop::Ask),
        }
    }
    /// The move that was chosen, as a name holds it; none: nothing.
    pub(super) fn chosen_move(m: Option<&Move<N>>) -> Bits<N> {
        let plan = |m: &Move<N>| Planned {
            piece: m.piece,
            from: m.from,
            to: m.to,
        };
        m.map_or(Bits::EMPTY, |m| number(plan(m).code()))
    }
    /// Planned moves are made as ordinary moves of the owners of their pieces; together: all are lifted, then all land.
    pub(super) fn play(
        &mut self,
        st: &mut State<N>,
        of: &Moves<N>,
        together: bool,
        env: &Env<N>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let mut plans: Vec<(u8, Move<N>)> = vec![];
        for m in cx.planned(of) {
            let owner = st.owner[m.piece as usize];
            let there = st.square(m.piece as usize) == Some(m.from as usize);
            if there && (owner as usize) < self.plan.seats {
                plans.extend(cx.pseudo(m).map(|m| (owner, m)));
            }
        }
        if together {
            // who is lifted to move itself is not there to be captured
            let of = |(_, m): &(u8, Move<N>)| std::iter::once(m.piece).chain(m.bring.map(|b| b.0));
            let moving: Bits<N> = plans.iter().flat_map(of).map(usize::from).collect();
            plans.iter_mut().for_each(|(_, m)| m.victims -= moving);
        }
        let members: Vec<Member<N>> = (plans.iter())
            .map(|(owner, m)| self.move_member(st, *owner, m, Means::Move, NONE16))
            .collect();
        plans.iter().for_each(|(_, m)| self.note_heading(st, m));
        if together {
            self.perform(st, members)?;
        } else {
            for m in members {
                self.perform(st, vec![m])?;
            }
        }
        Ok(true)
    }
}

//! A move with what it does and the events it raises. Nothing of it is done here.
use super::{Brought, Move};
use crate::core::bits::Bits;
use crate::core::board::Passage;
use crate::core::eval::Cx;
use crate::core::event::{Event, Thing};
use crate::core::plan::HEADINGS;
use crate::core::state::*;
use crate::rules::{Role, Verb};

impl<const N: usize> Cx<'_, N> {
    /// A move with what it does.
    pub fn make(&self, p: usize, from: usize, to: usize, leap: bool, standing: bool) -> Move<N> {
        let victims = self.st.at_beside(to, p).map_or(Bits::EMPTY, Bits::one);
        let line = if leap {
            None
        } else {
            self.plan.boards.heading(from, to)
        };
        Move {
            victims,
            stand: standing && victims.any(),
            leap,
            path: if leap {
                Bits::EMPTY
            } else {
                self.plan.boards.line(from, to, false)
            },
            direction: line,
            ..Move::plain(p, from, to)
        }
    }
    /// What a move that goes along a line passes from square to square: borders and corners. A leap passes none, nor does a step over
    /// a joined edge; nobody is told where no rule speaks of borders.
    pub fn passages(&self, m: &Move<N>, mut f: impl FnMut(Passage)) {
        if m.leap {
            return;
        }
        if let Some(d) = m.direction {
            return self.passages_between(usize::from(m.from), usize::from(m.to), (d, m.edge), f);
        }
        let mut at = usize::from(m.from);
        if m.bends[0].is_some() {
            for to in m.bends.iter().flatten().chain([&m.to]) {
                let to = usize::from(*to);
                if let Some(d) = self.line_to(at, to, m) {
                    self.passages_between(at, to, (d, m.edge), &mut f);
                }
                at = to;
            }
        }
    }
    /// The direction in which a move that bends went from one square to another: over squares of its path.
    fn line_to(&self, from: usize, to: usize, m: &Move<N>) -> Option<(i8, i8)> {
        let goes = |d: &(i8, i8)| {
            let on = |at: &usize| {
                let next = self.plan.boards.step(*at, *d, m.edge)?.0;
                (*at == from || *at != to && m.path.has(*at)).then_some(next)
            };
            std::iter::successors(Some(from), on)
                .take(MOST_STEPS)
                .skip(1)
                .any(|at| at == to)
        };
        HEADINGS.into_iter().find(goes)
    }
    /// The same of a piece that a move shoves to a square.
    pub fn passages_of_pushed(&self, m: &Move<N>, p: u8, to: u8, f: impl FnMut(Passage)) {
        if let (Some(d), Some(from)) = (m.direction, self.st.square(usize::from(p))) {
            self.passages_between(from, usize::from(to), (d, true), f);
        }
    }
    /// Step by step from one square to another; `torus`: edges may be joined.
    fn passages_between(
        &self,
        from: usize,
        to: usize,
        (d, torus): ((i8, i8), bool),
        mut f: impl FnMut(Passage),
    ) {
        if !self.plan.speaks_of_borders {
            return;
        }
        let boards = &self.plan.boards;
        let mut at = from;
        for _ in 0..MOST_STEPS {
            if let Some(passage) = boards.passage(at, d) {
                f(passage);
            }
            match boards.step(at, d, torus) {
                Some((next, _)) if next != to => at = next,
                Some(_) | None => return,
            }
        }
    }
    /// A diagonal step of a move goes around a corner, and each way around it is closed to the piece by a border. Of several pieces
    /// that go the mover comes first.
    pub fn corner_closed(
        &self,
        m: &Move<N>,
        seat: u8,
        refused: impl Fn(&Event<N>) -> bool,
    ) -> bool {
        if !self.plan.speaks_of_borders {
            return false;
        }
        let mut closed = false;
        let mut look = |p: u8, passage: Passage| {
            let cross = |b: usize| {
                let event = Event::new(Verb::Cross, seat, Means::Move);
                crossed(event, Thing::Piece(p), b)
            };
            closed = closed || around_closed(passage, |b| refused(&cross(b)));
        };
        self.passages(m, |passage| look(m.piece, passage));
        for (p, to) in m.pushes.iter().flatten().filter(|(_, to)| *to != NONE) {
            self.passages_of_pushed(m, *p, *to, |passage| look(*p, passage));
        }
        closed
    }
    /// A loss with the square on which the piece stood, or its carrier.
    pub fn lost_where(&self, lost: Event<N>, p: u8) -> Event<N> {
        lost.with_some(self.place(p).map(|(_, q)| (Role::Origin, q)))
    }
    /// Of a capture: where the piece stands that is taken, or its carrier.
    pub fn place(&self, p: u8) -> Option<(Role, Thing)> {
        let q = self.st.stands_on(usize::from(p), self.plan)?;
        Some((Role::Place, Thing::Square(q as u8)))
    }
    /// The events a move raises, in their order.
    pub fn raised(&self, m: &Move<N>, author: u8, mut f: impl FnMut(Event<N>)) {
        let mover = Thing::Piece(m.piece);
        let (from, to) = (Thing::Square(m.from), Thing::Square(m.to));
        let new = |verb| Event {
            still: m.stand,
            edge: m.edge,
            ..Event::new(verb, author, Means::Move)
        };
        if !m.stand {
            f(new(Verb::Leave)
                .with(Role::Leaver, mover)
                .with(Role::Origin, from)
                .with(Role::Destination, to));
        }
        if !m.leap && self.plan.watched[Verb::Cross as usize] {
            for q in m.path.iter() {
                let path = Thing::Square(q as u8);
                f(new(Verb::Cross)
                    .with(Role::Crosser, mover)
                    .with(Role::Path, path));
            }
            self.passages(m, |passage| {
                if let Passage::Border(b) = passage {
                    f(crossed(new(Verb::Cross), mover, b));
                }
            });
        }
        for (p, to) in m.pushes.iter().flatten() {
            let pushed = Thing::Piece(*p);
            let mut whole = new(Verb::Push)
                .with(Role::Pushed, pushed)
                .with(Role::Subject, mover);
            let origin = self.st.square(*p as usize);
            let origin = origin.map(|q| (Role::Origin, Thing::Square(q as u8)));
            let goes_to = (*to != NONE).then_some((Role::Destination, Thing::Square(*to)));
            if let Some((role, from)) = origin {
                whole = whole.with(role, from);
                f(new(Verb::Leave)
                    .with(Role::Leaver, pushed)
                    .with(role, from)
                    .with_some(goes_to));
            }
            if *to == NONE {
                f(self.lost_where(new(Verb::LosePiece).with(Role::Victim, pushed), *p));
                f(new(Verb::Remove)
                    .with(Role::Removed, pushed)
                    .with_some(origin));
            } else {
                self.passages_of_pushed(m, *p, *to, |passage| {
                    if let Passage::Border(b) = passage {
                        f(crossed(new(Verb::Cross), pushed, b));
                    }
                });
                whole = whole.with_some(goes_to);
                f(new(Verb::Enter)
                    .with(Role::Entrant, pushed)
                    .with_some(goes_to)
                    .with_some(origin));
            }
            f(whole);
        }
        for victim in m.victims.iter() {
            let number = victim as u8;
            let victim = Thing::Piece(number);
            f(self.lost_where(new(Verb::LosePiece).with(Role::Victim, victim), number));
            f(new(Verb::Capture)
                .with(Role::Victim, victim)
                .with(Role::Captor, mover)
                .with(Role::Destination, to)
                .with(Role::Origin, from)
                .with_some(self.place(number)));
        }
        if m.stand {
            f(new(Verb::Move)
                .with(Role::Mover, mover)
                .with(Role::Origin, from));
            return;
        }
        f(new(Verb::Enter)
            .with(Role::Entrant, mover)
            .with(Role::Destination, to)
            .with(Role::Origin, from));
        if let Some((b, to)) = m.bring {
            let brought = Thing::Piece(b);
            let origin = self.st.square(b as usize);
            let origin = origin.map(|q| (Role::Origin, Thing::Square(q as u8)));
            let goes_to = match to {
                Brought::Square(q) => Some((Role::Destination, Thing::Square(q))),
                Brought::Zone(_) => None,
            };
            f(new(Verb::Leave)
                .with(Role::Leaver, brought)
                .with_some(origin)
                .with_some(goes_to));
            match to {
                Brought::Square(_) => {
                    f(new(Verb::Enter)
                        .with(Role::Entrant, brought)
                        .with_some(goes_to)
                        .with_some(origin));
                    f(new(Verb::Castle)
                        .with(Role::Mover, mover)
                        .with(Role::Object, brought));
                }
                Brought::Zone(slot) => f(new(Verb::Put)
                    .with(Role::Placed, brought)
                    .with(Role::Destination, Thing::Zone(slot))),
            }
        }
        let whole = Event {
            path: m.path,
            ..new(Verb::Move)
        }
        .with(Role::Mover, mover)
        .with(Role::Origin, from)
        .with(Role::Destination, to);
        if m.leap && !matches!(m.bring, Some((_, Brought::Square(_)))) {
            f(Event {
                verb: Verb::Jump,
                ..whole
            });
        }
        f(match m.direction {
            Some((x, y)) => whole.with(Role::Direction, Thing::Direction(x, y)),
            None => whole,
        });
    }
}

/// Most steps that one move can have.
const MOST_STEPS: usize = 64;

/// A piece goes across a border.
pub fn crossed<const N: usize>(event: Event<N>, piece: Thing, border: usize) -> Event<N> {
    event
        .with(Role::Crosser, piece)
        .with(Role::Path, Thing::Border(border as u8))
}

/// It is a corner, and on each way around it some border is closed.
pub fn around_closed(passage: Passage, closed: impl Fn(usize) -> bool) -> bool {
    match passage {
        Passage::Border(_) => false,
        Passage::Corner(ways) => {
            let mut ways = ways.iter().flatten().peekable();
            ways.peek().is_some() && ways.all(|way| way.iter().any(|b| closed(*b)))
        }
    }
}

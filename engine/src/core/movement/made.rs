//! A move with what it does and the events it raises. Nothing of it is done here.
use super::{Brought, Move};
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::event::{Event, Thing};
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
                .with(Role::Origin, from));
        }
        if !m.leap && self.plan.watched[Verb::Cross as usize] {
            for q in m.path.iter() {
                let path = Thing::Square(q as u8);
                f(new(Verb::Cross)
                    .with(Role::Crosser, mover)
                    .with(Role::Path, path));
            }
        }
        for (p, to) in m.pushes.iter().flatten() {
            let pushed = Thing::Piece(*p);
            let mut whole = new(Verb::Push)
                .with(Role::Pushed, pushed)
                .with(Role::Subject, mover);
            if let Some(q) = self.st.square(*p as usize) {
                let from = Thing::Square(q as u8);
                whole = whole.with(Role::Origin, from);
                f(new(Verb::Leave)
                    .with(Role::Leaver, pushed)
                    .with(Role::Origin, from));
            }
            if *to == NONE {
                f(new(Verb::LosePiece).with(Role::Victim, pushed));
                f(new(Verb::Remove).with(Role::Removed, pushed));
            } else {
                let to = Thing::Square(*to);
                whole = whole.with(Role::Destination, to);
                f(new(Verb::Enter)
                    .with(Role::Entrant, pushed)
                    .with(Role::Destination, to));
            }
            f(whole);
        }
        for victim in m.victims.iter() {
            let victim = Thing::Piece(victim as u8);
            f(new(Verb::LosePiece).with(Role::Victim, victim));
            f(new(Verb::Capture)
                .with(Role::Victim, victim)
                .with(Role::Captor, mover)
                .with(Role::Destination, to)
                .with(Role::Origin, from));
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
            let mut leave = new(Verb::Leave).with(Role::Leaver, brought);
            if let Some(q) = self.st.square(b as usize) {
                leave = leave.with(Role::Origin, Thing::Square(q as u8));
            }
            f(leave);
            match to {
                Brought::Square(q) => {
                    f(new(Verb::Enter)
                        .with(Role::Entrant, brought)
                        .with(Role::Destination, Thing::Square(q)));
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

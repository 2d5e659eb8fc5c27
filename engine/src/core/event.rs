//! What happens: one event with its parts, small enough to copy. The roles an event has are those of the language (7.8).
use super::bits::Bits;
use super::state::{Means, NONE, NONE16};
use crate::rules::{Role, Verb};
use serde::{Deserialize, Serialize};

/// One thing of an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Thing {
    /// A piece or card.
    Piece(u8),
    /// A square.
    Square(u8),
    /// A kind, as numbered in the plan.
    Kind(u8),
    /// A seat; the number of seats: nobody.
    Seat(u8),
    /// A mark, by its field.
    Mark(u16),
    /// A direction.
    Direction(i8, i8),
    /// An army.
    Army(u16),
    /// A power, as numbered in the plan.
    Power(u8),
    /// A zone with its owner, as numbered in the plan.
    Zone(u16),
    /// A border.
    Border(u8),
}

/// Parts an event can have.
const PARTS: usize = 5;

/// Something that happened or is about to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Event<const N: usize> {
    /// What.
    pub verb: Verb,
    /// The player who decided it.
    pub author: u8,
    /// By a move, an ability or a rule.
    pub means: Means,
    /// The rule that caused it.
    pub rule: u16,
    /// Done so that others do not notice.
    pub hidden: bool,
    /// A capture made standing.
    pub still: bool,
    /// The acting piece crossed an edge of the torus.
    pub edge: bool,
    /// Of a mark of a power: the holder whose mark it is.
    pub holder: u8,
    pub(super) parts: [Option<(Role, Thing)>; PARTS],
    /// Squares on the way.
    pub path: Bits<N>,
}

impl<const N: usize> Event<N> {
    /// An event of a verb by somebody.
    pub fn new(verb: Verb, author: u8, means: Means) -> Self {
        Event {
            verb,
            author,
            means,
            rule: NONE16,
            hidden: false,
            still: false,
            edge: false,
            holder: NONE,
            parts: [None; PARTS],
            path: Bits::EMPTY,
        }
    }
    /// The same with one part more.
    #[must_use]
    pub fn with(mut self, role: Role, thing: Thing) -> Self {
        if let Some(free) = self.parts.iter_mut().find(|p| p.is_none()) {
            *free = Some((role, thing));
        }
        self
    }
    /// The same with a part more, if there is one.
    #[must_use]
    pub fn with_some(self, part: Option<(Role, Thing)>) -> Self {
        match part {
            Some((role, thing)) => self.with(role, thing),
            None => self,
        }
    }
    /// An event of another verb with one part alone, at the same time and by the same cause.
    pub fn renamed(self, verb: Verb, role: Role, thing: Thing) -> Self {
        Event {
            verb,
            parts: [None; PARTS],
            path: Bits::EMPTY,
            ..self
        }
        .with(role, thing)
    }
    /// The thing in a role.
    pub fn role(&self, role: Role) -> Option<Thing> {
        self.parts
            .iter()
            .flatten()
            .find(|(r, _)| *r == role)
            .map(|(_, t)| *t)
    }
    /// All parts.
    pub fn parts(&self) -> impl Iterator<Item = (Role, Thing)> + '_ {
        self.parts.iter().flatten().copied()
    }
    /// The piece in a role.
    pub fn piece(&self, role: Role) -> Option<u8> {
        match self.role(role) {
            Some(Thing::Piece(p)) => Some(p),
            _ => None,
        }
    }
    /// Of what enters: where from; of what leaves: where to.
    pub fn other_end(&self) -> Option<Thing> {
        let role = if self.verb == Verb::Leave {
            Role::Destination
        } else {
            Role::Origin
        };
        self.role(role)
    }
    /// The square in a role.
    pub fn square(&self, role: Role) -> Option<u8> {
        match self.role(role) {
            Some(Thing::Square(s)) => Some(s),
            _ => None,
        }
    }
    /// Who does it: a piece, or the seat that loses.
    pub fn subject(&self) -> Option<Thing> {
        self.role(subject_role(self.verb))
    }
    /// What suffers it.
    pub fn object(&self) -> Option<Thing> {
        self.role(object_role(self.verb))
    }
}

/// The role of who does it.
pub fn subject_role(verb: Verb) -> Role {
    match verb {
        Verb::Capture => Role::Captor,
        Verb::Enter => Role::Entrant,
        Verb::Leave => Role::Leaver,
        Verb::Cross => Role::Crosser,
        Verb::Promote => Role::Promoted,
        Verb::Become => Role::Changed,
        Verb::LoseGame | Verb::Resign => Role::Loser,
        Verb::Push | Verb::Pull | Verb::Skip => Role::Subject,
        Verb::StopBeing => Role::Released,
        _ => Role::Mover,
    }
}

/// The role of what suffers it.
pub fn object_role(verb: Verb) -> Role {
    match verb {
        Verb::Move => Role::Mover,
        Verb::Capture | Verb::LosePiece => Role::Victim,
        Verb::Promote => Role::Promoted,
        Verb::Become => Role::Changed,
        Verb::Put => Role::Placed,
        Verb::Remove => Role::Removed,
        Verb::Give => Role::Given,
        Verb::Swap => Role::Swapped,
        Verb::Shift => Role::Shifted,
        Verb::Push => Role::Pushed,
        Verb::Pull => Role::Pulled,
        Verb::Mark => Role::Marked,
        Verb::StopBeing => Role::Released,
        Verb::Reveal => Role::Revealed,
        Verb::Draw => Role::Drawn,
        Verb::Borrow => Role::Borrowed,
        Verb::Enter => Role::Destination,
        Verb::Leave => Role::Origin,
        Verb::Cross => Role::Path,
        Verb::LoseGame => Role::Loser,
        _ => Role::Object,
    }
}

//! Verb phrases. A deed is a step, an event to watch or forbid, a question about the past or a test;
//! it is the same node in all of these.
use super::*;
use crate::ids::*;
use serde::{Deserialize, Serialize};

/// The verbs. `destroy` is [`Verb::Remove`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Verb {
    Move,
    Capture,
    Castle,
    Jump,
    Promote,
    Put,
    Remove,
    LosePiece,
    LoseGame,
    Give,
    Swap,
    Shift,
    Push,
    Pull,
    Become,
    Mark,
    Unmark,
    Set,
    Add,
    Spend,
    Reveal,
    Announce,
    Shuffle,
    Deal,
    Draw,
    TakeBack,
    Borrow,
    Act,
    Pass,
    TurnPasses,
    Skip,
    Win,
    DrawGame,
    Score,
    Resign,
    Stop,
    EndTurn,
    EndRound,
    EndGame,
    EndPower,
    Play,
    Enter,
    Leave,
    Cross,
    Talk,
    StopBeing,
    Attack,
    Cover,
    Reach,
    Match,
    Share,
    Hold,
}

impl Verb {
    /// Attack, cover and reach: what a piece could do from where it stands, said of it as if it did.
    pub fn could_do(self) -> bool {
        matches!(self, Verb::Attack | Verb::Cover | Verb::Reach)
    }
    /// The events that are asked about besides its own where an ability does this to a piece, wherever it leads (the manual's table of
    /// guards): what the piece does by it.
    pub fn asked_with(self) -> &'static [Verb] {
        match self {
            Verb::Move | Verb::Push | Verb::Pull | Verb::Put | Verb::Swap => &[Verb::Leave],
            Verb::Shift => &[Verb::Leave, Verb::Move],
            Verb::Remove => &[Verb::Leave, Verb::LosePiece],
            Verb::Capture => &[Verb::LosePiece],
            Verb::Promote => &[Verb::Become],
            Verb::Castle
            | Verb::Jump
            | Verb::LosePiece
            | Verb::LoseGame
            | Verb::Give
            | Verb::Become
            | Verb::Mark
            | Verb::Unmark
            | Verb::Set
            | Verb::Add
            | Verb::Spend
            | Verb::Reveal
            | Verb::Announce
            | Verb::Shuffle
            | Verb::Deal
            | Verb::Draw
            | Verb::TakeBack
            | Verb::Borrow
            | Verb::Act
            | Verb::Pass
            | Verb::TurnPasses
            | Verb::Skip
            | Verb::Win
            | Verb::DrawGame
            | Verb::Score
            | Verb::Resign
            | Verb::Stop
            | Verb::EndTurn
            | Verb::EndRound
            | Verb::EndGame
            | Verb::EndPower
            | Verb::Play
            | Verb::Enter
            | Verb::Leave
            | Verb::Cross
            | Verb::Talk
            | Verb::StopBeing
            | Verb::Attack
            | Verb::Cover
            | Verb::Reach
            | Verb::Match
            | Verb::Share
            | Verb::Hold => &[],
        }
    }
}

/// A verb phrase, active (the passive is turned round by the reader).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Deed {
    /// What is done.
    pub verb: Verb,
    /// Who or what does it; in a step: the seat that decides (none: the actor of the block), or the piece.
    pub subject: Option<Set>,
    /// To what. For `become` / `promote`: the piece is the subject, the kind is in the case `As` / `To`.
    pub object: Option<Value>,
    /// The name given to the object (`called runner`).
    pub called: Option<Name>,
    /// The cases.
    pub cases: Vec<(Case, Value)>,
    /// Adverbs.
    pub how: How,
    /// The words.
    pub src: SourceId,
}

impl Deed {
    /// A piece enters or leaves a place that is named as one (`rank 4`, `b1-d3`, `your camp`): going from square to square within the
    /// place is neither. `a square of your camp` and `mined squares` are squares, each for itself.
    pub fn of_area(&self) -> bool {
        matches!(self.verb, Verb::Enter | Verb::Leave)
            && matches!(&self.object, Some(Value::Set(s)) if s.is_area())
    }
    /// Where the phrases of an event say `an opponent` it is this one; `false`: they do not say so.
    pub fn name_opponent(&mut self, seat: SeatId) -> bool {
        let cases = self.cases.iter_mut().map(|(_, v)| v);
        let values = self.object.iter_mut().chain(cases);
        let sets = values.filter_map(|v| match v {
            Value::Set(s) => Some(s),
            Value::Num(_) => None,
        });
        let mut named = false;
        for set in self.subject.iter_mut().chain(sets) {
            named |= set.name_opponent(seat);
        }
        named
    }
}

/// Case prepositions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Case {
    To,
    Into,
    Onto,
    On,
    At,
    Under,
    Beside,
    From,
    As,
    With,
    Toward,
    By,
    For,
    Like,
    Across,
    Over,
    Through,
    Past,
    Off,
    Of,
    In,
}

/// Adverbs and the like.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct How {
    /// Others do not see it.
    pub secretly: bool,
    /// Everybody sees it.
    pub openly: bool,
    /// All lifted, then all landed.
    pub together: bool,
    /// The event itself does not happen.
    pub instead: bool,
    /// Chance decides.
    pub at_random: bool,
    /// By a pattern, not by an ability.
    pub normally: bool,
    /// `without capturing`.
    pub quiet: bool,
    /// `only to capture`.
    pub taking: bool,
    /// `without moving`.
    pub still: bool,
    /// `swap the owners of`.
    pub owners: bool,
    /// In which order members are treated.
    pub order: Option<Order>,
    /// The pattern along which a step moves (`moves 2 squares forward`).
    pub along: Option<Path>,
    /// Ends (of a mark): the earliest holds.
    pub term: Vec<Term>,
}

/// The parts an event has besides verb and author. `Subject` and `Object` are the bare nouns of the
/// opening event (`after an opponent moves a piece`: the opponent, the piece).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Role {
    Mover,
    Captor,
    Victim,
    Origin,
    Destination,
    Path,
    Direction,
    Placed,
    Removed,
    Given,
    Giver,
    Receiver,
    Swapped,
    Shifted,
    Pushed,
    Pulled,
    Promoted,
    Changed,
    Marked,
    Released,
    Revealed,
    Drawn,
    Borrowed,
    Entrant,
    Leaver,
    Crosser,
    Loser,
    Conqueror,
    Speaker,
    Hearer,
    Author,
    Subject,
    Object,
    /// Whose zone the object of the event is (`enters the pit of a piece`: the piece).
    Owner,
    /// Where the piece stood that the event took off the board.
    Place,
    /// What stands in the case `with` (`after you castle with a rook`: the rook).
    With,
}

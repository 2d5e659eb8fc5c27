//! What steps do: each verb as the changes and events it makes. A deed never answers what it sets off; it only raises events.
mod events;
mod shove;
mod verbs;

use super::bits::Bits;
use super::event::{Event, Thing};
use super::plan::*;
use super::plans::Moves;
use super::run::Runner;
use super::state::*;
use crate::ids::*;
use crate::play::Outcome;
use crate::rules::Ty;
use serde::{Deserialize, Serialize};

/// A step that asks nobody anything.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed<const N: usize> {
    /// What was about to happen does not happen: another step stands `instead` of it.
    StrikeEvent,
    /// The turn is passed.
    Pass,
    /// Whose turn comes next.
    TurnPasses(Mask<N>),
    /// These seats skip a turn.
    Skip(Mask<N>),
    /// These win; together, unless they were picked as equals.
    Win {
        /// Who; none: the actor.
        who: Option<Mask<N>>,
        /// Several of them share the game.
        share: bool,
    },
    /// Planned moves are made, together or one after the other.
    Play(Moves<N>, bool),
    /// Nobody wins.
    DrawGame,
    /// The game ends with nothing said.
    EndGame,
    /// The turn ends.
    EndTurn,
    /// These lose.
    Lose {
        /// Who; none: the actor.
        who: Option<Mask<N>>,
        /// To whom.
        to: Conqueror<N>,
    },
    /// Points.
    Score(Option<Mask<N>>, Int<N>),
    /// Pieces leave the game.
    Remove {
        /// Which.
        pieces: Mask<N>,
        /// Of these, one that is protected stops all.
        named: Option<Mask<N>>,
    },
    /// Pieces are captured.
    Capture {
        /// Which.
        victims: Mask<N>,
        /// By which piece.
        captor: Option<Mask<N>>,
        /// It stays where it is.
        still: bool,
        /// All or nothing.
        whole: bool,
    },
    /// Pieces are put on squares.
    Put {
        /// Which.
        pieces: Mask<N>,
        /// Where.
        squares: Mask<N>,
        /// On which side of the board; without squares: where they stand.
        side: Option<Mask<N>>,
        /// Under what name.
        called: u8,
    },
    /// New pieces come to squares.
    PutNew {
        /// Of what kind.
        kind: Mask<N>,
        /// Whose; none: the actor's.
        owner: Option<Mask<N>>,
        /// How many.
        count: Int<N>,
        /// Where.
        squares: Mask<N>,
        /// Under what name.
        called: u8,
    },
    /// Pieces or cards are put into a zone.
    Store {
        /// Which.
        pieces: Mask<N>,
        /// At most so many.
        most: Option<Int<N>>,
        /// Which zone, and whose.
        zone: (u16, Mask<N>),
        /// Before what lies at this place, from 1; none: at the end.
        at: Option<Int<N>>,
        /// Everybody sees it.
        openly: bool,
    },
    /// New pieces come into a zone.
    StoreNew {
        /// Of what kind.
        kind: Mask<N>,
        /// Whose; none: the actor's.
        owner: Option<Mask<N>>,
        /// How many.
        count: Int<N>,
        /// Which zone, and whose.
        zone: (u16, Mask<N>),
    },
    /// From now on nobody knows in which order what is in these zones lies; all of it goes into one, if it is named.
    Shuffle(Vec<(u16, Mask<N>)>, Option<(u16, Mask<N>)>),
    /// Armies are given to a seat.
    GiveArmy(Mask<N>, Mask<N>),
    /// Pieces get another owner.
    Give(Mask<N>, Mask<N>),
    /// Two pieces change their owners.
    SwapOwners(Mask<N>),
    /// Two pieces change their squares.
    Swap(Mask<N>),
    /// Pieces are pushed away from, or pulled toward, a square.
    Shove {
        /// Which.
        pieces: Mask<N>,
        /// The square.
        fix: Mask<N>,
        /// Toward it.
        pull: bool,
        /// So far at most.
        by: Option<Int<N>>,
        /// Off the board too.
        off: bool,
    },
    /// Pieces become another kind.
    Become {
        /// Which.
        pieces: Mask<N>,
        /// What.
        kind: Mask<N>,
        /// It is a promotion.
        promote: bool,
    },
    /// Things are marked.
    Mark {
        /// Which.
        things: Mask<N>,
        /// Their type.
        ty: Ty,
        /// The field, and its first plane.
        field: u16,
        /// See `field`.
        plane: u16,
        /// A plane for each holder.
        by_holder: bool,
        /// The hidden field it is.
        hidden: Option<u16>,
        /// Its end.
        term: Vec<Term<N>>,
    },
    /// Marks are taken away.
    Unmark {
        /// Of which things.
        things: Mask<N>,
        /// Their type.
        ty: Ty,
        /// The field, and its first plane.
        field: u16,
        /// See `field`.
        plane: u16,
        /// A plane for each holder.
        by_holder: bool,
    },
    /// A value is set, raised or spent.
    Value {
        /// First slot.
        slot: u16,
        /// It is kept for each seat: for which.
        for_seat: Option<ForSeat<N>>,
        /// Whose; none: the game's.
        of: Option<Mask<N>>,
        /// What it is where it was never set.
        start: i32,
        /// How.
        change: Change<N>,
        /// Its end.
        term: Vec<Term<N>>,
        /// The hidden field it is.
        hidden: Option<u16>,
    },
    /// A set is set, or gets members.
    Set {
        /// Where it lies.
        slots: Slots,
        /// Whose; none: the game's.
        of: Option<Mask<N>>,
        /// What.
        what: Mask<N>,
        /// Besides what is in it.
        add: bool,
        /// The hidden field it is.
        hidden: Option<u16>,
    },
    /// A seat borrows powers until then.
    Borrow(Option<Mask<N>>, Mask<N>, Term<N>),
    /// Pieces and cards in hidden zones are shown to these seats, or to all.
    Show(Mask<N>, Option<Mask<N>>),
    /// Values of a hidden field are shown to these, or to all.
    Reveal(u16, Option<ForSeat<N>>, Mask<N>, Option<Mask<N>>),
    /// Values of all these hidden fields are shown, for every holder, and what lies in hidden zones: of these owners (of a type), to these
    /// seats or all.
    RevealAll(Vec<u16>, Ty, Mask<N>, Option<Mask<N>>),
    /// These seats lose their powers.
    EndPower(Mask<N>),
    /// A fact for a time.
    Impose(u16, Vec<Term<N>>),
    /// A block for later.
    Later(u16, Box<Term<N>>),
    /// The latest move is taken back.
    TakeBack,
    /// A text is told.
    Announce(Vec<TextId>, Option<Mask<N>>, Option<Mask<N>>),
    /// The loop is left.
    Stop,
}

/// How a number changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Change<const N: usize> {
    /// To this number.
    To(Int<N>),
    /// To this thing: the first in the order of its type.
    Thing(Ty, Mask<N>),
    /// To this move.
    Move(Moves<N>),
    /// By so much.
    By(Int<N>),
    /// So much is paid; what is not there cannot be.
    Pay(Int<N>),
}

/// To whom somebody loses.
#[derive(Clone, Debug, PartialEq)]
pub enum Conqueror<const N: usize> {
    /// Nobody.
    Nobody,
    /// Who brought it about.
    Author,
    /// One of these.
    These(Mask<N>),
}

/// An end, as a sentence gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Term<const N: usize> {
    /// Start or end of this turn.
    ThisTurn(bool),
    /// Of the next turn of the game.
    NextTurn(bool),
    /// Of this turn, if it is the holder's; else of his next.
    Yours(bool),
    /// Of the next turn of this seat.
    Next(Mask<N>, bool),
    /// Of the n-th turn of this seat.
    Nth(u8, Mask<N>, bool),
    /// The end of the round that comes so many after this one.
    Rounds(Int<N>),
    /// So many turns of this seat.
    Turns(Int<N>, Mask<N>),
    /// So many turns of the owner of this piece.
    TurnsOfOwner(Int<N>, Mask<N>),
    /// An event.
    Event(u16),
    /// Never.
    Never,
}

/// One member of a step: what happens, and what changes by it.
pub struct Member<const N: usize> {
    /// Events, raised ones first.
    pub events: Vec<Event<N>>,
    /// Changes.
    pub changes: Vec<Primitive<N>>,
}

/// A primitive change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Primitive<const N: usize> {
    /// A piece leaves its square.
    Lift(u8),
    /// A lifted piece comes to a square.
    Land(u8, u8),
    /// A lifted piece comes to the near or (`true`) far side of the board.
    Side(u8, bool),
    /// It has moved by its own move.
    Moved(u8),
    /// It was displaced.
    Displaced(u8),
    /// It gets another owner.
    Own(u8, u8),
    /// It becomes another kind.
    Kind(u8, u8),
    /// A mark is set or taken away.
    Bit(u16, u8, bool),
    /// A value is set.
    Number(u16, i32),
    /// A set is set.
    Plane(u16, Bits<N>),
    /// An end of a mark or value, and what the value is again then; none: it has no end any more.
    Ends(Slot, Option<(Due, Env<N>, i32)>),
    /// A seat is out.
    Out(u8),
    /// A seat loses a power.
    EndPower(u8, u8),
    /// A seat skips a turn.
    Skip(u8),
    /// A seat borrows a power.
    Borrow(u8, u8, Due),
    /// Something lifted comes into a place of a zone, before what lies there at a place ([`NONE`]: at the end).
    Store(u8, u16, u8),
    /// Something in a hidden zone is shown.
    Shown(u8),
    /// A seat gets an army.
    GiveArmy(u16, u8),
}

impl<const N: usize> Runner<'_, N> {
    /// Nobody has seen the new values of these owners.
    pub(super) fn unknown(
        &self,
        st: &State<N>,
        hidden: Option<u16>,
        holder: u8,
        owners: Bits<N>,
        changes: &mut Vec<Primitive<N>>,
    ) {
        let Some(h) = hidden.map(|h| &self.plan.hidden[h as usize]) else {
            return;
        };
        for s in 0..self.plan.seats as u8 {
            let plane = h.known(s, holder);
            let known = st.plane(plane as usize);
            if known.meets(owners) {
                changes.push(Primitive::Plane(plane, known - owners));
            }
        }
    }
}

/// A thing of a type.
pub fn thing(ty: Ty, i: usize) -> Thing {
    match ty {
        Ty::Square => Thing::Square(i as u8),
        Ty::Seat => Thing::Seat(i as u8),
        Ty::Kind => Thing::Kind(i as u8),
        Ty::Power => Thing::Power(i as u8),
        Ty::Army => Thing::Army(i as u16),
        Ty::Border => Thing::Border(i as u8),
        _ => Thing::Piece(i as u8),
    }
}

/// Those still in share; if nobody is, those who lost last.
pub fn draw_game<const N: usize>(st: &mut State<N>) {
    let any = st.clock.playing != 0;
    let last = st.seats.iter().map(|s| s.lost_at).max().unwrap_or(0);
    let playing = st.clock.playing;
    for (i, s) in st.seats.iter_mut().enumerate() {
        if playing >> i & 1 == 1 || !any && s.lost_at == last && last > 0 {
            s.result = Outcome::Draw;
        }
    }
    st.clock.over = true;
}

/// Everything that reads this is looked at again.
pub fn touch_all<const N: usize>(st: &mut State<N>, what: u32) {
    st.dirty.iter_mut().for_each(|d| *d |= what);
    st.cache.touch(what);
}

//! Sets as expressions over planes, and the words, numbers and views that are made of parts. Says what is read, and reads nothing.
use super::conditions::{Int, Truth};
use crate::core::bits::Bits;
use crate::core::board::Around;
use crate::core::plans::Moves;
use crate::rules::{Part, Rel, Ty, Verb};

/// A set of things of one type.
#[derive(Clone, Debug, PartialEq)]
pub enum Mask<const N: usize> {
    /// Always these.
    Fixed(Bits<N>),
    /// A set for each *you*; the last for nobody.
    OfYou(Box<[Bits<N>]>),
    /// A plane of the state.
    Plane(u16),
    /// The plane of *you*, from this one on.
    PlaneOfYou(u16),
    /// Seats that are in the game.
    Playing,
    /// The thing spoken of.
    It,
    /// The holder.
    You,
    /// Who is on turn.
    OnTurn,
    /// The player behind the event, else who is on turn.
    Author,
    /// A name.
    Name(u8),
    /// In all of them.
    And(Vec<Mask<N>>),
    /// In one of them.
    Or(Vec<Mask<N>>),
    /// Not in it.
    Not(Box<Mask<N>>),
    /// All things, if it holds; else none.
    If(Box<Truth<N>>),
    /// Those of a set for which, one by one under a name, it holds.
    That(u8, Box<Mask<N>>, Box<Truth<N>>),
    /// The same, each as the thing spoken of.
    ItThat(Box<Mask<N>>, Box<Truth<N>>),
    /// Pieces that belong to these seats (or nobody).
    Owned(Box<Mask<N>>),
    /// Pieces and cards that show the colours of these sides, whoever holds them.
    OfColour(Box<Mask<N>>),
    /// The sides whose colours these pieces and cards show.
    ColoursOf(Box<Mask<N>>),
    /// Seats that own one of these pieces.
    Owners(Box<Mask<N>>),
    /// Seats with which these pieces began: a piece that was conquered still faces as the pieces of its first owner.
    FirstOwners(Box<Mask<N>>),
    /// Seats with an opponent among these.
    Hostile(Box<Mask<N>>),
    /// Seats on the same side as one of these, themselves left out.
    Partners(Box<Mask<N>>),
    /// Pieces on the boards on which something was done.
    Touched,
    /// Where there are several boards and a rule of an army reads: things of this type on its holder's.
    OwnBoard(Ty),
    /// Pieces on these sides of a board (0 near, 1 far).
    OfSidesOfBoard(Box<Mask<N>>),
    /// The sides of the board on which these pieces stand.
    SidesOfBoard(Box<Mask<N>>),
    /// The sides on which stands what is on these squares.
    SideOfSquares(Box<Mask<N>>),
    /// The other sides of the board.
    OtherSides(Box<Mask<N>>),
    /// Pieces on these squares.
    On(Box<Mask<N>>),
    /// The squares of these pieces.
    Squares(Box<Mask<N>>),
    /// Pieces of these kinds.
    OfKinds(Box<Mask<N>>),
    /// The kinds of these pieces.
    Kinds(Box<Mask<N>>),
    /// The home squares of these pieces.
    Homes(Box<Mask<N>>),
    /// The squares that share a rank with these squares.
    Ranks(Box<Mask<N>>),
    /// The squares that share a file with these squares.
    Files(Box<Mask<N>>),
    /// Squares near these squares.
    Near(Around, Box<Mask<N>>),
    /// Squares within so many steps of these squares; `true`: each of them is not near itself.
    Within(Box<Int<N>>, Box<Mask<N>>, bool),
    /// Squares in line with these with nothing in between.
    OpenLine(Box<Mask<N>>),
    /// Squares strictly between one of these and one of those, on a line.
    Between(Box<Mask<N>>, Box<Mask<N>>),
    /// The squares of the line from the first to the second.
    Line(Box<Mask<N>>, Box<Mask<N>>),
    /// Borders between one of these squares and one of those.
    BordersBetween(Box<Mask<N>>, Box<Mask<N>>),
    /// Borders of these squares.
    BordersOf(Box<Mask<N>>),
    /// Squares at these borders.
    AtBorders(Box<Mask<N>>),
    /// Squares so many steps ahead of these pieces, as they face; below 0: behind them.
    AheadOf(i8, Box<Mask<N>>),
    /// The same of these squares, as who reads faces.
    AheadOfSquares(i8, Box<Mask<N>>),
    /// The n-th rows of these pieces.
    RowsOfPieces(Box<Int<N>>, Box<Mask<N>>, bool),
    /// The n-th rows of these seats; `true`: files.
    RowsOfSeats(Box<Int<N>>, Box<Mask<N>>, bool),
    /// Pieces on their own n-th row.
    OnOwnRow(i32),
    /// Seats with so many of these pieces.
    SeatsWith(Box<Mask<N>>, Rel, Box<Int<N>>),
    /// Seats of these places around their board: so many to the left.
    Ring(Ring, Box<Mask<N>>),
    /// Who is next.
    NextSeat,
    /// Squares of the set-ups of these seats.
    SetupSquares(Box<Mask<N>>),
    /// Squares where the set-ups of these seats put one of these kinds.
    SetupSquaresOf(Box<Mask<N>>, Box<Mask<N>>),
    /// Kinds in the set-ups of these seats.
    SetupKinds(Box<Mask<N>>),
    /// Powers these seats hold for good.
    Powers(Box<Mask<N>>),
    /// Sides of these seats.
    Sides(Box<Mask<N>>),
    /// Seats of these sides.
    OfSides(Box<Mask<N>>),
    /// Armies of these seats.
    Armies(Box<Mask<N>>),
    /// Kinds of less worth than one of these.
    LowerKinds(Box<Mask<N>>),
    /// Pieces in line to be alone of their kind on their board.
    Alone,
    /// A definition, said of things wherever they are.
    Word(u16),
    /// The same as a noun.
    Noun(u16),
    /// The definition read for these seats; as a noun.
    NounFor(u16, Box<Mask<N>>),
    /// The same for the owners of these pieces.
    NounForPieces(u16, Box<Mask<N>>),
    /// The parts of a definition that count for who reads it.
    Parts(Vec<WordPart<N>>),
    /// What views say: of these yes, and of these no.
    Viewed {
        /// What is so anyway.
        base: Box<Mask<N>>,
        /// Views that say it.
        yes: Vec<View<N>>,
        /// Views that deny it.
        no: Vec<View<N>>,
    },
    /// Seats to which so many (0 or 1) lawful moves or actions are open.
    SeatsActing(Rel, Box<Int<N>>),
    /// Seats that no rule keeps from talking: to each of these hearers, if some are named.
    SeatsTalking {
        /// So that others do not notice.
        secretly: bool,
        /// The hearers.
        to: Option<Box<Mask<N>>>,
    },
    /// Seats, or pieces, with some move; of a piece only guards on pieces count.
    Mobile {
        /// Seats; else pieces.
        seats: bool,
    },
    /// Seats, or pieces, with so many moves of these pieces; lawful ones alone.
    WithMoves {
        /// Seats; else pieces.
        seats: bool,
        /// Of these pieces.
        of: Box<Mask<N>>,
        /// King safety counts.
        legal: bool,
        /// How many.
        rel: Rel,
        /// See `rel`.
        n: Box<Int<N>>,
    },
    /// The mover, origin or destination of moves.
    PartOfMoves(Part, Box<Moves<N>>),
    /// Those of the seats of a phrase for moves to whom so many of them are open.
    SeatsWithMoves(Box<Moves<N>>, Rel, Box<Int<N>>),
    /// Those seats, or pieces, that attack so many of these pieces (squares).
    Attackers {
        /// Seats, acting with their pieces; else pieces.
        seats: bool,
        /// Of these.
        what: Box<Mask<N>>,
        /// They are squares.
        squares: bool,
        /// How many.
        rel: Rel,
        /// See `rel`.
        n: Box<Int<N>>,
    },
    /// Pieces to which no guard keeps abilities of each of these seats from doing it.
    Sufferers {
        /// What is done.
        verb: Verb,
        /// Of marking: the field.
        mark: Option<u16>,
        /// Whose abilities.
        by: Box<Mask<N>>,
    },
    /// The n-th of a set (a number that is read), in the order of its type.
    At(Ty, Box<Int<N>>, Box<Mask<N>>),
    /// Seats of the sides whose colours these show: of each the actor, if he is of it, else its first.
    OfColours(Box<Mask<N>>),
    /// The neighbouring cards of one colour in a row among which these are.
    Runs(Box<Mask<N>>),
    /// Pieces that can jump.
    Jumping,
    /// Pieces and cards of the same kind and side as one of these.
    Matching(Box<Mask<N>>),
    /// Pieces and cards in a zone of these owners.
    Zone(u16, Box<Mask<N>>),
    /// Cards of these armies.
    CardsOf(Box<Mask<N>>),
    /// Armies of these cards.
    ArmiesOf(Box<Mask<N>>),
    /// Things a value names: of the owners given; where none was set, by the start of that number.
    Value(Slots, Box<Mask<N>>, u16),
    /// The same of what is kept for each seat, read for one; the hidden field it is.
    ValueFor(Box<ForSeat<N>>, Option<u16>, Slots, Box<Mask<N>>, u16),
    /// The same of what each holder of a power keeps, read by anybody else: of everybody who holds the power or has set a value.
    ValueOfHolders(Box<OfHolders>, Slots, Box<Mask<N>>, u16),
    /// What bears a mark that is kept for each seat, for one of these; the plane of the first seat.
    PlanesFor(u16, Box<Mask<N>>),
    /// Of these owners those whose value of a hidden field the reader may see.
    Seen(u16, Box<Mask<N>>),
    /// Pieces and cards that lie next to one of these in the same zone.
    NextTo(Box<Mask<N>>),
    /// Pieces and cards in a zone of one of these pieces.
    Under(Box<Mask<N>>),
    /// The directions of the latest moves of these pieces, as members of [`HEADINGS`](super::HEADINGS).
    Headings(Box<Mask<N>>),
    /// Royal pieces.
    Royal,
    /// Royal pieces attacked by a piece of these seats, or any.
    InCheck(Option<Box<Mask<N>>>),
    /// Seats with such a piece.
    SeatsInCheck(Option<Box<Mask<N>>>),
    /// The n-th of a set (from 1), in the order of its type; 0: the last.
    Nth(Ty, u8, Box<Mask<N>>),
    /// Pieces that changed their square most recently; seats that had their turn most recently.
    Latest(Ty, Box<Mask<N>>),
    /// The pieces of these that changed their square most recently; none, if none of them ever did.
    LatestMoved(Box<Mask<N>>),
    /// Those at the least distance from these squares.
    Nearest(Ty, Box<Mask<N>>, Box<Mask<N>>),
    /// Those for whom a number (under a name) is greatest, or least.
    Best {
        /// Greatest.
        most: bool,
        /// The name of each.
        name: u8,
        /// Of these.
        of: Box<Mask<N>>,
        /// The number.
        by: Box<Int<N>>,
    },
}

/// A place around a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ring {
    Left,
    Right,
    Opposite,
    Others,
}

/// Where the values of a field lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slots {
    /// A plane for each owner (a mark): bit of the thing; `per`: a plane for each holder or seat.
    Marks(u16),
    /// One plane for each of so many owners: sets.
    Sets(u16),
    /// The same the other way round: one plane of owners for each of so many values.
    Owners(u16, u16),
    /// One number for each of so many owners.
    Numbers(u16),
    /// The same for each holder of a power: first, and how many for one holder.
    NumbersOfYou(u16, u16),
}

/// Of values that are kept once for each seat: whose are meant.
#[derive(Clone, Debug, PartialEq)]
pub struct ForSeat<const N: usize> {
    /// How many values there are for one seat.
    pub each: u16,
    /// The first of these; if there is none, who reads.
    pub seat: Mask<N>,
}

/// Of values that each holder of a power keeps: read from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfHolders {
    /// The power, as numbered in the plan.
    pub power: u8,
    /// How many values there are for one holder.
    pub each: u16,
}

/// Where a field lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Its slots.
    pub slots: Slots,
    /// It is kept for each holder of its power.
    pub by_holder: bool,
    /// What a number is where none was set.
    pub start: i32,
    /// It hangs on the game.
    pub of_game: bool,
    /// The type it hangs on.
    pub on: Ty,
    /// What it is where none was set, among the defaults of the plan.
    pub from: u16,
    /// Its number among the hidden fields.
    pub hidden: Option<u16>,
}

/// One `call` sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct WordPart<const N: usize> {
    /// Whose it is.
    pub holder: Holder,
    /// It takes the place of the variant's parts for its holder.
    pub replaces: bool,
    /// What is called so.
    pub what: Mask<N>,
}

/// One `call` sentence of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberPart<const N: usize> {
    /// Whose it is.
    pub holder: Holder,
    /// It takes the place of the variant's parts for its holder.
    pub replaces: bool,
    /// The number.
    pub value: Int<N>,
    /// Its name in the condition.
    pub takes: u8,
    /// On what condition.
    pub when: Truth<N>,
}

/// A fact about things: of which, on what condition, for which holders.
#[derive(Clone, Debug, PartialEq)]
pub struct View<const N: usize> {
    /// Whose.
    pub holder: Holder,
    /// The rule.
    pub rule: u16,
    /// Its number among the views of the plan; equal views have the same.
    pub number: u16,
    /// Of which things.
    pub of: Mask<N>,
    /// When.
    pub when: Truth<N>,
}

/// Whose a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Holder {
    Game,
    EachSeat,
    Power(u8),
    Kind(u8),
}

impl<const N: usize> Mask<N> {
    /// It holds nothing but pieces of who reads it.
    pub fn is_of_reader(&self) -> bool {
        if let Mask::Owned(of) = self {
            return **of == Mask::You;
        }
        if let Mask::And(all) = self {
            return all.iter().any(Mask::is_of_reader);
        }
        false
    }
}

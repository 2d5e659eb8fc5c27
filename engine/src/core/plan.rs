//! What rules become when a match is linked: expressions over the planes of a state, tables of ways, lists of rules by what sets them
//! off, and code. A plan is never changed in play, and refers to no rule by name or spelling.
use super::bits::Bits;
use super::board::{Around, Boards};
use super::plans::{MoveIs, Moves};
use crate::ids::*;
use crate::play;
use crate::rules::{Case, Limit, Op, Part, Rel, Role, Ruleset, Ty, Verb};
use std::sync::Arc;

/// What a plan reads of a state, as bits: what is looked at again when that has changed.
pub mod reads {
    /// Where pieces stand.
    pub const PLACES: u32 = 1;
    /// Whose they are, and which are lost.
    pub const OWNERS: u32 = 2;
    /// Kinds.
    pub const KINDS: u32 = 4;
    /// Who is in the game, and who holds what.
    pub const SEATS: u32 = 8;
    /// Declared marks and values.
    pub const VALUES: u32 = 16;
    /// Turns and rounds.
    pub const TIME: u32 = 32;
    /// What has happened.
    pub const EVENTS: u32 = 64;
    /// All of it.
    pub const ALL: u32 = 127;
}

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
    /// Squares near these squares.
    Near(Around, Box<Mask<N>>),
    /// Squares within so many steps of these squares.
    Within(Box<Int<N>>, Box<Mask<N>>),
    /// Squares in line with these with nothing in between.
    OpenLine(Box<Mask<N>>),
    /// Squares strictly between one of these and one of those, on a line.
    Between(Box<Mask<N>>, Box<Mask<N>>),
    /// The squares of the line from the first to the second.
    Line(Box<Mask<N>>, Box<Mask<N>>),
    /// Squares behind these pieces, as they face.
    Behind(Box<Mask<N>>),
    /// Squares behind these squares, as who reads faces.
    BehindSquares(Box<Mask<N>>),
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
    /// The directions of the latest moves of these pieces, as members of [`HEADINGS`].
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

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth<const N: usize> {
    /// Always, never.
    Fixed(bool),
    /// The contrary.
    Not(Box<Truth<N>>),
    /// All.
    All(Vec<Truth<N>>),
    /// One.
    Any(Vec<Truth<N>>),
    /// There is one.
    Some(Mask<N>),
    /// There is one, and all of them are among those.
    Every(Mask<N>, Mask<N>),
    /// Of the first things so many can each be matched with another of the second things; without a number all of them, and there is
    /// one.
    Paired(Mask<N>, Mask<N>, Option<(Rel, Int<N>)>),
    /// So many.
    Count(Mask<N>, Rel, Int<N>),
    /// Numbers compare so.
    Compare(Int<N>, Rel, Int<N>),
    /// It is the n-th turn of one of these seats.
    NthTurn(u8, Mask<N>),
    /// Somebody is on turn.
    SomebodyOnTurn,
    /// Something of the first is in check from one of these seats now, and was not before from that one; none: from anybody.
    NewlyInCheck(Mask<N>, Option<Mask<N>>),
    /// The same of seats.
    SeatNewlyInCheck(Mask<N>, Option<Mask<N>>),
    /// It holds in the state that comes about.
    Would(Box<Truth<N>>),
    /// One of these pieces covers so many of those (squares, if `true`), as its kind or as one of these.
    Covers(Mask<N>, Mask<N>, bool, Option<Mask<N>>, Rel, Int<N>),
    /// There is one now that was not among them just before.
    NewlySome(Mask<N>),
    /// What was so just before the event, noted when it was matched.
    Note(u8),
    /// The start or end (true) of the n-th turn of one of these seats is over.
    TurnOver(u8, Mask<N>, bool),
    /// One of these pieces could go to one of those squares, as one of these kinds.
    Reaches(Mask<N>, Mask<N>, Option<Mask<N>>),
    /// How often something happened.
    Happened(Box<Past<N>>, Rel, Int<N>),
    /// It was so before the event.
    Earlier(Box<Truth<N>>),
    /// There is one of these moves of which all of this is so.
    SomeMove(Box<Moves<N>>, Vec<MoveIs>),
    /// There is one, and of each of them all of this is so.
    EveryMove(Box<Moves<N>>, Vec<MoveIs>),
    /// One of these pieces attacks so many of those (squares, if `true`).
    Attacks(Mask<N>, Mask<N>, bool, Rel, Int<N>),
    /// The same of seats: one of them, acting with its pieces.
    SeatsAttack(Mask<N>, Mask<N>, bool, Rel, Int<N>),
}

/// A whole number.
#[derive(Clone, Debug, PartialEq)]
pub enum Int<const N: usize> {
    /// Written out.
    Fixed(i32),
    /// How many.
    Count(Box<Mask<N>>),
    /// A value of a field, summed over its owners; the number it has where none was set.
    Field(u16, Option<Box<Mask<N>>>, i32),
    /// The same of what is kept for each seat, read for one.
    FieldFor(Box<ForSeat<N>>, u16, Option<Box<Mask<N>>>, i32),
    /// The same of what each holder of a power keeps, read by anybody else: the sum of everybody who holds the power or has set a value.
    FieldOfHolders(Box<OfHolders>, u16, Option<Box<Mask<N>>>, i32),
    /// The most or fewest of a value among these owners.
    Extreme(bool, u16, Box<Mask<N>>, i32),
    /// Points of these seats.
    Points(Box<Mask<N>>),
    /// Worth of these kinds.
    Worth(Box<Mask<N>>),
    /// A definition that is a number, read by who reads, or for each of these things of a type.
    Word(u16, Option<(Ty, Box<Mask<N>>)>),
    /// A name that stands for a number.
    Name(u8),
    /// How often it happened.
    Past(Box<Past<N>>),
    /// What the host chose for this seat, of one value for each.
    Chosen(Box<[i32]>, Box<Mask<N>>),
    /// How often this position has occurred.
    Repetition,
    /// Which round it is, from 1.
    Round,
    /// Arithmetic.
    Both(Op, Box<Int<N>>, Box<Int<N>>),
}

/// A question about the past: events of a verb, since a turn, that fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Past<const N: usize> {
    /// What happened.
    pub verb: Verb,
    /// Only in this turn.
    pub this_turn: bool,
    /// Only in this round.
    pub this_round: bool,
    /// Only since the latest turn of one of these seats; `true`: since its end.
    pub since: Option<(Mask<N>, bool)>,
    /// Who did it.
    pub author: Option<Mask<N>>,
    /// Whose the piece was.
    pub owner: Option<Mask<N>>,
    /// What kind it was.
    pub kinds: Option<Mask<N>>,
    /// Which piece it was.
    pub pieces: Option<Mask<N>>,
    /// Which piece did it.
    pub by: Option<Mask<N>>,
    /// Whose that piece was.
    pub by_owner: Option<Mask<N>>,
    /// What kind that piece was.
    pub by_kinds: Option<Mask<N>>,
    /// Which square was crossed.
    pub squares: Option<Mask<N>>,
    /// It counts only pieces, each once.
    pub once: bool,
}

/// Who or what does a deed.
#[derive(Clone, Debug, PartialEq)]
pub enum Doer<const N: usize> {
    /// Anybody.
    Anybody,
    /// One of these seats.
    Seats(Mask<N>),
    /// One of these pieces.
    Pieces(Mask<N>),
    /// An ability of one of these seats.
    Ability(Mask<N>),
}

/// The pattern of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern<const N: usize> {
    /// The verb.
    pub verb: Verb,
    /// Who does it.
    pub doer: Doer<N>,
    /// To what, and of which type that is.
    pub object: Option<(Ty, Mask<N>)>,
    /// Cases.
    pub cases: Vec<(Case, Ty, CaseIs<N>)>,
    /// By a pattern, not by an ability.
    pub normally: bool,
    /// So that others do not notice.
    pub secretly: bool,
    /// Without moving.
    pub still: bool,
    /// Steps along which it went, as seen by the piece.
    pub along: Option<Along>,
    /// So many of these in one step.
    pub count: Option<(Rel, Int<N>)>,
    /// The phrase names one doer, one object: events are of the same things by that.
    pub one: (bool, bool),
}

/// Steps of a line, and how many of them: fewest, most (0: no end).
pub type Along = (Vec<(i8, i8)>, u8, u8);

/// What a case of a pattern asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum CaseIs<const N: usize> {
    /// One of these things.
    Among(Mask<N>),
    /// This mark.
    Mark(u16),
    /// An ability of one of these seats.
    Ability(Mask<N>),
    /// The edge of the board.
    Edge,
    /// A zone of these owners.
    Zone(u16, Mask<N>),
}

/// X cannot V.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard<const N: usize> {
    /// The rule.
    pub rule: u16,
    /// Whose.
    pub holder: Holder,
    /// It limits pieces, also in what they attack; else only what a player is offered.
    pub pieces: bool,
    /// What cannot be.
    pub pattern: Pattern<N>,
    /// When.
    pub when: Truth<N>,
    /// Roles of the deed that are named.
    pub roles: Vec<(Role, u8)>,
    /// Of a guard on moves: from where.
    pub from: Option<Mask<N>>,
    /// A permission to pass over pieces: without capturing behind them.
    pub quiet: bool,
    /// It binds the parts of a move to each other, or has exceptions: it is asked of each move.
    pub asked: bool,
    /// It is no prohibition but a duty.
    pub duty: bool,
}

/// What a trigger binds and runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger<const N: usize> {
    /// The rule.
    pub rule: u16,
    /// Its place in the order of firing.
    pub rank: u32,
    /// Whose.
    pub holder: Holder,
    /// What sets it off.
    pub patterns: Vec<Pattern<N>>,
    /// When.
    pub when: Truth<N>,
    /// The stage it names.
    pub stage: Option<u8>,
    /// It makes somebody lose.
    pub losing: bool,
    /// It is a rule of a power or kind.
    pub ability: bool,
    /// It is a rule of a power.
    pub power: bool,
    /// It opens a move decision.
    pub granting: bool,
    /// Its body.
    pub code: u16,
    /// Others may not see whether what it offers is accepted.
    pub secret: bool,
    /// Hidden marks and kinds of its holder about which others may wonder when it offers something.
    pub doubts: Vec<u16>,
    /// To whom it is offered, and the name of who accepts.
    pub offer: Option<(Mask<N>, u8)>,
    /// The name an offer goes by.
    pub label: Option<TextId>,
    /// Roles of the event that are named.
    pub roles: Vec<(Role, u8)>,
    /// Clauses about the moment before.
    pub notes: Vec<Truth<N>>,
    /// It asks what is newly so: the state before the event is kept for it; what it asks so.
    pub news: Option<Truth<N>>,
    /// Something in it reads the state before the event.
    pub keeps_before: bool,
    /// What must hold afterwards.
    pub would: Option<Truth<N>>,
    /// Its limit, or none.
    pub limit: u16,
    /// It strikes the event itself.
    pub instead: bool,
    /// Powers whose holders have a rule of this label in its place.
    pub yields: Vec<u8>,
    /// Of a limit per opponent: its patterns with each opponent they may name (`to the throne of an opponent`).
    pub opponents: Vec<(u8, Pattern<N>)>,
}

/// An `as soon as` condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge<const N: usize> {
    /// What it fires.
    pub trigger: u16,
    /// The look in which it is watched.
    pub look: u8,
    /// The condition.
    pub when: Truth<N>,
    /// The pieces of the kind for which it holds, where they can be told at once.
    pub lifted: Option<Mask<N>>,
    /// It asks nothing but what the piece itself is and where it stands.
    pub local: bool,
    /// Its memory is a list: of a piece and a member, or of what others may suppose.
    pub sparse: bool,
    /// The members it is watched for one by one, each under a name.
    pub each: Option<(u8, Mask<N>)>,
    /// What it reads.
    pub reads: u32,
}

/// `instead of moving, X may { .. }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Action<const N: usize> {
    /// The rule.
    pub rule: u16,
    /// Whose.
    pub holder: Holder,
    /// Who may.
    pub who: Mask<N>,
    /// The name of who acts.
    pub they: u8,
    /// When.
    pub when: Truth<N>,
    /// Its limit, or none.
    pub limit: u16,
    /// Its body.
    pub code: u16,
    /// By what means it acts.
    pub ability: bool,
    /// It opens a move decision.
    pub granting: bool,
    /// It holds one move.
    pub one_move: bool,
    /// What must hold afterwards.
    pub would: Option<Truth<N>>,
    /// Powers whose holders have a rule of this label in its place.
    pub yields: Vec<u8>,
}

/// One way of a piece with a facing.
#[derive(Clone, Debug, PartialEq)]
pub struct Way<const N: usize> {
    /// The rule.
    pub rule: u16,
    /// From which squares, before anything is read.
    pub from: Bits<N>,
    /// From which squares now.
    pub only_from: Option<Mask<N>>,
    /// To which squares now.
    pub only_to: Option<Mask<N>>,
    /// Whether it takes: not, only, or either.
    pub takes: Takes,
    /// Fixed targets of each square, and whether they are leaps (farther than one step).
    pub leaps: Option<Box<[Bits<N>]>>,
    /// The same, of one step: no leap.
    pub steps: Option<Box<[Bits<N>]>>,
    /// Lines.
    pub rays: Vec<u16>,
    /// Pieces it goes through.
    pub through: Option<Mask<N>>,
    /// Its steps, as a piece with this facing takes them.
    pub path: Steps,
    /// It has to be walked square by square.
    pub walked: bool,
    /// Pieces it must jump.
    pub over: Option<Hurdles<N>>,
    /// Pieces it shoves.
    pub pushing: Option<Mask<N>>,
    /// What it takes instead of what stands there.
    pub this: Option<Mask<N>>,
    /// Of which kinds that can be at all.
    pub this_kinds: Bits<N>,
    /// Who is brought along, and where to.
    pub bring: Option<(Mask<N>, Mask<N>)>,
    /// Condition on the move, with the names of its roles.
    pub when: Option<Truth<N>>,
    /// See `when`.
    pub roles: Vec<(Role, u8)>,
}

/// Pieces that a way must jump.
#[derive(Clone, Debug, PartialEq)]
pub struct Hurdles<const N: usize> {
    /// How many; none: one.
    pub many: Option<(Rel, Int<N>)>,
    /// Of these.
    pub of: Mask<N>,
    /// The square just behind the last of them is where it lands.
    pub close: bool,
}

/// A step that passes over what lies between.
pub fn is_leap(step: (i8, i8)) -> bool {
    step.0.abs().max(step.1.abs()) > 1
}

/// The steps of a way.
#[derive(Clone, Debug, PartialEq)]
pub enum Steps {
    /// To every square of the board.
    Anywhere,
    /// From one square to another, written for the first seat.
    FromTo(u8, u8),
    /// Offsets, whatever is between.
    Leap(Vec<(i8, i8)>),
    /// Along lines, between so many steps (most 0: no end).
    Slide(Vec<(i8, i8)>, u8, u8),
}

/// Whether a way takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Takes {
    Quiet,
    Only,
    Both,
}

/// A line of squares from every square.
#[derive(Clone, Debug, PartialEq)]
pub struct Ray<const N: usize> {
    /// One step.
    pub step: (i8, i8),
    /// Fewest and most steps (0: no end).
    pub range: (u8, u8),
    /// Its squares have greater numbers the farther they are.
    pub up: bool,
    /// All squares of the line.
    pub line: Box<[Bits<N>]>,
    /// Those in range.
    pub land: Box<[Bits<N>]>,
}

/// Movement besides, or in place of, the printed one.
#[derive(Clone, Debug, PartialEq)]
pub struct Movement<const N: usize> {
    /// Which pieces have it.
    pub view: View<N>,
    /// Besides the printed ways.
    pub also: bool,
    /// Only for attacks.
    pub attack: bool,
    /// How specific it is: the least counts where several take the printed ways' place.
    pub specific: (u8, u8, std::cmp::Reverse<u16>),
    /// The ways, by facing.
    pub ways: [Vec<Way<N>>; 4],
    /// Its pieces go like pieces of these kinds besides.
    pub like: Vec<u8>,
    /// The same of kinds that are read.
    pub like_read: Option<Mask<N>>,
    /// It joins the edges of the board, whatever else it gives.
    pub torus: bool,
    /// It gives ways.
    pub gives: bool,
}

/// What a kind can do by itself.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Printed<const N: usize> {
    /// Ways by facing.
    pub moves: [Vec<Way<N>>; 4],
    /// Ways of attack in their place, if it has any.
    pub attacks: Option<[Vec<Way<N>>; 4]>,
    /// The edges of the board are joined for it.
    pub torus: bool,
    /// Some way of it has to be walked.
    pub walks: bool,
    /// It attacks like kinds that are read.
    pub attacks_like: Option<Box<Movement<N>>>,
}

/// A step of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Code<const N: usize> {
    /// Do it: what, and who does it (the first of these seats; none named: the actor).
    Do(super::deed::Deed<N>, Option<Mask<N>>),
    /// Choose things under a name; nothing to choose from: go there.
    Choose {
        /// Who; none: the actor.
        who: Option<Mask<N>>,
        /// Under what name.
        name: u8,
        /// Among these.
        from: Mask<N>,
        /// Their type.
        ty: Ty,
        /// Kinds in the order in which they are offered.
        order: Option<KindOrder<N>>,
        /// How many.
        amount: Amount<N>,
        /// Others do not see it.
        secret: bool,
        /// They have to hang together.
        form: Together,
        /// Chance chooses.
        at_random: bool,
        /// Go there if there is nothing.
        none: u16,
    },
    /// Choose a move without making it.
    ChooseMove(Box<ChooseMove<N>>),
    /// Choose a number.
    ChooseNumber {
        /// Who; none: the actor.
        who: Option<Mask<N>>,
        /// Chance chooses.
        at_random: bool,
        /// Others may not see which.
        secret: bool,
        /// Its name.
        name: u8,
        /// Among which.
        among: Vec<Numbers<N>>,
        /// Nothing to choose from: go there.
        none: u16,
    },
    /// A block that must be done in time begins.
    Within {
        /// How long; 0 or less: no limit.
        seconds: Int<N>,
        /// The first answer starts the clock.
        after_first: bool,
        /// Where [`Code::InTime`] ends it.
        end: u16,
    },
    /// A block that must be done in time ends.
    InTime,
    /// Ask for an ordinary decision of this seat (none: the actor); nothing open: go there, or on.
    Act(Option<Mask<N>>, Option<u16>),
    /// Ask for a move of these pieces; none: go there.
    Move {
        /// Who; none: the actor.
        who: Option<Mask<N>>,
        /// Which.
        pieces: Mask<N>,
        /// The name of the piece that moved.
        called: u8,
        /// Only captures.
        taking: bool,
        /// No captures.
        quiet: bool,
        /// By these kinds' printed ways.
        like: Option<Mask<N>>,
        /// By ability, to these squares.
        to: Option<Mask<N>>,
        /// In one of these directions.
        heading: Option<Mask<N>>,
        /// It is a shift of all of them, keeping their arrangement.
        shift: bool,
        /// Go there if there is none.
        none: u16,
    },
    /// Offer a body.
    May {
        /// To these.
        who: Mask<N>,
        /// The name of who accepts.
        they: u8,
        /// The body.
        code: u16,
        /// Its limit.
        limit: u16,
        /// The name it goes by.
        label: Option<TextId>,
        /// Others may not see whether it is accepted.
        secret: bool,
        /// It is the first decision of its body: declined, it ends the loop whose body that is.
        first: bool,
        /// Nobody accepts: go there; [`NONE16`]: on.
        none: u16,
    },
    /// Pick a branch that can be carried out; none: go there.
    Either(Option<Mask<N>>, Vec<(TextId, u16)>, u16),
    /// If not: go there.
    Unless(Truth<N>, u16),
    /// Go there.
    Jump(u16),
    /// These seats, under a name, choose all at once; then what follows is done seat by seat.
    AllAtOnce {
        /// Who.
        who: Mask<N>,
        /// The name of each.
        they: u8,
        /// What each decides.
        ask: u16,
        /// What follows.
        then: u16,
    },
    /// A body for each of these under a name, in an order.
    Each(u8, Ty, Mask<N>, Sequence<N>, u16),
    /// A body again and again: at most so often, until this holds.
    Repeat(Option<Int<N>>, Option<Truth<N>>, u16),
    /// A procedure, with its object under its name.
    Call(u16, u8, Option<Mask<N>>),
    /// A die: under what name, its faces, and only those for which it holds; `true`: what it shows is added to what the name holds.
    Roll(u8, Ty, Vec<Face<N>>, Option<Truth<N>>, bool),
    /// Cards are drawn, one after the other.
    Draw(Box<Draw<N>>),
    /// Things are dealt over places, one after the other.
    Deal(Box<Deal<N>>),
    /// Fix a set under a name.
    Let(u8, Mask<N>),
    /// Fix a number under a name.
    LetNumber(u8, Int<N>),
    /// The end.
    End,
}

/// `draw N cards from X into Y`.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw<const N: usize> {
    /// Who; none: the actor.
    pub who: Option<Mask<N>>,
    /// From which zone, and whose.
    pub from: (u16, Mask<N>),
    /// Into which.
    pub into: Option<(u16, Mask<N>)>,
    /// How many.
    pub count: Int<N>,
    /// Under what name.
    pub called: u8,
    /// Nothing to draw: an option fails.
    pub none: u16,
}

/// `deal X to Y`.
#[derive(Clone, Debug, PartialEq)]
pub struct Deal<const N: usize> {
    /// Who; none: the actor.
    pub who: Option<Mask<N>>,
    /// Chance deals.
    pub at_random: bool,
    /// Others do not see it.
    pub secret: bool,
    /// What: kinds, and whose pieces they become (none: of who deals).
    pub row: Vec<(u8, u8)>,
    /// Where.
    pub to: Places<N>,
}

/// Where things are dealt.
#[derive(Clone, Debug, PartialEq)]
pub enum Places<const N: usize> {
    /// To zones of these owners.
    Zone(u16, Mask<N>),
    /// To the values of these owners.
    Values {
        /// The type of the owners.
        on: Ty,
        /// The first slot.
        slot: u16,
        /// For which seat they are kept.
        for_seat: Option<ForSeat<N>>,
        /// The hidden field it is.
        hidden: Option<u16>,
        /// The owners.
        of: Mask<N>,
    },
}

/// In which order the members of a loop are taken.
#[derive(Clone, Debug, PartialEq)]
pub enum Sequence<const N: usize> {
    /// As they lie on the board, or clockwise.
    Board,
    /// As the actor picks.
    Chosen,
    /// The cheapest first.
    Worth,
    /// As something happened that is asked of each under a name.
    Happened(u8, Box<Past<N>>),
    /// As a row lists them, each as often as it stands there.
    Row(KindOrder<N>),
    /// Players as they are named: first these, then those (`the captor and the other players`).
    Named(Vec<Mask<N>>),
}

/// Numbers to choose from.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers<const N: usize> {
    /// One.
    One(Int<N>),
    /// From one to another.
    Range(Int<N>, Int<N>),
}

/// A face of a die.
#[derive(Clone, Debug, PartialEq)]
pub enum Face<const N: usize> {
    /// A number.
    Number(Int<N>),
    /// A thing.
    Thing(Mask<N>),
}

/// How several chosen things lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// Anyhow.
    Any,
    /// Hanging together by the edges of their squares.
    Chain,
    /// Four squares two by two.
    Block,
}

/// Choose a move without making it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChooseMove<const N: usize> {
    /// Who; none: the actor.
    pub who: Option<Mask<N>>,
    /// Under what name.
    pub name: u8,
    /// Among these.
    pub from: Moves<N>,
    /// Or none.
    pub or_none: bool,
    /// Others do not see it.
    pub secret: bool,
    /// Go there if there is nothing.
    pub none: u16,
}

/// How many are chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount<const N: usize> {
    /// One.
    One,
    /// So many.
    Count(Rel, Int<N>),
}

/// In which order kinds are offered.
#[derive(Clone, Debug, PartialEq)]
pub enum KindOrder<const N: usize> {
    /// As listed.
    Listed(Vec<u8>),
    /// As pieces stand on the board.
    OfPieces(Mask<N>),
    /// One list after the other.
    Chain(Vec<KindOrder<N>>),
    /// The lists of a definition's parts that count for who reads it.
    Parts(Vec<KindPart<N>>),
}

impl<const N: usize> KindOrder<N> {
    /// The most kinds it can list.
    pub fn most(&self) -> usize {
        match self {
            KindOrder::Listed(kinds) => kinds.len(),
            KindOrder::OfPieces(_) => u8::MAX as usize,
            KindOrder::Chain(lists) => lists.iter().map(Self::most).sum(),
            KindOrder::Parts(parts) => parts.iter().map(|p| p.kinds.most()).max().unwrap_or(0),
        }
    }
}

/// One `call` sentence of kinds, as a list.
#[derive(Clone, Debug, PartialEq)]
pub struct KindPart<const N: usize> {
    /// Whose it is.
    pub holder: Holder,
    /// It takes the place of the variant's parts for its holder.
    pub replaces: bool,
    /// The list.
    pub kinds: KindOrder<N>,
    /// The name of each kind in the condition.
    pub takes: u8,
    /// On what condition.
    pub when: Truth<N>,
}

/// A match made ready to be played.
#[derive(Clone, Debug)]
pub struct Plan<const N: usize> {
    /// The rules, for the host.
    pub rules: Arc<Ruleset>,
    /// The match.
    pub table: play::Match,
    /// The boards.
    pub boards: Boards<N>,
    /// Number of seats.
    pub seats: usize,
    /// For each seat those with which it shares its pieces, itself too.
    pub sharing: Vec<u16>,
    /// For each seat those of its side, itself too.
    pub allies: Vec<u16>,
    /// Kinds that can come up.
    pub kinds: Vec<KindId>,
    /// Powers that can come up.
    pub powers: Vec<PowerId>,
    /// First plane of squares by owner.
    pub owner_squares: usize,
    /// First plane of kinds.
    pub kind_planes: usize,
    /// First plane of powers: one for each power, of the seats that hold it.
    pub power_planes: usize,
    /// Number of planes.
    pub planes: usize,
    /// Number of values, and what each begins with.
    pub values: Vec<i32>,
    /// Definitions, said of things anywhere.
    pub words: Vec<Option<Mask<N>>>,
    /// Definitions as nouns.
    pub nouns: Vec<Option<Mask<N>>>,
    /// Definitions said of moves: the name of the move, and when it is so.
    pub moves_called: Vec<Vec<(u8, Truth<N>)>>,
    /// Definitions that are numbers, by their parts.
    pub numbers_called: Vec<Vec<NumberPart<N>>>,
    /// Boards have a near and a far side.
    pub two_sides: bool,
    /// Of each rule: it is one of an army.
    pub abilities: Vec<bool>,
    /// In check is who the next player attacks.
    pub next_player: bool,
    /// In check is also who an opponent could take within a whole turn.
    pub whole_turns: bool,
    /// Something can be captured when a turn ends.
    pub late_captures: bool,
    /// Royal pieces.
    pub royal: Option<Mask<N>>,
    /// Frozen pieces.
    pub frozen: Option<Mask<N>>,
    /// Seats, and pieces, of which a view says that they are not in check.
    pub never_in_check: Option<(Mask<N>, Mask<N>)>,
    /// Views that say of pieces that they are in check, from these seats.
    pub declared_checks: Vec<(View<N>, Option<Mask<N>>)>,
    /// Views that show another kind, in order.
    pub kind_views: Vec<(View<N>, u8)>,
    /// What kinds do.
    pub printed: Vec<Printed<N>>,
    /// Movement that powers and modes give.
    pub movements: Vec<Movement<N>>,
    /// Lines.
    pub rays: Vec<Ray<N>>,
    /// `X captures without moving`.
    pub standing: Vec<View<N>>,
    /// What cannot be.
    pub guards: Vec<Guard<N>>,
    /// What may be all the same.
    pub permits: Vec<Guard<N>>,
    /// What has to be done.
    pub duties: Vec<Guard<N>>,
    /// Some rule makes something a duty.
    pub has_duties: bool,
    /// Guards that facts for a time bring.
    pub facts: Vec<Guard<N>>,
    /// Patterns of events at which something ends.
    pub ends: Vec<Pattern<N>>,
    /// What abilities cannot bring about.
    pub spoils: Vec<(u16, Truth<N>)>,
    /// Rules that are set off.
    pub triggers: Vec<Trigger<N>>,
    /// Those set off by a verb: after, before.
    pub after: Vec<Vec<u16>>,
    /// See `after`.
    pub before: Vec<Vec<u16>>,
    /// Conditions that are watched.
    pub edges: Vec<Edge<N>>,
    /// Rules at the start of turns, at their end.
    pub moments: Vec<(u16, bool, Moment<N>)>,
    /// Rules at the end of the game.
    pub closing: Vec<u16>,
    /// Actions.
    pub actions: Vec<Action<N>>,
    /// Turn procedures, the first whose condition holds counts.
    pub turns: Vec<Procedure<N>>,
    /// Set-up rules in order.
    pub preludes: Vec<Procedure<N>>,
    /// Acts of the table, as the rules list them.
    pub table_acts: Vec<TableAct<N>>,
    /// Where each declared value lies, by its field; none: it has no place in this match.
    pub fields: Vec<Option<Place>>,
    /// Limits.
    pub limits: Vec<Limit>,
    /// Code.
    pub code: Vec<Vec<Code<N>>>,
    /// Of each code: one move can come after another in it.
    pub moves_twice: Vec<bool>,
    /// Verbs some question about the past asks for, and whether beyond this turn.
    pub told: [Option<bool>; VERBS],
    /// Stages of settling.
    pub stages: Stages,
    /// Check: the last that holds counts.
    pub check: Vec<CheckRule<N>>,
    /// Something may take a move back.
    pub takes_back: bool,
    /// Repetition is asked for.
    pub repetition: bool,
    /// The squares below each number.
    pub below: Vec<Bits<N>>,
    /// What a piece attacks hangs on its kind, its facing and what stands in between alone.
    pub simple_attacks: bool,
    /// Kinds of pieces that may be taken by ways that are walked.
    pub walked_victims: Bits<N>,
    /// Squares a kind with a facing could strike from each square, whatever is in between.
    pub strike: Vec<[Vec<Bits<N>>; 4]>,
    /// Verbs that somebody watches, forbids or asks for.
    pub watched: [bool; VERBS],
    /// Set-ups of armies by number, in the first seat's frame; the last: of seats without one.
    pub setups: Vec<Vec<(u8, u8)>>,
    /// Worth of kinds.
    pub worths: Vec<i32>,
    /// Verbs that some guard speaks of.
    pub guarded: [bool; VERBS],
    /// What conditions of the verdicts read.
    pub verdict_reads: u32,
    /// Some rule runs at the start of turns.
    pub starts: bool,
    /// Check is judged by the whole turn.
    pub by_turn: bool,
    /// A turn goes on behind its move in a way that may change what is attacked.
    pub goes_on: bool,
    /// Some way has to be walked.
    pub walks: bool,
    /// Stages in which conditions are watched.
    pub edge_stages: Vec<u8>,
    /// Planes each watched condition has.
    pub edge_rows: usize,
    /// Declared marks.
    pub marks: Vec<DeclaredMark>,
    /// Declared numbers and references.
    pub numbers: Vec<DeclaredNumber>,
    /// Limits of the rules of each power.
    pub power_limits: Vec<Vec<u16>>,
    /// Squares in line or on a diagonal with each square.
    pub in_line: Vec<Bits<N>>,
    /// Whether a piece is royal does not hang on where pieces stand.
    pub royal_stays: bool,
    /// Of each rule: its power, its limit, whether it opens a move decision.
    pub by_rule: Vec<(Option<u8>, u16, bool)>,
    /// Of each rule: marks of its power by which it lives on, and whether each is kept for each holder.
    pub keeps: Vec<Vec<(Slots, bool)>>,
    /// Of each rule: what must hold after its option.
    pub would: Vec<Option<Truth<N>>>,
    /// Spare squares of set-ups.
    pub spares: Vec<Vec<SquareId>>,
    /// What set-up goes with an army.
    pub setup_by_army: Vec<usize>,
    /// Kinds whose being unmoved some rule reads.
    pub unmoved_read: Vec<bool>,
    /// Planes that tell positions apart, and whether they are of pieces.
    pub position_planes: Vec<(u16, bool)>,
    /// Values that tell positions apart.
    pub position_values: Vec<u16>,
    /// Zones.
    pub zones: Vec<Zone<N>>,
    /// Places of zones: one for each owner.
    pub slots: u16,
    /// Texts that are values.
    pub texts: Vec<TextId>,
    /// What values are where none was set, read when they are asked for.
    pub defaults: Vec<Mask<N>>,
    /// Slots of numbers that a sentence states (`the gap of kings is 6`).
    pub said_of_values: Vec<u16>,
    /// Fields that not everybody sees.
    pub hidden: Vec<Hidden<N>>,
    /// Of each rule: it knows no more than its holder does.
    pub knows_own: Vec<bool>,
    /// Actions that may move a piece, by number.
    pub moving: Vec<u16>,
}

/// A zone.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone<const N: usize> {
    /// Which.
    pub zone: ZoneId,
    /// On what it hangs.
    pub on: Ty,
    /// The place of its first owner.
    pub slot: u16,
    /// So many owners.
    pub count: u16,
    /// It holds cards.
    pub cards: bool,
    /// It is a deck: put onto it, something lies on top.
    pub deck: bool,
    /// It is a row: what lies in it has neighbours.
    pub row: bool,
    /// Its power.
    pub power: Option<u8>,
    /// Who sees what it holds; none: everybody.
    pub seen: Option<SeenBy<N>>,
    /// What each owner's holds at the beginning.
    pub start: Vec<Vec<Start>>,
}

/// One thing that lies in a zone at the beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// A piece or card: its kind, its owner, the side whose colour it shows.
    Piece(u8, u8, u8),
    /// The card of an army.
    Army(u16),
}

/// A field that not everybody sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Hidden<const N: usize> {
    /// The field.
    pub field: u16,
    /// On what it hangs.
    pub on: Ty,
    /// Its power keeps it for each holder.
    pub by_holder: bool,
    /// Who sees it.
    pub seen: SeenBy<N>,
    /// Where it lies.
    pub slots: Slots,
    /// First of the planes, one for each seat, of owners whose value was revealed to it; the same for each holder, where it is kept so.
    pub known: u16,
    /// How many of them there are for one holder.
    pub each: u16,
}

impl<const N: usize> Hidden<N> {
    /// The plane of owners whose value, as it is kept for a holder, was revealed to a seat.
    pub fn known(&self, seat: u8, holder: u8) -> u16 {
        let holder = match self.by_holder && holder != super::state::NONE {
            true => u16::from(holder),
            false => 0,
        };
        self.known + holder * self.each + u16::from(seat)
    }
    /// All these planes.
    pub fn all_known(&self) -> impl Iterator<Item = usize> + use<N> {
        let holders = if self.by_holder { self.each } else { 1 };
        let first = usize::from(self.known);
        first..first + usize::from(holders * self.each)
    }
}

/// Who sees a value.
#[derive(Clone, Debug, PartialEq)]
pub enum SeenBy<const N: usize> {
    /// Nobody.
    Nobody,
    /// The holder of the power, the seat it is kept for, else whose it is.
    Holder,
    /// Who owns what it hangs on.
    Owner,
    /// These seats, read for the holder.
    These(Mask<N>),
}

/// The line `check is ..`.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckRule<const N: usize> {
    /// For whom.
    pub holder: Holder,
    /// On what condition.
    pub when: Truth<N>,
    /// Enforced after the move, after the turn; none: not enforced.
    pub says: Option<(bool, bool)>,
}

/// A declared mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeclaredMark {
    /// Its field.
    pub field: u16,
    /// On what it hangs.
    pub ty: Ty,
    /// Its first plane.
    pub plane: u16,
    /// It has a plane for each holder of its power.
    pub per_holder: bool,
    /// Its power.
    pub power: Option<u8>,
    /// In a reading of one plane: its holder.
    pub holder: u8,
}

/// A declared number or reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeclaredNumber {
    /// Its field.
    pub field: u16,
    /// Its first slot.
    pub slot: u16,
    /// Its power.
    pub power: Option<u8>,
    /// The type it hangs on, and how many things of it there are.
    pub on: Ty,
    /// See `on`.
    pub count: u16,
}

/// Directions of lines, as numbered.
pub const HEADINGS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// How many verbs there are.
pub const VERBS: usize = 64;

/// An act of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableAct<const N: usize> {
    /// Its name.
    pub name: TextId,
    /// What it does.
    pub does: TableDoes,
    /// It counts when all others agree.
    pub consent: bool,
    /// When it is open.
    pub when: Truth<N>,
}

/// See [`TableAct`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableDoes {
    /// Its player gives up.
    Resign,
    /// A draw.
    Draw,
    /// A body.
    Run(u16),
}

/// A turn or set-up procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure<const N: usize> {
    /// The rule.
    pub rule: u16,
    /// Whose.
    pub holder: Holder,
    /// When.
    pub when: Truth<N>,
    /// Its body.
    pub code: u16,
}

/// When a rule at a moment runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Moment<const N: usize> {
    /// In the turn of its holder.
    Your,
    /// In every turn.
    Every,
    /// In every round.
    Round,
    /// In the first turn of the game.
    First,
    /// In a turn of one of these seats.
    Of(Mask<N>),
    /// In the n-th turn of one of these seats.
    Nth(u8, Mask<N>),
}

/// The stages of settling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stages {
    /// Where what the player on turn has set off is answered.
    pub effects: u8,
    /// Where others answer.
    pub reactions: u8,
    /// The last before conditions are looked at.
    pub verdicts: u8,
    /// Where offers of the player on turn wait for the end of the turn.
    pub endings: Option<u8>,
    /// In that stage the player picks the order.
    pub endings_any: bool,
    /// How many.
    pub count: u8,
}

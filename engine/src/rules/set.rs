//! Noun phrases. There is one set type: a base, narrowed part by part, a superlative last of all.
use super::*;
use crate::ids::*;
use serde::{Deserialize, Serialize};

/// The type of the things a phrase stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Ty {
    Piece,
    Square,
    Kind,
    Seat,
    Side,
    Card,
    Number,
    Text,
    Mark,
    Move,
    Power,
    Army,
    Zone,
    Turn,
    Moment,
    Board,
    Direction,
    /// What lies between two squares that share an edge.
    Border,
}

/// A phrase: `base`, narrowed by every part of `by` in turn, then `pick`. `amount` says how many a test
/// asks for or a step takes; it does not change which things are in the set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Set {
    /// Type of the members.
    pub ty: Ty,
    /// Where the members come from.
    pub base: Base,
    /// What narrows them, in the order written.
    pub by: Vec<Narrow>,
    /// The superlative, applied to the finished set.
    pub pick: Option<Pick>,
    /// How many are asked for or taken.
    pub amount: Amount,
}

impl Set {
    /// What a phrase that nothing narrows and from which nothing is picked stands for; none: something does.
    pub fn bare(&self) -> Option<&Base> {
        let Set {
            ty: _,
            base,
            by,
            pick,
            amount: _,
        } = self;
        (by.is_empty() && pick.is_none()).then_some(base)
    }
    /// Squares that are named as one place: by a definition, a row, or from corner to corner.
    pub fn is_area(&self) -> bool {
        let one_place = |base: &Base| match base {
            Base::Squares(list) => list.len() > 1,
            Base::Row(..) | Base::File(..) | Base::Line(..) | Base::Word(..) => true,
            Base::Edge | Base::Corner => true,
            Base::Of(Part::Rank | Part::File, _) => true,
            Base::Or(parts) => parts.iter().any(Set::is_area),
            Base::All(_)
            | Base::New
            | Base::You
            | Base::It
            | Base::OnTurn
            | Base::Author
            | Base::Nobody
            | Base::Nothing
            | Base::Kind(_)
            | Base::Name(_)
            | Base::Field(..)
            | Base::Zone(..)
            | Base::Of(..)
            | Base::Past(_)
            | Base::Layer(_)
            | Base::OtherLayer(_)
            | Base::Chosen(_)
            | Base::Range(..)
            | Base::Number(_)
            | Base::Ability(_)
            | Base::Seats(_)
            | Base::Sides(_)
            | Base::Armies(_)
            | Base::Text(_)
            | Base::Row1(_) => false,
        };
        self.ty == Ty::Square
            && self.amount == Amount::Every
            && self.pick.is_none()
            && one_place(&self.base)
    }
    /// The one kind these things are narrowed to by name, if there is one.
    pub fn kind_for_good(&self) -> Option<KindId> {
        self.by.iter().find_map(|n| match n {
            Narrow::Is(Quality::Kind(k)) if k.by.is_empty() => match k.base {
                Base::Kind(k) => Some(k),
                Base::All(_)
                | Base::New
                | Base::You
                | Base::It
                | Base::OnTurn
                | Base::Author
                | Base::Nobody
                | Base::Nothing
                | Base::Name(_)
                | Base::Word(..)
                | Base::Field(..)
                | Base::Zone(..)
                | Base::Of(..)
                | Base::Past(_)
                | Base::Line(..)
                | Base::Row(..)
                | Base::File(..)
                | Base::Edge
                | Base::Corner
                | Base::Layer(_)
                | Base::OtherLayer(_)
                | Base::Chosen(_)
                | Base::Range(..)
                | Base::Number(_)
                | Base::Ability(_)
                | Base::Or(_)
                | Base::Squares(_)
                | Base::Seats(_)
                | Base::Sides(_)
                | Base::Armies(_)
                | Base::Text(_)
                | Base::Row1(_) => None,
            },
            Narrow::Is(_)
            | Narrow::Not(_)
            | Narrow::Of(_)
            | Narrow::Hostile(_)
            | Narrow::Own
            | Narrow::At(..)
            | Narrow::Between(..)
            | Narrow::That(..)
            | Narrow::Except(_)
            | Narrow::Other(_) => None,
        })
    }
    /// Where a phrase says `an opponent` it is this one; `false`: it does not say so.
    pub fn name_opponent(&mut self, seat: SeatId) -> bool {
        let hostile = |n: &Narrow| matches!(n, Narrow::Hostile(_));
        if self.ty == Ty::Seat && matches!(self.base, Base::All(_)) && self.by.iter().any(hostile) {
            self.base = Base::Seats(vec![seat]);
            self.by.clear();
            return true;
        }
        let mut named = match &mut self.base {
            Base::Word(_, Some(of)) | Base::Of(_, of) | Base::Zone(_, of) => of.name_opponent(seat),
            Base::Field(_, of, None) | Base::Row(_, of) | Base::File(_, of) => {
                of.name_opponent(seat)
            }
            Base::OtherLayer(of) | Base::Ability(of) => of.name_opponent(seat),
            Base::Field(_, of, Some(reader)) => of.name_opponent(seat) | reader.name_opponent(seat),
            Base::Line(a, b) => a.name_opponent(seat) | b.name_opponent(seat),
            Base::Or(parts) => parts
                .iter_mut()
                .fold(false, |named, s| named | s.name_opponent(seat)),
            // without a phrase for players in it; the past speaks of its own events
            Base::All(_)
            | Base::New
            | Base::You
            | Base::It
            | Base::OnTurn
            | Base::Author
            | Base::Nobody
            | Base::Nothing
            | Base::Kind(_)
            | Base::Name(_)
            | Base::Word(_, None)
            | Base::Past(_)
            | Base::Edge
            | Base::Corner
            | Base::Layer(_)
            | Base::Chosen(_)
            | Base::Range(..)
            | Base::Number(_)
            | Base::Squares(_)
            | Base::Seats(_)
            | Base::Sides(_)
            | Base::Armies(_)
            | Base::Text(_)
            | Base::Row1(_) => false,
        };
        for narrow in &mut self.by {
            named |= match narrow {
                Narrow::Of(of) | Narrow::Hostile(of) | Narrow::At(_, of) | Narrow::Except(of) => {
                    of.name_opponent(seat)
                }
                Narrow::Between(a, b) => a.name_opponent(seat) | b.name_opponent(seat),
                Narrow::Other(all) => all
                    .iter_mut()
                    .fold(false, |named, s| named | s.name_opponent(seat)),
                // a relative clause is a condition with players of its own
                Narrow::Is(_) | Narrow::Not(_) | Narrow::Own | Narrow::That(..) => false,
            };
        }
        named
    }
}

/// Where the members of a phrase come from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Base {
    /// All things of the type: `pieces`, `squares`, `players` (seats in; `Where::Anywhere`: also those out).
    All(Where),
    /// `a new pawn`: pieces made by this step.
    New,
    /// The holder of the rule (of a kind's rule: the controller of the piece).
    You,
    /// The piece of the kind; in a fact, a definition or a `starting with`: the thing it speaks of.
    /// Roles of events and members of `for each` are [`Base::Name`].
    It,
    /// The seats on turn (on the board of the rule's event).
    OnTurn,
    /// The player behind the current event.
    Author,
    /// No seat: the owner of neutral pieces.
    Nobody,
    /// No value.
    Nothing,
    /// One kind.
    Kind(KindId),
    /// What a name or a bound role of this rule stands for.
    Name(Name),
    /// A definition (`call`), read for the seats given (`your corner`, `the corner of red`), else for *you*.
    Word(WordId, Option<Box<Set>>),
    /// The value of a field, of the things given (a field of the game: [`Base::Nothing`]); `per_seat`
    /// fields are read for the seat given last, else for *you*.
    Field(FieldId, Box<Set>, Option<Box<Set>>),
    /// What a zone holds, of the owners given.
    Zone(ZoneId, Box<Set>),
    /// A part of other things: `the owner of X`.
    Of(Part, Box<Set>),
    /// Things of the past: the role of matching events, as they happened.
    Past(Box<Past>),
    /// `the line from A to B`: the squares of a straight line, both ends too.
    Line(Box<Set>, Box<Set>),
    /// `its sixth row`: the n-th row (from 1) in the frame of the piece or seat given; `-1`: the last.
    Row(Num, Box<Set>),
    /// `its last file`: the same with the frame turned, counted from the left.
    File(Num, Box<Set>),
    /// The squares at the border of the board; behind `across`, where a torus is joined.
    Edge,
    /// The squares where two edges of the board meet.
    Corner,
    /// A side of the board (layer): 0 near, 1 far; of type [`Ty::Side`].
    Layer(u8),
    /// The other layer than that of these (`the other side of its square`).
    OtherLayer(Box<Set>),
    /// The kind an option of the host names; none if its value is no kind.
    Chosen(OptionId),
    /// `0 to 99`.
    Range(Num, Num),
    /// A number as a one-member set (faces of a die, `choose 3`).
    Number(Num),
    /// Abilities of the seats given (as a doer: `by abilities of other players`).
    Ability(Box<Set>),
    /// The union.
    Or(Vec<Set>),
    /// Squares by name. In a rule with a *you* they are written for the first seat and turned into the
    /// frame of *you*; in a rule that exists once they are absolute.
    Squares(Vec<SquareId>),
    /// Seats by name.
    Seats(Vec<SeatId>),
    /// Sides by name.
    Sides(Vec<SideId>),
    /// Armies by name.
    Armies(Vec<ArmyId>),
    /// A text.
    Text(TextId),
    /// `| K R B N |`: kinds (with the seat of each, where written), in order, repeats count.
    Row1(Vec<(KindId, Option<SeatId>)>),
}

/// Where `pieces` are looked for; the board unless the phrase says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Where {
    /// On a square.
    Board,
    /// The board and zones of players and pieces, not lost.
    InPlay,
    /// Captured or removed, not put back.
    Lost,
    /// All of it (of seats: also those out).
    Anywhere,
}

/// `the PART of X`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Part {
    Owner,
    Square,
    Kind,
    Side,
    Power,
    Army,
    Setup,
    Home,
    /// The squares of its rank.
    Rank,
    /// The squares of its file.
    File,
    Moves,
    Run,
    Direction,
    Left,
    Right,
    Opposite,
    /// Who else plays on the same board.
    Neighbour,
    Partner,
    Opponents,
    /// Of a move: the piece that moves.
    Mover,
    /// Of a move: where it starts.
    Origin,
    /// Of a move: where it ends.
    Destination,
    /// Every value on it that not everybody sees; to be revealed, and nothing else.
    Secrets,
}

/// One part of a phrase that narrows its first noun.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Narrow {
    /// An adjective.
    Is(Quality),
    /// `that is not Q`.
    Not(Quality),
    /// Belongs to one of these (`your knights`, `pieces of red`, `pieces of nobody`).
    Of(Set),
    /// Belongs to an opponent of one of these (`enemies`; of seats: is an opponent of one of these).
    Hostile(Set),
    /// `own`: of the owner of the subject of the deed.
    Own,
    /// A place phrase.
    At(Near, Set),
    /// Strictly between, on a line; of borders: between a square of the one and a square of the other.
    Between(Set, Set),
    /// A relative clause; the name stands for the candidate.
    That(Name, Cond),
    /// `other than X`.
    Except(Set),
    /// `another`, `other`: none of these (all things of this type named before; of seats also *you*).
    Other(Vec<Set>),
}

/// The place prepositions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Near {
    On,
    In,
    Beside,
    Around,
    Within(Num),
    InLine,
    OpenLine,
    NextTo,
    Among,
    Behind,
    InFrontOf,
    Outside,
    Under,
    LowerThan,
    Nth(Num),
    Chain,
    BlockOf4,
}

/// Superlatives and ordinals: picked after all other narrowing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Pick {
    /// The n-th, from 1.
    Nth(u8),
    /// The last.
    Last,
    /// Piece: changed its square most recently, those that never did are level; seat: had its turn most recently.
    Latest,
    /// The piece that changed its square most recently; of those that never did none is (`the latest enemy`).
    LatestMoved,
    /// Those at the least distance (files plus ranks).
    Nearest(Box<Set>),
    /// `that has the most N`: those for whom the number (with the name bound to them) is greatest.
    Most(Name, Box<Num>),
    /// The opposite.
    Fewest(Name, Box<Num>),
}

/// What can be said of a thing with *is*. A node without parts has the name of its adjective.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Quality {
    /// A definition used as an adjective.
    Word(WordId),
    /// A declared mark; the seat for a mark kept once per seat.
    Mark(FieldId, Option<Box<Set>>),
    /// Is of one of these kinds (as views show them).
    Kind(Box<Set>),
    /// Is of one of these sides.
    Side(Box<Set>),
    Royal,
    Empty,
    Occupied,
    /// A square of the colour of h1.
    Light,
    /// A square of the colour of a1.
    Dark,
    Stuck,
    Mobile,
    Frozen,
    Unmoved,
    Idle,
    Alone,
    Legal,
    Standard,
    Playing,
    OnTurn,
    Different,
    Same(Ty),
    Next,
    InPlay,
    Lost,
    Captured,
    Open,
    Hidden,
    Jumping,
    /// In check, from pieces of these seats if given.
    InCheck(Option<Box<Set>>),
    /// `is nothing`.
    Nothing,
}

/// How many.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Amount {
    /// `a`, `an`, `any`, no word: at least one / the actor picks one / each.
    Any,
    /// `the`, `your`, `every`, `all`, bare plurals: all of them.
    Every,
    /// `no`.
    No,
    /// A count.
    Count(Rel, Num),
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Rel {
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
}

/// Arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Op {
    Plus,
    Minus,
    Times,
    Divided,
    Remainder,
}

/// A whole number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Num {
    /// Written out.
    Lit(i16),
    /// How many members.
    Count(Box<Set>),
    /// A field; over several owners the sum (owner of a field of the game: [`Base::Nothing`]).
    Field(FieldId, Box<Set>, Option<Box<Set>>),
    /// `the most (true) / fewest strokes of S`.
    Extreme(bool, FieldId, Box<Set>),
    /// Points scored by the seats or sides.
    Points(Box<Set>),
    /// The place of the seats, from 1, as it would be if the game ended now; of several the sum.
    Place(Box<Set>),
    /// How often it happened.
    Past(Box<Past>),
    /// The value of a kind by the variant's `values`.
    Value(Box<Set>),
    /// A name that stands for a number.
    Name(Name),
    /// A definition that is a number.
    Word(WordId, Option<Box<Set>>),
    /// What the host chose; per player: the seat.
    Choice(OptionId, Option<Box<Set>>),
    /// How often this position has occurred.
    Repetition,
    /// Which round it is, from 1.
    Round,
    /// Arithmetic; division rounds down.
    Bin(Op, Box<Num>, Box<Num>),
}

/// A set or a number, where either may stand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Value {
    /// Things.
    Set(Set),
    /// A number.
    Num(Num),
}

impl Num {
    /// The phrases in the number that stand for the piece on one square: `the piece on b3` in `the energy of the piece on b3 plus 1`.
    /// Where one of these squares is empty, no comparison with the number holds.
    pub fn pieces_on_one_square(&self) -> Vec<&Set> {
        match self {
            Num::Field(_, of, _) | Num::Value(of) if of.is_on_one_square() => vec![of],
            Num::Bin(_, a, b) => [a.pieces_on_one_square(), b.pieces_on_one_square()].concat(),
            Num::Field(..)
            | Num::Value(_)
            | Num::Lit(_)
            | Num::Count(_)
            | Num::Extreme(..)
            | Num::Points(_)
            | Num::Place(_)
            | Num::Past(_)
            | Num::Name(_)
            | Num::Word(..)
            | Num::Choice(..)
            | Num::Repetition
            | Num::Round => vec![],
        }
    }
}

impl Set {
    /// The same things narrowed to what lies in a zone of these owners; none: the phrase says itself where its things are.
    pub fn lying_in(&self, zone: ZoneId, of: &Set) -> Option<Set> {
        let base = if matches!(self.base, Base::All(_)) {
            Base::Zone(zone, Box::new(of.clone()))
        } else if let Base::Or(parts) = &self.base {
            let parts = parts.iter().map(|part| part.lying_in(zone, of));
            Base::Or(parts.collect::<Option<Vec<Set>>>()?)
        } else {
            return None;
        };
        let lying = Set {
            base,
            ..self.clone()
        };
        self.pick.is_none().then_some(lying)
    }
    /// `the piece on a1`, `the rook on a1`.
    pub fn is_on_one_square(&self) -> bool {
        let one = |n: &Narrow| matches!(n, Narrow::At(Near::On, place) if matches!(&place.base, Base::Squares(all) if all.len() == 1));
        self.ty == Ty::Piece && matches!(self.base, Base::All(_)) && self.by.iter().any(one)
    }
}

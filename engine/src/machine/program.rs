//! The match program: flat tables that [`link`](super::link) makes of rules and match, and that the
//! generator reads. Nothing here knows a rule text; nothing here changes during a game.
use super::bits::Bits;
use super::guards::Guards;

/// Threat atoms a seat can have; more have no plan.
pub const MAX_ATOMS: usize = 16;

/// Directions along which a royal piece can be threatened over a line; more have no plan.
pub const MAX_PINS: usize = 16;

/// What an option does besides moving one column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    Plain,
    /// It marks the square `arg` steps away from the destination until the end of the next turn.
    LeaveWake,
    /// It takes the piece on square `arg` instead of one on the destination.
    TakeWake,
    /// The mover changes kind, to one of `fan`.
    Promote,
    /// Several pieces move: compound `arg` of the seat.
    Compound,
    /// It takes and stays where it is.
    Stand,
}

/// Options that share a piece or a step: every target is one (times `fan` for those that promote).
#[derive(Clone, Copy, Debug)]
pub struct Group<B> {
    /// The destinations.
    pub targets: B,
    /// How many options.
    pub n: u16,
    /// The origin, where `step` is 0.
    pub from: u8,
    /// Destination minus origin, of moves made set-wise.
    pub step: i8,
    /// The plane of the mover's species.
    pub plane: u8,
    /// What else happens.
    pub effect: Effect,
    /// Choices per target.
    pub fan: u8,
    /// See [`Effect`].
    pub arg: u8,
}

impl<B: Bits> Group<B> {
    /// Where the piece that goes to `to` comes from.
    #[inline(always)]
    pub fn origin(&self, to: u8) -> u8 {
        if self.step != 0 {
            to.wrapping_sub(self.step as u8)
        } else {
            self.from
        }
    }
}

/// What a pattern may do at its destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Go there if it is empty.
    Quiet,
    /// Take there.
    Take,
    /// Either.
    Both,
}

/// How an instruction makes its targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The whole set of movers by one step, repeated over empty squares.
    Step(Mode),
    /// A table, piece by piece.
    Leap,
    /// Two lines, piece by piece.
    Ride2,
    /// Four lines, piece by piece.
    Ride4,
    /// Table, lines, modes and promotion as they come.
    Piece(Mode),
    /// Table and lines of a royal piece where check is enforced.
    Royal(Mode),
}

/// No table.
pub const NO_TABLE: u8 = 255;

/// One instruction of a seat's generator.
#[derive(Clone, Copy, Debug)]
pub struct Instr<B> {
    /// Origins it applies to.
    pub pre: B,
    /// Destinations on which the mover changes kind.
    pub promo: B,
    /// What to do.
    pub code: Code,
    /// The species it is for.
    pub plane: u8,
    /// How many instructions to leave out when the seat has none of the species.
    pub skip: u8,
    /// Table of leaps.
    pub leap: u8,
    /// How many lines.
    pub nl: u8,
    /// The lines.
    pub lines: [u8; 4],
    /// Set-wise: one step.
    pub step: i8,
    /// Set-wise: so often.
    pub n: u8,
    /// Choices where it promotes.
    pub fan: u8,
    /// Set-wise: the square marked, seen from the destination; 0: none.
    pub wake: i8,
    /// What it takes it takes without moving.
    pub stand: bool,
}

/// A way in which hostile pieces capture, looked up backwards from the threatened square.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    /// Squares from which it could reach, on an empty board.
    pub leap: u8,
    /// Squares it could reach, on an empty board.
    pub reach: u8,
    /// Lines it needs open; 0: none.
    pub nl: u8,
    /// The lines, seen from the capturing piece.
    pub lines: [u8; 4],
    /// The lines, seen from the threatened square.
    pub back: [u8; 4],
    /// How many species.
    pub np: u8,
    /// Their planes.
    pub planes: [u8; 4],
    /// All hostile seats threaten so.
    pub all: bool,
    /// Otherwise these.
    pub seats: u8,
}

/// A line through a square: what is below and what is above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<B> {
    /// Squares before it in the order of the board.
    pub lower: B,
    /// Squares behind it.
    pub upper: B,
}

/// A move of several pieces at once between fixed squares, with its conditions.
#[derive(Clone, Debug)]
pub struct Compound<B> {
    /// The plane of the piece that is said to move.
    pub plane: u8,
    /// Its origin.
    pub from: u8,
    /// Its destination.
    pub to: u8,
    /// The piece brought: plane, origin, destination.
    pub bring: (u8, u8, u8),
    /// All squares left and all entered.
    pub touched: B,
    /// What must not have moved.
    pub unmoved: B,
    /// What must be empty (the squares entered and not left included).
    pub empty: B,
    /// What no enemy may attack.
    pub safe: B,
}

/// Taking in passing: a step to a marked empty square that takes what stands elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Passing<B> {
    /// Whose.
    pub plane: u8,
    /// Origins it applies to.
    pub pre: B,
    /// The step.
    pub step: i8,
    /// The victim's square, seen from the destination.
    pub victim: i8,
    /// Planes the victim may be in.
    pub victims: u64,
}

/// What one seat plays by.
#[derive(Clone, Debug)]
pub struct SeatProgram<B> {
    /// The generator.
    pub code: Vec<Instr<B>>,
    /// How others threaten it.
    pub atoms: Vec<Atom>,
    /// Moves of several pieces.
    pub compounds: Vec<Compound<B>>,
    /// None of them can be made unless one of these has not moved.
    pub compound_need: B,
    /// Some compound does not ask whether anything has moved.
    pub compound_any: bool,
    /// Taking in passing.
    pub passing: Vec<Passing<B>>,
    /// Planes of the kinds a promoting piece may become, per plane of species.
    pub promotions: Vec<Vec<u8>>,
    /// What limits its moves, by the position.
    pub guards: Guards<B>,
    /// Any of these at all.
    pub guarded: bool,
    /// How its pieces capture by the patterns of their kinds; only where a guard asks.
    pub cover: Vec<Instr<B>>,
}

/// What a seat that has nothing to do at its turn gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It loses.
    Lose,
    /// The game is drawn.
    Draw,
    /// It passes.
    Pass,
}

/// Rules about turns and results, as far as they are plans.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// Nothing to do and in check, nothing to do and not in check.
    pub stuck: [Verdict; 2],
    /// Drawn at the start of a turn if so many turns have brought no progress.
    pub clock: Option<u16>,
    /// That is looked at before what a stuck player gets.
    pub clock_first: bool,
    /// Species (as planes) whose move is progress.
    pub progress: u64,
    /// A capture is progress.
    pub capture_is_progress: bool,
    /// Drawn when a position occurs so often.
    pub repetition: Option<u16>,
    /// The last seat in wins.
    pub last_wins: bool,
    /// Planes of pieces whose loss, if it is the last of them, is the loss of the seat to the captor,
    /// who gets its pieces.
    pub conquest: Option<u64>,
    /// A seat whose pieces become fewer than this loses, and its pieces are removed.
    pub few: Option<u32>,
    /// What resigning does to the pieces: removed, or left.
    pub resigning_removes: bool,
}

/// The program of a match in one layout: sets `B`, at most `P` planes, `S` seats.
#[derive(Clone, Debug)]
pub struct Program<B, const P: usize, const S: usize> {
    /// The squares there are.
    pub board: B,
    /// Leap tables, [`Bits::SIZE`] entries each.
    pub tables: Vec<B>,
    /// Line tables, likewise.
    pub lines: Vec<Line<B>>,
    /// Squares strictly between two squares of a line.
    pub between: Vec<B>,
    /// Per seat.
    pub seats: [SeatProgram<B>; S],
    /// Planes of royal pieces where check is enforced.
    pub royal: u64,
    /// The first of them.
    pub royal_plane: u8,
    /// Kings have to be kept safe.
    pub enforced: bool,
    /// Who is next, by who is in and who was.
    pub next: Box<[[u8; 8]; 256]>,
    /// Results.
    pub verdicts: Verdicts,
    /// A capture may change more than the board.
    pub captures: bool,
    /// Squares whose `fresh` bit a rule reads.
    pub fresh: B,
    /// Species (as planes) that cannot come back to where they were.
    pub oneway: u64,
}

impl<B: Bits, const P: usize, const S: usize> Program<B, P, S> {
    /// A leap table at a square.
    #[inline(always)]
    pub fn table(&self, id: u8, sq: u8) -> B {
        self.tables[usize::from(id) * B::SIZE + usize::from(sq)]
    }

    /// What a line reaches from a square.
    #[inline(always)]
    pub fn line(&self, id: u8, sq: u8, occ: B) -> B {
        let line = &self.lines[usize::from(id) * B::SIZE + usize::from(sq)];
        B::line(occ, line.lower, line.upper)
    }

    /// What `nl` lines reach together.
    #[inline(always)]
    pub fn ride(&self, nl: u8, lines: &[u8; 4], sq: u8, occ: B) -> B {
        match nl {
            2 => self.line(lines[0], sq, occ) | self.line(lines[1], sq, occ),
            4 => {
                self.line(lines[0], sq, occ)
                    | self.line(lines[1], sq, occ)
                    | self.line(lines[2], sq, occ)
                    | self.line(lines[3], sq, occ)
            }
            n => {
                let mut all = B::NONE;
                for &line in &lines[..usize::from(n) & 3] {
                    all |= self.line(line, sq, occ);
                }
                all
            }
        }
    }

    /// The squares strictly between two squares.
    #[inline(always)]
    pub fn between(&self, a: u8, b: u8) -> B {
        self.between[usize::from(a) * B::SIZE + usize::from(b)]
    }
}

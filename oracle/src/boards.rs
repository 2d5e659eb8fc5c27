//! Which board a rule speaks of, where there are several.
use super::link::Linked;
use super::read::*;
use super::state::*;
use super::value::*;
use engine::ids::*;

impl Linked {
    /// The board of a seat, as a bit.
    fn board_bit(&self, s: SeatId) -> u32 {
        1 << self.rules.seats[s.index()].board.index().min(31)
    }
    /// The board of a square, as a bit.
    fn board_bit_of(&self, sq: SquareId) -> u32 {
        let first = self.board_of(sq).first;
        let board = self.rules.boards.iter().position(|b| b.first == first);
        board.map_or(u32::MAX, |b| 1 << b.min(31))
    }
    /// The boards on which a piece counts, as bits: that on which it stands, and that of its owner.
    pub(super) fn boards_of(&self, p: &Piece) -> u32 {
        let owner = p.owner.map_or(0, |o| self.board_bit(o));
        let here = match p.place {
            Place::Board(sq, _) => self.board_bit_of(sq),
            _ => 0,
        };
        match here | owner {
            0 => u32::MAX,
            bits => bits,
        }
    }
    /// The boards on which something differs between two states, as bits. What belongs to no board counts for all.
    pub(super) fn touched(&self, before: &State, after: &State) -> u32 {
        let same = before.seats == after.seats
            && before.imposed.len() == after.imposed.len()
            && before.pieces.len() == after.pieces.len();
        if self.rules.boards.len() < 2 || !same {
            return u32::MAX;
        }
        let pairs = before.pieces.iter().zip(&after.pieces);
        let pieces = pairs.filter(|(a, b)| a != b).fold(0, |bits, (a, b)| {
            bits | self.boards_of(a) | self.boards_of(b)
        });
        if before.fields == after.fields {
            return pieces;
        }
        let changed = |from: &Fields, to: &Fields| {
            from.iter()
                .filter(|(key, v)| to.get(key) != Some(v))
                .fold(0, |bits, (key, _)| bits | self.boards_of_value(key, after))
        };
        pieces | changed(&before.fields, &after.fields) | changed(&after.fields, &before.fields)
    }
    /// The boards on which a value counts, as bits.
    fn boards_of_value(&self, key: &FieldKey, st: &State) -> u32 {
        match key.owner {
            OwnerKey::Seat(s) => self.board_bit(s),
            OwnerKey::Piece(p) => self.boards_of(st.piece(p)),
            OwnerKey::Square(sq) | OwnerKey::Border(sq, _) => self.board_bit_of(sq),
            OwnerKey::Game | OwnerKey::Side(_) | OwnerKey::Kind(_) => u32::MAX,
        }
    }
}

impl Cx<'_> {
    /// Where there are several boards a rule of an army speaks of its holder's.
    pub(super) fn own_board(&self) -> Option<BoardId> {
        if self.l.rules.boards.len() < 2 {
            return None;
        }
        let here = self.l.rules.seats[self.env.you?.index()].board;
        self.l
            .is_ability(self.l.rule(self.env.rule?))
            .then_some(here)
    }
    /// A thing is on the board this rule speaks of; what stands nowhere is where its owner plays.
    pub(super) fn at_own_board(&self, x: Val) -> bool {
        let Some(here) = self.own_board() else {
            return true;
        };
        let of_seat = |s: SeatId| self.l.rules.seats[s.index()].board == here;
        match x {
            Val::Piece(p) => match self.square(p) {
                Some(s) => self.l.board_of(s).first == self.l.rules.boards[here.index()].first,
                None => self.owner(p).is_none_or(of_seat),
            },
            Val::Square(s) | Val::Border(s, _) => {
                self.l.board_of(s).first == self.l.rules.boards[here.index()].first
            }
            Val::Seat(s) => of_seat(s),
            _ => true,
        }
    }
}

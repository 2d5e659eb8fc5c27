//! Which board a rule speaks of, where there are several.
use super::read::*;
use super::value::*;
use crate::ids::*;

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
            Val::Square(s) => self.l.board_of(s).first == self.l.rules.boards[here.index()].first,
            Val::Seat(s) => of_seat(s),
            _ => true,
        }
    }
}

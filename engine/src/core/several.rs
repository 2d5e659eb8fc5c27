//! Several boards in one match: which board a rule of an army speaks of, and where something was done.
use super::bits::Bits;
use super::eval::Cx;
use super::plan::*;
use super::state::*;
use crate::rules::Ty;

impl<const N: usize> Cx<'_, N> {
    /// A rule of an army speaks of its holder's board; what stands nowhere is where its owner plays.
    pub(super) fn own_board(&self, ty: Ty) -> Bits<N> {
        let (plan, you) = (self.plan, self.env.you as usize);
        let ability = plan.abilities.get(self.env.rule as usize);
        if you >= plan.seats || ability != Some(&true) {
            return Bits::FULL;
        }
        let board = plan.boards.board_of_seat(you);
        let of_seat = |s: &usize| plan.boards.board_of_seat(*s) == board;
        match ty {
            Ty::Square => plan.boards.of_board[board],
            Ty::Border => {
                let here = plan.boards.of_board[board];
                plan.boards.borders_between(here, here)
            }
            Ty::Seat => (0..plan.seats).filter(of_seat).collect(),
            Ty::Piece => {
                let here = |p: &usize| match self.st.square(*p) {
                    Some(s) => plan.boards.board_of(s) == board,
                    None => {
                        let owner = self.st.owner[*p] as usize;
                        owner >= plan.seats || of_seat(&owner)
                    }
                };
                let there = self.want & self.st.plane(plane::THERE);
                there.iter().filter(here).collect()
            }
            _ => Bits::FULL,
        }
    }
    /// Pieces that count on one of these boards.
    pub(super) fn on_boards(&self, boards: u32) -> Bits<N> {
        if boards == u32::MAX {
            return Bits::FULL;
        }
        let there = self.want & self.st.plane(plane::THERE);
        let counts = |p: &usize| self.plan.boards_of(self.st, *p) & boards != 0;
        there.iter().filter(counts).collect()
    }
}

impl<const N: usize> Plan<N> {
    fn board_bit(&self, board: usize) -> u32 {
        1 << board.min(31)
    }
    fn board_of_seat_bit(&self, seat: usize) -> u32 {
        self.board_bit(self.boards.board_of_seat(seat))
    }
    /// The boards on which a piece counts, as bits: that on which it stands, and that of its owner.
    fn boards_of(&self, st: &State<N>, p: usize) -> u32 {
        let owner = st.owner[p] as usize;
        let of_owner = if owner < self.seats {
            self.board_of_seat_bit(owner)
        } else {
            0
        };
        let here = st
            .square(p)
            .map_or(0, |s| self.board_bit(self.boards.board_of(s)));
        match here | of_owner {
            0 => u32::MAX,
            bits => bits,
        }
    }
    /// The boards on which something differs between two states, as bits. What belongs to no board counts for all.
    pub(super) fn touched(&self, before: &State<N>, after: &State<N>) -> u32 {
        let same = before.seats == after.seats
            && before.clock.playing == after.clock.playing
            && before.imposed.len() == after.imposed.len()
            && before.kind.len() == after.kind.len();
        if self.rules.boards.len() < 2 || !same {
            return u32::MAX;
        }
        let differs = |p: &usize| {
            let of = |s: &State<N>| {
                let unmoved = s.planes[plane::UNMOVED].has(*p);
                (
                    s.place[*p],
                    s.kind[*p],
                    s.owner[*p],
                    s.facing[*p],
                    s.moved_at[*p],
                    unmoved,
                )
            };
            of(before) != of(after)
        };
        let both = |p: usize| self.boards_of(before, p) | self.boards_of(after, p);
        let pieces = (0..before.kind.len())
            .filter(differs)
            .fold(0, |bits, p| bits | both(p));
        let thing = |ty: Ty, i: usize| match ty {
            Ty::Seat => self.board_of_seat_bit(i),
            Ty::Piece => self.boards_of(after, i),
            Ty::Square => self.board_bit(self.boards.board_of(i)),
            Ty::Border => {
                let [square, _] = self.boards.sides_of_border(i);
                self.board_bit(self.boards.board_of(square))
            }
            _ => u32::MAX,
        };
        let mut bits = pieces;
        for m in &self.marks {
            let planes = if m.per_holder { self.seats } else { 1 };
            for plane in m.plane as usize..m.plane as usize + planes {
                let (a, b) = (before.planes[plane], after.planes[plane]);
                bits = ((a - b) | (b - a))
                    .iter()
                    .fold(bits, |all, i| all | thing(m.ty, i));
            }
        }
        for (n, number) in self.numbers.iter().enumerate() {
            let end = self
                .numbers
                .get(n + 1)
                .map_or(self.values.len(), |next| next.slot as usize);
            for i in number.slot as usize..end {
                if before.values[i] != after.values[i] {
                    let owner = (i - number.slot as usize) % number.count.max(1) as usize;
                    bits |= thing(number.on, owner);
                }
            }
        }
        bits
    }
}

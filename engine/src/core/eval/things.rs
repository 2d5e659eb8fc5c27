//! Whose and what things are: colours, owners, kinds, neighbours; and the order in which they come.
use super::Cx;
use crate::core::bits::Bits;
use crate::core::board::Around;
use crate::core::order;
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::Ty;
use std::collections::BTreeMap;

impl<const N: usize> Cx<'_, N> {
    /// The side whose colour a card or piece shows.
    pub fn colour(&self, p: usize) -> u8 {
        match (self.st.side[p], self.st.owner[p] as usize) {
            (NONE, owner) if owner < self.plan.seats => self.plan.rules.seats[owner].side.0 as u8,
            (side, _) => side,
        }
    }
    /// The seat that a card or piece is shown with: its owner, or of the colour that a card shows the first.
    pub fn shown_owner(&self, p: usize) -> usize {
        let owner = self.st.owner[p] as usize;
        let seats = &self.plan.rules.seats;
        let of = |s: usize| seats.get(s).map(|s| s.side.0 as u8);
        match self.st.side[p] {
            side if side == NONE || !self.st.plane(plane::CARD).has(p) => owner,
            side if owner < self.plan.seats && of(owner) == Some(side) => owner,
            side => (0..self.plan.seats)
                .find(|s| of(*s) == Some(side))
                .unwrap_or(owner),
        }
    }
    /// How many of these things can each be given a thing of their own that matches them (Kuhn's augmenting paths).
    pub(super) fn paired(&self, these: Bits<N>, things: Bits<N>) -> usize {
        let fits = |x: usize| {
            let env = Env {
                it: x as u8,
                ..*self.env
            };
            let matching = Mask::Matching(Box::new(Mask::It));
            self.with(&env).wanting(things).mask(&matching) & things
        };
        let wishes: Vec<Bits<N>> = these.iter().map(fits).collect();
        let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
        (0..wishes.len())
            .filter(|i| {
                let mut seen = Bits::EMPTY;
                pair(*i, &wishes, &mut taken, &mut seen)
            })
            .count()
    }
    /// The neighbouring cards of one colour in a row among which a card is.
    pub(super) fn run_of(&self, p: usize) -> Bits<N> {
        let slot = self.st.zone[p];
        let is_row = |z: &&Zone<N>| z.row && (z.slot..z.slot + z.count).contains(&slot);
        if !self.plan.zones.iter().any(|z| is_row(&z)) {
            return Bits::EMPTY;
        }
        let row: Vec<usize> = self.st.held_in(slot).collect();
        let Some(at) = row.iter().position(|c| *c == p) else {
            return Bits::EMPTY;
        };
        let like = |c: &&usize| self.colour(**c) == self.colour(p);
        let before = row[..at].iter().rev().take_while(like).count();
        let behind = row[at..].iter().take_while(like).count();
        row[at - before..at + behind].iter().copied().collect()
    }
    /// Seats in the game, as bits.
    pub fn playing(&self) -> Bits<N> {
        let mut b = Bits::EMPTY;
        b.0[0] = u64::from(self.st.clock.playing);
        b
    }
    /// The seat with which a piece began, as it faces: its owner, if his pieces face so.
    pub(super) fn first_owner(&self, p: usize) -> usize {
        let owner = self.st.owner[p] as usize;
        let faces = |s: &usize| self.plan.boards.facing(*s) == self.st.facing[p];
        let other = || (0..self.plan.seats).find(faces);
        let own = Some(owner).filter(|s| *s < self.plan.seats && faces(s));
        own.or_else(other).unwrap_or(owner)
    }
    /// The player behind the event, else who is on turn, else who acts.
    pub fn author(&self) -> u8 {
        match (self.env.event, self.st.clock.on_turn) {
            (true, _) => self.env.author,
            (false, NONE) => self.env.actor,
            (false, on) => on,
        }
    }
    /// The pieces of a seat and of those it shares them with.
    #[inline]
    pub fn owned_by(&self, seat: usize) -> Bits<N> {
        if seat >= self.plan.seats {
            return self.st.plane(plane::OWNER + self.plan.seats);
        }
        match self.plan.sharing[seat] {
            one if one.count_ones() == 1 => self.st.plane(plane::OWNER + seat),
            all => (0..self.plan.seats)
                .filter(|s| all >> s & 1 == 1)
                .fold(Bits::EMPTY, |m, s| m | self.st.plane(plane::OWNER + s)),
        }
    }
    /// The pieces of these seats.
    pub fn owned(&self, seats: Bits<N>) -> Bits<N> {
        seats.iter().fold(Bits::EMPTY, |m, s| m | self.owned_by(s))
    }
    /// Who owns these pieces; the number of seats: nobody.
    pub fn owners(&self, pieces: Bits<N>) -> Bits<N> {
        (0..=self.plan.seats)
            .filter(|s| self.st.plane(plane::OWNER + s).meets(pieces))
            .collect()
    }
    /// Who acts with a piece: of the seats that share it the one on turn, else its owner.
    pub fn controller(&self, p: usize) -> u8 {
        let owner = self.st.owner[p];
        if owner as usize >= self.plan.seats {
            return NONE;
        }
        match self.st.clock.on_turn {
            NONE => owner,
            on if self.plan.sharing[owner as usize] >> on & 1 == 1 => on,
            _ => owner,
        }
    }
    pub(super) fn near(&self, how: Around, squares: Bits<N>) -> Bits<N> {
        squares
            .iter()
            .fold(Bits::EMPTY, |m, s| m | self.plan.boards.near(how, s))
    }
    pub(super) fn row(&self, n: i32, facing: u8, board: usize, file: bool) -> Bits<N> {
        match file {
            true => self.plan.boards.file(n, facing, board),
            false => self.plan.boards.row(n, facing, board),
        }
    }
    pub(super) fn ring(&self, ring: Ring, s: usize) -> Bits<N> {
        let board = self.plan.boards.board_of_seat(s);
        let all: Vec<usize> = self
            .seats()
            .filter(|t| self.plan.boards.board_of_seat(*t) == board)
            .collect();
        let at = all.iter().position(|t| *t == s).unwrap_or(0);
        let on = match ring {
            Ring::Left => 1,
            Ring::Right => all.len() - 1,
            Ring::Opposite => all.len() / 2,
            Ring::Others => return all.into_iter().filter(|t| *t != s).collect(),
        };
        Bits::one(all[(at + on) % all.len()])
    }
    /// Squares of set-ups, of these kinds alone if given.
    pub(super) fn setups(&self, seats: Bits<N>, kinds: Option<Bits<N>>) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for s in (seats & Bits::below(self.plan.seats)).iter() {
            for (k, q) in self.plan.setup_of(self.st, s) {
                if kinds.is_none_or(|of| of.has(*k as usize)) {
                    all.add(self.plan.boards.in_frame(*q as usize, s));
                }
            }
            if kinds.is_none() {
                for q in self.plan.spare_of(self.st, s) {
                    all.add(self.plan.boards.in_frame(q.index(), s));
                }
            }
        }
        all
    }
    /// Who will have the next turn.
    pub fn next_seat(&self) -> u8 {
        let next = self.plan.next_seat(self.st, self.env.you);
        next.unwrap_or(NONE)
    }
    /// The members in the order of their type: pieces and squares as they lie on the board, seats clockwise from the one after the
    /// player on turn.
    pub fn in_order(&self, ty: Ty, of: Bits<N>) -> Vec<usize> {
        let mut all: Vec<usize> = of.iter().collect();
        match ty {
            Ty::Piece | Ty::Card => {
                // a mask may hold numbers beyond the last piece of the state
                all.retain(|p| *p < self.st.place.len());
                let lies = |p: usize| match self.st.zone[p] {
                    NONE16 => (NONE16, 0),
                    slot => (
                        slot,
                        self.st
                            .held
                            .iter()
                            .position(|h| h.1 as usize == p)
                            .unwrap_or(0),
                    ),
                };
                order::by_key(&mut all, |p| (self.st.place[*p], lies(*p), *p));
            }
            // as their cards lie
            Ty::Army => order::by_key(&mut all, |a| {
                let card = |h: &(u16, u8)| self.st.card_of[h.1 as usize] as usize == *a;
                (self.st.held.iter().position(card).unwrap_or(usize::MAX), *a)
            }),
            Ty::Seat => {
                let n = self.plan.seats;
                let from = match self.st.clock.on_turn {
                    NONE => 0,
                    on => on as usize + 1,
                };
                order::by_key(&mut all, |s| (*s >= n, (*s + n - from % n) % n));
            }
            _ => {}
        }
        all
    }
    /// The first of them.
    pub fn first(&self, ty: Ty, of: Bits<N>) -> Option<usize> {
        if of.count() < 2 {
            return of.first();
        }
        self.in_order(ty, of).first().copied()
    }
}

/// Finds a thing for the `i`-th, if others can take another one instead.
fn pair<const N: usize>(
    i: usize,
    wishes: &[Bits<N>],
    taken: &mut BTreeMap<usize, usize>,
    seen: &mut Bits<N>,
) -> bool {
    wishes[i].iter().any(|t| {
        if seen.has(t) {
            return false;
        }
        seen.add(t);
        let free = match taken.get(&t).copied() {
            Some(other) => pair(other, wishes, taken, seen),
            None => true,
        };
        if free {
            taken.insert(t, i);
        }
        free
    })
}

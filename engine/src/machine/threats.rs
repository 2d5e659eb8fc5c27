//! Who threatens a square: checkers, pins, squares a royal piece can go to. All of it is read from the
//! threat atoms, that is from the capture patterns of the hostile seats.
use super::bits::Bits;
use super::program::{Atom, MAX_ATOMS, MAX_PINS, Program};
use super::sink::Scratch;
use super::state::{State, ix};

/// What threatens one royal piece.
#[derive(Clone, Copy, Debug)]
pub struct Threats<B> {
    /// Where the royal piece stands.
    pub royal: u8,
    /// Pieces that give check.
    pub checkers: B,
    /// Own pieces that shield it.
    pub pinned: B,
    /// Where another piece must go to end the check; everywhere if there is none.
    pub evade: B,
}

impl<B: Bits> Threats<B> {
    /// No threat and no royal piece.
    #[inline(always)]
    pub fn none() -> Self {
        Threats {
            royal: 0,
            checkers: B::NONE,
            pinned: B::NONE,
            evade: !B::NONE,
        }
    }
}

impl<B: Bits, const P: usize, const S: usize> Program<B, P, S> {
    /// The hostile pieces that threaten in the way of an atom.
    #[inline(always)]
    pub fn carriers(&self, st: &State<B, P, S>, atom: &Atom, hostile: B) -> B {
        let plane = |i: usize| st.planes[ix::<P>(atom.planes[i])];
        let species = match atom.np {
            1 => plane(0),
            2 => plane(0) | plane(1),
            n => {
                let mut all = B::NONE;
                for i in 0..usize::from(n).min(4) {
                    all |= plane(i);
                }
                all
            }
        };
        if atom.all {
            return species & hostile;
        }
        let mut seats = B::NONE;
        for seat in 0..S {
            if atom.seats >> seat & 1 == 1 {
                seats |= st.planes[seat];
            }
        }
        species & hostile & seats
    }

    /// Looks up the carriers of all atoms.
    #[inline(always)]
    pub fn load(&self, st: &State<B, P, S>, atoms: &[Atom], hostile: B, scratch: &mut Scratch<B>) {
        for (atom, slot) in atoms.iter().zip(&mut scratch.carriers) {
            *slot = self.carriers(st, atom, hostile);
        }
    }

    /// Could a carrier that is not `gone` capture on `sq`, with `occ` in the way?
    #[inline]
    pub fn attacked(
        &self,
        atoms: &[Atom],
        carriers: &[B; MAX_ATOMS],
        sq: u8,
        occ: B,
        gone: B,
    ) -> bool {
        for (atom, &all) in atoms.iter().zip(carriers) {
            let near = self.table(atom.leap, sq) & all & !gone;
            if near.any()
                && (atom.nl == 0 || (self.ride(atom.nl, &atom.back, sq, occ) & near).any())
            {
                return true;
            }
        }
        false
    }

    /// The squares of `targets` on which no carrier could capture. Riders are looked at from where they
    /// stand, leapers from the target.
    #[inline]
    pub fn safe(&self, atoms: &[Atom], carriers: &[B; MAX_ATOMS], mut targets: B, occ: B) -> B {
        let mut i = 0;
        while i < atoms.len() && atoms[i].nl > 0 {
            let atom = &atoms[i];
            let mut riders = carriers[i & (MAX_ATOMS - 1)];
            while riders.any() {
                let sq = riders.first();
                riders = riders.rest();
                if (self.table(atom.reach, sq) & targets).any() {
                    targets &= !self.ride(atom.nl, &atom.lines, sq, occ);
                }
            }
            i += 1;
        }
        let mut left = targets;
        while left.any() {
            let sq = left.first();
            left = left.rest();
            let mut hit = B::NONE;
            for j in i..atoms.len() {
                hit |= self.table(atoms[j].leap, sq) & carriers[j & (MAX_ATOMS - 1)];
            }
            if hit.any() {
                targets &= !B::bit(sq);
            }
        }
        targets
    }

    /// Checks and pins of the royal piece on `royal`; the carriers are loaded.
    #[inline(always)]
    pub fn threats(
        &self,
        atoms: &[Atom],
        scratch: &mut Scratch<B>,
        royal: u8,
        occ: B,
        own: B,
    ) -> Threats<B> {
        let mut found = Threats::<B> {
            royal,
            ..Threats::<B>::none()
        };
        scratch.pinned = 0;
        for (i, atom) in atoms.iter().enumerate() {
            let mut near = self.table(atom.leap, royal) & scratch.carriers[i & (MAX_ATOMS - 1)];
            if atom.nl == 0 {
                found.checkers |= near;
                continue;
            }
            while near.any() {
                let sq = near.first();
                near = near.rest();
                let way = self.between(royal, sq);
                let block = way & occ;
                if block.none() {
                    found.checkers |= B::bit(sq);
                } else if !block.several() && (block & own).any() {
                    found.pinned |= block;
                    if scratch.pinned < MAX_PINS {
                        scratch.pins[scratch.pinned] = (block.first(), way | B::bit(sq));
                        scratch.pinned += 1;
                    }
                }
            }
        }
        if found.checkers.any() {
            found.evade = if found.checkers.several() {
                B::NONE
            } else {
                self.between(royal, found.checkers.first()) | found.checkers
            };
        }
        found
    }

    /// The royal pieces of a seat.
    #[inline(always)]
    pub fn royals(&self, st: &State<B, P, S>, seat: usize) -> B {
        let mut all = st.planes[ix::<P>(self.royal_plane)];
        if self.royal.count_ones() > 1 {
            for plane in S..P {
                if self.royal >> plane & 1 == 1 {
                    all |= st.planes[plane];
                }
            }
        }
        all & st.planes[seat]
    }

    /// The test on the whole position: could some royal piece of `seat` be captured?
    pub fn exposed(&self, st: &State<B, P, S>, seat: usize, scratch: &mut Scratch<B>) -> bool {
        let atoms = &self.seats[seat].atoms;
        let occ = st.occupied();
        self.load(st, atoms, occ & !st.planes[seat], scratch);
        let mut royals = self.royals(st, seat);
        while royals.any() {
            if self.attacked(atoms, &scratch.carriers, royals.first(), occ, B::NONE) {
                return true;
            }
            royals = royals.rest();
        }
        false
    }
}

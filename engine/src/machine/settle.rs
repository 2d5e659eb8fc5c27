//! What follows a move beyond the board: conquest, seats that fall, results. Cold: a quiet move never
//! comes here.
use super::bits::Bits;
use super::program::{Program, Verdict};
use super::sink::Scratch;
use super::state::{End, NOWHERE, State};

impl<B: Bits, const P: usize, const S: usize> Program<B, P, S> {
    /// After the piece on `sq` of `before` was taken by `captor`: the loss of the last royal piece gives
    /// everything to the captor. Verdicts wait (a promotion may still have to be chosen).
    #[inline(never)]
    pub(super) fn captured(
        &self,
        before: &State<B, P, S>,
        next: &mut State<B, P, S>,
        captor: usize,
        sq: u8,
    ) {
        let Some(owner) = before.owner(sq) else {
            return;
        };
        let seat = usize::from(owner) % S;
        next.hit = owner;
        if let Some(crowns) = self.verdicts.conquest {
            let crowned = |st: &State<B, P, S>, set: B| {
                (S..P).any(|p| crowns >> p & 1 == 1 && (st.planes[p] & set).any())
            };
            if crowned(before, B::bit(sq)) && !crowned(next, next.planes[seat]) {
                let spoils = next.planes[seat];
                next.planes[seat] = B::NONE;
                next.planes[captor] |= spoils;
                next.playing &= !(1 << owner);
            }
        }
    }

    /// Runs the verdicts that waited for the hit on a seat.
    #[inline(never)]
    pub(super) fn settle(&self, st: &mut State<B, P, S>) {
        let owner = st.hit;
        let seat = usize::from(owner) % S;
        st.hit = NOWHERE;
        if let Some(few) = self.verdicts.few {
            // One piece fell: the number has just come below the bound if it is one less now.
            let left = st.planes[seat];
            if st.playing >> owner & 1 == 1 && left.count() + 1 == few {
                self.clear(st, left);
                st.playing &= !(1 << owner);
            }
        }
        self.decide(st);
    }

    /// Takes pieces off the board.
    fn clear(&self, st: &mut State<B, P, S>, set: B) {
        for plane in &mut st.planes {
            *plane &= !set;
        }
        st.fresh &= !set;
    }

    /// Ends the game if only one seat is left and that wins.
    fn decide(&self, st: &mut State<B, P, S>) {
        if st.playing.count_ones() == 1 && self.verdicts.last_wins {
            st.end = End::Won(st.playing.trailing_zeros() as u8);
        } else if st.playing == 0 {
            st.end = End::Draw;
        }
    }

    /// What happens at the start of a turn in which the player has `options` options, as far as it ends
    /// the game. `occurred`: how often the position has been there, this time included.
    #[inline(always)]
    pub fn start_turn(
        &self,
        st: &mut State<B, P, S>,
        options: u32,
        occurred: u16,
        scratch: &mut Scratch<B>,
    ) {
        let rules = &self.verdicts;
        let run_down = rules.clock.is_some_and(|most| st.clock >= most);
        if run_down && rules.clock_first {
            st.end = End::Draw;
        } else if options == 0 {
            self.stuck(st, scratch);
        }
        if st.end == End::Open
            && (run_down || rules.repetition.is_some_and(|most| occurred >= most))
        {
            st.end = End::Draw;
        }
    }

    #[cold]
    #[inline(never)]
    fn stuck(&self, st: &mut State<B, P, S>, scratch: &mut Scratch<B>) {
        let seat = st.seat;
        let checked = self.verdicts.stuck[0] != self.verdicts.stuck[1]
            && self.exposed(st, usize::from(seat) % S, scratch);
        match self.verdicts.stuck[usize::from(!checked)] {
            Verdict::Pass => {}
            Verdict::Draw => st.end = End::Draw,
            Verdict::Lose => {
                st.playing &= !(1 << seat);
                self.decide(st);
            }
        }
    }

    /// A player with nothing to do passes.
    pub fn pass(&self, st: &State<B, P, S>) -> State<B, P, S> {
        let mut next = *st;
        next.wakes = B::NONE;
        next.clock = st.clock.saturating_add(1);
        next.seat = self.next[usize::from(st.playing)][usize::from(st.seat) & 7];
        next
    }

    /// A player gives up.
    pub fn resign(&self, st: &State<B, P, S>, seat: u8) -> State<B, P, S> {
        let mut next = *st;
        if next.playing >> seat & 1 == 0 || next.end != End::Open {
            return next;
        }
        next.playing &= !(1 << seat);
        if self.verdicts.resigning_removes {
            let pieces = next.planes[usize::from(seat) % S];
            self.clear(&mut next, pieces);
        }
        self.decide(&mut next);
        if next.end == End::Open && next.seat == seat {
            next.seat = self.next[usize::from(next.playing)][usize::from(seat) & 7];
        }
        next
    }
}

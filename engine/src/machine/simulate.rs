//! Random games, all rules on: uniform over the options of every turn, a move with its promotion being
//! one option. No allocation within a game.
use super::bits::Bits;
use super::game::by_layout;
use super::past::Past;
use super::position::{Position, Table};
use super::program::{Effect, Program};
use super::sink::{Options, Scratch};
use super::state::{End, State};

/// What random games came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Turns played.
    pub plies: u64,
    /// Games won, by seat.
    pub won: Vec<u64>,
    /// Games drawn.
    pub drawn: u64,
    /// Games broken off at the bound.
    pub unfinished: u64,
}

impl Position {
    /// Plays `games` games from here, each of at most `most` turns, with the given source of random words.
    pub fn simulate(&self, games: u32, most: u32, mut random: impl FnMut() -> u64) -> Tally {
        by_layout!(self, Position, table => table.simulate(games, most, &mut random))
    }
}

impl<B: Bits, const P: usize, const S: usize> Table<B, P, S> {
    fn simulate(&self, games: u32, most: u32, random: &mut dyn FnMut() -> u64) -> Tally {
        let program = &self.linked.program;
        let mut tally = Tally {
            won: vec![0; self.linked.key.seats],
            ..Tally::default()
        };
        let mut run = Run {
            options: Options::new(),
            scratch: Scratch::new(),
            past: Past::with_room(most as usize + 1),
        };
        for _ in 0..games {
            let (plies, end) = program.random_game(&self.state, most, &mut run, random);
            tally.plies += u64::from(plies);
            match end {
                End::Open => tally.unfinished += 1,
                End::Draw => tally.drawn += 1,
                End::Won(seat) => tally.won[usize::from(seat)] += 1,
            }
        }
        tally
    }
}

/// What a game needs besides its state.
struct Run<B: Bits> {
    options: Options<B>,
    scratch: Scratch<B>,
    past: Past,
}

impl<B: Bits, const P: usize, const S: usize> Program<B, P, S> {
    fn random_game(
        &self,
        start: &State<B, P, S>,
        most: u32,
        run: &mut Run<B>,
        random: &mut dyn FnMut() -> u64,
    ) -> (u32, End) {
        let mut st = *start;
        let repeats = self.verdicts.repetition.is_some();
        run.past.clear();
        for ply in 0..most {
            if st.end != End::Open {
                return (ply, st.end);
            }
            run.options.clear();
            self.generate(&st, &mut run.scratch, &mut run.options);
            let occurred = if repeats {
                run.past.note(st.key(self.fresh))
            } else {
                1
            };
            self.start_turn(&mut st, run.options.total, occurred, &mut run.scratch);
            if st.end != End::Open {
                return (ply, st.end);
            }
            let i = ((u128::from(random()) * u128::from(run.options.total)) >> 64) as u32;
            let Some((group, to, choice)) = run.options.nth(i) else {
                st = self.pass(&st);
                continue;
            };
            if repeats
                && (self.oneway >> group.plane & 1 == 1
                    || group.effect == Effect::Promote
                    || st.occupied().has(to))
            {
                run.past.clear();
            }
            st = self.play(&st, &group, to, choice);
        }
        (most, st.end)
    }
}

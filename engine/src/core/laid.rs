//! What lies on the table, as a value to compare: two games of one variant by different rules show the same as long as this is equal.
use super::plan::Plan;
use super::state::{NONE, State, plane};
use crate::play::Outcome;

/// The position of a game, without its past and without what was told.
#[derive(Clone, PartialEq, Debug)]
pub struct Laid {
    /// Kind, owner, square and facing of every piece; a lost one is nowhere.
    pieces: Vec<[u8; 4]>,
    lost: Vec<bool>,
    /// Marks, sets and powers.
    sets: Vec<Vec<u64>>,
    values: Vec<i32>,
    /// What lies in zones.
    held: Vec<(u16, u8)>,
    /// Result, points, turns to skip, army.
    seats: Vec<(Outcome, i32, u32, u16)>,
    on_turn: u8,
}

impl Laid {
    /// What lies on the table in a state.
    pub(super) fn of<const N: usize>(plan: &Plan<N>, state: &State<N>) -> Laid {
        let there = 0..state.place.len();
        let marks = plan.position_planes.iter().map(|(at, _)| *at as usize);
        let powers = plan.power_planes..plan.power_planes + plan.powers.len();
        Laid {
            pieces: (there.clone())
                .map(|p| {
                    let facing = match state.place[p] {
                        NONE => NONE,
                        _ => state.facing[p],
                    };
                    [state.kind[p], state.owner[p], state.place[p], facing]
                })
                .collect(),
            lost: there.map(|p| state.planes[plane::LOST].has(p)).collect(),
            sets: marks
                .chain(powers)
                .map(|at| state.planes[at].0.to_vec())
                .collect(),
            values: (plan.position_values.iter())
                .map(|at| state.values[*at as usize])
                .collect(),
            held: state.held.clone(),
            seats: (state.seats.iter())
                .map(|s| (s.result, s.points, s.skip, s.army))
                .collect(),
            on_turn: state.clock.on_turn,
        }
    }
}

//! Which way up a board is drawn: whoever is asked sits below it.
use engine::ids::SeatId;
use engine::position_text::seat_facing;
use engine::rules::Ruleset;

/// The direction that is drawn upwards, in quarter turns clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Orientation(u8);

/// The ways a piece can face, as cells write them.
const ARROWS: [char; 4] = ['^', '>', 'v', '<'];

impl Orientation {
    /// As a seat sees it: its own side below.
    pub fn of(rules: &Ruleset, seat: SeatId) -> Orientation {
        Orientation(seat_facing(rules, Some(seat)) % 4)
    }

    /// Seen from the opposite side.
    pub fn flipped(self) -> Orientation {
        Orientation((self.0 + 2) % 4)
    }

    /// Whether files run from side to side, as ranks do otherwise.
    pub fn upright(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// The rows of a board from the top, each from the left, as (file, rank) from 0.
    pub fn rows(self, files: u8, ranks: u8) -> Vec<Vec<(u8, u8)>> {
        let (high, wide) = if self.upright() {
            (ranks, files)
        } else {
            (files, ranks)
        };
        let cell = |down: u8, right: u8| match self.0 {
            0 => (right, ranks - 1 - down),
            1 => (files - 1 - down, ranks - 1 - right),
            2 => (files - 1 - right, down),
            _ => (down, right),
        };
        (0..high)
            .map(|down| (0..wide).map(|right| cell(down, right)).collect())
            .collect()
    }

    /// The text of a cell with its arrow turned as the board is.
    pub fn turn(self, cell: &str) -> String {
        let arrow = cell.chars().last().filter(|_| cell.chars().count() > 1);
        match arrow.and_then(|a| ARROWS.iter().position(|known| *known == a)) {
            Some(facing) => {
                let stem = &cell[..cell.len() - 1];
                format!("{stem}{}", ARROWS[(facing + 4 - usize::from(self.0)) % 4])
            }
            None => cell.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_its_own_first_rank_below() {
        let corners = |turns: u8| {
            let rows = Orientation(turns).rows(3, 2);
            let (top, below) = (&rows[0], &rows[rows.len() - 1]);
            [top[0], top[top.len() - 1], below[0], below[below.len() - 1]]
        };
        // (file, rank): left and right at the top, left and right below
        assert_eq!(corners(0), [(0, 1), (2, 1), (0, 0), (2, 0)]);
        assert_eq!(corners(1), [(2, 1), (2, 0), (0, 1), (0, 0)], "east is up");
        assert_eq!(corners(2), [(2, 0), (0, 0), (2, 1), (0, 1)]);
        assert_eq!(corners(3), [(0, 0), (0, 1), (2, 0), (2, 1)], "west is up");
        let both = Orientation(1).flipped();
        assert_eq!(both, Orientation(3));
    }

    #[test]
    fn arrows_turn_with_the_board_and_letters_do_not() {
        assert_eq!(Orientation(1).turn("P1>"), "P1^");
        assert_eq!(Orientation(2).turn("P^"), "Pv");
        assert_eq!(Orientation(2).turn("v"), "v", "a piece called V");
        assert_eq!(Orientation(0).turn("P2<"), "P2<");
    }
}

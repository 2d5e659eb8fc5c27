//! Ways that bend: one line behind the other, each walked as a slide is.
use super::link::turned;
use super::patterns::Gen;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

/// One line of a way: its direction as the piece faces and as it is written, and its fewest and most squares.
pub(super) struct Line {
    pub d: (i8, i8),
    pub as_written: (i8, i8),
    pub min: u8,
    pub max: u8,
}

/// What a piece has come past on the lines before a bend.
#[derive(Clone)]
pub(super) struct SoFar {
    pub at: SquareId,
    pub edge: bool,
    pub path: Vec<SquareId>,
    pub over: Vec<PieceId>,
    pub hops: usize,
    pub behind: bool,
    pub quiet_only: bool,
    pub leaps: bool,
    pub bent: bool,
}

impl SoFar {
    pub(super) fn at(from: SquareId) -> Self {
        SoFar {
            at: from,
            edge: false,
            path: vec![],
            over: vec![],
            hops: 0,
            behind: false,
            quiet_only: false,
            leaps: false,
            bent: false,
        }
    }
}

impl<'a> Gen<'_, 'a> {
    /// All that these lines lead to, one behind the other.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn bent(
        &mut self,
        rule: RuleId,
        w: &'a Way,
        you: Option<SeatId>,
        it: Option<Val>,
        legs: &'a [Leg],
        came: Option<(i8, i8)>,
        so_far: SoFar,
    ) {
        let Some((leg, then)) = legs.split_first() else {
            return;
        };
        for d in &leg.dirs {
            let onward = came.is_none_or(|c| {
                let (c, d) = (
                    (f64::from(c.0), f64::from(c.1)),
                    (f64::from(d.0), f64::from(d.1)),
                );
                let angle = (c.0 * d.1 - c.1 * d.0).atan2(c.0 * d.0 + c.1 * d.1);
                angle.abs() < 46_f64.to_radians()
            });
            if leg.outward && !onward {
                continue;
            }
            let line = Line {
                d: turned(*d, self.facing),
                as_written: *d,
                min: leg.min,
                max: leg.max,
            };
            self.slide(rule, w, you, it, line, then, so_far.clone());
        }
    }
}

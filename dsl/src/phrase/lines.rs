//! Lines of a way: how far it goes, which leap it is, and where it bends; and which of them have no squares that a piece could stand
//! on in between. Never reads a piece or a condition.
use super::reader::*;
use crate::syntax::TokenKind;
use engine::rules::*;

/// The most squares of an offset.
const FARTHEST: i16 = i8::MAX as i16;

impl Rd<'_> {
    /// `, then steps diagonally outward` behind a line: the way bends there. None where what follows `then` is no line.
    pub(super) fn bends(&self, path: Path, p: usize) -> Option<(Path, usize)> {
        let leg = |path: Path, outward: bool| {
            let (dirs, min, max) = match path {
                Path::Slide { dirs, min, max } => (dirs, min, max),
                Path::Leap(dirs) => (dirs, 1, 1),
                Path::Nowhere
                | Path::Anywhere
                | Path::Torus
                | Path::Like(_)
                | Path::Bent(_)
                | Path::FromTo(..) => return None,
            };
            Some(Leg {
                dirs,
                min,
                max,
                outward,
            })
        };
        if !self.is(self.comma(p), "then") {
            return Some((path, p));
        }
        let Some(first) = leg(path, false) else {
            self.bend_fails(
                p,
                "what goes to squares wherever they are has no line that bends",
            );
            return None;
        };
        let (mut legs, mut at) = (vec![first], p);
        while self.is(self.comma(at), "then") {
            let begun = self.comma(at) + 1;
            let Some((path, q)) = self.line_on(begun) else {
                self.bend_fails(begun, "behind `then` stands how the way goes on");
                return None;
            };
            let outward = self.is(q, "outward");
            // `diagonally outward up to 2 squares`
            let (path, q) = match (path, self.lengths(q + 1).filter(|_| outward)) {
                (
                    Path::Slide {
                        dirs,
                        min: 1,
                        max: 0,
                    },
                    Some(((min, max), r)),
                ) => (Path::Slide { dirs, min, max }, r - 1),
                (path, _) => (path, q),
            };
            let next = leg(path, outward)?;
            let leads = |d: &(i8, i8)| next.after(Some(*d)).next().is_some();
            if !legs
                .last()
                .is_some_and(|before: &Leg| before.dirs.iter().any(leads))
            {
                self.bend_fails(
                    q,
                    "none of these directions leads on outward from the line before",
                );
                return None;
            }
            legs.push(next);
            at = q + usize::from(outward);
        }
        if legs.len() > Leg::MOST {
            self.bend_fails(p, "a way bends 3 times at most");
            return None;
        }
        Some((Path::Bent(legs), at))
    }

    /// `steps diagonally`, `slides orthogonally up to 2 squares`, `leaps (1,2)`: a line that goes on behind a bend.
    fn line_on(&self, p: usize) -> Option<(Path, usize)> {
        let verb = match self.w(p) {
            "slide" | "slides" => "slide",
            "step" | "steps" => "step",
            "leap" | "leaps" => "leap",
            _ => return None,
        };
        if let Some((a, b, q)) = self.offset(p + 1).filter(|(a, b, _)| (*a, *b) != (0, 0)) {
            return match verb {
                "leap" => Some((Path::Leap(offsets(a, b)), q)),
                "slide" => self.ride(p + 1),
                _ => None,
            };
        }
        let (lengths, at) = match self.lengths(p + 1) {
            Some((lengths, q)) => (Some(lengths), q),
            None => (None, p + 1),
        };
        let (dirs, at) = self.ways(at)?;
        let (lengths, at) = match self.lengths(at).filter(|_| lengths.is_none()) {
            Some((lengths, q)) => (Some(lengths), q),
            None => (lengths, at),
        };
        Some((shape(verb, Some(&dirs), lengths)?, at))
    }

    /// E151: a way that bends, with the form that reads.
    pub(super) fn bend_fails(&self, at: usize, message: &str) {
        let help = "a way that bends is said line by line: `it steps orthogonally, then steps diagonally outward` (stopped by \
                    what stands beside it), `it steps diagonally, then slides orthogonally outward`";
        self.fail_help(at, "E151", message, Some(help.to_owned()));
    }

    /// `(1,2)`, `(1,2) up to 3 leaps` behind `slides`: one leap after another, all of them the same way.
    pub(super) fn ride(&self, p: usize) -> Option<(Path, usize)> {
        let (a, b, q) = self.offset(p).filter(|(a, b, _)| (*a, *b) != (0, 0))?;
        let ((min, max), q) = self
            .lengths_in(q, &["leap", "leaps"])
            .unwrap_or(((1, 0), q));
        let dirs = offsets(a, b);
        Some((Path::Slide { dirs, min, max }, q))
    }

    /// `2 squares`, `up to 3 squares`, `2 to 3 squares`.
    pub(super) fn lengths(&self, p: usize) -> Option<((u8, u8), usize)> {
        self.lengths_in(p, &["square", "squares"])
    }

    /// The same, counted in these; `2 or more squares`, `at least 2 squares` end where the board does.
    fn lengths_in(&self, p: usize, unit: &[&str]) -> Option<((u8, u8), usize)> {
        let least = self.is(p, "at-least");
        let open = self.int(p + usize::from(least));
        let behind = match least {
            true => p + 2,
            false => p + 3,
        };
        if let Some(min) = open.and_then(|n| u8::try_from(n).ok())
            && (least || self.seq(p + 1, &["or", "more"]))
            && self.any(behind, unit)
            && min > 0
        {
            return Some(((min, 0), behind + 1));
        }
        let up = self.is(p, "up-to");
        let at = p + usize::from(up);
        let a = u8::try_from(self.int(at)?).ok()?;
        let mut max = a;
        let mut min = if up { 1 } else { a };
        let mut q = at + 1;
        if self.is(q, "to") {
            max = u8::try_from(self.int(q + 1)?).ok()?;
            min = a;
            q += 2;
        }
        if !self.any(q, unit) {
            return None;
        }
        if min < 1 || max < min {
            self.too_few(
                at,
                "a distance is 1 or more: `2 squares`, `up to 3 squares`, `2 to 4 squares`",
            );
            return None;
        }
        Some(((min, max), q + 1))
    }

    /// `(1,2)`.
    pub(super) fn offset(&self, p: usize) -> Option<(i8, i8, usize)> {
        let open = self.kind(p) == Some(TokenKind::Open);
        let comma = self.kind(p + 2) == Some(TokenKind::Comma);
        let close = self.kind(p + 4) == Some(TokenKind::Close);
        if !(open && comma && close) {
            return None;
        }
        let (a, b) = (self.int(p + 1)?, self.int(p + 3)?);
        let far = |n: i16| !(0..=FARTHEST).contains(&n);
        if far(a) || far(b) {
            let message =
                format!("an offset counts squares from 0 to {FARTHEST}, in all directions");
            let help = "write it without a sign, as in `(1,2)`; for some of its directions use Betza's notation: `moves as \"fN\"`";
            self.fail_help(p + 1, "E151", message, Some(help.to_owned()));
            return None;
        }
        Some((a as i8, b as i8, p + 5))
    }

    /// `, (1,3) or (2,3)` behind the first offset of a leap.
    pub(super) fn more_offsets(&self, p: usize) -> (Vec<Path>, usize) {
        let mut all = Vec::new();
        let mut at = p;
        loop {
            let next = self.comma(at);
            let next = next + usize::from(self.any(next, &["or", "and"]));
            let offset = (next > at).then(|| self.offset(next)).flatten();
            let Some((a, b, q)) = offset.filter(|(a, b, _)| (*a, *b) != (0, 0)) else {
                return (all, at);
            };
            all.push(Path::Leap(offsets(a, b)));
            at = q;
        }
    }

    /// E151: a leap asks for nothing on its way.
    pub(super) fn leaps_past(&self, way: &Way, at: usize) -> bool {
        let leaps = matches!(way.path, Path::Leap(_));
        if leaps {
            let said = "a leap goes over whatever stands between, and over nothing as well";
            let help = "leave it out; what is to be stopped by what stands between slides (`slides 2 squares diagonally`), what must jump \
                        something slides over it (`slides orthogonally over a piece`)";
            self.fail_help(at, "E151", said, Some(help.to_owned()));
        }
        leaps
    }

    /// E151: on a step of one square nothing stands between.
    pub(super) fn steps_past(&self, way: &Way, at: usize) -> bool {
        let steps = matches!(&way.path, Path::Slide { min: 1, max: 1, dirs } if dirs.iter().all(|d| d.0.abs().max(d.1.abs()) == 1));
        if steps {
            let said = "a step goes to the next square, and nothing stands between";
            let help = "what jumps or passes something slides: `slides orthogonally over a piece to the square beyond`, `slides 2 squares \
                        forward through pawns`";
            self.fail_help(at, "E151", said, Some(help.to_owned()));
        }
        steps
    }
}

pub(super) fn shape(
    verb: &str,
    dirs: Option<&[(i8, i8)]>,
    lengths: Option<(u8, u8)>,
) -> Option<Path> {
    let dirs = dirs?.to_vec();
    Some(match (verb, lengths) {
        ("step", None) => Path::Slide {
            dirs,
            min: 1,
            max: 1,
        },
        ("leap", lengths) => {
            let (min, max) = lengths.unwrap_or((1, 1));
            let far = |n: u8, d: &(i8, i8)| (d.0 * n as i8, d.1 * n as i8);
            Path::Leap(
                (min..=max)
                    .flat_map(|n| dirs.iter().map(move |d| far(n, d)))
                    .collect(),
            )
        }
        (_, Some((min, max))) => Path::Slide { dirs, min, max },
        (_, None) => Path::Slide {
            dirs,
            min: 1,
            max: 0,
        },
    })
}

/// All eight (or four) squares so far away, in the same order whichever number comes first.
pub(super) fn offsets(a: i8, b: i8) -> Vec<(i8, i8)> {
    let (a, b) = (a.min(b), a.max(b));
    let mut out = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for (sx, sy) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
            let to = (x * sx, y * sy);
            if !out.contains(&to) {
                out.push(to);
            }
        }
    }
    out
}

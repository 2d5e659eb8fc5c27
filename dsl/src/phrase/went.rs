//! How far and which way a move went: `2 squares forward`, `sideways`. Never says how a piece can move, which is its movement.
use super::deed::Mode;
use super::reader::*;
use super::words::Types;
use engine::rules::*;

impl Rd<'_> {
    /// The path that the words from here on give to a move that is watched, asked of or forbidden.
    pub(super) fn went(&self, p: usize, mode: Mode) -> Alts<Path> {
        let mut out = Vec::new();
        out.extend(self.so_far(p));
        // `cannot move sideways`: along that line, as far as it likes; `may move sideways` would be a movement
        let permitted = p >= 2 && self.is(p - 2, "may");
        let any_way = self.any(p, &["any", "anywhere"]);
        if mode != Mode::Step
            && !permitted
            && !any_way
            && let Some((dirs, q)) = self.ways(p)
        {
            let path = Path::Slide {
                dirs,
                min: 1,
                max: 0,
            };
            out.push((path, q));
        }
        out
    }

    /// Where a way ends. E150: `slides diagonally to 2 squares`, where a length was meant.
    pub(super) fn place_it_goes_to(&self, p: usize, sc: &Scope, square: Types) -> Alts<Set> {
        let counts = |ph: &Ph| matches!(ph.set().amount, Amount::Count(..));
        let all = self.phrase_of(p + 1, sc, square, false).into_iter();
        let (so_many, to): (Alts<Ph>, Alts<Ph>) = all.partition(|(ph, _)| counts(ph));
        if let Some((_, q)) = so_many.first() {
            let said = format!("`{}` is a place, and no length of a way", self.said(p, *q));
            let help = "a length stands behind the direction: `slides diagonally 2 squares`, `.. up to 3 squares`";
            self.fail_help(p, "E150", said, Some(help.to_owned()));
        }
        to.into_iter().map(|(ph, q)| (ph.set(), q)).collect()
    }

    /// `2 squares forward`.
    fn so_far(&self, p: usize) -> Option<(Path, usize)> {
        let n = u8::try_from(self.int(p)?).ok()?;
        if !self.any(p + 1, &["square", "squares"]) || self.counts_zero(p, &Num::Lit(n.into())) {
            return None;
        }
        let (dirs, q) = self.ways(p + 2)?;
        let path = Path::Slide {
            dirs,
            min: n,
            max: n,
        };
        Some((path, q))
    }
}

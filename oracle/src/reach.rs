//! Where a piece of a kind could capture if every rule let it: a look at the patterns alone, so that a question about an
//! attack is mostly answered by two squares. It may say yes too often, never no wrongly.
use super::link::{Linked, turned};
use engine::ids::*;
use engine::rules::*;

/// Longest offset in a table; beyond it everything is within reach.
pub(super) const FAR: i16 = 15;
/// Offsets along one side of a table.
pub(super) const SIDE: usize = 2 * FAR as usize + 1;

/// Offsets (destination minus origin, seen from a piece that faces north) within reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Nobody can tell.
    Anywhere,
    /// These: a row of bits for every difference of ranks.
    Offsets(Box<[u32; SIDE]>),
}

impl Reach {
    /// The reach of a kind in a match.
    pub fn of(l: &Linked, kind: KindId) -> Reach {
        let mut reach = Reach::Offsets(Box::new([0; SIDE]));
        reach.printed(l, kind, 0);
        for id in &l.other_movements {
            let Form::Movement { of, ways, .. } = &l.rule(*id).form else {
                continue;
            };
            if may_speak_of(of, kind) {
                ways.iter().for_each(|w| reach.way(l, w, 0));
            }
        }
        reach
    }
    /// The patterns of a kind.
    fn printed(&mut self, l: &Linked, kind: KindId, depth: u8) {
        for id in &l.kind_movements[kind.index()] {
            if let Form::Movement { ways, .. } = &l.rule(*id).form {
                ways.iter().for_each(|w| self.way(l, w, depth));
            }
        }
    }
    fn way(&mut self, l: &Linked, w: &Way, depth: u8) {
        match w.takes {
            Takes::Quiet => return,
            Takes::This(_) => *self = Reach::Anywhere,
            Takes::Only | Takes::Both => {}
        }
        match &w.path {
            Path::Nowhere => {}
            Path::Anywhere | Path::Torus | Path::FromTo(..) | Path::Bent(_) => {
                *self = Reach::Anywhere
            }
            Path::Leap(offsets) => offsets.iter().for_each(|d| self.add(*d, 1)),
            Path::Slide { dirs, min, max } => {
                let most = if *max == 0 { FAR as u8 } else { *max };
                for d in dirs {
                    ((*min).max(1)..=most).for_each(|n| self.add(*d, n));
                }
            }
            Path::Like(kinds) => match named(kinds) {
                Some(kinds) if depth < 4 => {
                    kinds.iter().for_each(|k| self.printed(l, *k, depth + 1));
                }
                _ => *self = Reach::Anywhere,
            },
        }
    }
    fn add(&mut self, d: (i8, i8), times: u8) {
        let Reach::Offsets(rows) = self else { return };
        let at = |d: i8| i16::from(d) * i16::from(times) + FAR;
        let (file, rank) = (at(d.0), at(d.1));
        let inside = |n: i16| usize::try_from(n).ok().filter(|i| *i < SIDE);
        if let (Some(file), Some(rank)) = (inside(file), inside(rank)) {
            rows[rank] |= 1 << file;
        }
    }
    /// A piece with this facing could capture so far away.
    pub fn has(&self, offset: (i16, i16), facing: u8) -> bool {
        let Reach::Offsets(rows) = self else {
            return true;
        };
        let (Ok(file), Ok(rank)) = (i8::try_from(offset.0), i8::try_from(offset.1)) else {
            return true;
        };
        let (file, rank) = turned((file, rank), (4 - facing % 4) % 4);
        let at = |d: i8| {
            usize::try_from(i16::from(d) + FAR)
                .ok()
                .filter(|i| *i < SIDE)
        };
        match (at(file), at(rank)) {
            (Some(file), Some(rank)) => rows[rank] & (1 << file) != 0,
            _ => true,
        }
    }
}

/// Kinds written out.
fn named(kinds: &Set) -> Option<Vec<KindId>> {
    match &kinds.base {
        Base::Kind(k) if kinds.by.is_empty() => Some(vec![*k]),
        Base::Or(parts) if kinds.by.is_empty() => {
            let each: Option<Vec<Vec<KindId>>> = parts.iter().map(named).collect();
            each.map(|lists| lists.concat())
        }
        _ => None,
    }
}

/// A phrase can be about pieces of a kind.
pub(super) fn may_speak_of(of: &Set, kind: KindId) -> bool {
    of.by.iter().all(|n| may_be(n, kind))
}

/// A narrowing does not rule a kind out.
pub(super) fn may_be(n: &Narrow, kind: KindId) -> bool {
    match n {
        Narrow::Is(Quality::Kind(kinds)) => names(kinds, kind).unwrap_or(true),
        _ => true,
    }
}

/// This kind is one of the kinds a phrase names; none: it does not name them.
pub(super) fn names(kinds: &Set, kind: KindId) -> Option<bool> {
    match &kinds.base {
        Base::Kind(k) if kinds.by.is_empty() => Some(*k == kind),
        Base::Or(parts) if kinds.by.is_empty() => {
            let mut each = parts.iter().map(|p| names(p, kind));
            each.try_fold(false, |any, one| Some(any || one?))
        }
        _ => None,
    }
}

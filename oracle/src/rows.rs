//! What has an order: the n-th of a phrase, and runs in rows of cards.
use super::read::*;
use super::state::Place;
use super::value::*;
use engine::rules::*;

/// A phrase picks by a number (`the squares of a1-h1 at 3`).
pub(super) fn counts_off(s: &Set) -> bool {
    s.by.iter().any(nth)
}

fn nth(n: &Narrow) -> bool {
    matches!(n, Narrow::At(Near::Nth(_), _))
}

impl Cx<'_> {
    /// Of what a phrase names otherwise the one at its number; nothing if there are fewer.
    pub(super) fn at_number(&self, s: &Set) -> Vals {
        let all = Set {
            by: s.by.iter().filter(|n| !nth(n)).cloned().collect(),
            ..s.clone()
        };
        let mut v = self.set(&all);
        for narrow in &s.by {
            if let Narrow::At(Near::Nth(n), _) = narrow {
                let at = usize::try_from(self.num(n) - 1).ok();
                v = at.and_then(|i| v.get(i).copied()).into_iter().collect();
            }
        }
        v
    }
    /// The neighbouring cards of one colour in a row among which a card is, in their order.
    pub(super) fn run_of(&self, p: PieceId) -> Vals {
        let Place::Zone(key) = self.st.piece(p).place else {
            return vec![];
        };
        let row = match self.st.zones.get(&key) {
            Some(row) if self.l.rules.zones[key.zone.index()].shape == Shape::Row => row,
            _ => return vec![],
        };
        let Some(at) = row.iter().position(|c| *c == p) else {
            return vec![];
        };
        let like = |c: &&PieceId| self.side_of(**c) == self.side_of(p);
        let before = row[..at].iter().rev().take_while(like).count();
        let behind = row[at..].iter().take_while(like).count();
        let run = &row[at - before..at + behind];
        run.iter().map(|c| Val::Piece(*c)).collect()
    }
}

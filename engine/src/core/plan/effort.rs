//! How much work an expression of a plan takes, roughly, in reads of a set: of several conditions that must all hold, or of which one is
//! enough, the one that takes least is asked first. Every form is named. Says nothing about what an expression comes to.
use super::*;

/// A definition whose work is not known.
const DEFINED: u32 = 30;
/// A look at the lines or squares of a board.
const BOARD: u32 = 6;
/// A question about the past.
const PAST: u32 = 20;
/// A question about what is attacked.
const ATTACK: u32 = 2_000;
/// A question about what could be moved or done.
const MOVES: u32 = 20_000;

/// The work of the definitions of a plan, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Efforts {
    words: Vec<u32>,
    nouns: Vec<u32>,
}

impl Efforts {
    /// Of no definition.
    pub const UNKNOWN: Self = Efforts {
        words: vec![],
        nouns: vec![],
    };
    /// The work of definitions that may speak of each other.
    pub fn of<const N: usize>(plan: &Plan<N>) -> Self {
        let mut known = Efforts::UNKNOWN;
        // in a few rounds, as definitions that speak of others rarely speak of such
        for _ in 0..3 {
            let all = |of: &[Option<Mask<N>>]| -> Vec<u32> {
                let work = |m: &Option<Mask<N>>| m.as_ref().map_or(0, |m| m.effort(&known));
                of.iter().map(work).collect()
            };
            known = Efforts {
                words: all(&plan.words),
                nouns: all(&plan.nouns),
            };
        }
        known
    }
    fn word(&self, w: u16) -> u32 {
        self.words.get(usize::from(w)).copied().unwrap_or(DEFINED)
    }
    fn noun(&self, w: u16) -> u32 {
        self.nouns.get(usize::from(w)).copied().unwrap_or(DEFINED)
    }
}

/// Of masks of which something must be in all: what takes least work comes first, the rest is read over what is left.
pub fn in_order_of_effort<const N: usize>(all: &mut [Mask<N>], known: &Efforts) {
    all.sort_by_cached_key(|m| m.effort(known));
}

impl<const N: usize> Mask<N> {
    /// Orders what it consists of by work, as far as that is sets in sets.
    pub fn reorder(&mut self, known: &Efforts) {
        if let Mask::And(v) | Mask::Or(v) = self {
            v.iter_mut().for_each(|m| m.reorder(known));
        }
        if let Mask::And(v) = self {
            in_order_of_effort(v, known);
        }
        if let Mask::Parts(parts) = self {
            parts.iter_mut().for_each(|p| p.what.reorder(known));
        }
    }
    /// The work of reading it.
    pub fn effort(&self, known: &Efforts) -> u32 {
        let all = |v: &[Mask<N>]| {
            v.iter()
                .fold(1, |n: u32, m| n.saturating_add(m.effort(known)))
        };
        match self {
            Mask::Fixed(_)
            | Mask::OfYou(_)
            | Mask::Plane(_)
            | Mask::PlaneOfYou(_)
            | Mask::Playing
            | Mask::It
            | Mask::You
            | Mask::OnTurn
            | Mask::Author
            | Mask::Name(_)
            | Mask::Touched
            | Mask::OwnBoard(_)
            | Mask::NextSeat => 1,
            Mask::And(v) | Mask::Or(v) => all(v),
            Mask::Not(m) => m.effort(known),
            Mask::If(c) => c.effort(known),
            Mask::That(_, of, c) | Mask::ItThat(of, c) => {
                (of.effort(known)).saturating_add(c.effort(known).saturating_mul(8))
            }
            Mask::Owned(m)
            | Mask::Owners(m)
            | Mask::FirstOwners(m)
            | Mask::Hostile(m)
            | Mask::Partners(m)
            | Mask::OfColour(m)
            | Mask::ColoursOf(m)
            | Mask::OfKinds(m)
            | Mask::Kinds(m)
            | Mask::Homes(m)
            | Mask::Ring(_, m)
            | Mask::Powers(m)
            | Mask::Sides(m)
            | Mask::OfSides(m)
            | Mask::Armies(m)
            | Mask::LowerKinds(m)
            | Mask::OfColours(m)
            | Mask::CardsOf(m)
            | Mask::ArmiesOf(m)
            | Mask::Zone(_, m)
            | Mask::Value(_, m, _)
            | Mask::ValueFor(_, _, _, m, _)
            | Mask::ValueOfHolders(_, _, m, _)
            | Mask::PlanesFor(_, m)
            | Mask::Seen(_, m)
            | Mask::Headings(m)
            | Mask::NextTo(m)
            | Mask::Under(m)
            | Mask::Matching(m)
            | Mask::Nth(_, _, m)
            | Mask::Latest(_, m)
            | Mask::LatestMoved(m)
            | Mask::Runs(m)
            | Mask::SetupSquares(m)
            | Mask::SetupKinds(m)
            | Mask::OfSidesOfBoard(m)
            | Mask::SidesOfBoard(m)
            | Mask::SideOfSquares(m)
            | Mask::OtherSides(m) => m.effort(known).saturating_add(2),
            Mask::On(m)
            | Mask::Squares(m)
            | Mask::Ranks(m)
            | Mask::Files(m)
            | Mask::Near(_, m)
            | Mask::Within(_, m, _)
            | Mask::OpenLine(m)
            | Mask::BordersOf(m)
            | Mask::AtBorders(m)
            | Mask::AheadOf(_, m)
            | Mask::AheadOfSquares(_, m)
            | Mask::RowsOfPieces(_, m, _)
            | Mask::RowsOfSeats(_, m, _) => m.effort(known).saturating_add(BOARD),
            Mask::Between(a, b)
            | Mask::Line(a, b)
            | Mask::BordersBetween(a, b)
            | Mask::SetupSquaresOf(a, b)
            | Mask::Nearest(_, a, b) => {
                (a.effort(known).saturating_add(b.effort(known))).saturating_add(BOARD)
            }
            Mask::OnOwnRow(_) => BOARD,
            Mask::Alone => DEFINED,
            Mask::SeatsWith(m, _, n) => m
                .effort(known)
                .saturating_add(n.effort(known))
                .saturating_add(8),
            Mask::At(_, n, m) => m
                .effort(known)
                .saturating_add(n.effort(known))
                .saturating_add(2),
            Mask::Best {
                most: _,
                name: _,
                of,
                by,
            } => of
                .effort(known)
                .saturating_add(by.effort(known).saturating_mul(8)),
            Mask::Word(w) => known.word(*w),
            Mask::Noun(w) => known.noun(*w),
            Mask::NounFor(w, m) | Mask::NounForPieces(w, m) => {
                m.effort(known).saturating_add(known.noun(*w))
            }
            Mask::Parts(parts) => {
                let what = parts.iter().map(|p| p.what.effort(known));
                what.fold(DEFINED, u32::saturating_add)
            }
            Mask::Viewed { base, yes, no } => {
                let views = yes.iter().chain(no);
                let work = views.map(|v| v.of.effort(known).saturating_add(v.when.effort(known)));
                work.fold(base.effort(known), u32::saturating_add)
            }
            Mask::Royal => DEFINED,
            Mask::SeatsTalking { secretly: _, to: _ } => PAST,
            Mask::InCheck(_)
            | Mask::SeatsInCheck(_)
            | Mask::Jumping
            | Mask::Attackers {
                seats: _,
                what: _,
                squares: _,
                rel: _,
                n: _,
            }
            | Mask::Sufferers {
                verb: _,
                mark: _,
                by: _,
            } => ATTACK,
            Mask::Mobile { seats: _ }
            | Mask::WithMoves {
                seats: _,
                of: _,
                legal: _,
                rel: _,
                n: _,
            }
            | Mask::PartOfMoves(..)
            | Mask::SeatsWithMoves(..)
            | Mask::SeatsActing(..) => MOVES,
        }
    }
}

impl<const N: usize> Truth<N> {
    /// The work of reading it.
    pub fn effort(&self, known: &Efforts) -> u32 {
        match self {
            Truth::Fixed(_) => 0,
            Truth::Note(_) | Truth::SomebodyOnTurn => 1,
            Truth::Not(c) => c.effort(known),
            Truth::Earlier(c) | Truth::Would(c) => c.effort(known).saturating_add(2),
            Truth::All(v) | Truth::Any(v) => {
                v.iter().fold(1, |n, c| n.saturating_add(c.effort(known)))
            }
            Truth::Some(m) => m.effort(known),
            Truth::NewlySome(m) => m.effort(known).saturating_mul(2),
            Truth::Every(a, b) => a.effort(known).saturating_add(b.effort(known)),
            Truth::Count(m, _, n) => m.effort(known).saturating_add(n.effort(known)),
            Truth::Compare(a, _, b) => a.effort(known).saturating_add(b.effort(known)),
            Truth::NthTurn(_, m) | Truth::TurnOver(_, m, _) => m.effort(known),
            Truth::Happened(..) => PAST,
            Truth::Paired(a, b, _) => a
                .effort(known)
                .saturating_add(b.effort(known).saturating_mul(8)),
            Truth::NewlyInCheck(..)
            | Truth::SeatNewlyInCheck(..)
            | Truth::Covers(..)
            | Truth::Attacks(..)
            | Truth::SeatsAttack(..) => ATTACK,
            Truth::Reaches(..) | Truth::SomeMove(..) | Truth::EveryMove(..) => MOVES,
        }
    }
}

impl<const N: usize> Int<N> {
    /// The work of reading it.
    pub fn effort(&self, known: &Efforts) -> u32 {
        match self {
            Int::Fixed(_) | Int::Name(_) | Int::Round => 0,
            Int::Count(m) | Int::Worth(m) | Int::WorthOfPieces(m) | Int::Points(m) => {
                m.effort(known).saturating_add(1)
            }
            Int::Field(_, m, _) | Int::FieldFor(_, _, m, _) | Int::FieldOfHolders(_, _, m, _) => {
                m.as_ref().map_or(1, |m| m.effort(known).saturating_add(1))
            }
            Int::Extreme(_, _, m, _) | Int::Place(m) | Int::Chosen(_, m) => {
                m.effort(known).saturating_add(2)
            }
            Int::Word(..) => DEFINED,
            Int::Past(_) | Int::Repetition => PAST,
            Int::Both(_, a, b) => a.effort(known).saturating_add(b.effort(known)),
        }
    }
}

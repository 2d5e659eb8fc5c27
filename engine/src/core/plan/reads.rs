//! What an expression of a plan reads of a state, as bits: a watched condition is read again when one of them has changed. Every form
//! is named; a form that no arm takes apart reads everything.
use super::*;
use crate::core::state::{NONE16, plane};

/// Where pieces stand, and which way they face.
pub const PLACES: u32 = 1;
/// Which pieces are on a board, in a zone, lost.
pub const PRESENT: u32 = 2;
/// Whose they are.
pub const OWNERS: u32 = 4;
/// Kinds.
pub const KINDS: u32 = 8;
/// Who is in the game, and who holds what.
pub const SEATS: u32 = 16;
/// Declared marks and values.
pub const VALUES: u32 = 32;
/// Turns and rounds: which it is, and whose.
pub const TIME: u32 = 64;
/// What has happened.
pub const EVENTS: u32 = 128;
/// What zones hold.
pub const ZONES: u32 = 256;
/// What stands in the trail.
pub const TRAIL: u32 = 512;
/// How far a turn has come.
pub const PHASE: u32 = 1024;
/// All of it.
pub const ALL: u32 = 2047;

/// Of what somebody speaks: not of the state, and not the same for all who ask.
pub const SPOKEN_OF: u32 = 2048;
/// Hidden values: not the same through everybody's eyes.
pub const EYES: u32 = 4096;

/// Who reads: not the same for all seats.
pub const READER: u32 = 8192;

/// What the definitions of a plan read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Definitions {
    words: Vec<u32>,
    nouns: Vec<u32>,
    defaults: Vec<u32>,
    /// Kinds, as views show them.
    pub kinds: u32,
    royal: u32,
}

impl Definitions {
    /// Definitions speak of each other, in circles too: each is read with what is known of the others, until nothing is added.
    pub fn of<const N: usize>(plan: &Plan<N>) -> Self {
        let mut known = Definitions {
            words: vec![0; plan.words.len()],
            nouns: vec![0; plan.nouns.len()],
            defaults: vec![0; plan.defaults.len()],
            kinds: KINDS,
            royal: 0,
        };
        loop {
            let reader = Reader {
                plan,
                known: &known,
            };
            let all = |m: &[Option<Mask<N>>]| -> Vec<u32> {
                let one = |m: &Option<Mask<N>>| m.as_ref().map_or(0, |m| reader.mask(m));
                m.iter().map(one).collect()
            };
            let views = plan.kind_views.iter();
            let next = Definitions {
                words: all(&plan.words),
                nouns: all(&plan.nouns),
                defaults: plan.defaults.iter().map(|m| reader.mask(m)).collect(),
                kinds: views.fold(KINDS, |r, (view, _)| r | reader.view(view)),
                royal: plan.royal.as_ref().map_or(0, |m| reader.mask(m)),
            };
            if next == known {
                return known;
            }
            known = next;
        }
    }
    /// What a view reads.
    pub fn view<const N: usize>(&self, plan: &Plan<N>, view: &View<N>) -> u32 {
        Reader { plan, known: self }.view(view)
    }
    /// What a set of a rule reads, and whether of somebody it speaks of.
    pub fn mask<const N: usize>(&self, plan: &Plan<N>, mask: &Mask<N>) -> u32 {
        Reader { plan, known: self }.mask(mask)
    }
    /// What a definition reads, said of something.
    pub fn word(&self, w: usize) -> u32 {
        self.words[w]
    }
    /// What a definition reads, as a noun.
    pub fn noun(&self, w: usize) -> u32 {
        self.nouns[w]
    }
    /// What it hangs on whether a watched condition has come true.
    pub fn edge<const N: usize>(&self, plan: &Plan<N>, edge: &Edge<N>) -> u32 {
        let Edge {
            trigger,
            look: _,
            when,
            lifted,
            local: _,
            alike: _,
            sparse: _,
            each,
            reads: _,
        } = edge;
        let reader = Reader { plan, known: self };
        let t = &plan.triggers[*trigger as usize];
        if !t.doubts.is_empty() {
            // what others may suppose is watched too
            return ALL;
        }
        let yields = if t.yields.is_empty() { 0 } else { SEATS };
        let lifted = lifted.as_ref().map_or(0, |m| reader.mask(m));
        let each = each.as_ref().map_or(0, |(_, of)| reader.mask(of));
        reader.holder(t.holder, t.rule) | yields | reader.truth(when) | lifted | each
    }
}

#[derive(Clone, Copy)]
struct Reader<'p, const N: usize> {
    plan: &'p Plan<N>,
    known: &'p Definitions,
}

impl<const N: usize> Reader<'_, N> {
    fn masks<'m>(self, all: impl IntoIterator<Item = &'m Mask<N>>) -> u32 {
        all.into_iter().fold(0, |r, m| r | self.mask(m))
    }
    /// Who acts with a piece.
    fn controllers(self) -> u32 {
        let shared = self.plan.sharing.iter().any(|s| s.count_ones() > 1);
        OWNERS | if shared { TIME } else { 0 }
    }
    fn holder(self, holder: Holder, rule: u16) -> u32 {
        match holder {
            Holder::Game => 0,
            Holder::EachSeat => SEATS,
            Holder::Power(_) => match self.plan.keeps.get(rule as usize) {
                Some(keeps) if !keeps.is_empty() => SEATS | VALUES,
                Some(_) | None => SEATS,
            },
            Holder::Kind(_) => self.known.kinds | PRESENT | self.controllers(),
        }
    }
    fn view(self, v: &View<N>) -> u32 {
        let View {
            holder,
            rule,
            number: _,
            of,
            when,
        } = v;
        // of what a view speaks, and who reads it, is its own affair
        self.holder(*holder, *rule) | (self.mask(of) | self.truth(when)) & !(SPOKEN_OF | READER)
    }
    fn plane(self, i: usize) -> u32 {
        let plan = self.plan;
        match i {
            plane::BOARD | plane::LOST | plane::CARD | plane::THERE => PRESENT,
            plane::UNMOVED | plane::MOVED | plane::CAPTURED | plane::SHOWN => EVENTS,
            plane::FAR => PLACES | EVENTS,
            plane::TAKEN => PLACES,
            i if (plane::FACING..plane::FACING + 4).contains(&i) => PLACES,
            i if (plane::OWNER..=plane::OWNER + plan.seats).contains(&i) => OWNERS,
            i if (plan.owner_squares..=plan.owner_squares + plan.seats).contains(&i) => {
                PLACES | OWNERS
            }
            i if (plan.kind_planes..plan.kind_planes + plan.kinds.len()).contains(&i) => KINDS,
            i if (plan.power_planes..plan.power_planes + plan.powers.len()).contains(&i) => SEATS,
            _ => VALUES,
        }
    }
    fn mask(self, m: &Mask<N>) -> u32 {
        match m {
            Mask::Fixed(_) | Mask::Name(_) => 0,
            Mask::OfYou(_) | Mask::You => READER,
            Mask::It => SPOKEN_OF,
            Mask::Plane(i) => self.plane(*i as usize),
            // planes of seats lie side by side
            Mask::PlaneOfYou(i) => READER | self.plane(*i as usize),
            Mask::Playing => SEATS,
            Mask::OnTurn => TIME,
            Mask::Author => TIME | READER,
            Mask::And(v) | Mask::Or(v) => self.masks(v),
            Mask::Not(m) => self.mask(m),
            Mask::If(c) => self.truth(c),
            Mask::That(_, of, c) => self.mask(of) | self.truth(c),
            Mask::ItThat(of, c) => self.mask(of) | self.truth(c) & !SPOKEN_OF,
            Mask::Owned(m) | Mask::Owners(m) => OWNERS | self.mask(m),
            Mask::Hostile(m) | Mask::Partners(m) => SEATS | self.mask(m),
            Mask::On(m) | Mask::Squares(m) => PLACES | PRESENT | self.mask(m),
            Mask::OfKinds(m) | Mask::Kinds(m) => self.known.kinds | self.mask(m),
            Mask::Near(_, m)
            | Mask::BordersOf(m)
            | Mask::AtBorders(m)
            | Mask::Ranks(m)
            | Mask::Files(m) => self.mask(m),
            Mask::BordersBetween(a, b) => self.mask(a) | self.mask(b),
            Mask::Within(n, m, _) => self.int(n) | self.mask(m),
            Mask::OnOwnRow(_) => PLACES | PRESENT,
            Mask::SeatsWith(m, _, n) => OWNERS | self.mask(m) | self.int(n),
            Mask::Word(w) => self.known.words[*w as usize],
            Mask::Noun(w) => self.known.nouns[*w as usize],
            Mask::NounFor(w, m) => self.known.nouns[*w as usize] | self.mask(m),
            Mask::NounForPieces(w, m) => OWNERS | self.known.nouns[*w as usize] | self.mask(m),
            Mask::Parts(parts) => parts.iter().fold(SEATS, |r, part| {
                let WordPart {
                    holder,
                    replaces: _,
                    what,
                } = part;
                r | self.holder(*holder, NONE16) | self.mask(what)
            }),
            Mask::Viewed { base, yes, no } => {
                let views = yes.iter().chain(no);
                views.fold(self.mask(base), |r, v| r | self.view(v))
            }
            Mask::Royal => self.known.royal,
            Mask::Value(slots, of, start) => {
                let kept = match slots {
                    Slots::NumbersOfYou(..) => READER,
                    Slots::Marks(_) | Slots::Sets(_) | Slots::Owners(..) | Slots::Numbers(_) => 0,
                };
                let start = match *start {
                    NONE16 => 0,
                    start => self.known.defaults[start as usize] & !SPOKEN_OF,
                };
                VALUES | kept | start | self.mask(of)
            }
            Mask::PlanesFor(_, of) => VALUES | READER | self.mask(of),
            Mask::Seen(hidden, of) => {
                let seen_by = match &self.plan.hidden[*hidden as usize].seen {
                    SeenBy::Nobody | SeenBy::Holder | SeenBy::Owner => 0,
                    SeenBy::These(seats) => self.mask(seats),
                };
                VALUES | OWNERS | EYES | READER | seen_by | self.mask(of)
            }
            Mask::Zone(_, of) => ZONES | self.mask(of),
            Mask::OfColour(_)
            | Mask::ColoursOf(_)
            | Mask::FirstOwners(_)
            | Mask::Touched
            | Mask::OwnBoard(_)
            | Mask::OfSidesOfBoard(_)
            | Mask::SidesOfBoard(_)
            | Mask::SideOfSquares(_)
            | Mask::OtherSides(_)
            | Mask::Homes(_)
            | Mask::OpenLine(_)
            | Mask::Between(..)
            | Mask::Line(..)
            | Mask::AheadOf(..)
            | Mask::AheadOfSquares(..)
            | Mask::RowsOfPieces(..)
            | Mask::RowsOfSeats(..)
            | Mask::Ring(..)
            | Mask::NextSeat
            | Mask::SetupSquares(_)
            | Mask::SetupSquaresOf(..)
            | Mask::SetupKinds(_)
            | Mask::Powers(_)
            | Mask::Sides(_)
            | Mask::OfSides(_)
            | Mask::Armies(_)
            | Mask::LowerKinds(_)
            | Mask::Alone
            | Mask::SeatsActing(..)
            | Mask::SeatsTalking { .. }
            | Mask::Mobile { .. }
            | Mask::WithMoves { .. }
            | Mask::PartOfMoves(..)
            | Mask::SeatsWithMoves(..)
            | Mask::Attackers { .. }
            | Mask::Sufferers { .. }
            | Mask::At(..)
            | Mask::OfColours(_)
            | Mask::Runs(_)
            | Mask::Jumping
            | Mask::Matching(_)
            | Mask::CardsOf(_)
            | Mask::ArmiesOf(_)
            | Mask::ValueFor(..)
            | Mask::ValueOfHolders(..)
            | Mask::NextTo(_)
            | Mask::Under(_)
            | Mask::Headings(_)
            | Mask::InCheck(_)
            | Mask::SeatsInCheck(_)
            | Mask::Nth(..)
            | Mask::Latest(..)
            | Mask::LatestMoved(_)
            | Mask::Nearest(..)
            | Mask::Best { .. } => ALL | READER,
        }
    }
    fn truth(self, c: &Truth<N>) -> u32 {
        match c {
            Truth::Fixed(_) => 0,
            Truth::Not(c) => self.truth(c),
            Truth::All(v) | Truth::Any(v) => v.iter().fold(0, |r, c| r | self.truth(c)),
            Truth::Some(m) => self.mask(m),
            Truth::Every(a, b) => self.mask(a) | self.mask(b),
            Truth::Count(m, _, n) => self.mask(m) | self.int(n),
            Truth::Compare(a, _, b) => self.int(a) | self.int(b),
            Truth::NthTurn(_, m) => TIME | self.mask(m),
            Truth::SomebodyOnTurn => TIME,
            Truth::Happened(past, _, n) => self.past(past) | self.int(n),
            Truth::Paired(..)
            | Truth::NewlyInCheck(..)
            | Truth::SeatNewlyInCheck(..)
            | Truth::Would(_)
            | Truth::Covers(..)
            | Truth::NewlySome(_)
            | Truth::Note(_)
            | Truth::TurnOver(..)
            | Truth::Reaches(..)
            | Truth::Earlier(_)
            | Truth::SomeMove(..)
            | Truth::EveryMove(..)
            | Truth::Attacks(..)
            | Truth::SeatsAttack(..) => ALL | READER,
        }
    }
    fn past(self, past: &Past<N>) -> u32 {
        let Past {
            verb: _,
            this_turn,
            this_round,
            since,
            author,
            owner,
            kinds,
            pieces,
            by,
            by_owner,
            by_kinds,
            squares,
            area: _,
            once: _,
        } = past;
        let time = match *this_turn || *this_round || since.is_some() {
            true => TIME,
            false => 0,
        };
        let sets = [
            author, owner, kinds, pieces, by, by_owner, by_kinds, squares,
        ];
        let since = since.iter().map(|(of, _)| of);
        TRAIL | READER | time | self.masks(sets.into_iter().flatten().chain(since))
    }
    fn int(self, n: &Int<N>) -> u32 {
        match n {
            Int::Fixed(_) | Int::Name(_) => 0,
            Int::Count(m) => self.mask(m),
            Int::Field(_, of, _) => VALUES | READER | of.as_ref().map_or(0, |m| self.mask(m)),
            Int::Extreme(_, _, of, _) => VALUES | self.mask(of),
            Int::Worth(m) => self.mask(m),
            Int::WorthOfPieces(m) => self.known.kinds | self.mask(m),
            Int::Round => TIME,
            Int::Both(_, a, b) => self.int(a) | self.int(b),
            Int::Past(past) => self.past(past),
            Int::FieldFor(..)
            | Int::FieldOfHolders(..)
            | Int::Points(_)
            | Int::Place(_)
            | Int::Word(..)
            | Int::Chosen(..)
            | Int::Repetition => ALL | READER,
        }
    }
}

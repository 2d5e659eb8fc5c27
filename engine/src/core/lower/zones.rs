//! Zones: where what they hold lies in the state, and what they hold at the beginning.
use super::*;

impl<const N: usize> Lowering<N> {
    pub(super) fn zones(&mut self) -> Lowered<()> {
        let rules = self.rules.clone();
        for (i, z) in rules.zones.iter().enumerate() {
            let crate::rules::Zone {
                name: _,
                of,
                holds,
                shape,
                start,
                seen,
                by,
                src: _,
            } = z;
            if self.holder(*by).is_none() {
                continue;
            }
            let power = match by {
                crate::rules::Holder::Power(p) => self.plan.power(*p),
                crate::rules::Holder::Game
                | crate::rules::Holder::EachSeat
                | crate::rules::Holder::Kind(_) => None,
            };
            let (on, count) = match of {
                Owner::Game => (Ty::Board, 1),
                Owner::Seat => (Ty::Seat, self.plan.seats),
                Owner::Side => (Ty::Side, rules.sides.len()),
                Owner::Piece(_) => (Ty::Piece, Bits::<N>::ROOM),
                Owner::Square => (Ty::Square, self.plan.boards.count()),
                Owner::Border => return refuse("a zone of a border"),
                Owner::Card => return refuse("a zone of a card"),
                Owner::Kind(_) => return refuse("a zone of a kind"),
            };
            let seen = match seen {
                Seen::All => None,
                Seen::Nobody => Some(SeenBy::Nobody),
                Seen::Holder => Some(SeenBy::Holder),
                Seen::Owner => Some(SeenBy::Owner),
                Seen::These(s) => Some(SeenBy::These(self.seats(s)?)),
            };
            let filled = matches!(of, Owner::Game | Owner::Seat | Owner::Side);
            if !filled && !start.is_empty() {
                return refuse("what zones of pieces or squares hold at the beginning");
            }
            let mut all = vec![];
            if !start.is_empty() {
                for owner in 0..count {
                    let mut held = vec![];
                    for s in start {
                        self.starting(s, on, owner, *holds == Ty::Card, &mut held)?;
                    }
                    all.push(held);
                }
            }
            self.plan.zones.push(super::super::plan::Zone {
                zone: ZoneId::from(i),
                on,
                slot: self.plan.slots,
                count: count as u16,
                cards: *holds == Ty::Card,
                deck: *shape == Shape::Deck,
                row: *shape == Shape::Row,
                power,
                seen,
                start: all,
            });
            self.plan.slots += count as u16;
        }
        Ok(())
    }
    /// What a phrase puts into the zone of an owner at the beginning.
    fn starting(
        &mut self,
        s: &Set,
        on: Ty,
        owner: usize,
        cards: bool,
        held: &mut Vec<Start>,
    ) -> Lowered<()> {
        let Base::Row1(row) = &s.base else {
            let Mask::Fixed(armies) = constant(self.set(s)?) else {
                return refuse("armies in a zone, on a condition");
            };
            held.extend(armies.iter().map(|a| Start::Army(a as u16)));
            return Ok(());
        };
        if s.bare().is_none() {
            return refuse("some of a row in a zone");
        }
        let nobody = self.plan.seats as u8;
        for (k, seat) in row {
            let Some(kind) = self.plan.kind(*k) else {
                continue;
            };
            let seat = seat.map(|s| turned(&self.rules, s, on, owner));
            let of = match on == Ty::Seat {
                true => owner as u8,
                false => nobody,
            };
            let side = match (cards, seat) {
                (true, Some(s)) => self.rules.seats[s.index()].side.0 as u8,
                (true, None) | (false, _) => NONE,
            };
            held.push(Start::Piece(kind, seat.map_or(of, |s| s.0 as u8), side));
        }
        Ok(())
    }
}

/// A mask that never changes, worked out.
fn constant<const N: usize>(m: Mask<N>) -> Mask<N> {
    fn fixed<const N: usize>(m: &Mask<N>) -> Option<Bits<N>> {
        if let Mask::Fixed(b) = m {
            return Some(*b);
        }
        let all = |v: &[Mask<N>]| v.iter().map(fixed).collect::<Option<Vec<_>>>();
        if let Mask::And(v) = m {
            return Some(all(v)?.into_iter().fold(Bits::FULL, |a, b| a & b));
        }
        if let Mask::Or(v) = m {
            return Some(all(v)?.into_iter().fold(Bits::EMPTY, |a, b| a | b));
        }
        if let Mask::Not(x) = m {
            return fixed(x).map(|b| !b);
        }
        None
    }
    fixed(&m).map_or(m, Mask::Fixed)
}

/// A seat of a row that is written once and holds for every owner: written for the first of them and turned for the others.
fn turned(rules: &Ruleset, written: SeatId, on: Ty, owner: usize) -> SeatId {
    let side_of = |s: SeatId| rules.seats[s.index()].side;
    let (side, seat) = match on {
        Ty::Seat => (side_of(SeatId::from(owner)), Some(SeatId::from(owner))),
        Ty::Side => (SideId::from(owner), None),
        Ty::Piece
        | Ty::Square
        | Ty::Kind
        | Ty::Card
        | Ty::Number
        | Ty::Text
        | Ty::Mark
        | Ty::Move
        | Ty::Power
        | Ty::Army
        | Ty::Zone
        | Ty::Turn
        | Ty::Moment
        | Ty::Board
        | Ty::Border
        | Ty::Direction => return written,
    };
    let sides = &rules.sides;
    let turned = (side.index() + side_of(written).index()) % sides.len();
    match seat {
        Some(own) if turned == side.index() => own,
        Some(_) | None => sides[turned].seats.first().copied().unwrap_or(written),
    }
}

//! What the host and the seats see of a game: pieces, values, zones, who is on turn. It reads a state and never changes it.
use super::bits::Bits;
use super::eval::Cx;
use super::plan::*;
use super::plans::Planned;
use super::state::*;
use crate::ids::*;
use crate::play::{BoardView, SeenField, SeenHeld, SeenPiece, SeenZone, Shown, Thing};
use crate::position_text::{directional, seat_facing};
use crate::rules::Ty;

impl<const N: usize> Plan<N> {
    /// The position as a seat may see it; none: the whole of it.
    pub fn view(&self, st: &State<N>, viewer: Option<SeatId>) -> BoardView {
        let cx = Cx::new(self, st, Env::NOBODY);
        let turnable = directional(&self.rules);
        let piece = |layer: u8, sq: usize, c: &u8| {
            let p = (*c as usize).checked_sub(1)?;
            let seat = self.seat(st.owner[p] as usize);
            // which way a rook faces is nobody's business
            let facing = match turnable.contains(&self.kinds[st.kind[p] as usize]) {
                true => st.facing[p],
                false => seat_facing(&self.rules, seat),
            };
            Some(SeenPiece {
                square: SquareId::from(sq),
                layer,
                kind: self.kinds[cx.kind(p)],
                seat,
                facing,
            })
        };
        let both = |sq: usize| {
            let far = st.far.get(sq).and_then(|c| piece(1, sq, c));
            piece(0, sq, &st.cells[sq]).into_iter().chain(far)
        };
        let viewer = viewer.map(|s| s.0 as u8);
        BoardView {
            pieces: (0..st.cells.len()).flat_map(both).collect(),
            zones: self.zones_of(st, viewer),
            fields: self.fields_of(st, viewer),
            on_turn: self.seat(st.clock.on_turn as usize).into_iter().collect(),
            outcomes: st.seats.iter().map(|s| s.result).collect(),
        }
    }
    /// The seat of a number; none: nobody's.
    fn seat(&self, i: usize) -> Option<SeatId> {
        (i < self.seats).then(|| SeatId::from(i))
    }
    /// The squares of the pieces that a rule freezes.
    pub fn frozen_now(&self, st: &State<N>) -> Vec<SquareId> {
        let cx = Cx::new(self, st, Env::NOBODY);
        let frozen = self
            .frozen
            .as_ref()
            .map_or_else(Default::default, |m| cx.mask(m) & st.plane(plane::BOARD));
        let mut squares: Vec<SquareId> = (frozen.iter())
            .filter_map(|p| st.square(p).map(SquareId::from))
            .collect();
        squares.sort();
        squares
    }

    // ---- who sees what

    /// Whether a seat sees the value of one thing; of what is kept for each holder, that of this holder.
    pub fn sees_value(
        &self,
        st: &State<N>,
        viewer: u8,
        place: &Place,
        owner: usize,
        holder: Option<usize>,
    ) -> bool {
        let Some(h) = place.hidden else { return true };
        let env = Env {
            you: holder.map_or(NONE, |s| s as u8),
            ..Env::EMPTY
        };
        Cx::new(self, st, &env).sees(viewer, &self.hidden[h as usize], owner)
    }
    /// Whether a seat sees what lies in the zone of an owner.
    fn sees_zone(&self, st: &State<N>, viewer: u8, z: &Zone<N>, owner: usize) -> bool {
        let keeper = match z.on {
            Ty::Piece => st.owner[owner],
            Ty::Seat => owner as u8,
            _ => NONE,
        };
        match &z.seen {
            None => true,
            Some(SeenBy::Nobody) => false,
            Some(SeenBy::Holder | SeenBy::Owner) => keeper == viewer,
            Some(SeenBy::These(m)) => {
                let env = Env {
                    you: keeper,
                    ..Env::EMPTY
                };
                Cx::new(self, st, &env).has(m, viewer as usize)
            }
        }
    }
    /// Whether a seat knows which piece or card this is: all do, unless it lies in a hidden zone and was not shown.
    pub fn sees_held(&self, st: &State<N>, viewer: u8, p: usize) -> bool {
        let slot = st.zone[p];
        let alone = self.shown_plane(viewer as usize);
        let shown = st.plane(plane::SHOWN).has(p) || alone.is_some_and(|i| st.plane(i).has(p));
        let seen = |z: &Zone<N>| self.sees_zone(st, viewer, z, (slot - z.slot) as usize);
        slot == NONE16 || shown || self.zone_of(slot).is_none_or(seen)
    }
    /// The plane of what was shown of hidden zones to one seat.
    pub(super) fn shown_plane(&self, seat: usize) -> Option<usize> {
        self.shown_to.map(|first| first + seat)
    }
    /// The planes of what was shown of hidden zones: to all, and to single seats.
    pub(super) fn shown_planes(&self) -> impl Iterator<Item = usize> {
        let single = (0..self.seats).filter_map(|seat| self.shown_plane(seat));
        std::iter::once(plane::SHOWN).chain(single)
    }

    // ---- zones and values

    fn zones_of(&self, st: &State<N>, viewer: Option<u8>) -> Vec<SeenZone> {
        let mut all = vec![];
        for z in &self.zones {
            for o in 0..(z.count as usize).min(self.owners(st, z.on)) {
                let here: Vec<usize> = st.held_in(z.slot + o as u16).collect();
                if here.is_empty() {
                    continue;
                }
                let open = viewer.is_none_or(|v| here.iter().all(|p| self.sees_held(st, v, *p)));
                let held = |p: &usize| match st.card_of[*p] {
                    NONE16 => SeenHeld::Of(
                        self.kinds[st.kind[*p] as usize],
                        self.seat(Cx::new(self, st, Env::NOBODY).shown_owner(*p)),
                    ),
                    army => SeenHeld::Army { army: ArmyId(army) },
                };
                all.push(SeenZone {
                    zone: z.zone,
                    of: self.thing(st, z.on, o),
                    count: here.len() as u16,
                    held: open.then(|| here.iter().map(held).collect()),
                });
            }
        }
        all
    }
    fn fields_of(&self, st: &State<N>, viewer: Option<u8>) -> Vec<SeenField> {
        let mut all = vec![];
        for (i, (field, place)) in self.rules.fields.iter().zip(&self.fields).enumerate() {
            let Some(place) = place else { continue };
            for o in 0..self.owners(st, place.on) {
                for holder in 0..if place.by_holder { self.seats } else { 1 } {
                    let values = self.values_at(st, place, field.ty, o, holder);
                    let holder = place.by_holder.then_some(holder);
                    let sees = |v: u8| self.sees_value(st, v, place, o, holder);
                    if !values.is_empty() && viewer.is_none_or(sees) {
                        all.push(SeenField {
                            field: FieldId::from(i),
                            of: self.thing(st, place.on, o),
                            seat: holder.map(SeatId::from),
                            values,
                        });
                    }
                }
            }
        }
        all
    }
    /// How many things of a type there are that can have a value; the game is one.
    fn owners(&self, st: &State<N>, on: Ty) -> usize {
        match on {
            Ty::Board => 1,
            Ty::Seat => self.seats,
            Ty::Side => self.rules.sides.len(),
            Ty::Square => self.boards.count(),
            Ty::Border => self.boards.border_count(),
            Ty::Kind => self.kinds.len(),
            _ => st.kind.len(),
        }
    }
    fn thing(&self, st: &State<N>, ty: Ty, i: usize) -> Thing {
        match ty {
            Ty::Board => Thing::Game,
            Ty::Seat => Thing::Seat(SeatId::from(i)),
            Ty::Side => Thing::Side(SideId::from(i)),
            Ty::Square => Thing::Square(SquareId::from(i)),
            Ty::Border => {
                let [a, b] = self.boards.sides_of_border(i);
                Thing::Border(SquareId::from(a), SquareId::from(b))
            }
            Ty::Kind => Thing::Kind(self.kinds[i]),
            _ => match st.square(i) {
                Some(q) => Thing::Piece(SquareId::from(q), u8::from(st.is_far(i))),
                None => Thing::Held(i as u16),
            },
        }
    }
    /// What a field says of one thing; nothing: it was never set, or is nothing.
    fn values_at(
        &self,
        st: &State<N>,
        place: &Place,
        ty: Ty,
        o: usize,
        holder: usize,
    ) -> Vec<Shown> {
        let shown = |x: usize| match ty {
            Ty::Army => Shown::Army(ArmyId::from(x)),
            Ty::Text => Shown::Text(self.texts[x]),
            ty => Shown::Thing(self.thing(st, ty, x)),
        };
        let number = |i: usize| match st.values[i] {
            UNSET => vec![],
            // a number that a rule states is shown by that rule, not as a value somebody set
            n if self.values[i] == n && self.said_of_values.contains(&(i as u16)) => vec![],
            0 if ty == Ty::Number => vec![],
            n if ty == Ty::Number => vec![Shown::Number(n)],
            n if ty == Ty::Move => {
                let square = |sq: u8| SquareId(u16::from(sq));
                let shown = |m: Planned| Shown::Move(square(m.from), square(m.to));
                Planned::of(n).into_iter().map(shown).collect()
            }
            n => usize::try_from(n).into_iter().map(shown).collect(),
        };
        let members = |of: Bits<N>| {
            let mut all: Vec<Shown> = of.iter().map(shown).collect();
            all.sort();
            all
        };
        match place.slots {
            Slots::Marks(first) => {
                let marked = st.plane(first as usize + holder).has(o);
                marked.then_some(Shown::Yes).into_iter().collect()
            }
            Slots::Sets(first) => members(st.plane(first as usize + o)),
            Slots::Owners(first, values) => {
                let has = |v: &usize| st.plane(first as usize + v).has(o);
                members((0..values as usize).filter(has).collect())
            }
            Slots::Numbers(first) => number(first as usize + o),
            Slots::NumbersOfYou(first, each) => number(first as usize + holder * each as usize + o),
        }
    }
}

//! What the host and the seats see of a game: pieces, values, who is on turn. It reads a state and never changes it.
use super::eval::Cx;
use super::plan::*;
use super::state::*;
use crate::ids::*;
use crate::play::{BoardView, SeenField, SeenPiece, Shown, Thing};
use crate::position_text::{directional, seat_facing};
use crate::rules::{Owner, Ty};

impl<const N: usize> Plan<N> {
    /// The position as a seat may see it; none: the whole of it.
    pub fn view(&self, st: &State<N>, _seat: Option<SeatId>) -> BoardView {
        let cx = Cx::new(self, st, &Env::EMPTY);
        let turnable = directional(&self.rules);
        let piece = |(sq, c): (usize, &u8)| {
            let p = (*c as usize).checked_sub(1)?;
            let seat = self.seat(st.owner[p] as usize);
            // which way a rook faces is nobody's business
            let facing = match turnable.contains(&self.kinds[st.kind[p] as usize]) {
                true => st.facing[p],
                false => seat_facing(&self.rules, seat),
            };
            Some(SeenPiece {
                square: SquareId::from(sq),
                layer: 0,
                kind: self.kinds[cx.kind(p)],
                seat,
                facing,
            })
        };
        BoardView {
            pieces: st.cells.iter().enumerate().filter_map(piece).collect(),
            zones: vec![],
            fields: self.fields_of(st),
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
        let cx = Cx::new(self, st, &Env::EMPTY);
        let frozen = self.frozen.as_ref().map_or_else(Default::default, |m| {
            cx.mask(m) & st.plane(plane::BOARD)
        });
        let mut squares: Vec<SquareId> = (frozen.iter())
            .filter_map(|p| st.square(p).map(SquareId::from))
            .collect();
        squares.sort();
        squares
    }

    // ---- values

    fn fields_of(&self, st: &State<N>) -> Vec<SeenField> {
        let mut all = vec![];
        for (i, (field, place)) in self.rules.fields.iter().zip(&self.fields).enumerate() {
            let Some(place) = place else { continue };
            for o in 0..self.owners(st, place.on) {
                for holder in 0..if place.by_holder { self.seats } else { 1 } {
                    let values = self.values_at(st, place, field.ty, o, holder);
                    if values.is_empty() {
                        continue;
                    }
                    all.push(SeenField {
                        field: FieldId::from(i),
                        of: self.owner(st, &field.of, o),
                        seat: place.by_holder.then(|| SeatId::from(holder)),
                        values,
                    });
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
            Ty::Square => self.boards.count(),
            Ty::Kind => self.kinds.len(),
            _ => st.kind.len(),
        }
    }
    fn owner(&self, st: &State<N>, of: &Owner, i: usize) -> Thing {
        match of {
            Owner::Game => Thing::Game,
            Owner::Seat => Thing::Seat(SeatId::from(i)),
            Owner::Side => Thing::Side(SideId::from(i)),
            Owner::Square => Thing::Square(SquareId::from(i)),
            Owner::Kind(_) => Thing::Kind(self.kinds[i]),
            Owner::Piece(_) | Owner::Card => self.piece(st, i),
        }
    }
    fn piece(&self, st: &State<N>, p: usize) -> Thing {
        match st.square(p) {
            Some(q) => Thing::Piece(SquareId::from(q), 0),
            None => Thing::Held(p as u16),
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
            Ty::Seat => Shown::Thing(Thing::Seat(SeatId::from(x))),
            Ty::Side => Shown::Thing(Thing::Side(SideId::from(x))),
            Ty::Square => Shown::Thing(Thing::Square(SquareId::from(x))),
            Ty::Kind => Shown::Thing(Thing::Kind(self.kinds[x])),
            Ty::Piece | Ty::Card => Shown::Thing(self.piece(st, x)),
            _ => Shown::Number(x as i32),
        };
        let number = |i: usize| match st.values[i] {
            UNSET => vec![],
            0 if ty == Ty::Number => vec![],
            n if ty == Ty::Number => vec![Shown::Number(n)],
            n => usize::try_from(n).into_iter().map(shown).collect(),
        };
        match place.slots {
            Slots::Marks(first) => {
                let marked = st.plane(first as usize + holder).has(o);
                marked.then_some(Shown::Yes).into_iter().collect()
            }
            Slots::Sets(first) => {
                let cx = Cx::new(self, st, &Env::EMPTY);
                let members = cx.in_order(ty, st.plane(first as usize + o));
                members.into_iter().map(shown).collect()
            }
            Slots::Numbers(first) => number(first as usize + o),
            Slots::NumbersOfYou(first, each) => {
                number(first as usize + holder * each as usize + o)
            }
        }
    }
}

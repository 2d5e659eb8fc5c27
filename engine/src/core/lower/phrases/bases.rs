//! Bases: the nouns a phrase begins with, on all boards.
use super::*;

impl<const N: usize> Lowering<N> {
    /// `a pawn square of your setup`: where the set-up puts one.
    pub(super) fn setup_squares(&mut self, s: &Set) -> Lowered<Option<Mask<N>>> {
        if s.ty != Ty::Square {
            return Ok(None);
        }
        let kind =
            s.by.iter()
                .position(|n| matches!(n, Narrow::Is(Quality::Kind(_))));
        let setup = |n: &Narrow| match n {
            Narrow::At(Near::In | Near::Among | Near::On, t) => setup_of(t).cloned(),
            Narrow::At(..)
            | Narrow::Is(_)
            | Narrow::Not(_)
            | Narrow::Of(_)
            | Narrow::Hostile(_)
            | Narrow::Own
            | Narrow::Between(..)
            | Narrow::That(..)
            | Narrow::Except(_)
            | Narrow::Other(_) => None,
        };
        let of = s.by.iter().find_map(setup);
        let (Some(i), Some(of)) = (kind, of) else {
            return Ok(None);
        };
        let Narrow::Is(Quality::Kind(kinds)) = &s.by[i] else {
            return Ok(None);
        };
        let kinds = self.set(kinds)?;
        let seats = self.first_seats(&of)?;
        let rest = Set {
            by: s
                .by
                .iter()
                .enumerate()
                .filter(|(j, _)| *j != i)
                .map(|(_, n)| n.clone())
                .collect(),
            pick: None,
            ..s.clone()
        };
        let rest = self.set(&rest)?;
        Ok(Some(Mask::And(vec![
            Mask::SetupSquaresOf(Box::new(seats), Box::new(kinds)),
            rest,
        ])))
    }
    pub(super) fn base(&mut self, s: &Set, anywhere: bool) -> Lowered<Mask<N>> {
        let all = self.on_all_boards(s, anywhere)?;
        let several = self.rules.boards.len() > 1;
        let on_each = matches!(s.base, Base::All(_) | Base::OnTurn)
            && matches!(s.ty, Ty::Piece | Ty::Square | Ty::Border | Ty::Seat);
        Ok(match several && on_each {
            true => Mask::And(vec![all, Mask::OwnBoard(s.ty)]),
            false => all,
        })
    }
    /// How many borders the boards have. Rules that speak of borders watch for those that moves cross.
    pub(in crate::core::lower) fn borders(&mut self) -> Lowered<usize> {
        let count = self.plan.boards.border_count();
        if count > Bits::<N>::ROOM || count > 250 {
            return refuse("more borders between squares than there is room for");
        }
        self.plan.speaks_of_borders = true;
        Ok(count)
    }
    fn on_all_boards(&mut self, s: &Set, anywhere: bool) -> Lowered<Mask<N>> {
        let n = self.plan.seats;
        Ok(match &s.base {
            Base::All(w) => match (s.ty, w) {
                (Ty::Piece, Where::Lost) => self.pieces_only(Mask::Plane(plane::LOST as u16)),
                (Ty::Piece, Where::Board) if anywhere => {
                    self.pieces_only(Mask::Plane(plane::THERE as u16))
                }
                (Ty::Piece, Where::Board) => Mask::Plane(plane::BOARD as u16),
                (Ty::Piece, Where::InPlay) => self.pieces_only(Mask::And(vec![
                    Mask::Plane(plane::THERE as u16),
                    Mask::Not(Box::new(Mask::Plane(plane::LOST as u16))),
                ])),
                (Ty::Piece, Where::Anywhere) => self.pieces_only(Mask::Plane(plane::THERE as u16)),
                (Ty::Card, _) => Mask::Plane(plane::CARD as u16),
                (Ty::Seat, Where::Anywhere) => Mask::Fixed(Bits::below(n)),
                (Ty::Seat, Where::Board) if anywhere => Mask::Fixed(Bits::below(n)),
                (Ty::Seat, Where::Board | Where::InPlay | Where::Lost) => Mask::Playing,
                (Ty::Square, _) => Mask::Fixed(self.plan.boards.squares),
                (Ty::Kind, _) => Mask::Fixed(Bits::below(self.plan.kinds.len())),
                (Ty::Side, _) => Mask::Fixed(Bits::below(self.rules.sides.len())),
                (Ty::Power, _) => Mask::Fixed(Bits::below(self.plan.powers.len())),
                (Ty::Army, _) if self.rules.armies.len() <= Bits::<N>::ROOM => {
                    // who has the plain army has none of those that are dealt
                    let plain = self.rules.plain_army.map(|a| a.index());
                    let all = 0..self.rules.armies.len();
                    Mask::Fixed(all.filter(|a| Some(*a) != plain).collect())
                }
                (Ty::Direction, _) => Mask::Fixed(Bits::below(HEADINGS.len())),
                (Ty::Border, _) => Mask::Fixed(Bits::below(self.borders()?)),
                (ty, _) => return refuse(format!("all things of type {ty}")),
            },
            Base::New => return refuse("new pieces"),
            Base::You => Mask::You,
            Base::It => Mask::It,
            Base::OnTurn => Mask::OnTurn,
            Base::Author => Mask::Author,
            Base::Nobody => Mask::Fixed(Bits::one(n)),
            Base::Nothing => Mask::Fixed(Bits::EMPTY),
            Base::Kind(k) => Mask::Fixed(
                self.plan
                    .kind(*k)
                    .map_or(Bits::EMPTY, |k| Bits::one(k as usize)),
            ),
            Base::Name(name) => Mask::Name(self.name(*name)?),
            Base::Word(w, None) => self.word(*w, false)?,
            Base::Word(w, Some(of)) => {
                self.word(*w, false)?;
                let x = Box::new(self.set(of)?);
                match of.ty {
                    Ty::Seat => Mask::NounFor(w.0, x),
                    Ty::Piece => Mask::NounForPieces(w.0, x),
                    ty => return refuse(format!("a definition read for {ty}")),
                }
            }
            Base::Field(f, of, None) => {
                let place = self.place(*f)?;
                let of = if place.of_game {
                    Mask::Fixed(Bits::one(0))
                } else {
                    self.owner_of_value(of, place.on)?
                };
                match place.slots {
                    Slots::Marks(_) => return refuse("a mark as a value"),
                    Slots::NumbersOfYou(..) if !self.is_own(*f) => {
                        let whose = Box::new(self.of_holders(*f, &place)?);
                        Mask::ValueOfHolders(whose, place.slots, Box::new(of), place.from)
                    }
                    Slots::Sets(_)
                    | Slots::Owners(..)
                    | Slots::Numbers(_)
                    | Slots::NumbersOfYou(..) => {
                        Mask::Value(place.slots, Box::new(self.seen_of(&place, of)), place.from)
                    }
                }
            }
            Base::Field(f, of, Some(seat)) => {
                let (place, whose) = self.field_for(*f, seat)?;
                let of = match place.of_game {
                    true => Mask::Fixed(Bits::one(0)),
                    false => self.owner_of_value(of, place.on)?,
                };
                Mask::ValueFor(
                    Box::new(whose),
                    place.hidden,
                    place.slots,
                    Box::new(of),
                    place.from,
                )
            }
            Base::Zone(z, of) => {
                let (z, of) = self.zone(*z, of)?;
                match s.ty {
                    Ty::Army => Mask::ArmiesOf(Box::new(Mask::Zone(z, Box::new(of)))),
                    Ty::Piece | Ty::Card => Mask::Zone(z, Box::new(of)),
                    ty => return refuse(format!("a zone of a {ty}")),
                }
            }
            Base::Of(part, of) => return self.part(*part, of),
            Base::Past(_) => return refuse("things of the past"),
            Base::Line(a, b) => Mask::Line(Box::new(self.squares(a)?), Box::new(self.squares(b)?)),
            Base::Row(n, of) | Base::File(n, of) => {
                let file = matches!(s.base, Base::File(..));
                let x = Box::new(self.set(of)?);
                let n = Box::new(self.num(n)?);
                match of.ty {
                    Ty::Seat => Mask::RowsOfSeats(n, x, file),
                    Ty::Piece => Mask::RowsOfPieces(n, x, file),
                    ty => return refuse(format!("rows of a {ty}")),
                }
            }
            Base::Edge => Mask::Fixed(self.plan.boards.edge),
            Base::Corner => Mask::Fixed(self.plan.boards.corners),
            Base::Layer(_) | Base::OtherLayer(_) if !self.plan.two_sides => {
                return refuse("sides of a board that has one");
            }
            Base::Layer(side) => Mask::Fixed(Bits::one(*side as usize)),
            Base::OtherLayer(of) => {
                let x = Box::new(self.set(of)?);
                Mask::OtherSides(match of.ty {
                    Ty::Piece => Box::new(Mask::SidesOfBoard(x)),
                    Ty::Square => Box::new(Mask::SideOfSquares(x)),
                    Ty::Side if self.is_side_of_board(of) => x,
                    ty => return refuse(format!("the other side of a {ty}")),
                })
            }
            Base::Chosen(o) => {
                Mask::Fixed(self.chosen_kind(*o).into_iter().map(usize::from).collect())
            }
            Base::Range(..) | Base::Number(_) => return refuse("numbers as things"),
            Base::Ability(of) => self.set(of)?,
            Base::Or(v) => {
                let mut all = vec![];
                for t in v {
                    self.anywhere = anywhere;
                    all.push(self.as_type(t, s.ty)?);
                    self.anywhere = false;
                }
                Mask::Or(all)
            }
            Base::Squares(v) => {
                let all = |you: usize| -> Bits<N> {
                    let turned = |q: &SquareId| {
                        if you < n {
                            self.plan.boards.in_frame(q.index(), you)
                        } else {
                            q.index()
                        }
                    };
                    v.iter().map(turned).collect()
                };
                let for_seats: Box<[Bits<N>]> = (0..=n).map(all).collect();
                match for_seats.iter().all(|squares| *squares == for_seats[n]) {
                    true => Mask::Fixed(for_seats[n]),
                    false => Mask::OfYou(for_seats),
                }
            }
            Base::Seats(v) => Mask::Fixed(v.iter().map(|s| s.index()).collect()),
            Base::Sides(v) => Mask::Fixed(v.iter().map(|s| s.index()).collect()),
            Base::Armies(v) => Mask::Fixed(v.iter().map(|a| a.index()).collect()),
            Base::Text(t) => Mask::Fixed(Bits::one(self.text(*t)?)),
            Base::Row1(v) => Mask::Fixed(
                v.iter()
                    .filter_map(|(k, _)| self.plan.kind(*k))
                    .map(usize::from)
                    .collect(),
            ),
        })
    }
}

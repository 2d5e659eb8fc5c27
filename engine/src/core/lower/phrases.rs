//! Noun phrases as masks: a base, narrowed part by part, picked from last of all.
use super::*;
use crate::core::board::Around;

/// The thing a condition is turned into a mask about.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum About {
    Name(Name),
    It,
}

/// A narrowing: a mask, or a question to each candidate.
enum Narrowed<const N: usize> {
    Mask(Mask<N>),
    Each(u8, Truth<N>),
}

impl<const N: usize> Lowering<N> {
    pub(super) fn name(&self, n: Name) -> Lowered<u8> {
        if n.index() < NAMES {
            Ok(n.0 as u8)
        } else {
            refuse("more names than there is room for")
        }
    }
    pub(super) fn set(&mut self, s: &Set) -> Lowered<Mask<N>> {
        let Set {
            ty,
            base: _,
            by,
            pick,
            amount: _,
        } = s;
        // only of the phrase itself, not of those in it
        let anywhere = std::mem::replace(&mut self.anywhere, false);
        if let Some(i) = by
            .iter()
            .position(|n| matches!(n, Narrow::At(Near::Nth(_), _)))
        {
            let mut all = s.clone();
            let Narrow::At(Near::Nth(n), _) = all.by.remove(i) else {
                return refuse("the n-th of a phrase");
            };
            let of = Box::new(self.set(&all)?);
            return Ok(Mask::At(*ty, Box::new(self.num(&n)?), of));
        }
        let mut x = match self.setup_squares(s)? {
            Some(x) => x,
            None => {
                let base = self.base(s, anywhere)?;
                let mut all = vec![];
                for n in by {
                    all.push(self.narrow(n, *ty)?);
                }
                put_together(base, all)
            }
        };
        if let Some(pick) = pick {
            x = match pick {
                Pick::Nth(n) => Mask::Nth(*ty, *n, Box::new(x)),
                Pick::Last => Mask::Nth(*ty, 0, Box::new(x)),
                Pick::Latest if matches!(ty, Ty::Piece | Ty::Seat) => {
                    Mask::Latest(*ty, Box::new(x))
                }
                Pick::Latest => return refuse("the latest of other things"),
                Pick::Nearest(to) => Mask::Nearest(*ty, Box::new(x), Box::new(self.squares(to)?)),
                Pick::Most(name, n) => self.best(true, *name, x, n)?,
                Pick::Fewest(name, n) => self.best(false, *name, x, n)?,
            };
        }
        Ok(x)
    }
    fn best(&mut self, most: bool, name: Name, of: Mask<N>, n: &Num) -> Lowered<Mask<N>> {
        Ok(Mask::Best {
            most,
            name: self.name(name)?,
            of: Box::new(of),
            by: Box::new(self.num(n)?),
        })
    }
    /// `a pawn square of your setup`: where the set-up puts one.
    fn setup_squares(&mut self, s: &Set) -> Lowered<Option<Mask<N>>> {
        if s.ty != Ty::Square {
            return Ok(None);
        }
        let kind =
            s.by.iter()
                .position(|n| matches!(n, Narrow::Is(Quality::Kind(_))));
        let setup = |n: &Narrow| match n {
            Narrow::At(Near::In | Near::Among | Near::On, t) => match &t.base {
                Base::Of(Part::Setup, of) => Some((**of).clone()),
                _ => None,
            },
            _ => None,
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
    /// A phrase for seats, or for pieces taken for the seats they began with.
    fn first_seats(&mut self, s: &Set) -> Lowered<Mask<N>> {
        if s.ty == Ty::Piece {
            return Ok(Mask::FirstOwners(Box::new(self.set(s)?)));
        }
        self.seats(s)
    }
    /// A phrase for seats, or for pieces taken for their owners.
    pub(super) fn seats(&mut self, s: &Set) -> Lowered<Mask<N>> {
        let x = self.set(s)?;
        match s.ty {
            Ty::Seat => Ok(x),
            Ty::Piece | Ty::Card => Ok(Mask::Owners(Box::new(x))),
            Ty::Side => Ok(Mask::OfSides(Box::new(x))),
            ty => refuse(format!("seats of {ty:?}")),
        }
    }
    /// A phrase for squares, or for pieces taken for their squares.
    pub(super) fn squares(&mut self, s: &Set) -> Lowered<Mask<N>> {
        let x = self.set(s)?;
        match s.ty {
            Ty::Square => Ok(x),
            Ty::Piece | Ty::Card => Ok(Mask::Squares(Box::new(x))),
            ty => refuse(format!("the place of {ty:?}")),
        }
    }
    /// A phrase for kinds, or for pieces taken for their kinds.
    pub(super) fn kinds(&mut self, s: &Set) -> Lowered<Mask<N>> {
        let x = self.set(s)?;
        match s.ty {
            Ty::Kind => Ok(x),
            Ty::Piece | Ty::Card => Ok(Mask::Kinds(Box::new(x))),
            ty => refuse(format!("the kind of {ty:?}")),
        }
    }
    fn base(&mut self, s: &Set, anywhere: bool) -> Lowered<Mask<N>> {
        let all = self.on_all_boards(s, anywhere)?;
        let several = self.rules.boards.len() > 1;
        Ok(match (&s.base, s.ty) {
            (Base::All(_) | Base::OnTurn, Ty::Piece | Ty::Square | Ty::Seat) if several => {
                Mask::And(vec![all, Mask::OwnBoard(s.ty)])
            }
            _ => all,
        })
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
                (ty, _) => return refuse(format!("all things of type {ty:?}")),
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
                    ty => return refuse(format!("a definition read for {ty:?}")),
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
                    ty => return refuse(format!("a zone of {ty:?}")),
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
                    ty => return refuse(format!("rows of {ty:?}")),
                }
            }
            Base::Edge => return refuse("the edge of the board"),
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
                    ty => return refuse(format!("the other side of {ty:?}")),
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
                Mask::OfYou((0..=n).map(all).collect())
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
    /// A phrase in the type of another, under the silent conversions.
    pub(super) fn as_type(&mut self, s: &Set, ty: Ty) -> Lowered<Mask<N>> {
        match (s.ty, ty) {
            (_, _) if s.base == Base::Nothing => Ok(Mask::Fixed(Bits::EMPTY)),
            (a, b) if a == b => self.set(s),
            (Ty::Card, Ty::Piece) | (Ty::Piece, Ty::Card) => self.set(s),
            (_, Ty::Square) => self.squares(s),
            (_, Ty::Kind) => self.kinds(s),
            (_, Ty::Seat) => self.seats(s),
            (Ty::Zone, Ty::Piece | Ty::Card) if matches!(s.base, Base::Zone(..) | Base::Or(_)) => {
                self.set(&Set { ty, ..s.clone() })
            }
            (Ty::Square, Ty::Piece) => Ok(Mask::On(Box::new(self.set(s)?))),
            (Ty::Kind, Ty::Piece) => Ok(Mask::OfKinds(Box::new(self.set(s)?))),
            (Ty::Army, Ty::Piece) => Ok(Mask::CardsOf(Box::new(self.set(s)?))),
            (a, b) => refuse(format!("{a:?} taken for {b:?}")),
        }
    }
    /// What a value hangs on, in the type it hangs on.
    pub(super) fn owner_of_value(&mut self, of: &Set, on: Ty) -> Lowered<Mask<N>> {
        self.as_type(of, on)
    }
    fn part(&mut self, part: Part, of: &Set) -> Lowered<Mask<N>> {
        if let (Part::Mover | Part::Origin | Part::Destination, Ty::Move) = (part, of.ty) {
            return Ok(Mask::PartOfMoves(part, Box::new(self.moves(of)?)));
        }
        let x = Box::new(self.set(of)?);
        let ty = if of.ty == Ty::Card { Ty::Piece } else { of.ty };
        Ok(match (part, ty) {
            (Part::Owner, Ty::Piece) => Mask::Owners(x),
            (Part::Owner, Ty::Seat) | (Part::Square, Ty::Square) | (Part::Kind, Ty::Kind) => *x,
            (Part::Square, Ty::Piece) => Mask::Squares(x),
            (Part::Kind, Ty::Piece) => Mask::Kinds(x),
            (Part::Side, Ty::Seat) => Mask::Sides(x),
            (Part::Side, Ty::Piece) if self.plan.two_sides => Mask::SidesOfBoard(x),
            (Part::Side, Ty::Piece) if self.has_cards() => Mask::ColoursOf(x),
            (Part::Side, Ty::Piece) => Mask::Sides(Box::new(Mask::Owners(x))),
            (Part::Power, Ty::Seat) => Mask::Powers(x),
            (Part::Army, Ty::Seat) => Mask::Armies(x),
            (Part::Setup, Ty::Seat) => Mask::SetupSquares(x),
            (Part::Setup, Ty::Piece) => Mask::SetupSquares(Box::new(Mask::FirstOwners(x))),
            (Part::Home, Ty::Piece) => Mask::Homes(x),
            (Part::Direction, Ty::Piece) => Mask::Headings(x),
            (Part::Run, Ty::Piece) => Mask::Runs(x),
            (Part::Left, Ty::Seat) => Mask::Ring(Ring::Left, x),
            (Part::Right, Ty::Seat) => Mask::Ring(Ring::Right, x),
            (Part::Opposite, Ty::Seat) => Mask::Ring(Ring::Opposite, x),
            (Part::Neighbour, Ty::Seat) => Mask::Ring(Ring::Others, x),
            (Part::Partner, Ty::Seat) => Mask::And(vec![Mask::Partners(x), Mask::Playing]),
            (Part::Opponents, Ty::Seat) => {
                let mut all = vec![Mask::Hostile(x), Mask::Playing];
                if self.rules.boards.len() > 1 {
                    all.push(Mask::OwnBoard(Ty::Seat));
                }
                Mask::And(all)
            }
            (part, ty) => return refuse(format!("the {part:?} of {ty:?}")),
        })
    }
    fn narrow(&mut self, n: &Narrow, ty: Ty) -> Lowered<Narrowed<N>> {
        Ok(Narrowed::Mask(match n {
            Narrow::Is(q) => self.quality(q, ty)?,
            Narrow::Not(q) => Mask::Not(Box::new(self.quality(q, ty)?)),
            Narrow::Of(s) => self.belonging(s, ty)?,
            Narrow::Hostile(s) => {
                let seats = Mask::Hostile(Box::new(self.seats(s)?));
                match ty {
                    Ty::Piece => Mask::Owned(Box::new(seats)),
                    Ty::Seat => Mask::And(vec![seats, Mask::Playing]),
                    ty => return refuse(format!("hostile {ty:?}")),
                }
            }
            Narrow::Own => {
                let owner = Mask::And(vec![
                    Mask::Owners(Box::new(Mask::It)),
                    Mask::Fixed(Bits::below(self.plan.seats)),
                ]);
                Mask::Owned(Box::new(owner))
            }
            Narrow::At(near, s) => self.near(near, s, ty)?,
            Narrow::Between(a, b) => {
                let between = Mask::Between(Box::new(self.squares(a)?), Box::new(self.squares(b)?));
                on_squares(between, ty)?
            }
            Narrow::That(v, c) => match self.about(c, About::Name(*v), ty)? {
                Some(x) => x,
                None => return Ok(Narrowed::Each(self.name(*v)?, self.cond(c)?)),
            },
            Narrow::Except(s) => Mask::Not(Box::new(self.as_type(s, ty)?)),
            Narrow::Other(v) => {
                let mut all = v
                    .iter()
                    .map(|s| self.as_type(s, ty))
                    .collect::<Lowered<Vec<_>>>()?;
                if ty == Ty::Seat {
                    all.push(Mask::You);
                }
                Mask::Not(Box::new(Mask::Or(all)))
            }
        }))
    }
    fn belonging(&mut self, s: &Set, ty: Ty) -> Lowered<Mask<N>> {
        Ok(match ty {
            Ty::Piece | Ty::Card => match s.ty {
                Ty::Seat => Mask::Owned(Box::new(self.set(s)?)),
                // the colour that a card shows stays, whoever holds it
                Ty::Side if self.has_cards() => Mask::OfColour(Box::new(self.set(s)?)),
                Ty::Side => Mask::Owned(Box::new(Mask::OfSides(Box::new(self.set(s)?)))),
                ty => return refuse(format!("pieces of {ty:?}")),
            },
            Ty::Square => Mask::Fixed(Bits::FULL),
            Ty::Kind => Mask::SetupKinds(Box::new(self.seats(s)?)),
            Ty::Seat => self.seats(s)?,
            Ty::Power => Mask::Powers(Box::new(self.seats(s)?)),
            Ty::Army => Mask::Armies(Box::new(self.seats(s)?)),
            Ty::Side => Mask::Sides(Box::new(self.seats(s)?)),
            ty => return refuse(format!("{ty:?} of somebody")),
        })
    }
    /// Things near others.
    pub(super) fn near(&mut self, near: &Near, s: &Set, ty: Ty) -> Lowered<Mask<N>> {
        let setup = match &s.base {
            Base::Of(Part::Setup, of) => Some((**of).clone()),
            _ => None,
        };
        if let (Ty::Kind, Some(of), Near::In | Near::Among) = (ty, &setup, near) {
            return Ok(Mask::SetupKinds(Box::new(self.first_seats(of)?)));
        }
        if self.is_side_of_board(s) && ty == Ty::Piece {
            let there = Mask::OfSidesOfBoard(Box::new(self.set(s)?));
            match near {
                Near::On | Near::In | Near::Among => return Ok(there),
                Near::Outside => return Ok(Mask::Not(Box::new(there))),
                _ => {}
            }
        }
        if s.ty == Ty::Board {
            return match (near, ty) {
                (Near::On | Near::In, Ty::Piece) => Ok(Mask::Plane(plane::BOARD as u16)),
                _ => refuse("the board as a place"),
            };
        }
        match near {
            Near::In | Near::Among | Near::Outside => {
                let inside = match (ty, s.ty) {
                    (Ty::Piece, Ty::Square) => Mask::On(Box::new(self.set(s)?)),
                    (Ty::Piece, Ty::Kind) => Mask::OfKinds(Box::new(self.set(s)?)),
                    (a, b) if a == b => self.set(s)?,
                    (Ty::Piece, Ty::Card) | (Ty::Card, Ty::Piece) => self.set(s)?,
                    (Ty::Square, Ty::Piece) => self.squares(s)?,
                    (Ty::Seat, Ty::Side) => self.seats(s)?,
                    (a, b) => return refuse(format!("{a:?} among {b:?}")),
                };
                Ok(if *near == Near::Outside {
                    Mask::Not(Box::new(inside))
                } else {
                    inside
                })
            }
            Near::On if ty == Ty::Kind => {
                let on = Mask::On(Box::new(self.squares(s)?));
                Ok(Mask::Kinds(Box::new(on)))
            }
            Near::On => on_squares(self.squares(s)?, ty),
            Near::Beside => on_squares(Mask::Near(Around::Beside, Box::new(self.squares(s)?)), ty),
            Near::Around => on_squares(Mask::Near(Around::Around, Box::new(self.squares(s)?)), ty),
            Near::InLine => on_squares(Mask::Near(Around::InLine, Box::new(self.squares(s)?)), ty),
            Near::OpenLine => on_squares(Mask::OpenLine(Box::new(self.squares(s)?)), ty),
            Near::Within(Num::Lit(n)) if *n >= 0 => on_squares(
                Mask::Near(Around::Within(*n as u8), Box::new(self.squares(s)?)),
                ty,
            ),
            Near::Within(n) => {
                let n = Box::new(self.num(n)?);
                on_squares(Mask::Within(n, Box::new(self.squares(s)?)), ty)
            }
            Near::Behind if s.ty == Ty::Piece => {
                on_squares(Mask::Behind(Box::new(self.set(s)?)), ty)
            }
            Near::Behind => on_squares(Mask::BehindSquares(Box::new(self.squares(s)?)), ty),
            Near::LowerThan => {
                let lower = Mask::LowerKinds(Box::new(self.kinds(s)?));
                Ok(match ty {
                    Ty::Kind => lower,
                    Ty::Piece => Mask::OfKinds(Box::new(lower)),
                    ty => return refuse(format!("{ty:?} lower than something")),
                })
            }
            Near::NextTo => Ok(Mask::NextTo(Box::new(self.as_type(s, Ty::Piece)?))),
            Near::Under => Ok(Mask::Under(Box::new(self.as_type(s, Ty::Piece)?))),
            Near::Nth(_) => refuse("the n-th of a phrase"),
            Near::Chain | Near::BlockOf4 => refuse("a chain or a block"),
        }
    }
    /// A phrase for sides of a board, not for those of players.
    pub(super) fn is_side_of_board(&self, s: &Set) -> bool {
        match &s.base {
            Base::Layer(_) | Base::OtherLayer(_) => true,
            Base::Of(Part::Side, of) => self.plan.two_sides && of.ty == Ty::Piece,
            _ => false,
        }
    }
    /// Of which things of a type a quality can be said.
    pub(super) fn quality(&mut self, q: &Quality, ty: Ty) -> Lowered<Mask<N>> {
        let plane = |i: usize| Mask::Plane(i as u16);
        let not = |m: Mask<N>| Mask::Not(Box::new(m));
        let ty = if ty == Ty::Card { Ty::Piece } else { ty };
        Ok(match (q, ty) {
            (Quality::Word(w), _) => self.word(*w, true)?,
            (Quality::Mark(f, None), _) => {
                let base = self.marked(*f)?;
                let of = self.place(*f)?.on;
                let base = match (of, ty) {
                    (Ty::Board, _) => base,
                    (a, b) if a == b => base,
                    (Ty::Seat, Ty::Piece) => Mask::Owned(Box::new(base)),
                    (Ty::Piece, Ty::Square) => Mask::Squares(Box::new(base)),
                    (Ty::Square, Ty::Piece) => Mask::On(Box::new(base)),
                    (Ty::Kind, Ty::Piece) => Mask::OfKinds(Box::new(base)),
                    (a, b) => return refuse(format!("a mark of {a:?} said of {b:?}")),
                };
                self.viewed(base, &|v| matches!(v, Quality::Mark(g, _) if g == f))?
            }
            (Quality::Mark(f, Some(seat)), ty) => {
                let place = self.place(*f)?;
                let Slots::Marks(first) = place.slots else {
                    return refuse("a value said as a mark");
                };
                if !place.by_holder || place.on != ty {
                    return refuse("a mark for a seat");
                }
                Mask::PlanesFor(first, Box::new(self.seats(seat)?))
            }
            (Quality::Kind(s), Ty::Piece) => Mask::OfKinds(Box::new(self.kinds(s)?)),
            (Quality::Kind(s), Ty::Kind) => self.kinds(s)?,
            (Quality::Side(s), Ty::Piece | Ty::Seat) => self.belonging(s, ty)?,
            (Quality::Royal, Ty::Piece) => Mask::Royal,
            (Quality::Empty, Ty::Square) => Mask::And(vec![
                Mask::Fixed(self.plan.boards.squares),
                not(plane(plane::TAKEN)),
            ]),
            (Quality::Occupied, Ty::Square) => plane(plane::TAKEN),
            (Quality::Dark, Ty::Square) => Mask::Fixed(self.plan.boards.dark),
            (Quality::Light, Ty::Square) => not(Mask::Fixed(self.plan.boards.dark)),
            (Quality::Frozen, Ty::Piece) => match &self.plan.frozen {
                Some(m) => m.clone(),
                None => Mask::Fixed(Bits::EMPTY),
            },
            (Quality::Stuck | Quality::Mobile, Ty::Piece | Ty::Seat) => {
                let mobile = Mask::Mobile {
                    seats: ty == Ty::Seat,
                };
                match q {
                    Quality::Stuck => not(mobile),
                    _ => mobile,
                }
            }
            (Quality::Unmoved, Ty::Piece) => plane(plane::UNMOVED),
            (Quality::Idle, Ty::Piece) => not(plane(plane::MOVED)),
            (Quality::Alone, Ty::Piece) => Mask::Alone,
            (Quality::Playing, Ty::Seat) => Mask::Playing,
            (Quality::OnTurn, Ty::Seat) => Mask::OnTurn,
            (Quality::Next, Ty::Seat) => Mask::NextSeat,
            (Quality::InPlay, Ty::Piece) => not(plane(plane::LOST)),
            (Quality::Lost, Ty::Piece) => plane(plane::LOST),
            (Quality::Captured, Ty::Piece) => {
                Mask::And(vec![plane(plane::LOST), plane(plane::CAPTURED)])
            }
            (Quality::InCheck(by), Ty::Piece) => Mask::InCheck(self.checkers(by)?),
            (Quality::InCheck(by), Ty::Seat) => Mask::SeatsInCheck(self.checkers(by)?),
            (Quality::Jumping, Ty::Piece) => Mask::Jumping,
            (Quality::Hidden | Quality::Open, Ty::Piece) => {
                let hidden = self
                    .plan
                    .zones
                    .iter()
                    .enumerate()
                    .filter(|(_, z)| z.seen.is_some());
                let lies: Vec<Mask<N>> = hidden
                    .map(|(i, _)| Mask::Zone(i as u16, Box::new(Mask::Fixed(Bits::FULL))))
                    .collect();
                let hidden = Mask::And(vec![Mask::Or(lies), not(plane(plane::SHOWN))]);
                match q {
                    Quality::Open => not(hidden),
                    _ => hidden,
                }
            }
            (Quality::Standard, Ty::Army) => {
                let all = (0..self.rules.armies.len()).map(ArmyId::from);
                Mask::Fixed(
                    all.filter(|a| self.is_standard(*a))
                        .map(|a| a.index())
                        .collect(),
                )
            }
            (Quality::Nothing, Ty::Seat) => Mask::Fixed(Bits::one(self.plan.seats)),
            (q, ty) => return refuse(format!("{} said of {ty:?}", short(q))),
        })
    }
    /// The kind that an option of the host names; none: its value is no kind that can come up.
    fn chosen_kind(&self, o: OptionId) -> Option<u8> {
        let option = &self.rules.options[o.index()];
        let value = self
            .plan
            .table
            .options
            .get(o.index())
            .and_then(|v| v.first());
        let value = value.copied().unwrap_or(option.usually);
        let (words, at) = match &option.values {
            OptionValues::Words(w) => (w, usize::try_from(value).ok()?),
            OptionValues::Mixed(w, ..) => (w, usize::try_from(-1 - value).ok()?),
            OptionValues::Range(..) | OptionValues::Numbers(_) => return None,
        };
        let word = &self.rules.texts[words.get(at)?.index()];
        let named = |k: &Kind| &self.rules.texts[k.name.index()] == word;
        let kind = self.rules.kinds.iter().position(named)?;
        self.plan.kind(KindId::from(kind))
    }
    /// There are cards in the match.
    fn has_cards(&self) -> bool {
        self.plan.zones.iter().any(|z| z.cards)
    }
    /// Pieces among these things: cards are none.
    fn pieces_only(&self, m: Mask<N>) -> Mask<N> {
        match self.has_cards() {
            true => Mask::And(vec![
                m,
                Mask::Not(Box::new(Mask::Plane(plane::CARD as u16))),
            ]),
            false => m,
        }
    }
    /// A zone of the plan, and whose it is.
    pub(super) fn zone(&mut self, z: ZoneId, of: &Set) -> Lowered<(u16, Mask<N>)> {
        let Some(at) = self.plan.zones.iter().position(|x| x.zone == z) else {
            return refuse("a zone of somebody who is not here");
        };
        let of = match self.plan.zones[at].on {
            Ty::Board => Mask::Fixed(Bits::one(0)),
            on => self.as_type(of, on)?,
        };
        Ok((at as u16, of))
    }
    /// A text as a value.
    pub(super) fn text(&mut self, t: TextId) -> Lowered<usize> {
        let at = self.plan.texts.iter().position(|x| *x == t);
        let at = at.unwrap_or_else(|| {
            self.plan.texts.push(t);
            self.plan.texts.len() - 1
        });
        match at < Bits::<N>::ROOM {
            true => Ok(at),
            false => refuse("more texts than there is room for"),
        }
    }
    /// Its set-up holds only kinds of the variant, a royal one among them, and its power decides nothing before the game.
    fn is_standard(&self, a: ArmyId) -> bool {
        let rules = &self.rules;
        let army = &rules.armies[a.index()];
        let words = royal_words(rules);
        let plain = |k: KindId| rules.kinds[k.index()].army.is_none();
        let its_own = |r: &Rule, k: KindId| match r.holder {
            crate::rules::Holder::Power(p) => army.power == Some(p),
            crate::rules::Holder::Kind(o) => o == k,
            crate::rules::Holder::Game | crate::rules::Holder::EachSeat => true,
        };
        let named = |s: &Set, k: KindId| {
            s.by.iter()
                .any(|n| matches!(n, Narrow::Is(Quality::Kind(t)) if t.base == Base::Kind(k)))
        };
        let said = |r: &Rule, k: KindId| match &r.form {
            Form::View {
                of,
                is: What::Quality(q),
                not: false,
            } => {
                let royal = match q {
                    Quality::Royal => true,
                    Quality::Word(w) => words.contains(w),
                    _ => false,
                };
                let of_kind = r.holder == crate::rules::Holder::Kind(k) && of.base == Base::It;
                royal && (of_kind || named(of, k))
            }
            _ => false,
        };
        let called = |k: KindId| {
            let parts = words.iter().map(|w| &rules.words[w.index()]);
            parts
                .filter(|w| w.ty == Ty::Piece)
                .flat_map(|w| &w.parts)
                .any(|p| matches!(&p.value, Value::Set(s) if named(s, k)))
        };
        let regal =
            |k: KindId| called(k) || rules.rules.iter().any(|r| its_own(r, k) && said(r, k));
        let sets_up = |r: &Rule| {
            matches!(r.form, Form::Setup(_))
                && army
                    .power
                    .is_some_and(|p| r.holder == crate::rules::Holder::Power(p))
        };
        !army.setup.is_empty()
            && army
                .setup
                .iter()
                .chain(&army.neutral)
                .all(|(k, _)| plain(*k))
            && army.setup.iter().any(|(k, _)| regal(*k))
            && !rules.rules.iter().any(sets_up)
    }
    fn checkers(&mut self, by: &Option<Box<Set>>) -> Lowered<Option<Box<Mask<N>>>> {
        by.as_ref().map(|s| self.seats(s).map(Box::new)).transpose()
    }
    /// What is so anyway, with what views say of it and deny.
    pub(super) fn viewed(
        &mut self,
        base: Mask<N>,
        of: &dyn Fn(&Quality) -> bool,
    ) -> Lowered<Mask<N>> {
        let (mut yes, mut no) = (vec![], vec![]);
        let rules = self.rules.clone();
        for (i, r) in rules.rules.iter().enumerate() {
            if r.imposed {
                continue;
            }
            if let Form::View {
                of: what,
                is: What::Quality(q),
                not,
            } = &r.form
                && of(q)
                && self.holder(r.holder).is_some()
            {
                let v = self.view(RuleId::from(i), r, what)?;
                if *not { no.push(v) } else { yes.push(v) }
            }
        }
        if yes.is_empty() && no.is_empty() {
            return Ok(base);
        }
        Ok(Mask::Viewed {
            base: Box::new(base),
            yes,
            no,
        })
    }
    /// A fact about things.
    pub(super) fn view(&mut self, id: RuleId, r: &Rule, of: &Set) -> Lowered<View<N>> {
        let Some(holder) = self.holder(r.holder) else {
            return refuse("a fact of somebody who is not here");
        };
        let outer = self.power;
        self.reading(r.holder);
        let ty = of.ty;
        let of = self.set(of);
        let when = self.conds(&r.when);
        self.power = outer;
        let (of, when) = (of?, when?);
        let of_it = r.when.iter().any(super::conditions::speaks_of_it);
        let kind = matches!(holder, Holder::Kind(_));
        let (of, when) = match of_it && !kind && ty != Ty::Board {
            // the condition speaks of each thing of which the fact is told
            true => (
                Mask::ItThat(Box::new(of), Box::new(when)),
                Truth::Fixed(true),
            ),
            false => (of, when),
        };
        Ok(View {
            holder,
            rule: id.0,
            of,
            when,
        })
    }
    /// A definition, as a quality or as a noun.
    pub(super) fn word(&mut self, w: WordId, quality: bool) -> Lowered<Mask<N>> {
        let node = if quality {
            Mask::Word(w.0)
        } else {
            Mask::Noun(w.0)
        };
        if self.plan.words[w.index()].is_some() {
            return Ok(node);
        }
        if std::mem::replace(&mut self.busy[w.index()], true) {
            return Ok(node);
        }
        let outer = self.power;
        let said = self.members(w, true);
        let noun = self.members(w, false);
        self.power = outer;
        self.busy[w.index()] = false;
        self.plan.words[w.index()] = Some(said?);
        self.plan.nouns[w.index()] = Some(noun?);
        Ok(node)
    }
    /// A definition that is a number.
    pub(super) fn number_called(&mut self, w: WordId) -> Lowered<u16> {
        let rules = self.rules.clone();
        if !self.plan.numbers_called[w.index()].is_empty() {
            return Ok(w.0);
        }
        if std::mem::replace(&mut self.busy[w.index()], true) {
            return refuse("a number that is defined by itself");
        }
        let outer = self.power;
        for p in &rules.words[w.index()].parts {
            let crate::rules::WordPart {
                holder,
                replaces,
                value,
                takes,
                when,
                tags: _,
                src: _,
            } = p;
            let Some(h) = self.holder(*holder) else {
                continue;
            };
            self.reading(*holder);
            let part = NumberPart {
                holder: h,
                replaces: *replaces,
                value: self.number(value)?,
                takes: takes.map_or(Ok(NONE), |n| self.name(n))?,
                when: self.conds(when)?,
            };
            self.plan.numbers_called[w.index()].push(part);
        }
        self.power = outer;
        self.busy[w.index()] = false;
        Ok(w.0)
    }
    fn members(&mut self, w: WordId, said: bool) -> Lowered<Mask<N>> {
        let rules = self.rules.clone();
        let Word {
            name: _,
            ty,
            noun: _,
            parts,
        } = &rules.words[w.index()];
        let mut all = vec![];
        for p in parts {
            let crate::rules::WordPart {
                holder,
                replaces,
                value,
                takes,
                when,
                tags: _,
                src: _,
            } = p;
            let Some(h) = self.holder(*holder) else {
                continue;
            };
            self.reading(*holder);
            let Value::Set(s) = value else {
                return refuse("a number taken for things");
            };
            self.anywhere = said && matches!(ty, Ty::Piece | Ty::Seat);
            let mut parts = vec![self.set(s)?];
            let mut each = None;
            for c in when {
                let about = match takes {
                    Some(v) => self.about(c, About::Name(*v), *ty)?,
                    None => self.about(c, About::It, *ty)?,
                };
                match about {
                    Some(m) => parts.push(m),
                    None => {
                        let c = self.cond(c)?;
                        each = Some(match each.take() {
                            None => c,
                            Some(other) => Truth::All(vec![other, c]),
                        });
                    }
                }
            }
            let mut what = and(parts);
            if let Some(c) = each {
                what = match takes {
                    Some(v) => Mask::That(self.name(*v)?, Box::new(what), Box::new(c)),
                    None => Mask::ItThat(Box::new(what), Box::new(c)),
                };
            }
            all.push(super::super::plan::WordPart {
                holder: h,
                replaces: *replaces,
                what,
            });
        }
        let plain = all
            .iter()
            .all(|p| !p.replaces && !matches!(p.holder, Holder::Power(_)));
        let base = if plain {
            or(all.into_iter().map(|p| p.what).collect())
        } else {
            Mask::Parts(all)
        };
        self.viewed(base, &|q| matches!(q, Quality::Word(v) if *v == w))
    }
    /// Royal and frozen pieces, kinds as shown, and who is never in check.
    pub(super) fn royalty(&mut self) -> Lowered<()> {
        let rules = self.rules.clone();
        let word = rules
            .words
            .iter()
            .position(|w| rules.texts[w.name.index()] == "royal")
            .map(WordId::from);
        for (i, r) in rules.rules.iter().enumerate() {
            let Form::View {
                of,
                is: What::Quality(Quality::Kind(k)),
                not,
            } = &r.form
            else {
                continue;
            };
            if r.imposed || self.holder(r.holder).is_none() {
                continue;
            }
            let (Base::Kind(k), false) = (&k.base, *not) else {
                return refuse("a kind shown that is not named");
            };
            let v = self.view(RuleId::from(i), r, of)?;
            if let Some(k) = self.plan.kind(*k) {
                self.plan.kind_views.push((v, k));
            }
        }
        self.plan.frozen =
            match self.viewed(Mask::Fixed(Bits::EMPTY), &|q| *q == Quality::Frozen)? {
                Mask::Fixed(_) => None,
                m => Some(m),
            };
        let base = match word {
            Some(w) => self.word(w, true)?,
            None => Mask::Fixed(Bits::EMPTY),
        };
        self.plan.royal = match self.viewed(base, &|q| *q == Quality::Royal)? {
            Mask::Fixed(_) => None,
            m => Some(m),
        };
        self.check_views()
    }
    /// Who is never in check, and what is in check whoever may see the attack.
    fn check_views(&mut self) -> Lowered<()> {
        let rules = self.rules.clone();
        let (mut seats, mut pieces) = (vec![], vec![]);
        for (i, r) in rules.rules.iter().enumerate() {
            let Form::View {
                of,
                is: What::Quality(Quality::InCheck(by)),
                not,
            } = &r.form
            else {
                continue;
            };
            if r.imposed || self.holder(r.holder).is_none() {
                continue;
            }
            let view = self.view(RuleId::from(i), r, of)?;
            match (not, by, of.ty) {
                (true, None, Ty::Seat) => seats.push(view),
                (true, None, Ty::Piece) => pieces.push(view),
                (false, by, Ty::Piece) => {
                    let outer = self.power;
                    self.reading(r.holder);
                    let by = by.as_ref().map(|s| self.seats(s)).transpose();
                    self.power = outer;
                    self.plan.declared_checks.push((view, by?));
                }
                _ => return refuse("a view of being in check from somebody"),
            }
        }
        if !seats.is_empty() || !pieces.is_empty() {
            let said = |yes: Vec<View<N>>| Mask::Viewed {
                base: Box::new(Mask::Fixed(Bits::EMPTY)),
                yes,
                no: vec![],
            };
            self.plan.never_in_check = Some((said(seats), said(pieces)));
        }
        Ok(())
    }
}

/// The definition of what is royal, and those by which it is said.
fn royal_words(rules: &Ruleset) -> Vec<WordId> {
    let is_royal = |w: &Word| rules.texts[w.name.index()] == "royal";
    let Some(royal) = rules.words.iter().position(is_royal) else {
        return vec![];
    };
    let mut words = vec![WordId::from(royal)];
    for part in &rules.words[royal].parts {
        let mut see = |n: Node<'_>| {
            if let Node::Quality(Quality::Word(w)) = n {
                words.push(*w);
            }
        };
        visit_value(&part.value, &mut see);
        part.when.iter().for_each(|c| visit_cond(c, &mut see));
    }
    words
}

/// A base with what narrows it: questions to each candidate come last, over what is left.
fn put_together<const N: usize>(base: Mask<N>, all: Vec<Narrowed<N>>) -> Mask<N> {
    let mut masks = vec![base];
    let mut each = vec![];
    for n in all {
        match n {
            Narrowed::Mask(m) => masks.push(m),
            Narrowed::Each(name, c) => each.push((name, c)),
        }
    }
    each.into_iter().fold(and(masks), |m, (name, c)| {
        Mask::That(name, Box::new(m), Box::new(c))
    })
}

/// In all of them.
pub(super) fn and<const N: usize>(mut v: Vec<Mask<N>>) -> Mask<N> {
    match v.len() {
        1 => v.remove(0),
        _ => Mask::And(v),
    }
}

/// In one of them.
pub(super) fn or<const N: usize>(mut v: Vec<Mask<N>>) -> Mask<N> {
    match v.len() {
        1 => v.remove(0),
        _ => Mask::Or(v),
    }
}

/// Things of a type on squares.
fn on_squares<const N: usize>(squares: Mask<N>, ty: Ty) -> Lowered<Mask<N>> {
    match ty {
        Ty::Square => Ok(squares),
        Ty::Piece => Ok(Mask::On(Box::new(squares))),
        ty => refuse(format!("{ty:?} at a place")),
    }
}

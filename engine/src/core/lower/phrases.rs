//! Noun phrases as masks: a base, narrowed part by part, picked from last of all.
mod bases;
mod near;
mod qualities;
mod royalty;
mod views;

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
            let moves = matches!(pick, Pick::Latest | Pick::LatestMoved);
            self.plan.tells_moves |= moves && *ty == Ty::Piece;
            x = match pick {
                Pick::Nth(n) => Mask::Nth(*ty, *n, Box::new(x)),
                Pick::Last => Mask::Nth(*ty, 0, Box::new(x)),
                Pick::Latest if matches!(ty, Ty::Piece | Ty::Seat) => {
                    Mask::Latest(*ty, Box::new(x))
                }
                Pick::LatestMoved if *ty == Ty::Piece => Mask::LatestMoved(Box::new(x)),
                Pick::Latest | Pick::LatestMoved => return refuse("the latest of other things"),
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
            ty => refuse(format!("seats of a {ty}")),
        }
    }
    /// A phrase for squares, or for pieces taken for their squares.
    pub(super) fn squares(&mut self, s: &Set) -> Lowered<Mask<N>> {
        let x = self.set(s)?;
        match s.ty {
            Ty::Square => Ok(x),
            Ty::Piece | Ty::Card => Ok(Mask::Squares(Box::new(x))),
            ty => refuse(format!("the place of a {ty}")),
        }
    }
    /// A phrase for kinds, or for pieces taken for their kinds.
    pub(super) fn kinds(&mut self, s: &Set) -> Lowered<Mask<N>> {
        let x = self.set(s)?;
        match s.ty {
            Ty::Kind => Ok(x),
            Ty::Piece | Ty::Card => Ok(Mask::Kinds(Box::new(x))),
            ty => refuse(format!("the kind of a {ty}")),
        }
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
            (a, b) => refuse(format!("{a} taken for {b}")),
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
        self.plan.tells_moves |= (part, ty) == (Part::Direction, Ty::Piece);
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
            (Part::Rank, Ty::Piece) => Mask::Ranks(Box::new(Mask::Squares(x))),
            (Part::File, Ty::Piece) => Mask::Files(Box::new(Mask::Squares(x))),
            (Part::Rank, Ty::Square) => Mask::Ranks(x),
            (Part::File, Ty::Square) => Mask::Files(x),
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
            (part, ty) => return refuse(format!("the {part} of a {ty}")),
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
                    ty => return refuse(format!("hostile {ty}")),
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
            Narrow::Between(a, b) if ty == Ty::Border => {
                Mask::BordersBetween(Box::new(self.squares(a)?), Box::new(self.squares(b)?))
            }
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
                ty => return refuse(format!("pieces of a {ty}")),
            },
            Ty::Square => Mask::Fixed(Bits::FULL),
            Ty::Kind => Mask::SetupKinds(Box::new(self.seats(s)?)),
            Ty::Seat => self.seats(s)?,
            Ty::Power => Mask::Powers(Box::new(self.seats(s)?)),
            Ty::Army => Mask::Armies(Box::new(self.seats(s)?)),
            Ty::Side => Mask::Sides(Box::new(self.seats(s)?)),
            ty => return refuse(format!("{ty} of somebody")),
        })
    }
    /// A zone of the plan, and whose it is.
    pub(super) fn zone(&mut self, z: ZoneId, of: &Set) -> Lowered<(u16, Mask<N>)> {
        let Some(at) = self.plan.zones.iter().position(|x| x.zone == z) else {
            return refuse("a zone of somebody who is not here");
        };
        let of = match self.plan.zones[at].on {
            Ty::Board => Mask::Fixed(Bits::one(0)),
            on @ (Ty::Piece
            | Ty::Square
            | Ty::Kind
            | Ty::Seat
            | Ty::Side
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
            | Ty::Direction
            | Ty::Border) => self.as_type(of, on)?,
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
}

/// Whose set-up a phrase stands for, if that is what it says.
fn setup_of(s: &Set) -> Option<&Set> {
    match s.bare() {
        Some(Base::Of(Part::Setup, of)) => Some(of),
        Some(_) | None => None,
    }
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

/// In all of them: what takes least work to read comes first, the rest is read over what is left.
pub(super) fn and<const N: usize>(mut v: Vec<Mask<N>>) -> Mask<N> {
    if v.len() == 1 {
        v.remove(0)
    } else {
        in_order_of_effort(&mut v, &Efforts::UNKNOWN);
        Mask::And(v)
    }
}

/// In one of them.
pub(super) fn or<const N: usize>(mut v: Vec<Mask<N>>) -> Mask<N> {
    if v.len() == 1 {
        v.remove(0)
    } else {
        Mask::Or(v)
    }
}

/// Things of a type on squares.
fn on_squares<const N: usize>(squares: Mask<N>, ty: Ty) -> Lowered<Mask<N>> {
    match ty {
        Ty::Square => Ok(squares),
        Ty::Piece => Ok(Mask::On(Box::new(squares))),
        ty => refuse(format!("{ty} at a place")),
    }
}

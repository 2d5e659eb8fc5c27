//! Things near others: neighbours, rows, ranges, sides.
use super::*;

impl<const N: usize> Lowering<N> {
    /// Things near others.
    pub(in crate::core::lower) fn near(
        &mut self,
        near: &Near,
        s: &Set,
        ty: Ty,
    ) -> Lowered<Mask<N>> {
        if let (Ty::Kind, Some(of), Near::In | Near::Among) = (ty, setup_of(s), near) {
            return Ok(Mask::SetupKinds(Box::new(self.first_seats(of)?)));
        }
        if self.is_side_of_board(s) && ty == Ty::Piece {
            let there = Mask::OfSidesOfBoard(Box::new(self.set(s)?));
            match near {
                Near::On | Near::In | Near::Among => return Ok(there),
                Near::Outside => return Ok(Mask::Not(Box::new(there))),
                Near::Beside
                | Near::Around
                | Near::Within(_)
                | Near::InLine
                | Near::OpenLine
                | Near::NextTo
                | Near::Behind
                | Near::InFrontOf
                | Near::Under
                | Near::LowerThan
                | Near::Nth(_)
                | Near::Chain
                | Near::BlockOf4 => {}
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
                    (Ty::Piece | Ty::Card, Ty::Zone) => self.as_type(s, ty)?,
                    (Ty::Square, Ty::Piece) => self.squares(s)?,
                    (Ty::Seat, Ty::Side) => self.seats(s)?,
                    (a, b) => return refuse(format!("{a} among {b}")),
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
            Near::Beside if ty == Ty::Border => Ok(Mask::BordersOf(Box::new(self.squares(s)?))),
            Near::Beside if s.ty == Ty::Border => {
                on_squares(Mask::AtBorders(Box::new(self.set(s)?)), ty)
            }
            Near::Beside => on_squares(self.close_to(Around::Beside, s)?, ty),
            Near::Around => on_squares(self.close_to(Around::Around, s)?, ty),
            Near::InLine => on_squares(Mask::Near(Around::InLine, Box::new(self.squares(s)?)), ty),
            Near::OpenLine => on_squares(Mask::OpenLine(Box::new(self.squares(s)?)), ty),
            Near::Within(n) => {
                let of = Box::new(self.squares(s)?);
                // among pieces near pieces the distance 0 is left out: no piece is near itself; a square is near the piece that stands on it
                let away = ty == Ty::Piece && s.ty == Ty::Piece;
                let squares = match n {
                    Num::Lit(n) if *n >= 0 && away => Mask::Near(Around::AwayWithin(*n as u8), of),
                    Num::Lit(n) if *n >= 0 => Mask::Near(Around::Within(*n as u8), of),
                    n => Mask::Within(Box::new(self.num(n)?), of, away),
                };
                on_squares(squares, ty)
            }
            Near::Behind | Near::InFrontOf => {
                let steps = if *near == Near::Behind { -1 } else { 1 };
                let there = if s.ty == Ty::Piece {
                    Mask::AheadOf(steps, Box::new(self.set(s)?))
                } else {
                    Mask::AheadOfSquares(steps, Box::new(self.squares(s)?))
                };
                on_squares(there, ty)
            }
            Near::LowerThan => {
                let lower = Mask::LowerKinds(Box::new(self.kinds(s)?));
                Ok(match ty {
                    Ty::Kind => lower,
                    Ty::Piece => Mask::OfKinds(Box::new(lower)),
                    ty => return refuse(format!("{ty} lower than something")),
                })
            }
            Near::NextTo => Ok(Mask::NextTo(Box::new(self.as_type(s, Ty::Piece)?))),
            Near::Under => Ok(Mask::Under(Box::new(self.as_type(s, Ty::Piece)?))),
            Near::Nth(_) => refuse("the n-th of a phrase"),
            Near::Chain | Near::BlockOf4 => refuse("a chain or a block"),
        }
    }
    /// Squares close to others. What lies in a place that is named as one is not beside or around that place.
    fn close_to(&mut self, how: Around, s: &Set) -> Lowered<Mask<N>> {
        let near = Mask::Near(how, Box::new(self.squares(s)?));
        Ok(match s.is_area() {
            true => Mask::And(vec![near, Mask::Not(Box::new(self.squares(s)?))]),
            false => near,
        })
    }
    /// A phrase for sides of a board, not for those of players.
    pub(in crate::core::lower) fn is_side_of_board(&self, s: &Set) -> bool {
        let of_pieces = matches!(&s.base, Base::Of(Part::Side, of) if of.ty == Ty::Piece);
        matches!(s.base, Base::Layer(_) | Base::OtherLayer(_)) || self.plan.two_sides && of_pieces
    }
}

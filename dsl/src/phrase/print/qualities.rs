//! The read-back of places and of what is said of things with `is`.
use super::Printer;
use super::nouns::join;
use crate::phrase::tail::holds_a_list;
use crate::phrase::words::ty_name;
use engine::rules::*;

impl Printer<'_> {
    /// A place: `on d4`, `beside it`.
    pub(super) fn at(&self, near: &Near, of: &Set) -> String {
        let of_it = self.listed(!holds_a_list(near), || self.grouped(of));
        match near {
            Near::On if of.ty == Ty::Board && of.by.is_empty() => "on the board".to_owned(),
            Near::On => format!("on {of_it}"),
            Near::In => format!("in {of_it}"),
            Near::Beside => format!("beside {of_it}"),
            Near::Around => format!("around {of_it}"),
            Near::Within(n) => {
                let squares = if *n == Num::Lit(1) {
                    "square"
                } else {
                    "squares"
                };
                format!("within {} {squares} of {of_it}", self.short(n))
            }
            Near::InLine => format!("in line with {of_it}"),
            Near::OpenLine => format!("in open line with {of_it}"),
            Near::NextTo => format!("next to {of_it}"),
            Near::Among => format!("among {of_it}"),
            Near::Behind => format!("behind {of_it}"),
            Near::InFrontOf => format!("in front of {of_it}"),
            Near::Outside => format!("outside {of_it}"),
            Near::Under => format!("under {of_it}"),
            Near::LowerThan => format!("lower than {of_it}"),
            Near::Nth(n) => format!("at {}", self.num(n)),
            Near::Chain => "forming a chain".to_owned(),
            Near::BlockOf4 => "forming a block-of-4".to_owned(),
        }
    }

    /// `beside at least 2 pawns`, `beside every pawn`.
    pub(super) fn at_so_many(&self, near: &Near, of: &Set) -> String {
        if of.amount != Amount::Every {
            return self.at(near, of);
        }
        let one = Set {
            amount: Amount::Any,
            ..of.clone()
        };
        let said = self.at(near, &one);
        match said.contains(" an ") {
            true => said.replacen(" an ", " every ", 1),
            false => said.replacen(" a ", " every ", 1),
        }
    }

    /// An adjective or kind, as it is said of things.
    pub(super) fn quality(&self, q: &Quality, amount: &Amount) -> String {
        match q {
            Quality::Word(w) => self.word(*w),
            Quality::Mark(f, None) => self.field(*f),
            Quality::Mark(f, Some(seat)) => match seat.base {
                Base::You => format!("your {}", self.field(*f)),
                _ => format!("the {} of {}", self.field(*f), self.set(seat)),
            },
            Quality::Side(s) if !matches!(s.base, Base::Sides(_)) => format!("of {}", self.set(s)),
            Quality::Kind(s) | Quality::Side(s) => match (&s.base, s.by.is_empty()) {
                (Base::Kind(k), true) => self.counted(&self.kind(*k), amount),
                (Base::Or(list), true) => {
                    let words: Vec<String> = (list.iter())
                        .map(|s| match s.base {
                            Base::Kind(k) => self.counted(&self.kind(k), amount),
                            _ => self.set(s),
                        })
                        .collect();
                    join(&words, "or")
                }
                _ => self.set(s),
            },
            Quality::Same(ty) => format!("same {}", ty_name(*ty)),
            Quality::InCheck(Some(s)) => format!("in check from {}", self.set(s)),
            Quality::InCheck(None) => "in check".to_owned(),
            Quality::OnTurn => "on turn".to_owned(),
            Quality::InPlay => "in play".to_owned(),
            Quality::Royal => "royal".to_owned(),
            Quality::Empty => "empty".to_owned(),
            Quality::Occupied => "occupied".to_owned(),
            Quality::Light => "light".to_owned(),
            Quality::Dark => "dark".to_owned(),
            Quality::Stuck => "stuck".to_owned(),
            Quality::Mobile => "mobile".to_owned(),
            Quality::Frozen => "frozen".to_owned(),
            Quality::Unmoved => "unmoved".to_owned(),
            Quality::Idle => "idle".to_owned(),
            Quality::Alone => "alone".to_owned(),
            Quality::Legal => "legal".to_owned(),
            Quality::Standard => "standard".to_owned(),
            Quality::Playing => "playing".to_owned(),
            Quality::Different => "different".to_owned(),
            Quality::Next => "next".to_owned(),
            Quality::Lost => "lost".to_owned(),
            Quality::Captured => "captured".to_owned(),
            Quality::Open => "open".to_owned(),
            Quality::Hidden => "hidden".to_owned(),
            Quality::Jumping => "jumping".to_owned(),
            Quality::Nothing => "nothing".to_owned(),
        }
    }
}

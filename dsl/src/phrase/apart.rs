//! What is said of several things that a list names (`the rook on f1 and the rook on d4`, `the pieces on c1 and d4`), said of each of them:
//! where one of them is missing it is not so. Never takes a list apart whose members are counted or only some of which are meant.
use super::reader::*;
use super::terms::Joint;
use crate::syntax::TokenKind;
use engine::rules::*;

impl Rd<'_> {
    /// A condition whose subject, in the words from `from` up to `to`, is such a list, as one condition on each.
    pub(super) fn said_of_each(&self, cond: Cond, subject: &Ph, from: usize, to: usize) -> Cond {
        let Cond::Is(clause) = &cond else { return cond };
        let plain = clause.at == At::Now && !clause.newly && !clause.not && clause.member.is_none();
        let state = matches!(
            clause.says,
            Says::Be(_) | Says::At(..) | Says::Among(_) | Says::There
        );
        let Value::Set(set) = &clause.subject else {
            return cond;
        };
        let parts = match plain && state && set.ty == Ty::Piece && set.pick.is_none() {
            true => self.listed(set, subject, from, to),
            false => Vec::new(),
        };
        if parts.len() < 2 {
            return cond;
        }
        let each = parts.into_iter().map(|part| {
            Cond::Is(Clause {
                subject: Value::Set(part),
                ..clause.clone()
            })
        });
        Cond::All(each.collect())
    }

    /// `the rook on f1 and the knight on c1 are not tired`: neither is, and both are there.
    pub(super) fn none_of_these(&self, cond: &Cond, subject: &Ph) -> Option<Cond> {
        let Cond::Is(clause) = cond else { return None };
        let state = matches!(clause.says, Says::Be(_) | Says::At(..) | Says::Among(_));
        let plain = clause.at == At::Now && !clause.newly && clause.not && clause.member.is_none();
        let Value::Set(Set {
            base: Base::Or(parts),
            by,
            pick: None,
            ..
        }) = &clause.subject
        else {
            return None;
        };
        let together = subject.joint == Some(Joint::And) && by.is_empty();
        if !plain || !state || !together || !parts.iter().all(Set::is_on_one_square) {
            return None;
        }
        let said = |part: &Set, not: bool, says: Says| {
            let subject = Value::Set(Set {
                amount: Amount::Any,
                ..part.clone()
            });
            Cond::Is(Clause {
                subject,
                not,
                says,
                ..clause.clone()
            })
        };
        let each = parts.iter().flat_map(|part| {
            let denied = said(part, true, clause.says.clone());
            [said(part, false, Says::There), denied]
        });
        Some(Cond::All(each.collect()))
    }

    fn listed(&self, set: &Set, subject: &Ph, from: usize, to: usize) -> Vec<Set> {
        let all = |set: &Set| set.amount == Amount::Every;
        if let Base::Or(parts) = &set.base {
            let together = subject.joint == Some(Joint::And) && set.by.is_empty() && all(set);
            return match together && parts.iter().all(all) {
                true => parts.clone(),
                false => Vec::new(),
            };
        }
        let squares = |narrow: &Narrow| match narrow {
            Narrow::At(Near::On | Near::In, place) => match place.bare() {
                Some(Base::Squares(squares)) if squares.len() > 1 => Some(squares.clone()),
                Some(_) | None => None,
            },
            _ => None,
        };
        let counted = matches!(set.amount, Amount::No | Amount::Count(..));
        let Some(at) = set.by.iter().position(|narrow| squares(narrow).is_some()) else {
            return Vec::new();
        };
        if counted || !matches!(set.base, Base::All(_)) || !self.lists_squares(from, to) {
            return Vec::new();
        }
        let one = |square| {
            let mut part = set.clone();
            if let Narrow::At(_, place) = &mut part.by[at] {
                place.base = Base::Squares(vec![square]);
            }
            part
        };
        let named = squares(&set.by[at]).unwrap_or_default();
        named.into_iter().map(one).collect()
    }

    /// `c1 and d4`: squares one by one, and no area.
    fn lists_squares(&self, from: usize, to: usize) -> bool {
        let square = |i: usize| self.kind(i) == Some(TokenKind::Square);
        let area = (from..to).any(|i| self.kind(i) == Some(TokenKind::Area));
        !area && (from + 1..to).any(|i| self.is(i, "and") && square(i - 1) && square(i + 1))
    }
}

//! What a condition says of each member of its subject: whether each of them did it, whose things it has, and how many are meant.
use super::names::Names;
use super::reader::*;
use crate::syntax::TokenKind;
use engine::rules::*;

impl Rd<'_> {
    /// E125: `if 2 pawns attack it`: exactly so many, or at least?
    pub(super) fn so_many_exactly(&self, pos: usize, ph: &Ph) {
        let bare = ph.art == Art::Count
            && matches!(&ph.value, Value::Set(s) if super::being::bare_count(s) && s.ty != Ty::Move)
            && self.int(pos).is_some()
            && !self.place.scenario;
        if bare {
            let n = self.text(pos);
            let message = format!("exactly {n}, or at least?");
            let help = format!("say which: `exactly {n}`, `{n} or more`, `at most {n}`");
            self.note(error("E125", self.span(pos), message, Some(help)));
        }
    }

    /// E155: `every player's coins are 3`, `the gold of every player is 3` would ask for their sum.
    pub(super) fn each_number(&self, from: usize, to: usize, subject: &Ph) -> bool {
        let owned = (from..to).any(|i| self.kind(i) == Some(TokenKind::Possessive))
            && self.any(from, &["every", "each"])
            || self.of_each(from, to);
        let each = subject.number().is_some();
        if each && owned {
            let message = "this is the sum of them all, not each of them";
            let help = "each: `if there is no player whose coins are not 3`; the sum: `if the coins of the players are 3`";
            self.fail_help(from, "E155", message, Some(help.to_owned()));
        }
        each && owned
    }

    /// E150: `a piece of every opponent` is one of any of them. `of`: where that word stands.
    pub(super) fn of_every_player(&self, of: usize, owners: &mut Alts<Ph>) {
        let before = of.saturating_sub(3)..of.saturating_sub(1);
        let one = before.into_iter().any(|i| self.any(i, &["a", "an"]));
        if !one || !self.any(of + 1, &["every", "each"]) {
            return;
        }
        let all = owners.len();
        owners.retain(|(ph, _)| !matches!(ph.ty, Some(Ty::Seat | Ty::Side)));
        if owners.len() < all {
            let said = "one thing cannot be of each of them: one of any of them would be enough";
            let help = "say it of each: `every opponent has a piece in your prison`; in a step, `for each opponent { .. }`";
            self.fail_help(of + 1, "E150", said, Some(help.to_owned()));
        }
    }

    /// `.. of every opponent` stands between these places.
    pub(super) fn of_each(&self, from: usize, to: usize) -> bool {
        (from + 1..to).any(|i| self.any(i, &["every", "each"]) && self.is(i - 1, "of"))
    }
}

/// `every opponent has a piece in your prison`: one of their own, in a zone that is another's. `an opponent has no partner`: of their own.
pub(super) fn had_by_the_member(cond: &mut Cond, name: engine::ids::Name) {
    match cond {
        Cond::Is(clause) => {
            let (Value::Set(subject), Says::Has(held)) = (&clause.subject, &mut clause.says) else {
                return;
            };
            let anothers =
                matches!(&held.base, Base::Zone(_, of) if of.ty == Ty::Seat && **of != *subject);
            if let Base::Of(Part::Partner, of) = &mut held.base
                && of.base == Base::You
                && subject.base != Base::You
                && held.amount != Amount::Every
            {
                **of = make(Ty::Seat, Base::Name(name));
            }
            if anothers && subject.ty == Ty::Seat && held.ty == Ty::Piece {
                held.by.push(Narrow::Of(make(Ty::Seat, Base::Name(name))));
            }
        }
        Cond::All(list) | Cond::Any(list) => {
            list.iter_mut().for_each(|c| had_by_the_member(c, name));
        }
        Cond::Not(inner) => had_by_the_member(inner, name),
        Cond::Choice(..) | Cond::During(_) => {}
    }
}

/// Binds the name of the members in the clauses that use it.
pub(super) fn name_member(cond: &mut Cond, name: engine::ids::Name) {
    match cond {
        Cond::Is(clause) => {
            let mut used = false;
            clause.says.names(&mut |n| used |= *n == name);
            if used || each_did(clause) {
                clause.member = Some(name);
            }
        }
        Cond::All(list) | Cond::Any(list) => list.iter_mut().for_each(|c| name_member(c, name)),
        Cond::Not(inner) => name_member(inner, name),
        _ => {}
    }
}

/// `every opponent has captured a piece`: each of them, not all together.
fn each_did(clause: &Clause) -> bool {
    let several =
        |s: &Set| s.ty == Ty::Seat && s.amount == Amount::Every && matches!(s.base, Base::All(_));
    matches!(&clause.says, Says::Did(_)) && matches!(&clause.subject, Value::Set(s) if several(s))
}

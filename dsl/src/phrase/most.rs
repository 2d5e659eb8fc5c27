//! Who has the most of something: points, or a number that every player has. Until the clause is read the number has no owner.
use super::cond::Tone;
use super::decls::{Hangs, What};
use super::reader::*;
use engine::ids::{FieldId, Name};
use engine::rules::*;

impl Rd<'_> {
    /// `has the most gold`, of a number that every player has.
    pub(super) fn most_of_a_number(
        &self,
        p: usize,
        subject: &Ph,
        tone: Tone,
        out: &mut Alts<Cond>,
    ) {
        if subject.ty != Some(Ty::Seat) || !self.is(p, "the") {
            return;
        }
        let rel = match self.w(p + 1) {
            "most" => Rel::Gt,
            "fewest" => Rel::Lt,
            _ => return,
        };
        let Some((What::Field(f), _)) = self.decls.noun(self.w(p + 2), self.place.within()) else {
            return;
        };
        let field = &self.decls.fields[f.index()];
        if field.ty != Ty::Number || field.hangs != Hangs::Seat || field.per_seat {
            return;
        }
        let says = Says::Cmp(rel, most_of(f));
        out.push((
            self.clause_of(subject, says, tone, p - 1, p + 3, false),
            p + 3,
        ));
    }
}

/// A number without an owner: `the most points`, before it is known who has them. It can be neither compared nor scored.
pub(super) fn is_most_points(num: &Num) -> bool {
    match num {
        Num::Points(of) => of.base == Base::Nothing,
        Num::Field(_, of, None) => of.base == Base::Nothing && of.amount == Amount::No,
        _ => false,
    }
}

/// The same of a number that every player has; a number of the game is told from it by its amount.
fn most_of(field: FieldId) -> Num {
    let mut nobody = make(Ty::Seat, Base::Nothing);
    nobody.amount = Amount::No;
    Num::Field(field, Box::new(nobody), None)
}

/// A number without an owner as that of these owners.
fn number_of(number: &Num, owner: Set) -> Num {
    match number {
        Num::Field(field, ..) => Num::Field(*field, Box::new(owner), None),
        _ => Num::Points(Box::new(owner)),
    }
}

/// Those with the most or the fewest of a number.
fn pick(rel: Rel, name: Name, number: Box<Num>) -> Pick {
    match rel {
        Rel::Gt => Pick::Most(name, number),
        _ => Pick::Fewest(name, number),
    }
}

/// `you have the most points`: you are among the players that have the most.
pub(super) fn has_most_points(cond: Cond, name: Name) -> Cond {
    let Cond::Is(mut clause) = cond else {
        return cond;
    };
    let seat = matches!(&clause.subject, Value::Set(s) if s.ty == Ty::Seat);
    let (rel, num) = match &clause.says {
        Says::Cmp(rel @ (Rel::Gt | Rel::Lt), num) if seat && is_most_points(num) => (*rel, num),
        _ => return Cond::Is(clause),
    };
    let number = Box::new(number_of(num, make(Ty::Seat, Base::Name(name))));
    let mut those = make(Ty::Seat, Base::All(Where::Board));
    those.pick = Some(pick(rel, name, number));
    clause.says = Says::Among(those);
    Cond::Is(clause)
}

/// `that have the most points`: a superlative, with what is left of the condition.
pub(super) fn superlative(
    cond: &Cond,
    candidate: &Set,
    name: Name,
) -> Option<(Pick, Option<Cond>)> {
    let Cond::Is(clause) = cond else { return None };
    let Value::Set(subject) = &clause.subject else {
        return None;
    };
    if subject != candidate {
        return None;
    }
    let Says::Cmp(rel @ (Rel::Gt | Rel::Lt), num) = &clause.says else {
        return None;
    };
    if !is_most_points(num) {
        return None;
    }
    let number = Box::new(number_of(num, candidate.clone()));
    Some((pick(*rel, name, number), None))
}

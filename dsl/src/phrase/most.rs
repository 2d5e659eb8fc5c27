//! Who has the most of something: points, or a number that every player or every piece has. Until the clause is read the number has no owner.
use super::cond::Tone;
use super::decls::{Hangs, What};
use super::reader::*;
use engine::ids::{FieldId, Name};
use engine::rules::*;

impl Rd<'_> {
    /// `has the most gold`, of a number that every player or every piece has; `has the most value`.
    pub(super) fn most_of_a_number(
        &self,
        p: usize,
        subject: &Ph,
        tone: Tone,
        out: &mut Alts<Cond>,
    ) {
        let (Some(ty @ (Ty::Seat | Ty::Piece)), true) = (subject.ty, self.is(p, "the")) else {
            return;
        };
        let rel = match self.w(p + 1) {
            "most" => Rel::Gt,
            "fewest" => Rel::Lt,
            _ => return,
        };
        let number = match self.decls.noun(self.w(p + 2), self.place.within()) {
            Some((What::Field(f), _)) if self.has_each(ty, f) => {
                Num::Field(f, Box::new(nobody(ty)), None)
            }
            None if ty == Ty::Piece && self.is(p + 2, "value") => Num::Value(Box::new(nobody(ty))),
            Some(_) | None => return,
        };
        let says = Says::Cmp(rel, number);
        out.push((
            self.clause_of(subject, says, tone, p - 1, p + 3, false),
            p + 3,
        ));
    }
    /// Every thing of the type has this number, one for all players.
    fn has_each(&self, ty: Ty, f: FieldId) -> bool {
        let field = &self.decls.fields[f.index()];
        let hangs = match ty {
            Ty::Seat => Hangs::Seat,
            _ => Hangs::Piece,
        };
        field.ty == Ty::Number && field.hangs == hangs && !field.per_seat
    }
}

/// A number without an owner: `the most points`, before it is known who has them. It can be neither compared nor scored.
pub(super) fn is_most_points(num: &Num) -> bool {
    match num {
        Num::Points(of) => of.base == Base::Nothing,
        Num::Field(_, of, None) | Num::Value(of) => {
            of.base == Base::Nothing && of.amount == Amount::No
        }
        _ => false,
    }
}

/// The owner of such a number; a number of the game is told from it by its amount.
fn nobody(ty: Ty) -> Set {
    let mut nobody = make(ty, Base::Nothing);
    nobody.amount = Amount::No;
    nobody
}

/// A number without an owner as that of these owners.
fn number_of(number: &Num, owner: Set) -> Num {
    match number {
        Num::Field(field, ..) => Num::Field(*field, Box::new(owner), None),
        Num::Value(_) => Num::Value(Box::new(owner)),
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

/// `you have the most points`: you are among the players that have the most; of a piece, among all pieces on the board.
pub(super) fn has_most_points(cond: Cond, name: Name) -> Cond {
    let Cond::Is(mut clause) = cond else {
        return cond;
    };
    let ty = match &clause.subject {
        Value::Set(s) if matches!(s.ty, Ty::Seat | Ty::Piece) => s.ty,
        _ => return Cond::Is(clause),
    };
    let had = |num: &Num| is_most_points(num) && (ty == Ty::Seat || !matches!(num, Num::Points(_)));
    let (rel, num) = match &clause.says {
        Says::Cmp(rel @ (Rel::Gt | Rel::Lt), num) if had(num) => (*rel, num),
        _ => return Cond::Is(clause),
    };
    let number = Box::new(number_of(num, make(ty, Base::Name(name))));
    let mut those = make(ty, Base::All(Where::Board));
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

//! The pronoun behind a noun: in `a pawn on its last row` and `pawns that are on their home` it is that noun's. Never where the pronoun
//! is of a piece that was spoken of before.
use super::deed::Vp;
use super::noun::Sense;
use super::reader::*;
use engine::rules::*;

impl Rd<'_> {
    /// Where no piece was spoken of, `its` behind `a pawn that ..` and `their` behind `pawns that ..` is the pawn's.
    pub(super) fn of_itself_alone(&self, ph: &Ph, sc: &Scope, candidate: &Set) -> Option<Scope> {
        let alone = sc.it == It::None && ph.ty == Some(Ty::Piece);
        alone.then(|| self.spoken_of(sc, candidate))
    }

    pub(super) fn spoken_of(&self, sc: &Scope, candidate: &Set) -> Scope {
        self.scope(sc, |s| {
            s.it = It::Is(candidate.clone());
            s.happened = false;
        })
    }

    /// `on their last row` behind several pieces, where no player was spoken of: one piece from before is no `their`.
    pub(super) fn their_place(&self, ph: &Ph, p: usize, sc: &Scope) -> bool {
        let several = ph.plural && ph.ty == Some(Ty::Piece) && sc.they.is_none();
        several && self.words.place(self.w(p)).is_some() && self.is(p + 1, "their")
    }

    /// E117: `pawns that are on its last row`.
    pub(super) fn one_of_many(&self, ph: &Ph, from: usize, to: usize) -> bool {
        let one = (from..to).find(|i| ph.plural && self.any(*i, &["it", "its"]));
        if let Some(at) = one {
            let said = format!("`{}` is one piece, and several are spoken of", self.w(at));
            let help = format!("write `their`, or say it of one: `a {} that ..`", ph.noun);
            self.fail_help(at, "E117", said, Some(help));
        }
        one.is_some()
    }

    /// E117: `after you move a rook, remove every enemy that has no empty square beside it`: the pronoun reads as the rook, and a reader may
    /// mean the enemy. Where the enemy is the subject of the clause and the pronoun its object or place (`that attacks it`, `that is
    /// beside it`), only the rook can be meant.
    pub(super) fn own_or_of_the_event(&self, ph: &Ph, from: usize, to: usize, sc: &Scope) -> bool {
        let of_the_event = matches!(&sc.it, It::Is(set) if set.base != Base::It) && sc.happened;
        let pieces = ph.ty == Some(Ty::Piece) && !ph.plural && !ph.noun.is_empty();
        if !of_the_event || !pieces || self.place.scenario {
            return false;
        }
        let beside_another = |i: &usize| {
            let noun = (from + 2..*i).any(|j| !self.any(j, &["it", "its"]) && self.is_thing(j));
            self.is(*i, "it") && noun
        };
        let Some(at) = (from + 2..to).find(beside_another) else {
            return false;
        };
        let noun = &ph.noun;
        let said = format!("`it` is either the {noun} or the piece of the event; say which");
        let help = format!(
            "the piece of the event has a name of its own (`the mover`, `the captor`, `the victim`); of the {noun} it is said by a \
             definition: `call a piece hemmed if no empty square is beside it`"
        );
        self.fail_help(at, "E117", said, Some(help));
        true
    }

    /// E117, E160: `you cannot move it` and `you cannot move another piece` where no piece was spoken of before: the pronoun would be its own
    /// antecedent.
    pub(super) fn is_its_own_object(&self, vp: &Vp, sc: &Scope, outer: &Scope) -> bool {
        let (It::Is(it), It::None, Some(Value::Set(object))) = (&sc.it, &outer.it, &vp.deed.object)
        else {
            return false;
        };
        let other =
            |n: &Narrow| matches!(n, Narrow::Other(all) if all.iter().any(|s| is_it(s, it)));
        let at = vp.object_at.0;
        let beside = |n: &Narrow| matches!(n, Narrow::At(_, place) if is_it(place, it));
        if is_it(object, it) || object.by.iter().any(beside) {
            self.nothing_spoken_of(at, vp.object_at.1);
            return true;
        }
        let another = object.by.iter().any(other);
        if another {
            self.none_named_before(at);
        }
        another
    }

    /// The scope in which `it` is the piece of the condition in front (`if your king is in check, you must move it`), where the pronoun would
    /// be its own antecedent else.
    pub(super) fn spoken_of_before(
        &self,
        objects: &[(Vp, usize)],
        sc: &Scope,
        outer: &Scope,
    ) -> Option<Scope> {
        let it = outer.asked_first.as_ref()?;
        let own = |(vp, _): &(Vp, usize)| self.is_its_own_object(vp, sc, outer);
        let found = objects.iter().any(own);
        found.then(|| self.scope(outer, |s| s.it = it.clone()))
    }

    /// E117: `if your queen is on rank 1, enemies cannot enter squares around it`: around the queen, or around the enemy? The words behind
    /// the subject stand from `from` up to `to`.
    pub(super) fn of_subject_or_condition(
        &self,
        subject: &Ph,
        (from, to): (usize, usize),
        sc: &Scope,
    ) -> bool {
        let at = (from..to).find(|i| self.is(*i, "it"));
        let is_it = from >= 2 && self.is(from - 2, "it");
        let (Some(at), Some(_), Some(Ty::Piece), false) = (at, &sc.asked_first, subject.ty, is_it)
        else {
            return false;
        };
        let noun = match subject.noun.as_str() {
            "" => "piece",
            noun => noun,
        };
        let said =
            format!("`it` could be the {noun} or the piece of the condition in front; say which");
        let help = "say it without a pronoun: `if your queen is on rank 1, enemies cannot enter squares around your queen`";
        self.fail_help(at, "E117", said, Some(help.to_owned()));
        true
    }

    /// The verb phrases in whose places no pronoun is its own antecedent.
    pub(super) fn somewhere_else(&self, mut read: Alts<Vp>, sc: &Scope, outer: &Scope) -> Alts<Vp> {
        read.retain(|(vp, q)| !self.is_its_own_place(vp, *q, sc, outer));
        read
    }

    /// E117: `you cannot move a pawn to it`: the pronoun in a place would be its own antecedent.
    fn is_its_own_place(&self, vp: &Vp, to: usize, sc: &Scope, outer: &Scope) -> bool {
        let (It::Is(it), It::None) = (&sc.it, &outer.it) else {
            return false;
        };
        let found = vp.deed.cases.iter().any(|case| goes_to(case, it));
        if found {
            self.nothing_spoken_of(vp.object_at.0, to);
        }
        found
    }

    /// E117 at the pronoun between two tokens.
    fn nothing_spoken_of(&self, from: usize, to: usize) {
        let at = (from..to).rev().find(|i| self.is(*i, "it"));
        let help = "say again which piece or square: `if your king is on its last row, you cannot move your king`; what a condition speaks of \
                    has no name";
        let said = "`it`: no piece is spoken of here";
        self.fail_help(at.unwrap_or(from), "E117", said, Some(help.to_owned()));
    }

    /// E191: `enemies beside your king cannot capture it`, `pieces cannot enter it`: `it` is the piece that would do so. A piece leaves the
    /// square that is its own.
    pub(super) fn to_itself(&self, vp: &Vp, inner: &Scope, outer: &Scope) -> bool {
        let (It::Is(doer), It::None) = (&inner.it, &outer.it) else {
            return false;
        };
        let leaves = vp.deed.verb == Verb::Leave;
        let done = match &vp.deed.object {
            Some(Value::Set(object)) if leaves => object.bare() == Some(&doer.base),
            Some(Value::Set(object)) => is_it(object, doer),
            Some(Value::Num(_)) | None => false,
        };
        let itself = done || vp.deed.cases.iter().any(|case| goes_to(case, doer));
        if itself {
            let at = (vp.object_at.0..).take(8).find(|i| self.is(*i, "it"));
            let message = "`it` is the piece that would do this here";
            let help = "say again which piece or square: `enemies beside your king cannot capture your king`, `pieces cannot enter a square \
                        that is beside your king`";
            self.fail_help(
                at.unwrap_or(vp.object_at.0),
                "E191",
                message,
                Some(help.to_owned()),
            );
        }
        itself
    }

    /// A noun for pieces or squares stands here.
    fn is_thing(&self, at: usize) -> bool {
        let square = |sense: &Sense| matches!(sense, Sense::Things(Ty::Square, _));
        self.is_piece_noun(at) || self.senses(at).iter().any(|(sense, ..)| square(sense))
    }

    /// A place phrase behind a noun: `a pawn on its last row` is a pawn that is on its last row.
    pub(super) fn place_of_its_own(&self, ph: &Ph, p: usize, sc: &Scope, ty: Ty) -> Alts<Narrow> {
        let name = self.hidden(p, "own");
        let candidate = make(ty, Base::Name(name));
        // `within 2 squares of its home`
        let at = match self.is(p, "within") && self.is(p + 3, "of") {
            true => p + 3,
            false => p,
        };
        let own = match self.w(at + 1) {
            "their" if self.their_place(ph, at, sc) => Some(self.spoken_of(sc, &candidate)),
            "its" => self.of_itself_alone(ph, sc, &candidate),
            _ => None,
        };
        let Some(own) = own else {
            return self.place(p, sc, ty);
        };
        let mut out = Vec::new();
        for (narrow, q) in self.place(p, &own, ty) {
            if self.one_of_many(ph, p, q) {
                continue;
            }
            let Narrow::At(near, to) = narrow else {
                out.push((narrow, q));
                continue;
            };
            let there = Cond::Is(Clause {
                at: At::Now,
                newly: false,
                not: false,
                subject: Value::Set(candidate.clone()),
                member: None,
                says: Says::At(near, to),
                src: self.src(p, q),
            });
            out.push((Narrow::That(name, there), q));
        }
        out
    }
}

/// A set is the antecedent of `it`, or the square of the antecedent.
fn is_it(set: &Set, it: &Set) -> bool {
    let same = || match &set.base {
        Base::Of(Part::Square, of) => is_it(of, it),
        base => *base == it.base,
    };
    set.by.is_empty() && same()
}

/// A case of a verb names the antecedent of `it`.
fn goes_to((case, value): &(Case, Value), it: &Set) -> bool {
    *case != Case::From && matches!(value, Value::Set(set) if is_it(set, it))
}

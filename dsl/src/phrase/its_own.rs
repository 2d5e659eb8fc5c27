//! The pronoun behind a noun: in `a pawn on its last row` and `pawns that are on their home` it is that noun's. Never where the pronoun
//! is of a piece that was spoken of before.
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

//! The pronoun behind a noun: in `a pawn on its last row` and `pawns that are on their home` it is that noun's. Never where the pronoun
//! is of a piece that was spoken of before.
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

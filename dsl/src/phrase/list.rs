//! Bare lists (`your bishops, knights and kings`) and what `another` leaves out.
use super::det::Det;
use super::noun::{Adjs, Np, Sense};
use super::owned::part_of;
use super::reader::*;
use engine::rules::*;

impl Rd<'_> {
    /// The noun and the bare items joined to it: type and narrows, or a finished union.
    #[allow(clippy::type_complexity)]
    pub(super) fn bare_list(
        &self,
        np: &Np,
        p: usize,
    ) -> ((Ty, Vec<Narrow>), usize, bool, Option<Set>) {
        let (ty, own) = self.plain(&np.sense);
        self.two_kinds(np, &own);
        let mut parts = vec![(np.adjs.clone(), own.clone())];
        let mut at = p;
        let mut plural = np.plural;
        while let Some((next, q)) = self.next_bare(at, ty, np.plural) {
            let (_, own) = self.plain(&next.sense);
            self.two_kinds(&next, &own);
            parts.push((next.adjs, own));
            plural = true;
            at = q;
        }
        if parts.len() == 1 {
            return ((ty, own), at, plural, None);
        }
        if !np.adjs.by.is_empty() && parts.iter().skip(1).any(|(adjs, _)| adjs.count == 0) {
            let message = "two readings: the adjective for the first only, or for the whole list? say it of each, or write `.. that are ..` behind the list";
            self.fail(p, "E119", message);
            return ((ty, own), p, np.plural, None);
        }
        if let Some(kinds) = all_kinds(&parts) {
            let union = make(Ty::Kind, Base::Or(kinds));
            let narrow = Narrow::Is(Quality::Kind(Box::new(union)));
            return ((ty, vec![narrow]), at, plural, None);
        }
        let items = parts
            .into_iter()
            .map(|(adjs, own)| {
                let place = adjs.place.unwrap_or(Where::Board);
                let mut set = make(ty, Base::All(place));
                set.by = adjs.by;
                set.by.extend(own);
                set
            })
            .collect();
        (
            (ty, Vec::new()),
            at,
            plural,
            Some(make(ty, Base::Or(items))),
        )
    }

    /// E101: `a queen rook` is no piece: a comma or `or` was meant.
    fn two_kinds(&self, np: &Np, own: &[Narrow]) {
        let kind = |n: &Narrow| match n {
            Narrow::Is(Quality::Kind(k)) => match k.bare() {
                Some(Base::Kind(k)) => Some(*k),
                Some(_) | None => None,
            },
            _ => None,
        };
        let said: Vec<_> = np.adjs.by.iter().chain(own).filter_map(kind).collect();
        if said.windows(2).any(|pair| pair[0] != pair[1]) {
            let message = "two kinds side by side: no piece is both";
            let help =
                "put a comma or `or` between them: `queens, rooks and kings`, `a queen or rook`";
            self.note(error(
                "E101",
                self.span(np.at),
                message,
                Some(help.to_owned()),
            ));
        }
    }

    pub(super) fn next_bare(&self, p: usize, ty: Ty, plural: bool) -> Option<(Np, usize)> {
        let mut at = self.comma(p);
        let joined = self.any(at, &["and", "or"]);
        at += usize::from(joined);
        if at == p {
            return None;
        }
        // after a comma alone a verb may follow (`.., moves ..`): only a noun that goes on the list counts
        let hit = self.noun_group(at).into_iter().find(|(np, q)| {
            let same = matches!(np.sense, Sense::Things(..) | Sense::Kind(_))
                && self.plain(&np.sense).0 == ty;
            let number = np.plural || !plural;
            same && number && (joined || self.list_goes_on(*q)) && !self.verb_follows(*q, np)
        })?;
        Some(hit)
    }

    /// Behind a list item after a comma stands another joint.
    pub(super) fn list_goes_on(&self, q: usize) -> bool {
        self.any(self.comma(q), &["and", "or"]) || self.comma(q) > q
    }

    /// `.., moves like ..`: the noun is a verb after all.
    pub(super) fn verb_follows(&self, q: usize, np: &Np) -> bool {
        self.words.verb(self.w(np.at)).next().is_some() && self.any(q, &["like", "as"])
    }

    pub(super) fn plain(&self, sense: &Sense) -> (Ty, Vec<Narrow>) {
        match sense {
            Sense::Things(ty, own) => (*ty, own.clone()),
            Sense::Kind(k) => {
                let kinds = make(Ty::Kind, Base::Kind(*k));
                (Ty::Piece, vec![Narrow::Is(Quality::Kind(Box::new(kinds)))])
            }
            _ => (Ty::Piece, Vec::new()),
        }
    }

    /// `another`: everything of this type named before in this rule.
    /// E160: `other` where this rule has named nothing that would be left out. `another` also leaves out what stands beside it
    /// in its own phrase.
    pub(super) fn other_than_nothing(&self, ph: &Ph, det: &Det, sc: &Scope) -> bool {
        let none = ph.ty.is_some_and(|ty| self.named_before(ty, sc).is_empty());
        // `a king in open line with another king`
        let of_its_type = |sense: &Sense| match sense {
            Sense::Kind(_) => ph.ty == Some(Ty::Piece),
            Sense::Things(ty, _) => ph.ty == Some(*ty),
            Sense::Rival(which) => (ph.ty == Some(Ty::Piece)) == (*which == "enemy"),
            _ => false,
        };
        let named = |i| self.senses(i).iter().any(|(sense, ..)| of_its_type(sense));
        let beside = || (0..det.start).any(|i| self.is(i, "it") || named(i));
        if !none || self.is(det.start, "another") && beside() {
            return false;
        }
        self.none_named_before(det.start);
        true
    }

    /// E160: `another piece` where no other was named.
    pub(super) fn none_named_before(&self, at: usize) {
        let word = self.text(at);
        let message = format!("`{word}`: this rule has named none before");
        let help = "say which are left out: `your pieces other than your king`";
        self.fail_help(at, "E160", message, Some(help.to_owned()));
    }

    pub(super) fn named_before(&self, ty: Ty, sc: &Scope) -> Vec<Set> {
        let mut out = Vec::new();
        let spoken = self.place.holder != Holder::Game;
        match ty {
            Ty::Seat if spoken => out.push(you()),
            Ty::Side if spoken => out.push(make(ty, part_of(Part::Side, you()))),
            _ => {}
        }
        if ty == Ty::Direction {
            for b in sc
                .names
                .iter()
                .filter(|b| b.ty == Ty::Piece && b.role.is_none())
            {
                let piece = make(Ty::Piece, Base::Name(b.name));
                out.push(make(Ty::Direction, part_of(Part::Direction, piece)));
            }
            return out;
        }
        if let (Ty::Piece, It::Is(set)) = (ty, sc.antecedent())
            && set.ty == Ty::Piece
        {
            out.push(set.clone());
        }
        for b in sc.names.iter().filter(|b| b.ty == ty && !b.twice) {
            let named = make(ty, Base::Name(b.name));
            if !out.contains(&named) {
                out.push(named);
            }
        }
        out
    }
}

fn all_kinds(parts: &[(Adjs, Vec<Narrow>)]) -> Option<Vec<Set>> {
    parts
        .iter()
        .enumerate()
        .map(|(i, (adjs, own))| match own.as_slice() {
            [Narrow::Is(Quality::Kind(k))] if i == 0 || adjs.count == 0 => Some((**k).clone()),
            _ => None,
        })
        .collect()
}

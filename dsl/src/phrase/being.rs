//! What is said of a thing with *is*: qualities, places, identity, comparisons.
use super::cond::{Tone, all_of, contrary};
use super::decls::ZoneDecl;
use super::reader::*;
use super::sense::language_quality;
use super::words::Types;
use crate::program::Named;
use crate::syntax::TokenKind;
use engine::ids::ZoneId;
use engine::rules::*;

impl Rd<'_> {
    pub(super) fn being(
        &self,
        p: usize,
        sc: &Scope,
        subject: &Ph,
        mut tone: Tone,
        out: &mut Alts<Cond>,
    ) {
        let mut p = p;
        if self.is(p, "newly") {
            tone.newly = true;
            p += 1;
        }
        let not = self.is(p, "not");
        p += usize::from(not);
        let start = p;
        let mut found = Vec::new();
        for (says, q) in self.complement(p, sc, subject) {
            self.complements(
                vec![says],
                "",
                q,
                sc,
                subject,
                tone,
                (start, not),
                &mut found,
            );
        }
        // `is "calm" or "gale"`: of one thing it is the same, whether the two are one phrase or two
        let one = !subject.plural && subject.art != Art::Every;
        let again = |c: &Cond, q: usize| {
            one && found
                .iter()
                .any(|(other, r)| q == *r && apart(other).is_some_and(|o| o == bare(c)))
        };
        let kept: Vec<bool> = found.iter().map(|(c, q)| !again(c, *q)).collect();
        let each = found.into_iter().zip(kept);
        out.extend(each.filter(|(_, kept)| *kept).map(|(found, _)| found));
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn complements(
        &self,
        list: Vec<Says>,
        by: &str,
        q: usize,
        sc: &Scope,
        subject: &Ph,
        tone: Tone,
        from: (usize, bool),
        out: &mut Alts<Cond>,
    ) {
        if from.1 && by == "and" {
            self.not_this_and_that(from.0);
            return;
        }
        let clauses: Vec<Cond> = list
            .iter()
            .map(|s| self.clause_of(subject, s.clone(), tone, from.0.saturating_sub(2), q, false))
            .collect();
        let whole = match (by, clauses.len()) {
            ("or", 2..) if counts_each(subject) => {
                self.each_is_one_of(list.clone(), subject, tone, from.0, q)
            }
            ("or", _) => Cond::Any(clauses),
            _ => all_of(clauses),
        };
        // `2, 3 or 4`: by a comma alone no list ends
        if by != "," {
            out.push((if from.1 { contrary(whole) } else { whole }, q));
        }
        let comma = self.kind(q) == Some(TokenKind::Comma)
            && matches!(by, "" | ",")
            && subject.ty == Some(Ty::Number);
        let joint = if comma { "," } else { self.w(q) };
        let goes_on = match by {
            "" => matches!(joint, "and" | "or" | ","),
            "," => matches!(joint, "or" | ","),
            by => by == joint,
        };
        if !goes_on {
            return;
        }
        let joint = joint.to_owned();
        let placed = list
            .last()
            .is_some_and(|s| matches!(s, Says::At(_, of) if of.ty == Ty::Piece));
        let article = placed && self.any(q + 1, &["a", "an", "the", "your", "any", "another"]);
        for (next, r) in self.complement(q + 1, sc, subject) {
            if article && matches!(next, Says::Be(Quality::Kind(_)) | Says::Among(_)) {
                self.beside_both_or_itself(q, &joint);
                continue;
            }
            let kind = |says: &Says| matches!(says, Says::Be(Quality::Kind(_)));
            if joint == "and" && kind(&next) && list.iter().any(kind) {
                let message = "nothing is of both kinds";
                let help = "either: `is a knight or a rook`; one the first, another the second: say it of each, `the piece on a1 is a knight and the piece on b1 is a rook`";
                self.fail_help(q, "E192", message, Some(help.to_owned()));
                continue;
            }
            let mut list = list.clone();
            list.push(next);
            self.complements(list, &joint, r, sc, subject, tone, from, out);
        }
    }

    /// `is not royal and tired`: neither, not both, or the second without the first?
    fn not_this_and_that(&self, at: usize) {
        let message = "`not` this and that: neither of them, or not both?";
        let help = "neither: `that are not royal or tired`; the second without the first: `that are tired and that are not royal`; \
                    not both: `it is not royal or it is not tired`";
        self.fail_help(at, "E147", message, Some(help.to_owned()));
    }

    /// `is beside a pawn and a knight`: beside both, or is it itself the second?
    fn beside_both_or_itself(&self, at: usize, joint: &str) {
        let message =
            format!("`{joint}`: does this belong to the place, or is it said of the piece itself?");
        let help = format!(
            "of the place: say it of each, `it is beside a pawn {joint} it is beside a knight`; of the piece: `it is beside a pawn {joint} it is a knight`"
        );
        self.fail_help(at, "E192", message, Some(help));
    }

    /// `at least 3 borders are barred or hedged`: at least 3 are one of the two, each by itself.
    fn each_is_one_of(
        &self,
        list: Vec<Says>,
        subject: &Ph,
        tone: Tone,
        from: usize,
        q: usize,
    ) -> Cond {
        let ty = subject.ty.unwrap_or(Ty::Piece);
        let name = self.hidden(from, "that");
        let one = |says: Says| {
            Cond::Is(Clause {
                at: At::Now,
                newly: false,
                not: false,
                subject: Value::Set(make(ty, Base::Name(name))),
                member: None,
                says,
                src: self.src(from, q),
            })
        };
        let mut those = make(ty, Base::All(Where::Anywhere));
        let either = Cond::Any(list.into_iter().map(one).collect());
        those.by.push(Narrow::That(name, either));
        self.clause_of(
            subject,
            Says::Among(those),
            tone,
            from.saturating_sub(2),
            q,
            false,
        )
    }

    /// One thing that can stand behind `is`.
    pub(super) fn complement(&self, p: usize, sc: &Scope, subject: &Ph) -> Alts<Says> {
        let mut out = self.any_complement(p, sc, subject);
        out.retain(|(says, q)| !self.never_shown(p, *q, subject, says));
        out
    }

    fn any_complement(&self, p: usize, sc: &Scope, subject: &Ph) -> Alts<Says> {
        let mut out = Vec::new();
        if self.is(p, "nothing") {
            return vec![(Says::Be(Quality::Nothing), p + 1)];
        }
        if subject.ty == Some(Ty::Number) {
            self.compare(p, sc, subject, &mut out);
            return out;
        }
        self.quality(p, sc, subject, &mut out);
        if let Some(ty) = subject.ty {
            let mut places = self.place(p, sc, ty);
            let nearer: Alts<Narrow> = places
                .iter()
                .flat_map(|(narrow, q)| self.square_near(narrow, *q, sc))
                .collect();
            places.extend(nearer);
            for (narrow, q) in places {
                if self.on_all(p, &narrow) || self.in_both_places(subject, &narrow, p, q) {
                    continue;
                }
                if self.one_on_each_square(subject, &narrow, p, q) {
                    continue;
                }
                self.on_a_piece(subject, &narrow, p);
                let says = match narrow {
                    Narrow::At(Near::Among, set) => Says::Among(set),
                    Narrow::At(near, set) => Says::At(near, set),
                    other => {
                        let mut set = make(ty, Base::All(Where::Anywhere));
                        set.by.push(other);
                        Says::Among(set)
                    }
                };
                out.push((says, q));
            }
        }
        if self.is(p, "of") {
            for (ph, q) in self.phrase(p + 1, sc, false).iter() {
                if let Some(says) = self.belonging(subject, ph) {
                    out.push((says, *q));
                }
            }
        }
        // an adjective that is also a name (`standard`) is the adjective here
        let adjective = out.iter().any(|(_, q)| *q == p + 1);
        for (ph, q) in self.phrase(p, sc, false).iter() {
            if adjective && *q == p + 1 {
                continue;
            }
            if self.no_distance(subject, ph, p) {
                continue;
            }
            if let Some(says) = self.identity(subject, ph) {
                out.push((says, *q));
            }
        }
        out
    }

    /// E150: `your king is on all corners` would be on any of them.
    fn on_all(&self, p: usize, narrow: &Narrow) -> bool {
        let on = matches!(narrow, Narrow::At(Near::On | Near::In, of) if of.ty == Ty::Square);
        let all = on && self.is(p + 1, "all");
        if all {
            let said = format!("`{} all` would be on any of them", self.w(p));
            let help = "say it of each of them: `every corner holds a piece of yours`; any of them: leave `all` out";
            self.fail_help(p, "E150", said, Some(help.to_owned()));
        }
        all
    }

    /// E150: `c3 is 2 squares in front of your rook`, where an amount is no distance.
    fn no_distance(&self, subject: &Ph, ph: &Ph, p: usize) -> bool {
        let set = ph.set();
        let ahead = |n: &Narrow| matches!(n, Narrow::At(Near::Behind | Near::InFrontOf, _));
        let counted = matches!(set.amount, Amount::Count(..)) && set.by.iter().any(ahead);
        let distance = subject.ty == Some(Ty::Square) && set.ty == Ty::Square && counted;
        if distance {
            let said = "there is one square in front of a piece, and one behind it: the amount is no distance";
            let help = "go on from square to square (`the square in front of the square in front of it`), or count all around: `within 2 squares of it`";
            self.fail_help(p, "E150", said, Some(help.to_owned()));
        }
        distance
    }

    /// `is of your colour`, `is of red`.
    pub(super) fn belonging(&self, subject: &Ph, of: &Ph) -> Option<Says> {
        let ty = subject.ty?;
        match of.ty? {
            Ty::Side => Some(Says::Be(Quality::Side(Box::new(of.set())))),
            Ty::Seat => {
                let mut set = make(ty, Base::All(Where::Anywhere));
                set.by.push(Narrow::Of(of.set()));
                Some(Says::Among(set))
            }
            _ => None,
        }
    }

    pub(super) fn identity(&self, subject: &Ph, ph: &Ph) -> Option<Says> {
        let ty = subject.ty?;
        if ph.art == Art::No {
            return None;
        }
        if matches!(ty, Ty::Piece | Ty::Card) {
            if let (Some(Ty::Piece), Some(kinds)) = (ph.ty, pure_kinds(&ph.set())) {
                return Some(Says::Be(Quality::Kind(Box::new(kinds))));
            }
            if ph.ty == Some(Ty::Kind) {
                return Some(Says::Be(Quality::Kind(Box::new(ph.set()))));
            }
        }
        let fits = self.fit(ph, Types::of(ty))?;
        let mut set = fits.set();
        set.ty = ty;
        Some(Says::Among(set))
    }

    pub(super) fn quality(&self, p: usize, sc: &Scope, subject: &Ph, out: &mut Alts<Says>) {
        let word = self.w(p);
        if word.is_empty() {
            return;
        }
        let declared = self.declared_quality(word);
        let Some(quality) = declared.or_else(|| language_quality(word)) else {
            self.side_quality(p, subject, out);
            return;
        };
        if let Some(ty) = subject.ty {
            let mut of = self.said_of(word);
            // a kind's own state said of its name, a game mark of the game
            if of == Types::of(Ty::Card) {
                of = of.or(Types::of(Ty::Piece));
            }
            if !of.has(ty) {
                let of = super::set::describe(of);
                self.fail(p, "E127", format!("`{word}` can be said of {of}"));
                return;
            }
        }
        if quality == Quality::InCheck(None) {
            let checked = self.checked_by(p + 1, sc).into_iter();
            out.extend(checked.map(|(quality, q)| (Says::Be(quality), q)));
        }
        if self.words.place(self.w(p + 1)).is_some() && !self.is(p + 1, "of") {
            let message = format!(
                "`{}` cannot follow the adjective `{word}`: write it before the `that` clause, or `and that are ..`",
                self.w(p + 1)
            );
            self.fail(p + 1, "E111", message);
        }
        out.push((Says::Be(quality), p + 1));
    }

    /// `is white`.
    pub(super) fn side_quality(&self, p: usize, subject: &Ph, out: &mut Alts<Says>) {
        if !matches!(subject.ty, Some(Ty::Piece | Ty::Card)) {
            return;
        }
        for named in self.prog.lookup(self.w(p), self.place.within()) {
            if let Named::Side(s) = named {
                let set = make(Ty::Side, Base::Sides(vec![s]));
                out.push((Says::Be(Quality::Side(Box::new(set))), p + 1));
            }
        }
    }

    /// `in check from X`, read from `from`.
    pub(super) fn checked_by(&self, p: usize, sc: &Scope) -> Alts<Quality> {
        let mut found = Alts::new();
        if self.is(p, "from") {
            for (by, q) in self.phrase(p + 1, sc, false).iter() {
                match by.ty {
                    Some(Ty::Seat) => {
                        found.push((Quality::InCheck(Some(Box::new(by.set()))), *q));
                    }
                    Some(Ty::Piece) => {
                        let message = "a check is from a player, whichever piece gives it";
                        let help = "ask for the attack: `if your rook attacks an enemy king`; of a player: `if you are in check from an opponent`";
                        self.fail_help(p + 1, "E122", message, Some(help.to_owned()));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    pub(super) fn compare(&self, p: usize, sc: &Scope, subject: &Ph, out: &mut Alts<Says>) {
        if subject.number().is_some() {
            for (det, q) in self.count(p, sc) {
                if let Amount::Count(rel, num) = det.amount {
                    out.push((Says::Cmp(rel, num), q));
                }
            }
        }
        // `is less than its value`: any number may stand behind
        let (rel, at) = self.relation(p);
        if let Some(rel) = rel {
            for (num, q) in self.number(at, sc) {
                if self.of_each(at, q) {
                    let message = "this is the sum of them all, not each of them";
                    let help = "each: `if there is no opponent whose gold is at least your gold`; in a step, `for each opponent { if the number of their pieces is .. }`";
                    self.fail_help(at, "E155", message, Some(help.to_owned()));
                    continue;
                }
                out.push((Says::Cmp(rel, num), q));
            }
        }
        if self.is(p, "among") {
            for (set, q) in self.phrase(p + 1, sc, false).iter() {
                if set.ty == Some(Ty::Number) {
                    out.push((Says::Among(set.set()), *q));
                }
            }
        }
        for (num, q) in self.number(p, sc) {
            let rel = match self.w(q + 1) {
                "more" if self.is(q, "or") => Some(Rel::Ge),
                "fewer" | "less" if self.is(q, "or") => Some(Rel::Le),
                _ => None,
            };
            match rel {
                Some(rel) => out.push((Says::Cmp(rel, num), q + 2)),
                None => out.push((Says::Cmp(Rel::Eq, num), q)),
            }
        }
        let found = std::mem::take(out);
        // `10 or more` is read once, not as 10 with something left over
        *out = self.settled(found);
    }
}

/// What is among several, as tests whether it is among each of them.
fn apart(cond: &Cond) -> Option<Cond> {
    let Cond::Is(clause) = cond else { return None };
    let (set, kind) = match &clause.says {
        Says::Among(set) => (set, false),
        // `is a king or a queen`
        Says::Be(Quality::Kind(set)) => (&**set, true),
        Says::There
        | Says::Be(_)
        | Says::At(..)
        | Says::Has(_)
        | Says::Cmp(..)
        | Says::Do(_)
        | Says::Can(_)
        | Says::Suffer(_)
        | Says::Did(_) => return None,
    };
    let (Base::Or(parts), true, None) = (&set.base, set.by.is_empty(), &set.pick) else {
        return None;
    };
    let one = |part: &Set| {
        let says = match kind {
            true => Says::Be(Quality::Kind(Box::new(part.clone()))),
            false => Says::Among(part.clone()),
        };
        bare(&Cond::Is(Clause {
            says,
            ..clause.clone()
        }))
    };
    Some(Cond::Any(parts.iter().map(one).collect()))
}

/// A condition without its `not` and without the place where it stands.
fn bare(cond: &Cond) -> Cond {
    match cond {
        Cond::Is(clause) => Cond::Is(Clause {
            not: false,
            src: engine::ids::SourceId::default(),
            ..clause.clone()
        }),
        Cond::Not(inner) => bare(inner),
        Cond::Any(list) => Cond::Any(list.iter().map(bare).collect()),
        Cond::All(list) => Cond::All(list.iter().map(bare).collect()),
        Cond::Choice(..) | Cond::During(_) => cond.clone(),
    }
}

/// `2 pawns`: neither exactly nor at least.
pub(super) fn bare_count(set: &Set) -> bool {
    matches!(set.amount, Amount::Count(Rel::Eq, _))
}

/// So many are meant, or each of several: what is said of them with `or` is said of each by itself.
fn counts_each(subject: &Ph) -> bool {
    let amount = match &subject.value {
        Value::Set(set) => &set.amount,
        Value::Num(_) => return false,
    };
    match amount {
        Amount::Count(..) => true,
        Amount::Every => subject.art == Art::Every || subject.plural,
        Amount::Any | Amount::No => false,
    }
}

/// Cards lie in this zone.
pub(super) fn holds_cards(zone: ZoneId, zones: &[ZoneDecl]) -> bool {
    zones
        .get(zone.index())
        .is_some_and(|zone| zone.holds == Ty::Card)
}

/// `your hand holds a pawn`, where cards lie in it: the card of one.
fn cards_held(zone: &Set, mut deed: Deed, zones: &[ZoneDecl]) -> Deed {
    if deed.verb == Verb::Hold
        && let Some(Base::Zone(zone, _)) = zone.bare()
        && holds_cards(*zone, zones)
        && let Some(Value::Set(held)) = &mut deed.object
        && let Some(cards) = super::set::cards_of_kinds(held)
    {
        *held = cards;
    }
    deed
}

/// `a pawn is in your prison`: what lies in a zone stands on no board, so pieces are looked for everywhere; `a knight is in your hand` of
/// cards is `there is a knight in your hand`.
pub(super) fn wherever_they_lie(subject: &mut Value, says: Says, zones: &[ZoneDecl]) -> Says {
    if let (Value::Set(zone), Says::Do(deed)) = (&*subject, &says) {
        return Says::Do(cards_held(zone, deed.clone(), zones));
    }
    let (Value::Set(set), Says::At(_, place)) = (&mut *subject, &says) else {
        return says;
    };
    if place.ty != Ty::Zone || set.base != Base::All(Where::Board) {
        return says;
    }
    match place.bare() {
        Some(Base::Zone(zone, _)) if holds_cards(*zone, zones) => {
            set.ty = Ty::Card;
            set.base = place.base.clone();
            Says::There
        }
        Some(_) | None => {
            set.base = Base::All(Where::Anywhere);
            says
        }
    }
}

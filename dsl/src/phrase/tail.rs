//! What follows a noun and narrows it: place phrases, differences, relative clauses.
use super::noun::Sense;
use super::reader::*;
use super::words::Types;
use engine::ids::Name;
use engine::rules::*;

impl Rd<'_> {
    /// Everything that may follow: each prefix is a reading.
    pub fn tail(&self, ph: Ph, p: usize, sc: &Scope, short: bool, out: &mut Alts<Ph>) {
        if !self.tick() {
            return;
        }
        let w = self.w(p);
        out.push((ph.clone(), p));
        let Some(ty) = ph.ty else { return };
        if let Some(next) = self.postfix(&ph, ty, p) {
            self.tail(next, p + 1, sc, short, out);
            return;
        }
        if short {
            return;
        }
        if w == "other-than" {
            for (not, q) in self.phrase(p + 1, sc, true).iter() {
                if let Some(next) = self.except(&ph, ty, not) {
                    self.tail(next, *q, sc, short, out);
                }
            }
            return;
        }
        match w {
            "that" | "whose" => {
                for (next, q) in self.relative(&ph, p, sc) {
                    out.push((next, q));
                }
            }
            "nearest" => {
                let places = Types::of(Ty::Piece).or(Types::of(Ty::Square));
                if !places.has(ty) {
                    return;
                }
                for (to, q) in self.phrase_of(p + 1, sc, places, true) {
                    let next = with_set(&ph, |s| s.pick = Some(Pick::Nearest(Box::new(to.set()))));
                    self.tail(next, q, sc, short, out);
                }
            }
            _ => {
                for (narrow, q) in self.place_of_its_own(&ph, p, sc, ty) {
                    if self.one_of_several(&ph, &narrow, p, q)
                        || self.in_two_places(&ph, &narrow, p)
                        || self.in_both_places(&ph, &narrow, p, q)
                    {
                        continue;
                    }
                    self.place_of_which(&ph, &narrow, p);
                    let next = with_set(&ph, |s| match narrow {
                        Narrow::At(Near::In, ref zone)
                            if zone.ty == Ty::Zone && matches!(s.base, Base::All(_)) =>
                        {
                            self.contents(s, zone);
                        }
                        _ => {
                            if s.base == Base::All(Where::Board) && among_a_zone(&narrow) {
                                s.base = Base::All(Where::InPlay);
                            }
                            s.by.push(narrow);
                        }
                    });
                    self.tail(next, q, sc, short, out);
                }
            }
        }
    }

    /// E160: `pawns on rank 1 on rank 6`: nothing stands on both.
    fn in_two_places(&self, ph: &Ph, narrow: &Narrow, p: usize) -> bool {
        let squares = |n: &Narrow| match n {
            Narrow::At(Near::On, of) => match of.bare() {
                Some(Base::Squares(list)) => Some(list.clone()),
                Some(_) | None => None,
            },
            _ => None,
        };
        let Some(here) = squares(narrow) else {
            return false;
        };
        let apart = |n: &Narrow| {
            squares(n).is_some_and(|there| there.iter().all(|square| !here.contains(square)))
        };
        let nowhere = matches!(&ph.value, Value::Set(set) if set.by.iter().any(apart));
        if nowhere {
            let said = "nothing stands on both";
            let help = "one of the two places: `on rank 1 or rank 8`";
            self.fail_help(p, "E160", said, Some(help.to_owned()));
        }
        nowhere
    }

    /// E195: `the square beside it` would be all four of them.
    fn one_of_several(&self, ph: &Ph, narrow: &Narrow, p: usize, q: usize) -> bool {
        let several = matches!(
            narrow,
            Narrow::At(Near::Beside | Near::Around | Near::Within(_), _) | Narrow::That(..)
        );
        let plain = |n: &Narrow| matches!(n, Narrow::Is(_) | Narrow::Not(_));
        let one = ph.art == Art::The && !ph.plural && ph.noun == "square";
        let goes_on = self.words.place(self.w(q)).is_some()
            || self.any(q, &["that", "whose", "other-than", "nearest"]);
        let set = ph.set();
        let found = several && one && !goes_on && set.pick.is_none() && set.by.iter().all(plain);
        if found {
            let behind = self.said(p, q);
            let said = format!("`the square {behind}`: there can be several");
            let help = format!(
                "one of them is `a square {behind}`, all are `each square {behind}`; a certain one is named: `the square behind it`, `the \
                 square between it and your king`"
            );
            self.fail_help(p, "E195", said, Some(help));
        }
        found
    }

    /// `in play`, `on turn`, `in check` behind the noun.
    fn postfix(&self, ph: &Ph, ty: Ty, p: usize) -> Option<Ph> {
        match (self.w(p), ty) {
            ("in-play", Ty::Piece) => Some(with_set(ph, |s| match s.base {
                Base::All(_) => s.base = Base::All(Where::InPlay),
                _ => s.by.push(Narrow::Is(Quality::InPlay)),
            })),
            ("on-turn", Ty::Seat) => Some(with_set(ph, |s| match &s.base {
                Base::All(_) if s.by.is_empty() => s.base = Base::OnTurn,
                _ => s.by.push(Narrow::Is(Quality::OnTurn)),
            })),
            ("in-check", Ty::Seat | Ty::Piece) => Some(with_set(ph, |s| {
                s.by.push(Narrow::Is(Quality::InCheck(None)));
            })),
            _ => None,
        }
    }

    fn except(&self, ph: &Ph, ty: Ty, not: &Ph) -> Option<Ph> {
        let not = self.fit(not, Types::of(ty)).or_else(|| {
            let cards = ty == Ty::Card && not.ty == Some(Ty::Piece);
            cards.then(|| not.clone())
        })?;
        let mut set = not.set();
        if ty == Ty::Card {
            set.ty = Ty::Card;
            if matches!(set.base, Base::All(_)) {
                set.base = Base::All(Where::Anywhere);
            }
        }
        Some(with_set(ph, |s| s.by.push(Narrow::Except(set))))
    }

    /// A place phrase that can narrow things of this type.
    pub fn place(&self, p: usize, sc: &Scope, ty: Ty) -> Alts<Narrow> {
        let w = self.w(p);
        let mut out = Vec::new();
        let Some(entry) = self.words.place(w) else {
            return out;
        };
        if w == "of" || w == "nearest" || !entry.of.has(ty) {
            return out;
        }
        match w {
            "within" => return self.within(p, sc, ty),
            "between" => return self.between(p, sc, ty),
            "forming" => {
                let at = p + 1 + usize::from(self.any(p + 1, &["a", "an"]));
                let near = match self.w(at) {
                    "chain" => Near::Chain,
                    "block-of-4" => Near::BlockOf4,
                    _ => return out,
                };
                return vec![(Narrow::At(near, of_game()), at + 1)];
            }
            "at" => {
                for (n, q) in self.number(p + 1, sc) {
                    out.push((Narrow::At(Near::Nth(n), of_game()), q));
                }
                return out;
            }
            _ => {}
        }
        let Some(near) = near_of(w) else { return out };
        let mut takes = entry.takes;
        if ty == Ty::Border {
            // no border lies beside a border
            takes = Types::of(Ty::Piece).or(Types::of(Ty::Square));
        }
        if w == "in" {
            // `the cards in the group`
            takes = takes.or(Types::of(ty));
        }
        // `your pieces in the fortress cannot be captured by pieces outside it`
        let inside = matches!(w, "in" | "outside") && self.is(p + 1, "it");
        if inside && matches!(&sc.it, It::Is(set) if set.ty == Ty::Piece) {
            let said = "`it` is a piece here, and a piece has no inside";
            let help = "say the place again: `pieces outside your fortress`";
            self.fail_help(p + 1, "E117", said, Some(help.to_owned()));
            return out;
        }
        let whole = holds_a_list(&near);
        for (to, q) in self.phrase_of(p + 1, sc, takes, true) {
            if !whole && self.one_place_is_enough(&to, p + 1, q) {
                continue;
            }
            let to = match near {
                Near::LowerThan => kind_itself(to.set()),
                _ => to.set(),
            };
            let near = match (&near, ty, to.ty) {
                // a piece in a square is one on it
                (Near::In, Ty::Piece, Ty::Square) => Near::On,
                _ => near.clone(),
            };
            out.extend(self.near_so_many(p, near, to, ty, q));
        }
        out
    }

    /// The places of a complement whose square is narrowed by another place: `is on a square beside a pawn`; and what is compared with, `is
    /// lower than an enemy beside it`. Behind a noun (`pawns on a square beside a knight`) both places narrow the noun.
    pub(super) fn square_near(&self, narrow: &Narrow, p: usize, sc: &Scope) -> Alts<Narrow> {
        let Narrow::At(near @ (Near::On | Near::In | Near::LowerThan), squares) = narrow else {
            return Vec::new();
        };
        let place = self.words.place(self.w(p)).is_some() && self.w(p) != "of";
        let ty = match near {
            Near::LowerThan => Ty::Piece,
            _ => Ty::Square,
        };
        if squares.ty != ty || squares.is_area() || !place {
            return Vec::new();
        }
        let narrower = |(by, q)| {
            let mut there = squares.clone();
            there.by.push(by);
            (Narrow::At(near.clone(), there), q)
        };
        let all = self.place(p, sc, ty).into_iter();
        all.map(narrower).collect()
    }

    /// `beside at least 2 pawns`: at least 2 pawns are beside it. A place phrase whose contrary way says the same counts so; behind
    /// any other an amount would count nothing (E150).
    fn near_so_many(&self, p: usize, near: Near, to: Set, ty: Ty, q: usize) -> Alts<Narrow> {
        let each = self.any(p + 1, &["every", "each", "all"]) && to.amount == Amount::Every;
        if !each && !matches!(to.amount, Amount::Count(..) | Amount::No) {
            return vec![(Narrow::At(near, to), q)];
        }
        let both_ways = matches!(
            near,
            Near::Beside | Near::Around | Near::Within(_) | Near::InLine | Near::OpenLine
        );
        let one = matches!(to.amount, Amount::Count(Rel::Eq, Num::Lit(1)));
        if !both_ways && each && !self.is(p + 1, "all") {
            let word = self.w(p);
            let said = format!("`{word} {}` would be {word} any of them", self.w(p + 1));
            let help = "say it of each of them: `every square of the centre holds a piece of yours`; any of them: leave `every` out";
            self.fail_help(p, "E150", said, Some(help.to_owned()));
            return Vec::new();
        }
        if !both_ways && (each || one) {
            return vec![(Narrow::At(near, to), q)];
        }
        let bare = matches!(&to.amount, Amount::Count(Rel::Eq, n) if *n != Num::Lit(1));
        if both_ways && bare && !self.exact(p + 1) {
            let n = self.text(p + 1);
            let said = format!("{n}, or {n} and more?");
            let help = format!("write `{} exactly {n} ..` or `at least {n} ..`", self.w(p));
            self.fail_help(p + 1, "E126", said, Some(help));
            return Vec::new();
        }
        if !both_ways {
            let word = self.w(p);
            let said = format!("an amount behind `{word}` counts nothing");
            let help = format!(
                "leave the amount out, or count in a condition: `if there are at least 2 pieces {word} ..`"
            );
            self.fail_help(p + 1, "E150", said, Some(help));
            return Vec::new();
        }
        let name = self.hidden(p, "that");
        let those = Cond::Is(Clause {
            at: At::Now,
            newly: false,
            not: false,
            subject: Value::Set(to),
            member: None,
            says: Says::At(near, make(ty, Base::Name(name))),
            src: self.src(p, q),
        });
        vec![(Narrow::That(name, those), q)]
    }

    fn within(&self, p: usize, sc: &Scope, ty: Ty) -> Alts<Narrow> {
        let mut out = Vec::new();
        let Some((n, q)) = self.short_number(p + 1, sc) else {
            self.expected(p + 1, "a number of squares");
            return out;
        };
        if self.is(q, "of") {
            self.fail(q, "E114", "`within` counts squares: `within 2 squares of`");
            return out;
        }
        if !self.any(q, &["square", "squares"]) || !self.is(q + 1, "of") {
            return out;
        }
        let places = Types::of(Ty::Piece).or(Types::of(Ty::Square));
        for (to, r) in self.phrase_of(q + 2, sc, places, true) {
            let near = Near::Within(n.clone());
            // the amount stands behind `of`
            out.extend(self.near_so_many(q + 1, near, to.set(), ty, r));
        }
        out
    }

    fn between(&self, p: usize, sc: &Scope, ty: Ty) -> Alts<Narrow> {
        let mut out = Vec::new();
        let places = Types::of(Ty::Piece).or(Types::of(Ty::Square));
        for (a, q) in self.phrase_of(p + 1, sc, places, true) {
            if !self.is(q, "and") {
                continue;
            }
            for (b, r) in self.phrase_of(q + 1, sc, places, true) {
                let counts = |ph: &Ph| matches!(ph.set().amount, Amount::Count(..) | Amount::No);
                if counts(&a) || counts(&b) {
                    let said = "an amount behind `between` counts nothing";
                    let help = "leave the amount out: the squares and pieces between any of them are meant";
                    self.fail_help(p + 1, "E150", said, Some(help.to_owned()));
                    continue;
                }
                if ty == Ty::Border && self.no_border(&a.set(), &b.set()) {
                    let said = "no border lies between these: their squares share no edge";
                    let help = "a border lies between two squares side by side: `the border between d4 and d5`";
                    self.fail_help(p, "E127", said.to_owned(), Some(help.to_owned()));
                    continue;
                }
                if a.set().bare().is_some_and(|a| b.set().bare() == Some(a)) && a.is_one() {
                    self.same_as_itself(q + 1, "nothing lies between a thing and itself");
                    continue;
                }
                out.push((Narrow::Between(a.set(), b.set()), r));
            }
        }
        out
    }

    /// These squares, told by name, have no edge in common.
    fn no_border(&self, a: &Set, b: &Set) -> bool {
        let (Some(Base::Squares(a)), Some(Base::Squares(b))) = (a.bare(), b.bare()) else {
            return false;
        };
        let Some(board) = self.prog.rules.boards.first() else {
            return false;
        };
        let files = u16::from(board.files);
        let place = |q: &engine::ids::SquareId| {
            let at = q.0.saturating_sub(board.first.0);
            (at % files, at / files)
        };
        let beside = |x: &engine::ids::SquareId, y: &engine::ids::SquareId| {
            let (x, y) = (place(x), place(y));
            x.0.abs_diff(y.0) + x.1.abs_diff(y.1) == 1
        };
        !a.iter().any(|x| b.iter().any(|y| beside(x, y)))
    }

    /// `that ..`, `whose ..`, joined by `and that`, `and whose`.
    fn relative(&self, ph: &Ph, p: usize, sc: &Scope) -> Alts<Ph> {
        let mut out = Vec::new();
        if self.is_said_of_another(ph, p) {
            return out;
        }
        let name = self.hidden(p, "that");
        let candidate = make(ph.ty.unwrap_or(Ty::Piece), Base::Name(name));
        let own = match self.is(p + 1, "are") && self.their_place(ph, p + 2, sc) {
            true => Some(self.spoken_of(sc, &candidate)),
            false => self.of_itself_alone(ph, sc, &candidate),
        };
        for (cond, q) in self.clauses(p, own.as_ref().unwrap_or(sc), &candidate) {
            if own.is_some() && self.one_of_many(ph, p, q)
                || own.is_none() && self.own_or_of_the_event(ph, p, q, sc)
            {
                continue;
            }
            if let Some((pick, rest)) = super::most::superlative(&cond, &candidate, name) {
                let mut next = with_set(ph, |s| s.pick = Some(pick));
                if let Some(rest) = rest {
                    next = with_set(&next, |s| s.by.push(Narrow::That(name, rest)));
                }
                next.rel = true;
                out.push((next, q));
                continue;
            }
            let gone = was_captured(&cond, name);
            let mut next = with_set(ph, |s| {
                // what was captured is looked for wherever it is
                if gone && s.base == Base::All(Where::Board) {
                    s.base = Base::All(Where::Anywhere);
                }
                s.by.push(Narrow::That(name, cond));
            });
            next.rel = true;
            out.push((next, q));
        }
        out
    }

    /// E119: in `pieces beside a king that is in check` the verb is the king's, and what stands behind a place is said of the first noun.
    fn is_said_of_another(&self, ph: &Ph, p: usize) -> bool {
        let singular = self.any(p + 1, &["is", "has", "was"]);
        let plural = self.any(p + 1, &["are", "have", "were"]);
        let disagrees = ph.plural && singular || !ph.plural && plural;
        let before = self.senses(p - 1);
        let of_another = |(_, several, noun): &(Sense, bool, String)| {
            *noun != ph.noun && *several == plural && ph.art != Art::Count
        };
        let other = disagrees && !ph.noun.is_empty() && before.iter().any(of_another);
        if other {
            let verb = self.text(p + 1);
            let message = format!(
                "`that {verb}` cannot be said of the {}, and what stands behind a place is said of the first noun",
                ph.noun
            );
            let help = "parentheses give it to the other noun: `pieces beside (a king that is in check) cannot move`";
            self.fail_help(p, "E119", message, Some(help.to_owned()));
        }
        other
    }

    fn clauses(&self, p: usize, sc: &Scope, candidate: &Set) -> Alts<Cond> {
        let mut out = Vec::new();
        for (first, q) in self.clause(p, sc, candidate) {
            out.push((first.clone(), q));
            let at = self.comma(q);
            if self.is(at, "and") && self.any(at + 1, &["that", "whose"]) {
                for (rest, r) in self.clauses(at + 1, sc, candidate) {
                    out.push((super::cond::all_of(vec![first.clone(), rest]), r));
                }
            }
        }
        out
    }

    fn clause(&self, p: usize, sc: &Scope, candidate: &Set) -> Alts<Cond> {
        if self.is(p, "whose") {
            let mut det = self.whose();
            det.owner = Some(candidate.clone());
            det.start = p;
            let mut out = Vec::new();
            for (subject, q) in self.core(p + 1, sc, &det, true) {
                out.extend(self.test_of(q, sc, &subject));
            }
            return out;
        }
        let subject = Ph::thing(candidate.clone());
        let mut out = self.test_of(p + 1, sc, &subject);
        out.extend(self.object_clause(p + 1, sc, candidate));
        out
    }

    fn whose(&self) -> super::det::Det {
        super::det::Det {
            art: Art::Own,
            amount: Amount::Every,
            owner: None,
            other: false,
            start: 0,
            plural: false,
        }
    }
}

/// A phrase with its set changed.
pub fn with_set(ph: &Ph, change: impl FnOnce(&mut Set)) -> Ph {
    let mut out = ph.clone();
    let mut set = ph.set();
    change(&mut set);
    out.ty = out.ty.map(|_| set.ty);
    out.value = Value::Set(set);
    out.narrowed = true;
    out
}

/// `lower than a rook`: than that kind, whether there is such a piece or not.
fn kind_itself(set: Set) -> Set {
    let on_board = matches!(set.base, Base::All(Where::Board)) && set.pick.is_none();
    match (set.by.as_slice(), &set.amount) {
        ([Narrow::Is(Quality::Kind(kind))], Amount::Any | Amount::Every) if on_board => {
            (**kind).clone()
        }
        _ => set,
    }
}

/// The place preposition of a word.
pub fn near_of(word: &str) -> Option<Near> {
    Some(match word {
        "on" => Near::On,
        "in" => Near::In,
        "beside" => Near::Beside,
        "around" => Near::Around,
        "in-line-with" => Near::InLine,
        "in-open-line-with" => Near::OpenLine,
        "next-to" => Near::NextTo,
        "among" => Near::Among,
        "behind" => Near::Behind,
        "in-front-of" => Near::InFrontOf,
        "outside" => Near::Outside,
        "under" => Near::Under,
        "lower-than" => Near::LowerThan,
        _ => return None,
    })
}

/// `a piece among (it and the pieces in the bag)`: pieces mean pieces on the board unless the phrase names a zone.
fn among_a_zone(narrow: &Narrow) -> bool {
    fn zone(s: &Set) -> bool {
        match &s.base {
            Base::Zone(..) => true,
            Base::Or(parts) => parts.iter().any(zone),
            _ => false,
        }
    }
    matches!(narrow, Narrow::At(Near::Among, s) if zone(s))
}

/// `pieces that you have captured`, `pieces that were captured`.
fn was_captured(cond: &Cond, name: Name) -> bool {
    let this = |s: &Set| s.bare() == Some(&Base::Name(name));
    match cond {
        Cond::Is(clause) => match (&clause.says, &clause.subject) {
            (Says::Did(past), Value::Set(subject))
                if matches!(
                    past.deed.verb,
                    Verb::Capture | Verb::LosePiece | Verb::Remove
                ) && !clause.not =>
            {
                let passive = past.role == Some(Role::Object) && this(subject);
                passive || matches!(&past.deed.object, Some(Value::Set(o)) if this(o))
            }
            // `a piece of yours that is lost`
            (Says::Be(Quality::Lost | Quality::Captured), Value::Set(subject)) => {
                this(subject) && !clause.not
            }
            _ => false,
        },
        Cond::All(all) => all.iter().any(|c| was_captured(c, name)),
        Cond::Any(all) => all.iter().all(|c| was_captured(c, name)),
        Cond::Not(_) | Cond::Choice(..) | Cond::During(_) => false,
    }
}

/// Whether a place is that of all the things in a list together (`on rank 1 and rank 2`, `among your pawns and knights`), and not of any one
/// of them (`beside a pawn or knight`).
pub(super) fn holds_a_list(near: &Near) -> bool {
    match near {
        Near::On | Near::In | Near::Outside | Near::Among => true,
        Near::Beside
        | Near::Around
        | Near::Within(_)
        | Near::InLine
        | Near::OpenLine
        | Near::NextTo
        | Near::Behind
        | Near::InFrontOf
        | Near::Under
        | Near::LowerThan
        | Near::Nth(_)
        | Near::Chain
        | Near::BlockOf4 => false,
    }
}

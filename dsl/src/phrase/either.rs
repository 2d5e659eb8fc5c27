//! `or` and `and` between things: in a step who acts picks one of those joined by `or`. Never takes one word for the other: where it is
//! not clear which are meant, the sentence is refused.
use super::deed::Vp;
use super::reader::*;
use super::terms::Joint;
use crate::syntax::TokenKind;
use engine::rules::*;

impl Rd<'_> {
    /// Things joined by `or` become a choice of one. `whole`: the step ends where this is asked.
    pub(super) fn one_of_list(&self, vp: &mut Vp, whole: bool) {
        let (from, to) = vp.object_at;
        let bare = vp
            .object
            .as_ref()
            .is_some_and(|ph| self.or_between_nouns(ph, from, to));
        let object = vp.object.iter_mut();
        let cases = vp.cases.iter_mut().map(|(_, ph)| ph);
        let mut unclear = false;
        for ph in object.chain(cases) {
            unclear |= settle_or(ph);
        }
        if whole && (unclear || bare) {
            self.say_which(from, to);
        }
    }

    /// E192: `beside your king and your queen`, `attacks pawns and knights`, `there are pawns and knights`: one of them would be enough.
    pub(super) fn one_is_enough(&self, ph: &Ph, from: usize, to: usize) -> bool {
        let found = self.is_joined(ph, from, to);
        if found {
            let message = "`and` would mean `or` here: one of these would be enough";
            let help = "both: say it of each (`that attack your king and that attack your queen`, `there is a pawn and there is a knight`); either: write `or`";
            self.fail_help(to - 1, "E192", message, Some(help.to_owned()));
        }
        found
    }

    /// Pieces or squares are joined by `and` of which any is meant.
    fn is_joined(&self, ph: &Ph, from: usize, to: usize) -> bool {
        let some =
            matches!(&ph.value, Value::Set(s) if matches!(s.amount, Amount::Every | Amount::Any));
        let grouped = self.kind(from) == Some(TokenKind::Open);
        let joined =
            ph.joint == Some(Joint::And) && !grouped && !(from..to).any(|i| self.is(i, "among"));
        let listed = joined || ph.joint.is_none() && self.between_nouns("and", from, to);
        some && listed && matches!(ph.ty, Some(Ty::Piece | Ty::Square))
    }

    /// `A or B` as the subject of a test.
    pub(super) fn one_or_other(&self, from: usize, to: usize, subject: &Ph) -> bool {
        let list = matches!(&subject.value, Value::Set(Set { base: Base::Or(_), by, .. }) if by.is_empty());
        // `your king or rook is unmoved`: with one owner for both
        let kinds =
            |n: &Narrow| matches!(n, Narrow::Is(Quality::Kind(k)) if matches!(k.base, Base::Or(_)));
        let shared = matches!(&subject.value, Value::Set(s) if s.amount == Amount::Every && s.by.iter().any(kinds))
            && self.any(
                to,
                &["is", "are", "was", "were", "has", "have", "had", "cannot"],
            );
        let list = list || shared;
        let paren = self.kind(from) == Some(TokenKind::Open);
        list && !paren && (from..to).any(|i| self.is(i, "or"))
    }

    /// E192: `if your queen and your rook attack it`, `if white and black have captured a king`: one of them would be enough.
    pub(super) fn one_does(&self, subject: &Ph, from: usize, to: usize, cond: &Cond) -> bool {
        let done = |says: &Says| matches!(says, Says::Do(_) | Says::Can(_) | Says::Did(_));
        let does = |c: &Cond| matches!(c, Cond::Is(clause) if done(&clause.says) && !clause.not);
        let done = match cond {
            Cond::All(list) | Cond::Any(list) => list.iter().any(does),
            one => does(one),
        };
        let seats = subject.ty == Some(Ty::Seat) && subject.joint == Some(Joint::And);
        let found = done && (seats && subject.ones || self.is_joined(subject, from, to));
        if found {
            let message = "`and` would mean `or` here: one of these would be enough";
            let help = "both: say it of each (`if your queen attacks it and your rook attacks it`); either: write `or`";
            self.ask_back(to - 1, message, help);
        }
        found
    }

    /// E192: `a piece on d4 and e5`, `your knight is on d4 and e5`: one piece stands on one of them. The place begins at `from`.
    pub(super) fn in_both_places(&self, ph: &Ph, narrow: &Narrow, from: usize, to: usize) -> bool {
        let on = matches!(narrow, Narrow::At(Near::On | Near::In, of) if of.ty == Ty::Square);
        let and = on && self.between_nouns("and", from + 1, to);
        let has = |words: &[&str]| (from..to).any(|i| self.any(i, words));
        if and && !is_one(ph) && has(&["file"]) && has(&["rank", "row"]) {
            let message = "`and` would mean `or` here: every square of either";
            let help = "where the two cross: `enemies on rank 3 that are on file e`; on either: write `or`";
            self.ask_back(to - 1, message, help);
            return false;
        }
        let found = and && is_one(ph);
        if found {
            let message = "`and` would mean `or` here: one piece stands on one of these squares";
            let help = "both: say it of each (`you have a piece on d4 and you have a piece on e5`, `put 2 new pawns on d4 and e5`); either: write `or`";
            // behind a place of its own this may be the place of the deed instead: then only this reading is dropped
            let placed = |n: &Narrow| matches!(n, Narrow::At(..));
            match &ph.value {
                Value::Set(set) if set.by.iter().any(placed) => {
                    self.fail_help(to - 1, "E192", message, Some(help.to_owned()));
                }
                Value::Set(_) | Value::Num(_) => self.ask_back(to - 1, message, help),
            }
        }
        found
    }

    /// E192: `your rooks are on d4 and e5`: both on one of them, or one on each?
    pub(super) fn one_on_each_square(
        &self,
        ph: &Ph,
        narrow: &Narrow,
        from: usize,
        to: usize,
    ) -> bool {
        let on = matches!(narrow, Narrow::At(Near::On | Near::In, of) if of.ty == Ty::Square);
        let square = |i: &usize| self.kind(*i) == Some(TokenKind::Square);
        let squares = (from + 1..to).filter(square).count() > 1;
        let and = on && squares && self.between_nouns("and", from + 1, to);
        let found = and && ph.plural && ph.ty == Some(Ty::Piece);
        if found {
            let message = "all of them on any of these squares, or one on each?";
            let help = "on any of them: write `or`; one on each: say it of each (`you have a rook on d4 and you have a rook on e5`)";
            self.ask_back(to - 1, message, help);
        }
        found
    }

    /// E117: `pieces cannot enter the hill unless a pawn is on it`: nothing but the piece itself is on the square of a piece.
    pub(super) fn on_a_piece(&self, ph: &Ph, narrow: &Narrow, from: usize) {
        let of_piece = |of: &Set| matches!(of.base, Base::Of(Part::Square, _));
        let on = matches!(narrow, Narrow::At(Near::On, of) if of_piece(of));
        if on && self.is(from + 1, "it") && ph.ty == Some(Ty::Piece) {
            let message = "`it` is the piece, and nothing else is on its square";
            let help =
                "name the place again: `unless a pawn is on the hill`; near the piece: `beside it`";
            self.note(error(
                "E117",
                self.span(from + 1),
                message,
                Some(help.to_owned()),
            ));
        }
    }

    /// E192: `the corners hold pieces of yours`: each of them, or one?
    pub(super) fn held_by_each(&self, subject: &Ph, deed: &Deed, at: usize) -> bool {
        let squares = subject.ty == Some(Ty::Square) && !subject.indefinite();
        let found = squares
            && deed.verb == Verb::Hold
            && self.is(at, "hold")
            && !matches!(subject.art, Art::Every | Art::Count | Art::No)
            && matches!(&deed.object, Some(Value::Set(set)) if set.amount == Amount::Any);
        if found {
            let message = "each of these squares, or one of them?";
            let help = "each: `every square of the hill holds a piece of yours`; one is enough: `a square of the hill holds a piece of yours`";
            self.ask_back(at, message, help);
        }
        found
    }

    /// The same behind a place, whatever else it could be: `remove the enemies beside your king and your queen` is no order to remove your
    /// queen.
    pub(super) fn one_place_is_enough(&self, ph: &Ph, from: usize, to: usize) -> bool {
        let found = self.one_is_enough(ph, from, to);
        if found && !self.begins_a_clause(from, to) {
            let message = "`and` would mean `or` here: beside one of these would be enough";
            let help = "both: say it of each (`that are beside your king and beside your queen`); either: write `or`";
            self.ask_back(to - 1, message, help);
        }
        found
    }

    /// `a pawn is beside your king and your queen is on d4`: what stands behind `and` is what the next clause is about, as the clause in
    /// front has its verb already. The place begins at `from`, the list ends at `to`.
    fn begins_a_clause(&self, from: usize, to: usize) -> bool {
        const VERBS: [&str; 6] = ["is", "are", "was", "were", "has", "have"];
        let joins = |i: &usize| self.any(*i, &["if", "unless", "and", "or", "while"]);
        let ends = |i: &usize| joins(i) || self.kind(*i) == Some(TokenKind::Comma);
        let front = (0..from).rev().find(joins).map_or(0, |i| i + 1);
        let Some(and) = (from..to).find(|i| self.is(*i, "and")) else {
            return false;
        };
        let end = (to..self.toks.len()).find(ends).unwrap_or(self.toks.len());
        let verb = |i: usize| self.any(i, &VERBS) || self.words.verb(self.w(i)).next().is_some();
        (and + 1..end).any(verb) && (front..from).any(|i| self.any(i, &VERBS))
    }

    /// E119: `the enemies beside the fairy on c3`: which of the two stands there?
    pub(super) fn place_of_which(&self, ph: &Ph, narrow: &Narrow, at: usize) {
        let Value::Set(set) = &ph.value else { return };
        let pieces = |s: &Set| s.ty == Ty::Piece && matches!(s.base, Base::All(_));
        let placed = |s: &Set| s.by.iter().any(|n| matches!(n, Narrow::At(..)));
        let near = |n: &Near| {
            matches!(
                n,
                Near::Beside | Near::Around | Near::Behind | Near::InFrontOf | Near::Within(_)
            )
        };
        let other = match set.by.last() {
            Some(Narrow::At(how, other)) => near(how) && pieces(other) && !placed(other),
            _ => false,
        };
        let unclear = other && matches!(narrow, Narrow::At(Near::On, _));
        if unclear {
            let why =
                "two readings: does this say where the first stands, or where the other one does?";
            let help = "where the other one stands: `enemies beside (the rook on c3)`; where the first stands: `enemies on rank 3 beside the rook`";
            self.note(error("E119", self.span(at), why, Some(help.to_owned())));
        }
    }

    /// E192, whatever else the sentence could be.
    fn ask_back(&self, at: usize, message: &str, help: &str) {
        self.note(error("E192", self.span(at), message, Some(help.to_owned())));
    }

    /// `your pawns or knights`, several of which are meant.
    pub(super) fn or_between_nouns(&self, ph: &Ph, from: usize, to: usize) -> bool {
        let several = ph.plural && ph.joint.is_none() && !ph.indefinite();
        let noun = |i: usize| self.senses(i).iter().any(|(_, plural, _)| *plural);
        several && (from..to).any(noun) && self.between_nouns("or", from, to)
    }

    /// The joint stands between the nouns of a list itself, as in `your pawns or knights`, and not in `your pawns beside a rook or knight`.
    fn between_nouns(&self, joint: &str, from: usize, to: usize) -> bool {
        let ends = |i: usize| {
            self.kind(i) == Some(TokenKind::Open)
                || self.any(i, &["that", "of", "whose", "other-than", "among"])
                || self.words.place(self.w(i)).is_some()
        };
        let mut list = (from..to).take_while(|i| !ends(*i));
        !self.any(from, &["all", "every", "each"]) && list.any(|i| self.is(i, joint))
    }

    /// E192: which of the things joined by `or` are meant is not said. The phrase stands from `from` up to `to`.
    pub(super) fn say_which(&self, from: usize, to: usize) {
        let why = "which of them is not said: `or` stands between several things";
        let help = "let the player pick: `either \"pawns\" { remove your pawns } or \"knights\" { remove your knights }`; all of them: write `and`";
        let span = super::lex::join(self.span(from), self.span(to.saturating_sub(1)));
        self.note(error("E192", span, why, Some(help.to_owned())));
    }

    /// E119: `a pawn or a knight on rank 6`, `no pawn and no knight of yours`: what stands behind the last could be said of all.
    pub(super) fn said_of_the_last(&self, both: &Ph, joint: usize, to: usize) -> bool {
        let unclear = owner_of_last(both);
        if unclear {
            let why = "two readings: is what stands behind the last said of it alone, or of all?";
            let help = "of all: `a pawn or knight of yours`; each its own: `a pawn of yours or a knight of an opponent`";
            self.fail_help(
                to.saturating_sub(1).max(joint),
                "E119",
                why,
                Some(help.to_owned()),
            );
        }
        unclear
    }

    /// E192: `bringing the rook on h1 to f1 or g1`: a move says where everything goes.
    pub(super) fn brought_to_either(&self, to: &Ph, at: usize) -> bool {
        let either = to.joint == Some(Joint::Or);
        if either {
            let message = "one move brings the piece to one square, and nobody is asked";
            let help = "name one square; a choice comes behind the move: `after you castle, you may { .. }`";
            self.fail_help(at, "E192", message, Some(help.to_owned()));
        }
        either
    }

    /// E192: `bringing a pawn of yours beside it into its bay`: which of several is nobody's choice.
    pub(super) fn brings_one_of_several(&self, what: &Ph, at: usize) -> bool {
        let Value::Set(set) = &what.value else {
            return false;
        };
        let stands = |n: &Narrow| matches!(n, Narrow::At(Near::On, _));
        let one = !what.plural && matches!(set.amount, Amount::Any | Amount::Every);
        let open = matches!(set.base, Base::All(_)) && !(one && set.by.iter().any(stands));
        if open {
            let message = "a way brings one piece, and nobody is asked which of several";
            let help = "say where it stands (`bringing the rook on h1 to f1`, `bringing a pawn of yours on the destination into its berth`); \
                        one that somebody chooses, or several: `after it moves, put a pawn of yours beside it in its berth`";
            self.fail_help(at, "E192", message, Some(help.to_owned()));
        }
        open
    }

    /// E192: `no queen or no rook`, `exactly 1 queen or exactly 1 rook` would ask for both.
    pub(super) fn none_or_none(&self, first: &Ph, next: &Ph, at: usize) -> bool {
        let counted = |ph: &Ph| match &ph.value {
            Value::Set(set) => matches!(set.amount, Amount::No | Amount::Count(..)),
            Value::Num(_) => false,
        };
        let both = first.ty == next.ty && counted(first) && counted(next);
        if both {
            let message = "`or` would mean `and` here: each of these would have to be so";
            let help = "either: say it whole of each, `you have no queen or you have no rook`; both: write `and`, or `no queen or rook`";
            self.fail_help(at - 1, "E192", message, Some(help.to_owned()));
        }
        both
    }

    /// E192: `a queen and a rook` is not one thing that is either.
    pub(super) fn one_of_each(&self, first: &Ph, next: &Ph, at: usize) -> bool {
        let some = |ph: &Ph| match &ph.value {
            Value::Set(set) => matches!(set.amount, Amount::Any | Amount::Count(..)),
            _ => false,
        };
        let alike = first.ty == next.ty && first.ty != Some(Ty::Kind);
        let both = alike && some(next);
        if both {
            let message = "`and` would mean `or` here: one of these would be enough";
            let help = "both: give each its own clause or step; either: write `or`";
            self.fail_help(at - 1, "E192", message, Some(help.to_owned()));
        }
        both
    }
}

/// `enters b1-b2 or c1-c2`: each is a place of its own, so who goes from the one to the other enters and leaves.
pub(super) fn each_place(vp: &Vp, deed: Deed) -> Vec<Deed> {
    let either = vp
        .object
        .as_ref()
        .is_some_and(|ph| ph.joint == Some(Joint::Or));
    let places = match &deed.object {
        Some(Value::Set(set)) if either && deed.of_area() && set.by.is_empty() => match &set.base {
            Base::Or(parts) if parts.iter().all(|part| part.ty == Ty::Square) => parts.clone(),
            _ => Vec::new(),
        },
        Some(_) | None => Vec::new(),
    };
    if places.is_empty() {
        return vec![deed];
    }
    let each = places.into_iter().map(|place| Deed {
        object: Some(Value::Set(place)),
        ..deed.clone()
    });
    each.collect()
}

/// Turns a list joined by `or` into a choice of one of its members; `true`: the members are sets (`your pawns or your knights`), and the
/// sentence does not say which is meant.
pub(super) fn settle_or(ph: &mut Ph) -> bool {
    if ph.joint != Some(Joint::Or) || !matters(ph) {
        return false;
    }
    if let (true, Value::Set(set)) = (ph.ones, &mut ph.value) {
        ph.art = Art::A;
        set.amount = Amount::Any;
    }
    !ph.ones
}

/// A phrase of one piece.
fn is_one(ph: &Ph) -> bool {
    ph.ty == Some(Ty::Piece) && !ph.plural && ph.joint.is_none() && ph.art != Art::Count
}

/// What is done to it hangs on which of them it is.
fn matters(ph: &Ph) -> bool {
    ph.ty
        .is_some_and(|ty| ty != Ty::Number && ty != Ty::Direction)
}

/// `a pawn or a knight of yours`: the last has an owner or a place, and the others have none.
fn owner_of_last(ph: &Ph) -> bool {
    let Value::Set(Set {
        base: Base::Or(parts),
        by,
        ..
    }) = &ph.value
    else {
        return false;
    };
    let narrowed = |part: &Set| {
        // what stands in front is said of its own noun
        let in_front =
            |n: &Narrow| matches!(n, Narrow::Is(_) | Narrow::Not(_) | Narrow::Hostile(_));
        part.by.iter().any(|n| !in_front(n)) || matches!(part.base, Base::Zone(..))
    };
    let indefinite = |part: &Set| matches!(part.base, Base::All(_));
    let Some((last, others)) = parts.split_last() else {
        return false;
    };
    by.is_empty()
        && ph.ty == Some(Ty::Piece)
        && narrowed(last)
        && others
            .iter()
            .all(|part| indefinite(part) && !narrowed(part))
}

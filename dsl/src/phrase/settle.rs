//! A step whose words are all read: what its amounts and articles come to, and what nobody could carry out as it stands.
use super::cases::case_word;
use super::choice::choosable;
use super::deed::{Mode, Vp};
use super::reader::*;
use super::words::{VerbWord, ty_name};
use engine::rules::*;

impl Rd<'_> {
    /// Sets what the words up to a place come to; what is refused is told where the step ends there.
    pub(super) fn settle_step(&self, vp: &mut Vp, end: usize) {
        let whole = end == self.toks.len();
        self.one_of_list(vp, whole);
        let nobodys = |ph: &Ph| ph.number().is_some_and(|n| super::most::is_most_points(&n));
        if whole && vp.object.as_ref().is_some_and(nobodys) {
            let help = "name whose: `the points of the player that has the most points`";
            self.told(
                vp,
                "E150",
                "this is no number by itself: the points of whom?",
                help,
            );
        }
        if whole {
            self.where_one_stands(vp);
            self.nowhere_to_go(vp);
            self.any_of_several(vp);
        }
        match vp.deed.verb {
            Verb::Put => {
                self.one_on_each(vp, whole);
                if whole {
                    self.put_on_which(vp);
                    self.put_by_whom(vp);
                }
            }
            Verb::Move if whole => {
                self.moved_by_whom(vp);
                self.moved_one_by_one(vp);
            }
            Verb::Set | Verb::Add if whole => self.set_to_what(vp),
            Verb::Promote => promoted(vp),
            Verb::Become => self.becomes_somebodys(vp),
            Verb::Swap => self.swapped_with(vp),
            _ => {}
        }
    }

    /// A preposition that the verb needs stands within the object of a guard or event, so it belongs to the verb: `you cannot put a pawn
    /// on your last row`. Parentheses keep it with the object.
    pub(super) fn needed_behind_object(&self, verb: &VerbWord, vp: &Vp, mode: Mode) -> bool {
        let (from, to) = vp.object_at;
        let within = |c: &Case| (from..to).any(|i| self.is(i, case_word(*c)));
        matches!(mode, Mode::Guard | Mode::Event)
            && verb.need.iter().any(within)
            && !(from..to).any(|i| self.text(i) == "(")
    }

    /// `put new pawns on the squares beside it`: one on each. One piece stands on one square, and new pieces are counted (E150).
    fn one_on_each(&self, vp: &mut Vp, whole: bool) {
        let Some(object) = &vp.object else {
            return;
        };
        let (made, several) = match &object.value {
            Value::Set(set) => (
                set.base == Base::New,
                object.plural || !matches!(set.amount, Amount::Any | Amount::Every),
            ),
            Value::Num(_) => return,
        };
        let squares = vp.cases.iter().find(|(case, ph)| {
            let Value::Set(set) = &ph.value else {
                return false;
            };
            let many = match &set.base {
                Base::All(_) => ph.plural || ph.art == Art::Every,
                _ => ph.art == Art::Every || made && object.plural && set.is_area(),
            };
            let on = matches!(case, Case::On | Case::At | Case::To);
            on && set.ty == Ty::Square && set.amount == Amount::Every && many
        });
        match squares {
            Some((_, ph))
                if whole
                    && made
                    && !object.plural
                    && ph.plural
                    && near_something(ph)
                    && !several =>
            {
                let said = "one new piece and several squares: is there one on each, or one on a square that is chosen?";
                let help = "one on each: `put a new pawn on each empty square beside your king`; one: `put a new pawn on an empty square beside your king`";
                self.told(vp, "E150", said, help);
            }
            Some((_, ph)) if whole && made && some_of_them(object, ph) => {
                let said =
                    "so many on squares of which there are others: nobody would choose which";
                let help = "let the player choose: `put 2 new pawns on 2 empty squares of the hill`; one on each: `put new pawns on the hill`";
                self.told(vp, "E195", said, help);
            }
            Some((_, ph)) if made => {
                let each = Amount::Count(Rel::Eq, Num::Count(Box::new(ph.set())));
                let spread = object.plural || ph.art == Art::Every;
                if let Some(Value::Set(set)) = &mut vp.deed.object
                    && matches!(set.amount, Amount::Any | Amount::Every)
                    && spread
                {
                    set.amount = each;
                }
            }
            Some(_) if whole && !several => {
                let said = "one piece stands on one square";
                let help = "let the player choose: `put it on a square beside your king`; new pieces can come to each of them: \
                            `put new pawns on the squares beside your king`";
                self.told(vp, "E150", said, help);
            }
            None if whole
                && made
                && object.plural
                && vp.deed.object.as_ref().is_some_and(uncounted) =>
            {
                let said = "how many new pieces?";
                let help = "say how many (`a new pawn`, `2 new pawns`), or name the squares they come to: `on the squares beside it`";
                self.told(vp, "E150", said, help);
            }
            Some(_) | None => {}
        }
    }

    /// E123: `the captor becomes an enemy`: a piece becomes another kind, and is given to another player.
    fn becomes_somebodys(&self, vp: &Vp) {
        if vp.object.as_ref().is_some_and(|ph| ph.noun == "enemy") {
            let said = "what a piece becomes is its kind; whose it is does not change";
            let help = "give it away: `give the captor to your opponent`; the kind of a piece: `the captor becomes the kind of the victim`";
            self.told(vp, "E123", said, help);
        }
    }

    /// E123: `put your rook on your king`: there the king stands.
    fn where_one_stands(&self, vp: &Vp) {
        if self.two_sided() || !matches!(vp.deed.verb, Verb::Put | Verb::Move) {
            return;
        }
        let standing = |set: &Set| set.ty == Ty::Piece && set.base == Base::All(Where::Board);
        let taken = |(case, value): &(Case, Value)| {
            let Value::Set(set) = value else { return false };
            let there = matches!(&set.base, Base::Of(Part::Square, of) if standing(of));
            matches!(case, Case::On | Case::To) && (there || standing(set))
        };
        if vp.deed.cases.iter().any(taken) {
            let said = "a piece stands there already, and two pieces stand on no square";
            let help = "the two change places: `swap your rook with your king`; beside it: `put it on an empty square beside your king`; in its place: \
                        `choose prey among the enemies; let spot be the square of the prey; remove the prey; put your rook on the spot`";
            self.told(vp, "E123", said, help);
        }
    }

    /// E123: what lies in a zone has no square to be moved from or swapped with.
    fn nowhere_to_go(&self, vp: &Vp) {
        let moves = matches!(
            vp.deed.verb,
            Verb::Swap | Verb::Push | Verb::Pull | Verb::Move | Verb::Shift
        );
        if !moves || vp.deed.how.owners {
            return;
        }
        let kept = |set: &Set| {
            let zone = |n: &Narrow| matches!(n, Narrow::At(Near::In, of) if of.ty == Ty::Zone);
            set.ty == Ty::Piece && (matches!(set.base, Base::Zone(..)) || set.by.iter().any(zone))
        };
        let in_zone = match &vp.deed.object {
            Some(Value::Set(set)) => match &set.base {
                Base::Or(parts) => parts.iter().any(kept),
                _ => kept(set),
            },
            Some(Value::Num(_)) | None => false,
        };
        if in_zone {
            let said = "what lies in a zone stands on no square";
            let help = "put it there: `put a piece in your prison on an empty square of your first row`; two change places by two steps with `put .. into`";
            self.told(vp, "E123", said, help);
        }
    }

    /// E193: `put a pawn on d4` takes anybody's pawn from where it stands.
    fn put_by_whom(&self, vp: &Vp) {
        let any = vp.object.as_ref().is_some_and(|ph| ph.art == Art::Any);
        let kind = |set: &Set| {
            set.by
                .iter()
                .all(|n| matches!(n, Narrow::Is(Quality::Kind(_))))
        };
        let open = |set: &Set| {
            set.ty == Ty::Piece
                && set.amount == Amount::Any
                && set.base == Base::All(Where::Board)
                && set.pick.is_none()
                && kind(set)
        };
        if any
            || !vp
                .object
                .as_ref()
                .is_some_and(|ph| matches!(&ph.value, Value::Set(s) if open(s)))
        {
            return;
        }
        let said = "which piece? This would take one of anybody's from where it stands";
        let help = "a piece that comes into the game: `put a new pawn ..`; one that stands there: `put a pawn of yours ..`; if it may be anybody's, `any pawn`";
        self.told(vp, "E193", said, help);
    }

    /// E195: `put your pawns on empty squares`: each gets one, and nobody would choose which.
    fn put_on_which(&self, vp: &Vp) {
        let many =
            |ph: &Ph| ph.plural && matches!(&ph.value, Value::Set(s) if s.amount == Amount::Every);
        let open = |(case, ph): &(Case, Ph)| {
            matches!(case, Case::On | Case::Onto)
                && ph.ty == Some(Ty::Square)
                && many(ph)
                && matches!(&ph.value, Value::Set(s) if matches!(s.base, Base::All(_)) && s.pick.is_none())
        };
        let made = |ph: &Ph| matches!(&ph.value, Value::Set(s) if s.base == Base::New);
        let counted = |ph: &Ph| {
            ph.plural && matches!(&ph.value, Value::Set(s) if matches!(s.amount, Amount::Count(..)))
        };
        let there = vp
            .object
            .as_ref()
            .is_some_and(|ph| ph.ty == Some(Ty::Piece) && (many(ph) && !made(ph) || counted(ph)));
        if there && vp.cases.iter().any(open) {
            let said = "each of them gets a square, and nobody would choose which";
            let help = "one after the other: `for each pawn of yours { put it on an empty square }`, \
                        `for each guest in the pieces in your reserve { put the guest on an empty square }`, \
                        `repeat 2 times { put a new pawn on an empty square }`";
            self.told(vp, "E195", said, help);
        }
    }

    /// E122: `set the tee to 3`, where the tee is a square. E195: `set the tee to the corners`: it holds one of them.
    fn set_to_what(&self, vp: &Vp) {
        let to = vp.cases.iter().find(|(case, _)| *case == Case::To);
        let (Some(object), Some((_, to))) = (&vp.object, to) else {
            return;
        };
        let (kept, to) = match vp.deed.verb {
            Verb::Add => (to, object),
            _ => (object, to),
        };
        let field = match &kept.value {
            Value::Set(set) => match set.bare() {
                Some(Base::Field(field, _, _)) => *field,
                Some(_) | None => return,
            },
            Value::Num(_) => return,
        };
        let decl = &self.decls.fields[field.index()];
        if decl.ty == Ty::Number {
            return;
        }
        let (name, sort) = (&decl.name, sort_of(Some(decl.ty)));
        if !can_be(decl.ty, to) {
            let is = match decl.many {
                true => format!("holds {sort}s"),
                false => format!("is a {sort}"),
            };
            let said = format!("`{name}` {is}, and a {} is none", sort_of(to.ty));
            let help = "what a value can be stands before `called`: `every piece has a square called tee`, `you have a number called gold`";
            return self.told(vp, "E122", &said, help);
        }
        let Value::Set(set) = &to.value else { return };
        let all = !decl.many && set.amount == Amount::Every && set.pick.is_none();
        // `king`, which is no one king; the other side is one
        let bare = to.art == Art::Bare && matches!(set.base, Base::All(_));
        if all && to.ty == Some(decl.ty) && decl.ty != Ty::Side && (bare || !to.is_one()) {
            let said = format!("`{name}` is one {sort}, and these are several");
            let help = format!(
                "behind `a {sort}` a player chooses one of them; a value that keeps several is declared in the plural: `{sort}s called {name}`"
            );
            self.told(vp, "E195", &said, &help);
        }
    }

    /// E195: `remove any enemies on rank 3`: one, all or some of them?
    fn any_of_several(&self, vp: &Vp) {
        let any = vp
            .object
            .as_ref()
            .filter(|ph| ph.plural && ph.art == Art::Any && choosable(ph));
        let (from, to) = vp.object_at;
        if let (Some(ph), true) = (any, self.is(from, "any")) {
            let (noun, those) = (&ph.noun, self.said(from + 1, to));
            let said = format!("`any {those}`: one of them, or all?");
            let help = format!(
                "one of them is `any {noun}`, all are `all {those}`, as many as a player likes are chosen: `choose up to 9 victims among {those}; \
                 remove the victims`"
            );
            self.told(vp, "E195", &said, &help);
        }
    }

    /// E193: `you may move a piece` is said of an enemy's pieces too.
    fn moved_by_whom(&self, vp: &Vp) {
        let any = vp.object.as_ref().is_some_and(|ph| ph.art == Art::Any);
        if any || !anybodys(&vp.deed) {
            return;
        }
        let said = "whose piece? This would let an enemy's piece be moved too";
        let help = "write `a piece of yours`, or where another player moves `a piece of theirs`; if it may be anybody's, `any piece`";
        let span = self.object_span(vp);
        let mut problem = error("E193", span, said, Some(help.to_owned()));
        // `a rook`: nothing behind the noun that `of yours` could belong to
        if vp.object_at.1 == vp.object_at.0 + 2 {
            let words = self.said(vp.object_at.0, vp.object_at.1);
            problem = problem.fix(span, format!("{words} of yours"));
        }
        self.note(problem);
    }

    /// E150: `move each of your pawns` would be one move.
    fn moved_one_by_one(&self, vp: &Vp) {
        let each = self.any(vp.object_at.0, &["each", "every", "all"]);
        let together = vp.deed.how.together || !vp.deed.cases.is_empty();
        let named = |ph: &Ph| {
            ph.plural
                && matches!(&ph.value, Value::Set(s) if matches!(s.bare(), Some(Base::Name(_))))
        };
        if vp.deed.verb == Verb::Move && !together && vp.object.as_ref().is_some_and(named) {
            let help = "one of them: `choose runner among the walkers`, `move the runner`; one after the other: `for each piece among the walkers { move it }`";
            let said = "a move is of one piece, so this would move one of them";
            self.told(vp, "E150", said, help);
        }
        if each && !together {
            let help = "one after the other: `for each pawn of yours { move it }`";
            self.told(
                vp,
                "E150",
                "a move is of one piece, so this would move one of them",
                help,
            );
        }
    }

    /// E193: `each opponent gives a pawn to you`: a pawn of theirs?
    pub(super) fn given_by_whom(&self, giver: &Ph, vp: &Vp) {
        let by_player = giver.ty == Some(Ty::Seat) && giver.set().base != Base::You;
        let any = vp.object.as_ref().is_some_and(|ph| ph.art == Art::Any);
        if by_player && vp.deed.verb == Verb::Give && !any && of_anybody(&vp.deed) {
            let said = "whose piece? This would let somebody else's be given too";
            let help = "write `a pawn of theirs`; if it may be anybody's, `any pawn`";
            self.told(vp, "E193", said, help);
        }
    }

    /// Told of the object, whatever else could be read there.
    fn told(&self, vp: &Vp, code: &'static str, said: &str, help: &str) {
        let span = self.object_span(vp);
        self.note(error(code, span, said, Some(help.to_owned())));
    }

    fn object_span(&self, vp: &Vp) -> crate::syntax::Span {
        let (from, to) = vp.object_at;
        super::lex::join(self.span(from), self.span(to.saturating_sub(1)))
    }
}

/// `promote it to a queen`: the piece promotes.
fn promoted(vp: &mut Vp) {
    if vp.deed.subject.is_none()
        && let Some(Value::Set(piece)) = vp.deed.object.take_if(|v| matches!(v, Value::Set(_)))
    {
        vp.deed.subject = Some(piece);
        vp.subject = vp.object.take();
    }
}

fn uncounted(v: &Value) -> bool {
    matches!(v, Value::Set(s) if !matches!(s.amount, Amount::Count(..)))
}

/// `move a piece`, whoever has it.
pub(super) fn anybodys(deed: &Deed) -> bool {
    deed.verb == Verb::Move && deed.cases.is_empty() && of_anybody(deed)
}

/// What is done is done to a piece of anybody.
fn of_anybody(deed: &Deed) -> bool {
    let Some(Value::Set(set)) = &deed.object else {
        return false;
    };
    let whose = |n: &Narrow| {
        matches!(
            n,
            Narrow::Of(_)
                | Narrow::Hostile(_)
                | Narrow::Own
                | Narrow::That(..)
                | Narrow::Is(Quality::Side(_) | Quality::Same(_))
        ) || matches!(n, Narrow::At(Near::Among, of) if of.ty != Ty::Kind)
    };
    set.base == Base::All(Where::Board)
        && set.ty == Ty::Piece
        && set.amount == Amount::Any
        && !set.by.iter().any(whose)
}

/// `the empty squares beside your king`: as many as there are, and none of them by its number.
fn near_something(ph: &Ph) -> bool {
    let near = |n: &Narrow| {
        matches!(
            n,
            Narrow::At(Near::Beside | Near::Around | Near::Within(_), _)
        )
    };
    ph.art == Art::The && matches!(&ph.value, Value::Set(set) if set.by.iter().any(near))
}

/// `2 new pawns on the hill`: so many things, and squares that are not said to be as many.
fn some_of_them(object: &Ph, squares: &Ph) -> bool {
    let things = match &object.value {
        Value::Set(set) => &set.amount,
        Value::Num(_) => return false,
    };
    let Amount::Count(_, Num::Lit(n)) = things else {
        return false;
    };
    let set = squares.set();
    if let Base::Squares(all) = &set.base {
        return usize::try_from(*n) != Ok(all.len());
    }
    squares.art != Art::Every && !matches!(set.base, Base::All(_))
}

/// Whether a value of a type can be what a phrase stands for.
fn can_be(ty: Ty, ph: &Ph) -> bool {
    let things = matches!(
        ty,
        Ty::Piece | Ty::Square | Ty::Card | Ty::Kind | Ty::Seat | Ty::Side
    );
    match (ph.ty, ty) {
        // `nothing` is of no sort
        (None, _) => !things || matches!(ph.value, Value::Set(_)),
        (Some(Ty::Number), _) => !things,
        (Some(Ty::Card), Ty::Square) => false,
        (Some(Ty::Seat | Ty::Side | Ty::Kind), Ty::Piece | Ty::Square | Ty::Card) => false,
        (Some(_), _) => true,
    }
}

/// The sort of a thing, as a player calls it.
fn sort_of(ty: Option<Ty>) -> &'static str {
    match ty {
        Some(Ty::Seat) => "player",
        Some(ty) => ty_name(ty),
        None => "number",
    }
}

//! A step whose words are all read: what its amounts and articles come to, and what nobody could carry out as it stands.
use super::cases::case_word;
use super::deed::{Mode, Vp};
use super::reader::*;
use super::words::VerbWord;
use engine::rules::*;

impl Rd<'_> {
    /// Sets what the words up to a place come to; what is refused is told where the step ends there.
    pub(super) fn settle_step(&self, vp: &mut Vp, end: usize) {
        let whole = end == self.toks.len();
        self.one_of_list(vp, whole);
        let nobodys = |ph: &Ph| ph.number().is_some_and(|n| super::tail::is_most_points(&n));
        if whole && vp.object.as_ref().is_some_and(nobodys) {
            let help = "name whose: `the points of the player that has the most points`";
            self.told(
                vp,
                "E150",
                "this is no number by itself: the points of whom?",
                help,
            );
        }
        match vp.deed.verb {
            Verb::Put => self.one_on_each(vp, whole),
            Verb::Move if whole => {
                self.moved_by_whom(vp);
                self.moved_one_by_one(vp);
            }
            Verb::Promote => promoted(vp),
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

    /// E193: `you may move a piece` is said of an enemy's pieces too.
    fn moved_by_whom(&self, vp: &Vp) {
        let any = vp.object.as_ref().is_some_and(|ph| ph.art == Art::Any);
        if any || !anybodys(&vp.deed) {
            return;
        }
        let said = "whose piece? This would let an enemy's piece be moved too";
        let help = "write `a piece of yours`; if it may be anybody's, `any piece`";
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
        vp.object = None;
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
                | Narrow::At(Near::Among, _)
                | Narrow::Is(Quality::Side(_) | Quality::Same(_))
        )
    };
    set.base == Base::All(Where::Board)
        && set.ty == Ty::Piece
        && set.amount == Amount::Any
        && !set.by.iter().any(whose)
}

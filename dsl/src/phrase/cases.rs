//! What follows a verb: its cases, adverbs and times.
use super::deed::{Mode, Vp};
use super::member::some_do;
use super::reader::*;
use super::terms::is_reference;
use super::words::{Types, VerbWord, case_of};
use crate::syntax::TokenKind;
use engine::rules::*;

impl Rd<'_> {
    /// E120: `draw 2 cards from the pile`, and nobody says where they lie then.
    pub(super) fn draws_to_nowhere(&self, vp: &Vp, to: usize) -> bool {
        let lies = |c: &Case| vp.deed.cases.iter().any(|(x, _)| x == c);
        let nowhere = vp.deed.verb == Verb::Draw && !lies(&Case::Into) && vp.called.is_none();
        if nowhere && !self.is(to, "into") {
            let said = "`draw` needs `into`, or a name: where does it lie then?";
            let help = "it reads `draw 2 cards from the pile into your hand`; a card that is looked at and leaves the game has a name: \
                        `draw a card called omen from the pile`";
            self.fail_help(to.saturating_sub(1), "E120", said, Some(help.to_owned()));
        }
        nowhere
    }

    /// E122: `pieces cannot cross an edge` would be said of the squares at the rim, and is meant of where a torus is joined.
    pub(super) fn crosses_the_edge(&self, p: usize, object: &Ph) -> bool {
        let edge = matches!(&object.value, Value::Set(set) if set.bare() == Some(&Base::Edge));
        if edge {
            let said =
                "`the edge` is the squares at the rim, and what is crossed is a square or a piece";
            let help = "where a torus is joined it reads `move across an edge`: `pieces cannot move across an edge`; squares at the rim are \
                        `a square on the edge`";
            self.fail_help(p, "E122", said, Some(help.to_owned()));
        }
        edge
    }

    /// E122: `across the edge between rank 1 and rank 6`: squares at the rim that lie between, and not a seam of the torus.
    fn part_of_an_edge(&self, at: usize, ph: &Ph) -> bool {
        let part =
            matches!(&ph.value, Value::Set(set) if set.base == Base::Edge && !set.by.is_empty());
        if part {
            let said = "an edge is where a torus is joined, and is crossed wherever that is";
            let help = "without more it reads `pieces cannot move across an edge`; a board that is joined at two of its edges only has no words yet";
            self.fail_help(at, "E122", said, Some(help.to_owned()));
        }
        part
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn cases(
        &self,
        verb: &VerbWord,
        vp: &Vp,
        from: usize,
        p: usize,
        sc: &Scope,
        mode: Mode,
        out: &mut Alts<Vp>,
    ) {
        let word = self.w(p);
        let Some(case) = case_of(word).filter(|c| *c != Case::For) else {
            return;
        };
        let given = |c: Case| vp.deed.cases.iter().any(|(x, _)| *x == c);
        if given(case) || (verb.need.contains(&case) && verb.need.iter().any(|c| given(*c))) {
            return;
        }
        // `put a pawn on a square beside your king`: on the square, which is beside the king
        let placed = |v: &Value| matches!(v, Value::Set(s) if s.by.iter().any(|n| matches!(n, Narrow::At(Near::On, _))));
        if case == Case::Beside && vp.deed.object.iter().any(placed) {
            return;
        }
        // `put a new pawn on an empty square on rank 4`: on the square, which is on the rank; no piece stands on an empty one
        let empty = |n: &Narrow| matches!(n, Narrow::At(Near::On, s) if s.by.contains(&Narrow::Is(Quality::Empty)));
        let nowhere = |v: &Value| matches!(v, Value::Set(s) if s.by.iter().any(empty));
        if case == Case::On && vp.deed.object.iter().any(nowhere) {
            return;
        }
        // `put a new pawn beside it`: on an empty square there
        let piece = |ph: &Ph| ph.ty == Some(Ty::Piece);
        let put = mode == Mode::Step && verb.verb == Verb::Put;
        let beside = put && case == Case::Beside && vp.object.as_ref().is_some_and(piece);
        // `put a new pawn on rank 3`: on an empty square of it
        let one = |ph: &Ph| piece(ph) && !ph.plural;
        let single =
            put && matches!(case, Case::On | Case::At) && vp.object.as_ref().is_some_and(one);
        let Some(want) = self.case_types(verb, case, mode) else {
            let taken: Vec<&str> = verb.cases.iter().map(|(c, _)| case_word(*c)).collect();
            if mode == Mode::Step && self.words.place(word).is_none() {
                let takes = taken.join("`, `");
                self.fail(
                    p,
                    "E121",
                    format!("`{}` has no `{word}`; it takes `{takes}`", verb.name),
                );
            }
            return;
        };
        if vp.rel && self.clause_could_take(p) {
            let message = format!(
                "two readings: `{word} ..` could belong to the clause before it or to `{}`; put the phrase with the clause in parentheses",
                verb.name
            );
            self.fail(p, "E119", message);
            return;
        }
        for (ph, q) in self.case_phrase(verb, case, p, sc, want) {
            let none = matches!(&ph.value, Value::Set(s) if s.amount == Amount::No);
            if mode == Mode::Step && none {
                self.no_use(p + 1, "say what is done, and to which; or put a condition in front: `if there is no ..`");
                continue;
            }
            if case == Case::Across && self.part_of_an_edge(p + 1, &ph) {
                continue;
            }
            let mut next = vp.clone();
            next.rel = ph.rel;
            let (case, ph) = match (beside, single && self.several_squares(&ph)) {
                (true, _) => (Case::On, empty_square(Near::Beside, &ph)),
                (false, true) => (Case::On, empty_square(Near::On, &ph)),
                (false, false) => (case, ph),
            };
            let mut value = ph.value.clone();
            // `put it at a square` is putting it on the square
            let on = verb.cases.iter().any(|(c, _)| *c == Case::On);
            let case = match (case, ph.ty) {
                (Case::At, Some(Ty::Square)) if on => Case::On,
                _ => case,
            };
            let passive_doer = case == Case::By
                && matches!(mode, Mode::Passive | Mode::Suffered | Mode::Guard)
                && ph.ty != Some(Ty::Number);
            if passive_doer {
                next.deed.subject = Some(ph.set());
            } else {
                if matches!(mode, Mode::Test | Mode::History | Mode::Can)
                    && let Value::Set(set) = &mut value
                {
                    some_do(set, &ph);
                }
                next.deed.cases.push((case, value));
            }
            next.cases.push((case, ph));
            self.deed_more(verb, next, from, q, sc, mode, out);
        }
    }

    /// A phrase that ends here with a relative clause could also go on here.
    pub(super) fn clause_could_take(&self, p: usize) -> bool {
        self.words.place(self.w(p)).is_some()
            && self.memo.borrow().values().any(|alts| {
                let ends = alts.iter().any(|(ph, q)| ph.rel && *q == p);
                ends && alts.iter().any(|(ph, q)| ph.rel && *q > p)
            })
    }

    pub(super) fn case_types(&self, verb: &VerbWord, case: Case, mode: Mode) -> Option<Types> {
        // `captured by a rook`, `removed by abilities`
        let doer = verb.who.or(Types::of(Ty::Power));
        let passive = matches!(mode, Mode::Passive | Mode::Suffered);
        match (verb.case(case), case) {
            (Some(t), Case::By) if passive => Some(t.or(doer)),
            (None, Case::By) if passive => Some(doer),
            (t, _) => t,
        }
    }

    pub(super) fn case_phrase(
        &self,
        verb: &VerbWord,
        case: Case,
        p: usize,
        sc: &Scope,
        want: Types,
    ) -> Alts<Ph> {
        match (verb.verb, case) {
            (Verb::Mark | Verb::Unmark | Verb::StopBeing, Case::As) => {
                let mark = self.mark_name(p + 1, sc);
                mark.map(|(m, q)| (Ph::thing(m), q)).into_iter().collect()
            }
            (Verb::Push | Verb::Pull, Case::By)
                if self.int(p + 1).is_some() && self.any(p + 2, &["square", "squares"]) =>
            {
                let n = self.int(p + 1).unwrap_or(0);
                vec![(Ph::num(Num::Lit(n)), p + 3)]
            }
            (Verb::Spend, Case::Of) => {
                let all = self.number(p + 1, sc).into_iter();
                all.map(|(n, q)| (Ph::num(n), q)).collect()
            }
            (Verb::Deal, Case::To) => {
                let mut all = self.phrase_of(p + 1, sc, want, false);
                // places are fields or zones of things
                all.extend(self.field_places(p + 1, sc));
                self.settled(all)
            }
            (_, Case::By) if self.int(p + 1).is_some() => Vec::new(),
            _ => {
                let all = self.phrase_of(p + 1, sc, want, false);
                if all.is_empty() && self.kind(p + 1).is_some() {
                    let got = self.phrase(p + 1, sc, false);
                    if let Some(ty) = got.first().and_then(|(ph, _)| ph.ty) {
                        let message = format!(
                            "`{} .. {}` takes {}, not {}",
                            verb.name,
                            case_word(case),
                            super::set::describe(want),
                            super::words::a_ty_name(ty)
                        );
                        self.fail(p + 1, "E122", message);
                    }
                }
                all
            }
        }
    }

    pub(super) fn field_places(&self, p: usize, sc: &Scope) -> Alts<Ph> {
        let all = self.phrase(p, sc, false);
        let fields = all.iter().filter(|(ph, _)| is_reference(ph));
        fields.cloned().collect()
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn times(
        &self,
        verb: &VerbWord,
        vp: &Vp,
        from: usize,
        p: usize,
        sc: &Scope,
        mode: Mode,
        out: &mut Alts<Vp>,
    ) {
        match mode {
            Mode::Step if vp.deed.how.term.is_empty() => {
                let indefinite = |s: &Set| matches!(s.amount, Amount::Any | Amount::Count(..));
                // `mark the enemy king as tired until it moves`: hardly whoever moved before
                let another =
                    |s: &Set| s.ty == Ty::Piece && matches!(&sc.it, It::Is(it) if it != s);
                let sc = &match &vp.deed.object {
                    Some(Value::Set(s)) if indefinite(s) || another(s) => {
                        self.scope(sc, |s| s.it = It::Unnamed)
                    }
                    Some(_) | None => sc.clone(),
                };
                // `score the number of pawns that you have captured this turn`: what has no end leaves it to the clause
                let ends = matches!(
                    vp.deed.verb,
                    Verb::Mark | Verb::Set | Verb::Add | Verb::Spend | Verb::Borrow
                );
                let clause = (vp.object_at.0..p).any(|i| self.is(i, "that"));
                for (term, q) in self.term(p, sc) {
                    if self.late(vp, p) || clause && !ends {
                        continue;
                    }
                    let mut next = vp.clone();
                    next.deed.how.term = term;
                    self.deed_more(verb, next, from, q, sc, mode, out);
                }
            }
            Mode::History | Mode::Suffered if vp.since.is_none() => {
                for (since, q) in self.since(p, sc) {
                    if self.late(vp, p) {
                        continue;
                    }
                    let mut next = vp.clone();
                    next.since = Some(since);
                    self.deed_more(verb, next, from, q, sc, mode, out);
                }
            }
            _ => {}
        }
    }

    /// A time word behind a relative clause (E110).
    pub(super) fn late(&self, vp: &Vp, p: usize) -> bool {
        if vp.rel {
            let message = format!(
                "`{}` would belong to the clause before it; put that phrase in parentheses",
                self.text(p)
            );
            self.fail(p, "E110", message);
        }
        vp.rel
    }

    /// A row, a file, a rectangle of squares, or a definition of several.
    fn several_squares(&self, ph: &Ph) -> bool {
        let Value::Set(set) = &ph.value else {
            return false;
        };
        let all = set.amount == Amount::Every && ph.art != Art::Every && set.pick.is_none();
        let one = matches!(set.base, Base::Word(w, _) if !self.decls.words[w.index()].several);
        ph.ty == Some(Ty::Square) && all && set.is_area() && !one
    }

    /// Takes an adverb, if one stands here.
    pub fn adverb(&self, p: usize, how: &mut How) -> bool {
        match self.w(p) {
            "secretly" => how.secretly = true,
            "openly" => how.openly = true,
            "together" => how.together = true,
            "instead" => how.instead = true,
            "normally" => how.normally = true,
            "at-random" => how.at_random = true,
            "without-moving" => how.still = true,
            "without-capturing" => how.quiet = true,
            "only-to-capture" => how.taking = true,
            "in-order" => how.order = Some(Order::Board),
            "in-any-order" => how.order = Some(Order::Chosen),
            _ => return false,
        }
        self.kind(p) == Some(TokenKind::Word)
    }
}

/// `an empty square beside X`, `an empty square on X`.
fn empty_square(near: Near, of: &Ph) -> Ph {
    let mut square = make(Ty::Square, Base::All(Where::Board));
    square.amount = Amount::Any;
    square.by = vec![Narrow::Is(Quality::Empty), Narrow::At(near, of.set())];
    Ph {
        art: Art::A,
        noun: "square".to_owned(),
        rel: of.rel,
        ..Ph::thing(square)
    }
}

/// The word of a case.
pub fn case_word(case: Case) -> &'static str {
    match case {
        Case::To => "to",
        Case::Into => "into",
        Case::Onto => "onto",
        Case::On => "on",
        Case::At => "at",
        Case::Under => "under",
        Case::Beside => "beside",
        Case::From => "from",
        Case::As => "as",
        Case::With => "with",
        Case::Toward => "toward",
        Case::By => "by",
        Case::For => "for",
        Case::Like => "like",
        Case::Across => "across",
        Case::Over => "over",
        Case::Through => "through",
        Case::Past => "past",
        Case::Off => "off",
        Case::Of => "of",
        Case::In => "in",
    }
}

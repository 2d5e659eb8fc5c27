//! One line of steps, up to its block.
use super::choice::{choosable, choose_step, one_of, plural_amount};
use super::decls::What;
use super::deed::{Mode, Vp};
use super::either::settle_or;
use super::fact::Fact;
use super::reader::*;
use super::words::Form as Verbal;
use crate::syntax::TokenKind;
use engine::ids::Name;
use engine::rules::*;

/// A line of a block as read: what it does itself, and what it makes of the block behind it.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Line {
    Steps(Vec<Step>),
    /// Facts for a time.
    Facts(Fact),
    /// `X may`, with a step or a block behind it.
    May {
        who: Set,
        they: Option<Name>,
        secretly: bool,
        body: Option<Box<Line>>,
        limit: Option<Limit>,
    },
    If(Cond, Option<Box<Line>>),
    Each {
        name: Name,
        of: Set,
        order: Order,
    },
    Repeat {
        most: Option<Num>,
        until: Option<Cond>,
    },
    Either(String),
    Within {
        seconds: Num,
        after_first: bool,
    },
    Later(Moment, Option<Box<Line>>),
    /// Nothing but a block (behind openers).
    Block,
}

impl Line {
    /// Whether a block must follow.
    pub fn wants_block(&self) -> bool {
        match self {
            Line::Steps(_) | Line::Facts(_) => false,
            Line::May { body, .. } | Line::If(_, body) | Line::Later(_, body) => {
                body.as_ref().is_none_or(|b| b.wants_block())
            }
            _ => true,
        }
    }
}

/// A line with the scope behind it (for the lines that follow) and inside its block.
#[derive(Clone, Debug)]
pub struct Read {
    /// The line.
    pub line: Line,
    /// For what follows.
    pub after: Scope,
    /// For its block.
    pub inside: Scope,
}

impl PartialEq for Read {
    fn eq(&self, other: &Self) -> bool {
        self.line == other.line
    }
}

impl Rd<'_> {
    /// Every reading of a line of steps from here.
    pub fn step_line(&self, p: usize, sc: &Scope) -> Alts<Read> {
        let sc = &self.scope(sc, |s| s.step = true);
        let mut out: Alts<Read> = Vec::new();
        let same = |line| Read {
            line,
            after: sc.clone(),
            inside: sc.clone(),
        };
        match self.w(p) {
            "if" | "unless" => {
                self.if_line(p, sc, &mut out);
                return out;
            }
            "for-each" => {
                self.each_line(p + 1, sc, &mut out);
                return out;
            }
            "repeat" => {
                for (line, q) in self.repeat_line(p + 1, sc) {
                    let inside = self.scope(sc, |s| s.looping = true);
                    let mut read = same(line);
                    read.inside = inside;
                    out.push((read, q));
                }
                return out;
            }
            "either" => {
                if self.kind(p + 1) == Some(TokenKind::Text) {
                    out.push((same(Line::Either(self.text(p + 1).to_owned())), p + 2));
                } else {
                    self.expected(p + 1, "the text of the first branch");
                }
                return out;
            }
            "within" => {
                self.within_line(p + 1, sc, &mut out);
                return out;
            }
            "let" => {
                self.let_line(p + 1, sc, &mut out);
                return out;
            }
            "at" => {
                for (moment, q) in self.moment(p + 1, sc) {
                    if p > 0
                        && self.kind(p - 1) != Some(TokenKind::Comma)
                        && !self.is(p - 1, "then")
                    {
                        let message =
                            "two readings: was it so then, or does what follows happen then?";
                        let help = "then happens what follows: put a comma before `at`; what was so then is kept until now: `at the start of your turn, if .. { mark your king as ready this turn }`";
                        self.fail_help(p, "E119", message, Some(help.to_owned()));
                        continue;
                    }
                    if matches!(
                        &moment,
                        Moment::Start(Span::Nth(..)) | Moment::End(Span::Nth(..))
                    ) {
                        self.counted_from_the_start(p);
                        continue;
                    }
                    if !self.comes_once(p + 1, &moment, true) {
                        continue;
                    }
                    let q = self.comma(q);
                    if q == self.toks.len() {
                        out.push((same(Line::Later(moment.clone(), None)), q));
                    }
                    for (inner, r) in self.step_line(q, sc) {
                        let line = Line::Later(moment.clone(), Some(Box::new(inner.line)));
                        let mut read = same(line);
                        read.inside = inner.inside;
                        out.push((read, r));
                    }
                }
                return out;
            }
            "stop" if self.toks.len() == p + 1 && !sc.looping => {
                self.fail(p, "E130", "`stop` leaves a `repeat`; there is none here");
                return out;
            }
            _ => {}
        }
        if let Some((limit, q)) = self.limit(p) {
            for (mut read, r) in self.step_line(self.comma(q), sc) {
                if let Line::May { limit: slot, .. } = &mut read.line {
                    *slot = Some(limit);
                    out.push((read, r));
                }
            }
            return out;
        }
        self.bare_step(p, sc, None, &mut out);
        self.subject_step(p, sc, &mut out);
        for (fact, q) in self.fact(p, sc) {
            let kept = fact.forms.iter().all(|f| match f {
                // a seat and a step: a choice, not a permission
                Form::Guard { verdict, binds, .. } => {
                    *verdict != Verdict::Permit || *binds != Binds::Player
                }
                _ => false,
            });
            let nth = |t: &Term| {
                matches!(
                    t,
                    Term::Until(Moment::Start(Span::Nth(..)) | Moment::End(Span::Nth(..)))
                )
            };
            if kept && fact.term.iter().any(nth) {
                self.counted_from_the_start(p);
                continue;
            }
            if kept && !fact.term.is_empty() {
                out.push((same(Line::Facts(fact)), q));
            } else if kept && q == self.toks.len() {
                let says = |said: Verdict| {
                    (fact.forms.iter())
                        .any(|f| matches!(f, Form::Guard { verdict, .. } if *verdict == said))
                };
                let help = if says(Verdict::Duty) {
                    Some("what somebody does now is a step without `must`: `move a pawn of yours`")
                } else if says(Verdict::Permit) {
                    Some(
                        "what is offered once is `you may { .. }`: `after your rook captures a piece, you may { move it }`",
                    )
                } else {
                    None
                };
                let help = help.map(str::to_owned);
                let said = "a fact for a time needs an end: `this turn`, `until ..`";
                self.fail_help(q, "E137", said, help);
            }
        }
        self.settled(out)
    }

    /// E128: in a step `your third turn` is that of the game, which may be over.
    fn counted_from_the_start(&self, p: usize) {
        let message = "turns by number are counted from the beginning of the game, and this step may come later";
        let help = "from now: `for 3 turns of yours`; what comes later: mark it, and watch the mark: `mark it as mined for 3 turns of yours` and \
                    `after a piece stops being mined { .. }`";
        self.fail_help(p, "E128", message, Some(help.to_owned()));
    }

    fn let_line(&self, p: usize, sc: &Scope, out: &mut Alts<Read>) {
        if !self.unused_name(p, sc, true) {
            return;
        }
        if !self.is(p + 1, "be") {
            self.expected(p + 1, "`be`");
            return;
        }
        let word = self.w(p).to_owned();
        let name = self.name(self.span(p).lo, &word);
        for (ph, q) in self.phrase(p + 2, sc, false).iter() {
            let value = ph.value.clone();
            let ty = ph.ty.unwrap_or(Ty::Piece);
            let after = self.bind(sc, bound_name(&word, name, ty, ph.plural));
            let read = Read {
                line: Line::Steps(vec![Step::Let(name, value)]),
                after,
                inside: sc.clone(),
            };
            out.push((read, *q));
        }
    }

    /// A step without a subject of its own, or with the subject already read.
    pub(super) fn bare_step(&self, p: usize, sc: &Scope, who: Option<&Ph>, out: &mut Alts<Read>) {
        // `white puts 2 cards in their hand ..`: of the one who does it, where nobody else is meant
        let own = who.filter(|w| sc.they.is_none() && w.ty == Some(Ty::Seat) && !is_you(w));
        if let Some(own) = own
            && self.each_of_theirs(p, sc, own, out)
        {
            return;
        }
        if let Some(own) = own {
            let inner = self.scope(sc, |s| s.they = Some(own.set()));
            let mut found = Vec::new();
            self.bare_step(p, &inner, who, &mut found);
            for (mut read, q) in found {
                read.after.they = None;
                out.push((read, q));
            }
            return;
        }
        let seat = who.map(|w| w.set());
        let form = if who.is_some() {
            Verbal::Third
        } else {
            Verbal::Base
        };
        let mut forms = vec![form];
        if who.is_some() {
            forms.push(Verbal::Base);
        }
        let mut at = p;
        let mut secretly = false;
        // `openly` belongs to the verb behind it; a choice is open as it stands
        while self.is(at, "secretly") {
            secretly = true;
            at += 1;
        }
        if self.any(at, &["choose", "chooses"]) {
            self.choose(at + 1, sc, seat, secretly, out);
            return;
        }
        if self.any(at, &["roll", "rolls"]) {
            self.roll(at + 1, sc, secretly, out);
            return;
        }
        if let Some(What::Proc(proc)) = self.decls.find(self.w(p), self.place.within()) {
            self.call(proc, p, sc, out);
        }
        for (vp, q) in self.verb_phrase(p, sc, &forms, Mode::Step, None) {
            if let Some(giver) = who.filter(|_| q == self.toks.len()) {
                self.given_by_whom(giver, &vp);
            }
            if let Some(ty) = who.and_then(|w| w.ty)
                && !vp.who.has(ty)
                && !(ty == Ty::Side && vp.who.has(Ty::Seat))
            {
                continue;
            }
            if who.is_none() && vp.deed.verb == Verb::Become {
                continue;
            }
            if vp.deed.how.term.is_empty() {
                self.condition_behind(q);
            }
            out.push((self.done(vp, q, sc, who), q));
        }
    }

    pub(super) fn condition_behind(&self, q: usize) {
        if self.any(self.comma(q), &["if", "unless"]) {
            let message = "a condition behind a step of a block: a step that is left out is written `if C { .. }`; a condition of the whole rule stands in its opener";
            self.fail(self.comma(q), "E136", message);
        }
    }

    fn call(&self, proc: engine::ids::ProcId, p: usize, sc: &Scope, out: &mut Alts<Read>) {
        let decl = &self.decls.procs[proc.index()];
        let steps = |object| Read {
            line: Line::Steps(vec![Step::Call(proc, object)]),
            after: sc.clone(),
            inside: sc.clone(),
        };
        if decl.takes.is_none() {
            out.push((steps(None), p + 1));
            return;
        }
        // what a name of the game stands for is seen where the procedure is read
        let noun = decl.takes.as_ref().and_then(|noun| self.words.noun(noun));
        let want = noun
            .and_then(|(noun, _)| noun.ty)
            .map(super::words::Types::of);
        let hits = self.phrase(p + 1, sc, false);
        for (ph, q) in hits.iter() {
            let fits = want.map_or_else(|| Some(ph.clone()), |want| self.fit(ph, want));
            let Some(ph) = &fits else {
                let want = want.map_or_else(String::new, super::set::describe);
                let got = ph.ty.map_or_else(
                    || "something else".to_owned(),
                    |ty| super::set::describe(super::words::Types::of(ty)),
                );
                self.fail(
                    p + 1,
                    "E206",
                    format!("`{}` is done to {want}, got {got}", decl.name),
                );
                continue;
            };
            if !ph.indefinite() {
                out.push((steps(Some(ph.set())), *q));
                continue;
            }
            let name = self.hidden(p + 1, "object");
            let choose = choose_step(None, name, ph);
            let set = make(ph.ty.unwrap_or(Ty::Piece), Base::Name(name));
            let read = Read {
                line: Line::Steps(vec![choose, Step::Call(proc, Some(set))]),
                after: sc.clone(),
                inside: sc.clone(),
            };
            out.push((read, *q));
        }
    }

    /// `X does ..`, `X may ..`.
    fn subject_step(&self, p: usize, sc: &Scope, out: &mut Alts<Read>) {
        for (ph, q) in self.phrase(p, sc, false).iter() {
            if self.denied(ph).is_some() {
                self.no_use(p, "say who does it, or who cannot: `X cannot ..`");
                continue;
            }
            match (ph.ty, self.w(*q)) {
                (Some(Ty::Seat), "may") => {
                    if self.is(*q + 1, "not") {
                        let message = "`may not` can mean `cannot` or `need not`; write `cannot`";
                        self.fail(*q, "E115", message);
                        continue;
                    }
                    self.may_line(ph, *q + 1, sc, out);
                }
                (Some(_), "is" | "are") => {
                    self.marks_in_step(p, *q);
                    self.suffers_in_step(p, *q);
                }
                (Some(Ty::Piece), _) => {
                    let mut one = ph.clone();
                    let unclear = settle_or(&mut one) || self.or_between_nouns(ph, p, *q);
                    let mut inner = Vec::new();
                    self.bare_step(*q, sc, Some(&one), &mut inner);
                    let whole = inner.iter().any(|(_, end)| *end == self.toks.len());
                    if unclear && whole {
                        self.say_which(p, *q);
                    }
                    out.append(&mut inner);
                }
                (Some(Ty::Seat | Ty::Side), _) => {
                    // `they secretly choose ..`
                    self.bare_step(*q, sc, Some(ph), out);
                }
                (Some(Ty::Turn), "passes") => {
                    for (vp, r) in self.verb_phrase(*q, sc, &[Verbal::Third], Mode::Step, None) {
                        let mut vp = vp;
                        vp.deed.verb = Verb::TurnPasses;
                        out.push((self.done(vp, r, sc, None), r));
                    }
                }
                _ => {}
            }
        }
    }

    fn may_line(&self, who: &Ph, q: usize, sc: &Scope, out: &mut Alts<Read>) {
        let each = |i: usize| self.any(i, &["each", "every"]);
        if who.art == Art::Every && !who.plural && (q.saturating_sub(5)..q).any(each) {
            let message = "an offer to several is over when the first of them has accepted";
            let help = "to each of them: `for each opponent { they may { .. } }`; to whoever is first: `an opponent may { .. }`";
            self.fail_help(q - 1, "E150", message, Some(help.to_owned()));
            return;
        }
        // before a verb of the language `secretly` is said of what it does
        let called = || self.decls.find(self.w(q + 1), self.place.within());
        let whole = q + 1 == self.toks.len() || matches!(called(), Some(What::Proc(_)));
        let secretly = self.is(q, "secretly") && whole;
        let q = q + usize::from(secretly);
        let inside = self.offered(who, q, sc);
        let asked = who.set();
        let they = (asked.base != Base::You).then(|| self.they_name(q));
        if q == self.toks.len() {
            let line = Line::May {
                who: asked,
                they,
                secretly,
                body: None,
                limit: None,
            };
            let read = Read {
                line,
                after: sc.clone(),
                inside,
            };
            out.push((read, q));
            return;
        }
        let mut inner = Vec::new();
        self.bare_step(q, &inside, None, &mut inner);
        for (read, r) in inner {
            let line = Line::May {
                who: asked.clone(),
                they,
                secretly,
                body: Some(Box::new(read.line)),
                limit: None,
            };
            let read = Read {
                line,
                after: sc.clone(),
                inside: read.inside,
            };
            out.push((read, r));
        }
    }

    /// Inside an offer `they` is the one who accepts.
    pub fn offered(&self, who: &Ph, q: usize, sc: &Scope) -> Scope {
        if who.set().base == Base::You {
            return sc.clone();
        }
        let name = self.they_name(q);
        let noun = who.noun.clone();
        self.scope(sc, |s| {
            s.they = Some(make(Ty::Seat, Base::Name(name)));
            if !noun.is_empty() && !s.names.iter().any(|b| b.word == noun) {
                std::rc::Rc::make_mut(&mut s.names).push(Bound {
                    word: noun,
                    name,
                    ty: Ty::Seat,
                    many: false,
                    noun: true,
                    twice: false,
                    outer: false,
                    role: None,
                });
            }
        })
    }

    /// The name of the acceptor of the offer whose `may` ends here.
    pub fn they_name(&self, q: usize) -> Name {
        let lo = self.span(q.saturating_sub(1)).lo;
        self.name(lo, "they/offer")
    }

    /// A deed as steps: its indefinite phrases become choices just before.
    fn done(&self, vp: Vp, q: usize, sc: &Scope, who: Option<&Ph>) -> Read {
        let mut vp = vp;
        let seat = who.map(|w| w.set());
        let mut steps = Vec::new();
        let mut after = sc.clone();
        if let Some(subject) = &seat {
            vp.deed.subject = Some(subject.clone());
        }
        let mut chooser = seat.filter(|s| s.ty == Ty::Seat);
        let called = vp.called.clone();
        let whole = matches!(
            vp.deed.verb,
            Verb::Move | Verb::Shift | Verb::Deal | Verb::Draw
        );
        let lo = self.span(q.saturating_sub(1)).lo;
        let subject = who
            .filter(|w| w.ty == Some(Ty::Piece))
            .or(vp.subject.as_ref());
        if let Some(ph) = subject.filter(|ph| choosable(ph) && !whole).cloned() {
            let name = self.name(lo, "/subject");
            steps.push(self.choose_for(None, name, &ph, &mut vp.deed.how));
            vp.deed.subject = Some(make(Ty::Piece, Base::Name(name)));
        }
        if let Some((choice, one)) = who.and_then(|who| self.one_player(who, lo)) {
            steps.push(choice);
            vp.deed.subject = Some(one.clone());
            chooser = Some(one);
        }
        if vp.deed.verb == Verb::Swap {
            self.choose_the_swapped(&mut vp, chooser.as_ref(), lo, &mut steps);
        }
        if let Some(ph) = vp.object.clone() {
            let word = called.as_ref().map_or("", |(w, _)| w.as_str());
            let name = match &called {
                Some((word, at)) => self.name(self.span(*at).lo, word),
                None => self.name(lo, "/object"),
            };
            let ty = ph.ty.unwrap_or(Ty::Piece);
            let many = matches!(&ph.value, Value::Set(s) if plural_amount(&s.amount));
            if choosable(&ph) && !whole {
                steps.push(self.choose_for(chooser.clone(), name, &ph, &mut vp.deed.how));
                let chosen = Value::Set(make(ty, Base::Name(name)));
                match vp.deed.verb {
                    // what is become is told by its case
                    Verb::Become => vp.deed.cases = vec![(Case::As, chosen)],
                    _ => vp.deed.object = Some(chosen),
                }
                after = self.bind(&after, bound_name(word, name, ty, many));
            } else if called.is_some() || (vp.deed.verb == Verb::Move && ph.indefinite()) {
                vp.deed.called = Some(name);
                after = self.bind(&after, bound_name(word, name, ty, many));
            }
        }
        if let Some(ph) = vp.object.as_ref().filter(|ph| ph.ty != Some(Ty::Number)) {
            let again = ph.plural && !ph.indefinite() && !ph.noun.is_empty();
            let (from, to) = vp.object_at;
            let words = || super::lex::join(self.span(from), self.span(to.saturating_sub(1)));
            after = self.scope(&after, |s| s.several = again.then(words));
        }
        for (case, ph) in vp.cases.clone() {
            if whole || !choosable(&ph) {
                continue;
            }
            let tag = format!("/{}", super::cases::case_word(case));
            let name = self.name(lo, &tag);
            steps.push(self.choose_for(chooser.clone(), name, &ph, &mut vp.deed.how));
            let set = make(ph.ty.unwrap_or(Ty::Square), Base::Name(name));
            for (c, value) in &mut vp.deed.cases {
                if *c == case {
                    *value = Value::Set(set.clone());
                }
            }
        }
        if vp.deed.verb == Verb::Draw || vp.deed.verb == Verb::Deal {
            one_of(&mut vp.deed.object);
        }
        steps.push(Step::Do(vp.deed));
        Read {
            line: Line::Steps(steps),
            after,
            inside: sc.clone(),
        }
    }
}

fn is_you(ph: &Ph) -> bool {
    matches!(&ph.value, Value::Set(s) if s.base == Base::You)
}

/// A name made by a step.
pub fn bound_name(word: &str, name: Name, ty: Ty, many: bool) -> Bound {
    Bound {
        word: word.to_owned(),
        name,
        ty,
        many,
        noun: false,
        twice: false,
        outer: false,
        role: None,
    }
}

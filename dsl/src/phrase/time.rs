//! Moments, spans and ends.
use super::deed::Mode;
use super::reader::*;
use super::words::Form;
use crate::diagnostic::Edit;
use crate::syntax::TokenKind;
use engine::rules::*;

const NTH: [&str; 8] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
];

impl Rd<'_> {
    /// `your next turn`, `every turn`, `the game` ..
    pub fn span_of_time(&self, p: usize, sc: &Scope) -> Alts<Span> {
        let fixed: &[(&[&str], Span)] = &[
            (&["every", "turn"], Span::Every),
            (&["each", "turn"], Span::Every),
            (&["every", "round"], Span::Round),
            (&["the", "round"], Span::Round),
            (&["this", "round"], Span::Round),
            (&["the", "game"], Span::Game),
            (&["this", "turn"], Span::This),
            (&["the", "turn"], Span::This),
            (&["the", "next", "turn"], Span::NextTurn),
            (&["the", "next", "round"], Span::NextRound),
            (&["your", "turn"], Span::Your),
        ];
        let of_somebody = self.turn_of_somebody(p, sc);
        if !of_somebody.is_empty() {
            return of_somebody;
        }
        for (words, span) in fixed {
            if self.seq(p, words) {
                return vec![(span.clone(), p + words.len())];
            }
        }
        let mut out = Vec::new();
        for (owner, q) in self.turn_owner(p, sc) {
            let of = Box::new(owner);
            let word = self.w(q);
            if let Some(n) = NTH.iter().position(|w| *w == word) {
                if self.is(q + 1, "turn") {
                    out.push((Span::Nth(n as u8 + 1, of), q + 2));
                }
            } else if self.is(q + 1, "turn") && word == "next" {
                out.push((Span::Next(of), q + 2));
            } else if self.is(q + 1, "turn") && word == "last" {
                out.push((Span::Last(of), q + 2));
            }
        }
        if out.is_empty() {
            self.expected(p, "a turn, a round or the game");
        }
        out
    }

    /// `the next turn of your opponent`, `the last turn of red`.
    fn turn_of_somebody(&self, p: usize, sc: &Scope) -> Alts<Span> {
        let which: fn(Box<Set>) -> Span = match self.w(p + 1) {
            "next" => Span::Next,
            "last" => Span::Last,
            _ => return Alts::new(),
        };
        if !self.is(p, "the") || !self.seq(p + 2, &["turn", "of"]) {
            return Alts::new();
        }
        let mut out = Alts::new();
        for (ph, q) in self.phrase(p + 4, sc, true).iter() {
            if ph.ty == Some(Ty::Seat) {
                out.push((which(Box::new(one_of_them(ph))), *q));
            }
        }
        out
    }

    fn turn_owner(&self, p: usize, sc: &Scope) -> Alts<Set> {
        match self.w(p) {
            // `your turn`, and not `your opponent's turn`
            "your"
                if self.any(p + 1, &["turn", "turns", "next", "last"]) || self.any(p + 1, &NTH) =>
            {
                return vec![(you(), p + 1)];
            }
            "their" => {
                return match &sc.they {
                    Some(they) => vec![(they.clone(), p + 1)],
                    None => {
                        self.fail(p, "E117", "`their`: no player is spoken of here");
                        Vec::new()
                    }
                };
            }
            "its" | "" => return Vec::new(),
            _ => {}
        }
        let mut out = Vec::new();
        for (ph, q) in self.phrase(p, sc, true).iter() {
            if ph.ty == Some(Ty::Seat) && self.kind(*q) == Some(TokenKind::Possessive) {
                out.push((one_of_them(ph), q + 1));
            }
        }
        out
    }

    /// `start of T`, `end of T` (behind `the`).
    pub fn moment(&self, p: usize, sc: &Scope) -> Alts<Moment> {
        let p = p + usize::from(self.is(p, "the"));
        if !self.any(p, &["start", "end"]) {
            return Vec::new();
        }
        if !self.is(p + 1, "of") {
            self.expected(p + 1, "`of`");
            return Vec::new();
        }
        let start = self.is(p, "start");
        let spans = self.span_of_time(p + 2, sc).into_iter();
        spans
            .map(|(span, q)| {
                let moment = if start {
                    Moment::Start(span)
                } else {
                    Moment::End(span)
                };
                (moment, q)
            })
            .collect()
    }

    /// `this turn`, `until ..`, `for 2 turns of ..`, `for the game`: an end.
    pub fn term(&self, p: usize, sc: &Scope) -> Alts<Vec<Term>> {
        let mut out = Vec::new();
        if self.seq(p, &["this", "turn"]) {
            out.push((vec![Term::Until(Moment::End(Span::This))], p + 2));
        } else if self.seq(p, &["this", "round"]) {
            out.push((vec![Term::Until(Moment::End(Span::Round))], p + 2));
        } else if self.seq(p, &["for", "the", "game"]) {
            out.push((vec![Term::Game], p + 3));
        } else if self.is(p, "for") {
            let Some((n, q)) = self.short_number(p + 1, sc) else {
                self.next_turns(p + 1, sc);
                return out;
            };
            if self.counts_nothing(p + 1, &n) {
                return out;
            }
            if self.any(q, &["round", "rounds"]) {
                out.push((vec![Term::Rounds(n.clone())], q + 1));
            }
            if self.any(q, &["turn", "turns"]) && self.is(q + 1, "of") {
                for (who, r) in self.phrase(q + 2, sc, true).iter() {
                    if who.ty == Some(Ty::Seat) {
                        out.push((vec![Term::Turns(n.clone(), who.set())], *r));
                    }
                }
            } else if self.any(q, &["turn", "turns"]) {
                self.whose_turns(p + 1, q, sc);
            }
            if self.is(q, "of") {
                for (who, r) in self.owner_of_turns(q + 1, sc) {
                    if self.any(r, &["turn", "turns"]) {
                        out.push((vec![Term::Turns(n.clone(), who)], r + 1));
                    }
                }
            }
        } else if self.is(p, "until") {
            for (first, q) in self.until(p + 1, sc) {
                out.push((vec![first.clone()], q));
                if self.seq(q, &["or", "until"]) {
                    for (second, r) in self.until(q + 2, sc) {
                        out.push((vec![first.clone(), second], r));
                    }
                }
            }
        }
        out
    }

    /// `your`, `its owner's` before `turns`.
    fn owner_of_turns(&self, p: usize, sc: &Scope) -> Alts<Set> {
        if !self.is(p, "its") {
            return self.turn_owner(p, sc);
        }
        if self.any(p + 1, &["turn", "turns"]) {
            let message = "a piece has no turns; they are those of its owner";
            let help = Some("write `its owner's turns`".to_owned());
            let edit = Edit {
                span: self.span(p),
                text: "its owner's".to_owned(),
            };
            self.fail_edit(p, "E190", message, help, Some(edit));
        }
        let mut out = Vec::new();
        for (ph, q) in self.phrase(p, sc, true).iter() {
            if ph.ty == Some(Ty::Seat) && self.kind(*q) == Some(TokenKind::Possessive) {
                out.push((ph.set(), q + 1));
            }
        }
        out
    }

    /// E190: `for 2 turns`.
    fn whose_turns(&self, p: usize, q: usize, sc: &Scope) {
        let n = self.text(p);
        let (turns, rounds) = match self.int(p) {
            Some(1) => ("turn", "round"),
            _ => ("turns", "rounds"),
        };
        let message = format!("`for {n} {}`: whose turns?", self.w(q));
        let help = format!(
            "`for {n} {turns} of its owner`, `for {n} of your turns`, or `for {n} {rounds}`: {n} {turns} of everybody"
        );
        let piece = matches!(&sc.it, It::Is(set) if set.ty == Ty::Piece);
        let edit = piece.then(|| Edit {
            span: self.span(q),
            text: format!("{turns} of its owner"),
        });
        self.fail_edit(q, "E190", message, Some(help), edit);
    }

    /// E190: `for your next 2 turns`.
    fn next_turns(&self, p: usize, sc: &Scope) {
        let turns = |i: usize| self.int(i).is_some() && self.any(i + 1, &["turn", "turns"]);
        if !(p..p + 8).any(turns) {
            return;
        }
        for (_, q) in self.owner_of_turns(p, sc) {
            let next = usize::from(self.is(q, "next"));
            let Some(n) = self.int(q + next) else {
                continue;
            };
            if self.any(q + next + 1, &["turn", "turns"]) {
                let owner = self.said(p, q);
                let message = "an end in turns begins with their number";
                let text = format!("{n} of {owner} turns");
                let help = Some(format!("write `for {text}`"));
                let span = super::lex::join(self.span(p), self.span(q + next + 1));
                self.fail_edit(q, "E190", message, help, Some(Edit { span, text }));
            }
        }
    }

    /// E187: from the moment of a block on, the last turn never comes, every turn comes again and again, and at the end of the game
    /// no block is left.
    pub(super) fn comes_once(&self, p: usize, moment: &Moment, put_off: bool) -> bool {
        let (Moment::Start(span) | Moment::End(span)) = moment;
        let span_at = p + 2 + usize::from(self.is(p, "the"));
        let (said, help) = match span {
            Span::Last(_) => (
                "the last turn is over: nothing ends and nothing happens in it any more",
                "say `your next turn`, or `this turn`",
            ),
            Span::Every | Span::Round if self.any(span_at, &["every", "each"]) => (
                "what a block puts off comes once, not every time",
                "once: `at the end of this turn`, `at the start of the next turn`, `at the end of the round`; every time from then on: a rule of its own \
                 that asks for a mark which this block sets: `at the end of every turn, if you are cursed, score -1`",
            ),
            Span::Game if put_off => (
                "when the game ends, no block is left that could run",
                "a rule of its own runs then, and asks for what you keep until then in a mark or a number: `at the end of the game, if .., score 1`",
            ),
            Span::Every
            | Span::Round
            | Span::Game
            | Span::Your
            | Span::This
            | Span::NextTurn
            | Span::NextRound
            | Span::Next(_)
            | Span::Nth(..) => return true,
        };
        self.fail_help(p, "E187", said, Some(help.to_owned()));
        false
    }

    fn until(&self, p: usize, sc: &Scope) -> Alts<Term> {
        let mut out: Alts<Term> = Vec::new();
        let moments = self.moment(p, sc);
        let any = !moments.is_empty();
        for (m, q) in moments {
            if self.comes_once(p, &m, false) {
                out.push((Term::Until(m), q));
            }
        }
        if any {
            return out;
        }
        for (deeds, q) in self.bare_event(p, sc) {
            if let [deed] = deeds.as_slice() {
                out.push((Term::Event(Box::new(deed.clone())), q));
            }
        }
        if out.is_empty() && !self.cond(p, sc).is_empty() {
            let message = "an end is a moment or an event, and this is a condition";
            let help = "say what happens then: `until you lose a pawn`; or take it off by a rule: \
                        `as soon as you are in check, unmark your tired pieces as tired`";
            self.fail_help(p, "E188", message, Some(help.to_owned()));
        }
        out
    }

    /// An event without new names: `the captor moves`, `the ward is given`, `you move any piece`.
    fn bare_event(&self, p: usize, sc: &Scope) -> Alts<Vec<Deed>> {
        let mut out = Vec::new();
        let sc = &match &sc.it {
            It::None => self.scope(sc, |s| s.it = It::Unnamed),
            It::Is(_) | It::Two(..) | It::Beside(..) | It::Unnamed => sc.clone(),
        };
        for (subject, q) in self.phrase(p, sc, false).iter() {
            if self.any(*q, &["is", "are"]) {
                let vps = self.verb_phrase(q + 1, sc, &[Form::Part], Mode::Passive, None);
                for (vp, r) in vps {
                    let mut deed = vp.deed;
                    deed.object = Some(Value::Set(subject.set()));
                    out.push((vec![deed], r));
                }
            }
            let vps = self.verb_phrase(*q, sc, &[Form::Third, Form::Base], Mode::Event, None);
            for (vp, r) in vps {
                let mut deed = vp.deed;
                deed.subject = Some(subject.set());
                out.push((vec![deed], r));
            }
        }
        out
    }

    /// `since T`, `this turn`, `this round`, of a history.
    pub fn since(&self, p: usize, sc: &Scope) -> Alts<Moment> {
        if self.seq(p, &["this", "turn"]) {
            return vec![(Moment::Start(Span::This), p + 2)];
        }
        if self.seq(p, &["this", "round"]) {
            return vec![(Moment::Start(Span::Round), p + 2)];
        }
        if self.is(p, "since") {
            return self.moment(p + 1, sc);
        }
        Vec::new()
    }
}

/// Whose turn it is: `your opponent` is one of them.
fn one_of_them(ph: &Ph) -> Set {
    let mut owner = ph.set();
    if matches!(owner.base, Base::All(_)) && !ph.plural && ph.art != Art::Every {
        owner.amount = Amount::Any;
    }
    owner
}

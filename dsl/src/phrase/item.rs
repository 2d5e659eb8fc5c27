//! From sentences with their blocks to rules and procedures.
use super::decls::Decls;
use super::lex::{Tok, words_of};
use super::opener::{Head, Kind, Opened};
use super::reader::*;
use super::step::{Line, Read};
use super::words::Words;
use crate::diagnostic::Diagnostic;
use crate::program::{Item, Program};
use crate::syntax::{Block as Text, Sentence, Span, Statement, Token};
use engine::ids::*;
use engine::rules::*;
use std::cell::RefCell;
use std::rc::Rc;

/// A condition handed down from `while C { .. }`: its words.
pub type Handed = Vec<Vec<Token>>;

/// The reader of one item (a sentence with its block, or a procedure).
pub struct ItemReader<'a> {
    /// The frame.
    pub prog: &'a Program,
    /// Declared names.
    pub decls: &'a Decls,
    /// The language.
    pub words: &'static Words,
    /// Whose text.
    pub place: Place,
    /// What its lines share.
    pub shared: &'a Shared<'a>,
    /// Names introduced anywhere in the item.
    pub introduced: Vec<String>,
    /// What went wrong.
    pub problems: RefCell<Vec<Diagnostic>>,
    /// Readings tried, by line.
    pub log: RefCell<Vec<(Span, u32)>>,
    /// Facts that stand by themselves.
    pub level: (Holder, Rank),
}

/// What a top sentence became.
#[derive(Default)]
pub struct Made {
    /// Its rules.
    pub rules: Vec<Rule>,
}

impl<'a> ItemReader<'a> {
    /// A reader of a line.
    pub fn reader<'b>(&'b self, toks: &'b [Tok]) -> Rd<'b> {
        Rd::new(
            self.prog,
            self.decls,
            self.words,
            toks,
            self.place,
            self.shared,
        )
    }

    /// The words of a line.
    pub fn line(&self, tokens: &[Token]) -> Rc<[Tok]> {
        let Some(first) = tokens.first() else {
            return Rc::default();
        };
        let key = (first.span.file, first.span.lo, tokens.len());
        let known = self.shared.lines.borrow().get(&key).cloned();
        if let Some(known) = known {
            return known;
        }
        let words: Rc<[Tok]> = words_of(tokens, &mut self.shared.notes.borrow_mut()).into();
        (self.shared.lines.borrow_mut()).insert(key, Rc::clone(&words));
        words
    }

    /// A problem.
    pub fn problem(&self, diagnostic: Diagnostic) {
        self.problems.borrow_mut().push(diagnostic);
    }

    /// The scope at the beginning of a sentence.
    pub fn scope(&self) -> Scope {
        let it = match self.place.kind {
            Some(_) => It::Is(make(Ty::Piece, Base::It)),
            None => It::None,
        };
        Scope {
            id: 0,
            it,
            they: None,
            names: Rc::default(),
            event: false,
            step: false,
            opening: false,
            naming: false,
            happened: false,
            several: None,
            spoken: Rc::default(),
            asked: None,
            asked_first: None,
            looping: false,
            watched: Rc::default(),
            anchor: 0,
        }
    }

    /// One reading or an error.
    pub fn one<T: Clone + PartialEq>(
        &self,
        rd: &Rd,
        alts: Alts<T>,
        show: impl Fn(&T) -> String,
    ) -> Option<T> {
        let end = rd.toks.len();
        let span = rd
            .toks
            .first()
            .map_or(rd.end, |t| super::lex::join(t.span, rd.end));
        self.log.borrow_mut().push((span, rd.tries.get()));
        let furthest = alts.iter().map(|(_, p)| *p).max();
        let mut whole: Vec<T> = Vec::new();
        for (t, p) in alts {
            if rd.comma(p) >= end && !whole.contains(&t) {
                whole.push(t);
            }
        }
        if rd.tries.get() >= MOST_TRIES {
            let message =
                "this sentence can be read in too many ways; use parentheses or two sentences";
            self.problem(error("E119", span, message, None));
            return None;
        }
        match whole.len() {
            1 => whole.pop(),
            0 => {
                let mut problem = self.dead_end(rd, furthest);
                if problem.help.is_none() {
                    problem.help = rd.known_advice().map(str::to_owned);
                }
                self.problem(problem);
                None
            }
            _ => {
                let shown: Vec<String> = whole.iter().take(2).map(show).collect();
                let message = format!("two readings: {}", shown.join(" / "));
                let help = Some("put the part that belongs together in parentheses".to_owned());
                self.problem(error("E119", span, message, help));
                None
            }
        }
    }

    fn dead_end(&self, rd: &Rd, furthest: Option<usize>) -> Diagnostic {
        let worst = rd.problem();
        match (worst, furthest) {
            (Some((at, d)), Some(p)) if p >= at && d.code == "E101" && p < rd.toks.len() => {
                complete_before(rd, p)
            }
            (Some((_, d)), _) => d,
            (None, Some(p)) => complete_before(rd, p),
            (None, None) => error("E102", rd.span(0), "this does not read as a sentence", None),
        }
    }

    /// A rule sentence (not a declaration), under the conditions handed down.
    pub fn rule(&self, s: &Sentence, handed: &Handed, item: &Item) -> Option<Made> {
        let toks = self.line(&s.line);
        if self.unknown(&toks) {
            return None;
        }
        let mut when = Vec::new();
        for words in handed {
            when.push(self.handed(words)?);
        }
        let rd = self.reader(&toks);
        if let Some(first) = toks.first().filter(|t| t.is("and") || t.is("or")) {
            let message = format!(
                "a line cannot begin with `{}`: end the line above with it or with a comma",
                first.text
            );
            self.problem(error("E107", first.span, message, None));
            return None;
        }
        let alts = self.opened(&rd, s);
        let show = |o: &Opened| super::print::opened(self, o);
        let opened = self.one(&rd, alts, show)?;
        when.extend(opened.head.when.clone());
        self.assemble(s, opened, when, item)
    }

    fn handed(&self, words: &[Token]) -> Option<Cond> {
        let toks = self.line(words);
        if self.unknown(&toks) {
            return None;
        }
        let rd = self.reader(&toks);
        let alts = rd.cond(1, &self.scope());
        let cond = self.one(&rd, alts, |c| super::print::cond_text(self, c))?;
        let unless = rd.is(0, "unless");
        Some(if unless {
            super::cond::contrary(cond)
        } else {
            cond
        })
    }

    fn opened(&self, rd: &Rd, s: &Sentence) -> Alts<Opened> {
        let mut heads = Vec::new();
        rd.openers(0, &Head::default(), &self.scope(), &mut heads);
        let mut out: Alts<Opened> = Vec::new();
        let has_block = s.block.is_some();
        for ((head, sc), p) in distinct_heads(heads) {
            let p = rd.comma(p);
            if p >= rd.toks.len() {
                if has_block && head.kind != Kind::Fact {
                    let read = Read {
                        line: Line::Block,
                        after: sc.clone(),
                        inside: sc.clone(),
                    };
                    out.push((Opened { head, read }, p));
                } else if !has_block {
                    rd.fail(
                        p,
                        "E108",
                        "nothing is said to happen: expected `{` or a step",
                    );
                }
                continue;
            }
            if head.kind == Kind::Fact {
                for (fact, q) in rd.fact(p, &sc) {
                    let read = Read {
                        line: Line::Facts(fact),
                        after: sc.clone(),
                        inside: sc.clone(),
                    };
                    let head = head.clone();
                    out.push((Opened { head, read }, q));
                }
                continue;
            }
            // these are openers too, and are read as such
            let limited = head.limit.is_none() && rd.limit(p).is_some();
            if limited || rd.any(p, &["if", "unless"]) {
                continue;
            }
            for (read, q) in rd.step_line(p, &sc) {
                self.trailing(rd, &head, read, q, &sc, &mut out);
            }
        }
        let fits = |o: &Opened| o.read.line.wants_block() == has_block;
        let any = out.iter().any(|(o, _)| fits(o));
        if !any && !has_block {
            self.step_alone(rd);
        }
        out.retain(|(o, _)| fits(o));
        // `a piece cannot move if it has moved this turn`: no end, which a sentence of its own cannot have
        let ends = |o: &Opened| matches!(&o.read.line, Line::Facts(fact) if super::whose::counted_from_now(&fact.term));
        if out.iter().any(|(o, q)| *q == rd.toks.len() && !ends(o)) {
            out.retain(|(o, _)| !ends(o));
        }
        out
    }

    /// A condition behind the only step of a rule is one of the opener.
    fn trailing(
        &self,
        rd: &Rd,
        head: &Head,
        read: Read,
        q: usize,
        sc: &Scope,
        out: &mut Alts<Opened>,
    ) {
        let at = rd.comma(q);
        if rd.any(at, &["if", "unless"]) && matches!(read.line, Line::Steps(_) | Line::May { .. }) {
            for (cond, r) in rd.cond(at + 1, sc) {
                let unless = rd.is(at, "unless");
                let mut head = head.clone();
                head.behind_wait |= head.kind.waits();
                head.when.push(if unless {
                    super::cond::contrary(cond)
                } else {
                    cond
                });
                let read = read.clone();
                out.push((Opened { head, read }, r));
            }
        }
        let head = head.clone();
        out.push((Opened { head, read }, q));
    }

    /// A step without an opener (E138).
    fn step_alone(&self, rd: &Rd) {
        // a moment is an opener
        if rd.is(0, "at") {
            return;
        }
        let steps = rd.step_line(0, &self.scope());
        if steps.iter().any(|(r, q)| {
            *q == rd.toks.len() && matches!(r.line, Line::Steps(_) | Line::May { .. })
        }) {
            let message = "a step without an opener: when does it happen?";
            let mut cause = rd.cause.borrow_mut();
            // people who describe how a piece moves mean no step
            let help = rd.known_advice().unwrap_or(
                "begin with the moment: `at the start of your turn`, `after you move a piece`, `instead of moving, you may`",
            );
            let help = Some(help.to_owned());
            *cause = Some((usize::MAX, error("E138", rd.span(0), message, help)));
        }
    }

    fn assemble(&self, s: &Sentence, opened: Opened, when: Vec<Cond>, item: &Item) -> Option<Made> {
        let Opened { head, read } = opened;
        let mut when = when;
        let mut made = Made::default();
        if let (Line::Facts(_), false) = (&read.line, head.kind == Kind::Fact) {
            let message = "a fact behind an event or a moment is a step: put it in braces";
            let help = Some("write `OPENER { FACT }`".to_string());
            self.problem(error("E138", s.span, message, help));
            return None;
        }
        if self.opened_for_nothing(s, &head) {
            return None;
        }
        if let Line::Facts(fact) = read.line {
            if self.end_without_beginning(s, &fact.term) {
                return None;
            }
            when.extend(fact.when);
            for form in fact.forms {
                let form = with_term(form, &fact.term);
                let mut rule = self.new_rule(s, item, form, when.clone(), None);
                if let Some(cond) = &head.asked {
                    super::several::said_of_those(&mut rule, cond);
                }
                made.rules.push(rule);
            }
            return Some(made);
        }
        self.watched_alone(s, &head);
        let (offer, body) = self.body(s, &head, read, &mut when)?;
        if matches!(head.kind, Kind::Round) && offer.is_none() && self.round_of_one(s, item, &body)
        {
            return None;
        }
        let limit = head.limit.map(|l| self.limit(l));
        let asked = |offer: Option<Offer>| {
            offer.unwrap_or(Offer {
                who: you(),
                they: None,
                secret: false,
            })
        };
        let inside = |offer: Option<Offer>, body: Block| match offer {
            Some(who) => vec![Step::May {
                who,
                limit: None,
                label: None,
                body,
            }],
            None => body,
        };
        let form = match head.kind {
            Kind::On(on) => Form::Trigger {
                on: *on,
                stage: head.stage,
                offer,
                body,
            },
            Kind::Action => Form::Action {
                who: asked(offer),
                body,
            },
            Kind::Turn => Form::Turn(inside(offer, body)),
            Kind::Round => Form::Round(inside(offer, body)),
            Kind::Setup => Form::Setup(inside(offer, body)),
            Kind::Fact => return None,
        };
        made.rules.push(self.new_rule(s, item, form, when, limit));
        Some(made)
    }

    /// E185: a limit counts how often something happens, and a stage is one of those in which events are answered.
    fn opened_for_nothing(&self, s: &Sentence, head: &Head) -> bool {
        let (limited, staged) = match head.kind {
            Kind::On(_) => (true, true),
            Kind::Action => (true, false),
            Kind::Fact | Kind::Turn | Kind::Round | Kind::Setup => (false, false),
        };
        let (said, help) = if head.limit.is_some() && !limited {
            (
                "this does not happen, so there is nothing to count",
                "a limit stands before what happens or may be done: `once per game, instead of moving, you may { .. }`; say with `if` or `while` when a fact holds",
            )
        } else if head.stage.is_some() && !staged {
            (
                "a stage is one of those in which events are answered, and no event is named here",
                "leave the stage out, or name the event: `in the S stage, after .. { .. }`",
            )
        } else {
            return false;
        };
        self.problem(error("E185", s.span, said, Some(help.to_owned())));
        true
    }

    /// W333: of `as soon as C, if D` only C is waited for.
    fn watched_alone(&self, s: &Sentence, head: &Head) {
        if head.behind_wait {
            let said = "only the first condition is waited for: if the other comes true later, nothing happens";
            let help = "join them with `and`; what is asked only then belongs in the block: `{ if .. { .. } }`";
            self.problem(error("W333", s.span, said, Some(help.to_string())));
        }
    }

    /// Offer and body of a rule with openers.
    fn body(
        &self,
        s: &Sentence,
        head: &Head,
        read: Read,
        when: &mut Vec<Cond>,
    ) -> Option<(Option<Offer>, Block)> {
        let inside = self.having_said(s, &read.inside);
        match read.line {
            Line::Block => {
                let body = self.block(s.block.as_ref()?, &inside)?;
                if s.branches.is_empty() {
                    return Some((None, body));
                }
                let other = self.otherwise(&s.branches, &inside)?;
                if head.last_if {
                    let cond = when.pop()?;
                    return Some((None, vec![Step::If(cond, body, other)]));
                }
                Some((None, vec![Step::OrElse(body, other)]))
            }
            Line::May {
                who,
                they,
                secretly,
                body,
                limit: None,
            } if s.branches.is_empty() => {
                let body = match body {
                    Some(line) => self.steps(*line, s, &inside, false)?,
                    None => self.block(s.block.as_ref()?, &inside)?,
                };
                let offer = Offer {
                    who,
                    they,
                    secret: secretly,
                };
                Some((Some(offer), body))
            }
            line => Some((None, self.steps(line, s, &inside, true)?)),
        }
    }

    fn new_rule(
        &self,
        s: &Sentence,
        item: &Item,
        form: Form,
        when: Vec<Cond>,
        limit: Option<LimitId>,
    ) -> Rule {
        let text = |t: &str| self.shared.pool.borrow_mut().text(t);
        Rule {
            holder: self.level.0,
            rank: item.rank,
            form,
            when,
            limit,
            keeps: Vec::new(),
            roles: Vec::new(),
            names: Vec::new(),
            label: s.label.as_ref().map(|l| text(&l.text)),
            tags: tags_of(s).iter().map(|t| text(t)).collect(),
            imposed: false,
            src: self.shared.pool.borrow_mut().source(s.span),
        }
    }

    pub(super) fn limit(&self, limit: Limit) -> LimitId {
        let mut limits = self.shared.limits.borrow_mut();
        limits.push(limit);
        LimitId::from(limits.len() - 1)
    }
}

fn complete_before(rd: &Rd, p: usize) -> Diagnostic {
    let message = format!(
        "the sentence was complete before `{}`",
        rd.said(rd.comma(p), rd.comma(p) + 1)
    );
    error("E106", rd.span(rd.comma(p)), message, None)
}

fn distinct_heads(heads: Alts<(Head, Scope)>) -> Alts<(Head, Scope)> {
    let mut out: Alts<(Head, Scope)> = Vec::new();
    for ((head, sc), p) in heads {
        if !out.iter().any(|((h, _), q)| *h == head && *q == p) {
            out.push(((head, sc), p));
        }
    }
    out
}

pub(super) fn with_term(form: Form, ends: &[Term]) -> Form {
    match form {
        Form::Guard {
            verdict,
            deed,
            binds,
            first,
            ..
        } => Form::Guard {
            verdict,
            deed,
            binds,
            first,
            term: ends.to_vec(),
        },
        other => other,
    }
}

/// The tags of a sentence and of everything in its block.
pub fn tags_of(s: &Sentence) -> Vec<String> {
    let mut out: Vec<String> = s.tags.iter().map(|t| t.text.clone()).collect();
    let mut add = |more: Vec<String>| {
        for tag in more {
            if !out.contains(&tag) {
                out.push(tag);
            }
        }
    };
    if let Some(block) = &s.block {
        add(block_tags(block));
    }
    for branch in &s.branches {
        add(branch.tags.iter().map(|t| t.text.clone()).collect());
        add(block_tags(&branch.block));
    }
    out
}

/// The tags of everything in a block.
pub fn block_tags(block: &Text) -> Vec<String> {
    let mut out = Vec::new();
    for statement in &block.statements {
        if let Statement::Sentence(s) = statement {
            out.extend(tags_of(s));
        }
    }
    out
}

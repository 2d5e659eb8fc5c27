//! Why an option is not offered. What refuses a move is found by making it; what refuses an answer inside a rule is known only while
//! that is tried, so the open decision is asked once more and the trial tells what it met.
use super::acts::reopen;
use super::bits::Bits;
use super::eval::Cx;
use super::game::{Game, decision};
use super::movement::Move;
use super::plan::*;
use super::run::{Runner, Sink, Stop};
use super::state::*;
use crate::ids::*;
use crate::play::{Choice, Kind, Refusal};
use crate::rules::{Node, Step, visit_rule};
use std::cell::{Cell, RefCell};

/// What refused an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// A rule.
    Rule(u16),
    /// Check, where it is enforced.
    Check,
}

/// The option somebody asks about, and what has been heard of it.
#[derive(Debug, Default)]
pub(super) struct Hearing {
    choice: Option<Choice>,
    /// It was tried and found wanting.
    tried: Cell<bool>,
    /// The option itself is being tried.
    listening: Cell<bool>,
    heard: RefCell<Vec<Reason>>,
}

impl Hearing {
    /// It is this that is asked about; a thing in a zone by its kind.
    fn means(&self, c: &Choice) -> bool {
        match (&self.choice, c) {
            (Some(Choice::Kind(asked)), Choice::Held(_, kind, _)) => asked == kind,
            (asked, c) => asked.as_ref() == Some(c),
        }
    }
}

impl<const N: usize> Runner<'_, N> {
    /// Somebody asks about this answer of the decision.
    pub(super) fn is_asked_about(&self, st: &State<N>, sink: &Sink<N>, i: usize) -> bool {
        match &self.hearing {
            Some(h) if !self.trying() => {
                let options = decision(self.plan, st, sink).options;
                options.get(i).is_some_and(|c| h.means(c))
            }
            _ => false,
        }
    }
    /// The same of an option that is no answer yet.
    pub(super) fn asks_about(&self, choice: impl FnOnce() -> Choice) -> bool {
        match &self.hearing {
            Some(h) if !self.trying() => h.means(&choice()),
            _ => false,
        }
    }
    /// An option is tried; what refuses it is heard, if somebody asks about it.
    pub(super) fn hear(
        &mut self,
        asked: bool,
        fine: impl FnOnce(&mut Self) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        let before = match &self.hearing {
            Some(h) if asked => {
                h.listening.set(true);
                h.heard.borrow().len()
            }
            _ => return fine(self),
        };
        let fine = fine(self);
        if let Some(h) = &self.hearing {
            h.listening.set(false);
            if fine == Ok(true) {
                // what failed on the way to a way that works refuses nothing
                h.heard.borrow_mut().truncate(before);
            }
            h.tried.set(fine != Ok(true));
        }
        fine
    }
    /// A rule keeps the option somebody asks about from being listed.
    pub(super) fn refuses(&self, reason: Reason) {
        if let Some(h) = self.hearing.as_deref() {
            h.heard.borrow_mut().push(reason);
        }
    }
    /// This stood in the way of what is being tried.
    pub(super) fn blame(&self, reason: Reason) {
        if let Some(h) = self.hearing.as_deref().filter(|h| h.listening.get()) {
            let mut heard = h.heard.borrow_mut();
            if !heard.contains(&reason) {
                heard.push(reason);
            }
        }
    }
}

impl<const N: usize> Game<N> {
    /// Why an option is not offered: the sentences that refuse it, the first that fails first. None: no pattern reaches there, or the
    /// way is blocked.
    pub fn why(&self, choice: &Choice) -> Vec<Refusal> {
        let Some((seat, kind, rule)) = self.asking() else {
            return vec![];
        };
        let options = decision(self.plan(), self.state(), self.sink()).options;
        if options.contains(choice) {
            return vec![];
        }
        let by = |r: u16| self.refusal(RuleId(r));
        let (reasons, tried) = self.heard(choice);
        let mut met: Vec<Refusal> = vec![];
        for reason in reasons {
            match reason {
                Reason::Rule(r) => met.push(by(r)),
                Reason::Check => met.extend(self.check_rules()),
            }
        }
        let mut why = match choice {
            Choice::Move(from, to) => self.why_not_move(seat, from.index(), to.index()),
            Choice::Action(r) | Choice::ActionOf(r, _) => vec![by(r.0)],
            _ => vec![],
        };
        let alone = met.is_empty();
        why.extend(met);
        // an option of a rule that cannot be carried out: it is the rule that asks more
        let asks_more = match choice {
            Choice::Move(..) => alone && kind == Kind::Move,
            Choice::Accept => alone,
            Choice::Action(_) | Choice::ActionOf(..) => false,
            // listed, and what would come of it is nothing the rule allows
            _ => alone && tried,
        };
        if asks_more && rule != NONE16 {
            why.push(by(rule));
        }
        why.dedup();
        why
    }
    /// Patterns and guards allow a move that would leave a royal piece of the mover attacked.
    pub fn exposes(&self, choice: &Choice) -> bool {
        let (Some((seat, ..)), Choice::Move(from, to)) = (self.asking(), choice) else {
            return false;
        };
        let st = self.state();
        let Some(p) = st.at(from.index()) else {
            return false;
        };
        let mut runner = Runner::new(self.plan());
        let free =
            |m: &Move<N>| forbidden_by(&Cx::new(self.plan(), st, Env::NOBODY), m, seat).is_none();
        self.ways_to(seat, p, from.index(), to.index())
            .iter()
            .filter(|m| free(m))
            .any(|m| !runner.safe_after(st, seat, m))
    }
    /// What came of asking the open decision once more.
    fn heard(&self, choice: &Choice) -> (Vec<Reason>, bool) {
        let mut st = self.state().clone();
        reopen(self.plan(), &mut st);
        let mut runner = Runner::new(self.plan());
        runner.hearing = Some(Box::new(Hearing {
            choice: Some(choice.clone()),
            ..Hearing::default()
        }));
        // it stops at the open decision, as it did before
        let _ = runner.run(&mut st);
        match runner.hearing {
            Some(h) => (h.heard.take(), h.tried.get()),
            None => (vec![], false),
        }
    }
    fn refusal(&self, id: RuleId) -> Refusal {
        let rules = &self.plan().rules;
        let rule = &rules.rules[id.index()];
        let mut tags = rule.tags.clone();
        if rule.imposed {
            // a fact for a time answers for the clauses of the rule that made it
            let imposes = |r: &&crate::rules::Rule| {
                let mut found = false;
                visit_rule(r, &mut |n| {
                    found |= matches!(n, Node::Step(Step::Impose { fact, .. }) if *fact == id);
                });
                found
            };
            tags.extend(
                rules
                    .rules
                    .iter()
                    .find(imposes)
                    .into_iter()
                    .flat_map(|r| r.tags.clone()),
            );
        }
        Refusal {
            src: rule.src,
            tags,
        }
    }
    fn check_rules(&self) -> impl Iterator<Item = Refusal> {
        self.plan().rules.check.iter().map(|c| Refusal {
            src: c.src,
            tags: c.tags.clone(),
        })
    }
    fn why_not_move(&self, seat: u8, from: usize, to: usize) -> Vec<Refusal> {
        let (plan, st) = (self.plan(), self.state());
        let cx = Cx::new(plan, st, Env::NOBODY);
        let Some(p) = st.at(from).filter(|p| cx.owned_by(seat as usize).has(*p)) else {
            return vec![];
        };
        let by = |r: u16| self.refusal(RuleId(r));
        let mut why: Vec<Refusal> = self.frozen_by(&cx, p).map(by).into_iter().collect();
        let ways = self.ways_to(seat, p, from, to);
        let mut runner = Runner::new(plan);
        let checks = plan.checks(&cx, seat);
        for m in &ways {
            let spoils = |runner: &mut Runner<'_, N>| runner.shoves_wrongly(st, seat, m, seat);
            if let Some(r) = forbidden_by(&cx, m, seat) {
                why.push(by(r));
            } else if checks.is_some_and(|c| c.0 || c.1) && !runner.safe_after(st, seat, m) {
                why.extend(self.check_rules());
            } else if let Some(r) = spoils(&mut runner) {
                why.push(by(r));
            } else {
                why.extend(runner.duties(st, seat).iter().map(|(g, _)| by(g.rule)));
            }
        }
        if ways.is_empty() {
            why.extend(cx.barred_by(p, from, to, seat).map(by));
        }
        why.dedup();
        why
    }
    /// The moves to a square that a piece has by its ways, whatever forbids them.
    fn ways_to(&self, seat: u8, p: usize, from: usize, to: usize) -> Vec<Move<N>> {
        let env = Env {
            you: seat,
            ..Env::EMPTY
        };
        let cx = Cx::new(self.plan(), self.state(), &env);
        let l = cx.unguarded(seat, Bits::FULL, false);
        let r = cx.reach(p, from, &l);
        let mut all = vec![];
        if r.slides.has(to) || r.leaps.has(to) {
            all.push(cx.make(p, from, to, !r.slides.has(to), l.standing.has(p)));
        }
        if self.plan().walks {
            let walks = cx.walked_freely(p, from, &l);
            all.extend(walks.into_iter().filter(|m| m.to as usize == to));
        }
        all
    }
    /// The view that freezes a piece.
    fn frozen_by(&self, cx: &Cx<N>, p: usize) -> Option<u16> {
        let Some(Mask::Viewed { yes, .. }) = &self.plan().frozen else {
            return None;
        };
        let frozen = |v: &&View<N>| cx.wanting(Bits::one(p)).view(v).has(p);
        yes.iter().find(frozen).map(|v| v.rule)
    }
}

/// The rule that forbids an event of a move.
fn forbidden_by<const N: usize>(cx: &Cx<N>, m: &Move<N>, seat: u8) -> Option<u16> {
    let mut by = None;
    cx.raised(m, seat, |e| by = by.or_else(|| cx.forbidding(&e, false)));
    let by = by.or_else(|| cx.crossing(m, seat).find_map(|e| cx.forbidding(&e, false)));
    let at_corner = std::cell::Cell::new(None);
    let closes = |e: &_| {
        let rule = cx.forbidding(e, false);
        at_corner.set(at_corner.get().or(rule));
        rule.is_some()
    };
    match by {
        None if cx.corner_closed(m, seat, closes) => at_corner.get(),
        by => by,
    }
}

//! Why an option is not offered inside a rule. What refuses it is known only while it is tried, so the open question is
//! asked once more and the trial tells what it met.
use super::exec::*;
use super::guards;
use super::read::*;
use super::settle::Member;
use super::value::*;
use engine::ids::*;
use engine::play::*;
use std::cell::{Cell, RefCell};

/// What refused an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A rule.
    Rule(RuleId),
    /// The check rules, judged at the end of the turn.
    Check,
}

/// The option somebody asks about, and what has been heard of it.
#[derive(Debug)]
pub struct Asked {
    /// It, in every way in which the question may list it.
    choices: Vec<Choice>,
    /// It was tried and found wanting.
    tried: Cell<bool>,
    /// The option itself is being tried.
    listening: Cell<bool>,
    heard: RefCell<Vec<Reason>>,
}

impl<'a> Exec<'a> {
    /// Try options; what refuses them is heard if they are what somebody asks about.
    pub fn hearing(&self, about: impl Fn(&Choice) -> bool, fine: impl FnOnce() -> bool) -> bool {
        // inside a trial somebody is already listening
        let asked = self.asked.as_deref().filter(|_| !self.probe);
        let Some(asked) = asked.filter(|a| a.choices.iter().any(about)) else {
            return fine();
        };
        asked.listening.set(true);
        let before = asked.heard.borrow().len();
        let fine = fine();
        if fine {
            // what failed on the way to a way that works refuses nothing
            asked.heard.borrow_mut().truncate(before);
        }
        asked.listening.set(false);
        asked.tried.set(!fine);
        fine
    }
    /// This stood in the way of what is being tried.
    pub fn blame(&self, reason: Reason) {
        let Some(asked) = self.asked.as_deref().filter(|a| a.listening.get()) else {
            return;
        };
        let mut heard = asked.heard.borrow_mut();
        if !heard.contains(&reason) {
            heard.push(reason);
        }
    }
    /// A guard forbids one of these events.
    pub fn barred(&self, cx: &Cx, events: &[Event]) -> bool {
        let guard = events.iter().find_map(|e| guards::forbidden(cx, e, None));
        guard.inspect(|r| self.blame(Reason::Rule(*r))).is_some()
    }
    /// A guard refuses the step for the sake of one of these members.
    pub fn blame_guards(&self, env: &Env, members: &[Member]) {
        if self.asked.as_deref().is_some_and(|a| a.listening.get()) {
            members.iter().for_each(|m| {
                self.barred(&self.cx(env), &m.events);
            });
        }
    }
}

/// What refused an option of the open question, in the order it was met; nothing if the question never listed it. Whether it
/// was listed and tried. A thing in a zone is asked about by its kind.
pub fn reasons(mut ex: Exec, choice: &Choice) -> (Vec<Reason>, bool) {
    let mut choices = vec![choice.clone()];
    if let Choice::Kind(kind) = choice {
        let sides = (0..ex.l.rules.sides.len()).map(SideId::from).map(Some);
        for side in std::iter::once(None).chain(sides) {
            choices.extend((0..=HELD).map(|i| Choice::Held(i, *kind, side)));
        }
    }
    ex.asked = Some(std::rc::Rc::new(Asked {
        choices,
        tried: Cell::new(false),
        listening: Cell::new(false),
        heard: RefCell::default(),
    }));
    let asked = ex.asked.clone();
    // it stops at the open question, as it did before
    let _ = ex.play();
    asked.map_or_else(Default::default, |a| (a.heard.take(), a.tried.get()))
}

/// Things of one zone that are told apart.
const HELD: u16 = 255;

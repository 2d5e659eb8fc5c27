//! Bodies as code: steps with jumps, so that a step that cannot be done, or a declined one, goes where the language says (language 7).
mod amounts;
mod cards;
mod step;
mod values;
mod verbs;

use super::*;
use crate::core::deed::{Change, Conqueror, Deed as Plain, Term as End};
use crate::core::plan::{self, Face, KindPart, Numbers, Sequence, Together};
use crate::core::state::ROW;

/// Where a block goes: to its end as usual, and where it ends with its first decision not made.
#[derive(Default)]
struct Exits {
    none: Vec<usize>,
}

impl<const N: usize> Lowering<N> {
    /// Every step of a block, procedures looked through.
    fn steps<'b>(&'b self, b: &'b [Step], depth: u8, out: &mut Vec<&'b Step>) {
        if depth > 16 {
            return;
        }
        for s in b {
            out.push(s);
            match s {
                Step::May {
                    who: _,
                    limit: _,
                    label: _,
                    body,
                }
                | Step::Each {
                    name: _,
                    of: _,
                    order: _,
                    body,
                }
                | Step::Repeat {
                    most: _,
                    until: _,
                    body,
                }
                | Step::Within {
                    seconds: _,
                    after_first: _,
                    body,
                }
                | Step::Later { at: _, body } => self.steps(body, depth + 1, out),
                Step::Either { who: _, ways } => {
                    ways.iter().for_each(|w| self.steps(&w.1, depth + 1, out))
                }
                Step::OrElse(a, b) | Step::If(_, a, b) => {
                    self.steps(a, depth + 1, out);
                    self.steps(b, depth + 1, out);
                }
                Step::AllAtOnce {
                    who: _,
                    they: _,
                    ask,
                    then,
                } => {
                    self.steps(ask, depth + 1, out);
                    self.steps(then, depth + 1, out);
                }
                Step::Call(p, _) => self.steps(&self.rules.procs[p.index()].body, depth + 1, out),
                Step::Do(_)
                | Step::Choose { .. }
                | Step::Let(..)
                | Step::Roll { .. }
                | Step::Impose { .. } => {}
            }
        }
    }
    /// How many steps do something like this.
    pub(super) fn count(&self, b: &[Step], f: &dyn Fn(&crate::rules::Deed) -> bool) -> usize {
        let mut all = vec![];
        self.steps(b, 0, &mut all);
        all.into_iter()
            .filter(|s| matches!(s, Step::Do(d) if f(d)))
            .count()
    }
    pub(super) fn has(&self, b: &[Step], f: &dyn Fn(&crate::rules::Deed) -> bool) -> bool {
        self.count(b, f) > 0
    }
    /// It opens a move decision.
    pub(super) fn grants(&self, b: &[Step]) -> bool {
        self.has(b, &|d| matches!(d.verb, Verb::Move | Verb::Act))
    }
    /// Somebody is asked something in it.
    pub(super) fn decides(&self, b: &[Step]) -> bool {
        let mut all = vec![];
        self.steps(b, 0, &mut all);
        all.into_iter().any(|s| match s {
            Step::Do(d) => matches!(
                d.verb,
                Verb::Move | Verb::Act | Verb::Shift | Verb::Deal | Verb::Draw
            ),
            Step::Choose { .. }
            | Step::May { .. }
            | Step::Either { .. }
            | Step::Roll { .. }
            | Step::Within { .. }
            | Step::AllAtOnce { .. } => true,
            Step::OrElse(..)
            | Step::If(..)
            | Step::Each { .. }
            | Step::Repeat { .. }
            | Step::Let(..)
            | Step::Impose { .. }
            | Step::Later { .. }
            | Step::Call(..) => false,
        })
    }
    /// The code of a body.
    pub(super) fn body(&mut self, b: &[Step]) -> Lowered<u16> {
        let mut code = vec![];
        let mut exits = Exits::default();
        let outer = std::mem::replace(&mut self.nested, 0);
        self.block(b, &mut code, &mut exits, false)?;
        self.nested = outer;
        let end = code.len() as u16;
        exits.none.into_iter().for_each(|i| land(&mut code, i, end));
        code.push(Code::End);
        self.plan.code.push(code);
        let twice = self.count(b, &|d| d.verb == Verb::Move) > 1;
        self.plan.moves_twice.push(twice);
        Ok(self.plan.code.len() as u16 - 1)
    }
    /// A block; before an `otherwise` a declined offer ends it.
    fn block(
        &mut self,
        b: &[Step],
        code: &mut Vec<Code<N>>,
        exits: &mut Exits,
        otherwise: bool,
    ) -> Lowered<()> {
        let mut first = true;
        let mut rest = vec![];
        self.nested += 1;
        for s in b {
            let decides = begins_by_deciding(s);
            let opening = first && decides;
            self.step(s, code, exits, &mut rest, opening, otherwise)?;
            first &= !decides;
        }
        // a choice that comes later and finds nothing leaves the rest of its block out
        self.nested -= 1;
        let end = code.len() as u16;
        rest.into_iter().for_each(|i| land(code, i, end));
        Ok(())
    }
    /// The code of a procedure, as whoever is being read calls it.
    pub(super) fn procedure(&mut self, p: ProcId) -> Lowered<u16> {
        if let Some(code) = self.calls.get(&(p, self.power)) {
            return Ok(*code);
        }
        let at = self.plan.code.len() as u16;
        self.plan.code.push(vec![Code::End]);
        self.plan.moves_twice.push(false);
        self.calls.insert((p, self.power), at);
        let rules = self.rules.clone();
        let made = self.body(&rules.procs[p.index()].body)?;
        let made = self.plan.code[made as usize].clone();
        self.plan.code[at as usize] = made;
        Ok(at)
    }
    /// Who does a deed, where that is said and it is a player; of several the first.
    fn doer(&mut self, d: &crate::rules::Deed) -> Lowered<Option<Mask<N>>> {
        match &d.subject {
            Some(s) if s.ty == Ty::Seat => Ok(Some(self.seats(s)?)),
            Some(_) | None => Ok(None),
        }
    }
    fn who(&mut self, s: &Option<Set>) -> Lowered<Option<Mask<N>>> {
        s.as_ref().map(|s| self.seats(s)).transpose()
    }
    pub(super) fn pieces(&mut self, s: Option<&Set>) -> Lowered<Mask<N>> {
        match s {
            Some(s) if s.ty == Ty::Piece => self.set(s),
            Some(s) if s.ty == Ty::Square => Ok(Mask::On(Box::new(self.set(s)?))),
            Some(s) => refuse(format!("{} taken for pieces", s.ty)),
            None => refuse("no pieces"),
        }
    }
    pub(super) fn terms(&mut self, v: &[Term]) -> Lowered<Vec<End<N>>> {
        v.iter().map(|t| self.term(t)).collect()
    }
}

/// A step whose first act is a decision.
fn begins_by_deciding(s: &Step) -> bool {
    match s {
        Step::Choose { .. } | Step::May { .. } | Step::Either { .. } | Step::OrElse(..) => true,
        Step::Do(d) => matches!(d.verb, Verb::Act | Verb::Move | Verb::Shift),
        Step::Within {
            seconds: _,
            after_first: _,
            body,
        } => body.first().is_some_and(begins_by_deciding),
        Step::If(..)
        | Step::Each { .. }
        | Step::AllAtOnce { .. }
        | Step::Repeat { .. }
        | Step::Let(..)
        | Step::Roll { .. }
        | Step::Impose { .. }
        | Step::Later { .. }
        | Step::Call(..) => false,
    }
}

/// Fills in where an instruction goes.
fn land<const N: usize>(code: &mut [Code<N>], at: usize, to: u16) {
    match &mut code[at] {
        Code::ChooseMove(c) => c.none = to,
        Code::Choose { none, .. }
        | Code::May { none, .. }
        | Code::Move { none, .. }
        | Code::ChooseNumber { none, .. }
        | Code::Either(_, _, none) => *none = to,
        Code::Act(_, none) => *none = Some(to),
        Code::Unless(_, t) | Code::Jump(t) | Code::Within { end: t, .. } => *t = to,
        Code::Do(..)
        | Code::Each(..)
        | Code::AllAtOnce { .. }
        | Code::Repeat(..)
        | Code::Call(..)
        | Code::Roll(..)
        | Code::Draw(_)
        | Code::Deal(_)
        | Code::Let(..)
        | Code::LetNumber(..)
        | Code::InTime
        | Code::End => {}
    }
}

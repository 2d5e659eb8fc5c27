//! Duties: which answers fulfil them, while some do.
use super::turn::{Failed, Goal};
use crate::core::eval::Cx;
use crate::core::event;
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::core::why::Reason;
use crate::play::Kind;

impl<const N: usize> Runner<'_, N> {
    /// Duties a seat is under now: the duty, and its names.
    pub(in crate::core) fn duties(&self, st: &State<N>, seat: u8) -> Vec<(Guard<N>, Env<N>)> {
        if !self.plan.has_duties {
            return vec![];
        }
        let mut all = vec![];
        let env = Env::NOBODY;
        let cx = self.cx(st, env);
        let of = |cx: &Cx<N>, g: &Guard<N>| match &g.pattern.doer {
            Doer::Anybody => true,
            Doer::Pieces(m) => cx.mask(m).meets(cx.owned_by(seat as usize)),
            Doer::Seats(m) | Doer::Ability(m) => cx.has(m, seat as usize),
        };
        for g in &self.plan.duties {
            cx.holders(g.holder, g.rule, |you, it| {
                let env = Env::of(you, it, g.rule);
                let cx = cx.with(&env);
                if of(&cx, g) && cx.truth(&g.when) {
                    all.push((g.clone(), env));
                }
            });
        }
        for im in st.imposed.iter().filter(|im| !im.done) {
            let g = &self.plan.facts[im.fact as usize];
            let cx = cx.with(&im.env);
            if g.duty && of(&cx, g) && cx.truth(&g.when) {
                all.push((g.clone(), im.env));
            }
        }
        all
    }
    /// Which of the duties that are asked about these events fulfil, by number.
    pub(super) fn fulfilled(&self, events: &[event::Event<N>]) -> Vec<usize> {
        // pieces as they were when the duty was asked for
        let Some(st) = &self.asked_from else {
            return vec![];
        };
        let done = |(g, env): &(Guard<N>, Env<N>)| {
            let by_seat = matches!(g.pattern.doer, Doer::Seats(_));
            events.iter().any(|e| {
                let mut named = *env;
                self.cx(st, env).bind(&g.roles, by_seat, &[e], &mut named);
                self.cx(st, &named).fits(&g.pattern, e)
            })
        };
        let duties = self.asked_duties.iter().enumerate();
        duties.filter(|(_, d)| done(d)).map(|(i, _)| i).collect()
    }
    /// While some answer fulfils a duty in this turn, only such answers are offered; of several duties as many as can be done.
    pub(super) fn keep_duties(
        &mut self,
        st: &State<N>,
        seat: u8,
        duties: usize,
    ) -> Result<(), Stop> {
        let sink = std::mem::take(&mut self.sink);
        let since = st.events.len();
        for most in (1..=duties).rev() {
            let mut keep = Vec::with_capacity(sink.n);
            let goal = Goal::Duties(most, since);
            let mut failed = Failed::default();
            for i in 0..sink.n {
                let led = self.leads(st, &sink, i, (seat, goal), &mut failed)?;
                keep.push(led.good);
            }
            if keep.contains(&true) {
                let speaks = matches!(sink.kind, Kind::May | Kind::Either);
                for i in (0..sink.n).filter(|i| speaks && !keep[*i]) {
                    let asked = self.is_asked_about(st, &sink, i);
                    self.hear(asked, |r| {
                        (r.asked_duties.iter()).for_each(|(g, _)| r.blame(Reason::Rule(g.rule)));
                        Ok(false)
                    })?;
                }
                self.sink = sink;
                self.sink.keep(&keep);
                return Ok(());
            }
        }
        self.sink = sink;
        Ok(())
    }
}

//! The host's clock (`within 60 seconds { .. }`): no rule knows how long somebody thinks, so at every decision inside the host is
//! asked whether its time was up. If so it is passed over: a choice stays without an answer, an offer or a move is declined.
use super::answer::{Does, Opt};
use super::exec::{Ask, Exec, Flow, Stop};
use super::question::Question;
use super::value::Env;
use engine::play::{Choice, Decision, Kind, Who};
use engine::rules::{Num, Step};

/// The clock of the block that is being run.
#[derive(Clone, Copy, Default)]
pub struct Clock {
    /// It does not run before somebody has answered.
    waits: bool,
    /// Somebody was passed over.
    passed: bool,
    /// Somebody has answered.
    answered: bool,
}

/// Of so many decisions played at random one is passed over.
const ONE_IN: u16 = 8;

impl<'a> Exec<'a> {
    /// A block that must be done in time; without a number of seconds there is time enough.
    pub(super) fn within(
        &mut self,
        env: &mut Env,
        seconds: &Num,
        after_first: bool,
        body: &'a [Step],
    ) -> Result<Flow, Stop> {
        if self.cx(env).num(seconds) <= 0 {
            return self.block(env, body);
        }
        let outer = self.clock.replace(Clock::default());
        let mut ran = self.block(env, body);
        let nobody = |c: Clock| after_first && c.passed && !c.answered;
        if ran.is_ok() && self.clock.is_some_and(nobody) {
            // the first answer starts the clock: as long as there is none, everybody is asked again
            let waits = true;
            self.clock = Some(Clock {
                waits,
                ..Clock::default()
            });
            ran = self.block(env, body);
        }
        self.clock = outer;
        ran
    }
    /// What the clock has said before the next answer, if it was asked: `true`: the time is up.
    pub(super) fn clock_has_said(&mut self) -> Option<bool> {
        let clock = self.clock.as_mut()?;
        let Does::Time(up) = self.log.get(self.at)?.does else {
            return None;
        };
        self.at += 1;
        clock.passed |= up;
        Some(up)
    }
    /// The next question is answered already, or passed over.
    pub(super) fn is_answered(&self) -> bool {
        let next = self.log.get(self.at).map(|o| &o.does);
        let in_time = self.clock.is_some() && next == Some(&Does::Time(false));
        self.at + usize::from(in_time) < self.log.len()
    }
    /// Somebody has answered in time.
    pub(super) fn answered_in_time(&mut self, who: &Who) {
        if let (Some(clock), Who::Seat(_)) = (&mut self.clock, who) {
            clock.answered = true;
        }
    }
    /// The question to the clock that comes before this one. What is tried is done in time.
    pub(super) fn ask_clock(&self, q: &Question) -> Option<Stop> {
        let clock = self.clock?;
        let runs = !clock.waits || clock.answered;
        let tried = self.probe || self.ahead.is_some() || self.st.tried;
        if !runs || tried || !matches!(q.who, Who::Seat(_)) {
            return None;
        }
        let opts = [(Choice::GoOn, false), (Choice::TimeUp, true)];
        let opts = opts.map(|(choice, up)| Opt {
            depth: self.depth,
            ..Opt::new(choice, Does::Time(up))
        });
        let decision = Decision {
            who: Who::Clock,
            kind: Kind::Time,
            rule: q.rule,
            label: q.label,
            secret: false,
            options: opts.iter().map(|o| o.choice.clone()).collect(),
            weights: vec![ONE_IN - 1, 1],
            picked: 0,
            dealing: None,
        };
        Some(Stop::Ask(Box::new(Ask {
            decision,
            opts: opts.to_vec(),
        })))
    }
}

//! How a run answers for itself, and how far it may look ahead: in earnest, in an option that is tried, in the rest of a turn; and the
//! copies that are tried. Says nothing about what is tried.
use super::{EARNEST, Mode, Runner, Stop};
use crate::core::state::*;
use crate::ids::RuleId;
use crate::play::Bounded;
use std::sync::Arc;

/// Ways of answering that looking ahead for one option may try; if that is not enough the option is not offered, and told so.
pub(super) const LOOKS: u32 = 1 << 15;

impl<const N: usize> Runner<'_, N> {
    /// The decision in hand is one of the game itself, not of a trial, and its answer will be drawn.
    pub(in crate::core) fn draws(&self) -> bool {
        self.at_random && !self.mode.trial && !self.mode.rest
    }
    /// One lawful answer to the decision in hand is searched.
    pub(in crate::core) fn searches_one(&self) -> bool {
        self.mode.one
    }
    /// From here on one lawful answer is searched.
    pub(in crate::core) fn search_one(&mut self) {
        self.mode.one = true;
    }
    /// An option is being tried, alone.
    pub(in crate::core) fn trying(&self) -> bool {
        self.mode.trial
    }
    /// Through whose eyes the rules read here; none: a game that is played, whose rules know all.
    pub(in crate::core) fn eyes(&self) -> u8 {
        self.mode.asker
    }
    /// Whose turn is tried.
    pub(in crate::core) fn asker(&self) -> u8 {
        match self.mode.asker {
            NONE if self.mode.trial => self.tried_env.actor,
            asker => asker,
        }
    }
    /// Plays on from an answer, as [`Runner::run`] does, while the turn of this seat ends with its royal pieces safe. Whether it does
    /// is known once the end of the turn is passed: not where somebody is asked before, or the game is over.
    pub(in crate::core) fn watching(
        &mut self,
        seat: u8,
        st: &mut State<N>,
        play: impl FnOnce(&mut Self, &mut State<N>) -> Stop,
    ) -> Option<Stop> {
        self.mode.watched = seat;
        let stop = play(self, st);
        let passed = std::mem::replace(&mut self.mode.watched, NONE) == NONE;
        passed.then_some(stop)
    }
    /// A turn is played of which the end is not passed yet: see [`Runner::watching`].
    pub(in crate::core) fn is_watching(&self) -> bool {
        self.mode.watched != NONE
    }
    /// The turn that ends here may go on: nobody is watched, or its royal pieces are safe.
    pub(super) fn passes_watch(&mut self, st: &State<N>) -> bool {
        let seat = self.mode.watched;
        if seat != NONE && !self.is_safe(st, seat) {
            return false;
        }
        self.mode.watched = NONE;
        true
    }
    /// Runs on while this seat declines what it is offered (none: nobody does so), without a look at whether it could be accepted.
    /// Whether something was offered to it.
    pub(in crate::core) fn run_declining(&mut self, st: &mut State<N>, seat: u8) -> (Stop, bool) {
        let declines = std::mem::replace(&mut self.mode.declines, seat);
        let offered = std::mem::take(&mut self.offered);
        let stop = self.run(st);
        self.mode.declines = declines;
        (stop, std::mem::replace(&mut self.offered, offered))
    }
    /// Who declines what is offered in this run.
    pub(in crate::core) fn declining(&self) -> u8 {
        self.mode.declines
    }
    /// In the rest of the turn of another seat that is tried everybody else declines.
    pub(in crate::core) fn declines_in_rest(&self, seat: u8) -> bool {
        self.tries_rest() && self.mode.asker != seat
    }
    /// Something was not accepted because its player declines everything.
    pub(in crate::core) fn note_offer(&mut self) {
        self.offered = true;
    }
    /// From here on an option is tried; how it was before.
    pub(in crate::core) fn try_from(&mut self, floor: usize, settles: bool) -> Mode {
        let asker = self.mode.asker;
        std::mem::replace(
            &mut self.mode,
            Mode {
                floor,
                trial: true,
                settles,
                asker,
                ..EARNEST
            },
        )
    }
    /// What is done sets off the rules that watch it.
    pub(super) fn is_settling(&self) -> bool {
        !self.mode.trial || self.mode.settles
    }
    /// An option is tried with all that it sets off.
    pub(in crate::core) fn settling_trial(&self) -> bool {
        self.mode.settles
    }
    /// Back to how it was.
    pub(in crate::core) fn back_to(&mut self, mode: Mode) {
        self.mode = mode;
    }
    /// From here on the rest of a turn is tried; how it was before.
    pub(in crate::core) fn rest_from(&mut self, asker: u8) -> Mode {
        std::mem::replace(
            &mut self.mode,
            Mode {
                rest: true,
                asker,
                ..EARNEST
            },
        )
    }
    /// The rest of a turn is tried for its player.
    pub(in crate::core) fn tries_rest(&self) -> bool {
        self.mode.rest && self.mode.asker != NONE
    }
    /// An option is being carried out.
    pub(in crate::core) fn in_option(&self, st: &State<N>) -> bool {
        st.frames
            .iter()
            .any(|f| matches!(f, Frame::Body(b) if b.option))
    }
    /// The bound of looking ahead holds for each option by itself.
    pub(in crate::core) fn look_anew(&mut self, outer: Mode) {
        if !outer.trial && !outer.rest {
            self.looks = 0;
        }
    }
    /// Looks no more than so many ways ahead for this, which then is no answer but "not so soon"; what it looked at is not counted.
    pub(in crate::core) fn looking_briefly<T>(
        &mut self,
        most: u32,
        what: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (looks, bound) = (self.looks, self.most_looks);
        self.most_looks = bound.min(looks + most);
        let found = what(self);
        (self.looks, self.most_looks) = (looks, bound);
        found
    }
    /// The bound of looking ahead is reached.
    pub(in crate::core) fn is_bounded(&self) -> bool {
        self.looks > self.most_looks
    }
    /// One more way is looked at; `false`: the bound is reached, which is counted.
    pub(in crate::core) fn look(&mut self) -> bool {
        self.looks += 1;
        let most = self.most_looks;
        if most == LOOKS && self.looks == most + 1 {
            self.bounded = Bounded {
                times: self.bounded.times + 1,
                rule: (self.tried_rule != NONE16).then_some(RuleId(self.tried_rule)),
            };
        }
        self.looks <= most
    }
    /// The ability that begins here is judged as a whole.
    pub(in crate::core) fn judge_from(&mut self, st: &mut State<N>) {
        if self.plan.spoils.is_empty() {
            return;
        }
        st.judged = None;
        st.judged = Some(Arc::new(st.clone()));
    }
    /// An option begins: what it brings about is judged as a whole if it is an ability, and something may have to hold after it. What
    /// is kept of the option in whose midst it begins waits. Whether anything is judged.
    pub(in crate::core) fn begin_judging(
        &mut self,
        st: &mut State<N>,
        ability: bool,
        rule: u16,
    ) -> bool {
        let interrupted = Interrupted {
            judged: st.judged.take(),
            begun: st.begun.take(),
        };
        if ability {
            self.judge_from(st);
        }
        let would = self.plan.would.get(rule as usize);
        if would.is_some_and(Option::is_some) {
            st.begun = Some(Arc::new(st.world()));
        }
        let judged = st.judged.is_some() || st.begun.is_some();
        match judged {
            true => st.interrupted.push(interrupted),
            false => (st.judged, st.begun) = (interrupted.judged, interrupted.begun),
        }
        judged
    }
    /// An option that was judged is over or left: the one in whose midst it was goes on.
    pub(in crate::core) fn end_judging(&self, st: &mut State<N>) {
        let outer = st.interrupted.pop().unwrap_or_default();
        (st.judged, st.begun) = (outer.judged, outer.begun);
    }
    /// What has been changed is no part of the options that are in hand: they are judged from here.
    pub(in crate::core) fn judge_anew(&mut self, st: &mut State<N>) {
        let mut interrupted = std::mem::take(&mut st.interrupted);
        let mut own = Interrupted {
            judged: st.judged.take(),
            begun: st.begun.take(),
        };
        let (mut whole, mut world) = (None, None);
        for option in interrupted.iter_mut().chain([&mut own]) {
            if let Some(judged) = &mut option.judged {
                *judged = Arc::clone(whole.get_or_insert_with(|| Arc::new(st.clone())));
            }
            if let Some(begun) = &mut option.begun {
                *begun = Arc::clone(world.get_or_insert_with(|| Arc::new(st.world())));
            }
        }
        (st.judged, st.begun, st.interrupted) = (own.judged, own.begun, interrupted);
    }
}

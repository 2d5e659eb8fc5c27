//! The course of a game: turns that pass or are skipped, who wins and loses, points, and what is told.
use crate::core::bits::Bits;
use crate::core::deed::{Conqueror, Member, Primitive};
use crate::core::event::Thing;
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::ids::{SideId, TextId};
use crate::play::Outcome;
use crate::rules::{Role, Ty, Verb};

impl<const N: usize> Runner<'_, N> {
    /// The turn is passed; in a trial nothing tells of it.
    pub(super) fn pass_turn(&mut self, st: &mut State<N>, env: &Env<N>) -> Result<bool, Stop> {
        if !self.trying() {
            let seat = match env.actor {
                NONE => st.clock.on_turn,
                actor => actor,
            };
            st.clock.passed = st.clock.passed.saturating_add(1);
            self.tell_of_pass(st, env, seat)?;
            if !env.procedure {
                // who passes by an action has acted
                st.clock.changes += 1;
            }
        }
        Ok(true)
    }
    /// A seat has passed: that is remembered where some rule asks for it, and an event where some rule watches it.
    pub(in crate::core) fn tell_of_pass(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        seat: u8,
    ) -> Result<(), Stop> {
        let e = self.cx(st, env).event(Verb::Pass, seat);
        let by_verb = [&self.plan.after, &self.plan.before];
        if by_verb.iter().all(|of| of[Verb::Pass as usize].is_empty()) {
            self.tell_trail(st, &e);
            return Ok(());
        }
        let member = Member {
            events: vec![e],
            changes: vec![],
        };
        self.perform(st, vec![member])
    }
    /// The first of these has the next turn.
    pub(super) fn turn_passes_to(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        m: &Mask<N>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let next = cx.first(Ty::Seat, cx.mask(m));
        st.clock.next = next.map_or(NONE, |s| s as u8);
        st.clock.changes += 1;
        Ok(true)
    }
    /// These seats skip a turn.
    pub(super) fn skip_turns(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        m: &Mask<N>,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let cx = self.cx(st, env);
        let members = (cx.mask(m) & Bits::below(plan.seats))
            .iter()
            .map(|s| Member {
                events: vec![
                    cx.event(Verb::Skip, env.actor)
                        .with(Role::Subject, Thing::Seat(s as u8)),
                ],
                changes: vec![Primitive::Skip(s as u8)],
            });
        let members = members.collect();
        self.guarded(st, env, members, false)
    }
    /// These and their sides win, or share the game; all others lose.
    pub(super) fn win_game(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        who: Option<&Mask<N>>,
        share: bool,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let cx = self.cx(st, env);
        let seats = cx.subjects(who);
        if seats.is_empty() {
            return Ok(false);
        }
        self.note_verdict(st, env.rule);
        let sides: Vec<SideId> = seats.iter().map(|s| plan.rules.seats[s].side).collect();
        let mut all = sides.clone();
        all.sort();
        all.dedup();
        for s in 0..plan.seats {
            let seat = &mut st.seats[s];
            let out = seat.army == NONE16 && st.clock.playing >> s & 1 == 0;
            if out && seat.lost_at == 0 && seat.result == Outcome::None {
                continue;
            }
            seat.result = match (
                all.contains(&plan.rules.seats[s].side),
                share && all.len() > 1,
            ) {
                (true, false) => Outcome::Win,
                (true, true) => Outcome::Draw,
                _ => Outcome::Loss,
            };
        }
        st.clock.over = true;
        Err(Stop::Over)
    }
    /// These lose, each to whoever is named or brought it about.
    pub(super) fn lose_game(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        who: Option<&Mask<N>>,
        to: &Conqueror<N>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let seats = cx.subjects(who) & cx.playing();
        let author = cx.author();
        let named = match to {
            Conqueror::These(m) => cx.first(Ty::Seat, cx.mask(m)).map_or(NONE, |s| s as u8),
            Conqueror::Nobody | Conqueror::Author => NONE,
        };
        let members = cx.in_order(Ty::Seat, seats).into_iter().map(|s| {
            let to = if *to == Conqueror::Author {
                cx.conqueror(s)
            } else {
                named
            };
            let mut e = cx
                .event(Verb::LoseGame, author)
                .with(Role::Loser, Thing::Seat(s as u8));
            if to != NONE && to as usize != s {
                e = e.with(Role::Conqueror, Thing::Seat(to));
            }
            Member {
                events: vec![e],
                changes: vec![Primitive::Out(s as u8)],
            }
        });
        let members = members.collect();
        let losses = st.clock.losses;
        let done = self.guarded(st, env, members, false)?;
        if st.clock.losses > losses {
            self.note_verdict(st, env.rule);
        }
        Ok(done)
    }
    /// These get points.
    pub(super) fn score_points(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        who: Option<&Mask<N>>,
        n: &Int<N>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let (seats, n) = (cx.subjects(who), cx.int(n));
        seats.iter().for_each(|s| st.seats[s].points += n);
        st.clock.changes += 1;
        Ok(true)
    }
    /// Texts are told to these, or to all.
    pub(super) fn announce_texts(
        &mut self,
        st: &State<N>,
        env: &Env<N>,
        texts: &[TextId],
        to: Option<&Mask<N>>,
        with: Option<&Mask<N>>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let to = to.map(|m| cx.mask(m));
        let with = with.map(|m| cx.mask(m)).unwrap_or_default();
        for t in texts {
            self.announce(*t, to, with);
        }
        Ok(true)
    }
}

//! Acts of the table: a resignation, an offered draw, what a variant lets players do at any time. None of them is an answer of the
//! decision it comes into.
use super::change::Change;
use super::exec::*;
use super::settle::*;
use super::value::*;
use engine::ids::*;
use engine::play::Kind;
use engine::play::*;
use engine::rules::*;

impl<'a> Exec<'a> {
    /// The acts of the table that were called above the decision that is made now.
    pub(super) fn acts_called_here(&mut self, who: &Who) -> Result<(), Stop> {
        while let Some(call) = self.acts.get(self.acted).copied()
            && call.at == self.at
            && !self.probe
        {
            self.acted += 1;
            // what is answered to it is no part of the options it came into
            self.depth += 1;
            let done = self.table_act(call);
            self.depth -= 1;
            done?;
            self.since_act = Some(self.undo_point());
            if matches!(who, Who::Seat(s) if !self.st.seats[s.index()].playing) {
                // who was to decide is out
                return Err(Stop::Cannot);
            }
        }
        Ok(())
    }
    /// An act of the table: alone, or carried when all others agree.
    pub fn table_act(&mut self, call: TableCall) -> Result<(), Stop> {
        let l = self.l;
        let Some(act) = l.rules.table.get(call.act) else {
            return Ok(());
        };
        if act.consent {
            let mut others: Vec<SeatId> = (0..self.st.seats.len())
                .map(SeatId::from)
                .filter(|s| *s != call.seat && self.st.seats[s.index()].playing)
                .collect();
            let n = self.st.seats.len();
            others.sort_by_key(|s| (s.index() + n - call.seat.index()) % n);
            for s in others {
                let q = Question {
                    label: Some(act.name),
                    ..Question::of(Who::Seat(s), Kind::May)
                };
                let o = self.decide(q, |_| {
                    vec![
                        Opt::new(Choice::Decline, Does::Nth(0)),
                        Opt::new(Choice::Accept, Does::Nth(1)),
                    ]
                })?;
                if o.does != Does::Nth(1) {
                    return Ok(());
                }
            }
        }
        match act.act {
            TableDoes::Resign => self.resign(call.seat),
            TableDoes::Draw => {
                self.draw_game();
                Err(Stop::Over)
            }
            TableDoes::Run(p) => {
                let mut env = Env {
                    you: Some(call.seat),
                    actor: Some(call.seat),
                    procedure: true,
                    means: Some(Means::Rule),
                    ..Env::default()
                };
                self.block(&mut env, &l.rules.procs[p.index()].body)
                    .map(|_| ())
            }
        }
    }
    /// A seat gives up: rules about resigning run; without one that seat loses.
    pub fn resign(&mut self, seat: SeatId) -> Result<(), Stop> {
        let env = Env {
            actor: Some(seat),
            you: Some(seat),
            means: Some(Means::Rule),
            ..Env::default()
        };
        if !self.st.seats.get(seat.index()).is_some_and(|s| s.playing) {
            return Err(Stop::Cannot);
        }
        let e = self.event(
            &env,
            Some(seat),
            Verb::Resign,
            vec![(Role::Loser, Val::Seat(seat))],
        );
        self.perform(vec![Member {
            events: vec![e],
            ops: vec![],
        }])?;
        self.settle()?;
        if self.st.seats[seat.index()].playing {
            let e = self.event(
                &env,
                Some(seat),
                Verb::LoseGame,
                vec![(Role::Loser, Val::Seat(seat))],
            );
            self.perform(vec![Member {
                events: vec![e],
                ops: vec![Change::Out(seat)],
            }])?;
            self.settle()?;
        }
        Ok(())
    }
}

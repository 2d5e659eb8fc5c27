//! Duties: what a player has to do in his turn, as long as it can be done.
use super::exec::*;
use super::guards;
use super::read::*;
use super::trial::Trial;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

impl<'a> Exec<'a> {
    /// Duties a seat is under now: (rule, its names).
    pub fn duties(&self, seat: SeatId) -> Vec<(RuleId, Env)> {
        let mut v = vec![];
        let env = Env::default();
        let cx = self.cx(&env);
        for id in &self.l.guards {
            let rule = self.l.rule(*id);
            let Some(deed) = rule.duty() else {
                continue;
            };
            cx.instances(*id, None, &mut |c| {
                if duty_of(c, deed, seat) && c.all(&rule.when) {
                    v.push((*id, c.env.clone()));
                }
            });
        }
        for im in &self.st.imposed {
            let rule = self.l.rule(im.rule);
            let Some(deed) = rule.duty() else {
                continue;
            };
            let c = cx.with(&im.env);
            if !im.done && duty_of(&c, deed, seat) && c.all(&rule.when) {
                v.push((im.rule, im.env.clone()));
            }
        }
        v
    }
    /// An event fulfils some duty of a seat.
    pub fn fulfils(&self, e: &Event, seat: SeatId) -> bool {
        self.fulfilled([e], seat) > 0
    }
    fn fulfils_duty(&self, e: &Event, duty: RuleId, env: &Env) -> bool {
        let rule = self.l.rule(duty);
        let Some(deed) = rule.duty() else {
            return false;
        };
        let mut env = env.clone();
        guards::bind_roles(&mut env, rule, &[e]);
        let cx = Cx {
            ghost: Some(&e.recs),
            ..self.cx(&env)
        };
        cx.fits(deed, e, false, false)
    }
    /// While some option fulfils a duty, only such options are offered; of several duties as many as can be done.
    pub fn keep_duties(
        &self,
        seat: SeatId,
        opts: &mut Vec<Opt>,
        action: impl Fn(&Opt) -> Option<Trial<'a>>,
    ) {
        let env = Env::default();
        let cx = self.cx(&env);
        let sees_turn = self.sees_turn(seat);
        for most in (1..=self.duties(seat).len()).rev() {
            let now = |o: &Opt| match &o.does {
                Does::Move(m) => self.fulfilled(&guards::events_of(&cx, m, seat), seat) >= most,
                _ => most == 1 && action(o).is_some_and(|t| self.complete(&t.dutiful(), vec![])),
            };
            // a duty speaks of the turn: what leaves it to be done later in the turn is lawful
            let later = |o: &Opt| {
                let looked = most > 1 || matches!(o.does, Does::Move(_));
                sees_turn && looked && self.leads_to_duties(seat, o, most)
            };
            let good: Vec<bool> = opts.iter().map(|o| now(o) || later(o)).collect();
            if good.contains(&true) {
                let mut good = good.into_iter();
                opts.retain(|_| good.next() == Some(true));
                return;
            }
        }
    }
    /// The turn can be looked through to its end for duties of this seat.
    fn sees_turn(&self, seat: SeatId) -> bool {
        self.origin.is_some() && !self.probe && !self.st.tried && self.st.on_turn == Some(seat)
    }
    /// In some way to the end of the turn so many duties of the seat are done after this answer.
    pub(super) fn leads_to_duties(&self, seat: SeatId, o: &Opt, many: usize) -> bool {
        self.leads(seat, o, &|end| {
            let since = self.st.now.len().min(end.st.now.len());
            self.fulfilled(&end.st.now[since..], seat) >= many
        })
    }
    /// How many duties of a seat these events fulfil.
    fn fulfilled<'e>(
        &self,
        events: impl IntoIterator<Item = &'e Event> + Clone,
        seat: SeatId,
    ) -> usize {
        let done = |(id, env): &(RuleId, Env)| {
            (events.clone().into_iter()).any(|e| self.fulfils_duty(e, *id, env))
        };
        self.duties(seat).iter().filter(|duty| done(duty)).count()
    }
}

fn duty_of(c: &Cx, deed: &Deed, seat: SeatId) -> bool {
    match &deed.subject {
        None => true,
        Some(s) if s.ty == Ty::Piece => c.set(s).iter().any(|p| c.belongs(*p, &[Val::Seat(seat)])),
        Some(s) => c.has(s, Val::Seat(seat)),
    }
}

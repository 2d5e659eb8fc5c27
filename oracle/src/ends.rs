//! Ends: when marks, facts and loans run out (language 6.2), by turns and by events.
use super::change::Change;
use super::exec::*;
use super::read::*;
use super::settle::*;
use super::state::*;
use super::turn::last_of_round;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

impl Exec<'_> {
    /// The moment of which a phrase speaks, seen from now.
    pub fn due(&self, env: &Env, m: &Moment) -> Due {
        let (span, end) = match m {
            Moment::Start(s) => (s, false),
            Moment::End(s) => (s, true),
        };
        let next_of = |s: SeatId| Due::Seat(s, self.st.seats[s.index()].turns + 1, end);
        match span {
            Span::This | Span::Every => Due::Turn(self.st.turn, end),
            Span::Your => match env.you {
                Some(y) if self.st.on_turn == Some(y) && end => Due::Turn(self.st.turn, true),
                Some(y) => next_of(y),
                None => Due::Turn(self.st.turn, end),
            },
            Span::NextTurn => Due::Turn(self.st.turn + 1, end),
            Span::Next(s) | Span::Last(s) => {
                match self.cx(env).set(s).into_iter().find_map(as_seat) {
                    Some(s) => next_of(s),
                    None => Due::Turn(self.st.turn, true),
                }
            }
            Span::Nth(n, s) => match self.cx(env).set(s).into_iter().find_map(as_seat) {
                Some(s) => Due::Seat(s, *n as u32, end),
                None => Due::Never,
            },
            Span::Round => Due::Round(self.st.round),
            Span::NextRound => Due::Round(self.st.round + u32::from(end)),
            Span::Game => Due::Never,
        }
    }
    /// Ends, seen from now.
    pub fn dues(&self, env: &Env, terms: &[Term]) -> Vec<Due> {
        terms
            .iter()
            .map(|t| match t {
                Term::Until(m) => self.due(env, m),
                Term::Turns(n, s) => {
                    let n = self.cx(env).num(n).max(0) as u32;
                    let whose = match &s.base {
                        Base::Of(Part::Owner, of) => self.cx(env).set(of).first().copied(),
                        _ => None,
                    }
                    .or_else(|| self.cx(env).set(s).first().copied());
                    match whose {
                        Some(x) => Due::Count(n, x, self.st.turn),
                        None => Due::Turn(self.st.turn, true),
                    }
                }
                Term::Rounds(n) => Due::Round(self.st.round + self.cx(env).num(n).max(0) as u32),
                Term::Event(d) => Due::Event(Box::new((
                    (**d).clone(),
                    Env {
                        event: None,
                        before: None,
                        ..env.clone()
                    },
                ))),
                Term::Game => Due::Never,
            })
            .collect()
    }
    pub(super) fn is_due(&self, d: &Due, end: bool) -> bool {
        let now = self.st.on_turn;
        match d {
            Due::Seat(s, n, e) => {
                *e == end && now == Some(*s) && self.st.seats[s.index()].turns >= *n
            }
            Due::Turn(t, e) => *e == end && self.st.turn >= *t,
            Due::Round(r) => {
                let ends = || self.st.round == *r && last_of_round(self.l, &self.st);
                end && (self.st.round > *r || ends())
            }
            _ => false,
        }
    }
    /// Marks and facts that end at the start or end of this turn.
    pub(super) fn ends_now(&mut self, end: bool) -> Result<(), Stop> {
        let now = self.st.on_turn;
        let counts = |due: &[Due]| due.iter().any(|d| matches!(d, Due::Count(..)));
        let counted = self.st.timed.iter().any(|t| counts(&t.due))
            || self.st.imposed.iter().any(|i| counts(&i.due));
        if end && counted {
            let st = &mut self.st;
            let owner = |x: &Val, pieces: &[Piece]| match x {
                Val::Seat(s) => Some(*s),
                Val::Piece(p) => pieces[p.0 as usize].owner,
                _ => None,
            };
            let pieces = st.pieces.clone();
            let turn = st.turn;
            let tick = |due: &mut Vec<Due>| {
                for d in due {
                    if let Due::Count(n, x, since) = d
                        && turn > *since
                        && owner(x, &pieces) == now
                        && now.is_some()
                    {
                        *n = n.saturating_sub(1);
                    }
                }
            };
            st.timed.iter_mut().for_each(|t| tick(&mut t.due));
            st.imposed.iter_mut().for_each(|t| tick(&mut t.due));
        }
        if end && now.is_some() {
            // a duty is one of each turn
            self.st.imposed.iter_mut().for_each(|i| i.done = false);
        }
        let over = |x: &Self, due: &[Due]| {
            due.iter()
                .any(|d| x.is_due(d, end) || matches!(d, Due::Count(0, ..)))
        };
        let ended: Vec<Timed> = (self.st.timed.iter())
            .filter(|t| over(self, &t.due))
            .cloned()
            .collect();
        let imposed: Vec<bool> = self.st.imposed.iter().map(|i| over(self, &i.due)).collect();
        self.drop_imposed(&imposed);
        if end {
            for i in 0..self.st.seats.len() {
                let gone: Vec<bool> = self.st.seats[i]
                    .powers
                    .iter()
                    .map(|h| h.until.as_ref().is_some_and(|d| self.is_due(d, true)))
                    .collect();
                if !gone.contains(&true) {
                    continue;
                }
                let mut k = 0;
                self.st.seats[i].powers.retain(|_| {
                    k += 1;
                    !gone[k - 1]
                });
            }
        }
        self.clear_fields(&ended)
    }
    /// Facts for a time that are over; a state in which none is stays as it is.
    fn drop_imposed(&mut self, over: &[bool]) {
        if over.contains(&true) {
            let mut over = over.iter();
            self.st.imposed.retain(|_| over.next() != Some(&true));
        }
    }
    /// Values whose time is over: `stops being` is raised for marks.
    pub(super) fn clear_fields(&mut self, over: &[Timed]) -> Result<(), Stop> {
        let mut members = vec![];
        let env = Env::default();
        for Timed { key, due: _, back } in over {
            let mark = self.l.rules.fields[key.field.index()].ty == Ty::Mark;
            let bearer = match key.owner {
                OwnerKey::Piece(p) => Some(Val::Piece(p)),
                OwnerKey::Square(s) => Some(Val::Square(s)),
                OwnerKey::Border(a, b) => Some(Val::Border(a, b)),
                OwnerKey::Seat(s) => Some(Val::Seat(s)),
                OwnerKey::Kind(k) => Some(Val::Kind(k)),
                _ => None,
            };
            let lost =
                matches!(key.owner, OwnerKey::Piece(p) if self.st.piece(p).place == Place::Lost);
            let mut events = vec![];
            if let (true, Some(x), false) = (mark, bearer, lost) {
                let roles = vec![(Role::Released, x), (Role::Object, Val::Mark(key.field))];
                events.push(Event {
                    holder: key.holder,
                    ..self.event(&env, None, Verb::StopBeing, roles)
                });
            }
            members.push(Member {
                events,
                ops: vec![Change::Back(*key, back.clone())],
            });
        }
        if members.is_empty() {
            Ok(())
        } else {
            self.perform(members)
        }
    }
    /// Facts `until EVENT` end when it happens; which marks and values do.
    pub fn end_by_events(&mut self, events: &[Event]) -> Vec<Timed> {
        let hit = |x: &Self, due: &[Due]| {
            due.iter().any(|d| match d {
                Due::Event(b) => events.iter().any(|e| {
                    Cx {
                        ghost: Some(&e.recs),
                        ..x.cx(&b.1)
                    }
                    .fits(&b.0, e, false, false)
                }),
                _ => false,
            })
        };
        let ended: Vec<Timed> = (self.st.timed.iter())
            .filter(|t| hit(self, &t.due))
            .cloned()
            .collect();
        let gone: Vec<bool> = self.st.imposed.iter().map(|t| hit(self, &t.due)).collect();
        self.drop_imposed(&gone);
        ended
    }
}

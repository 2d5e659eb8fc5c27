//! Questions about the past: what happened, to whom, how often, since when.
use super::judge::{compare, is_edge, object_of, subject_of};
use super::read::*;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;
use std::collections::BTreeSet;

impl Cx<'_> {
    /// The first turn counted by `since` (global number), or 0; and whether the whole turn of that number counts.
    pub fn since_turn(&self, since: &Option<Moment>) -> (u32, bool) {
        let Some(m) = since else { return (0, true) };
        let (Moment::Start(span) | Moment::End(span)) = m;
        let at_end = matches!(m, Moment::End(_));
        let turn = match span {
            Span::This | Span::Your | Span::Every => self.st.turn,
            Span::Round => return (self.first_of_round(), true),
            Span::Game => 0,
            Span::NextTurn | Span::NextRound | Span::Next(_) | Span::Nth(..) => self.st.turn,
            Span::Last(s) => {
                // the one before this, if it is theirs now
                let seats: Vec<SeatId> = self.set(s).into_iter().filter_map(as_seat).collect();
                seats.iter().map(|s| self.last_turn(*s)).max().unwrap_or(0)
            }
        };
        if at_end {
            (turn + 1, true)
        } else {
            (turn, true)
        }
    }
    pub(super) fn first_of_round(&self) -> u32 {
        self.st.round_start
    }
    /// Global number of the latest finished turn of a seat (0: none).
    pub fn last_turn(&self, s: SeatId) -> u32 {
        let seat = &self.st.seats[s.index()];
        if self.st.on_turn == Some(s) && seat.latest_turn == self.st.turn {
            seat.turn_before
        } else {
            seat.latest_turn
        }
    }
    pub(super) fn past_events<'e>(&'e self, p: &'e Past) -> impl Iterator<Item = &'e Event> + 'e {
        let (from, _) = self.since_turn(&p.since);
        self.st
            .events_back()
            .take_while(move |e| e.turn >= from)
            .filter(move |e| e.verb == p.deed.verb)
    }
    /// How many of these have suffered it, each as it was then.
    pub(super) fn suffered(&self, s: &Set, p: &Past) -> usize {
        let mut found: Vals = vec![];
        for e in self.past_events(p) {
            let cx = Cx {
                ghost: Some(&e.recs),
                ..*self
            };
            if let Some(y) = object_of(e)
                && !found.contains(&y)
                && cx.in_set(s, y)
                && cx.fits(&p.deed, e, true, false)
            {
                found.push(y);
            }
        }
        found.len()
    }
    /// How many pieces of a set have done it, each as it was then.
    pub(super) fn doers(&self, s: &Set, p: &Past) -> usize {
        let mut found: Vec<(Val, usize)> = vec![];
        for e in self.past_events(p) {
            let cx = Cx {
                ghost: Some(&e.recs),
                ..*self
            };
            if let Some(y) = subject_of(e)
                && cx.in_set(s, y)
                && cx.fits(&p.deed, e, false, true)
            {
                match found.iter_mut().find(|(x, _)| *x == y) {
                    Some((_, n)) => *n += 1,
                    None => found.push((y, 1)),
                }
            }
        }
        found.iter().filter(|(_, n)| self.so_often(*n, p)).count()
    }
    /// So many deeds are as many as the phrase asks for.
    pub(super) fn so_often(&self, n: usize, p: &Past) -> bool {
        match &p.deed.object {
            Some(Value::Set(s)) => self.enough(n, n, &s.amount),
            _ => n > 0,
        }
    }
    /// X has done it.
    pub(super) fn did(&self, x: Val, p: &Past) -> bool {
        let events = self.past_events(p).filter(|e| {
            let cx = Cx {
                ghost: Some(&e.recs),
                ..*self
            };
            cx.plays_subject(e, x) && cx.fits(&p.deed, e, false, true)
        });
        // `you have moved 2 or more knights` counts knights; what is captured or lost again counts again
        let pieces = matches!(&p.deed.object, Some(Value::Set(o)) if o.ty == Ty::Piece);
        if pieces && as_seat(x).is_some() && p.deed.verb == Verb::Move {
            let different: BTreeSet<Val> = events.filter_map(object_of).collect();
            return self.so_often(different.len(), p);
        }
        self.so_often(events.count(), p)
    }
    /// How often it happened.
    pub fn past_count(&self, p: &Past) -> i32 {
        self.past_events(p)
            .filter(|e| {
                Cx {
                    ghost: Some(&e.recs),
                    ..*self
                }
                .fits(&p.deed, e, false, false)
            })
            .count() as i32
    }
    /// The things in a role of matching events, as it happened.
    pub fn past_things(&self, p: &Past) -> Vals {
        let mut v: Vals = self
            .past_events(p)
            .filter(|e| {
                Cx {
                    ghost: Some(&e.recs),
                    ..*self
                }
                .fits(&p.deed, e, false, false)
            })
            .filter_map(|e| match p.role {
                Some(Role::Object) | None => object_of(e),
                Some(Role::Subject) => subject_of(e),
                Some(r) => e.role(r),
            })
            .collect();
        v.reverse();
        let mut out: Vals = vec![];
        for x in v {
            if !out.contains(&x) {
                out.push(x);
            }
        }
        out
    }
    /// Things of a phrase that tells what they did or suffered (`pieces you have captured`), in the order in which each of them
    /// first did; other phrases keep theirs.
    pub(super) fn as_it_happened(&self, s: &Set, things: &mut Vals) {
        let told = s.by.iter().find_map(|n| match n {
            Narrow::That(name, c) => told_of(c).map(|(clause, past)| (*name, clause, past)),
            _ => None,
        });
        let Some((name, clause, past)) = told else {
            return;
        };
        let first = |x: &Val| {
            let mut env = self.env.clone();
            env.bind(name, vec![*x]);
            let cx = self.with(&env);
            let back = cx.past_events(past).enumerate();
            let of_x = back.filter(|(_, e)| cx.tells(clause, past, e));
            std::cmp::Reverse(of_x.map(|(i, _)| i).last())
        };
        things.sort_by_cached_key(first);
    }
    /// An event is one of those a clause about the past speaks of.
    fn tells(&self, clause: &Clause, p: &Past, e: &Event) -> bool {
        let Value::Set(subject) = &clause.subject else {
            return false;
        };
        let cx = Cx {
            ghost: Some(&e.recs),
            ..*self
        };
        if p.role == Some(Role::Object) {
            return object_of(e).is_some_and(|y| cx.in_set(subject, y))
                && cx.fits(&p.deed, e, true, false);
        }
        let does = |y: &Val| cx.plays_subject(e, *y);
        self.set(subject).iter().any(does) && cx.fits(&p.deed, e, false, true)
    }
    /// A thing does the deed of an event.
    pub fn plays_subject(&self, e: &Event, x: Val) -> bool {
        match x {
            Val::Seat(s) => match e.verb {
                Verb::LosePiece => e
                    .piece(Role::Victim)
                    .and_then(|p| self.owner(p))
                    .is_some_and(|o| self.l.owner_seat(o) == self.l.owner_seat(s)),
                Verb::LoseGame | Verb::Resign => e.role(Role::Loser) == Some(x),
                Verb::Skip => e.role(Role::Subject) == Some(x),
                _ => e.author == Some(s),
            },
            // what any player of a side has done
            Val::Side(d) => {
                let seats = &self.l.rules.sides[d.index()].seats;
                seats.iter().any(|s| self.plays_subject(e, Val::Seat(*s)))
            }
            Val::Ability(s) => e.means == Means::Ability && e.author == Some(s),
            _ => subject_of(e) == Some(x),
        }
    }
    /// A thing suffers the deed of an event.
    /// An event is what a deed describes. Sets are read in this state (pieces as the ghosts show them).
    pub fn fits(&self, d: &Deed, e: &Event, skip_object: bool, skip_subject: bool) -> bool {
        if d.verb != e.verb {
            return false;
        }
        // a rule of a power watches the marks of its own holder
        if let (Some(holder), Some(Val::Mark(f))) = (e.holder, e.role(Role::Object))
            && self.reads_power(self.l.rules.fields[f.index()].by)
            && self.env.you != Some(holder)
        {
            return false;
        }
        if d.how.normally && e.means != Means::Move || d.how.secretly && !e.hidden {
            return false;
        }
        if !skip_subject
            && let Some(s) = &d.subject
            && !self.subject_fits(s, e)
        {
            return false;
        }
        if !skip_object
            && let Some(Value::Set(s)) = &d.object
            && !object_of(e).is_some_and(|y| self.in_set(s, y))
        {
            return false;
        }
        if !skip_object && d.of_area() && self.stays_within(d, e) {
            return false;
        }
        if let Some(Path::Slide { dirs, min, max }) = &d.how.along
            && !self.went_along(e, dirs, *min, *max)
        {
            return false;
        }
        if d.how.still && e.role(Role::Path).is_none() && !e.still {
            return false;
        }
        d.cases.iter().all(|(c, v)| self.case_fits(*c, v, e))
    }
    /// Who enters or leaves a square of a place comes from, or goes to, another square of it.
    fn stays_within(&self, d: &Deed, e: &Event) -> bool {
        let other_end = match e.verb {
            Verb::Leave => e.role(Role::Destination),
            _ => e.role(Role::Origin),
        };
        let area = d.object.as_ref();
        other_end.is_some_and(|y| matches!(area, Some(Value::Set(s)) if self.in_set(s, y)))
    }
    /// The events an event phrase takes for one. Those of one step that share what it names one of, where it counts
    /// (`after 2 pieces enter an empty square`): the first of them stands for all, the others for none.
    pub fn taken_for_one<'e>(
        &self,
        rule: &Rule,
        d: &Deed,
        e: &'e Event,
        batch: &[&'e Event],
    ) -> Vec<&'e Event> {
        let Some((rel, n)) = counted(d) else {
            return vec![e];
        };
        let fits = |x: &Event| {
            let mut env = self.env.clone();
            env.event = Some(std::sync::Arc::new(x.clone()));
            super::guards::bind_roles(&mut env, rule, &[x]);
            self.with(&env).fits(d, x, false, false)
        };
        let same: Vec<&'e Event> = (batch.iter().copied())
            .filter(|x| x.verb == e.verb && x.batch == e.batch && alike(d, x, e) && fits(x))
            .collect();
        let first = same.first().is_some_and(|x| std::ptr::eq(*x, e));
        if first && compare(same.len() as i32, rel, self.num(n)) {
            same
        } else {
            vec![]
        }
    }
    pub(super) fn subject_fits(&self, s: &Set, e: &Event) -> bool {
        match s.ty {
            Ty::Piece => subject_of(e).is_some_and(|y| self.in_set(s, y)),
            _ => {
                let doers: Vals = match e.verb {
                    Verb::LosePiece => e
                        .piece(Role::Victim)
                        .and_then(|p| self.owner(p))
                        .map(Val::Seat)
                        .into_iter()
                        .collect(),
                    Verb::LoseGame | Verb::Resign => e.role(Role::Loser).into_iter().collect(),
                    Verb::Skip => e.role(Role::Subject).into_iter().collect(),
                    _ => e.author.map(Val::Seat).into_iter().collect(),
                };
                if matches!(s.base, Base::Ability(_)) {
                    return e.means == Means::Ability
                        && e.author
                            .is_some_and(|a| self.set(s).contains(&Val::Ability(a)));
                }
                doers.iter().any(|y| self.in_set(s, *y))
            }
        }
    }
    pub(super) fn in_set(&self, s: &Set, y: Val) -> bool {
        // a piece of an event is tested wherever it is by now
        if let (Val::Piece(p), Base::All(Where::Board)) = (y, &s.base)
            && self.ghost.is_none()
            && !matches!(self.st.piece(p).place, Place::Board(..))
        {
            let recs = [self.rec(p)];
            return Cx {
                ghost: Some(&recs),
                ..*self
            }
            .has(s, y);
        }
        match (s.ty, y) {
            (Ty::Square, Val::Piece(p)) => {
                self.square(p).is_some_and(|q| self.has(s, Val::Square(q)))
            }
            (Ty::Kind, Val::Piece(p)) => self.has(s, Val::Kind(self.kind(p))),
            _ => self.has(s, y),
        }
    }
    pub(super) fn went_along(&self, e: &Event, dirs: &[(i8, i8)], min: u8, max: u8) -> bool {
        let (Some(Val::Square(a)), Some(Val::Square(b)), Some(p)) = (
            e.role(Role::Origin),
            e.role(Role::Destination),
            e.piece(Role::Mover),
        ) else {
            return false;
        };
        let facing = self.st.piece(p).facing;
        let ((fa, ra), (fb, rb)) = (self.l.file_rank(a), self.l.file_rank(b));
        let (df, dr) = (fb - fa, rb - ra);
        dirs.iter().any(|d| {
            let d = super::link::turned(*d, facing);
            (min.max(1)..=if max == 0 { 64 } else { max })
                .any(|n| df == d.0 as i16 * n as i16 && dr == d.1 as i16 * n as i16)
        })
    }
    pub(super) fn case_fits(&self, c: Case, v: &Value, e: &Event) -> bool {
        let Value::Set(s) = v else {
            return true;
        };
        let role = |r: Role| e.role(r).is_some_and(|y| self.in_set(s, y));
        let all = |r: Role| {
            e.roles
                .iter()
                .filter(|(k, _)| *k == r)
                .any(|(_, y)| match (s.ty, y) {
                    // a piece that stands on the way
                    (Ty::Piece, Val::Square(q)) => self
                        .set(s)
                        .iter()
                        .any(|p| matches!(p, Val::Piece(p) if self.square(*p) == Some(*q))),
                    _ => self.in_set(s, *y),
                })
        };
        match c {
            Case::To => match e.verb {
                Verb::Give => role(Role::Receiver),
                Verb::LoseGame => role(Role::Conqueror),
                Verb::Promote => role(Role::Changed),
                Verb::Talk => role(Role::Hearer),
                _ => role(Role::Destination),
            },
            Case::On | Case::Into | Case::Onto | Case::At | Case::Under => {
                role(Role::Destination)
                    || e.role(Role::Destination)
                        .is_some_and(|d| match (d, &s.base) {
                            (Val::Zone(z, k), Base::Zone(y, of)) => {
                                z == *y && self.zone_keys(*y, of).iter().any(|key| key.owner == k)
                            }
                            _ => false,
                        })
            }
            Case::From => role(Role::Origin) || role(Role::Giver),
            Case::Across => {
                // an edge of the torus, or squares on the way
                if is_edge(s) { e.edge } else { all(Role::Path) }
            }
            Case::Over | Case::Through => all(Role::Path),
            Case::With => role(Role::Captor) || role(Role::Object),
            Case::By => {
                if matches!(s.base, Base::Ability(_)) {
                    return e.means == Means::Ability
                        && e.author
                            .is_some_and(|a| self.set(s).contains(&Val::Ability(a)));
                }
                match s.ty {
                    Ty::Piece => {
                        subject_of(e).is_some_and(|y| self.in_set(s, y))
                            || e.piece(Role::Captor)
                                .is_some_and(|p| self.in_set(s, Val::Piece(p)))
                    }
                    _ => e.author.is_some_and(|a| self.in_set(s, Val::Seat(a))),
                }
            }
            Case::As => e.roles.iter().any(|(r, y)| {
                matches!(r, Role::Object | Role::Changed)
                    && (self.in_set(s, *y)
                        || matches!((&s.base, y), (Base::Field(f, ..), Val::Mark(g)) if f == g))
            }),
            Case::In => role(Role::Direction),
            _ => true,
        }
    }
}

/// The clause about the past in a condition.
fn told_of(c: &Cond) -> Option<(&Clause, &Past)> {
    match c {
        Cond::Is(clause) => match &clause.says {
            Says::Did(past) if !clause.not => Some((clause, past)),
            _ => None,
        },
        Cond::All(all) => all.iter().find_map(told_of),
        _ => None,
    }
}

/// How many of its object (or subject) an event phrase asks for in one step.
fn counted(d: &Deed) -> Option<(Rel, &Num)> {
    let object = match &d.object {
        Some(Value::Set(s)) => Some(s),
        _ => None,
    };
    object
        .into_iter()
        .chain(&d.subject)
        .find_map(|s| match &s.amount {
            Amount::Count(rel, n) => Some((*rel, n)),
            _ => None,
        })
}

/// Two events are of the same things, as far as the phrase names one of them.
fn alike(d: &Deed, x: &Event, e: &Event) -> bool {
    let one = |s: &Set| s.amount == Amount::Any;
    let is_one = |v: &Value| matches!(v, Value::Set(s) if one(s));
    let subject = match d.subject.as_ref().filter(|s| one(s)) {
        Some(s) if s.ty == Ty::Piece => subject_of(x) == subject_of(e),
        Some(_) => x.author == e.author,
        None => true,
    };
    let object = !d.object.as_ref().is_some_and(is_one) || object_of(x) == object_of(e);
    let case = |c: &Case| match c {
        Case::To | Case::On | Case::Into | Case::Onto | Case::At | Case::Under => {
            x.role(Role::Destination) == e.role(Role::Destination)
        }
        Case::From => x.role(Role::Origin) == e.role(Role::Origin),
        _ => true,
    };
    subject && object && d.cases.iter().all(|(c, v)| !is_one(v) || case(c))
}

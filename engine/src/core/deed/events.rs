//! The events that deeds are made of, when something ends, and what guards say of an event. Pure.
use super::{Member, Primitive, Term};
use crate::core::bits::Bits;
use crate::core::board::Passage;
use crate::core::eval::Cx;
use crate::core::event::{Event, Thing, object_role, subject_role};
use crate::core::movement::{around_closed, crossed};
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::{Role, Ty, Verb};

impl<const N: usize> Cx<'_, N> {
    /// An end, seen from now.
    pub fn due(&self, t: &Term<N>) -> Due {
        let clock = &self.st.clock;
        let seat = |m: &Mask<N>| {
            self.first(Ty::Seat, self.mask(m))
                .filter(|s| *s < self.plan.seats)
        };
        let next = |s: usize, end: bool| Due::Seat(s as u8, self.st.seats[s].turns + 1, end);
        match t {
            Term::ThisTurn(end) => Due::Turn(clock.turn, *end),
            Term::NextTurn(end) => Due::Turn(clock.turn + 1, *end),
            Term::Yours(end) => match self.env.you {
                NONE => Due::Turn(clock.turn, *end),
                you if clock.on_turn == you && *end => Due::Turn(clock.turn, true),
                you => next(you as usize, *end),
            },
            Term::Next(m, end) => seat(m).map_or(Due::Turn(clock.turn, true), |s| next(s, *end)),
            Term::Nth(n, m, end) => {
                seat(m).map_or(Due::Never, |s| Due::Seat(s as u8, u32::from(*n), *end))
            }
            Term::Rounds(n) => Due::Round(clock.round + self.int(n).max(0) as u32),
            Term::Turns(n, m) => match self.first(Ty::Seat, self.mask(m)) {
                Some(s) => Due::Count(
                    self.int(n).max(0) as u32,
                    Counted::Seat(s as u8),
                    clock.turn,
                ),
                None => Due::Turn(clock.turn, true),
            },
            Term::TurnsOfOwner(n, m) => match self.first(Ty::Piece, self.mask(m)) {
                Some(p) => Due::Count(
                    self.int(n).max(0) as u32,
                    Counted::Piece(p as u8),
                    clock.turn,
                ),
                None => Due::Turn(clock.turn, true),
            },
            Term::Event(i) => Due::Event(*i),
            Term::Never => Due::Never,
        }
    }
}

impl<const N: usize> Cx<'_, N> {
    /// An event caused here: what the rules of the game do was caused by whoever acted; abilities have a doer of their own.
    pub fn event(&self, verb: Verb, author: u8) -> Event<N> {
        let author = match self.env.means {
            Means::Ability | Means::Move => author,
            // the rule is one player's copy: that player did it, or whoever accepted the offer in it
            Means::Rule if self.env.you != NONE && author == NONE => self.env.you,
            Means::Rule if self.env.you != NONE => author,
            Means::Rule if self.env.event && self.env.author != NONE => self.env.author,
            Means::Rule if self.st.clock.on_turn != NONE => self.st.clock.on_turn,
            Means::Rule => author,
        };
        Event {
            rule: self.env.rule,
            ..Event::new(verb, author, self.env.means)
        }
    }
    pub(super) fn removal(&self, p: u8, actor: u8) -> Member<N> {
        let piece = Thing::Piece(p);
        let mut events = vec![];
        let mut removed = self.event(Verb::Remove, actor).with(Role::Removed, piece);
        if let Some(q) = self.st.square(p as usize) {
            let from = Thing::Square(q as u8);
            events.push(
                self.event(Verb::Leave, actor)
                    .with(Role::Leaver, piece)
                    .with(Role::Origin, from),
            );
            removed = removed.with(Role::Origin, from);
        } else if let Some(q) = self.st.stands_on(p as usize, self.plan) {
            // what is carried stands where its carrier stands
            removed = removed.with(Role::Origin, Thing::Square(q as u8));
        }
        let lost = self.event(Verb::LosePiece, actor).with(Role::Victim, piece);
        events.push(self.lost_where(lost, p));
        events.push(removed);
        Member {
            events,
            changes: vec![Primitive::Lift(p)],
        }
    }
    pub(super) fn gift(&self, p: u8, to: u8, actor: u8) -> Member<N> {
        let mut e = self
            .event(Verb::Give, actor)
            .with(Role::Given, Thing::Piece(p));
        if (self.st.owner[p as usize] as usize) < self.plan.seats {
            e = e.with(Role::Giver, Thing::Seat(self.st.owner[p as usize]));
        }
        Member {
            events: vec![e.with(Role::Receiver, Thing::Seat(to))],
            changes: vec![Primitive::Own(p, to)],
        }
    }
    /// The place of a zone of the first of these owners.
    pub fn slot(&self, (z, of): &(u16, Mask<N>)) -> Option<u16> {
        let zone = &self.plan.zones[*z as usize];
        let of = self.first(zone.on, self.mask(of))?;
        Some(zone.slot + of as u16)
    }
    /// No guard keeps a piece from stepping from one square to another.
    pub(super) fn enters(&self, p: u8, (from, to): (u8, u8), actor: u8) -> bool {
        let e = self
            .event(Verb::Enter, actor)
            .with(Role::Entrant, Thing::Piece(p))
            .with(Role::Origin, Thing::Square(from))
            .with(Role::Destination, Thing::Square(to));
        !self.forbidden(&e, false)
    }
    /// Of the pieces that are wanted those to which no guard keeps abilities of each of these seats from doing it. A guard that asks
    /// this itself, over and over, is taken as silent.
    pub fn sufferers(&self, verb: Verb, mark: Option<u16>, by: Bits<N>) -> Bits<N> {
        let there = self.want & self.st.plane(plane::THERE);
        if self.depth > 3 {
            return there;
        }
        let cx = Cx {
            depth: self.depth + 1,
            ..self.wanting(Bits::FULL)
        };
        let by = by & Bits::below(self.plan.seats);
        let may = |p: &usize| {
            by.iter()
                .any(|s| !cx.forbidden_to_abilities(verb, mark, *p, s as u8))
        };
        there.iter().filter(may).collect()
    }
    /// Some guard keeps abilities of a seat from doing it to a piece, wherever that would lead.
    fn forbidden_to_abilities(&self, verb: Verb, mark: Option<u16>, p: usize, seat: u8) -> bool {
        let piece = Thing::Piece(p as u8);
        let origin = self.st.square(p).map(|q| Thing::Square(q as u8));
        // what is not taken off the board may stay where it is: that it leaves a place made of several squares is not said
        let stays = !matches!(verb, Verb::Remove | Verb::Capture);
        let event = |verb: Verb, role: Role| {
            let event = Event::new(verb, seat, Means::Ability).with(role, piece);
            match (origin, verb) {
                (Some(from), Verb::Leave) if stays => {
                    (event.with(Role::Origin, from)).with(Role::Destination, from)
                }
                (Some(from), Verb::Leave | Verb::Move | Verb::Push | Verb::Pull | Verb::Remove) => {
                    event.with(Role::Origin, from)
                }
                _ => event,
            }
        };
        let stops = |e: Event<N>| self.forbidden(&e, false);
        let on_board = |v: &Verb| *v != Verb::Leave || origin.is_some();
        let parts = verb.asked_with().iter().filter(|v| on_board(v));
        let role = |verb: Verb| match verb {
            // who leaves is the subject: nothing suffers it but a square
            Verb::Leave => subject_role(verb),
            verb => object_role(verb),
        };
        let whole = event(verb, object_role(verb));
        let whole = match mark {
            Some(f) => whole.with(Role::Object, Thing::Mark(f)),
            None => whole,
        };
        parts.copied().any(|v| stops(event(v, role(v)))) || stops(whole)
    }
    /// No guard keeps a piece that is pushed from what a step passes.
    pub(super) fn passes(&self, p: u8, (from, d): (usize, (i8, i8)), actor: u8) -> bool {
        if !self.plan.speaks_of_borders {
            return true;
        }
        let stops = |b: usize| {
            let cross = self.event(Verb::Cross, actor);
            self.forbidden(&crossed(cross, Thing::Piece(p), b), false)
        };
        match self.plan.boards.passage(from, d) {
            Some(Passage::Border(b)) => !stops(b),
            Some(corner) => !around_closed(corner, stops),
            None => true,
        }
    }
    /// Some guard forbids an event; `pieces`: of those that limit pieces alone.
    pub fn forbidden(&self, e: &Event<N>, pieces: bool) -> bool {
        self.forbidding(e, pieces).is_some()
    }
    /// The rule that forbids an event.
    pub fn forbidding(&self, e: &Event<N>, pieces: bool) -> Option<u16> {
        if !self.plan.guarded[e.verb as usize] && self.st.imposed.is_empty() {
            return None;
        }
        for g in self
            .plan
            .guards
            .iter()
            .filter(|g| g.pattern.verb == e.verb && (g.pieces || !pieces))
        {
            let mut hit = false;
            self.holders(g.holder, g.rule, |you, it| {
                let env = Env {
                    event: true,
                    author: e.author,
                    ..Env::of(you, it, g.rule)
                };
                hit = hit || self.with(&env).guard_hits(g, e);
            });
            if hit && !self.permitted(g, e) {
                return Some(g.rule);
            }
        }
        let forbids = |im: &&Imposed<N>| {
            let g = &self.plan.facts[im.fact as usize];
            !g.duty
                && g.pattern.verb == e.verb
                && (g.pieces || !pieces)
                && self.with(&im.env).guard_hits(g, e)
        };
        let fact = self.st.imposed.iter().find(forbids)?;
        Some(self.plan.facts[fact.fact as usize].rule)
    }
    /// Who conquers a seat that loses to the author: the author, or, if the loser acted itself, the other remaining player who most
    /// recently completed a turn (language 7.8).
    pub fn conqueror(&self, loser: usize) -> u8 {
        let author = self.author();
        if author != NONE && author as usize != loser && self.st.playing(author as usize) {
            return author;
        }
        let done =
            |s: &usize| *s != loser && self.st.playing(*s) && self.st.seats[*s].completed > 0;
        (0..self.plan.seats)
            .filter(done)
            .max_by_key(|s| self.st.seats[*s].completed)
            .map_or(NONE, |s| s as u8)
    }
}

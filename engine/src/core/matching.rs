//! Which rules an event sets off: patterns held against events, roles bound to names. Pure.
use super::bits::Bits;
use super::board::turned;
use super::eval::{Cx, compare};
use super::event::{Event, Thing};
use super::plan::*;
use super::state::*;
use crate::rules::{Case, Role, Ty, Verb};

impl<const N: usize> Cx<'_, N> {
    /// Binds the roles of these events that are named, all of them together.
    pub fn bind(
        &self,
        roles: &[(Role, u8)],
        by_seat: bool,
        events: &[&Event<N>],
        env: &mut Env<N>,
    ) {
        for (role, name) in roles {
            let all = events
                .iter()
                .fold(Bits::EMPTY, |m, e| m | self.in_role(*role, by_seat, e));
            if all.any() {
                env.names[*name as usize] = all;
            }
        }
    }
    fn in_role(&self, role: Role, by_seat: bool, e: &Event<N>) -> Bits<N> {
        let one = |t: Option<Thing>| t.map_or(Bits::EMPTY, |t| self.number(t));
        match role {
            Role::Subject if by_seat => self.doer(e).map_or(Bits::EMPTY, Bits::one),
            Role::Subject => one(e.subject()),
            Role::Object => one(e.object()),
            Role::With => one(e.role(Role::Captor).or(e.role(Role::Object))),
            Role::Author => Bits::one(e.author as usize),
            Role::Place if e.verb != Verb::Capture => one(e.role(Role::Origin)),
            Role::Path => e
                .parts()
                .filter(|p| p.0 == role)
                .fold(e.path, |m, (_, t)| m | self.number(t)),
            r => e
                .parts()
                .filter(|p| p.0 == r)
                .fold(Bits::EMPTY, |m, (_, t)| m | self.number(t)),
        }
    }
    /// A thing as the member of a set of its type.
    fn number(&self, t: Thing) -> Bits<N> {
        match t {
            Thing::Piece(i)
            | Thing::Square(i)
            | Thing::Kind(i)
            | Thing::Seat(i)
            | Thing::Power(i)
            | Thing::Border(i) => Bits::one(i as usize),
            Thing::Mark(i) | Thing::Army(i) | Thing::Zone(i) => Bits::one(i as usize),
            Thing::Direction(x, y) => {
                let heading = HEADINGS.iter().position(|h| *h == (x, y));
                heading.map_or(Bits::EMPTY, Bits::one)
            }
        }
    }
    /// The seat that does it: who loses something, else who decided it.
    pub fn doer(&self, e: &Event<N>) -> Option<usize> {
        let seat = |t: Option<Thing>| match t {
            Some(Thing::Seat(s)) => Some(s as usize),
            _ => None,
        };
        match e.verb {
            Verb::LosePiece => e
                .piece(Role::Victim)
                .map(|p| self.st.owner[p as usize] as usize)
                .filter(|o| *o < self.plan.seats),
            Verb::LoseGame | Verb::Resign => seat(e.role(Role::Loser)),
            Verb::Skip => seat(e.role(Role::Subject)),
            _ => (e.author != NONE).then_some(e.author as usize),
        }
    }
    /// A thing is in a set of this type, under the silent conversions.
    fn among(&self, ty: Ty, m: &Mask<N>, t: Thing) -> bool {
        match (ty, t) {
            (Ty::Square, Thing::Piece(p)) => {
                self.st.square(p as usize).is_some_and(|q| self.has(m, q))
            }
            (Ty::Kind, Thing::Piece(p)) => self.has(m, self.kind(p as usize)),
            (Ty::Piece | Ty::Card, Thing::Square(q)) => {
                self.st.here(q as usize).any(|p| self.has(m, p))
            }
            (Ty::Piece | Ty::Card, Thing::Piece(i))
            | (Ty::Square, Thing::Square(i))
            | (Ty::Kind, Thing::Kind(i))
            | (Ty::Seat, Thing::Seat(i))
            | (Ty::Power, Thing::Power(i))
            | (Ty::Border, Thing::Border(i)) => self.has(m, i as usize),
            (Ty::Army, Thing::Army(i)) => self.has(m, i as usize),
            (Ty::Side, Thing::Seat(s)) => {
                (s as usize) < self.plan.seats
                    && self.has(m, self.plan.rules.seats[s as usize].side.index())
            }
            _ => false,
        }
    }
    /// An event is what a pattern describes.
    pub fn fits(&self, p: &Pattern<N>, e: &Event<N>) -> bool {
        if p.verb != e.verb || p.normally && e.means != Means::Move || p.secretly && !e.hidden {
            return false;
        }
        // a rule of a power watches the marks of its own holder
        if e.holder != NONE
            && let Some(Thing::Mark(f)) = e.role(Role::Object)
            && self.env.you != NONE
            && self.env.you != e.holder
            && self.plan.same_power(self.env.rule, f)
        {
            return false;
        }
        let doer = match &p.doer {
            Doer::Anybody => true,
            Doer::Seats(m) => self.doer(e).is_some_and(|s| self.has(m, s)),
            Doer::Pieces(m) => e.subject().is_some_and(|t| self.among(Ty::Piece, m, t)),
            Doer::Ability(m) => {
                e.means == Means::Ability && e.author != NONE && self.has(m, e.author as usize)
            }
        };
        if !doer {
            return false;
        }
        if let Some((ty, m)) = &p.object {
            if !e.object().is_some_and(|t| self.among(*ty, m, t)) {
                return false;
            }
            if p.area && e.other_end().is_some_and(|t| self.among(*ty, m, t)) {
                return false;
            }
        }
        if let Some((steps, min, max)) = &p.along
            && !self.went_along(e, steps, *min, *max)
        {
            return false;
        }
        if p.still && !e.still && e.path.is_empty() && e.role(Role::Path).is_none() {
            return false;
        }
        p.cases
            .iter()
            .all(|(c, ty, is)| self.case_fits(*c, *ty, is, e))
    }
    fn went_along(&self, e: &Event<N>, steps: &[(i8, i8)], min: u8, max: u8) -> bool {
        let (Some(a), Some(b), Some(p)) = (
            e.square(Role::Origin),
            e.square(Role::Destination),
            e.piece(Role::Mover),
        ) else {
            return false;
        };
        let ((fa, ra), (fb, rb)) = (
            self.plan.boards.place(a as usize),
            self.plan.boards.place(b as usize),
        );
        let (df, dr) = (fb - fa, rb - ra);
        let far = |d: (i8, i8), n: u8| {
            df == i16::from(d.0) * i16::from(n) && dr == i16::from(d.1) * i16::from(n)
        };
        let facing = self.st.facing[p as usize];
        steps.iter().any(|d| {
            (min.max(1)..=if max == 0 { 64 } else { max }).any(|n| far(turned(*d, facing), n))
        })
    }
    fn case_fits(&self, c: Case, ty: Ty, is: &CaseIs<N>, e: &Event<N>) -> bool {
        let m = match is {
            CaseIs::Among(m) => m,
            CaseIs::Mark(f) => return e.role(Role::Object) == Some(Thing::Mark(*f)),
            CaseIs::Ability(m) => {
                return e.means == Means::Ability
                    && e.author != NONE
                    && self.has(m, e.author as usize);
            }
            CaseIs::Edge => return e.edge,
            CaseIs::Zone(z, of) => {
                let z = &self.plan.zones[*z as usize];
                return match e.role(Role::Destination) {
                    Some(Thing::Zone(slot)) => {
                        (z.slot..z.slot + z.count).contains(&slot)
                            && self.has(of, (slot - z.slot) as usize)
                    }
                    _ => false,
                };
            }
        };
        let role = |r: Role| e.role(r).is_some_and(|t| self.among(ty, m, t));
        let path = || {
            let squares = if ty == Ty::Square {
                self.mask(m)
            } else {
                self.mask(&Mask::Squares(Box::new(m.clone())))
            };
            e.path.meets(squares)
                || e.parts()
                    .any(|(r, t)| r == Role::Path && self.among(ty, m, t))
        };
        match c {
            Case::To => match e.verb {
                Verb::Give => role(Role::Receiver),
                Verb::LoseGame => role(Role::Conqueror),
                Verb::Promote => role(Role::Changed),
                Verb::Talk => role(Role::Hearer),
                _ => role(Role::Destination),
            },
            Case::On | Case::Into | Case::Onto | Case::At | Case::Under => role(Role::Destination),
            Case::From => role(Role::Origin) || role(Role::Giver),
            Case::Across | Case::Over | Case::Through => path(),
            Case::With => role(Role::Captor) || role(Role::Object),
            Case::By if ty == Ty::Piece => {
                e.subject().is_some_and(|t| self.among(ty, m, t)) || role(Role::Captor)
            }
            Case::By => e.author != NONE && self.has(m, e.author as usize),
            Case::As => e
                .parts()
                .any(|(r, t)| matches!(r, Role::Object | Role::Changed) && self.among(ty, m, t)),
            Case::In
            | Case::Beside
            | Case::For
            | Case::Like
            | Case::Toward
            | Case::Past
            | Case::Off
            | Case::Of => true,
        }
    }
    /// The matches of a trigger with an event of a step, for every holder.
    pub fn matches(
        &self,
        number: u16,
        e: &Event<N>,
        step: &[Event<N>],
        push: &mut dyn FnMut(Match<N>),
    ) {
        let t = &self.plan.triggers[number as usize];
        let by_seat = t.patterns.iter().any(|p| matches!(p.doer, Doer::Seats(_)));
        // `after you ..`: of the holders only who did it
        let own = match t.patterns.as_slice() {
            [p] if p.doer == Doer::Seats(Mask::You) => Some(self.doer(e)),
            _ => None,
        };
        // `after it ..`: of the pieces of a kind only the one that did it
        let of_it = || matches!(t.patterns.as_slice(), [p] if p.doer == Doer::Pieces(Mask::It));
        let mine = match e.subject() {
            Some(Thing::Piece(did)) if of_it() => Some(did),
            Some(_) | None => None,
        };
        // `after your king ..`: of the holders only who has the piece that does it, or to which it is done
        let (doer, done_to) = if let [p] = t.patterns.as_slice() {
            self.pieces_of_reader(p, e)
        } else {
            (None, None)
        };
        self.rule_holders(t, |you, it| {
            let other = mine.is_some_and(|did| it != NONE && did != it);
            let has = |p: &Option<u8>| p.is_none_or(|p| self.owned_by(you.into()).has(p.into()));
            if other
                || own.is_some_and(|d| d != Some(you as usize))
                || !has(&doer)
                || !has(&done_to)
            {
                return;
            }
            let mut env = Env {
                event: true,
                author: e.author,
                actor: you,
                ..Env::of(you, it, t.rule)
            };
            self.bind(&t.roles, by_seat, &[e], &mut env);
            let cx = self.with(&env);
            let Some(p) = t.patterns.iter().find(|p| cx.fits(p, e)) else {
                return;
            };
            if let Some((rel, n)) = &p.count {
                let same: Vec<&Event<N>> = step
                    .iter()
                    .filter(|x| alike(p, x, e) && cx.fits_as(t, p, x))
                    .collect();
                if !same.first().is_some_and(|x| *x == e)
                    || !compare(same.len() as i32, *rel, cx.int(n))
                {
                    return;
                }
                self.bind(&t.roles, by_seat, &same, &mut env);
            }
            let cx = self.with(&env);
            let mut notes = 0;
            for (i, c) in t.notes.iter().enumerate() {
                notes |= u16::from(cx.truth(c)) << i;
            }
            env.notes = notes;
            env.opponent = self.opponent_of(t, e, &env);
            let own_loss =
                e.verb == Verb::LoseGame && e.role(Role::Loser) == Some(Thing::Seat(you));
            push(Match {
                trigger: number,
                stage: 0,
                batch: 0,
                own_loss,
                supposed: None,
                order: 0,
                env,
            });
        });
    }
    /// Of a pattern that speaks of pieces of who reads it: the piece that does it, and that to which it is done.
    fn pieces_of_reader(&self, p: &Pattern<N>, e: &Event<N>) -> (Option<u8>, Option<u8>) {
        let piece = |t: Option<Thing>| match t {
            Some(Thing::Piece(p)) => Some(p),
            Some(_) | None => None,
        };
        let doer = match &p.doer {
            Doer::Pieces(m) if m.is_of_reader() => piece(e.subject()),
            Doer::Pieces(_) | Doer::Anybody | Doer::Seats(_) | Doer::Ability(_) => None,
        };
        let object = match &p.object {
            Some((Ty::Piece, m)) if m.is_of_reader() => piece(e.object()),
            Some(_) | None => None,
        };
        (doer, object)
    }
    fn fits_as(&self, t: &Trigger<N>, p: &Pattern<N>, e: &Event<N>) -> bool {
        let mut env = Env {
            event: true,
            author: e.author,
            ..*self.env
        };
        self.bind(&t.roles, matches!(p.doer, Doer::Seats(_)), &[e], &mut env);
        self.with(&env).fits(p, e)
    }
    /// Runs `f` for every holder of a trigger for whom no rule of a power takes its place.
    pub fn rule_holders(&self, t: &Trigger<N>, mut f: impl FnMut(u8, u8)) {
        let yields = |you: u8| you != NONE && t.yields.iter().any(|p| self.holds(you as usize, *p));
        self.holders(t.holder, t.rule, |you, it| {
            if !yields(you) {
                f(you, it);
            }
        });
    }
    /// A mark by which a rule lives on is set for a seat.
    pub fn kept(&self, keeps: &[(Slots, bool)], you: usize) -> bool {
        keeps.iter().any(|k| match k {
            (Slots::Marks(i), true) | (Slots::Sets(i), _) => self.st.plane(*i as usize + you).any(),
            (Slots::Owners(i, n), _) => {
                (0..*n as usize).any(|v| self.st.plane(*i as usize + v).has(you))
            }
            (Slots::Marks(i), false) => self.st.plane(*i as usize).has(you),
            (Slots::Numbers(i), _) => self
                .st
                .values
                .get(*i as usize + you)
                .is_some_and(|v| *v != UNSET),
            (Slots::NumbersOfYou(i, each), _) => {
                let from = *i as usize + you * *each as usize;
                self.st.values[from..from + *each as usize]
                    .iter()
                    .any(|v| *v != UNSET)
            }
        })
    }
    /// The opponent a limit per opponent is counted for.
    fn opponent_of(&self, t: &Trigger<N>, e: &Event<N>, env: &Env<N>) -> u8 {
        if t.limit == NONE16
            || self.plan.limits[t.limit as usize].per != crate::rules::Per::Opponent
        {
            return NONE;
        }
        let named = |(_, p): &&(u8, Pattern<N>)| self.with(env).fits_as(t, p, e);
        if let Some((seat, _)) = t.opponents.iter().find(named) {
            return *seat;
        }
        let roles = [Role::Victim, Role::Captor, Role::Mover, Role::Entrant];
        let piece = roles.iter().find_map(|r| e.piece(*r));
        let owner = piece.map(|p| self.st.owner[p as usize]);
        owner
            .filter(|o| (*o as usize) < self.plan.seats && *o != env.you)
            .unwrap_or(e.author)
    }
}

/// Two events are of the same things, as far as the phrase names one of them.
fn alike<const N: usize>(p: &Pattern<N>, x: &Event<N>, e: &Event<N>) -> bool {
    let doer = match (&p.doer, p.one.0) {
        (Doer::Pieces(_), true) => x.subject() == e.subject(),
        (_, true) => x.author == e.author,
        (_, false) => true,
    };
    x.verb == e.verb && doer && (!p.one.1 || x.object() == e.object())
}

//! What guards leave of the ways of a seat, and which of them have to be asked of each move; permissions that lift them.
use super::{Ask, FACT, Leave, Move, Scope};
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::event::Event;
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::{Case, Role, Verb};

impl<const N: usize> Cx<'_, N> {
    /// What guards leave to a seat.
    pub fn leave(&self, seat: u8, what: Ask<N>) -> Leave<N> {
        let (attack, bound, scope) = match what {
            Ask::Moves => (false, false, Scope::WHOLE),
            Ask::Mobility => (false, true, Scope::WHOLE),
            Ask::Attacks(scope) => (true, true, scope),
        };
        let plan = self.plan;
        let plain = self.with(Env::NOBODY);
        let mut l = Leave {
            frozen: (plan.frozen.as_ref()).map_or(Bits::EMPTY, |m| plain.wanting(scope.by).mask(m)),
            of_pieces: bound,
            ..Leave::of(seat)
        };
        for m in &plan.movements {
            l.given.push(if m.attack && !attack {
                Bits::EMPTY
            } else {
                plain.wanting(scope.by).view(&m.view)
            });
        }
        for v in &plan.standing {
            l.standing |= plain.wanting(scope.by).view(v);
        }
        for g in &plan.permits {
            self.permit(g, &mut l);
        }
        self.guards_on(&mut l, scope, |g| {
            (!bound || g.pieces) && concerns_moves(g.pattern.verb)
        });
        l
    }
    /// What is left to these pieces of a seat, to move or to attack, as long as nothing is forbidden.
    pub fn unguarded(&self, seat: u8, of: Bits<N>, attack: bool) -> Leave<N> {
        let plain = &self.with(Env::NOBODY).wanting(of);
        let mut l = self.pattern_of(seat, of, attack);
        for v in &self.plan.standing {
            l.standing |= plain.view(v);
        }
        let captures = |g: &&Guard<N>| g.pattern.verb == Verb::Capture;
        for g in self.plan.permits.iter().filter(captures) {
            self.permit(g, &mut l);
        }
        l
    }
    /// How these pieces of a seat move: what is given to them and what they may pass over. Whom they may capture is left aside, and
    /// what is forbidden.
    pub(super) fn pattern_of(&self, seat: u8, of: Bits<N>, attack: bool) -> Leave<N> {
        let plain = &self.with(Env::NOBODY).wanting(of);
        let mut l = Leave::of(seat);
        for m in &self.plan.movements {
            l.given.push(match m.attack && !attack {
                true => Bits::EMPTY,
                false => plain.view(&m.view),
            });
        }
        let passes = |g: &&Guard<N>| g.pattern.verb == Verb::Pass;
        for g in self.plan.permits.iter().filter(passes) {
            self.permit(g, &mut l);
        }
        l
    }
    /// The rule whose own condition keeps a piece from a square that its pattern reaches.
    pub fn barred_by(&self, p: usize, from: usize, to: usize, seat: u8) -> Option<u16> {
        let l = self.unguarded(seat, Bits::FULL, false);
        let taken = self.st.plane(plane::TAKEN);
        let mut by = None;
        self.ways(p, &l, false, |w| {
            if by.is_some() || w.walked || !self.way_open(w, p, from) {
                return;
            }
            let t = self.plan.targets(w, from, taken);
            let there = Bits::one(to) & (t.slides | t.leaps);
            if there.any() && self.allowed(w, p, from, there).is_empty() {
                by = Some(w.rule);
            }
        });
        by.or_else(|| self.walk_barred(p, from, to, &l))
    }
    /// What certain guards leave.
    pub(super) fn guards_on(
        &self,
        l: &mut Leave<N>,
        scope: Scope<N>,
        meant: impl Fn(&Guard<N>) -> bool,
    ) {
        let plan = self.plan;
        let author = l.seat;
        for (i, g) in plan.guards.iter().enumerate().filter(|(_, g)| meant(g)) {
            self.holders(g.holder, g.rule, |you, it| {
                let env = Env {
                    event: true,
                    author,
                    ..Env::of(you, it, g.rule)
                };
                self.with(&env).guard(i as u16, g, &scope, l);
            });
        }
        for im in &self.st.imposed {
            let g = &plan.facts[im.fact as usize];
            if g.duty || !meant(g) {
                continue;
            }
            let env = Env {
                event: true,
                author,
                ..im.env
            };
            self.with(&env).guard(FACT + im.fact, g, &scope, l);
        }
    }
    fn permit(&self, g: &Guard<N>, l: &mut Leave<N>) {
        if !matches!(g.pattern.verb, Verb::Capture | Verb::Pass) {
            return;
        }
        self.holders(g.holder, g.rule, |you, it| {
            let env = Env {
                event: true,
                author: l.seat,
                ..Env::of(you, it, g.rule)
            };
            let cx = self.with(&env);
            let who = match &g.pattern.doer {
                Doer::Anybody => Bits::FULL,
                Doer::Pieces(m) => cx.mask(m),
                Doer::Seats(m) => Bits::all_if(cx.has(m, l.seat as usize)),
                Doer::Ability(_) => Bits::EMPTY,
            };
            if who.is_empty() {
                return;
            }
            if !g.roles.is_empty() {
                return cx.permit_each(g, who, l);
            }
            if cx.truth(&g.when) {
                permitted(g, who, cx.permitted_whom(g), l);
            }
        });
    }
    /// The pieces that a permission lets be captured or passed over.
    fn permitted_whom(&self, g: &Guard<N>) -> Bits<N> {
        if g.pattern.verb == Verb::Capture {
            let named = g.pattern.object.as_ref();
            return named.map_or(Bits::FULL, |(_, m)| self.mask(m)) & self.st.plane(plane::THERE);
        }
        let mut whom = Bits::EMPTY;
        for (_, _, over) in &g.pattern.cases {
            if let CaseIs::Among(m) = over {
                whom |= self.mask(m);
            }
        }
        whom & self.st.plane(plane::BOARD)
    }
    /// A permission that hangs on who uses it, or on what it is used on: it is asked of each of them.
    fn permit_each(&self, g: &Guard<N>, who: Bits<N>, l: &mut Leave<N>) {
        let board = self.st.plane(plane::BOARD);
        let by_seat = matches!(g.pattern.doer, Doer::Seats(_));
        for p in (who & board).iter() {
            let mut env = *self.env;
            for (role, name) in &g.roles {
                if matches!(role, Role::Subject | Role::Mover | Role::Captor) {
                    let by_player = by_seat && *role == Role::Subject;
                    let doer = if by_player { l.seat as usize } else { p };
                    env.names[*name as usize] = Bits::one(doer);
                }
            }
            let may = |v: &usize| {
                let mut env = env;
                for (role, name) in &g.roles {
                    if matches!(role, Role::Victim | Role::Object | Role::Path) {
                        env.names[*name as usize] = Bits::one(*v);
                    }
                }
                self.with(&env).truth(&g.when)
            };
            let mut whom = self.with(&env).permitted_whom(g) & board;
            if g.pattern.verb == Verb::Capture {
                whom &= self.owned_by(self.controller(p) as usize);
            }
            let whom: Bits<N> = whom.iter().filter(may).collect();
            if whom.any() {
                permitted(g, Bits::one(p), whom, l);
            }
        }
    }
    fn guard(&self, number: u16, g: &Guard<N>, scope: &Scope<N>, l: &mut Leave<N>) {
        let p = &g.pattern;
        if g.asked {
            l.asked.push((number, *self.env));
            return;
        }
        let who = match &p.doer {
            Doer::Anybody => Bits::FULL,
            Doer::Ability(_) => return,
            Doer::Pieces(m) if p.verb == Verb::LosePiece => self.mask(m),
            Doer::Pieces(m) => self.of_guard((number, false), m, scope.by),
            Doer::Seats(m) if p.verb == Verb::LosePiece => self.owned(self.mask(m)),
            Doer::Seats(m) => Bits::all_if(self.has(m, l.seat as usize)),
        };
        let anybody = who == Bits::FULL;
        // a guard on losing pieces speaks of the victim's owner, not of the attacker
        let who = match p.verb {
            Verb::LosePiece => who,
            _ => who & scope.by,
        };
        if who.is_empty() {
            return;
        }
        let want = match p.verb {
            Verb::Capture | Verb::LosePiece => scope.victims,
            Verb::Enter => scope.squares,
            _ => Bits::FULL,
        };
        let mut object = p
            .object
            .as_ref()
            .map_or(Bits::FULL, |(_, m)| self.of_guard((number, true), m, want))
            & want;
        if !matches!(p.verb, Verb::Enter | Verb::Leave | Verb::Cross) {
            object &= self.st.plane(plane::THERE);
        }
        if object.is_empty() || !self.truth(&g.when) {
            return;
        }
        let here = |squares: Bits<N>| {
            squares
                .iter()
                .flat_map(|s| self.st.here(s))
                .collect::<Bits<N>>()
        };
        match p.verb {
            Verb::Move => {
                let mut who = who & object;
                let mut to = None;
                for (case, _, is) in &p.cases {
                    if let (Case::To, CaseIs::Among(m)) = (case, is) {
                        to = Some(self.mask(m));
                    }
                }
                if let Some(from) = &g.from {
                    who &= here(self.mask(from) & self.st.plane(plane::TAKEN));
                }
                match to {
                    None => l.frozen |= who,
                    Some(to) => l.barred.push((who, to)),
                }
            }
            Verb::Capture if anybody => l.shielded |= object,
            Verb::Capture => l.spared.push((who, object)),
            Verb::LosePiece => l.shielded |= object & who,
            Verb::Enter if anybody => l.closed |= object,
            Verb::Enter => l.gates.push((who, object)),
            Verb::Leave => l.rooted |= who & here(object & self.st.plane(plane::TAKEN)),
            Verb::Cross => l.walls.push((who, object)),
            Verb::Jump => l.grounded |= who & object,
            _ => {}
        }
    }
    /// Of these targets those that no guard refuses that has to be asked of each move, no more of them than are wanted.
    pub(in crate::core) fn unrefused(
        &self,
        (p, sq): (usize, usize),
        to: Bits<N>,
        leap: bool,
        l: &Leave<N>,
        wanted: usize,
    ) -> Bits<N> {
        let stand = l.standing.has(p);
        let free = |t: &usize| !self.refuses(&self.make(p, sq, *t, leap, stand), l);
        to.iter().filter(free).take(wanted).collect()
    }
    /// A guard that has to be asked of each move refuses one.
    pub(in crate::core) fn refuses(&self, m: &Move<N>, l: &Leave<N>) -> bool {
        let mut refused = false;
        self.raised(m, l.seat, |e| {
            refused = refused || self.refused_by(&l.asked, &e)
        });
        refused || self.corner_closed(m, l.seat, |e| self.refused_by(&l.asked, e))
    }
    /// Of what guards leave to a seat only those that have to be asked of each move.
    pub(in crate::core) fn asked_of_each(&self, seat: u8) -> Leave<N> {
        let mut l = Leave::of(seat);
        self.guards_on(&mut l, Scope::WHOLE, |g| {
            g.asked && concerns_moves(g.pattern.verb)
        });
        l
    }
    fn refused_by(&self, asked: &[(u16, Env<N>)], e: &Event<N>) -> bool {
        asked.iter().any(|(i, env)| {
            let g = if *i >= FACT {
                &self.plan.facts[(*i - FACT) as usize]
            } else {
                &self.plan.guards[*i as usize]
            };
            g.pattern.verb == e.verb && self.with(env).guard_hits(g, e) && !self.permitted(g, e)
        })
    }
    /// A permission of the same heading lifts a guard.
    pub fn permitted(&self, guard: &Guard<N>, e: &Event<N>) -> bool {
        let holder = |g: &Guard<N>| self.plan.rules.rules[usize::from(g.rule)].holder;
        self.plan.permits.iter().any(|g| {
            let mut hit = false;
            if holder(g).same_heading(holder(guard)) && g.pattern.verb == e.verb {
                self.holders(g.holder, g.rule, |you, it| {
                    let env = Env {
                        event: true,
                        author: e.author,
                        ..Env::of(you, it, g.rule)
                    };
                    hit = hit || self.with(&env).guard_hits(g, e);
                });
            }
            hit
        })
    }
    /// A guard speaks of an event, read for one holder.
    pub fn guard_hits(&self, g: &Guard<N>, e: &Event<N>) -> bool {
        let mut env = Env {
            event: true,
            author: e.author,
            ..*self.env
        };
        self.bind(
            &g.roles,
            matches!(g.pattern.doer, Doer::Seats(_)),
            &[e],
            &mut env,
        );
        let cx = self.with(&env);
        cx.fits(&g.pattern, e) && cx.truth(&g.when)
    }
}

/// Who may capture own pieces, or pass over pieces, and which.
fn permitted<const N: usize>(g: &Guard<N>, who: Bits<N>, whom: Bits<N>, l: &mut Leave<N>) {
    if g.pattern.verb == Verb::Capture {
        l.own.push((who, whom));
    } else {
        l.over.push((who, whom, g.quiet));
    }
}

/// Guards on these verbs can refuse a move.
fn concerns_moves(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Move
            | Verb::Capture
            | Verb::LosePiece
            | Verb::Enter
            | Verb::Leave
            | Verb::Cross
            | Verb::Jump
    )
}

//! Ways that are walked square by square: over the edge, over pieces, pushing, bringing along, taking something else than what stands
//! at the destination. Everything else goes by tables.
use super::bits::Bits;
use super::board::turned;
use super::eval::{Cx, compare};
use super::event::Event;
use super::movement::{Brought, Leave, Move, PUSHES};
use super::order;
use super::plan::*;
use super::state::*;
use crate::rules::{Rel, Role, Verb};

/// One walk: a way of a piece from its square.
struct Walk<'w, const N: usize> {
    way: &'w Way<N>,
    piece: usize,
    from: usize,
    env: Env<N>,
    /// Squares where the way may end now.
    open: Bits<N>,
    torus: bool,
    /// Only captures on this square.
    attack: Option<usize>,
    takes_own: Bits<N>,
    own: Bits<N>,
    over: Bits<N>,
    quiet_over: bool,
    out: Vec<Move<N>>,
}

impl<const N: usize> Cx<'_, N> {
    /// The moves of a piece by a way, before guards.
    pub fn walk(
        &self,
        way: &Way<N>,
        p: usize,
        sq: usize,
        l: &Leave<N>,
        torus: bool,
        attack: Option<usize>,
    ) -> Vec<Move<N>> {
        if attack.is_some() && way.takes == Takes::Quiet || !self.way_open(way, p, sq) {
            return vec![];
        }
        let env = Env::of(self.controller(p), p as u8, way.rule);
        let open = match &way.only_to {
            None => Bits::FULL,
            Some(squares) => self.with(&env).mask(squares),
        };
        if open.is_empty() {
            return vec![];
        }
        let mut own_ok = Bits::EMPTY;
        for (who, whom) in &l.own {
            if who.has(p) {
                own_ok |= *whom;
            }
        }
        let (mut over, mut quiet) = (Bits::EMPTY, true);
        for (who, whom, q) in &l.over {
            if who.has(p) {
                over |= *whom;
                quiet &= q;
            }
        }
        let mut w = Walk {
            way,
            piece: p,
            from: sq,
            env,
            open,
            torus,
            attack,
            takes_own: own_ok,
            own: self.owned_by(self.controller(p) as usize),
            over,
            quiet_over: quiet,
            out: vec![],
        };
        match &way.path {
            Steps::Anywhere => {
                let board = self.plan.boards.board_of(sq);
                for to in self.plan.boards.of_board[board].iter().filter(|t| *t != sq) {
                    self.land(
                        &mut w,
                        Move {
                            leap: true,
                            ..Move::plain(p, sq, to)
                        },
                        false,
                    );
                }
            }
            Steps::FromTo(a, b) => {
                let you = w.env.you as usize;
                let place = |s: u8| {
                    if you < self.plan.seats {
                        self.plan.boards.in_frame(s as usize, you)
                    } else {
                        s as usize
                    }
                };
                if place(*a) == sq {
                    self.land(&mut w, Move::plain(p, sq, place(*b)), false);
                }
            }
            Steps::Leap(v) => {
                for d in v {
                    if let Some((to, edge)) = self.plan.boards.step(sq, *d, torus)
                        && to != sq
                    {
                        let leap = is_leap(*d);
                        self.land(
                            &mut w,
                            Move {
                                leap,
                                edge,
                                direction: (!leap).then_some(*d),
                                ..Move::plain(p, sq, to)
                            },
                            false,
                        );
                    }
                }
            }
            Steps::Slide(dirs, min, max) => {
                for d in dirs {
                    self.slide(&mut w, *d, *min, *max);
                }
            }
        }
        w.out
    }
    fn slide(&self, w: &mut Walk<N>, d: (i8, i8), min: u8, max: u8) {
        let (way, st) = (w.way, self.st);
        let env = w.env;
        let here = self.with(&env);
        let through = way
            .through
            .as_ref()
            .map(|m| here.mask(m))
            .unwrap_or_default();
        let hop = way.over.as_ref().map(|h| here.mask(&h.of));
        let (mut at, mut edge, mut path, mut over) = (w.from, false, Bits::EMPTY, is_leap(d));
        let (mut hops, mut quiet_only, mut behind) = (0, false, false);
        for n in 1..=if max == 0 { 64 } else { max } {
            let Some((to, crossed)) = self.plan.boards.step(at, d, w.torus) else {
                return;
            };
            if to == w.from {
                return;
            }
            edge |= crossed;
            if way.pushing.is_some() {
                if n >= min {
                    self.push_to(w, d, n);
                }
                at = to;
                continue;
            }
            let enough = match &way.over {
                None => true,
                Some(Hurdles { many, of: _, close }) => {
                    let jumped = match many {
                        None => hops == 1,
                        Some((rel, k)) => compare(hops, *rel, here.int(k)),
                    };
                    jumped && (!close || behind)
                }
            };
            if n >= min && enough {
                let m = Move {
                    leap: hops > 0 || over,
                    path,
                    edge,
                    direction: Some(d),
                    ..Move::plain(w.piece, w.from, to)
                };
                self.land(w, m, quiet_only);
            }
            behind = false;
            if let Some(p) = st.at_beside(to, w.piece) {
                if hop.is_some_and(|h| h.has(p)) {
                    hops += 1;
                    behind = true;
                } else if through.has(p) {
                    // goes on
                } else if w.over.has(p) {
                    quiet_only |= w.quiet_over;
                    over = true;
                } else {
                    return;
                }
            }
            path.add(to);
            at = to;
        }
    }
    /// Shoves everything on the way and on the destination just past it.
    fn push_to(&self, w: &mut Walk<N>, d: (i8, i8), n: u8) {
        let st = self.st;
        let line = |k: u8| {
            let mut at = w.from;
            for _ in 0..k {
                at = self.plan.boards.step(at, d, w.torus)?.0;
            }
            Some(at)
        };
        let Some(to) = line(n) else { return };
        let mut row: Vec<usize> = (1..=n)
            .filter_map(|k| st.at_beside(line(k)?, w.piece))
            .collect();
        let mut slots: Vec<Option<usize>> = vec![];
        let mut k = n;
        while slots.len() < row.len() && k < 64 {
            k += 1;
            let q = line(k);
            row.extend(q.and_then(|q| st.at_beside(q, w.piece)));
            slots.push(q);
        }
        let shoved = w
            .way
            .pushing
            .as_ref()
            .map(|m| self.with(&w.env).mask(m))
            .unwrap_or_default();
        if row.len() > PUSHES || !row.iter().all(|p| shoved.has(*p)) {
            return;
        }
        let mut m = Move {
            direction: Some(d),
            path: (1..n).filter_map(line).collect(),
            ..Move::plain(w.piece, w.from, to)
        };
        for (slot, (p, q)) in m.pushes.iter_mut().zip(row.into_iter().zip(slots).rev()) {
            *slot = Some((p as u8, q.map_or(NONE, |q| q as u8)));
        }
        if self.allows_move(w, &m) {
            w.out.push(m);
        }
    }
    fn role_env(&self, w: &Walk<N>, m: &Move<N>) -> Env<N> {
        let mut env = w.env;
        for (role, name) in &w.way.roles {
            env.names[*name as usize] = match role {
                Role::Origin => Bits::one(w.from),
                Role::Destination => Bits::one(m.to as usize),
                Role::Path => m.path,
                Role::Mover | Role::Subject | Role::Captor => Bits::one(w.piece),
                Role::Victim | Role::Object => {
                    let there = self.st.at_beside(m.to as usize, w.piece);
                    there.map_or(Bits::EMPTY, Bits::one)
                }
                _ => continue,
            };
        }
        env
    }
    fn allows_move(&self, w: &Walk<N>, m: &Move<N>) -> bool {
        let holds = |c: &Truth<N>| {
            let env = self.role_env(w, m);
            self.with(&env).truth(c)
        };
        w.open.has(m.to as usize) && w.way.when.as_ref().is_none_or(holds)
    }
    fn land(&self, w: &mut Walk<N>, mut m: Move<N>, quiet_only: bool) {
        let (st, way, to) = (self.st, w.way, m.to as usize);
        if !w.open.has(to) || w.attack.is_some_and(|sq| sq != to) && way.this.is_none() {
            return;
        }
        if let Some((who, onto)) = &way.bring {
            let env = self.role_env(w, &m);
            let cx = self.with(&env);
            let Some(b) = cx.first(crate::rules::Ty::Piece, cx.mask(who)) else {
                return;
            };
            let place = match onto {
                BringTo::Square(onto) => {
                    let Some(q) = cx.mask(onto).first() else {
                        return;
                    };
                    let free = st
                        .at_beside(q, w.piece)
                        .is_none_or(|o| o == b || o == w.piece);
                    if !free || q == to {
                        return;
                    }
                    Brought::Square(q as u8)
                }
                BringTo::Zone(zone) => match cx.slot(zone) {
                    Some(slot) if b != w.piece => Brought::Zone(slot),
                    Some(_) | None => return,
                },
            };
            m.bring = Some((b as u8, place));
        }
        // who is brought along may stand where the piece goes: both are lifted, then both land
        let here = st
            .at_beside(to, w.piece)
            .filter(|p| m.bring.is_none_or(|(b, _)| b as usize != *p));
        let may_take = |v: usize| !w.own.has(v) || w.takes_own.has(v);
        match (&way.this, way.takes, here) {
            (Some(_), _, Some(_)) | (None, Takes::Quiet, Some(_)) => return,
            (Some(s), _, None) => {
                let env = self.role_env(w, &m);
                m.victims = self.with(&env).mask(s);
                if m.victims.is_empty() || m.victims.iter().any(|v| !may_take(v)) {
                    return;
                }
            }
            (None, Takes::Only, None) if w.attack != Some(to) => return,
            (None, _, None) => {}
            (None, _, Some(v)) => {
                if quiet_only || !may_take(v) {
                    return;
                }
                m.victims = Bits::one(v);
            }
        }
        if self.allows_move(w, &m) {
            w.out.push(m);
        }
    }
    /// Moves of a piece by ways that are walked, under every guard.
    pub fn walked(&self, p: usize, sq: usize, l: &Leave<N>) -> Vec<Move<N>> {
        if l.frozen.has(p) {
            return vec![];
        }
        let mut all = self.walked_freely(p, sq, l);
        all.retain(|m| self.may_walk(m, l));
        all
    }
    /// The same, whatever guards forbid.
    pub fn walked_freely(&self, p: usize, sq: usize, l: &Leave<N>) -> Vec<Move<N>> {
        let torus = self.on_torus(p, l);
        let mut all = vec![];
        self.ways(p, l, false, |w| {
            if w.walked || torus {
                all.extend(self.walk(w, p, sq, l, torus, None));
            }
        });
        order::by_key(&mut all, |m| (m.to, m.edge, m.leap, m.path.count()));
        let mut kept: Vec<Move<N>> = vec![];
        for m in all {
            let same = |o: &Move<N>| {
                (o.to, o.victims, o.bring, o.pushes, o.edge, o.leap)
                    == (m.to, m.victims, m.bring, m.pushes, m.edge, m.leap)
            };
            if !kept.iter().any(same) {
                kept.push(m);
            }
        }
        let standing = l.standing.has(p);
        for m in &mut kept {
            m.stand = standing && m.victims.any();
        }
        kept
    }
    /// No guard forbids a walk.
    fn may_walk(&self, m: &Move<N>, l: &Leave<N>) -> bool {
        let mut refused = false;
        let forbidden = |e: &Event<N>| self.forbidden(e, l.of_pieces);
        self.raised(m, l.seat, |e| refused = refused || forbidden(&e));
        refused |= self.crossing(m, l.seat).any(|e| forbidden(&e));
        refused |= self.corner_closed(m, l.seat, forbidden);
        !refused
    }
    /// The squares a capture made standing goes across.
    pub(super) fn crossing(
        &self,
        m: &Move<N>,
        seat: u8,
    ) -> impl Iterator<Item = super::event::Event<N>> + use<N> {
        let piece = super::event::Thing::Piece(m.piece);
        let path = if m.stand && !m.leap {
            m.path
        } else {
            Bits::EMPTY
        };
        path.iter().map(move |q| {
            super::event::Event::new(Verb::Cross, seat, Means::Move)
                .with(Role::Crosser, piece)
                .with(Role::Path, super::event::Thing::Square(q as u8))
        })
    }
    /// The rule whose own condition keeps a piece from a square that a walk of it reaches.
    pub(super) fn walk_barred(
        &self,
        p: usize,
        from: usize,
        to: usize,
        l: &Leave<N>,
    ) -> Option<u16> {
        let torus = self.on_torus(p, l);
        let mut by = None;
        self.ways(p, l, false, |w| {
            if by.is_none() && (w.walked || torus) && (w.when.is_some() || w.only_to.is_some()) {
                let free = Way {
                    when: None,
                    only_to: None,
                    ..w.clone()
                };
                let reaches = |w: &Way<N>| {
                    let all = self.walk(w, p, from, l, torus, None);
                    all.iter().any(|m| m.to as usize == to)
                };
                by = reaches(&free).then_some(w.rule);
            }
        });
        by
    }
    /// A piece moves with the edges of the board joined.
    pub fn on_torus(&self, p: usize, l: &Leave<N>) -> bool {
        self.plan.printed[self.kind(p)].torus
            || self
                .plan
                .movements
                .iter()
                .zip(&l.given)
                .any(|(m, has)| m.torus && has.has(p))
    }
    /// A piece could take another by a way that is walked.
    pub fn walks_to(
        &self,
        way: &Way<N>,
        (a, from): (usize, usize),
        (sq, victim): (usize, usize),
        l: &Leave<N>,
        torus: bool,
    ) -> bool {
        self.walk(way, a, from, l, torus, Some(sq)).iter().any(|m| {
            let hit = if victim == usize::MAX {
                m.to as usize == sq
            } else {
                m.victims.has(victim)
            };
            let mut refused = !hit;
            if hit {
                self.raised(m, l.seat, |e| refused = refused || self.forbidden(&e, true));
                refused |= self.corner_closed(m, l.seat, |e| self.forbidden(e, true));
            }
            !refused
        })
    }
}

/// A step as a piece with a facing takes it.
pub fn faced(v: &[(i8, i8)], facing: u8) -> Vec<(i8, i8)> {
    v.iter().map(|d| turned(*d, facing)).collect()
}

/// How many are jumped, where a way says so.
pub type Hops<const N: usize> = Option<(Rel, Int<N>)>;

//! Ways that are walked square by square: over the edge, over pieces, pushing, bringing along, taking something else than what stands
//! at the destination. Everything else goes by tables.
use super::bits::Bits;
use super::board::turned;
use super::eval::{Cx, compare};
use super::event::Event;
use super::movement::{Brought, Leave, MOST_BENDS, Move, PUSHES};
use super::order;
use super::plan::*;
use super::state::*;
use crate::rules::{Leg, Rel, Role, Verb};

/// One walk: a way of a piece from its square.
struct Walk<'w, const N: usize> {
    way: &'w Way<N>,
    piece: usize,
    from: usize,
    env: Env<N>,
    /// Squares where the way may end now.
    open: Bits<N>,
    torus: bool,
    /// Only captures on this square, of one of these.
    attack: Option<(usize, Bits<N>)>,
    takes_own: Bits<N>,
    own: Bits<N>,
    over: Bits<N>,
    quiet_over: bool,
    out: Vec<Move<N>>,
}

/// Pieces that a walk goes past: through them, and over those that it must jump.
struct Passing<const N: usize> {
    through: Bits<N>,
    hop: Bits<N>,
}

/// How far a walk has come.
#[derive(Clone, Copy)]
struct Underway<const N: usize> {
    at: usize,
    /// The direction of the line it is on, or was on.
    came: Option<(i8, i8)>,
    /// Where it turned from one line into the next, and how often.
    bends: [Option<u8>; MOST_BENDS],
    bent: usize,
    edge: bool,
    path: Bits<N>,
    leaps: bool,
    hops: i32,
    /// It is just behind a piece that it jumped.
    behind: bool,
    quiet_only: bool,
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
        attack: Option<(usize, Bits<N>)>,
    ) -> Vec<Move<N>> {
        if attack.is_some() && way.takes == Takes::Quiet || !self.way_open(way, p, sq) {
            return vec![];
        }
        if let Steps::FromTo(a, _) = &way.path
            && self.place_for(self.controller(p), *a) != sq
        {
            return vec![];
        }
        let nothing = |m: &Mask<N>| self.at_most(m, Bits::FULL).is_empty();
        if way.this.as_ref().is_some_and(nothing) || way.only_to.as_ref().is_some_and(nothing) {
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
            Steps::FromTo(_, b) => {
                let to = self.place_for(w.env.you, *b);
                self.land(&mut w, Move::plain(p, sq, to), false);
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
            Steps::Slide(legs) if way.pushing.is_some() => {
                for leg in legs {
                    for d in &leg.dirs {
                        let far = self.straight_on(&w, *d, leg).count() as u8;
                        (leg.min..=far).for_each(|n| self.push_to(&mut w, *d, n));
                    }
                }
            }
            Steps::Slide(legs) => self.legs(&mut w, legs),
        }
        w.out
    }
    /// The square that bears this name as a seat sees the board.
    fn place_for(&self, you: u8, square: u8) -> usize {
        let you = usize::from(you);
        if you >= self.plan.seats {
            return square.into();
        }
        self.plan.boards.in_frame(square.into(), you)
    }
    /// The squares of a line, as far as a way may go.
    fn straight_on(&self, w: &Walk<N>, d: (i8, i8), leg: &Leg) -> impl Iterator<Item = usize> {
        let (from, torus) = (w.from, w.torus);
        let on = move |at: &usize| {
            let next = self.plan.boards.step(*at, d, torus)?.0;
            (next != from).then_some(next)
        };
        std::iter::successors(Some(from), on)
            .skip(1)
            .take(usize::from(leg.far()))
    }
    /// The moves of a way along one line after another.
    fn legs(&self, w: &mut Walk<N>, legs: &[Leg]) {
        let here = self.with(&w.env);
        let passing = Passing {
            through: (w.way.through.as_ref()).map_or(Bits::EMPTY, |m| here.mask(m)),
            hop: (w.way.over.as_ref()).map_or(Bits::EMPTY, |h| here.mask(&h.of)),
        };
        let begun = Underway {
            at: w.from,
            came: None,
            bends: [None; MOST_BENDS],
            bent: 0,
            edge: false,
            path: Bits::EMPTY,
            leaps: false,
            hops: 0,
            behind: false,
            quiet_only: false,
        };
        self.leg(w, legs, &passing, begun);
    }
    /// The moves that go on from a square by these legs.
    fn leg(&self, w: &mut Walk<N>, legs: &[Leg], passing: &Passing<N>, begun: Underway<N>) {
        let Some((leg, rest)) = legs.split_first() else {
            return;
        };
        for d in leg.after(begun.came) {
            let mut now = begun;
            now.came = Some(d);
            now.leaps |= is_leap(d);
            for n in 1..=leg.far() {
                let Some((to, crossed)) = self.plan.boards.step(now.at, d, w.torus) else {
                    break;
                };
                if to == w.from {
                    break;
                }
                now.edge |= crossed;
                if n >= leg.min && rest.is_empty() && self.jumped_enough(w, &now) {
                    let m = Move {
                        leap: now.hops > 0 || now.leaps,
                        path: now.path,
                        edge: now.edge,
                        direction: (now.bent == 0).then_some(d),
                        bends: now.bends,
                        ..Move::plain(w.piece, w.from, to)
                    };
                    self.land(w, m, now.quiet_only);
                }
                now.behind = false;
                if let Some(p) = self.st.at_beside(to, w.piece) {
                    if passing.hop.has(p) {
                        now.hops += 1;
                        now.behind = true;
                    } else if passing.through.has(p) {
                        // goes on
                    } else if w.over.has(p) {
                        now.quiet_only |= w.quiet_over;
                        now.leaps = true;
                    } else {
                        break;
                    }
                }
                now.path.add(to);
                now.at = to;
                if n >= leg.min
                    && !rest.is_empty()
                    && let Some(bend) = now.bends.get(now.bent)
                    && bend.is_none()
                {
                    let mut on = now;
                    on.bends[now.bent] = Some(to as u8);
                    on.bent += 1;
                    self.leg(w, rest, passing, on);
                }
            }
        }
    }
    /// The pieces that the way must jump have been jumped.
    fn jumped_enough(&self, w: &Walk<N>, now: &Underway<N>) -> bool {
        let Some(Hurdles { many, of: _, close }) = &w.way.over else {
            return true;
        };
        let jumped = match many {
            None => now.hops == 1,
            Some((rel, k)) => compare(now.hops, *rel, self.with(&w.env).int(k)),
        };
        jumped && (!close || now.behind)
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
        if !w.open.has(to) || w.attack.is_some_and(|(sq, _)| sq != to) && way.this.is_none() {
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
                let cx = self.with(&env);
                // mostly none of those that are asked about is among the victims, which takes less work to see
                let asked = w.attack.map_or(Bits::FULL, |(_, victims)| victims);
                if asked != Bits::FULL && !cx.wanting(asked).mask(s).meets(asked) {
                    return;
                }
                m.victims = cx.mask(s);
                if m.victims.is_empty() || m.victims.iter().any(|v| !may_take(v)) {
                    return;
                }
            }
            (None, Takes::Only, None) if w.attack.is_none_or(|(sq, _)| sq != to) => return,
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
        self.walked_where(p, sq, l, |m| self.may_walk(m, l))
    }
    /// The same, whatever guards forbid.
    pub fn walked_freely(&self, p: usize, sq: usize, l: &Leave<N>) -> Vec<Move<N>> {
        self.walked_where(p, sq, l, |_| true)
    }
    /// Of the moves that may be made, those that do the same are one; the shortest path is kept.
    fn walked_where(
        &self,
        p: usize,
        sq: usize,
        l: &Leave<N>,
        may: impl Fn(&Move<N>) -> bool,
    ) -> Vec<Move<N>> {
        let torus = self.on_torus(p, l);
        let mut all = vec![];
        self.ways(p, l, false, |w| {
            if w.walked || torus {
                all.extend(self.walk(w, p, sq, l, torus, None));
            }
        });
        self.plainest(all, l, may)
    }
    /// Moves of a piece by the printed ways of these kinds that are walked, under every guard.
    pub fn walked_like(&self, p: usize, sq: usize, l: &Leave<N>, kinds: Bits<N>) -> Vec<Move<N>> {
        let rooted = l.rooted.has(p) && !l.standing.has(p);
        if !self.plan.walks || l.frozen.has(p) || rooted {
            return vec![];
        }
        let facing = self.st.facing[p] as usize & 3;
        let ways = kinds
            .iter()
            .flat_map(|k| &self.plan.printed[k].moves[facing]);
        let walked = ways.filter(|w| w.walked);
        let all = walked.flat_map(|w| self.walk(w, p, sq, l, false, None));
        self.plainest(all.collect(), l, |m| self.may_walk(m, l))
    }
    fn plainest(
        &self,
        mut all: Vec<Move<N>>,
        l: &Leave<N>,
        may: impl Fn(&Move<N>) -> bool,
    ) -> Vec<Move<N>> {
        order::by_key(&mut all, |m| (m.to, m.edge, m.leap, m.path.count()));
        let mut kept: Vec<Move<N>> = vec![];
        for mut m in all {
            m.stand = l.standing.has(m.piece as usize) && m.victims.any();
            let same = |o: &Move<N>| {
                (o.to, o.victims, o.bring, o.pushes, o.edge, o.leap)
                    == (m.to, m.victims, m.bring, m.pushes, m.edge, m.leap)
            };
            if !kept.iter().any(same) && may(&m) {
                kept.push(m);
            }
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
        let asked = match victim {
            usize::MAX => Bits::FULL,
            victim => Bits::one(victim),
        };
        let all = self.walk(way, a, from, l, torus, Some((sq, asked)));
        all.iter().any(|m| {
            // what takes something else by going there takes nothing there
            let hit = if victim == usize::MAX {
                m.to as usize == sq && m.victims.is_empty()
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

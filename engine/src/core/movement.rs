//! Where pieces go and what they attack: tables of ways asked for one piece or backwards, and what guards leave of it. Pure.
use super::bits::Bits;
use super::eval::Cx;
use super::event::{Event, Thing};
use super::plan::*;
use super::state::*;
use crate::rules::{Case, Role, Verb};

/// What guards leave to the pieces of one seat, read once for all of them.
#[derive(Clone, Debug)]
pub struct Leave<const N: usize> {
    /// Who acts.
    pub seat: u8,
    /// Pieces that cannot move.
    pub frozen: Bits<N>,
    /// Pieces that cannot leave their square; who captures without moving leaves none.
    pub rooted: Bits<N>,
    /// Pieces that cannot leap.
    pub grounded: Bits<N>,
    /// Squares nobody can enter; who captures without moving enters none.
    pub closed: Bits<N>,
    /// These cannot enter those squares.
    pub gates: Vec<(Bits<N>, Bits<N>)>,
    /// Pieces that cannot be captured.
    pub shielded: Bits<N>,
    /// These cannot capture those.
    pub spared: Vec<(Bits<N>, Bits<N>)>,
    /// These cannot move to those squares.
    pub barred: Vec<(Bits<N>, Bits<N>)>,
    /// These cannot go across those squares.
    pub walls: Vec<(Bits<N>, Bits<N>)>,
    /// Guards that have to be asked of each move: the guard (of a fact for a time: [`FACT`] and more) and its holder.
    pub asked: Vec<(u16, Env<N>)>,
    /// These may capture those, though they are of one owner.
    pub own: Vec<(Bits<N>, Bits<N>)>,
    /// These may go over those; quiet: without capturing behind.
    pub over: Vec<(Bits<N>, Bits<N>, bool)>,
    /// Movement that powers and modes give: which pieces have it.
    pub given: Vec<Bits<N>>,
    /// Pieces that capture without moving.
    pub standing: Bits<N>,
}

impl<const N: usize> Leave<N> {
    /// What is left to a seat where nothing is forbidden and nothing given.
    pub(super) fn of(seat: u8) -> Self {
        Leave {
            seat,
            frozen: Bits::EMPTY,
            rooted: Bits::EMPTY,
            grounded: Bits::EMPTY,
            closed: Bits::EMPTY,
            shielded: Bits::EMPTY,
            spared: vec![],
            gates: vec![],
            barred: vec![],
            walls: vec![],
            asked: vec![],
            own: vec![],
            over: vec![],
            given: vec![],
            standing: Bits::EMPTY,
        }
    }
}

/// For what it is asked what guards leave.
#[derive(Clone, Copy, Debug)]
pub enum Ask<const N: usize> {
    /// What a player may choose.
    Moves,
    /// What pieces could do, whatever binds their owner.
    Mobility,
    /// Whether a piece could capture.
    Attacks(Scope<N>),
}

/// Pieces and squares that a question about attacks concerns: a guard that speaks of none of them is not read.
#[derive(Clone, Copy, Debug)]
pub struct Scope<const N: usize> {
    /// Pieces that may act.
    pub by: Bits<N>,
    /// Pieces that may be taken.
    pub victims: Bits<N>,
    /// Squares that may be entered.
    pub squares: Bits<N>,
}

impl<const N: usize> Scope<N> {
    /// All of it.
    const WHOLE: Self = Scope {
        by: Bits::FULL,
        victims: Bits::FULL,
        squares: Bits::FULL,
    };
}

/// From this number on a guard is one of a fact for a time.
pub const FACT: u16 = 1 << 15;

/// Where one piece can go.
#[derive(Clone, Copy, Debug)]
pub struct Reach<const N: usize> {
    /// By slides and single steps.
    pub slides: Bits<N>,
    /// By leaps.
    pub leaps: Bits<N>,
}

/// Pieces one move can shove.
pub const PUSHES: usize = 10;

/// One move with all it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move<const N: usize> {
    /// Who goes.
    pub piece: u8,
    /// From where.
    pub from: u8,
    /// Where to (a capture without moving: the square of the victim).
    pub to: u8,
    /// Who is taken.
    pub victims: Bits<N>,
    /// Who is shoved where (off the board: [`NONE`]), farthest first.
    pub pushes: [Option<(u8, u8)>; PUSHES],
    /// Who is brought along, and where to.
    pub bring: Option<(u8, u8)>,
    /// An edge of the torus is crossed.
    pub edge: bool,
    /// The captor stays.
    pub stand: bool,
    /// It leaps.
    pub leap: bool,
    /// Squares on the way.
    pub path: Bits<N>,
    /// The direction, if it went along a line.
    pub direction: Option<(i8, i8)>,
}

impl<const N: usize> Move<N> {
    /// From one square to another, and nothing else.
    pub fn plain(p: usize, from: usize, to: usize) -> Self {
        Move {
            piece: p as u8,
            from: from as u8,
            to: to as u8,
            victims: Bits::EMPTY,
            pushes: [None; PUSHES],
            bring: None,
            edge: false,
            stand: false,
            leap: false,
            path: Bits::EMPTY,
            direction: None,
        }
    }
}

impl<const N: usize> Plan<N> {
    /// The squares a line reaches from a square, the first piece on it included.
    #[inline(always)]
    pub fn ray(&self, r: u16, sq: usize, taken: Bits<N>) -> Bits<N> {
        let ray = &self.rays[r as usize];
        let line = ray.line[sq];
        let hit = line & taken;
        let stop = if ray.up { hit.first() } else { hit.last() };
        match stop {
            None => ray.land[sq],
            Some(stop) => {
                let upto = if ray.up {
                    self.below[stop + 1]
                } else {
                    !self.below[stop]
                };
                ray.land[sq] & upto
            }
        }
    }
    /// The fixed targets and lines of a way from a square: slides and steps, and leaps.
    #[inline(always)]
    fn targets(&self, w: &Way<N>, sq: usize, taken: Bits<N>) -> Reach<N> {
        let mut slides = w.steps.as_ref().map_or(Bits::EMPTY, |t| t[sq]);
        for r in &w.rays {
            slides |= self.ray(*r, sq, taken);
        }
        Reach {
            slides,
            leaps: w.leaps.as_ref().map_or(Bits::EMPTY, |t| t[sq]),
        }
    }
}

impl<const N: usize> Cx<'_, N> {
    /// What guards leave to a seat.
    pub fn leave(&self, seat: u8, what: Ask<N>) -> Leave<N> {
        let (attack, bound, scope) = match what {
            Ask::Moves => (false, false, Scope::WHOLE),
            Ask::Mobility => (false, true, Scope::WHOLE),
            Ask::Attacks(scope) => (true, true, scope),
        };
        let plan = self.plan;
        let plain = self.with(&Env::EMPTY);
        let mut l = Leave {
            frozen: plan.frozen.as_ref().map_or(Bits::EMPTY, |m| plain.mask(m)),
            ..Leave::of(seat)
        };
        for m in &plan.movements {
            l.given.push(if m.attack && !attack {
                Bits::EMPTY
            } else {
                plain.view(&m.view)
            });
        }
        for v in &plan.standing {
            l.standing |= plain.view(v);
        }
        for g in &plan.permits {
            self.permit(g, &mut l);
        }
        self.guards_on(&mut l, scope, |g| {
            (!bound || g.pieces) && concerns_moves(g.pattern.verb)
        });
        l
    }
    /// What is left to a seat, to move or to attack, as long as nothing is forbidden.
    pub fn unguarded(&self, seat: u8, attack: bool) -> Leave<N> {
        let plain = self.with(&Env::EMPTY);
        let mut l = Leave::of(seat);
        for m in &self.plan.movements {
            l.given.push(match m.attack && !attack {
                true => Bits::EMPTY,
                false => plain.view(&m.view),
            });
        }
        for v in &self.plan.standing {
            l.standing |= plain.view(v);
        }
        for g in &self.plan.permits {
            self.permit(g, &mut l);
        }
        l
    }
    /// The rule whose own condition keeps a piece from a square that its pattern reaches.
    pub fn barred_by(&self, p: usize, from: usize, to: usize, seat: u8) -> Option<u16> {
        let l = self.unguarded(seat, false);
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
    fn guards_on(&self, l: &mut Leave<N>, scope: Scope<N>, meant: impl Fn(&Guard<N>) -> bool) {
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
            let there = self.st.plane(plane::THERE);
            let whom = || {
                let named = g.pattern.object.as_ref();
                named.map_or(Bits::FULL, |(_, m)| cx.mask(m)) & there
            };
            if g.pattern.verb == Verb::Capture && !g.roles.is_empty() {
                return cx.permit_each(g, (who, whom()), l);
            }
            if !cx.truth(&g.when) {
                return;
            }
            if g.pattern.verb == Verb::Capture {
                l.own.push((who, whom()));
            } else {
                for (_, _, over) in &g.pattern.cases {
                    if let CaseIs::Among(m) = over {
                        l.over
                            .push((who, cx.mask(m) & self.st.plane(plane::BOARD), g.quiet));
                    }
                }
            }
        });
    }
    /// A permission to capture that hangs on captor and victim: it is asked of each of them.
    fn permit_each(&self, g: &Guard<N>, (who, whom): (Bits<N>, Bits<N>), l: &mut Leave<N>) {
        let board = self.st.plane(plane::BOARD);
        let own = |p: usize| self.owned_by(self.controller(p) as usize);
        for p in (who & board).iter() {
            let may = |v: &usize| {
                let e = (self.event(Verb::Capture, l.seat))
                    .with(Role::Captor, Thing::Piece(p as u8))
                    .with(Role::Victim, Thing::Piece(*v as u8));
                let mut env = *self.env;
                let by_seat = matches!(g.pattern.doer, Doer::Seats(_));
                self.bind(&g.roles, by_seat, &[&e], &mut env);
                self.with(&env).truth(&g.when)
            };
            let of: Bits<N> = (whom & board & own(p)).iter().filter(may).collect();
            if of.any() {
                l.own.push((Bits::one(p), of));
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
            Doer::Pieces(m) => self.wanting(scope.by).mask(m),
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
            .map_or(Bits::FULL, |(_, m)| self.wanting(want).mask(m))
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
    /// The ways a piece has, by its kind and facing and what is given to it.
    pub(super) fn ways<'b>(
        &'b self,
        p: usize,
        l: &Leave<N>,
        attack: bool,
        mut f: impl FnMut(&'b Way<N>),
    ) {
        let plan = self.plan;
        let facing = self.st.facing[p] as usize & 3;
        let printed = &plan.printed[self.kind(p)];
        let mut replaced: Option<&Movement<N>> = None;
        for (m, has) in plan.movements.iter().zip(&l.given) {
            if m.gives && !m.also && has.has(p) && replaced.is_none_or(|r| m.specific < r.specific)
            {
                replaced = Some(m);
            }
        }
        let like = |m: &'b Movement<N>, f: &mut dyn FnMut(&'b Way<N>)| {
            m.ways[facing].iter().for_each(&mut *f);
            for k in &m.like {
                plan.printed[*k as usize].of(attack)[facing]
                    .iter()
                    .for_each(&mut *f);
            }
            if let Some(kinds) = &m.like_read {
                let mut env = Env::of(NONE, p as u8, m.view.rule);
                self.holders(m.view.holder, m.view.rule, |you, _| {
                    let owner = self.controller(p);
                    if env.you == NONE || you == owner {
                        env.you = you;
                    }
                });
                for k in self.with(&env).mask(kinds).iter() {
                    plan.printed[k].of(attack)[facing].iter().for_each(&mut *f);
                }
            }
        };
        if let Some(m) = replaced {
            return like(m, &mut f);
        }
        match &printed.attacks_like {
            Some(m) if attack => like(m, &mut f),
            Some(_) | None => printed.of(attack)[facing].iter().for_each(&mut f),
        }
        for (m, has) in plan.movements.iter().zip(&l.given) {
            if m.gives && m.also && has.has(p) {
                like(m, &mut f);
            }
        }
    }
    pub(super) fn way_open(&self, w: &Way<N>, p: usize, sq: usize) -> bool {
        w.from.has(sq)
            && w.only_from.as_ref().is_none_or(|m| {
                let env = Env::of(self.controller(p), p as u8, w.rule);
                self.with(&env).has(m, sq)
            })
    }
    /// Of these targets those the way's own conditions leave.
    fn allowed(&self, w: &Way<N>, p: usize, sq: usize, to: Bits<N>) -> Bits<N> {
        if to.is_empty() || w.only_to.is_none() && w.when.is_none() {
            return to;
        }
        let mut env = Env::of(self.controller(p), p as u8, w.rule);
        let mut to = to;
        if let Some(m) = &w.only_to {
            to &= self.with(&env).wanting(to).mask(m);
        }
        if let Some(c) = &w.when {
            for t in to.iter() {
                for (role, name) in &w.roles {
                    env.names[*name as usize] = match role {
                        Role::Origin => Bits::one(sq),
                        Role::Destination => Bits::one(t),
                        Role::Path => self.plan.boards.line(sq, t, false),
                        Role::Mover | Role::Subject | Role::Captor => Bits::one(p),
                        Role::Victim | Role::Object => {
                            self.st.at_beside(t, p).map_or(Bits::EMPTY, Bits::one)
                        }
                        _ => continue,
                    };
                }
                if !self.with(&env).truth(c) {
                    to.drop(t);
                }
            }
        }
        to
    }
    /// A piece has a leap of more than one step, or passes over pieces.
    pub fn jumps(&self, p: usize) -> bool {
        let l = self.leave(self.controller(p), Ask::Moves);
        let mut yes = l.over.iter().any(|(who, ..)| who.has(p));
        self.ways(p, &l, false, |w| {
            yes |= match &w.path {
                Steps::Leap(v) => v.iter().any(|d| is_leap(*d)),
                Steps::Slide(v, ..) => w.over.is_some() || v.iter().any(|d| is_leap(*d)),
                Steps::Anywhere | Steps::FromTo(..) => false,
            }
        });
        yes
    }
    /// A piece could go to one of these squares: as it is, or as if it were of a kind, without the rules of its own.
    pub fn could_reach(&self, p: usize, squares: Bits<N>, kind: Option<Option<usize>>) -> bool {
        let Some(from) = self.st.square(p) else {
            return false;
        };
        let goes = |cx: &Cx<N>| {
            let l = cx.leave(cx.controller(p), Ask::Moves);
            let r = cx.reach(p, from, &l);
            (r.slides | r.leaps).meets(squares)
                || cx.plan.walks
                    && cx
                        .walked(p, from, &l)
                        .iter()
                        .any(|m| squares.has(m.to as usize))
        };
        let env = Env::of(self.controller(p), NONE, NONE16);
        match kind {
            None => goes(&self.with(&env)),
            Some(None) => false,
            Some(Some(k)) => {
                let mut st = self.st.world();
                let old = st.kind[p] as usize;
                st.planes[self.plan.kind_planes + old].drop(p);
                st.planes[self.plan.kind_planes + k].add(p);
                st.kind[p] = k as u8;
                goes(&Cx {
                    st: &st,
                    ..self.with(&env)
                })
            }
        }
    }
    /// Where a piece can go under its ways and what guards leave, king safety and guards asked move by move aside.
    pub fn reach(&self, p: usize, sq: usize, l: &Leave<N>) -> Reach<N> {
        let st = self.st;
        let mut out = Reach {
            slides: Bits::EMPTY,
            leaps: Bits::EMPTY,
        };
        if l.frozen.has(p) {
            return out;
        }
        let taken = st.taken_beside(p);
        // of pieces on the other side of the board nothing is asked
        let squares = |of: Bits<N>| -> Bits<N> {
            let beside = of.iter().filter(|v| st.is_far(*v) == st.is_far(p));
            beside.filter_map(|v| st.square(v)).collect()
        };
        let mut own = self.own_squares(p);
        if !l.own.is_empty() {
            for (who, whom) in &l.own {
                if who.has(p) {
                    own -= squares(*whom);
                }
            }
            own.add(sq);
        }
        let mut walls = Bits::EMPTY;
        for (who, squares) in &l.walls {
            if who.has(p) {
                walls |= *squares;
            }
        }
        let (mut free, mut quiet) = (Bits::EMPTY, true);
        for (who, over, q) in &l.over {
            if who.has(p) {
                free |= squares(*over);
                quiet &= q;
            }
        }
        let torus = self.plan.walks && self.on_torus(p, l);
        self.ways(p, l, false, |w| {
            if torus || w.walked || !self.way_open(w, p, sq) {
                return;
            }
            let gone = taken
                - w.through
                    .as_ref()
                    .map_or(Bits::EMPTY, |m| self.through(m, p, w.rule));
            let mut t = self.plan.targets(w, sq, gone | walls);
            if free.any() && !w.rays.is_empty() {
                let far = self.plan.targets(w, sq, (gone - free) | walls).slides - t.slides;
                t.leaps |= if quiet { far - taken } else { far };
            }
            let may = |to: Bits<N>| match w.takes {
                Takes::Quiet => to - taken,
                Takes::Only => (to & taken) - own,
                Takes::Both => to - own,
            };
            out.slides |= self.allowed(w, p, sq, may(t.slides));
            out.leaps |= self.allowed(w, p, sq, may(t.leaps));
        });
        let mut shut = l.closed;
        for (who, squares) in &l.gates {
            if who.has(p) {
                shut |= *squares;
            }
        }
        if l.rooted.has(p) {
            shut = Bits::FULL;
        }
        if l.standing.has(p) {
            shut -= taken;
        }
        if l.shielded.any() {
            shut |= squares(l.shielded);
        }
        for (who, whom) in &l.spared {
            if who.has(p) {
                shut |= squares(*whom);
            }
        }
        for (who, squares) in &l.barred {
            if who.has(p) {
                shut |= *squares;
            }
        }
        out.slides -= shut;
        out.leaps -= shut;
        if l.grounded.has(p) {
            out.leaps = Bits::EMPTY;
        }
        if !l.asked.is_empty() {
            out.slides = self.unrefused(p, sq, out.slides, false, l);
            out.leaps = self.unrefused(p, sq, out.leaps, true, l);
        }
        out
    }
    /// The same by the printed ways of these kinds alone.
    pub fn reach_like(&self, p: usize, sq: usize, l: &Leave<N>, kinds: Bits<N>) -> Reach<N> {
        let st = self.st;
        let mut out = Reach {
            slides: Bits::EMPTY,
            leaps: Bits::EMPTY,
        };
        if l.frozen.has(p) || l.rooted.has(p) {
            return out;
        }
        let taken = st.taken_beside(p);
        let own = self.own_squares(p);
        for k in kinds.iter() {
            for w in &self.plan.printed[k].moves[st.facing[p] as usize & 3] {
                if !self.way_open(w, p, sq) {
                    continue;
                }
                let t = self.plan.targets(w, sq, taken);
                let may = |to: Bits<N>| match w.takes {
                    Takes::Quiet => to - taken,
                    Takes::Only => (to & taken) - own,
                    Takes::Both => to - own,
                };
                out.slides |= self.allowed(w, p, sq, may(t.slides));
                out.leaps |= self.allowed(w, p, sq, may(t.leaps));
            }
        }
        let env = *self.env;
        let cx = self.with(&env);
        let free = |leap: bool| {
            move |t: &usize| {
                let m = cx.make(p, sq, *t, leap, false);
                let mut refused = false;
                cx.raised(&m, l.seat, |e| refused = refused || cx.forbidden(&e, false));
                !refused
            }
        };
        out.slides = out.slides.iter().filter(free(false)).collect();
        out.leaps = out.leaps.iter().filter(free(true)).collect();
        out
    }
    fn through(&self, m: &Mask<N>, p: usize, rule: u16) -> Bits<N> {
        let env = Env::of(self.controller(p), p as u8, rule);
        let pieces = self.with(&env).mask(m);
        pieces.iter().filter_map(|v| self.st.square(v)).collect()
    }
    /// The squares a piece finds taken by its own player.
    fn own_squares(&self, p: usize) -> Bits<N> {
        let seat = self.controller(p) as usize;
        let st = self.st;
        if st.far.is_empty() || seat >= self.plan.seats {
            return self.squares_of(seat);
        }
        let own = self.owned_by(seat) & st.plane(plane::BOARD);
        let beside = own.iter().filter(|o| st.is_far(*o) == st.is_far(p));
        beside.filter_map(|o| st.square(o)).collect()
    }
    /// The squares taken by a seat's pieces.
    fn squares_of(&self, seat: usize) -> Bits<N> {
        if seat >= self.plan.seats {
            return Bits::EMPTY;
        }
        match self.plan.sharing[seat] {
            one if one.count_ones() == 1 => self.st.plane(self.plan.owner_squares + seat),
            all => (0..self.plan.seats)
                .filter(|s| all >> s & 1 == 1)
                .fold(Bits::EMPTY, |m, s| {
                    m | self.st.plane(self.plan.owner_squares + s)
                }),
        }
    }
    /// Those of the targets that no guard refuses that has to be asked of each move.
    fn unrefused(&self, p: usize, sq: usize, to: Bits<N>, leap: bool, l: &Leave<N>) -> Bits<N> {
        let stand = l.standing.has(p);
        let free = |t: &usize| {
            let m = self.make(p, sq, *t, leap, stand);
            let mut refused = false;
            self.raised(&m, l.seat, |e| refused |= self.refused_by(&l.asked, &e));
            !refused
        };
        to.iter().filter(free).collect()
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
        self.plan.permits.iter().any(|g| {
            let mut hit = false;
            if g.holder == guard.holder && g.pattern.verb == e.verb {
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
    /// A move with what it does.
    pub fn make(&self, p: usize, from: usize, to: usize, leap: bool, standing: bool) -> Move<N> {
        let victims = self.st.at_beside(to, p).map_or(Bits::EMPTY, Bits::one);
        let line = if leap {
            None
        } else {
            self.plan.boards.heading(from, to)
        };
        Move {
            victims,
            stand: standing && victims.any(),
            leap,
            path: if leap {
                Bits::EMPTY
            } else {
                self.plan.boards.line(from, to, false)
            },
            direction: line,
            ..Move::plain(p, from, to)
        }
    }
    /// The events a move raises, in their order.
    pub fn raised(&self, m: &Move<N>, author: u8, mut f: impl FnMut(Event<N>)) {
        let mover = Thing::Piece(m.piece);
        let (from, to) = (Thing::Square(m.from), Thing::Square(m.to));
        let new = |verb| Event {
            still: m.stand,
            edge: m.edge,
            ..Event::new(verb, author, Means::Move)
        };
        if !m.stand {
            f(new(Verb::Leave)
                .with(Role::Leaver, mover)
                .with(Role::Origin, from));
        }
        if !m.leap && self.plan.watched[Verb::Cross as usize] {
            for q in m.path.iter() {
                let path = Thing::Square(q as u8);
                f(new(Verb::Cross)
                    .with(Role::Crosser, mover)
                    .with(Role::Path, path));
            }
        }
        for (p, to) in m.pushes.iter().flatten() {
            let pushed = Thing::Piece(*p);
            let mut whole = new(Verb::Push)
                .with(Role::Pushed, pushed)
                .with(Role::Subject, mover);
            if let Some(q) = self.st.square(*p as usize) {
                let from = Thing::Square(q as u8);
                whole = whole.with(Role::Origin, from);
                f(new(Verb::Leave)
                    .with(Role::Leaver, pushed)
                    .with(Role::Origin, from));
            }
            if *to == NONE {
                f(new(Verb::LosePiece).with(Role::Victim, pushed));
                f(new(Verb::Remove).with(Role::Removed, pushed));
            } else {
                let to = Thing::Square(*to);
                whole = whole.with(Role::Destination, to);
                f(new(Verb::Enter)
                    .with(Role::Entrant, pushed)
                    .with(Role::Destination, to));
            }
            f(whole);
        }
        for victim in m.victims.iter() {
            let victim = Thing::Piece(victim as u8);
            f(new(Verb::LosePiece).with(Role::Victim, victim));
            f(new(Verb::Capture)
                .with(Role::Victim, victim)
                .with(Role::Captor, mover)
                .with(Role::Destination, to)
                .with(Role::Origin, from));
        }
        if m.stand {
            f(new(Verb::Move)
                .with(Role::Mover, mover)
                .with(Role::Origin, from));
            return;
        }
        f(new(Verb::Enter)
            .with(Role::Entrant, mover)
            .with(Role::Destination, to)
            .with(Role::Origin, from));
        if let Some((b, q)) = m.bring {
            let brought = Thing::Piece(b);
            let mut leave = new(Verb::Leave).with(Role::Leaver, brought);
            if let Some(q) = self.st.square(b as usize) {
                leave = leave.with(Role::Origin, Thing::Square(q as u8));
            }
            f(leave);
            f(new(Verb::Enter)
                .with(Role::Entrant, brought)
                .with(Role::Destination, Thing::Square(q)));
            f(new(Verb::Castle)
                .with(Role::Mover, mover)
                .with(Role::Object, brought));
        }
        let whole = Event {
            path: m.path,
            ..new(Verb::Move)
        }
        .with(Role::Mover, mover)
        .with(Role::Origin, from)
        .with(Role::Destination, to);
        if m.leap && m.bring.is_none() {
            f(Event {
                verb: Verb::Jump,
                ..whole
            });
        }
        f(match m.direction {
            Some((x, y)) => whole.with(Role::Direction, Thing::Direction(x, y)),
            None => whole,
        });
    }

    // ---- attacks

    /// Which of these pieces an enemy (of these seats) attacks.
    pub fn struck(&self, pieces: Bits<N>, by: Option<Bits<N>>) -> Bits<N> {
        let cx = Cx {
            depth: self.depth + 1,
            ..self.wanting(Bits::FULL)
        };
        let mut out = Bits::EMPTY;
        let mut hostile = self.playing();
        let next = self.plan.next_player.then(|| self.next_seat());
        if let Some(next) = next {
            hostile &= self.sharing(Bits::one(next as usize));
        }
        if let Some(by) = by {
            hostile &= self.sharing(by);
        }
        let mut unguarded = vec![];
        for v in pieces.iter() {
            let owner = self.st.owner[v] as usize;
            let Some(sq) = self.st.square(v) else {
                continue;
            };
            if owner >= self.plan.seats {
                continue;
            }
            for s in hostile.iter() {
                if self.plan.allies[owner] >> s & 1 == 0
                    && cx.strikes(s, (sq, v), next, &mut unguarded)
                {
                    out.add(v);
                    break;
                }
            }
        }
        out
    }
    /// Seats that share their pieces with one of these, themselves too.
    fn sharing(&self, seats: Bits<N>) -> Bits<N> {
        let of = (seats & Bits::below(self.plan.seats)).iter();
        let all = of.fold(0, |all, s| all | self.plan.sharing[s]);
        (0..self.plan.seats).filter(|s| all >> s & 1 == 1).collect()
    }
    /// Some piece of a seat attacks a piece on a square; of seats that share it this one acts, if it is said.
    fn strikes(
        &self,
        seat: usize,
        (sq, victim): (usize, usize),
        taker: Option<u8>,
        unguarded: &mut Vec<Leave<N>>,
    ) -> bool {
        let st = self.st;
        let own = st.plane(plane::OWNER + seat) & st.plane(plane::BOARD);
        let simple = self.plan.simple_attacks
            && st.imposed.is_empty()
            && !self.plan.walked_victims.has(self.kind(victim));
        let nothing = simple.then(|| Leave::nothing(seat as u8));
        for a in own.iter() {
            let Some(from) = st.square(a) else { continue };
            if simple
                && !self.plan.strike[st.kind[a] as usize][st.facing[a] as usize & 3][from].has(sq)
            {
                continue;
            }
            if st.is_far(a) != st.is_far(victim) {
                continue;
            }
            let strikes = match &nothing {
                Some(l) => self.hits(a, from, sq, victim, st.taken_beside(a), l),
                None => {
                    let taker = taker.unwrap_or_else(|| self.controller(a));
                    self.takes(a, from, (sq, victim), taker, unguarded)
                }
            };
            if strikes {
                return true;
            }
        }
        false
    }
    /// A piece attacks another (none: [`usize::MAX`]), and a seat would capture with it. Guards can only forbid a capture, so they are
    /// read only where the piece could capture without them; `unguarded` keeps, for each seat, what it may do without guards.
    fn takes(
        &self,
        a: usize,
        from: usize,
        (sq, victim): (usize, usize),
        taker: u8,
        unguarded: &mut Vec<Leave<N>>,
    ) -> bool {
        let known = unguarded.iter().position(|l| l.seat == taker);
        let at = known.unwrap_or_else(|| {
            unguarded.push(self.unguarded(taker, true));
            unguarded.len() - 1
        });
        let taken = self.st.taken_beside(a);
        self.hits(a, from, sq, victim, taken, &unguarded[at]) && {
            let scope = Scope {
                by: Bits::one(a),
                victims: match victim {
                    usize::MAX => Bits::EMPTY,
                    v => Bits::one(v),
                },
                squares: Bits::one(sq),
            };
            let l = self.leave(taker, Ask::Attacks(scope));
            self.hits(a, from, sq, victim, taken, &l)
        }
    }
    /// A piece on a square attacks another on another.
    fn hits(
        &self,
        a: usize,
        from: usize,
        sq: usize,
        victim: usize,
        taken: Bits<N>,
        l: &Leave<N>,
    ) -> bool {
        if l.frozen.has(a) || l.shielded.has(victim) {
            return false;
        }
        let bound = |pairs: &[(Bits<N>, Bits<N>)], i: usize| {
            pairs.iter().any(|(who, what)| who.has(a) && what.has(i))
        };
        if bound(&l.spared, victim) || bound(&l.barred, sq) {
            return false;
        }
        let kept = l.rooted.has(a) || l.closed.has(sq) || bound(&l.gates, sq);
        if kept && !l.standing.has(a) {
            return false;
        }
        let mut walls = Bits::EMPTY;
        for (who, squares) in &l.walls {
            if who.has(a) {
                walls |= *squares;
            }
        }
        let (mut free, mut quiet) = (Bits::EMPTY, true);
        for (who, over, q) in &l.over {
            if who.has(a) {
                let beside = over
                    .iter()
                    .filter(|v| self.st.is_far(*v) == self.st.is_far(a));
                free |= beside.filter_map(|v| self.st.square(v)).collect();
                quiet &= q;
            }
        }
        let target = Bits::one(sq);
        let (mut slides, mut leaps, mut walks) = (false, false, false);
        let torus = self.plan.walks && self.on_torus(a, l);
        self.ways(a, l, true, |w| {
            if torus || w.walked {
                let may = torus
                    || w.takes != Takes::Quiet
                        && (victim == usize::MAX || w.this_kinds.has(self.kind(victim)));
                walks = walks || may && self.walks_to(w, (a, from), (sq, victim), l, torus);
                return;
            }
            if w.takes == Takes::Quiet || slides || !self.way_open(w, a, from) {
                return;
            }
            let gone = taken
                - w.through
                    .as_ref()
                    .map_or(Bits::EMPTY, |m| self.through(m, a, w.rule));
            let t = self.plan.targets(w, from, gone | walls);
            if t.slides.has(sq) {
                slides |= self.allowed(w, a, from, target).any();
            } else if t.leaps.has(sq)
                || free.any()
                    && !quiet
                    && self
                        .plan
                        .targets(w, from, (gone - free) | walls)
                        .slides
                        .has(sq)
            {
                leaps |= self.allowed(w, a, from, target).any();
            }
        });
        if walks {
            return true;
        }
        leaps &= !l.grounded.has(a);
        if l.asked.is_empty() {
            return slides || leaps;
        }
        slides && self.unrefused(a, from, target, false, l).any()
            || leaps && self.unrefused(a, from, target, true, l).any()
    }
    /// One of these pieces covers a square: plain capturing reach of its kind (or of others): no power, no guard but on squares it
    /// goes to and through; what is protected is covered too.
    pub fn cover(&self, pieces: Bits<N>, sq: usize, kinds: Option<Bits<N>>) -> bool {
        if self.depth > 3 {
            return false;
        }
        let cx = Cx {
            depth: self.depth + 1,
            ..self.wanting(Bits::FULL)
        };
        let mut of_seats: [Option<Leave<N>>; 17] = Default::default();
        (pieces & self.st.plane(plane::BOARD)).iter().any(|p| {
            let ks = kinds.unwrap_or_else(|| Bits::one(cx.kind(p)));
            let Some((from, leap)) = cx.covers_by_way(p, sq, ks, Bits::EMPTY) else {
                return false;
            };
            let seat = cx.controller(p);
            let l = of_seats[(seat as usize).min(16)].get_or_insert_with(|| cx.closures(seat));
            let barred = |all: &[(Bits<N>, Bits<N>)]| {
                let meant = all.iter().filter(|(who, _)| who.has(p));
                meant.fold(Bits::EMPTY, |m, (_, squares)| m | *squares)
            };
            if l.closed.has(sq) || barred(&l.gates).has(sq) {
                return false;
            }
            let walls = barred(&l.walls);
            if walls.any() && cx.covers_by_way(p, sq, ks, walls).is_none() {
                return false;
            }
            l.asked.is_empty() || !cx.closed(seat, p, (from, sq), leap)
        })
    }
    /// A guard that has to be asked of each move closes the way of a piece from one square to another.
    fn closed(&self, seat: u8, p: usize, (from, to): (usize, usize), leap: bool) -> bool {
        let piece = Thing::Piece(p as u8);
        let enter = Event::new(Verb::Enter, seat, Means::Move)
            .with(Role::Entrant, piece)
            .with(Role::Origin, Thing::Square(from as u8))
            .with(Role::Destination, Thing::Square(to as u8));
        let crossed = match leap {
            true => Bits::EMPTY,
            false => self.plan.boards.line(from, to, false),
        };
        let cross = |q: usize| {
            Event::new(Verb::Cross, seat, Means::Move)
                .with(Role::Crosser, piece)
                .with(Role::Path, Thing::Square(q as u8))
        };
        self.forbidden(&enter, false) || crossed.iter().any(|q| self.forbidden(&cross(q), false))
    }
    /// Some way of these kinds takes a piece from where it stands to what is on a square: from where, and whether it leaps.
    fn covers_by_way(
        &self,
        p: usize,
        sq: usize,
        kinds: Bits<N>,
        walls: Bits<N>,
    ) -> Option<(usize, bool)> {
        let from = self.st.square(p)?;
        let taken = self.st.taken_beside(p) | walls;
        let facing = self.st.facing[p] as usize & 3;
        let target = Bits::one(sq);
        let mut slides = false;
        for w in kinds
            .iter()
            .flat_map(|k| &self.plan.printed[k].of(true)[facing])
        {
            if w.takes == Takes::Quiet || !self.way_open(w, p, from) {
                continue;
            }
            if w.walked {
                let mut l = Leave::of(self.controller(p));
                l.own.push((Bits::one(p), Bits::FULL));
                if walls.any() {
                    l.walls.push((Bits::one(p), walls));
                }
                let all = self.walk(w, p, from, &l, false, Some(sq));
                if let Some(m) = all.iter().find(|m| m.to as usize == sq) {
                    if m.leap {
                        return Some((from, true));
                    }
                    slides = true;
                }
                continue;
            }
            let t = self.plan.targets(w, from, taken);
            if (t.slides | t.leaps).has(sq) && self.allowed(w, p, from, target).any() {
                if t.leaps.has(sq) {
                    return Some((from, true));
                }
                slides = true;
            }
        }
        slides.then_some((from, false))
    }
    /// Of what guards leave to a seat only the squares that are closed.
    fn closures(&self, seat: u8) -> Leave<N> {
        let mut l = Leave::of(seat);
        self.guards_on(&mut l, Scope::WHOLE, |g| {
            matches!(g.pattern.verb, Verb::Enter | Verb::Cross)
        });
        l
    }
    /// How many of these targets one of the pieces attacks: what stands there could be captured. Of seats that act with pieces, by them.
    pub fn attacks_one(
        &self,
        pieces: Bits<N>,
        targets: Bits<N>,
        squares: bool,
        by: Option<Bits<N>>,
    ) -> usize {
        if self.depth > 3 {
            return 0;
        }
        let cx = Cx {
            depth: self.depth + 1,
            ..self.wanting(Bits::FULL)
        };
        let st = self.st;
        let seats = self.plan.seats;
        let mut unguarded = vec![];
        let hit = |y: &usize| {
            let Some(sq) = (if squares { Some(*y) } else { st.square(*y) }) else {
                return false;
            };
            let mut strikes = |a: usize, taker: u8| {
                let Some(from) = st.square(a) else {
                    return false;
                };
                let victim = if squares {
                    st.at_beside(sq, a)
                } else {
                    Some(*y)
                };
                // own pieces are no victims, nor those on the other side of the board
                let foe = victim.is_none_or(|v| {
                    let (x, y) = (st.owner[a] as usize, st.owner[v] as usize);
                    let own = x < seats && y < seats && self.plan.sharing[x] >> y & 1 == 1;
                    !own && st.is_far(a) == st.is_far(v)
                });
                let victim = victim.unwrap_or(usize::MAX);
                foe && cx.takes(a, from, (sq, victim), taker, &mut unguarded)
            };
            match by {
                None => pieces.iter().any(|a| strikes(a, cx.controller(a))),
                Some(by) => (by & Bits::below(seats)).iter().any(|s| {
                    (cx.owned_by(s) & pieces)
                        .iter()
                        .any(|a| strikes(a, s as u8))
                }),
            }
        };
        targets.iter().filter(hit).count()
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

impl<const N: usize> Leave<N> {
    /// Nothing is forbidden, nothing given.
    fn nothing(seat: u8) -> Self {
        Leave {
            seat,
            frozen: Bits::EMPTY,
            rooted: Bits::EMPTY,
            grounded: Bits::EMPTY,
            closed: Bits::EMPTY,
            shielded: Bits::EMPTY,
            spared: vec![],
            gates: vec![],
            barred: vec![],
            walls: vec![],
            asked: vec![],
            own: vec![],
            over: vec![],
            given: vec![],
            standing: Bits::EMPTY,
        }
    }
}

impl<const N: usize> Printed<N> {
    /// The ways by facing, of attack or of moves.
    pub fn of(&self, attack: bool) -> &[Vec<Way<N>>; 4] {
        match &self.attacks {
            Some(ways) if attack => ways,
            _ => &self.moves,
        }
    }
}

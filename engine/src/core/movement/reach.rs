//! Where a piece can go: its ways, and what stands in them.
use super::{Ask, Leave, Reach};
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::Role;

impl<const N: usize> Cx<'_, N> {
    /// The ways a piece has, by its kind and facing and what is given to it.
    pub(in crate::core) fn ways<'b>(
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
        match (replaced, &printed.attacks_like) {
            (Some(m), _) => like(m, &mut f),
            (None, Some(m)) if attack => like(m, &mut f),
            (None, Some(_) | None) => printed.of(attack)[facing].iter().for_each(&mut f),
        }
        // what is said beside the printed ways stays, unless something more specific takes their place
        let stays = |m: &Movement<N>| {
            let rank = |m: &Movement<N>| (m.specific.0, m.specific.1);
            replaced.is_none_or(|r| rank(m) <= rank(r))
        };
        for (m, has) in plan.movements.iter().zip(&l.given) {
            if m.gives && m.also && has.has(p) && stays(m) {
                like(m, &mut f);
            }
        }
    }
    pub(in crate::core) fn way_open(&self, w: &Way<N>, p: usize, sq: usize) -> bool {
        w.from.has(sq)
            && w.only_from.as_ref().is_none_or(|m| {
                let env = Env::of(self.controller(p), p as u8, w.rule);
                self.with(&env).has(m, sq)
            })
    }
    /// Of these targets those the way's own conditions leave.
    pub(super) fn allowed(&self, w: &Way<N>, p: usize, sq: usize, to: Bits<N>) -> Bits<N> {
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
        let l = self.pattern_of(self.controller(p), Bits::one(p), false);
        let mut yes = l.over.iter().any(|(who, ..)| who.has(p));
        self.ways(p, &l, false, |w| {
            yes |= match &w.path {
                Steps::Leap(v) => v.iter().any(|d| is_leap(*d)),
                Steps::Slide(legs) => {
                    w.over.is_some() || legs.iter().any(|l| l.dirs.iter().any(|d| is_leap(*d)))
                }
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
                st.cache.touch(reads::KINDS);
                goes(&Cx {
                    st: &st,
                    memo: None,
                    ..self.with(&env)
                })
            }
        }
    }
    /// Where a piece can go under its ways and all that guards leave; king safety aside.
    pub fn reach(&self, p: usize, sq: usize, l: &Leave<N>) -> Reach<N> {
        let mut out = self.reach_unasked(p, sq, l);
        if !l.asked.is_empty() {
            out.slides = self.unrefused((p, sq), out.slides, false, l, usize::MAX);
            out.leaps = self.unrefused((p, sq), out.leaps, true, l, usize::MAX);
        }
        out
    }
    /// The same, the guards that have to be asked of each move left aside.
    pub(in crate::core) fn reach_unasked(&self, p: usize, sq: usize, l: &Leave<N>) -> Reach<N> {
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
        let squares = |of: Bits<N>| self.squares_beside(of, p);
        let own = self.own_untaken(p, sq, l);
        let mut walls = Bits::EMPTY;
        for (who, squares) in &l.walls {
            if who.has(p) {
                walls |= *squares;
            }
        }
        let torus = self.plan.walks && self.on_torus(p, l);
        self.ways(p, l, false, |w| {
            if torus || w.walked || !self.way_open(w, p, sq) {
                return;
            }
            self.reach_by(&mut out, w, (p, sq), (taken, own), walls);
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
        out
    }
    /// What one way that is not walked adds: on a board where these squares are taken, and these by what may not be captured.
    fn reach_by(
        &self,
        out: &mut Reach<N>,
        w: &Way<N>,
        (p, sq): (usize, usize),
        (taken, own): (Bits<N>, Bits<N>),
        walls: Bits<N>,
    ) {
        let through = w.through.as_ref();
        let through = through.map_or(Bits::EMPTY, |m| self.through(m, p, w.rule));
        let t = self.plan.targets(w, sq, (taken - through) | walls);
        let may = |to: Bits<N>| match w.takes {
            Takes::Quiet => to - taken,
            Takes::Only => (to & taken) - own,
            Takes::Both => to - own,
        };
        out.slides |= self.allowed(w, p, sq, may(t.slides));
        out.leaps |= self.allowed(w, p, sq, may(t.leaps));
    }
    /// The squares of these pieces, as far as they are on the side of the board of another.
    fn squares_beside(&self, of: Bits<N>, p: usize) -> Bits<N> {
        let st = self.st;
        let beside = of.iter().filter(|v| st.is_far(*v) == st.is_far(p));
        beside.filter_map(|v| st.square(v)).collect()
    }
    /// The squares of its own player's pieces that a piece may not capture, its own among them.
    fn own_untaken(&self, p: usize, sq: usize, l: &Leave<N>) -> Bits<N> {
        let mut own = self.own_squares(p);
        if !l.own.is_empty() {
            for (who, whom) in &l.own {
                if who.has(p) {
                    own -= self.squares_beside(*whom, p);
                }
            }
            own.add(sq);
        }
        own
    }
    /// Where a piece can go by the printed ways of these kinds alone that are not walked.
    pub fn reach_like(&self, p: usize, sq: usize, l: &Leave<N>, kinds: Bits<N>) -> Reach<N> {
        let st = self.st;
        let mut out = Reach {
            slides: Bits::EMPTY,
            leaps: Bits::EMPTY,
        };
        let standing = l.standing.has(p);
        if l.frozen.has(p) || l.rooted.has(p) && !standing {
            return out;
        }
        let taken = st.taken_beside(p);
        let own = self.own_untaken(p, sq, l);
        for k in kinds.iter() {
            for w in &self.plan.printed[k].moves[st.facing[p] as usize & 3] {
                if !w.walked && self.way_open(w, p, sq) {
                    self.reach_by(&mut out, w, (p, sq), (taken, own), Bits::EMPTY);
                }
            }
        }
        let env = *self.env;
        let cx = self.with(&env);
        let free = |leap: bool| {
            move |t: &usize| {
                let m = cx.make(p, sq, *t, leap, standing);
                let mut refused = false;
                cx.raised(&m, l.seat, |e| refused = refused || cx.forbidden(&e, false));
                refused |= cx.corner_closed(&m, l.seat, |e| cx.forbidden(e, false));
                !refused
            }
        };
        out.slides = out.slides.iter().filter(free(false)).collect();
        out.leaps = out.leaps.iter().filter(free(true)).collect();
        out
    }
    pub(super) fn through(&self, m: &Mask<N>, p: usize, rule: u16) -> Bits<N> {
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
}

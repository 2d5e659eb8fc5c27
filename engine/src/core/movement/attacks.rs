//! Attacks: which pieces are attacked, which squares covered; tables asked backwards before ways are walked.
use super::{Ask, Leave, Move, Scope};
use crate::core::bits::Bits;
use crate::core::board::Passage;
use crate::core::eval::Cx;
use crate::core::event::{Event, Thing};
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::{Role, Verb};

impl<const N: usize> Cx<'_, N> {
    /// Which of these pieces an enemy (of these seats) attacks.
    pub fn struck(&self, pieces: Bits<N>, by: Option<Bits<N>>) -> Bits<N> {
        let memo = self.memo();
        let cx = Cx {
            depth: self.depth + 1,
            ..self.wanting(Bits::FULL).remembering(&memo)
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
                    && cx.strikes(s, (sq, v), next, &mut unguarded, |_| true)
                {
                    out.add(v);
                    break;
                }
            }
        }
        out
    }
    /// Where a move of another piece may end after which none of these pieces is attacked that are attacked now: where each attacker
    /// stands, and what lies on a line from there. Of attacks by lines and steps alone.
    pub fn answers(&self, pieces: Bits<N>) -> Bits<N> {
        let cx = Cx {
            depth: self.depth + 1,
            ..self.wanting(Bits::FULL)
        };
        let mut answers = Bits::FULL;
        let next = self.plan.next_player.then(|| self.next_seat());
        let hostile = next.map_or(self.playing(), |next| {
            self.playing() & self.sharing(Bits::one(next as usize))
        });
        for v in pieces.iter() {
            let (owner, Some(sq)) = (self.st.owner[v] as usize, self.st.square(v)) else {
                continue;
            };
            if owner >= self.plan.seats {
                continue;
            }
            let foes = hostile
                .iter()
                .filter(|s| self.plan.allies[owner] >> s & 1 == 0);
            for s in foes {
                cx.strikes(s, (sq, v), next, &mut vec![], |from| {
                    answers &= self.plan.boards.line(from, sq, false) | Bits::one(from);
                    false
                });
            }
        }
        answers
    }
    /// Which of the royal pieces of a seat an enemy attacks, by lines and steps alone; kept until something changes on the board.
    pub fn royal_struck(&self, seat: u8, royal: Bits<N>) -> Bits<N> {
        let slot = self.plan.cached.struck(seat);
        self.cached(slot, Bits::FULL, |_| self.struck(royal, None))
    }
    /// Seats that share their pieces with one of these, themselves too.
    fn sharing(&self, seats: Bits<N>) -> Bits<N> {
        let of = (seats & Bits::below(self.plan.seats)).iter();
        let all = of.fold(0, |all, s| all | self.plan.sharing[s]);
        (0..self.plan.seats).filter(|s| all >> s & 1 == 1).collect()
    }
    /// Some piece of a seat that attacks a piece on a square is enough; of seats that share it this one acts, if it is said.
    fn strikes(
        &self,
        seat: usize,
        (sq, victim): (usize, usize),
        taker: Option<u8>,
        unguarded: &mut Vec<Leave<N>>,
        mut is_enough: impl FnMut(usize) -> bool,
    ) -> bool {
        let st = self.st;
        let own = st.plane(plane::OWNER + seat) & st.plane(plane::BOARD);
        let simple = self.plan.simple_attacks
            && st.imposed.is_empty()
            && !self.plan.walked_victims.has(self.kind(victim));
        let nothing = simple.then(|| Leave::of(seat as u8));
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
            if strikes && is_enough(from) {
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
            let own = self.owned_by(taker as usize);
            unguarded.push(self.unguarded(taker, own, true));
            unguarded.len() - 1
        });
        if !self.may_strike(a, from, (sq, victim), &unguarded[at]) {
            return false;
        }
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
    /// By the table of its printed ways a piece may strike from one square to another, if it has no other ways.
    fn may_strike(
        &self,
        a: usize,
        from: usize,
        (sq, victim): (usize, usize),
        l: &Leave<N>,
    ) -> bool {
        let plan = self.plan;
        let kind = self.kind(a);
        let printed = &plan.printed[kind];
        let facing = self.st.facing[a] as usize & 3;
        let walks = || {
            let takes = |w: &&Way<N>| w.walked && w.takes != Takes::Quiet;
            let mut ways = printed.of(true)[facing].iter().filter(takes);
            printed.walked_victims.any()
                && (victim == usize::MAX
                    || printed.walked_victims.has(self.kind(victim))
                        && ways.any(|w| self.may_take(w, victim)))
        };
        plan.strike[kind][facing][from].has(sq)
            || printed.torus
            || l.given.iter().any(|has| has.has(a))
            || walks()
    }
    /// What of this may be in a set, as a look at planes tells, whatever else the set asks for.
    pub(in crate::core) fn at_most(&self, m: &Mask<N>, mut within: Bits<N>) -> Bits<N> {
        if let Mask::Plane(i) = m {
            within &= self.st.plane(*i as usize);
        } else if let Mask::And(all) = m {
            for m in all {
                if within.is_empty() {
                    break;
                }
                within = self.at_most(m, within);
            }
        } else if let Mask::That(_, of, _) | Mask::ItThat(of, _) = m {
            within = self.at_most(of, within);
        }
        within
    }
    /// A way that is walked may take this by going where it does not stand.
    fn may_take(&self, w: &Way<N>, victim: usize) -> bool {
        let one = Bits::one(victim);
        w.this_kinds.has(self.kind(victim))
            && w.this.as_ref().is_none_or(|m| self.at_most(m, one).any())
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
        let target = Bits::one(sq);
        let (mut slides, mut leaps, mut walks) = (false, false, false);
        let torus = self.plan.walks && self.on_torus(a, l);
        self.ways(a, l, true, |w| {
            if torus || w.walked {
                let may = torus
                    || w.takes != Takes::Quiet
                        && (victim == usize::MAX || self.may_take(w, victim));
                walks = walks || may && self.walks_to(w, (a, from), (sq, victim), l, torus);
                return;
            }
            // where a guard may refuse the way by which it slides there, the ways by which it leaps there matter too
            let enough = slides && (leaps || l.asked.is_empty());
            if w.takes == Takes::Quiet || enough || !self.way_open(w, a, from) {
                return;
            }
            let gone = taken
                - w.through
                    .as_ref()
                    .map_or(Bits::EMPTY, |m| self.through(m, a, w.rule));
            let t = self.plan.targets(w, from, gone | walls);
            if t.slides.has(sq) {
                slides |= self.allowed(w, a, from, target).any();
            }
            if t.leaps.has(sq) {
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
        slides && self.unrefused((a, from), target, false, l, 1).any()
            || leaps && self.unrefused((a, from), target, true, l, 1).any()
    }
    /// One of these pieces covers a square: plain capturing reach of its kind (or of others): no power, no guard but on squares it
    /// goes to and through; what is protected is covered too.
    pub fn cover(&self, pieces: Bits<N>, sq: usize, kinds: Option<Bits<N>>) -> bool {
        if self.depth > 3 {
            return false;
        }
        let memo = self.memo();
        let cx = Cx {
            depth: self.depth + 1,
            ..self.wanting(Bits::FULL).remembering(&memo)
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
        if self.forbidden(&enter, false) || crossed.iter().any(|q| self.forbidden(&cross(q), false))
        {
            return true;
        }
        let m = Move {
            direction: self.plan.boards.heading(from, to),
            leap,
            ..Move::plain(p, from, to)
        };
        let mut closed = false;
        self.passages(&m, |passage| {
            if let Passage::Border(b) = passage {
                let event = Event::new(Verb::Cross, seat, Means::Move);
                closed = closed || self.forbidden(&super::made::crossed(event, piece, b), false);
            }
        });
        closed || self.corner_closed(&m, seat, |e| self.forbidden(e, false))
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
                let all = self.walk(w, p, from, &l, false, Some((sq, Bits::FULL)));
                let takes = |m: &&Move<N>| match m.victims.is_empty() {
                    true => m.to as usize == sq,
                    false => m.victims.iter().any(|v| self.st.square(v) == Some(sq)),
                };
                if let Some(m) = all.iter().find(takes) {
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
        let memo = self.memo();
        let cx = Cx {
            depth: self.depth + 1,
            ..self.wanting(Bits::FULL).remembering(&memo)
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

//! What a plan is asked while a game runs, and the few changes that keep planes and cells in step.
use super::bits::Bits;
use super::eval::Cx;
use super::plan::*;
use super::state::*;
use crate::ids::*;
use crate::play::Outcome;
use crate::random::spread;
use crate::rules::{Mover, Ty};

impl<const N: usize> Plan<N> {
    /// Values or zones are hidden from somebody: what rules read hangs on whose eyes they read with.
    pub fn hides_something(&self) -> bool {
        !self.hidden.is_empty() || self.shown_to.is_some()
    }

    // ---- changes that keep planes in step

    /// Everything that reads this, and this piece, is looked at again.
    #[inline]
    pub fn touch(&self, st: &mut State<N>, p: usize, what: u32) {
        st.dirty.iter_mut().for_each(|d| *d |= what);
        st.cache.touch(what);
        st.touched.iter_mut().for_each(|t| t.add(p));
    }
    /// The zone to which a place belongs.
    pub(super) fn zone_of(&self, slot: u16) -> Option<&Zone<N>> {
        let holds = |z: &&Zone<N>| (z.slot..z.slot + z.count).contains(&slot);
        self.zones.iter().find(holds)
    }
    /// The piece to which a place of a zone belongs.
    pub fn carrier(&self, slot: u16) -> Option<usize> {
        let z = self.zone_of(slot).filter(|z| z.on == Ty::Piece)?;
        Some((slot - z.slot) as usize)
    }
    /// A place of a zone belongs to a player.
    pub fn in_hand(&self, slot: u16) -> bool {
        self.zone_of(slot).is_some_and(|z| z.on == Ty::Seat)
    }
    /// Puts something that was lifted into a zone, before what lies at this place there.
    pub fn store(&self, st: &mut State<N>, p: usize, slot: u16, at: Option<usize>) {
        let before = at.and_then(|n| {
            let here = |h: &(usize, &(u16, u8))| h.1.0 == slot;
            st.held.iter().enumerate().filter(here).nth(n).map(|h| h.0)
        });
        match before {
            Some(i) => st.held.insert(i, (slot, p as u8)),
            None => st.held.push((slot, p as u8)),
        }
        st.zone[p] = slot;
        st.mixed[p] = 0;
        st.planes[plane::LOST].drop(p);
        self.touch(st, p, reads::PLACES | reads::PRESENT | reads::ZONES);
    }
    /// Nobody knows any more in which order what is in these places lies.
    pub fn mix(&self, st: &mut State<N>, slot: u16) {
        st.clock.stamp += 1;
        for p in st.held_in(slot).collect::<Vec<_>>() {
            st.mixed[p] = st.clock.stamp;
        }
    }
    /// Of the cards that may lie on top of a place: the first, or all that were shuffled with it.
    pub fn on_top(&self, st: &State<N>, slot: u16) -> Vec<usize> {
        let all: Vec<usize> = st.held_in(slot).collect();
        let Some(top) = all.first().map(|c| st.mixed[*c]) else {
            return all;
        };
        let same = |c: &&usize| top != 0 && st.mixed[**c] == top;
        let n = all.iter().take_while(same).count().max(1);
        all[..n].to_vec()
    }
    /// Fills the zones of an owner with what they hold at the beginning; of a power, or of none.
    pub fn fill_zones(&self, st: &mut State<N>, power: Option<u8>, seat: Option<usize>) -> bool {
        for z in self.zones.iter().filter(|z| z.power == power) {
            for (owner, all) in z.start.iter().enumerate() {
                if seat.is_some_and(|s| z.on != Ty::Seat || s != owner) {
                    continue;
                }
                for start in all {
                    let (kind, owner_of, side, army) = match *start {
                        Start::Piece(kind, of, side) => (kind, of, side, NONE16),
                        Start::Army(a) => (0, self.seats as u8, NONE, a),
                    };
                    let Some(p) = self.make_piece(st, kind, owner_of as usize) else {
                        return false;
                    };
                    if z.cards {
                        st.planes[plane::CARD].add(p);
                        st.side[p] = side;
                        st.card_of[p] = army;
                    }
                    self.store(st, p, z.slot + owner as u16, None);
                }
            }
        }
        true
    }
    /// A piece leaves its square; until it lands it is lost.
    pub fn lift(&self, st: &mut State<N>, p: usize) {
        let mut changed = reads::PLACES | reads::PRESENT;
        if st.zone[p] != NONE16 {
            st.held.retain(|h| h.1 as usize != p);
            st.zone[p] = NONE16;
            changed |= reads::ZONES;
        }
        if let Some(sq) = st.square(p) {
            let far = st.is_far(p);
            if st.at_side(sq, far) == Some(p) {
                let side = if far { &mut st.far } else { &mut st.cells };
                side[sq] = 0;
                if st.at(sq).is_none() {
                    st.planes[plane::TAKEN].drop(sq);
                }
            }
            st.planes[self.owner_squares + st.owner[p] as usize].drop(sq);
            st.planes[plane::BOARD].drop(p);
            st.place[p] = NONE;
        }
        st.planes[plane::LOST].add(p);
        self.touch(st, p, changed);
    }
    /// A piece comes to a free square.
    pub fn land(&self, st: &mut State<N>, p: usize, sq: usize) {
        let side = if st.is_far(p) {
            &mut st.far
        } else {
            &mut st.cells
        };
        side[sq] = p as u8 + 1;
        st.place[p] = sq as u8;
        st.planes[plane::TAKEN].add(sq);
        st.planes[self.owner_squares + st.owner[p] as usize].add(sq);
        st.planes[plane::BOARD].add(p);
        st.planes[plane::LOST].drop(p);
        st.clock.stamp += 1;
        st.moved_at[p] = st.clock.stamp;
        self.touch(st, p, reads::PLACES | reads::PRESENT);
    }
    /// A piece gets another owner.
    pub fn own(&self, st: &mut State<N>, p: usize, to: usize) {
        let from = st.owner[p] as usize;
        st.planes[plane::OWNER + from].drop(p);
        st.planes[plane::OWNER + to].add(p);
        if let Some(sq) = st.square(p) {
            st.planes[self.owner_squares + from].drop(sq);
            st.planes[self.owner_squares + to].add(sq);
        }
        st.owner[p] = to as u8;
        self.touch(st, p, reads::PLACES | reads::OWNERS);
    }
    /// A piece comes into being on a square.
    fn place(&self, st: &mut State<N>, kind: u8, owner: usize, sq: usize, facing: u8) {
        let p = st.kind.len();
        if p >= Bits::<N>::ROOM || p >= NONE as usize - 1 {
            return;
        }
        if let Some(old) = st.at(sq) {
            self.lift(st, old);
        }
        st.kind.push(kind);
        st.owner.push(owner as u8);
        st.facing.push(facing);
        st.place.push(NONE);
        st.home.push(NONE);
        st.heading.push(NONE);
        st.zone.push(NONE16);
        st.side.push(NONE);
        st.card_of.push(NONE16);
        st.mixed.push(0);
        st.moved_at.push(0);
        st.planes[plane::THERE].add(p);
        st.planes[plane::OWNER + owner].add(p);
        st.planes[plane::FACING + (facing as usize & 3)].add(p);
        st.planes[self.kind_planes + kind as usize].add(p);
        self.touch(st, p, reads::ALL);
        self.land(st, p, sq);
    }

    /// A seat's army comes to its squares.
    pub fn set_up(&self, st: &mut State<N>, s: usize) {
        for (k, q) in self.setup_of(st, s).to_vec() {
            let at = self.boards.in_frame(q as usize, s);
            self.place(st, k, s, at, self.boards.facing(s));
        }
        let army = st.seats[s].army;
        if army != NONE16 {
            for (k, q) in &self.rules.armies[army as usize].neutral {
                if let Some(k) = self.kind(*k) {
                    self.place(st, k, self.seats, self.boards.in_frame(q.index(), s), 0);
                }
            }
        }
    }
    /// A piece comes into being, nowhere yet; none if there is no room for one more.
    pub fn make_piece(&self, st: &mut State<N>, kind: u8, owner: usize) -> Option<usize> {
        let p = st.kind.len();
        if p >= Bits::<N>::ROOM || p >= NONE as usize - 1 {
            return None;
        }
        let facing = if owner < self.seats {
            self.boards.facing(owner)
        } else {
            0
        };
        st.kind.push(kind);
        st.owner.push(owner as u8);
        st.facing.push(facing);
        st.place.push(NONE);
        st.home.push(NONE);
        st.heading.push(NONE);
        st.zone.push(NONE16);
        st.side.push(NONE);
        st.card_of.push(NONE16);
        st.mixed.push(0);
        st.moved_at.push(0);
        st.planes[plane::THERE].add(p);
        st.planes[plane::LOST].add(p);
        st.planes[plane::OWNER + owner].add(p);
        st.planes[plane::FACING + (facing as usize & 3)].add(p);
        st.planes[self.kind_planes + kind as usize].add(p);
        self.touch(st, p, reads::ALL);
        Some(p)
    }

    // ---- the beginning

    /// The state before the first turn.
    pub fn initial(&self) -> State<N> {
        let mut st = self.seated();
        let own = |s: usize| self.rules.seats[s].shares.index() == s;
        for s in (0..self.seats).filter(|s| !self.rules.seats[*s].vacant) {
            let sets_up = !self.rules.setup.is_empty() && self.rules.armies.is_empty() && own(s);
            if st.seats[s].army != NONE16 || sets_up {
                self.set_up(&mut st, s);
            }
        }
        for p in &self.rules.position {
            if let Some(k) = self.kind(p.kind) {
                let owner = p.seat.map_or(self.seats, |s| s.index());
                let facing = p
                    .facing
                    .unwrap_or_else(|| p.seat.map_or(0, |s| self.boards.facing(s.index())));
                self.place(&mut st, k, owner, p.square.index(), facing);
            }
        }
        self.start_zones(&mut st);
        self.before_the_game(&mut st);
        st
    }
    /// What zones hold from the beginning.
    pub fn start_zones(&self, st: &mut State<N>) {
        self.fill_zones(st, None, None);
        for (p, _) in self.powers.iter().enumerate() {
            for s in st.plane(self.power_planes + p).iter().collect::<Vec<_>>() {
                self.fill_zones(st, Some(p as u8), Some(s));
            }
        }
    }
    /// Seats with their armies and powers, no pieces yet.
    pub fn seated(&self) -> State<N> {
        let rules = &self.rules;
        let n = self.seats;
        let looks = self.stages.count as usize + 1;
        let mut st = State {
            cells: vec![0; self.boards.count()],
            far: vec![
                0;
                if self.two_sides {
                    self.boards.count()
                } else {
                    0
                }
            ],
            planes: vec![Bits::EMPTY; self.planes],
            values: self.values.clone(),
            seats: vec![
                Seat {
                    result: Outcome::Playing,
                    lost_at: 0,
                    points: 0,
                    turns: 0,
                    latest: 0,
                    before: 0,
                    completed: 0,
                    skip: 0,
                    army: NONE16,
                    to: NONE,
                };
                n
            ],
            used: vec![Used::default(); self.limits.len() * (n + 1) * (n + 1)],
            edges: vec![Bits::EMPTY; self.edges.len() * self.edge_rows],
            dirty: vec![reads::ALL; looks],
            touched: vec![Bits::FULL; looks],
            cache: Cache::of(self.cached.slots),
            ..State::default()
        };
        st.clock.on_turn = NONE;
        st.clock.next = NONE;
        let has_armies = !rules.armies.is_empty();
        for (p, power) in self.powers.iter().enumerate() {
            for s in &rules.powers[power.index()].seats {
                st.planes[self.power_planes + p].add(s.index());
            }
        }
        for s in 0..n {
            if rules.seats[s].vacant {
                st.seats[s].result = Outcome::None;
                continue;
            }
            st.clock.playing |= 1 << s;
            match self.table.armies.get(s).copied().flatten() {
                Some(a) => {
                    st.seats[s].army = a.0;
                    if let Some(p) = rules.armies[a.index()].power.and_then(|p| self.power(p)) {
                        st.planes[self.power_planes + p as usize].add(s);
                    }
                }
                None if has_armies && !self.table.armies.is_empty() => {
                    st.clock.playing &= !(1 << s);
                    st.seats[s].result = Outcome::None;
                }
                None => {}
            }
        }
        st
    }
    /// What is done before the game comes first.
    fn before_the_game(&self, st: &mut State<N>) {
        st.frames.push(Frame::Turn(8));
        st.frames.push(Frame::Prelude(0));
    }
    /// One procedure before the game, for whoever holds it by now.
    pub fn prelude(&self, st: &mut State<N>, i: u16) {
        st.frames.pop();
        let Some(p) = self.preludes.get(i as usize) else {
            return;
        };
        st.frames.push(Frame::Prelude(i + 1));
        let mut bodies = vec![];
        {
            let env = Env::NOBODY;
            let cx = Cx::new(self, st, env);
            cx.holders(p.holder, p.rule, |you, it| {
                let env = Env {
                    actor: you,
                    procedure: true,
                    ..Env::of(you, it, p.rule)
                };
                if cx.with(&env).truth(&p.when) {
                    bodies.push(Body::of(p.code, env));
                }
            });
        }
        for b in bodies.into_iter().rev() {
            st.frames.push(Frame::Settle(NONE));
            st.frames.push(Frame::Body(b));
        }
    }
    /// The first of `turns` that is in is on turn.
    pub fn first_turn(&self, st: &mut State<N>) {
        st.clock.phase = Phase::Start;
        st.clock.turn = 1;
        st.clock.round = 1;
        st.clock.round_start = 1;
        self.no_turns_yet(st);
        let first = match st.orders.is_empty() {
            true => (0..self.rules.turns.len()).find_map(|i| Some((i, self.seat_at(st, i)?))),
            false => None,
        };
        if let Some((at, seat)) = first {
            st.clock.turn_at = at as u8;
            st.clock.on_turn = seat;
        }
        st.trail.clear();
        st.dirty.iter_mut().for_each(|d| *d = reads::ALL);
        st.touched.iter_mut().for_each(|t| *t = Bits::FULL);
    }

    // ---- look-ups

    /// The number of a kind in this plan.
    pub fn kind(&self, k: KindId) -> Option<u8> {
        self.kinds.iter().position(|o| *o == k).map(|i| i as u8)
    }
    /// The number of a power in this plan.
    pub fn power(&self, p: PowerId) -> Option<u8> {
        self.powers.iter().position(|o| *o == p).map(|i| i as u8)
    }
    /// What the set-up of a seat puts where, in the first seat's frame.
    pub fn setup_of(&self, st: &State<N>, seat: usize) -> &[(u8, u8)] {
        &self.setups[self.setup_number(st, seat)]
    }
    /// Squares that count as set-up though empty.
    pub fn spare_of(&self, st: &State<N>, seat: usize) -> &[SquareId] {
        &self.spares[self.setup_number(st, seat)]
    }
    fn setup_number(&self, st: &State<N>, seat: usize) -> usize {
        match st.seats[seat].army {
            NONE16 => self.setups.len() - 1,
            a => self.setup_by_army[a as usize],
        }
    }
    /// The seat of an entry of `turns`, if it is in.
    pub fn seat_at(&self, st: &State<N>, i: usize) -> Option<u8> {
        match self.rules.turns.get(i)? {
            Mover::Seat(s) => st.playing(s.index()).then_some(s.0 as u8),
            Mover::Side(d) => {
                let seats = &self.rules.sides[d.index()].seats;
                seats
                    .iter()
                    .find(|s| st.playing(s.index()))
                    .map(|s| s.0 as u8)
            }
        }
    }
    /// The worth of a kind.
    pub fn worth(&self, k: usize) -> i32 {
        self.worths[k]
    }
    /// A rule and a mark are of one power.
    pub fn same_power(&self, rule: u16, field: u16) -> bool {
        let power = self.by_rule.get(rule as usize).and_then(|r| r.0);
        power.is_some()
            && self
                .marks
                .iter()
                .any(|m| m.field == field && m.power == power)
    }
    /// The mark of a plane.
    pub fn mark_of(&self, plane: u16) -> DeclaredMark {
        let n = self.seats as u16;
        let of = |m: &&DeclaredMark| {
            plane >= m.plane && plane < m.plane + if m.per_holder { n } else { 1 }
        };
        match self.marks.iter().find(of) {
            Some(m) => DeclaredMark {
                holder: if m.per_holder {
                    (plane - m.plane) as u8
                } else {
                    NONE
                },
                ..*m
            },
            None => DeclaredMark {
                field: NONE16,
                ty: Ty::Piece,
                plane,
                per_holder: false,
                power: None,
                holder: NONE,
            },
        }
    }
    /// The limit of a rule.
    pub fn limit_of(&self, rule: u16) -> u16 {
        self.by_rule.get(rule as usize).map_or(NONE16, |r| r.1)
    }
    /// A rule opens a move decision.
    pub fn grants(&self, rule: u16) -> bool {
        self.by_rule.get(rule as usize).is_some_and(|r| r.2)
    }
    /// Whether check is enforced for a seat: after the move, after the turn.
    pub fn checks(&self, cx: &Cx<N>, seat: u8) -> Option<(bool, bool)> {
        let mut says = None;
        if cx.st.clock.raid {
            return None;
        }
        for c in &self.check {
            let holds = match c.holder {
                Holder::Power(p) => cx.holds(seat as usize, p),
                Holder::Game | Holder::EachSeat | Holder::Kind(_) => true,
            };
            let asked = || {
                let env = Env {
                    you: seat,
                    ..Env::EMPTY
                };
                cx.with(&env).truth(&c.when)
            };
            if holds && (c.when == Truth::Fixed(true) || asked()) {
                says = c.says;
            }
        }
        says
    }
    /// What a position is recognised by.
    pub fn position_hash(&self, st: &State<N>) -> u64 {
        let mut h: u64 = 0xcbf2_9ce4_8422_2325;
        let mut add = |x: u64| {
            h = (h ^ x).wrapping_mul(0x0100_0000_01b3);
            h ^= h >> 29;
        };
        // pieces in whatever order: what is added up has none
        let unmoved = st.plane(plane::UNMOVED);
        let stands = |p: usize| {
            let kind = st.kind[p];
            let square = st.place[p] as usize + if st.is_far(p) { st.cells.len() } else { 0 };
            let unmoved = unmoved.has(p) && self.unmoved_read[kind as usize];
            let piece =
                u64::from(kind) | u64::from(st.owner[p]) << 8 | u64::from(st.facing[p]) << 16;
            spread(square as u64 | piece << 16 | u64::from(unmoved) << 48)
        };
        let board = st.plane(plane::BOARD).iter();
        add(board.map(stands).fold(0, u64::wrapping_add));
        add(u64::from(st.clock.on_turn));
        for i in &self.position_planes {
            // what hangs on pieces counts by where they stand
            let b = st.plane(i.0 as usize);
            if i.1 {
                let squares = b.iter().map(|p| spread(u64::from(st.place[p])));
                add(squares.fold(0, u64::wrapping_add));
                add(u64::from(i.0) << 32);
            } else {
                b.0.iter().for_each(|w| add(*w));
            }
        }
        for i in &self.position_values {
            add(st.values[*i as usize] as u32 as u64);
        }
        // the content of zones belongs to a position, its order does not: what is added up has no order
        let lying = st.held.iter().map(|(slot, p)| {
            let p = *p as usize;
            let is =
                u64::from(st.kind[p]) | u64::from(st.owner[p]) << 8 | u64::from(st.side[p]) << 16;
            spread(u64::from(*slot) << 32 | is)
        });
        add(lying.fold(0, u64::wrapping_add));
        h
    }
}

//! Reading a state: what a mask, a number and a condition come to. Pure: it changes nothing and asks nobody.
use super::bits::Bits;
use super::board::{Around, turned};
use super::event::{Event, Thing};
use super::movement::Ask;
use super::order;
use super::plan::*;
use super::state::*;
use crate::rules::{Op, Rel, Role, Ty, Verb};
use std::collections::BTreeMap;

/// How deep questions about what is attacked may lie within each other; beyond it nothing is.
const DEPTH: u8 = 3;

/// A state read by somebody.
#[derive(Clone, Copy)]
pub struct Cx<'a, const N: usize> {
    /// The match.
    pub plan: &'a Plan<N>,
    /// The state.
    pub st: &'a State<N>,
    /// Who reads.
    pub env: &'a Env<N>,
    /// The state before, for what is newly so.
    pub before: Option<&'a State<N>>,
    /// The state that comes about.
    pub after: Option<&'a State<N>>,
    /// Only these members are of interest.
    pub want: Bits<N>,
    /// Kinds as they are for good, views left aside.
    pub raw: bool,
    /// Nesting of questions about what is attacked.
    pub depth: u8,
    /// Nesting of questions about what could be done.
    pub actions: u8,
    /// Of several boards those on which something was done.
    pub touched: u32,
    /// Through whose eyes all of this is read; none: as the rule that reads knows it.
    pub eyes: u8,
}

/// A comparison.
pub fn compare(a: i32, rel: Rel, b: i32) -> bool {
    match rel {
        Rel::Eq => a == b,
        Rel::Ge => a >= b,
        Rel::Gt => a > b,
        Rel::Le => a <= b,
        Rel::Lt => a < b,
    }
}

impl<'a, const N: usize> Cx<'a, N> {
    /// Read a state.
    #[inline]
    pub fn new(plan: &'a Plan<N>, st: &'a State<N>, env: &'a Env<N>) -> Self {
        Cx {
            plan,
            st,
            env,
            before: None,
            after: None,
            want: Bits::FULL,
            raw: false,
            depth: 0,
            actions: 0,
            touched: u32::MAX,
            eyes: NONE,
        }
    }
    /// The same reader in another environment, interested in everything.
    #[inline]
    pub fn with<'b>(&self, env: &'b Env<N>) -> Cx<'b, N>
    where
        'a: 'b,
    {
        let eyes = if self.plan.hidden.is_empty() {
            NONE
        } else {
            self.reader()
        };
        Cx {
            env,
            want: Bits::FULL,
            eyes,
            ..*self
        }
    }
    /// Through whose eyes hidden values are read here; none: a rule of the game, which knows all.
    fn reader(&self) -> u8 {
        match self.plan.knows_own.get(self.env.rule as usize) {
            _ if self.eyes != NONE => self.eyes,
            Some(true) => self.env.you,
            Some(false) | None => NONE,
        }
    }
    /// Of these owners those whose value of a field the reader sees.
    fn seen(&self, h: &Hidden<N>, of: Bits<N>) -> Bits<N> {
        match self.reader() {
            NONE => of,
            eyes => of.iter().filter(|o| self.sees(eyes, h, *o)).collect(),
        }
    }
    /// The same read as by the seat for which values are kept.
    pub(super) fn for_seat(&self, whose: &ForSeat<N>) -> Env<N> {
        let seat = self.first(Ty::Seat, self.all(&whose.seat));
        Env {
            you: seat.map_or(self.env.you, |s| s as u8),
            ..*self.env
        }
    }
    /// The first slot of values, and the seat for which they are kept: who reads, unless another seat is meant.
    pub(super) fn slot_for(&self, slot: u16, whose: Option<&ForSeat<N>>) -> (u16, u8) {
        let Some(whose) = whose else {
            return (slot, self.env.you);
        };
        match self.for_seat(whose).you {
            NONE => (slot, NONE),
            you => (slot + whose.each * u16::from(you), you),
        }
    }
    /// The things that values of these owners name; where none was set, by the start of that number.
    fn values_of(&self, slots: Slots, of: Bits<N>, start: u16) -> Bits<N> {
        let (st, env) = (self.st, self.env);
        let value = |i: usize, o: usize| match st.values.get(i + o) {
            Some(v) if *v >= 0 => Bits::one(*v as usize),
            Some(_) if start != NONE16 => {
                let env = Env {
                    it: o as u8,
                    ..*env
                };
                self.with(&env).mask(&self.plan.defaults[start as usize])
            }
            Some(_) | None => Bits::EMPTY,
        };
        let all = |from: usize| of.iter().fold(Bits::EMPTY, |m, o| m | value(from, o));
        match slots {
            Slots::Marks(i) => st.plane(i as usize),
            Slots::Sets(i) => of
                .iter()
                .fold(Bits::EMPTY, |m, o| m | st.plane(i as usize + o)),
            Slots::Owners(i, n) => (0..n as usize)
                .filter(|v| st.plane(i as usize + v).meets(of))
                .collect(),
            Slots::NumbersOfYou(..) if env.you == NONE => Bits::EMPTY,
            Slots::NumbersOfYou(i, each) => all(i as usize + env.you as usize * each as usize),
            Slots::Numbers(i) => all(i as usize),
        }
    }
    /// Whether a seat sees the value of an owner.
    pub fn sees(&self, seat: u8, h: &Hidden<N>, owner: usize) -> bool {
        if h.by_holder && self.env.you == NONE {
            return false;
        }
        if (self.st.plane(h.known(seat, self.env.you) as usize)).has(owner) {
            return true;
        }
        let keeper = match h.on {
            Ty::Piece | Ty::Card => self.st.owner[owner],
            Ty::Seat => owner as u8,
            _ => NONE,
        };
        let holder = if h.by_holder { self.env.you } else { keeper };
        match &h.seen {
            SeenBy::Nobody => false,
            SeenBy::Holder => holder == seat,
            SeenBy::Owner => keeper == seat,
            SeenBy::These(m) => {
                let env = Env {
                    you: holder,
                    ..Env::EMPTY
                };
                Cx {
                    env: &env,
                    want: Bits::FULL,
                    ..*self
                }
                .mask(m)
                .has(seat as usize)
            }
        }
    }
    /// The same, interested in these alone.
    #[inline]
    pub fn wanting(&self, want: Bits<N>) -> Self {
        Cx { want, ..*self }
    }
    #[inline]
    fn all(&self, m: &Mask<N>) -> Bits<N> {
        self.wanting(Bits::FULL).mask(m)
    }
    /// Is it one of these?
    #[inline]
    pub fn has(&self, m: &Mask<N>, i: usize) -> bool {
        self.wanting(Bits::one(i)).mask(m).has(i)
    }
    fn seats(&self) -> impl Iterator<Item = usize> + use<N> {
        0..self.plan.seats
    }

    /// The members of a set, at least those that are wanted.
    pub fn mask(&self, m: &Mask<N>) -> Bits<N> {
        let (plan, st, env) = (self.plan, self.st, self.env);
        match m {
            Mask::Fixed(b) => *b,
            Mask::OfYou(t) => t[(env.you as usize).min(plan.seats)],
            Mask::Plane(i) => st.plane(*i as usize),
            Mask::PlaneOfYou(i) => match env.you {
                NONE => Bits::EMPTY,
                you => st.plane(*i as usize + you as usize),
            },
            Mask::Playing => self.playing(),
            Mask::It => Bits::one(env.it as usize),
            Mask::You => Bits::one(env.you as usize),
            Mask::OnTurn => Bits::one(st.clock.on_turn as usize),
            Mask::Author => Bits::one(self.author() as usize),
            Mask::Name(n) => env.names[*n as usize],
            Mask::And(v) => {
                let mut left = self.want;
                for x in v {
                    left &= self.wanting(left).mask(x);
                    if left.is_empty() {
                        break;
                    }
                }
                left
            }
            Mask::Or(v) => {
                let mut all = Bits::EMPTY;
                for x in v {
                    all |= self.mask(x);
                }
                all
            }
            Mask::Not(x) => !self.mask(x),
            Mask::If(c) => Bits::all_if(self.wanting(Bits::FULL).truth(c)),
            Mask::That(name, of, c) => {
                let mut inner = *env;
                let mut all = Bits::EMPTY;
                for i in (self.mask(of) & self.want).iter() {
                    inner.names[*name as usize] = Bits::one(i);
                    if self.with(&inner).truth(c) {
                        all.add(i);
                    }
                }
                all
            }
            Mask::ItThat(of, c) => {
                let mut inner = *env;
                let mut all = Bits::EMPTY;
                for i in (self.mask(of) & self.want).iter() {
                    inner.it = i as u8;
                    if self.with(&inner).truth(c) {
                        all.add(i);
                    }
                }
                all
            }
            Mask::Owned(s) => self.owned(self.all(s)),
            Mask::OfColour(sides) => {
                let of = self.all(sides);
                let shows = |p: &usize| match self.colour(*p) {
                    NONE => false,
                    side => of.has(side as usize),
                };
                (0..st.kind.len()).filter(shows).collect()
            }
            Mask::ColoursOf(things) => {
                let colours = self.all(things).iter().map(|p| self.colour(p));
                colours.filter(|c| *c != NONE).map(usize::from).collect()
            }
            Mask::Owners(p) => self.owners(self.all(p)),
            Mask::FirstOwners(p) => {
                let first = self.all(p).iter().map(|p| self.first_owner(p));
                first.filter(|s| *s < self.plan.seats).collect()
            }
            Mask::Hostile(s) => {
                let of = self.all(s);
                let foe = |o: &usize| {
                    of.iter()
                        .any(|y| y < plan.seats && plan.allies[*o] >> y & 1 == 0)
                };
                self.seats().filter(foe).collect()
            }
            Mask::Partners(s) => {
                let of = self.all(s);
                let partner = |t: &usize| {
                    of.iter()
                        .any(|y| y != *t && y < plan.seats && plan.allies[y] >> t & 1 == 1)
                };
                self.seats().filter(partner).collect()
            }
            Mask::OwnBoard(ty) => self.own_board(*ty),
            Mask::Touched => self.on_boards(self.touched),
            Mask::On(q) => {
                let on = self.all(q) & st.plane(plane::TAKEN);
                on.iter().flat_map(|s| st.here(s)).collect()
            }
            Mask::Squares(p) => {
                let on = self.all(p) & st.plane(plane::BOARD);
                on.iter().filter_map(|p| st.square(p)).collect()
            }
            Mask::OfSidesOfBoard(s) => {
                let of = self.all(s);
                let board = st.plane(plane::BOARD);
                let far = st.plane(plane::FAR);
                let near = (board - far) & Bits::all_if(of.has(0));
                near | board & far & Bits::all_if(of.has(1))
            }
            Mask::SidesOfBoard(p) => {
                let of = self.all(p) & st.plane(plane::BOARD);
                let far = of & st.plane(plane::FAR);
                let mut sides = Bits::EMPTY;
                if (of - far).any() {
                    sides.add(0);
                }
                if far.any() {
                    sides.add(1);
                }
                sides
            }
            Mask::SideOfSquares(q) => {
                let of = self.all(q).iter().filter_map(|s| st.at(s));
                of.map(|p| usize::from(st.is_far(p))).collect()
            }
            Mask::OtherSides(s) => {
                let of = self.all(s);
                (0..2).filter(|i| of.has(1 - i)).collect()
            }
            Mask::OfKinds(k) => self.of_kinds(self.all(k)),
            Mask::Kinds(p) => self.all(p).iter().map(|p| self.kind(p)).collect(),
            Mask::Homes(p) => {
                let of = self.all(p);
                of.iter()
                    .map(|p| st.home[p] as usize)
                    .filter(|h| *h != NONE as usize)
                    .collect()
            }
            Mask::Near(how, q) => self.near(*how, self.all(q)),
            Mask::Within(n, q) => match self.int(n) {
                n if n < 0 => Bits::EMPTY,
                n => self.near(Around::Within(n.min(250) as u8), self.all(q)),
            },
            Mask::OpenLine(q) => {
                let taken = st.plane(plane::TAKEN);
                let mut all = Bits::EMPTY;
                for s in self.all(q).iter() {
                    for t in (plan.boards.near(Around::InLine, s) & self.want).iter() {
                        if !plan.boards.line(s, t, false).meets(taken) {
                            all.add(t);
                        }
                    }
                }
                all
            }
            Mask::Between(a, b) => {
                let (a, b) = (self.all(a), self.all(b));
                let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
                pairs.fold(Bits::EMPTY, |m, (x, y)| m | plan.boards.line(x, y, false))
            }
            Mask::Line(a, b) => match (
                self.first(Ty::Square, self.all(a)),
                self.first(Ty::Square, self.all(b)),
            ) {
                (Some(a), Some(b)) => plan.boards.line(a, b, true),
                _ => Bits::EMPTY,
            },
            Mask::Behind(p) => {
                let of = self.all(p) & st.plane(plane::BOARD);
                let behind = |p: usize| {
                    plan.boards
                        .step(st.square(p)?, turned((0, -1), st.facing[p]), false)
                };
                of.iter().filter_map(behind).map(|s| s.0).collect()
            }
            Mask::BehindSquares(q) => {
                let facing = match (env.it, env.you) {
                    (NONE, NONE) => 0,
                    (NONE, you) => plan.boards.facing(you as usize),
                    (it, _) => st.facing.get(it as usize).copied().unwrap_or(0),
                };
                let of = self.all(q);
                of.iter()
                    .filter_map(|s| plan.boards.step(s, turned((0, -1), facing), false))
                    .map(|s| s.0)
                    .collect()
            }
            Mask::RowsOfPieces(n, p, file) => {
                let n = self.int(n);
                let row = |p: usize| {
                    let board = st.square(p).map_or(0, |s| plan.boards.board_of(s));
                    self.row(n, st.facing[p], board, *file)
                };
                self.all(p).iter().fold(Bits::EMPTY, |m, p| m | row(p))
            }
            Mask::RowsOfSeats(n, s, file) => {
                let n = self.int(n);
                let row = |s: usize| {
                    self.row(
                        n,
                        plan.boards.facing(s),
                        plan.boards.board_of_seat(s),
                        *file,
                    )
                };
                (self.all(s) & Bits::below(plan.seats))
                    .iter()
                    .fold(Bits::EMPTY, |m, s| m | row(s))
            }
            Mask::OnOwnRow(n) => {
                let on = |p: &usize| {
                    st.square(*p).is_some_and(|s| {
                        plan.boards
                            .row(*n, st.facing[*p], plan.boards.board_of(s))
                            .has(s)
                    })
                };
                (st.plane(plane::BOARD) & self.want)
                    .iter()
                    .filter(on)
                    .collect()
            }
            Mask::SeatsWith(p, rel, n) => {
                let (p, n) = (self.all(p), self.int(n));
                let so_many = |s: &usize| compare((self.owned_by(*s) & p).count() as i32, *rel, n);
                self.seats().filter(so_many).collect()
            }
            Mask::Ring(ring, s) => {
                let of = self.all(s) & Bits::below(plan.seats);
                of.iter().fold(Bits::EMPTY, |m, s| m | self.ring(*ring, s))
            }
            Mask::NextSeat => Bits::one(self.next_seat() as usize),
            Mask::SetupSquares(s) => self.setups(self.all(s), None),
            Mask::SetupSquaresOf(s, k) => self.setups(self.all(s), Some(self.all(k))),
            Mask::SetupKinds(s) => {
                let of = self.all(s);
                let kinds = of
                    .iter()
                    .flat_map(|s| plan.setup_of(st, s))
                    .map(|(k, _)| *k as usize);
                kinds.collect()
            }
            Mask::Powers(s) => {
                let of = self.all(s);
                let own = |p: usize| {
                    let lent = |s: &usize| {
                        let is = |b: &Borrowed| (b.seat as usize, b.power as usize) == (*s, p);
                        st.borrowed.iter().any(is)
                    };
                    of.iter().filter(|s| !lent(s)).collect::<Bits<N>>()
                };
                let held = |p: &usize| st.plane(plan.power_planes + p).meets(own(*p));
                (0..plan.powers.len()).filter(held).collect()
            }
            Mask::Sides(s) => {
                let of = self.all(s) & Bits::below(plan.seats);
                of.iter()
                    .map(|s| plan.rules.seats[s].side.index())
                    .collect()
            }
            Mask::OfSides(d) => {
                let of = self.all(d);
                self.seats()
                    .filter(|s| of.has(plan.rules.seats[*s].side.index()))
                    .collect()
            }
            Mask::Armies(s) => {
                let of = self.all(s) & Bits::below(plan.seats);
                of.iter()
                    .map(|s| st.seats[s].army as usize)
                    .filter(|a| *a != NONE16 as usize)
                    .collect()
            }
            Mask::LowerKinds(k) => {
                let most = self.all(k).iter().map(|k| plan.worth(k)).max();
                (0..plan.kinds.len())
                    .filter(|k| most.is_some_and(|m| plan.worth(*k) < m))
                    .collect()
            }
            Mask::Alone => {
                let board = st.plane(plane::BOARD);
                let alone = |p: &usize| {
                    let same = self.of_kinds(Bits::one(self.kind(*p))) & board;
                    let here = st.square(*p).map(|s| plan.boards.board_of(s));
                    same.iter()
                        .all(|o| o == *p || st.square(o).map(|s| plan.boards.board_of(s)) != here)
                };
                (self.want & st.plane(plane::THERE))
                    .iter()
                    .filter(alone)
                    .collect()
            }
            Mask::Word(w) => self.defined(plan.words[*w as usize].as_ref(), env.you, self.want),
            Mask::Noun(w) => self.defined(plan.nouns[*w as usize].as_ref(), env.you, self.want),
            Mask::NounFor(w, s) => {
                let of = self.all(s);
                let noun = plan.nouns[*w as usize].as_ref();
                of.iter().fold(Bits::EMPTY, |m, s| {
                    m | self.defined(noun, s as u8, self.want)
                })
            }
            Mask::NounForPieces(w, p) => {
                let of = self.owners(self.all(p));
                let noun = plan.nouns[*w as usize].as_ref();
                of.iter().fold(Bits::EMPTY, |m, s| {
                    m | self.defined(noun, s as u8, self.want)
                })
            }
            Mask::Parts(v) => self.parts(v),
            Mask::Viewed { base, yes, no } => {
                let mut all = self.mask(base);
                for v in yes {
                    all |= self.view(v);
                }
                for v in no {
                    if (all & self.want).is_empty() {
                        break;
                    }
                    all -= self.view(v);
                }
                all
            }
            Mask::Matching(like) => {
                let looks = |p: usize| (self.kind(p), self.colour(p));
                let of: Vec<(usize, u8)> = self.all(like).iter().map(looks).collect();
                let there = self.want & st.plane(plane::THERE);
                there.iter().filter(|p| of.contains(&looks(*p))).collect()
            }
            Mask::At(ty, n, of) => {
                let at = usize::try_from(self.int(n) - 1).ok();
                let all = self.in_order(*ty, self.all(of));
                at.and_then(|i| all.get(i)).copied().into_iter().collect()
            }
            Mask::OfColours(of) => {
                let seat = |p: usize| {
                    let side = plan.rules.sides.get(self.colour(p) as usize)?;
                    let own = side.seats.iter().find(|s| s.0 as u8 == env.actor);
                    own.or(side.seats.first()).map(|s| s.index())
                };
                self.all(of).iter().filter_map(seat).collect()
            }
            Mask::Runs(of) => self
                .all(of)
                .iter()
                .fold(Bits::EMPTY, |m, p| m | self.run_of(p)),
            Mask::Jumping => (self.want & st.plane(plane::BOARD))
                .iter()
                .filter(|p| self.jumps(*p))
                .collect(),
            Mask::Zone(z, of) => {
                let z = &plan.zones[*z as usize];
                let of = self.all(of);
                let here = |h: &&(u16, u8)| {
                    (z.slot..z.slot + z.count).contains(&h.0) && of.has((h.0 - z.slot) as usize)
                };
                st.held.iter().filter(here).map(|h| h.1 as usize).collect()
            }
            Mask::CardsOf(armies) => {
                let of = self.all(armies);
                let is = |p: &usize| st.card_of[*p] != NONE16 && of.has(st.card_of[*p] as usize);
                (0..st.kind.len()).filter(is).collect()
            }
            Mask::ArmiesOf(cards) => {
                let army = |p: usize| (st.card_of[p] != NONE16).then_some(st.card_of[p] as usize);
                self.all(cards).iter().filter_map(army).collect()
            }
            Mask::Seen(h, of) => {
                let of = self.all(of);
                self.seen(&plan.hidden[*h as usize], of)
            }
            Mask::Headings(p) => {
                let of = self.all(p).iter();
                of.map(|p| st.heading[p])
                    .filter(|h| *h != NONE)
                    .map(usize::from)
                    .collect()
            }
            Mask::Value(slots, of, start) => self.values_of(*slots, self.all(of), *start),
            Mask::ValueFor(whose, hidden, slots, of, start) => {
                let of = self.all(of);
                let env = self.for_seat(whose);
                let cx = self.with(&env);
                let of = match hidden {
                    Some(h) => cx.seen(&plan.hidden[*h as usize], of),
                    None => of,
                };
                cx.values_of(*slots, of, *start)
            }
            Mask::PlanesFor(first, seats) => {
                let of = self.all(seats) & Bits::below(plan.seats);
                let plane = |seat: usize| st.plane(*first as usize + seat);
                of.iter().fold(Bits::EMPTY, |all, seat| all | plane(seat))
            }
            Mask::ValueOfHolders(whose, slots, of, start) => {
                let of = self.all(of);
                let slot = match slots {
                    Slots::NumbersOfYou(slot, _) => *slot as usize,
                    Slots::Marks(_) | Slots::Sets(_) | Slots::Owners(..) | Slots::Numbers(_) => {
                        return Bits::EMPTY;
                    }
                };
                self.seats().fold(Bits::EMPTY, |all, seat| {
                    let env = Env {
                        you: seat as u8,
                        ..*self.env
                    };
                    let cx = self.with(&env);
                    let counted = self.counted(whose, slot, seat, of);
                    all | cx.values_of(*slots, counted, *start)
                })
            }
            Mask::NextTo(of) => {
                let beside = |p: usize| {
                    let all: Vec<usize> = st.held_in(st.zone[p]).collect();
                    let at = all.iter().position(|x| *x == p);
                    let near = move |i: usize| at.is_some_and(|at| i.abs_diff(at) == 1);
                    let there = all.into_iter().enumerate();
                    there.filter(move |(i, _)| near(*i)).map(|x| x.1)
                };
                let of = self.all(of).iter();
                of.filter(|p| st.zone[*p] != NONE16)
                    .flat_map(beside)
                    .collect()
            }
            Mask::Under(of) => {
                let of = self.all(of);
                let zones = plan.zones.iter().filter(|z| z.on == Ty::Piece);
                let spans: Vec<(u16, u16)> = zones.map(|z| (z.slot, z.count)).collect();
                let under = |h: &&(u16, u8)| {
                    let owner = |(slot, count): &(u16, u16)| {
                        let at = h.0.checked_sub(*slot)?;
                        (at < *count && of.has(at as usize)).then_some(())
                    };
                    spans.iter().any(|s| owner(s).is_some())
                };
                st.held.iter().filter(under).map(|h| h.1 as usize).collect()
            }
            Mask::Royal => self.royal(),
            Mask::InCheck(by) => {
                let by = by.as_ref().map(|b| self.all(b));
                self.in_check(self.royal() & self.want, by)
            }
            Mask::SeatsInCheck(by) => {
                let by = by.as_ref().map(|b| self.all(b));
                let checked = |s: &usize| self.want.has(*s) && self.seat_in_check(*s, by);
                self.seats().filter(checked).collect()
            }
            Mask::PartOfMoves(part, m) => self.wanting(Bits::FULL).part_of_moves(*part, m),
            Mask::SeatsWithMoves(m, rel, n) => self.seats_with_moves(m, *rel, self.int(n)),
            Mask::Attackers {
                seats,
                what,
                squares,
                rel,
                n,
            } => {
                let (what, n) = (self.all(what), self.int(n));
                let board = st.plane(plane::BOARD);
                let hits = |x: usize| match seats {
                    true => self.attacks_one(board, what, *squares, Some(Bits::one(x))),
                    false => self.attacks_one(Bits::one(x), what, *squares, None),
                };
                let all = if *seats {
                    Bits::below(plan.seats)
                } else {
                    st.plane(plane::THERE)
                };
                (self.want & all)
                    .iter()
                    .filter(|x| compare(hits(*x) as i32, *rel, n))
                    .collect()
            }
            Mask::SeatsActing(rel, n) => {
                let n = self.int(n);
                let acts = |s: &usize| {
                    let open = super::run::Runner::new(plan).has_action(self, *s as u8);
                    compare(i32::from(open), *rel, n)
                };
                self.seats()
                    .filter(|s| self.want.has(*s))
                    .filter(acts)
                    .collect()
            }
            Mask::SeatsTalking { secretly, to } => {
                let to = to.as_ref().map(|m| self.all(m));
                let talks = |seat: &usize| {
                    let e = Event {
                        hidden: *secretly,
                        ..Event::new(Verb::Talk, *seat as u8, Means::Rule)
                    };
                    let e = e.with(Role::Speaker, Thing::Seat(*seat as u8));
                    match to {
                        None => !self.forbidden(&e, false),
                        Some(to) => to.iter().all(|hearer| {
                            let hearer = Thing::Seat(hearer as u8);
                            !self.forbidden(&e.with(Role::Hearer, hearer), false)
                        }),
                    }
                };
                self.seats()
                    .filter(|s| self.want.has(*s) && talks(s))
                    .collect()
            }
            Mask::Mobile { seats } => {
                if self.depth > DEPTH {
                    return Bits::EMPTY;
                }
                let cx = Cx {
                    depth: self.depth + 1,
                    ..*self
                };
                let ask = if *seats { Ask::Moves } else { Ask::Mobility };
                let mut runner = super::run::Runner::new(plan);
                let mut some = |of: Bits<N>, seat: u8| {
                    runner.count_moves(&cx, of, seat, false, ask, 1) > 0
                        || of.iter().any(|p| runner.moved_by_action(&cx, p))
                };
                let board = st.plane(plane::BOARD);
                if *seats {
                    let own = |s: usize| self.owned_by(s) & board;
                    self.seats()
                        .filter(|s| self.want.has(*s) && some(own(*s), *s as u8))
                        .collect()
                } else {
                    (self.want & board)
                        .iter()
                        .filter(|p| some(Bits::one(*p), self.controller(*p)))
                        .collect()
                }
            }
            Mask::WithMoves {
                seats,
                of,
                legal,
                rel,
                n,
            } => {
                let (of, n) = (self.all(of), self.int(n));
                // none or some: the first move decides
                let wanted = if n + i32::from(*rel != Rel::Ge) > 1 {
                    usize::MAX
                } else {
                    1
                };
                let some = |pieces: Bits<N>, seat: u8| {
                    let count = super::run::Runner::new(plan).count_moves(
                        self,
                        pieces,
                        seat,
                        *legal,
                        Ask::Moves,
                        wanted,
                    );
                    compare(count as i32, *rel, n)
                };
                let board = st.plane(plane::BOARD);
                match seats {
                    true => self
                        .seats()
                        .filter(|s| {
                            self.want.has(*s) && some(self.owned_by(*s) & of & board, *s as u8)
                        })
                        .collect(),
                    false => (of & self.want & board)
                        .iter()
                        .filter(|p| some(Bits::one(*p), self.controller(*p)))
                        .collect(),
                }
            }
            Mask::Nth(ty, n, of) => {
                let all = self.in_order(*ty, self.all(of));
                let at = if *n == 0 {
                    all.last()
                } else {
                    all.get(*n as usize - 1)
                };
                at.copied().into_iter().collect()
            }
            Mask::Latest(ty, of) => {
                let of = self.all(of);
                let when = |i: usize| match ty {
                    Ty::Seat => st.seats[i].latest,
                    _ => st.moved_at[i],
                };
                let top = of.iter().map(when).max();
                of.iter().filter(|i| Some(when(*i)) == top).collect()
            }
            Mask::Nearest(ty, of, to) => {
                let (of, to) = (self.all(of), self.all(to));
                let apart = |i: usize| {
                    let at = if *ty == Ty::Square {
                        Some(i)
                    } else {
                        st.square(i)
                    };
                    at.and_then(|a| to.iter().filter_map(|b| plan.boards.distance(a, b)).min())
                };
                let least = of.iter().filter_map(apart).min();
                of.iter()
                    .filter(|i| least.is_some() && apart(*i) == least)
                    .collect()
            }
            Mask::Best { most, name, of, by } => {
                let of = self.all(of);
                let mut inner = *env;
                let scores: Vec<(usize, i32)> = (of.iter())
                    .map(|i| {
                        inner.names[*name as usize] = Bits::one(i);
                        (i, self.with(&inner).int(by))
                    })
                    .collect();
                let all = scores.iter().map(|s| s.1);
                let top = if *most { all.max() } else { all.min() };
                scores
                    .iter()
                    .filter(|s| Some(s.1) == top)
                    .map(|s| s.0)
                    .collect()
            }
        }
    }

    // ---- things

    /// The side whose colour a card or piece shows.
    pub fn colour(&self, p: usize) -> u8 {
        match (self.st.side[p], self.st.owner[p] as usize) {
            (NONE, owner) if owner < self.plan.seats => self.plan.rules.seats[owner].side.0 as u8,
            (side, _) => side,
        }
    }
    /// The seat that a card or piece is shown with: its owner, or of the colour that a card shows the first.
    pub fn shown_owner(&self, p: usize) -> usize {
        let owner = self.st.owner[p] as usize;
        let seats = &self.plan.rules.seats;
        let of = |s: usize| seats.get(s).map(|s| s.side.0 as u8);
        match self.st.side[p] {
            side if side == NONE || !self.st.plane(plane::CARD).has(p) => owner,
            side if owner < self.plan.seats && of(owner) == Some(side) => owner,
            side => (0..self.plan.seats)
                .find(|s| of(*s) == Some(side))
                .unwrap_or(owner),
        }
    }
    /// How many of these things can each be given a thing of their own that matches them (Kuhn's augmenting paths).
    fn paired(&self, these: Bits<N>, things: Bits<N>) -> usize {
        let fits = |x: usize| {
            let env = Env {
                it: x as u8,
                ..*self.env
            };
            let matching = Mask::Matching(Box::new(Mask::It));
            self.with(&env).wanting(things).mask(&matching) & things
        };
        let wishes: Vec<Bits<N>> = these.iter().map(fits).collect();
        let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
        (0..wishes.len())
            .filter(|i| {
                let mut seen = Bits::EMPTY;
                pair(*i, &wishes, &mut taken, &mut seen)
            })
            .count()
    }
    /// The neighbouring cards of one colour in a row among which a card is.
    fn run_of(&self, p: usize) -> Bits<N> {
        let slot = self.st.zone[p];
        let is_row = |z: &&Zone<N>| z.row && (z.slot..z.slot + z.count).contains(&slot);
        if !self.plan.zones.iter().any(|z| is_row(&z)) {
            return Bits::EMPTY;
        }
        let row: Vec<usize> = self.st.held_in(slot).collect();
        let Some(at) = row.iter().position(|c| *c == p) else {
            return Bits::EMPTY;
        };
        let like = |c: &&usize| self.colour(**c) == self.colour(p);
        let before = row[..at].iter().rev().take_while(like).count();
        let behind = row[at..].iter().take_while(like).count();
        row[at - before..at + behind].iter().copied().collect()
    }

    /// Seats in the game, as bits.
    pub fn playing(&self) -> Bits<N> {
        let mut b = Bits::EMPTY;
        b.0[0] = u64::from(self.st.clock.playing);
        b
    }
    /// The seat with which a piece began, as it faces: its owner, if his pieces face so.
    fn first_owner(&self, p: usize) -> usize {
        let owner = self.st.owner[p] as usize;
        let faces = |s: &usize| self.plan.boards.facing(*s) == self.st.facing[p];
        let other = || (0..self.plan.seats).find(faces);
        let own = Some(owner).filter(|s| *s < self.plan.seats && faces(s));
        own.or_else(other).unwrap_or(owner)
    }
    /// The player behind the event, else who is on turn, else who acts.
    pub fn author(&self) -> u8 {
        match (self.env.event, self.st.clock.on_turn) {
            (true, _) => self.env.author,
            (false, NONE) => self.env.actor,
            (false, on) => on,
        }
    }
    /// The pieces of a seat and of those it shares them with.
    #[inline]
    pub fn owned_by(&self, seat: usize) -> Bits<N> {
        if seat >= self.plan.seats {
            return self.st.plane(plane::OWNER + self.plan.seats);
        }
        match self.plan.sharing[seat] {
            one if one.count_ones() == 1 => self.st.plane(plane::OWNER + seat),
            all => (0..self.plan.seats)
                .filter(|s| all >> s & 1 == 1)
                .fold(Bits::EMPTY, |m, s| m | self.st.plane(plane::OWNER + s)),
        }
    }
    /// The pieces of these seats.
    pub fn owned(&self, seats: Bits<N>) -> Bits<N> {
        seats.iter().fold(Bits::EMPTY, |m, s| m | self.owned_by(s))
    }
    /// Who owns these pieces; the number of seats: nobody.
    pub fn owners(&self, pieces: Bits<N>) -> Bits<N> {
        (0..=self.plan.seats)
            .filter(|s| self.st.plane(plane::OWNER + s).meets(pieces))
            .collect()
    }
    /// Who acts with a piece: of the seats that share it the one on turn, else its owner.
    pub fn controller(&self, p: usize) -> u8 {
        let owner = self.st.owner[p];
        if owner as usize >= self.plan.seats {
            return NONE;
        }
        match self.st.clock.on_turn {
            NONE => owner,
            on if self.plan.sharing[owner as usize] >> on & 1 == 1 => on,
            _ => owner,
        }
    }
    /// The kind of a piece, as views show it.
    pub fn kind(&self, p: usize) -> usize {
        if self.raw || self.plan.kind_views.is_empty() {
            return self.st.kind[p] as usize;
        }
        let raw = Cx {
            raw: true,
            want: Bits::one(p),
            ..*self
        };
        let shown = |(v, k): &(View<N>, u8)| raw.view(v).has(p).then_some(*k as usize);
        self.plan
            .kind_views
            .iter()
            .rev()
            .find_map(shown)
            .unwrap_or(self.st.kind[p] as usize)
    }
    /// Pieces of these kinds, as views show them.
    pub fn of_kinds(&self, kinds: Bits<N>) -> Bits<N> {
        let planes = |i: usize| self.st.plane(self.plan.kind_planes + i);
        let mut all = kinds.iter().fold(Bits::EMPTY, |m, k| m | planes(k));
        if !self.raw && !self.plan.kind_views.is_empty() {
            let raw = Cx {
                raw: true,
                want: Bits::FULL,
                ..*self
            };
            for (v, k) in &self.plan.kind_views {
                let seen = raw.view(v);
                if kinds.has(*k as usize) {
                    all |= seen
                } else {
                    all -= seen
                }
            }
        }
        all
    }
    fn near(&self, how: Around, squares: Bits<N>) -> Bits<N> {
        squares
            .iter()
            .fold(Bits::EMPTY, |m, s| m | self.plan.boards.near(how, s))
    }
    fn row(&self, n: i32, facing: u8, board: usize, file: bool) -> Bits<N> {
        match file {
            true => self.plan.boards.file(n, facing, board),
            false => self.plan.boards.row(n, facing, board),
        }
    }
    fn ring(&self, ring: Ring, s: usize) -> Bits<N> {
        let board = self.plan.boards.board_of_seat(s);
        let all: Vec<usize> = self
            .seats()
            .filter(|t| self.plan.boards.board_of_seat(*t) == board)
            .collect();
        let at = all.iter().position(|t| *t == s).unwrap_or(0);
        let on = match ring {
            Ring::Left => 1,
            Ring::Right => all.len() - 1,
            Ring::Opposite => all.len() / 2,
            Ring::Others => return all.into_iter().filter(|t| *t != s).collect(),
        };
        Bits::one(all[(at + on) % all.len()])
    }
    /// Squares of set-ups, of these kinds alone if given.
    fn setups(&self, seats: Bits<N>, kinds: Option<Bits<N>>) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for s in (seats & Bits::below(self.plan.seats)).iter() {
            for (k, q) in self.plan.setup_of(self.st, s) {
                if kinds.is_none_or(|of| of.has(*k as usize)) {
                    all.add(self.plan.boards.in_frame(*q as usize, s));
                }
            }
            if kinds.is_none() {
                for q in self.plan.spare_of(self.st, s) {
                    all.add(self.plan.boards.in_frame(q.index(), s));
                }
            }
        }
        all
    }
    /// Who will have the next turn.
    pub fn next_seat(&self) -> u8 {
        let n = self.plan.rules.turns.len();
        let at = self.st.clock.turn_at as usize;
        (1..=n)
            .find_map(|k| self.plan.seat_at(self.st, (at + k) % n))
            .unwrap_or(NONE)
    }

    // ---- definitions and views

    fn defined(&self, word: Option<&Mask<N>>, you: u8, want: Bits<N>) -> Bits<N> {
        let Some(word) = word else { return Bits::EMPTY };
        // names of the rule that uses a definition mean nothing in it
        let env = Env {
            you,
            names: [Bits::EMPTY; NAMES],
            ..*self.env
        };
        self.with(&env).wanting(want).mask(word)
    }
    fn parts(&self, parts: &[WordPart<N>]) -> Bits<N> {
        let you = self.env.you;
        let holds = |p: &WordPart<N>| match p.holder {
            Holder::Power(q) => you != NONE && self.holds(you as usize, q),
            _ => false,
        };
        let replaced = parts.iter().any(|p| p.replaces && holds(p));
        let mut all = Bits::EMPTY;
        for p in parts {
            if p.replaces && !holds(p) || replaced && !matches!(p.holder, Holder::Power(_)) {
                continue;
            }
            match p.holder {
                Holder::Power(q) if you == NONE => {
                    for s in self.seats().filter(|s| self.holds(*s, q)) {
                        let env = Env {
                            you: s as u8,
                            ..*self.env
                        };
                        all |= self.with(&env).wanting(self.want).mask(&p.what);
                    }
                }
                Holder::Power(q) if !self.holds(you as usize, q) => {}
                _ => all |= self.mask(&p.what),
            }
        }
        all
    }
    /// A definition that is a number, as somebody reads it: different numbers of its parts added up.
    fn number_called(&self, word: u16, env: &Env<N>) -> i32 {
        let parts = self.plan.numbers_called[word as usize].as_slice();
        let you = env.you;
        let holds = |h: Holder, s: u8| match h {
            Holder::Power(q) => s != NONE && self.holds(s as usize, q),
            Holder::Game | Holder::EachSeat | Holder::Kind(_) => true,
        };
        let powers = |p: &NumberPart<N>| matches!(p.holder, Holder::Power(_));
        let replaced = parts
            .iter()
            .any(|p| p.replaces && powers(p) && holds(p.holder, you));
        let mut all: Vec<i32> = vec![];
        for p in parts.iter().filter(|p| {
            if powers(p) {
                true
            } else {
                !replaced && !p.replaces
            }
        }) {
            let readers = match (powers(p), you) {
                // nobody reads: whoever has the power
                (true, NONE) => 0..=(self.plan.seats as u8).saturating_sub(1),
                (true, _) | (false, _) => you..=you,
            };
            for s in readers.filter(|s| holds(p.holder, *s)) {
                let mut env = Env {
                    you: s,
                    names: [Bits::EMPTY; NAMES],
                    ..*env
                };
                let n = self.with(&env).int(&p.value);
                if p.takes != NONE {
                    env.names[p.takes as usize] = super::decide::number(n);
                }
                if !all.contains(&n) && self.with(&env).truth(&p.when) {
                    all.push(n);
                }
            }
        }
        all.iter().sum()
    }
    /// Whether a seat holds a power.
    #[inline]
    pub fn holds(&self, seat: usize, power: u8) -> bool {
        self.st
            .plane(self.plan.power_planes + power as usize)
            .has(seat)
    }
    /// Of which things a view says it.
    pub fn view(&self, v: &View<N>) -> Bits<N> {
        let mut all = Bits::EMPTY;
        self.holders(v.holder, v.rule, |you, it| {
            let env = Env::of(you, it, v.rule);
            let cx = self.with(&env).wanting(self.want - all);
            if cx.truth(&v.when) {
                all |= cx.mask(&v.of);
            }
        });
        all
    }
    /// Runs `f` for every holder of a rule: you, it. A rule of a power no longer held lives on by a mark of that power that is still
    /// set (language 6.3).
    #[inline]
    pub fn holders(&self, h: Holder, rule: u16, mut f: impl FnMut(u8, u8)) {
        match h {
            Holder::Game => f(NONE, NONE),
            Holder::EachSeat => self.playing().iter().for_each(|s| f(s as u8, NONE)),
            Holder::Power(p) => {
                let held = self.st.plane(self.plan.power_planes + p as usize);
                let keeps = self
                    .plan
                    .keeps
                    .get(rule as usize)
                    .map_or(&[][..], Vec::as_slice);
                if keeps.is_empty() {
                    held.iter().for_each(|s| f(s as u8, NONE));
                } else {
                    self.seats()
                        .filter(|s| held.has(*s) || self.kept(keeps, *s))
                        .for_each(|s| f(s as u8, NONE));
                }
            }
            Holder::Kind(k) => {
                let live = self.of_kinds(Bits::one(k as usize))
                    - self.st.plane(plane::LOST)
                    - self.st.plane(plane::CARD);
                live.iter().for_each(|p| f(self.controller(p), p as u8));
            }
        }
    }

    // ---- royalty and check

    /// Royal pieces.
    pub fn royal(&self) -> Bits<N> {
        match &self.plan.royal {
            Some(m) => self.with(&Env::EMPTY).wanting(self.want).mask(m),
            None => Bits::EMPTY,
        }
    }
    /// Those of these royal pieces that are attacked by somebody (of these seats).
    pub fn in_check(&self, royal: Bits<N>, by: Option<Bits<N>>) -> Bits<N> {
        if self.depth > DEPTH {
            return Bits::EMPTY;
        }
        let mut royal = royal & self.st.plane(plane::BOARD);
        if let Some((seats, pieces)) = &self.plan.never_in_check {
            let calm = self.with(&Env::EMPTY);
            royal -= calm.mask(pieces) | self.owned(calm.mask(seats));
        }
        let mut hit = self.struck(royal, by);
        if !self.plan.declared_checks.is_empty() {
            hit |= self.declared(royal - hit, by);
        }
        if self.plan.whole_turns && !self.st.clock.raid && hit != royal {
            hit |= super::raid::raided(self, royal - hit, by);
        }
        hit
    }
    /// Of these pieces those of which a view says that they are in check (from these seats).
    fn declared(&self, royal: Bits<N>, by: Option<Bits<N>>) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for (v, from) in &self.plan.declared_checks {
            self.holders(v.holder, v.rule, |you, it| {
                let env = Env::of(you, it, v.rule);
                let cx = self.with(&env);
                let named = match (from, by) {
                    (Some(from), Some(by)) => cx.mask(from).meets(by),
                    _ => true,
                };
                if named && cx.truth(&v.when) {
                    all |= cx.wanting(royal).mask(&v.of) & royal;
                }
            });
        }
        all
    }
    /// A royal piece of a seat is attacked by somebody (of these seats).
    pub fn seat_in_check(&self, seat: usize, by: Option<Bits<N>>) -> bool {
        if self.plan.royal.is_none() || self.depth > DEPTH {
            return false;
        }
        let own = self.owned_by(seat) & self.st.plane(plane::BOARD);
        let royal = self.wanting(own).royal() & own;
        royal.any() && self.in_check(royal, by).any()
    }

    // ---- order

    /// The members in the order of their type: pieces and squares as they lie on the board, seats clockwise from the one after the
    /// player on turn.
    pub fn in_order(&self, ty: Ty, of: Bits<N>) -> Vec<usize> {
        let mut all: Vec<usize> = of.iter().collect();
        match ty {
            Ty::Piece | Ty::Card => {
                // a mask may hold numbers beyond the last piece of the state
                all.retain(|p| *p < self.st.place.len());
                let lies = |p: usize| match self.st.zone[p] {
                    NONE16 => (NONE16, 0),
                    slot => (
                        slot,
                        self.st
                            .held
                            .iter()
                            .position(|h| h.1 as usize == p)
                            .unwrap_or(0),
                    ),
                };
                order::by_key(&mut all, |p| (self.st.place[*p], lies(*p), *p));
            }
            // as their cards lie
            Ty::Army => order::by_key(&mut all, |a| {
                let card = |h: &(u16, u8)| self.st.card_of[h.1 as usize] as usize == *a;
                (self.st.held.iter().position(card).unwrap_or(usize::MAX), *a)
            }),
            Ty::Seat => {
                let n = self.plan.seats;
                let from = match self.st.clock.on_turn {
                    NONE => 0,
                    on => on as usize + 1,
                };
                order::by_key(&mut all, |s| (*s >= n, (*s + n - from % n) % n));
            }
            _ => {}
        }
        all
    }
    /// The first of them.
    pub fn first(&self, ty: Ty, of: Bits<N>) -> Option<usize> {
        if of.count() < 2 {
            return of.first();
        }
        self.in_order(ty, of).first().copied()
    }

    // ---- conditions and numbers

    /// A condition holds.
    pub fn truth(&self, c: &Truth<N>) -> bool {
        match c {
            Truth::Fixed(b) => *b,
            Truth::Not(c) => !self.truth(c),
            Truth::All(v) => v.iter().all(|c| self.truth(c)),
            Truth::Any(v) => v.iter().any(|c| self.truth(c)),
            Truth::Some(m) => self.mask(m).any(),
            Truth::Paired(these, things, count) => {
                let these = self.all(these);
                let got = self.paired(these, self.all(things));
                match count {
                    None => got > 0 && got == these.count(),
                    Some((rel, n)) => compare(got as i32, *rel, self.int(n)),
                }
            }
            Truth::Every(a, b) => {
                let a = self.mask(a);
                a.any() && a.within(self.wanting(a).mask(b))
            }
            Truth::Count(m, rel, n) => compare(self.mask(m).count() as i32, *rel, self.int(n)),
            Truth::Compare(a, rel, b) => compare(self.int(a), *rel, self.int(b)),
            Truth::NthTurn(n, s) => {
                let on = self.st.clock.on_turn;
                on != NONE
                    && self.st.seats[on as usize].turns == u32::from(*n)
                    && self.has(s, on as usize)
            }
            Truth::TurnOver(n, seats, end) => {
                let clock = &self.st.clock;
                let over = |s: usize| {
                    let (had, n) = (self.st.seats[s].turns, u32::from(*n));
                    let on = clock.on_turn as usize == s && clock.phase != Phase::End;
                    had > n || had == n && (!end || !on)
                };
                (self.all(seats) & Bits::below(self.plan.seats))
                    .iter()
                    .any(over)
            }
            Truth::Reaches(who, squares, kinds) => {
                let kind = kinds.as_ref().map(|m| self.all(m).first());
                let (who, squares) = (self.all(who), self.all(squares));
                who.iter().any(|p| self.could_reach(p, squares, kind))
            }
            Truth::SomebodyOnTurn => self.st.clock.on_turn != NONE,
            Truth::NewlyInCheck(subject, by) => self.newly_in_check(subject, by.as_ref()),
            Truth::Note(i) => self.env.notes >> i & 1 == 1,
            Truth::Happened(past, rel, n) => compare(self.past(past), *rel, self.int(n)),
            Truth::Attacks(a, b, squares, rel, n) => {
                let hits = self.attacks_one(self.all(a), self.all(b), *squares, None);
                compare(hits as i32, *rel, self.int(n))
            }
            Truth::Earlier(c) => match self.earlier() {
                Some(before) => Cx {
                    st: before,
                    before: None,
                    after: None,
                    ..*self
                }
                .truth(c),
                None => self.truth(c),
            },
            Truth::SomeMove(m, is) => {
                let so = |m: &super::plans::Planned| is.iter().all(|w| self.move_is(*m, *w));
                self.planned(m).iter().any(so)
            }
            Truth::EveryMove(m, is) => {
                let all = self.planned(m);
                let so = |m: &super::plans::Planned| is.iter().all(|w| self.move_is(*m, *w));
                !all.is_empty() && all.iter().all(so)
            }
            Truth::SeatsAttack(a, b, squares, rel, n) => {
                let by = Some(self.all(a));
                let pieces = self.st.plane(plane::BOARD);
                let hits = self.attacks_one(pieces, self.all(b), *squares, by);
                compare(hits as i32, *rel, self.int(n))
            }
            Truth::Covers(who, what, squares, kinds, rel, n) => {
                let kinds = kinds.as_ref().map(|m| self.all(m));
                let (who, what) = (self.all(who), self.all(what));
                let covered = |y: &usize| {
                    let at = if *squares {
                        Some(*y)
                    } else {
                        self.st.square(*y)
                    };
                    at.is_some_and(|q| self.cover(who, q, kinds))
                };
                compare(
                    what.iter().filter(covered).count() as i32,
                    *rel,
                    self.int(n),
                )
            }
            Truth::SeatNewlyInCheck(subject, by) => self.seat_newly_in_check(subject, by.as_ref()),
            Truth::Would(c) => match self.after {
                Some(after) => Cx {
                    st: after,
                    after: None,
                    before: Some(self.st),
                    ..*self
                }
                .truth(c),
                None => self.truth(c),
            },
            Truth::NewlySome(m) => match self.earlier() {
                Some(before) => {
                    let now = self.all(m);
                    now.any()
                        && !now.within(
                            Cx {
                                st: before,
                                before: None,
                                after: None,
                                want: now,
                                ..*self
                            }
                            .mask(m),
                        )
                }
                None => false,
            },
        }
    }
    fn newly_in_check(&self, subject: &Mask<N>, by: Option<&Mask<N>>) -> bool {
        let Some(before) = self.earlier() else {
            return false;
        };
        let was = Cx {
            st: before,
            before: None,
            ..*self
        };
        let (now, by) = (self.mask(subject), by.map(|by| self.all(by)));
        let royal = self.wanting(now).royal() & now;
        if royal.is_empty() || self.in_check(royal, by).is_empty() {
            return false;
        }
        let there = was.mask(subject);
        let newly = |from: Option<Bits<N>>| {
            let hit = self.in_check(royal, from);
            let old = there & hit;
            hit.any() && (hit - was.in_check(was.wanting(old).royal() & old, from)).any()
        };
        match by {
            None => newly(None),
            Some(by) => by.iter().any(|s| newly(Some(Bits::one(s)))),
        }
    }
    /// The state before: given, or kept for the event.
    fn earlier(&self) -> Option<&State<N>> {
        let kept = || {
            self.st
                .befores
                .iter()
                .find(|b| b.0 == self.env.before)
                .map(|b| &*b.1)
        };
        self.before.or_else(kept)
    }
    fn seat_newly_in_check(&self, subject: &Mask<N>, by: Option<&Mask<N>>) -> bool {
        let Some(before) = self.earlier() else {
            return false;
        };
        let was = Cx {
            st: before,
            before: None,
            ..*self
        };
        let now = self.all(subject);
        let there = was.all(subject);
        let one = |s: usize, from: Option<Bits<N>>| {
            self.seat_in_check(s, from) && !(there.has(s) && was.seat_in_check(s, from))
        };
        match by {
            None => now.iter().any(|s| one(s, None)),
            Some(by) => {
                let by = self.all(by);
                now.iter()
                    .any(|s| by.iter().any(|b| one(s, Some(Bits::one(b)))))
            }
        }
    }
    /// A number.
    pub fn int(&self, n: &Int<N>) -> i32 {
        match n {
            Int::Fixed(n) => *n,
            Int::Count(m) => self.all(m).count() as i32,
            Int::Field(i, None, start) => self.value(*i as usize, *start),
            Int::Field(i, Some(of), start) => {
                let of = self.all(of);
                of.iter().map(|o| self.value(*i as usize + o, *start)).sum()
            }
            Int::FieldFor(whose, i, of, start) => {
                let of = of.as_ref().map(|of| self.all(of));
                let you = self.for_seat(whose).you;
                if you == NONE {
                    return 0;
                }
                let from = *i as usize + you as usize * whose.each as usize;
                match of {
                    None => self.value(from, *start),
                    Some(of) => of.iter().map(|o| self.value(from + o, *start)).sum(),
                }
            }
            Int::FieldOfHolders(whose, slot, of, start) => {
                let of = of.as_ref().map_or(Bits::one(0), |of| self.all(of));
                let slot = *slot as usize;
                let sum = |seat: usize| -> i32 {
                    let from = slot + seat * whose.each as usize;
                    let counted = self.counted(whose, slot, seat, of);
                    counted.iter().map(|o| self.value(from + o, *start)).sum()
                };
                self.seats().map(sum).sum()
            }
            Int::Extreme(most, i, of, start) => {
                let of = self.all(of);
                let all = of.iter().map(|o| self.value(*i as usize + o, *start));
                (if *most { all.max() } else { all.min() }).unwrap_or(0)
            }
            Int::Points(s) => {
                let of = self.all(s) & Bits::below(self.plan.seats);
                of.iter().map(|s| self.st.seats[s].points).sum()
            }
            Int::Word(w, None) => self.number_called(*w, self.env),
            Int::Word(w, Some((ty, of))) => {
                let of = self.all(of);
                let reader = |x: usize| match ty {
                    Ty::Seat => (x as u8, x as u8),
                    _ => (self.st.owner[x], x as u8),
                };
                let read = |x: usize| {
                    let (you, it) = reader(x);
                    self.number_called(
                        *w,
                        &Env {
                            you,
                            it,
                            ..*self.env
                        },
                    )
                };
                of.iter().map(read).sum()
            }
            Int::Worth(k) => self.all(k).iter().map(|k| self.plan.worth(k)).sum(),
            Int::Name(n) => super::decide::number_in(self.env.names[*n as usize]),
            Int::Past(p) => self.past(p),
            Int::Chosen(all, of) => {
                let seat = self.first(Ty::Seat, self.all(of));
                seat.and_then(|s| all.get(s)).copied().unwrap_or(0)
            }
            Int::Repetition => {
                let now = self.plan.position_hash(self.st);
                self.st.positions.iter().filter(|h| **h == now).count() as i32
            }
            Int::Round => self.st.clock.round as i32,
            Int::Both(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                match op {
                    Op::Plus => a.saturating_add(b),
                    Op::Minus => a.saturating_sub(b),
                    Op::Times => a.saturating_mul(b),
                    Op::Divided => a.checked_div_euclid(b).unwrap_or(0),
                    Op::Remainder => a.checked_rem_euclid(b).unwrap_or(0),
                }
            }
        }
    }
    /// Of these owners those of which a seat keeps a value: all, as long as it holds the power; else those whose value was set.
    fn counted(&self, whose: &OfHolders, slot: usize, seat: usize, of: Bits<N>) -> Bits<N> {
        let holders = self.plan.power_planes + whose.power as usize;
        if self.st.plane(holders).has(seat) {
            return of;
        }
        let from = slot + seat * whose.each as usize;
        let set = |o: &usize| self.st.values.get(from + o).is_some_and(|v| *v != UNSET);
        of.iter().filter(set).collect()
    }
    fn value(&self, i: usize, start: i32) -> i32 {
        match self.st.values.get(i) {
            Some(v) if *v != UNSET => *v,
            _ => start,
        }
    }
    /// From which turn on a question about the past asks.
    pub fn since(&self, p: &Past<N>) -> u32 {
        match (&p.since, p.this_turn) {
            (_, true) => self.st.clock.turn,
            (None, false) if p.this_round => self.st.clock.round_start,
            (None, false) => 0,
            (Some((of, end)), false) => {
                let of = self.all(of) & Bits::below(self.plan.seats);
                of.iter().map(|s| self.last_turn(s)).max().unwrap_or(0) + u32::from(*end)
            }
        }
    }
    /// How often something happened.
    pub fn past(&self, p: &Past<N>) -> i32 {
        self.times(p).0
    }
    /// The place in the trail of the first time something happened.
    pub fn first_time(&self, p: &Past<N>) -> Option<usize> {
        self.times(p).1
    }
    /// How often something happened, and where in the trail for the first time.
    fn times(&self, p: &Past<N>) -> (i32, Option<usize>) {
        let from = self.since(p);
        // most questions end here: no event of the verb in the time asked about
        let trail = self.st.trail.iter().rev();
        let mut within = trail.take_while(|t| t.turn >= from);
        if !within.any(|t| t.verb == p.verb) {
            return (0, None);
        }
        let sets = [
            &p.author,
            &p.owner,
            &p.kinds,
            &p.pieces,
            &p.by,
            &p.squares,
            &p.by_owner,
            &p.by_kinds,
        ];
        let [
            author,
            owner,
            kinds,
            pieces,
            by,
            squares,
            by_owner,
            by_kinds,
        ] = sets.map(|m| m.as_ref().map(|m| self.all(m)));
        let mut seen = Bits::<N>::EMPTY;
        let (mut n, mut first) = (0, None);
        for (i, t) in self.st.trail.iter().enumerate().rev() {
            if t.turn < from {
                break;
            }
            let among = |m: &Option<Bits<N>>, i: u8| m.is_none_or(|m| m.has(i as usize));
            if t.verb == p.verb
                && among(&author, t.author)
                && among(&owner, t.owner)
                && among(&kinds, t.kind)
                && among(&pieces, t.piece)
                && among(&by, t.by)
                && among(&squares, t.square)
                && among(&by_owner, t.by_owner)
                && among(&by_kinds, t.by_kind)
                && !(p.once && seen.has(t.piece as usize))
            {
                seen.add(t.piece as usize);
                n += 1;
                first = Some(i);
            }
        }
        (n, first)
    }
    /// Global number of the latest finished turn of a seat (0: none).
    fn last_turn(&self, s: usize) -> u32 {
        let seat = &self.st.seats[s];
        if self.st.clock.on_turn as usize == s && seat.latest == self.st.clock.turn {
            seat.before
        } else {
            seat.latest
        }
    }
}

/// Finds a thing for the `i`-th, if others can take another one instead.
fn pair<const N: usize>(
    i: usize,
    wishes: &[Bits<N>],
    taken: &mut BTreeMap<usize, usize>,
    seen: &mut Bits<N>,
) -> bool {
    wishes[i].iter().any(|t| {
        if seen.has(t) {
            return false;
        }
        seen.add(t);
        let free = match taken.get(&t).copied() {
            Some(other) => pair(other, wishes, taken, seen),
            None => true,
        };
        if free {
            taken.insert(t, i);
        }
        free
    })
}

//! Masks: the members of a set, form by form, at least those that are wanted.
use super::{Cx, DEPTH, compare};
use crate::core::bits::Bits;
use crate::core::board::{Around, turned};
use crate::core::event::{Event, Thing};
use crate::core::movement::Ask;
use crate::core::plan::*;
use crate::core::run;
use crate::core::state::*;
use crate::rules::{Rel, Role, Ty, Verb};

impl<const N: usize> Cx<'_, N> {
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
                    let open = run::Runner::new(plan).has_action(self, *s as u8);
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
                let mut runner = run::Runner::new(plan);
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
                    let count = run::Runner::new(plan).count_moves(
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
}

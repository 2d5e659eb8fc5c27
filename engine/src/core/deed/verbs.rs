//! Every verb as what it does: the members of a step, refused or performed. What is set off is left to whoever runs the step.
use super::{Change, Conqueror, Deed, Member, Primitive, draw_game, thing, touch_all};
use crate::core::bits::Bits;
use crate::core::event::{Event, Thing};
use crate::core::order;
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::ids::*;
use crate::play::Outcome;
use crate::rules::{Role, Ty, Verb};

impl<const N: usize> Runner<'_, N> {
    /// Does it. `false`: it cannot be done.
    pub(in crate::core) fn deed(
        &mut self,
        st: &mut State<N>,
        d: &Deed<N>,
        env: &Env<N>,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let actor = if env.actor != NONE {
            env.actor
        } else {
            env.you
        };
        let cx = self.cx(st, env);
        let subjects = |who: &Option<Mask<N>>| match who {
            Some(m) => cx.mask(m) & Bits::below(plan.seats),
            None if actor != NONE => Bits::one(actor as usize),
            None => Bits::one(st.clock.on_turn as usize),
        };
        match d {
            Deed::Pass => {
                if !self.trying() {
                    let e = cx.event(
                        Verb::Pass,
                        if env.actor != NONE {
                            env.actor
                        } else {
                            st.clock.on_turn
                        },
                    );
                    st.clock.passed = st.clock.passed.saturating_add(1);
                    self.tell_trail(st, &e);
                }
                Ok(true)
            }
            Deed::TurnPasses(m) => {
                let next = cx.first(Ty::Seat, cx.mask(m));
                st.clock.next = next.map_or(NONE, |s| s as u8);
                st.clock.changes += 1;
                Ok(true)
            }
            Deed::Skip(m) => {
                let members = (cx.mask(m) & Bits::below(plan.seats))
                    .iter()
                    .map(|s| Member {
                        events: vec![
                            cx.event(Verb::Skip, env.actor)
                                .with(Role::Subject, Thing::Seat(s as u8)),
                        ],
                        changes: vec![Primitive::Skip(s as u8)],
                    });
                let members = members.collect();
                self.guarded(st, env, members, false)
            }
            Deed::Win { who, share } => {
                let seats = subjects(who);
                if seats.is_empty() {
                    return Ok(false);
                }
                self.note_verdict(env.rule);
                let sides: Vec<SideId> = seats.iter().map(|s| plan.rules.seats[s].side).collect();
                let mut all = sides.clone();
                all.sort();
                all.dedup();
                for s in 0..plan.seats {
                    let seat = &mut st.seats[s];
                    let out = seat.army == NONE16 && st.clock.playing >> s & 1 == 0;
                    if out && seat.lost_at == 0 && seat.result == Outcome::None {
                        continue;
                    }
                    seat.result = match (
                        all.contains(&plan.rules.seats[s].side),
                        *share && all.len() > 1,
                    ) {
                        (true, false) => Outcome::Win,
                        (true, true) => Outcome::Draw,
                        _ => Outcome::Loss,
                    };
                }
                st.clock.over = true;
                Err(Stop::Over)
            }
            Deed::Play(of, together) => self.play(st, of, *together, env),
            Deed::DrawGame => {
                self.note_verdict(env.rule);
                draw_game(st);
                Err(Stop::Over)
            }
            Deed::EndGame => {
                self.note_verdict(env.rule);
                st.clock.over = true;
                Err(Stop::Over)
            }
            Deed::EndTurn => {
                st.clock.end_turn = true;
                Ok(true)
            }
            Deed::Lose { who, to } => {
                let seats = subjects(who) & cx.playing();
                let author = cx.author();
                let named = match to {
                    Conqueror::These(m) => cx.first(Ty::Seat, cx.mask(m)).map_or(NONE, |s| s as u8),
                    Conqueror::Nobody | Conqueror::Author => NONE,
                };
                let members = cx.in_order(Ty::Seat, seats).into_iter().map(|s| {
                    let to = if *to == Conqueror::Author {
                        cx.conqueror(s)
                    } else {
                        named
                    };
                    let mut e = cx
                        .event(Verb::LoseGame, author)
                        .with(Role::Loser, Thing::Seat(s as u8));
                    if to != NONE && to as usize != s {
                        e = e.with(Role::Conqueror, Thing::Seat(to));
                    }
                    Member {
                        events: vec![e],
                        changes: vec![Primitive::Out(s as u8)],
                    }
                });
                let members = members.collect();
                let losses = st.clock.losses;
                let done = self.guarded(st, env, members, false)?;
                if st.clock.losses > losses {
                    self.note_verdict(env.rule);
                }
                Ok(done)
            }
            Deed::Score(who, n) => {
                let (seats, n) = (subjects(who), cx.int(n));
                seats.iter().for_each(|s| st.seats[s].points += n);
                st.clock.changes += 1;
                Ok(true)
            }
            Deed::Remove { pieces, named } => {
                let there = (cx.mask(pieces) & st.plane(plane::THERE)) - st.plane(plane::LOST);
                let named = named.as_ref().map_or(Bits::EMPTY, |m| cx.mask(m));
                let members: Vec<Member<N>> = cx
                    .in_order(Ty::Piece, there)
                    .into_iter()
                    .map(|p| cx.removal(p as u8, actor))
                    .collect();
                let protected = |m: &Member<N>| {
                    matches!(m.changes[0], Primitive::Lift(p) if named.has(p as usize))
                        && self.refused(st, env, m)
                };
                if members.iter().any(protected) {
                    return Ok(false);
                }
                self.guarded(st, env, members, false)
            }
            Deed::Capture {
                victims,
                captor,
                still,
                whole,
            } => {
                let there = cx.mask(victims) & st.plane(plane::THERE);
                if there.is_empty() {
                    return Ok(true);
                }
                let captor = captor
                    .as_ref()
                    .and_then(|m| cx.first(Ty::Piece, cx.mask(m)));
                let members = cx.in_order(Ty::Piece, there).into_iter().map(|v| {
                    let victim = (Role::Victim, Thing::Piece(v as u8));
                    let mut e = cx.event(Verb::Capture, actor).with(victim.0, victim.1);
                    e.still = *still;
                    let mut changes = vec![Primitive::Lift(v as u8)];
                    if let Some(q) = st.square(v) {
                        e = e.with(Role::Destination, Thing::Square(q as u8));
                    }
                    if let Some(c) = captor {
                        e = e.with(Role::Captor, Thing::Piece(c as u8));
                        if let (false, Some(q)) = (*still, st.square(v)) {
                            changes.extend([
                                Primitive::Lift(c as u8),
                                Primitive::Land(c as u8, q as u8),
                                Primitive::Moved(c as u8),
                            ]);
                        }
                    }
                    let lost = cx.event(Verb::LosePiece, actor).with(victim.0, victim.1);
                    Member {
                        events: vec![lost, e],
                        changes,
                    }
                });
                let members = members.collect();
                self.guarded(st, env, members, *whole)
            }
            Deed::Put {
                pieces,
                squares,
                side,
                called,
            } => {
                let things = cx.in_order(Ty::Piece, cx.mask(pieces) & st.plane(plane::THERE));
                let side = side.as_ref().and_then(|m| cx.mask(m).last());
                let mut squares = cx.in_order(Ty::Square, cx.mask(squares));
                if squares.is_empty() && side.is_some() {
                    squares = things.iter().filter_map(|p| st.square(*p)).collect();
                }
                if squares.is_empty() || things.is_empty() {
                    return Ok(things.is_empty() && !squares.is_empty());
                }
                let mut members = vec![];
                let mut taken: Bits<N> = Bits::EMPTY;
                for (i, p) in things.iter().enumerate() {
                    let Some(q) = squares.get(i).or(if squares.len() == 1 {
                        squares.first()
                    } else {
                        None
                    }) else {
                        break;
                    };
                    let far = side.map_or(st.is_far(*p), |s| s == 1);
                    if st.at_side(*q, far).is_some_and(|o| !things.contains(&o)) || taken.has(*q) {
                        return Ok(false);
                    }
                    taken.add(*q);
                    let (piece, to) = (Thing::Piece(*p as u8), Thing::Square(*q as u8));
                    let mut events = vec![];
                    let mut enter = cx
                        .event(Verb::Enter, actor)
                        .with(Role::Entrant, piece)
                        .with(Role::Destination, to);
                    if let Some(from) = st.square(*p) {
                        let from = Thing::Square(from as u8);
                        events.push(
                            cx.event(Verb::Leave, actor)
                                .with(Role::Leaver, piece)
                                .with(Role::Origin, from),
                        );
                        enter = enter.with(Role::Origin, from);
                    }
                    events.push(enter);
                    events.push(
                        cx.event(Verb::Put, actor)
                            .with(Role::Placed, piece)
                            .with(Role::Destination, to),
                    );
                    let mut changes = vec![Primitive::Lift(*p as u8)];
                    if far != st.is_far(*p) {
                        changes.push(Primitive::Side(*p as u8, far));
                    }
                    changes.push(Primitive::Land(*p as u8, *q as u8));
                    changes.push(Primitive::Displaced(*p as u8));
                    members.push(Member { events, changes });
                }
                if *called != NONE {
                    self.name(st, *called, things.into_iter().collect());
                }
                self.guarded(st, env, members, false)
            }
            Deed::PutNew {
                kind,
                owner,
                count,
                squares,
                called,
            } => {
                let Some(kind) = cx.mask(kind).first() else {
                    return Ok(false);
                };
                let squares = cx.in_order(Ty::Square, cx.mask(squares));
                let owner = match owner {
                    None => actor as usize,
                    Some(m) => cx.first(Ty::Seat, cx.mask(m)).unwrap_or(actor as usize),
                };
                let count = cx.int(count).max(0) as usize;
                if squares.is_empty() || count == 0 {
                    return Ok(false);
                }
                let mut made = vec![];
                for _ in 0..count {
                    match plan.make_piece(st, kind as u8, owner.min(plan.seats)) {
                        Some(p) => made.push(p),
                        None => return Err(Stop::Exhausted),
                    }
                }
                let put = Deed::Put {
                    pieces: Mask::Fixed(made.into_iter().collect()),
                    squares: Mask::Fixed(squares.into_iter().collect()),
                    side: None,
                    called: *called,
                };
                self.deed(st, &put, env)
            }
            Deed::Store {
                pieces,
                most,
                zone,
                at,
                openly,
            } => {
                let Some(slot) = cx.slot(zone) else {
                    return Ok(false);
                };
                let things = cx.mask(pieces) & st.plane(plane::THERE);
                // what was picked, or comes out of several zones, comes in the order of the pieces
                let mut things = match pieces {
                    Mask::Or(_) | Mask::Name(_) => {
                        let mut all: Vec<usize> = things.iter().collect();
                        order::by_key(&mut all, |p| (st.place[*p], *p));
                        all
                    }
                    _ => cx.in_order(Ty::Piece, things),
                };
                if let Some(most) = most {
                    things.truncate(cx.int(most).max(0) as usize);
                }
                let at = at.as_ref().map(|n| (cx.int(n) - 1).clamp(0, 250) as u8);
                if at.is_none() {
                    // what is there already stays where it lies
                    things.retain(|p| st.zone[*p] != slot);
                }
                let members = things.into_iter().map(|p| {
                    let piece = Thing::Piece(p as u8);
                    let mut events = vec![];
                    if let Some(from) = st.square(p) {
                        events.push(
                            cx.event(Verb::Leave, actor)
                                .with(Role::Leaver, piece)
                                .with(Role::Origin, Thing::Square(from as u8)),
                        );
                    }
                    events.push(
                        cx.event(Verb::Put, actor)
                            .with(Role::Placed, piece)
                            .with(Role::Destination, Thing::Zone(slot)),
                    );
                    let mut changes = vec![
                        Primitive::Lift(p as u8),
                        Primitive::Store(p as u8, slot, at.unwrap_or(NONE)),
                        Primitive::Displaced(p as u8),
                    ];
                    if *openly {
                        changes.push(Primitive::Shown(p as u8));
                    }
                    Member { events, changes }
                });
                let members = members.collect();
                self.guarded(st, env, members, false)
            }
            Deed::StoreNew {
                kind,
                owner,
                count,
                zone,
            } => {
                let Some(kind) = cx.mask(kind).first() else {
                    return Ok(false);
                };
                if cx.slot(zone).is_none() {
                    return Ok(false);
                }
                let owner = match owner {
                    None => actor as usize,
                    Some(m) => cx.first(Ty::Seat, cx.mask(m)).unwrap_or(actor as usize),
                };
                let mut made = Bits::EMPTY;
                for _ in 0..cx.int(count).max(0) {
                    match plan.make_piece(st, kind as u8, owner.min(plan.seats)) {
                        Some(p) => made.add(p),
                        None => return Err(Stop::Exhausted),
                    }
                }
                let store = Deed::Store {
                    pieces: Mask::Fixed(made),
                    most: None,
                    zone: zone.clone(),
                    at: None,
                    openly: false,
                };
                self.deed(st, &store, env)
            }
            Deed::Shuffle(zones, into) => {
                let mut slots: Vec<u16> = vec![];
                for (z, of) in zones {
                    let zone = &plan.zones[*z as usize];
                    slots.extend(cx.mask(of).iter().map(|o| zone.slot + o as u16));
                }
                let pile = into.as_ref().and_then(|z| cx.slot(z));
                if let Some(pile) = pile {
                    for slot in slots.iter().filter(|s| **s != pile) {
                        for p in st.held_in(*slot).collect::<Vec<_>>() {
                            plan.lift(st, p);
                            plan.store(st, p, pile, None);
                        }
                    }
                    slots = vec![pile];
                }
                slots.into_iter().for_each(|s| plan.mix(st, s));
                st.clock.changes += 1;
                Ok(true)
            }
            Deed::GiveArmy(armies, to) => {
                let Some(to) = cx.first(Ty::Seat, cx.mask(to)) else {
                    return Ok(false);
                };
                let members = cx.mask(armies).iter().map(|a| {
                    let mut changes = vec![Primitive::GiveArmy(a as u16, to as u8)];
                    // the card of an army that is taken is used up
                    let card = (0..st.kind.len()).find(|p| st.card_of[*p] as usize == a);
                    changes.extend(card.map(|p| Primitive::Lift(p as u8)));
                    Member {
                        events: vec![],
                        changes,
                    }
                });
                let members = members.collect();
                self.perform(st, members)?;
                Ok(true)
            }
            Deed::Give(pieces, to) => {
                let Some(to) = cx.first(Ty::Seat, cx.mask(to)) else {
                    return Ok(false);
                };
                let given = cx.mask(pieces) & st.plane(plane::THERE);
                let others = cx
                    .in_order(Ty::Piece, given)
                    .into_iter()
                    .filter(|p| st.owner[*p] as usize != to);
                let members = others.map(|p| cx.gift(p as u8, to as u8, actor)).collect();
                self.guarded(st, env, members, false)
            }
            Deed::SwapOwners(m) => {
                let two = cx.in_order(Ty::Piece, cx.mask(m) & st.plane(plane::THERE));
                let [a, b] = two[..] else { return Ok(false) };
                let members = vec![
                    cx.gift(a as u8, st.owner[b], actor),
                    cx.gift(b as u8, st.owner[a], actor),
                ];
                self.guarded(st, env, members, true)
            }
            Deed::Swap(m) => {
                let two = cx.in_order(Ty::Piece, cx.mask(m) & st.plane(plane::THERE));
                let [a, b] = two[..] else { return Ok(false) };
                let (Some(qa), Some(qb)) = (st.square(a), st.square(b)) else {
                    return Ok(false);
                };
                let member = |p: usize, from: usize, to: usize| {
                    let (piece, from, square) = (
                        Thing::Piece(p as u8),
                        Thing::Square(from as u8),
                        Thing::Square(to as u8),
                    );
                    Member {
                        events: vec![
                            cx.event(Verb::Leave, actor)
                                .with(Role::Leaver, piece)
                                .with(Role::Origin, from),
                            cx.event(Verb::Enter, actor)
                                .with(Role::Entrant, piece)
                                .with(Role::Destination, square)
                                .with(Role::Origin, from),
                            cx.event(Verb::Swap, actor).with(Role::Swapped, piece),
                        ],
                        changes: vec![
                            Primitive::Lift(p as u8),
                            Primitive::Land(p as u8, to as u8),
                            Primitive::Displaced(p as u8),
                        ],
                    }
                };
                let members = vec![member(a, qa, qb), member(b, qb, qa)];
                self.guarded(st, env, members, true)
            }
            Deed::Shove {
                pieces,
                fix,
                pull,
                by,
                off,
            } => self.shove(st, env, (pieces, fix), (*pull, by.as_ref(), *off), actor),
            Deed::Become {
                pieces,
                kind,
                promote,
            } => {
                let Some(kind) = cx.mask(kind).first() else {
                    return Ok(false);
                };
                let there = cx.mask(pieces) & st.plane(plane::THERE);
                let members = cx.in_order(Ty::Piece, there).into_iter().map(|p| {
                    let (piece, kind) = (Thing::Piece(p as u8), Thing::Kind(kind as u8));
                    let mut events = vec![
                        cx.event(Verb::Become, actor)
                            .with(Role::Changed, piece)
                            .with(Role::Object, kind),
                    ];
                    if *promote {
                        events.push(
                            cx.event(Verb::Promote, actor)
                                .with(Role::Promoted, piece)
                                .with(Role::Changed, kind),
                        );
                    }
                    Member {
                        events,
                        changes: vec![Primitive::Kind(
                            p as u8,
                            match kind {
                                Thing::Kind(k) => k,
                                _ => 0,
                            },
                        )],
                    }
                });
                let members = members.collect();
                self.guarded(st, env, members, false)
            }
            Deed::Mark {
                things,
                ty,
                field,
                plane,
                by_holder,
                hidden,
                term,
            } => {
                let plane = plane + if *by_holder { u16::from(env.you) } else { 0 };
                let holder = if *by_holder { env.you } else { NONE };
                let due = term.iter().map(|t| cx.due(t)).collect::<Vec<Due>>();
                let members = cx.in_order(*ty, cx.mask(things)).into_iter().map(|x| {
                    let e = Event {
                        holder,
                        ..cx.event(Verb::Mark, actor)
                    };
                    let slot = Slot::Bit(plane, x as u8);
                    let mut changes = vec![
                        Primitive::Bit(plane, x as u8, true),
                        Primitive::Ends(slot, None),
                    ];
                    self.unknown(st, *hidden, env.you, Bits::one(x), &mut changes);
                    changes.extend(due.iter().map(|d| {
                        Primitive::Ends(
                            slot,
                            Some((
                                *d,
                                Env {
                                    event: false,
                                    ..*env
                                },
                            )),
                        )
                    }));
                    Member {
                        events: vec![
                            e.with(Role::Marked, thing(*ty, x))
                                .with(Role::Object, Thing::Mark(*field)),
                        ],
                        changes,
                    }
                });
                let members = members.collect();
                self.guarded(st, env, members, false)
            }
            Deed::Unmark {
                things,
                ty,
                field,
                plane,
                by_holder,
            } => {
                let plane = plane + if *by_holder { u16::from(env.you) } else { 0 };
                let holder = if *by_holder { env.you } else { NONE };
                let marked = cx.mask(things) & st.plane(plane as usize);
                let members = cx.in_order(*ty, marked).into_iter().map(|x| {
                    let e = Event {
                        holder,
                        ..cx.event(Verb::StopBeing, actor)
                    };
                    let slot = Slot::Bit(plane, x as u8);
                    Member {
                        events: vec![
                            e.with(Role::Released, thing(*ty, x))
                                .with(Role::Object, Thing::Mark(*field)),
                        ],
                        changes: vec![
                            Primitive::Bit(plane, x as u8, false),
                            Primitive::Ends(slot, None),
                        ],
                    }
                });
                let members = members.collect();
                self.guarded(st, env, members, false)
            }
            Deed::Value {
                slot,
                for_seat,
                of,
                start,
                change,
                term,
                hidden,
            } => {
                let (slot, holder) = cx.slot_for(*slot, for_seat.as_ref());
                let owners = of.as_ref().map_or(vec![0], |m| cx.mask(m).iter().collect());
                let due = term.iter().map(|t| cx.due(t)).collect::<Vec<Due>>();
                let mut changes = vec![];
                for o in owners {
                    let i = slot + o as u16;
                    let now = match st.values[i as usize] {
                        UNSET => *start,
                        v => v,
                    };
                    let new = match change {
                        Change::To(n) => cx.int(n),
                        Change::Thing(ty, m) => {
                            cx.first(*ty, cx.mask(m)).map_or(UNSET, |x| x as i32)
                        }
                        Change::Move(m) => cx.planned(m).first().map_or(UNSET, |m| m.code()),
                        Change::By(n) => now.saturating_add(cx.int(n)).clamp(-32_000, 32_000),
                        Change::Pay(n) if now < cx.int(n) => return Ok(false),
                        Change::Pay(n) => now - cx.int(n),
                    };
                    if new != UNSET {
                        self.unknown(st, *hidden, holder, Bits::one(o), &mut changes);
                    }
                    changes.push(Primitive::Number(i, new));
                    changes.push(Primitive::Ends(Slot::Number(i), None));
                    changes.extend(
                        due.iter()
                            .map(|d| Primitive::Ends(Slot::Number(i), Some((*d, *env)))),
                    );
                }
                self.perform(
                    st,
                    vec![Member {
                        events: vec![],
                        changes,
                    }],
                )?;
                Ok(true)
            }
            Deed::Set {
                slots,
                of,
                what,
                add,
                hidden,
            } => {
                let owners: Vec<usize> =
                    of.as_ref().map_or(vec![0], |m| cx.mask(m).iter().collect());
                let what = cx.mask(what);
                let mut changes = vec![];
                let all: Bits<N> = owners.iter().copied().collect();
                match slots {
                    Slots::Owners(first, n) => changes.extend((0..*n).map(|v| {
                        let now = st.plane((first + v) as usize);
                        let new = match (what.has(v as usize), *add) {
                            (true, _) => now | all,
                            (false, true) => now,
                            (false, false) => now - all,
                        };
                        Primitive::Plane(first + v, new)
                    })),
                    Slots::Sets(first) | Slots::Marks(first) => {
                        changes.extend(owners.into_iter().map(|o| {
                            let i = first + o as u16;
                            let before = if *add {
                                st.plane(i as usize)
                            } else {
                                Bits::EMPTY
                            };
                            Primitive::Plane(i, before | what)
                        }))
                    }
                    Slots::Numbers(_) | Slots::NumbersOfYou(..) => {}
                }
                if what.any() {
                    self.unknown(st, *hidden, env.you, all, &mut changes);
                }
                self.perform(
                    st,
                    vec![Member {
                        events: vec![],
                        changes,
                    }],
                )?;
                Ok(true)
            }
            Deed::Borrow(who, powers, term) => {
                let Some(seat) = subjects(who).first() else {
                    return Ok(false);
                };
                let due = cx.due(term);
                let member = |p: usize| Member {
                    events: vec![
                        cx.event(Verb::Borrow, seat as u8)
                            .with(Role::Borrowed, Thing::Power(p as u8)),
                    ],
                    changes: vec![Primitive::Borrow(seat as u8, p as u8, due)],
                };
                let members: Vec<Member<N>> = cx.mask(powers).iter().map(member).collect();
                if members.is_empty() {
                    return Ok(false);
                }
                self.perform(st, members)?;
                Ok(true)
            }
            Deed::Show(pieces) => {
                let all = cx.in_order(Ty::Piece, cx.mask(pieces) & st.plane(plane::THERE));
                let member = |p: usize| Member {
                    events: vec![
                        cx.event(Verb::Reveal, actor)
                            .with(Role::Revealed, Thing::Piece(p as u8)),
                    ],
                    changes: vec![Primitive::Shown(p as u8)],
                };
                let members = all.into_iter().map(member).collect();
                self.perform(st, members)?;
                Ok(true)
            }
            Deed::Reveal(hidden, for_seat, of, to) => {
                let h = &plan.hidden[*hidden as usize];
                let to = match to {
                    Some(m) => cx.mask(m) & Bits::below(plan.seats),
                    None => Bits::below(plan.seats),
                };
                let of = cx.mask(of);
                let whose = match for_seat {
                    Some(whose) => cx.for_seat(whose),
                    None => *env,
                };
                let holder = whose.you;
                let cx = cx.with(&whose);
                let asker = self.asker();
                if asker != NONE && of.iter().any(|o| !cx.sees(asker, h, o)) {
                    return Err(Stop::Unknown);
                }
                let members = cx.in_order(h.on, of).into_iter().map(|o| Member {
                    events: match h.on {
                        Ty::Piece => vec![
                            cx.event(Verb::Reveal, actor)
                                .with(Role::Revealed, Thing::Piece(o as u8)),
                        ],
                        _ => vec![],
                    },
                    changes: (to.iter())
                        .map(|s| Primitive::Bit(h.known(s as u8, holder), o as u8, true))
                        .collect(),
                });
                let members = members.collect();
                self.perform(st, members)?;
                Ok(true)
            }
            Deed::EndPower(m) => {
                let seats = cx.mask(m) & Bits::below(plan.seats);
                let mut changes = vec![];
                for s in seats.iter() {
                    let held =
                        (0..plan.powers.len()).filter(|p| st.plane(plan.power_planes + p).has(s));
                    changes.extend(held.map(|p| Primitive::EndPower(s as u8, p as u8)));
                }
                self.perform(
                    st,
                    vec![Member {
                        events: vec![],
                        changes,
                    }],
                )?;
                Ok(true)
            }
            Deed::Impose(fact, term) => {
                let mut due = [Due::Never; 2];
                for (slot, t) in due.iter_mut().zip(term) {
                    *slot = cx.due(t);
                }
                st.imposed.push(Imposed {
                    fact: *fact,
                    env: Env {
                        event: false,
                        ..*env
                    },
                    due,
                    done: false,
                });
                st.clock.changes += 1;
                touch_all(st, reads::VALUES);
                Ok(true)
            }
            Deed::Later(block, t) => {
                let due = cx.due(t);
                st.delayed.push(Delayed {
                    block: *block,
                    env: Env {
                        event: false,
                        ..*env
                    },
                    due,
                });
                st.clock.changes += 1;
                Ok(true)
            }
            Deed::TakeBack => {
                self.take_back(st, env);
                Ok(true)
            }
            Deed::Announce(texts, to, with) => {
                let to = to.as_ref().map(|m| cx.mask(m));
                let with = with.as_ref().map(|m| cx.mask(m)).unwrap_or_default();
                for t in texts {
                    self.announce(*t, to, with);
                }
                Ok(true)
            }
            Deed::Stop => Ok(true),
        }
    }
}

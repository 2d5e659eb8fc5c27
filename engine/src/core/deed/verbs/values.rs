//! Marks, numbers and sets that are declared: set, raised, spent, taken away, shown to those who did not see them.
use crate::core::bits::Bits;
use crate::core::deed::{Change, Member, Primitive, Term, thing};
use crate::core::event::{Event, Thing};
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::rules::{Role, Ty, Verb};

impl<const N: usize> Runner<'_, N> {
    /// Things are marked, for good or for a time.
    pub(super) fn mark_things(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (things, ty): (&Mask<N>, Ty),
        (field, plane, by_holder): (u16, u16, bool),
        hidden: Option<u16>,
        term: &[Term<N>],
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let plane = plane + if by_holder { u16::from(env.you) } else { 0 };
        let holder = if by_holder { env.you } else { NONE };
        let due = term.iter().map(|t| cx.due(t)).collect::<Vec<Due>>();
        let members = cx.in_order(ty, cx.mask(things)).into_iter().map(|x| {
            let e = Event {
                holder,
                ..cx.event(Verb::Mark, actor)
            };
            let slot = Slot::Bit(plane, x as u8);
            let mut changes = vec![
                Primitive::Bit(plane, x as u8, true),
                Primitive::Ends(slot, None),
            ];
            self.unknown(st, hidden, env.you, Bits::one(x), &mut changes);
            changes.extend(due.iter().map(|d| {
                Primitive::Ends(
                    slot,
                    Some((
                        *d,
                        Env {
                            event: false,
                            ..*env
                        },
                        UNSET,
                    )),
                )
            }));
            Member {
                events: vec![
                    e.with(Role::Marked, thing(ty, x))
                        .with(Role::Object, Thing::Mark(field)),
                ],
                changes,
            }
        });
        let members = members.collect();
        self.guarded(st, env, members, false)
    }
    /// Marks are taken away.
    pub(super) fn unmark_things(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (things, ty): (&Mask<N>, Ty),
        (field, plane, by_holder): (u16, u16, bool),
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let plane = plane + if by_holder { u16::from(env.you) } else { 0 };
        let holder = if by_holder { env.you } else { NONE };
        let marked = cx.mask(things) & st.plane(plane as usize);
        let members = cx.in_order(ty, marked).into_iter().map(|x| {
            let e = Event {
                holder,
                ..cx.event(Verb::StopBeing, actor)
            };
            let slot = Slot::Bit(plane, x as u8);
            Member {
                events: vec![
                    e.with(Role::Released, thing(ty, x))
                        .with(Role::Object, Thing::Mark(field)),
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
    /// A value is set, raised or spent; what cannot be paid is not done.
    pub(super) fn change_value(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (slot, for_seat): (u16, Option<&ForSeat<N>>),
        of: Option<&Mask<N>>,
        (start, change): (i32, &Change<N>),
        (term, hidden): (&[Term<N>], Option<u16>),
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let (slot, holder) = cx.slot_for(slot, for_seat);
        let owners = of.map_or(vec![0], |m| cx.mask(m).iter().collect());
        let due = term.iter().map(|t| cx.due(t)).collect::<Vec<Due>>();
        let mut changes = vec![];
        for o in owners {
            let i = slot + o as u16;
            let now = match st.values[i as usize] {
                UNSET => start,
                v => v,
            };
            // what is added, or paid as a number below 0
            let by = match change {
                Change::To(_) | Change::Thing(..) | Change::Move(_) => None,
                Change::By(n) => Some(cx.int(n)),
                Change::Pay(n) => match cx.int(n) {
                    price if price < 0 || now < price => return Ok(false),
                    price => Some(-price),
                },
            };
            let plus = |to: i32, by: i32| to.saturating_add(by).clamp(-32_000, 32_000);
            let new = match change {
                Change::To(n) => cx.int(n),
                Change::Thing(ty, m) => cx.first(*ty, cx.mask(m)).map_or(UNSET, |x| x as i32),
                Change::Move(m) => cx.planned(m).first().map_or(UNSET, |m| m.code()),
                Change::By(_) | Change::Pay(_) => plus(now, by.unwrap_or(0)),
            };
            if new != UNSET {
                self.unknown(st, hidden, holder, Bits::one(o), &mut changes);
            }
            changes.push(Primitive::Number(i, new));
            let slot = Slot::Number(i);
            let ends = st.timed.iter().filter(|t| t.slot == slot);
            let before = ends
                .clone()
                .next()
                .map_or(st.values[i as usize], |t| t.back);
            changes.push(Primitive::Ends(slot, None));
            changes.extend((due.iter()).map(|d| Primitive::Ends(slot, Some((*d, *env, before)))));
            // what is added while a value holds for a time stays when that is over
            if let (true, Some(by)) = (due.is_empty(), by) {
                changes.extend(ends.map(|t| {
                    let back = if t.back == UNSET { start } else { t.back };
                    Primitive::Ends(slot, Some((t.due, t.env, plus(back, by))))
                }));
            }
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
    /// A set is set, or gets members.
    pub(super) fn change_set(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (slots, of): (Slots, Option<&Mask<N>>),
        what: &Mask<N>,
        add: bool,
        hidden: Option<u16>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let owners: Vec<usize> = of.map_or(vec![0], |m| cx.mask(m).iter().collect());
        let what = cx.mask(what);
        let mut changes = vec![];
        let all: Bits<N> = owners.iter().copied().collect();
        match slots {
            Slots::Owners(first, n) => changes.extend((0..n).map(|v| {
                let now = st.plane((first + v) as usize);
                let new = match (what.has(v as usize), add) {
                    (true, _) => now | all,
                    (false, true) => now,
                    (false, false) => now - all,
                };
                Primitive::Plane(first + v, new)
            })),
            Slots::Sets(first) | Slots::Marks(first) => {
                changes.extend(owners.into_iter().map(|o| {
                    let i = first + o as u16;
                    let before = if add {
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
            self.unknown(st, hidden, env.you, all, &mut changes);
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
    /// Values of a hidden field are shown to these, or to all.
    pub(super) fn reveal_values(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (hidden, for_seat): (u16, Option<&ForSeat<N>>),
        of: &Mask<N>,
        to: Option<&Mask<N>>,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let h = &plan.hidden[hidden as usize];
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
    /// All that is hidden about these things is shown to these seats, or to all.
    pub(super) fn reveal_all(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (hidden, on): (&[u16], Ty),
        of: &Mask<N>,
        to: Option<&Mask<N>>,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let cx = self.cx(st, env);
        let (actor, asker) = (cx.acting(), self.asker());
        let seats = Bits::below(plan.seats);
        let all = to.is_none();
        let to = to.map_or(seats, |m| cx.mask(m) & seats);
        let of = cx.mask(of);
        let fields: Vec<&Hidden<N>> = hidden.iter().map(|h| &plan.hidden[*h as usize]).collect();
        let zones = || plan.zones.iter().filter(|z| z.on == on && z.seen.is_some());
        let mut members: Vec<Member<N>> = vec![];
        for o in cx.in_order(on, of) {
            let mut changes = vec![];
            for h in &fields {
                let holders = if h.by_holder { plan.seats } else { 1 };
                for holder in 0..holders as u8 {
                    let read = Env {
                        you: holder,
                        ..*env
                    };
                    if asker != NONE && !cx.with(&read).sees(asker, h, o) {
                        return Err(Stop::Unknown);
                    }
                    let known = |s| h.known(s as u8, holder);
                    changes.extend(to.iter().map(|s| Primitive::Bit(known(s), o as u8, true)));
                }
            }
            let revealed = cx
                .event(Verb::Reveal, actor)
                .with(Role::Revealed, Thing::Piece(o as u8));
            members.push(Member {
                events: if on == Ty::Piece && !fields.is_empty() {
                    vec![revealed]
                } else {
                    vec![]
                },
                changes,
            });
            for p in zones().flat_map(|z| st.held_in(z.slot + o as u16)) {
                if asker != NONE && !plan.sees_held(st, asker, p) {
                    return Err(Stop::Unknown);
                }
                members.push(self.shown(&cx, p, (!all).then_some(to)));
            }
        }
        self.perform(st, members)?;
        Ok(true)
    }
}

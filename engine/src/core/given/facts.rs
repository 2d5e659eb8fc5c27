//! What is given, form by form: marks, values, zones, the past, turns that were had. What the engine does not keep is refused.
use crate::core::bits::Bits;
use crate::core::deed::Deed;
use crate::core::eval::Cx;
use crate::core::lower::Lowering;
use crate::core::lower::said::Phrase;
use crate::core::plan::{Code, Place, Plan, Slots};
use crate::core::state::*;
use crate::ids::*;
use crate::play::Outcome;
use crate::rules::{self, Given, Narrow, Quality, Set, Ty, Value, Verb};
use std::sync::Arc;

impl<const N: usize> Plan<N> {
    /// A state in which these are so, and the plan it is played by: this one, with the events until which a mark that is given lasts.
    pub(super) fn given(
        self: &Arc<Self>,
        mut st: State<N>,
        given: &[Given],
    ) -> Result<(State<N>, Arc<Self>), String> {
        let mut l = Lowering::again(Plan::clone(self));
        for g in given {
            self.give_one(&mut l, &mut st, g)?;
        }
        let ends = &l.plan().ends;
        if ends.len() == self.ends.len() {
            return Ok((st, self.clone()));
        }
        let mut plan = Plan::clone(self);
        plan.ends.clone_from(ends);
        for end in ends {
            plan.watched[end.verb as usize] = true;
        }
        Ok((st, Arc::new(plan)))
    }
    fn give_one(
        &self,
        l: &mut Lowering<N>,
        st: &mut State<N>,
        given: &Given,
    ) -> Result<(), String> {
        match given {
            Given::Mark(field, of, terms) => self.give_mark(l, st, *field, of, terms)?,
            Given::Field(field, of, seat, value) => {
                let seat = seat.as_ref().map(|s| first_seat(l, st, s)).transpose()?;
                self.give_value(l, st, (*field, of, seat.flatten()), value)?;
            }
            Given::Zone(zone, of, content) => {
                let (zone, of) = l.zone_said(*zone, of).map_err(unplanned)?;
                let owner = Cx::new(l.plan(), st, Env::NOBODY).mask(&of).first();
                self.give_zone(st, zone, owner.ok_or("nobody has this zone")?, content)?;
            }
            Given::Layer(of, layer) => {
                if !self.two_sides {
                    return Err("this board has one side".into());
                }
                for p in self.pieces_of(l, st, of)?.iter() {
                    let Some(sq) = st.square(p) else { continue };
                    self.lift(st, p);
                    set_bit(&mut st.planes[plane::FAR], p, *layer > 0);
                    self.land(st, p, sq);
                }
            }
            Given::Choice(..) => return Err("options are chosen before the game".into()),
            Given::Points(whose, n) => {
                let seats = l.set_said(whose).map_err(unplanned)?;
                let seats = Cx::new(l.plan(), st, Env::NOBODY).mask(&seats);
                (seats & Bits::below(self.seats))
                    .iter()
                    .for_each(|s| st.seats[s].points = *n);
            }
            Given::LostPieces(seat, kinds) => {
                for (kind, owner) in kinds {
                    let kind = self
                        .kind(*kind)
                        .ok_or("a piece of an army that is not here")?;
                    self.new_piece(st, kind, owner.unwrap_or(*seat).index())?;
                }
            }
            Given::Past(past, n) => self.give_past(l, st, past, *n)?,
            Given::Lost(seat) => self.give_loss(st, seat.index()),
            Given::OnTurn(seat) => self.put_on_turn(st, Some(*seat)),
            Given::Turns(seat, n) => give_turns(st, seat.index(), u32::from(*n)),
            Given::Used(seat, name, n, last) => self.give_used(st, *seat, *name, *n, *last)?,
            Given::Home(of, sq) => {
                for p in self.pieces_of(l, st, of)?.iter() {
                    st.home[p] = sq.0 as u8;
                    let here = st.square(p) == Some(sq.index());
                    set_bit(&mut st.planes[plane::UNMOVED], p, here);
                }
            }
            Given::Quality(Quality::Unmoved, of, yes) => {
                for p in self.pieces_of(l, st, of)?.iter() {
                    set_bit(&mut st.planes[plane::UNMOVED], p, *yes);
                }
            }
            Given::Quality(Quality::Lost, of, true) => {
                self.pieces_of(l, st, of)?
                    .iter()
                    .for_each(|p| self.lift(st, p));
            }
            Given::Quality(..) => return Err("this is not a state that can be set".into()),
        }
        Ok(())
    }
    fn give_mark(
        &self,
        l: &mut Lowering<N>,
        st: &mut State<N>,
        field: FieldId,
        of: &Set,
        terms: &[rules::Term],
    ) -> Result<(), String> {
        let (place, of) = l.field_said(field, of).map_err(unplanned)?;
        let terms = l.terms_said(terms).map_err(unplanned)?;
        let cx = Cx::new(l.plan(), st, Env::NOBODY);
        let things = cx.mask(&of);
        let due: Vec<Due> = terms.iter().map(|t| cx.due(t)).collect();
        let first = self.slots_of(st, field, &place, None);
        let (Slots::Marks(_), Some(plane)) = (place.slots, first) else {
            return Err("nobody has this mark".into());
        };
        if things.is_empty() {
            return Err("nothing bears this mark".into());
        }
        for i in things.iter() {
            st.planes[plane as usize].add(i);
            let slot = Slot::Bit(plane, i as u8);
            st.timed.extend(due.iter().map(|due| Timed {
                back: UNSET,
                slot,
                due: *due,
                env: Env::EMPTY,
            }));
        }
        Ok(())
    }
    fn give_loss(&self, st: &mut State<N>, seat: usize) {
        st.clock.stamp += 1;
        st.clock.playing &= !(1 << seat);
        st.seats[seat].result = Outcome::Loss;
        st.seats[seat].lost_at = st.clock.stamp;
        for p in 0..self.powers.len() {
            st.planes[self.power_planes + p].drop(seat);
        }
        // a step for each player that is under way passes over who is out
        for frame in &mut st.frames {
            if let Frame::Body(b) = frame
                && let Loop::Each(_, Ty::Seat, left) = &mut b.times
            {
                left.drop(seat);
            }
        }
        if st.clock.on_turn as usize == seat {
            self.put_on_turn(st, None);
        }
    }
    fn pieces_of(&self, l: &mut Lowering<N>, st: &State<N>, of: &Set) -> Result<Bits<N>, String> {
        let of = l.pieces_said(of).map_err(unplanned)?;
        Ok(Cx::new(l.plan(), st, Env::NOBODY).mask(&of) & st.plane(plane::THERE))
    }
    /// The first slot of a field; of what a power keeps for each holder, of whoever holds it.
    fn slots_of(
        &self,
        st: &State<N>,
        field: FieldId,
        place: &Place,
        seat: Option<usize>,
    ) -> Option<u16> {
        let holder = match self.rules.fields[field.index()].by {
            _ if seat.is_some() && place.by_holder => seat? as u16,
            rules::Holder::Power(p) if place.by_holder => st
                .plane(self.power_planes + self.power(p)? as usize)
                .first()? as u16,
            _ => 0,
        };
        Some(match place.slots {
            Slots::Marks(i) | Slots::Sets(i) | Slots::Numbers(i) => i + holder,
            Slots::Owners(i, _) => i,
            Slots::NumbersOfYou(i, each) => i + holder * each,
        })
    }
    fn give_value(
        &self,
        l: &mut Lowering<N>,
        st: &mut State<N>,
        (field, of, seat): (FieldId, &Set, Option<usize>),
        value: &Value,
    ) -> Result<(), String> {
        let (place, of) = l.field_said(field, of).map_err(unplanned)?;
        let value = l.value_said(value).map_err(unplanned)?;
        let cx = Cx::new(l.plan(), st, Env::NOBODY);
        let things = cx.mask(&of);
        if things.is_empty() {
            return Err("nothing bears this value".into());
        }
        let first = self
            .slots_of(st, field, &place, seat)
            .ok_or("nobody has this value")?;
        let (number, set) = match &value {
            Phrase::Number(n) => (cx.int(n), Bits::EMPTY),
            Phrase::Things(ty, m) => {
                let set = cx.mask(m);
                let one = cx.first(*ty, set);
                (one.map_or(UNSET, |x| x as i32), set)
            }
            Phrase::Truth(_) => return Err("a condition is no value".into()),
        };
        for i in things.iter() {
            match place.slots {
                Slots::Numbers(_) | Slots::NumbersOfYou(..) => {
                    st.values[first as usize + i] = number;
                }
                Slots::Sets(_) => st.planes[first as usize + i] = set,
                Slots::Owners(_, values) => {
                    for v in 0..values as usize {
                        set_bit(&mut st.planes[first as usize + v], i, set.has(v));
                    }
                }
                // a mark kept once for each seat is a value of the thing and the seat
                Slots::Marks(_) => set_bit(&mut st.planes[first as usize], i, number != 0),
            }
        }
        Ok(())
    }
    /// A zone of somebody holds these, and nothing else.
    fn give_zone(
        &self,
        st: &mut State<N>,
        zone: u16,
        owner: usize,
        content: &[(KindId, Option<SeatId>)],
    ) -> Result<(), String> {
        let z = &self.zones[zone as usize];
        let slot = z.slot + owner as u16;
        for p in st.held_in(slot).collect::<Vec<_>>() {
            self.lift(st, p);
        }
        let whose = match z.on {
            Ty::Seat => owner,
            Ty::Piece => st.owner[owner] as usize,
            _ => self.seats,
        };
        for (kind, seat) in content {
            let kind = self
                .kind(*kind)
                .ok_or("a piece of an army that is not here")?;
            let p = self.new_piece(st, kind, seat.map_or(whose, |s| s.index()))?;
            if z.cards {
                st.planes[plane::CARD].add(p);
                st.side[p] = seat.map_or(NONE, |s| self.rules.seats[s.index()].side.0 as u8);
            }
            self.store(st, p, slot, None);
        }
        if self.shuffles(zone) {
            self.mix(st, slot);
        }
        Ok(())
    }
    /// A rule shuffles this zone: in a position it lies shuffled.
    pub(super) fn shuffles(&self, zone: u16) -> bool {
        self.code.iter().flatten().any(|c| match c {
            Code::Do(Deed::Shuffle(from, _), _) => from.iter().any(|(z, _)| *z == zone),
            _ => false,
        })
    }
    /// Something happened so often, late enough to count and before this turn where it can.
    fn give_past(
        &self,
        l: &mut Lowering<N>,
        st: &mut State<N>,
        past: &rules::Past,
        n: u16,
    ) -> Result<(), String> {
        let asked = l.past_said(past).map_err(unplanned)?;
        let deed = &past.deed;
        let from = Cx::new(l.plan(), st, Env::NOBODY).since(&asked);
        let turn = from.max(1).min(st.clock.turn.max(1));
        let seat = match &deed.subject {
            Some(s) => first_seat(l, st, s)?,
            None => None,
        };
        let (mut owner, mut kind) = (None, None);
        if let Some(Value::Set(s)) = &deed.object {
            for n in &s.by {
                match n {
                    Narrow::Of(of) if owner.is_none() => owner = first_seat(l, st, of)?,
                    Narrow::Is(Quality::Kind(k)) if kind.is_none() => {
                        let kinds = l.set_said(k).map_err(unplanned)?;
                        kind = Cx::new(l.plan(), st, Env::NOBODY).mask(&kinds).first();
                    }
                    _ => {}
                }
            }
        }
        let kind = kind.unwrap_or_else(|| self.any_kind());
        for _ in 0..n {
            let (author, owner) = match deed.verb {
                Verb::LosePiece => (None, owner.or(seat)),
                Verb::Capture | Verb::Move | Verb::Remove => {
                    let other = || (0..self.seats).find(|s| Some(*s) != seat);
                    (seat, owner.or_else(other))
                }
                _ => return Err("this history cannot be set".into()),
            };
            let owner = owner.unwrap_or(self.seats);
            let piece = self.new_piece(st, kind as u8, owner)?;
            if deed.verb == Verb::Capture {
                st.planes[plane::CAPTURED].add(piece);
            }
            let author = author.or((deed.verb == Verb::LosePiece).then_some(owner));
            st.trail.push(Told {
                verb: deed.verb,
                author: author.map_or(NONE, |s| s as u8),
                piece: piece as u8,
                kind: kind as u8,
                owner: owner as u8,
                by: NONE,
                by_kind: NONE,
                by_owner: NONE,
                square: NONE,
                other_end: NONE,
                turn,
            });
        }
        st.trail.sort_by_key(|t| t.turn);
        Ok(())
    }
    fn any_kind(&self) -> usize {
        let rules = &self.rules;
        let first = || rules.armies.iter().find_map(|a| a.setup.first());
        let of = rules.setup.last().or_else(first);
        of.and_then(|(k, _)| self.kind(*k)).unwrap_or(0) as usize
    }
    fn give_used(
        &self,
        st: &mut State<N>,
        seat: SeatId,
        name: TextId,
        times: u16,
        last: bool,
    ) -> Result<(), String> {
        let rules = &self.rules;
        let text = |t: TextId| rules.texts[t.index()].as_str();
        let mut any = false;
        for (i, rule) in rules.rules.iter().enumerate() {
            let limit = self.limit_of(i as u16);
            if limit == NONE16 {
                continue;
            }
            let of_power = matches!(rule.holder, rules::Holder::Power(p)
                if text(rules.powers[p.index()].name) == text(name));
            let meant = match rule.label {
                Some(label) => text(label) == text(name),
                None => of_power,
            };
            if !meant {
                continue;
            }
            any = true;
            let own = st.seats[seat.index()].turns;
            let acts = st.clock.phase == Phase::Act;
            let current = acts && st.clock.on_turn as usize == seat.index();
            let n = self.seats + 1;
            let u = &mut st.used[(limit as usize * n + seat.index()) * n + n - 1];
            u.game = times;
            if last {
                u.run = 1;
                u.own_turn = if current { own.saturating_sub(1) } else { own };
            }
        }
        match any {
            true => Ok(()),
            false => Err(format!("no limited use is called {}", text(name))),
        }
    }
}

fn unplanned(refusal: crate::core::lower::Refusal) -> String {
    format!("the core has no plan yet for {refusal}")
}

/// The first seat of a phrase, if it is one for seats.
fn first_seat<const N: usize>(
    l: &mut Lowering<N>,
    st: &State<N>,
    s: &Set,
) -> Result<Option<usize>, String> {
    if s.ty != Ty::Seat {
        return Ok(None);
    }
    let seats = l.set_said(s).map_err(unplanned)?;
    let cx = Cx::new(l.plan(), st, Env::NOBODY);
    Ok(cx.first(Ty::Seat, cx.mask(&seats)))
}

/// A seat has had so many turns, beside the one it is in.
fn give_turns<const N: usize>(st: &mut State<N>, seat: usize, n: u32) {
    let now = st.clock.phase == Phase::Act && st.clock.on_turn as usize == seat;
    let s = &mut st.seats[seat];
    s.turns = n + u32::from(now);
    if n == 0 {
        s.before = 0;
        s.completed = 0;
        if !now {
            s.latest = 0;
        }
    }
}

fn set_bit<const N: usize>(plane: &mut Bits<N>, i: usize, on: bool) {
    match on {
        true => plane.add(i),
        false => plane.drop(i),
    }
}

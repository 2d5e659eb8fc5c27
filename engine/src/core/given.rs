//! Beginning in the middle: pieces placed, seats that have had turns, and what else is given before play goes on. Nothing fires.
use super::acts::reopen;
use super::bits::Bits;
use super::deed::Deed;
use super::deed::touch_all;
use super::eval::Cx;
use super::game::Game;
use super::lower::Lowering;
use super::lower::said::Phrase;
use super::plan::{Code, Place, Plan, Slots, reads};
use super::run::Runner;
use super::state::*;
use crate::ids::*;
use crate::play::{Outcome, Refused};
use crate::rules::{
    self, Base, Form, Given, Mover, Narrow, Placed, Quality, Set, Ty, Value, Verb, What,
};
use std::sync::Arc;

/// Turns each seat has had before a position in the middle of a game.
const TURNS: u32 = 10;

/// A position as it was set, with what has been given since: all of it is given at once, whose turn it is first.
#[derive(Clone, Debug)]
pub(super) struct Start<const N: usize> {
    set: State<N>,
    given: Vec<Given>,
}

impl<const N: usize> Game<N> {
    /// A game in its middle: a position with the first seat of `turns` on turn, its start over (language 12).
    ///
    /// # Errors
    /// A piece of a kind that is not in this match, or rules that run in a circle.
    pub fn from_position(plan: &Arc<Plan<N>>, pieces: &[Placed]) -> Result<Self, String> {
        let set = plan.placed(pieces)?;
        let mut game = Self::from_state(plan, plan.primed(set.clone()), true);
        game.settled()?;
        game.start = Some(Box::new(Start { set, given: vec![] }));
        Ok(game)
    }
    /// Makes these true before play goes on.
    ///
    /// # Errors
    /// What is no state the engine keeps, or has no plan.
    pub fn give(&mut self, given: &[Given]) -> Result<(), String> {
        let plan = self.plan().clone();
        let (state, start) = match &self.start {
            Some(start) => {
                let mut start = start.clone();
                start.given.extend(given.iter().cloned());
                start.given.sort_by_key(|g| !matches!(g, Given::OnTurn(_)));
                (plan.given(start.set.clone(), &start.given)?, Some(start))
            }
            None => {
                let mut state = self.state().clone();
                if !state.clock.over {
                    reopen(&plan, &mut state);
                }
                (plan.given(state, given)?, None)
            }
        };
        self.begin_at(plan.primed(state))?;
        self.start = start;
        Ok(())
    }
    /// The start of the turn of a seat runs now.
    ///
    /// # Errors
    /// Rules that run in a circle, or what was given has no plan.
    pub fn start_turn(&mut self, seat: SeatId) -> Result<(), String> {
        let plan = self.plan().clone();
        let clock = &self.state().clock;
        let starting = clock.phase == Phase::Start && clock.on_turn as usize == seat.index();
        if self.start.is_none() && starting {
            // somebody is asked something in the start of this very turn
            return Ok(());
        }
        let mut state = match &self.start {
            Some(start) => plan.given(start.set.clone(), &start.given)?,
            None => self.state().clone(),
        };
        plan.put_on_turn(&mut state, Some(seat));
        // the start counts the turn itself
        let s = &mut state.seats[seat.index()];
        s.turns = s.turns.saturating_sub(1);
        s.latest = s.before;
        state.clock.phase = Phase::Start;
        state.frames = vec![Frame::Turn(0)];
        if self.start.is_some() {
            state = plan.primed(state);
        }
        self.begin_at(state)
    }
    fn begin_at(&mut self, state: State<N>) -> Result<(), String> {
        let mut game = Self::from_state(self.plan(), state, true);
        game.settled()?;
        game.count_on(self);
        *self = game;
        Ok(())
    }
    fn settled(&self) -> Result<(), String> {
        self.checked(&[]).map_err(|refused| match refused {
            Refused::Cycle(_) => "rules fire each other without end".to_string(),
            _ => "the game goes on without anybody deciding anything".to_string(),
        })
    }
}

impl<const N: usize> Plan<N> {
    /// What is true when play begins does not fire; the position it begins with has occurred.
    fn primed(&self, mut st: State<N>) -> State<N> {
        touch_all(&mut st, reads::ALL);
        st.touched.iter_mut().for_each(|t| *t = Bits::FULL);
        Runner::new(self).prime(&mut st);
        if self.repetition && st.clock.phase == Phase::Act && st.positions.is_empty() {
            let hash = self.position_hash(&st);
            st.positions.push(hash);
        }
        st
    }
    /// A position in mid-game: each seat has had its turns; a piece on a square where the set-up has that kind of that seat is unmoved
    /// and at home there, every other has moved and has no home.
    fn placed(&self, pieces: &[Placed]) -> Result<State<N>, String> {
        let mut st = self.seated();
        for p in pieces {
            let kind = (p.seat)
                .and_then(|s| self.shown_as(&st, s, p.kind))
                .unwrap_or(p.kind);
            let kind = self
                .kind(kind)
                .ok_or("a piece of an army that is not here")?;
            let owner = p.seat.map_or(self.seats, |s| s.index());
            let piece = self.new_piece(&mut st, kind, owner)?;
            if let Some(facing) = p.facing {
                self.turn_to(&mut st, piece, facing);
            }
            if st.at(p.square.index()).is_none() {
                self.land(&mut st, piece, p.square.index());
            }
        }
        for s in 0..self.seats {
            for (kind, sq) in self.home_squares(&st, s) {
                if let Some(p) = st.at(sq)
                    && st.owner[p] as usize == s
                    && st.kind[p] == kind
                {
                    st.home[p] = sq as u8;
                    st.planes[plane::UNMOVED].add(p);
                }
            }
        }
        st.moved_at.fill(0);
        self.start_zones(&mut st);
        // what is done before the game is not done here
        for (i, z) in self.zones.iter().enumerate() {
            if self.shuffles(i as u16) {
                (z.slot..z.slot + z.count).for_each(|slot| self.mix(&mut st, slot));
            }
        }
        // where rounds are played nobody had a turn of his own: all had the last round
        let turns = &self.rules.turns;
        let n = turns.len().max(1) as u32;
        for i in 0..self.seats {
            let place = |t: &Mover| matches!(t, Mover::Seat(s) if s.index() == i);
            let at = turns
                .iter()
                .position(place)
                .unwrap_or(if turns.is_empty() { 0 } else { i });
            let playing = st.playing(i);
            let s = &mut st.seats[i];
            s.turns = if playing { TURNS } else { 0 };
            s.latest = (TURNS - 1) * n + at as u32 + 1;
            s.before = (TURNS - 2) * n + at as u32 + 1;
            s.completed = s.latest;
        }
        st.clock.turn = TURNS * n;
        st.clock.round = TURNS;
        st.clock.round_start = st.clock.turn + 1;
        self.put_on_turn(&mut st, None);
        Ok(st)
    }
    fn new_piece(&self, st: &mut State<N>, kind: u8, owner: usize) -> Result<usize, String> {
        let made = self.make_piece(st, kind, owner);
        made.ok_or_else(|| "more pieces than there is room for".to_string())
    }
    fn turn_to(&self, st: &mut State<N>, p: usize, facing: u8) {
        st.planes[plane::FACING + (st.facing[p] as usize & 3)].drop(p);
        st.planes[plane::FACING + (facing as usize & 3)].add(p);
        st.facing[p] = facing;
    }
    /// What the set-up of a seat puts where.
    fn home_squares(&self, st: &State<N>, seat: usize) -> Vec<(u8, usize)> {
        let rules = &self.rules;
        if st.seats[seat].army != NONE16 || !rules.setup.is_empty() {
            let setup = self.setup_of(st, seat).iter();
            return setup
                .map(|(k, q)| (*k, self.boards.in_frame(*q as usize, seat)))
                .collect();
        }
        let own = Some(rules.seats[seat].shares);
        let placed = rules.position.iter().filter(|p| p.seat == own);
        placed
            .filter_map(|p| Some((self.kind(p.kind)?, p.square.index())))
            .collect()
    }
    /// The kind that a view of a seat's power shows as this one: rows show kinds as seen.
    fn shown_as(&self, st: &State<N>, seat: SeatId, shown: KindId) -> Option<KindId> {
        self.rules.rules.iter().find_map(|rule| {
            let (
                rules::Holder::Power(power),
                Form::View {
                    of,
                    is: What::Quality(Quality::Kind(k)),
                    not: false,
                },
            ) = (rule.holder, &rule.form)
            else {
                return None;
            };
            let power = self.power(power)?;
            let held = st
                .plane(self.power_planes + power as usize)
                .has(seat.index());
            if !held || k.base != Base::Kind(shown) {
                return None;
            }
            of.by.iter().find_map(|n| match n {
                Narrow::Is(Quality::Kind(s)) => match s.base {
                    Base::Kind(k) => Some(k),
                    _ => None,
                },
                _ => None,
            })
        })
    }
    /// A seat is on turn, its start over; without: the first of `turns` that is in.
    fn put_on_turn(&self, st: &mut State<N>, seat: Option<SeatId>) {
        // take back what an earlier choice of the seat on turn counted
        if st.clock.phase == Phase::Act && st.clock.on_turn != NONE {
            let s = &mut st.seats[st.clock.on_turn as usize];
            s.turns = s.turns.saturating_sub(1);
            s.latest = s.before;
        } else {
            st.clock.turn += 1;
        }
        for (i, mover) in self.rules.turns.iter().enumerate() {
            let of_side = |s: &SeatId| match mover {
                Mover::Side(d) => self.rules.sides[d.index()].seats.contains(s),
                Mover::Seat(_) => false,
            };
            let next = match seat.filter(of_side) {
                Some(s) => Some(s.0 as u8),
                None => self.seat_at(st, i),
            };
            if let Some(s) = next
                && seat.is_none_or(|w| w.index() == s as usize)
            {
                st.clock.turn_at = i as u8;
                st.clock.on_turn = s;
                let turn = st.clock.turn;
                let x = &mut st.seats[s as usize];
                x.turns += 1;
                x.before = x.latest;
                x.latest = turn;
                break;
            }
        }
        st.clock.phase = Phase::Act;
        st.frames = vec![Frame::Turn(2)];
    }

    // ---- what is given

    /// A state in which these are so.
    fn given(&self, mut st: State<N>, given: &[Given]) -> Result<State<N>, String> {
        let mut l = Lowering::again(self.clone());
        for g in given {
            self.give_one(&mut l, &mut st, g)?;
        }
        Ok(st)
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
                let owner = Cx::new(l.plan(), st, &Env::EMPTY).mask(&of).first();
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
                let seats = Cx::new(l.plan(), st, &Env::EMPTY).mask(&seats);
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
        let cx = Cx::new(l.plan(), st, &Env::EMPTY);
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
        Ok(Cx::new(l.plan(), st, &Env::EMPTY).mask(&of) & st.plane(plane::THERE))
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
        let cx = Cx::new(l.plan(), st, &Env::EMPTY);
        let things = cx.mask(&of);
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
    fn shuffles(&self, zone: u16) -> bool {
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
        let from = Cx::new(l.plan(), st, &Env::EMPTY).since(&asked);
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
                        kind = Cx::new(l.plan(), st, &Env::EMPTY).mask(&kinds).first();
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

fn unplanned(refusal: super::lower::Refusal) -> String {
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
    let cx = Cx::new(l.plan(), st, &Env::EMPTY);
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

//! Cards and other things that are drawn and dealt one by one. Chance, or who deals, is asked for each; nothing is rolled here.
use super::bits::Bits;
use super::deed::{Member, Primitive};
use super::event::Thing;
use super::order;
use super::plan::*;
use super::run::{CHANCE, Runner, Stop};
use super::state::*;
use crate::play::Kind;
use crate::rules::{Role, Ty, Verb};

impl<const N: usize> Runner<'_, N> {
    /// The cards being drawn by the body below: the next of them.
    pub(super) fn draw(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let (Some(Frame::Draw(left, drawn)), Some(Frame::Body(b))) =
            (st.frames.get(at).copied(), st.frames.get(at - 1).copied())
        else {
            return Ok(());
        };
        let Some(Code::Draw(d)) = self.plan.code[b.code as usize].get(b.pc as usize) else {
            return Ok(());
        };
        if left == 0 {
            st.frames.pop();
            if d.called != NONE
                && let Some(body) = st.body_mut(at - 1)
            {
                body.env.names[d.called as usize] = drawn;
            }
            self.step_on(st, at - 1, b.pc + 1);
            return Ok(());
        }
        let cx = self.cx(st, &b.env);
        let Some(from) = cx.slot(&d.from) else {
            return Err(Stop::Cannot);
        };
        let cards = self.plan.on_top(st, from);
        // like cards are one option
        let mut groups: Vec<(usize, u16)> = vec![];
        for c in cards {
            let same = |g: usize| {
                let of = |p: usize| (st.kind[p], st.owner[p], st.side[p], st.card_of[p]);
                of(g) == of(c)
            };
            match groups.iter_mut().find(|(g, _)| same(*g)) {
                Some((_, weight)) => *weight += 1,
                None => groups.push((c, 1)),
            }
        }
        self.sink.open(CHANCE, Kind::Roll, b.env.rule);
        self.sink.secret = true;
        self.sink.ty = Ty::Card;
        self.sink.items = groups.iter().map(|g| g.0 as u16).collect();
        self.sink.n = groups.len();
        match groups.len() {
            0 => Err(Stop::Cannot),
            1 => self.answer(st, 0),
            _ => {
                self.sink.weights = groups.iter().map(|g| g.1).collect();
                Err(Stop::Ask)
            }
        }
    }
    /// A card was drawn.
    pub(super) fn drawn(&mut self, st: &mut State<N>, at: usize, card: usize) -> Result<(), Stop> {
        let (Some(Frame::Draw(left, drawn)), Some(Frame::Body(b))) =
            (st.frames.get(at).copied(), st.frames.get(at - 1).copied())
        else {
            return Ok(());
        };
        let Some(Code::Draw(d)) = self.plan.code[b.code as usize].get(b.pc as usize) else {
            return Ok(());
        };
        let cx = self.cx(st, &b.env);
        let seat = self.decider(&cx, &d.who);
        let into = d.into.as_ref().and_then(|z| cx.slot(z));
        let mut changes = vec![Primitive::Lift(card as u8)];
        if let Some(slot) = into {
            changes.push(Primitive::Store(card as u8, slot, NONE));
            if seat != NONE {
                changes.push(Primitive::Own(card as u8, seat));
            }
        }
        let e = cx
            .event(Verb::Draw, seat)
            .with(Role::Drawn, Thing::Piece(card as u8));
        st.frames[at] = Frame::Draw(left - 1, drawn | Bits::one(card));
        self.perform(
            st,
            vec![Member {
                events: vec![e],
                changes,
            }],
        )
    }
    /// The things being dealt by the body below: the next of them, or all have been.
    pub(super) fn deal(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let (Some(Frame::Deal(dealt)), Some(Frame::Body(b))) =
            (st.frames.get(at).copied(), st.frames.get(at - 1).copied())
        else {
            return Ok(());
        };
        let Some(Code::Deal(d)) = self.plan.code[b.code as usize].get(b.pc as usize) else {
            return Ok(());
        };
        let cx = self.cx(st, &b.env);
        let seat = match d.at_random {
            true => CHANCE,
            false => self.decider(&cx, &d.who),
        };
        let n = dealt.n as usize;
        let items: Vec<u16> = match &d.to {
            Places::Zone(_, of) => {
                let places = cx.mask(of).count();
                match d.row.get(n) {
                    // like things go to places that never fall, so that each result has one sequence
                    Some(item) => {
                        let like = n > 0 && d.row[n - 1].0 == item.0;
                        let from = if like { dealt.picks[n - 1] as usize } else { 0 };
                        (from..places).map(|i| i as u16).collect()
                    }
                    None => return self.all_dealt(st, at, seat),
                }
            }
            Places::Values {
                of,
                on: _,
                slot: _,
                for_seat: _,
                hidden: _,
            } => {
                let places = cx.mask(of).count();
                let mut left: Vec<u8> = d.row.iter().map(|r| r.0).collect();
                for k in &dealt.picks[..n] {
                    if let Some(i) = left.iter().position(|x| x == k) {
                        left.remove(i);
                    }
                }
                order::by_key(&mut left, |k| self.plan.kinds[*k as usize]);
                left.dedup();
                if n >= places || left.is_empty() {
                    st.frames.pop();
                    self.step_on(st, at - 1, b.pc + 1);
                    return Ok(());
                }
                left.into_iter().map(u16::from).collect()
            }
        };
        self.sink.open(seat, Kind::Deal, b.env.rule);
        self.sink.secret = d.secret;
        self.sink.n = items.len();
        self.sink.items = items;
        match self.sink.n {
            0 => {
                st.frames.pop();
                self.step_on(st, at - 1, b.pc + 1);
                Ok(())
            }
            1 => self.answer(st, 0),
            _ => Err(Stop::Ask),
        }
    }
    /// Everything that goes into zones has its place: it comes into being there.
    fn all_dealt(&mut self, st: &mut State<N>, at: usize, seat: u8) -> Result<(), Stop> {
        let (Some(Frame::Deal(dealt)), Some(Frame::Body(b))) =
            (st.frames.get(at).copied(), st.frames.get(at - 1).copied())
        else {
            return Ok(());
        };
        let Some(Code::Deal(d)) = self.plan.code[b.code as usize].get(b.pc as usize) else {
            return Ok(());
        };
        let Places::Zone(z, of) = &d.to else {
            return Ok(());
        };
        let zone = &self.plan.zones[*z as usize];
        let owners = {
            let cx = self.cx(st, &b.env);
            cx.in_order(zone.on, cx.mask(of))
        };
        let mut changes = vec![];
        for (i, (kind, owner)) in d.row.iter().enumerate() {
            let owner = match *owner {
                NONE if seat == CHANCE => self.plan.seats as u8,
                NONE => seat,
                owner => owner,
            };
            let Some(p) = self.plan.make_piece(st, *kind, owner as usize) else {
                return Err(Stop::Exhausted);
            };
            if zone.cards {
                st.planes[plane::CARD].add(p);
            }
            let place = owners[dealt.picks[i] as usize];
            changes.push(Primitive::Store(p as u8, zone.slot + place as u16, NONE));
        }
        st.frames.pop();
        self.perform(
            st,
            vec![Member {
                events: vec![],
                changes,
            }],
        )?;
        self.step_on(st, at - 1, b.pc + 1);
        Ok(())
    }
    /// A thing was dealt to a place, or a place got a thing.
    pub(super) fn dealt(&mut self, st: &mut State<N>, at: usize, x: u16) -> Result<(), Stop> {
        let (Some(Frame::Deal(mut dealt)), Some(Frame::Body(b))) =
            (st.frames.get(at).copied(), st.frames.get(at - 1).copied())
        else {
            return Ok(());
        };
        let Some(Code::Deal(d)) = self.plan.code[b.code as usize].get(b.pc as usize) else {
            return Ok(());
        };
        let n = dealt.n as usize;
        dealt.picks[n] = x as u8;
        dealt.n += 1;
        st.frames[at] = Frame::Deal(dealt);
        if let Places::Values {
            on,
            slot,
            for_seat,
            hidden,
            of,
        } = &d.to
        {
            let (place, (slot, holder)) = {
                let cx = self.cx(st, &b.env);
                let place = cx.in_order(*on, cx.mask(of)).get(n).copied();
                (place, cx.slot_for(*slot, for_seat.as_ref()))
            };
            let Some(place) = place else { return Ok(()) };
            let mut changes = vec![Primitive::Number(slot + place as u16, i32::from(x))];
            self.unknown(st, *hidden, holder, Bits::one(place), &mut changes);
            return self.perform(
                st,
                vec![Member {
                    events: vec![],
                    changes,
                }],
            );
        }
        Ok(())
    }
}

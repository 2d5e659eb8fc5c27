//! Dealing and drawing.
use super::super::change::Change;
use super::super::exec::*;
use super::super::settle::*;
use super::super::state::*;
use super::super::value::*;
use engine::play::Kind;
use engine::play::*;
use engine::rules::*;

impl<'a> Exec<'a> {
    pub(crate) fn deal(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        let Some(Value::Set(row)) = &d.object else {
            return Ok(Flow::None);
        };
        let seat = self.doer(env, d).ok_or(Stop::Cannot)?;
        let who = if d.how.at_random {
            Who::Chance
        } else {
            Who::Seat(seat)
        };
        let Some((_, target)) = d
            .cases
            .iter()
            .find(|(c, _)| matches!(c, Case::To | Case::Into))
        else {
            return Ok(Flow::None);
        };
        let q = |kind| Question {
            rule: env.rule,
            secret: d.how.secretly,
            auto: true,
            ..Question::of(who.clone(), kind)
        };
        if let Value::Set(Set {
            base: Base::Zone(z, of),
            ..
        }) = target
        {
            let places = self.cx(env).zone_keys(*z, of);
            let Base::Row1(items) = &row.base else {
                return Ok(Flow::None);
            };
            let mut last = (None, 0);
            let mut ops = vec![];
            for (kind, owner) in items {
                // like items go to places that never fall, so that each result has one sequence
                let from = if last.0 == Some(*kind) { last.1 } else { 0 };
                let open: Vec<usize> = (from..places.len()).collect();
                let keys = places.clone();
                let item = Question {
                    dealing: Some(Choice::Kind(*kind)),
                    ..q(Kind::Deal)
                };
                let o = self.decide(item, |x| {
                    open.iter().map(|i| x.opt_of_zone(*i, keys[*i])).collect()
                });
                let i = match o {
                    Ok(Opt {
                        does: Does::Nth(i), ..
                    }) => i,
                    Ok(_) => 0,
                    Err(Stop::Cannot) => return Ok(Flow::None),
                    Err(e) => return Err(e),
                };
                last = (Some(*kind), i);
                let p = super::super::setup::add_piece(
                    self.l,
                    &mut self.st,
                    *kind,
                    owner.or(Some(seat)),
                    None,
                );
                ops.push(Change::Store(p, places[i]));
            }
            self.perform(vec![Member {
                events: vec![],
                ops,
            }])?;
            return Ok(Flow::Next);
        }
        let places = self.field_refs(env, target);
        let mut left: Vals = self.cx(env).set(row);
        for key in places {
            let mut kinds = left.clone();
            kinds.sort();
            kinds.dedup();
            let place = Question {
                dealing: self.place_of(key.owner),
                ..q(Kind::Deal)
            };
            let o = self.decide(place, |x| {
                kinds
                    .iter()
                    .enumerate()
                    .map(|(i, k)| x.opt_of(i, *k))
                    .collect()
            });
            let v = match o {
                Ok(Opt {
                    does: Does::Val(v), ..
                }) => v,
                Ok(_) => continue,
                Err(Stop::Cannot) => break,
                Err(e) => return Err(e),
            };
            if let Some(i) = left.iter().position(|x| *x == v) {
                left.remove(i);
            }
            self.perform(vec![Member {
                events: vec![],
                ops: vec![Change::Field(key, vec![v])],
            }])?;
        }
        Ok(Flow::Next)
    }
    /// What a value hangs on, as players name it; none: the game, or a piece that is not on the board.
    fn place_of(&self, owner: OwnerKey) -> Option<Choice> {
        match owner {
            OwnerKey::Game => None,
            OwnerKey::Seat(seat) => Some(Choice::Seat(seat)),
            OwnerKey::Side(side) => Some(Choice::Side(side)),
            OwnerKey::Piece(piece) => self.st.square_of(piece).map(Choice::Piece),
            OwnerKey::Square(square) => Some(Choice::Square(square)),
            OwnerKey::Border(a, b) => Some(Choice::Border(a, b)),
            OwnerKey::Kind(kind) => Some(Choice::Kind(kind)),
        }
    }
    /// From now on nobody knows in which order what is in these zones lies.
    pub(crate) fn shuffle(&mut self, env: &Env, d: &Deed) {
        let Some(Value::Set(s)) = &d.object else {
            return;
        };
        let into = self.zone_case(env, d, Case::Into);
        let keys: Vec<ZoneKey> = match &s.base {
            Base::Zone(z, of) => self.cx(env).zone_keys(*z, of),
            _ => {
                let zone = |x| match x {
                    Val::Zone(zone, owner) => Some(ZoneKey { zone, owner }),
                    _ => None,
                };
                self.cx(env).set(s).into_iter().filter_map(zone).collect()
            }
        };
        // `shuffle the discards into the pile`: what lies there goes there, and all of it is shuffled
        if let Some(pile) = into {
            for key in keys.iter().filter(|key| **key != pile) {
                for card in self.st.zones.get(key).cloned().unwrap_or_default() {
                    self.st.lift(card);
                    self.st.store(card, pile);
                }
            }
        }
        let mixed = into.map_or(keys, |pile| vec![pile]);
        for key in mixed {
            let here = self.st.zones.get(&key).cloned().unwrap_or_default();
            // what was shown of it is known no longer
            for card in &here {
                self.st.shown.remove(card);
            }
            self.st.shown_to.retain(|(_, card)| !here.contains(card));
            self.st.mix(key);
        }
        self.changes += 1;
    }
    pub(crate) fn opt_of_zone(&self, i: usize, key: ZoneKey) -> Opt {
        let choice = match key.owner {
            OwnerKey::Piece(p) => self
                .st
                .square_of(p)
                .map_or(Choice::Number(i as i16), Choice::Piece),
            OwnerKey::Seat(s) => Choice::Seat(s),
            OwnerKey::Square(s) => Choice::Square(s),
            _ => Choice::Number(i as i16),
        };
        Opt::new(choice, Does::Nth(i))
    }
    pub(crate) fn draw(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        let seat = self.doer(env, d);
        let Some(from) = self.zone_case(env, d, Case::From) else {
            return Ok(Flow::None);
        };
        let into = self.zone_case(env, d, Case::Into);
        let n = match &d.object {
            Some(Value::Set(s)) => match &s.amount {
                Amount::Count(_, n) => self.cx(env).num(n).max(0) as usize,
                _ => 1,
            },
            _ => 1,
        };
        if self.st.zones.get(&from).map_or(0, Vec::len) < n {
            return Err(Stop::Cannot);
        }
        let mut drawn = vec![];
        for _ in 0..n {
            let cards = self.st.on_top(from).to_vec();
            let card = if cards.len() > 1 {
                // like cards are one option
                let mut groups: Vec<(PieceId, u16)> = vec![];
                for c in &cards {
                    let like = |g: PieceId| {
                        let (a, b) = (self.st.piece(g), self.st.piece(*c));
                        (a.kind, a.owner, a.side, a.army) == (b.kind, b.owner, b.side, b.army)
                    };
                    match groups.iter_mut().find(|(g, _)| like(*g)) {
                        Some((_, w)) => *w += 1,
                        None => groups.push((*c, 1)),
                    }
                }
                let q = Question {
                    rule: env.rule,
                    secret: true,
                    auto: true,
                    ..Question::of(Who::Chance, Kind::Roll)
                };
                let list = groups.clone();
                match self.decide(q, |x| {
                    list.iter()
                        .enumerate()
                        .map(|(i, (c, _))| x.opt_of(i, Val::Piece(*c)))
                        .collect()
                }) {
                    Ok(Opt {
                        does: Does::Val(Val::Piece(p)),
                        ..
                    }) => p,
                    Ok(_) | Err(Stop::Cannot) => return Err(Stop::Cannot),
                    Err(Stop::Ask(mut a)) => {
                        a.decision.weights = groups.iter().map(|(_, w)| *w).collect();
                        return Err(Stop::Ask(a));
                    }
                    Err(e) => return Err(e),
                }
            } else {
                match cards.first() {
                    Some(c) => *c,
                    None => return Err(Stop::Cannot),
                }
            };
            drawn.push(Val::Piece(card));
            let mut ops = vec![Change::Lift(card)];
            if let Some(k) = into {
                ops.push(Change::Store(card, k));
            }
            if let (Some(s), true) = (seat, into.is_some()) {
                ops.push(Change::Own(card, Some(s)));
            }
            let e = self.event(env, seat, Verb::Draw, vec![(Role::Drawn, Val::Piece(card))]);
            self.perform(vec![Member {
                events: vec![e],
                ops,
            }])?;
        }
        if let Some(n) = d.called {
            env.bind(n, drawn);
        }
        Ok(Flow::Next)
    }
}

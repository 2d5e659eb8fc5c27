//! Marks and values: set, add, spend, reveal, announce.
use super::super::change::Change;
use super::super::exec::*;
use super::super::read::*;
use super::super::settle::*;
use super::super::state::*;
use super::super::value::*;
use engine::ids::*;
use engine::play::*;
use engine::rules::*;

impl<'a> Exec<'a> {
    pub(crate) fn mark(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let Some(Set {
            base: Base::Field(f, _, seat),
            ..
        }) = self.case_set(d, Case::As)
        else {
            return Err(Stop::Cannot);
        };
        let seat = seat
            .as_ref()
            .and_then(|s| self.cx(env).set(s).into_iter().find_map(as_seat));
        let author = self.doer(env, d);
        let due = self.dues(env, &d.how.term);
        let mut members = vec![];
        let decl = &self.l.rules.fields[f.index()];
        let things = if matches!(decl.of, Owner::Game) {
            vec![Val::Mark(*f)]
        } else {
            self.objects(env, d)
        };
        for x in things {
            let Some(key) = self.cx(env).field_key(*f, Some(x), seat) else {
                continue;
            };
            let roles = vec![(Role::Marked, x), (Role::Object, Val::Mark(*f))];
            let told = |verb, roles| Event {
                holder: key.holder,
                ..self.event(env, author, verb, roles)
            };
            if d.verb == Verb::Mark {
                let mut ops = vec![Change::Field(key, vec![Val::Num(1)])];
                ops.push(Change::Timed(key, due.clone(), vec![]));
                members.push(Member {
                    events: vec![told(Verb::Mark, roles)],
                    ops,
                });
            } else if self.st.fields.get(&key).is_some_and(|v| !v.is_empty()) {
                let roles = vec![(Role::Released, x), (Role::Object, Val::Mark(*f))];
                members.push(Member {
                    events: vec![told(Verb::StopBeing, roles)],
                    ops: vec![Change::Field(key, vec![])],
                });
            }
        }
        self.guarded(env, members, false)
    }
    /// The keys a reference to a field stands for.
    pub(crate) fn field_refs(&self, env: &Env, v: &Value) -> Vec<FieldKey> {
        let (f, of, seat) = match v {
            Value::Num(Num::Field(f, of, seat)) => (f, of, seat),
            Value::Set(Set {
                base: Base::Field(f, of, seat),
                ..
            }) => (f, of, seat),
            Value::Set(Set {
                base: Base::Or(parts),
                by,
                ..
            }) if by.is_empty() => {
                let each = parts.iter().map(|s| Value::Set(s.clone()));
                return each.flat_map(|v| self.field_refs(env, &v)).collect();
            }
            _ => return vec![],
        };
        let cx = self.cx(env);
        let seat = seat
            .as_ref()
            .and_then(|s| cx.set(s).into_iter().find_map(as_seat));
        if matches!(self.l.rules.fields[f.index()].of, Owner::Game) {
            return cx.field_key(*f, None, seat).into_iter().collect();
        }
        cx.set(of)
            .into_iter()
            .filter_map(|x| cx.field_key(*f, Some(x), seat))
            .collect()
    }
    pub(crate) fn current(&self, key: &FieldKey) -> Vals {
        match self.st.fields.get(key) {
            Some(v) => v.clone(),
            None => {
                let env = Env {
                    you: key.holder,
                    ..Env::default()
                };
                let x = match key.owner {
                    OwnerKey::Game => None,
                    OwnerKey::Seat(s) => Some(Val::Seat(s)),
                    OwnerKey::Side(s) => Some(Val::Side(s)),
                    OwnerKey::Piece(p) => Some(Val::Piece(p)),
                    OwnerKey::Square(s) => Some(Val::Square(s)),
                    OwnerKey::Border(a, b) => Some(Val::Border(a, b)),
                    OwnerKey::Kind(k) => Some(Val::Kind(k)),
                };
                match key.holder {
                    Some(_) => self.cx(&env).value_under(key.field, key, x),
                    None => self.cx(&env).field(key.field, x, key.seat),
                }
            }
        }
    }
    pub(crate) fn value_step(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let (target, what): (Option<&Value>, Vals) = match d.verb {
            Verb::Set => (d.object.as_ref(), self.case_vals(env, d, Case::To)),
            Verb::Add => (
                d.cases.iter().find(|(c, _)| *c == Case::To).map(|(_, v)| v),
                self.objects(env, d),
            ),
            _ => (
                d.cases.iter().find(|(c, _)| *c == Case::Of).map(|(_, v)| v),
                self.objects(env, d),
            ),
        };
        let Some(target) = target else {
            return Err(Stop::Cannot);
        };
        if d.verb == Verb::Set
            && let Value::Set(Set {
                base: Base::Of(Part::Side, of),
                ..
            }) = target
        {
            return self.set_layer(env, of, &what);
        }
        let keys = self.field_refs(env, target);
        let mut ops = vec![];
        for key in keys {
            let number = self.l.rules.fields[key.field.index()].ty == Ty::Number;
            let now = self.current(&key);
            let value = match d.verb {
                Verb::Set => self.kept(env, &key, &what),
                Verb::Add if number => vec![Val::Num(
                    sum(&now).saturating_add(sum(&what)).clamp(-32_000, 32_000),
                )],
                Verb::Add => {
                    let mut v = now;
                    for x in self.kept(env, &key, &what) {
                        if !v.contains(&x) {
                            v.push(x);
                        }
                    }
                    v
                }
                _ => {
                    if sum(&what) < 0 || sum(&now) < sum(&what) {
                        return Err(Stop::Cannot);
                    }
                    vec![Val::Num(sum(&now) - sum(&what))]
                }
            };
            let value =
                if !number && !self.l.rules.fields[key.field.index()].many && value.len() > 1 {
                    value[..1].to_vec()
                } else {
                    value
                };
            let due = self.dues(env, &d.how.term);
            let held = self.st.timed.iter().find(|t| t.key == key).cloned();
            let before = match &held {
                Some(held) => held.back.clone(),
                None => self.st.fields.get(&key).cloned().unwrap_or_default(),
            };
            ops.push(Change::Field(key, value));
            // what is added while a value holds for a time stays when that is over
            match held.filter(|_| due.is_empty() && number && d.verb != Verb::Set) {
                Some(held) => {
                    let by = if d.verb == Verb::Add {
                        sum(&what)
                    } else {
                        -sum(&what)
                    };
                    let start = self.l.rules.fields[key.field.index()].start.clone();
                    let back = match (held.back.is_empty(), start) {
                        (true, Some(start)) => sum(&self.cx(env).value(&start)),
                        (true, None) => 0,
                        (false, _) => sum(&held.back),
                    };
                    let back = back.saturating_add(by).clamp(-32_000, 32_000);
                    ops.push(Change::Timed(key, held.due, vec![Val::Num(back)]));
                }
                None => ops.push(Change::Timed(key, due, before)),
            }
        }
        self.perform(vec![Member {
            events: vec![],
            ops,
        }])
    }
    /// These things as the value keeps them.
    fn kept(&self, env: &Env, key: &FieldKey, what: &[Val]) -> Vec<Val> {
        let ty = self.l.rules.fields[key.field.index()].ty;
        let cx = self.cx(env);
        what.iter().filter_map(|x| cx.kept_as(ty, *x)).collect()
    }
    pub(crate) fn set_layer(&mut self, env: &Env, of: &Set, what: &[Val]) -> Result<(), Stop> {
        let Some(Val::Layer(l)) = what.first().copied() else {
            return Err(Stop::Cannot);
        };
        let mut ops = vec![];
        for x in self.cx(env).set(of) {
            if let Val::Piece(p) = x
                && let Place::Board(sq, _) = self.st.piece(p).place
            {
                if self.st.at_layer(sq, l).is_some_and(|o| o != p) {
                    return Err(Stop::Cannot);
                }
                ops.extend([Change::Lift(p), Change::Land(p, sq, l)]);
            }
        }
        self.perform(vec![Member {
            events: vec![],
            ops,
        }])
    }
    /// What lies in hidden zones of these.
    fn hidden_in_zones(&self, env: &Env, of: &Set) -> Vec<Val> {
        let owners: Vec<OwnerKey> = (self.cx(env).set(of).into_iter())
            .filter_map(|x| match x {
                Val::Seat(s) => Some(OwnerKey::Seat(s)),
                Val::Piece(p) => Some(OwnerKey::Piece(p)),
                Val::Square(s) => Some(OwnerKey::Square(s)),
                _ => None,
            })
            .collect();
        let hidden = |zone: ZoneId| self.l.rules.zones[zone.index()].seen != Seen::All;
        let zones = self.st.zones.iter();
        zones
            .filter(|(key, _)| hidden(key.zone) && owners.contains(&key.owner))
            .flat_map(|(_, held)| held.iter().map(|p| Val::Piece(*p)))
            .collect()
    }
    /// The values of these things that not everybody sees: of every field, for every seat and holder.
    fn secrets(&self, env: &Env, of: &Set) -> Vec<FieldKey> {
        let seats = || (0..self.st.seats.len()).map(SeatId::from);
        let mut keys = vec![];
        for (i, f) in self.l.rules.fields.iter().enumerate() {
            let on = match f.of {
                Owner::Game => continue,
                Owner::Seat => Ty::Seat,
                Owner::Side => Ty::Side,
                Owner::Piece(_) | Owner::Card => Ty::Piece,
                Owner::Square => Ty::Square,
                Owner::Border => Ty::Border,
                Owner::Kind(_) => Ty::Kind,
            };
            let named = if of.ty == Ty::Card { Ty::Piece } else { of.ty };
            if f.seen == Seen::All || on != named {
                continue;
            }
            for x in self.cx(env).set(of) {
                for reader in seats() {
                    let env = Env {
                        you: Some(reader),
                        ..env.clone()
                    };
                    let seat = f.per_seat.then_some(reader);
                    let key = self.cx(&env).field_key(FieldId(i as u16), Some(x), seat);
                    keys.extend(key.filter(|k| !keys.contains(k)));
                }
            }
        }
        keys
    }
    pub(crate) fn reveal(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let to: Vec<SeatId> = self
            .case_vals(env, d, Case::To)
            .into_iter()
            .filter_map(as_seat)
            .collect();
        let author = self.doer(env, d);
        let mut members = vec![];
        let named = d.cases.iter().any(|(case, _)| *case == Case::To);
        let shown_to = named.then(|| to.clone());
        if let Some(v) = &d.object {
            let secrets =
                matches!(v, Value::Set(s) if matches!(s.base, Base::Of(Part::Secrets, _)));
            let keys = match v {
                Value::Set(Set {
                    base: Base::Of(Part::Secrets, of),
                    ..
                }) => self.secrets(env, of),
                other => self.field_refs(env, other),
            };
            for key in keys {
                let mut events = vec![];
                let known = |s: SeatId| self.cx(env).seat_sees(s, key.field, &key);
                if self.asker.is_some_and(|s| !known(s)) {
                    return Err(Stop::Unknown);
                }
                let told = members.iter().any(|m: &Member| {
                    m.ops
                        .iter()
                        .any(|op| matches!(op, Change::Known(k, _) if k.owner == key.owner))
                });
                if let OwnerKey::Piece(p) = key.owner
                    && !(secrets && told)
                {
                    events.push(self.event(
                        env,
                        author,
                        Verb::Reveal,
                        vec![(Role::Revealed, Val::Piece(p))],
                    ));
                }
                members.push(Member {
                    events,
                    ops: vec![Change::Known(key, to.clone())],
                });
            }
            let held = match v {
                Value::Set(Set {
                    base: Base::Of(Part::Secrets, of),
                    ..
                }) => self.hidden_in_zones(env, of),
                other if members.is_empty() => self.cx(env).value(other),
                _ => vec![],
            };
            for x in held {
                if let Val::Piece(p) = x {
                    if (self.asker).is_some_and(|s| !self.cx(env).seat_sees_piece(s, p)) {
                        return Err(Stop::Unknown);
                    }
                    members.push(Member {
                        events: vec![self.event(
                            env,
                            author,
                            Verb::Reveal,
                            vec![(Role::Revealed, x)],
                        )],
                        ops: vec![Change::Shown(p, shown_to.clone())],
                    });
                }
            }
        }
        self.perform(members)
    }
    pub(crate) fn announce(&mut self, env: &mut Env, d: &Deed) {
        let to = self.case_vals(env, d, Case::To);
        let to = if to.is_empty() {
            None
        } else {
            Some(to.into_iter().filter_map(as_seat).collect())
        };
        let with: Vec<SquareId> = self
            .case_vals(env, d, Case::With)
            .into_iter()
            .filter_map(|x| self.cx(env).where_is(x))
            .collect();
        for x in self.objects(env, d) {
            if let Val::Text(t) = x {
                self.tell(Notice {
                    to: to.clone(),
                    says: NoticeSays::Text(t, with.clone()),
                });
            }
        }
    }
}

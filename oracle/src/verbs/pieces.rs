//! What rules do with pieces: capture, remove, put, give, swap, become.
use super::super::change::Change;
use super::super::exec::*;
use super::super::guards::lost_where;
use super::super::settle::*;
use super::super::state::*;
use super::super::value::*;
use engine::ids::*;
use engine::rules::*;

impl<'a> Exec<'a> {
    pub(crate) fn capture(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let mut victims = self.object_pieces(env, d);
        if victims.is_empty() {
            return Ok(());
        }
        let captor = d.subject.as_ref().and_then(|s| {
            self.cx(env).set(s).into_iter().find_map(|x| match x {
                Val::Piece(p) => Some(p),
                _ => None,
            })
        });
        let captor = captor.or_else(|| {
            self.case_vals(env, d, Case::With)
                .into_iter()
                .find_map(|x| match x {
                    Val::Piece(p) => Some(p),
                    _ => None,
                })
        });
        // no piece captures a victim that is lost already
        if captor.is_some() {
            victims.retain(|p| self.st.piece(*p).place != Place::Lost);
            if victims.is_empty() {
                return Err(Stop::Cannot);
            }
        }
        let author = self.doer(env, d);
        let named = matches!(&d.object, Some(Value::Set(s)) if s.amount != Amount::Every || matches!(s.base, Base::Name(_)));
        let members: Vec<Member> = victims
            .iter()
            .map(|v| {
                let mut roles = vec![(Role::Victim, Val::Piece(*v))];
                let mut ops = vec![Change::Lift(*v)];
                if let Some(sq) = self.st.square_of(*v) {
                    roles.push((Role::Destination, Val::Square(sq)));
                }
                let place = self.st.stands_on(*v);
                roles.extend(place.map(|q| (Role::Place, Val::Square(q))));
                if let Some(c) = captor {
                    roles.push((Role::Captor, Val::Piece(c)));
                    if !d.how.still
                        && let Place::Board(sq, l) = self.st.piece(*v).place
                    {
                        ops.push(Change::Lift(c));
                        ops.push(Change::Land(c, sq, l));
                        ops.push(Change::Moved(c));
                    }
                }
                let mut e = self.event(env, author, Verb::Capture, roles);
                e.still = d.how.still;
                Member {
                    events: vec![
                        self.event(env, author, Verb::LosePiece, lost_where(&self.cx(env), *v)),
                        e,
                    ],
                    ops,
                }
            })
            .collect();
        self.guarded(env, members, named)
    }
    pub(crate) fn remove(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let pieces = self.object_pieces(env, d);
        let named = self.named(env, d);
        let author = self.doer(env, d);
        let members: Vec<Member> = pieces
            .iter()
            .filter(|p| self.st.piece(**p).place != Place::Lost)
            .map(|p| {
                let v = Val::Piece(*p);
                let mut events = vec![];
                let mut roles = vec![(Role::Removed, v)];
                if let Some(sq) = self.st.square_of(*p) {
                    events.push(self.event(
                        env,
                        author,
                        Verb::Leave,
                        vec![(Role::Leaver, v), (Role::Origin, Val::Square(sq))],
                    ));
                }
                // what is carried stands where its carrier stands
                if let Some(sq) = self.st.stands_on(*p) {
                    roles.push((Role::Origin, Val::Square(sq)));
                }
                let lost = lost_where(&self.cx(env), *p);
                events.push(self.event(env, author, Verb::LosePiece, lost));
                events.push(self.event(env, author, Verb::Remove, roles));
                Member {
                    events,
                    ops: vec![Change::Lift(*p)],
                }
            })
            .collect();
        let protected = |m: &Member| {
            matches!(m.ops.as_slice(), [Change::Lift(p)] if named.contains(p))
                && self.refused(env, m)
        };
        if members.iter().any(protected) {
            self.blame_guards(env, &members);
            return Err(Stop::Cannot);
        }
        self.guarded(env, members, false)
    }
    pub(crate) fn put(&mut self, env: &mut Env, d: &'a Deed) -> Result<(), Stop> {
        let author = self.doer(env, d);
        let mut things = match &d.object {
            Some(Value::Set(s)) if s.base == Base::New => self.new_pieces(env, s),
            Some(Value::Set(s)) => {
                let mut v = self.object_pieces(env, d);
                if let Amount::Count(_, n) = &s.amount {
                    v.truncate(self.cx(env).num(n).max(0) as usize);
                }
                v
            }
            _ => vec![],
        };
        let zone = [Case::Into, Case::Onto, Case::Under]
            .into_iter()
            .find_map(|c| self.zone_case(env, d, c));
        if let Some(key) = zone {
            let deck = self.l.rules.zones[key.zone.index()].shape == Shape::Deck;
            let top = deck && self.case_set(d, Case::Onto).is_some();
            let place = self.place_in_zone(env, d).or(top.then_some(0));
            if place.is_none() {
                // what is there already stays where it lies
                things.retain(|p| self.st.piece(*p).place != Place::Zone(key));
            }
            let members: Vec<Member> = things
                .iter()
                .map(|p| {
                    let v = Val::Piece(*p);
                    let mut events = vec![];
                    if let Some(sq) = self.st.square_of(*p) {
                        events.push(self.event(
                            env,
                            author,
                            Verb::Leave,
                            vec![(Role::Leaver, v), (Role::Origin, Val::Square(sq))],
                        ));
                    }
                    events.push(self.event(
                        env,
                        author,
                        Verb::Put,
                        vec![
                            (Role::Placed, v),
                            (Role::Destination, Val::Zone(key.zone, key.owner)),
                        ],
                    ));
                    let store = match place {
                        Some(n) => Change::Insert(*p, key, n),
                        None => Change::Store(*p, key),
                    };
                    let mut ops = vec![Change::Lift(*p), store, Change::Displaced(*p)];
                    if d.how.openly {
                        ops.push(Change::Shown(*p, None));
                    }
                    Member { events, ops }
                })
                .collect();
            return self.guarded(env, members, false);
        }
        let mut squares: Vec<SquareId> = vec![];
        let mut layer = None;
        for c in [Case::On, Case::Beside, Case::At, Case::To] {
            for x in self.case_vals(env, d, c) {
                match x {
                    Val::Layer(l) => layer = Some(l),
                    x => squares.extend(self.cx(env).where_is(x)),
                }
            }
        }
        if let (Some(l), true) = (layer, squares.is_empty()) {
            squares = things
                .iter()
                .filter_map(|p| self.st.square_of(*p))
                .collect();
            layer = Some(l);
        }
        if squares.is_empty() || things.is_empty() {
            return if things.is_empty()
                && !matches!(&d.object, Some(Value::Set(s)) if s.base == Base::New)
                && !squares.is_empty()
            {
                Ok(())
            } else {
                Err(Stop::Cannot)
            };
        }
        let mut members = vec![];
        let mut taken: Vec<SquareId> = vec![];
        let leaving: Vec<PieceId> = things.clone();
        for (i, p) in things.iter().enumerate() {
            let Some(sq) = squares.get(i).or(if squares.len() == 1 {
                squares.first()
            } else {
                None
            }) else {
                break;
            };
            let l = layer.unwrap_or_else(|| self.st.layer_of(*p));
            let blocked = self
                .st
                .at_layer(*sq, l)
                .is_some_and(|o| !leaving.contains(&o))
                || taken.contains(sq);
            if blocked {
                return Err(Stop::Cannot);
            }
            taken.push(*sq);
            let v = Val::Piece(*p);
            let to = (Role::Destination, Val::Square(*sq));
            let mut events = vec![];
            let mut enter = vec![(Role::Entrant, v), to];
            if let Some(from) = self.st.square_of(*p) {
                events.push(self.event(
                    env,
                    author,
                    Verb::Leave,
                    vec![(Role::Leaver, v), (Role::Origin, Val::Square(from)), to],
                ));
                enter.push((Role::Origin, Val::Square(from)));
            }
            events.push(self.event(env, author, Verb::Enter, enter));
            events.push(self.event(env, author, Verb::Put, vec![(Role::Placed, v), to]));
            members.push(Member {
                events,
                ops: vec![
                    Change::Lift(*p),
                    Change::Land(*p, *sq, l),
                    Change::Displaced(*p),
                ],
            });
        }
        if let Some(n) = d.called {
            env.bind(n, things.iter().map(|p| Val::Piece(*p)).collect());
        }
        self.guarded(env, members, false)
    }
    pub(crate) fn zone_case(&self, env: &Env, d: &Deed, c: Case) -> Option<ZoneKey> {
        let s = self.case_set(d, c)?;
        match &s.base {
            Base::Zone(z, of) => self.cx(env).zone_keys(*z, of).first().copied(),
            Base::Name(_) => self.cx(env).set(s).into_iter().find_map(|x| match x {
                Val::Zone(zone, owner) => Some(ZoneKey { zone, owner }),
                _ => None,
            }),
            _ => None,
        }
    }
    /// `into the row at N`: before which of those that lie there; without it is put at the end.
    fn place_in_zone(&self, env: &Env, d: &Deed) -> Option<u16> {
        let s = [Case::Into, Case::Onto]
            .into_iter()
            .find_map(|c| self.case_set(d, c))?;
        s.by.iter().find_map(|n| match n {
            Narrow::At(Near::Nth(n), _) => Some((self.cx(env).num(n) - 1).max(0) as u16),
            _ => None,
        })
    }
    /// `a new pawn`: pieces made by this step.
    pub(crate) fn new_pieces(&mut self, env: &Env, s: &Set) -> Vec<PieceId> {
        let cx = self.cx(env);
        let mut kinds: Vals = vec![];
        let mut owner = env.actor.or(env.you);
        let mut side = None;
        for n in &s.by {
            match n {
                Narrow::Is(Quality::Kind(k)) => kinds = cx.set(k),
                Narrow::Of(of) => {
                    owner = cx
                        .set(of)
                        .into_iter()
                        .find_map(|x| match x {
                            Val::Seat(s) => Some(Some(s)),
                            Val::Nobody => Some(None),
                            Val::Side(d) => {
                                side = Some(d);
                                None
                            }
                            _ => None,
                        })
                        .unwrap_or(owner)
                }
                // `a new piece that matches the card`: its kind and its side
                Narrow::That(_, Cond::Is(c)) => {
                    if let Says::Do(deed) = &c.says
                        && let (Verb::Match, Some(Value::Set(like))) = (deed.verb, &deed.object)
                        && let Some(Val::Piece(p)) = cx.set(like).first()
                    {
                        kinds = vec![Val::Kind(cx.kind(*p))];
                        side = cx.side_of(*p);
                    }
                }
                _ => {}
            }
        }
        let count = match &s.amount {
            Amount::Count(_, n) => cx.num(n).max(0) as usize,
            _ => 1,
        };
        if let Some(d) = side {
            // of the seats of a side who acts, else its first; a side without seats has its colour alone
            let seats = &self.l.rules.sides[d.index()].seats;
            owner = owner
                .filter(|o| seats.contains(o))
                .or(seats.first().copied());
        }
        let colour = side.filter(|_| owner.is_none());
        let mut v = vec![];
        for x in kinds {
            let kind = match x {
                Val::Kind(k) => k,
                Val::Piece(p) => self.st.piece(p).kind,
                _ => continue,
            };
            for _ in 0..count {
                let made = super::super::setup::add_piece(self.l, &mut self.st, kind, owner, None);
                if colour.is_some() {
                    self.st.piece_mut(made).side = colour;
                }
                v.push(made);
            }
            break;
        }
        v
    }
    pub(crate) fn give_step(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let to = self.case_vals(env, d, Case::To);
        let receiver = match to.first() {
            Some(Val::Seat(s)) => Some(*s),
            Some(Val::Side(d)) => self.l.rules.sides[d.index()].seats.first().copied(),
            Some(Val::Piece(p)) => self.st.piece(*p).owner,
            Some(Val::Nobody) => None,
            _ => return Err(Stop::Cannot),
        };
        let author = self.doer(env, d);
        let mut members = vec![];
        for x in self.objects(env, d) {
            match x {
                Val::Piece(p) if self.st.piece(p).owner != receiver => {
                    members.push(self.give_member(env, author, p, receiver));
                }
                Val::Army(a) => {
                    let Some(s) = receiver else { continue };
                    members.push(Member {
                        events: vec![self.event(
                            env,
                            author,
                            Verb::Give,
                            vec![(Role::Given, x), (Role::Receiver, Val::Seat(s))],
                        )],
                        ops: (self.st.card_of(a).map(Change::Lift).into_iter())
                            .chain([Change::GiveArmy(a, s)])
                            .collect(),
                    });
                }
                Val::Power(p) => {
                    let Some(s) = receiver else { continue };
                    members.push(Member {
                        events: vec![self.event(
                            env,
                            author,
                            Verb::Give,
                            vec![(Role::Given, x), (Role::Receiver, Val::Seat(s))],
                        )],
                        ops: vec![Change::GivePower(p, s)],
                    });
                }
                _ => {}
            }
        }
        self.guarded(env, members, false)
    }
    pub(crate) fn give_member(
        &self,
        env: &Env,
        author: Option<SeatId>,
        p: PieceId,
        to: Option<SeatId>,
    ) -> Member {
        let mut roles = vec![(Role::Given, Val::Piece(p))];
        if let Some(s) = self.st.piece(p).owner {
            roles.push((Role::Giver, Val::Seat(s)));
        }
        roles.push((Role::Receiver, to.map_or(Val::Nobody, Val::Seat)));
        Member {
            events: vec![self.event(env, author, Verb::Give, roles)],
            ops: vec![Change::Own(p, to)],
        }
    }
    pub(crate) fn swap(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let pieces = self.object_pieces(env, d);
        let author = self.doer(env, d);
        let [a, b] = pieces[..] else {
            return Err(Stop::Cannot);
        };
        let members = if d.how.owners {
            let (oa, ob) = (self.st.piece(a).owner, self.st.piece(b).owner);
            vec![
                self.give_member(env, author, a, ob),
                self.give_member(env, author, b, oa),
            ]
        } else {
            let (Place::Board(sa, la), Place::Board(sb, lb)) =
                (self.st.piece(a).place, self.st.piece(b).place)
            else {
                return Err(Stop::Cannot);
            };
            [(a, sa, sb, lb), (b, sb, sa, la)]
                .into_iter()
                .map(|(p, from, to, l)| {
                    let v = Val::Piece(p);
                    let events = vec![
                        self.event(
                            env,
                            author,
                            Verb::Leave,
                            vec![
                                (Role::Leaver, v),
                                (Role::Origin, Val::Square(from)),
                                (Role::Destination, Val::Square(to)),
                            ],
                        ),
                        self.event(
                            env,
                            author,
                            Verb::Enter,
                            vec![
                                (Role::Entrant, v),
                                (Role::Destination, Val::Square(to)),
                                (Role::Origin, Val::Square(from)),
                            ],
                        ),
                        self.event(env, author, Verb::Swap, vec![(Role::Swapped, v)]),
                    ];
                    Member {
                        events,
                        ops: vec![
                            Change::Lift(p),
                            Change::Land(p, to, l),
                            Change::Displaced(p),
                        ],
                    }
                })
                .collect()
        };
        self.guarded(env, members, true)
    }
    pub(crate) fn become_kind(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let case = if d.verb == Verb::Promote {
            Case::To
        } else {
            Case::As
        };
        let kind = self
            .case_vals(env, d, case)
            .into_iter()
            .chain(self.objects(env, d))
            .find_map(|x| match x {
                Val::Kind(k) => Some(k),
                Val::Piece(p) if case == Case::To => Some(self.st.piece(p).kind),
                _ => None,
            });
        let Some(kind) = kind else {
            return Err(Stop::Cannot);
        };
        let pieces: Vec<PieceId> = match &d.subject {
            Some(s) => self
                .cx(env)
                .set(s)
                .into_iter()
                .filter_map(|x| match x {
                    Val::Piece(p) => Some(p),
                    _ => None,
                })
                .collect(),
            None => self.object_pieces(env, d),
        };
        let author = env.actor.or(env.you);
        let members: Vec<Member> = pieces
            .into_iter()
            .map(|p| self.changed_kind(env, d, author, p, kind))
            .collect();
        self.guarded(env, members, false)
    }
    fn changed_kind(
        &self,
        env: &Env,
        d: &Deed,
        author: Option<SeatId>,
        p: PieceId,
        kind: KindId,
    ) -> Member {
        let v = Val::Piece(p);
        let mut events = vec![self.event(
            env,
            author,
            Verb::Become,
            vec![(Role::Changed, v), (Role::Object, Val::Kind(kind))],
        )];
        if d.verb == Verb::Promote {
            events.push(self.event(
                env,
                author,
                Verb::Promote,
                vec![(Role::Promoted, v), (Role::Changed, Val::Kind(kind))],
            ));
        }
        Member {
            events,
            ops: vec![Change::Kind(p, kind)],
        }
    }
    /// Of kinds from which one is chosen those that guards leave, where the next step changes pieces into the chosen one; all if
    /// they leave none.
    pub(crate) fn kinds_left(
        &self,
        env: &Env,
        name: Name,
        next: Option<&Step>,
        kinds: Vals,
    ) -> Vals {
        let Some(Step::Do(d)) = next else {
            return kinds;
        };
        let case = match d.verb {
            Verb::Promote => Case::To,
            Verb::Become => Case::As,
            _ => return kinds,
        };
        let chosen = |c: &(Case, Value)| {
            c.0 == case && matches!(&c.1, Value::Set(s) if s.bare() == Some(&Base::Name(name)))
        };
        let (true, Some(pieces)) = (d.cases.iter().any(chosen), &d.subject) else {
            return kinds;
        };
        let pieces = self.cx(env).set(pieces);
        let author = env.actor.or(env.you);
        let left = kinds.iter().copied().filter(|k| match k {
            Val::Kind(k) => pieces.iter().any(|x| match x {
                Val::Piece(p) => !self.refused(env, &self.changed_kind(env, d, author, *p, *k)),
                _ => false,
            }),
            _ => true,
        });
        let left: Vals = left.collect();
        if left.is_empty() { kinds } else { left }
    }
}

//! What somebody decides inside a rule: loops over things, branches, offers, choices and rolls.
use super::exec::*;
use super::read::*;
use super::value::*;
use engine::ids::*;
use engine::play::Kind;
use engine::play::*;
use engine::rules::*;

/// What is offered, besides to whom.
pub(super) struct Asks<'a> {
    /// Spent when it is taken.
    pub limit: Option<LimitId>,
    /// Its label.
    pub label: Option<TextId>,
    /// What must hold afterwards.
    pub would: &'a [Cond],
    /// What happens.
    pub body: &'a [Step],
    /// It is the offer of a rule about which others may wonder.
    pub doubted: bool,
}

impl<'a> Exec<'a> {
    pub(super) fn each(
        &mut self,
        env: &mut Env,
        name: Name,
        of: &Set,
        order: Order,
        body: &'a [Step],
    ) -> Result<Flow, Stop> {
        let mut left = self.cx(env).set(of);
        if order == Order::Value {
            let cx = self.cx(env);
            let value = |x: &Val| match x {
                Val::Kind(k) => cx.kind_value(*k),
                Val::Piece(p) => cx.kind_value(cx.kind(*p)),
                _ => 0,
            };
            let mut v = left.clone();
            v.sort_by_key(value);
            left = v;
        }
        if order == Order::Happened {
            self.cx(env).as_it_happened(of, &mut left);
        }
        while !left.is_empty() {
            let next = if order == Order::Chosen && left.len() > 1 {
                let who = Who::Seat(self.actor(env)?);
                let q = Question {
                    rule: env.rule,
                    auto: true,
                    ..Question::of(who, Kind::Order)
                };
                let things = left.clone();
                let o = self.decide(q, |e| {
                    things
                        .iter()
                        .enumerate()
                        .map(|(i, x)| e.opt_of(i, *x))
                        .collect()
                })?;
                match o.does {
                    Does::Val(v) => left.iter().position(|x| *x == v).unwrap_or(0),
                    _ => 0,
                }
            } else {
                0
            };
            let x = left.remove(next);
            let mut e = env.clone();
            e.bind(name, vec![x]);
            if let Val::Seat(s) = x {
                e.actor = Some(s);
            }
            if self.block(&mut e, body)? == Flow::Break {
                break;
            }
        }
        Ok(Flow::Next)
    }

    pub(super) fn either(
        &mut self,
        env: &mut Env,
        who: &Option<Set>,
        ways: &'a [(TextId, Block)],
    ) -> Result<Flow, Stop> {
        let seat = self.seat_for(env, who)?;
        let q = Question {
            rule: env.rule,
            auto: true,
            ..Question::of(Who::Seat(seat), Kind::Either)
        };
        let e2 = env.clone();
        let o = self.decide(q, |e| {
            (0..ways.len())
                .map(|i| Opt::new(Choice::Text(ways[i].0), Does::Nth(i)))
                .zip(ways)
                .filter(|(o, (_, body))| {
                    let fine = || e.can_run(&e2, seat, body, &[]);
                    e.probe || e.hearing(|c| *c == o.choice, fine)
                })
                .map(|(o, _)| o)
                .collect()
        });
        let o = match o {
            Ok(o) => o,
            Err(Stop::Cannot) => return Ok(Flow::None),
            Err(e) => return Err(e),
        };
        let Does::Nth(i) = o.does else {
            return Ok(Flow::Next);
        };
        let mut e = env.clone();
        e.actor = Some(seat);
        match self.block(&mut e, &ways[i].1)? {
            Flow::Break => Ok(Flow::Break),
            _ => Ok(Flow::Next),
        }
    }

    /// `X may { .. }`: asked clockwise from the player on turn; the first who accepts does it. `true`: somebody did.
    pub(super) fn offer(
        &mut self,
        env: &Env,
        offer: &Offer,
        asks: &Asks<'a>,
    ) -> Result<bool, Stop> {
        let mut seats: Vec<SeatId> = self
            .cx(env)
            .set(&offer.who)
            .into_iter()
            .filter_map(as_seat)
            .filter(|s| self.st.seats[s.index()].playing)
            .collect();
        self.order_clockwise(&mut seats);
        for seat in seats {
            let mut e = env.clone();
            e.actor = Some(seat);
            if let Some(n) = offer.they {
                e.bind(n, vec![Val::Seat(seat)]);
            }
            if asks.limit.is_some_and(|lim| !self.limit_allows(lim, &e)) {
                continue;
            }
            if self.declines == Some(seat) && self.at >= self.log.len() {
                self.declined = true;
                continue;
            }
            let q = Question {
                rule: env.rule,
                label: asks.label,
                secret: offer.secret,
                ..Question::of(Who::Seat(seat), Kind::May)
            };
            let (would, body) = (asks.would, asks.body);
            // what cannot be taken is asked about all the same where others may wonder
            let doubted = asks.doubted;
            let o = self.decide(q, |x| {
                if x.probe || x.can_run(&e, seat, body, would) {
                    vec![
                        Opt::new(Choice::Decline, Does::Nth(0)),
                        Opt::new(Choice::Accept, Does::Nth(1)),
                    ]
                } else if doubted {
                    vec![Opt::new(Choice::Decline, Does::Nth(0))]
                } else {
                    vec![]
                }
            });
            match o {
                Ok(Opt {
                    does: Does::Nth(1), ..
                }) => {
                    self.with_trial(&e, asks.limit, seat, body, would)?;
                    return Ok(true);
                }
                Ok(_) | Err(Stop::Cannot) => {}
                Err(e) => return Err(e),
            }
        }
        Ok(false)
    }
    /// Clockwise from the player on turn.
    pub fn order_clockwise(&self, seats: &mut [SeatId]) {
        let n = self.st.seats.len();
        let from = self.st.on_turn.map_or(0, |s| s.index());
        seats.sort_by_key(|s| (s.index() + n - from) % n);
    }

    /// An option for a thing.
    pub fn opt_of(&self, i: usize, x: Val) -> Opt {
        let choice = match x {
            Val::Piece(p) if self.st.piece(p).army.is_some() => {
                self.st.piece(p).army.map_or(Choice::GoOn, Choice::Army)
            }
            Val::Piece(p) => match self.st.square_of(p) {
                Some(q) => Choice::Piece(q),
                None => Choice::Held(i as u16, self.st.piece(p).kind, self.st.piece(p).side),
            },
            Val::Square(s) => Choice::Square(s),
            Val::Border(a, b) => Choice::Border(a, b),
            Val::Kind(k) => Choice::Kind(k),
            Val::Seat(s) => Choice::Seat(s),
            Val::Side(s) => Choice::Side(s),
            Val::Army(a) => Choice::Army(a),
            Val::Num(n) => Choice::Number(n as i16),
            Val::Text(t) => Choice::Text(t),
            Val::Move(_, a, b) => Choice::Move(a, b),
            Val::Layer(l) => Choice::Number(l as i16),
            Val::Power(p) => match (0..self.l.rules.armies.len())
                .find(|a| self.l.rules.armies[*a].power == Some(p))
            {
                Some(a) => Choice::Army(ArmyId::from(a)),
                None => Choice::Number(p.0 as i16),
            },
            _ => Choice::Number(i as i16),
        };
        Opt::new(choice, Does::Val(x))
    }

    pub(super) fn roll(
        &mut self,
        env: &mut Env,
        name: Name,
        dice: u8,
        faces: &'a [Value],
        until: &'a Option<Cond>,
    ) -> Result<Flow, Stop> {
        let mut shown: Vec<Val> = vec![];
        for _ in 0..dice.max(1) {
            let all: Vec<Val> = if faces.is_empty() {
                (1..=6).map(Val::Num).collect()
            } else {
                let cx = self.cx(env);
                faces.iter().flat_map(|f| cx.value(f)).collect()
            };
            let mut weighted: Vec<(Val, u16)> = vec![];
            for x in all {
                let ok = until.as_ref().is_none_or(|c| {
                    let mut e = env.clone();
                    e.bind(name, vec![x]);
                    self.cx(&e).cond(c)
                });
                if !ok {
                    continue;
                }
                match weighted.iter_mut().find(|(y, _)| *y == x) {
                    Some((_, w)) => *w += 1,
                    None => weighted.push((x, 1)),
                }
            }
            let q = Question {
                rule: env.rule,
                auto: true,
                ..Question::of(Who::Chance, Kind::Roll)
            };
            let faces = weighted.clone();
            let o = match self.decide(q, |e| {
                faces
                    .iter()
                    .enumerate()
                    .map(|(i, (x, _))| e.opt_of(i, *x))
                    .collect()
            }) {
                Ok(o) => o,
                Err(Stop::Ask(mut a)) => {
                    a.decision.weights = weighted.iter().map(|(_, w)| *w).collect();
                    return Err(Stop::Ask(a));
                }
                Err(Stop::Cannot) => return Ok(Flow::None),
                Err(e) => return Err(e),
            };
            if let Does::Val(x) = o.does {
                shown.push(x);
            }
        }
        let numbers: Option<Vec<i32>> = (shown.iter())
            .map(|x| match x {
                Val::Num(n) => Some(*n),
                _ => None,
            })
            .collect();
        // what several dice of numbers show under one name is added
        let all = match numbers {
            Some(numbers) => vec![Val::Num(numbers.iter().sum())],
            None => shown,
        };
        env.bind(name, all);
        Ok(Flow::Next)
    }
}

//! What somebody decides inside a rule: loops over things, branches, offers, choices and rolls.
use super::exec::*;
use super::read::*;
use super::value::*;
use crate::ids::*;
use crate::play::Kind;
use crate::play::*;
use crate::rules::*;

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
                .map(|i| Opt::new(Choice::Branch(ways[i].0), Does::Nth(i)))
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
                    if let Some(lim) = asks.limit {
                        self.spend_limit(lim, &e);
                    }
                    self.with_trial(&e, seat, body, would, |x, e| x.block(e, body))?;
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
                None => Choice::Held(i as u16, self.st.piece(p).kind),
            },
            Val::Square(s) => Choice::Square(s),
            Val::Kind(k) => Choice::Kind(k),
            Val::Seat(s) => Choice::Seat(s),
            Val::Side(s) => Choice::Side(s),
            Val::Army(a) => Choice::Army(a),
            Val::Num(n) => Choice::Number(n as i16),
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

    pub(super) fn choose(
        &mut self,
        env: &mut Env,
        who: Who,
        name: Name,
        from: &Set,
        amount: &Amount,
        secret: bool,
    ) -> Result<Flow, Stop> {
        let (least, most) = match amount {
            Amount::Any | Amount::Every => (1, 1),
            Amount::No => (0, 0),
            Amount::Count(rel, n) => {
                let n = self.cx(env).num(n).max(0) as usize;
                match rel {
                    Rel::Eq => (n, n),
                    Rel::Ge => (n, usize::MAX),
                    Rel::Gt => (n + 1, usize::MAX),
                    Rel::Le => (0, n),
                    Rel::Lt => (0, n.saturating_sub(1)),
                }
            }
        };
        // which there are is asked only if the answer is not known yet
        let known = (least, most) == (1, 1) && self.at < self.log.len();
        let mut things = match known {
            true => vec![],
            false => self.cx(env).set(from),
        };
        if let Base::Zone(z, of) = &from.base
            && from.ty == Ty::Zone
        {
            things = self
                .cx(env)
                .zone_keys(*z, of)
                .into_iter()
                .map(|k| Val::Zone(k.zone, k.owner))
                .collect();
        }
        things.dedup();
        let chain = from
            .by
            .iter()
            .any(|n| matches!(n, Narrow::At(Near::Chain, _)));
        let block = from
            .by
            .iter()
            .any(|n| matches!(n, Narrow::At(Near::BlockOf4, _)));
        if self.probe && most > 1 {
            // sets with the piece that shall move come first, then those with kings: mostly a king in check is in the way
            let cx = self.cx(env);
            let sought = self.sought.map(Val::Piece);
            things.sort_by_key(|x| (Some(*x) != sought, !cx.quality(*x, &Quality::Royal)));
        }
        // all that there are: nothing is left to decide
        let forced = most > 1 && things.len() <= least && !secret && who != Who::Chance;
        let mut picked: Vec<Val> = if forced { things.clone() } else { vec![] };
        // in a trial: the places in the list of what it has picked itself
        let mut tried: Vec<usize> = vec![];
        loop {
            if picked.len() >= most
                || (picked.len() >= least && picked.len() == things.len() && most != 1)
            {
                break;
            }
            let open: Vec<(usize, Val)> = things
                .iter()
                .enumerate()
                .filter(|(i, x)| {
                    let joins = |y: &Val| touches(self, **x, *y);
                    // a chain is picked link by link
                    let links = !chain || picked.is_empty() || picked.iter().any(joins);
                    let fresh = || match chain {
                        true => self.is_next_link(*i, joins, &picked, &tried),
                        false => tried.last().is_none_or(|t| i > t),
                    };
                    links && !picked.contains(x) && (!self.probe || fresh())
                })
                .map(|(i, x)| (i, *x))
                .collect();
            let may_stop = picked.len() >= least && !(most == 1 && least == 1);
            let kind = if who == Who::Chance {
                Kind::Roll
            } else {
                Kind::Choose
            };
            let single = most == 1 && least == 1;
            let q = Question {
                rule: env.rule,
                secret,
                auto: !secret && (single || least == most),
                wanted: (least.max(1)).saturating_sub(picked.len()).max(1),
                ..Question::of(who.clone(), kind)
            };
            let o = self.decide(q, |e| {
                let mut v: Vec<Opt> = open.iter().map(|(i, x)| e.opt_of(*i, *x)).collect();
                if may_stop {
                    v.push(Opt::new(Choice::Done, Does::Plain));
                }
                v
            });
            match o {
                Ok(Opt {
                    does: Does::Val(x), ..
                }) => {
                    if self.probe && self.at > self.given {
                        tried.extend(things.iter().position(|y| *y == x));
                    }
                    picked.push(x);
                }
                Ok(_) => break,
                Err(Stop::Ask(mut asked)) => {
                    asked.decision.picked = picked.len() as u16;
                    return Err(Stop::Ask(asked));
                }
                Err(Stop::Cannot) if picked.len() >= least && most != 1 => break,
                Err(Stop::Cannot) if self.strict => return Err(Stop::Cannot),
                Err(Stop::Cannot) => return Ok(Flow::None),
                Err(e) => return Err(e),
            }
        }
        if (chain && !connected(self, &picked))
            || (block && !block_of_4(self, &picked))
            || picked.len() < least
        {
            return if self.strict {
                Err(Stop::Cannot)
            } else {
                Ok(Flow::None)
            };
        }
        if most != 1 {
            self.cx(env).sort(&mut picked);
        }
        env.bind(name, picked);
        Ok(Flow::Next)
    }

    /// In a trial: the chain picked so far, with its `i`-th thing, is not looked at in another order too. Every chain comes up:
    /// from its first thing on always by the first of those that touch what there is.
    fn is_next_link(
        &self,
        i: usize,
        joins: impl Fn(&Val) -> bool,
        picked: &[Val],
        tried: &[usize],
    ) -> bool {
        let Some((_, before)) = picked.split_last() else {
            return true;
        };
        let own = tried.len() == picked.len();
        (!own || tried.first().is_none_or(|first| i > *first))
            && tried
                .last()
                .is_none_or(|t| i > *t || !before.iter().any(joins))
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
        env.bind(name, shown);
        Ok(Flow::Next)
    }
}

/// The squares of two pieces or squares share an edge.
fn touches(e: &Exec, a: Val, b: Val) -> bool {
    let env = Env::default();
    let cx = e.cx(&env);
    let (Some(a), Some(b)) = (cx.where_is(a), cx.where_is(b)) else {
        return false;
    };
    let ((fa, ra), (fb, rb)) = (e.l.file_rank(a), e.l.file_rank(b));
    let apart = (fa - fb).abs() + (ra - rb).abs();
    apart == 1 && e.l.board_of(a).first == e.l.board_of(b).first
}

/// The squares of pieces or squares hang together by edges.
fn connected(e: &Exec, v: &[Val]) -> bool {
    let env = Env::default();
    let cx = e.cx(&env);
    let mut left: Vec<Val> = v
        .iter()
        .copied()
        .filter(|x| cx.where_is(*x).is_some())
        .collect();
    let mut seen: Vec<Val> = left.pop().into_iter().collect();
    let mut i = 0;
    while i < seen.len() {
        let here = seen[i];
        seen.extend(left.extract_if(.., |x| touches(e, here, *x)));
        i += 1;
    }
    !seen.is_empty() && left.is_empty()
}

/// Four squares two by two.
fn block_of_4(e: &Exec, v: &[Val]) -> bool {
    let env = Env::default();
    let cx = e.cx(&env);
    let at: Vec<(i16, i16)> = v
        .iter()
        .filter_map(|x| cx.where_is(*x))
        .map(|s| e.l.file_rank(s))
        .collect();
    let (Some(f), Some(r)) = (at.iter().map(|a| a.0).min(), at.iter().map(|a| a.1).min()) else {
        return false;
    };
    at.len() == 4
        && [(0, 0), (1, 0), (0, 1), (1, 1)]
            .iter()
            .all(|(df, dr)| at.contains(&(f + df, r + dr)))
}

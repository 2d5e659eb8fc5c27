//! A game as a host sees it: decisions spelt out, answers by number.
use super::eval::Cx;
use super::plan::*;
use super::run::{CHANCE, Runner, Sink, Stop};
use super::state::*;
use crate::ids::*;
use crate::play::{self, Choice, Decision, Kind, Open, Outcome, Who};
use crate::rules::Ty;

/// A game being played on the core.
pub struct Game<'p, const N: usize> {
    /// What plays it.
    pub runner: Runner<'p, N>,
    /// Where it stands.
    pub state: State<N>,
    /// Why it stands.
    pub stop: Stop,
}

impl<'p, const N: usize> Game<'p, N> {
    /// A game from its beginning, at its first decision.
    pub fn new(plan: &'p Plan<N>) -> Self {
        let mut state = plan.initial();
        let mut runner = Runner::new(plan);
        let stop = runner.run(&mut state);
        Game {
            runner,
            state,
            stop,
        }
    }
    /// How many answers are open; 0: the game is over.
    pub fn answers(&self) -> usize {
        if self.stop == Stop::Ask {
            self.runner.sink.n
        } else {
            0
        }
    }
    /// Answers the open decision and goes on to the next.
    pub fn answer(&mut self, i: usize) -> Stop {
        self.stop = match self.runner.answer(&mut self.state, i) {
            Ok(()) => self.runner.run(&mut self.state),
            Err(stop) => stop,
        };
        self.stop
    }
    /// The open decision spelt out, or the result.
    pub fn open(&self) -> Open {
        match self.stop {
            Stop::Ask => Open::Decision(decision(self.runner.plan, &self.state, &self.runner.sink)),
            Stop::Over
            | Stop::Done
            | Stop::Cannot
            | Stop::Unknown
            | Stop::Overrun
            | Stop::Exhausted => Open::Over(self.outcomes()),
        }
    }
    /// The result of each seat.
    pub fn outcomes(&self) -> Vec<Outcome> {
        let result = |s: &Seat| match s.result {
            Outcome::Playing => Outcome::None,
            o => o,
        };
        self.state.seats.iter().map(result).collect()
    }
}

/// The open decision as a host sees it.
fn decision<const N: usize>(plan: &Plan<N>, st: &State<N>, sink: &Sink<N>) -> play::Decision {
    let rule = |i: u16| RuleId(plan.triggers[st.endings[i as usize].trigger as usize].rule);
    let mut options: Vec<Choice> = vec![];
    match sink.kind {
        Kind::Act | Kind::Move => {
            for g in &sink.moves {
                options.extend(
                    g.to()
                        .iter()
                        .map(|t| Choice::Move(SquareId(u16::from(g.from)), SquareId::from(t))),
                );
            }
            options.extend(
                sink.flat
                    .iter()
                    .map(|m| Choice::Move(SquareId(u16::from(m.from)), SquareId(u16::from(m.to)))),
            );
            for a in &sink.actions {
                let id = RuleId(plan.actions[a.action as usize].rule);
                options.push(match a.square {
                    NONE => Choice::Action(id),
                    q => Choice::ActionOf(id, SquareId(u16::from(q))),
                });
            }
        }
        Kind::May => options.extend(sink.items.iter().map(|i| {
            if *i == 0 {
                Choice::Decline
            } else {
                Choice::Accept
            }
        })),
        Kind::Either => {
            let branches = match st.frames.iter().rev().nth(1) {
                Some(Frame::Body(b)) => match &plan.code[b.code as usize][b.pc as usize] {
                    Code::Either(_, ways, _) => ways.as_slice(),
                    _ => &[],
                },
                _ => &[],
            };
            options.extend(
                sink.items
                    .iter()
                    .filter_map(|i| Some(Choice::Branch(branches.get(*i as usize)?.0))),
            );
        }
        Kind::Order if matches!(st.frames.last(), Some(Frame::Order(_))) => options
            .extend((sink.items.iter().enumerate()).map(|(n, i)| choice(plan, st, sink.ty, n, *i))),
        Kind::Order => options.extend(sink.items.iter().map(|i| Choice::Rule(rule(*i)))),
        Kind::Choose if sink.ty == Ty::Move => {
            let one = |m: &super::movement::Move<N>| {
                Choice::Move(SquareId(u16::from(m.from)), SquareId(u16::from(m.to)))
            };
            options.extend(sink.flat.iter().map(one));
            options.extend(sink.items.iter().map(|_| Choice::Done));
        }
        Kind::Choose | Kind::Roll => {
            // of several things picked one by one each keeps its place among all of them
            let env = Env::EMPTY;
            let whole = match st.frames.last() {
                Some(Frame::Pick(p)) => Cx::new(plan, st, &env).in_order(sink.ty, p.things),
                _ => vec![],
            };
            let place = |n: usize, i: u16| {
                let there = whole.iter().position(|x| *x == i as usize);
                there.unwrap_or(n)
            };
            let items = sink.items.iter().enumerate();
            options.extend(items.map(|(n, i)| choice(plan, st, sink.ty, place(n, *i), *i)));
        }
        Kind::Pass => options.push(Choice::Pass),
        Kind::Deal => options.extend(sink.items.iter().map(|i| dealt(plan, st, *i))),
        Kind::Time => {}
    }
    Decision {
        who: if sink.who == CHANCE {
            Who::Chance
        } else {
            Who::Seat(SeatId(u16::from(sink.who)))
        },
        kind: sink.kind,
        rule: (sink.rule != NONE16).then_some(RuleId(sink.rule)),
        label: sink.label,
        secret: sink.secret,
        options,
        weights: sink.weights.clone(),
        picked: sink.picked,
        dealing: match sink.kind {
            Kind::Deal => dealing(plan, st),
            _ => None,
        },
    }
}

/// What is being dealt: the steps of the body below.
fn being_dealt<'p, const N: usize>(
    plan: &'p Plan<N>,
    st: &State<N>,
) -> Option<(&'p Deal<N>, Dealing, Env<N>)> {
    let at = st.frames.len().checked_sub(2)?;
    let (Frame::Body(b), Frame::Deal(dealt)) = (st.frames[at], st.frames[at + 1]) else {
        return None;
    };
    match plan.code[b.code as usize].get(b.pc as usize) {
        Some(Code::Deal(d)) => Some((d, dealt, b.env)),
        _ => None,
    }
}

/// The place that the thing being dealt goes to, or the thing that goes to a place.
fn dealt<const N: usize>(plan: &Plan<N>, st: &State<N>, i: u16) -> Choice {
    match being_dealt(plan, st) {
        Some((
            Deal {
                to: Places::Zone(z, of),
                ..
            },
            _,
            env,
        )) => {
            let on = plan.zones[*z as usize].on;
            let cx = super::eval::Cx::new(plan, st, &env);
            let places = cx.in_order(on, cx.mask(of));
            match (on, places.get(i as usize)) {
                (Ty::Piece, Some(p)) => match st.square(*p) {
                    Some(q) => Choice::Piece(SquareId::from(q)),
                    None => Choice::Number(i as i16),
                },
                (Ty::Seat, Some(s)) => Choice::Seat(SeatId::from(*s)),
                (Ty::Square, Some(q)) => Choice::Square(SquareId::from(*q)),
                _ => Choice::Number(i as i16),
            }
        }
        _ => Choice::Kind(plan.kinds[i as usize]),
    }
}

/// The thing being dealt, or the place to which one goes.
fn dealing<const N: usize>(plan: &Plan<N>, st: &State<N>) -> Option<Choice> {
    let (d, dealt, env) = being_dealt(plan, st)?;
    let n = dealt.n as usize;
    match &d.to {
        Places::Zone(..) => Some(Choice::Kind(plan.kinds[d.row.get(n)?.0 as usize])),
        Places::Values(on, _, _, of) => {
            let cx = super::eval::Cx::new(plan, st, &env);
            let x = *cx.in_order(*on, cx.mask(of)).get(n)?;
            match on {
                Ty::Seat => Some(Choice::Seat(SeatId::from(x))),
                Ty::Side => Some(Choice::Side(SideId::from(x))),
                Ty::Piece => st.square(x).map(|q| Choice::Piece(SquareId::from(q))),
                Ty::Square => Some(Choice::Square(SquareId::from(x))),
                Ty::Kind => Some(Choice::Kind(plan.kinds[x])),
                _ => None,
            }
        }
    }
}

fn choice<const N: usize>(plan: &Plan<N>, st: &State<N>, ty: Ty, n: usize, i: u16) -> Choice {
    if i == NONE16 {
        return Choice::Done;
    }
    match ty {
        Ty::Piece | Ty::Card if st.card_of[i as usize] != NONE16 => {
            Choice::Army(ArmyId(st.card_of[i as usize]))
        }
        Ty::Piece | Ty::Card => match st.square(i as usize) {
            Some(q) => Choice::Piece(SquareId::from(q)),
            None => {
                let side = st.side[i as usize];
                let side = (side != NONE).then(|| SideId(u16::from(side)));
                Choice::Held(n as u16, plan.kinds[st.kind[i as usize] as usize], side)
            }
        },
        Ty::Army => Choice::Army(ArmyId(i)),
        Ty::Kind => Choice::Kind(plan.kinds[i as usize]),
        Ty::Seat => Choice::Seat(SeatId(i)),
        Ty::Side => Choice::Side(SideId(i)),
        Ty::Number => Choice::Number(i as i16),
        Ty::Power => {
            let power = plan.powers[i as usize];
            match plan
                .rules
                .armies
                .iter()
                .position(|a| a.power == Some(power))
            {
                Some(a) => Choice::Army(ArmyId::from(a)),
                None => Choice::Number(power.0 as i16),
            }
        }
        _ => Choice::Square(SquareId(i)),
    }
}

/// A plan with as much room as its match takes.
#[derive(Clone, Debug)]
pub enum AnyPlan {
    /// Up to 64 pieces, squares and kinds.
    One(Box<Plan<1>>),
    /// Up to 128.
    Two(Box<Plan<2>>),
    /// Up to 250.
    Four(Box<Plan<4>>),
}

impl AnyPlan {
    /// The plan of a match, with the least room that holds it.
    ///
    /// # Errors
    /// The first form that has no plan.
    pub fn link(
        rules: &std::sync::Arc<crate::rules::Ruleset>,
        table: &play::Match,
    ) -> Result<AnyPlan, super::lower::Refusal> {
        let room = |r: &super::lower::Refusal| r.what.ends_with("room for");
        match super::lower::link::<1>(rules.clone(), table) {
            Err(r) if room(&r) => {}
            linked => return linked.map(|p| AnyPlan::One(Box::new(p))),
        }
        match super::lower::link::<2>(rules.clone(), table) {
            Err(r) if room(&r) => {
                super::lower::link::<4>(rules.clone(), table).map(|p| AnyPlan::Four(Box::new(p)))
            }
            linked => linked.map(|p| AnyPlan::Two(Box::new(p))),
        }
    }
}

/// What is open, without its options.
#[derive(Clone, Debug, PartialEq)]
pub enum At {
    /// A decision.
    Decision {
        /// Chance answers.
        chance: bool,
        /// What kind it is.
        kind: Kind,
        /// How many options there are.
        count: usize,
        /// Weights of the options of chance; none: all the same.
        weights: Vec<u16>,
    },
    /// The game is over.
    Over(Vec<Outcome>),
}

/// A game for whoever answers by number and asks no more than that.
pub trait Counted {
    /// What is open.
    fn at(&self) -> At;
    /// The action an answer takes.
    fn action(&self, index: usize) -> Option<RuleId>;
    /// Answers.
    ///
    /// # Errors
    /// Rules run in a circle, or nobody would have anything to decide.
    fn answer(&mut self, index: usize) -> Result<(), play::Refused>;
    /// The number of the turn.
    fn turn(&self) -> u32;
    /// Points of each seat; none where no rule scores.
    fn points(&self) -> Option<Vec<i32>>;
    /// How often each rule has fired.
    fn fired(&self) -> std::collections::BTreeMap<RuleId, u32>;
}

impl<const N: usize> Counted for Game<'_, N> {
    fn at(&self) -> At {
        match self.stop {
            Stop::Ask => At::Decision {
                chance: self.runner.sink.who == CHANCE,
                kind: self.runner.sink.kind,
                count: self.runner.sink.n,
                weights: self.runner.sink.weights.clone(),
            },
            Stop::Over
            | Stop::Done
            | Stop::Cannot
            | Stop::Unknown
            | Stop::Overrun
            | Stop::Exhausted => At::Over(self.outcomes()),
        }
    }
    fn action(&self, index: usize) -> Option<RuleId> {
        let sink = &self.runner.sink;
        let moves = sink.moves.iter().map(|g| g.to().count()).sum::<usize>() + sink.flat.len();
        let open = sink.actions.get(index.checked_sub(moves)?)?;
        Some(RuleId(self.runner.plan.actions[open.action as usize].rule))
    }
    fn answer(&mut self, index: usize) -> Result<(), play::Refused> {
        match Game::answer(self, index) {
            Stop::Ask | Stop::Over => Ok(()),
            Stop::Overrun => Err(play::Refused::Cycle(self.runner.latest_fired())),
            Stop::Done | Stop::Cannot | Stop::Unknown | Stop::Exhausted => Err(play::Refused::Idle),
        }
    }
    fn turn(&self) -> u32 {
        self.state.clock.turn
    }
    fn points(&self) -> Option<Vec<i32>> {
        let scores = |c: &Code<N>| matches!(c, Code::Do(super::deed::Deed::Score(..)));
        let scored = self.runner.plan.code.iter().flatten().any(scores);
        scored.then(|| self.state.seats.iter().map(|s| s.points).collect())
    }
    fn fired(&self) -> std::collections::BTreeMap<RuleId, u32> {
        let mut all = std::collections::BTreeMap::new();
        for r in &self.runner.fired {
            *all.entry(RuleId(*r)).or_default() += 1;
        }
        all
    }
}

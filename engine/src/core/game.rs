//! A game as a host sees it: decisions spelt out, answers by number.
use super::acts::reopen;
use super::asked::Phrases;
use super::at_random::Drawn;
use super::decide::action_choice;
use super::eval::Cx;
use super::given::Start;
use super::plan::*;
use super::run::{CHANCE, CLOCK, Kept, Runner, Sink, Stop};
use super::state::*;
use crate::ids::*;
use crate::play::{
    self, BoardView, Bounded, Choice, Decision, Kind, Notice, Open, Outcome, Refused, Who,
};
use crate::rules::Ty;
use crate::session::Running;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A game being played on the core. Copies share the plan.
#[derive(Clone, Debug)]
pub struct Game<const N: usize> {
    plan: Arc<Plan<N>>,
    state: State<N>,
    /// Why it stands.
    stop: Stop,
    kept: Kept<N>,
    /// How often each rule has fired.
    fired: Vec<u32>,
    /// The open decision spelt out, as soon as somebody has asked for it.
    open: OnceLock<Open>,
    /// The position as it was set, until the first answer.
    pub(super) start: Option<Box<Start<N>>>,
    /// What hosts have asked.
    pub(super) phrases: Arc<Phrases<N>>,
}

impl<const N: usize> Game<N> {
    /// A game from its beginning, at its first decision, for whoever answers by number: nobody listens to what is told.
    pub fn new(plan: &Arc<Plan<N>>) -> Self {
        Self::from_state(plan, plan.initial(), false)
    }
    /// The same for somebody who listens.
    ///
    /// # Errors
    /// Rules run in a circle, or nobody ever has anything to decide.
    pub fn begun(plan: &Arc<Plan<N>>) -> Result<Self, Refused> {
        let game = Self::from_state(plan, plan.initial(), true);
        game.checked(&[]).map(|()| game)
    }
    /// A game that goes on from a state.
    pub(super) fn from_state(plan: &Arc<Plan<N>>, state: State<N>, heard: bool) -> Self {
        let kept = Kept {
            heard,
            ..Kept::default()
        };
        Self::going_on(plan, state, kept)
    }
    /// A game from its beginning for who answers at random, by [`Game::try_answer`].
    pub fn at_random(plan: &Arc<Plan<N>>) -> Self {
        let kept = Kept {
            at_random: true,
            ..Kept::default()
        };
        Self::going_on(plan, plan.initial(), kept)
    }
    fn going_on(plan: &Arc<Plan<N>>, state: State<N>, kept: Kept<N>) -> Self {
        let mut game = Game {
            plan: plan.clone(),
            state,
            stop: Stop::Done,
            kept,
            fired: vec![0; plan.rules.rules.len()],
            open: OnceLock::new(),
            start: None,
            phrases: Arc::default(),
        };
        game.run(|_, _| Ok(()));
        game
    }
    /// This game at the state it had at a decision: the decision is asked anew. What has been told and counted stays.
    ///
    /// # Errors
    /// As [`Game::begun`]: not from a state that stood at a decision of this plan.
    pub fn resumed(&self, mut state: State<N>) -> Result<Self, Refused> {
        state.cache = Cache::of(self.plan.cached.slots);
        if !state.clock.over {
            reopen(&self.plan, &mut state);
        }
        let mut game = Self::from_state(&self.plan, state, false);
        game.checked(&[])?;
        game.count_on(self);
        game.kept.notices.clone_from(&self.kept.notices);
        game.kept.heard = self.kept.heard;
        Ok(game)
    }
    /// What has been counted before is counted on.
    pub(super) fn count_on(&mut self, before: &Self) {
        for (n, before) in self.fired.iter_mut().zip(&before.fired) {
            *n += before;
        }
        let verdicts = &before.kept.verdicts;
        self.kept.verdicts.splice(0..0, verdicts.iter().copied());
        self.phrases = before.phrases.clone();
    }
    /// The squares of the pieces that a rule freezes.
    pub fn frozen(&self) -> Vec<SquareId> {
        self.plan.frozen_now(&self.state)
    }
    /// The rules by which somebody lost or the game ended, in their order.
    pub fn verdicts(&self) -> Vec<RuleId> {
        self.kept.verdicts.iter().map(|v| v.rule).collect()
    }
    /// Another game of this match has the same state and asks the same.
    pub fn stands_as(&self, other: &Self) -> bool {
        self.stop == other.stop && self.state == other.state && self.open() == other.open()
    }
    /// A digest of the whole state: games with the same go on alike.
    ///
    /// # Errors
    /// The state cannot be written.
    pub fn fingerprint(&self) -> Result<String, serde_json::Error> {
        crate::record::digest(&self.state)
    }
    /// The match.
    pub fn plan(&self) -> &Arc<Plan<N>> {
        &self.plan
    }
    /// The open decision.
    pub(super) fn sink(&self) -> &Sink<N> {
        &self.kept.sink
    }
    /// The seat that decides, what, and the rule that asks.
    pub(super) fn asking(&self) -> Option<(u8, Kind, u16)> {
        let sink = &self.kept.sink;
        let asked = self.stop == Stop::Ask && (sink.who as usize) < self.plan.seats;
        asked.then_some((sink.who, sink.kind, sink.rule))
    }
    /// How often looking ahead for an answer reached its bound, so that the answer was not offered.
    pub fn bounded(&self) -> Bounded {
        self.kept.bounded
    }
    /// Where it stands.
    pub fn state(&self) -> &State<N> {
        &self.state
    }
    /// Does this, then runs to the next decision; the rules that fired.
    pub(super) fn run(
        &mut self,
        first: impl FnOnce(&mut Runner<'_, N>, &mut State<N>) -> Result<(), Stop>,
    ) -> Vec<RuleId> {
        self.open = OnceLock::new();
        self.start = None;
        let mut runner = Runner::going_on(&self.plan, std::mem::take(&mut self.kept));
        self.stop = match first(&mut runner, &mut self.state) {
            Ok(()) => runner.run(&mut self.state),
            Err(stop) => stop,
        };
        let latest = match self.stop {
            Stop::Overrun => runner.latest_fired(),
            Stop::Ask
            | Stop::Over
            | Stop::Done
            | Stop::Cannot
            | Stop::Unknown
            | Stop::Exhausted => vec![],
        };
        self.kept = runner.kept();
        debug_assert!(
            self.stop != Stop::Ask || self.state.judges_in_step(),
            "each option that is judged in the frames has its entry"
        );
        for r in self.kept.fired.drain(..) {
            self.fired[r as usize] += 1;
        }
        latest
    }
    /// It stands where somebody must decide, or is over.
    pub(super) fn checked(&self, latest: &[RuleId]) -> Result<(), Refused> {
        match self.stop {
            Stop::Ask | Stop::Over => Ok(()),
            Stop::Overrun => Err(Refused::Cycle(latest.to_vec())),
            Stop::Done | Stop::Cannot | Stop::Unknown | Stop::Exhausted => Err(Refused::Idle),
        }
    }
    /// Answers the open decision and goes on to the next, whatever comes of it: after a refusal the game cannot be gone on with.
    ///
    /// # Errors
    /// Rules run in a circle, or nobody would have anything to decide.
    pub fn go_on(&mut self, i: usize) -> Result<(), Refused> {
        self.kept.notices.clear();
        let latest = self.run(|runner, st| runner.answer(st, i));
        self.checked(&latest)
    }
    /// Gives the answer that was drawn if it is lawful, and else withdraws it. Of a game [`at_random`](Game::at_random); in any other
    /// every answer on offer is lawful.
    ///
    /// # Errors
    /// As [`Game::go_on`].
    pub fn try_answer(&mut self, i: usize) -> Result<Drawn, Refused> {
        let mut drawn = Drawn::Answered;
        self.kept.notices.clear();
        let latest = self.run(|runner, st| {
            if let Some(stop) = runner.try_answer(st, i)? {
                return Err(stop);
            }
            drawn = match runner.sink.n {
                1 => Drawn::NoneLeft,
                _ => Drawn::Withdrawn,
            };
            runner.withdraw(st, i)
        });
        self.checked(&latest).map(|()| drawn)
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

impl<const N: usize> Running for Game<N> {
    fn open(&self) -> &Open {
        self.open.get_or_init(|| match self.stop {
            Stop::Ask => Open::Decision(decision(&self.plan, &self.state, &self.kept.sink)),
            Stop::Over
            | Stop::Done
            | Stop::Cannot
            | Stop::Unknown
            | Stop::Overrun
            | Stop::Exhausted => Open::Over(self.outcomes()),
        })
    }
    fn answer(&mut self, index: usize) -> Result<(), Refused> {
        if self.stop != Stop::Ask {
            return Err(Refused::Over);
        }
        let options = self.kept.sink.n;
        if index >= options {
            return Err(Refused::NoSuchOption { index, options });
        }
        let mut next = self.clone();
        next.go_on(index)?;
        *self = next;
        Ok(())
    }
    fn notices(&self) -> &[Notice] {
        &self.kept.notices
    }
    fn table_act(&mut self, seat: SeatId, name: &str) -> Result<(), Refused> {
        let refused = || Refused::NoSuchAct(name.to_string());
        let rules = &self.plan.rules;
        let called = |a: &TableAct<N>| rules.texts[a.name.index()] == name;
        let act = (self.plan.table_acts.iter().position(called)).ok_or_else(refused)?;
        let mut next = self.clone();
        next.kept.notices.clear();
        let mut open = self.stop == Stop::Ask && seat.index() < self.plan.seats;
        let latest = next.run(|runner, st| {
            open = open && runner.act_is_open(st, seat.0 as u8, act);
            match open {
                true => runner.call(st, seat.0 as u8, act as u8),
                false => return Err(Stop::Cannot),
            }
            Ok(())
        });
        if !open {
            return Err(refused());
        }
        next.checked(&latest)?;
        *self = next;
        Ok(())
    }
    fn fired(&self) -> BTreeMap<RuleId, u32> {
        let fired = self.fired.iter().enumerate().filter(|(_, n)| **n > 0);
        fired.map(|(r, n)| (RuleId::from(r), *n)).collect()
    }
    fn points(&self) -> Option<Vec<i32>> {
        let scores = |c: &Code<N>| matches!(c, Code::Do(super::deed::Deed::Score(..), _));
        let scored = self.plan.code.iter().flatten().any(scores);
        scored.then(|| self.state.seats.iter().map(|s| s.points).collect())
    }
    fn places(&self) -> Vec<u32> {
        (0..self.plan.seats)
            .map(|s| self.state.place_of(s))
            .collect()
    }
    fn turn(&self) -> Option<u32> {
        (!self.plan.rules.turns.is_empty()).then_some(self.state.clock.turn)
    }
    fn round(&self) -> Option<u32> {
        (self.plan.rules.turns.is_empty()).then_some(self.state.clock.round)
    }
    fn view(&self, seat: Option<SeatId>) -> BoardView {
        self.plan.view(&self.state, seat)
    }
}

/// The open decision as a host sees it.
pub(super) fn decision<const N: usize>(
    plan: &Plan<N>,
    st: &State<N>,
    sink: &Sink<N>,
) -> play::Decision {
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
                options.push(action_choice(
                    plan.actions[a.action as usize].rule,
                    a.square,
                ));
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
                    .filter_map(|i| Some(Choice::Text(branches.get(*i as usize)?.0))),
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
            let env = Env::NOBODY;
            let whole = match st.frames.last() {
                Some(Frame::Pick(p)) => Cx::new(plan, st, env).in_order(sink.ty, p.things),
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
        Kind::Time => options.extend([Choice::GoOn, Choice::TimeUp]),
        Kind::First => options.extend(sink.items.iter().map(|s| Choice::Seat(SeatId(*s)))),
    }
    Decision {
        who: match sink.who {
            CHANCE => Who::Chance,
            CLOCK => Who::Clock,
            seat => Who::Seat(SeatId(u16::from(seat))),
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
        Places::Values {
            on,
            of,
            slot: _,
            for_seat: _,
            hidden: _,
        } => {
            let cx = super::eval::Cx::new(plan, st, &env);
            let x = *cx.in_order(*on, cx.mask(of)).get(n)?;
            match on {
                Ty::Seat => Some(Choice::Seat(SeatId::from(x))),
                Ty::Side => Some(Choice::Side(SideId::from(x))),
                Ty::Piece => st.square(x).map(|q| Choice::Piece(SquareId::from(q))),
                Ty::Square => Some(Choice::Square(SquareId::from(x))),
                Ty::Border => Some(border(plan, x)),
                Ty::Kind => Some(Choice::Kind(plan.kinds[x])),
                _ => None,
            }
        }
    }
}

fn border<const N: usize>(plan: &Plan<N>, i: usize) -> Choice {
    let [a, b] = plan.boards.sides_of_border(i);
    Choice::Border(SquareId::from(a), SquareId::from(b))
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
        Ty::Border => border(plan, i as usize),
        Ty::Number => Choice::Number(i as i16),
        Ty::Text => Choice::Text(plan.texts[i as usize]),
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

impl<const N: usize> Game<N> {
    /// What is open, without its options.
    pub fn at(&self) -> At {
        let sink = &self.kept.sink;
        match self.stop {
            Stop::Ask => At::Decision {
                chance: sink.who == CHANCE,
                kind: sink.kind,
                count: sink.n,
                weights: sink.weights.clone(),
            },
            Stop::Over
            | Stop::Done
            | Stop::Cannot
            | Stop::Unknown
            | Stop::Overrun
            | Stop::Exhausted => At::Over(self.outcomes()),
        }
    }
    /// The action that an answer takes.
    pub fn action(&self, index: usize) -> Option<RuleId> {
        let sink = &self.kept.sink;
        let moves = sink.moves.iter().map(|g| g.to().count()).sum::<usize>() + sink.flat.len();
        let open = sink.actions.get(index.checked_sub(moves)?)?;
        Some(RuleId(self.plan.actions[open.action as usize].rule))
    }
}

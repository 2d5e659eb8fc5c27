//! The oracle: the literal interpreter, which runs the IR as it stands, slowly and obviously. Tests hold the engine to it; nothing that
//! is shipped may use it.
//!
//! Copies of a state share what they have in common (`shared`). Everything else that makes it quick enough to play with is a
//! [shortcut](shortcuts): it spares work and changes nothing, and [`Game::unaided`] plays without any.
mod acts;
mod ahead;
mod answer;
mod aspects;
mod bans;
mod begun;
mod bent;
mod boards;
mod by_turn;
mod change;
mod choices;
mod clock;
mod doubts;
mod duties;
mod ends;
mod exec;
mod explain;
mod found;
mod geometry;
mod give;
mod guards;
mod history;
mod judge;
mod limits;
mod link;
mod memo;
mod mobility;
mod moments;
mod moves;
mod numbers;
mod orders;
mod parts;
mod past;
mod patterns;
mod picking;
mod places;
mod possible;
mod quality;
mod question;
mod raid;
mod reach;
mod read;
mod reads;
mod rows;
mod sets;
mod settle;
mod setup;
mod shared;
mod shortcuts;
mod stage;
mod stages;
mod state;
mod steady;
mod strikes;
mod table;
mod trial;
mod turn;
mod undo;
mod value;
mod verbs;
mod verdicts;
mod view;
mod ways;
mod whole;
mod words;

use engine::ids::*;
use engine::play::*;
use engine::rules::*;
use exec::{Ask, Exec, Opt, Stop, TableCall};
use state::State;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// A match that cannot be played, or rules that ran in a circle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// The IR has another version.
    #[error(
        "these rules were compiled for version {0} of the IR, this engine reads version {IR_VERSION}"
    )]
    Version(u16),
    /// More rules fired in one answer than the bound allows; these keep firing each other.
    #[error("rules fire each other without end")]
    Cycle(Vec<RuleId>),
    /// Nobody has anything to decide and the game does not end.
    #[error("the game goes on without anybody deciding anything")]
    Idle,
    /// A `given` of a scenario that cannot be set.
    #[error("this cannot be given: {0}")]
    Given(String),
    /// Too many boards, seats or squares for a match.
    #[error("the match is too large: {0}")]
    TooLarge(String),
}

/// What was told since the last answer. Who is in check is found when somebody listens: most games at random have no listeners.
#[derive(Clone, Default)]
struct Told {
    notices: Vec<Notice>,
    /// Before which of these the checks of a state are told.
    checks: Vec<(usize, State)>,
    all: OnceLock<Vec<Notice>>,
}

impl Told {
    fn all(&self, l: &link::Linked) -> &[Notice] {
        self.all.get_or_init(|| {
            let mut all = self.notices.clone();
            for (at, st) in self.checks.iter().rev() {
                let ex = Exec::new(l, st.clone(), vec![]);
                all.splice(at..at, ex.told_checks());
            }
            all
        })
    }
}

/// A game being played. Cloning it is cheap enough to keep one for every answer.
#[derive(Clone)]
pub struct Game {
    l: Arc<link::Linked>,
    /// The state at the last boundary.
    base: State,
    /// The position as it was set, with what was given since, until the first answer.
    start: Option<(State, Vec<Given>)>,
    /// Why nobody decides anything in the position as it was set.
    stuck: Option<Problem>,
    /// Answers since.
    log: Vec<Opt>,
    /// Acts of the table since, each before the answer of its number.
    acts: Vec<TableCall>,
    /// The state in which the open decision is asked.
    now: State,
    open: Open,
    ask: Option<Ask>,
    told: Told,
    fired: BTreeMap<RuleId, u32>,
    /// Firings of the segment counted so far.
    counted: usize,
    /// All rules, where any army may come to the table and those are played by that are there.
    all: Arc<link::Linked>,
    /// The link is of those who were there when a turn began, and of nobody else.
    at_table: bool,
}

impl Game {
    /// A game from its beginning.
    ///
    /// # Errors
    /// A ruleset of another version or size, or rules that run in a circle before the first decision.
    pub fn new(rules: Arc<Ruleset>, game: Match) -> Result<Game, Problem> {
        Self::started(linked(rules, game, link::Linked::new)?)
    }
    /// A game in its middle: a position with the first seat of `turns` on turn, its start over (language 12).
    ///
    /// # Errors
    /// As [`Game::new`].
    pub fn from_position(
        rules: Arc<Ruleset>,
        game: Match,
        pieces: &[Placed],
    ) -> Result<Game, Problem> {
        Self::placed(linked(rules, game, link::Linked::new)?, pieces)
    }
    /// The same game without shortcuts: every phrase is read anew wherever it is asked. Slower; what the shortcuts are held to.
    ///
    /// # Errors
    /// As [`Game::new`].
    pub fn unaided(rules: Arc<Ruleset>, game: Match) -> Result<Game, Problem> {
        Self::started(linked(rules, game, link::Linked::unaided)?)
    }
    /// [`Game::from_position`] without shortcuts.
    ///
    /// # Errors
    /// As [`Game::new`].
    pub fn unaided_from_position(
        rules: Arc<Ruleset>,
        game: Match,
        pieces: &[Placed],
    ) -> Result<Game, Problem> {
        Self::placed(linked(rules, game, link::Linked::unaided)?, pieces)
    }
    fn started(l: Arc<link::Linked>) -> Result<Game, Problem> {
        let st = setup::initial(&l);
        Self::begin(Game::at(l, st))
    }
    fn placed(l: Arc<link::Linked>, pieces: &[Placed]) -> Result<Game, Problem> {
        let st = setup::from_position(&l, pieces);
        let mut game = Game::at(l, st.clone());
        game.prime();
        game.stuck = game.run().err();
        game.start = Some((st, vec![]));
        Ok(game)
    }
    fn begin(mut g: Game) -> Result<Game, Problem> {
        g.prime();
        g.run()?;
        Ok(g)
    }
    /// A game that goes on from a boundary, nothing asked yet.
    fn at(l: Arc<link::Linked>, st: State) -> Game {
        Game {
            base: st.clone(),
            start: None,
            stuck: None,
            log: vec![],
            acts: vec![],
            now: st,
            open: Open::Over(vec![]),
            ask: None,
            told: Told::default(),
            fired: BTreeMap::new(),
            counted: 0,
            all: l.clone(),
            l,
            at_table: false,
        }
    }
    /// What is true when play begins does not fire.
    fn prime(&mut self) {
        if self.base.phase != state::Phase::Setup {
            let l = self.l.clone();
            let mut ex = Exec::new(&l, self.base.clone(), vec![]);
            ex.prime_edges();
            self.base = ex.st.clone();
            if self.base.phase == state::Phase::Act
                && l.repetition_read
                && self.base.positions.is_empty()
            {
                // the position a game is opened with has occurred
                let hash = setup::position_hash(&l, &self.base);
                self.base.positions.extend(vec![hash]);
            }
        }
    }
    /// The segment from the last boundary, to be played to the open question.
    fn segment<'a>(&self, l: &'a link::Linked) -> Exec<'a> {
        let mut ex = Exec::new(l, self.base.clone(), self.log.clone());
        ex.acts = self.acts.clone();
        ex.origin = l.by_turn.then(|| Arc::new(self.base.clone()));
        ex
    }
    fn run(&mut self) -> Result<(), Problem> {
        let mut came = BTreeSet::new();
        while !self.run_by(&self.l.clone())? {
            // somebody came to the table whose rules were left aside
            came.extend(self.l.missed());
            self.base.memo().begun().forget();
            self.sit_down(&came);
            self.at_table = false;
        }
        let begins = self.log.is_empty() && self.acts.is_empty();
        if !self.at_table && begins && self.base.phase != state::Phase::Setup {
            self.sit_down(&BTreeSet::new());
            self.at_table = true;
        }
        Ok(())
    }
    /// Play by the rules of those at the table, and of these.
    fn sit_down(&mut self, who_come: &BTreeSet<PowerId>) {
        let there = self.all.at_table(&self.base, who_come);
        self.l = there.unwrap_or_else(|| self.all.clone());
    }
    /// The segment played by the rules of this link; `false`: they are not all that it takes, and nothing is done.
    fn run_by(&mut self, l: &Arc<link::Linked>) -> Result<bool, Problem> {
        let mut ex = self.segment(l);
        let stop = ex.play();
        if !l.missed().is_empty() {
            return Ok(false);
        }
        match stop {
            Err(Stop::Ask(a)) => {
                self.open = Open::Decision(a.decision.clone());
                self.ask = Some(*a);
            }
            Err(Stop::Over) => {
                let result = |o: Outcome| match o {
                    // the game is over and nobody said how it ended for this seat
                    Outcome::Playing => Outcome::None,
                    o => o,
                };
                self.open = Open::Over(ex.st.seats.iter().map(|s| result(s.outcome)).collect());
                self.ask = None;
            }
            Err(Stop::Overrun(rules)) => return Err(Problem::Cycle(rules)),
            Err(Stop::Cannot | Stop::Back | Stop::Unknown | Stop::NoAnswer) | Ok(()) => {
                return Err(Problem::Idle);
            }
        }
        let mut fired = std::mem::take(&mut ex.fired);
        // firings of this segment that were counted with an earlier answer are not counted again
        let fresh = fired.split_off(self.counted.min(fired.len()));
        for r in &fresh {
            *self.fired.entry(*r).or_default() += 1;
        }
        let since = ex.fired_before.len();
        self.counted = (fired.len() + fresh.len()).saturating_sub(since);
        if let Some(c) = ex.checkpoint.take() {
            self.base.memo().begun().forget();
            self.base = c;
        }
        self.log = std::mem::take(&mut ex.log);
        self.acts = std::mem::take(&mut ex.acts);
        self.told = Told {
            notices: std::mem::take(&mut ex.notices),
            checks: std::mem::take(&mut ex.checks),
            all: OnceLock::new(),
        };
        self.now = ex.st;
        Ok(true)
    }

    /// The open decision, or the result.
    pub fn open(&self) -> &Open {
        &self.open
    }
    /// What was told since the last answer.
    pub fn notices(&self) -> &[Notice] {
        self.told.all(&self.l)
    }
    /// How often each rule has fired.
    pub fn fired(&self) -> &BTreeMap<RuleId, u32> {
        &self.fired
    }
    /// The rules by which somebody lost or the game ended, in their order.
    pub fn verdicts(&self) -> Vec<RuleId> {
        self.now.because.iter().map(|v| v.rule).collect()
    }
    /// Number of the turn, from 1.
    pub fn turn(&self) -> u32 {
        self.now.turn
    }
    /// The rules.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.l.rules
    }
    /// The match.
    pub fn game(&self) -> &Match {
        &self.l.game
    }
    /// Points of each seat.
    pub fn points(&self) -> Vec<i32> {
        self.now.seats.iter().map(|s| s.points).collect()
    }
    /// Answer the open decision by the index of an option. A refused answer changes nothing.
    ///
    /// # Errors
    /// No decision is open, there is no such option, or rules run in a circle.
    pub fn answer(&mut self, index: usize) -> Result<(), Refused> {
        let Some(ask) = &self.ask else {
            return Err(Refused::Over);
        };
        let Some(o) = ask.opts.get(index) else {
            return Err(Refused::NoSuchOption {
                index,
                options: ask.opts.len(),
            });
        };
        let mut next = self.anew();
        next.log.push(o.clone());
        match next.run() {
            Ok(()) => {
                *self = next;
                Ok(())
            }
            Err(Problem::Cycle(rules)) => Err(Refused::Cycle(rules)),
            Err(_) => Err(Refused::Idle),
        }
    }
    /// The same with its open decision to be asked anew.
    fn anew(&self) -> Game {
        Game {
            log: self.log.clone(),
            acts: self.acts.clone(),
            fired: self.fired.clone(),
            counted: self.counted,
            l: self.l.clone(),
            at_table: self.at_table,
            ..Game::at(self.all.clone(), self.base.clone())
        }
    }
    /// A table act is open to a seat: it is in the game and the act's condition holds.
    fn act_open(&self, seat: SeatId, act: &TableAct) -> bool {
        let env = value::Env {
            you: Some(seat),
            actor: Some(seat),
            ..value::Env::default()
        };
        self.ask.is_some()
            && self.now.seats.get(seat.index()).is_some_and(|s| s.playing)
            && read::Cx::new(&self.l, &self.now, &env).all(&act.when)
    }
}

/// Rules and match made ready, if the rules are of this version and have something to play on.
fn linked(
    rules: Arc<Ruleset>,
    game: Match,
    link: fn(Arc<Ruleset>, Match) -> link::Linked,
) -> Result<Arc<link::Linked>, Problem> {
    if rules.version != IR_VERSION {
        return Err(Problem::Version(rules.version));
    }
    if rules.boards.is_empty() || rules.seats.is_empty() {
        return Err(Problem::TooLarge("a game needs a board and a seat".into()));
    }
    Ok(Arc::new(link(rules, game)))
}

impl engine::session::Running for Game {
    fn open(&self) -> &Open {
        Game::open(self)
    }
    fn answer(&mut self, index: usize) -> Result<(), Refused> {
        Game::answer(self, index)
    }
    fn notices(&self) -> &[Notice] {
        Game::notices(self)
    }
    fn table_act(&mut self, seat: SeatId, name: &str) -> Result<(), Refused> {
        let refused = || Refused::NoSuchAct(name.to_string());
        let rules = self.l.rules.clone();
        let act = rules
            .table
            .iter()
            .find(|t| rules.texts[t.name.index()] == name)
            .ok_or_else(refused)?;
        if !self.act_open(seat, act) {
            return Err(refused());
        }
        let index = rules.table.iter().position(|t| t == act).unwrap_or(0);
        // the act stands above the open decision, which is then made anew
        let mut next = self.anew();
        next.acts.push(TableCall {
            at: self.log.len(),
            seat,
            act: index,
        });
        match next.run() {
            Ok(()) => {
                *self = next;
                Ok(())
            }
            Err(Problem::Cycle(rules)) => Err(Refused::Cycle(rules)),
            Err(_) => Err(Refused::Idle),
        }
    }
    fn fired(&self) -> BTreeMap<RuleId, u32> {
        self.fired.clone()
    }
    fn points(&self) -> Option<Vec<i32>> {
        self.l.scored.then(|| Game::points(self))
    }
    fn turn(&self) -> Option<u32> {
        (!self.l.rules.turns.is_empty()).then_some(self.now.turn)
    }
    fn round(&self) -> Option<u32> {
        self.l.rules.turns.is_empty().then_some(self.now.round)
    }
    fn view(&self, seat: Option<SeatId>) -> BoardView {
        match seat {
            Some(s) => self.observe(s),
            None => self.position(),
        }
    }
}

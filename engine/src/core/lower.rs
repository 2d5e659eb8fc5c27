//! From rules and match to a plan. Every form is taken apart; what has no plan yet is refused by the name of its form, at its rule.
mod bodies;
mod conditions;
mod fields;
mod finish;
mod phrases;
mod plans;
mod positions;
mod rules;
pub mod said;
mod ways;
mod zones;

use super::bits::Bits;
use super::board::Boards;
use super::plan::*;
// names that the IR and the plan share: here they are the plan's
use super::plan::{Action, Amount, Holder, Moment, Place, TableAct, TableDoes, Takes, Way};
use super::state::{NAMES, NONE, NONE16, UNSET, plane};
use crate::ids::*;
use crate::play::Match as Table;
use crate::present::Present;
use crate::rules::*;
use crate::rules::{Offer, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the core has no plan for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what}")]
pub struct Refusal {
    /// The rule, where it is one.
    pub rule: Option<RuleId>,
    /// The form.
    pub what: String,
}

/// A part of a plan, or why there is none.
pub type Lowered<T> = Result<T, Refusal>;

fn refuse<T>(what: impl Into<String>) -> Lowered<T> {
    Err(Refusal {
        rule: None,
        what: what.into(),
    })
}

/// An adverb that means nothing where it is said keeps the match from beginning; `allowed`: those that mean something there.
fn only(how: &How, allowed: &[&str]) -> Lowered<()> {
    let How {
        secretly,
        openly,
        together,
        instead,
        at_random,
        normally,
        quiet,
        taking,
        still,
        owners,
        order,
        along,
        term,
    } = how;
    let said = [
        (*secretly, "secretly"),
        (*openly, "openly"),
        (*together, "together"),
        (*instead, "instead"),
        (*at_random, "at random"),
        (*normally, "normally"),
        (*quiet, "without capturing"),
        (*taking, "only to capture"),
        (*still, "without moving"),
        (*owners, "the owners of"),
        (order.is_some(), "in an order"),
        (along.is_some(), "along a line"),
        (!term.is_empty(), "an end"),
    ];
    let idle = said
        .iter()
        .find(|(so, word)| *so && !allowed.contains(word));
    match idle {
        Some((_, word)) => refuse(format!("`{word}`, which means nothing here")),
        None => Ok(()),
    }
}

/// A form in a few words.
fn short(x: &impl std::fmt::Debug) -> String {
    crate::rules::in_words(x)
}

/// Rules on the way to a plan.
pub struct Lowering<const N: usize> {
    plan: Plan<N>,
    rules: Arc<Ruleset>,
    fields: BTreeMap<FieldId, Lowered<Place>>,
    /// Pieces are spoken of wherever they are: in events and definitions.
    anywhere: bool,
    /// The power of the rule being read.
    power: Option<PowerId>,
    /// Where that is a rule of a kind, the power of its army: what the power keeps, its kinds set for their owner.
    kin: Option<PowerId>,
    /// Clauses about the moment before, of the trigger being read.
    notes: Vec<Truth<N>>,
    /// Names of the roles of the event of the rule being read.
    roles_now: Vec<Name>,
    /// Some rule lets pieces pass over others: what a slide passed shows only when it is walked.
    passes_over: bool,
    /// A clause may speak of the state that comes about.
    may_speak_of_after: bool,
    /// What was so is what is so: an event is held against its pattern before anything has changed.
    was_is_now: bool,
    /// The rule being read asks for what was so before its event, of things named since.
    keeps_before: bool,
    /// A clause may speak of what is newly so.
    may_be_news: bool,
    /// Code of procedures, by who calls them.
    calls: BTreeMap<(ProcId, Option<PowerId>), u16>,
    busy: Vec<bool>,
    /// Views so far, by number.
    views: Vec<View<N>>,
    limits: BTreeMap<LimitId, u16>,
    rays: Vec<Ray<N>>,
    /// Nesting of blocks in the body being read.
    nested: u8,
    /// It is read what abilities cannot bring about.
    judges_abilities: bool,
}

/// How the games of a plan begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begins {
    /// As the rules say.
    AsSetUp,
    /// From a position of so many pieces, in which zones may be filled anew.
    FromPosition(usize),
}

/// The plan of a match.
///
/// # Errors
/// The first form that has no plan.
pub fn link<const N: usize>(
    rules: Arc<Ruleset>,
    table: &Table,
    begins: Begins,
) -> Lowered<Plan<N>> {
    let mut l = Lowering::<N>::begin(rules, table)?;
    l.zones()?;
    l.fields();
    l.check()?;
    l.royalty()?;
    l.ways()?;
    l.all_rules()?;
    l.room(begins)?;
    l.table_acts()?;
    l.positions();
    l.by_turn()?;
    l.finish()?;
    Ok(l.plan)
}

impl<const N: usize> Lowering<N> {
    fn begin(rules: Arc<Ruleset>, table: &Table) -> Lowered<Self> {
        let n = rules.seats.len();
        // the seats still in the game are the bits of one number
        if n > 16 || rules.boards.iter().any(|b| b.layers > 2) {
            return refuse("more than sixteen seats, or boards of more than two sides");
        }
        if rules.turns.iter().any(|t| matches!(t, Mover::Side(_))) {
            return refuse("turns of sides");
        }
        let Some(boards) = Boards::new(&rules) else {
            return refuse("more squares than there is room for");
        };
        let present = Present::new(&rules, table);
        let here = |h: crate::rules::Holder| present.holder(&rules, h);
        let kinds: Vec<KindId> = (0..rules.kinds.len())
            .map(KindId::from)
            .filter(|k| here(crate::rules::Holder::Kind(*k)))
            .collect();
        let powers: Vec<PowerId> = (0..rules.powers.len())
            .map(PowerId::from)
            .filter(|p| here(crate::rules::Holder::Power(*p)))
            .collect();
        if kinds.len() > Bits::<N>::ROOM || powers.len() > Bits::<N>::ROOM || kinds.len() > 250 {
            return refuse("more kinds or powers than there is room for");
        }
        let seats = |f: &dyn Fn(usize, usize) -> bool| -> Vec<u16> {
            (0..n)
                .map(|a| (0..n).filter(|b| f(a, *b)).fold(0, |m, b| m | 1 << b))
                .collect()
        };
        let sharing = seats(&|a, b| rules.seats[a].shares == rules.seats[b].shares);
        let allies = seats(&|a, b| rules.seats[a].side == rules.seats[b].side);
        let owner_squares = plane::OWNER + n + 1;
        let kind_planes = owner_squares + n + 1;
        let power_planes = kind_planes + kinds.len();
        let shown_to = power_planes + powers.len();
        let hides = rules.zones.iter().any(|z| z.seen != Seen::All);
        let stage = |word: &str| {
            rules
                .stages
                .iter()
                .position(|s| rules.texts[s.name.index()] == word)
                .map(|s| s as u8)
        };
        let count = rules.stages.len() as u8;
        let effects = stage("effects").unwrap_or(0);
        let stages = Stages {
            effects,
            reactions: stage("reactions").unwrap_or(effects),
            verdicts: stage("verdicts").unwrap_or(count.saturating_sub(1)),
            endings: stage("endings"),
            endings_any: stage("endings").is_some_and(|s| rules.stages[s as usize].any_order),
            count: count.max(1),
        };
        if rules
            .stages
            .iter()
            .enumerate()
            .any(|(i, s)| s.any_order && Some(i as u8) != stages.endings)
        {
            return refuse("a stage in any order");
        }
        let plan = Plan {
            rules: rules.clone(),
            table: table.clone(),
            seats: n,
            sharing,
            allies,
            owner_squares,
            kind_planes,
            power_planes,
            shown_to: hides.then_some(shown_to),
            planes: shown_to + if hides { n } else { 0 },
            values: vec![],
            words: vec![None; rules.words.len()],
            nouns: vec![None; rules.words.len()],
            moves_called: vec![vec![]; rules.words.len()],
            numbers_called: vec![vec![]; rules.words.len()],
            two_sides: rules.boards.iter().any(|b| b.layers > 1),
            abilities: vec![false; rules.rules.len()],
            next_player: rules.check.iter().any(|c| c.next_player),
            whole_turns: rules.check.iter().any(|c| c.whole_turns),
            late_captures: false,
            royal: None,
            frozen: None,
            never_in_check: None,
            declared_checks: vec![],
            kind_views: vec![],
            steady_kinds: false,
            cached: Cached::default(),
            printed: vec![],
            movements: vec![],
            rays: vec![],
            standing: vec![],
            guards: vec![],
            permits: vec![],
            duties: vec![],
            has_duties: false,
            facts: vec![],
            ends: vec![],
            spoils: vec![],
            triggers: vec![],
            after: vec![vec![]; VERBS],
            before: vec![vec![]; VERBS],
            edges: vec![],
            moments: vec![],
            closing: vec![],
            actions: vec![],
            turns: vec![],
            preludes: vec![],
            table_acts: vec![],
            fields: vec![],
            limits: vec![],
            code: vec![],
            moves_twice: vec![],
            told: [None; VERBS],
            tells_both_ends: false,
            stages,
            check: vec![],
            takes_back: false,
            tells_moves: false,
            repetition: false,
            below: (0..=Bits::<N>::ROOM).map(Bits::below).collect(),
            simple_attacks: false,
            walked_victims: Bits::EMPTY,
            strike: vec![],
            speaks_of_borders: false,
            watched: [false; VERBS],
            setups: vec![],
            worths: kinds
                .iter()
                .map(|k| {
                    rules
                        .values
                        .iter()
                        .find(|(l, _)| l == k)
                        .map_or(0, |(_, v)| i32::from(*v))
                })
                .collect(),
            guarded: [false; VERBS],
            verdict_reads: 0,
            starts: false,
            by_turn: false,
            goes_on: false,
            walks: false,
            edge_stages: vec![],
            edge_rows: 2,
            marks: vec![],
            numbers: vec![],
            power_limits: vec![vec![]; powers.len()],
            in_line: vec![],
            sight: vec![],
            royal_stays: false,
            by_rule: vec![(None, NONE16, false); rules.rules.len()],
            keeps: vec![vec![]; rules.rules.len()],
            would: vec![None; rules.rules.len()],
            spares: vec![],
            setup_by_army: vec![],
            unmoved_read: vec![],
            position_planes: vec![],
            position_values: vec![],
            texts: vec![],
            defaults: vec![],
            said_of_values: vec![],
            hidden: vec![],
            zones: vec![],
            slots: 0,
            knows_own: (rules.rules.iter())
                .map(|r| {
                    matches!(
                        r.holder,
                        crate::rules::Holder::Power(_) | crate::rules::Holder::Kind(_)
                    )
                })
                .collect(),
            moving: vec![],
            boards,
            kinds,
            powers,
        };
        let mut l = Lowering::over(plan);
        l.setups();
        Ok(l)
    }
    /// Lowering for a plan, nothing of it under way.
    fn over(plan: Plan<N>) -> Self {
        let rules = plan.rules.clone();
        let passes = |r: &Rule| match &r.form {
            Form::Guard {
                verdict: _,
                deed,
                binds: _,
                first: _,
                term: _,
            } => deed.verb == Verb::Pass && !deed.cases.is_empty(),
            Form::Abilities { spoil: _ }
            | Form::View {
                of: _,
                is: _,
                not: _,
            }
            | Form::Movement {
                of: _,
                also: _,
                aim: _,
                ways: _,
            }
            | Form::Standing { of: _ }
            | Form::Trigger {
                on: _,
                stage: _,
                offer: _,
                body: _,
            }
            | Form::Action { who: _, body: _ }
            | Form::Turn(_)
            | Form::Round(_)
            | Form::Setup(_) => false,
        };
        Lowering {
            passes_over: rules.rules.iter().any(passes),
            plan,
            busy: vec![false; rules.words.len()],
            views: vec![],
            fields: BTreeMap::new(),
            anywhere: false,
            power: None,
            kin: None,
            notes: vec![],
            roles_now: vec![],
            may_speak_of_after: false,
            was_is_now: false,
            nested: 0,
            judges_abilities: false,
            keeps_before: false,
            may_be_news: false,
            calls: BTreeMap::new(),
            limits: BTreeMap::new(),
            rays: vec![],
            rules,
        }
    }
    fn setups(&mut self) {
        let rules = self.rules.clone();
        let plain = rules
            .plain_army
            .filter(|_| rules.rules.iter().any(|r| !r.imposed && sets_up_plain(r)));
        let here = |l: &Self, v: &[(KindId, SquareId)]| -> Vec<(u8, u8)> {
            v.iter()
                .filter_map(|(k, q)| Some((l.plan.kind(*k)?, q.0 as u8)))
                .collect()
        };
        for (i, a) in rules.armies.iter().enumerate() {
            let from = plain.map_or(a, |p| &rules.armies[p.index()]);
            self.plan.setup_by_army.push(i);
            let setup = here(self, &from.setup);
            self.plan.setups.push(setup);
            self.plan.spares.push(from.spare.clone());
        }
        let setup = here(self, &rules.setup);
        self.plan.setups.push(setup);
        self.plan.spares.push(vec![]);
    }
    /// A holder, if it can be at the table.
    fn holder(&self, h: crate::rules::Holder) -> Option<Holder> {
        match h {
            crate::rules::Holder::Game => Some(Holder::Game),
            crate::rules::Holder::EachSeat => Some(Holder::EachSeat),
            crate::rules::Holder::Power(p) => self.plan.power(p).map(Holder::Power),
            crate::rules::Holder::Kind(k) => self.plan.kind(k).map(Holder::Kind),
        }
    }
    /// The rule being read: in its power, what is kept for each holder is its holder's.
    fn reading(&mut self, h: crate::rules::Holder) {
        self.power = match h {
            crate::rules::Holder::Power(p) => Some(p),
            crate::rules::Holder::Game
            | crate::rules::Holder::EachSeat
            | crate::rules::Holder::Kind(_) => None,
        };
        self.kin = match h {
            crate::rules::Holder::Kind(k) => {
                let army = self.rules.kinds[k.index()].army;
                army.and_then(|a| self.rules.armies[a.index()].power)
            }
            crate::rules::Holder::Power(_)
            | crate::rules::Holder::Game
            | crate::rules::Holder::EachSeat => None,
        };
    }
    fn check(&mut self) -> Lowered<()> {
        let rules = self.rules.clone();
        for c in &rules.check {
            let Check {
                holder,
                says,
                // how it is judged is so for all, see `Plan`
                whole_turns: _,
                next_player: _,
                when,
                tags: _,
                src: _,
            } = c;
            let Some(h) = self.holder(*holder) else {
                continue;
            };
            self.reading(*holder);
            let when = self.conds(when)?;
            let says = match says {
                CheckSays::None | CheckSays::Announced => None,
                CheckSays::Enforced {
                    after_move,
                    after_turn,
                } => Some((*after_move, *after_turn)),
            };
            self.plan.check.push(CheckRule {
                holder: h,
                when,
                says,
            });
        }
        Ok(())
    }
    fn table_acts(&mut self) -> Lowered<()> {
        let rules = self.rules.clone();
        self.power = None;
        for act in &rules.table {
            let crate::rules::TableAct {
                name,
                act,
                consent,
                when,
                src: _,
            } = act;
            let does = match act {
                crate::rules::TableDoes::Resign => TableDoes::Resign,
                crate::rules::TableDoes::Draw => TableDoes::Draw,
                crate::rules::TableDoes::Run(p) => TableDoes::Run(self.procedure(*p)?),
            };
            let when = self.conds(when)?;
            self.plan.table_acts.push(TableAct {
                name: *name,
                does,
                consent: *consent,
                when,
            });
        }
        Ok(())
    }
}

/// `your setup is standard`.
fn sets_up_plain(r: &Rule) -> bool {
    let setup = |of: &Set| matches!(of.base, Base::Of(Part::Setup, _));
    let game = matches!(
        r.holder,
        crate::rules::Holder::Game | crate::rules::Holder::EachSeat
    );
    game && matches!(&r.form, Form::View { of, is: What::Quality(Quality::Standard), not: false } if setup(of))
}

//! What is audited: the sentences of one army, variant or mode, in the games in which they hold. Games at random to which nobody
//! listens come first, then scenarios, then games in which is also compared what is told and what each player sees; each only for
//! what has made no difference yet.
use super::beside::{Heard, Noticed, Played, Uses, side_by_side};
use super::wording::{forbids, said, sentence, words};
use crate::Core;
use crate::core::no_plan;
use crate::scenario::cases::Case;
use crate::scenario::mutants::notices;
use crate::scenario::mutate::{Change, Mutant, Place, apply, cuts};
use crate::scenario::{Stage, start};
use crate::shelf::Shelf;
use dsl::gather::{Armies, Setting};
use dsl::syntax::{Unit, UnitKind};
use engine::core::any::{AnyGame, AnyPlan};
use engine::ids::{ArmyId, RuleId};
use engine::notation::{self, text};
use engine::play::Match;
use engine::random::{self, Purpose, Stream};
use engine::rules::{OptionValues, Ruleset};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How long it is looked.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Games of each subject in each of its settings.
    pub games: u64,
    /// Answers after which a game is broken off.
    pub decisions: u64,
    /// The seed of all of them.
    pub seed: u64,
}

/// How many times fewer games, and answers in each, are played where everything that is seen and told is compared.
const SLOWER: u64 = 4;
/// Games of one table, whose plans are made once.
const AT_A_TABLE: u64 = 3;
/// Cuts that are played beside one game at a time: each has rules of its own.
const AT_ONCE: usize = 40;
/// Armies beside the one that is audited.
const OTHERS: usize = 7;

/// See the module.
pub struct Subject {
    /// The army, variant or mode.
    pub name: String,
    /// The file whose sentences are cut.
    file: String,
    army: bool,
    settings: Vec<Setting>,
}

/// An example of a difference, or of a rule that was open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Variant and modes.
    pub setting: String,
    /// The armies in their seats, if there are any.
    pub armies: Vec<String>,
    /// The number of the game and its seed; none: a scenario.
    pub game: Option<(u64, u64)>,
    /// How many answers had been given.
    pub decision: u64,
    /// What was to be seen.
    pub shows: String,
}

/// What came of a cut.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdicts {
    /// The words left out; empty: the whole sentence.
    pub words: String,
    /// Games in which it was looked for.
    pub games: u64,
    /// Games in which it made a difference.
    pub differed: u64,
    /// Decisions at which it kept something from being answered.
    pub refused: u64,
    /// The first difference.
    pub first: Option<Example>,
}

/// What came of a rule as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The sentence.
    pub words: String,
    /// How many lines it takes, its block included.
    pub lines: u32,
    /// Decisions at which it could be answered.
    pub open: u64,
    /// At which it was.
    pub taken: u64,
    /// How often it fired.
    pub fired: u64,
    /// Where it was open or taken first.
    pub first: Option<Example>,
}

/// What came of a subject.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Audited {
    /// Games played.
    pub games: u64,
    /// Answers given.
    pub decisions: u64,
    /// Each cut.
    pub cuts: BTreeMap<(Place, Change), Verdicts>,
    /// Each sentence.
    pub rules: BTreeMap<Place, Counts>,
    /// Settings that do not compile or do not begin, and why.
    pub left_out: Vec<String>,
    /// Games in which rules fired each other without end.
    pub circles: Vec<(Example, String)>,
}

/// The subjects of a shelf, in the order of its files.
pub fn subjects(shelf: &Shelf) -> Vec<Subject> {
    let mut found = Vec::new();
    for kind in [UnitKind::Variant, UnitKind::Mode, UnitKind::Army] {
        found.extend(shelf.asked_units(kind).filter_map(|u| subject(shelf, u)));
    }
    found
}

fn subject(shelf: &Shelf, unit: &Unit) -> Option<Subject> {
    let there =
        |v: &&dsl::syntax::Ident| (shelf.library.find(UnitKind::Variant, &v.text)).is_some();
    let of = unit.of.iter().filter(there).map(|v| v.text.as_str());
    let name = unit.name.text.clone();
    let settings = match unit.kind {
        UnitKind::Variant => vec![Setting::of(&name)],
        UnitKind::Mode => of
            .map(|variant| Setting {
                modes: vec![name.clone()],
                ..Setting::of(variant)
            })
            .collect(),
        _ => of.map(Setting::of).collect(),
    };
    let file = shelf.library.files().get(unit.span.file.0 as usize)?;
    Some(Subject {
        army: unit.kind == UnitKind::Army,
        file: file.name.clone(),
        name,
        settings,
    })
}

/// Rules in which a subject is played.
struct Setup {
    setting: String,
    rules: Arc<Ruleset>,
    army: Option<ArmyId>,
    /// Armies are drawn for the other seats; else the variant does what it does.
    drawn: bool,
}

/// A cut that may make a difference, and what came of it.
struct Cutting {
    mutant: Mutant,
    /// What it keeps from being answered is counted to the end of every game.
    counted: bool,
    verdicts: Verdicts,
}

impl Subject {
    /// Audits it.
    pub fn audit(&self, shelf: &Shelf, cases: &[Case], budget: Budget) -> Audited {
        let mut audited = Audited::default();
        let setups = self.setups(shelf, budget.seed, &mut audited);
        let mut cuttings = self.cuttings(&setups, &mut audited);
        for setup in &setups {
            for n in 0..budget.games.div_ceil(AT_A_TABLE) {
                setup.unheard(n, budget, &mut cuttings, &mut audited);
            }
        }
        self.by_scenarios(cases, &mut cuttings);
        for setup in &setups {
            let games = budget.games.div_ceil(SLOWER);
            for n in 0..games {
                let left = cuttings.iter().any(|c| c.verdicts.first.is_none());
                if left {
                    setup.heard(n, budget, &mut cuttings, &mut audited);
                }
            }
        }
        for cutting in cuttings {
            let Mutant { place, change } = cutting.mutant;
            audited.cuts.insert((place, change), cutting.verdicts);
        }
        audited
    }

    fn setups(&self, shelf: &Shelf, seed: u64, audited: &mut Audited) -> Vec<Setup> {
        let mut setups = Vec::new();
        for setting in &self.settings {
            let armies = self.others(shelf, setting, seed);
            let with = Setting {
                armies: Armies::These(armies.clone()),
                ..setting.clone()
            };
            let alone = Setting {
                allot: true,
                ..with.clone()
            };
            let named = [setting.variant.clone()].into_iter();
            let named = named.chain(setting.modes.iter().cloned());
            let named = named.collect::<Vec<_>>().join(" with ");
            let mut add = |setting: &Setting, drawn: bool| {
                let Some(rules) = shelf.compile(setting).rules else {
                    let why = format!("{} in {named}: it does not compile", self.name);
                    audited.left_out.push(why);
                    return;
                };
                let army = (rules.armies.iter())
                    .position(|a| self.army && text(&rules, a.name) == self.name);
                setups.push(Setup {
                    setting: named.clone(),
                    army: army.map(ArmyId::from),
                    rules: Arc::new(rules),
                    drawn,
                });
            };
            match (self.army, armies.is_empty()) {
                (true, _) => add(&with, true),
                (false, true) => add(&alone, false),
                (false, false) => {
                    add(&alone, false);
                    add(&with, true);
                }
            }
        }
        // where the rules deal the armies none can be named
        setups.retain(|s| !s.drawn || !start::deals_armies(&s.rules));
        setups
    }

    /// The army itself and some others of the variant, always the same to the same seed.
    fn others(&self, shelf: &Shelf, setting: &Setting, seed: u64) -> Vec<String> {
        let library = &shelf.library;
        let Some(unit) = library.find(UnitKind::Variant, &setting.variant) else {
            return Vec::new();
        };
        let chain = library.chain(unit).unwrap_or_else(|_| vec![unit]);
        let all = library.of_variant(UnitKind::Army, &chain);
        let mut names: Vec<String> = (all.iter().map(|u| u.name.text.clone()))
            .filter(|name| !self.army || *name != self.name)
            .collect();
        let mut stream = Stream::new(seed, Purpose::Armies);
        // what has no power of its own is always there
        let plain = |name: &String| {
            let unit = all.iter().find(|u| u.name.text == *name);
            unit.is_some_and(|u| u.block.statements.len() <= 1)
        };
        let mut chosen: Vec<String> = names.iter().filter(|n| plain(n)).cloned().collect();
        names.retain(|name| !plain(name));
        for _ in 0..OTHERS {
            if !names.is_empty() {
                let at = random::pick(stream.next_value(), names.len(), &[]);
                chosen.push(names.remove(at));
            }
        }
        chosen.extend(self.army.then(|| self.name.clone()));
        chosen
    }

    /// Everything that can be cut, with the words it is called by; cuts that leave the reading as it was are none.
    fn cuttings(&self, setups: &[Setup], audited: &mut Audited) -> Vec<Cutting> {
        let mut found: BTreeMap<Mutant, Cutting> = BTreeMap::new();
        for setup in setups {
            let rules = &*setup.rules;
            for mutant in cuts(rules, |file| file == self.file) {
                if found.contains_key(&mutant) {
                    continue;
                }
                let counts = audited.rules.entry(mutant.place.clone()).or_default();
                if counts.words.is_empty() {
                    (counts.words, counts.lines) = sentence(rules, &mutant.place);
                }
                let Some(words) = words(rules, &mutant) else {
                    continue;
                };
                let counted = mutant.change == Change::Out && forbids(rules, &mutant.place);
                let cutting = Cutting {
                    mutant: mutant.clone(),
                    counted,
                    verdicts: Verdicts {
                        words,
                        ..Verdicts::default()
                    },
                };
                found.insert(mutant, cutting);
            }
        }
        found.into_values().collect()
    }

    /// What no game has noticed, some scenario may.
    fn by_scenarios(&self, cases: &[Case], cuttings: &mut [Cutting]) {
        for cutting in cuttings {
            if cutting.verdicts.first.is_some() {
                continue;
            }
            let Some(case) = notices(cases, &cutting.mutant) else {
                continue;
            };
            cutting.verdicts.first = Some(Example {
                setting: case.setting.clone(),
                armies: Vec::new(),
                game: None,
                decision: 0,
                shows: format!(
                    "scenario \"{}\" ({})",
                    case.script.title,
                    notation::source_place(&case.rules, case.script.src)
                ),
            });
        }
    }
}

impl Setup {
    /// The games of a table to which nobody listens.
    fn unheard(&self, n: u64, budget: Budget, cuttings: &mut [Cutting], audited: &mut Audited) {
        let table = self.table(n, seed_of(budget, n));
        match AnyPlan::link(&self.rules, &table) {
            Ok(plan) => self.core(&plan, n, budget, &table, cuttings, audited),
            Err(refusal) => {
                let why = no_plan(&self.rules, &refusal);
                audited.left_out.push(format!("{}: {why}", self.setting));
            }
        }
    }

    fn core(
        &self,
        plan: &AnyPlan,
        table_number: u64,
        budget: Budget,
        table: &Match,
        cuttings: &mut [Cutting],
        audited: &mut Audited,
    ) {
        let first = table_number * AT_A_TABLE;
        let games = first..budget.games.min(first + AT_A_TABLE);
        let wanted = wanted(cuttings, false);
        for (some, leads) in chunks(&wanted) {
            // a cut without a plan is looked for in scenarios
            let plans: Vec<_> = (some.iter())
                .map(|i| {
                    let rules = apply(&self.rules, &cuttings[*i].mutant)?;
                    AnyPlan::link(&Arc::new(rules), table).ok()
                })
                .collect();
            for n in games.clone() {
                let mut begun: Vec<(bool, Option<AnyGame>)> = Vec::new();
                for (i, cut) in some.iter().zip(&plans) {
                    let cutting = &cuttings[*i];
                    let wanted = cutting.counted || cutting.verdicts.first.is_none();
                    let cut = cut.as_ref().filter(|_| wanted);
                    begun.push((cutting.counted, cut.map(AnyGame::new)));
                }
                let there: Vec<bool> = begun.iter().map(|g| g.1.is_some()).collect();
                let at = (n, seed_of(budget, n), budget.decisions);
                let played = side_by_side(AnyGame::new(plan), begun, at.1, at.2);
                self.note(at, table, (some, &there), &played, leads, cuttings, audited);
            }
        }
    }

    /// A game in which everything is compared that somebody sees or is told.
    fn heard(&self, n: u64, budget: Budget, cuttings: &mut [Cutting], audited: &mut Audited) {
        let seed = seed_of(budget, n);
        let table = self.table(n, seed);
        let begin = |rules: &Arc<Ruleset>| <Core as Stage>::begin(rules, &table).map(Heard);
        let game = match begin(&self.rules) {
            Ok(game) => game,
            Err(why) => {
                audited.left_out.push(format!("{}: {why}", self.setting));
                return;
            }
        };
        let at = (n, seed, budget.decisions.div_ceil(SLOWER));
        let wanted = wanted(cuttings, true);
        for (some, first) in chunks(&wanted) {
            let games: Vec<_> = (some.iter())
                .map(|i| {
                    let cut = apply(&self.rules, &cuttings[*i].mutant);
                    let begun = cut.and_then(|rules| begin(&Arc::new(rules)).ok());
                    (cuttings[*i].counted, begun)
                })
                .collect();
            let there: Vec<bool> = games.iter().map(|g| g.1.is_some()).collect();
            let played = side_by_side(game.clone(), games, at.1, at.2);
            self.note(
                at,
                &table,
                (some, &there),
                &played,
                first,
                cuttings,
                audited,
            );
        }
    }

    /// The match of a game: the army goes round the seats, and every third game is against plain armies.
    fn table(&self, n: u64, seed: u64) -> Match {
        let rules = &*self.rules;
        let mut table = start::usual(rules, seed);
        table.armies.fill(rules.plain_army);
        if n % 2 == 1 {
            self.other_options(&mut table, seed);
        }
        if !self.drawn || n.is_multiple_of(3) && self.army.is_none() {
            return table;
        }
        let mut stream = Stream::new(seed, Purpose::Armies);
        let mut left: Vec<ArmyId> = (0..rules.armies.len()).map(ArmyId::from).collect();
        left.retain(|a| Some(*a) != self.army && Some(*a) != rules.plain_army);
        let seats = table.armies.len();
        let own = self.army.map(|army| (n as usize % seats.max(1), army));
        for (seat, place) in table.armies.iter_mut().enumerate() {
            if let Some((_, army)) = own.filter(|(at, _)| *at == seat) {
                *place = Some(army);
            } else if !n.is_multiple_of(3) && !left.is_empty() {
                let at = random::pick(stream.next_value(), left.len(), &[]);
                *place = Some(left.remove(at));
            }
        }
        table
    }

    /// Other values of the options of the host.
    fn other_options(&self, table: &mut Match, seed: u64) {
        let mut stream = Stream::new(seed, Purpose::Players);
        for (i, option) in self.rules.options.iter().enumerate() {
            let mut values: Vec<i16> = match &option.values {
                OptionValues::Range(from, to) => (*from..=*to).collect(),
                OptionValues::Words(words) => (0..words.len() as i16).collect(),
                OptionValues::Numbers(numbers) => numbers.clone(),
                OptionValues::Mixed(words, from, to) => {
                    let words = (0..words.len() as i16).map(|w| -1 - w);
                    words.chain(*from..=*to).collect()
                }
            };
            values.retain(|v| *v != option.usually);
            if let Some(value) = values.get(random::pick(stream.next_value(), values.len(), &[])) {
                // a value that there is
                let _ = start::set_option(&self.rules, table, i, None, *value);
            }
        }
    }

    /// Keeps what came of a game.
    #[allow(clippy::too_many_arguments)]
    fn note(
        &self,
        (n, seed, _): (u64, u64, u64),
        table: &Match,
        (some, there): (&[usize], &[bool]),
        played: &Played,
        first: bool,
        cuttings: &mut [Cutting],
        audited: &mut Audited,
    ) {
        let example = |decision: u64, shows: String| Example {
            setting: self.setting.clone(),
            armies: (table.armies.iter().flatten())
                .map(|a| notation::army(&self.rules, *a).to_string())
                .collect(),
            game: Some((n, seed)),
            decision,
            shows,
        };
        for ((i, there), noticed) in some.iter().zip(there).zip(&played.cuts) {
            let verdicts = &mut cuttings[*i].verdicts;
            let Noticed { refused, first } = noticed;
            verdicts.games += u64::from(*there);
            verdicts.refused += refused;
            verdicts.differed += u64::from(first.is_some());
            if let (Some((decision, shows)), None) = (first, &verdicts.first) {
                verdicts.first = Some(example(*decision, said(&self.rules, shows)));
            }
        }
        if !first {
            return;
        }
        audited.games += 1;
        audited.decisions += played.decisions;
        if let Some(rules) = &played.circle {
            let named = notation::cycle(&self.rules, rules);
            let circle = (example(played.decisions, String::new()), named);
            audited.circles.push(circle);
        }
        let counts = |rule: RuleId, audited: &mut Audited, add: &dyn Fn(&mut Counts)| {
            let place = Place::of_rule(&self.rules, rule);
            if let Some(counts) = place.and_then(|p| audited.rules.get_mut(&p)) {
                add(counts);
            }
        };
        for (rule, fired) in &played.fired {
            let add = |c: &mut Counts| c.fired += u64::from(*fired);
            counts(*rule, audited, &add);
        }
        for (rule, uses) in &played.open {
            let Uses { open, taken, first } = *uses;
            let add = |c: &mut Counts| {
                if c.first.is_none() || c.taken == 0 && taken > 0 {
                    c.first = Some(example(first, String::new()));
                }
                c.open += open;
                c.taken += taken;
            };
            counts(*rule, audited, &add);
        }
    }
}

/// The cuts to be played: those that have made no difference yet, and those whose refusals are counted.
fn wanted(cuttings: &[Cutting], slow: bool) -> Vec<usize> {
    let open = |c: &&Cutting| c.verdicts.first.is_none() || c.counted && !slow;
    let all = cuttings.iter().enumerate();
    all.filter(|(_, c)| open(c)).map(|(i, _)| i).collect()
}

/// So many at once; the first of them also stands for the game itself. There is always a first, if of nothing.
fn chunks(wanted: &[usize]) -> impl Iterator<Item = (&[usize], bool)> {
    let empty = wanted.is_empty().then_some(wanted);
    let all = empty.into_iter().chain(wanted.chunks(AT_ONCE));
    all.enumerate().map(|(i, some)| (some, i == 0))
}

fn seed_of(budget: Budget, n: u64) -> u64 {
    Stream::new(budget.seed, Purpose::Games).value(n)
}

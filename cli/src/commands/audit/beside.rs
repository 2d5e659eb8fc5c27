//! Games side by side: one by the rules as they stand, and one for each cut in them, all given the same answers, until a cut
//! shows. What a cut changes without showing stays with its own game, so it shows later if ever.
use crate::Core;
use engine::core::laid::Laid;
use engine::ids::{RuleId, SeatId};
use engine::play::{BoardView, Choice, Decision, Kind, Notice, Open, Refused, Who};
use engine::random::{self, Purpose, Stream};
use engine::session::Running;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A game that can be held beside another of the same match by other rules.
pub trait Beside {
    /// What is to be seen of it.
    type Seen: PartialEq;
    /// What is open.
    fn open(&self) -> Open;
    /// Answers.
    fn take(&mut self, index: usize) -> Result<(), Refused>;
    /// Everything somebody could see.
    fn seen(&self) -> Self::Seen;
    /// How often each rule has fired.
    fn fired(&self) -> BTreeMap<RuleId, u32>;
}

/// What is to be seen of a game by somebody who listens: by the host, by each seat, and what was told.
pub type Views = (Vec<BoardView>, Vec<Notice>, Option<Vec<i32>>);

/// A game that begins with a listener.
#[derive(Clone)]
pub struct Heard(pub Core);

impl Beside for Heard {
    type Seen = Views;
    fn open(&self) -> Open {
        Running::open(&self.0).clone()
    }
    fn take(&mut self, index: usize) -> Result<(), Refused> {
        Running::answer(&mut self.0, index)
    }
    fn seen(&self) -> Views {
        let host = self.0.view(None);
        let seats = (0..host.outcomes.len()).map(SeatId::from);
        let mut views: Vec<BoardView> = seats.map(|s| self.0.view(Some(s))).collect();
        views.push(host);
        (views, self.0.notices().to_vec(), Running::points(&self.0))
    }
    fn fired(&self) -> BTreeMap<RuleId, u32> {
        Running::fired(&self.0)
    }
}

/// The same where nobody listens to what is told.
impl Beside for Core {
    type Seen = Laid;
    fn open(&self) -> Open {
        Running::open(self).clone()
    }
    fn take(&mut self, index: usize) -> Result<(), Refused> {
        self.go_on(index)
    }
    fn seen(&self) -> Laid {
        self.laid()
    }
    fn fired(&self) -> BTreeMap<RuleId, u32> {
        Running::fired(self)
    }
}

/// How a cut shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shows {
    /// Without it more could be answered: of these the first.
    More(Decision, Choice),
    /// Without it this could not be answered.
    Less(Decision, Choice),
    /// Without it somebody else is asked, or something else.
    Asked(Decision),
    /// After this answer the game stands otherwise.
    Stands(Decision, Choice),
    /// Without it rules run in a circle after this answer.
    Circle(Decision, Choice),
    /// The game begins otherwise, or ends otherwise.
    Ends,
}

/// What came of a cut in a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Noticed {
    /// Decisions at which it kept something from being answered.
    pub refused: u64,
    /// How it first showed, and after how many answers.
    pub first: Option<(u64, Shows)>,
}

/// What came of a game by the rules as they stand.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Played {
    /// Answers given.
    pub decisions: u64,
    /// Actions and offers: how often they were open and how often taken, and when first.
    pub open: BTreeMap<RuleId, Uses>,
    /// How often each rule fired.
    pub fired: BTreeMap<RuleId, u32>,
    /// Rules that fired each other without end.
    pub circle: Option<Vec<RuleId>>,
    /// What came of each cut.
    pub cuts: Vec<Noticed>,
}

/// See [`Played::open`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    /// Decisions at which it could be answered.
    pub open: u64,
    /// At which it was.
    pub taken: u64,
    /// The first of either, as the number of the decision: one that was taken, if any.
    pub first: u64,
}

/// A game by cut rules that has not shown a difference yet.
struct Shadow<G> {
    cut: usize,
    /// Go on counting what it keeps from being answered.
    counted: bool,
    game: G,
}

/// Plays a game at random beside the same by cut rules. A cut with `counted` is watched to the end of the game for what it
/// keeps from being answered.
pub fn side_by_side<G: Beside>(
    mut game: G,
    cuts: impl IntoIterator<Item = (bool, Option<G>)>,
    seed: u64,
    most: u64,
) -> Played {
    let mut chance = Stream::new(seed, Purpose::Chance);
    let mut players = Stream::new(seed, Purpose::Players);
    let mut played = Played::default();
    let mut shadows: Vec<Shadow<G>> = Vec::new();
    for (cut, (counted, game)) in cuts.into_iter().enumerate() {
        played.cuts.push(Noticed::default());
        shadows.extend(game.map(|game| Shadow { cut, counted, game }));
    }
    let start = game.seen();
    keep(&mut shadows, &mut played, |shadow| {
        (shadow.game.seen() != start).then_some(Shows::Ends)
    });
    while played.decisions < most {
        let open = game.open();
        let Open::Decision(decision) = &open else {
            keep(&mut shadows, &mut played, |shadow| {
                (shadow.game.open() != open).then_some(Shows::Ends)
            });
            break;
        };
        compare(&mut shadows, &mut played, decision);
        let stream = match decision.who {
            Who::Chance => &mut chance,
            Who::Seat(_) | Who::Clock => &mut players,
        };
        let index = pick(decision, stream);
        let Some(choice) = decision.options.get(index).cloned() else {
            break;
        };
        count_uses(&mut played, decision, &choice);
        match game.take(index) {
            Ok(()) => {}
            Err(Refused::Cycle(rules)) => {
                played.circle = Some(rules);
                break;
            }
            Err(_) => break,
        }
        let now = game.seen();
        keep(&mut shadows, &mut played, |shadow| {
            answer(shadow, decision, &choice, &now)
        });
        played.decisions += 1;
    }
    played.fired = game.fired();
    played
}

/// Drops the shadows that show a difference, and notes it.
fn keep<G>(
    shadows: &mut Vec<Shadow<G>>,
    played: &mut Played,
    mut shows: impl FnMut(&mut Shadow<G>) -> Option<Shows>,
) {
    let after = played.decisions;
    shadows.retain_mut(|shadow| {
        // a panic of rules nobody wrote is no difference that somebody could see
        let Ok(shown) = catch_unwind(AssertUnwindSafe(|| shows(shadow))) else {
            return false;
        };
        let Some(shown) = shown else { return true };
        let noticed = &mut played.cuts[shadow.cut];
        noticed.first.get_or_insert((after, shown));
        false
    });
}

/// Holds what is open against what is open by the cut rules.
fn compare<G: Beside>(shadows: &mut Vec<Shadow<G>>, played: &mut Played, decision: &Decision) {
    let after = played.decisions;
    let mut refused: Vec<(usize, Choice)> = Vec::new();
    keep(shadows, played, |shadow| {
        let open = shadow.game.open();
        let Open::Decision(other) = &open else {
            return Some(Shows::Ends);
        };
        if other == decision {
            return None;
        }
        let same = (&other.who, other.kind) == (&decision.who, decision.kind);
        if !same {
            return Some(Shows::Asked(decision.clone()));
        }
        let missing = decision.options.iter().find(|o| !other.options.contains(o));
        if let Some(missing) = missing {
            return Some(Shows::Less(decision.clone(), missing.clone()));
        }
        let more = other.options.iter().find(|o| !decision.options.contains(o));
        match more {
            Some(more) if shadow.counted => {
                refused.push((shadow.cut, more.clone()));
                None
            }
            Some(more) => Some(Shows::More(decision.clone(), more.clone())),
            None => Some(Shows::Asked(decision.clone())),
        }
    });
    for (cut, more) in refused {
        let noticed = &mut played.cuts[cut];
        noticed.refused += 1;
        let first = || (after, Shows::More(decision.clone(), more));
        noticed.first.get_or_insert_with(first);
    }
}

/// Gives a shadow the same answer.
fn answer<G: Beside>(
    shadow: &mut Shadow<G>,
    decision: &Decision,
    choice: &Choice,
    now: &G::Seen,
) -> Option<Shows> {
    let Open::Decision(other) = shadow.game.open() else {
        return Some(Shows::Ends);
    };
    let at = other.options.iter().position(|o| o == choice)?;
    if shadow.game.take(at).is_err() {
        return Some(Shows::Circle(decision.clone(), choice.clone()));
    }
    let stands = || Shows::Stands(decision.clone(), choice.clone());
    (shadow.game.seen() != *now).then(stands)
}

/// An answer at random; what is no move is picked more often than it would be among all the moves.
fn pick(decision: &Decision, stream: &mut Stream) -> usize {
    let count = decision.options.len();
    let index = random::pick(stream.next_value(), count, &decision.weights);
    if decision.kind != Kind::Act {
        return index;
    }
    let special: Vec<usize> = (decision.options.iter().enumerate())
        .filter(|(_, o)| !matches!(o, Choice::Move(..) | Choice::Pass))
        .map(|(i, _)| i)
        .collect();
    if special.is_empty() || !stream.next_value().is_multiple_of(3) {
        return index;
    }
    special[random::pick(stream.next_value(), special.len(), &[])]
}

fn count_uses(played: &mut Played, decision: &Decision, choice: &Choice) {
    let mut note = |rule: RuleId, taken: bool| {
        let now = played.decisions;
        let uses = played.open.entry(rule).or_insert(Uses {
            first: now,
            ..Uses::default()
        });
        if taken && uses.taken == 0 {
            uses.first = now;
        }
        uses.open += 1;
        uses.taken += u64::from(taken);
    };
    match (decision.kind, decision.rule) {
        (Kind::May, Some(rule)) => note(rule, *choice == Choice::Accept),
        _ => {
            let action = |o: &Choice| match o {
                Choice::Action(rule) | Choice::ActionOf(rule, _) => Some(*rule),
                _ => None,
            };
            let mut rules: Vec<RuleId> = decision.options.iter().filter_map(action).collect();
            rules.dedup();
            let taken = action(choice);
            rules.into_iter().for_each(|r| note(r, taken == Some(r)));
        }
    }
}

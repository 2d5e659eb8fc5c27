//! Finding the answers a line of a scenario means: the line itself, and those it may leave out because only one
//! leads to it.
use super::Stage;
use super::names::{offer_is_called, rule_is_called};
use super::point::Point;
use engine::ids::{KindId, SeatId, SquareId, TextId};
use engine::notation::{seat as seat_name, text};
use engine::play::{Choice, Decision, Kind, Who};
use engine::rules::{Answer, Play, Ruleset};

/// Decisions in a row that a line may leave out.
const MAX_LEFT_OUT: usize = 12;

/// Whether a choice is what an answer says, as far as the choice alone tells.
pub fn plain(choice: &Choice, answer: &Answer) -> bool {
    match (choice, answer) {
        (Choice::Move(a, b), Answer::Move(c, d, None)) => a == c && b == d,
        (Choice::Square(s) | Choice::Piece(s), Answer::Square(t)) => s == t,
        (Choice::Kind(k) | Choice::Held(_, k, _), Answer::Kind(l)) => k == l,
        // of several like cards the second that is offered
        (Choice::Held(i, ..), Answer::Number(n)) => i32::from(*i) + 1 == i32::from(*n),
        (Choice::Seat(s), Answer::Seat(t)) => s == t,
        (Choice::Army(a), Answer::Army(b)) => a == b,
        (Choice::Number(n), Answer::Number(m)) => n == m,
        (Choice::Decline | Choice::Done | Choice::Pass, Answer::Nothing) => true,
        _ => false,
    }
}

/// Whether option `choice` of a decision is what an answer says.
pub fn is(rules: &Ruleset, decision: &Decision, choice: &Choice, answer: &Answer) -> bool {
    let Answer::Name(name) = answer else {
        return plain(choice, answer);
    };
    named(rules, decision, choice, *name)
}

fn named(rules: &Ruleset, decision: &Decision, choice: &Choice, name: TextId) -> bool {
    let name_text = text(rules, name);
    match choice {
        Choice::Action(rule) | Choice::Rule(rule) => rule_is_called(rules, *rule, name_text),
        Choice::Accept => offer_is_called(rules, decision, name_text),
        Choice::Branch(branch) => *branch == name || text(rules, *branch) == name_text,
        Choice::Side(side) => engine::notation::side(rules, *side) == name_text,
        _ => false,
    }
}

/// The point after `play` by `seat`, with everything it leaves out.
///
/// # Errors
/// A sentence: it is not possible, or several ways lead to it.
pub fn play<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    play: &Play,
) -> Result<Point<G>, String> {
    let mut ways = Vec::new();
    // the shortest way is meant; two of them are one too many
    for left in 0..=MAX_LEFT_OUT {
        let farther = lead_to(rules, point, seat, play, left, &mut ways);
        if !ways.is_empty() || !farther {
            break;
        }
    }
    match ways.len() {
        1 => Ok(ways.remove(0)),
        0 => Err(not_possible(rules, point, seat)),
        _ => Err("two ways lead to this line; write the answers between (E143)".to_string()),
    }
}

fn not_possible<G: Stage>(rules: &Ruleset, point: &Point<G>, seat: SeatId) -> String {
    match point.decision() {
        None => "the game is over".to_string(),
        Some(d) if d.who != Who::Seat(seat) => format!(
            "{} is to decide, not {} (E144)",
            engine::notation::who(rules, &d.who),
            seat_name(rules, seat)
        ),
        Some(d) => format!("not possible; open: {}", options(rules, d)),
    }
}

/// The options of a decision in words, the first few.
pub fn options(rules: &Ruleset, decision: &Decision) -> String {
    const SHOWN: usize = 30;
    let mut words: Vec<String> = (decision.options.iter())
        .take(SHOWN)
        .map(|choice| super::run::option_text(rules, decision, choice))
        .collect();
    if decision.options.len() > SHOWN {
        words.push(format!("and {} more", decision.options.len() - SHOWN));
    }
    words.join(", ")
}

/// All points at which the play has been made, after so many answers it may leave out: those with one option, and offers and
/// branches of the seat itself. Whether more answers would lead farther.
fn lead_to<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    play: &Play,
    left: usize,
    ways: &mut Vec<Point<G>>,
) -> bool {
    if let Some(done) = make(rules, point, seat, play) {
        ways.push(done);
        return false;
    }
    let Some(decision) = point.decision() else {
        return false;
    };
    let offered = matches!(decision.kind, Kind::May | Kind::Either);
    let open = decision.options.len() == 1 || offered && decision.who == Who::Seat(seat);
    if !open {
        return false;
    }
    if left == 0 {
        return true;
    }
    let mut farther = false;
    for index in 0..decision.options.len() {
        if let Ok(next) = point.after(index) {
            farther |= lead_to(rules, &next, seat, play, left - 1, ways);
        }
        if ways.len() > 1 {
            return farther;
        }
    }
    farther
}

/// The point after the play, if it answers the open decision.
fn make<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    play: &Play,
) -> Option<Point<G>> {
    match play {
        Play::Resign => return point.after_table(seat, "resign"),
        Play::Named(name, object) => {
            if let Some(done) = first(rules, point, seat, &Answer::Name(*name)) {
                return match object {
                    Some(object) => choose(
                        rules,
                        &forced(&done, seat),
                        seat,
                        std::slice::from_ref(object),
                    ),
                    None => Some(done),
                };
            }
            return point.after_table(seat, text(rules, *name));
        }
        _ => {}
    }
    match play {
        Play::Move(from, to, promoted) => {
            let done = first(rules, point, seat, &Answer::Move(*from, *to, None))?;
            match promoted {
                None => Some(done),
                Some(kind) => first(rules, &forced(&done, seat), seat, &Answer::Kind(*kind)),
            }
        }
        Play::Choose(answers) => choose(rules, point, seat, answers),
        Play::Accept(name) => {
            let decision = point.decision_of(seat)?;
            let index = decision.options.iter().position(|c| *c == Choice::Accept)?;
            let meant = name.is_none_or(|n| offer_is_called(rules, decision, text(rules, n)));
            meant.then(|| point.after(index).ok()).flatten()
        }
        Play::Decline(name) => {
            let decision = point.decision_of(seat)?;
            let index = decision
                .options
                .iter()
                .position(|c| *c == Choice::Decline)?;
            let meant = name.is_none_or(|n| offer_is_called(rules, decision, text(rules, n)));
            meant.then(|| point.after(index).ok()).flatten()
        }
        Play::Pass => {
            let decision = point.decision_of(seat)?;
            let index = decision.options.iter().position(|c| *c == Choice::Pass)?;
            point.after(index).ok()
        }
        Play::From(_) | Play::Resign | Play::Named(..) => None,
    }
}

/// The point after the first option that is what the answer says.
fn first<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    answer: &Answer,
) -> Option<Point<G>> {
    let decision = point.decision_of(seat)?;
    let index = decision
        .options
        .iter()
        .position(|c| is(rules, decision, c, answer))?;
    point.after(index).ok()
}

/// The point after decisions with one answer that are not this seat's.
fn forced<G: Stage>(point: &Point<G>, seat: SeatId) -> Point<G> {
    point.waiting_for(seat).unwrap_or_else(|_| point.clone())
}

/// The point after the whole answer of the open choice: every item once, in whatever order the engine asks, then
/// no more.
fn choose<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    answers: &[Answer],
) -> Option<Point<G>> {
    let decision = point.decision_of(seat)?;
    if decision.kind == Kind::Deal {
        return deal(rules, point, seat, answers);
    }
    let asked = (decision.kind, decision.rule, decision.label);
    let mut budget = MAX_ORDERS;
    take(rules, point, seat, answers, asked, &mut budget)
}

/// Answers tried in all orders of one choice together.
const MAX_ORDERS: usize = 300;

type Asked = (Kind, Option<engine::ids::RuleId>, Option<TextId>);

fn take<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    answers: &[Answer],
    asked: Asked,
    budget: &mut usize,
) -> Option<Point<G>> {
    if answers.is_empty() {
        return Some(no_more(point, seat, asked));
    }
    for (i, answer) in answers.iter().enumerate() {
        *budget = budget.checked_sub(1)?;
        let next = match answer {
            Answer::Move(from, to, Some(kind)) => {
                first(rules, point, seat, &Answer::Move(*from, *to, None))
                    .and_then(|p| first(rules, &forced(&p, seat), seat, &Answer::Kind(*kind)))
            }
            _ => first(rules, point, seat, answer),
        };
        let Some(next) = next else { continue };
        let mut rest = answers.to_vec();
        rest.remove(i);
        if let Some(done) = take(rules, &next, seat, &rest, asked, budget) {
            return Some(done);
        }
    }
    None
}

/// Says "no more" where the same choice is still open and allows it.
fn no_more<G: Stage>(point: &Point<G>, seat: SeatId, asked: Asked) -> Point<G> {
    let done = point.decision_of(seat).and_then(|d| {
        let same = (d.kind, d.rule, d.label) == asked && d.picked > 0;
        let index = d.options.iter().position(|c| *c == Choice::Done)?;
        same.then_some(index)
    });
    done.and_then(|index| point.after(index).ok())
        .unwrap_or_else(|| point.clone())
}

/// Things dealt over places. The engine asks either place by place (in the order of the board) for the thing, or thing by
/// thing (in the order of the row) for the place, like things to places that never fall; what can go only one way
/// it does not ask.
fn deal<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    answers: &[Answer],
) -> Option<Point<G>> {
    if answers.iter().all(|a| matches!(a, Answer::Kind(_))) {
        return deal_to_kinds(rules, point, seat, answers);
    }
    let mut pairs: Vec<(SquareId, KindId)> = Vec::new();
    for answer in answers {
        let Answer::Deal(square, kind) = answer else {
            return None;
        };
        pairs.push((*square, *kind));
    }
    pairs.sort_by_key(|(square, _)| *square);
    let decision = point.decision_of(seat)?;
    let dealing = |p: &Point<G>| p.decision_of(seat).is_some_and(|d| d.kind == Kind::Deal);
    let mut point = point.clone();
    if decision
        .options
        .iter()
        .any(|c| matches!(c, Choice::Kind(_)))
    {
        for (_, kind) in pairs {
            if dealing(&point) {
                point = first(rules, &point, seat, &Answer::Kind(kind))?;
            }
        }
        return Some(point);
    }
    let places: Vec<SquareId> = (decision.options.iter())
        .filter_map(|c| match c {
            Choice::Piece(s) | Choice::Square(s) => Some(*s),
            _ => None,
        })
        .collect();
    let mut last: Option<(KindId, usize)> = None;
    for kind in super::names::dealt(rules, decision) {
        let i = pairs.iter().position(|(_, k)| *k == kind)?;
        let (square, _) = pairs.remove(i);
        let place = places.iter().position(|p| *p == square)?;
        let from = last
            .filter(|(k, _)| *k == kind)
            .map_or(0, |(_, place)| place);
        if places.len() - from > 1 {
            point = first(rules, &point, seat, &Answer::Square(square))?;
        }
        last = Some((kind, place));
    }
    pairs.is_empty().then_some(point)
}

/// Things dealt to places that are no squares: the thing for each place, in the order in which they are asked for.
fn deal_to_kinds<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    answers: &[Answer],
) -> Option<Point<G>> {
    let mut point = point.clone();
    for answer in answers {
        let open = point.decision_of(seat);
        if open.is_some_and(|d| d.kind == Kind::Deal) {
            point = first(rules, &point, seat, answer)?;
        }
    }
    Some(point)
}

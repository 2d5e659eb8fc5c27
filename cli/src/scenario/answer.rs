//! Finding the answers a line of a scenario means: the line itself, and those it may leave out because only one
//! leads to it.
use super::Stage;
use super::names::{offer_is_called, rule_is_called};
use super::point::{Act, Point};
use super::say;
use engine::ids::{KindId, SeatId, SquareId, TextId};
use engine::notation::text;
use engine::play::{Choice, Decision, Kind, Who};
use engine::rules::{Answer, Holder, Play, Ruleset};

/// Decisions in a row that a line may leave out.
const MAX_LEFT_OUT: usize = 12;

/// Whether a choice is what an answer says, as far as the choice alone tells.
pub fn plain(choice: &Choice, answer: &Answer) -> bool {
    match (choice, answer) {
        (Choice::Move(a, b), Answer::Move(c, d, None)) => a == c && b == d,
        (Choice::Border(a, b), Answer::Move(c, d, None)) => (a, b) == (c.min(d), c.max(d)),
        (Choice::Square(s) | Choice::Piece(s), Answer::Square(t)) => s == t,
        (Choice::Kind(k) | Choice::Held(_, k, _), Answer::Kind(l)) => k == l,
        // of several like cards the second that is offered
        (Choice::Held(i, ..), Answer::Number(n)) => i32::from(*i) + 1 == i32::from(*n),
        (Choice::Seat(s), Answer::Seat(t)) => s == t,
        (Choice::Army(a), Answer::Army(b)) => a == b,
        (Choice::Number(n), Answer::Number(m)) => n == m,
        (Choice::Text(t), Answer::Name(n)) => t == n,
        (Choice::Decline | Choice::Done | Choice::Pass, Answer::Nothing) => true,
        _ => false,
    }
}

/// Whether option `choice` of a decision is what an answer says.
pub fn is(rules: &Ruleset, decision: &Decision, choice: &Choice, answer: &Answer) -> bool {
    match answer {
        Answer::Name(name) => named(rules, decision, choice, *name),
        Answer::With(name, at) => {
            matches!(choice, Choice::ActionOf(rule, on) if on == at
                && rule_is_called(rules, *rule, text(rules, *name)))
        }
        _ => plain(choice, answer),
    }
}

fn named(rules: &Ruleset, decision: &Decision, choice: &Choice, name: TextId) -> bool {
    let name_text = text(rules, name);
    match choice {
        Choice::Action(rule) | Choice::ActionOf(rule, _) | Choice::Rule(rule) => {
            rule_is_called(rules, *rule, name_text)
        }
        Choice::Accept => offer_is_called(rules, decision, name_text),
        Choice::Text(branch) => *branch == name || text(rules, *branch) == name_text,
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
    let mut found = ways(rules, point, seat, play);
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(fault(rules, point, seat, play)
            .unwrap_or_else(|| not_possible(rules, point, seat, play))),
        _ => {
            let each: Vec<String> = found.iter().map(|w| steps(rules, point, w)).collect();
            Err(format!(
                "two ways lead to this line: {}; write the answers between (E143)",
                each.join(", or ")
            ))
        }
    }
}

/// How the seat comes to make the play, if it can.
pub fn way<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    play: &Play,
) -> Option<String> {
    let found = ways(rules, point, seat, play);
    let Some(first) = found.first() else {
        return fault(rules, point, seat, play);
    };
    let left_out = first.way.len() > point.way.len() + 1;
    Some(match left_out {
        true => format!("it can be played: {}", steps(rules, point, first)),
        false => format!("it is offered: {}", steps(rules, point, first)),
    })
}

/// The play is open, and no point comes after it: rules run in a circle.
fn fault<G: Stage>(rules: &Ruleset, point: &Point<G>, seat: SeatId, play: &Play) -> Option<String> {
    let wanted = match play {
        Play::Named(name, _) => Answer::Name(*name),
        Play::With(name, at, _) => Answer::With(*name, *at),
        Play::Move(from, to, _) => Answer::Move(*from, *to, None),
        Play::Choose(_)
        | Play::Accept(_)
        | Play::Decline(_)
        | Play::Resign
        | Play::Pass
        | Play::From(_) => return None,
    };
    let decision = point.decision_of(seat)?;
    let mut options = decision.options.iter().enumerate();
    let meant = options.find(|(_, c)| is(rules, decision, c, &wanted));
    let fault = meant.and_then(|(index, _)| point.after(index).err())?;
    Some(format!("it is offered, and a fault comes of it: {fault}"))
}

/// The shortest ways on which the play is made; more than one: it is not clear which is meant.
fn ways<G: Stage>(rules: &Ruleset, point: &Point<G>, seat: SeatId, play: &Play) -> Vec<Point<G>> {
    let mut ways = Vec::new();
    // the shortest way is meant; two of them are one too many
    for left in 0..=MAX_LEFT_OUT {
        let farther = lead_to(rules, point, seat, play, left, &mut ways);
        if !ways.is_empty() || !farther {
            break;
        }
    }
    ways
}

/// The answers on the way from one point to another.
fn steps<G: Stage>(rules: &Ruleset, from: &Point<G>, to: &Point<G>) -> String {
    let mut point = from.clone();
    let mut words = Vec::new();
    for act in to.way.iter().skip(from.way.len()) {
        let next = match act {
            Act::Answer(index) => {
                if let Some(d) = point.decision() {
                    let choice = d.options.get(*index);
                    let said = choice.map(|c| say::option(rules, d, c));
                    words.extend(said.filter(|_| matches!(d.who, Who::Seat(_))));
                }
                point.step(*index)
            }
            Act::Table(seat, name) => {
                words.push(name.clone());
                point.after_table(*seat, name)
            }
        };
        match next {
            Some(next) => point = next,
            None => break,
        }
    }
    words.join(", then ")
}

fn not_possible<G: Stage>(rules: &Ruleset, point: &Point<G>, seat: SeatId, play: &Play) -> String {
    match point.decision() {
        None => "the game is over".to_string(),
        Some(d) if d.who != Who::Seat(seat) => super::run::another(rules, d, seat),
        Some(d) => {
            let object = matches!(play, Play::Named(_, Some(_)) | Play::With(_, _, Some(_)));
            let hint = match object {
                true => "; the word behind the name is what is chosen next",
                false => "",
            };
            format!("not possible; {}{hint}", say::question(rules, d))
        }
    }
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
    let made = make(rules, point, seat, play);
    if !made.is_empty() {
        ways.extend(made);
        return false;
    }
    let Some(decision) = point.decision() else {
        return false;
    };
    if let Some(index) = point.beginning_of(seat) {
        let begun = point.after(index);
        return begun.is_ok_and(|next| lead_to(rules, &next, seat, play, left, ways));
    }
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

/// The points after the play, if it answers the open decision; several, if several options bear the name.
fn make<G: Stage>(rules: &Ruleset, point: &Point<G>, seat: SeatId, play: &Play) -> Vec<Point<G>> {
    let with_object = |done: Point<G>, object: &Option<Answer>| match object {
        Some(object) => choose(
            rules,
            &forced(&done, seat),
            seat,
            std::slice::from_ref(object),
        ),
        None => Some(done),
    };
    let one = |wanted: Choice, name: &Option<TextId>| {
        let decision = point.decision_of(seat)?;
        let index = decision.options.iter().position(|c| *c == wanted)?;
        let meant = name.is_none_or(|n| offer_is_called(rules, decision, text(rules, n)));
        meant.then(|| point.after(index).ok()).flatten()
    };
    let done = match play {
        Play::Resign => point.after_table(seat, "resign"),
        Play::Named(name, object) => {
            let named = all(rules, point, seat, &Answer::Name(*name));
            if !named.is_empty() {
                return (named.into_iter())
                    .filter_map(|done| with_object(done, object))
                    .collect();
            }
            (point.after_table(seat, text(rules, *name))).and_then(|done| with_object(done, object))
        }
        Play::With(name, at, object) => {
            let of_the_only_one = || {
                let only = is_only_piece_with(rules, point, seat, *name, *at);
                only.then(|| first(rules, point, seat, &Answer::Name(*name)))?
            };
            first(rules, point, seat, &Answer::With(*name, *at))
                .or_else(of_the_only_one)
                .and_then(|done| with_object(done, object))
        }
        Play::Move(from, to, None) => first(rules, point, seat, &Answer::Move(*from, *to, None)),
        Play::Move(from, to, Some(kind)) => promoting(rules, point, seat, *from, *to, *kind),
        Play::Choose(answers) => choose(rules, point, seat, answers),
        Play::Accept(name) => one(Choice::Accept, name),
        Play::Decline(name) => one(Choice::Decline, name),
        Play::Pass => one(Choice::Pass, &None),
        Play::From(_) => None,
    };
    done.into_iter().collect()
}

/// The open action of this name is that of a kind, of which the player has no piece but the one on this square: such an action is
/// offered without a square.
fn is_only_piece_with<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    name: TextId,
    at: SquareId,
) -> bool {
    let options = point
        .decision_of(seat)
        .map_or(&[][..], |d| d.options.as_slice());
    let kind = options.iter().find_map(|choice| match choice {
        Choice::Action(rule) if rule_is_called(rules, *rule, text(rules, name)) => {
            match rules.rules[rule.index()].holder {
                Holder::Kind(kind) => Some(kind),
                Holder::Game | Holder::EachSeat | Holder::Power(_) => None,
            }
        }
        _ => None,
    });
    let view = point.game.view(None);
    let of_kind = |kind| {
        let seen = view.pieces.iter();
        seen.filter(move |p| p.kind == kind && p.seat == Some(seat))
    };
    kind.is_some_and(|kind| of_kind(kind).count() == 1 && of_kind(kind).all(|p| p.square == at))
}

/// The point after a move that promotes to a kind.
fn promoting<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    from: SquareId,
    to: SquareId,
    kind: KindId,
) -> Option<Point<G>> {
    let decision = point.decision_of(seat)?;
    let wanted = Answer::Move(from, to, None);
    let index = (decision.options.iter()).position(|c| is(rules, decision, c, &wanted))?;
    promoted(point, index, to, kind)
}

/// The point after a move and the kind it promotes to. Where it can promote to one kind alone nobody is asked, and that is it.
pub fn promoted<G: Stage>(
    point: &Point<G>,
    index: usize,
    to: SquareId,
    kind: KindId,
) -> Option<Point<G>> {
    let who = point.decision()?.who.clone();
    let Some(Choice::Move(from, _)) = point.decision()?.options.get(index) else {
        return None;
    };
    let stands = |p: &Point<G>, at: SquareId| {
        let view = p.game.view(None);
        (view.pieces.iter()).any(|seen| seen.square == at && seen.kind == kind)
    };
    let was = stands(point, *from);
    let next = point.after(index).ok()?;
    let next = match who {
        Who::Seat(seat) => forced(&next, seat),
        _ => next,
    };
    let asked = next.decision().filter(|d| d.who == who);
    if let Some(index) = asked.and_then(|d| d.options.iter().position(|c| *c == Choice::Kind(kind)))
    {
        return next.after(index).ok();
    }
    let alone = !was && stands(&next, to);
    alone.then_some(next)
}

/// The points after every option that is what the answer says; of those that bear a name the ones whose label it is, if there
/// are such.
fn all<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    answer: &Answer,
) -> Vec<Point<G>> {
    let Some(decision) = point.decision_of(seat) else {
        return Vec::new();
    };
    let options = || decision.options.iter().enumerate();
    let fits = options().filter(|(_, c)| is(rules, decision, c, answer));
    let mut found: Vec<usize> = fits.map(|(i, _)| i).collect();
    if let Answer::Name(name) = answer {
        let labelled = |i: &usize| match &decision.options[*i] {
            Choice::Action(rule) | Choice::ActionOf(rule, _) | Choice::Rule(rule) => {
                rules.rules[rule.index()].label.map(|l| text(rules, l)) == Some(text(rules, *name))
            }
            _ => false,
        };
        if found.iter().any(labelled) {
            found.retain(labelled);
        }
    }
    found
        .into_iter()
        .filter_map(|i| point.after(i).ok())
        .collect()
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
            Answer::Move(from, to, Some(kind)) => promoting(rules, point, seat, *from, *to, *kind),
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

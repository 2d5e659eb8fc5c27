//! Expectations of a scenario.
use super::point::Point;
use super::run::{asked, choices_of};
use super::{Stage, answer, say, sound};
use crate::render::counted;
use engine::ids::{BoardId, KindId, SeatId, SquareId};
use engine::notation::{self, place, text};
use engine::play::{BoardView, Choice, Decision, Kind, NoticeSays, Open, Outcome, SeenPiece, Who};
use engine::position_text::{cell, directional, seat_facing};
use engine::rules::{Answer, Holder, Placed, Play, Ruleset, ScriptSays};
use std::collections::{BTreeMap, BTreeSet};

/// Whether an expectation comes true at a point.
///
/// # Errors
/// A sentence: what is so instead.
pub fn holds<G: Stage>(rules: &Ruleset, point: &Point<G>, says: &ScriptSays) -> Result<(), String> {
    let game = &point.game;
    let view = || game.view(None);
    let outcome = |seat: SeatId| {
        view()
            .outcomes
            .get(seat.index())
            .copied()
            .unwrap_or(Outcome::None)
    };
    match says {
        ScriptSays::Offered {
            seat,
            from,
            only,
            answers,
        } => offered(rules, point, *seat, *from, *only, answers),
        ScriptSays::Asked(seat) => asked(rules, point, *seat).map(|_| ()),
        ScriptSays::Cannot { seat, what, tag } => cannot(rules, point, *seat, what, tag.as_deref()),
        ScriptSays::Count {
            seat,
            from,
            moves,
            number,
        } => count(rules, point, *seat, *from, *moves, *number),
        ScriptSays::Position(board, placed) => position(rules, *board, placed, &view()),
        ScriptSays::Then(cond) => match game.holds(cond) {
            true => sound::asked_of_something(game, cond),
            false => Err(format!("not so: {}", say::instead(game, cond))),
        },
        ScriptSays::Won(seat) => {
            let now = outcome(*seat);
            expect(now == Outcome::Win, &result_so(game, *seat, now))
        }
        ScriptSays::Lost(seat, to) => {
            let now = outcome(*seat);
            expect(now == Outcome::Loss, &result_so(game, *seat, now))?;
            let Some(to) = to else { return Ok(()) };
            let conqueror = game.conqueror(*seat);
            let name = conqueror.map_or("nobody", |s| notation::seat(rules, s));
            expect(conqueror == Some(*to), &format!("it lost to {name}"))
        }
        ScriptSays::Not(inner) if sound::of_nothing(game, inner) => Err(sound::NOTHING.to_string()),
        ScriptSays::Not(inner) => match (holds(rules, point, inner), inner.as_ref()) {
            (Err(_), ScriptSays::Asked(seat)) => match point.waiting_for(*seat)?.decision() {
                Some(d) if d.who == Who::Chance => Err(say::question(rules, d)),
                Some(_) | None => Ok(()),
            },
            (Err(_), _) => Ok(()),
            (Ok(()), ScriptSays::Asked(seat)) => {
                let decision = asked(rules, point, *seat)?;
                Err(format!("it is: {}", super::say::question(rules, &decision)))
            }
            (Ok(()), _) => Err("it is so all the same".to_string()),
        },
        ScriptSays::Drawn => match game.open() {
            Open::Over(outcomes) => expect(
                outcomes.contains(&Outcome::Draw) && !outcomes.contains(&Outcome::Win),
                "the game has ended otherwise",
            ),
            Open::Decision(_) => Err("the game is not over".to_string()),
        },
        ScriptSays::Over => expect(matches!(game.open(), Open::Over(_)), "the game is not over"),
        ScriptSays::SeenBy(value, who) => {
            let expected: BTreeSet<SeatId> = game.seats(who).into_iter().collect();
            let seen: BTreeSet<SeatId> = game.seen_by(value).into_iter().collect();
            let names: Vec<&str> = seen.iter().map(|s| notation::seat(rules, *s)).collect();
            expect(
                seen == expected,
                &format!("it is seen by: {}", names.join(", ")),
            )
        }
        ScriptSays::Told(seat, what, with) => {
            let heard = heard(rules, point, *seat);
            let told = |(said, squares): &(String, Vec<SquareId>)| {
                said == what && (with.is_empty() || squares == with)
            };
            let all: Vec<String> = heard.iter().map(|h| in_words(rules, h)).collect();
            expect(heard.iter().any(told), &told_so(&all))
        }
        ScriptSays::ToldCheck(seat, checked) => {
            let told = point.told.iter().any(|notice| {
                notice.says == NoticeSays::InCheck(*checked)
                    && notice.to.as_ref().is_none_or(|to| to.contains(seat))
            });
            let all: Vec<String> = heard(rules, point, *seat)
                .iter()
                .map(|h| in_words(rules, h))
                .collect();
            expect(told, &format!("it was not told so; {}", told_so(&all)))
        }
        ScriptSays::Given(_)
        | ScriptSays::StartsTurn(_)
        | ScriptSays::Answer(..)
        | ScriptSays::Die(_)
        | ScriptSays::Shuffle(_)
        | ScriptSays::TimeUp
        | ScriptSays::Spared { .. }
        | ScriptSays::Perft { .. }
        | ScriptSays::Solved { .. }
        | ScriptSays::Force { .. } => Err("this line is no expectation".to_string()),
    }
}

fn expect(so: bool, otherwise: &str) -> Result<(), String> {
    if so {
        Ok(())
    } else {
        Err(otherwise.to_string())
    }
}

fn in_words(rules: &Ruleset, (said, squares): &(String, Vec<SquareId>)) -> String {
    let names: Vec<String> = squares
        .iter()
        .map(|s| notation::square(rules, *s))
        .collect();
    match names.is_empty() {
        true => format!("\"{said}\""),
        false => format!("\"{said}\" with {}", names.join(", ")),
    }
}

/// The result of a seat in words; of a game that is over, what it came to.
fn result_so<G: Stage>(game: &G, seat: SeatId, now: Outcome) -> String {
    let over = matches!(game.open(), Open::Over(_));
    let points = game.points().and_then(|all| all.get(seat.index()).copied());
    let points = points.map_or(String::new(), |n| format!("; it has {n} points"));
    match now {
        Outcome::Win => "it has won".to_string(),
        Outcome::Loss => "it has lost".to_string(),
        Outcome::Draw => "it has drawn".to_string(),
        Outcome::Playing | Outcome::None if over => {
            format!("the game is over, and it has neither won nor lost{points}")
        }
        Outcome::Playing | Outcome::None => format!("it is still playing{points}"),
    }
}

fn told_so(all: &[String]) -> String {
    match all {
        [] => "it was told nothing since the last act".to_string(),
        all => format!("it was told {}", all.join(", ")),
    }
}

/// The texts a seat was told since the last act, and the squares they name, in the order of the board.
fn heard<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
) -> Vec<(String, Vec<SquareId>)> {
    (point.told.iter())
        .filter(|notice| notice.to.as_ref().is_none_or(|to| to.contains(&seat)))
        .filter_map(|notice| match &notice.says {
            NoticeSays::Text(id, squares) => {
                let mut squares = squares.clone();
                squares.sort();
                Some((text(rules, *id).to_string(), squares))
            }
            NoticeSays::InCheck(_) => None,
        })
        .collect()
}

/// An answer that can be given, and where: at the open decision, or behind an offer that it accepts.
struct Offer<G> {
    point: Point<G>,
    decision: Decision,
    index: usize,
}

impl<G: Stage> Offer<G> {
    fn choice(&self) -> &Choice {
        &self.decision.options[self.index]
    }

    fn is(&self, rules: &Ruleset, from: Option<SquareId>, expected: &Answer) -> bool {
        match (from, expected, self.choice()) {
            (Some(_), Answer::Square(to), Choice::Move(_, end)) => end == to,
            _ => fits(rules, &self.point, &self.decision, self.index, expected),
        }
    }
}

/// What a seat can answer. Where an offer is open and the line speaks of what comes behind it, the offer is looked
/// through: declining is then `nothing`, accepting is whatever can be answered next.
fn answers_open<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    answers: &[Answer],
) -> Result<Vec<Offer<G>>, String> {
    let decision = asked(rules, point, seat)?;
    let point = point.waiting_for(seat)?;
    let all = |point: &Point<G>, decision: &Decision| -> Vec<Offer<G>> {
        (0..decision.options.len())
            .map(|index| Offer {
                point: point.clone(),
                decision: decision.clone(),
                index,
            })
            .collect()
    };
    let direct = all(&point, &decision);
    let behind = answers.iter().any(|a| {
        !matches!(a, Answer::Name(_) | Answer::With(..) | Answer::Nothing)
            && !direct.iter().any(|o| o.is(rules, None, a))
    });
    if decision.kind != Kind::May || !behind {
        return Ok(direct);
    }
    let mut open = Vec::new();
    for one in direct {
        if *one.choice() != Choice::Accept {
            open.push(one);
            continue;
        }
        let next = one.point.after(one.index)?.waiting_for(seat)?;
        match next.decision_of(seat) {
            Some(decision) => open.extend(all(&next, decision)),
            None => open.push(one),
        }
    }
    Ok(open)
}

/// Options that a message still lists.
const MOST_LISTED: usize = 60;

fn count<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    from: Option<SquareId>,
    moves: bool,
    number: u32,
) -> Result<(), String> {
    let decision = asked(rules, point, seat)?;
    let counts = |choice: &&Choice| match choice {
        Choice::Move(start, _) => from.is_none_or(|square| square == *start),
        _ => !moves,
    };
    let all: Vec<&Choice> = decision.options.iter().filter(counts).collect();
    if all.len() == number as usize {
        let start = from.filter(|_| number == 0);
        return start.map_or(Ok(()), |square| stands_on(rules, point, square));
    }
    let what = if moves { "move" } else { "option" };
    let said = format!(
        "{} has {}",
        notation::seat(rules, seat),
        counted(all.len(), what)
    );
    if all.is_empty() || all.len() > MOST_LISTED {
        return Err(said);
    }
    let listed = say::options(rules, all.into_iter().map(|choice| (&decision, choice)));
    Err(format!("{said}: {listed}"))
}

fn offered<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    from: Option<SquareId>,
    only: bool,
    answers: &[Answer],
) -> Result<(), String> {
    let moves_from = |one: &Offer<G>| match (from, one.choice()) {
        (None, _) => true,
        (Some(square), Choice::Move(start, _)) => *start == square,
        (Some(_), _) => false,
    };
    let considered: Vec<Offer<G>> = answers_open(rules, point, seat, answers)?
        .into_iter()
        .filter(moves_from)
        .collect();
    let name = |one: &Offer<G>| say::option(rules, &one.decision, one.choice());
    let open = || {
        say::options(
            rules,
            considered.iter().map(|one| (&one.decision, one.choice())),
        )
    };
    for expected in answers {
        if !considered.iter().any(|one| one.is(rules, from, expected)) {
            return Err(format!(
                "{} is not offered; open: {}",
                say::answer(rules, expected),
                open()
            ));
        }
    }
    let extra = |one: &&Offer<G>| !answers.iter().any(|a| one.is(rules, from, a));
    if only && let Some(one) = considered.iter().find(extra) {
        return Err(format!("{} is offered too; open: {}", name(one), open()));
    }
    Ok(())
}

/// Whether an option is what an answer says; of a move with a promotion the promotion must follow, of a thing dealt
/// to a place either half is asked.
fn fits<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    decision: &Decision,
    index: usize,
    expected: &Answer,
) -> bool {
    let choice = &decision.options[index];
    match expected {
        Answer::Move(from, to, Some(kind)) => {
            *choice == Choice::Move(*from, *to)
                && answer::promoted(point, index, *to, *kind).is_some()
        }
        Answer::Deal(square, kind) => {
            answer::plain(choice, &Answer::Square(*square))
                || answer::plain(choice, &Answer::Kind(*kind))
        }
        _ => answer::is(rules, decision, choice, expected),
    }
}

fn cannot<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
    what: &Play,
    tag: Option<&str>,
) -> Result<(), String> {
    let decision = asked(rules, point, seat)?;
    let point = point.waiting_for(seat)?;
    if let Some(empty) = empty_start(rules, &point, what) {
        return Err(empty);
    }
    if let Play::From(square) = what {
        let starts = |c: &&Choice| matches!(c, Choice::Move(from, _) if from == square);
        let moves: Vec<&Choice> = decision.options.iter().filter(starts).collect();
        if let Some(one) = moves.first() {
            return Err(format!("{} is offered", say::option(rules, &decision, one)));
        }
        let Some(tag) = tag else { return Ok(()) };
        return refused_from(rules, &point, *square, tag);
    }
    if let Some(never) = never_an_answer(rules, &decision, what) {
        return Err(never);
    }
    let possible = match what {
        // A declined offer is about the open one; so is no more of the open choice.
        Play::Decline(_) => {
            (decision.options.contains(&Choice::Decline)).then(|| "it is offered".to_string())
        }
        _ => answer::way(rules, &point, seat, what),
    };
    if let Some(how) = possible {
        return Err(how);
    }
    let Some(tag) = tag else { return Ok(()) };
    let mut last = format!("no reason can be given; [{tag}] was expected");
    for choice in choices_of(rules, &decision, what) {
        match tagged(rules, &point, &choice, tag) {
            Ok(()) => return Ok(()),
            Err(message) => last = message,
        }
    }
    Err(last)
}

/// Where no piece stands no move begins, so that none can be made there says nothing.
fn empty_start<G: Stage>(rules: &Ruleset, point: &Point<G>, what: &Play) -> Option<String> {
    let (Play::Move(from, ..) | Play::From(from)) = what else {
        return None;
    };
    stands_on(rules, point, *from).err()
}

/// A piece stands on a square from which nothing can be played.
fn stands_on<G: Stage>(rules: &Ruleset, point: &Point<G>, square: SquareId) -> Result<(), String> {
    let view = point.game.view(None);
    if view.pieces.iter().any(|p| p.square == square) {
        return Ok(());
    }
    let square = notation::square(rules, square);
    Err(format!(
        "nothing stands on {square}, so nothing is refused there"
    ))
}

/// What could be no answer to this decision in any position: a kind where squares are chosen, the action of a piece that is none.
fn never_an_answer(rules: &Ruleset, decision: &Decision, what: &Play) -> Option<String> {
    match what {
        Play::Choose(answers) if decision.kind == Kind::Choose => {
            let fits = |a: &Answer, o: &Choice| match a {
                Answer::Kind(_) => matches!(o, Choice::Kind(_) | Choice::Held(..)),
                Answer::Seat(_) => matches!(o, Choice::Seat(_) | Choice::Side(_)),
                // what lies in a zone is chosen by its kind
                Answer::Square(_) => !matches!(o, Choice::Held(..) | Choice::Kind(_)),
                _ => true,
            };
            let never = !answers
                .iter()
                .any(|a| decision.options.iter().any(|o| fits(a, o)));
            never.then(|| {
                format!(
                    "nothing of that sort is ever chosen here; {}",
                    say::question(rules, decision)
                )
            })
        }
        Play::Choose(answers) => {
            let acts = |o: &Choice| {
                matches!(
                    o,
                    Choice::Move(..) | Choice::Action(_) | Choice::ActionOf(..) | Choice::Pass
                )
            };
            let is_act =
                |a: &Answer| matches!(a, Answer::Move(..) | Answer::Name(_) | Answer::With(..));
            let never = decision.options.iter().all(acts) && !answers.first().is_some_and(is_act);
            never.then(|| format!("nothing is chosen here; {}", say::question(rules, decision)))
        }
        Play::With(name, ..) => {
            let of_piece = |c: &Choice| match c {
                Choice::ActionOf(id, _) => {
                    matches!(rules.rules[id.index()].holder, Holder::Kind(_))
                }
                _ => false,
            };
            let never = !choices_of(rules, decision, what).iter().any(of_piece);
            never.then(|| format!("`{}` is no action of a piece", text(rules, *name)))
        }
        _ => None,
    }
}

/// Some move from the square to anywhere is refused by a sentence with this tag.
fn refused_from<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    from: SquareId,
    tag: &str,
) -> Result<(), String> {
    let squares = rules.boards.iter().flat_map(|b| {
        let count = u16::from(b.files) * u16::from(b.ranks);
        (b.first.0..b.first.0 + count).map(SquareId)
    });
    let mut last = format!("nothing that starts there is refused by [{tag}]");
    for to in squares {
        match tagged(rules, point, &Choice::Move(from, to), tag) {
            Ok(()) => return Ok(()),
            Err(message) => last = message,
        }
    }
    Err(last)
}

fn tagged<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    choice: &Choice,
    tag: &str,
) -> Result<(), String> {
    let why = point.game.why(choice);
    let tags: BTreeSet<&str> = (why.iter())
        .flat_map(|refusal| refusal.tags.iter().map(|t| text(rules, *t)))
        .collect();
    let short = |t: &str| same_clause(t, tag);
    if tags.iter().any(|t| short(t)) {
        return Ok(());
    }
    if why.is_empty() {
        return Err(format!(
            "no sentence refuses it (nothing leads there, or the way is blocked); [{tag}] was expected to"
        ));
    }
    let by: Vec<String> = why
        .iter()
        .map(|refusal| {
            let tags: Vec<&str> = refusal.tags.iter().map(|t| text(rules, *t)).collect();
            let place = notation::source_place(rules, refusal.src);
            match tags.as_slice() {
                [] => format!("a sentence without a tag at {place}"),
                tags => format!("[{}] at {place}", tags.join(" ")),
            }
        })
        .collect();
    Err(format!("refused by {}, not by [{tag}]", by.join(" and ")))
}

/// Whether two tags mean one clause: equal, or equal but for the edition one of them names.
pub fn same_clause(a: &str, b: &str) -> bool {
    a == b || a.ends_with(&format!(".{b}")) || b.ends_with(&format!(".{a}"))
}

fn position(
    rules: &Ruleset,
    board: Option<BoardId>,
    placed: &[Placed],
    view: &BoardView,
) -> Result<(), String> {
    let turnable = directional(rules);
    let on_board = |square: SquareId| match board.and_then(|b| rules.boards.get(b.index())) {
        None => true,
        Some(board) => place(rules, square).is_some_and(|(on, _, _)| on.first == board.first),
    };
    let mut seen: BTreeMap<SquareId, &SeenPiece> = view
        .pieces
        .iter()
        .filter(|p| on_board(p.square))
        .map(|p| (p.square, p))
        .collect();
    let mut wrong = Vec::new();
    let mut differs = |square: SquareId, expected: &str, found: &str| {
        wrong.push(format!(
            "{}: expected {expected}, found {found}",
            notation::square(rules, square)
        ));
    };
    for expected in placed {
        let found = seen.remove(&expected.square);
        let same = found.is_some_and(|p| {
            p.kind == expected.kind
                && p.seat == expected.seat
                && faces(&turnable, rules, expected, p.facing)
        });
        if !same {
            let found = found.map_or_else(|| "nothing".to_string(), |p| cell(rules, &turnable, p));
            let meant = SeenPiece {
                square: expected.square,
                kind: expected.kind,
                seat: expected.seat,
                facing: (expected.facing).unwrap_or_else(|| seat_facing(rules, expected.seat)),
                layer: 0,
            };
            differs(expected.square, &cell(rules, &turnable, &meant), &found);
        }
    }
    for (square, piece) in seen {
        differs(square, "nothing", &cell(rules, &turnable, piece));
    }
    expect(wrong.is_empty(), &wrong.join("; "))
}

fn faces(turnable: &BTreeSet<KindId>, rules: &Ruleset, expected: &Placed, facing: u8) -> bool {
    !turnable.contains(&expected.kind)
        || facing
            == expected
                .facing
                .unwrap_or_else(|| seat_facing(rules, expected.seat))
}

/// Whether a decision is one of moves, which searches count.
pub fn counts_as_move(decision: &Decision) -> bool {
    matches!(decision.kind, Kind::Act | Kind::Move)
}

//! A first look at games with the armies that a command was asked about: what reads well and nobody would want. Each
//! game is begun, and one turn of it tried; nothing is played to its end.
use crate::Literal;
use crate::scenario::{Stage, start};
use crate::shelf::Shelf;
use dsl::diagnostic::Diagnostic;
use dsl::gather::{Armies, Setting};
use dsl::syntax::{Statement, Unit, UnitKind};
use engine::ids::{ArmyId, SeatId, SourceId};
use engine::notation::text;
use engine::play::{Decision, Kind, Match, Open, Outcome, Who};
use engine::rules::{
    Amount, At, Base, Clause, Cond, Narrow, Quality, Ruleset, Says, Set, Ty, Value, Where,
};
use engine::session::Running;
use std::sync::Arc;

/// Most answers of one turn that are tried.
const MOST_ANSWERS: usize = 200;

/// Everything that is to be said of the files asked about: what is wrong with their texts, and, where they are the
/// user's, with games that begin with their armies; without what a comment allows.
pub fn problems(shelf: &Shelf) -> Vec<Diagnostic> {
    let mut found = shelf.problems();
    if shelf.is_users() {
        found.extend(first_looks(shelf));
    }
    dsl::allow::settled(found, shelf.library.files(), |file| shelf.asked(file))
}

/// What is to be said of games with the armies of the files asked about. Codes: W380, W381, W384.
fn first_looks(shelf: &Shelf) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for unit in shelf.asked_units(UnitKind::Army) {
        for of in &unit.of {
            for problem in army(shelf, unit, &of.text).unwrap_or_default() {
                if !found.contains(&problem) {
                    found.push(problem);
                }
            }
        }
    }
    found
}

/// The same of one army in one variant; none where its rules do not compile, of which others tell.
fn army(shelf: &Shelf, unit: &Unit, variant: &str) -> Option<Vec<Diagnostic>> {
    let usual = plain(shelf, variant).filter(|plain| *plain != unit.name.text);
    let mut there = vec![unit.name.text.clone()];
    there.extend(usual.clone());
    let setting = Setting {
        armies: Armies::These(there),
        ..Setting::of(variant)
    };
    let rules = Arc::new(shelf.compile(&setting).rules?);
    let named = |name: &str| {
        let found = (rules.armies.iter()).position(|a| text(&rules, a.name) == name);
        found.map(ArmyId::from)
    };
    let id = named(&unit.name.text)?;
    let usual = usual.and_then(|name| named(&name));
    let mut found = Vec::new();
    let mut report = |code, said: &str, help: &str| {
        found.push(Diagnostic::new(code, unit.name.span, said).help(help));
    };

    let mut alone = start::usual(&rules, 0);
    alone.armies.fill(usual);
    *alone.armies.first_mut()? = Some(id);
    let game = begun(&rules, &alone)?;
    let first = SeatId::from(0usize);
    let last = SeatId::from(rules.seats.len().checked_sub(1)?);
    if usual.is_some() && has_royal(&game, last) && !has_royal(&game, first) {
        let said = "no piece of this army is royal, so nobody can mate it";
        let help = "put a king into the set-up, or say which piece it is: `your queen is royal`";
        report("W380", said, help);
    }

    let mut all = alone.clone();
    all.armies.fill(Some(id));
    let count = |game: &Literal, seat: SeatId| {
        let pieces = &game.view(None).pieces;
        pieces.iter().filter(|p| p.seat == Some(seat)).count()
    };
    if !rules.armies_differ
        && let Some(together) = begun(&rules, &all)
        && (0..rules.seats.len()).any(|s| count(&together, SeatId::from(s)) < count(&game, first))
    {
        let said = "where every player has this army the set-ups overlap";
        let help =
            "make the set-up smaller; each row is counted from the middle of its owner's side";
        report("W381", said, help);
    }
    if wins_at_once(&game, first, &mut 0) {
        let said = "this army can win in its first turn, whatever the others have done";
        let help =
            "say what has to come first: what the opponents lost, or how many turns have passed";
        report("W384", said, help);
    }
    Some(found)
}

/// The army of a variant that has a set-up and nothing else.
fn plain(shelf: &Shelf, variant: &str) -> Option<String> {
    let library = &shelf.library;
    let unit = library.find(UnitKind::Variant, variant)?;
    let chain = library.chain(unit).ok()?;
    let bare =
        |unit: &&&Unit| unit.from.is_none() && unit.block.statements.iter().all(says_nothing);
    let armies = library.of_variant(UnitKind::Army, &chain);
    armies.iter().find(bare).map(|u| u.name.text.clone())
}

/// A set-up, a reminder, or a power of nothing else.
fn says_nothing(statement: &Statement) -> bool {
    match statement {
        Statement::Frame(_) | Statement::Reminder(_) => true,
        Statement::Power(power) => power.block.statements.iter().all(says_nothing),
        Statement::Kind(_)
        | Statement::Option(_)
        | Statement::Expected(_)
        | Statement::Procedure(_)
        | Statement::Sentence(_) => false,
    }
}

fn begun(rules: &Arc<Ruleset>, game: &Match) -> Option<Literal> {
    <Literal as Stage>::begin(rules, game).ok()
}

/// Whether a seat has a royal piece on the board; yes where its pieces are dealt only now.
fn has_royal(game: &Literal, seat: SeatId) -> bool {
    let dealing =
        matches!(game.open(), Open::Decision(d) if !matches!(d.kind, Kind::Act | Kind::Move));
    let set = |ty, base, by, amount| Set {
        ty,
        base,
        by,
        pick: None,
        amount,
    };
    let royal = vec![Narrow::Is(Quality::Royal)];
    dealing
        || game.holds(&Cond::Is(Clause {
            at: At::Now,
            newly: false,
            member: None,
            not: false,
            subject: Value::Set(set(
                Ty::Seat,
                Base::Seats(vec![seat]),
                Vec::new(),
                Amount::Every,
            )),
            says: Says::Has(set(Ty::Piece, Base::All(Where::Board), royal, Amount::Any)),
            src: SourceId(0),
        }))
}

/// Some way of answering in the first turn of a seat wins it the game.
fn wins_at_once(game: &Literal, seat: SeatId, tried: &mut usize) -> bool {
    let decision = match game.open() {
        Open::Over(outcomes) => return outcomes.get(seat.index()) == Some(&Outcome::Win),
        Open::Decision(decision) => decision,
    };
    if decision.who != Who::Seat(seat) {
        return false;
    }
    answers(decision).any(|index| {
        *tried += 1;
        let mut next = game.clone();
        *tried <= MOST_ANSWERS && next.answer(index).is_ok() && wins_at_once(&next, seat, tried)
    })
}

fn answers(decision: &Decision) -> impl Iterator<Item = usize> {
    0..decision.options.len()
}

//! A first look at games with the armies that a command was asked about: what reads well and nobody would want. Each
//! game is begun, and one turn of it tried; nothing is played to its end.
use crate::Core;
use crate::parallel::{cores, in_parallel};
use crate::scenario::{Stage, start};
use crate::shelf::Shelf;
use crate::walk;
use dsl::diagnostic::Diagnostic;
use dsl::gather::{Armies, Setting};
use dsl::syntax::{Span, Statement, Unit, UnitKind};
use engine::core::any::AnyPlan;
use engine::ids::{ArmyId, KindId, RuleId, SeatId, SourceId, SquareId};
use engine::notation::{self, text};
use engine::play::{Decision, Kind, Match, Open, Outcome, Who};
use engine::rules::{
    Amount, At, Base, Clause, Cond, Deed, Form, Holder, Narrow, Node, Quality, Rule, Ruleset, Says,
    Set, TableDoes, Ty, Value, Verb, What, Where, visit_block, visit_rule,
};
use engine::session::Running;
use pictures::patterns::patterns;
use std::sync::Arc;

/// Games at random in which a circle of rules is looked for, and their turns.
const CIRCLE_GAMES: (u64, u32) = (8, 40);

/// The way out of a win in the first turn.
const AT_ONCE: &str =
    "say what has to come first: what the opponents lost, or how many turns have passed";

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

/// What is to be said of games with the armies of the files asked about. Codes: E168, W380, W381, W384, W388, W389, W392, W394, N206.
fn first_looks(shelf: &Shelf) -> Vec<Diagnostic> {
    let variants: Vec<&Unit> = shelf.asked_units(UnitKind::Variant).collect();
    let armies: Vec<(&Unit, &str)> = shelf
        .asked_units(UnitKind::Army)
        .flat_map(|unit| unit.of.iter().map(move |of| (unit, of.text.as_str())))
        .collect();
    let of_variants = in_parallel(&variants, cores(), |unit| variant(shelf, unit));
    let of_armies = in_parallel(&armies, cores(), |(unit, of)| {
        army(shelf, unit, of).unwrap_or_default()
    });
    let mut found = of_variants.concat();
    for problem in of_armies.concat() {
        if !found.contains(&problem) {
            found.push(problem);
        }
    }
    found
}

/// The same of a variant with plain armies.
fn variant(shelf: &Shelf, unit: &Unit) -> Vec<Diagnostic> {
    let setting = Setting {
        allot: true,
        ..Setting::of(&unit.name.text)
    };
    let Some(rules) = shelf.compile(&setting).rules else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let endless = match endings(&rules) {
        Endings::None => Some((
            "nobody can win or lose this game, and nothing ends it",
            "say how it ends: `as soon as an opponent has no royal piece, you win`",
        )),
        Endings::LossesAlone => Some((
            "players can lose this game and nobody can win it: whoever is left plays on alone",
            "say who wins: `as soon as you have no opponent, you win`",
        )),
        Endings::Some => None,
    };
    if let Some((said, help)) = endless {
        found.push(Diagnostic::new("W388", unit.name.span, said).help(help));
    }
    found.extend(abilities_of_none(shelf, &rules));
    found.extend(check_of_none(shelf, &rules));
    let rules = Arc::new(rules);
    let mut table = start::usual(&rules, 0);
    table.armies.fill(rules.plain_army);
    let refused = no_plan(shelf, &rules, &table, unit);
    if !refused.is_empty() {
        found.extend(refused);
        return found;
    }
    found.extend(not_played(&rules, &table, unit));
    if let Some(src) = begun(&rules, &table).and_then(|game| plays_on_alone(&game)) {
        let said = "who resigns is out, and the other plays on alone";
        let help = "say who wins: `as soon as you have no opponent, you win`";
        let span = place_of(shelf, &rules, src).unwrap_or(unit.name.span);
        found.push(Diagnostic::new("W388", span, said).help(help));
    }
    let at_once = begun(&rules, &table).is_some_and(|game| match game.open() {
        Open::Decision(Decision {
            who: Who::Seat(seat),
            ..
        }) => wins_at_once(&game, *seat, &mut 0),
        _ => false,
    });
    if at_once {
        let said = "who begins can win in the first turn";
        found.push(Diagnostic::new("W384", unit.name.span, said).help(AT_ONCE));
    }
    found.extend(circle(&rules, &table, unit));
    found
}

/// W384, W388: a game in which nobody decides anything, or nobody has an opponent.
fn not_played(rules: &Arc<Ruleset>, table: &Match, unit: &Unit) -> Option<Diagnostic> {
    let told = |code, said: &str, help: &str| {
        let problem = Diagnostic::new(code, unit.name.span, said);
        Some(problem.help(help))
    };
    if rules.seats.len() > 1 && rules.sides.len() == 1 {
        let help = "leave `sides` out, or name two of them: `sides east of red and blue, west of green and yellow`";
        return told(
            "W388",
            "all players are on one side, so nobody has an opponent",
            help,
        );
    }
    match <Core as Stage>::begin(rules, table) {
        // where the armies bring all pieces, the board without them is no game
        Ok(game) if matches!(game.open(), Open::Over(..)) && !game.view(None).pieces.is_empty() => {
            told(
                "W384",
                "this game is over before anybody has decided anything",
                "say when it ends: what has to come first",
            )
        }
        Err(_)
            if !rules
                .rules
                .iter()
                .any(|r| matches!(r.form, Form::Turn(_) | Form::Round(_))) =>
        {
            told(
                "W384",
                "nothing says what a player does on a turn",
                "write `on your turn { act } otherwise { pass }`",
            )
        }
        Ok(_) | Err(_) => None,
    }
}

/// In a game for two, the act of resigning after which the game goes on.
fn plays_on_alone(game: &Core) -> Option<SourceId> {
    let rules = game.ruleset();
    let resign = rules
        .table
        .iter()
        .find(|act| act.act == TableDoes::Resign)?;
    let Open::Decision(Decision {
        who: Who::Seat(seat),
        kind,
        ..
    }) = game.open()
    else {
        return None;
    };
    // before the first turn nobody can win or be out yet
    if !matches!(kind, Kind::Act | Kind::Move) {
        return None;
    }
    let seat = *seat;
    let seated = rules.seats.iter().filter(|s| !s.vacant).count();
    let mut after = game.clone();
    let name = notation::text(rules, resign.name).to_owned();
    after.table_act(seat, &name).ok()?;
    (seated == 2 && matches!(after.open(), Open::Decision(_))).then_some(resign.src)
}

/// How a game can end.
enum Endings {
    None,
    /// Players can lose; then nothing more is said.
    LossesAlone,
    Some,
}

/// Whether some rule ends the game for somebody.
fn endings(rules: &Ruleset) -> Endings {
    let (mut wins, mut draws, mut losses) = (false, false, false);
    let mut look = |node: Node<'_>| {
        if let Node::Deed(deed) = node {
            wins |= matches!(deed.verb, Verb::Win | Verb::EndGame);
            draws |= deed.verb == Verb::DrawGame;
            losses |= deed.verb == Verb::LoseGame;
        }
    };
    for rule in &rules.rules {
        visit_rule(rule, &mut look);
    }
    for procedure in &rules.procs {
        visit_block(&procedure.body, &mut look);
    }
    match (wins, losses, draws) {
        (true, ..) | (false, false, true) => Endings::Some,
        (false, true, _) => Endings::LossesAlone,
        (false, false, false) => Endings::None,
    }
}

/// Only what this variant says is in its games: it has no armies.
fn is_alone(shelf: &Shelf, rules: &Ruleset) -> bool {
    let of_army = rules.kinds.iter().any(|k| k.army.is_some());
    !of_army && rules.powers.is_empty() && shelf.asked_units(UnitKind::Army).next().is_none()
}

/// W394: a rule asks for check in a game in which no piece is ever royal.
fn check_of_none(shelf: &Shelf, rules: &Ruleset) -> Vec<Diagnostic> {
    let royal = |r: &Rule| matches!(&r.form, Form::View { is: What::Quality(q), not: false, of: _ } if matches!(q, Quality::Royal | Quality::Word(_)));
    if !is_alone(shelf, rules) || rules.rules.iter().any(royal) {
        return Vec::new();
    }
    let asks = |r: &&Rule| {
        let mut asks = false;
        visit_rule(r, &mut |node| {
            asks |= matches!(node, Node::Quality(Quality::InCheck(_)));
        });
        asks
    };
    let asking = rules.rules.iter().filter(asks);
    let found = asking.filter_map(|r| place(shelf, rules, r));
    let said = "no piece is royal in this game, so none is ever in check";
    let help = "say which piece is: `kind king \"K\" { it is royal; .. }`; of other pieces ask `if an enemy attacks your king`";
    found
        .map(|span| Diagnostic::new("W394", span, said).help(help))
        .collect()
}

/// W392: a rule on abilities in a game in which nobody has any.
fn abilities_of_none(shelf: &Shelf, rules: &Ruleset) -> Vec<Diagnostic> {
    if !is_alone(shelf, rules) {
        return Vec::new();
    }
    let by_abilities = |deed: &Deed| {
        let ability = |s: &Set| matches!(s.base, Base::Ability(_));
        deed.subject.as_ref().is_some_and(ability)
    };
    let about = |r: &&Rule| match &r.form {
        Form::Abilities { .. } => true,
        Form::Guard { deed, .. } => by_abilities(deed),
        _ => false,
    };
    let abouts = rules.rules.iter().filter(about);
    let found = abouts.filter_map(|r| place(shelf, rules, r));
    let said = "nobody has abilities in this game: those are what powers and kinds of armies do";
    let help = "what may not come of a move is said of check: `your king is in check if ..`, with `check is enforced`";
    found
        .map(|span| Diagnostic::new("W392", span, said).help(help))
        .collect()
}

/// Most rules of one game that are told with E168.
const MOST_REFUSED: usize = 16;

/// E168: rules that read and cannot be carried out.
fn no_plan(shelf: &Shelf, rules: &Arc<Ruleset>, table: &Match, unit: &Unit) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut left = rules.clone();
    while let Err(refusal) = AnyPlan::link(&left, table) {
        let rule = refusal.rule.map(|r| &rules.rules[r.index()]);
        let place = rule.and_then(|r| place(shelf, rules, r));
        let span = place.unwrap_or(unit.name.span);
        let said = format!("this reads, but the engine cannot carry it out: {refusal}");
        let help = crate::refused::help(&refusal.to_string());
        found.push(Diagnostic::new("E168", span, said).help(help));
        let again = |r: &RuleId| left.rules[r.index()].form == Form::Setup(Vec::new());
        let Some(refused) = refusal
            .rule
            .filter(|r| found.len() < MOST_REFUSED && !again(r))
        else {
            break;
        };
        // the others are looked at with this one left out
        let rule = &mut Arc::make_mut(&mut left).rules[refused.index()];
        (rule.form, rule.when) = (Form::Setup(Vec::new()), Vec::new());
    }
    found
}

/// Where a rule stands: the first line of its words.
fn place(shelf: &Shelf, rules: &Ruleset, rule: &Rule) -> Option<Span> {
    place_of(shelf, rules, rule.src)
}

/// Where a part of the rules stands.
fn place_of(shelf: &Shelf, rules: &Ruleset, src: SourceId) -> Option<Span> {
    let source = rules.sources.get(src.index())?;
    let library = &shelf.library;
    let (file, lo) = library.place(&source.file, source.line, source.column)?;
    let first = source.words.lines().next().unwrap_or_default();
    let hi = lo + first.len() as u32;
    Some(Span { file, lo, hi })
}

/// W389: rules that fire each other without end in the beginning of some game at random.
fn circle(rules: &Arc<Ruleset>, table: &Match, unit: &Unit) -> Option<Diagnostic> {
    let plan = AnyPlan::link(rules, table).ok()?;
    let (games, turns) = CIRCLE_GAMES;
    let cycle = (0..games).find_map(|seed| {
        let walked = walk::random_game_on_core(&plan, seed, turns);
        walked.ok().map(|w| w.cycle).filter(|c| !c.is_empty())
    })?;
    let said = format!(
        "rules fire each other without end: {}",
        notation::cycle(rules, &cycle)
    );
    let help = "let one of them ask for something the others do not bring about, or happen once: `once per turn, after ..`";
    Some(Diagnostic::new("W389", unit.name.span, said).help(help))
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
    let refused = no_plan(shelf, &rules, &alone, unit);
    if !refused.is_empty() {
        return Some(refused);
    }
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
    let count = |game: &Core, seat: SeatId| {
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
    let army = rules.armies.get(id.index())?;
    let set_up = |r: &Rule| matches!(r.form, Form::Setup(_));
    let overlap = || count(&game, first) < army.setup.len();
    if rules.armies_differ && !rules.rules.iter().any(set_up) && overlap() {
        let said = "beside the usual armies of the others the set-ups overlap";
        let help =
            "make the set-up smaller; each row is counted from the middle of its owner's side";
        report("W381", said, help);
    }
    if wins_at_once(&game, first, &mut 0) {
        let said = "this army can win in its first turn, whatever the others have done";
        report("W384", said, AT_ONCE);
    }
    for statement in &unit.block.statements {
        let Statement::Kind(kind) = statement else {
            continue;
        };
        let is = |k: &engine::rules::Kind| text(&rules, k.name) == kind.name.text;
        let id = rules.kinds.iter().position(is).map(KindId::from);
        if id.is_some_and(|id| gets_stuck(&rules, &alone, &game, id)) {
            let said =
                "this kind only goes forward and becomes nothing else: in the last row it is stuck";
            let help =
                "say what it becomes: `as soon as it is on its last row, it promotes to a queen`";
            found.push(Diagnostic::new("N206", kind.name.span, said).help(help));
        }
    }
    found.extend(circle(&rules, &alone, unit));
    Some(found)
}

/// Whether all ways of a kind lead forward, and no rule makes it another kind.
fn gets_stuck(rules: &Arc<Ruleset>, table: &Match, game: &Core, kind: KindId) -> bool {
    let Some(map) = pictures::moves(rules, table, kind) else {
        return false;
    };
    let view = game.view(None);
    let Some(own) = view.pieces.iter().find(|p| p.seat == Some(map.seat)) else {
        return false;
    };
    let place = |at| notation::place(rules, at).map(|(_, file, rank)| (file, rank));
    let forward = |to: &SquareId| {
        place(map.at)
            .zip(place(*to))
            .is_some_and(|(from, to)| match own.facing {
                0 => to.1 > from.1,
                1 => to.0 > from.0,
                2 => to.1 < from.1,
                _ => to.0 < from.0,
            })
    };
    let ways = patterns(rules, table, kind, map.seat, map.at);
    let drawn = |note: &SourceId| ways.rays.iter().any(|ray| ray.src == *note);
    let mut squares = ways.rays.iter().flat_map(|ray| &ray.squares).peekable();
    squares.peek().is_some()
        && !ways.unread
        && ways.notes.iter().all(drawn)
        && squares.all(forward)
        && !becomes(rules, kind)
}

/// Whether some rule could make a piece of this kind one of another.
fn becomes(rules: &Ruleset, kind: KindId) -> bool {
    let mut becomes = false;
    let mut look = |node: Node<'_>| {
        if let Node::Deed(deed) = node {
            becomes |= matches!(deed.verb, Verb::Promote | Verb::Become);
        }
    };
    let of_another = |holder: &Holder| matches!(holder, Holder::Kind(k) if *k != kind);
    for rule in rules.rules.iter().filter(|r| !of_another(&r.holder)) {
        visit_rule(rule, &mut look);
    }
    for procedure in &rules.procs {
        visit_block(&procedure.body, &mut look);
    }
    becomes
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

fn begun(rules: &Arc<Ruleset>, game: &Match) -> Option<Core> {
    <Core as Stage>::begin(rules, game).ok()
}

/// Whether a seat has a royal piece on the board; yes where its pieces are dealt only now.
fn has_royal(game: &Core, seat: SeatId) -> bool {
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
fn wins_at_once(game: &Core, seat: SeatId, tried: &mut usize) -> bool {
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

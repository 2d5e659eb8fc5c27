//! `armorial read X.scenario`: what each line of a scenario was taken to mean.
use super::say;
use dsl::phrase::{condition_text, value_text};
use engine::ids::SeatId;
use engine::notation::{self, text};
use engine::rules::{Given, Play, Ruleset, ScriptLine, ScriptSays, Value};

/// A line as it was understood.
pub fn line(rules: &Ruleset, line: &ScriptLine) -> String {
    says(rules, &line.says)
}

fn says(rules: &Ruleset, says: &ScriptSays) -> String {
    let seat = |s: &SeatId| notation::seat(rules, *s).to_string();
    let answers = |all: &[engine::rules::Answer]| {
        let each: Vec<String> = all.iter().map(|a| say::answer(rules, a)).collect();
        each.join(", ")
    };
    match says {
        ScriptSays::Given(given) => format!("GIVEN {}", self::given(rules, given)),
        ScriptSays::StartsTurn(s) => format!("START OF THE TURN of {}", seat(s)),
        ScriptSays::Answer(s, play) => format!("{} DOES {}", seat(s), self::play(rules, play)),
        ScriptSays::Die(all) => format!("CHANCE ANSWERS {}", answers(all)),
        ScriptSays::Shuffle(cards) => {
            let cards: Vec<&str> = cards
                .iter()
                .map(|(k, _)| notation::kind(rules, *k))
                .collect();
            format!("CHANCE GIVES {}", cards.join(", "))
        }
        ScriptSays::TimeUp => "THE TIME IS UP".to_string(),
        ScriptSays::Offered {
            seat: s,
            from,
            only,
            answers: all,
        } => {
            let from = from.map_or(String::new(), |q| {
                format!(" from {}", notation::square(rules, q))
            });
            let only = if *only { "exactly" } else { "among others" };
            format!("{} CAN ANSWER{from} {only}: {}", seat(s), answers(all))
        }
        ScriptSays::Asked(s) => format!("{} IS ASKED", seat(s)),
        ScriptSays::Spared { seat: s, tag } => {
            format!("{} IS NOT ASKED BECAUSE OF [{tag}]", seat(s))
        }
        ScriptSays::Cannot { seat: s, what, tag } => {
            let tag = tag
                .as_ref()
                .map_or(String::new(), |t| format!(" BECAUSE OF [{t}]"));
            format!("{} CANNOT {}{tag}", seat(s), self::play(rules, what))
        }
        ScriptSays::Count {
            seat: s,
            from,
            moves,
            number,
        } => {
            let from = from.map_or(String::new(), |q| {
                format!(" from {}", notation::square(rules, q))
            });
            let what = if *moves { "move" } else { "option" };
            let number = crate::render::counted(*number as usize, what);
            format!("{} HAS EXACTLY {number}{from}", seat(s))
        }
        ScriptSays::Perft { turns, lines } => {
            let turns = crate::render::counted(usize::from(*turns), "turn");
            format!("THERE ARE EXACTLY {lines} LINES of {turns}")
        }
        ScriptSays::Position(_, placed) => format!("ON THE BOARD: {} pieces", placed.len()),
        ScriptSays::Then(cond) => format!("IT IS SO: {}", condition_text(rules, cond)),
        ScriptSays::Won(s) => format!("{} HAS WON", seat(s)),
        ScriptSays::Lost(s, None) => format!("{} HAS LOST", seat(s)),
        ScriptSays::Lost(s, Some(to)) => format!("{} HAS LOST TO {}", seat(s), seat(to)),
        ScriptSays::Drawn => "THE GAME IS DRAWN".to_string(),
        ScriptSays::Over => "THE GAME IS OVER".to_string(),
        ScriptSays::Not(inner) => format!("NOT: {}", self::says(rules, inner)),
        ScriptSays::SeenBy(what, who) => format!(
            "{} IS SEEN BY EXACTLY {}",
            value_text(rules, &Value::Set(what.clone())),
            value_text(rules, &Value::Set(who.clone()))
        ),
        ScriptSays::Told(s, said, with) => {
            let with: Vec<String> = with.iter().map(|q| notation::square(rules, *q)).collect();
            match with.is_empty() {
                true => format!("{} IS TOLD \"{said}\"", seat(s)),
                false => format!("{} IS TOLD \"{said}\" with {}", seat(s), with.join(", ")),
            }
        }
        ScriptSays::ToldCheck(s, of) => {
            format!("{} IS TOLD that {} is in check", seat(s), seat(of))
        }
        ScriptSays::Solved { goal, moves, not } => {
            let goal = goal
                .as_ref()
                .map_or("the game is won".to_string(), |g| condition_text(rules, g));
            let some = if *not { "NO LINE" } else { "SOME LINE" };
            format!("{some} of at most {moves} moves comes to: {goal}")
        }
        ScriptSays::Force {
            seat: s,
            goal,
            moves,
        } => {
            format!(
                "{} CAN FORCE in {moves} moves: {}",
                seat(s),
                condition_text(rules, goal)
            )
        }
    }
}

fn play(rules: &Ruleset, play: &Play) -> String {
    let name = |t| text(rules, t).to_string();
    let object = |o: &Option<engine::rules::Answer>| {
        o.as_ref().map_or(String::new(), |o| {
            format!(", then choose {}", say::answer(rules, o))
        })
    };
    match play {
        Play::Move(a, b, kind) => {
            let it = engine::rules::Answer::Move(*a, *b, *kind);
            format!("move {}", say::answer(rules, &it))
        }
        Play::From(square) => format!("move from {}", notation::square(rules, *square)),
        Play::Named(n, o) => format!("play {}{}", name(*n), object(o)),
        Play::With(n, at, o) => {
            format!(
                "play {} with {}{}",
                name(*n),
                notation::square(rules, *at),
                object(o)
            )
        }
        Play::Choose(all) => {
            let each: Vec<String> = all.iter().map(|a| say::answer(rules, a)).collect();
            format!("choose {}", each.join(", "))
        }
        Play::Accept(n) => format!("accept {}", n.map_or("the offer".to_string(), name)),
        Play::Decline(n) => format!("decline {}", n.map_or("the offer".to_string(), name)),
        Play::Resign => "resign".to_string(),
        Play::Pass => "pass".to_string(),
    }
}

fn given(rules: &Ruleset, given: &Given) -> String {
    let value = |v: &Value| value_text(rules, v);
    let set = |s: &engine::rules::Set| value_text(rules, &Value::Set(s.clone()));
    let seat = |s: SeatId| notation::seat(rules, s).to_string();
    let row = |cells: &[(engine::ids::KindId, Option<SeatId>)]| {
        let each: Vec<&str> = cells
            .iter()
            .map(|(k, _)| notation::kind(rules, *k))
            .collect();
        each.join(", ")
    };
    let field = |f: &engine::ids::FieldId| {
        rules
            .fields
            .get(f.index())
            .map_or("", |f| text(rules, f.name))
            .to_string()
    };
    match given {
        Given::Mark(f, of, ends) => {
            let ends = if ends.is_empty() { "" } else { ", with an end" };
            format!("{} is {}{ends}", set(of), field(f))
        }
        Given::Field(f, of, whose, v) => {
            let whose = whose
                .as_ref()
                .map_or(String::new(), |s| format!(" for {}", set(s)));
            format!("{} of {}{whose} is {}", field(f), set(of), value(v))
        }
        Given::Zone(z, of, cells) => {
            let name = rules
                .zones
                .get(z.index())
                .map_or("", |z| text(rules, z.name));
            format!("{name} of {} holds: {}", set(of), row(cells))
        }
        Given::LostPieces(s, cells) => format!("{} has lost: {}", seat(*s), row(cells)),
        Given::Layer(of, n) => format!("{} is on side {} of the board", set(of), n + 1),
        Given::Choice(o, s, n) => {
            let name = rules
                .options
                .get(o.index())
                .map_or("", |o| text(rules, o.name));
            let whose = s.map_or(String::new(), |s| format!(" of {}", seat(s)));
            format!("the host has set {name}{whose} to its value {n}")
        }
        Given::Past(past, n) => {
            let did = Value::Num(engine::rules::Num::Past(Box::new(past.clone())));
            format!("so often as {n}: {}", value(&did))
        }
        Given::Lost(s) => format!("{} is out", seat(*s)),
        Given::OnTurn(s) => format!("{} is on turn, its start is over", seat(*s)),
        Given::Turns(s, n) => format!("{} has had {n} turns", seat(*s)),
        Given::Points(of, n) => format!("{} has {n} points", set(of)),
        Given::Used(s, name, n, last) => {
            let last = if *last {
                ", the last time on its last turn"
            } else {
                ""
            };
            format!(
                "{} has used {} {n} times{last}",
                seat(*s),
                text(rules, *name)
            )
        }
        Given::Home(of, at) => format!(
            "the home of {} is {}",
            set(of),
            notation::square(rules, *at)
        ),
        Given::Quality(_, of, yes) => {
            format!("{} is {}as said", set(of), if *yes { "" } else { "not " })
        }
    }
}

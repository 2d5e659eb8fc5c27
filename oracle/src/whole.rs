//! The whole state of a game, written out section by section: what a test compares that must see more than a board.
//! It reads and never changes.
use super::Game;
use super::orders::Order;
use super::state::{Due, Held, Situation};
use super::value::{Env, Event};
use serde_json::{Value, json};

impl Game {
    /// Everything a game is at its open decision, by section: `pieces`, `values`, `seats`, `lasting`, `limits`, `memories`,
    /// `course`, `events` (those of this turn; what came before was in the sections of the turns before).
    pub fn whole(&self) -> Vec<(&'static str, Value)> {
        let Situation {
            pieces,
            board: _, // the places of `pieces`
            layers: _,
            zones,
            seats,
            fields,
            known,
            shown,
            shown_to,
            timed,
            imposed,
            delayed,
            used,
            edges,
            edge_alive,
            each_alive: _, // follows from who holds what
            turn_at,
            orders,
            on_turn,
            turn,
            round,
            round_start,
            action,
            passed,
            stamp,
            next,
            side_last,
            past: _, // told by `now`, turn by turn
            now,
            positions,
            phase,
            over,
            losses,
            because: _, // told by what it ended
            tried: _,   // of copies that look ahead
            raid: _,
        } = &*self.now;
        let seats: Vec<Value> = (seats.iter())
            .map(|s| {
                json!({
                    "playing": s.playing, "outcome": s.outcome, "lost_at": s.lost_at, "points": s.points,
                    "turns": s.turns, "latest_turn": s.latest_turn, "turn_before": s.turn_before,
                    "skip": s.skip, "army": s.army, "completed": s.completed,
                    "powers": s.powers.iter().map(held).collect::<Vec<_>>(),
                })
            })
            .collect();
        let timed: Vec<Value> = (timed.iter())
            .map(|t| json!([t.key, t.due.iter().map(due).collect::<Vec<_>>()]))
            .collect();
        let imposed: Vec<Value> = (imposed.iter())
            .map(|i| {
                json!([
                    i.rule,
                    env(&i.env),
                    i.due.iter().map(due).collect::<Vec<_>>(),
                    i.done
                ])
            })
            .collect();
        let delayed: Vec<Value> = (delayed.iter())
            .map(|d| json!([env(&d.env), due(&d.due)]))
            .collect();
        let values = json!([
            fields.iter().collect::<Vec<_>>(),
            known.iter().collect::<Vec<_>>(),
            shown.iter().collect::<Vec<_>>()
        ]);
        vec![
            ("pieces", json!([pieces, zones.iter().collect::<Vec<_>>()])),
            (
                "values",
                match shown_to.is_empty() {
                    true => values,
                    false => json!([values, shown_to.iter().collect::<Vec<_>>()]),
                },
            ),
            ("seats", json!(seats)),
            ("lasting", json!([timed, imposed, delayed])),
            ("limits", json!(used.iter().collect::<Vec<_>>())),
            (
                "memories",
                json!([
                    edges.iter().collect::<Vec<_>>(),
                    edge_alive.iter().collect::<Vec<_>>()
                ]),
            ),
            (
                "course",
                course_of(
                    json!({
                        "at": turn_at, "on_turn": on_turn, "turn": turn, "round": round, "round_start": round_start,
                        "action": action, "passed": passed, "steps": stamp, "next": next,
                        "side_last": side_last.iter().collect::<Vec<_>>(), "phase": format!("{phase:?}"), "over": over,
                        "losses": losses, "positions": positions.back().count(),
                    }),
                    orders,
                ),
            ),
            ("events", json!(now.iter().map(event).collect::<Vec<_>>())),
        ]
    }
}

/// The course, and the orders of turns where there are several.
fn course_of(mut course: Value, orders: &[Order]) -> Value {
    if !orders.is_empty() {
        course["orders"] = json!(orders);
    }
    course
}

fn held(held: &Held) -> Value {
    json!([held.power, held.until.as_ref().map(due)])
}

fn due(end: &Due) -> Value {
    match end {
        Due::Seat(seat, n, ends) => json!(["turn of", seat, n, ends]),
        Due::Turn(n, ends) => json!(["turn", n, ends]),
        Due::Round(n) => json!(["round", n]),
        Due::Count(n, of, after) => json!(["turns", n, of, after]),
        Due::Event(until) => json!(["event", without_places(json!(until.0)), env(&until.1)]),
        Due::Never => json!("never"),
    }
}

/// A part of the rules without the numbers of its places in the files: a reworded comment elsewhere is not another state.
fn without_places(mut rules: Value) -> Value {
    match &mut rules {
        Value::Object(fields) => {
            fields.remove("src");
            for value in fields.values_mut() {
                *value = without_places(value.take());
            }
        }
        Value::Array(values) => {
            for value in values {
                *value = without_places(value.take());
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    rules
}

/// What a rule that goes on later knows of when it began; the state before its event has been compared when it was.
fn env(env: &Env) -> Value {
    let Env {
        you,
        it,
        names,
        rule,
        actor,
        event,
        before: _,
        means,
        procedure,
    } = env;
    json!([
        you,
        it,
        names,
        rule,
        actor,
        event.as_deref().map(self::event),
        means,
        procedure
    ])
}

fn event(event: &Event) -> Value {
    let Event {
        verb,
        author,
        roles,
        means,
        rule,
        recs,
        turn,
        batch,
        edge,
        still,
        hidden,
        holder,
    } = event;
    json!([
        verb, author, roles, means, rule, recs, turn, batch, edge, still, hidden, holder
    ])
}

//! Expectations that would come true of nothing: a number of the piece on a square on which none stands.
use super::Stage;
use engine::ids::SourceId;
use engine::rules::{
    Amount, At, Clause, Cond, Node, Num, Says, ScriptSays, Set, Value, visit_cond,
};

/// What is told of such an expectation.
pub const NOTHING: &str = "no such piece stands there, so this is a number of nothing";

/// The numbers that a condition asks for are those of pieces that are there.
///
/// # Errors
/// A number in the condition is that of a piece on a square on which no such piece stands.
pub fn asked_of_something<G: Stage>(game: &G, cond: &Cond) -> Result<(), String> {
    let mut none = false;
    visit_cond(cond, &mut |node| {
        if let Node::Num(Num::Field(_, of, _) | Num::Value(of)) = node {
            none |= of.is_on_one_square() && !game.holds(&there_is(of));
        }
    });
    match none {
        true => Err(NOTHING.to_string()),
        false => Ok(()),
    }
}

/// A condition that is so, or is not, of nothing.
pub fn of_nothing<G: Stage>(game: &G, says: &ScriptSays) -> bool {
    matches!(says, ScriptSays::Then(cond) if asked_of_something(game, cond).is_err())
}

fn there_is(of: &Set) -> Cond {
    Cond::Is(Clause {
        at: At::Now,
        newly: false,
        member: None,
        not: false,
        subject: Value::Set(Set {
            amount: Amount::Any,
            ..of.clone()
        }),
        says: Says::There,
        src: SourceId(0),
    })
}

//! What is judged by whole turns, found once per match: check that is enforced after the turn, where more than a move can make one,
//! and duties.
use super::link::walk_steps;
use engine::rules::*;

/// Something is judged by whole turns: check enforced after the turn, where more than a move can make one, and duties.
pub fn judged_by_turn(rules: &Ruleset) -> bool {
    let acts =
        (rules.rules.iter()).any(|r| matches!(r.form, Form::Action { .. })) || goes_on(rules);
    let late = |c: &Check| match c.says {
        CheckSays::Enforced {
            after_move,
            after_turn,
        } => after_turn && (!after_move || acts),
        _ => false,
    };
    let duty = |r: &Rule| r.duty().is_some();
    rules.check.iter().any(late) || rules.rules.iter().any(duty)
}

/// A turn goes on behind its move in a way that may change what is attacked: its procedure does more than to act, or a rule that is
/// set off moves, puts or takes pieces, or lets somebody do so.
pub fn goes_on(rules: &Ruleset) -> bool {
    rules.rules.iter().any(|r| lets_go_on(rules, r))
}

/// This rule lets it go on.
pub fn lets_go_on(rules: &Ruleset, rule: &Rule) -> bool {
    let changes = |body: &Block| {
        let mut found = false;
        walk_steps(rules, body, 0, &mut |s| {
            found |= matches!(s, Step::Do(d) if moves_pieces(d.verb));
        });
        found
    };
    match &rule.form {
        Form::Turn(body) => {
            let mut acts = 0;
            walk_steps(rules, body, 0, &mut |s| {
                acts += usize::from(
                    matches!(s, Step::Do(d) if d.verb != Verb::Pass && d.verb != Verb::Announce),
                );
            });
            acts > 1 && changes(body)
        }
        Form::Trigger {
            on: On::After(deeds),
            body,
            ..
        } => deeds.iter().any(|d| moves_pieces(d.verb)) && changes(body),
        _ => false,
    }
}

fn moves_pieces(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Act
            | Verb::Move
            | Verb::Capture
            | Verb::Put
            | Verb::Remove
            | Verb::Give
            | Verb::Swap
            | Verb::Shift
            | Verb::Push
            | Verb::Pull
    )
}

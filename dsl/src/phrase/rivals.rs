//! Enemies, opponents and other players that a rule names without a *you*: those of each piece it speaks of. Never gives one piece the
//! enemies of another, and does to all at once what is said of all.
use super::names::{Met, Names};
use super::owned::part_of;
use super::terms::make;
use super::whose::{is_nobodys, own};
use engine::ids::{Name, SourceId};
use engine::rules::*;

/// `at the end of every turn, remove the pieces beside an enemy`, `for each knight { if an enemy is beside it { .. } }`: what happens at a
/// moment is one rule for all players if it says *you* nowhere else. `fresh`: a new name at each call.
pub(super) fn of_each_piece(rule: &mut Rule, fresh: &mut dyn FnMut() -> Name) {
    let src = rule.src;
    let Form::Trigger {
        on: On::At(_),
        stage: _,
        offer: None,
        body,
    } = &mut rule.form
    else {
        return;
    };
    in_steps(body, src, fresh);
    let of_the_game = rule.holder == Holder::EachSeat && !rule.when.iter().any(asks_you);
    if of_the_game && !body.iter().any(needs_a_player) {
        rule.holder = Holder::Game;
    }
}

fn in_steps(body: &mut Block, src: SourceId, fresh: &mut dyn FnMut() -> Name) {
    // in `for each knight { .. }` the enemies are those of the knight
    body.walk(&mut |met| {
        if let Met::Each(member, of, body) = met
            && is_nobodys(of)
        {
            body.walk(&mut belonging_to(member));
        }
    });
    body.walk(&mut |met| {
        if let Met::Set(set) = met
            && is_nobodys(set)
            && names_you(set)
        {
            of_its_own(set, src, fresh);
        }
    });
}

/// `the pieces beside an enemy`: those that are beside an enemy of theirs.
fn of_its_own(set: &mut Set, src: SourceId, fresh: &mut dyn FnMut() -> Name) {
    for narrow in &mut set.by {
        let mut found = false;
        visit_narrow(narrow, &mut |node| found |= is_you(&node));
        if !found {
            continue;
        }
        let says = match narrow {
            Narrow::That(name, cond) => {
                cond.walk(&mut belonging_to(*name));
                continue;
            }
            Narrow::At(near, of) => Says::At(near.clone(), of.clone()),
            Narrow::Is(quality) | Narrow::Not(quality) => Says::Be(quality.clone()),
            Narrow::Of(_)
            | Narrow::Hostile(_)
            | Narrow::Own
            | Narrow::Between(..)
            | Narrow::Except(_)
            | Narrow::Other(_) => continue,
        };
        let name = fresh();
        let mut cond = Cond::Is(Clause {
            at: At::Now,
            newly: false,
            not: matches!(narrow, Narrow::Not(_)),
            subject: Value::Set(make(Ty::Piece, Base::Name(name))),
            member: None,
            says,
            src,
        });
        cond.walk(&mut belonging_to(name));
        *narrow = Narrow::That(name, cond);
    }
    if names_you(set) {
        own(set);
    }
}

/// Whose enemies were *your* enemies: the owner's of this piece.
fn belonging_to(piece: Name) -> impl FnMut(Met) {
    let owner = part_of(Part::Owner, make(Ty::Piece, Base::Name(piece)));
    move |met| {
        if let Met::Set(set) = met
            && set.base == Base::You
        {
            set.base = owner.clone();
        }
    }
}

/// `call a piece brave if an enemy is beside it` speaks of the piece's own enemies, so the definition is the same for every player.
/// `false`: the definition stays each player's own.
pub(super) fn of_the_candidate(part: &mut WordPart, ty: Ty) -> bool {
    let of_yours = match &part.value {
        Value::Set(set) => names_you(set),
        Value::Num(_) => true,
    };
    let open = ty == Ty::Piece && !of_yours && !part.when.is_empty();
    let Some(candidate) = part.takes.filter(|_| open) else {
        return false;
    };
    part.when.walk(&mut belonging_to(candidate));
    true
}

fn names_you(set: &Set) -> bool {
    let mut found = false;
    visit_set(set, &mut |node| found |= is_you(&node));
    found
}

/// Who *you* are, against whom the enemies, opponents and other players are meant.
fn is_you(node: &Node) -> bool {
    matches!(node, Node::Set(set) if set.base == Base::You)
}

fn asks_you(cond: &Cond) -> bool {
    let mut found = false;
    visit_cond(cond, &mut |node| found |= is_you(&node));
    found
}

/// A step that is somebody's: it speaks of *you*, asks a player, or does to a player what names none.
fn needs_a_player(step: &Step) -> bool {
    let mut found = false;
    visit_step(step, &mut |node| {
        found |= match node {
            Node::Step(step) => asks_a_player(step),
            Node::Deed(deed) => deed.subject.is_none() && is_done_by_a_player(deed.verb),
            Node::Set(_)
            | Node::Num(_)
            | Node::Narrow(_)
            | Node::Quality(_)
            | Node::Clause(_)
            | Node::During(_) => is_you(&node),
        };
    });
    found
}

/// A choice that is not said to be somebody's: the player of the rule makes it.
fn asks_a_player(step: &Step) -> bool {
    matches!(
        step,
        Step::Either { who: None, ways: _ }
            | Step::Choose {
                who: None,
                name: _,
                from: _,
                amount: _,
                secretly: _,
                at_random: false,
            }
    )
}

/// What is done to pieces and squares is the same whoever does it; the rest is a player's.
fn is_done_by_a_player(verb: Verb) -> bool {
    !matches!(
        verb,
        Verb::Remove
            | Verb::Put
            | Verb::Become
            | Verb::Promote
            | Verb::Mark
            | Verb::Unmark
            | Verb::Set
            | Verb::Add
            | Verb::Give
            | Verb::Swap
            | Verb::Push
            | Verb::Pull
            | Verb::Shift
            | Verb::DrawGame
            | Verb::EndGame
            | Verb::EndTurn
            | Verb::Reveal
    )
}

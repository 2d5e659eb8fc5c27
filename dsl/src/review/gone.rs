//! What is asked of pieces that stand nowhere: lost ones are looked for among those that stand.
use super::Review;
use engine::ids::{Name, SourceId};
use engine::rules::*;
use std::collections::BTreeSet;

impl Review<'_> {
    /// E194: `pieces` are those on the board, of which none is lost.
    pub(super) fn lost_on_the_board(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        let mut chosen: BTreeSet<SourceId> = BTreeSet::new();
        let mut waited: BTreeSet<SourceId> = BTreeSet::new();
        let mut look = |node: Node<'_>| {
            let Node::Clause(clause) = node else { return };
            let ahead = clause.at == At::After;
            let on_board = matches!(&clause.subject, Value::Set(s) if stands(s));
            // whether none is lost cannot be asked either
            let lost = is_lost_or_off(clause)
                || matches!(clause.says, Says::Be(Quality::Lost | Quality::Captured));
            let asked = ahead || clause.at == At::Now;
            if on_board && lost && asked {
                found.insert(clause.src);
            }
        };
        for rule in &self.program.rules.rules {
            visit_rule(rule, &mut look);
            visit_rule(rule, &mut |node| {
                if let Node::Set(set) = node
                    && set.base == Base::All(Where::Board)
                    && set.by.iter().any(is_lost)
                {
                    chosen.insert(rule.src);
                }
            });
            if let Form::Trigger {
                on: On::EachAsSoonAs(of, cond),
                ..
            } = &rule.form
                && becomes_lost(of, cond)
            {
                waited.insert(rule.src);
            }
        }
        for procedure in &self.program.rules.procs {
            visit_block(&procedure.body, &mut look);
        }
        for part in self.program.rules.words.iter().flat_map(|word| &word.parts) {
            part.when
                .iter()
                .for_each(|cond| visit_cond(cond, &mut look));
        }
        for src in found.union(&waited).copied() {
            let said =
                "`pieces` are those on the board, and of them none is lost or captured".to_owned();
            let help = "say when it happens (`after your king is captured, you lose`), ask what is left (`if an opponent has no pawns`, \
                        `unless you would have fewer than 4 pieces`), what was lost (`if you have a lost rook`, `as soon as you have lost 3 or more pieces`), or what was done (`if you have captured a pawn`)";
            self.report("E194", src, said, help);
        }
        for src in chosen {
            let said =
                "`pieces` are looked for on the board, where none is lost or captured".to_owned();
            let help = "the one that was just taken is `the victim`; those that are off it are lost: `choose corpse among your lost pieces`, `put a \
                        lost piece of yours on ..`";
            self.report("E194", src, said, help);
        }
    }

    /// E194: `players` are those still in the game, of whom none has lost.
    pub(super) fn players_that_have_lost(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        let lost = |clause: &Clause| matches!(&clause.says, Says::Did(past) if past.deed.verb == Verb::LoseGame && past.deed.object.is_none());
        let mut look = |node: Node<'_>| {
            if let Node::Clause(clause) = node
                && lost(clause)
                && matches!(&clause.subject, Value::Set(s) if is_of_those_in(s))
            {
                found.insert(clause.src);
            }
            // `players that have lost`
            if let Node::Set(set) = node
                && is_of_those_in(set)
            {
                for narrow in &set.by {
                    if let Narrow::That(name, Cond::Is(clause)) = narrow
                        && lost(clause)
                        && !clause.not
                        && is_about(clause, *name)
                    {
                        found.insert(clause.src);
                    }
                }
            }
        };
        for rule in &self.program.rules.rules {
            visit_rule(rule, &mut look);
        }
        for procedure in &self.program.rules.procs {
            visit_block(&procedure.body, &mut look);
        }
        for rule in &self.program.rules.rules {
            if let Form::Trigger {
                on: On::EachAsSoonAs(of, Cond::Is(clause)),
                ..
            } = &rule.form
                && lost(clause)
                && of
                    .iter()
                    .any(|(name, set)| is_of_those_in(set) && is_about(clause, *name))
            {
                found.insert(clause.src);
            }
        }
        for src in found {
            let said = "players, opponents and partners are those still in the game, of whom none has lost";
            let help = "a seat is one whether its player is in or out: `as soon as every other seat has lost, you win`; ask who is left (`as soon as \
                        you have no opponent`), or say when it happens (`after an opponent loses, score 3`)";
            self.report("E194", src, said.to_owned(), help);
        }
    }

    /// E194: what is swapped stands on squares.
    pub(super) fn swapped_with_the_lost(&mut self) {
        let off = |s: &Set| match &s.base {
            Base::Zone(..) => s.ty == Ty::Piece,
            base => *base == Base::All(Where::Lost),
        };
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &self.program.rules.rules {
            let mut chosen: BTreeSet<Name> = BTreeSet::new();
            let mut lost: BTreeSet<SourceId> = BTreeSet::new();
            visit_rule(rule, &mut |node| {
                if let Node::Step(Step::Choose {
                    who: _,
                    name,
                    from,
                    amount: _,
                    secretly: _,
                    at_random: _,
                }) = node
                    && off(from)
                {
                    chosen.insert(*name);
                }
                if let Node::Step(Step::Do(deed)) = node
                    && deed.verb == Verb::Swap
                    && !deed.how.owners
                {
                    visit_deed(deed, &mut |node| {
                        let Node::Set(s) = node else { return };
                        let named = matches!(s.bare(), Some(Base::Name(n)) if chosen.contains(n));
                        if off(s) || named {
                            lost.insert(deed.src);
                        }
                    });
                }
            });
            found.append(&mut lost);
        }
        for src in found {
            let said = "what is lost or lies in a zone stands on no square, so nothing can change places with it";
            let help = "take one off and put the other in its place: `choose relic among your lost pieces; choose host among your pieces; let spot be \
                        the square of the host; remove the host; put the relic on the spot`";
            self.report("E194", src, said.to_owned(), help);
        }
    }
}

/// Players, opponents or partners: seats that are in the game.
fn is_of_those_in(set: &Set) -> bool {
    let part = |part: &Part| {
        matches!(
            part,
            Part::Opponents | Part::Partner | Part::Left | Part::Right | Part::Opposite
        )
    };
    set.ty == Ty::Seat
        && match &set.base {
            Base::All(place) => *place != Where::Anywhere,
            Base::Of(of, _) => part(of),
            _ => false,
        }
}

/// `captured`, `lost`.
fn is_lost(narrow: &Narrow) -> bool {
    match narrow {
        Narrow::Is(quality) => matches!(quality, Quality::Lost | Quality::Captured),
        Narrow::That(name, cond) => says_lost(*name, cond),
        _ => false,
    }
}

/// A clause speaks of the thing with this name.
fn is_about(clause: &Clause, name: Name) -> bool {
    matches!(&clause.subject, Value::Set(s) if s.bare() == Some(&Base::Name(name)))
}

/// `is lost`, `is captured`, `is not on the board`.
fn is_lost_or_off(clause: &Clause) -> bool {
    match &clause.says {
        Says::Be(Quality::Lost | Quality::Captured) => !clause.not,
        Says::At(_, s) => {
            let board = s.ty == Ty::Board && matches!(s.base, Base::All(_)) && s.by.is_empty();
            board && clause.not
        }
        Says::Be(_)
        | Says::There
        | Says::Among(_)
        | Says::Has(_)
        | Says::Cmp(..)
        | Says::Do(_)
        | Says::Can(_)
        | Says::Suffer(_)
        | Says::Did(_) => false,
    }
}

/// `that is lost or tired`, `that are not on the board`.
fn says_lost(name: Name, cond: &Cond) -> bool {
    match cond {
        Cond::Is(clause) => is_about(clause, name) && is_lost_or_off(clause),
        Cond::All(list) | Cond::Any(list) => list.iter().any(|c| says_lost(name, c)),
        Cond::Not(_) | Cond::Choice(..) | Cond::During(_) => false,
    }
}

/// `as soon as a knight of yours is captured`: asked of each knight on the board.
fn becomes_lost(of: &[(engine::ids::Name, Set)], cond: &Cond) -> bool {
    let on_board = |name: engine::ids::Name| {
        of.iter()
            .any(|(n, set)| *n == name && set.base == Base::All(Where::Board))
    };
    match cond {
        Cond::Is(clause) => {
            let member = matches!(&clause.subject, Value::Set(Set { base: Base::Name(n), .. }) if on_board(*n));
            member
                && !clause.not
                && matches!(clause.says, Says::Be(Quality::Lost | Quality::Captured))
        }
        Cond::All(all) | Cond::Any(all) => all.iter().any(|c| becomes_lost(of, c)),
        Cond::Not(_) | Cond::Choice(..) | Cond::During(_) => false,
    }
}

/// Pieces that stand on the board, or several sets of such.
fn stands(set: &Set) -> bool {
    let listed = matches!(&set.base, Base::Or(parts) if parts.iter().all(stands));
    set.ty == Ty::Piece && (set.base == Base::All(Where::Board) || listed)
}

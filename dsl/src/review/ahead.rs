//! What an option is tried for before it is offered, and what no trial can see.
use super::Review;
use engine::ids::SourceId;
use engine::rules::*;
use engine::rules::{Node, visit_block, visit_rule};
use std::collections::BTreeSet;

impl Review<'_> {
    /// E431: an option is tried up to the first thing that chance or somebody else decides, so a `would` does not hold behind it.
    pub(super) fn would_behind_chance(&mut self) {
        let program = self.program;
        for rule in &program.rules.rules {
            let Some(would) = rule.when.iter().find_map(would) else {
                continue;
            };
            let body = match &rule.form {
                Form::Action { body, .. } | Form::Trigger { body, .. } => body,
                _ => continue,
            };
            if self.others_decide(body, &mut BTreeSet::new()) {
                let said =
                    "what this would bring about is decided by chance or another player".to_owned();
                let help = "an option is tried only up to there: test what comes then in the block, `if .. { .. }`";
                self.report("E431", would, said, help);
            }
        }
    }

    /// E153: only a game that goes by rounds (`every round { .. }`) has a start of one.
    pub(super) fn rounds_that_never_start(&mut self) {
        let program = self.program;
        let rules = &program.rules.rules;
        if self.goes_by_rounds() {
            return;
        }
        let never: Vec<SourceId> = rules
            .iter()
            .filter(|r| {
                matches!(
                    &r.form,
                    Form::Trigger {
                        on: On::At(Moment::Start(Span::Round)),
                        ..
                    }
                )
            })
            .map(|r| r.src)
            .collect();
        for src in never {
            let said = "in a game of turns no round starts, so this never happens".to_owned();
            self.report(
                "E153",
                src,
                said,
                "write `at the end of every round`, or `at the start of every turn`",
            );
        }
    }

    /// E153: in a game of turns there is no round that could be ended.
    pub(super) fn rounds_ended(&mut self) {
        if self.goes_by_rounds() {
            return;
        }
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        self.deeds(&mut |deed| {
            if deed.verb == Verb::EndRound {
                found.insert(deed.src);
            }
        });
        for src in found {
            let said = "in a game of turns a round is over when everybody has had a turn, so this ends nothing";
            let help =
                "write `end the turn`; a game of rounds has a procedure `every round { .. }`";
            self.report("E153", src, said.to_owned(), help);
        }
    }

    fn goes_by_rounds(&self) -> bool {
        let mut rules = self.program.rules.rules.iter();
        rules.any(|r| matches!(r.form, Form::Round(_)))
    }

    /// E157: a permission lifts a guard of the same army or game; besides that, `may pass over` and `may capture` say something.
    pub(super) fn permissions_of_nothing(&mut self) {
        let program = self.program;
        let rules = &program.rules.rules;
        let lifts = |holder: Holder, verb: Verb| {
            rules.iter().any(|r| {
                r.holder.same_heading(holder)
                    && matches!(&r.form, Form::Guard { verdict: Verdict::Forbid, deed, .. } if deed.verb == verb)
            })
        };
        let mut found: BTreeSet<(SourceId, bool)> = BTreeSet::new();
        let mut open: BTreeSet<SourceId> = BTreeSet::new();
        for rule in rules {
            let Form::Guard {
                verdict: Verdict::Permit,
                deed,
                ..
            } = &rule.form
            else {
                continue;
            };
            let over = deed.cases.iter().any(|(case, _)| *case == Case::Over);
            let standing = deed.how.still;
            let own = deed.verb == Verb::Capture && !standing || (deed.verb == Verb::Pass && over);
            // `of any colour` narrows nothing, and says it
            let words = program.pool.text_at(program.pool.span_of(deed.src));
            let any = words.split(' ').any(|word| word == "any");
            let yours = |n: &Narrow| matches!(n, Narrow::Of(who) if who.base == Base::You);
            let yours = matches!(&deed.object, Some(Value::Set(set)) if set.by.iter().any(yours));
            if deed.verb == Verb::Capture && yours && !any && is_anybodys(deed.subject.as_ref()) {
                let said = "your own pieces could capture these then too, which this does not say"
                    .to_owned();
                let help = "by an opponent's: `your king may be captured by enemy pawns`; by everybody's: `by pawns of any colour`";
                self.report("E157", deed.src, said, help);
                continue;
            }
            if lifts(rule.holder, deed.verb) {
                continue;
            }
            if !own {
                found.insert((deed.src, standing));
            } else if deed.verb == Verb::Capture && !any && takes_anybodys(deed) {
                open.insert(deed.src);
            }
        }
        for src in open {
            let said = "enemies can be captured anyway, so this lets them capture your own pieces, which it does not say".to_owned();
            let help = "your own: `your rooks may capture your pawns`; everybody's: `pawns of any colour`; how they capture is a movement: \
                        `your rooks also step diagonally only to capture`";
            self.report("E157", src, said, help);
        }
        for (src, standing) in found {
            let said = "nothing forbids this, so the permission changes nothing".to_owned();
            if standing {
                let help = "that is how they capture: `your rooks capture without moving`; where the player may choose, it is an action: `*shot* instead of moving, you may remove an enemy in open line with a rook of yours`";
                self.report("E157", src, said, help);
                continue;
            }
            let help = "a step somebody may take has an opener (`instead of moving, you may { .. }`); a piece `may pass over ..`, or moves in a way of its own (`also leaps ..`)";
            self.report("E157", src, said, help);
        }
    }

    /// E128: positions are counted when a turn begins, so later in the turn its position has occurred never yet.
    pub(super) fn repetition_within_a_turn(&mut self) {
        let counted = |r: &&Rule| {
            matches!(
                &r.form,
                Form::Trigger {
                    on: On::After(_) | On::Before(_) | On::At(Moment::End(_)),
                    stage: _,
                    offer: _,
                    body: _,
                }
            )
        };
        let asks = |r: &&Rule| {
            let mut found = false;
            visit_rule(r, &mut |node| {
                found |= matches!(node, Node::Num(Num::Repetition));
            });
            found
        };
        let rules = &self.program.rules.rules;
        let late: BTreeSet<SourceId> = (rules.iter().filter(counted).filter(asks))
            .map(|r| r.src)
            .collect();
        for src in late {
            let said =
                "positions are counted when a turn begins, so here the repetition is 0".to_owned();
            let help = "ask at the start of a turn, where the player before has brought the position about: `at the start of your turn, if the repetition is 3, \
                        you win`; for both: `as soon as the repetition is 3, draw the game`";
            self.report("E128", src, said, help);
        }
    }

    /// E148: only what somebody may do, and `abilities cannot act`, is tried before it is done; elsewhere nothing would come of anything.
    pub(super) fn would_in_a_fact(&mut self) {
        let program = self.program;
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &program.rules.rules {
            let tried = match &rule.form {
                Form::Abilities { .. } => continue,
                Form::Action { .. } => true,
                Form::Trigger { offer, .. } => offer.is_some(),
                _ => false,
            };
            let mut note = |node: Node<'_>| {
                if let Node::Clause(clause) = node
                    && clause.at == At::After
                {
                    found.insert(clause.src);
                }
            };
            if tried {
                let mut bare = rule.clone();
                bare.when.clear();
                visit_rule(&bare, &mut note);
            } else {
                visit_rule(rule, &mut note);
            }
        }
        for src in found {
            let said = "nothing is tried here, so there is nothing that would be".to_owned();
            let help = "ask for what is (`if .. is`) or forbid what can be named (`cannot move to ..`); of abilities write `abilities cannot act if .. \
                        would ..`; what may not come of a move is check: `your king is in check if ..`, with `check is enforced`";
            self.report("E148", src, said, help);
        }
    }

    /// Something in a block is decided by chance, or by somebody who is named as another than its actor.
    fn others_decide(&self, block: &Block, seen: &mut BTreeSet<usize>) -> bool {
        let mut found = false;
        let mut called = Vec::new();
        visit_block(block, &mut |node| {
            let Node::Step(step) = node else { return };
            found |= match step {
                Step::Roll { .. } => true,
                Step::Do(deed) => matches!(deed.verb, Verb::Draw | Verb::Deal),
                Step::Choose { who, at_random, .. } => {
                    *at_random || who.as_ref().is_some_and(another)
                }
                Step::Either { who, .. } => who.as_ref().is_some_and(another),
                Step::May { who, .. } => another(&who.who),
                Step::AllAtOnce { .. } => true,
                _ => false,
            };
            if let Step::Call(procedure, _) = step {
                called.push(procedure.index());
            }
        });
        let procs = &self.program.rules.procs;
        found
            || called
                .into_iter()
                .filter(|p| seen.insert(*p))
                .collect::<Vec<_>>()
                .into_iter()
                .any(|p| {
                    procs
                        .get(p)
                        .is_some_and(|p| self.others_decide(&p.body, seen))
                })
    }
}

/// Somebody else than *you* or whom the block is of.
fn another(who: &Set) -> bool {
    !matches!(who.base, Base::You | Base::Name(_) | Base::It)
}

/// Where a condition speaks of what would be.
fn would(c: &Cond) -> Option<SourceId> {
    match c {
        Cond::Is(clause) if clause.at == At::After => Some(clause.src),
        Cond::All(v) | Cond::Any(v) => v.iter().find_map(would),
        Cond::Not(c) => would(c),
        _ => None,
    }
}

/// What may be captured is not said to be anybody's.
fn takes_anybodys(deed: &Deed) -> bool {
    match &deed.object {
        Some(Value::Set(set)) => is_anybodys(Some(set)),
        Some(Value::Num(_)) => false,
        None => true,
    }
}

/// Pieces of which it is not said whose they are.
fn is_anybodys(pieces: Option<&Set>) -> bool {
    match pieces.filter(|set| set.ty == Ty::Piece) {
        Some(set) => {
            let of_nobody = |n: &Narrow| match n {
                Narrow::Is(quality) => !matches!(quality, Quality::Side(_)),
                Narrow::Not(_) | Narrow::At(..) => true,
                Narrow::Of(_)
                | Narrow::Hostile(_)
                | Narrow::Own
                | Narrow::Between(..)
                | Narrow::That(..)
                | Narrow::Except(_)
                | Narrow::Other(_) => false,
            };
            matches!(set.base, Base::All(_)) && set.by.iter().all(of_nobody)
        }
        None => false,
    }
}

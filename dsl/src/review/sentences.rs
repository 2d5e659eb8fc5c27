//! Sentences that compile and cannot mean what they say: a choice nobody makes, a capture nobody makes, a mark that never ends.
use super::Review;
use engine::ids::{FieldId, SourceId};
use engine::rules::*;
use engine::rules::{Node, visit_block, visit_num, visit_rule, visit_value};
use std::collections::{BTreeMap, BTreeSet};

impl Review<'_> {
    /// E134: a rule that exists once acts as the player on turn; before the game, in a round and between rounds there is none.
    pub(super) fn choices_of_nobody(&mut self) {
        let program = self.program;
        for rule in &program.rules.rules {
            let body = match &rule.form {
                Form::Setup(body) | Form::Round(body) => body,
                Form::Trigger {
                    on: On::At(Moment::Start(span) | Moment::End(span)),
                    offer: None,
                    body,
                    ..
                } if matches!(span, Span::Round | Span::Game) => body,
                _ => continue,
            };
            if rule.holder == Holder::Game && chooses(body) {
                let said = "nobody is on turn here, so nobody makes this choice".to_owned();
                let help =
                    "say who chooses (`for each player { they choose .. }`) or add `at random`";
                self.report("E134", rule.src, said, help);
            } else if rule.holder == Holder::Game && acts(body) {
                let said = "nobody is on turn here, so nobody does this".to_owned();
                let help = "say who does it: `each player scores 1`, `for each player { they score their tokens }`";
                self.report("E134", rule.src, said, help);
            }
        }
    }

    /// E187: a rule outside a block holds for the whole game; only the moment at which a block runs has a next turn or round.
    pub(super) fn next_of_no_time(&mut self) {
        let program = self.program;
        for rule in &program.rules.rules {
            let Form::Trigger {
                on: On::At(Moment::Start(span) | Moment::End(span)),
                ..
            } = &rule.form
            else {
                continue;
            };
            let (said, help) = match span {
                Span::Next(_) | Span::Last(_) | Span::NextTurn => (
                    "outside a block there is no moment that a next or last turn could be counted from",
                    "say `every turn` or `your turn`; or put the moment into a block: `after you capture a piece { at the start of your next turn { .. } }`",
                ),
                Span::NextRound => (
                    "outside a block there is no moment that a next round could be counted from",
                    "say `every round`; or put the moment into a block: `after you capture a piece { at the end of the next round { .. } }`",
                ),
                Span::Your
                | Span::Every
                | Span::Round
                | Span::Game
                | Span::This
                | Span::Nth(..) => continue,
            };
            self.report("E187", rule.src, said.to_owned(), help);
        }
    }

    /// E155: in `each player scores 4 minus their place` the places of all players would be added.
    pub(super) fn sums_for_each(&mut self) {
        let program = self.program;
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        let mut by_sides: BTreeSet<SourceId> = BTreeSet::new();
        let teams = program.rules.sides.iter().any(|side| side.seats.len() > 1);
        let mut look = |node: Node<'_>| {
            let Node::Step(Step::Do(deed)) = node else {
                return;
            };
            let (Some(whose), Some(Value::Num(number))) = (&deed.subject, &deed.object) else {
                return;
            };
            if deed.verb == Verb::Score && whose.ty == Ty::Side && teams {
                by_sides.insert(deed.src);
                return;
            }
            if whose.amount != Amount::Every || !matches!(whose.base, Base::All(_)) {
                return;
            }
            let mut again = false;
            visit_num(number, &mut |node| {
                again |= matches!(node, Node::Set(set) if set == whose);
            });
            if again {
                found.insert(deed.src);
            }
        };
        for rule in &program.rules.rules {
            visit_rule(rule, &mut look);
        }
        for procedure in &program.rules.procs {
            visit_block(&procedure.body, &mut look);
        }
        for src in by_sides {
            let said = "each player of the side would get these points, and a side has the points of all its players";
            let help = "once for the side: `score 1`, the points of one of its players are the side's; to each of them: `every player of your side scores 1`";
            self.report("E155", src, said.to_owned(), help);
        }
        for src in found {
            let said =
                "every player would get the sum over all players, not the number of their own"
                    .to_owned();
            let help = "write `for each player { they score their coins }`; keep a number that the scores themselves change, such as a place, \
                 in a value before: `for each player { set their prize to 4 minus their place }`";
            self.report("E155", src, said, help);
        }
    }

    /// E129: only before an event there is something to do instead of it.
    pub(super) fn insteads(&mut self) {
        let program = self.program;
        let instead = |node: Node<'_>| match node {
            Node::Step(Step::Do(deed)) if deed.how.instead => Some(deed.src),
            _ => None,
        };
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        let mut late: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &program.rules.rules {
            let before = matches!(
                rule.form,
                Form::Trigger {
                    on: On::Before(_),
                    ..
                }
            );
            visit_rule(rule, &mut |node| {
                if !before {
                    found.extend(instead(node));
                } else if let Node::Step(Step::Later { body, .. }) = node {
                    visit_block(body, &mut |node| late.extend(instead(node)));
                }
            });
        }
        for src in late {
            let said = "`instead` of what? What is put off comes when the event has happened";
            let help = "say it in the rule itself: `before .. { .. instead }`";
            self.report("E129", src, said.to_owned(), help);
        }
        for src in found {
            let said = "`instead` of what? The event has happened already".to_owned();
            self.report("E129", src, said, "open the rule with `before ..`");
        }
        let mut apart: BTreeSet<SourceId> = BTreeSet::new();
        for proc in &program.rules.procs {
            visit_block(&proc.body, &mut |node| apart.extend(instead(node)));
        }
        for src in apart {
            let said = "`instead` of what? A verb of your own can be used anywhere".to_owned();
            let help = "say it in the rule that watches the event: `before .. { .. instead }`";
            self.report("E129", src, said, help);
        }
    }

    /// E410: everybody sees what a piece is and how it moves, so a rule of the game cannot let that depend on what is hidden.
    pub(super) fn leaks(&mut self) {
        let program = self.program;
        let hidden = |f: &FieldId| {
            let field = program.rules.fields.get(f.index());
            field.filter(|f| f.seen != Seen::All).map(|f| f.name)
        };
        for rule in &program.rules.rules {
            let everybodys = matches!(rule.holder, Holder::Game | Holder::EachSeat);
            let shows = match &rule.form {
                Form::View { .. } => everybodys,
                Form::Movement { .. } => everybodys || matches!(rule.holder, Holder::Power(_)),
                Form::Guard { .. } => true,
                // what happens is not what is seen to be possible
                Form::Abilities { .. }
                | Form::Trigger { .. }
                | Form::Action { .. }
                | Form::Turn(_)
                | Form::Round(_)
                | Form::Setup(_)
                | Form::Standing { .. } => false,
            };
            if !shows {
                continue;
            }
            let mut found = None;
            visit_rule(rule, &mut |node| {
                let field = match node {
                    Node::Set(Set {
                        base: Base::Field(f, ..),
                        ..
                    })
                    | Node::Num(Num::Field(f, ..))
                    | Node::Quality(Quality::Mark(f, _)) => f,
                    _ => return,
                };
                let seen = program.rules.fields.get(field.index()).map(|f| &f.seen);
                let seen = seen.filter(|seen| **seen != Seen::Owner || !of_anothers(rule, *field));
                if !seen.is_some_and(|seen| binds_who_sees(&rule.form, seen)) {
                    found = found.or(hidden(field));
                }
            });
            let mut zone = |node: Node| {
                let Node::Set(Set {
                    ty: _,
                    base: Base::Zone(zone, of),
                    by: _,
                    pick: _,
                    amount: _,
                }) = node
                else {
                    return;
                };
                let zone = program.rules.zones.get(zone.index());
                let hides = zone.filter(|z| z.seen != Seen::All);
                let yours = of.ty != Ty::Seat || of.base == Base::You;
                let shown = |z: &&Zone| yours && binds_who_sees(&rule.form, &z.seen);
                found = found.or(hides.filter(|z| !shown(z)).map(|z| z.name));
            };
            // what is put or moved may lie in a hidden zone: who does it sees it
            for cond in &rule.when {
                visit_cond(cond, &mut zone);
            }
            let moves = matches!(rule.form, Form::Movement { .. });
            let mut words = BTreeSet::new();
            visit_rule(rule, &mut |node| {
                if let Node::Narrow(Narrow::That(_, cond)) = node {
                    visit_cond(cond, &mut zone);
                } else if let Node::Quality(Quality::Word(word)) = node {
                    words.insert(*word);
                } else if moves {
                    zone(node);
                }
            });
            // what a definition asks for is asked for where it is said
            let definitions = words
                .iter()
                .filter_map(|w| program.rules.words.get(w.index()));
            for part in definitions.flat_map(|word| &word.parts) {
                visit_value(&part.value, &mut zone);
                part.when
                    .iter()
                    .for_each(|cond| visit_cond(cond, &mut zone));
            }
            if let Some(name) = found {
                let name = program.pool.text_of(name);
                let said = format!("`{name}` is hidden, and this would show it to everybody");
                self.report(
                    "E410",
                    rule.src,
                    said,
                    "`reveal` it first, or let everybody see it",
                );
            }
        }
    }

    /// W331: a capture that is offered has no captor, so nothing moves. What a rule captures by itself is meant so.
    pub(super) fn captures_of_nobody(&mut self) {
        let program = self.program;
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        let mut captures = |block: &Block| {
            visit_block(block, &mut |node| {
                if let Node::Step(Step::Do(deed)) = node
                    && deed.verb == Verb::Capture
                    && deed.subject.is_none()
                    && !deed.cases.iter().any(|(case, _)| *case == Case::With)
                {
                    found.insert(deed.src);
                }
            });
        };
        for rule in &program.rules.rules {
            visit_rule(rule, &mut |node| {
                if let Node::Step(Step::May { body, .. }) = node {
                    captures(body);
                }
            });
            match &rule.form {
                Form::Action { body, .. }
                | Form::Turn(body)
                | Form::Trigger {
                    offer: Some(_),
                    body,
                    ..
                } => captures(body),
                _ => {}
            }
        }
        for src in found {
            let said = "nobody moves in this capture".to_owned();
            let help = "for a capturing move write `move a piece only to capture`; to take a piece off write `remove`";
            self.report("W331", src, said, help);
        }
    }

    /// W340: a mark that is set without an end and never taken away.
    pub(super) fn endless_marks(&mut self) {
        let program = self.program;
        let mut set: BTreeMap<FieldId, SourceId> = BTreeMap::new();
        let mut ended: BTreeSet<FieldId> = BTreeSet::new();
        let mut note = |node: Node<'_>| {
            let Node::Step(Step::Do(deed)) = node else {
                return;
            };
            let marks = marks(deed);
            match deed.verb {
                Verb::Mark if deed.how.term.is_empty() => {
                    set.extend(marks.into_iter().map(|f| (f, deed.src)));
                }
                Verb::Mark | Verb::Unmark => ended.extend(marks),
                _ => {}
            }
        };
        for rule in &program.rules.rules {
            visit_rule(rule, &mut note);
        }
        for procedure in &program.rules.procs {
            visit_block(&procedure.body, &mut note);
        }
        for (field, src) in set.into_iter().filter(|(f, _)| !ended.contains(f)) {
            let name = program.rules.fields.get(field.index()).map(|f| f.name);
            let name = name.map_or("?", |t| program.pool.text_of(t));
            let said = format!("`{name}` is set without an end and never taken away");
            let help =
                "say how long: `for the game`, `until ..`, `this turn`; or unmark it somewhere";
            self.report("W340", src, said, help);
        }
    }
}

/// The marks a deed sets or takes away.
fn marks(deed: &Deed) -> Vec<FieldId> {
    let mut found = Vec::new();
    visit_deed(deed, &mut |node| match node {
        Node::Quality(Quality::Mark(f, _)) => found.push(*f),
        Node::Set(Set {
            base: Base::Field(f, ..),
            ..
        }) => found.push(*f),
        _ => {}
    });
    found
}

/// Whether the actor of a block has to choose something.
fn chooses(block: &[Step]) -> bool {
    block.iter().any(|step| match step {
        Step::Choose { who, at_random, .. } => who.is_none() && !at_random,
        Step::Either { who, .. } => who.is_none(),
        Step::If(_, a, b) | Step::OrElse(a, b) => chooses(a) || chooses(b),
        Step::Each { of, body, .. } => of.ty != Ty::Seat && chooses(body),
        Step::Repeat { body, .. } | Step::Within { body, .. } => chooses(body),
        _ => false,
    })
}

/// Some step is what one player does for themselves, and says of nobody that they do it.
fn acts(block: &Block) -> bool {
    let by_a_player = |verb: Verb| {
        matches!(
            verb,
            Verb::Score | Verb::Win | Verb::LoseGame | Verb::Skip | Verb::Pass
        )
    };
    let mut acts = false;
    visit_block(block, &mut |node| {
        if let Node::Step(Step::Do(deed)) = node {
            acts |= deed.subject.is_none() && by_a_player(deed.verb);
        }
    });
    acts
}

/// A guard asks for a value of a piece to which something is done, and that need not be a piece of who is bound.
fn of_anothers(rule: &Rule, field: FieldId) -> bool {
    let Form::Guard { deed, .. } = &rule.form else {
        return false;
    };
    let bears = |n: &Narrow| match n {
        Narrow::Is(Quality::Mark(f, _)) | Narrow::Not(Quality::Mark(f, _)) => *f == field,
        Narrow::That(_, cond) => {
            let mut asks = false;
            visit_cond(cond, &mut |node| {
                asks |= matches!(node, Node::Quality(Quality::Mark(f, _)) if *f == field);
            });
            asks
        }
        _ => false,
    };
    let objects = deed
        .object
        .iter()
        .chain(deed.cases.iter().map(|(_, value)| value));
    let done_to = objects.into_iter().any(|value| match value {
        Value::Set(set) => set.by.iter().any(bears) && !set.by.iter().any(super::is_own),
        Value::Num(_) => false,
    });
    let victim = rule.roles.iter().find(|(role, _)| *role == Role::Victim);
    let asked = |cond: &Cond| {
        let mut asks = false;
        visit_cond(cond, &mut |node| {
            if let Node::Clause(Clause {
                subject: Value::Set(set),
                says: Says::Be(Quality::Mark(f, _)),
                ..
            }) = node
            {
                let of_victim = victim.is_some_and(|(_, name)| set.base == Base::Name(*name));
                asks |= of_victim && *f == field;
            }
        });
        asks
    };
    done_to || rule.when.iter().any(asked)
}

/// A guard that binds only players who see the value: what they may do tells them nothing, and others are not asked.
fn binds_who_sees(form: &Form, seen: &Seen) -> bool {
    let Form::Guard { deed, .. } = form else {
        return false;
    };
    let Some(doer) = &deed.subject else {
        return false;
    };
    let yours = |n: &Narrow| matches!(n, Narrow::Of(of) if of.base == Base::You);
    let own = matches!(doer.base, Base::You) || doer.by.iter().any(yours);
    let marked = |n: &Narrow| matches!(n, Narrow::Is(Quality::Mark(..)) | Narrow::Own);
    match seen {
        Seen::All | Seen::These(_) => true,
        Seen::Holder => own,
        Seen::Owner => own || doer.base == Base::It || doer.by.iter().any(marked),
        Seen::Nobody => false,
    }
}

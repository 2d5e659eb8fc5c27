//! Steps that are sound and probably not meant: one piece where all are meant, a removal that ends the own game.
use super::Review;
use engine::ids::{KindId, SourceId};
use engine::rules::*;
use std::collections::{BTreeMap, BTreeSet};

impl Review<'_> {
    /// W310: `remove your pawn` removes all of them.
    pub(super) fn all_meant_as_one(&mut self) {
        let program = self.program;
        let mut found: BTreeMap<SourceId, (&str, &str)> = BTreeMap::new();
        let name = |kind: KindId| program.pool.text_of(program.rules.kinds[kind.index()].name);
        each_step(program.rules.rules.iter(), &mut |deed| {
            let becomes = matches!(deed.verb, Verb::Become | Verb::Promote);
            let set = match (&deed.object, &deed.subject) {
                (Some(Value::Set(set)), _) => set,
                (None, Some(set)) if becomes => set,
                (Some(Value::Num(_)) | None, _) => return,
            };
            let words = program.pool.words_of(deed.src);
            if let Some(kind) = all_of_somebody(set)
                && self.several(kind)
                && says_one(words, name(kind))
            {
                found.insert(deed.src, (name(kind), "of yours"));
            }
            if let Some(kind) = all_in_a_zone(set)
                && says_one_in(words, name(kind))
            {
                found.insert(deed.src, (name(kind), "in .."));
            }
        });
        // `if a rook is beside your pawn, your pawn moves like a rook`: which of them the condition is about
        for rule in &program.rules.rules {
            let Form::Movement {
                of,
                also: _,
                aim: _,
                ways: _,
            } = &rule.form
            else {
                continue;
            };
            let Some(kind) = all_of_somebody(of).filter(|k| self.several(*k)) else {
                continue;
            };
            let mut again = false;
            for cond in &rule.when {
                visit_cond(cond, &mut |node| {
                    again |= matches!(node, Node::Set(set) if all_of_somebody(set) == Some(kind));
                });
            }
            if again && says_one(program.pool.words_of(rule.src), name(kind)) {
                found.insert(rule.src, (name(kind), "of yours"));
            }
        }
        // `your pawn is on its last row`: of every pawn it would have to be so
        for rule in &program.rules.rules {
            visit_rule(rule, &mut |node| {
                let Node::Clause(clause) = node else { return };
                let Value::Set(set) = &clause.subject else {
                    return;
                };
                // the words of the condition begin with the noun
                let words = program.pool.words_of(clause.src);
                if let Some(kind) = all_of_somebody(set).filter(|kind| self.several(*kind))
                    && words_in(words).first() == Some(&name(kind))
                {
                    found.insert(clause.src, (name(kind), "of yours"));
                }
            });
        }
        for (src, (name, whose)) in found {
            let said = format!("this means every {name} there is, not one");
            let help = format!(
                "one is `a {name} {whose}` or chosen by name; for all of them write the plural"
            );
            self.report("W310", src, said, &help);
        }
    }
    /// E117: `after a rook leaves a square, mark it as mined`, `.. put a new pawn on it`: the rook stands on another square by then.
    pub(super) fn left_behind(&mut self) {
        let program = self.program;
        let on_squares = |cases: &[(Case, Value)]| {
            cases.iter().any(|(case, value)| match (case, value) {
                (Case::As, Value::Set(mark)) => match mark.bare() {
                    Some(Base::Field(f, _, _)) => {
                        let field = program.rules.fields.get(f.index());
                        field.is_some_and(|field| field.of == Owner::Square)
                    }
                    Some(_) | None => false,
                },
                (_, Value::Set(_) | Value::Num(_)) => false,
            })
        };
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &program.rules.rules {
            let Form::Trigger {
                on: On::After(deeds),
                stage: _,
                offer: _,
                body,
            } = &rule.form
            else {
                continue;
            };
            let leaver = rule.roles.iter().find(|(role, _)| *role == Role::Leaver);
            let Some((_, name)) = leaver.filter(|_| deeds.iter().all(|d| d.verb == Verb::Leave))
            else {
                continue;
            };
            let is_leaver = |set: &Set| matches!(set.bare(), Some(Base::Name(n)) if n == name);
            let where_it_stands = |value: &Value| match value {
                Value::Set(Set {
                    ty: _,
                    base: Base::Of(Part::Square, of),
                    by: _,
                    pick: _,
                    amount: _,
                }) => is_leaver(of),
                Value::Set(_) | Value::Num(_) => false,
            };
            visit_block(body, &mut |node| {
                let Node::Step(Step::Do(deed)) = node else {
                    return;
                };
                let marks = matches!(deed.verb, Verb::Mark | Verb::Unmark)
                    && on_squares(&deed.cases)
                    && matches!(&deed.object, Some(Value::Set(set)) if is_leaver(set));
                let puts = deed.verb == Verb::Put
                    && (deed.cases.iter())
                        .any(|(case, to)| *case == Case::On && where_it_stands(to));
                if marks || puts {
                    found.insert(deed.src);
                }
            });
        }
        for src in found {
            let said = "this is the piece, and it stands on another square by now".to_owned();
            let help = "watch the move: `after a rook moves, mark the origin as mined`, where it was; `the destination`, where it is";
            self.report("E117", src, said, help);
        }
    }
    /// E195: `remove your pawn or knight`, `it becomes knight or rook`: the words mean one of them, and the list is all of them.
    pub(super) fn all_of_a_list(&mut self) {
        let program = self.program;
        let name = |kind: KindId| program.pool.text_of(program.rules.kinds[kind.index()].name);
        let mut found: BTreeMap<SourceId, String> = BTreeMap::new();
        each_step(program.rules.rules.iter(), &mut |deed| {
            let cases = deed.cases.iter().map(|(_, value)| value);
            let sets = deed
                .object
                .iter()
                .chain(cases)
                .filter_map(|value| match value {
                    Value::Set(set) => Some(set),
                    Value::Num(_) => None,
                });
            let words = words_in(program.pool.words_of(deed.src));
            for set in deed.subject.iter().chain(sets) {
                let names: Vec<&str> = listed_kinds(set).into_iter().map(name).collect();
                if let Some([first, second]) = one_or_other(&words, &names) {
                    found.insert(deed.src, format!("a {first} or a {second}"));
                }
            }
        });
        for (src, one) in found {
            let said = "a list without articles means all of them here, and nobody is asked which";
            let help = format!(
                "one of them, chosen by who acts, is `{one}` (`.. of yours`); all of them are said in the plural with `and`"
            );
            self.report("E195", src, said.to_owned(), &help);
        }
    }
    /// A set-up gives a player more than one of the kind.
    fn several(&self, kind: KindId) -> bool {
        let rules = &self.program.rules;
        let in_armies = rules.armies.iter().any(|army| {
            let pieces = army.setup.iter();
            pieces.filter(|(k, _)| *k == kind).count() > 1
        });
        let in_position = (0..rules.seats.len()).any(|seat| {
            let pieces = rules.position.iter().filter(|p| p.kind == kind);
            let own = pieces.filter(|p| p.seat.is_some_and(|s| s.index() == seat));
            own.count() > 1
        });
        let in_setup = rules.setup.iter().filter(|(k, _)| *k == kind).count() > 1;
        in_armies || in_position || in_setup
    }

    /// W389: after every move another must be made, which is a move as well.
    pub(super) fn moves_without_end(&mut self) {
        let any = |set: &Set| {
            let whose = |n: &Narrow| matches!(n, Narrow::Of(of) if of.bare() == Some(&Base::You));
            matches!(set.base, Base::All(_)) && set.by.iter().all(whose)
        };
        let again = |rule: &&Rule| {
            let Form::Trigger {
                on: On::After(deeds),
                offer: None,
                body,
                ..
            } = &rule.form
            else {
                return false;
            };
            let every = deeds.iter().any(|d| {
                d.verb == Verb::Move
                    && d.cases.is_empty()
                    && matches!(&d.object, Some(Value::Set(s)) if any(s))
            });
            let moves = |step: &Step| matches!(step, Step::Do(d) if d.verb == Verb::Move);
            let free = rule.when.is_empty() && rule.limit.is_none();
            every && free && body.iter().any(moves)
        };
        let rules = self.program.rules.rules.iter().filter(again);
        let found: BTreeSet<SourceId> = rules.map(|r| r.src).collect();
        for src in found {
            let said = "what is moved here sets the rule off again, without end".to_owned();
            let help = "say how often (`once per turn, after you move a piece, ..`), or of which piece (`after you move a piece other than the duck`)";
            self.report("W389", src, said, help);
        }
    }

    /// W341: who removes his own royal pieces when something happens may lose by it before the rule has done what it is for.
    pub(super) fn own_royals_removed(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        let on_event = |rule: &&Rule| {
            matches!(
                &rule.form,
                Form::Trigger {
                    on: On::After(_),
                    ..
                }
            )
        };
        let after = self.program.rules.rules.iter().filter(on_event);
        each_step(after, &mut |deed| {
            let royals = matches!(&deed.object, Some(Value::Set(set)) if own_royals(set));
            if deed.verb == Verb::Remove && royals {
                found.insert(deed.src);
            }
        });
        for src in found {
            let said = "this removes royal pieces of your own: a rule on their loss may end your game first";
            let help = "let them be royal no more before they go, or say that you lose";
            self.report("W341", src, said.to_owned(), help);
        }
    }
}

/// Looks at everything rules do, wherever in their bodies.
fn each_step<'a>(rules: impl Iterator<Item = &'a Rule>, look: &mut dyn FnMut(&Deed)) {
    for rule in rules {
        visit_rule(rule, &mut |node| {
            if let Node::Step(Step::Do(deed)) = node {
                look(deed);
            }
        });
    }
}

/// The kind, if these are all pieces of one kind that somebody has.
fn all_of_somebody(set: &Set) -> Option<KindId> {
    let owned = (set.by.iter()).any(|n| matches!(n, Narrow::Of(_) | Narrow::Other(_)));
    if set.ty != Ty::Piece || set.pick.is_some() || set.amount != Amount::Every || !owned {
        return None;
    }
    set.kind_for_good()
}

/// `the knight in your pocket`: all that lie there.
fn all_in_a_zone(set: &Set) -> Option<KindId> {
    let there = |n: &Narrow| matches!(n, Narrow::At(Near::In, of) if of.ty == Ty::Zone);
    let lies = matches!(set.base, Base::Zone(..)) || set.by.iter().any(there);
    let all = set.ty == Ty::Piece && set.pick.is_none() && set.amount == Amount::Every;
    (lies && all).then(|| set.kind_for_good()).flatten()
}

fn own_royals(set: &Set) -> bool {
    let own = |n: &Narrow| {
        matches!(n, Narrow::Own)
            || matches!(n, Narrow::Of(of) if of.base == Base::You && of.by.is_empty())
    };
    let royal = |n: &Narrow| matches!(n, Narrow::Is(Quality::Royal));
    set.by.iter().any(own) && set.by.iter().any(royal)
}

/// The words name one of the kind that lies somewhere: `the knight in your pocket`.
fn says_one_in(words: &str, kind: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let one = |three: &[&str]| matches!(three, ["the" | "your" | "their" | "its", noun, "in"] if *noun == kind);
    words.windows(3).any(one)
}

/// The kinds of a set that is all of several kinds, or of all pieces of several kinds.
fn listed_kinds(set: &Set) -> Vec<KindId> {
    if set.pick.is_some() || !matches!(set.amount, Amount::Every | Amount::Any) {
        return Vec::new();
    }
    let kind = |s: &Set| match s.bare() {
        Some(Base::Kind(kind)) => Some(*kind),
        Some(_) | None => None,
    };
    let kinds = |base: &Base| match base {
        Base::Or(parts) => parts.iter().map(kind).collect::<Option<Vec<_>>>(),
        _ => None,
    };
    let by = set.by.iter().find_map(|n| match n {
        Narrow::Is(Quality::Kind(of)) => kinds(&of.base),
        _ => None,
    });
    match set.ty {
        Ty::Kind => kinds(&set.base).unwrap_or_default(),
        _ => by.unwrap_or_default(),
    }
}

/// Two of these names in the singular with `or` between, and no article before the list.
fn one_or_other<'w>(words: &[&'w str], names: &[&str]) -> Option<[&'w str; 2]> {
    let at = words.windows(3).position(|three| {
        names.contains(&three[0]) && three[1] == "or" && names.contains(&three[2])
    })?;
    let before = words[..at].iter().rfind(|w| !names.contains(*w));
    let one = matches!(
        before,
        Some(&("a" | "an" | "one" | "any" | "another" | "each" | "every" | "no"))
    );
    (!one).then_some([words[at], words[at + 2]])
}

fn words_in(words: &str) -> Vec<&str> {
    words
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .filter(|w| !w.is_empty())
        .collect()
}

/// The words name one of the kind as somebody's: `your pawn`, `their tired pawn`.
fn says_one(words: &str, kind: &str) -> bool {
    let words = words_in(words);
    let whose = |w: &&str| matches!(*w, "your" | "their" | "its");
    let other = |pair: &[&str]| matches!(pair, ["the", "other"]);
    let at = (words.iter().rposition(whose)).or_else(|| words.windows(2).rposition(other));
    at.is_some_and(|at| words[at..].iter().take(4).any(|w| *w == kind))
}

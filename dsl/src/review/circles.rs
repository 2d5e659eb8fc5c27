//! E420, W393: what would have to be known before it can be known. Definitions and standing facts may ask one another, but never in a
//! circle; and what a piece attacks or can do may not depend on itself.
use super::Review;
use engine::ids::{FieldId, KindId, SourceId, WordId};
use engine::rules::*;
use engine::rules::{Node, visit_cond, visit_deed, visit_set, visit_value};
use std::collections::{BTreeMap, BTreeSet};

/// Something that is looked up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Asked {
    /// A definition.
    Word(WordId),
    /// A value or mark that a fact shows.
    Field(FieldId),
    /// Being royal.
    Royal,
    /// Being frozen.
    Frozen,
    /// Being in check.
    Check,
    /// What a piece or player can do: `can`, `stuck`, `mobile`, `legal`.
    Mobility,
    /// Which moves are lawful, where check is enforced: a `legal move`, `can move`.
    Lawful,
    /// What a piece attacks.
    Attack,
    /// Whether a pattern of it leaps.
    Jumping,
    /// What abilities may do to a piece: `can be pushed by abilities`.
    Bans(Verb),
    /// How a kind moves, as it is printed.
    Moves(KindId),
}

/// So many definitions and facts may ask one another in turn.
const MAX_DEPTH: usize = 16;

/// What each thing asks for, with the sentence that asks.
type Asks = BTreeMap<Asked, Vec<(Asked, SourceId)>>;

impl Review<'_> {
    pub(super) fn circles(&mut self) {
        let asks = asks(self.program);
        let mut told: BTreeSet<Asked> = BTreeSet::new();
        for start in asks.keys() {
            let Some(way) = way_back(&asks, *start) else {
                continue;
            };
            if way.iter().any(|(asked, _)| told.contains(asked)) {
                continue;
            }
            told.extend(way.iter().map(|(asked, _)| *asked));
            let names = std::iter::once(start).chain(way.iter().map(|(asked, _)| asked));
            let names: Vec<String> = names.map(|a| self.name(*a)).collect();
            let said = format!(
                "this asks for what it decides itself: {}",
                names.join(" asks ")
            );
            let src = way.first().map_or(SourceId::default(), |(_, src)| *src);
            let attack = self.name(Asked::Attack);
            let (code, help) = if matches!(start, Asked::Moves(_)) {
                (
                    "E420",
                    "say how one of them moves in words of its own: `it slides any way`, `it also moves like a knight`",
                )
            } else if names.contains(&attack) {
                (
                    "W393",
                    "ask for `covers` in place of `attacks`: what is forbidden changes what a piece attacks, and never what it covers",
                )
            } else if names.contains(&self.name(Asked::Lawful)) {
                (
                    "E420",
                    "ask whether anything is open to the player at all: `your king is in check if an opponent has no legal action`",
                )
            } else {
                (
                    "E420",
                    "break the circle: say one of them by kinds, squares or marks",
                )
            };
            self.report(code, src, said, help);
        }
        if told.is_empty() {
            self.too_deep(&asks);
        }
    }

    /// Definitions and facts that ask one another in no circle, but too deep.
    fn too_deep(&mut self, asks: &Asks) {
        let mut depths: BTreeMap<Asked, usize> = BTreeMap::new();
        let mut left: Vec<Asked> = asks.keys().copied().collect();
        // one after another whose own questions are known, by no recursion of its own
        while let Some(at) = left.pop() {
            let asked = asks.get(&at).map_or(&[][..], Vec::as_slice);
            let unknown: Vec<Asked> = (asked.iter().map(|(next, _)| *next))
                .filter(|next| !depths.contains_key(next))
                .collect();
            if !unknown.is_empty() {
                left.push(at);
                left.extend(unknown);
                continue;
            }
            let deepest = (asked.iter())
                .map(|(next, src)| (depths.get(next).copied().unwrap_or(0), *src))
                .max_by_key(|(depth, _)| *depth);
            let (below, src) = deepest.unwrap_or_default();
            if below >= MAX_DEPTH {
                let said = format!(
                    "{} asks for what asks in turn, more than {MAX_DEPTH} deep",
                    self.name(at)
                );
                let help = "say some of them in the words of those they ask for";
                self.report("E220", src, said, help);
                return;
            }
            depths.insert(at, below + 1);
        }
    }

    fn name(&self, asked: Asked) -> String {
        let program = self.program;
        let name = match asked {
            Asked::Moves(kind) => {
                let kind = program.rules.kinds.get(kind.index()).map(|k| k.name);
                let name = kind.map_or("?", |t| program.pool.text_of(t));
                return format!("how a `{name}` moves");
            }
            Asked::Word(w) => program.rules.words.get(w.index()).map(|w| w.name),
            Asked::Field(f) => program.rules.fields.get(f.index()).map(|f| f.name),
            Asked::Royal => return "`royal`".to_owned(),
            Asked::Frozen => return "`frozen`".to_owned(),
            Asked::Check => return "`in check`".to_owned(),
            Asked::Mobility => return "what can be done".to_owned(),
            Asked::Lawful => return "which moves are lawful".to_owned(),
            Asked::Attack => return "what a piece attacks".to_owned(),
            Asked::Jumping => return "`jumping`".to_owned(),
            Asked::Bans(verb) => {
                let words = crate::phrase::words().ok();
                let word = words.and_then(|w| w.verbs.iter().find(|v| v.verb == verb));
                let word = word.map_or("do", |v| v.name.as_str());
                return format!("what abilities may do to a piece (`{word}`)");
            }
        };
        let name = name.map_or("?", |t| program.pool.text_of(t));
        format!("`{name}`")
    }
}

/// The shortest way from something back to itself: what is asked in turn, each with the sentence that asks it.
fn way_back(asks: &Asks, start: Asked) -> Option<Vec<(Asked, SourceId)>> {
    let mut seen: BTreeSet<Asked> = BTreeSet::new();
    let mut ways: Vec<Vec<(Asked, SourceId)>> = vec![Vec::new()];
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in &ways {
            let at = way.last().map_or(start, |(asked, _)| *asked);
            for (next, src) in asks.get(&at).into_iter().flatten() {
                let mut way = way.clone();
                way.push((*next, *src));
                if *next == start {
                    return Some(way);
                }
                if seen.insert(*next) {
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}

fn asks(program: &crate::program::Program) -> Asks {
    let rules = &program.rules;
    let mut asks = Asks::new();
    let mut add = |from: Asked, found: BTreeSet<Asked>, src: SourceId| {
        let entry = asks.entry(from).or_default();
        entry.extend(found.into_iter().map(|asked| (asked, src)));
    };
    for (w, word) in rules.words.iter().enumerate() {
        for part in &word.parts {
            let mut found = BTreeSet::new();
            visit_value(&part.value, &mut |n| note(n, &mut found));
            part.when
                .iter()
                .for_each(|c| visit_cond(c, &mut |n| note(n, &mut found)));
            add(Asked::Word(WordId::from(w)), found, part.src);
        }
    }
    for check in &rules.check {
        if matches!(check.says, CheckSays::Enforced { .. }) {
            add(
                Asked::Lawful,
                BTreeSet::from([Asked::Check, Asked::Royal]),
                check.src,
            );
        }
    }
    for rule in &rules.rules {
        let mut found = BTreeSet::new();
        // a power that binds the pieces of its holder changes nothing of what the others attack
        let of_power = matches!(rule.holder, Holder::Power(_));
        let bound = match &rule.form {
            Form::View { of, is: _, not: _ } => Some(of),
            Form::Guard {
                verdict: _,
                binds: _,
                deed,
                first: _,
                term: _,
            } => deed.subject.as_ref().filter(|s| s.ty == Ty::Piece),
            Form::Movement { .. }
            | Form::Trigger { .. }
            | Form::Abilities { .. }
            | Form::Standing { .. }
            | Form::Action { .. }
            | Form::Turn(_)
            | Form::Round(_)
            | Form::Setup(_) => None,
        };
        let everybodys = !of_power || bound.is_some_and(|of| !of_holder(of));
        rule.when
            .iter()
            .filter(|c| !of_after(c))
            .for_each(|c| visit_cond(c, &mut |n| note(n, &mut found)));
        match &rule.form {
            Form::View { of, is, .. } => {
                visit_set(of, &mut |n| note(n, &mut found));
                let from = match is {
                    What::Quality(Quality::Royal) => Asked::Royal,
                    What::Quality(Quality::Frozen) => {
                        add(Asked::Mobility, found.clone(), rule.src);
                        if everybodys {
                            add(Asked::Attack, found.clone(), rule.src);
                        }
                        Asked::Frozen
                    }
                    What::Quality(Quality::InCheck(_)) => Asked::Check,
                    What::Quality(Quality::Mark(f, _)) | What::Value(f, _) => Asked::Field(*f),
                    What::Quality(_) => continue,
                };
                if let What::Value(_, value) = is {
                    visit_value(value, &mut |n| note(n, &mut found));
                }
                add(from, found, rule.src);
            }
            Form::Guard {
                verdict: Verdict::Forbid,
                deed,
                binds,
                ..
            } if matches!(deed.verb, Verb::Move | Verb::Capture) => {
                // who may not is asked of each attacker; where to is asked of one move
                if everybodys && *binds == Binds::Pieces {
                    let mut who = found.clone();
                    deed.subject
                        .iter()
                        .for_each(|s| visit_set(s, &mut |n| note(n, &mut who)));
                    add(Asked::Attack, who, rule.src);
                }
                visit_deed(deed, &mut |n| note(n, &mut found));
                add(Asked::Bans(deed.verb), found.clone(), rule.src);
                add(Asked::Mobility, found, rule.src);
            }
            Form::Guard {
                verdict: Verdict::Forbid,
                deed,
                ..
            } => {
                visit_deed(deed, &mut |n| note(n, &mut found));
                add(Asked::Bans(deed.verb), found, rule.src);
            }
            // who may pass over pieces jumps
            Form::Guard {
                verdict: _, deed, ..
            } if deed.verb == Verb::Pass => {
                visit_deed(deed, &mut |n| note(n, &mut found));
                add(Asked::Jumping, found, rule.src);
            }
            // what a piece can do hangs on how it moves
            Form::Movement { of, ways, .. } => {
                if let Holder::Kind(kind) = rule.holder {
                    let like = ways.iter().filter_map(|way| match &way.path {
                        Path::Like(of) => Some(&**of),
                        _ => None,
                    });
                    let like = like.flat_map(kinds_named).map(Asked::Moves).collect();
                    add(Asked::Moves(kind), like, rule.src);
                }
                visit_set(of, &mut |n| note(n, &mut found));
                add(Asked::Jumping, found.clone(), rule.src);
                let mut hits = found.clone();
                for way in ways {
                    let asks = |found: &mut BTreeSet<Asked>| {
                        let each = way.when.iter();
                        each.for_each(|c| visit_cond(c, &mut |n| note(n, found)));
                    };
                    asks(&mut found);
                    // a way that captures nothing attacks nothing
                    if way.takes != Takes::Quiet {
                        asks(&mut hits);
                    }
                }
                if everybodys {
                    add(Asked::Attack, hits, rule.src);
                }
                add(Asked::Mobility, found, rule.src);
            }
            // what an action would move is not stuck (clause basic.37), so an action may not hang on what is stuck
            Form::Action { .. } => add(Asked::Mobility, found, rule.src),
            _ => {}
        }
    }
    asks
}

/// Whether a condition speaks of the state after the option, which is made first.
fn of_after(cond: &Cond) -> bool {
    match cond {
        Cond::Is(clause) => clause.at == At::After,
        Cond::All(list) | Cond::Any(list) => list.iter().any(of_after),
        Cond::Not(inner) => of_after(inner),
        Cond::Choice(..) | Cond::During(_) => false,
    }
}

fn note(node: Node<'_>, found: &mut BTreeSet<Asked>) {
    match node {
        Node::Set(set) => match &set.base {
            Base::Word(w, _) => drop(found.insert(Asked::Word(*w))),
            Base::Field(f, ..) => drop(found.insert(Asked::Field(*f))),
            Base::Of(Part::Moves, _) if set.by.contains(&Narrow::Is(Quality::Legal)) => {
                found.insert(Asked::Lawful);
            }
            _ => {}
        },
        Node::Num(Num::Word(w, _)) => drop(found.insert(Asked::Word(*w))),
        Node::Num(Num::Field(f, ..)) => drop(found.insert(Asked::Field(*f))),
        Node::Quality(quality) => match quality {
            Quality::Word(w) => drop(found.insert(Asked::Word(*w))),
            Quality::Mark(f, _) => drop(found.insert(Asked::Field(*f))),
            Quality::Royal => drop(found.insert(Asked::Royal)),
            Quality::Frozen => drop(found.insert(Asked::Frozen)),
            Quality::Jumping => drop(found.insert(Asked::Jumping)),
            Quality::InCheck(_) => drop(found.insert(Asked::Check)),
            Quality::Stuck | Quality::Mobile | Quality::Legal => {
                found.insert(Asked::Mobility);
            }
            _ => {}
        },
        Node::Clause(Clause {
            says: Says::Can(deed),
            ..
        }) if matches!(deed.verb, Verb::Move | Verb::Capture | Verb::Act) => {
            found.insert(Asked::Mobility);
            // the search for any action of a player does not ask itself again
            if deed.verb != Verb::Act || deed.object.is_some() {
                found.insert(Asked::Lawful);
            }
        }
        Node::Clause(Clause {
            says: Says::Do(deed),
            ..
        }) if deed.verb == Verb::Attack => {
            found.insert(Asked::Attack);
        }
        Node::Clause(Clause {
            says: Says::Suffer(deed),
            ..
        }) => {
            let parts = deed.verb.asked_with();
            found.extend(parts.iter().chain([&deed.verb]).map(|v| Asked::Bans(*v)));
        }
        _ => {}
    }
}

/// Pieces of the holder of the rule.
fn of_holder(set: &Set) -> bool {
    set.by.iter().any(super::is_own) || !matches!(set.base, Base::All(_))
}

/// The kinds that `like a queen or a knight` names.
fn kinds_named(set: &Set) -> Vec<KindId> {
    match &set.base {
        Base::Kind(kind) => vec![*kind],
        Base::Or(list) => list.iter().flat_map(kinds_named).collect(),
        Base::All(_) => (set.by.iter())
            .filter_map(|narrow| match narrow {
                Narrow::Is(Quality::Kind(of)) => Some(kinds_named(of)),
                _ => None,
            })
            .flatten()
            .collect(),
        _ => Vec::new(),
    }
}

//! What is wrong with an army as a whole though each of its sentences reads: kinds that never come to the board or
//! cannot move on it, and what is forbidden and allowed in one breath.
use super::Review;
use crate::diagnostic::Diagnostic;
use engine::ids::{KindId, SourceId, WordId};
use engine::rules::*;
use std::collections::BTreeSet;

impl Review<'_> {
    /// W380: `it is royal` in an army, where the variant works out who is royal by a word of its own, and asks that word who has lost.
    pub(super) fn royal_by_another_word(&mut self) {
        let rules = &self.program.rules;
        let name = |w: &Word| self.program.pool.text_of(w.name) == "royal";
        let Some(at) = rules.words.iter().position(name) else {
            return;
        };
        let mut asks: BTreeSet<WordId> = BTreeSet::new();
        for part in &rules.words[at].parts {
            part.when.iter().for_each(|c| {
                visit_cond(c, &mut |node| {
                    if let Node::Quality(Quality::Word(w)) = node {
                        asks.insert(*w);
                    }
                });
            });
        }
        let Some(asked) = asks.first() else { return };
        let asked = self
            .program
            .pool
            .text_of(rules.words[asked.index()].name)
            .to_owned();
        let of_army = |holder: Holder| match holder {
            Holder::Kind(k) => rules.kinds[k.index()].army.is_some(),
            // a power that makes a piece royal may have its own defeat in mind
            Holder::Power(_) | Holder::Game | Holder::EachSeat => false,
        };
        let royal = |q: &Quality| *q == Quality::Royal || *q == Quality::Word(WordId::from(at));
        let found: Vec<SourceId> = (rules.rules.iter())
            .filter(|r| of_army(r.holder) && r.when.is_empty())
            .filter(|r| matches!(&r.form, Form::View { is: What::Quality(q), not: false, of: _ } if royal(q)))
            .map(|r| r.src)
            .collect();
        for src in found {
            let said = format!(
                "who is royal is worked out from `{asked}` here, and who has lost too: this decides neither"
            );
            self.report("W380", src, said, &format!("write `it is {asked}`"));
        }
    }

    /// W382: a kind of an army that is in no set-up and that no rule names.
    pub(super) fn kinds_that_never_come(&mut self) {
        let rules = &self.program.rules;
        let mut there: BTreeSet<KindId> = BTreeSet::new();
        for army in &rules.armies {
            there.extend(
                army.setup
                    .iter()
                    .chain(&army.neutral)
                    .map(|(kind, _)| *kind),
            );
        }
        there.extend(rules.setup.iter().map(|(kind, _)| *kind));
        there.extend(rules.position.iter().map(|placed| placed.kind));
        let own = |holder: Holder, kind: KindId| holder == Holder::Kind(kind);
        for rule in &rules.rules {
            visit_rule(rule, &mut |node| {
                let named = kind_named(node).into_iter();
                there.extend(named.filter(|kind| !own(rule.holder, *kind)));
            });
        }
        for proc in &rules.procs {
            visit_block(&proc.body, &mut |node| there.extend(kind_named(node)));
        }
        // cards show kinds, and so do values
        let shown = rules
            .zones
            .iter()
            .flat_map(|zone| zone.start.iter().cloned());
        for set in shown {
            visit_value(&Value::Set(set), &mut |node| there.extend(kind_named(node)));
        }
        for start in rules.fields.iter().filter_map(|field| field.start.as_ref()) {
            visit_value(start, &mut |node| there.extend(kind_named(node)));
        }
        for part in rules.words.iter().flat_map(|w| &w.parts) {
            visit_value(&part.value, &mut |node| there.extend(kind_named(node)));
            for cond in &part.when {
                visit_cond(cond, &mut |node| there.extend(kind_named(node)));
            }
        }
        // who sets up no piece plays from positions that are given, and what changes another game may leave its pieces to a third
        let whole = self.program.items.iter().all(|item| item.rank.depth == 0);
        let placed = whole && !(rules.position.is_empty() && rules.setup.is_empty());
        // a variant that makes pieces of kinds which a rule finds may make any
        let mut by_chance = false;
        let fixed = |n: &Narrow| matches!(n, Narrow::Is(Quality::Kind(k)) if matches!(k.base, Base::Kind(_)));
        let mut made = |node: Node<'_>| {
            by_chance |=
                matches!(node, Node::Set(Set { base: Base::New, by, .. }) if !by.iter().any(fixed));
        };
        for rule in &rules.rules {
            visit_rule(rule, &mut made);
        }
        for proc in &rules.procs {
            visit_block(&proc.body, &mut made);
        }
        let missing: Vec<SourceId> = (0..rules.kinds.len())
            .filter(|k| {
                let kind = &rules.kinds[*k];
                let named = there.contains(&KindId::from(*k));
                // armies that come to a variant may bring its kinds
                let own = self.program.pool.span_of(kind.src).file == self.program.span.file;
                let looked_for =
                    kind.army.is_some() || own && rules.armies.is_empty() && placed && !by_chance;
                looked_for && !kind.card && !named
            })
            .map(|k| rules.kinds[k].src)
            .collect();
        for src in missing {
            let said = "this kind never comes to the board".to_owned();
            let help = "put its letter into the set-up, or name it where a piece is put, promotes or becomes one";
            self.report("W382", src, said, help);
        }
    }

    /// W383: a kind of an army of which no sentence says how it moves.
    pub(super) fn kinds_without_a_move(&mut self) {
        let rules = &self.program.rules;
        let army = |kind: KindId| rules.kinds[kind.index()].army;
        let moves = |kind: KindId| {
            rules
                .rules
                .iter()
                .any(|rule| match (&rule.form, rule.holder) {
                    (Form::Movement { .. }, Holder::Kind(of)) => of == kind,
                    (Form::Movement { .. }, Holder::Power(p)) => {
                        rules.powers[p.index()].army == army(kind)
                    }
                    // of all pieces
                    (Form::Movement { of, .. }, Holder::Game | Holder::EachSeat) => {
                        of.by.is_empty()
                    }
                    _ => false,
                })
        };
        let still: Vec<SourceId> = (0..rules.kinds.len())
            .filter(|k| {
                let kind = &rules.kinds[*k];
                kind.army.is_some() && !kind.card && !moves(KindId::from(*k))
            })
            .map(|k| rules.kinds[k].src)
            .collect();
        for src in still {
            let said = "no sentence says how this kind moves".to_owned();
            let help = "say it (`it steps any way`), or say that it stays: `it moves nowhere`";
            self.report("W383", src, said, help);
        }
    }

    /// W385: one sentence forbids what another one of the same holder allows or demands, both always and of the same
    /// deed; or says the contrary of it.
    pub(super) fn forbidden_and_allowed(&mut self) {
        let rules = &self.program.rules.rules;
        let guard = |rule: &Rule| match &rule.form {
            Form::Guard {
                verdict,
                deed,
                binds: _,
                first,
                term,
            } if first.is_none() && term.is_empty() && rule.when.is_empty() && !rule.imposed => {
                Some((*verdict, deed.clone()))
            }
            _ => None,
        };
        let mut found: Vec<(SourceId, SourceId)> = Vec::new();
        // what a game says of nobody and what it says of each player hold side by side
        let side = |holder: Holder| match holder {
            Holder::EachSeat => Holder::Game,
            other => other,
        };
        found.extend(denied(rules));
        for forbids in rules {
            let Some((Verdict::Forbid, no)) = guard(forbids) else {
                continue;
            };
            let beside = |r: &&Rule| side(r.holder) == side(forbids.holder);
            for other in rules.iter().filter(beside) {
                let Some((Verdict::Permit | Verdict::Duty, yes)) = guard(other) else {
                    continue;
                };
                let same = Deed {
                    src: no.src,
                    ..yes.clone()
                };
                if same == no || same_move(&no, &yes) {
                    found.push((other.src, forbids.src));
                }
            }
        }
        for (src, by) in found {
            let span = self.program.pool.span_of(src);
            let there = self.program.pool.span_of(by);
            let said = "another sentence says the contrary, always as well";
            let help = "leave one of them out, or say when each holds; a prohibition counts whatever is allowed";
            let problem = Diagnostic::new("W385", span, said)
                .help(help)
                .also(there, "the contrary");
            self.problems.push(problem);
        }
    }
}

/// What is said to be so and not to be so, both always and by one holder: the second of each pair, and the first.
fn denied(rules: &[Rule]) -> Vec<(SourceId, SourceId)> {
    let always = |r: &&Rule| r.when.is_empty() && !r.imposed;
    let mut found = Vec::new();
    for (i, one) in rules.iter().enumerate().filter(|(_, r)| always(r)) {
        let later = rules.iter().skip(i + 1).filter(always);
        for other in later.filter(|r| r.holder == one.holder) {
            let against = match (&one.form, &other.form) {
                (
                    Form::View { of, is, not },
                    Form::View {
                        of: too,
                        is: also,
                        not: neither,
                    },
                ) => of == too && is == also && not != neither,
                _ => false,
            };
            if against {
                found.push((other.src, one.src));
            }
        }
    }
    found
}

/// `lancers cannot move` and `you must move a lancer`: the same pieces move, said of them or of who moves them.
fn same_move(no: &Deed, yes: &Deed) -> bool {
    let pieces = |deed: &Deed| -> Option<Set> {
        let of = match (&deed.subject, &deed.object) {
            (Some(set), None) if set.ty == Ty::Piece => set.clone(),
            (_, Some(Value::Set(set))) if set.ty == Ty::Piece => set.clone(),
            _ => return None,
        };
        Some(Set {
            amount: Amount::Every,
            ..of
        })
    };
    let plain = |deed: &Deed| deed.verb == Verb::Move && deed.cases.is_empty();
    let own = |set: &Set| Set {
        by: (set.by.iter())
            .filter(|n| !matches!(n, Narrow::Of(_) | Narrow::Own))
            .cloned()
            .collect(),
        ..set.clone()
    };
    plain(no)
        && plain(yes)
        && match (pieces(no), pieces(yes)) {
            (Some(a), Some(b)) => own(&a) == own(&b),
            _ => false,
        }
}

/// The kind that a node names.
fn kind_named(node: Node<'_>) -> Vec<KindId> {
    match node {
        Node::Set(set) => match &set.base {
            Base::Kind(kind) => vec![*kind],
            Base::Row1(row) => row.iter().map(|(kind, _)| *kind).collect(),
            _ => vec![],
        },
        _ => vec![],
    }
}

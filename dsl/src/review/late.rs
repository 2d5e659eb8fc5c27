//! What comes too late, or never: conditions about the past that the event itself has settled, rounds that are ended in a game of turns,
//! values that are added to for a time, prices behind which nothing can stand.
use super::Review;
use engine::ids::{Name, SourceId, WordId};
use engine::rules::*;
use std::collections::BTreeSet;

impl Review<'_> {
    /// E153: in a game of turns there is no round that could be ended.
    pub(super) fn rounds_ended(&mut self) {
        let rules = &self.program.rules;
        if rules.rules.iter().any(|r| matches!(r.form, Form::Round(_))) {
            return;
        }
        for src in self.steps_of(&|deed| deed.verb == Verb::EndRound) {
            let said = "in a game of turns a round is over when everybody has had a turn, so this ends nothing";
            let help = "write `end the turn`; a game of rounds has a line `in every round { .. }`";
            self.report("E153", src, said.to_owned(), help);
        }
    }

    /// E256: what is added to a value is part of it from then on.
    pub(super) fn added_for_a_time(&mut self) {
        for src in self.steps_of(&|deed| {
            matches!(deed.verb, Verb::Add | Verb::Spend) && !deed.how.term.is_empty()
        }) {
            let said =
                "what is added or spent has no end: only a value that is set is again what it was";
            let help = "set it for a time (`set your coins to 5 this turn`), or take it off again later: `add 5 to your coins`, `at the end of this turn { add -5 to your coins }`";
            self.report("E256", src, said.to_owned(), help);
        }
    }

    /// E194: what is swapped stands on squares.
    pub(super) fn swapped_with_the_lost(&mut self) {
        let off = |s: &Set| s.base == Base::All(Where::Lost);
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &self.program.rules.rules {
            let mut chosen: BTreeSet<Name> = BTreeSet::new();
            let mut lost: BTreeSet<SourceId> = BTreeSet::new();
            visit_rule(rule, &mut |node| match node {
                Node::Step(Step::Choose { name, from, .. }) if off(from) => {
                    chosen.insert(*name);
                }
                Node::Step(Step::Do(deed)) if deed.verb == Verb::Swap && !deed.how.owners => {
                    visit_deed(deed, &mut |node| {
                        let Node::Set(s) = node else { return };
                        let named = matches!(s.bare(), Some(Base::Name(n)) if chosen.contains(n));
                        if off(s) || named {
                            lost.insert(deed.src);
                        }
                    });
                }
                _ => {}
            });
            found.append(&mut lost);
        }
        for src in found {
            let said = "what is lost stands on no square, so nothing can change places with it";
            let help = "take one off and put the other in its place: `choose relic among your lost pieces; choose place among your pieces; let spot be \
                        the square of the place; remove the place; put the relic on the spot`";
            self.report("E194", src, said.to_owned(), help);
        }
    }

    /// E257: `after you capture a piece, if you have captured no piece this turn`: the event that sets the rule off is one of those asked for.
    pub(super) fn settled_by_the_event(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &self.program.rules.rules {
            let Form::Trigger {
                on: On::After(deeds),
                ..
            } = &rule.form
            else {
                continue;
            };
            let [event] = deeds.as_slice() else { continue };
            for cond in &rule.when {
                let Cond::Is(clause) = cond else { continue };
                if let Says::Did(past) = &clause.says
                    && asks_for(event, clause, past, &rule.roles)
                {
                    found.insert(clause.src);
                }
            }
        }
        for src in found {
            let said =
                "what has just happened counts too, so the event itself settles this condition";
            let help = "ask before it: `before you capture a piece, if you have captured no piece this turn, ..`; or count: `if you have captured exactly 1 piece this turn`";
            self.report("E257", src, said.to_owned(), help);
        }
    }

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

    /// Where such a deed is done.
    fn steps_of(&self, meant: &dyn Fn(&Deed) -> bool) -> BTreeSet<SourceId> {
        let mut found = BTreeSet::new();
        let mut look = |node: Node<'_>| {
            if let Node::Step(Step::Do(deed)) = node
                && meant(deed)
            {
                found.insert(deed.src);
            }
        };
        for rule in &self.program.rules.rules {
            visit_rule(rule, &mut look);
        }
        for procedure in &self.program.rules.procs {
            visit_block(&procedure.body, &mut look);
        }
        found
    }
}

/// The past is asked for what the event has just done: whether it never happened, or whether it happened at all.
fn asks_for(event: &Deed, clause: &Clause, past: &Past, roles: &[(Role, Name)]) -> bool {
    let Past {
        deed,
        since: _,
        role,
    } = past;
    let role_of = |set: &Set| match set.bare() {
        Some(Base::Name(name)) => roles.iter().find(|(_, n)| n == name).map(|(r, _)| *r),
        _ => None,
    };
    // who has done it is who did it, or the holder of the rule where the holder did it
    let doer = match &clause.subject {
        Value::Set(s) if role.is_none() => {
            s.bare().is_some() && event.subject.as_ref().is_some_and(|by| by.base == s.base)
                || matches!(role_of(s), Some(Role::Subject | Role::Mover | Role::Captor))
        }
        Value::Set(_) | Value::Num(_) => false,
    };
    let plain = deed.cases.is_empty() && event.cases.is_empty();
    let object = match (&deed.object, &event.object) {
        (None, _) => true,
        (Some(Value::Set(asked)), Some(Value::Set(done))) => {
            let no_more = asked.by.iter().all(|n| done.by.contains(n));
            let it = matches!(
                role_of(asked),
                Some(Role::Object | Role::Mover | Role::Victim)
            );
            it || asked.base == done.base && no_more
        }
        (Some(_), _) => false,
    };
    // `no piece`, `not`; any that is asked for is there
    let none = matches!(&deed.object, Some(Value::Set(s)) if s.amount == Amount::No);
    let some = deed.object.is_none()
        || matches!(&deed.object, Some(Value::Set(s)) if matches!(s.amount, Amount::Any | Amount::No));
    deed.verb == event.verb && plain && doer && object && some && (none || clause.at == At::Now)
}

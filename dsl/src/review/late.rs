//! What comes too late: a condition about the past that the event itself has settled, an end of what was added to a value.
use super::Review;
use engine::ids::{Name, SourceId};
use engine::rules::*;
use std::collections::BTreeSet;

impl Review<'_> {
    /// E256: what is added to a value is part of it from then on.
    pub(super) fn added_for_a_time(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        self.deeds(&mut |deed| {
            if matches!(deed.verb, Verb::Add | Verb::Spend) && !deed.how.term.is_empty() {
                found.insert(deed.src);
            }
        });
        for src in found {
            let said =
                "what is added or spent has no end: only a value that is set is again what it was";
            let help = "set it for a time (`set your coins to 5 this turn`), or take it off again later: `add 5 to your coins`, `at the end of this turn { add -5 to your coins }`";
            self.report("E256", src, said.to_owned(), help);
        }
    }

    /// E257: `after you capture a piece, if you have captured no piece this turn`: the event that sets the rule off is one of those asked for.
    pub(super) fn settled_by_the_event(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &self.program.rules.rules {
            let Form::Trigger {
                on: On::After(deeds),
                stage: _,
                offer: _,
                body: _,
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
    // one of them has done it: the holder, a piece of the event, or anybody where anybody did it
    let one = |s: &Set| {
        matches!(s.base, Base::You | Base::Name(_)) || matches!(s.amount, Amount::Any | Amount::No)
    };
    let doer = match &clause.subject {
        Value::Set(s) if role.is_none() && one(s) => {
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

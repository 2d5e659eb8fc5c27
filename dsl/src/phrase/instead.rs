//! What takes the place of an event: `before your pawn is captured, spend 1 of your coins instead`. Never replaces an event with what cannot
//! be carried out: with too little to spend the event happens.
use engine::rules::*;

/// A price that is paid instead of the event has to be there: it becomes a condition of the rule.
pub(super) fn only_if_paid(rule: &mut Rule) {
    let Form::Trigger {
        on: On::Before(_),
        stage: _,
        offer: None,
        body,
    } = &rule.form
    else {
        return;
    };
    let paid = body.iter().filter_map(|step| match step {
        Step::Do(deed) if deed.verb == Verb::Spend && deed.how.instead => price(deed),
        _ => None,
    });
    let prices: Vec<(Num, Num)> = paid.collect();
    for (of, price) in prices {
        let there = Says::Cmp(Rel::Ge, price);
        let subject = Value::Num(of);
        let asked = |cond: &Cond| matches!(cond, Cond::Is(clause) if clause.says == there && clause.subject == subject);
        if rule.when.iter().any(asked) {
            continue;
        }
        rule.when.push(Cond::Is(Clause {
            at: At::Now,
            newly: false,
            not: false,
            subject,
            member: None,
            says: there,
            src: rule.src,
        }));
    }
}

/// Of which number is paid, and how much.
fn price(deed: &Deed) -> Option<(Num, Num)> {
    let number = |value: &Value| match value {
        Value::Num(n) => Some(n.clone()),
        Value::Set(set) => match set.bare() {
            Some(Base::Number(n)) => Some(n.clone()),
            Some(_) | None => None,
        },
    };
    let price = number(deed.object.as_ref()?)?;
    let of = deed.cases.iter().find(|(case, _)| *case == Case::Of)?;
    Some((number(&of.1)?, price))
}

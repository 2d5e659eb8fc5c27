//! Which names a condition speaks of, and which it binds. Reads the IR and makes no plan.
use super::*;

/// A phrase that is the thing itself.
pub(super) fn is_it(s: &Set, v: About) -> bool {
    s.bare()
        == Some(&match v {
            About::Name(n) => Base::Name(n),
            About::It => Base::It,
        })
}

pub(super) fn named(n: &Node<'_>, v: About) -> bool {
    match (n, v) {
        (Node::Set(s), About::Name(m)) => s.base == Base::Name(m),
        (Node::Set(s), About::It) => s.base == Base::It,
        (Node::Num(Num::Name(n)), About::Name(m)) => *n == m,
        (
            Node::Num(_)
            | Node::Narrow(_)
            | Node::Quality(_)
            | Node::Clause(_)
            | Node::During(_)
            | Node::Deed(_)
            | Node::Step(_),
            About::Name(_) | About::It,
        ) => false,
    }
}

/// What is said mentions the thing.
pub(super) fn mentions(says: &Says, v: About) -> bool {
    let c = Clause {
        at: At::Now,
        newly: false,
        not: false,
        subject: Value::Num(Num::Lit(0)),
        member: None,
        says: says.clone(),
        src: SourceId(0),
    };
    let mut hit = false;
    visit_cond(&Cond::Is(c), &mut |n| hit |= named(&n, v));
    hit
}

pub(super) fn mentions_in(s: &Set, v: About) -> bool {
    let mut hit = false;
    visit_set(s, &mut |n| hit |= named(&n, v));
    hit
}

/// The names a clause speaks of, besides that of its members.
pub(super) fn names_of(c: &Clause) -> Vec<Name> {
    let mut all = vec![];
    visit_cond(&Cond::Is(c.clone()), &mut |n| match n {
        Node::Set(s) => {
            if let Base::Name(n) = s.base {
                all.push(n);
            }
        }
        Node::Num(Num::Name(n)) => all.push(*n),
        Node::Num(_)
        | Node::Narrow(_)
        | Node::Quality(_)
        | Node::Clause(_)
        | Node::During(_)
        | Node::Deed(_)
        | Node::Step(_) => {}
    });
    let inner = |n: &Name| c.member == Some(*n) || bound_inside(c, *n);
    all.retain(|n| !inner(n));
    all
}

/// A relative clause or a superlative in a clause binds the name.
fn bound_inside(c: &Clause, name: Name) -> bool {
    let mut bound = false;
    visit_cond(&Cond::Is(c.clone()), &mut |n| {
        if let Node::Set(s) = n {
            bound |=
                s.by.iter()
                    .any(|n| matches!(n, Narrow::That(m, _) if *m == name));
            bound |= matches!(&s.pick, Some(Pick::Most(m, _) | Pick::Fewest(m, _)) if *m == name);
        }
    });
    bound
}

/// A condition speaks of the thing of which a fact is told.
pub(in crate::core::lower) fn speaks_of_it(c: &Cond) -> bool {
    let mut it = false;
    visit_cond(c, &mut |n| {
        it |= matches!(n, Node::Set(s) if s.base == Base::It)
    });
    it
}

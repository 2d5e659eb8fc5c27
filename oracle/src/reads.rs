//! What the rules of a match ask for at all, so that nothing else has to be kept.
use super::link::Linked;
use engine::ids::*;
use engine::rules::*;

impl Linked {
    /// Whether repetition is asked for and points are scored, which decks are shuffled, of which kinds somebody asks if a
    /// piece is unmoved, and which values somebody asks for.
    pub(super) fn find_reads(&mut self) {
        let rules = self.rules.clone();
        self.values_read = values_read(&rules);
        for r in &rules.rules {
            visit_rule(r, &mut |n| self.read_in(kind_of(r.holder), n));
        }
        for procedure in &rules.procs {
            visit_block(&procedure.body, &mut |n| self.read_in(None, n));
        }
        for part in rules.words.iter().flat_map(|w| &w.parts) {
            let own = kind_of(part.holder);
            visit_value(&part.value, &mut |n| self.read_in(own, n));
            for cond in &part.when {
                visit_cond(cond, &mut |n| self.read_in(own, n));
            }
        }
    }
    fn read_in(&mut self, own: Option<KindId>, node: Node<'_>) {
        match node {
            Node::Clause(c) => {
                if let (Says::Be(Quality::Unmoved), Value::Set(s)) = (&c.says, &c.subject) {
                    mark_kinds(s, own, &mut self.unmoved_read);
                }
            }
            Node::Set(s) if s.by.iter().any(unmoved) => mark_kinds(s, own, &mut self.unmoved_read),
            Node::Num(Num::Repetition) => self.repetition_read = true,
            Node::Deed(d) => self.does(d),
            _ => {}
        }
    }
    fn does(&mut self, d: &Deed) {
        match (d.verb, &d.object) {
            (Verb::Score, _) => self.scored = true,
            (Verb::Shuffle, Some(Value::Set(s))) => {
                if let Base::Zone(z, _) = s.base {
                    self.shuffled[z.index()] = true;
                }
            }
            _ => {}
        }
    }
}

fn kind_of(holder: Holder) -> Option<KindId> {
    match holder {
        Holder::Kind(k) => Some(k),
        _ => None,
    }
}

fn unmoved(n: &Narrow) -> bool {
    matches!(
        n,
        Narrow::Is(Quality::Unmoved) | Narrow::Not(Quality::Unmoved)
    )
}

/// Which kinds a phrase can be of.
fn mark_kinds(s: &Set, own: Option<KindId>, read: &mut [bool]) {
    if s.base == Base::It
        && let Some(k) = own
    {
        read[k.index()] = true;
        return;
    }
    for n in &s.by {
        if let Narrow::Is(Quality::Kind(k)) = n
            && let Base::Kind(k) = k.base
        {
            read[k.index()] = true;
            return;
        }
    }
    read.iter_mut().for_each(|k| *k = true);
}

/// Of each value whether some rule asks for it, and does more than set it: what makes two positions differ (kit.base.7). A count of the game is
/// no part of a position, as the fifty moves of chess are not.
fn values_read(rules: &Ruleset) -> Vec<bool> {
    let mut asked = vec![0i32; rules.fields.len()];
    let mut each = |node: Node<'_>| match node {
        Node::Set(Set {
            base: Base::Field(f, ..),
            ..
        })
        | Node::Num(Num::Field(f, ..) | Num::Extreme(_, f, _))
        | Node::Quality(Quality::Mark(f, _)) => asked[f.index()] += 1,
        Node::Deed(d) => {
            if let Some(f) = target(d) {
                asked[f.index()] -= 1;
            }
        }
        _ => {}
    };
    rules.rules.iter().for_each(|r| visit_rule(r, &mut each));
    (rules.procs.iter()).for_each(|p| visit_block(&p.body, &mut each));
    for part in rules.words.iter().flat_map(|w| &w.parts) {
        visit_value(&part.value, &mut each);
        part.when.iter().for_each(|c| visit_cond(c, &mut each));
    }
    (rules.fields.iter().flat_map(|f| &f.start)).for_each(|v| visit_value(v, &mut each));
    let counts = |f: &Field| matches!(f.of, Owner::Game) && f.ty == Ty::Number;
    let both = rules.fields.iter().zip(asked);
    both.map(|(f, asked)| asked > 0 && !counts(f)).collect()
}

/// The value that a step sets.
fn target(d: &Deed) -> Option<FieldId> {
    let of_case = |case: Case| d.cases.iter().find(|(c, _)| *c == case).map(|(_, v)| v);
    let value = match d.verb {
        Verb::Set | Verb::Reveal => d.object.as_ref(),
        Verb::Add => of_case(Case::To),
        Verb::Mark | Verb::Unmark => of_case(Case::As),
        _ => None,
    };
    match value? {
        Value::Set(s) => match s.base {
            Base::Field(f, ..) => Some(f),
            _ => None,
        },
        Value::Num(Num::Field(f, ..)) => Some(*f),
        Value::Num(_) => None,
    }
}

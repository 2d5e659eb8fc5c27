//! What the rules of a match ask for at all, so that nothing else has to be kept.
use super::link::Linked;
use crate::ids::*;
use crate::rules::*;

impl Linked {
    /// Whether repetition is asked for and points are scored, which decks are shuffled, and of which kinds somebody asks if a
    /// piece is unmoved.
    pub(super) fn find_reads(&mut self) {
        let rules = self.rules.clone();
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

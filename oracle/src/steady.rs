//! Which readings hang on the state and its reader alone, so that an answer stays right until the state changes.
//! Found once per match from the rules; in doubt it is no.
use super::link::Linked;
use engine::ids::*;
use engine::rules::*;

/// Readings that are steady between two changes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Steady {
    /// Kinds, as views show them.
    pub kinds: bool,
    /// What is royal.
    pub royal: bool,
    /// What is frozen.
    pub frozen: bool,
    /// What attacks what.
    pub attacks: bool,
    /// Definitions.
    pub words: Vec<bool>,
    /// Marks and values.
    pub fields: Vec<bool>,
}

impl Steady {
    /// Look through definitions and views: all are taken as steady until one is found to read something that is not.
    pub fn of(l: &Linked) -> Steady {
        let mut now = Steady {
            kinds: true,
            royal: true,
            frozen: true,
            attacks: true,
            words: vec![true; l.rules.words.len()],
            fields: vec![true; l.rules.fields.len()],
        };
        loop {
            let others = now.views(l, &l.other_views);
            let words = 0..now.words.len();
            let fields = 0..now.fields.len();
            let next = Steady {
                kinds: now.views(l, &l.kind_views),
                royal: others && l.royal_word.is_none_or(|w| now.words[w.index()]),
                frozen: others,
                attacks: others && now.kinds && now.attacks(l),
                words: words.map(|w| now.word(l, WordId::from(w))).collect(),
                fields: fields.map(|f| now.field(l, FieldId::from(f))).collect(),
            };
            if next == now {
                return now;
            }
            now = next;
        }
    }
    fn views(&self, l: &Linked, views: &[RuleId]) -> bool {
        views.iter().all(|id| {
            let mut steady = true;
            visit_rule(l.rule(*id), &mut |n| steady &= self.node(n));
            steady
        })
    }
    /// Patterns and guards: none reads the state before an event.
    fn attacks(&self, l: &Linked) -> bool {
        let lists = [&l.movements, &l.standing, &l.forbids, &l.permits];
        let mut standing = lists.into_iter().flatten().map(|id| l.rule(*id));
        let mut imposed = l.rules.rules.iter().filter(|r| r.imposed);
        !standing.any(reads_before) && !imposed.any(reads_before)
    }
    fn word(&self, l: &Linked, w: WordId) -> bool {
        let mut steady = true;
        let mut each = |n: Node<'_>| steady &= self.node(n);
        for part in &l.rules.words[w.index()].parts {
            visit_value(&part.value, &mut each);
            part.when.iter().for_each(|c| visit_cond(c, &mut each));
        }
        steady && self.views(l, &l.word_views[w.index()])
    }
    fn field(&self, l: &Linked, f: FieldId) -> bool {
        let mut steady = true;
        let start = &l.rules.fields[f.index()].start;
        start
            .iter()
            .for_each(|v| visit_value(v, &mut |n| steady &= self.node(n)));
        steady && self.views(l, &l.field_views[f.index()])
    }
    fn node(&self, n: Node<'_>) -> bool {
        match n {
            // the state before or after an event, and what is judged otherwise while a turn is tried
            Node::Clause(c) => !of_another_time(c) && !asks_for_action(&c.says),
            Node::Set(s) => match &s.base {
                // the event that set a rule off, pieces made by a step
                Base::Author | Base::New => false,
                Base::Word(w, _) => self.words[w.index()],
                Base::Field(f, ..) => self.fields[f.index()],
                _ => true,
            },
            Node::Num(Num::Word(w, _)) => self.words[w.index()],
            Node::Num(Num::Field(f, ..) | Num::Extreme(_, f, _)) => self.fields[f.index()],
            Node::Quality(q) => match q {
                Quality::Word(w) => self.words[w.index()],
                Quality::Mark(f, _) => self.fields[f.index()],
                Quality::Kind(_) => self.kinds,
                Quality::Royal => self.royal,
                Quality::Frozen => self.frozen,
                _ => true,
            },
            Node::Num(_) | Node::Narrow(_) | Node::During(_) | Node::Deed(_) | Node::Step(_) => {
                true
            }
        }
    }
}

/// `can act`, `has no legal action`.
fn asks_for_action(says: &Says) -> bool {
    match says {
        Says::Can(d) => d.verb == Verb::Act,
        Says::Has(s) => s.ty == Ty::Move,
        _ => false,
    }
}

fn reads_before(rule: &Rule) -> bool {
    let mut before = false;
    visit_rule(rule, &mut |n| {
        before |= matches!(n, Node::Clause(c) if of_another_time(c))
    });
    before
}

/// The clause speaks of the state before or after an event.
fn of_another_time(c: &Clause) -> bool {
    c.at != At::Now || c.newly
}

//! Words that mean something in one place only: a chain where a set is chosen, `different` behind a verb, a new piece of a kind.
use super::Review;
use engine::ids::SourceId;
use engine::rules::*;

/// How often each of them stands in a sentence, less where it stands in its place.
#[derive(Default)]
struct Count {
    formed: i32,
    different: i32,
    unmade: i32,
}

impl Review<'_> {
    /// E123: what would say nothing where it stands.
    pub(super) fn out_of_place(&mut self) {
        let rules = &self.program.rules;
        let mut found: Vec<(SourceId, Count)> = vec![];
        for rule in &rules.rules {
            let mut count = Count::default();
            visit_rule(rule, &mut |node| count.look(node));
            found.push((rule.src, count));
        }
        for procedure in &rules.procs {
            let mut count = Count::default();
            visit_block(&procedure.body, &mut |node| count.look(node));
            found.push((procedure.src, count));
        }
        for part in rules.words.iter().flat_map(|w| &w.parts) {
            let mut count = Count::default();
            visit_value(&part.value, &mut |node| count.look(node));
            for cond in &part.when {
                visit_cond(cond, &mut |node| count.look(node));
            }
            found.push((part.src, count));
        }
        for (src, count) in found {
            let mut tell = |n: i32, said: &str, help: &str| {
                if n > 0 {
                    self.report("E123", src, said.to_owned(), help);
                }
            };
            tell(
                count.formed,
                "a chain or a block of 4 is formed by what is chosen",
                "it reads `choose 2 or more group among your pieces forming a chain`",
            );
            tell(
                count.different,
                "`different` says nothing here",
                "it pairs things off: `each card in your hand matches a different piece`",
            );
            tell(
                count.unmade,
                "of which kind is the new piece?",
                "it reads `a new pawn`, `a new piece of the kind of the victim` or `a new piece that matches the card`",
            );
        }
    }
}

impl Count {
    fn look(&mut self, node: Node<'_>) {
        match node {
            Node::Set(s) => {
                self.formed += i32::from(s.by.iter().any(is_formed));
                self.different += i32::from(s.by.iter().any(is_different));
                self.unmade += i32::from(s.base == Base::New && !s.by.iter().any(names_kind));
            }
            Node::Step(Step::Choose { from, .. }) => {
                self.formed -= i32::from(from.by.iter().any(is_formed));
            }
            Node::Clause(c) => {
                if let Says::Do(deed) = &c.says
                    && let Some(Value::Set(object)) = &deed.object
                {
                    self.different -= i32::from(object.by.iter().any(is_different));
                }
            }
            _ => {}
        }
    }
}

fn is_formed(n: &Narrow) -> bool {
    matches!(n, Narrow::At(Near::Chain | Near::BlockOf4, _))
}

fn is_different(n: &Narrow) -> bool {
    matches!(n, Narrow::Is(Quality::Different))
}

fn names_kind(n: &Narrow) -> bool {
    let matches = |c: &Cond| matches!(c, Cond::Is(c) if matches!(&c.says, Says::Do(d) if d.verb == Verb::Match));
    match n {
        Narrow::Is(Quality::Kind(_)) => true,
        Narrow::That(_, c) => matches(c),
        _ => false,
    }
}

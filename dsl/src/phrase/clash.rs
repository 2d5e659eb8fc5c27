//! One name for two things of one text: a kind, and a mark, value or definition. It is told in the file that brings the
//! second of them, the army's before the variant's; other armies see neither.
use super::named::named_here;
use super::reader::error;
use crate::diagnostic::Diagnostic;
use crate::pool::Pool;
use crate::program::{Item, ItemSays, Named, Program};
use crate::syntax::{Sentence, Span, Statement};
use engine::ids::{ArmyId, KindId};

/// A name that a sentence declares.
struct Declared {
    name: String,
    span: Span,
    army: Option<ArmyId>,
}

/// E207: what goes by the name of a kind.
pub fn clashes(program: &Program, pool: &Pool) -> Vec<Diagnostic> {
    let mut declared = Vec::new();
    for item in &program.items {
        if let ItemSays::Sentence(sentence) = &item.says {
            collect(sentence, item, &mut declared);
        }
    }
    let kinds = &program.rules.kinds;
    let place = |kind: KindId| pool.span_of(kinds[kind.index()].src);
    let mut found: Vec<Diagnostic> = Vec::new();
    for Declared { name, span, army } in &declared {
        for kind in kinds_called(program, name) {
            let owner = kinds[kind.index()].army;
            if kinds[kind.index()].card || !(owner.is_none() || army.is_none() || owner == *army) {
                continue;
            }
            // what the army brings is told in the army's file
            let (here, there) = match (army, owner) {
                (None, Some(_)) => (place(kind), *span),
                _ => (*span, place(kind)),
            };
            let said = format!("`{name}` would be two things here: a kind and what is called so");
            let problem = error(
                "E207",
                here,
                said,
                Some("give one of them another name".to_owned()),
            );
            let problem = problem.also(there, "the other one");
            if !found.contains(&problem) {
                found.push(problem);
            }
        }
    }
    found
}

fn kinds_called(program: &Program, name: &str) -> Vec<KindId> {
    let all = program.names.get(name).into_iter().flatten();
    let kinds = all.filter_map(|named| match named {
        Named::Kind(kind) => Some(*kind),
        _ => None,
    });
    kinds.collect()
}

fn collect(sentence: &Sentence, item: &Item, out: &mut Vec<Declared>) {
    if let Some(named) = named_here(sentence) {
        out.push(Declared {
            name: named.name,
            span: named.span,
            army: item.army,
        });
    }
    for inner in sentence.block.iter().flat_map(|b| &b.statements) {
        if let Statement::Sentence(inner) = inner {
            collect(inner, item, out);
        }
    }
}

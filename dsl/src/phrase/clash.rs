//! One name for two things of one text: a kind, and a mark, value or definition. It is told in the file that brings the
//! second of them, the army's before the variant's; other armies see neither.
use super::named::named_here;
use super::plurals::is_plural_of;
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

/// E207: what goes by the name of a kind. E105: a kind that goes by a word of the language.
pub fn clashes(program: &Program, pool: &Pool) -> Vec<Diagnostic> {
    let mut declared = Vec::new();
    for item in &program.items {
        if let ItemSays::Sentence(sentence) = &item.says {
            collect(sentence, item, &mut declared);
        }
    }
    let kinds = &program.rules.kinds;
    let place = |kind: KindId| pool.span_of(kinds[kind.index()].src);
    let mut found: Vec<Diagnostic> = words_of_the_language(program, pool);
    for Declared { name, span, army } in &declared {
        for (kind, called) in kinds_called(program, name) {
            let owner = kinds[kind.index()].army;
            if kinds[kind.index()].card || !(owner.is_none() || army.is_none() || owner == *army) {
                continue;
            }
            // what the army brings is told in the army's file
            let (here, there) = match (army, owner) {
                (None, Some(_)) => (place(kind), *span),
                _ => (*span, place(kind)),
            };
            let said = match called == *name {
                true => format!("`{name}` would be two things here: a kind and what is called so"),
                // one of the two words is the plural of the other
                false => format!(
                    "`{called}` is a kind and `{name}` is called so: of one of these words the other is the plural"
                ),
            };
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

fn words_of_the_language(program: &Program, pool: &Pool) -> Vec<Diagnostic> {
    let Ok(words) = super::words() else {
        return Vec::new();
    };
    let kinds = program.rules.kinds.iter();
    let named = kinds.filter(|k| words.is_taken(pool.text_of(k.name)));
    named
        .map(|k| {
            let name = pool.text_of(k.name);
            let said = format!("`{name}` is a word of the language and cannot be a name");
            let help = format!("take another word, or join two with a hyphen: `my-{name}`");
            error("E105", pool.span_of(k.src), said, Some(help))
        })
        .collect()
}

/// The kinds of which a name could be one form, each with its own name.
fn kinds_called(program: &Program, name: &str) -> Vec<(KindId, String)> {
    let forms = program.names.iter().filter(|(known, _)| {
        *known == name || is_plural_of(name, known) || is_plural_of(known, name)
    });
    let kinds = forms.flat_map(|(known, all)| {
        all.iter().filter_map(move |named| match named {
            Named::Kind(kind) => Some((*kind, known.clone())),
            _ => None,
        })
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

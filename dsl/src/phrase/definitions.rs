//! What is known of the definitions before any rule is read: their types, and whether one stands for several squares. Never reads a rule.
use super::declare::Declared;
use super::decls::{Decls, What};
use super::item::ItemReader;
use super::item_reader;
use super::reader::Shared;
use super::words::Words;
use crate::pool::Pool;
use crate::program::{Item, ItemSays, Program};
use crate::syntax::{Sentence, Statement};
use engine::ids::*;
use engine::rules::*;
use std::cell::RefCell;

/// Finds the types of definitions, as often as one waits for another.
pub(super) fn type_words(
    program: &Program,
    decls: &mut Decls,
    words: &'static Words,
    pool: &RefCell<Pool>,
) {
    let mut calls: Vec<(&Item, &Sentence)> = Vec::new();
    for item in &program.items {
        if let ItemSays::Sentence(s) = &item.says {
            each_call(s, &mut |call| calls.push((item, call)));
        }
    }
    let mut read: Vec<Call> = calls.iter().map(|_| Call::default()).collect();
    for _ in 0..6 {
        for ((item, call), read) in calls.iter().zip(&mut read) {
            if !read.known {
                let shared = Shared::new(pool, 0, Vec::new());
                let it = item_reader(program, decls, words, item, &shared, Vec::new());
                *read = Call::read(&it, item, call);
            }
        }
        let mut changed: Vec<WordId> = Vec::new();
        // the definitions of one square without a condition, by the text they stand in
        let mut single: Vec<(WordId, Option<ArmyId>, Rank)> = Vec::new();
        for ((item, _), says) in calls.iter().zip(&read) {
            let Some(says) = &says.says else { continue };
            let word = &mut decls.words[says.word.index()];
            let before = (word.speaks, word.several);
            word.speaks &= !says.once;
            let here = (says.word, item.army, item.rank);
            if says.area || single.contains(&here) {
                word.several = true;
            } else if says.always {
                single.push(here);
            }
            if before != (word.speaks, word.several) {
                changed.push(says.word);
            }
        }
        let mut typed = false;
        for says in read.iter().filter_map(|call| call.says.as_ref()) {
            let slot = &mut decls.words[says.word.index()].ty;
            if slot.is_none() {
                *slot = Some(says.ty);
                typed = true;
                changed.push(says.word);
            }
        }
        if !typed {
            return;
        }
        for call in &mut read {
            call.known = !call.speaks_of.iter().any(|word| changed.contains(word));
        }
    }
}

/// A sentence `call ..`.
#[derive(Default)]
struct Call {
    /// Nothing it speaks of has changed since it was read.
    known: bool,
    /// The definitions it speaks of.
    speaks_of: Vec<WordId>,
    /// What it says, if it reads.
    says: Option<Meaning>,
}

/// What one sentence says of a definition.
struct Meaning {
    word: WordId,
    ty: Ty,
    /// The definition is the same for all players.
    once: bool,
    /// It stands for an area.
    area: bool,
    /// It has no condition.
    always: bool,
}

impl Call {
    fn read(it: &ItemReader, item: &Item, call: &Sentence) -> Call {
        let toks = it.line(&call.line);
        let within = it.place.within();
        let names = toks.iter().filter_map(|t| it.decls.noun(&t.text, within));
        let speaks_of = names.filter_map(|(what, _)| match what {
            What::Word(word) => Some(word),
            What::Field(_) | What::Zone(_) | What::Proc(_) => None,
        });
        let says = match it.declaration(call, &toks, &Vec::new(), item) {
            Some(Declared::Word(word, part, ty)) => Some(Meaning {
                word,
                ty,
                once: item.holder == Holder::EachSeat && part.holder == Holder::Game,
                area: matches!(&part.value, Value::Set(set) if set.is_area()),
                always: part.when.is_empty(),
            }),
            Some(Declared::Field(..) | Declared::Zone(..) | Declared::Check(_)) | None => None,
        };
        Call {
            known: true,
            speaks_of: speaks_of.collect(),
            says,
        }
    }
}

fn each_call<'s>(s: &'s Sentence, f: &mut dyn FnMut(&'s Sentence)) {
    let first = s.line.first();
    if first.is_some_and(|t| t.text.eq_ignore_ascii_case("call")) {
        f(s);
    } else if first.is_some_and(|t| t.text.eq_ignore_ascii_case("while")) {
        for inner in s.block.iter().flat_map(|b| &b.statements) {
            if let Statement::Sentence(inner) = inner {
                each_call(inner, f);
            }
        }
    }
}

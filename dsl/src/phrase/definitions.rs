//! What is known of the definitions before any rule is read: their types, and whether one stands for several squares. Never reads a rule.
use super::declare::Declared;
use super::decls::Decls;
use super::item_reader;
use super::reader::Shared;
use super::words::Words;
use crate::pool::Pool;
use crate::program::{ItemSays, Program};
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
    for _ in 0..6 {
        let mut found: Vec<(WordId, Ty)> = Vec::new();
        // the definitions of one square without a condition, by the text they stand in
        let mut single: Vec<(WordId, Option<ArmyId>, Rank)> = Vec::new();
        let mut several: Vec<WordId> = Vec::new();
        let mut once: Vec<WordId> = Vec::new();
        for item in &program.items {
            let ItemSays::Sentence(s) = &item.says else {
                continue;
            };
            each_call(s, &mut |call| {
                let shared = Shared::new(pool, 0, Vec::new());
                let it = item_reader(program, decls, words, item, &shared, Vec::new());
                let toks = it.line(&call.line);
                if let Some(Declared::Word(w, part, ty)) =
                    it.declaration(call, &toks, &Vec::new(), item)
                {
                    found.push((w, ty));
                    if item.holder == Holder::EachSeat && part.holder == Holder::Game {
                        once.push(w);
                    }
                    let here = (w, item.army, item.rank);
                    let area = matches!(&part.value, Value::Set(set) if set.is_area());
                    if area || single.contains(&here) {
                        several.push(w);
                    } else if part.when.is_empty() {
                        single.push(here);
                    }
                }
            });
        }
        for w in several {
            decls.words[w.index()].several = true;
        }
        for w in once {
            decls.words[w.index()].speaks = false;
        }
        let mut changed = false;
        for (w, ty) in found {
            let slot = &mut decls.words[w.index()].ty;
            changed |= slot.is_none();
            slot.get_or_insert(ty);
        }
        if !changed {
            return;
        }
    }
}

fn each_call(s: &Sentence, f: &mut dyn FnMut(&Sentence)) {
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

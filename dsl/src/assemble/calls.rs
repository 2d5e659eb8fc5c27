//! Which procedure calls which: none may call itself, and one that nobody calls is a leftover.
use crate::diagnostic::Diagnostic;
use crate::program::{ItemSays, Program};
use crate::syntax::*;
use std::collections::{BTreeMap, BTreeSet};

/// So deep blocks may be nested in a procedure, those of the procedures it calls counted where it calls them.
const MAX_DEPTH: usize = 64;

/// E200: procedures that call each other too deep. E206: procedures that call each other in a circle. W223: a procedure without a
/// user.
pub(super) fn check(program: &Program, problems: &mut Vec<Diagnostic>) {
    let items = &program.items;
    let mut procs: BTreeMap<usize, &Procedure> = BTreeMap::new();
    let mut said: Vec<BTreeSet<&str>> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let mut words = BTreeSet::new();
        match &item.says {
            ItemSays::Procedure(procedure) => {
                procs.insert(at, procedure);
                words_of(&procedure.block, &mut words);
            }
            ItemSays::Sentence(sentence) => sentence_words(sentence, &mut words),
        }
        said.push(words);
    }
    let near = |a: usize, b: usize| items[a].army == items[b].army || items[a].army.is_none();
    let mut calls: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in procs.keys() {
        let called = procs
            .iter()
            .filter(|(i, p)| near(**i, *at) && said[*at].contains(name(p)));
        calls.insert(*at, called.map(|(i, _)| *i).collect());
    }
    let mut done = BTreeSet::new();
    let circles = problems.len();
    for at in procs.keys() {
        if let Some(cycle) = cycle_from(*at, &calls, &mut done) {
            let names: Vec<&str> = cycle.iter().map(|i| name(procs[i])).collect();
            let text = format!(
                "procedures call each other in a circle: {}",
                names.join(", ")
            );
            let problem = Diagnostic::new("E206", procs[&cycle[0]].line[0].span, text);
            problems.push(problem.help("use `repeat` for what happens again and again"));
        }
    }
    if problems.len() == circles {
        problems.extend(too_deep(&procs, &calls));
    }
    for (at, procedure) in &procs {
        let name = name(procedure);
        let used = said
            .iter()
            .enumerate()
            .any(|(i, words)| i != *at && near(*at, i) && words.contains(name));
        if !used && !program.table.iter().any(|t| t.name.text == name) {
            let text = format!("the procedure `{name}` has no user");
            problems.push(
                Diagnostic::new("W223", procedure.line[0].span, text).help(format!(
                    "drop it with `without {name}`, or use it as a step"
                )),
            );
        }
    }
}

/// The first procedure in which blocks are nested too deep, those of the procedures it calls among them; no calls run in a circle.
fn too_deep(
    procs: &BTreeMap<usize, &Procedure>,
    calls: &BTreeMap<usize, Vec<usize>>,
) -> Option<Diagnostic> {
    let mut depths: BTreeMap<usize, usize> = BTreeMap::new();
    // one after another whose callees are known, by no recursion of its own
    let mut left: Vec<usize> = procs.keys().copied().collect();
    while let Some(at) = left.pop() {
        if depths.contains_key(&at) {
            continue;
        }
        let called = calls.get(&at).map_or(&[][..], Vec::as_slice);
        let unknown: Vec<usize> = (called.iter().copied())
            .filter(|callee| !depths.contains_key(callee))
            .collect();
        if !unknown.is_empty() {
            left.push(at);
            left.extend(unknown);
            continue;
        }
        let mut levels = BTreeMap::new();
        levels_of(&procs[&at].block, 1, &mut levels);
        let own = levels.values().copied().max().unwrap_or(1);
        let through = called.iter().map(|callee| {
            let level = levels.get(name(procs[callee])).copied().unwrap_or(1);
            level + depths.get(callee).copied().unwrap_or(0)
        });
        let depth = through.max().unwrap_or(0).max(own);
        if depth > MAX_DEPTH {
            let said = format!(
                "with the procedures it calls the blocks of `{}` are nested more than {MAX_DEPTH} deep",
                name(procs[&at])
            );
            let problem = Diagnostic::new("E220", procs[&at].line[0].span, said);
            return Some(
                problem.help("call them one after the other instead of one from within the other"),
            );
        }
        depths.insert(at, depth);
    }
    None
}

/// The words of a block, each with the deepest block in which it stands.
fn levels_of<'p>(block: &'p Block, level: usize, levels: &mut BTreeMap<&'p str, usize>) {
    for statement in &block.statements {
        let Statement::Sentence(sentence) = statement else {
            continue;
        };
        let branches = sentence.branches.iter();
        let lines = std::iter::once(&sentence.line).chain(branches.clone().map(|b| &b.line));
        for token in lines.flatten().filter(|t| t.kind == TokenKind::Word) {
            let known = levels.entry(token.text.as_str()).or_default();
            *known = level.max(*known);
        }
        for inner in sentence.block.iter().chain(branches.map(|b| &b.block)) {
            levels_of(inner, level + 1, levels);
        }
    }
}

fn name(procedure: &Procedure) -> &str {
    procedure.line.first().map_or("", |t| t.text.as_str())
}

fn sentence_words<'p>(sentence: &'p Sentence, words: &mut BTreeSet<&'p str>) {
    let branches = sentence.branches.iter();
    let lines = std::iter::once(&sentence.line).chain(branches.clone().map(|b| &b.line));
    words.extend(
        lines
            .flatten()
            .filter(|t| t.kind == TokenKind::Word)
            .map(|t| t.text.as_str()),
    );
    for inner in sentence.block.iter().chain(branches.map(|b| &b.block)) {
        words_of(inner, words);
    }
}

/// All words of a block: a step that calls a procedure says its name.
fn words_of<'p>(block: &'p Block, words: &mut BTreeSet<&'p str>) {
    for statement in &block.statements {
        if let Statement::Sentence(sentence) = statement {
            sentence_words(sentence, words);
        }
    }
}

/// A circle of calls that can be reached from here and was not found before.
fn cycle_from(
    at: usize,
    calls: &BTreeMap<usize, Vec<usize>>,
    done: &mut BTreeSet<usize>,
) -> Option<Vec<usize>> {
    let mut path: Vec<(usize, usize)> = vec![(at, 0)];
    while let Some((node, next)) = path.last_mut() {
        let callee = calls.get(node).and_then(|c| c.get(*next)).copied();
        *next += 1;
        let node = *node;
        match callee {
            None => {
                done.insert(node);
                path.pop();
            }
            Some(callee) => {
                if let Some(start) = path.iter().position(|(n, _)| *n == callee) {
                    let cycle: Vec<usize> = path[start..].iter().map(|(n, _)| *n).collect();
                    done.extend(path.iter().map(|(n, _)| *n));
                    return Some(cycle);
                }
                if !done.contains(&callee) {
                    path.push((callee, 0));
                }
            }
        }
    }
    None
}

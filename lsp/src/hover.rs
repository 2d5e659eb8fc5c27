//! What stands under the cursor: what the sentence was understood to mean, what the name is, what the word means.
use crate::index::{Sort, Target};
use crate::lexical::word_at;
use crate::text::{Text, plain};
use crate::worker::Readings;
use crate::world::{Read, World};
use dsl::phrase::words;
use dsl::syntax::*;
use lsp_types::{Hover, MarkupContent, MarkupKind, Position};

/// The hover at a place.
pub fn hover(world: &mut World, uri: &str, at: Position, readings: &Readings) -> Option<Hover> {
    let (path, document) = world.document(uri)?;
    let text = document.text.clone();
    let byte = text.byte(at);
    let read = world.read();
    let file = read.file(&path)?;
    let mut parts = Vec::new();
    let word = word_at(&text.text, byte);
    if let Some((target, _)) = read.index.target(file, byte as u32) {
        parts.extend(of_target(&read, &target));
        parts.extend(drawn(&read, &target, &path, readings));
    }
    if let Some((lo, hi)) = word {
        let act = of_act(&read, file, &text, lo, hi);
        parts.extend(act.or_else(|| of_word(&text, lo, hi)));
    }
    let tree = read.shelf.library.tree(FileId(file));
    let here = |s: &Span| s.lo as usize <= byte && byte <= s.hi as usize;
    let spans = tree.map(sentences).unwrap_or_default();
    for span in spans.into_iter().filter(here) {
        let words = plain(text.words(span.lo as usize, span.hi as usize));
        if let Some(found) = readings.of(&path, &words) {
            let lines: Vec<String> = found.iter().map(|r| format!("```\n{r}\n```")).collect();
            parts.push(format!("Understood as\n{}", lines.join("\n")));
            break;
        }
    }
    if parts.is_empty() {
        return None;
    }
    let content = MarkupContent {
        kind: MarkupKind::Markdown,
        value: parts.join("\n\n---\n\n"),
    };
    Some(Hover {
        contents: content.into(),
        range: word.map(|(lo, hi)| text.range(lo, hi)),
    })
}

/// All stretches that have a reading of their own.
fn sentences(tree: &FileTree) -> Vec<Span> {
    fn block(b: &Block, out: &mut Vec<Span>) {
        for statement in &b.statements {
            match statement {
                Statement::Power(u) | Statement::Kind(u) => block(&u.block, out),
                Statement::Procedure(p) => out.push(p.span),
                Statement::Frame(f) => out.push(f.span),
                Statement::Sentence(s) => {
                    out.push(s.span);
                    if let Some(inner) = &s.block {
                        block(inner, out);
                    }
                }
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    for unit in &tree.units {
        block(&unit.block, &mut out);
    }
    // the innermost first
    out.sort_by_key(|s| s.hi - s.lo);
    out
}

fn of_target(read: &Read, target: &Target) -> Option<String> {
    let files = read.shelf.library.files();
    match target {
        Target::Declared(id) => {
            let decl = read.index.decl(*id)?;
            let file = files.get(decl.at.file.0 as usize)?;
            let first = file.words(decl.all).lines().next().unwrap_or("").trim();
            let (line, _) = file.position(decl.at.lo);
            let sort = decl.sort.word();
            Some(format!(
                "**{}**: {sort}\n```\n{first}\n```\n{}:{line}",
                decl.name, file.name
            ))
        }
        Target::Tag(tag) => {
            let count = read.index.places(target).iter().filter(|(_, d)| *d).count();
            Some(format!("**{tag}**: a clause; {count} places answer for it"))
        }
    }
}

/// How a kind moves in the games of this file.
fn drawn(read: &Read, target: &Target, path: &str, readings: &Readings) -> Option<String> {
    let Target::Declared(id) = target else {
        return None;
    };
    let decl = read.index.decl(*id)?;
    let kind = decl.sort == Sort::Unit(UnitKind::Kind);
    let moves = readings.moves_of(path, &decl.name).filter(|_| kind)?;
    Some(format!("```text\n{}```\n{}", moves.text, moves.reach))
}

/// What a word means where a line of a scenario has come to it.
fn of_act(read: &Read, file: u32, text: &Text, lo: usize, hi: usize) -> Option<String> {
    let unit = read.index.unit_at(file, lo as u32)?;
    if read.index.units[unit].kind != UnitKind::Scenario {
        return None;
    }
    let line_lo = text.text[..lo].rfind('\n').map_or(0, |i| i + 1);
    crate::acts::meaning(&text.text[line_lo..lo], text.words(lo, hi))
}

/// The entry of the word table for a word, or for the fixed phrase it is part of.
fn of_word(text: &Text, lo: usize, hi: usize) -> Option<String> {
    let table = words().ok()?;
    let line_lo = text.text[..lo]
        .rfind(['\n', ';', '{', '}'])
        .map_or(0, |i| i + 1);
    let line_hi = text.text[hi..]
        .find(['\n', ';', '{', '}'])
        .map_or(text.text.len(), |i| hi + i);
    let mut parts: Vec<(usize, String)> = Vec::new();
    let mut at = line_lo;
    for word in text.text[line_lo..line_hi].split(' ') {
        parts.push((at, word.trim().trim_end_matches(',').to_ascii_lowercase()));
        at += word.len() + 1;
    }
    let here = parts.iter().rposition(|(at, _)| *at <= lo)?;
    for len in (2..=4).rev() {
        for from in (here + 1).saturating_sub(len)..=here {
            let Some(window) = parts.get(from..from + len) else {
                continue;
            };
            let joined: Vec<&str> = window.iter().map(|(_, w)| w.as_str()).collect();
            if let Some(doc) = entry(table, &joined.join("-")) {
                return Some(doc);
            }
        }
    }
    entry(table, &text.words(lo, hi).to_ascii_lowercase())
}

/// What the word table says of a word.
pub fn entry(table: &dsl::phrase::Words, word: &str) -> Option<String> {
    let mut out: Vec<String> = Vec::new();
    for (verb, _) in table.verb(word) {
        out.push(format!("**{}** (verb): {}", verb.name, verb.doc));
    }
    if let Some((noun, _)) = table.noun(word) {
        out.push(format!("**{}** (noun): {}", noun.name, noun.doc));
    }
    if let Some(adjective) = table.adjective(word) {
        out.push(format!(
            "**{}** (adjective): {}",
            adjective.name, adjective.doc
        ));
    }
    if let Some(place) = table.place(word) {
        out.push(format!("**{}** (place): {}", place.name, place.doc));
    }
    if let Some(doc) = table.others.get(word) {
        out.push(format!("**{word}**: {doc}"));
    }
    out.dedup();
    (!out.is_empty()).then(|| out.join("\n\n"))
}

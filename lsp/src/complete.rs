//! Which words fit at a place: what the reader expected where the text breaks off, and the names that may stand there.
use crate::acts;
use crate::hover::entry;
use crate::index::{Decl, Sort};
use crate::lexical::word_at;
use crate::text::Text;
use crate::world::{Read, World};
use dsl::compile::wanted;
use dsl::gather::{Armies, Setting};
use dsl::library::Library;
use dsl::phrase::{Words, structure, words};
use dsl::syntax::*;
use lsp_types::{CompletionItem, CompletionItemKind, Position};
use std::collections::BTreeSet;
use std::ops::Range;

/// Words a sentence may begin with.
const OPENERS: [&str; 22] = [
    "after",
    "before",
    "as soon as",
    "the first time",
    "at the start of",
    "at the end of",
    "on your turn",
    "every round",
    "before the game",
    "instead of moving",
    "if",
    "unless",
    "while",
    "call",
    "choose",
    "let",
    "for each",
    "repeat",
    "either",
    "you may",
    "you cannot",
    "you must",
];

/// What may stand at a place.
pub fn complete(world: &mut World, uri: &str, at: Position) -> Vec<CompletionItem> {
    let Some((path, document)) = world.document(uri) else {
        return Vec::new();
    };
    let text = document.text.clone();
    let byte = text.byte(at);
    let read = world.read();
    let Some(file) = read.file(&path) else {
        return Vec::new();
    };
    let lo = word_at(&text.text, byte).map_or(byte, |(lo, _)| lo);
    let line_lo = text.text[..lo].rfind('\n').map_or(0, |i| i + 1);
    let before = &text.text[line_lo..lo];
    if quoted(before) {
        return Vec::new();
    }
    let unit = read.index.unit_at(file, byte as u32);
    let statement = before.rsplit(['{', '}', ';']).next().unwrap_or(before);
    let mut list = List::default();
    if let Some(sort) = heading(before) {
        list.units(&read, sort);
    } else if unit.is_none() {
        list.words(["army", "variant", "mode", "deck", "scenario"], "heading");
    } else if let Some(unit) = unit {
        let kind = read.index.units[unit].kind;
        let seats = read.index.seats(unit).iter().map(String::as_str);
        if statement.trim().is_empty() {
            list.start(kind);
            if kind == UnitKind::Scenario {
                list.words(seats.clone(), "seat");
            }
        }
        let in_scope = read.index.in_scope(unit);
        let first = statement.split_whitespace().next().unwrap_or("");
        if kind == UnitKind::Scenario && !matches!(first, "given" | "then") {
            list.of_seat(statement, &in_scope);
        } else if data_words(kind).contains(&first) {
            // the reader has no expectation of data: what it names, and nothing else
            if kind == UnitKind::Army {
                list.words(["standard"], "the set-up of the variant");
            }
            let kinds = in_scope.iter();
            for decl in kinds.filter(|d| d.sort == Sort::Unit(UnitKind::Kind)) {
                list.name(decl, &[]);
            }
        } else {
            let expected = match kind {
                UnitKind::Scenario | UnitKind::Deck => Vec::new(),
                _ if statement.trim().is_empty() => vec!["the start of a sentence".to_owned()],
                _ => expected(&read, file, &text, lo, unit),
            };
            let before = statement.split_whitespace().next_back().unwrap_or("");
            list.fitting(&expected, forms_behind(before));
            for decl in in_scope {
                list.name(decl, &expected);
            }
            if kind == UnitKind::Scenario {
                list.words(seats, "seat");
                list.words(acts::RESULTS, "line of a scenario");
                list.units(&read, UnitKind::Army);
            }
        }
    }
    list.items
}

/// The words a line of data begins with.
fn data_words(kind: UnitKind) -> &'static [&'static str] {
    match kind {
        UnitKind::Variant | UnitKind::Mode => dsl::frame::VARIANT,
        UnitKind::Army => dsl::frame::ARMY,
        UnitKind::Deck => dsl::frame::DECK,
        UnitKind::Scenario => dsl::frame::SCENARIO,
        _ => &[],
    }
}

/// Which forms of a verb can stand behind a word: of `capture`, `captures`, `captured`, `capturing` these.
fn forms_behind(word: &str) -> Range<usize> {
    match word {
        "you" | "they" | "may" | "cannot" | "must" | "can" | "to" => 0..1,
        "is" | "are" | "be" | "was" | "were" => 2..4,
        "without" | "by" | "before" | "after" | "when" => 3..4,
        _ => 0..4,
    }
}

/// Whether a line breaks off inside a text or a comment.
fn quoted(line: &str) -> bool {
    let mut inside = false;
    for c in line.chars() {
        match c {
            '"' => inside = !inside,
            '#' if !inside => return true,
            _ => {}
        }
    }
    inside
}

/// The units a heading asks for behind `of` and `from`.
fn heading(line: &str) -> Option<UnitKind> {
    let mut words = line.split_whitespace();
    let first = words.next()?.to_ascii_lowercase();
    let own = match first.as_str() {
        "army" => UnitKind::Army,
        "variant" => UnitKind::Variant,
        "mode" => UnitKind::Mode,
        "scenario" => UnitKind::Scenario,
        "cards" => return Some(UnitKind::Deck),
        "armies" => return Some(UnitKind::Army),
        "modes" => return Some(UnitKind::Mode),
        _ => return None,
    };
    if line.contains('{') {
        return None;
    }
    let mut joint = words.filter(|w| matches!(*w, "of" | "from" | "covers" | "without"));
    match joint.next_back()? {
        "of" => Some(UnitKind::Variant),
        "from" => Some(own),
        _ => None,
    }
}

/// What the reader expected where the text of a file breaks off. Only the files whose names the unit may use are read.
fn expected(read: &Read, file: u32, text: &Text, lo: usize, unit: usize) -> Vec<String> {
    let rest = &text.text[lo..];
    let line_end = rest.find('\n').unwrap_or(rest.len());
    let keep = rest[..line_end].find(['{', '}', ';']).unwrap_or(line_end);
    let cut = format!("{}{}", &text.text[..lo], &rest[keep..]);
    let needed: BTreeSet<u32> = read.index.files_of(unit);
    let others = needed.iter().filter(|f| **f != file);
    let files = read.shelf.library.files();
    let others = others.filter_map(|f| files.get(*f as usize));
    let mut all: Vec<(&str, &str)> = others.map(|f| (f.name.as_str(), f.text.as_str())).collect();
    let own = files.get(file as usize).map_or("", |f| f.name.as_str());
    all.push((own, &cut));
    let here = FileId(all.len() as u32 - 1);
    let library = Library::parse(all);
    let Some(setting) = setting(&library, here, lo) else {
        return Vec::new();
    };
    let end = text.text[..lo].trim_end().len() as u32;
    let place = Span {
        file: here,
        lo: end,
        hi: end,
    };
    wanted(&library, &setting, place)
}

/// The smallest setting in which the unit at a place is read.
fn setting(library: &Library, file: FileId, byte: usize) -> Option<Setting> {
    let tree = library.tree(file)?;
    let here = |u: &&Unit| u.span.lo as usize <= byte && byte <= u.span.hi as usize;
    let unit = tree.units.iter().rfind(here)?;
    let there = |v: &&Ident| library.find(UnitKind::Variant, &v.text).is_some();
    let of = unit.of.iter().find(there).map(|v| v.text.clone());
    let name = unit.name.text.clone();
    let none = Armies::These(Vec::new());
    Some(match unit.kind {
        UnitKind::Variant => Setting {
            armies: none,
            ..Setting::of(&name)
        },
        UnitKind::Mode => Setting {
            armies: none,
            modes: vec![name],
            ..Setting::of(&of?)
        },
        UnitKind::Army => Setting {
            armies: Armies::These(vec![name]),
            ..Setting::of(&of?)
        },
        _ => return None,
    })
}

/// Items, each word once.
#[derive(Default)]
struct List {
    items: Vec<CompletionItem>,
    seen: BTreeSet<String>,
}

impl List {
    fn add(&mut self, label: &str, kind: CompletionItemKind, detail: &str, rank: u32) {
        if label.is_empty() || !self.seen.insert(label.to_owned()) {
            return;
        }
        let table = words().ok();
        let doc = table.and_then(|t| entry(t, &label.replace(' ', "-")));
        self.items.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail: Some(detail.to_owned()),
            documentation: doc.map(Into::into),
            sort_text: Some(format!("{rank}{label}")),
            ..CompletionItem::default()
        });
    }

    fn words<'w>(&mut self, words: impl IntoIterator<Item = &'w str>, detail: &str) {
        for word in words {
            self.add(word, CompletionItemKind::Keyword, detail, 1);
        }
    }

    fn units(&mut self, read: &Read, kind: UnitKind) {
        for entry in read.shelf.library.list() {
            if entry.kind == kind {
                let detail = format!("{}: {}", kind.word(), entry.title);
                self.add(&entry.name, CompletionItemKind::Module, &detail, 1);
            }
        }
    }

    /// What a statement may begin with.
    fn start(&mut self, kind: UnitKind) {
        self.words(data_words(kind).iter().copied(), "line of data");
        match kind {
            UnitKind::Scenario => self.told(&acts::OPENINGS),
            UnitKind::Deck => {}
            _ => {
                self.words(["kind", "power", "option", "to"], "heading");
                self.words(OPENERS, "begins a sentence");
            }
        }
    }

    /// Words of scenarios with their meaning.
    fn told(&mut self, all: &[(&str, &str)]) {
        for (text, doc) in all {
            self.add(text, CompletionItemKind::Keyword, "line of a scenario", 0);
            if let Some(item) = self.items.iter_mut().find(|i| i.label == *text) {
                item.documentation = Some((*doc).to_owned().into());
            }
        }
    }

    /// What may stand in the line of a seat: the acts behind it, and behind an act what it names.
    fn of_seat(&mut self, statement: &str, in_scope: &[&Decl]) {
        let mut words = statement.split_whitespace();
        if words.next().is_none() {
            return;
        }
        let said: Vec<&str> = words.collect();
        // `is` was written: `offered`, `asked`
        let said = said.join(" ");
        let rest = acts::ACTS.iter().filter_map(|(text, doc)| {
            let rest = text.strip_prefix(said.as_str())?;
            let rest = if said.is_empty() {
                rest
            } else {
                rest.strip_prefix(' ')?
            };
            Some((rest, *doc))
        });
        self.told(&rest.collect::<Vec<_>>());
        match said.as_str() {
            "" => {}
            "cannot" => self.words(["play", "choose", "accept"], "line of a scenario"),
            _ => in_scope.iter().for_each(|decl| self.name(decl, &[])),
        }
    }

    /// The words of the language that fit what was expected; all of them, if nothing is known of it.
    fn fitting(&mut self, expected: &[String], forms: Range<usize>) {
        let Ok(table) = words() else { return };
        for what in expected {
            for (i, part) in what.split('`').enumerate() {
                if i % 2 == 1 {
                    self.add(
                        part,
                        CompletionItemKind::Keyword,
                        &format!("expected: {what}"),
                        0,
                    );
                }
            }
        }
        let rank = Ranks::of(expected);
        let is = |word: &str| expected.iter().any(|e| e.contains(word));
        if is("a new name") && expected.len() == 1 {
            return;
        }
        self.table(table, rank, forms);
        for word in structure() {
            self.add(
                &word.replace('-', " "),
                CompletionItemKind::Keyword,
                "structure",
                rank.joint,
            );
        }
    }

    fn table(&mut self, table: &Words, rank: Ranks, forms: Range<usize>) {
        for verb in &table.verbs {
            let forms = if rank.verb == 0 { forms.clone() } else { 0..1 };
            for form in &verb.forms[forms] {
                let form = form.replace('-', " ");
                self.add(&form, CompletionItemKind::Function, "verb", rank.verb);
            }
        }
        for noun in &table.nouns {
            for form in [&noun.name, &noun.plural] {
                let form = form.replace('-', " ");
                self.add(&form, CompletionItemKind::Class, "noun", rank.noun);
            }
        }
        for adjective in &table.adjectives {
            let form = adjective.name.replace('-', " ");
            self.add(&form, CompletionItemKind::Property, "adjective", rank.noun);
        }
        for place in &table.places {
            let form = place.name.replace('-', " ");
            self.add(&form, CompletionItemKind::Operator, "place", rank.joint);
        }
        for word in table.others.keys() {
            let form = word.replace('-', " ");
            self.add(&form, CompletionItemKind::Keyword, "word", rank.joint);
        }
    }

    fn name(&mut self, decl: &Decl, expected: &[String]) {
        if expected.len() == 1 && expected[0].contains("a new name") {
            return;
        }
        let kind = match decl.sort {
            Sort::Unit(_) => CompletionItemKind::Class,
            Sort::Procedure | Sort::Label => CompletionItemKind::Function,
            _ => CompletionItemKind::Variable,
        };
        let rank = Ranks::of(expected).noun.min(1);
        self.add(&decl.name, kind, decl.sort.word(), rank);
    }
}

/// Which sorts of words come first.
#[derive(Clone, Copy)]
struct Ranks {
    verb: u32,
    noun: u32,
    joint: u32,
}

impl Ranks {
    fn of(expected: &[String]) -> Ranks {
        let is = |word: &str| expected.iter().any(|e| e.contains(word));
        let verb = is("verb") || is("start of a sentence");
        let things = [
            "phrase", "noun", "piece", "square", "kind", "seat", "player", "mark", "number",
            "zone", "turn", "card",
        ];
        let noun = things.iter().any(|w| is(w)) && !(verb && expected.len() == 1);
        Ranks {
            verb: if verb { 0 } else { 3 },
            noun: if noun { 0 } else { 2 },
            joint: if expected.is_empty() { 0 } else { 2 },
        }
    }
}

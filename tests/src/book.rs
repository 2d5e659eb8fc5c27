//! The parts of the book that are made from data: words from the word table, what the armies do from the library, clauses from the
//! ledger. A test compares them with the pages, so that no page goes stale.
use crate::pages::{cell, numbers};
use cli::ruletext::{self, Line, Text};
use dsl::library::Library;
use dsl::syntax::UnitKind;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use toml::{Table, Value};

/// A table of the word table, as text by key.
fn entries<'t>(words: &'t Table, section: &str) -> Vec<(String, &'t Table)> {
    let section = words.get(section).and_then(Value::as_table);
    let all = section.into_iter().flatten();
    all.filter_map(|(name, entry)| {
        let entry = entry.as_table()?;
        let word = text(entry, "word").unwrap_or(name);
        // `in-play` is written `in play`; `block-of-4` as it stands
        let word = match word {
            "draw-game" => "draw the game".to_string(),
            _ if word.ends_with(|c: char| c.is_ascii_digit()) => word.to_string(),
            _ => word.replace('-', " "),
        };
        Some((word, entry))
    })
    .collect()
}

fn text<'t>(entry: &'t Table, key: &str) -> Option<&'t str> {
    entry.get(key).and_then(Value::as_str)
}

/// `piece square` as it is read: `piece, square`; players are seats.
fn types(list: &str) -> String {
    let all = list.split_whitespace().map(|ty| match ty {
        "-" => "nothing",
        "any" => "anything",
        "piece?" => "piece (may be missing)",
        "seat" => "player",
        other => other,
    });
    all.collect::<Vec<_>>().join(", ")
}

/// What every verb means.
pub fn verbs(words: &Table) -> String {
    let mut out = "| verb | uses | meaning |\n|---|---|---|\n".to_string();
    for (word, entry) in entries(words, "verb") {
        let uses = types(text(entry, "use").unwrap_or_default());
        let doc = cell(text(entry, "doc").unwrap_or_default());
        let _ = writeln!(out, "| {word} | {uses} | {doc} |");
    }
    out
}

/// What every verb takes, and what its event gives to a rule.
pub fn roles(words: &Table) -> String {
    let mut out =
        "| verb | who | what | further | roles | raised before it |\n|---|---|---|---|---|---|\n"
            .to_string();
    for (word, entry) in entries(words, "verb") {
        let needed: BTreeSet<&str> = text(entry, "need").unwrap_or_default().split(' ').collect();
        let cases = entry.get("cases").and_then(Value::as_table);
        let cases = cases.into_iter().flatten().map(|(case, of)| {
            let of = types(of.as_str().unwrap_or_default());
            let sign = if needed.contains(case.as_str()) {
                "**"
            } else {
                ""
            };
            format!("{sign}{case}{sign} {of}")
        });
        let cases = cases.collect::<Vec<_>>().join("; ");
        let it = text(entry, "it").unwrap_or("-");
        let roles = text(entry, "roles").unwrap_or_default().split(", ");
        let roles = roles.filter_map(|role| role.split(':').next()).map(|name| {
            if name == it {
                format!("**{name}**")
            } else {
                name.to_string()
            }
        });
        let mut what = types(text(entry, "object").unwrap_or_default());
        if entry.get("whole").is_some() {
            what.push_str(" (all or none)");
        }
        let _ = writeln!(
            out,
            "| {word} | {} | {what} | {cases} | {} | {} |",
            types(text(entry, "who").unwrap_or_default()),
            roles.collect::<Vec<_>>().join(", "),
            types(text(entry, "raises").unwrap_or_default()),
        );
    }
    out
}

/// Every word but the verbs, by the alphabet.
pub fn glossary(words: &Table) -> String {
    let sections = [
        ("verb", "verb"),
        ("noun", "noun"),
        ("pronoun", "pronoun"),
        ("adjective", "adjective"),
        ("preposition", "place"),
        ("case", "case"),
        ("adverb", "adverb"),
        ("pattern", "movement"),
    ];
    let mut rows = Vec::new();
    for (section, sort) in sections {
        for (word, entry) in entries(words, section) {
            let doc = cell(text(entry, "doc").unwrap_or_default());
            let of = match (section, text(entry, "of")) {
                ("adjective" | "preposition", Some(of)) if of != "any" => {
                    format!(", of {}", types(of))
                }
                _ => String::new(),
            };
            rows.push((word.clone(), format!("| {word} | {sort}{of} | {doc} |\n")));
        }
    }
    rows.sort();
    let rows: String = rows.into_iter().map(|(_, row)| row).collect();
    format!("| word | is | means |\n|---|---|---|\n{rows}")
}

/// Something that armies do, and the words by which their rules are known.
#[derive(Deserialize)]
pub struct Mechanism {
    /// `extra move`.
    pub name: String,
    /// The page of the cookbook, if there is one: `extra-move`.
    pub page: Option<String>,
    /// A sentence has one of these..
    pub words: Vec<String>,
    /// .. and none of these.
    #[serde(default)]
    pub not: Vec<String>,
}

impl Mechanism {
    fn fits(&self, sentence: &str) -> bool {
        // without the signs between steps
        let plain: String = sentence
            .to_lowercase()
            .chars()
            .filter(|c| !matches!(c, ':' | '.' | ';' | ','))
            .collect();
        let has = |word: &String| plain.contains(word.as_str());
        self.words.iter().any(has) && !self.not.iter().any(has)
    }
}

/// A unit of the library with its sentences: an army in a variant, a variant, a mode.
pub struct Entry {
    /// `army`, `variant`, `mode`.
    pub sort: &'static str,
    /// `japan`.
    pub name: String,
    /// The variants an army is in with these rules; nothing for other units.
    pub of: Vec<String>,
    /// One for each rule.
    pub sentences: Vec<String>,
}

/// A line with all that is set in below it, as one sentence.
fn whole(line: &Line) -> String {
    let parts = std::iter::once(line.text.clone());
    let inner = line.inner.iter().chain(&line.then).map(whole);
    parts.chain(inner).collect::<Vec<_>>().join(" ")
}

/// What kinds and powers say.
fn of_parts(text: &Text) -> impl Iterator<Item = &Line> {
    let parts = text.kinds.iter().chain(&text.powers);
    parts.flat_map(|part| &part.lines)
}

fn sentences<'t>(lines: impl Iterator<Item = &'t Line>) -> Vec<String> {
    let said = lines.filter(|line| line.sort == ruletext::Sort::Sentence);
    said.map(whole).collect()
}

/// What the library has: armies by variant (those of one name and the same rules together), then variants and modes by what
/// their own file says.
///
/// # Panics
/// An army of the library does not gather.
pub fn entries_of(library: &Library) -> Vec<Entry> {
    let mut all: Vec<Entry> = Vec::new();
    let mut armies = BTreeSet::new();
    for unit in library.units(UnitKind::Army) {
        let of = unit.of.iter();
        armies.extend(of.map(|v| (unit.name.text.clone(), v.text.clone())));
    }
    for (name, variant) in armies {
        let text = ruletext::of_army(library, &variant, &name);
        let text = text.unwrap_or_else(|| panic!("{name} of {variant}"));
        let own = sentences(of_parts(&text));
        // plain pieces do nothing
        if own.is_empty() {
            continue;
        }
        match all
            .iter_mut()
            .find(|e| e.name == name && e.sentences == own)
        {
            Some(entry) => entry.of.push(variant),
            None => all.push(Entry {
                sort: "army",
                name,
                of: vec![variant],
                sentences: own,
            }),
        }
    }
    for (kind, sort) in [(UnitKind::Variant, "variant"), (UnitKind::Mode, "mode")] {
        let mut units: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for unit in library.units(kind) {
            let text = ruletext::of_unit(library, unit);
            let lines = text.groups.iter().flat_map(|(_, lines)| lines);
            let own = sentences(lines.chain(of_parts(&text)));
            let known = units.entry(unit.name.text.clone()).or_default();
            known.extend(own);
        }
        all.extend(units.into_iter().map(|(name, sentences)| Entry {
            sort,
            name,
            of: vec![],
            sentences,
        }));
    }
    all
}

/// `club, web` of `european-club, european-web`: what the variants do not share in their names.
fn editions(of: &[String]) -> Vec<String> {
    let short = of.iter().map(|v| v.rsplit('-').next().unwrap_or(v));
    short.map(str::to_string).collect()
}

/// Rows of a name, where it is so, and a text; those of one name and text as one.
fn rows<'e>(all: impl Iterator<Item = (&'e Entry, String)>) -> String {
    let mut rows: Vec<(&str, Vec<String>, String)> = vec![];
    for (entry, text) in all {
        let mut which = match entry.sort {
            "army" => editions(&entry.of),
            sort => vec![sort.to_string()],
        };
        match rows
            .iter_mut()
            .find(|(n, _, t)| *n == entry.name && *t == text)
        {
            Some((_, known, _)) => known.append(&mut which),
            None => rows.push((&entry.name, which, text)),
        }
    }
    let row = |(name, which, text): (&str, Vec<String>, String)| {
        format!("| {name} | {} | {text} |\n", which.join(", "))
    };
    rows.into_iter().map(row).collect()
}

/// Who does it, with the sentences that say so.
pub fn doers(entries: &[Entry], mechanism: &Mechanism) -> String {
    let all = entries.iter().filter_map(|entry| {
        let fitting = entry.sentences.iter().filter(|s| mechanism.fits(s));
        let said: Vec<String> = fitting.map(|s| cell(s)).collect();
        (!said.is_empty()).then(|| (entry, said.join("<br>")))
    });
    format!("| who | | the rule |\n|---|---|---|\n{}", rows(all))
}

/// Every army and what it does.
pub fn index(entries: &[Entry], mechanisms: &[Mechanism]) -> String {
    let armies: Vec<&Entry> = entries.iter().filter(|e| e.sort == "army").collect();
    let by_variant = armies
        .iter()
        .flat_map(|e| &e.of)
        .fold(BTreeMap::new(), |mut n, of| {
            *n.entry(of).or_insert(0) += 1;
            n
        });
    let counts: Vec<String> = by_variant
        .iter()
        .map(|(of, n)| format!("{n} of {of}"))
        .collect();
    let total: i32 = by_variant.values().sum();
    let all = armies.into_iter().map(|entry| {
        let does = mechanisms
            .iter()
            .filter(|m| entry.sentences.iter().any(|s| m.fits(s)));
        (entry, does.map(named).collect::<Vec<_>>().join(" · "))
    });
    let head = format!("{total} armies: {}.\n\n", counts.join(", "));
    format!(
        "{head}| army | edition | does |\n|---|---|---|\n{}",
        rows(all)
    )
}

fn named(mechanism: &Mechanism) -> String {
    match &mechanism.page {
        Some(page) => format!("[{}]({page}.md)", mechanism.name),
        None => mechanism.name.clone(),
    }
}

/// What is done, and by whom: the index read the other way round.
pub fn by_mechanism(entries: &[Entry], mechanisms: &[Mechanism]) -> String {
    let mut out = "| what | armies | other games and modes |\n|---|---|---|\n".to_string();
    for mechanism in mechanisms {
        let doers = |army: bool| {
            let all = entries.iter().filter(|e| (e.sort == "army") == army);
            let all = all.filter(|e| e.sentences.iter().any(|s| mechanism.fits(s)));
            let names: BTreeSet<&str> = all.map(|e| e.name.as_str()).collect();
            names.into_iter().collect::<Vec<_>>().join(", ")
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            named(mechanism),
            doers(true),
            doers(false)
        );
    }
    out
}

/// The text of every clause, by its id.
pub type Clauses = BTreeMap<String, String>;

/// What a number stands for: a clause, or one of each edition.
fn said(clauses: &Clauses, number: &str) -> Vec<(String, String)> {
    if let Some(says) = clauses.get(number) {
        return vec![(number.to_string(), says.clone())];
    }
    let of = |edition: &str| clauses.get(&format!("{edition}.{number}"));
    match (of("club"), of("web")) {
        (Some(a), Some(b)) if a == b => vec![(number.to_string(), a.clone())],
        (a, b) => {
            let each = [("club", a), ("web", b)];
            let each = each.into_iter();
            each.filter_map(|(e, says)| Some((format!("{e}.{number}"), says?.clone())))
                .collect()
        }
    }
}

/// The page of rulings with the text of the clauses in its middle column. A row may come with or without it: whoever adds a
/// ruling writes the number and the ruling alone.
pub fn rulings(page: &str, clauses: &Clauses) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in page.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        if !line.starts_with('|') {
            inside = false;
        }
        match cells.as_slice() {
            ["clause", .., "ruling"] => {
                inside = true;
                out.push_str("| clause | it says | ruling |\n");
            }
            _ if inside && line.starts_with("|---") => out.push_str("|---|---|---|\n"),
            [number, .., ruling] if inside && cells.len() > 1 => {
                let says = numbers(number).into_iter().flat_map(|n| said(clauses, &n));
                // a number that stands beside it needs not be said again
                let one = |(n, says): (String, String)| match n == *number {
                    true => cell(&says),
                    false => format!("*{n}* {}", cell(&says)),
                };
                let says = says.map(one).collect::<Vec<_>>().join("<br>");
                let _ = writeln!(out, "| {number} | {says} | {ruling} |");
            }
            _ => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

/// The clauses that a page speaks of, with their texts.
pub fn clauses_of(page: &str, clauses: &Clauses) -> String {
    let named: BTreeSet<String> = numbers(page).into_iter().collect();
    let mut rows: Vec<(String, String)> = named.iter().flat_map(|n| said(clauses, n)).collect();
    let key = |number: &str| {
        let (heading, n) = number.rsplit_once('.').unwrap_or((number, "0"));
        (heading.to_string(), n.parse::<u32>().unwrap_or(0))
    };
    rows.sort_by_key(|(number, _)| key(number));
    rows.dedup();
    let rows = rows
        .iter()
        .map(|(n, says)| format!("| {n} | {} |\n", cell(says)));
    format!(
        "| clause | it says |\n|---|---|\n{}",
        rows.collect::<String>()
    )
}

//! Grammars for editors without a language server, made from the word table: TextMate (JSON) and tree-sitter.
//! `ARMORIAL_WRITE=1 cargo test -p armorial-lsp grammars` writes them to `editors/`.
use crate::outline::HEADINGS;
use dsl::phrase::{structure, words};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Words of headings that open a block.
const UNITS: [&str; 7] = [
    "army", "variant", "mode", "deck", "scenario", "power", "kind",
];

/// A file of an editor: its path from the root of the project, and what it holds.
pub type Made = (&'static str, String);

/// All files that are made.
pub fn all() -> Vec<Made> {
    vec![
        (
            "editors/vscode/syntaxes/armorial.tmLanguage.json",
            textmate(),
        ),
        ("editors/tree-sitter-armorial/grammar.js", tree_sitter()),
        (
            "editors/tree-sitter-armorial/queries/highlights.scm",
            queries(),
        ),
    ]
}

/// Single words of the language by sort: structure, verbs, nouns, adjectives, others.
fn sorts() -> [BTreeSet<String>; 4] {
    let mut sorts: [BTreeSet<String>; 4] = Default::default();
    let mut put = |sort: usize, word: &str| {
        for part in word.split(['-', ' ']).filter(|p| !p.is_empty()) {
            if part.bytes().all(|b| b.is_ascii_lowercase()) {
                sorts[sort].insert(part.to_owned());
            }
        }
    };
    for word in structure() {
        put(0, &word);
    }
    if let Ok(table) = words() {
        for verb in &table.verbs {
            verb.forms.iter().for_each(|f| put(1, f));
        }
        for noun in &table.nouns {
            put(2, &noun.name);
            put(2, &noun.plural);
        }
        table.adjectives.iter().for_each(|a| put(3, &a.name));
        table.places.iter().for_each(|p| put(0, &p.name));
        table.others.keys().for_each(|w| put(0, w));
    }
    // a word counts once, for the first of its sorts
    for i in 1..sorts.len() {
        let before: BTreeSet<String> = sorts[..i].iter().flatten().cloned().collect();
        sorts[i].retain(|w| !before.contains(w));
    }
    sorts
}

fn any_of(words: &BTreeSet<String>) -> String {
    let list: Vec<&str> = words.iter().map(String::as_str).collect();
    format!("(?i)(?<![\\w-])(?:{})(?![\\w-])", list.join("|"))
}

fn textmate() -> String {
    let [structure, verbs, nouns, adjectives] = sorts();
    let heading = |words: &[&str]| format!("(?i)(?<![\\w-])({})(?![\\w-])", words.join("|"));
    let lines: Vec<&str> = HEADINGS
        .iter()
        .copied()
        .filter(|w| !UNITS.contains(w) && *w != "to" && *w != "without")
        .collect();
    let grammar: Value = json!({
        "$comment": "Made by lsp/src/grammar.rs from the word table; do not edit.",
        "name": "Armorial",
        "scopeName": "source.armorial",
        "fileTypes": ["army", "variant", "deck", "scenario"],
        "patterns": [
            { "name": "comment.line.number-sign.armorial", "match": "#.*$" },
            { "name": "string.quoted.double.armorial", "match": "\"[^\"\\n]*\"" },
            { "name": "string.unquoted.row.armorial", "match": "\\|[^|\\n{}\"#]*(?=\\|)|\\|" },
            { "name": "storage.modifier.clause.armorial", "match": "\\[[A-Za-z0-9., -]+\\]" },
            { "name": "entity.name.label.armorial", "match": "\\*[A-Za-z][A-Za-z0-9-]*\\*" },
            {
                "match": format!("{}\\s+([A-Za-z][A-Za-z0-9-]*)", heading(&UNITS)),
                "captures": {
                    "1": { "name": "keyword.declaration.armorial" },
                    "2": { "name": "entity.name.type.armorial" }
                }
            },
            { "name": "keyword.declaration.armorial", "match": "^\\s*(?i:scenario)(?=\\s*\")" },
            {
                "match": format!("^\\s*{}", heading(&lines)),
                "captures": { "1": { "name": "keyword.other.frame.armorial" } }
            },
            { "name": "constant.numeric.armorial", "match": "(?<![\\w-])-?\\d+(?![\\w-])" },
            {
                "name": "constant.other.square.armorial",
                "match": "(?i)(?<![\\w-])[a-z][1-9]\\d?(?:-[a-z][1-9]\\d?)?(?![\\w-])"
            },
            { "name": "keyword.control.armorial", "match": any_of(&structure) },
            { "name": "support.function.verb.armorial", "match": any_of(&verbs) },
            { "name": "support.type.noun.armorial", "match": any_of(&nouns) },
            { "name": "support.constant.adjective.armorial", "match": any_of(&adjectives) }
        ]
    });
    // a JSON value always prints
    let mut text = serde_json::to_string_pretty(&grammar).unwrap_or_default();
    text.push('\n');
    text
}

fn tree_sitter() -> String {
    let [structure, verbs, nouns, adjectives] = sorts();
    // a regular expression in which capitals do not matter
    let list = |words: &BTreeSet<String>| {
        let lines: Vec<String> = words.iter().map(|w| format!("  '{w}',")).collect();
        lines.join("\n")
    };
    let units: BTreeSet<String> = UNITS.iter().map(|w| (*w).to_owned()).collect();
    let mut structure = structure;
    structure.retain(|w| !units.contains(w));
    let mut nouns = nouns;
    nouns.retain(|w| !units.contains(w));
    format!(
        r##"// Made by lsp/src/grammar.rs from the word table; do not edit.
// Layout, texts, tags and the sorts of words; what a sentence means is told by `armorial lsp`.
const UNITS = [
{}
];
const STRUCTURE = [
{}
];
const VERBS = [
{}
];
const NOUNS = [
{}
];
const ADJECTIVES = [
{}
];

module.exports = grammar({{
  name: 'armorial',
  extras: $ => [/[ \t\r]/, $.comment],
  word: $ => $.word,
  rules: {{
    source_file: $ => repeat($._item),
    _item: $ => choice(
      $.block, $.text, $.row, $.tags, $.label, $.reminder,
      $.heading, $.keyword, $.verb, $.noun, $.adjective,
      $.square, $.number, $.word, $.possessive, $.punctuation, '\n',
    ),
    block: $ => seq('{{', repeat($._item), '}}'),
    reminder: $ => seq('(', repeat($._item), ')'),
    comment: _ => token(seq('#', /[^\n]*/)),
    text: _ => token(seq('"', /[^"\n]*/, '"')),
    row: _ => token(prec(1, seq('|', /[^|\n{{}}"#]*/, repeat(seq('|', /[^|\n{{}}"#]*/)), '|'))),
    tags: _ => token(seq('[', /[A-Za-z0-9., -]+/, ']')),
    label: _ => token(seq('*', /[A-Za-z][A-Za-z0-9-]*/, '*')),
    heading: _ => choice(...UNITS),
    keyword: _ => choice(...STRUCTURE),
    verb: _ => choice(...VERBS),
    noun: _ => choice(...NOUNS),
    adjective: _ => choice(...ADJECTIVES),
    square: _ => token(prec(2, /[A-Za-z][1-9][0-9]?(-[A-Za-z][1-9][0-9]?)?/)),
    number: _ => /-?[0-9]+/,
    possessive: _ => /'s?/,
    punctuation: _ => /[,;:.=*|<>\-\[\]\/+?!]/,
    word: _ => /[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*/,
  }},
}});
"##,
        list(&units),
        list(&structure),
        list(&verbs),
        list(&nouns),
        list(&adjectives)
    )
}

fn queries() -> String {
    let pairs = [
        ("comment", "comment"),
        ("text", "string"),
        ("row", "string.special"),
        ("tags", "attribute"),
        ("label", "label"),
        ("heading", "keyword"),
        ("keyword", "keyword"),
        ("verb", "function"),
        ("noun", "type"),
        ("adjective", "property"),
        ("square", "constant"),
        ("number", "number"),
        ("word", "variable"),
    ];
    let mut out = String::from("; Made by lsp/src/grammar.rs; do not edit.\n");
    for (node, capture) in pairs {
        out.push_str(&format!("({node}) @{capture}\n"));
    }
    out
}

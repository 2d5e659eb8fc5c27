//! Sentences as players would write them, twenty for a verb (`sentences.toml`): those that are plain rules read, the others are
//! answered with what to write. What each is taken to mean, or is told, stands in `sentences.txt`; after a change that is meant:
//! `ARMORIAL_WRITE=1 cargo test -p armorial-dsl sentences`, then read the difference.
use armorial_dsl::compile::check;
use armorial_dsl::gather::Setting;
use armorial_dsl::library::Library;
use armorial_dsl::phrase::readings;
use serde::Deserialize;
use std::fmt::Write as _;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    verb: Vec<Verb>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verb {
    name: String,
    reads: Vec<String>,
    advised: Vec<String>,
    refused: Vec<String>,
}

/// A small game in which the sentence stands.
fn game(sentence: &str) -> String {
    let turn = match sentence.starts_with("on your turn") {
        true => "",
        false => "  on your turn, act\n",
    };
    let empty = "    | . . . . . . . . |\n";
    format!(
        "variant t \"T\" {{\n  board 8 by 8\n  seats white on rank 1, black on rank 8\n  position\n    \
         | r n b q k b n r |\n    | p p p p p p p p |\n{empty}    | . . . . l . . . |\n    \
         | . . . . L . . . |\n{empty}    | P P P P P P P P |\n    | R N B Q K B N R |\n{turn}  \
         every piece has a mark called tired\n  every square has a mark called sunken\n  \
         you have a number called coins\n  you have a zone of pieces called bag\n  {sentence}\n  \
         kind king \"K\" {{ it steps any way; it is royal }}\n  kind pawn \"P\" {{ it steps forward }}\n  \
         kind knight \"N\" {{ it leaps (1,2) }}\n  kind rook \"R\" {{ it slides orthogonally }}\n  \
         kind bishop \"B\" {{ it slides diagonally }}\n  kind queen \"Q\" {{ it slides any way }}\n  \
         kind lancer \"L\" {{ it slides forward }}\n}}\n"
    )
}

/// What a sentence is taken to mean, or what is told of it; and whether it reads, and whether it is advised.
fn told(sentence: &str) -> (String, bool, bool) {
    let text = game(sentence);
    let library = Library::parse([("t.variant", text.as_str())]);
    let checked = check(&library, &Setting::of("t"));
    let all = library.problems().iter().chain(&checked.problems);
    let errors: Vec<_> = all.filter(|d| d.is_error()).collect();
    let mut out = String::new();
    for d in &errors {
        let words = library.files()[0].words(d.span);
        let help = d.help.as_deref().unwrap_or("-");
        let _ = writeln!(out, "  {} `{words}`: {}\n    = {help}", d.code, d.message);
    }
    if let Some(rules) = &checked.rules {
        let own =
            |words: &str| text.contains(&format!("  {sentence}\n")) && sentence.contains(words);
        for (src, reading) in readings(rules) {
            let source = &rules.sources[src.index()];
            if own(source.words.lines().next().unwrap_or("?")) {
                let _ = writeln!(out, "  {reading}");
            }
        }
    }
    let advised = errors.iter().any(|d| d.help.is_some());
    (out, errors.is_empty(), advised)
}

#[test]
fn sentences_of_players_read_or_are_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let table: Table = toml::from_str(&read("sentences.toml")).expect("the table");
    let (mut page, mut refused, mut wrong) = (String::new(), 0, Vec::new());
    for verb in &table.verb {
        let _ = writeln!(page, "# {}\n", verb.name);
        let lists = [
            (&verb.reads, true, false),
            (&verb.advised, false, true),
            (&verb.refused, false, false),
        ];
        for (list, reads, advised) in lists {
            for sentence in list {
                let (said, did_read, was_advised) = told(sentence);
                let _ = writeln!(page, "{sentence}\n{said}");
                if did_read != reads || was_advised != advised {
                    wrong.push(format!("{sentence}\n{said}"));
                }
            }
        }
        refused += verb.refused.len();
        let count = verb.reads.len() + verb.advised.len() + verb.refused.len();
        assert!(count >= 20, "{}: {count} sentences", verb.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(refused, 0, "refused without advice");
    if std::env::var_os("ARMORIAL_WRITE").is_some() {
        std::fs::write(folder.join("sentences.txt"), &page).expect("the page");
    }
    assert!(
        read("sentences.txt") == page,
        "what sentences come to has changed: see the head of this file"
    );
}

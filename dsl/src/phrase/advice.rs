//! Advice for sentences that do not read but are often written so: which words of a sentence stand for an idea the
//! language says otherwise. A piece of advice explains an error that was found without it; it never makes one.
use super::lex::Tok;
use crate::syntax::TokenKind;
use serde::Deserialize;
use std::sync::OnceLock;

/// One idea, how people write it and how it is written here.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Advice {
    /// The words by which it is known: `a|b` any of these, `*` any words, `#` a number; `^` the sentence begins here,
    /// `$` it ends here.
    words: Vec<String>,
    /// What to write, said to the designer.
    help: String,
    /// Sentences that were written; the tests ask that each is answered with this help.
    #[cfg_attr(not(test), expect(dead_code, reason = "held by the tests"))]
    wrote: Vec<String>,
    /// A sentence of the help, as it reads in a power (`of = "kind"`: in a kind).
    #[cfg_attr(not(test), expect(dead_code, reason = "held by the tests"))]
    works: String,
    /// `kind` where the sentences stand in a kind.
    #[serde(default)]
    #[cfg_attr(not(test), expect(dead_code, reason = "held by the tests"))]
    of: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    advice: Vec<Advice>,
}

fn table() -> &'static [Advice] {
    static TABLE: OnceLock<Vec<Advice>> = OnceLock::new();
    TABLE.get_or_init(|| {
        // The table is part of the program and read by its tests; a broken one advises nothing.
        let read: Result<Table, _> = toml::from_str(include_str!("advice.toml"));
        read.map(|t| t.advice).unwrap_or_default()
    })
}

/// The help of the first idea whose words stand in this sentence.
pub(super) fn about(toks: &[Tok]) -> Option<&'static str> {
    let hit = |a: &&Advice| a.words.iter().any(|w| stands(w, toks));
    table().iter().find(hit).map(|a| a.help.as_str())
}

/// Whether a help comes from the table.
pub(super) fn is_one(help: &str) -> bool {
    table().iter().any(|a| a.help == help)
}

/// Whether a pattern stands somewhere in these words.
fn stands(pattern: &str, toks: &[Tok]) -> bool {
    let parts: Vec<&str> = pattern.split(' ').collect();
    match parts.split_first() {
        Some((&"^", rest)) => from_here(rest, toks),
        _ => (0..=toks.len()).any(|at| from_here(&parts, &toks[at..])),
    }
}

fn from_here(parts: &[&str], toks: &[Tok]) -> bool {
    let Some((first, rest)) = parts.split_first() else {
        return true;
    };
    match *first {
        "$" => toks.is_empty(),
        "*" => (0..=toks.len()).any(|skip| from_here(rest, &toks[skip..])),
        part => toks.split_first().is_some_and(|(tok, behind)| {
            let fits = match tok.kind {
                TokenKind::Number => part.split('|').any(|word| word == "#"),
                _ => part.split('|').any(|word| tok.text == word),
            };
            fits && from_here(rest, behind)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::check;
    use crate::gather::Setting;
    use crate::library::Library;

    /// The errors and helps of a sentence in a small game.
    fn told(sentence: &str, of: &str) -> Vec<(&'static str, Option<String>)> {
        let (power, kind) = match of {
            "kind" => ("", sentence),
            _ => (sentence, ""),
        };
        let text = format!(
            "variant t \"T\" {{\n board 8 by 8\n seats white on rank 1, black on rank 8\n on your turn, act\n {power}\n \
             kind king \"K\" {{ it steps any way }}\n kind pawn \"P\" {{ it steps forward }}\n \
             kind knight \"N\" {{ it leaps (1,2) }}\n kind rook \"R\" {{ it slides orthogonally }}\n \
             kind queen \"Q\" {{ it slides any way }}\n kind lancer \"L\" {{ it also slides forward\n {kind}\n }}\n}}\n"
        );
        let library = Library::parse([("t.variant", text)]);
        let checked = check(&library, &Setting::of("t"));
        let all = library.problems().iter().chain(&checked.problems);
        let errors = all.filter(|d| d.is_error());
        errors.map(|d| (d.code, d.help.clone())).collect()
    }

    #[test]
    fn the_table_reads() {
        let read: Result<Table, _> = toml::from_str(include_str!("advice.toml"));
        assert!(read.is_ok_and(|t| t.advice.len() > 30));
    }

    #[test]
    fn each_sentence_is_answered_with_its_advice() {
        let mut wrong = Vec::new();
        for advice in table() {
            for sentence in &advice.wrote {
                let told = told(sentence, &advice.of);
                let given = |(_, help): &(&str, Option<String>)| {
                    // or with the sentence itself, its moment first
                    help.as_ref().is_some_and(|h| {
                        h.ends_with(&advice.help) || h.starts_with("the moment comes first: ")
                    })
                };
                if !told.iter().any(given) {
                    wrong.push(format!("{sentence}: {told:?}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn what_is_advised_reads() {
        let mut wrong = Vec::new();
        for advice in table() {
            let told = told(&advice.works, &advice.of);
            if !told.is_empty() {
                wrong.push(format!("{}: {told:?}", advice.works));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

//! The words of the language with their meanings, for those who read rules: the `doc` of every entry of the word table.
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A word and what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// As the table writes it; `-` stands for a space.
    pub word: String,
    /// The forms in which it stands in sentences, with the word itself.
    pub forms: Vec<String>,
    /// What it means.
    pub doc: String,
}

/// Sections of the table that a reader of rules looks words up in, with whether their words are verbs.
const SECTIONS: [(&str, bool); 5] = [
    ("verb", true),
    ("noun", false),
    ("adjective", false),
    ("adverb", false),
    ("pattern", true),
];

static WORDS: LazyLock<Vec<Meaning>> = LazyLock::new(|| {
    // It is the table the reader works with; where it does not read nothing else would.
    let table: BTreeMap<String, toml::Value> =
        toml::from_str(include_str!("phrase/words.toml")).unwrap_or_default();
    let mut found = Vec::new();
    for (section, verbs) in SECTIONS {
        let words = table.get(section).and_then(toml::Value::as_table);
        for (name, entry) in words.into_iter().flatten() {
            let text = |key: &str| entry.get(key).and_then(toml::Value::as_str);
            let Some(doc) = text("doc") else { continue };
            let word = text("word").unwrap_or(name).replace('-', " ");
            let mut forms = vec![word.clone(), format!("{word}s")];
            forms.extend(text("plural").map(str::to_string));
            let irregular = text("forms").into_iter().flat_map(str::split_whitespace);
            forms.extend(irregular.map(|f| f.replace('-', " ")));
            if verbs && text("forms").is_none() {
                let stem = word.strip_suffix('e').unwrap_or(&word);
                forms.extend([
                    format!("{stem}ed"),
                    format!("{stem}ing"),
                    format!("{word}es"),
                ]);
            }
            found.push(Meaning {
                word,
                forms,
                doc: doc.to_string(),
            });
        }
    }
    found.sort_by(|a, b| (&a.word, &a.doc).cmp(&(&b.word, &b.doc)));
    found
});

/// All words, by the alphabet.
pub fn meanings() -> &'static [Meaning] {
    &WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_gives_words_with_their_forms() {
        let leave = meanings().iter().find(|m| m.word == "leave");
        let leave = leave.expect("`leave` is a word");
        assert!(leave.forms.contains(&"leaving".to_string()), "{leave:?}");
        assert!(leave.forms.contains(&"left".to_string()), "{leave:?}");
        assert!(!leave.doc.is_empty());
        assert!(meanings().len() > 100, "{}", meanings().len());
    }
}

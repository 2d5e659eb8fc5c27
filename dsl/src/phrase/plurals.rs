//! Singular and plural.
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Plurals that no rule makes.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Table {
    words: BTreeMap<String, Vec<String>>,
    endings: BTreeMap<String, Vec<String>>,
    regular: Regular,
    /// The words of each plural of `words`.
    #[serde(skip)]
    singulars: BTreeMap<String, Vec<String>>,
}

/// Words that only look like those with an ending of the table.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Regular {
    words: Vec<String>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        // The table is part of the program and read by its tests; a broken one knows the rule alone.
        let mut table: Table = toml::from_str(include_str!("plurals.toml")).unwrap_or_default();
        for (one, all) in &table.words {
            for many in all {
                let singulars = table.singulars.entry(many.clone()).or_default();
                singulars.push(one.clone());
            }
        }
        table
    })
}

/// The plural as it is written.
pub fn plural_of(noun: &str) -> String {
    irregular(noun)
        .into_iter()
        .next()
        .unwrap_or_else(|| by_rule(noun))
}

/// Every plural that is understood of a word; [`singulars_of`] finds the word by each of them.
pub(super) fn plurals_of(noun: &str) -> Vec<String> {
    let mut all = irregular(noun);
    all.push(by_rule(noun));
    all
}

/// The plurals of a word that has others than the rule makes.
fn irregular(noun: &str) -> Vec<String> {
    let table = table();
    // of a name of several words the last one is counted
    let (before, last) = match noun.rsplit_once('-') {
        Some((before, last)) => (&noun[..before.len() + 1], last),
        None => ("", noun),
    };
    if let Some(many) = table.words.get(last) {
        return many.iter().map(|many| format!("{before}{many}")).collect();
    }
    if table.regular.words.iter().any(|word| word == last) {
        return Vec::new();
    }
    let mut endings = table.endings.iter();
    let found = endings.find_map(|(one, many)| Some((noun.strip_suffix(one.as_str())?, many)));
    let (stem, many) = match found {
        Some(found) => found,
        None => return Vec::new(),
    };
    many.iter().map(|many| format!("{stem}{many}")).collect()
}

/// The plural by the rule.
fn by_rule(noun: &str) -> String {
    if let Some(stem) = noun.strip_suffix('y')
        && !stem.ends_with(['a', 'e', 'o', 'u'])
    {
        return format!("{stem}ies");
    }
    if noun.ends_with(['s', 'x', 'z']) || noun.ends_with("ch") || noun.ends_with("sh") {
        return format!("{noun}es");
    }
    format!("{noun}s")
}

/// Whether one word could be the plural of the other.
pub fn is_plural_of(plural: &str, noun: &str) -> bool {
    // no plural of the table begins with another letter than its word
    plural.as_bytes().first() == noun.as_bytes().first()
        && (by_rule(noun) == plural || irregular(noun).iter().any(|many| many == plural))
}

/// The words of which this could be the plural.
pub fn singulars_of(plural: &str) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(stem) = plural.strip_suffix("ies") {
        all.push(format!("{stem}y"));
    }
    if let Some(stem) = plural.strip_suffix("es") {
        all.push(stem.to_owned());
    }
    if let Some(stem) = plural.strip_suffix('s') {
        all.push(stem.to_owned());
    }
    all.retain(|one| by_rule(one) == plural);
    let table = table();
    let last = plural.rsplit('-').next().unwrap_or(plural);
    let before = &plural[..plural.len() - last.len()];
    let irregular_ones = table.singulars.get(last).into_iter().flatten();
    all.extend(irregular_ones.map(|one| format!("{before}{one}")));
    for (one, many) in &table.endings {
        let stem = many.iter().find_map(|m| plural.strip_suffix(m.as_str()));
        let noun = stem.map(|stem| format!("{stem}{one}"));
        all.extend(noun.filter(|noun| irregular(noun).iter().any(|many| many == plural)));
    }
    let mut seen: Vec<String> = Vec::new();
    all.retain(|one| {
        let new = !seen.contains(one);
        seen.push(one.clone());
        new
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_reads() {
        let read: Result<Table, _> = toml::from_str(include_str!("plurals.toml"));
        assert!(read.is_ok_and(|t| t.words.len() > 20 && t.endings.len() > 3));
    }

    #[test]
    fn a_word_is_found_by_each_of_its_plurals() {
        let table = table();
        let irregular = table.words.keys().map(String::as_str);
        let words = irregular.chain(["wolf", "thief", "bishop", "ally", "boss", "musk-ox"]);
        for noun in words {
            for many in plurals_of(noun) {
                assert!(is_plural_of(&many, noun), "{noun} {many}");
                assert!(
                    singulars_of(&many).iter().any(|one| one == noun),
                    "{noun} {many}"
                );
            }
        }
        assert!(!is_plural_of("wolf", "wolf"));
        assert!(!is_plural_of("bishops", "bishop-s"));
    }

    #[test]
    fn plurals_by_rule() {
        assert_eq!(singulars_of("bellies")[0], "belly");
        assert!(singulars_of("horses").contains(&"horse".to_owned()));
        assert_eq!(plural_of("boss"), "bosses");
    }

    #[test]
    fn plurals_without_a_rule() {
        for (one, many) in [
            ("man", "men"),
            ("woman", "women"),
            ("swordsman", "swordsmen"),
            ("child", "children"),
            ("goose", "geese"),
            ("ox", "oxen"),
            ("musk-ox", "musk-oxen"),
            ("wolf", "wolves"),
            ("werewolf", "werewolves"),
            ("knife", "knives"),
            ("dwarf", "dwarves"),
            ("thief", "thieves"),
            ("hero", "heroes"),
            ("mouse", "mice"),
            ("human", "humans"),
            ("shaman", "shamans"),
            ("fox", "foxes"),
            ("mongoose", "mongooses"),
        ] {
            assert_eq!(plural_of(one), many);
            assert!(singulars_of(many).contains(&one.to_owned()), "{many}");
        }
        assert!(singulars_of("dwarfs").contains(&"dwarf".to_owned()));
        assert!(singulars_of("wolfs").contains(&"wolf".to_owned()));
        assert!(!singulars_of("humen").contains(&"human".to_owned()));
        assert!(singulars_of("queen").is_empty());
    }
}

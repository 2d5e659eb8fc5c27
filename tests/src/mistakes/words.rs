//! Mistakes in the words of sentences: slips of the keyboard, slips of grammar.
use super::Seed;
use super::ground::{Page, Site, Vocabulary};
use crate::damage::Dice;

type Seeds = fn(&Page, &Vocabulary, &mut Dice) -> Vec<Seed>;

/// See the module.
pub const SORTS: &[(&str, Seeds)] = &[
    ("word: two letters exchanged", exchanged),
    ("word: a letter left out", left_out),
    ("word: a letter doubled", doubled),
    ("word: a wrong letter", replaced),
    ("word written twice", twice),
    ("words in the wrong order", order),
    ("preposition: another one", preposition),
    ("preposition or auxiliary left out", gap),
    ("article: a for an, an for a", article),
    ("plural behind a, an, this", plural),
    ("singular behind a number", singular),
    ("is for are, are for is", agreement),
    ("verb in another form", verb_form),
    ("a hyphen for a blank, a blank for a hyphen", hyphen),
    ("comma left out", comma),
];

/// Every word of the language of four letters and more, mistaken so that no word comes out.
fn misspelt(
    page: &Page,
    vocabulary: &Vocabulary,
    dice: &mut Dice,
    slip: fn(&mut Vec<char>, &mut Dice),
) -> Vec<Seed> {
    let known = |s: &&Site| s.is_word() && s.word.len() > 3 && vocabulary.language(&s.word);
    let slipped = |s: &Site, dice: &mut Dice| {
        let mut letters: Vec<char> = s.word.chars().collect();
        slip(&mut letters, dice);
        let now: String = letters.into_iter().collect();
        let fresh = now != s.word && !vocabulary.knows(&now) && !plural_of_known(vocabulary, &now);
        fresh.then(|| Seed::new(s.at.clone(), now))
    };
    page.sites()
        .filter(known)
        .filter_map(|s| slipped(s, dice))
        .collect()
}

fn plural_of_known(vocabulary: &Vocabulary, word: &str) -> bool {
    let forms = dsl::phrase::forms_of(word);
    forms.iter().any(|f| vocabulary.knows(f))
}

fn exchanged(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    misspelt(page, v, dice, |w, dice| {
        let at = dice.below(w.len() - 1);
        w.swap(at, at + 1);
    })
}

fn left_out(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    misspelt(page, v, dice, |w, dice| {
        w.remove(1 + dice.below(w.len() - 1));
    })
}

fn doubled(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    misspelt(page, v, dice, |w, dice| {
        let at = dice.below(w.len());
        w.insert(at, w[at]);
    })
}

fn replaced(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    misspelt(page, v, dice, |w, dice| {
        let at = 1 + dice.below(w.len() - 1);
        w[at] = char::from(b'a' + dice.below(26) as u8);
    })
}

fn twice(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let small = [
        "the", "a", "of", "is", "to", "in", "on", "your", "you", "and", "it", "that",
    ];
    (page.sites())
        .filter(|s| s.is_word() && small.contains(&s.word.as_str()))
        .map(|s| Seed::new(s.at.end..s.at.end, format!(" {}", s.word)))
        .collect()
}

/// Two words of which one cannot stand before the other in any English sentence.
fn order(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let leads = [
        "the", "a", "an", "of", "is", "are", "has", "your", "its", "to", "by", "cannot",
    ];
    let pair = |(a, b): &(&Site, &Site)| {
        a.is_word()
            && b.is_word()
            && leads.contains(&a.word.as_str())
            && !leads.contains(&b.word.as_str())
            && page.text[a.at.end..b.at.start].trim().is_empty()
    };
    (page.pairs().filter(pair))
        .map(|(a, b)| {
            let text = format!("{} {}", &page.text[b.at.clone()], &page.text[a.at.clone()]);
            Seed::new(a.at.start..b.at.end, text)
        })
        .collect()
}

/// What learners of English write in place of a preposition, where the word before it admits only one.
const PREPOSITIONS: &[(&str, &str, &str)] = &[
    ("start", "of", "from"),
    ("end", "of", "from"),
    ("instead", "of", "from"),
    ("pieces", "of", "from"),
    ("captured", "by", "through"),
    ("mark", "as", "for"),
    ("marked", "as", "with"),
    ("capture", "with", "through"),
    ("swap", "with", "to"),
    ("called", "as", "called"),
];

fn preposition(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for line in &page.lines {
        for (i, site) in line.sites.iter().enumerate() {
            let before = i.checked_sub(1).map_or("", |b| line.sites[b].word.as_str());
            let behind = line.sites.get(i + 1).map_or("", |s| s.word.as_str());
            let verb = |v: &str| line.sites[..i].iter().any(|s| s.word == v);
            let known = PREPOSITIONS
                .iter()
                .find(|(b, p, _)| *b == before && *p == site.word);
            let now = match (site.word.as_str(), behind) {
                _ if known.is_some() => known.map_or("", |(_, _, now)| now),
                ("at", "the") => "in",
                ("on", "your") => "at",
                ("on", _) if site_is_square(line.sites.get(i + 1)) => "in",
                ("to", _) if verb("promotes") || verb("promote") => "into",
                ("to", _) if verb("give") => "at",
                ("into", _) if verb("put") => "to",
                ("on", _) if verb("put") => "at",
                _ => continue,
            };
            seeds.push(Seed::new(site.at.clone(), now));
        }
    }
    seeds
}

fn site_is_square(site: Option<&Site>) -> bool {
    site.is_some_and(|s| s.kind == dsl::syntax::TokenKind::Square)
}

/// A small word without which the sentence is no English.
fn gap(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let firm = [
        "of", "to", "by", "as", "is", "are", "has", "be", "among", "with", "at",
    ];
    let firm = |s: &&Site| s.is_word() && firm.contains(&s.word.as_str());
    (page.sites().filter(firm))
        .filter(|s| page.text[..s.at.start].ends_with(' '))
        .map(|s| Seed::new(s.at.start - 1..s.at.end, ""))
        .collect()
}

fn article(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    (page.sites())
        .filter_map(|s| match s.word.as_str() {
            "a" if s.is_word() => Some(Seed::new(s.at.clone(), "an")),
            "an" if s.is_word() => Some(Seed::new(s.at.clone(), "a")),
            _ => None,
        })
        .collect()
}

fn plural(page: &Page, v: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let one = ["a", "an", "this", "each", "every", "another"];
    let pair =
        |(a, b): &(&Site, &Site)| one.contains(&a.word.as_str()) && b.is_word() && noun(v, &b.word);
    (page.pairs().filter(pair))
        .map(|(_, b)| Seed::new(b.at.clone(), dsl::phrase::plural_of(&b.word)))
        .collect()
}

/// A noun of the language, or a name that has a plural somewhere.
fn noun(v: &Vocabulary, word: &str) -> bool {
    let plural = dsl::phrase::plural_of(word);
    plural != word && v.knows(&plural) && !word.ends_with('s')
}

fn singular(page: &Page, v: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let pair = |(a, b): &(&Site, &Site)| {
        let many = a.kind == dsl::syntax::TokenKind::Number && a.word != "1"
            || ["two", "three", "four"].contains(&a.word.as_str());
        many && b.is_word() && b.word.ends_with('s')
    };
    let one = |word: &str| {
        let forms = dsl::phrase::forms_of(word);
        forms.into_iter().find(|f| f != word && v.knows(f))
    };
    (page.pairs().filter(pair))
        .filter_map(|(_, b)| Some(Seed::new(b.at.clone(), one(&b.word)?)))
        .collect()
}

fn agreement(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let other = |word: &str| match word {
        "is" => Some("are"),
        "are" => Some("is"),
        "has" => Some("have"),
        "was" => Some("were"),
        _ => None,
    };
    (page.sites().filter(|s| s.is_word()))
        .filter_map(|s| Some(Seed::new(s.at.clone(), other(&s.word)?)))
        .collect()
}

/// `it slide` for `it slides`, `cannot captures`, `has capture`.
fn verb_form(page: &Page, v: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (a, b) in page
        .pairs()
        .filter(|(_, b)| b.is_word() && v.language(&b.word))
    {
        let word = b.word.as_str();
        let base = word.strip_suffix("es").filter(|w| v.language(w));
        let base = base
            .or_else(|| word.strip_suffix('s'))
            .filter(|w| v.language(w));
        let third = format!("{word}s");
        let past = word.strip_suffix('d').filter(|w| v.language(w));
        let now = match a.word.as_str() {
            "it" | "also" | "they" => base.map(str::to_string),
            "cannot" | "may" | "must" => v.language(&third).then_some(third),
            "has" | "have" | "be" | "was" => past.map(str::to_string),
            _ => None,
        };
        seeds.extend(now.map(|now| Seed::new(b.at.clone(), now)));
    }
    seeds
}

fn hyphen(page: &Page, v: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let split = |s: &Site| {
        let made = s.is_word() && s.word.contains('-');
        made.then(|| Seed::new(s.at.clone(), s.word.replace('-', " ")))
    };
    let join = |(a, b): (&Site, &Site)| {
        let fixed = [
            "any way",
            "other than",
            "at least",
            "in check",
            "up to",
            "next turn",
        ];
        let words = format!("{} {}", a.word, b.word);
        let now = words.replace(' ', "-");
        let fresh = fixed.contains(&words.as_str()) && !v.knows(&now);
        fresh.then(|| Seed::new(a.at.start..b.at.end, now))
    };
    page.sites()
        .filter_map(split)
        .chain(page.pairs().filter_map(join))
        .collect()
}

fn comma(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let sign = |s: &&Site| s.kind == dsl::syntax::TokenKind::Comma;
    (page.sites().filter(sign))
        .map(|s| Seed::new(s.at.clone(), ""))
        .collect()
}

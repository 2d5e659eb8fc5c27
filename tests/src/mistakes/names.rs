//! Mistakes with names: misspelt, unknown, taken twice, of things that are not there.
use super::Seed;
use super::ground::{Page, Site, Vocabulary};
use crate::damage::Dice;
use dsl::syntax::{FrameLine, Ident, Statement, TokenKind, Unit, UnitKind};
use std::ops::Range;

type Seeds = fn(&Page, &Vocabulary, &mut Dice) -> Vec<Seed>;

/// See the module.
pub const SORTS: &[(&str, Seeds)] = &[
    ("name of a sentence misspelt", misspelt),
    ("kind that is nowhere", unknown_kind),
    ("piece of chess that is not in the game", chess_piece),
    ("name behind `of` in a heading misspelt", of_misspelt),
    ("name behind `from` misspelt", from_misspelt),
    ("name behind `without` misspelt", without_misspelt),
    ("kind declared twice", kind_twice),
    ("state declared twice", state_twice),
    ("option's value misspelt", option_value),
    ("a word of the language as a name", word_as_name),
    ("a name with a digit or an underscore", odd_name),
    ("letter of no kind in a row", letter),
    ("square beyond the board", beyond),
    ("seat of a scenario misspelt", seat),
    ("army of a scenario misspelt", army),
];

/// A slip that leaves the name in sight.
fn slip(name: &str, v: &Vocabulary, dice: &mut Dice) -> Option<String> {
    let mut letters: Vec<char> = name.chars().collect();
    if letters.len() < 4 {
        return None;
    }
    let at = 1 + dice.below(letters.len() - 2);
    if dice.below(2) == 0 {
        letters.remove(at);
    } else {
        letters.swap(at, at + 1);
    }
    let now: String = letters.into_iter().collect();
    let forms = dsl::phrase::forms_of(&now);
    (now != name && !forms.iter().any(|f| v.knows(f))).then_some(now)
}

fn place(ident: &Ident) -> Range<usize> {
    ident.span.lo as usize..ident.span.hi as usize
}

fn slipped<'p>(
    idents: impl Iterator<Item = &'p Ident>,
    v: &Vocabulary,
    dice: &mut Dice,
) -> Vec<Seed> {
    idents
        .filter_map(|i| Some(Seed::new(place(i), slip(&i.text, v, dice)?)))
        .collect()
}

fn misspelt(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let name = |s: &&Site| s.is_word() && !v.language(&s.word);
    let mut named = Vec::new();
    for line in page.lines.iter().filter(|l| !l.scenario) {
        for (i, site) in line.sites.iter().enumerate().filter(|(_, s)| name(s)) {
            // where a name is made, every spelling is right
            let before = i.checked_sub(1).map_or("", |b| line.sites[b].word.as_str());
            let makes = ["called", "call", "let", "choose", "to", "each"].contains(&before);
            let stage = line.sites.get(i + 1).is_some_and(|s| s.word == "stage");
            if !makes && !stage && i > 0 {
                named.push(site);
            }
        }
    }
    let seed = |s: &Site, dice: &mut Dice| Some(Seed::new(s.at.clone(), slip(&s.word, v, dice)?));
    named.into_iter().filter_map(|s| seed(s, dice)).collect()
}

const PIECES: [&str; 10] = [
    "king", "kings", "queen", "queens", "rook", "rooks", "bishop", "bishops", "knight", "knights",
];

/// The name of a usual piece in a sentence, where another piece is written that nobody has.
fn chess_piece(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let others = [
        "archbishop",
        "chancellor",
        "amazon",
        "castle",
        "horse",
        "champion",
        "marshal",
    ];
    swapped_names(page, v, dice, &others)
}

fn unknown_kind(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    swapped_names(page, v, dice, &["zebu", "gargoyle", "minotaur", "gryphon"])
}

fn swapped_names(page: &Page, v: &Vocabulary, dice: &mut Dice, others: &[&str]) -> Vec<Seed> {
    let fresh: Vec<&&str> = others.iter().filter(|o| !v.knows(o)).collect();
    let usual = |s: &&Site| PIECES.contains(&s.word.as_str());
    let sites = page
        .lines
        .iter()
        .filter(|l| !l.scenario)
        .flat_map(|l| &l.sites);
    (sites.filter(usual))
        .filter_map(|s| {
            let other = fresh.get(dice.below(fresh.len()))?;
            let many = s.word.ends_with('s');
            let now = if many {
                dsl::phrase::plural_of(other)
            } else {
                (**other).to_string()
            };
            Some(Seed::new(s.at.clone(), now))
        })
        .collect()
}

fn of_misspelt(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    slipped(page.headings().into_iter().flat_map(|u| &u.of), v, dice)
}

fn from_misspelt(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let bases = page.headings().into_iter().filter_map(|u| u.from.as_ref());
    slipped(bases.map(|(base, _)| base), v, dice)
}

fn without_misspelt(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    slipped(
        page.headings().into_iter().flat_map(|u| &u.without),
        v,
        dice,
    )
}

fn statements(page: &Page) -> impl Iterator<Item = (&Unit, &Statement)> {
    let units = page.tree.units.iter();
    units.flat_map(|u| u.block.statements.iter().map(move |s| (u, s)))
}

/// A kind written down a second time behind itself.
fn kind_twice(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    (statements(page))
        .filter_map(|(_, s)| match s {
            Statement::Kind(kind) => {
                let (lo, hi) = (kind.span.lo as usize, kind.span.hi as usize);
                let again = format!("\n  {}", &page.text[lo..hi]);
                let also = vec![kind.name.span.lo as usize];
                Some(Seed {
                    also,
                    ..Seed::new(hi..hi, again)
                })
            }
            _ => None,
        })
        .collect()
}

/// `every piece has a mark called X` a second time.
fn state_twice(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    (statements(page))
        .filter_map(|(unit, s)| match s {
            Statement::Sentence(s) if unit.kind != UnitKind::Scenario => {
                let declares = s.line.iter().any(|t| t.text == "called") && s.block.is_none();
                let lo = s.line.first()?.span.lo as usize;
                let hi = s.line.last()?.span.hi as usize;
                let again = format!("\n  {}", &page.text[lo..hi]);
                let end = s.span.hi as usize;
                let also = vec![lo];
                declares.then(|| Seed {
                    also,
                    ..Seed::new(end..end, again)
                })
            }
            _ => None,
        })
        .collect()
}

fn option_value(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let usual = statements(page).filter_map(|(_, s)| match s {
        Statement::Option(option) => option.usually.as_ref(),
        _ => None,
    });
    slipped(usual, v, dice)
}

/// What is called, chosen or let, called by a word of the language everywhere in its line.
fn word_as_name(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let taken = [
        "second", "piece", "move", "turn", "passing", "enemy", "start", "victory", "other",
    ];
    let taken: Vec<&&str> = taken.iter().filter(|w| v.language(w)).collect();
    let mut seeds = Vec::new();
    for line in page.lines.iter().filter(|l| !l.scenario) {
        for pair in line.sites.windows(2) {
            let makes = ["called", "let", "choose"].contains(&pair[0].word.as_str());
            if makes && pair[1].is_word() && !v.language(&pair[1].word) {
                let word = taken[dice.below(taken.len())];
                seeds.push(Seed::new(pair[1].at.clone(), *word));
            }
        }
    }
    seeds
}

fn odd_name(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (a, b) in page
        .pairs()
        .filter(|(_, b)| b.is_word() && !v.language(&b.word))
    {
        let makes = ["called", "let", "choose"].contains(&a.word.as_str());
        if makes || b.word.contains('-') {
            let now = match (b.word.contains('-'), dice.below(2)) {
                (true, _) => b.word.replace('-', "_"),
                (false, 0) => format!("{}_1", b.word),
                (false, _) => format!("1{}", b.word),
            };
            seeds.push(Seed::new(b.at.clone(), now));
        }
    }
    seeds
}

/// Every frame line that is given in rows.
fn rows(page: &Page) -> impl Iterator<Item = &FrameLine> {
    statements(page).filter_map(|(_, s)| match s {
        Statement::Frame(line) if !line.rows.is_empty() => Some(line),
        _ => None,
    })
}

fn letter(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for row in rows(page).flat_map(|f| &f.rows) {
        let lo = row.span.lo as usize;
        let text = &page.text[lo..row.span.hi as usize];
        // Y is nobody's letter in the library
        let letters = text.char_indices().filter(|(_, c)| c.is_ascii_uppercase());
        let first = letters.take(1);
        seeds.extend(first.map(|(i, _)| Seed::new(lo + i..lo + i + 1, "Y")));
    }
    seeds
}

fn beyond(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let square = |s: &&Site| s.kind == TokenKind::Square;
    (page.sites().filter(square))
        .map(|s| {
            let now = match dice.below(2) {
                0 => format!("z{}", &s.word[1..]),
                _ => format!("{}29", &s.word[..1]),
            };
            Seed::new(s.at.clone(), now)
        })
        .collect()
}

/// The first word of a line of a scenario, where it is a seat.
fn seat(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let firsts = page.lines.iter().filter(|l| l.scenario);
    let pairs = firsts.filter_map(|l| Some((l.sites.first()?, l.sites.get(1)?)));
    let acts = |(_, b): &(&Site, &Site)| {
        ["plays", "chooses", "accepts", "declines", "is"].contains(&b.word.as_str())
    };
    (pairs.filter(acts))
        .filter_map(|(a, _)| Some(Seed::new(a.at.clone(), slip(&a.word, v, dice)?)))
        .collect()
}

fn army(page: &Page, v: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (unit, statement) in statements(page) {
        if let (UnitKind::Scenario, Statement::Frame(line)) = (unit.kind, statement) {
            if line.word.text != "armies" {
                continue;
            }
            for token in line.places.iter().filter_map(|p| p.last()) {
                let at = token.span.lo as usize..token.span.hi as usize;
                seeds.extend(slip(&token.text, v, dice).map(|now| Seed::new(at, now)));
            }
        }
    }
    seeds
}

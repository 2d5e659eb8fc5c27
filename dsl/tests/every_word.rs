//! Every word counts: a word put into a sentence or heading of the library, or taken out of it, changes what is read or is told.
//!
//! Places and words are drawn by a fixed seed, so that each run tries the same ones.
use armorial_dsl::compile::check;
use armorial_dsl::gather::{Armies, Setting};
use armorial_dsl::library::Library;
use armorial_dsl::phrase::readings;
use std::path::{Path, PathBuf};

/// Words of the language that could stand nearly anywhere, and one that is none.
const WORDS: &[&str] = &[
    "again",
    "lost",
    "royal",
    "other",
    "not",
    "no",
    "together",
    "secretly",
    "openly",
    "own",
    "first",
    "instead",
    "newly",
    "most",
    "beside it",
    "of yours",
    "this turn",
    "in order",
    "2",
    "zzz",
    "standard",
    "your",
    "the",
    "normally",
];

/// Tries of each sort. At some 10 ms each this stays well below a minute.
const TRIES: usize = 2500;

/// What reads the same with one of these words in it or without it, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "enemies of yours",
        "your enemies are the enemies: whose they are is said twice",
    ),
    ("your opponents", "opponents are yours: the same"),
    (
        "its own kind",
        "`own` says once more whose: the same for `your own` and `their own`",
    ),
    ("is not  the warned", "`is among` and `is`, of one thing"),
    ("moves  1 piece", "of what happens, `exactly 1` and `1`"),
];

/// Words that may be left out: which of several a noun means is said by its number, its owner and the rule it stands in.
const ARTICLES: &[&str] = &["a", "an", "the", "every", "any", "each", "all"];

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// The armies of the club, each with its name.
fn armies() -> Vec<(String, String)> {
    let folder = std::fs::read_dir(root().join("armies")).expect("armies");
    let mut all: Vec<(String, String)> = folder
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "army"))
        .map(|p| {
            (
                p.file_stem()
                    .and_then(|s| s.to_str())
                    .unwrap_or("")
                    .to_owned(),
                text(&p),
            )
        })
        .collect();
    all.sort();
    all
}

fn base() -> Vec<(String, String)> {
    let folder = std::fs::read_dir(root().join("variants")).expect("variants");
    let mut all: Vec<(String, String)> = folder
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "variant"))
        .filter(|p| {
            ["chess", "european-club"]
                .contains(&p.file_stem().and_then(|s| s.to_str()).unwrap_or(""))
        })
        .map(|p| (p.display().to_string(), text(&p)))
        .collect();
    all.sort();
    all
}

/// What is read of an army, and what is told; none: it is refused.
fn read(base: &[(String, String)], name: &str, army: &str) -> Option<Vec<String>> {
    let mut files = base.to_vec();
    files.push((format!("{name}.army"), army.to_owned()));
    let library = Library::parse(files);
    let setting = Setting {
        armies: Armies::These(vec![name.to_owned()]),
        terse: true,
        ..Setting::of("european-club")
    };
    let checked = check(&library, &setting);
    let rules = checked.rules?;
    let mut all: Vec<String> = readings(&rules).into_iter().map(|(_, said)| said).collect();
    all.extend(
        rules
            .armies
            .iter()
            .map(|a| format!("{:?} {:?} {:?}", a.setup, a.spare, a.neutral)),
    );
    all.extend(rules.texts.iter().cloned());
    let told = library.problems().iter().chain(&checked.problems);
    all.extend(told.map(|d| format!("{}: {}", d.code, d.message)));
    Some(all)
}

/// Where words begin and end in what is neither comment, reminder, quoted text, row nor tag.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start();
        let code = line.split('#').next().unwrap_or("");
        if !bare.starts_with(['(', '|']) {
            let mut inside = None;
            let mut start = None;
            for (i, c) in code.char_indices().chain([(code.len(), ' ')]) {
                match (inside, c) {
                    (Some(end), c) if c == end => inside = None,
                    (Some(_), _) => {}
                    (None, '"') => inside = Some('"'),
                    (None, '[') => inside = Some(']'),
                    (None, '|') => inside = Some('|'),
                    (None, '*') => inside = Some('*'),
                    // a reminder begins with a capital
                    (None, '(') if code[i + 1..].starts_with(char::is_uppercase) => {
                        inside = Some(')')
                    }
                    _ => {}
                }
                let word = inside.is_none() && (c.is_alphanumeric() || c == '-' || c == '\'');
                match (word, start) {
                    (true, None) => start = Some(i),
                    (false, Some(s)) => {
                        out.push((at + s, at + i));
                        start = None;
                    }
                    _ => {}
                }
            }
        }
        at += line.len();
    }
    out
}

fn line_of(text: &str, at: usize) -> &str {
    let from = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let to = text[at..].find('\n').map_or(text.len(), |i| at + i);
    text[from..to].trim()
}

/// Lines that read the same with a change in them.
fn swallowed(
    mut change: impl FnMut(&mut Dice, &str, (usize, usize)) -> (String, usize),
    seed: u64,
) -> Vec<String> {
    let (base, armies) = (base(), armies());
    let mut dice = Dice(seed);
    let mut found = Vec::new();
    let known: Vec<_> = armies
        .iter()
        .map(|(name, text)| read(&base, name, text))
        .collect();
    assert!(
        known.iter().filter(|k| k.is_some()).count() > 30,
        "the armies read"
    );
    for _ in 0..TRIES {
        let pick = dice.below(armies.len());
        let (name, text) = &armies[pick];
        let Some(before) = &known[pick] else { continue };
        let places = words(text);
        let place = places[dice.below(places.len())];
        let (changed, at) = change(&mut dice, text, place);
        let article = changed.len() < text.len() && ARTICLES.contains(&&text[place.0..place.1]);
        if article {
            continue;
        }
        if read(&base, name, &changed).as_ref() == Some(before) {
            found.push(format!("{name}: {}", line_of(&changed, at)));
        }
    }
    found.retain(|line| !EXCEPTIONS.iter().any(|(part, _)| line.contains(part)));
    found
}

#[test]
fn a_word_more_is_told_or_changes_what_is_read() {
    let put = |dice: &mut Dice, text: &str, (from, _): (usize, usize)| {
        let word = WORDS[dice.below(WORDS.len())];
        (format!("{}{word} {}", &text[..from], &text[from..]), from)
    };
    let found = swallowed(put, 20);
    assert!(
        found.is_empty(),
        "{} of {TRIES}:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn a_word_less_is_told_or_changes_what_is_read() {
    let take = |_: &mut Dice, text: &str, (from, to): (usize, usize)| {
        (format!("{}{}", &text[..from], &text[to..]), from)
    };
    let found = swallowed(take, 21);
    assert!(
        found.is_empty(),
        "{} of {TRIES}:\n{}",
        found.len(),
        found.join("\n")
    );
}

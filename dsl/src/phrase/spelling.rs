//! Words that need no table entry, words that are wrong in a known way, and the nearest word.

/// The structure words of the language, which no table entry explains.
pub(crate) const STRUCTURE: &[&str] = &[
    "after",
    "before",
    "as-soon-as",
    "the-first-time",
    "if",
    "unless",
    "while",
    "until",
    "otherwise",
    "once",
    "twice",
    "times",
    "per",
    "running",
    "choose",
    "chooses",
    "among",
    "let",
    "call",
    "called",
    "for-each",
    "repeat",
    "either",
    "within",
    "cannot",
    "must",
    "may",
    "can",
    "could",
    "would",
    "be",
    "been",
    "is",
    "are",
    "am",
    "was",
    "were",
    "has",
    "have",
    "had",
    "do",
    "does",
    "and",
    "or",
    "that",
    "whose",
    "than",
    "then",
    "there",
    "a",
    "an",
    "the",
    "this",
    "your",
    "its",
    "their",
    "no",
    "any",
    "all",
    "every",
    "each",
    "another",
    "other",
    "other-than",
    "exactly",
    "more",
    "fewer",
    "less",
    "up-to",
    "at-least",
    "at-most",
    "plus",
    "minus",
    "divided-by",
    "starting",
    "seen",
    "by",
    "not",
    "instead",
    "moving",
    "stage",
    "enforced",
    "announced",
    "none",
    "seconds",
    "answer",
    "second",
    "of",
    "near",
    "far",
    "yours",
    "theirs",
    "themselves",
    "itself",
    "roll",
    "rolls",
    "slides",
    "steps",
    "leaps",
    "at",
    "random",
];

/// Whether a word is one of them.
pub(crate) fn is_structure(word: &str) -> bool {
    STRUCTURE.contains(&word)
}

/// Words that are wrong in a known way, with what to write instead.
pub(crate) fn repair(word: &str) -> Option<String> {
    let text = match word {
        "my" | "mine" => "a rule speaks to its holder: write `your`",
        "adjacent" | "neighbouring" => {
            "it does not say which: `beside` shares an edge, `around` shares an edge or corner"
        }
        "he" | "she" => "a player is `they`, a piece is `it`",
        "him" => "a player is `them`, a piece is `it`",
        "his" | "her" | "hers" => "a player's is `their`, a piece's is `its`",
        "stands" | "stand" => "where a piece stands is said with `is`: `a piece that is on d4`",
        "now" | "currently" | "presently" => {
            "a rule speaks of the moment in which it is asked: leave the word out"
        }
        "which" | "who" | "whom" => "write `that`: `a player that has no pawn`",
        _ if word.ends_with("n't") => {
            let said = match word.strip_suffix("n't") {
                Some("ca" | "wo" | "sha") => "cannot",
                Some(verb @ ("do" | "does")) => {
                    let who = if verb == "do" { "pieces" } else { "king" };
                    return Some(format!(
                        "in a condition write `{verb} not` (`if your {who} {verb} not attack an enemy`); what may not be done `cannot` be: `your pawns cannot move`"
                    ));
                }
                Some(verb) => return Some(format!("write `{verb} not`")),
                None => return None,
            };
            return Some(format!("write `{said}`"));
        }
        _ => {
            let rest = word.strip_prefix("non-")?;
            return Some(format!("write `that are not {rest}` behind the noun"));
        }
    };
    Some(text.to_owned())
}

/// The word to put in the place of one that is wrong in a known way, where that is all there is to do.
pub(crate) fn replacement(word: &str) -> Option<&'static str> {
    (word == "my").then_some("your")
}

/// Words that turn round or widen what a sentence says: another word is taken for one of them only where letters were swapped, left
/// out or put in twice.
const TURNS: &[&str] = &[
    "not", "no", "unless", "if", "or", "and", "only", "cannot", "each", "every", "all", "another",
    "other", "until",
];

/// A word may have been written for another that turns a sentence round.
pub(super) fn may_stand_for(written: &str, known: &str) -> bool {
    let sorted = |w: &str| {
        let mut all: Vec<char> = w.chars().collect();
        all.sort_unstable();
        all
    };
    let (a, b) = (sorted(written), sorted(known));
    let mut rest = b.iter();
    let left_out = a.iter().all(|c| rest.any(|o| o == c));
    let mut rest = a.iter();
    let put_in = b.iter().all(|c| rest.any(|o| o == c));
    !TURNS.contains(&known) || left_out || put_in
}

/// The nearest of these words, if one is near: one slip in a short word, two or three in a long one. Slips rarely
/// touch the first letter, and in a word of two or three letters any slip makes another word.
pub(crate) fn nearest<'a>(word: &str, all: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    let most = slips(word);
    let first = |w: &str| w.chars().next() == word.chars().next();
    all.map(|w| (distance(word, w), w))
        .filter(|(d, w)| *d <= most && (first(w) || (*d == 1 && letters > 3)))
        .filter(|(_, w)| may_stand_for(word, w))
        .min()
        .map(|(_, w)| w)
}

/// How many slips a word of this length may hold and still be known.
pub(super) fn slips(word: &str) -> usize {
    match word.chars().count() {
        0..=5 => 1,
        6..=9 => 2,
        _ => 3,
    }
}

/// How many letters must be put in, left out, changed or swapped.
pub(super) fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let width = b.len() + 1;
    let mut grid: Vec<usize> = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let cost = if i == 0 || j == 0 {
                i + j
            } else {
                let same = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (grid[(i - 1) * width + j] + 1)
                    .min(grid[i * width + j - 1] + 1)
                    .min(grid[(i - 1) * width + j - 1] + same);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(grid[(i - 2) * width + j - 2] + 1);
                }
                best
            };
            grid[i * width + j] = cost;
        }
    }
    grid[a.len() * width + b.len()]
}

//! What people write who think in chess and not in grammar: the printed language of games in place of the language of rules,
//! and the habits of people who write programs.
use super::Seed;
use super::ground::{Page, Vocabulary};
use crate::damage::Dice;

type Seeds = fn(&Page, &Vocabulary, &mut Dice) -> Vec<Seed>;

/// See the module.
pub const SORTS: &[(&str, Seeds)] = &[
    ("player: another word for a thing", things),
    ("player: another word for a deed", deeds),
    ("player: another way of moving", ways),
    ("player: another permission or ban", bans),
    ("player: another amount", amounts),
    ("player: another moment", moments),
    ("player: my, his, our for your", whose),
    ("programmer: signs for words", signs),
];

/// Words of the rules, and what is written for them.
type Pairs = &'static [(&'static str, &'static str)];

const THINGS: Pairs = &[
    ("square", "field"),
    ("squares", "fields"),
    ("square", "tile"),
    ("squares", "cells"),
    ("piece", "unit"),
    ("pieces", "units"),
    ("pieces", "men"),
    ("piece", "figure"),
    ("enemies", "foes"),
    ("enemy", "foe"),
    ("enemies", "enemy pieces"),
    ("opponent", "adversary"),
    ("opponents", "enemy players"),
    ("an opponent", "the opponent"),
    ("its last row", "the last rank"),
    ("its last row", "the eighth rank"),
    ("its second row", "the second rank"),
    ("owner", "controller"),
    ("owner", "possessor"),
    ("unmoved", "undeveloped"),
    ("royal", "kingly"),
    ("board", "chessboard"),
    ("corner", "angle"),
    ("die", "dice"),
    ("hand", "pocket"),
    ("kind", "type"),
    ("kinds", "types"),
    ("player", "competitor"),
    ("edge", "rim"),
    ("beside", "adjacent to"),
    ("beside", "next to"),
    ("around", "near"),
    ("around", "adjacent to"),
];

const DEEDS: Pairs = &[
    ("capture", "take"),
    ("captured", "taken"),
    ("captures", "takes"),
    ("capture", "kill"),
    ("captured", "killed"),
    ("captures", "eats"),
    ("captured", "eaten"),
    ("remove", "delete"),
    ("remove", "kill"),
    ("remove", "eliminate"),
    ("removed", "eliminated"),
    ("put", "place"),
    ("put", "drop"),
    ("swap", "exchange"),
    ("swap", "switch"),
    ("choose", "select"),
    ("choose", "pick"),
    ("promotes to", "transforms into"),
    ("promotes to", "turns into"),
    ("promotes to", "is promoted to"),
    ("becomes", "turns into"),
    ("become", "transform into"),
    ("pass", "skip your turn"),
    ("you lose", "you are defeated"),
    ("you lose", "you lose the game"),
    ("you win", "you win the game"),
    ("draw the game", "the game is a draw"),
    ("draw the game", "it is a draw"),
    ("attacks", "threatens"),
    ("attack", "threaten"),
    ("give", "hand"),
    ("give", "transfer"),
    ("move", "play"),
    ("moves", "goes"),
    ("moves", "travels"),
    ("enters", "reaches"),
    ("enters", "arrives at"),
    ("enters", "steps on"),
    ("leaves", "exits"),
    ("roll a die", "throw a die"),
    ("mark", "tag"),
    ("score", "get"),
    ("add", "increase"),
];

const WAYS: Pairs = &[
    ("slides", "moves"),
    ("slides", "glides"),
    ("slides", "runs"),
    ("slides", "goes"),
    ("steps", "moves"),
    ("steps", "walks"),
    ("steps", "goes"),
    ("leaps", "jumps"),
    ("leaps", "hops"),
    ("slide", "move"),
    ("step", "move"),
    ("leap", "jump"),
    ("diagonally", "diagonal"),
    ("diagonally", "along diagonals"),
    ("diagonally", "on the diagonal"),
    ("orthogonally", "horizontally and vertically"),
    ("orthogonally", "straight"),
    ("orthogonally", "along ranks and files"),
    ("orthogonally", "orthogonal"),
    ("any way", "in any direction"),
    ("any way", "in all directions"),
    ("any way", "anywhere"),
    ("forward", "forwards"),
    ("forward", "ahead"),
    ("without capturing", "but cannot capture"),
    ("without capturing", "without taking"),
    ("only to capture", "only when capturing"),
    ("only to capture", "to capture"),
    ("up to 3 squares", "1-3 squares"),
    ("up to 3 squares", "at most 3 squares"),
    ("up to 2 squares", "one or two squares"),
    ("2 squares", "two squares"),
    ("2 squares", "two fields"),
    ("(1,2)", "like a knight"),
    ("(1,2)", "1,2"),
    ("(1,2)", "2-1"),
];

const BANS: Pairs = &[
    ("cannot", "must not"),
    ("cannot", "may not"),
    ("cannot", "can never"),
    ("cannot", "are not allowed to"),
    ("cannot", "do not"),
    ("cannot", "should not"),
    ("cannot", "can't"),
    ("cannot be captured", "are immune"),
    ("cannot be captured", "are safe"),
    ("cannot be captured", "are invulnerable"),
    ("may", "can"),
    ("may", "might"),
    ("may", "is allowed to"),
    ("may", "are allowed to"),
    ("you may", "you have the option to"),
    ("must", "has to"),
    ("must", "have to"),
    ("must", "should"),
    ("must", "is obliged to"),
    ("unless", "except if"),
    ("unless", "if not"),
    ("if", "in case"),
    ("if", "provided that"),
    ("other than", "except"),
    ("other than", "but not"),
    ("otherwise", "else"),
];

const AMOUNTS: Pairs = &[
    ("exactly 1", "1"),
    ("exactly 1", "only one"),
    ("exactly 2", "just 2"),
    ("at most", "no more than"),
    ("at most", "maximum"),
    ("up to", "maximum"),
    ("up to", "no more than"),
    ("at least", "minimum"),
    ("or more", "and more"),
    ("or more", "+"),
    ("fewer than", "less than"),
    ("fewer than 2", "only one"),
    ("more than", "over"),
    ("no", "zero"),
    ("no", "not any"),
    ("every", "all of the"),
    ("each", "all"),
    ("another", "one more"),
    ("a", "one"),
    ("a", "some"),
    ("a", "any"),
    ("once per game", "one time per game"),
    ("once per game", "once in a game"),
    ("once per game", "once a game"),
    ("once per turn", "every turn once"),
    ("once per turn", "once each turn"),
    ("once per action", "one time per action"),
    ("the number of", "the amount of"),
    ("the number of", "the count of"),
];

const MOMENTS: Pairs = &[
    ("after", "when"),
    ("after", "whenever"),
    ("after", "once"),
    ("after", "every time"),
    ("after", "as a result of"),
    ("as soon as", "when"),
    ("as soon as", "once"),
    ("as soon as", "immediately when"),
    ("as soon as", "the moment"),
    ("before", "ere"),
    ("at the start of your turn", "at the beginning of your turn"),
    ("at the start of your turn", "when your turn begins"),
    ("at the start of your turn", "at your turn"),
    ("at the start of your turn", "before your turn"),
    ("at the end of your turn", "when your turn ends"),
    ("at the end of your turn", "after your turn"),
    ("at the end of your turn", "at turn end"),
    ("at the end of every turn", "at the end of each turn"),
    ("at the end of every turn", "after each turn"),
    ("on your turn", "in your turn"),
    ("on your turn", "during your turn"),
    ("on your turn", "every turn"),
    ("instead of moving", "instead of a move"),
    ("instead of moving", "rather than moving"),
    ("instead of moving", "in place of a move"),
    ("this turn", "in this turn"),
    ("this turn", "during this turn"),
    ("this turn", "for this turn"),
    (
        "until the end of your next turn",
        "till the end of your next turn",
    ),
    ("until the end of your next turn", "for one turn"),
    ("until the start of your next turn", "until your next turn"),
    (
        "until the start of your next turn",
        "until your next turn starts",
    ),
    ("for the game", "forever"),
    ("for the game", "for the rest of the game"),
    ("before the game", "at the start of the game"),
    ("before the game", "before play begins"),
];

const WHOSE: Pairs = &[
    ("your", "my"),
    ("your", "our"),
    ("your", "one's"),
    ("you", "i"),
    ("you", "we"),
    ("its", "it's"),
    ("its", "his"),
    ("it", "he"),
    ("their", "his"),
    ("their", "there"),
    ("their", "his or her"),
    ("they", "he"),
    ("of yours", "of mine"),
    ("of yours", "of your own"),
    ("your", "the player's"),
    ("an enemy", "the enemy's piece"),
];

const SIGNS: Pairs = &[
    ("is", "="),
    ("is", "=="),
    ("and", "&&"),
    ("and", "&"),
    ("or", "||"),
    ("or", "/"),
    ("not", "!"),
    ("exactly", "="),
    ("or more", ">="),
    ("fewer than", "<"),
    ("more than", ">"),
    ("plus", "+"),
    ("minus", "-"),
    ("to", "->"),
    ("of", "."),
    ("if", "if:"),
    (",", ":"),
    (",", ";"),
];

/// Every place of a page where the words on the left stand, with what is on the right in their place.
fn written(page: &Page, pairs: Pairs) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (was, now) in pairs {
        let words: Vec<&str> = split(was);
        for line in page.lines.iter().filter(|l| !l.scenario) {
            for run in line.sites.windows(words.len()) {
                if run
                    .iter()
                    .map(|s| s.word.as_str())
                    .eq(words.iter().copied())
                {
                    let (first, last) = (&run[0], &run[words.len() - 1]);
                    seeds.push(Seed::new(first.at.start..last.at.end, *now));
                }
            }
        }
    }
    seeds
}

/// Words and signs.
fn split(words: &'static str) -> Vec<&'static str> {
    let mut out = Vec::new();
    for word in words.split(' ') {
        let mut rest = word;
        while let Some(at) = rest.find(['(', ')', ',']) {
            if at > 0 {
                out.push(&rest[..at]);
            }
            out.push(&rest[at..=at]);
            rest = &rest[at + 1..];
        }
        if !rest.is_empty() {
            out.push(rest);
        }
    }
    out
}

/// Few of each pair, so that the frequent words do not stand for all.
fn spread(page: &Page, pairs: Pairs, dice: &mut Dice) -> Vec<Seed> {
    let mut all = written(page, pairs);
    let mut kept: Vec<Seed> = Vec::new();
    while !all.is_empty() {
        let seed = all.swap_remove(dice.below(all.len()));
        let same =
            |s: &&Seed| s.now == seed.now && page.text[s.at.clone()] == page.text[seed.at.clone()];
        if kept.iter().filter(same).count() < 1 {
            kept.push(seed);
        }
    }
    kept
}

fn things(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    spread(page, THINGS, dice)
}

fn deeds(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    spread(page, DEEDS, dice)
}

fn ways(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    spread(page, WAYS, dice)
}

fn bans(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let mut seeds = spread(page, BANS, dice);
    // `otherwise` stands behind a block, in no sentence
    let places = page.text.match_indices("otherwise {");
    seeds.extend(places.take(1).map(|(at, _)| Seed::new(at..at + 9, "else")));
    seeds
}

fn amounts(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    spread(page, AMOUNTS, dice)
}

fn moments(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    spread(page, MOMENTS, dice)
}

fn whose(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    spread(page, WHOSE, dice)
}

fn signs(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    spread(page, SIGNS, dice)
}

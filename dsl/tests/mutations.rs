//! Reading survives anything: rule files with random damage never make the reader panic or hang, and a
//! unit that was not touched is read as before.
use armorial_dsl::compile::check;
use armorial_dsl::gather::Setting;
use armorial_dsl::library::Library;
use armorial_dsl::parse::parse;
use armorial_dsl::scenario::scenario;
use armorial_dsl::syntax::{FileId, UnitKind};
use std::path::Path;

const SAMPLE: &str = r#"variant chess "Orthodox chess" without a, b {
  seats white on rank 1, black on rank 8, drawn by lot [kit.base.9]
  position
    | r n b q k b n r |
    | P P P P P P P P | [kit.base.1]
  option goal of each player: 10 - 20, none, usually 10
  *mate* at the start of your turn, if you have no legal action {
    if you are in check { you lose } otherwise { draw the game }
  } (Small print.)
  kind king "K" { it also leaps from e1 to g1 without capturing, bringing the rook on h1 to f1,
      if it is unmoved and (the rook on h1 is unmoved and
      no enemy attacks the line from e1 to g1) [kit.base.5] }
  power noble of white { either "take" { draw 2 cards from the king's hand } or "stop" { pass } [coin.19] }
  to search a square { x; y } [a.1]
}
scenario "a pawn faces east" of chess covers basic.13 {
  armies red sweden, green standard
  position
    | .  .  P1> . |
  red plays a7-a8=Q
  then position "8/8"
}
"#;

/// A small generator of pseudo-random numbers, so that every run tries the same texts.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// The rule files of the project, and one sample.
fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut texts = vec![SAMPLE.to_owned()];
    let mut folders: Vec<_> = ["armies", "variants", "examples"]
        .iter()
        .map(|f| root.join(f))
        .collect();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.flatten().map(|e| e.path()) {
            match path.extension().and_then(|e| e.to_str()) {
                Some("army" | "variant" | "deck" | "scenario") => {
                    texts.extend(std::fs::read_to_string(&path))
                }
                _ if path.is_dir() => folders.push(path),
                _ => {}
            }
        }
    }
    texts.sort();
    texts
}

fn damage(text: &str, dice: &mut Dice) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let pieces = [
        "{",
        "}",
        "(",
        ")",
        "\"",
        "|",
        "[",
        "]",
        "*",
        "#",
        ";",
        "\n",
        ",",
        "or ",
        "otherwise ",
        "kind x ",
        "army y ",
        "§",
        "\u{0}",
        "\\",
    ];
    for _ in 0..=dice.below(6) {
        let at = dice.below(chars.len());
        let len = dice.below(40).min(chars.len() - at);
        match dice.below(5) {
            0 => drop(chars.drain(at..at + len)),
            1 => drop(chars.splice(at..at, pieces[dice.below(pieces.len())].chars())),
            2 => {
                let copy = chars[at..at + len].to_vec();
                let to = dice.below(chars.len());
                chars.splice(to..to, copy);
            }
            3 if at < chars.len() => chars[at] = char::from(dice.below(128) as u8),
            _ => {
                let times = dice.below(300);
                chars.splice(
                    at..at,
                    pieces[dice.below(pieces.len())].repeat(times).chars(),
                );
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn damaged_files_are_read_to_their_end() {
    let corpus = corpus();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..2000 {
        let text = damage(&corpus[round % corpus.len()], &mut dice);
        let (_, problems) = parse(FileId(0), &text);
        for problem in problems {
            let inside =
                problem.span.lo <= problem.span.hi && problem.span.hi as usize <= text.len() + 1;
            assert!(inside, "{problem:?} of {text}");
            assert!(
                problem.message != "the text cannot be read from here on",
                "{text}"
            );
        }
    }
}

#[test]
fn damage_to_one_unit_leaves_the_next_alone() {
    let mut dice = Dice(42);
    for _ in 0..2000 {
        let text = format!(
            "{}\nvariant next \"Next\" {{ on your turn, act }}\n",
            damage(SAMPLE, &mut dice)
        );
        let (tree, problems) = parse(FileId(0), &text);
        if problems
            .iter()
            .any(|p| p.message.contains("nested at most"))
        {
            continue; // a file over a limit is not read at all
        }
        let last = tree.units.last();
        assert!(last.is_some_and(|u| u.name.text == "next"), "{text}");
    }
}

#[test]
fn every_rule_file_of_the_project_reads() {
    for text in corpus() {
        let (tree, problems) = parse(FileId(0), &text);
        assert_eq!(problems, [], "{text}");
        assert!(!tree.units.is_empty(), "{text}");
    }
}

/// Words taken out, doubled, exchanged.
fn shuffle_words(text: &str, dice: &mut Dice) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    for _ in 0..=dice.below(4) {
        let (a, b) = (dice.below(words.len()), dice.below(words.len()));
        match dice.below(3) {
            0 => drop(words.remove(a)),
            1 => words.insert(a, words[b]),
            _ => words.swap(a, b),
        }
    }
    words.concat()
}

/// Every variant and scenario of a text, as far as it goes.
fn compile_all(text: &str) {
    let library = Library::parse([("damaged", text)]);
    for variant in library.units(UnitKind::Variant) {
        let checked = check(&library, &Setting::of(&variant.name.text));
        let wrong = checked.problems.iter().any(|p| p.is_error());
        assert_eq!(checked.rules.is_none(), wrong, "{text}");
        for problem in checked.problems {
            problem.render(library.files());
        }
    }
    for unit in library.units(UnitKind::Scenario) {
        for variant in &unit.of {
            let _ = scenario(&library, unit, &variant.text);
        }
    }
}

#[test]
fn damaged_rules_are_compiled_to_their_end() {
    let mut dice = Dice(0x00c0_ffee);
    for round in 0..150 {
        let text = match round % 3 {
            0 => damage(RULES, &mut dice),
            _ => shuffle_words(RULES, &mut dice),
        };
        compile_all(&text);
    }
}

const RULES: &str = r#"variant duel "Duel" {
  board 8 by 8 other than h8
  seats red on rank 1, blue on rank 8
  sides fire of red, ice of blue
  turns red, blue
  stages effects, reactions, verdicts, endings in any order
  values pawn 1, king 3
  setup
    | K P |
  table resign, draw by agreement if tally is 3
  option goal: 3 - 9, usually 5
  option style: calm, wild, usually calm
  while style is wild { turns blue, red }
  cards pack
  on your turn { act } otherwise { pass }
  check is none
  every piece has a mark called tired
  every piece has a zone of pieces called bag, seen by its owner
  you have a square called trap
  the game has a number called tally, starting at 2
  call a1-b2 your corner
  call a piece worn if it is tired and its owner has 2 or more pawns
  *nap* once per game, instead of moving, unless you are in check, you may {
    either "short" { add 1 to tally } or "long" { repeat 2 times { rest } }
  } [duel.1]
  to rest { choose sleeper among your pieces that are not tired; mark the sleeper as tired until the end of your next turn }
  after you capture a piece, if the victim is worn, you may { put the victim into the bag of the captor }
  an enemy cannot capture your pieces beside your king unless it is a king
  as soon as an opponent has 3 or more pieces in your corner, you lose to the opponent
  at the end of every turn { if tally is goal { draw the game } otherwise { add 1 to tally } }
  kind king "K" { it steps any way; it is royal }
  kind pawn "P" { it steps forward without capturing, or steps diagonally forward only to capture }
}
deck pack "Pack" { cards
    | K P P |
}
army east "the East" of duel { setup standard
  power dawn { *nap* instead of moving, you may { move a pawn of yours called runner; your pawns cannot capture this turn } }
}
army west of duel from east of duel without nap { power dawn { your kings slide orthogonally up to 3 squares, pushing enemies } }
mode quick "Quick" of duel without nap { board 4 by 4; seats red on rank 1, blue on rank 4 }
scenario "a nap" of duel covers duel.1 {
  armies red east, blue west
  given style is wild
  given the piece on a1 is tired
  blue plays b8-b7
  red is offered only a1-a2, nap
  red plays nap
  then tally is 3
  then the bag of the piece on a1 is | P2 |
}
"#;

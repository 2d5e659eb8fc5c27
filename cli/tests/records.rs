//! Comments and variations of records: kept by reading and writing, played and told by `replay`, kept by `play --resume`.
use crate::desk::ran;
use engine::random::{Purpose, Stream};
use engine::record::{Heading, Line, MAX_VARIATIONS, Record, Variation};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Numbers that look random, the same every time.
struct Dice(Stream);

impl Dice {
    fn of(seed: u64) -> Dice {
        Dice(Stream::new(seed, Purpose::Games))
    }
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_value() % n as u64) as usize
    }
}

fn comments(dice: &mut Dice) -> Vec<String> {
    let texts = [
        "good",
        "end",
        "variation",
        "1 red a2-a3 0/1 00",
        "# so",
        "comment",
        "ein Zug: ö, 棋",
    ];
    (0..dice.below(3))
        .map(|_| texts[dice.below(texts.len())].to_string())
        .collect()
}

fn lines(dice: &mut Dice, depth: usize, least: usize) -> Vec<Line> {
    let decision = |dice: &mut Dice| Line {
        who: ["red", "chance", "clock"][dice.below(3)].to_string(),
        answer: ["a2-a3", "accept the trade", "end", "variation"][dice.below(4)].to_string(),
        index: dice.below(9),
        options: dice.below(99),
        state: format!("{:08x}", dice.below(1 << 30)),
        comments: comments(dice),
        variations: match depth {
            0 => Vec::new(),
            _ => (0..dice.below(3))
                .map(|_| Variation {
                    comments: comments(dice),
                    lines: lines(dice, depth - 1, 1),
                })
                .collect(),
        },
    };
    (0..least + dice.below(4)).map(|_| decision(dice)).collect()
}

fn record(seed: u64) -> Record {
    let dice = &mut Dice::of(seed);
    Record {
        heading: Heading {
            variant: "some-variant".to_string(),
            rules: "sha256:00".to_string(),
            ..Heading::default()
        },
        comments: comments(dice),
        lines: lines(dice, 4, 0),
        result: (dice.below(2) == 0).then(|| vec![("red".to_string(), "win".to_string())]),
    }
}

#[test]
fn comments_and_variations_are_read_as_they_were_written() {
    for seed in 0..400 {
        let record = record(seed);
        let text = record.write();
        assert_eq!(Record::read(&text).as_ref(), Ok(&record), "{text}");
    }
}

#[test]
fn damaged_records_are_read_or_refused_and_what_is_read_is_written_alike() {
    for seed in 0..200 {
        let text = record(seed).write();
        let dice = &mut Dice::of(seed);
        let mut lines: Vec<&str> = text.lines().collect();
        for _ in 0..1 + dice.below(3) {
            // what stands behind the heading
            let (a, b) = (
                4 + dice.below(lines.len() - 4),
                4 + dice.below(lines.len() - 4),
            );
            match dice.below(4) {
                0 => lines.swap(a, b),
                1 => lines.insert(
                    a,
                    ["end", "variation", "comment", "comment x"][dice.below(4)],
                ),
                2 => lines[a] = lines[a].get(..lines[a].len() / 2).unwrap_or_default(),
                _ if lines.len() > 5 => drop(lines.remove(a)),
                _ => {}
            }
        }
        if let Ok(read) = Record::read(&lines.join("\n")) {
            assert_eq!(Record::read(&read.write()), Ok(read));
        }
    }
}

#[test]
fn what_is_wrong_with_a_variation_is_told_with_its_line() {
    let heading = "armorial record 2\nvariant x\n";
    let one = "1 red a 0/2 00\n";
    for (text, line, said) in [
        ("variation\n".to_string(), 3, "behind the decision"),
        ("end\n".to_string(), 3, "`end` without `variation`"),
        (format!("{one}variation\nend\n"), 5, "without a decision"),
        (format!("{one}variation\n{one}"), 5, "not closed"),
        (
            format!("{one}variation\n2 red a 0/2 00\nend\n"),
            5,
            "expected decision 1",
        ),
        (
            format!("{one}variation\n{one}result red win\nend\n"),
            6,
            "cannot stand in a variation",
        ),
        (
            format!("{one}variation\n{one}seed 3\nend\n"),
            6,
            "cannot stand in a variation",
        ),
        (format!("{one}variation one\n"), 4, "stands alone"),
        (
            format!("{one}variation\n{one}end\ncomment late\n"),
            7,
            "before the variations",
        ),
        (format!("{one}comment\n"), 4, "says nothing"),
        (
            format!("{one}comment a\u{1b}[2Jb\n"),
            4,
            "control character",
        ),
        (
            "1 red a\u{1b}[2Jb 0/2 00\n".to_string(),
            3,
            "control character",
        ),
        (format!("{one}3 red a 0/2 00\n"), 4, "expected decision 2"),
    ] {
        let bad = Record::read(&format!("{heading}{text}")).expect_err(&text);
        assert_eq!(bad.line, line, "{text}{bad}");
        assert!(bad.message.contains(said), "{text}{bad}");
    }
    let deep = |n: usize| {
        format!(
            "{heading}{one}{}{}",
            "variation\n1 red a 0/2 00\n".repeat(n),
            "end\n".repeat(n)
        )
    };
    assert!(Record::read(&deep(MAX_VARIATIONS)).is_ok());
    let bad = Record::read(&deep(MAX_VARIATIONS + 1)).expect_err("too deep");
    assert!(bad.message.contains("inside one another"), "{bad}");
    assert!(Record::read(&deep(100_000)).is_err());
    let many = format!("{heading}{one}{}", "comment x\n".repeat(200_000));
    let bad = Record::read(&many).expect_err("too many");
    assert!(bad.message.contains("more than 200000"), "{bad}");
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("armorial-records-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// A game of chess after 1. e4 e5, and the same decisions as a variation would hold them.
fn begun(at: &Path) -> Record {
    let mut play = Command::new(env!("CARGO_BIN_EXE_armorial"))
        .args(["play", "chess", "--record", "r.txt"])
        .current_dir(at)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs");
    std::io::Write::write_all(play.stdin.as_mut().expect("input"), b"e2e4\ne7e5\nquit\n")
        .expect("typed");
    play.wait().expect("it ends");
    let text = std::fs::read_to_string(at.join("r.txt")).expect("a record");
    let record = Record::read(&text).expect("a record");
    assert_eq!(record.lines.len(), 2, "{text}");
    record
}

#[test]
fn replay_prints_variations_and_tells_those_that_cannot_be_played() {
    let at = folder("replay");
    let plain = begun(&at);
    let mut record = plain.clone();
    let as_line = |line: &Line, index: usize| Line {
        index,
        ..line.clone()
    };
    // instead of e4 white opens otherwise and black answers; one more stands inside
    let inner = Variation {
        comments: Vec::new(),
        lines: vec![as_line(&plain.lines[1], 3)],
    };
    let mut answer = as_line(&plain.lines[1], 2);
    answer.variations.push(inner);
    record.comments.push("on a train".to_string());
    record.lines[0].comments.push("the best".to_string());
    record.lines[0].variations.push(Variation {
        comments: vec!["quieter".to_string()],
        lines: vec![as_line(&plain.lines[0], 0), answer],
    });
    let write = |record: &Record| std::fs::write(at.join("v.txt"), record.write()).expect("a file");
    write(&record);
    let (code, out, err) = ran(&at, &["replay", "v.txt"]);
    assert_eq!(code, Some(0), "{out}{err}");
    for line in [
        "on a train\n1 white e2-e4\n  the best\n  instead:\n",
        "    1 white ",
        "      instead:\n        2 black ",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    assert!(out.contains("unfinished after 2 decisions"), "{out}");
    // the game alone is told as before
    assert!(!ran(&at, &["replay", "r.txt"]).1.contains("instead"));
    // with --verify the states of variations are compared as well
    let (code, out, _) = ran(&at, &["replay", "v.txt", "--verify"]);
    assert_eq!(code, Some(1), "{out}");
    assert!(
        out.starts_with("decision 1, variation 1, decision 1: "),
        "{out}"
    );
    // what cannot be played
    record.lines[0].variations[0].lines[1].variations[0].lines[0].index = 99;
    write(&record);
    let (code, out, _) = ran(&at, &["replay", "v.txt"]);
    assert_eq!(code, Some(1), "{out}");
    let place = "decision 1, variation 1, decision 2, variation 1, decision 2: ";
    assert!(out.starts_with(place), "{out}");
}

#[test]
fn words_that_are_not_those_of_the_answer_are_told() {
    let at = folder("words");
    let mut record = begun(&at);
    assert_eq!(ran(&at, &["replay", "r.txt"]).2, "");
    let played = record.lines[1].answer.clone();
    record.lines[1].answer = "e7-e6".to_string();
    std::fs::write(at.join("w.txt"), record.write()).expect("a file");
    let (code, out, err) = ran(&at, &["replay", "w.txt"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let difference = format!("decision 2: black {played}, the record has black e7-e6\n");
    assert_eq!(err, difference);
    let (code, out, _) = ran(&at, &["replay", "w.txt", "--verify"]);
    assert_eq!((code, out), (Some(1), difference));
}

#[test]
fn a_file_that_is_no_record_is_not_written_over() {
    let at = folder("over");
    let game = |file: &str| {
        let all = [
            "play",
            "chess",
            "--seat",
            "all=random",
            "--seed",
            "1",
            "--record",
            file,
        ];
        ran(&at, &all)
    };
    std::fs::write(at.join("mine.txt"), "what I wrote\n").expect("a file");
    let (code, _, err) = game("mine.txt");
    assert_eq!(code, Some(2), "{err}");
    assert!(
        err.contains("mine.txt is there already and is no record"),
        "{err}"
    );
    let kept = std::fs::read_to_string(at.join("mine.txt")).expect("the file");
    assert_eq!(kept, "what I wrote\n");
    // a record is, and so is an empty file
    for there in ["", "armorial record 2\n"] {
        std::fs::write(at.join("r.txt"), there).expect("a file");
        assert_eq!(game("r.txt").0, Some(0), "{there}");
        let text = std::fs::read_to_string(at.join("r.txt")).expect("the file");
        assert!(Record::read(&text).is_ok(), "{text}");
    }
}

#[test]
fn a_game_that_goes_on_keeps_its_comments_and_variations() {
    let at = folder("resume");
    let mut record = begun(&at);
    record.lines[1].comments.push("as expected".to_string());
    let variation = Variation {
        comments: Vec::new(),
        lines: vec![Line {
            index: 0,
            comments: Vec::new(),
            ..record.lines[1].clone()
        }],
    };
    record.lines[1].variations.push(variation);
    std::fs::write(at.join("r.txt"), record.write()).expect("a file");
    let mut play = Command::new(env!("CARGO_BIN_EXE_armorial"))
        .args(["play", "--resume", "r.txt"])
        .current_dir(&at)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs");
    std::io::Write::write_all(play.stdin.as_mut().expect("input"), b"g1f3\nquit\n").expect("typed");
    play.wait().expect("it ends");
    let text = std::fs::read_to_string(at.join("r.txt")).expect("a record");
    let after = Record::read(&text).expect("a record");
    assert_eq!(after.lines.len(), 3, "{text}");
    assert_eq!(after.lines[..2], record.lines[..], "{text}");
}

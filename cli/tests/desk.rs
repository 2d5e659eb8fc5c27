//! What is there for whoever writes rules in a folder of their own: the project's rules in games, the lock file, limits, cards and PDF.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const ARMY: &str = r#"army lancemen "the Lancemen" of my-game {
  setup
    | P P P P |
    | K L L R |
  kind lanceman "L" { it slides forward }
}
"#;
const VARIANT: &str =
    "variant my-game \"My game\" from european-club {\n  pawns cannot capture rooks\n}\n";

pub(crate) fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("armorial-desk-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    for (file, text) in files {
        let file = path.join(file);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    }
    path
}

fn ran_with(at: &Path, words: &[&str], names: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_armorial"))
        .args(words)
        .current_dir(at)
        .envs(names.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// The exit code, standard output, standard error of the program in a folder.
pub(crate) fn ran(at: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    ran_with(at, words, &[])
}

#[test]
fn games_know_the_rules_of_the_project() {
    let project = "[project]\npaths = [\"rules\"]\nlibrary = [\"../library-of-desk\"]\n";
    let at = folder(
        "games",
        &[
            ("here/armorial.toml", project),
            ("here/rules/lancemen.army", ARMY),
            ("library-of-desk/m.variant", VARIANT),
        ],
    );
    let here = at.join("here");
    for words in [
        &["moves", "my-game"][..],
        &["moves", "my-game", "--armies", "lancemen"],
        &["moves", "rules/lancemen.army"],
        &["diagram", "lanceman", "--of", "lancemen"],
        &["show", "lancemen"],
        &["sheet", "lancemen"],
        &["sheet", "rules/lancemen.army"],
        &["hash", "my-game"],
        &["check"],
        &["check", "rules/lancemen.army"],
    ] {
        let (code, out, err) = ran(&here, words);
        assert_eq!(code, Some(0), "{words:?}: {out}{err}");
    }
    // without the project nobody knows them
    assert_eq!(ran(&here, &["moves", "my-game", "--no-config"]).0, Some(2));
    let alone = ["check", "rules/lancemen.army", "--no-config"];
    assert_eq!(ran(&here, &alone).0, Some(1));
    // the environment names a project file too; the flag wins
    let there = [("ARMORIAL_CONFIG", "here/armorial.toml")];
    assert_eq!(ran_with(&at, &["hash", "my-game"], &there).0, Some(0));
    let none = ["hash", "my-game", "--no-config"];
    assert_eq!(ran_with(&at, &none, &there).0, Some(2));
}

#[test]
fn the_lock_file_tells_rules_that_changed() {
    let project = "[project]\npaths = [\"rules\"]\n";
    let files = [
        ("armorial.toml", project),
        ("rules/lancemen.army", ARMY),
        ("rules/m.variant", VARIANT),
    ];
    let at = folder("lock", &files);
    assert_eq!(
        ran(&at, &["lock", "--check"]).0,
        Some(2),
        "nothing is locked yet"
    );
    assert_eq!(ran(&at, &["lock"]).0, Some(0));
    let lock = std::fs::read_to_string(at.join("armorial.lock")).expect("a lock file");
    assert_eq!(lock.matches("sha256:").count(), 2, "{lock}");
    // as it was; from a folder below; with another layout and a comment
    assert_eq!(ran(&at, &["lock", "--check"]).0, Some(0));
    assert_eq!(ran(&at.join("rules"), &["lock", "--check"]).0, Some(0));
    let moved = ARMY.replace("  kind", "  # fast\n\n  kind");
    std::fs::write(at.join("rules/lancemen.army"), moved).expect("a file");
    assert_eq!(ran(&at, &["lock", "--check"]).0, Some(0));
    // another rule, a new file, one that is gone
    let other = ARMY.replace("slides forward", "slides backward");
    std::fs::write(at.join("rules/lancemen.army"), other).expect("a file");
    let (code, out, _) = ran(&at, &["lock", "--check"]);
    assert_eq!(
        (code, out.as_str()),
        (Some(1), "changed: army lancemen of my-game\n")
    );
    std::fs::write(
        at.join("rules/n.variant"),
        VARIANT.replace("my-game", "your-game"),
    )
    .expect("a file");
    std::fs::remove_file(at.join("rules/lancemen.army")).expect("a file");
    let (code, out, _) = ran(&at, &["lock", "--check"]);
    let told = "gone: army lancemen of my-game\nnew: variant your-game\n";
    assert_eq!((code, out.as_str()), (Some(1), told));
    // what does not read cannot be locked, and the lock stays
    std::fs::write(
        at.join("rules/n.variant"),
        "variant your-game \"x\" from chess { pawns fly }\n",
    )
    .expect("a file");
    assert_eq!(ran(&at, &["lock"]).0, Some(2));
    assert_eq!(
        std::fs::read_to_string(at.join("armorial.lock")).expect("a lock file"),
        lock
    );
}

#[test]
fn a_command_gives_up_when_its_time_is_over() {
    let at = folder("time", &[("x.army", ARMY)]);
    let long = [
        "simulate",
        "chess",
        "--games",
        "100000000",
        "--time-limit",
        "1",
    ];
    let (code, _, err) = ran(&at, &long);
    assert_eq!(code, Some(2), "{err}");
    assert!(
        err.contains("not done after 1 second (--time-limit)"),
        "{err}"
    );
    let (code, out, _) = ran(&at, &[&long[..], &["--json"]].concat());
    let said: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(code == Some(2) && said["error"].is_string(), "{out}");
    // in time, nothing is other than without
    let without = ran(&at, &["hash", "chess"]);
    assert_eq!(ran(&at, &["hash", "chess", "--time-limit", "60"]), without);
    assert_eq!(ran(&at, &["hash", "chess", "--time-limit", "0"]).0, Some(2));
}

#[test]
fn codes_are_counted_and_all_pages_told() {
    let note = VARIANT.replace("cannot", "can't");
    let at = folder(
        "codes",
        &[
            ("a.variant", &note),
            ("b.variant", &note.replace("my-game", "b")),
        ],
    );
    let (code, out, _) = ran(&at, &["check", "--statistics", "."]);
    assert_eq!(code, Some(0));
    assert!(
        out.starts_with("     2  N203  ") && out.lines().count() == 1,
        "{out}"
    );
    assert!(out.contains("N203  cannot-spelling: "), "{out}");
    let (code, out, _) = ran(&at, &["explain", "--all"]);
    assert_eq!(code, Some(0));
    assert!(
        out.contains("E113 mixed-and-or: ") && out.contains("N203 cannot-spelling: "),
        "{out}"
    );
    let (_, out, _) = ran(&at, &["config"]);
    assert!(out.contains("# bytes of a file: 1048576"), "{out}");
}

#[test]
fn a_record_says_its_program_and_gives_positions_on_the_way() {
    let at = folder("at", &[("x.txt", "")]);
    let program = format!("\nprogram armorial {}\n", env!("CARGO_PKG_VERSION"));
    for (game, counts) in [
        ("chess", "given the quiet is "),
        ("crowded-house", "given "),
    ] {
        let plays = [
            "play",
            game,
            "--seat",
            "all=random",
            "--seed",
            "7",
            "--record",
            "r.txt",
        ];
        assert_eq!(ran(&at, &plays).0, Some(0));
        let record = std::fs::read_to_string(at.join("r.txt")).expect("a record");
        assert!(record.contains(&program), "{record}");
        let position = |n: &str| {
            let (code, out, err) = ran(&at, &["replay", "r.txt", "--at", n]);
            assert_eq!(code, Some(0), "{err}");
            let text = out.lines().find_map(|l| l.strip_prefix("position: "));
            text.unwrap_or_else(|| panic!("{game} behind {n}: {out}"))
                .to_string()
        };
        // at the beginning, and where something has been counted and played
        for n in ["0", "8", "20"] {
            let text = position(n);
            assert!(n == "0" || text.contains(counts), "{text}");
            let (code, _, err) = ran(&at, &["moves", game, "--position", &text]);
            assert_eq!(code, Some(0), "{err}");
        }
        assert_eq!(ran(&at, &["replay", "r.txt", "--at", "100000"]).0, Some(2));
    }
}

#[test]
fn cards_hold_the_power_and_the_pieces_of_an_army_alone() {
    let at = folder("cards", &[("x.army", ARMY), ("m.variant", VARIANT)]);
    let (code, out, err) = ran(&at, &["sheet", "lancemen", "--cards", "--rules", "."]);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(out.matches("<article class=\"card\">").count(), 1, "{out}");
    assert!(out.contains("It slides forward."), "{out}");
    // a file says by itself what is in it
    let of_file = ["sheet", "x.army", "m.variant", "--cards"];
    assert!(ran(&at, &of_file).1.contains("It slides forward."));
    std::fs::write(at.join("empty.army"), "# nothing yet\n").unwrap();
    let (code, _, err) = ran(&at, &["sheet", "empty.army"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("no variant, mode or army"), "{err}");
    let (_, out, _) = ran(&at, &["sheet", "netherlands", "--cards"]);
    assert!(out.contains("Swap the owners of the mover and the partner."));
    assert_eq!(out.matches("<article class=\"card\">").count(), 1);
}

/// A browser for a test: it writes what it was given, or nothing.
#[cfg(unix)]
fn browser(at: &Path, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = at.join("browser");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, mode).expect("it can run");
    path.display().to_string()
}

#[cfg(unix)]
#[test]
fn a_pdf_is_what_a_browser_prints_of_the_page() {
    let at = folder("pdf", &[("x.txt", "")]);
    let words = ["sheet", "netherlands", "--alone", "--pdf", "-o", "x.pdf"];
    let copies = "for w in \"$@\"; do case $w in --print-to-pdf=*) to=${w#*=} ;; esac; done\ncp \"$w\" \"$to\"";
    let named = browser(&at, copies);
    let (code, _, err) = ran_with(&at, &words, &[("ARMORIAL_BROWSER", &named)]);
    assert_eq!(code, Some(0), "{err}");
    let page = std::fs::read_to_string(at.join("x.pdf")).expect("the page");
    let html = ran(&at, &["sheet", "netherlands", "--alone"]).1;
    assert_eq!(page, html);
    std::fs::remove_file(at.join("x.pdf")).expect("a file");
    for (named, told) in [
        (browser(&at, "exit 0"), "did not print the page as a PDF"),
        (
            "/no/such/browser".to_string(),
            "there is no program `/no/such/browser`",
        ),
    ] {
        let (code, _, err) = ran_with(&at, &words, &[("ARMORIAL_BROWSER", &named)]);
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(told), "{err}");
        assert!(!at.join("x.pdf").exists());
    }
}

#[test]
fn why_tells_what_offers_a_move_and_how_a_piece_goes() {
    let at = folder("why", &[("a.variant", VARIANT)]);
    let why = |line: &[&str]| {
        let (code, out, err) = ran(&at, line);
        assert_eq!(code, Some(0), "{err}");
        out
    };
    let offered = why(&["moves", "chess", "--why", "e2e4"]);
    assert!(
        offered.starts_with("it is offered by:\n  *double-step* it also slides forward 2 squares"),
        "{offered}"
    );
    assert!(
        offered.contains("variants/chess.variant:") && offered.lines().count() == 2,
        "{offered}"
    );
    let nowhere = why(&["moves", "chess", "--why", "e2e5"]);
    assert!(
        nowhere.contains("; what stands on e2 goes so:\n  it steps forward"),
        "{nowhere}"
    );
    assert!(nowhere.lines().count() > 3, "{nowhere}");
    let guarded = why(&[
        "moves",
        "chess",
        "--position",
        "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1",
        "--why",
        "e1d2",
    ]);
    assert!(
        !guarded.contains("goes so") && !guarded.contains("offered by"),
        "{guarded}"
    );
}

#[test]
fn one_file_and_one_edit_are_told_in_the_singular() {
    let at = folder("one", &[("a.variant", &VARIANT.replace("cannot", "can't"))]);
    let (_, _, err) = ran(&at, &["fmt", "--check", "a.variant"]);
    assert!(err.contains("1 file: 0 not in the layout"), "{err}");
    let (_, _, err) = ran(&at, &["check", "--fix", "--diff", "a.variant"]);
    assert!(err.contains("1 edit in 1 file, not carried out"), "{err}");
    let (_, _, err) = ran(&at, &["check", "--max-errors", "0", "a.variant"]);
    assert!(err.contains("not shown: 1 more (--max-errors)"), "{err}");
}

#[test]
fn scenarios_run_as_often_as_you_say() {
    let at = folder("repeat", &[]);
    std::fs::create_dir_all(&at).expect("a folder");
    ran(&at, &["new", "army", "wolves"]);
    let (code, out, _) = ran(&at, &["test", "wolves.scenario", "--repeat", "3"]);
    assert_eq!(
        (code, out.as_str()),
        (Some(0), "2 scenarios: 2 passed, 0 failed\n")
    );
    assert_eq!(
        ran(&at, &["test", "wolves.scenario", "--repeat", "0"]).0,
        Some(2)
    );
}

#[test]
fn a_file_that_cannot_be_read_is_told_once() {
    let at = folder("large", &[("a.variant", &"a".repeat(2 << 20))]);
    let (code, out, _) = ran(&at, &["check", "a.variant", "--format", "concise"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("E200") && out.lines().count() == 1, "{out}");
}

#[test]
fn a_broken_file_in_place_of_a_variant_is_told_by_what_is_wrong_with_it() {
    let misspelt = ARMY
        .replace("of my-game", "of european-club")
        .replace("slides forward", "slides forwad");
    let long_row = ARMY
        .replace("of my-game", "of european-club")
        .replace("| K L L R |", "| K L L R P P P P P |");
    let nameless = ARMY.replace("army lancemen", "army");
    let at = folder(
        "broken",
        &[
            ("misspelt.army", &misspelt),
            ("long-row.army", &long_row),
            ("nameless.army", &nameless),
        ],
    );
    for (file, code, place) in [
        ("misspelt.army", "E100", "misspelt.army:5:"),
        ("long-row.army", "E205", "long-row.army:4:"),
        ("nameless.army", "E210", "nameless.army:1:"),
    ] {
        for words in [
            &["diagram", "lanceman", "--of", file][..],
            &["diagram", file],
            &["moves", file],
        ] {
            let (status, _, err) = ran(&at, words);
            assert_eq!(status, Some(2), "{words:?}: {err}");
            assert!(
                err.contains(code) && err.contains(place),
                "{words:?}: {err}"
            );
        }
    }
}

#[test]
fn a_variant_that_is_won_in_the_first_turn_is_told() {
    let hasty = "variant hasty \"Hasty\" from chess {\n  after you move a pawn, you win\n}\n";
    let at = folder(
        "hasty",
        &[("hasty.variant", hasty), ("calm.variant", VARIANT)],
    );
    let told = |file: &str| ran(&at, &["check", file, "--format", "concise"]).1;
    assert!(told("hasty.variant").contains("W384"));
    assert!(!told("calm.variant").contains("W384"));
}

#[test]
fn how_a_game_goes_on_is_looked_at() {
    let game = |rules: &str| {
        format!(
            "variant small \"Small\" {{\n  board 5 by 5\n  seats white on rank 1, black on rank 5\n  position\n    | . . k . . |\n    | . . . . . |\n    \
             | . . . . . |\n    | . . . . . |\n    | . . K . . |\n  on your turn {{ act }} otherwise {{ pass }}\n  \
             kind king \"K\" {{ it steps any way }}\n  {rules}\n}}\n"
        )
    };
    let wins = "as soon as you have no opponent, you win";
    let files = [
        (
            "alone.variant",
            game("table resign\n  after you capture a king, you win"),
        ),
        ("ends.variant", game(&format!("table resign\n  {wins}"))),
        (
            "draws.variant",
            game(
                "after you capture a king, your opponent loses\n  as soon as you have no king, draw the game",
            ),
        ),
        (
            "ghost.variant",
            game(&format!(
                "{wins}\n  kind ghost \"G\" {{ it steps forward }}"
            )),
        ),
        (
            "two.variant",
            game(&format!(
                "{wins}\n  before an opponent captures a piece, you may {{ score 1 }}\n  before an opponent moves a piece, you may {{ score 2 }}"
            )),
        ),
    ];
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    let at = folder("goes-on", &files);
    let told = |file: &str| ran(&at, &["check", file, "--format", "concise"]).1;
    assert!(told("alone.variant").contains("W388"));
    assert!(!told("ends.variant").contains("W388"));
    assert!(told("draws.variant").contains("W388"));
    assert!(told("ghost.variant").contains("W382"));
    assert!(!told("ends.variant").contains("W382"));
    let both = told("two.variant");
    assert_eq!(both.matches("E168").count(), 2, "{both}");
    let (status, _, err) = ran(&at, &["test", "ends.variant", "--threads", "0"]);
    assert_eq!(status, Some(2), "{err}");
}

#[test]
fn the_command_that_goes_on_with_a_game_names_its_file() {
    let at = folder("go-on", &[("mine.variant", VARIANT)]);
    let play = ["play", "mine.variant", "--record", "kept.rec"];
    let (_, _, err) = ran(&at, &play);
    assert!(
        err.contains("armorial play --resume kept.rec --rules mine.variant"),
        "{err}"
    );
}

#[test]
fn games_that_nobody_plays_are_told() {
    let files = [
        (
            "over.variant",
            "variant over \"Over\" from chess {\n  at the start of the game, draw the game\n}\n",
        ),
        (
            "side.variant",
            "variant side \"Side\" from chess {\n  sides team of white and black\n}\n",
        ),
        (
            "no-turn.variant",
            "variant no-turn \"No turn\" {\n  board 4 by 4\n  seats white on rank 1, black on rank 4\n  position\n    | . k . . |\n    | . . . . |\n    | . . . . |\n    | . K . . |\n  kind king \"K\" { it steps any way; it is royal }\n  as soon as an opponent has no royal piece, you win\n}\n",
        ),
    ];
    let at = folder("nobody", &files);
    let told = |file: &str| ran(&at, &["check", file, "--format", "concise"]).1;
    assert!(told("over.variant").contains("W384"));
    assert!(told("side.variant").contains("W388"));
    assert!(told("no-turn.variant").contains("nothing says what a player does on a turn"));
}

#[test]
fn check_where_no_piece_is_royal_is_told() {
    let game = "variant NAME \"N\" {\n  board 4 by 4\n  seats white on rank 1, black on rank 4\n  position\n    | . k . . |\n    | . . . . |\n    | . . . . |\n    | . K . . |\n  on your turn { act } otherwise { pass }\n  kind king \"K\" { KING }\n  as soon as your king is in check, you lose\n  as soon as you have no opponent, you win\n}\n";
    let of = |name: &str, king: &str| game.replace("NAME", name).replace("KING", king);
    let (bare, royal) = (
        of("bare", "it steps any way"),
        of("royal", "it steps any way; it is royal"),
    );
    let at = folder(
        "royal",
        &[("bare.variant", &bare), ("royal.variant", &royal)],
    );
    let told = |file: &str| ran(&at, &["check", file, "--format", "concise"]).1;
    assert!(told("bare.variant").contains("W394"));
    assert!(!told("royal.variant").contains("W394"));
}

#[test]
fn a_mend_makes_nothing_worse_and_a_card_leaves_nothing_out_unsaid() {
    let army = "army halves \"Halves\" of european-club {\n  setup standard\n  power p \"P\" {\n    after you move a rook, score 0.5\n    your pa\u{200b}wns cannot\u{a0}capture\n  }\n}\n";
    let at = folder("halves", &[("halves.army", army)]);
    let (status, ..) = ran(&at, &["show", "halves", "--rules", "halves.army"]);
    assert_eq!(status, Some(1));
    ran(&at, &["check", "halves.army", "--fix"]);
    let mended = std::fs::read_to_string(at.join("halves.army")).expect("the file");
    assert!(
        mended.contains("score 0.5\n    your pawns cannot capture\n"),
        "{mended}"
    );
}

#[test]
fn a_record_says_each_thing_once_and_may_be_long() {
    let at = folder("long", &[]);
    std::fs::create_dir_all(&at).expect("a folder");
    let seats = ["play", "chess", "--seat", "all=random", "--seed", "3"];
    let (_, _, err) = ran(&at, &[&seats[..], &["--record", "one.rec"]].concat());
    let record = std::fs::read_to_string(at.join("one.rec")).unwrap_or_else(|_| panic!("{err}"));
    let comment = format!("comment {}\n", "a".repeat(900));
    let long = record.clone() + &comment.repeat(1500);
    let twice = record.replacen("seed 3\n", "seed 3\nseed 4\n", 1);
    assert_ne!(twice, record);
    std::fs::write(at.join("long.rec"), &long).expect("a file");
    std::fs::write(at.join("twice.rec"), &twice).expect("a file");
    let (_, _, err) = ran(&at, &["replay", "long.rec"]);
    assert!(
        long.len() > 1 << 20 && !err.contains("the limit is"),
        "{err}"
    );
    let (status, _, err) = ran(&at, &["replay", "twice.rec"]);
    assert!(
        status == Some(2) && err.contains("`seed` stands twice"),
        "{err}"
    );
}

//! What designers wrote who had the manual alone: each sentence reads with its one clear meaning, or its message says what to write
//! instead. Where the repair is clear it is an edit, and carried out it makes the sentence read.
use armorial_dsl::compile::check;
use armorial_dsl::diagnostic::Diagnostic;
use armorial_dsl::gather::Setting;
use armorial_dsl::library::Library;
use armorial_dsl::phrase::readings;
use armorial_dsl::scenario::scenario;
use armorial_dsl::syntax::UnitKind;

/// A small game in which the sentence stands; behind `kind:` it is one of the lancer.
pub(crate) fn game(sentence: &str) -> String {
    let (of_kind, sentence) = match sentence.strip_prefix("kind: ") {
        Some(of_kind) => (of_kind, ""),
        None => ("", sentence),
    };
    let empty = "    | . . . . . . . . |\n";
    format!(
        "variant t \"T\" {{\n  board 8 by 8\n  seats white on rank 1, black on rank 8\n  position\n    \
         | r n b q k b n r |\n    | p p p p p p p p |\n{empty}    | . . . . l . . . |\n    \
         | . . . . L . . . |\n{empty}    | P P P P P P P P |\n    | R N B Q K B N R |\n  \
         on your turn, act\n  every piece has a mark called tired\n  \
         you have a zone of pieces called bag\n  {sentence}\n  \
         kind king \"K\" {{ it steps any way; it is royal }}\n  kind pawn \"P\" {{ it steps forward }}\n  \
         kind knight \"N\" {{ it leaps (1,2) }}\n  kind rook \"R\" {{ it slides orthogonally }}\n  \
         kind bishop \"B\" {{ it slides diagonally }}\n  kind queen \"Q\" {{ it slides any way }}\n  \
         kind lancer \"L\" {{ it slides forward\n    {of_kind}\n  }}\n}}\n"
    )
}

/// The errors of a text, and what is read in it.
pub(crate) fn read(text: &str) -> (Vec<Diagnostic>, Vec<String>) {
    let library = Library::parse([("t.variant", text)]);
    let checked = check(&library, &Setting::of("t"));
    let all = library.problems().iter().chain(&checked.problems);
    let mut errors: Vec<Diagnostic> = all.filter(|d| d.is_error()).cloned().collect();
    // what is wrong with a file is told of the match, too
    errors.dedup();
    let said = checked.rules.as_ref().map(readings).unwrap_or_default();
    (errors, said.into_iter().map(|(_, said)| said).collect())
}

/// The text with an edit carried out.
pub(crate) fn mended(text: &str, problem: &Diagnostic) -> Option<String> {
    let edit = problem.fix.as_ref().or(problem.guess.as_ref())?;
    let (mut lo, hi) = (edit.span.lo as usize, edit.span.hi as usize);
    // as `check --fix` does: what is taken out takes the blank before it along
    lo -= usize::from(edit.text.is_empty() && text[..lo].ends_with(' '));
    let mut text = text.to_owned();
    text.replace_range(lo..hi, &edit.text);
    Some(text)
}

/// Every sentence with the code that is told, and the sentence that its edit makes of it.
pub(crate) fn all_mended(all: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (sentence, code, meant) in all {
        let text = game(sentence);
        let (told, _) = read(&text);
        let problem = told.iter().find(|d| d.code == *code);
        let now = problem.and_then(|p| mended(&text, p));
        if now.as_deref() != Some(game(meant).as_str()) {
            wrong.push(format!("{sentence}: {told:#?}"));
        } else if !read(&game(meant)).0.is_empty() {
            wrong.push(format!("{meant} does not read"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every sentence with the code that is told, and some words of its help.
pub(crate) fn all_told(all: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (sentence, code, help) in all {
        let (told, _) = read(&game(sentence));
        let said =
            |d: &&Diagnostic| d.code == *code && d.help.as_ref().is_some_and(|h| h.contains(help));
        if !told.iter().any(|d| said(&d)) {
            wrong.push(format!("{sentence}: {told:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The two sentences of every pair read, and mean the same.
pub(crate) fn all_same(all: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (one, other) in all {
        let (a, b) = (read(&game(one)), read(&game(other)));
        if !a.0.is_empty() || !b.0.is_empty() || a.1 != b.1 {
            wrong.push(format!("{one}: {:?}\n{other}: {:?}", a.0, b.0));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn several_things_are_said_again() {
    all_mended(&[
        (
            "after you move a rook { mark the enemies on the path as tired; announce \"x\" to their owner }",
            "E117",
            "after you move a rook { mark the enemies on the path as tired; announce \"x\" to the owner of the enemies on the path }",
        ),
        (
            "after you move a rook { mark the enemies around the mover as tired; remove them }",
            "E117",
            "after you move a rook { mark the enemies around the mover as tired; remove the enemies around the mover }",
        ),
        (
            "after an opponent moves a rook { mark the pawns around the mover as tired; their owner loses }",
            "E117",
            "after an opponent moves a rook { mark the pawns around the mover as tired; the owner of the pawns around the mover loses }",
        ),
        (
            "after an opponent moves a rook { mark the pawns around the mover as tired; remove them }",
            "E117",
            "after an opponent moves a rook { mark the pawns around the mover as tired; remove the pawns around the mover }",
        ),
        (
            "after you move a rook { announce \"x\" to their owner }",
            "E117",
            "after you move a rook { announce \"x\" to its owner }",
        ),
    ]);
}

#[test]
fn no_piece_captures_itself() {
    all_mended(&[(
        "kind: it also slides diagonally over an enemy to the square beyond, capturing it",
        "E191",
        "kind: it also slides diagonally over an enemy to the square beyond, capturing an enemy on the path",
    )]);
    all_told(&[
        (
            "kind: it also leaps (1,3), capturing it",
            "E191",
            "say which piece",
        ),
        (
            "kind: it also slides forward, pushing it",
            "E191",
            "say which piece",
        ),
        (
            "your lancers also slide forward over it",
            "E191",
            "say which piece",
        ),
    ]);
}

#[test]
fn a_die_is_asked_for_what_it_shows() {
    let die = |faces: &str, rest: &str| {
        format!(
            "at the start of your turn {{ roll a die{faces} called wind; if the wind {rest} {{ score 1 }} }}"
        )
    };
    let words = " with \"calm\", \"breeze\" and \"gale\"";
    let (same, alike) = (
        die(words, "is \"calm\" or \"gale\""),
        die(words, "is (\"calm\" or \"gale\")"),
    );
    let (list, each) = (die("", "is 2, 3 or 4"), die("", "is 2 or 3 or 4"));
    all_same(&[(&same, &alike), (&list, &each)]);
    let (wrong, right) = (die(words, "is \"clam\""), die(words, "is \"calm\""));
    let (second, both) = (
        die(words, "is \"calm\" or \"gael\""),
        die(words, "is \"calm\" or \"gale\""),
    );
    all_mended(&[(&wrong, "E189", &right), (&second, "E189", &both)]);
    let kinds = " with pawn, knight and king";
    all_told(&[
        (&die("", "is 7"), "E189", "the die shows 1 to 6"),
        (&die("", "is 2, 3 or 7"), "E189", "the die shows 1 to 6"),
        (&die("", "is 7 or more"), "E189", "the die shows 1 to 6"),
        (
            &die(" with 1, 1 and 4", "is 2"),
            "E189",
            "the die shows 1 and 4",
        ),
        (
            &die(kinds, "is rook"),
            "E189",
            "the die shows pawn, knight and king",
        ),
        (
            &die(words, "is \"rain\""),
            "E189",
            "the die shows \"calm\", \"breeze\" and \"gale\"",
        ),
    ]);
}

#[test]
fn an_end_in_turns_says_whose() {
    let after = |end: &str| format!("after you move a rook {{ mark it as tired {end} }}");
    all_same(&[
        (&after("for 2 of your turns"), &after("for 2 turns of you")),
        (
            &after("for 2 of its owner's turns"),
            &after("for 2 turns of its owner"),
        ),
        (&after("for 1 of your turns"), &after("for 1 turn of you")),
    ]);
    all_mended(&[
        (
            &after("for 2 turns"),
            "E190",
            &after("for 2 turns of its owner"),
        ),
        (
            &after("for your next 2 turns"),
            "E190",
            &after("for 2 of your turns"),
        ),
        (
            &after("for its owner's next 2 turns"),
            "E190",
            &after("for 2 of its owner's turns"),
        ),
        (
            &after("for 2 of its turns"),
            "E190",
            &after("for 2 of its owner's turns"),
        ),
    ]);
    all_mended(&[(
        "after you move a rook, the mover cannot move for 2 of your turns",
        "E138",
        "after you move a rook { the mover cannot move for 2 of your turns }",
    )]);
}

#[test]
fn what_happens_stands_in_braces() {
    let end = |rest: &str| format!("at the end of your turn {rest}");
    let mend = |wrong: &str, code: &'static str, right: &str| (end(wrong), code, end(right));
    let all = [
        mend(
            "{ for each player, they score 1 }",
            "E117",
            "{ for each player { they score 1 } }",
        ),
        mend(
            "{ for each pawn of yours, if it is on a2, remove it }",
            "E101",
            "{ for each pawn of yours { if it is on a2, remove it } }",
        ),
        mend(
            "{ for each pawn of yours, if it is on a2 { remove it } }",
            "E106",
            "{ for each pawn of yours { if it is on a2 { remove it } } }",
        ),
        mend(
            "{ if you have no pawns, score 1 and pass }",
            "E106",
            "{ if you have no pawns { score 1; pass } }",
        ),
        mend(
            ", if you have no pawns, score 1 and pass",
            "E106",
            ", if you have no pawns { score 1; pass }",
        ),
        mend(
            ", you may pass and score 1",
            "E156",
            ", you may { pass; score 1 }",
        ),
        mend("{ score 1 and pass }", "E106", "{ score 1; pass }"),
        mend("{ score 1, then pass }", "E106", "{ score 1; pass }"),
        mend(
            "{ if you have no pawns then score 1 otherwise score 2 }",
            "E218",
            "{ if you have no pawns { score 1 } otherwise { score 2 } }",
        ),
        mend(
            "{ if you have no pawns, score 1; otherwise score 2 }",
            "E218",
            "{ if you have no pawns { score 1 } otherwise { score 2 } }",
        ),
        mend(
            "{ if you have no pawns { score 1 } otherwise score 2 }",
            "E218",
            "{ if you have no pawns { score 1 } otherwise { score 2 } }",
        ),
        mend(
            "{ you may move a pawn of yours, otherwise score 2 }",
            "E218",
            "{ you may { move a pawn of yours } otherwise { score 2 } }",
        ),
        mend(
            "{ if you have no pawns { score 1 } else { score 2 } }",
            "E218",
            "{ if you have no pawns { score 1 } otherwise { score 2 } }",
        ),
        mend(
            "{ if you have no pawns { score 1 } elif you are in check { score 2 } }",
            "E218",
            "{ if you have no pawns { score 1 } otherwise if you are in check { score 2 } }",
        ),
    ];
    let all: Vec<(&str, &str, &str)> = (all.iter())
        .map(|(wrong, code, right)| (wrong.as_str(), *code, right.as_str()))
        .collect();
    all_mended(&all);
    all_mended(&[(
        "at the end of the game, for each player, they score 1",
        "E117",
        "at the end of the game, for each player { they score 1 }",
    )]);
}

#[test]
fn mark_is_told_what_it_lacks_and_nothing_else() {
    all_mended(&[
        (
            "after you move a rook, mark it tired",
            "E120",
            "after you move a rook, mark it as tired",
        ),
        (
            "after you move a rook { mark the enemies which it attacks as tired }",
            "E100",
            "after you move a rook { mark the enemies that it attacks as tired }",
        ),
        (
            "after you move a rook { mark 2 enemies of your choice as tired }",
            "E100",
            "after you move a rook { mark 2 enemies as tired }",
        ),
    ]);
    all_told(&[
        (
            "after you move a rook { mark the enemies next to it as tired }",
            "E101",
            "`beside` shares an edge",
        ),
        (
            "after you move a rook { mark the adjacent enemies as tired }",
            "E100",
            "`beside` shares an edge",
        ),
        (
            "after you move a rook { mark the enemies it passed as tired }",
            "E101",
            "stands on its path",
        ),
        (
            "after you move a rook { mark the enemies attacked by it as tired }",
            "E101",
            "say who covers it",
        ),
    ]);
}

#[test]
fn a_kind_and_a_name_that_is_its_plural_are_told_together() {
    for (sentence, kind) in [
        (
            "you have a number called apples; kind apple \"A\" { it steps forward }",
            "kind apple",
        ),
        (
            "you have a number called apple; kind apples \"A\" { it steps forward }",
            "kind apples",
        ),
        (
            "you have a number called geese; kind goose \"G\" { it steps forward }",
            "kind goose",
        ),
        ("every piece has a mark called lancers", "kind lancer"),
    ] {
        let text = game(sentence);
        let (told, _) = read(&text);
        let clash = told.iter().find(|d| d.code == "E207");
        let other = clash.and_then(|d| d.also.first()).map(|(span, _)| *span);
        let words = other.map(|s| &text[s.lo as usize..s.hi as usize]);
        assert!(
            words.is_some_and(|words| words.starts_with(kind)),
            "{sentence}: {told:#?}"
        );
    }
}

#[test]
fn what_was_said_of_one_is_said_of_the_same() {
    let (_, said) = read(&game(
        "after you move a rook, if a pawn was tired and on a2, score 1",
    ));
    let was = said
        .iter()
        .find(|said| said.contains("was tired"))
        .expect("the condition");
    assert!(was.contains("if a pawn on a2 was tired"), "{was}");
}

/// What is told of a line of a scenario.
fn told_in_scenario(line: &str) -> Vec<Diagnostic> {
    let script = format!("scenario \"s\" of t covers a.1 {{\n  {line}\n}}\n");
    let library = Library::parse([("t.variant", game("")), ("s.scenario", script)]);
    let unit = library.units(UnitKind::Scenario).next().expect("one");
    scenario(&library, unit, "t").err().unwrap_or_default()
}

#[test]
fn the_round_follows_from_where_the_game_begins() {
    for line in [
        "given the number of the round is 12",
        "given the remainder of the number of the round by 2 is 0",
    ] {
        let told = told_in_scenario(line);
        let help = told
            .iter()
            .find(|d| d.code == "E141")
            .and_then(|d| d.help.clone());
        assert!(
            help.is_some_and(|h| h.contains("begins in round 10")),
            "{line}: {told:#?}"
        );
    }
}

#[test]
fn rows_and_squares_are_told_by_the_board() {
    let rows = |rows: &str| game("").replace("    | P P P P P P P P |\n", rows);
    for (row, said, help, odd) in [
        (
            "    | P P P P P P P |\n",
            "this row has 7 squares, the others 8",
            "a square is missing: an empty one is `.`",
            "| P P P P P P P |",
        ),
        (
            "    | P P P P P P P P N |\n",
            "this row has 9 squares, the others 8",
            "`N` is one too many",
            "N",
        ),
        (
            "    | P P P P P P P P N . |\n",
            "this row has 10 squares, the others 8",
            "2 are too many: `N` is square 9",
            "N .",
        ),
    ] {
        let text = rows(row);
        let (told, _) = read(&text);
        let [one] = told.as_slice() else {
            panic!("{row}: {told:#?}")
        };
        let words = &text[one.span.lo as usize..one.span.hi as usize];
        assert_eq!((one.code, one.message.as_str(), words), ("E205", said, odd));
        let given = one.help.as_ref().is_some_and(|h| h.starts_with(help));
        assert!(given, "{:?}", one.help);
    }
    let spare = rows("    | P P P P P P P P . |\n");
    let (told, _) = read(&spare);
    let now = mended(&spare, &told[0]).expect("an edit");
    assert!(read(&now).0.is_empty(), "{now}");
    let wide = game("").replace("  board 8 by 8", "  board 7 by 8");
    let (told, _) = read(&wide);
    let said = told
        .iter()
        .find(|d| d.code == "E205")
        .map(|d| d.message.as_str());
    assert_eq!(
        said,
        Some("this row has 8 squares, and the board has 7 files")
    );
    for beyond in ["z9", "e12", "a1-c12"] {
        let name = beyond.rsplit('-').next().unwrap_or(beyond);
        let (told, _) = read(&game(&format!("your pawns cannot enter {beyond}")));
        assert_eq!(told[0].message, format!("the board has no square `{name}`"));
        let help = told[0].help.as_deref().unwrap_or("");
        let ends = help.ends_with("its files are `a` to `h`, its ranks 1 to 8");
        assert!(ends && help.starts_with("did you mean `"), "{help}");
    }
}

#[test]
fn a_piece_of_theirs_is_one_they_own() {
    all_same(&[(
        "before the game { for each player { mark the pawns of theirs as tired this turn } }",
        "before the game { for each player { mark their pawns as tired this turn } }",
    )]);
}

//! Stage one: what a file is read as, and what each mistake in it costs.
use armorial_dsl::parse::{MAX_FILE, MAX_NESTING, parse};
use armorial_dsl::syntax::*;

fn codes(text: &str) -> Vec<&'static str> {
    let (_, problems) = parse(FileId(0), text);
    problems.iter().map(|p| p.code).collect()
}

/// Names of the units, and how many statements each keeps.
fn units(text: &str) -> Vec<(String, usize)> {
    let (tree, _) = parse(FileId(0), text);
    tree.units
        .iter()
        .map(|u| (u.name.text.clone(), u.block.statements.len()))
        .collect()
}

#[test]
fn headings_blocks_and_tokens() {
    let text = "army Italy \"the Italians\" of european-club,\n  european-web without a, b [italy.1] {\n\
        setup\n | P P |\n | K B | [x.1]\n\
        power p { your bishops also leap 2 squares diagonally [italy.2 italy.3]; (Small print.) }\n\
        kind archbishop \"A\" { it slides diagonally } }";
    let (tree, problems) = parse(FileId(0), text);
    assert_eq!(problems, []);
    let army = &tree.units[0];
    assert_eq!(
        (army.kind, army.name.text.as_str()),
        (UnitKind::Army, "italy")
    );
    assert_eq!(
        army.of.iter().map(|i| i.text.as_str()).collect::<Vec<_>>(),
        ["european-club", "european-web"]
    );
    assert_eq!(army.without.len(), 2);
    let Statement::Frame(frame) = &army.block.statements[0] else {
        panic!()
    };
    assert_eq!(frame.rows.len(), 2);
    let Statement::Power(power) = &army.block.statements[1] else {
        panic!()
    };
    let Statement::Sentence(s) = &power.block.statements[0] else {
        panic!()
    };
    assert_eq!(s.tags.len(), 2);
    assert_eq!(
        (s.line[4].kind, s.line[4].text.as_str()),
        (TokenKind::Number, "2")
    );
    assert!(
        matches!(&power.block.statements[1], Statement::Reminder(r) if r.text == "Small print.")
    );
    assert!(
        matches!(&army.block.statements[2], Statement::Kind(k) if k.title.as_ref().is_some_and(|t| t.text == "A"))
    );
}

#[test]
fn a_line_goes_on_where_it_cannot_end() {
    let text = "variant v {\n after a,\n b and\n c (
 d e
 ) f unless\n g { h\n i } otherwise if j { k } or \"l\" { m }\n n\n}";
    let (tree, problems) = parse(FileId(0), text);
    assert_eq!(problems, []);
    let Statement::Sentence(s) = &tree.units[0].block.statements[0] else {
        panic!()
    };
    assert_eq!(s.line.len(), 13);
    assert_eq!(s.branches.len(), 2);
    assert_eq!(tree.units[0].block.statements.len(), 2);
}

#[test]
fn a_noun_may_begin_a_sentence_that_looks_like_a_frame_line() {
    let text = "variant v { cards chess-cards\n cards of yours are open }";
    let (tree, problems) = parse(FileId(0), text);
    assert_eq!(problems, []);
    assert!(matches!(
        tree.units[0].block.statements[0],
        Statement::Frame(_)
    ));
    assert!(matches!(
        tree.units[0].block.statements[1],
        Statement::Sentence(_)
    ));
}

#[test]
fn one_bad_line_never_hides_the_next() {
    for (bad, code) in [
        ("after x § y { z }", "E224"),
        ("or you have 2 pawns", "E107"),
        ("and x", "E107"),
        ("otherwise { x }", "E218"),
        ("announce \"open", "E226"),
        ("deal | K R", "E227"),
        ("x [a.1", "E228"),
        ("*label*", "E219"),
        ("{ x }", "E219"),
        ("[a.1]", "E219"),
        ("option: a", "E224"),
        ("to search a square", "E221"),
        ("| K R |", "E223"),
        ("power x \"a\" \"b\" { a }", "E213"),
        ("setup\n| a b |\n| c |", "E205"),
    ] {
        let text = format!("variant v {{\n a b\n {bad}\n c d\n}}\nvariant w {{ e }}");
        assert_eq!(codes(&text), [code], "{bad}");
        let units = units(&text);
        assert_eq!(units.len(), 2, "{bad}");
        let (tree, _) = parse(FileId(0), &text);
        let last = tree.units[0].block.statements.last();
        assert!(
            matches!(last, Some(Statement::Sentence(s)) if s.line[0].text == "c"),
            "{bad}"
        );
    }
}

#[test]
fn one_bad_heading_never_hides_the_next() {
    for (bad, code) in [
        ("army { a }", "E210"),
        ("army x of v", "E211"),
        ("amry x of v { a }", "E214"),
        ("mode x { a }", "E212"),
        ("scenario of v { a }", "E210"),
        ("some words", "E214"),
        ("}", "E215"),
        ("army x of v {\n  a", "E216"),
        ("army x of v {\n  a {\n b\n c }\n", "E216"),
        ("variant x ? y { a }", "E213"),
    ] {
        let text = format!("variant v {{ a }}\n{bad}\n\nvariant w \"W\" {{ b }}");
        assert_eq!(codes(&text), [code], "{bad}");
        let names: Vec<String> = units(&text).into_iter().map(|u| u.0).collect();
        assert!(
            names.contains(&"v".into()) && names.contains(&"w".into()),
            "{bad}: {names:?}"
        );
    }
}

#[test]
fn limits_have_names() {
    let deep = format!("variant v {{ {} }}", "a { ".repeat(MAX_NESTING + 1));
    assert_eq!(codes(&deep), ["E220"]);
    let fits = format!(
        "variant v {{ {} {} }}",
        "a { b; ".repeat(MAX_NESTING - 1),
        "}".repeat(MAX_NESTING - 1)
    );
    assert_eq!(codes(&fits), Vec::<&str>::new());
    assert_eq!(codes(&"x".repeat(MAX_FILE + 1)), ["E220"]);
}

#[test]
fn large_files_of_nonsense_are_read_in_linear_time() {
    let start = std::time::Instant::now();
    for piece in [
        "(",
        "(\n",
        "\"",
        "|",
        "{",
        "}",
        "*",
        "[",
        "a,\n",
        "a (",
        "to a {",
        "otherwise ",
        "or \"a\" {}",
        "\n",
        "#\"",
        "kind a \"",
        "army ",
        "setup\n",
        "a and\n",
        "{}\n",
        "(a\n\n",
        "-",
        "§",
        "; ",
    ] {
        let text = format!("variant v {{\n{}", piece.repeat(60_000 / piece.len()));
        let _ = parse(FileId(0), &text);
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// The identity of a small game with this rule; places in the text are no part of it.
fn identity_of(rule: &str) -> String {
    let text = format!(
        "variant t \"T\" {{\n board 4 by 4\n seats white on rank 1, black on rank 4\n on your turn, act\n {rule}\n \
         kind king \"K\" {{ it steps any way }}\n kind pawn \"P\" {{ it steps forward }}\n}}\n"
    );
    let library = armorial_dsl::library::Library::parse([("t.variant", text)]);
    let setting = armorial_dsl::gather::Setting::of("t");
    let checked = armorial_dsl::compile::check(&library, &setting);
    match checked.rules {
        Some(rules) => engine::record::identity(&rules).expect("a hash"),
        None => panic!("{rule}: {:?}", checked.problems),
    }
}

#[test]
fn two_ways_of_saying_the_same_are_the_same_rules() {
    for (one, other) in [
        (
            "after you move, you may { remove one of your pawns }",
            "after you move, you may { remove a pawn of yours }",
        ),
        (
            "after you move, you may { remove 2 of your pawns }",
            "after you move, you may { remove 2 pawns of yours }",
        ),
        (
            "at the beginning of your turn { pass }",
            "at the start of your turn { pass }",
        ),
        (
            "instead of moving, once per game, you may { pass }",
            "once per game, instead of moving, you may { pass }",
        ),
    ] {
        assert_eq!(identity_of(one), identity_of(other), "{one}");
    }
    let foes = identity_of("at the end of your turn { remove the enemy pawns beside your king }");
    let all = identity_of("at the end of your turn { remove the pawns beside your king }");
    assert_ne!(foes, all);
}

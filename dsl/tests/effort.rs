//! Sentences made to be hard to read, or too long: reading comes to an end, and limits are told by name.
use armorial_dsl::compile::check;
use armorial_dsl::gather::Setting;
use armorial_dsl::library::Library;
use std::collections::BTreeSet;

/// What is told about a sentence in a small game.
fn codes(sentence: &str) -> Vec<&'static str> {
    let text = format!(
        "variant t \"T\" {{\n board 8 by 8\n seats white on rank 1, black on rank 8\n on your turn, act\n {sentence}\n \
         kind king \"K\" {{ it steps any way }}\n kind pawn \"P\" {{ it steps forward }}\n}}\n"
    );
    let library = Library::parse([("t.variant", text)]);
    let checked = check(&library, &Setting::of("t"));
    let all = library.problems().iter().chain(&checked.problems);
    let codes: BTreeSet<&str> = all.map(|d| d.code).collect();
    codes.into_iter().collect()
}

/// `before`, a part so many times, `behind`.
fn nested(before: &str, part: &str, times: usize, behind: &str) -> String {
    format!("{before} {} {behind}", part.repeat(times))
}

#[test]
fn nesting_does_not_blow_reading_up() {
    let start = "at the start of your turn { remove";
    for (before, part, behind) in [
        (start, "the pieces of the owner of ", "your king }"),
        (start, "your kings and ", "your pawns }"),
        (start, "your kings and pawns beside ", "your king }"),
        (start, "the pieces that attack ", "your king }"),
        (
            start,
            "the pieces that attack your king and that are beside ",
            "your king }",
        ),
        (
            start,
            "the pieces whose owner is the owner of ",
            "your king }",
        ),
        (
            start,
            "the pieces beside the owner of the pieces that attack and ",
            "your king }",
        ),
        (
            start,
            "your kings, pawns and the kings and pawns of the owner of ",
            "your king }",
        ),
        (
            "at the start of your turn { put",
            "a piece that attacks the king on d4 and ",
            "a king on d5 }",
        ),
        (
            "at the start of your turn, if",
            "you have 2 or more pawns and ",
            "you have a king { pass }",
        ),
        (
            "at the start of your turn, if",
            "it is not ",
            "royal { pass }",
        ),
        (
            "at the start of your turn, if",
            "not (you have a king) or ",
            "you have a king { pass }",
        ),
        ("", "if you have 2 or more pawns, ", "your kings are royal"),
        (
            "after",
            "you move a piece or capture a king or ",
            "you pass { pass }",
        ),
        ("at the start of your turn { score", "1 plus ", "1 }"),
        ("at the start of your turn { ", "you may ", "pass }"),
        (
            "your kings also slide",
            "orthogonally, or slide ",
            "diagonally",
        ),
        ("call", "the pieces beside ", "kings x"),
    ] {
        for times in [1, 3, 9, 15, 27, 60] {
            codes(&nested(before, part, times, behind));
        }
    }
}

#[test]
fn too_long_and_too_deep_are_told() {
    let start = "at the start of your turn { remove";
    let deep = format!(
        "{start} {}your kings{} }}",
        "(".repeat(5000),
        ")".repeat(5000)
    );
    assert_eq!(codes(&deep), ["E220"]);
    for part in [
        "your kings and ",
        "the owner of ",
        "that attack the pieces ",
    ] {
        assert_eq!(
            codes(&nested(start, part, 20_000, "your pawns }")),
            ["E220"]
        );
    }
    let many = "your kings, pawns and the kings and pawns of the owner of ";
    assert_eq!(codes(&nested(start, many, 14, "your king }")), ["E119"]);
    let fits = format!("{start} {}your kings{} }}", "(".repeat(16), ")".repeat(16));
    assert_eq!(codes(&fits), [""; 0]);
}

//! `armorial fmt`: the library is in the layout, a disturbed layout is brought back, meaning and comments stay, and no text
//! of a stranger loses a letter.
use dsl::compile::check;
use dsl::format::format;
use dsl::gather::Setting;
use dsl::library::Library;
use dsl::parse::parse;
use dsl::syntax::{FileId, UnitKind};
use engine::record::identity;
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use tests::damage::Dice;

/// What the layout must keep.
fn marks(text: &str) -> String {
    let blank = |c: &char| matches!(c, ' ' | '\t' | '\r' | '\n');
    text.chars().filter(|c| !blank(c)).collect()
}

/// A text with other blanks at both ends of its lines, more empty lines, and two spaces for one where no text, row or
/// comment stands. What begins at the left edge stays there: that is where reading begins anew.
fn disturbed(text: &str, dice: &mut Dice) -> String {
    let mut out = String::new();
    // Inside a reminder over several lines every blank is kept.
    let mut inside = 0;
    for line in text.lines() {
        let body = line.trim_start_matches(' ');
        if line.is_empty() {
            out.push_str(["\n", "\n\n", " \n\t\n"][dice.below(3)]);
            continue;
        }
        if body.len() < line.len() {
            out.push_str([" ", "\t", "    ", "       ", " \t "][dice.below(5)]);
        }
        let plain = inside == 0 && !body.contains(['"', '|', '#', '(', ')']);
        if plain && dice.below(2) == 0 {
            out.push_str(&body.replace(' ', "  ").replace(", ", " ,\t"));
        } else {
            out.push_str(body);
        }
        inside += body.matches('(').count();
        inside = inside.saturating_sub(body.matches(')').count());
        out.push_str(["", " ", "\t\t", "  "][dice.below(4)]);
        out.push('\n');
    }
    out
}

#[test]
fn the_library_and_the_examples_are_in_the_layout() {
    for file in library::FILES {
        let laid = format(file.text);
        assert!(laid.problems.is_empty(), "{}", file.path);
        assert!(laid.text == file.text, "run `armorial fmt`: {}", file.path);
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut seen = 0;
    for entry in fs::read_dir(examples).expect("the examples").flatten() {
        if entry.path().extension().is_some_and(|e| e == "army") {
            let text = fs::read_to_string(entry.path()).expect("a file");
            assert_eq!(format(&text).text, text);
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn a_disturbed_layout_is_brought_back() {
    let mut dice = Dice(0x1a70);
    let mut changed = 0;
    for file in library::FILES {
        let other = disturbed(file.text, &mut dice);
        changed += usize::from(other != file.text);
        assert_eq!(format(&other).text, file.text, "{}", file.path);
        let windows = other.replace('\n', "\r\n");
        let back = format(&windows).text;
        assert_eq!(back, file.text.replace('\n', "\r\n"), "{}", file.path);
    }
    assert!(changed > 200, "only {changed} files were disturbed");
}

#[test]
fn the_layout_makes_no_other_rules() {
    let mut dice = Dice(0xf0e);
    let files = || {
        let all = library::FILES.iter();
        all.filter(|f| !f.path.ends_with(".scenario"))
    };
    let other: Vec<_> = files()
        .map(|f| (f.path, disturbed(f.text, &mut dice)))
        .collect();
    let laid: Vec<_> = (other.iter())
        .map(|(path, text)| (*path, format(text).text))
        .collect();
    let (before, after) = (Library::parse(other), Library::parse(laid));
    let mut compared = 0;
    for unit in before.units(UnitKind::Variant) {
        let setting = Setting::of(&unit.name.text);
        let rules = |library| check(library, &setting).rules;
        let (Some(one), Some(two)) = (rules(&before), rules(&after)) else {
            panic!("{} does not compile", unit.name.text);
        };
        assert_eq!(
            identity(&one).expect("an identity"),
            identity(&two).expect("an identity"),
            "{}",
            unit.name.text
        );
        compared += 1;
    }
    assert!(compared > 20, "only {compared} variants");
}

#[test]
fn words_signs_comments_and_sentences_over_lines() {
    let text = "# One.\nvariant v \"V\"from base without a,b[x.1  x.2]{\n\n\n board 8 by 8\nsetup\n| K  R |\n      | P P |[x.3]# why\n\
                \toption goal :1 - 3 ,usually 2;it leaps( 1,2 )\n   after you move a piece,\n# between\nif it is a king{stop}otherwise{\n\
                you lose;(Said.   So.)\n}   #   end\n  when (a\nb) {\n (One\n   two.)\n}}\n\n";
    let laid = "# One.\nvariant v \"V\" from base without a, b [x.1 x.2] {\n\n  board 8 by 8\n  setup\n    | K  R |\n    | P P | [x.3] # why\n\
                \x20 option goal: 1 - 3, usually 2; it leaps (1,2)\n  after you move a piece,\n    # between\n    if it is a king { stop } otherwise {\n\
                \x20   you lose; (Said.   So.)\n  }  #   end\n  when (a\n    b) {\n    (One\n      two.)\n} }\n";
    let out = format(text);
    assert!(out.problems.is_empty(), "{:?}", out.problems);
    assert_eq!(out.text, laid);
    assert_eq!(format(&out.text), out);
}

#[test]
fn a_unit_that_does_not_parse_is_left_alone_and_hides_no_other() {
    let bad = "army a of v {\n   setup   standard\n\n\n  after x { y\n}\n";
    let sound = "army b of v {\n   setup   standard\n}\n";
    let out = format(&format!("{bad}{sound}"));
    assert!(!out.problems.is_empty());
    assert_eq!(
        out.text,
        format!("{bad}{}", "army b of v {\n  setup standard\n}\n")
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn strangers_texts(seed in 1u64.., file in 0..library::FILES.len(), rounds in 1..4usize) {
        let mut dice = Dice(seed);
        let mut text = disturbed(library::FILES[file].text, &mut dice);
        // The beginning says as much as all of it.
        let end = text.floor_char_boundary(4_000);
        text.truncate(end);
        for _ in 0..rounds {
            text = dice.damaged(&text);
        }
        let out = format(&text);
        prop_assert_eq!(marks(&out.text), marks(text.trim_start_matches('\u{feff}')));
        let again = format(&out.text);
        prop_assert_eq!(&again.text, &out.text);
        let codes = |text: &str| {
            let (_, problems) = parse(FileId(0), &text.replace("\r\n", "\n"));
            problems.iter().filter(|d| d.is_error()).map(|d| d.code).collect::<Vec<_>>()
        };
        prop_assert_eq!(codes(&text), codes(&out.text));
    }

    #[test]
    fn garbage(seed in 1u64..) {
        let text = Dice(seed).garbage();
        let out = format(&text);
        prop_assert_eq!(marks(&out.text), marks(text.trim_start_matches('\u{feff}')));
        prop_assert_eq!(format(&out.text).text, out.text);
    }
}

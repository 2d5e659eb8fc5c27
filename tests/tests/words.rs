//! Words of the language held against what they say, each in a small game of its own.
use cli::scenario::cases::{Case, run_one};
use dsl::library::Library;
use dsl::scenario::scenario;
use dsl::syntax::UnitKind;
use std::sync::Arc;

/// Runs the scenarios of a text under every treatment; the text has a variant `t` in it.
fn holds(text: &str) {
    let library = Library::parse([("t.variant", text)]);
    assert!(library.problems().is_empty(), "{:?}", library.problems());
    let mut run = 0;
    for unit in library.units(UnitKind::Scenario) {
        let compiled = scenario(&library, unit, "t").unwrap_or_else(|p| panic!("{p:?}"));
        let case = Case {
            setting: "t".into(),
            rules: Arc::new(compiled.rules),
            script: compiled.script,
        };
        assert_eq!(run_one(&case).failed, None);
        run += 1;
    }
    assert!(run > 0);
}

#[test]
fn squares_are_light_or_dark() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  on your turn { act } otherwise { pass }
  your kings cannot enter a dark square [words.1]
  kind king "K" { it steps any way }
}
scenario "a1 is dark, the squares beside it are light" of t covers words.1 {
  white is offered only a1-a2, a1-b1
  white cannot play a1-b2 [words.1]
  white plays a1-b1
  black is offered only d4-c4, d4-d3
  then there are exactly 8 light squares
  then every light square beside a dark square is not dark
}
"#,
    );
}

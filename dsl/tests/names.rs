//! Names of one file never break another: what an army calls something means nothing in other texts, and a clash is told in
//! the file that brings it, with the other place.
use armorial_dsl::compile::check;
use armorial_dsl::diagnostic::Diagnostic;
use armorial_dsl::gather::Setting;
use armorial_dsl::library::Library;

const GAME: &str = r#"
variant t "T" {
  board 8 by 8
  seats white on rank 1, black on rank 8
  setup
    | P P P P P P P P |
    | R N . . K . N R |
  on your turn { act } otherwise { pass }
  call the squares of a1-b2 the corner
  after you move a rook { choose prey among the enemy pawns; remove the prey }
  pieces on your corner cannot be captured
  as soon as your king is on its last row, you win
  kind king "K" { it steps any way }
  kind rook "R" { it slides orthogonally }
  kind knight "N" { it leaps (1,2) }
  kind pawn "P" { it steps forward }
}
"#;

/// An army whose names are its own: a place to hide something, a thing chosen, a number.
const QUIET: &str = r#"
army quiet "Quiet" of t {
  setup standard
  power quiet {
    you have a number called dues
    after you move a knight { choose lancer among your pawns; add 1 to your dues; remove the lancer }
    your pieces on your corner cannot move while your dues are 3
  }
}
"#;

/// Problems of both armies together, each with its file, what stands there, and the file it points to as well.
fn told(loud: &str) -> Vec<(&'static str, String, String, Option<String>)> {
    let text = format!("army loud \"Loud\" of t {{\n  setup standard\n{loud}\n}}\n");
    let library = Library::parse([
        ("t.variant", GAME),
        ("quiet.army", QUIET),
        ("loud.army", &text),
    ]);
    let checked = check(&library, &Setting::of("t"));
    let all = library.problems().iter().chain(&checked.problems);
    let file = |d: &Diagnostic| &library.files()[d.span.file.0 as usize];
    // a kind that never comes to the board is told, and is not what is asked here
    all.filter(|d| d.code != "W382")
        .map(|d| {
            let also = d.also.first();
            let also = also.map(|(span, _)| library.files()[span.file.0 as usize].name.clone());
            (
                d.code,
                file(d).name.clone(),
                file(d).words(d.span).to_owned(),
                also,
            )
        })
        .collect()
}

#[test]
fn what_one_army_calls_something_breaks_no_other() {
    assert_eq!(told(""), []);
    let own = [
        "  kind lancer \"L\" { it slides forward }",
        "  kind prey \"L\" { it slides forward }",
        "  kind due \"L\" { it slides forward }",
        "  power loud { every piece has a mark called prey\n your prey rooks cannot move\n after you move a rook { mark it as prey this turn } }",
        "  power loud { call a piece lancer if it is a knight\n your lancer pieces cannot be captured }",
        "  power loud { you have a number called lancer\n after you move a rook { add 1 to your lancer } }",
        "  power loud { to dues { score 1 }\n after you move a rook { dues } }",
    ];
    for loud in own {
        let told = told(loud);
        assert_eq!(told, [], "{loud}");
    }
}

#[test]
fn what_one_army_calls_something_is_no_word_in_another() {
    let told = told("  power loud { after you move a rook { add 1 to your dues } }");
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!((told[0].0, told[0].1.as_str()), ("E100", "loud.army"));
}

#[test]
fn a_clash_is_told_where_it_is_brought_with_the_other_place() {
    let clash = |name: &str, other: &str| {
        let other = Some(other.to_owned());
        vec![("E207", "loud.army".to_owned(), name.to_owned(), other)]
    };
    assert_eq!(
        told("  kind corner \"L\" { it slides forward }")
            .into_iter()
            .map(|(code, file, _, also)| (code, file, also))
            .collect::<Vec<_>>(),
        [("E207", "loud.army".to_owned(), Some("t.variant".to_owned()))]
    );
    assert_eq!(
        told(
            "  power loud { you have a number called pawn\n after you move a rook { set your pawn to 3 } }"
        ),
        clash("pawn", "t.variant")
    );
    assert_eq!(
        told(
            "  power loud { you have a mark called lancer }\n  kind lancer \"L\" { it slides forward }"
        )
        .into_iter()
        .filter(|t| t.0 == "E207")
        .collect::<Vec<_>>(),
        clash("lancer", "loud.army")
    );
}

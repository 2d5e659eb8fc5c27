//! The identity of a match covers what the match plays and nothing else.
use cli::args::GameFlags;
use std::path::PathBuf;
use tests::ready;

/// The identity of a match of four armies, with this rule text in a file beside the library.
fn identity(armies: [&str; 4], modes: &[&str], file: Option<&PathBuf>) -> String {
    let flags = GameFlags {
        variant: "european-club".into(),
        armies: armies
            .iter()
            .filter(|a| !a.is_empty())
            .map(|a| a.to_string())
            .collect(),
        mode: modes.iter().map(|m| m.to_string()).collect(),
        rules: file.iter().map(|f| f.display().to_string()).collect(),
        ..GameFlags::default()
    };
    ready(flags).heading.rules
}

/// A file with an army of this name whose lancers leap so far.
fn file(name: &str, far: u8) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("armorial-identity-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}-{far}.army"));
    let text = format!(
        "army {name} \"the Test\" of european-club {{\n  setup\n    | P P P P |\n    | K L L R |\n  kind {name}-lancer \"L\" {{ it leaps (1,{far}) }}\n}}\n"
    );
    std::fs::write(&path, text).expect("a file");
    path
}

const FOUR: [&str; 4] = ["netherlands", "china", "standard", "standard"];

#[test]
fn an_army_that_does_not_play_changes_nothing() {
    let alone = identity(FOUR, &[], None);
    assert_eq!(alone, identity(FOUR, &[], Some(&file("testers", 3))));
    assert_ne!(
        alone,
        identity(["netherlands", "egypt", "standard", "standard"], &[], None)
    );
    assert_ne!(alone, identity(FOUR, &["capture-the-flag"], None));
}

#[test]
fn an_army_that_plays_counts_with_every_word() {
    let with = |far| {
        identity(
            ["testers", "china", "standard", "standard"],
            &[],
            Some(&file("testers", far)),
        )
    };
    assert_ne!(with(3), with(2));
    assert_eq!(with(3), with(3));
}

#[test]
fn where_any_army_may_come_all_of_them_count() {
    let dealt = |file: Option<&PathBuf>| identity([""; 4], &["random-allotment"], file);
    assert_ne!(dealt(None), dealt(Some(&file("testers", 3))));
}

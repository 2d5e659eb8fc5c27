//! Every scenario of the embedded library, on the engine and on the oracle, and through its rules as they are written down. What is
//! played twice and taken back in between is tried by `armorial test`.
use cli::parallel::in_parallel;
use cli::scenario::cases::Case;
use cli::shelf::Shelf;
use std::collections::BTreeSet;
use tests::held::{held_to_the_oracle, is_read_as_written};

/// Scenarios in which both offer the same, in another order. Whoever mends one takes it out.
const OTHERWISE: [&str; 6] = [
    "a king card drawn by who had no cards makes a group at once, before its replacement is drawn",
    "a pawn becomes any kind there is on the board, besides its own",
    "a promotion card can make a group",
    "black pawns too, by black cards",
    "the kinds of the French republic count, its citizens too",
    "what the republic has given away its stolen trade does not barter between two others",
];

#[test]
fn every_scenario_goes_the_same_way_on_the_engine_and_on_the_oracle() {
    let shelf = Shelf::with(&[]).expect("the library");
    let found = shelf.cases();
    let (cases, problems) = (found.cases, found.problems);
    assert!(problems.is_empty(), "{problems:?}");
    assert!(!cases.is_empty());
    let title = |case: &Case| case.script.title.clone();
    let went = in_parallel(&cases, 2, |case| {
        let written = is_read_as_written(case).map_err(|why| format!("on the disk, {why}"));
        let held = written.and_then(|()| held_to_the_oracle(case));
        held.err().map(|why| (title(case), why))
    });
    // a thread that died has left cases out
    assert_eq!(went.len(), cases.len());
    let told: Vec<_> = went.iter().flatten().collect();
    let otherwise: BTreeSet<&str> = told.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(otherwise, BTreeSet::from(OTHERWISE), "{told:#?}");
    let failed: Vec<_> = told
        .iter()
        .filter(|(_, why)| why.starts_with("on the"))
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn the_library_has_no_problems() {
    let shelf = Shelf::with(&[]).expect("the library");
    let errors: Vec<_> = shelf
        .problems()
        .into_iter()
        .filter(|d| d.is_error())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn printed_and_read_again_the_library_makes_the_same_rules() {
    use dsl::compile::compile;
    use dsl::gather::Setting;
    use dsl::library::Library;
    use dsl::parse::parse;
    use dsl::syntax::{FileId, UnitKind};
    let written = Library::parse(library::FILES.iter().map(|f| (f.path, f.text)));
    let printed = Library::parse(library::FILES.iter().map(|f| {
        let (tree, _) = parse(FileId(0), f.text);
        (f.path, dsl::print::file(&tree))
    }));
    for unit in written.units(UnitKind::Variant) {
        let setting = Setting::of(&unit.name.text);
        let identity = |library| {
            let rules = compile(library, &setting).expect("rules");
            engine::record::identity(&rules).expect("identity")
        };
        assert_eq!(identity(&written), identity(&printed), "{}", unit.name.text);
    }
}

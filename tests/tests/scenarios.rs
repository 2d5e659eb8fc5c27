//! Every scenario of the embedded library, on the core and on the literal interpreter. What is played twice, taken back and written
//! down in between is tried by `armorial test`.
use cli::Literal;
use cli::scenario::cases::{Case, OnCore, in_parallel, on_core};
use cli::scenario::run::run;
use cli::shelf::Shelf;
use std::collections::BTreeSet;

/// Scenarios that go otherwise on the core. Whoever mends one takes it out. Of six it offers
/// the same in another order.
const OTHERWISE: [&str; 9] = [
    "a challenge stands although the move it judged is taken back",
    "a king card drawn by who had no cards makes a group at once, before its replacement is drawn",
    "a pawn becomes any kind there is on the board, besides its own",
    "a promotion card can make a group",
    "a push that would expose a hidden king is refused when it is tried",
    "black pawns too, by black cards",
    "the kinds of the French republic count, its citizens too",
    "what the republic has given away its stolen trade does not barter between two others",
    "white's own adrenaline mates the white king",
];
/// Runs for which the core has no plan; there may only be fewer.
const UNPLANNED: usize = 39;

#[test]
fn every_scenario_passes_and_goes_the_same_way_on_the_core() {
    let shelf = Shelf::with(&[]).expect("the library");
    let found = shelf.cases();
    let (cases, problems) = (found.cases, found.problems);
    assert!(problems.is_empty(), "{problems:?}");
    assert!(!cases.is_empty());
    let title = |case: &Case| case.script.title.clone();
    let failed = |case: &Case| {
        let failed = run::<Literal>(&case.rules, &case.script).err()?;
        Some(format!("{} ({}): {failed:?}", title(case), case.setting))
    };
    let went = in_parallel(&cases, 2, |case| match on_core(case) {
        OnCore::Same => (None, None, 0),
        OnCore::Other(fault) => (failed(case), Some((title(case), fault.message)), 0),
        OnCore::Unplanned(_) => (failed(case), None, 1),
    });
    let failed: Vec<&String> = went
        .iter()
        .filter_map(|(failed, ..)| failed.as_ref())
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
    let otherwise: BTreeSet<&str> = (went.iter().filter_map(|(_, other, _)| other.as_ref()))
        .map(|(title, _)| title.as_str())
        .collect();
    let told: Vec<_> = went
        .iter()
        .filter_map(|(_, other, _)| other.as_ref())
        .collect();
    assert_eq!(otherwise, BTreeSet::from(OTHERWISE), "{told:#?}");
    let unplanned: usize = went.iter().map(|(.., n)| n).sum();
    assert!(unplanned <= UNPLANNED, "{unplanned} runs without a plan");
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

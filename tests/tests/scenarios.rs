//! Every scenario of the embedded library, under every treatment.
use cli::scenario::cases::run_all;
use cli::shelf::Shelf;

#[test]
fn every_scenario_passes_under_every_treatment() {
    let shelf = Shelf::with(&[]).expect("the library");
    let found = shelf.cases();
    let (cases, problems) = (found.cases, found.problems);
    assert!(problems.is_empty(), "{problems:?}");
    assert!(!cases.is_empty());
    let failed: Vec<_> = run_all(&cases, 2)
        .into_iter()
        .filter(|o| o.failed.is_some())
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

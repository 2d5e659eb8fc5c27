//! The promises about length: an army is short, a mode is not much longer.
use cli::shelf::Shelf;
use dsl::syntax::UnitKind;

/// Most lines of an army file.
const ARMY: usize = 40;
/// Most lines of a mode.
const MODE: usize = 60;

#[test]
fn armies_and_modes_are_short() {
    let long = |name: &str, lines: usize, most: usize| {
        assert!(lines <= most, "{name} has {lines} lines, more than {most}");
    };
    for file in library::FILES.iter().filter(|f| f.path.ends_with(".army")) {
        long(file.path, file.text.lines().count(), ARMY);
    }
    let shelf = Shelf::with(&[]).expect("the library");
    for mode in shelf.library.units(UnitKind::Mode) {
        let file = &shelf.library.files()[mode.span.file.0 as usize];
        let (first, last) = (file.position(mode.span.lo).0, file.position(mode.span.hi).0);
        long(&mode.name.text, (last - first + 1) as usize, MODE);
    }
}

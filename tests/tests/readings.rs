//! What every sentence of the library is taken to mean, kept as snapshots: a change of a reading is seen in review. Beside it the
//! promises about length: an army is short, a mode is not much longer.
//!
//! After a change that is meant: `INSTA_UPDATE=always cargo test -p armorial-tests --test readings`, then read the difference.
use cli::commands::read::sentences;
use cli::shelf::Shelf;
use dsl::syntax::UnitKind;
use std::collections::BTreeMap;

/// Most lines of an army file.
const ARMY: usize = 40;
/// Most lines of a mode.
const MODE: usize = 60;

#[test]
fn the_readings_of_the_library() {
    let shelf = Shelf::with(&[]).expect("the library");
    let (sentences, problems) = sentences(&shelf);
    assert!(problems.is_empty(), "{problems:?}");
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    for ((file, ..), (words, readings)) in &sentences {
        let page = files.entry(file).or_default();
        page.push_str(words);
        page.push('\n');
        for reading in readings {
            page.push_str(&format!("   {reading}\n"));
        }
    }
    for (file, page) in files {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(file.replace(['/', '.'], "-"), page);
        });
    }
}

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

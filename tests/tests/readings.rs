//! What every sentence of the library is taken to mean, kept as snapshots: a change of a reading is seen in review.
//!
//! After a change that is meant: `INSTA_UPDATE=always cargo test -p armorial-tests readings`, then read the difference.
use cli::commands::read::sentences;
use cli::shelf::Shelf;
use std::collections::BTreeMap;

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

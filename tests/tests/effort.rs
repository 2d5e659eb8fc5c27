//! How hard the phrase reader has to think about the sentences of the library: few readings are tried for each. `--nocapture`
//! prints the hardest.
use cli::shelf::Shelf;
use dsl::assemble::program;
use dsl::phrase;
use std::collections::BTreeMap;

/// Readings tried for one sentence of the library at most; the reader itself gives up far later.
const MOST: u32 = 500;

#[test]
fn few_readings_are_tried_for_each_sentence_of_the_library() {
    let shelf = Shelf::with(&[]).expect("the library");
    let files = shelf.library.files();
    let mut tried: BTreeMap<(String, u32, String), u32> = BTreeMap::new();
    for setting in shelf.settings() {
        let (Some(program), _) = program(&shelf.library, &setting) else {
            continue;
        };
        for (span, tries) in phrase::read(program).0.log {
            let Some(file) = files.get(span.file.0 as usize) else {
                continue;
            };
            let words: Vec<&str> = file.words(span).split_whitespace().collect();
            let key = (file.name.clone(), file.position(span.lo).0, words.join(" "));
            let most = tried.entry(key).or_default();
            *most = tries.max(*most);
        }
    }
    let mut hardest: Vec<_> = tried.iter().map(|(at, tries)| (*tries, at)).collect();
    hardest.sort_by(|a, b| b.cmp(a));
    let all: u32 = tried.values().sum();
    println!("{} sentences, {all} readings tried", tried.len());
    for (tries, (file, line, words)) in hardest.iter().take(20) {
        println!("{tries:>6} {file}:{line} {words}");
    }
    let (tries, at) = hardest.first().expect("sentences");
    assert!(*tries <= MOST, "{tries} readings tried: {at:?}");
}

//! Damaged rule files and any place in them: every request is answered, none panics.
use cli::commands::lsp::Desk;
use dsl::syntax::FileId;
use lsp::text::Text;
use lsp::worker::Readings;
use lsp::world::World;
use lsp::{complete, hover, lexical, names, outline};
use lsp_types::Position;
use proptest::prelude::*;
use std::sync::Arc;

/// One blow to a text.
#[derive(Clone, Debug)]
enum Blow {
    Cut(usize, usize),
    Put(usize, String),
    Double(usize, usize),
}

fn blow() -> impl Strategy<Value = Blow> {
    let put = prop_oneof![
        "[{}()\\[\\]\"|;*#,.\n ]{1,3}",
        "[a-zäß𝄞ﬁ\u{0}\r\n]{1,4}",
        Just(" of ".to_owned()),
        Just("\narmy ".to_owned()),
        Just(" called ".to_owned()),
    ];
    prop_oneof![
        (any::<usize>(), 1..200_usize).prop_map(|(at, n)| Blow::Cut(at, n)),
        (any::<usize>(), put).prop_map(|(at, s)| Blow::Put(at, s)),
        (any::<usize>(), 1..200_usize).prop_map(|(at, n)| Blow::Double(at, n)),
    ]
}

fn struck(text: &str, blows: &[Blow]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for blow in blows {
        let len = chars.len();
        let part = |at: usize, n: usize| {
            let lo = at % (len + 1);
            (lo, (lo + n).min(len))
        };
        match blow {
            Blow::Cut(at, n) => {
                let (lo, hi) = part(*at, *n);
                chars.drain(lo..hi);
            }
            Blow::Put(at, what) => {
                let (lo, _) = part(*at, 0);
                chars.splice(lo..lo, what.chars());
            }
            Blow::Double(at, n) => {
                let (lo, hi) = part(*at, *n);
                let again: Vec<char> = chars[lo..hi].to_vec();
                chars.splice(hi..hi, again);
            }
        }
    }
    chars.into_iter().collect()
}

/// Everything that can be asked about a text, and at these places of it.
fn answered(
    world: &mut World,
    path: &str,
    text: &str,
    places: &[(u32, u32)],
) -> Result<(), TestCaseError> {
    let uri = format!("untitled:{path}");
    world.open(&uri, 1, text);
    let readings = Readings::default();
    let read = world.read();
    let number = read.file(&uri).unwrap();
    let shown = Text::new(text);
    let tree = read.shelf.library.tree(FileId(number)).unwrap();
    let end = shown.position(shown.text.len());
    for fold in outline::folds(&shown, tree) {
        prop_assert!(fold.start_line < fold.end_line && fold.end_line <= end.line);
    }
    for symbol in outline::symbols(&shown, tree) {
        prop_assert!(symbol.range.start <= symbol.selection_range.start);
        prop_assert!(symbol.selection_range.end <= symbol.range.end);
    }
    prop_assert!(outline::lenses(&uri, &shown, tree).len() <= tree.units.len());
    for hint in outline::hints(&shown, tree, &|kind| Some(kind.to_owned())) {
        prop_assert!(hint["position"]["line"].as_u64() <= Some(u64::from(end.line)));
    }
    let lines = shown.text.lines().count() as u32;
    let tokens = lexical::tokens(&shown, &read.index, number);
    prop_assert!(tokens.iter().map(|t| t.delta_line).sum::<u32>() <= lines);
    for (line, character) in places {
        let at = Position {
            line: line % (lines + 2),
            character: *character,
        };
        let byte = shown.byte(at);
        prop_assert!(shown.text.is_char_boundary(byte));
        let _ = hover::hover(world, &uri, at, &readings);
        let _ = complete::complete(world, &uri, at);
        let found = names::references(world, &uri, at, true);
        if !names::definition(world, &uri, at).is_empty() {
            prop_assert!(!found.is_empty());
        }
        if let Ok(range) = names::renamable(world, &uri, at) {
            prop_assert!(range.start <= at && range.end.line >= range.start.line);
            let edit = names::rename(world, &uri, at, "entirely-new-name");
            prop_assert!(edit.is_ok(), "{edit:?}");
        }
    }
    Ok(())
}

#[test]
fn every_file_of_the_library_is_answered() {
    for file in library::FILES {
        let mut world = World::new(Arc::new(Desk::default()), Vec::new());
        let places = [(0, 8), (3, 12), (7, 4), (12, 20)];
        let told = answered(&mut world, file.path, file.text, &places);
        assert!(told.is_ok(), "{}: {told:?}", file.path);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_request_is_answered(
        which in any::<prop::sample::Index>(),
        blows in prop::collection::vec(blow(), 0..6),
        places in prop::collection::vec((0..400_u32, 0..200_u32), 4),
    ) {
        let small: Vec<_> = library::FILES.iter().filter(|f| f.text.len() < 30_000).collect();
        let file = which.get(&small);
        let text = struck(file.text, &blows);
        let mut world = World::new(Arc::new(Desk::default()), Vec::new());
        answered(&mut world, file.path, &text, &places)?;
    }
}

//! The 960 arrays of Chess960 against their published numbers (Reinhard Scharnagl's scheme), counted here from the scheme itself.
use cli::Core;
use cli::args::GameFlags;
use cli::scenario::Stage;
use engine::ids::KindId;
use engine::play::Match;
use engine::session::Running;
use std::sync::Arc;

/// The first row of array `n`: bishops by the remainders of 4, the queen by that of 6, the knights by a table of pairs.
fn scheme(n: usize) -> String {
    let mut row = [None::<char>; 8];
    let (n, light) = (n / 4, n % 4);
    row[2 * light + 1] = Some('B');
    let (n, dark) = (n / 4, n % 4);
    row[2 * dark] = Some('B');
    let (n, queen) = (n / 6, n % 6);
    let free =
        |row: &[Option<char>; 8]| -> Vec<usize> { (0..8).filter(|i| row[*i].is_none()).collect() };
    row[free(&row)[queen]] = Some('Q');
    let pairs: Vec<(usize, usize)> = (0..5)
        .flat_map(|a| (a + 1..5).map(move |b| (a, b)))
        .collect();
    let (first, second) = pairs[n];
    let left = free(&row);
    row[left[first]] = Some('N');
    row[left[second]] = Some('N');
    for (square, officer) in free(&row).into_iter().zip("RKR".chars()) {
        row[square] = Some(officer);
    }
    row.into_iter().flatten().collect()
}

/// The first row of a game, by the letters of its kinds.
fn first_row(game: &Core, letters: &dyn Fn(KindId) -> char) -> String {
    let view = game.view(None);
    let mut row: Vec<_> = view
        .pieces
        .iter()
        .filter(|p| p.square.index() < 8)
        .collect();
    row.sort_by_key(|p| p.square);
    row.into_iter().map(|p| letters(p.kind)).collect()
}

#[test]
fn every_array_has_its_published_number() {
    let ready = tests::ready(GameFlags {
        variant: "chess960".into(),
        set: vec!["array=0".into()],
        ..GameFlags::default()
    });
    let rules = Arc::clone(&ready.rules);
    let letter = |kind: KindId| rules.kinds[kind.index()].letter;
    assert_eq!(scheme(518), "RNBQKBNR");
    for n in 0..960usize {
        let game = Match {
            options: vec![vec![n as i16]],
            ..ready.game.clone()
        };
        let game = <Core as Stage>::begin(&rules, &game).expect("a game");
        assert_eq!(first_row(&game, &letter), scheme(n), "array {n}");
    }
}

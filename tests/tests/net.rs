//! The beginning of a game of every group of the net is as the file says; the binary `net` plays all games.
use std::collections::BTreeMap;
use tests::net::groups;

const GROUPS: &str = include_str!("../net/groups.toml");
const GAMES: &str = include_str!("../net/games.txt");

#[test]
fn a_game_of_each_group_begins_as_it_did() {
    let quick = GAMES.lines().filter_map(|line| {
        let (name, rest) = line.split_once(' ')?;
        rest.starts_with("quick ").then_some((name, line))
    });
    let kept: BTreeMap<&str, &str> = quick.collect();
    let all = groups(GROUPS);
    assert!(all.len() > 100, "{} groups", all.len());
    let differing: Vec<String> = (all.iter())
        .filter_map(|group| {
            let now = group.quick_line(&group.ready());
            let was = kept
                .get(group.name().as_str())
                .copied()
                .unwrap_or("nothing");
            (now != was).then(|| format!("was {was}\nis  {now}"))
        })
        .collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn the_file_has_every_block_of_every_group() {
    let count = |name: &str| {
        let of = |line: &&str| line.split(' ').next() == Some(name);
        GAMES.lines().filter(of).count() as u64
    };
    let mut games = 0;
    for group in groups(GROUPS) {
        assert_eq!(count(&group.name()), group.blocks() + 1, "{}", group.name());
        games += group.games;
    }
    assert!(games >= 10_000, "{games} games");
}

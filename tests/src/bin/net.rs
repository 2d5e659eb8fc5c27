//! Plays the games of the net (`tests/net/groups.toml`) and compares what they came to with `tests/net/games.txt`, or writes that
//! file anew: `cargo run --release -p armorial-tests --bin net [-- --write] [--only NAME]`.
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tests::net::{Group, groups};

fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let write = args.iter().any(|a| a == "--write");
    let only = (args.iter().position(|a| a == "--only")).and_then(|i| args.get(i + 1));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("net");
    let file = folder.join("games.txt");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let all = groups(&read(&folder.join("groups.toml")));
    let chosen: Vec<&Group> = (all.iter())
        .filter(|g| only.is_none_or(|name| g.name().contains(name.as_str())))
        .collect();
    let lines = play(&chosen);
    let decisions: u64 = lines
        .iter()
        .filter_map(|l| l.split(' ').nth(2)?.parse::<u64>().ok())
        .sum();
    let games: u64 = chosen.iter().map(|g| g.games).sum();
    println!("{games} games, {decisions} decisions");
    if write {
        let mut kept: BTreeMap<String, String> = read(&file).lines().map(keyed).collect();
        if only.is_none() {
            kept.clear();
        }
        kept.extend(lines.iter().map(|l| keyed(l)));
        let text: String = kept.into_values().map(|l| l + "\n").collect();
        if let Err(e) = std::fs::write(&file, text) {
            eprintln!("{}: {e}", file.display());
            return 2.into();
        }
        return 0.into();
    }
    let kept: BTreeMap<String, String> = read(&file).lines().map(keyed).collect();
    let mut differing = 0;
    for line in &lines {
        let (key, line) = keyed(line);
        match kept.get(&key) {
            Some(old) if *old == line => continue,
            Some(old) => println!("was {old}\nis  {line}"),
            None => println!("not in the file: {line}"),
        }
        differing += 1;
    }
    println!("{} blocks, {differing} differ", lines.len());
    u8::from(differing > 0).into()
}

/// A line by its group and block.
fn keyed(line: &str) -> (String, String) {
    let mut words = line.split(' ');
    let (name, block) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    (format!("{name} {block:0>4}"), line.to_string())
}

/// The lines of all blocks, on two threads.
fn play(groups: &[&Group]) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let lines = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let clock = Instant::now();
                    let ready = group.ready();
                    let mut played: Vec<String> =
                        (0..group.blocks()).map(|b| group.line(&ready, b)).collect();
                    played.push(group.quick_line(&ready));
                    eprintln!("{:>7.1} s {}", clock.elapsed().as_secs_f64(), group.name());
                    if let Ok(mut lines) = lines.lock() {
                        lines.extend(played);
                    }
                }
            });
        }
    });
    lines.into_inner().unwrap_or_default()
}

//! What the core has no plan for yet: each group of the net whose match it refuses, with the form and its rule.
use engine::core::any::AnyPlan;
use std::path::Path;
use tests::net::groups;

fn main() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("net/groups.toml");
    let text = std::fs::read_to_string(file).expect("groups.toml");
    let (mut linked, mut all) = (0, 0);
    for group in groups(&text) {
        all += 1;
        let ready = group.ready();
        match AnyPlan::link(&ready.rules, &ready.game_of(0)) {
            Ok(_) => linked += 1,
            Err(refusal) => {
                let at = refusal.rule.map_or(String::new(), |r| {
                    let src = &ready.rules.sources[ready.rules.rules[r.index()].src.index()];
                    format!("  {}", src.words.chars().take(110).collect::<String>())
                });
                println!("{}: {refusal}{at}", group.name());
            }
        }
    }
    println!("{linked} of {all} groups");
}

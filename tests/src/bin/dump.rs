fn main() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("net/groups.toml");
    let text = std::fs::read_to_string(file).expect("groups.toml");
    let out = std::path::PathBuf::from(std::env::args().nth(1).expect("folder"));
    for group in tests::net::groups(&text) {
        let ready = group.ready();
        let games: Vec<_> = (0..20).map(|s| ready.game_of(s)).collect();
        let value = (ready.rules.as_ref(), games);
        std::fs::write(
            out.join(group.name().replace('/', "_")),
            serde_json::to_string(&value).expect("json"),
        )
        .expect("written");
    }
}

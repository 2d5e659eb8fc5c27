//! The grammars under `editors/` are what the word table makes of them.
use std::path::Path;

#[test]
fn the_files_under_editors_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (path, made) in lsp::grammar::all() {
        let file = root.join(path);
        if std::env::var_os("ARMORIAL_WRITE").is_some() {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, &made).unwrap();
        }
        let found = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            found == made,
            "{path} is not what the word table makes: ARMORIAL_WRITE=1 cargo test -p armorial-lsp grammars"
        );
    }
}

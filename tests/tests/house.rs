//! The house stands as ARCHITECTURE.md draws it: every module has a floor, and what it imports lies on a lower one. No circles follow.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The floor of every module of a crate, by the block of ARCHITECTURE.md that begins with "floors of NAME", lowest first.
fn floors(page: &str, name: &str) -> BTreeMap<String, usize> {
    let start = format!("```text\nfloors of {name}\n");
    let block = page
        .split(&start)
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let lines = block
        .unwrap_or_else(|| panic!("no floors of {name}"))
        .lines();
    let modules = lines.enumerate().flat_map(|(floor, line)| {
        line.split_whitespace()
            .map(move |module| (module.to_string(), floor))
    });
    modules.collect()
}

/// Every file of a folder and the module of the crate's first level that it belongs to; files of tests are left out.
fn files(folder: &Path, module: Option<&str>, found: &mut Vec<(String, PathBuf)>) {
    let mut entries: Vec<PathBuf> = (std::fs::read_dir(folder).expect("a folder of the crate"))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        let stem = path
            .file_stem()
            .and_then(|s| s.to_str())
            .unwrap_or_default()
            .to_string();
        if stem == "tests" {
            continue;
        }
        let of = module.unwrap_or(&stem).to_string();
        if path.is_dir() {
            files(&path, Some(&of), found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push((of, path));
        }
    }
}

/// The modules of the crate that a text names in code: `crate::NAME`, `crate::{NAME, ..}`.
fn imports(text: &str) -> Vec<String> {
    let code: String = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| format!("{line}\n"))
        .collect();
    let word = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            None => found.push(word(rest)),
            Some(list) => {
                let mut depth = 0;
                let mut name = String::new();
                for c in list.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => found.push(word(std::mem::take(&mut name).trim())),
                        _ if depth == 0 => name.push(c),
                        _ => {}
                    }
                }
                found.push(word(name.trim()));
            }
        }
    }
    found
}

/// What goes up or sideways, in words.
fn wrong(root: &Path, floors: &BTreeMap<String, usize>) -> Vec<String> {
    let mut found = Vec::new();
    files(root, None, &mut found);
    let mut wrong = Vec::new();
    for (module, path) in found {
        if matches!(module.as_str(), "lib" | "main") {
            continue;
        }
        let Some(floor) = floors.get(&module) else {
            wrong.push(format!("{}: `{module}` has no floor", path.display()));
            continue;
        };
        let text = std::fs::read_to_string(&path).expect("a file of the crate");
        for other in imports(&text) {
            // what is no module is a type or a constant of the crate's root
            if other != module && floors.get(&other).is_some_and(|its| its >= floor) {
                wrong.push(format!("{}: `{module}` imports `{other}`", path.display()));
            }
        }
    }
    wrong
}

#[test]
fn imports_go_down_only() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = std::fs::read_to_string(top.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    for name in ["engine", "dsl", "cli"] {
        let floors = floors(&page, name);
        let root = top.join(name).join("src");
        assert_eq!(wrong(&root, &floors), Vec::<String>::new());
        for module in floors.keys() {
            let there = root.join(module).is_dir() || root.join(format!("{module}.rs")).is_file();
            assert!(there, "{name} has no module `{module}`");
        }
    }
}

#[test]
fn an_import_that_goes_up_is_found() {
    let names = imports(
        "use crate::{ids, rules::{Set, Num}, play};\nfn f() { crate::session::g() }\n/// crate::above\n",
    );
    assert_eq!(names, ["ids", "rules", "play", "session"]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src");
    let page = "```text\nfloors of engine\nsession notation\nids\nrules random play present fen position_text record machine core\n```";
    let wrong = wrong(&root, &floors(page, "engine"));
    assert!(
        wrong
            .iter()
            .any(|w| w.ends_with("`session` imports `notation`")),
        "{wrong:?}"
    );
    assert!(
        wrong
            .iter()
            .any(|w| w.ends_with("`notation` imports `rules`")),
        "{wrong:?}"
    );
}

/// The arms `_ =>` of a file that do not refuse, with their lines.
fn silent_arms(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let arm = |line: &str| line.trim_start().starts_with("_ =>");
    let found = lines.iter().enumerate().filter(|(at, line)| {
        let rest = lines[*at..].iter().take(4);
        arm(line) && !rest.into_iter().any(|l| l.contains("refuse("))
    });
    found
        .map(|(at, line)| format!("{}: {}", at + 1, line.trim()))
        .collect()
}

/// Where the IR is walked and lowered, a form that nobody thought of does not compile or is refused: no arm takes "the rest" and goes on.
/// Two arms stay, each on the safe side: a mask that is worked out anew, a guard that is asked with its whole event.
#[test]
fn no_arm_swallows_a_form_of_the_ir() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src");
    let mut found = Vec::new();
    files(&engine.join("rules"), Some("rules"), &mut found);
    files(&engine.join("core/lower"), Some("core"), &mut found);
    assert!(found.len() > 30, "{found:?}");
    let mut silent = Vec::new();
    for (_, path) in found {
        let text = std::fs::read_to_string(&path).expect("a file of the engine");
        let name = path.file_name().and_then(|n| n.to_str()).expect("its name");
        silent.extend(
            silent_arms(&text)
                .into_iter()
                .map(|arm| (name.to_string(), arm)),
        );
    }
    let names: Vec<&str> = silent.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["finish.rs", "patterns.rs"], "{silent:?}");
}

#[test]
fn a_silent_arm_is_found() {
    let text = "match x {\n    A => 1,\n    _ => return refuse(\"x\"),\n}\nmatch y {\n    _ => None,\n}\n\n\n";
    assert_eq!(silent_arms(text), ["6: _ => None,"]);
}

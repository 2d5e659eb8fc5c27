//! The book is whole: every page is in its contents, every link stays inside it, and what is made from data is as the data are now.
//! `ARMORIAL_WRITE=1 cargo test -p armorial-tests book` makes those parts anew.
use dsl::library::Library;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use tests::book::{self, Clauses, Entry, Mechanism};
use tests::pages::{fill, links, made, prose};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn source() -> PathBuf {
    root().join("docs/book/src")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// All pages of the book, as paths from its source.
fn pages() -> BTreeSet<String> {
    fn below(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                below(&path, found);
            } else {
                let name = path.strip_prefix(source()).expect("a page");
                found.insert(name.display().to_string());
            }
        }
    }
    let mut found = BTreeSet::new();
    below(&source(), &mut found);
    found.remove("SUMMARY.md");
    found
}

#[test]
fn every_page_is_in_the_contents_once() {
    let contents = read(&source().join("SUMMARY.md"));
    let listed = links(&contents);
    let once: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), once.len(), "a page is listed twice");
    assert_eq!(once, pages());
    for line in contents.lines().filter(|line| line.contains("](")) {
        let (before, _) = line.split_once('[').expect("a title");
        let set_in = ["", "- ", "  - "].contains(&before);
        assert!(set_in, "SUMMARY.md: {line}");
    }
}

#[test]
fn every_page_begins_with_its_heading_and_has_one() {
    for page in pages() {
        let text = prose(&read(&source().join(&page)));
        let first = text.lines().next().unwrap_or_default();
        assert!(first.starts_with("# "), "{page}: {first}");
        let more = text.lines().skip(1).any(|line| line.starts_with("# "));
        assert!(!more, "{page}: a second heading of the first rank");
    }
}

#[test]
fn links_of_the_book_stay_inside_it() {
    let pages = pages();
    let mut checked = 0;
    for page in &pages {
        for link in links(&read(&source().join(page))) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let folder = Path::new(page).parent().expect("a folder");
            let mut parts: Vec<String> = vec![];
            for part in folder.join(target).components() {
                match part {
                    Component::ParentDir => {
                        assert!(
                            parts.pop().is_some(),
                            "{page}: {link} leads out of the book"
                        );
                    }
                    Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
                    _ => {}
                }
            }
            let to = parts.join("/");
            assert!(pages.contains(&to), "{page}: {link} is no page of the book");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} links");
}

fn words() -> toml::Table {
    let path = root().join("dsl/src/phrase/words.toml");
    toml::from_str(&read(&path)).expect("the word table")
}

fn library() -> Vec<Entry> {
    let files = library::FILES.iter().map(|file| (file.path, file.text));
    book::entries_of(&Library::parse(files))
}

fn mechanisms() -> Vec<Mechanism> {
    #[derive(Deserialize)]
    struct File {
        mechanism: Vec<Mechanism>,
    }
    let text = read(&root().join("docs/book/mechanisms.toml"));
    let file: File = toml::from_str(&text).expect("the mechanisms");
    file.mechanism
}

fn clauses() -> Clauses {
    #[derive(Deserialize)]
    struct Clause {
        id: String,
        says: String,
    }
    #[derive(Deserialize)]
    struct File {
        #[serde(default)]
        clause: Vec<Clause>,
    }
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(root().join("tests/ledger"))
        .expect("the ledger")
        .flatten()
    {
        let file: File = toml::from_str(&read(&entry.path())).expect("a ledger");
        all.extend(file.clause.into_iter().map(|c| (c.id, c.says)));
    }
    all
}

#[test]
fn what_is_made_from_data_is_up_to_date() {
    let (words, library, mechanisms, clauses) = (words(), library(), mechanisms(), clauses());
    let meetings = read(&source().join("meetings.md"));
    let make = |name: &str| match name {
        "verbs" => book::verbs(&words),
        "roles" => book::roles(&words),
        "words" => book::glossary(&words),
        "armies" => book::index(&library, &mechanisms),
        "mechanisms" => book::by_mechanism(&library, &mechanisms),
        "clauses" => book::clauses_of(&prose(&meetings), &clauses),
        _ => {
            let page = name.strip_prefix("who does ");
            let found = mechanisms.iter().find(|m| m.page.as_deref() == page);
            book::doers(
                &library,
                found.unwrap_or_else(|| panic!("what is `{name}`?")),
            )
        }
    };
    let mut stale = vec![];
    let mut all = BTreeSet::new();
    for page in pages() {
        let path = source().join(&page);
        let old = read(&path);
        let mut new = old.clone();
        for name in made(&old) {
            new = fill(&new, &name, &make(&name))
                .unwrap_or_else(|| panic!("{page}: {name} has no end"));
            all.insert(name);
        }
        if page == "rulings.md" {
            new = book::rulings(&new, &clauses);
        }
        if new != old && std::env::var_os("ARMORIAL_WRITE").is_some() {
            fs::write(&path, &new).expect("a page");
        } else if new != old {
            stale.push(page);
        }
    }
    assert!(
        stale.is_empty(),
        "{stale:?}: ARMORIAL_WRITE=1 cargo test -p armorial-tests book"
    );
    let recipes = mechanisms.iter().filter_map(|m| m.page.as_ref());
    let recipes = recipes.map(|page| format!("who does {page}"));
    let fixed = ["verbs", "roles", "words", "armies", "mechanisms", "clauses"];
    let known: BTreeSet<String> = recipes.chain(fixed.map(String::from)).collect();
    assert_eq!(all, known, "every part has a page");
}

#[test]
fn every_army_does_something_and_every_thing_is_done() {
    let (library, mechanisms) = (library(), mechanisms());
    let armies = library.iter().filter(|e| e.sort == "army");
    let editions: usize = armies.map(|e| e.of.len()).sum();
    assert_eq!(editions, 85, "armies of the library");
    let rows = book::index(&library, &mechanisms);
    let idle: Vec<&str> = rows.lines().filter(|row| row.ends_with("|  |")).collect();
    assert_eq!(
        idle,
        Vec::<&str>::new(),
        "nothing says what these armies do"
    );
    for mechanism in &mechanisms {
        let rows = book::doers(&library, mechanism).lines().count();
        assert!(rows > 2, "nobody does `{}`", mechanism.name);
    }
}

#[test]
fn a_ruling_without_its_clause_gets_it() {
    let clauses = Clauses::from([
        ("club.a.1".to_string(), "One | two.".to_string()),
        ("web.a.1".to_string(), "One.".to_string()),
        ("b.2".to_string(), "Three.".to_string()),
    ]);
    let page = "| clause | ruling |\n|---|---|\n| a.1 with b.2 | So. |\n\n| case | ruling |\n|---|---|\n| b.2 | No. |\n";
    let full = "| clause | it says | ruling |\n|---|---|---|\n\
        | a.1 with b.2 | *club.a.1* One \\| two.<br>*web.a.1* One.<br>*b.2* Three. | So. |\n\n\
        | case | ruling |\n|---|---|\n| b.2 | No. |\n";
    assert_eq!(book::rulings(page, &clauses), full);
    assert_eq!(book::rulings(full, &clauses), full);
}

//! `armorial lsp`: the language server on standard input and output. What it answers is in `armorial-lsp`; here is what it needs
//! from the program: files, the shelf and the scenario runner.
use crate::Literal;
use crate::board;
use crate::exit::{Exit, Failure};
use crate::scenario::cases::run_one;
use crate::scenario::point::Act;
use crate::scenario::run::{Played, run as run_script};
use crate::scenario::{Stage, start};
use crate::shelf::Shelf;
use crate::sources::{self, EXTENSIONS, MAX_FILES, Source};
use dsl::diagnostic::Diagnostic;
use dsl::gather::Setting;
use dsl::library::Library;
use engine::rules::{Given, Ruleset, Script, ScriptSays};
use engine::session::Running;
use lsp::{File, Host, Ran};
use std::path::Path;
use std::sync::Arc;

/// Folders that hold no rule files of anybody.
const PASSED_OVER: [&str; 2] = ["target", "node_modules"];
/// Most entries of folders that are looked at.
const MOST_ENTRIES: usize = 50_000;

/// Serves one editor on standard input and output.
pub fn run() -> Result<Exit, Failure> {
    lsp::serve_stdio(Arc::new(Desk)).map_err(Failure::said)?;
    Ok(Exit::Fine)
}

/// What the server needs from the program.
pub struct Desk;

impl Desk {
    fn shelf_of(own: &[File], asked: usize, before: &Library) -> Shelf {
        let own = own.iter().map(|(path, text)| Source {
            path: path.clone(),
            text: text.clone(),
        });
        Shelf::of_texts_after(own.collect(), asked, before)
    }
}

impl Host for Desk {
    fn folder(&self, path: &str) -> Vec<File> {
        let mut found = Vec::new();
        let mut seen = 0;
        walk(Path::new(path), 0, &mut seen, &mut found);
        found
    }

    fn shelf(&self, own: &[File], before: Option<&lsp::Shelf>) -> lsp::Shelf {
        let nothing = Library::default();
        let before = before.map_or(&nothing, |b| &b.library);
        lsp::Shelf {
            library: Desk::shelf_of(own, own.len(), before).library,
            own: own.len(),
        }
    }

    fn problems(&self, own: &[File], asked: usize) -> (lsp::Shelf, Vec<Diagnostic>, Vec<Setting>) {
        let shelf = Desk::shelf_of(own, asked, &Library::default());
        let (problems, settings) = (crate::trial::problems(&shelf), shelf.settings());
        let read = lsp::Shelf {
            library: shelf.library,
            own: own.len(),
        };
        (read, problems, settings)
    }

    fn run(&self, own: &[File], title: &str) -> Vec<Ran> {
        let shelf = Desk::shelf_of(own, 1, &Library::default());
        let cases = shelf.cases().cases;
        let cases = cases.into_iter().filter(|c| c.script.title == title);
        let ran = cases.map(|case| {
            let outcome = run_one(&case);
            let mut ran = Ran {
                variant: case.setting.clone(),
                ..Ran::default()
            };
            let mut script = case.script;
            if let Some(fault) = outcome.failed {
                let failed = script.lines.iter().position(|l| {
                    let source = case.rules.sources.get(l.src.index());
                    source
                        .is_some_and(|s| (&s.file, s.line) == (&fault.place.file, fault.place.line))
                });
                script.lines.truncate(failed.unwrap_or(0));
                ran.failed = Some(format!("{}\n{}", fault.words, fault.message));
                ran.place = Some(fault.place.short());
            }
            ran.board = board_behind(&case.rules, &script);
            ran
        });
        ran.collect()
    }

    fn place(&self, embedded: &str) -> Option<String> {
        let file = library::FILES.iter().find(|f| f.path == embedded)?;
        let folder =
            std::env::temp_dir().join(format!("armorial-library-{}", env!("CARGO_PKG_VERSION")));
        let path = folder.join(file.path);
        if std::fs::read_to_string(&path).ok().as_deref() != Some(file.text) {
            std::fs::create_dir_all(path.parent()?).ok()?;
            std::fs::write(&path, file.text).ok()?;
        }
        path.to_str().map(str::to_owned)
    }
}

/// The board behind the last line of a scenario that comes true so far.
fn board_behind(rules: &Arc<Ruleset>, script: &Script) -> Option<String> {
    let played: Played = run_script::<Literal>(rules, script).ok()?;
    let mut game: Literal = start::game(rules, script).ok()?;
    for (line, acts) in script.lines.iter().zip(&played.acts) {
        match &line.says {
            ScriptSays::Given(Given::Choice(..)) => {}
            ScriptSays::Given(given) => game.give(std::slice::from_ref(given)).ok()?,
            ScriptSays::StartsTurn(seat) => game.start_turn(*seat).ok()?,
            _ => {}
        }
        for act in acts {
            match act {
                Act::Answer(index) => game.answer(*index).ok()?,
                Act::Table(seat, name) => game.table_act(*seat, name).ok()?,
            }
        }
    }
    let drawn = board::draw(rules, &game.view(None));
    Some(anstream::adapter::strip_str(&drawn).to_string())
}

/// The rule files below a folder; what cannot be read is left out.
fn walk(folder: &Path, depth: usize, seen: &mut usize, found: &mut Vec<File>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        *seen += 1;
        if *seen > MOST_ENTRIES || found.len() >= MAX_FILES {
            return;
        }
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or(".");
        if path.is_dir() {
            let passed_over = name.starts_with('.') || PASSED_OVER.contains(&name);
            if !passed_over && depth < sources::MAX_DEPTH && !path.is_symlink() {
                walk(&path, depth + 1, seen, found);
            }
        } else if path
            .extension()
            .and_then(|e| e.to_str())
            .is_some_and(|e| EXTENSIONS.contains(&e))
            && let Some(name) = path.to_str()
            && let Ok(text) = sources::read(name)
        {
            found.push((name.to_owned(), text));
        }
    }
}

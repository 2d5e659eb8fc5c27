//! `armorial lsp`: the language server on standard input and output. What it answers is in `armorial-lsp`; here is what it needs
//! from the program: files, the shelf and the scenario runner.
use crate::Core;
use crate::board;
use crate::exit::{Exit, Failure};
use crate::scenario::cases::run_one;
use crate::scenario::run::{Played, run as run_script};
use crate::scenario::start;
use crate::sheet::plain_army;
use crate::shelf::Shelf;
use crate::sources::{self, EXTENSIONS, MAX_FILES, Source};
use dsl::diagnostic::Diagnostic;
use dsl::gather::{Armies, Setting};
use dsl::library::Library;
use dsl::syntax::{Unit, UnitKind};
use engine::ids::{ArmyId, KindId};
use engine::notation;
use engine::play::Match;
use engine::rules::{Ruleset, Script};
use engine::session::Running;
use lsp::{File, Host, Moves, Ran};
use pictures::MoveMap;
use std::path::Path;
use std::sync::Arc;

/// Folders that hold no rule files of anybody.
const PASSED_OVER: [&str; 2] = ["target", "node_modules"];
/// Most entries of folders that are looked at.
const MOST_ENTRIES: usize = 50_000;

/// Serves one editor on standard input and output.
pub fn run() -> Result<Exit, Failure> {
    let book = crate::links::book();
    lsp::serve_stdio(Arc::new(Desk { book })).map_err(Failure::said)?;
    Ok(Exit::Fine)
}

/// What the server needs from the program.
#[derive(Default)]
pub struct Desk {
    /// Where the book is on the web, as the project says in which the server was started.
    book: String,
}

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

    fn moves(&self, own: &[File]) -> Vec<Moves> {
        let shelf = Desk::shelf_of(own, 1, &Library::default());
        let mut found: Vec<Moves> = Vec::new();
        for kind in [
            UnitKind::Army,
            UnitKind::Mode,
            UnitKind::Variant,
            UnitKind::Scenario,
        ] {
            for unit in shelf.asked_units(kind) {
                let Some((rules, game)) = usual_game(&shelf, unit) else {
                    continue;
                };
                for moves in drawn(&rules, &game) {
                    if !found.iter().any(|m| m.kind == moves.kind) {
                        found.push(moves);
                    }
                }
            }
        }
        found
    }

    fn book(&self) -> String {
        self.book.clone()
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

/// The game in which the kinds of a unit are shown: an army in the first seat, elsewhere the army without a power.
fn usual_game(shelf: &Shelf, unit: &Unit) -> Option<(Arc<Ruleset>, Match)> {
    let name = unit.name.text.clone();
    let variant = match unit.kind {
        UnitKind::Variant => name.clone(),
        _ => unit.of.first()?.text.clone(),
    };
    let plain = plain_army(&shelf.library, &variant);
    let army = (unit.kind == UnitKind::Army).then(|| name.clone());
    let setting = Setting {
        modes: (unit.kind == UnitKind::Mode)
            .then_some(name)
            .into_iter()
            .collect(),
        armies: Armies::These(army.iter().cloned().chain(plain).collect()),
        ..Setting::of(&variant)
    };
    let rules = Arc::new(shelf.compile(&setting).rules?);
    let mut game = start::usual(&rules, 0);
    game.armies.fill(rules.plain_army);
    let named = |a: &engine::rules::Army| Some(notation::text(&rules, a.name)) == army.as_deref();
    if let Some(id) = rules.armies.iter().position(named)
        && let Some(first) = game.armies.first_mut()
    {
        *first = Some(ArmyId::from(id));
    }
    Some((rules, game))
}

/// The moves of the kinds of a game, those of an army before those of the game they change.
fn drawn(rules: &Arc<Ruleset>, game: &Match) -> Vec<Moves> {
    let mut kinds: Vec<usize> = (0..rules.kinds.len())
        .filter(|k| !rules.kinds[*k].card)
        .collect();
    kinds.sort_by_key(|k| rules.kinds[*k].army.is_none());
    let drawn = kinds.into_iter().filter_map(|k| {
        let map = pictures::moves(rules, game, KindId::from(k))?;
        Some(Moves {
            kind: notation::text(rules, rules.kinds[k].name).to_string(),
            text: pictures::text::moves(rules, &map),
            reach: reach(rules, &map),
        })
    });
    drawn.collect()
}

/// How many squares a piece reaches from the middle of the empty board, in words.
fn reach(rules: &Ruleset, map: &MoveMap) -> String {
    let count = |f: fn(&pictures::Mark) -> bool| map.marks.values().filter(|m| f(m)).count();
    let (quiet, takes) = (count(|m| m.open && m.quiet), count(|m| m.open && m.takes));
    let both = count(|m| m.open && m.quiet && m.takes);
    let from = notation::square(rules, map.at);
    let squares = |n: usize| crate::render::counted(n, "square");
    match (quiet, takes) {
        _ if quiet == both && takes == both => format!("reaches {} from {from}", squares(both)),
        _ => format!(
            "moves to {} and captures on {takes} from {from}",
            squares(quiet)
        ),
    }
}

/// The board behind the last line of a scenario that comes true so far.
fn board_behind(rules: &Arc<Ruleset>, script: &Script) -> Option<String> {
    let played: Played<Core> = run_script::<Core>(rules, script).ok()?;
    let game = played.games.last().unwrap_or(&played.start);
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

//! `armorial lock`: the hashes of the rules that a project's files say, kept in a file, so that everybody sees whether rules that were
//! handed in or played with are still the same.
use crate::args::Lock;
use crate::exit::{Exit, Failure};
use crate::project::{self, LANGUAGE};
use crate::render::{self, counted};
use crate::shelf::Shelf;
use crate::{files, sources, talk};
use dsl::gather::{Armies, Setting};
use dsl::syntax::{Unit, UnitKind};
use engine::record;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// The name of the lock file.
const NAME: &str = "armorial.lock";
/// Version of the lock file's shape.
const VERSION: u32 = 1;

/// What a lock file says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    /// The version of the rules language.
    language: u32,
    /// The version of the program that made the hashes: another one may read a sentence into another shape.
    program: String,
    #[serde(default)]
    rules: Vec<Entry>,
}

/// One army, mode or variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// `army`, `mode` or `variant`.
    what: String,
    name: String,
    /// The variant it is for; of a variant its own name.
    of: String,
    hash: String,
}

/// Writes the lock file, or compares it.
pub fn run(args: &Lock) -> Result<Exit, Failure> {
    let (paths, project) = project::of(&args.paths)?;
    if paths.is_empty() {
        return Err(Failure::said(format!(
            "nothing to lock: name files, or folders, or write them into {}",
            project::NAME
        )));
    }
    let to = args.file.clone().unwrap_or_else(|| {
        let folder = project.file.as_deref().and_then(|f| Path::new(f).parent());
        folder
            .unwrap_or(Path::new(""))
            .join(NAME)
            .display()
            .to_string()
    });
    let shelf = Shelf::with(&paths)?;
    let now = entries(&shelf)?;
    if now.is_empty() {
        return Err(Failure::said("no army, mode or variant there to lock"));
    }
    if args.check {
        return compare(&to, &now);
    }
    let file = File {
        version: VERSION,
        language: LANGUAGE,
        program: env!("CARGO_PKG_VERSION").to_string(),
        rules: now,
    };
    let text = toml::to_string(&file).map_err(|e| Failure::said(e.to_string()))?;
    let text = format!(
        "# Written by `armorial lock`; `armorial lock --check` says what has changed since.\n{text}"
    );
    files::write(&to, &text)?;
    talk::say(&format!(
        "{to}: {} locked",
        counted(file.rules.len(), "item")
    ));
    Ok(Exit::Fine)
}

/// Every army, mode and variant asked about with the hash of what it plays: an army alone in its variant, a mode or a variant without
/// armies.
fn entries(shelf: &Shelf) -> Result<Vec<Entry>, Failure> {
    let mut all = Vec::new();
    for (kind, what) in [
        (UnitKind::Variant, "variant"),
        (UnitKind::Mode, "mode"),
        (UnitKind::Army, "army"),
    ] {
        for unit in shelf.asked_units(kind) {
            let of: Vec<&str> = match kind {
                UnitKind::Variant => vec![&unit.name.text],
                _ => unit.of.iter().map(|v| v.text.as_str()).collect(),
            };
            for of in of {
                all.push(Entry {
                    what: what.to_string(),
                    name: unit.name.text.clone(),
                    of: of.to_string(),
                    hash: hash(shelf, unit, of)?,
                });
            }
        }
    }
    all.sort_by(|a, b| (&a.what, &a.name, &a.of).cmp(&(&b.what, &b.name, &b.of)));
    Ok(all)
}

fn hash(shelf: &Shelf, unit: &Unit, of: &str) -> Result<String, Failure> {
    let name = vec![unit.name.text.clone()];
    let (modes, armies) = match unit.kind {
        UnitKind::Army => (Vec::new(), name),
        UnitKind::Mode => (name, Vec::new()),
        _ => (Vec::new(), Vec::new()),
    };
    let compiled = shelf.compile(&Setting {
        modes,
        armies: Armies::These(armies),
        ..Setting::of(of)
    });
    let Some(rules) = compiled.rules else {
        let errors = compiled.problems.iter().filter(|d| d.is_error());
        let told = render::diagnostics(errors, shelf.library.files());
        return Err(Failure::Rendered(told.join("\n\n")));
    };
    record::identity(&rules).map_err(|e| Failure::said(e.to_string()))
}

/// Names what is not as the lock file says.
fn compare(path: &str, now: &[Entry]) -> Result<Exit, Failure> {
    let then: File = toml::from_str(&sources::read(path)?)
        .map_err(|e| Failure::said(format!("{path}: {}", e.to_string().trim_end())))?;
    if then.version != VERSION {
        let version = then.version;
        return Err(Failure::said(format!(
            "{path}: version {version} of a lock file is not known; this program reads {VERSION}"
        )));
    }
    let key = |e: &Entry| (e.what.clone(), e.name.clone(), e.of.clone());
    let by_key = |all: &[Entry]| -> BTreeMap<_, String> {
        all.iter().map(|e| (key(e), e.hash.clone())).collect()
    };
    let (then_by, now_by) = (by_key(&then.rules), by_key(now));
    let mut out = anstream::stdout().lock();
    let mut differ = 0;
    let keys: std::collections::BTreeSet<_> = then_by.keys().chain(now_by.keys()).collect();
    for key in keys {
        let how = match (then_by.get(key), now_by.get(key)) {
            (Some(then), Some(now)) if then == now => continue,
            (Some(_), Some(_)) => "changed",
            (None, _) => "new",
            (_, None) => "gone",
        };
        differ += 1;
        let (what, name, of) = key;
        let of = if what == "variant" {
            String::new()
        } else {
            format!(" of {of}")
        };
        writeln!(out, "{how}: {what} {name}{of}")?;
    }
    if differ > 0 && then.program != env!("CARGO_PKG_VERSION") {
        talk::say(&format!(
            "the lock was written by version {}; another version may give other hashes for the same rules",
            then.program
        ));
    }
    if differ == 0 {
        talk::say(&format!("{path}: {} as locked", counted(now.len(), "item")));
    }
    Ok(Exit::found(differ > 0))
}

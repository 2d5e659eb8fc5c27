//! What `armorial read` prints reads again, and as the same rules: every sentence of the library is put back into its file as it was
//! read, and what is read then is held against what was read before, places and the words of names aside.
//! `ARMORIAL_SHOW=1 cargo test -p armorial-dsl --test all round -- --nocapture` prints what does not, with the reason.
use armorial_dsl::compile::check;
use armorial_dsl::gather::{Armies, Setting};
use armorial_dsl::library::Library;
use armorial_dsl::phrase::readings;
use armorial_dsl::syntax::{FileId, Unit, UnitKind};
use engine::rules::{Form, Ruleset};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A sentence of a file: its bytes, its form, what was read.
struct Said {
    file: usize,
    lo: usize,
    words: String,
    form: &'static str,
    readings: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All rule files, variants first.
fn files() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["variants", "armies", "examples"] {
        walk(&root().join(folder), &mut found);
    }
    found.sort();
    let text = |p: &PathBuf| std::fs::read_to_string(p).unwrap_or_default();
    let named = |p: &PathBuf| p.strip_prefix(root()).unwrap_or(p).display().to_string();
    found.iter().map(|p| (named(p), text(p))).collect()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|e| e.path()) {
        let rules = ["variant", "army", "mode", "deck"];
        let ends = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        if path.is_dir() {
            walk(&path, found);
        } else if rules.contains(&ends) {
            found.push(path);
        }
    }
}

/// The match in which a unit is read.
fn setting(library: &Library, unit: &Unit) -> Option<Setting> {
    let alone = |variant: &str| Setting {
        armies: Armies::These(Vec::new()),
        terse: true,
        ..Setting::of(variant)
    };
    let name = unit.name.text.clone();
    let known = |v: &&str| library.find(UnitKind::Variant, v).is_some();
    let of = unit.of.iter().map(|v| v.text.as_str()).find(known);
    match unit.kind {
        UnitKind::Variant => Some(alone(&name)),
        UnitKind::Army => of.map(|v| Setting {
            armies: Armies::These(vec![name.clone()]),
            ..alone(v)
        }),
        UnitKind::Mode => of.map(|v| Setting {
            modes: vec![name.clone()],
            ..alone(v)
        }),
        UnitKind::Deck | UnitKind::Scenario | UnitKind::Power | UnitKind::Kind => None,
    }
}

fn form(form: &Form) -> &'static str {
    match form {
        Form::Guard { .. } => "cannot, may, must",
        Form::Abilities { .. } => "abilities cannot act",
        Form::View { .. } => "is",
        Form::Movement { .. } | Form::Standing { .. } => "moves",
        Form::Trigger { .. } => "after, before, as soon as, at",
        Form::Action { .. } => "instead of moving",
        Form::Turn(_) | Form::Round(_) | Form::Setup(_) => "on your turn",
    }
}

/// The sentences of a unit that a match reads, those inside others left out.
fn said(rules: &Ruleset, file: usize, path: &str, text: &str, unit: &Unit) -> Vec<Said> {
    let mut all: BTreeMap<(usize, usize), Said> = BTreeMap::new();
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(i, _)| i + 1))
        .collect();
    let forms: BTreeMap<usize, &'static str> = (rules.rules.iter())
        .map(|r| (r.src.index(), form(&r.form)))
        .collect();
    for (src, reading) in readings(rules) {
        let source = &rules.sources[src.index()];
        let Some(line) = starts.get((source.line as usize).wrapping_sub(1)) else {
            continue;
        };
        let before: usize = text[*line..]
            .chars()
            .take(source.column as usize - 1)
            .map(char::len_utf8)
            .sum();
        let lo = line + before;
        let hi = lo + source.words.len();
        let inside = (unit.span.lo as usize..unit.span.hi as usize).contains(&lo);
        if source.file != path || !inside || text.get(lo..hi) != Some(source.words.as_str()) {
            continue;
        }
        let entry = all.entry((lo, usize::MAX - hi)).or_insert_with(|| Said {
            file,
            lo,
            words: source.words.clone(),
            form: forms
                .get(&src.index())
                .copied()
                .unwrap_or("state, call, to"),
            readings: Vec::new(),
        });
        if !entry.readings.contains(&reading) {
            entry.readings.push(reading);
        }
    }
    let mut out: Vec<Said> = Vec::new();
    for said in all.into_values() {
        let within = out.last().is_some_and(|o| said.lo < o.lo + o.words.len());
        if !within {
            out.push(said);
        }
    }
    out
}

/// A ruleset without places and without the words of names: texts in place of their numbers, names numbered as they come.
fn bare(rules: &Ruleset) -> String {
    let Ruleset {
        rules: all,
        fields,
        zones,
        words,
        procs,
        check,
        table,
        limits,
        ..
    } = rules;
    let mut out = String::new();
    for rule in all {
        // what `while` hands down is said by the sentence too: the same condition twice says nothing more
        let mut rule = rule.clone();
        let mut known: Vec<String> = Vec::new();
        rule.when.retain(|c| {
            let said = plain(&format!("{c:?}"), rules);
            let new = !known.contains(&said);
            known.push(said);
            new
        });
        let _ = writeln!(out, "{}", plain(&format!("{rule:?}"), rules));
    }
    let rest =
        format!("{fields:?}\n{zones:?}\n{words:?}\n{procs:?}\n{check:?}\n{table:?}\n{limits:?}");
    out + &plain(&rest, rules)
}

fn plain(debug: &str, rules: &Ruleset) -> String {
    let mut out = String::with_capacity(debug.len());
    let mut names: Vec<&str> = Vec::new();
    let mut rest = debug;
    while !rest.is_empty() {
        let next = [
            "SourceId(",
            "Name(",
            "TextId(",
            "names: [",
            "tags: [",
            "roles: [",
            "keeps: [",
        ]
        .iter()
        .filter_map(|k| rest.find(k).map(|at| (at, *k)))
        .min();
        let Some((at, key)) = next else {
            break;
        };
        let end = if key.ends_with('[') { ']' } else { ')' };
        out.push_str(&rest[..at]);
        let inside = &rest[at + key.len()..];
        let close = inside.find(end).unwrap_or(inside.len());
        let word = &inside[..close];
        match key {
            "Name(" => {
                let n = names.iter().position(|w| *w == word).unwrap_or_else(|| {
                    names.push(word);
                    names.len() - 1
                });
                let _ = write!(out, "Name({n})");
            }
            "TextId(" => {
                let text = word.parse::<usize>().ok().and_then(|n| rules.texts.get(n));
                let _ = write!(out, "{text:?}");
            }
            _ => {}
        }
        rest = &inside[(close + 1).min(inside.len())..];
    }
    out.push_str(rest);
    out
}

/// What becomes of a sentence put back as it was read; none: the same.
fn trial(
    base: &Library,
    texts: &[(String, String)],
    setting: &Setting,
    was: &str,
    said: &Said,
) -> Option<String> {
    let head = said.words.split(['{', '\n']).next().unwrap_or("");
    let label = head
        .trim_start()
        .strip_prefix('*')
        .and_then(|rest| rest.split('*').next());
    let label = label.map_or(String::new(), |l| format!("*{l}* "));
    let again = format!("{label}{}", said.readings.join("; "));
    let texts: Vec<(&str, String)> = (texts.iter().enumerate())
        .map(|(i, (path, text))| {
            let hi = said.lo + said.words.len();
            let text = match i == said.file {
                true => format!("{}{again}{}", &text[..said.lo], &text[hi..]),
                false => text.clone(),
            };
            (path.as_str(), text)
        })
        .collect();
    let library = base.anew(texts);
    let checked = check(&library, setting);
    let file = FileId(said.file as u32);
    let own = library
        .problems()
        .iter()
        .filter(|d| d.span.file == file && d.is_error());
    let errors: Vec<String> = own
        .chain(checked.problems.iter().filter(|d| d.is_error()))
        .map(|d| format!("{}: {}", d.code, d.message))
        .collect();
    let shown = format!(
        "{} -> {again}",
        said.words.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    match (errors.first(), &checked.rules) {
        (Some(first), _) => Some(format!("{shown}\n      {first}")),
        (None, None) => Some(format!("{shown}\n      nothing is read")),
        (None, Some(rules)) => {
            let is = bare(rules);
            let differs = || {
                let (a, b): (Vec<&str>, Vec<&str>) = (was.lines().collect(), is.lines().collect());
                let at = a
                    .iter()
                    .zip(&b)
                    .position(|(a, b)| a != b)
                    .unwrap_or(a.len().min(b.len()));
                let (a, b) = (a.get(at).unwrap_or(&""), b.get(at).unwrap_or(&""));
                let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
                let from = same.saturating_sub(60);
                let cut = |s: &str| {
                    s.get(from..(same + 80).min(s.len()))
                        .unwrap_or("")
                        .to_owned()
                };
                format!("{shown}\n      was {}\n      is  {}", cut(a), cut(b))
            };
            (is != was).then(differs)
        }
    }
}

/// How many sentences of a form come back, and how many there are.
type Counts = BTreeMap<&'static str, (usize, usize)>;
/// A sentence that does not come back: its file, its form, the reason.
type Lost = (String, &'static str, String);

/// Sentences that come back, and all, by form; and what does not.
fn table() -> (Counts, Vec<Lost>) {
    let texts = files();
    let base = Library::parse(texts.iter().map(|(p, t)| (p.as_str(), t.as_str())));
    let mut jobs: Vec<(Setting, String, Said)> = Vec::new();
    for (file, (path, text)) in texts.iter().enumerate() {
        let units = base
            .tree(FileId(file as u32))
            .map_or(&[][..], |t| &t.units[..]);
        for unit in units {
            let Some(setting) = setting(&base, unit) else {
                continue;
            };
            let Some(rules) = check(&base, &setting).rules else {
                continue;
            };
            let was = bare(&rules);
            let all = said(&rules, file, path, text, unit);
            jobs.extend(all.into_iter().map(|s| (setting.clone(), was.clone(), s)));
        }
    }
    let threads = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(4);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut done: Vec<(usize, Option<String>)> = std::thread::scope(|scope| {
        let work = || {
            let mut mine = Vec::new();
            loop {
                let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let Some((setting, was, said)) = jobs.get(i) else {
                    return mine;
                };
                mine.push((i, trial(&base, &texts, setting, was, said)));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|w| w.join().expect("a thread"))
            .collect()
    });
    done.sort();
    let mut counts: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
    let mut lost = Vec::new();
    for (i, why) in done {
        let said = &jobs[i].2;
        let count = counts.entry(said.form).or_default();
        count.1 += 1;
        match why {
            None => count.0 += 1,
            Some(why) => lost.push((texts[said.file].0.clone(), said.form, why)),
        }
    }
    (counts, lost)
}

/// What does not come back, by the beginning of the sentence, and why. This list may only grow shorter.
const LOST: [(&str, &str); 1] = [(
    "the game has a zone of cards called box, starting with the chess-cards",
    "rules keep the cards of a deck and not its name",
)];

#[test]
fn what_is_printed_reads_again_to_the_same_rules() {
    let (counts, lost) = table();
    if std::env::var_os("ARMORIAL_SHOW").is_some() {
        for (file, form, why) in &lost {
            println!("[{form}] {file}: {why}");
        }
        for (form, (same, all)) in &counts {
            println!("{form:<32} {same:>4} of {all:>4}");
        }
    }
    let known = |why: &str| LOST.iter().any(|(words, _)| why.starts_with(words));
    let new: Vec<&str> = (lost.iter().map(|(.., why)| why.as_str()))
        .filter(|why| !known(why))
        .collect();
    assert!(new.is_empty(), "{}", new.join("\n"));
    for (words, why) in LOST {
        let still = lost.iter().any(|(.., told)| told.starts_with(words));
        assert!(still, "`{words}` comes back ({why}): take it off the list");
    }
    let all: usize = counts.values().map(|(_, all)| all).sum();
    assert!(all > 600, "{all} sentences");
}

//! `armorial read`: what the checker understood, sentence by sentence.
use crate::args::Read;
use crate::exit::{Exit, Failure};
use crate::render;
use crate::shelf::Shelf;
use dsl::diagnostic::Diagnostic;
use dsl::phrase::readings;
use dsl::syntax::FileId;
use engine::rules::Ruleset;
use std::collections::BTreeMap;
use std::io::Write;

/// Sentences by file, line and column: the words, and the readings.
pub type Sentences = BTreeMap<(String, u32, u32), (String, Vec<String>)>;

/// Prints every sentence of the files with its reading.
pub fn run(args: &Read) -> Result<Exit, Failure> {
    // the scenarios of the library are read where they are named
    let shelf = match args.paths.is_empty() {
        true => Shelf::to_play(&args.paths)?,
        false => Shelf::with(&args.paths)?,
    };
    let (sentences, mut problems) = sentences(&shelf);
    let own = |file: &str| {
        let files = shelf.library.files().iter().enumerate();
        files
            .filter(|(_, f)| f.name == file)
            .any(|(i, _)| shelf.asked(FileId(i as u32)))
    };
    let mut out = anstream::stdout().lock();
    let dim = anstyle::Style::new().dimmed();
    for ((file, line, _), (words, readings)) in sentences.iter().filter(|((file, ..), _)| own(file))
    {
        writeln!(out, "{words} {dim}{file}:{line}{dim:#}")?;
        for reading in readings {
            writeln!(out, "   {reading}")?;
        }
    }
    let found = shelf.cases();
    let (cases, unread) = (found.cases, found.problems);
    for case in &cases {
        let dim_setting = format!("{dim}{}{dim:#}", case.setting);
        writeln!(out, "scenario \"{}\" {dim_setting}", case.script.title)?;
        let mut last = None;
        for line in &case.script.lines {
            let Some(source) = case.rules.sources.get(line.src.index()) else {
                continue;
            };
            if last != Some(line.src) {
                let words = source.words.lines().next().unwrap_or_default().trim();
                writeln!(out, "{words} {dim}{}:{}{dim:#}", source.file, source.line)?;
                last = Some(line.src);
            }
            writeln!(
                out,
                "   {}",
                crate::scenario::reading::line(&case.rules, line)
            )?;
        }
    }
    if !cases.is_empty()
        || shelf
            .asked_units(dsl::syntax::UnitKind::Scenario)
            .next()
            .is_some()
    {
        problems.extend(unread);
    }
    problems.dedup();
    let silent = cases.is_empty() && !sentences.keys().any(|(file, ..)| own(file));
    if silent && problems.is_empty() {
        anstream::eprintln!("there is no sentence in these files");
    }
    for text in render::diagnostics(&problems, shelf.library.files()) {
        anstream::eprintln!("{text}\n");
    }
    Ok(Exit::found(!problems.is_empty()))
}

/// The sentences of all settings of a shelf, and the errors of those that do not compile.
pub fn sentences(shelf: &Shelf) -> (Sentences, Vec<Diagnostic>) {
    let mut sentences = Sentences::new();
    let mut problems = shelf.unread();
    for setting in shelf.settings() {
        let checked = shelf.compile(&setting);
        match &checked.rules {
            Some(rules) => collect(rules, &mut sentences),
            None => problems.extend(checked.problems.into_iter().filter(|d| d.is_error())),
        }
    }
    (sentences, problems)
}

fn collect(rules: &Ruleset, sentences: &mut Sentences) {
    for (src, reading) in readings(rules) {
        let Some(source) = rules.sources.get(src.index()) else {
            continue;
        };
        let words: Vec<&str> = source.words.split_whitespace().collect();
        let key = (source.file.clone(), source.line, source.column);
        let (_, readings) = sentences
            .entry(key)
            .or_insert_with(|| (words.join(" "), Vec::new()));
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
}

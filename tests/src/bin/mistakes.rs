//! Seeds mistakes into rule files and prints how many the checker finds, on which line it looks, and how often its advice mends
//! them: `cargo run --release -p armorial-tests --bin mistakes [-- FOLDER] [--each N] [--seed N] [--only SORT] [--show]`.
use cli::shelf::Shelf;
use tests::mistakes::desk::Desk;
use tests::mistakes::{Case, table, trial};

fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = args.iter().position(|a| a == name)?;
        args.get(at + 1).cloned()
    };
    let number = |name: &str, usual: u64| value(name).and_then(|v| v.parse().ok()).unwrap_or(usual);
    let folder = args.first().filter(|a| !a.starts_with("--"));
    let desk = match folder.map(|path| pages_of(path)) {
        None => Desk::library(),
        Some(Ok(desk)) => desk,
        Some(Err(why)) => {
            eprintln!("{why}");
            return 2.into();
        }
    };
    let only = value("--only").unwrap_or_default();
    let each = number("--each", 40) as usize;
    let cases = trial(&desk, each, number("--seed", 1), &only);
    if args.iter().any(|a| a == "--show") {
        let good = |c: &Case| c.fate.meant || (c.fate.placed && c.fate.mended());
        let poor = |c: &&Case| !good(c);
        for case in cases.iter().filter(poor) {
            show(&desk, case);
        }
    }
    print!("{}", table(&cases));
    0.into()
}

/// The rule files of a folder beside the embedded library.
fn pages_of(path: &str) -> Result<Desk, String> {
    let found = cli::sources::find_all(&[path.to_string()]).map_err(|f| f.text())?;
    let count = found.sources.len();
    let library = Shelf::from_sources(found.sources, true).library;
    let first = library.files().len() - count;
    Ok(Desk::over(library, first))
}

/// A mistake that was not found, not placed or not mended.
fn show(desk: &Desk, case: &Case) {
    let page = &desk.pages()[case.page];
    let line = page.text[..case.seed.at.start].matches('\n').count() + 1;
    let was = &page.text[case.seed.at.clone()];
    let sown = case.seed.sown(&page.text);
    let text = sown.lines().nth(line - 1).unwrap_or("").trim();
    let fate = match (case.fate.found, case.fate.placed) {
        (false, _) => "NOT FOUND",
        (true, false) => "ELSEWHERE",
        (true, true) => "NOT MENDED",
    };
    println!(
        "{fate} [{}] {}:{line}: `{was}` -> `{}`",
        case.sort, page.path, case.seed.now
    );
    println!("    {text}");
    for told in case.told.iter().take(3) {
        println!("    > {told}");
    }
}

//! `armorial explain`: what the code of a problem means, with a bad file and the mended one.
use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::render::{self, counted};
use crate::{files, links, sources, talk};
use dsl::codes::{Page, contents, index, known, page, pages};
use dsl::diagnostic::Diagnostic;
use serde_json::{Value, json};
use std::io::Write;

/// Prints one page, the list, or all pages; or writes those of the book.
pub fn run(args: &Explain) -> Result<Exit, Failure> {
    if let Some(folder) = &args.book {
        return book(folder);
    }
    let asked: Vec<&Page> = match &args.code {
        None => pages().iter().collect(),
        Some(given) => match page(given) {
            Some(page) => vec![page],
            None => {
                let said = known(given).err().unwrap_or_default();
                let all = "`armorial explain` lists all";
                return Err(Failure::said(format!("{said} ({all})")));
            }
        },
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        let pages: Vec<Value> = asked.into_iter().map(as_json).collect();
        writeln!(out, "{}", answer(pages))?;
    } else if args.markdown {
        let pages: Vec<String> = asked.into_iter().map(Page::markdown).collect();
        write!(out, "{}", pages.join("\n"))?;
    } else if args.all || args.code.is_some() {
        asked.iter().try_for_each(|page| print(&mut out, page))?;
    } else {
        let name = |page: &&Page| page.name.len();
        let width = asked.iter().map(name).max().unwrap_or_default();
        for page in asked {
            writeln!(out, "{}  {:width$}  {}", page.code, page.name, page.title)?;
        }
    }
    Ok(Exit::Fine)
}

/// Writes the pages of the book: the table of codes, a page for each, and their lines in the table of contents.
fn book(folder: &str) -> Result<Exit, Failure> {
    let at = |name: &str| format!("{}/{name}", folder.trim_end_matches('/'));
    let summary = sources::read(&at("SUMMARY.md"))?;
    let own = at("codes");
    std::fs::create_dir_all(&own).map_err(|e| Failure::said(format!("{own}: {e}")))?;
    files::write(&at("SUMMARY.md"), &contents(&summary))?;
    files::write(&at("codes.md"), &index())?;
    for page in pages() {
        let name = format!("{own}/{}.md", page.code);
        files::write(&name, &page.markdown())?;
    }
    talk::say(&format!(
        "{} written to {own}",
        counted(pages().len(), "page")
    ));
    Ok(Exit::Fine)
}

fn answer(pages: Vec<Value>) -> Value {
    json!({"schema": crate::JSON_SCHEMA, "command": "explain", "codes": pages})
}

fn as_json(page: &Page) -> Value {
    let (bad, good) = page.example().unzip();
    json!({
        "code": page.code,
        "name": page.name,
        "url": page.address(&links::book()),
        "title": page.title,
        "severity": page.severity().trim_start_matches("an ").trim_start_matches("a "),
        "text": page.text.trim(),
        "bad": bad,
        "good": good,
    })
}

/// Prints a page.
fn print(out: &mut impl Write, page: &Page) -> std::io::Result<()> {
    let bold = anstyle::Style::new().bold();
    writeln!(
        out,
        "{bold}{} {}: {}{bold:#} ({})\n",
        page.code,
        page.name,
        page.title,
        page.severity()
    )?;
    writeln!(out, "{}\n", page.text.trim())?;
    let (bad, good) = page.example().unzip();
    for (said, file) in [
        (format!("This gives {}:", page.code), bad),
        ("This does not:".to_string(), good),
    ] {
        let Some(file) = file else { continue };
        writeln!(out, "{bold}{said}{bold:#}\n")?;
        for line in file.lines() {
            let gap = if line.is_empty() { "" } else { "    " };
            writeln!(out, "{gap}{line}")?;
        }
        writeln!(out)?;
    }
    let book = links::book();
    if !book.is_empty() {
        writeln!(out, "{}\n", page.address(&book))?;
    }
    Ok(())
}

/// Says where the first of the errors is explained.
pub fn point_at(problems: &[Diagnostic]) {
    if let Some(first) = problems.iter().find(|d| d.is_error()) {
        let page = page(first.code).filter(|_| !links::book().is_empty());
        let there = page.map_or_else(String::new, |page| format!("; {}", render::page_of(page)));
        talk::say(&format!(
            "`armorial explain {}` tells more{there}",
            first.code
        ));
    }
}

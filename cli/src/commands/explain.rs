//! `armorial explain`: what the code of a problem means, with a bad file and the mended one.
use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::talk;
use dsl::codes::{Page, manual, page, pages};
use dsl::diagnostic::{Diagnostic, nearest};
use serde_json::{Value, json};
use std::io::Write;

/// Prints one page, the list, or all pages as Markdown.
pub fn run(args: &Explain) -> Result<Exit, Failure> {
    let mut out = anstream::stdout().lock();
    if args.markdown {
        write!(out, "{}", manual())?;
        return Ok(Exit::Fine);
    }
    let Some(code) = &args.code else {
        if args.json {
            let pages: Vec<Value> = pages().iter().map(as_json).collect();
            writeln!(out, "{}", answer(pages))?;
            return Ok(Exit::Fine);
        }
        if args.all {
            pages().iter().try_for_each(|page| print(&mut out, page))?;
            return Ok(Exit::Fine);
        }
        for Page { code, title, .. } in pages() {
            writeln!(out, "{code}  {title}")?;
        }
        return Ok(Exit::Fine);
    };
    let Some(page) = page(code) else {
        let upper = code.to_ascii_uppercase();
        let near = nearest(&upper, pages().iter().map(|p| p.code.as_str()));
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return Err(Failure::said(format!(
            "there is no code `{code}`{near} (`armorial explain` lists all)"
        )));
    };
    if args.json {
        writeln!(out, "{}", answer(vec![as_json(page)]))?;
    } else {
        print(&mut out, page)?;
    }
    Ok(Exit::Fine)
}

fn answer(pages: Vec<Value>) -> Value {
    json!({"schema": crate::JSON_SCHEMA, "command": "explain", "codes": pages})
}

fn as_json(page: &Page) -> Value {
    let (bad, good) = page.example().unzip();
    json!({
        "code": page.code,
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
        "{bold}{}: {}{bold:#} ({})\n",
        page.code,
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
    Ok(())
}

/// Says where the first of the errors is explained.
pub fn point_at(problems: &[Diagnostic]) {
    if let Some(first) = problems.iter().find(|d| d.is_error()) {
        talk::say(&format!("`armorial explain {}` tells more", first.code));
    }
}

//! `armorial explain`: what the code of a problem means, with a bad file and the mended one.
use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::talk;
use dsl::codes::{Page, manual, page, pages};
use dsl::diagnostic::{Diagnostic, nearest};
use std::io::Write;

/// Prints one page, the list, or all pages as Markdown.
pub fn run(args: &Explain) -> Result<Exit, Failure> {
    let mut out = anstream::stdout().lock();
    if args.markdown {
        write!(out, "{}", manual())?;
        return Ok(Exit::Fine);
    }
    let Some(code) = &args.code else {
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
    Ok(Exit::Fine)
}

/// Says where the first of the errors is explained.
pub fn point_at(problems: &[Diagnostic]) {
    if let Some(first) = problems.iter().find(|d| d.is_error()) {
        talk::say(&format!("`armorial explain {}` tells more", first.code));
    }
}

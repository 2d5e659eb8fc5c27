//! A sheet as Markdown, with boards and diagrams as text.
use super::{Chapter, KindSheet, Of, Options, Sheet, tagged};
use crate::ruletext::{Group, Line, Sort, capital};
use std::fmt::Write as _;

/// The text.
pub fn markdown(sheet: &Sheet, options: &Options) -> String {
    let mut out = String::new();
    if sheet.chapters.len() > 1 {
        out.push_str("# Contents\n\n");
        for chapter in &sheet.chapters {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "- [{}](#{})",
                capital(&chapter.text.title),
                chapter.anchor
            );
        }
        out.push('\n');
    }
    for chapter in &sheet.chapters {
        a_chapter(&mut out, chapter, options);
    }
    if !sheet.glossary.is_empty() {
        out.push_str("# The words of the rules\n\n");
        for (word, doc) in &sheet.glossary {
            let _ = writeln!(out, "- **{word}**: {doc}");
        }
        out.push('\n');
    }
    if !options.anonymous {
        out.push_str("The games belong to their inventors.\n");
        for credit in &sheet.credits {
            let _ = writeln!(out, "\n{credit}");
        }
    }
    out
}

fn a_chapter(out: &mut String, chapter: &Chapter, options: &Options) {
    let _ = writeln!(
        out,
        "<a id=\"{}\"></a>\n\n# {}\n",
        chapter.anchor,
        capital(&chapter.text.title)
    );
    if !chapter.subtitle.is_empty() {
        let _ = writeln!(out, "*{}*\n", chapter.subtitle);
    }
    if chapter.of == Of::Army {
        setup(out, chapter);
        powers(out, chapter, options);
        kinds(out, "The pieces of this army", &[], chapter, options);
        return;
    }
    for group in Group::ALL {
        let lines_of = chapter.text.group(group);
        if group == Group::Pieces {
            kinds(out, group.heading(), lines_of, chapter, options);
            continue;
        }
        if lines_of.is_empty() && (group != Group::Board || chapter.setup.is_none()) {
            continue;
        }
        let _ = writeln!(out, "## {}\n", group.heading());
        if group == Group::Board {
            setup(out, chapter);
        }
        lines(out, lines_of, 0, options);
        out.push('\n');
    }
    powers(out, chapter, options);
}

fn setup(out: &mut String, chapter: &Chapter) {
    if let Some((_, text)) = &chapter.setup {
        let _ = writeln!(out, "```\n{}\n```\n", text.trim_end());
    }
}

fn powers(out: &mut String, chapter: &Chapter, options: &Options) {
    for power in &chapter.text.powers {
        let title = power
            .title
            .as_ref()
            .unwrap_or(&power.name)
            .replace('-', " ");
        let _ = writeln!(out, "## The power: {title}\n");
        lines(out, &power.lines, 0, options);
        out.push('\n');
    }
}

fn kinds(out: &mut String, heading: &str, said: &[Line], chapter: &Chapter, options: &Options) {
    if said.is_empty() && chapter.kinds.is_empty() {
        return;
    }
    let _ = writeln!(out, "## {heading}\n");
    lines(out, said, 0, options);
    if !said.is_empty() {
        out.push('\n');
    }
    for KindSheet { piece, moves, .. } in &chapter.kinds {
        let letter = piece
            .title
            .as_ref()
            .map_or(String::new(), |t| format!(" ({t})"));
        let _ = writeln!(
            out,
            "### {}{letter}\n",
            capital(&piece.name.replace('-', " "))
        );
        if let Some(moves) = moves {
            let _ = writeln!(out, "```\n{}\n```\n", moves.text.trim_end());
        }
        lines(out, &piece.lines, 0, options);
        out.push('\n');
    }
}

fn lines(out: &mut String, all: &[Line], depth: usize, options: &Options) {
    let indent = "  ".repeat(depth);
    for line in all {
        let tags = tagged(line, options);
        let _ = match line.sort {
            Sort::Sentence => writeln!(out, "{indent}- {}{tags}", line.text),
            Sort::Small => writeln!(out, "{indent}- *({})*{tags}", line.text),
            Sort::Row => writeln!(out, "{indent}- `{}`", line.text),
        };
        lines(out, &line.inner, depth + 1, options);
        lines(out, &line.then, depth, options);
    }
}

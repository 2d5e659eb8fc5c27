//! A chapter of a sheet for the terminal: the same sentences, without diagrams.
use super::{Chapter, KindSheet, Of};
use crate::ruletext::{Group, Line, Sort, capital};
use anstyle::Style;
use std::fmt::Write as _;

/// The text below the board.
pub fn terminal(chapter: &Chapter) -> String {
    let mut out = String::new();
    heading(&mut out, 0, &capital(&chapter.text.title));
    if !chapter.subtitle.is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", chapter.subtitle);
    }
    if chapter.of == Of::Army {
        powers(&mut out, chapter);
        kinds(&mut out, "The pieces of this army", &[], chapter);
        return out;
    }
    for group in Group::ALL {
        let said = chapter.text.group(group);
        if group == Group::Pieces {
            kinds(&mut out, group.heading(), said, chapter);
        } else if !said.is_empty() {
            heading(&mut out, 1, group.heading());
            lines(&mut out, said, 2);
        }
    }
    powers(&mut out, chapter);
    out
}

fn heading(out: &mut String, depth: usize, words: &str) {
    let bold = Style::new().bold();
    let _ = writeln!(out, "{}{bold}{words}{bold:#}", "  ".repeat(depth));
}

fn powers(out: &mut String, chapter: &Chapter) {
    for power in &chapter.text.powers {
        let title = power.title.as_ref().unwrap_or(&power.name);
        heading(out, 1, &capital(&title.replace('-', " ")));
        lines(out, &power.lines, 2);
    }
}

fn kinds(out: &mut String, title: &str, said: &[Line], chapter: &Chapter) {
    if said.is_empty() && chapter.kinds.is_empty() {
        return;
    }
    heading(out, 1, title);
    lines(out, said, 2);
    for KindSheet { piece, .. } in &chapter.kinds {
        let letter = piece.title.as_ref();
        let letter = letter.map_or(String::new(), |t| format!(" ({t})"));
        let name = capital(&piece.name.replace('-', " "));
        heading(out, 2, &format!("{name}{letter}"));
        lines(out, &piece.lines, 3);
    }
}

fn lines(out: &mut String, all: &[Line], depth: usize) {
    let indent = "  ".repeat(depth);
    let dim = Style::new().dimmed();
    for line in all {
        let _ = match line.sort {
            Sort::Sentence | Sort::Row => writeln!(out, "{indent}{}", line.text),
            Sort::Small => writeln!(out, "{indent}{dim}({}){dim:#}", line.text),
        };
        lines(out, &line.inner, depth + 1);
        lines(out, &line.then, depth);
    }
}

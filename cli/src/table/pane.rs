//! What fits on the screen: lists in columns, cut with a hint, so that the board stays in view.
use std::io::Write;

/// The size of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Columns.
    pub wide: usize,
    /// Lines.
    pub high: usize,
}

impl Size {
    /// Of this terminal; the usual one if it does not say.
    pub fn now() -> Size {
        let known = terminal_size::terminal_size();
        let (wide, high) = known.map_or((80, 24), |(w, h)| (usize::from(w.0), usize::from(h.0)));
        Size {
            wide: wide.max(20),
            high: high.max(8),
        }
    }
}

/// Clears what is seen; what was scrolled away stays.
pub fn clear() {
    let mut out = std::io::stderr().lock();
    // Not through a stream that drops escapes where colours are not wanted. Nothing is lost if it fails.
    let _ = write!(out, "\x1b[H\x1b[2J").and_then(|()| out.flush());
}

/// Lines side by side where that is shorter, read down the columns.
pub fn columns(lines: &[String], wide: usize) -> Vec<String> {
    let widest = lines.iter().map(|l| width(l)).max().unwrap_or(0) + 2;
    let side = (wide / widest.max(1)).clamp(1, lines.len().max(1));
    let high = lines.len().div_ceil(side);
    (0..high)
        .map(|row| {
            let cells = lines.iter().skip(row).step_by(high.max(1));
            let mut out = String::new();
            for cell in cells {
                out.push_str(cell);
                out.push_str(&" ".repeat(widest - width(cell)));
            }
            out.trim_end().to_string()
        })
        .collect()
}

/// A list in so many lines: in columns where it is too long, else cut, with a line that says so.
pub fn fit(text: &str, wide: usize, high: usize, hint: &str) -> String {
    let lines: Vec<String> = text.lines().map(str::to_string).collect();
    let rows = |line: &String| width(line).div_ceil(wide).max(1);
    let fits = |lines: &[String]| lines.iter().map(rows).sum::<usize>() <= high;
    if fits(&lines) {
        return lines.join("\n");
    }
    let aside = columns(&lines, wide);
    if fits(&aside) {
        return aside.join("\n");
    }
    let mut left = high.saturating_sub(1);
    let mut kept: Vec<String> = Vec::new();
    for line in aside {
        let Some(rest) = left.checked_sub(rows(&line)) else {
            break;
        };
        left = rest;
        kept.push(line);
    }
    kept.push(hint.to_string());
    kept.join("\n")
}

/// How many lines a text takes.
pub fn height(text: &str, wide: usize) -> usize {
    text.lines().map(|l| width(l).div_ceil(wide).max(1)).sum()
}

/// Lines that are too long for the screen, broken between words; drawn ones (with escapes) fit by themselves.
pub fn fold(text: &str, wide: usize) -> String {
    let line = |line: &str| match width(line) > wide && !line.contains('\u{1b}') {
        true => crate::board::wrap(line, wide).join("\n"),
        false => line.to_string(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// How many columns a line takes: escapes take none.
fn width(line: &str) -> usize {
    anstream::adapter::strip_str(line)
        .to_string()
        .chars()
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_between_words() {
        let text = "Red: pawn a2, pawn b2, pawn c2.\nRed to play";
        let folded = fold(text, 20);
        assert_eq!(folded, "Red: pawn a2, pawn\n  b2, pawn c2.\nRed to play");
        assert_eq!(fold(text, 80), text);
    }

    #[test]
    fn a_long_list_goes_into_columns_and_a_longer_one_is_cut_with_a_hint() {
        let list = |n: usize| {
            (1..=n)
                .map(|i| format!("{i:02}"))
                .collect::<Vec<_>>()
                .join("\n")
        };
        assert_eq!(fit(&list(3), 20, 3, "more"), "01\n02\n03");
        assert_eq!(fit(&list(6), 8, 3, "more"), "01  04\n02  05\n03  06");
        assert_eq!(fit(&list(9), 8, 3, "more"), "01  06\n02  07\nmore");
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(height("\x1b[1m123456\x1b[0m", 6), 1);
        assert_eq!(height("1234567", 6), 2);
    }
}

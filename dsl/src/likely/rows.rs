//! Which square a row of a drawing has too few or too many: the row itself, the rows around it and the other drawings of the file say
//! what is likely.
use std::collections::BTreeSet;

/// Of so many other drawings a piece must stand in most, before its absence from this one says something.
const DRAWINGS: usize = 3;

/// A row as it was likely meant, and the edit that makes it so.
#[derive(Clone, PartialEq, Debug)]
pub struct Mended {
    /// Its squares.
    pub cells: Vec<String>,
    /// The bytes of the text that go.
    pub at: std::ops::Range<usize>,
    /// What comes in their place.
    pub text: String,
}

/// A row of the text.
struct Row<'t> {
    /// Where its line begins.
    lo: usize,
    cells: Vec<(usize, &'t str)>,
    /// Rows that stand below one another are one drawing.
    drawing: usize,
    /// The how many'th of its drawing.
    nth: usize,
}

/// What the row that begins at `lo` was likely to be, if `wanted` squares make a row and it has one more or one fewer.
pub fn row(text: &str, lo: usize, wanted: usize) -> Option<Mended> {
    let rows = rows(text);
    let odd = rows.iter().rfind(|r| r.lo <= lo)?;
    let ground = Ground {
        odd,
        own: (rows.iter())
            .filter(|r| r.drawing == odd.drawing && r.nth != odd.nth)
            .collect(),
        others: rows.iter().filter(|r| r.drawing != odd.drawing).collect(),
    };
    let has = odd.cells.len();
    let tries = match has.checked_sub(wanted) {
        Some(1) => ground.shorter(),
        None if has + 1 == wanted => ground.longer(),
        _ => return None,
    };
    let best = tries.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(best.1)
}

/// All rows of a text.
fn rows(text: &str) -> Vec<Row<'_>> {
    let mut out: Vec<Row> = Vec::new();
    let (mut lo, mut drawing, mut nth) = (0, 0, 0);
    for line in text.split_inclusive('\n') {
        let begin = line.len() - line.trim_start().len();
        let end = line.rfind('|').filter(|_| line[begin..].starts_with('|'));
        match end {
            Some(end) => {
                let inside = &line[begin + 1..end.max(begin + 1)];
                let mut at = 0;
                let cells = inside.split_whitespace().map(|cell| {
                    at += inside[at..].find(cell).unwrap_or(0);
                    let place = lo + begin + 1 + at;
                    at += cell.len();
                    (place, cell)
                });
                let cells = cells.collect();
                out.push(Row {
                    lo,
                    cells,
                    drawing,
                    nth,
                });
                nth += 1;
            }
            None => (drawing, nth) = (drawing + 1, 0),
        }
        lo += line.len();
    }
    out
}

/// The letter of a cell, whosever the piece is.
fn kind(cell: &str) -> char {
    cell.chars().next().unwrap_or('.').to_ascii_uppercase()
}

fn kinds(cells: &[&str]) -> Vec<char> {
    cells.iter().map(|c| kind(c)).collect()
}

fn words<'t>(row: &Row<'t>) -> Vec<&'t str> {
    row.cells.iter().map(|(_, cell)| *cell).collect()
}

/// What the odd row is held against.
struct Ground<'r, 't> {
    odd: &'r Row<'t>,
    own: Vec<&'r Row<'t>>,
    others: Vec<&'r Row<'t>>,
}

impl Ground<'_, '_> {
    /// The row with each square that may be missing.
    fn longer(&self) -> Vec<(f32, Mended)> {
        let have = words(self.odd);
        let mut symbols: BTreeSet<String> = BTreeSet::from([".".to_owned()]);
        for row in self.own.iter().chain([&self.odd]) {
            symbols.extend(row.cells.iter().map(|(_, cell)| (*cell).to_owned()));
        }
        let same_place = self.others.iter().filter(|r| r.nth == self.odd.nth);
        symbols.extend(same_place.flat_map(|r| r.cells.iter().map(|(_, c)| (*c).to_owned())));
        for (_, cell) in self.own.iter().flat_map(|r| &r.cells) {
            symbols.extend(have.iter().map(|mine| like(cell, mine)));
        }
        let mut out = Vec::new();
        for symbol in &symbols {
            for at in 0..=have.len() {
                let mut cells = have.clone();
                cells.insert(at, symbol);
                let empty = self.empty(&cells, at);
                let score = self.score(&cells, at) + empty + self.missed(symbol, at, cells.len());
                let (place, text) = match (self.odd.cells.get(at), self.odd.cells.last()) {
                    (Some((lo, _)), _) => (*lo, format!("{symbol} ")),
                    (None, Some((lo, last))) => (lo + last.len(), format!(" {symbol}")),
                    (None, None) => continue,
                };
                out.push((score, mended(&cells, place..place, text)));
            }
        }
        out
    }

    /// The row without each of its squares.
    fn shorter(&self) -> Vec<(f32, Mended)> {
        let have = words(self.odd);
        let tries = (0..have.len()).map(|at| {
            let mut cells = have.clone();
            let gone = cells.remove(at);
            let (lo, word) = self.odd.cells[at];
            let twice = at > 0 && have[at - 1] == gone;
            let loss = match gone {
                "." => 1.5,
                _ if twice => 0.0,
                _ => -2.0,
            };
            let score = self.score(&cells, at) + loss;
            (score, mended(&cells, lo..lo + word.len(), String::new()))
        });
        tries.collect()
    }

    /// How likely a row is, whose square `at` came or went.
    fn score(&self, cells: &[&str], at: usize) -> f32 {
        let own_kinds = kinds(cells);
        let turned: Vec<char> = own_kinds.iter().rev().copied().collect();
        let pieces = own_kinds.iter().filter(|k| **k != '.').count();
        let mut score = 0.0;
        // the same row of another side, straight or turned
        let theirs: Vec<Vec<char>> = self.own.iter().map(|r| kinds(&words(r))).collect();
        if pieces > 1 && theirs.contains(&own_kinds) {
            score += 4.0;
        } else if pieces > 1 && theirs.contains(&turned) {
            score += 3.5;
        }
        // the same row of other drawings
        let same = self.others.iter().filter(|r| words(r) == cells);
        let there = same.clone().filter(|r| r.nth == self.odd.nth).count();
        if pieces > 0 {
            score += 0.6 * same.count().min(3) as f32 + 0.6 * there.min(3) as f32;
        }
        if cells.iter().all(|c| *c == cells[0]) {
            score += 3.0;
        } else if pieces > 3 && alike(cells) {
            score += 1.0;
        }
        if pieces > 3 && balanced(&own_kinds) {
            score += 2.0;
        }
        // what stands above and below
        let beside = |r: &&&Row| r.nth.abs_diff(self.odd.nth) == 1;
        for row in self.own.iter().filter(beside) {
            let pairs = cells.iter().zip(&row.cells);
            let equal =
                pairs.filter(|(mine, (_, other))| **mine != "." && kind(mine) == kind(other));
            score += 0.3 * equal.count() as f32;
        }
        // a slip at the end is the likeliest
        score + if at + 1 >= cells.len() { 0.4 } else { 0.0 }
    }

    /// Whether an empty square is likely there.
    fn empty(&self, cells: &[&str], at: usize) -> f32 {
        if cells[at] != "." {
            return 0.0;
        }
        let drawn = self.own.iter().chain([&self.odd]);
        let dots = drawn
            .flat_map(|r| &r.cells)
            .filter(|(_, c)| *c == ".")
            .count();
        let above = self
            .own
            .iter()
            .filter(|r| r.nth.abs_diff(self.odd.nth) == 1);
        let full = above.clone().count() == 2
            && above
                .clone()
                .all(|r| r.cells.get(at).is_some_and(|(_, c)| *c != "."));
        match (dots, full) {
            (0, _) => -1.0,
            (_, true) => 0.0,
            (_, false) => 1.5,
        }
    }

    /// Whether a piece that most other drawings hold, and hold there, is nowhere in this one.
    fn missed(&self, symbol: &str, at: usize, wanted: usize) -> f32 {
        let drawings: BTreeSet<usize> = self.others.iter().map(|r| r.drawing).collect();
        let holds = |r: &&&Row| r.cells.iter().any(|(_, c)| *c == symbol);
        let here = self.own.iter().chain([&self.odd]).any(|r| holds(&r));
        if symbol == "." || here || drawings.len() < DRAWINGS {
            return 0.0;
        }
        let with: BTreeSet<usize> = (self.others.iter().filter(holds))
            .map(|r| r.drawing)
            .collect();
        let there = self.others.iter().any(|r| {
            let cell = r.cells.get(at).is_some_and(|(_, c)| *c == symbol);
            r.nth == self.odd.nth && r.cells.len() == wanted && cell
        });
        let most = 5 * with.len() >= 4 * drawings.len();
        if there && most { 5.0 } else { 0.0 }
    }
}

fn mended(cells: &[&str], at: std::ops::Range<usize>, text: String) -> Mended {
    let cells = cells.iter().map(|c| (*c).to_owned()).collect();
    Mended { cells, at, text }
}

/// A piece of the sort of the first cell, whose it is as in the second.
fn like(sort: &str, whose: &str) -> String {
    if sort == "." || whose == "." {
        return sort.to_owned();
    }
    let letter = kind(sort);
    let letter = match whose.starts_with(|c: char| c.is_ascii_lowercase()) {
        true => letter.to_ascii_lowercase(),
        false => letter,
    };
    let rest: String = whose.chars().skip(1).collect();
    format!("{letter}{rest}")
}

/// Whether all pieces of a row are one player's.
fn alike(cells: &[&str]) -> bool {
    let whose = |c: &&str| {
        (
            c.starts_with(|c: char| c.is_ascii_lowercase()),
            c.chars().skip(1).collect::<String>(),
        )
    };
    let mut pieces = cells.iter().filter(|c| **c != ".").map(whose);
    pieces.next().is_none_or(|first| pieces.all(|p| p == first))
}

/// Whether a row reads the same from both ends, but for the two in its middle.
fn balanced(kinds: &[char]) -> bool {
    let half = kinds.len() / 2;
    (0..half.saturating_sub(1)).all(|i| kinds[i] == kinds[kinds.len() - 1 - i])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last row of a text, mended.
    fn told(text: &str, wanted: usize) -> String {
        let lo = text.trim_end().rfind('\n').map_or(0, |i| i + 1);
        row(text, lo, wanted).map_or_else(String::new, |m| m.cells.join(" "))
    }

    #[test]
    fn the_other_side_tells_the_missing_square() {
        let text = "| r n b q k b n r |\n| . . . . . . . . |\n| R N B Q K B N |\n";
        assert_eq!(told(text, 8), "R N B Q K B N R");
        let text = "| r n b q k b n r |\n| . . . . . . . . |\n| R N B K B N R |\n";
        assert_eq!(told(text, 8), "R N B Q K B N R");
    }

    #[test]
    fn a_row_of_one_thing_goes_on() {
        assert_eq!(told("| K R B N |\n| P P P |\n", 4), "P P P P");
        assert_eq!(told("| K R B N |\n| . . . |\n", 4), ". . . .");
    }

    #[test]
    fn a_piece_that_is_everywhere_else_is_missed() {
        let one = "| K2 . . |\n| . . K1 |\n\n";
        let text = format!("{one}{one}{one}| K2 . . |\n| . . |\n");
        assert_eq!(told(&text, 3), ". . K1");
    }

    #[test]
    fn the_empty_square_is_the_one_too_many() {
        assert_eq!(told("| . . K . |\n| . R . . . |\n", 4), ". R . .");
        let text = "| r n b q k b n r |\n| . . . . . . . . |\n| R N N B Q K B N R |\n";
        assert_eq!(told(text, 8), "R N B Q K B N R");
    }

    #[test]
    fn more_than_one_square_is_no_slip() {
        assert_eq!(told("| . . . . |\n| . . |\n", 4), "");
    }
}

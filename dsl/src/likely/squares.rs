//! Which square was likely meant by one that the board has not: the squares it stands among, and those spoken of or drawn near it.

/// Most squares that are proposed.
const MOST: usize = 2;

/// File and rank, from 0.
type At = (i32, i32);

/// The squares likely meant by `name`, which stands in a text at `lo`, the likeliest first. `fits`: whether a board has a square.
pub fn squares(text: &str, lo: usize, name: &str, fits: &dyn Fn(u8, u8) -> bool) -> Vec<String> {
    let Some((file, rank)) = square(name) else {
        return Vec::new();
    };
    let is = |(f, r): At| match (u8::try_from(f), u8::try_from(r)) {
        (Ok(f), Ok(r)) => fits(f, r),
        _ => false,
    };
    // one of the two was meant as it is written
    let all = (0..26).flat_map(|f| (0..26).map(move |r| (f, r)));
    let there: Vec<At> = all.filter(|at| is(*at)).collect();
    let known = |f: Option<i32>, r: Option<i32>| {
        let same = |at: &&At| f.is_none_or(|f| at.0 == f) && r.is_none_or(|r| at.1 == r);
        there.iter().filter(same).copied().collect::<Vec<At>>()
    };
    let candidates = match (known(Some(file), None), known(None, Some(rank))) {
        (files, ranks) if files.is_empty() && ranks.is_empty() => there.clone(),
        (files, ranks) if files.is_empty() => ranks,
        (files, ranks) if ranks.is_empty() => files,
        _ => return Vec::new(),
    };
    let ground = Ground::of(text, lo, name.len());
    let far = |(f, r): At| (f - file).abs() + (r - rank).abs();
    let mut scored: Vec<(f32, i32, At)> = candidates
        .into_iter()
        .map(|at| (-ground.score(at, name), far(at), at))
        .collect();
    scored.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let best = scored.first().map_or(0.0, |s| s.0);
    let near = scored.iter().filter(|s| s.0 <= best + 1.0);
    near.take(MOST).map(|s| written(s.2)).collect()
}

fn written((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn square(name: &str) -> Option<At> {
    let file = name.bytes().next().filter(u8::is_ascii_lowercase)?;
    let rank: u8 = name.get(1..).filter(|r| r.len() < 3)?.parse().ok()?;
    Some((i32::from(file - b'a'), i32::from(rank) - 1))
}

/// The squares named in a stretch of text, with their places.
fn named(text: &str, from: usize) -> Vec<(usize, At)> {
    let mut out = Vec::new();
    let mut at = 0;
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        if let Some(square) = square(word) {
            out.push((from + at, square));
        }
        at += word.len() + 1;
    }
    out
}

/// What stands around the square.
struct Ground {
    /// Squares of the same sentence before it, the nearest last, and behind it.
    before: Vec<At>,
    behind: Vec<At>,
    /// Squares named earlier in the unit, the nearest last, and later.
    earlier: Vec<At>,
    later: Vec<At>,
    /// Squares on which the last drawing before it shows a piece.
    drawn: Vec<At>,
    /// It stands in a list of squares.
    list: bool,
}

impl Ground {
    fn of(text: &str, lo: usize, len: usize) -> Ground {
        let hi = (lo + len).min(text.len());
        // units begin at the margin
        let begins = text[..lo].rfind("\n}").map_or(0, |i| i + 2);
        let ends = text[hi..].find("\n}").map_or(text.len(), |i| hi + i);
        let mut line = text[..lo].rfind('\n').map_or(0, |i| i + 1);
        let mut end = text[hi..].find('\n').map_or(text.len(), |i| hi + i);
        // a list goes on over line ends
        while text[..line].trim_end().ends_with(',') {
            line = text[..line - 1].rfind('\n').map_or(0, |i| i + 1);
        }
        while text[hi..end].trim_end().ends_with(',') && end < text.len() {
            end = text[end + 1..]
                .find('\n')
                .map_or(text.len(), |i| end + 1 + i);
        }
        let only = |found: Vec<(usize, At)>| found.into_iter().map(|(_, at)| at).collect();
        Ground {
            before: only(named(&text[line..lo], line)),
            behind: only(named(&text[hi..end], hi)),
            earlier: only(named(&text[begins.min(line)..line], begins)),
            later: only(named(&text[end..ends.max(end)], end)),
            drawn: drawn(&text[begins.min(line)..line]),
            list: listed(&text[line..lo], &text[hi..end]),
        }
    }

    fn score(&self, at: At, name: &str) -> f32 {
        let mut score = 0.0;
        // a list names nothing twice; else what is spoken of is spoken of more than once
        if self.before.contains(&at) || self.behind.contains(&at) {
            score += if self.list { -4.0 } else { 1.5 };
        }
        let touches = |other: Option<&At>| {
            other.is_some_and(|o| (o.0 - at.0).abs().max((o.1 - at.1).abs()) == 1)
        };
        let runs = |a: Option<&At>, b: Option<&At>| match (a, b) {
            (Some(a), Some(b)) => (b.0 - a.0, b.1 - a.1) == (at.0 - b.0, at.1 - b.1),
            _ => false,
        };
        let (one, two) = (self.before.last(), self.before.iter().rev().nth(1));
        let (next, after) = (self.behind.first(), self.behind.get(1));
        let (rank, file) = (name.len() > 2, name.len() == 2);
        for near in [one, next].into_iter().flatten().filter(|_| !self.list) {
            let same = rank && near.1 == at.1 || file && near.0 == at.0;
            score += if same { 1.0 } else { 0.0 };
        }
        for (near, far) in [(one, two), (next, after)] {
            score += if touches(near) { 1.0 } else { 0.0 };
            score += if runs(far, near) { 2.0 } else { 0.0 };
        }
        // in the order of the list
        if let (Some(a), Some(b)) = (one, next) {
            let between = |a: At, b: At| (a <= at && at <= b) || (b <= at && at <= a);
            let turned = |s: At| (s.1, s.0);
            let by_rank = |a: At, b: At| turned(a) <= turned(at) && turned(at) <= turned(b);
            score += if between(*a, *b) { 0.7 } else { 0.0 };
            score += if by_rank(*a, *b) || by_rank(*b, *a) {
                0.7
            } else {
                0.0
            };
        }
        if let Some(back) = self.earlier.iter().rev().position(|s| *s == at) {
            score += 2.0 + 1.0 / (1.0 + back as f32);
        }
        if let Some(ahead) = self.later.iter().position(|s| *s == at) {
            score += 1.5 + 0.5 / (1.0 + ahead as f32);
        }
        if self.drawn.contains(&at) {
            score += 1.5;
        }
        // a figure too many
        let figures = (at.1 + 1).to_string();
        score
            + if name.len() > 2 && name[1..].contains(&figures) {
                0.3
            } else {
                0.0
            }
    }
}

/// Whether squares stand right before or behind with nothing but a comma or `and` between.
fn listed(before: &str, behind: &str) -> bool {
    const JOINTS: [&str; 3] = [",", " and", " or"];
    let word = |c: char| c.is_ascii_alphanumeric();
    let left = JOINTS
        .iter()
        .find_map(|j| before.trim_end().strip_suffix(j));
    let left = left.and_then(|l| l.rsplit(|c| !word(c)).next());
    let right = JOINTS.iter().find_map(|j| behind.strip_prefix(j));
    let right = right.and_then(|r| r.trim_start().split(|c| !word(c)).next());
    left.and_then(square).is_some() || right.and_then(square).is_some()
}

/// The squares of the last drawing of a text that hold a piece.
fn drawn(text: &str) -> Vec<At> {
    let is_row = |line: &str| line.trim_start().starts_with('|');
    let lines: Vec<&str> = text.lines().collect();
    let Some(last) = lines.iter().rposition(|l| is_row(l)) else {
        return Vec::new();
    };
    let rows = lines[..=last].iter().rev().take_while(|l| is_row(l));
    let mut out = Vec::new();
    for (rank, row) in rows.enumerate() {
        let inside = row.trim_start().trim_start_matches('|');
        let cells = inside.split('|').next().unwrap_or("").split_whitespace();
        let pieces = cells.enumerate().filter(|(_, cell)| *cell != ".");
        out.extend(pieces.map(|(file, _)| (file as i32, rank as i32)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The likeliest square for the first word of the text that names none of an 8 by 8 board.
    fn told(text: &str) -> String {
        let fits = |f: u8, r: u8| f < 8 && r < 8;
        let bad = named(text, 0)
            .into_iter()
            .find(|(_, (f, r))| *f > 7 || *r > 7);
        let (lo, _) = bad.unwrap_or_default();
        let word = text[lo..].split(|c: char| !c.is_alphanumeric()).next();
        squares(text, lo, word.unwrap_or(""), &fits)
            .first()
            .cloned()
            .unwrap_or_default()
    }

    #[test]
    fn nothing_else_known_it_is_the_nearest() {
        assert_eq!(told("the piece on i4 is a rook"), "h4");
        assert_eq!(told("the piece on d9 is a rook"), "d8");
    }

    #[test]
    fn what_was_spoken_of_is_likelier() {
        assert_eq!(
            told("white plays d1-d5\nthen the piece on z5 is a rook"),
            "d5"
        );
        assert_eq!(told("| . k . |\n| . . . |\nthe piece on z2 is royal"), "b2");
    }

    #[test]
    fn a_list_goes_on_as_it_began() {
        assert_eq!(told("only c5, b5, d6, d7, z8, d4, d3"), "d8");
        assert_eq!(told("only a2, b2, c29, d2"), "c2");
    }

    #[test]
    fn the_same_row_as_those_beside_it_is_likelier() {
        let told_of = told("it leaps from e29 to g1, bringing the rook on h1 to f1");
        assert_eq!(told_of, "e1");
    }

    #[test]
    fn a_square_of_the_board_is_none_of_these() {
        assert_eq!(
            squares("on a1", 3, "a1", &|_, _| true),
            Vec::<String>::new()
        );
    }
}

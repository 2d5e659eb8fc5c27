//! Betza's notation for the moves of a piece: `moves as "KN"`, `"mfWcfF"`, `"R3"`.
use super::pattern::{ALL, offsets, way};
use engine::rules::{Path, Takes, Way};

/// The ways of a Betza string.
///
/// # Errors
/// What cannot be read.
pub fn ways(text: &str) -> Result<Vec<Way>, String> {
    let mut out = Vec::new();
    let mut chars = text.chars().peekable();
    while chars.peek().is_some() {
        let mut modes = String::new();
        while let Some(c) = chars.next_if(char::is_ascii_lowercase) {
            modes.push(c);
        }
        let Some(atom) = chars.next() else {
            return Err(format!("`{text}`: a letter in capitals is missing"));
        };
        let ridden = chars.next_if_eq(&atom).is_some();
        if ridden && (RIDES.contains(atom) || chars.peek() == Some(&atom)) {
            return Err(rides(atom, text));
        }
        let mut range = None;
        while let Some(c) = chars.next_if(char::is_ascii_digit) {
            let digit = c.to_digit(10).unwrap_or(0) as u8;
            range = Some(
                range
                    .unwrap_or(0_u8)
                    .saturating_mul(10)
                    .saturating_add(digit),
            );
        }
        out.extend(atom_ways(atom, ridden, range, &modes, text)?);
    }
    Ok(out)
}

/// Letters of slides, and of steps that have another letter for the slide.
const RIDES: &str = "KQRBWF";

fn atom_ways(
    atom: char,
    ridden: bool,
    range: Option<u8>,
    modes: &str,
    text: &str,
) -> Result<Vec<Way>, String> {
    let takes = match (modes.contains('m'), modes.contains('c')) {
        (true, false) => Takes::Quiet,
        (false, true) => Takes::Only,
        _ => Takes::Both,
    };
    if let Some(strange) = modes.chars().find(|c| !"mcfbsvlr".contains(*c)) {
        return Err(format!(
            "`{text}`: `{strange}` is no modifier that can be read"
        ));
    }
    let straight = |d: &(i8, i8)| d.0 == 0 || d.1 == 0;
    let rays = |straights: bool, diagonals: bool, usual: u8| {
        let dirs: Vec<(i8, i8)> = ALL
            .iter()
            .copied()
            .filter(|d| if straight(d) { straights } else { diagonals })
            .filter(|d| turned(modes, *d))
            .collect();
        let max = range.unwrap_or(usual);
        Path::Slide { dirs, min: 1, max }
    };
    let leap = |a, b| {
        let all = offsets(a, b).into_iter().filter(|d| turned(modes, *d));
        let dirs: Vec<(i8, i8)> = all.collect();
        match (ridden, range) {
            (false, None) => Path::Leap(dirs),
            // `N3`: up to three leaps in one direction; `NN`: any number
            (_, most) => Path::Slide {
                dirs,
                min: 1,
                max: most.unwrap_or(0),
            },
        }
    };
    let path = match atom {
        'K' => rays(true, true, 1),
        'Q' => rays(true, true, 0),
        'R' => rays(true, false, 0),
        'B' => rays(false, true, 0),
        'W' => rays(true, false, 1),
        'F' => rays(false, true, 1),
        'D' => leap(0, 2),
        'N' => leap(1, 2),
        'A' => leap(2, 2),
        'H' => leap(0, 3),
        'C' | 'L' => leap(1, 3),
        'Z' | 'J' => leap(2, 3),
        'G' => leap(3, 3),
        _ => return Err(format!("`{text}`: that notation has no letter `{atom}`")),
    };
    if let Path::Slide { dirs: to, .. } | Path::Leap(to) = &path
        && to.is_empty()
    {
        return Err(format!("`{text}`: `{modes}{atom}` goes nowhere"));
    }
    let mut made = way(path);
    made.takes = takes;
    Ok(vec![made])
}

/// A letter twice that has a slide of its own.
fn rides(atom: char, text: &str) -> String {
    match atom {
        'W' => format!("`{text}`: for a slide along ranks and files write `R`"),
        'F' => format!("`{text}`: for a slide along diagonals write `B`"),
        'K' => format!("`{text}`: for a slide in all directions write `Q`"),
        'Q' | 'R' | 'B' => format!("`{text}`: `{atom}` slides anyway, write it once"),
        _ => format!("`{text}`: `{atom}{atom}` leaps on and on, a third `{atom}` says nothing"),
    }
}

/// Whether the direction is one of those the modifiers name (none named: all).
fn turned(modes: &str, d: (i8, i8)) -> bool {
    let named = modes.chars().any(|c| "fbsvlr".contains(c));
    let (x, y) = (d.0, d.1);
    !named
        || modes.chars().any(|c| match c {
            'f' => y > 0 && y.abs() >= x.abs(),
            'b' => y < 0 && y.abs() >= x.abs(),
            'v' => y != 0 && y.abs() >= x.abs(),
            's' => x != 0 && x.abs() >= y.abs() && y == 0,
            'l' => x < 0 && y == 0,
            'r' => x > 0 && y == 0,
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn king_and_knight() {
        let ways = ways("KN").unwrap();
        assert_eq!(ways.len(), 2);
        assert!(matches!(&ways[0].path, Path::Slide { dirs, min: 1, max: 1 } if dirs.len() == 8));
        assert!(matches!(&ways[1].path, Path::Leap(to) if to.len() == 8));
    }

    #[test]
    fn pawn_and_errors() {
        let ways = super::ways("mfWcfF").unwrap();
        assert!(matches!(&ways[0].path, Path::Slide { dirs, .. } if dirs == &[(0, 1)]));
        assert_eq!(ways[0].takes, Takes::Quiet);
        assert!(matches!(&ways[1].path, Path::Slide { dirs, .. } if dirs.len() == 2));
        assert!(super::ways("KX").is_err());
    }

    #[test]
    fn what_would_be_dropped_is_refused() {
        for text in ["WW", "QQ", "FF", "sN", "sNN", "NNN"] {
            assert!(super::ways(text).is_err(), "{text}");
        }
        assert!(super::ways("R3").is_ok());
    }

    #[test]
    fn leaps_are_ridden() {
        let far = |text: &str| match &super::ways(text).unwrap()[0].path {
            Path::Slide { dirs, min: 1, max } => (dirs.clone(), *max),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(far("NN"), (offsets(1, 2), 0));
        assert_eq!(far("N2"), (offsets(1, 2), 2));
        assert_eq!(far("fDD"), (vec![(0, 2)], 0));
    }
}

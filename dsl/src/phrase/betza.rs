//! Betza's notation for the moves of a piece: `moves as "KN"`, `"mfWcfF"`, `"R3"`.
use super::lines::offsets;
use super::pattern::{ALL, way};
use engine::rules::{Path, Takes, Way};

/// The ways of a Betza string.
///
/// # Errors
/// What cannot be read.
pub fn ways(text: &str) -> Result<Vec<Way>, String> {
    let mut out = Vec::new();
    let mut chars = text.chars().peekable();
    if text.is_empty() {
        return Err("the notation is empty".to_owned());
    }
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
    // `ff`, `fs`, `fl` of a knight are quarters of its moves, for which there is no reading here
    let named: String = modes.chars().filter(|c| SIDES.contains(*c)).collect();
    if "NCLZJ".contains(atom) && !["", "f", "b", "fb", "bf", "v"].contains(&named.as_str()) {
        return Err(format!(
            "`{text}`: of `{atom}` only `f` and `b` can be read, the two moves that go farthest that way"
        ));
    }
    if let Some(twice) = modes.chars().find(|c| modes.matches(*c).count() > 1) {
        return Err(format!("`{text}`: `{twice}` is said twice"));
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

/// The modifiers that name directions.
const SIDES: &str = "fbvlrs";

/// Whether the direction is one of those the modifiers name (none named: all). Along a rank or file, and of a leap like the knight's, each
/// letter adds its own; of a diagonal `fl` is the one that is both.
fn turned(modes: &str, (x, y): (i8, i8)) -> bool {
    let names = |letters: &str| modes.chars().any(|c| letters.contains(c));
    let upright = names("v") || y > 0 && names("f") || y < 0 && names("b");
    let level = names("s") || x < 0 && names("l") || x > 0 && names("r");
    if !names(SIDES) {
        return true;
    }
    if x.abs() == y.abs() {
        return (upright || !names("fbv")) && (level || !names("lrs"));
    }
    upright && y.abs() > x.abs() || level && y == 0
}

/// A path that Betza's notation can say, in it.
pub fn spelled(path: &Path) -> Option<String> {
    let said = |text: String| {
        let same = |read: &Way| read.path == *path;
        matches!(ways(&text).as_deref(), Ok([one]) if same(one)).then_some(text)
    };
    let far = match path {
        Path::Slide { max, .. } if *max > 1 => max.to_string(),
        _ => String::new(),
    };
    let turns = [
        "", "f", "b", "v", "s", "l", "r", "fb", "fl", "fr", "bl", "br", "fs", "bs", "vl", "vr",
    ];
    let atoms = "KQRBWFDNAHCZG".chars();
    let written = atoms.flat_map(|atom| {
        let far = [String::new(), far.clone(), atom.to_string()];
        let turned = move |turn: &'static str| {
            let end = far.clone().into_iter();
            end.map(move |end| format!("{turn}{atom}{end}"))
        };
        turns.into_iter().flat_map(turned)
    });
    written.into_iter().find_map(said)
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
        for text in [
            "WW", "QQ", "FF", "sN", "sNN", "NNN", "flN", "ffN", "lN", "ffW", "",
        ] {
            assert!(super::ways(text).is_err(), "{text}");
        }
        assert!(super::ways("R3").is_ok());
    }

    #[test]
    fn a_corner_of_a_diagonal() {
        let dirs = |text: &str| match &super::ways(text).unwrap()[0].path {
            Path::Slide { dirs, .. } => dirs.clone(),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(dirs("flF"), [(-1, 1)]);
        assert_eq!(dirs("lF"), [(-1, -1), (-1, 1)]);
        assert_eq!(dirs("fbF").len(), 4);
        assert_eq!(dirs("frW"), [(0, 1), (1, 0)]);
    }

    #[test]
    fn what_is_spelled_reads_again() {
        for text in [
            "lW", "flF", "fN", "fbW", "lR", "fNN", "fN3", "fR4", "vA", "frW",
        ] {
            let path = super::ways(text).unwrap().remove(0).path;
            let written = spelled(&path).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(
                super::ways(&written).unwrap().remove(0).path,
                path,
                "{text}"
            );
        }
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

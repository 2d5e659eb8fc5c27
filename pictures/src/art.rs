//! The artwork and the colours of seats, read from `art.toml`: data, so that no code knows a kind or a seat by name.
use engine::ids::{KindId, SeatId};
use engine::notation;
use engine::rules::Ruleset;
use std::sync::LazyLock;

/// Everything in `art.toml`.
#[derive(serde::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Art {
    drawing: Vec<Drawing>,
    seat: Vec<SeatColour>,
    colours: Vec<Colour>,
}

/// A drawing for kinds of one letter and name, in a box of 100 by 100.
#[derive(serde::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    letter: char,
    kind: String,
    /// Path data; holes by the even-odd rule.
    pub path: String,
}

#[derive(serde::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct SeatColour {
    name: String,
    fill: String,
    ink: String,
}

/// The two colours of a seat's pieces.
#[derive(serde::Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Colour {
    /// Of the plate.
    pub fill: String,
    /// Of what is drawn on it.
    pub ink: String,
}

static ART: LazyLock<Art> = LazyLock::new(|| {
    // It is part of the program; a test reads it.
    toml::from_str(include_str!("art.toml")).unwrap_or(Art {
        drawing: Vec::new(),
        seat: Vec::new(),
        colours: Vec::new(),
    })
});

/// The drawing of a kind; none: its letter is written.
pub fn drawing(rules: &Ruleset, kind: KindId) -> Option<&'static Drawing> {
    let letter = rules.kinds.get(kind.index())?.letter;
    let name = notation::kind(rules, kind);
    ART.drawing
        .iter()
        .find(|d| d.letter == letter && d.kind == name)
}

/// The colours of a seat: those of its name, else those of its number. Pieces of nobody are grey.
pub fn colour(rules: &Ruleset, seat: Option<SeatId>) -> Colour {
    let grey = Colour {
        fill: "#9a9a9a".to_string(),
        ink: "#1c1c1c".to_string(),
    };
    let Some(seat) = seat else { return grey };
    // `white-noble`: the colour is a part of the name
    let name = notation::seat(rules, seat);
    let named = ART
        .seat
        .iter()
        .find(|c| name.split('-').any(|part| part == c.name));
    match named {
        Some(c) => Colour {
            fill: c.fill.clone(),
            ink: c.ink.clone(),
        },
        None if ART.colours.is_empty() => grey,
        None => ART.colours[seat.index() % ART.colours.len()].clone(),
    }
}

/// The outline of a seat's plates in a box of 100 by 100: seats differ by shape, not by colour alone.
pub fn plate(seat: Option<SeatId>) -> &'static str {
    const ROUND: &str = "M50 8a42 42 0 1 1 0 84a42 42 0 1 1 0 -84z";
    const SHAPES: [&str; 8] = [
        ROUND,
        "M22 12h56q10 0 10 10v56q0 10 -10 10h-56q-10 0 -10 -10v-56q0 -10 10 -10z",
        "M50 5l39 22.5v45l-39 22.5l-39 -22.5v-45z",
        "M33 10h34l23 23v34l-23 23h-34l-23 -23v-34z",
        "M50 3l45 40l-17 51h-56l-17 -51z",
        "M14 16h72v50q-8 20 -36 29q-28 -9 -36 -29z",
        "M50 3q20 12 44 9q2 60 -44 85q-46 -25 -44 -85q24 3 44 -9z",
        "M12 20q38 -22 76 0v60q-38 22 -76 0z",
    ];
    const NOBODY: &str = "M28 14h44l14 36l-14 36h-44l-14 -36z";
    match seat {
        Some(seat) => SHAPES[seat.index() % SHAPES.len()],
        None => NOBODY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_artwork_reads_and_every_colour_stands_out_from_its_ink() {
        let art: Art = toml::from_str(include_str!("art.toml")).expect("art.toml reads");
        assert_eq!(art.drawing.len(), 6);
        assert!(art.colours.len() >= 8);
        let seats = art.seat.iter().map(|s| (&s.fill, &s.ink));
        for (fill, ink) in seats.chain(art.colours.iter().map(|c| (&c.fill, &c.ink))) {
            let ratio = contrast(fill, ink);
            assert!(ratio >= 4.5, "{fill} on {ink}: {ratio}");
        }
    }

    /// Contrast as the web's guidelines for readable text count it.
    fn contrast(a: &str, b: &str) -> f64 {
        let light = |hex: &str| {
            let part = |i: usize| {
                let n = u8::from_str_radix(&hex[i..i + 2], 16).expect("a colour");
                let c = f64::from(n) / 255.0;
                if c <= 0.040_45 {
                    c / 12.92
                } else {
                    ((c + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        let (a, b) = (light(a), light(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

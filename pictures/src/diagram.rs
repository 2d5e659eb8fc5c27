//! The moves of a piece as SVG: lines for slides, with an arrow where they go on to the edge; a dot where it goes and captures, a ring
//! where it only goes, a cross where it only captures; broken and numbered what stands under a condition, with its sentence below.
use crate::board::{Place, draw_piece, ground};
use crate::moves::{Mark, MoveMap};
use crate::svg::{CELL, INK, Svg, n};
use engine::notation;
use engine::play::SeenPiece;
use engine::position_text::seat_facing;
use engine::rules::Ruleset;

const OPEN: &str = "#0b4f8a";
const TAKES: &str = "#a8321c";
const SMALL: f64 = 13.0;

/// What is written below a diagram besides footnotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Under {
    /// The key of the signs and the footnotes.
    All,
    /// Nothing: the words stand beside it.
    Nothing,
}

/// What the signs mean, for those that are in a picture.
pub fn key(map: &MoveMap) -> Vec<&'static str> {
    let has = |f: &dyn Fn(&Mark) -> bool| map.marks.values().any(f);
    let mut key = Vec::new();
    if has(&|m| m.quiet && m.takes) {
        key.push("dot: it moves there or captures there");
    }
    if has(&|m| m.quiet && !m.takes) {
        key.push("ring: it moves there, but does not capture");
    }
    if has(&|m| !m.quiet && m.takes) {
        key.push("cross: it moves there only to capture");
    }
    if map.lines.iter().any(|l| l.endless) {
        key.push("arrow: on to the edge of the board, until something is in the way");
    }
    if has(&|m| !m.open) {
        key.push("broken: only as the footnote says");
    }
    key
}

/// The words below a diagram: its key, and the footnotes with their numbers.
pub fn words(map: &MoveMap) -> Vec<String> {
    let mut lines = key_words(map);
    for (i, note) in map.notes.iter().enumerate() {
        lines.push(format!("{} {}", i + 1, note.words));
    }
    lines
}

/// The key of a diagram in sentences.
pub fn key_words(map: &MoveMap) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    if !map.asked {
        lines.push(
            "Drawn from its own sentences: in this game more decides what can be done in a turn."
                .to_string(),
        );
    }
    let key = key(map);
    if map.marks.is_empty() {
        lines.push("From here it goes nowhere by a plain move.".to_string());
    } else if !key.is_empty() {
        let mut all = key.join("; ");
        all.push('.');
        let mut chars = all.chars();
        let capital: String = chars
            .next()
            .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect());
        lines.push(capital);
    }
    lines
}

/// The moves as SVG.
pub fn diagram(rules: &Ruleset, map: &MoveMap, under: Under) -> String {
    let mut svg = Svg::default();
    let name = format!("the moves of a {}", notation::kind(rules, map.kind));
    let Some((board, ..)) = notation::place(rules, map.at) else {
        return svg.finish(&name);
    };
    let place = ground(&mut svg, board, 0.0, None);
    lines(&mut svg, &place, map);
    for (square, mark) in &map.marks {
        if let Some((x, y)) = place.centre(*square) {
            sign(&mut svg, x, y, *mark);
        }
    }
    let piece = SeenPiece {
        square: map.at,
        layer: 0,
        kind: map.kind,
        seat: Some(map.seat),
        facing: seat_facing(rules, Some(map.seat)),
    };
    draw_piece(&mut svg, rules, &place, &piece);
    if under == Under::All {
        svg.under(&words(map), SMALL);
    }
    svg.finish(&name)
}

fn lines(svg: &mut Svg, place: &Place, map: &MoveMap) {
    let Some((x0, y0)) = place.centre(map.at) else {
        return;
    };
    for line in &map.lines {
        let Some((x, y)) = place.centre(line.to) else {
            continue;
        };
        let long = (x - x0).hypot(y - y0);
        if long == 0.0 {
            continue;
        }
        let (ux, uy) = ((x - x0) / long, (y - y0) / long);
        let dash = if line.open {
            ""
        } else {
            r#" stroke-dasharray="6 5""#
        };
        // an arrow reaches into the last square, past its sign
        let (tx, ty) = if line.endless {
            (x + ux * CELL * 0.3, y + uy * CELL * 0.3)
        } else {
            (x, y)
        };
        let look = format!(r#"stroke="{OPEN}" stroke-width="3" fill="none"{dash}"#);
        let data = format!("M{} {}L{} {}", n(x0), n(y0), n(tx), n(ty));
        svg.path(&data, &look);
        if line.endless {
            let (bx, by) = (tx - ux * 9.0, ty - uy * 9.0);
            let data = format!(
                "M{} {}L{} {}L{} {}z",
                n(tx + ux * 4.0),
                n(ty + uy * 4.0),
                n(bx - uy * 6.0),
                n(by + ux * 6.0),
                n(bx + uy * 6.0),
                n(by - ux * 6.0)
            );
            svg.path(&data, &format!(r#"fill="{OPEN}""#));
        }
    }
}

fn sign(svg: &mut Svg, x: f64, y: f64, mark: Mark) {
    let dash = if mark.open {
        ""
    } else {
        r#" stroke-dasharray="4 3""#
    };
    let r = CELL * 0.16;
    match (mark.quiet, mark.takes) {
        (true, true) if mark.open => {
            svg.circle(
                x,
                y,
                r,
                &format!(r##"fill="{OPEN}" stroke="#ffffff" stroke-width="1""##),
            );
        }
        (true, true) => {
            let look = format!(
                r#"fill="{OPEN}" fill-opacity="0.3" stroke="{OPEN}" stroke-width="2.5"{dash}"#
            );
            svg.circle(x, y, r, &look);
        }
        (true, false) => {
            let look = format!(r##"fill="#ffffff" stroke="{OPEN}" stroke-width="3"{dash}"##);
            svg.circle(x, y, r, &look);
        }
        (false, _) => {
            let d = r * 0.95;
            let data = format!(
                "M{} {}L{} {}M{} {}L{} {}",
                n(x - d),
                n(y - d),
                n(x + d),
                n(y + d),
                n(x - d),
                n(y + d),
                n(x + d),
                n(y - d)
            );
            let look = format!(
                r#"stroke="{TAKES}" stroke-width="4.5" fill="none" stroke-linecap="butt"{dash}"#
            );
            svg.path(&data, &look);
        }
    }
    if let Some(note) = mark.note {
        let (cx, cy) = (x + CELL * 0.31, y - CELL * 0.31);
        svg.circle(
            cx,
            cy,
            7.5,
            &format!(r##"fill="#ffffff" stroke="{INK}" stroke-width="1""##),
        );
        svg.words(cx, cy, 10.0, "middle", INK, &note.to_string());
    }
}

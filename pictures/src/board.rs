//! A position as SVG: the boards with their holes and sides, pieces by shape, colour and drawing or letter, and in words below what lies
//! in zones and which marks are set.
use crate::art;
use crate::svg::{CELL, EDGE, INK, Svg, n};
use engine::ids::{SeatId, SquareId};
use engine::notation::{self, text};
use engine::play::{BoardView, SeenHeld, SeenPiece, Shown, Thing};
use engine::position_text::{directional, seat_facing};
use engine::rules::{Board, Ruleset, Ty};
use std::collections::BTreeMap;

const LIGHT: &str = "#fbf6e9";
const DARK: &str = "#e2d3b4";
const LINE: &str = "#8d7c5d";
/// Between two boards.
const GAP: f64 = 18.0;
/// Size of the words below.
const SMALL: f64 = 13.0;

/// Where a board is in a picture.
#[derive(Clone, Copy, Debug)]
pub struct Place<'r> {
    board: &'r Board,
    left: f64,
    top: f64,
}

impl Place<'_> {
    /// The middle of a square; none: it is on another board.
    pub fn centre(&self, square: SquareId) -> Option<(f64, f64)> {
        let cells = u16::from(self.board.files) * u16::from(self.board.ranks);
        let n = square
            .0
            .checked_sub(self.board.first.0)
            .filter(|n| *n < cells)?;
        let file = f64::from(n % u16::from(self.board.files));
        let rank = f64::from(n / u16::from(self.board.files));
        let ranks = f64::from(self.board.ranks);
        Some((
            self.left + (file + 0.5) * CELL,
            self.top + (ranks - rank - 0.5) * CELL,
        ))
    }
}

/// A position as SVG. All boards stand beside one another, a board with two sides twice.
pub fn position(rules: &Ruleset, view: &BoardView, name: &str) -> String {
    let mut svg = Svg::default();
    let numbers = numbers(rules, view);
    let mut left = 0.0;
    let named = rules.boards.len() > 1;
    for board in &rules.boards {
        for layer in 0..board.layers.max(1) {
            let title = title(rules, board, layer, named);
            let place = ground(&mut svg, board, left, title.as_deref());
            marks(&mut svg, &place, &numbers, layer);
            for piece in view.pieces.iter().filter(|p| p.layer == layer) {
                draw_piece(&mut svg, rules, &place, piece);
            }
            borders(&mut svg, &place, &numbers);
            tags(&mut svg, &place, &numbers, layer);
            left += EDGE + f64::from(board.files) * CELL + GAP;
        }
    }
    seat_key(&mut svg, rules, view);
    svg.under(&legend(rules, view, &numbers), SMALL);
    svg.finish(name)
}

/// Which plate is whose, where there are more than two.
fn seat_key(svg: &mut Svg, rules: &Ruleset, view: &BoardView) {
    let seats = seats_there(view);
    if rules.seats.len() < 3 || seats.len() < 2 {
        return;
    }
    let y = svg.height() + 12.0;
    let mut x = EDGE;
    for seat in seats {
        let colour = art::colour(rules, Some(seat));
        let look = format!(
            r##"fill="{}" stroke="#1c1c1c" stroke-width="6""##,
            colour.fill
        );
        svg.placed(art::plate(Some(seat)), x, y - 9.0, 18.0, &look);
        let name = notation::seat(rules, seat);
        svg.words(x + 22.0, y, SMALL, "start", INK, name);
        x += 34.0 + name.chars().count() as f64 * SMALL * 0.62;
        svg.reach(x, y + 12.0);
    }
}

fn title(rules: &Ruleset, board: &Board, layer: u8, named: bool) -> Option<String> {
    let name = board
        .name
        .filter(|_| named)
        .map(|n| text(rules, n).replace('-', " "));
    let side = (board.layers > 1)
        .then(|| ["near side", "far side"][usize::from(layer.min(1))].to_string());
    match (name, side) {
        (Some(name), Some(side)) => Some(format!("{name}, {side}")),
        (name, side) => name.or(side),
    }
}

/// Draws the squares, with the names of files and ranks, and comes back with the place of the board.
pub fn ground<'r>(svg: &mut Svg, board: &'r Board, left: f64, title: Option<&str>) -> Place<'r> {
    let top = if title.is_some() { 24.0 } else { 6.0 };
    let place = Place {
        board,
        left: left + EDGE,
        top,
    };
    let (files, ranks) = (u16::from(board.files), u16::from(board.ranks));
    let (width, height) = (f64::from(files) * CELL, f64::from(ranks) * CELL);
    if let Some(title) = title {
        svg.words(place.left + width / 2.0, 11.0, 14.0, "middle", INK, title);
    }
    for rank in 0..ranks {
        for file in 0..files {
            let square = SquareId(board.first.0 + rank * files + file);
            if board.holes.contains(&square) {
                continue;
            }
            let fill = if (rank + file) % 2 == 0 { DARK } else { LIGHT };
            let x = place.left + f64::from(file) * CELL;
            let y = place.top + f64::from(ranks - 1 - rank) * CELL;
            let look = format!(r#"fill="{fill}" stroke="{LINE}" stroke-width="1""#);
            svg.rect(x, y, CELL, CELL, &look);
        }
    }
    for rank in 0..ranks {
        let y = place.top + (f64::from(ranks - rank) - 0.5) * CELL;
        let name = (rank + 1).to_string();
        svg.words(place.left - EDGE / 2.0, y, 12.0, "middle", INK, &name);
    }
    for file in 0..files {
        let x = place.left + (f64::from(file) + 0.5) * CELL;
        let name = char::from(b'a' + (file % 26) as u8).to_string();
        svg.words(
            x,
            place.top + height + EDGE / 2.0,
            12.0,
            "middle",
            INK,
            &name,
        );
    }
    svg.reach(place.left + width + 6.0, place.top + height + EDGE);
    place
}

/// A piece on its square: the plate of its seat, its drawing or letter, and an arrow if it does not face as its owner.
pub fn draw_piece(svg: &mut Svg, rules: &Ruleset, place: &Place, piece: &SeenPiece) {
    let Some((x, y)) = place.centre(piece.square) else {
        return;
    };
    let colour = art::colour(rules, piece.seat);
    let size = CELL * 0.86;
    let (left, top) = (x - size / 2.0, y - size / 2.0);
    let look = format!(
        r##"fill="{}" stroke="#1c1c1c" stroke-width="4""##,
        colour.fill
    );
    svg.placed(art::plate(piece.seat), left, top, size, &look);
    match art::drawing(rules, piece.kind) {
        Some(drawing) => {
            let look = format!(r#"fill="{}" fill-rule="evenodd""#, colour.ink);
            svg.placed(&drawing.path, left, top, size, &look);
        }
        None => {
            let letter = rules
                .kinds
                .get(piece.kind.index())
                .map_or('?', |k| k.letter);
            svg.words(
                x,
                y,
                CELL * 0.46,
                "middle",
                &colour.ink,
                &letter.to_string(),
            );
        }
    }
    let turned = piece.facing != seat_facing(rules, piece.seat);
    if turned && directional(rules).contains(&piece.kind) {
        let look = format!(
            r##"transform="translate({} {}) rotate({})" fill="#c8102e" stroke="#ffffff" stroke-width="1""##,
            n(x),
            n(y),
            u16::from(piece.facing % 4) * 90
        );
        svg.path("M0 -23l6 9h-12z", &look);
    }
}

/// The marks and values that hang on squares and pieces, each combination with a number: what, and where. Those of borders need no
/// number: a line on the board shows which they are.
#[derive(Default)]
struct Numbered {
    words: Vec<String>,
    on: BTreeMap<(SquareId, Option<u8>), Vec<usize>>,
    borders: BTreeMap<String, Vec<(SquareId, SquareId)>>,
}

fn numbers(rules: &Ruleset, view: &BoardView) -> Numbered {
    let mut found = Numbered::default();
    for field in &view.fields {
        let place = match field.of {
            Thing::Square(s) => (s, None),
            Thing::Piece(s, layer) => (s, Some(layer)),
            Thing::Border(s, _) => (s, None),
            Thing::Game | Thing::Seat(_) | Thing::Side(_) | Thing::Held(_) | Thing::Kind(_) => {
                continue;
            }
        };
        let Some(declared) = rules.fields.get(field.field.index()) else {
            continue;
        };
        let mut words = text(rules, declared.name).replace('-', " ");
        if declared.ty != Ty::Mark {
            let values: Vec<String> = field.values.iter().map(|v| shown(rules, v)).collect();
            words = format!("{words} {}", values.join(", "));
        }
        if let Some(seat) = field.seat {
            words = format!("{words} ({})", notation::seat(rules, seat));
        }
        if let Thing::Border(a, b) = field.of {
            found.borders.entry(words).or_default().push((a, b));
            continue;
        }
        let known = found.words.iter().position(|w| *w == words);
        let number = known.unwrap_or_else(|| {
            found.words.push(words);
            found.words.len() - 1
        });
        let on = found.on.entry(place).or_default();
        if !on.contains(&number) {
            on.push(number);
        }
    }
    found
}

/// Squares with a mark are hatched.
fn marks(svg: &mut Svg, place: &Place, numbers: &Numbered, layer: u8) {
    for (square, on) in numbers.on.keys() {
        let (Some((x, y)), None, 0) = (place.centre(*square), on, layer) else {
            continue;
        };
        let (l, t, h) = (x - CELL / 2.0, y - CELL / 2.0, CELL / 4.0);
        let mut data = String::new();
        for i in 1..8 {
            let d = f64::from(i) * h;
            let (x1, y1) = (l + d.min(CELL), t + (d - CELL).max(0.0));
            let (x2, y2) = (l + (d - CELL).max(0.0), t + d.min(CELL));
            data += &format!("M{} {}L{} {}", n(x1), n(y1), n(x2), n(y2));
        }
        svg.path(
            &data,
            r##"stroke="#7a5c9e" stroke-width="1.5" fill="none""##,
        );
    }
}

/// Borders with a mark or value are drawn thick.
fn borders(svg: &mut Svg, place: &Place, numbers: &Numbered) {
    for (a, b) in numbers.borders.values().flatten() {
        let (Some(a), Some(b)) = (place.centre(*a), place.centre(*b)) else {
            continue;
        };
        let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        // a line across the way from the one square to the other
        let half = ((b.1 - a.1).abs() / 2.0, (b.0 - a.0).abs() / 2.0);
        let data = format!(
            "M{} {}L{} {}",
            n(middle.0 - half.0),
            n(middle.1 - half.1),
            n(middle.0 + half.0),
            n(middle.1 + half.1)
        );
        let look = r##"stroke="#5b3a86" stroke-width="6" stroke-linecap="round" fill="none""##;
        svg.path(&data, look);
    }
}

/// The numbers of marks at the corners.
fn tags(svg: &mut Svg, place: &Place, numbers: &Numbered, layer: u8) {
    for ((square, on), all) in &numbers.on {
        if on.unwrap_or(0) != layer {
            continue;
        }
        let Some((x, y)) = place.centre(*square) else {
            continue;
        };
        let words: Vec<String> = all.iter().map(|i| (i + 1).to_string()).collect();
        let words = words.join(" ");
        let width = 7.0 * words.len() as f64 + 6.0;
        let (right, top) = (x + CELL / 2.0 - 1.0, y - CELL / 2.0 + 1.0);
        let look = r##"rx="4" fill="#5b3a86""##;
        svg.rect(right - width, top, width, 14.0, look);
        svg.words(
            right - width / 2.0,
            top + 7.0,
            11.0,
            "middle",
            "#ffffff",
            &words,
        );
    }
}

/// Most squares or borders that are named in a line of the legend.
const MOST_NAMED: usize = 12;

fn legend(rules: &Ruleset, view: &BoardView, numbers: &Numbered) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, words) in numbers.words.iter().enumerate() {
        let on = numbers.on.iter().filter(|(_, all)| all.contains(&i));
        let squares: Vec<String> = on.map(|((s, _), _)| notation::square(rules, *s)).collect();
        lines.push(format!("{} {words}: {}", i + 1, some_of(&squares)));
    }
    for (words, all) in &numbers.borders {
        let all = all.iter().map(|(a, b)| notation::border(rules, *a, *b));
        lines.push(format!("{words}: {}", some_of(&all.collect::<Vec<_>>())));
    }
    for zone in &view.zones {
        let name = rules
            .zones
            .get(zone.zone.index())
            .map_or("?", |z| text(rules, z.name));
        let of = thing(rules, zone.of).map_or(String::new(), |of| format!(" of {of}"));
        let held = match &zone.held {
            None => format!("{} hidden", zone.count),
            Some(held) => counted(held.iter().map(|h| held_words(rules, h))),
        };
        lines.push(format!("{}{of}: {held}", name.replace('-', " ")));
    }
    for field in &view.fields {
        let of = match field.of {
            Thing::Square(_) | Thing::Border(..) | Thing::Piece(..) | Thing::Held(_) => continue,
            of => thing(rules, of),
        };
        let Some(declared) = rules.fields.get(field.field.index()) else {
            continue;
        };
        let values: Vec<String> = field.values.iter().map(|v| shown(rules, v)).collect();
        let of = of.map_or(String::new(), |of| format!(" of {of}"));
        let name = text(rules, declared.name).replace('-', " ");
        lines.push(format!("{name}{of}: {}", values.join(", ")));
    }
    lines
}

/// The first of many places, and how many more there are.
fn some_of(places: &[String]) -> String {
    let more = places.len().saturating_sub(MOST_NAMED);
    let named = places[..places.len() - more].join(", ");
    match more {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// `3 pawns` rather than `pawn pawn pawn`.
fn counted(words: impl Iterator<Item = String>) -> String {
    let mut all: Vec<(String, usize)> = Vec::new();
    for word in words {
        match all.iter_mut().find(|(w, _)| *w == word) {
            Some((_, n)) => *n += 1,
            None => all.push((word, 1)),
        }
    }
    let parts: Vec<String> = (all.into_iter())
        .map(|(w, n)| if n == 1 { w } else { format!("{n} × {w}") })
        .collect();
    parts.join(", ")
}

fn held_words(rules: &Ruleset, held: &SeenHeld) -> String {
    match held {
        SeenHeld::Army { army } => notation::army(rules, *army).to_string(),
        SeenHeld::Of(kind, Some(seat)) => {
            format!(
                "{} {}",
                notation::seat(rules, *seat),
                notation::kind(rules, *kind)
            )
        }
        SeenHeld::Of(kind, None) => notation::kind(rules, *kind).to_string(),
    }
}

/// What state hangs on, in words; none: the game.
fn thing(rules: &Ruleset, thing: Thing) -> Option<String> {
    Some(match thing {
        Thing::Game => return None,
        Thing::Seat(s) => notation::seat(rules, s).to_string(),
        Thing::Side(s) => notation::side(rules, s).to_string(),
        Thing::Square(s) | Thing::Piece(s, _) => notation::square(rules, s),
        Thing::Border(a, b) => notation::border(rules, a, b),
        Thing::Held(n) => format!("piece {}", n + 1),
        Thing::Kind(k) => notation::kind(rules, k).to_string(),
    })
}

fn shown(rules: &Ruleset, value: &Shown) -> String {
    match value {
        Shown::Yes => "yes".to_string(),
        Shown::Number(n) => n.to_string(),
        Shown::Thing(t) => thing(rules, *t).unwrap_or_else(|| "the game".to_string()),
        Shown::Army(a) => notation::army(rules, *a).to_string(),
        Shown::Text(t) => text(rules, *t).to_string(),
        Shown::Move(a, b) => {
            format!(
                "{}-{}",
                notation::square(rules, *a),
                notation::square(rules, *b)
            )
        }
        Shown::Direction(f, r) => format!("({f},{r})"),
    }
}

/// The seats of a position that have pieces on it, for a key.
pub fn seats_there(view: &BoardView) -> Vec<SeatId> {
    let mut seats: Vec<SeatId> = view.pieces.iter().filter_map(|p| p.seat).collect();
    seats.sort();
    seats.dedup();
    seats
}

//! Writing SVG text: elements, escaped words, and the box they end up in. No ids are used, so that many pictures can stand in one page.
use std::fmt::Write as _;

/// Side of a square of a board.
pub const CELL: f64 = 48.0;
/// Room for the names of files and ranks.
pub const EDGE: f64 = 22.0;
/// Fonts of all words; the first is the one PNGs are written in.
pub const FONTS: &str = "Noto Sans, DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif";
/// The colour of words and lines.
pub const INK: &str = "#33291c";

/// A picture being drawn.
#[derive(Default, Clone, Debug)]
pub struct Svg {
    body: String,
    width: f64,
    height: f64,
}

/// A number without needless digits.
pub fn n(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // never `-0`
    format!("{}", rounded + 0.0)
}

/// Words as SVG and HTML take them. What no XML may hold is left out.
pub fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

impl Svg {
    /// The picture is at least so large.
    pub fn reach(&mut self, width: f64, height: f64) {
        self.width = self.width.max(width);
        self.height = self.height.max(height);
    }

    /// How tall it is so far.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Raw elements.
    pub fn raw(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// A rectangle.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, look: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.body,
            r#"<rect x="{}" y="{}" width="{}" height="{}" {look}/>"#,
            n(x),
            n(y),
            n(width),
            n(height)
        );
    }

    /// A circle.
    pub fn circle(&mut self, x: f64, y: f64, r: f64, look: &str) {
        let _ = writeln!(
            self.body,
            r#"<circle cx="{}" cy="{}" r="{}" {look}/>"#,
            n(x),
            n(y),
            n(r)
        );
    }

    /// A path.
    pub fn path(&mut self, data: &str, look: &str) {
        let _ = writeln!(self.body, r#"<path d="{data}" {look}/>"#);
    }

    /// A path drawn in a box of 100 by 100, put at a place in another size.
    pub fn placed(&mut self, data: &str, x: f64, y: f64, size: f64, look: &str) {
        let _ = writeln!(
            self.body,
            r#"<path transform="translate({} {}) scale({})" d="{data}" {look}/>"#,
            n(x),
            n(y),
            (size * 10.0).round() / 1000.0
        );
    }

    /// Words around a point: `anchor` is `start`, `middle` or `end`, `y` the middle of the letters.
    pub fn words(&mut self, x: f64, y: f64, size: f64, anchor: &str, colour: &str, words: &str) {
        let _ = writeln!(
            self.body,
            r#"<text x="{}" y="{}" font-family="{FONTS}" font-size="{}" font-weight="600" text-anchor="{anchor}" fill="{colour}">{}</text>"#,
            n(x),
            n(y + size * 0.36),
            n(size),
            escape(words)
        );
    }

    /// Lines of words under what is there, broken to the width. A line after the first of a paragraph is set in.
    pub fn under(&mut self, paragraphs: &[String], size: f64) {
        let width = self.width.max(CELL * 8.0);
        let fits = ((width - 2.0 * EDGE) / (size * 0.56)).max(16.0) as usize;
        for paragraph in paragraphs {
            for (i, line) in wrapped(paragraph, fits).iter().enumerate() {
                let y = self.height + size * 0.8;
                let inset = if i == 0 { 0.0 } else { size };
                self.words(EDGE + inset, y, size, "start", INK, line);
                self.reach(width, self.height + size * 1.45);
            }
        }
        self.reach(width, self.height + size * 0.4);
    }

    /// The whole picture, with a name for those who cannot see it.
    pub fn finish(&self, name: &str) -> String {
        let (w, h) = (n(self.width), n(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n",
            escape(name),
            self.body
        )
    }
}

/// Lines of at most so many letters, broken between words.
pub fn wrapped(words: &str, fits: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in words.split_whitespace() {
        let used = lines.last().map_or(0, |l| l.chars().count());
        if used > 0 && used + 1 + word.chars().count() > fits {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

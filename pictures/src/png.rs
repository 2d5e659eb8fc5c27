//! An SVG as PNG. Letters are drawn with the one font that comes with the program, never with those of the machine, so that the same
//! picture has the same bytes everywhere.
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, LazyLock};

/// The font (SIL Open Font License, see CREDITS.md).
const FONT: &[u8] = include_bytes!("../font/NotoSans-latin.ttf");

/// Most pixels of a side.
pub const MOST_PIXELS: u32 = 8_192;

/// Why there is no PNG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPng {
    /// The SVG does not read.
    Unread(String),
    /// It would be larger than [`MOST_PIXELS`], or empty.
    Size,
    /// The encoder failed.
    Encoder(String),
}

impl std::fmt::Display for NoPng {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            NoPng::Unread(why) => write!(f, "the picture does not read: {why}"),
            NoPng::Size => write!(f, "a side would have more than {MOST_PIXELS} pixels"),
            NoPng::Encoder(why) => write!(f, "the PNG cannot be written: {why}"),
        }
    }
}

impl std::error::Error for NoPng {}

static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    Arc::new(fonts)
});

/// Reads an SVG; what cannot be read is no picture.
fn tree(svg: &str) -> Result<usvg::Tree, NoPng> {
    let options = usvg::Options {
        fontdb: FONTS.clone(),
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options).map_err(|e| NoPng::Unread(e.to_string()))
}

/// The picture at `scale` times its size, on white.
///
/// # Errors
/// See [`NoPng`].
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, NoPng> {
    let tree = tree(svg)?;
    let size = tree.size();
    let (width, height) = (size.width() * scale, size.height() * scale);
    if !(1.0..=MOST_PIXELS as f32).contains(&width) || !(1.0..=MOST_PIXELS as f32).contains(&height)
    {
        return Err(NoPng::Size);
    }
    let mut pixels =
        tiny_skia::Pixmap::new(width.ceil() as u32, height.ceil() as u32).ok_or(NoPng::Size)?;
    pixels.fill(tiny_skia::Color::WHITE);
    let grow = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, grow, &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|e| NoPng::Encoder(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::Svg;

    fn square(words: &str) -> String {
        let mut svg = Svg::default();
        svg.reach(40.0, 40.0);
        svg.words(20.0, 20.0, 24.0, "middle", "#000000", words);
        svg.finish("a test")
    }

    #[test]
    fn letters_are_drawn_with_the_font_of_the_program() {
        let with = png(&square("K"), 2.0).expect("a picture");
        let without = png(&square(""), 2.0).expect("a picture");
        assert!(with.starts_with(b"\x89PNG"));
        assert_ne!(with, without, "the letter left no trace");
        assert_eq!(with, png(&square("K"), 2.0).expect("a picture"));
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_refused() {
        assert!(matches!(png("<svg", 1.0), Err(NoPng::Unread(_))));
        assert_eq!(png(&square("K"), 1_000.0), Err(NoPng::Size));
        assert_eq!(png(&square("K"), 0.0), Err(NoPng::Size));
    }
}

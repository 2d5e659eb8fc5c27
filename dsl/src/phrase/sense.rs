//! What the nouns and adjectives of the language mean.
use super::noun::{Adj, Sense};
use super::reader::*;
use engine::rules::*;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

pub(super) fn language_noun(name: &str, ty: Option<Ty>) -> Option<Sense> {
    use Sense::*;
    let all = |ty| Things(ty, Vec::new());
    Some(match name {
        "piece" => all(Ty::Piece),
        "square" => all(Ty::Square),
        "border" => all(Ty::Border),
        "card" => all(Ty::Card),
        "player" | "seat" => all(Ty::Seat),
        "zone" | "deck" => all(Ty::Zone),
        "block-of-4" => Things(Ty::Square, vec![Narrow::At(Near::BlockOf4, of_game())]),
        "enemy" => Rival("enemy"),
        "opponent" => Rival("opponent"),
        "partner" => Rival("partner"),
        "line" => Line,
        "row" => Row(false),
        "file" => Row(true),
        "secret" => Part(engine::rules::Part::Secrets, Ty::Mark),
        "rank" => Part(engine::rules::Part::Rank, Ty::Square),
        "home" => Part(engine::rules::Part::Home, Ty::Square),
        "edge" => Fixed("edge"),
        "corner" => Fixed("corner"),
        "direction" => Part(engine::rules::Part::Direction, Ty::Direction),
        "board" => Fixed("board"),
        "side" => all(Ty::Side),
        "colour" => Part(engine::rules::Part::Side, Ty::Side),
        "owner" => Part(engine::rules::Part::Owner, Ty::Seat),
        "left" => Part(engine::rules::Part::Left, Ty::Seat),
        "right" => Part(engine::rules::Part::Right, Ty::Seat),
        "opposite" => Part(engine::rules::Part::Opposite, Ty::Seat),
        "neighbour" => Part(engine::rules::Part::Neighbour, Ty::Seat),
        "author" => Fixed("author"),
        "kind" => Part(engine::rules::Part::Kind, Ty::Kind),
        "run" => Part(engine::rules::Part::Run, Ty::Card),
        "army" => Part(engine::rules::Part::Army, Ty::Army),
        "power" => Part(engine::rules::Part::Power, Ty::Power),
        "ability" => Fixed("ability"),
        "setup" => Part(engine::rules::Part::Setup, Ty::Square),
        "move" => Part(engine::rules::Part::Moves, Ty::Move),
        "action" => all(Ty::Move),
        "number" => Number("number"),
        "point" => Number("point"),
        "place" => Number("place"),
        "value" => Number("value"),
        "remainder" => Number("remainder"),
        "repetition" => Number("repetition"),
        "game" | "turn" | "round" => Fixed("turn"),
        _ => {
            let _ = ty;
            return None;
        }
    })
}

/// The quality of a language adjective that can stand after `is`. The IR calls it by the same word, so an adjective is declared once,
/// in the word table.
pub fn language_quality(word: &str) -> Option<Quality> {
    if word == "in-check" {
        return Some(Quality::InCheck(None));
    }
    super::words().ok()?.adjective(word)?;
    let name: String = word.split('-').map(capital).collect();
    let name: StrDeserializer<'_, Error> = name.as_str().into_deserializer();
    Quality::deserialize(name).ok()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

pub(super) fn language_adjective(word: &str) -> Option<Adj> {
    const NTH: [&str; 8] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    ];
    if let Some(n) = NTH.iter().position(|w| *w == word) {
        return Some(Adj::Pick(Pick::Nth(n as u8 + 1)));
    }
    Some(match word {
        "last" => Adj::Pick(Pick::Last),
        "latest" => Adj::Pick(Pick::Latest),
        "most" => Adj::Most(true),
        "fewest" => Adj::Most(false),
        "new" => Adj::New,
        "near" => Adj::Layer(0),
        "far" => Adj::Layer(1),
        "lost" => Adj::Where(Where::Lost),
        "own" => Adj::Narrow(Narrow::Own),
        "same" => Adj::Narrow(Narrow::Is(Quality::Same(Ty::Piece))),
        "on-turn" | "in-check" | "in-play" => return None,
        _ => Adj::Narrow(Narrow::Is(language_quality(word)?)),
    })
}

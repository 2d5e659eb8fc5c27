//! What the nouns and adjectives of the language mean, and the nouns that a game declares.
use super::decls::What;
use super::noun::{Adj, Sense, Senses};
use super::reader::*;
use crate::program::Named;
use engine::ids::*;
use engine::rules::*;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use std::rc::Rc;

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

impl Rd<'_> {
    pub(super) fn kind_of(&self, word: &str) -> Option<(KindId, bool)> {
        let find = |w: &str| self.prog.kind_named(w, self.place.within());
        if let Some(k) = find(word) {
            return Some((k, false));
        }
        let mut singulars = self.decls.singulars_of(word).iter();
        singulars.find_map(|s| find(s)).map(|k| (k, true))
    }

    /// What the word at this place can mean as a noun, whether it is plural, and its singular.
    pub(super) fn senses(&self, at: usize) -> Senses {
        let known = self.nouns.borrow().get(at).cloned().flatten();
        if let Some(known) = known {
            return known;
        }
        let found: Senses = self.senses_of(self.w(at)).into();
        let mut nouns = self.nouns.borrow_mut();
        if at < self.toks.len() {
            nouns.resize(self.toks.len(), None);
            nouns[at] = Some(Rc::clone(&found));
        }
        found
    }

    fn senses_of(&self, word: &str) -> Vec<(Sense, bool, String)> {
        if word.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        // what an army calls so comes before what the variant calls so
        let own = |army: Option<ArmyId>| army.is_some() && army == self.place.army;
        let within = self.place.within();
        let declared = self.decls.noun_declared(word, within);
        let declared_own = declared.is_some_and(|d| own(d.army));
        let kind = self.kind_of(word);
        let kind_own = kind.is_some_and(|(k, _)| own(self.prog.rules.kinds[k.index()].army));
        if let Some((k, plural)) = kind.filter(|_| kind_own || !declared_own) {
            let name = self.prog.rules.kinds[k.index()].name;
            let noun = self.shared.pool.borrow().text_of(name).to_owned();
            out.push((Sense::Kind(k), plural, noun));
        }
        let declared = self.decls.noun(word, within);
        if let Some((what, plural)) = declared.filter(|_| declared_own || !kind_own) {
            match what {
                What::Field(f) if self.decls.fields[f.index()].ty != Ty::Mark => {
                    let d = &self.decls.fields[f.index()];
                    out.push((Sense::Field(f), plural || d.many, word.to_owned()));
                }
                What::Zone(z) => out.push((Sense::Zone(z), plural, word.to_owned())),
                What::Word(w) if self.decls.words[w.index()].noun => {
                    out.push((Sense::Word(w), true, word.to_owned()));
                }
                _ => {}
            }
            if !out.is_empty() {
                return out;
            }
        }
        for n in self.prog.lookup(word, self.place.within()) {
            match n {
                Named::Deck(d) => out.push((Sense::Deck(d), true, word.to_owned())),
                Named::Option(o) => out.push((Sense::Option(o), false, word.to_owned())),
                _ => {}
            }
        }
        match word {
            "destination" => out.push((
                Sense::Part(Part::Destination, Ty::Square),
                false,
                word.to_owned(),
            )),
            "mover" => out.push((Sense::Part(Part::Mover, Ty::Piece), false, word.to_owned())),
            "origin" => out.push((
                Sense::Part(Part::Origin, Ty::Square),
                false,
                word.to_owned(),
            )),
            _ => {}
        }
        if let Some((noun, plural)) = self.words.noun(word)
            && let Some(sense) = language_noun(&noun.name, noun.ty)
        {
            out.push((sense, plural, noun.name.clone()));
        }
        out
    }
}

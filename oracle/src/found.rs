//! What a phrase stands for now, in words: a scenario that fails says it beside what it expected.
use super::read::*;
use super::value::*;
use super::*;
use engine::notation;
use engine::rules::{Quality, Value};

impl Game {
    /// The members of a phrase in words, in their order; of a number the number.
    pub fn found(&self, value: &Value) -> Vec<String> {
        let env = Env::default();
        let cx = Cx::new(&self.l, &self.now, &env);
        let things = cx.value(value).into_iter();
        things.map(|x| self.in_words(&cx, x)).collect()
    }
    fn in_words(&self, cx: &Cx, x: Val) -> String {
        let r = &self.l.rules;
        match x {
            Val::Piece(p) if self.now.piece(p).army.is_some() => {
                let army = self.now.piece(p).army.map(|a| notation::army(r, a));
                army.unwrap_or_default().to_string()
            }
            Val::Piece(p) => {
                let kind = notation::kind(r, cx.kind(p));
                let owned = match (self.now.piece(p).side, cx.owner(p)) {
                    (Some(side), _) => format!("{} {kind}", notation::side(r, side)),
                    (None, Some(seat)) => format!("{kind} of {}", notation::seat(r, seat)),
                    (None, None) => format!("{kind} of nobody"),
                };
                match self.now.square_of(p) {
                    Some(at) => format!("{owned} on {}", notation::square(r, at)),
                    None => owned,
                }
            }
            Val::Square(s) => notation::square(r, s),
            Val::Border(a, b) => notation::border(r, a, b),
            Val::Kind(k) => notation::kind(r, k).to_string(),
            Val::Seat(s) | Val::Ability(s) => notation::seat(r, s).to_string(),
            Val::Nobody => "nobody".to_string(),
            Val::Side(s) => notation::side(r, s).to_string(),
            Val::Num(n) => n.to_string(),
            Val::Army(a) => notation::army(r, a).to_string(),
            Val::Power(p) => r
                .powers
                .get(p.index())
                .map_or("", |p| notation::text(r, p.name))
                .to_string(),
            Val::Text(t) => format!("\"{}\"", notation::text(r, t)),
            Val::Mark(f) => r
                .fields
                .get(f.index())
                .map_or("", |f| notation::text(r, f.name))
                .to_string(),
            Val::Move(_, from, to) => {
                format!("{}-{}", notation::square(r, from), notation::square(r, to))
            }
            Val::Zone(z, _) => r
                .zones
                .get(z.index())
                .map_or("", |z| notation::text(r, z.name))
                .to_string(),
            Val::Dir(..) => "a direction".to_string(),
            Val::Layer(_) => "a side of the board".to_string(),
            Val::Board(b) => r
                .boards
                .get(b.index())
                .and_then(|b| b.name)
                .map_or("the board", |n| notation::text(r, n))
                .to_string(),
        }
    }
    /// The pieces a phrase stands for now, each for good: to ask later what has become of them.
    pub fn these(&self, value: &Value) -> Vec<u16> {
        let env = Env::default();
        let cx = Cx::new(&self.l, &self.now, &env);
        let pieces = cx.value(value).into_iter().filter_map(|x| match x {
            Val::Piece(p) => Some(p.0),
            Val::Square(s) => self.now.at(s).map(|p| p.0),
            _ => None,
        });
        pieces.collect()
    }
    /// Whether every one of these pieces has the quality now, wherever it is.
    pub fn have_become(&self, pieces: &[u16], quality: &Quality) -> bool {
        let env = Env::default();
        let cx = Cx::new(&self.l, &self.now, &env);
        let has = |p: &u16| cx.quality(Val::Piece(PieceId(*p)), quality);
        !pieces.is_empty() && pieces.iter().all(has)
    }
}

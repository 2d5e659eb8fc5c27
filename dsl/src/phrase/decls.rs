//! The first pass: which fields, zones, definitions and procedures the texts declare, with their types, so that
//! every sentence can be read in any order.
use super::lex::Tok;
use super::named::may_name;
use super::plurals::{plural_of, plurals_of};
use super::words::ty_of;
use crate::dictionary::Dictionary;
use crate::program::{Item, ItemSays, Program, Within};
use crate::syntax::{Sentence, Statement, TokenKind};
use engine::ids::*;
use engine::rules::{Holder, Shape, Ty};

/// What a declared name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum What {
    Field(FieldId),
    Zone(ZoneId),
    Word(WordId),
    Proc(ProcId),
}

/// A name and who declared it.
#[derive(Clone, Debug)]
pub struct Decl {
    /// What it is.
    pub what: What,
    /// The army in whose text it stands.
    pub army: Option<ArmyId>,
}

/// On what state hangs, as far as the words tell without reading phrases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Hangs {
    Game,
    Seat,
    Side,
    Piece,
    Square,
    Border,
    Card,
    Kind,
}

/// A declared value.
#[derive(Clone, Debug)]
pub struct FieldDecl {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// A set of values.
    pub many: bool,
    /// On what it hangs.
    pub hangs: Hangs,
    /// One value per seat as well.
    pub per_seat: bool,
    /// Written `every player has ..`.
    pub on_everybody: bool,
}

/// A declared zone.
#[derive(Clone, Debug)]
pub struct ZoneDecl {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub holds: Ty,
    /// Heap, row or deck.
    pub shape: Shape,
    /// On what it hangs.
    pub hangs: Hangs,
}

/// A definition.
#[derive(Clone, Debug)]
pub struct WordDecl {
    /// Its name.
    pub name: String,
    /// A noun.
    pub noun: bool,
    /// Its type, once one of its sentences has been read.
    pub ty: Option<Ty>,
    /// A definition of a variant that speaks of *you*: each player has their own.
    pub speaks: bool,
    /// It speaks of *your* enemies or of other players, and of nothing else that is yours.
    pub rivals: bool,
    /// It can stand for more than one square.
    pub several: bool,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct ProcDecl {
    /// Its name.
    pub name: String,
    /// The noun of its object.
    pub takes: Option<String>,
}

/// All declared names.
#[derive(Clone, Debug, Default)]
pub struct Decls {
    /// By name.
    pub names: Dictionary<Vec<Decl>>,
    /// Values.
    pub fields: Vec<FieldDecl>,
    /// Zones.
    pub zones: Vec<ZoneDecl>,
    /// Definitions.
    pub words: Vec<WordDecl>,
    /// Procedures.
    pub procs: Vec<ProcDecl>,
    plurals: Dictionary<String>,
    /// The names of the frame, kinds among them, by each of their plurals.
    framed: Dictionary<Vec<String>>,
}

impl Decls {
    /// What a name means in the text of an army: its own before the variant's; in a scenario before any other's.
    pub fn find(&self, name: &str, within: Within) -> Option<What> {
        self.declared(name, within).map(|d| d.what)
    }

    /// The same with who declared it.
    pub fn declared(&self, name: &str, within: Within) -> Option<&Decl> {
        let all = self.names.get(name)?;
        let own = (all.iter()).find(|d| within.army.is_some() && d.army == within.army);
        let shared = all.iter().find(|d| d.army.is_none());
        let other = || all.first().filter(|_| within.everywhere);
        own.or(shared).or_else(other)
    }

    /// Who declared a noun, which may stand in the plural.
    pub fn noun_declared(&self, word: &str, within: Within) -> Option<&Decl> {
        let single = || self.declared(self.plurals.get(word)?, within);
        self.declared(word, within).or_else(single)
    }

    /// The same for a noun, which may stand in the plural (true).
    pub fn noun(&self, word: &str, within: Within) -> Option<(What, bool)> {
        if let Some(what) = self.find(word, within) {
            return Some((what, false));
        }
        let single = self.plurals.get(word)?;
        self.find(single, within).map(|w| (w, true))
    }

    /// The names of the frame of which a word could be the plural.
    pub fn singulars_of(&self, word: &str) -> &[String] {
        self.framed.get(word).map_or(&[], Vec::as_slice)
    }

    /// Whether a word is some name declared there, in singular or plural.
    pub fn knows(&self, word: &str, within: Within) -> bool {
        self.noun(word, within).is_some()
    }

    /// Every name.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// On what a declaration of state hangs, by the words before `has`.
    pub fn hangs(&self, toks: &[Tok], has: usize) -> Option<Hangs> {
        hangs_on(&toks[..has])
    }

    fn add(&mut self, name: &str, what: What, army: Option<ArmyId>) {
        self.names.of(name).push(Decl { what, army });
        self.plurals.insert(&plural_of(name), name.to_owned());
    }

    /// Collects the declarations of every item.
    pub fn collect(program: &Program, lines: &dyn Fn(&Sentence) -> Vec<Tok>) -> Decls {
        let mut decls = Decls::default();
        for name in program.names.keys() {
            for many in plurals_of(name) {
                decls.framed.of(&many).push(name.clone());
            }
        }
        for item in &program.items {
            match &item.says {
                ItemSays::Sentence(s) => decls.sentence(s, item, program, lines),
                ItemSays::Procedure(p) => {
                    let mut words = p.line.iter().filter(|t| t.kind == TokenKind::Word);
                    let Some(name) = words.next() else { continue };
                    let takes = p.line.last().filter(|_| p.line.len() > 1);
                    let id = ProcId::from(decls.procs.len());
                    decls.procs.push(ProcDecl {
                        name: name.text.clone(),
                        takes: takes.map(|t| t.text.clone()),
                    });
                    decls.add(&name.text, What::Proc(id), item.army);
                }
            }
        }
        decls
    }

    fn sentence(
        &mut self,
        s: &Sentence,
        item: &Item,
        program: &Program,
        lines: &dyn Fn(&Sentence) -> Vec<Tok>,
    ) {
        if may_name(&s.line) {
            let toks = lines(s);
            if toks.first().is_some_and(|t| t.is("call")) {
                self.word(&toks, item, program);
            } else if let Some(at) = called_at(&toks) {
                self.state(&toks, at, item);
            }
        }
        if let Some(block) = &s.block {
            for inner in &block.statements {
                if let Statement::Sentence(inner) = inner {
                    self.sentence(inner, item, program, lines);
                }
            }
        }
    }

    fn state(&mut self, toks: &[Tok], called: usize, item: &Item) {
        let has = toks
            .iter()
            .position(|t| t.is("has") || t.is("have"))
            .unwrap_or(0);
        let Some(hangs) = hangs_on(&toks[..has]) else {
            return;
        };
        let mut at = called + 1;
        let per_seat = toks.get(at).is_some_and(|t| t.is("your"));
        at += usize::from(per_seat);
        let Some(name) = toks.get(at) else { return };
        let typed: Vec<&str> = toks[has + 1..called]
            .iter()
            .map(|t| t.text.as_str())
            .filter(|w| !matches!(*w, "a" | "an"))
            .collect();
        let army = item.army;
        match typed.as_slice() {
            ["zone" | "row" | "deck", "of", holds] => {
                let shape = match typed[0] {
                    "zone" => Shape::Heap,
                    "row" => Shape::Row,
                    _ => Shape::Deck,
                };
                self.zone(name, holds, shape, hangs, army);
            }
            ["deck"] => self.zone(name, "card", Shape::Deck, hangs, army),
            ["row-of-cards"] => self.zone(name, "card", Shape::Row, hangs, army),
            ["zone"] => self.zone(name, "piece", Shape::Heap, hangs, army),
            [ty] => {
                let (ty, many) = value_type(ty);
                let Some(ty) = ty else { return };
                if self.declared_as_field(&name.text, army, hangs) {
                    return;
                }
                let id = FieldId::from(self.fields.len());
                self.fields.push(FieldDecl {
                    name: name.text.clone(),
                    ty,
                    many,
                    hangs,
                    per_seat,
                    on_everybody: hangs == Hangs::Seat
                        && toks[..has]
                            .first()
                            .is_some_and(|t| t.is("every") || t.is("each")),
                });
                self.add(&name.text, What::Field(id), army);
            }
            _ => {}
        }
    }

    /// Two armies may declare a mark of one name; the same text never does so twice.
    fn declared_as_field(&self, name: &str, army: Option<ArmyId>, hangs: Hangs) -> bool {
        self.names.get(name).is_some_and(|all| {
            all.iter().any(|d| {
                matches!(d.what, What::Field(f)
                    if d.army == army && self.fields[f.index()].hangs == hangs)
            })
        })
    }

    fn declared_as_zone(&self, name: &str, army: Option<ArmyId>, hangs: Hangs) -> bool {
        self.names.get(name).is_some_and(|all| {
            all.iter().any(|d| {
                matches!(d.what, What::Zone(z)
                    if d.army == army && self.zones[z.index()].hangs == hangs)
            })
        })
    }

    fn zone(&mut self, name: &Tok, holds: &str, shape: Shape, hangs: Hangs, army: Option<ArmyId>) {
        if self.declared_as_zone(&name.text, army, hangs) {
            return;
        }
        let holds = if holds.starts_with("piece") {
            Ty::Piece
        } else {
            Ty::Card
        };
        let id = ZoneId::from(self.zones.len());
        self.zones.push(ZoneDecl {
            name: name.text.clone(),
            holds,
            shape,
            hangs,
        });
        self.add(&name.text, What::Zone(id), army);
    }

    fn word(&mut self, toks: &[Tok], item: &Item, program: &Program) {
        let Some((at, noun)) = word_name(toks) else {
            return;
        };
        let name = toks[at].text.clone();
        let known = self.names.get(&name).and_then(|all| {
            all.iter().find_map(|d| match d.what {
                What::Word(w) if d.army == item.army || d.army.is_none() => Some(w),
                _ => None,
            })
        });
        let _ = program;
        let own = |t: &Tok| {
            let defined = self.words.iter().any(|w| w.speaks && w.name == t.text);
            super::run::YOU.contains(&t.text.as_str()) || defined
        };
        let speaks = item.holder == Holder::EachSeat && toks.iter().any(own);
        let words: Vec<String> = toks.iter().map(|t| t.text.clone()).collect();
        let speaks =
            speaks || item.holder == Holder::EachSeat && super::whose::another_player(&words);
        let asked = |t: &Tok| self.words.iter().any(|w| w.speaks && w.name == t.text);
        let rivals = super::whose::others_only(&words) && !toks.iter().any(asked);
        if let Some(w) = known {
            self.words[w.index()].speaks |= speaks;
            self.words[w.index()].rivals &= rivals;
            return;
        }
        let id = WordId::from(self.words.len());
        self.words.push(WordDecl {
            name: name.clone(),
            noun,
            ty: None,
            speaks,
            rivals,
            several: false,
        });
        self.add(&name, What::Word(id), item.army);
    }
}

/// Where `called` stands in a declaration of state.
pub fn called_at(toks: &[Tok]) -> Option<usize> {
    let has = toks.iter().position(|t| t.is("has") || t.is("have"))?;
    let called = toks.iter().position(|t| t.is("called"))?;
    (called > has && called - has <= 6).then_some(called)
}

/// Where the new name of a `call` sentence stands, and whether it is a noun.
pub fn word_name(toks: &[Tok]) -> Option<(usize, bool)> {
    let stop = toks
        .iter()
        .position(|t| t.is("if") || t.is("unless") || t.is("while"))
        .unwrap_or(toks.len());
    let mut at = stop.checked_sub(1)?;
    while toks[at].kind == TokenKind::Comma {
        at = at.checked_sub(1)?;
    }
    if toks[at].kind != TokenKind::Word {
        return None;
    }
    let before = toks.get(at.checked_sub(1)?)?;
    let noun = before.kind == TokenKind::Word
        && matches!(
            before.text.as_str(),
            "the" | "your" | "its" | "their" | "a" | "an"
        );
    Some((at, noun))
}

fn value_type(word: &str) -> (Option<Ty>, bool) {
    match word {
        "players" | "seats" => (Some(Ty::Seat), true),
        "pieces" => (Some(Ty::Piece), true),
        "squares" => (Some(Ty::Square), true),
        "borders" => (Some(Ty::Border), true),
        "kinds" => (Some(Ty::Kind), true),
        "player" => (Some(Ty::Seat), false),
        _ => (ty_of(word), false),
    }
}

fn hangs_on(toks: &[Tok]) -> Option<Hangs> {
    let words: Vec<&str> = toks.iter().map(|t| t.text.as_str()).collect();
    Some(match words.as_slice() {
        ["you"] => Hangs::Seat,
        ["the", "game"] => Hangs::Game,
        ["it"] => Hangs::Piece,
        [_, "square" | "squares"] => Hangs::Square,
        [_, "border" | "borders"] => Hangs::Border,
        [_, "card" | "cards"] => Hangs::Card,
        [_, "side"] => Hangs::Side,
        [_, "player" | "seat"] => Hangs::Seat,
        [_, "kind", ..] => Hangs::Kind,
        [_, ..] => Hangs::Piece,
        [] => return None,
    })
}

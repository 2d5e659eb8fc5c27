//! The word table: every word of the language, declared once in `words.toml` with its forms, types, cases
//! and roles. Regular forms are made here by rule; the table is checked when it is first used.
use super::plurals::plural_of;
use crate::dictionary::Dictionary;
use engine::rules::{Case, Role, Ty, Verb};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The nouns that rules of every game speak of.
const THINGS: &[&str] = &[
    "piece", "square", "border", "card", "player", "seat", "zone", "deck", "enemy", "opponent",
    "row", "file", "rank", "board", "side", "game", "turn", "round", "kind", "army", "power",
    "owner", "move", "action",
];

/// A set of types, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Types(pub u32);

impl Types {
    /// Every type.
    pub const ANY: Types = Types(u32::MAX);
    /// No type.
    pub const NONE: Types = Types(0);

    /// One type.
    pub const fn of(ty: Ty) -> Types {
        Types(1 << ty as u32)
    }

    /// Whether a type is in it.
    pub fn has(self, ty: Ty) -> bool {
        self.0 & (1 << ty as u32) != 0
    }

    /// Both.
    pub const fn or(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    fn parse(text: &str) -> Result<Types, String> {
        let mut all = Types::NONE;
        for word in text.split_whitespace() {
            let word = word.trim_end_matches('?');
            all = all.or(match word {
                "any" => Types::ANY,
                "-" | "" => Types::NONE,
                _ => Types::of(ty_of(word).ok_or_else(|| format!("no type `{word}`"))?),
            });
        }
        Ok(all)
    }
}

/// The type of a name.
pub fn ty_of(word: &str) -> Option<Ty> {
    Some(match word {
        "piece" => Ty::Piece,
        "square" => Ty::Square,
        "kind" => Ty::Kind,
        "seat" => Ty::Seat,
        "side" => Ty::Side,
        "card" => Ty::Card,
        "number" => Ty::Number,
        "text" => Ty::Text,
        "mark" => Ty::Mark,
        "move" | "action" => Ty::Move,
        "power" => Ty::Power,
        "army" => Ty::Army,
        "zone" => Ty::Zone,
        "turn" => Ty::Turn,
        "moment" => Ty::Moment,
        "board" => Ty::Board,
        "direction" => Ty::Direction,
        "border" => Ty::Border,
        _ => return None,
    })
}

/// The name of a type, for messages.
pub fn ty_name(ty: Ty) -> &'static str {
    match ty {
        Ty::Piece => "piece",
        Ty::Square => "square",
        Ty::Kind => "kind",
        Ty::Seat => "seat",
        Ty::Side => "side",
        Ty::Card => "card",
        Ty::Number => "number",
        Ty::Text => "text",
        Ty::Mark => "mark",
        Ty::Move => "move",
        Ty::Power => "power",
        Ty::Army => "army",
        Ty::Zone => "zone",
        Ty::Turn => "turn",
        Ty::Moment => "moment",
        Ty::Board => "board",
        Ty::Direction => "direction",
        Ty::Border => "border",
    }
}

/// The same with its article.
pub fn a_ty_name(ty: Ty) -> String {
    match ty {
        Ty::Army => "an army".to_owned(),
        other => format!("a {}", ty_name(other)),
    }
}

/// A form of a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Form {
    Base,
    Third,
    Part,
    Ing,
}

/// A verb of the table.
#[derive(Clone, Debug)]
pub struct VerbWord {
    /// Its base form.
    pub name: String,
    /// Its meaning (where the object decides: the usual one).
    pub verb: Verb,
    /// Types of its object.
    pub object: Types,
    /// The object may be missing.
    pub optional: bool,
    /// Its cases and what they take.
    pub cases: Vec<(Case, Types)>,
    /// One of these must stand in a step.
    pub need: Vec<Case>,
    /// The names a rule around this event may use.
    pub roles: Vec<(Role, Ty)>,
    /// Which role `it` is.
    pub it: Option<Role>,
    /// What may be its subject.
    pub who: Types,
    /// May be a step.
    pub step: bool,
    /// May be watched and forbidden.
    pub event: bool,
    /// May be asked.
    pub test: bool,
    /// Base, third person, participle, -ing.
    pub forms: [String; 4],
    /// For completion and manual.
    pub doc: String,
}

impl VerbWord {
    /// The types a case takes.
    pub fn case(&self, case: Case) -> Option<Types> {
        self.cases.iter().find(|(c, _)| *c == case).map(|(_, t)| *t)
    }
}

/// A noun of the table.
#[derive(Clone, Debug)]
pub struct NounWord {
    /// Singular.
    pub name: String,
    /// Plural.
    pub plural: String,
    /// Its type.
    pub ty: Option<Ty>,
    /// For completion and manual.
    pub doc: String,
}

/// An adjective of the table.
#[derive(Clone, Debug)]
pub struct AdjectiveWord {
    /// The word.
    pub name: String,
    /// Of what it can be said.
    pub of: Types,
    /// For completion and manual.
    pub doc: String,
}

/// A place preposition.
#[derive(Clone, Debug)]
pub struct PlaceWord {
    /// The word.
    pub name: String,
    /// What it can narrow.
    pub of: Types,
    /// What its own phrase may be.
    pub takes: Types,
    /// For completion and manual.
    pub doc: String,
}

/// The whole table.
#[derive(Debug, Default)]
pub struct Words {
    /// Verbs.
    pub verbs: Vec<VerbWord>,
    /// Nouns.
    pub nouns: Vec<NounWord>,
    /// Adjectives.
    pub adjectives: Vec<AdjectiveWord>,
    /// Place prepositions.
    pub places: Vec<PlaceWord>,
    /// Pronouns, case prepositions, adverbs, pattern words: known words with their doc text.
    pub others: Dictionary<String>,
    verb_forms: Dictionary<Vec<(usize, Form)>>,
    noun_forms: Dictionary<(usize, bool)>,
    adjective_names: Dictionary<usize>,
    place_names: Dictionary<usize>,
}

impl Words {
    /// The verbs a form belongs to.
    pub fn verb(&self, form: &str) -> impl Iterator<Item = (&VerbWord, Form)> {
        let hits = self.verb_forms.get(form).map_or(&[][..], Vec::as_slice);
        hits.iter().map(|(i, f)| (&self.verbs[*i], *f))
    }

    /// The noun of a form, and whether it is plural.
    pub fn noun(&self, form: &str) -> Option<(&NounWord, bool)> {
        let (i, plural) = self.noun_forms.get(form)?;
        Some((&self.nouns[*i], *plural))
    }

    /// An adjective.
    pub fn adjective(&self, word: &str) -> Option<&AdjectiveWord> {
        Some(&self.adjectives[*self.adjective_names.get(word)?])
    }

    /// A place preposition.
    pub fn place(&self, word: &str) -> Option<&PlaceWord> {
        Some(&self.places[*self.place_names.get(word)?])
    }

    /// Whether the word, in some form, is one of the table's.
    pub fn knows(&self, word: &str) -> bool {
        self.verb_forms.contains_key(word)
            || self.noun_forms.contains_key(word)
            || self.adjective(word).is_some()
            || self.place(word).is_some()
            || self.others.contains_key(word)
    }

    /// A word that can name nothing else: a verb, an adjective, or what every rule speaks of (`piece`, `turn`). Other nouns, as
    /// `corner`, a variant declares itself.
    pub fn is_taken(&self, word: &str) -> bool {
        let thing = |noun: &NounWord| THINGS.contains(&noun.name.as_str());
        self.verb_forms.contains_key(word)
            || self.adjective(word).is_some()
            || self.noun(word).is_some_and(|(noun, _)| thing(noun))
    }

    /// Every form of every word, for the nearest name.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let verbs = self.verb_forms.keys().map(String::as_str);
        let nouns = self.noun_forms.keys().map(String::as_str);
        let adjectives = self.adjectives.iter().map(|a| a.name.as_str());
        let places = self.places.iter().map(|p| p.name.as_str());
        let others = self.others.keys().map(String::as_str);
        verbs
            .chain(nouns)
            .chain(adjectives)
            .chain(places)
            .chain(others)
    }
}

/// The table; made and checked once.
///
/// # Errors
/// What is wrong with the embedded table.
pub fn words() -> Result<&'static Words, &'static str> {
    static TABLE: OnceLock<Result<Words, String>> = OnceLock::new();
    TABLE
        .get_or_init(|| build(include_str!("words.toml")))
        .as_ref()
        .map_err(String::as_str)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVerb {
    object: String,
    #[serde(default)]
    cases: BTreeMap<String, String>,
    #[serde(default)]
    need: String,
    #[serde(default)]
    #[allow(dead_code)]
    raises: String,
    roles: String,
    it: Option<String>,
    who: String,
    #[serde(rename = "use")]
    uses: String,
    forms: Option<String>,
    #[serde(default)]
    #[allow(dead_code)]
    whole: bool,
    #[allow(dead_code)]
    same: Option<String>,
    doc: String,
}

#[derive(Deserialize)]
struct RawWord {
    #[serde(default, rename = "type")]
    ty: String,
    plural: Option<String>,
    #[serde(default)]
    of: String,
    #[serde(default)]
    takes: String,
    word: Option<String>,
    doc: String,
}

#[derive(Deserialize)]
struct Raw {
    verb: BTreeMap<String, RawVerb>,
    noun: BTreeMap<String, RawWord>,
    pronoun: BTreeMap<String, RawWord>,
    adjective: BTreeMap<String, RawWord>,
    preposition: BTreeMap<String, RawWord>,
    case: BTreeMap<String, RawWord>,
    adverb: BTreeMap<String, RawWord>,
    pattern: BTreeMap<String, RawWord>,
}

fn build(text: &str) -> Result<Words, String> {
    let raw: Raw = toml::from_str(text).map_err(|e| e.to_string())?;
    let mut words = Words::default();
    for (name, verb) in raw.verb {
        let entry = build_verb(&name, verb).map_err(|e| format!("verb {name}: {e}"))?;
        words.verbs.push(entry);
    }
    for (name, noun) in raw.noun {
        words.nouns.push(NounWord {
            plural: noun.plural.unwrap_or_else(|| plural_of(&name)),
            ty: ty_of(&noun.ty),
            doc: noun.doc,
            name,
        });
    }
    for (name, word) in raw.adjective {
        let of = Types::parse(&word.of).map_err(|e| format!("adjective {name}: {e}"))?;
        words.adjectives.push(AdjectiveWord {
            name,
            of,
            doc: word.doc,
        });
    }
    for (name, word) in raw.preposition {
        let of = Types::parse(&word.of).map_err(|e| format!("preposition {name}: {e}"))?;
        let takes = Types::parse(&word.takes).map_err(|e| format!("preposition {name}: {e}"))?;
        words.places.push(PlaceWord {
            name,
            of,
            takes,
            doc: word.doc,
        });
    }
    for group in [raw.pronoun, raw.case, raw.adverb, raw.pattern] {
        for (name, word) in group {
            words
                .others
                .insert(word.word.as_ref().unwrap_or(&name), word.doc);
        }
    }
    index(&mut words);
    Ok(words)
}

fn index(words: &mut Words) {
    const FORMS: [Form; 4] = [Form::Base, Form::Third, Form::Part, Form::Ing];
    for (i, verb) in words.verbs.iter().enumerate() {
        for (form, kind) in verb.forms.iter().zip(FORMS) {
            words.verb_forms.of(form).push((i, kind));
        }
    }
    for (i, noun) in words.nouns.iter().enumerate() {
        words.noun_forms.insert(&noun.plural, (i, true));
        words.noun_forms.insert(&noun.name, (i, false));
    }
    // of two entries of one name the first counts
    for (i, adjective) in words.adjectives.iter().enumerate().rev() {
        words.adjective_names.insert(&adjective.name, i);
    }
    for (i, place) in words.places.iter().enumerate().rev() {
        words.place_names.insert(&place.name, i);
    }
}

fn build_verb(name: &str, raw: RawVerb) -> Result<VerbWord, String> {
    let mut cases = Vec::new();
    for (case, types) in &raw.cases {
        let case = case_of(case).ok_or_else(|| format!("no case `{case}`"))?;
        cases.push((case, Types::parse(types)?));
    }
    let mut need = Vec::new();
    for case in raw.need.split_whitespace() {
        need.push(case_of(case).ok_or_else(|| format!("no case `{case}`"))?);
    }
    let mut roles = Vec::new();
    for part in raw
        .roles
        .split(',')
        .map(str::trim)
        .filter(|p| !p.is_empty())
    {
        let (role, ty) = part.split_once(':').ok_or("a role without a type")?;
        let role = role_of(role.trim()).ok_or_else(|| format!("no role `{role}`"))?;
        roles.push((role, ty_of(ty.trim()).unwrap_or(Ty::Piece)));
    }
    let it = match &raw.it {
        Some(it) => Some(role_of(it).ok_or_else(|| format!("no role `{it}`"))?),
        None => None,
    };
    let who = raw.who.replace("turn", "seat");
    let mut forms = regular_forms(name);
    if let Some(given) = &raw.forms {
        for (slot, form) in forms.iter_mut().skip(1).zip(given.split_whitespace()) {
            *slot = form.to_owned();
        }
    }
    Ok(VerbWord {
        verb: verb_of(name).ok_or("the engine has no such verb")?,
        object: Types::parse(&raw.object)?,
        optional: raw.object.contains('?'),
        cases,
        need,
        roles,
        it,
        who: Types::parse(&who)?,
        step: raw.uses.contains("step"),
        event: raw.uses.contains("event"),
        test: raw.uses.contains("test"),
        forms,
        doc: raw.doc,
        name: name.to_owned(),
    })
}

fn regular_forms(verb: &str) -> [String; 4] {
    let third = plural_of(verb);
    let (part, ing) = if let Some(stem) = verb.strip_suffix('e') {
        (format!("{verb}d"), format!("{stem}ing"))
    } else {
        (format!("{verb}ed"), format!("{verb}ing"))
    };
    [verb.to_owned(), third, part, ing]
}

/// The case of a preposition.
pub fn case_of(word: &str) -> Option<Case> {
    Some(match word {
        "to" => Case::To,
        "into" => Case::Into,
        "onto" => Case::Onto,
        "on" => Case::On,
        "at" => Case::At,
        "under" => Case::Under,
        "beside" => Case::Beside,
        "from" => Case::From,
        "as" => Case::As,
        "with" => Case::With,
        "toward" => Case::Toward,
        "by" => Case::By,
        "for" => Case::For,
        "like" => Case::Like,
        "across" => Case::Across,
        "over" => Case::Over,
        "through" => Case::Through,
        "past" => Case::Past,
        "off" => Case::Off,
        "of" => Case::Of,
        "in" => Case::In,
        _ => return None,
    })
}

macro_rules! named {
    ($($(#[$doc:meta])* $find:ident $name:ident $ty:ident { $($word:literal $variant:ident)* })*) => { $(
        $(#[$doc])*
        pub fn $find(word: &str) -> Option<$ty> {
            Some(match word { $($word => $ty::$variant,)* _ => return None })
        }
        /// The other way round.
        pub fn $name(value: $ty) -> &'static str {
            match value { $($ty::$variant => $word,)* }
        }
    )* };
}

named! {
    /// The role of a name.
    role_of role_name Role {
        "mover" Mover "captor" Captor "victim" Victim "origin" Origin "destination" Destination
        "path" Path "direction" Direction "placed" Placed "removed" Removed "given" Given "giver" Giver
        "receiver" Receiver "swapped" Swapped "shifted" Shifted "pushed" Pushed "pulled" Pulled
        "promoted" Promoted "changed" Changed "marked" Marked "released" Released "revealed" Revealed
        "drawn" Drawn "borrowed" Borrowed "entrant" Entrant "leaver" Leaver "crosser" Crosser
        "loser" Loser "conqueror" Conqueror "speaker" Speaker "hearer" Hearer "author" Author
        "subject" Subject "object" Object "with" With "holder of the zone" Owner "place" Place
    }
    /// The verb of a name.
    engine_verb verb_name Verb {
        "move" Move "capture" Capture "castle" Castle "jump" Jump "promote" Promote "put" Put
        "remove" Remove "lose piece" LosePiece "lose" LoseGame "give" Give "swap" Swap "shift" Shift
        "push" Push "pull" Pull "become" Become "mark" Mark "unmark" Unmark "set" Set "add" Add
        "spend" Spend "reveal" Reveal "announce" Announce "shuffle" Shuffle "deal" Deal "draw" Draw
        "take-back" TakeBack "borrow" Borrow "act" Act "pass" Pass "turn passes" TurnPasses "skip" Skip
        "win" Win "draw-game" DrawGame "score" Score "resign" Resign "stop" Stop "end" EndTurn
        "end round" EndRound "end game" EndGame "end power" EndPower "play" Play "enter" Enter
        "leave" Leave "cross" Cross "talk" Talk "stop-being" StopBeing "attack" Attack "cover" Cover
        "reach" Reach "match" Match "share" Share "hold" Hold
    }
}

/// `destroy` is another spelling of `remove`; `roll` is a step of its own and stands for no deed.
fn verb_of(word: &str) -> Option<Verb> {
    match word {
        "destroy" => Some(Verb::Remove),
        "roll" => Some(Verb::Stop),
        _ => engine_verb(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sound() {
        let words = words().unwrap();
        assert!(
            words
                .verb("captured")
                .any(|(v, f)| v.verb == Verb::Capture && f == Form::Part)
        );
        assert!(
            words
                .noun("enemies")
                .is_some_and(|(n, plural)| n.name == "enemy" && plural)
        );
    }
}

//! The read-back of phrases: things, with their articles, owners, adjectives, places and clauses, in the order in which a phrase is
//! built.
use super::Printer;
use crate::phrase::plurals::plural_of;
use crate::phrase::words::ty_name;
use engine::ids::*;
use engine::rules::*;

/// The n-th as a word.
pub(in crate::phrase) const NTH: [&str; 8] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
];

/// A phrase on its way to words.
#[derive(Default)]
pub(super) struct Built {
    /// `your`, `their`.
    pub(super) owner: Option<String>,
    /// `another`, `other`.
    pub(super) other: bool,
    pub(super) adjectives: Vec<String>,
    /// The noun in the singular, and whether it is a kind's.
    pub(super) noun: String,
    pub(super) nouns: Vec<String>,
    pub(super) kind: bool,
    /// Whose it is, behind the noun.
    pub(super) of: Vec<String>,
    /// Where it is.
    pub(super) place: Vec<String>,
    /// What it is not, and what is said of it.
    pub(super) behind: Vec<String>,
    /// There is one such thing.
    pub(super) single: bool,
    /// It is made by this step.
    pub(super) made: bool,
}

impl Printer<'_> {
    /// A phrase as its amount says.
    pub fn set(&self, s: &Set) -> String {
        self.noun(s, &s.amount)
    }

    /// A phrase for all of them, without an article where it needs none.
    pub(super) fn all(&self, s: &Set) -> String {
        self.noun(s, &Amount::Every)
    }

    /// Whether a verb behind the phrase stands in the plural.
    pub(in crate::phrase) fn many(&self, s: &Set) -> bool {
        let plain = s.by.is_empty() && s.pick.is_none();
        match &s.base {
            Base::You => true,
            _ if s.ty == Ty::Zone || s.ty == Ty::Side || on_one_square(s) => false,
            _ if s.by.iter().any(|n| matches!(n, Narrow::Is(Quality::Next))) => false,
            Base::Name(n) if plain => self.plural_name(*n),
            Base::It | Base::OnTurn | Base::Author | Base::Nobody | Base::Nothing if plain => false,
            Base::Seats(list) if plain => list.len() > 1,
            Base::Squares(list) if plain => list.len() > 1,
            Base::Kind(_) if plain => s.amount != Amount::Any,
            Base::Of(..) | Base::Field(..) | Base::Word(..) if plain => false,
            Base::Or(_) if plain => s.amount != Amount::Any,
            _ if picks_one(s) => false,
            _ => match &s.amount {
                Amount::Any | Amount::No => false,
                Amount::Every => !(self.one.get() && self.yours(s)),
                Amount::Count(Rel::Eq, Num::Lit(1)) => false,
                Amount::Count(..) => true,
            },
        }
    }

    /// Whether a phrase is of things of yours.
    fn yours(&self, s: &Set) -> bool {
        let of_you = |n: &Narrow| matches!(n, Narrow::Of(of) if of.base == Base::You);
        s.by.iter().any(of_you)
    }

    /// What is said where one thing is meant and not a number of them: `your king`, `every card`.
    pub(super) fn each_one(&self, s: &Set) -> (String, bool) {
        let plain = s.by.is_empty() && s.pick.is_none();
        let named = plain && !matches!(s.base, Base::All(_) | Base::Zone(..) | Base::Past(_));
        if plain && s.amount == Amount::Every && matches!(s.base, Base::Corner | Base::Edge) {
            return (self.every(s), false);
        }
        if s.amount != Amount::Every || named || !self.many(s) {
            return (self.set(s), self.many(s));
        }
        if self.yours(s) {
            return (self.singly(|| self.set(s)), false);
        }
        (self.every(s), false)
    }

    /// Prints a list of which one member is enough (`either`), or else all are meant.
    pub(super) fn listed<T>(&self, either: bool, said: impl FnOnce() -> T) -> T {
        let before = self.either.replace(either);
        let said = said();
        self.either.set(before);
        said
    }

    /// While this is said, what is yours is said in the singular.
    pub(super) fn singly<T>(&self, said: impl FnOnce() -> T) -> T {
        let before = self.one.replace(true);
        let said = said();
        self.one.set(before);
        said
    }

    fn plural_name(&self, n: Name) -> bool {
        if let Some(word) = self.stands_as(n) {
            return word == "they";
        }
        let word = (self.name)(n);
        word == "they"
            || word.ends_with('s') && !crate::phrase::plurals::singulars_of(&word).is_empty()
    }

    /// A phrase in which the amount is this one.
    pub(super) fn noun(&self, s: &Set, amount: &Amount) -> String {
        // `put new pawns on the squares beside it`: as many as there are squares
        let amount = match amount {
            Amount::Count(Rel::Eq, Num::Count(_)) if s.base == Base::New => &Amount::Every,
            amount => amount,
        };
        let plain = s.by.is_empty() && s.pick.is_none();
        if let Some(word) = self.literal(s, amount).filter(|_| plain) {
            return word;
        }
        let mut built = self.head(s);
        let owned = s.by.iter().any(|n| matches!(n, Narrow::Of(_)));
        built.single |=
            on_one_square(s) || picks_one(s) || s.ty == Ty::Side && owned || s.ty == Ty::Board;
        for narrow in &s.by {
            self.narrow(s.ty, narrow, amount, &mut built);
        }
        self.pick(s, &mut built);
        self.put_together(built, amount, s)
    }

    /// Things that have a name of their own.
    fn literal(&self, s: &Set, amount: &Amount) -> Option<String> {
        let list = |words: Vec<String>| join(&words, "and");
        Some(match &s.base {
            Base::You => "you".to_owned(),
            Base::It => "it".to_owned(),
            Base::Name(n) => self.named(*n),
            Base::OnTurn => "the player on turn".to_owned(),
            Base::Author => "the author".to_owned(),
            Base::Nobody => "nobody".to_owned(),
            Base::Nothing => "nothing".to_owned(),
            Base::Kind(k) => self.counted(&self.kind(*k), amount),
            Base::Edge if *amount == Amount::Every && s.by.is_empty() => "the edge".to_owned(),
            Base::Corner if *amount == Amount::Every && s.by.is_empty() => "the corners".to_owned(),
            Base::Layer(0) => "the near side".to_owned(),
            Base::Layer(_) => "the far side".to_owned(),
            Base::OtherLayer(of) => format!("the other side of {}", self.set(of)),
            Base::Chosen(o) => {
                format!(
                    "the {}",
                    self.id(self.rules.options.get(o.index()).map(|o| o.name))
                )
            }
            Base::Range(a, b) => format!("{} to {}", self.close(a), self.close(b)),
            Base::Number(n) => self.num(n),
            Base::Line(a, b) => format!("the line from {} to {}", self.set(a), self.set(b)),
            Base::Squares(squares) => self.squares(squares),
            Base::Seats(seats) => {
                let seat = |s: &SeatId| self.rules.seats.get(s.index()).map(|s| s.name);
                list(seats.iter().map(|s| self.id(seat(s))).collect())
            }
            Base::Sides(sides) => {
                let side = |s: &SideId| self.rules.sides.get(s.index()).and_then(|s| s.name);
                list(sides.iter().map(|s| self.id(side(s))).collect())
            }
            Base::Armies(armies) => {
                let army = |a: &ArmyId| self.rules.armies.get(a.index()).map(|a| a.name);
                list(armies.iter().map(|a| self.id(army(a))).collect())
            }
            Base::Text(t) => format!("\"{}\"", (self.text)(*t)),
            Base::Row1(cells) => {
                let letter = |k: &KindId| self.rules.kinds.get(k.index()).map_or('?', |k| k.letter);
                let all: Vec<String> = cells
                    .iter()
                    .map(|(k, seat)| match seat {
                        Some(seat) if Some(*seat) == self.small_seat() => {
                            letter(k).to_ascii_lowercase().to_string()
                        }
                        Some(_) | None => letter(k).to_string(),
                    })
                    .collect();
                format!("| {} |", all.join(" "))
            }
            Base::Or(parts) => {
                let by = match amount {
                    Amount::Any => "or",
                    Amount::Every | Amount::Count(..) if self.either.get() => "or",
                    Amount::Every | Amount::No | Amount::Count(..) => "and",
                };
                let all: Vec<String> = parts.iter().map(|p| self.part(p)).collect();
                join(&all, by)
            }
            Base::All(_)
            | Base::New
            | Base::Word(..)
            | Base::Field(..)
            | Base::Zone(..)
            | Base::Of(..)
            | Base::Past(_)
            | Base::Row(..)
            | Base::File(..)
            | Base::Edge
            | Base::Corner
            | Base::Ability(_) => return None,
        })
    }

    /// One of several phrases in a row: each has its own article.
    fn part(&self, s: &Set) -> String {
        let said = self.set(s);
        let clause = s.by.iter().any(|n| matches!(n, Narrow::That(..)));
        match &s.base {
            Base::Line(..) => format!("({said})"),
            _ if clause => format!("({said})"),
            Base::All(_) | Base::Zone(..) | Base::Past(_)
                if s.amount == Amount::Every
                    && !said.starts_with("your ")
                    && !said.starts_with("their ")
                    && !said.starts_with("its ")
                    && !said.starts_with("the ") =>
            {
                format!("the {said}")
            }
            _ => said,
        }
    }

    /// `every X of yours`, where what is said of each is said in the singular.
    pub(super) fn every(&self, s: &Set) -> String {
        let said = self.noun(s, &Amount::Any);
        if let Some(other) = said.strip_prefix("another ") {
            return format!("every other {other}");
        }
        let bare = said.strip_prefix("a ").or(said.strip_prefix("an "));
        bare.map_or_else(|| said.clone(), |bare| format!("every {bare}"))
    }

    /// The seat that small letters stand for.
    fn small_seat(&self) -> Option<SeatId> {
        let sides = &self.rules.sides;
        let named = sides.iter().any(|s| s.name.is_some());
        let mut sides = sides.iter().filter(|s| !named || s.name.is_some());
        sides.nth(1).and_then(|s| s.seats.first().copied())
    }

    /// Squares by name: an area where they fill one.
    fn squares(&self, list: &[SquareId]) -> String {
        let at = |s: SquareId| {
            let board = self.rules.boards.iter().rev().find(|b| b.first <= s)?;
            let n = s.0 - board.first.0;
            let files = u16::from(board.files.max(1));
            Some((n % files, n / files))
        };
        let (Some(first), Some(last)) = (list.first(), list.last()) else {
            return "no square".to_owned();
        };
        let ends = at(*first).zip(at(*last));
        let full = ends.is_some_and(|((a, b), (c, d))| {
            c >= a && d >= b && usize::from((c - a + 1) * (d - b + 1)) == list.len()
        });
        match list {
            [one] => self.square(*one),
            _ if full => format!("{}-{}", self.square(*first), self.square(*last)),
            _ => join(
                &list.iter().map(|s| self.square(*s)).collect::<Vec<_>>(),
                "and",
            ),
        }
    }

    /// The noun of a phrase, with what belongs to its base.
    fn head(&self, s: &Set) -> Built {
        let mut built = Built {
            noun: match s.ty {
                Ty::Seat => "player".to_owned(),
                Ty::Move if s.by.contains(&Narrow::Is(Quality::Legal)) => "action".to_owned(),
                ty => ty_name(ty).to_owned(),
            },
            ..Built::default()
        };
        match &s.base {
            Base::All(Where::Board) => {}
            Base::All(Where::InPlay) => built.place.push("in play".to_owned()),
            Base::All(Where::Lost) => built.adjectives.push("lost".to_owned()),
            Base::All(Where::Anywhere) if s.ty == Ty::Seat => built.noun = "seat".to_owned(),
            Base::All(Where::Anywhere) => {}
            Base::New => {
                built.adjectives.push("new".to_owned());
                built.made = true;
            }
            Base::Edge => built.noun = "edge".to_owned(),
            Base::Corner => built.noun = "corner".to_owned(),
            Base::Word(w, of) => {
                built.noun = self.word(*w);
                if let Some(of) = of.as_deref() {
                    self.belongs(of, &mut built);
                }
            }
            Base::Field(f, of, seat) => {
                built.noun = self.field(*f);
                let every_kind = matches!(of.base, Base::All(_)) && of.by.is_empty();
                match seat.as_deref() {
                    Some(seat) if every_kind => {
                        built
                            .of
                            .push(format!("of {}", self.singly(|| self.set(seat))));
                    }
                    Some(seat) => {
                        let whose = self.whose(seat).map(str::to_owned);
                        built.owner = Some(whose.unwrap_or_else(|| self.possessive(seat)));
                    }
                    None => {}
                }
                if of.base != Base::Nothing && !(every_kind && seat.is_some()) {
                    match seat {
                        Some(_) => built.of.push(format!("of {}", self.grouped(of))),
                        None => self.belongs(of, &mut built),
                    }
                }
            }
            Base::Zone(z, of) => {
                if s.ty == Ty::Zone {
                    built.noun = self.zone(*z);
                    if of.base != Base::Nothing {
                        self.belongs(of, &mut built);
                    }
                } else {
                    built.place.push(format!("in {}", self.zone_of(*z, of)));
                }
            }
            Base::Of(part, of) => {
                built.noun = part_word(*part).to_owned();
                self.belongs(of, &mut built);
            }
            Base::Past(p) => built.behind.push(self.happened(p)),
            Base::Row(n, of) => self.row("row", n, of, &mut built),
            Base::File(n, of) => self.row("file", n, of, &mut built),
            Base::Ability(of) => {
                built.noun = "ability".to_owned();
                self.belongs(of, &mut built);
            }
            Base::Kind(k) => {
                built.noun = self.kind(*k);
                built.kind = true;
            }
            Base::You
            | Base::It
            | Base::OnTurn
            | Base::Author
            | Base::Nobody
            | Base::Nothing
            | Base::Name(_)
            | Base::Line(..)
            | Base::Layer(_)
            | Base::OtherLayer(_)
            | Base::Chosen(_)
            | Base::Range(..)
            | Base::Number(_)
            | Base::Or(_)
            | Base::Squares(_)
            | Base::Seats(_)
            | Base::Sides(_)
            | Base::Armies(_)
            | Base::Text(_)
            | Base::Row1(_) => {
                // of these some: `the martyrs beside it`
                built.noun = self.literal(s, &Amount::Every).unwrap_or_default();
                built.noun = built.noun.trim_start_matches("the ").to_owned();
                built.nouns = vec![built.noun.clone()];
            }
        }
        built
    }

    pub(super) fn zone_of(&self, z: ZoneId, of: &Set) -> String {
        if let Some(whose) = self.whose(of) {
            return format!("{whose} {}", self.zone(z));
        }
        match &of.base {
            Base::Nothing => format!("the {}", self.zone(z)),
            _ if of.amount == Amount::Every && self.many(of) => {
                format!("the {} of {}", plural_of(&self.zone(z)), self.grouped(of))
            }
            _ => format!("the {} of {}", self.zone(z), self.grouped(of)),
        }
    }

    /// Whose something is.
    fn belongs(&self, of: &Set, built: &mut Built) {
        match self.whose(of) {
            Some(word) => built.owner = Some(word.to_owned()),
            None => built.of.push(format!("of {}", self.grouped(of))),
        }
    }

    /// `your opponent's`.
    pub(super) fn possessive(&self, of: &Set) -> String {
        format!("{}'s", self.singly(|| self.set(of)))
    }

    /// `your`, `its`, `their`, where a word says whose something is.
    pub(super) fn whose(&self, of: &Set) -> Option<&'static str> {
        if !of.by.is_empty() || of.pick.is_some() {
            return None;
        }
        match &of.base {
            Base::You => Some("your"),
            Base::It => Some("its"),
            Base::Name(n) => match self.stands_as(*n).as_deref() {
                Some("it") => Some("its"),
                Some("they") => Some("their"),
                _ => None,
            },
            _ => None,
        }
    }

    fn row(&self, what: &str, n: &Num, of: &Set, built: &mut Built) {
        let nth = match n {
            Num::Lit(-1) => "last".to_owned(),
            Num::Lit(n) => {
                let at = usize::try_from(*n - 1).ok();
                let word = at.and_then(|at| NTH.get(at).copied());
                word.map_or_else(|| n.to_string(), str::to_owned)
            }
            other => self.num(other),
        };
        built.noun = format!("{nth} {what}");
        self.belongs(of, built);
        if built.owner.is_none() {
            built.owner = Some("the".to_owned());
        }
    }

    fn pick(&self, s: &Set, built: &mut Built) {
        match &s.pick {
            None => {}
            Some(Pick::Nth(n)) => {
                let word = usize::from(*n).checked_sub(1).and_then(|at| NTH.get(at));
                built
                    .adjectives
                    .insert(0, word.map_or_else(|| n.to_string(), |w| (*w).to_owned()));
            }
            Some(Pick::Last) => built.adjectives.insert(0, "last".to_owned()),
            Some(Pick::Latest | Pick::LatestMoved) => {
                built.adjectives.insert(0, "latest".to_owned())
            }
            Some(Pick::Nearest(of)) => built.behind.push(format!("nearest {}", self.grouped(of))),
            Some(Pick::Most(n, x)) => built.behind.push(self.most("most", *n, x)),
            Some(Pick::Fewest(n, x)) => built.behind.push(self.most("fewest", *n, x)),
        }
        if s.pick.is_some() && built.owner.is_none() {
            built.owner = Some("the".to_owned());
        }
    }

    fn most(&self, word: &str, n: Name, x: &Num) -> String {
        let of_it = |s: &Set| matches!(s.base, Base::Name(m) if m == n) && s.by.is_empty();
        match x {
            Num::Points(s) if of_it(s) => format!("that has the {word} points"),
            Num::Value(s) if of_it(s) => format!("that has the {word} value"),
            Num::Field(f, s, None) if of_it(s) => {
                format!("that has the {word} {}", self.field(*f))
            }
            Num::Count(s) => {
                let mut s = (**s).clone();
                s.by.retain(|narrow| !matches!(narrow, Narrow::Of(of) if of_it(of)));
                format!("that has the {word} {}", self.all(&s))
            }
            other => format!("that has the {word} {}", self.num(other)),
        }
    }
}

/// What is picked is one thing; pieces that changed their square last may be several.
pub(super) fn picks_one(s: &Set) -> bool {
    s.pick
        .as_ref()
        .is_some_and(|pick| *pick != Pick::Latest || s.ty != Ty::Piece)
}

/// What stands on a square that is named, of which there is one.
fn on_one_square(s: &Set) -> bool {
    s.amount == Amount::Every && s.is_on_one_square()
}

/// A kind by its name, or several.
pub(super) fn named_kind(k: &Set) -> bool {
    let plain = k.by.is_empty() && k.pick.is_none();
    match &k.base {
        Base::Kind(_) | Base::Word(_, None) => plain,
        Base::Or(list) => plain && list.iter().all(named_kind),
        _ => false,
    }
}

/// The kind of a phrase that says nothing but a kind.
pub(super) fn only_kind(s: &Set) -> Option<&Set> {
    match s.by.as_slice() {
        [Narrow::Is(Quality::Kind(k))] if named_kind(k) => Some(k),
        _ => None,
    }
}

/// `is` or `are`.
pub(super) fn be(amount: &Amount, past: bool) -> &'static str {
    let one = matches!(
        amount,
        Amount::Any | Amount::No | Amount::Count(Rel::Eq, Num::Lit(1))
    );
    match (one, past) {
        (true, false) => "is",
        (false, false) => "are",
        (true, true) => "was",
        (false, true) => "were",
    }
}

/// `a, b and c`.
pub(super) fn join(all: &[String], by: &str) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {by} {last}", first.join(", ")),
    }
}

/// Words with `an` for `a` where it is said so.
pub(in crate::phrase) fn articles(words: Vec<String>) -> String {
    let mut out = String::new();
    let count = words.len();
    for (i, word) in words.iter().enumerate() {
        let vowel = words
            .get(i + 1)
            .is_some_and(|w| w.starts_with(['a', 'e', 'i', 'o', 'u']));
        let word = if word == "a" && vowel { "an" } else { word };
        out.push_str(word);
        if i + 1 < count {
            out.push(' ');
        }
    }
    out
}

fn part_word(part: Part) -> &'static str {
    match part {
        Part::Owner => "owner",
        Part::Square => "square",
        Part::Kind => "kind",
        Part::Side => "colour",
        Part::Power => "power",
        Part::Army => "army",
        Part::Setup => "setup",
        Part::Home => "home",
        Part::Rank => "rank",
        Part::File => "file",
        Part::Moves => "move",
        Part::Run => "run",
        Part::Direction => "direction",
        Part::Left => "left",
        Part::Right => "right",
        Part::Opposite => "opposite",
        Part::Neighbour => "neighbour",
        Part::Partner => "partner",
        Part::Opponents => "opponents",
        Part::Mover => "mover",
        Part::Origin => "origin",
        Part::Destination => "destination",
        Part::Secrets => "secrets",
    }
}

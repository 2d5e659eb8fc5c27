//! The interface between reading files and reading sentences: the merged text of one match.
//!
//! [`Program`] is what is left of a variant chain, its modes and its armies when labels, `without`, editions
//! and options have done their work: a flat list of statements with whose they are and in which order
//! they fire, beside the tables of every name the frame declares. The phrase reader needs nothing else:
//! it turns each [`Item`] into `Ruleset::{rules, fields, zones, words, limits, procs, check}` and each
//! [`TableLine`] into a `TableAct`.
//!
//! What the entry points ask of the phrase reader in return (module `phrase`):
//! `read(Program) -> (Reading, Vec<Diagnostic>)` reads every sentence, good ones beside bad ones. `Reading`
//! keeps the program (its `rules` filled) and the reader's own name tables, and answers for scenarios
//! `condition(&mut self, tokens: &[Token], army: Option<ArmyId>) -> Result<Cond, Diagnostic>` and
//! `value(&mut self, tokens, army) -> Result<Value, Diagnostic>` (a phrase or number), both without an
//! event and without a *you*, sharing one list of names, `names: Vec<TextId>`, that the scenario reader
//! takes and clears per scenario; `finish(self) -> Ruleset` puts texts and sources in their place.
use crate::dictionary::Dictionary;
use crate::pool::Pool;
use crate::syntax::{Ident, Procedure, Sentence, Span, Token};
use engine::ids::*;
use engine::rules::{Holder, Rank, Ruleset};

/// The merged text of one match.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// The parts of the frame: boards, seats, sides, turns, stages, kinds, values, powers, armies,
    /// position, set-up, options. `texts` and `sources` stay empty: they are in [`Program::pool`] until
    /// the end ([`Pool::finish`]). The rest is the phrase reader's.
    pub rules: Ruleset,
    /// Texts, places and the source files.
    pub pool: Pool,
    /// All statements. For one holder and rank they fire in this order: the variant chain from its root,
    /// the modes in the order chosen, the armies in theirs.
    pub items: Vec<Item>,
    /// The acts of the `table` line.
    pub table: Vec<TableLine>,
    /// `fen clock F, passing M`: the names of the number and of the mark.
    pub fen: FenLine,
    /// The deck units taken by `cards NAME`; the noun of that name means these cards.
    pub decks: Vec<DeckUse>,
    /// Every name the frame declares, in lower case: in each entry the army's own before the variant's.
    pub names: Dictionary<Vec<Named>>,
    /// Where the variant's heading stands.
    pub span: Span,
}

/// One statement of the merged text.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// The statement itself; its block still holds nested sentences (`while C { .. }` too) as written.
    pub says: ItemSays,
    /// Whose it is. In a variant or mode always [`Holder::EachSeat`]: the phrase reader makes that
    /// [`Holder::Game`] where the rule has no *you* (language 3).
    pub holder: Holder,
    /// Its place in the order of firing. Depth counts the texts it is derived from: base 0.
    pub rank: Rank,
    /// The power it stands in.
    pub power: Option<PowerId>,
    /// The kind it stands in.
    pub kind: Option<KindId>,
    /// The army it stands in: its own kinds and letters come before those of the variant.
    pub army: Option<ArmyId>,
    /// It stands in a power and bears a label that the variant (or one of its kinds) uses too: for the
    /// power's holder it takes the place of those (language 2.4 rule 5).
    pub replaces: bool,
    /// It stands in a mode.
    pub mode: bool,
    /// The heading of the variant, mode or army that it is written under.
    pub heading: Span,
}

/// See [`Item`].
#[derive(Clone, PartialEq, Debug)]
pub enum ItemSays {
    /// A sentence with its block.
    Sentence(Sentence),
    /// `to NAME [a square] { .. }`.
    Procedure(Procedure),
}

impl Item {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match &self.says {
            ItemSays::Sentence(s) => s.span,
            ItemSays::Procedure(p) => p.span,
        }
    }

    /// Its label.
    pub fn label(&self) -> Option<&Ident> {
        match &self.says {
            ItemSays::Sentence(s) => s.label.as_ref(),
            ItemSays::Procedure(_) => None,
        }
    }
}

/// An act of the `table` line: `resign`, `draw by agreement`, or a procedure's name, perhaps with `if C`.
#[derive(Clone, PartialEq, Debug)]
pub struct TableLine {
    /// `resign`, `draw` or the name of a procedure.
    pub name: Ident,
    /// `by agreement`.
    pub consent: bool,
    /// The tokens behind `if` or `unless` (with that word first); empty: none.
    pub condition: Vec<Token>,
    /// All of it.
    pub span: Span,
}

/// The `fen` line.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FenLine {
    /// The number of the game.
    pub clock: Option<Ident>,
    /// The mark of squares.
    pub passing: Option<Ident>,
}

/// A deck unit in use.
#[derive(Clone, PartialEq, Debug)]
pub struct DeckUse {
    /// Its name, also the noun for its cards.
    pub name: String,
    /// Its cards in order, each with its kind and its owner (capitals: first seat or side).
    pub cards: Vec<(KindId, Option<SeatId>)>,
    /// The heading.
    pub span: Span,
}

/// What a name of the frame stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Named {
    /// A kind (of the army given in its entry of `Ruleset::kinds`, or of the variant).
    Kind(KindId),
    /// A seat.
    Seat(SeatId),
    /// A side.
    Side(SideId),
    /// A board.
    Board(BoardId),
    /// An army.
    Army(ArmyId),
    /// A power.
    Power(PowerId),
    /// A host option.
    Option(OptionId),
    /// A word that is a value of an option: the option, the place among its values.
    OptionValue(OptionId, u16),
    /// A stage.
    Stage(StageId),
    /// A deck unit, by its place in [`Program::decks`].
    Deck(u16),
    /// A procedure: the item that declares it.
    Procedure(u32),
}

/// In whose text a name is looked up. What one army declares means nothing in the text of another, nor in that of the
/// variant, so no file breaks another by the names it brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Within {
    /// Of this army; none: of the variant.
    pub army: Option<ArmyId>,
    /// In a scenario, which stands outside every army and sees the names of all.
    pub everywhere: bool,
}

impl Within {
    /// The text of an army; none: of the variant.
    pub fn text_of(army: Option<ArmyId>) -> Within {
        Within {
            army,
            everywhere: false,
        }
    }

    /// A scenario, where names of this army come first.
    pub fn scenario(army: Option<ArmyId>) -> Within {
        Within {
            army,
            everywhere: true,
        }
    }

    /// Whether what an army declares (none: the variant) is seen.
    pub fn sees(self, owner: Option<ArmyId>) -> bool {
        owner.is_none() || owner == self.army
    }
}

impl Program {
    /// What a name means in a text: what the army or the variant calls so. A scenario sees what other armies call so where
    /// neither does.
    pub fn lookup(&self, name: &str, within: Within) -> impl Iterator<Item = Named> {
        let all = self.names.get(name).map_or(&[][..], Vec::as_slice);
        let own = move |n: &Named| match n {
            Named::Kind(k) => {
                let owner = self.rules.kinds.get(k.index()).and_then(|k| k.army);
                within.sees(owner)
            }
            Named::Procedure(i) => {
                let owner = self.items.get(*i as usize).and_then(|i| i.army);
                within.sees(owner)
            }
            _ => true,
        };
        let everywhere = within.everywhere && !all.iter().any(own);
        all.iter().copied().filter(move |n| everywhere || own(n))
    }

    /// The kind of that name, looked up as [`Program::lookup`] does.
    pub fn kind_named(&self, name: &str, within: Within) -> Option<KindId> {
        self.lookup(name, within).find_map(|n| match n {
            Named::Kind(kind) => Some(kind),
            _ => None,
        })
    }

    /// The name means something there.
    pub fn names(&self, name: &str, within: Within) -> bool {
        self.lookup(name, within).next().is_some()
    }

    /// The kind of a letter (any case). In the text of an army: its own, else the variant's. Outside: the
    /// variant's, else that of any army (scenarios).
    pub fn kind_of_letter(&self, letter: char, army: Option<ArmyId>) -> Option<KindId> {
        let upper = letter.to_ascii_uppercase();
        let find = |fits: &dyn Fn(Option<ArmyId>) -> bool| {
            let mut kinds = self.rules.kinds.iter().enumerate();
            kinds
                .find(|(_, k)| k.letter == upper && fits(k.army))
                .map(|(i, _)| KindId::from(i))
        };
        let own = army.and_then(|_| find(&|owner| owner == army));
        let variant = || find(&|owner| owner.is_none());
        let any = || army.is_none().then(|| find(&|_| true)).flatten();
        own.or_else(variant).or_else(any)
    }

    /// What is wrong with a cell or letter that names no kind: which letters there are.
    pub fn no_letter(&self, written: &str, army: Option<ArmyId>) -> String {
        let mut there: Vec<String> = Vec::new();
        let fits = |owner: Option<ArmyId>| owner.is_none() || army.is_none() || owner == army;
        for kind in self.rules.kinds.iter().filter(|k| fits(k.army)) {
            let letter = kind.letter.to_string();
            let letter = format!("`{letter}{}`", written.get(1..).unwrap_or(""));
            if !there.contains(&letter) {
                there.push(letter);
            }
        }
        let mut letters = written.chars();
        match (letters.next(), letters.as_str()) {
            // the letter is sound, then what stands behind it is no seat
            (Some(letter), rest)
                if !rest.is_empty() && self.kind_of_letter(letter, army).is_some() =>
            {
                format!("`{written}`: there is no seat `{rest}`")
            }
            _ if there.is_empty() => format!("no piece uses the letter `{written}`"),
            _ => format!(
                "no piece uses the letter `{written}` (there are {})",
                there.join(", ")
            ),
        }
    }

    /// The cells of a row as a phrase means them (`| K R b n |`, `| K1 P2 |`): kinds, with the seat where
    /// digit or case tells it. The error is the cell that names no kind.
    pub fn row(
        &self,
        row: &str,
        army: Option<ArmyId>,
    ) -> Result<Vec<(KindId, Option<SeatId>)>, String> {
        row.split_whitespace()
            .map(|cell| self.cell(cell, army).ok_or_else(|| cell.to_owned()))
            .collect()
    }

    /// The same in a rule: in an army's own rules a letter without a number is the holder's.
    pub fn row_of(
        &self,
        row: &str,
        army: Option<ArmyId>,
    ) -> Result<Vec<(KindId, Option<SeatId>)>, String> {
        let mut read = self.row(row, army)?;
        if army.is_some() {
            let bare = |cell: &str| !cell.ends_with(|c: char| c.is_ascii_digit());
            for (cell, (_, seat)) in row.split_whitespace().zip(&mut read) {
                if bare(cell) {
                    *seat = None;
                }
            }
        }
        Ok(read)
    }

    fn cell(&self, cell: &str, army: Option<ArmyId>) -> Option<(KindId, Option<SeatId>)> {
        let mut chars = cell.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic)?;
        let digits = chars.as_str();
        let seat = match digits {
            "" => self.seat_of_case(letter.is_ascii_uppercase()),
            "0" => None,
            _ => Some(self.seat_of_number(digits)?),
        };
        Some((self.kind_of_letter(letter, army)?, seat))
    }

    /// Seat `n` of the `seats` line, from 1.
    pub fn seat_of_number(&self, digits: &str) -> Option<SeatId> {
        let n: usize = digits.parse().ok()?;
        (n >= 1 && n <= self.rules.seats.len()).then(|| SeatId::from(n - 1))
    }

    /// The seat that capital (`true`) or small letters stand for: the first seat of the first or second
    /// named side, where sides are named; else of the first or second of all.
    pub fn seat_of_case(&self, capital: bool) -> Option<SeatId> {
        let sides = &self.rules.sides;
        let named = sides.iter().any(|s| s.name.is_some());
        let mut sides = sides.iter().filter(|s| !named || s.name.is_some());
        let side = if capital { sides.next() } else { sides.nth(1) };
        side.and_then(|s| s.seats.first().copied())
    }
}

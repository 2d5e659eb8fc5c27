//! What all parts of the phrase reader share: the words of one line, the tables of names, the scope of a
//! place in a rule, alternatives, and the error that lies farthest to the right.
use super::decls::Decls;
use super::faces::Faces;
use super::lex::Tok;
use super::noun::Senses;
pub use super::terms::*;
use super::words::{Types, Words};
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::pool::Pool;
use crate::program::{Program, Within};
use crate::syntax::{FileId, Span, TokenKind};
use engine::ids::*;
use engine::rules::*;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Readings of a part, each with the place where it ends.
pub type Alts<T> = Vec<(T, usize)>;

/// Readings tried for one sentence at most.
pub const MOST_TRIES: u32 = 20_000;
/// Readings of one part of a sentence that are kept side by side at most.
pub const MOST_OPEN: usize = 200;

/// The words of lines, by file, beginning and number of tokens.
pub(super) type Lines = BTreeMap<(FileId, u32, usize), Rc<[Tok]>>;

/// What the lines of one item share.
pub struct Shared<'a> {
    /// Texts and places.
    pub pool: &'a RefCell<Pool>,
    /// Names of this rule, by the place that makes them.
    pub names: RefCell<BTreeMap<(u32, String), Name>>,
    /// Words of the names, by number.
    pub texts: RefCell<Vec<String>>,
    /// Facts for a time made by this rule.
    pub imposed: RefCell<Vec<Rule>>,
    /// Where the roles of each of them are named.
    pub anchors: RefCell<Vec<u32>>,
    /// Problems that do not stop the sentence.
    pub notes: RefCell<Vec<Diagnostic>>,
    /// Limits.
    pub limits: RefCell<Vec<Limit>>,
    next_scope: Cell<u32>,
    /// What the dice of this rule show.
    pub faces: RefCell<BTreeMap<Name, Faces>>,
    /// Number of the first imposed fact of this item.
    pub first_rule: usize,
    /// The words of its lines, once they have been made.
    pub(super) lines: RefCell<Lines>,
}

impl<'a> Shared<'a> {
    /// The name that a word stands for at the place that makes it; what is shown of the word ends before `/`.
    pub fn name(&self, lo: u32, word: &str) -> Name {
        let mut names = self.names.borrow_mut();
        let key = (lo, word.to_owned());
        if let Some(n) = names.get(&key) {
            return *n;
        }
        let mut texts = self.texts.borrow_mut();
        let name = Name::from(texts.len());
        let shown = word.split('/').next().unwrap_or(word);
        texts.push(shown.to_owned());
        names.insert(key, name);
        name
    }

    /// For a new item.
    pub fn new(pool: &'a RefCell<Pool>, first_rule: usize, limits: Vec<Limit>) -> Self {
        Shared {
            pool,
            names: RefCell::default(),
            texts: RefCell::default(),
            imposed: RefCell::default(),
            anchors: RefCell::default(),
            notes: RefCell::default(),
            limits: RefCell::new(limits),
            faces: RefCell::default(),
            next_scope: Cell::new(1),
            first_rule,
            lines: RefCell::default(),
        }
    }
}

/// Whose text it is.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The holder of the rule.
    pub holder: Holder,
    /// Its army.
    pub army: Option<ArmyId>,
    /// Its kind.
    pub kind: Option<KindId>,
    /// A scenario: names of every army, no *you*.
    pub scenario: bool,
}

impl Place {
    /// In whose text names are looked up.
    pub fn within(&self) -> Within {
        Within {
            army: self.army,
            everywhere: self.scenario,
        }
    }
}

/// Whether the second code says more than the first about the same place.
fn weaker(old: &str, new: &str) -> bool {
    (old == "E101" && new != "E101") || (old == "E120" && new == "E121")
}

/// Errors that say only that a reading ended here.
const GENERAL: [&str; 3] = ["E101", "E102", "E103"];

/// How many words a general error must lie behind a particular one to be told instead.
const REACH: usize = 8;

type Memo = BTreeMap<(usize, u32, bool), Rc<Alts<Ph>>>;

/// The reader of one line.
pub struct Rd<'a> {
    /// The frame.
    pub prog: &'a Program,
    /// Declared names.
    pub decls: &'a Decls,
    /// The language's words.
    pub words: &'static Words,
    /// The line.
    pub toks: &'a [Tok],
    /// Whose text.
    pub place: Place,
    /// What the item's lines share.
    pub shared: &'a Shared<'a>,
    /// The place behind the last word, for errors.
    pub end: Span,
    /// Phrases read already.
    pub memo: RefCell<Memo>,
    /// What the words of the line can mean as nouns, once somebody has asked.
    pub(super) nouns: RefCell<Vec<Option<Senses>>>,
    /// Phrases being read, against left recursion.
    pub tries: Cell<u32>,
    /// The error farthest to the right.
    pub worst: RefCell<Option<(usize, Diagnostic)>>,
    /// The same of those with a particular cause.
    pub cause: RefCell<Option<(usize, Diagnostic)>>,
    /// What the table of advice has for the line, once somebody has asked.
    pub advice: OnceCell<Option<&'static str>>,
}

impl<'a> Rd<'a> {
    /// A reader of a line.
    pub fn new(
        prog: &'a Program,
        decls: &'a Decls,
        words: &'static Words,
        toks: &'a [Tok],
        place: Place,
        shared: &'a Shared<'a>,
    ) -> Self {
        let end = toks.last().map_or(Span::default(), |t| t.span);
        Rd {
            prog,
            decls,
            words,
            toks,
            place,
            shared,
            end,
            memo: RefCell::default(),
            nouns: RefCell::default(),
            tries: Cell::new(0),
            worst: RefCell::default(),
            cause: RefCell::default(),
            advice: OnceCell::new(),
        }
    }

    /// What the table of advice has for the line.
    pub fn known_advice(&self) -> Option<&'static str> {
        *self.advice.get_or_init(|| super::advice::about(self.toks))
    }

    /// The word at a place (empty at the end or where no word stands).
    pub fn w(&self, pos: usize) -> &str {
        match self.toks.get(pos) {
            Some(t) if t.kind == TokenKind::Word => &t.text,
            _ => "",
        }
    }

    /// The sort of token at a place.
    pub fn kind(&self, pos: usize) -> Option<TokenKind> {
        self.toks.get(pos).map(|t| t.kind)
    }

    /// The text at a place, whatever it is.
    pub fn text(&self, pos: usize) -> &str {
        self.toks.get(pos).map_or("", |t| t.text.as_str())
    }

    /// Whether this word stands here.
    pub fn is(&self, pos: usize, word: &str) -> bool {
        self.w(pos) == word
    }

    /// Whether one of these words stands here.
    pub fn any(&self, pos: usize, words: &[&str]) -> bool {
        !self.w(pos).is_empty() && words.contains(&self.w(pos))
    }

    /// Whether these words stand here, one after another.
    pub fn seq(&self, pos: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(i, w)| self.is(pos + i, w))
    }

    /// The place behind a comma, if one stands here.
    pub fn comma(&self, pos: usize) -> usize {
        pos + usize::from(self.kind(pos) == Some(TokenKind::Comma))
    }

    /// The words from a place up to another, as they are written.
    pub fn said(&self, from: usize, to: usize) -> String {
        let span = super::lex::join(self.span(from), self.span(to.saturating_sub(1).max(from)));
        self.shared.pool.borrow().text_at(span).to_owned()
    }

    /// Where a word stands.
    pub fn span(&self, pos: usize) -> Span {
        self.toks.get(pos).map_or(self.end, |t| t.span)
    }

    /// A small number at a place.
    pub fn int(&self, pos: usize) -> Option<i16> {
        match self.toks.get(pos) {
            Some(t) if t.kind == TokenKind::Number => t.text.parse().ok(),
            _ => None,
        }
    }

    /// Counts one more reading tried; false where there have been too many.
    pub fn tick(&self) -> bool {
        self.tries.set(self.tries.get().saturating_add(1));
        self.tries.get() < MOST_TRIES
    }

    /// Readings that differ, unless they are too many: then the sentence is given up.
    pub fn settled<T: PartialEq>(&self, alts: Alts<T>) -> Alts<T> {
        if self.too_many(&alts) {
            return Vec::new();
        }
        distinct(alts)
    }

    /// Whether so many readings of one part are open that the sentence is given up.
    pub fn too_many<T>(&self, alts: &Alts<T>) -> bool {
        let many = alts.len() > MOST_OPEN;
        if many {
            self.tries.set(MOST_TRIES);
        }
        many
    }

    /// Notes a dead end; the one farthest to the right is told, a particular one before a general one.
    pub fn fail(&self, pos: usize, code: &'static str, message: impl Into<String>) {
        self.fail_help(pos, code, message, None);
    }

    /// The same with a sentence that works.
    pub fn fail_help(
        &self,
        pos: usize,
        code: &'static str,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        self.fail_edit(pos, code, message, help, None);
    }

    /// The same with the change that may be meant.
    pub fn fail_edit(
        &self,
        pos: usize,
        code: &'static str,
        message: impl Into<String>,
        help: Option<String>,
        guess: Option<Edit>,
    ) {
        let mut slot = if GENERAL.contains(&code) {
            self.worst.borrow_mut()
        } else {
            self.cause.borrow_mut()
        };
        let better = match &*slot {
            None => true,
            // two readings are the cause, wherever the rest breaks off
            Some((_, old)) if old.code == "E119" => false,
            Some(_) if code == "E119" => true,
            Some((at, old)) => pos > *at || (pos == *at && weaker(old.code, code)),
        };
        if better {
            let mut diagnostic = error(code, self.span(pos), message.into(), help);
            diagnostic.guess = guess.map(Box::new);
            *slot = Some((pos, diagnostic));
        }
    }

    /// The problem to tell: a particular cause, unless something general lies well behind it.
    pub fn problem(&self) -> Option<(usize, Diagnostic)> {
        let worst = self.worst.borrow_mut().take();
        match (self.cause.borrow_mut().take(), worst) {
            (Some(cause), Some(general)) if general.0 > cause.0.saturating_add(REACH) => {
                Some(general)
            }
            (Some(cause), _) => Some(cause),
            (None, general) => general,
        }
    }

    /// Notes that something else was expected.
    pub fn expected(&self, pos: usize, what: &str) {
        self.wants(pos, what);
        let found = match self.toks.get(pos) {
            None => "the end".to_owned(),
            Some(_) => format!("`{}`", self.said(pos, pos + 1)),
        };
        if let Some(help) = self.complete_before(pos, what) {
            let message = format!("the sentence was complete before {found}");
            return self.fail_help(pos, "E106", message, Some(help));
        }
        if self.is_too_large(pos) {
            let help = "a number is at most 32767";
            let message = format!("{found} is more than a number here can be");
            return self.fail_help(pos, "E101", message, Some(help.to_owned()));
        }
        self.fail(pos, "E101", format!("expected {what}, found {found}"));
    }

    /// A number that no value can be.
    fn is_too_large(&self, pos: usize) -> bool {
        let number = |t: &&Tok| t.kind == TokenKind::Number;
        let tok = self.toks.get(pos).filter(number);
        tok.is_some_and(|t| t.text.parse::<i16>().is_err())
    }

    /// Keeps what was expected behind the last word, if somebody asked about that place.
    fn wants(&self, pos: usize, what: &str) {
        if pos == self.toks.len()
            && let Ok(mut pool) = self.shared.pool.try_borrow_mut()
        {
            pool.wants(self.end, what);
        }
    }

    /// What to write where a relative clause ended too soon.
    fn complete_before(&self, pos: usize, what: &str) -> Option<String> {
        let verb = |at: usize| self.words.verb(self.w(at)).next().is_some();
        let noun = pos.checked_sub(1).is_some_and(|at| !verb(at));
        if self.is(pos, "with") && what.ends_with("verb") && noun {
            return Some("`with` belongs to verbs: write `that has ..`".to_owned());
        }
        let before = pos.checked_sub(1)?;
        let joint = self.w(before);
        let relative = (0..before).any(|i| self.any(i, &["that", "whose"]));
        let verb = ["is", "are", "was", "were", "has", "have", "had"];
        if !matches!(joint, "and" | "or") || !relative || !self.any(pos, &verb) {
            return None;
        }
        Some(format!("write `{joint} that {} ..`", self.w(pos)))
    }

    /// A name of this rule, the same for the same place and word.
    pub fn name(&self, lo: u32, word: &str) -> Name {
        self.shared.name(lo, word)
    }

    /// A name without a word, for the word at a place.
    pub fn hidden(&self, pos: usize, tag: &str) -> Name {
        self.name(self.span(pos).lo, &format!("/{tag}"))
    }

    /// The id of a text.
    pub fn text_id(&self, text: &str) -> TextId {
        self.shared.pool.borrow_mut().text(text)
    }

    /// The id of a stretch of the line.
    pub fn src(&self, from: usize, to: usize) -> SourceId {
        let a = self.span(from);
        let b = self.span(to.saturating_sub(1).max(from));
        self.shared.pool.borrow_mut().source(super::lex::join(a, b))
    }

    /// A scope with one change, under an id of its own.
    pub fn scope(&self, from: &Scope, change: impl FnOnce(&mut Scope)) -> Scope {
        let mut next = from.clone();
        next.id = self.shared.next_scope.get();
        self.shared.next_scope.set(next.id + 1);
        change(&mut next);
        next
    }

    /// A scope with one more name.
    pub fn bind(&self, from: &Scope, bound: Bound) -> Scope {
        self.scope(from, |s| Rc::make_mut(&mut s.names).push(bound))
    }

    /// Whether a word may be a name (E105).
    /// The same of a name under which nothing else is known: no role of the event, and of a value (`let`) nothing outside the block, which
    /// it would hide.
    pub(super) fn unused_name(&self, pos: usize, sc: &Scope, value: bool) -> bool {
        let word = self.w(pos);
        if !self.free_name(pos) {
            return false;
        }
        let hides = |bound: &Bound| bound.role.is_some() || value && bound.outer;
        let used = self.bound(word, true, sc).is_some_and(hides);
        if used {
            let message = format!("`{word}` is the name of something else in this rule");
            let help = match value {
                true => format!(
                    "take another name, `new-{word}`; a number that changes is declared and set: `the game has a number called tally`, `set tally to 3`"
                ),
                false => format!("take another name: `new-{word}`"),
            };
            self.fail_help(pos, "E105", message, Some(help));
        }
        !used
    }

    pub fn free_name(&self, pos: usize) -> bool {
        let word = self.w(pos);
        if word.is_empty() {
            self.wants(pos, "a new name");
            self.fail(pos, "E104", "expected a new name");
            return false;
        }
        let taken = if word.parse::<u32>().is_ok() {
            Some("a number".to_owned())
        } else if let Some((verb, _)) = self.words.verb(word).next() {
            Some(format!("a form of `{}`", verb.name))
        } else if let Some((noun, _)) = self.words.noun(word) {
            // `partner`, `left`: a name comes before them
            (noun.ty != Some(Ty::Seat)).then(|| "a word of the language".to_owned())
        } else if self.words.knows(word) || super::spelling::is_structure(word) {
            Some("a word of the language".to_owned())
        } else {
            self.taken_by_game(word)
        };
        if let Some(of) = taken {
            let message = format!("`{word}` is {of} and cannot be a name");
            let help = format!("take another word, or join two with a hyphen: `my-{word}`");
            self.fail_help(pos, "E105", message, Some(help));
            return false;
        }
        true
    }

    fn taken_by_game(&self, word: &str) -> Option<String> {
        let mut named = self.prog.lookup(word, self.place.within());
        let frame = named.any(|n| {
            use crate::program::Named::*;
            matches!(n, Kind(_) | Seat(_) | Side(_) | Option(_))
        });
        if frame || self.kind_of(word).is_some() {
            return Some("a name of the game".to_owned());
        }
        let declared = self.decls.find(word, self.place.within());
        declared.is_some().then(|| "declared already".to_owned())
    }

    /// Whether a phrase fits one of these types, and the phrase converted (language 4.1).
    pub fn fit(&self, ph: &Ph, want: Types) -> Option<Ph> {
        let Some(ty) = ph.ty else {
            return Some(ph.clone());
        };
        if want.has(ty) {
            return Some(ph.clone());
        }
        let part = match ty {
            Ty::Piece | Ty::Card if want.has(Ty::Kind) => Part::Kind,
            Ty::Piece if want.has(Ty::Square) => Part::Square,
            Ty::Seat if want.has(Ty::Side) => Part::Side,
            Ty::Army if want.has(Ty::Power) => Part::Power,
            _ => return None,
        };
        let set = ph.set();
        let mut out = ph.clone();
        out.ty = Some(match part {
            Part::Kind => Ty::Kind,
            Part::Square => Ty::Square,
            Part::Side => Ty::Side,
            _ => Ty::Power,
        });
        if part == Part::Kind
            && let Some(kinds) = pure_kinds(&set)
        {
            out.value = Value::Set(kinds);
            return Some(out);
        }
        let mut made = make(out.ty.unwrap_or(Ty::Piece), Base::Of(part, Box::new(set)));
        made.amount = Amount::Every;
        out.value = Value::Set(made);
        Some(out)
    }

    /// E119: `it promotes to a queen on rank 6` would be the kind of a queen that stands there. The phrase is one that was made a kind.
    pub(super) fn kind_of_one_there(&self, at: usize, ph: &Ph) -> bool {
        let named = |n: &Narrow| matches!(n, Narrow::Is(Quality::Kind(_)));
        let placed = |n: &Narrow| matches!(n, Narrow::At(..));
        let there = |of: &Set| {
            let open = of.base == Base::All(Where::Board) && of.amount == Amount::Any;
            open && of.by.iter().any(named) && of.by.iter().any(placed)
        };
        let one_there = matches!(&ph.value, Value::Set(set)
            if matches!(&set.base, Base::Of(Part::Kind, of) if there(of)));
        if one_there {
            let why = "two readings: is the place where this happens, or where a piece of that kind must stand?";
            let help = "where it happens: `if it is on rank 6, it promotes to a queen`, `while it is on rank 3, it moves like a king`; \
                        what stands there: `the kind of the piece on d4`";
            self.fail_help(at, "E119", why, Some(help.to_owned()));
        }
        let owned = |n: &Narrow| matches!(n, Narrow::Of(_) | Narrow::Hostile(_));
        let whose = |of: &Set| {
            let open = of.base == Base::All(Where::Board) && of.pick.is_none();
            let said = |n: &Narrow| named(n) || owned(n);
            open && of.by.iter().all(said) && of.by.iter().any(named) && of.by.iter().any(owned)
        };
        let somebodys = !one_there
            && matches!(&ph.value, Value::Set(set)
                if matches!(&set.base, Base::Of(Part::Kind, of) if whose(of)));
        if somebodys {
            let why = "two readings: is it the kind itself, or only as long as such a piece stands on the board?";
            let help = "the kind: `it promotes to a queen`, `it moves like a king`; only with such a piece there: \
                        `if you have a queen, it promotes to a queen`, `while you have a king, it moves like a king`";
            self.fail_help(at, "E119", why, Some(help.to_owned()));
        }
        one_there || somebodys
    }
}

/// An error.
pub fn error(
    code: &'static str,
    span: Span,
    message: impl Into<String>,
    help: Option<String>,
) -> Diagnostic {
    let severity = match code.as_bytes().first() {
        Some(b'W') => Severity::Warning,
        Some(b'N') => Severity::Note,
        _ => Severity::Error,
    };
    Diagnostic {
        code,
        severity,
        span,
        message: message.into(),
        help,
        also: Vec::new(),
        fix: None,
        guess: None,
    }
}

/// Drops readings that are the same.
pub fn distinct<T: PartialEq>(alts: Alts<T>) -> Alts<T> {
    let mut out: Alts<T> = Vec::with_capacity(alts.len());
    for alt in alts {
        if !out.contains(&alt) {
            out.push(alt);
        }
    }
    out
}

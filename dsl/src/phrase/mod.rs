//! The phrase reader: one English sentence becomes one rule of the IR, or an error that says why not.
//!
//! [`read`] takes the merged text of a match and reads every sentence of it; what reads stands beside what
//! does not. [`Reading`] keeps the tables of names, so that scenario lines can be read against them.
mod betza;
mod cond;
mod declare;
mod decls;
mod deed;
mod event;
mod fact;
mod item;
mod lex;
mod names;
mod noun;
mod opener;
mod pattern;
mod print;
mod reader;
mod set;
mod step;
mod tail;
#[cfg(test)]
mod tests;
mod time;
mod words;

pub use print::rule as read_back;
pub use words::{Words, words};

use crate::diagnostic::Diagnostic;
use crate::pool::Pool;
use crate::program::{Item, ItemSays, Program, TableLine};
use crate::syntax::{Block, Procedure, Sentence, Span, Statement, Token, TokenKind};
use declare::Declared;
use decls::{Decls, What};
use engine::ids::*;
use engine::rules::*;
use item::{Handed, ItemReader};
use names::{Met, Names};
use reader::{Place, Shared, error};
use std::cell::RefCell;

/// What came of reading: the ruleset so far, and the tables for reading scenario lines.
#[derive(Debug)]
pub struct Reading {
    /// The program, its `rules` filled.
    pub program: Program,
    /// Names used by the conditions and values read since the last time this list was taken.
    pub names: Vec<TextId>,
    /// For every sentence: where it stands and how many readings were tried.
    pub log: Vec<(Span, u32)>,
    decls: Decls,
}

/// Reads every sentence of a match.
pub fn read(program: Program) -> (Reading, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let words = match words() {
        Ok(words) => words,
        Err(why) => {
            problems.push(error(
                "E100",
                program.span,
                format!("the word table: {why}"),
                None,
            ));
            let reading = Reading {
                program,
                names: Vec::new(),
                log: Vec::new(),
                decls: Decls::default(),
            };
            return (reading, problems);
        }
    };
    let mut program = program;
    let pool = RefCell::new(std::mem::take(&mut program.pool));
    let mut rules = std::mem::take(&mut program.rules);
    // the reader sees the frame; what it makes goes into `rules`
    program.rules = rules.clone();
    let mut decls = Decls::collect(&program, &|s| lex::words_of(&s.line, &mut Vec::new()));
    prepare(&mut rules, &decls, &pool);
    let mut log = Vec::new();
    type_words(&program, &mut decls, words, &pool);
    for w in 0..decls.words.len() {
        rules.words[w].ty = decls.words[w].ty.unwrap_or(Ty::Piece);
    }
    for item in &program.items {
        let mut run = Run {
            program: &program,
            decls: &decls,
            words,
            pool: &pool,
            rules: &mut rules,
            problems: &mut problems,
            log: &mut log,
        };
        run.item(item);
    }
    table(&program, &decls, words, &pool, &mut rules, &mut problems);
    fen(&program, &decls, &mut rules);
    program.rules = rules;
    program.pool = pool.into_inner();
    let mut seen: Vec<Diagnostic> = Vec::new();
    for p in problems {
        if !seen.contains(&p) {
            seen.push(p);
        }
    }
    let reading = Reading {
        program,
        names: Vec::new(),
        log,
        decls,
    };
    (reading, seen)
}

impl Reading {
    /// A condition of a scenario line: no event, no *you*.
    ///
    /// # Errors
    /// Why it does not read.
    pub fn condition(
        &mut self,
        tokens: &[Token],
        army: Option<ArmyId>,
    ) -> Result<Cond, Diagnostic> {
        self.scenario(tokens, army, |it, rd| {
            let alts = rd.cond(0, &it.scope());
            it.one(rd, alts, |c| print::cond_text(it, c))
        })
    }

    /// A phrase or number of a scenario line.
    ///
    /// # Errors
    /// Why it does not read.
    pub fn value(&mut self, tokens: &[Token], army: Option<ArmyId>) -> Result<Value, Diagnostic> {
        self.scenario(tokens, army, |it, rd| {
            let alts = rd.phrase(0, &it.scope(), false).to_vec();
            let ph = it.one(rd, alts, |p| print::phrase_text(it, p))?;
            Some(ph.value)
        })
    }

    fn scenario<T: Names>(
        &mut self,
        tokens: &[Token],
        army: Option<ArmyId>,
        read: impl Fn(&ItemReader, &reader::Rd) -> Option<T>,
    ) -> Result<T, Diagnostic> {
        let span = tokens.first().map_or(Span::default(), |t| t.span);
        let words = words().map_err(|why| error("E100", span, why, None))?;
        let pool = RefCell::new(std::mem::take(&mut self.program.pool));
        let shared = Shared::new(&pool, 0, Vec::new());
        let place = Place {
            holder: Holder::Game,
            army,
            kind: None,
            scenario: true,
        };
        let level = (Holder::Game, game_rank());
        let it = ItemReader {
            prog: &self.program,
            decls: &self.decls,
            words,
            place,
            shared: &shared,
            introduced: Vec::new(),
            problems: RefCell::default(),
            log: RefCell::default(),
            level,
        };
        let toks = it.line(tokens);
        let mut found = None;
        if !it.unknown(&toks) {
            let rd = it.reader(&toks);
            found = read(&it, &rd);
        }
        let problem = it.problems.borrow_mut().drain(..).next();
        let texts = shared.texts.borrow().clone();
        drop(it);
        drop(shared);
        self.program.pool = pool.into_inner();
        match found {
            Some(mut value) => {
                self.rename(&mut value, &texts);
                Ok(value)
            }
            None => Err(problem.unwrap_or_else(|| {
                error(
                    "E102",
                    span,
                    "this does not read as a condition or phrase",
                    None,
                )
            })),
        }
    }

    /// Moves the names of one line behind those of the lines before.
    fn rename(&mut self, value: &mut impl Names, texts: &[String]) {
        let mut order: Vec<Name> = Vec::new();
        value.names(&mut |n: &mut Name| {
            if !order.contains(n) {
                order.push(*n);
            }
        });
        let base = self.names.len();
        for n in &order {
            let text = texts.get(n.index()).map_or("", String::as_str);
            let id = self.program.pool.text(text);
            self.names.push(id);
        }
        value.names(&mut |n: &mut Name| {
            if let Some(i) = order.iter().position(|x| x == n) {
                *n = Name::from(base + i);
            }
        });
    }

    /// The finished ruleset.
    pub fn finish(self) -> Ruleset {
        let mut rules = self.program.rules;
        let (texts, sources) = self.program.pool.finish();
        rules.texts = texts;
        rules.sources = sources;
        rules.version = IR_VERSION;
        rules
    }
}

fn game_rank() -> Rank {
    Rank {
        level: Level::Variant,
        depth: 0,
    }
}

/// Room for everything declared, so that ids are places in the lists.
fn prepare(rules: &mut Ruleset, decls: &Decls, pool: &RefCell<Pool>) {
    let text = |t: &str| pool.borrow_mut().text(t);
    rules.fields = decls
        .fields
        .iter()
        .map(|d| Field {
            name: text(&d.name),
            of: Owner::Game,
            per_seat: d.per_seat,
            ty: d.ty,
            many: d.many,
            start: None,
            seen: Seen::All,
            by: Holder::Game,
            src: SourceId::default(),
        })
        .collect();
    rules.zones = decls
        .zones
        .iter()
        .map(|d| Zone {
            name: text(&d.name),
            of: Owner::Game,
            holds: d.holds,
            shape: d.shape,
            start: Vec::new(),
            seen: Seen::All,
            by: Holder::Game,
            src: SourceId::default(),
        })
        .collect();
    rules.words = decls
        .words
        .iter()
        .map(|d| Word {
            name: text(&d.name),
            ty: Ty::Piece,
            noun: d.noun,
            parts: Vec::new(),
        })
        .collect();
    rules.procs = decls
        .procs
        .iter()
        .map(|d| Proc {
            name: text(&d.name),
            holder: Holder::Game,
            takes: None,
            names: Vec::new(),
            body: Vec::new(),
            tags: Vec::new(),
            src: SourceId::default(),
        })
        .collect();
}

/// Finds the types of definitions, as often as one waits for another.
fn type_words(program: &Program, decls: &mut Decls, words: &'static Words, pool: &RefCell<Pool>) {
    for _ in 0..6 {
        let mut found: Vec<(WordId, Ty)> = Vec::new();
        for item in &program.items {
            let ItemSays::Sentence(s) = &item.says else {
                continue;
            };
            each_call(s, &mut |call| {
                let shared = Shared::new(pool, 0, Vec::new());
                let it = item_reader(program, decls, words, item, &shared, Vec::new());
                let toks = it.line(&call.line);
                if let Some(Declared::Word(w, _, ty)) =
                    it.declaration(call, &toks, &Vec::new(), item)
                {
                    found.push((w, ty));
                }
            });
        }
        let mut changed = false;
        for (w, ty) in found {
            let slot = &mut decls.words[w.index()].ty;
            changed |= slot.is_none();
            slot.get_or_insert(ty);
        }
        if !changed {
            return;
        }
    }
}

fn each_call(s: &Sentence, f: &mut dyn FnMut(&Sentence)) {
    let first = s.line.first();
    if first.is_some_and(|t| t.text.eq_ignore_ascii_case("call")) {
        f(s);
    } else if first.is_some_and(|t| t.text.eq_ignore_ascii_case("while")) {
        for inner in s.block.iter().flat_map(|b| &b.statements) {
            if let Statement::Sentence(inner) = inner {
                each_call(inner, f);
            }
        }
    }
}

fn item_reader<'a>(
    program: &'a Program,
    decls: &'a Decls,
    words: &'static Words,
    item: &Item,
    shared: &'a Shared<'a>,
    introduced: Vec<String>,
) -> ItemReader<'a> {
    let place = Place {
        holder: item.holder,
        army: item.army,
        kind: item.kind,
        scenario: false,
    };
    ItemReader {
        prog: program,
        decls,
        words,
        place,
        shared,
        introduced,
        problems: RefCell::default(),
        log: RefCell::default(),
        level: (item.holder, item.rank),
    }
}

struct Run<'a> {
    program: &'a Program,
    decls: &'a Decls,
    words: &'static Words,
    pool: &'a RefCell<Pool>,
    rules: &'a mut Ruleset,
    problems: &'a mut Vec<Diagnostic>,
    log: &'a mut Vec<(Span, u32)>,
}

impl Run<'_> {
    fn item(&mut self, item: &Item) {
        match &item.says {
            ItemSays::Sentence(s) => self.sentence(s, &Vec::new(), item),
            ItemSays::Procedure(p) => self.procedure(p, item),
        }
    }

    fn sentence(&mut self, s: &Sentence, handed: &Handed, item: &Item) {
        if let Some(block) = self.handed_down(s, item) {
            let mut handed = handed.clone();
            handed.push(s.line.clone());
            for statement in &block.statements {
                if let Statement::Sentence(inner) = statement {
                    self.sentence(inner, &handed, item);
                }
            }
            return;
        }
        let mut introduced = introduced_in(s);
        for words in handed {
            introduced.extend(
                words
                    .iter()
                    .map(|t| t.text.to_lowercase())
                    .filter(|_| false),
            );
        }
        let limits = std::mem::take(&mut self.rules.limits);
        let shared = Shared::new(self.pool, self.rules.rules.len(), limits);
        let mut it = item_reader(
            self.program,
            self.decls,
            self.words,
            item,
            &shared,
            introduced,
        );
        let own = holder(item.holder, speaks_to_you(s, handed));
        it.level.0 = own;
        it.place.holder = own;
        let toks = it.line(&s.line);
        if toks.is_empty() {
            return;
        }
        let mut declared = None;
        let mut made = None;
        if ItemReader::declares(&toks) {
            declared = it.declaration(s, &toks, handed, item);
        } else {
            made = it.rule(s, handed, item);
        }
        let rules = made.map(|m| self.settled(&it, m.rules)).unwrap_or_default();
        self.log.extend(it.log.borrow().iter().copied());
        self.problems.extend(it.problems.borrow_mut().drain(..));
        drop(it);
        self.problems.extend(shared.notes.borrow_mut().drain(..));
        self.rules.limits = shared.limits.into_inner();
        self.rules.rules.extend(rules);
        if let Some(d) = declared {
            self.declare(d);
        }
    }

    /// The block of `while C { .. }`.
    fn handed_down<'s>(&self, s: &'s Sentence, item: &Item) -> Option<&'s Block> {
        let block = s.block.as_ref()?;
        let first = s.line.first()?;
        if !first.text.eq_ignore_ascii_case("while") || first.kind != TokenKind::Word {
            return None;
        }
        let shared = Shared::new(self.pool, 0, Vec::new());
        let it = item_reader(
            self.program,
            self.decls,
            self.words,
            item,
            &shared,
            Vec::new(),
        );
        let toks = it.line(&s.line);
        let rd = it.reader(&toks);
        let whole = rd.cond(1, &it.scope());
        whole
            .iter()
            .any(|(_, p)| rd.comma(*p) >= toks.len())
            .then_some(block)
    }

    /// The imposed facts, then the rules, their names numbered.
    fn settled(&self, it: &ItemReader, rules: Vec<Rule>) -> Vec<Rule> {
        let mut imposed = std::mem::take(&mut *it.shared.imposed.borrow_mut());
        let anchors = it.shared.anchors.borrow().clone();
        let mut out = Vec::new();
        for mut rule in rules {
            it.settle(&mut rule, &mut imposed, &anchors);
            rule.keeps = self.keeps(&mut rule);
            out.push(rule);
        }
        imposed.extend(out);
        imposed
    }

    /// State of the rule's own power that it speaks of.
    fn keeps(&self, rule: &mut Rule) -> Vec<FieldId> {
        let Holder::Power(_) = rule.holder else {
            return Vec::new();
        };
        let mut fields = Vec::new();
        let mut note = |met: Met| {
            if let Met::Field(f) = met
                && !fields.contains(&f)
            {
                fields.push(f);
            }
        };
        rule.when.walk(&mut note);
        if !matches!(rule.form, Form::Action { .. } | Form::Setup(_)) {
            rule.form.walk(&mut note);
        }
        let army = |f: &FieldId| {
            let name = &self.decls.fields[f.index()].name;
            let all = self.decls.names.get(name);
            let own = all.is_some_and(|d| {
                d.iter()
                    .any(|d| d.what == What::Field(*f) && d.army.is_some())
            });
            own && self.decls.fields[f.index()].ty == Ty::Mark
        };
        fields.retain(army);
        fields
    }

    fn declare(&mut self, declared: Declared) {
        match declared {
            Declared::Field(f, field) => self.rules.fields[f.index()] = *field,
            Declared::Zone(z, zone) => self.rules.zones[z.index()] = *zone,
            Declared::Word(w, part, ty) => {
                let word = &mut self.rules.words[w.index()];
                if word.ty != ty {
                    let message = "this name stands for things of another type elsewhere";
                    let span = self.program.span;
                    self.problems.push(error("E122", span, message, None));
                    return;
                }
                word.parts.push(*part);
            }
            Declared::Check(check) => {
                // a later line replaces the one before it for the same holder
                let fresh = check.when.is_empty();
                self.rules
                    .check
                    .retain(|c| !(fresh && c.holder == check.holder));
                self.rules.check.push(*check);
            }
        }
    }

    fn procedure(&mut self, p: &Procedure, item: &Item) {
        let Some(What::Proc(id)) = p
            .line
            .first()
            .and_then(|t| self.decls.find(&t.text, item.army))
        else {
            return;
        };
        let mut introduced = Vec::new();
        introduced_in_block(&p.block, &mut introduced);
        let decl = self.decls.procs[id.index()].clone();
        introduced.extend(decl.takes.clone());
        let limits = std::mem::take(&mut self.rules.limits);
        let shared = Shared::new(self.pool, self.rules.rules.len(), limits);
        let mut it = item_reader(
            self.program,
            self.decls,
            self.words,
            item,
            &shared,
            introduced,
        );
        it.level.0 = holder(item.holder, block_speaks(&p.block));
        it.place.holder = it.level.0;
        let toks = it.line(&p.line);
        let rd = it.reader(&toks);
        let mut sc = it.scope();
        let mut takes = None;
        if let Some(noun) = &decl.takes {
            let name = rd.name(rd.span(0).lo, noun);
            takes = Some(name);
            let ty = object_type(&rd, toks.len() - 1);
            let mut bound = step::bound_name(noun, name, ty, false);
            bound.noun = true;
            sc = rd.bind(&sc, bound);
            let member = reader::make(ty, Base::Name(name));
            sc = rd.scope(&sc, |s| match ty {
                Ty::Seat => s.they = Some(member),
                Ty::Piece | Ty::Square | Ty::Card => s.it = reader::It::Is(member),
                _ => {}
            });
        }
        let body = it.block(&p.block, &sc);
        let level = it.level;
        let tags = item::block_tags(&p.block);
        let name = self.pool.borrow_mut().text(&decl.name);
        let src = self.pool.borrow_mut().source(p.span);
        let mut proc = Proc {
            name,
            holder: level.0,
            takes: None,
            names: Vec::new(),
            body: Vec::new(),
            tags: Vec::new(),
            src,
        };
        let mut out = Vec::new();
        if let Some(body) = body {
            // numbered like a rule, its object first
            let mut carrier = Rule {
                holder: level.0,
                rank: item.rank,
                form: Form::Setup(body),
                when: Vec::new(),
                limit: None,
                keeps: Vec::new(),
                roles: Vec::new(),
                names: Vec::new(),
                label: None,
                tags: Vec::new(),
                imposed: false,
                src: proc.src,
            };
            if let (Some(name), Form::Setup(body)) = (takes, &mut carrier.form) {
                body.insert(0, Step::Let(name, Value::Num(Num::Lit(0))));
            }
            out = self.settled(&it, vec![carrier]);
            if let Some(carrier) = out.pop() {
                proc.names = carrier.names;
                if let Form::Setup(mut body) = carrier.form {
                    if takes.is_some() {
                        body.remove(0);
                        proc.takes = Some(Name::from(0_usize));
                    }
                    proc.body = body;
                }
            }
        }
        let all = p.tags.iter().map(|t| t.text.clone()).chain(tags);
        proc.tags = all.map(|t| self.pool.borrow_mut().text(&t)).collect();
        drop(rd);
        self.log.extend(it.log.borrow().iter().copied());
        self.problems.extend(it.problems.borrow_mut().drain(..));
        drop(it);
        self.problems.extend(shared.notes.borrow_mut().drain(..));
        self.rules.limits = shared.limits.into_inner();
        self.rules.rules.extend(out);
        self.rules.procs[id.index()] = proc;
    }
}

/// The type of a procedure's object (`a square`, `a knight`, `a zone`).
fn object_type(rd: &reader::Rd, at: usize) -> Ty {
    if let Some((noun, _)) = rd.words.noun(rd.w(at)) {
        return noun.ty.unwrap_or(Ty::Piece);
    }
    Ty::Piece
}

/// A rule of a variant that names no *you* exists once.
fn holder(holder: Holder, you: bool) -> Holder {
    match holder {
        Holder::EachSeat if !you => Holder::Game,
        other => other,
    }
}

const YOU: &[&str] = &[
    "you",
    "your",
    "yours",
    "yourself",
    "own",
    "enemy",
    "enemies",
    "opponent",
    "opponents",
    "partner",
    "partners",
];

fn tokens_speak(tokens: &[Token]) -> bool {
    tokens
        .iter()
        .any(|t| t.kind == TokenKind::Word && YOU.contains(&t.text.to_lowercase().as_str()))
}

fn speaks_to_you(s: &Sentence, handed: &Handed) -> bool {
    handed.iter().any(|h| tokens_speak(h)) || sentence_speaks(s)
}

fn sentence_speaks(s: &Sentence) -> bool {
    tokens_speak(&s.line)
        || s.block.as_ref().is_some_and(block_speaks)
        || s.branches
            .iter()
            .any(|b| tokens_speak(&b.line) || block_speaks(&b.block))
}

fn block_speaks(b: &Block) -> bool {
    b.statements.iter().any(|s| match s {
        Statement::Sentence(s) => sentence_speaks(s),
        _ => false,
    })
}

/// Words that a sentence introduces as names, in its line and its block.
fn introduced_in(s: &Sentence) -> Vec<String> {
    let mut out = Vec::new();
    introduced(&s.line, &mut out);
    if let Some(block) = &s.block {
        introduced_in_block(block, &mut out);
    }
    for branch in &s.branches {
        introduced(&branch.line, &mut out);
        introduced_in_block(&branch.block, &mut out);
    }
    out
}

fn introduced_in_block(block: &Block, out: &mut Vec<String>) {
    for statement in &block.statements {
        if let Statement::Sentence(s) = statement {
            out.extend(introduced_in(s));
        }
    }
}

fn introduced(line: &[Token], out: &mut Vec<String>) {
    for (i, tok) in line.iter().enumerate() {
        let word = |at: usize| line.get(at).map(|t| t.text.to_lowercase());
        let name = match tok.text.as_str() {
            "among" | "be" if i > 0 => word(i - 1),
            "called" => word(i + 1),
            "each" if i > 0 && line[i - 1].text.eq_ignore_ascii_case("for") => word(i + 1),
            _ => None,
        };
        let chosen = line
            .iter()
            .any(|t| matches!(t.text.to_lowercase().as_str(), "choose" | "chooses"));
        let let_it = line.iter().any(|t| t.text.eq_ignore_ascii_case("let"));
        let real = match tok.text.as_str() {
            "among" => chosen,
            "be" => let_it,
            "each" => line.get(i + 2).is_some_and(|t| t.text == "in"),
            _ => true,
        };
        if let (Some(name), true) = (name, real) {
            out.push(name);
        }
    }
}

/// The structure words of the language, which no table entry explains.
pub(crate) fn is_structure(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "after",
        "before",
        "as-soon-as",
        "the-first-time",
        "if",
        "unless",
        "while",
        "until",
        "otherwise",
        "once",
        "twice",
        "times",
        "per",
        "running",
        "choose",
        "chooses",
        "among",
        "let",
        "call",
        "called",
        "for-each",
        "repeat",
        "either",
        "within",
        "cannot",
        "must",
        "may",
        "can",
        "could",
        "would",
        "be",
        "been",
        "is",
        "are",
        "am",
        "was",
        "were",
        "has",
        "have",
        "had",
        "do",
        "does",
        "and",
        "or",
        "that",
        "whose",
        "than",
        "then",
        "there",
        "a",
        "an",
        "the",
        "this",
        "your",
        "its",
        "their",
        "no",
        "any",
        "all",
        "every",
        "each",
        "another",
        "other",
        "other-than",
        "exactly",
        "more",
        "fewer",
        "less",
        "up-to",
        "at-least",
        "at-most",
        "plus",
        "minus",
        "divided-by",
        "starting",
        "seen",
        "by",
        "not",
        "instead",
        "moving",
        "stage",
        "enforced",
        "announced",
        "none",
        "seconds",
        "answer",
        "second",
        "of",
        "near",
        "far",
        "yours",
        "themselves",
        "itself",
        "roll",
        "rolls",
        "slides",
        "steps",
        "leaps",
        "at",
        "random",
    ];
    WORDS.contains(&word)
}

/// Words that are wrong in a known way, with what to write instead.
pub(crate) fn repair(word: &str) -> Option<String> {
    let text = match word {
        "my" | "mine" => "a rule speaks to its holder: write `your`",
        "adjacent" | "neighbouring" => {
            "it does not say which: `beside` shares an edge, `around` shares an edge or corner"
        }
        "theirs" => "write `their ..`, or `of their side`",
        _ => {
            let rest = word.strip_prefix("non-")?;
            return Some(format!("write `that are not {rest}` behind the noun"));
        }
    };
    Some(text.to_owned())
}

/// The nearest of these words, if one is near.
pub(crate) fn nearest<'a>(word: &str, all: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = 1 + word.len() / 4;
    all.map(|w| (distance(word, w), w))
        .filter(|(d, _)| *d <= most)
        .min()
        .map(|(_, w)| w)
}

/// How many letters must be put in, left out, changed or swapped.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let width = b.len() + 1;
    let mut grid: Vec<usize> = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            let cost = if i == 0 || j == 0 {
                i + j
            } else {
                let same = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (grid[(i - 1) * width + j] + 1)
                    .min(grid[i * width + j - 1] + 1)
                    .min(grid[(i - 1) * width + j - 1] + same);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(grid[(i - 2) * width + j - 2] + 1);
                }
                best
            };
            grid[i * width + j] = cost;
        }
    }
    grid[a.len() * width + b.len()]
}

fn table(
    program: &Program,
    decls: &Decls,
    words: &'static Words,
    pool: &RefCell<Pool>,
    rules: &mut Ruleset,
    problems: &mut Vec<Diagnostic>,
) {
    for line in &program.table {
        if let Some(act) = table_act(program, decls, words, pool, line, problems) {
            rules.table.push(act);
        }
    }
}

fn table_act(
    program: &Program,
    decls: &Decls,
    words: &'static Words,
    pool: &RefCell<Pool>,
    line: &TableLine,
    problems: &mut Vec<Diagnostic>,
) -> Option<TableAct> {
    let act = match line.name.text.as_str() {
        "resign" => TableDoes::Resign,
        "draw" => TableDoes::Draw,
        name => match decls.find(name, None) {
            Some(What::Proc(p)) => TableDoes::Run(p),
            _ => {
                let message = format!("`{name}` is no act of the table and no procedure");
                problems.push(error("E100", line.name.span, message, None));
                return None;
            }
        },
    };
    let mut when = Vec::new();
    if !line.condition.is_empty() {
        let shared = Shared::new(pool, 0, Vec::new());
        let place = Place {
            holder: Holder::EachSeat,
            army: None,
            kind: None,
            scenario: false,
        };
        let it = ItemReader {
            prog: program,
            decls,
            words,
            place,
            shared: &shared,
            introduced: Vec::new(),
            problems: RefCell::default(),
            log: RefCell::default(),
            level: (Holder::EachSeat, game_rank()),
        };
        let toks = it.line(&line.condition);
        let rd = it.reader(&toks);
        let alts = rd.cond(1, &it.scope());
        let found = it.one(&rd, alts, |c| print::cond_text(&it, c));
        problems.extend(it.problems.borrow_mut().drain(..));
        let cond = found?;
        when.push(if rd.is(0, "unless") {
            cond::contrary(cond)
        } else {
            cond
        });
    }
    let name = pool.borrow_mut().text(&line.name.text);
    let src = pool.borrow_mut().source(line.span);
    Some(TableAct {
        name,
        act,
        consent: line.consent,
        when,
        src,
    })
}

/// What a FEN's fields set; a derived variant may have dropped the number or the mark.
fn fen(program: &Program, decls: &Decls, rules: &mut Ruleset) {
    let field = |name: &Option<crate::syntax::Ident>| match decls.find(&name.as_ref()?.text, None) {
        Some(What::Field(f)) => Some(f),
        _ => None,
    };
    let clock = field(&program.fen.clock);
    let passing = field(&program.fen.passing);
    if clock.is_some() || passing.is_some() {
        rules.fen = Some(Fen { clock, passing });
    }
}

//! The phrase reader: one English sentence becomes one rule of the IR, or an error that says why not.
//!
//! [`read`] takes the merged text of a match and reads every sentence of it; what reads stands beside what
//! does not. [`Reading`] keeps the tables of names, so that scenario lines can be read against them.
mod adjectives;
mod advice;
mod amounts;
mod apart;
mod behind_guard;
mod being;
mod betza;
mod body;
mod braces;
mod cases;
mod choice;
mod clash;
mod cond;
mod declare;
mod decls;
mod deed;
mod definitions;
mod det;
mod either;
mod event;
mod faces;
mod fact;
mod fixed;
mod gone;
mod having;
mod instead;
mod item;
mod its_own;
mod lex;
mod lines;
mod list;
mod loops;
mod marks;
mod meant;
mod member;
mod most;
mod named;
mod names;
mod negation;
mod nobody;
mod noun;
mod opener;
mod owned;
mod paths;
mod pattern;
mod plurals;
mod print;
mod reader;
mod readings;
mod repair;
mod rivals;
mod roles;
mod run;
mod sense;
mod set;
mod settle;
mod several;
mod spelling;
mod spoken;
mod stated;
mod step;
mod suffer;
mod swap;
mod tail;
mod terms;
#[cfg(test)]
mod tests;
mod time;
mod turned;
mod unknown;
mod went;
mod whose;
pub(crate) mod words;

pub(crate) use lex::is_number;
pub use named::{NameSort, NamedHere, forms_of, named_here, plural_of, structure};
pub(crate) use plurals::is_plural_of;
pub use print::rule as read_back;
pub use readings::readings;
pub(crate) use unknown::beyond;
pub use words::{Words, words};

use crate::diagnostic::Diagnostic;
use crate::pool::Pool;
use crate::program::{Item, Program, TableLine, Within};
use crate::syntax::{Span, Token};
use decls::{Decls, What};
use engine::ids::*;
use engine::rules::*;
use item::ItemReader;
use names::Names;
use reader::{Place, Shared, error};
use std::cell::{Cell, RefCell};

/// What came of reading: the ruleset so far, and the tables for reading scenario lines.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The program, its `rules` filled.
    pub program: Program,
    /// Names used by the conditions and values read since the last time this list was taken.
    pub names: Vec<TextId>,
    /// For every sentence: where it stands and how many readings were tried.
    pub log: Vec<(Span, u32)>,
    decls: Decls,
    /// Readings tried for the sake of advice.
    effort: Cell<u32>,
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
                effort: Cell::new(0),
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
    problems.extend(clash::clashes(&program, &pool.borrow()));
    prepare(&mut rules, &decls, &pool);
    let mut log = Vec::new();
    definitions::type_words(&program, &mut decls, words, &pool);
    for w in 0..decls.words.len() {
        rules.words[w].ty = decls.words[w].ty.unwrap_or(Ty::Piece);
    }
    let effort = Cell::new(0);
    let declared = RefCell::new(Vec::new());
    let explained = RefCell::default();
    for item in &program.items {
        let mut run = run::Run {
            program: &program,
            decls: &decls,
            words,
            pool: &pool,
            rules: &mut rules,
            problems: &mut problems,
            log: &mut log,
            effort: &effort,
            explained: &explained,
            declared: &declared,
        };
        run.item(item);
    }
    table(&program, &decls, words, &pool, &mut rules, &mut problems);
    fen(&program, &decls, &mut rules);
    if rules.rules.iter().any(|r| matches!(r.form, Form::Round(_))) {
        // a round is one procedure for all seats together, in place of their turns
        rules.turns.clear();
        rules.orders.clear();
    }
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
        effort,
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
        let cond = self.scenario(tokens, army, |it, rd| {
            let alts = rd.cond(0, &it.scope());
            it.one(rd, alts, |c| print::cond_text(it, c))
        })?;
        let mut of_you = false;
        visit_cond(&cond, &mut |node| of_you |= nobody::is_you(&node));
        nobody::nobodys_own(tokens, of_you).map(|()| cond)
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
        .and_then(|value| {
            let mut of_you = false;
            visit_value(&value, &mut |node| of_you |= nobody::is_you(&node));
            nobody::nobodys_own(tokens, of_you).map(|()| value)
        })
    }

    /// The ends of a fact for a time on a scenario line: `until the end of red's next turn`, `for 2 turns of red`.
    ///
    /// # Errors
    /// Why it does not read.
    pub fn ends(&mut self, tokens: &[Token]) -> Result<Vec<Term>, Diagnostic> {
        self.scenario(tokens, None, |it, rd| {
            let alts = rd.term(0, &it.scope());
            it.one(rd, alts, |_| String::new())
        })
    }

    fn scenario<T: Names + std::fmt::Debug>(
        &mut self,
        tokens: &[Token],
        army: Option<ArmyId>,
        read: impl Fn(&ItemReader, &reader::Rd) -> Option<T>,
    ) -> Result<T, Diagnostic> {
        let span = tokens.first().map_or(Span::default(), |t| t.span);
        let words = words().map_err(|why| error("E100", span, why, None))?;
        let pool = RefCell::new(std::mem::take(&mut self.program.pool));
        let shared = Shared::new(&pool, 0, Vec::new());
        let it = scenario_reader(&self.program, &self.decls, words, army, &shared);
        let toks = it.line(tokens);
        let mut found = None;
        if !it.unknown(&toks) {
            let rd = it.reader(&toks);
            found = read(&it, &rd);
        }
        let mut problem = it.problems.borrow_mut().drain(..).next();
        if let Some(problem) = problem.as_mut().filter(|_| found.is_none()) {
            let trial = |line: &[Token]| {
                let shared = Shared::new(&pool, 0, Vec::new());
                let it = scenario_reader(&self.program, &self.decls, words, army, &shared);
                let toks = it.line(line);
                let known = !it.unknown(&toks);
                let value = known.then(|| read(&it, &it.reader(&toks))).flatten();
                let tries: u32 = it.log.borrow().iter().map(|(_, n)| *n).sum();
                self.effort
                    .set(self.effort.get().saturating_add(tries).saturating_add(20));
                value.map(|value| (false, format!("{value:?}")))
            };
            let ground = meant::Ground {
                words,
                known: &meant::all_known(&it),
                kinds: &meant::kinds(&self.program, army),
                effort: &self.effort,
            };
            meant::advise_scenario(problem, tokens, &ground, &trial);
        }
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

/// The reader of a line of a scenario: names of every army, no *you*.
fn scenario_reader<'a>(
    program: &'a Program,
    decls: &'a Decls,
    words: &'static Words,
    army: Option<ArmyId>,
    shared: &'a Shared<'a>,
) -> ItemReader<'a> {
    let place = Place {
        holder: Holder::Game,
        army,
        kind: None,
        scenario: true,
    };
    ItemReader {
        prog: program,
        decls,
        words,
        place,
        shared,
        introduced: Vec::new(),
        problems: RefCell::default(),
        log: RefCell::default(),
        level: (Holder::Game, game_rank()),
    }
}

fn game_rank() -> Rank {
    Rank {
        level: Level::Variant,
        depth: 0,
    }
}

/// Room for everything declared, so that ids are places in the lists.
pub(crate) fn prepare(rules: &mut Ruleset, decls: &Decls, pool: &RefCell<Pool>) {
    let text = |t: &str| pool.borrow_mut().text(t);
    rules.fields = decls
        .fields
        .iter()
        .map(|d| Field {
            name: text(&d.name),
            of: Owner::Game,
            per_seat: d.per_seat,
            on_everybody: d.on_everybody,
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
        name => match decls.find(name, Within::default()) {
            Some(What::Proc(p)) if decls.procs[p.index()].takes.is_some() => {
                let message =
                    format!("`{name}` is done to something, and an act of the table names nothing");
                let help = "let the procedure ask: `to NAME { choose X among .. }`".to_owned();
                problems.push(error("E206", line.name.span, message, Some(help)));
                return None;
            }
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
    let field = |name: &Option<crate::syntax::Ident>| match decls
        .find(&name.as_ref()?.text, Within::default())
    {
        Some(What::Field(f)) => Some(f),
        _ => None,
    };
    let clock = field(&program.fen.clock);
    let passing = field(&program.fen.passing);
    if clock.is_some() || passing.is_some() {
        rules.fen = Some(Fen { clock, passing });
    }
}

/// A condition of finished rules in the words of read-back.
pub fn condition_text(rules: &Ruleset, cond: &Cond) -> String {
    readings::condition(rules, cond)
}

/// A phrase or number of finished rules in the words of read-back.
pub fn value_text(rules: &Ruleset, value: &Value) -> String {
    readings::value(rules, value)
}

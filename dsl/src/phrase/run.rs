//! Item by item: declarations and rules of a match put into the ruleset.
use super::declare::Declared;
use super::decls::{Decls, What};
use super::item::{self, Handed, ItemReader};
use super::item_reader;
use super::names::{Met, Names};
use super::reader::{self, Shared, error};
use super::rivals::of_each_piece;
use super::stated::Stated;
use super::step;
use super::whose::{
    another_player, asks_each_player, asks_of_rivals_only, names_others_only, of_the_same_player,
};
use super::words::Words;
use crate::diagnostic::Diagnostic;
use crate::pool::Pool;
use crate::program::{Item, ItemSays, Program, Within};
use crate::syntax::{Block, Procedure, Sentence, Span, Statement, Token, TokenKind};
use engine::ids::*;
use engine::rules::*;
use std::cell::{Cell, RefCell};

/// What one pass over the items works on.
pub(super) struct Run<'a> {
    pub(super) program: &'a Program,
    pub(super) decls: &'a Decls,
    pub(super) words: &'static Words,
    pub(super) pool: &'a RefCell<Pool>,
    pub(super) rules: &'a mut Ruleset,
    pub(super) problems: &'a mut Vec<Diagnostic>,
    pub(super) log: &'a mut Vec<(Span, u32)>,
    /// Readings tried for the sake of advice.
    pub(super) effort: &'a Cell<u32>,
    /// Sentences that are the rest of one before them.
    pub(super) explained: &'a RefCell<Vec<Span>>,
    /// Values and zones, each with the sentence that declared it.
    pub(super) declared: &'a RefCell<Vec<(What, SourceId)>>,
}

impl Run<'_> {
    pub(super) fn item(&mut self, item: &Item) {
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
        let introduced = introduced_in(s);
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
        self.speaks(&mut it, s, handed, item);
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
        let others = names_others_only(s, handed);
        let each = it.level.0 == Holder::EachSeat;
        let mut rules = made.map(|m| m.rules).unwrap_or_default();
        rules.iter_mut().for_each(super::instead::only_if_paid);
        if others && each {
            rules.iter_mut().for_each(of_the_same_player);
            let lo = s.span.lo;
            let mut n = 0;
            let mut fresh = || {
                n += 1;
                shared.name(lo, &format!("/rival{n}"))
            };
            for rule in &mut rules {
                of_each_piece(rule, &mut fresh);
            }
        }
        let mut rules = self.settled(&it, rules);
        if it.level.0 == Holder::Game && rules.iter().any(|r| asks_each_player(r, self.decls)) {
            for rule in &mut rules {
                rule.holder = Holder::EachSeat;
                if asks_of_rivals_only(rule, self.decls) {
                    of_the_same_player(rule);
                }
            }
        }
        self.log.extend(it.log.borrow().iter().copied());
        let told: Vec<Diagnostic> = it.problems.borrow_mut().drain(..).collect();
        drop(it);
        let known = self.problems.len();
        if !told.is_empty() {
            let stated = Stated::Sentence(s.clone(), handed.clone());
            let told = self.advised(told, &stated, item);
            // what is wrong is said in words of its own: that nothing else read either says no more
            let named = shared.notes.borrow().iter().any(Diagnostic::is_error);
            let more = |d: &Diagnostic| {
                d.help.is_some() || !matches!(d.code, "E101" | "E106" | "E120" | "E122")
            };
            self.problems
                .extend(told.into_iter().filter(|d| !named || more(d)));
        }
        let mut notes = shared.notes.take();
        // what a word was read as is no help where the sentence did not read
        let failed = notes
            .iter()
            .chain(&self.problems[known..])
            .any(Diagnostic::is_error);
        notes.retain(|note| !failed || note.is_error() || note.fix.is_none());
        self.problems.extend(notes);
        self.rules.limits = shared.limits.into_inner();
        self.rules.rules.extend(rules);
        if let Some(d) = declared {
            self.declare(d);
        }
    }

    /// Whose a sentence is: one that says no *you* belongs to the game.
    pub(super) fn speaks(&self, it: &mut ItemReader, s: &Sentence, handed: &Handed, item: &Item) {
        let own = holder(item.holder, speaks_to_you(s, handed));
        it.level.0 = own;
        it.place.holder = own;
    }

    /// The block of `while C { .. }`.
    pub(super) fn handed_down<'s>(&self, s: &'s Sentence, item: &Item) -> Option<&'s Block> {
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

    /// Marks of the rule's own power on which it lives on when the power is lost: those it speaks of, unless it is what
    /// makes them. An offer stops with its power.
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
        match &mut rule.form {
            Form::Trigger { offer: Some(_), .. } => return Vec::new(),
            Form::Trigger { on, body, .. } => {
                on.walk(&mut note);
                if !marks(body) {
                    body.walk(&mut note);
                }
            }
            Form::Action { .. } | Form::Setup(_) => {}
            form => form.walk(&mut note),
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

    /// E207: one text declares a value or zone once; a second sentence would take the place of the first without a word.
    fn first(&mut self, what: What, src: SourceId) {
        let mut declared = self.declared.borrow_mut();
        let Some((_, before)) = declared.iter().find(|(known, _)| *known == what) else {
            declared.push((what, src));
            return;
        };
        let pool = self.pool.borrow();
        let (before, again) = (pool.span_of(*before), pool.span_of(src));
        let message = "this is declared twice".to_owned();
        let help = "leave one of them out, or give it another name".to_owned();
        let mut problem = error("E207", again, message, Some(help)).also(before, "here too");
        if said(pool.text_at(before)) == said(pool.text_at(again)) {
            problem = problem.guess(again, "");
        }
        self.problems.push(problem);
    }

    fn declare(&mut self, declared: Declared) {
        match declared {
            Declared::Field(f, field) => {
                self.first(What::Field(f), field.src);
                self.rules.fields[f.index()] = *field;
            }
            Declared::Zone(z, zone) => {
                self.first(What::Zone(z), zone.src);
                self.rules.zones[z.index()] = *zone;
            }
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
        let Some(id) = self.procedure_named(p, item) else {
            return;
        };
        self.odd_heading(p);
        let mut introduced = Vec::new();
        introduced_in_block(&p.block, &mut introduced);
        introduced.extend(self.decls.procs[id.index()].takes.clone());
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
        let (body, takes) = self.procedure_body(&mut it, p, id, item);
        let level = it.level;
        let tags = item::block_tags(&p.block);
        let name = self
            .pool
            .borrow_mut()
            .text(&self.decls.procs[id.index()].name);
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
            let mut carrier = carrier(level.0, item, body, src);
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
        self.log.extend(it.log.borrow().iter().copied());
        let told: Vec<Diagnostic> = it.problems.borrow_mut().drain(..).collect();
        drop(it);
        if !told.is_empty() {
            let told = self.advised(told, &Stated::Procedure(p.clone()), item);
            self.problems.extend(told);
        }
        self.problems.extend(shared.notes.borrow_mut().drain(..));
        self.rules.limits = shared.limits.into_inner();
        self.rules.rules.extend(out);
        self.rules.procs[id.index()] = proc;
    }

    /// The procedure that a heading declares.
    pub(super) fn procedure_named(&self, p: &Procedure, item: &Item) -> Option<ProcId> {
        match self
            .decls
            .find(&p.line.first()?.text, Within::text_of(item.army))
        {
            Some(What::Proc(id)) => Some(id),
            _ => None,
        }
    }

    /// E163: words of a heading that are neither its name nor what it is done to.
    fn odd_heading(&mut self, p: &Procedure) {
        let [_, words @ .., _] = p.line.as_slice() else {
            return;
        };
        let article = words
            .first()
            .is_some_and(|t| t.text == "a" || t.text == "an");
        if let Some(odd) = words.get(usize::from(article)) {
            let message = format!("`{}` says nothing in this heading", odd.text);
            let help = "a procedure has a name and at most one thing it is done to: `to handle a knight { .. }`";
            self.problems
                .push(error("E163", odd.span, message, Some(help.to_owned())));
        }
    }

    /// The steps of a procedure, and the name of what it is done to.
    pub(super) fn procedure_body(
        &self,
        it: &mut ItemReader,
        p: &Procedure,
        id: ProcId,
        item: &Item,
    ) -> (Option<Vec<Step>>, Option<Name>) {
        it.level.0 = holder(item.holder, block_speaks(&p.block));
        it.place.holder = it.level.0;
        let toks = it.line(&p.line);
        let rd = it.reader(&toks);
        let mut sc = it.scope();
        let mut takes = None;
        if let Some(noun) = &self.decls.procs[id.index()].takes {
            let name = rd.name(rd.span(0).lo, noun);
            takes = Some(name);
            let ty = object_type(&rd, toks.len() - 1);
            let mut bound = step::bound_name(noun, name, ty, false);
            bound.noun = true;
            sc = rd.bind(&sc, bound);
            let member = reader::make(ty, Base::Name(name));
            sc = rd.scope(&sc, |s| match ty {
                Ty::Seat => s.they = Some(member),
                Ty::Piece | Ty::Square | Ty::Border | Ty::Card => s.it = reader::It::Is(member),
                _ => {}
            });
        }
        let body = it.block(&p.block, &sc);
        (body, takes)
    }
}

/// A rule that carries the steps of a procedure while their names are numbered.
fn carrier(holder: Holder, item: &Item, body: Vec<Step>, src: SourceId) -> Rule {
    Rule {
        holder,
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
        src,
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

/// The words by which a sentence speaks to its player.
pub(super) const YOU: &[&str] = &[
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
    let said = tokens.iter().filter(|t| t.kind == TokenKind::Word);
    let words: Vec<String> = said.map(|t| t.text.to_lowercase()).collect();
    words.iter().any(|w| YOU.contains(&w.as_str())) || another_player(&words)
}

fn speaks_to_you(s: &Sentence, handed: &Handed) -> bool {
    handed.iter().any(|h| tokens_speak(h)) || sentence_speaks(s)
}

/// Whether a sentence speaks to its holder.
pub(super) fn sentence_speaks(s: &Sentence) -> bool {
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
pub(super) fn introduced_in(s: &Sentence) -> Vec<String> {
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

pub(super) fn introduced_in_block(block: &Block, out: &mut Vec<String>) {
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
        let says = |word: &str| line.iter().any(|t| t.text.eq_ignore_ascii_case(word));
        let real = match tok.text.as_str() {
            "among" => says("choose") || says("chooses"),
            "be" => says("let"),
            "each" => line.get(i + 2).is_some_and(|t| t.text == "in"),
            _ => true,
        };
        if let (Some(name), true) = (name, real) {
            out.push(name);
        }
    }
}

/// Something is marked in these steps.
fn marks(body: &[Step]) -> bool {
    let mut found = false;
    let mut note = |n: Node<'_>| found |= matches!(n, Node::Deed(d) if d.verb == Verb::Mark);
    body.iter().for_each(|step| visit_step(step, &mut note));
    found
}

/// The words of a sentence without its label, tags and reminder.
fn said(sentence: &str) -> String {
    let mut rest = sentence.trim();
    if let Some((_, behind)) = rest.strip_prefix('*').and_then(|r| r.split_once('*')) {
        rest = behind;
    }
    let rest = rest.split(['[', '(']).next().unwrap_or(rest);
    let words: Vec<&str> = rest.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

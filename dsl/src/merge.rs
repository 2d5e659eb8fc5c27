//! Merging (language 2.4): a text derived from another, and a mode upon its variant. What comes out is one
//! [`Body`] without labels to resolve, names to drop or blocks to open.
mod labels;

use crate::diagnostic::Diagnostic;
use crate::syntax::*;
use labels::{forms_of, keeps, labels_of, warn_form};
use std::collections::BTreeSet;

/// From which text of a derivation something comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// How many texts stand below it: 0 for the root.
    pub depth: u8,
    /// A mode upon the variant.
    pub mode: bool,
    /// The heading of the text.
    pub heading: Span,
}

/// The merged statements of a unit.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    /// Frame lines.
    pub frames: Vec<Framed>,
    /// Options of the host.
    pub options: Vec<OptionLine>,
    /// Sentences in order.
    pub lines: Vec<Line>,
    /// Procedures.
    pub procs: Vec<Proc>,
    /// Powers.
    pub powers: Vec<Part>,
    /// Kinds.
    pub kinds: Vec<Part>,
}

/// A frame line, perhaps under `while OPTION is VALUE`.
#[derive(Clone, PartialEq, Debug)]
pub struct Framed {
    /// The line.
    pub line: FrameLine,
    /// The tokens behind `while`.
    pub condition: Option<Vec<Token>>,
    /// Where it comes from.
    pub origin: Origin,
}

/// A sentence and where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The sentence.
    pub sentence: Sentence,
    /// Where it comes from.
    pub origin: Origin,
}

/// A procedure and where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Proc {
    /// Its name: the first word of its line.
    pub name: String,
    /// The procedure.
    pub procedure: Procedure,
    /// Where it comes from.
    pub origin: Origin,
}

/// A power or kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Its name.
    pub name: Ident,
    /// Title or letter.
    pub title: Option<Ident>,
    /// Seats that hold it.
    pub of: Vec<Ident>,
    /// What it says.
    pub body: Body,
    /// No text of it has a sentence.
    pub bare: bool,
    /// Its heading.
    pub head: Span,
}

/// Frame lines that take each other's place.
fn same_frame(a: &str, b: &str) -> bool {
    let place = |w: &str| matches!(w, "setup" | "position");
    a == b || (place(a) && place(b))
}

/// Sentences of which a text has one: a new one takes the place of the base's.
fn single(sentence: &Sentence) -> Option<&'static str> {
    let words: Vec<&str> = sentence
        .line
        .iter()
        .take(3)
        .map(|t| t.text.as_str())
        .collect();
    match words.as_slice() {
        ["check", "is", ..] => Some("check"),
        ["on", "your", "turn"] | ["every", "round", ..] => Some("turn"),
        _ => None,
    }
}

/// `while C { .. }`: its block holds statements, not steps.
fn is_while(sentence: &Sentence) -> bool {
    sentence
        .line
        .first()
        .is_some_and(|t| t.kind == TokenKind::Word && t.text == "while")
        && sentence.block.is_some()
}

/// Reads a block into a body. `allowed`: the frame words that may stand in it.
pub fn body_of(
    block: &Block,
    origin: Origin,
    allowed: &[&str],
    problems: &mut Vec<Diagnostic>,
) -> Body {
    let mut reader = Reader {
        origin,
        allowed,
        problems,
    };
    reader.block(block)
}

struct Reader<'r> {
    origin: Origin,
    allowed: &'r [&'r str],
    problems: &'r mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn block(&mut self, block: &Block) -> Body {
        let mut body = Body::default();
        for statement in &block.statements {
            match statement {
                Statement::Reminder(_) => {}
                Statement::Power(unit) => self.part(&mut body.powers, unit),
                Statement::Kind(unit) => self.part(&mut body.kinds, unit),
                Statement::Option(option) => self.option(&mut body, option),
                Statement::Expected(e) => {
                    self.misplaced(e.span, "`then position`", "it belongs in a scenario")
                }
                Statement::Frame(line) => self.frame(&mut body, line, None),
                Statement::Procedure(procedure) => self.procedure(&mut body, procedure),
                Statement::Sentence(sentence) => self.sentence(&mut body, sentence),
            }
        }
        body
    }

    fn twice(&mut self, name: &Ident, first: Span) {
        let said = format!("`{}` is declared twice", name.text);
        self.problems.push(
            Diagnostic::new("E207", name.span, said)
                .help("write both parts in one block, or give one another name")
                .also(first, "here too"),
        );
    }

    /// E207: of these a text has one.
    fn said_twice(&mut self, word: &str, span: Span, first: Span) {
        let said = format!(
            "`{word}` says again what is said before it here, and only one of them can hold"
        );
        self.problems.push(
            Diagnostic::new("E207", span, said)
                .help("leave one out; one that takes the other's place at times stands in `while OPTION is VALUE { .. }`")
                .also(first, "the first of them"),
        );
    }

    fn misplaced(&mut self, span: Span, what: &str, help: &str) {
        let said = format!("{what} cannot stand here");
        self.problems
            .push(Diagnostic::new("E253", span, said).help(help));
    }

    fn part(&mut self, parts: &mut Vec<Part>, unit: &Unit) {
        if self.allowed.is_empty() {
            let what = format!("a {}", unit.kind.word());
            return self.misplaced(
                unit.head,
                &what,
                "powers and kinds stand side by side, not in each other",
            );
        }
        if let Some(first) = parts.iter().find(|p| p.name.text == unit.name.text) {
            self.twice(&unit.name, first.name.span);
        }
        let body = body_of(&unit.block, self.origin, &[], self.problems);
        parts.push(Part {
            name: unit.name.clone(),
            title: unit.title.clone(),
            of: unit.of.clone(),
            bare: body.lines.is_empty(),
            body,
            head: unit.head,
        });
    }

    fn option(&mut self, body: &mut Body, option: &OptionLine) {
        if self.allowed.is_empty() {
            return self.misplaced(
                option.span,
                "an option",
                "options are the host's: they stand in a variant or mode",
            );
        }
        if let Some(first) = (body.options.iter()).find(|o| o.name.text == option.name.text) {
            self.twice(&option.name, first.name.span);
        }
        body.options.push(option.clone());
    }

    fn frame(&mut self, body: &mut Body, line: &FrameLine, condition: Option<&[Token]>) {
        let word = line.word.text.as_str();
        if !self.allowed.contains(&word) {
            let help = if self.allowed.is_empty() {
                "the frame of a game stands in its variant or mode".to_owned()
            } else {
                format!("here may stand: {}", self.allowed.join(", "))
            };
            return self.misplaced(line.word.span, &format!("the frame line `{word}`"), &help);
        }
        // a board of two sides has a position for each, and a deck its cards in several lists
        let one = !matches!(word, "position" | "cards") && condition.is_none();
        let first = body.frames.iter().find(|f| {
            let same = f.line.word.text == word && f.condition.is_none();
            one && same && f.origin == self.origin
        });
        if let Some(first) = first {
            let first = first.line.word.span;
            self.said_twice(&line.word.text, line.word.span, first);
        }
        body.frames.push(Framed {
            line: line.clone(),
            condition: condition.map(<[Token]>::to_vec),
            origin: self.origin,
        });
    }

    fn procedure(&mut self, body: &mut Body, procedure: &Procedure) {
        let Some(first) = procedure.line.first() else {
            return;
        };
        let name = Ident {
            text: first.text.clone(),
            span: first.span,
        };
        if let Some(first) = body.procs.iter().find(|p| p.name == name.text) {
            self.twice(&name, first.procedure.span);
        }
        let mut procedure = procedure.clone();
        self.steps(&mut procedure.block);
        body.procs.push(Proc {
            name: name.text,
            procedure,
            origin: self.origin,
        });
    }

    fn sentence(&mut self, body: &mut Body, sentence: &Sentence) {
        let mut sentence = sentence.clone();
        if is_while(&sentence) {
            self.frames_of(body, &mut sentence);
            let emptied = sentence
                .block
                .as_ref()
                .is_some_and(|b| b.statements.is_empty());
            if emptied {
                return;
            }
        }
        if let Some(block) = &mut sentence.block {
            self.steps(block);
        }
        for branch in &mut sentence.branches {
            self.steps(&mut branch.block);
        }
        if single(&sentence).is_some() {
            let start = |s: &Sentence| -> Vec<String> {
                s.line.iter().take(2).map(|t| t.text.clone()).collect()
            };
            let words = start(&sentence);
            let said =
                |line: &&Line| single(&line.sentence).is_some() && start(&line.sentence) == words;
            let first = body.lines.iter().find(said).map(|line| line.sentence.span);
            if let Some(first) = first {
                self.said_twice(&words.join(" "), sentence.span, first);
            }
        }
        body.lines.push(Line {
            sentence,
            origin: self.origin,
        });
    }

    /// Takes the frame lines out of a `while` block: they are decided when the table is set.
    fn frames_of(&mut self, body: &mut Body, sentence: &mut Sentence) {
        let condition = sentence.line[1..].to_vec();
        let Some(block) = &mut sentence.block else {
            return;
        };
        for statement in std::mem::take(&mut block.statements) {
            match statement {
                Statement::Frame(line) => self.frame(body, &line, Some(&condition)),
                other => block.statements.push(other),
            }
        }
    }

    /// A block of steps holds sentences and reminders only.
    fn steps(&mut self, block: &mut Block) {
        for statement in std::mem::take(&mut block.statements) {
            match statement {
                Statement::Sentence(mut sentence) => {
                    if let Some(inner) = &mut sentence.block {
                        self.steps(inner);
                    }
                    for branch in &mut sentence.branches {
                        self.steps(&mut branch.block);
                    }
                    block.statements.push(Statement::Sentence(sentence));
                }
                Statement::Reminder(_) => block.statements.push(statement),
                Statement::Power(u) | Statement::Kind(u) => self.misplaced(
                    u.head,
                    &format!("a {}", u.kind.word()),
                    "it stands beside the rules, not in one",
                ),
                Statement::Option(o) => self.misplaced(
                    o.span,
                    "an option",
                    "it stands beside the rules, not in one",
                ),
                Statement::Frame(f) => self.conditional(&f),
                Statement::Procedure(p) => self.misplaced(
                    p.span,
                    "a procedure",
                    "it stands beside the rules, not in one",
                ),
                Statement::Expected(e) => {
                    self.misplaced(e.span, "`then position`", "it belongs in a scenario")
                }
            }
        }
    }

    /// E314: a frame line under something else than `while OPTION is VALUE`.
    fn conditional(&mut self, line: &FrameLine) {
        let said = format!(
            "the frame line `{}` can only depend on an option",
            line.word.text
        );
        let help = "write `while OPTION is VALUE { .. }` around it, in the variant or mode itself";
        self.problems
            .push(Diagnostic::new("E314", line.word.span, said).help(help));
    }
}

impl Body {
    /// Lays a derived text upon this one (language 2.4, rules 2 to 4).
    pub fn merge(&mut self, new: Body, problems: &mut Vec<Diagnostic>) {
        let labels = new.labels();
        for label in &labels {
            let (old, fresh) = (self.forms(label), new.forms(label));
            if !old.is_empty() && old.is_disjoint(&fresh) {
                warn_form(label, &new, problems);
            }
            self.drop_label(label);
        }
        self.merge_inside(new, problems);
    }

    fn merge_inside(&mut self, new: Body, problems: &mut Vec<Diagnostic>) {
        // also under a condition: what the base said of it is gone
        let words: BTreeSet<String> = new
            .frames
            .iter()
            .map(|f| f.line.word.text.clone())
            .collect();
        self.frames
            .retain(|f| !words.iter().any(|w| same_frame(&f.line.word.text, w)));
        self.frames.extend(new.frames);
        for option in new.options {
            self.options.retain(|o| o.name.text != option.name.text);
            self.options.push(option);
        }
        let singles: BTreeSet<&str> = new
            .lines
            .iter()
            .filter_map(|l| single(&l.sentence))
            .collect();
        self.lines
            .retain(|l| single(&l.sentence).is_none_or(|s| !singles.contains(s)));
        self.lines.extend(new.lines);
        for proc in new.procs {
            self.procs.retain(|p| p.name != proc.name);
            self.procs.push(proc);
        }
        merge_parts(&mut self.kinds, new.kinds, false, problems);
        merge_parts(&mut self.powers, new.powers, true, problems);
    }

    /// Drops a name (language 2.4, rule 1): the statements of that label wherever they stand, or the option,
    /// kind, procedure or power called so. False: there is none.
    pub fn drop_name(&mut self, name: &str) -> bool {
        let mut found = self.drop_label(name);
        let old = self.count();
        self.options.retain(|o| o.name.text != name);
        self.kinds.retain(|k| k.name.text != name);
        self.procs.retain(|p| p.name != name);
        self.powers.retain(|p| p.name.text != name);
        for part in self.powers.iter_mut().chain(&mut self.kinds) {
            let procs = part.body.procs.len();
            part.body.procs.retain(|p| p.name != name);
            found |= part.body.procs.len() < procs;
        }
        found || self.count() < old
    }

    fn count(&self) -> usize {
        self.options.len() + self.kinds.len() + self.procs.len() + self.powers.len()
    }

    /// All names that `without` can drop.
    pub fn names(&self) -> BTreeSet<String> {
        let mut names = self.labels();
        names.extend(self.options.iter().map(|o| o.name.text.clone()));
        names.extend(self.procs.iter().map(|p| p.name.clone()));
        for part in self.powers.iter().chain(&self.kinds) {
            names.insert(part.name.text.clone());
            names.extend(part.body.names());
        }
        names
    }

    /// The labels of its sentences and of those of its kinds; a power's are its own (rule 5).
    pub fn labels(&self) -> BTreeSet<String> {
        let mut labels = BTreeSet::new();
        for line in self
            .lines
            .iter()
            .chain(self.kinds.iter().flat_map(|k| &k.body.lines))
        {
            labels_of(&line.sentence, &mut labels);
        }
        labels
    }

    fn drop_label(&mut self, label: &str) -> bool {
        let mut found = false;
        let parts = self.kinds.iter_mut().chain(&mut self.powers);
        for lines in std::iter::once(&mut self.lines).chain(parts.map(|p| &mut p.body.lines)) {
            lines.retain_mut(|line| keeps(&mut line.sentence, label, &mut found));
        }
        found
    }

    /// In which forms sentences of a label are written.
    fn forms(&self, label: &str) -> BTreeSet<&'static str> {
        let mut forms = BTreeSet::new();
        for line in self
            .lines
            .iter()
            .chain(self.kinds.iter().flat_map(|k| &k.body.lines))
        {
            forms_of(&line.sentence, label, &mut forms);
        }
        forms
    }
}

fn merge_parts(
    old: &mut Vec<Part>,
    new: Vec<Part>,
    own_labels: bool,
    problems: &mut Vec<Diagnostic>,
) {
    for part in new {
        let Some(base) = old.iter_mut().find(|p| p.name.text == part.name.text) else {
            old.push(part);
            continue;
        };
        if part.title.is_some() {
            base.title = part.title;
        }
        if !part.of.is_empty() {
            base.of = part.of;
        }
        base.head = part.head;
        base.bare &= part.bare;
        if own_labels {
            base.body.merge(part.body, problems);
        } else {
            base.body.merge_inside(part.body, problems);
        }
    }
}

/// Drops the names of a `without` list; E202 for those that are not there.
pub fn without(body: &mut Body, names: &[Ident], problems: &mut Vec<Diagnostic>) {
    for name in names {
        if body.drop_name(&name.text) {
            continue;
        }
        let known = body.names();
        let said = format!(
            "the base has no statement, option, kind, procedure or power called `{}`",
            name.text
        );
        let problem = Diagnostic::new("E202", name.span, said);
        problems.push(problem.nearest(&name.text, known.iter().map(String::as_str)));
    }
}

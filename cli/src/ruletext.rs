//! The rules of a variant or army as a player reads them: the sentences that are in force after bases, editions and modes have been laid
//! on one another, in the words of the rule files, with a capital and a full stop. Sheets print it; a card can.
use dsl::gather::{Armies, Setting, gather};
use dsl::library::Library;
use dsl::merge::{Body, Framed, Part};
use dsl::print::tokens;
use dsl::syntax::{
    Block, Branch, FrameLine, Ident, OptionLine, Reminder, Sentence, Span, Statement, TokenKind,
    Unit, UnitKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A sentence, or the heading of those set in below it.
    Sentence,
    /// Reminder text.
    Small,
    /// A row of a board.
    Row,
}

/// A line of the rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What it is.
    pub sort: Sort,
    /// Its words.
    pub text: String,
    /// The clauses it answers for.
    pub tags: Vec<String>,
    /// Its label.
    pub label: Option<String>,
    /// What is set in below it.
    pub inner: Vec<Line>,
    /// Its other branches (`otherwise`, `or`), at its own depth.
    pub then: Vec<Line>,
}

/// Under which heading a line stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// The board, the set-up, who plays.
    Board,
    /// How pieces move, beside what stands with their kinds.
    Pieces,
    /// What a turn is.
    Turn,
    /// Everything else.
    Special,
    /// Check, winning and losing.
    End,
}

impl Group {
    /// All, in the order of a sheet.
    pub const ALL: [Group; 5] = [
        Group::Board,
        Group::Pieces,
        Group::Turn,
        Group::Special,
        Group::End,
    ];

    /// The heading.
    pub fn heading(self) -> &'static str {
        match self {
            Group::Board => "Board and players",
            Group::Pieces => "Pieces and how they move",
            Group::Turn => "Turn",
            Group::Special => "Special rules",
            Group::End => "How it ends",
        }
    }
}

/// A kind or a power.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// Its title or letter.
    pub title: Option<String>,
    /// Seats that hold it.
    pub of: Vec<String>,
    /// What it says.
    pub lines: Vec<Line>,
    /// Labels of its sentences, which take the place of the variant's.
    pub labels: BTreeSet<String>,
}

/// The rules of a variant, a mode on a variant, or an army.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Text {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Lines by heading.
    pub groups: Vec<(Group, Vec<Line>)>,
    /// Kinds.
    pub kinds: Vec<Piece>,
    /// Powers.
    pub powers: Vec<Piece>,
}

impl Text {
    /// The lines under a heading.
    pub fn group(&self, group: Group) -> &[Line] {
        let found = self.groups.iter().find(|(g, _)| *g == group);
        found.map_or(&[], |(_, lines)| lines)
    }

    /// All words of it, for looking things up.
    pub fn words(&self) -> String {
        let mut out = String::new();
        let groups = self.groups.iter().flat_map(|(_, lines)| lines);
        let parts = self.kinds.iter().chain(&self.powers).flat_map(|p| &p.lines);
        groups
            .chain(parts)
            .for_each(|line| all_words(line, &mut out));
        out
    }
}

fn all_words(line: &Line, out: &mut String) {
    out.push_str(&line.text);
    out.push('\n');
    line.inner
        .iter()
        .chain(&line.then)
        .for_each(|l| all_words(l, out));
}

/// The rules of a variant with these modes; none: they do not gather, of which `check` tells.
pub fn of_variant(library: &Library, variant: &str, modes: &[String]) -> Option<Text> {
    let setting = Setting {
        modes: modes.to_vec(),
        armies: Armies::These(Vec::new()),
        ..Setting::of(variant)
    };
    let mut problems = Vec::new();
    let gathered = gather(library, &setting, &mut problems)?;
    let mut text = text_of(&gathered.body, &gathered.units);
    text.name = gathered.variant.name.text.clone();
    text.title = library.title(gathered.variant);
    Some(text)
}

/// The rules of an army as it stands in a variant.
pub fn of_army(library: &Library, variant: &str, army: &str) -> Option<Text> {
    let setting = Setting {
        armies: Armies::These(vec![army.to_string()]),
        ..Setting::of(variant)
    };
    let mut problems = Vec::new();
    let gathered = gather(library, &setting, &mut problems)?;
    let found = gathered.armies.first()?;
    let mut text = text_of(&found.body, &library.chain(found.unit).ok()?);
    text.name = found.unit.name.text.clone();
    text.title = library.title(found.unit);
    Some(text)
}

/// What a mode or deck says, by itself.
pub fn of_unit(library: &Library, unit: &Unit) -> Text {
    let mut problems = Vec::new();
    let origin = dsl::merge::Origin::default();
    let allowed = [dsl::frame::VARIANT, dsl::frame::DECK].concat();
    let body = dsl::merge::body_of(&unit.block, origin, &allowed, &mut problems);
    let mut text = text_of(&body, &[unit]);
    text.name = unit.name.text.clone();
    text.title = library.title(unit);
    text
}

/// The sentences of merged kinds without those whose labels are taken by another text, as an army's power takes those of its variant.
pub fn without_labels(kinds: &[Piece], taken: &BTreeSet<String>) -> Vec<Piece> {
    let mut kinds = kinds.to_vec();
    for kind in &mut kinds {
        kind.lines
            .retain(|l| l.label.as_ref().is_none_or(|label| !taken.contains(label)));
    }
    kinds
}

/// Where a statement begins.
type At = (u32, u32);

fn at(span: Span) -> At {
    (span.file.0, span.lo)
}

/// Reminder text of its own, by the statement it stands behind; that of a part without one before it by the part.
#[derive(Default)]
struct Reminders {
    behind: BTreeMap<At, Vec<Line>>,
    behind_part: BTreeMap<(UnitKind, String), Vec<Line>>,
    first: BTreeMap<Option<(UnitKind, String)>, Vec<Line>>,
}

/// Frame lines in the order in which a player asks for them.
const ORDER: [&str; 11] = [
    "board", "seats", "sides", "armies", "setup", "position", "cards", "values", "table", "turns",
    "stages",
];

fn text_of(body: &Body, units: &[&Unit]) -> Text {
    let mut reminders = Reminders::default();
    for unit in units {
        reminders.collect(&unit.block, None);
    }
    let mut groups: BTreeMap<Group, Vec<Line>> = BTreeMap::new();
    let mut add = |group: Group, line: Line, from: Option<Span>| {
        let lines = groups.entry(group).or_default();
        lines.push(line);
        if let Some(span) = from {
            lines.extend(reminders.behind.get(&at(span)).cloned().unwrap_or_default());
        }
    };
    let mut frames: Vec<&Framed> = body.frames.iter().collect();
    frames.sort_by_key(|f| ORDER.iter().position(|w| *w == f.line.word.text));
    for framed in frames {
        if let Some(line) = frame(framed) {
            let turn = ["turns", "stages"].contains(&framed.line.word.text.as_str());
            let group = if turn { Group::Turn } else { Group::Board };
            add(group, line, Some(framed.line.span));
        }
    }
    for option in &body.options {
        add(Group::Board, option_line(option), Some(option.span));
    }
    for line in &body.lines {
        let group = group_of(&line.sentence);
        add(group, sentence(&line.sentence), Some(line.sentence.span));
    }
    for proc in &body.procs {
        let procedure = &proc.procedure;
        let line = headed(
            format!("To {}", tokens(&procedure.line)),
            &procedure.tags,
            &procedure.block,
        );
        add(Group::Special, line, Some(procedure.span));
    }
    for line in reminders.first.get(&None).into_iter().flatten() {
        add(Group::Special, line.clone(), None);
    }
    // what stands behind a kind or power speaks of the game
    let kinds = body.kinds.iter().map(|k| (UnitKind::Kind, &k.name.text));
    let powers = body.powers.iter().map(|p| (UnitKind::Power, &p.name.text));
    for (kind, name) in kinds.chain(powers) {
        let behind = reminders.behind_part.get(&(kind, name.clone()));
        for line in behind.into_iter().flatten() {
            add(Group::Special, line.clone(), None);
        }
    }
    let part = |kind: UnitKind, part: &Part| {
        let mut lines: Vec<Line> = (reminders.first)
            .get(&Some((kind, part.name.text.clone())))
            .cloned()
            .unwrap_or_default();
        for line in &part.body.lines {
            lines.push(sentence(&line.sentence));
            let behind = reminders.behind.get(&at(line.sentence.span));
            lines.extend(behind.cloned().unwrap_or_default());
        }
        for proc in &part.body.procs {
            let p = &proc.procedure;
            lines.push(headed(format!("To {}", tokens(&p.line)), &p.tags, &p.block));
        }
        Piece {
            name: part.name.text.clone(),
            title: part.title.as_ref().map(|t| t.text.clone()),
            of: part.of.iter().map(|o| o.text.clone()).collect(),
            lines,
            labels: part.body.labels(),
        }
    };
    Text {
        kinds: (body.kinds.iter())
            .map(|k| part(UnitKind::Kind, k))
            .collect(),
        powers: (body.powers.iter())
            .map(|p| part(UnitKind::Power, p))
            .collect(),
        groups: groups.into_iter().collect(),
        ..Text::default()
    }
}

impl Reminders {
    fn collect(&mut self, block: &Block, of: Option<(UnitKind, String)>) {
        let mut before: Option<Span> = None;
        let mut part: Option<(UnitKind, String)> = None;
        for statement in &block.statements {
            match statement {
                Statement::Reminder(reminder) => {
                    let line = small(reminder);
                    match (before, &part) {
                        (_, Some(part)) => {
                            let behind = self.behind_part.entry(part.clone()).or_default();
                            behind.push(line);
                        }
                        (Some(span), None) => {
                            self.behind.entry(at(span)).or_default().push(line);
                        }
                        (None, None) => self.first.entry(of.clone()).or_default().push(line),
                    }
                }
                Statement::Power(unit) | Statement::Kind(unit) => {
                    let name = (unit.kind, unit.name.text.clone());
                    self.collect(&unit.block, Some(name.clone()));
                    part = Some(name);
                    continue;
                }
                Statement::Option(option) => before = Some(option.span),
                Statement::Frame(line) => before = Some(line.span),
                Statement::Procedure(procedure) => before = Some(procedure.span),
                Statement::Sentence(sentence) => before = Some(sentence.span),
                Statement::Expected(_) => {}
            }
            if !matches!(statement, Statement::Reminder(_)) {
                part = None;
            }
        }
    }
}

/// Under which heading a sentence stands: told by words of the language alone.
fn group_of(sentence: &Sentence) -> Group {
    let mut words = Vec::new();
    flat(sentence, &mut words);
    let text = words.join(" ");
    let has = |list: &[&str]| list.iter().any(|w| words.iter().any(|o| o == w));
    let opens = |list: &[&str]| list.iter().any(|w| text.starts_with(w));
    let ends = ["lose", "loses", "win", "wins", "resign", "score", "scores"];
    let defines = opens(&["call "]) || has(&["called"]);
    if opens(&["check is"])
        || !defines
            && (has(&ends) || text.contains("draw the game") || text.contains("end the game"))
    {
        return Group::End;
    }
    if opens(&[
        "on your turn",
        "every round",
        "before the game",
        "instead of moving",
        "at the start of",
        "at the end of",
    ]) {
        return Group::Turn;
    }
    let goes = [
        "slide", "slides", "step", "steps", "leap", "leaps", "moves", "capture", "pass",
    ];
    if !defines && sentence.block.is_none() && has(&goes) && !opens(&["after", "before"]) {
        return Group::Pieces;
    }
    Group::Special
}

fn flat<'s>(sentence: &'s Sentence, words: &mut Vec<&'s str>) {
    let text = |t: &&dsl::syntax::Token| t.kind == TokenKind::Word;
    words.extend(sentence.line.iter().filter(text).map(|t| t.text.as_str()));
    let blocks = sentence.block.iter();
    for block in blocks.chain(sentence.branches.iter().map(|b| &b.block)) {
        for statement in &block.statements {
            if let Statement::Sentence(inner) = statement {
                flat(inner, words);
            }
        }
    }
}

fn tags(tags: &[Ident]) -> Vec<String> {
    tags.iter().map(|t| t.text.clone()).collect()
}

fn plain(text: String, of: &[Ident]) -> Line {
    Line {
        sort: Sort::Sentence,
        text: capital(&text),
        tags: tags(of),
        label: None,
        inner: Vec::new(),
        then: Vec::new(),
    }
}

fn headed(text: String, of: &[Ident], block: &Block) -> Line {
    Line {
        inner: steps(block),
        ..plain(text + ":", of)
    }
}

fn sentence(sentence: &Sentence) -> Line {
    let words = tokens(&sentence.line);
    let mut line = match &sentence.block {
        None => plain(words + ".", &sentence.tags),
        Some(block) => headed(words, &sentence.tags, block),
    };
    line.label = sentence.label.as_ref().map(|l| l.text.clone());
    for branch in &sentence.branches {
        line.then.push(branched(branch));
    }
    if let Some(reminder) = &sentence.reminder {
        line.inner.push(small(reminder));
    }
    line
}

fn branched(branch: &Branch) -> Line {
    let word = if branch.otherwise { "otherwise" } else { "or" };
    let words = tokens(&branch.line);
    let space = if words.is_empty() { "" } else { " " };
    headed(format!("{word}{space}{words}"), &branch.tags, &branch.block)
}

fn steps(block: &Block) -> Vec<Line> {
    let step = |s: &Statement| match s {
        Statement::Sentence(s) => Some(sentence(s)),
        Statement::Reminder(r) => Some(small(r)),
        _ => None,
    };
    block.statements.iter().filter_map(step).collect()
}

fn small(reminder: &Reminder) -> Line {
    let words: Vec<&str> = reminder.text.split_whitespace().collect();
    Line {
        sort: Sort::Small,
        text: words.join(" "),
        tags: tags(&reminder.tags),
        label: None,
        inner: Vec::new(),
        then: Vec::new(),
    }
}

/// A frame line; what only positions in other notations need is none of a player's business.
fn frame(framed: &Framed) -> Option<Line> {
    let line: &FrameLine = &framed.line;
    if line.word.text == "fen" {
        return None;
    }
    let of = line
        .name
        .as_ref()
        .map_or(String::new(), |n| format!(" of {}", n.text));
    let places: Vec<String> = line.places.iter().map(|p| tokens(p)).collect();
    let mut text = format!("{}{of}", capital(&line.word.text));
    if let Some(condition) = &framed.condition {
        text = format!("While {}, {}{of}", tokens(condition), line.word.text);
    }
    let end = if places.is_empty() {
        ":".to_string()
    } else {
        format!(": {}.", places.join(", "))
    };
    let mut out = plain(text + &end, &line.tags);
    out.inner = (line.rows.iter())
        .map(|row| Line {
            sort: Sort::Row,
            text: row.text.trim().to_string(),
            tags: Vec::new(),
            label: None,
            inner: Vec::new(),
            then: Vec::new(),
        })
        .collect();
    Some(out)
}

fn option_line(option: &OptionLine) -> Line {
    let mut values = String::new();
    for (i, (value, range)) in option.values.iter().enumerate() {
        values.push_str(&value.text);
        if i + 1 < option.values.len() {
            values.push_str(if *range { " to " } else { ", " });
        }
    }
    let each = if option.each_player {
        " for each player"
    } else {
        ""
    };
    let usually = option
        .usually
        .as_ref()
        .map_or(String::new(), |u| format!("; usually {}", u.text));
    let text = format!(
        "The host chooses {}{each}: {values}{usually}.",
        option.name.text
    );
    plain(text, &option.tags)
}

/// With a capital at the beginning.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

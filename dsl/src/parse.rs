//! From text to syntax tree. Reading never stops at a mistake: what the grammar sets aside is reported
//! here and left out, the rest of the file is read as if it were not there.
use crate::diagnostic::{Diagnostic, sort};
use crate::syntax::*;
use pest::Parser;
use pest::iterators::Pair;

/// Longest file that is read, in bytes.
pub const MAX_FILE: usize = 1 << 20;
/// Deepest nesting of blocks.
pub const MAX_NESTING: usize = 64;
/// Most statements of one block, and most units of one file.
pub const MAX_STATEMENTS: usize = 20_000;

#[allow(missing_docs)] // the derive makes an undocumented public enum
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar.pest"]
    pub struct Grammar;
}
use grammar::{Grammar, Rule};

/// Reads a file. All of its problems come beside the tree of what is in order.
/// Codes: E107, E200, E203, E205.
pub fn parse(file: FileId, text: &str) -> (FileTree, Vec<Diagnostic>) {
    let mut builder = Builder {
        file,
        text,
        problems: Vec::new(),
    };
    let mut tree = FileTree::default();
    if let Some(problem) = builder.limits() {
        return (tree, vec![problem]);
    }
    match Grammar::parse(Rule::file, text) {
        Ok(pairs) => builder.file(pairs, &mut tree),
        // The grammar accepts every text; should a text be found that it does not, it is still only a mistake.
        Err(error) => {
            let at = match error.location {
                pest::error::InputLocation::Pos(at) => at,
                pest::error::InputLocation::Span((at, _)) => at,
            };
            let span = builder.span(at, at + 1);
            builder.report("E200", span, "the text cannot be read from here on");
        }
    }
    sort(&mut builder.problems);
    (tree, builder.problems)
}

/// Turns pairs of the grammar into the tree.
struct Builder<'t> {
    file: FileId,
    text: &'t str,
    problems: Vec<Diagnostic>,
}

impl<'t> Builder<'t> {
    fn limits(&self) -> Option<Diagnostic> {
        if self.text.len() > MAX_FILE {
            let said = format!(
                "a file holds at most {MAX_FILE} bytes, this one {}",
                self.text.len()
            );
            return Some(
                Diagnostic::new("E200", self.span(0, 0), said)
                    .help("split it; one army or variant a file"),
            );
        }
        let at = too_deep(self.text)?;
        let said = format!("blocks are nested at most {MAX_NESTING} deep");
        Some(
            Diagnostic::new("E200", self.span(at, at + 1), said)
                .help("give the inner steps a procedure of their own"),
        )
    }

    fn span(&self, lo: usize, hi: usize) -> Span {
        Span {
            file: self.file,
            lo: lo as u32,
            hi: hi as u32,
        }
    }

    /// The span of a pair without white space at its end.
    fn span_of(&self, pair: &Pair<'t, Rule>) -> Span {
        let at = pair.as_span();
        self.span(at.start(), at.start() + at.as_str().trim_end().len())
    }

    fn report(&mut self, code: &'static str, span: Span, said: impl Into<String>) {
        self.problems.push(Diagnostic::new(code, span, said));
    }

    fn report_with(
        &mut self,
        code: &'static str,
        span: Span,
        said: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.problems
            .push(Diagnostic::new(code, span, said).help(help));
    }

    fn ident(&self, pair: &Pair<'t, Rule>) -> Ident {
        Ident {
            text: pair.as_str().to_ascii_lowercase(),
            span: self.span_of(pair),
        }
    }

    /// A text or row without its quotes or bars.
    fn inner(&self, pair: &Pair<'t, Rule>) -> Ident {
        let all = pair.as_str();
        Ident {
            text: all[1..all.len() - 1].to_owned(),
            span: self.span_of(pair),
        }
    }

    fn tags(&self, pair: Pair<'t, Rule>) -> Vec<Ident> {
        pair.into_inner().map(|t| self.ident(&t)).collect()
    }

    fn file(&mut self, pairs: pest::iterators::Pairs<'t, Rule>, tree: &mut FileTree) {
        let mut stray_before = false;
        for pair in pairs.flat_map(Pair::into_inner) {
            let stray = pair.as_rule() == Rule::stray;
            match pair.as_rule() {
                Rule::EOI => {}
                Rule::stray if stray_before => {}
                Rule::stray => self.stray(&pair),
                _ if tree.units.len() >= MAX_STATEMENTS => {
                    let span = self.span_of(&pair);
                    self.report(
                        "E200",
                        span,
                        format!("a file holds at most {MAX_STATEMENTS} units"),
                    );
                    break;
                }
                _ => {
                    let unit = self.unit(pair);
                    tree.units.extend(unit);
                }
            }
            stray_before = stray;
        }
    }

    /// Something outside every unit: reported once for a run of lines.
    fn stray(&mut self, pair: &Pair<'t, Rule>) {
        let words = pair.as_str();
        let span = self.first_line(pair);
        if words.starts_with('}') {
            return self.report_with(
                "E200",
                span,
                "this `}` closes nothing",
                "a block above has one `}` too many",
            );
        }
        let first = words
            .split(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or("");
        let said = "a file holds armies, variants, modes, decks and scenarios; this stands outside all of them";
        let problem = Diagnostic::new("E200", span, said);
        let heads = ["army", "variant", "mode", "deck", "scenario"];
        self.problems
            .push(problem.nearest(&first.to_ascii_lowercase(), heads));
    }

    fn first_line(&self, pair: &Pair<'t, Rule>) -> Span {
        let at = pair.as_span();
        let line = at.as_str().lines().next().unwrap_or("").trim_end();
        self.span(at.start(), at.start() + line.len())
    }

    fn unit(&mut self, pair: Pair<'t, Rule>) -> Option<Unit> {
        let kind = match pair.as_rule() {
            Rule::army => UnitKind::Army,
            Rule::variant => UnitKind::Variant,
            Rule::mode => UnitKind::Mode,
            Rule::deck => UnitKind::Deck,
            Rule::scenario => UnitKind::Scenario,
            Rule::power => UnitKind::Power,
            _ => UnitKind::Kind,
        };
        let span = self.span_of(&pair);
        let mut unit = Unit {
            kind,
            name: Ident::default(),
            title: None,
            of: Vec::new(),
            from: None,
            without: Vec::new(),
            tags: Vec::new(),
            block: Block::default(),
            head: self.first_line(&pair),
            span,
        };
        let mut body = false;
        for part in pair.into_inner() {
            let at = part.as_rule();
            match at {
                Rule::name => unit.name = self.ident(&part),
                Rule::text if kind == UnitKind::Scenario => unit.name = self.inner(&part),
                Rule::text => unit.title = Some(self.inner(&part)),
                Rule::written_for => unit.of = self.names(part),
                Rule::from => unit.from = self.from(part),
                Rule::without => unit.without = self.names(part),
                Rule::covers => {
                    unit.tags = part
                        .into_inner()
                        .filter(|p| p.as_rule() == Rule::tag)
                        .map(|p| self.ident(&p))
                        .collect()
                }
                Rule::tags => unit.tags.extend(self.tags(part)),
                Rule::rest => self.heading_rest(kind, &part),
                Rule::block => {
                    unit.head.hi = (part.as_span().start() as u32)
                        .min(unit.head.hi)
                        .max(unit.head.lo + 1);
                    unit.block = self.block(part, true);
                    body = true;
                }
                _ => {}
            }
        }
        self.check_heading(&unit, body).then_some(unit)
    }

    /// A heading without name or body is reported and its unit left out.
    fn check_heading(&mut self, unit: &Unit, body: bool) -> bool {
        let example = match unit.kind {
            UnitKind::Army => "army italy \"the Italians\" of european-club { .. }",
            UnitKind::Variant => "variant coin \"COIN Chess\" from chess { .. }",
            UnitKind::Mode => "mode bughouse \"Bughouse\" of european-club { .. }",
            UnitKind::Deck => "deck chess-cards \"Chess cards\" { .. }",
            UnitKind::Scenario => "scenario \"a pawn promotes\" of chess covers basic.13 { .. }",
            UnitKind::Power => "power training { .. }",
            UnitKind::Kind => "kind warrior \"W\" { .. }",
        };
        if unit.name.text.is_empty() {
            self.report_with(
                "E200",
                unit.head,
                "this heading has no name",
                format!("such a heading reads `{example}`"),
            );
            return false;
        }
        if !body {
            self.report_with(
                "E200",
                unit.head,
                "this heading has no body in braces",
                format!("such a heading reads `{example}`"),
            );
            return false;
        }
        if unit.kind == UnitKind::Mode && unit.of.is_empty() && unit.from.is_none() {
            let help = format!("such a heading reads `{example}`");
            self.report_with(
                "E200",
                unit.head,
                "a mode names the variants it is written for",
                help,
            );
        }
        true
    }

    fn heading_rest(&mut self, kind: UnitKind, part: &Pair<'t, Rule>) {
        let span = self.span_of(part);
        let word = part.as_str().trim_end();
        let order = match kind {
            UnitKind::Scenario => "a title in quotes, `of`, `covers`",
            UnitKind::Power => "a name, a title in quotes, `of` seats, tags",
            UnitKind::Kind => "a name, a letter in quotes, tags",
            UnitKind::Deck => "a name, a title in quotes, tags",
            _ => "a name, a title in quotes, `of`, `from`, `without`, tags",
        };
        self.report_with(
            "E200",
            span,
            format!("`{word}` does not belong to this heading"),
            format!("in this order, each but the first may be missing: {order}"),
        );
    }

    fn names(&self, pair: Pair<'t, Rule>) -> Vec<Ident> {
        pair.into_inner()
            .filter(|p| p.as_rule() == Rule::name)
            .map(|p| self.ident(&p))
            .collect()
    }

    fn from(&self, pair: Pair<'t, Rule>) -> Option<(Ident, Vec<Ident>)> {
        let mut base = None;
        let mut of = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => base = Some(self.ident(&part)),
                Rule::written_for => of = self.names(part),
                _ => {}
            }
        }
        base.map(|b| (b, of))
    }

    /// A block; of blocks that are not closed only the outermost is reported.
    fn block(&mut self, pair: Pair<'t, Rule>, outermost: bool) -> Block {
        let span = self.span_of(&pair);
        let mut block = Block {
            statements: Vec::new(),
            span,
        };
        let mut last: Option<Span> = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::closed => continue,
                Rule::unclosed if outermost => {
                    let brace = self.span(span.lo as usize, span.lo as usize + 1);
                    self.report_with(
                        "E200",
                        brace,
                        "this block is never closed",
                        "a `}` is missing in it or at its end",
                    );
                    continue;
                }
                Rule::unclosed => continue,
                _ => {}
            }
            if block.statements.len() >= MAX_STATEMENTS {
                let at = self.span_of(&part);
                self.report(
                    "E200",
                    at,
                    format!("a block holds at most {MAX_STATEMENTS} statements"),
                );
                break;
            }
            let at = self.span_of(&part);
            self.separated(last, at, part.as_rule());
            last = Some(at);
            let statement = self.statement(part);
            block.statements.extend(statement);
        }
        block
    }

    fn separated(&mut self, last: Option<Span>, at: Span, rule: Rule) {
        let Some(last) = last else { return };
        let between = &self.text[last.hi as usize..at.lo as usize];
        let apart = between.contains(['\n', ';']) || between.contains('#');
        if !apart && !matches!(rule, Rule::reminder | Rule::orphan | Rule::loose) {
            self.report_with(
                "E200",
                at,
                "a statement begins on a line of its own",
                "put `;` or a new line before it",
            );
        }
    }

    fn statement(&mut self, pair: Pair<'t, Rule>) -> Option<Statement> {
        match pair.as_rule() {
            Rule::reminder => Some(Statement::Reminder(self.reminder(pair))),
            Rule::power => self.unit(pair).map(Statement::Power),
            Rule::kind => self.unit(pair).map(Statement::Kind),
            Rule::option => self.option(pair).map(Statement::Option),
            Rule::expected => Some(Statement::Expected(self.expected(pair))),
            Rule::frame => Some(Statement::Frame(self.frame(pair))),
            Rule::procedure => self.procedure(pair).map(Statement::Procedure),
            Rule::sentence => self.sentence(pair).map(Statement::Sentence),
            Rule::orphan => {
                let span = self.first_line(&pair);
                self.report_with(
                    "E200",
                    span,
                    "`otherwise` continues a statement behind its block",
                    "write `if C { .. } otherwise { .. }`",
                );
                None
            }
            _ => {
                let span = self.first_line(&pair);
                let said = match pair.as_str().chars().next() {
                    Some('{') => "this block has no sentence before it",
                    Some('*') => "this label has no sentence behind it",
                    _ => "these tags have no sentence before them",
                };
                self.report("E200", span, said);
                None
            }
        }
    }

    fn reminder(&mut self, pair: Pair<'t, Rule>) -> Reminder {
        let mut reminder = Reminder {
            text: String::new(),
            tags: Vec::new(),
            span: self.span_of(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::reminded => reminder.text = part.as_str().to_owned(),
                _ => reminder.tags = self.tags(part),
            }
        }
        reminder
    }

    fn option(&mut self, pair: Pair<'t, Rule>) -> Option<OptionLine> {
        let mut option = OptionLine {
            name: Ident::default(),
            each_player: false,
            values: Vec::new(),
            usually: None,
            tags: Vec::new(),
            span: self.span_of(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => option.name = self.ident(&part),
                Rule::each_player => option.each_player = true,
                Rule::value => option.values.push((self.ident(&part), false)),
                Rule::range => {
                    if let Some(last) = option.values.last_mut() {
                        last.1 = true;
                    }
                }
                Rule::usually => {
                    let value = part.into_inner().find(|p| p.as_rule() == Rule::value);
                    option.usually = value.map(|p| self.ident(&p));
                }
                Rule::tags => option.tags = self.tags(part),
                _ => {}
            }
        }
        (!option.name.text.is_empty()).then_some(option)
    }

    fn expected(&mut self, pair: Pair<'t, Rule>) -> Expected {
        let mut expected = Expected {
            board: None,
            rows: Vec::new(),
            fen: None,
            span: self.span_of(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => expected.board = Some(self.ident(&part)),
                Rule::text => expected.fen = Some(self.inner(&part)),
                Rule::row_lines => expected.rows = self.rows(part),
                _ => {}
            }
        }
        expected
    }

    /// Rows; of one length (E205), counted in cells.
    fn rows(&mut self, pair: Pair<'t, Rule>) -> Vec<Ident> {
        let rows: Vec<Ident> = pair.into_inner().map(|r| self.inner(&r)).collect();
        let cells = |row: &Ident| row.text.split_whitespace().count();
        let first = rows.first().map_or(0, cells);
        if let Some(odd) = rows.iter().find(|row| cells(row) != first) {
            let said = format!("this row has {} cells, the first one {first}", cells(odd));
            self.report_with(
                "E205",
                odd.span,
                said,
                "rows have one length; an empty square is `.`",
            );
        }
        rows
    }

    fn frame(&mut self, pair: Pair<'t, Rule>) -> FrameLine {
        let mut frame = FrameLine {
            word: Ident::default(),
            name: None,
            rows: Vec::new(),
            places: Vec::new(),
            tags: Vec::new(),
            span: self.span_of(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::frame_word => frame.word = self.ident(&part),
                Rule::name => frame.name = Some(self.ident(&part)),
                Rule::row_lines => frame.rows = self.rows(part),
                Rule::place => frame
                    .places
                    .push(part.into_inner().map(|t| self.token(&t)).collect()),
                Rule::tags => frame.tags = self.tags(part),
                _ => {}
            }
        }
        // `position NAME "FEN"`
        if let [place] = frame.places.as_mut_slice()
            && let [name, fen] = place.as_slice()
            && (name.kind, fen.kind) == (TokenKind::Word, TokenKind::Text)
        {
            frame.name = Some(Ident {
                text: name.text.clone(),
                span: name.span,
            });
            place.remove(0);
        }
        frame
    }

    fn procedure(&mut self, pair: Pair<'t, Rule>) -> Option<Procedure> {
        let span = self.span_of(&pair);
        let head = self.first_line(&pair);
        let mut line = None;
        let mut tags = Vec::new();
        let mut block = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::line => line = self.line(part),
                Rule::tags => tags.extend(self.tags(part)),
                Rule::block => block = Some(self.block(part, false)),
                _ => {}
            }
        }
        let line = line?;
        let Some(block) = block else {
            self.report_with(
                "E200",
                head,
                "a procedure needs its steps in braces",
                "write `to search a square { .. }`",
            );
            return None;
        };
        Some(Procedure {
            line,
            tags,
            block,
            span,
        })
    }

    fn sentence(&mut self, pair: Pair<'t, Rule>) -> Option<Sentence> {
        let mut sentence = Sentence {
            label: None,
            line: Vec::new(),
            tags: Vec::new(),
            block: None,
            branches: Vec::new(),
            reminder: None,
            span: self.span_of(&pair),
        };
        let mut good = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::label => sentence.label = part.into_inner().next().map(|n| self.ident(&n)),
                Rule::line => match self.line(part) {
                    Some(line) => sentence.line = line,
                    None => good = false,
                },
                Rule::tags => sentence.tags.extend(self.tags(part)),
                Rule::block => sentence.block = Some(self.block(part, false)),
                Rule::branch => {
                    let branch = self.branch(part);
                    good &= branch.is_some();
                    sentence.branches.extend(branch);
                }
                Rule::reminder => sentence.reminder = Some(self.reminder(part)),
                _ => {}
            }
        }
        (good && self.check_start(&sentence)).then_some(sentence)
    }

    /// Beginnings that no sentence has.
    fn check_start(&mut self, sentence: &Sentence) -> bool {
        let Some(first) = sentence.line.first() else {
            return false;
        };
        let (span, text) = (first.span, first.text.as_str());
        match (first.kind, text) {
            (TokenKind::Word, "and" | "or") => {
                self.report_with(
                    "E107",
                    span,
                    format!("a line cannot begin with `{text}`"),
                    format!("end the line above with `{text}` or a comma"),
                );
                false
            }
            (TokenKind::Word, "option") => {
                self.report_with(
                    "E200",
                    span,
                    "this option cannot be read",
                    "write `option goal: 10 - 20, usually 10`",
                );
                false
            }
            (TokenKind::Row, _) => {
                self.report_with(
                    "E200",
                    span,
                    "a row stands behind `setup`, `position`, `cards` or in a sentence",
                    "put the word before the first row",
                );
                false
            }
            _ => true,
        }
    }

    fn branch(&mut self, pair: Pair<'t, Rule>) -> Option<Branch> {
        let mut branch = Branch {
            otherwise: false,
            line: Vec::new(),
            tags: Vec::new(),
            block: Block::default(),
            span: self.span_of(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::otherwise_ => branch.otherwise = true,
                Rule::line => branch.line = self.line(part)?,
                Rule::tags => branch.tags.extend(self.tags(part)),
                Rule::block => branch.block = self.block(part, false),
                _ => {}
            }
        }
        Some(branch)
    }

    /// The tokens of a line; none if characters stand in it that the language does not know.
    fn line(&mut self, pair: Pair<'t, Rule>) -> Option<Vec<Token>> {
        let mut tokens = Vec::new();
        let mut junk: Option<Span> = None;
        for part in pair.into_inner() {
            if part.as_rule() == Rule::junk {
                let at = self.span_of(&part);
                let end = at.hi.max(at.lo + 1);
                junk = Some(junk.map_or(Span { hi: end, ..at }, |j| {
                    if j.hi == at.lo {
                        Span { hi: end, ..j }
                    } else {
                        j
                    }
                }));
            } else {
                tokens.push(self.token(&part));
            }
        }
        match junk {
            None => Some(tokens),
            Some(span) => {
                self.junk(span);
                None
            }
        }
    }

    fn junk(&mut self, span: Span) {
        let words = self
            .text
            .get(span.lo as usize..span.hi as usize)
            .unwrap_or("");
        let (said, help) = match words.chars().next() {
            Some('"') => (
                "this text has no closing `\"`".to_owned(),
                "a text ends on the line it begins",
            ),
            Some('|') => (
                "this row has no closing `|`".to_owned(),
                "a row reads `| K R B N |`",
            ),
            Some('[') => (
                "these tags cannot be read".to_owned(),
                "tags read `[china.2 china.3]`, behind the sentence",
            ),
            Some('*') => (
                "this label cannot be read".to_owned(),
                "a label reads `*name*`, before the sentence",
            ),
            _ => (
                format!("`{words}` cannot stand in a sentence"),
                "words, numbers, squares, texts, rows, commas and parentheses can",
            ),
        };
        self.report_with("E200", span, said, help);
    }

    fn token(&self, pair: &Pair<'t, Rule>) -> Token {
        let text = pair.as_str();
        let lower = || text.to_ascii_lowercase();
        let (kind, text) = match pair.as_rule() {
            Rule::text => (TokenKind::Text, self.inner(pair).text),
            Rule::row => (TokenKind::Row, self.inner(pair).text),
            Rule::area => (TokenKind::Area, lower()),
            Rule::square => (TokenKind::Square, lower()),
            Rule::number => (TokenKind::Number, text.to_owned()),
            Rule::promoted => (TokenKind::Promoted, text.to_owned()),
            Rule::possessive => (TokenKind::Possessive, text.to_owned()),
            Rule::comma => (TokenKind::Comma, text.to_owned()),
            Rule::open => (TokenKind::Open, text.to_owned()),
            Rule::close => (TokenKind::Close, text.to_owned()),
            _ if text.len() == 1 => (TokenKind::Word, text.to_owned()),
            _ => (TokenKind::Word, lower()),
        };
        Token {
            kind,
            text,
            span: self.span_of(pair),
        }
    }
}

/// Where blocks are nested deeper than allowed. Exact for this grammar: braces count everywhere but in
/// texts (a quote with its partner on the same line) and comments.
fn too_deep(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at += quoted(&bytes[at..]),
            b'#' => {
                at += bytes[at..]
                    .iter()
                    .position(|b| *b == b'\n')
                    .unwrap_or(bytes.len() - at)
            }
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_NESTING {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// How far the closing quote is; 0 if the line has none.
fn quoted(bytes: &[u8]) -> usize {
    let end = bytes.iter().skip(1).position(|b| matches!(b, b'"' | b'\n'));
    end.filter(|i| bytes[i + 1] == b'"').map_or(0, |i| i + 1)
}

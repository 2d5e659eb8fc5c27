//! From text to syntax tree. Reading never stops at a mistake: what the grammar sets aside is reported
//! here and left out, the rest of the file is read as if it were not there.
mod data;
mod heading;
mod joined;
mod otherwise;
mod sentence;
mod slips;
mod told;

use self::slips::Brace;
use self::told::Limit;
pub(crate) use self::told::odd_row;
use crate::diagnostic::{Diagnostic, sort};
use crate::syntax::*;
use pest::Parser;
use pest::iterators::Pair;

/// Longest file that is read, in bytes.
pub const MAX_FILE: usize = 1 << 20;
/// Deepest nesting of blocks.
pub const MAX_NESTING: usize = 64;
/// Most words of one sentence, signs included.
pub const MAX_WORDS: usize = 200;
/// Deepest nesting of parentheses in one sentence.
pub const MAX_PARENTHESES: usize = 16;
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
/// Codes: E107, E203, E205, E209 to E230.
pub fn parse(file: FileId, text: &str) -> (FileTree, Vec<Diagnostic>) {
    let (straight, other) = slips::quotes(text);
    let text = &*joined::joined(&straight);
    let mut builder = Builder {
        file,
        text,
        problems: Vec::new(),
        told: Vec::new(),
        brace_told: false,
    };
    let mut tree = FileTree::default();
    if let Some(problem) = builder.limits() {
        return (tree, vec![problem]);
    }
    builder.slips(other);
    match Grammar::parse(Rule::file, text) {
        Ok(pairs) => builder.file(pairs, &mut tree),
        // The grammar accepts every text; should a text be found that it does not, it is still only a mistake.
        Err(error) => {
            let at = match error.location {
                pest::error::InputLocation::Pos(at) => at,
                pest::error::InputLocation::Span((at, _)) => at,
            };
            let span = builder.span(at, at + 1);
            builder.tell(told::unreadable(span));
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
    /// Lines, from their first byte to their end, of which a slip is told that explains whatever else is wrong with them.
    told: Vec<(u32, u32)>,
    /// A brace that is missing or too many is told: what it does to the blocks around it is not.
    brace_told: bool,
}

impl<'t> Builder<'t> {
    fn limits(&self) -> Option<Diagnostic> {
        if self.text.len() > MAX_FILE {
            let limit = Limit::Bytes(self.text.len());
            return Some(told::too_much(self.span(0, 0), &limit));
        }
        let at = too_deep(self.text)?;
        Some(told::too_much(self.span(at, at + 1), &Limit::Nesting))
    }

    /// Slips of the hand that the layout shows.
    fn slips(&mut self, other: Vec<(usize, usize, String)>) {
        for (lo, hi, straight) in other {
            self.problems
                .push(told::other_quotes(self.span(lo, hi), &straight));
        }
        for (mark, edit) in slips::open_texts(self.file, self.text) {
            self.problems.push(told::open_text(mark, edit));
            self.explained(mark.lo);
        }
        let problem = match slips::brace(self.file, self.text) {
            Some(Brace::Missing(brace, edit)) => told::never_closed(brace, Some(edit)),
            Some(Brace::Surplus(brace)) => told::closes_nothing(brace, true),
            Some(Brace::Unopened(brace, edit)) => told::never_opened(brace, edit),
            None => return,
        };
        self.problems.push(problem);
        self.brace_told = true;
    }

    /// Nothing more is told about the line of this byte.
    fn explained(&mut self, byte: u32) {
        let at = byte as usize;
        let lo = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        let hi = self.text[at..]
            .find('\n')
            .map_or(self.text.len(), |i| at + i);
        self.told.push((lo as u32, hi as u32));
    }

    /// A problem, unless its line is explained.
    fn tell(&mut self, problem: Diagnostic) {
        let lo = problem.span.lo;
        if !self.told.iter().any(|(a, b)| (*a..=*b).contains(&lo)) {
            self.problems.push(problem);
        }
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
                    self.tell(told::too_much(span, &Limit::Units));
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
        if self.brace_told {
            return;
        }
        let words = pair.as_str();
        let span = self.first_line(pair);
        if words.starts_with('}') {
            return self.tell(told::closes_nothing(span, false));
        }
        let first = words
            .split(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or("");
        self.tell(told::outside(span, first));
    }

    fn first_line(&self, pair: &Pair<'t, Rule>) -> Span {
        let at = pair.as_span();
        let line = at.as_str().lines().next().unwrap_or("").trim_end();
        self.span(at.start(), at.start() + line.len())
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
                Rule::unclosed if outermost && !self.brace_told => {
                    let brace = self.span(span.lo as usize, span.lo as usize + 1);
                    self.tell(told::never_closed(brace, None));
                    continue;
                }
                Rule::unclosed => continue,
                _ => {}
            }
            if block.statements.len() >= MAX_STATEMENTS {
                let at = self.span_of(&part);
                self.tell(told::too_much(at, &Limit::Statements));
                break;
            }
            let at = self.span_of(&part);
            self.separated(last, at, part.as_rule());
            last = Some(at);
            let orphan = part.as_rule() == Rule::orphan;
            let known = self.problems.len();
            let statement = self.statement(part);
            self.tags_alone(at, known);
            if orphan && let Some(Statement::Sentence(before)) = block.statements.last() {
                self.braces_for_otherwise(before, at);
            }
            block.statements.extend(statement);
        }
        block
    }

    /// Tags without a bracket belong to what they stand behind, so nothing new begins with them.
    fn tags_alone(&mut self, at: Span, known: usize) {
        let tags = (self.problems[known..].iter())
            .any(|d| d.code == "E228" && at.lo <= d.span.lo && d.span.lo < at.hi);
        let alone = |d: &Diagnostic| d.code == "E217" && d.span.lo == at.lo;
        if tags {
            self.problems.retain(|d| !alone(d));
        }
    }

    fn separated(&mut self, last: Option<Span>, at: Span, rule: Rule) {
        let Some(last) = last else { return };
        let between = &self.text[last.hi as usize..at.lo as usize];
        let apart = between.contains(['\n', ';']) || between.contains('#');
        let other = sentence::other_word(&self.text[at.lo as usize..at.hi as usize]);
        if !apart && other.is_none() && !matches!(rule, Rule::reminder | Rule::orphan | Rule::loose)
        {
            self.tell(told::same_line(at));
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
                if !self.brace_told {
                    self.tell(told::orphan(span));
                }
                None
            }
            _ => {
                let span = self.first_line(&pair);
                if !self.brace_told {
                    self.tell(told::loose(span, pair.as_str().chars().next()));
                }
                None
            }
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

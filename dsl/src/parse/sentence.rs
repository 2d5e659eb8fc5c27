//! Sentences, procedures, branches and their tokens.
use super::grammar::Rule;
use super::told::{self, Limit};
use super::{Builder, MAX_PARENTHESES, MAX_WORDS};
use crate::diagnostic::Edit;
use crate::syntax::*;
use pest::iterators::Pair;

impl<'t> Builder<'t> {
    pub(super) fn procedure(&mut self, pair: Pair<'t, Rule>) -> Option<Procedure> {
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
            if !self.brace_told {
                let edit = self.braces_for_steps(head);
                self.tell(told::no_steps(head, edit));
            }
            return None;
        };
        Some(Procedure {
            line,
            tags,
            block,
            span,
        })
    }

    pub(super) fn sentence(&mut self, pair: Pair<'t, Rule>) -> Option<Sentence> {
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
    pub(super) fn check_start(&mut self, sentence: &Sentence) -> bool {
        let Some(first) = sentence.line.first() else {
            return false;
        };
        let (span, text) = (first.span, first.text.as_str());
        let problem = match (first.kind, text) {
            (TokenKind::Word, "or") if sentence.block.is_some() => {
                told::branch_without_name(span, self.name_of_branch(sentence))
            }
            (TokenKind::Word, "and" | "or") => told::joint_first(span, text),
            (TokenKind::Word, word) if other_word(word).is_some() => told::other_word(span, word),
            (TokenKind::Word, "option") => told::bad_option(span),
            (TokenKind::Word, "kind" | "power") => match self.part_edit(sentence) {
                Some((kind, edit)) => told::no_name(span, kind, Some(edit)),
                None => return true,
            },
            (TokenKind::Row, _) => match self.word_above(span) {
                Above::Word(at, word) => told::rows_behind(at, word),
                // one word for all of them
                Above::Row if self.problems.iter().any(|d| d.code == "E223") => return false,
                Above::Row | Above::Other => told::stray_row(span),
            },
            _ => return true,
        };
        self.tell(problem);
        false
    }

    /// What stands in the line above a row.
    fn word_above(&self, row: Span) -> Above {
        let line = self.text[..row.lo as usize].rfind('\n').unwrap_or(0);
        let begin = self.text[..line].rfind('\n').map_or(0, |i| i + 1);
        let above = &self.text[begin..line];
        let word = above.trim();
        if word.starts_with('|') {
            return Above::Row;
        }
        let lo = begin + above.len() - above.trim_start().len();
        match crate::diagnostic::nearest(&word.to_lowercase(), ["setup", "position", "cards"]) {
            Some(near) => Above::Word(self.span(lo, lo + word.len()), near.to_owned()),
            None => Above::Other,
        }
    }

    /// The words behind `or` that are the name of a branch, in quotation marks.
    fn name_of_branch(&self, sentence: &Sentence) -> Option<Edit> {
        let (first, last) = (sentence.line.get(1)?, sentence.line.last()?);
        let span = Span {
            hi: last.span.hi,
            ..first.span
        };
        let words = self.text.get(span.lo as usize..span.hi as usize)?;
        let plain = !words.contains(['"', ',', '(']);
        plain.then(|| Edit {
            span,
            text: format!("\"{words}\""),
        })
    }

    /// `to search a square then ..`: the braces around the steps.
    fn braces_for_steps(&self, head: Span) -> Option<Edit> {
        let words = self.text.get(head.lo as usize..head.hi as usize)?;
        let joints = [" then ", ", ", ": "];
        let (joint, at) = joints.iter().find_map(|j| Some((*j, words.find(j)?)))?;
        let rest = &words[at + joint.len()..];
        let tags = rest.rfind(" [").filter(|_| rest.trim_end().ends_with(']'));
        let steps = rest[..tags.unwrap_or(rest.len())].trim_end();
        let lo = head.lo + at as u32;
        let span = Span {
            lo,
            hi: lo + (joint.len() + steps.len()) as u32,
            ..head
        };
        let text = format!(" {{ {steps} }}");
        (!steps.is_empty() && !steps.contains(['{', '}'])).then_some(Edit { span, text })
    }

    /// `kind "Q" queen { .. }`, `kind queen Q { .. }`, which the grammar takes for sentences.
    fn part_edit(&self, sentence: &Sentence) -> Option<(UnitKind, Edit)> {
        use TokenKind::{Text, Word};
        let [head, a, b, ..] = sentence.line.as_slice() else {
            return None;
        };
        sentence.block.as_ref()?;
        let kind = match head.text.as_str() {
            "power" => UnitKind::Power,
            _ => UnitKind::Kind,
        };
        let last = sentence.line.last()?.span;
        let words = |span: Span| self.text.get(span.lo as usize..span.hi as usize);
        let (span, text) = match (a.kind, b.kind) {
            (Text, Word) => {
                let text = format!("{} {}", words(b.span)?, words(a.span)?);
                (
                    Span {
                        hi: b.span.hi,
                        ..a.span
                    },
                    text,
                )
            }
            (Word, Word) if matches!(b.text.as_str(), "for" | "in") => (b.span, "of".to_owned()),
            (Word, Word) => {
                let span = Span {
                    hi: last.hi,
                    ..b.span
                };
                (span, format!("\"{}\"", words(span)?))
            }
            _ => return None,
        };
        Some((kind, Edit { span, text }))
    }

    pub(super) fn branch(&mut self, pair: Pair<'t, Rule>) -> Option<Branch> {
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
    pub(super) fn line(&mut self, pair: Pair<'t, Rule>) -> Option<Vec<Token>> {
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
            } else if part.as_rule() == Rule::row && self.inner(&part).text.is_empty() {
                // `||` is no row but the sign of another notation
                junk = junk.or(Some(self.span_of(&part)));
            } else {
                tokens.push(self.token(&part));
            }
        }
        match junk {
            None => self.within_limits(tokens),
            Some(span) => {
                self.junk(span);
                None
            }
        }
    }

    /// Sentences longer or deeper than anybody reads would take the phrase reader too long.
    fn within_limits(&mut self, tokens: Vec<Token>) -> Option<Vec<Token>> {
        if let Some(token) = tokens.get(MAX_WORDS) {
            self.tell(told::too_much(token.span, &Limit::Words));
            return None;
        }
        let mut depth = 0usize;
        for token in &tokens {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_PARENTHESES {
                self.tell(told::too_much(token.span, &Limit::Parentheses));
                return None;
            }
        }
        Some(tokens)
    }

    /// Signs that no sentence has: what they may have been meant for.
    pub(super) fn junk(&mut self, span: Span) {
        let at = span.lo as usize;
        // whole signs, of however many bytes
        let mut span = span;
        while !self.text.is_char_boundary(span.hi as usize) {
            span.hi += 1;
        }
        let sign = self.text[at..].chars().next().map_or(0, char::len_utf8);
        let words = self
            .text
            .get(at..span.hi as usize)
            .unwrap_or(&self.text[at..at + sign]);
        let start = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        let line = self.text[start..].lines().next().unwrap_or("");
        let edit = |at: usize, text: &str| Edit {
            span: self.span(start + at, start + at),
            text: text.to_owned(),
        };
        let here = at - start;
        let first = words.chars().next();
        let problem = match first {
            // `K W W B |`
            Some('|')
                if words != "||"
                    && !line[..here].contains('|')
                    && line[here + 1..].trim().is_empty() =>
            {
                let begins = line.len() - line.trim_start().len();
                told::row_without_beginning(span, edit(begins, "| "))
            }
            Some('|') if words != "||" => {
                told::open_row(span, row_end(line, here).map(|i| edit(i, " |")))
            }
            Some('[') => told::bad_tags(span, tag_end(line, here).map(|i| edit(i, "]"))),
            Some('.' | ']') if tag_start(line, here).is_some() => {
                let found = tag_start(line, here);
                told::bad_tags(span, found.map(|i| edit(i, "[")))
            }
            Some('.') if reminder_open(line).is_some() => {
                let (at, sign) = reminder_open(line).unwrap_or((0, "("));
                told::bad_reminder(span, edit(at, sign))
            }
            Some('*') if size_of_board(line).is_some() => {
                told::board_size(span, size_of_board(line))
            }
            Some('*') if label_within(line, here) => told::label_within(span, edit(here, "; ")),
            Some('*') => told::bad_label(span, label_end(line, here).map(|i| edit(i, "*"))),
            Some('0'..='9') if size_of_board(line).is_some() => {
                told::board_size(span, size_of_board(line))
            }
            Some('_') if self.numbered(span).is_some() => {
                told::numbered_name(span, self.numbered(span))
            }
            _ => told::odd_sign(span, words, line[here + words.len()..].trim().is_empty()),
        };
        self.tell(problem);
    }

    /// `tower_1`, where the rest of the file says `tower`: the name without what was put behind it.
    fn numbered(&self, sign: Span) -> Option<Edit> {
        let (lo, hi) = (sign.lo as usize, sign.hi as usize);
        let word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let before = self.text[..lo].rfind(|c| !word(c)).map_or(0, |i| i + 1);
        let digits = self.text[hi..].find(|c: char| !c.is_ascii_digit())?;
        let name = &self.text[before..lo];
        let whole = &self.text[before..hi + digits];
        let ends = self.text[hi + digits..].chars().next();
        if digits == 0 || name.is_empty() || ends.is_some_and(word) {
            return None;
        }
        let stands = |name: &str| {
            let found = self.text.match_indices(name).filter(|(at, _)| {
                let left = self.text[..*at].chars().next_back();
                let right = self.text[at + name.len()..].chars().next();
                !left.is_some_and(word) && !right.is_some_and(|c| word(c) && c != 's')
            });
            found.count()
        };
        let hyphened = format!("{name}-{}", &self.text[hi..hi + digits]);
        if stands(&hyphened) > 0 {
            return None;
        }
        (stands(whole) == 1 && stands(name) > 0).then(|| Edit {
            span: self.span(lo, hi + digits),
            text: String::new(),
        })
    }

    pub(super) fn token(&self, pair: &Pair<'t, Rule>) -> Token {
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

/// Where the row that begins at a bar ends: before tags, a comment or the end of the line.
fn row_end(line: &str, bar: usize) -> Option<usize> {
    let rest = line.get(bar + 1..)?;
    let stop = rest.find(['[', '#', '{']).unwrap_or(rest.len());
    let row = rest[..stop].trim_end();
    (!row.is_empty()).then_some(bar + 1 + row.len())
}

fn is_tag(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ' ' | ',')
}

/// Where tags end whose bracket is not closed.
fn tag_end(line: &str, open: usize) -> Option<usize> {
    let rest = line.get(open + 1..)?;
    let tags = &rest[..rest.find(|c| !is_tag(c)).unwrap_or(rest.len())];
    let tags = tags.trim_end();
    (tags.contains('.') && !rest[tags.len()..].contains(']')).then_some(open + 1 + tags.len())
}

/// Where tags begin whose bracket is not opened; `at` is somewhere in them or at the bracket that closes them.
fn tag_start(line: &str, at: usize) -> Option<usize> {
    let close = at + line.get(at..)?.find(']')?;
    if line[..close].contains('[') {
        return None;
    }
    let words = line[..close].split(' ').rev();
    let tags = words.take_while(|w| w.contains('.') && w.chars().all(is_tag));
    let len: usize = tags.map(|w| w.len() + 1).sum();
    (len > 0).then(|| close + 1 - len)
}

/// Where the name of a label ends that has one star.
fn label_end(line: &str, star: usize) -> Option<usize> {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let rest = line.get(star + 1..)?;
    let len = rest.find(|c| !name(c)).unwrap_or(rest.len());
    if len > 0 {
        let begins = line[..star].trim_end();
        let first = begins.is_empty() || begins.ends_with([';', '{']);
        // `*the fall*` has both stars
        return (first && !rest[len..].contains('*')).then_some(star + 1 + len);
    }
    let before = line[..star].trim_start();
    let alone = !before.is_empty() && before.chars().all(name);
    alone.then(|| star - before.len())
}

/// A line that is a reminder but for one of its parentheses: what is missing, and where.
fn reminder_open(line: &str) -> Option<(usize, &'static str)> {
    let words = line.trim_start();
    let start = line.len() - words.len();
    let stop = words.rfind(" [").unwrap_or(words.len());
    let body = words[..stop].trim_end();
    let first = words.chars().next()?;
    if first.is_uppercase() && body.ends_with(".)") {
        return Some((start, "("));
    }
    (first == '(' && body.ends_with('.')).then_some((start + body.len(), ")"))
}

/// The word at the beginning of a text, if elsewhere it stands for `otherwise`.
pub(super) fn other_word(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_alphabetic());
    let word = &text[..end.unwrap_or(text.len())];
    ["else", "elseif", "elif"]
        .iter()
        .any(|other| word.eq_ignore_ascii_case(other))
        .then_some(word)
}

/// See [`Builder::word_above`].
enum Above {
    /// A word that may be a misspelt word of a frame line: its place, and what it may be.
    Word(Span, String),
    Row,
    Other,
}

/// Whether a label that reads stands within a line, behind words: a sentence of its own begins there.
fn label_within(line: &str, at: usize) -> bool {
    let rest = &line[at + 1..];
    let named = |end: usize| {
        let name = &rest[..end];
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        !name.is_empty() && name.chars().all(plain) && rest[end + 1..].starts_with(' ')
    };
    let before = line[..at].trim();
    let words = !before.is_empty() && !before.ends_with(['{', ';', '*', '}']);
    words && rest.find('*').is_some_and(named)
}

/// `board 5x5`: files and ranks.
fn size_of_board(line: &str) -> Option<(&str, &str)> {
    let size = line.trim().strip_prefix("board ")?.trim();
    let (files, ranks) = size.split_once(['x', 'X', '*'])?;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (number(files) && number(ranks)).then_some((files, ranks))
}

//! Texts and places: what the IR refers to by id is interned here while a ruleset is made.
use crate::syntax::{FileId, Span};
use engine::ids::{SourceId, TextId};
use engine::rules::Source;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A file as the reader keeps it: name, text and where its lines begin.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileText {
    /// As the host names it.
    pub name: String,
    /// All of it.
    pub text: String,
    lines: Vec<u32>,
}

impl FileText {
    /// A file with its name.
    pub fn new(name: &str, text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let lines = std::iter::once(0)
            .chain(breaks.map(|(i, _)| i as u32 + 1))
            .collect();
        FileText {
            name: name.to_owned(),
            text: text.to_owned(),
            lines,
        }
    }

    /// Line and column (in characters, both from 1) of a byte.
    pub fn position(&self, byte: u32) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= byte).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0) as usize;
        let before = self.text.get(start..byte as usize).unwrap_or("");
        (line as u32, before.chars().count() as u32 + 1)
    }

    /// The byte at which a line and column (in characters, both from 1) lie.
    pub fn byte(&self, line: u32, column: u32) -> Option<u32> {
        let start = *self.lines.get((line as usize).checked_sub(1)?)?;
        let row = self.text.get(start as usize..)?;
        let (inside, _) = row.char_indices().nth((column as usize).checked_sub(1)?)?;
        Some(start + inside as u32)
    }

    /// The text of a line (from 1), without its end.
    pub fn line(&self, line: u32) -> &str {
        self.text
            .lines()
            .nth(line.saturating_sub(1) as usize)
            .unwrap_or("")
    }

    /// The words of a stretch.
    pub fn words(&self, span: Span) -> &str {
        self.text
            .get(span.lo as usize..span.hi as usize)
            .unwrap_or("")
    }
}

/// Interns texts and places of a ruleset that is being made.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pool {
    /// The files of the library, by [`FileId`].
    pub files: Arc<[FileText]>,
    texts: Vec<String>,
    text_ids: BTreeMap<String, TextId>,
    sources: Vec<Source>,
    source_ids: BTreeMap<(u32, u32, u32), SourceId>,
    spans: Vec<Span>,
    /// A place somebody asks about: what the reader would like to see behind it is kept.
    asked: Option<Span>,
    wanted: Vec<String>,
    /// Nobody reads the problems.
    pub(crate) terse: bool,
}

impl Pool {
    /// An empty pool over these files.
    pub fn new(files: Arc<[FileText]>) -> Self {
        Pool {
            files,
            ..Pool::default()
        }
    }

    /// From now on what the reader expects where a sentence ends at the end of this span is kept.
    pub fn ask(&mut self, place: Span) {
        self.asked = Some(place);
    }

    /// Whether somebody asks about a place.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Notes what was expected behind a line that ends here, if somebody asked.
    pub(crate) fn wants(&mut self, end: Span, what: &str) {
        let asked = |a: Span| a.file == end.file && a.hi == end.hi;
        if self.asked.is_some_and(asked) && !self.wanted.iter().any(|w| w == what) {
            self.wanted.push(what.to_owned());
        }
    }

    /// What was expected at the place asked about, in the order it was looked for.
    pub fn wanted(&self) -> &[String] {
        &self.wanted
    }

    /// The id of a text.
    pub fn text(&mut self, text: &str) -> TextId {
        if let Some(id) = self.text_ids.get(text) {
            return *id;
        }
        let id = TextId::from(self.texts.len());
        self.texts.push(text.to_owned());
        self.text_ids.insert(text.to_owned(), id);
        id
    }

    /// The id of a text that is known already.
    pub fn find(&self, text: &str) -> Option<TextId> {
        self.text_ids.get(text).copied()
    }

    /// The text of an id.
    pub fn text_of(&self, id: TextId) -> &str {
        self.texts.get(id.index()).map_or("", String::as_str)
    }

    /// The id of a place.
    pub fn source(&mut self, span: Span) -> SourceId {
        let key = (span.file.0, span.lo, span.hi);
        if let Some(id) = self.source_ids.get(&key) {
            return *id;
        }
        let source = self.place(span);
        let id = SourceId::from(self.sources.len());
        self.sources.push(source);
        self.spans.push(span);
        self.source_ids.insert(key, id);
        id
    }

    /// The span of a place.
    pub fn span_of(&self, id: SourceId) -> Span {
        let span = self.spans.get(id.index()).copied();
        span.unwrap_or_else(Span::nowhere)
    }

    /// The words at a place.
    pub fn words_of(&self, id: SourceId) -> &str {
        self.text_at(self.span_of(id))
    }

    /// The text of a span.
    pub fn text_at(&self, span: Span) -> &str {
        self.file(span.file).map_or("", |file| file.words(span))
    }

    /// Where a span stands, for print.
    pub fn place(&self, span: Span) -> Source {
        let Some(file) = self.file(span.file) else {
            return Source::default();
        };
        let (line, column) = file.position(span.lo);
        Source {
            file: file.name.clone(),
            line,
            column,
            words: without_comments(file.words(span)),
        }
    }

    /// A file.
    pub fn file(&self, id: FileId) -> Option<&FileText> {
        self.files.get(id.0 as usize)
    }

    /// The finished lists, for [`engine::rules::Ruleset::texts`] and `sources`.
    pub fn finish(self) -> (Vec<String>, Vec<Source>) {
        (self.texts, self.sources)
    }
}

/// Words as they are shown: comments are for whoever reads the file.
fn without_comments(words: &str) -> String {
    if !words.contains('#') {
        return words.to_owned();
    }
    let lines: Vec<&str> = words
        .lines()
        .map(|line| {
            let mut quoted = false;
            let sign = line.char_indices().find(|(_, c)| {
                quoted ^= *c == '"';
                *c == '#' && !quoted
            });
            sign.map_or(line, |(at, _)| line[..at].trim_end())
        })
        .collect();
    lines.join("\n")
}

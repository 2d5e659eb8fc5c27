//! Diagnostics: every problem of a rules text as data; the host renders them.
use crate::pool::FileText;
use crate::syntax::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// A remark.
    Note,
    /// Should be mended.
    Warning,
    /// Stops the sentence, file or match.
    Error,
}

/// One problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code: `E100`.
    pub code: &'static str,
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What is wrong, in one sentence without capital and full stop.
    pub message: String,
    /// What works instead.
    pub help: Option<String>,
    /// Other places that have to do with it, and what stands there.
    pub also: Vec<(Span, String)>,
    /// The change of the text that carries the help out, where it is one replacement and nothing else.
    pub fix: Option<Box<Edit>>,
    /// A change that makes it read and is likely what was meant, but may mean something else: proposed, never carried out unasked.
    pub guess: Option<Box<Edit>>,
}

/// One replacement in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What goes; a span without width: something is put in there.
    pub span: Span,
    /// What comes.
    pub text: String,
}

impl Diagnostic {
    /// A problem; its severity is told by the first letter of the code.
    pub fn new(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        let severity = match code.as_bytes().first() {
            Some(b'N') => Severity::Note,
            Some(b'W') => Severity::Warning,
            _ => Severity::Error,
        };
        Diagnostic {
            code,
            severity,
            span,
            message: message.into(),
            help: None,
            also: Vec::new(),
            fix: None,
            guess: None,
        }
    }

    /// With another place that has to do with it, and what stands there.
    pub fn also(mut self, span: Span, words: impl Into<String>) -> Self {
        self.also.push((span, words.into()));
        self
    }

    /// With the way out.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a replacement that mends it.
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        self.fix = Some(Box::new(Edit { span, text }));
        self
    }

    /// With a replacement that may be meant.
    pub fn guess(mut self, span: Span, text: impl Into<String>) -> Self {
        let text = text.into();
        self.guess = Some(Box::new(Edit { span, text }));
        self
    }

    /// With a word in place of the words it is about, if these are that one word and nothing else.
    pub fn fix_word(self, word: &str, better: &str) -> Self {
        let span = self.span;
        if (span.hi - span.lo) as usize == word.len() {
            self.fix(span, better)
        } else {
            self
        }
    }

    /// With the nearest of some names as help, if one is near.
    pub fn nearest<'a>(self, word: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(word, names) {
            Some(name) => {
                let help = format!("did you mean `{name}`?");
                self.help(help).fix_word(word, name)
            }
            None => self,
        }
    }

    /// It stops what it is about.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// `file:line:column: code: message`, the line of text with a caret under the words, and the help.
    pub fn render(&self, files: &[FileText]) -> String {
        let Some(file) = files.get(self.span.file.0 as usize) else {
            return format!("{}: {}\n", self.code, self.message);
        };
        let (line, column) = file.position(self.span.lo);
        let text = file.line(line);
        let words = file.words(self.span).lines().next().unwrap_or("");
        let width = words.chars().count().max(1);
        let pad: String = text
            .chars()
            .take(column as usize - 1)
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let mut out = format!(
            "{}:{line}:{column}: {}: {}\n  | {text}\n  | {pad}{}\n",
            file.name,
            self.code,
            self.message,
            "^".repeat(width)
        );
        if let Some(help) = &self.help {
            out.push_str(&format!("  = {help}\n"));
        }
        out
    }
}

/// Puts problems in the order of the text, each once.
pub fn sort(problems: &mut Vec<Diagnostic>) {
    problems.sort_by(|a, b| {
        let key = |d: &Diagnostic| (d.span.file.0, d.span.lo, d.span.hi, d.code);
        key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
    });
    problems.dedup();
}

/// The nearest of some names, if it is near enough to be meant: at most a third of its letters differ.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = word.chars().take(40).collect();
    names
        .into_iter()
        .map(|name| (distance(&letters, name), name))
        .filter(|(far, name)| {
            *far > 0 && *far <= 1.max(name.chars().count().min(letters.len()) / 3)
        })
        .min()
        .map(|(_, name)| name)
}

/// Letters added, left out, changed, or two neighbours exchanged.
fn distance(word: &[char], name: &str) -> usize {
    let name: Vec<char> = name.chars().take(40).collect();
    let mut older: Vec<usize> = Vec::new();
    let mut old: Vec<usize> = (0..=name.len()).collect();
    for (i, a) in word.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in name.iter().enumerate() {
            let change = old[j] + usize::from(a != b);
            let mut best = change.min(old[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == name[j - 1] && word[i - 1] == *b {
                best = best.min(older[j - 1] + 1);
            }
            row.push(best);
        }
        older = std::mem::replace(&mut old, row);
    }
    old.last().copied().unwrap_or(0)
}

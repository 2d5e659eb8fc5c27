//! The ground for mistakes: rule files taken apart into words with their places, as far as their syntax tree goes.
use dsl::parse::parse;
use dsl::syntax::{Block, FileId, FileTree, Statement, Token, TokenKind, Unit, UnitKind};
use std::collections::BTreeSet;
use std::ops::Range;

/// A word, number or sign of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Its place.
    pub at: Range<usize>,
    /// In small letters.
    pub word: String,
    /// Its sort.
    pub kind: TokenKind,
}

impl Site {
    /// Whether it is a word of letters.
    pub fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }
}

/// The words of one sentence, branch or procedure up to its block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its words.
    pub sites: Vec<Site>,
    /// It stands in a scenario.
    pub scenario: bool,
}

/// One file.
pub struct Page {
    /// Its path.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Its tree.
    pub tree: FileTree,
    /// The lines of all its sentences.
    pub lines: Vec<Line>,
}

impl Page {
    /// A file taken apart.
    pub fn new(path: &str, text: &str) -> Page {
        let tree = parse(FileId(0), text).0;
        let mut lines = Vec::new();
        for unit in &tree.units {
            let scenario = unit.kind == UnitKind::Scenario;
            block_lines(&unit.block, scenario, &mut lines);
        }
        Page {
            path: path.to_string(),
            text: text.to_string(),
            tree,
            lines,
        }
    }

    /// The words behind which another word of the same sentence stands, with it.
    pub fn pairs(&self) -> impl Iterator<Item = (&Site, &Site)> {
        let pair = |l: &'_ Line| 0..l.sites.len().saturating_sub(1);
        (self.lines.iter()).flat_map(move |l| pair(l).map(|i| (&l.sites[i], &l.sites[i + 1])))
    }

    /// All words of all sentences.
    pub fn sites(&self) -> impl Iterator<Item = &Site> {
        self.lines.iter().flat_map(|l| &l.sites)
    }

    /// All headings: units, powers and kinds.
    pub fn headings(&self) -> Vec<&Unit> {
        let mut all = Vec::new();
        for unit in &self.tree.units {
            all.push(unit);
            all.extend(unit.block.statements.iter().filter_map(|s| match s {
                Statement::Power(part) | Statement::Kind(part) => Some(part),
                _ => None,
            }));
        }
        all
    }

    /// The places of a sign outside quotes and comments.
    pub fn signs(&self, sign: u8) -> Vec<usize> {
        let (mut quoted, mut comment) = (false, false);
        let mut found = Vec::new();
        for (i, byte) in self.text.bytes().enumerate() {
            match byte {
                b'\n' => (quoted, comment) = (false, false),
                b'#' if !quoted => comment = true,
                b'"' if !comment => quoted = !quoted,
                _ => {}
            }
            if byte == sign && !comment && (!quoted || sign == b'"') {
                found.push(i);
            }
        }
        found
    }
}

fn sites(tokens: &[Token]) -> Vec<Site> {
    let site = |t: &Token| Site {
        at: t.span.lo as usize..t.span.hi as usize,
        word: t.text.to_lowercase(),
        kind: t.kind,
    };
    tokens.iter().map(site).collect()
}

fn block_lines(block: &Block, scenario: bool, out: &mut Vec<Line>) {
    let mut line = |tokens: &[Token]| {
        let sites = sites(tokens);
        if !sites.is_empty() {
            out.push(Line { sites, scenario });
        }
    };
    for statement in &block.statements {
        match statement {
            Statement::Sentence(s) => line(&s.line),
            Statement::Procedure(p) => line(&p.line),
            _ => {}
        }
    }
    for statement in &block.statements {
        match statement {
            Statement::Sentence(s) => {
                if let Some(inner) = &s.block {
                    block_lines(inner, scenario, out);
                }
                for branch in &s.branches {
                    let sites = sites(&branch.line);
                    if !sites.is_empty() {
                        out.push(Line { sites, scenario });
                    }
                    block_lines(&branch.block, scenario, out);
                }
            }
            Statement::Procedure(p) => block_lines(&p.block, scenario, out),
            Statement::Power(u) | Statement::Kind(u) => block_lines(&u.block, scenario, out),
            Statement::Reminder(_)
            | Statement::Option(_)
            | Statement::Expected(_)
            | Statement::Frame(_) => {}
        }
    }
}

/// Words that mean something to somebody: a slip that makes one of them is no misspelling.
pub struct Vocabulary {
    /// Words of the language.
    language: BTreeSet<String>,
    /// Every word of any file.
    all: BTreeSet<String>,
}

impl Vocabulary {
    /// Of these files.
    pub fn of(pages: &[Page]) -> Vocabulary {
        let mut language: BTreeSet<String> = dsl::phrase::structure().into_iter().collect();
        if let Ok(words) = dsl::phrase::words() {
            language.extend(words.all().map(str::to_string));
        }
        let mut all = language.clone();
        for page in pages {
            all.extend(page.sites().map(|s| s.word.clone()));
            let names = page.headings().into_iter().map(|u| u.name.text.clone());
            all.extend(names);
        }
        Vocabulary { language, all }
    }

    /// A word of the language.
    pub fn language(&self, word: &str) -> bool {
        self.language.contains(word)
    }

    /// A word of the language or of some file.
    pub fn knows(&self, word: &str) -> bool {
        self.all.contains(word)
    }
}

//! What stage one has to tell: one function for each code, with its text, its help and, where one edit mends it, the edit.
use super::{MAX_FILE, MAX_NESTING, MAX_PARENTHESES, MAX_STATEMENTS, MAX_WORDS};
use crate::diagnostic::{Diagnostic, Edit, nearest};
use crate::syntax::{Ident, Span, UnitKind};

/// The headings of files.
const HEADS: [&str; 5] = ["army", "variant", "mode", "deck", "scenario"];

/// How a heading of a sort reads.
pub(super) fn example(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Army => "army NAME \"TITLE\" of VARIANT { .. }",
        UnitKind::Variant => "variant NAME \"TITLE\" from VARIANT { .. }",
        UnitKind::Mode => "mode NAME \"TITLE\" of VARIANT { .. }",
        UnitKind::Deck => "deck NAME \"TITLE\" { .. }",
        UnitKind::Scenario => "scenario \"TITLE\" of VARIANT covers CLAUSE { .. }",
        UnitKind::Power => "power NAME { .. }",
        UnitKind::Kind => "kind NAME \"LETTER\" { .. }",
    }
}

fn with(problem: Diagnostic, edit: Option<Edit>) -> Diagnostic {
    match edit {
        Some(edit) => problem.fix(edit.span, edit.text),
        None => problem,
    }
}

fn at(span: Span, at: usize) -> Span {
    let at = at as u32;
    Span {
        lo: at,
        hi: at,
        ..span
    }
}

/// E107.
pub(super) fn joint_first(span: Span, word: &str) -> Diagnostic {
    let said = format!("a line cannot begin with `{word}`");
    let help = format!("end the line above with `{word}` or a comma");
    Diagnostic::new("E107", span, said).help(help)
}

/// E107, of a branch whose name stands without quotation marks.
pub(super) fn branch_without_name(span: Span, edit: Option<Edit>) -> Diagnostic {
    match edit {
        Some(edit) => {
            let help = format!(
                "a branch has its name in quotes: `or {} {{ .. }}`",
                edit.text
            );
            let problem = Diagnostic::new("E107", span, "a line cannot begin with `or`").help(help);
            problem.guess(edit.span, edit.text)
        }
        None => joint_first(span, "or"),
    }
}

/// E205: a row with too many or too few squares. `text`: of its file; `why`: what it is held against; `of`: of what it is a row.
pub(crate) fn odd_row(row: &Ident, text: &str, wanted: usize, why: &str, of: &str) -> Diagnostic {
    let words = &text[row.span.lo as usize..row.span.hi as usize];
    let mut cells = Vec::new();
    let mut at = 0;
    for cell in row.text.split_whitespace() {
        at += words[at..].find(cell).unwrap_or(0);
        cells.push((at, cell));
        at += cell.len();
    }
    let has = cells.len();
    let many = if has == 1 { "" } else { "s" };
    let said = format!("this row has {has} {of}{many}, {why}");
    let empty = if of == "square" {
        ": an empty one is `.`"
    } else {
        ""
    };
    // what a row was is told by other rows; cards lie as they come
    let meant = (of == "square").then(|| crate::likely::row(text, row.span.lo as usize, wanted));
    let meant = meant.flatten();
    let asked = meant.as_ref().map_or(String::new(), |m| {
        format!("; did you mean `| {} |`?", m.cells.join(" "))
    });
    let proposed = |problem: Diagnostic| match &meant {
        Some(m) => {
            let span = Span {
                lo: m.at.start as u32,
                hi: m.at.end as u32,
                ..row.span
            };
            problem.guess(span, m.text.as_str())
        }
        None => problem,
    };
    let (Some((lo, first)), Some((hi, last))) = (cells.get(wanted), cells.last()) else {
        let help = match wanted - has.min(wanted) {
            1 => format!("a {of} is missing{empty}{asked}"),
            few => format!("{few} {of}s are missing{empty}"),
        };
        return proposed(Diagnostic::new("E205", row.span, said).help(help));
    };
    let span = Span {
        lo: row.span.lo + *lo as u32,
        hi: row.span.lo + (*hi + last.len()) as u32,
        ..row.span
    };
    let help = match has - wanted {
        1 => format!("`{first}` is one too many, or a {of} before it is{asked}"),
        many => format!("{many} are too many: `{first}` is {of} {}", wanted + 1),
    };
    let problem = Diagnostic::new("E205", span, said).help(help);
    // an empty square at the end is no loss
    match cells[wanted..].iter().all(|(_, cell)| *cell == ".") {
        true => problem.guess(span, ""),
        false => proposed(problem),
    }
}

/// E209.
pub(super) fn unreadable(span: Span) -> Diagnostic {
    Diagnostic::new("E209", span, "the text cannot be read from here on")
}

/// E210.
pub(super) fn no_name(head: Span, kind: UnitKind, edit: Option<Edit>) -> Diagnostic {
    let said = match kind {
        UnitKind::Scenario => "this scenario has no title in quotes",
        _ => "this heading has no name",
    };
    let help = format!("such a heading reads `{}`", example(kind));
    with(Diagnostic::new("E210", head, said).help(help), edit)
}

/// E105: a name that no scenario could say.
pub(super) fn named_like_a_square(name: &Ident) -> Diagnostic {
    let said = format!(
        "`{}` is a square in every sentence, so no scenario could name it",
        name.text
    );
    let help = "no number, or more than one letter in front of it: `storm`, `storm1`";
    Diagnostic::new("E105", name.span, said).help(help)
}

/// E211.
pub(super) fn no_body(head: Span, kind: UnitKind) -> Diagnostic {
    let help = format!("such a heading reads `{}`", example(kind));
    Diagnostic::new("E211", head, "this heading has no body in braces").help(help)
}

/// E212.
pub(super) fn mode_of_nothing(head: Span) -> Diagnostic {
    let help = format!("such a heading reads `{}`", example(UnitKind::Mode));
    Diagnostic::new("E212", head, "a mode names the variants it is written for").help(help)
}

/// E213.
pub(super) fn odd_in_heading(
    span: Span,
    words: &str,
    kind: UnitKind,
    edit: Option<Edit>,
) -> Diagnostic {
    let order = match kind {
        UnitKind::Scenario => "a title in quotes, `of`, `covers`",
        UnitKind::Power => "a name, a title in quotes, `of` seats, tags",
        UnitKind::Kind => "a name, a letter in quotes, tags",
        UnitKind::Deck => "a name, a title in quotes, tags",
        UnitKind::Variant => "a name, a title in quotes, `from`, `without`, tags",
        UnitKind::Army | UnitKind::Mode => {
            "a name, a title in quotes, `of`, `from`, `without`, tags"
        }
    };
    let said = format!("`{words}` does not belong to this heading");
    let help = format!("in this order, each but the first may be missing: {order}");
    with(Diagnostic::new("E213", span, said).help(help), edit)
}

/// E213. `span`: the word `of` and the name behind it.
pub(super) fn variant_of_another(span: Span, name: &str) -> Diagnostic {
    let said = "a variant is written for no other: armies, modes and scenarios are `of` one";
    let help = format!("a variant that changes another is made from it: write `from {name}`");
    let edit = Edit {
        span,
        text: format!("from {name}"),
    };
    with(Diagnostic::new("E213", span, said).help(help), Some(edit))
}

/// E214. `first`: the word the line begins with.
pub(super) fn outside(span: Span, first: &str) -> Diagnostic {
    let said = "a file holds armies, variants, modes, decks and scenarios; this stands outside all of them";
    let word = first.to_ascii_lowercase();
    let problem = Diagnostic::new("E214", span, said).nearest(&word, HEADS);
    match nearest(&word, HEADS) {
        Some(head) => {
            let word = Span {
                hi: span.lo + first.len() as u32,
                ..span
            };
            problem.fix(word, head)
        }
        None => problem,
    }
}

/// E215.
pub(super) fn closes_nothing(brace: Span, sure: bool) -> Diagnostic {
    let problem = Diagnostic::new("E215", brace, "this `}` closes nothing")
        .help("take it out, or put the `{` where its block begins");
    match sure {
        true => problem.guess(brace, ""),
        false => problem,
    }
}

/// E215, where the block begins is known.
pub(super) fn never_opened(brace: Span, edit: Edit) -> Diagnostic {
    let line = edit.span;
    Diagnostic::new("E215", line, "this block is closed and never opened")
        .help("put `{` here")
        .also(brace, "closed here")
        .guess(edit.span, edit.text)
}

/// E216. `edit`: where the layout shows that the block ends.
pub(super) fn never_closed(brace: Span, edit: Option<Edit>) -> Diagnostic {
    let problem = Diagnostic::new("E216", brace, "this block is never closed");
    match edit {
        None => problem.help("a `}` is missing in it or at its end"),
        Some(edit) => {
            let place = edit.span;
            problem
                .help("by the layout its `}` is missing here")
                .also(place, "the `}` is missing here")
                .guess(place, edit.text)
        }
    }
}

/// E217.
pub(super) fn same_line(span: Span) -> Diagnostic {
    Diagnostic::new("E217", span, "a statement begins on a line of its own")
        .help("put `;` or a new line before it")
        .guess(at(span, span.lo as usize), "; ")
}

/// E218.
pub(super) fn orphan(span: Span) -> Diagnostic {
    Diagnostic::new(
        "E218",
        span,
        "`otherwise` continues a statement behind its block",
    )
    .help("write `if C { .. } otherwise { .. }`")
}

/// E218, another word for it.
pub(super) fn other_word(span: Span, word: &str) -> Diagnostic {
    let better = match word.to_ascii_lowercase().as_str() {
        "else" => "otherwise",
        _ => "otherwise if",
    };
    Diagnostic::new("E218", span, format!("`{word}` is written `{better}` here"))
        .help("write `if C { .. } otherwise { .. }`")
        .fix(span, better)
}

/// E219. `sign`: what it begins with.
pub(super) fn loose(span: Span, sign: Option<char>) -> Diagnostic {
    let said = match sign {
        Some('{') => "this block has no sentence before it",
        Some('*') => "this label has no sentence behind it",
        _ => "these tags have no sentence before them",
    };
    Diagnostic::new("E219", span, said)
}

/// Things of which there can be too many.
pub(super) enum Limit {
    Bytes(usize),
    Nesting,
    Units,
    Statements,
    Words,
    Parentheses,
}

/// E220.
pub(super) fn too_much(span: Span, limit: &Limit) -> Diagnostic {
    let (said, help) = match limit {
        Limit::Bytes(len) => (
            format!("a file holds at most {MAX_FILE} bytes, this one {len}"),
            "split it; one army or variant a file",
        ),
        Limit::Nesting => (
            format!("blocks are nested at most {MAX_NESTING} deep"),
            "give the inner steps a procedure of their own",
        ),
        Limit::Units => (
            format!("a file holds at most {MAX_STATEMENTS} units"),
            "split it; one army or variant a file",
        ),
        Limit::Statements => (
            format!("a block holds at most {MAX_STATEMENTS} statements"),
            "give a part of it a procedure of its own",
        ),
        Limit::Words => (
            format!("a sentence holds at most {MAX_WORDS} words"),
            "make two of it, or give a part a name with `call`",
        ),
        Limit::Parentheses => (
            format!("parentheses are nested at most {MAX_PARENTHESES} deep"),
            "give a part a name with `call`",
        ),
    };
    Diagnostic::new("E220", span, said).help(help)
}

/// E221.
pub(super) fn no_steps(head: Span, edit: Option<Edit>) -> Diagnostic {
    let problem = Diagnostic::new("E221", head, "a procedure needs its steps in braces")
        .help("write `to search a square { .. }`");
    match edit {
        Some(edit) => problem.guess(edit.span, edit.text),
        None => problem,
    }
}

/// E222.
pub(super) fn bad_option(span: Span) -> Diagnostic {
    Diagnostic::new("E222", span, "this option cannot be read")
        .help("write `option goal: 10 - 20, usually 10`")
}

/// E223.
pub(super) fn stray_row(span: Span) -> Diagnostic {
    let said = "a row stands behind `setup`, `position`, `cards` or in a sentence";
    Diagnostic::new("E223", span, said).help("put the word before the first row")
}

/// E223, behind a word that may be misspelt.
pub(super) fn rows_behind(word: Span, meant: String) -> Diagnostic {
    let said = "rows stand behind `setup`, `position`, `cards` or in a sentence";
    let problem = Diagnostic::new("E223", word, said).help(format!("did you mean `{meant}`?"));
    problem.fix(word, meant)
}

/// Signs that are written for words, in other notations.
const SIGNS: [(&str, &str); 22] = [
    ("||", "or"),
    (".", ""),
    ("!", ""),
    ("//", "#"),
    ("_", "-"),
    ("=", "is"),
    ("==", "is"),
    ("&", "and"),
    ("&&", "and"),
    ("/", "or"),
    ("->", "to"),
    (":", ","),
    ("+", "plus"),
    ("\u{2013}", "-"),
    ("\u{d7}", "by"),
    ("\u{2019}", "'"),
    ("\u{2014}", ","),
    ("\u{ff0c}", ","),
    ("\u{2026}", ""),
    ("/*", "#"),
    ("--", "#"),
    ("<!--", "#"),
];

/// Signs whose word is right wherever they stand; of the others the sentence has to be read again.
const SURE: [&str; 4] = ["||", "&&", "//", "->"];

/// E224. `last`: nothing stands behind it on its line.
pub(super) fn odd_sign(span: Span, words: &str, last: bool) -> Diagnostic {
    let narrow = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
    };
    let unseen = words.chars().find(|c| c.is_whitespace() || narrow(*c));
    let said = match unseen {
        Some(c) => format!(
            "the character U+{:04X}, which is not seen, cannot stand in a sentence",
            c as u32
        ),
        None => format!("`{words}` cannot stand in a sentence"),
    };
    let problem = Diagnostic::new("E224", span, said);
    match unseen {
        Some(c) if narrow(c) => return problem.help("take it out").fix(span, ""),
        Some(_) => return problem.help("write a plain space").fix(span, " "),
        None => {}
    }
    match SIGNS.iter().find(|(sign, _)| *sign == words) {
        Some(("!", _)) if !last => problem.help("write `not`").guess(span, "not"),
        Some((_, "")) if last => problem
            .help("leave it out: a sentence ends with its line")
            .fix(span, ""),
        Some((_, "")) => problem.help("a sentence ends with its line; numbers are whole"),
        Some((sign, "#")) => {
            let problem = problem.help("a comment begins with `#` and goes to the end of its line");
            match SURE.contains(sign) {
                true => problem.fix(span, "#"),
                false => problem.guess(span, "#"),
            }
        }
        Some((sign, word)) if SURE.contains(sign) => {
            problem.help(format!("write `{word}`")).fix(span, *word)
        }
        Some((_, word)) => problem.help(format!("write `{word}`")).guess(span, *word),
        None => problem.help("words, numbers, squares, texts, rows, commas and parentheses can"),
    }
}

/// E224, `board 5x5`.
pub(super) fn board_size(span: Span, size: Option<(&str, &str)>) -> Diagnostic {
    let (files, ranks) = size.unwrap_or(("8", "8"));
    let said = "the size of a board is said in words";
    Diagnostic::new("E224", span, said).help(format!("write `board {files} by {ranks}`"))
}

/// E225.
pub(super) fn other_quotes(span: Span, straight: &str) -> Diagnostic {
    Diagnostic::new("E225", span, "a text stands in straight quotation marks")
        .help(format!("write `{straight}`"))
        .fix(span, straight)
}

/// E226.
pub(super) fn open_text(span: Span, edit: Edit) -> Diagnostic {
    Diagnostic::new("E226", span, "this text has no closing `\"`")
        .help("a text ends on the line it begins")
        .guess(edit.span, edit.text)
}

/// E227.
pub(super) fn open_row(span: Span, edit: Option<Edit>) -> Diagnostic {
    let problem = Diagnostic::new("E227", span, "this row has no closing `|`");
    with(problem.help("a row reads `| K R B N |`"), edit)
}

/// E227, of a row that has its closing `|` alone.
pub(super) fn row_without_beginning(span: Span, edit: Edit) -> Diagnostic {
    let problem = Diagnostic::new("E227", span, "this row has no opening `|`");
    with(problem.help("a row reads `| K R B N |`"), Some(edit))
}

/// E228.
pub(super) fn bad_tags(span: Span, edit: Option<Edit>) -> Diagnostic {
    let problem = Diagnostic::new("E228", span, "these tags cannot be read");
    let help = "tags read `[china.2 china.3]`, behind the sentence";
    with(problem.help(help), edit)
}

/// E229.
pub(super) fn bad_label(span: Span, edit: Option<Edit>) -> Diagnostic {
    let problem = Diagnostic::new("E229", span, "this label cannot be read");
    with(
        problem.help("a label reads `*name*`, before the sentence: one word, or several with hyphens, `*the-fall*`"),
        edit,
    )
}

/// E229, of a label with which a sentence of its own begins.
pub(super) fn label_within(span: Span, edit: Edit) -> Diagnostic {
    Diagnostic::new("E229", span, "a label stands before a sentence, not in one")
        .help("a new sentence begins here: put `;` or a new line before it")
        .guess(edit.span, edit.text)
}

/// E224, of a name with a number behind it that is used nowhere else.
pub(super) fn numbered_name(span: Span, edit: Option<Edit>) -> Diagnostic {
    let problem = Diagnostic::new("E224", span, "`_` cannot stand in a sentence").help(
        "a name has letters and hyphens; the rest of this file has it without `_` and number",
    );
    match edit {
        Some(edit) => problem.guess(edit.span, edit.text),
        None => problem,
    }
}

/// E230.
pub(super) fn bad_reminder(span: Span, edit: Edit) -> Diagnostic {
    Diagnostic::new(
        "E230",
        span,
        "a reminder stands in parentheses, from its first word to its last",
    )
    .help("`(Every army has its own power.)`")
    .fix(edit.span, edit.text)
}

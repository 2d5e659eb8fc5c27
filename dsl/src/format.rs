//! The layout of rule files: one style, from the syntax tree and the text as it was written. Only blanks and line ends
//! change, so comments stay where they are and no sentence reads otherwise.
use crate::diagnostic::{Diagnostic, sort};
use crate::parse::{MAX_FILE, parse};
use crate::print;
use crate::syntax::*;

/// A text in its layout.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Formatted {
    /// The text.
    pub text: String,
    /// Why parts of it were left as they are: errors of the text as [`crate::library::Library`] would report them.
    pub problems: Vec<Diagnostic>,
}

/// Lays a file out: two spaces for every block, two more where a sentence goes on in a new line or a row stands, one
/// space between words, no blanks at line ends, never two empty lines together, one line end at the end. Rows, texts,
/// reminders and comments are kept letter by letter; where a line ends is left to the author. A unit that does not parse is left alone.
/// Line ends stay what they are (`\r\n` or `\n`, by the first of them).
pub fn format(text: &str) -> Formatted {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let windows = body
        .split_once('\n')
        .is_some_and(|(l, _)| l.ends_with('\r'));
    let plain = body.replace("\r\n", "\n");
    let (tree, mut problems) = parse(FileId(0), &plain);
    problems.retain(Diagnostic::is_error);
    sort(&mut problems);
    let laid = if plain.len() > MAX_FILE {
        plain.clone()
    } else if problems.is_empty() {
        trimmed(&layout(&plain, &tree))
    } else {
        in_parts(&plain)
    };
    let safe = || same_marks(&plain, &laid) && same_meaning(&tree, &problems, &laid);
    let laid = if laid == plain || safe() { laid } else { plain };
    let text = if windows {
        laid.replace('\n', "\r\n")
    } else {
        laid
    };
    Formatted { text, problems }
}

/// A file of which not all parses: every unit for itself, those with errors as they stand.
fn in_parts(text: &str) -> String {
    let mut out = String::new();
    let mut last_is_good = false;
    for part in parts(text) {
        let (tree, problems) = parse(FileId(0), part);
        last_is_good = !problems.iter().any(Diagnostic::is_error);
        if last_is_good {
            out.push_str(&layout(part, &tree));
        } else {
            out.push_str(part);
        }
    }
    if last_is_good { trimmed(&out) } else { out }
}

/// The text cut before every heading at the left edge: there reading begins anew, whatever stands above.
fn parts(text: &str) -> Vec<&str> {
    let heads = ["army", "variant", "mode", "deck", "scenario"];
    let mut cuts = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let word = line.split([' ', '\t', '\n', '"']).next().unwrap_or("");
        if at > 0 && heads.iter().any(|h| h.eq_ignore_ascii_case(word)) {
            cuts.push(at);
        }
        at += line.len();
    }
    cuts.push(text.len());
    cuts.windows(2).map(|w| &text[w[0]..w[1]]).collect()
}

/// One line end at the end, none before the first line.
fn trimmed(text: &str) -> String {
    let body = text.trim_matches('\n');
    if body.is_empty() {
        String::new()
    } else {
        format!("{body}\n")
    }
}

/// Nothing but blanks and line ends differs.
fn same_marks(a: &str, b: &str) -> bool {
    let marks = |c: &char| !matches!(c, ' ' | '\t' | '\r' | '\n');
    a.chars().filter(marks).eq(b.chars().filter(marks))
}

/// It reads as before, with as many errors.
fn same_meaning(tree: &FileTree, problems: &[Diagnostic], laid: &str) -> bool {
    let (again, mut found) = parse(FileId(0), laid);
    found.retain(Diagnostic::is_error);
    let codes = |all: &[Diagnostic]| all.iter().map(|d| d.code).collect::<Vec<_>>();
    let words = |tree: &FileTree| {
        let text = print::file(tree);
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    codes(problems) == codes(&found) && words(tree) == words(&again)
}

/// What the tree tells about the text: where reminders stand and where statements stretch over lines.
#[derive(Default)]
struct Marks {
    /// Reminders in parentheses, in the order of the text.
    reminders: Vec<(usize, usize)>,
    /// From the first word of a statement to its block or end.
    stretches: Vec<(usize, usize)>,
}

impl Marks {
    fn stretch(&mut self, from: Span, block: Option<&Block>) {
        let end = block.map_or(from.hi, |b| b.span.lo);
        self.stretches.push((from.lo as usize, end as usize));
    }

    fn reminder(&mut self, reminder: &Reminder) {
        let lo = reminder.span.lo as usize;
        self.reminders.push((lo, lo + reminder.text.len() + 2));
    }

    fn unit(&mut self, unit: &Unit) {
        self.stretch(unit.span, Some(&unit.block));
        self.block(&unit.block);
    }

    fn block(&mut self, block: &Block) {
        for statement in &block.statements {
            match statement {
                Statement::Reminder(reminder) => self.reminder(reminder),
                Statement::Power(unit) | Statement::Kind(unit) => self.unit(unit),
                Statement::Option(option) => self.stretch(option.span, None),
                Statement::Expected(expected) => self.stretch(expected.span, None),
                Statement::Frame(frame) => self.stretch(frame.span, None),
                Statement::Procedure(procedure) => {
                    self.stretch(procedure.span, Some(&procedure.block));
                    self.block(&procedure.block);
                }
                Statement::Sentence(sentence) => self.sentence(sentence),
            }
        }
    }

    fn sentence(&mut self, sentence: &Sentence) {
        self.stretch(sentence.span, sentence.block.as_ref());
        if let Some(block) = &sentence.block {
            self.block(block);
        }
        for branch in &sentence.branches {
            // Its span may begin on the line before its first word.
            let first = branch.line.first().map_or(branch.block.span, |w| w.span);
            self.stretch(first, Some(&branch.block));
            self.block(&branch.block);
        }
        if let Some(reminder) = &sentence.reminder {
            self.reminder(reminder);
        }
    }

    /// Whether a line that begins here goes on with what began on a line before it.
    fn goes_on(&self, at: usize) -> bool {
        let within = |(lo, hi): &(usize, usize)| *lo < at && at < *hi;
        self.stretches.iter().any(within) || self.reminders.iter().any(within)
    }

    /// The end of the reminder in which this byte stands.
    fn reminded(&self, at: usize) -> Option<usize> {
        let found = self.reminders.iter().find(|(lo, hi)| *lo <= at && at < *hi);
        found.map(|(_, hi)| *hi)
    }
}

/// A stretch of a line that is kept as it is.
#[derive(Clone, Copy)]
struct Atom<'t> {
    text: &'t str,
    /// How many blanks stand before it.
    blanks: usize,
}

impl Atom<'_> {
    fn is(&self, sign: &str) -> bool {
        self.text == sign
    }

    fn is_number(&self) -> bool {
        let digits = self.text.strip_prefix('-').unwrap_or(self.text);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    }
}

const BLANKS: [char; 3] = [' ', '\t', '\r'];

/// The text of parts that parse, laid out.
fn layout(text: &str, tree: &FileTree) -> String {
    let mut marks = Marks::default();
    for unit in &tree.units {
        marks.unit(unit);
    }
    let mut out = String::new();
    let mut depth = 0usize;
    let mut blank = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let atoms = atoms(line.trim_end_matches('\n'), start, &marks);
        let Some(first) = atoms.first() else {
            blank = true;
            continue;
        };
        if std::mem::take(&mut blank) && !out.is_empty() {
            out.push('\n');
        }
        let from = start + (first.text.as_ptr() as usize - line.as_ptr() as usize);
        let closing = atoms.iter().take_while(|a| a.is("}")).count();
        let row = first.text.starts_with('|');
        let on = closing == 0 && (row || marks.goes_on(from));
        let indent = depth.saturating_sub(closing) + usize::from(on);
        out.push_str(&"  ".repeat(indent));
        for (i, atom) in atoms.iter().enumerate() {
            if i > 0 {
                out.push_str(between(&atoms, i));
            }
            out.push_str(atom.text);
            match atom.text {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        out.push('\n');
    }
    if blank && !out.is_empty() {
        out.push('\n');
    }
    out
}

/// A line in its parts: words, signs, and whole what may not be touched.
fn atoms<'t>(line: &'t str, start: usize, marks: &Marks) -> Vec<Atom<'t>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        let blanks = rest.len() - rest.trim_start_matches(BLANKS).len();
        if blanks == rest.len() {
            break;
        }
        at += blanks;
        let rest = &line[at..];
        let width = match marks.reminded(start + at) {
            Some(end) => (end - start - at).min(rest.trim_end_matches(BLANKS).len()),
            None => width(rest),
        };
        found.push(Atom {
            text: &rest[..width],
            blanks,
        });
        at += width;
    }
    found
}

/// How long the next part is.
fn width(rest: &str) -> usize {
    let signs = |c: char| BLANKS.contains(&c) || "\"|#,;()[]{}:".contains(c);
    let first = rest.chars().next().unwrap_or(' ');
    let closed = |sign: char| rest[1..].find(sign).map(|i| i + 2);
    match first {
        '#' => rest.trim_end_matches(BLANKS).len(),
        '"' | '|' => closed(first).unwrap_or(1),
        c if signs(c) => 1,
        _ => rest.find(signs).unwrap_or(rest.len()),
    }
}

/// What stands between a part of a line and the one before it.
fn between(atoms: &[Atom], i: usize) -> &'static str {
    let (a, b) = (atoms[i - 1], atoms[i]);
    let kept = if b.blanks > 0 { " " } else { "" };
    if b.text.starts_with('#') {
        // One space or two before a comment are both good style.
        return if b.blanks > 1 { "  " } else { " " };
    }
    if [",", ";", ")", "]", ":"].contains(&b.text) || ["(", "["].contains(&a.text) {
        return "";
    }
    if a.is(",") && b.is_number() && i > 1 && atoms[i - 2].is_number() {
        // `(1,2)` is one thing; a list of numbers is set like every list.
        return kept;
    }
    // `(your piece)'s`, `(a8)=Q`: what belongs to the word before it stays where it is.
    if b.text.starts_with(['\'', '=']) {
        return kept;
    }
    let parted = |a: &Atom| {
        a.text.len() == 1 && ",;:{}()[]".contains(a.text) || a.text.starts_with(['"', '|', '('])
    };
    if parted(&a) || parted(&b) { " " } else { kept }
}

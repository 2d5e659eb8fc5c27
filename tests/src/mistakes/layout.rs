//! Mistakes in what is not words: braces, quotes, parentheses, rows, headings, line ends.
use super::Seed;
use super::ground::{Page, Vocabulary};
use crate::damage::Dice;
use dsl::syntax::{Block, Sentence, Statement, UnitKind};

type Seeds = fn(&Page, &Vocabulary, &mut Dice) -> Vec<Seed>;

/// See the module.
pub const SORTS: &[(&str, Seeds)] = &[
    ("brace at the end left out", no_closing),
    ("brace inside left out", no_closing_inside),
    ("opening brace left out", no_opening),
    ("closing brace too many", closing_too_many),
    ("parenthesis left out", parenthesis),
    ("curly quotation marks", curly),
    ("single quotation marks", single_quotes),
    ("quotation marks left out", no_quotes),
    ("closing quotation mark left out", half_quoted),
    ("word of a heading misspelt", heading_word),
    ("word of a frame line misspelt", frame_word),
    ("title before the name", title_first),
    ("`for` in place of `of` in a heading", heading_for),
    ("`extends` in place of `from`", heading_extends),
    ("row with a square too few", row_short),
    ("row with a square too many", row_long),
    ("bar at the end of a row left out", bar),
    ("full stop at the end of a sentence", full_stop),
    ("two sentences on one line", joined),
    ("a line broken within a sentence", broken),
    ("`then` in place of braces", then_step),
    ("star of a label left out", star),
    ("bracket of clauses left out", bracket),
    ("comment with `//`", slashes),
];

fn without(at: usize) -> Seed {
    Seed::new(at..at + 1, "")
}

/// The brace that ends a unit; it is missed where it stood, or where the block begins.
fn no_closing(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    (page.tree.units.iter())
        .map(|u| Seed {
            also: vec![u.block.span.lo as usize, u.span.lo as usize],
            ..without(u.block.span.hi as usize - 1)
        })
        .collect()
}

/// The brace that ends a block of a sentence or part.
fn no_closing_inside(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for unit in page
        .tree
        .units
        .iter()
        .filter(|u| u.kind != UnitKind::Scenario)
    {
        inner_blocks(&unit.block, &mut |block| {
            seeds.push(Seed {
                also: vec![block.span.lo as usize],
                ..without(block.span.hi as usize - 1)
            });
        });
    }
    seeds
}

fn inner_blocks(block: &Block, f: &mut dyn FnMut(&Block)) {
    for statement in &block.statements {
        match statement {
            Statement::Sentence(s) => sentence_blocks(s, f),
            Statement::Procedure(p) => {
                f(&p.block);
                inner_blocks(&p.block, f);
            }
            Statement::Power(u) | Statement::Kind(u) => {
                f(&u.block);
                inner_blocks(&u.block, f);
            }
            Statement::Reminder(_)
            | Statement::Option(_)
            | Statement::Expected(_)
            | Statement::Frame(_) => {}
        }
    }
}

fn sentence_blocks(s: &Sentence, f: &mut dyn FnMut(&Block)) {
    for block in s.block.iter().chain(s.branches.iter().map(|b| &b.block)) {
        f(block);
        inner_blocks(block, f);
    }
}

fn no_opening(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    page.signs(b'{').into_iter().map(without).collect()
}

fn closing_too_many(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let last = page.tree.units.last().map(|u| u.span.hi as usize);
    let doubled = |at: usize| Seed::new(at..at, "}");
    // behind an inner block it closes the outer one, and the rest stands outside
    (page.signs(b'}').into_iter())
        .map(|at| Seed {
            also: (page.text[at..].find('\n'))
                .map(|n| at + n + 1)
                .into_iter()
                .collect(),
            ..doubled(at)
        })
        .filter(|s| last.is_none_or(|l| s.at.start <= l))
        .collect()
}

fn parenthesis(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let open = page.signs(b'(').into_iter();
    open.chain(page.signs(b')')).map(without).collect()
}

/// Texts in quotation marks: where they begin, and behind their end.
fn texts(page: &Page) -> Vec<(usize, usize)> {
    let signs = page.signs(b'"');
    let same_line = |p: &[usize]| !page.text[p[0]..p[1]].contains('\n');
    let pairs = signs.chunks_exact(2).filter(|p| same_line(p));
    pairs.map(|p| (p[0], p[1] + 1)).collect()
}

fn quoted(page: &Page, open: &str, close: &str) -> Vec<Seed> {
    (texts(page).into_iter())
        .map(|(lo, hi)| {
            let now = format!("{open}{}{close}", &page.text[lo + 1..hi - 1]);
            Seed::new(lo..hi, now)
        })
        .collect()
}

fn curly(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    quoted(page, "\u{201c}", "\u{201d}")
}

fn single_quotes(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    quoted(page, "'", "'")
}

fn no_quotes(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    quoted(page, "", "")
}

fn half_quoted(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    texts(page)
        .into_iter()
        .map(|(_, hi)| without(hi - 1))
        .collect()
}

/// A letter of a word exchanged with the next.
fn slip(at: usize, word: &str, dice: &mut Dice) -> Seed {
    let mut letters: Vec<char> = word.chars().collect();
    let i = 1 + dice.below(letters.len() - 2);
    if letters[i] == letters[i + 1] {
        letters.remove(i);
    } else {
        letters.swap(i, i + 1);
    }
    let now: String = letters.into_iter().collect();
    Seed::new(at..at + word.len(), now)
}

fn heading_word(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    (page.headings().into_iter())
        .map(|u| slip(u.span.lo as usize, u.kind.word(), dice))
        .collect()
}

fn frame_word(page: &Page, _: &Vocabulary, dice: &mut Dice) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for unit in &page.tree.units {
        for statement in &unit.block.statements {
            if let Statement::Frame(line) = statement
                && line.word.text.len() > 3
            {
                seeds.push(slip(line.word.span.lo as usize, &line.word.text, dice));
            }
        }
    }
    seeds
}

fn title_first(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    (page.headings().into_iter())
        .filter_map(|u| {
            let title = u.title.as_ref().filter(|_| u.kind != UnitKind::Scenario)?;
            let (name, title) = (u.name.span, title.span);
            let text = |s: dsl::syntax::Span| &page.text[s.lo as usize..s.hi as usize];
            let now = format!("{} {}", text(title), text(name));
            // a title inherited from a base stands elsewhere
            let here = name.hi < title.lo && title.lo < u.head.hi;
            here.then(|| Seed::new(name.lo as usize..title.hi as usize, now))
        })
        .collect()
}

fn heading_word_for(page: &Page, was: &str, now: &str) -> Vec<Seed> {
    (page.headings().into_iter())
        .filter_map(|u| {
            let (lo, hi) = (u.head.lo as usize, u.head.hi as usize);
            // titles may hold the word too
            let heading = &page.text[lo..hi];
            let behind = heading.rfind('"').unwrap_or(0);
            let at = lo + behind + heading[behind..].find(&format!(" {was} "))? + 1;
            Some(Seed::new(at..at + was.len(), now))
        })
        .collect()
}

fn heading_for(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    heading_word_for(page, "of", "for")
}

fn heading_extends(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    heading_word_for(page, "from", "extends")
}

/// The rows of frame lines: where they begin, and behind their end.
fn rows(page: &Page) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for unit in &page.tree.units {
        for statement in &unit.block.statements {
            if let Statement::Frame(line) = statement {
                let rows = line.rows.iter();
                found.extend(rows.map(|r| (r.span.lo as usize, r.span.hi as usize)));
            }
        }
    }
    found
}

fn row_short(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    (rows(page).into_iter())
        .filter_map(|(lo, hi)| {
            let cell = page.text[lo..hi].trim_end_matches([' ', '|']).rfind(' ')?;
            let end = page.text[lo..hi].trim_end_matches([' ', '|']).len();
            Some(Seed::new(lo + cell..lo + end, ""))
        })
        .collect()
}

fn row_long(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let ends = rows(page).into_iter().map(|(_, hi)| hi - 1);
    ends.map(|at| Seed::new(at..at, ". ")).collect()
}

fn bar(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    rows(page)
        .into_iter()
        .map(|(_, hi)| without(hi - 1))
        .collect()
}

/// The ends of the lines of all sentences.
fn line_ends(page: &Page) -> impl Iterator<Item = usize> {
    let ends = page.lines.iter().filter_map(|l| l.sites.last());
    ends.map(|s| s.at.end)
}

fn full_stop(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let ends =
        line_ends(page).filter(|at| page.text[*at..].trim_start_matches(' ').starts_with('\n'));
    ends.map(|at| Seed::new(at..at, ".")).collect()
}

/// The line end between two sentences made a blank; behind a block a `;` may stand or not.
fn joined(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for unit in &page.tree.units {
        for pair in unit.block.statements.windows(2) {
            if let (Statement::Sentence(a), Statement::Sentence(b)) = (&pair[0], &pair[1]) {
                let (lo, hi) = (a.span.hi as usize, b.span.lo as usize);
                if page.text[lo..hi].trim().is_empty() {
                    seeds.push(Seed {
                        also: vec![lo.saturating_sub(1)],
                        ..Seed::new(lo..hi, " ")
                    });
                }
            }
        }
    }
    seeds
}

fn broken(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let goes_on = ["and", "or", "if", "unless"];
    (page.lines.iter())
        .filter(|l| l.sites.len() > 5)
        .filter_map(|l| {
            let pair = [&l.sites[3], &l.sites[4]];
            let words = pair.iter().all(|s| s.is_word());
            let firm = words && !goes_on.contains(&pair[0].word.as_str());
            firm.then(|| Seed::new(pair[0].at.end..pair[1].at.start, "\n"))
        })
        .collect()
}

fn then_step(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for unit in page
        .tree
        .units
        .iter()
        .filter(|u| u.kind != UnitKind::Scenario)
    {
        inner_blocks(&unit.block, &mut |block| {
            let (lo, hi) = (block.span.lo as usize, block.span.hi as usize);
            let inside = page.text[lo + 1..hi - 1].trim();
            let before = page.text[..lo].trim_end();
            let steps = !inside.contains(['\n', ';', '{', '|']) && !before.ends_with('"');
            let sentence = block
                .statements
                .iter()
                .all(|s| matches!(s, Statement::Sentence(_)));
            if steps && sentence && !inside.starts_with("it ") {
                seeds.push(Seed::new(before.len()..hi, format!(" then {inside}")));
            }
        });
    }
    seeds
}

fn star(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    page.signs(b'*').into_iter().map(without).collect()
}

fn bracket(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let open = page.signs(b'[').into_iter();
    open.chain(page.signs(b']')).map(without).collect()
}

fn slashes(page: &Page, _: &Vocabulary, _: &mut Dice) -> Vec<Seed> {
    let ends =
        line_ends(page).filter(|at| page.text[*at..].trim_start_matches(' ').starts_with('\n'));
    ends.map(|at| Seed::new(at..at, " // as printed")).collect()
}

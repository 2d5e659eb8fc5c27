//! Advice carried out by a machine: the edits a problem proposes, and the words and forms in backticks that it names.
use super::Seed;
use super::desk::Desk;
use dsl::diagnostic::{Diagnostic, Edit};

/// Most rounds of edits: one word mended can bring the next to light.
const ROUNDS: usize = 4;
/// Most problems of a page whose advice is followed; nobody reads on before the first are mended.
const READ: usize = 2;

/// Whether the edits proposed, carried out round by round, bring the rules back.
pub fn edited(
    desk: &Desk,
    page: usize,
    sown: &str,
    problems: &[Diagnostic],
    back: &dyn Fn(&str, usize) -> bool,
) -> bool {
    let mut text = sown.to_string();
    let mut told = problems.to_vec();
    for _ in 0..ROUNDS {
        let mut edits: Vec<Edit> = (told.iter()).filter_map(change).collect();
        let file = told.first().map(|d| d.span.file);
        edits.retain(|e| Some(e.span.file) == file);
        edits.sort_by_key(|e| (e.span.lo, e.span.hi));
        edits.dedup();
        let Some(first) = edits.first().cloned() else {
            return false;
        };
        let mut end = u32::MAX;
        for edit in edits.iter().rev() {
            if edit.span.hi <= end {
                text = carried(&text, edit);
                end = edit.span.lo;
            }
        }
        let at = first.span.lo as usize;
        if back(&text, at) {
            return true;
        }
        told = desk.look(page, &text, &(at..at)).problems;
    }
    false
}

/// The edit of a problem, sure or only likely: whoever reads it carries it out or not.
fn change(d: &Diagnostic) -> Option<Edit> {
    d.fix.as_deref().or(d.guess.as_deref()).cloned()
}

fn carried(text: &str, edit: &Edit) -> String {
    let (mut lo, hi) = (edit.span.lo as usize, edit.span.hi as usize);
    if edit.text.is_empty() && text[..lo].ends_with(' ') {
        lo -= 1;
    }
    format!("{}{}{}", &text[..lo], edit.text, &text[hi..])
}

/// Whether a word or form that the first problems name does: put where they point, or because it is what had been written.
pub fn named(
    desk: &Desk,
    page: usize,
    seed: &Seed,
    sown: &str,
    problems: &[Diagnostic],
    back: &dyn Fn(&str, usize) -> bool,
) -> bool {
    let was = &desk.pages()[page].text;
    problems.iter().take(READ).any(|d| {
        let said = d.help.iter().chain([&d.message]);
        let forms: Vec<String> = said.flat_map(|s| quoted(s)).collect();
        forms.iter().any(|form| {
            let template = form.contains("..") || form.split(' ').any(is_placeholder);
            let exact = !template && put(sown, d, form, back);
            exact || shows(form, was, seed)
        })
    })
}

/// What stands in backticks.
fn quoted(said: &str) -> Vec<String> {
    said.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_string)
        .collect()
}

/// A word in capitals stands for something the reader puts there.
fn is_placeholder(word: &str) -> bool {
    word.len() > 1 && word.chars().all(char::is_uppercase)
}

/// The form in place of the words the problem points at, or before or behind them.
fn put(sown: &str, d: &Diagnostic, form: &str, back: &dyn Fn(&str, usize) -> bool) -> bool {
    let (lo, hi) = (d.span.lo as usize, d.span.hi as usize);
    let Some(words) = sown.get(lo..hi) else {
        return false;
    };
    let (before, behind) = (&sown[..lo], &sown[hi..]);
    let tries = [
        format!("{before}{form}{behind}"),
        format!("{before}{form} {words}{behind}"),
        format!("{before}{words} {form}{behind}"),
        format!("{before}{form}{words}{behind}"),
        format!("{before}{words}{form}{behind}"),
    ];
    tries.iter().any(|text| back(text, lo))
}

/// Whether a form shows what had been written: it holds the words that the mistake took away and not those it brought; or it is
/// a pattern (`..`, words in capitals) that the statement fitted before the mistake and does not fit with it.
fn shows(form: &str, was: &str, seed: &Seed) -> bool {
    let words = |s: &str| -> Vec<String> {
        let parts = s.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '\''));
        (parts.filter(|w| !w.is_empty()))
            .map(str::to_lowercase)
            .collect()
    };
    let (line_was, line_is) = statement(was, seed);
    let (gone, form_words) = (words(&was[seed.at.clone()]), words(form));
    let now = words(&seed.now);
    let fresh = gone.iter().any(|w| w.len() > 1 && !now.contains(w));
    let holds =
        |list: &[String]| !list.is_empty() && form_words.windows(list.len()).any(|w| w == list);
    if fresh && holds(&gone) && form_words.len() <= gone.len() + 12 {
        return true;
    }
    let pattern: Vec<Option<String>> = form
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|w| !w.is_empty())
        .map(|w| {
            let free = w.contains("..") || is_placeholder(w);
            (!free).then(|| w.to_lowercase())
        })
        .collect();
    let firm = pattern.iter().flatten().count();
    let free = pattern.len() - firm;
    free > 0 && firm > 0 && fits(&pattern, &words(&line_was)) && !fits(&pattern, &words(&line_is))
}

/// The statement around the mistake, before and with it: its line, and those it is spread over.
fn statement(was: &str, seed: &Seed) -> (String, String) {
    let lo = was[..seed.at.start].rfind('\n').map_or(0, |i| i + 1);
    let hi = was[seed.at.end..]
        .find('\n')
        .map_or(was.len(), |i| seed.at.end + i);
    let is = format!(
        "{}{}{}",
        &was[lo..seed.at.start],
        seed.now,
        &was[seed.at.end..hi]
    );
    (was[lo..hi].to_string(), is)
}

/// Whether the firm words of a pattern stand in a line in their order, those without a gap between them next to one another.
fn fits(pattern: &[Option<String>], line: &[String]) -> bool {
    let mut at = 0;
    for run in pattern.split(Option::is_none) {
        let run: Vec<&String> = run.iter().flatten().collect();
        if run.is_empty() {
            continue;
        }
        let found = (at..=line.len().saturating_sub(run.len())).find(|i| {
            line.get(*i..*i + run.len())
                .is_some_and(|w| w.iter().eq(run.iter().copied()))
        });
        match found {
            Some(i) => at = i + run.len(),
            None => return false,
        }
    }
    true
}

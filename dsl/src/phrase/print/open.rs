//! The read-back of what has not been assembled yet: the readings between which a problem asks to decide.
use super::Printer;
use crate::phrase::item::ItemReader;
use crate::phrase::opener::{Kind, Opened};
use crate::phrase::reader::Ph;
use crate::phrase::step::Line;
use engine::ids::*;
use engine::rules::*;

fn with<T>(it: &ItemReader, f: impl FnOnce(&Printer) -> T) -> T {
    // what the file declares has its names, though its sentences are still being read
    let mut rules = it.prog.rules.clone();
    crate::phrase::prepare(&mut rules, it.decls, it.shared.pool);
    let pool = it.shared.pool.borrow();
    let texts = it.shared.texts.borrow();
    let text = |t: TextId| pool.text_of(t).to_owned();
    let name = |n: Name| {
        let word = texts.get(n.index()).filter(|w| !w.is_empty());
        word.map_or_else(|| format!("#{}", n.0), Clone::clone)
    };
    f(&Printer::new(&rules, &text, &name))
}

/// A sentence that has not been assembled yet.
pub fn opened(it: &ItemReader, o: &Opened) -> String {
    with(it, |p| {
        let kind = match &o.head.kind {
            Kind::On(on) => format!("{}, ", p.on(on)),
            _ => String::new(),
        };
        let when = o.head.when.iter().map(|c| format!("{}, ", p.when(c)));
        let when: String = when.collect();
        format!("{kind}{when}{}", line(p, &o.read.line))
    })
}

/// A condition.
pub fn cond_text(it: &ItemReader, c: &Cond) -> String {
    with(it, |p| p.cond(c))
}

/// A line of steps.
pub fn line_text(it: &ItemReader, l: &Line) -> String {
    with(it, |p| line(p, l))
}

/// A phrase.
pub fn phrase_text(it: &ItemReader, ph: &Ph) -> String {
    with(it, |p| p.value(&ph.value))
}

fn line(p: &Printer, l: &Line) -> String {
    let rest = |body: &Option<Box<Line>>| {
        let body = body.as_ref();
        body.map_or_else(|| "{ .. }".to_owned(), |b| line(p, b))
    };
    match l {
        Line::Steps(steps) => p.block(steps),
        Line::Facts(fact) => {
            let when: Vec<String> = fact.when.iter().map(|c| p.when(c)).collect();
            let forms: Vec<String> = fact.forms.iter().map(|f| p.form(f, &when)).collect();
            forms.join("; ")
        }
        Line::May {
            who,
            body,
            secretly,
            they: _,
            limit: _,
        } => {
            let how = if *secretly { " secretly" } else { "" };
            format!("{} may{how} {}", p.set(who), rest(body))
        }
        Line::If(c, body) => format!("{} {}", p.when(c), rest(body)),
        Line::Each {
            of,
            name: _,
            order: _,
        } => format!("for each of {} {{ .. }}", p.all(of)),
        Line::Later(at, body) => format!("at {} {}", p.moment(at), rest(body)),
        Line::Either(text) => format!("either \"{text}\" {{ .. }}"),
        Line::Repeat { most: _, until: _ } => "repeat { .. }".to_owned(),
        Line::Within {
            seconds,
            after_first: _,
        } => {
            format!("within {} seconds {{ .. }}", p.num(seconds))
        }
        Line::Block => "{ .. }".to_owned(),
    }
}

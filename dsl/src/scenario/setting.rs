//! Which match a scenario asks for: its variant, modes, armies and the options it gives. Never compiles it.
use super::{frames, sentences};
use crate::frame::options::Choices;
use crate::frame::words::Words;
use crate::gather::{self, Armies, Setting};
use crate::library::Library;
use crate::syntax::*;

/// The match a scenario asks for in one of its variants. Options that are given are chosen, so that frame
/// lines which hang on them hold.
pub fn setting(library: &Library, unit: &Unit, variant: &str) -> Setting {
    let mut setting = named(unit, variant);
    let options = gather::options(library, &setting);
    choose(
        &mut setting,
        unit,
        &Choices::of(&options, &[], &mut Vec::new()),
    );
    setting
}

/// The match as the frame of a scenario names it, without what is `given`.
pub(super) fn named(unit: &Unit, variant: &str) -> Setting {
    let mut setting = Setting::of(variant);
    let mut armies = None;
    for line in frames(unit) {
        let last = line.places.iter().filter_map(|place| place.last());
        setting
            .places
            .extend(last.map(|t| (t.text.clone(), t.span)));
        let names = |place: &Vec<Token>| place.last().map(|t| t.text.clone());
        match line.word.text.as_str() {
            "modes" => setting.modes.extend(line.places.iter().filter_map(names)),
            "armies" => armies
                .get_or_insert_with(Vec::new)
                .extend(line.places.iter().filter_map(names)),
            _ => {}
        }
    }
    setting.allot = armies.is_none();
    if let Some(armies) = armies {
        setting.armies = Armies::These(each_once(armies));
    }
    setting
}

/// The options that a scenario gives.
pub(super) fn choose(setting: &mut Setting, unit: &Unit, options: &Choices) {
    for sentence in sentences(unit) {
        let mut words = Words::new(&sentence.line, sentence.span);
        if !words.eat(&["given"]) {
            continue;
        }
        if let Some((option, value)) = given_option(&mut words, options) {
            setting.options.push((option, value));
        }
    }
}

/// An army that several seats play is compiled once.
fn each_once(armies: Vec<String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for army in armies {
        if !once.contains(&army) {
            once.push(army);
        }
    }
    once
}

/// `[the] OPTION is VALUE`, without a seat.
fn given_option(words: &mut Words, options: &Choices) -> Option<(String, String)> {
    words.eat(&["the"]);
    let name = words.word()?;
    let mut all = options.options.iter();
    let option = all.find(|o| o.line.name.text == name.text)?;
    if !(words.eat(&["is"]) || words.eat(&["are"])) {
        return None;
    }
    let value = words.take().filter(|v| option.has(&v.text))?;
    words
        .is_empty()
        .then(|| (name.text.clone(), value.text.clone()))
}

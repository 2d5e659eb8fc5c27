//! `info`: what a name at the table stands for, as text: an army, a power, a kind of piece or card, a value or zone shown
//! beside the board.
use super::words;
use crate::board::facts::{army_words, capital, plain};
use engine::ids::{ArmyId, RuleId, SourceId};
use engine::notation::{self, text};
use engine::rules::{Holder, Rule, Ruleset};

/// The answer to `info` (no name: everything there is a text about) and `info NAME`.
pub fn told(rules: &Ruleset, name: &str) -> String {
    match name {
        "" => list(rules),
        name => card(rules, name).unwrap_or_else(|| {
            format!("nothing here is called `{name}`; `info` alone lists the names")
        }),
    }
}

fn list(rules: &Ruleset) -> String {
    let mut out = Vec::new();
    let armies: Vec<&str> = rules.armies.iter().map(|a| text(rules, a.name)).collect();
    let kinds = |card| -> Vec<&str> {
        let of = rules.kinds.iter().filter(|k| k.card == card);
        of.map(|k| text(rules, k.name)).collect()
    };
    let powers = rules.powers.iter().filter(|p| p.army.is_none());
    let powers: Vec<&str> = powers.map(|p| text(rules, p.name)).collect();
    let mut values: Vec<&str> = (rules.fields.iter().map(|f| f.name))
        .chain(rules.zones.iter().map(|z| z.name))
        .map(|name| text(rules, name))
        .collect();
    values.sort_unstable();
    values.dedup();
    for (what, names) in [
        ("Armies", armies),
        ("Pieces", kinds(false)),
        ("Cards", kinds(true)),
        ("Powers", powers),
        ("Marks, values and zones", values),
    ] {
        if !names.is_empty() {
            let line = format!("{what}: {}", names.join(", "));
            out.extend(crate::board::wrap(&line, crate::board::WIDTH));
        }
    }
    out.join("\n")
}

fn card(rules: &Ruleset, name: &str) -> Option<String> {
    let same = |known: &str| plain(&known.to_lowercase()) == plain(&name.to_lowercase());
    let mut out = Vec::new();
    for (i, army) in rules.armies.iter().enumerate() {
        if same(text(rules, army.name)) || same(text(rules, army.title)) {
            out.push(capital(&army_words(rules, ArmyId::from(i))));
            let power = army.power.map(Holder::Power);
            out.extend(power.into_iter().flat_map(|h| sentences(rules, h)));
        }
    }
    for (i, power) in rules.powers.iter().enumerate() {
        if same(text(rules, power.name)) {
            out.push(capital(&plain(text(rules, power.name))));
            out.extend(sentences(
                rules,
                Holder::Power(engine::ids::PowerId::from(i)),
            ));
        }
    }
    for (i, kind) in rules.kinds.iter().enumerate() {
        if same(text(rules, kind.name)) {
            let kind_id = engine::ids::KindId::from(i);
            out.push(format!(
                "{} ({})",
                capital(notation::kind(rules, kind_id)),
                kind.letter
            ));
            out.extend(sentences(rules, Holder::Kind(kind_id)));
        }
    }
    let declared = (rules.fields.iter().map(|f| (f.name, f.src)))
        .chain(rules.zones.iter().map(|z| (z.name, z.src)));
    for (known, src) in declared.filter(|(known, _)| same(text(rules, *known))) {
        let line = format!("- {}", words::bare(words_at(rules, src), 600));
        if !out.contains(&line) {
            if out.is_empty() {
                out.push(capital(&plain(text(rules, known))));
            }
            out.push(line);
            out.extend(speaking(rules, text(rules, known)));
        }
    }
    out.dedup();
    (!out.is_empty()).then(|| {
        let wrapped = out
            .iter()
            .flat_map(|l| crate::board::wrap(l, crate::board::WIDTH));
        wrapped.collect::<Vec<_>>().join("\n")
    })
}

/// The sentences that speak of a value or zone, as many as can be read at once.
fn speaking(rules: &Ruleset, name: &str) -> Vec<String> {
    let word = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric() && c != '-') == name;
    let speaks = |r: &&Rule| {
        let words = words_at(rules, r.src).split_whitespace();
        !r.imposed && words.into_iter().any(word)
    };
    let found = rules.rules.iter().filter(speaks);
    let lines = found.map(|r| format!("- {}", words::bare(words_at(rules, r.src), 300)));
    lines.take(6).collect()
}

fn words_at(rules: &Ruleset, src: SourceId) -> &str {
    let source = rules.sources.get(src.index());
    source.map_or("", |s| s.words.as_str())
}

/// The sentences of who holds them, each with a point before it.
fn sentences(rules: &Ruleset, holder: Holder) -> Vec<String> {
    (rules.rules.iter().enumerate())
        .filter(|(_, r)| r.holder == holder && !r.imposed)
        .map(|(i, _)| format!("- {}", words::sentence_of(rules, RuleId::from(i), 600)))
        .collect()
}

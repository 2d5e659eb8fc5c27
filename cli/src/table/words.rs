//! What a question and its options are called: words of the rules themselves, never the number of a clause.
use super::said::stem;
use crate::board::facts::{army_words, capital, plain, route};
use crate::scenario::run::option_text;
use engine::ids::{ArmyId, ProcId, RuleId, SourceId, SquareId};
use engine::notation::{self, text};
use engine::play::{Choice, Decision, Kind};
use engine::rules::{Form, Holder, Node, Proc, Ruleset, Step, Ty, visit_block, visit_rule};
use std::collections::BTreeSet;

/// The question as a title.
pub fn title(rules: &Ruleset, decision: &Decision) -> String {
    let name = name(rules, decision);
    let about = name
        .as_ref()
        .map_or(String::new(), |n| format!("{}: ", capital(n)));
    let mut title = match decision.kind {
        Kind::Act => "To play".to_string(),
        Kind::Pass => "Nothing to decide".to_string(),
        Kind::Time => "Some time is left".to_string(),
        Kind::First => "Who begins a turn?".to_string(),
        Kind::Move => format!("{about}move a piece"),
        Kind::Choose => format!("{about}{}", what_to_choose(rules, decision)),
        Kind::May => match (&name, decision.rule) {
            (Some(name), None) if by_table(rules, decision) => {
                format!("{}: do you agree?", capital(name))
            }
            (Some(name), _) => format!("{}: do you want it?", capital(name)),
            (None, Some(rule)) => format!("{}: do you want it?", sentence_of(rules, rule, 100)),
            (None, None) => "Do you want it?".to_string(),
        },
        Kind::Either => format!("{about}pick one way"),
        Kind::Order => format!("{about}what comes next?"),
        Kind::Roll => format!("{about}roll"),
        Kind::Deal => format!("{about}{}", what_is_dealt(rules, decision)),
    };
    if decision.picked > 0 {
        title.push_str(&format!(" ({} chosen so far)", decision.picked));
    }
    capital(&title)
}

/// Whether the question is one about an act of the table, to which the others must agree.
pub fn by_table(rules: &Ruleset, decision: &Decision) -> bool {
    let act = |label| rules.table.iter().any(|act| act.name == label);
    decision.rule.is_none() && decision.label.is_some_and(act)
}

/// Which place is dealt to, or which thing is dealt.
fn what_is_dealt(rules: &Ruleset, decision: &Decision) -> String {
    let places = decision
        .options
        .iter()
        .all(|o| !matches!(o, Choice::Kind(_)));
    match &decision.dealing {
        Some(Choice::Kind(kind)) if places => {
            format!("where the {} goes", notation::kind(rules, *kind))
        }
        Some(Choice::Kind(kind)) => format!("what goes to the {}", notation::kind(rules, *kind)),
        Some(place) => format!("what goes to {}", option_text(rules, decision, place)),
        None => "deal the next one".to_string(),
    }
}

/// The label of the question, or the power, kind or procedure that asks it.
pub fn name(rules: &Ruleset, decision: &Decision) -> Option<String> {
    if let Some(label) = decision.label {
        return Some(plain(text(rules, label)));
    }
    if let Some(proc) = chosen_in(rules, decision) {
        return Some(plain(text(rules, proc.name)));
    }
    let rule = rules.rules.get(decision.rule?.index())?;
    let found = match (rule.label, rule.holder) {
        (Some(label), _) => text(rules, label),
        (None, Holder::Power(power)) => text(rules, rules.powers.get(power.index())?.name),
        (None, Holder::Kind(kind)) => notation::kind(rules, kind),
        (None, Holder::Game | Holder::EachSeat) => return None,
    };
    Some(plain(found))
}

/// What is to be chosen: as the rule says it, if it says it once and of such things; else by what the options are.
fn what_to_choose(rules: &Ruleset, decision: &Decision) -> String {
    let what = decision.options.iter().find_map(sort);
    let words = decision.rule.map_or_else(Vec::new, |rule| {
        asked(
            &chosen_in(rules, decision)
                .map_or_else(|| words(rules, rule), |proc| words_at(rules, proc.src)),
        )
    });
    let fits = |phrase: &&String| match (head(phrase), what) {
        (Some(head), Some((_, nouns))) => nouns.contains(&head),
        _ => true,
    };
    if let [only] = words.iter().filter(fits).collect::<Vec<_>>().as_slice() {
        // `choose NAME among THESE`: the name is the rule's own, what matters is what it is chosen from
        let from = only
            .split_once(" among ")
            .map_or(only.as_str(), |(_, from)| from);
        let from: Vec<&str> = (from.split(' '))
            .map(|w| match w {
                "their" => "your",
                w => w,
            })
            .collect();
        let among = if only.contains(" among ") {
            "among "
        } else {
            ""
        };
        return format!("choose {among}{}", from.join(" "));
    }
    format!("choose {}", what.map_or("one", |(what, _)| what))
}

/// What sort of thing an option is, and the nouns that a rule calls it by; none: no noun tells.
fn sort(choice: &Choice) -> Option<(&'static str, &'static [&'static str])> {
    Some(match choice {
        Choice::Army(_) => ("an army", &["army", "armies", "card", "cards"]),
        Choice::Kind(_) => ("a kind of piece", &["kind", "kinds"]),
        Choice::Square(_) => ("a square", &["square", "squares"]),
        Choice::Border(..) => ("a border", &["border", "borders"]),
        Choice::Piece(_) => ("a piece", &["piece", "pieces"]),
        Choice::Held(..) => ("a piece or card", &["piece", "pieces", "card", "cards"]),
        Choice::Seat(_) => ("a player", &["player", "players"]),
        Choice::Side(_) => ("a side", &["side", "sides"]),
        Choice::Number(_) => ("a number", &["number", "numbers"]),
        Choice::Move(..) => ("a move", &["move", "moves"]),
        Choice::Accept
        | Choice::Decline
        | Choice::Done
        | Choice::GoOn
        | Choice::Pass
        | Choice::TimeUp
        | Choice::Text(_)
        | Choice::Action(_)
        | Choice::ActionOf(..)
        | Choice::Rule(_) => return None,
    })
}

/// The noun of sort that a phrase begins with, before what stands beside it; none: it says none of them.
fn head(phrase: &str) -> Option<&str> {
    const NOUNS: [&str; 18] = [
        "army", "armies", "card", "cards", "kind", "kinds", "square", "squares", "piece", "pieces",
        "player", "players", "side", "sides", "number", "numbers", "move", "moves",
    ];
    let from = phrase
        .split_once(" among ")
        .map_or(phrase, |(_, from)| from);
    from.split(' ').find(|word| NOUNS.contains(word))
}

/// The procedure in which a turn or round asks for something of this sort, where it asks in one alone.
fn chosen_in<'r>(rules: &'r Ruleset, decision: &Decision) -> Option<&'r Proc> {
    let rule = rules.rules.get(decision.rule?.index())?;
    let ty = match decision.options.first()? {
        Choice::Number(_) => Ty::Number,
        Choice::Kind(_) => Ty::Kind,
        Choice::Square(_) => Ty::Square,
        Choice::Border(..) => Ty::Border,
        Choice::Seat(_) => Ty::Seat,
        _ => return None,
    };
    let mut found = Vec::new();
    let mut calls = Vec::new();
    let mut own = false;
    visit_rule(rule, &mut |node| {
        own |= asks_for(&node, ty);
        calls.extend(called(&node));
    });
    let mut seen = BTreeSet::new();
    while let Some(id) = calls.pop().filter(|_| !own) {
        let Some(proc) = rules.procs.get(id.index()).filter(|_| seen.insert(id)) else {
            continue;
        };
        let mut asks = false;
        visit_block(&proc.body, &mut |node| {
            asks |= asks_for(&node, ty);
            calls.extend(called(&node));
        });
        found.extend(asks.then_some(proc));
    }
    match found.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

fn asks_for(node: &Node<'_>, ty: Ty) -> bool {
    matches!(node, Node::Step(Step::Choose { from, at_random: false, .. }) if from.ty == ty)
}

fn called(node: &Node<'_>) -> Option<ProcId> {
    match node {
        Node::Step(Step::Call(proc, _)) => Some(*proc),
        _ => None,
    }
}

/// What a text says is chosen, each phrase once.
fn asked(words: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // a step ends with its line at the latest
    for line in words.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (i, word) in words.iter().enumerate() {
            let verb = word.trim_matches(|c: char| !c.is_alphanumeric());
            if !matches!(verb, "choose" | "chooses") || !word.ends_with(verb) {
                continue;
            }
            let phrase = phrase(&words[i + 1..]);
            if !phrase.is_empty() && !found.contains(&phrase) {
                found.push(phrase);
            }
        }
    }
    found
}

/// The words behind `choose` up to where something else begins.
fn phrase(words: &[&str]) -> String {
    let mut phrase = Vec::new();
    for word in words {
        let stops = matches!(
            *word,
            "other" | "or" | "else" | "and" | "then" | "called" | "secretly" | "}" | "{"
        );
        let bare = word.trim_end_matches([',', ';', ':', '}', '.']);
        if stops || word.starts_with(['[', '(']) || phrase.len() == 8 {
            break;
        }
        phrase.push(bare);
        if bare.len() != word.len() {
            break;
        }
    }
    // what was cut off in its middle ends before the word that led on
    let leads = |w: &&str| {
        matches!(
            *w,
            "of" | "for" | "to" | "in" | "on" | "from" | "with" | "the" | "a" | "among" | "other"
        )
    };
    while phrase.last().is_some_and(leads) {
        phrase.pop();
    }
    phrase.join(" ")
}

/// Whether the rule that asks rolls dice.
pub fn rolls(rules: &Ruleset, decision: &Decision) -> bool {
    let mut found = false;
    if let Some(rule) = decision.rule.and_then(|id| rules.rules.get(id.index())) {
        visit_rule(rule, &mut |node| {
            found |= matches!(node, Node::Step(Step::Roll { .. }));
        });
    }
    found
}

fn words(rules: &Ruleset, rule: RuleId) -> String {
    let rule = rules.rules.get(rule.index());
    rule.map_or_else(String::new, |r| words_at(rules, r.src))
}

fn words_at(rules: &Ruleset, src: SourceId) -> String {
    let source = rules.sources.get(src.index());
    source.map_or_else(String::new, |s| s.words.clone())
}

/// The sentence of a rule on one line without label and tags, cut between words at so many letters.
pub fn sentence_of(rules: &Ruleset, rule: RuleId, most: usize) -> String {
    bare(&words(rules, rule), most)
}

/// A sentence without label, comments and tags, cut between words.
pub fn bare(words: &str, most: usize) -> String {
    let mut text = String::new();
    let mut tag = false;
    for line in words.lines() {
        for c in line.split('#').next().unwrap_or_default().chars() {
            match c {
                '[' => tag = true,
                ']' => tag = false,
                c if !tag => text.push(c),
                _ => {}
            }
        }
        text.push(' ');
    }
    let text = text.trim_start();
    let text = text
        .strip_prefix('*')
        .and_then(|t| t.split_once('*'))
        .map_or(text, |(_, rest)| rest);
    let mut out = String::new();
    for word in text.split_whitespace() {
        if out.chars().count() + 1 + word.chars().count() > most {
            out.push_str(" ..");
            break;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// An option with its title, where its name alone says little.
pub fn option(rules: &Ruleset, decision: &Decision, choice: &Choice) -> String {
    match choice {
        Choice::Army(army) => army_words(rules, *army),
        Choice::Text(_) => plain(&option_text(rules, decision, choice)),
        Choice::Action(rule) | Choice::Rule(rule) => named(rules, *rule),
        Choice::Accept => "yes".to_string(),
        Choice::Decline => "no".to_string(),
        Choice::GoOn => "go on".to_string(),
        Choice::Done => "done, no more".to_string(),
        Choice::Move(from, to) => route(rules, *from, *to),
        // which of like cards makes no difference
        Choice::Held(..) => plain(stem(&option_text(rules, decision, choice))),
        _ => option_text(rules, decision, choice),
    }
}

/// Whether all moves to choose from are on one board: then it need not be named.
pub fn one_board(decision: &Decision, rules: &Ruleset) -> bool {
    let board = |square: SquareId| notation::place(rules, square).map(|(board, ..)| board.first);
    let mut boards = decision.options.iter().filter_map(|choice| match choice {
        Choice::Move(from, to) => Some((board(*from), board(*to))),
        _ => None,
    });
    let first = boards.next();
    first.is_some_and(|(from, to)| from == to) && boards.all(|other| Some(other) == first)
}

/// A square by its name, without that of its board where it is plain.
pub fn near(rules: &Ruleset, square: SquareId, plain: bool) -> String {
    let name = notation::square(rules, square);
    match name.split_once(':') {
        Some((_, at)) if plain => at.to_string(),
        _ => name,
    }
}

/// An option in a long list: of an army its title alone, without its article.
pub fn short(rules: &Ruleset, decision: &Decision, choice: &Choice) -> String {
    let title = match choice {
        Choice::Army(a) => rules
            .armies
            .get(a.index())
            .map_or("", |a| text(rules, a.title)),
        _ => "",
    };
    let same = |c: &&Choice| matches!(c, Choice::Army(a) if rules.armies.get(a.index()).is_some_and(|a| text(rules, a.title) == title));
    match title.split_once(' ') {
        _ if decision.options.iter().filter(same).count() > 1 => {
            option_text(rules, decision, choice)
        }
        Some((the, rest)) if the.eq_ignore_ascii_case("the") => rest.to_string(),
        _ if title.is_empty() => option(rules, decision, choice),
        _ => title.to_string(),
    }
}

/// What is offered, in the words behind the label of the offer.
fn offered(rules: &Ruleset, decision: &Decision, most: usize) -> Option<String> {
    let id = decision.rule?;
    let rule = rules.rules.get(id.index())?;
    let whole = || {
        // the course of a turn or round is more than what is offered
        let course = matches!(rule.form, Form::Turn(_) | Form::Round(_) | Form::Setup(_));
        (!course).then(|| sentence_of(rules, id, most))
    };
    if decision.label == rule.label {
        return whole();
    }
    let label = format!("*{}*", text(rules, decision.label?));
    let places = std::iter::once(rule.src).chain(rules.procs.iter().map(|p| p.src));
    let words = places.map(|src| words_at(rules, src));
    let Some(behind) = words
        .filter_map(|w| Some(w.split_once(&label)?.1.to_string()))
        .next()
    else {
        return whole();
    };
    // up to the end of the block it opens, or of the line
    let mut depth = 0i32;
    let end = behind.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth < 0 || depth == 0 && matches!(c, '}' | '\n' | ';')
    });
    let upto = end.map_or(behind.len(), |(at, c)| {
        at + usize::from(c == '}' && depth == 0)
    });
    Some(bare(&behind[..upto], most)).filter(|words| !words.is_empty())
}

/// A rule by its label or power, never by a clause.
fn named(rules: &Ruleset, id: RuleId) -> String {
    let Some(rule) = rules.rules.get(id.index()) else {
        return String::new();
    };
    match (rule.label, rule.holder) {
        (None, Holder::Game | Holder::EachSeat) => sentence_of(rules, id, 60),
        _ => plain(&notation::rule(rules, id)),
    }
}

/// One line of text on an option, from its rules.
pub fn about(rules: &Ruleset, decision: &Decision, choice: &Choice, most: usize) -> Option<String> {
    let holder = match choice {
        // where there is no label the title says it
        Choice::Accept if name(rules, decision).is_some() => {
            return offered(rules, decision, most);
        }
        Choice::Army(army) => Holder::Power(power(rules, *army)?),
        Choice::Action(rule) | Choice::Rule(rule) => return Some(sentence_of(rules, *rule, most)),
        _ => return None,
    };
    let rule = rules
        .rules
        .iter()
        .position(|r| r.holder == holder && !r.imposed)?;
    Some(sentence_of(rules, RuleId::from(rule), most))
}

fn power(rules: &Ruleset, army: ArmyId) -> Option<engine::ids::PowerId> {
    rules.armies.get(army.index())?.power
}

/// The only option meant by a name, a title, or words without their hyphens, in either case.
pub fn meant(rules: &Ruleset, decision: &Decision, said: &str) -> Option<usize> {
    let same = |a: &str| !a.is_empty() && plain(&a.to_lowercase()) == plain(&said.to_lowercase());
    let fits = |choice: &Choice| {
        let title = match choice {
            Choice::Army(a) => rules
                .armies
                .get(a.index())
                .map_or("", |a| text(rules, a.title)),
            _ => "",
        };
        let short = title
            .split_once(' ')
            .filter(|(the, _)| the.eq_ignore_ascii_case("the"));
        same(&option_text(rules, decision, choice))
            || same(title)
            || short.is_some_and(|(_, rest)| same(rest))
            || same(&option(rules, decision, choice))
    };
    let mut all = (decision.options.iter().enumerate()).filter(|(_, c)| fits(c));
    let (index, _) = all.next()?;
    all.next().is_none().then_some(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_is_said_in_the_words_of_the_rule() {
        let rule = "*deal* every player chooses an army among the armies, then it enters [basic.6]";
        assert_eq!(asked(rule), ["an army among the armies"]);
        assert_eq!(asked("you may move [x.1]"), Vec::<String>::new());
        assert_eq!(bare("*deal* you win  [x.1 x.2]\n # aside", 40), "you win");
        assert_eq!(bare("you win the whole game", 12), "you win the ..");
    }
}

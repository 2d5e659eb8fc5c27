//! What a question and its options are called: words of the rules themselves, never the number of a clause.
use crate::board::facts::{army_words, capital, plain};
use crate::scenario::run::option_text;
use engine::ids::{ArmyId, RuleId};
use engine::notation::{self, text};
use engine::play::{Choice, Decision, Kind};
use engine::rules::{Holder, Node, Ruleset, Step, visit_rule};

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
        Kind::Move => format!("{about}move a piece"),
        Kind::Choose => format!("{about}{}", what_to_choose(rules, decision)),
        Kind::May => match (&name, decision.rule) {
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

/// The label of the question, or the power or kind that asks it.
pub fn name(rules: &Ruleset, decision: &Decision) -> Option<String> {
    if let Some(label) = decision.label {
        return Some(plain(text(rules, label)));
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

/// What is to be chosen: as the rule says it, if it says it once; else by what the options are.
fn what_to_choose(rules: &Ruleset, decision: &Decision) -> String {
    let words = decision
        .rule
        .map_or_else(Vec::new, |rule| asked(&words(rules, rule)));
    if let [only] = words.as_slice() {
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
    let what = decision.options.iter().find_map(|choice| {
        Some(match choice {
            Choice::Army(_) => "an army",
            Choice::Kind(_) => "a kind of piece",
            Choice::Square(_) => "a square",
            Choice::Piece(_) => "a piece",
            Choice::Held(..) => "a piece or card",
            Choice::Seat(_) => "a player",
            Choice::Side(_) => "a side",
            Choice::Number(_) => "a number",
            Choice::Move(..) => "a move",
            _ => return None,
        })
    });
    format!("choose {}", what.unwrap_or("one"))
}

/// What a text says is chosen, each phrase once.
fn asked(words: &str) -> Vec<String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut found: Vec<String> = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let verb = word.trim_matches(|c: char| !c.is_alphanumeric());
        if !matches!(verb, "choose" | "chooses") || !word.ends_with(verb) {
            continue;
        }
        let mut phrase = Vec::new();
        for word in &words[i + 1..] {
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
        let phrase = phrase.join(" ");
        if !phrase.is_empty() && !found.contains(&phrase) {
            found.push(phrase);
        }
    }
    found
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
    let source = (rules.rules.get(rule.index())).and_then(|r| rules.sources.get(r.src.index()));
    source.map_or(String::new(), |s| s.words.clone())
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
        Choice::Branch(_) => plain(&option_text(rules, decision, choice)),
        Choice::Action(rule) | Choice::Rule(rule) => named(rules, *rule),
        Choice::Accept => "yes".to_string(),
        Choice::Decline => "no".to_string(),
        Choice::GoOn => "go on".to_string(),
        Choice::Done => "done, no more".to_string(),
        _ => option_text(rules, decision, choice),
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
pub fn about(rules: &Ruleset, choice: &Choice, most: usize) -> Option<String> {
    let holder = match choice {
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

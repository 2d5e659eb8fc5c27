//! What a failing line is told: decisions, options and facts in the words in which scenarios are written, and what is so
//! beside what was expected.
use super::Stage;
use super::names::rule_name;
use engine::notation::{self, text};
use engine::play::{Choice, Decision, Kind, Who};
use engine::rules::{
    Amount, Answer, Base, Clause, Cond, Num, Quality, Rel, Ruleset, Says, Set, Ty, Value,
};

/// Most options a message names.
const MAX_NAMED: usize = 40;

/// Amounts tried to find how many there are.
const MAX_COUNTED: i16 = 999;

/// An option as a line of a scenario writes it.
pub fn option(rules: &Ruleset, decision: &Decision, choice: &Choice) -> String {
    match choice {
        Choice::Accept => offer(rules, decision),
        Choice::Decline | Choice::Done | Choice::Pass => "nothing".to_string(),
        Choice::Held(_, kind, _) => notation::kind(rules, *kind).to_string(),
        Choice::Action(id) | Choice::Rule(id) => rule_name(rules, *id),
        Choice::ActionOf(id, at) => {
            format!(
                "{} with {}",
                rule_name(rules, *id),
                notation::square(rules, *at)
            )
        }
        Choice::Text(name) => quoted(text(rules, *name)),
        _ => notation::choice(rules, decision, choice),
    }
}

/// The name by which an open offer is accepted.
pub fn offer(rules: &Ruleset, decision: &Decision) -> String {
    match (decision.label, decision.rule) {
        (Some(label), _) => quoted(text(rules, label)),
        // a rule without a name is accepted without one
        (None, Some(id)) if super::names::rule_is_called(rules, id, &rule_name(rules, id)) => {
            rule_name(rules, id)
        }
        (None, _) => "the offer".to_string(),
    }
}

fn quoted(name: &str) -> String {
    let one_word = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    match one_word && !name.is_empty() {
        true => name.to_string(),
        false => format!("\"{name}\""),
    }
}

/// Options in words, the first of them, each once.
pub fn options<'a>(
    rules: &Ruleset,
    all: impl IntoIterator<Item = (&'a Decision, &'a Choice)>,
) -> String {
    let mut words: Vec<String> = Vec::new();
    for (decision, choice) in all {
        let word = option(rules, decision, choice);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.is_empty() {
        return "nothing at all".to_string();
    }
    let more = words.len().saturating_sub(MAX_NAMED);
    words.truncate(MAX_NAMED);
    match more {
        0 => words.join(", "),
        n => format!("{} and {n} more", words.join(", ")),
    }
}

/// The options of one decision.
pub fn open(rules: &Ruleset, decision: &Decision) -> String {
    options(rules, decision.options.iter().map(|c| (decision, c)))
}

/// What is asked of whoever decides, as the line before which another line came: `red is asked for a move or an action: ..`.
pub fn question(rules: &Ruleset, decision: &Decision) -> String {
    let who = notation::who(rules, &decision.who);
    match decision.who {
        Who::Seat(_) => {
            let about = match (decision.kind, decision.label, decision.rule) {
                (Kind::Act, ..) => " to act".to_string(),
                (_, Some(label), _) => format!(" about {}", quoted(text(rules, label))),
                (_, None, Some(id)) => format!(" about {}", rule_name(rules, id)),
                _ => String::new(),
            };
            format!("{who} is asked{about}: {}", open(rules, decision))
        }
        Who::Chance => format!(
            "chance is to answer first (`the die shows ..` or `the shuffle gives ..`): {}",
            open(rules, decision)
        ),
        Who::Clock if decision.kind == Kind::First => {
            format!(
                "nobody is on turn; a turn can be begun by {}",
                open(rules, decision)
            )
        }
        Who::Clock => "the clock is to answer first".to_string(),
    }
}

/// An answer as a line writes it.
pub fn answer(rules: &Ruleset, answer: &Answer) -> String {
    match answer {
        Answer::Move(a, b, kind) => {
            let letter = |k| {
                rules
                    .kinds
                    .get(engine::ids::KindId::index(k))
                    .map(|k| k.letter)
            };
            let promoted = kind
                .and_then(letter)
                .map_or_else(String::new, |letter| format!("={letter}"));
            format!(
                "{}-{}{promoted}",
                notation::square(rules, *a),
                notation::square(rules, *b)
            )
        }
        Answer::Square(s) => notation::square(rules, *s),
        Answer::Kind(k) => notation::kind(rules, *k).to_string(),
        Answer::Seat(s) => notation::seat(rules, *s).to_string(),
        Answer::Army(a) => notation::army(rules, *a).to_string(),
        Answer::Number(n) => n.to_string(),
        Answer::Name(t) => quoted(text(rules, *t)),
        Answer::With(t, s) => format!(
            "{} with {}",
            quoted(text(rules, *t)),
            notation::square(rules, *s)
        ),
        Answer::Deal(s, k) => format!(
            "{} {}",
            notation::square(rules, *s),
            notation::kind(rules, *k)
        ),
        Answer::Nothing => "nothing".to_string(),
    }
}

/// What is so where a condition was expected that is not.
pub fn instead<G: Stage>(game: &G, cond: &Cond) -> String {
    match cond {
        Cond::Is(clause) => clause_instead(game, clause),
        Cond::All(all) => match all.iter().find(|c| !game.holds(c)) {
            Some(first) => instead(game, first),
            None => "it is not so".to_string(),
        },
        Cond::Any(all) => {
            let each: Vec<String> = all.iter().map(|c| instead(game, c)).collect();
            each.join("; ")
        }
        Cond::Not(_) => "it is so".to_string(),
        Cond::Choice(..) => "the host has chosen otherwise".to_string(),
        Cond::During(_) => "it is another moment of the game".to_string(),
    }
}

fn clause_instead<G: Stage>(game: &G, clause: &Clause) -> String {
    let found = game.found(&clause.subject);
    let listed = || match found.is_empty() {
        true => "nothing".to_string(),
        false => found.join(", "),
    };
    // how many there are, where an amount is said
    let counted = |put: &dyn Fn(&mut Clause, Amount)| {
        let holds = |n: &i16| {
            let mut asked = clause.clone();
            asked.not = false;
            put(&mut asked, Amount::Count(Rel::Eq, Num::Lit(*n)));
            game.holds(&Cond::Is(asked))
        };
        (0..=MAX_COUNTED).find(holds)
    };
    match (&clause.subject, &clause.says) {
        (_, Says::Has(_)) => {
            let n = counted(&|c, n| {
                if let Says::Has(set) = &mut c.says {
                    set.amount = n;
                }
            });
            match n {
                Some(n) => format!("of these it has {n}"),
                None => format!("it is not so of {}", listed()),
            }
        }
        (_, Says::There) => {
            let n = counted(&|c, n| {
                if let Value::Set(set) = &mut c.subject {
                    set.amount = n;
                }
            });
            match n {
                Some(n) => format!("there are {n}: {}", listed()),
                None => format!("there are: {}", listed()),
            }
        }
        (_, Says::Did(past)) if matches!(past.deed.object, Some(Value::Set(_))) => {
            let n = counted(&|c, n| {
                if let Says::Did(past) = &mut c.says
                    && let Some(Value::Set(object)) = &mut past.deed.object
                {
                    object.amount = n;
                }
            });
            match n {
                Some(n) => format!("it happened {n} times, of {}", listed()),
                None => format!("it did not happen so, of {}", listed()),
            }
        }
        (Value::Num(_), _) => format!("the number is {}", listed()),
        (Value::Set(set), Says::Cmp(..)) if set.ty == Ty::Seat || set.ty == Ty::Side => {
            let points = Value::Num(Num::Points(Box::new(set.clone())));
            format!("it has {} points", game.found(&points).join(", "))
        }
        (Value::Set(set), _) if found.is_empty() && of_value(set) => "it is nothing".to_string(),
        (Value::Set(_), _) if found.is_empty() => "there is no such thing".to_string(),
        (Value::Set(set), _) if of_value(set) => format!("it is {}", listed()),
        (Value::Set(_), _) if clause.not => format!("it is so of {}", listed()),
        (Value::Set(_), says) => match of_what(says) {
            Some(set) => format!(
                "found {}; expected: {}",
                listed(),
                match game.found(&Value::Set(set.clone())) {
                    all if all.is_empty() => "one of no things".to_string(),
                    all => all.join(", "),
                }
            ),
            None => {
                let so = format!("it is not so of {}", listed());
                match clause.says {
                    Says::Be(Quality::OnTurn) => format!("{so}, but of {}", on_turn(game)),
                    _ => so,
                }
            }
        },
    }
}

/// Who is on turn.
fn on_turn<G: Stage>(game: &G) -> String {
    let seats = Set {
        ty: Ty::Seat,
        base: Base::OnTurn,
        by: Vec::new(),
        pick: None,
        amount: Amount::Any,
    };
    match game.found(&Value::Set(seats)) {
        all if all.is_empty() => "nobody".to_string(),
        all => all.join(", "),
    }
}

/// A phrase that stands for the value of something.
fn of_value(set: &Set) -> bool {
    matches!(set.base, engine::rules::Base::Field(..))
}

/// The things of which the subject was to be one.
fn of_what(says: &Says) -> Option<&Set> {
    match says {
        Says::Be(Quality::Kind(kinds)) => Some(kinds),
        Says::At(_, places) => Some(places),
        _ => None,
    }
}

//! How squares and options are written in records, scenarios and play: from the names of the rules, so that
//! every host writes them alike. The index of an option is what enters a game; the words are for people.
use crate::ids::*;
use crate::play::{Choice, Decision, Outcome, Who};
use crate::rules::{Board, Holder, Ruleset};

/// A text of the rules; empty if there is none of this id.
pub fn text(rules: &Ruleset, id: TextId) -> &str {
    rules.texts.get(id.index()).map_or("", String::as_str)
}

/// The board of a square, with file and rank from 0.
pub fn place(rules: &Ruleset, square: SquareId) -> Option<(&Board, u8, u8)> {
    let board = rules.boards.iter().find(|b| {
        let cells = u16::from(b.files) * u16::from(b.ranks);
        (b.first.0..b.first.0.saturating_add(cells)).contains(&square.0)
    })?;
    let n = square.0 - board.first.0;
    let files = u16::from(board.files);
    Some((board, (n % files) as u8, (n / files) as u8))
}

/// `e4`; on any board but the first with its name: `second-board:e4`.
pub fn square(rules: &Ruleset, square: SquareId) -> String {
    let Some((board, file, rank)) = place(rules, square) else {
        return format!("square-{}", square.0);
    };
    let name = format!("{}{}", char::from(b'a' + file % 26), rank + 1);
    match board.name {
        Some(board_name) if board.first.0 != 0 => format!("{}:{name}", text(rules, board_name)),
        _ => name,
    }
}

/// The square of a name as [`square`] writes it.
pub fn square_of(rules: &Ruleset, name: &str) -> Option<SquareId> {
    let (board, name) = match name.split_once(':') {
        Some((board, name)) => (
            rules
                .boards
                .iter()
                .find(|b| b.name.is_some_and(|n| text(rules, n) == board))?,
            name,
        ),
        None => (rules.boards.first()?, name),
    };
    let mut chars = name.chars();
    let file = u32::from(chars.next().filter(char::is_ascii_lowercase)?) - u32::from('a');
    let rank: u32 = chars.as_str().parse().ok()?;
    if file >= u32::from(board.files) || rank < 1 || rank > u32::from(board.ranks) {
        return None;
    }
    let n = (rank - 1) * u32::from(board.files) + file;
    Some(SquareId(board.first.0 + u16::try_from(n).ok()?))
}

/// Name of a seat.
pub fn seat(rules: &Ruleset, id: SeatId) -> &str {
    rules
        .seats
        .get(id.index())
        .map_or("?", |s| text(rules, s.name))
}

/// The seat of a name, or of its number from 1.
pub fn seat_of(rules: &Ruleset, name: &str) -> Option<SeatId> {
    let by_name = rules.seats.iter().position(|s| text(rules, s.name) == name);
    let by_number = || {
        let n: usize = name.parse().ok()?;
        (n >= 1 && n <= rules.seats.len()).then(|| n - 1)
    };
    by_name.or_else(by_number).map(SeatId::from)
}

/// Name of a side; of the side of one seat the name of that seat.
pub fn side(rules: &Ruleset, id: SideId) -> &str {
    match rules.sides.get(id.index()) {
        Some(side) => match (side.name, side.seats.first()) {
            (Some(name), _) => text(rules, name),
            (None, Some(first)) => seat(rules, *first),
            (None, None) => "?",
        },
        None => "?",
    }
}

/// Name of a kind.
pub fn kind(rules: &Ruleset, id: KindId) -> &str {
    rules
        .kinds
        .get(id.index())
        .map_or("?", |k| text(rules, k.name))
}

/// Name of an army.
pub fn army(rules: &Ruleset, id: ArmyId) -> &str {
    rules
        .armies
        .get(id.index())
        .map_or("?", |a| text(rules, a.name))
}

/// What a rule goes by: its label, else the name of its power or kind, else the first
/// clause it answers for, else its number.
pub fn rule(rules: &Ruleset, id: RuleId) -> String {
    let Some(rule) = rules.rules.get(id.index()) else {
        return format!("rule-{}", id.0);
    };
    if let Some(label) = rule.label {
        return text(rules, label).to_string();
    }
    match rule.holder {
        Holder::Power(power) => rules
            .powers
            .get(power.index())
            .map_or_else(String::new, |p| text(rules, p.name).to_string()),
        Holder::Kind(k) => kind(rules, k).to_string(),
        // never where it stands: the same rules may stand elsewhere
        Holder::Game | Holder::EachSeat => match rule.tags.first() {
            Some(tag) => text(rules, *tag).to_string(),
            None => format!("rule-{}", id.0),
        },
    }
}

/// `file:line` of a rule.
pub fn rule_place(rules: &Ruleset, id: RuleId) -> String {
    match rules.rules.get(id.index()) {
        Some(r) if !source_place(rules, r.src).is_empty() => source_place(rules, r.src),
        _ => format!("rule-{}", id.0),
    }
}

/// File and line of a place in the text; empty if the rules came without text.
pub fn source_place(rules: &Ruleset, src: SourceId) -> String {
    match rules.sources.get(src.index()) {
        Some(s) if !s.file.is_empty() => format!("{}:{}", s.file, s.line),
        _ => String::new(),
    }
}

/// Rules that fire each other without end, each by its place and its words; the first few of many.
pub fn cycle(rules: &Ruleset, ids: &[RuleId]) -> String {
    const MOST: usize = 6;
    let one = |id: &RuleId| {
        let source = rules.rules.get(id.index());
        let source = source.and_then(|r| rules.sources.get(r.src.index()));
        let words = source.map_or("", |s| s.words.as_str());
        let words: Vec<&str> = words.split_whitespace().take(12).collect();
        format!("{} {}", rule_place(rules, *id), words.join(" "))
    };
    let mut lines: Vec<String> = ids.iter().take(MOST).map(one).collect();
    if ids.len() > MOST {
        lines.push(format!("and {} more", ids.len() - MOST));
    }
    lines.join("; ")
}

/// The border between two squares: `d4-d5`.
pub fn border(rules: &Ruleset, a: SquareId, b: SquareId) -> String {
    format!("{}-{}", square(rules, a), square(rules, b))
}

/// Who decides.
pub fn who(rules: &Ruleset, who: &Who) -> String {
    match who {
        Who::Seat(s) => seat(rules, *s).to_string(),
        Who::Chance => "chance".to_string(),
        Who::Clock => "clock".to_string(),
    }
}

/// An option of a decision in words.
pub fn choice(rules: &Ruleset, decision: &Decision, choice: &Choice) -> String {
    match choice {
        Choice::Move(from, to) => format!("{}-{}", square(rules, *from), square(rules, *to)),
        Choice::Action(id) | Choice::Rule(id) => rule(rules, *id),
        Choice::ActionOf(id, at) => format!("{} with {}", rule(rules, *id), square(rules, *at)),
        Choice::Accept => with_label(rules, decision, "accept"),
        Choice::Decline => "decline".to_string(),
        Choice::Text(t) => text(rules, *t).to_string(),
        Choice::Piece(s) | Choice::Square(s) => square(rules, *s),
        Choice::Border(a, b) => border(rules, *a, *b),
        Choice::Held(n, k, colour) => {
            // its colour, where there are others
            let other = |c: &Choice| matches!(c, Choice::Held(_, _, s) if s != colour);
            let held = format!("{}#{}", kind(rules, *k), n + 1);
            match colour.filter(|_| decision.options.iter().any(other)) {
                Some(d) => format!("{}-{held}", side(rules, d)),
                None => held,
            }
        }
        Choice::Kind(k) => kind(rules, *k).to_string(),
        Choice::Seat(s) => seat(rules, *s).to_string(),
        Choice::Side(s) => side(rules, *s).to_string(),
        Choice::Army(a) => army(rules, *a).to_string(),
        Choice::Number(n) => n.to_string(),
        Choice::Done => "done".to_string(),
        Choice::GoOn => "go-on".to_string(),
        Choice::Pass => "pass".to_string(),
        Choice::TimeUp => "time-up".to_string(),
    }
}

fn with_label(rules: &Ruleset, decision: &Decision, word: &str) -> String {
    let name = match (decision.label, decision.rule) {
        (Some(label), _) => text(rules, label).to_string(),
        (None, Some(id)) => rule(rules, id),
        (None, None) => return word.to_string(),
    };
    format!("{word} {name}")
}

/// The word for a result.
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Playing => "playing",
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
        Outcome::None => "none",
    }
}

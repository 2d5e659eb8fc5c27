//! What is wrong with frame lines: one function for each code.
use crate::diagnostic::Diagnostic;
use crate::syntax::Span;
use engine::rules::Board;

const SETUP: &str = "write `setup standard`, or `setup` and rows of letters: `| K R B N |`";

fn told(code: &'static str, span: Span, said: impl Into<String>, help: &str) -> Diagnostic {
    Diagnostic::new(code, span, said).help(help)
}

/// E231.
pub fn no_setup(head: Span) -> Diagnostic {
    told("E231", head, "this army has no set-up", SETUP)
}

/// E232.
pub fn setup_without_rows(word: Span, of_an_army: bool) -> Diagnostic {
    let help = match of_an_army {
        true => SETUP,
        // there is nothing yet that would be the standard
        false => {
            "rows of letters, front row first: `setup`, and below it `| P P P P |` and `| K R B N |`; the whole board: `position` and its rows"
        }
    };
    told("E232", word, "a set-up has rows", help)
}

/// E233.
pub fn values_of_kinds(span: Span) -> Diagnostic {
    let help = "it reads `values knight 1, bishop 3`";
    told("E233", span, "values are of kinds", help)
}

/// E234.
pub fn no_seats(variant: Span, example: &str) -> Diagnostic {
    let help = format!("write `{example}`");
    told("E234", variant, "this game has no seats", &help)
}

/// E235.
pub fn too_many_seats(span: Span, what: &str, most: usize) -> Diagnostic {
    let said = format!("a game has at most {most} {what}");
    told("E235", span, said, "leave some out")
}

/// E236.
pub fn seat_without_name(span: Span, example: &str) -> Diagnostic {
    let help = format!("it reads `{example}`");
    told("E236", span, "a seat has a name", &help)
}

/// E237.
pub fn sits_nowhere(span: Span, seat: &str, board: Option<&Board>) -> Diagnostic {
    let said = format!("where `{seat}` sits is no edge and no corner of the board");
    let (file, rank) = board.map_or(('h', 8), |b| {
        let last = b.files.saturating_sub(1).min(25);
        (char::from(b'a' + last), b.ranks)
    });
    let help = format!(
        "a seat sits `on rank 1`, `on rank {rank}`, `on file a`, `on file {file}` or `at a1` (a corner), perhaps `of NAME` (a board)"
    );
    told("E237", span, said, &help)
}

/// E238.
pub fn side_without_name(span: Span, example: &str) -> Diagnostic {
    let help = format!("it reads `{example}`");
    told("E238", span, "a side has a name", &help)
}

/// E239.
pub fn on_two_sides(span: Span) -> Diagnostic {
    let help =
        "name each seat in one side: `sides north of red and blue, south of green and black`";
    told("E239", span, "a seat is on one side only", help)
}

/// E240.
pub fn turn_of_nobody(span: Span) -> Diagnostic {
    let help = "it reads `turns red, green, yellow, black`";
    told("E240", span, "turns are of seats or sides", help)
}

/// E241.
pub fn no_board(variant: Span, example: &str) -> Diagnostic {
    let help = format!("write `{example}`, or derive it from a variant that has one");
    told("E241", variant, "this game has no board", &help)
}

/// E242.
pub fn board_without_size(span: Span, example: &str) -> Diagnostic {
    let help = format!("it reads `{example}`");
    told("E242", span, "a board has a size", &help)
}

/// E243.
pub fn board_size(span: Span, most: i16) -> Diagnostic {
    let said = format!("a board has 1 to {most} files and ranks");
    told("E243", span, said, "it reads `board 8 by 8`")
}

/// E244.
pub fn board_sides(span: Span) -> Diagnostic {
    let help = "it reads `board 8 by 8 with 2 sides`";
    told("E244", span, "a board has 1 or 2 sides", help)
}

/// E245.
pub fn no_hole(span: Span, words: &str) -> Diagnostic {
    let said = format!("`{words}` is no square or area of this board");
    told(
        "E245",
        span,
        said,
        "holes read `board 8 by 8 other than a1-b2, h8`",
    )
}

/// E245, of all squares together.
pub fn no_square_left(span: Span) -> Diagnostic {
    let help = "leave out fewer: `board 8 by 8 other than a1-b2, h8`";
    told(
        "E245",
        span,
        "these are all squares of the board: none is left",
        help,
    )
}

/// E246. `range`: what was written; none: there are several.
pub fn bad_range(span: Span, range: Option<&str>) -> Diagnostic {
    let help = "write `option goal: 10 - 20, usually 10`: words, numbers, or words and one range";
    match range {
        Some(range) => {
            let said = format!("`{range}` is no range of numbers (-32768 to 32767)");
            told("E246", span, said, help)
        }
        None => told(
            "E246",
            span,
            "an option has one range of numbers at most",
            help,
        ),
    }
}

/// E247.
pub fn stage_without_name(span: Span) -> Diagnostic {
    let help = "it reads `stages effects, reactions, verdicts`";
    told("E247", span, "a stage has a name", help)
}

/// E248.
pub fn act_without_name(span: Span, example: &str) -> Diagnostic {
    let help = format!("it reads `{example}`");
    told("E248", span, "an act at the table has a name", &help)
}

/// E249.
pub fn fen_field(span: Span) -> Diagnostic {
    let help = "it reads `fen clock quiet, passing vulnerable`";
    told("E249", span, "this field of a FEN is unknown", help)
}

/// E250.
pub fn armies_line(word: Span) -> Diagnostic {
    let help =
        "it reads `armies all different`; which army sits where is said by a match or scenario";
    told("E250", word, "this line of a variant cannot be read", help)
}

/// E251.
pub fn deck_without_cards(word: Span) -> Diagnostic {
    let help = "write `cards` and a row: `| P P N N K |`";
    told("E251", word, "a deck lists its cards", help)
}

/// E252. `word`: what the statement begins with.
pub fn outside_parts(span: Span, word: Option<(&str, Span)>) -> Diagnostic {
    let said = "an army holds a set-up, kinds and a power; this stands in none of them";
    let problem = Diagnostic::new("E252", span, said);
    let near = word.and_then(|(word, at)| {
        let heads = ["setup", "kind", "power"];
        crate::diagnostic::nearest(word, heads).map(|near| (near, at))
    });
    match near {
        Some((near, at)) => problem
            .help(format!("did you mean `{near}`?"))
            .fix(at, near),
        None => problem.help("put it into `power NAME { .. }` or a kind"),
    }
}

/// E254.
pub fn too_long(span: Span, words: &str, example: &str) -> Diagnostic {
    let said = format!("`{words}` does not belong to this line");
    let help = format!("it reads `{example}`");
    told("E254", span, said, &help)
}

/// E255.
pub fn nobody_called<'a>(
    span: Span,
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let said = format!("there is no {what} called `{name}`");
    let known: Vec<&str> = known.into_iter().collect();
    let problem = Diagnostic::new("E255", span, said).nearest(name, known.iter().copied());
    if problem.help.is_some() || known.is_empty() || known.len() > 20 {
        return problem;
    }
    let there: Vec<String> = known.iter().map(|n| format!("`{n}`")).collect();
    problem.help(format!("here there are {}", there.join(", ")))
}

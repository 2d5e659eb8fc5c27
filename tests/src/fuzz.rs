//! What must hold of any bytes a stranger hands in: the bodies of the fuzz targets under `fuzz/`, which `cargo test` runs on bytes of its
//! own. Each panics where something does not hold; nothing else is told.
use dsl::compile::check;
use dsl::format::format;
use dsl::gather::Setting;
use dsl::library::Library;
use dsl::syntax::UnitKind;
use engine::core::any::{AnyGame, AnyPlan};
use engine::play::{Match, Open};
use engine::record::{Record, identity};
use engine::rules::Ruleset;
use engine::session::Running;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Decisions of a game of generated rules.
const DECISIONS: usize = 200;

/// What a target does with bytes.
pub type Target = fn(&[u8]);

/// Every target, by the name of its file under `fuzz/fuzz_targets`.
pub const TARGETS: [(&str, Target); 5] = [
    ("read", read),
    ("layout", layout),
    ("record", record),
    ("position", position),
    ("play", |bytes| {
        play(bytes);
    }),
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Any text is read and compiled, or told what is wrong with it.
pub fn read(bytes: &[u8]) {
    let text = text(bytes);
    let library = Library::parse([("t.variant", text.as_str())]);
    library.problems();
    for unit in library.units(UnitKind::Variant) {
        check(&library, &Setting::of(&unit.name.text));
    }
}

/// The layout of any text is its own layout, and makes the same rules.
pub fn layout(bytes: &[u8]) {
    let text = text(bytes);
    let laid = format(&text).text;
    assert_eq!(format(&laid).text, laid, "the layout of a layout");
    let (before, after) = (
        Library::parse([("t.variant", text.as_str())]),
        Library::parse([("t.variant", laid.as_str())]),
    );
    for unit in before.units(UnitKind::Variant) {
        let identity_in = |library| {
            let rules = check(library, &Setting::of(&unit.name.text)).rules;
            rules.map(|r| identity(&r).expect("an identity"))
        };
        assert_eq!(identity_in(&before), identity_in(&after), "other rules");
    }
}

/// A record that reads is written as it was read.
pub fn record(bytes: &[u8]) {
    let Ok(read) = Record::read(&text(bytes)) else {
        return;
    };
    assert_eq!(Record::read(&read.write()), Ok(read));
}

/// Any text is a position of chess, or told what is wrong with it.
pub fn position(bytes: &[u8]) {
    let text = text(bytes);
    drop(engine::fen::parse(&chess(), &text));
    let lines = engine::position_text::to_scenario(&text);
    engine::position_text::on_one_line(&lines);
}

fn chess() -> Ruleset {
    let library = Library::parse(library::FILES.iter().filter_map(|f| {
        let chess = f.path == "variants/chess.variant";
        chess.then_some((f.path, f.text))
    }));
    let rules = check(&library, &Setting::of("chess")).rules;
    rules.expect("the rules of chess")
}

/// Rules written by the bytes, which read well, are played by the rest of them: every option once, every answer taken, the state
/// written and read again, the same game from the same answers. How many decisions there were; none: the rules do not read well.
pub fn play(bytes: &[u8]) -> Option<usize> {
    let mut source = Source(bytes.iter());
    let text = rules(&mut source);
    let library = Library::parse([("t.variant", text.as_str())]);
    let rules = Arc::new(check(&library, &Setting::of("t")).rules?);
    let plan = AnyPlan::link(&rules, &Match::default()).ok()?;
    let mut game = AnyGame::begun(&plan).ok()?;
    let mut again = AnyGame::begun(&plan).ok()?;
    for n in 0..DECISIONS {
        let Open::Decision(decision) = game.open().clone() else {
            return Some(n);
        };
        let distinct: BTreeSet<_> = decision.options.iter().collect();
        assert_eq!(
            distinct.len(),
            decision.options.len(),
            "twice on offer:\n{text}"
        );
        assert!(!decision.options.is_empty(), "nothing on offer:\n{text}");
        for seat in 0..2u16 {
            game.view(Some(engine::ids::SeatId(seat)));
        }
        let index = source.below(decision.options.len());
        let answered = game.answer(index);
        assert_eq!(answered, again.answer(index), "not the same twice:\n{text}");
        if answered.is_err() {
            // the rules go round in a circle, which the host is told
            return Some(n);
        }
        let written = game.written().expect("a state as text");
        assert_eq!(
            written,
            again.written().expect("a state"),
            "not the same twice:\n{text}"
        );
        if n % 16 == 7 && matches!(game.open(), Open::Decision(_)) {
            let resumed = game
                .resumed(&written)
                .unwrap_or_else(|e| panic!("{e}:\n{text}"));
            assert_eq!(resumed.open(), game.open(), "resumed:\n{text}");
        }
    }
    Some(DECISIONS)
}

/// Numbers out of bytes; nought when they are used up.
struct Source<'b>(std::slice::Iter<'b, u8>);

impl Source<'_> {
    fn below(&mut self, n: usize) -> usize {
        let byte = self.0.next().copied().unwrap_or_default();
        usize::from(byte) % n.max(1)
    }
    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}

const WAYS: [&str; 8] = [
    "it steps any way",
    "it slides orthogonally",
    "it slides diagonally",
    "it leaps (1,2)",
    "it steps forward without capturing, or steps diagonally forward only to capture",
    "it slides any way, without capturing",
    "it leaps (2,2) or steps orthogonally",
    "it slides forward 3 squares",
];

const MOMENTS: [&str; 10] = [
    "after you move a piece",
    "after you capture a piece",
    "after an opponent moves a piece",
    "after you lose a piece",
    "at the start of your turn",
    "at the end of your turn",
    "at the end of every turn",
    "after a piece enters your last row",
    "as soon as you have exactly 2 pieces",
    "after a piece is marked as tired",
];

const DEEDS: [&str; 13] = [
    "move a piece of yours",
    "choose spot among the empty squares\n      put a guard of yours on the spot",
    "choose loser among your guards\n      remove the loser",
    "choose victim among enemy guards\n      mark the victim as tired until the end of the next turn",
    "add 1 to your zeal",
    "set your zeal to 0",
    "if your zeal is 3 or more { you win }",
    "skip your next turn",
    "choose mine among your pieces\n      choose theirs among enemies\n      swap the squares of the mine and the theirs",
    "roll a die called fate\n      if fate is 6 { score 1 }",
    "unmark every piece as tired",
    "choose heir among your guards\n      the heir becomes a rider",
    "remove every tired piece of yours",
];

const GUARDS: [&str; 6] = [
    "tired pieces cannot move",
    "you cannot capture tired pieces",
    "a piece cannot enter c3",
    "enemy guards cannot capture your rider",
    "you may capture your own guards",
    "a tired piece cannot leave its square",
];

/// A variant of the bytes: two kinds, marks and numbers, a few rules put together from moments, conditions and deeds.
fn rules(source: &mut Source) -> String {
    let mut out = String::from(
        "variant t \"T\" {\n  board 5 by 5\n  seats white on rank 1, black on rank 5\n  position\n    | . g r g . |\n    \
         | . g g g . |\n    | . . . . . |\n    | . G G G . |\n    | . G R G . |\n  on your turn { act } otherwise { pass }\n  \
         every piece has a mark called tired\n  every player has a number called zeal\n  \
         as soon as you have no pieces, you lose\n  as soon as you have no opponent, you win\n",
    );
    for (kind, letter) in [("guard", 'G'), ("rider", 'R')] {
        let way = source.one(&WAYS);
        out.push_str(&format!("  kind {kind} \"{letter}\" {{ {way} }}\n"));
    }
    for _ in 0..=source.below(3) {
        let moment = source.one(&MOMENTS);
        let may = source.one(&[", you may", "", ""]);
        let deed = source.one(&DEEDS);
        out.push_str(&format!("  {moment}{may} {{\n      {deed}\n  }}\n"));
    }
    for _ in 0..source.below(3) {
        out.push_str(&format!("  {}\n", source.one(&GUARDS)));
    }
    out.push_str("}\n");
    out
}

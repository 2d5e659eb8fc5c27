//! Orthodox chess as the rule file says it, sentence by sentence, written as IR by hand.
use super::words::*;
use armorial_engine::ids::*;
use armorial_engine::rules::*;

pub const KING: u16 = 0;
pub const QUEEN: u16 = 1;
pub const ROOK: u16 = 2;
pub const BISHOP: u16 = 3;
pub const KNIGHT: u16 = 4;
pub const PAWN: u16 = 5;
pub const VULNERABLE: u16 = 0;
pub const QUIET: u16 = 1;

const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ANY: [(i8, i8); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];
const JUMP: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

fn texts() -> Vec<String> {
    [
        "white",
        "black",
        "king",
        "queen",
        "rook",
        "bishop",
        "knight",
        "pawn",
        "vulnerable",
        "quiet",
        "promotions",
        "officer",
    ]
    .map(String::from)
    .to_vec()
}

fn kind(letter: char, name: u16) -> Kind {
    Kind {
        name: TextId(name),
        letter,
        army: None,
        card: false,
        src: SourceId(0),
    }
}

/// `it also leaps from e1 to TO without capturing, bringing the rook on AT to ONTO, if ..`
fn castling(to: u16, at: u16, onto: u16, empty: &[u16], line: (u16, u16)) -> Rule {
    let rook = || {
        let mut rook = pieces(&[ROOK], Amount::Every);
        rook.by.push(Narrow::At(Near::On, squares(&[at])));
        rook
    };
    let enemies = set(
        Ty::Piece,
        Base::All(Where::Board),
        vec![Narrow::Hostile(you())],
        Amount::No,
    );
    let path = set(
        Ty::Square,
        Base::Line(Box::new(squares(&[line.0])), Box::new(squares(&[line.1]))),
        vec![],
        Amount::Any,
    );
    let attack = Deed {
        object: Some(Value::Set(path)),
        ..deed(Verb::Attack)
    };
    let when = Cond::All(vec![
        is(it(), Says::Be(Quality::Unmoved)),
        is(rook(), Says::Be(Quality::Unmoved)),
        is(squares(empty), Says::Be(Quality::Empty)),
        is(enemies, Says::Do(attack)),
    ]);
    let way = Way {
        bring: Some((rook(), squares(&[onto]))),
        when: Some(when),
        ..way(Path::FromTo(SquareId(4), SquareId(to)), Takes::Quiet)
    };
    movement(KING, true, vec![way])
}

fn pawn() -> Vec<Rule> {
    let diagonal = [(-1, 1), (1, 1)];
    let forward = [(0, 1)];
    let walk = movement(
        PAWN,
        false,
        vec![
            way(slide(&forward, 1, 1), Takes::Quiet),
            way(slide(&diagonal, 1, 1), Takes::Only),
        ],
    );
    let double = Way {
        from: Some(row(2)),
        ..way(slide(&forward, 2, 2), Takes::Quiet)
    };
    let vulnerable = Narrow::Is(Quality::Mark(FieldId(VULNERABLE), None));
    let mut victim = pieces(&[PAWN], Amount::Every);
    victim
        .by
        .push(Narrow::At(Near::Behind, name(Ty::Square, 0)));
    let passing = Way {
        to: Some(set(
            Ty::Square,
            Base::All(Where::Board),
            vec![vulnerable],
            Amount::Any,
        )),
        ..way(slide(&diagonal, 1, 1), Takes::This(victim))
    };
    let mut passing = movement(PAWN, true, vec![passing]);
    passing.roles = vec![(Role::Destination, Name(0))];

    let moves = Deed {
        subject: Some(it()),
        cases: vec![
            (Case::From, Value::Set(row(2))),
            (Case::To, Value::Set(row(4))),
        ],
        ..deed(Verb::Move)
    };
    let behind = set(
        Ty::Square,
        Base::All(Where::Board),
        vec![Narrow::At(Near::Behind, it())],
        Amount::Every,
    );
    let mark = Base::Field(
        FieldId(VULNERABLE),
        Box::new(set(Ty::Square, Base::Nothing, vec![], Amount::Every)),
        None,
    );
    let marks = Deed {
        object: Some(Value::Set(behind)),
        cases: vec![(
            Case::As,
            Value::Set(set(Ty::Mark, mark, vec![], Amount::Every)),
        )],
        how: How {
            term: vec![Term::Until(Moment::End(Span::NextTurn))],
            ..How::default()
        },
        ..deed(Verb::Mark)
    };
    let enters = Deed {
        subject: Some(it()),
        object: Some(Value::Set(row(-1))),
        ..deed(Verb::Enter)
    };
    let promotes = Deed {
        subject: Some(it()),
        cases: vec![(Case::To, Value::Set(name(Ty::Kind, 0)))],
        ..deed(Verb::Promote)
    };
    let choose = Step::Choose {
        who: None,
        name: Name(0),
        from: set(Ty::Kind, Base::Word(WordId(0), None), vec![], Amount::Every),
        amount: Amount::Any,
        secretly: false,
        at_random: false,
    };
    let of_pawn = Holder::Kind(KindId(PAWN));
    vec![
        walk,
        movement(PAWN, true, vec![double]),
        rule(
            of_pawn,
            vec![],
            trigger(On::After(vec![moves]), vec![does(marks)]),
        ),
        passing,
        rule(
            of_pawn,
            vec![],
            trigger(On::After(vec![enters]), vec![choose, does(promotes)]),
        ),
    ]
}

fn game_rules() -> Vec<Rule> {
    let legal = set(
        Ty::Move,
        Base::All(Where::Anywhere),
        vec![Narrow::Is(Quality::Legal)],
        Amount::No,
    );
    let in_check = is(you(), Says::Be(Quality::InCheck(None)));
    let mate = vec![Step::If(
        in_check,
        vec![you_do(Verb::LoseGame)],
        vec![does(deed(Verb::DrawGame))],
    )];
    let opponent = set(
        Ty::Seat,
        Base::All(Where::Board),
        vec![Narrow::Hostile(you())],
        Amount::No,
    );
    let thrice = Cond::Is(clause(
        Value::Num(Num::Repetition),
        Says::Cmp(Rel::Eq, Num::Lit(3)),
    ));
    let did = |verb, role| {
        Says::Did(Past {
            deed: deed(verb),
            since: Some(Moment::Start(Span::This)),
            role,
        })
    };
    let progress = Cond::Any(vec![
        is(pieces(&[PAWN], Amount::Any), did(Verb::Move, None)),
        is(
            pieces(&[], Amount::Any),
            did(Verb::Capture, Some(Role::Object)),
        ),
    ]);
    let zero = Deed {
        object: Some(Value::Num(game_number(QUIET))),
        cases: vec![(Case::To, Value::Num(Num::Lit(0)))],
        ..deed(Verb::Set)
    };
    let more = Deed {
        object: Some(Value::Num(Num::Lit(1))),
        cases: vec![(Case::To, Value::Num(game_number(QUIET)))],
        ..deed(Verb::Add)
    };
    let run_down = Cond::Is(clause(
        Value::Num(game_number(QUIET)),
        Says::Cmp(Rel::Ge, Num::Lit(100)),
    ));
    let your_start = || On::At(Moment::Start(Span::Your));
    let draw = || vec![does(deed(Verb::DrawGame))];
    vec![
        rule(
            Holder::EachSeat,
            vec![],
            Form::Turn(vec![does(deed(Verb::Act))]),
        ),
        rule(
            Holder::EachSeat,
            vec![is(you(), Says::Has(legal))],
            trigger(your_start(), mate),
        ),
        rule(
            Holder::EachSeat,
            vec![],
            trigger(
                On::AsSoonAs(is(you(), Says::Has(opponent))),
                vec![you_do(Verb::Win)],
            ),
        ),
        rule(Holder::Game, vec![], trigger(On::AsSoonAs(thrice), draw())),
        rule(
            Holder::Game,
            vec![],
            trigger(
                On::At(Moment::End(Span::Every)),
                vec![Step::If(progress, vec![does(zero)], vec![does(more)])],
            ),
        ),
        rule(
            Holder::EachSeat,
            vec![run_down],
            trigger(your_start(), draw()),
        ),
    ]
}

/// The ruleset.
pub fn ruleset() -> Ruleset {
    let mut rules = game_rules();
    let royal = Form::View {
        of: it(),
        is: What::Quality(Quality::Royal),
        not: false,
    };
    rules.extend([
        movement(
            KING,
            false,
            vec![way(Path::Leap(ANY.to_vec()), Takes::Both)],
        ),
        rule(Holder::Kind(KindId(KING)), vec![], royal),
        castling(6, 7, 5, &[5, 6], (4, 6)),
        castling(2, 0, 3, &[1, 2, 3], (2, 4)),
        movement(QUEEN, false, vec![way(slide(&ANY, 1, 0), Takes::Both)]),
        movement(
            ROOK,
            false,
            vec![way(slide(&ORTHOGONAL, 1, 0), Takes::Both)],
        ),
        movement(
            BISHOP,
            false,
            vec![way(slide(&DIAGONAL, 1, 0), Takes::Both)],
        ),
        movement(
            KNIGHT,
            false,
            vec![way(Path::Leap(JUMP.to_vec()), Takes::Both)],
        ),
    ]);
    rules.extend(pawn());
    let back = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
    let mut position = Vec::new();
    for (seat, first, second) in [(0, 0, 8), (1, 56, 48)] {
        for file in 0..8 {
            for (kind, square) in [(back[file as usize], first + file), (PAWN, second + file)] {
                position.push(Placed {
                    kind: KindId(kind),
                    seat: Some(SeatId(seat)),
                    square: SquareId(square),
                    facing: None,
                });
            }
        }
    }
    let side = |seat| Side {
        name: None,
        seats: vec![SeatId(seat)],
    };
    let promotions = WordPart {
        holder: Holder::Kind(KindId(PAWN)),
        replaces: false,
        value: Value::Set(kinds(&[QUEEN, ROOK, BISHOP, KNIGHT])),
        takes: None,
        when: vec![],
        tags: vec![],
        src: SourceId(0),
    };
    Ruleset {
        version: IR_VERSION,
        boards: vec![Board {
            name: None,
            files: 8,
            ranks: 8,
            holes: vec![],
            layers: 1,
            first: SquareId(0),
        }],
        seats: vec![seat(0, false, 0), seat(1, true, 0)],
        sides: vec![side(0), side(1)],
        turns: vec![Mover::Seat(SeatId(0)), Mover::Seat(SeatId(1))],
        kinds: vec![
            kind('K', 2),
            kind('Q', 3),
            kind('R', 4),
            kind('B', 5),
            kind('N', 6),
            kind('P', 7),
        ],
        fields: vec![
            field(8, Owner::Square, Ty::Mark),
            field(9, Owner::Game, Ty::Number),
        ],
        words: vec![Word {
            name: TextId(10),
            ty: Ty::Kind,
            noun: true,
            parts: vec![promotions],
        }],
        position,
        rules,
        check: vec![Check {
            tags: vec![],
            holder: Holder::Game,
            says: CheckSays::Enforced {
                after_move: true,
                after_turn: true,
            },
            whole_turns: false,
            next_player: false,
            when: vec![],
            src: SourceId(0),
        }],
        fen: Some(Fen {
            clock: Some(FieldId(QUIET)),
            passing: Some(FieldId(VULNERABLE)),
        }),
        texts: texts(),
        ..Ruleset::default()
    }
}

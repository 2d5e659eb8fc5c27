//! Four seats with plain pieces, kings captured, the conqueror taking over: the European game as its rule
//! file says it, written as IR by hand.
use super::orthodox;
use super::words::*;
use armorial_engine::ids::*;
use armorial_engine::rules::*;

const REGAL: u16 = 1;

fn owned(of: Set) -> Set {
    set(
        Ty::Piece,
        Base::All(Where::InPlay),
        vec![Narrow::Of(of)],
        Amount::Every,
    )
}

fn regal(amount: Amount) -> Set {
    let by = vec![Narrow::Is(Quality::Word(WordId(REGAL)))];
    set(Ty::Piece, Base::All(Where::InPlay), by, amount)
}

fn remove_and_lose() -> Block {
    let removes = Deed {
        object: Some(Value::Set(owned(you()))),
        ..deed(Verb::Remove)
    };
    vec![does(removes), you_do(Verb::LoseGame)]
}

fn lose_to(deed_of: Deed, to: Set) -> Deed {
    Deed {
        cases: vec![(Case::To, Value::Set(to))],
        ..deed_of
    }
}

/// `before a player loses to CONQUEROR { give the pieces of the loser to RECEIVER }`
fn spoils(conqueror: Set, receiver: Set) -> Rule {
    let player = set(Ty::Seat, Base::All(Where::Board), vec![], Amount::Any);
    let loses = lose_to(
        Deed {
            subject: Some(player),
            ..deed(Verb::LoseGame)
        },
        conqueror,
    );
    let mut given = owned(name(Ty::Seat, 0));
    given.base = Base::All(Where::Board);
    let gives = Deed {
        object: Some(Value::Set(given)),
        cases: vec![(Case::To, Value::Set(receiver))],
        ..deed(Verb::Give)
    };
    let form = trigger(On::Before(vec![loses]), vec![does(gives)]);
    let mut rule = rule(Holder::Game, vec![], form);
    rule.roles = vec![(Role::Loser, Name(0)), (Role::Conqueror, Name(1))];
    rule
}

fn game_rules() -> Vec<Rule> {
    let turn = Step::OrElse(vec![does(deed(Verb::Act))], vec![does(deed(Verb::Pass))]);
    let loses_piece = Deed {
        subject: Some(you()),
        object: Some(Value::Set(regal(Amount::Any))),
        ..deed(Verb::LosePiece)
    };
    let author = set(Ty::Seat, Base::Author, vec![], Amount::Every);
    let to_author = lose_to(
        Deed {
            subject: Some(you()),
            ..deed(Verb::LoseGame)
        },
        author,
    );
    let few = set(
        Ty::Piece,
        Base::All(Where::InPlay),
        vec![],
        Amount::Count(Rel::Lt, Num::Lit(2)),
    );
    let resigns = Deed {
        subject: Some(you()),
        ..deed(Verb::Resign)
    };
    let other = set(
        Ty::Seat,
        Base::All(Where::Board),
        vec![Narrow::Other(vec![name(Ty::Seat, 0)])],
        Amount::Any,
    );
    let out = set(
        Ty::Seat,
        Base::All(Where::Anywhere),
        vec![Narrow::Not(Quality::Playing)],
        Amount::Any,
    );
    let mut latest = set(
        Ty::Seat,
        Base::All(Where::Board),
        vec![Narrow::Except(name(Ty::Seat, 0))],
        Amount::Every,
    );
    latest.pick = Some(Pick::Latest);
    let nobody = set(Ty::Seat, Base::Nobody, vec![], Amount::Every);
    let opponent = set(
        Ty::Seat,
        Base::All(Where::Board),
        vec![Narrow::Hostile(you())],
        Amount::No,
    );
    let royal = Form::View {
        of: pieces(&[], Amount::Every),
        is: What::Quality(Quality::Royal),
        not: false,
    };
    let each = Holder::EachSeat;
    vec![
        rule(each, vec![], Form::Turn(vec![turn])),
        rule(
            each,
            vec![],
            trigger(
                On::AsSoonAs(is(you(), Says::Has(opponent))),
                vec![you_do(Verb::Win)],
            ),
        ),
        rule(Holder::Game, vec![], royal),
        rule(
            each,
            vec![is(you(), Says::Has(regal(Amount::No)))],
            Form::Trigger {
                on: On::After(vec![loses_piece]),
                stage: Some(StageId(0)),
                offer: None,
                body: vec![does(to_author)],
            },
        ),
        rule(
            each,
            vec![],
            trigger(On::AsSoonAs(is(you(), Says::Has(few))), remove_and_lose()),
        ),
        rule(
            each,
            vec![],
            trigger(On::After(vec![resigns]), remove_and_lose()),
        ),
        spoils(other, name(Ty::Seat, 1)),
        spoils(out, latest),
        rule(
            Holder::Game,
            vec![],
            trigger(
                On::AsSoonAs(is(nobody, Says::Be(Quality::Playing))),
                vec![does(deed(Verb::DrawGame))],
            ),
        ),
    ]
}

fn promotion() -> Rule {
    let choose = Step::Choose {
        who: None,
        name: Name(0),
        from: set(Ty::Kind, Base::Word(WordId(0), None), vec![], Amount::Every),
        amount: Amount::Any,
        secretly: false,
        at_random: false,
    };
    let promotes = Deed {
        subject: Some(it()),
        cases: vec![(Case::To, Value::Set(name(Ty::Kind, 0)))],
        ..deed(Verb::Promote)
    };
    let there = is(it(), Says::At(Near::On, row(-1)));
    let form = Form::Trigger {
        on: On::AsSoonAs(there),
        stage: Some(StageId(1)),
        offer: None,
        body: vec![choose, does(promotes)],
    };
    rule(Holder::Kind(KindId(orthodox::PAWN)), vec![], form)
}

/// The ruleset.
pub fn ruleset() -> Ruleset {
    let mut rules = orthodox::ruleset();
    let keep = |rule: &Rule| match (&rule.holder, &rule.form) {
        (Holder::Kind(_), Form::Movement { ways, .. }) => ways
            .iter()
            .all(|way| way.bring.is_none() && !matches!(way.takes, Takes::This(_))),
        _ => false,
    };
    rules.rules.retain(keep);
    rules.rules.splice(0..0, game_rules());
    rules.rules.push(promotion());
    rules.check[0].says = CheckSays::Announced;
    rules.fen = None;
    let first = rules.texts.len() as u16;
    for (i, name) in ["conquest", "effects", "reactions", "verdicts", "endings"]
        .into_iter()
        .enumerate()
    {
        rules.texts.push(name.into());
        rules.stages.push(Stage {
            name: TextId(first + i as u16),
            any_order: i == 4,
        });
    }
    rules.fields.clear();
    rules.position.clear();
    rules.seats = (0..4)
        .map(|turns| seat(u16::from(turns), false, turns))
        .collect();
    rules.sides = (0..4)
        .map(|i| Side {
            name: None,
            seats: vec![SeatId(i)],
        })
        .collect();
    rules.turns = (0..4).map(|i| Mover::Seat(SeatId(i))).collect();
    let mut setup: Vec<(KindId, SquareId)> = [
        orthodox::KING,
        orthodox::ROOK,
        orthodox::BISHOP,
        orthodox::KNIGHT,
    ]
    .iter()
    .zip(0..)
    .map(|(&kind, sq)| (KindId(kind), SquareId(sq)))
    .collect();
    setup.extend((8..12).map(|sq| (KindId(orthodox::PAWN), SquareId(sq))));
    rules.armies = vec![Army {
        name: TextId(0),
        title: TextId(0),
        setup,
        neutral: vec![],
        spare: vec![],
        power: None,
        src: SourceId(0),
    }];
    let of_setup = set(
        Ty::Square,
        Base::Of(Part::Setup, Box::new(you())),
        vec![],
        Amount::Every,
    );
    let promotions = set(
        Ty::Kind,
        Base::All(Where::Anywhere),
        vec![
            Narrow::At(Near::In, of_setup),
            Narrow::Except(kinds(&[orthodox::PAWN])),
        ],
        Amount::Every,
    );
    rules.words[0].parts[0].value = Value::Set(promotions);
    rules.words.push(Word {
        name: TextId(0),
        ty: Ty::Piece,
        noun: false,
        parts: vec![WordPart {
            holder: Holder::Game,
            value: Value::Set(pieces(&[orthodox::KING], Amount::Any)),
            ..rules.words[0].parts[0].clone()
        }],
    });
    rules
}

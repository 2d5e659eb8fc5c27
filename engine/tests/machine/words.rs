//! Short ways to write IR by hand, for rulesets that tests need without the reader of texts.
use armorial_engine::ids::*;
use armorial_engine::rules::*;

pub fn set(ty: Ty, base: Base, by: Vec<Narrow>, amount: Amount) -> Set {
    Set {
        ty,
        base,
        by,
        pick: None,
        amount,
    }
}
pub fn you() -> Set {
    set(Ty::Seat, Base::You, vec![], Amount::Every)
}
pub fn it() -> Set {
    set(Ty::Piece, Base::It, vec![], Amount::Every)
}
pub fn name(ty: Ty, n: u16) -> Set {
    set(ty, Base::Name(Name(n)), vec![], Amount::Every)
}
pub fn squares(list: &[u16]) -> Set {
    let list = list.iter().map(|&sq| SquareId(sq)).collect();
    set(Ty::Square, Base::Squares(list), vec![], Amount::Every)
}
pub fn row(n: i16) -> Set {
    set(
        Ty::Square,
        Base::Row(Num::Lit(n), Box::new(it())),
        vec![],
        Amount::Every,
    )
}
pub fn kinds(list: &[u16]) -> Set {
    let one = |k: &u16| set(Ty::Kind, Base::Kind(KindId(*k)), vec![], Amount::Every);
    match list {
        [k] => one(k),
        many => set(
            Ty::Kind,
            Base::Or(many.iter().map(one).collect()),
            vec![],
            Amount::Every,
        ),
    }
}
pub fn pieces(kind: &[u16], amount: Amount) -> Set {
    let by = if kind.is_empty() {
        vec![]
    } else {
        vec![Narrow::Is(Quality::Kind(Box::new(kinds(kind))))]
    };
    set(Ty::Piece, Base::All(Where::Board), by, amount)
}
pub fn deed(verb: Verb) -> Deed {
    Deed {
        verb,
        subject: None,
        object: None,
        called: None,
        cases: vec![],
        how: How::default(),
        src: SourceId(0),
    }
}
pub fn clause(subject: Value, says: Says) -> Clause {
    Clause {
        at: At::Now,
        newly: false,
        not: false,
        subject,
        member: None,
        says,
        src: SourceId(0),
    }
}
pub fn is(subject: Set, says: Says) -> Cond {
    Cond::Is(clause(Value::Set(subject), says))
}
pub fn does(deed: Deed) -> Step {
    Step::Do(deed)
}
pub fn you_do(verb: Verb) -> Step {
    does(Deed {
        subject: Some(you()),
        ..deed(verb)
    })
}
pub fn game_number(field: u16) -> Num {
    let game = set(Ty::Seat, Base::Nothing, vec![], Amount::Every);
    Num::Field(FieldId(field), Box::new(game), None)
}
pub fn trigger(on: On, body: Block) -> Form {
    Form::Trigger {
        on,
        stage: None,
        offer: None,
        body,
    }
}
pub fn rule(holder: Holder, when: Vec<Cond>, form: Form) -> Rule {
    let level = if matches!(holder, Holder::Kind(_)) {
        Level::Kind
    } else {
        Level::Variant
    };
    Rule {
        holder,
        rank: Rank { level, depth: 0 },
        form,
        when,
        limit: None,
        keeps: vec![],
        roles: vec![],
        names: vec![],
        label: None,
        tags: vec![],
        imposed: false,
        src: SourceId(0),
    }
}
pub fn way(path: Path, takes: Takes) -> Way {
    Way {
        path,
        takes,
        from: None,
        to: None,
        past: vec![],
        bring: None,
        when: None,
        src: SourceId(0),
    }
}
pub fn movement(kind: u16, also: bool, ways: Vec<Way>) -> Rule {
    let form = Form::Movement {
        of: it(),
        also,
        aim: Aim::Move,
        ways,
    };
    rule(Holder::Kind(KindId(kind)), vec![], form)
}
pub fn slide(dirs: &[(i8, i8)], min: u8, max: u8) -> Path {
    Path::Slide {
        dirs: dirs.to_vec(),
        min,
        max,
    }
}
pub fn seat(name: u16, mirror: bool, turns: u8) -> Seat {
    Seat {
        name: TextId(name),
        side: SideId(name),
        board: BoardId(0),
        frame: Some(Frame { mirror, turns }),
        shares: SeatId(name),
        vacant: false,
    }
}
pub fn field(name: u16, of: Owner, ty: Ty) -> Field {
    Field {
        name: TextId(name),
        of,
        per_seat: false,
        on_everybody: false,
        ty,
        many: false,
        start: None,
        seen: Seen::All,
        by: Holder::Game,
        src: SourceId(0),
    }
}

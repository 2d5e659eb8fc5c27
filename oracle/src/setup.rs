//! States to begin with: the set-up of a match, a position in mid-game, what a scenario makes true.
use super::history::History;
use super::link::Linked;
use super::read::*;
use super::shared::Shared;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::play::Outcome;
use engine::rules::*;

/// The state before the game: seats with their armies, pieces where the set-up puts them.
pub fn initial(l: &Linked) -> State {
    let mut st = empty(l);
    let has_armies = !l.rules.armies.is_empty();
    for i in 0..st.seats.len() {
        let s = SeatId::from(i);
        match l.game.armies.get(i).copied().flatten() {
            Some(a) => seat_army(l, &mut st, s, a),
            None if !l.rules.setup.is_empty() && !has_armies && l.owner_seat(s) == s => {
                for (k, q) in &l.rules.setup {
                    place(l, &mut st, *k, Some(s), l.in_frame(*q, s), None);
                }
            }
            None if has_armies && !l.game.armies.is_empty() => {
                st.seats[i].playing = false;
                st.seats[i].outcome = Outcome::None;
            }
            None => {}
        }
    }
    for p in &l.rules.position {
        place(l, &mut st, p.kind, p.seat, p.square, p.facing);
    }
    start_zones(l, &mut st);
    fix_homes(&mut st);
    st
}

fn empty(l: &Linked) -> State {
    let n = l.rules.seats.len();
    let layers = l.rules.boards.iter().map(|b| b.layers).max().unwrap_or(1);
    let mut st = State::from(Situation {
        pieces: vec![],
        board: vec![None; l.squares * usize::from(layers)],
        layers,
        zones: Shared::default(),
        seats: (0..n)
            .map(|i| SeatState {
                playing: !l.rules.seats[i].vacant,
                outcome: if l.rules.seats[i].vacant {
                    Outcome::None
                } else {
                    Outcome::Playing
                },
                lost_at: 0,
                points: 0,
                turns: 0,
                latest_turn: 0,
                turn_before: 0,
                skip: 0,
                army: None,
                powers: vec![],
                completed: 0,
            })
            .collect(),
        fields: Shared::default(),
        known: Shared::default(),
        shown: Shared::default(),
        shown_to: Shared::default(),
        timed: Shared::default(),
        imposed: Shared::default(),
        delayed: Shared::default(),
        used: Shared::default(),
        edges: Shared::default(),
        edge_alive: Shared::default(),
        each_alive: Shared::default(),
        turn_at: 0,
        orders: vec![],
        on_turn: None,
        turn: 0,
        round: 0,
        round_start: 0,
        action: 0,
        passed: 0,
        stamp: 0,
        next: None,
        side_last: Shared::default(),
        past: History::default(),
        now: Shared::default(),
        positions: History::default(),
        phase: Phase::Setup,
        over: false,
        losses: 0,
        because: vec![],
        tried: false,
        raid: false,
    });
    for (i, p) in l.rules.powers.iter().enumerate() {
        for s in &p.seats {
            st.seats[s.index()].powers.push(Held {
                power: PowerId::from(i),
                until: None,
            });
        }
    }
    st
}

/// A seat takes an army: its power, its pieces on their squares.
pub fn seat_army(l: &Linked, st: &mut State, s: SeatId, a: ArmyId) {
    let army = &l.rules.armies[a.index()];
    st.seats[s.index()].army = Some(a);
    if let Some(p) = army.power {
        st.seats[s.index()].powers.insert(
            0,
            Held {
                power: p,
                until: None,
            },
        );
    }
    let army = l.sets_up(a);
    for (k, q) in &army.setup {
        place(l, st, *k, Some(s), l.in_frame(*q, s), None);
    }
    for (k, q) in &army.neutral {
        place(l, st, *k, None, l.in_frame(*q, s), None);
    }
}

/// A piece or card that is nowhere yet.
pub fn add_piece(
    l: &Linked,
    st: &mut State,
    kind: KindId,
    owner: Option<SeatId>,
    facing: Option<u8>,
) -> PieceId {
    let id = PieceId(st.pieces.len() as u16);
    let facing = facing.unwrap_or_else(|| owner.map_or(0, |o| l.facing(o)));
    st.pieces.push(Piece {
        kind,
        owner,
        side: None,
        facing,
        place: Place::Lost,
        home: None,
        unmoved: false,
        moved_turn: 0,
        stamp: 0,
        card: l.rules.kinds[kind.index()].card,
        army: None,
        mixed: 0,
    });
    id
}

fn place(
    l: &Linked,
    st: &mut State,
    kind: KindId,
    owner: Option<SeatId>,
    sq: SquareId,
    facing: Option<u8>,
) -> PieceId {
    let id = add_piece(l, st, kind, owner, facing);
    if let Some(old) = st.at_layer(sq, 0) {
        st.lift(old);
    }
    st.land(id, sq, 0);
    id
}

fn start_zones(l: &Linked, st: &mut State) {
    for (i, z) in l.rules.zones.iter().enumerate() {
        let seats: Vec<SeatId> = (0..st.seats.len()).map(SeatId::from).collect();
        let owners: Vec<OwnerKey> = match (&z.of, z.by) {
            // what belongs to a power is there where it is held
            (Owner::Seat, Holder::Power(p)) => (seats.into_iter())
                .filter(|s| st.seats[s.index()].powers.iter().any(|h| h.power == p))
                .map(OwnerKey::Seat)
                .collect(),
            (Owner::Seat, _) => seats.into_iter().map(OwnerKey::Seat).collect(),
            (Owner::Game, _) => vec![OwnerKey::Game],
            (Owner::Side, _) => (0..l.rules.sides.len())
                .map(|s| OwnerKey::Side(SideId::from(s)))
                .collect(),
            _ => continue,
        };
        for owner in owners {
            fill(l, st, ZoneId::from(i), owner);
        }
    }
}

/// What a zone holds from the beginning.
fn fill(l: &Linked, st: &mut State, zone: ZoneId, owner: OwnerKey) {
    let z = &l.rules.zones[zone.index()];
    let of = match owner {
        OwnerKey::Seat(s) => Some(s),
        _ => None,
    };
    for s in &z.start {
        let Base::Row1(v) = &s.base else {
            fill_with_armies(l, st, s, ZoneKey { zone, owner });
            continue;
        };
        for (k, seat) in v {
            let seat = seat.map(|s| turned(l, s, owner));
            let id = add_piece(l, st, *k, seat.or(of), None);
            if z.holds == Ty::Card {
                st.piece_mut(id).card = true;
                st.piece_mut(id).side = seat.map(|s| l.rules.seats[s.index()].side);
            }
            let env = Env::default();
            let cx = Cx::new(l, st, &env);
            if s.by.iter().all(|n| cx.pass(Val::Piece(id), n)) {
                st.store(id, ZoneKey { zone, owner });
            } else {
                // left in the box
                st.pieces.pop();
            }
        }
    }
}

/// A seat of a row that is written once and holds for every owner: written for the first of them and turned for the others.
fn turned(l: &Linked, written: SeatId, owner: OwnerKey) -> SeatId {
    let side_of = |s: SeatId| l.rules.seats[s.index()].side;
    let (side, seat) = match owner {
        OwnerKey::Seat(s) => (side_of(s), Some(s)),
        OwnerKey::Side(d) => (d, None),
        _ => return written,
    };
    let sides = &l.rules.sides;
    let turned = (side.index() + side_of(written).index()) % sides.len();
    match seat {
        Some(own) if turned == side.index() => own,
        _ => (sides[turned].seats.first().copied()).unwrap_or(written),
    }
}

/// In a position a deck that the rules shuffle lies shuffled.
pub fn lies_shuffled(l: &Linked, st: &mut State, key: ZoneKey) {
    if l.shuffled[key.zone.index()] {
        st.mix(key);
    }
}

/// A card for each army of a phrase (`starting with the standard armies`).
fn fill_with_armies(l: &Linked, st: &mut State, armies: &Set, key: ZoneKey) {
    let env = Env::default();
    let armies = Cx::new(l, st, &env).set(armies);
    for army in armies {
        let Val::Army(army) = army else { continue };
        let id = PieceId(st.pieces.len() as u16);
        st.pieces.push(Piece {
            kind: KindId(0),
            owner: None,
            side: None,
            facing: 0,
            place: Place::Lost,
            home: None,
            unmoved: false,
            moved_turn: 0,
            stamp: 0,
            card: true,
            army: Some(army),
            mixed: 0,
        });
        st.store(id, key);
    }
}

/// What the zones of an army's power hold from the beginning, for who has just taken that army.
pub fn fill_zones_of(l: &Linked, st: &mut State, s: SeatId, a: ArmyId) {
    let Some(power) = l.rules.armies[a.index()].power else {
        return;
    };
    for (i, z) in l.rules.zones.iter().enumerate() {
        if z.by == Holder::Power(power) && matches!(z.of, Owner::Seat) {
            fill(l, st, ZoneId::from(i), OwnerKey::Seat(s));
        }
    }
}

/// What stands on the board when play begins is at home and unmoved.
pub fn fix_homes(st: &mut State) {
    let ids: Vec<PieceId> = st.on_board().collect();
    for p in ids {
        let sq = st.square_of(p);
        let pc = st.piece_mut(p);
        pc.home = sq;
        pc.unmoved = true;
        pc.stamp = 0;
    }
}

/// A position in mid-game (language 12): each seat has had 10 turns; a piece on a square where the set-up has
/// that kind of that seat is unmoved and at home there, every other has moved and has no home.
pub fn from_position(l: &Linked, pieces: &[Placed]) -> State {
    let mut st = empty(l);
    let has_armies = !l.rules.armies.is_empty();
    for i in 0..st.seats.len() {
        match l.game.armies.get(i).copied().flatten() {
            Some(a) => {
                st.seats[i].army = Some(a);
                if let Some(p) = l.rules.armies[a.index()].power {
                    st.seats[i].powers.insert(
                        0,
                        Held {
                            power: p,
                            until: None,
                        },
                    );
                }
            }
            None if has_armies && !l.game.armies.is_empty() => {
                st.seats[i].playing = false;
                st.seats[i].outcome = Outcome::None;
            }
            None => {}
        }
    }
    for p in pieces {
        let kind = p
            .seat
            .and_then(|s| viewed_as(l, &st, s, p.kind))
            .unwrap_or(p.kind);
        let id = add_piece(l, &mut st, kind, p.seat, p.facing);
        if st.at_layer(p.square, 0).is_none() {
            st.land(id, p.square, 0);
        }
    }
    let env = Env::default();
    let homes: Vec<(PieceId, SquareId)> = {
        let cx = Cx::new(l, &st, &env);
        st.on_board()
            .filter_map(|p| {
                let (sq, owner) = (st.square_of(p)?, st.piece(p).owner?);
                cx.setup_squares(owner)
                    .iter()
                    .any(|(q, k)| *q == sq && *k == Some(st.piece(p).kind))
                    .then_some((p, sq))
            })
            .collect()
    };
    for (p, sq) in homes {
        let pc = st.piece_mut(p);
        pc.home = Some(sq);
        pc.unmoved = true;
    }
    st.pieces.iter_mut().for_each(|p| p.stamp = 0);
    start_zones(l, &mut st);
    // what is done before the game is not done here
    let decks: Vec<ZoneKey> = st.zones.keys().copied().collect();
    decks
        .into_iter()
        .for_each(|key| lies_shuffled(l, &mut st, key));
    // where rounds are played nobody had a turn of his own: all had the last round
    let by_turns = !l.rules.turns.is_empty();
    let n = l.rules.turns.len().max(1) as u32;
    for i in 0..st.seats.len() {
        let turns = if st.seats[i].playing { 10 } else { 0 };
        let at = l
            .rules
            .turns
            .iter()
            .position(|t| matches!(t, Mover::Seat(s) if s.index() == i))
            .unwrap_or(if by_turns { i } else { 0 }) as u32;
        let s = &mut st.seats[i];
        s.turns = turns;
        s.latest_turn = 9 * n + at + 1;
        s.turn_before = 8 * n + at + 1;
        s.completed = s.latest_turn;
    }
    st.turn = 10 * n;
    st.round = 10;
    st.round_start = st.turn + 1;
    super::orders::none_yet(l, &mut st);
    put_on_turn(l, &mut st, None);
    st
}

/// A seat is on turn, its start over; without: the first of `turns` that is in.
pub fn put_on_turn(l: &Linked, st: &mut State, seat: Option<SeatId>) {
    let before = st.on_turn;
    // take back what an earlier choice of the seat on turn counted
    if st.phase == Phase::Act
        && let Some(s) = st.on_turn
    {
        let s = &mut st.seats[s.index()];
        s.turns = s.turns.saturating_sub(1);
        s.latest_turn = s.turn_before;
    } else {
        st.turn += 1;
    }
    for i in 0..l.rules.turns.len() {
        let prior = None;
        let s = match (seat, l.rules.turns[i]) {
            (Some(s), Mover::Side(d)) if l.rules.sides[d.index()].seats.contains(&s) => Some(s),
            (_, _) => super::turn::seat_at(l, st, i, prior),
        };
        if let Some(s) = s
            && seat.is_none_or(|w| w == s)
        {
            st.turn_at = i;
            st.on_turn = Some(s);
            if let Mover::Side(d) = l.rules.turns[i] {
                let k = l.rules.sides[d.index()]
                    .seats
                    .iter()
                    .position(|t| *t == s)
                    .unwrap_or(0);
                st.side_last.insert(d, k);
            }
            let turn = st.turn;
            let x = &mut st.seats[s.index()];
            x.turns += 1;
            x.turn_before = x.latest_turn;
            x.latest_turn = turn;
            break;
        }
    }
    super::orders::waits_for(l, st, before);
    st.phase = Phase::Act;
}

/// The position as repetition sees it: who stands where and faces whither, who is on turn, marks and values of
/// pieces, squares and seats; being unmoved counts where a rule reads it; numbers of the game (clocks) do not.
pub fn position_hash(l: &Linked, st: &State) -> u64 {
    hash_of(l, st, false)
}

/// The same with every value, whether a rule asks for it or not.
pub fn situation_hash(l: &Linked, st: &State) -> u64 {
    hash_of(l, st, true)
}

fn hash_of(l: &Linked, st: &State, all_values: bool) -> u64 {
    let mut h = Fnv::new();
    for p in st.on_board() {
        let pc = st.piece(p);
        let Place::Board(sq, layer) = pc.place else {
            continue;
        };
        let unmoved = pc.unmoved && l.unmoved_read[pc.kind.index()];
        for x in [
            sq.0,
            u16::from(layer),
            pc.kind.0,
            pc.owner.map_or(u16::MAX, |o| o.0),
            u16::from(pc.facing),
            u16::from(unmoved),
        ] {
            h.add(x);
        }
    }
    h.add(st.on_turn.map_or(u16::MAX, |s| s.0));
    // pieces have numbers that are no part of a position, so what hangs on them counts in whatever order it comes
    let square = |p: PieceId| st.square_of(p).map_or(u16::MAX, |s| s.0);
    let owner = |key: OwnerKey| match key {
        OwnerKey::Game => [0, 0],
        OwnerKey::Seat(s) => [1, s.0],
        OwnerKey::Side(s) => [2, s.0],
        OwnerKey::Piece(p) => [3, square(p)],
        OwnerKey::Square(s) => [4, s.0],
        OwnerKey::Kind(k) => [5, k.0],
        OwnerKey::Border(a, b) => [6 + a.0, b.0],
    };
    let mut all = h.spread();
    for (k, v) in st.fields.iter() {
        if !all_values && !l.values_read[k.field.index()] {
            continue;
        }
        let mut h = Fnv::new();
        owner(k.owner).into_iter().for_each(|x| h.add(x));
        for x in [
            k.field.0,
            k.seat.map_or(u16::MAX, |s| s.0),
            k.holder.map_or(u16::MAX, |s| s.0),
            v.len() as u16,
        ] {
            h.add(x);
        }
        for x in v {
            h.add(match x {
                Val::Num(n) => *n as u16,
                Val::Piece(p) => square(*p),
                Val::Square(s) => s.0,
                Val::Border(a, b) => (a.0 << 8) + b.0,
                Val::Kind(k) => k.0,
                Val::Seat(s) => s.0,
                Val::Side(s) => s.0,
                _ => 1,
            });
        }
        all = all.wrapping_add(h.spread());
    }
    for (k, v) in &st.zones {
        let mut h = Fnv::new();
        h.add(k.zone.0);
        owner(k.owner).into_iter().for_each(|x| h.add(x));
        let mut lies: Vec<[u16; 3]> = (v.iter().map(|p| st.piece(*p)))
            .map(|p| {
                let whose = p.owner.map_or(u16::MAX, |s| s.0);
                [p.kind.0, whose, p.side.map_or(u16::MAX, |s| s.0)]
            })
            .collect();
        lies.sort_unstable();
        lies.into_iter().flatten().for_each(|x| h.add(x));
        all = all.wrapping_add(h.spread());
    }
    all
}

struct Fnv(u64);
impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
    fn spread(&self) -> u64 {
        engine::random::spread(self.0)
    }
    fn add(&mut self, x: u16) {
        for b in x.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// The kind that a view of a seat's power shows as this one (rows show kinds as seen, language 12).
fn viewed_as(l: &Linked, st: &State, seat: SeatId, shown: KindId) -> Option<KindId> {
    l.kind_views.iter().find_map(|id| {
        let rule = l.rule(*id);
        let Form::View {
            of,
            is: What::Quality(Quality::Kind(k)),
            not: false,
        } = &rule.form
        else {
            return None;
        };
        let Holder::Power(power) = rule.holder else {
            return None;
        };
        let held = st.seats[seat.index()]
            .powers
            .iter()
            .any(|h| h.power == power);
        if !held || k.base != Base::Kind(shown) {
            return None;
        }
        of.by.iter().find_map(|n| match n {
            Narrow::Is(Quality::Kind(s)) => match s.base {
                Base::Kind(k) => Some(k),
                _ => None,
            },
            _ => None,
        })
    })
}

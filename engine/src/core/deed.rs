//! What steps do: each verb as the changes and events it makes. A deed never answers what it sets off; it only raises events.
use super::bits::Bits;
use super::eval::Cx;
use super::event::{Event, Thing};
use super::order;
use super::plan::*;
use super::plans::Moves;
use super::run::{Runner, Stop};
use super::state::*;
use crate::ids::*;
use crate::play::Outcome;
use crate::rules::{Role, Ty, Verb};
use serde::{Deserialize, Serialize};

/// A step that asks nobody anything.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed<const N: usize> {
    /// The turn is passed.
    Pass,
    /// Whose turn comes next.
    TurnPasses(Mask<N>),
    /// These seats skip a turn.
    Skip(Mask<N>),
    /// These win; together, unless they were picked as equals.
    Win {
        /// Who; none: the actor.
        who: Option<Mask<N>>,
        /// Several of them share the game.
        share: bool,
    },
    /// Planned moves are made, together or one after the other.
    Play(Moves<N>, bool),
    /// Nobody wins.
    DrawGame,
    /// The game ends with nothing said.
    EndGame,
    /// The turn ends.
    EndTurn,
    /// These lose.
    Lose {
        /// Who; none: the actor.
        who: Option<Mask<N>>,
        /// To whom.
        to: Conqueror<N>,
    },
    /// Points.
    Score(Option<Mask<N>>, Int<N>),
    /// Pieces leave the game.
    Remove {
        /// Which.
        pieces: Mask<N>,
        /// Of these, one that is protected stops all.
        named: Option<Mask<N>>,
    },
    /// Pieces are captured.
    Capture {
        /// Which.
        victims: Mask<N>,
        /// By which piece.
        captor: Option<Mask<N>>,
        /// It stays where it is.
        still: bool,
        /// All or nothing.
        whole: bool,
    },
    /// Pieces are put on squares.
    Put {
        /// Which.
        pieces: Mask<N>,
        /// Where.
        squares: Mask<N>,
        /// On which side of the board; without squares: where they stand.
        side: Option<Mask<N>>,
        /// Under what name.
        called: u8,
    },
    /// New pieces come to squares.
    PutNew {
        /// Of what kind.
        kind: Mask<N>,
        /// Whose; none: the actor's.
        owner: Option<Mask<N>>,
        /// How many.
        count: Int<N>,
        /// Where.
        squares: Mask<N>,
        /// Under what name.
        called: u8,
    },
    /// Pieces or cards are put into a zone.
    Store {
        /// Which.
        pieces: Mask<N>,
        /// At most so many.
        most: Option<Int<N>>,
        /// Which zone, and whose.
        zone: (u16, Mask<N>),
        /// Before what lies at this place, from 1; none: at the end.
        at: Option<Int<N>>,
        /// Everybody sees it.
        openly: bool,
    },
    /// New pieces come into a zone.
    StoreNew {
        /// Of what kind.
        kind: Mask<N>,
        /// Whose; none: the actor's.
        owner: Option<Mask<N>>,
        /// How many.
        count: Int<N>,
        /// Which zone, and whose.
        zone: (u16, Mask<N>),
    },
    /// From now on nobody knows in which order what is in these zones lies; all of it goes into one, if it is named.
    Shuffle(Vec<(u16, Mask<N>)>, Option<(u16, Mask<N>)>),
    /// Armies are given to a seat.
    GiveArmy(Mask<N>, Mask<N>),
    /// Pieces get another owner.
    Give(Mask<N>, Mask<N>),
    /// Two pieces change their owners.
    SwapOwners(Mask<N>),
    /// Two pieces change their squares.
    Swap(Mask<N>),
    /// Pieces are pushed away from, or pulled toward, a square.
    Shove {
        /// Which.
        pieces: Mask<N>,
        /// The square.
        fix: Mask<N>,
        /// Toward it.
        pull: bool,
        /// So far at most.
        by: Option<Int<N>>,
        /// Off the board too.
        off: bool,
    },
    /// Pieces become another kind.
    Become {
        /// Which.
        pieces: Mask<N>,
        /// What.
        kind: Mask<N>,
        /// It is a promotion.
        promote: bool,
    },
    /// Things are marked.
    Mark {
        /// Which.
        things: Mask<N>,
        /// Their type.
        ty: Ty,
        /// The field, and its first plane.
        field: u16,
        /// See `field`.
        plane: u16,
        /// A plane for each holder.
        by_holder: bool,
        /// The hidden field it is.
        hidden: Option<u16>,
        /// Its end.
        term: Vec<Term<N>>,
    },
    /// Marks are taken away.
    Unmark {
        /// Of which things.
        things: Mask<N>,
        /// Their type.
        ty: Ty,
        /// The field, and its first plane.
        field: u16,
        /// See `field`.
        plane: u16,
        /// A plane for each holder.
        by_holder: bool,
    },
    /// A value is set, raised or spent.
    Value {
        /// First slot.
        slot: u16,
        /// It is kept for each seat: for which.
        for_seat: Option<ForSeat<N>>,
        /// Whose; none: the game's.
        of: Option<Mask<N>>,
        /// What it is where it was never set.
        start: i32,
        /// How.
        change: Change<N>,
        /// Its end.
        term: Vec<Term<N>>,
        /// The hidden field it is.
        hidden: Option<u16>,
    },
    /// A set is set, or gets members.
    Set {
        /// Where it lies.
        slots: Slots,
        /// Whose; none: the game's.
        of: Option<Mask<N>>,
        /// What.
        what: Mask<N>,
        /// Besides what is in it.
        add: bool,
        /// The hidden field it is.
        hidden: Option<u16>,
    },
    /// A seat borrows powers until then.
    Borrow(Option<Mask<N>>, Mask<N>, Term<N>),
    /// Pieces and cards in hidden zones are shown.
    Show(Mask<N>),
    /// Values of a hidden field are shown to these, or to all.
    Reveal(u16, Option<ForSeat<N>>, Mask<N>, Option<Mask<N>>),
    /// These seats lose their powers.
    EndPower(Mask<N>),
    /// A fact for a time.
    Impose(u16, Vec<Term<N>>),
    /// A block for later.
    Later(u16, Box<Term<N>>),
    /// The latest move is taken back.
    TakeBack,
    /// A text is told.
    Announce(Vec<TextId>, Option<Mask<N>>, Option<Mask<N>>),
    /// The loop is left.
    Stop,
}

/// How a number changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Change<const N: usize> {
    /// To this number.
    To(Int<N>),
    /// To this thing: the first in the order of its type.
    Thing(Ty, Mask<N>),
    /// To this move.
    Move(Moves<N>),
    /// By so much.
    By(Int<N>),
    /// So much is paid; what is not there cannot be.
    Pay(Int<N>),
}

/// To whom somebody loses.
#[derive(Clone, Debug, PartialEq)]
pub enum Conqueror<const N: usize> {
    /// Nobody.
    Nobody,
    /// Who brought it about.
    Author,
    /// One of these.
    These(Mask<N>),
}

/// An end, as a sentence gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Term<const N: usize> {
    /// Start or end of this turn.
    ThisTurn(bool),
    /// Of the next turn of the game.
    NextTurn(bool),
    /// Of this turn, if it is the holder's; else of his next.
    Yours(bool),
    /// Of the next turn of this seat.
    Next(Mask<N>, bool),
    /// Of the n-th turn of this seat.
    Nth(u8, Mask<N>, bool),
    /// The end of the round that comes so many after this one.
    Rounds(Int<N>),
    /// So many turns of this seat.
    Turns(Int<N>, Mask<N>),
    /// So many turns of the owner of this piece.
    TurnsOfOwner(Int<N>, Mask<N>),
    /// An event.
    Event(u16),
    /// Never.
    Never,
}

impl<const N: usize> Cx<'_, N> {
    /// An end, seen from now.
    pub fn due(&self, t: &Term<N>) -> Due {
        let clock = &self.st.clock;
        let seat = |m: &Mask<N>| {
            self.first(Ty::Seat, self.mask(m))
                .filter(|s| *s < self.plan.seats)
        };
        let next = |s: usize, end: bool| Due::Seat(s as u8, self.st.seats[s].turns + 1, end);
        match t {
            Term::ThisTurn(end) => Due::Turn(clock.turn, *end),
            Term::NextTurn(end) => Due::Turn(clock.turn + 1, *end),
            Term::Yours(end) => match self.env.you {
                NONE => Due::Turn(clock.turn, *end),
                you if clock.on_turn == you && *end => Due::Turn(clock.turn, true),
                you => next(you as usize, *end),
            },
            Term::Next(m, end) => seat(m).map_or(Due::Turn(clock.turn, true), |s| next(s, *end)),
            Term::Nth(n, m, end) => {
                seat(m).map_or(Due::Never, |s| Due::Seat(s as u8, u32::from(*n), *end))
            }
            Term::Rounds(n) => Due::Round(clock.round + self.int(n).max(0) as u32),
            Term::Turns(n, m) => match self.first(Ty::Seat, self.mask(m)) {
                Some(s) => Due::Count(
                    self.int(n).max(0) as u32,
                    Counted::Seat(s as u8),
                    clock.turn,
                ),
                None => Due::Turn(clock.turn, true),
            },
            Term::TurnsOfOwner(n, m) => match self.first(Ty::Piece, self.mask(m)) {
                Some(p) => Due::Count(
                    self.int(n).max(0) as u32,
                    Counted::Piece(p as u8),
                    clock.turn,
                ),
                None => Due::Turn(clock.turn, true),
            },
            Term::Event(i) => Due::Event(*i),
            Term::Never => Due::Never,
        }
    }
}

/// One member of a step: what happens, and what changes by it.
pub struct Member<const N: usize> {
    /// Events, raised ones first.
    pub events: Vec<Event<N>>,
    /// Changes.
    pub changes: Vec<Primitive<N>>,
}

/// A primitive change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Primitive<const N: usize> {
    /// A piece leaves its square.
    Lift(u8),
    /// A lifted piece comes to a square.
    Land(u8, u8),
    /// A lifted piece comes to the near or (`true`) far side of the board.
    Side(u8, bool),
    /// It has moved by its own move.
    Moved(u8),
    /// It was displaced.
    Displaced(u8),
    /// It gets another owner.
    Own(u8, u8),
    /// It becomes another kind.
    Kind(u8, u8),
    /// A mark is set or taken away.
    Bit(u16, u8, bool),
    /// A value is set.
    Number(u16, i32),
    /// A set is set.
    Plane(u16, Bits<N>),
    /// An end of a mark or value.
    Ends(Slot, Option<(Due, Env<N>)>),
    /// A seat is out.
    Out(u8),
    /// A seat loses a power.
    EndPower(u8, u8),
    /// A seat skips a turn.
    Skip(u8),
    /// A seat borrows a power.
    Borrow(u8, u8, Due),
    /// Something lifted comes into a place of a zone, before what lies there at a place ([`NONE`]: at the end).
    Store(u8, u16, u8),
    /// Something in a hidden zone is shown.
    Shown(u8),
    /// A seat gets an army.
    GiveArmy(u16, u8),
}

impl<const N: usize> Runner<'_, N> {
    /// Does it. `false`: it cannot be done.
    pub(super) fn deed(
        &mut self,
        st: &mut State<N>,
        d: &Deed<N>,
        env: &Env<N>,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let actor = if env.actor != NONE {
            env.actor
        } else {
            env.you
        };
        let cx = self.cx(st, env);
        let subjects = |who: &Option<Mask<N>>| match who {
            Some(m) => cx.mask(m) & Bits::below(plan.seats),
            None if actor != NONE => Bits::one(actor as usize),
            None => Bits::one(st.clock.on_turn as usize),
        };
        match d {
            Deed::Pass => {
                if !self.trying() {
                    let e = cx.event(
                        Verb::Pass,
                        if env.actor != NONE {
                            env.actor
                        } else {
                            st.clock.on_turn
                        },
                    );
                    st.clock.passed = st.clock.passed.saturating_add(1);
                    self.tell_trail(st, &e);
                }
                Ok(true)
            }
            Deed::TurnPasses(m) => {
                let next = cx.first(Ty::Seat, cx.mask(m));
                st.clock.next = next.map_or(NONE, |s| s as u8);
                st.clock.changes += 1;
                Ok(true)
            }
            Deed::Skip(m) => {
                let members = (cx.mask(m) & Bits::below(plan.seats))
                    .iter()
                    .map(|s| Member {
                        events: vec![
                            cx.event(Verb::Skip, env.actor)
                                .with(Role::Subject, Thing::Seat(s as u8)),
                        ],
                        changes: vec![Primitive::Skip(s as u8)],
                    });
                let members = members.collect();
                self.guarded(st, env, members, false)
            }
            Deed::Win { who, share } => {
                let seats = subjects(who);
                if seats.is_empty() {
                    return Ok(false);
                }
                self.note_verdict(env.rule);
                let sides: Vec<SideId> = seats.iter().map(|s| plan.rules.seats[s].side).collect();
                let mut all = sides.clone();
                all.sort();
                all.dedup();
                for s in 0..plan.seats {
                    let seat = &mut st.seats[s];
                    let out = seat.army == NONE16 && st.clock.playing >> s & 1 == 0;
                    if out && seat.lost_at == 0 && seat.result == Outcome::None {
                        continue;
                    }
                    seat.result = match (
                        all.contains(&plan.rules.seats[s].side),
                        *share && all.len() > 1,
                    ) {
                        (true, false) => Outcome::Win,
                        (true, true) => Outcome::Draw,
                        _ => Outcome::Loss,
                    };
                }
                st.clock.over = true;
                Err(Stop::Over)
            }
            Deed::Play(of, together) => self.play(st, of, *together, env),
            Deed::DrawGame => {
                self.note_verdict(env.rule);
                draw_game(st);
                Err(Stop::Over)
            }
            Deed::EndGame => {
                self.note_verdict(env.rule);
                st.clock.over = true;
                Err(Stop::Over)
            }
            Deed::EndTurn => {
                st.clock.end_turn = true;
                Ok(true)
            }
            Deed::Lose { who, to } => {
                let seats = subjects(who) & cx.playing();
                let author = cx.author();
                let named = match to {
                    Conqueror::These(m) => cx.first(Ty::Seat, cx.mask(m)).map_or(NONE, |s| s as u8),
                    Conqueror::Nobody | Conqueror::Author => NONE,
                };
                let members = cx.in_order(Ty::Seat, seats).into_iter().map(|s| {
                    let to = if *to == Conqueror::Author {
                        cx.conqueror(s)
                    } else {
                        named
                    };
                    let mut e = cx
                        .event(Verb::LoseGame, author)
                        .with(Role::Loser, Thing::Seat(s as u8));
                    if to != NONE && to as usize != s {
                        e = e.with(Role::Conqueror, Thing::Seat(to));
                    }
                    Member {
                        events: vec![e],
                        changes: vec![Primitive::Out(s as u8)],
                    }
                });
                let members = members.collect();
                let losses = st.clock.losses;
                let done = self.guarded(st, env, members, false)?;
                if st.clock.losses > losses {
                    self.note_verdict(env.rule);
                }
                Ok(done)
            }
            Deed::Score(who, n) => {
                let (seats, n) = (subjects(who), cx.int(n));
                seats.iter().for_each(|s| st.seats[s].points += n);
                st.clock.changes += 1;
                Ok(true)
            }
            Deed::Remove { pieces, named } => {
                let there = (cx.mask(pieces) & st.plane(plane::THERE)) - st.plane(plane::LOST);
                let named = named.as_ref().map_or(Bits::EMPTY, |m| cx.mask(m));
                let members: Vec<Member<N>> = cx
                    .in_order(Ty::Piece, there)
                    .into_iter()
                    .map(|p| cx.removal(p as u8, actor))
                    .collect();
                let protected = |m: &Member<N>| {
                    matches!(m.changes[0], Primitive::Lift(p) if named.has(p as usize))
                        && self.refused(st, env, m)
                };
                if members.iter().any(protected) {
                    return Ok(false);
                }
                self.guarded(st, env, members, false)
            }
            Deed::Capture {
                victims,
                captor,
                still,
                whole,
            } => {
                let there = cx.mask(victims) & st.plane(plane::THERE);
                if there.is_empty() {
                    return Ok(true);
                }
                let captor = captor
                    .as_ref()
                    .and_then(|m| cx.first(Ty::Piece, cx.mask(m)));
                let members = cx.in_order(Ty::Piece, there).into_iter().map(|v| {
                    let victim = (Role::Victim, Thing::Piece(v as u8));
                    let mut e = cx.event(Verb::Capture, actor).with(victim.0, victim.1);
                    e.still = *still;
                    let mut changes = vec![Primitive::Lift(v as u8)];
                    if let Some(q) = st.square(v) {
                        e = e.with(Role::Destination, Thing::Square(q as u8));
                    }
                    if let Some(c) = captor {
                        e = e.with(Role::Captor, Thing::Piece(c as u8));
                        if let (false, Some(q)) = (*still, st.square(v)) {
                            changes.extend([
                                Primitive::Lift(c as u8),
                                Primitive::Land(c as u8, q as u8),
                                Primitive::Moved(c as u8),
                            ]);
                        }
                    }
                    let lost = cx.event(Verb::LosePiece, actor).with(victim.0, victim.1);
                    Member {
                        events: vec![lost, e],
                        changes,
                    }
                });
                let members = members.collect();
                self.guarded(st, env, members, *whole)
            }
            Deed::Put {
                pieces,
                squares,
                side,
                called,
            } => {
                let things = cx.in_order(Ty::Piece, cx.mask(pieces) & st.plane(plane::THERE));
                let side = side.as_ref().and_then(|m| cx.mask(m).last());
                let mut squares = cx.in_order(Ty::Square, cx.mask(squares));
                if squares.is_empty() && side.is_some() {
                    squares = things.iter().filter_map(|p| st.square(*p)).collect();
                }
                if squares.is_empty() || things.is_empty() {
                    return Ok(things.is_empty() && !squares.is_empty());
                }
                let mut members = vec![];
                let mut taken: Bits<N> = Bits::EMPTY;
                for (i, p) in things.iter().enumerate() {
                    let Some(q) = squares.get(i).or(if squares.len() == 1 {
                        squares.first()
                    } else {
                        None
                    }) else {
                        break;
                    };
                    let far = side.map_or(st.is_far(*p), |s| s == 1);
                    if st.at_side(*q, far).is_some_and(|o| !things.contains(&o)) || taken.has(*q) {
                        return Ok(false);
                    }
                    taken.add(*q);
                    let (piece, to) = (Thing::Piece(*p as u8), Thing::Square(*q as u8));
                    let mut events = vec![];
                    let mut enter = cx
                        .event(Verb::Enter, actor)
                        .with(Role::Entrant, piece)
                        .with(Role::Destination, to);
                    if let Some(from) = st.square(*p) {
                        let from = Thing::Square(from as u8);
                        events.push(
                            cx.event(Verb::Leave, actor)
                                .with(Role::Leaver, piece)
                                .with(Role::Origin, from),
                        );
                        enter = enter.with(Role::Origin, from);
                    }
                    events.push(enter);
                    events.push(
                        cx.event(Verb::Put, actor)
                            .with(Role::Placed, piece)
                            .with(Role::Destination, to),
                    );
                    let mut changes = vec![Primitive::Lift(*p as u8)];
                    if far != st.is_far(*p) {
                        changes.push(Primitive::Side(*p as u8, far));
                    }
                    changes.push(Primitive::Land(*p as u8, *q as u8));
                    changes.push(Primitive::Displaced(*p as u8));
                    members.push(Member { events, changes });
                }
                if *called != NONE {
                    self.name(st, *called, things.into_iter().collect());
                }
                self.guarded(st, env, members, false)
            }
            Deed::PutNew {
                kind,
                owner,
                count,
                squares,
                called,
            } => {
                let Some(kind) = cx.mask(kind).first() else {
                    return Ok(false);
                };
                let squares = cx.in_order(Ty::Square, cx.mask(squares));
                let owner = match owner {
                    None => actor as usize,
                    Some(m) => cx.first(Ty::Seat, cx.mask(m)).unwrap_or(actor as usize),
                };
                let count = cx.int(count).max(0) as usize;
                if squares.is_empty() || count == 0 {
                    return Ok(false);
                }
                let mut made = vec![];
                for _ in 0..count {
                    match plan.make_piece(st, kind as u8, owner.min(plan.seats)) {
                        Some(p) => made.push(p),
                        None => return Err(Stop::Exhausted),
                    }
                }
                let put = Deed::Put {
                    pieces: Mask::Fixed(made.into_iter().collect()),
                    squares: Mask::Fixed(squares.into_iter().collect()),
                    side: None,
                    called: *called,
                };
                self.deed(st, &put, env)
            }
            Deed::Store {
                pieces,
                most,
                zone,
                at,
                openly,
            } => {
                let Some(slot) = cx.slot(zone) else {
                    return Ok(false);
                };
                let things = cx.mask(pieces) & st.plane(plane::THERE);
                // what was picked, or comes out of several zones, comes in the order of the pieces
                let mut things = match pieces {
                    Mask::Or(_) | Mask::Name(_) => {
                        let mut all: Vec<usize> = things.iter().collect();
                        order::by_key(&mut all, |p| (st.place[*p], *p));
                        all
                    }
                    _ => cx.in_order(Ty::Piece, things),
                };
                if let Some(most) = most {
                    things.truncate(cx.int(most).max(0) as usize);
                }
                let at = at.as_ref().map(|n| (cx.int(n) - 1).clamp(0, 250) as u8);
                if at.is_none() {
                    // what is there already stays where it lies
                    things.retain(|p| st.zone[*p] != slot);
                }
                let members = things.into_iter().map(|p| {
                    let piece = Thing::Piece(p as u8);
                    let mut events = vec![];
                    if let Some(from) = st.square(p) {
                        events.push(
                            cx.event(Verb::Leave, actor)
                                .with(Role::Leaver, piece)
                                .with(Role::Origin, Thing::Square(from as u8)),
                        );
                    }
                    events.push(
                        cx.event(Verb::Put, actor)
                            .with(Role::Placed, piece)
                            .with(Role::Destination, Thing::Zone(slot)),
                    );
                    let mut changes = vec![
                        Primitive::Lift(p as u8),
                        Primitive::Store(p as u8, slot, at.unwrap_or(NONE)),
                        Primitive::Displaced(p as u8),
                    ];
                    if *openly {
                        changes.push(Primitive::Shown(p as u8));
                    }
                    Member { events, changes }
                });
                let members = members.collect();
                self.guarded(st, env, members, false)
            }
            Deed::StoreNew {
                kind,
                owner,
                count,
                zone,
            } => {
                let Some(kind) = cx.mask(kind).first() else {
                    return Ok(false);
                };
                if cx.slot(zone).is_none() {
                    return Ok(false);
                }
                let owner = match owner {
                    None => actor as usize,
                    Some(m) => cx.first(Ty::Seat, cx.mask(m)).unwrap_or(actor as usize),
                };
                let mut made = Bits::EMPTY;
                for _ in 0..cx.int(count).max(0) {
                    match plan.make_piece(st, kind as u8, owner.min(plan.seats)) {
                        Some(p) => made.add(p),
                        None => return Err(Stop::Exhausted),
                    }
                }
                let store = Deed::Store {
                    pieces: Mask::Fixed(made),
                    most: None,
                    zone: zone.clone(),
                    at: None,
                    openly: false,
                };
                self.deed(st, &store, env)
            }
            Deed::Shuffle(zones, into) => {
                let mut slots: Vec<u16> = vec![];
                for (z, of) in zones {
                    let zone = &plan.zones[*z as usize];
                    slots.extend(cx.mask(of).iter().map(|o| zone.slot + o as u16));
                }
                let pile = into.as_ref().and_then(|z| cx.slot(z));
                if let Some(pile) = pile {
                    for slot in slots.iter().filter(|s| **s != pile) {
                        for p in st.held_in(*slot).collect::<Vec<_>>() {
                            plan.lift(st, p);
                            plan.store(st, p, pile, None);
                        }
                    }
                    slots = vec![pile];
                }
                slots.into_iter().for_each(|s| plan.mix(st, s));
                st.clock.changes += 1;
                Ok(true)
            }
            Deed::GiveArmy(armies, to) => {
                let Some(to) = cx.first(Ty::Seat, cx.mask(to)) else {
                    return Ok(false);
                };
                let members = cx.mask(armies).iter().map(|a| {
                    let mut changes = vec![Primitive::GiveArmy(a as u16, to as u8)];
                    // the card of an army that is taken is used up
                    let card = (0..st.kind.len()).find(|p| st.card_of[*p] as usize == a);
                    changes.extend(card.map(|p| Primitive::Lift(p as u8)));
                    Member {
                        events: vec![],
                        changes,
                    }
                });
                let members = members.collect();
                self.perform(st, members)?;
                Ok(true)
            }
            Deed::Give(pieces, to) => {
                let Some(to) = cx.first(Ty::Seat, cx.mask(to)) else {
                    return Ok(false);
                };
                let given = cx.mask(pieces) & st.plane(plane::THERE);
                let others = cx
                    .in_order(Ty::Piece, given)
                    .into_iter()
                    .filter(|p| st.owner[*p] as usize != to);
                let members = others.map(|p| cx.gift(p as u8, to as u8, actor)).collect();
                self.guarded(st, env, members, false)
            }
            Deed::SwapOwners(m) => {
                let two = cx.in_order(Ty::Piece, cx.mask(m) & st.plane(plane::THERE));
                let [a, b] = two[..] else { return Ok(false) };
                let members = vec![
                    cx.gift(a as u8, st.owner[b], actor),
                    cx.gift(b as u8, st.owner[a], actor),
                ];
                self.guarded(st, env, members, true)
            }
            Deed::Swap(m) => {
                let two = cx.in_order(Ty::Piece, cx.mask(m) & st.plane(plane::THERE));
                let [a, b] = two[..] else { return Ok(false) };
                let (Some(qa), Some(qb)) = (st.square(a), st.square(b)) else {
                    return Ok(false);
                };
                let member = |p: usize, from: usize, to: usize| {
                    let (piece, from, square) = (
                        Thing::Piece(p as u8),
                        Thing::Square(from as u8),
                        Thing::Square(to as u8),
                    );
                    Member {
                        events: vec![
                            cx.event(Verb::Leave, actor)
                                .with(Role::Leaver, piece)
                                .with(Role::Origin, from),
                            cx.event(Verb::Enter, actor)
                                .with(Role::Entrant, piece)
                                .with(Role::Destination, square)
                                .with(Role::Origin, from),
                            cx.event(Verb::Swap, actor).with(Role::Swapped, piece),
                        ],
                        changes: vec![
                            Primitive::Lift(p as u8),
                            Primitive::Land(p as u8, to as u8),
                            Primitive::Displaced(p as u8),
                        ],
                    }
                };
                let members = vec![member(a, qa, qb), member(b, qb, qa)];
                self.guarded(st, env, members, true)
            }
            Deed::Shove {
                pieces,
                fix,
                pull,
                by,
                off,
            } => self.shove(st, env, (pieces, fix), (*pull, by.as_ref(), *off), actor),
            Deed::Become {
                pieces,
                kind,
                promote,
            } => {
                let Some(kind) = cx.mask(kind).first() else {
                    return Ok(false);
                };
                let there = cx.mask(pieces) & st.plane(plane::THERE);
                let members = cx.in_order(Ty::Piece, there).into_iter().map(|p| {
                    let (piece, kind) = (Thing::Piece(p as u8), Thing::Kind(kind as u8));
                    let mut events = vec![
                        cx.event(Verb::Become, actor)
                            .with(Role::Changed, piece)
                            .with(Role::Object, kind),
                    ];
                    if *promote {
                        events.push(
                            cx.event(Verb::Promote, actor)
                                .with(Role::Promoted, piece)
                                .with(Role::Changed, kind),
                        );
                    }
                    Member {
                        events,
                        changes: vec![Primitive::Kind(
                            p as u8,
                            match kind {
                                Thing::Kind(k) => k,
                                _ => 0,
                            },
                        )],
                    }
                });
                let members = members.collect();
                self.guarded(st, env, members, false)
            }
            Deed::Mark {
                things,
                ty,
                field,
                plane,
                by_holder,
                hidden,
                term,
            } => {
                let plane = plane + if *by_holder { u16::from(env.you) } else { 0 };
                let holder = if *by_holder { env.you } else { NONE };
                let due = term.iter().map(|t| cx.due(t)).collect::<Vec<Due>>();
                let members = cx.in_order(*ty, cx.mask(things)).into_iter().map(|x| {
                    let e = Event {
                        holder,
                        ..cx.event(Verb::Mark, actor)
                    };
                    let slot = Slot::Bit(plane, x as u8);
                    let mut changes = vec![
                        Primitive::Bit(plane, x as u8, true),
                        Primitive::Ends(slot, None),
                    ];
                    self.unknown(st, *hidden, env.you, Bits::one(x), &mut changes);
                    changes.extend(due.iter().map(|d| {
                        Primitive::Ends(
                            slot,
                            Some((
                                *d,
                                Env {
                                    event: false,
                                    ..*env
                                },
                            )),
                        )
                    }));
                    Member {
                        events: vec![
                            e.with(Role::Marked, thing(*ty, x))
                                .with(Role::Object, Thing::Mark(*field)),
                        ],
                        changes,
                    }
                });
                let members = members.collect();
                self.guarded(st, env, members, false)
            }
            Deed::Unmark {
                things,
                ty,
                field,
                plane,
                by_holder,
            } => {
                let plane = plane + if *by_holder { u16::from(env.you) } else { 0 };
                let holder = if *by_holder { env.you } else { NONE };
                let marked = cx.mask(things) & st.plane(plane as usize);
                let members = cx.in_order(*ty, marked).into_iter().map(|x| {
                    let e = Event {
                        holder,
                        ..cx.event(Verb::StopBeing, actor)
                    };
                    let slot = Slot::Bit(plane, x as u8);
                    Member {
                        events: vec![
                            e.with(Role::Released, thing(*ty, x))
                                .with(Role::Object, Thing::Mark(*field)),
                        ],
                        changes: vec![
                            Primitive::Bit(plane, x as u8, false),
                            Primitive::Ends(slot, None),
                        ],
                    }
                });
                let members = members.collect();
                self.guarded(st, env, members, false)
            }
            Deed::Value {
                slot,
                for_seat,
                of,
                start,
                change,
                term,
                hidden,
            } => {
                let (slot, holder) = cx.slot_for(*slot, for_seat.as_ref());
                let owners = of.as_ref().map_or(vec![0], |m| cx.mask(m).iter().collect());
                let due = term.iter().map(|t| cx.due(t)).collect::<Vec<Due>>();
                let mut changes = vec![];
                for o in owners {
                    let i = slot + o as u16;
                    let now = match st.values[i as usize] {
                        UNSET => *start,
                        v => v,
                    };
                    let new = match change {
                        Change::To(n) => cx.int(n),
                        Change::Thing(ty, m) => {
                            cx.first(*ty, cx.mask(m)).map_or(UNSET, |x| x as i32)
                        }
                        Change::Move(m) => cx.planned(m).first().map_or(UNSET, |m| m.code()),
                        Change::By(n) => now.saturating_add(cx.int(n)).clamp(-32_000, 32_000),
                        Change::Pay(n) if now < cx.int(n) => return Ok(false),
                        Change::Pay(n) => now - cx.int(n),
                    };
                    if new != UNSET {
                        self.unknown(st, *hidden, holder, Bits::one(o), &mut changes);
                    }
                    changes.push(Primitive::Number(i, new));
                    changes.push(Primitive::Ends(Slot::Number(i), None));
                    changes.extend(
                        due.iter()
                            .map(|d| Primitive::Ends(Slot::Number(i), Some((*d, *env)))),
                    );
                }
                self.perform(
                    st,
                    vec![Member {
                        events: vec![],
                        changes,
                    }],
                )?;
                Ok(true)
            }
            Deed::Set {
                slots,
                of,
                what,
                add,
                hidden,
            } => {
                let owners: Vec<usize> =
                    of.as_ref().map_or(vec![0], |m| cx.mask(m).iter().collect());
                let what = cx.mask(what);
                let mut changes = vec![];
                let all: Bits<N> = owners.iter().copied().collect();
                match slots {
                    Slots::Owners(first, n) => changes.extend((0..*n).map(|v| {
                        let now = st.plane((first + v) as usize);
                        let new = match (what.has(v as usize), *add) {
                            (true, _) => now | all,
                            (false, true) => now,
                            (false, false) => now - all,
                        };
                        Primitive::Plane(first + v, new)
                    })),
                    Slots::Sets(first) | Slots::Marks(first) => {
                        changes.extend(owners.into_iter().map(|o| {
                            let i = first + o as u16;
                            let before = if *add {
                                st.plane(i as usize)
                            } else {
                                Bits::EMPTY
                            };
                            Primitive::Plane(i, before | what)
                        }))
                    }
                    Slots::Numbers(_) | Slots::NumbersOfYou(..) => {}
                }
                if what.any() {
                    self.unknown(st, *hidden, env.you, all, &mut changes);
                }
                self.perform(
                    st,
                    vec![Member {
                        events: vec![],
                        changes,
                    }],
                )?;
                Ok(true)
            }
            Deed::Borrow(who, powers, term) => {
                let Some(seat) = subjects(who).first() else {
                    return Ok(false);
                };
                let due = cx.due(term);
                let member = |p: usize| Member {
                    events: vec![
                        cx.event(Verb::Borrow, seat as u8)
                            .with(Role::Borrowed, Thing::Power(p as u8)),
                    ],
                    changes: vec![Primitive::Borrow(seat as u8, p as u8, due)],
                };
                let members: Vec<Member<N>> = cx.mask(powers).iter().map(member).collect();
                if members.is_empty() {
                    return Ok(false);
                }
                self.perform(st, members)?;
                Ok(true)
            }
            Deed::Show(pieces) => {
                let all = cx.in_order(Ty::Piece, cx.mask(pieces) & st.plane(plane::THERE));
                let member = |p: usize| Member {
                    events: vec![
                        cx.event(Verb::Reveal, actor)
                            .with(Role::Revealed, Thing::Piece(p as u8)),
                    ],
                    changes: vec![Primitive::Shown(p as u8)],
                };
                let members = all.into_iter().map(member).collect();
                self.perform(st, members)?;
                Ok(true)
            }
            Deed::Reveal(hidden, for_seat, of, to) => {
                let h = &plan.hidden[*hidden as usize];
                let to = match to {
                    Some(m) => cx.mask(m) & Bits::below(plan.seats),
                    None => Bits::below(plan.seats),
                };
                let of = cx.mask(of);
                let whose = match for_seat {
                    Some(whose) => cx.for_seat(whose),
                    None => *env,
                };
                let holder = whose.you;
                let cx = cx.with(&whose);
                let asker = self.asker();
                if asker != NONE && of.iter().any(|o| !cx.sees(asker, h, o)) {
                    return Err(Stop::Unknown);
                }
                let members = cx.in_order(h.on, of).into_iter().map(|o| Member {
                    events: match h.on {
                        Ty::Piece => vec![
                            cx.event(Verb::Reveal, actor)
                                .with(Role::Revealed, Thing::Piece(o as u8)),
                        ],
                        _ => vec![],
                    },
                    changes: (to.iter())
                        .map(|s| Primitive::Bit(h.known(s as u8, holder), o as u8, true))
                        .collect(),
                });
                let members = members.collect();
                self.perform(st, members)?;
                Ok(true)
            }
            Deed::EndPower(m) => {
                let seats = cx.mask(m) & Bits::below(plan.seats);
                let mut changes = vec![];
                for s in seats.iter() {
                    let held =
                        (0..plan.powers.len()).filter(|p| st.plane(plan.power_planes + p).has(s));
                    changes.extend(held.map(|p| Primitive::EndPower(s as u8, p as u8)));
                }
                self.perform(
                    st,
                    vec![Member {
                        events: vec![],
                        changes,
                    }],
                )?;
                Ok(true)
            }
            Deed::Impose(fact, term) => {
                let mut due = [Due::Never; 2];
                for (slot, t) in due.iter_mut().zip(term) {
                    *slot = cx.due(t);
                }
                st.imposed.push(Imposed {
                    fact: *fact,
                    env: Env {
                        event: false,
                        ..*env
                    },
                    due,
                    done: false,
                });
                st.clock.changes += 1;
                touch_all(st, reads::VALUES);
                Ok(true)
            }
            Deed::Later(block, t) => {
                let due = cx.due(t);
                st.delayed.push(Delayed {
                    block: *block,
                    env: Env {
                        event: false,
                        ..*env
                    },
                    due,
                });
                st.clock.changes += 1;
                Ok(true)
            }
            Deed::TakeBack => {
                self.take_back(st, env);
                Ok(true)
            }
            Deed::Announce(texts, to, with) => {
                let to = to.as_ref().map(|m| cx.mask(m));
                let with = with.as_ref().map(|m| cx.mask(m)).unwrap_or_default();
                for t in texts {
                    self.announce(*t, to, with);
                }
                Ok(true)
            }
            Deed::Stop => Ok(true),
        }
    }
    /// Nobody has seen the new values of these owners.
    pub(super) fn unknown(
        &self,
        st: &State<N>,
        hidden: Option<u16>,
        holder: u8,
        owners: Bits<N>,
        changes: &mut Vec<Primitive<N>>,
    ) {
        let Some(h) = hidden.map(|h| &self.plan.hidden[h as usize]) else {
            return;
        };
        for s in 0..self.plan.seats as u8 {
            let plane = h.known(s, holder);
            let known = st.plane(plane as usize);
            if known.meets(owners) {
                changes.push(Primitive::Plane(plane, known - owners));
            }
        }
    }
    fn shove(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (pieces, fix): (&Mask<N>, &Mask<N>),
        (pull, by, off): (bool, Option<&Int<N>>, bool),
        actor: u8,
    ) -> Result<bool, Stop> {
        let boards = &self.plan.boards;
        let cx = self.cx(st, env);
        let Some(fix) = cx.first(Ty::Square, cx.mask(fix)) else {
            return Ok(false);
        };
        let by = by.map(|n| cx.int(n)).filter(|n| *n > 0).unwrap_or(64);
        let mut all = cx.in_order(Ty::Piece, cx.mask(pieces) & st.plane(plane::BOARD));
        let sign = if pull { 1 } else { -1 };
        order::by_key(&mut all, |p| {
            st.square(*p)
                .and_then(|s| boards.distance(s, fix))
                .unwrap_or(i32::MAX / 2)
                * sign
        });
        let mut any = false;
        for p in all {
            let Some(from) = st.square(p) else { continue };
            let Some(d) = boards.heading(from, fix) else {
                continue;
            };
            let d = (d.0 * sign as i8, d.1 * sign as i8);
            let (mut at, mut gone) = (from, false);
            let cx = self.cx(st, env);
            for _ in 0..by {
                match boards.step(at, d, false) {
                    Some((to, _))
                        if st.at_beside(to, p).is_none() && cx.enters(p as u8, to as u8, actor) =>
                    {
                        at = to
                    }
                    Some(_) => break,
                    None => {
                        gone = off && !pull;
                        break;
                    }
                }
            }
            if at == from && !gone {
                continue;
            }
            let (piece, origin, to) = (
                Thing::Piece(p as u8),
                Thing::Square(from as u8),
                Thing::Square(at as u8),
            );
            let (verb, role) = if pull {
                (Verb::Pull, Role::Pulled)
            } else {
                (Verb::Push, Role::Pushed)
            };
            let mut events = vec![
                cx.event(Verb::Leave, actor)
                    .with(Role::Leaver, piece)
                    .with(Role::Origin, origin),
            ];
            let mut changes = vec![Primitive::Lift(p as u8)];
            let shoved = cx
                .event(verb, actor)
                .with(role, piece)
                .with(Role::Origin, origin);
            if gone {
                events.push(cx.event(Verb::LosePiece, actor).with(Role::Victim, piece));
                events.push(
                    cx.event(Verb::Remove, actor)
                        .with(Role::Removed, piece)
                        .with(Role::Origin, origin),
                );
                events.push(shoved);
            } else {
                events.push(
                    cx.event(Verb::Enter, actor)
                        .with(Role::Entrant, piece)
                        .with(Role::Destination, to)
                        .with(Role::Origin, origin),
                );
                events.push(shoved.with(Role::Destination, to));
                changes.extend([
                    Primitive::Land(p as u8, at as u8),
                    Primitive::Displaced(p as u8),
                ]);
            }
            let m = Member { events, changes };
            if !self.refused(st, env, &m) {
                any = true;
                self.perform(st, vec![m])?;
            }
        }
        Ok(any)
    }
}

impl<const N: usize> Cx<'_, N> {
    /// An event caused here: what the rules of the game do was caused by whoever acted; abilities have a doer of their own.
    pub fn event(&self, verb: Verb, author: u8) -> Event<N> {
        let author = match self.env.means {
            Means::Ability | Means::Move => author,
            Means::Rule if self.env.event && self.env.author != NONE => self.env.author,
            Means::Rule if self.st.clock.on_turn != NONE => self.st.clock.on_turn,
            Means::Rule => author,
        };
        Event {
            rule: self.env.rule,
            ..Event::new(verb, author, self.env.means)
        }
    }
    fn removal(&self, p: u8, actor: u8) -> Member<N> {
        let piece = Thing::Piece(p);
        let mut events = vec![];
        let mut removed = self.event(Verb::Remove, actor).with(Role::Removed, piece);
        if let Some(q) = self.st.square(p as usize) {
            let from = Thing::Square(q as u8);
            events.push(
                self.event(Verb::Leave, actor)
                    .with(Role::Leaver, piece)
                    .with(Role::Origin, from),
            );
            removed = removed.with(Role::Origin, from);
        } else if let Some(q) = self.st.stands_on(p as usize, self.plan) {
            // what is carried stands where its carrier stands
            removed = removed.with(Role::Origin, Thing::Square(q as u8));
        }
        events.push(self.event(Verb::LosePiece, actor).with(Role::Victim, piece));
        events.push(removed);
        Member {
            events,
            changes: vec![Primitive::Lift(p)],
        }
    }
    fn gift(&self, p: u8, to: u8, actor: u8) -> Member<N> {
        let mut e = self
            .event(Verb::Give, actor)
            .with(Role::Given, Thing::Piece(p));
        if (self.st.owner[p as usize] as usize) < self.plan.seats {
            e = e.with(Role::Giver, Thing::Seat(self.st.owner[p as usize]));
        }
        Member {
            events: vec![e.with(Role::Receiver, Thing::Seat(to))],
            changes: vec![Primitive::Own(p, to)],
        }
    }
    /// The place of a zone of the first of these owners.
    pub fn slot(&self, (z, of): &(u16, Mask<N>)) -> Option<u16> {
        let zone = &self.plan.zones[*z as usize];
        let of = self.first(zone.on, self.mask(of))?;
        Some(zone.slot + of as u16)
    }
    /// No guard keeps a piece from a square.
    fn enters(&self, p: u8, to: u8, actor: u8) -> bool {
        let e = self
            .event(Verb::Enter, actor)
            .with(Role::Entrant, Thing::Piece(p))
            .with(Role::Destination, Thing::Square(to));
        !self.forbidden(&e, false)
    }
    /// Some guard forbids an event; `pieces`: of those that limit pieces alone.
    pub fn forbidden(&self, e: &Event<N>, pieces: bool) -> bool {
        self.forbidding(e, pieces).is_some()
    }
    /// The rule that forbids an event.
    pub fn forbidding(&self, e: &Event<N>, pieces: bool) -> Option<u16> {
        if !self.plan.guarded[e.verb as usize] && self.st.imposed.is_empty() {
            return None;
        }
        for g in self
            .plan
            .guards
            .iter()
            .filter(|g| g.pattern.verb == e.verb && (g.pieces || !pieces))
        {
            let mut hit = false;
            self.holders(g.holder, g.rule, |you, it| {
                let env = Env {
                    event: true,
                    author: e.author,
                    ..Env::of(you, it, g.rule)
                };
                hit = hit || self.with(&env).guard_hits(g, e);
            });
            if hit && !self.permitted(g, e) {
                return Some(g.rule);
            }
        }
        let forbids = |im: &&Imposed<N>| {
            let g = &self.plan.facts[im.fact as usize];
            !g.duty
                && g.pattern.verb == e.verb
                && (g.pieces || !pieces)
                && self.with(&im.env).guard_hits(g, e)
        };
        let fact = self.st.imposed.iter().find(forbids)?;
        Some(self.plan.facts[fact.fact as usize].rule)
    }
    /// Who conquers a seat that loses to the author: the author, or, if the loser acted itself, the other remaining player who most
    /// recently completed a turn (language 7.8).
    pub fn conqueror(&self, loser: usize) -> u8 {
        let author = self.author();
        if author != NONE && author as usize != loser && self.st.playing(author as usize) {
            return author;
        }
        let done =
            |s: &usize| *s != loser && self.st.playing(*s) && self.st.seats[*s].completed > 0;
        (0..self.plan.seats)
            .filter(done)
            .max_by_key(|s| self.st.seats[*s].completed)
            .map_or(NONE, |s| s as u8)
    }
}

/// A thing of a type.
pub fn thing(ty: Ty, i: usize) -> Thing {
    match ty {
        Ty::Square => Thing::Square(i as u8),
        Ty::Seat => Thing::Seat(i as u8),
        Ty::Kind => Thing::Kind(i as u8),
        Ty::Power => Thing::Power(i as u8),
        Ty::Army => Thing::Army(i as u16),
        _ => Thing::Piece(i as u8),
    }
}

/// Those still in share; if nobody is, those who lost last.
pub fn draw_game<const N: usize>(st: &mut State<N>) {
    let any = st.clock.playing != 0;
    let last = st.seats.iter().map(|s| s.lost_at).max().unwrap_or(0);
    let playing = st.clock.playing;
    for (i, s) in st.seats.iter_mut().enumerate() {
        if playing >> i & 1 == 1 || !any && s.lost_at == last && last > 0 {
            s.result = Outcome::Draw;
        }
    }
    st.clock.over = true;
}

/// Everything that reads this is looked at again.
pub fn touch_all<const N: usize>(st: &mut State<N>, what: u32) {
    st.dirty.iter_mut().for_each(|d| *d |= what);
}

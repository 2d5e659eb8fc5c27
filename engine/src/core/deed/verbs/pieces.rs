//! Pieces removed, captured, put on squares, given to others, swapped and changed into other kinds.
use crate::core::bits::Bits;
use crate::core::deed::{Deed, Member, Primitive};
use crate::core::eval::Cx;
use crate::core::event::{Event, Thing};
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::rules::{Role, Ty, Verb};

impl<const N: usize> Runner<'_, N> {
    /// Pieces leave the game; one that was named and is protected stops all.
    pub(super) fn remove_pieces(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        pieces: &Mask<N>,
        named: Option<&Mask<N>>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let there = (cx.mask(pieces) & st.plane(plane::THERE)) - st.plane(plane::LOST);
        let named = named.map_or(Bits::EMPTY, |m| cx.mask(m));
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
    /// Pieces are captured, by a piece that comes to their square unless it stays.
    pub(super) fn capture_pieces(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        victims: &Mask<N>,
        captor: Option<&Mask<N>>,
        still: bool,
        whole: bool,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let mut there = cx.mask(victims) & st.plane(plane::THERE);
        if there.is_empty() {
            return Ok(true);
        }
        let captor = captor.and_then(|m| cx.first(Ty::Piece, cx.mask(m)));
        // no piece captures a victim that is lost already
        if captor.is_some() {
            there -= st.plane(plane::LOST);
            if there.is_empty() {
                return Ok(false);
            }
        }
        let members = cx.in_order(Ty::Piece, there).into_iter().map(|v| {
            let victim = (Role::Victim, Thing::Piece(v as u8));
            let mut e = cx.event(Verb::Capture, actor).with(victim.0, victim.1);
            e.still = still;
            let mut changes = vec![Primitive::Lift(v as u8)];
            if let Some(q) = st.square(v) {
                e = e.with(Role::Destination, Thing::Square(q as u8));
            }
            e = e.with_some(cx.place(v as u8));
            if let Some(c) = captor {
                e = e.with(Role::Captor, Thing::Piece(c as u8));
                if let (false, Some(q)) = (still, st.square(v)) {
                    changes.extend([
                        Primitive::Lift(c as u8),
                        Primitive::Land(c as u8, q as u8),
                        Primitive::Moved(c as u8),
                    ]);
                }
            }
            let lost = cx.event(Verb::LosePiece, actor).with(victim.0, victim.1);
            let lost = cx.lost_where(lost, v as u8);
            Member {
                events: vec![lost, e],
                changes,
            }
        });
        let members = members.collect();
        self.guarded(st, env, members, whole)
    }
    /// Pieces are put on squares, one on each or all on one, or on the other side of the board.
    pub(super) fn put_on_squares(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        pieces: &Mask<N>,
        squares: &Mask<N>,
        side: Option<&Mask<N>>,
        called: u8,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let things = cx.in_order(Ty::Piece, cx.mask(pieces) & st.plane(plane::THERE));
        let side = side.and_then(|m| cx.mask(m).last());
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
                        .with(Role::Origin, from)
                        .with(Role::Destination, to),
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
        if called != NONE {
            self.name(st, called, things.into_iter().collect());
        }
        self.guarded(st, env, members, false)
    }
    /// New pieces come to squares.
    pub(super) fn put_new_pieces(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (kind, owner): (&Mask<N>, Option<&Mask<N>>),
        count: &Int<N>,
        squares: &Mask<N>,
        called: u8,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let cx = self.cx(st, env);
        let actor = cx.acting();
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
            called,
        };
        self.deed(st, &put, env)
    }
    /// Pieces get another owner.
    pub(super) fn give_pieces(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        pieces: &Mask<N>,
        to: &Mask<N>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let actor = cx.acting();
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
    /// Two pieces change their owners.
    pub(super) fn swap_owners(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        m: &Mask<N>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let two = cx.in_order(Ty::Piece, cx.mask(m) & st.plane(plane::THERE));
        let [a, b] = two[..] else { return Ok(false) };
        let members = vec![
            cx.gift(a as u8, st.owner[b], actor),
            cx.gift(b as u8, st.owner[a], actor),
        ];
        self.guarded(st, env, members, true)
    }
    /// Two pieces change their squares.
    pub(super) fn swap_squares(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        m: &Mask<N>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let actor = cx.acting();
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
                        .with(Role::Origin, from)
                        .with(Role::Destination, square),
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
    /// Pieces become another kind, by promotion or otherwise.
    pub(super) fn become_kind(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        pieces: &Mask<N>,
        kind: &Mask<N>,
        promote: bool,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let Some(kind) = cx.mask(kind).first() else {
            return Ok(false);
        };
        let there = cx.mask(pieces) & st.plane(plane::THERE);
        let members = cx.in_order(Ty::Piece, there).into_iter().map(|p| Member {
            events: changed_kind(&cx, actor, p, kind, promote),
            changes: vec![Primitive::Kind(p as u8, kind as u8)],
        });
        let members = members.collect();
        self.guarded(st, env, members, false)
    }
    /// Of kinds from which one is chosen those that guards leave, where the next step changes pieces into the chosen one. If they
    /// leave none, all: nothing comes of that step then.
    pub(in crate::core) fn kinds_left(
        &self,
        st: &State<N>,
        body: &Body<N>,
        name: u8,
        kinds: Bits<N>,
    ) -> Bits<N> {
        let next = self.plan.code[body.code as usize].get(body.pc as usize + 1);
        let Some(Code::Do(
            Deed::Become {
                pieces,
                kind,
                promote,
            },
            _,
        )) = next
        else {
            return kinds;
        };
        if *kind != Mask::Name(name) {
            return kinds;
        }
        let cx = self.cx(st, &body.env);
        let actor = cx.acting();
        let there = cx.mask(pieces) & st.plane(plane::THERE);
        let allowed = |p: usize, k: usize| {
            let events = changed_kind(&cx, actor, p, k, *promote);
            !events.iter().any(|e| cx.forbidding(e, false).is_some())
        };
        let left: Bits<N> = kinds
            .iter()
            .filter(|k| there.iter().any(|p| allowed(p, *k)))
            .collect();
        if left.any() { left } else { kinds }
    }
}

/// What happens when a piece becomes another kind.
fn changed_kind<const N: usize>(
    cx: &Cx<N>,
    actor: u8,
    piece: usize,
    kind: usize,
    promote: bool,
) -> Vec<Event<N>> {
    let (piece, kind) = (Thing::Piece(piece as u8), Thing::Kind(kind as u8));
    let mut events = vec![
        cx.event(Verb::Become, actor)
            .with(Role::Changed, piece)
            .with(Role::Object, kind),
    ];
    if promote {
        events.push(
            cx.event(Verb::Promote, actor)
                .with(Role::Promoted, piece)
                .with(Role::Changed, kind),
        );
    }
    events
}

//! Where pieces go, what they attack, what guards refuse: patterns tried square by square.
use super::guards::refusal;
use super::memo::Reading;
use super::patterns::Gen;
use super::read::*;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

/// A way of one piece to one square with everything it does.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveOpt {
    /// Who goes.
    pub piece: PieceId,
    /// From where.
    pub from: SquareId,
    /// The destination (a capture without moving: the square of the victim).
    pub to: SquareId,
    /// Who is taken.
    pub victims: Vec<PieceId>,
    /// The captor stays.
    pub stand: bool,
    /// Who is shoved where (off the board: nowhere), farthest first.
    pub pushes: Vec<(PieceId, Option<SquareId>)>,
    /// Who is brought along, and where.
    pub bring: Option<(PieceId, Brought)>,
    /// Squares strictly between.
    pub path: Vec<SquareId>,
    /// An edge of the torus is crossed.
    pub edge: bool,
    /// It leaps.
    pub leaping: bool,
    /// The direction, if it went along a line.
    pub dir: Option<(i8, i8)>,
    /// It goes over pieces by permission.
    pub over: Vec<PieceId>,
}

/// Where a piece that is brought along goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Brought {
    /// To a square.
    Square(SquareId),
    /// Into a zone.
    Zone(ZoneKey),
}

impl MoveOpt {
    /// A way from one square to another that does nothing else.
    pub fn plain(piece: PieceId, from: SquareId, to: SquareId) -> MoveOpt {
        MoveOpt {
            piece,
            from,
            to,
            victims: vec![],
            stand: false,
            pushes: vec![],
            bring: None,
            path: vec![],
            edge: false,
            leaping: false,
            dir: None,
            over: vec![],
        }
    }
}

/// What generation is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// Moves.
    Move,
    /// Captures, by attacking patterns; the square is taken as holding a victim.
    Attack(SquareId),
}

/// Moves of a piece under its patterns and every guard, king safety aside.
pub fn moves_of(cx: &Cx, p: PieceId) -> Vec<MoveOpt> {
    moves_under(cx, p, None)
}

/// The same under the guards of one sort alone.
pub fn moves_under(cx: &Cx, p: PieceId, only: Option<Binds>) -> Vec<MoveOpt> {
    let Some(owner) = cx.controller(p) else {
        return vec![];
    };
    let mut v = candidates(cx, p, Ask::Move, None);
    v.retain(|m| refusal(cx, m, owner, only).is_none());
    plainest(&mut v);
    v
}

/// Of a slide and a leap that do the same the slide is kept; candidates stand in the order of their destinations.
fn plainest(v: &mut Vec<MoveOpt>) {
    v.dedup_by(|b, a| {
        a.to == b.to
            && a.victims == b.victims
            && a.pushes == b.pushes
            && a.edge == b.edge
            && a.bring == b.bring
    });
}

/// Moves of all pieces of a seat, as [`moves_of`].
pub fn moves_of_seat(cx: &Cx, s: SeatId) -> Vec<MoveOpt> {
    let pieces: Vec<PieceId> = cx
        .st
        .on_board()
        .filter(|p| cx.belongs(Val::Piece(*p), &[Val::Seat(s)]))
        .collect();
    let mut v = vec![];
    for p in pieces {
        let mut m = candidates(cx, p, Ask::Move, None);
        m.retain(|m| refusal(cx, m, s, None).is_none());
        plainest(&mut m);
        v.extend(m);
    }
    v
}

/// Candidates of a piece before guards (for `why`).
pub fn pseudo(cx: &Cx, p: PieceId) -> Vec<MoveOpt> {
    candidates(cx, p, Ask::Move, None)
}

/// Moves of a piece by the printed patterns of a kind alone (`move it like a king`).
pub fn moves_like(cx: &Cx, p: PieceId, kinds: &[Val]) -> Vec<MoveOpt> {
    candidates(cx, p, Ask::Move, Some(kinds))
}

/// Lawful moves of a piece: guards, then king safety where check is enforced.
pub fn legal(cx: &Cx, p: PieceId) -> Vec<MoveOpt> {
    let Some(owner) = cx.controller(p) else {
        return vec![];
    };
    let mut v = moves_of(cx, p);
    v.retain(|m| safe(cx, m, owner));
    v
}

/// Whether a move leaves the mover's royal pieces safe, where check is enforced after the move.
pub fn safe(cx: &Cx, m: &MoveOpt, seat: SeatId) -> bool {
    let Some((after_move, _)) = enforced(cx, seat) else {
        return true;
    };
    if !after_move {
        return true;
    }
    let mut st = cx.st.clone();
    apply_raw(&mut st, m);
    // whole turns are looked at when the turn is tried that begins with the move
    st.raid = cx.l.whole_turns;
    !seat_in_check(&cx.in_state(&st), seat, None)
}

/// Whether check is enforced for a seat: (after the move, after the turn).
pub fn enforced(cx: &Cx, seat: SeatId) -> Option<(bool, bool)> {
    let mut says = None;
    if cx.st.raid {
        return None;
    }
    for c in &cx.l.rules.check {
        let holds = match c.holder {
            Holder::Power(p) => cx.holds_power(seat, p),
            _ => true,
        };
        let env = Env {
            you: Some(seat),
            ..Env::default()
        };
        if holds && cx.with(&env).all(&c.when) {
            says = match c.says {
                CheckSays::Enforced {
                    after_move,
                    after_turn,
                } => Some((after_move, after_turn)),
                _ => None,
            };
        }
    }
    says
}

/// The board change of a move, nothing else.
pub fn apply_raw(st: &mut State, m: &MoveOpt) {
    let layer = st.layer_of(m.piece);
    for v in &m.victims {
        st.lift(*v);
    }
    if m.stand {
        return;
    }
    st.lift(m.piece);
    if let Some((b, _)) = m.bring {
        st.lift(b);
    }
    for (p, to) in &m.pushes {
        let l = st.layer_of(*p);
        st.lift(*p);
        if let Some(to) = to {
            st.land(*p, *to, l);
            st.piece_mut(*p).unmoved = false;
        }
    }
    st.land(m.piece, m.to, layer);
    let turn = st.turn;
    let pc = st.piece_mut(m.piece);
    pc.unmoved = false;
    pc.moved_turn = turn;
    if let Some((b, to)) = m.bring {
        match to {
            Brought::Square(to) => st.land(b, to, layer),
            Brought::Zone(key) => st.store(b, key),
        }
        st.piece_mut(b).unmoved = false;
    }
}

/// A piece could capture what is there (a piece or a square) by its patterns and the guards on pieces.
pub fn attacks(cx: &Cx, p: PieceId, target: Val) -> bool {
    cx.controller(p)
        .is_some_and(|taker| attacks_by(cx, p, target, taker))
}

/// The same, if this of the seats that share the piece acts with it.
pub fn attacks_by(cx: &Cx, p: PieceId, target: Val, taker: SeatId) -> bool {
    if cx.depth > 3 {
        return false;
    }
    let cx = &Cx {
        depth: cx.depth + 1,
        ..*cx
    };
    let Some(sq) = cx.where_is(target) else {
        return false;
    };
    let victim = match target {
        Val::Piece(v) => Some(v),
        _ => cx.st.at_layer(sq, cx.st.layer_of(p)),
    };
    let hits = |m: &MoveOpt| match victim {
        Some(v) => m.victims.contains(&v),
        // what takes something else by going there takes nothing there
        None => m.to == sq && m.victims.is_empty(),
    };
    let by_patterns = || {
        candidates(cx, p, Ask::Attack(sq), None)
            .into_iter()
            .filter(hits)
    };
    let struck = cx.strikes(p, sq, victim);
    // checked wherever debug assertions are on, as in the tests
    debug_assert!(struck.is_none_or(|hit| hit == by_patterns().next().is_some()));
    match struck {
        Some(false) => return false,
        Some(true) if cx.free_to_strike(p, victim) => return true,
        Some(true) => {}
        None if !within_reach(cx, p, sq) => return false,
        None => {}
    }
    by_patterns().any(|m| refusal(cx, &m, taker, Some(Binds::Pieces)).is_none())
}

/// Its patterns could lead there, whatever stands in between.
fn within_reach(cx: &Cx, p: PieceId, to: SquareId) -> bool {
    let Some(from) = cx.square(p) else {
        return false;
    };
    if cx.l.board_of(from).first != cx.l.board_of(to).first {
        return false;
    }
    let ((fa, ra), (fb, rb)) = (cx.l.file_rank(from), cx.l.file_rank(to));
    let offset = (fb - fa, rb - ra);
    (cx.l.shortcuts).reaches(cx.kind(p), offset, cx.st.piece(p).facing)
}

/// Plain capturing reach of its kind (or another): no power, no guard.
pub fn covers(cx: &Cx, p: PieceId, sq: SquareId, as_kind: Option<&[Val]>) -> bool {
    if cx.depth > 3 {
        return false;
    }
    let cx = &Cx {
        depth: cx.depth + 1,
        ..*cx
    };
    let own = [Val::Kind(cx.kind(p))];
    candidates(cx, p, Ask::Attack(sq), Some(as_kind.unwrap_or(&own)))
        .iter()
        .filter(|m| match m.victims.as_slice() {
            [] => m.to == sq,
            victims => victims.iter().any(|v| cx.square(*v) == Some(sq)),
        })
        .any(|m| {
            !cx.controller(p)
                .is_some_and(|o| super::guards::closed(cx, m, o))
        })
}

/// A piece could go there, perhaps as another kind.
pub fn reaches(cx: &Cx, p: PieceId, sq: SquareId, as_kind: Option<&[Val]>) -> bool {
    let Some(owner) = cx.controller(p) else {
        return false;
    };
    match as_kind {
        None => moves_of(cx, p).iter().any(|m| m.to == sq),
        Some(kinds) => {
            // as if it were of that kind, without the rules of its own
            let mut st = cx.st.clone();
            let Some(Val::Kind(k)) = kinds.first() else {
                return false;
            };
            st.piece_mut(p).kind = *k;
            let cx = cx.in_state(&st);
            candidates(&cx, p, Ask::Move, None)
                .iter()
                .any(|m| m.to == sq && refusal(&cx, m, owner, None).is_none())
        }
    }
}

/// Whether a royal piece is attacked by an enemy (of these seats).
pub fn piece_in_check(cx: &Cx, p: PieceId, by: Option<&[Val]>) -> bool {
    let denied = || {
        never_in_check(cx, Val::Piece(p))
            || cx
                .owner(p)
                .is_some_and(|o| never_in_check(cx, Val::Seat(o)))
    };
    cx.depth <= 3 && cx.quality(Val::Piece(p), &Quality::Royal) && !denied() && attacked(cx, p, by)
}

/// A view says of a player or piece that it is not in check (`you are not in check`).
fn never_in_check(cx: &Cx, x: Val) -> bool {
    cx.l.never_in_check && cx.viewed(x, &Quality::InCheck(None)) == Some(false)
}

/// Whether an enemy (of these seats) attacks a piece.
fn attacked(cx: &Cx, p: PieceId, by: Option<&[Val]>) -> bool {
    let piece = Val::Piece(p);
    let found = match by {
        // one seat's pieces are looked at alone, unless all have been already
        Some([Val::Seat(s)]) if cx.answered(Reading::Attackers, piece).is_none() => {
            cx.answered(Reading::Attacked, piece) != Some(0)
                && attackers(cx, p, Some(*s)).next().is_some()
        }
        _ => attacked_by_any(cx, p, by),
    };
    found || declared_check(cx, p, by) || raided(cx, p, by)
}

/// Where check is by whole turns: an opponent (of these seats) could take it within a turn.
fn raided(cx: &Cx, p: PieceId, by: Option<&[Val]>) -> bool {
    if !cx.l.whole_turns || cx.st.raid {
        return false;
    }
    let raid = || super::raid::takes_within_a_turn(cx, p, by);
    match by {
        None => cx.once(Reading::Raided, Val::Piece(p), || u16::from(raid())) != 0,
        Some(_) => raid(),
    }
}

fn attacked_by_any(cx: &Cx, p: PieceId, by: Option<&[Val]>) -> bool {
    let any = || u16::from(attackers(cx, p, None).next().is_some());
    let mut found = cx.once(Reading::Attacked, Val::Piece(p), any) != 0;
    if let (true, Some(by)) = (found, by) {
        // asked of one seat after the other: whose pieces attack it is looked up once for all of them
        let whose = || {
            attackers(cx, p, None)
                .filter_map(|a| cx.owner(a))
                .fold(0, |all, o| all | 1u16 << cx.l.owner_seat(o).index())
        };
        let seats = cx.once(Reading::Attackers, Val::Piece(p), whose);
        found = by.iter().any(|y| match y {
            Val::Seat(s) => seats >> cx.l.owner_seat(*s).index() & 1 == 1,
            other => attackers(cx, p, None).any(|a| cx.belongs(Val::Piece(a), &[*other])),
        });
    }
    found
}

/// A view says of a piece that it is in check (from these seats), whoever may see the attack.
fn declared_check(cx: &Cx, p: PieceId, by: Option<&[Val]>) -> bool {
    cx.l.check_views.iter().any(|id| {
        let rule = cx.l.rule(*id);
        let Form::View {
            of,
            is: What::Quality(Quality::InCheck(from)),
            ..
        } = &rule.form
        else {
            return false;
        };
        let mut said = false;
        cx.instances(*id, Some(Val::Piece(p)), &mut |c| {
            let named = |seats: &[Val]| match from {
                Some(from) => c.set(from).iter().any(|x| seats.contains(x)),
                None => true,
            };
            said |= c.all(&rule.when) && c.has(of, Val::Piece(p)) && by.is_none_or(named);
        });
        said
    })
}

/// The tables say at once that a piece does not hit another.
fn misses(cx: &Cx, a: PieceId, p: PieceId, here: SquareId) -> bool {
    let misses = cx.strikes_elsewhere(a, here);
    let hit = |m: &MoveOpt| m.victims.contains(&p);
    debug_assert!(!misses || !candidates(cx, a, Ask::Attack(here), None).iter().any(hit));
    misses
}

/// The enemy's pieces (those of one seat) that attack a piece.
fn attackers<'c>(cx: &'c Cx, p: PieceId, by: Option<SeatId>) -> impl Iterator<Item = PieceId> + 'c {
    let by = by.map(|s| cx.l.owner_seat(s));
    let owner = cx.owner(p);
    let next_only = cx.l.rules.check.iter().any(|c| c.next_player);
    let next = next_only.then(|| super::turn::next_seat(cx.l, cx.st, cx.env.you));
    let square = cx.square(p).into_iter();
    square.flat_map(move |here| {
        cx.st.on_board().filter(move |a| {
            let Some(o) = cx.owner(*a) else { return false };
            let hostile = owner.is_some_and(|w| !cx.l.partners(w, o));
            hostile
                && by.is_none_or(|s| cx.l.owner_seat(o) == s)
                && cx.st.seats[o.index()].playing
                && !misses(cx, *a, p, here)
                && match next {
                    None => attacks(cx, *a, Val::Piece(p)),
                    Some(n) => n
                        .filter(|n| cx.l.owner_seat(*n) == cx.l.owner_seat(o))
                        .is_some_and(|n| attacks_by(cx, *a, Val::Piece(p), n)),
                }
        })
    })
}

/// Whether a royal piece of a seat is attacked by an enemy (of these seats).
pub fn seat_in_check(cx: &Cx, s: SeatId, by: Option<&[Val]>) -> bool {
    if !cx.l.has_royal || cx.depth > 3 || never_in_check(cx, Val::Seat(s)) {
        return false;
    }
    let royals: Vec<PieceId> = cx
        .st
        .on_board()
        .filter(|p| {
            cx.belongs(Val::Piece(*p), &[Val::Seat(s)])
                && cx.quality(Val::Piece(*p), &Quality::Royal)
        })
        .collect();
    (royals.into_iter()).any(|p| !never_in_check(cx, Val::Piece(p)) && attacked(cx, p, by))
}

/// A pattern of it leaps, whatever forbids that now.
pub fn jumping(cx: &Cx, p: PieceId) -> bool {
    let Some(from) = cx.square(p) else {
        return false;
    };
    let mut g = Gen::new(cx, p, from, Ask::Move);
    let mut yes = false;
    for (id, w, ..) in g.ways(None) {
        let _ = id;
        yes |= match &w.path {
            Path::Leap(v) => v.iter().any(|d| d.0.abs().max(d.1.abs()) > 1),
            Path::Slide {
                dirs,
                min: _,
                max: _,
            } => {
                let far = |d: &(i8, i8)| d.0.abs().max(d.1.abs()) > 1;
                let over = |b: &Beyond| matches!(b, Beyond::Over { .. });
                dirs.iter().any(far) || w.past.iter().any(over)
            }
            Path::Bent(legs) => {
                let far = |d: &(i8, i8)| d.0.abs().max(d.1.abs()) > 1;
                let over = |b: &Beyond| matches!(b, Beyond::Over { .. });
                legs.iter().any(|l| l.dirs.iter().any(far)) || w.past.iter().any(over)
            }
            _ => false,
        };
    }
    yes || !g.passes.is_empty()
}

/// Candidates of a piece before guards; ways that do the same are one.
pub fn candidates(cx: &Cx, p: PieceId, ask: Ask, like: Option<&[Val]>) -> Vec<MoveOpt> {
    let Some(from) = cx.square(p) else {
        return vec![];
    };
    if like.is_none() && cx.quality(Val::Piece(p), &Quality::Frozen) {
        return vec![];
    }
    let mut g = Gen::new(cx, p, from, ask);
    // the reach of a kind asks nothing of what stands there: what is protected is covered too
    g.takes_all = like.is_some() && ask != Ask::Move;
    for (rule, way, you, it) in g.ways(like) {
        g.way(rule, way, you, it);
    }
    let mut v = g.out;
    // two ways that do the same are one option; the plainer is kept
    v.sort_by_key(|m| (m.to, m.edge, m.leaping, m.path.len()));
    let mut out: Vec<MoveOpt> = vec![];
    for m in v {
        if !out.iter().any(|o| {
            o.to == m.to
                && o.victims == m.victims
                && o.bring == m.bring
                && o.pushes == m.pushes
                && o.edge == m.edge
                // a guard may refuse the one and not the other
                && o.leaping == m.leaping
                && o.path == m.path
        }) {
            out.push(m);
        }
    }
    if out.iter().any(|m| standing(cx, m.piece)) {
        for m in out.iter_mut().filter(|m| !m.victims.is_empty()) {
            m.stand = true;
        }
    }
    out
}

fn standing(cx: &Cx, p: PieceId) -> bool {
    cx.l.standing.iter().any(|id| {
        let rule = cx.l.rule(*id);
        let Form::Standing { of } = &rule.form else {
            return false;
        };
        let mut yes = false;
        if !cx.may_concern(rule, of, Val::Piece(p)) {
            return false;
        }
        cx.instances(*id, Some(Val::Piece(p)), &mut |c| {
            yes |= c.has(of, Val::Piece(p)) && c.all(&rule.when)
        });
        yes
    })
}

/// The rule whose own condition keeps a piece from a square that its pattern reaches.
pub fn barred(cx: &Cx, p: PieceId, to: SquareId) -> Option<RuleId> {
    let from = cx.square(p)?;
    let mut g = Gen::new(cx, p, from, Ask::Move);
    for (rule, way, you, it) in g.ways(None) {
        g.way(rule, way, you, it);
    }
    g.barred.iter().find(|(s, _)| *s == to).map(|(_, r)| *r)
}

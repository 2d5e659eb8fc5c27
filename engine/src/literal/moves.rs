//! Where pieces go, what they attack, what guards refuse: patterns tried square by square.
use super::link::turned;
use super::read::*;
use super::state::*;
use super::value::*;
use crate::ids::*;
use crate::rules::*;

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
    pub bring: Option<(PieceId, SquareId)>,
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

/// What generation is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// Moves.
    Move,
    /// Captures, by attacking patterns; the square is taken as holding a victim.
    Attack(SquareId),
}

struct Gen<'g, 'a> {
    cx: &'g Cx<'a>,
    piece: PieceId,
    from: SquareId,
    layer: u8,
    facing: u8,
    owner: Option<SeatId>,
    ask: Ask,
    torus: bool,
    /// Sets this piece may pass over by permission; quiet: without capturing.
    passes: Vec<(RuleId, Option<SeatId>, bool)>,
    out: Vec<MoveOpt>,
}

/// Moves of a piece under its patterns and every guard, king safety aside.
pub fn moves_of(cx: &Cx, p: PieceId) -> Vec<MoveOpt> {
    let Some(owner) = cx.owner(p) else {
        return vec![];
    };
    let mut v = candidates(cx, p, Ask::Move, None);
    v.retain(|m| refusal(cx, m, owner, None).is_none());
    v
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
    let Some(owner) = cx.owner(p) else {
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
    !seat_in_check(&cx.in_state(&st), seat, None)
}

/// Whether check is enforced for a seat: (after the move, after the turn).
pub fn enforced(cx: &Cx, seat: SeatId) -> Option<(bool, bool)> {
    let mut says = None;
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
        st.land(b, to, layer);
        st.piece_mut(b).unmoved = false;
    }
}

/// A piece could capture what is there (a piece or a square) by its patterns and the guards on pieces.
pub fn attacks(cx: &Cx, p: PieceId, target: Val) -> bool {
    if cx.depth > 3 {
        return false;
    }
    let cx = &Cx {
        depth: cx.depth + 1,
        ..*cx
    };
    let (Some(owner), Some(sq)) = (cx.owner(p), cx.to_square(target)) else {
        return false;
    };
    if cx.square(p).is_none() {
        return false;
    }
    let victim = match target {
        Val::Piece(v) => Some(v),
        _ => cx.st.at_layer(sq, cx.st.layer_of(p)),
    };
    candidates(cx, p, Ask::Attack(sq), None).iter().any(|m| {
        let hits = match victim {
            Some(v) => m.victims.contains(&v),
            None => m.to == sq,
        };
        hits && refusal(cx, m, owner, Some(Binds::Pieces)).is_none()
    })
}

/// Plain capturing reach of its kind (or another): no power, no guard.
pub fn covers(cx: &Cx, p: PieceId, sq: SquareId, as_kind: Option<&[Val]>) -> bool {
    let own = [Val::Kind(cx.kind(p))];
    candidates(cx, p, Ask::Attack(sq), Some(as_kind.unwrap_or(&own)))
        .iter()
        .any(|m| m.to == sq || m.victims.iter().any(|v| cx.square(*v) == Some(sq)))
}

/// A piece could go there, perhaps as another kind.
pub fn reaches(cx: &Cx, p: PieceId, sq: SquareId, as_kind: Option<&[Val]>) -> bool {
    let Some(owner) = cx.owner(p) else {
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
    cx.depth <= 3 && cx.quality(Val::Piece(p), &Quality::Royal) && attacked(cx, p, by)
}

/// Whether an enemy (of these seats) attacks a piece.
fn attacked(cx: &Cx, p: PieceId, by: Option<&[Val]>) -> bool {
    let owner = cx.owner(p);
    let next =
        cx.l.rules
            .check
            .iter()
            .any(|c| c.next_player)
            .then(|| super::turn::next_seat(cx.l, cx.st));
    cx.st.on_board().any(|a| {
        let Some(o) = cx.owner(a) else { return false };
        let hostile = owner.is_some_and(|w| !cx.l.partners(w, o));
        hostile
            && cx.st.seats[o.index()].playing
            && next.is_none_or(|n| n == Some(o))
            && by.is_none_or(|b| cx.belongs(Val::Piece(a), b))
            && attacks(cx, a, Val::Piece(p))
    })
}

/// Whether a royal piece of a seat is attacked by an enemy (of these seats).
pub fn seat_in_check(cx: &Cx, s: SeatId, by: Option<&[Val]>) -> bool {
    if !cx.l.has_royal || cx.depth > 3 {
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
    royals.into_iter().any(|p| attacked(cx, p, by))
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
            Path::Slide { .. } => w.past.iter().any(|b| matches!(b, Beyond::Over(..))),
            _ => false,
        };
    }
    yes || !g.passes.is_empty()
}

fn candidates(cx: &Cx, p: PieceId, ask: Ask, like: Option<&[Val]>) -> Vec<MoveOpt> {
    let Some(from) = cx.square(p) else {
        return vec![];
    };
    if like.is_none() && cx.quality(Val::Piece(p), &Quality::Frozen) {
        return vec![];
    }
    let mut g = Gen::new(cx, p, from, ask);
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
        cx.instances(*id, Some(Val::Piece(p)), &mut |c| {
            yes |= c.has(of, Val::Piece(p)) && c.all(&rule.when)
        });
        yes
    })
}

type Found<'a> = (RuleId, &'a Way, Option<SeatId>, Option<Val>);

impl<'g, 'a> Gen<'g, 'a> {
    fn new(cx: &'g Cx<'a>, piece: PieceId, from: SquareId, ask: Ask) -> Self {
        let pc = cx.st.piece(piece);
        let layer = cx.st.layer_of(piece);
        Gen {
            cx,
            piece,
            from,
            layer,
            facing: pc.facing,
            owner: cx.owner(piece),
            ask,
            torus: false,
            passes: vec![],
            out: vec![],
        }
    }

    /// The ways this piece has now (language 5.2): printed ones, replaced or joined by what powers and modes say.
    fn ways(&mut self, like: Option<&[Val]>) -> Vec<Found<'a>> {
        let l = self.cx.l;
        let me = Val::Piece(self.piece);
        let attack = matches!(self.ask, Ask::Attack(_));
        if let Some(kinds) = like {
            let mut out = vec![];
            for k in kinds {
                let k = match k {
                    Val::Kind(k) => *k,
                    Val::Piece(p) => self.cx.kind(*p),
                    _ => continue,
                };
                self.printed(k, attack, attack, &mut out, 0);
            }
            return out;
        }
        let mut out: Vec<Found> = vec![];
        let kind = self.cx.kind(self.piece);
        self.printed(kind, true, attack, &mut out, 0);
        let mut replaced: Option<((u8, u8, std::cmp::Reverse<u16>), Vec<Found>)> = None;
        let mut also: Vec<Found> = vec![];
        for id in &l.other_movements {
            let rule = l.rule(*id);
            let Form::Movement {
                of,
                also: more,
                aim,
                ways,
            } = &rule.form
            else {
                continue;
            };
            if *aim == Aim::Attack && !attack {
                continue;
            }
            let mut you = None;
            self.cx.instances(*id, Some(me), &mut |c| {
                if c.has(of, me) && c.all(&rule.when) {
                    you = Some(c.env.you);
                }
            });
            let Some(you) = you else { continue };
            let mut found: Vec<Found> = vec![];
            for w in ways {
                match &w.path {
                    Path::Torus => self.torus = true,
                    Path::Like(s) => {
                        let env = Env {
                            you,
                            it: Some(me),
                            rule: Some(*id),
                            ..Env::default()
                        };
                        for x in self.cx.with(&env).set(s) {
                            let k = match x {
                                Val::Kind(k) => k,
                                Val::Piece(p) => self.cx.kind(p),
                                _ => continue,
                            };
                            self.printed(k, true, attack, &mut found, 1);
                        }
                    }
                    _ => found.push((*id, w, you, Some(me))),
                }
            }
            if ways.iter().all(|w| w.path == Path::Torus) {
                continue;
            }
            if *more {
                also.extend(found);
            } else {
                let key = (
                    rule.rank.level as u8,
                    rule.rank.depth,
                    std::cmp::Reverse(id.0),
                );
                if replaced.as_ref().is_none_or(|(k, _)| key < *k) {
                    replaced = Some((key, found));
                }
            }
        }
        match replaced {
            Some((_, ways)) => out = ways,
            None => out.extend(also),
        }
        self.find_passes();
        out
    }
    /// The printed patterns of a kind; `also`: with those it has besides.
    fn printed(
        &mut self,
        k: KindId,
        also: bool,
        attack: bool,
        out: &mut Vec<Found<'a>>,
        depth: u8,
    ) {
        if depth > 4 {
            return;
        }
        let l = self.cx.l;
        let me = Val::Piece(self.piece);
        let owner = self.owner;
        let env = |id: RuleId| Env {
            you: owner,
            it: Some(me),
            rule: Some(id),
            ..Env::default()
        };
        let mut base: Vec<Found> = vec![];
        let mut more: Vec<Found> = vec![];
        let mut attack_base: Option<Vec<Found>> = None;
        for id in l.kind_movements[k.index()].clone() {
            let rule = l.rule(id);
            let Form::Movement {
                also: plus,
                aim,
                ways,
                ..
            } = &rule.form
            else {
                continue;
            };
            if (*aim == Aim::Attack && !attack)
                || (*plus && !also)
                || !self.cx.with(&env(id)).all(&rule.when)
            {
                continue;
            }
            let mut found: Vec<Found> = vec![];
            for w in ways {
                match &w.path {
                    Path::Like(s) => {
                        for x in self.cx.with(&env(id)).set(s) {
                            let k = match x {
                                Val::Kind(k) => k,
                                Val::Piece(p) => self.cx.kind(p),
                                _ => continue,
                            };
                            self.printed(k, true, attack, &mut found, depth + 1);
                        }
                    }
                    Path::Torus => self.torus = true,
                    _ => found.push((id, w, self.owner, Some(me))),
                }
            }
            match (*aim, *plus) {
                (Aim::Attack, false) => attack_base = Some(found),
                (_, true) => more.extend(found),
                _ => base = found,
            }
        }
        match attack_base {
            Some(v) => out.extend(v),
            None => {
                out.extend(base);
                out.extend(more);
            }
        }
    }
    fn find_passes(&mut self) {
        let me = Val::Piece(self.piece);
        for id in &self.cx.l.permits {
            let rule = self.cx.l.rule(*id);
            let Form::Guard { deed, .. } = &rule.form else {
                continue;
            };
            if deed.verb != Verb::Pass {
                continue;
            }
            let Some(subject) = &deed.subject else {
                continue;
            };
            let mut you = None;
            self.cx.instances(*id, Some(me), &mut |c| {
                if c.has(subject, me) && c.all(&rule.when) {
                    you = Some(c.env.you);
                }
            });
            if let Some(you) = you {
                self.passes.push((*id, you, deed.how.quiet));
            }
        }
    }
    /// May a slide pass over this piece by permission; `Some(true)`: only without capturing.
    fn may_pass(&self, p: PieceId) -> Option<bool> {
        let mut found = None;
        for (id, you, quiet) in &self.passes {
            let rule = self.cx.l.rule(*id);
            let Form::Guard { deed, .. } = &rule.form else {
                continue;
            };
            let env = Env {
                you: *you,
                it: Some(Val::Piece(self.piece)),
                rule: Some(*id),
                ..Env::default()
            };
            let hit = deed.cases.iter().any(|(c, v)| {
                *c == Case::Over
                    && matches!(v, Value::Set(s) if self.cx.with(&env).has(s, Val::Piece(p)))
            });
            if hit {
                found = Some(*quiet && found.unwrap_or(true));
            }
        }
        found
    }

    fn env(&self, rule: RuleId, you: Option<SeatId>, it: Option<Val>) -> Env {
        Env {
            you,
            it,
            rule: Some(rule),
            ..Env::default()
        }
    }
    fn role_env(
        &self,
        rule: RuleId,
        you: Option<SeatId>,
        it: Option<Val>,
        to: SquareId,
        path: &[SquareId],
    ) -> Env {
        let mut env = self.env(rule, you, it);
        for (role, name) in &self.cx.l.rule(rule).roles {
            let v = match role {
                Role::Origin => vec![Val::Square(self.from)],
                Role::Destination => vec![Val::Square(to)],
                Role::Path => path.iter().map(|s| Val::Square(*s)).collect(),
                Role::Mover | Role::Subject => vec![Val::Piece(self.piece)],
                Role::Captor => vec![Val::Piece(self.piece)],
                Role::Victim | Role::Object => self
                    .cx
                    .st
                    .at_layer(to, self.layer)
                    .map(Val::Piece)
                    .into_iter()
                    .collect(),
                _ => continue,
            };
            env.bind(*name, v);
        }
        env
    }

    fn way(&mut self, rule: RuleId, w: &'a Way, you: Option<SeatId>, it: Option<Val>) {
        if matches!(self.ask, Ask::Attack(_)) && w.takes == Takes::Quiet {
            return;
        }
        if let Some(from) = &w.from
            && !self
                .cx
                .with(&self.env(rule, you, it))
                .has(from, Val::Square(self.from))
        {
            return;
        }
        match &w.path {
            Path::Nowhere | Path::Torus | Path::Like(_) => {}
            Path::Anywhere => {
                for to in self.cx.l.all_squares().collect::<Vec<_>>() {
                    if to != self.from
                        && self.cx.l.board_of(to).first == self.cx.l.board_of(self.from).first
                    {
                        self.land(
                            rule,
                            w,
                            you,
                            it,
                            to,
                            vec![],
                            false,
                            true,
                            None,
                            vec![],
                            false,
                        );
                    }
                }
            }
            Path::FromTo(a, b) => {
                let place = |s: SquareId| you.map_or(s, |y| self.cx.l.in_frame(s, y));
                if place(*a) == self.from {
                    let to = place(*b);
                    self.land(
                        rule,
                        w,
                        you,
                        it,
                        to,
                        vec![],
                        false,
                        false,
                        None,
                        vec![],
                        false,
                    );
                }
            }
            Path::Leap(v) => {
                for d in v {
                    let d = turned(*d, self.facing);
                    if let Some((to, edge)) = self.cx.l.step(self.from, d, self.torus)
                        && to != self.from
                    {
                        self.land(
                            rule,
                            w,
                            you,
                            it,
                            to,
                            vec![],
                            edge,
                            d.0.abs().max(d.1.abs()) > 1,
                            None,
                            vec![],
                            false,
                        );
                    }
                }
            }
            Path::Slide { dirs, min, max } => {
                for d in dirs {
                    self.slide(rule, w, you, it, turned(*d, self.facing), *min, *max);
                }
            }
        }
    }
    #[allow(clippy::too_many_arguments)]
    fn slide(
        &mut self,
        rule: RuleId,
        w: &'a Way,
        you: Option<SeatId>,
        it: Option<Val>,
        d: (i8, i8),
        min: u8,
        max: u8,
    ) {
        let env = self.env(rule, you, it);
        let (mut at, mut edge, mut path, mut over) = (self.from, false, vec![], vec![]);
        let (mut hops, mut quiet_only) = (0, false);
        let hop = w.past.iter().find_map(|b| match b {
            Beyond::Over(a, s) => Some((a, s)),
            _ => None,
        });
        let pushing = w.past.iter().find_map(|b| match b {
            Beyond::Pushing(s) => Some(s),
            _ => None,
        });
        let limit = if max == 0 { 64 } else { max };
        for n in 1..=limit {
            let Some((to, crossed)) = self.cx.l.step(at, d, self.torus) else {
                return;
            };
            if to == self.from {
                return;
            }
            edge |= crossed;
            if let Some(s) = pushing {
                if n >= min {
                    self.push_to(rule, w, you, it, d, n, s);
                }
                at = to;
                continue;
            }
            let here = self.cx.st.at_layer(to, self.layer);
            let count_ok = hop.is_none_or(|(a, _)| match a {
                Amount::Any | Amount::Every => hops == 1,
                a => self.cx.with(&env).enough(hops, hops, a),
            });
            if n >= min && count_ok {
                let leaping = hops > 0 || !over.is_empty();
                self.land(
                    rule,
                    w,
                    you,
                    it,
                    to,
                    path.clone(),
                    edge,
                    leaping,
                    Some(d),
                    over.clone(),
                    quiet_only,
                );
            }
            if let Some(p) = here {
                let cx = self.cx.with(&env);
                let hop_it = hop.is_some_and(|(_, s)| cx.has(s, Val::Piece(p)));
                let through = w.past.iter().any(|b| matches!(b, Beyond::Through(s) if cx.has(s, Val::Piece(p)) || cx.has(s, Val::Square(to))));
                if hop_it {
                    hops += 1;
                } else if through {
                } else if let Some(quiet) = self.may_pass(p) {
                    quiet_only |= quiet;
                    over.push(p);
                } else if let (Ask::Attack(s), true) = (self.ask, false) {
                    let _ = s;
                } else {
                    return;
                }
            }
            path.push(to);
            at = to;
        }
    }
    /// Shove everything of a set on the way and on the destination just past it.
    #[allow(clippy::too_many_arguments)]
    fn push_to(
        &mut self,
        rule: RuleId,
        w: &'a Way,
        you: Option<SeatId>,
        it: Option<Val>,
        d: (i8, i8),
        n: u8,
        s: &Set,
    ) {
        let l = self.cx.l;
        let line = |k: u8| -> Option<SquareId> {
            let mut at = self.from;
            for _ in 0..k {
                at = l.step(at, d, self.torus)?.0;
            }
            Some(at)
        };
        let Some(to) = line(n) else { return };
        let mut row: Vec<PieceId> = vec![];
        for k in 1..=n {
            if let Some(p) = line(k).and_then(|q| self.cx.st.at_layer(q, self.layer)) {
                row.push(p);
            }
        }
        let mut k = n;
        let mut slots: Vec<Option<SquareId>> = vec![];
        while slots.len() < row.len() {
            k += 1;
            let q = line(k);
            if let Some(p) = q.and_then(|q| self.cx.st.at_layer(q, self.layer)) {
                row.push(p);
            }
            slots.push(q);
        }
        let env = self.env(rule, you, it);
        if !row
            .iter()
            .all(|p| self.cx.with(&env).has(s, Val::Piece(*p)))
        {
            return;
        }
        let pushes: Vec<(PieceId, Option<SquareId>)> =
            row.iter().copied().zip(slots).rev().collect();
        let path: Vec<SquareId> = (1..n).filter_map(line).collect();
        let env = self.role_env(rule, you, it, to, &path);
        if !self.allowed(w, &env, to) {
            return;
        }
        self.out.push(MoveOpt {
            piece: self.piece,
            from: self.from,
            to,
            victims: vec![],
            stand: false,
            pushes,
            bring: None,
            path,
            edge: false,
            leaping: false,
            dir: Some(d),
            over: vec![],
        });
    }
    fn allowed(&self, w: &Way, env: &Env, to: SquareId) -> bool {
        let cx = self.cx.with(env);
        w.to.as_ref().is_none_or(|s| cx.has(s, Val::Square(to)))
            && w.when.as_ref().is_none_or(|c| cx.cond(c))
    }
    #[allow(clippy::too_many_arguments)]
    fn land(
        &mut self,
        rule: RuleId,
        w: &'a Way,
        you: Option<SeatId>,
        it: Option<Val>,
        to: SquareId,
        path: Vec<SquareId>,
        edge: bool,
        leaping: bool,
        dir: Option<(i8, i8)>,
        over: Vec<PieceId>,
        quiet_only: bool,
    ) {
        if let Ask::Attack(sq) = self.ask
            && to != sq
            && !matches!(w.takes, Takes::This(_))
        {
            return;
        }
        let here = self.cx.st.at_layer(to, self.layer);
        let mut victims = vec![];
        match (&w.takes, here) {
            (Takes::Quiet, None) => {}
            (Takes::Quiet, Some(_)) => return,
            (Takes::Only, None) if self.ask != Ask::Attack(to) => return,
            (Takes::This(_), Some(_)) => return,
            (Takes::This(s), None) => {
                let env = self.role_env(rule, you, it, to, &path);
                victims = self
                    .cx
                    .with(&env)
                    .set(s)
                    .into_iter()
                    .filter_map(|x| match x {
                        Val::Piece(p) => Some(p),
                        _ => None,
                    })
                    .collect();
                if victims.is_empty() || victims.iter().any(|v| !self.may_take(*v)) {
                    return;
                }
            }
            (_, None) => {}
            (_, Some(v)) => {
                if quiet_only || !self.may_take(v) {
                    return;
                }
                victims.push(v);
            }
        }
        let env = self.role_env(rule, you, it, to, &path);
        if !self.allowed(w, &env, to) {
            return;
        }
        let mut bring = None;
        if let Some((x, y)) = &w.bring {
            let cx = self.cx.with(&env);
            let (x, y) = (cx.set(x), cx.set(y));
            match (x.first(), y.first().and_then(|s| cx.to_square(*s))) {
                (Some(Val::Piece(p)), Some(sq)) => bring = Some((*p, sq)),
                _ => return,
            }
        }
        self.out.push(MoveOpt {
            piece: self.piece,
            from: self.from,
            to,
            victims,
            stand: false,
            pushes: vec![],
            bring,
            path,
            edge,
            leaping,
            dir,
            over,
        });
    }
    /// Own pieces are not taken, unless a rule says they may.
    fn may_take(&self, v: PieceId) -> bool {
        let owner = self.cx.owner(v);
        let own = match (owner, self.owner) {
            (Some(a), Some(b)) => self.cx.l.owner_seat(a) == self.cx.l.owner_seat(b),
            _ => false,
        };
        if !own {
            return true;
        }
        let me = Val::Piece(self.piece);
        self.cx.l.permits.iter().any(|id| {
            let rule = self.cx.l.rule(*id);
            let Form::Guard { deed, .. } = &rule.form else {
                return false;
            };
            if deed.verb != Verb::Capture {
                return false;
            }
            let mut yes = false;
            self.cx.instances(*id, Some(me), &mut |c| {
                let subject = deed.subject.as_ref().is_none_or(|s| match s.ty {
                    Ty::Piece => c.has(s, me),
                    _ => self.owner.is_some_and(|o| c.has(s, Val::Seat(o))),
                });
                let object = match &deed.object {
                    Some(Value::Set(s)) => c.has(s, Val::Piece(v)),
                    _ => true,
                };
                yes |= subject && object && c.all(&rule.when);
            });
            yes
        })
    }
}

/// The events a move would raise, in order; its own last.
pub fn events_of(cx: &Cx, m: &MoveOpt, author: SeatId) -> Vec<Event> {
    let mut recs = vec![cx.rec(m.piece)];
    recs.extend(
        m.victims
            .iter()
            .chain(m.pushes.iter().map(|(p, _)| p))
            .map(|p| cx.rec(*p)),
    );
    if let Some((b, _)) = m.bring {
        recs.push(cx.rec(b));
    }
    let mover = Val::Piece(m.piece);
    let base = Event {
        verb: Verb::Move,
        author: Some(author),
        roles: vec![],
        means: Means::Move,
        rule: None,
        recs,
        turn: cx.st.turn,
        batch: cx.st.stamp,
        edge: m.edge,
        still: m.stand,
    };
    let ev = |verb: Verb, roles: Vec<(Role, Val)>| Event {
        verb,
        roles,
        ..base.clone()
    };
    let from = (Role::Origin, Val::Square(m.from));
    let to = (Role::Destination, Val::Square(m.to));
    let mut v = vec![];
    if !m.stand {
        v.push(ev(Verb::Leave, vec![(Role::Leaver, mover), from]));
        if !m.leaping {
            for q in &m.path {
                v.push(ev(
                    Verb::Cross,
                    vec![(Role::Crosser, mover), (Role::Path, Val::Square(*q))],
                ));
            }
        }
    }
    for (p, to) in &m.pushes {
        let mut roles = vec![(Role::Pushed, Val::Piece(*p)), (Role::Subject, mover)];
        if let Some(q) = cx.square(*p) {
            roles.push((Role::Origin, Val::Square(q)));
            v.push(ev(
                Verb::Leave,
                vec![
                    (Role::Leaver, Val::Piece(*p)),
                    (Role::Origin, Val::Square(q)),
                ],
            ));
        }
        match to {
            Some(q) => {
                roles.push((Role::Destination, Val::Square(*q)));
                v.push(ev(
                    Verb::Enter,
                    vec![
                        (Role::Entrant, Val::Piece(*p)),
                        (Role::Destination, Val::Square(*q)),
                    ],
                ));
            }
            None => {
                v.push(ev(Verb::LosePiece, vec![(Role::Victim, Val::Piece(*p))]));
                v.push(ev(Verb::Remove, vec![(Role::Removed, Val::Piece(*p))]));
            }
        }
        v.push(ev(Verb::Push, roles));
    }
    for p in &m.victims {
        let mut roles = vec![(Role::Victim, Val::Piece(*p)), (Role::Captor, mover), to];
        roles.push(from);
        v.push(ev(Verb::LosePiece, vec![(Role::Victim, Val::Piece(*p))]));
        v.push(ev(Verb::Capture, roles));
    }
    if !m.stand {
        v.push(ev(Verb::Enter, vec![(Role::Entrant, mover), to, from]));
        if let Some((b, q)) = m.bring {
            v.push(ev(Verb::Leave, vec![(Role::Leaver, Val::Piece(b))]));
            v.push(ev(
                Verb::Enter,
                vec![
                    (Role::Entrant, Val::Piece(b)),
                    (Role::Destination, Val::Square(q)),
                ],
            ));
            v.push(ev(
                Verb::Castle,
                vec![(Role::Mover, mover), (Role::Object, Val::Piece(b))],
            ));
        }
        if m.leaping && m.bring.is_none() {
            let mut roles = vec![(Role::Mover, mover), from, to];
            roles.extend(m.path.iter().map(|q| (Role::Path, Val::Square(*q))));
            v.push(ev(Verb::Jump, roles));
        }
        let mut roles = vec![(Role::Mover, mover), from, to];
        roles.extend(m.path.iter().map(|q| (Role::Path, Val::Square(*q))));
        if let Some(d) = m.dir {
            roles.push((Role::Direction, Val::Dir(d.0, d.1)));
        }
        v.push(ev(Verb::Move, roles));
    }
    v
}

/// The guard that refuses a move, if one does; `only`: of this sort alone.
pub fn refusal(cx: &Cx, m: &MoveOpt, author: SeatId, only: Option<Binds>) -> Option<RuleId> {
    if cx.l.forbids.is_empty() && cx.st.imposed.is_empty() {
        return None;
    }
    let events = events_of(cx, m, author);
    // a capture without moving is an action of the piece all the same
    events.iter().find_map(|e| forbidden(cx, e, only))
}

/// The guard that forbids an event, if one does.
pub fn forbidden(cx: &Cx, e: &Event, only: Option<Binds>) -> Option<RuleId> {
    for id in &cx.l.forbids {
        let rule = cx.l.rule(*id);
        let Form::Guard { deed, binds, .. } = &rule.form else {
            continue;
        };
        if deed.verb != e.verb || only.is_some_and(|o| o != *binds) {
            continue;
        }
        let mut hit = false;
        let about = super::judge::subject_of(e);
        cx.instances(
            *id,
            if matches!(rule.holder, Holder::Kind(_)) {
                None
            } else {
                about
            },
            &mut |c| {
                hit |= !hit && guard_hits(c, rule, deed, e);
            },
        );
        if hit && !permitted(cx, rule, e) {
            return Some(*id);
        }
    }
    for im in &cx.st.imposed {
        let rule = cx.l.rule(im.rule);
        let Form::Guard {
            verdict: Verdict::Forbid,
            deed,
            binds,
            ..
        } = &rule.form
        else {
            continue;
        };
        if deed.verb == e.verb
            && only.is_none_or(|o| o == *binds)
            && guard_hits(&cx.with(&im.env), rule, deed, e)
        {
            return Some(im.rule);
        }
    }
    None
}

fn guard_hits(c: &Cx, rule: &Rule, deed: &Deed, e: &Event) -> bool {
    let mut env = c.env.clone();
    env.event = Some(std::sync::Arc::new(e.clone()));
    bind_roles(&mut env, rule, e);
    let c = c.with(&env);
    c.fits(deed, e, false, false) && c.all(&rule.when)
}

/// Bind the roles a rule refers to.
pub fn bind_roles(env: &mut Env, rule: &Rule, e: &Event) {
    for (role, name) in &rule.roles {
        let v: Vals = match role {
            Role::Subject => match e.verb {
                _ if role_is_seat(rule, Role::Subject) => {
                    let seat = match e.verb {
                        Verb::LoseGame | Verb::Resign => e.role(Role::Loser),
                        Verb::LosePiece => e
                            .piece(Role::Victim)
                            .and_then(|p| e.recs.iter().find(|r| r.id == p))
                            .and_then(|r| r.owner)
                            .map(Val::Seat),
                        _ => e.author.map(Val::Seat),
                    };
                    seat.into_iter().collect()
                }
                _ => super::judge::subject_of(e).into_iter().collect(),
            },
            Role::Object => super::judge::object_of(e).into_iter().collect(),
            Role::Author => e.author.map(Val::Seat).into_iter().collect(),
            r => e
                .roles
                .iter()
                .filter(|(k, _)| k == r)
                .map(|(_, v)| *v)
                .collect(),
        };
        if !v.is_empty() {
            env.bind(*name, v);
        }
    }
}

/// The subject of the rule's event is a seat.
fn role_is_seat(rule: &Rule, _: Role) -> bool {
    let seat = |d: &Deed| d.subject.as_ref().is_some_and(|s| s.ty == Ty::Seat);
    match &rule.form {
        Form::Guard { deed, .. } => seat(deed),
        Form::Trigger {
            on: On::After(v) | On::Before(v),
            ..
        } => v.iter().any(seat),
        _ => false,
    }
}

/// A permission of the same heading lifts a guard.
fn permitted(cx: &Cx, guard: &Rule, e: &Event) -> bool {
    cx.l.permits.iter().any(|id| {
        let rule = cx.l.rule(*id);
        let Form::Guard { deed, .. } = &rule.form else {
            return false;
        };
        if rule.holder != guard.holder || deed.verb != e.verb {
            return false;
        }
        let mut hit = false;
        cx.instances(*id, super::judge::subject_of(e), &mut |c| {
            hit |= guard_hits(c, rule, deed, e)
        });
        hit
    })
}

//! Patterns: the ways of a piece, walked square by square.
use super::bent::{Line, SoFar};
use super::link::{Linked, turned};
use super::moves::*;
use super::read::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

/// The generation of one piece's moves.
pub struct Gen<'g, 'a> {
    pub cx: &'g Cx<'a>,
    pub piece: PieceId,
    pub from: SquareId,
    pub layer: u8,
    pub facing: u8,
    pub owner: Option<SeatId>,
    pub ask: Ask,
    /// Own pieces count as takeable.
    pub takes_all: bool,
    pub torus: bool,
    /// Sets this piece may pass over by permission; quiet: without capturing.
    pub passes: Vec<(RuleId, Option<SeatId>, bool)>,
    pub out: Vec<MoveOpt>,
    /// Destinations refused by a way's own condition, with its rule.
    pub barred: Vec<(SquareId, RuleId)>,
}

/// How specific a rule is: level, depth, later text first.
pub(super) type Specific = (u8, u8, std::cmp::Reverse<u16>);
/// How specific a rule is.
pub(super) fn specific(l: &Linked, id: RuleId) -> Specific {
    let rank = l.rule(id).rank;
    (rank.level as u8, rank.depth, std::cmp::Reverse(id.0))
}
/// What is said beside the printed ways stays, unless something more specific takes their place.
pub(super) fn beside(also: Specific, instead: Option<Specific>) -> bool {
    instead.is_none_or(|instead| (also.0, also.1) <= (instead.0, instead.1))
}
/// A way with its rule, that rule's *you* and its piece.
pub(super) type Found<'a> = (RuleId, &'a Way, Option<SeatId>, Option<Val>);

impl<'g, 'a> Gen<'g, 'a> {
    pub fn new(cx: &'g Cx<'a>, piece: PieceId, from: SquareId, ask: Ask) -> Self {
        let pc = cx.st.piece(piece);
        let layer = cx.st.layer_of(piece);
        Gen {
            cx,
            piece,
            from,
            layer,
            facing: pc.facing,
            owner: cx.controller(piece),
            ask,
            takes_all: false,
            torus: false,
            passes: vec![],
            out: vec![],
            barred: vec![],
        }
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

    pub fn way(&mut self, rule: RuleId, w: &'a Way, you: Option<SeatId>, it: Option<Val>) {
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
                        && self.may_land(to, w)
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
                            (d.0.abs().max(d.1.abs()) == 1).then_some(d),
                            vec![],
                            false,
                        );
                    }
                }
            }
            Path::Slide { dirs, min, max } => {
                for d in dirs {
                    if !self.may_hit(turned(*d, self.facing), w) {
                        continue;
                    }
                    let line = Line {
                        d: turned(*d, self.facing),
                        as_written: *d,
                        min: *min,
                        max: *max,
                    };
                    self.slide(rule, w, you, it, line, &[], SoFar::at(self.from));
                }
            }
            Path::Bent(legs) => self.bent(rule, w, you, it, legs, None, SoFar::at(self.from)),
        }
    }
    #[allow(clippy::too_many_arguments)]
    pub(super) fn slide(
        &mut self,
        rule: RuleId,
        w: &'a Way,
        you: Option<SeatId>,
        it: Option<Val>,
        line: Line,
        then: &'a [Leg],
        so_far: SoFar,
    ) {
        let Line {
            d,
            as_written,
            min,
            max,
        } = line;
        let env = self.env(rule, you, it);
        let SoFar {
            mut at,
            mut edge,
            mut path,
            mut over,
            mut hops,
            mut behind,
            mut quiet_only,
            mut leaps,
            bent,
        } = so_far;
        leaps |= d.0.abs().max(d.1.abs()) > 1;
        let hop = w.past.iter().find_map(|b| match b {
            Beyond::Over { amount, of, close } => Some((amount, of, *close)),
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
            let count_ok = hop.is_none_or(|(a, _, close)| {
                let many = match a {
                    Amount::Any | Amount::Every => hops == 1,
                    a => self.cx.with(&env).enough(hops, hops, a),
                };
                many && (!close || behind)
            });
            if n >= min && count_ok && then.is_empty() {
                let leaping = leaps || hops > 0 || !over.is_empty();
                self.land(
                    rule,
                    w,
                    you,
                    it,
                    to,
                    path.clone(),
                    edge,
                    leaping,
                    (!bent).then_some(d),
                    over.clone(),
                    quiet_only,
                );
            }
            behind = false;
            if let Some(p) = here {
                let cx = self.cx.with(&env);
                let hop_it = hop.is_some_and(|(_, s, _)| cx.has(s, Val::Piece(p)));
                behind = hop_it;
                let through = w.past.iter().any(|b| matches!(b, Beyond::Through(s) if cx.has(s, Val::Piece(p)) || cx.has(s, Val::Square(to))));
                if hop_it {
                    hops += 1;
                } else if through {
                } else if let Some(quiet) = self.may_pass(p) {
                    quiet_only |= quiet;
                    over.push(p);
                } else {
                    return;
                }
            }
            path.push(to);
            at = to;
            if n >= min && !then.is_empty() {
                let so_far = SoFar {
                    at,
                    edge,
                    path: path.clone(),
                    over: over.clone(),
                    hops,
                    behind,
                    quiet_only,
                    leaps,
                    bent: true,
                };
                self.bent(rule, w, you, it, then, Some(as_written), so_far);
            }
        }
    }
    /// An attack is asked about: a leap to this square can be one.
    fn may_land(&self, to: SquareId, w: &Way) -> bool {
        match self.ask {
            Ask::Attack(sq) => to == sq || matches!(w.takes, Takes::This(_)),
            Ask::Move => true,
        }
    }
    /// An attack is asked about: this line can lead to the square (a guess that is never wrongly no).
    fn may_hit(&self, d: (i8, i8), w: &Way) -> bool {
        let Ask::Attack(sq) = self.ask else {
            return true;
        };
        if self.torus || matches!(w.takes, Takes::This(_)) {
            return true;
        }
        let ((fa, ra), (fb, rb)) = (self.cx.l.file_rank(self.from), self.cx.l.file_rank(sq));
        let (df, dr, x, y) = (fb - fa, rb - ra, i16::from(d.0), i16::from(d.1));
        df * y == dr * x && df * x + dr * y > 0
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
            pushes,
            path,
            dir: Some(d),
            ..MoveOpt::plain(self.piece, self.from, to)
        });
    }
    fn allowed(&mut self, w: &Way, env: &Env, to: SquareId) -> bool {
        let cx = self.cx.with(env);
        if !w.to.as_ref().is_none_or(|s| cx.has(s, Val::Square(to))) {
            return false;
        }
        let yes = w.when.as_ref().is_none_or(|c| cx.cond(c));
        if let (false, Some(rule)) = (yes, env.rule) {
            self.barred.push((to, rule));
        }
        yes
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
        let bring = match &w.bring {
            Some((who, onto)) => {
                let env = self.role_env(rule, you, it, to, &path);
                let Some(bring) = self.brought(&env, who, onto, to) else {
                    // what the way itself asks for is told first
                    self.allowed(w, &env, to);
                    return;
                };
                Some(bring)
            }
            None => None,
        };
        // who is brought along may stand where the piece goes: both are lifted, then both land
        let here = self.cx.st.at_layer(to, self.layer);
        let here = here.filter(|p| bring.is_none_or(|(b, _)| b != *p));
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
        self.out.push(MoveOpt {
            victims,
            bring,
            path,
            edge,
            leaping,
            dir,
            over,
            ..MoveOpt::plain(self.piece, self.from, to)
        });
    }
    /// Who is brought along, and to which square, if that is free once both are lifted.
    fn brought(
        &self,
        env: &Env,
        who: &Set,
        onto: &Set,
        to: SquareId,
    ) -> Option<(PieceId, Brought)> {
        let cx = self.cx.with(env);
        let who = cx.set(who);
        let Val::Piece(p) = *who.first()? else {
            return None;
        };
        if let Base::Zone(z, of) = &onto.base {
            let key = *cx.zone_keys(*z, of).first()?;
            return (p != self.piece).then_some((p, Brought::Zone(key)));
        }
        let sq = cx.where_is(*cx.set(onto).first()?)?;
        let there = cx.st.at_layer(sq, self.layer);
        let free = there.is_none_or(|q| q == p || q == self.piece);
        (free && sq != to).then_some((p, Brought::Square(sq)))
    }
    /// Own pieces are not taken, unless a rule says they may.
    fn may_take(&self, v: PieceId) -> bool {
        let owner = self.cx.owner(v);
        let own = match (owner, self.owner) {
            (Some(a), Some(b)) => self.cx.l.owner_seat(a) == self.cx.l.owner_seat(b),
            _ => false,
        };
        if !own || self.takes_all {
            return true;
        }
        let me = Val::Piece(self.piece);
        let to = self.cx.square(v).unwrap_or(self.from);
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
                let mut env = self.role_env(*id, c.env.you, c.env.it, to, &[]);
                for (role, name) in &rule.roles {
                    if matches!(role, Role::Victim | Role::Object) {
                        env.bind(*name, vec![Val::Piece(v)]);
                    }
                }
                let c = c.with(&env);
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

//! Judging: conditions, qualities, questions about the past, tests.
use super::moves;
use super::read::*;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;
use std::cell::OnceCell;

impl Cx<'_> {
    /// All of these hold.
    pub fn all(&self, c: &[Cond]) -> bool {
        c.iter().all(|c| self.cond(c))
    }
    /// A condition holds.
    pub fn cond(&self, c: &Cond) -> bool {
        match c {
            Cond::Is(c) => self.clause(c) != c.not,
            Cond::All(v) => v.iter().all(|c| self.cond(c)),
            Cond::Any(v) => v.iter().any(|c| self.cond(c)),
            Cond::Not(c) => !self.cond(c),
            Cond::During(span) => self.during(span),
            Cond::Choice(o, i) => self.l.chosen_word(*o) == Some(*i as usize),
        }
    }
    /// It is this span now.
    fn during(&self, span: &Span) -> bool {
        let turn_of = |s: &Set| {
            self.st
                .on_turn
                .filter(|t| self.set(s).contains(&Val::Seat(*t)))
        };
        match span {
            Span::Your => self.st.on_turn.is_some() && self.st.on_turn == self.env.you,
            Span::Every | Span::This => self.st.on_turn.is_some(),
            Span::Round | Span::Game => true,
            Span::NextTurn | Span::NextRound | Span::Next(_) | Span::Last(_) => false,
            Span::Nth(n, s) => {
                turn_of(s).is_some_and(|t| self.st.seats[t.index()].turns == *n as u32)
            }
        }
    }
    /// A clause without its `not`.
    fn clause(&self, c: &Clause) -> bool {
        let boards = self.boards;
        let this = Cx {
            boards: u32::MAX,
            ..*self
        };
        this.clause_on(c, boards)
    }
    /// The same, its subject looked for on these boards.
    fn clause_on(&self, c: &Clause, boards: u32) -> bool {
        let here = match c.at {
            At::Now => *self,
            At::Before => match &self.env.before {
                Some(b) => self.in_state(b),
                None => *self,
            },
            At::After => match self.after {
                Some(a) => self.in_state(a),
                None => *self,
            },
        };
        let before = if c.newly {
            match c.at {
                At::After => Some(Cx {
                    after: None,
                    ..*self
                }),
                _ => self.env.before.as_ref().map(|b| self.in_state(b)),
            }
        } else {
            None
        };
        let subject = match &c.subject {
            Value::Num(n) => {
                return match &c.says {
                    Says::Cmp(rel, m) => {
                        let nobody = |of: &&Set| here.set(of).is_empty();
                        if [n.pieces_on_one_square(), m.pieces_on_one_square()]
                            .concat()
                            .iter()
                            .any(nobody)
                        {
                            return false;
                        }
                        compare(here.num(n), *rel, here.num(m))
                            && !(c.newly
                                && before.is_some_and(|b| compare(b.num(n), *rel, b.num(m))))
                    }
                    _ => false,
                };
            }
            Value::Set(s) => s,
        };
        if c.newly && before.is_none() {
            return false;
        }
        if let Says::Did(p) = &c.says
            && p.role == Some(Role::Object)
        {
            // it was done to them: they are looked for among the events, for they may be gone by now
            let n = here.suffered(subject, p);
            return here.enough(n, n, &subject.amount);
        }
        if let (Says::Did(p), Ty::Piece, false) = (&c.says, subject.ty, every(subject)) {
            let n = here.doers(subject, p);
            return here.enough(n, n, &subject.amount);
        }
        if let (Says::Do(d), Base::Zone(zone, of)) = (&c.says, &subject.base)
            && d.verb == Verb::Hold
        {
            return here.zones_hold(*zone, of, d);
        }
        let members = here.set_on(subject, boards);
        if let Says::Do(d) = &c.says
            && let Some(n) = here.paired_off(&members, d)
        {
            return here.enough(n, members.len(), &subject.amount);
        }
        // mostly what is asked about does not hold now, and what was before is not looked for
        let members_before = OnceCell::new();
        let old = before.as_ref().map(|b| {
            let was = |x: Val| members_before.get_or_init(|| b.set(subject)).contains(&x);
            (b, was)
        });
        let said = |cx: &Cx, x: Val| match c.member {
            Some(n) => {
                let mut env = cx.env.clone();
                env.bind(n, vec![x]);
                cx.with(&env).says(x, &c.says)
            }
            None => cx.says(x, &c.says),
        };
        // `newly in check from X`: from one of them from whom there was no check before
        let by = match &c.says {
            Says::Be(Quality::InCheck(Some(by))) if old.is_some() => Some(here.set(by)),
            _ => None,
        };
        let holds = |x: Val| {
            if let (Some(by), Some((b, was_there))) = (&by, &old) {
                let was = |s: Val| was_there(x) && b.in_check_from(x, &[s]);
                // mostly from none of them: all are asked at once
                return here.in_check_from(x, by)
                    && by.iter().any(|s| here.in_check_from(x, &[*s]) && !was(*s));
            }
            said(&here, x)
                && !old
                    .as_ref()
                    .is_some_and(|(b, was_there)| was_there(x) && said(b, x))
        };
        match (&subject.amount, &c.says) {
            (Amount::Every, Says::There) => !members.is_empty(),
            (Amount::Every, Says::Be(Quality::Nothing)) => members.is_empty(),
            // an empty zone or list: said of the whole
            (_, Says::Be(Quality::Empty)) if !matches!(subject.ty, Ty::Square) => {
                members.is_empty() || self.all_empty_squares(&here, &members)
            }
            (Amount::Every, _) => !members.is_empty() && members.iter().all(|x| holds(*x)),
            (Amount::Any, Says::Be(Quality::Nothing)) => members.is_empty(),
            (Amount::Any, _) => members.iter().any(|x| holds(*x)),
            (Amount::No, _) => !members.iter().any(|x| holds(*x)),
            (Amount::Count(rel, n), _) => compare(
                members.iter().filter(|x| holds(**x)).count() as i32,
                *rel,
                here.num(n),
            ),
        }
    }
    /// `its pit holds 2 or more checkers`: of what lies in these zones so much is of that sort.
    fn zones_hold(&self, zone: ZoneId, of: &Set, d: &Deed) -> bool {
        let Some(Value::Set(object)) = &d.object else {
            return false;
        };
        let keys = self.zone_keys(zone, of);
        let held = || keys.iter().filter_map(|k| self.st.zones.get(k)).flatten();
        if object.ty == Ty::Army {
            // an army lies there as its card; of several that are named all do
            let lies =
                |a: &&Val| held().any(|p| self.st.piece(*p).army.map(Val::Army) == Some(**a));
            let armies = self.set(object);
            return self.enough(
                armies.iter().filter(lies).count(),
                armies.len(),
                &object.amount,
            );
        }
        // pieces and cards alike: what lies there is of this sort
        let lying = object.lying_in(zone, of);
        let object = lying.as_ref().unwrap_or(object);
        let fits = |p: &&PieceId| self.has(object, Val::Piece(**p));
        let n = held().filter(fits).count();
        self.enough(n, held().count(), &object.amount)
    }
    fn all_empty_squares(&self, here: &Cx, members: &[Val]) -> bool {
        members
            .iter()
            .all(|x| matches!(x, Val::Square(s) if here.st.at(*s).is_none()))
    }
    /// What is said of one member.
    fn says(&self, x: Val, says: &Says) -> bool {
        match says {
            Says::There => true,
            Says::Be(q) => self.quality(x, q),
            Says::At(near, s) => self.stands(x, near, s),
            Says::Among(s) => self.has(s, x),
            Says::Has(s) if s.ty == Ty::Move && matches!(s.base, Base::All(_)) => {
                // `no legal action`: neither a lawful move nor an action is open
                let Val::Seat(seat) = x else { return false };
                let n = usize::from(self.has_action(seat));
                self.enough(n, n, &s.amount)
            }
            Says::Has(s) => {
                let every = s.amount == Amount::Every;
                let own = match x {
                    Val::Seat(_) if !every => {
                        (self.count_of(s, x)).or_else(|| self.moves_among(s, x).map(|v| v.len()))
                    }
                    Val::Piece(_) if !every => self.moves_among(s, x).map(|v| v.len()),
                    _ => None,
                };
                if let Some(mine) = own {
                    return self.enough(mine, mine, &s.amount);
                }
                let v = self.set(s);
                let mine = v.iter().filter(|y| self.held_by(x, **y, s)).count();
                self.enough(mine, v.len(), &s.amount)
            }
            Says::Cmp(rel, n) => {
                let a = match x {
                    Val::Num(a) => a,
                    Val::Seat(_) | Val::Side(_) => self.points_of(&[x]),
                    _ => return false,
                };
                compare(a, *rel, self.num(n))
            }
            Says::Do(d) => self.does(x, d),
            Says::Can(d) => self.can(x, d),
            Says::Suffer(d) => self.suffers(x, d),
            Says::Did(p) => self.did(x, p),
        }
    }
    fn held_by(&self, x: Val, y: Val, s: &Set) -> bool {
        match (x, y, &s.base) {
            (_, _, Base::Zone(..)) => true,
            (_, Val::Move(p, ..), _) => self.belongs(Val::Piece(p), &[x]),
            // `you have no opponent`: the phrase says whose it is
            (Val::Piece(_), ..) | (_, Val::Seat(_) | Val::Num(_), _) => true,
            _ => self.belongs(y, &[x]),
        }
    }
    /// So many of so many are what the amount asks for.
    pub fn enough(&self, got: usize, of: usize, a: &Amount) -> bool {
        match a {
            Amount::Any => got > 0,
            Amount::Every => got > 0 && got == of.max(got),
            Amount::No => got == 0,
            Amount::Count(rel, n) => compare(got as i32, *rel, self.num(n)),
        }
    }

    // ---- tests

    /// `X attacks Y`, `X matches Y` ..; the deed's own subject stands for X.
    fn does(&self, x: Val, d: &Deed) -> bool {
        let Some(object) = &d.object else {
            return false;
        };
        let (things, amount) = match object {
            Value::Set(s) => (self.set(s), s.amount.clone()),
            Value::Num(n) => (vec![Val::Num(self.num(n))], Amount::Every),
        };
        let hits = things.iter().filter(|y| self.does_to(x, d, **y)).count();
        self.enough(hits, things.len(), &amount)
    }
    /// The same with one thing.
    fn does_to(&self, x: Val, d: &Deed, y: Val) -> bool {
        let kind = |c: Case| {
            d.cases
                .iter()
                .find(|(k, _)| *k == c)
                .map(|(_, v)| self.value(v))
        };
        match d.verb {
            Verb::Attack => self.pieces_of(x).into_iter().any(|p| match x {
                Val::Seat(s) => moves::attacks_by(self, p, y, s),
                _ => moves::attacks(self, p, y),
            }),
            Verb::Cover => {
                let as_kind = kind(Case::As);
                self.pieces_of(x).into_iter().any(|p| {
                    self.where_is(y)
                        .is_some_and(|q| moves::covers(self, p, q, as_kind.as_deref()))
                })
            }
            Verb::Reach => {
                let as_kind = kind(Case::As);
                self.pieces_of(x).into_iter().any(|p| {
                    self.where_is(y)
                        .is_some_and(|q| moves::reaches(self, p, q, as_kind.as_deref()))
                })
            }
            Verb::Match => match (x, y) {
                (Val::Piece(a), Val::Piece(b)) => {
                    self.kind(a) == self.kind(b) && self.side_of(a) == self.side_of(b)
                }
                _ => self.same(x, y),
            },
            Verb::Hold => match x {
                Val::Piece(p) => {
                    matches!(y, Val::Piece(q) if self.st.piece(q).place_owner() == Some(OwnerKey::Piece(p)))
                }
                Val::Seat(s) => {
                    matches!(y, Val::Piece(q) if self.st.piece(q).place_owner() == Some(OwnerKey::Seat(s)))
                        || self.belongs(y, &[x])
                }
                Val::Square(q) => {
                    matches!(y, Val::Piece(p) if self.st.square_of(p) == Some(q))
                }
                _ => false,
            },
            Verb::Share => match (kind(Case::With), y) {
                (Some(with), _) => with.iter().any(|w| self.same(*w, y)),
                // `another piece that shares its kind`: has this kind, side or square too
                (None, Val::Kind(k)) => matches!(x, Val::Piece(p) if self.kind(p) == k),
                (None, Val::Side(s)) => match x {
                    Val::Piece(p) => self.side_of(p) == Some(s),
                    Val::Seat(seat) => self.l.rules.seats[seat.index()].side == s,
                    _ => false,
                },
                (None, Val::Square(q)) => self.where_is(x) == Some(q),
                (None, _) => self.same(x, y),
            },
            _ => false,
        }
    }
    /// `each card matches a different piece`: how many of these can be given a thing of their own to which they do it; none: the
    /// phrase does not pair off.
    fn paired_off(&self, these: &[Val], d: &Deed) -> Option<usize> {
        let Some(Value::Set(object)) = &d.object else {
            return None;
        };
        let different = |n: &Narrow| matches!(n, Narrow::Is(Quality::Different));
        if !object.by.iter().any(different) {
            return None;
        }
        let things = self.set(object);
        let fits = |x: &Val| -> Vec<usize> {
            let open = 0..things.len();
            open.filter(|i| self.does_to(*x, d, things[*i])).collect()
        };
        let wishes: Vec<Vec<usize>> = these.iter().map(fits).collect();
        let mut taken: Vec<Option<usize>> = vec![None; things.len()];
        let mut pairs = 0;
        for i in 0..wishes.len() {
            pairs += usize::from(pair(i, &wishes, &mut taken, &mut vec![false; things.len()]));
        }
        Some(pairs)
    }
    pub(super) fn side_of(&self, p: PieceId) -> Option<SideId> {
        let pc = self.st.piece(p);
        pc.side
            .or_else(|| pc.owner.map(|o| self.l.rules.seats[o.index()].side))
    }
    pub(super) fn pieces_of(&self, x: Val) -> Vec<PieceId> {
        match x {
            Val::Piece(p) => vec![p],
            Val::Seat(s) => self
                .st
                .on_board()
                .filter(|p| self.belongs(Val::Piece(*p), &[Val::Seat(s)]))
                .collect(),
            Val::Side(_) => self
                .st
                .on_board()
                .filter(|p| self.belongs(Val::Piece(*p), &[x]))
                .collect(),
            _ => vec![],
        }
    }
    /// `X can move`, `X could reach Y as K`.
    fn can(&self, x: Val, d: &Deed) -> bool {
        let object = d.object.as_ref().map(|v| self.value(v));
        match d.verb {
            Verb::Act if matches!(x, Val::Seat(_)) => x.seat().is_some_and(|s| self.has_action(s)),
            Verb::Talk => self.may_talk(x, d),
            Verb::Move | Verb::Act => {
                let mut pieces = self.pieces_of(x);
                if let (Some(Value::Set(s)), true) =
                    (&d.object, matches!(x, Val::Seat(_) | Val::Side(_)))
                {
                    pieces.retain(|p| self.has(s, Val::Piece(*p)));
                }
                pieces
                    .into_iter()
                    .any(|p| !moves::legal(self, p).is_empty())
            }
            Verb::Capture => self.pieces_of(x).into_iter().any(|p| {
                moves::moves_of(self, p).iter().any(|m| match &object {
                    Some(o) => m.victims.iter().any(|v| o.contains(&Val::Piece(*v))),
                    None => !m.victims.is_empty(),
                })
            }),
            Verb::Reach => self.does(x, d),
            _ => self.does(x, d),
        }
    }

    /// `X can talk [to Y] [secretly]`: no guard forbids it. The engine itself carries no talk; its host asks.
    fn may_talk(&self, x: Val, d: &Deed) -> bool {
        let Some(seat) = self.owner_of(x) else {
            return false;
        };
        let to: Vals = match &d.object {
            Some(v) => self.value(v),
            None => vec![],
        };
        let hearers = to.iter().map(|h| (Role::Hearer, *h));
        let e = Event {
            verb: Verb::Talk,
            author: Some(seat),
            roles: [(Role::Speaker, x)].into_iter().chain(hearers).collect(),
            means: Means::Rule,
            rule: None,
            recs: vec![],
            turn: self.st.turn,
            batch: self.st.stamp,
            edge: false,
            still: false,
            hidden: d.how.secretly,
            holder: None,
        };
        super::guards::forbidden(self, &e, None).is_none()
    }
}

impl Piece {
    /// On what the zone hangs in which it is.
    pub fn place_owner(&self) -> Option<OwnerKey> {
        match self.place {
            Place::Zone(k) => Some(k.owner),
            _ => None,
        }
    }
}

/// `across an edge`: the border of the board as a place.
pub(super) fn is_edge(s: &Set) -> bool {
    matches!(s.base, Base::Edge)
}

/// `every X`, as a condition on all that there are now.
pub(super) fn every(s: &Set) -> bool {
    s.amount == Amount::Every && !matches!(s.base, Base::Name(_))
}

/// The piece that does it.
pub fn subject_of(e: &Event) -> Option<Val> {
    e.role(subject_role(e.verb))
}

/// The role of who does it.
pub fn subject_role(verb: Verb) -> Role {
    match verb {
        Verb::Capture => Role::Captor,
        Verb::Enter => Role::Entrant,
        Verb::Leave => Role::Leaver,
        Verb::Cross => Role::Crosser,
        Verb::Promote => Role::Promoted,
        Verb::Become => Role::Changed,
        Verb::LoseGame | Verb::Resign => Role::Loser,
        Verb::Push | Verb::Pull => Role::Subject,
        Verb::StopBeing => Role::Released,
        Verb::Skip => Role::Subject,
        _ => Role::Mover,
    }
}

/// What suffers it.
pub fn object_of(e: &Event) -> Option<Val> {
    e.role(object_role(e.verb))
}

/// The role of what suffers it.
pub fn object_role(verb: Verb) -> Role {
    match verb {
        Verb::Move => Role::Mover,
        Verb::Capture | Verb::LosePiece => Role::Victim,
        Verb::Promote => Role::Promoted,
        Verb::Become => Role::Changed,
        Verb::Put => Role::Placed,
        Verb::Remove => Role::Removed,
        Verb::Give => Role::Given,
        Verb::Swap => Role::Swapped,
        Verb::Shift => Role::Shifted,
        Verb::Push => Role::Pushed,
        Verb::Pull => Role::Pulled,
        Verb::Mark => Role::Marked,
        Verb::StopBeing => Role::Released,
        Verb::Reveal => Role::Revealed,
        Verb::Draw => Role::Drawn,
        Verb::Borrow => Role::Borrowed,
        Verb::Enter => Role::Destination,
        Verb::Leave => Role::Origin,
        Verb::Cross => Role::Path,
        Verb::LoseGame => Role::Loser,
        _ => Role::Object,
    }
}

/// Finds a thing for the `i`-th, if others can take another one instead (Kuhn's augmenting paths).
fn pair(i: usize, wishes: &[Vec<usize>], taken: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    wishes[i].iter().any(|t| {
        if std::mem::replace(&mut seen[*t], true) {
            return false;
        }
        let free = taken[*t].is_none_or(|other| pair(other, wishes, taken, seen));
        if free {
            taken[*t] = Some(i);
        }
        free
    })
}

/// A comparison.
pub fn compare(a: i32, rel: Rel, b: i32) -> bool {
    match rel {
        Rel::Eq => a == b,
        Rel::Ge => a >= b,
        Rel::Gt => a > b,
        Rel::Le => a <= b,
        Rel::Lt => a < b,
    }
}

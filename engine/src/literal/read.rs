//! Reading: what a phrase stands for in a state. A set filters all things of its type one by one and picks
//! last; nothing is cached, nothing is clever.
use super::link::Linked;
use super::state::*;
use super::value::*;
use crate::ids::*;
use crate::rules::*;

/// A state read by somebody.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    /// The match.
    pub l: &'a Linked,
    /// The state of *now*.
    pub st: &'a State,
    /// Who reads.
    pub env: &'a Env,
    /// The state of *would*.
    pub after: Option<&'a State>,
    /// Pieces as they were at an event of the past.
    pub ghost: Option<&'a [Rec]>,
    /// Kinds as they are for good, views left aside.
    pub raw: bool,
    /// Nesting of questions about reach; guards asked beyond it are taken as silent.
    pub depth: u8,
}

impl<'a> Cx<'a> {
    /// Read a state.
    pub fn new(l: &'a Linked, st: &'a State, env: &'a Env) -> Self {
        Cx {
            l,
            st,
            env,
            after: None,
            ghost: None,
            raw: false,
            depth: 0,
        }
    }
    /// The same reader in another environment.
    pub fn with<'b>(&self, env: &'b Env) -> Cx<'b>
    where
        'a: 'b,
    {
        Cx { env, ..*self }
    }
    /// The same reader in another state.
    pub fn in_state<'b>(&self, st: &'b State) -> Cx<'b>
    where
        'a: 'b,
    {
        Cx {
            st,
            after: None,
            ghost: None,
            ..*self
        }
    }

    // ---- pieces

    fn ghost_of(&self, p: PieceId) -> Option<&Rec> {
        self.ghost.and_then(|g| g.iter().find(|r| r.id == p))
    }
    /// Who controls a piece.
    pub fn owner(&self, p: PieceId) -> Option<SeatId> {
        match self.ghost_of(p) {
            Some(r) => r.owner,
            None => self.st.piece(p).owner,
        }
    }
    /// Where a piece stands.
    pub fn square(&self, p: PieceId) -> Option<SquareId> {
        match self.ghost_of(p) {
            Some(r) => r.square,
            None => self.st.square_of(p),
        }
    }
    /// The kind of a piece, as views show it.
    pub fn kind(&self, p: PieceId) -> KindId {
        if let Some(r) = self.ghost_of(p) {
            return r.kind;
        }
        let base = self.st.piece(p).kind;
        if self.raw {
            return base;
        }
        let mut kind = base;
        let raw = Cx { raw: true, ..*self };
        for id in &self.l.views {
            let rule = self.l.rule(*id);
            let Form::View {
                of,
                is: What::Quality(Quality::Kind(k)),
                not: false,
            } = &rule.form
            else {
                continue;
            };
            raw.instances(*id, Some(Val::Piece(p)), &mut |cx| {
                if cx.has(of, Val::Piece(p))
                    && cx.all(&rule.when)
                    && let Some(Val::Kind(k)) = cx.set(k).first()
                {
                    kind = *k;
                }
            });
        }
        kind
    }
    /// The facts of a piece at this moment.
    pub fn rec(&self, p: PieceId) -> Rec {
        Rec {
            id: p,
            kind: self.kind(p),
            owner: self.owner(p),
            square: self.square(p),
            royal: self.quality(Val::Piece(p), &Quality::Royal),
        }
    }

    // ---- rules and holders

    /// Whether a seat holds a power.
    pub fn holds_power(&self, seat: SeatId, power: PowerId) -> bool {
        self.st.seats[seat.index()]
            .powers
            .iter()
            .any(|h| h.power == power)
    }
    /// Run `f` for every holder of a rule (with `it` set to what the fact speaks of, or the piece of the kind).
    pub fn instances(&self, id: RuleId, about: Option<Val>, f: &mut dyn FnMut(&Cx)) {
        let rule = self.l.rule(id);
        let yields = self.l.yields.get(id.index()).map_or(&[][..], Vec::as_slice);
        let mut go = |you: Option<SeatId>, it: Option<Val>| {
            if you.is_some_and(|y| yields.iter().any(|p| self.holds_power(y, *p))) {
                return;
            }
            let env = Env {
                you,
                it,
                rule: Some(id),
                before: self.env.before.clone(),
                event: None,
                ..Env::default()
            };
            f(&self.with(&env));
        };
        match rule.holder {
            Holder::Game => go(None, about),
            Holder::EachSeat => {
                for s in 0..self.st.seats.len() {
                    if self.st.seats[s].playing {
                        go(Some(SeatId::from(s)), about);
                    }
                }
            }
            Holder::Power(p) => {
                for s in 0..self.st.seats.len() {
                    let seat = SeatId::from(s);
                    if self.holds_power(seat, p) || self.kept(rule, seat) {
                        go(Some(seat), about);
                    }
                }
            }
            Holder::Kind(k) => match about {
                Some(Val::Piece(p)) if speaks_of_it(rule) => {
                    if self.kind(p) == k {
                        go(self.owner(p), Some(Val::Piece(p)));
                    }
                }
                _ => {
                    for i in 0..self.st.pieces.len() {
                        let p = PieceId(i as u16);
                        let pc = self.st.piece(p);
                        if pc.card || pc.place == Place::Lost {
                            continue;
                        }
                        if (pc.kind == k || !self.l.views.is_empty()) && self.kind(p) == k {
                            go(self.owner(p), Some(Val::Piece(p)));
                        }
                    }
                }
            },
        }
    }
    /// A rule of a power no longer held lives on by a mark of that power that is still set (language 6.3).
    fn kept(&self, rule: &Rule, seat: SeatId) -> bool {
        !rule.keeps.is_empty()
            && rule.keeps.iter().any(|f| {
                let key = FieldKey {
                    field: *f,
                    owner: OwnerKey::Seat(seat),
                    seat: None,
                    holder: None,
                };
                self.st.fields.get(&key).is_some_and(|v| !v.is_empty())
            })
    }
    /// Whether the rule being read may see a value (language 6.6).
    fn may_see(&self, f: FieldId, key: &FieldKey) -> bool {
        let Some(rule) = self.env.rule else {
            return true;
        };
        if matches!(self.l.rule(rule).holder, Holder::Game | Holder::EachSeat) {
            return true;
        }
        let Some(you) = self.env.you else { return true };
        self.seat_sees(you, f, key)
    }
    /// Whether a seat sees a value.
    pub fn seat_sees(&self, seat: SeatId, f: FieldId, key: &FieldKey) -> bool {
        if let Some(k) = self.st.known.get(key)
            && (k.is_empty() || k.contains(&seat))
        {
            return true;
        }
        let owner = |k: &FieldKey| match k.owner {
            OwnerKey::Piece(p) => self.st.piece(p).owner,
            OwnerKey::Seat(s) => Some(s),
            _ => None,
        };
        match &self.l.rules.fields[f.index()].seen {
            Seen::All => true,
            Seen::Nobody => false,
            Seen::Holder => key.holder.or(key.seat).or_else(|| owner(key)) == Some(seat),
            Seen::Owner => owner(key) == Some(seat),
            Seen::These(s) => {
                let env = Env {
                    you: key.holder.or(key.seat).or_else(|| owner(key)),
                    ..Env::default()
                };
                self.with(&env).set(s).contains(&Val::Seat(seat))
            }
        }
    }

    // ---- fields

    /// On what a value of this field hangs, for a thing.
    pub fn owner_key(&self, f: &Owner, v: Option<Val>) -> Option<OwnerKey> {
        Some(match (f, v) {
            (Owner::Game, _) => OwnerKey::Game,
            (Owner::Side, Some(Val::Seat(s))) => OwnerKey::Side(self.l.rules.seats[s.index()].side),
            (Owner::Side, Some(Val::Side(s))) => OwnerKey::Side(s),
            (Owner::Seat, Some(Val::Seat(s))) => OwnerKey::Seat(s),
            (Owner::Seat, Some(Val::Piece(p))) => OwnerKey::Seat(self.owner(p)?),
            (Owner::Piece(_) | Owner::Card, Some(Val::Piece(p))) => OwnerKey::Piece(p),
            (Owner::Piece(_), Some(Val::Square(s))) => OwnerKey::Piece(self.st.at(s)?),
            (Owner::Square, Some(Val::Square(s))) => OwnerKey::Square(s),
            (Owner::Square, Some(Val::Piece(p))) => OwnerKey::Square(self.square(p)?),
            (Owner::Kind(_), Some(Val::Kind(k))) => OwnerKey::Kind(k),
            (Owner::Kind(_), Some(Val::Piece(p))) => OwnerKey::Kind(self.kind(p)),
            _ => return None,
        })
    }
    /// The key under which the reader finds a value.
    pub fn field_key(&self, f: FieldId, v: Option<Val>, seat: Option<SeatId>) -> Option<FieldKey> {
        let decl = &self.l.rules.fields[f.index()];
        let owner = self.owner_key(&decl.of, v)?;
        let seat = if decl.per_seat {
            seat.or(self.env.you)
        } else {
            None
        };
        let holder = match decl.by {
            Holder::Power(_) if !matches!(decl.of, Owner::Seat) => self.env.you,
            _ => None,
        };
        Some(FieldKey {
            field: f,
            owner,
            seat,
            holder,
        })
    }
    /// The value of a field.
    pub fn field(&self, f: FieldId, v: Option<Val>, seat: Option<SeatId>) -> Vals {
        let decl = &self.l.rules.fields[f.index()];
        let Some(key) = self.field_key(f, v, seat) else {
            return vec![];
        };
        let power_state = matches!(decl.by, Holder::Power(_)) && !matches!(decl.of, Owner::Seat);
        if power_state && !self.reads_power(decl.by) {
            // asked from outside the power: whoever holds it
            let mut all: Vals = vec![];
            for s in 0..self.st.seats.len() {
                let k = FieldKey {
                    holder: Some(SeatId::from(s)),
                    ..key
                };
                if let Some(v) = self.st.fields.get(&k) {
                    all.extend(
                        v.iter()
                            .filter(|x| !all.contains(x))
                            .copied()
                            .collect::<Vec<_>>(),
                    );
                }
            }
            return all;
        }
        if !self.may_see(f, &key) {
            return vec![];
        }
        if let Some(v) = self.st.fields.get(&key) {
            return v.clone();
        }
        for id in &self.l.views {
            let rule = self.l.rule(*id);
            if let Form::View {
                of,
                is: What::Value(g, val),
                ..
            } = &rule.form
                && *g == f
                && let Some(x) = v
            {
                let mut found = None;
                self.instances(*id, Some(x), &mut |cx| {
                    if cx.has(of, x) && cx.all(&rule.when) {
                        found = Some(cx.value(val));
                    }
                });
                if let Some(v) = found {
                    return v;
                }
            }
        }
        match &decl.start {
            Some(start) => {
                let you = match key.owner {
                    OwnerKey::Seat(s) => Some(s),
                    OwnerKey::Piece(p) => self.owner(p),
                    _ => self.env.you,
                };
                let env = Env {
                    you,
                    it: v,
                    ..Env::default()
                };
                self.with(&env).value(start)
            }
            None if decl.ty == Ty::Number => vec![Val::Num(0)],
            None => vec![],
        }
    }
    fn reads_power(&self, by: Holder) -> bool {
        self.env.rule.is_some_and(|r| self.l.rule(r).holder == by) && self.env.you.is_some()
    }

    // ---- sets

    /// Members of a value.
    pub fn value(&self, v: &Value) -> Vals {
        match v {
            Value::Set(s) => self.set(s),
            Value::Num(n) => vec![Val::Num(self.num(n))],
        }
    }
    /// All members of a phrase, in their order.
    pub fn set(&self, s: &Set) -> Vals {
        let mut v = self.base(s);
        v.retain(|x| s.by.iter().all(|n| self.pass(*x, n)));
        if let Some(p) = &s.pick {
            v = self.pick(v, p);
        }
        v
    }
    /// Whether a thing is in a phrase.
    pub fn has(&self, s: &Set, x: Val) -> bool {
        if s.pick.is_none() {
            match &s.base {
                Base::All(w) => {
                    return self.in_all(s.ty, *w, x) && s.by.iter().all(|n| self.pass(x, n));
                }
                Base::Or(v) => {
                    return v.iter().any(|t| self.has(t, x))
                        && s.by.iter().all(|n| self.pass(x, n));
                }
                _ => {}
            }
        }
        let v = self.set(s);
        v.contains(&x) || v.iter().any(|y| self.same(*y, x))
    }
    /// Two things are the same under the silent conversions.
    pub fn same(&self, a: Val, b: Val) -> bool {
        if a == b {
            return true;
        }
        match (a, b) {
            (Val::Piece(p), Val::Square(s)) | (Val::Square(s), Val::Piece(p)) => {
                self.square(p) == Some(s)
            }
            (Val::Piece(p), Val::Kind(k)) | (Val::Kind(k), Val::Piece(p)) => self.kind(p) == k,
            (Val::Seat(s), Val::Side(d)) | (Val::Side(d), Val::Seat(s)) => {
                self.l.rules.seats[s.index()].side == d
            }
            (Val::Army(a), Val::Power(p)) | (Val::Power(p), Val::Army(a)) => {
                self.l.rules.armies[a.index()].power == Some(p)
            }
            (Val::Seat(a), Val::Seat(b)) => self.l.owner_seat(a) == self.l.owner_seat(b) && a == b,
            _ => false,
        }
    }
    fn in_all(&self, ty: Ty, w: Where, x: Val) -> bool {
        match (ty, x) {
            (Ty::Piece, Val::Piece(p)) => {
                let pc = self.st.piece(p);
                if pc.card {
                    return false;
                }
                if self.ghost_of(p).is_some() {
                    return true;
                }
                match w {
                    Where::Board => matches!(pc.place, Place::Board(..)),
                    Where::InPlay => pc.place != Place::Lost,
                    Where::Lost => pc.place == Place::Lost,
                    Where::Anywhere => true,
                }
            }
            (Ty::Seat, Val::Seat(s)) => w == Where::Anywhere || self.st.seats[s.index()].playing,
            (Ty::Card, Val::Piece(p)) => self.st.piece(p).card,
            (Ty::Square, Val::Square(_))
            | (Ty::Kind, Val::Kind(_))
            | (Ty::Side, Val::Side(_))
            | (Ty::Army, Val::Army(_))
            | (Ty::Power, Val::Power(_)) => true,
            _ => self
                .base(&Set {
                    ty,
                    base: Base::All(w),
                    by: vec![],
                    pick: None,
                    amount: Amount::Any,
                })
                .contains(&x),
        }
    }
    /// Seats clockwise from the one after the player on turn.
    pub fn clockwise(&self) -> Vec<SeatId> {
        let n = self.st.seats.len();
        let from = self.st.on_turn.map_or(0, |s| s.index() + 1);
        (0..n).map(|i| SeatId::from((from + i) % n)).collect()
    }
    fn base(&self, s: &Set) -> Vals {
        match &s.base {
            Base::All(w) => match s.ty {
                Ty::Piece => match w {
                    Where::Board => self.st.on_board().map(Val::Piece).collect(),
                    _ => {
                        let mut v: Vals = self.st.on_board().map(Val::Piece).collect();
                        if *w == Where::Lost {
                            v.clear();
                        }
                        for i in 0..self.st.pieces.len() {
                            let p = PieceId(i as u16);
                            if !matches!(self.st.piece(p).place, Place::Board(..))
                                && self.in_all(Ty::Piece, *w, Val::Piece(p))
                            {
                                v.push(Val::Piece(p));
                            }
                        }
                        v
                    }
                },
                Ty::Square => self.l.all_squares().map(Val::Square).collect(),
                Ty::Seat => self
                    .clockwise()
                    .into_iter()
                    .filter(|s| *w == Where::Anywhere || self.st.seats[s.index()].playing)
                    .map(Val::Seat)
                    .collect(),
                Ty::Kind => (0..self.l.rules.kinds.len())
                    .filter(|k| !self.l.rules.kinds[*k].card)
                    .map(|k| Val::Kind(KindId::from(k)))
                    .collect(),
                Ty::Side => (0..self.l.rules.sides.len())
                    .map(|k| Val::Side(SideId::from(k)))
                    .collect(),
                Ty::Army => (0..self.l.rules.armies.len())
                    .map(|k| Val::Army(ArmyId::from(k)))
                    .collect(),
                Ty::Power => (0..self.l.rules.powers.len())
                    .map(|k| Val::Power(PowerId::from(k)))
                    .collect(),
                Ty::Card => (0..self.st.pieces.len())
                    .map(|i| PieceId(i as u16))
                    .filter(|p| self.st.piece(*p).card)
                    .map(Val::Piece)
                    .collect(),
                Ty::Board => (0..self.l.rules.boards.len())
                    .map(|b| Val::Board(BoardId::from(b)))
                    .collect(),
                _ => vec![],
            },
            Base::New | Base::Nothing => vec![],
            Base::You => self.env.you.map(Val::Seat).into_iter().collect(),
            Base::It => self.env.it.into_iter().collect(),
            Base::OnTurn => self.st.on_turn.map(Val::Seat).into_iter().collect(),
            Base::Author => self.author().map(Val::Seat).into_iter().collect(),
            Base::Nobody => vec![Val::Nobody],
            Base::Kind(k) => vec![Val::Kind(*k)],
            Base::Name(n) => self.env.name(*n),
            Base::Word(w, of) => match of {
                None => self.word(*w),
                Some(of) => {
                    let mut v = vec![];
                    for x in self.set(of) {
                        let you = match x {
                            Val::Seat(s) => Some(s),
                            Val::Piece(p) => self.owner(p),
                            _ => None,
                        };
                        let env = Env {
                            you,
                            it: Some(x),
                            ..self.env.clone()
                        };
                        for y in self.with(&env).word(*w) {
                            if !v.contains(&y) {
                                v.push(y);
                            }
                        }
                    }
                    v
                }
            },
            Base::Field(f, of, seat) => {
                let seat = seat
                    .as_ref()
                    .and_then(|s| self.set(s).into_iter().find_map(as_seat));
                let decl = &self.l.rules.fields[f.index()];
                if matches!(decl.of, Owner::Game) {
                    return self.field(*f, None, seat);
                }
                let mut v = vec![];
                for x in self.set(of) {
                    v.extend(self.field(*f, Some(x), seat));
                }
                v
            }
            Base::Zone(z, of) => self
                .zone_keys(*z, of)
                .iter()
                .flat_map(|k| self.st.zones.get(k).cloned().unwrap_or_default())
                .map(Val::Piece)
                .collect(),
            Base::Of(part, of) => {
                let mut v: Vals = vec![];
                for x in self.set(of) {
                    for y in self.part(*part, x) {
                        if !v.contains(&y) {
                            v.push(y);
                        }
                    }
                }
                v
            }
            Base::Past(p) => self.past_things(p),
            Base::Line(a, b) => match (
                self.set(a).first().and_then(|x| self.to_square(*x)),
                self.set(b).first().and_then(|x| self.to_square(*x)),
            ) {
                (Some(a), Some(b)) => self.line(a, b, true).into_iter().map(Val::Square).collect(),
                _ => vec![],
            },
            Base::Row(n, of) | Base::File(n, of) => {
                let n = self.num(n);
                let mut v = vec![];
                for x in self.set(of) {
                    let (facing, board) = match x {
                        Val::Piece(p) => (
                            self.st.piece(p).facing,
                            self.square(p)
                                .map_or(&self.l.rules.boards[0], |s| self.l.board_of(s)),
                        ),
                        Val::Seat(s) => (
                            self.l.facing(s),
                            &self.l.rules.boards[self.l.rules.seats[s.index()].board.index()],
                        ),
                        _ => continue,
                    };
                    let line = if matches!(s.base, Base::Row(..)) {
                        self.l.row(n, facing, board)
                    } else {
                        self.l.file(n, facing, board)
                    };
                    v.extend(line.into_iter().map(Val::Square));
                }
                v
            }
            Base::Range(a, b) => (self.num(a)..=self.num(b)).map(Val::Num).collect(),
            Base::Number(n) => vec![Val::Num(self.num(n))],
            Base::Ability(of) => self
                .set(of)
                .into_iter()
                .filter_map(as_seat)
                .map(Val::Ability)
                .collect(),
            Base::Or(v) => {
                let mut out: Vals = vec![];
                for s in v {
                    for x in self.set(s) {
                        if !out.contains(&x) {
                            out.push(x);
                        }
                    }
                }
                self.sort(&mut out);
                out
            }
            Base::Squares(v) => {
                let mut out: Vals = v
                    .iter()
                    .map(|s| match self.env.you {
                        Some(y) => Val::Square(self.l.in_frame(*s, y)),
                        None => Val::Square(*s),
                    })
                    .collect();
                out.sort();
                out
            }
            Base::Seats(v) => v.iter().map(|s| Val::Seat(*s)).collect(),
            Base::Sides(v) => v.iter().map(|s| Val::Side(*s)).collect(),
            Base::Armies(v) => v.iter().map(|s| Val::Army(*s)).collect(),
            Base::Text(t) => vec![Val::Text(*t)],
            Base::Edge => vec![],
            Base::Layer(n) => vec![Val::Layer(*n)],
            Base::OtherLayer(of) => {
                let mut v: Vals = vec![];
                for x in self.set(of) {
                    let layer = match x {
                        Val::Piece(p) => self.st.layer_of(p),
                        Val::Layer(l) => l,
                        _ => continue,
                    };
                    if !v.contains(&Val::Layer(1 - layer)) {
                        v.push(Val::Layer(1 - layer));
                    }
                }
                v
            }
            Base::Chosen(o) => {
                let opt = &self.l.rules.options[o.index()];
                let i = self
                    .l
                    .game
                    .options
                    .get(o.index())
                    .and_then(|v| v.first())
                    .copied()
                    .unwrap_or(opt.usually);
                let word = match &opt.values {
                    OptionValues::Words(w) => w.get(i.max(0) as usize),
                    _ => None,
                };
                word.and_then(|t| {
                    (0..self.l.rules.kinds.len())
                        .find(|k| self.l.text(self.l.rules.kinds[*k].name) == self.l.text(*t))
                })
                .map(|k| Val::Kind(KindId::from(k)))
                .into_iter()
                .collect()
            }
            Base::Row1(v) => v.iter().map(|(k, _)| Val::Kind(*k)).collect(),
        }
    }
    /// Pieces and squares in the order of the board, seats clockwise; other things as they are.
    pub fn sort(&self, v: &mut Vals) {
        let clock = self.clockwise();
        v.sort_by_key(|x| match x {
            Val::Piece(p) => (0, self.square(*p).map_or(u16::MAX, |s| s.0), p.0),
            Val::Square(s) => (0, s.0, 0),
            Val::Seat(s) => (1, clock.iter().position(|c| c == s).unwrap_or(0) as u16, 0),
            _ => (2, 0, 0),
        });
    }
    /// Zones of this name of the owners given.
    pub fn zone_keys(&self, z: ZoneId, of: &Set) -> Vec<ZoneKey> {
        let decl = &self.l.rules.zones[z.index()];
        if matches!(decl.of, Owner::Game) {
            return vec![ZoneKey {
                zone: z,
                owner: OwnerKey::Game,
            }];
        }
        self.set(of)
            .into_iter()
            .filter_map(|x| self.owner_key(&decl.of, Some(x)))
            .map(|owner| ZoneKey { zone: z, owner })
            .collect()
    }
    /// The players behind the current event (language 7.8).
    pub fn author(&self) -> Option<SeatId> {
        let loser = match &self.env.event {
            Some(e) if e.verb == Verb::LoseGame => e.role(Role::Loser).and_then(as_seat),
            _ => self.env.you,
        };
        let a = match &self.env.event {
            Some(e) => e.author,
            None => self.env.actor.or(self.st.on_turn),
        };
        if a.is_some() && a != loser && a.is_some_and(|a| self.st.seats[a.index()].playing) {
            return a;
        }
        // the other remaining player who most recently completed a turn
        (0..self.st.seats.len())
            .map(SeatId::from)
            .filter(|s| {
                Some(*s) != loser
                    && self.st.seats[s.index()].playing
                    && self.st.seats[s.index()].completed > 0
            })
            .max_by_key(|s| self.st.seats[s.index()].completed)
    }
    /// The square of a square or piece.
    pub fn to_square(&self, x: Val) -> Option<SquareId> {
        match x {
            Val::Square(s) => Some(s),
            Val::Piece(p) => self.square(p),
            _ => None,
        }
    }
    fn part(&self, part: Part, x: Val) -> Vals {
        let n = self.st.seats.len();
        let seat = |i: usize| vec![Val::Seat(SeatId::from(i % n))];
        match (part, x) {
            (Part::Owner, Val::Piece(p)) => match self.owner(p) {
                Some(s) => vec![Val::Seat(s)],
                None => vec![Val::Nobody],
            },
            (Part::Owner, Val::Seat(_)) => vec![x],
            (Part::Square, Val::Piece(p)) => self.square(p).map(Val::Square).into_iter().collect(),
            (Part::Square, Val::Square(_)) => vec![x],
            (Part::Kind, Val::Piece(p)) => vec![Val::Kind(self.kind(p))],
            (Part::Side, Val::Piece(p)) => match self.st.piece(p).side {
                Some(s) => vec![Val::Side(s)],
                None if self.l.rules.boards.iter().any(|b| b.layers > 1) => {
                    vec![Val::Layer(self.st.layer_of(p))]
                }
                None => self
                    .owner(p)
                    .map(|s| Val::Side(self.l.rules.seats[s.index()].side))
                    .into_iter()
                    .collect(),
            },
            (Part::Side, Val::Seat(s)) => vec![Val::Side(self.l.rules.seats[s.index()].side)],
            (Part::Power, Val::Seat(s)) => self.st.seats[s.index()]
                .powers
                .iter()
                .filter(|h| h.until.is_none())
                .map(|h| Val::Power(h.power))
                .collect(),
            (Part::Power, Val::Army(a)) => self.l.rules.armies[a.index()]
                .power
                .map(Val::Power)
                .into_iter()
                .collect(),
            (Part::Army, Val::Seat(s)) => self.st.seats[s.index()]
                .army
                .map(Val::Army)
                .into_iter()
                .collect(),
            (Part::Setup, Val::Seat(s)) => self
                .setup_squares(s)
                .into_iter()
                .map(|(sq, _)| Val::Square(sq))
                .collect(),
            (Part::Setup, Val::Piece(p)) => match self.owner(p) {
                Some(s) => self.part(Part::Setup, Val::Seat(s)),
                None => vec![],
            },
            (Part::Home, Val::Piece(p)) => {
                self.st.piece(p).home.map(Val::Square).into_iter().collect()
            }
            (Part::Left, Val::Seat(s)) => seat(s.index() + 1),
            (Part::Right, Val::Seat(s)) => seat(s.index() + n - 1),
            (Part::Opposite, Val::Seat(s)) => seat(s.index() + n / 2),
            (Part::Partner, Val::Seat(s)) => (0..n)
                .map(SeatId::from)
                .filter(|t| *t != s && self.l.partners(s, *t) && self.st.seats[t.index()].playing)
                .map(Val::Seat)
                .collect(),
            (Part::Opponents, Val::Seat(s)) => self
                .clockwise()
                .into_iter()
                .filter(|t| !self.l.partners(s, *t) && self.st.seats[t.index()].playing)
                .map(Val::Seat)
                .collect(),
            (Part::Moves, Val::Seat(s)) => super::moves::moves_of_seat(self, s)
                .into_iter()
                .map(|m| Val::Move(m.piece, m.from, m.to))
                .collect(),
            (Part::Moves, Val::Piece(p)) => super::moves::moves_of(self, p)
                .into_iter()
                .map(|m| Val::Move(m.piece, m.from, m.to))
                .collect(),
            _ => vec![],
        }
    }
    /// Squares of a seat's set-up with the kind there (none: `?`).
    pub fn setup_squares(&self, s: SeatId) -> Vec<(SquareId, Option<KindId>)> {
        let mut v: Vec<(SquareId, Option<KindId>)> = match self.st.seats[s.index()].army {
            Some(a) => {
                let a = &self.l.rules.armies[a.index()];
                a.setup
                    .iter()
                    .map(|(k, q)| (self.l.in_frame(*q, s), Some(*k)))
                    .chain(a.spare.iter().map(|q| (self.l.in_frame(*q, s), None)))
                    .collect()
            }
            None if !self.l.rules.setup.is_empty() => self
                .l
                .rules
                .setup
                .iter()
                .map(|(k, q)| (self.l.in_frame(*q, s), Some(*k)))
                .collect(),
            None => self
                .l
                .rules
                .position
                .iter()
                .filter(|p| p.seat == Some(self.l.owner_seat(s)))
                .map(|p| (p.square, Some(p.kind)))
                .collect(),
        };
        v.sort();
        v
    }
    /// Squares of a straight line from a to b (rank, file, diagonal), both ends if asked; empty if there is none.
    pub fn line(&self, a: SquareId, b: SquareId, ends: bool) -> Vec<SquareId> {
        let (fa, ra) = self.l.file_rank(a);
        let (fb, rb) = self.l.file_rank(b);
        let (df, dr) = (fb - fa, rb - ra);
        if self.l.board_of(a).first != self.l.board_of(b).first
            || !(df == 0 || dr == 0 || df.abs() == dr.abs())
        {
            return vec![];
        }
        let d = (df.signum() as i8, dr.signum() as i8);
        let mut v = vec![];
        let mut at = a;
        loop {
            if ends || (at != a && at != b) {
                v.push(at);
            }
            if at == b {
                return v;
            }
            match self.l.step(at, d, false) {
                Some((s, _)) => at = s,
                None => return vec![],
            }
        }
    }
    /// Members of a definition, read for *you*.
    pub fn word(&self, w: WordId) -> Vals {
        let word = &self.l.rules.words[w.index()];
        let mut out: Vals = vec![];
        for part in self.word_parts(word) {
            self.word_readers(part, &mut |cx| {
                for x in cx.value(&part.value) {
                    if !out.contains(&x) && cx.part_holds(part, x) {
                        out.push(x);
                    }
                }
            });
        }
        if matches!(word.ty, Ty::Piece | Ty::Square | Ty::Seat) {
            self.sort(&mut out);
        }
        self.subtract(w, &mut out);
        out
    }
    fn subtract(&self, w: WordId, out: &mut Vals) {
        for id in &self.l.views {
            let rule = self.l.rule(*id);
            if let Form::View {
                of,
                is: What::Quality(Quality::Word(v)),
                not,
            } = &rule.form
                && *v == w
            {
                if *not {
                    out.retain(|x| {
                        let mut hit = false;
                        self.instances(*id, Some(*x), &mut |cx| {
                            hit |= cx.has(of, *x) && cx.all(&rule.when)
                        });
                        !hit
                    });
                } else {
                    self.instances(*id, None, &mut |cx| {
                        for x in cx.set(of) {
                            if !out.contains(&x) && cx.all(&rule.when) {
                                out.push(x);
                            }
                        }
                    });
                }
            }
        }
    }
    /// Parts that count for the reader: a labelled one of his power replaces the variant's.
    fn word_parts<'w>(&self, word: &'w Word) -> Vec<&'w WordPart> {
        let holds = |p: &WordPart| match (p.holder, self.env.you) {
            (Holder::Power(q), Some(y)) => self.holds_power(y, q),
            _ => false,
        };
        let replaced = word.parts.iter().any(|p| p.replaces && holds(p));
        word.parts
            .iter()
            .filter(|p| {
                !(replaced && matches!(p.holder, Holder::EachSeat | Holder::Game | Holder::Kind(_)))
            })
            .filter(|p| !p.replaces || holds(p))
            .collect()
    }
    fn word_readers(&self, part: &WordPart, f: &mut dyn FnMut(&Cx)) {
        match part.holder {
            Holder::Power(p) => {
                // read inside the power: its holder; outside: everybody who holds it
                for s in 0..self.st.seats.len() {
                    let seat = SeatId::from(s);
                    if self.holds_power(seat, p)
                        && (self.env.you == Some(seat)
                            || part_is_public(part) && self.env.you.is_none())
                    {
                        let env = Env {
                            you: Some(seat),
                            ..self.env.clone()
                        };
                        f(&self.with(&env));
                    }
                }
            }
            _ => f(self),
        }
    }
    fn part_holds(&self, part: &WordPart, x: Val) -> bool {
        match part.takes {
            Some(n) => {
                let mut env = self.env.clone();
                env.bind(n, vec![x]);
                env.it = Some(x);
                self.with(&env).all(&part.when)
            }
            None => {
                let env = Env {
                    it: Some(x),
                    ..self.env.clone()
                };
                self.with(&env).all(&part.when)
            }
        }
    }
    /// Whether a definition holds of a thing.
    pub fn is_word(&self, w: WordId, x: Val) -> bool {
        let word = &self.l.rules.words[w.index()];
        let mut yes = false;
        for part in self.word_parts(word) {
            self.word_readers(part, &mut |cx| {
                yes |= match &part.value {
                    Value::Set(s) => {
                        let env = Env {
                            it: Some(x),
                            ..cx.env.clone()
                        };
                        cx.with(&env).has(s, x) && cx.part_holds(part, x)
                    }
                    Value::Num(n) => x == Val::Num(cx.num(n)),
                };
            });
        }
        for id in &self.l.views {
            let rule = self.l.rule(*id);
            if let Form::View {
                of,
                is: What::Quality(Quality::Word(v)),
                not,
            } = &rule.form
                && *v == w
            {
                self.instances(*id, Some(x), &mut |cx| {
                    if cx.has(of, x) && cx.all(&rule.when) {
                        yes = !*not;
                    }
                });
                if *not && !yes {
                    break;
                }
            }
        }
        yes
    }

    fn pick(&self, v: Vals, p: &Pick) -> Vals {
        let best = |most: bool, name: Name, n: &Num| {
            let scored: Vec<(i32, Val)> = v
                .iter()
                .map(|x| {
                    let mut env = self.env.clone();
                    env.bind(name, vec![*x]);
                    (self.with(&env).num(n), *x)
                })
                .collect();
            let top = if most {
                scored.iter().map(|s| s.0).max()
            } else {
                scored.iter().map(|s| s.0).min()
            };
            scored
                .into_iter()
                .filter(|s| Some(s.0) == top)
                .map(|s| s.1)
                .collect()
        };
        match p {
            Pick::Nth(n) => v.get(*n as usize - 1).copied().into_iter().collect(),
            Pick::Last => v.last().copied().into_iter().collect(),
            Pick::Latest => v
                .iter()
                .max_by_key(|x| match x {
                    Val::Piece(p) => self.st.piece(*p).stamp,
                    Val::Seat(s) => self.st.seats[s.index()].latest_turn,
                    _ => 0,
                })
                .copied()
                .into_iter()
                .collect(),
            Pick::Nearest(s) => {
                let to: Vec<SquareId> = self
                    .set(s)
                    .into_iter()
                    .filter_map(|x| self.to_square(x))
                    .collect();
                let dist = |x: &Val| {
                    self.to_square(*x)
                        .and_then(|a| to.iter().map(|b| self.distance(a, *b)).min())
                };
                let least = v.iter().filter_map(dist).min();
                v.iter()
                    .filter(|x| least.is_some() && dist(x) == least)
                    .copied()
                    .collect()
            }
            Pick::Most(name, n) => best(true, *name, n),
            Pick::Fewest(name, n) => best(false, *name, n),
        }
    }
    /// Files apart plus ranks apart.
    pub fn distance(&self, a: SquareId, b: SquareId) -> i32 {
        if self.l.board_of(a).first != self.l.board_of(b).first {
            return i32::MAX;
        }
        let (fa, ra) = self.l.file_rank(a);
        let (fb, rb) = self.l.file_rank(b);
        ((fa - fb).abs() + (ra - rb).abs()) as i32
    }

    fn pass(&self, x: Val, n: &Narrow) -> bool {
        match n {
            Narrow::Is(q) => self.quality(x, q),
            Narrow::Not(q) => !self.quality(x, q),
            Narrow::Of(s) => self.belongs(x, &self.set(s)),
            Narrow::Hostile(s) => {
                let of = self.set(s);
                let owner = match x {
                    Val::Piece(p) => self.owner(p),
                    Val::Seat(s) if self.st.seats[s.index()].playing => Some(s),
                    _ => None,
                };
                owner.is_some_and(|o| {
                    of.iter()
                        .filter_map(|y| self.owner_of(*y))
                        .any(|y| !self.l.partners(o, y))
                })
            }
            Narrow::Own => match (x, self.env.it) {
                (Val::Piece(a), Some(Val::Piece(b))) => {
                    self.owner(a).is_some() && self.owner(a) == self.owner(b)
                }
                _ => false,
            },
            Narrow::At(near, s) => self.near(x, near, s),
            Narrow::Between(a, b) => {
                let (Some(q), a, b) = (self.to_square(x), self.set(a), self.set(b)) else {
                    return false;
                };
                a.iter().filter_map(|y| self.to_square(*y)).any(|a| {
                    b.iter()
                        .filter_map(|y| self.to_square(*y))
                        .any(|b| self.line(a, b, false).contains(&q))
                })
            }
            Narrow::That(name, c) => {
                let mut env = self.env.clone();
                env.bind(*name, vec![x]);
                self.with(&env).cond(c)
            }
            Narrow::Except(s) => !self.has(s, x),
            Narrow::Other(named) => {
                !named.iter().any(|s| self.has(s, x))
                    && !(matches!(x, Val::Seat(_))
                        && x.seat() == self.env.you
                        && self.env.you.is_some())
            }
        }
    }
    /// The seat behind a thing: a seat itself, the owner of a piece.
    pub fn owner_of(&self, x: Val) -> Option<SeatId> {
        match x {
            Val::Seat(s) => Some(s),
            Val::Piece(p) => self.owner(p),
            _ => None,
        }
    }
    /// A thing belongs to one of these.
    pub fn belongs(&self, x: Val, of: &[Val]) -> bool {
        let seats = || {
            of.iter().filter_map(|y| match y {
                Val::Seat(s) => Some(*s),
                _ => None,
            })
        };
        match x {
            Val::Piece(p) => {
                let owner = self.owner(p);
                let by_seat = match owner {
                    Some(o) => seats().any(|s| self.l.owner_seat(s) == self.l.owner_seat(o)),
                    None => of.contains(&Val::Nobody),
                };
                by_seat
                    || of.iter().any(|y| match y {
                        Val::Side(d) => self.st.piece(p).side == Some(*d) || owner.is_some_and(|o| self.l.rules.seats[o.index()].side == *d),
                        _ => false,
                    })
            }
            Val::Square(_) => true,
            Val::Move(p, ..) => self.belongs(Val::Piece(p), of),
            Val::Seat(s) => of.contains(&x) || of.iter().any(|y| matches!(y, Val::Side(d) if self.l.rules.seats[s.index()].side == *d)),
            Val::Kind(k) => of.iter().any(|y| matches!(y, Val::Seat(s) if self.setup_squares(*s).iter().any(|(_, c)| *c == Some(k)))),
            Val::Power(p) => seats().any(|s| self.holds_power(s, p)),
            Val::Army(a) => seats().any(|s| self.st.seats[s.index()].army == Some(a)),
            _ => true,
        }
    }
    /// A place phrase.
    pub fn near(&self, x: Val, near: &Near, s: &Set) -> bool {
        if let (Near::In | Near::Among | Near::Outside, Val::Piece(p)) = (near, x) {
            // a zone holds pieces; an area holds squares; an army holds kinds
            let v = self.set(s);
            let inside = v.iter().any(|y| match y {
                Val::Square(q) => self.square(p) == Some(*q),
                Val::Kind(k) => self.kind(p) == *k,
                Val::Layer(l) => matches!(self.st.piece(p).place, Place::Board(_, m) if m == *l),
                _ => *y == x,
            });
            return inside != matches!(near, Near::Outside);
        }
        let v = self.set(s);
        let squares = || v.iter().filter_map(|y| self.to_square(*y));
        let here = self.to_square(x);
        match near {
            Near::On => match x {
                Val::Kind(k) => squares().any(|q| self.st.at(q).is_some_and(|p| self.kind(p) == k)),
                Val::Piece(p) => v.iter().any(|y| match y {
                    Val::Layer(l) => matches!(self.st.piece(p).place, Place::Board(_, m) if m == *l),
                    Val::Board(b) => here.is_some_and(|h| self.l.board_of(h).first == self.l.rules.boards[b.index()].first),
                    _ => here.is_some() && here == self.to_square(*y),
                }),
                _ => here.is_some_and(|h| squares().any(|q| q == h)),
            },
            Near::In | Near::Among => v.iter().any(|y| self.same(*y, x)),
            Near::Outside => !v.iter().any(|y| self.same(*y, x)),
            Near::Beside | Near::Around => here.is_some_and(|h| {
                squares().any(|q| {
                    let (a, b) = (self.l.file_rank(h), self.l.file_rank(q));
                    let (df, dr) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
                    let same_board = self.l.board_of(h).first == self.l.board_of(q).first;
                    same_board && if *near == Near::Beside { df + dr == 1 } else { df.max(dr) == 1 }
                })
            }),
            Near::Within(n) => {
                let n = self.num(n);
                here.is_some_and(|h| squares().any(|q| self.distance(h, q) <= n))
            }
            Near::InLine | Near::OpenLine => here.is_some_and(|h| {
                squares().any(|q| {
                    let (a, b) = (self.l.file_rank(h), self.l.file_rank(q));
                    h != q
                        && (a.0 == b.0 || a.1 == b.1)
                        && self.l.board_of(h).first == self.l.board_of(q).first
                        && (*near == Near::InLine || self.line(h, q, false).iter().all(|m| self.st.at(*m).is_none()))
                })
            }),
            Near::Behind => here.is_some_and(|h| {
                v.iter().any(|y| {
                    let facing = match y {
                        Val::Piece(p) => self.st.piece(*p).facing,
                        _ => self.facing_of_reader(),
                    };
                    self.to_square(*y).and_then(|q| self.l.step(q, super::link::turned((0, -1), facing), false)).is_some_and(|(s, _)| s == h)
                })
            }),
            Near::NextTo => self.next_to(x, &v),
            Near::Under => match x {
                Val::Piece(p) => v.iter().any(|y| matches!((self.st.piece(p).place, y), (Place::Zone(k), Val::Piece(q)) if k.owner == OwnerKey::Piece(*q))),
                _ => false,
            },
            Near::LowerThan => {
                let value = |x: Val| match x {
                    Val::Kind(k) => Some(self.kind_value(k)),
                    Val::Piece(p) => Some(self.kind_value(self.kind(p))),
                    _ => None,
                };
                value(x).is_some_and(|a| v.iter().filter_map(|y| value(*y)).any(|b| a < b))
            }
            Near::Nth(n) => {
                let n = self.num(n);
                n >= 1 && v.get(n as usize - 1) == Some(&x)
            }
            Near::Chain | Near::BlockOf4 => true,
        }
    }
    fn facing_of_reader(&self) -> u8 {
        match (self.env.it, self.env.you) {
            (Some(Val::Piece(p)), _) => self.st.piece(p).facing,
            (_, Some(y)) => self.l.facing(y),
            _ => 0,
        }
    }
    fn next_to(&self, x: Val, v: &[Val]) -> bool {
        let Val::Piece(p) = x else { return false };
        let Place::Zone(key) = self.st.piece(p).place else {
            return false;
        };
        let row = &self.st.zones[&key];
        let at = |q: PieceId| row.iter().position(|r| *r == q);
        let i = at(p);
        v.iter().any(|y| matches!(y, Val::Piece(q) if at(*q).zip(i).is_some_and(|(a, b)| a.abs_diff(b) == 1)))
    }
    /// The value of a kind.
    pub fn kind_value(&self, k: KindId) -> i32 {
        self.l
            .rules
            .values
            .iter()
            .find(|(l, _)| *l == k)
            .map_or(0, |(_, v)| *v as i32)
    }

    // ---- numbers

    /// A number.
    pub fn num(&self, n: &Num) -> i32 {
        match n {
            Num::Lit(n) => *n as i32,
            Num::Count(s) => self.set(s).len() as i32,
            Num::Field(f, of, seat) => {
                let seat = seat
                    .as_ref()
                    .and_then(|s| self.set(s).into_iter().find_map(as_seat));
                if matches!(self.l.rules.fields[f.index()].of, Owner::Game) {
                    return sum(&self.field(*f, None, seat));
                }
                self.set(of)
                    .into_iter()
                    .map(|x| sum(&self.field(*f, Some(x), seat)))
                    .sum()
            }
            Num::Extreme(most, f, of) => {
                let all = self
                    .set(of)
                    .into_iter()
                    .map(|x| sum(&self.field(*f, Some(x), None)));
                (if *most { all.max() } else { all.min() }).unwrap_or(0)
            }
            Num::Points(s) => {
                let mut seats: Vec<SeatId> = vec![];
                for x in self.set(s) {
                    match x {
                        Val::Seat(s) => seats.push(s),
                        Val::Side(d) => {
                            seats.extend(self.l.rules.sides[d.index()].seats.iter().copied())
                        }
                        _ => {}
                    }
                }
                seats.sort();
                seats.dedup();
                seats.iter().map(|s| self.st.seats[s.index()].points).sum()
            }
            Num::Past(p) => self.past_count(p),
            Num::Value(s) => self
                .set(s)
                .into_iter()
                .map(|x| match x {
                    Val::Kind(k) => self.kind_value(k),
                    Val::Piece(p) => self.kind_value(self.kind(p)),
                    _ => 0,
                })
                .sum(),
            Num::Name(n) => sum(&self.env.name(*n)),
            Num::Word(w, of) => match of {
                None => sum(&self.word(*w)),
                Some(of) => self
                    .set(of)
                    .into_iter()
                    .map(|x| {
                        let env = Env {
                            you: self.owner_of(x),
                            it: Some(x),
                            ..self.env.clone()
                        };
                        sum(&self.with(&env).word(*w))
                    })
                    .sum(),
            },
            Num::Choice(o, of) => {
                let seat = of
                    .as_ref()
                    .and_then(|s| self.set(s).into_iter().find_map(as_seat))
                    .or(self.env.you);
                let v = self
                    .l
                    .game
                    .options
                    .get(o.index())
                    .map(Vec::as_slice)
                    .unwrap_or(&[]);
                match (v.len(), seat) {
                    (0, _) => self.l.rules.options[o.index()].usually as i32,
                    (n, Some(s)) if s.index() < n => v[s.index()] as i32,
                    _ => v[0] as i32,
                }
            }
            Num::Repetition => {
                let now = super::setup::position_hash(self.l, self.st);
                self.st.positions.iter().filter(|h| **h == now).count() as i32
            }
            Num::Bin(op, a, b) => {
                let (a, b) = (self.num(a), self.num(b));
                match op {
                    Op::Plus => a.saturating_add(b),
                    Op::Minus => a.saturating_sub(b),
                    Op::Times => a.saturating_mul(b),
                    Op::Divided => a.checked_div_euclid(b).unwrap_or(0),
                    Op::Remainder => a.checked_rem_euclid(b).unwrap_or(0),
                }
            }
        }
    }
}

impl Val {
    /// The seat, if it is one.
    pub fn seat(self) -> Option<SeatId> {
        as_seat(self)
    }
}

/// The seat, if it is one.
pub fn as_seat(x: Val) -> Option<SeatId> {
    match x {
        Val::Seat(s) => Some(s),
        _ => None,
    }
}

/// The sum of numbers; other things do not count.
pub fn sum(v: &[Val]) -> i32 {
    v.iter()
        .map(|x| match x {
            Val::Num(n) => *n,
            _ => 0,
        })
        .sum()
}

fn part_is_public(_: &WordPart) -> bool {
    true
}

/// A fact of a kind that speaks of the piece itself (and not of others around it).
pub fn speaks_of_it(rule: &Rule) -> bool {
    match &rule.form {
        Form::View { of, .. } | Form::Movement { of, .. } | Form::Standing { of } => {
            of.base == Base::It
        }
        _ => false,
    }
}

//! Reading: what a phrase stands for in a state. A set filters all things of its type one by one and picks
//! last. What has been read stays in the [`memo`](super::memo) of the state until the state changes.
use super::link::Linked;
use super::memo::Reading;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

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
    /// Through whose eyes all of this is read: a rule knows what its holder knows (language 6.6).
    pub eyes: Option<SeatId>,
    /// On which boards (as bits) the subject of a condition is looked for.
    pub boards: u32,
    /// Nesting of questions about reach; guards asked beyond it are taken as silent.
    pub depth: u8,
    /// Nesting of questions about actions: a condition of an action may ask for one in turn.
    pub actions: u8,
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
            eyes: None,
            boards: u32::MAX,
            depth: 0,
            actions: 0,
        }
        .with_own_eyes()
    }
    /// What is read on the way to an answer is read with the eyes of the rule that asks.
    fn with_own_eyes(self) -> Self {
        Cx {
            eyes: self.reader(),
            ..self
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

    pub(super) fn ghost_of(&self, p: PieceId) -> Option<&Rec> {
        self.ghost.and_then(|g| g.iter().find(|r| r.id == p))
    }
    /// Who controls a piece.
    pub fn owner(&self, p: PieceId) -> Option<SeatId> {
        match self.ghost_of(p) {
            Some(r) => r.owner,
            None => self.st.piece(p).owner,
        }
    }
    /// Who acts with a piece: of the seats that share it the one on turn, else its owner.
    pub fn controller(&self, p: PieceId) -> Option<SeatId> {
        let owner = self.owner(p)?;
        let shares = |s: &SeatId| self.l.owner_seat(*s) == self.l.owner_seat(owner);
        self.st.on_turn.filter(shares).or(Some(owner))
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
        if self.raw || !self.l.shortcuts.viewed(base) {
            return base;
        }
        let read = || self.read_kind(p, base).0;
        KindId(self.once(Reading::Kind, Val::Piece(p), read))
    }
    fn read_kind(&self, p: PieceId, base: KindId) -> KindId {
        let mut kind = base;
        let raw = Cx { raw: true, ..*self };
        for id in &self.l.kind_views {
            let rule = self.l.rule(*id);
            let Form::View {
                of,
                is: What::Quality(Quality::Kind(k)),
                not: false,
            } = &rule.form
            else {
                continue;
            };
            if !raw.may_concern(rule, of, Val::Piece(p)) {
                continue;
            }
            raw.instances(*id, Some(Val::Piece(p)), &mut |cx| {
                // mostly a `while` that does not hold
                if cx.all(&rule.when)
                    && cx.has(of, Val::Piece(p))
                    && let Some(Val::Kind(k)) = cx.set(k).first()
                {
                    kind = *k;
                }
            });
        }
        kind
    }
    /// Whether a fact can speak of a piece at all: a look at its owner and kind that is never wrongly no.
    pub(super) fn may_concern(&self, rule: &Rule, of: &Set, x: Val) -> bool {
        let (Val::Piece(p), true) = (x, self.l.shortcuts.any()) else {
            return true;
        };
        let shortcuts = &self.l.shortcuts;
        // what views may say of its kind is not asked
        let plain = self.raw || !shortcuts.viewed(self.st.piece(p).kind);
        let kind = || self.kind(p);
        of.by.iter().all(|n| match (n, rule.holder) {
            (Narrow::Of(s), Holder::Power(power)) if s.base == Base::You && s.by.is_empty() => {
                let mine = self.owner(p).map(|o| self.l.owner_seat(o));
                self.held_by_any(rule, power, |s| Some(self.l.owner_seat(s)) == mine)
            }
            (Narrow::Hostile(s), Holder::Power(power))
                if s.base == Base::You && s.by.is_empty() =>
            {
                let mine = self.owner(p).map(|o| self.l.owner_seat(o));
                self.held_by_any(rule, power, |s| Some(self.l.owner_seat(s)) != mine)
            }
            (Narrow::Is(Quality::Kind(_)), _) if plain => super::reach::may_be(n, kind()),
            (Narrow::Is(Quality::Royal), _) if plain && !self.raw => shortcuts.royal(kind()),
            (Narrow::Is(Quality::Word(w)), _) if plain && !self.raw => {
                shortcuts.possible(*w, kind())
            }
            _ => true,
        })
    }
    /// One of these seats holds a power, or keeps this rule of it.
    fn held_by_any(&self, rule: &Rule, power: PowerId, these: impl Fn(SeatId) -> bool) -> bool {
        let mut seats = (0..self.st.seats.len()).map(SeatId::from);
        seats.any(|s| these(s) && (self.holds_power(s, power) || self.kept(rule, s)))
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
            // what it reads in turn (patterns of others, their views) it reads with the same eyes
            let own = match rule.holder {
                Holder::Game | Holder::EachSeat => None,
                Holder::Power(_) | Holder::Kind(_) => you,
            };
            let eyes = self.reader().or(own);
            f(&Cx {
                eyes,
                ..self.with(&env)
            });
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
                        go(self.controller(p), Some(Val::Piece(p)));
                    }
                }
                _ => {
                    for i in 0..self.st.pieces.len() {
                        let p = PieceId(i as u16);
                        let pc = self.st.piece(p);
                        if pc.card || pc.place == Place::Lost {
                            continue;
                        }
                        let seen_otherwise = self.ghost.is_some() || !self.l.kind_views.is_empty();
                        if (pc.kind == k || seen_otherwise) && self.kind(p) == k {
                            go(self.controller(p), Some(Val::Piece(p)));
                        }
                    }
                }
            },
        }
    }
    /// A rule of a power no longer held lives on by a mark of that power that is still set (language 6.3).
    pub(super) fn kept(&self, rule: &Rule, seat: SeatId) -> bool {
        let own = |k: &FieldKey| {
            k.owner == OwnerKey::Seat(seat) && k.seat.is_none() && !self.l.kept_by_holder(k.field)
        };
        let mine = |k: &FieldKey| own(k) || k.holder == Some(seat);
        rule.keeps.iter().any(|f| {
            let mut set = self.st.fields.of(*f);
            set.any(|(k, v)| mine(k) && !v.is_empty())
        })
    }
    /// Whether the rule being read may see a value (language 6.6).
    pub(super) fn may_see(&self, f: FieldId, key: &FieldKey) -> bool {
        self.reader().is_none_or(|you| self.seat_sees(you, f, key))
    }
    /// Through whose eyes hidden values are read here; none: a rule of the game, which knows all.
    pub(super) fn reader(&self) -> Option<SeatId> {
        self.eyes.or_else(|| {
            let rule = self.l.rule(self.env.rule?);
            match rule.holder {
                Holder::Game | Holder::EachSeat => None,
                Holder::Power(_) | Holder::Kind(_) => self.env.you,
            }
        })
    }
    /// Whether a seat sees a value.
    pub fn seat_sees(&self, seat: SeatId, f: FieldId, key: &FieldKey) -> bool {
        if let Some(k) = self.st.known.get(key)
            && (k.is_empty() || k.contains(&seat))
        {
            return true;
        }
        let owner = self.keeper(key.owner);
        let holder = key.holder.or(key.seat).or(owner);
        self.shown_to(seat, &self.l.rules.fields[f.index()].seen, holder, owner)
    }
    /// Whether a seat sees what is in a zone.
    pub fn seat_sees_zone(&self, seat: SeatId, key: ZoneKey) -> bool {
        let owner = self.keeper(key.owner);
        self.shown_to(
            seat,
            &self.l.rules.zones[key.zone.index()].seen,
            owner,
            owner,
        )
    }
    /// Whether a seat knows which piece or card this is: all do unless it lies in a hidden zone and was not shown.
    pub fn seat_sees_piece(&self, seat: SeatId, p: PieceId) -> bool {
        match self.st.piece(p).place {
            Place::Zone(key) => {
                self.st.shown.contains(&p)
                    || self.st.shown_to.contains(&(seat, p))
                    || self.seat_sees_zone(seat, key)
            }
            _ => true,
        }
    }
    /// Whose it is, if it hangs on a seat or a piece.
    fn keeper(&self, key: OwnerKey) -> Option<SeatId> {
        match key {
            OwnerKey::Piece(p) => self.st.piece(p).owner,
            OwnerKey::Seat(s) => Some(s),
            _ => None,
        }
    }
    fn shown_to(
        &self,
        seat: SeatId,
        seen: &Seen,
        holder: Option<SeatId>,
        owner: Option<SeatId>,
    ) -> bool {
        match seen {
            Seen::All => true,
            Seen::Nobody => false,
            Seen::Holder => holder == Some(seat),
            Seen::Owner => owner == Some(seat),
            Seen::These(s) => {
                let env = Env {
                    you: holder,
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
            (Owner::Border, Some(Val::Border(a, b))) => OwnerKey::Border(a, b),
            (Owner::Kind(_), Some(Val::Kind(k))) => OwnerKey::Kind(k),
            (Owner::Kind(_), Some(Val::Piece(p))) => OwnerKey::Kind(self.kind(p)),
            _ => return None,
        })
    }
    /// A thing as a value of this type keeps it: of a piece the square where it stands now, of a square the piece on it now. A kind or
    /// an owner is asked of the piece when the value is read.
    pub fn kept_as(&self, ty: Ty, x: Val) -> Option<Val> {
        match (ty, x) {
            (Ty::Square, Val::Piece(p)) => self.square(p).map(Val::Square),
            (Ty::Piece, Val::Square(s)) => self.st.at(s).map(Val::Piece),
            _ => Some(x),
        }
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
            Holder::Power(_) if self.l.kept_by_holder(f) => self.env.you,
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
        let power_state = self.l.kept_by_holder(f);
        if power_state && !self.reads_power(decl.by) {
            // asked from outside the power: whoever holds it
            let mut all: Vals = vec![];
            for s in 0..self.st.seats.len() {
                let k = FieldKey {
                    holder: Some(SeatId::from(s)),
                    ..key
                };
                let here = match self.st.fields.get(&k) {
                    Some(v) => v.clone(),
                    // what nobody has changed yet is what it starts with, for everybody who asks
                    None if decl.start.is_some() && self.holds(SeatId::from(s), decl.by) => self
                        .with(&Env {
                            you: k.holder,
                            ..Env::default()
                        })
                        .value_under(f, &k, v),
                    None => vec![],
                };
                all.extend(
                    here.iter()
                        .filter(|x| !all.contains(x))
                        .copied()
                        .collect::<Vec<_>>(),
                );
            }
            return all;
        }
        if !self.may_see(f, &key) {
            return vec![];
        }
        self.value_under(f, &key, v)
    }
    /// The seat holds the power.
    fn holds(&self, seat: SeatId, by: Holder) -> bool {
        matches!(by, Holder::Power(p) if self.holds_power(seat, p))
    }
    /// The value under a key: what was set, else what a rule says it is, else what it starts with.
    pub(super) fn value_under(&self, f: FieldId, key: &FieldKey, v: Option<Val>) -> Vals {
        let decl = &self.l.rules.fields[f.index()];
        if let Some(v) = self.st.fields.get(key) {
            return v.clone();
        }
        for id in &self.l.field_views[f.index()] {
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
    pub(super) fn reads_power(&self, by: Holder) -> bool {
        self.env.rule.is_some_and(|r| self.l.rule(r).holder == by) && self.env.you.is_some()
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

/// A fact of a kind that speaks of the piece itself (and not of others around it).
pub fn speaks_of_it(rule: &Rule) -> bool {
    match &rule.form {
        Form::View { of, .. } | Form::Movement { of, .. } | Form::Standing { of } => {
            of.base == Base::It
        }
        _ => false,
    }
}

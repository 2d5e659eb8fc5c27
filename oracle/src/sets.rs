//! Sets: where the members of a phrase come from.
use super::places::Filter;
use super::read::*;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

impl Cx<'_> {
    /// Members of a value.
    pub fn value(&self, v: &Value) -> Vals {
        match v {
            Value::Set(s) => self.set(s),
            Value::Num(n) => vec![Val::Num(self.num(n))],
        }
    }
    /// All members of a phrase, in their order.
    pub fn set(&self, s: &Set) -> Vals {
        if super::rows::counts_off(s) {
            return self.at_number(s);
        }
        if let (Base::Of(Part::Moves, of), None) = (&s.base, &s.pick) {
            let all = self.set(of).into_iter();
            return all
                .filter_map(|x| self.moves_among(s, x))
                .flatten()
                .collect();
        }
        let mut v = self.base(s);
        if !s.by.is_empty() && !v.is_empty() {
            let homes = setup_squares_of(s);
            if let Some((kind, of)) = homes {
                // `a pawn square of your setup`: where the set-up puts one
                let owners = self.set(of).into_iter().filter_map(|x| match x {
                    Val::Piece(p) => self.first_owner(p),
                    x => self.owner_of(x),
                });
                let there: Vals = owners
                    .flat_map(|o| self.setup_squares(o))
                    .filter(|(_, k)| k.is_some_and(|k| self.quality(Val::Kind(k), kind)))
                    .map(|(q, _)| Val::Square(q))
                    .collect();
                v.retain(|x| there.contains(x));
            }
            self.narrow(&mut v, s, |n| {
                homes.is_none() || !matches!(n, Narrow::Is(Quality::Kind(_)))
            });
        }
        if let Some(p) = &s.pick {
            v = self.pick(v, p);
        }
        v
    }
    /// Its members on these boards alone.
    pub(super) fn set_on(&self, s: &Set, boards: u32) -> Vals {
        let plain =
            matches!(s.base, Base::All(_)) && s.pick.is_none() && !super::rows::counts_off(s);
        if boards == u32::MAX || s.ty != Ty::Piece || !plain {
            return self.set(s);
        }
        let mut v = self.base(s);
        v.retain(|x| match x {
            Val::Piece(p) => self.l.boards_of(self.st.piece(*p)) & boards != 0,
            _ => true,
        });
        self.narrow(&mut v, s, |_| true);
        v
    }
    /// Keep what all narrowings (of these) let pass.
    fn narrow(&self, v: &mut Vals, s: &Set, these: impl Fn(&Narrow) -> bool) {
        let by = filters(s, these);
        v.retain(|x| by.iter().all(|n| self.filtered(*x, n)));
    }
    /// How many pieces of a phrase are of one owner: whose they are is asked first. None: the phrase has to be read whole.
    pub(super) fn count_of(&self, s: &Set, owner: Val) -> Option<usize> {
        let Base::All(place) = s.base else {
            return None;
        };
        if s.ty != Ty::Piece || s.pick.is_some() || super::rows::counts_off(s) {
            return None;
        }
        let by = filters(s, |_| true);
        let counts = |p: PieceId| {
            let (x, piece) = (Val::Piece(p), self.st.piece(p));
            let there = !piece.card && (place != Where::InPlay || piece.place != Place::Lost);
            (there || self.ghost.is_some())
                && self.belongs(x, &[owner])
                && self.in_all(Ty::Piece, place, x)
                && by.iter().all(|n| self.filtered(x, n))
        };
        let all = (0..self.st.pieces.len()).map(|i| PieceId(i as u16));
        Some(all.filter(|p| counts(*p)).count())
    }
    /// Whether a thing is in a phrase.
    pub fn has(&self, s: &Set, x: Val) -> bool {
        if s.pick.is_none() && setup_squares_of(s).is_none() && !super::rows::counts_off(s) {
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
        if std::mem::discriminant(&a) == std::mem::discriminant(&b) {
            return a == b;
        }
        match (a, b) {
            (Val::Piece(p), Val::Square(s)) | (Val::Square(s), Val::Piece(p)) => {
                self.square(p) == Some(s)
            }
            (Val::Piece(p), Val::Kind(k)) | (Val::Kind(k), Val::Piece(p)) => self.kind(p) == k,
            (Val::Seat(s), Val::Side(d)) | (Val::Side(d), Val::Seat(s)) => {
                self.l.rules.seats[s.index()].side == d
            }
            (Val::Army(a), Val::Piece(p)) | (Val::Piece(p), Val::Army(a)) => {
                self.st.piece(p).army == Some(a)
            }
            (Val::Army(a), Val::Power(p)) | (Val::Power(p), Val::Army(a)) => {
                self.l.rules.armies[a.index()].power == Some(p)
            }
            _ => false,
        }
    }
    pub(super) fn in_all(&self, ty: Ty, w: Where, x: Val) -> bool {
        if !self.at_own_board(x) {
            return false;
        }
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
            | (Ty::Border, Val::Border(..))
            | (Ty::Kind, Val::Kind(_))
            | (Ty::Side, Val::Side(_))
            | (Ty::Army, Val::Army(_))
            | (Ty::Move, Val::Move(..))
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
    /// Members before narrowing.
    pub(super) fn base(&self, s: &Set) -> Vals {
        let mut all = self.anywhere(s);
        if matches!(s.base, Base::All(_) | Base::OnTurn) && self.own_board().is_some() {
            all.retain(|x| self.at_own_board(*x));
        }
        all
    }
    /// The same on all boards.
    fn anywhere(&self, s: &Set) -> Vals {
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
                Ty::Border => self.l.borders().map(|(a, b)| Val::Border(a, b)).collect(),
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
                // plain pieces are what is played without an army
                Ty::Army => (0..self.l.rules.armies.len())
                    .map(ArmyId::from)
                    .filter(|a| self.l.rules.plain_army != Some(*a))
                    .map(Val::Army)
                    .collect(),
                Ty::Power => (0..self.l.rules.powers.len())
                    .map(|k| Val::Power(PowerId::from(k)))
                    .collect(),
                Ty::Card => (0..self.st.pieces.len())
                    .map(|i| PieceId(i as u16))
                    .filter(|p| self.st.piece(*p).card)
                    .map(Val::Piece)
                    .collect(),
                Ty::Direction => (-1..=1)
                    .flat_map(|df| (-1..=1).map(move |dr| (df, dr)))
                    .filter(|d| *d != (0, 0))
                    .map(|(df, dr)| Val::Dir(df, dr))
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
                .filter_map(|p| match (s.ty, self.st.piece(p).army) {
                    (Ty::Army, card) => card.map(Val::Army),
                    _ => Some(Val::Piece(p)),
                })
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
                self.set(a).first().and_then(|x| self.where_is(*x)),
                self.set(b).first().and_then(|x| self.where_is(*x)),
            ) {
                (Some(a), Some(b)) => self.line(a, b, true).into_iter().map(Val::Square).collect(),
                _ => vec![],
            },
            Base::Row(n, of) | Base::File(n, of) => {
                let n = self.num(n);
                let mut v = vec![];
                for x in self.set(of) {
                    let Some((facing, board)) = self.frame_of(x) else {
                        continue;
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
                // players are named in their order (`the captor and the other players`)
                if s.ty != Ty::Seat {
                    self.sort(&mut out);
                }
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
            Base::Edge => self.l.at_rim(1).map(Val::Square).collect(),
            Base::Corner => self.l.at_rim(2).map(Val::Square).collect(),
            Base::Layer(n) => vec![Val::Layer(*n)],
            Base::OtherLayer(of) => {
                let mut v: Vals = vec![];
                for x in self.set(of) {
                    let layer = match x {
                        Val::Piece(p) => self.st.layer_of(p),
                        Val::Layer(l) => l,
                        Val::Square(s) => match self.st.at(s) {
                            Some(p) => self.st.layer_of(p),
                            None => continue,
                        },
                        _ => continue,
                    };
                    if !v.contains(&Val::Layer(1 - layer)) {
                        v.push(Val::Layer(1 - layer));
                    }
                }
                v
            }
            Base::Chosen(o) => {
                let words = match &self.l.rules.options[o.index()].values {
                    OptionValues::Words(w) | OptionValues::Mixed(w, ..) => w,
                    _ => return vec![],
                };
                let word = self.l.chosen_word(*o).and_then(|i| words.get(i));
                let kinds = &self.l.rules.kinds;
                word.and_then(|t| {
                    kinds
                        .iter()
                        .position(|k| self.l.text(k.name) == self.l.text(*t))
                })
                .map(|k| Val::Kind(KindId::from(k)))
                .into_iter()
                .collect()
            }
            Base::Row1(v) => v.iter().map(|(k, _)| Val::Kind(*k)).collect(),
        }
    }
    /// How a piece or seat faces, and on which board.
    pub(super) fn frame_of(&self, x: Val) -> Option<(u8, &Board)> {
        let boards = &self.l.rules.boards;
        match x {
            Val::Piece(p) => {
                let board = self.square(p).map_or(&boards[0], |s| self.l.board_of(s));
                Some((self.st.piece(p).facing, board))
            }
            Val::Seat(s) => {
                let board = self.l.rules.seats[s.index()].board;
                Some((self.l.facing(s), &boards[board.index()]))
            }
            _ => None,
        }
    }
    /// Pieces and squares in the order of the board, seats clockwise; other things as they are.
    pub fn sort(&self, v: &mut Vals) {
        let clock = self.clockwise();
        v.sort_by_key(|x| match x {
            Val::Piece(p) => (0, self.square(*p).map_or(u16::MAX, |s| s.0), p.0),
            Val::Square(s) => (0, s.0, 0),
            Val::Border(a, b) => (0, a.0, b.0),
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
    /// The player behind the current event (language 7.8).
    pub fn author(&self) -> Option<SeatId> {
        match &self.env.event {
            Some(e) => e.author,
            None => self.st.on_turn.or(self.env.actor),
        }
    }
    /// Who conquers a seat that loses to the author: the author, or, if the loser acted itself, the other
    /// remaining player who most recently completed a turn (language 7.8).
    pub fn conqueror(&self, loser: SeatId) -> Option<SeatId> {
        let seat = |s: &SeatId| &self.st.seats[s.index()];
        match self.author().filter(|a| *a != loser && seat(a).playing) {
            Some(a) => Some(a),
            None => (0..self.st.seats.len())
                .map(SeatId::from)
                .filter(|s| *s != loser && seat(s).playing && seat(s).completed > 0)
                .max_by_key(|s| seat(s).completed),
        }
    }
    /// The square of a square or piece.
    pub fn where_is(&self, x: Val) -> Option<SquareId> {
        match x {
            Val::Square(s) => Some(s),
            Val::Piece(p) => self.square(p),
            _ => None,
        }
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
}

/// The narrowings of a phrase (of these), what is cheap to ask first.
fn filters(s: &Set, these: impl Fn(&Narrow) -> bool) -> Vec<Filter<'_>> {
    let mut by: Vec<&Narrow> = s.by.iter().filter(|n| these(n)).collect();
    by.sort_by_key(|n| Filter::cost(n));
    by.into_iter().map(Filter::new).collect()
}

/// A phrase for the squares on which a set-up has a kind: the kind, and whose set-up.
fn setup_squares_of(s: &Set) -> Option<(&Quality, &Set)> {
    if s.ty != Ty::Square {
        return None;
    }
    let kind = s.by.iter().find_map(|n| match n {
        Narrow::Is(q @ Quality::Kind(_)) => Some(q),
        _ => None,
    })?;
    let of = s.by.iter().find_map(|n| match n {
        Narrow::At(Near::In | Near::Among | Near::On, t) => match &t.base {
            Base::Of(Part::Setup, of) => Some(&**of),
            _ => None,
        },
        _ => None,
    })?;
    Some((kind, of))
}

//! `given` of scenarios: state made true silently; nothing fires.
use super::read::*;
use super::state::*;
use super::value::*;
use super::*;
use engine::rules::Given;

impl Game {
    /// Make something true before play goes on.
    ///
    /// # Errors
    /// What is no state the engine keeps.
    pub fn give(&mut self, givens: &[Given]) -> Result<(), Problem> {
        // all that is given is given at once: whose turn it is first, for others may speak of it
        let (set, mut all) = match &self.start {
            Some((set, before)) => (set.clone(), before.clone()),
            None => (self.base.clone(), vec![]),
        };
        all.extend(givens.iter().cloned());
        all.sort_by_key(|g| !matches!(g, Given::OnTurn(_)));
        let (st, l) = self.with_given(&set, &all)?;
        (self.l, self.all) = (l.clone(), l);
        self.at_table = false;
        self.start = Some((set, all));
        self.base = st;
        self.log = vec![];
        self.counted = 0;
        self.prime();
        self.stuck = self.run().err();
        Ok(())
    }
    /// Somebody has something to decide, or the game is over.
    ///
    /// # Errors
    /// Rules that run in a circle, or nobody ever decides.
    pub fn decides(&self) -> Result<(), Problem> {
        self.stuck.clone().map_or(Ok(()), Err)
    }
    /// The start of the turn of the seat on turn runs now (`red starts the turn`).
    ///
    /// # Errors
    /// Rules that run in a circle.
    pub fn start_the_turn(&mut self, seat: SeatId) -> Result<(), Problem> {
        self.l = self.all.clone();
        self.at_table = false;
        let start = self.start.take();
        let from_position = start.is_some();
        let mut st = match start {
            Some((set, given)) => self.with_given(&set, &given)?.0,
            None => self.base.clone(),
        };
        setup::put_on_turn(&self.l, &mut st, Some(seat));
        // the start counts the turn itself
        let s = &mut st.seats[seat.index()];
        s.turns = s.turns.saturating_sub(1);
        s.latest_turn = s.turn_before;
        st.phase = Phase::Start;
        self.base = st;
        self.log = vec![];
        self.counted = 0;
        if from_position {
            self.prime();
        }
        self.stuck = None;
        self.run()
    }
    /// A position with what is given, and the match it belongs to.
    fn with_given(
        &self,
        set: &State,
        givens: &[Given],
    ) -> Result<(State, Arc<link::Linked>), Problem> {
        let (mut st, mut l) = (set.clone(), self.all.clone());
        for g in givens {
            self.give_one(&mut st, &mut l, g)?;
        }
        Ok((st, l))
    }
    fn give_one(
        &self,
        st: &mut State,
        l: &mut Arc<link::Linked>,
        g: &Given,
    ) -> Result<(), Problem> {
        let env = Env::default();
        match g {
            Given::Mark(f, of, terms) => {
                let keys = self.keys(l, st, *f, of, None);
                if keys.is_empty() {
                    return Err(Problem::Given("nothing bears this mark".into()));
                }
                let due = {
                    let ex = Exec::new(l, st.clone(), vec![]);
                    ex.dues(&env, terms)
                };
                for key in keys {
                    st.fields.insert(key, vec![Val::Num(1)]);
                    if !due.is_empty() {
                        st.timed.push(Timed {
                            back: vec![],
                            key,
                            due: due.clone(),
                        });
                    }
                }
            }
            Given::Field(f, of, seat, v) => {
                let (keys, value) = {
                    let cx = Cx::new(l, st, &env);
                    let seat = seat
                        .as_ref()
                        .and_then(|s| cx.set(s).into_iter().find_map(as_seat));
                    (self.keys(l, st, *f, of, seat), cx.value(v))
                };
                if keys.is_empty() {
                    return Err(Problem::Given("nothing bears this value".into()));
                }
                for key in keys {
                    st.fields.insert(key, value.clone());
                }
            }
            Given::Zone(z, of, content) => {
                let keys = Cx::new(l, st, &env).zone_keys(*z, of);
                let Some(key) = keys.first().copied() else {
                    return Err(Problem::Given("nobody has this zone".into()));
                };
                for p in st.zones.get(&key).cloned().unwrap_or_default() {
                    st.lift(p);
                }
                let owner = match key.owner {
                    OwnerKey::Seat(s) => Some(s),
                    OwnerKey::Piece(p) => st.piece(p).owner,
                    _ => None,
                };
                for (k, s) in content {
                    let p = setup::add_piece(l, st, *k, s.or(owner), None);
                    if l.rules.zones[z.index()].holds == Ty::Card {
                        st.piece_mut(p).card = true;
                        st.piece_mut(p).side = s.map(|s| l.rules.seats[s.index()].side);
                    }
                    st.store(p, key);
                }
                setup::lies_shuffled(l, st, key);
            }
            Given::Points(whose, n) => {
                for x in Cx::new(l, st, &env).set(whose) {
                    match x {
                        Val::Seat(s) => st.seats[s.index()].points = *n,
                        _ => return Err(Problem::Given("points are of players".into())),
                    }
                }
            }
            Given::LostPieces(s, kinds) => {
                for (k, o) in kinds {
                    setup::add_piece(l, st, *k, o.or(Some(*s)), None);
                }
            }
            Given::Layer(of, layer) => {
                let pieces = self.pieces(l, st, of);
                for p in pieces {
                    if let Some(sq) = st.square_of(p) {
                        st.lift(p);
                        st.land(p, sq, *layer);
                    }
                }
            }
            Given::Choice(o, seat, v) => {
                let mut game = l.game.clone();
                game.options.resize(l.rules.options.len(), vec![]);
                for (i, opt) in l.rules.options.iter().enumerate() {
                    if game.options[i].is_empty() {
                        game.options[i] = vec![
                            opt.usually;
                            if opt.each_player {
                                l.rules.seats.len()
                            } else {
                                1
                            }
                        ];
                    }
                }
                match seat {
                    Some(s) if game.options[o.index()].len() > s.index() => {
                        game.options[o.index()][s.index()] = *v
                    }
                    _ => game.options[o.index()].iter_mut().for_each(|x| *x = *v),
                }
                *l = Arc::new(l.with_match(game));
            }
            Given::Past(p, n) => self.give_past(l, st, p, *n)?,
            Given::Lost(s) => {
                let at = st.stamp + 1;
                st.stamp += 1;
                let x = &mut st.seats[s.index()];
                x.playing = false;
                x.outcome = Outcome::Loss;
                x.lost_at = at;
                x.powers.clear();
                if st.on_turn == Some(*s) {
                    setup::put_on_turn(l, st, None);
                }
            }
            Given::OnTurn(s) => setup::put_on_turn(l, st, Some(*s)),
            Given::Turns(s, n) => {
                let now = st.on_turn == Some(*s) && st.phase == Phase::Act;
                st.seats[s.index()].turns = *n as u32 + u32::from(now);
                if *n == 0 {
                    let x = &mut st.seats[s.index()];
                    x.turn_before = 0;
                    x.completed = 0;
                    if !now {
                        x.latest_turn = 0;
                    }
                }
            }
            Given::Used(s, name, n, last) => self.give_used(l, st, *s, *name, *n, *last)?,
            Given::Home(of, sq) => {
                for p in self.pieces(l, st, of) {
                    let here = st.square_of(p) == Some(*sq);
                    let pc = st.piece_mut(p);
                    pc.home = Some(*sq);
                    pc.unmoved = here;
                }
            }
            Given::Quality(q, of, yes) => {
                let pieces = self.pieces(l, st, of);
                match q {
                    Quality::Unmoved => pieces
                        .into_iter()
                        .for_each(|p| st.piece_mut(p).unmoved = *yes),
                    Quality::Lost if *yes => pieces.into_iter().for_each(|p| st.lift(p)),
                    _ => return Err(Problem::Given("this is not a state that can be set".into())),
                }
            }
        }
        Ok(())
    }
    fn pieces(&self, l: &link::Linked, st: &State, of: &Set) -> Vec<PieceId> {
        let env = Env::default();
        let cx = Cx::new(l, st, &env);
        cx.set(of)
            .into_iter()
            .filter_map(|x| match x {
                Val::Piece(p) => Some(p),
                Val::Square(s) => st.at(s),
                _ => None,
            })
            .collect()
    }
    /// The keys of a field for things; state of a power is set for whoever holds it.
    fn keys(
        &self,
        l: &link::Linked,
        st: &State,
        f: FieldId,
        of: &Set,
        seat: Option<SeatId>,
    ) -> Vec<FieldKey> {
        let decl = &l.rules.fields[f.index()];
        let holder = match decl.by {
            Holder::Power(p) => (0..st.seats.len())
                .map(SeatId::from)
                .find(|s| st.seats[s.index()].powers.iter().any(|h| h.power == p)),
            _ => None,
        };
        let env = Env {
            you: holder,
            ..Env::default()
        };
        let cx = Cx::new(l, st, &env);
        if matches!(decl.of, Owner::Game) {
            return cx.field_key(f, None, seat).into_iter().collect();
        }
        // squares are written as they are, whoever holds the power
        let anybody = Env::default();
        (Cx::new(l, st, &anybody).set(of).into_iter())
            .filter_map(|x| cx.field_key(f, Some(x), seat))
            .collect()
    }
    fn give_past(&self, l: &link::Linked, st: &mut State, p: &Past, n: u16) -> Result<(), Problem> {
        let env = Env::default();
        let (turn, seats, objects) = {
            let cx = Cx::new(l, st, &env);
            let (from, _) = cx.since_turn(&p.since);
            let seats: Vec<SeatId> = p
                .deed
                .subject
                .as_ref()
                .map(|s| cx.set(s).into_iter().filter_map(as_seat).collect())
                .unwrap_or_default();
            let owners: Vec<Option<SeatId>> = match &p.deed.object {
                Some(Value::Set(s)) => {
                    let owner = s.by.iter().find_map(|n| match n {
                        Narrow::Of(of) => cx.set(of).into_iter().find_map(as_seat),
                        _ => None,
                    });
                    vec![owner]
                }
                _ => vec![None],
            };
            let kind = match &p.deed.object {
                Some(Value::Set(s)) => s.by.iter().find_map(|n| match n {
                    Narrow::Is(Quality::Kind(k)) => cx.set(k).into_iter().find_map(|x| match x {
                        Val::Kind(k) => Some(k),
                        _ => None,
                    }),
                    _ => None,
                }),
                _ => None,
            };
            // before this turn, but not before the moment asked about
            let turn = from.max(1).min(st.turn.max(1));
            (turn, seats, (owners, kind))
        };
        let kind = objects
            .1
            .or_else(|| l.rules.setup.last().map(|(k, _)| *k))
            .or_else(|| {
                l.rules
                    .armies
                    .iter()
                    .find_map(|a| a.setup.first().map(|(k, _)| *k))
            })
            .unwrap_or(KindId(0));
        let mut past: Vec<Event> = st.past.back().cloned().collect();
        past.reverse();
        for _ in 0..n {
            let seat = seats.first().copied();
            let (author, owner) = match p.deed.verb {
                Verb::LosePiece => (None, objects.0[0].or(seat)),
                _ => (
                    seat,
                    objects.0[0].or_else(|| {
                        (0..st.seats.len())
                            .map(SeatId::from)
                            .find(|s| Some(*s) != seat)
                    }),
                ),
            };
            let id = setup::add_piece(l, st, kind, owner, None);
            st.stamp += 1;
            let rec = Rec {
                id,
                kind,
                owner,
                square: None,
                royal: false,
            };
            let role = match p.deed.verb {
                Verb::Capture | Verb::LosePiece => Role::Victim,
                Verb::Move => Role::Mover,
                Verb::Remove => Role::Removed,
                _ => return Err(Problem::Given("this history cannot be set".into())),
            };
            let e = Event {
                verb: p.deed.verb,
                author,
                roles: vec![(role, Val::Piece(id))],
                means: Means::Move,
                rule: None,
                recs: vec![rec],
                turn,
                batch: st.stamp,
                edge: false,
                still: false,
                hidden: false,
                holder: None,
            };
            past.push(e);
        }
        past.sort_by_key(|e| e.turn);
        st.past = past.into();
        Ok(())
    }
    fn give_used(
        &self,
        l: &link::Linked,
        st: &mut State,
        s: SeatId,
        name: TextId,
        n: u16,
        last: bool,
    ) -> Result<(), Problem> {
        let text = l.text(name);
        let mut any = false;
        for rule in &l.rules.rules {
            let Some(lim) = rule.limit else { continue };
            let label = rule.label.map(|t| l.text(t)) == Some(text);
            let power = matches!(rule.holder, Holder::Power(p) if l.text(l.rules.powers[p.index()].name) == text);
            if !(label || power && rule.label.is_none()) {
                continue;
            }
            any = true;
            let own = st.seats[s.index()].turns;
            let current = st.on_turn == Some(s) && st.phase == Phase::Act;
            let u = st.used.entry((lim, Some(s), None)).or_default();
            u.game = n;
            if last {
                u.run = 1;
                u.own_turn = if current { own.saturating_sub(1) } else { own };
            }
        }
        if any {
            Ok(())
        } else {
            Err(Problem::Given(format!("no limited use is called {text}")))
        }
    }
}

use state::Phase;

//! Judging: conditions, qualities, questions about the past, tests.
use super::moves;
use super::read::*;
use super::state::*;
use super::value::*;
use crate::ids::*;
use crate::rules::*;

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
            Span::NextTurn | Span::Next(_) | Span::Last(_) => false,
            Span::Nth(n, s) => {
                turn_of(s).is_some_and(|t| self.st.seats[t.index()].turns == *n as u32)
            }
        }
    }
    /// A clause without its `not`.
    fn clause(&self, c: &Clause) -> bool {
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
        let members = here.set(subject);
        let old = before.map(|b| (b, b.set(subject)));
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
            Says::Be(Quality::InCheck(Some(by))) if old.is_some() => Some(by),
            _ => None,
        };
        let holds = |x: Val| {
            if let (Some(by), Some((b, m))) = (by, &old) {
                let was = |s: Val| m.contains(&x) && b.in_check_from(x, s);
                return here
                    .set(by)
                    .into_iter()
                    .any(|s| here.in_check_from(x, s) && !was(s));
            }
            said(&here, x)
                && !old
                    .as_ref()
                    .is_some_and(|(b, m)| m.contains(&x) && said(b, x))
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
                let v = self.set(s);
                let mine = v.iter().filter(|y| self.held_by(x, **y, s)).count();
                self.enough(mine, v.len(), &s.amount)
            }
            Says::Cmp(rel, n) => {
                let a = match x {
                    Val::Num(a) => a,
                    _ => return false,
                };
                compare(a, *rel, self.num(n))
            }
            Says::Do(d) => self.does(x, d),
            Says::Can(d) => self.can(x, d),
            Says::Did(p) => self.did(x, p),
        }
    }
    /// Some lawful move or action is open to a seat.
    fn has_action(&self, seat: SeatId) -> bool {
        let duty = |g: &RuleId| {
            matches!(
                &self.l.rule(*g).form,
                Form::Guard {
                    verdict: Verdict::Duty,
                    ..
                }
            )
        };
        let late = !self.st.tried && moves::enforced(self, seat) == Some((false, true));
        let mut pieces = self.pieces_of(Val::Seat(seat)).into_iter();
        if !late
            && !self.l.guards.iter().any(duty)
            && pieces.any(|p| !moves::legal(self, p).is_empty())
        {
            return true;
        }
        let mut st = self.st.clone();
        if late {
            st.on_turn = Some(seat);
            st.phase = Phase::Act;
        }
        let mut ex = super::exec::Exec::new(self.l, st.clone(), vec![]);
        let options = ex.act_options(seat, &[]);
        if !late {
            return !options.is_empty();
        }
        ex.origin = Some(std::sync::Arc::new(st));
        (options.into_iter()).any(|o| ex.rest_of_turn(seat, vec![o], &|end| end.safe(seat)))
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

    // ---- qualities

    /// Whether a quality can be said of a thing.
    pub fn quality(&self, x: Val, q: &Quality) -> bool {
        let piece = match x {
            Val::Piece(p) => Some(p),
            _ => None,
        };
        match q {
            Quality::Word(w) => self.is_word(*w, x),
            Quality::Mark(f, seat) => {
                let seat = seat
                    .as_ref()
                    .and_then(|s| self.set(s).into_iter().find_map(as_seat));
                self.viewed(x, q).unwrap_or_else(|| {
                    let decl = &self.l.rules.fields[f.index()];
                    let v = if matches!(decl.of, Owner::Game) {
                        self.field(*f, None, seat)
                    } else {
                        self.field(*f, Some(x), seat)
                    };
                    !v.is_empty()
                })
            }
            Quality::Kind(s) => {
                let kind = match x {
                    Val::Piece(p) => self.kind(p),
                    Val::Kind(k) => k,
                    _ => return false,
                };
                match (&s.base, s.by.is_empty()) {
                    (Base::Kind(k), true) => *k == kind,
                    (Base::Or(v), true) if v.iter().all(|s| matches!(s.base, Base::Kind(_))) => {
                        v.iter().any(|s| s.base == Base::Kind(kind))
                    }
                    _ => self.set(s).iter().any(|y| match y {
                        Val::Kind(k) => *k == kind,
                        Val::Piece(p) => self.kind(*p) == kind,
                        _ => false,
                    }),
                }
            }
            Quality::Side(s) => {
                let v = self.set(s);
                self.belongs(x, &v) && v.iter().any(|y| matches!(y, Val::Side(_) | Val::Seat(_)))
            }
            Quality::Royal => piece.is_some_and(|p| {
                match self.ghost.and_then(|g| g.iter().find(|r| r.id == p)) {
                    Some(r) => r.royal,
                    // a view may deny what a definition says
                    None if self.l.has_royal => self
                        .viewed(x, q)
                        .unwrap_or_else(|| self.l.royal_word.is_some_and(|w| self.is_word(w, x))),
                    None => false,
                }
            }),
            Quality::Frozen => self.viewed(x, q).unwrap_or(false),
            Quality::Empty => match x {
                Val::Square(s) => self.st.at(s).is_none(),
                Val::Seat(_) => false,
                _ => false,
            },
            Quality::Occupied => matches!(x, Val::Square(s) if self.st.at(s).is_some()),
            Quality::Light | Quality::Dark => match x {
                Val::Square(s) => {
                    let (file, rank) = self.l.file_rank(s);
                    ((file + rank) % 2 == 0) == (*q == Quality::Dark)
                }
                _ => false,
            },
            Quality::Unmoved => piece.is_some_and(|p| self.st.piece(p).unmoved),
            Quality::Idle => piece.is_some_and(|p| self.st.piece(p).moved_turn != self.st.turn),
            Quality::Alone => piece.is_some_and(|p| {
                let k = self.kind(p);
                !self.st.on_board().any(|o| o != p && self.kind(o) == k)
            }),
            Quality::Stuck => !self.mobile(x),
            Quality::Mobile => self.mobile(x),
            Quality::Legal => match x {
                Val::Move(p, from, to) => moves::legal(self, p)
                    .iter()
                    .any(|m| m.from == from && m.to == to),
                _ => false,
            },
            Quality::Playing => matches!(x, Val::Seat(s) if self.st.seats[s.index()].playing),
            Quality::OnTurn => x.seat().is_some() && x.seat() == self.st.on_turn,
            Quality::InPlay => {
                piece.is_some_and(
                    |p| match self.ghost.and_then(|g| g.iter().find(|r| r.id == p)) {
                        Some(_) => true,
                        None => self.st.piece(p).place != Place::Lost,
                    },
                )
            }
            Quality::Lost => piece.is_some_and(|p| self.st.piece(p).place == Place::Lost),
            Quality::Captured => piece.is_some_and(|p| {
                self.st.piece(p).place == Place::Lost
                    && self
                        .st
                        .events_back()
                        .find(|e| {
                            matches!(e.verb, Verb::Capture | Verb::Remove)
                                && (e.piece(Role::Victim) == Some(p)
                                    || e.piece(Role::Removed) == Some(p))
                        })
                        .is_some_and(|e| e.verb == Verb::Capture)
            }),
            Quality::InCheck(by) => {
                let by = by.as_ref().map(|s| self.set(s));
                match x {
                    Val::Seat(s) => moves::seat_in_check(self, s, by.as_deref()),
                    Val::Piece(p) => moves::piece_in_check(self, p, by.as_deref()),
                    _ => false,
                }
            }
            Quality::Jumping => piece.is_some_and(|p| moves::jumping(self, p)),
            Quality::Standard => match x {
                Val::Army(a) => self.standard(a),
                _ => false,
            },
            Quality::Nothing => matches!(x, Val::Nobody),
            Quality::Open | Quality::Hidden => {
                let open = piece.is_some_and(|p| match self.st.piece(p).place {
                    Place::Zone(k) => {
                        self.st.shown.contains(&p)
                            || matches!(self.l.rules.zones[k.zone.index()].seen, Seen::All)
                    }
                    _ => true,
                });
                open == matches!(q, Quality::Open)
            }
            // said of sets as a whole, or of what a superlative has picked
            Quality::Different | Quality::Same(_) | Quality::Next => true,
        }
    }
    /// What views say of a thing: yes, no, or nothing.
    pub(super) fn viewed(&self, x: Val, q: &Quality) -> Option<bool> {
        let mut yes = None;
        for id in self.l.views_on(q) {
            let rule = self.l.rule(*id);
            let Form::View {
                of,
                is: What::Quality(v),
                not,
            } = &rule.form
            else {
                continue;
            };
            let fits = match (v, q) {
                (Quality::Mark(a, _), Quality::Mark(b, _)) => a == b,
                _ => v == q,
            };
            if !fits || yes == Some(false) || !self.may_concern(rule, of, x) {
                continue;
            }
            self.instances(*id, Some(x), &mut |cx| {
                if yes != Some(false) && cx.all(&rule.when) && cx.has(of, x) {
                    yes = Some(!*not);
                }
            });
        }
        yes
    }
    fn in_check_from(&self, x: Val, by: Val) -> bool {
        match x {
            Val::Seat(s) => moves::seat_in_check(self, s, Some(&[by])),
            Val::Piece(p) => moves::piece_in_check(self, p, Some(&[by])),
            _ => false,
        }
    }
    fn mobile(&self, x: Val) -> bool {
        if self.depth > 3 {
            return false;
        }
        Cx {
            depth: self.depth + 1,
            ..*self
        }
        .can_go(x)
    }
    fn can_go(&self, x: Val) -> bool {
        match x {
            Val::Piece(p) => !moves::moves_of(self, p).is_empty(),
            Val::Seat(s) => !moves::moves_of_seat(self, s).is_empty(),
            _ => false,
        }
    }
    /// Its set-up holds only kinds of the variant, a royal one among them, and its power decides nothing before the game.
    fn standard(&self, a: ArmyId) -> bool {
        let army = &self.l.rules.armies[a.index()];
        // what is royal, and what that is said by (`call a piece royal if it is regal ..`)
        let words = self.l.royal_words();
        let royalty = |q: &Quality| match q {
            Quality::Royal => true,
            Quality::Word(w) => words.contains(w),
            _ => false,
        };
        let plain = |k: &KindId| self.l.rules.kinds[k.index()].army.is_none();
        let regal = |k: &KindId| {
            let its_own = |h: Holder| match h {
                Holder::Power(p) => army.power == Some(p),
                Holder::Kind(o) => o == *k,
                Holder::Game | Holder::EachSeat => true,
            };
            self.l
                .rules
                .rules
                .iter()
                .filter(|r| its_own(r.holder))
                .any(|r| match &r.form {
                    Form::View {
                        of,
                        is: What::Quality(q),
                        not: false,
                    } => royalty(q) && speaks_of_kind(r, of, *k),
                    _ => false,
                })
                || words
                    .iter()
                    .map(|w| &self.l.rules.words[w.index()])
                    .any(|w| {
                        w.parts.iter().any(
                    |p| matches!(&p.value, Value::Set(s) if names_kind(s, *k) && w.ty == Ty::Piece),
                )
                    })
        };
        let neutral_plain = army.neutral.iter().all(|(k, _)| plain(k));
        let sets_up = army.power.is_some_and(|p| {
            self.l
                .setups
                .iter()
                .any(|r| self.l.rule(*r).holder == Holder::Power(p))
        });
        !army.setup.is_empty()
            && army.setup.iter().all(|(k, _)| plain(k))
            && army.setup.iter().any(|(k, _)| regal(k))
            && neutral_plain
            && !sets_up
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
        let kind = |c: Case| {
            d.cases
                .iter()
                .find(|(k, _)| *k == c)
                .map(|(_, v)| self.value(v))
        };
        let one = |y: Val| -> bool {
            match d.verb {
                Verb::Attack => self
                    .pieces_of(x)
                    .into_iter()
                    .any(|p| moves::attacks(self, p, y)),
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
        };
        let hits = things.iter().filter(|y| one(**y)).count();
        self.enough(hits, things.len(), &amount)
    }
    fn side_of(&self, p: PieceId) -> Option<SideId> {
        let pc = self.st.piece(p);
        pc.side
            .or_else(|| pc.owner.map(|o| self.l.rules.seats[o.index()].side))
    }
    fn pieces_of(&self, x: Val) -> Vec<PieceId> {
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
        };
        super::guards::forbidden(self, &e, None).is_none()
    }

    // ---- the past

    /// The first turn counted by `since` (global number), or 0; and whether the whole turn of that number counts.
    pub fn since_turn(&self, since: &Option<Moment>) -> (u32, bool) {
        let Some(m) = since else { return (0, true) };
        let (Moment::Start(span) | Moment::End(span)) = m;
        let at_end = matches!(m, Moment::End(_));
        let turn = match span {
            Span::This | Span::Your | Span::Every => self.st.turn,
            Span::Round => return (self.first_of_round(), true),
            Span::Game => 0,
            Span::NextTurn | Span::Next(_) | Span::Nth(..) => self.st.turn,
            Span::Last(s) => {
                // the one before this, if it is theirs now
                let seats: Vec<SeatId> = self.set(s).into_iter().filter_map(as_seat).collect();
                seats.iter().map(|s| self.last_turn(*s)).max().unwrap_or(0)
            }
        };
        if at_end {
            (turn + 1, true)
        } else {
            (turn, true)
        }
    }
    fn first_of_round(&self) -> u32 {
        self.st.round_start
    }
    /// Global number of the latest finished turn of a seat (0: none).
    pub fn last_turn(&self, s: SeatId) -> u32 {
        let seat = &self.st.seats[s.index()];
        if self.st.on_turn == Some(s) && seat.latest_turn == self.st.turn {
            seat.turn_before
        } else {
            seat.latest_turn
        }
    }
    fn past_events<'e>(&'e self, p: &'e Past) -> impl Iterator<Item = &'e Event> + 'e {
        let (from, _) = self.since_turn(&p.since);
        self.st
            .events_back()
            .take_while(move |e| e.turn >= from)
            .filter(move |e| e.verb == p.deed.verb)
    }
    /// How many of these have suffered it, each as it was then.
    fn suffered(&self, s: &Set, p: &Past) -> usize {
        let mut found: Vals = vec![];
        for e in self.past_events(p) {
            let cx = Cx {
                ghost: Some(&e.recs),
                ..*self
            };
            if let Some(y) = object_of(e)
                && !found.contains(&y)
                && cx.in_set(s, y)
                && cx.fits(&p.deed, e, true, false)
            {
                found.push(y);
            }
        }
        found.len()
    }
    /// How many pieces of a set have done it, each as it was then.
    fn doers(&self, s: &Set, p: &Past) -> usize {
        let mut found: Vec<(Val, usize)> = vec![];
        for e in self.past_events(p) {
            let cx = Cx {
                ghost: Some(&e.recs),
                ..*self
            };
            if let Some(y) = subject_of(e)
                && cx.in_set(s, y)
                && cx.fits(&p.deed, e, false, true)
            {
                match found.iter_mut().find(|(x, _)| *x == y) {
                    Some((_, n)) => *n += 1,
                    None => found.push((y, 1)),
                }
            }
        }
        found.iter().filter(|(_, n)| self.so_often(*n, p)).count()
    }
    /// So many deeds are as many as the phrase asks for.
    fn so_often(&self, n: usize, p: &Past) -> bool {
        match &p.deed.object {
            Some(Value::Set(s)) => self.enough(n, n, &s.amount),
            _ => n > 0,
        }
    }
    /// X has done it.
    fn did(&self, x: Val, p: &Past) -> bool {
        let n = self
            .past_events(p)
            .filter(|e| {
                let cx = Cx {
                    ghost: Some(&e.recs),
                    ..*self
                };
                cx.plays_subject(e, x) && cx.fits(&p.deed, e, false, true)
            })
            .count();
        self.so_often(n, p)
    }
    /// How often it happened.
    pub fn past_count(&self, p: &Past) -> i32 {
        self.past_events(p)
            .filter(|e| {
                Cx {
                    ghost: Some(&e.recs),
                    ..*self
                }
                .fits(&p.deed, e, false, false)
            })
            .count() as i32
    }
    /// The things in a role of matching events, as it happened.
    pub fn past_things(&self, p: &Past) -> Vals {
        let mut v: Vals = self
            .past_events(p)
            .filter(|e| {
                Cx {
                    ghost: Some(&e.recs),
                    ..*self
                }
                .fits(&p.deed, e, false, false)
            })
            .filter_map(|e| match p.role {
                Some(Role::Object) | None => object_of(e),
                Some(Role::Subject) => subject_of(e),
                Some(r) => e.role(r),
            })
            .collect();
        v.reverse();
        let mut out: Vals = vec![];
        for x in v {
            if !out.contains(&x) {
                out.push(x);
            }
        }
        out
    }
    /// A thing does the deed of an event.
    pub fn plays_subject(&self, e: &Event, x: Val) -> bool {
        match x {
            Val::Seat(s) => match e.verb {
                Verb::LosePiece => e
                    .piece(Role::Victim)
                    .and_then(|p| self.owner(p))
                    .is_some_and(|o| self.l.owner_seat(o) == self.l.owner_seat(s)),
                Verb::LoseGame | Verb::Resign => e.role(Role::Loser) == Some(x),
                Verb::Skip => e.role(Role::Subject) == Some(x),
                _ => e.author == Some(s),
            },
            Val::Ability(s) => e.means == Means::Ability && e.author == Some(s),
            _ => subject_of(e) == Some(x),
        }
    }
    /// A thing suffers the deed of an event.
    /// An event is what a deed describes. Sets are read in this state (pieces as the ghosts show them).
    pub fn fits(&self, d: &Deed, e: &Event, skip_object: bool, skip_subject: bool) -> bool {
        if d.verb != e.verb {
            return false;
        }
        if d.how.normally && e.means != Means::Move || d.how.secretly && !e.hidden {
            return false;
        }
        if !skip_subject
            && let Some(s) = &d.subject
            && !self.subject_fits(s, e)
        {
            return false;
        }
        if !skip_object
            && let Some(Value::Set(s)) = &d.object
            && !object_of(e).is_some_and(|y| self.in_set(s, y))
        {
            return false;
        }
        if let Some(Path::Slide { dirs, min, max }) = &d.how.along
            && !self.went_along(e, dirs, *min, *max)
        {
            return false;
        }
        if d.how.still && e.role(Role::Path).is_none() && !e.still {
            return false;
        }
        d.cases.iter().all(|(c, v)| self.case_fits(*c, v, e))
    }
    fn subject_fits(&self, s: &Set, e: &Event) -> bool {
        match s.ty {
            Ty::Piece => subject_of(e).is_some_and(|y| self.in_set(s, y)),
            _ => {
                let doers: Vals = match e.verb {
                    Verb::LosePiece => e
                        .piece(Role::Victim)
                        .and_then(|p| self.owner(p))
                        .map(Val::Seat)
                        .into_iter()
                        .collect(),
                    Verb::LoseGame | Verb::Resign => e.role(Role::Loser).into_iter().collect(),
                    Verb::Skip => e.role(Role::Subject).into_iter().collect(),
                    _ => e.author.map(Val::Seat).into_iter().collect(),
                };
                if matches!(s.base, Base::Ability(_)) {
                    return e.means == Means::Ability
                        && e.author
                            .is_some_and(|a| self.set(s).contains(&Val::Ability(a)));
                }
                doers.iter().any(|y| self.in_set(s, *y))
            }
        }
    }
    fn in_set(&self, s: &Set, y: Val) -> bool {
        // a piece of an event is tested wherever it is by now
        if let (Val::Piece(p), Base::All(Where::Board)) = (y, &s.base)
            && self.ghost.is_none()
            && !matches!(self.st.piece(p).place, Place::Board(..))
        {
            let recs = [self.rec(p)];
            return Cx {
                ghost: Some(&recs),
                ..*self
            }
            .has(s, y);
        }
        match (s.ty, y) {
            (Ty::Square, Val::Piece(p)) => {
                self.square(p).is_some_and(|q| self.has(s, Val::Square(q)))
            }
            (Ty::Kind, Val::Piece(p)) => self.has(s, Val::Kind(self.kind(p))),
            _ => self.has(s, y),
        }
    }
    fn went_along(&self, e: &Event, dirs: &[(i8, i8)], min: u8, max: u8) -> bool {
        let (Some(Val::Square(a)), Some(Val::Square(b)), Some(p)) = (
            e.role(Role::Origin),
            e.role(Role::Destination),
            e.piece(Role::Mover),
        ) else {
            return false;
        };
        let facing = self.st.piece(p).facing;
        let ((fa, ra), (fb, rb)) = (self.l.file_rank(a), self.l.file_rank(b));
        let (df, dr) = (fb - fa, rb - ra);
        dirs.iter().any(|d| {
            let d = super::link::turned(*d, facing);
            (min.max(1)..=if max == 0 { 64 } else { max })
                .any(|n| df == d.0 as i16 * n as i16 && dr == d.1 as i16 * n as i16)
        })
    }
    fn case_fits(&self, c: Case, v: &Value, e: &Event) -> bool {
        let Value::Set(s) = v else {
            return true;
        };
        let role = |r: Role| e.role(r).is_some_and(|y| self.in_set(s, y));
        let all = |r: Role| {
            e.roles
                .iter()
                .filter(|(k, _)| *k == r)
                .any(|(_, y)| self.in_set(s, *y))
        };
        match c {
            Case::To => match e.verb {
                Verb::Give => role(Role::Receiver),
                Verb::LoseGame => role(Role::Conqueror),
                Verb::Promote => role(Role::Changed),
                Verb::Talk => role(Role::Hearer),
                _ => role(Role::Destination),
            },
            Case::On | Case::Into | Case::Onto | Case::At | Case::Under => {
                role(Role::Destination)
                    || e.role(Role::Destination)
                        .is_some_and(|d| match (d, &s.base) {
                            (Val::Zone(z, k), Base::Zone(y, of)) => {
                                z == *y && self.zone_keys(*y, of).iter().any(|key| key.owner == k)
                            }
                            _ => false,
                        })
            }
            Case::From => role(Role::Origin) || role(Role::Giver),
            Case::Across => {
                // an edge of the torus, or squares on the way
                if is_edge(s) { e.edge } else { all(Role::Path) }
            }
            Case::Over | Case::Through => all(Role::Path),
            Case::With => role(Role::Captor) || role(Role::Object),
            Case::By => {
                if matches!(s.base, Base::Ability(_)) {
                    return e.means == Means::Ability
                        && e.author
                            .is_some_and(|a| self.set(s).contains(&Val::Ability(a)));
                }
                match s.ty {
                    Ty::Piece => {
                        subject_of(e).is_some_and(|y| self.in_set(s, y))
                            || e.piece(Role::Captor)
                                .is_some_and(|p| self.in_set(s, Val::Piece(p)))
                    }
                    _ => e.author.is_some_and(|a| self.in_set(s, Val::Seat(a))),
                }
            }
            Case::As => e.roles.iter().any(|(r, y)| {
                matches!(r, Role::Object | Role::Changed)
                    && (self.in_set(s, *y)
                        || matches!((&s.base, y), (Base::Field(f, ..), Val::Mark(g)) if f == g))
            }),
            Case::In => role(Role::Direction),
            _ => true,
        }
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
fn is_edge(s: &Set) -> bool {
    matches!(s.base, Base::Edge)
}

/// `every X`, as a condition on all that there are now.
fn every(s: &Set) -> bool {
    s.amount == Amount::Every && !matches!(s.base, Base::Name(_))
}

/// The piece that does it.
pub fn subject_of(e: &Event) -> Option<Val> {
    let role = match e.verb {
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
    };
    e.role(role)
}

/// What suffers it.
pub fn object_of(e: &Event) -> Option<Val> {
    let role = match e.verb {
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
    };
    e.role(role)
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

fn names_kind(s: &Set, k: KindId) -> bool {
    s.by.iter()
        .any(|n| matches!(n, Narrow::Is(Quality::Kind(t)) if t.base == Base::Kind(k)))
}

fn speaks_of_kind(r: &Rule, of: &Set, k: KindId) -> bool {
    r.holder == Holder::Kind(k) && of.base == Base::It || names_kind(of, k)
}

//! What hosts and seats see of a game.
use super::explain::{self, Reason};
use super::read::*;
use super::state::*;
use super::value::*;
use super::{Game, guards, moves};
use engine::ids::*;
use engine::play::*;
use engine::rules::*;

impl Game {
    /// The whole position.
    pub fn position(&self) -> BoardView {
        self.view(None)
    }
    /// The position as a seat may see it.
    pub fn observe(&self, seat: SeatId) -> BoardView {
        self.view(Some(seat))
    }
    /// The squares of the pieces that a rule freezes now, in their order. It is read with all that is hidden in
    /// sight: where something is secret, no player may be shown it.
    pub fn frozen(&self) -> Vec<SquareId> {
        let env = Env::default();
        let cx = Cx::new(&self.l, &self.now, &env);
        let held = |p: PieceId| match self.now.piece(p).place {
            Place::Board(square, _) if cx.quality(Val::Piece(p), &Quality::Frozen) => Some(square),
            _ => None,
        };
        let mut squares: Vec<SquareId> = self.now.on_board().filter_map(held).collect();
        squares.sort();
        squares
    }
    /// Whose a piece or card in a zone is, as it lies there: a card keeps the colour it shows, whoever holds it.
    fn shown_of(&self, piece: &Piece) -> Option<SeatId> {
        let seats = &self.l.rules.seats;
        let of = |side: SideId| {
            let owns = piece.owner.filter(|s| seats[s.index()].side == side);
            let first = || seats.iter().position(|s| s.side == side).map(SeatId::from);
            owns.or_else(first)
        };
        let colour = piece.side.filter(|_| piece.card);
        colour.map_or(piece.owner, |side| of(side).or(piece.owner))
    }
    fn view(&self, seat: Option<SeatId>) -> BoardView {
        let env = Env::default();
        let cx = Cx::new(&self.l, &self.now, &env);
        let st = &self.now;
        let turnable = engine::position_text::directional(&self.l.rules);
        let pieces = st
            .on_board()
            .filter_map(|p| {
                let pc = st.piece(p);
                let Place::Board(square, layer) = pc.place else {
                    return None;
                };
                Some(SeenPiece {
                    square,
                    layer,
                    kind: cx.kind(p),
                    seat: pc.owner,
                    // which way a rook faces is nobody's business
                    facing: if turnable.contains(&pc.kind) {
                        pc.facing
                    } else {
                        engine::position_text::seat_facing(&self.l.rules, pc.owner)
                    },
                })
            })
            .collect();
        let thing = |o: &OwnerKey| match o {
            OwnerKey::Game => Thing::Game,
            OwnerKey::Seat(s) => Thing::Seat(*s),
            OwnerKey::Side(s) => Thing::Side(*s),
            OwnerKey::Square(s) => Thing::Square(*s),
            OwnerKey::Border(a, b) => Thing::Border(*a, *b),
            OwnerKey::Kind(k) => Thing::Kind(*k),
            OwnerKey::Piece(p) => match st.piece(*p).place {
                Place::Board(s, l) => Thing::Piece(s, l),
                _ => Thing::Held(p.0),
            },
        };
        let zones = st
            .zones
            .iter()
            .map(|(k, v)| {
                let open = seat.is_none_or(|s| v.iter().all(|p| cx.seat_sees_piece(s, *p)));
                let held = open.then(|| {
                    v.iter()
                        .map(|p| match st.piece(*p) {
                            Piece {
                                army: Some(army), ..
                            } => SeenHeld::Army { army: *army },
                            p => SeenHeld::Of(p.kind, self.shown_of(p)),
                        })
                        .collect()
                });
                SeenZone {
                    zone: k.zone,
                    of: thing(&k.owner),
                    count: v.len() as u16,
                    held,
                }
            })
            .collect();
        let fields = st
            .fields
            .iter()
            .filter(|(k, v)| {
                !v.is_empty()
                    && **v != [Val::Num(0)]
                    && seat.is_none_or(|s| cx.seat_sees(s, k.field, k))
            })
            .map(|(k, v)| {
                let ty = self.l.rules.fields[k.field.index()].ty;
                let shown = |x: &Val| match x {
                    _ if ty == Ty::Mark => Shown::Yes,
                    // what was set by showing a card or piece of the kind
                    Val::Piece(p) if ty == Ty::Kind => Shown::Thing(Thing::Kind(cx.kind(*p))),
                    Val::Num(n) => Shown::Number(*n),
                    Val::Seat(s) => Shown::Thing(Thing::Seat(*s)),
                    Val::Side(s) => Shown::Thing(Thing::Side(*s)),
                    Val::Square(s) => Shown::Thing(Thing::Square(*s)),
                    Val::Border(a, b) => Shown::Thing(Thing::Border(*a, *b)),
                    Val::Kind(k) => Shown::Thing(Thing::Kind(*k)),
                    Val::Piece(p) => Shown::Thing(thing(&OwnerKey::Piece(*p))),
                    Val::Army(a) => Shown::Army(*a),
                    Val::Text(t) => Shown::Text(*t),
                    Val::Move(_, a, b) => Shown::Move(*a, *b),
                    Val::Dir(a, b) => Shown::Direction(*a, *b),
                    _ => Shown::Yes,
                };
                SeenField {
                    field: k.field,
                    of: thing(&k.owner),
                    seat: k.seat.or(k.holder),
                    values: v.iter().map(shown).collect(),
                }
            })
            .collect();
        BoardView {
            pieces,
            zones,
            fields,
            on_turn: st.on_turn.into_iter().collect(),
            outcomes: st.seats.iter().map(|s| s.outcome).collect(),
        }
    }
    /// Why an option is not offered: the sentences that refuse it, the first that fails first. None: no
    /// pattern reaches there, or the way is blocked.
    pub fn why(&self, choice: &Choice) -> Vec<Refusal> {
        let Open::Decision(d) = &self.open else {
            return vec![];
        };
        let Who::Seat(seat) = d.who else {
            return vec![];
        };
        if d.options.contains(choice) {
            return vec![];
        }
        let by = |r: RuleId| {
            let rule = &self.l.rules.rules[r.index()];
            let mut tags = rule.tags.clone();
            if rule.imposed {
                // a fact for a time answers for the clauses of the rule that made it
                let parent = self.l.parent(r).map(|p| self.l.rule(p));
                tags.extend(parent.into_iter().flat_map(|p| p.tags.iter().copied()));
            }
            Refusal {
                src: rule.src,
                tags,
            }
        };
        let mut met = vec![];
        let (reasons, tried) = explain::reasons(self.segment(&self.l), choice);
        for reason in reasons {
            match reason {
                Reason::Rule(r) => met.push(by(r)),
                Reason::Check => met.extend(self.check_rules()),
            }
        }
        // an option of a rule that cannot be carried out: it is the rule that asks more
        let asks = |known: bool| d.rule.filter(|_| known).map(by);
        let mut v = match choice {
            Choice::Move(from, to) => self.why_not_move(seat, *from, *to, by),
            Choice::Action(r) | Choice::ActionOf(r, _) => vec![by(*r)],
            _ => vec![],
        };
        let alone = met.is_empty();
        v.extend(met);
        match choice {
            Choice::Move(..) => v.extend(asks(alone && d.kind == engine::play::Kind::Move)),
            Choice::Accept => v.extend(asks(alone)),
            Choice::Action(_) | Choice::ActionOf(..) => {}
            // listed, and what would come of it is nothing the rule allows
            _ => v.extend(asks(alone && tried)),
        }
        v.dedup();
        v
    }
    fn check_rules(&self) -> impl Iterator<Item = Refusal> {
        self.l.rules.check.iter().map(|c| Refusal {
            src: c.src,
            tags: c.tags.clone(),
        })
    }
    fn why_not_move(
        &self,
        seat: SeatId,
        from: SquareId,
        to: SquareId,
        by: impl Fn(RuleId) -> Refusal,
    ) -> Vec<Refusal> {
        let env = Env {
            you: Some(seat),
            ..Env::default()
        };
        let cx = Cx::new(&self.l, &self.now, &env);
        let Some(p) = self
            .now
            .at(from)
            .filter(|p| cx.belongs(Val::Piece(*p), &[Val::Seat(seat)]))
        else {
            return vec![];
        };
        let mut v: Vec<Refusal> = cx.frozen_by(p).into_iter().map(&by).collect();
        let ways: Vec<_> = moves::pseudo(&cx, p)
            .into_iter()
            .filter(|m| m.to == to)
            .collect();
        // where the turn decides, the move is told by itself
        let late = |m: &moves::MoveOpt| {
            let mut st = self.now.clone();
            moves::apply_raw(&mut st, m);
            moves::enforced(&cx, seat) == Some((false, true))
                && moves::seat_in_check(&cx.in_state(&st), seat, None)
        };
        for m in &ways {
            if let Some(r) = guards::refusal(&cx, m, seat, None) {
                v.push(by(r));
            } else if !moves::safe(&cx, m, seat) || late(m) {
                v.extend(self.check_rules());
            } else if let Some(r) = super::trial::shove_spoiled(&cx, m, seat, Some(seat)) {
                v.push(by(r));
            } else {
                let ex = super::exec::Exec::new(&self.l, self.now.clone(), vec![]);
                v.extend(ex.duties(seat).into_iter().map(|(r, _)| by(r)));
            }
        }
        if ways.is_empty() {
            v.extend(moves::barred(&cx, p, to).map(&by));
        }
        v.dedup();
        v
    }
    /// A move that patterns and guards allow would leave a royal piece of the mover attacked.
    pub fn unsafe_move(&self, from: SquareId, to: SquareId) -> bool {
        let Open::Decision(Decision {
            who: Who::Seat(seat),
            ..
        }) = &self.open
        else {
            return false;
        };
        let env = Env {
            you: Some(*seat),
            ..Env::default()
        };
        let cx = Cx::new(&self.l, &self.now, &env);
        let Some(p) = self.now.at(from) else {
            return false;
        };
        moves::moves_of(&cx, p)
            .iter()
            .any(|m| m.to == to && !moves::safe(&cx, m, *seat))
    }
    /// A condition holds now (`then C` of a scenario).
    pub fn holds(&self, c: &Cond) -> bool {
        let env = Env::default();
        Cx::new(&self.l, &self.now, &env).cond(c)
    }
    /// Seats who see a value or zone; for `then X is seen by ..`.
    pub fn seen_by(&self, s: &Set) -> Vec<SeatId> {
        let env = Env::default();
        let cx = Cx::new(&self.l, &self.now, &env);
        let seats = (0..self.now.seats.len())
            .map(SeatId::from)
            .filter(|s| self.now.seats[s.index()].playing);
        match &s.base {
            Base::Field(f, of, seat) => {
                let seat = seat
                    .as_ref()
                    .and_then(|s| cx.set(s).into_iter().find_map(as_seat));
                let things: Vec<Option<Val>> =
                    if matches!(self.l.rules.fields[f.index()].of, Owner::Game) {
                        vec![None]
                    } else {
                        cx.set(of).into_iter().map(Some).collect()
                    };
                let keys: Vec<FieldKey> = things
                    .into_iter()
                    .filter_map(|x| cx.field_key(*f, x, seat))
                    .collect();
                seats
                    .filter(|s| !keys.is_empty() && keys.iter().all(|k| cx.seat_sees(*s, *f, k)))
                    .collect()
            }
            _ => {
                let held: Vec<PieceId> = cx
                    .set(s)
                    .into_iter()
                    .filter_map(|x| match x {
                        Val::Piece(p) => Some(p),
                        _ => None,
                    })
                    .collect();
                seats
                    .filter(|s| held.iter().all(|p| cx.seat_sees_piece(*s, *p)))
                    .collect()
            }
        }
    }
    /// Result of a seat.
    pub fn outcome(&self, seat: SeatId) -> Outcome {
        self.now.seats[seat.index()].outcome
    }
    /// Who conquered a seat that has lost.
    pub fn conqueror(&self, seat: SeatId) -> Option<SeatId> {
        self.now
            .events_back()
            .find(|e| e.verb == Verb::LoseGame && e.role(Role::Loser) == Some(Val::Seat(seat)))
            .and_then(|e| e.role(Role::Conqueror))
            .and_then(as_seat)
    }
}

impl Cx<'_> {
    /// The view that freezes a piece.
    pub fn frozen_by(&self, p: PieceId) -> Option<RuleId> {
        let x = Val::Piece(p);
        self.l.other_views.iter().copied().find(|id| {
            let rule = self.l.rule(*id);
            let Form::View {
                of,
                is: What::Quality(Quality::Frozen),
                not: false,
            } = &rule.form
            else {
                return false;
            };
            let mut hit = false;
            self.instances(*id, Some(x), &mut |c| {
                hit |= c.has(of, x) && c.all(&rule.when)
            });
            hit
        })
    }
}

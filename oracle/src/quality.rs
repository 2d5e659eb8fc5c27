//! Qualities: what can be said of a thing, and what views say of it.
use super::memo::Reading;
use super::moves;
use super::read::*;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

impl Cx<'_> {
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
            Quality::Royal => {
                piece.is_some_and(
                    |p| match self.ghost.and_then(|g| g.iter().find(|r| r.id == p)) {
                        Some(r) => r.royal,
                        None if self.l.has_royal && self.l.shortcuts.royal(self.kind(p)) => {
                            self.once(Reading::Royal, x, || u16::from(self.royal(x))) != 0
                        }
                        None => false,
                    },
                )
            }
            Quality::Frozen => {
                let read = || u16::from(self.viewed(x, q).unwrap_or(false));
                self.once(Reading::Frozen, x, read) != 0
            }
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
                let board = |p| self.square(p).map(|s| self.l.board_of(s).first);
                let here = board(p);
                let elsewhere = |o| here.is_some() && board(o) != here;
                (self.st.on_board()).all(|o| o == p || elsewhere(o) || self.kind(o) != k)
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
            Quality::Next => {
                let next = || super::turn::next_seat(self.l, self.st, self.env.you);
                as_seat(x).is_none_or(|s| next() == Some(s))
            }
            Quality::Different | Quality::Same(_) => true,
        }
    }
    /// A view may deny what a definition says.
    fn royal(&self, x: Val) -> bool {
        self.viewed(x, &Quality::Royal)
            .unwrap_or_else(|| self.l.royal_word.is_some_and(|w| self.is_word(w, x)))
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
    pub(super) fn in_check_from(&self, x: Val, by: &[Val]) -> bool {
        match x {
            Val::Seat(s) => moves::seat_in_check(self, s, Some(by)),
            Val::Piece(p) => moves::piece_in_check(self, p, Some(by)),
            _ => false,
        }
    }
    /// Its set-up holds only kinds of the variant, a royal one among them, and its power decides nothing before the game.
    pub(super) fn standard(&self, a: ArmyId) -> bool {
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
}

fn names_kind(s: &Set, k: KindId) -> bool {
    s.by.iter()
        .any(|n| matches!(n, Narrow::Is(Quality::Kind(t)) if t.base == Base::Kind(k)))
}

fn speaks_of_kind(r: &Rule, of: &Set, k: KindId) -> bool {
    r.holder == Holder::Kind(k) && of.base == Base::It || names_kind(of, k)
}

//! The primitive changes of a state: what every step comes down to.
use super::aspects;
use super::exec::*;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::play::*;
use engine::rules::*;

/// A primitive change.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A piece leaves its place.
    Lift(PieceId),
    /// A lifted piece comes to a square.
    Land(PieceId, SquareId, u8),
    /// A lifted piece goes into a zone, behind all that is there.
    Store(PieceId, ZoneKey),
    /// A lifted piece goes into a zone, before what lies at this place.
    Insert(PieceId, ZoneKey, u16),
    /// A piece gets another owner.
    Own(PieceId, Option<SeatId>),
    /// A piece becomes another kind.
    Kind(PieceId, KindId),
    /// It has moved by its own move.
    Moved(PieceId),
    /// It was displaced.
    Displaced(PieceId),
    /// A value is set (empty: cleared).
    Field(FieldKey, Vals),
    /// Its end.
    Timed(FieldKey, Vec<Due>, Vals),
    /// A value whose time is over is again what it was before; nothing: what it was at the beginning.
    Back(FieldKey, Vals),
    /// A seat is out.
    Out(SeatId),
    /// A power is lost.
    EndPower(SeatId, PowerId),
    /// A power is borrowed.
    Borrow(SeatId, PowerId, Due),
    /// A power is given: from, to.
    GivePower(PowerId, SeatId),
    /// An army is given to a seat.
    GiveArmy(ArmyId, SeatId),
    /// A value is made public (to these; empty: all).
    Known(FieldKey, Vec<SeatId>),
    /// A piece in a hidden zone is shown.
    Shown(PieceId, Option<Vec<SeatId>>),
    /// Turns to skip.
    Skip(SeatId),
}

impl Change {
    /// It decides something about players, values or what a piece is: not where pieces stand, whose they are and whether they
    /// have moved, which is the position a move that is taken back gives back.
    pub fn is_decision(&self) -> bool {
        match self {
            Change::Lift(_)
            | Change::Land(..)
            | Change::Store(..)
            | Change::Insert(..)
            | Change::Own(..)
            | Change::Moved(_)
            | Change::Displaced(_) => false,
            Change::Kind(..)
            | Change::Field(..)
            | Change::Timed(..)
            | Change::Back(..)
            | Change::Out(_)
            | Change::EndPower(..)
            | Change::Borrow(..)
            | Change::GivePower(..)
            | Change::GiveArmy(..)
            | Change::Known(..)
            | Change::Shown(..)
            | Change::Skip(_) => true,
        }
    }
}

impl Exec<'_> {
    /// One primitive change.
    pub fn apply(&mut self, op: &Change) {
        match op {
            Change::Lift(p) => {
                // what is lifted and not put down again is lost
                let zone = matches!(self.st.piece(*p).place, Place::Zone(_));
                let more = if zone { aspects::OWNERS } else { 0 };
                self.st.change(aspects::PLACES | more).lift(*p);
            }
            Change::Land(p, sq, l) => {
                if let Some(o) = self.st.at_layer(*sq, *l) {
                    // the square is taken after all: whoever stood there is lost
                    self.st.lift(o);
                }
                if !self.lifted.contains(p) {
                    self.come_back(*p);
                    self.st.change(aspects::OWNERS);
                } else if self.entering.contains(p)
                    && let Some(owner) = self.st.piece(*p).owner
                {
                    // a piece that enters a board faces as its owner's pieces do (basic.10)
                    self.st.piece_mut(*p).facing = self.l.facing(owner);
                }
                self.st.change(aspects::PLACES).land(*p, *sq, *l);
            }
            Change::Store(p, key) => {
                self.come_back(*p);
                self.st.store(*p, *key);
            }
            Change::Insert(p, key, n) => {
                self.come_back(*p);
                self.st.insert(*p, *key, *n as usize);
            }
            Change::Own(p, s) => self.st.piece_mut(*p).owner = *s,
            Change::Kind(p, k) => {
                let pc = self.st.piece_mut(*p);
                pc.kind = *k;
                pc.unmoved = false;
            }
            Change::Moved(p) => {
                let turn = self.st.turn;
                let pc = self.st.change(aspects::EVENTS).piece_mut(*p);
                pc.moved_turn = turn;
                pc.unmoved = false;
            }
            Change::Displaced(p) => {
                self.st.change(aspects::EVENTS).piece_mut(*p).unmoved = false;
            }
            Change::Field(key, v) => {
                let st = self.st.change(aspects::VALUES);
                st.timed.retain(|t| t.key != *key);
                // what was revealed is what it was: nobody has seen the new value; that there is none any more is seen
                if !v.is_empty() && st.known.contains_key(key) {
                    st.known.remove(key);
                }
                if v.is_empty() && self.l.rules.fields[key.field.index()].start.is_none() {
                    st.fields.remove(key);
                } else {
                    st.fields.insert(*key, v.clone());
                }
            }
            Change::Back(key, v) => {
                let st = self.st.change(aspects::VALUES);
                st.timed.retain(|t| t.key != *key);
                match v.is_empty() {
                    true => st.fields.remove(key),
                    false => st.fields.insert(*key, v.clone()),
                };
            }
            Change::Timed(key, due, back) => {
                let st = self.st.change(aspects::VALUES);
                st.timed.retain(|t| t.key != *key);
                // `for the game` is an end too: it outlives the power
                if !due.is_empty() {
                    st.timed.push(Timed {
                        key: *key,
                        due: due.clone(),
                        back: back.clone(),
                    });
                }
            }
            Change::Out(s) => self.out(*s),
            Change::EndPower(s, p) => self.drop_power(*s, *p),
            Change::Borrow(s, p, due) => {
                self.l.comes(*p);
                self.st.seats[s.index()].powers.push(Held {
                    power: *p,
                    until: Some(due.clone()),
                });
            }
            Change::GivePower(p, s) => {
                self.l.comes(*p);
                for i in 0..self.st.seats.len() {
                    self.st.seats[i]
                        .powers
                        .retain(|h| h.power != *p || h.until.is_some());
                }
                self.st.seats[s.index()].powers.insert(
                    0,
                    Held {
                        power: *p,
                        until: None,
                    },
                );
            }
            Change::GiveArmy(a, s) => {
                if self.st.phase == Phase::Setup {
                    super::setup::seat_army(self.l, &mut self.st, *s, *a);
                    super::setup::fill_zones_of(self.l, &mut self.st, *s, *a);
                } else {
                    if let Some(old) = self.st.seats[s.index()]
                        .army
                        .and_then(|o| self.l.rules.armies[o.index()].power)
                    {
                        self.drop_power(*s, old);
                    }
                    self.st.seats[s.index()].army = Some(*a);
                    if let Some(p) = self.l.rules.armies[a.index()].power {
                        self.l.comes(p);
                        self.st.seats[s.index()].powers.insert(
                            0,
                            Held {
                                power: p,
                                until: None,
                            },
                        );
                    }
                }
            }
            Change::Known(key, to) => {
                let v = self.st.known.entry(*key).or_insert_with(|| to.clone());
                if to.is_empty() {
                    v.clear();
                } else if !v.is_empty() {
                    v.extend(to.iter().copied());
                }
            }
            Change::Shown(p, None) => {
                self.st.shown.insert(*p);
            }
            Change::Shown(p, Some(to)) => {
                self.st.shown_to.extend(to.iter().map(|s| (*s, *p)));
            }
            Change::Skip(s) => self.st.seats[s.index()].skip += 1,
        }
    }
    /// A piece that was lost and comes back faces as its owner's pieces do (basic.10), free of what it was marked as for a
    /// time.
    pub(super) fn come_back(&mut self, p: PieceId) {
        if self.st.piece(p).place != Place::Lost || self.lifted.contains(&p) {
            return;
        }
        if let Some(owner) = self.st.piece(p).owner {
            self.st.piece_mut(p).facing = self.l.facing(owner);
        }
        let timed = self.st.timed.iter().map(|t| t.key);
        let gone: Vec<FieldKey> = timed
            .filter(|key| key.owner == OwnerKey::Piece(p))
            .collect();
        for key in gone {
            self.apply(&Change::Field(key, vec![]));
        }
    }
    pub(super) fn out(&mut self, s: SeatId) {
        self.st.losses += 1;
        let at = self.st.stamp + 1;
        let seat = &mut self.st.seats[s.index()];
        seat.playing = false;
        seat.outcome = Outcome::Loss;
        seat.lost_at = at;
        if self.st.on_turn == Some(s) {
            self.end_turn = true;
        }
        // an end in turns of a player who is out comes at once
        let ends = |due: &Vec<Due>| due.iter().any(|d| matches!(d, Due::Seat(t, ..) if *t == s));
        let gone: Vec<Timed> = (self.st.timed.iter())
            .filter(|t| ends(&t.due))
            .cloned()
            .collect();
        for over in gone {
            self.apply(&Change::Back(over.key, over.back));
        }
        self.st.imposed.retain(|i| !ends(&i.due));
    }
    /// A power is lost: its state without an end is cleared (language 6.3).
    pub(super) fn drop_power(&mut self, s: SeatId, p: PowerId) {
        self.st.seats[s.index()].powers.retain(|h| h.power != p);
        let timed: Vec<FieldKey> = self.st.timed.iter().map(|t| t.key).collect();
        let rules = &self.l.rules;
        let linked = &self.l;
        let mine = |k: &FieldKey| {
            let of_power = linked.rules.fields[k.field.index()].by == Holder::Power(p);
            let own = k.owner == OwnerKey::Seat(s) && !linked.kept_by_holder(k.field);
            of_power && (own || k.holder == Some(s))
        };
        let all = self.st.fields.iter().map(|(k, _)| *k);
        let gone: Vec<FieldKey> = all.filter(|k| mine(k) && !timed.contains(k)).collect();
        gone.iter().for_each(|k| self.st.fields.remove(k));
        // what ends later does not come back
        let ends = self.st.timed.iter_mut().filter(|t| mine(&t.key));
        ends.for_each(|t| t.back = vec![]);
        let emptied: Vec<PieceId> = (self.st.zones.iter())
            .filter(|(k, _)| rules.zones[k.zone.index()].by == Holder::Power(p))
            .filter(|(k, _)| k.owner == OwnerKey::Seat(s))
            .flat_map(|(_, held)| held.iter().copied())
            .collect();
        emptied.into_iter().for_each(|p| self.st.lift(p));
        // who gets the power again counts its uses anew
        let limits: Vec<LimitId> = (rules.rules.iter())
            .filter(|r| r.holder == Holder::Power(p))
            .filter_map(|r| r.limit)
            .collect();
        let spent = |key: &LimitKey| key.1 == Some(s) && limits.contains(&key.0);
        if self.st.used.keys().any(spent) {
            self.st.used.retain(|key, _| !spent(key));
        }
    }
}

//! Asked or not. Everybody sees whether a player is asked something; where that would tell what he hides, he is asked all the
//! same and can only decline, unless everybody can see that there is nothing to ask (language 6.6). A rule that offers
//! something is therefore also looked at as it would be if what its holder hides were otherwise: each hidden mark, and one kind for
//! all his hidden pieces at once. What hangs on two of them (what this piece attacks, on where the hidden king stands) is not seen so.
use super::aspects;
use super::exec::*;
use super::link::Linked;
use super::read::{Cx, as_seat};
use super::settle::{Match, speaks_of_after};
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::play::{Choice, Kind, Who};
use engine::rules::*;

/// Hidden values of somebody as others may suppose them.
#[derive(Clone, PartialEq, Debug)]
pub struct Supposal {
    /// Which, of one field.
    keys: Vec<FieldKey>,
    /// What they all may be; a mark that is not set is nothing.
    value: Vals,
}

impl Supposal {
    /// The situation in which it is so.
    pub fn suppose(&self, st: &State) -> State {
        let mut other = st.clone();
        let fields = &mut other.change(aspects::VALUES).fields;
        for key in &self.keys {
            if self.value.is_empty() {
                fields.remove(key);
            } else {
                fields.insert(*key, self.value.clone());
            }
        }
        other
    }
    /// What tells it from other supposals about the same.
    pub fn mark(&self) -> Val {
        self.value.first().copied().unwrap_or(Val::Num(0))
    }
}

/// Whether something holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// It does.
    Yes,
    /// It does not, but not everybody knows that.
    Seemingly,
    /// It does not.
    No,
}

/// Per rule that offers something: the marks and kinds its holder hides. Of other hidden values (a square, a set of pieces) nothing
/// is supposed: there is too much that they might be.
pub fn doubted(l: &Linked) -> Vec<Vec<FieldId>> {
    let fields = |rule: &Rule| {
        let offers = matches!(&rule.form, Form::Trigger { offer: Some(_), .. });
        let simple = |f: &&FieldId| {
            let field = &l.rules.fields[f.index()];
            let simple = matches!(
                (&field.of, field.ty, rule.holder),
                (Owner::Piece(_), Ty::Kind, Holder::Kind(_))
                    | (Owner::Seat, Ty::Mark, Holder::Power(_) | Holder::EachSeat)
            );
            let of_all = matches!(field.by, Holder::Game | Holder::EachSeat);
            offers && simple && (of_all || field.by == rule.holder)
        };
        l.hidden_fields.iter().filter(simple).copied().collect()
    };
    l.rules.rules.iter().map(fields).collect()
}

impl<'a> Exec<'a> {
    /// What others may suppose of the values that the holder of a rule hides: of a mark, that it is set or not; of the kinds of
    /// his pieces, that each is any of those that are hidden among them.
    pub(super) fn supposals(&self, rule: RuleId, you: Option<SeatId>) -> Vec<Supposal> {
        let mut all = vec![];
        let Some(you) = you else { return all };
        let env = Env {
            you: Some(you),
            ..Env::default()
        };
        let cx = self.cx(&env);
        for f in &self.l.doubted[rule.index()] {
            let playing = (0..self.st.seats.len()).filter(|s| self.st.seats[*s].playing);
            let seats: Vec<SeatId> = playing.map(SeatId::from).collect();
            let hidden = |key: &FieldKey| !seats.iter().all(|s| cx.seat_sees(*s, *f, key));
            if self.l.rules.fields[f.index()].ty == Ty::Mark {
                let key = cx.field_key(*f, Some(Val::Seat(you)), None);
                let keys: Vec<FieldKey> = key.into_iter().filter(hidden).collect();
                all.extend([vec![], vec![Val::Num(1)]].map(|value| Supposal {
                    keys: keys.clone(),
                    value,
                }));
                continue;
            }
            let own = |key: &FieldKey| match key.owner {
                OwnerKey::Piece(p) => self.st.piece(p).owner == Some(you),
                _ => false,
            };
            let (mut keys, mut values): (Vec<FieldKey>, Vec<Vals>) = (vec![], vec![]);
            for (key, value) in self.st.fields.of(*f) {
                if own(key) && hidden(key) {
                    keys.push(*key);
                    if !values.contains(value) {
                        values.push(value.clone());
                    }
                }
            }
            all.extend(values.into_iter().map(|value| Supposal {
                keys: keys.clone(),
                value,
            }));
        }
        all
    }
    /// What a rule that was set off asks for now holds, or seems to hold to those who do not know what its holder hides.
    pub(super) fn holds_now(&self, m: &Match) -> Holds {
        let rule = self.l.rule(m.rule);
        let now: Vec<&Cond> = rule.when.iter().filter(|c| !speaks_of_after(c)).collect();
        let all = |st: &State| {
            let cx = Cx::new(self.l, st, &m.env);
            now.iter().all(|c| cx.cond(c))
        };
        if m.supposed.is_none() && all(&self.st) {
            return Holds::Yes;
        }
        let supposals = match &m.supposed {
            Some(supposal) => vec![supposal.clone()],
            None => self.supposals(m.rule, m.env.you),
        };
        match supposals.iter().any(|s| all(&s.suppose(&self.st))) {
            true => Holds::Seemingly,
            false => Holds::No,
        }
    }
    fn who_is_offered(&self, m: &Match, offer: &Offer) -> Vec<SeatId> {
        (self.cx(&m.env).set(&offer.who).into_iter())
            .filter_map(as_seat)
            .filter(|s| self.st.seats[s.index()].playing)
            .collect()
    }
    /// What has risen is answered: the rule is fired if it is so, else who may seem to have something to take is asked.
    pub(super) fn answer_risen(&mut self, m: &Match, risen: &[Match]) -> Result<(), Stop> {
        let same = |o: &&Match| (o.rule, o.env.you, &o.key) == (m.rule, m.env.you, &m.key);
        let same: Vec<&Match> = risen.iter().filter(same).collect();
        for o in &same {
            let key = self.edge_key(o);
            self.st.edges_mut().0.insert(key);
        }
        let doubted = !self.l.doubted[m.rule.index()].is_empty();
        let holds = |o: &&Match| !doubted || self.holds_now(o) != Holds::No;
        match same.into_iter().find(holds) {
            Some(o) => self.fire(o).map(|_| ()),
            None => Ok(()),
        }
    }
    /// Asks who is offered something by a rule that is not set off, so that nobody learns that it is not.
    pub(super) fn ask_all_the_same(&mut self, m: &Match, offer: &Offer) -> Result<(), Stop> {
        for seat in self.who_is_offered(m, offer) {
            let q = Question {
                rule: Some(m.rule),
                label: self.label_of(m.rule),
                secret: offer.secret,
                // where a turn is only tried nobody is told anything
                auto: self.probe || self.st.tried,
                ..Question::of(Who::Seat(seat), Kind::May)
            };
            self.depth += 1;
            let answer = self.decide(q, |_| vec![Opt::new(Choice::Decline, Does::Nth(0))]);
            self.depth -= 1;
            answer?;
        }
        Ok(())
    }
}

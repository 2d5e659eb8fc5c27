//! Numbers.
use super::read::*;
use super::state::SeatState;
use super::value::*;
use engine::ids::*;
use engine::play::Outcome;
use engine::rules::*;

impl Cx<'_> {
    /// Points of players and of the players of sides.
    pub(super) fn points_of(&self, of: &[Val]) -> i32 {
        let seats = of.iter().flat_map(|x| match x {
            Val::Seat(s) => std::slice::from_ref(s),
            Val::Side(d) => self.l.rules.sides[d.index()].seats.as_slice(),
            _ => &[],
        });
        let mut seats: Vec<SeatId> = seats.copied().collect();
        seats.sort();
        seats.dedup();
        seats.iter().map(|s| self.st.seats[s.index()].points).sum()
    }
    /// The place of a player, if the game ended now.
    fn place_of(&self, seat: SeatId) -> i32 {
        let of = &self.st.seats[seat.index()];
        // who was in when somebody else won has lost at no moment
        let out = |s: &SeatState| s.outcome == Outcome::Loss && s.lost_at > 0;
        let ahead = |other: &&SeatState| match (other.outcome, of.outcome) {
            (Outcome::Win, Outcome::Win) => other.points > of.points,
            (Outcome::Win, _) => true,
            (_, Outcome::Win) => false,
            _ if out(other) && out(of) => other.lost_at > of.lost_at,
            _ if out(other) || out(of) => out(of),
            _ => other.points > of.points,
        };
        1 + self.st.seats.iter().filter(ahead).count() as i32
    }
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
            Num::Points(s) => self.points_of(&self.set(s)),
            Num::Place(s) => (self.set(s).into_iter())
                .filter_map(as_seat)
                .map(|s| self.place_of(s))
                .sum(),
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
                self.st.positions.back().filter(|h| **h == now).count() as i32
            }
            Num::Round => self.st.round as i32,
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

//! What a host asks of a state in words of the language: whether a condition holds, what a phrase stands for, who sees it.
use super::bits::Bits;
use super::eval::Cx;
use super::game::Game;
use super::lower::said::{Phrase, Said};
use super::lower::{Lowering, Refusal};
use super::plan::Plan;
use super::state::*;
use crate::ids::*;
use crate::notation;
use crate::rules::{Base, Cond, Given, Quality, Ruleset, Script, ScriptSays, Set, Ty, Value};
use std::sync::{Arc, Mutex};

/// Phrases that have been asked already, lowered for good: a search asks the same of every state.
#[derive(Debug, Default)]
pub(super) struct Phrases<const N: usize>(Mutex<Vec<(Asked, Arc<Said<N>>)>>);

#[derive(Clone, Debug, PartialEq)]
enum Asked {
    Cond(Cond),
    Value(Value),
    Quality(Quality),
}

impl<const N: usize> Game<N> {
    /// The phrase, lowered; none: it has no plan, which [`readable`](Plan::readable) tells beforehand.
    fn said(&self, asked: Asked) -> Option<Arc<Said<N>>> {
        let mut known = self.phrases.0.lock().ok()?;
        if let Some((_, said)) = known.iter().find(|(a, _)| *a == asked) {
            return Some(said.clone());
        }
        let said = Arc::new(
            match &asked {
                Asked::Cond(c) => self.plan().say_cond(c),
                Asked::Value(v) => self.plan().say_value(v),
                Asked::Quality(q) => self.plan().say_quality(q, Ty::Piece),
            }
            .ok()?,
        );
        known.push((asked, said.clone()));
        Some(said)
    }
    /// The things a phrase stands for, in their order, with their type.
    fn things(&self, set: &Set) -> (Ty, Vec<usize>) {
        let set = contents(&self.plan().rules, set);
        let said = self.said(Asked::Value(Value::Set(set.clone())));
        let Some(Phrase::Things(ty, m)) = said.as_deref().map(|s| &s.says) else {
            return (set.ty, vec![]);
        };
        let plan = said.as_deref().map_or(&**self.plan(), |s| &s.plan);
        let cx = Cx::new(plan, self.state(), Env::NOBODY);
        (*ty, cx.in_order(*ty, cx.mask(m)))
    }
    /// A condition holds, in nobody's frame.
    pub fn holds(&self, c: &Cond) -> bool {
        let said = self.said(Asked::Cond(c.clone()));
        said.is_some_and(|s| match &s.says {
            Phrase::Truth(t) => Cx::new(&s.plan, self.state(), Env::NOBODY).truth(t),
            Phrase::Things(..) | Phrase::Number(_) => false,
        })
    }
    /// The seats a phrase stands for.
    pub fn seats(&self, who: &Set) -> Vec<SeatId> {
        let (_, all) = self.things(who);
        let mut seats: Vec<SeatId> = (all.into_iter().filter(|s| *s < self.plan().seats))
            .map(SeatId::from)
            .collect();
        seats.sort();
        seats
    }
    /// The seats that see a value of everything that has it, or what lies in a zone; nobody, if nothing has it.
    pub fn seen_by(&self, value: &Set) -> Vec<SeatId> {
        let (plan, st) = (self.plan(), self.state());
        let sees: Box<dyn Fn(u8) -> bool> = match &value.base {
            Base::Field(f, of, seat) => {
                let Some(place) = plan.fields[f.index()] else {
                    return vec![];
                };
                let owners = match place.of_game {
                    true => vec![0],
                    false => self.owners_of(*f, of),
                };
                if owners.is_empty() {
                    return vec![];
                }
                let holder = (seat.as_ref()).and_then(|s| self.things(s).1.first().copied());
                Box::new(move |viewer| {
                    let sees = |o: &usize| plan.sees_value(st, viewer, &place, *o, holder);
                    owners.iter().all(sees)
                })
            }
            _ => {
                let (ty, things) = self.things(value);
                // only what lies in a zone can be hidden
                let lies = matches!(ty, Ty::Piece | Ty::Card | Ty::Zone);
                let held = if lies { things } else { vec![] };
                Box::new(move |viewer| held.iter().all(|p| plan.sees_held(st, viewer, *p)))
            }
        };
        let playing = (0..plan.seats).filter(|s| st.playing(*s));
        playing
            .filter(|s| sees(*s as u8))
            .map(SeatId::from)
            .collect()
    }
    /// The things of a phrase that have a value of a field.
    fn owners_of(&self, f: FieldId, of: &Set) -> Vec<usize> {
        let mut l = Lowering::again((**self.plan()).clone());
        let Ok((place, m)) = l.field_said(f, of) else {
            return vec![];
        };
        let cx = Cx::new(l.plan(), self.state(), Env::NOBODY);
        cx.in_order(place.on, cx.mask(&m))
    }
    /// The members of a phrase in words, in their order; of a number the number.
    pub fn found(&self, value: &Value) -> Vec<String> {
        let value = match value {
            Value::Set(set) => Value::Set(contents(&self.plan().rules, set)),
            Value::Num(_) => value.clone(),
        };
        let said = self.said(Asked::Value(value));
        let Some(said) = said.as_deref() else {
            return vec![];
        };
        let cx = Cx::new(&said.plan, self.state(), Env::NOBODY);
        match &said.says {
            Phrase::Number(n) => vec![cx.int(n).to_string()],
            Phrase::Things(ty, m) => {
                let all = cx.in_order(*ty, cx.mask(m));
                all.into_iter()
                    .map(|x| self.in_words(&cx, *ty, x))
                    .collect()
            }
            Phrase::Truth(_) => vec![],
        }
    }
    fn in_words(&self, cx: &Cx<N>, ty: Ty, x: usize) -> String {
        let r = &self.plan().rules;
        match ty {
            Ty::Piece | Ty::Card if self.state().card_of[x] != NONE16 => {
                let army = ArmyId(self.state().card_of[x]);
                notation::army(r, army).to_string()
            }
            Ty::Piece | Ty::Card => {
                let kind = notation::kind(r, self.plan().kinds[cx.kind(x)]);
                let owner = cx.shown_owner(x);
                let owned = match owner < self.plan().seats {
                    true => format!("{kind} of {}", notation::seat(r, SeatId::from(owner))),
                    false => format!("{kind} of nobody"),
                };
                match self.state().square(x) {
                    Some(at) => format!("{owned} on {}", notation::square(r, SquareId::from(at))),
                    None => owned,
                }
            }
            Ty::Square => notation::square(r, SquareId::from(x)),
            Ty::Border => {
                let [a, b] = self.plan().boards.sides_of_border(x);
                notation::border(r, SquareId::from(a), SquareId::from(b))
            }
            Ty::Kind => notation::kind(r, self.plan().kinds[x]).to_string(),
            Ty::Seat if x >= self.plan().seats => "nobody".to_string(),
            Ty::Seat => notation::seat(r, SeatId::from(x)).to_string(),
            Ty::Side => notation::side(r, SideId::from(x)).to_string(),
            Ty::Army => notation::army(r, ArmyId::from(x)).to_string(),
            Ty::Power => {
                let power = &r.powers[self.plan().powers[x].index()];
                notation::text(r, power.name).to_string()
            }
            _ => x.to_string(),
        }
    }
    /// The pieces a phrase stands for, each for good: to ask later what has become of them.
    pub fn these(&self, value: &Value) -> Vec<u16> {
        let Value::Set(set) = value else {
            return vec![];
        };
        let (ty, all) = self.things(set);
        let pieces = all.into_iter().filter_map(|x| match ty {
            Ty::Piece | Ty::Card => Some(x as u16),
            Ty::Square => self.state().at(x).map(|p| p as u16),
            _ => None,
        });
        pieces.collect()
    }
    /// Whether every one of these pieces has the quality, wherever it is.
    pub fn have_become(&self, pieces: &[u16], quality: &Quality) -> bool {
        let said = self.said(Asked::Quality(quality.clone()));
        let all: Bits<N> = pieces.iter().map(|p| *p as usize).collect();
        said.is_some_and(|s| match &s.says {
            Phrase::Things(_, m) => {
                let so = Cx::new(&s.plan, self.state(), Env::NOBODY)
                    .wanting(all)
                    .mask(m);
                all.any() && all.within(so)
            }
            Phrase::Truth(_) | Phrase::Number(_) => false,
        })
    }
    /// Who conquered a seat that has lost.
    pub fn conqueror(&self, seat: SeatId) -> Option<SeatId> {
        let to = self.state().seats.get(seat.index())?.to as usize;
        (to < self.plan().seats).then(|| SeatId::from(to))
    }
}

impl<const N: usize> Plan<N> {
    /// All that a script says beside the rules can be read by this plan.
    ///
    /// # Errors
    /// The line, and the first form that has no plan.
    pub fn readable(&self, script: &Script) -> Result<(), (SourceId, Refusal)> {
        let mut l = Lowering::again(self.clone());
        let at = |src: SourceId| move |refusal: Refusal| (src, refusal);
        for placed in script.position.iter().flatten() {
            if self.kind(placed.kind).is_none() {
                let absent = l.no_plan("a piece of an army that is not here");
                return absent.map_err(at(script.src));
            }
        }
        if let Some(fen) = &script.fen {
            let position = crate::fen::parse(&self.rules, fen)
                .map_err(|what| at(script.src)(Refusal { rule: None, what }))?;
            let mut given = position.given.iter();
            given
                .try_for_each(|g| read_given(&mut l, g))
                .map_err(at(script.src))?;
        }
        for line in &script.lines {
            read(&mut l, &line.says).map_err(at(line.src))?;
        }
        l.done().map(|_| ()).map_err(at(script.src))
    }
}

/// What lies in a zone, where a phrase speaks of the zone.
fn contents(rules: &Ruleset, said: &Set) -> Set {
    let mut contents = said.clone();
    if said.ty != Ty::Zone {
        return contents;
    }
    match &mut contents.base {
        Base::Zone(z, _) => contents.ty = rules.zones[z.index()].holds,
        Base::Or(all) => {
            for set in all.iter_mut() {
                *set = self::contents(rules, set);
            }
            contents.ty = all.first().map_or(Ty::Piece, |set| set.ty);
        }
        _ => contents.ty = Ty::Piece,
    }
    contents
}

fn read<const N: usize>(l: &mut Lowering<N>, says: &ScriptSays) -> Result<(), Refusal> {
    match says {
        ScriptSays::Given(given) => read_given(l, given),
        ScriptSays::Then(c) | ScriptSays::Force { goal: c, .. } => l.cond_said(c),
        ScriptSays::Solved { goal, .. } => goal.iter().try_for_each(|c| l.cond_said(c)),
        ScriptSays::Not(inner) => read(l, inner),
        ScriptSays::SeenBy(value, who) => {
            l.set_said(who)?;
            match &value.base {
                Base::Field(f, of, seat) => {
                    seat.iter().try_for_each(|s| l.set_said(s).map(|_| ()))?;
                    l.field_said(*f, of).map(|_| ())
                }
                _ => {
                    let held = contents(&l.plan().rules, value);
                    l.set_said(&held).map(|_| ())
                }
            }
        }
        ScriptSays::StartsTurn(_)
        | ScriptSays::Answer(..)
        | ScriptSays::Die(_)
        | ScriptSays::Shuffle(_)
        | ScriptSays::TimeUp
        | ScriptSays::Offered { .. }
        | ScriptSays::Asked(_)
        | ScriptSays::Spared { .. }
        | ScriptSays::Cannot { .. }
        | ScriptSays::Count { .. }
        | ScriptSays::Perft { .. }
        | ScriptSays::Position(..)
        | ScriptSays::Won(_)
        | ScriptSays::Lost(..)
        | ScriptSays::Drawn
        | ScriptSays::Over
        | ScriptSays::Told(..)
        | ScriptSays::ToldCheck(..) => Ok(()),
    }
}

fn read_given<const N: usize>(l: &mut Lowering<N>, given: &Given) -> Result<(), Refusal> {
    match given {
        Given::Mark(f, of, terms) => {
            l.field_said(*f, of)?;
            l.terms_said(terms).map(|_| ())
        }
        Given::Field(f, of, seat, value) => {
            l.field_said(*f, of)?;
            seat.iter().try_for_each(|s| l.set_said(s).map(|_| ()))?;
            l.value_said(value).map(|_| ())
        }
        Given::Zone(z, of, content) => {
            l.zone_said(*z, of)?;
            match content.iter().all(|(k, _)| l.plan().kind(*k).is_some()) {
                true => Ok(()),
                false => l.no_plan("a piece of an army that is not here"),
            }
        }
        Given::Layer(of, _) => l.pieces_said(of).map(|_| ()),
        Given::Points(of, _) => l.set_said(of).map(|_| ()),
        Given::Past(past, _) => l.past_said(past).map(|_| ()),
        Given::Home(of, _) | Given::Quality(_, of, _) => l.pieces_said(of).map(|_| ()),
        Given::LostPieces(..)
        | Given::Choice(..)
        | Given::Lost(_)
        | Given::OnTurn(_)
        | Given::Turns(..)
        | Given::Used(..) => Ok(()),
    }
}

//! Moves as things: phrases for moves, definitions said of them, and what is asked of them.
use super::*;
use crate::core::plan::ChooseMove;
use crate::core::plans::{MoveIs, Moves};

impl<const N: usize> Lowering<N> {
    /// A phrase for moves.
    pub(super) fn moves(&mut self, s: &Set) -> Lowered<Moves<N>> {
        if s.pick.is_some() {
            return refuse("a move that is picked");
        }
        Ok(match (&s.base, s.by.as_slice()) {
            (Base::Nothing, []) => Moves::Nothing,
            (Base::Name(n), []) => Moves::Name(self.name(*n)?),
            (Base::Field(f, of, None), []) => {
                let place = self.place(*f)?;
                let Slots::Numbers(slot) = place.slots else {
                    return refuse("moves kept otherwise than one by one");
                };
                let of = match place.of_game {
                    true => Mask::Fixed(Bits::one(0)),
                    false => self.owner_of_value(of, place.on)?,
                };
                Moves::Value(slot, Box::new(self.seen_of(&place, of)))
            }
            (Base::Of(Part::Moves, of), by) if of.ty == Ty::Seat => {
                let mut legal = false;
                let mut that = vec![];
                for n in by {
                    match n {
                        Narrow::Is(Quality::Legal) => legal = true,
                        Narrow::Is(Quality::Word(w)) => that.push(self.move_is(*w, false)?),
                        Narrow::Not(Quality::Word(w)) => that.push(self.move_is(*w, true)?),
                        n => return refuse(format!("moves that are {}", short(n))),
                    }
                }
                Moves::Open(Box::new(self.set(of)?), legal, that)
            }
            (base, _) => return refuse(format!("moves by {}", short(base))),
        })
    }
    /// A definition said of moves.
    pub(super) fn move_is(&mut self, w: WordId, not: bool) -> Lowered<MoveIs> {
        let rules = self.rules.clone();
        let word = MoveIs { word: w.0, not };
        if !self.plan.moves_called[w.index()].is_empty() {
            return Ok(word);
        }
        if std::mem::replace(&mut self.busy[w.index()], true) {
            return refuse("moves that are defined by themselves");
        }
        for p in &rules.words[w.index()].parts {
            let crate::rules::WordPart {
                holder,
                replaces,
                value,
                takes,
                when,
                tags: _,
                src: _,
            } = p;
            let all = matches!(value, Value::Set(Set { ty: Ty::Move, base: Base::All(_), by, pick: None, amount: _ }) if by.is_empty());
            let common = matches!(
                holder,
                crate::rules::Holder::Game | crate::rules::Holder::EachSeat
            );
            if !all || !common || *replaces {
                return refuse("a definition of moves by powers, or of certain moves");
            }
            let name = takes.map_or(Ok(NONE), |n| self.name(n))?;
            let when = self.conds(when)?;
            self.plan.moves_called[w.index()].push((name, when));
        }
        self.busy[w.index()] = false;
        Ok(word)
    }
    /// What is said of moves.
    pub(super) fn moves_are(&mut self, s: &Set, says: &Says) -> Lowered<Truth<N>> {
        let moves = Box::new(self.moves(s)?);
        Ok(match says {
            Says::Be(Quality::Nothing) => Truth::Not(Box::new(Truth::SomeMove(moves, vec![]))),
            Says::There => Truth::SomeMove(moves, vec![]),
            Says::Be(Quality::Word(w)) => {
                let is = vec![self.move_is(*w, false)?];
                match s.amount {
                    crate::rules::Amount::Every => Truth::EveryMove(moves, is),
                    crate::rules::Amount::Any => Truth::SomeMove(moves, is),
                    crate::rules::Amount::No => Truth::Not(Box::new(Truth::SomeMove(moves, is))),
                    crate::rules::Amount::Count(..) => return refuse("so many moves that are"),
                }
            }
            says => return refuse(format!("moves that {}", short(says))),
        })
    }
    /// The choice of a move that is not made yet; none: it is a choice of other things.
    pub(super) fn choose_move(
        &mut self,
        who: Option<Mask<N>>,
        name: Name,
        from: &Set,
        amount: &crate::rules::Amount,
        secret: bool,
    ) -> Lowered<Code<N>> {
        let or_none = match amount {
            crate::rules::Amount::Any | crate::rules::Amount::Every => false,
            crate::rules::Amount::Count(Rel::Eq, Num::Lit(1)) => false,
            crate::rules::Amount::Count(Rel::Le, Num::Lit(1)) => true,
            crate::rules::Amount::No | crate::rules::Amount::Count(..) => {
                return refuse("a choice of so many moves");
            }
        };
        Ok(Code::ChooseMove(Box::new(ChooseMove {
            who,
            name: self.name(name)?,
            from: self.moves(from)?,
            or_none,
            secret,
            none: 0,
        })))
    }
}

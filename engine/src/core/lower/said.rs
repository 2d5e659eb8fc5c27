//! Phrases said beside the rules: in the lines of a scenario, in what is given. They are lowered for a plan that is there, and read in
//! nobody's frame.
use super::*;
use crate::core::plan::Past as PlannedPast;

/// A phrase with the plan it is read by.
#[derive(Clone, Debug)]
pub struct Said<const N: usize> {
    /// The plan, with all the phrase speaks of.
    pub plan: Plan<N>,
    /// What it says.
    pub says: Phrase<N>,
}

/// See [`Said`].
#[derive(Clone, Debug, PartialEq)]
pub enum Phrase<const N: usize> {
    /// A condition.
    Truth(Truth<N>),
    /// Things of a type.
    Things(Ty, Mask<N>),
    /// A number.
    Number(Int<N>),
}

impl<const N: usize> Plan<N> {
    /// Every event is told, so that whatever is asked later about the past has its answer.
    pub fn tell_everything(&mut self) {
        self.told = [Some(true); VERBS];
        self.watched = [true; VERBS];
    }
    /// A condition.
    ///
    /// # Errors
    /// The form that has no plan.
    pub fn say_cond(&self, c: &Cond) -> Lowered<Said<N>> {
        self.say(|l| l.cond(c).map(Phrase::Truth))
    }
    /// Things or a number.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn say_value(&self, v: &Value) -> Lowered<Said<N>> {
        self.say(|l| l.value_said(v))
    }
    /// Things that are so; of any of a type.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn say_quality(&self, q: &Quality, ty: Ty) -> Lowered<Said<N>> {
        self.say(|l| {
            l.anywhere = true;
            let so = l.quality(q, ty);
            l.anywhere = false;
            so.map(|m| Phrase::Things(ty, m))
        })
    }
    fn say(&self, f: impl FnOnce(&mut Lowering<N>) -> Lowered<Phrase<N>>) -> Lowered<Said<N>> {
        let mut l = Lowering::again(self.clone());
        let says = f(&mut l)?;
        if l.plan.tells_both_ends && !self.tells_both_ends {
            return refuse("whether a place was entered or left, where no rule asks for it");
        }
        Ok(Said {
            says,
            plan: l.done()?,
        })
    }
}

impl<const N: usize> Lowering<N> {
    /// Lowering for a plan that is there.
    pub fn again(plan: Plan<N>) -> Self {
        let absent = || Refusal {
            rule: None,
            what: "a value that has no place in this match".into(),
        };
        let fields = plan.fields.iter().enumerate();
        let fields = fields
            .map(|(i, place)| (FieldId::from(i), place.ok_or_else(absent)))
            .collect();
        Lowering {
            fields,
            rays: plan.rays.clone(),
            ..Lowering::over(plan)
        }
    }
    /// The plan with what has been lowered since.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn done(mut self) -> Lowered<Plan<N>> {
        if !self.notes.is_empty() {
            return refuse("the moment before, outside a rule");
        }
        self.plan.rays = self.rays;
        Ok(self.plan)
    }
    /// No plan for this.
    ///
    /// # Errors
    /// Always.
    pub fn no_plan(&self, what: &str) -> Lowered<()> {
        refuse(what)
    }
    /// A condition.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn cond_said(&mut self, c: &Cond) -> Lowered<()> {
        self.cond(c).map(|_| ())
    }
    /// Things or a number.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn value_said(&mut self, v: &Value) -> Lowered<Phrase<N>> {
        match v {
            Value::Set(s) if s.ty != Ty::Number => Ok(Phrase::Things(s.ty, self.set(s)?)),
            v @ (Value::Set(_) | Value::Num(_)) => self.number(v).map(Phrase::Number),
        }
    }
    /// Things.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn set_said(&mut self, s: &Set) -> Lowered<Mask<N>> {
        self.set(s)
    }
    /// Pieces, or those on squares.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn pieces_said(&mut self, s: &Set) -> Lowered<Mask<N>> {
        self.pieces(Some(s))
    }
    /// Where a field lies, and the things of a phrase that have it.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn field_said(&mut self, f: FieldId, of: &Set) -> Lowered<(Place, Mask<N>)> {
        let place = self.place(f)?;
        let of = match place.of_game {
            true => Mask::Fixed(Bits::one(0)),
            false => self.owner_of_value(of, place.on)?,
        };
        Ok((place, of))
    }
    /// A zone, and whose it is.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn zone_said(&mut self, z: ZoneId, of: &Set) -> Lowered<(u16, Mask<N>)> {
        self.zone(z, of)
    }
    /// Ends.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn terms_said(&mut self, terms: &[Term]) -> Lowered<Vec<crate::core::deed::Term<N>>> {
        self.terms(terms)
    }
    /// A question about the past.
    ///
    /// # Errors
    /// As [`Plan::say_cond`].
    pub fn past_said(&mut self, p: &crate::rules::Past) -> Lowered<PlannedPast<N>> {
        self.past(None, p).map(|(past, ..)| past)
    }
    /// The plan as far as it has come.
    pub fn plan(&self) -> &Plan<N> {
        &self.plan
    }
}

//! What lasts for a time or comes later: powers borrowed and ended, facts imposed, blocks put off.
use crate::core::bits::Bits;
use crate::core::deed::{Member, Primitive, Term, touch_all};
use crate::core::event::Thing;
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::rules::{Role, Verb};

impl<const N: usize> Runner<'_, N> {
    /// A seat borrows powers until an end.
    pub(super) fn borrow_powers(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        who: Option<&Mask<N>>,
        powers: &Mask<N>,
        term: &Term<N>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let Some(seat) = cx.subjects(who).first() else {
            return Ok(false);
        };
        let due = cx.due(term);
        let member = |p: usize| Member {
            events: vec![
                cx.event(Verb::Borrow, seat as u8)
                    .with(Role::Borrowed, Thing::Power(p as u8)),
            ],
            changes: vec![Primitive::Borrow(seat as u8, p as u8, due)],
        };
        let members: Vec<Member<N>> = cx.mask(powers).iter().map(member).collect();
        if members.is_empty() {
            return Ok(false);
        }
        self.perform(st, members)?;
        Ok(true)
    }
    /// These seats lose their powers.
    pub(super) fn end_powers(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        m: &Mask<N>,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let cx = self.cx(st, env);
        let seats = cx.mask(m) & Bits::below(plan.seats);
        let mut changes = vec![];
        for s in seats.iter() {
            let held = (0..plan.powers.len()).filter(|p| st.plane(plan.power_planes + p).has(s));
            changes.extend(held.map(|p| Primitive::EndPower(s as u8, p as u8)));
        }
        self.perform(
            st,
            vec![Member {
                events: vec![],
                changes,
            }],
        )?;
        Ok(true)
    }
    /// A fact holds until an end.
    pub(super) fn impose_fact(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        fact: u16,
        term: &[Term<N>],
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let mut due = [Due::Never; 2];
        for (slot, t) in due.iter_mut().zip(term) {
            *slot = cx.due(t);
        }
        st.imposed.push(Imposed {
            fact,
            env: Env {
                event: false,
                ..*env
            },
            due,
            done: false,
        });
        st.clock.changes += 1;
        touch_all(st, reads::VALUES);
        Ok(true)
    }
    /// A block is put off until later.
    pub(super) fn delay_block(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        block: u16,
        t: &Term<N>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let due = cx.due(t);
        st.delayed.push(Delayed {
            block,
            env: Env {
                event: false,
                ..*env
            },
            due,
        });
        st.clock.changes += 1;
        Ok(true)
    }
}

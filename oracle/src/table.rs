//! A shortcut: where armies are chosen, dealt or exchanged in the game any of them may come to the table. A turn is played by the
//! rules of those that are there when it begins; if another comes in its course, it is played anew with that one's rules too.
use super::link::Linked;
use super::state::State;
use engine::ids::*;
use engine::rules::*;
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

impl Linked {
    /// The rules of what sits at the table in this state, and of these who come to it; none: what can come was known before the
    /// game, or all rules are looked at.
    pub fn at_table(&self, st: &State, who_come: &BTreeSet<PowerId>) -> Option<Arc<Linked>> {
        if !self.shortcuts.any() {
            return None;
        }
        let rules = &self.rules;
        let armies = st.seats.iter().filter_map(|s| s.army);
        let of_pieces = (st.pieces.iter()).filter_map(|p| rules.kinds[p.kind.index()].army);
        let held = st.seats.iter().flat_map(|s| &s.powers).map(|h| h.power);
        let of = |holder: Holder| match holder {
            Holder::Power(p) => Some(p),
            Holder::Kind(k) => rules.kinds[k.index()]
                .army
                .and_then(|a| rules.armies[a.index()].power),
            Holder::Game | Holder::EachSeat => None,
        };
        // what a lost power has left behind may keep rules of it alive
        let left = st
            .fields
            .iter()
            .filter_map(|(key, _)| of(rules.fields[key.field.index()].by));
        let imposed = st.imposed.iter().map(|i| i.rule);
        let delayed = st.delayed.iter().filter_map(|d| d.env.rule);
        let waiting = imposed
            .chain(delayed)
            .filter_map(|r| of(rules.rules[r.index()].holder));
        let powers = held
            .chain(left)
            .chain(waiting)
            .chain(who_come.iter().copied());
        let present = self.present.now(rules, armies.chain(of_pieces), powers)?;
        Some(Arc::new(self.for_now(present)))
    }
    /// A power comes to somebody.
    pub fn comes(&self, power: PowerId) {
        let known = self.present.holder(&self.rules, Holder::Power(power));
        if let (Some(missed), false) = (&self.missed, known) {
            let mut missed = missed.lock().unwrap_or_else(PoisonError::into_inner);
            missed.insert(power);
        }
    }
    /// What has come although its rules are left aside.
    pub fn missed(&self) -> BTreeSet<PowerId> {
        let missed = self.missed.as_ref();
        let list = missed.map(|m| m.lock().unwrap_or_else(PoisonError::into_inner).clone());
        list.unwrap_or_default()
    }
}

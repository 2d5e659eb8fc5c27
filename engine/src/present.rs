//! Which rules can matter in a match: those of powers and kinds that cannot come to the table are left aside.
use crate::ids::*;
use crate::play::Match;
use crate::rules::*;
use std::collections::BTreeSet;

/// What sits at the table, or may come to it.
pub struct Present {
    /// None: a rule hands out armies or powers, so any may come.
    powers: Option<BTreeSet<PowerId>>,
    /// The same of armies.
    armies: BTreeSet<ArmyId>,
}

/// The armies that sit at the table, if no rule can bring another to it: with the variant, its modes and options they are all that a
/// match plays. None: any army may come, so all of them are part of the match.
pub fn armies(rules: &Ruleset, game: &Match) -> Option<BTreeSet<ArmyId>> {
    let present = Present::new(rules, game);
    present.powers.as_ref()?;
    Some(present.armies)
}

impl Present {
    /// Look at the armies of the match, and at what its rules hand out.
    pub fn new(rules: &Ruleset, game: &Match) -> Present {
        let mut present = Present::seated(rules, &game.armies);
        if present.hands_out(rules) {
            present.powers = None;
        }
        present
    }
    /// These armies, and the powers that belong to none.
    fn seated(rules: &Ruleset, armies: &[Option<ArmyId>]) -> Present {
        let armies: BTreeSet<ArmyId> = armies.iter().flatten().copied().collect();
        let mut powers: BTreeSet<PowerId> = armies
            .iter()
            .filter_map(|a| rules.armies.get(a.index())?.power)
            .collect();
        for (i, p) in rules.powers.iter().enumerate() {
            if !p.seats.is_empty() || p.army.is_none() {
                powers.insert(PowerId::from(i));
            }
        }
        Present {
            powers: Some(powers),
            armies,
        }
    }
    /// What sits at the table for now, where any army may come to it: these armies and powers, with the kinds of those they belong
    /// to. None: what can come was known before.
    pub fn now(
        &self,
        rules: &Ruleset,
        armies: impl Iterator<Item = ArmyId>,
        powers: impl Iterator<Item = PowerId>,
    ) -> Option<Present> {
        if self.powers.is_some() {
            return None;
        }
        let powers: BTreeSet<PowerId> = powers.collect();
        let theirs = powers.iter().filter_map(|p| rules.powers[p.index()].army);
        let armies: Vec<Option<ArmyId>> = armies.chain(theirs).map(Some).collect();
        let mut present = Present::seated(rules, &armies);
        present.powers.as_mut()?.extend(powers);
        Some(present)
    }
    /// Whether a rule of this holder can be alive.
    pub fn holder(&self, rules: &Ruleset, holder: Holder) -> bool {
        let Some(powers) = &self.powers else {
            return true;
        };
        match holder {
            Holder::Game | Holder::EachSeat => true,
            Holder::Power(p) => powers.contains(&p),
            Holder::Kind(k) => rules
                .kinds
                .get(k.index())
                .is_none_or(|k| k.army.is_none_or(|a| self.armies.contains(&a))),
        }
    }
    /// The rules without those that cannot be alive.
    pub fn pruned(&self, rules: &Ruleset) -> Ruleset {
        let mut rest = rules.clone();
        rest.rules.retain(|r| self.holder(rules, r.holder));
        for word in &mut rest.words {
            word.parts.retain(|p| self.holder(rules, p.holder));
        }
        rest
    }
    /// Whether a rule that can be alive gives or lends armies or powers that nobody at the table has.
    fn hands_out(&self, rules: &Ruleset) -> bool {
        let mut found = false;
        let mut see = |n: Node<'_>| {
            let Node::Deed(d) = n else { return };
            let Some(Value::Set(object)) = &d.object else {
                return;
            };
            let handed = matches!(object.ty, Ty::Army | Ty::Power);
            let of_a_seat = matches!(&object.base, Base::Of(Part::Power | Part::Army, of) if matches!(of.ty, Ty::Seat));
            found |= match d.verb {
                Verb::Give | Verb::Draw | Verb::Deal | Verb::Put => handed,
                Verb::Borrow => !of_a_seat,
                _ => false,
            };
        };
        for r in rules.rules.iter().filter(|r| self.holder(rules, r.holder)) {
            visit_rule(r, &mut see);
        }
        for p in rules.procs.iter().filter(|p| self.holder(rules, p.holder)) {
            visit_block(&p.body, &mut see);
        }
        found
    }
}

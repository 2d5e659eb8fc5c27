//! What may be done to a piece, asked as a condition: `if it cannot be pushed by abilities of other players`, `your pieces that abilities
//! can capture`. It asks the guards, and nothing else: not whether anybody has such an ability.
use super::cond::{Tone, contrary};
use super::deed::{Mode, Vp};
use super::reader::*;
use super::words::Form;
use engine::rules::*;

/// What abilities do to pieces and guards are asked about, as the manual's table of guards has it.
const ASKED: [Verb; 12] = [
    Verb::Move,
    Verb::Push,
    Verb::Pull,
    Verb::Put,
    Verb::Swap,
    Verb::Shift,
    Verb::Remove,
    Verb::Capture,
    Verb::Give,
    Verb::Become,
    Verb::Promote,
    Verb::Mark,
];

impl Rd<'_> {
    /// `cannot captured`: the help of a participle behind a modal verb. `active`: the base form.
    pub(super) fn active_or_passive(&self, p: usize, active: &str) -> Option<String> {
        let modal = p.checked_sub(1).map_or("", |at| self.w(at));
        let participle = self.w(p);
        matches!(modal, "cannot" | "may" | "must").then(|| {
            format!(
                "of who does it: `{modal} {active}`; of what it is done to: `{modal} be {participle}`"
            )
        })
    }

    /// `be pushed by abilities of Y` behind `can` or `cannot`.
    pub(super) fn sufferable(
        &self,
        p: usize,
        sc: &Scope,
        subject: &Ph,
        tone: Tone,
        out: &mut Alts<Cond>,
    ) {
        let alts = self.verb_list(p + 1, sc, &[Form::Part], Mode::Passive);
        let by = |vp: &Vp| {
            matches!(
                vp.deed.subject.as_ref().map(|s| &s.base),
                Some(Base::Ability(_))
            )
        };
        if !alts.iter().any(|(verbs, _)| verbs.iter().all(by)) {
            let verb = alts.first().and_then(|(verbs, _)| verbs.first());
            verb.iter().for_each(|vp| self.ask_of_attacks(p, vp));
            return;
        }
        for (verbs, q) in alts {
            // of several verbs one is enough: `pushed or pulled`
            let or = verbs.len() == 1 || (p..q).any(|i| self.is(i, "or"));
            if !or || !verbs.iter().all(|vp| by(vp) && self.is_asked(p + 1, vp)) {
                continue;
            }
            let some = Tone { not: false, ..tone };
            let can = verbs.into_iter().map(|vp| {
                let says = Says::Suffer(vp.deed);
                self.clause_of(subject, says, some, p - 1, q, true)
            });
            let mut can: Vec<Cond> = can.collect();
            let whole = match can.len() {
                1 => can.remove(0),
                _ => Cond::Any(can),
            };
            out.push((if tone.not { contrary(whole) } else { whole }, q));
        }
    }

    /// `abilities of Y can push X` says of X that it can be pushed. None: no abilities are spoken of; within it nothing: the problem is
    /// told.
    pub(super) fn done_by_abilities(
        &self,
        at: usize,
        subject: &Ph,
        vp: &Vp,
    ) -> Option<Option<(Ph, Says)>> {
        let by = subject.set();
        if !matches!(by.base, Base::Ability(_)) {
            return None;
        }
        let whom = match (&vp.object, &vp.deed.object) {
            (Some(whom), _) => whom.clone(),
            (None, Some(Value::Set(whom))) => Ph::thing(whom.clone()),
            (None, Some(Value::Num(_)) | None) => return None,
        };
        if by.amount == Amount::No {
            self.no_use(
                at,
                "say what they cannot: `abilities of other players cannot push it`",
            );
            return Some(None);
        }
        if !self.is_asked(at, vp) {
            return Some(None);
        }
        let deed = Deed {
            subject: Some(by),
            object: None,
            ..vp.deed.clone()
        };
        Some(Some((whom, Says::Suffer(deed))))
    }

    /// E156: guards are asked about it where an ability does it.
    fn is_asked(&self, at: usize, vp: &Vp) -> bool {
        let asked = ASKED.contains(&vp.deed.verb);
        if !asked {
            let said = format!("no guard says whether abilities may do this: `{}`", vp.word);
            let help = "a piece can be moved, pushed, pulled, put, swapped, shifted, removed, captured, given, promoted or marked by abilities";
            self.fail_help(at, "E156", said, Some(help.to_owned()));
        }
        asked
    }

    /// E123: whether a piece could be taken is what attacks say.
    fn ask_of_attacks(&self, p: usize, vp: &Vp) {
        let said = "what may be done to a piece is asked of abilities alone";
        let help = match vp.deed.verb {
            Verb::Capture => {
                "whether it could be captured now is `an enemy attacks it`; of abilities: `it can be captured by abilities of other players`"
            }
            _ => "say whose: `it can be pushed by abilities of other players`",
        };
        self.fail_help(p, "E123", said.to_owned(), Some(help.to_owned()));
    }
}

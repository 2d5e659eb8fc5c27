//! Royal and frozen pieces, kinds as they are shown, and who is never in check.
use super::*;

impl<const N: usize> Lowering<N> {
    pub(super) fn checkers(&mut self, by: &Option<Box<Set>>) -> Lowered<Option<Box<Mask<N>>>> {
        by.as_ref().map(|s| self.seats(s).map(Box::new)).transpose()
    }
    /// Royal and frozen pieces, kinds as shown, and who is never in check.
    pub(in crate::core::lower) fn royalty(&mut self) -> Lowered<()> {
        let rules = self.rules.clone();
        let word = rules
            .words
            .iter()
            .position(|w| rules.texts[w.name.index()] == "royal")
            .map(WordId::from);
        for (i, r) in rules.rules.iter().enumerate() {
            let Form::View {
                of,
                is: What::Quality(Quality::Kind(k)),
                not,
            } = &r.form
            else {
                continue;
            };
            if r.imposed || self.holder(r.holder).is_none() {
                continue;
            }
            let (Some(Base::Kind(k)), false) = (k.bare(), *not) else {
                return refuse("a kind shown that is not named");
            };
            let v = self.view(RuleId::from(i), r, of)?;
            if let Some(k) = self.plan.kind(*k) {
                self.plan.kind_views.push((v, k));
            }
        }
        self.plan.frozen =
            asked(self.viewed(Mask::Fixed(Bits::EMPTY), &|q| *q == Quality::Frozen)?);
        let base = match word {
            Some(w) => self.word(w, true)?,
            None => Mask::Fixed(Bits::EMPTY),
        };
        self.plan.royal = asked(self.viewed(base, &|q| *q == Quality::Royal)?);
        self.check_views()
    }
    /// Who is never in check, and what is in check whoever may see the attack.
    fn check_views(&mut self) -> Lowered<()> {
        let rules = self.rules.clone();
        let (mut seats, mut pieces) = (vec![], vec![]);
        for (i, r) in rules.rules.iter().enumerate() {
            let Form::View {
                of,
                is: What::Quality(Quality::InCheck(by)),
                not,
            } = &r.form
            else {
                continue;
            };
            if r.imposed || self.holder(r.holder).is_none() {
                continue;
            }
            let view = self.view(RuleId::from(i), r, of)?;
            match (not, by, of.ty) {
                (true, None, Ty::Seat) => seats.push(view),
                (true, None, Ty::Piece) => pieces.push(view),
                (false, by, Ty::Piece) => {
                    let outer = self.power;
                    self.reading(r.holder);
                    let by = by.as_ref().map(|s| self.seats(s)).transpose();
                    self.power = outer;
                    self.plan.declared_checks.push((view, by?));
                }
                _ => return refuse("a view of being in check from somebody"),
            }
        }
        if !seats.is_empty() || !pieces.is_empty() {
            let said = |yes: Vec<View<N>>| Mask::Viewed {
                base: Box::new(Mask::Fixed(Bits::EMPTY)),
                yes,
                no: vec![],
            };
            self.plan.never_in_check = Some((said(seats), said(pieces)));
        }
        Ok(())
    }
}

/// The definition of what is royal, and those by which it is said.
pub(super) fn royal_words(rules: &Ruleset) -> Vec<WordId> {
    let is_royal = |w: &Word| rules.texts[w.name.index()] == "royal";
    let Some(royal) = rules.words.iter().position(is_royal) else {
        return vec![];
    };
    let mut words = vec![WordId::from(royal)];
    for part in &rules.words[royal].parts {
        let mut see = |n: Node<'_>| {
            if let Node::Quality(Quality::Word(w)) = n {
                words.push(*w);
            }
        };
        visit_value(&part.value, &mut see);
        part.when.iter().for_each(|c| visit_cond(c, &mut see));
    }
    words
}

/// Nothing has to be asked where the answer is the same for the whole match.
fn asked<const N: usize>(m: Mask<N>) -> Option<Mask<N>> {
    if let Mask::Fixed(_) = m {
        None
    } else {
        Some(m)
    }
}

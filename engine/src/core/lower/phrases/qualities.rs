//! Qualities: what can be said of a thing in a word or two, as the mask of the things of which it is so.
use super::royalty::royal_words;
use super::*;

impl<const N: usize> Lowering<N> {
    /// Of which things of a type a quality can be said.
    pub(in crate::core::lower) fn quality(&mut self, q: &Quality, ty: Ty) -> Lowered<Mask<N>> {
        let plane = |i: usize| Mask::Plane(i as u16);
        let not = |m: Mask<N>| Mask::Not(Box::new(m));
        let ty = if ty == Ty::Card { Ty::Piece } else { ty };
        Ok(match (q, ty) {
            (Quality::Word(w), _) => self.word(*w, true)?,
            (Quality::Mark(f, None), _) => {
                let base = self.marked(*f)?;
                let of = self.place(*f)?.on;
                let base = match (of, ty) {
                    (Ty::Board, _) => base,
                    (a, b) if a == b => base,
                    (Ty::Seat, Ty::Piece) => Mask::Owned(Box::new(base)),
                    (Ty::Piece, Ty::Square) => Mask::Squares(Box::new(base)),
                    (Ty::Square, Ty::Piece) => Mask::On(Box::new(base)),
                    (Ty::Kind, Ty::Piece) => Mask::OfKinds(Box::new(base)),
                    (a, b) => return refuse(format!("a mark of {a} said of {b}")),
                };
                self.viewed(base, &|v| matches!(v, Quality::Mark(g, _) if g == f))?
            }
            (Quality::Mark(f, Some(seat)), ty) => {
                let place = self.place(*f)?;
                let Slots::Marks(first) = place.slots else {
                    return refuse("a value said as a mark");
                };
                if !place.by_holder || place.on != ty {
                    return refuse("a mark for a seat");
                }
                Mask::PlanesFor(first, Box::new(self.seats(seat)?))
            }
            (Quality::Kind(s), Ty::Piece) => Mask::OfKinds(Box::new(self.kinds(s)?)),
            (Quality::Kind(s), Ty::Kind) => self.kinds(s)?,
            (Quality::Side(s), Ty::Piece | Ty::Seat) => self.belonging(s, ty)?,
            (Quality::Royal, Ty::Piece) => Mask::Royal,
            (Quality::Empty, Ty::Square) => Mask::And(vec![
                Mask::Fixed(self.plan.boards.squares),
                not(plane(plane::TAKEN)),
            ]),
            (Quality::Occupied, Ty::Square) => plane(plane::TAKEN),
            (Quality::Dark, Ty::Square) => Mask::Fixed(self.plan.boards.dark),
            (Quality::Light, Ty::Square) => not(Mask::Fixed(self.plan.boards.dark)),
            (Quality::Frozen, Ty::Piece) => match &self.plan.frozen {
                Some(m) => m.clone(),
                None => Mask::Fixed(Bits::EMPTY),
            },
            (Quality::Stuck | Quality::Mobile, Ty::Piece | Ty::Seat) => {
                let mobile = Mask::Mobile {
                    seats: ty == Ty::Seat,
                };
                match *q == Quality::Stuck {
                    true => not(mobile),
                    false => mobile,
                }
            }
            (Quality::Unmoved, Ty::Piece) => plane(plane::UNMOVED),
            (Quality::Idle, Ty::Piece) => not(plane(plane::MOVED)),
            (Quality::Alone, Ty::Piece) => Mask::Alone,
            (Quality::Playing, Ty::Seat) => Mask::Playing,
            (Quality::OnTurn, Ty::Seat) => Mask::OnTurn,
            (Quality::Next, Ty::Seat) => Mask::NextSeat,
            (Quality::InPlay, Ty::Piece) => not(plane(plane::LOST)),
            (Quality::Lost, Ty::Piece) => plane(plane::LOST),
            (Quality::Captured, Ty::Piece) => {
                Mask::And(vec![plane(plane::LOST), plane(plane::CAPTURED)])
            }
            (Quality::InCheck(by), Ty::Piece) => Mask::InCheck(self.checkers(by)?),
            (Quality::InCheck(by), Ty::Seat) => Mask::SeatsInCheck(self.checkers(by)?),
            (Quality::Jumping, Ty::Piece) => Mask::Jumping,
            (Quality::Hidden | Quality::Open, Ty::Piece) => {
                let hidden = self
                    .plan
                    .zones
                    .iter()
                    .enumerate()
                    .filter(|(_, z)| z.seen.is_some());
                let lies: Vec<Mask<N>> = hidden
                    .map(|(i, _)| Mask::Zone(i as u16, Box::new(Mask::Fixed(Bits::FULL))))
                    .collect();
                let hidden = Mask::And(vec![Mask::Or(lies), not(plane(plane::SHOWN))]);
                match *q == Quality::Open {
                    true => not(hidden),
                    false => hidden,
                }
            }
            (Quality::Standard, Ty::Army) => {
                let all = (0..self.rules.armies.len()).map(ArmyId::from);
                Mask::Fixed(
                    all.filter(|a| self.is_standard(*a))
                        .map(|a| a.index())
                        .collect(),
                )
            }
            (Quality::Nothing, Ty::Seat) => Mask::Fixed(Bits::one(self.plan.seats)),
            (q, ty) => return refuse(format!("{} said of a {ty}", short(q))),
        })
    }
    /// The kind that an option of the host names; none: its value is no kind that can come up.
    pub(super) fn chosen_kind(&self, o: OptionId) -> Option<u8> {
        let option = &self.rules.options[o.index()];
        let value = self
            .plan
            .table
            .options
            .get(o.index())
            .and_then(|v| v.first());
        let value = value.copied().unwrap_or(option.usually);
        let (words, at) = match &option.values {
            OptionValues::Words(w) => (w, usize::try_from(value).ok()?),
            OptionValues::Mixed(w, _, _) => (w, usize::try_from(-1 - value).ok()?),
            OptionValues::Range(..) | OptionValues::Numbers(_) => return None,
        };
        let word = &self.rules.texts[words.get(at)?.index()];
        let named = |k: &Kind| &self.rules.texts[k.name.index()] == word;
        let kind = self.rules.kinds.iter().position(named)?;
        self.plan.kind(KindId::from(kind))
    }
    /// There are cards in the match.
    pub(super) fn has_cards(&self) -> bool {
        self.plan.zones.iter().any(|z| z.cards)
    }
    /// Pieces among these things: cards are none.
    pub(super) fn pieces_only(&self, m: Mask<N>) -> Mask<N> {
        match self.has_cards() {
            true => Mask::And(vec![
                m,
                Mask::Not(Box::new(Mask::Plane(plane::CARD as u16))),
            ]),
            false => m,
        }
    }
    /// Its set-up holds only kinds of the variant, a royal one among them, and its power decides nothing before the game.
    fn is_standard(&self, a: ArmyId) -> bool {
        let rules = &self.rules;
        let army = &rules.armies[a.index()];
        let words = royal_words(rules);
        let plain = |k: KindId| rules.kinds[k.index()].army.is_none();
        let its_own = |r: &Rule, k: KindId| match r.holder {
            crate::rules::Holder::Power(p) => army.power == Some(p),
            crate::rules::Holder::Kind(o) => o == k,
            crate::rules::Holder::Game | crate::rules::Holder::EachSeat => true,
        };
        let named = |s: &Set, k: KindId| {
            s.by.iter()
                .any(|n| matches!(n, Narrow::Is(Quality::Kind(t)) if t.base == Base::Kind(k)))
        };
        let royal = |q: &Quality| {
            *q == Quality::Royal || matches!(q, Quality::Word(w) if words.contains(w))
        };
        let said = |r: &Rule, k: KindId| {
            let Form::View {
                of,
                is: What::Quality(q),
                not: false,
            } = &r.form
            else {
                return false;
            };
            let of_kind = r.holder == crate::rules::Holder::Kind(k) && of.base == Base::It;
            royal(q) && (of_kind || named(of, k))
        };
        let called = |k: KindId| {
            let parts = words.iter().map(|w| &rules.words[w.index()]);
            parts
                .filter(|w| w.ty == Ty::Piece)
                .flat_map(|w| &w.parts)
                .any(|p| matches!(&p.value, Value::Set(s) if named(s, k)))
        };
        let regal =
            |k: KindId| called(k) || rules.rules.iter().any(|r| its_own(r, k) && said(r, k));
        let sets_up = |r: &Rule| {
            matches!(r.form, Form::Setup(_))
                && army
                    .power
                    .is_some_and(|p| r.holder == crate::rules::Holder::Power(p))
        };
        !army.setup.is_empty()
            && army
                .setup
                .iter()
                .chain(&army.neutral)
                .all(|(k, _)| plain(*k))
            && army.setup.iter().any(|(k, _)| regal(*k))
            && !rules.rules.iter().any(sets_up)
    }
}

//! What a decision is made among and how often: rows, numbers, kinds, faces of dice, ends and spans of time.
use super::*;

impl<const N: usize> Lowering<N> {
    /// In which order the members of a loop are taken.
    pub(super) fn sequence(&mut self, of: &Set, order: Order) -> Lowered<Sequence<N>> {
        let told = |c: &Cond| match c {
            Cond::Is(Clause {
                says: Says::Did(past),
                subject: Value::Set(s),
                not: false,
                // the clause itself narrows what is gone through
                at: _,
                newly: _,
                member: _,
                src: _,
            }) => Some((s.clone(), past.clone())),
            Cond::Is(_)
            | Cond::All(_)
            | Cond::Any(_)
            | Cond::Not(_)
            | Cond::Choice(..)
            | Cond::During(_) => None,
        };
        Ok(match order {
            Order::Board if self.is_row(of) => {
                let row = self.kind_order(of)?;
                if row.most() > ROW {
                    return refuse(format!("a row of more than {ROW} kinds"));
                }
                Sequence::Row(row)
            }
            Order::Board => {
                if let Base::Or(parts) = &of.base
                    && of.ty == Ty::Seat
                    && of.by.is_empty()
                    && of.pick.is_none()
                {
                    let parts = parts.iter().map(|s| self.as_type(s, Ty::Seat));
                    Sequence::Named(parts.collect::<Lowered<_>>()?)
                } else {
                    Sequence::Board
                }
            }
            Order::Chosen => Sequence::Chosen,
            Order::Value => Sequence::Worth,
            Order::Happened => {
                let found = of.by.iter().find_map(|n| match n {
                    Narrow::That(name, Cond::All(all)) => {
                        all.iter().find_map(told).map(|t| (*name, t))
                    }
                    Narrow::That(name, c) => told(c).map(|t| (*name, t)),
                    Narrow::Is(_)
                    | Narrow::Not(_)
                    | Narrow::Of(_)
                    | Narrow::Hostile(_)
                    | Narrow::Own
                    | Narrow::At(..)
                    | Narrow::Between(..)
                    | Narrow::Except(_)
                    | Narrow::Other(_) => None,
                });
                match found {
                    Some((name, (s, past))) => {
                        let past = self.past(Some(&s), &past)?.0;
                        Sequence::Happened(self.name(name)?, Box::new(past))
                    }
                    None => return refuse("the order of what happened otherwise"),
                }
            }
        })
    }
    /// Numbers to choose from, in the order written.
    pub(super) fn numbers_of(&mut self, s: &Set) -> Lowered<Vec<Numbers<N>>> {
        if !s.by.is_empty() || s.pick.is_some() {
            return refuse("numbers narrowed");
        }
        Ok(match &s.base {
            Base::Or(v) => {
                let all = v.iter().map(|s| self.numbers_of(s));
                all.collect::<Lowered<Vec<_>>>()?
                    .into_iter()
                    .flatten()
                    .collect()
            }
            Base::Number(n) => vec![Numbers::One(self.num(n)?)],
            Base::Range(a, b) => vec![Numbers::Range(self.num(a)?, self.num(b)?)],
            base => return refuse(format!("numbers by {}", short(base))),
        })
    }
    pub(super) fn face(&mut self, f: &Value) -> Lowered<Face<N>> {
        Ok(match f {
            Value::Set(s)
                if matches!(s.ty, Ty::Kind | Ty::Seat | Ty::Side | Ty::Square | Ty::Text) =>
            {
                Face::Thing(self.set(s)?)
            }
            f @ (Value::Set(_) | Value::Num(_)) => Face::Number(self.number(f)?),
        })
    }
    pub(super) fn kind_order(&mut self, s: &Set) -> Lowered<KindOrder<N>> {
        Ok(match &s.base {
            Base::Or(v) => KindOrder::Chain(
                v.iter()
                    .map(|s| self.kind_order(s))
                    .collect::<Lowered<_>>()?,
            ),
            Base::Kind(k) => KindOrder::Listed(self.plan.kind(*k).into_iter().collect()),
            Base::Of(Part::Kind, of) if of.ty == Ty::Piece => KindOrder::OfPieces(self.set(of)?),
            Base::Word(w, _) => {
                let rules = self.rules.clone();
                let mut all = vec![];
                for p in &rules.words[w.index()].parts {
                    if let (Some(h), Value::Set(s)) = (self.holder(p.holder), &p.value) {
                        all.push(KindPart {
                            holder: h,
                            replaces: p.replaces,
                            kinds: self.kind_order(s)?,
                            takes: p.takes.map_or(Ok(NONE), |n| self.name(n))?,
                            when: self.conds(&p.when)?,
                        });
                    }
                }
                KindOrder::Parts(all)
            }
            Base::Row1(v) => {
                KindOrder::Listed(v.iter().filter_map(|(k, _)| self.plan.kind(*k)).collect())
            }
            Base::All(_)
            | Base::New
            | Base::You
            | Base::It
            | Base::OnTurn
            | Base::Author
            | Base::Nobody
            | Base::Nothing
            | Base::Name(_)
            | Base::Field(..)
            | Base::Zone(..)
            | Base::Of(..)
            | Base::Past(_)
            | Base::Line(..)
            | Base::Row(..)
            | Base::File(..)
            | Base::Edge
            | Base::Corner
            | Base::Layer(_)
            | Base::OtherLayer(_)
            | Base::Chosen(_)
            | Base::Range(..)
            | Base::Number(_)
            | Base::Ability(_)
            | Base::Squares(_)
            | Base::Seats(_)
            | Base::Sides(_)
            | Base::Armies(_)
            | Base::Text(_) => match s.ty == Ty::Piece {
                true => KindOrder::OfPieces(self.set(s)?),
                false => KindOrder::Listed((0..self.plan.kinds.len() as u8).collect()),
            },
        })
    }
    pub(super) fn term(&mut self, t: &Term) -> Lowered<End<N>> {
        Ok(match t {
            Term::Until(m) => {
                let (span, end) = match m {
                    crate::rules::Moment::Start(s) => (s, false),
                    crate::rules::Moment::End(s) => (s, true),
                };
                self.span(span, end)?
            }
            Term::Turns(n, s) => match s.bare() {
                Some(Base::Of(Part::Owner, of)) if of.ty == Ty::Piece => {
                    End::TurnsOfOwner(self.num(n)?, self.set(of)?)
                }
                Some(_) | None => End::Turns(self.num(n)?, self.seats(s)?),
            },
            Term::Rounds(n) => End::Rounds(self.num(n)?),
            Term::Event(d) => {
                let p = self.event_pattern(d)?;
                self.plan.ends.push(p);
                End::Event(self.plan.ends.len() as u16 - 1)
            }
            Term::Game => End::Never,
        })
    }
    pub(super) fn span(&mut self, span: &Span, end: bool) -> Lowered<End<N>> {
        Ok(match span {
            Span::This | Span::Every => End::ThisTurn(end),
            Span::Your => End::Yours(end),
            Span::NextTurn => End::NextTurn(end),
            Span::Next(s) | Span::Last(s) => End::Next(self.seats(s)?, end),
            Span::Nth(n, s) => End::Nth(*n, self.seats(s)?, end),
            Span::Round => End::Rounds(Int::Fixed(0)),
            Span::NextRound => End::Rounds(Int::Fixed(i32::from(end))),
            Span::Game => End::Never,
        })
    }
}

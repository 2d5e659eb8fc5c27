//! The read-back of what narrows a phrase, part by part.
use super::Printer;
use super::nouns::{Built, be, named_kind, only_kind};
use engine::rules::*;

/// A piece of an opponent: a noun by itself, before the name of a kind an adjective.
const ENEMY: &str = "enemy";

impl Printer<'_> {
    pub(super) fn narrow(&self, ty: Ty, n: &Narrow, amount: &Amount, built: &mut Built) {
        match n {
            Narrow::Is(Quality::Kind(k)) if !named_kind(k) => {
                built.of.push(format!("of {}", self.grouped(k)));
            }
            Narrow::Is(Quality::Kind(k)) if ty != Ty::Piece && ty != Ty::Kind => {
                built.adjectives.push(self.kind_word(k));
            }
            Narrow::Is(Quality::Side(side)) => match (&side.base, side.by.is_empty()) {
                (Base::Sides(list), true) if list.len() == 1 => {
                    built.adjectives.push(self.set(side));
                }
                (Base::Of(Part::Side, of), true) => built.of.push(match self.whose(of) {
                    Some(whose) => format!("of {whose} colour"),
                    None => format!("of the colour of {}", self.grouped(of)),
                }),
                _ => built.of.push(format!("of {}", self.set(side))),
            },
            Narrow::Is(Quality::Kind(k)) if !built.kind && built.nouns.is_empty() => {
                built.kind = true;
                // `enemy rooks`
                if built.noun == ENEMY {
                    built.adjectives.push(ENEMY.to_owned());
                }
                match &k.base {
                    Base::Or(list) => {
                        built.nouns = list.iter().map(|s| self.kind_word(s)).collect();
                    }
                    _ => built.noun = self.kind_word(k),
                }
            }
            Narrow::Is(q) => match q {
                Quality::Next => {
                    built.adjectives.push("next".to_owned());
                    built.single = true;
                }
                Quality::InCheck(_)
                | Quality::OnTurn
                | Quality::InPlay
                | Quality::Kind(_)
                | Quality::Side(_)
                | Quality::Same(_) => {
                    let quality = self.quality(q, &Amount::Any);
                    match q {
                        Quality::Same(_) => built.adjectives.push(format!("the {quality}")),
                        Quality::OnTurn | Quality::InPlay | Quality::InCheck(None) => {
                            built.behind.push(quality);
                        }
                        _ => built
                            .behind
                            .push(format!("that {} {quality}", be(amount, false))),
                    }
                }
                other => built.adjectives.push(self.quality(other, amount)),
            },
            Narrow::Not(q) => {
                let quality = self.quality(q, amount);
                built
                    .behind
                    .push(format!("that {} not {quality}", be(amount, false)));
            }
            // `a new white pawn`
            Narrow::Of(of) if built.made && matches!(of.base, Base::Seats(_)) => {
                built.adjectives.push(self.set(of));
            }
            // `the next player's side`, which is not the side somebody shows
            Narrow::Of(of) if ty == Ty::Side && self.whose(of).is_none() => {
                built.owner = Some(self.possessive(of));
            }
            Narrow::Of(of) => match &of.base {
                Base::You if of.by.is_empty() => match amount {
                    Amount::Every if built.owner.is_none() => built.owner = Some("your".to_owned()),
                    Amount::Every | Amount::Any | Amount::No | Amount::Count(..) => {
                        built.of.push("of yours".to_owned());
                    }
                },
                _ => match self.whose(of).filter(|_| *amount == Amount::Every) {
                    Some(whose) => built.owner = Some(whose.to_owned()),
                    None => {
                        let whose = self.grouped(of);
                        let theirs = whose == "they";
                        let whose = if theirs { "theirs".to_owned() } else { whose };
                        built.of.push(format!("of {whose}"));
                    }
                },
            },
            Narrow::Hostile(of) => {
                let yours = matches!(of.base, Base::You) && of.by.is_empty();
                match (ty, yours) {
                    (Ty::Seat, _) => {
                        built.noun = "opponent".to_owned();
                        // of two players: `your opponent`
                        if yours && self.one.get() && *amount == Amount::Every {
                            built.owner = Some("your".to_owned());
                        }
                    }
                    _ if built.kind => built.adjectives.push(ENEMY.to_owned()),
                    _ => built.noun = ENEMY.to_owned(),
                }
                if !yours {
                    built.of.push(format!("of {}", self.grouped(of)));
                }
            }
            Narrow::Own => built.adjectives.push("own".to_owned()),
            Narrow::At(near, of) => built.place.push(self.at(near, of)),
            Narrow::Between(a, b) => {
                built
                    .place
                    .push(format!("between {} and {}", self.set(a), self.set(b)));
            }
            Narrow::That(n, c) if so_many_near(*n, c).is_some() => {
                let place = so_many_near(*n, c).map(|(near, of)| self.at_so_many(near, of));
                built.place.extend(place);
            }
            Narrow::That(n, c) => {
                let many = !built.single
                    && !matches!(
                        amount,
                        Amount::Any | Amount::No | Amount::Count(Rel::Eq, Num::Lit(1))
                    );
                built.behind.push(self.relative(*n, c, many));
            }
            // of cards too kinds are named: `other than kings or pawns`
            Narrow::Except(of) if of.ty == Ty::Card && only_kind(of).is_some() => {
                let said = only_kind(of).map_or(String::new(), |k| {
                    self.quality(&Quality::Kind(Box::new(k.clone())), &Amount::Every)
                });
                built.behind.push(format!("other than {said}"));
            }
            Narrow::Except(of) => built
                .behind
                .push(format!("other than {}", self.grouped(of))),
            Narrow::Other(_) => built.other = true,
        }
    }

    fn kind_word(&self, s: &Set) -> String {
        match (&s.base, s.by.is_empty()) {
            (Base::Kind(k), true) => self.kind(*k),
            (Base::Word(w, None), true) => self.word(*w),
            (Base::Name(n), true) => (self.name)(*n),
            _ => self.set(s),
        }
    }

    /// A phrase that keeps to itself.
    pub(super) fn grouped(&self, s: &Set) -> String {
        let long = s.by.iter().any(|n| {
            matches!(
                n,
                Narrow::That(..)
                    | Narrow::Not(_)
                    | Narrow::At(..)
                    | Narrow::Between(..)
                    | Narrow::Except(_)
            )
        });
        let long = long
            || s.pick.is_some()
            || matches!(s.base, Base::Or(_) | Base::Line(..) | Base::Past(_))
            || matches!(s.base, Base::Zone(..)) && s.ty != Ty::Zone;
        match long {
            true => format!("({})", self.set(s)),
            false => self.set(s),
        }
    }
}

/// `beside at least 2 pawns`: the place, and how many are there.
pub(super) fn so_many_near(name: engine::ids::Name, cond: &Cond) -> Option<(&Near, &Set)> {
    let Cond::Is(Clause {
        at: At::Now,
        newly: false,
        not: false,
        subject: Value::Set(of),
        member: None,
        says: Says::At(near, place),
        src: _,
    }) = cond
    else {
        return None;
    };
    let here = place.bare() == Some(&Base::Name(name));
    (here && of.amount != Amount::Any).then_some((near, of))
}

//! Zones and what lies in them: a piece where cards lie, a card where pieces lie. Looks at types alone, never at what comes about.
use super::Review;
use engine::ids::{SourceId, ZoneId};
use engine::rules::*;
use std::collections::BTreeMap;

/// A zone and the sort of thing that cannot lie in it.
type Wrong = (ZoneId, Ty);

impl Review<'_> {
    /// E122: `put a pawn into the discards`, `if there is a pawn in your hand`, where cards lie in that zone.
    pub(super) fn wrong_contents(&mut self) {
        let rules = &self.program.rules;
        let mut found: BTreeMap<SourceId, Wrong> = BTreeMap::new();
        for rule in &rules.rules {
            let mut look = Look::in_text(&rules.zones);
            visit_rule(rule, &mut |node| look.at(node));
            look.tell(rule.src, &mut found);
        }
        for procedure in &rules.procs {
            let mut look = Look::in_text(&rules.zones);
            visit_block(&procedure.body, &mut |node| look.at(node));
            look.tell(procedure.src, &mut found);
        }
        for part in rules.words.iter().flat_map(|w| &w.parts) {
            let mut look = Look::in_text(&rules.zones);
            visit_value(&part.value, &mut |node| look.at(node));
            for cond in &part.when {
                visit_cond(cond, &mut |node| look.at(node));
            }
            look.tell(part.src, &mut found);
        }
        for (src, (zone, ty)) in found {
            let name = self.program.pool.text_of(rules.zones[zone.index()].name);
            let (said, help) = match ty {
                Ty::Card => (
                    format!("`{name}` holds pieces, and a card is none"),
                    format!("cards lie in a zone of cards: `a zone of cards called {name}`"),
                ),
                _ => (
                    format!("`{name}` holds cards, and a piece is none"),
                    format!(
                        "the card of a pawn is `a pawn card`; pieces lie in a zone of pieces: `a zone of pieces called {name}`"
                    ),
                ),
            };
            self.misused.insert(zone);
            self.report("E122", src, said, &help);
        }
    }
}

/// What one text says of zones.
struct Look<'r> {
    zones: &'r [Zone],
    /// What a deed or a condition says, at its own words.
    narrow: BTreeMap<SourceId, Wrong>,
    /// What stands anywhere in the text.
    wide: Option<Wrong>,
}

impl<'r> Look<'r> {
    fn in_text(zones: &'r [Zone]) -> Self {
        Look {
            zones,
            narrow: BTreeMap::new(),
            wide: None,
        }
    }

    fn at(&mut self, node: Node<'_>) {
        match node {
            Node::Set(set) => {
                let lies = set.by.iter().find_map(|n| match n {
                    Narrow::At(Near::In, place) => self.wrong(set.ty, place),
                    _ => None,
                });
                let wrong = self.wrong(set.ty, set).or(lies);
                self.wide = self.wide.or(wrong);
            }
            Node::Deed(deed) => {
                let Some(Value::Set(object)) = &deed.object else {
                    return;
                };
                let wrong = match (&deed.subject, deed.verb) {
                    (Some(zone), Verb::Hold) => self.wrong(object.ty, zone),
                    _ => deed.cases.iter().find_map(|(_, v)| match v {
                        Value::Set(place) => self.wrong(object.ty, place),
                        Value::Num(_) => None,
                    }),
                };
                self.narrow.extend(wrong.map(|w| (deed.src, w)));
            }
            Node::Clause(clause) => {
                let Value::Set(subject) = &clause.subject else {
                    return;
                };
                let wrong = match &clause.says {
                    Says::At(Near::In, place) | Says::Among(place) => self.wrong(subject.ty, place),
                    Says::Has(held) => self.wrong(held.ty, subject),
                    Says::Do(deed) if deed.verb == Verb::Hold => match &deed.object {
                        Some(Value::Set(held)) => self.wrong(held.ty, subject),
                        Some(Value::Num(_)) | None => None,
                    },
                    _ => None,
                };
                self.narrow.extend(wrong.map(|w| (clause.src, w)));
            }
            _ => {}
        }
    }

    /// Whether things of a type are said to lie in a zone of others.
    fn wrong(&self, ty: Ty, place: &Set) -> Option<Wrong> {
        let Base::Zone(zone, _) = &place.base else {
            return None;
        };
        let holds = self.zones.get(zone.index())?.holds;
        let lie = |ty| matches!(ty, Ty::Piece | Ty::Card);
        (lie(ty) && lie(holds) && ty != holds).then_some((*zone, ty))
    }

    /// At the words themselves, or else at those of the whole text.
    fn tell(self, whole: SourceId, found: &mut BTreeMap<SourceId, Wrong>) {
        if self.narrow.is_empty() {
            found.extend(self.wide.map(|wrong| (whole, wrong)));
        }
        found.extend(self.narrow);
    }
}

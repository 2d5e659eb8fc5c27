//! What tells one position from another for who counts repetitions: of which kinds some rule asks whether they have moved, and which
//! values it asks for.
use super::*;
use crate::core::plan::Slots;
use crate::rules::Node;

impl<const N: usize> Lowering<N> {
    pub(super) fn positions(&mut self) {
        let rules = self.rules.clone();
        let mut asked = Asked {
            unmoved: vec![false; rules.kinds.len()],
            values: vec![0; rules.fields.len()],
        };
        for r in rules
            .rules
            .iter()
            .filter(|r| self.holder(r.holder).is_some())
        {
            visit_rule(r, &mut |n| asked.node(kind_of(r.holder), n));
        }
        for p in rules
            .procs
            .iter()
            .filter(|p| self.holder(p.holder).is_some())
        {
            visit_block(&p.body, &mut |n| asked.node(kind_of(p.holder), n));
        }
        let parts = rules.words.iter().flat_map(|w| &w.parts);
        for part in parts.filter(|p| self.holder(p.holder).is_some()) {
            let own = kind_of(part.holder);
            visit_value(&part.value, &mut |n| asked.node(own, n));
            part.when
                .iter()
                .for_each(|c| visit_cond(c, &mut |n| asked.node(own, n)));
        }
        for start in rules.fields.iter().flat_map(|f| &f.start) {
            visit_value(start, &mut |n| asked.node(None, n));
        }
        let unmoved = |k: &KindId| asked.unmoved[k.index()];
        self.plan.unmoved_read = self.plan.kinds.iter().map(unmoved).collect();
        for ((place, field), asked) in self
            .plan
            .fields
            .iter()
            .zip(&rules.fields)
            .zip(&asked.values)
        {
            // a count of the game is no part of a position, as the fifty moves of chess are not
            let counts = matches!(field.of, Owner::Game) && field.ty == Ty::Number;
            let Some(place) = place.filter(|_| *asked <= 0 || counts) else {
                continue;
            };
            let owners = match place.on {
                Ty::Board => 1,
                Ty::Seat => self.plan.seats,
                Ty::Side => rules.sides.len(),
                Ty::Square => self.plan.boards.count(),
                Ty::Border => self.plan.boards.border_count(),
                Ty::Kind => self.plan.kinds.len(),
                Ty::Piece
                | Ty::Card
                | Ty::Number
                | Ty::Text
                | Ty::Mark
                | Ty::Move
                | Ty::Power
                | Ty::Army
                | Ty::Zone
                | Ty::Turn
                | Ty::Moment
                | Ty::Direction => Bits::<N>::ROOM,
            } as u16;
            let holders = if place.by_holder {
                self.plan.seats as u16
            } else {
                1
            };
            let (planes, values) = match place.slots {
                Slots::Marks(i) => (i..i + holders, 0..0),
                Slots::Sets(i) => (i..i + owners, 0..0),
                Slots::Owners(i, n) => (i..i + n, 0..0),
                Slots::Numbers(i) => (0..0, i..i + owners),
                Slots::NumbersOfYou(i, each) => (0..0, i..i + each * holders),
            };
            self.plan.position_planes.retain(|p| !planes.contains(&p.0));
            self.plan.position_values.retain(|v| !values.contains(v));
        }
    }
}

/// What has been found so far.
struct Asked {
    unmoved: Vec<bool>,
    /// How often each field is asked for, beyond being set.
    values: Vec<i32>,
}

impl Asked {
    fn node(&mut self, own: Option<KindId>, node: Node<'_>) {
        match node {
            Node::Clause(c) => {
                if let (Says::Be(Quality::Unmoved), Value::Set(s)) = (&c.says, &c.subject) {
                    self.kinds(own, s);
                }
            }
            Node::Set(s) => {
                let unmoved = |n: &Narrow| {
                    matches!(
                        n,
                        Narrow::Is(Quality::Unmoved) | Narrow::Not(Quality::Unmoved)
                    )
                };
                if s.by.iter().any(unmoved) {
                    self.kinds(own, s);
                }
                if let Base::Field(f, _, _) = s.base {
                    self.values[f.index()] += 1;
                }
            }
            Node::Num(Num::Field(f, _, _) | Num::Extreme(_, f, _))
            | Node::Quality(Quality::Mark(f, _)) => self.values[f.index()] += 1,
            Node::Deed(d) => {
                if let Some(f) = target(d) {
                    self.values[f.index()] -= 1;
                }
            }
            Node::Num(_) | Node::Narrow(_) | Node::Quality(_) | Node::During(_) | Node::Step(_) => {
            }
        }
    }
    /// The kinds a phrase can be of.
    fn kinds(&mut self, own: Option<KindId>, s: &Set) {
        match own.filter(|_| s.base == Base::It).or(s.kind_for_good()) {
            Some(k) => self.unmoved[k.index()] = true,
            None => self.unmoved.fill(true),
        }
    }
}

fn kind_of(holder: crate::rules::Holder) -> Option<KindId> {
    match holder {
        crate::rules::Holder::Kind(k) => Some(k),
        crate::rules::Holder::Game
        | crate::rules::Holder::EachSeat
        | crate::rules::Holder::Power(_) => None,
    }
}

/// The value that a step sets.
fn target(d: &crate::rules::Deed) -> Option<FieldId> {
    let of_case = |case: Case| d.cases.iter().find(|(c, _)| *c == case).map(|(_, v)| v);
    // what any other verb does with a value counts as asking for it
    let value = if matches!(d.verb, Verb::Set | Verb::Reveal) {
        d.object.as_ref()
    } else if d.verb == Verb::Add {
        of_case(Case::To)
    } else if matches!(d.verb, Verb::Mark | Verb::Unmark) {
        of_case(Case::As)
    } else {
        None
    };
    match value? {
        Value::Set(s) => match s.bare() {
            Some(Base::Field(f, _, _)) => Some(*f),
            Some(_) | None => None,
        },
        Value::Num(Num::Field(f, _, _)) => Some(*f),
        Value::Num(_) => None,
    }
}

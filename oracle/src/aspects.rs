//! On what of a situation the condition of an `as soon as` rule hangs. A change that touches nothing of it cannot make the
//! condition true, and it is not looked at again. Found once per match from the rules; in doubt it hangs on everything.
use super::link::Linked;
use engine::ids::*;
use engine::rules::*;

/// Sides of a situation, as bits.
pub type Aspects = u8;
/// Where pieces stand.
pub const PLACES: Aspects = 1;
/// What pieces there are, of which kind, whose, and in which zone.
pub const OWNERS: Aspects = 2;
/// Who plays, with which powers, with how many points.
pub const SEATS: Aspects = 4;
/// Marks and values, and who knows them.
pub const VALUES: Aspects = 8;
/// Whose turn it is, which, and how far it is.
pub const TIME: Aspects = 16;
/// What has happened.
pub const EVENTS: Aspects = 32;
/// Whether the rest of a turn is only tried: what is open to a player is judged otherwise then.
pub const TRIED: Aspects = 64;
/// Everything.
pub const ALL: Aspects = u8::MAX;

/// What phrases hang on that are said by other rules.
#[derive(PartialEq)]
struct Said {
    kinds: Aspects,
    royal: Aspects,
    others: Aspects,
    words: Vec<Aspects>,
    fields: Vec<Aspects>,
}

/// Per rule, what its condition hangs on; of rules that are no `as soon as`, everything.
pub fn watched(l: &Linked) -> Vec<Aspects> {
    let mut said = Said {
        kinds: 0,
        royal: 0,
        others: 0,
        words: vec![0; l.rules.words.len()],
        fields: vec![0; l.rules.fields.len()],
    };
    loop {
        let others = said.views(l, &l.other_views);
        let words = (0..said.words.len()).map(|w| said.word(l, w));
        let next = Said {
            kinds: OWNERS | said.views(l, &l.kind_views),
            royal: OWNERS | others | l.royal_word.map_or(0, |w| said.words[w.index()]),
            others,
            words: words.collect(),
            fields: (0..said.fields.len()).map(|f| said.field(l, f)).collect(),
        };
        if next == said {
            break;
        }
        said = next;
    }
    let watched = |rule: &Rule| match &rule.form {
        Form::Trigger {
            on: On::AsSoonAs(c),
            ..
        } => said.holder(rule) | said.cond(c),
        Form::Trigger {
            on: On::EachAsSoonAs(each, c),
            ..
        } => each
            .iter()
            .fold(said.holder(rule) | said.cond(c), |a, (_, s)| {
                a | said.set_of(s)
            }),
        _ => ALL,
    };
    l.rules.rules.iter().map(watched).collect()
}

impl Said {
    /// For whom a rule is there.
    fn holder(&self, rule: &Rule) -> Aspects {
        match rule.holder {
            Holder::Game => 0,
            Holder::EachSeat => SEATS,
            Holder::Power(_) => SEATS | VALUES,
            Holder::Kind(_) => OWNERS | SEATS | self.kinds,
        }
    }
    fn views(&self, l: &Linked, views: &[RuleId]) -> Aspects {
        let view = |id: &RuleId| {
            let rule = l.rule(*id);
            let mut all = self.holder(rule);
            visit_rule(rule, &mut |n| all |= self.node(n));
            all
        };
        views.iter().map(view).fold(0, |a, b| a | b)
    }
    fn word(&self, l: &Linked, w: usize) -> Aspects {
        let parts = l.rules.words[w].parts.iter();
        parts.fold(self.views(l, &l.word_views[w]), |all, part| {
            let held = match part.holder {
                Holder::Game | Holder::EachSeat => 0,
                Holder::Power(_) | Holder::Kind(_) => SEATS | VALUES,
            };
            let when = part.when.iter().fold(0, |a, c| a | self.cond(c));
            all | held | when | self.value(&part.value)
        })
    }
    fn field(&self, l: &Linked, f: usize) -> Aspects {
        let start = l.rules.fields[f].start.iter();
        let start = start.fold(VALUES, |a, v| a | self.value(v));
        start | self.views(l, &l.field_views[f])
    }
    fn cond(&self, c: &Cond) -> Aspects {
        let mut all = 0;
        visit_cond(c, &mut |n| all |= self.node(n));
        all
    }
    fn value(&self, v: &Value) -> Aspects {
        let mut all = 0;
        visit_value(v, &mut |n| all |= self.node(n));
        all
    }
    fn set_of(&self, s: &Set) -> Aspects {
        let mut all = 0;
        visit_set(s, &mut |n| all |= self.node(n));
        all
    }
    fn node(&self, n: Node<'_>) -> Aspects {
        match n {
            Node::Clause(c) if c.at != At::Now || c.newly => ALL,
            Node::Clause(c) => match &c.says {
                Says::There | Says::Be(_) | Says::Among(_) => 0,
                Says::At(..) => PLACES | OWNERS,
                Says::Has(s) if s.ty == Ty::Move => ALL,
                Says::Has(_) => OWNERS | SEATS,
                Says::Cmp(..) => SEATS,
                Says::Do(_) | Says::Can(_) | Says::Suffer(_) | Says::Did(_) => ALL,
            },
            Node::Set(s) => self.base(s) | if s.pick.is_some() { ALL } else { 0 },
            Node::Narrow(n) => match n {
                Narrow::Is(_) | Narrow::Not(_) | Narrow::That(..) => 0,
                Narrow::Of(_) | Narrow::Hostile(_) | Narrow::Own => OWNERS | SEATS,
                Narrow::At(..) | Narrow::Between(..) => PLACES | OWNERS,
                Narrow::Except(_) | Narrow::Other(_) => SEATS,
            },
            Node::Quality(q) => self.quality(q),
            Node::Num(n) => match n {
                Num::Lit(_) | Num::Count(_) | Num::Name(_) | Num::Bin(..) | Num::Choice(..) => 0,
                Num::Field(f, ..) | Num::Extreme(_, f, _) => VALUES | self.fields[f.index()],
                Num::Word(w, _) => self.words[w.index()],
                Num::Points(_) | Num::Place(_) => SEATS,
                Num::Past(_) | Num::Value(_) | Num::Repetition | Num::Round => ALL,
            },
            Node::During(_) | Node::Deed(_) | Node::Step(_) => ALL,
        }
    }
    fn base(&self, s: &Set) -> Aspects {
        match &s.base {
            Base::All(_) => match s.ty {
                Ty::Piece | Ty::Card => OWNERS,
                Ty::Seat => SEATS,
                Ty::Square | Ty::Kind | Ty::Side => 0,
                _ => ALL,
            },
            Base::OnTurn => TIME | SEATS,
            Base::Word(w, _) => SEATS | self.words[w.index()],
            Base::Field(f, ..) => VALUES | self.fields[f.index()],
            Base::Zone(..) => OWNERS | VALUES,
            Base::Of(part, _) => match part {
                Part::Owner | Part::Side | Part::Power | Part::Army => OWNERS | SEATS,
                Part::Kind => OWNERS | self.kinds,
                Part::Square => PLACES | OWNERS,
                Part::Left | Part::Right | Part::Opposite | Part::Neighbour => SEATS,
                Part::Partner | Part::Opponents => SEATS | TIME,
                Part::Setup => SEATS | OWNERS,
                _ => ALL,
            },
            Base::Line(..) | Base::Row(..) | Base::File(..) => PLACES | OWNERS,
            Base::You
            | Base::It
            | Base::Nobody
            | Base::Nothing
            | Base::Kind(_)
            | Base::Name(_)
            | Base::Edge
            | Base::Chosen(_)
            | Base::Range(..)
            | Base::Number(_)
            | Base::Or(_)
            | Base::Squares(_)
            | Base::Seats(_)
            | Base::Sides(_)
            | Base::Armies(_)
            | Base::Text(_)
            | Base::Row1(_) => 0,
            _ => ALL,
        }
    }
    fn quality(&self, q: &Quality) -> Aspects {
        match q {
            Quality::Word(w) => SEATS | self.words[w.index()],
            Quality::Mark(f, _) => VALUES | self.fields[f.index()],
            Quality::Kind(_) => self.kinds,
            Quality::Side(_) => OWNERS | SEATS,
            Quality::Royal => self.royal,
            Quality::Frozen => self.others,
            Quality::Empty | Quality::Occupied => PLACES | OWNERS,
            Quality::Light | Quality::Dark | Quality::Nothing | Quality::Standard => 0,
            Quality::Unmoved | Quality::Idle => EVENTS | TIME | OWNERS,
            Quality::Alone => self.kinds | PLACES,
            Quality::Playing => SEATS,
            Quality::OnTurn => TIME,
            Quality::InPlay | Quality::Lost => OWNERS,
            _ => ALL,
        }
    }
}

//! Walks a piece of IR: which names and fields a rule uses, and new numbers for names without gaps.
use super::gone::is_place;
use engine::ids::{FieldId, Name};
use engine::rules::*;

/// Something met on the walk.
pub enum Met<'a> {
    /// A name.
    Name(&'a mut Name),
    /// A declared value or mark.
    Field(FieldId),
    /// Any phrase, before its parts.
    Set(&'a mut Set),
    /// A phrase that stands for its place: `around X`, `put it on X`, `from X`.
    Place(&'a mut Set),
    /// A clause, before its parts.
    Clause(&'a mut Clause),
    /// `for each NAME in SET { .. }`, after its parts.
    Each(Name, &'a Set, &'a mut Block),
}

/// Something that holds names.
pub trait Names {
    /// Calls `f` with every name and field, in the order written.
    fn walk(&mut self, f: &mut dyn FnMut(Met));

    /// Calls `f` with every name.
    fn names(&mut self, f: &mut dyn FnMut(&mut Name)) {
        self.walk(&mut |met| {
            if let Met::Name(n) = met {
                f(n);
            }
        });
    }
}

type F<'a> = &'a mut dyn FnMut(Met);

impl<T: Names> Names for Vec<T> {
    fn walk(&mut self, f: F) {
        self.iter_mut().for_each(|x| x.walk(f));
    }
}
impl<T: Names> Names for Option<T> {
    fn walk(&mut self, f: F) {
        if let Some(x) = self {
            x.walk(f);
        }
    }
}
impl<T: Names> Names for Box<T> {
    fn walk(&mut self, f: F) {
        (**self).walk(f);
    }
}
impl<A: Names, B: Names> Names for (A, B) {
    fn walk(&mut self, f: F) {
        self.0.walk(f);
        self.1.walk(f);
    }
}
impl Names for Name {
    fn walk(&mut self, f: F) {
        f(Met::Name(self));
    }
}
impl Names for engine::ids::TextId {
    fn walk(&mut self, _: F) {}
}
impl Names for Case {
    fn walk(&mut self, _: F) {}
}

impl Names for Set {
    fn walk(&mut self, f: F) {
        f(Met::Set(self));
        self.base.walk(f);
        self.by.walk(f);
        self.pick.walk(f);
        self.amount.walk(f);
    }
}

impl Names for Base {
    fn walk(&mut self, f: F) {
        match self {
            Base::Name(n) => f(Met::Name(n)),
            Base::Word(_, s) => s.walk(f),
            Base::Field(id, a, b) => {
                f(Met::Field(*id));
                a.walk(f);
                b.walk(f);
            }
            Base::Zone(_, s) | Base::Of(_, s) | Base::Ability(s) | Base::OtherLayer(s) => {
                s.walk(f);
            }
            Base::Past(p) => p.walk(f),
            Base::Line(a, b) => {
                a.walk(f);
                b.walk(f);
            }
            Base::Row(n, s) | Base::File(n, s) => {
                n.walk(f);
                s.walk(f);
            }
            Base::Range(a, b) => {
                a.walk(f);
                b.walk(f);
            }
            Base::Number(n) => n.walk(f),
            Base::Or(list) => list.walk(f),
            _ => {}
        }
    }
}

impl Names for Narrow {
    fn walk(&mut self, f: F) {
        match self {
            Narrow::Is(q) | Narrow::Not(q) => q.walk(f),
            Narrow::Of(s) | Narrow::Hostile(s) | Narrow::Except(s) => s.walk(f),
            Narrow::Own => {}
            Narrow::At(near, s) => {
                near.walk(f);
                if is_place(near) {
                    f(Met::Place(s));
                }
                s.walk(f);
            }
            Narrow::Between(a, b) => {
                a.walk(f);
                b.walk(f);
            }
            Narrow::That(n, c) => {
                f(Met::Name(n));
                c.walk(f);
            }
            Narrow::Other(list) => list.walk(f),
        }
    }
}

impl Names for Near {
    fn walk(&mut self, f: F) {
        if let Near::Within(n) | Near::Nth(n) = self {
            n.walk(f);
        }
    }
}

impl Names for Pick {
    fn walk(&mut self, f: F) {
        match self {
            Pick::Nearest(s) => s.walk(f),
            Pick::Most(n, x) | Pick::Fewest(n, x) => {
                f(Met::Name(n));
                x.walk(f);
            }
            _ => {}
        }
    }
}

impl Names for Quality {
    fn walk(&mut self, f: F) {
        match self {
            Quality::Mark(id, s) => {
                f(Met::Field(*id));
                s.walk(f);
            }
            Quality::InCheck(s) => s.walk(f),
            Quality::Kind(s) | Quality::Side(s) => s.walk(f),
            _ => {}
        }
    }
}

impl Names for Amount {
    fn walk(&mut self, f: F) {
        if let Amount::Count(_, n) = self {
            n.walk(f);
        }
    }
}

impl Names for Num {
    fn walk(&mut self, f: F) {
        match self {
            Num::Count(s) | Num::Points(s) | Num::Place(s) | Num::Value(s) => s.walk(f),
            Num::Extreme(_, id, s) => {
                f(Met::Field(*id));
                s.walk(f);
            }
            Num::Field(id, a, b) => {
                f(Met::Field(*id));
                a.walk(f);
                b.walk(f);
            }
            Num::Past(p) => p.walk(f),
            Num::Name(n) => f(Met::Name(n)),
            Num::Word(_, s) | Num::Choice(_, s) => s.walk(f),
            Num::Bin(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            _ => {}
        }
    }
}

impl Names for Value {
    fn walk(&mut self, f: F) {
        match self {
            Value::Set(s) => s.walk(f),
            Value::Num(n) => n.walk(f),
        }
    }
}

impl Names for Deed {
    fn walk(&mut self, f: F) {
        self.subject.walk(f);
        self.object.walk(f);
        self.called.walk(f);
        for (case, value) in &mut self.cases {
            let place = matches!(case, Case::On | Case::Beside | Case::Toward)
                || *case == Case::From && matches!(self.verb, Verb::Push | Verb::Pull)
                || *case == Case::With && self.verb == Verb::Announce;
            match value {
                Value::Set(set) if place => f(Met::Place(set)),
                Value::Set(_) | Value::Num(_) => {}
            }
            value.walk(f);
        }
        self.how.along.walk(f);
        self.how.term.walk(f);
    }
}

impl Names for Path {
    fn walk(&mut self, f: F) {
        if let Path::Like(s) = self {
            s.walk(f);
        }
    }
}

impl Names for Past {
    fn walk(&mut self, f: F) {
        self.deed.walk(f);
        self.since.walk(f);
    }
}

impl Names for Moment {
    fn walk(&mut self, f: F) {
        match self {
            Moment::Start(s) | Moment::End(s) => s.walk(f),
        }
    }
}

impl Names for Span {
    fn walk(&mut self, f: F) {
        if let Span::Next(s) | Span::Last(s) | Span::Nth(_, s) = self {
            s.walk(f);
        }
    }
}

impl Names for Term {
    fn walk(&mut self, f: F) {
        match self {
            Term::Until(m) => m.walk(f),
            Term::Turns(n, s) => {
                n.walk(f);
                s.walk(f);
            }
            Term::Rounds(n) => n.walk(f),
            Term::Event(d) => d.walk(f),
            Term::Game => {}
        }
    }
}

impl Names for Cond {
    fn walk(&mut self, f: F) {
        match self {
            Cond::Is(c) => {
                f(Met::Clause(c));
                c.subject.walk(f);
                c.member.walk(f);
                c.says.walk(f);
            }
            Cond::All(list) | Cond::Any(list) => list.walk(f),
            Cond::Not(c) => c.walk(f),
            Cond::Choice(..) => {}
            Cond::During(s) => s.walk(f),
        }
    }
}

impl Names for Says {
    fn walk(&mut self, f: F) {
        match self {
            Says::There => {}
            Says::Be(q) => q.walk(f),
            Says::At(near, s) => {
                near.walk(f);
                if is_place(near) {
                    f(Met::Place(s));
                }
                s.walk(f);
            }
            Says::Among(s) | Says::Has(s) => s.walk(f),
            Says::Cmp(_, n) => n.walk(f),
            Says::Do(d) | Says::Can(d) | Says::Suffer(d) => d.walk(f),
            Says::Did(p) => p.walk(f),
        }
    }
}

impl Names for Step {
    fn walk(&mut self, f: F) {
        match self {
            Step::Do(d) => d.walk(f),
            Step::Choose {
                who,
                name,
                from,
                amount,
                ..
            } => {
                who.walk(f);
                from.walk(f);
                amount.walk(f);
                f(Met::Name(name));
            }
            Step::May { who, body, .. } => {
                who.walk(f);
                body.walk(f);
            }
            Step::Either { who, ways } => {
                who.walk(f);
                ways.walk(f);
            }
            Step::OrElse(a, b) => {
                a.walk(f);
                b.walk(f);
            }
            Step::If(c, a, b) => {
                c.walk(f);
                a.walk(f);
                b.walk(f);
            }
            Step::Each {
                name,
                of,
                order: _,
                body,
            } => {
                of.walk(f);
                f(Met::Name(name));
                body.walk(f);
                f(Met::Each(*name, of, body));
            }
            Step::AllAtOnce {
                who,
                they,
                ask,
                then,
            } => {
                who.walk(f);
                f(Met::Name(they));
                ask.walk(f);
                then.walk(f);
            }
            Step::Repeat { most, until, body } => {
                most.walk(f);
                until.walk(f);
                body.walk(f);
            }
            Step::Let(n, v) => {
                v.walk(f);
                f(Met::Name(n));
            }
            Step::Roll {
                name, faces, until, ..
            } => {
                faces.walk(f);
                f(Met::Name(name));
                until.walk(f);
            }
            Step::Within { seconds, body, .. } => {
                seconds.walk(f);
                body.walk(f);
            }
            Step::Impose { term, .. } => term.walk(f),
            Step::Later { at, body } => {
                at.walk(f);
                body.walk(f);
            }
            Step::Call(_, s) => s.walk(f),
        }
    }
}

impl Names for Offer {
    fn walk(&mut self, f: F) {
        self.who.walk(f);
        self.they.walk(f);
    }
}

impl Names for On {
    fn walk(&mut self, f: F) {
        match self {
            On::After(d) | On::Before(d) => d.walk(f),
            On::AsSoonAs(c) => c.walk(f),
            On::EachAsSoonAs(each, c) => {
                each.walk(f);
                c.walk(f);
            }
            On::At(m) => m.walk(f),
        }
    }
}

impl Names for Way {
    fn walk(&mut self, f: F) {
        self.path.walk(f);
        if let Takes::This(s) = &mut self.takes {
            s.walk(f);
        }
        self.from.walk(f);
        self.to.walk(f);
        for past in &mut self.past {
            match past {
                Beyond::Through(s) | Beyond::Pushing(s) => s.walk(f),
                Beyond::Over {
                    amount,
                    of,
                    close: _,
                } => {
                    amount.walk(f);
                    of.walk(f);
                }
            }
        }
        self.bring.walk(f);
        self.when.walk(f);
    }
}

impl Names for Form {
    fn walk(&mut self, f: F) {
        match self {
            Form::Guard {
                deed, first, term, ..
            } => {
                deed.walk(f);
                first.walk(f);
                term.walk(f);
            }
            Form::Abilities { spoil } => spoil.walk(f),
            Form::View { of, is, .. } => {
                of.walk(f);
                match is {
                    What::Quality(q) => q.walk(f),
                    What::Value(_, v) => v.walk(f),
                }
            }
            Form::Movement { of, ways, .. } => {
                of.walk(f);
                ways.walk(f);
            }
            Form::Standing { of } => of.walk(f),
            Form::Trigger {
                on, offer, body, ..
            } => {
                on.walk(f);
                offer.walk(f);
                body.walk(f);
            }
            Form::Action { who, body } => {
                who.walk(f);
                body.walk(f);
            }
            Form::Turn(b) | Form::Round(b) | Form::Setup(b) => b.walk(f),
        }
    }
}

impl Names for Rule {
    fn walk(&mut self, f: F) {
        self.form.walk(f);
        self.when.walk(f);
    }
}

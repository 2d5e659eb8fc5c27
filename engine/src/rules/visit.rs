//! Walks over the IR, for whoever asks what a rule reads.
use super::*;

/// A node met on a walk.
pub enum Node<'a> {
    /// A set.
    Set(&'a Set),
    /// A number.
    Num(&'a Num),
    /// One narrowing.
    Narrow(&'a Narrow),
    /// A quality.
    Quality(&'a Quality),
    /// A clause.
    Clause(&'a Clause),
    /// A span in which it has to be now.
    During(&'a Span),
    /// A deed.
    Deed(&'a Deed),
    /// A step.
    Step(&'a Step),
}

type F<'f> = &'f mut dyn FnMut(Node<'_>);

/// Every node of a rule.
pub fn visit_rule(r: &Rule, f: &mut dyn FnMut(Node<'_>)) {
    r.when.iter().for_each(|c| visit_cond(c, f));
    match &r.form {
        Form::Guard {
            deed, first, term, ..
        } => {
            visit_deed(deed, f);
            if let Some(n) = first {
                visit_num(n, f);
            }
            term.iter().for_each(|t| visit_term(t, f));
        }
        Form::Abilities { spoil } => visit_cond(spoil, f),
        Form::View { of, is, .. } => {
            visit_set(of, f);
            match is {
                What::Quality(q) => visit_quality(q, f),
                What::Value(_, v) => visit_value(v, f),
            }
        }
        Form::Movement { of, ways, .. } => {
            visit_set(of, f);
            ways.iter().for_each(|w| visit_way(w, f));
        }
        Form::Standing { of } => visit_set(of, f),
        Form::Trigger {
            on, offer, body, ..
        } => {
            match on {
                On::After(d) | On::Before(d) => d.iter().for_each(|d| visit_deed(d, f)),
                On::AsSoonAs(c) => visit_cond(c, f),
                On::EachAsSoonAs(each, c) => {
                    each.iter().for_each(|(_, s)| visit_set(s, f));
                    visit_cond(c, f);
                }
                On::At(m) => visit_moment(m, f),
            }
            if let Some(o) = offer {
                visit_set(&o.who, f);
            }
            visit_block(body, f);
        }
        Form::Action { who, body } => {
            visit_set(&who.who, f);
            visit_block(body, f);
        }
        Form::Turn(b) | Form::Round(b) | Form::Setup(b) => visit_block(b, f),
    }
}

/// Every node of a way.
pub fn visit_way(w: &Way, f: F) {
    visit_path(&w.path, f);
    if let Takes::This(s) = &w.takes {
        visit_set(s, f);
    }
    w.from.iter().for_each(|s| visit_set(s, f));
    w.to.iter().for_each(|s| visit_set(s, f));
    for b in &w.past {
        match b {
            Beyond::Through(s) | Beyond::Pushing(s) => visit_set(s, f),
            Beyond::Over {
                amount,
                of,
                close: _,
            } => {
                visit_amount(amount, f);
                visit_set(of, f);
            }
        }
    }
    if let Some((a, b)) = &w.bring {
        visit_set(a, f);
        visit_set(b, f);
    }
    w.when.iter().for_each(|c| visit_cond(c, f));
}

fn visit_path(p: &Path, f: F) {
    if let Path::Like(s) = p {
        visit_set(s, f);
    }
}

/// Every node of a block.
pub fn visit_block(b: &Block, f: F) {
    for s in b {
        visit_step(s, f);
    }
}

/// Every node of a step.
pub fn visit_step(s: &Step, f: F) {
    f(Node::Step(s));
    match s {
        Step::Do(d) => visit_deed(d, f),
        Step::Choose {
            who, from, amount, ..
        } => {
            who.iter().for_each(|s| visit_set(s, f));
            visit_set(from, f);
            visit_amount(amount, f);
        }
        Step::May { who, body, .. } => {
            visit_set(&who.who, f);
            visit_block(body, f);
        }
        Step::Either { who, ways } => {
            who.iter().for_each(|s| visit_set(s, f));
            ways.iter().for_each(|w| visit_block(&w.1, f));
        }
        Step::OrElse(a, b) => {
            visit_block(a, f);
            visit_block(b, f);
        }
        Step::If(c, a, b) => {
            visit_cond(c, f);
            visit_block(a, f);
            visit_block(b, f);
        }
        Step::Each { of, body, .. } => {
            visit_set(of, f);
            visit_block(body, f);
        }
        Step::AllAtOnce { who, ask, then, .. } => {
            visit_set(who, f);
            visit_block(ask, f);
            visit_block(then, f);
        }
        Step::Repeat { most, until, body } => {
            most.iter().for_each(|n| visit_num(n, f));
            until.iter().for_each(|c| visit_cond(c, f));
            visit_block(body, f);
        }
        Step::Let(_, v) => visit_value(v, f),
        Step::Roll { faces, until, .. } => {
            faces.iter().for_each(|v| visit_value(v, f));
            until.iter().for_each(|c| visit_cond(c, f));
        }
        Step::Within { seconds, body, .. } => {
            visit_num(seconds, f);
            visit_block(body, f);
        }
        Step::Impose { term, .. } => term.iter().for_each(|t| visit_term(t, f)),
        Step::Later { at, body } => {
            visit_moment(at, f);
            visit_block(body, f);
        }
        Step::Call(_, s) => s.iter().for_each(|s| visit_set(s, f)),
    }
}

/// Every node of a deed.
pub fn visit_deed(d: &Deed, f: F) {
    f(Node::Deed(d));
    d.subject.iter().for_each(|s| visit_set(s, f));
    d.object.iter().for_each(|v| visit_value(v, f));
    d.cases.iter().for_each(|(_, v)| visit_value(v, f));
    d.how.along.iter().for_each(|p| visit_path(p, f));
    d.how.term.iter().for_each(|t| visit_term(t, f));
}

fn visit_term(t: &Term, f: F) {
    match t {
        Term::Until(m) => visit_moment(m, f),
        Term::Turns(n, s) => {
            visit_num(n, f);
            visit_set(s, f);
        }
        Term::Rounds(n) => visit_num(n, f),
        Term::Event(d) => visit_deed(d, f),
        Term::Game => {}
    }
}

fn visit_moment(m: &Moment, f: F) {
    let (Moment::Start(s) | Moment::End(s)) = m;
    visit_span(s, f);
}

fn visit_span(s: &Span, f: F) {
    match s {
        Span::Next(s) | Span::Last(s) | Span::Nth(_, s) => visit_set(s, f),
        Span::Your
        | Span::Every
        | Span::Round
        | Span::Game
        | Span::This
        | Span::NextTurn
        | Span::NextRound => {}
    }
}

/// Every node of a condition.
pub fn visit_cond(c: &Cond, f: F) {
    match c {
        Cond::Is(c) => {
            f(Node::Clause(c));
            visit_value(&c.subject, f);
            match &c.says {
                Says::There => {}
                Says::Be(q) => visit_quality(q, f),
                Says::At(n, s) => {
                    visit_near(n, f);
                    visit_set(s, f);
                }
                Says::Among(s) | Says::Has(s) => visit_set(s, f),
                Says::Cmp(_, n) => visit_num(n, f),
                Says::Do(d) | Says::Can(d) | Says::Suffer(d) => visit_deed(d, f),
                Says::Did(p) => visit_past(p, f),
            }
        }
        Cond::All(v) | Cond::Any(v) => v.iter().for_each(|c| visit_cond(c, f)),
        Cond::Not(c) => visit_cond(c, f),
        Cond::Choice(..) => {}
        Cond::During(s) => {
            f(Node::During(s));
            visit_span(s, f);
        }
    }
}

fn visit_past(p: &Past, f: F) {
    visit_deed(&p.deed, f);
    p.since.iter().for_each(|m| visit_moment(m, f));
}

fn visit_near(n: &Near, f: F) {
    match n {
        Near::Within(n) | Near::Nth(n) => visit_num(n, f),
        Near::On
        | Near::In
        | Near::Beside
        | Near::Around
        | Near::InLine
        | Near::OpenLine
        | Near::NextTo
        | Near::Among
        | Near::Behind
        | Near::InFrontOf
        | Near::Outside
        | Near::Under
        | Near::LowerThan
        | Near::Chain
        | Near::BlockOf4 => {}
    }
}

fn visit_quality(q: &Quality, f: F) {
    f(Node::Quality(q));
    match q {
        Quality::Mark(_, s) | Quality::InCheck(s) => s.iter().for_each(|s| visit_set(s, f)),
        Quality::Kind(s) | Quality::Side(s) => visit_set(s, f),
        Quality::Word(_)
        | Quality::Royal
        | Quality::Empty
        | Quality::Occupied
        | Quality::Light
        | Quality::Dark
        | Quality::Stuck
        | Quality::Mobile
        | Quality::Frozen
        | Quality::Unmoved
        | Quality::Idle
        | Quality::Alone
        | Quality::Legal
        | Quality::Standard
        | Quality::Playing
        | Quality::OnTurn
        | Quality::Different
        | Quality::Same(_)
        | Quality::Next
        | Quality::InPlay
        | Quality::Lost
        | Quality::Captured
        | Quality::Open
        | Quality::Hidden
        | Quality::Jumping
        | Quality::Nothing => {}
    }
}

fn visit_amount(a: &Amount, f: F) {
    if let Amount::Count(_, n) = a {
        visit_num(n, f);
    }
}

/// Every node of a value.
pub fn visit_value(v: &Value, f: F) {
    match v {
        Value::Set(s) => visit_set(s, f),
        Value::Num(n) => visit_num(n, f),
    }
}

/// Every node of a number.
pub fn visit_num(n: &Num, f: F) {
    f(Node::Num(n));
    match n {
        Num::Count(s) | Num::Extreme(_, _, s) | Num::Points(s) | Num::Place(s) | Num::Value(s) => {
            visit_set(s, f)
        }
        Num::Field(_, s, t) => {
            visit_set(s, f);
            t.iter().for_each(|s| visit_set(s, f));
        }
        Num::Past(p) => visit_past(p, f),
        Num::Word(_, s) | Num::Choice(_, s) => s.iter().for_each(|s| visit_set(s, f)),
        Num::Bin(_, a, b) => {
            visit_num(a, f);
            visit_num(b, f);
        }
        Num::Lit(_) | Num::Name(_) | Num::Repetition | Num::Round => {}
    }
}

/// Every node of a narrowing.
pub fn visit_narrow(n: &Narrow, f: F) {
    f(Node::Narrow(n));
    match n {
        Narrow::Is(q) | Narrow::Not(q) => visit_quality(q, f),
        Narrow::Of(s) | Narrow::Hostile(s) | Narrow::Except(s) => visit_set(s, f),
        Narrow::At(near, s) => {
            visit_near(near, f);
            visit_set(s, f);
        }
        Narrow::Between(a, b) => {
            visit_set(a, f);
            visit_set(b, f);
        }
        Narrow::That(_, c) => visit_cond(c, f),
        Narrow::Other(v) => v.iter().for_each(|s| visit_set(s, f)),
        Narrow::Own => {}
    }
}

/// Every node of a set.
pub fn visit_set(s: &Set, f: F) {
    f(Node::Set(s));
    visit_amount(&s.amount, f);
    match &s.base {
        Base::Word(_, o) => o.iter().for_each(|s| visit_set(s, f)),
        Base::Field(_, a, b) => {
            visit_set(a, f);
            b.iter().for_each(|s| visit_set(s, f));
        }
        Base::Zone(_, a) | Base::Of(_, a) | Base::Ability(a) => visit_set(a, f),
        Base::Past(p) => visit_past(p, f),
        Base::Line(a, b) => {
            visit_set(a, f);
            visit_set(b, f);
        }
        Base::OtherLayer(a) => visit_set(a, f),
        Base::Row(n, a) | Base::File(n, a) => {
            visit_num(n, f);
            visit_set(a, f);
        }
        Base::Range(a, b) => {
            visit_num(a, f);
            visit_num(b, f);
        }
        Base::Number(n) => visit_num(n, f),
        Base::Or(v) => v.iter().for_each(|s| visit_set(s, f)),
        Base::All(_)
        | Base::New
        | Base::You
        | Base::It
        | Base::OnTurn
        | Base::Author
        | Base::Nobody
        | Base::Nothing
        | Base::Kind(_)
        | Base::Name(_)
        | Base::Edge
        | Base::Corner
        | Base::Layer(_)
        | Base::Chosen(_)
        | Base::Squares(_)
        | Base::Seats(_)
        | Base::Sides(_)
        | Base::Armies(_)
        | Base::Text(_)
        | Base::Row1(_) => {}
    }
    s.by.iter().for_each(|n| visit_narrow(n, f));
    match &s.pick {
        Some(Pick::Nearest(s)) => visit_set(s, f),
        Some(Pick::Most(_, n) | Pick::Fewest(_, n)) => visit_num(n, f),
        Some(Pick::Nth(_) | Pick::Last | Pick::Latest | Pick::LatestMoved) | None => {}
    }
}

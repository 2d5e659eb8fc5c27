//! Bodies as code: steps with jumps, so that a step that cannot be done, or a declined one, goes where the language says (language 7).
use super::*;
use crate::core::deed::{Change, Conqueror, Deed as Plain, Term as End};
use crate::core::plan::{self, Face, KindPart, Numbers, Sequence, Together};
use crate::core::state::ROW;

/// Where a block goes: to its end as usual, and where it ends with its first decision not made.
#[derive(Default)]
struct Exits {
    none: Vec<usize>,
}

impl<const N: usize> Lowering<N> {
    /// Every step of a block, procedures looked through.
    fn steps<'b>(&'b self, b: &'b [Step], depth: u8, out: &mut Vec<&'b Step>) {
        if depth > 16 {
            return;
        }
        for s in b {
            out.push(s);
            match s {
                Step::May { body, .. }
                | Step::Each { body, .. }
                | Step::Repeat { body, .. }
                | Step::Within { body, .. }
                | Step::Later { body, .. } => self.steps(body, depth + 1, out),
                Step::Either { ways, .. } => {
                    ways.iter().for_each(|w| self.steps(&w.1, depth + 1, out))
                }
                Step::OrElse(a, b) | Step::If(_, a, b) => {
                    self.steps(a, depth + 1, out);
                    self.steps(b, depth + 1, out);
                }
                Step::AllAtOnce { ask, then, .. } => {
                    self.steps(ask, depth + 1, out);
                    self.steps(then, depth + 1, out);
                }
                Step::Call(p, _) => self.steps(&self.rules.procs[p.index()].body, depth + 1, out),
                Step::Do(_)
                | Step::Choose { .. }
                | Step::Let(..)
                | Step::Roll { .. }
                | Step::Impose { .. } => {}
            }
        }
    }
    /// How many steps do something like this.
    pub(super) fn count(&self, b: &[Step], f: &dyn Fn(&crate::rules::Deed) -> bool) -> usize {
        let mut all = vec![];
        self.steps(b, 0, &mut all);
        all.into_iter()
            .filter(|s| matches!(s, Step::Do(d) if f(d)))
            .count()
    }
    pub(super) fn has(&self, b: &[Step], f: &dyn Fn(&crate::rules::Deed) -> bool) -> bool {
        self.count(b, f) > 0
    }
    /// It opens a move decision.
    pub(super) fn grants(&self, b: &[Step]) -> bool {
        self.has(b, &|d| matches!(d.verb, Verb::Move | Verb::Act))
    }
    /// Somebody is asked something in it.
    pub(super) fn decides(&self, b: &[Step]) -> bool {
        let mut all = vec![];
        self.steps(b, 0, &mut all);
        all.into_iter().any(|s| match s {
            Step::Do(d) => matches!(
                d.verb,
                Verb::Move | Verb::Act | Verb::Shift | Verb::Deal | Verb::Draw
            ),
            Step::Choose { .. }
            | Step::May { .. }
            | Step::Either { .. }
            | Step::Roll { .. }
            | Step::Within { .. }
            | Step::AllAtOnce { .. } => true,
            Step::OrElse(..)
            | Step::If(..)
            | Step::Each { .. }
            | Step::Repeat { .. }
            | Step::Let(..)
            | Step::Impose { .. }
            | Step::Later { .. }
            | Step::Call(..) => false,
        })
    }
    /// The code of a body.
    pub(super) fn body(&mut self, b: &[Step]) -> Lowered<u16> {
        let mut code = vec![];
        let mut exits = Exits::default();
        let outer = std::mem::replace(&mut self.nested, 0);
        self.block(b, &mut code, &mut exits, false)?;
        self.nested = outer;
        let end = code.len() as u16;
        exits.none.into_iter().for_each(|i| land(&mut code, i, end));
        code.push(Code::End);
        self.plan.code.push(code);
        let twice = self.count(b, &|d| d.verb == Verb::Move) > 1;
        self.plan.moves_twice.push(twice);
        Ok(self.plan.code.len() as u16 - 1)
    }
    /// A block; before an `otherwise` a declined offer ends it.
    fn block(
        &mut self,
        b: &[Step],
        code: &mut Vec<Code<N>>,
        exits: &mut Exits,
        otherwise: bool,
    ) -> Lowered<()> {
        let mut first = true;
        let mut rest = vec![];
        self.nested += 1;
        for s in b {
            let decides = decides(s);
            let opening = first && decides;
            self.step(s, code, exits, &mut rest, opening, otherwise)?;
            first &= !decides;
        }
        // a choice that comes later and finds nothing leaves the rest of its block out
        self.nested -= 1;
        let end = code.len() as u16;
        rest.into_iter().for_each(|i| land(code, i, end));
        Ok(())
    }
    fn step(
        &mut self,
        s: &Step,
        code: &mut Vec<Code<N>>,
        exits: &mut Exits,
        rest: &mut Vec<usize>,
        opening: bool,
        otherwise: bool,
    ) -> Lowered<()> {
        match s {
            Step::Do(d) => match d.verb {
                Verb::Act => {
                    let who = self.who(&d.subject)?;
                    let at = code.len();
                    code.push(Code::Act(who, None));
                    if opening {
                        code[at] = match code[at].clone() {
                            Code::Act(who, _) => Code::Act(who, Some(0)),
                            c => c,
                        };
                        exits.none.push(at);
                    }
                }
                Verb::Draw => {
                    let c = self.draw(d)?;
                    code.push(c);
                }
                Verb::Deal => {
                    let c = self.deal(d)?;
                    code.push(c);
                }
                Verb::Move | Verb::Shift => {
                    let at = code.len();
                    let c = self.move_step(d)?;
                    code.push(c);
                    match opening {
                        true => exits.none.push(at),
                        false => land(code, at, at as u16 + 1),
                    }
                }
                Verb::Set | Verb::Add | Verb::Spend => {
                    for d in each_target(d) {
                        let who = self.doer(&d)?;
                        let d = self.deed(&d)?;
                        code.push(Code::Do(d, who));
                    }
                }
                _ => {
                    let who = self.doer(d)?;
                    let d = self.deed(d)?;
                    code.push(Code::Do(d, who));
                }
            },
            Step::Choose {
                who,
                name,
                from,
                amount,
                secretly,
                at_random,
            } => {
                let formed = |n: &Narrow| matches!(n, Narrow::At(Near::Chain | Near::BlockOf4, _));
                let form = match from.by.iter().find(|n| formed(n)) {
                    Some(Narrow::At(Near::Chain, _)) => Together::Chain,
                    Some(_) => Together::Block,
                    None => Together::Any,
                };
                let plain = Set {
                    by: from.by.iter().filter(|n| !formed(n)).cloned().collect(),
                    ..from.clone()
                };
                let from = &plain;
                if from.ty == Ty::Number && *amount == crate::rules::Amount::Any {
                    let who = self.who(who)?;
                    let name = self.name(*name)?;
                    let among = self.numbers_of(from)?;
                    let at = code.len();
                    code.push(Code::ChooseNumber {
                        who,
                        at_random: *at_random,
                        secret: *secretly,
                        name,
                        among,
                        none: 0,
                    });
                    if opening {
                        exits.none.push(at)
                    } else {
                        rest.push(at)
                    }
                    return Ok(());
                }
                if matches!(from.ty, Ty::Number | Ty::Zone | Ty::Direction | Ty::Text) {
                    return refuse(format!("a choice of {:?}", from.ty));
                }
                let who = self.who(who)?;
                if from.ty == Ty::Move {
                    if *at_random || form != Together::Any {
                        return refuse("a move chosen at random");
                    }
                    let at = code.len();
                    code.push(self.choose_move(who, *name, from, amount, *secretly)?);
                    match opening {
                        true => exits.none.push(at),
                        false => rest.push(at),
                    }
                    return Ok(());
                }
                let name = self.name(*name)?;
                let amount = match amount {
                    crate::rules::Amount::Any | crate::rules::Amount::Every => Amount::One,
                    crate::rules::Amount::No => return refuse("a choice of none"),
                    crate::rules::Amount::Count(rel, n) => Amount::Count(*rel, self.num(n)?),
                };
                let order = if from.ty == Ty::Kind {
                    Some(self.kind_order(from)?)
                } else {
                    None
                };
                let set = self.set(from)?;
                let at = code.len();
                code.push(Code::Choose {
                    who,
                    name,
                    from: set,
                    ty: from.ty,
                    order,
                    amount,
                    secret: *secretly,
                    form,
                    at_random: *at_random,
                    none: 0,
                });
                if opening {
                    exits.none.push(at)
                } else {
                    rest.push(at)
                }
            }
            Step::May {
                who,
                limit,
                label,
                body,
            } => {
                let Offer { who, they, secret } = who;
                let who = self.seats(who)?;
                let they = they.map_or(Ok(NONE), |n| self.name(n))?;
                let inner = self.body(body)?;
                let limit = match limit {
                    None => NONE16,
                    Some(_) => return refuse("a limit of an offer inside a body"),
                };
                code.push(Code::May {
                    who,
                    they,
                    code: inner,
                    limit,
                    label: *label,
                    secret: *secret,
                    first: opening && self.nested == 1,
                    none: NONE16,
                });
                if opening && otherwise {
                    exits.none.push(code.len() - 1);
                }
            }
            Step::Either { who, ways } => {
                let who = self.who(who)?;
                let mut all = vec![];
                for (text, b) in ways {
                    all.push((*text, self.body(b)?));
                }
                let at = code.len();
                code.push(Code::Either(who, all, 0));
                match opening {
                    true => exits.none.push(at),
                    false => land(code, at, at as u16 + 1),
                }
            }
            Step::OrElse(a, b) => {
                let mut first = Exits::default();
                self.block(a, code, &mut first, true)?;
                let jump = code.len();
                code.push(Code::Jump(0));
                let other = code.len() as u16;
                first.none.into_iter().for_each(|i| land(code, i, other));
                let mut second = Exits::default();
                self.block(b, code, &mut second, false)?;
                let end = code.len() as u16;
                land(code, jump, end);
                match opening {
                    true => exits.none.append(&mut second.none),
                    false => second.none.into_iter().for_each(|i| land(code, i, end)),
                }
            }
            Step::If(c, a, b) => {
                let c = self.cond(c)?;
                let at = code.len();
                code.push(Code::Unless(c, 0));
                let mut inner = Exits::default();
                self.block(a, code, &mut inner, false)?;
                let jump = code.len();
                code.push(Code::Jump(0));
                let other = code.len() as u16;
                land(code, at, other);
                self.block(b, code, &mut inner, false)?;
                let end = code.len() as u16;
                land(code, jump, end);
                inner.none.into_iter().for_each(|i| land(code, i, end));
            }
            Step::Each {
                name,
                of,
                order,
                body,
            } => {
                let (name, set) = (self.name(*name)?, self.set(of)?);
                let inner = self.body(body)?;
                let order = self.sequence(of, *order)?;
                code.push(Code::Each(name, of.ty, set, order, inner));
            }
            Step::AllAtOnce {
                who,
                they,
                ask,
                then,
            } => {
                let (who, they) = (self.seats(who)?, self.name(*they)?);
                let (ask, then) = (self.body(ask)?, self.body(then)?);
                code.push(Code::AllAtOnce {
                    who,
                    they,
                    ask,
                    then,
                });
            }
            Step::Repeat { most, until, body } => {
                let most = most.as_ref().map(|n| self.num(n)).transpose()?;
                let until = until.as_ref().map(|c| self.cond(c)).transpose()?;
                let inner = self.body(body)?;
                code.push(Code::Repeat(most, until, inner));
            }
            Step::Let(name, v) => {
                let name = self.name(*name)?;
                let c = match v {
                    Value::Set(s) if s.ty != Ty::Number => Code::Let(name, self.set(s)?),
                    Value::Set(_) => return refuse("a name for numbers"),
                    Value::Num(n) => Code::LetNumber(name, self.num(n)?),
                };
                code.push(c);
            }
            Step::Roll {
                name,
                dice,
                faces,
                until,
            } => {
                if *dice > 1 && until.is_some() {
                    return refuse("several dice under one name, rolled until something is so");
                }
                let name = self.name(*name)?;
                let faces = match faces.is_empty() {
                    true => (1..=6).map(|n| Face::Number(Int::Fixed(n))).collect(),
                    false => faces
                        .iter()
                        .map(|f| self.face(f))
                        .collect::<Lowered<Vec<_>>>()?,
                };
                let until = until.as_ref().map(|c| self.cond(c)).transpose()?;
                let ty = faces_are(s);
                code.push(Code::Roll(name, ty, faces, until, false));
                for _ in 1..*dice {
                    let Some(Code::Roll(name, ty, faces, until, _)) = code.last().cloned() else {
                        break;
                    };
                    code.push(Code::Roll(name, ty, faces, until, true));
                }
            }
            Step::Within {
                seconds,
                after_first,
                body,
            } => {
                let seconds = self.num(seconds)?;
                let at = code.len();
                code.push(Code::Within {
                    seconds,
                    after_first: *after_first,
                    end: 0,
                });
                let mut inner = Exits::default();
                self.block(body, code, &mut inner, otherwise)?;
                let end = code.len() as u16;
                land(code, at, end);
                code.push(Code::InTime);
                if *after_first && opening && otherwise && !inner.none.is_empty() {
                    // who was passed over would have to be asked again before that
                    return refuse("a clock from the first answer, before `otherwise`");
                }
                match opening {
                    true => exits.none.append(&mut inner.none),
                    false => inner.none.into_iter().for_each(|i| land(code, i, end)),
                }
            }
            Step::Impose { fact, term } => {
                let rules = self.rules.clone();
                let r = &rules.rules[fact.index()];
                let Form::Guard {
                    verdict,
                    deed,
                    binds,
                    first: None,
                    term: _,
                } = &r.form
                else {
                    return refuse("a fact for a time that is no prohibition");
                };
                if *verdict == Verdict::Permit {
                    return refuse("a permission for a time");
                }
                let mut g = self.guard(*fact, r, deed, *binds, Holder::Game)?;
                g.duty = *verdict == Verdict::Duty;
                self.plan.facts.push(g);
                if term.len() > 2 {
                    return refuse("a fact with more than two ends");
                }
                let n = self.plan.facts.len() as u16 - 1;
                let term = self.terms(term)?;
                code.push(Code::Do(Plain::Impose(n, term), None));
            }
            Step::Later { at, body } => {
                let (span, end) = match at {
                    crate::rules::Moment::Start(s) => (s, false),
                    crate::rules::Moment::End(s) => (s, true),
                };
                let term = self.span(span, end)?;
                let inner = self.body(body)?;
                code.push(Code::Do(Plain::Later(inner, Box::new(term)), None));
            }
            Step::Call(p, object) => {
                let rules = self.rules.clone();
                let proc = &rules.procs[p.index()];
                let object = match object {
                    None => None,
                    Some(s) if matches!(s.base, Base::Zone(..)) => {
                        return refuse("a zone handed to a procedure");
                    }
                    Some(s) => Some(self.set(s)?),
                };
                let takes = proc.takes.map_or(Ok(NONE), |n| self.name(n))?;
                let inner = self.procedure(*p)?;
                code.push(Code::Call(inner, takes, object));
            }
        }
        Ok(())
    }
    /// In which order the members of a loop are taken.
    /// Kinds in a row (`| N N R K R |`), or a definition that is one.
    fn is_row(&self, of: &Set) -> bool {
        if !of.by.is_empty() || of.pick.is_some() {
            return false;
        }
        let row = |p: &crate::rules::WordPart| matches!(&p.value, Value::Set(s) if self.is_row(s));
        let defined = |w: WordId| {
            let parts = &self.rules.words[w.index()].parts;
            !parts.is_empty() && parts.iter().all(row)
        };
        matches!(of.base, Base::Row1(_)) || matches!(of.base, Base::Word(w, None) if defined(w))
    }
    fn sequence(&mut self, of: &Set, order: Order) -> Lowered<Sequence<N>> {
        let told = |c: &Cond| match c {
            Cond::Is(Clause {
                says: Says::Did(past),
                subject: Value::Set(s),
                not: false,
                ..
            }) => Some((s.clone(), past.clone())),
            _ => None,
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
                    _ => None,
                });
                match found {
                    Some((name, (s, past))) => {
                        let past = self.past(Some(&s), &past)?.0;
                        Sequence::Happened(self.name(name)?, Box::new(past))
                    }
                    None => Sequence::Board,
                }
            }
        })
    }
    /// Numbers to choose from, in the order written.
    fn numbers_of(&mut self, s: &Set) -> Lowered<Vec<Numbers<N>>> {
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
            _ => return refuse("numbers of things"),
        })
    }
    /// The code of a procedure, as whoever is being read calls it.
    pub(super) fn procedure(&mut self, p: ProcId) -> Lowered<u16> {
        if let Some(code) = self.calls.get(&(p, self.power)) {
            return Ok(*code);
        }
        let at = self.plan.code.len() as u16;
        self.plan.code.push(vec![Code::End]);
        self.plan.moves_twice.push(false);
        self.calls.insert((p, self.power), at);
        let rules = self.rules.clone();
        let made = self.body(&rules.procs[p.index()].body)?;
        let made = self.plan.code[made as usize].clone();
        self.plan.code[at as usize] = made;
        Ok(at)
    }
    fn face(&mut self, f: &Value) -> Lowered<Face<N>> {
        Ok(match f {
            Value::Set(s)
                if matches!(s.ty, Ty::Kind | Ty::Seat | Ty::Side | Ty::Square | Ty::Text) =>
            {
                Face::Thing(self.set(s)?)
            }
            f => Face::Number(self.number(f)?),
        })
    }
    /// Who does a deed, where that is said and it is a player; of several the first.
    fn doer(&mut self, d: &crate::rules::Deed) -> Lowered<Option<Mask<N>>> {
        match &d.subject {
            Some(s) if s.ty == Ty::Seat => Ok(Some(self.seats(s)?)),
            Some(_) | None => Ok(None),
        }
    }
    fn who(&mut self, s: &Option<Set>) -> Lowered<Option<Mask<N>>> {
        s.as_ref().map(|s| self.seats(s)).transpose()
    }
    fn kind_order(&mut self, s: &Set) -> Lowered<KindOrder<N>> {
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
            _ if s.ty == Ty::Piece => KindOrder::OfPieces(self.set(s)?),
            _ => KindOrder::Listed((0..self.plan.kinds.len() as u8).collect()),
        })
    }
    fn move_step(&mut self, d: &crate::rules::Deed) -> Lowered<Code<N>> {
        let crate::rules::Deed {
            verb,
            subject,
            object,
            called,
            cases,
            how,
            src: _,
        } = d;
        only(how, &["without capturing", "only to capture"])?;
        let (quiet, taking) = (how.quiet, how.taking);
        let Some(Value::Set(o)) = object else {
            return refuse("a move of nothing");
        };
        let pieces = match o.ty {
            Ty::Piece => self.set(o)?,
            Ty::Square => Mask::On(Box::new(self.set(o)?)),
            ty => return refuse(format!("a move of {ty:?}")),
        };
        let (mut like, mut to, mut heading) = (None, None, None);
        for (c, v) in cases {
            match (c, v) {
                (Case::Like, Value::Set(s)) => like = Some(self.kinds(s)?),
                (Case::To, Value::Set(s)) => to = Some(self.squares(s)?),
                (Case::In, Value::Set(s)) if s.ty == Ty::Direction => heading = Some(self.set(s)?),
                _ => return refuse(format!("a move with {c:?}")),
            }
        }
        let who = self.who(subject)?;
        let called = called.map_or(Ok(NONE), |n| self.name(n))?;
        Ok(Code::Move {
            who,
            pieces,
            called,
            taking,
            quiet,
            like,
            to,
            heading,
            shift: *verb == Verb::Shift,
            none: 0,
        })
    }
    fn deed(&mut self, d: &crate::rules::Deed) -> Lowered<Plain<N>> {
        let crate::rules::Deed {
            verb,
            subject,
            object,
            called,
            cases,
            how,
            src: _,
        } = d;
        only(
            how,
            &[
                "openly",
                "together",
                "instead",
                "without moving",
                "the owners of",
                "an end",
            ],
        )?;
        let (openly, together, still, owners, term) = (
            &how.openly,
            &how.together,
            &how.still,
            &how.owners,
            &how.term,
        );
        let case = |c: Case| cases.iter().find(|(k, _)| *k == c).map(|(_, v)| v);
        let case_set = |c: Case| match case(c) {
            Some(Value::Set(s)) => Some(s),
            _ => None,
        };
        let object_set = match object {
            Some(Value::Set(s)) => Some(s),
            _ => None,
        };
        Ok(match verb {
            Verb::Pass => Plain::Pass,
            Verb::TurnPasses => match case_set(Case::To) {
                Some(s) => Plain::TurnPasses(self.seats(s)?),
                None => return refuse("whose turn comes next"),
            },
            Verb::Skip => match subject {
                Some(s) => Plain::Skip(self.seats(s)?),
                None => Plain::Skip(Mask::You),
            },
            Verb::Win => Plain::Win {
                who: self.who(subject)?,
                share: subject.as_ref().is_some_and(|s| s.pick.is_some()),
            },
            Verb::DrawGame => Plain::DrawGame,
            Verb::EndGame => Plain::EndGame,
            Verb::Play => match object_set {
                Some(s) if s.ty == Ty::Move => Plain::Play(self.moves(s)?, *together),
                _ => return refuse("something else than moves played"),
            },
            Verb::EndTurn | Verb::EndRound => Plain::EndTurn,
            Verb::LoseGame => {
                let to = match case_set(Case::To) {
                    None => Conqueror::Nobody,
                    Some(s) if s.base == Base::Author => Conqueror::Author,
                    Some(s) => Conqueror::These(self.seats(s)?),
                };
                Plain::Lose {
                    who: self.who(subject)?,
                    to,
                }
            }
            Verb::Score => {
                let n = match object {
                    Some(Value::Num(n)) => self.num(n)?,
                    _ => return refuse("points that are no number"),
                };
                Plain::Score(self.who(subject)?, n)
            }
            Verb::Remove => {
                let pieces = self.pieces(object_set)?;
                let named = match object_set {
                    Some(s) if matches!(s.base, Base::Name(_) | Base::It) => Some(pieces.clone()),
                    Some(Set {
                        base: Base::Or(v), ..
                    }) => {
                        let by_name = v
                            .iter()
                            .filter(|s| matches!(s.base, Base::Name(_) | Base::It));
                        let all = by_name.map(|s| self.set(s)).collect::<Lowered<Vec<_>>>()?;
                        if all.is_empty() {
                            None
                        } else {
                            Some(Mask::Or(all))
                        }
                    }
                    _ => None,
                };
                Plain::Remove { pieces, named }
            }
            Verb::Capture => {
                let victims = self.pieces(object_set)?;
                let captor = match (subject, case_set(Case::With)) {
                    (Some(s), _) if s.ty == Ty::Piece => Some(self.set(s)?),
                    (_, Some(s)) if s.ty == Ty::Piece => Some(self.set(s)?),
                    _ => None,
                };
                let whole = object_set.is_some_and(|s| {
                    s.amount != crate::rules::Amount::Every || matches!(s.base, Base::Name(_))
                });
                Plain::Capture {
                    victims,
                    captor,
                    still: *still,
                    whole,
                }
            }
            Verb::Put => {
                let Some(o) = object_set else {
                    return refuse("something put");
                };
                if let Some(into) = [Case::Into, Case::Onto, Case::Under]
                    .into_iter()
                    .find_map(|c| case_set(c).map(|s| (c, s)))
                {
                    return self.stored(o, into, *openly);
                }
                let (mut squares, mut side) = (vec![], None);
                for c in [Case::On, Case::Beside, Case::At, Case::To] {
                    match case_set(c) {
                        Some(s) if self.is_side_of_board(s) => side = Some(self.set(s)?),
                        Some(s) => squares.push(self.squares(s)?),
                        None => {}
                    }
                }
                if squares.is_empty() && side.is_none() {
                    return refuse("something put nowhere");
                }
                let called = called.map_or(Ok(NONE), |n| self.name(n))?;
                if o.base == Base::New && side.is_some() {
                    return refuse("new pieces on a side of the board");
                }
                if o.base == Base::New {
                    return self.new_pieces(o, super::phrases::or(squares), called);
                }
                if matches!(o.amount, crate::rules::Amount::Count(..)) {
                    return refuse("so many pieces put somewhere");
                }
                let pieces = self.pieces(Some(o))?;
                Plain::Put {
                    pieces,
                    squares: super::phrases::or(squares),
                    side,
                    called,
                }
            }
            Verb::Give => {
                let Some(to) = case_set(Case::To) else {
                    return refuse("something given to nobody");
                };
                if let Some(s) = object_set.filter(|s| s.ty == Ty::Army) {
                    return Ok(Plain::GiveArmy(self.set(s)?, self.seats(to)?));
                }
                if object_set.is_none_or(|s| s.ty != Ty::Piece) {
                    return refuse("something else than pieces given");
                }
                let to = match to.ty {
                    Ty::Seat => self.set(to)?,
                    Ty::Piece => Mask::Owners(Box::new(self.set(to)?)),
                    ty => return refuse(format!("something given to {ty:?}")),
                };
                Plain::Give(self.pieces(object_set)?, to)
            }
            Verb::Swap if *owners => Plain::SwapOwners(self.pieces(object_set)?),
            Verb::Swap => Plain::Swap(self.pieces(object_set)?),
            Verb::Push | Verb::Pull => {
                let pull = *verb == Verb::Pull;
                let Some(fix) = case_set(if pull { Case::Toward } else { Case::From }) else {
                    return refuse("a push from nowhere");
                };
                let by = match case(Case::By) {
                    None => None,
                    Some(Value::Num(n)) => Some(self.num(n)?),
                    Some(Value::Set(_)) => return refuse("a push by things"),
                };
                Plain::Shove {
                    pieces: self.pieces(object_set)?,
                    fix: self.squares(fix)?,
                    pull,
                    by,
                    off: case(Case::Off).is_some(),
                }
            }
            Verb::Become | Verb::Promote => {
                let promote = *verb == Verb::Promote;
                let to = case_set(if promote { Case::To } else { Case::As });
                let (Some(to), Some(s)) = (to, subject) else {
                    return refuse("what becomes what");
                };
                Plain::Become {
                    pieces: self.pieces(Some(s))?,
                    kind: self.kinds(to)?,
                    promote,
                }
            }
            Verb::Mark | Verb::Unmark => {
                let Some(Set {
                    base: Base::Field(f, _, None),
                    ..
                }) = case_set(Case::As)
                else {
                    return refuse("a mark for a seat");
                };
                let place = self.place(*f)?;
                let Slots::Marks(plane) = place.slots else {
                    return refuse("marked as a value");
                };
                let hidden = place.hidden;
                if place.by_holder && !self.is_own(*f) && !self.is_of_kin(*f) {
                    return refuse("a mark of another power");
                }
                let things = match (place.of_game, object_set) {
                    (true, _) => Mask::Fixed(Bits::one(0)),
                    (false, Some(s)) => self.owner_of_value(s, place.on)?,
                    (false, None) => return refuse("nothing marked"),
                };
                let (ty, field, by_holder) = (place.on, f.0, place.by_holder);
                if *verb == Verb::Unmark {
                    return Ok(Plain::Unmark {
                        things,
                        ty,
                        field,
                        plane,
                        by_holder,
                    });
                }
                Plain::Mark {
                    things,
                    ty,
                    field,
                    plane,
                    by_holder,
                    hidden,
                    term: self.terms(term)?,
                }
            }
            Verb::Set | Verb::Add | Verb::Spend => self.value_step(d)?,
            Verb::EndPower => match object_set {
                Some(Set {
                    base: Base::Of(Part::Power, of),
                    ..
                }) => Plain::EndPower(self.seats(of)?),
                _ => return refuse("the end of a power that is named otherwise"),
            },
            Verb::TakeBack => {
                self.plan.takes_back = true;
                Plain::TakeBack
            }
            Verb::Announce => {
                let Some(Set {
                    base: Base::Text(t),
                    ..
                }) = object_set
                else {
                    return refuse("an announcement of something else");
                };
                let to = case_set(Case::To).map(|s| self.seats(s)).transpose()?;
                let with = case_set(Case::With).map(|s| self.squares(s)).transpose()?;
                Plain::Announce(vec![*t], to, with)
            }
            Verb::Borrow => match object_set {
                Some(s) if s.ty == Ty::Power => {
                    let end = match term.first() {
                        Some(t) => self.term(t)?,
                        None => End::ThisTurn(true),
                    };
                    Plain::Borrow(self.who(subject)?, self.set(s)?, end)
                }
                _ => return refuse("something else than a power borrowed"),
            },
            Verb::Reveal => {
                let to = case_set(Case::To).map(|s| self.seats(s)).transpose()?;
                let field = match object {
                    Some(
                        Value::Set(Set {
                            base: Base::Field(f, of, seat),
                            ..
                        })
                        | Value::Num(Num::Field(f, of, seat)),
                    ) => (*f, of, seat.as_deref()),
                    Some(Value::Set(s)) => {
                        let ty = match s.ty {
                            Ty::Army | Ty::Card => Ty::Piece,
                            ty => ty,
                        };
                        let pieces = match &s.base {
                            Base::Zone(z, of) if s.by.is_empty() => {
                                let (z, of) = self.zone(*z, of)?;
                                Mask::Zone(z, Box::new(of))
                            }
                            _ => self.as_type(s, ty)?,
                        };
                        return Ok(Plain::Show(pieces));
                    }
                    _ => return refuse("something else than a value revealed"),
                };
                let place = self.place(field.0)?;
                let Some(hidden) = place.hidden else {
                    return refuse("a value revealed that everybody sees");
                };
                let of = match place.of_game {
                    true => Mask::Fixed(Bits::one(0)),
                    false => self.owner_of_value(field.1, place.on)?,
                };
                let whose = self.whose(field.0, &place, field.2)?;
                Plain::Reveal(hidden, whose, of, to)
            }
            Verb::Shuffle => {
                let into = match case_set(Case::Into) {
                    Some(Set {
                        base: Base::Zone(z, of),
                        ..
                    }) => Some(self.zone(*z, of)?),
                    Some(_) => return refuse("something shuffled into something else than a zone"),
                    None => None,
                };
                match object_set.map(|s| &s.base) {
                    Some(Base::Zone(z, of)) => Plain::Shuffle(vec![self.zone(*z, of)?], into),
                    _ => return refuse("something else than a zone shuffled"),
                }
            }
            Verb::Stop => Plain::Stop,
            Verb::Move
            | Verb::Act
            | Verb::Castle
            | Verb::Jump
            | Verb::LosePiece
            | Verb::Shift
            | Verb::Deal
            | Verb::Draw
            | Verb::Resign
            | Verb::Enter
            | Verb::Leave
            | Verb::Cross
            | Verb::Talk
            | Verb::StopBeing
            | Verb::Attack
            | Verb::Cover
            | Verb::Reach
            | Verb::Match
            | Verb::Share
            | Verb::Hold => return refuse(format!("the step {verb:?}")),
        })
    }
    /// Something put into a zone.
    fn stored(&mut self, o: &Set, (case, into): (Case, &Set), openly: bool) -> Lowered<Plain<N>> {
        let Base::Zone(z, of) = &into.base else {
            return refuse("something put into a zone that is not named");
        };
        let zone = self.zone(*z, of)?;
        if o.base == Base::New {
            return match self.new_pieces(o, Mask::Fixed(Bits::EMPTY), NONE)? {
                Plain::PutNew {
                    kind,
                    owner,
                    count,
                    squares: _,
                    called: _,
                } => Ok(Plain::StoreNew {
                    kind,
                    owner,
                    count,
                    zone,
                }),
                _ => refuse("new pieces put into a zone"),
            };
        }
        let at = into.by.iter().find_map(|n| match n {
            Narrow::At(Near::Nth(n), _) => Some(n),
            _ => None,
        });
        let top = case == Case::Onto && self.plan.zones[zone.0 as usize].deck;
        let at = match at {
            Some(n) => Some(self.num(n)?),
            None => top.then_some(Int::Fixed(1)),
        };
        let most = match &o.amount {
            crate::rules::Amount::Count(_, n) => Some(self.num(n)?),
            crate::rules::Amount::Any | crate::rules::Amount::Every | crate::rules::Amount::No => {
                None
            }
        };
        Ok(Plain::Store {
            pieces: self.as_type(o, Ty::Piece)?,
            most,
            zone,
            at,
            openly,
        })
    }
    fn draw(&mut self, d: &crate::rules::Deed) -> Lowered<Code<N>> {
        let zone = |l: &mut Self, c: Case| {
            let found = d.cases.iter().find(|(k, _)| *k == c).map(|(_, v)| v);
            match found {
                Some(Value::Set(Set {
                    base: Base::Zone(z, of),
                    ..
                })) => l.zone(*z, of).map(Some),
                Some(_) => refuse("cards drawn to or from something else than a zone"),
                None => Ok(None),
            }
        };
        let Some(from) = zone(self, Case::From)? else {
            return refuse("cards drawn from nowhere");
        };
        let into = zone(self, Case::Into)?;
        let count = match &d.object {
            Some(Value::Set(Set {
                amount: crate::rules::Amount::Count(_, n),
                ..
            })) => self.num(n)?,
            _ => Int::Fixed(1),
        };
        Ok(Code::Draw(Box::new(plan::Draw {
            who: self.who(&d.subject)?,
            from,
            into,
            count,
            called: d.called.map_or(Ok(NONE), |n| self.name(n))?,
            none: 0,
        })))
    }
    fn deal(&mut self, d: &crate::rules::Deed) -> Lowered<Code<N>> {
        let Some(Value::Set(Set {
            base: Base::Row1(row),
            ..
        })) = &d.object
        else {
            return refuse("something else than a row dealt");
        };
        let kinds: Option<Vec<(u8, u8)>> = (row.iter())
            .map(|(k, s)| Some((self.plan.kind(*k)?, s.map_or(NONE, |s| s.0 as u8))))
            .collect();
        let Some(kinds) = kinds else {
            return refuse("a kind dealt that is not here");
        };
        if kinds.len() > 32 {
            return refuse("more things dealt than there is room for");
        }
        let to = d
            .cases
            .iter()
            .find(|(c, _)| matches!(c, Case::To | Case::Into));
        let to = match to.map(|(_, v)| v) {
            Some(Value::Set(Set {
                base: Base::Zone(z, of),
                ..
            })) => {
                let (z, of) = self.zone(*z, of)?;
                plan::Places::Zone(z, of)
            }
            Some(Value::Set(Set {
                base: Base::Field(f, of, seat),
                by,
                pick,
                ty: _,
                amount: _,
            })) => {
                if !by.is_empty() || pick.is_some() {
                    return refuse("things dealt to some of several values");
                }
                let place = self.place(*f)?;
                let (Slots::Numbers(slot) | Slots::NumbersOfYou(slot, _)) = place.slots else {
                    return refuse("things dealt to values of this sort");
                };
                plan::Places::Values {
                    on: place.on,
                    slot,
                    for_seat: self.whose(*f, &place, seat.as_deref())?,
                    hidden: place.hidden,
                    of: self.owner_of_value(of, place.on)?,
                }
            }
            _ => return refuse("things dealt to something else"),
        };
        Ok(Code::Deal(Box::new(plan::Deal {
            who: self.who(&d.subject)?,
            at_random: d.how.at_random,
            secret: d.how.secretly,
            row: kinds,
            to,
        })))
    }
    /// `a new pawn`: pieces made by this step.
    fn new_pieces(&mut self, o: &Set, squares: Mask<N>, called: u8) -> Lowered<Plain<N>> {
        let (mut kind, mut owner) = (None, None);
        for n in &o.by {
            match n {
                Narrow::Is(Quality::Kind(k)) => kind = Some(self.kinds(k)?),
                Narrow::Of(s) if s.ty == Ty::Seat => owner = Some(self.set(s)?),
                // its kind and its side
                Narrow::That(
                    _,
                    Cond::Is(Clause {
                        says: Says::Do(d),
                        not: false,
                        ..
                    }),
                ) if d.verb == Verb::Match => {
                    let Some(Value::Set(like)) = &d.object else {
                        return refuse("a new piece that matches a number");
                    };
                    let like = self.set(like)?;
                    kind = Some(Mask::Kinds(Box::new(like.clone())));
                    owner = Some(Mask::OfColours(Box::new(like)));
                }
                n => return refuse(format!("a new piece that is {}", short(n))),
            }
        }
        let Some(kind) = kind else {
            return refuse("a new piece of no kind");
        };
        let count = match &o.amount {
            crate::rules::Amount::Count(_, n) => self.num(n)?,
            crate::rules::Amount::Any | crate::rules::Amount::Every | crate::rules::Amount::No => {
                Int::Fixed(1)
            }
        };
        Ok(Plain::PutNew {
            kind,
            owner,
            count,
            squares,
            called,
        })
    }
    fn value_step(&mut self, d: &crate::rules::Deed) -> Lowered<Plain<N>> {
        let case = |c: Case| d.cases.iter().find(|(k, _)| *k == c).map(|(_, v)| v);
        let (target, what) = match d.verb {
            Verb::Set => (d.object.as_ref(), case(Case::To)),
            Verb::Add => (case(Case::To), d.object.as_ref()),
            _ => (case(Case::Of), d.object.as_ref()),
        };
        let (Some(target), Some(what)) = (target, what) else {
            return refuse("a value that is not named");
        };
        let (f, of, seat) = match target {
            Value::Num(Num::Field(f, of, seat)) => (*f, of, seat),
            Value::Set(Set {
                base: Base::Field(f, of, seat),
                ..
            }) => (*f, of, seat),
            Value::Num(_) | Value::Set(_) => return refuse("something set that is no value"),
        };
        let place = self.place(f)?;
        let number = self.rules.fields[f.index()].ty == Ty::Number;
        let of = if place.of_game {
            None
        } else {
            Some(self.owner_of_value(of, place.on)?)
        };
        let term = self.terms(&d.how.term)?;
        match place.slots {
            Slots::Marks(_) => refuse("a mark set as a value"),
            Slots::Sets(_) | Slots::Owners(..) => {
                let Value::Set(s) = what else {
                    return refuse("a number put into a set");
                };
                let of_ty = self.rules.fields[f.index()].ty;
                Ok(Plain::Set {
                    slots: place.slots,
                    of,
                    what: self.as_type(s, of_ty)?,
                    add: d.verb == Verb::Add,
                    hidden: place.hidden,
                })
            }
            Slots::Numbers(slot) | Slots::NumbersOfYou(slot, _) => {
                let for_seat = self.whose(f, &place, seat.as_deref())?;
                let change = match (d.verb, what) {
                    (Verb::Set, Value::Set(s))
                        if self.rules.fields[f.index()].ty == Ty::Move
                            && s.base != Base::Nothing =>
                    {
                        Change::Move(self.moves(s)?)
                    }
                    (Verb::Set, Value::Set(s)) if s.base == Base::Nothing => {
                        Change::Thing(s.ty, Mask::Fixed(Bits::EMPTY))
                    }
                    (Verb::Set, Value::Set(s)) if !number => {
                        let ty = self.rules.fields[f.index()].ty;
                        Change::Thing(ty, self.as_type(s, ty)?)
                    }
                    (Verb::Set, v) => Change::To(self.number(v)?),
                    (Verb::Add, v) if number => Change::By(self.number(v)?),
                    (Verb::Spend, v) if number => Change::Pay(self.number(v)?),
                    _ => return refuse("things added to a single value"),
                };
                Ok(Plain::Value {
                    slot,
                    for_seat,
                    of,
                    start: if place.start == UNSET { 0 } else { place.start },
                    change,
                    term,
                    hidden: place.hidden,
                })
            }
        }
    }
    /// For which seat a value is kept: one that is named, else who reads.
    fn whose(
        &mut self,
        f: FieldId,
        place: &Place,
        seat: Option<&Set>,
    ) -> Lowered<Option<plan::ForSeat<N>>> {
        match seat {
            Some(seat) => Ok(Some(self.field_for(f, seat)?.1)),
            None => self.for_you(f, place),
        }
    }
    pub(super) fn number(&mut self, v: &Value) -> Lowered<Int<N>> {
        match v {
            Value::Num(n) => self.num(n),
            Value::Set(Set {
                base: Base::Number(n),
                by,
                ..
            }) if by.is_empty() => self.num(n),
            Value::Set(Set {
                base: Base::Name(n),
                ty: Ty::Number,
                ..
            }) => Ok(Int::Name(self.name(*n)?)),
            Value::Set(Set {
                base: Base::Field(f, of, None),
                ty: Ty::Number,
                ..
            }) => self.num(&Num::Field(*f, of.clone(), None)),
            Value::Set(s) => refuse(format!("{:?} taken for a number", s.ty)),
        }
    }
    pub(super) fn pieces(&mut self, s: Option<&Set>) -> Lowered<Mask<N>> {
        match s {
            Some(s) if s.ty == Ty::Piece => self.set(s),
            Some(s) if s.ty == Ty::Square => Ok(Mask::On(Box::new(self.set(s)?))),
            Some(s) => refuse(format!("{:?} taken for pieces", s.ty)),
            None => refuse("no pieces"),
        }
    }
    pub(super) fn terms(&mut self, v: &[Term]) -> Lowered<Vec<End<N>>> {
        v.iter().map(|t| self.term(t)).collect()
    }
    fn term(&mut self, t: &Term) -> Lowered<End<N>> {
        Ok(match t {
            Term::Until(m) => {
                let (span, end) = match m {
                    crate::rules::Moment::Start(s) => (s, false),
                    crate::rules::Moment::End(s) => (s, true),
                };
                self.span(span, end)?
            }
            Term::Turns(n, s) => match &s.base {
                Base::Of(Part::Owner, of) if of.ty == Ty::Piece && s.by.is_empty() => {
                    End::TurnsOfOwner(self.num(n)?, self.set(of)?)
                }
                _ => End::Turns(self.num(n)?, self.seats(s)?),
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
    fn span(&mut self, span: &Span, end: bool) -> Lowered<End<N>> {
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

/// `add X to A and B`: the same for each of the values named.
fn each_target(d: &crate::rules::Deed) -> Vec<crate::rules::Deed> {
    let parts = |v: &Value| match v {
        Value::Set(Set {
            base: Base::Or(parts),
            by,
            ..
        }) if by.is_empty() && parts.iter().all(|s| matches!(s.base, Base::Field(..))) => {
            Some(parts.clone())
        }
        _ => None,
    };
    let case = match d.verb {
        Verb::Add => Case::To,
        Verb::Spend => Case::Of,
        _ => {
            let Some(all) = d.object.as_ref().and_then(parts) else {
                return vec![d.clone()];
            };
            let one = |s: Set| crate::rules::Deed {
                object: Some(Value::Set(s)),
                ..d.clone()
            };
            return all.into_iter().map(one).collect();
        }
    };
    let Some(at) = d.cases.iter().position(|(c, _)| *c == case) else {
        return vec![d.clone()];
    };
    let Some(all) = parts(&d.cases[at].1) else {
        return vec![d.clone()];
    };
    let one = |s: Set| {
        let mut d = d.clone();
        d.cases[at].1 = Value::Set(s);
        d
    };
    all.into_iter().map(one).collect()
}

/// What the faces of a die are.
fn faces_are(s: &Step) -> Ty {
    match s {
        Step::Roll { faces, .. } => match faces.first() {
            Some(Value::Set(s)) => s.ty,
            Some(Value::Num(_)) | None => Ty::Number,
        },
        _ => Ty::Number,
    }
}

/// A step whose first act is a decision.
fn decides(s: &Step) -> bool {
    match s {
        Step::Choose { .. } | Step::May { .. } | Step::Either { .. } | Step::OrElse(..) => true,
        Step::Do(d) => matches!(d.verb, Verb::Act | Verb::Move | Verb::Shift),
        Step::Within { body, .. } => body.first().is_some_and(decides),
        Step::If(..)
        | Step::Each { .. }
        | Step::AllAtOnce { .. }
        | Step::Repeat { .. }
        | Step::Let(..)
        | Step::Roll { .. }
        | Step::Impose { .. }
        | Step::Later { .. }
        | Step::Call(..) => false,
    }
}

/// Fills in where an instruction goes.
fn land<const N: usize>(code: &mut [Code<N>], at: usize, to: u16) {
    match &mut code[at] {
        Code::ChooseMove(c) => c.none = to,
        Code::Choose { none, .. }
        | Code::May { none, .. }
        | Code::Move { none, .. }
        | Code::ChooseNumber { none, .. }
        | Code::Either(_, _, none) => *none = to,
        Code::Act(_, none) => *none = Some(to),
        Code::Unless(_, t) | Code::Jump(t) | Code::Within { end: t, .. } => *t = to,
        Code::Do(..)
        | Code::Each(..)
        | Code::AllAtOnce { .. }
        | Code::Repeat(..)
        | Code::Call(..)
        | Code::Roll(..)
        | Code::Draw(_)
        | Code::Deal(_)
        | Code::Let(..)
        | Code::LetNumber(..)
        | Code::InTime
        | Code::End => {}
    }
}

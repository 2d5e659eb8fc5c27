//! Steps as instructions: loops, branches, offers and choices, with where each goes.
use super::*;

impl<const N: usize> Lowering<N> {
    pub(super) fn step(
        &mut self,
        s: &Step,
        code: &mut Vec<Code<N>>,
        exits: &mut Exits,
        rest: &mut Vec<usize>,
        opening: bool,
        otherwise: bool,
    ) -> Lowered<()> {
        match s {
            Step::Do(d) if d.how.instead => {
                code.push(Code::Do(Plain::StrikeEvent, None));
                let mut plain = d.clone();
                plain.how.instead = false;
                self.step(&Step::Do(plain), code, exits, rest, opening, otherwise)?;
            }
            Step::Do(d) => match d.verb {
                Verb::Act => {
                    if d.object.is_some() || !d.cases.is_empty() {
                        return refuse("an action of a certain sort");
                    }
                    only(&d.how, &[])?;
                    let who = self.who(&d.subject)?;
                    let at = code.len();
                    code.push(Code::Act(who, None));
                    if opening {
                        code[at] = match code[at].clone() {
                            Code::Act(who, _) => Code::Act(who, Some(0)),
                            c @ (Code::Do(..)
                            | Code::Choose { .. }
                            | Code::ChooseMove(_)
                            | Code::ChooseNumber { .. }
                            | Code::Within { .. }
                            | Code::InTime
                            | Code::Move { .. }
                            | Code::May { .. }
                            | Code::Either(..)
                            | Code::Unless(..)
                            | Code::Jump(_)
                            | Code::AllAtOnce { .. }
                            | Code::Each(..)
                            | Code::Repeat(..)
                            | Code::Call(..)
                            | Code::Roll(..)
                            | Code::Draw(_)
                            | Code::Deal(_)
                            | Code::Let(..)
                            | Code::LetNumber(..)
                            | Code::End) => c,
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
                // each of the other verbs is named there
                Verb::Capture
                | Verb::Castle
                | Verb::Jump
                | Verb::Promote
                | Verb::Put
                | Verb::Remove
                | Verb::LosePiece
                | Verb::LoseGame
                | Verb::Give
                | Verb::Swap
                | Verb::Push
                | Verb::Pull
                | Verb::Become
                | Verb::Mark
                | Verb::Unmark
                | Verb::Reveal
                | Verb::Announce
                | Verb::Shuffle
                | Verb::TakeBack
                | Verb::Borrow
                | Verb::Pass
                | Verb::TurnPasses
                | Verb::Skip
                | Verb::Win
                | Verb::DrawGame
                | Verb::Score
                | Verb::Resign
                | Verb::Stop
                | Verb::EndTurn
                | Verb::EndRound
                | Verb::EndGame
                | Verb::EndPower
                | Verb::Play
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
                | Verb::Hold => {
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
                    return refuse(format!("a choice of {}", from.ty));
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
                let ty = faces_are(faces);
                let faces = match faces.is_empty() {
                    true => (1..=6).map(|n| Face::Number(Int::Fixed(n))).collect(),
                    false => faces
                        .iter()
                        .map(|f| self.face(f))
                        .collect::<Lowered<Vec<_>>>()?,
                };
                let until = until.as_ref().map(|c| self.cond(c)).transpose()?;
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
    /// Kinds in a row (`| N N R K R |`), or a definition that is one.
    pub(super) fn is_row(&self, of: &Set) -> bool {
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
}

/// `add X to A and B`: the same for each of the values named.
fn each_target(d: &crate::rules::Deed) -> Vec<crate::rules::Deed> {
    let parts = |v: &Value| match v {
        Value::Set(s) => match s.bare() {
            Some(Base::Or(parts)) if parts.iter().all(|s| matches!(s.base, Base::Field(..))) => {
                Some(parts.clone())
            }
            Some(_) | None => None,
        },
        Value::Num(_) => None,
    };
    let case = if d.verb == Verb::Add {
        Case::To
    } else if d.verb == Verb::Spend {
        Case::Of
    } else {
        let Some(all) = d.object.as_ref().and_then(parts) else {
            return vec![d.clone()];
        };
        let one = |s: Set| crate::rules::Deed {
            object: Some(Value::Set(s)),
            ..d.clone()
        };
        return all.into_iter().map(one).collect();
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
fn faces_are(faces: &[Value]) -> Ty {
    match faces.first() {
        Some(Value::Set(s)) => s.ty,
        Some(Value::Num(_)) | None => Ty::Number,
    }
}

//! Guards and views of armies as far as they limit moves: who cannot capture, who cannot be captured, who
//! is frozen. What is the same throughout a match becomes part of the patterns; what hangs on the position
//! becomes a set program.
use super::LinkProblem;
use super::facts::Facts;
use super::phrase::*;
use super::tables::Tables;
use crate::ids::*;
use crate::machine::bits::Bits;
use crate::machine::guards::{Guard, MAX_STACK, SetOp};
use crate::rules::*;

/// A rule that limits moves, and whose it is.
pub struct Limit<'a> {
    /// The seat of *you*; none: the rule exists once, or is a kind's.
    pub holder: Option<SeatId>,
    /// The rule.
    pub rule: &'a Rule,
    /// What it limits.
    pub says: Limits<'a>,
}

/// What a rule limits.
pub enum Limits<'a> {
    /// These pieces cannot move or capture.
    Frozen(&'a Set),
    /// These cannot be captured by these seats (none: by nobody).
    Shielded(&'a Set, Option<&'a Set>),
    /// Pieces of these kinds of *you* cannot capture.
    Tame(Vec<KindId>),
    /// Pieces of this kind can only be captured from within so many squares.
    Shy(KindId, i16),
}

/// What a guard or view limits; `Ok(None)`: nothing that can come about in a match without abilities.
pub fn limits<'a>(reader: Reader<'a>, rule: &'a Rule) -> Result<Option<Limits<'a>>, &'static str> {
    const WHY: &str = "a guard without a plan";
    if is_idle(&rule.form) {
        return Ok(None);
    }
    if !rule.when.is_empty() {
        return Err("a guard on a condition");
    }
    match &rule.form {
        Form::View {
            of,
            is: What::Quality(Quality::Frozen),
            not: false,
        } => Ok(Some(Limits::Frozen(of))),
        Form::Guard {
            verdict: Verdict::Forbid,
            deed,
            binds: Binds::Pieces,
            first: None,
            term,
        } if term.is_empty() => match deed.verb {
            Verb::Capture if deed.cases.is_empty() && deed.how == How::default() => {
                capture(reader, rule, deed).map(Some).ok_or(WHY)
            }
            _ => Err(WHY),
        },
        // Pieces are marked here only for the turn they are won in, which has no second move.
        Form::Guard {
            verdict: Verdict::Forbid,
            deed,
            binds: Binds::Player,
            first: None,
            term,
        } if term.is_empty() && deed.verb == Verb::Move && moves_marked(deed) => Ok(None),
        _ => Err(WHY),
    }
}

/// A guard against what nothing in a match without abilities does.
fn is_idle(form: &Form) -> bool {
    let Form::Guard { verdict, deed, .. } = form else {
        return false;
    };
    match deed.verb {
        // The table's talk is no move.
        Verb::Talk => true,
        _ if *verdict != Verdict::Forbid => false,
        Verb::Push | Verb::Pull | Verb::Swap | Verb::Shift | Verb::Become | Verb::Put => true,
        // What falls with its owner is removed by its owner.
        Verb::Remove => deed.subject.as_ref().is_some_and(by_others),
        _ => false,
    }
}

/// `you cannot move X pieces`, by a mark and nothing else.
fn moves_marked(deed: &Deed) -> bool {
    let object = deed.object.as_ref().and_then(as_set);
    deed.subject.as_ref().is_some_and(is_you) && object.is_some_and(marked)
}

/// Pieces told by a mark and nothing else.
fn marked(set: &Set) -> bool {
    set.ty == Ty::Piece && matches!(set.by.as_slice(), [Narrow::Is(Quality::Mark(_, None))])
}

/// `by other players`, `by other players' abilities`.
fn by_others(set: &Set) -> bool {
    if let Base::Ability(of) = &set.base {
        return set.by.is_empty() && by_others(of);
    }
    set.ty == Ty::Seat && matches!(set.by.as_slice(), [Narrow::Other(of)] if of.iter().all(is_you))
        || matches!(set.by.as_slice(), [Narrow::Hostile(of)] if is_you(of))
}

fn capture<'a>(reader: Reader<'a>, rule: &'a Rule, deed: &'a Deed) -> Option<Limits<'a>> {
    let victims = match &deed.object {
        Some(value) => Some(as_set(value)?),
        None => None,
    };
    match (&deed.subject, victims) {
        (None, Some(victims)) => Some(Limits::Shielded(victims, None)),
        (Some(by), Some(victims)) if by.ty == Ty::Seat => Some(Limits::Shielded(victims, Some(by))),
        (Some(captors), None) => own_kinds(reader, captors).map(Limits::Tame),
        (Some(captors), Some(victim)) => {
            let Holder::Kind(kind) = rule.holder else {
                return None;
            };
            Some(Limits::Shy(
                kind,
                from_afar(rule, captors).filter(|_| is_it(rule, victim))?,
            ))
        }
        (None, None) => None,
    }
}

/// The kinds of `your pieces other than KINDS`.
pub fn own_kinds(reader: Reader<'_>, set: &Set) -> Option<Vec<KindId>> {
    let mut own = false;
    let mut kinds = reader.all_kinds();
    for narrow in &set.by {
        match narrow {
            Narrow::Of(of) if is_you(of) => own = true,
            Narrow::Is(Quality::Kind(of)) => {
                let keep = reader.kinds(of, SeatId(0))?;
                kinds.retain(|kind| keep.contains(kind));
            }
            Narrow::Except(of) => {
                let pieces = reader
                    .pieces(of, SeatId(0))
                    .filter(|pieces| pieces.rest.is_empty())?;
                kinds.retain(|kind| !pieces.kinds.contains(kind));
            }
            _ => return None,
        }
    }
    (own && set.pick.is_none() && matches!(set.base, Base::All(_))).then_some(kinds)
}

/// N of `pieces that are not within N squares of it`.
fn from_afar(rule: &Rule, set: &Set) -> Option<i16> {
    let [Narrow::That(name, Cond::Is(clause))] = set.by.as_slice() else {
        return None;
    };
    let Says::At(Near::Within(n), of) = &clause.says else {
        return None;
    };
    let candidate = as_set(&clause.subject)?;
    let plain =
        clause.at == At::Now && !clause.newly && clause.not && candidate.base == Base::Name(*name);
    (plain && is_it(rule, of) && matches!(set.base, Base::All(_))).then(|| literal(n))?
}

/// Compiles phrases for pieces into set programs.
pub struct SetCompiler<'a, 't, B> {
    /// For phrases.
    pub reader: Reader<'a>,
    /// The rules taken up.
    pub facts: &'t Facts<'a>,
    /// Tables of what is near.
    pub tables: &'t mut Tables<'a, B>,
    /// The rule.
    pub rule: &'a Rule,
    /// *You*.
    pub holder: SeatId,
    /// The seats in the match.
    pub seats: &'t [SeatId],
    /// The planes of a kind.
    pub planes: &'t dyn Fn(KindId) -> u64,
}

impl<B: Bits> SetCompiler<'_, '_, B> {
    /// The program of a phrase.
    pub fn compile(&mut self, set: &Set) -> Result<Guard<B>, LinkProblem> {
        let why = LinkProblem::of(self.rule.src, "a set without a plan");
        let mut code = Vec::new();
        self.pieces(set, &mut code).ok_or(why)?;
        if depth(&code) > MAX_STACK {
            return Err(why);
        }
        Ok(Guard {
            holder: self.holder.0 as u8,
            code,
        })
    }

    fn pieces(&mut self, set: &Set, code: &mut Vec<SetOp<B>>) -> Option<()> {
        if set.ty != Ty::Piece
            || set.pick.is_some()
            || !matches!(set.base, Base::All(Where::Board | Where::InPlay))
        {
            return None;
        }
        code.push(SetOp::Pieces);
        for narrow in &set.by {
            self.narrow(narrow, code)?;
        }
        Some(())
    }

    fn narrow(&mut self, narrow: &Narrow, code: &mut Vec<SetOp<B>>) -> Option<()> {
        match narrow {
            Narrow::Is(Quality::Kind(of)) => self.kinds(&self.reader.kinds(of, self.holder)?, code),
            Narrow::Of(of) => self.seats(of, code)?,
            Narrow::Hostile(of) if is_you(of) => self.union(&others(self.seats, self.holder), code),
            Narrow::Except(of) => {
                self.pieces(of, code)?;
                code.push(SetOp::Not);
            }
            Narrow::At(near, place) => self.place(near, place, code)?,
            Narrow::That(name, Cond::Is(clause)) => {
                self.relative(*name, clause, code)?;
                if clause.not {
                    code.push(SetOp::Not);
                }
            }
            _ => return None,
        }
        code.push(SetOp::And);
        Some(())
    }

    /// `that ..`: a place of the candidate, or something that covers it.
    fn relative(&mut self, name: Name, clause: &Clause, code: &mut Vec<SetOp<B>>) -> Option<()> {
        let subject = as_set(&clause.subject)?;
        if clause.at != At::Now || clause.newly {
            return None;
        }
        match &clause.says {
            Says::At(near, place) if subject.base == Base::Name(name) => {
                self.place(near, place, code)
            }
            Says::Do(deed) if deed.verb == Verb::Cover && deed.cases.is_empty() => {
                let object = as_set(deed.object.as_ref()?)?;
                let own = subject
                    .by
                    .iter()
                    .any(|narrow| matches!(narrow, Narrow::Of(of) if is_you(of)));
                if object.base != Base::Name(name) || !own || subject.amount != Amount::Any {
                    return None;
                }
                self.pieces(subject, code)?;
                code.push(SetOp::Cover(self.holder.0 as u8));
                Some(())
            }
            _ => None,
        }
    }

    fn place(&mut self, near: &Near, place: &Set, code: &mut Vec<SetOp<B>>) -> Option<()> {
        let board = self.reader.board;
        match near {
            Near::In | Near::On | Near::Outside => {
                let eyes = Eyes {
                    seat: self.holder,
                    facing: self.reader.frame(self.holder),
                };
                let squares = self.reader.squares(self.rule, place, eyes)?;
                code.push(SetOp::Fixed(
                    squares
                        .into_iter()
                        .fold(B::NONE, |set, sq| set | B::bit(sq)),
                ));
                if *near == Near::Outside {
                    code.push(SetOp::Not);
                }
            }
            Near::Beside | Near::Around | Near::Within(_) => {
                self.pieces(place, code)?;
                let close = |a: u8, b: u8| {
                    let (dx, dy) = board.apart(a, b);
                    match near {
                        Near::Beside => dx + dy == 1,
                        Near::Around => dx.max(dy) == 1,
                        // a piece is not near itself
                        Near::Within(n) => {
                            (1..=i32::from(literal(n).unwrap_or(0))).contains(&(dx + dy))
                        }
                        _ => false,
                    }
                };
                let rows: Vec<B> = (0..board.size() as u8)
                    .map(|a| {
                        board
                            .squares()
                            .filter(|&b| close(a, b))
                            .fold(B::NONE, |set, b| set | B::bit(b))
                    })
                    .collect();
                code.push(SetOp::Near(self.tables.table(&rows).ok()?));
            }
            _ => return None,
        }
        Some(())
    }

    fn seats(&self, of: &Set, code: &mut Vec<SetOp<B>>) -> Option<()> {
        let seats = seats_of(of, self.seats, self.holder)?;
        self.union(&seats, code);
        Some(())
    }

    fn union(&self, seats: &[SeatId], code: &mut Vec<SetOp<B>>) {
        code.push(SetOp::Fixed(B::NONE));
        for seat in seats {
            code.extend([SetOp::Plane(seat.0 as u8), SetOp::Or]);
        }
    }

    fn kinds(&self, kinds: &[KindId], code: &mut Vec<SetOp<B>>) {
        code.push(SetOp::Fixed(B::NONE));
        for &kind in kinds.iter().filter(|kind| self.facts.kinds.contains(kind)) {
            let planes = (self.planes)(kind);
            for plane in (0..64).filter(|plane| planes >> plane & 1 == 1) {
                code.extend([SetOp::Plane(plane), SetOp::Or]);
            }
        }
    }
}

fn others(seats: &[SeatId], you: SeatId) -> Vec<SeatId> {
    seats.iter().copied().filter(|&seat| seat != you).collect()
}

/// The seats of a phrase that means the same throughout: *you*, the others, all.
pub fn seats_of(set: &Set, seats: &[SeatId], you: SeatId) -> Option<Vec<SeatId>> {
    if set.ty != Ty::Seat || set.pick.is_some() {
        return None;
    }
    match (&set.base, set.by.as_slice()) {
        (Base::You, []) => Some(vec![you]),
        (Base::All(_), []) => Some(seats.to_vec()),
        (Base::All(_), [Narrow::Other(of)]) if of.iter().all(is_you) => Some(others(seats, you)),
        (Base::All(_), [Narrow::Hostile(of)]) if is_you(of) => Some(others(seats, you)),
        (Base::Seats(list), []) => Some(list.clone()),
        _ => None,
    }
}

/// How deep a program makes the stack.
fn depth<B>(code: &[SetOp<B>]) -> usize {
    let (mut now, mut most) = (0usize, 0);
    for op in code {
        match op {
            SetOp::Fixed(_) | SetOp::Plane(_) | SetOp::Pieces => now += 1,
            SetOp::And | SetOp::Or => now = now.saturating_sub(1),
            SetOp::Not | SetOp::Near(_) | SetOp::Cover(_) => {}
        }
        most = most.max(now);
    }
    most
}

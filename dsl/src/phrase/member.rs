//! What is said of each member of a subject: whether each of them did it, whose things it has, how many are meant, and that each acts on
//! their own. Never says of all of them together what English says of each.
use super::names::Names;
use super::reader::*;
use super::step::{Line, Read};
use crate::syntax::TokenKind;
use engine::rules::*;

impl Rd<'_> {
    /// E117: `.. if an enemy is beside it` where no piece has been named: a piece is not beside itself. `name`: the subject of the condition,
    /// whose predicate stands in `words`.
    pub(super) fn of_itself(
        &self,
        cond: &Cond,
        name: engine::ids::Name,
        words: (usize, usize),
    ) -> bool {
        let Some(at) = (words.0..words.1).find(|i| self.is(*i, "it")) else {
            return false;
        };
        let meant = |set: &Set| match set.bare() {
            Some(Base::Name(n)) => *n == name,
            Some(Base::Of(Part::Square, of)) => of.bare() == Some(&Base::Name(name)),
            Some(_) | None => false,
        };
        let done_to = |deed: &Deed| {
            let object = deed.object.iter().chain(deed.cases.iter().map(|(_, v)| v));
            object
                .into_iter()
                .any(|v| matches!(v, Value::Set(set) if meant(set)))
        };
        let own = match cond {
            Cond::Is(clause) => match &clause.says {
                Says::At(_, set) | Says::Among(set) => meant(set),
                Says::Do(deed) | Says::Can(deed) | Says::Suffer(deed) => done_to(deed),
                Says::Did(past) => done_to(&past.deed),
                Says::There | Says::Be(_) | Says::Has(_) | Says::Cmp(..) => false,
            },
            Cond::Not(inner) => return self.of_itself(inner, name, words),
            Cond::All(_) | Cond::Any(_) | Cond::Choice(..) | Cond::During(_) => false,
        };
        if own {
            let message = "`it` would be the piece that this condition speaks of, and no other has been named";
            let help = "say again which is meant: `.. if an enemy is beside your king`; a condition of one that the sentence names stands behind \
                        it: `your king cannot move if an enemy is beside it`";
            self.fail_help(at, "E117", message, Some(help.to_owned()));
        }
        own
    }
}

impl Rd<'_> {
    /// E117: `if the square is on the file of it` in `for each square on ..`, where `it` is that square: this is always so.
    pub(super) fn is_of_itself(&self, subject: &Ph, cond: &Cond, to: usize) -> bool {
        let Some(base @ (Base::Name(_) | Base::It)) = subject.set().bare().cloned() else {
            return false;
        };
        let same = |set: &Set| match set.bare() {
            Some(Base::Of(Part::File | Part::Rank | Part::Square, of)) => of.bare() == Some(&base),
            Some(place) => *place == base,
            None => false,
        };
        let own = match cond {
            Cond::Is(clause) => matches!(&clause.says, Says::At(_, place) if same(place)),
            Cond::All(_) | Cond::Any(_) | Cond::Not(_) | Cond::Choice(..) | Cond::During(_) => {
                false
            }
        };
        if own {
            self.same_as_itself(to - 1, "a thing is asked about itself");
        }
        own
    }

    /// E117: the two things of a condition or place are one.
    pub(super) fn same_as_itself(&self, at: usize, said: &str) {
        let message = format!("{said}: the two named here are one and the same");
        let help = "in `for each pawn of yours` the pawn is `it`; with a name of its own it is not: `for each friend in your pawns other than it { \
                    capture the enemies between it and the friend }`";
        self.fail_help(at, "E117", message, Some(help.to_owned()));
    }

    /// E125: `if 2 pawns attack it`: exactly so many, or at least?
    pub(super) fn so_many_exactly(&self, pos: usize, ph: &Ph) {
        let bare = ph.art == Art::Count
            && matches!(&ph.value, Value::Set(s) if super::being::bare_count(s) && s.ty != Ty::Move)
            && self.int(pos).is_some()
            && !self.place.scenario;
        if bare {
            let n = self.text(pos);
            let message = format!("exactly {n}, or at least?");
            let help = format!("say which: `exactly {n}`, `{n} or more`, `at most {n}`");
            self.note(error("E125", self.span(pos), message, Some(help)));
        }
    }

    /// E155: `every player's coins are 3`, `the gold of every player is 3` would ask for their sum.
    pub(super) fn each_number(&self, from: usize, to: usize, subject: &Ph) -> bool {
        let owned = (from..to).any(|i| self.kind(i) == Some(TokenKind::Possessive))
            && self.any(from, &["every", "each"])
            || self.of_each(from, to);
        let each = subject.number().is_some();
        if each && owned {
            let message = "this is the sum of them all, not each of them";
            let help = "each: `if there is no player whose coins are not 3`; the sum: `if the coins of the players are 3`";
            self.fail_help(from, "E155", message, Some(help.to_owned()));
        }
        each && owned
    }

    /// E150: `a piece of every opponent` is one of any of them. `of`: where that word stands.
    pub(super) fn of_every_player(&self, of: usize, owners: &mut Alts<Ph>) {
        let before = of.saturating_sub(3)..of.saturating_sub(1);
        let one = before.into_iter().any(|i| self.any(i, &["a", "an"]));
        if !one || !self.any(of + 1, &["every", "each"]) {
            return;
        }
        let all = owners.len();
        owners.retain(|(ph, _)| !matches!(ph.ty, Some(Ty::Seat | Ty::Side)));
        if owners.len() < all {
            let said = "one thing cannot be of each of them: one of any of them would be enough";
            let help = "say it of each: `every opponent has a piece in your prison`; in a step, `for each opponent { .. }`";
            self.fail_help(of + 1, "E150", said, Some(help.to_owned()));
        }
    }

    /// `every opponent removes a pawn of theirs`: each of them one of their own; `an opponent removes a pawn of theirs`: the actor says who.
    /// `p`: behind the doer. Whether the step spoke of what is theirs.
    pub(super) fn each_of_theirs(
        &self,
        p: usize,
        sc: &Scope,
        doer: &Ph,
        out: &mut Alts<Read>,
    ) -> bool {
        let all = doer.set();
        let several = doer.plural || matches!(doer.art, Art::Every | Art::A);
        let each = all.amount == Amount::Every;
        if !several || !(each || all.amount == Amount::Any) || !matches!(all.base, Base::All(_)) {
            return false;
        }
        let name = match each {
            true => self.hidden(p, "member"),
            false => self.name(self.span(p).lo, "rival"),
        };
        let member = make(Ty::Seat, Base::Name(name));
        let inner = self.scope(sc, |s| s.they = Some(member.clone()));
        let mut found = Vec::new();
        let one = Ph {
            value: Value::Set(member),
            plural: false,
            ..doer.clone()
        };
        self.bare_step(p, &inner, Some(&one), &mut found);
        let mut spoken = false;
        for (read, q) in found {
            let Line::Steps(steps) = read.line else {
                continue;
            };
            // numbers of several are asked for with E155: one after another they would change what the next is counted from
            let counts = |step: &Step| {
                let verb = |d: &Deed| matches!(d.verb, Verb::Score | Verb::Add | Verb::Set);
                matches!(step, Step::Do(d) if verb(d))
            };
            if each && steps.iter().any(counts) {
                continue;
            }
            if !steps.iter().any(|step| speaks_of(step, name)) {
                continue;
            }
            spoken = true;
            let steps = match each {
                true => vec![Step::Each {
                    name,
                    of: all.clone(),
                    order: Order::Board,
                    body: steps,
                }],
                false => {
                    let chosen = Step::Choose {
                        who: None,
                        name,
                        from: all.clone(),
                        amount: Amount::Any,
                        secretly: false,
                        at_random: false,
                    };
                    std::iter::once(chosen).chain(steps).collect()
                }
            };
            let read = Read {
                line: Line::Steps(steps),
                after: sc.clone(),
                inside: sc.clone(),
            };
            out.push((read, q));
        }
        spoken
    }

    /// `.. of every opponent` stands between these places.
    pub(super) fn of_each(&self, from: usize, to: usize) -> bool {
        (from + 1..to).any(|i| self.any(i, &["every", "each"]) && self.is(i - 1, "of"))
    }
}

/// A player is spoken of in a step, apart from being the one who acts: `a pawn of theirs`.
fn speaks_of(step: &Step, player: engine::ids::Name) -> bool {
    let mut step = step.clone();
    match &mut step {
        Step::Do(deed) => deed.subject = None,
        Step::Choose { who, .. } => *who = None,
        _ => {}
    }
    let mut spoken = false;
    step.names(&mut |name| spoken |= *name == player);
    spoken
}

/// `every opponent has a piece in your prison`: one of their own, in a zone that is another's. `an opponent has no partner`: of their own.
pub(super) fn had_by_the_member(cond: &mut Cond, name: engine::ids::Name) {
    match cond {
        Cond::Is(clause) => {
            let (Value::Set(subject), Says::Has(held)) = (&clause.subject, &mut clause.says) else {
                return;
            };
            // what lies in the member's own zone need not be the member's
            let others =
                |of: &Set| of.ty == Ty::Seat && of != subject && of.base != Base::Name(name);
            let anothers = matches!(&held.base, Base::Zone(_, of) if others(of));
            if let Base::Of(Part::Partner, of) = &mut held.base
                && of.base == Base::You
                && subject.base != Base::You
                && held.amount != Amount::Every
            {
                **of = make(Ty::Seat, Base::Name(name));
            }
            if anothers && subject.ty == Ty::Seat && held.ty == Ty::Piece {
                held.by.push(Narrow::Of(make(Ty::Seat, Base::Name(name))));
            }
        }
        Cond::All(list) | Cond::Any(list) => {
            list.iter_mut().for_each(|c| had_by_the_member(c, name));
        }
        Cond::Not(inner) => had_by_the_member(inner, name),
        Cond::Choice(..) | Cond::During(_) => {}
    }
}

/// Binds the name of the members in the clauses that use it.
pub(super) fn name_member(cond: &mut Cond, name: engine::ids::Name) {
    match cond {
        Cond::Is(clause) => {
            let mut used = false;
            clause.says.names(&mut |n| used |= *n == name);
            if used || each_did(clause) {
                clause.member = Some(name);
            }
        }
        Cond::All(list) | Cond::Any(list) => list.iter_mut().for_each(|c| name_member(c, name)),
        Cond::Not(inner) => name_member(inner, name),
        _ => {}
    }
}

/// `every opponent has captured a piece`, `no player has captured 2 or more pieces`: asked of each of them, not of all together.
fn each_did(clause: &Clause) -> bool {
    let Says::Did(past) = &clause.says else {
        return false;
    };
    let counted =
        matches!(&past.deed.object, Some(Value::Set(o)) if matches!(o.amount, Amount::Count(..)));
    let each = |amount: &Amount| match amount {
        Amount::Every | Amount::No | Amount::Count(..) => true,
        Amount::Any => counted,
    };
    let several = |s: &Set| s.ty == Ty::Seat && matches!(s.base, Base::All(_)) && each(&s.amount);
    matches!(&clause.subject, Value::Set(s) if several(s))
}

/// Doing is said of some: bare plurals and `the`, `your` in the plural ask for at least one.
pub fn some_do(set: &mut Set, ph: &Ph) {
    // `the file of your king` is one place: what is done there is done on one of its squares
    let loose = matches!(ph.art, Art::Bare | Art::The | Art::Own | Art::Name);
    if loose && (ph.plural || set.is_area()) && set.amount == Amount::Every {
        set.amount = Amount::Any;
    }
}

//! Openers: what stands before the comma, in any order.
use super::event::Event;
use super::reader::*;
use super::step::Read;
use crate::program::Named;
use engine::ids::*;
use engine::rules::*;
use std::rc::Rc;

/// What a sentence is, by its openers.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Kind {
    /// Not said (yet): a fact.
    #[default]
    Fact,
    /// `after`, `before`, `as soon as`, `at the start of`.
    On(Box<On>),
    /// `instead of moving`.
    Action,
    /// `on your turn`.
    Turn,
    /// `every round`.
    Round,
    /// `before the game`.
    Setup,
}

impl Kind {
    /// `as soon as C`.
    pub fn waits(&self) -> bool {
        matches!(self, Kind::On(on) if matches!(**on, On::AsSoonAs(_) | On::EachAsSoonAs(..)))
    }
}

/// The openers of a sentence.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Head {
    /// What it is.
    pub kind: Kind,
    /// The stage it names.
    pub stage: Option<StageId>,
    /// Its conditions.
    pub when: Vec<Cond>,
    /// The last of them stood right before what happens, as `if`.
    pub last_if: bool,
    /// Some of them stand behind `as soon as C`.
    pub behind_wait: bool,
    /// The condition on one piece that the fact behind it may call `it`, and the same said of one of those pieces.
    pub asked: Option<(Cond, Cond)>,
    /// Its limit.
    pub limit: Option<Limit>,
}

/// A sentence up to its block.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Its openers.
    pub head: Head,
    /// What follows them.
    pub read: Read,
}

impl PartialEq for Opened {
    fn eq(&self, other: &Self) -> bool {
        self.head == other.head && self.read == other.read
    }
}

impl Rd<'_> {
    /// Every reading of the openers from here (none at all is one).
    pub fn openers(&self, p: usize, head: &Head, sc: &Scope, out: &mut Alts<(Head, Scope)>) {
        if !self.tick() {
            return;
        }
        let p = self.comma(p);
        out.push(((head.clone(), sc.clone()), p));
        if let Some((limit, q)) = self.limit(p) {
            if head.limit.is_none() {
                let mut next = head.clone();
                next.limit = Some(limit);
                next.last_if = false;
                self.openers(q, &next, sc, out);
            }
            return;
        }
        match self.w(p) {
            "if" | "unless" | "while" => self.when(p, head, sc, out),
            "in" if self.is(p + 1, "the") && self.is(p + 3, "stage") => {
                self.stage(p, head, sc, out);
            }
            "after" | "the-first-time" => self.event_opener(p, head, sc, out),
            "before" if !self.seq(p, &["before", "the", "game"]) => {
                self.event_opener(p, head, sc, out);
            }
            "as-soon-as" => self.as_soon_as(p, head, sc, out),
            "at" => {
                for (m, q) in self.moment(p + 1, sc) {
                    if matches!(m, Moment::Start(Span::This) | Moment::End(Span::This)) {
                        let message =
                            "a rule holds for the whole game: of which turn is this said?";
                        let help = "your own turns: `at the end of your turn`; everybody's: `at the end of every turn`";
                        self.fail_help(p, "E187", message, Some(help.to_owned()));
                        continue;
                    }
                    self.kind_opener(Kind::On(Box::new(On::At(m))), q, head, sc, out);
                }
            }
            _ => {
                const FIXED: [(&[&str], Kind); 4] = [
                    (&["instead", "of", "moving"], Kind::Action),
                    (&["on", "your", "turn"], Kind::Turn),
                    (&["every", "round"], Kind::Round),
                    (&["before", "the", "game"], Kind::Setup),
                ];
                for (words, kind) in FIXED {
                    let firm = matches!(words[0], "instead" | "on");
                    if self.seq(p, words) {
                        self.kind_opener(kind, p + words.len(), head, sc, out);
                    } else if firm && self.is(p, words[0]) {
                        let here = |i: &usize| !self.is(p + i, words[*i]);
                        let at = (1..words.len()).find(here).unwrap_or(1);
                        self.expected(p + at, &format!("`{}`", words[at]));
                    }
                }
            }
        }
    }

    fn kind_opener(
        &self,
        kind: Kind,
        q: usize,
        head: &Head,
        sc: &Scope,
        out: &mut Alts<(Head, Scope)>,
    ) {
        if head.kind != Kind::Fact {
            self.fail(q, "E101", "two openers that set a rule off");
            return;
        }
        let mut next = head.clone();
        next.kind = kind;
        next.last_if = false;
        self.openers(q, &next, sc, out);
    }

    fn when(&self, p: usize, head: &Head, sc: &Scope, out: &mut Alts<(Head, Scope)>) {
        let word = self.w(p).to_owned();
        for (cond, q) in self.cond(p + 1, sc) {
            let mut next = head.clone();
            let cond = match word == "unless" {
                true => super::cond::contrary(cond),
                false => cond,
            };
            let asked = match head.kind == Kind::Fact {
                true => self.piece_asked_of(p + 1, q, &cond, sc),
                false => None,
            };
            let (it, is_so) = asked.unzip();
            next.asked = is_so.map(|is_so| (cond.clone(), is_so));
            let sc = &self.scope(sc, |s| s.asked_first = it);
            next.when.push(cond);
            next.last_if = word == "if";
            next.behind_wait |= next.kind.waits();
            let q = self.comma(q);
            let q = q + usize::from(self.is(q, "then"));
            self.openers(q, &next, sc, out);
        }
    }

    fn stage(&self, p: usize, head: &Head, sc: &Scope, out: &mut Alts<(Head, Scope)>) {
        let word = self.w(p + 2);
        let mut found = self.prog.lookup(word, self.place.within());
        let stage = found.find_map(|n| match n {
            Named::Stage(s) => Some(s),
            _ => None,
        });
        let Some(stage) = stage else {
            self.fail(
                p + 2,
                "E311",
                format!("stage `{word}` is not declared by `stages`"),
            );
            return;
        };
        let mut next = head.clone();
        next.stage = Some(stage);
        self.openers(p + 4, &next, sc, out);
    }

    fn event_opener(&self, p: usize, head: &Head, sc: &Scope, out: &mut Alts<(Head, Scope)>) {
        let before = self.is(p, "before");
        let once = self.is(p, "the-first-time");
        let anchor = self.span(p).lo;
        let inner = self.scope(sc, |s| {
            s.anchor = anchor;
            s.event = true;
            s.naming = true;
        });
        for (event, q) in self.event(p + 1, &inner) {
            if once && self.first_of_each(&event, p) {
                continue;
            }
            let mut after = self.after_event(&event, &inner);
            after.naming = false;
            after.happened = true;
            let on = if before {
                On::Before(event.deeds.clone())
            } else {
                On::After(event.deeds.clone())
            };
            let mut head = head.clone();
            if once {
                head.limit = Some(Limit {
                    times: 1,
                    per: Per::Game,
                    by_event: true,
                });
            }
            self.kind_opener(Kind::On(Box::new(on)), q, &head, &after, out);
        }
    }

    /// E150: `the first time each of your pieces moves`: the first time comes once in a game.
    fn first_of_each(&self, event: &Event, p: usize) -> bool {
        let every = |ph: &Ph| ph.art == Art::Every && matches!(ph.ty, Some(Ty::Piece));
        let object = event.verbs.iter().filter_map(|v| v.object.as_ref());
        let each = every(&event.subject) || object.into_iter().any(every);
        if each {
            let said = "`the first time` comes once in a game, not once for each of them";
            let help = "watch one that has not done it yet: `after an unmoved piece of yours moves`, or give each of them a mark: \
                        `after a knight of yours that is not proven captures a piece { .. mark the captor as proven for the game }`";
            self.note(error("E150", self.span(p), said, Some(help.to_owned())));
        }
        each
    }

    fn as_soon_as(&self, p: usize, head: &Head, sc: &Scope, out: &mut Alts<(Head, Scope)>) {
        let anchor = self.span(p).lo;
        let inner = self.scope(sc, |s| s.anchor = anchor);
        for (cond, q) in self.cond(p + 1, &inner) {
            let mut cond = cond;
            if self.could_go(&cond, p) {
                continue;
            }
            let mut each: Vec<(Name, Set)> = Vec::new();
            let whole = cond.clone();
            self.lift_cond(&mut cond, anchor, &mut each);
            // `a king is on c1 and a rook is on c3`: of two members neither is the one that is watched; the condition is, as a whole
            if each.len() > 1 {
                each.clear();
                cond = whole;
            }
            let after = self.after_each(&each, &inner);
            let on = if each.is_empty() {
                On::AsSoonAs(cond)
            } else {
                On::EachAsSoonAs(each, cond)
            };
            self.kind_opener(Kind::On(Box::new(on)), q, head, &after, out);
        }
    }

    /// E124: `as soon as a pawn reaches its last row` would be so as soon as it could go there.
    fn could_go(&self, cond: &Cond, p: usize) -> bool {
        let reaches = |c: &Cond| matches!(c, Cond::Is(Clause { says: Says::Do(deed), .. }) if deed.verb == Verb::Reach);
        let found = match cond {
            Cond::All(list) | Cond::Any(list) => list.iter().any(reaches),
            one => reaches(one),
        };
        if found {
            let at = (p..self.toks.len()).find(|i| self.any(*i, &["reach", "reaches"]));
            let said =
                "a piece `reaches` a square as soon as it could go there, before it stands on it";
            let help = "write `after a pawn enters its last row`, or `as soon as a pawn is on its last row`";
            self.fail_help(at.unwrap_or(p), "E124", said, Some(help.to_owned()));
        }
        found
    }

    /// Takes the indefinite seats and the indefinite pieces it speaks of out of the condition of `as soon as`.
    fn lift_cond(&self, cond: &mut Cond, anchor: u32, each: &mut Vec<(Name, Set)>) {
        match cond {
            Cond::All(list) => {
                for c in list {
                    self.lift_cond(c, anchor, each);
                }
            }
            Cond::Is(clause) if !clause.not => {
                if matches!(clause.says, Says::There) || no_longer_such(clause) {
                    return;
                }
                if let Value::Set(set) = &mut clause.subject {
                    let ty = matches!(set.ty, Ty::Seat | Ty::Piece);
                    if ty && set.amount == Amount::Any {
                        self.lift_set(set, anchor, each);
                    } else {
                        self.lift_owners(set, anchor, each);
                    }
                }
                match &mut clause.says {
                    Says::Be(Quality::InCheck(Some(set)))
                        if set.ty == Ty::Seat && set.amount == Amount::Any =>
                    {
                        self.lift_set(set, anchor, each);
                    }
                    Says::Has(set) if set.ty == Ty::Seat && set.amount == Amount::Any => {
                        self.lift_set(set, anchor, each);
                    }
                    Says::Do(deed) => {
                        if let Some(Value::Set(set)) = &mut deed.object {
                            if set.ty == Ty::Seat && set.amount == Amount::Any {
                                self.lift_set(set, anchor, each);
                            } else {
                                self.lift_owners(set, anchor, each);
                            }
                        }
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn lift_owners(&self, set: &mut Set, anchor: u32, each: &mut Vec<(Name, Set)>) {
        for narrow in &mut set.by {
            if let Narrow::Of(owner) | Narrow::Hostile(owner) = narrow {
                let open = matches!(owner.base, Base::All(_)) && owner.amount == Amount::Any;
                if owner.ty == Ty::Seat && open {
                    self.lift_set(owner, anchor, each);
                }
            }
        }
    }

    fn lift_set(&self, set: &mut Set, anchor: u32, each: &mut Vec<(Name, Set)>) {
        if matches!(set.base, Base::Name(_) | Base::You | Base::It) {
            return;
        }
        let noun = self.noun_of(set);
        let name = self.name(anchor, &format!("{noun}/each{}", each.len()));
        let mut all = std::mem::replace(set, make(set.ty, Base::Name(name)));
        all.amount = Amount::Every;
        each.push((name, all));
    }

    /// The noun by which the rest of a rule knows a thing of this set.
    pub fn noun_of(&self, set: &Set) -> String {
        let hostile = set.by.iter().any(|n| matches!(n, Narrow::Hostile(_)));
        let kind = set.by.iter().find_map(|n| match n {
            Narrow::Is(Quality::Kind(k)) => match k.base {
                Base::Kind(k) => Some(k),
                _ => None,
            },
            _ => None,
        });
        match (set.ty, hostile, kind) {
            (Ty::Seat, true, _) => "opponent".to_owned(),
            (Ty::Seat, false, _) => "player".to_owned(),
            (_, true, _) => "enemy".to_owned(),
            (_, _, Some(k)) => {
                let name = self.prog.rules.kinds[k.index()].name;
                self.shared.pool.borrow().text_of(name).to_owned()
            }
            _ => "piece".to_owned(),
        }
    }

    fn after_each(&self, each: &[(Name, Set)], sc: &Scope) -> Scope {
        let mut it = None;
        let mut they = None;
        let mut bound = Vec::new();
        for (name, set) in each {
            let member = make(set.ty, Base::Name(*name));
            match set.ty {
                Ty::Seat => they = they.or(Some(member)),
                _ => it = it.or(Some(member)),
            }
            let mut b = super::step::bound_name(&self.noun_of(set), *name, set.ty, false);
            b.noun = true;
            // names of memories are no answers to `another` twice over
            b.role = Some(Role::Subject);
            bound.push(b);
        }
        self.scope(sc, |s| {
            Rc::make_mut(&mut s.names).extend(bound);
            if let (Some(it), It::None) = (it, &s.it) {
                s.it = It::Is(it);
            }
            if they.is_some() {
                s.they = they;
            }
        })
    }

    /// `once per game`, `2 times per turn`, `not 2 turns running`.
    pub fn limit(&self, p: usize) -> Option<(Limit, usize)> {
        if self.is(p, "not") && self.seq(p + 2, &["turns", "running"]) {
            let n = u8::try_from(self.int(p + 1)?).ok()?;
            if n < 2 {
                self.too_few(
                    p + 1,
                    "`not 2 turns running`: never in two turns one after the other",
                );
                return None;
            }
            let limit = Limit {
                times: 1,
                per: Per::NotRunning(n.saturating_sub(1).max(1)),
                by_event: false,
            };
            return Some((limit, p + 4));
        }
        let (times, q) = match self.w(p) {
            "once" => (1, p + 1),
            "twice" => (2, p + 1),
            _ => {
                let n = u8::try_from(self.int(p)?).ok()?;
                if !self.is(p + 1, "times") {
                    return None;
                }
                (n, p + 2)
            }
        };
        if !self.is(q, "per") {
            return None;
        }
        let per = match self.w(q + 1) {
            "game" => Per::Game,
            "turn" => Per::Turn,
            "round" => Per::Round,
            "action" => Per::Action,
            "opponent" => Per::Opponent,
            _ => {
                self.expected(q + 1, "`game`, `turn`, `round`, `action` or `opponent`");
                return None;
            }
        };
        if times == 0 {
            self.too_few(
                p,
                "leave the sentence out, or say how often: `once per turn`",
            );
            return None;
        }
        let limit = Limit {
            times,
            per,
            by_event: false,
        };
        Some((limit, q + 2))
    }
}

/// What a condition says has been done leaves nothing of the kind that it was done to: a pawn that has been captured is not on the board,
/// one that has promoted is no pawn. The condition is watched as a whole.
fn no_longer_such(clause: &Clause) -> bool {
    let Says::Did(past) = &clause.says else {
        return false;
    };
    let is_kind = |n: &Narrow| matches!(n, Narrow::Is(Quality::Kind(_)));
    let of_kind = matches!(&clause.subject, Value::Set(set) if set.by.iter().any(is_kind));
    let gone = matches!(past.deed.verb, Verb::Capture | Verb::Remove);
    let changed = matches!(past.deed.verb, Verb::Promote | Verb::Become);
    gone && past.role == Some(Role::Object) || changed && of_kind
}

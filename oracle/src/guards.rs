//! Guards: the events an option would raise, and the rule that forbids one of them.
use super::moves::{Brought, MoveOpt};
use super::read::*;
use super::state::Phase;
use super::value::*;
use engine::ids::*;
use engine::rules::*;
use std::cell::OnceCell;
use std::sync::Arc;

/// The event that guards are asked about, copied when the first of them needs it.
type Shared = OnceCell<Arc<Event>>;

/// The events a move would raise, in order; its own last.
pub fn events_of(cx: &Cx, m: &MoveOpt, author: SeatId) -> Vec<Event> {
    told(cx, m, author, raised(cx, m, &|_| true))
}

/// What an event is made of: verb and roles.
type Part = (Verb, Vec<(Role, Val)>);

/// Those of the events of a move that somebody wants to know of.
struct Raised<'a> {
    wanted: &'a dyn Fn(Verb) -> bool,
    list: Vec<Part>,
}

impl Raised<'_> {
    fn add(&mut self, verb: Verb, roles: &[(Role, Val)]) {
        if (self.wanted)(verb) {
            self.list.push((verb, roles.to_vec()));
        }
    }
    /// The squares a move goes through.
    fn crossings(&mut self, m: &MoveOpt) {
        for q in &m.path {
            let through = (Role::Path, Val::Square(*q));
            self.add(
                Verb::Cross,
                &[(Role::Crosser, Val::Piece(m.piece)), through],
            );
        }
    }
    /// The borders a piece goes across; none on the diagonal.
    fn borders(&mut self, piece: PieceId, ways: &[Vec<Way>]) {
        for way in ways {
            if let [straight] = way.as_slice() {
                for b in straight {
                    self.add(Verb::Cross, &crossing(piece, *b));
                }
            }
        }
    }
}

/// The borders of one way across.
type Way = Vec<(SquareId, SquareId)>;

/// A piece crosses a border.
fn crossing(piece: PieceId, (a, b): (SquareId, SquareId)) -> [(Role, Val); 2] {
    let border = (Role::Path, Val::Border(a, b));
    [(Role::Crosser, Val::Piece(piece)), border]
}

/// Step by step of a move along a line from one square to another: the ways across.
fn across(cx: &Cx, m: &MoveOpt, from: SquareId, to: SquareId) -> Vec<Vec<Way>> {
    let mut all = vec![];
    if m.dir.is_none() && !m.leaping && !m.path.is_empty() {
        // a way that bends: each of its steps by itself
        let squares = || std::iter::once(&m.from).chain(&m.path);
        for (a, b) in squares().zip(squares().skip(1).chain([&m.to])) {
            let leads = |d: &(i8, i8)| cx.l.step(*a, *d, true).is_some_and(|s| s.0 == *b);
            let mut every = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
            all.extend(every.find(leads).map(|d| cx.l.ways_across(*a, d)));
        }
        return all;
    }
    let (Some(d), false) = (m.dir, m.leaping) else {
        return all;
    };
    let mut at = from;
    for _ in 0..64 {
        all.push(cx.l.ways_across(at, d));
        match cx.l.step(at, d, true) {
            Some((next, _)) if next != to => at = next,
            _ => break,
        }
    }
    all
}

/// Who goes along a line by a move, with the ways across of each step.
fn going(cx: &Cx, m: &MoveOpt) -> Vec<(PieceId, Vec<Vec<Way>>)> {
    let mut all = vec![(m.piece, across(cx, m, m.from, m.to))];
    for (p, to) in &m.pushes {
        if let (Some(from), Some(to)) = (cx.square(*p), to) {
            all.push((*p, across(cx, m, from, *to)));
        }
    }
    all
}

/// A diagonal step goes around a corner: some way there is open, or it is refused.
fn corner(cx: &Cx, m: &MoveOpt, author: SeatId, only: Option<Binds>) -> Option<RuleId> {
    if !watched(cx, Verb::Cross) {
        return None;
    }
    let closed = |piece, way: &Way| {
        let parts = way.iter();
        let parts = parts.map(|b| (Verb::Cross, crossing(piece, *b).to_vec()));
        let events = told(cx, m, author, parts.collect());
        events.iter().find_map(|e| forbidden(cx, e, only))
    };
    going(cx, m).iter().find_map(|(piece, steps)| {
        let diagonal = steps.iter().filter(|ways| ways.iter().any(|w| w.len() > 1));
        diagonal
            .map(|ways| ways.iter().map(|w| closed(*piece, w)).collect::<Vec<_>>())
            .find_map(|shut| {
                shut.into_iter()
                    .reduce(|a, b| a.and_then(|a| b.map(|_| a)))?
            })
    })
}

/// The parts as events, with the pieces concerned as they are.
fn told(cx: &Cx, m: &MoveOpt, author: SeatId, parts: Vec<Part>) -> Vec<Event> {
    if parts.is_empty() {
        return vec![];
    }
    let mut recs = vec![cx.rec(m.piece)];
    let pushed = m.pushes.iter().map(|(p, _)| p);
    recs.extend(m.victims.iter().chain(pushed).map(|p| cx.rec(*p)));
    if let Some((b, _)) = m.bring {
        recs.push(cx.rec(b));
    }
    let event = |(verb, roles): Part| Event {
        verb,
        author: Some(author),
        roles,
        means: Means::Move,
        rule: None,
        recs: recs.clone(),
        turn: cx.st.turn,
        batch: cx.st.stamp,
        edge: m.edge,
        still: m.stand,
        hidden: false,
        holder: None,
    };
    parts.into_iter().map(event).collect()
}

/// The roles of a loss: who, and the square on which it stood, or its carrier.
pub fn lost_where(cx: &Cx, p: PieceId) -> Vec<(Role, Val)> {
    let stood = cx.st.stands_on(p).map(|q| (Role::Origin, Val::Square(q)));
    [(Role::Victim, Val::Piece(p))]
        .into_iter()
        .chain(stood)
        .collect()
}

fn raised(cx: &Cx, m: &MoveOpt, wanted: &dyn Fn(Verb) -> bool) -> Vec<Part> {
    let mover = Val::Piece(m.piece);
    let from = (Role::Origin, Val::Square(m.from));
    let to = (Role::Destination, Val::Square(m.to));
    let mut v = Raised {
        wanted,
        list: vec![],
    };
    if !m.stand {
        v.add(Verb::Leave, &[(Role::Leaver, mover), from, to]);
        if !m.leaping {
            v.crossings(m);
        }
    }
    if (wanted)(Verb::Cross) && !m.stand {
        v.borders(m.piece, &across(cx, m, m.from, m.to));
    }
    for (p, to) in &m.pushes {
        let pushed = Val::Piece(*p);
        let mut roles = vec![(Role::Pushed, pushed), (Role::Subject, mover)];
        let from = cx.square(*p).map(|q| (Role::Origin, Val::Square(q)));
        let goes_to = to.map(|q| (Role::Destination, Val::Square(q)));
        if from.is_some() {
            roles.extend(from);
            let left = [(Role::Leaver, pushed)].into_iter();
            let left: Vec<(Role, Val)> = left.chain(from).chain(goes_to).collect();
            v.add(Verb::Leave, &left);
        }
        match to {
            Some(q) => {
                let to = (Role::Destination, Val::Square(*q));
                roles.push(to);
                if let (true, Some(from)) = ((wanted)(Verb::Cross), cx.square(*p)) {
                    v.borders(*p, &across(cx, m, from, *q));
                }
                let entered = [(Role::Entrant, pushed), to].into_iter();
                v.add(Verb::Enter, &entered.chain(from).collect::<Vec<_>>());
            }
            None => {
                v.add(Verb::LosePiece, &lost_where(cx, *p));
                let removed = [(Role::Removed, pushed)].into_iter();
                v.add(Verb::Remove, &removed.chain(from).collect::<Vec<_>>());
            }
        }
        v.add(Verb::Push, &roles);
    }
    for p in &m.victims {
        let victim = (Role::Victim, Val::Piece(*p));
        v.add(Verb::LosePiece, &lost_where(cx, *p));
        let place = cx.st.stands_on(*p).map(|q| (Role::Place, Val::Square(q)));
        let captured = [victim, (Role::Captor, mover), to, from].into_iter();
        v.add(Verb::Capture, &captured.chain(place).collect::<Vec<_>>());
    }
    if m.stand {
        // a capture in place is a move all the same: nothing enters or leaves but the victim
        v.add(Verb::Move, &[(Role::Mover, mover), from]);
        return v.list;
    }
    v.add(Verb::Enter, &[(Role::Entrant, mover), to, from]);
    if let Some((b, place)) = m.bring {
        let brought = Val::Piece(b);
        let stood = cx.square(b).map(|q| (Role::Origin, Val::Square(q)));
        let goes_to = match place {
            Brought::Square(q) => Some((Role::Destination, Val::Square(q))),
            Brought::Zone(_) => None,
        };
        let with = |role| [(role, brought)].into_iter().chain(stood).chain(goes_to);
        v.add(Verb::Leave, &with(Role::Leaver).collect::<Vec<_>>());
        match place {
            Brought::Square(_) => {
                v.add(Verb::Enter, &with(Role::Entrant).collect::<Vec<_>>());
                v.add(
                    Verb::Castle,
                    &[(Role::Mover, mover), (Role::Object, brought)],
                );
            }
            Brought::Zone(key) => {
                let zone = (Role::Destination, Val::Zone(key.zone, key.owner));
                v.add(Verb::Put, &[(Role::Placed, brought), zone]);
            }
        }
    }
    let mut roles = vec![(Role::Mover, mover), from, to];
    roles.extend(m.path.iter().map(|q| (Role::Path, Val::Square(*q))));
    if m.leaping && !matches!(m.bring, Some((_, Brought::Square(_)))) {
        v.add(Verb::Jump, &roles);
    }
    if let Some(d) = m.dir {
        roles.push((Role::Direction, Val::Dir(d.0, d.1)));
    }
    v.add(Verb::Move, &roles);
    v.list
}

/// The guard that refuses a move, if one does; `only`: of this sort alone.
pub fn refusal(cx: &Cx, m: &MoveOpt, author: SeatId, only: Option<Binds>) -> Option<RuleId> {
    if cx.l.forbids.is_empty() && cx.st.imposed.is_empty() {
        return None;
    }
    let wanted = |verb| watched(cx, verb);
    let mut parts = raised(cx, m, &wanted);
    // a capture without moving is an action of the piece all the same; its reach ends before a closed square
    if m.stand && !m.leaping {
        let mut reach = Raised {
            wanted: &wanted,
            list: parts,
        };
        reach.crossings(m);
        reach.borders(m.piece, &across(cx, m, m.from, m.to));
        parts = reach.list;
    }
    parts.retain(|(verb, roles)| may_be_forbidden(cx, *verb, roles, only));
    let events = told(cx, m, author, parts);
    let refused = events.iter().find_map(|e| forbidden(cx, e, only));
    refused.or_else(|| corner(cx, m, author, only))
}

/// Some guard (of this sort) can speak of such an event: what is known before anything is read; never wrongly no.
fn may_be_forbidden(cx: &Cx, verb: Verb, roles: &[(Role, Val)], only: Option<Binds>) -> bool {
    let sort = |b: &Binds| only.is_none_or(|o| o == *b);
    let standing = |id: &RuleId| {
        let rule = cx.l.rule(*id);
        matches!(&rule.form, Form::Guard { deed, binds, .. }
            if deed.verb == verb && sort(binds) && may_forbid(cx, rule, deed, verb, roles))
    };
    !cx.st.imposed.is_empty() || cx.l.forbids.iter().any(standing)
}

/// Some guard speaks of this verb.
fn watched(cx: &Cx, verb: Verb) -> bool {
    let forbids =
        |id: &RuleId| matches!(&cx.l.rule(*id).form, Form::Guard { deed, .. } if deed.verb == verb);
    cx.l.shortcuts.forbids(cx.st, verb) || cx.st.imposed.iter().any(|im| forbids(&im.rule))
}

/// Whether a move goes through or to a square that is closed to the piece.
pub fn closed(cx: &Cx, m: &MoveOpt, author: SeatId) -> bool {
    let of_squares = |v: Verb| matches!(v, Verb::Enter | Verb::Cross);
    let parts = raised(cx, m, &|verb| of_squares(verb) && watched(cx, verb));
    let events = told(cx, m, author, parts);
    let closed = events.iter().any(|e| forbidden(cx, e, None).is_some());
    closed || corner(cx, m, author, None).is_some()
}

/// The guard that forbids an event, if one does.
pub fn forbidden(cx: &Cx, e: &Event, only: Option<Binds>) -> Option<RuleId> {
    let shared = Shared::new();
    for id in &cx.l.forbids {
        let rule = cx.l.rule(*id);
        let Form::Guard { deed, binds, .. } = &rule.form else {
            continue;
        };
        if deed.verb != e.verb || only.is_some_and(|o| o != *binds) {
            continue;
        }
        if !may_forbid(cx, rule, deed, e.verb, &e.roles) || over(cx, rule) {
            continue;
        }
        let mut hit = false;
        let about = super::judge::subject_of(e);
        cx.instances(
            *id,
            if matches!(rule.holder, Holder::Kind(_)) {
                None
            } else {
                about
            },
            &mut |c| {
                hit |= !hit && guard_hits(c, rule, deed, e, &shared);
            },
        );
        if hit && !permitted(cx, rule, e) {
            return Some(*id);
        }
    }
    for im in &cx.st.imposed {
        let rule = cx.l.rule(im.rule);
        let Form::Guard {
            verdict: Verdict::Forbid,
            deed,
            binds,
            ..
        } = &rule.form
        else {
            continue;
        };
        if deed.verb == e.verb
            && only.is_none_or(|o| o == *binds)
            && guard_hits(&cx.with(&im.env), rule, deed, e, &shared)
        {
            return Some(im.rule);
        }
    }
    None
}

/// A guard can speak of an event at all: a look at whose pieces take part, before anything is read; never wrongly no.
fn may_forbid(cx: &Cx, rule: &Rule, deed: &Deed, verb: Verb, roles: &[(Role, Val)]) -> bool {
    let may = |of: &Set, role: Role| {
        let x = || roles.iter().find(|(r, _)| *r == role).map(|(_, x)| *x);
        of.ty != Ty::Piece || x().is_none_or(|x| cx.may_concern(rule, of, x))
    };
    let object = match &deed.object {
        Some(Value::Set(s)) => Some(s),
        _ => None,
    };
    deed.subject
        .as_ref()
        .is_none_or(|s| may(s, super::judge::subject_role(verb)))
        && object.is_none_or(|s| may(s, super::judge::object_role(verb)))
}

/// A guard can speak of a capture of this piece by that: as [`may_forbid`], before there is an event.
pub(super) fn may_bind(cx: &Cx, id: RuleId, captor: PieceId, victim: Option<PieceId>) -> bool {
    let rule = cx.l.rule(id);
    let Form::Guard { deed, .. } = &rule.form else {
        return true;
    };
    // who loses a piece has no role in that
    let does = deed.verb != Verb::LosePiece;
    let captor = does.then(|| (super::judge::subject_role(deed.verb), Val::Piece(captor)));
    let victim = victim.map(|v| (Role::Victim, Val::Piece(v)));
    let roles: Vec<(Role, Val)> = captor.into_iter().chain(victim).collect();
    may_forbid(cx, rule, deed, deed.verb, &roles)
}

fn guard_hits(c: &Cx, rule: &Rule, deed: &Deed, e: &Event, shared: &Shared) -> bool {
    let mut env = c.env.clone();
    env.event = Some(shared.get_or_init(|| Arc::new(e.clone())).clone());
    bind_roles(&mut env, rule, &[e]);
    let c = c.with(&env);
    c.fits(deed, e, false, false) && c.all(&rule.when)
}

/// Bind the roles a rule refers to, in all the events that are taken for one.
pub fn bind_roles(env: &mut Env, rule: &Rule, events: &[&Event]) {
    for (role, name) in &rule.roles {
        let mut v: Vals = vec![];
        for x in events.iter().flat_map(|e| in_role(rule, *role, e)) {
            if !v.contains(&x) {
                v.push(x);
            }
        }
        if !v.is_empty() {
            env.bind(*name, v);
        }
    }
}

/// Who or what has a role in an event.
fn in_role(rule: &Rule, role: Role, e: &Event) -> Vals {
    match role {
        Role::Subject => match e.verb {
            _ if role_is_seat(rule, Role::Subject) => {
                let seat = match e.verb {
                    Verb::LoseGame | Verb::Resign => e.role(Role::Loser),
                    Verb::LosePiece => e
                        .piece(Role::Victim)
                        .and_then(|p| e.recs.iter().find(|r| r.id == p))
                        .and_then(|r| r.owner)
                        .map(Val::Seat),
                    _ => e.author.map(Val::Seat),
                };
                seat.into_iter().collect()
            }
            _ => super::judge::subject_of(e).into_iter().collect(),
        },
        Role::Object => super::judge::object_of(e).into_iter().collect(),
        // `after you castle with a rook`: whom the event phrase asks in this case
        Role::With => (e.role(Role::Captor).or(e.role(Role::Object)))
            .into_iter()
            .collect(),
        Role::Author => e.author.map(Val::Seat).into_iter().collect(),
        // where a piece stood that was lost or removed
        Role::Place if e.verb != Verb::Capture => e.role(Role::Origin).into_iter().collect(),
        r => e
            .roles
            .iter()
            .filter(|(k, _)| *k == r)
            .map(|(_, v)| *v)
            .collect(),
    }
}

/// The subject of the rule's event is a seat.
fn role_is_seat(rule: &Rule, _: Role) -> bool {
    let seat = |d: &Deed| d.subject.as_ref().is_some_and(|s| s.ty == Ty::Seat);
    match &rule.form {
        Form::Guard { deed, .. } => seat(deed),
        Form::Trigger {
            on: On::After(v) | On::Before(v),
            ..
        } => v.iter().any(seat),
        _ => false,
    }
}

/// The time of a standing guard is over for its holders (`until the end of your second turn`).
fn over(cx: &Cx, rule: &Rule) -> bool {
    let Form::Guard { term, .. } = &rule.form else {
        return false;
    };
    let mut over = false;
    for t in term {
        let Term::Until(m) = t else { continue };
        let (Moment::Start(span) | Moment::End(span)) = m;
        let Span::Nth(n, whose) = span else { continue };
        let n = u32::from(*n);
        let end = matches!(m, Moment::End(_));
        let past = |s: SeatId| {
            let had = cx.st.seats[s.index()].turns;
            let on_turn = cx.st.on_turn == Some(s) && cx.st.phase != Phase::End;
            had > n || had == n && (!end || !on_turn)
        };
        let holders: Vec<SeatId> = match rule.holder {
            Holder::Power(p) => (0..cx.st.seats.len())
                .map(SeatId::from)
                .filter(|s| cx.holds_power(*s, p))
                .collect(),
            _ => vec![],
        };
        let read = |you: Option<SeatId>| {
            let env = Env {
                you,
                ..Env::default()
            };
            cx.with(&env)
                .set(whose)
                .into_iter()
                .filter_map(as_seat)
                .any(past)
        };
        over |= match holders.as_slice() {
            [] => read(None),
            some => some.iter().all(|s| read(Some(*s))),
        };
    }
    over
}

/// A permission of the same heading lifts a guard.
fn permitted(cx: &Cx, guard: &Rule, e: &Event) -> bool {
    cx.l.permits.iter().any(|id| {
        let rule = cx.l.rule(*id);
        let Form::Guard { deed, .. } = &rule.form else {
            return false;
        };
        if !rule.holder.same_heading(guard.holder) || deed.verb != e.verb || over(cx, rule) {
            return false;
        }
        let shared = Shared::new();
        let mut hit = false;
        cx.instances(*id, super::judge::subject_of(e), &mut |c| {
            hit |= guard_hits(c, rule, deed, e, &shared)
        });
        hit
    })
}

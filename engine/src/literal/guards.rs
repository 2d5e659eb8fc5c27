//! Guards: the events an option would raise, and the rule that forbids one of them.
use super::moves::MoveOpt;
use super::read::*;
use super::value::*;
use crate::ids::*;
use crate::rules::*;
use std::cell::OnceCell;
use std::sync::Arc;

/// The event that guards are asked about, copied when the first of them needs it.
type Shared = OnceCell<Arc<Event>>;

/// The events a move would raise, in order; its own last.
pub fn events_of(cx: &Cx, m: &MoveOpt, author: SeatId) -> Vec<Event> {
    let mut recs = vec![cx.rec(m.piece)];
    recs.extend(
        m.victims
            .iter()
            .chain(m.pushes.iter().map(|(p, _)| p))
            .map(|p| cx.rec(*p)),
    );
    if let Some((b, _)) = m.bring {
        recs.push(cx.rec(b));
    }
    let mover = Val::Piece(m.piece);
    let base = Event {
        verb: Verb::Move,
        author: Some(author),
        roles: vec![],
        means: Means::Move,
        rule: None,
        recs,
        turn: cx.st.turn,
        batch: cx.st.stamp,
        edge: m.edge,
        still: m.stand,
        hidden: false,
    };
    let ev = |verb: Verb, roles: Vec<(Role, Val)>| Event {
        verb,
        roles,
        ..base.clone()
    };
    let from = (Role::Origin, Val::Square(m.from));
    let to = (Role::Destination, Val::Square(m.to));
    let mut v = vec![];
    if !m.stand {
        v.push(ev(Verb::Leave, vec![(Role::Leaver, mover), from]));
        if !m.leaping {
            v.extend(crossings(&base, m));
        }
    }
    for (p, to) in &m.pushes {
        let mut roles = vec![(Role::Pushed, Val::Piece(*p)), (Role::Subject, mover)];
        if let Some(q) = cx.square(*p) {
            roles.push((Role::Origin, Val::Square(q)));
            v.push(ev(
                Verb::Leave,
                vec![
                    (Role::Leaver, Val::Piece(*p)),
                    (Role::Origin, Val::Square(q)),
                ],
            ));
        }
        match to {
            Some(q) => {
                roles.push((Role::Destination, Val::Square(*q)));
                v.push(ev(
                    Verb::Enter,
                    vec![
                        (Role::Entrant, Val::Piece(*p)),
                        (Role::Destination, Val::Square(*q)),
                    ],
                ));
            }
            None => {
                v.push(ev(Verb::LosePiece, vec![(Role::Victim, Val::Piece(*p))]));
                v.push(ev(Verb::Remove, vec![(Role::Removed, Val::Piece(*p))]));
            }
        }
        v.push(ev(Verb::Push, roles));
    }
    for p in &m.victims {
        let mut roles = vec![(Role::Victim, Val::Piece(*p)), (Role::Captor, mover), to];
        roles.push(from);
        v.push(ev(Verb::LosePiece, vec![(Role::Victim, Val::Piece(*p))]));
        v.push(ev(Verb::Capture, roles));
    }
    if !m.stand {
        v.push(ev(Verb::Enter, vec![(Role::Entrant, mover), to, from]));
        if let Some((b, q)) = m.bring {
            v.push(ev(Verb::Leave, vec![(Role::Leaver, Val::Piece(b))]));
            v.push(ev(
                Verb::Enter,
                vec![
                    (Role::Entrant, Val::Piece(b)),
                    (Role::Destination, Val::Square(q)),
                ],
            ));
            v.push(ev(
                Verb::Castle,
                vec![(Role::Mover, mover), (Role::Object, Val::Piece(b))],
            ));
        }
        if m.leaping && m.bring.is_none() {
            let mut roles = vec![(Role::Mover, mover), from, to];
            roles.extend(m.path.iter().map(|q| (Role::Path, Val::Square(*q))));
            v.push(ev(Verb::Jump, roles));
        }
        let mut roles = vec![(Role::Mover, mover), from, to];
        roles.extend(m.path.iter().map(|q| (Role::Path, Val::Square(*q))));
        if let Some(d) = m.dir {
            roles.push((Role::Direction, Val::Dir(d.0, d.1)));
        }
        v.push(ev(Verb::Move, roles));
    } else {
        // a capture in place is a move all the same: nothing enters or leaves but the victim
        v.push(ev(Verb::Move, vec![(Role::Mover, mover), from]));
    }
    v
}

/// The squares a move goes through, as events.
fn crossings(base: &Event, m: &MoveOpt) -> Vec<Event> {
    let cross = |q: &SquareId| Event {
        verb: Verb::Cross,
        roles: vec![
            (Role::Crosser, Val::Piece(m.piece)),
            (Role::Path, Val::Square(*q)),
        ],
        ..base.clone()
    };
    m.path.iter().map(cross).collect()
}

/// The guard that refuses a move, if one does; `only`: of this sort alone.
pub fn refusal(cx: &Cx, m: &MoveOpt, author: SeatId, only: Option<Binds>) -> Option<RuleId> {
    if cx.l.forbids.is_empty() && cx.st.imposed.is_empty() {
        return None;
    }
    let events = events_of(cx, m, author);
    // a capture without moving is an action of the piece all the same; its reach ends before a closed square
    let reach = (m.stand && !m.leaping).then(|| crossings(&events[0], m));
    let reach = reach.iter().flatten();
    (events.iter().chain(reach)).find_map(|e| forbidden(cx, e, only))
}

/// Whether a move goes through or to a square that is closed to the piece.
pub fn closed(cx: &Cx, m: &MoveOpt, author: SeatId) -> bool {
    let of_squares = |v: Verb| matches!(v, Verb::Enter | Verb::Cross);
    let some = |id: &RuleId| matches!(&cx.l.rule(*id).form, Form::Guard { deed, .. } if of_squares(deed.verb));
    (cx.l.forbids.iter().any(some) || !cx.st.imposed.is_empty())
        && events_of(cx, m, author)
            .iter()
            .any(|e| of_squares(e.verb) && forbidden(cx, e, None).is_some())
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
        if over(cx, rule) {
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

fn guard_hits(c: &Cx, rule: &Rule, deed: &Deed, e: &Event, shared: &Shared) -> bool {
    let mut env = c.env.clone();
    env.event = Some(shared.get_or_init(|| Arc::new(e.clone())).clone());
    bind_roles(&mut env, rule, e);
    let c = c.with(&env);
    c.fits(deed, e, false, false) && c.all(&rule.when)
}

/// Bind the roles a rule refers to.
pub fn bind_roles(env: &mut Env, rule: &Rule, e: &Event) {
    for (role, name) in &rule.roles {
        let v: Vals = match role {
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
            Role::Author => e.author.map(Val::Seat).into_iter().collect(),
            r => e
                .roles
                .iter()
                .filter(|(k, _)| k == r)
                .map(|(_, v)| *v)
                .collect(),
        };
        if !v.is_empty() {
            env.bind(*name, v);
        }
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
            had > n || had == n && (!end || cx.st.on_turn != Some(s))
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
        if rule.holder != guard.holder || deed.verb != e.verb || over(cx, rule) {
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

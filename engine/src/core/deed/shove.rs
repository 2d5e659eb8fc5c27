//! Pushing and pulling: pieces go on one by one, each as far as it can.
use super::{Member, Primitive};
use crate::core::event::Thing;
use crate::core::order;
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::rules::{Role, Ty, Verb};

impl<const N: usize> Runner<'_, N> {
    pub(super) fn shove(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (pieces, fix): (&Mask<N>, &Mask<N>),
        (pull, by, off): (bool, Option<&Int<N>>, bool),
    ) -> Result<bool, Stop> {
        let boards = &self.plan.boards;
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let Some(fix) = cx.first(Ty::Square, cx.mask(fix)) else {
            return Ok(false);
        };
        let by = by.map(|n| cx.int(n)).filter(|n| *n > 0).unwrap_or(64);
        let mut all = cx.in_order(Ty::Piece, cx.mask(pieces) & st.plane(plane::BOARD));
        let sign = if pull { 1 } else { -1 };
        order::by_key(&mut all, |p| {
            st.square(*p)
                .and_then(|s| boards.distance(s, fix))
                .unwrap_or(i32::MAX / 2)
                * sign
        });
        let mut any = false;
        for p in all {
            let Some(from) = st.square(p) else { continue };
            let Some(d) = boards.heading(from, fix) else {
                continue;
            };
            let d = (d.0 * sign as i8, d.1 * sign as i8);
            let (mut at, mut gone) = (from, false);
            let cx = self.cx(st, env);
            for _ in 0..by {
                match boards.step(at, d, false) {
                    Some((to, _))
                        if st.at_beside(to, p).is_none()
                            && cx.passes(p as u8, (at, d), actor)
                            && cx.enters(p as u8, (at as u8, to as u8), actor) =>
                    {
                        at = to
                    }
                    Some(_) => break,
                    None => {
                        gone = off && !pull;
                        break;
                    }
                }
            }
            if at == from && !gone {
                continue;
            }
            let (piece, origin, to) = (
                Thing::Piece(p as u8),
                Thing::Square(from as u8),
                Thing::Square(at as u8),
            );
            let (verb, role) = if pull {
                (Verb::Pull, Role::Pulled)
            } else {
                (Verb::Push, Role::Pushed)
            };
            let goes_to = (!gone).then_some((Role::Destination, to));
            let mut events = vec![
                cx.event(Verb::Leave, actor)
                    .with(Role::Leaver, piece)
                    .with(Role::Origin, origin)
                    .with_some(goes_to),
            ];
            let mut changes = vec![Primitive::Lift(p as u8)];
            let shoved = cx
                .event(verb, actor)
                .with(role, piece)
                .with(Role::Origin, origin);
            if gone {
                let lost = cx.event(Verb::LosePiece, actor).with(Role::Victim, piece);
                events.push(cx.lost_where(lost, p as u8));
                events.push(
                    cx.event(Verb::Remove, actor)
                        .with(Role::Removed, piece)
                        .with(Role::Origin, origin),
                );
                events.push(shoved);
            } else {
                events.push(
                    cx.event(Verb::Enter, actor)
                        .with(Role::Entrant, piece)
                        .with(Role::Destination, to)
                        .with(Role::Origin, origin),
                );
                events.push(shoved.with(Role::Destination, to));
                changes.extend([
                    Primitive::Land(p as u8, at as u8),
                    Primitive::Displaced(p as u8),
                ]);
            }
            let m = Member { events, changes };
            if !self.refused(st, env, &m) {
                any = true;
                self.perform(st, vec![m])?;
            }
        }
        Ok(any)
    }
}

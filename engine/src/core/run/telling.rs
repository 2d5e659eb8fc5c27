//! What is told, and to whom: texts, names, who is in check; and the trail, in which events stand for questions about the past. Moves
//! no piece and sets off no rule.
use super::Runner;
use crate::core::bits::Bits;
use crate::core::deed::touch_all;
use crate::core::eval::Cx;
use crate::core::event::{Event, Thing};
use crate::core::plan::reads;
use crate::core::state::*;
use crate::ids::*;
use crate::play::{Notice, NoticeSays};
use crate::rules::{Role, Verb};

impl<const N: usize> Runner<'_, N> {
    /// Here it is told who is in check, where the variant announces it.
    pub(super) fn announce_checks(&mut self, st: &State<N>) {
        let silent = |c: &crate::rules::Check| c.says == crate::rules::CheckSays::None;
        let told = self.heard && !self.mode.trial && !self.mode.rest;
        if !told || self.plan.rules.check.iter().all(silent) {
            return;
        }
        let board = |s: usize| self.plan.boards.board_of_seat(s);
        let cx = self.cx(st, Env::NOBODY);
        let playing: Vec<usize> = cx.playing().iter().collect();
        let here = |s: &&usize| match st.clock.on_turn {
            NONE => true,
            on => board(**s) == board(on as usize),
        };
        // a check that hangs on what is hidden is told to those who know of it
        let hidden = !self.plan.hidden.is_empty();
        let known = |viewer: usize, s: usize| {
            let eyes = if hidden { viewer as u8 } else { NONE };
            Cx { eyes, ..cx }.seat_in_check(s, None)
        };
        let mut checks: Vec<Notice> = vec![];
        for s in playing.iter().filter(here) {
            let to: Vec<SeatId> = match hidden {
                true => (playing.iter().filter(|v| known(**v, *s)))
                    .map(|v| SeatId::from(*v))
                    .collect(),
                false if known(*s, *s) => playing.iter().map(|v| SeatId::from(*v)).collect(),
                false => vec![],
            };
            if !to.is_empty() {
                let all = to.len() == playing.len();
                checks.push(Notice {
                    to: (!all).then_some(to),
                    says: NoticeSays::InCheck(SeatId::from(*s)),
                });
            }
        }
        self.notices.extend(checks);
    }
    /// The rules that fired last, each once: of rules that fire each other without end, those.
    pub fn latest_fired(&self) -> Vec<RuleId> {
        let from = self.fired.len().saturating_sub(50);
        let mut all: Vec<RuleId> = self.fired[from..].iter().map(|r| RuleId(*r)).collect();
        all.sort();
        all.dedup();
        all
    }
    pub(in crate::core) fn announce(&mut self, text: TextId, to: Option<Bits<N>>, with: Bits<N>) {
        if !self.mode.trial && !self.mode.rest {
            let to = to.map(|m| m.iter().map(SeatId::from).collect());
            let with = with.iter().map(SquareId::from).collect();
            self.notices.push(Notice {
                to,
                says: NoticeSays::Text(text, with),
            });
        }
    }
    /// A name of the body that is running stands for these.
    pub(in crate::core) fn name(&mut self, st: &mut State<N>, name: u8, things: Bits<N>) {
        if let Some(Frame::Body(b)) = st.frames.last_mut() {
            b.env.names[name as usize] = things;
        }
    }
    pub(super) fn tell_all(&self, st: &mut State<N>, events: &[Event<N>]) {
        for e in events {
            match e.verb {
                Verb::Capture => {
                    if let Some(p) = e.piece(Role::Victim) {
                        st.planes[plane::CAPTURED].add(p as usize);
                    }
                }
                Verb::Remove => {
                    if let Some(p) = e.piece(Role::Removed) {
                        st.planes[plane::CAPTURED].drop(p as usize);
                    }
                }
                Verb::LoseGame => {
                    if let (Some(Thing::Seat(s)), Some(Thing::Seat(to))) =
                        (e.role(Role::Loser), e.role(Role::Conqueror))
                    {
                        st.seats[s as usize].to = to;
                    }
                }
                _ => {}
            }
            self.tell_trail(st, e);
        }
    }
    /// An event goes into the trail, if some rule asks for its verb.
    pub(in crate::core) fn tell_trail(&self, st: &mut State<N>, e: &Event<N>) {
        if self.plan.told[e.verb as usize].is_none() {
            return;
        }
        let env = Env::NOBODY;
        let cx = self.cx(st, env);
        let piece = |t: Option<Thing>| match t {
            Some(Thing::Piece(p)) => Some(p),
            _ => None,
        };
        let p = piece(e.object()).or_else(|| piece(e.subject()));
        let by = piece(e.subject());
        let told = Told {
            verb: e.verb,
            author: cx.doer(e).map_or(NONE, |s| s as u8),
            piece: p.unwrap_or(NONE),
            kind: p.map_or(NONE, |p| cx.kind(p as usize) as u8),
            owner: p.map_or(NONE, |p| st.owner[p as usize]),
            by: by.unwrap_or(NONE),
            by_kind: by.map_or(NONE, |p| cx.kind(p as usize) as u8),
            by_owner: by.map_or(NONE, |p| st.owner[p as usize]),
            square: match e.verb {
                Verb::Leave => e.square(Role::Origin),
                Verb::Enter => e.square(Role::Destination),
                _ => e.square(Role::Path),
            }
            .unwrap_or(NONE),
            // ways that come to the same stay the same where nobody asks for it
            other_end: match (self.plan.tells_both_ends, e.other_end()) {
                (true, Some(Thing::Square(q))) => q,
                (true | false, _) => NONE,
            },
            turn: st.clock.turn,
        };
        st.trail.push(told);
        touch_all(st, reads::TRAIL);
    }
}

//! Every verb as what it does: the members of a step, refused or performed. What is set off is left to whoever runs the step.
mod course;
mod lasting;
mod pieces;
mod values;
mod zones;

use super::{Deed, draw_game};
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;

impl<const N: usize> Runner<'_, N> {
    /// Does it. `false`: it cannot be done.
    pub(in crate::core) fn deed(
        &mut self,
        st: &mut State<N>,
        d: &Deed<N>,
        env: &Env<N>,
    ) -> Result<bool, Stop> {
        match d {
            Deed::Pass => self.pass_turn(st, env),
            Deed::TurnPasses(m) => self.turn_passes_to(st, env, m),
            Deed::Skip(m) => self.skip_turns(st, env, m),
            Deed::Win { who, share } => self.win_game(st, env, who.as_ref(), *share),
            Deed::Play(of, together) => self.play(st, of, *together, env),
            Deed::DrawGame => {
                self.note_verdict(st, env.rule);
                draw_game(st);
                Err(Stop::Over)
            }
            Deed::EndGame => {
                self.note_verdict(st, env.rule);
                st.clock.over = true;
                Err(Stop::Over)
            }
            Deed::EndTurn => {
                st.clock.end_turn = true;
                Ok(true)
            }
            Deed::Lose { who, to } => self.lose_game(st, env, who.as_ref(), to),
            Deed::Score(who, n) => self.score_points(st, env, who.as_ref(), n),
            Deed::Remove { pieces, named } => self.remove_pieces(st, env, pieces, named.as_ref()),
            Deed::Capture {
                victims,
                captor,
                still,
                whole,
            } => self.capture_pieces(st, env, victims, captor.as_ref(), *still, *whole),
            Deed::Put {
                pieces,
                squares,
                side,
                called,
            } => self.put_on_squares(st, env, pieces, squares, side.as_ref(), *called),
            Deed::PutNew {
                kind,
                owner,
                count,
                squares,
                called,
            } => self.put_new_pieces(st, env, (kind, owner.as_ref()), count, squares, *called),
            Deed::Store {
                pieces,
                most,
                zone,
                at,
                openly,
            } => self.store_in_zone(st, env, (pieces, most.as_ref()), zone, at.as_ref(), *openly),
            Deed::StoreNew {
                kind,
                owner,
                count,
                zone,
            } => self.store_new_pieces(st, env, (kind, owner.as_ref()), count, zone),
            Deed::Shuffle(zones, into) => self.shuffle_zones(st, env, zones, into.as_ref()),
            Deed::GiveArmy(armies, to) => self.give_armies(st, env, armies, to),
            Deed::Give(pieces, to) => self.give_pieces(st, env, pieces, to),
            Deed::SwapOwners(m) => self.swap_owners(st, env, m),
            Deed::Swap(m) => self.swap_squares(st, env, m),
            Deed::Shove {
                pieces,
                fix,
                pull,
                by,
                off,
            } => self.shove(st, env, (pieces, fix), (*pull, by.as_ref(), *off)),
            Deed::Become {
                pieces,
                kind,
                promote,
            } => self.become_kind(st, env, pieces, kind, *promote),
            Deed::Mark {
                things,
                ty,
                field,
                plane,
                by_holder,
                hidden,
                term,
            } => self.mark_things(
                st,
                env,
                (things, *ty),
                (*field, *plane, *by_holder),
                *hidden,
                term,
            ),
            Deed::Unmark {
                things,
                ty,
                field,
                plane,
                by_holder,
            } => self.unmark_things(st, env, (things, *ty), (*field, *plane, *by_holder)),
            Deed::Value {
                slot,
                for_seat,
                of,
                start,
                change,
                term,
                hidden,
            } => self.change_value(
                st,
                env,
                (*slot, for_seat.as_ref()),
                of.as_ref(),
                (*start, change),
                (term, *hidden),
            ),
            Deed::Set {
                slots,
                of,
                what,
                add,
                hidden,
            } => self.change_set(st, env, (*slots, of.as_ref()), what, *add, *hidden),
            Deed::Borrow(who, powers, term) => {
                self.borrow_powers(st, env, who.as_ref(), powers, term)
            }
            Deed::Show(pieces, to) => self.show_pieces(st, env, pieces, to.as_ref()),
            Deed::Reveal(hidden, for_seat, of, to) => {
                self.reveal_values(st, env, (*hidden, for_seat.as_ref()), of, to.as_ref())
            }
            Deed::RevealAll(hidden, on, of, to) => {
                self.reveal_all(st, env, (hidden, *on), of, to.as_ref())
            }
            Deed::EndPower(m) => self.end_powers(st, env, m),
            Deed::Impose(fact, term) => self.impose_fact(st, env, *fact, term),
            Deed::Later(block, t) => self.delay_block(st, env, *block, t),
            Deed::TakeBack => {
                self.take_back(st, env);
                Ok(true)
            }
            Deed::Announce(texts, to, with) => {
                self.announce_texts(st, env, texts, to.as_ref(), with.as_ref())
            }
            Deed::StrikeEvent => {
                self.struck = true;
                Ok(true)
            }
            Deed::Stop => Ok(true),
        }
    }
}

impl<const N: usize> Cx<'_, N> {
    /// Who does it: the actor, else the holder.
    pub(super) fn acting(&self) -> u8 {
        let env = self.env;
        if env.actor != NONE {
            env.actor
        } else {
            env.you
        }
    }
    /// The seats of which a deed is said: those named, else who does it, else who is on turn.
    fn subjects(&self, who: Option<&Mask<N>>) -> Bits<N> {
        let actor = self.acting();
        match who {
            Some(m) => self.mask(m) & Bits::below(self.plan.seats),
            None if actor != NONE => Bits::one(actor as usize),
            None => Bits::one(self.st.clock.on_turn as usize),
        }
    }
}

//! A game in progress as a host sees it: the open decision with its options in the defined order, answers
//! by index, results, the view of the board. Not the hot path; [`perft`](super::perft) and
//! [`simulate`](super::simulate) work on states.
use super::bits::{Bits, Wide, each};
use super::game::{Linked, TableAct, by_layout, quarter_turns};
use super::past::Past;
use super::program::{Group, Verdict};
use super::sink::{Options, Scratch};
use super::state::{End, NOWHERE, State};
use crate::ids::*;
use crate::play::*;
use crate::session::Running;
use std::sync::Arc;

/// A game in progress.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Position {
    Duel(Table<u64, 8, 2>),
    Four(Table<u64, 12, 4>),
    Large(Table<u64, 32, 4>),
    Broad(Table<Wide, 32, 4>),
}

/// A game in progress in one layout.
#[derive(Clone, Debug)]
pub struct Table<B: Bits, const P: usize, const S: usize> {
    /// The match.
    pub linked: Arc<Linked<B, P, S>>,
    /// Where it stands.
    pub state: State<B, P, S>,
    /// Keys of the positions since the last one that cannot come back.
    past: Past,
    open: Open,
    /// The group behind each option of the open decision.
    groups: Vec<(Group<B>, u8)>,
    notices: Vec<Notice>,
    /// Seats that have offered or accepted a draw since the last answer.
    agreed: u8,
}

impl Position {
    /// Is a royal piece of the seat attacked? Only known where check is enforced.
    pub fn in_check(&self, seat: SeatId) -> bool {
        by_layout!(self, Position, table => table.in_check(seat))
    }
}

impl Running for Position {
    fn open(&self) -> &Open {
        by_layout!(self, Position, table => &table.open)
    }
    fn answer(&mut self, index: usize) -> Result<(), Refused> {
        by_layout!(self, Position, table => table.answer(index))
    }
    fn notices(&self) -> &[Notice] {
        by_layout!(self, Position, table => &table.notices)
    }
    fn table_act(&mut self, seat: SeatId, name: &str) -> Result<(), Refused> {
        by_layout!(self, Position, table => table.table_act(seat, name))
    }
    fn view(&self, _: Option<SeatId>) -> BoardView {
        by_layout!(self, Position, table => table.view())
    }
}

impl<B: Bits, const P: usize, const S: usize> Table<B, P, S> {
    /// A game that goes on from a state.
    pub fn new(linked: Arc<Linked<B, P, S>>, state: State<B, P, S>) -> Self {
        let mut table = Table {
            linked,
            state,
            past: Past::default(),
            open: Open::Over(Vec::new()),
            groups: Vec::new(),
            notices: Vec::new(),
            agreed: 0,
        };
        table.note_position(&state);
        table.start_turn();
        table
    }

    /// Puts the key of the position where the rules ask how often it has been there.
    fn note_position(&mut self, before: &State<B, P, S>) {
        let program = &self.linked.program;
        if program.verdicts.repetition.is_some() {
            if before.occupied().count() != self.state.occupied().count() {
                self.past.clear();
            }
            self.past.note(self.state.key(program.fresh));
        }
    }

    /// Opens the decision of the player on turn, or ends the game.
    fn start_turn(&mut self) {
        let linked = self.linked.clone();
        let program = &linked.program;
        let (mut options, mut scratch) = (Options::new(), Scratch::new());
        self.groups.clear();
        self.notices.clear();
        // Who can do nothing passes unasked; if nobody can do anything the last one is asked to.
        for passed in 0..=S {
            if self.state.end != End::Open {
                break;
            }
            program.generate(&self.state, &mut scratch, &mut options);
            let occurred = self.past.last();
            program.start_turn(&mut self.state, options.total, occurred, &mut scratch);
            if options.total > 0 || self.state.end != End::Open || passed == S {
                break;
            }
            let before = self.state;
            self.state = program.pass(&before);
            self.note_position(&before);
        }
        if self.state.end != End::Open {
            self.open = Open::Over(self.outcomes());
            return;
        }
        let mut moves: Vec<(u8, u8, Group<B>)> = Vec::new();
        for group in &options.groups {
            each(group.targets, |to| {
                moves.push((group.origin(to), to, *group))
            });
        }
        moves.sort_unstable_by_key(|(from, to, _)| (*from, *to));
        let choice = |(from, to, _): &(u8, u8, Group<B>)| {
            Choice::Move(SquareId(u16::from(*from)), SquareId(u16::from(*to)))
        };
        let (kind, list) = if moves.is_empty() {
            (Kind::Pass, vec![Choice::Pass])
        } else {
            (Kind::Act, moves.iter().map(choice).collect())
        };
        self.groups = moves
            .into_iter()
            .map(|(_, to, group)| (group, to))
            .collect();
        if linked.program.enforced && self.in_check(SeatId(u16::from(self.state.seat))) {
            self.notices.push(Notice {
                to: None,
                says: NoticeSays::InCheck(SeatId(u16::from(self.state.seat))),
            });
        }
        self.open = Open::Decision(self.decision(kind, list));
    }

    fn decision(&self, kind: Kind, options: Vec<Choice>) -> Decision {
        let who = Who::Seat(SeatId(u16::from(self.state.seat)));
        Decision {
            who,
            kind,
            rule: None,
            label: None,
            secret: false,
            options,
            weights: Vec::new(),
            picked: 0,
            dealing: None,
        }
    }

    fn answer(&mut self, index: usize) -> Result<(), Refused> {
        let Open::Decision(decision) = &self.open else {
            return Err(Refused::Over);
        };
        if index >= decision.options.len() {
            return Err(Refused::NoSuchOption {
                index,
                options: decision.options.len(),
            });
        }
        self.agreed = 0;
        let linked = self.linked.clone();
        let program = &linked.program;
        let before = self.state;
        if before.rising != NOWHERE {
            self.state = program.promote(&before, index as u8);
        } else if decision.kind == Kind::Pass {
            self.state = program.pass(&before);
        } else {
            let (group, to) = self.groups[index];
            if group.fan > 1 {
                self.state = program.begin(&before, &group, to);
                let plane = usize::from(group.plane);
                let kinds = program.seats[usize::from(before.seat) % S].promotions[plane].iter();
                let choices = kinds
                    .filter_map(|&plane| linked.species(usize::from(plane)))
                    .map(|(kind, _)| Choice::Kind(kind))
                    .collect();
                self.notices.clear();
                self.open = Open::Decision(self.decision(Kind::Choose, choices));
                return Ok(());
            }
            self.state = program.play(&before, &group, to, 0);
        }
        self.note_position(&before);
        self.start_turn();
        Ok(())
    }

    /// Resigning, or a draw by agreement: it counts when every seat still in has asked for it since the
    /// last answer.
    fn table_act(&mut self, seat: SeatId, name: &str) -> Result<(), Refused> {
        let linked = self.linked.clone();
        let act = linked
            .key
            .acts
            .iter()
            .find(|(act, _)| act == name)
            .map(|(_, act)| *act);
        let playing = seat.index() < S && self.state.playing >> seat.0 & 1 == 1;
        if self.state.end != End::Open {
            return Err(Refused::Over);
        }
        let before = self.state;
        match act {
            Some(TableAct::Resign) if playing && before.rising == NOWHERE => {
                self.state = linked.program.resign(&before, seat.0 as u8);
            }
            Some(TableAct::Draw) if playing => {
                self.agreed |= 1 << seat.0;
                if self.agreed & before.playing != before.playing {
                    return Ok(());
                }
                self.state.end = End::Draw;
            }
            _ => return Err(Refused::NoSuchAct(name.to_owned())),
        }
        if self.state.seat != before.seat {
            self.note_position(&before);
        }
        self.start_turn();
        Ok(())
    }

    fn in_check(&self, seat: SeatId) -> bool {
        seat.index() < S
            && self
                .linked
                .program
                .exposed(&self.state, seat.index(), &mut Scratch::new())
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let one = |seat: usize| match self.state.end {
            _ if !self.linked.key.playing.contains(&SeatId::from(seat)) => Outcome::None,
            End::Won(winner) if usize::from(winner) == seat => Outcome::Win,
            End::Won(_) => Outcome::Loss,
            _ if self.state.playing >> seat & 1 == 0 => Outcome::Loss,
            End::Draw => Outcome::Draw,
            End::Open => Outcome::Playing,
        };
        (0..self.linked.key.seats).map(one).collect()
    }

    fn view(&self) -> BoardView {
        let (st, key) = (&self.state, &self.linked.key);
        let mut view = BoardView {
            outcomes: self.outcomes(),
            ..BoardView::default()
        };
        each(st.occupied(), |sq| {
            let (Some(owner), Some(plane)) = (st.owner(sq), st.species(sq)) else {
                return;
            };
            let Some((kind, frame)) = self.linked.species(usize::from(plane)) else {
                return;
            };
            let follows = key.frames[usize::from(owner)];
            let kept = frame.filter(|_| key.turnable.contains(&kind));
            let facing = quarter_turns(kept.unwrap_or(follows));
            view.pieces.push(SeenPiece {
                square: SquareId(u16::from(sq)),
                layer: 0,
                kind,
                seat: Some(SeatId(u16::from(owner))),
                facing,
            });
        });
        if let Some(field) = key.mark {
            each(st.wakes, |sq| {
                let of = Thing::Square(SquareId(u16::from(sq)));
                view.fields.push(SeenField {
                    field,
                    of,
                    seat: None,
                    values: vec![Shown::Yes],
                });
            });
        }
        if let Some(field) = key.clock.filter(|_| st.clock > 0) {
            view.fields.push(SeenField {
                field,
                of: Thing::Game,
                seat: None,
                values: vec![Shown::Number(i32::from(st.clock))],
            });
        }
        view.fields.sort_by_key(|seen| seen.field);
        if st.end == End::Open {
            view.on_turn.push(SeatId(u16::from(st.seat)));
        }
        view
    }

    /// Does a player with nothing to do pass?
    pub fn passes(&self) -> bool {
        self.linked.program.verdicts.stuck[1] == Verdict::Pass
    }
}

//! What limits the moves of a seat, put into its program: kinds that cannot capture, set programs for
//! pieces that are frozen or protected, and the patterns that `cover` is answered from.
use super::LinkProblem;
use super::emit::Plan;
use super::guards::{Limits, SetCompiler, seats_of};
use super::instrs::emit;
use super::phrase::Eyes;
use super::tables::Tables;
use super::ways::{Course, Hand, Moves};
use crate::ids::*;
use crate::machine::bits::Bits;
use crate::machine::guards::Guards;
use crate::machine::program::Instr;

impl<'a> Plan<'a> {
    /// Kinds that cannot capture lose that half of their ways.
    pub(super) fn tame<B: Bits>(&self, seat: SeatId, kind: KindId, moves: &mut Moves<B>) {
        let tame = self.facts.limits.iter().any(|limit| {
            limit.holder == Some(seat)
                && matches!(&limit.says, Limits::Tame(kinds) if kinds.contains(&kind))
        });
        if tame {
            moves.goes.iter_mut().for_each(|go| go.modes.1 = false);
            moves.goes.retain(|go| go.modes.0);
            moves.passing.clear();
        }
    }

    /// Guards that hang on the position, for the moves of a seat.
    pub(super) fn guards<B: Bits>(
        &self,
        tables: &mut Tables<'a, B>,
        seats: usize,
        seat: SeatId,
    ) -> Result<Guards<B>, LinkProblem> {
        let mut guards = Guards::default();
        let planes = |kind: KindId| self.planes(seats, kind);
        for limit in &self.facts.limits {
            if let Limits::Shy(kind, n) = limit.says {
                let near = |a: u8, b: u8| {
                    let (dx, dy) = self.reader.board.apart(a, b);
                    dx + dy <= i32::from(n)
                };
                let board = self.reader.board;
                let row = |a: u8| {
                    board
                        .squares()
                        .filter(|&b| near(a, b))
                        .fold(B::NONE, |set, b| set | B::bit(b))
                };
                let rows: Vec<B> = (0..board.size() as u8).map(row).collect();
                let table = tables.table(&rows)?;
                guards.shy.extend(
                    (0..64)
                        .filter(|plane| planes(kind) >> plane & 1 == 1)
                        .map(|plane| (plane, table)),
                );
                continue;
            }
            let Some(holder) = limit.holder else { continue };
            let mut compiler = SetCompiler {
                reader: self.reader,
                facts: &self.facts,
                tables,
                rule: limit.rule,
                holder,
                seats: &self.seats,
                planes: &planes,
            };
            match limit.says {
                Limits::Frozen(set) => guards.frozen.push(compiler.compile(set)?),
                Limits::Shielded(set, by) => {
                    let by = by.map_or(Some(self.seats.clone()), |by| {
                        seats_of(by, &self.seats, holder)
                    });
                    let by = by.ok_or(LinkProblem::of(
                        limit.rule.src,
                        "protection from seats that are not fixed",
                    ))?;
                    if by.contains(&seat) {
                        guards.shielded.push(compiler.compile(set)?);
                    }
                }
                Limits::Tame(_) | Limits::Shy(..) => {}
            }
        }
        if guards
            .shy
            .iter()
            .any(|(_, table)| *table != guards.shy[0].1)
        {
            return Err(LinkProblem::of_match(
                "protection from afar by two distances",
            ));
        }
        Ok(guards)
    }

    /// How the pieces of a seat capture by the patterns of their kinds alone.
    pub(super) fn cover<B: Bits>(
        &self,
        tables: &mut Tables<'a, B>,
        seats: usize,
        seat: SeatId,
    ) -> Result<Vec<Instr<B>>, LinkProblem> {
        let mut cover = Vec::new();
        let planes = |kind: KindId| self.planes(seats, kind);
        for (i, species) in self.species.iter().enumerate() {
            let facing = species.facing.unwrap_or(self.reader.frame(seat));
            let plane = (seats + i) as u8;
            let hand = Hand {
                reader: self.reader,
                eyes: Eyes { seat, facing },
                plane,
            };
            let mut goes = hand
                .read_printed(&self.facts, species.kind, tables.all(), &planes)?
                .goes;
            goes.retain(|go| go.modes.1);
            if let Some(go) = goes.iter().find(|go| matches!(go.path, Course::Stride(..))) {
                return Err(LinkProblem::of(
                    go.src,
                    "an exact stride that covers squares",
                ));
            }
            goes.iter_mut().for_each(|go| go.modes = (false, true));
            cover.extend(
                emit(tables, &goes, plane, false, false)?
                    .into_iter()
                    .map(|one| one.instr),
            );
        }
        Ok(cover)
    }
}

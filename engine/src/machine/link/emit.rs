//! The last passes of link: species and their planes, the programs of the seats, and everything put
//! together in one layout.
use super::LinkProblem;
use super::atoms::{Capture, atoms, capture};
use super::board::Step;
use super::facts::Facts;
use super::instrs::{Emitted, emit};
use super::phrase::{Eyes, Reader};
use super::tables::Tables;
use super::ways::{Course, Go, Hand, Moves};
use crate::ids::*;
use crate::machine::bits::{Bits, each};
use crate::machine::game::{Key, Standing, TableAct, quarter_turns};
use crate::machine::guards::{Guards, SetOp};
use crate::machine::program::*;
use crate::rules::{Frame, Mover, Placed, TableDoes, Way};

/// A sort of piece the planes tell apart: a kind, and its facing where owners change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Species {
    /// The kind.
    pub kind: KindId,
    /// The facing it keeps; none: that of its owner, or it has none.
    pub facing: Option<Frame>,
}

/// What all layouts have in common.
pub struct Plan<'a> {
    /// For phrases.
    pub reader: Reader<'a>,
    /// The rules taken up.
    pub facts: Facts<'a>,
    /// The seats in the game.
    pub seats: Vec<SeatId>,
    /// The sorts of pieces.
    pub species: Vec<Species>,
    /// The seats in the order of their turns.
    pub turns: Vec<SeatId>,
}

impl<'a> Plan<'a> {
    /// Decides which species there are.
    pub fn new(
        reader: Reader<'a>,
        facts: Facts<'a>,
        seats: Vec<SeatId>,
    ) -> Result<Plan<'a>, LinkProblem> {
        let turns = turns(reader, &seats)?;
        let mut frames: Vec<Frame> = Vec::new();
        for frame in seats.iter().map(|&seat| reader.frame(seat)) {
            if !frames.contains(&frame) {
                frames.push(frame);
            }
        }
        let turned = |placed: &Placed| {
            let owner = placed.seat.map(|seat| quarter_turns(reader.frame(seat)));
            placed.facing.is_some() && placed.facing != owner
        };
        if reader.rules.position.iter().any(turned) {
            return Err(LinkProblem::of_match(
                "pieces that do not face as their owner",
            ));
        }
        let turnable = crate::position_text::directional(reader.rules);
        let mut species = Vec::new();
        for &kind in &facts.kinds {
            let faces = turnable.contains(&kind) || directional(&facts, kind, &frames);
            if facts.crowns.is_some() && faces {
                species.extend(frames.iter().map(|&facing| Species {
                    kind,
                    facing: Some(facing),
                }));
            } else {
                species.push(Species { kind, facing: None });
            }
        }
        Ok(Plan {
            reader,
            facts,
            seats,
            species,
            turns,
        })
    }

    /// What the numbers of the program mean.
    pub fn key(&self) -> Key {
        let rules = self.reader.rules;
        let whole = rules
            .position
            .iter()
            .filter_map(|placed| placed.seat.map(|seat| (placed.kind, seat, placed.square)));
        let mut start: Vec<(KindId, SeatId, SquareId)> = whole.collect();
        for &seat in &self.seats {
            let frame = self.reader.frame(seat);
            for &(kind, square) in self.reader.setup(seat) {
                let turned = u8::try_from(square.0)
                    .ok()
                    .and_then(|sq| self.reader.board.turn_square(frame, sq));
                start.extend(turned.map(|sq| (kind, seat, SquareId(u16::from(sq)))));
            }
        }
        let standing = |(kind, seat, square)| Standing {
            kind,
            seat,
            square,
            facing: None,
            unmoved: true,
        };
        Key {
            seats: rules.seats.len(),
            playing: self.seats.clone(),
            frames: (0..rules.seats.len())
                .map(|seat| self.reader.frame(SeatId::from(seat)))
                .collect(),
            species: self
                .species
                .iter()
                .map(|species| (species.kind, species.facing))
                .collect(),
            turnable: crate::position_text::directional(rules),
            mark: self.facts.wakes.first().map(|wake| wake.field),
            clock: self.facts.tick.as_ref().map(|tick| tick.field),
            start: start.into_iter().map(standing).collect(),
            first: self.turns.first().copied().unwrap_or_default(),
            acts: self.acts(),
        }
    }

    /// The program in one layout.
    pub fn program<B: Bits, const P: usize, const S: usize>(
        &self,
    ) -> Result<Program<B, P, S>, LinkProblem> {
        let mut tables = Tables::<B>::new(self.reader.board);
        let planes = |kind: KindId| self.planes(S, kind);
        let royal = if self.facts.enforced {
            self.facts
                .royal
                .iter()
                .fold(0, |all, &kind| all | planes(kind))
        } else {
            0
        };
        let mut programs = Vec::new();
        let mut captures = Vec::new();
        let mut oneway = !0u64;
        let mut asks =
            self.facts.enforced || self.facts.stuck.is_some_and(|stuck| stuck[0] != stuck[1]);
        for &seat in &self.seats {
            let (program, taking, forward) = self.seat_program::<B>(&mut tables, S, seat, royal)?;
            asks |= program
                .compounds
                .iter()
                .any(|compound: &Compound<B>| compound.safe.any());
            programs.push((seat, program));
            captures.extend(taking);
            oneway &= forward;
        }
        let everyone: u8 = self.seats.iter().fold(0, |all, seat| all | 1 << seat.0);
        let mut seats: [SeatProgram<B>; S] = std::array::from_fn(|_| empty_program());
        let mut fresh = B::NONE;
        for (seat, mut program) in programs {
            if asks {
                program.atoms = atoms(&mut tables, &captures, everyone & !(1 << seat.0))?;
            }
            program.compound_need = program
                .compounds
                .iter()
                .fold(B::NONE, |all, way| all | way.unmoved);
            program.compound_any = program.compounds.iter().any(|way| way.unmoved.none());
            fresh |= program.compound_need;
            program.guards = self.guards(&mut tables, S, seat)?;
            program.guarded = !program.guards.none();
            seats[seat.index()] = program;
        }
        let asked = |program: &SeatProgram<B>, seat: SeatId| {
            let guards = program.guards.frozen.iter().chain(&program.guards.shielded);
            guards
                .flat_map(|guard| &guard.code)
                .any(|op| *op == SetOp::Cover(seat.0 as u8))
        };
        for &seat in &self.seats {
            if seats.iter().any(|program| asked(program, seat)) {
                seats[seat.index()].cover = self.cover(&mut tables, S, seat)?;
            }
        }
        Ok(Program {
            board: tables.all(),
            tables: tables.tables,
            lines: tables.lines,
            between: tables.between,
            seats,
            royal,
            royal_plane: royal.trailing_zeros().min(P as u32 - 1) as u8,
            enforced: self.facts.enforced && royal != 0,
            next: self.next(),
            verdicts: self.verdicts(S),
            captures: self.facts.crowns.is_some() || self.facts.few.is_some(),
            fresh,
            oneway,
        })
    }

    /// Acts of the table that are open at all times; others only the interpreter takes.
    fn acts(&self) -> Vec<(String, TableAct)> {
        let rules = self.reader.rules;
        let known = rules
            .table
            .iter()
            .filter(|act| act.when.is_empty())
            .filter_map(|act| {
                let does = match act.act {
                    TableDoes::Resign if !act.consent => TableAct::Resign,
                    TableDoes::Draw => TableAct::Draw,
                    _ => return None,
                };
                Some((rules.texts.get(act.name.index())?.clone(), does))
            });
        known.collect()
    }

    /// The planes of a kind's species.
    pub(super) fn planes(&self, seats: usize, kind: KindId) -> u64 {
        let of_kind = self
            .species
            .iter()
            .enumerate()
            .filter(|(_, species)| species.kind == kind);
        of_kind.fold(0, |all, (i, _)| all | 1 << (seats + i))
    }

    fn seat_program<B: Bits>(
        &self,
        tables: &mut Tables<'a, B>,
        seats: usize,
        seat: SeatId,
        royal: u64,
    ) -> Result<SeatParts<B>, LinkProblem> {
        let mut program = empty_program();
        program.promotions = vec![Vec::new(); 64];
        let (mut captures, mut oneway) = (Vec::new(), 0);
        let planes = |kind: KindId| self.planes(seats, kind);
        for (i, species) in self.species.iter().enumerate() {
            let plane = (seats + i) as u8;
            let facing = species.facing.unwrap_or(self.reader.frame(seat));
            let hand = Hand {
                reader: self.reader,
                eyes: Eyes { seat, facing },
                plane,
            };
            let mut moves = hand.read(&self.facts, species.kind, tables.all(), &planes)?;
            self.tame(seat, species.kind, &mut moves);
            let stand = self
                .facts
                .standing
                .iter()
                .any(|(of, kinds)| *of == seat && kinds.contains(&species.kind));
            let mut emitted = emit(tables, &moves.goes, plane, royal >> plane & 1 == 1, stand)?;
            self.add_wakes(&hand, species.kind, tables, &mut emitted)?;
            program.promotions[usize::from(plane)] =
                self.add_promotions(&hand, species, seats, &mut emitted)?;
            self.apart(&emitted, &moves)?;
            captures.push(capture(tables, &moves.goes, seat.index(), plane)?);
            if forward_only(&moves.goes) && moves.compounds.iter().all(|way| way.plane != plane) {
                oneway |= 1 << plane;
            }
            let n = emitted.len();
            program
                .code
                .extend(emitted.into_iter().enumerate().map(|(at, emitted)| Instr {
                    skip: (n - at) as u8,
                    ..emitted.instr
                }));
            program.passing.extend(moves.passing);
            program.compounds.extend(moves.compounds);
        }
        Ok((program, captures, oneway))
    }

    /// Marks left behind become a flag of the instructions that leave them.
    fn add_wakes<B: Bits>(
        &self,
        hand: &Hand<'_>,
        kind: KindId,
        tables: &Tables<'_, B>,
        emitted: &mut [Emitted<B>],
    ) -> Result<(), LinkProblem> {
        for rule in self.facts.wakes.iter().filter(|wake| wake.kind == kind) {
            let no = |why| LinkProblem::of(rule.rule.src, why);
            let read = |set| {
                self.reader
                    .squares(rule.rule, set, hand.eyes)
                    .ok_or(no("a mark behind moves between squares that are not fixed"))
            };
            let (from, to) = (read(rule.from)?, read(rule.to)?);
            let back = super::board::turn_step(hand.eyes.facing, (0, -1));
            for one in emitted.iter_mut() {
                let (mut inside, mut outside) = (false, false);
                for (sq, reach) in one.reach.iter().enumerate() {
                    each(*reach, |dest| {
                        let both = from.contains(&(sq as u8)) && to.contains(&dest);
                        if both { inside = true } else { outside = true }
                    });
                }
                if inside {
                    if outside || !matches!(one.instr.code, Code::Step(_)) || one.instr.wake != 0 {
                        return Err(no("a mark behind some of the moves of a pattern"));
                    }
                    one.instr.wake = tables.board.delta(back).ok_or(no("a board too wide"))?;
                }
            }
        }
        Ok(())
    }

    /// Promotion becomes a fan on the instructions that enter the row.
    fn add_promotions<B: Bits>(
        &self,
        hand: &Hand<'_>,
        species: &Species,
        seats: usize,
        emitted: &mut [Emitted<B>],
    ) -> Result<Vec<u8>, LinkProblem> {
        let mut risings = self
            .facts
            .risings
            .iter()
            .filter(|rising| rising.kind == species.kind);
        let Some(rising) = risings.next() else {
            return Ok(Vec::new());
        };
        let no = |why| LinkProblem::of(rising.rule.src, why);
        if risings.next().is_some() {
            return Err(no("two promotions of one kind"));
        }
        let row = self
            .reader
            .squares(rising.rule, rising.row, hand.eyes)
            .ok_or(no("promotion on squares that are not fixed"))?;
        let row = row.into_iter().fold(B::NONE, |set, sq| set | B::bit(sq));
        let kinds = self
            .reader
            .kinds(rising.kinds, hand.eyes.seat)
            .ok_or(no("promotion to kinds that are not fixed"))?;
        let mut planes = Vec::new();
        for kind in kinds {
            let fits = |to: &Species| {
                to.kind == kind && to.facing.is_none_or(|facing| facing == hand.eyes.facing)
            };
            let at = self
                .species
                .iter()
                .position(fits)
                .ok_or(no("promotion to a kind that has no place"))?;
            planes.push((seats + at) as u8);
        }
        if planes.is_empty() {
            return Ok(planes);
        }
        for one in emitted.iter_mut().filter(|one| !one.instr.stand) {
            let within = one
                .reach
                .iter()
                .enumerate()
                .any(|(sq, reach)| row.has(sq as u8) && (*reach & row).any());
            if within {
                return Err(no("promotion of a piece that moves along the row"));
            }
            if one.reach.iter().any(|reach| (*reach & row).any()) {
                if one.instr.wake != 0 {
                    return Err(no("promotion of a piece that leaves a mark behind"));
                }
                one.instr.promo = row;
                one.instr.fan = planes.len() as u8;
                if matches!(one.instr.code, Code::Leap | Code::Ride2 | Code::Ride4) {
                    one.instr.code = Code::Piece(Mode::Both);
                }
            }
        }
        Ok(planes)
    }

    /// Passing and compounds must not lead where a plain pattern leads too.
    fn apart<B: Bits>(&self, emitted: &[Emitted<B>], moves: &Moves<B>) -> Result<(), LinkProblem> {
        for one in emitted.iter().filter(|one| one.modes.0) {
            let hits = |from: u8, to: u8| {
                one.reach
                    .get(usize::from(from))
                    .is_some_and(|reach| reach.has(to))
            };
            let passing = moves.passing.iter().any(|way| {
                let mut hit = false;
                each(way.pre, |sq| {
                    hit |= hits(sq, sq.wrapping_add(way.step as u8))
                });
                hit
            });
            if passing || moves.compounds.iter().any(|way| hits(way.from, way.to)) {
                return Err(LinkProblem::of_match(
                    "a special move to where a plain one leads",
                ));
            }
        }
        Ok(())
    }

    /// Who is next, for every set of seats in the game and every seat.
    fn next(&self) -> Box<[[u8; 8]; 256]> {
        let mut next = Box::new([[0; 8]; 256]);
        for (playing, row) in next.iter_mut().enumerate() {
            for (seat, slot) in row.iter_mut().enumerate() {
                let at = self
                    .turns
                    .iter()
                    .position(|turn| turn.index() == seat)
                    .unwrap_or(0);
                let later =
                    (1..=self.turns.len()).map(|d| self.turns[(at + d) % self.turns.len()].0);
                *slot = later
                    .into_iter()
                    .find(|turn| playing >> turn & 1 == 1)
                    .unwrap_or(seat as u16) as u8;
            }
        }
        next
    }

    fn verdicts(&self, seats: usize) -> Verdicts {
        let facts = &self.facts;
        let planes = |kinds: &[KindId]| {
            kinds
                .iter()
                .fold(0, |all, &kind| all | self.planes(seats, kind))
        };
        Verdicts {
            stuck: facts.stuck.unwrap_or([Verdict::Pass; 2]),
            clock: facts.clock.map(|(_, most)| most),
            clock_first: facts.clock_first,
            progress: facts.tick.as_ref().map_or(0, |tick| planes(&tick.kinds)),
            capture_is_progress: facts.tick.as_ref().is_some_and(|tick| tick.capture),
            repetition: facts.repetition,
            last_wins: facts.last_wins,
            conquest: facts.crowns.as_ref().map(|kinds| planes(kinds)),
            few: facts.few,
            resigning_removes: facts.resigning_removes,
        }
    }
}

/// A seat's program, how its pieces capture, and the species that never go back.
type SeatParts<B> = (SeatProgram<B>, Vec<Capture<B>>, u64);

fn empty_program<B: Bits>() -> SeatProgram<B> {
    SeatProgram {
        code: Vec::new(),
        atoms: Vec::new(),
        compounds: Vec::new(),
        compound_need: B::NONE,
        compound_any: false,
        passing: Vec::new(),
        promotions: Vec::new(),
        guards: Guards::default(),
        guarded: false,
        cover: Vec::new(),
    }
}

/// The seats in the order of their turns; every seat in the game must have exactly one.
fn turns(reader: Reader<'_>, seats: &[SeatId]) -> Result<Vec<SeatId>, LinkProblem> {
    let mut turns = Vec::new();
    for mover in &reader.rules.turns {
        match mover {
            Mover::Seat(seat) => turns.push(*seat),
            Mover::Side(_) => return Err(LinkProblem::of_match("turns of sides")),
        }
    }
    if turns.is_empty() {
        turns = seats.to_vec();
    }
    turns.retain(|seat| seats.contains(seat));
    let once = seats
        .iter()
        .all(|seat| turns.iter().filter(|turn| *turn == seat).count() == 1);
    if once {
        Ok(turns)
    } else {
        Err(LinkProblem::of_match(
            "turns that are not one for each seat",
        ))
    }
}

/// Does it matter how a piece of the kind faces?
fn directional(facts: &Facts<'_>, kind: KindId, frames: &[Frame]) -> bool {
    use crate::rules::Path;
    let rows = facts.risings.iter().any(|rule| rule.kind == kind)
        || facts.wakes.iter().any(|rule| rule.kind == kind);
    let same = |steps: &[Step]| {
        frames.iter().all(|&frame| {
            let turned: Vec<Step> = steps
                .iter()
                .map(|&step| super::board::turn_step(frame, step))
                .collect();
            steps.iter().all(|step| turned.contains(step))
                && turned.iter().all(|step| steps.contains(step))
        })
    };
    let skewed = |way: &Way| {
        let whole = way.from.is_none() && way.to.is_none() && way.when.is_none();
        !whole
            || match &way.path {
                Path::Leap(steps) => !same(steps),
                Path::Slide { dirs, .. } => !same(dirs),
                Path::Like(_) => true,
                _ => false,
            }
    };
    let own = facts
        .ways
        .iter()
        .filter(|way| way.kind == kind)
        .any(|way| skewed(way.way));
    let given = facts
        .owner_ways
        .iter()
        .filter(|of| of.kinds.contains(&kind));
    let skew = own || given.flat_map(|of| of.ways).any(skewed);
    rows || skew
}

/// Does every way lead further along one direction, so that no position with the piece elsewhere returns?
fn forward_only<B: Bits>(goes: &[Go<B>]) -> bool {
    let step = |go: &Go<B>| match go.path {
        Course::Leap(step) | Course::Stride(step, _) | Course::Ride(step, _) => step,
    };
    [(1i8, 0i8), (-1, 0), (0, 1), (0, -1)]
        .iter()
        .any(|&(x, y)| goes.iter().map(step).all(|(dx, dy)| dx * x + dy * y > 0))
}

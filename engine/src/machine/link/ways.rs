//! From the ways of a kind to generator instructions: what a piece of one species does in the hands of
//! one seat. Patterns a whole set of pieces can make at once become steps, the others tables and lines.
use super::LinkProblem;
use super::board::{Step, turn_step};
use super::facts::{Facts, KindWay};
use super::phrase::*;
use super::tables::{Axis, Tables};
use crate::ids::*;
use crate::machine::bits::{Bits, each};
use crate::machine::program::{Code, Compound, Instr, Mode, NO_TABLE, Passing};
use crate::rules::*;

/// The geometry of a ride, leap or exact stride.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// One step, whatever is between.
    Leap(Step),
    /// Exactly so many steps over empty squares.
    Stride(Step, u8),
    /// Up to so many steps until blocked.
    Ride(Step, u8),
}

/// One way, turned into the frame of the piece.
#[derive(Clone, Copy, Debug)]
pub struct Go<B> {
    /// Where it leads.
    pub path: Course,
    /// To empty squares, and to take.
    pub modes: (bool, bool),
    /// Origins.
    pub from: B,
    /// Destinations.
    pub to: B,
    /// The rule.
    pub src: SourceId,
}

/// What a piece of one species does in the hands of one seat.
pub struct Moves<B> {
    /// All ordinary ways.
    pub goes: Vec<Go<B>>,
    /// Taking in passing.
    pub passing: Vec<Passing<B>>,
    /// Moves of several pieces.
    pub compounds: Vec<Compound<B>>,
}

/// A finished instruction and what it reaches on an empty board, by origin.
pub struct Emitted<B> {
    /// The instruction.
    pub instr: Instr<B>,
    /// To empty squares, and to take.
    pub modes: (bool, bool),
    /// What it reaches.
    pub reach: Vec<B>,
}

/// Whose piece it is, for reading its ways.
#[derive(Clone, Copy)]
pub struct Hand<'a> {
    /// For phrases.
    pub reader: Reader<'a>,
    /// The seat and the facing.
    pub eyes: Eyes,
    /// The plane of the species.
    pub plane: u8,
}

impl<'a> Hand<'a> {
    fn set<B: Bits>(&self, rule: &Rule, set: &Set) -> Option<B> {
        let squares = self.reader.squares(rule, set, self.eyes)?;
        Some(
            squares
                .into_iter()
                .fold(B::NONE, |set, sq| set | B::bit(sq)),
        )
    }

    /// Reads the ways of a kind itself, whatever its owner's rules say.
    pub fn read_printed<B: Bits>(
        &self,
        facts: &Facts<'a>,
        kind: KindId,
        all: B,
        planes: &dyn Fn(KindId) -> u64,
    ) -> Result<Moves<B>, LinkProblem> {
        let mut moves = Moves {
            goes: Vec::new(),
            passing: Vec::new(),
            compounds: Vec::new(),
        };
        for way in facts.ways.iter().filter(|way| way.kind == kind) {
            self.read_way(facts, way, all, planes, &mut moves)?;
        }
        Ok(moves)
    }

    /// Reads all ways of a kind in these hands. `planes` gives the planes of a kind's species.
    pub fn read<B: Bits>(
        &self,
        facts: &Facts<'a>,
        kind: KindId,
        all: B,
        planes: &dyn Fn(KindId) -> u64,
    ) -> Result<Moves<B>, LinkProblem> {
        let mut moves = Moves {
            goes: Vec::new(),
            passing: Vec::new(),
            compounds: Vec::new(),
        };
        let seat = self.eyes.seat;
        let owner = || {
            facts
                .owner_ways
                .iter()
                .filter(|of| of.seat == seat && of.kinds.contains(&kind))
        };
        let replaced = owner().rfind(|of| !of.also);
        let printed = facts
            .ways
            .iter()
            .filter(|way| way.kind == kind && replaced.is_none());
        for way in printed {
            self.read_way(facts, way, all, planes, &mut moves)?;
        }
        for of in replaced.into_iter().chain(owner().filter(|of| of.also)) {
            for way in of.ways {
                let way = KindWay {
                    kind,
                    also: of.also,
                    rule: of.rule,
                    way,
                };
                self.read_way(facts, &way, all, planes, &mut moves)?;
            }
        }
        Ok(moves)
    }

    fn read_way<B: Bits>(
        &self,
        facts: &Facts<'a>,
        way: &KindWay<'a>,
        all: B,
        planes: &dyn Fn(KindId) -> u64,
        moves: &mut Moves<B>,
    ) -> Result<(), LinkProblem> {
        let (rule, way) = (way.rule, way.way);
        let no = |why| LinkProblem::of(way.src, why);
        if !way.past.is_empty() {
            return Err(no("a pattern that goes through, over or against pieces"));
        }
        if let Path::FromTo(..) = way.path {
            moves
                .compounds
                .push(self.compound(rule, way, planes).ok_or(no(
                    "a move of several pieces with a condition without a plan",
                ))?);
            return Ok(());
        }
        if way.when.is_some() || way.bring.is_some() {
            return Err(no("a pattern on a condition"));
        }
        let paths = match &way.path {
            Path::Leap(steps) => steps.iter().map(|&step| Course::Leap(step)).collect(),
            Path::Slide {
                dirs,
                min: 0 | 1,
                max: 1,
            } => dirs.iter().map(|&step| Course::Leap(step)).collect(),
            Path::Slide { dirs, min, max } if min == max => dirs
                .iter()
                .map(|&step| Course::Stride(step, *max))
                .collect(),
            Path::Slide {
                dirs,
                min: 0 | 1,
                max,
            } => dirs
                .iter()
                .map(|&step| Course::Ride(step, if *max == 0 { 15 } else { *max }))
                .collect(),
            Path::Like(set) => return self.like(facts, set, way, all, planes, moves),
            Path::Nowhere => Vec::new(),
            _ => return Err(no("a pattern of a sort without a plan")),
        };
        let from = way
            .from
            .as_ref()
            .map_or(Some(all), |set| self.set(rule, set))
            .ok_or(no("a pattern from squares that are not fixed"))?;
        let turned = paths.into_iter().map(|path| match path {
            Course::Leap(step) => Course::Leap(turn_step(self.eyes.facing, step)),
            Course::Stride(step, n) => Course::Stride(turn_step(self.eyes.facing, step), n),
            Course::Ride(step, n) => Course::Ride(turn_step(self.eyes.facing, step), n),
        });
        if let Takes::This(victim) = &way.takes {
            for path in turned {
                let passing = self.passing(facts, rule, way, path, victim, from, planes);
                moves.passing.push(
                    passing.ok_or(no("taking beside the destination in a way without a plan"))?,
                );
            }
            return Ok(());
        }
        let to = way
            .to
            .as_ref()
            .map_or(Some(all), |set| self.set(rule, set))
            .ok_or(no("a pattern to squares that are not fixed"))?;
        let modes = match way.takes {
            Takes::Quiet => (true, false),
            Takes::Only => (false, true),
            _ => (true, true),
        };
        moves.goes.extend(turned.map(|path| Go {
            path,
            modes,
            from,
            to,
            src: way.src,
        }));
        Ok(())
    }

    /// `like a king`: the printed patterns of the kinds.
    fn like<B: Bits>(
        &self,
        facts: &Facts<'a>,
        set: &Set,
        way: &Way,
        all: B,
        planes: &dyn Fn(KindId) -> u64,
        moves: &mut Moves<B>,
    ) -> Result<(), LinkProblem> {
        let no = |why| LinkProblem::of(way.src, why);
        if way.from.is_some() || way.to.is_some() || way.takes != Takes::Both {
            return Err(no("part of another kind's patterns"));
        }
        for kind in self
            .reader
            .kinds(set, self.eyes.seat)
            .ok_or(no("patterns of a kind that is not fixed"))?
        {
            let printed = self
                .reader
                .rules
                .rules
                .iter()
                .filter(|rule| rule.holder == Holder::Kind(kind));
            for rule in printed {
                if let Form::Movement {
                    also: false,
                    aim: Aim::Move,
                    ways,
                    ..
                } = &rule.form
                {
                    for way in ways {
                        if matches!(way.path, Path::Like(_)) {
                            return Err(no(
                                "patterns like those of a kind that moves like another",
                            ));
                        }
                        self.read_way(
                            facts,
                            &KindWay {
                                kind,
                                also: false,
                                rule,
                                way,
                            },
                            all,
                            planes,
                            moves,
                        )?;
                    }
                }
            }
        }
        Ok(())
    }

    /// `to a marked square, capturing X behind the destination`.
    #[allow(clippy::too_many_arguments)]
    fn passing<B: Bits>(
        &self,
        facts: &Facts<'a>,
        rule: &Rule,
        way: &Way,
        path: Course,
        victim: &'a Set,
        pre: B,
        planes: &dyn Fn(KindId) -> u64,
    ) -> Option<Passing<B>> {
        let Course::Leap(step) = path else {
            return None;
        };
        let to = way.to.as_ref()?;
        let [Narrow::Is(Quality::Mark(field, None))] = to.by.as_slice() else {
            return None;
        };
        let marked = to.ty == Ty::Square
            && matches!(to.base, Base::All(_))
            && facts.wakes.iter().any(|wake| wake.field == *field);
        let victims = self.reader.pieces(victim, self.eyes.seat)?;
        let [Narrow::At(Near::Behind, of)] = victims.rest.as_slice() else {
            return None;
        };
        if !marked || !is_role(rule, of, &[Role::Destination]) {
            return None;
        }
        let back = turn_step(self.eyes.facing, (0, -1));
        let board = self.reader.board;
        // Origins from which both the destination and the square behind it exist.
        let mut origins = B::NONE;
        each(pre, |sq| {
            if board
                .go(sq, step)
                .and_then(|to| board.go(to, back))
                .is_some()
            {
                origins |= B::bit(sq);
            }
        });
        let victims = victims
            .kinds
            .into_iter()
            .filter(|kind| facts.kinds.contains(kind))
            .fold(0, |all, kind| all | planes(kind));
        Some(Passing {
            plane: self.plane,
            pre: origins,
            step: board.delta(step)?,
            victim: board.delta(back)?,
            victims,
        })
    }

    /// A move between fixed squares that brings another piece.
    fn compound<B: Bits>(
        &self,
        rule: &'a Rule,
        way: &'a Way,
        planes: &dyn Fn(KindId) -> u64,
    ) -> Option<Compound<B>> {
        let Path::FromTo(from, to) = way.path else {
            return None;
        };
        let frame = self.reader.frame(self.eyes.seat);
        let turned = |sq: SquareId| {
            self.reader
                .board
                .turn_square(frame, u8::try_from(sq.0).ok()?)
        };
        let (from, to) = (turned(from)?, turned(to)?);
        let (brought, onto) = way.bring.as_ref()?;
        let (kinds, at) = self.piece_on::<B>(rule, brought)?;
        let (plane, at) = (
            (planes(kinds).is_power_of_two()).then(|| planes(kinds).trailing_zeros() as u8)?,
            at.first(),
        );
        let onto: B = self.set(rule, onto)?;
        if onto.count() != 1 || way.takes != Takes::Quiet || way.from.is_some() || way.to.is_some()
        {
            return None;
        }
        let bring = (plane, at, onto.first());
        let left = B::bit(from) | B::bit(at);
        let touched = left | B::bit(to) | onto;
        let mut compound = Compound {
            plane: self.plane,
            from,
            to,
            bring,
            touched,
            unmoved: B::NONE,
            empty: touched & !left,
            safe: B::NONE,
        };
        for clause in clauses(way.when.as_ref())? {
            let subject = as_set(&clause.subject)?;
            match &clause.says {
                Says::Be(Quality::Unmoved) if is_it(rule, subject) => {
                    compound.unmoved |= B::bit(from)
                }
                Says::Be(Quality::Unmoved) => {
                    let (kind, at) = self.piece_on::<B>(rule, subject)?;
                    if kind != kinds || at != B::bit(bring.1) {
                        return None;
                    }
                    compound.unmoved |= at;
                }
                Says::Be(Quality::Empty) if subject.ty == Ty::Square => {
                    compound.empty |= self.set(rule, subject)?
                }
                Says::Do(deed) if deed.verb == Verb::Attack && is_no_enemy(subject) => {
                    compound.safe |= self.set(rule, as_set(deed.object.as_ref()?)?)?
                }
                _ => return None,
            }
        }
        Some(compound)
    }

    /// `the rook on h1`.
    fn piece_on<B: Bits>(&self, rule: &'a Rule, set: &'a Set) -> Option<(KindId, B)> {
        let pieces = self.reader.pieces(set, self.eyes.seat)?;
        let ([kind], [Narrow::At(Near::On, at)]) =
            (pieces.kinds.as_slice(), pieces.rest.as_slice())
        else {
            return None;
        };
        let at: B = self.set(rule, at)?;
        (at.count() == 1).then_some((*kind, at))
    }
}

/// `no enemy`.
fn is_no_enemy(set: &Set) -> bool {
    set.ty == Ty::Piece
        && set.amount == Amount::No
        && matches!(set.by.as_slice(), [Narrow::Hostile(of)] if is_you(of))
}

/// The modes of a class of ways.
const CLASSES: [(Mode, (bool, bool)); 3] = [
    (Mode::Both, (true, true)),
    (Mode::Quiet, (true, false)),
    (Mode::Take, (false, true)),
];

/// Makes instructions of ways. `royal`: the species is royal and check is enforced; `stand`: it captures
/// without moving.
pub fn emit<B: Bits>(
    tables: &mut Tables<'_, B>,
    goes: &[Go<B>],
    plane: u8,
    royal: bool,
    stand: bool,
) -> Result<Vec<Emitted<B>>, LinkProblem> {
    let mut goes = unite(goes);
    if stand {
        // Going and taking are two things then.
        let halves =
            |go: Go<B>| [(go.modes.0, false), (false, go.modes.1)].map(|modes| Go { modes, ..go });
        goes = goes.into_iter().flat_map(halves).collect();
    }
    let mut out = Vec::new();
    for (mode, modes) in CLASSES {
        let class: Vec<Go<B>> = goes
            .iter()
            .filter(|go| go.modes == modes)
            .copied()
            .collect();
        let leaps: Vec<Go<B>> = class
            .iter()
            .filter(|go| matches!(go.path, Course::Leap(_)))
            .copied()
            .collect();
        let rides: Vec<Go<B>> = class
            .iter()
            .filter(|go| matches!(go.path, Course::Ride(..)))
            .copied()
            .collect();
        let set_wise = !royal && rides.is_empty() && leaps.len() <= 2;
        for go in &class {
            match go.path {
                Course::Leap(step) if set_wise => {
                    out.push(step_instr(tables, go, step, 1, mode, plane)?)
                }
                Course::Stride(..) if royal => {
                    return Err(LinkProblem::of(go.src, "an exact stride of a royal piece"));
                }
                Course::Stride(step, n) => out.push(step_instr(tables, go, step, n, mode, plane)?),
                _ => {}
            }
        }
        let any = !leaps.is_empty() || !rides.is_empty();
        if any && !set_wise {
            piece_instrs(tables, &leaps, &rides, mode, plane, royal, &mut out)?;
        }
    }
    for one in out.iter_mut().filter(|one| stand && one.modes.1) {
        one.instr.stand = true;
    }
    // Two instructions that reach the same square in the same way would offer one move twice.
    for (i, a) in out.iter().enumerate() {
        for b in &out[i + 1..] {
            let same_mode = (a.modes.0 && b.modes.0) || (a.modes.1 && b.modes.1);
            if same_mode && a.reach.iter().zip(&b.reach).any(|(a, b)| (*a & *b).any()) {
                return Err(LinkProblem::of_match(
                    "two patterns of one kind that lead to the same square",
                ));
            }
        }
    }
    Ok(out)
}

/// Ways with the same path united, so that none is offered twice.
fn unite<B: Bits>(goes: &[Go<B>]) -> Vec<Go<B>> {
    let mut out: Vec<Go<B>> = Vec::new();
    for go in goes {
        let same = out
            .iter_mut()
            .find(|old| old.from == go.from && old.to == go.to && old.path == go.path);
        match same {
            Some(old) => old.modes = (old.modes.0 || go.modes.0, old.modes.1 || go.modes.1),
            None => out.push(*go),
        }
    }
    out
}

fn blank<B: Bits>(tables: &Tables<'_, B>, code: Code, plane: u8) -> Instr<B> {
    Instr {
        pre: tables.all(),
        promo: B::NONE,
        code,
        plane,
        skip: 1,
        leap: NO_TABLE,
        nl: 0,
        lines: [0; 4],
        step: 0,
        n: 1,
        fan: 1,
        wake: 0,
        stand: false,
    }
}

fn step_instr<B: Bits>(
    tables: &Tables<'_, B>,
    go: &Go<B>,
    step: Step,
    n: u8,
    mode: Mode,
    plane: u8,
) -> Result<Emitted<B>, LinkProblem> {
    let long = LinkProblem::of(go.src, "a step too long for the board");
    let delta = tables
        .board
        .delta(step)
        .filter(|&delta| delta != 0)
        .ok_or(long)?;
    delta.checked_mul(n as i8).ok_or(long)?;
    let mut instr = Instr {
        pre: B::NONE,
        step: delta,
        n,
        ..blank(tables, Code::Step(mode), plane)
    };
    let mut reach = vec![B::NONE; tables.board.size()];
    each(go.from, |sq| {
        let end = (0..n).try_fold(sq, |at, _| tables.board.go(at, step));
        if let Some(end) = end.filter(|&end| go.to.has(end)) {
            instr.pre |= B::bit(sq);
            reach[usize::from(sq)] = B::bit(end);
        }
    });
    Ok(Emitted {
        instr,
        modes: go.modes,
        reach,
    })
}

fn piece_instrs<B: Bits>(
    tables: &mut Tables<'_, B>,
    leaps: &[Go<B>],
    rides: &[Go<B>],
    mode: Mode,
    plane: u8,
    royal: bool,
    out: &mut Vec<Emitted<B>>,
) -> Result<(), LinkProblem> {
    let all = tables.all();
    if let Some(go) = rides.iter().find(|go| go.from != all || go.to != all) {
        return Err(LinkProblem::of(
            go.src,
            "a ride from or to certain squares only",
        ));
    }
    let axes = axes(tables, rides.iter().map(|go| (go.path, go.src)))?;
    let modes = leaps
        .iter()
        .chain(rides)
        .next()
        .map_or((true, true), |go| go.modes);
    let mut chunks: Vec<&[Axis]> = axes.chunks(4).collect();
    if chunks.is_empty() {
        chunks.push(&[]);
    }
    for (i, chunk) in chunks.into_iter().enumerate() {
        let mut instr = blank(tables, Code::Piece(mode), plane);
        let mut reach = vec![B::NONE; tables.board.size()];
        if i == 0 && !leaps.is_empty() {
            reach = leap_rows(tables, leaps);
            instr.leap = tables.table(&reach)?;
        }
        for &axis in chunk {
            instr.lines[usize::from(instr.nl)] = tables.line(axis)?;
            instr.nl += 1;
            for sq in tables.board.squares() {
                let line = tables.on_axis(axis, sq);
                reach[usize::from(sq)] |= line.lower | line.upper;
            }
        }
        instr.code = match (royal, mode, instr.leap != NO_TABLE, instr.nl) {
            (true, ..) => Code::Royal(mode),
            (false, Mode::Both, true, 0) => Code::Leap,
            (false, Mode::Both, false, 2) => Code::Ride2,
            (false, Mode::Both, false, 4) => Code::Ride4,
            _ => Code::Piece(mode),
        };
        out.push(Emitted {
            instr,
            modes,
            reach,
        });
    }
    Ok(())
}

/// What leaps reach, by origin.
pub fn leap_rows<B: Bits>(tables: &Tables<'_, B>, leaps: &[Go<B>]) -> Vec<B> {
    let mut rows = vec![B::NONE; tables.board.size()];
    for go in leaps {
        if let Course::Leap(step) = go.path {
            each(go.from, |sq| {
                if let Some(to) = tables.board.go(sq, step).filter(|&to| go.to.has(to)) {
                    rows[usize::from(sq)] |= B::bit(to);
                }
            });
        }
    }
    rows
}

/// The axes of rides: opposite directions together.
pub fn axes<B: Bits>(
    tables: &Tables<'_, B>,
    rides: impl Iterator<Item = (Course, SourceId)>,
) -> Result<Vec<Axis>, LinkProblem> {
    let mut out: Vec<Axis> = Vec::new();
    for (path, src) in rides {
        let Course::Ride(step, max) = path else {
            continue;
        };
        let axis = Axis::of(tables.board, step, max)
            .ok_or(LinkProblem::of(src, "a ride whose step is too long"))?;
        match out.iter_mut().find(|old| old.step == axis.step) {
            Some(old) => {
                old.forward = old.forward.max(axis.forward);
                old.backward = old.backward.max(axis.backward);
            }
            None => out.push(axis),
        }
    }
    out.sort_unstable();
    Ok(out)
}

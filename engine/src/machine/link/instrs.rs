//! Instructions of the generator, made of ways. Ways that lead along the same path become one instruction,
//! so that no move is offered twice.
use super::LinkProblem;
use super::board::Step;
use super::tables::{Axis, Tables};
use super::ways::{Course, Go};
use crate::ids::SourceId;
use crate::machine::bits::{Bits, each};
use crate::machine::program::{Code, Instr, Mode, NO_TABLE};

/// A finished instruction and what it reaches on an empty board, by origin.
pub struct Emitted<B> {
    /// The instruction.
    pub instr: Instr<B>,
    /// To empty squares, and to take.
    pub modes: (bool, bool),
    /// What it reaches.
    pub reach: Vec<B>,
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

//! Threat atoms: the capture patterns of the hostile seats, looked up backwards from the square they
//! threaten. Patterns that threaten alike are one atom.
use super::LinkProblem;
use super::instrs::{axes, leap_rows};
use super::tables::{Axis, Tables};
use super::ways::{Course, Go};
use crate::ids::SourceId;
use crate::machine::bits::{Bits, each};
use crate::machine::program::{Atom, MAX_ATOMS, MAX_PINS};

/// How one species captures in the hands of one seat.
pub struct Capture<B> {
    /// The seat.
    pub seat: usize,
    /// The species.
    pub plane: u8,
    /// By leaps: destinations by origin.
    pub leaps: Vec<B>,
    /// Along lines.
    pub axes: Vec<Axis>,
    /// A way that captures at an exact distance, for which there is no atom.
    pub stride: Option<SourceId>,
}

/// Who threatens: species and seats.
type Carriers = Vec<(u8, u8)>;

/// The capturing half of ways.
pub fn capture<B: Bits>(
    tables: &Tables<'_, B>,
    goes: &[Go<B>],
    seat: usize,
    plane: u8,
) -> Result<Capture<B>, LinkProblem> {
    let taking: Vec<Go<B>> = goes.iter().filter(|go| go.modes.1).copied().collect();
    let stride = taking
        .iter()
        .find(|go| matches!(go.path, Course::Stride(..)))
        .map(|go| go.src);
    let axes = axes(tables, taking.iter().map(|go| (go.path, go.src)))?;
    Ok(Capture {
        seat,
        plane,
        leaps: leap_rows(tables, &taking),
        axes,
        stride,
    })
}

/// The atoms that threaten the pieces of `seat`; `hostile` are the seats that can.
pub fn atoms<B: Bits>(
    tables: &mut Tables<'_, B>,
    captures: &[Capture<B>],
    hostile: u8,
) -> Result<Vec<Atom>, LinkProblem> {
    let threats: Vec<&Capture<B>> = captures
        .iter()
        .filter(|capture| hostile >> capture.seat & 1 == 1)
        .collect();
    if let Some(src) = threats.iter().find_map(|capture| capture.stride) {
        return Err(LinkProblem::of(
            src,
            "an exact stride that captures, where check is asked for",
        ));
    }
    let mut out = Vec::new();
    let mut directions = 0;
    for (lines, carriers) in line_groups(&threats) {
        directions += lines
            .iter()
            .map(|axis| usize::from(axis.forward > 0) + usize::from(axis.backward > 0))
            .sum::<usize>();
        for axis in &lines {
            tables.join(*axis)?;
        }
        for lines in lines.chunks(4) {
            let rows = |tables: &Tables<'_, B>, reversed: bool| -> Vec<B> {
                let mut rows = vec![B::NONE; tables.board.size()];
                for sq in tables.board.squares() {
                    for axis in lines {
                        let line =
                            tables.on_axis(if reversed { axis.reversed() } else { *axis }, sq);
                        rows[usize::from(sq)] |= line.lower | line.upper;
                    }
                }
                rows
            };
            let (leap, reach) = (rows(tables, true), rows(tables, false));
            let (leap, reach) = (tables.table(&leap)?, tables.table(&reach)?);
            let mut atom = Atom {
                leap,
                reach,
                nl: lines.len() as u8,
                lines: [0; 4],
                back: [0; 4],
                np: 0,
                planes: [0; 4],
                all: false,
                seats: 0,
            };
            for (i, axis) in lines.iter().enumerate() {
                atom.lines[i] = tables.line(*axis)?;
                atom.back[i] = tables.line(axis.reversed())?;
            }
            push(&mut out, atom, &carriers, hostile);
        }
    }
    for (leaps, carriers) in leap_groups(&threats) {
        let mut back = vec![B::NONE; leaps.len()];
        for (sq, to) in leaps.iter().enumerate() {
            each(*to, |to| back[usize::from(to)] |= B::bit(sq as u8));
        }
        let (leap, reach) = (tables.table(&back)?, tables.table(&leaps)?);
        let atom = Atom {
            leap,
            reach,
            nl: 0,
            lines: [0; 4],
            back: [0; 4],
            np: 0,
            planes: [0; 4],
            all: false,
            seats: 0,
        };
        push(&mut out, atom, &carriers, hostile);
    }
    if out.len() > MAX_ATOMS || directions >= MAX_PINS {
        return Err(LinkProblem::of_match("too many sorts of threat"));
    }
    Ok(out)
}

/// Lines with the same carriers, together.
fn line_groups<B: Bits>(threats: &[&Capture<B>]) -> Vec<(Vec<Axis>, Carriers)> {
    let mut by_axis: Vec<(Axis, Carriers)> = Vec::new();
    for capture in threats {
        for axis in &capture.axes {
            match by_axis.iter_mut().find(|(old, _)| old == axis) {
                Some((_, carriers)) => add(carriers, capture),
                None => by_axis.push((*axis, vec![(capture.plane, 1 << capture.seat)])),
            }
        }
    }
    let mut out: Vec<(Vec<Axis>, Carriers)> = Vec::new();
    for (axis, carriers) in by_axis {
        match out.iter_mut().find(|(_, old)| *old == carriers) {
            Some((axes, _)) => axes.push(axis),
            None => out.push((vec![axis], carriers)),
        }
    }
    out
}

/// Leap tables and who leaps so.
fn leap_groups<B: Bits>(threats: &[&Capture<B>]) -> Vec<(Vec<B>, Carriers)> {
    let mut out: Vec<(Vec<B>, Carriers)> = Vec::new();
    for capture in threats
        .iter()
        .filter(|capture| capture.leaps.iter().any(|to| to.any()))
    {
        match out.iter_mut().find(|(leaps, _)| *leaps == capture.leaps) {
            Some((_, carriers)) => add(carriers, capture),
            None => out.push((
                capture.leaps.clone(),
                vec![(capture.plane, 1 << capture.seat)],
            )),
        }
    }
    out
}

fn add<B>(carriers: &mut Carriers, capture: &Capture<B>) {
    match carriers
        .iter_mut()
        .find(|(plane, _)| *plane == capture.plane)
    {
        Some((_, seats)) => *seats |= 1 << capture.seat,
        None => carriers.push((capture.plane, 1 << capture.seat)),
    }
}

/// One atom for each set of seats among the carriers, at most four species in each.
fn push(out: &mut Vec<Atom>, atom: Atom, carriers: &Carriers, hostile: u8) {
    let mut seats: Vec<u8> = carriers.iter().map(|(_, seats)| *seats).collect();
    seats.sort_unstable();
    seats.dedup();
    for seats in seats {
        let planes: Vec<u8> = carriers
            .iter()
            .filter(|(_, of)| *of == seats)
            .map(|(plane, _)| *plane)
            .collect();
        for some in planes.chunks(4) {
            let mut planes = [0; 4];
            planes[..some.len()].copy_from_slice(some);
            out.push(Atom {
                np: some.len() as u8,
                planes,
                all: seats == hostile,
                seats,
                ..atom
            });
        }
    }
}

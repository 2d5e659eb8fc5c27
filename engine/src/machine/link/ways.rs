//! From the ways of a kind to generator instructions: what a piece of one species does in the hands of
//! one seat. Patterns a whole set of pieces can make at once become steps, the others tables and lines.
use super::LinkProblem;
use super::board::{Step, turn_step};
use super::facts::{Facts, KindWay};
use super::phrase::*;
use crate::ids::*;
use crate::machine::bits::{Bits, each};
use crate::machine::program::{Compound, Passing};
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
            Path::Slide { dirs, .. } if dirs.iter().any(|d| d.0.abs().max(d.1.abs()) > 1) => {
                return Err(no("one leap after another"));
            }
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

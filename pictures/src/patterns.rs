//! What the rules say of how a kind goes, as rays over the board: read from the ways of the IR, each with the sentence it comes from.
//! Whether a way stands under a condition is read here; what is really open is asked of the engine (`moves`).
use engine::ids::{KindId, PowerId, SeatId, SourceId, SquareId};
use engine::notation;
use engine::play::Match;
use engine::rules::{
    Aim, Base, Board, Form, Frame, Holder, Leg, Narrow, Path, Quality, Rule, Ruleset, Set, Takes,
    Ty, Way,
};

/// A way from a square, drawn out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// The squares it leads to, the nearest first.
    pub squares: Vec<SquareId>,
    /// Along a line, until something is in the way.
    pub slide: bool,
    /// As far as the board goes.
    pub endless: bool,
    /// To empty squares.
    pub quiet: bool,
    /// To capture.
    pub takes: bool,
    /// Without any condition.
    pub sure: bool,
    /// The sentence.
    pub src: SourceId,
}

/// All that is said of how a kind goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patterns {
    /// The ways that can be drawn.
    pub rays: Vec<Ray>,
    /// Sentences that need reading beside the picture, in the order of the rules.
    pub notes: Vec<SourceId>,
    /// Some way cannot be drawn from its words alone (to every square, like another piece, on the torus).
    pub unread: bool,
}

/// From where, for whom.
#[derive(Clone, Copy)]
struct Stand<'r> {
    rules: &'r Ruleset,
    game: &'r Match,
    seat: SeatId,
    at: SquareId,
}

/// How surely a phrase speaks of a kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Speaks {
    No,
    Perhaps,
    Yes,
}

/// The ways of a kind that stands on a square in a match, controlled by a seat.
pub fn patterns(
    rules: &Ruleset,
    game: &Match,
    kind: KindId,
    seat: SeatId,
    at: SquareId,
) -> Patterns {
    let stand = Stand {
        rules,
        game,
        seat,
        at,
    };
    let said: Vec<(&Rule, Speaks)> = (rules.rules.iter())
        .filter(|r| !r.imposed && stand.in_force(r, kind))
        .filter_map(|r| {
            let speaks = stand.speaks_of(r, kind)?;
            (speaks != Speaks::No).then_some((r, speaks))
        })
        .collect();
    // what is not said to be `also` so takes the place of what the kind itself says; joined edges only bend it
    let instead = |(r, s): &(&Rule, Speaks)| {
        let of_kind = matches!(r.holder, Holder::Kind(_));
        let bends = |w: &Way| matches!(w.path, Path::Torus);
        matches!(&r.form, Form::Movement { also: false, ways, .. } if !ways.iter().all(bends))
            && !of_kind
            && *s == Speaks::Yes
            && r.when.is_empty()
    };
    let replaced = said.iter().any(instead);
    let mut out = Patterns::default();
    for (rule, speaks) in said {
        if replaced
            && matches!(rule.form, Form::Movement { .. })
            && rule.holder == Holder::Kind(kind)
        {
            continue;
        }
        stand.rule(rule, speaks == Speaks::Yes, 0, &mut out);
    }
    out
}

impl Stand<'_> {
    /// Whether a rule counts for the seat at all.
    fn in_force(&self, rule: &Rule, kind: KindId) -> bool {
        match rule.holder {
            Holder::Game | Holder::EachSeat => true,
            Holder::Kind(k) => k == kind,
            Holder::Power(p) => self.holds(p),
        }
    }

    fn holds(&self, power: PowerId) -> bool {
        let army = self.game.armies.get(self.seat.index()).copied().flatten();
        let army = army.and_then(|a| self.rules.armies.get(a.index()));
        let of_seat = |p: &engine::rules::Power| p.seats.contains(&self.seat);
        army.is_some_and(|a| a.power == Some(power))
            || self.rules.powers.get(power.index()).is_some_and(of_seat)
    }

    /// None: the rule is not about how pieces go.
    fn speaks_of(&self, rule: &Rule, kind: KindId) -> Option<Speaks> {
        let own = rule.holder == Holder::Kind(kind);
        match &rule.form {
            Form::Movement { of, .. } | Form::Standing { of } => {
                if own && of.base == Base::It && of.by.is_empty() {
                    return Some(Speaks::Yes);
                }
                Some(speaks(of, kind))
            }
            // what a kind says of its own limits belongs beside its picture
            Form::Guard { .. } if own => Some(Speaks::Yes),
            _ => None,
        }
    }

    fn rule(&self, rule: &Rule, sure: bool, depth: u8, out: &mut Patterns) {
        let sure = sure && rule.when.is_empty();
        let note = |out: &mut Patterns| {
            if !out.notes.contains(&rule.src) {
                out.notes.push(rule.src);
            }
        };
        let Form::Movement { aim, ways, .. } = &rule.form else {
            return note(out);
        };
        // what stands elsewhere than with the kind is told beside its picture
        let elsewhere = !matches!(rule.holder, Holder::Kind(_));
        if *aim == Aim::Attack || !sure || elsewhere {
            note(out);
        }
        for way in ways {
            let plain = sure
                && way.from.is_none()
                && way.to.is_none()
                && way.past.is_empty()
                && way.bring.is_none()
                && way.when.is_none()
                && !matches!(way.takes, Takes::This(_));
            if !plain {
                note(out);
            }
            if *aim == Aim::Move {
                self.way(way, rule.src, plain, depth, out);
            }
        }
    }

    fn way(&self, way: &Way, src: SourceId, sure: bool, depth: u8, out: &mut Patterns) {
        let (quiet, takes) = match way.takes {
            Takes::Quiet => (true, false),
            Takes::Only | Takes::This(_) => (false, true),
            Takes::Both => (true, true),
        };
        let mut push = |squares: Vec<SquareId>, slide: bool, endless: bool| {
            if !squares.is_empty() {
                out.rays.push(Ray {
                    squares,
                    slide,
                    endless,
                    quiet,
                    takes,
                    sure,
                    src,
                });
            }
        };
        match &way.path {
            Path::Nowhere => {}
            Path::Leap(steps) => {
                for step in steps {
                    push(self.along(self.at, *step, 1, 1), false, false);
                }
            }
            Path::Slide { dirs, min, max } => {
                for dir in dirs {
                    let squares = self.along(self.at, *dir, (*min).max(1), *max);
                    push(squares, *max != 1, *max == 0);
                }
            }
            Path::Bent(legs) => self.bent(legs, self.at, None, &mut |squares, last| {
                push(squares, last.max != 1, last.max == 0);
            }),
            Path::FromTo(from, to) if *from == self.at => push(vec![*to], false, false),
            Path::FromTo(..) => {}
            Path::Like(of) => match kinds_of(of) {
                Some(kinds) if depth < 4 => {
                    for kind in kinds {
                        let printed = self.rules.rules.iter().filter(|r| {
                            r.holder == Holder::Kind(kind)
                                && !r.imposed
                                && matches!(&r.form, Form::Movement { of, .. } if of.base == Base::It)
                        });
                        for rule in printed {
                            let mut like = Patterns::default();
                            self.rule(rule, sure, depth + 1, &mut like);
                            out.unread |= like.unread;
                            // printed patterns only; the words are those of the sentence that names the other kind
                            let plain = like.rays.into_iter().filter(|r| r.sure == sure);
                            out.rays.extend(plain.map(|r| Ray { src, ..r }));
                        }
                    }
                }
                _ => out.unread = true,
            },
            Path::Anywhere | Path::Torus => {
                out.unread = true;
                if !out.notes.contains(&src) {
                    out.notes.push(src);
                }
            }
        }
    }

    /// The squares of the last of these lines, for each way that leads to it.
    fn bent(
        &self,
        legs: &[Leg],
        at: SquareId,
        came: Option<(i8, i8)>,
        push: &mut impl FnMut(Vec<SquareId>, &Leg),
    ) {
        let Some((leg, then)) = legs.split_first() else {
            return;
        };
        for dir in leg.after(came) {
            let squares = self.along(at, dir, leg.min, leg.max);
            match then {
                [] => push(squares, leg),
                _ => squares
                    .into_iter()
                    .for_each(|bend| self.bent(then, bend, Some(dir), push)),
            }
        }
    }

    /// The squares in one direction, from the `min`th to the `max`th (0: as far as the board goes).
    fn along(&self, at: SquareId, step: (i8, i8), min: u8, max: u8) -> Vec<SquareId> {
        let Some((board, file, rank)) = notation::place(self.rules, at) else {
            return Vec::new();
        };
        let (files, ranks) = turned(self.rules, self.seat, step);
        let mut found = Vec::new();
        let (mut file, mut rank) = (i16::from(file), i16::from(rank));
        for n in 1..=u8::MAX {
            file += i16::from(files);
            rank += i16::from(ranks);
            let Some(square) = on(board, file, rank) else {
                break;
            };
            if n >= min {
                found.push(square);
            }
            if n == max || (files, ranks) == (0, 0) {
                break;
            }
        }
        found
    }
}

/// The square of a board at a file and rank from 0, unless it is a hole or beyond the edge.
pub fn on(board: &Board, file: i16, rank: i16) -> Option<SquareId> {
    let inside =
        (0..i16::from(board.files)).contains(&file) && (0..i16::from(board.ranks)).contains(&rank);
    if !inside {
        return None;
    }
    let square = SquareId(board.first.0 + (rank * i16::from(board.files) + file) as u16);
    (!board.holes.contains(&square)).then_some(square)
}

/// A step as a seat's pieces make it: mirrored first, then turned clockwise.
fn turned(rules: &Ruleset, seat: SeatId, step: (i8, i8)) -> (i8, i8) {
    let frame = rules.seats.get(seat.index()).and_then(|s| s.frame);
    let Frame { mirror, turns } = frame.unwrap_or_default();
    let (mut files, mut ranks) = step;
    if mirror {
        ranks = ranks.saturating_neg();
    }
    for _ in 0..turns % 4 {
        (files, ranks) = (ranks, files.saturating_neg());
    }
    (files, ranks)
}

/// The kinds a phrase names outright.
fn kinds_of(set: &Set) -> Option<Vec<KindId>> {
    if set.pick.is_some() {
        return None;
    }
    match (&set.base, set.by.as_slice()) {
        (Base::Kind(k), []) => Some(vec![*k]),
        (Base::Or(parts), []) => {
            let all: Option<Vec<Vec<KindId>>> = parts.iter().map(kinds_of).collect();
            Some(all?.concat())
        }
        (Base::All(_), [Narrow::Is(Quality::Kind(kinds))]) => kinds_of(kinds),
        _ => None,
    }
}

/// Whether a phrase speaks of pieces of this kind that are one's own.
fn speaks(set: &Set, kind: KindId) -> Speaks {
    let base = match &set.base {
        Base::All(_) if set.ty == Ty::Piece => Speaks::Yes,
        Base::Or(parts) => (parts.iter().map(|p| speaks(p, kind)))
            .max()
            .unwrap_or(Speaks::No),
        _ => Speaks::Perhaps,
    };
    let narrow = |n: &Narrow| match n {
        Narrow::Is(Quality::Kind(kinds)) => match kinds_of(kinds) {
            Some(kinds) if kinds.contains(&kind) => Speaks::Yes,
            Some(_) => Speaks::No,
            None => Speaks::Perhaps,
        },
        Narrow::Not(Quality::Kind(kinds)) => match kinds_of(kinds) {
            Some(kinds) if kinds.contains(&kind) => Speaks::No,
            Some(_) => Speaks::Yes,
            None => Speaks::Perhaps,
        },
        Narrow::Except(other) => match speaks(other, kind) {
            Speaks::Yes => Speaks::No,
            Speaks::No => Speaks::Yes,
            Speaks::Perhaps => Speaks::Perhaps,
        },
        Narrow::Of(owner) if owner.base == Base::You && owner.by.is_empty() => Speaks::Yes,
        Narrow::Hostile(_) => Speaks::No,
        _ => Speaks::Perhaps,
    };
    let picked = if set.pick.is_some() {
        Speaks::Perhaps
    } else {
        Speaks::Yes
    };
    (set.by.iter().map(narrow)).fold(base.min(picked), Speaks::min)
}

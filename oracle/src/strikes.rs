//! How pieces of a kind capture, as a table of offsets, where their patterns alone decide it. What [`reach`](super::reach) answers
//! with *perhaps* is answered here for good: a leap hits its offset, a slide hits what is so many steps away over empty squares. A
//! kind whose captures hang on more than that has no table, and its patterns are read.
use super::guards;
use super::link::{Linked, turned};
use super::patterns::{Specific, beside, specific};
use super::reach::{FAR, SIDE, may_speak_of};
use super::read::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;
use std::sync::Arc;

/// It leaps there.
const LEAP: u8 = 1 << 7;

/// What leads to each offset.
type Offsets = [u8; SIDE * SIDE];

/// How a kind captures.
#[derive(Clone, Debug)]
pub enum Strike {
    /// Its patterns have to be read.
    Read,
    /// For each facing, by offset: [`LEAP`], and the steps of a slide that leads there.
    Table(Box<[Offsets; 4]>),
    /// Like the kinds of this phrase of a rule.
    Like(RuleId, Box<Set>),
}

/// Why a kind has no table.
struct Unclear;

/// Movement that somebody's rules give pieces in place of that of their kind, or besides it.
struct Other {
    rule: RuleId,
    gives: Gives,
}

/// What it gives.
enum Gives {
    /// The edges of the board are joined for it.
    Torus,
    /// This, in place of its own; `true`: besides.
    Strike(Strike, bool),
}

/// The tables of a match.
#[derive(Default)]
pub struct Strikes {
    kinds: Vec<Strike>,
    /// Per kind, movement of owners that may be about it.
    others: Vec<Vec<Arc<Other>>>,
    /// Per kind, permissions to pass over pieces that may be about it.
    passes: Vec<Vec<RuleId>>,
    /// Every kind has a table, or is like those that have.
    all: bool,
    /// Guards that may keep a piece from capturing.
    guards: Vec<RuleId>,
    /// Side of the boards, where a line over their joined edges is back after so many steps and all of it is in the tables.
    around: Option<i8>,
}

impl Strikes {
    /// Look through the patterns of a match.
    pub fn of(l: &Linked) -> Strikes {
        let kinds = (0..l.rules.kinds.len()).map(KindId::from);
        let narrow = |b: &Board| i16::from(b.files) <= FAR + 1 && i16::from(b.ranks) <= FAR + 1;
        let strike = |k: KindId| match l.rules.boards.iter().all(narrow) {
            true => strike(l, k).unwrap_or(Strike::Read),
            false => Strike::Read,
        };
        let others: Vec<Arc<Other>> = (l.other_movements.iter())
            .filter_map(|id| other(l, *id).map(Arc::new))
            .collect();
        let gives = |o: &&Arc<Other>, k| matches!(&l.rule(o.rule).form, Form::Movement { of, .. } if may_speak_of(of, k));
        let lets_pass = |id: &&RuleId, k| {
            matches!(&l.rule(**id).form, Form::Guard { deed, .. }
                if deed.verb == Verb::Pass && deed.subject.as_ref().is_some_and(|of| may_speak_of(of, k)))
        };
        let strikes: Vec<Strike> = kinds.clone().map(strike).collect();
        Strikes {
            all: !strikes.iter().any(|s| matches!(s, Strike::Read)),
            kinds: strikes,
            others: (kinds.clone())
                .map(|k| others.iter().filter(|o| gives(o, k)).cloned().collect())
                .collect(),
            passes: kinds
                .map(|k| {
                    (l.permits.iter())
                        .filter(|id| lets_pass(id, k))
                        .copied()
                        .collect()
                })
                .collect(),
            around: around(&l.rules.boards),
            guards: (l.forbids.iter().copied())
                .filter(|id| holds_a_captor(l.rule(*id)))
                .collect(),
        }
    }
}

fn around(boards: &[Board]) -> Option<i8> {
    let side = boards.first()?.files;
    let same = |b: &Board| b.files == side && b.ranks == side && b.holes.is_empty();
    let whole = i16::from(side) * 2 - 1 <= FAR;
    (whole && boards.iter().all(same)).then_some(side as i8)
}

/// A guard on pieces that can speak of a capture.
fn holds_a_captor(rule: &Rule) -> bool {
    use Verb::*;
    matches!(&rule.form, Form::Guard { deed, binds: Binds::Pieces, .. }
        if matches!(deed.verb, Leave | Cross | LosePiece | Capture | Enter | Jump | Move))
}

/// Movement by a rule of no kind.
fn other(l: &Linked, id: RuleId) -> Option<Other> {
    let Form::Movement { also, ways, .. } = &l.rule(id).form else {
        return None;
    };
    let gives = if ways.iter().all(|w| w.path == Path::Torus) {
        Gives::Torus
    } else {
        let ways: Vec<(RuleId, &Way)> = ways.iter().map(|w| (id, w)).filter(takes).collect();
        Gives::Strike(table(&ways).unwrap_or(Strike::Read), *also)
    };
    Some(Other { rule: id, gives })
}

/// The ways of a kind that can capture.
fn strike(l: &Linked, kind: KindId) -> Result<Strike, Unclear> {
    table(&capturing(l, kind)?)
}

fn table(ways: &[(RuleId, &Way)]) -> Result<Strike, Unclear> {
    if let [(rule, way)] = ways
        && let Path::Like(kinds) = &way.path
    {
        return Ok(Strike::Like(*rule, kinds.clone()));
    }
    let mut table = Box::new([[0; SIDE * SIDE]; 4]);
    for (facing, offsets) in table.iter_mut().enumerate() {
        for (_, way) in ways {
            fill(offsets, way, facing as u8)?;
        }
    }
    Ok(Strike::Table(table))
}

/// Ways by which a kind may capture: those for attacks where it has some, else all that take.
fn capturing(l: &Linked, kind: KindId) -> Result<Vec<(RuleId, &Way)>, Unclear> {
    let (mut base, mut more, mut attack) = (vec![], vec![], None);
    for id in &l.kind_movements[kind.index()] {
        let rule = l.rule(*id);
        let Form::Movement {
            also, aim, ways, ..
        } = &rule.form
        else {
            return Err(Unclear);
        };
        if !rule.when.is_empty() {
            return Err(Unclear);
        }
        let ways = ways.iter().map(|w| (*id, w));
        match (aim, also) {
            (Aim::Attack, false) => attack = Some(ways.collect()),
            (_, true) => more.extend(ways),
            _ => base = ways.collect(),
        }
    }
    let all: Vec<(RuleId, &Way)> = attack.unwrap_or_else(|| [base, more].concat());
    Ok(all.into_iter().filter(takes).collect())
}

/// A way may capture, or say how others go.
fn takes((_, w): &(RuleId, &Way)) -> bool {
    w.takes != Takes::Quiet || matches!(w.path, Path::Torus | Path::Like(_))
}

fn fill(table: &mut Offsets, way: &Way, facing: u8) -> Result<(), Unclear> {
    let conditional =
        way.from.is_some() || way.to.is_some() || way.when.is_some() || way.bring.is_some();
    if conditional || !way.past.is_empty() || matches!(way.takes, Takes::This(_)) {
        return Err(Unclear);
    }
    match &way.path {
        Path::Nowhere => {}
        Path::Leap(offsets) => {
            for d in offsets.iter().filter(|d| **d != (0, 0)) {
                let d = turned(*d, facing);
                if let Some(at) = index((i16::from(d.0), i16::from(d.1))) {
                    table[at] |= LEAP;
                }
            }
        }
        Path::Slide { dirs, min, max } => {
            let most = if *max == 0 { FAR as u8 } else { *max };
            for d in dirs {
                let d = turned(*d, facing);
                for n in (*min).max(1)..=most {
                    let times = |d: i8| i16::from(d) * i16::from(n);
                    let Some(at) = index((times(d.0), times(d.1))) else {
                        break;
                    };
                    // two lines of different steps to one square have no place here
                    if table[at] & !LEAP != 0 && table[at] & !LEAP != n || d == (0, 0) {
                        return Err(Unclear);
                    }
                    table[at] |= n;
                }
            }
        }
        Path::Anywhere | Path::Torus | Path::FromTo(..) | Path::Like(_) | Path::Bent(_) => {
            return Err(Unclear);
        }
    }
    Ok(())
}

fn index((file, rank): (i16, i16)) -> Option<usize> {
    let at = |d: i16| usize::try_from(d + FAR).ok().filter(|i| *i < SIDE);
    Some(at(rank)? * SIDE + at(file)?)
}

/// Who strikes, from where, what square, on which layer.
#[derive(Clone, Copy)]
struct Blow {
    p: PieceId,
    from: SquareId,
    sq: SquareId,
    layer: u8,
    /// The side of the board, if its edges are joined.
    torus: Option<i8>,
}

impl Cx<'_> {
    /// Whether a piece hits what stands on a square (nobody, or no piece of its owner) by the patterns it has now; none: they have
    /// to be read.
    pub(super) fn strikes(
        &self,
        p: PieceId,
        sq: SquareId,
        victim: Option<PieceId>,
    ) -> Option<bool> {
        let strikes = self.l.shortcuts.strikes()?;
        let kind = self.kind(p);
        let from = self.square(p)?;
        let layer = self.st.layer_of(p);
        if let Some(v) = victim {
            let whose = |p: PieceId| self.owner(p).map(|o| self.l.owner_seat(o));
            if whose(v).is_some() && whose(v) == whose(p) {
                return None;
            }
            if self.st.at_layer(sq, layer) != Some(v) {
                return Some(false);
            }
        }
        let me = Val::Piece(p);
        let passes = |id: &RuleId| {
            let rule = self.l.rule(*id);
            matches!(&rule.form, Form::Guard { deed, .. }
                if (deed.subject.as_ref()).is_none_or(|s| self.may_concern(rule, s, me)))
        };
        if strikes.passes[kind.index()].iter().any(passes) {
            return None;
        }
        let mut blow = Blow {
            p,
            from,
            sq,
            layer,
            torus: None,
        };
        if !self.could_land(strikes, kind, blow) {
            return Some(false);
        }
        let mut given: Vec<(&Strike, bool, RuleId, Option<SeatId>)> = vec![];
        for other in &strikes.others[kind.index()] {
            match (self.moved_by(other.rule, p), &other.gives) {
                (None, _) => {}
                (Some(_), Gives::Torus) => blow.torus = Some(strikes.around?),
                (Some(you), Gives::Strike(s, also)) => given.push((s, *also, other.rule, you)),
            }
        }
        let mut besides: Vec<(Specific, bool)> = vec![];
        let mut instead: Option<(Specific, bool)> = None;
        for (strike, also, rule, you) in given {
            let hit = self.lands(strikes, strike, blow, you)?;
            let key = specific(self.l, rule);
            if also {
                besides.push((key, hit));
            } else if instead.is_none_or(|(k, _)| key < k) {
                instead = Some((key, hit));
            }
        }
        let most = instead.map(|(key, _)| key);
        let added = besides.iter().any(|(key, hit)| *hit && beside(*key, most));
        let hit = added
            || match instead {
                Some((_, hit)) => hit,
                None => self.lands(
                    strikes,
                    &strikes.kinds[kind.index()],
                    blow,
                    self.controller(p),
                )?,
            };
        Some(hit && !self.quality(me, &Quality::Frozen))
    }
    /// A piece of a kind that nothing but its own patterns moves does not lead to a square, whatever stands in between.
    pub(super) fn strikes_elsewhere(&self, p: PieceId, sq: SquareId) -> bool {
        let (Some(strikes), Some(from)) = (self.l.shortcuts.strikes(), self.square(p)) else {
            return false;
        };
        let kind = self.kind(p).index();
        let alone = strikes.others[kind].is_empty() && strikes.passes[kind].is_empty();
        let (Strike::Table(table), true) = (&strikes.kinds[kind], alone) else {
            return false;
        };
        let ((fa, ra), (fb, rb)) = (self.l.file_rank(from), self.l.file_rank(sq));
        let offsets = &table[usize::from(self.st.piece(p).facing % 4)];
        index((fb - fa, rb - ra)).is_none_or(|at| offsets[at] == 0)
    }
    /// Some movement that may be a piece's would lead there: a look at tables, before anybody's rules are read; never wrongly no.
    fn could_land(&self, strikes: &Strikes, kind: KindId, mut blow: Blow) -> bool {
        let others = &strikes.others[kind.index()];
        if others.iter().any(|o| matches!(o.gives, Gives::Torus)) {
            match strikes.around {
                Some(side) => blow.torus = Some(side),
                None => return true,
            }
        }
        let hits = |s: &Strike| match s {
            Strike::Table(table) => self.struck(table, blow),
            Strike::Read => true,
            Strike::Like(..) => self.somebody_lands(strikes, blow),
        };
        hits(&strikes.kinds[kind.index()])
            || others
                .iter()
                .any(|o| matches!(&o.gives, Gives::Strike(s, _) if hits(s)))
    }
    /// Some kind would lead there.
    fn somebody_lands(&self, strikes: &Strikes, blow: Blow) -> bool {
        let leads = |s: &Strike| matches!(s, Strike::Table(table) if self.struck(table, blow));
        !strikes.all || strikes.kinds.iter().any(leads)
    }
    /// A strike hits; none: patterns have to be read.
    fn lands(
        &self,
        strikes: &Strikes,
        strike: &Strike,
        blow: Blow,
        you: Option<SeatId>,
    ) -> Option<bool> {
        let (rule, kinds) = match strike {
            Strike::Read => return None,
            Strike::Table(table) => return Some(self.struck(table, blow)),
            Strike::Like(rule, kinds) => (rule, kinds),
        };
        let env = Env {
            you,
            it: Some(Val::Piece(blow.p)),
            rule: Some(*rule),
            ..Env::default()
        };
        let mut hit = false;
        for like in self.with(&env).set(kinds) {
            let like = match like {
                Val::Kind(k) => k,
                Val::Piece(q) => self.kind(q),
                _ => continue,
            };
            let Strike::Table(table) = &strikes.kinds[like.index()] else {
                return None;
            };
            hit |= self.struck(table, blow);
        }
        Some(hit)
    }
    /// The table of a kind leads from a square to another, over empty squares.
    fn struck(&self, table: &[Offsets; 4], blow: Blow) -> bool {
        if self.l.board_of(blow.from).first != self.l.board_of(blow.sq).first {
            return false;
        }
        let table = &table[usize::from(self.st.piece(blow.p).facing % 4)];
        let ((fa, ra), (fb, rb)) = (self.l.file_rank(blow.from), self.l.file_rank(blow.sq));
        let offset = ((fb - fa) as i8, (rb - ra) as i8);
        let Some(side) = blow.torus else {
            return self.hits(table, blow, offset);
        };
        let ways = [-side, 0, side];
        let all = ways.iter().flat_map(|x| ways.iter().map(move |y| (x, y)));
        all.into_iter()
            .any(|(x, y)| self.hits(table, blow, (offset.0 + x, offset.1 + y)))
    }
    fn hits(&self, table: &Offsets, blow: Blow, offset: (i8, i8)) -> bool {
        let at = index((i16::from(offset.0), i16::from(offset.1)));
        let entry = at.map_or(0, |at| table[at]);
        let steps = (entry & !LEAP) as i8;
        entry & LEAP != 0 || steps > 0 && self.clear(blow, offset, steps)
    }
    /// The squares of a line before its end are there and empty.
    fn clear(&self, blow: Blow, offset: (i8, i8), steps: i8) -> bool {
        let d = (offset.0 / steps, offset.1 / steps);
        let mut at = blow.from;
        (1..steps).all(|_| match self.l.step(at, d, blow.torus.is_some()) {
            Some((next, _)) => {
                at = next;
                next != blow.from && self.st.at_layer(next, blow.layer).is_none()
            }
            None => false,
        })
    }
    /// No guard on pieces can keep a piece from this capture: a look at whose pieces take part; never wrongly yes.
    pub(super) fn free_to_strike(&self, p: PieceId, victim: Option<PieceId>) -> bool {
        let Some(strikes) = self.l.shortcuts.strikes() else {
            return false;
        };
        self.st.imposed.is_empty()
            && (strikes.guards.iter()).all(|id| !guards::may_bind(self, *id, p, victim))
    }
}

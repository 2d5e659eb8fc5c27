//! The moves of a piece that stands alone in the middle of the board, asked of the engine: where it may go on an empty board, and what
//! it takes when an enemy stands on one square. Ways under a condition are taken from the rules (`patterns`) and bear a footnote.
use crate::patterns::{Ray, on, patterns};
use engine::core::any::{AnyGame, AnyPlan};
use engine::ids::{KindId, SeatId, SourceId, SquareId};
use engine::play::{Choice, Kind, Match, Open};
use engine::rules::{Base, Board, Form, Placed, Quality, Rule, Ruleset, What};
use engine::session::Running;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Largest board of which every square is tried where a way cannot be drawn from its words.
const MOST_TRIED: usize = 256;

/// What a piece may do on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Go there when it is empty.
    pub quiet: bool,
    /// Capture there.
    pub takes: bool,
    /// So it is now; else only under the condition of its footnote.
    pub open: bool,
    /// The footnote, from 1.
    pub note: Option<u8>,
}

/// A line of a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its last square.
    pub to: SquareId,
    /// As far as the board goes.
    pub endless: bool,
    /// Not under a condition.
    pub open: bool,
}

/// A footnote: a sentence of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its words.
    pub words: String,
    /// Where it stands.
    pub src: SourceId,
}

/// The moves of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMap {
    /// Which kind.
    pub kind: KindId,
    /// Whose piece.
    pub seat: SeatId,
    /// Where it stands.
    pub at: SquareId,
    /// What it may do where.
    pub marks: BTreeMap<SquareId, Mark>,
    /// The lines of its slides.
    pub lines: Vec<Line>,
    /// Footnotes, numbered from 1.
    pub notes: Vec<Note>,
    /// The engine answered; else, where a turn is no free move of a piece (dice, cards, moves made together), the marks are those of the
    /// patterns alone.
    pub asked: bool,
}

/// The moves of a kind in a match; none: the rules have no board or no seat for it.
pub fn moves(rules: &Arc<Ruleset>, game: &Match, kind: KindId) -> Option<MoveMap> {
    let seat = rules.seats.iter().position(|s| !s.vacant)?;
    let seat = SeatId::from(seat);
    let board = rules.boards.get(rules.seats[seat.index()].board.index())?;
    let at = middle(board)?;
    let said = patterns(rules, game, kind, seat, at);
    let in_force = in_force(rules, kind);
    let rules_tried = in_force.as_ref().unwrap_or(rules);
    let tried = Try {
        rules: rules_tried,
        game,
        plan: AnyPlan::link_position(rules_tried, game, 2).ok(),
        kind,
        seat,
        at,
    };
    let quiet = tried.goes(None);
    let drawn: BTreeSet<SquareId> = said.rays.iter().flat_map(|r| &r.squares).copied().collect();
    // no move at all, though the words give some: a turn is something else here
    let empty = quiet.as_ref().is_none_or(BTreeSet::is_empty);
    let silent = empty && said.rays.iter().any(|r| r.sure && r.quiet);
    let open = match (&quiet, silent || quiet.is_none()) {
        (Some(quiet), false) => {
            let mut candidates = drawn.clone();
            if said.unread || quiet.iter().any(|s| !drawn.contains(s)) {
                candidates.extend(all(board).take(MOST_TRIED).filter(|s| *s != at));
            }
            let takes = tried.captures(&candidates);
            marked(quiet, &takes)
        }
        _ => by_words(&said.rays),
    };
    // where no way is without a condition, nothing is open and nothing was to be asked
    let free = said.rays.iter().any(|r| r.sure);
    let asked = !silent && (quiet.is_some() || !free);
    let mut map = MoveMap {
        kind,
        seat,
        at,
        marks: open,
        lines: Vec::new(),
        notes: Vec::new(),
        asked,
    };
    for src in &said.notes {
        map.notes.push(Note {
            words: words(rules, *src),
            src: *src,
        });
    }
    map.conditions(&said.rays);
    map.lines(&said.rays);
    Some(map)
}

/// The rules with this kind in force at all times, where pieces become it only under a condition (`while you are republican, your
/// rooks are orators`): without the condition the piece that is put up would move as what it was.
fn in_force(rules: &Arc<Ruleset>, kind: KindId) -> Option<Arc<Ruleset>> {
    let makes = |rule: &Rule| {
        let Form::View {
            is: What::Quality(Quality::Kind(kinds)),
            not: false,
            ..
        } = &rule.form
        else {
            return false;
        };
        !rule.when.is_empty() && kinds.base == Base::Kind(kind)
    };
    if !rules.rules.iter().any(makes) {
        return None;
    }
    let mut all = (**rules).clone();
    for rule in all.rules.iter_mut().filter(|r| makes(r)) {
        rule.when.clear();
    }
    Some(Arc::new(all))
}

impl MoveMap {
    /// Puts the squares of ways under a condition in, with their footnotes.
    fn conditions(&mut self, rays: &[Ray]) {
        let plain: BTreeSet<SquareId> = (rays.iter().filter(|r| r.sure))
            .flat_map(|r| r.squares.iter().copied())
            .collect();
        for ray in rays.iter().filter(|r| !r.sure) {
            let note = self.notes.iter().position(|n| n.src == ray.src);
            let note = note.and_then(|n| u8::try_from(n + 1).ok());
            for square in &ray.squares {
                match self.marks.get_mut(square) {
                    // open without that way too, unless no other leads there
                    Some(mark) if mark.open && plain.contains(square) => {
                        let more = (ray.quiet && !mark.quiet) || (ray.takes && !mark.takes);
                        if more {
                            mark.note = mark.note.or(note);
                        }
                    }
                    Some(mark) => {
                        mark.note = mark.note.or(note);
                        if !mark.open {
                            mark.quiet |= ray.quiet;
                            mark.takes |= ray.takes;
                        }
                    }
                    None => {
                        self.marks.insert(
                            *square,
                            Mark {
                                quiet: ray.quiet,
                                takes: ray.takes,
                                open: false,
                                note,
                            },
                        );
                    }
                }
            }
        }
    }

    /// The lines of slides whose squares are all marked.
    fn lines(&mut self, rays: &[Ray]) {
        for ray in rays.iter().filter(|r| r.slide) {
            let open = ray
                .squares
                .iter()
                .all(|s| self.marks.get(s).is_some_and(|m| m.open));
            let there = ray.squares.iter().all(|s| self.marks.contains_key(s));
            let Some(to) = ray.squares.last().filter(|_| there) else {
                continue;
            };
            let line = Line {
                to: *to,
                endless: ray.endless,
                open,
            };
            if !self.lines.iter().any(|l| l.to == line.to) {
                self.lines.push(line);
            }
        }
    }
}

/// The square nearest to the middle of a board that is no hole.
fn middle(board: &Board) -> Option<SquareId> {
    let (f, r) = (
        (i16::from(board.files) - 1) / 2,
        (i16::from(board.ranks) - 1) / 2,
    );
    all(board).min_by_key(|s| {
        let n = (s.0 - board.first.0) as i16;
        let (file, rank) = (n % i16::from(board.files), n / i16::from(board.files));
        ((file - f).abs() + (rank - r).abs(), *s)
    })
}

/// The squares of a board.
fn all(board: &Board) -> impl Iterator<Item = SquareId> + '_ {
    (0..i16::from(board.ranks))
        .flat_map(move |r| (0..i16::from(board.files)).filter_map(move |f| on(board, f, r)))
}

fn marked(quiet: &BTreeSet<SquareId>, takes: &BTreeSet<SquareId>) -> BTreeMap<SquareId, Mark> {
    (quiet.union(takes))
        .map(|s| {
            let mark = Mark {
                quiet: quiet.contains(s),
                takes: takes.contains(s),
                open: true,
                note: None,
            };
            (*s, mark)
        })
        .collect()
}

fn by_words(rays: &[Ray]) -> BTreeMap<SquareId, Mark> {
    let mut marks: BTreeMap<SquareId, Mark> = BTreeMap::new();
    for ray in rays.iter().filter(|r| r.sure) {
        for square in &ray.squares {
            let mark = marks.entry(*square).or_default();
            mark.open = true;
            mark.quiet |= ray.quiet;
            mark.takes |= ray.takes;
        }
    }
    marks
}

/// Asking the engine.
struct Try<'r> {
    rules: &'r Arc<Ruleset>,
    game: &'r Match,
    /// None: the match has no plan.
    plan: Option<AnyPlan>,
    kind: KindId,
    seat: SeatId,
    at: SquareId,
}

impl Try<'_> {
    /// Where it may go with an enemy on this square, or with nobody there; none: a turn begins with something else than a move of its
    /// owner.
    fn goes(&self, enemy: Option<(KindId, SeatId, SquareId)>) -> Option<BTreeSet<SquareId>> {
        let own = Placed {
            kind: self.kind,
            seat: Some(self.seat),
            square: self.at,
            facing: None,
        };
        let other = enemy.map(|(kind, seat, square)| Placed {
            kind,
            seat: Some(seat),
            square,
            facing: None,
        });
        let placed: Vec<Placed> = std::iter::once(own).chain(other).collect();
        let game = AnyGame::from_position(self.plan.as_ref()?, &placed).ok()?;
        game.decides().ok()?;
        let Open::Decision(decision) = game.open() else {
            return None;
        };
        if !matches!(decision.kind, Kind::Act | Kind::Move | Kind::Pass) {
            return None;
        }
        let to = decision.options.iter().filter_map(|o| match o {
            Choice::Move(from, to) if *from == self.at => Some(*to),
            _ => None,
        });
        Some(to.collect())
    }

    /// On which of these it takes an enemy that stands there alone.
    fn captures(&self, candidates: &BTreeSet<SquareId>) -> BTreeSet<SquareId> {
        let Some((kind, seat)) = self.enemy() else {
            return BTreeSet::new();
        };
        let takes = |s: &&SquareId| {
            let goes = self.goes(Some((kind, seat, **s)));
            goes.is_some_and(|to| to.contains(*s))
        };
        candidates.iter().filter(takes).copied().collect()
    }

    /// The commonest kind of the set-up, held by the next seat of another side.
    fn enemy(&self) -> Option<(KindId, SeatId)> {
        let side = self.rules.seats[self.seat.index()].side;
        let there = |i: &usize| {
            let seat = &self.rules.seats[*i];
            let army = self.game.armies.get(*i).copied().flatten();
            seat.side != side && !seat.vacant && (self.rules.armies.is_empty() || army.is_some())
        };
        let seat = (0..self.rules.seats.len()).find(there)?;
        let army = self.game.armies.get(seat).copied().flatten();
        let army = army.and_then(|a| self.rules.armies.get(a.index()));
        let mut count: BTreeMap<KindId, usize> = BTreeMap::new();
        let of_army = army.into_iter().flat_map(|a| &a.setup).map(|(k, _)| *k);
        let of_all = self.rules.setup.iter().map(|(k, _)| *k);
        let placed = self.rules.position.iter().map(|p| p.kind);
        for kind in of_army.chain(of_all).chain(placed) {
            *count.entry(kind).or_default() += 1;
        }
        let pieces = (0..self.rules.kinds.len()).find(|k| !self.rules.kinds[*k].card);
        let most = count
            .iter()
            .max_by_key(|(k, n)| (**n, std::cmp::Reverse(**k)));
        let kind = most.map(|(k, _)| *k).or(pieces.map(KindId::from))?;
        Some((kind, SeatId::from(seat)))
    }
}

/// A sentence without its label and tags, on one line, with a capital and a full stop.
pub fn words(rules: &Ruleset, src: SourceId) -> String {
    let all = rules.sources.get(src.index()).map_or("", |s| &s.words);
    let mut text = String::new();
    let (mut quoted, mut tag) = (false, false);
    for c in all.chars() {
        match c {
            '"' => quoted = !quoted,
            '[' if !quoted => tag = true,
            ']' if !quoted => {
                tag = false;
                continue;
            }
            _ => {}
        }
        if !tag {
            text.push(c);
        }
    }
    let text = text.trim();
    let text = text
        .strip_prefix('*')
        .and_then(|t| t.split_once('*'))
        .map_or(text, |(_, rest)| rest);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut chars = text.chars();
    let capital: String = chars
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect());
    if capital.ends_with(['.', '}']) {
        capital
    } else {
        capital + "."
    }
}

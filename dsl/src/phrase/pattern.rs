//! Patterns: how a piece slides, steps and leaps.
use super::reader::*;
use super::words::Types;
use crate::diagnostic::Edit;
use crate::syntax::TokenKind;
use engine::rules::*;

/// The eight directions, clockwise from forward, as (files, ranks) seen by the piece.
pub const ALL: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The most lines of a way that bends.
const MOST_LEGS: usize = 4;

/// The most squares of an offset.
const FARTHEST: i16 = i8::MAX as i16;

/// A movement as read.
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    /// Besides others.
    pub also: bool,
    /// Moves or attacks only.
    pub aim: Aim,
    /// The ways.
    pub ways: Vec<Way>,
    /// `captures without moving`.
    pub standing: bool,
    /// A condition on all of it: while it does not hold the piece moves as if the sentence were not there.
    pub when: Option<Cond>,
}

enum Part {
    From(Set),
    To(Set),
    Quiet,
    Only,
    Through(Set),
    Over {
        amount: Amount,
        of: Set,
        close: bool,
    },
    Pushing(Set),
    Capturing(Set),
    Bringing(Set, Set),
}

impl Rd<'_> {
    /// Direction words.
    pub fn ways(&self, p: usize) -> Option<(Vec<(i8, i8)>, usize)> {
        let pick = |test: fn(&(i8, i8)) -> bool| ALL.iter().copied().filter(test).collect();
        let dirs: Vec<(i8, i8)> = match self.w(p) {
            "orthogonally" => pick(|d| d.0 == 0 || d.1 == 0),
            "diagonally" => pick(|d| d.0 != 0 && d.1 != 0),
            "any-way" => ALL.to_vec(),
            "forward" => vec![(0, 1)],
            "backward" => vec![(0, -1)],
            "sideways" => vec![(1, 0), (-1, 0)],
            "left" => vec![(-1, 0)],
            "right" => vec![(1, 0)],
            _ => return None,
        };
        if !self.is(p, "diagonally") {
            return Some((dirs, p + 1));
        }
        if self.is(p + 1, "sideways") {
            return None;
        }
        // `diagonally forward left`: each word keeps the half that it names
        let mut at = p + 1;
        let ranks = self.half(at, ["forward", "backward"]);
        at += usize::from(ranks.is_some());
        let files = self.half(at, ["right", "left"]);
        at += usize::from(files.is_some());
        let kept = |d: &(i8, i8)| {
            ranks.is_none_or(|half| d.1 == half) && files.is_none_or(|half| d.0 == half)
        };
        Some((dirs.into_iter().filter(kept).collect(), at))
    }

    /// Which of two opposite words stands here: 1 for the first, -1 for the second.
    fn half(&self, p: usize, words: [&str; 2]) -> Option<i8> {
        let at = words.iter().position(|word| self.is(p, word))?;
        Some(if at == 0 { 1 } else { -1 })
    }

    /// `[also] slides ..`, `moves like ..`, behind the subject.
    pub fn pattern(&self, pos: usize, sc: &Scope) -> Alts<Pattern> {
        let also = self.is(pos, "also");
        let p = pos + usize::from(also);
        let mut out = Vec::new();
        if self.any(p, &["capture", "captures"]) && self.is(p + 1, "without-moving") {
            let pattern = Pattern {
                also,
                aim: Aim::Move,
                ways: Vec::new(),
                standing: true,
                when: None,
            };
            return vec![(pattern, p + 2)];
        }
        let attack = self.any(p, &["attack", "attacks"]) && self.is(p + 1, "like");
        let aim = if attack { Aim::Attack } else { Aim::Move };
        self.pattern_list(also, aim, Vec::new(), p, sc, &mut out);
        let mut all = Vec::new();
        for (pattern, q) in out {
            self.pattern_if(pattern, q, sc, &mut all);
        }
        all
    }

    /// A condition behind a list: on the whole sentence where the piece moves like something else, on the way it stands behind otherwise
    /// (of facts about other pieces see `condition_of_all`).
    fn pattern_if(&self, pattern: Pattern, q: usize, sc: &Scope, out: &mut Alts<Pattern>) {
        out.push((pattern.clone(), q));
        if !pattern.ways.iter().any(of_another) {
            return;
        }
        for (cond, r) in self.way_if(q, sc) {
            let mut next = pattern.clone();
            if pattern.ways.iter().all(of_another) {
                next.when = Some(cond);
            } else {
                let message = "which of these ways has the condition?";
                let help = "give what moves like something else a sentence of its own";
                let at = self.comma(q);
                self.fail_help(at, "E152", message, Some(help.to_owned()));
                continue;
            }
            out.push((next, r));
        }
    }

    /// `if C`, `unless C` behind a way.
    fn way_if(&self, q: usize, sc: &Scope) -> Alts<Cond> {
        let at = self.comma(q);
        if !self.any(at, &["if", "unless"]) {
            return Vec::new();
        }
        let unless = self.is(at, "unless");
        let conds = self.cond(at + 1, sc).into_iter();
        conds
            .map(|(cond, r)| match unless {
                true => (super::cond::contrary(cond), r),
                false => (cond, r),
            })
            .collect()
    }

    fn pattern_list(
        &self,
        also: bool,
        aim: Aim,
        ways: Vec<Way>,
        p: usize,
        sc: &Scope,
        out: &mut Alts<Pattern>,
    ) {
        for (mut more, q) in self.one_pattern(p, sc, aim) {
            let src = self.src(p, q);
            more.iter_mut().for_each(|w| w.src = src);
            let conditions = match more.iter().chain(&ways).any(of_another) {
                true => Vec::new(),
                false => self.way_if(q, sc),
            };
            let with = |(cond, r): (Cond, usize)| {
                let mut more = more.clone();
                more.iter_mut().for_each(|w| w.when = Some(cond.clone()));
                (more, r)
            };
            let read = std::iter::once((more.clone(), q)).chain(conditions.into_iter().map(with));
            for (more, q) in read {
                let mut ways = ways.clone();
                ways.extend(more);
                let done = Pattern {
                    also,
                    aim,
                    ways: ways.clone(),
                    standing: false,
                    when: None,
                };
                out.push((done, q));
                let at = self.comma(q);
                if self.any(at, &["or", "and"]) {
                    self.pattern_list(also, aim, ways, at + 1, sc, out);
                }
            }
        }
    }

    fn one_pattern(&self, p: usize, sc: &Scope, aim: Aim) -> Alts<Vec<Way>> {
        match self.w(p) {
            "slide" | "slides" | "step" | "steps" | "leap" | "leaps" => self.geometry(p, sc),
            "move" | "moves" | "attack" | "attacks" => self.borrowed(p, sc, aim),
            _ => {
                self.expected(p, "`slides`, `steps`, `leaps`, `moves like` or `moves as`");
                Vec::new()
            }
        }
    }

    /// `moves like K`, `moves as "KN"`, `moves on the torus`, `moves nowhere`.
    fn borrowed(&self, p: usize, sc: &Scope, aim: Aim) -> Alts<Vec<Way>> {
        let mut out = Vec::new();
        match self.w(p + 1) {
            "nowhere" => out.push((vec![way(Path::Nowhere)], p + 2)),
            "anywhere" => out.push((vec![way(Path::Anywhere)], p + 2)),
            "on" if self.seq(p + 2, &["the", "torus"]) => {
                out.push((vec![way(Path::Torus)], p + 4));
            }
            "as" if self.kind(p + 2) == Some(TokenKind::Text) => {
                match super::betza::ways(self.text(p + 2)) {
                    Ok(ways) => out.push((ways, p + 3)),
                    Err(why) => self.fail(p + 2, "E151", why),
                }
            }
            "like" | "as" => {
                let want = Types::of(Ty::Kind).or(Types::of(Ty::Piece));
                for (ph, q) in self.phrase_of(p + 2, sc, want, false) {
                    let like = pure_kinds(&ph.set()).unwrap_or_else(|| ph.set());
                    out.push((vec![way(Path::Like(Box::new(like)))], q));
                }
            }
            _ => {}
        }
        let _ = aim;
        out
    }

    fn geometry(&self, p: usize, sc: &Scope) -> Alts<Vec<Way>> {
        let verb = self.w(p).trim_end_matches('s').to_owned();
        let mut dirs: Option<Vec<(i8, i8)>> = None;
        let mut lengths: Option<(u8, u8)> = None;
        let mut path = None;
        let mut at = p + 1;
        if verb == "slide"
            && let Some((path, q)) = self.ride(at)
        {
            if self.ways(q).is_some() || self.lengths(q).is_some() {
                return self.rider(q);
            }
            let mut out = Vec::new();
            if let Some((path, q)) = self.bends(path, q) {
                self.way_parts(way(path), q, sc, &mut out);
            }
            return one_each(out);
        }
        loop {
            let start = at;
            let whole = dirs.is_some() || lengths.is_some() || path.is_some();
            if let Some((found, q)) = self.ways(at) {
                if dirs.is_some() {
                    break;
                }
                dirs = Some(found);
                at = q;
            } else if let Some((found, q)) = self.lengths(at) {
                if lengths.is_some() {
                    return self.one_distance(start);
                }
                lengths = Some(found);
                at = q;
            } else if self.is(at, "anywhere") {
                if whole {
                    return self.one_distance(start);
                }
                path = Some(Path::Anywhere);
                at += 1;
            } else if let Some((a, b, q)) = self.offset(at) {
                if (a, b) == (0, 0) {
                    self.too_few(at, "a leap goes somewhere: `leaps (1,2)`");
                    return Vec::new();
                }
                if verb != "leap" || whole {
                    return self.rider(start);
                }
                path = Some(Path::Leap(offsets(a, b)));
                at = q;
            } else {
                break;
            }
            if path.is_some() && (dirs.is_some() || lengths.is_some()) {
                return match path {
                    Some(Path::Leap(_)) => self.rider(start),
                    _ => self.one_distance(start),
                };
            }
        }
        let path = path.or_else(|| shape(&verb, dirs.as_deref(), lengths));
        let fixed = verb == "leap" && self.is(at, "from");
        let mut out = Vec::new();
        if fixed && let Some((path, q)) = self.fixed_leap(at) {
            self.way_parts(way(path), q, sc, &mut out);
            return one_each(out);
        }
        // `leaps to g1`: from wherever it stands
        let path = path.or_else(|| (verb == "leap" && self.is(at, "to")).then_some(Path::Anywhere));
        match path {
            Some(path) => {
                if let Some((path, q)) = self.bends(path, at) {
                    self.way_parts(way(path), q, sc, &mut out);
                }
            }
            None => self.expected(at, "a direction, `(1,2)`, `anywhere` or a distance"),
        }
        one_each(out)
    }

    /// `, then steps diagonally outward` behind a line: the way bends there. None where what follows `then` is no line.
    fn bends(&self, path: Path, p: usize) -> Option<(Path, usize)> {
        let leg = |path: Path| match path {
            Path::Slide { dirs, min, max } => Some((dirs, min, max)),
            Path::Leap(dirs) => Some((dirs, 1, 1)),
            Path::Nowhere
            | Path::Anywhere
            | Path::Torus
            | Path::Like(_)
            | Path::Bent(_)
            | Path::FromTo(..) => None,
        };
        let leg = |path: Path, outward: bool| {
            let (dirs, min, max) = leg(path)?;
            Some(Leg {
                dirs,
                min,
                max,
                outward,
            })
        };
        if !self.is(self.comma(p), "then") {
            return Some((path, p));
        }
        let Some(first) = leg(path, false) else {
            self.bend_fails(
                p,
                "what goes to squares wherever they are has no line that bends",
            );
            return None;
        };
        let (mut legs, mut at) = (vec![first], p);
        while self.is(self.comma(at), "then") {
            let begun = self.comma(at) + 1;
            let Some((path, q)) = self.line_on(begun) else {
                self.bend_fails(begun, "behind `then` stands how the way goes on");
                return None;
            };
            let outward = self.is(q, "outward");
            // `diagonally outward up to 2 squares`
            let (path, q) = match (path, self.lengths(q + 1).filter(|_| outward)) {
                (
                    Path::Slide {
                        dirs,
                        min: 1,
                        max: 0,
                    },
                    Some(((min, max), r)),
                ) => (Path::Slide { dirs, min, max }, r - 1),
                (path, _) => (path, q),
            };
            let next = leg(path, outward)?;
            let leads = |d: &(i8, i8)| next.after(Some(*d)).next().is_some();
            if !legs
                .last()
                .is_some_and(|before: &Leg| before.dirs.iter().any(leads))
            {
                self.bend_fails(
                    q,
                    "none of these directions leads on outward from the line before",
                );
                return None;
            }
            legs.push(next);
            at = q + usize::from(outward);
        }
        if legs.len() > MOST_LEGS {
            self.bend_fails(p, "a way bends 3 times at most");
            return None;
        }
        Some((Path::Bent(legs), at))
    }

    /// `steps diagonally`, `slides orthogonally up to 2 squares`, `leaps (1,2)`: a line that goes on behind a bend.
    fn line_on(&self, p: usize) -> Option<(Path, usize)> {
        let verb = match self.w(p) {
            "slide" | "slides" => "slide",
            "step" | "steps" => "step",
            "leap" | "leaps" => "leap",
            _ => return None,
        };
        if let Some((a, b, q)) = self.offset(p + 1).filter(|(a, b, _)| (*a, *b) != (0, 0)) {
            return match verb {
                "leap" => Some((Path::Leap(offsets(a, b)), q)),
                "slide" => self.ride(p + 1),
                _ => None,
            };
        }
        let (lengths, at) = match self.lengths(p + 1) {
            Some((lengths, q)) => (Some(lengths), q),
            None => (None, p + 1),
        };
        let (dirs, at) = self.ways(at)?;
        let (lengths, at) = match self.lengths(at).filter(|_| lengths.is_none()) {
            Some((lengths, q)) => (Some(lengths), q),
            None => (lengths, at),
        };
        Some((shape(verb, Some(&dirs), lengths)?, at))
    }

    /// E151: a way that bends, with the form that reads.
    fn bend_fails(&self, at: usize, message: &str) {
        let help = "a way that bends is said line by line: `it steps orthogonally, then steps diagonally outward` (stopped by \
                    what stands beside it), `it steps diagonally, then slides orthogonally outward`";
        self.fail_help(at, "E151", message, Some(help.to_owned()));
    }

    /// `(1,2)`, `(1,2) up to 3 leaps` behind `slides`: one leap after another, all of them the same way.
    fn ride(&self, p: usize) -> Option<(Path, usize)> {
        let (a, b, q) = self.offset(p).filter(|(a, b, _)| (*a, *b) != (0, 0))?;
        let ((min, max), q) = self
            .lengths_in(q, &["leap", "leaps"])
            .unwrap_or(((1, 0), q));
        let dirs = offsets(a, b);
        Some((Path::Slide { dirs, min, max }, q))
    }

    /// E151: an offset is one leap, as far as it says.
    fn rider(&self, at: usize) -> Alts<Vec<Way>> {
        let message = "an offset is one leap, so it has no direction and no distance";
        let help = "write `leaps (1,2)`, and for some of its directions `moves as \"fN\"` (Betza's notation); for one leap after another in the same direction `slides (1,2)` or \
                    `slides (1,2) up to 3 leaps`; join several leaps with `or`: `leaps (1,2) or leaps (2,4)`";
        self.fail_help(at, "E151", message, Some(help.to_owned()));
        Vec::new()
    }

    /// E151: two distances for one way of moving.
    fn one_distance(&self, at: usize) -> Alts<Vec<Way>> {
        let message = "this way of moving has its distance already";
        let help =
            "join two ways with `or`: `slides 2 squares forward or slides 3 squares sideways`";
        self.fail_help(at, "E151", message, Some(help.to_owned()));
        Vec::new()
    }

    fn fixed_leap(&self, at: usize) -> Option<(Path, usize)> {
        let square = |p: usize| {
            (self.kind(p) == Some(TokenKind::Square))
                .then(|| self.squares(self.text(p)))
                .flatten()
                .and_then(|s| s.first().copied())
        };
        let a = square(at + 1)?;
        if !self.is(at + 2, "to") {
            return None;
        }
        let b = square(at + 3)?;
        Some((Path::FromTo(a, b), at + 4))
    }

    /// `2 squares`, `up to 3 squares`, `2 to 3 squares`.
    fn lengths(&self, p: usize) -> Option<((u8, u8), usize)> {
        self.lengths_in(p, &["square", "squares"])
    }

    /// The same, counted in these; `2 or more squares`, `at least 2 squares` end where the board does.
    fn lengths_in(&self, p: usize, unit: &[&str]) -> Option<((u8, u8), usize)> {
        let least = self.is(p, "at-least");
        let open = self.int(p + usize::from(least));
        let behind = match least {
            true => p + 2,
            false => p + 3,
        };
        if let Some(min) = open.and_then(|n| u8::try_from(n).ok())
            && (least || self.seq(p + 1, &["or", "more"]))
            && self.any(behind, unit)
            && min > 0
        {
            return Some(((min, 0), behind + 1));
        }
        let up = self.is(p, "up-to");
        let at = p + usize::from(up);
        let a = u8::try_from(self.int(at)?).ok()?;
        let mut max = a;
        let mut min = if up { 1 } else { a };
        let mut q = at + 1;
        if self.is(q, "to") {
            max = u8::try_from(self.int(q + 1)?).ok()?;
            min = a;
            q += 2;
        }
        if !self.any(q, unit) {
            return None;
        }
        if min < 1 || max < min {
            self.too_few(
                at,
                "a distance is 1 or more: `2 squares`, `up to 3 squares`, `2 to 4 squares`",
            );
            return None;
        }
        Some(((min, max), q + 1))
    }

    /// `(1,2)`.
    fn offset(&self, p: usize) -> Option<(i8, i8, usize)> {
        let open = self.kind(p) == Some(TokenKind::Open);
        let comma = self.kind(p + 2) == Some(TokenKind::Comma);
        let close = self.kind(p + 4) == Some(TokenKind::Close);
        if !(open && comma && close) {
            return None;
        }
        let (a, b) = (self.int(p + 1)?, self.int(p + 3)?);
        let far = |n: i16| !(0..=FARTHEST).contains(&n);
        if far(a) || far(b) {
            let message =
                format!("an offset counts squares from 0 to {FARTHEST}, in all directions");
            let help = "write it without a sign, as in `(1,2)`; for some of its directions use Betza's notation: `moves as \"fN\"`";
            self.fail_help(p + 1, "E151", message, Some(help.to_owned()));
            return None;
        }
        Some((a as i8, b as i8, p + 5))
    }

    /// What follows the geometry, in any order: each prefix is a reading.
    fn way_parts(&self, way: Way, p: usize, sc: &Scope, out: &mut Alts<Way>) {
        if !self.tick() {
            return;
        }
        out.push((way.clone(), p));
        let at = self.comma(p);
        for (part, q) in self.way_part(at, sc) {
            let mut next = way.clone();
            let past = matches!(part, Part::Through(_) | Part::Over { .. });
            if past && (self.leaps_past(&way, at) || self.steps_past(&way, at)) {
                continue;
            }
            if matches!((&part, &way.path), (Part::Pushing(_), Path::Bent(_))) {
                self.bend_fails(at, "what is pushed goes straight on, and this way bends");
                continue;
            }
            match part {
                Part::From(s) => next.from = Some(s),
                Part::To(s) => next.to = Some(s),
                Part::Quiet => next.takes = Takes::Quiet,
                Part::Only => next.takes = Takes::Only,
                Part::Through(s) => next.past.push(Beyond::Through(s)),
                Part::Over { amount, of, close } => {
                    next.past.push(Beyond::Over { amount, of, close });
                }
                Part::Pushing(s) => next.past.push(Beyond::Pushing(s)),
                Part::Capturing(s) => next.takes = Takes::This(s),
                Part::Bringing(a, b) => next.bring = Some((a, b)),
            }
            self.way_parts(next, q, sc, out);
        }
    }

    /// E151: a leap asks for nothing on its way.
    fn leaps_past(&self, way: &Way, at: usize) -> bool {
        let leaps = matches!(way.path, Path::Leap(_));
        if leaps {
            let said = "a leap goes over whatever stands between, and over nothing as well";
            let help = "leave it out; what is to be stopped by what stands between slides (`slides 2 squares diagonally`), what must jump \
                        something slides over it (`slides orthogonally over a piece`)";
            self.fail_help(at, "E151", said, Some(help.to_owned()));
        }
        leaps
    }

    /// E151: on a step of one square nothing stands between.
    fn steps_past(&self, way: &Way, at: usize) -> bool {
        let steps = matches!(&way.path, Path::Slide { min: 1, max: 1, dirs } if dirs.iter().all(|d| d.0.abs().max(d.1.abs()) == 1));
        if steps {
            let said = "a step goes to the next square, and nothing stands between";
            let help = "what jumps or passes something slides: `slides orthogonally over a piece to the square beyond`, `slides 2 squares \
                        forward through pawns`";
            self.fail_help(at, "E151", said, Some(help.to_owned()));
        }
        steps
    }

    /// E191: `capturing it`, where `it` is the piece that moves.
    fn itself(&self, p: usize) -> bool {
        let way = self.any(p, &["capturing", "pushing", "through", "over", "bringing"]);
        let alone = matches!(
            self.w(p + 2),
            "" | "to" | "into" | "from" | "if" | "unless" | "or" | "and"
        );
        if !way || !self.any(p + 1, &["it", "itself", "them"]) || !alone {
            return false;
        }
        let message = format!(
            "`{} {}`: `it` is the piece that moves",
            self.w(p),
            self.w(p + 1)
        );
        let help = match self.is(p, "bringing") {
            true => {
                "say which piece: `bringing a piece of yours on the destination into its berth`, `bringing the rook on h1 to f1`"
            }
            false => {
                "say which piece: `capturing an enemy on the path` takes what was jumped, `capturing the pawn behind the destination` what stands there"
            }
        };
        let over = (0..p).any(|i| self.is(i, "over"));
        let edit = (over && self.is(p, "capturing")).then(|| Edit {
            span: self.span(p + 1),
            text: "an enemy on the path".to_owned(),
        });
        self.fail_edit(p + 1, "E191", message, Some(help.to_owned()), edit);
        true
    }

    fn way_part(&self, p: usize, sc: &Scope) -> Alts<Part> {
        let piece = Types::of(Ty::Piece);
        let square = Types::of(Ty::Square);
        if self.itself(p) {
            return Vec::new();
        }
        let set = |make: fn(Set) -> Part, want: Types| -> Alts<Part> {
            let mut all = self.phrase_of(p + 1, sc, want, false);
            if self.any(p, &["through", "pushing"]) {
                all = self.uncounted(p, all);
            }
            all.into_iter().map(|(ph, q)| (make(ph.set()), q)).collect()
        };
        match self.w(p) {
            "from" => set(Part::From, square),
            "to" => (self.place_it_goes_to(p, sc, square).into_iter())
                .map(|(to, q)| (Part::To(to), q))
                .collect(),
            "without-capturing" => vec![(Part::Quiet, p + 1)],
            "only-to-capture" => vec![(Part::Only, p + 1)],
            "through" => set(Part::Through, piece.or(square)),
            "pushing" => set(Part::Pushing, piece),
            "capturing" => set(Part::Capturing, piece),
            "over" => {
                let all = self.phrase_of(p + 1, sc, piece, false);
                let each = all.into_iter().flat_map(|(ph, q)| {
                    let of = ph.set();
                    let amount = match &of.amount {
                        Amount::Count(rel, n) => Amount::Count(*rel, n.clone()),
                        _ => Amount::Count(Rel::Eq, Num::Lit(1)),
                    };
                    let over = |close| Part::Over {
                        amount: amount.clone(),
                        of: of.clone(),
                        close,
                    };
                    let beyond = self.comma(q);
                    let close = self.seq(beyond, &["to", "the", "square", "beyond"]);
                    let close = close.then(|| (over(true), beyond + 4));
                    std::iter::once((over(false), q)).chain(close)
                });
                each.collect()
            }
            "bringing" => {
                let mut out = Vec::new();
                for (what, q) in self.phrase_of(p + 1, sc, piece, false) {
                    let place = match self.w(q) {
                        "to" => square,
                        "into" => Types::of(Ty::Zone),
                        _ => continue,
                    };
                    for (to, r) in self.phrase_of(q + 1, sc, place, false) {
                        if !self.brought_to_either(&to, q + 1) {
                            out.push((Part::Bringing(what.set(), to.set()), r));
                        }
                    }
                }
                out
            }
            _ => Vec::new(),
        }
    }
}

/// What the way is stands elsewhere: its squares are those of other patterns, which have conditions of their own.
fn of_another(way: &Way) -> bool {
    matches!(way.path, Path::Like(_) | Path::Torus | Path::Nowhere)
}

fn one_each(all: Alts<Way>) -> Alts<Vec<Way>> {
    all.into_iter().map(|(w, q)| (vec![w], q)).collect()
}

/// A way with this geometry and nothing else.
pub fn way(path: Path) -> Way {
    Way {
        path,
        takes: Takes::Both,
        from: None,
        to: None,
        past: Vec::new(),
        bring: None,
        when: None,
        src: engine::ids::SourceId::default(),
    }
}

fn shape(verb: &str, dirs: Option<&[(i8, i8)]>, lengths: Option<(u8, u8)>) -> Option<Path> {
    let dirs = dirs?.to_vec();
    Some(match (verb, lengths) {
        ("step", None) => Path::Slide {
            dirs,
            min: 1,
            max: 1,
        },
        ("leap", lengths) => {
            let (min, max) = lengths.unwrap_or((1, 1));
            let far = |n: u8, d: &(i8, i8)| (d.0 * n as i8, d.1 * n as i8);
            Path::Leap(
                (min..=max)
                    .flat_map(|n| dirs.iter().map(move |d| far(n, d)))
                    .collect(),
            )
        }
        (_, Some((min, max))) => Path::Slide { dirs, min, max },
        (_, None) => Path::Slide {
            dirs,
            min: 1,
            max: 0,
        },
    })
}

/// All eight (or four) squares so far away, in the same order whichever number comes first.
pub fn offsets(a: i8, b: i8) -> Vec<(i8, i8)> {
    let (a, b) = (a.min(b), a.max(b));
    let mut out = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for (sx, sy) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
            let to = (x * sx, y * sy);
            if !out.contains(&to) {
                out.push(to);
            }
        }
    }
    out
}

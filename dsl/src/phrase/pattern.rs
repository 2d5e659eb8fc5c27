//! Patterns: how a piece slides, steps and leaps.
use super::lines::{offsets, shape};
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
            let unconditional = !ways.is_empty() && ways.iter().all(|way| way.when.is_none());
            let behind_a_comma = self.comma(q) > q && self.any(self.comma(q), &["if", "unless"]);
            let conditions = match more.iter().chain(&ways).any(of_another) {
                true => Vec::new(),
                false if unconditional && behind_a_comma => {
                    self.which_of_the_ways(q, "it steps forward if .., or steps sideways if ..");
                    Vec::new()
                }
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
                    let kind = self.fit(&ph, Types::of(Ty::Kind));
                    if kind.is_some_and(|kind| self.kind_of_one_there(p + 2, &kind)) {
                        continue;
                    }
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
        let mut others = Vec::new();
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
                (others, at) = self.more_offsets(q);
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
                let all = |(first, q): (Way, usize)| {
                    let again = |path: &Path| Way {
                        path: path.clone(),
                        ..first.clone()
                    };
                    let more: Vec<Way> = others.iter().map(again).collect();
                    ([vec![first], more].concat(), q)
                };
                return out.into_iter().map(all).collect();
            }
            None => self.expected(at, "a direction, `(1,2)`, `anywhere` or a distance"),
        }
        one_each(out)
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

    /// What follows the geometry, in any order: each prefix is a reading.
    fn way_parts(&self, way: Way, p: usize, sc: &Scope, out: &mut Alts<Way>) {
        if !self.tick() {
            return;
        }
        out.push((way.clone(), p));
        let at = self.comma(p);
        for (part, q) in self.way_part(at, sc) {
            let captures = matches!(part, Part::Quiet | Part::Only);
            if captures && at > p && self.of_all_the_ways(p) {
                continue;
            }
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

    /// E152: `it steps forward, or steps sideways, without capturing`: of the last way, or of both? The comma stands at `p`.
    fn of_all_the_ways(&self, p: usize) -> bool {
        const VERBS: [&str; 6] = ["slide", "slides", "step", "steps", "leap", "leaps"];
        let verbs = (0..p).filter(|i| self.any(*i, &VERBS)).count();
        let said = (0..p).any(|i| self.any(i, &["without-capturing", "only-to-capture"]));
        let unclear = verbs > 1 && !said;
        if unclear {
            let each = "steps forward without capturing, or steps sideways without capturing";
            self.which_of_the_ways(p, each);
        }
        unclear
    }

    fn which_of_the_ways(&self, p: usize, each: &str) {
        let message = "which of these ways: the last one, or all of them?";
        let help = format!("all: say it of each, `{each}`; the last one: leave out the comma");
        self.fail_help(p, "E152", message, Some(help));
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
            if self.any(p, &["through", "pushing", "capturing", "from"]) {
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
                    if self.brings_one_of_several(&what, p + 1) {
                        continue;
                    }
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

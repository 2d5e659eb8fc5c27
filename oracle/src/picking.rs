//! Choosing: one thing, or a set picked one after the other.
use super::exec::*;
use super::value::*;
use engine::ids::*;
use engine::play::Kind;
use engine::play::*;
use engine::rules::*;

/// A set being picked.
struct Picking {
    /// What there is to pick from.
    things: Vals,
    /// What has been picked.
    picked: Vals,
    /// In a trial: the places in the list of what it has picked itself.
    tried: Vec<usize>,
    /// At least so many.
    least: usize,
    /// At most so many.
    most: usize,
    /// They have to hang together, and are picked link by link.
    chain: bool,
}

impl Picking {
    /// Exactly one is chosen.
    fn is_single(&self) -> bool {
        (self.least, self.most) == (1, 1)
    }
    /// Nothing more can be picked.
    fn is_full(&self) -> bool {
        let enough = self.picked.len() >= self.least;
        self.picked.len() >= self.most
            || enough && self.picked.len() == self.things.len() && self.most != 1
    }
    /// What has been picked will do.
    fn may_stop(&self) -> bool {
        self.picked.len() >= self.least && !self.is_single()
    }
}

impl<'a> Exec<'a> {
    pub(super) fn choose(
        &mut self,
        env: &mut Env,
        who: Who,
        name: Name,
        from: &Set,
        amount: &Amount,
        secret: bool,
    ) -> Result<Flow, Stop> {
        let (least, most) = self.how_many(env, amount);
        let forms = |near: Near| {
            let formed = |n: &Narrow| matches!(n, Narrow::At(m, _) if *m == near);
            from.by.iter().any(formed)
        };
        let (chain, block) = (forms(Near::Chain), forms(Near::BlockOf4));
        let mut things = self.to_choose_from(env, from, (least, most));
        if from.ty == Ty::Kind && (least, most) == (1, 1) {
            things = self.kinds_left(env, name, self.follows, things);
        }
        // all that there are: nothing is left to decide
        let forced = most > 1 && things.len() <= least && !secret && who != Who::Chance;
        let mut p = Picking {
            picked: if forced { things.clone() } else { vec![] },
            things,
            tried: vec![],
            least,
            most,
            chain,
        };
        while !p.is_full() {
            let kind = match who {
                Who::Chance => Kind::Roll,
                _ => Kind::Choose,
            };
            let q = Question {
                rule: env.rule,
                secret,
                auto: !secret && (p.is_single() || least == most),
                wanted: (least.max(1)).saturating_sub(p.picked.len()).max(1),
                ..Question::of(who.clone(), kind)
            };
            match self.decide(q, |e| e.to_pick(&p)) {
                Ok(Opt {
                    does: Does::Val(x), ..
                }) => {
                    if self.probe && self.at > self.given {
                        p.tried.extend(p.things.iter().position(|y| *y == x));
                    }
                    p.picked.push(x);
                }
                Ok(_) => break,
                Err(Stop::Ask(mut asked)) => {
                    asked.decision.picked = p.picked.len() as u16;
                    return Err(Stop::Ask(asked));
                }
                Err(Stop::Cannot) if p.picked.len() >= least && most != 1 => break,
                Err(Stop::Cannot) => return self.not_chosen(),
                Err(e) => return Err(e),
            }
        }
        let mut picked = p.picked;
        if chain && !connected(self, &picked)
            || block && !block_of_4(self, &picked)
            || picked.len() < least
        {
            return self.not_chosen();
        }
        if most != 1 {
            self.cx(env).sort(&mut picked);
        }
        env.bind(name, picked);
        Ok(Flow::Next)
    }
    /// What could not be chosen spoils an option, and is left out elsewhere.
    fn not_chosen(&self) -> Result<Flow, Stop> {
        match self.strict {
            true => Err(Stop::Cannot),
            false => Ok(Flow::None),
        }
    }
    /// The least and the greatest number to be chosen.
    fn how_many(&self, env: &Env, amount: &Amount) -> (usize, usize) {
        match amount {
            Amount::Any | Amount::Every => (1, 1),
            Amount::No => (0, 0),
            Amount::Count(rel, n) => {
                let n = self.cx(env).num(n).max(0) as usize;
                match rel {
                    Rel::Eq => (n, n),
                    Rel::Ge => (n, usize::MAX),
                    Rel::Gt => (n + 1, usize::MAX),
                    Rel::Le => (0, n),
                    Rel::Lt => (0, n.saturating_sub(1)),
                }
            }
        }
    }
    /// What there is to choose from; of one thing that is asked only if the answer is not known yet.
    fn to_choose_from(&self, env: &Env, from: &Set, (least, most): (usize, usize)) -> Vals {
        let cx = self.cx(env);
        if let (Base::Zone(z, of), Ty::Zone) = (&from.base, from.ty) {
            let keys = cx.zone_keys(*z, of).into_iter();
            let mut zones: Vals = keys.map(|k| Val::Zone(k.zone, k.owner)).collect();
            zones.dedup();
            return zones;
        }
        if (least, most) == (1, 1) && self.is_answered() {
            return vec![];
        }
        let mut things = cx.set(from);
        things.dedup();
        if self.probe && (most > 1 || self.sought.is_some()) {
            // what has the piece that shall move comes first, then what has kings: mostly a king in check is in the way
            let sought = self.sought.map(Val::Piece);
            things.sort_by_key(|x| (Some(*x) != sought, !cx.quality(*x, &Quality::Royal)));
        }
        things
    }
    /// The answers: what can be picked next, and that it is enough.
    fn to_pick(&self, p: &Picking) -> Vec<Opt> {
        let things = p.things.iter().enumerate();
        let open = things.filter(|(i, x)| !p.picked.contains(x) && self.can_pick(p, *i, **x));
        let mut opts: Vec<Opt> = open.map(|(i, x)| self.opt_of(i, *x)).collect();
        if p.may_stop() {
            opts.push(Opt::new(Choice::Done, Does::Plain));
        }
        opts
    }
    /// The `i`-th thing can be picked next: of a chain, it touches what has been picked; in a trial, what comes of it is not
    /// looked at in another order too.
    ///
    /// Every chain comes up in a trial: from its first thing on always by the first of those that touch what there is.
    fn can_pick(&self, p: &Picking, i: usize, x: Val) -> bool {
        let joins = |y: &Val| touches(self, x, *y);
        let later = |t: &usize| i > *t;
        match (p.chain, p.picked.split_last()) {
            (true, Some((last, before))) => {
                let joined = before.iter().any(joins);
                let own = p.tried.len() == p.picked.len();
                (joined || joins(last))
                    && (!self.probe
                        || (!own || p.tried.first().is_none_or(later))
                            && (!joined || p.tried.last().is_none_or(later)))
            }
            _ => !self.probe || p.tried.last().is_none_or(later),
        }
    }
}

/// The squares of two pieces or squares share an edge.
fn touches(e: &Exec, a: Val, b: Val) -> bool {
    let env = Env::default();
    let cx = e.cx(&env);
    let (Some(a), Some(b)) = (cx.where_is(a), cx.where_is(b)) else {
        return false;
    };
    let ((fa, ra), (fb, rb)) = (e.l.file_rank(a), e.l.file_rank(b));
    let apart = (fa - fb).abs() + (ra - rb).abs();
    apart == 1 && e.l.board_of(a).first == e.l.board_of(b).first
}

/// The squares of pieces or squares hang together by edges.
fn connected(e: &Exec, v: &[Val]) -> bool {
    let env = Env::default();
    let cx = e.cx(&env);
    let mut left: Vec<Val> = v
        .iter()
        .copied()
        .filter(|x| cx.where_is(*x).is_some())
        .collect();
    let mut seen: Vec<Val> = left.pop().into_iter().collect();
    let mut i = 0;
    while i < seen.len() {
        let here = seen[i];
        seen.extend(left.extract_if(.., |x| touches(e, here, *x)));
        i += 1;
    }
    !seen.is_empty() && left.is_empty()
}

/// Four squares two by two.
fn block_of_4(e: &Exec, v: &[Val]) -> bool {
    let env = Env::default();
    let cx = e.cx(&env);
    let at: Vec<(i16, i16)> = v
        .iter()
        .filter_map(|x| cx.where_is(*x))
        .map(|s| e.l.file_rank(s))
        .collect();
    let (Some(f), Some(r)) = (at.iter().map(|a| a.0).min(), at.iter().map(|a| a.1).min()) else {
        return false;
    };
    at.len() == 4
        && [(0, 0), (1, 0), (0, 1), (1, 1)]
            .iter()
            .all(|(df, dr)| at.contains(&(f + df, r + dr)))
}

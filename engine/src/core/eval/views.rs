//! Definitions and views: what the parts of an army, a variant and a match make of a word together, and who holds a rule.
use super::Cx;
use crate::core::bits::Bits;
use crate::core::decide;
use crate::core::plan::*;
use crate::core::state::*;

impl<const N: usize> Cx<'_, N> {
    /// A definition as somebody reads it, at least those members that are wanted: as a quality or as a noun.
    pub(super) fn defined(&self, w: u16, noun: bool, you: u8, want: Bits<N>) -> Bits<N> {
        let plan = self.plan;
        let made = if noun { &plan.nouns } else { &plan.words };
        let Some(word) = &made[w as usize] else {
            return Bits::EMPTY;
        };
        // names of the rule that uses a definition mean nothing in it
        let env = Env {
            you,
            names: [Bits::EMPTY; NAMES],
            ..*self.env
        };
        let slot = plan.cached.word(w, noun, you);
        self.cached(slot, want, |want| self.with(&env).wanting(want).mask(word))
    }
    /// What a guard says of the pieces that it binds, or of what it keeps them from: at least those members that are wanted. The set of
    /// all is kept. For a few pieces, as in a trial on a copy, reading the sentence for them costs less than making that set.
    pub(in crate::core) fn of_guard(
        &self,
        (guard, object): (u16, bool),
        said: &Mask<N>,
        want: Bits<N>,
    ) -> Bits<N> {
        match want == Bits::FULL {
            true => {
                let slot = self.plan.cached.guard(guard, object, self.env.you);
                self.cached(slot, want, |want| self.wanting(want).mask(said))
            }
            false => self.wanting(want).mask(said),
        }
    }
    pub(super) fn parts(&self, parts: &[WordPart<N>]) -> Bits<N> {
        let you = self.env.you;
        let holds = |p: &WordPart<N>| match p.holder {
            Holder::Power(q) => you != NONE && self.holds(you as usize, q),
            _ => false,
        };
        let replaced = parts.iter().any(|p| p.replaces && holds(p));
        let mut all = Bits::EMPTY;
        for p in parts {
            if p.replaces && !holds(p) || replaced && !matches!(p.holder, Holder::Power(_)) {
                continue;
            }
            match p.holder {
                Holder::Power(q) if you == NONE => {
                    for s in self.seats().filter(|s| self.holds(*s, q)) {
                        let env = Env {
                            you: s as u8,
                            ..*self.env
                        };
                        all |= self.with(&env).wanting(self.want).mask(&p.what);
                    }
                }
                Holder::Power(q) if !self.holds(you as usize, q) => {}
                _ => all |= self.mask(&p.what),
            }
        }
        all
    }
    /// A definition that is a number, as somebody reads it: different numbers of its parts added up.
    pub(super) fn number_called(&self, word: u16, env: &Env<N>) -> i32 {
        let parts = self.plan.numbers_called[word as usize].as_slice();
        let you = env.you;
        let holds = |h: Holder, s: u8| match h {
            Holder::Power(q) => s != NONE && self.holds(s as usize, q),
            Holder::Game | Holder::EachSeat | Holder::Kind(_) => true,
        };
        let powers = |p: &NumberPart<N>| matches!(p.holder, Holder::Power(_));
        let replaced = parts
            .iter()
            .any(|p| p.replaces && powers(p) && holds(p.holder, you));
        let mut all: Vec<i32> = vec![];
        for p in parts.iter().filter(|p| {
            if powers(p) {
                true
            } else {
                !replaced && !p.replaces
            }
        }) {
            let readers = match (powers(p), you) {
                // nobody reads: whoever has the power
                (true, NONE) => 0..=(self.plan.seats as u8).saturating_sub(1),
                (true, _) | (false, _) => you..=you,
            };
            for s in readers.filter(|s| holds(p.holder, *s)) {
                let mut env = Env {
                    you: s,
                    names: [Bits::EMPTY; NAMES],
                    ..*env
                };
                let n = self.with(&env).int(&p.value);
                if p.takes != NONE {
                    env.names[p.takes as usize] = decide::number(n);
                }
                if !all.contains(&n) && self.with(&env).truth(&p.when) {
                    all.push(n);
                }
            }
        }
        all.iter().sum()
    }
    /// Whether a seat holds a power.
    #[inline]
    pub fn holds(&self, seat: usize, power: u8) -> bool {
        self.st
            .plane(self.plan.power_planes + power as usize)
            .has(seat)
    }
    /// A set that is kept until something changes that it is made from; else made anew, the members that are wanted.
    #[inline]
    pub(in crate::core) fn cached(
        &self,
        slot: CacheSlot,
        want: Bits<N>,
        make: impl FnOnce(Bits<N>) -> Bits<N>,
    ) -> Bits<N> {
        if slot.at == NONE16 || slot.raw != self.raw {
            return make(want);
        }
        let kept = &self.plan.cached;
        let at = match slot.by_eyes {
            true => slot.at + kept.through(self.reader()),
            false => slot.at,
        };
        let cache = &self.st.cache;
        cache.get(at, &kept.readers).unwrap_or_else(|| {
            let all = make(Bits::FULL);
            cache.set(at, all);
            all
        })
    }
    /// Of which things a view says it.
    pub fn view(&self, v: &View<N>) -> Bits<N> {
        let slot = self.plan.cached.view(v.number);
        self.cached(slot, self.want, |want| self.wanting(want).viewed_anew(v))
    }
    fn viewed_anew(&self, v: &View<N>) -> Bits<N> {
        let mut all = Bits::EMPTY;
        self.holders(v.holder, v.rule, |you, it| {
            let env = Env::of(you, it, v.rule);
            // the condition is asked of everything
            let cx = self.with(&env);
            if cx.truth(&v.when) {
                all |= cx.wanting(self.want - all).mask(&v.of);
            }
        });
        all
    }
    /// Runs `f` for every holder of a rule: you, it. A rule of a power no longer held lives on by a mark of that power that is still
    /// set (language 6.3).
    #[inline]
    pub fn holders(&self, h: Holder, rule: u16, mut f: impl FnMut(u8, u8)) {
        match h {
            Holder::Game => f(NONE, NONE),
            Holder::EachSeat => self.playing().iter().for_each(|s| f(s as u8, NONE)),
            Holder::Power(p) => {
                let held = self.st.plane(self.plan.power_planes + p as usize);
                let keeps = self
                    .plan
                    .keeps
                    .get(rule as usize)
                    .map_or(&[][..], Vec::as_slice);
                if keeps.is_empty() {
                    held.iter().for_each(|s| f(s as u8, NONE));
                } else {
                    let slot = self.plan.cached.holders(rule, self.raw);
                    let all = self.cached(slot, Bits::FULL, |_| {
                        let holds = |s: &usize| held.has(*s) || self.kept(keeps, *s);
                        self.seats().filter(holds).collect()
                    });
                    all.iter().for_each(|s| f(s as u8, NONE));
                }
            }
            Holder::Kind(k) => {
                let live = self.of_kinds(Bits::one(k as usize))
                    - self.st.plane(plane::LOST)
                    - self.st.plane(plane::CARD);
                live.iter().for_each(|p| f(self.controller(p), p as u8));
            }
        }
    }
}

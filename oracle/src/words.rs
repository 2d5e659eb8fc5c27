//! Definitions (`call`): what their parts stand for, for whom.
use super::memo::Reading;
use super::read::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

impl Cx<'_> {
    /// Members of a definition, read for *you*.
    pub fn word(&self, w: WordId) -> Vals {
        match self.l.shortcuts.area(w) {
            // named squares are the same in every state
            Some(of) => {
                let you = self.env.you.map_or(0, |y| y.index() + 1);
                of[you].get_or_init(|| self.read_members(w)).clone()
            }
            None => self.read_members(w),
        }
    }
    fn read_members(&self, w: WordId) -> Vals {
        let word = &self.l.rules.words[w.index()];
        let mut out: Vals = vec![];
        for part in self.word_parts(word) {
            self.word_readers(part, &mut |cx| {
                // of a row repeats count
                let row = matches!(&part.value, Value::Set(s) if matches!(s.base, Base::Row1(_)));
                for x in cx.value(&part.value) {
                    if (row || !out.contains(&x)) && cx.part_holds(part, x) {
                        out.push(x);
                    }
                }
            });
        }
        if matches!(word.ty, Ty::Piece | Ty::Square | Ty::Border | Ty::Seat) {
            self.sort(&mut out);
        }
        self.subtract(w, &mut out);
        out
    }
    pub(super) fn subtract(&self, w: WordId, out: &mut Vals) {
        for id in &self.l.word_views[w.index()] {
            let rule = self.l.rule(*id);
            if let Form::View {
                of,
                is: What::Quality(Quality::Word(v)),
                not,
            } = &rule.form
                && *v == w
            {
                if *not {
                    out.retain(|x| {
                        let mut hit = false;
                        self.instances(*id, Some(*x), &mut |cx| {
                            hit |= cx.has(of, *x) && cx.all(&rule.when)
                        });
                        !hit
                    });
                } else {
                    self.instances(*id, None, &mut |cx| {
                        for x in cx.set(of) {
                            if !out.contains(&x) && cx.all(&rule.when) {
                                out.push(x);
                            }
                        }
                    });
                }
            }
        }
    }
    /// Parts that count for the reader: a labelled one of his power replaces the variant's.
    pub(super) fn word_parts<'w>(&self, word: &'w Word) -> Vec<&'w WordPart> {
        let holds = |p: &WordPart| match (p.holder, self.env.you) {
            (Holder::Power(q), Some(y)) => self.holds_power(y, q),
            _ => false,
        };
        let replaced = word.parts.iter().any(|p| p.replaces && holds(p));
        word.parts
            .iter()
            .filter(|p| {
                !(replaced && matches!(p.holder, Holder::EachSeat | Holder::Game | Holder::Kind(_)))
            })
            .filter(|p| !p.replaces || holds(p))
            .collect()
    }
    pub(super) fn word_readers(&self, part: &WordPart, f: &mut dyn FnMut(&Cx)) {
        match part.holder {
            Holder::Power(p) => {
                // read inside the power: its holder; outside: everybody who holds it
                for s in 0..self.st.seats.len() {
                    let seat = SeatId::from(s);
                    if self.holds_power(seat, p)
                        && (self.env.you == Some(seat) || self.env.you.is_none())
                    {
                        let env = Env {
                            you: Some(seat),
                            ..self.env.clone()
                        };
                        f(&self.with(&env));
                    }
                }
            }
            _ => f(self),
        }
    }
    fn part_holds(&self, part: &WordPart, x: Val) -> bool {
        part.when.is_empty() || self.with(&self.env.about(x, part.takes)).all(&part.when)
    }
    /// What a definition calls so: said of a piece wherever it is.
    fn said_of(&self, s: &Set, x: Val) -> bool {
        match (&s.base, &s.pick) {
            (Base::All(Where::Board), None) => {
                self.in_all(s.ty, Where::Anywhere, x) && s.by.iter().all(|n| self.pass(x, n))
            }
            (Base::Or(v), None) => {
                v.iter().any(|t| self.said_of(t, x)) && s.by.iter().all(|n| self.pass(x, n))
            }
            _ => self.has(s, x),
        }
    }
    /// Whether a definition holds of a thing.
    pub fn is_word(&self, w: WordId, x: Val) -> bool {
        if let Val::Piece(p) = x
            && !self.l.shortcuts.possible(w, self.kind(p))
        {
            return false;
        }
        self.once(Reading::Word(w), x, || u16::from(self.read_word(w, x))) != 0
    }
    fn read_word(&self, w: WordId, x: Val) -> bool {
        let word = &self.l.rules.words[w.index()];
        let (mut yes, mut denied) = (false, false);
        for part in self.word_parts(word) {
            self.word_readers(part, &mut |cx| {
                yes |= match &part.value {
                    Value::Set(s) => {
                        let env = cx.env.about(x, part.takes);
                        let cx = cx.with(&env);
                        cx.said_of(s, x) && cx.all(&part.when)
                    }
                    Value::Num(n) => x == Val::Num(cx.num(n)),
                };
            });
        }
        for id in &self.l.word_views[w.index()] {
            let rule = self.l.rule(*id);
            if let Form::View {
                of,
                is: What::Quality(Quality::Word(v)),
                not,
            } = &rule.form
                && *v == w
                && self.may_concern(rule, of, x)
            {
                // `is not` beats `is`, in whatever order they stand
                self.instances(*id, Some(x), &mut |cx| {
                    if cx.all(&rule.when) && cx.has(of, x) {
                        if *not { denied = true } else { yes = true }
                    }
                });
            }
        }
        yes && !denied
    }
}

//! Lines that open a block: `if`, `for each`, `repeat`, `within`.
use super::reader::*;
use super::step::{Line, Read};
use engine::rules::*;

impl Rd<'_> {
    pub(super) fn if_line(&self, p: usize, sc: &Scope, out: &mut Alts<Read>) {
        let unless = self.is(p, "unless");
        for (cond, q) in self.cond(p + 1, sc) {
            let cond = if unless {
                super::cond::contrary(cond)
            } else {
                cond
            };
            let mut q = self.comma(q);
            q += usize::from(self.is(q, "then"));
            if q == self.toks.len() {
                let read = Read {
                    line: Line::If(cond.clone(), None),
                    after: sc.clone(),
                    inside: sc.clone(),
                };
                out.push((read, q));
                continue;
            }
            for (inner, r) in self.step_line(q, sc) {
                let read = Read {
                    line: Line::If(cond.clone(), Some(Box::new(inner.line))),
                    after: sc.clone(),
                    inside: inner.inside,
                };
                out.push((read, r));
            }
        }
    }

    pub(super) fn each_line(&self, p: usize, sc: &Scope, out: &mut Alts<Read>) {
        let word = self.w(p).to_owned();
        let kind = self.prog.names(&word, self.place.within());
        if self.is(p + 1, "in") && !kind && !word.is_empty() {
            if self.words.noun(&word).is_none() && !self.free_name(p) {
                return;
            }
            for (ph, q) in self.phrase(p + 2, sc, false).iter() {
                self.each_with(&word, p, ph, *q, sc, true, out);
            }
            return;
        }
        for (ph, q) in self.phrase(p, sc, false).iter() {
            let noun = ph.noun.clone();
            self.each_with(&noun, p, ph, *q, sc, false, out);
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn each_with(
        &self,
        word: &str,
        p: usize,
        ph: &Ph,
        q: usize,
        sc: &Scope,
        named: bool,
        out: &mut Alts<Read>,
    ) {
        // a zone stands for what lies in it
        let held = match (ph.ty, ph.set().bare()) {
            (Some(Ty::Zone), Some(zone @ Base::Zone(z, _))) if named => {
                let holds = self.decls.zones[z.index()].holds;
                let mut held = make(holds, zone.clone());
                held.amount = Amount::Every;
                Some(Ph::thing(held))
            }
            (Some(Ty::Zone), _) => return,
            (Some(_) | None, _) => None,
        };
        let ph = held.as_ref().unwrap_or(ph);
        let Some(ty) = ph.ty else { return };
        let name = self.name(self.span(p).lo, &format!("{word}/each"));
        let mut of = ph.set();
        let among = |n: &Narrow| matches!(n, Narrow::At(Near::Among, set) if self.counts_out(p, &set.amount));
        if self.counts_out(p, &of.amount) || of.by.iter().any(among) {
            return;
        }
        let (order, q) = match self.w(q) {
            "in-order" if self.seq(q + 1, &["of", "value"]) => (Order::Value, q + 3),
            "in-order" => {
                let past = of.by.iter().any(tells_history);
                (if past { Order::Happened } else { Order::Board }, q + 1)
            }
            "in-any-order" => (Order::Chosen, q + 1),
            _ => (Order::Board, q),
        };
        of.amount = Amount::Every;
        let member = make(ty, Base::Name(name));
        let inside = self.scope(sc, |s| {
            std::rc::Rc::make_mut(&mut s.names).push(Bound {
                word: word.to_owned(),
                name,
                ty,
                many: false,
                noun: false,
                twice: false,
                outer: false,
                role: None,
            });
            match ty {
                Ty::Seat => s.they = Some(member),
                // a member with a name of its own leaves `it` to the rule's piece
                Ty::Piece | Ty::Square | Ty::Border | Ty::Card if !named || s.it == It::None => {
                    s.it = It::Is(member);
                }
                _ => {}
            }
        });
        let read = Read {
            line: Line::Each { name, of, order },
            after: sc.clone(),
            inside,
        };
        out.push((read, q));
    }

    pub(super) fn repeat_line(&self, p: usize, sc: &Scope) -> Alts<Line> {
        let mut out = Vec::new();
        let line = |most, until| Line::Repeat { most, until };
        if p == self.toks.len() {
            out.push((line(None, None), p));
        } else if self.is(p, "until") {
            for (cond, q) in self.cond(p + 1, sc) {
                out.push((line(None, Some(cond)), q));
            }
        } else {
            if self.is(p, "up-to") {
                let said = "nobody chooses how often a block is repeated";
                let help = "leave `up to` out; whoever may end it before: `repeat 3 times { you may { .. } otherwise { stop } }`";
                self.fail_help(p, "E150", said, Some(help.to_owned()));
                return out;
            }
            match self.w(p) {
                "once" => out.push((line(Some(Num::Lit(1)), None), p + 1)),
                "twice" => out.push((line(Some(Num::Lit(2)), None), p + 1)),
                _ => {}
            }
            let short: Alts<Num> = self.short_number(p, sc).into_iter().collect();
            // `repeat the number of the round times`
            let numbers = match short.iter().any(|(_, q)| self.is(*q, "times")) {
                true => short,
                false => self.number(p, sc),
            };
            let repeats = i32::from(self.prog.rules.bounds.repeats);
            for (n, q) in numbers {
                let often = matches!(n, Num::Lit(n) if self.too_often(p, i32::from(n), repeats, "a `repeat` is done"));
                if self.is(q, "times") && !often && !self.counts_nothing(p, &n) {
                    out.push((line(Some(n), None), q + 1));
                }
            }
        }
        if out.is_empty() {
            self.expected(p, "`until`, a number of times or a block");
        }
        out
    }

    pub(super) fn within_line(&self, p: usize, sc: &Scope, out: &mut Alts<Read>) {
        let Some((seconds, q)) = self.short_number(p, sc) else {
            self.expected(p, "a number of seconds");
            return;
        };
        if !self.any(q, &["second", "seconds"]) {
            self.fail(q, "E114", "`within` counts squares or seconds here");
            return;
        }
        let after_first = self.seq(q + 1, &["of", "the", "first", "answer"]);
        let q = q + 1 + if after_first { 4 } else { 0 };
        let read = Read {
            line: Line::Within {
                seconds,
                after_first,
            },
            after: sc.clone(),
            inside: sc.clone(),
        };
        out.push((read, q));
    }
}

pub(super) fn tells_history(narrow: &Narrow) -> bool {
    fn cond(c: &Cond) -> bool {
        match c {
            Cond::Is(clause) => matches!(clause.says, Says::Did(_)),
            Cond::All(list) | Cond::Any(list) => list.iter().any(cond),
            _ => false,
        }
    }
    matches!(narrow, Narrow::That(_, c) if cond(c))
}

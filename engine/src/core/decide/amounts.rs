//! What amounts, numbers and orders of kinds of a decision come to. Pure.
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::{Rel, Ty};

/// A face of a die as a name holds it.
pub(super) fn face<const N: usize>(ty: Ty, n: i32) -> Bits<N> {
    match ty {
        Ty::Number => number(n),
        _ => Bits::one(n as usize),
    }
}

/// The number that a name holds; the other way round: [`number`].
pub fn number_in<const N: usize>(name: Bits<N>) -> i32 {
    name.0[0] as i64 as i32
}

/// A number as a name holds it.
pub fn number<const N: usize>(n: i32) -> Bits<N> {
    let mut b = Bits::EMPTY;
    b.0[0] = i64::from(n) as u64;
    b
}

impl<const N: usize> Cx<'_, N> {
    /// The least and the greatest number to be chosen.
    pub fn how_many(&self, amount: &Amount<N>) -> (u16, u16) {
        let Amount::Count(rel, n) = amount else {
            return (1, 1);
        };
        let n = self.int(n).clamp(0, 30_000) as u16;
        match rel {
            Rel::Eq => (n, n),
            Rel::Ge => (n, u16::MAX),
            Rel::Gt => (n + 1, u16::MAX),
            Rel::Le => (0, n),
            Rel::Lt => (0, n.saturating_sub(1)),
        }
    }
    /// The kinds of a row, each as often as it stands there.
    pub fn kinds_of_row(&self, row: &KindOrder<N>) -> Vec<u8> {
        let mut all = vec![];
        self.kind_list(row, &mut |k| all.push(k as u8));
        all
    }
    /// Kinds in the order in which they are offered.
    pub fn kinds_in_order(&self, order: &KindOrder<N>, open: Bits<N>) -> Vec<usize> {
        let mut all: Vec<usize> = vec![];
        let mut add = |k: usize| {
            if open.has(k) && !all.contains(&k) {
                all.push(k);
            }
        };
        self.kind_list(order, &mut add);
        open.iter().for_each(add);
        all
    }
    fn kind_list(&self, order: &KindOrder<N>, add: &mut dyn FnMut(usize)) {
        match order {
            KindOrder::Listed(v) => v.iter().for_each(|k| add(*k as usize)),
            KindOrder::OfPieces(m) => {
                let all = self.in_order(Ty::Piece, self.mask(m));
                all.into_iter().for_each(|p| add(self.kind(p)));
            }
            KindOrder::Chain(v) => v.iter().for_each(|o| self.kind_list(o, add)),
            KindOrder::Parts(v) => {
                let you = self.env.you;
                let holds = |h: &Holder| match h {
                    Holder::Power(p) => you != NONE && self.holds(you as usize, *p),
                    Holder::Game | Holder::EachSeat | Holder::Kind(_) => false,
                };
                let replaced = v.iter().any(|p| p.replaces && holds(&p.holder));
                for p in v {
                    // without a reader the list of a power counts for every seat that holds the power
                    let readers: Vec<u8> = match p.holder {
                        Holder::Power(power) if you == NONE => (0..self.plan.seats)
                            .filter(|s| self.holds(*s, power))
                            .map(|s| s as u8)
                            .collect(),
                        Holder::Power(_) if holds(&p.holder) => vec![you],
                        Holder::Power(_) => vec![],
                        Holder::Game | Holder::EachSeat | Holder::Kind(_) => {
                            match replaced || p.replaces {
                                true => vec![],
                                false => vec![you],
                            }
                        }
                    };
                    for reader in readers {
                        let env = Env {
                            you: reader,
                            ..*self.env
                        };
                        self.with(&env).kind_list(&p.kinds, &mut |k| {
                            let mut env = env;
                            if p.takes != NONE {
                                env.names[p.takes as usize] = Bits::one(k);
                            }
                            if self.with(&env).truth(&p.when) {
                                add(k);
                            }
                        });
                    }
                }
            }
        }
    }
}

//! What somebody or chance decides in a step: `choose`, `roll`, and the unnamed choice of an indefinite phrase.
use super::reader::*;
use super::step::{Line, Read, bound_name};
use super::terms::make;
use super::words::Types;
use crate::syntax::TokenKind;
use engine::ids::Name;
use engine::rules::*;

impl Rd<'_> {
    pub(super) fn choose(
        &self,
        p: usize,
        sc: &Scope,
        who: Option<Set>,
        secretly: bool,
        out: &mut Alts<Read>,
    ) {
        let among = (p..self.toks.len()).find(|i| self.is(*i, "among"));
        let Some(among) = among else {
            let message = "`choose` needs `among`: `choose NAME among ..`";
            let help = "give it a name for the steps behind it: `choose prey among your pawns; remove the prey`; at once: `remove a pawn of yours`";
            self.fail_help(p, "E109", message, Some(help.to_owned()));
            return;
        };
        let Some(at) = among.checked_sub(1).filter(|at| *at >= p) else {
            self.fail(among, "E104", "expected a new name before `among`");
            return;
        };
        if !self.unused_name(at, sc, false) {
            return;
        }
        let mut amount = Amount::Any;
        if at > p {
            let article = self.any(p, &["a", "an", "the", "any"]) && at == p + 1;
            let counted = self.count(p, sc).into_iter().find(|(_, q)| *q == at);
            match counted {
                Some((det, _)) if self.comes_to_nothing(p, &det.amount) => return,
                Some((det, _)) => amount = det.amount,
                None if article => {}
                None => {
                    self.expected(p, "an amount and a new name");
                    return;
                }
            }
        }
        let word = self.w(at).to_owned();
        let name = self.name(self.span(at).lo, &word);
        for (ph, q) in self.phrase(among + 1, sc, false).iter() {
            let Some(ty) = ph.ty else { continue };
            let mut how = How {
                secretly,
                ..How::default()
            };
            let mut q = *q;
            let behind = q;
            while self.adverb(q, &mut how) {
                q += 1;
            }
            let said = How {
                secretly: how.secretly,
                at_random: how.at_random,
                ..How::default()
            };
            if how != said {
                let message = "only `secretly` and `at random` say how something is chosen";
                self.fail(behind, "E160", message);
                continue;
            }
            self.condition_behind(q);
            let mut from = ph.set();
            if self.counts_out(among + 1, &from.amount) {
                continue;
            }
            from.amount = Amount::Every;
            let many = !matches!(
                amount,
                Amount::Any | Amount::Count(Rel::Eq | Rel::Le, Num::Lit(1))
            );
            let step = Step::Choose {
                who: who.clone(),
                name,
                from,
                amount: amount.clone(),
                secretly: how.secretly,
                at_random: how.at_random,
            };
            let read = Read {
                line: Line::Steps(vec![step]),
                after: self.bind(sc, bound_name(&word, name, ty, many)),
                inside: sc.clone(),
            };
            out.push((read, q));
        }
    }

    pub(super) fn roll(&self, p: usize, sc: &Scope, secretly: bool, out: &mut Alts<Read>) {
        if secretly {
            let said = "`secretly` says nothing here: everybody sees a roll";
            let help = "leave `secretly` out; what only you know is chosen (`secretly choose spot among 1 to 6`) or drawn";
            self.fail_help(p - 2, "E123", said, Some(help.to_owned()));
            return;
        }
        let (dice, mut at) = if self.any(p, &["a", "the"]) && self.is(p + 1, "die") {
            (1, p + 2)
        } else if let (Some(n), true) = (self.int(p), self.any(p + 1, &["dice", "die"])) {
            (n, p + 2)
        } else {
            self.expected(p, "`a die` or a number of dice");
            return;
        };
        if self.too_often(
            p,
            i32::from(dice),
            i32::from(u8::MAX),
            "a die is rolled in one step",
        ) {
            return;
        }
        if dice == 0 {
            self.too_few(p, "say how many: `roll 2 dice called ..`");
            return;
        }
        let mut faces = Vec::new();
        let mut ty = Ty::Number;
        if self.is(at, "with") {
            let (found, of, q) = self.faces(at + 1, sc);
            if !alike(&found) {
                let message = "the faces of a die are all of one sort: numbers, words, kinds, players or squares";
                self.fail(at + 1, "E186", message);
                return;
            }
            if dice > 1 && of == Ty::Text {
                let message = "what several dice under one name show is added, and words cannot be";
                let help = "roll one die after the other, each called something else";
                self.fail_help(at + 1, "E186", message, Some(help.to_owned()));
                return;
            }
            faces = found;
            ty = of;
            at = q;
        }
        if !self.is(at, "called") {
            self.expected(at, "`called`");
            return;
        }
        if !self.unused_name(at + 1, sc, false) {
            return;
        }
        let word = self.w(at + 1).to_owned();
        let name = self.name(self.span(at + 1).lo, &word);
        // what several dice show in numbers is added
        let many = dice > 1 && ty != Ty::Number;
        let after = self.bind(sc, bound_name(&word, name, ty, many));
        self.keep_faces(name, dice, &faces);
        let step = |until| Step::Roll {
            name,
            dice: u8::try_from(dice).unwrap_or(1),
            faces: faces.clone(),
            until,
        };
        let mut give = |until, q| {
            let read = Read {
                line: Line::Steps(vec![step(until)]),
                after: after.clone(),
                inside: sc.clone(),
            };
            out.push((read, q));
        };
        if self.is(at + 2, "until") {
            for (cond, q) in self.cond(at + 3, &after) {
                give(Some(cond), q);
            }
        } else {
            give(None, at + 2);
        }
    }

    /// `1, 1, 2 and 3`, `pawn, knight and king`, `your left, left, opposite and right`.
    pub(super) fn faces(&self, p: usize, sc: &Scope) -> (Vec<Value>, Ty, usize) {
        let mut out = Vec::new();
        let mut ty = Ty::Number;
        let mut at = p;
        let mut owner = None;
        while at < self.toks.len() && !self.is(at, "called") {
            if let Some(n) = self.int(at) {
                out.push(Value::Num(Num::Lit(n)));
                at += 1;
            } else if self.kind(at) == Some(TokenKind::Text) {
                let words = self.text_id(self.text(at));
                out.push(Value::Set(make(Ty::Text, Base::Text(words))));
                ty = Ty::Text;
                at += 1;
            } else {
                let mut det = self.det(at, sc).into_iter().next();
                if let Some((d, _)) = &mut det {
                    match &d.owner {
                        Some(o) => owner = Some(o.clone()),
                        None => d.owner.clone_from(&owner),
                    }
                }
                let Some((det, q)) = det else { break };
                let read = self.core(q, sc, &det, true);
                let Some((ph, r)) = read.into_iter().next() else {
                    break;
                };
                let fits = self.fit(&ph, Types::of(Ty::Kind)).unwrap_or(ph);
                ty = fits.ty.unwrap_or(ty);
                let mut set = fits.set();
                set.amount = Amount::Every;
                match set.base {
                    // `pawn, knight and king` is read as one list
                    Base::Or(parts) => out.extend(parts.into_iter().map(Value::Set)),
                    _ => out.push(Value::Set(set)),
                }
                at = r;
            }
            let behind = at;
            at = self.comma(at);
            at += usize::from(self.is(at, "and"));
            if at == behind {
                break;
            }
        }
        (out, ty, at)
    }

    /// `an opponent loses`: the actor says who. The choice, and the player who was chosen.
    pub(super) fn one_player(&self, who: &Ph, lo: u32) -> Option<(Step, Set)> {
        if who.ty != Some(Ty::Seat) || !choosable(who) {
            return None;
        }
        let name = self.name(lo, "/subject");
        let one = make(Ty::Seat, Base::Name(name));
        Some((choose_step(None, name, who), one))
    }

    pub(super) fn choose_for(&self, who: Option<Set>, name: Name, ph: &Ph, how: &mut How) -> Step {
        let mut step = choose_step(who, name, ph);
        if let Step::Choose {
            at_random,
            secretly,
            ..
        } = &mut step
        {
            *at_random = how.at_random;
            *secretly = how.secretly;
        }
        how.at_random = false;
        step
    }
}

/// Faces of one type.
fn alike(faces: &[Value]) -> bool {
    let types = faces.iter().map(|face| match face {
        Value::Num(_) => Ty::Number,
        Value::Set(set) => set.ty,
    });
    let types: Vec<Ty> = types.collect();
    types.windows(2).all(|two| two[0] == two[1])
}

pub(super) fn plural_amount(amount: &Amount) -> bool {
    matches!(amount, Amount::Count(_, n) if *n != Num::Lit(1))
}

pub(super) fn choosable(ph: &Ph) -> bool {
    let ty = matches!(
        ph.ty,
        Some(
            Ty::Piece
                | Ty::Square
                | Ty::Border
                | Ty::Seat
                | Ty::Card
                | Ty::Army
                | Ty::Power
                | Ty::Zone
                | Ty::Move
        )
    );
    let made = matches!(
        &ph.value,
        Value::Set(Set {
            base: Base::New,
            ..
        })
    );
    let of_kinds = ph.ty == Some(Ty::Kind)
        && matches!(&ph.value, Value::Set(set) if matches!(set.base, Base::Or(_) | Base::Word(..) | Base::All(_)));
    ph.indefinite() && (ty || of_kinds) && !made
}

pub(super) fn choose_step(who: Option<Set>, name: Name, ph: &Ph) -> Step {
    let mut from = ph.set();
    let amount = std::mem::replace(&mut from.amount, Amount::Every);
    Step::Choose {
        who,
        name,
        from,
        amount,
        secretly: false,
        at_random: false,
    }
}

/// `draw a card`: one.
pub(super) fn one_of(value: &mut Option<Value>) {
    if let Some(Value::Set(set)) = value
        && set.amount == Amount::Any
    {
        set.amount = Amount::Count(Rel::Eq, Num::Lit(1));
    }
}

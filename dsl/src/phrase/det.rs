//! Amounts, articles and owners: what may stand before a noun.
use super::reader::*;
use crate::syntax::TokenKind;
use engine::rules::*;

impl Rd<'_> {
    /// Articles, amounts, owners.
    pub fn det(&self, pos: usize, sc: &Scope) -> Alts<Det> {
        let mut out = vec![];
        let mut push = |det: Det, p: usize| out.push((det, p));
        let simple = |art, amount| Det::new(art, amount, pos);
        match self.w(pos) {
            "a" | "an" => push(simple(Art::A, Amount::Any), pos + 1),
            "any" => push(simple(Art::Any, Amount::Any), pos + 1),
            "the" | "this" => push(simple(Art::The, Amount::Every), pos + 1),
            "each" | "every" => push(simple(Art::Every, Amount::Every), pos + 1),
            "all" => {
                let p = pos + 1 + usize::from(self.is(pos + 1, "the"));
                push(simple(Art::Every, Amount::Every), p);
            }
            "no" => push(simple(Art::No, Amount::No), pos + 1),
            "another" => {
                let mut det = simple(Art::A, Amount::Any);
                det.other = true;
                push(det, pos + 1);
            }
            "your" | "its" | "their" => {
                let owner = match self.w(pos) {
                    "your" => Some(you()),
                    "its" => self.it(pos, sc),
                    _ => self.their(pos, sc),
                };
                if let Some(owner) = owner {
                    let mut det = simple(Art::Own, Amount::Every);
                    det.owner = Some(owner);
                    push(det, pos + 1);
                }
            }
            _ => {}
        }
        let articles = !out.is_empty();
        out.extend(self.count(pos, sc));
        if !articles {
            let word = self.kind(pos) == Some(TokenKind::Word);
            if word {
                out.push((simple(Art::Bare, Amount::Every), pos));
            }
        }
        self.with_other(out)
    }

    pub(super) fn their(&self, pos: usize, sc: &Scope) -> Option<Set> {
        if let Some(they) = &sc.they {
            return Some(they.clone());
        }
        // `pieces may capture pieces of their own colour`: of the subject
        match &sc.it {
            It::Is(set) => Some(set.clone()),
            _ => {
                self.fail(pos, "E117", "`their`: no player is spoken of here");
                None
            }
        }
    }

    pub(super) fn with_other(&self, dets: Alts<Det>) -> Alts<Det> {
        let each = dets.into_iter().map(|(mut det, p)| {
            let other = self.is(p, "other");
            det.other |= other;
            (det, p + usize::from(other))
        });
        each.collect()
    }

    /// `exactly 2`, `2 or more`, `up to N`, `fewer than 3`, `2`.
    pub fn count(&self, pos: usize, sc: &Scope) -> Alts<Det> {
        let mut out = Vec::new();
        let (rel, at) = match self.w(pos) {
            "exactly" => (Some(Rel::Eq), pos + 1),
            "up-to" | "at-most" => (Some(Rel::Le), pos + 1),
            "at-least" => (Some(Rel::Ge), pos + 1),
            "fewer" | "less" if self.is(pos + 1, "than") => (Some(Rel::Lt), pos + 2),
            "more" if self.is(pos + 1, "than") => (Some(Rel::Gt), pos + 2),
            _ => (None, pos),
        };
        let Some((num, p)) = self.short_number(at, sc) else {
            return out;
        };
        let (rel, p) = match rel {
            Some(rel) => (rel, p),
            None if self.seq(p, &["or", "more"]) => (Rel::Ge, p + 2),
            None if self.seq(p, &["or", "fewer"]) => (Rel::Le, p + 2),
            None => (Rel::Eq, p),
        };
        let mut det = Det::new(Art::Count, Amount::Count(rel, num), pos);
        det.plural = true;
        out.push((det, p));
        out
    }

    /// A number of one word: `3`, `quota`, `refills`, `stake`.
    pub fn short_number(&self, pos: usize, sc: &Scope) -> Option<(Num, usize)> {
        if let Some(n) = self.int(pos) {
            return Some((Num::Lit(n), pos + 1));
        }
        let word = self.w(pos);
        if word.is_empty() {
            return None;
        }
        if let Some(b) = self.bound(word, false, sc) {
            let number = b.ty == Ty::Number && !b.many;
            return number.then_some((Num::Name(b.name), pos + 1));
        }
        if let Some(super::decls::What::Field(f)) = self.decls.find(word, self.place.within()) {
            let decl = &self.decls.fields[f.index()];
            let game = decl.ty == Ty::Number && decl.hangs == super::decls::Hangs::Game;
            return game.then(|| (Num::Field(f, Box::new(of_game()), None), pos + 1));
        }
        let ph = self.proper(word)?;
        ph.number().map(|n| (n, pos + 1))
    }
}

/// What stands before adjectives and noun.
#[derive(Clone, Debug)]
pub struct Det {
    /// Article.
    pub art: Art,
    /// Amount.
    pub amount: Amount,
    /// `your`, `its`, `the victim's`.
    pub owner: Option<Set>,
    /// `another`, `other`.
    pub other: bool,
    /// Where it began.
    pub start: usize,
    /// `or more` may follow in words of `choose`.
    pub plural: bool,
}

impl Det {
    pub(super) fn new(art: Art, amount: Amount, start: usize) -> Det {
        Det {
            art,
            amount,
            owner: None,
            other: false,
            start,
            plural: false,
        }
    }
}

//! Amounts, articles and owners: what may stand before a noun.
use super::reader::*;
use crate::syntax::TokenKind;
use engine::rules::*;

/// Nouns of which the game has many: one of them needs an article.
pub(super) const LOOSE: &[&str] = &[
    "piece", "square", "border", "player", "opponent", "enemy", "card",
];

/// The noun with `a` or `an`.
pub(super) fn with_article(noun: &str) -> String {
    match noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => format!("an {noun}"),
        false => format!("a {noun}"),
    }
}

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
            "all" | "each" | "every" | "none" if self.of_all(pos).is_some() => {
                let (art, amount) = match self.w(pos) {
                    "none" => (Art::No, Amount::No),
                    _ => (Art::Every, Amount::Every),
                };
                let mut det = simple(art, amount);
                let at = self.of_all(pos).unwrap_or(pos);
                if !self.is(at, "the") {
                    det.owner = self.owner_word(at, sc);
                }
                if self.is(at, "the") || det.owner.is_some() {
                    push(det, at + 1);
                }
            }
            "each" | "every" => push(simple(Art::Every, Amount::Every), pos + 1),
            "all" => push(simple(Art::Every, Amount::Every), pos + 1),
            "no" => push(simple(Art::No, Amount::No), pos + 1),
            "another" => {
                let mut det = simple(Art::A, Amount::Any);
                det.other = true;
                push(det, pos + 1);
            }
            "your" | "its" | "their" => {
                if let Some(owner) = self.owner_word(pos, sc) {
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

    /// `your`, `its`, `their`.
    fn owner_word(&self, pos: usize, sc: &Scope) -> Option<Set> {
        match self.w(pos) {
            "your" => Some(you()),
            "its" => self.it(pos, sc),
            _ => self.their(pos, sc),
        }
    }

    /// `all your pawns`, `all of the pawns`, `each of your pawns`, `every one of them`: where the article or owner stands.
    fn of_all(&self, pos: usize) -> Option<usize> {
        let one = usize::from(self.is(pos, "every") && self.int(pos + 1) == Some(1));
        let of = self.is(pos + 1 + one, "of");
        let at = pos + 1 + one + usize::from(of);
        let owned = self.any(at, &["the", "your", "its", "their"]);
        let all = self.is(pos, "all");
        (owned && (of || all) && (one == 0 || of)).then_some(at)
    }

    /// E116: `the other opponent`, where there can be several; `the other knight`, which would be every other one on the board. `pos`: where
    /// the noun begins.
    pub(super) fn other_of_several(&self, ph: &Ph, det: &Det, pos: usize) -> bool {
        let one = det.other && det.art == Art::The && self.is(det.start, "the") && !ph.plural;
        let noun = &ph.noun;
        let told = match ph.ty {
            Some(Ty::Seat) if one && self.prog.rules.seats.len() > 2 => Some((
                format!("`the other {noun}`: of more than two players there are several"),
                format!(
                    "all of them are `the other {noun}s`, one of them `another {noun}`; a certain one is named by what happened to it: `the owner of the victim`"
                ),
            )),
            Some(Ty::Piece | Ty::Square | Ty::Card)
                if one && !self.any(pos + 1, &["of", "on", "that"]) =>
            {
                let all = super::plurals::plural_of(noun);
                Some((
                    format!(
                        "`the other {noun}`: this would be every other {noun} on the board, whoever has it"
                    ),
                    format!(
                        "say whose it is: `your other {noun}`; one that is picked: `another {noun} of yours`; all of them: `all other {all}`"
                    ),
                ))
            }
            Some(_) | None => None,
        };
        let several = told.is_some();
        if let Some((said, help)) = told {
            self.fail_help(det.start, "E116", said, Some(help));
        }
        several
    }

    /// E162: `piece of yours`, which could be one of them or all. Behind `for each` every noun stands so.
    pub(super) fn one_or_all(&self, ph: &Ph, det: &Det) -> bool {
        let before = det.start.checked_sub(1);
        let each = before.is_some_and(|at| self.any(at, &["each", "for-each"]));
        let noun = ph.noun.as_str();
        let loose =
            LOOSE.contains(&noun) || ph.ty == Some(Ty::Piece) && self.is_bare_kind(det.start);
        let unclear = det.art == Art::Bare && !ph.plural && !each && loose;
        if unclear {
            let all = super::plurals::plural_of(noun);
            let some = with_article(noun);
            let said = format!("`{noun}` without `a` or `the` could be one or all");
            let help = format!(
                "`{some}` is some, `the {noun}` the one this rule has named, `{all}` all of them"
            );
            self.fail_help(det.start, "E162", said, Some(help));
        }
        unclear
    }

    /// `pawn`, where no kind is asked for: `promotes to queen` and `moves like king` speak of the kind itself.
    fn is_bare_kind(&self, at: usize) -> bool {
        let kind = |i: usize| {
            let senses = self.senses(i);
            senses
                .iter()
                .any(|(sense, plural, _)| !plural && matches!(sense, super::noun::Sense::Kind(_)))
        };
        let listed = |i: &usize| {
            kind(*i) || self.any(*i, &["or", "and"]) || self.kind(*i) == Some(TokenKind::Comma)
        };
        let front = (0..at).rev().find(|i| !listed(i));
        let of_kinds = [
            "to", "like", "as", "become", "becomes", "is", "are", "kind", "of", "among",
        ];
        // `a die with king and "rain"`
        let face = |i: usize| self.is(i, "with") && i > 0 && self.any(i - 1, &["die", "dice"]);
        kind(at) && !front.is_some_and(face) && !front.is_some_and(|i| self.any(i, &of_kinds))
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
        let (rel, at) = self.relation(pos);
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

    /// `exactly`, `at most`, `more than` .., and where the number stands.
    pub(super) fn relation(&self, pos: usize) -> (Option<Rel>, usize) {
        match self.w(pos) {
            "exactly" => (Some(Rel::Eq), pos + 1),
            "up-to" | "at-most" => (Some(Rel::Le), pos + 1),
            "at-least" => (Some(Rel::Ge), pos + 1),
            "fewer" | "less" if self.is(pos + 1, "than") => (Some(Rel::Lt), pos + 2),
            "more" if self.is(pos + 1, "than") => (Some(Rel::Gt), pos + 2),
            _ => (None, pos),
        }
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

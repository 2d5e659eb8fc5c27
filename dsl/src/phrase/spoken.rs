//! Things spoken of with `a` and not named: `the pawn` behind `a pawn` would be every pawn on the board. Never gives such a thing a
//! name: what it stands for is said by the rule.
use super::det::Det;
use super::item::ItemReader;
use super::reader::*;
use crate::syntax::Sentence;
use engine::rules::Ty;
use std::rc::Rc;

impl Rd<'_> {
    /// E116: `if a pawn is beside it, remove the pawn`.
    pub(super) fn not_the_one(&self, ph: &Ph, det: &Det, pos: usize, sc: &Scope) -> bool {
        let the_one = det.art == Art::The && self.is(det.start, "the") && !ph.plural;
        let things = matches!(ph.ty, Some(Ty::Piece | Ty::Square | Ty::Border | Ty::Card));
        let described = self.any(pos + 1, &["of", "on", "that", "in", "at"]) || ph.is_described();
        let said =
            || sc.spoken.contains(&ph.noun) || self.spoken(det.start).any(|noun| noun == ph.noun);
        if !the_one || !things || described || ph.noun.is_empty() || !said() {
            return false;
        }
        let noun = &ph.noun;
        let message = format!(
            "`the {noun}`: this would be every {noun} on the board, not the one spoken of before"
        );
        let help = format!(
            "name it first (`choose prey among ..`), or use its role in the event (`the captor`), or say again where it is: `the {noun} beside it`"
        );
        self.fail_help(det.start, "E116", message, Some(help));
        true
    }

    /// The nouns that are said with `a` or an owner before a place: `a pawn`, `an enemy pawn`, `your rook`.
    fn spoken(&self, before: usize) -> impl Iterator<Item = &str> {
        let article = |i: usize| self.any(i, &["a", "an", "another", "your", "their", "its"]);
        let said =
            move |i: &usize| article(i - 1) || *i > 1 && self.is(i - 1, "enemy") && article(i - 2);
        let whole = move |i: &usize| !self.is(*i, "enemy") || self.senses(*i + 1).is_empty();
        (1..before).filter(said).filter(whole).map(|i| self.w(i))
    }
}

impl ItemReader<'_> {
    /// Inside or behind a sentence: what it spoke of without a name.
    pub(super) fn having_said(&self, s: &Sentence, sc: &Scope) -> Scope {
        let toks = self.line(&s.line);
        let rd = self.reader(&toks);
        let nouns: Vec<String> = rd.spoken(toks.len()).map(str::to_owned).collect();
        if nouns.is_empty() {
            return sc.clone();
        }
        rd.scope(sc, |s| Rc::make_mut(&mut s.spoken).extend(nouns))
    }
}

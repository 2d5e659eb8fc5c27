//! Things spoken of with `a` and not named: `the pawn` behind `a pawn` would be every pawn on the board. Never gives such a thing a
//! name: what it stands for is said by the rule.
use super::det::Det;
use super::item::ItemReader;
use super::reader::*;
use crate::syntax::Sentence;
use engine::rules::{Ty, Value};
use std::rc::Rc;

impl Rd<'_> {
    /// E116: `if a pawn is beside it, remove the pawn`; `after a king castles, the rook becomes a queen`.
    pub(super) fn not_the_one(&self, ph: &Ph, det: &Det, pos: usize, sc: &Scope) -> bool {
        let the_one = det.art == Art::The && self.is(det.start, "the") && !ph.plural;
        let things = matches!(ph.ty, Some(Ty::Piece | Ty::Square | Ty::Border | Ty::Card));
        let described = self.any(pos + 1, &["of", "on", "that", "in", "at"]) || ph.is_described();
        // `the enemy king` is another than `your king`
        let owned = !ph.narrowed;
        let said = || {
            let before = |nouns: &[Said]| {
                let same =
                    |said: &Said| !said.many && said.noun == ph.noun && (owned || !said.owned);
                nouns.iter().any(same)
            };
            before(&sc.spoken) || before(&self.spoken(det.start))
        };
        // `after a king castles, the rook becomes a queen`
        let unnamed = || {
            let of_a_kind = matches!(&ph.value, Value::Set(set) if set.kind_for_good().is_some());
            let named = self.bound(&ph.noun, true, sc).is_some();
            of_a_kind && owned && (sc.event || sc.step) && !sc.opening && !named
        };
        if !the_one && self.all_for_some(ph, det, described, sc) {
            return true;
        }
        if !the_one || !things || described || ph.noun.is_empty() {
            return false;
        }
        let noun = &ph.noun;
        if !said() {
            if !unnamed() {
                return false;
            }
            let message = format!(
                "`the {noun}`: no {noun} has been named here, so this would be every {noun} on the board"
            );
            let help = format!(
                "say whose it is: `your {noun}`; all of them: `every {noun}`; one: `choose prey among the {}`",
                crate::phrase::plurals::plural_of(noun)
            );
            self.fail_help(det.start, "E116", message, Some(help));
            return true;
        }
        let message = format!(
            "`the {noun}`: this would be every {noun} on the board, not the one spoken of before"
        );
        let beside = if noun == "king" { "rook" } else { "king" };
        let of_yours = |said: &Said| said.noun == *noun && said.owned && !said.many;
        let yours = sc.spoken.iter().any(of_yours) || self.spoken(det.start).iter().any(of_yours);
        let whose = match yours {
            true => format!("whose it is (`your {noun}`) or "),
            false => String::new(),
        };
        let help = format!(
            "name it first (`choose prey among ..`), or use its role in the event (`the captor`), or say again {whose}where it is: `the {noun} beside your {beside}`"
        );
        self.fail_help(det.start, "E116", message, Some(help));
        true
    }

    /// E116: `pieces cannot enter squares if the squares are mined`: not those spoken of before, but all there are.
    fn all_for_some(&self, ph: &Ph, det: &Det, described: bool, sc: &Scope) -> bool {
        let things = matches!(ph.ty, Some(Ty::Piece | Ty::Square)) && !ph.noun.is_empty();
        let all = det.art == Art::The && self.is(det.start, "the") && ph.plural && !det.other;
        let noun = &ph.noun;
        let openers = ["if", "unless", "while", "after", "before", "as-soon-as"];
        let asked = (0..det.start).any(|i| self.any(i, &openers));
        let same = |said: &Said| said.many && said.noun == *noun;
        let before = || asked && self.spoken(det.start).iter().any(same);
        let found = all
            && things
            && !described
            && self.bound(noun, true, sc).is_none()
            && (before() || sc.spoken.iter().any(same));
        if found {
            let all = super::plurals::plural_of(noun);
            let message = format!(
                "`the {all}`: this would be all {all} on the board, not those spoken of before"
            );
            let help = format!(
                "say it of one: `after you capture a piece, remove the captor`, `a piece cannot capture an enemy if the enemy is royal`; those that \
                 are meant: `{all} that are ..`"
            );
            self.fail_help(det.start, "E116", message, Some(help));
        }
        found
    }

    /// Whether a condition before this place, or the sentence around it, spoke of something that could be meant by `it`.
    pub(super) fn spoken_before(&self, pos: usize, sc: &Scope) -> bool {
        let people = ["turn", "opponent", "player", "partner", "game", "round"];
        let thing = |s: &Said| !s.many && !people.contains(&s.noun.as_str());
        let asked = (0..pos).any(|i| self.any(i, &["if", "unless", "as-soon-as"]));
        sc.spoken.iter().any(thing) || asked && self.spoken(pos).iter().any(thing)
    }

    /// The nouns that are said with `a` or an owner before a place: `a pawn`, `an enemy pawn`, `your rook`.
    fn spoken(&self, before: usize) -> Vec<Said> {
        let article = |i: usize| self.any(i, &["a", "an", "another"]);
        let owner = |i: usize| self.any(i, &["your", "their", "its"]);
        let first = |i: usize| article(i) || owner(i);
        let said = |i: &usize| first(i - 1) || *i > 1 && self.is(i - 1, "enemy") && first(i - 2);
        let whole = |i: &usize| !self.is(*i, "enemy") || self.senses(*i + 1).is_empty();
        let all = (1..before).filter(said).filter(whole).map(|i| Said {
            noun: self.w(i).to_owned(),
            owned: owner(i - 1),
            many: false,
        });
        let several = (0..before).filter_map(|i| {
            let bare = i == 0 || !self.any(i - 1, &["the", "your", "their", "its", "other"]);
            let senses = self.senses(i);
            let (_, _, noun) = senses.iter().find(|(_, plural, _)| *plural)?;
            let piece = self.is_piece_noun(i) || matches!(noun.as_str(), "square");
            (bare && piece).then_some(Said {
                noun: noun.clone(),
                owned: false,
                many: true,
            })
        });
        all.chain(several).collect()
    }
}

impl ItemReader<'_> {
    /// Inside or behind a sentence: what it spoke of without a name.
    pub(super) fn having_said(&self, s: &Sentence, sc: &Scope) -> Scope {
        let toks = self.line(&s.line);
        let rd = self.reader(&toks);
        let nouns = rd.spoken(toks.len());
        let asked = rd.asked_behind_event(toks.len(), sc);
        if nouns.is_empty() && asked.is_none() {
            return sc.clone();
        }
        rd.scope(sc, |s| {
            Rc::make_mut(&mut s.spoken).extend(nouns);
            if let (Some(noun), It::Is(it)) = (asked, &s.it) {
                s.asked = Some(Rc::new((noun, it.clone())));
            }
        })
    }
}

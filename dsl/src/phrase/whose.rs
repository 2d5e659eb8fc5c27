//! Whose a rule of a variant is that says no *you*. Never guesses an owner where the sentence names one.
//!
//! A definition said of `your rooks` is one for each player, so a rule that uses it is one for each player too. And `a piece cannot move if
//! an enemy covers it` speaks of the piece's enemy, not of anybody's: the pieces that such a rule is about are those of the player whose
//! enemies it names.
use super::decls::Decls;
use super::item::ItemReader;
use super::reader::error;
use super::run::YOU;
use super::terms::you;
use crate::program::Item;
use crate::syntax::{Sentence, Token, TokenKind};
use engine::ids::WordId;
use engine::rules::*;

/// The words of [`YOU`] that say who stands against or beside a player, and not that the rule is a player's.
const OTHERS: &[&str] = &[
    "enemy",
    "enemies",
    "opponent",
    "opponents",
    "partner",
    "partners",
];

/// An end that is counted from when the fact is set; `until the end of your third turn` is none.
pub(super) fn counted_from_now(term: &[Term]) -> bool {
    let fixed = |t: &Term| {
        matches!(
            t,
            Term::Until(Moment::Start(Span::Nth(..)) | Moment::End(Span::Nth(..)))
        )
    };
    term.iter().any(|t| !fixed(t))
}

impl ItemReader<'_> {
    /// E137: `your pieces cannot be captured for 3 turns of yours` as a sentence of its own: counted from when?
    pub(super) fn end_without_beginning(&self, s: &Sentence, term: &[Term]) -> bool {
        let open = counted_from_now(term);
        if open {
            let said = "this holds from the beginning of the game, so an end that is counted from now has no now";
            let help = "say when it begins: `after you capture a piece, your pieces cannot be captured for 3 turns of yours`; from the beginning of \
                        the game: `.. until the end of your third turn`";
            self.problem(error("E137", s.span, said, Some(help.to_owned())));
        }
        open
    }

    /// E153: `every round` takes the place of all turns: it is the game's to say, and in it somebody decides something.
    pub(super) fn round_of_one(&self, s: &Sentence, item: &Item, body: &Block) -> bool {
        let one = !matches!(item.holder, Holder::EachSeat | Holder::Game);
        let refused = one || !decides(body);
        if refused {
            let said = match one {
                true => {
                    "`every round` takes the place of everybody's turns, which no power and no kind can do"
                }
                false => {
                    "`every round` takes the place of all turns, and in this one nobody decides anything"
                }
            };
            let help = "what happens once a round: `at the end of every round, add 1 to your gold`";
            self.problem(error("E153", s.span, said, Some(help.to_owned())));
        }
        refused
    }
}

/// Whether somebody is asked for something in these steps.
fn decides(body: &Block) -> bool {
    let mut found = false;
    visit_block(body, &mut |node| {
        if let Node::Step(step) = node {
            found |= match step {
                Step::Do(deed) => matches!(deed.verb, Verb::Move | Verb::Act),
                Step::Choose { .. }
                | Step::May { .. }
                | Step::Either { .. }
                | Step::AllAtOnce { .. }
                | Step::Call(..) => true,
                Step::OrElse(..)
                | Step::If(..)
                | Step::Each { .. }
                | Step::Repeat { .. }
                | Step::Let(..)
                | Step::Roll { .. }
                | Step::Within { .. }
                | Step::Impose { .. }
                | Step::Later { .. } => false,
            };
        }
    });
    found
}

/// A rule asks for a definition that is each player's own, and does not say whose.
pub(super) fn asks_each_player(rule: &Rule, decls: &Decls) -> bool {
    asks_for(rule, |w| {
        decls.words.get(w.index()).is_some_and(|word| word.speaks)
    })
}

/// The definitions that a rule asks for and that are each player's own speak of nothing but that player's enemies.
pub(super) fn asks_of_rivals_only(rule: &Rule, decls: &Decls) -> bool {
    !asks_for(rule, |w| {
        let word = decls.words.get(w.index());
        word.is_some_and(|word| word.speaks && !word.rivals)
    })
}

/// As [`asks_each_player`], of a finished rule, whose definitions are read.
pub(super) fn asked_each_player(rule: &Rule, words: &[Word]) -> bool {
    let own = |part: &WordPart| part.holder == Holder::EachSeat;
    asks_for(rule, |w| {
        words
            .get(w.index())
            .is_some_and(|word| word.parts.iter().any(own))
    })
}

fn asks_for(rule: &Rule, own: impl Fn(&WordId) -> bool) -> bool {
    let mut found = false;
    visit_rule(rule, &mut |node| {
        found |= match node {
            Node::Set(set) => matches!(&set.base, Base::Word(w, None) if own(w)),
            Node::Num(num) => matches!(num, Num::Word(w, None) if own(w)),
            Node::Quality(quality) => matches!(quality, Quality::Word(w) if own(w)),
            Node::Narrow(_) | Node::Clause(_) | Node::During(_) | Node::Deed(_) | Node::Step(_) => {
                false
            }
        };
    });
    found
}

/// Whether the words of a sentence name a player's enemies or partners and never the player.
pub(super) fn names_others_only(s: &Sentence, handed: &[Vec<Token>]) -> bool {
    let mut words = Vec::new();
    handed.iter().for_each(|line| said(line, &mut words));
    sentence(s, &mut words);
    others_only(&words)
}

/// The same of the words themselves.
pub(super) fn others_only(words: &[String]) -> bool {
    let own = |w: &String| YOU.contains(&w.as_str()) && !OTHERS.contains(&w.as_str());
    let others = words.iter().any(|w| OTHERS.contains(&w.as_str())) || another_player(words);
    others && !words.iter().any(own)
}

/// `another player`, `the other players`: other than *you*, where no player has been spoken of before.
pub(super) fn another_player(words: &[String]) -> bool {
    let player = |w: &String| matches!(w.as_str(), "player" | "players");
    let first = words.iter().position(player);
    first.is_some_and(|i| i > 0 && matches!(words[i - 1].as_str(), "another" | "other"))
}

fn said(line: &[Token], out: &mut Vec<String>) {
    let words = line.iter().filter(|t| t.kind == TokenKind::Word);
    out.extend(words.map(|t| t.text.to_lowercase()));
}

fn sentence(s: &Sentence, out: &mut Vec<String>) {
    said(&s.line, out);
    s.block.iter().for_each(|b| block(b, out));
    for branch in &s.branches {
        said(&branch.line, out);
        block(&branch.block, out);
    }
}

fn block(b: &crate::syntax::Block, out: &mut Vec<String>) {
    for statement in &b.statements {
        if let crate::syntax::Statement::Sentence(s) = statement {
            sentence(s, out);
        }
    }
}

/// Gives the pieces that the rule is about to the player whose enemies or partners it names.
pub(super) fn of_the_same_player(rule: &mut Rule) {
    let whole = match &mut rule.form {
        Form::Guard { deed, .. } => own_doer(deed),
        Form::View { of, .. } | Form::Movement { of, .. } => own(of),
        Form::Trigger { on, .. } => match on {
            On::After(deeds) | On::Before(deeds) => {
                let mut all = true;
                for deed in deeds {
                    all &= own_doer(deed);
                }
                all
            }
            On::AsSoonAs(cond) => {
                own_subjects(cond);
                true
            }
            On::EachAsSoonAs(each, cond) => {
                for (_, of) in each {
                    own(of);
                }
                own_subjects(cond);
                true
            }
            On::At(_) => false,
        },
        Form::Abilities { .. }
        | Form::Standing { .. }
        | Form::Action { .. }
        | Form::Turn(_)
        | Form::Round(_)
        | Form::Setup(_) => false,
    };
    if !whole {
        rule.when.iter_mut().for_each(own_subjects);
    }
}

/// The piece that does something, or else to which it is done.
fn own_doer(deed: &mut Deed) -> bool {
    if let Some(doer) = &mut deed.subject {
        return own(doer);
    }
    match &mut deed.object {
        Some(Value::Set(set)) => own(set),
        Some(Value::Num(_)) | None => false,
    }
}

fn own_subjects(cond: &mut Cond) {
    match cond {
        Cond::Is(clause) => {
            if let Value::Set(set) = &mut clause.subject {
                own(set);
            }
        }
        Cond::All(list) | Cond::Any(list) => list.iter_mut().for_each(own_subjects),
        Cond::Not(inner) => own_subjects(inner),
        Cond::Choice(..) | Cond::During(_) => {}
    }
}

/// Pieces that are nobody's in particular become yours; `false`: they are somebody's, or no pieces.
pub(super) fn own(set: &mut Set) -> bool {
    if let Base::Or(parts) = &mut set.base {
        let mut any = false;
        parts.iter_mut().for_each(|part| any |= own(part));
        return any;
    }
    let open = is_nobodys(set);
    if open {
        set.by.push(Narrow::Of(you()));
    }
    open
}

/// Pieces on the board of which it is not said whose they are.
pub(super) fn is_nobodys(set: &Set) -> bool {
    let owned = |n: &Narrow| matches!(n, Narrow::Of(_) | Narrow::Hostile(_) | Narrow::Own);
    set.ty == Ty::Piece && matches!(set.base, Base::All(Where::Board)) && !set.by.iter().any(owned)
}

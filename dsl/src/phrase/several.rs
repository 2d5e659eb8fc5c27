//! Pronouns: `it` is one thing, `they` and `their` one player, and several things have none.
use super::noun::Sense;
use super::reader::*;
use crate::diagnostic::Edit;
use crate::syntax::{Span, TokenKind};
use engine::rules::*;

impl Rd<'_> {
    /// What `it` is here.
    pub fn it(&self, pos: usize, sc: &Scope) -> Option<Set> {
        match sc.antecedent() {
            It::Is(set) => {
                let within = sc.asked.as_ref().filter(|asked| asked.1 == *set);
                let noun = match within {
                    Some(asked) => Some(asked.0.clone()),
                    None => self.asked_in_front(pos, sc),
                };
                match noun {
                    Some(noun) => self.asked_of_another(pos, &noun),
                    None if set.base == Base::It && self.is_the_doers(pos) => {
                        let message =
                            "`its` is the piece of the kind here, and another piece does this";
                        let help = "say it without `its` (`an enemy beside it cannot move`), or in a power, where no other piece is spoken of: `an enemy beside your knight may capture pieces of its own colour`";
                        self.fail_help(pos, "E117", message, Some(help.to_owned()));
                    }
                    None => return Some(set.clone()),
                }
            }
            It::None => {
                if let Some(chosen) = self.only_one_chosen(sc) {
                    return Some(chosen);
                }
                let again = "what is spoken of in a condition has no name: say again which it is (`remove an enemy beside your king`), or \
                             choose it first (`choose prey among enemies beside your king; remove the prey`)";
                let known = self.known_advice();
                let help = known.or(self.spoken_before(pos, sc).then_some(again));
                let event = (0..pos).any(|i| self.any(i, &["after", "before"]));
                let message = match event {
                    true => "`it`: which piece of the event?",
                    false => "`it`: no piece is spoken of here",
                };
                self.fail_help(pos, "E117", message, help.map(str::to_owned));
            }
            It::Unnamed => {
                let message =
                    "`it` behind `until` has no name yet, and who does it there is another";
                let help = "name what is meant before: `choose site among the empty squares`, then `until an enemy enters the site`";
                self.fail_help(pos, "E117", message, Some(help.to_owned()));
            }
            It::Beside(several, one) => {
                let message = format!("`it` could be the {several} or the {one}; say which");
                let help = format!(
                    "say it without a pronoun, and without a condition in front: `your rooks beside an enemy cannot move`; of the {one} say again \
                     which it is"
                );
                self.fail_help(pos, "E117", message, Some(help));
            }
            It::Two(a, b) if a == b => {
                let message = format!("`it` could be either {a}; say which");
                let help = "give one of the two a word of its own: `a pawn cannot capture an enemy if the enemy ..`, `.. if the pawn ..`";
                self.fail_help(pos, "E117", message, Some(help.to_owned()));
            }
            It::Two(a, b) => {
                let message = format!("`it` could be the {a} or the {b}; say which");
                let help = match self.w(pos) {
                    "its" => format!("write `the {a}'s` or `the {b}'s`"),
                    _ => format!("write `the {a}` or `the {b}`"),
                };
                self.fail_help(pos, "E117", message, Some(help));
            }
        }
        None
    }

    /// `an enemy beside it cannot leave its square`, `.. may capture pieces of its own colour`: what is left and what is somebody's own
    /// belongs to who does it.
    fn is_the_doers(&self, pos: usize) -> bool {
        let modal = (0..pos)
            .rev()
            .find(|i| self.any(*i, &["cannot", "may", "must"]));
        let by_another = modal.is_some_and(|m| {
            let from = (0..m)
                .rev()
                .find(|i| self.kind(*i) == Some(TokenKind::Comma));
            !self.is(from.map_or(0, |i| i + 1), "it")
        });
        let left = pos > 0 && self.is(pos - 1, "leave") && self.is(pos + 1, "square");
        by_another && self.is(pos, "its") && (left || self.is(pos + 1, "own"))
    }

    /// `choose stake among your pawns; it becomes a knight`: the one piece that was chosen, where nothing else is spoken of.
    fn only_one_chosen(&self, sc: &Scope) -> Option<Set> {
        let thing = |ty| matches!(ty, Ty::Piece | Ty::Square | Ty::Border | Ty::Card);
        let names = sc.names.iter();
        let mut chosen = names.filter(|b| b.role.is_none() && thing(b.ty));
        match (chosen.next(), chosen.next()) {
            (Some(one), None) if !one.many && !one.noun && one.ty == Ty::Piece => {
                Some(make(Ty::Piece, Base::Name(one.name)))
            }
            (Some(_) | None, Some(_) | None) => None,
        }
    }

    /// E117: `after your king moves, if a pawn of yours is on your last row, remove it`: `it` is the mover, and reads as the pawn.
    fn asked_of_another(&self, pos: usize, noun: &str) {
        let message = format!(
            "`it` could be the {noun} of the condition or the piece of the event; say which"
        );
        let help = format!(
            "the piece of the event has a name of its own (`the mover`, `the captor`, `the victim`); the {noun} is said again: `remove every {noun} ..`"
        );
        self.fail_help(pos, "E117", message, Some(help));
    }

    /// In `after E, if a pawn is .., S` the pawn, for what is said in S.
    fn asked_in_front(&self, pos: usize, sc: &Scope) -> Option<String> {
        let comma = |i: &usize| self.kind(*i) == Some(TokenKind::Comma);
        let step = (0..pos).rev().find(comma)?;
        self.asked_behind_event(step, sc)
    }

    /// The antecedent of `it` in a fact behind a condition on one piece (`if your king is in check, you must move it`): the pieces that meet
    /// the condition. With it the condition as it is said of one of them.
    pub(super) fn piece_asked_of(
        &self,
        from: usize,
        to: usize,
        cond: &Cond,
        sc: &Scope,
    ) -> Option<(It, Cond)> {
        let there = self.is(from, "there") && self.is(from + 1, "is");
        let at = from + 2 * usize::from(there);
        let one = self.any(at, &["your", "a", "an"]);
        let noun = (at + 1..to).find(|i| self.is_piece_noun(*i))?;
        // `an enemy pawn` is one piece
        let noun = noun + usize::from(self.is_piece_noun(noun + 1));
        let singular = self.senses(noun).iter().any(|(_, plural, _)| !plural);
        let subject = subject_of(cond)?;
        let open = subject.ty == Ty::Piece
            && matches!(subject.base, Base::All(Where::Board))
            && matches!(subject.amount, Amount::Every | Amount::Any);
        if sc.it != It::None || self.place.scenario || !one || !singular || !open {
            return None;
        }
        let mut those = Set {
            amount: Amount::Every,
            ..subject.clone()
        };
        let mut is_so = cond.clone();
        if !matches!(cond, Cond::Is(clause) if matches!(clause.says, Says::There)) {
            let name = self.hidden(from, "asked");
            is_so = said_of(cond, subject, &make(Ty::Piece, Base::Name(name)))?;
            those.by.push(Narrow::That(name, is_so.clone()));
        }
        // `your king has no pawn beside it`: of the pawn nothing can be said
        let named = |i: &usize| self.is_piece_noun(*i) && !self.is(i - 1, "no");
        if let Some(other) = (noun + 1..to).find(named) {
            let [asked, other] = [noun, other].map(|i| self.text(i).to_owned());
            return Some((It::Beside(asked, other), is_so));
        }
        Some((It::Is(those), is_so))
    }

    /// The noun of which the condition behind an event asks with `a`, in the words up to a place.
    pub(super) fn asked_behind_event(&self, to: usize, sc: &Scope) -> Option<String> {
        let asked = (0..to).rev().find(|i| self.any(*i, &["if", "unless"]))?;
        let event = sc.happened || (0..asked).any(|i| self.any(i, &["after", "before"]));
        let a_thing = self.any(asked + 1, &["a", "an", "another", "your"]) && !self.place.scenario;
        let noun = (asked + 2..to).find(|i| !self.senses(*i).is_empty())?;
        // `if a pawn is beside it, remove the pawns beside it`: the same as there
        let said = (asked..to).any(|i| self.any(i, &["it", "its"]));
        let piece = event && a_thing && !said && self.is_piece_noun(noun);
        piece.then(|| self.text(noun).to_owned())
    }

    pub(super) fn is_piece_noun(&self, at: usize) -> bool {
        let piece = |sense: &Sense| match sense {
            Sense::Kind(_) => true,
            Sense::Things(ty, _) => *ty == Ty::Piece,
            Sense::Rival(which) => *which == "enemy",
            _ => false,
        };
        self.senses(at).iter().any(|(sense, ..)| piece(sense))
    }

    pub(super) fn they(&self, pos: usize, sc: &Scope) -> Option<Set> {
        if sc.they.is_none() {
            let (help, edit) = self.said_again(pos, sc);
            let message = format!("`{}`: no player is spoken of here", self.w(pos));
            self.fail_edit(pos, "E117", message, help, edit);
        }
        sc.they.clone()
    }

    pub(super) fn their(&self, pos: usize, sc: &Scope) -> Option<Set> {
        if let Some(they) = &sc.they {
            return Some(they.clone());
        }
        // `pieces may capture pieces of their own colour`: of the subject
        match &sc.it {
            It::Is(set) if !sc.happened && set.base != Base::It => Some(set.clone()),
            It::Is(_) if sc.several.is_none() && !self.plural_noun(pos + 1) => {
                let message = "`their` is said of a player, and none is spoken of here";
                let help = Some("of the piece write `its`".to_owned());
                let edit = Edit {
                    span: self.span(pos),
                    text: "its".to_owned(),
                };
                self.fail_edit(pos, "E117", message, help, Some(edit));
                None
            }
            It::Is(_) | It::Two(..) | It::Beside(..) | It::Unnamed | It::None => {
                let (help, edit) = self.said_again(pos, sc);
                let message = "`their`: no player is spoken of here";
                self.fail_edit(pos, "E117", message, help, edit);
                None
            }
        }
    }

    fn plural_noun(&self, at: usize) -> bool {
        self.senses(at).iter().any(|(_, plural, _)| *plural)
    }

    /// `their owner` behind several pieces, where `their` is a player.
    pub(super) fn of_a_player(&self, noun: usize, owner: &Set, sc: &Scope) {
        let Some(at) = noun.checked_sub(1).filter(|at| self.is(*at, "their")) else {
            return;
        };
        if owner.ty != Ty::Seat || sc.they.as_ref() != Some(owner) {
            return;
        }
        let (help, edit) = self.said_again(at, sc);
        let message = format!(
            "`their` is the player spoken of here, who has no `{}`",
            self.w(noun)
        );
        self.fail_edit(at, "E117", message, help, edit);
    }

    /// `remove them` behind several pieces, where `them` is a player.
    pub(super) fn them_the_player(&self, at: usize, ty: Ty, sc: &Scope) -> bool {
        let them = self.any(at, &["them", "they"]) && ty == Ty::Seat && sc.several.is_some();
        if them {
            let (help, edit) = self.said_again(at, sc);
            let message = format!("`{}` is the player spoken of here", self.w(at));
            self.fail_edit(at, "E117", message, help, edit);
        }
        them
    }

    /// How several things are spoken of again: as the last step spoke of them.
    fn said_again(&self, pos: usize, sc: &Scope) -> (Option<String>, Option<Edit>) {
        let several = |span: Span| Some(self.shared.pool.borrow().text_at(span).to_owned());
        let Some(words) = sc.several.and_then(several) else {
            if let Some(known) = self.known_advice() {
                return (Some(known.to_owned()), None);
            }
            let help = "say of several pieces again which they are (`the enemies beside it`), or name them before: `let prey be the enemies beside it`";
            return (Some(help.to_owned()), None);
        };
        let (to, text) = match self.w(pos) {
            "their" => (pos + 1, format!("the {} of {words}", self.w(pos + 1))),
            _ => (pos, words),
        };
        let help = format!("for the pieces of the step before write `{text}`");
        let span = super::lex::join(self.span(pos), self.span(to));
        (Some(help), Some(Edit { span, text }))
    }
}

/// The subject of which a condition speaks, of several clauses the first one's.
fn subject_of(cond: &Cond) -> Option<&Set> {
    match cond {
        Cond::Is(clause) => match &clause.subject {
            Value::Set(set) if clause.at == At::Now => Some(set),
            Value::Set(_) | Value::Num(_) => None,
        },
        Cond::All(list) | Cond::Any(list) => list.first().and_then(subject_of),
        Cond::Not(inner) => subject_of(inner),
        Cond::Choice(..) | Cond::During(_) => None,
    }
}

/// A condition with one member in the place of its subject; none: some clause has another subject.
fn said_of(cond: &Cond, things: &Set, one: &Set) -> Option<Cond> {
    // that one of them is there goes without saying
    let there = |c: &&Cond| !matches!(c, Cond::Is(c) if matches!(c.says, Says::There) && !c.not);
    let each = |list: &[Cond]| -> Option<Vec<Cond>> {
        let said = list.iter().filter(there);
        said.map(|c| said_of(c, things, one)).collect()
    };
    Some(match cond {
        Cond::Is(clause)
            if clause.member.is_none() && clause.subject == Value::Set(things.clone()) =>
        {
            Cond::Is(Clause {
                subject: Value::Set(one.clone()),
                ..clause.clone()
            })
        }
        Cond::Is(_) | Cond::Choice(..) | Cond::During(_) => return None,
        Cond::All(list) => Cond::All(each(list)?),
        Cond::Any(list) => Cond::Any(each(list)?),
        Cond::Not(inner) => Cond::Not(Box::new(said_of(inner, things, one)?)),
    })
}

/// Drops the condition in front of a fact whose pieces are narrowed by that condition already: `if your rook is on c3, it cannot be captured`
/// holds of the rook on c3 where another rook stands elsewhere. `is_so`: the condition as it is said of one piece.
pub(super) fn said_of_those(rule: &mut Rule, (cond, is_so): &(Cond, Cond)) {
    let those = |set: &Set| {
        let so = |n: &Narrow| matches!(n, Narrow::That(_, c) if c == is_so);
        set.by.iter().any(so)
    };
    let (mut said, mut of_others) = (false, false);
    visit_rule(rule, &mut |node| match node {
        Node::Set(set) => said |= those(set),
        Node::Narrow(Narrow::Other(all)) => of_others |= all.iter().any(those),
        Node::Narrow(_)
        | Node::Num(_)
        | Node::Quality(_)
        | Node::Clause(_)
        | Node::During(_)
        | Node::Deed(_)
        | Node::Step(_) => {}
    });
    if said && !of_others {
        rule.when.retain(|c| c != cond);
    }
}

//! The place of what an event took off the board: `after it is captured, remove the pieces around it` means around the square on which
//! it stood. A rule about captures, losses or removals asks for that square wherever it asks for a place of the piece; nothing else
//! about the rule is changed here.
use super::item::ItemReader;
use super::names::{Met, Names};
use super::terms::make;
use engine::ids::Name;
use engine::rules::*;

/// What stands for the piece that is gone.
struct Gone {
    names: Vec<Name>,
    /// Of a rule of a kind: the piece of the kind.
    itself: bool,
}

impl ItemReader<'_> {
    /// Puts the square on which a piece stood where a rule asks for the place of a piece that its event has taken off the board.
    pub(super) fn place_the_gone(&self, rule: &mut Rule, anchors: &[u32]) {
        let Some(gone) = self.gone(rule, anchors) else {
            return;
        };
        let mut rewrite = |met: Met| match met {
            Met::Place(set) if gone.is(set) => {
                let amount = set.amount.clone();
                *set = make(Ty::Square, Base::Name(self.place_of(&set.base)));
                set.amount = amount;
            }
            Met::Set(set) => {
                if let Base::Of(Part::Square, of) = &set.base
                    && gone.is(of)
                {
                    set.base = Base::Name(self.place_of(&of.base));
                }
            }
            // `if the victim is on rank 5` is asked of the moment at which it was there
            Met::Clause(clause) => {
                let stands = matches!(&clause.says, Says::At(near, _) if is_place(near));
                let here = matches!(&clause.subject, Value::Set(s) if gone.is(s));
                if stands && here && clause.at == At::Now && !clause.newly {
                    clause.at = At::Before;
                }
            }
            Met::Place(_) | Met::Name(_) | Met::Field(_) => {}
        };
        rule.when.walk(&mut rewrite);
        if let Form::Trigger { body, .. } = &mut rule.form {
            body.walk(&mut rewrite);
        }
    }

    /// The name of the square on which a piece of this name stood, one for each rule.
    fn place_of(&self, piece: &Base) -> Name {
        let (lo, shown) = match piece {
            Base::Name(name) => {
                let names = self.shared.names.borrow();
                let made = names.iter().find(|(_, n)| *n == name);
                let lo = made.map_or(0, |((lo, _), _)| *lo);
                let texts = self.shared.texts.borrow();
                let word = texts.get(name.index()).map_or("it", String::as_str);
                (lo, format!("square of the {word}"))
            }
            _ => (0, "square of it".to_owned()),
        };
        self.shared.name(lo, &format!("{shown}/role:place"))
    }

    fn gone(&self, rule: &Rule, anchors: &[u32]) -> Option<Gone> {
        let Form::Trigger {
            on: On::After(deeds),
            body,
            ..
        } = &rule.form
        else {
            return None;
        };
        let takes = |d: &Deed| matches!(d.verb, Verb::Capture | Verb::LosePiece | Verb::Remove);
        if deeds.is_empty() || !deeds.iter().all(takes) {
            return None;
        }
        let role = |key: &str| {
            let role = key.split_once("/role:").map(|(_, role)| role);
            matches!(role, Some("victim" | "removed" | "object"))
        };
        let names = self.shared.names.borrow();
        let named = names
            .iter()
            .filter(|((lo, key), _)| role(key) && !anchors.contains(lo));
        let it = |d: &Deed| matches!(&d.object, Some(Value::Set(s)) if s.bare() == Some(&Base::It));
        let gone = Gone {
            names: named.map(|(_, name)| *name).collect(),
            itself: matches!(rule.holder, Holder::Kind(_)) && deeds.iter().all(it),
        };
        // what the rule brings back stands somewhere again
        let mut back = false;
        visit_block(body, &mut |node| {
            if let Node::Step(Step::Do(deed)) = node
                && matches!(deed.verb, Verb::Put | Verb::TakeBack)
            {
                back |= match &deed.object {
                    Some(Value::Set(put)) => gone.is(put),
                    Some(Value::Num(_)) | None => deed.verb == Verb::TakeBack,
                };
            }
        });
        let any = gone.itself || !gone.names.is_empty();
        (any && !back).then_some(gone)
    }
}

impl Gone {
    fn is(&self, set: &Set) -> bool {
        set.ty == Ty::Piece
            && match set.bare() {
                Some(Base::Name(name)) => self.names.contains(name),
                Some(Base::It) => self.itself,
                Some(_) | None => false,
            }
    }
}

/// A place phrase that asks on or near which squares a thing stands.
pub(super) fn is_place(near: &Near) -> bool {
    match near {
        Near::On
        | Near::Beside
        | Near::Around
        | Near::Within(_)
        | Near::InLine
        | Near::OpenLine
        | Near::Behind => true,
        Near::In
        | Near::NextTo
        | Near::Among
        | Near::Outside
        | Near::Under
        | Near::LowerThan
        | Near::Nth(_)
        | Near::Chain
        | Near::BlockOf4 => false,
    }
}

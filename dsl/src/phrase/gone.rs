//! The place of what an event took off the board: `after it is captured, remove the pieces around it` means around the square on which
//! it stood. A rule about captures, losses or removals asks for that square wherever it asks for a place of the piece; nothing else
//! about the rule is changed here. `remove it; remove the enemies around it` means the square on which it stood as well: that square is
//! kept by name before the step that takes the piece away.
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
            Met::Place(_) | Met::Name(_) | Met::Field(_) | Met::Each(..) => {}
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

impl ItemReader<'_> {
    /// Keeps the square of a piece that a step takes off the board where a later step of the block asks for the place of the piece.
    pub(super) fn keep_the_places(&self, rule: &mut Rule) {
        let mut kept = 0;
        match &mut rule.form {
            Form::Trigger { body, .. }
            | Form::Action { body, .. }
            | Form::Turn(body)
            | Form::Round(body)
            | Form::Setup(body) => self.keep_in(body, &mut kept),
            Form::Guard { .. }
            | Form::Abilities { .. }
            | Form::View { .. }
            | Form::Movement { .. }
            | Form::Standing { .. } => {}
        }
    }

    fn keep_in(&self, body: &mut Block, kept: &mut usize) {
        let mut at = 0;
        while at < body.len() {
            for block in blocks(&mut body[at]) {
                self.keep_in(block, kept);
            }
            if let Some(piece) = taken_away(&body[at]) {
                let shown = match *kept {
                    0 => "spot".to_owned(),
                    n => format!("spot-{}", n + 1),
                };
                let spot = self.shared.name(*kept as u32, &format!("{shown}/kept"));
                let mut used = false;
                for later in &mut body[at + 1..] {
                    if puts_back(later, &piece) {
                        break;
                    }
                    later.walk(&mut |met| used |= put_place(met, &piece, spot));
                }
                if used {
                    *kept += 1;
                    let square = Base::Of(Part::Square, Box::new(piece));
                    let value = Value::Set(make(Ty::Square, square));
                    body.insert(at, Step::Let(spot, value));
                    at += 1;
                }
            }
            at += 1;
        }
    }
}

/// The one piece, by its name, that a step takes off the board.
fn taken_away(step: &Step) -> Option<Set> {
    let Step::Do(deed) = step else { return None };
    let takes = matches!(deed.verb, Verb::Capture | Verb::LosePiece | Verb::Remove);
    let Some(Value::Set(piece)) = deed.object.as_ref().filter(|_| takes) else {
        return None;
    };
    let named = matches!(piece.bare(), Some(Base::Name(_) | Base::It));
    (piece.ty == Ty::Piece && named).then(|| piece.clone())
}

fn puts_back(step: &Step, piece: &Set) -> bool {
    let mut back = false;
    visit_block(&vec![step.clone()], &mut |node| {
        if let Node::Step(Step::Do(deed)) = node {
            let same = matches!(&deed.object, Some(Value::Set(put)) if put.bare() == piece.bare());
            back |= deed.verb == Verb::Put && same || deed.verb == Verb::TakeBack;
        }
    });
    back
}

/// Whether the phrase stood for the place of the piece, which is the square of this name now.
fn put_place(met: Met, piece: &Set, spot: Name) -> bool {
    let gone =
        |set: &Set| set.ty == Ty::Piece && set.bare().is_some() && set.bare() == piece.bare();
    match met {
        Met::Place(set) if gone(set) => {
            let amount = set.amount.clone();
            *set = make(Ty::Square, Base::Name(spot));
            set.amount = amount;
            true
        }
        Met::Set(set) => match &set.base {
            Base::Of(Part::Square, of) if gone(of) => {
                set.base = Base::Name(spot);
                true
            }
            _ => false,
        },
        Met::Clause(clause) => {
            let stands = matches!(&clause.says, Says::At(near, _) if is_place(near));
            let here = matches!(&clause.subject, Value::Set(s) if gone(s));
            let asked = stands && here && clause.at == At::Now && !clause.newly;
            if asked {
                clause.subject = Value::Set(make(Ty::Square, Base::Name(spot)));
            }
            asked
        }
        Met::Place(_) | Met::Name(_) | Met::Field(_) | Met::Each(..) => false,
    }
}

/// The blocks of a step.
fn blocks(step: &mut Step) -> Vec<&mut Block> {
    match step {
        Step::May { body, .. }
        | Step::Each { body, .. }
        | Step::Repeat { body, .. }
        | Step::Within { body, .. }
        | Step::Later { body, .. } => vec![body],
        Step::Either { who: _, ways } => ways.iter_mut().map(|(_, block)| block).collect(),
        Step::OrElse(a, b) | Step::If(_, a, b) => vec![a, b],
        Step::AllAtOnce { ask, then, .. } => vec![ask, then],
        Step::Do(_)
        | Step::Choose { .. }
        | Step::Let(..)
        | Step::Roll { .. }
        | Step::Impose { .. }
        | Step::Call(..) => vec![],
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
        | Near::Behind
        | Near::InFrontOf => true,
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

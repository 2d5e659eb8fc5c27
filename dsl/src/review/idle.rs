//! What reads well and changes nothing: labels that replace nothing, things shown to some, kinds that are gone when they are asked.
use super::Review;
use crate::diagnostic::Diagnostic;
use crate::program::ItemSays;
use crate::syntax::Span;
use engine::ids::SourceId;
use engine::rules::*;
use std::collections::BTreeSet;

impl Review<'_> {
    /// E159: a power replaces for its holder what a player has; a statement of the game is nobody's, so it stands.
    pub(super) fn labels_of_nothing(&mut self) {
        let program = self.program;
        let mut found: Vec<(Span, String)> = Vec::new();
        for item in program
            .items
            .iter()
            .filter(|i| i.replaces && i.power.is_some())
        {
            let ItemSays::Sentence(s) = &item.says else {
                continue;
            };
            let Some(label) = &s.label else { continue };
            let bears = |r: &&Rule| {
                r.label
                    .is_some_and(|l| program.pool.text_of(l) == label.text)
                    && !matches!(r.holder, Holder::Power(_))
            };
            let mut base = program.rules.rules.iter().filter(bears).peekable();
            if base.peek().is_some() && base.all(|r| r.holder == Holder::Game) {
                found.push((label.span, label.text.clone()));
            }
        }
        for (span, label) in found {
            let said =
                format!("`*{label}*` of the game is no player's, so a power cannot replace it");
            let help = "give the statement a label of its own, or put it into a variant or mode";
            self.report_at("E159", span, said, help);
        }
    }

    /// E165: a piece is shown or not; what is shown to some is a value, or lies in a hidden zone.
    pub(super) fn shown_to_some(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        self.deeds(&mut |deed| {
            let to = deed.cases.iter().any(|(case, _)| *case == Case::To);
            let thing = matches!(&deed.object, Some(Value::Set(s))
                if matches!(s.ty, Ty::Piece | Ty::Square) && !matches!(s.base, Base::Field(..) | Base::Zone(..)));
            if deed.verb == Verb::Reveal && to && thing {
                found.insert(deed.src);
            }
        });
        for src in found {
            let said = "a piece or square is revealed to everybody or to nobody".to_owned();
            let help = "reveal a value of it (`reveal its guise to ..`), or leave `to ..` out";
            self.report("E165", src, said, help);
        }
    }

    /// E166: what has promoted or become something is no longer of the kind whose rule this is.
    pub(super) fn kinds_left(&mut self) {
        let rules = &self.program.rules.rules;
        let gone = |rule: &&Rule| {
            let Form::Trigger {
                on: On::After(deeds),
                ..
            } = &rule.form
            else {
                return false;
            };
            let itself = |s: &Set| s.base == Base::It && s.by.is_empty();
            matches!(rule.holder, Holder::Kind(_))
                && deeds.iter().any(|deed| {
                    let object = matches!(&deed.object, Some(Value::Set(s)) if itself(s));
                    let who = deed.subject.as_ref().is_some_and(itself);
                    matches!(deed.verb, Verb::Promote | Verb::Become) && (object || who)
                })
        };
        let found: Vec<SourceId> = rules.iter().filter(gone).map(|r| r.src).collect();
        for src in found {
            let said =
                "by then it is of another kind, and this rule is no longer its own".to_owned();
            let help = "say it before (`before it promotes, ..`), or outside the kind: `after a pawn promotes, ..`";
            self.report("E166", src, said, help);
        }
    }

    /// E167: what an army is, is in its file.
    pub(super) fn facts_of_armies(&mut self) {
        let rules = &self.program.rules.rules;
        let army = |r: &&Rule| matches!(&r.form, Form::View { of, .. } if of.ty == Ty::Army || of.ty == Ty::Power);
        let found: Vec<SourceId> = rules.iter().filter(army).map(|r| r.src).collect();
        for src in found {
            let said = "what an army is cannot be changed by saying so".to_owned();
            let help = "ask for it in a condition: `if your army is standard`";
            self.report("E167", src, said, help);
        }
    }

    /// E117: `own` is said of what one piece is asked about: in its kind's rules, in a definition or in a fact about it.
    pub(super) fn own_of_nobody(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &self.program.rules.rules {
            let about_one = matches!(rule.holder, Holder::Kind(_))
                || matches!(
                    rule.form,
                    Form::View { .. } | Form::Movement { .. } | Form::Standing { .. }
                );
            if about_one {
                continue;
            }
            visit_rule(rule, &mut |node| {
                if matches!(node, Node::Narrow(Narrow::Own)) {
                    found.insert(rule.src);
                }
            });
        }
        for src in found {
            let said = "`own` here: whose?".to_owned();
            let help = "yours are `your pawns`; those of the player of another piece `pawns of the owner of the captor`";
            self.report("E117", src, said, help);
        }
    }

    /// W387: the value of a piece, where the variant gives no kind a value; an order of kinds in which one has no place.
    pub(super) fn values_of_none(&mut self) {
        let rules = &self.program.rules;
        let orders = |node: &Node<'_>| match node {
            Node::Narrow(Narrow::At(near, _)) => *near == Near::LowerThan,
            Node::Clause(c) => matches!(c.says, Says::At(Near::LowerThan, _)),
            _ => false,
        };
        let (mut asked, mut ordered) = (BTreeSet::new(), BTreeSet::new());
        for rule in &rules.rules {
            visit_rule(rule, &mut |node| {
                if orders(&node) {
                    ordered.insert(rule.src);
                } else if matches!(node, Node::Num(Num::Value(_))) {
                    asked.insert(rule.src);
                }
            });
        }
        let valued = |kind: usize| rules.values.iter().any(|(k, _)| k.index() == kind);
        let kinds = rules.kinds.iter().enumerate();
        let missing = kinds
            .filter(|(_, kind)| kind.army.is_none() && !kind.card)
            .find(|(i, _)| !valued(*i))
            .map(|(_, kind)| self.program.pool.text_of(kind.name).to_owned());
        if rules.values.is_empty() {
            for src in asked.union(&ordered).copied() {
                let said = "no kind has a value in this game, so this is 0 of every piece";
                let help =
                    "the variant says what they are worth: `values pawn 1, knight 3, rook 5`";
                self.report("W387", src, said.to_owned(), help);
            }
        } else if let Some(kind) = missing {
            for src in ordered {
                let said = format!(
                    "`values` leaves out `{kind}`, which counts as 0 and is lower than all the others"
                );
                let help =
                    "give every kind its place: `values pawn, knight, bishop, rook, queen, king`";
                self.report("W387", src, said, help);
            }
        }
    }

    /// E196: without `also` a way of moving stands in place of those before it. Of one text a second sentence about the same pieces
    /// would leave nothing of the first.
    pub(super) fn moves_replaced(&mut self) {
        let pool = &self.program.pool;
        let rules = &self.program.rules.rules;
        let replaces = |first: &Rule, later: &Rule| {
            let one_text =
                first.holder == later.holder && self.text_of(first) == self.text_of(later);
            let whenever = later.when.is_empty() || later.when == first.when;
            one_text && whenever && later.limit.is_none() && !first.imposed && !later.imposed
        };
        let mut found: Vec<Diagnostic> = Vec::new();
        for (i, later) in rules.iter().enumerate() {
            let Some((of, aim, ways)) = anew(later) else {
                continue;
            };
            let (subject, verb) = self.said_of(later, ways);
            // the same pieces in the same words are still two sets, with their own places in the text
            let same = |first: &Rule| {
                anew(first).is_some_and(|(o, a, ways)| {
                    a == aim && (o == of || self.said_of(first, ways).0 == subject)
                })
            };
            // the parts of one sentence are one rule for its reader
            let mut before = rules[..i].iter().filter(|first| first.src != later.src);
            let Some(first) = before.find(|first| same(first) && replaces(first, later)) else {
                continue;
            };
            let span = pool.span_of(later.src);
            let lo = span.lo + subject.len() as u32;
            let said = format!(
                "this stands in place of `{}`, of which nothing would be left",
                pool.words_of(first.src)
            );
            let help = format!(
                "to add a way of moving, write `{subject}also {verb}`; else leave the first sentence out"
            );
            found.push(
                Diagnostic::new("E196", span, said)
                    .also(pool.span_of(first.src), "the first one")
                    .help(help)
                    .fix(Span { lo, hi: lo, ..span }, "also "),
            );
        }
        self.problems.append(&mut found);
    }

    /// The heading of the variant, mode or army that a rule is written under.
    fn text_of(&self, rule: &Rule) -> Option<Span> {
        let place = self.program.pool.span_of(rule.src);
        let mut items = self.program.items.iter();
        (items.find(|item| item.span().holds(place))).map(|item| item.heading)
    }

    /// The words of a movement before its verb, and from there.
    fn said_of(&self, rule: &Rule, ways: &[Way]) -> (&str, &str) {
        let pool = &self.program.pool;
        let (span, words) = (pool.span_of(rule.src), pool.words_of(rule.src));
        let verb = ways.first().map_or(span, |way| pool.span_of(way.src)).lo;
        let at = verb.saturating_sub(span.lo) as usize;
        words.split_at_checked(at).unwrap_or(("", words))
    }

    /// W360: an offer or action of nothing is asked and does nothing.
    pub(super) fn empty_blocks(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &self.program.rules.rules {
            let body = match &rule.form {
                Form::Action { body, .. } | Form::Trigger { body, .. } => body,
                Form::Turn(body) | Form::Round(body) | Form::Setup(body) => body,
                _ => continue,
            };
            if body.is_empty() || holds_empty(body) {
                found.insert(rule.src);
            }
        }
        for procedure in &self.program.rules.procs {
            if procedure.body.is_empty() || holds_empty(&procedure.body) {
                found.insert(procedure.src);
            }
        }
        for src in found {
            let said = "the block is empty, so nothing happens".to_owned();
            self.report(
                "W360",
                src,
                said,
                "say what happens, or leave the sentence out",
            );
        }
    }

    /// W391: what a block does before it takes the move back goes back with the move.
    pub(super) fn taken_back(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        let mut look = |steps: &[Step]| {
            let back = |step: &Step| matches!(step, Step::Do(d) if d.verb == Verb::TakeBack);
            let Some(at) = steps.iter().position(back) else {
                return;
            };
            for step in &steps[..at] {
                if let Step::Do(deed) = step
                    && !matches!(deed.verb, Verb::Reveal | Verb::Announce)
                {
                    found.insert(deed.src);
                }
            }
        };
        for rule in &self.program.rules.rules {
            if let Form::Action { body, .. } | Form::Trigger { body, .. } = &rule.form {
                each_block(body, &mut look);
            }
        }
        for procedure in &self.program.rules.procs {
            each_block(&procedure.body, &mut look);
        }
        self.no_move_to_take_back();
        for src in found {
            let said = "`take back the move` takes this back too: it stands in front".to_owned();
            let help = "say it behind: `take back the move; spend 1 of your vetoes`";
            self.report("W391", src, said, help);
        }
    }

    /// E123: `take back the move` in the procedure of a turn, at a moment or in an action, where no move is under way.
    fn no_move_to_take_back(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        for rule in &self.program.rules.rules {
            let body = match &rule.form {
                Form::Trigger {
                    on: On::At(_),
                    body,
                    ..
                }
                | Form::Action { body, .. }
                | Form::Turn(body)
                | Form::Round(body)
                | Form::Setup(body) => body,
                Form::Trigger { .. }
                | Form::Guard { .. }
                | Form::View { .. }
                | Form::Movement { .. }
                | Form::Abilities { .. }
                | Form::Standing { .. } => continue,
            };
            visit_block(body, &mut |node| {
                if let Node::Step(Step::Do(deed)) = node
                    && deed.verb == Verb::TakeBack
                {
                    found.insert(deed.src);
                }
            });
        }
        for src in found {
            let said = "the move is over here, so there is none to take back".to_owned();
            let help = "say it of the move: `after you move a piece, if an opponent is in check, take back the move`";
            self.report("E123", src, said, help);
        }
    }

    /// Everything that rules and procedures do.
    pub(super) fn deeds(&self, look: &mut dyn FnMut(&Deed)) {
        let mut note = |node: Node<'_>| {
            if let Node::Step(Step::Do(deed)) = node {
                look(deed);
            }
        };
        for rule in &self.program.rules.rules {
            visit_rule(rule, &mut note);
        }
        for procedure in &self.program.rules.procs {
            visit_block(&procedure.body, &mut note);
        }
    }
}

/// Of a rule that says anew how pieces move: which, whether they move or only attack, and how.
fn anew(rule: &Rule) -> Option<(&Set, Aim, &[Way])> {
    match &rule.form {
        Form::Movement {
            of,
            also: false,
            aim,
            ways,
        } => Some((of, *aim, ways)),
        Form::Movement {
            of: _,
            also: true,
            aim: _,
            ways: _,
        }
        | Form::Guard { .. }
        | Form::Abilities { .. }
        | Form::View { .. }
        | Form::Standing { .. }
        | Form::Trigger { .. }
        | Form::Action { .. }
        | Form::Turn(_)
        | Form::Round(_)
        | Form::Setup(_) => None,
    }
}

/// A step whose block is empty stands somewhere in a block; a branch may be empty, as a way out.
fn holds_empty(block: &Block) -> bool {
    let mut found = false;
    visit_block(block, &mut |node| {
        let Node::Step(step) = node else { return };
        found |= match step {
            Step::May { body, .. }
            | Step::Each { body, .. }
            | Step::Repeat { body, .. }
            | Step::Within { body, .. }
            | Step::Later { body, .. } => body.is_empty(),
            Step::If(_, then, otherwise) => then.is_empty() && otherwise.is_empty(),
            Step::OrElse(first, _) => first.is_empty(),
            Step::Do(_)
            | Step::Choose { .. }
            | Step::Either { .. }
            | Step::AllAtOnce { .. }
            | Step::Let(..)
            | Step::Roll { .. }
            | Step::Impose { .. }
            | Step::Call(..) => false,
        };
    });
    found
}

/// Calls `look` with a block and with every block in it.
fn each_block(block: &[Step], look: &mut dyn FnMut(&[Step])) {
    look(block);
    for step in block {
        match step {
            Step::If(_, first, second) | Step::OrElse(first, second) => {
                each_block(first, look);
                each_block(second, look);
            }
            Step::May { body, .. }
            | Step::Each { body, .. }
            | Step::Repeat { body, .. }
            | Step::Within { body, .. }
            | Step::Later { body, .. } => each_block(body, look),
            Step::AllAtOnce { ask, then, .. } => {
                each_block(ask, look);
                each_block(then, look);
            }
            Step::Either { ways, .. } => {
                for (_, way) in ways {
                    each_block(way, look);
                }
            }
            Step::Do(_)
            | Step::Choose { .. }
            | Step::Let(..)
            | Step::Roll { .. }
            | Step::Impose { .. }
            | Step::Call(..) => {}
        }
    }
}

//! The block of a rule: its lines with their blocks and branches become steps.
use super::fact::Fact;
use super::item::{ItemReader, tags_of, with_term};
use super::reader::*;
use super::step::Line;
use crate::syntax::{Block as Text, Branch, Sentence, Statement, TokenKind};
use engine::ids::*;
use engine::rules::*;

impl ItemReader<'_> {
    /// The steps of a block; every line that does not read is told.
    pub fn block(&self, block: &Text, sc: &Scope) -> Option<Block> {
        let mut out = Vec::new();
        let mut sc = sc.clone();
        let names = std::rc::Rc::make_mut(&mut sc.names);
        names.iter_mut().for_each(|bound| bound.outer = true);
        let mut good = true;
        for statement in &block.statements {
            match statement {
                Statement::Reminder(_) => {}
                Statement::Sentence(s) => match self.statement(s, &sc) {
                    Some((steps, after)) => {
                        out.extend(steps);
                        sc = after;
                    }
                    None => {
                        good = false;
                        self.promise(s, &mut sc);
                    }
                },
                _ => {
                    let message = "a block holds steps only";
                    self.problem(error("E102", block.span, message, None));
                    good = false;
                }
            }
        }
        good.then_some(out)
    }

    /// Names a bad line would have made, so that one cause gives one message.
    pub(super) fn promise(&self, s: &Sentence, sc: &mut Scope) {
        let toks = self.line(&s.line);
        let rd = self.reader(&toks);
        for i in 0..toks.len() {
            let at = match toks[i].text.as_str() {
                "among" | "be" if i > 0 => i - 1,
                "called" if i + 1 < toks.len() => i + 1,
                _ => continue,
            };
            let word = toks[at].text.clone();
            let name = rd.name(toks[at].span.lo, &word);
            *sc = rd.bind(sc, super::step::bound_name(&word, name, Ty::Piece, false));
        }
    }

    pub(super) fn statement(&self, s: &Sentence, sc: &Scope) -> Option<(Block, Scope)> {
        let toks = self.line(&s.line);
        if self.unknown(&toks) {
            return None;
        }
        let rd = self.reader(&toks);
        let mut alts = rd.step_line(0, sc);
        let has_block = s.block.is_some();
        alts.retain(|(r, _)| r.line.wants_block() == has_block);
        let read = self.one(&rd, alts, |r| super::print::line_text(self, &r.line))?;
        let steps = self.steps(read.line, s, &self.having_said(s, &read.inside), true)?;
        Some((steps, self.having_said(s, &read.after)))
    }

    /// The steps of a line with its block and branches.
    pub(super) fn steps(
        &self,
        line: Line,
        s: &Sentence,
        inside: &Scope,
        branches: bool,
    ) -> Option<Block> {
        let block = || self.block(s.block.as_ref()?, inside);
        let with_else = |body: Block| -> Option<Block> {
            if s.branches.is_empty() || !branches {
                return Some(body);
            }
            let other = self.otherwise(&s.branches, inside)?;
            Some(vec![Step::OrElse(body, other)])
        };
        match line {
            Line::Steps(steps) => with_else(steps),
            Line::Block => with_else(block()?),
            Line::Facts(fact) => Some(self.impose(fact, s)),
            Line::May {
                who,
                they,
                secretly,
                body,
                limit,
            } => {
                let body = match body {
                    Some(inner) => self.steps(*inner, s, inside, false)?,
                    None => block()?,
                };
                let limit = limit.map(|l| self.limit(l));
                let label = s
                    .label
                    .as_ref()
                    .map(|l| self.shared.pool.borrow_mut().text(&l.text));
                with_else(vec![Step::May {
                    who: Offer {
                        who,
                        they,
                        secret: secretly,
                    },
                    limit,
                    label,
                    body,
                }])
            }
            Line::If(cond, inner) => {
                let offers = matches!(inner.as_deref(), Some(Line::May { .. }));
                if let (true, true, Some(branch)) = (offers, branches, s.branches.first()) {
                    let message = "two readings: `otherwise` where the condition is not so, or where the offer is declined?";
                    let help = "the condition: `if C { you may { .. } } otherwise { .. }`; the offer: `if C { you may { .. } otherwise { .. } }`";
                    self.problem(error("E119", branch.span, message, Some(help.to_owned())));
                    return None;
                }
                let then = match inner {
                    Some(inner) => self.steps(*inner, s, inside, false)?,
                    None => block()?,
                };
                let other = if branches && !s.branches.is_empty() {
                    self.otherwise(&s.branches, inside)?
                } else {
                    Vec::new()
                };
                Some(vec![Step::If(cond, then, other)])
            }
            Line::Each { name, of, order } => {
                let body = block()?;
                with_else(vec![each(name, of, order, body)])
            }
            Line::Repeat { most, until } => {
                let body = block()?;
                with_else(vec![Step::Repeat { most, until, body }])
            }
            Line::Either(text) => self.either(&text, s, inside),
            Line::Within {
                seconds,
                after_first,
            } => {
                let body = block()?;
                with_else(vec![Step::Within {
                    seconds,
                    after_first,
                    body,
                }])
            }
            Line::Later(at, inner) => {
                let body = match inner {
                    Some(inner) => self.steps(*inner, s, inside, true)?,
                    None => block()?,
                };
                Some(vec![Step::Later { at, body }])
            }
        }
    }

    pub(super) fn either(&self, text: &str, s: &Sentence, inside: &Scope) -> Option<Block> {
        let id = |t: &str| self.shared.pool.borrow_mut().text(t);
        let mut ways = vec![(id(text), self.block(s.block.as_ref()?, inside)?)];
        let mut other = Vec::new();
        for (i, branch) in s.branches.iter().enumerate() {
            if branch.otherwise {
                other = self.otherwise(&s.branches[i..], inside)?;
                break;
            }
            let named = branch.line.first().filter(|t| t.kind == TokenKind::Text);
            let Some(named) = named else {
                let message = "expected the text of the branch";
                self.problem(error("E101", branch.span, message, None));
                return None;
            };
            ways.push((id(&named.text), self.block(&branch.block, inside)?));
        }
        let step = Step::Either { who: None, ways };
        if other.is_empty() {
            return Some(vec![step]);
        }
        Some(vec![Step::OrElse(vec![step], other)])
    }

    /// `otherwise if C { .. } otherwise { .. }`.
    pub(super) fn otherwise(&self, branches: &[Branch], sc: &Scope) -> Option<Block> {
        let Some((first, rest)) = branches.split_first() else {
            return Some(Vec::new());
        };
        if first.line.is_empty() {
            return self.block(&first.block, sc);
        }
        let toks = self.line(&first.line);
        if self.unknown(&toks) {
            return None;
        }
        let rd = self.reader(&toks);
        if !rd.any(0, &["if", "unless"]) {
            let message = "expected `if` or `{` behind `otherwise`";
            self.problem(error("E101", rd.span(0), message, None));
            return None;
        }
        let cond = self.one(&rd, rd.cond(1, sc), |c| super::print::cond_text(self, c))?;
        let cond = if rd.is(0, "unless") {
            super::cond::contrary(cond)
        } else {
            cond
        };
        let then = self.block(&first.block, sc)?;
        let other = self.otherwise(rest, sc)?;
        Some(vec![Step::If(cond, then, other)])
    }

    /// Facts for a time, kept beside the rules.
    pub(super) fn impose(&self, fact: Fact, s: &Sentence) -> Block {
        let mut out = Vec::new();
        let (holder, rank) = self.level;
        let src = self.shared.pool.borrow_mut().source(s.span);
        let tags: Vec<_> = (tags_of(s).iter())
            .map(|t| self.shared.pool.borrow_mut().text(t))
            .collect();
        for form in fact.forms {
            let mut imposed = self.shared.imposed.borrow_mut();
            let id = RuleId::from(self.shared.first_rule + imposed.len());
            imposed.push(Rule {
                holder,
                rank,
                form: with_term(form, &fact.term),
                when: fact.when.clone(),
                limit: None,
                keeps: Vec::new(),
                // until names are settled the anchor is kept here
                roles: vec![(Role::Subject, Name(0))],
                names: Vec::new(),
                label: None,
                tags: tags.clone(),
                imposed: true,
                src,
            });
            self.shared.anchors.borrow_mut().push(fact.anchor);
            out.push(Step::Impose {
                fact: id,
                term: fact.term.clone(),
            });
        }
        out
    }
}

/// `for each player { they secretly choose ..; .. }` asks all at once.
pub(super) fn each(name: Name, of: Set, order: Order, body: Block) -> Step {
    let asks = |s: &Step| {
        matches!(s, Step::Choose { who: Some(w), secretly: true, .. }
            if w.base == Base::Name(name))
    };
    let leading = body.iter().take_while(|s| asks(s)).count();
    if of.ty == Ty::Seat && leading > 0 {
        let mut ask = body;
        let then = ask.split_off(leading);
        return Step::AllAtOnce {
            who: of,
            they: name,
            ask,
            then,
        };
    }
    Step::Each {
        name,
        of,
        order,
        body,
    }
}

//! The read-back of steps and blocks.
use super::Printer;
use super::nouns::join;
use engine::rules::*;

impl Printer<'_> {
    /// `{ a; b }`.
    pub(super) fn block(&self, b: &[Step]) -> String {
        let all: Vec<String> = b
            .iter()
            .map(|s| self.step(s))
            .filter(|s| !s.is_empty())
            .collect();
        match all.is_empty() {
            true => "{ }".to_owned(),
            false => format!("{{ {} }}", all.join("; ")),
        }
    }

    /// The block of a rule: what runs where its first decision is not made stands behind it.
    pub(super) fn body(&self, b: &[Step]) -> String {
        match b {
            [Step::OrElse(first, then)] if !has_a_block(first) => {
                format!("{} otherwise {}", self.block(first), self.block(then))
            }
            _ => self.block(b),
        }
    }

    /// Who may, before a block.
    pub(super) fn offer(&self, o: &Offer) -> String {
        let Offer { who, they, secret } = o;
        let how = if *secret { " secretly" } else { "" };
        let said = format!("{} may{how} ", self.set(who));
        if let Some(they) = they {
            self.stand(*they, "they");
        }
        said
    }

    pub(super) fn step(&self, s: &Step) -> String {
        match s {
            Step::Do(d) => self.step_deed(d),
            Step::Choose {
                who,
                name,
                from,
                amount,
                secretly,
                at_random,
            } => {
                let word = (self.name)(*name);
                if word.starts_with('#') {
                    // chosen where it is spoken of
                    let chance = if *at_random { " at random" } else { "" };
                    let before = self.takes.replace(true);
                    let one = match (from.ty, &from.base) {
                        (Ty::Kind, Base::Or(kinds)) => {
                            let each = kinds.iter().map(|k| self.noun(k, &Amount::Any));
                            join(&each.collect::<Vec<_>>(), "or")
                        }
                        _ => self.noun(from, amount),
                    };
                    let said = format!("{one}{chance}");
                    self.takes.set(before);
                    let again = self.known_as(from);
                    self.stand_once(*name, &said, &again);
                    return String::new();
                }
                let how = if *at_random { " at random" } else { "" };
                let hidden = if *secretly { "secretly " } else { "" };
                let most = match amount {
                    Amount::Any | Amount::Every | Amount::No => String::new(),
                    Amount::Count(Rel::Eq, n) => format!("{} ", self.num(n)),
                    Amount::Count(rel, n) => format!("{} ", self.count(*rel, n)),
                };
                let (who, verb) = match who {
                    Some(who) if self.many(who) => (format!("{} ", self.set(who)), "choose"),
                    Some(who) => (format!("{} ", self.set(who)), "chooses"),
                    None => (String::new(), "choose"),
                };
                format!(
                    "{who}{hidden}{verb} {most}{word} among {}{how}",
                    self.all(from)
                )
            }
            Step::May {
                who,
                limit,
                label,
                body,
            } => {
                let most = limit.and_then(|l| self.rules.limits.get(l.index()));
                let most = most.map_or(String::new(), |l| format!("{}, ", super::limit(l)));
                let label = label.map_or(String::new(), |t| format!("*{}* ", (self.text)(t)));
                format!("{label}{most}{}{}", self.offer(who), self.block(body))
            }
            Step::Either { who, ways } => {
                let who = who
                    .as_ref()
                    .map_or(String::new(), |w| format!("{} ", self.set(w)));
                let all: Vec<String> = ways
                    .iter()
                    .map(|(t, b)| format!("\"{}\" {}", (self.text)(*t), self.block(b)))
                    .collect();
                format!("{who}either {}", all.join(" or "))
            }
            Step::OrElse(a, b) => {
                let first: Vec<String> = a
                    .iter()
                    .map(|s| self.step(s))
                    .filter(|s| !s.is_empty())
                    .collect();
                format!("{} otherwise {}", first.join("; "), self.block(b))
            }
            Step::If(c, a, b) => {
                let otherwise = match b.as_slice() {
                    [] => String::new(),
                    [Step::If(..)] => format!(" otherwise {}", self.step(&b[0])),
                    _ => format!(" otherwise {}", self.block(b)),
                };
                format!("{} {}{otherwise}", self.when(c), self.block(a))
            }
            Step::Each {
                name,
                of,
                order,
                body,
            } => {
                let order = match order {
                    Order::Board => "",
                    Order::Happened => " in order",
                    Order::Value => " in order of value",
                    Order::Chosen => " in any order",
                };
                let word = (self.name)(*name);
                let all = self.all(of);
                let one = self.one_of(of);
                // `for each card in ..` would name the card
                let names = one.starts_with(&format!("{word} in "));
                let noun = !names && one.split(' ').any(|w| w == word);
                match word.starts_with('#') || word == "they" || noun {
                    true => {
                        let word = match of.ty {
                            Ty::Seat => "they".to_owned(),
                            Ty::Piece => "it".to_owned(),
                            _ => format!("the {word}"),
                        };
                        self.stand(*name, &word);
                        format!("for each {one}{order} {}", self.block(body))
                    }
                    false => format!("for each {word} in {all}{order} {}", self.block(body)),
                }
            }
            Step::AllAtOnce {
                who,
                they,
                ask,
                then,
            } => {
                self.stand(*they, "they");
                let mut all: Vec<String> = ask.iter().map(|s| self.secret(s)).collect();
                all.extend(then.iter().map(|s| self.step(s)));
                all.retain(|s| !s.is_empty());
                format!("for each {} {{ {} }}", self.one_of(who), all.join("; "))
            }
            Step::Repeat { most, until, body } => {
                let most = most
                    .as_ref()
                    .map_or(String::new(), |n| format!(" {} times", self.short(n)));
                let until = until
                    .as_ref()
                    .map_or(String::new(), |c| format!(" until {}", self.cond(c)));
                format!("repeat{most}{until} {}", self.block(body))
            }
            Step::Let(n, v) => format!("let {} be {}", (self.name)(*n), self.value(v)),
            Step::Roll {
                name,
                dice,
                faces,
                until,
            } => {
                let what = match dice {
                    1 => "a die".to_owned(),
                    n => format!("{n} dice"),
                };
                let faces = match faces.is_empty() {
                    true => String::new(),
                    false => format!(" with {}", self.faces(faces)),
                };
                let until = until
                    .as_ref()
                    .map_or(String::new(), |c| format!(" until {}", self.cond(c)));
                format!("roll {what}{faces} called {}{until}", (self.name)(*name))
            }
            Step::Within {
                seconds,
                after_first,
                body,
            } => {
                let first = if *after_first {
                    " of the first answer"
                } else {
                    ""
                };
                format!(
                    "within {} seconds{first} {}",
                    self.num(seconds),
                    self.block(body)
                )
            }
            Step::Impose { fact, term } => {
                let rule = self.rules.rules.get(fact.index());
                let said = rule.map_or_else(|| format!("fact {}", fact.0), |r| self.imposed(r));
                format!("{said}{}", self.terms(term))
            }
            Step::Later { at, body } => {
                format!("at the {} {}", self.moment_word(at), self.block(body))
            }
            Step::Call(p, object) => {
                let name = self.id(self.rules.procs.get(p.index()).map(|p| p.name));
                let object = object
                    .as_ref()
                    .map_or(String::new(), |s| format!(" {}", self.set(s)));
                format!("{name}{object}")
            }
        }
    }

    /// A choice of all at once says that it is secret.
    fn secret(&self, s: &Step) -> String {
        self.step(s)
    }

    fn faces(&self, faces: &[Value]) -> String {
        self.values(faces)
    }

    /// A thing of these, without an article: `opponent`, `piece you have captured`.
    fn one_of(&self, of: &Set) -> String {
        let said = self.noun(of, &Amount::Any);
        let bare = said.strip_prefix("a ").or(said.strip_prefix("an "));
        bare.map_or_else(|| said.clone(), str::to_owned)
    }

    /// The noun by which the rest of a rule knows a thing of this set: `the pawn`.
    pub(super) fn known_as(&self, s: &Set) -> String {
        let _ = s;
        "it".to_owned()
    }
}

/// A step with a block of its own, behind which its `otherwise` stands.
fn has_a_block(steps: &[Step]) -> bool {
    matches!(
        steps,
        [Step::Within { .. } | Step::Each { .. } | Step::Repeat { .. } | Step::Either { .. }]
    )
}

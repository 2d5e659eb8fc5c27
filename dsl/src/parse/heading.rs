//! Headings of units, powers and kinds.
use super::grammar::Rule;
use super::{Builder, told};
use crate::diagnostic::Edit;
use crate::syntax::*;
use pest::iterators::Pair;

impl<'t> Builder<'t> {
    pub(super) fn unit(&mut self, pair: Pair<'t, Rule>) -> Option<Unit> {
        let kind = match pair.as_rule() {
            Rule::army => UnitKind::Army,
            Rule::variant => UnitKind::Variant,
            Rule::mode => UnitKind::Mode,
            Rule::deck => UnitKind::Deck,
            Rule::scenario => UnitKind::Scenario,
            Rule::power => UnitKind::Power,
            _ => UnitKind::Kind,
        };
        let span = self.span_of(&pair);
        let mut unit = Unit {
            kind,
            name: Ident::default(),
            title: None,
            of: Vec::new(),
            from: None,
            without: Vec::new(),
            tags: Vec::new(),
            block: Block::default(),
            head: self.first_line(&pair),
            span,
        };
        let mut body = false;
        for part in pair.into_inner() {
            let at = part.as_rule();
            match at {
                Rule::name => unit.name = self.ident(&part),
                Rule::text if kind == UnitKind::Scenario => unit.name = self.inner(&part),
                Rule::text => unit.title = Some(self.inner(&part)),
                Rule::written_for => unit.of = self.names(part),
                Rule::from => unit.from = self.from(part),
                Rule::without => unit.without = self.names(part),
                Rule::covers => {
                    unit.tags = part
                        .into_inner()
                        .filter(|p| p.as_rule() == Rule::tag)
                        .map(|p| self.ident(&p))
                        .collect()
                }
                Rule::tags => unit.tags.extend(self.tags(part)),
                Rule::rest => self.heading_rest(&unit, &part),
                Rule::block => {
                    unit.head.hi = (part.as_span().start() as u32)
                        .min(unit.head.hi)
                        .max(unit.head.lo + 1);
                    unit.block = self.block(part, true);
                    body = true;
                }
                _ => {}
            }
        }
        self.check_heading(&unit, body).then_some(unit)
    }

    /// A heading without name or body is reported and its unit left out.
    pub(super) fn check_heading(&mut self, unit: &Unit, body: bool) -> bool {
        if unit.name.text.is_empty() {
            let edit = self.name_edit(unit);
            self.tell(told::no_name(unit.head, unit.kind, edit));
            return false;
        }
        if matches!(unit.kind, UnitKind::Army | UnitKind::Mode) && is_square(&unit.name.text) {
            self.tell(told::named_like_a_square(&unit.name));
        }
        if !body {
            if !self.brace_told {
                self.tell(told::no_body(unit.head, unit.kind));
            }
            return false;
        }
        if unit.kind == UnitKind::Mode && unit.of.is_empty() && unit.from.is_none() {
            self.tell(told::mode_of_nothing(unit.head));
        }
        if let (UnitKind::Variant, Some(first)) = (unit.kind, unit.of.first()) {
            let of = self.text[..first.span.lo as usize].rfind("of");
            let lo = of.map_or(first.span.lo, |at| at as u32);
            let span = Span { lo, ..first.span };
            self.tell(told::variant_of_another(span, &first.text));
        }
        true
    }

    /// How a heading without a name gets one: a title without quotation marks, or one that stands before the name.
    fn name_edit(&self, unit: &Unit) -> Option<Edit> {
        let head = self
            .text
            .get(unit.head.lo as usize..unit.head.hi as usize)?;
        let word = head.find(' ')?;
        let rest = &head[word + 1..];
        let ends = [" of ", " covers ", " [", " {", " from ", " without "];
        // a title may speak of what it is without
        let ends = match unit.kind {
            UnitKind::Scenario => &ends[..4],
            _ => &ends[..],
        };
        let stop = ends.iter().filter_map(|e| rest.find(e)).min();
        let stop = match unit.kind {
            // a title may hold an `of`; that of the heading is the last
            UnitKind::Scenario => last_of(rest, &ends[1..]).or(stop),
            _ => stop,
        };
        let stop = stop.unwrap_or_else(|| rest.trim_end().len());
        let lo = unit.head.lo + word as u32 + 1;
        let span = Span {
            lo,
            hi: lo + stop as u32,
            ..unit.head
        };
        let words = rest[..stop].trim_end();
        let text = match (unit.kind, words.strip_prefix('"')) {
            (UnitKind::Scenario, None) if !words.is_empty() => format!("\"{words}\""),
            (UnitKind::Scenario, _) => return None,
            (_, Some(quoted)) => {
                let (title, name) = quoted.split_once("\" ")?;
                format!("{name} \"{title}\"")
            }
            _ => return None,
        };
        Some(Edit { span, text })
    }

    pub(super) fn heading_rest(&mut self, unit: &Unit, part: &Pair<'t, Rule>) {
        if unit.name.text.is_empty() {
            // told as a heading without a name
            return;
        }
        let span = self.span_of(part);
        let words = part.as_str().trim_end();
        let plain = words.split([' ', '[']).next().unwrap_or("");
        let edit = match plain {
            "for" | "in" | "under" if unit.of.is_empty() => Some(("of", plain.len())),
            "extends" | "changes" | "like" | "based" if unit.from.is_none() => {
                let on = if words.starts_with("based on ") {
                    " on".len()
                } else {
                    0
                };
                Some(("from", plain.len() + on))
            }
            "but" | "except" | "minus" | "lacking" => Some(("without", plain.len())),
            _ => None,
        };
        let edit = edit.map(|(word, len)| Edit {
            span: Span {
                hi: span.lo + len as u32,
                ..span
            },
            text: word.to_owned(),
        });
        let edit = edit.or_else(|| tags_edit(span, words));
        let edit = edit.or_else(|| self.title_edit(unit, span, words));
        self.tell(told::odd_in_heading(span, words, unit.kind, edit));
    }

    /// A title without quotation marks.
    fn title_edit(&self, unit: &Unit, span: Span, words: &str) -> Option<Edit> {
        if unit.title.is_some() || words.contains('"') {
            return None;
        }
        let ends = [" of ", " from ", " without ", " [", " {"];
        let stop = ends.iter().filter_map(|e| words.find(e)).min();
        let stop = match unit.of.is_empty() {
            true => last_of(words, &ends[1..]).or(stop),
            false => stop,
        };
        let title = words[..stop.unwrap_or(words.len())].trim_end();
        Some(Edit {
            span: Span {
                hi: span.lo + title.len() as u32,
                ..span
            },
            text: format!("\"{title}\""),
        })
    }

    pub(super) fn names(&self, pair: Pair<'t, Rule>) -> Vec<Ident> {
        pair.into_inner()
            .filter(|p| p.as_rule() == Rule::name)
            .map(|p| self.ident(&p))
            .collect()
    }

    pub(super) fn from(&self, pair: Pair<'t, Rule>) -> Option<(Ident, Vec<Ident>)> {
        let mut base = None;
        let mut of = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => base = Some(self.ident(&part)),
                Rule::written_for => of = self.names(part),
                _ => {}
            }
        }
        base.map(|b| (b, of))
    }
}

/// Where the last ` of ` of a heading stands, before what follows the names of variants.
fn last_of(words: &str, behind: &[&str]) -> Option<usize> {
    let end = behind.iter().filter_map(|e| words.find(e)).min();
    words[..end.unwrap_or(words.len())].rfind(" of ")
}

/// Tags of which a bracket is missing.
fn tags_edit(span: Span, words: &str) -> Option<Edit> {
    let place = |at: usize, text: &str| Edit {
        span: Span {
            lo: span.lo + at as u32,
            hi: span.lo + at as u32,
            ..span
        },
        text: text.to_owned(),
    };
    match (words.contains('['), words.contains(']')) {
        (true, false) => Some(place(words.trim_end().len(), "]")),
        (false, true) => {
            let dot = words.find('.')?;
            let at = words[..dot].rfind(' ').map_or(0, |i| i + 1);
            Some(place(at, "["))
        }
        _ => None,
    }
}

/// `s1`: a letter and a number, which are a square in every sentence.
fn is_square(name: &str) -> bool {
    let rank = name.strip_prefix(|c: char| c.is_ascii_lowercase());
    rank.is_some_and(|rank| !rank.is_empty() && rank.bytes().all(|b| b.is_ascii_digit()))
}

//! Headings of units, powers and kinds.
use super::Builder;
use super::grammar::Rule;
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
                Rule::rest => self.heading_rest(kind, &part),
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
        let example = match unit.kind {
            UnitKind::Army => "army NAME \"TITLE\" of VARIANT { .. }",
            UnitKind::Variant => "variant NAME \"TITLE\" from VARIANT { .. }",
            UnitKind::Mode => "mode NAME \"TITLE\" of VARIANT { .. }",
            UnitKind::Deck => "deck NAME \"TITLE\" { .. }",
            UnitKind::Scenario => "scenario \"TITLE\" of VARIANT covers CLAUSE { .. }",
            UnitKind::Power => "power NAME { .. }",
            UnitKind::Kind => "kind NAME \"LETTER\" { .. }",
        };
        if unit.name.text.is_empty() {
            self.report_with(
                "E200",
                unit.head,
                "this heading has no name",
                format!("such a heading reads `{example}`"),
            );
            return false;
        }
        if !body {
            self.report_with(
                "E200",
                unit.head,
                "this heading has no body in braces",
                format!("such a heading reads `{example}`"),
            );
            return false;
        }
        if unit.kind == UnitKind::Mode && unit.of.is_empty() && unit.from.is_none() {
            let help = format!("such a heading reads `{example}`");
            self.report_with(
                "E200",
                unit.head,
                "a mode names the variants it is written for",
                help,
            );
        }
        true
    }

    pub(super) fn heading_rest(&mut self, kind: UnitKind, part: &Pair<'t, Rule>) {
        let span = self.span_of(part);
        let word = part.as_str().trim_end();
        let order = match kind {
            UnitKind::Scenario => "a title in quotes, `of`, `covers`",
            UnitKind::Power => "a name, a title in quotes, `of` seats, tags",
            UnitKind::Kind => "a name, a letter in quotes, tags",
            UnitKind::Deck => "a name, a title in quotes, tags",
            _ => "a name, a title in quotes, `of`, `from`, `without`, tags",
        };
        self.report_with(
            "E200",
            span,
            format!("`{word}` does not belong to this heading"),
            format!("in this order, each but the first may be missing: {order}"),
        );
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

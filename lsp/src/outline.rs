//! The shape of a file: its symbols, what folds, and the lens over each scenario.
use crate::text::Text;
use dsl::syntax::*;
use lsp_types::{CodeLens, Command, DocumentSymbol, FoldingRange, SymbolKind};
use serde_json::{Value, json};

/// The words that begin headings and other lines of data.
pub const HEADINGS: [&str; 24] = [
    "army", "variant", "mode", "deck", "scenario", "power", "kind", "option", "to", "setup",
    "position", "board", "seats", "sides", "turns", "stages", "values", "table", "fen", "cards",
    "armies", "modes", "without", "covers",
];

/// The command of a lens.
pub const RUN: &str = "armorial.runScenario";

/// The symbols of a file.
pub fn symbols(text: &Text, tree: &FileTree) -> Vec<DocumentSymbol> {
    tree.units.iter().map(|u| unit(text, u)).collect()
}

fn symbol(
    text: &Text,
    name: &str,
    kind: SymbolKind,
    all: Span,
    at: Span,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    let name = if name.trim().is_empty() { "?" } else { name };
    let (lo, hi) = (all.lo as usize, all.hi as usize);
    let at_lo = (at.lo as usize).clamp(lo, hi.max(lo));
    let at_hi = (at.hi as usize).clamp(at_lo, hi.max(at_lo));
    DocumentSymbol::new(
        name.to_owned(),
        None,
        kind,
        None,
        None,
        text.range(lo, hi),
        text.range(at_lo, at_hi),
        Some(children),
    )
}

fn unit(text: &Text, unit: &Unit) -> DocumentSymbol {
    let kind = match unit.kind {
        UnitKind::Army | UnitKind::Variant => SymbolKind::Module,
        UnitKind::Mode | UnitKind::Deck => SymbolKind::Namespace,
        UnitKind::Scenario => SymbolKind::Event,
        UnitKind::Power => SymbolKind::Interface,
        UnitKind::Kind => SymbolKind::Class,
    };
    let mut children = Vec::new();
    if unit.kind != UnitKind::Scenario {
        inside(text, &unit.block, &mut children);
    }
    let name = match unit.kind {
        UnitKind::Scenario => unit.name.text.clone(),
        kind => format!("{} {}", kind.word(), unit.name.text),
    };
    symbol(text, &name, kind, unit.span, unit.name.span, children)
}

fn inside(text: &Text, block: &Block, out: &mut Vec<DocumentSymbol>) {
    for statement in &block.statements {
        let found = match statement {
            Statement::Power(u) | Statement::Kind(u) => unit(text, u),
            Statement::Option(line) => {
                let name = &line.name;
                let kind = SymbolKind::Constant;
                symbol(text, &name.text, kind, line.span, name.span, Vec::new())
            }
            Statement::Procedure(p) => {
                let words: Vec<&str> = p.line.iter().map(|t| t.text.as_str()).collect();
                let name = format!("to {}", words.join(" "));
                symbol(
                    text,
                    &name,
                    SymbolKind::Function,
                    p.span,
                    p.span,
                    Vec::new(),
                )
            }
            Statement::Sentence(s) => {
                if let Some(label) = &s.label {
                    let kind = SymbolKind::Method;
                    symbol(text, &label.text, kind, s.span, label.span, Vec::new())
                } else if let Some(named) = dsl::phrase::named_here(s) {
                    let kind = SymbolKind::Property;
                    symbol(text, &named.name, kind, s.span, named.span, Vec::new())
                } else {
                    continue;
                }
            }
            _ => continue,
        };
        out.push(found);
    }
}

/// What can be folded: every block and run of rows over more than one line.
pub fn folds(text: &Text, tree: &FileTree) -> Vec<FoldingRange> {
    let mut out = Vec::new();
    for unit in &tree.units {
        fold(text, unit.span, &mut out);
        fold_block(text, &unit.block, &mut out);
    }
    out.dedup();
    out
}

fn fold(text: &Text, span: Span, out: &mut Vec<FoldingRange>) {
    let range = text.range(span.lo as usize, span.hi as usize);
    if range.end.line > range.start.line {
        out.push(FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            ..FoldingRange::default()
        });
    }
}

fn fold_block(text: &Text, block: &Block, out: &mut Vec<FoldingRange>) {
    for statement in &block.statements {
        match statement {
            Statement::Power(u) | Statement::Kind(u) => {
                fold(text, u.span, out);
                fold_block(text, &u.block, out);
            }
            Statement::Frame(line) => fold(text, line.span, out),
            Statement::Procedure(p) => {
                fold(text, p.span, out);
                fold_block(text, &p.block, out);
            }
            Statement::Sentence(s) => {
                fold(text, s.span, out);
                if let Some(block) = &s.block {
                    fold_block(text, block, out);
                }
                for branch in &s.branches {
                    fold(text, branch.span, out);
                    fold_block(text, &branch.block, out);
                }
            }
            _ => {}
        }
    }
}

/// Behind the heading of every kind how far it reaches.
pub fn hints(text: &Text, tree: &FileTree, reach: &dyn Fn(&str) -> Option<String>) -> Vec<Value> {
    fn kinds<'t>(block: &'t Block, out: &mut Vec<&'t Unit>) {
        for statement in &block.statements {
            match statement {
                Statement::Kind(unit) => out.push(unit),
                Statement::Power(unit) => kinds(&unit.block, out),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    tree.units.iter().for_each(|u| kinds(&u.block, &mut found));
    let hint = |unit: &Unit| {
        let mut end = text.position(unit.head.lo as usize);
        end.character = u32::MAX;
        let end = text.position(text.byte(end));
        let label = reach(&unit.name.text)?;
        Some(json!({
            "position": end,
            "label": label,
            "paddingLeft": true,
        }))
    };
    found.into_iter().filter_map(hint).collect()
}

/// A lens over every scenario that runs it.
pub fn lenses(uri: &str, text: &Text, tree: &FileTree) -> Vec<CodeLens> {
    let scenarios = tree.units.iter().filter(|u| u.kind == UnitKind::Scenario);
    scenarios
        .map(|u| CodeLens {
            range: text.range(u.head.lo as usize, u.head.hi as usize),
            command: Some(Command {
                title: "▶ Run scenario".to_owned(),
                command: RUN.to_owned(),
                arguments: Some(vec![json!(uri), json!(u.name.text)]),
                ..Command::default()
            }),
            data: None,
        })
        .collect()
}

//! A syntax tree as text again. Printed and read once more a file must mean the same; that holds reader and tree to
//! saying everything the text says.
use crate::syntax::*;
use std::fmt::Write as _;

/// The text of a file.
pub fn file(tree: &FileTree) -> String {
    let mut printer = Printer::default();
    for tree_unit in &tree.units {
        printer.unit(tree_unit);
        printer.line("");
    }
    printer.out
}

#[derive(Default)]
struct Printer {
    out: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        if !text.is_empty() {
            self.out.push_str(&"  ".repeat(self.depth));
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn unit(&mut self, unit: &Unit) {
        let mut head = unit.kind.word().to_string();
        // A scenario goes by its title.
        if unit.kind == UnitKind::Scenario {
            let _ = write!(head, " \"{}\"", unit.name.text);
        } else {
            let _ = write!(head, " {}", unit.name.text);
        }
        if let Some(title) = &unit.title {
            let _ = write!(head, " \"{}\"", title.text);
        }
        list(&mut head, " of ", &unit.of);
        if let Some((base, of)) = &unit.from {
            let _ = write!(head, " from {}", base.text);
            list(&mut head, " of ", of);
        }
        list(&mut head, " without ", &unit.without);
        if unit.kind == UnitKind::Scenario {
            list(&mut head, " covers ", &unit.tags);
        } else {
            tags(&mut head, &unit.tags);
        }
        self.block(&head, &unit.block, "");
    }

    /// `HEAD { .. }TAIL`.
    fn block(&mut self, head: &str, block: &Block, tail: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        for statement in &block.statements {
            self.statement(statement);
        }
        self.depth -= 1;
        self.line(&format!("}}{tail}"));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Reminder(reminder) => {
                let mut line = format!("({})", reminder.text);
                tags(&mut line, &reminder.tags);
                self.line(&line);
            }
            Statement::Power(unit) | Statement::Kind(unit) => self.unit(unit),
            Statement::Option(option) => self.line(&option_line(option)),
            Statement::Expected(expected) => {
                let mut head = "then position".to_string();
                if let Some(board) = &expected.board {
                    let _ = write!(head, " {}", board.text);
                }
                if let Some(fen) = &expected.fen {
                    let _ = write!(head, " \"{}\"", fen.text);
                }
                self.rows(&head, &expected.rows, &[]);
            }
            Statement::Frame(frame) => self.frame(frame),
            Statement::Procedure(procedure) => {
                let mut head = format!("to {}", tokens(&procedure.line));
                tags(&mut head, &procedure.tags);
                self.block(&head, &procedure.block, "");
            }
            Statement::Sentence(sentence) => self.sentence(sentence),
        }
    }

    fn frame(&mut self, frame: &FrameLine) {
        let mut head = frame.word.text.clone();
        if let Some(name) = &frame.name {
            let _ = write!(head, " {}", name.text);
        }
        if frame.rows.is_empty() {
            let places: Vec<String> = frame.places.iter().map(|p| tokens(p)).collect();
            let _ = write!(head, " {}", places.join(", "));
            tags(&mut head, &frame.tags);
            self.line(&head);
        } else {
            self.rows(&head, &frame.rows, &frame.tags);
        }
    }

    fn rows(&mut self, head: &str, rows: &[Ident], after: &[Ident]) {
        self.line(head);
        for (i, row) in rows.iter().enumerate() {
            let mut line = format!("|{}|", row.text);
            if i + 1 == rows.len() {
                tags(&mut line, after);
            }
            self.line(&line);
        }
    }

    fn sentence(&mut self, sentence: &Sentence) {
        let mut head = String::new();
        if let Some(label) = &sentence.label {
            let _ = write!(head, "*{}* ", label.text);
        }
        head.push_str(&tokens(&sentence.line));
        tags(&mut head, &sentence.tags);
        let reminder = sentence
            .reminder
            .as_ref()
            .map_or_else(String::new, |reminder| {
                let mut text = format!(" ({})", reminder.text);
                tags(&mut text, &reminder.tags);
                text
            });
        let Some(block) = &sentence.block else {
            self.line(&(head + &reminder));
            return;
        };
        let last = sentence.branches.len();
        self.block(&head, block, if last == 0 { &reminder } else { "" });
        for (i, branch) in sentence.branches.iter().enumerate() {
            let mut head = if branch.otherwise { "otherwise" } else { "or" }.to_string();
            if !branch.line.is_empty() {
                let _ = write!(head, " {}", tokens(&branch.line));
            }
            tags(&mut head, &branch.tags);
            self.block(
                &head,
                &branch.block,
                if i + 1 == last { &reminder } else { "" },
            );
        }
    }
}

fn option_line(option: &OptionLine) -> String {
    let mut line = format!("option {}", option.name.text);
    if option.each_player {
        line.push_str(" of each player");
    }
    line.push_str(": ");
    for (i, (value, range)) in option.values.iter().enumerate() {
        line.push_str(&value.text);
        if i + 1 < option.values.len() {
            line.push_str(if *range { " - " } else { ", " });
        }
    }
    if let Some(usually) = &option.usually {
        let _ = write!(line, ", usually {}", usually.text);
    }
    tags(&mut line, &option.tags);
    line
}

fn list(out: &mut String, word: &str, names: &[Ident]) {
    let names: Vec<&str> = names.iter().map(|n| n.text.as_str()).collect();
    if !names.is_empty() {
        let _ = write!(out, "{word}{}", names.join(", "));
    }
}

fn tags(out: &mut String, tags: &[Ident]) {
    let tags: Vec<&str> = tags.iter().map(|t| t.text.as_str()).collect();
    if !tags.is_empty() {
        let _ = write!(out, " [{}]", tags.join(" "));
    }
}

/// Tokens as a line: what belongs to the word before stands at it.
pub fn tokens(line: &[Token]) -> String {
    let mut out = String::new();
    let mut opened = true;
    for token in line {
        let close = matches!(
            token.kind,
            TokenKind::Comma | TokenKind::Close | TokenKind::Possessive | TokenKind::Promoted
        );
        if !opened && !close {
            out.push(' ');
        }
        opened = token.kind == TokenKind::Open;
        match token.kind {
            TokenKind::Text => {
                let _ = write!(out, "\"{}\"", token.text);
            }
            TokenKind::Row => {
                let _ = write!(out, "|{}|", token.text);
            }
            TokenKind::Comma => out.push(','),
            TokenKind::Open => out.push('('),
            TokenKind::Close => out.push(')'),
            _ => out.push_str(&token.text),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    const TEXT: &str = r#"
variant v "A game" from base without a, b [x.1 x.2] {
  board 8 by 8 other than a1-b2
  seats white on rank 1, black on rank 8, drawn by lot [x.3]
  setup
    | P P |
    | K R | [x.4]
  option goal of each player: none, 3 - 20, usually 10
  *label* after you move a piece (of yours), if it is "odd" {
    if it is a king { stop } otherwise if it is a pawn's, you lose otherwise { end the turn }
    either "a" { stop } or "b" { stop }
  } (A reminder.)
  to search a square { mark it as searched }
  (Printed, not run.) [x.5]
  kind king "K" { it moves as "K" }
}
scenario "s" of v, w covers x.1, x.2 {
  position
    | K . |
  white plays a7-a8=Q
  the shuffle gives K, q
  then position
    | . K |
}
"#;

    #[test]
    fn printed_text_reads_the_same() {
        let (tree, _) = parse(FileId(0), TEXT);
        assert_eq!(tree.units.len(), 2);
        let printed = file(&tree);
        let (again, problems) = parse(FileId(0), &printed);
        let errors: Vec<_> = problems.iter().filter(|p| p.is_error()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{printed}");
        assert_eq!(file(&again), printed);
    }
}

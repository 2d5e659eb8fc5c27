//! Options of the host: what they may be, what was chosen, and frame lines that hang on them.
use super::Builder;
use super::told;
use super::words::Words;
use crate::diagnostic::Diagnostic;
use crate::program::Named;
use crate::syntax::{OptionLine, Token, TokenKind};
use engine::ids::OptionId;
use engine::rules::{HostOption, OptionValues};

/// The options of a game with what was chosen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choices {
    /// In the order declared.
    pub options: Vec<Choice>,
}

/// One option.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// As declared.
    pub line: OptionLine,
    /// Values that are words.
    pub words: Vec<String>,
    /// Values that are numbers, single or a range.
    pub numbers: Vec<(i16, i16)>,
    /// What holds: as written.
    pub value: String,
}

impl Choices {
    /// Reads the options; `chosen` are (name, value) of the host. E208 for values an option does not have,
    /// E200 for lines that make no sense.
    pub fn of(
        lines: &[OptionLine],
        chosen: &[(String, String)],
        problems: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut choices = Choices::default();
        for line in lines {
            choices.options.extend(Choice::of(line, problems));
        }
        for (name, value) in chosen {
            choices.choose(name, value, problems);
        }
        choices
    }

    fn choose(&mut self, name: &str, value: &str, problems: &mut Vec<Diagnostic>) {
        let nowhere = crate::syntax::Span::nowhere();
        let names: Vec<String> = self
            .options
            .iter()
            .map(|o| o.line.name.text.clone())
            .collect();
        let Some(option) = self.options.iter_mut().find(|o| o.line.name.text == name) else {
            let problem =
                Diagnostic::new("E208", nowhere, format!("this game has no option `{name}`"));
            problems.push(problem.nearest(name, names.iter().map(String::as_str)));
            return;
        };
        if option.has(value) {
            option.value = value.to_owned();
        } else {
            let said = format!(
                "the option `{name}` cannot be `{value}`; it is {}",
                option.print()
            );
            problems.push(Diagnostic::new("E208", nowhere, said));
        }
    }

    /// Whether the condition behind `while` holds: `[the] NAME is VALUE [or VALUE]`.
    /// E314: it is no such condition. E208: the option has no such value.
    pub fn holds(&self, condition: &[Token], problems: &mut Vec<Diagnostic>) -> bool {
        let span = condition.first().map(|t| t.span).unwrap_or_default();
        let mut words = Words::new(condition, span);
        words.eat(&["the"]);
        let option = words
            .word()
            .and_then(|name| self.options.iter().find(|o| o.line.name.text == name.text));
        let (Some(option), true) = (option, words.eat(&["is"])) else {
            let said = "a frame line can only depend on an option of this game";
            problems.push(
                Diagnostic::new("E314", span, said).help("write `while OPTION is VALUE { .. }`"),
            );
            return false;
        };
        let mut holds = false;
        while let Some(token) = words.take() {
            let value = matches!(token.kind, TokenKind::Word | TokenKind::Number);
            if token.text == "or" {
                continue;
            }
            if !value || !option.has(&token.text) {
                let said = format!(
                    "the option `{}` cannot be `{}`; it is {}",
                    option.line.name.text,
                    token.text,
                    option.print()
                );
                let words = option.words.iter().map(String::as_str);
                problems
                    .push(Diagnostic::new("E208", token.span, said).nearest(&token.text, words));
            }
            holds |= option.value == token.text;
        }
        holds
    }
}

impl Choice {
    fn of(line: &OptionLine, problems: &mut Vec<Diagnostic>) -> Option<Self> {
        let mut choice = Choice {
            line: line.clone(),
            words: Vec::new(),
            numbers: Vec::new(),
            value: String::new(),
        };
        let mut values = line.values.iter();
        while let Some((value, range)) = values.next() {
            let to = if *range {
                values.next().map_or(value, |v| &v.0)
            } else {
                value
            };
            match (value.text.parse::<i16>(), to.text.parse::<i16>()) {
                (Ok(a), Ok(b)) if a <= b => choice.numbers.push((a, b)),
                (Err(_), Err(_))
                    if !*range
                        && !value
                            .text
                            .starts_with(|c: char| c.is_ascii_digit() || c == '-') =>
                {
                    choice.words.push(value.text.clone())
                }
                _ => {
                    let range = format!("{} - {}", value.text, to.text);
                    problems.push(told::bad_range(value.span, Some(&range)));
                    return None;
                }
            }
        }
        let first = line.values.first().map(|v| v.0.text.clone())?;
        choice.value = line
            .usually
            .as_ref()
            .map_or(first.clone(), |u| u.text.clone());
        if !choice.has(&choice.value) {
            let span = line.usually.as_ref().map_or(line.name.span, |u| u.span);
            let said = format!(
                "the usual value `{}` is none of the values: {}",
                choice.value,
                choice.print()
            );
            let words = choice.words.iter().map(String::as_str);
            problems.push(Diagnostic::new("E208", span, said).nearest(&choice.value, words));
            choice.value = first;
        }
        Some(choice)
    }

    /// Whether it may be this.
    pub fn has(&self, value: &str) -> bool {
        let number = value.parse::<i16>();
        let within = |n: i16| self.numbers.iter().any(|(a, b)| (*a..=*b).contains(&n));
        number.map_or_else(|_| self.words.iter().any(|w| w == value), within)
    }

    fn print(&self) -> String {
        let number = |(a, b): &(i16, i16)| {
            if a == b {
                a.to_string()
            } else {
                format!("{a} - {b}")
            }
        };
        let numbers = self.numbers.iter().map(number);
        self.words
            .iter()
            .cloned()
            .chain(numbers)
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The value as the engine keeps it.
    fn code(&self) -> i16 {
        let word = self
            .words
            .iter()
            .position(|w| *w == self.value)
            .map(|i| i as i16);
        match word {
            Some(i) if self.numbers.is_empty() => i,
            Some(i) => -1 - i,
            None => self.value.parse().unwrap_or(0),
        }
    }
}

impl Builder<'_> {
    /// The options, each with what was chosen as its usual value.
    pub fn options(&mut self, choices: &Choices) {
        for choice in &choices.options {
            let id = OptionId::from(self.program.rules.options.len());
            self.declare(&choice.line.name, Named::Option(id));
            for (i, word) in choice.words.iter().enumerate() {
                let all = self.program.names.of(word);
                all.push(Named::OptionValue(id, i as u16));
                all.sort();
            }
            let words = choice
                .words
                .iter()
                .map(|w| self.program.pool.text(w))
                .collect();
            let values = self.option_values(choice, words);
            let name = self.program.pool.text(&choice.line.name.text);
            let src = self.program.pool.source(choice.line.span);
            self.program.rules.options.push(HostOption {
                name,
                each_player: choice.line.each_player,
                values,
                usually: choice.code(),
                src,
            });
        }
    }

    fn option_values(&mut self, choice: &Choice, words: Vec<engine::ids::TextId>) -> OptionValues {
        match (choice.numbers.as_slice(), words.is_empty()) {
            ([], _) => OptionValues::Words(words),
            ([(a, b)], true) => OptionValues::Range(*a, *b),
            ([(a, b)], false) => OptionValues::Mixed(words, *a, *b),
            (many, true) if many.iter().all(|(a, b)| a == b) => {
                OptionValues::Numbers(many.iter().map(|(a, _)| *a).collect())
            }
            (many, _) => {
                self.tell(told::bad_range(choice.line.span, None));
                OptionValues::Mixed(words, many[0].0, many[0].1)
            }
        }
    }
}

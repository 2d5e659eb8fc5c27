//! Where typed lines come from: a terminal with editing and history, or whatever standard input is.
use rustyline::Editor;
use rustyline::config::{Behavior, Config};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use std::io::{self, BufRead, IsTerminal, Write};

/// What came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line without its end.
    Line(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    /// There is no more.
    End,
}

/// Somebody who types.
pub trait Lines {
    /// The next line; what cannot be read as text stands in it as `U+FFFD`.
    ///
    /// # Errors
    /// It cannot be read.
    fn next(&mut self, prompt: &str) -> io::Result<Heard>;
}

/// Lines as they come, with the prompt on standard error.
pub struct Plain<R>(pub R);

impl<R: BufRead> Lines for Plain<R> {
    fn next(&mut self, prompt: &str) -> io::Result<Heard> {
        let mut out = anstream::stderr().lock();
        write!(out, "{prompt}")?;
        out.flush()?;
        drop(out);
        let mut bytes = Vec::new();
        if self.0.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Heard::End);
        }
        let line = String::from_utf8_lossy(&bytes);
        Ok(Heard::Line(line.trim_end_matches(['\n', '\r']).to_string()))
    }
}

/// A line editor with the history of this game.
pub struct Edited(Editor<(), MemHistory>);

impl Edited {
    /// The editor of this terminal.
    ///
    /// # Errors
    /// The terminal does not let itself be used.
    pub fn new() -> io::Result<Edited> {
        // The terminal itself: standard output may be a file.
        let config = Config::builder()
            .behavior(Behavior::PreferTerm)
            .auto_add_history(true)
            .build();
        let history = MemHistory::with_config(&config);
        let editor = Editor::with_history(config, history).map_err(other)?;
        Ok(Edited(editor))
    }
}

impl Lines for Edited {
    fn next(&mut self, prompt: &str) -> io::Result<Heard> {
        loop {
            return match self.0.readline(prompt) {
                Ok(line) => Ok(Heard::Line(line)),
                Err(ReadlineError::Interrupted) => Ok(Heard::Interrupted),
                Err(ReadlineError::Eof) => Ok(Heard::End),
                // The window got another size.
                Err(ReadlineError::Signal(_)) => continue,
                Err(ReadlineError::Io(e)) if e.kind() == io::ErrorKind::InvalidData => {
                    Ok(Heard::Line(char::REPLACEMENT_CHARACTER.to_string()))
                }
                Err(e) => Err(other(e)),
            };
        }
    }
}

fn other(e: ReadlineError) -> io::Error {
    match e {
        ReadlineError::Io(e) => e,
        e => io::Error::other(e.to_string()),
    }
}

/// Whether somebody sits at a terminal: what is typed comes from it and what is said goes to it.
pub fn at_terminal() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_that_is_no_text_is_a_line_like_any_other() {
        let mut lines = Plain(&b"e2\xe94\nquit\r\n"[..]);
        let mut next = || lines.next("").expect("a line");
        assert_eq!(next(), Heard::Line("e2\u{fffd}4".into()));
        assert_eq!(next(), Heard::Line("quit".into()));
        assert_eq!(next(), Heard::End);
    }
}

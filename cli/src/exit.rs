//! Exit codes and failures, the same for every command.
use std::io;
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// 0: all is well.
    Fine,
    /// 1: it ran and found something (a problem, a failed scenario, a divergence).
    Findings,
    /// 2: it could not run (bad use, unreadable file, rules that do not compile).
    CouldNotRun,
    /// 130: broken off (Ctrl-C).
    Interrupted,
}

impl Exit {
    /// Fine, or findings if there were some.
    pub fn found(something: bool) -> Exit {
        if something {
            Exit::Findings
        } else {
            Exit::Fine
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::Findings => 1,
            Exit::CouldNotRun => 2,
            Exit::Interrupted => 130,
        })
    }
}

/// Why a command could not run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A sentence for the user.
    #[error("{0}")]
    Said(String),
    /// Diagnostics, already rendered.
    #[error("{0}")]
    Rendered(String),
    /// A file.
    #[error("{path}: {source}")]
    File {
        /// As the user named it.
        path: String,
        /// What went wrong.
        source: io::Error,
    },
    /// Reading what is typed failed.
    #[error("cannot read what is typed: {0}")]
    Read(io::Error),
    /// Printing failed.
    #[error("cannot write: {0}")]
    Print(#[from] io::Error),
}

impl Failure {
    /// A failure with this sentence.
    pub fn said(sentence: impl Into<String>) -> Failure {
        Failure::Said(sentence.into())
    }

    /// What to print on standard error.
    pub fn text(&self) -> String {
        match self {
            Failure::Rendered(text) => text.trim_end().to_string(),
            other => {
                let red = anstyle::AnsiColor::Red.on_default().bold();
                format!("{red}error{red:#}: {other}")
            }
        }
    }

    /// The reader of the output went away (`armorial list | head`).
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Print(e) if e.kind() == io::ErrorKind::BrokenPipe)
    }
}

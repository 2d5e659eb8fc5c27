//! Diagnostics: every problem of a rules text as data; the host renders them.
use crate::syntax::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// A remark.
    Note,
    /// Should be mended.
    Warning,
    /// Stops the sentence, file or match.
    Error,
}

/// One problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code: `E100`.
    pub code: &'static str,
    /// How bad.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What is wrong, in one sentence without capital and full stop.
    pub message: String,
    /// What works instead.
    pub help: Option<String>,
}

//! *You* in a line of a scenario, where nobody speaks: told where it is said, never taken for nobody.
use super::reader::error;
use super::run::YOU;
use crate::diagnostic::Diagnostic;
use crate::syntax::Token;
use engine::rules::{Base, Node};

/// *You*.
pub(super) fn is_you(node: &Node) -> bool {
    matches!(node, Node::Set(set) if set.base == Base::You)
}

/// E117: nobody is *you* in a line of a scenario.
pub(super) fn nobodys_own(tokens: &[Token], of_you: bool) -> Result<(), Diagnostic> {
    let said = |t: &&Token| YOU.contains(&t.text.to_lowercase().as_str());
    let Some(first) = tokens.first().filter(|_| of_you) else {
        return Ok(());
    };
    let at = tokens.iter().find(said).unwrap_or(first);
    let message = format!(
        "`{}`: nobody speaks in a scenario, so it is nobody's",
        at.text
    );
    let help = "name the seat: `the king of white`, `a piece of black attacks c2`";
    Err(error("E117", at.span, message, Some(help.to_owned())))
}

//! What a change of a file would be, as a unified diff.
use similar::TextDiff;

/// The diff from one text of a file to another; empty if they are the same.
pub fn unified(path: &str, before: &str, after: &str) -> String {
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(3)
        .header(path, path)
        .to_string()
}

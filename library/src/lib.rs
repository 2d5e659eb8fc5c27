//! The embedded library: every rule file of `armies/` and `variants/`, so that an installed program (or a
//! wasm module) works without any files beside it.

/// One embedded file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// Its path from the root of the project, with `/`: `variants/chess.variant`.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All embedded files, sorted by path.
pub const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn files_are_sorted_by_path_without_duplicates() {
        assert!(FILES.windows(2).all(|w| w[0].path < w[1].path));
    }
}

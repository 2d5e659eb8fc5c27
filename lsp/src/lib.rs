//! The language server: what an editor asks about rule files, answered with the same library code as the commands.
//!
//! It reads, prints and runs nothing by itself: files, the shelf of rule files and scenarios come from a [`Host`].
pub mod acts;
pub mod complete;
pub mod grammar;
pub mod hover;
pub mod index;
pub mod lexical;
pub mod names;
pub mod outline;
pub mod paths;
pub mod problems;
pub mod server;
pub mod text;
pub mod worker;
pub mod world;

pub use server::{serve, serve_stdio};

use dsl::diagnostic::Diagnostic;
use dsl::gather::Setting;
use dsl::library::Library;

/// A rule file: its path and what it says.
pub type File = (String, String);

/// A set of rule files as the commands read it.
pub struct Shelf {
    /// The files of the user, the embedded ones they do not replace before them.
    pub library: Library,
    /// How many of the files, at the end, are the user's.
    pub own: usize,
}

/// How a scenario went in one variant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ran {
    /// The variant.
    pub variant: String,
    /// What is wrong, if it failed.
    pub failed: Option<String>,
    /// The line it failed at, `file:line`.
    pub place: Option<String>,
    /// The board at the end, or before the line that failed.
    pub board: Option<String>,
}

/// The moves of a kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// The kind's name.
    pub kind: String,
    /// Its moves as text: a board with signs, their key, footnotes.
    pub text: String,
    /// How far it reaches, in a few words.
    pub reach: String,
}

/// What the server needs from the program around it.
pub trait Host: Send + Sync + 'static {
    /// The rule files below a folder.
    fn folder(&self, path: &str) -> Vec<File>;
    /// These files as the commands read them, after what was read before.
    fn shelf(&self, own: &[File], before: Option<&Shelf>) -> Shelf;
    /// All problems of the last so many files, and the settings they are compiled in.
    fn problems(&self, own: &[File], asked: usize) -> (Shelf, Vec<Diagnostic>, Vec<Setting>);
    /// Runs the scenario of this title in the last of the files, in every variant it is written for.
    fn run(&self, own: &[File], title: &str) -> Vec<Ran>;
    /// The moves of the kinds that there are in the games of the last of the files.
    fn moves(&self, own: &[File]) -> Vec<Moves>;
    /// Where the book is on the web; empty: nowhere that is known.
    fn book(&self) -> String;
    /// Where an editor can open a file of the embedded library.
    fn place(&self, embedded: &str) -> Option<String>;
}

//! The record of a game as it goes: where it is kept, written whole each time, and what a signal does.
use crate::exit::Failure;
use crate::files;
use signal_hook::consts::TERM_SIGNALS;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where a record is written.
#[derive(Debug, Default)]
pub struct Keeper {
    path: Option<String>,
    /// Nobody asked for the file: a game in which nothing was decided leaves none.
    own: bool,
    /// What was written last.
    written: Option<String>,
    /// The last try failed, and that was told.
    failing: bool,
}

impl Keeper {
    /// Writes to this file, which is looked at now: a game must not end before it is found that it cannot be kept.
    ///
    /// # Errors
    /// Nothing can be written there.
    pub fn at(path: &str) -> Result<Keeper, Failure> {
        files::check(path)?;
        Ok(Keeper {
            path: Some(path.to_string()),
            ..Keeper::default()
        })
    }

    /// Writes to a file of its own.
    pub fn own(path: String) -> Keeper {
        Keeper {
            path: Some(path),
            own: true,
            ..Keeper::default()
        }
    }

    /// Whether there is something to write: before the first decision what is there already stays.
    pub fn wants(&self, decisions: usize, ended: bool) -> bool {
        decisions > 0 || self.written.is_some() || (ended && !self.own)
    }

    /// Where the record is; none: it is not kept, or not yet.
    pub fn kept(&self) -> Option<&str> {
        self.path.as_deref().filter(|_| self.written.is_some())
    }

    /// Writes what is new. What goes wrong is to be told, once.
    ///
    /// # Errors
    /// What to tell.
    pub fn keep(&mut self, record: &str) -> Result<(), String> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        if self.written.as_deref() == Some(record) {
            return Ok(());
        }
        match files::write(path, record) {
            Ok(()) => {
                self.written = Some(record.to_string());
                match std::mem::take(&mut self.failing) {
                    true => Err(format!("the record is kept again in {path}")),
                    false => Ok(()),
                }
            }
            Err(_) if self.failing => Ok(()),
            Err(failure) => {
                self.failing = true;
                Err(format!(
                    "the record cannot be written ({failure}); the game goes on, and it is tried again after every decision"
                ))
            }
        }
    }

    /// The last try failed.
    pub fn failing(&self) -> bool {
        self.failing
    }
}

/// A file of its own for a game nobody asked to record, in the folder where programs of this system keep their state.
pub fn own_file(variant: &str, seed: u64) -> Option<String> {
    let folder = state_folder(|name| std::env::var_os(name).map(PathBuf::from))?;
    std::fs::create_dir_all(&folder).ok()?;
    free_name(&folder, variant, seed)
}

fn state_folder(var: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let set = |name: &str| var(name).filter(|path| path.is_absolute());
    set("XDG_STATE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| Some(set("HOME")?.join(".local").join("state")))
        .map(|folder| folder.join("armorial"))
}

/// The first name that no file has.
fn free_name(folder: &Path, variant: &str, seed: u64) -> Option<String> {
    let name = |n: u32| match n {
        1 => format!("{variant}-{seed}.txt"),
        n => format!("{variant}-{seed}-{n}.txt"),
    };
    (1..10_000)
        .map(|n| folder.join(name(n)))
        .find(|path| !path.exists())
        .and_then(|path| path.to_str().map(str::to_string))
}

/// The terminal was closed.
#[cfg(unix)]
const HANGUP: &[i32] = &[signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const HANGUP: &[i32] = &[];

/// What Ctrl-C and its like do: while somebody thinks they end the program at once (everything is written); while the program
/// works they are a wish to stop, which the game grants after the decision at hand.
#[derive(Debug)]
pub struct Stop {
    wished: Arc<AtomicBool>,
    thinking: Arc<AtomicBool>,
}

impl Stop {
    /// Nobody listens to signals.
    pub fn never() -> Stop {
        Stop {
            wished: Arc::default(),
            thinking: Arc::default(),
        }
    }

    /// Signals that would end the program are listened to from now on.
    ///
    /// # Errors
    /// The system does not allow it.
    pub fn on_signals() -> std::io::Result<Stop> {
        let stop = Stop::never();
        for signal in TERM_SIGNALS.iter().chain(HANGUP) {
            let signal = *signal;
            signal_hook::flag::register_conditional_default(signal, stop.thinking.clone())?;
            signal_hook::flag::register(signal, stop.wished.clone())?;
        }
        Ok(stop)
    }

    /// Whether the game is to stop.
    pub fn wished(&self) -> bool {
        self.wished.load(Ordering::SeqCst)
    }

    /// Somebody thinks, or does not any more.
    pub fn thinking(&self, so: bool) {
        self.thinking.store(so, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("armorial-keep-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn a_write_that_fails_is_told_once_and_so_is_that_it_works_again() {
        let folder = scratch("gone");
        let path = folder.join("g.txt").display().to_string();
        let mut keeper = Keeper::at(&path).expect("a place");
        assert_eq!(keeper.keep("one"), Ok(()));
        std::fs::remove_dir_all(&folder).expect("it goes");
        assert!(keeper.keep("two").expect_err("told").contains("goes on"));
        assert_eq!(keeper.keep("three"), Ok(()), "told already");
        std::fs::create_dir_all(&folder).expect("a folder");
        assert!(keeper.keep("four").expect_err("told").contains("again"));
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "four");
    }

    #[test]
    fn an_older_game_of_the_same_seed_is_not_written_over() {
        let folder = scratch("names");
        let first = free_name(&folder, "v", 7).expect("a name");
        std::fs::write(&first, "a game").expect("a file");
        let second = free_name(&folder, "v", 7).expect("a name");
        assert_ne!(first, second);
    }

    #[test]
    fn the_state_folder_is_that_of_the_system() {
        let only = |known: &'static str, path: &'static str| {
            state_folder(move |name| (name == known).then(|| PathBuf::from(path)))
        };
        assert_eq!(only("XDG_STATE_HOME", "/s"), Some("/s/armorial".into()));
        assert_eq!(only("HOME", "/h"), Some("/h/.local/state/armorial".into()));
        assert_eq!(only("HOME", "not/absolute"), None);
        assert_eq!(only("OTHER", "/h"), None);
    }
}

//! The work behind the answers: whole links of a file's settings and runs of scenarios, on a thread of its own.
use crate::problems::shown;
use crate::text::plain;
use crate::{File, Host, Moves, Ran};
use dsl::assemble::program;
use dsl::gather::Setting;
use dsl::library::Library;
use dsl::phrase::{read, readings};
use engine::ids::SourceId;
use engine::rules::Source;
use lsp_server::RequestId;
use lsp_types::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long typing must rest before a file is linked.
pub const REST: Duration = Duration::from_millis(120);

/// What the worker is asked for.
pub enum Job {
    /// Link the last of these files and tell its problems.
    Check {
        /// Its path.
        path: String,
        /// Its version in the editor.
        version: i32,
        /// All files of the user.
        own: Vec<File>,
    },
    /// Draw the moves of the kinds of the last of these files.
    Draw {
        /// Its path.
        path: String,
        /// All files of the user.
        own: Vec<File>,
    },
    /// Run a scenario of the last of these files.
    Run {
        /// Whom to answer.
        id: RequestId,
        /// Which one.
        title: String,
        /// All files of the user.
        own: Vec<File>,
    },
}

/// What the worker found.
pub enum Done {
    /// See [`Job::Check`].
    Checked {
        /// The file.
        path: String,
        /// Its version when it was read.
        version: i32,
        /// Its problems.
        problems: Vec<Diagnostic>,
    },
    /// What its sentences were understood to mean.
    Understood {
        /// The file.
        path: String,
        /// By sentence.
        sentences: BTreeMap<String, Vec<String>>,
    },
    /// See [`Job::Draw`].
    Drawn {
        /// The file.
        path: String,
        /// The moves of its kinds.
        moves: Vec<Moves>,
    },
    /// See [`Job::Run`].
    Ran {
        /// Whom to answer.
        id: RequestId,
        /// Which one.
        title: String,
        /// Per variant.
        ran: Vec<Ran>,
    },
}

/// What sentences were understood to mean, and how kinds move, by file.
#[derive(Default)]
pub struct Readings {
    sentences: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    moves: BTreeMap<String, BTreeMap<String, Moves>>,
}

impl Readings {
    /// The readings of a sentence as it stands; none while it has not been linked.
    pub fn of(&self, path: &str, words: &str) -> Option<&Vec<String>> {
        self.sentences.get(path)?.get(words)
    }

    /// Keeps what was found. Sentences that did not link keep what they meant before: they are asked for by their words.
    pub fn keep(&mut self, path: String, sentences: BTreeMap<String, Vec<String>>) {
        if !sentences.is_empty() {
            self.sentences.insert(path, sentences);
        }
    }

    /// The moves of a kind as the games of this file have it.
    pub fn moves_of(&self, path: &str, kind: &str) -> Option<&Moves> {
        self.moves.get(path)?.get(kind)
    }

    /// Keeps what was drawn; a file that does not link keeps what it had before.
    pub fn keep_moves(&mut self, path: String, moves: Vec<Moves>) {
        if !moves.is_empty() {
            let by_kind = moves.into_iter().map(|m| (m.kind.clone(), m));
            self.moves.insert(path, by_kind.collect());
        }
    }
}

/// Starts the worker. What it has found goes to `tell`.
pub fn start(host: Arc<dyn Host>, tell: impl Fn(Done) + Send + 'static) -> Sender<Job> {
    let (jobs, inbox) = channel();
    std::thread::spawn(move || work(&*host, &inbox, &tell));
    jobs
}

fn work(host: &dyn Host, inbox: &Receiver<Job>, tell: &dyn Fn(Done)) {
    let mut waiting: BTreeMap<String, Job> = BTreeMap::new();
    // pictures come when there is nothing else to do
    let mut to_draw: BTreeMap<String, Job> = BTreeMap::new();
    loop {
        let next = if waiting.is_empty() && to_draw.is_empty() {
            inbox.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            inbox.recv_timeout(REST)
        };
        match next {
            Ok(Job::Check { path, version, own }) => {
                let job = Job::Check {
                    path: path.clone(),
                    version,
                    own,
                };
                waiting.insert(path, job);
            }
            Ok(job) => carry_out(host, job, tell),
            Err(RecvTimeoutError::Timeout) => {
                let first = waiting.pop_first().or_else(|| to_draw.pop_first());
                let Some((path, job)) = first else { continue };
                if let Job::Check { own, .. } = &job {
                    let (path, own) = (path.clone(), own.clone());
                    let draw = Job::Draw {
                        path: path.clone(),
                        own,
                    };
                    to_draw.insert(path, draw);
                }
                carry_out(host, job, tell);
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// What the sentences of a setting were understood to mean; what reads stands beside what does not.
fn understood(library: &Library, setting: &Setting) -> Vec<(Source, String)> {
    let Some(program) = program(library, setting).0 else {
        return Vec::new();
    };
    let rules = read(program).0.finish();
    let place = |src: SourceId| rules.sources.get(src.index()).cloned();
    readings(&rules)
        .into_iter()
        .filter_map(|(src, reading)| Some((place(src)?, reading)))
        .collect()
}

/// Does one job. A panic below costs its answer, never the server.
fn carry_out(host: &dyn Host, job: Job, tell: &dyn Fn(Done)) {
    match job {
        Job::Check { path, version, own } => {
            let linked = catch_unwind(AssertUnwindSafe(|| host.problems(&own, 1)));
            let Ok((shelf, found, settings)) = linked else {
                return;
            };
            let files = shelf.library.files();
            let here = |f: u32| files.get(f as usize).filter(|f| f.name == path);
            let book = host.book();
            let problems = found
                .iter()
                .filter_map(|d| Some(shown(d, here(d.span.file.0)?, &book)))
                .collect();
            tell(Done::Checked {
                path: path.clone(),
                version,
                problems,
            });
            let mut sentences: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for setting in settings {
                let linked =
                    catch_unwind(AssertUnwindSafe(|| understood(&shelf.library, &setting)));
                for (source, reading) in linked.unwrap_or_default() {
                    if source.file == path {
                        let readings = sentences.entry(plain(&source.words)).or_default();
                        readings.insert(reading);
                    }
                }
            }
            let sentences = sentences
                .into_iter()
                .map(|(s, r)| (s, r.into_iter().collect()))
                .collect();
            tell(Done::Understood { path, sentences });
        }
        Job::Draw { path, own } => {
            let drawn = catch_unwind(AssertUnwindSafe(|| host.moves(&own)));
            let moves = drawn.unwrap_or_default();
            tell(Done::Drawn { path, moves });
        }
        Job::Run { id, title, own } => {
            let ran = catch_unwind(AssertUnwindSafe(|| host.run(&own, &title)));
            let failed = || {
                vec![Ran {
                    failed: Some("the program panicked".to_owned()),
                    ..Ran::default()
                }]
            };
            let ran = ran.unwrap_or_else(|_| failed());
            tell(Done::Ran { id, title, ran });
        }
    }
}

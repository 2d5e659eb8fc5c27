//! Sharing games out over threads: which thread plays which game never changes what the games come to. Knows no rules.
use super::tally::Tally;
use crate::args::Simulate;
use crate::exit::Failure;
use crate::talk;
use engine::rules::Ruleset;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signal_hook::consts::TERM_SIGNALS;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A failure, and in which game.
pub type Failed = (Option<u64>, Failure);

/// Plays games until all are played, one fails, or the user wants to stop (`true`); `player` makes what plays one game and counts
/// it, once for each thread. Of several failures that of the first game is told.
pub fn share_out<M, P>(args: &Simulate, rules: &Ruleset, player: M) -> Result<(Tally, bool), Failed>
where
    M: Fn() -> Result<P, Failure> + Sync,
    P: FnMut(u64, &mut Tally) -> Result<(), Failure>,
{
    let stop = on_signals().map_err(|e| (None, Failure::from(e)))?;
    let failed = AtomicBool::new(false);
    let next = AtomicU64::new(0);
    talk::detail("playing; Ctrl-C ends it with what was played so far");
    let bar = progress(args.games);
    let work = || {
        let mut tally = Tally::new(rules);
        let mut play = player().map_err(|e| (None, e))?;
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= args.games {
                break;
            }
            play(n, &mut tally).map_err(|e| {
                failed.store(true, Ordering::Relaxed);
                (Some(n), e)
            })?;
            bar.inc(1);
        }
        Ok(tally)
    };
    let parts: Vec<Result<Tally, Failed>> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..args.threads).map(|_| scope.spawn(work)).collect();
        let joined = running.into_iter().map(|thread| thread.join());
        joined
            .map(|r| r.unwrap_or_else(|_| Err((None, Failure::said("a thread stopped")))))
            .collect()
    });
    bar.finish_and_clear();
    let mut all = Tally::new(rules);
    let mut first: Option<Failed> = None;
    for part in parts {
        match part {
            Ok(tally) => all.add(tally),
            Err(failure) if first.as_ref().is_none_or(|f| failure.0 < f.0) => first = Some(failure),
            Err(_) => {}
        }
    }
    match first {
        Some(failure) => Err(failure),
        None => Ok((all, stop.load(Ordering::Relaxed))),
    }
}

/// Set by Ctrl-C and its like; a second one ends the program at once.
fn on_signals() -> std::io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in TERM_SIGNALS {
        signal_hook::flag::register_conditional_default(*signal, stop.clone())?;
        signal_hook::flag::register(*signal, stop.clone())?;
    }
    Ok(stop)
}

/// A line with the rate and the time left, where somebody looks: on a terminal, unless the user wants quiet.
fn progress(games: u64) -> ProgressBar {
    let target = match talk::is_quiet() {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    };
    let bar = ProgressBar::with_draw_target(Some(games), target);
    let template = "{human_pos} of {human_len} games, {per_sec}, {eta} left";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

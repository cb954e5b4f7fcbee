//! A sign of life: one line on the terminal for work that may take long, gone when the work is done.
//!
//! Pipes and files see nothing of it, and neither does somebody who asked for JSON.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::borrow::Cow;
use std::io::{IsTerminal, stderr};
use std::time::Duration;

/// How often the clock on the line moves.
const TICK: Duration = Duration::from_millis(250);

/// The line; it disappears with this value, on an error too.
pub struct Progress(ProgressBar);

impl Progress {
    /// Begins a line with these words. Nothing is shown if it is to be quiet or nobody looks.
    pub fn begin(quiet: bool, words: impl Into<Cow<'static, str>>) -> Self {
        if quiet || !stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        bar.set_message(words);
        bar.enable_steady_tick(TICK);
        Self(bar)
    }

    /// Shows where things stand.
    pub fn say(&self, words: impl Into<Cow<'static, str>>) {
        if !self.0.is_hidden() {
            self.0.set_message(words);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

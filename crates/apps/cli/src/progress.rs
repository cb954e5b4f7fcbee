//! A progress line on the terminal for long work, removed at the end.
//!
//! Shown only on a terminal and not with `--json`.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::borrow::Cow;
use std::io::{IsTerminal, stderr};
use std::time::Duration;

/// The update interval of the elapsed time.
const TICK: Duration = Duration::from_millis(250);

/// The line; removed on drop, also after an error.
pub struct Progress(ProgressBar);

impl Progress {
    /// Starts a line with this text. Nothing is shown if quiet or not on a terminal.
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

//! The table that is printed: what was tried, what came out, what was promised.

use std::fmt::Display;
use std::fmt::Write;
use std::time::Duration;

/// One line of the table.
pub struct Row {
    name: String,
    figure: String,
    limit: String,
    pub ok: bool,
}

impl Row {
    pub fn new(name: impl Into<String>, figure: impl Display, limit: impl Display, ok: bool) -> Self {
        Self { name: name.into(), figure: figure.to_string(), limit: limit.to_string(), ok }
    }

    /// A scenario that did not come to a figure.
    pub fn fails(name: &str, why: impl Display) -> Self {
        Self::new(name, why, "an answer", false)
    }

    /// A check that cannot be made here, and what it needs.
    pub fn skipped(name: &str, needs: &str) -> Self {
        Self::new(name, format!("skipped: {needs}"), "no error", true)
    }

    /// Something counted, of which there may be none.
    pub fn none_of(name: impl Into<String>, bad: usize, of: usize, what: &str) -> Self {
        Self::new(name, format!("{bad} of {of} {what}"), format!("0 {what}"), bad == 0 && of > 0)
    }

    /// A time and the most it may be.
    pub fn time(name: impl Into<String>, time: Duration, most: Duration) -> Self {
        Self::new(name, pretty(time), format!("at most {}", pretty(most)), time <= most)
    }

    /// Memory in MiB and the most it may be.
    pub fn memory(name: impl Into<String>, grown: u64, most: u64) -> Self {
        Self::new(name, format!("+{grown} MiB"), format!("at most +{most} MiB"), grown <= most)
    }

    /// A command that has to be refused with these words.
    pub fn refused(name: impl Into<String>, refused: bool, said: &str) -> Self {
        let line = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing said");
        Self::new(name, line.chars().take(70).collect::<String>(), "refused, with the reason", refused)
    }
}

/// A time as people read it.
pub fn pretty(time: Duration) -> String {
    if time < Duration::from_secs(2) {
        format!("{:.0} ms", time.as_secs_f64() * 1e3)
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

/// The value below which this share of the sorted times lies.
pub fn percentile(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    let at = ((times.len() as f64 * share).ceil() as usize).clamp(1, times.len().max(1)) - 1;
    times.get(at).copied().unwrap_or(Duration::ZERO)
}

/// The table in Markdown, so that it can be kept as it is.
pub fn text(rows: &[Row]) -> String {
    let mut text = String::from("| what | measured | promised | |\n|---|---|---|---|\n");
    for row in rows {
        let verdict = if row.ok { "ok" } else { "FAILED" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {} | {} | {} | {verdict} |", row.name, row.figure.replace('|', "/"), row.limit);
    }
    text
}

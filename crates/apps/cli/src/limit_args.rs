//! The options that limit a search.

use crate::words;
use anyhow::bail;
use quadrille_core::Refusal;
use quadrille_engine::Limits;
use quadrille_support::threads;
use std::str::FromStr;
use std::time::Duration;

/// The heading of these options in the help.
const HEADING: &str = "Limits";

/// Bounds of a search; the first one reached ends it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct LimitArgs {
    /// Stop after this time per move: 500ms, 5s, 2m.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, help_heading = HEADING)]
    pub time: Option<String>,
    /// Stop at this depth, in plies.
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_hyphen_values = true, help_heading = HEADING)]
    pub depth: Option<u32>,
    /// Stop after N nodes.
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_hyphen_values = true, help_heading = HEADING)]
    pub nodes: Option<u64>,
    /// Stop after N playouts.
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_hyphen_values = true, help_heading = HEADING)]
    pub playouts: Option<u64>,
}

impl LimitArgs {
    /// The limits given.
    pub fn limits(&self) -> anyhow::Result<Limits> {
        for (name, value) in
            [("--nodes", self.nodes), ("--playouts", self.playouts), ("--depth", self.depth.map(u64::from))]
        {
            if value == Some(0) {
                bail!(words::NOTHING_TO_SEARCH.refuse().with("option", name));
            }
        }
        let time = self.time.as_deref().map(parse_duration).transpose()?;
        Ok(Limits { depth: self.depth, nodes: self.nodes, playouts: self.playouts, time, ..Limits::default() })
    }

    /// The limits given, or one second per move if there are none.
    pub fn limits_or_default(&self) -> anyhow::Result<Limits> {
        let limits = self.limits()?;
        Ok(if limits == Limits::default() { Limits::time(Duration::from_secs(1)) } else { limits })
    }
}

/// Parses a whole number, with our own error messages.
fn whole<T: FromStr>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|_| words::NOT_WHOLE.refuse())
}

/// A number of threads.
pub fn parse_threads(text: &str) -> Result<usize, Refusal> {
    let refusal = || words::NOT_BETWEEN.refuse().with("least", 1).with("most", threads::MOST);
    text.parse().ok().filter(|number| (1..=threads::MOST).contains(number)).ok_or_else(refusal)
}

/// The maximum time of a search.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3_600);

/// Reads `5s`, `500ms`, `1.5s`, `2m`, `1h`; a bare number is seconds.
pub fn parse_duration(text: &str) -> anyhow::Result<Duration> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let not_a_time = || words::TIME_NUMBER.refuse().quote("text", text);
    anyhow::ensure!(!number.trim().is_empty(), not_a_time());
    let scale = match unit {
        "ms" => 1e-3,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3_600.0,
        _ => bail!(words::TIME_UNIT.refuse().quote("text", text).quote("unit", unit)),
    };
    let number: f64 = number.trim().parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(not_a_time)?;
    if number <= 0.0 {
        bail!(words::TIME_ZERO.refuse().quote("text", text));
    }
    Ok(Duration::try_from_secs_f64(number * scale).unwrap_or(LONGEST).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_times_with_units() {
        for (text, milliseconds) in [("500ms", 500), ("5s", 5_000), ("1.5s", 1_500), ("2m", 120_000), ("3", 3_000)] {
            assert_eq!(parse_duration(text).unwrap(), Duration::from_millis(milliseconds), "{text}");
        }
        assert_eq!(parse_duration("999999999999999h").unwrap(), LONGEST);
    }

    #[test]
    fn refuses_nonsense() {
        for text in ["", "0", "0s", "-1s", "NaN", "inf", "5 weeks", "s", "--"] {
            assert!(parse_duration(text).is_err(), "{text:?}");
        }
    }
}

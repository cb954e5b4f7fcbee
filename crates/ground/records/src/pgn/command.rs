//! The commands that servers and programs write inside comments: `[%clk 1:02:03]`, `[%emt 0:00:05]`, `[%eval 0.25]`.

use std::time::Duration;

/// An engine's judgement, from White's side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Evaluation {
    /// In pawns.
    Pawns(f64),
    /// Mate in this many moves; negative when Black mates.
    Mate(i32),
}

/// What the commands of a comment say, and the text without them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CommentCommands {
    /// `[%clk …]`: the time left on the clock of the side that moved.
    pub clock: Option<Duration>,
    /// `[%emt …]`: the time spent on the move.
    pub elapsed: Option<Duration>,
    /// `[%eval …]`.
    pub evaluation: Option<Evaluation>,
    /// The depth behind a comma in `[%eval 0.25,20]`.
    pub depth: Option<u32>,
    /// Other commands by name, and those above whose argument cannot be read, as written.
    pub others: Vec<(String, String)>,
    /// The comment without commands.
    pub text: String,
}

impl CommentCommands {
    /// Takes a comment apart.
    #[must_use]
    pub fn parse(comment: &str) -> Self {
        let mut parts = Self::default();
        let mut rest = comment;
        let mut words: Vec<&str> = Vec::new();
        while let Some(start) = rest.find("[%") {
            let Some(length) = rest[start..].find(']') else { break };
            words.push(rest[..start].trim());
            parts.command(&rest[start + 2..start + length]);
            rest = &rest[start + length + 1..];
        }
        words.push(rest.trim());
        words.retain(|word| !word.is_empty());
        parts.text = words.join(" ");
        parts
    }

    fn command(&mut self, command: &str) {
        let (name, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let argument = argument.trim();
        let understood = match name {
            "clk" => put(&mut self.clock, parse_clock(argument)),
            "emt" => put(&mut self.elapsed, parse_clock(argument)),
            "eval" => self.evaluate(argument),
            _ => false,
        };
        if !understood {
            self.others.push((name.to_owned(), argument.to_owned()));
        }
    }

    fn evaluate(&mut self, argument: &str) -> bool {
        let (score, depth) = argument.split_once(',').unwrap_or((argument, ""));
        self.depth = depth.trim().parse().ok();
        let evaluation = match score.trim().strip_prefix('#') {
            Some(moves) => moves.parse().ok().map(Evaluation::Mate),
            None => score.trim().parse().ok().filter(|pawns: &f64| pawns.is_finite()).map(Evaluation::Pawns),
        };
        put(&mut self.evaluation, evaluation)
    }
}

fn put<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let understood = value.is_some();
    *place = value.or(place.take());
    understood
}

/// A clock reading `h:mm:ss`, `mm:ss` or `ss`, the seconds with a fraction.
fn parse_clock(text: &str) -> Option<Duration> {
    let mut fields = text.rsplit(':');
    let seconds: f64 = fields.next()?.parse().ok()?;
    let minutes: u64 = fields.next().map_or(Some(0), |field| field.parse().ok())?;
    let hours: u64 = fields.next().map_or(Some(0), |field| field.parse().ok())?;
    if fields.next().is_some() {
        return None;
    }
    let whole = hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?;
    Duration::from_secs(whole).checked_add(Duration::try_from_secs_f64(seconds).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_leave_the_comment() {
        let parts = CommentCommands::parse(" Good [%eval -1.25,18] [%clk 1:02:03.5] move [%csl Ga4]");
        assert_eq!(parts.clock, Some(Duration::from_millis(3_723_500)));
        assert_eq!(parts.evaluation, Some(Evaluation::Pawns(-1.25)));
        assert_eq!((parts.depth, parts.text.as_str()), (Some(18), "Good move"));
        assert_eq!(parts.others, [("csl".to_owned(), "Ga4".to_owned())]);
    }

    #[test]
    fn clocks_of_every_length_and_nonsense() {
        let clock = |text: &str| CommentCommands::parse(&format!("[%emt {text}]")).elapsed;
        assert_eq!(clock("5"), Some(Duration::from_secs(5)));
        assert_eq!(clock("2:05"), Some(Duration::from_secs(125)));
        for nonsense in ["", "-5", "1:2:3:4", "x", "99999999999999999999:00:00", "1e400", "NaN"] {
            assert_eq!(clock(nonsense), None, "{nonsense}");
        }
        assert_eq!(CommentCommands::parse("[%eval #-3]").evaluation, Some(Evaluation::Mate(-3)));
        assert_eq!(CommentCommands::parse("[%eval inf]").evaluation, None);
        assert_eq!(CommentCommands::parse("[%clk 1:00").text, "[%clk 1:00");
    }
}

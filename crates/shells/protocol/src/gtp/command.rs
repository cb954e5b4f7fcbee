//! Parsing GTP commands and framing the answers.

use crate::wire::{one_line, short};
use crate::words;
use quadrille_core::{Message, Player, Refusal};
use std::fmt;
use std::time::Duration;

macro_rules! commands {
    ($($variant:ident = $name:literal,)*) => {
        /// What a controller can ask.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Command { $($variant,)* }

        impl Command {
            /// All commands with their names.
            pub(super) const ALL: &'static [(&'static str, Self)] = &[$(($name, Self::$variant),)*];
        }
    };
}

commands! {
    ProtocolVersion = "protocol_version",
    Name = "name",
    Version = "version",
    Knows = "known_command",
    List = "list_commands",
    Quit = "quit",
    BoardSize = "boardsize",
    QueryBoardSize = "query_boardsize",
    ClearBoard = "clear_board",
    Komi = "komi",
    GetKomi = "get_komi",
    FixedHandicap = "fixed_handicap",
    PlaceFreeHandicap = "place_free_handicap",
    SetFreeHandicap = "set_free_handicap",
    Play = "play",
    GenMove = "genmove",
    RegGenMove = "reg_genmove",
    Undo = "undo",
    TimeSettings = "time_settings",
    TimeLeft = "time_left",
    FinalScore = "final_score",
    FinalStatusList = "final_status_list",
    ListStones = "list_stones",
    IsLegal = "is_legal",
    AllLegal = "all_legal",
    Captures = "captures",
    LoadSgf = "loadsgf",
    ShowBoard = "showboard",
    Analyze = "analyze",
    GenMoveAnalyze = "genmove_analyze",
    LzAnalyze = "lz-analyze",
    LzGenMoveAnalyze = "lz-genmove_analyze",
    KataAnalyze = "kata-analyze",
    KataGenMoveAnalyze = "kata-genmove_analyze",
    GoguiMenu = "gogui-analyze_commands",
    RulesGameId = "gogui-rules_game_id",
    RulesBoard = "gogui-rules_board",
    RulesBoardSize = "gogui-rules_board_size",
    RulesLegalMoves = "gogui-rules_legal_moves",
    RulesSideToMove = "gogui-rules_side_to_move",
    RulesFinalResult = "gogui-rules_final_result",
    MoveValues = "quadrille-move_values",
    Ownership = "quadrille-ownership",
}

impl Command {
    /// The command of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, command)| command)
    }

    /// Whether the command applies to every game; the others are for Go.
    pub(super) const fn is_general(self) -> bool {
        !matches!(
            self,
            Self::Komi
                | Self::GetKomi
                | Self::FixedHandicap
                | Self::PlaceFreeHandicap
                | Self::SetFreeHandicap
                | Self::FinalStatusList
                | Self::LoadSgf
                | Self::Ownership
        )
    }
}

/// A line that asks something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The number the answer must repeat, as it was written.
    pub(super) id: String,
    /// The command's name, known or not.
    pub(super) name: String,
    pub(super) arguments: Vec<String>,
}

impl Request {
    /// Parses a line: control characters and comments are removed, a leading id is kept. `None` when nothing is left.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let clean: String = line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let mut words = clean.split_whitespace().map(str::to_owned).peekable();
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_number).unwrap_or_default();
        let name = words.next();
        if id.is_empty() && name.is_none() {
            return None;
        }
        Some(Self { id, name: name.unwrap_or_default(), arguments: words.collect() })
    }

    /// The argument with this number, or an error that says what was expected.
    pub(super) fn argument(&self, index: usize, expected: &'static Message) -> Result<&str, Refusal> {
        let missing = || {
            let refusal = words::ARGUMENT_MISSING.refuse().with("number", index + 1).with("command", short(&self.name));
            refusal.with("expected", expected)
        };
        self.arguments.get(index).map(String::as_str).ok_or_else(missing)
    }

    /// A number.
    pub(super) fn number<T: std::str::FromStr>(&self, index: usize, expected: &'static Message) -> Result<T, Refusal> {
        let text = self.argument(index, expected)?;
        text.parse().map_err(|_| words::ARGUMENT.refuse().quote("text", short(text)).with("expected", expected))
    }

    /// A time in seconds.
    pub(super) fn seconds(&self, index: usize) -> Result<Duration, Refusal> {
        const LONGEST: f64 = 366.0 * 24.0 * 3_600.0;
        let seconds: f64 = self.number(index, &words::A_TIME)?;
        Ok(Duration::from_secs_f64(if seconds.is_finite() { seconds.clamp(0.0, LONGEST) } else { 0.0 }))
    }

    /// A colour.
    pub(super) fn colour(&self, index: usize) -> Result<Player, Refusal> {
        let text = self.argument(index, &words::A_COLOUR)?;
        colour(text).ok_or_else(|| words::NO_COLOUR.refuse().quote("text", short(text)))
    }
}

/// Reads a colour.
pub(super) fn colour(text: &str) -> Option<Player> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::Black),
        "w" | "white" => Some(Player::White),
        _ => None,
    }
}

/// An answer with its frame.
pub(super) struct Response<'a> {
    pub(super) id: &'a str,
    pub(super) result: Result<String, Refusal>,
}

impl fmt::Display for Response<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text.trim_end().to_owned()),
            Err(error) => ('?', one_line(error)),
        };
        // An empty line ends an answer, so it must not contain one.
        let text = text.split('\n').map(|line| if line.trim().is_empty() { "" } else { line });
        let text: Vec<&str> =
            text.enumerate().filter(|(i, line)| *i == 0 || !line.is_empty()).map(|(_, line)| line).collect();
        let text = text.join("\n");
        let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        write!(f, "{sign}{}{space}{text}\n\n", self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned_as_the_protocol_says() {
        let request = Request::parse("12\tplay \x01 b D4 # a comment\r").unwrap();
        assert_eq!((request.id.as_str(), request.name.as_str()), ("12", "play"));
        assert_eq!(request.arguments, ["b", "D4"]);
        assert_eq!(Request::parse("  # only a comment"), None);
        assert_eq!(Request::parse("7").unwrap().name, "");
    }

    #[test]
    fn arguments_are_read_and_missed_by_number() {
        let request = Request::parse("time_left Black 90.5 WHITE -1 1e99").unwrap();
        assert_eq!((request.colour(0), request.colour(2)), (Ok(Player::Black), Ok(Player::White)));
        assert_eq!(request.seconds(1), Ok(Duration::from_millis(90_500)));
        assert_eq!(request.seconds(3), Ok(Duration::ZERO));
        assert!(request.seconds(4).is_ok_and(|time| time < Duration::from_secs(400 * 24 * 3_600)));
        let missing = request.argument(5, &words::STONES).unwrap_err().to_string();
        assert_eq!(missing, "argument 6 of time_left is missing: expected a number of stones");
    }

    #[test]
    fn answers_are_framed() {
        let answer = |id, result| Response { id, result }.to_string();
        assert_eq!(answer("", Ok(String::new())), "=\n\n");
        assert_eq!(answer("3", Ok("D4".into())), "=3 D4\n\n");
        assert_eq!(answer("", Ok("\nrow\n\nrow\n".into())), "=\nrow\nrow\n\n");
        assert_eq!(answer("3", Err(words::CANNOT_UNDO.refuse())), "?3 cannot undo\n\n");
    }

    #[test]
    fn names_are_distinct() {
        for &(name, command) in Command::ALL {
            assert_eq!(Command::named(name), Some(command));
        }
    }
}

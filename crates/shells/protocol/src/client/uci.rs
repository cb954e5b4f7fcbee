//! A chess program that speaks UCI.

use super::opponent::{Choice, MoveLimits, NewGame, Opponent};
use super::process::Process;
use quadrille_core::{Player, Refusal};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// A chess program.
#[derive(Debug)]
pub struct Uci {
    process: Process,
    name: String,
    game: NewGame,
}

impl Uci {
    /// Starts a program and sets its options. `patience` is the time limit for every command but `go`, and the
    /// tolerance after its clock for that.
    ///
    /// # Errors
    /// When it cannot be started or does not speak UCI.
    pub fn start(command: &str, options: &[(String, String)], patience: Duration) -> Result<Self, Refusal> {
        let mut process = Process::start(command, patience)?;
        process.send("uci")?;
        let mut name = command.to_owned();
        process.wait(|line| {
            if let Some(told) = line.trim().strip_prefix("id name ") {
                told.clone_into(&mut name);
            }
            (line.trim() == "uciok").then_some(())
        })?;
        for (option, value) in options {
            process.send_more(&format!("setoption name {option} value {value}"))?;
        }
        let mut engine = Self { process, name, game: NewGame::default() };
        engine.synchronise()?;
        Ok(engine)
    }

    fn synchronise(&mut self) -> Result<(), Refusal> {
        self.process.send("isready")?;
        self.process.wait(|line| (line.trim() == "readyok").then_some(()))
    }
}

impl Opponent for Uci {
    fn name(&self) -> &str {
        &self.name
    }

    fn set_patience(&mut self, patience: Duration) {
        self.process.patience = patience;
    }

    fn new_game(&mut self, game: &NewGame) -> Result<(), Refusal> {
        if game.rules.contains("960") != self.game.rules.contains("960") {
            self.process.send_more(&format!("setoption name UCI_Chess960 value {}", game.rules.contains("960")))?;
        }
        self.game = game.clone();
        self.process.send_more("ucinewgame")?;
        self.synchronise()
    }

    fn choose(&mut self, moves: &[String], mover: Player, limits: &MoveLimits) -> Result<Choice, Refusal> {
        self.process.send(&position_line(&self.game, moves))?;
        let start = Instant::now();
        self.process.send(&go_line(limits))?;
        let mut choice = Choice::default();
        let best = self.process.wait_for(limits.patience(mover, self.process.patience), |line| {
            read_info(line, &mut choice);
            line.strip_prefix("bestmove").map(|rest| rest.split_whitespace().next().unwrap_or_default().to_owned())
        })?;
        choice.elapsed = start.elapsed();
        choice.best = (!matches!(best.as_str(), "" | "(none)" | "0000")).then_some(best);
        Ok(choice)
    }
}

fn position_line(game: &NewGame, moves: &[String]) -> String {
    let mut line = match game.position.as_deref() {
        None | Some("startpos") => "position startpos".to_owned(),
        Some(fen) => format!("position fen {fen}"),
    };
    if !moves.is_empty() {
        line.push_str(" moves ");
        line.push_str(&moves.join(" "));
    }
    line
}

fn go_line(limits: &MoveLimits) -> String {
    let mut line = "go".to_owned();
    let mut add = |name: &str, value: Option<u64>| {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = write!(line, " {name} {value}");
        }
    };
    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    add("depth", limits.depth.map(u64::from));
    add("nodes", limits.nodes);
    add("movetime", limits.move_time.map(milliseconds));
    if let Some(clocks) = limits.clocks {
        add("wtime", Some(milliseconds(clocks.left[Player::White])));
        add("btime", Some(milliseconds(clocks.left[Player::Black])));
        add("winc", Some(milliseconds(clocks.increment[Player::White])));
        add("binc", Some(milliseconds(clocks.increment[Player::Black])));
        add("movestogo", clocks.moves_to_go.map(u64::from));
    }
    line
}

/// Takes depth and score from an `info` line of the principal variation.
fn read_info(line: &str, choice: &mut Choice) {
    /// The score of a mate, in pawns.
    const MATE: f64 = 320.0;
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |name: &str| words.iter().position(|&word| word == name).and_then(|at| words.get(at + 1));
    let is_other_line = after("multipv").is_some_and(|&number| number != "1");
    if words.first() != Some(&"info") || words.get(1) == Some(&"string") || is_other_line {
        return;
    }
    choice.depth = after("depth").and_then(|depth| depth.parse().ok()).or(choice.depth);
    let centipawns = after("cp").and_then(|cp| cp.parse::<f64>().ok()).map(|cp| cp / 100.0);
    let mate =
        after("mate").and_then(|moves| moves.parse::<f64>().ok()).map(|moves| if moves > 0.0 { MATE } else { -MATE });
    choice.score = centipawns.or(mate).or(choice.score);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::opponent::Clocks;
    use quadrille_core::PerPlayer;

    #[test]
    fn lines_are_written_and_read() {
        let game = NewGame { position: Some("8/8/8/8 w - - 0 1".into()), ..NewGame::default() };
        assert_eq!(position_line(&game, &["e2e4".into()]), "position fen 8/8/8/8 w - - 0 1 moves e2e4");
        assert_eq!(position_line(&NewGame::default(), &[]), "position startpos");
        let second = Duration::from_secs(1);
        let clocks = Clocks {
            left: PerPlayer([second, second * 2]),
            increment: PerPlayer([Duration::ZERO; 2]),
            moves_to_go: Some(3),
        };
        let limits = MoveLimits { depth: Some(4), clocks: Some(clocks), ..MoveLimits::default() };
        assert_eq!(go_line(&limits), "go depth 4 wtime 2000 btime 1000 winc 0 binc 0 movestogo 3");
        let mut choice = Choice::default();
        read_info("info depth 7 seldepth 9 multipv 1 score cp -34 nodes 5 pv e2e4", &mut choice);
        read_info("info depth 7 multipv 2 score cp 999 pv d2d4", &mut choice);
        read_info("info string depth 99 score cp 1", &mut choice);
        assert_eq!((choice.depth, choice.score), (Some(7), Some(-0.34)));
    }
}

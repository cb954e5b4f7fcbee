//! A GTP program: Go, and other games with the same commands.

use super::opponent::{Choice, Clocks, MoveLimits, NewGame, Opponent};
use super::process::Process;
use crate::words;
use quadrille_core::{Player, Refusal};
use std::time::{Duration, Instant};

/// A program.
#[derive(Debug)]
pub struct Gtp {
    process: Process,
    name: String,
    /// The moves it has on its board.
    played: Vec<String>,
    /// Who made the first of these moves.
    first: Player,
    /// Whether `time_settings` has been sent.
    timed: bool,
}

impl Gtp {
    /// Starts a program. `patience` is the time limit for every command but `genmove`, and the tolerance after its
    /// clock for that.
    ///
    /// # Errors
    /// When it cannot be started or does not speak GTP.
    pub fn start(command: &str, patience: Duration) -> Result<Self, Refusal> {
        let process = Process::start(command, patience)?;
        let mut engine = Self { process, name: String::new(), played: Vec::new(), first: Player::Black, timed: false };
        engine.name = engine.ask("name")?;
        Ok(engine)
    }

    /// Sends a command and returns the answer.
    ///
    /// # Errors
    /// When there is none, or the program refuses.
    pub fn ask(&mut self, command: &str) -> Result<String, Refusal> {
        self.ask_for(command, self.process.patience)
    }

    fn ask_for(&mut self, command: &str, patience: Duration) -> Result<String, Refusal> {
        self.process.send(command)?;
        let deadline = Instant::now() + patience;
        let first = loop {
            let line = self.process.line(deadline, patience)?;
            if line.starts_with(['=', '?']) {
                break line;
            }
        };
        let mut answer = first.get(1..).unwrap_or_default().trim().to_owned();
        loop {
            let line = self.process.line(deadline, patience)?;
            if line.trim().is_empty() {
                break;
            }
            answer.push('\n');
            answer.push_str(line.trim_end());
        }
        if first.starts_with('=') {
            Ok(answer)
        } else {
            Err(words::REFUSED.refuse().quote("asked", command).with("answer", answer))
        }
    }

    /// The final score as the program counts it, such as `B+3.5`.
    ///
    /// # Errors
    /// When it does not say.
    pub fn final_score(&mut self) -> Result<String, Refusal> {
        self.ask("final_score")
    }

    /// Sends both clocks, in whole seconds as the protocol requires.
    fn show_clocks(&mut self, clocks: &Clocks, mover: Player) -> Result<(), Refusal> {
        if !self.timed {
            self.timed = true;
            self.tell(&format!("time_settings {} 0 0", clocks.left[mover].as_secs()))?;
        }
        for player in Player::BOTH {
            let left = clocks.left[player].as_secs();
            self.tell(&format!("time_left {player} {left} {}", clocks.moves_to_go.unwrap_or(0)))?;
        }
        Ok(())
    }

    /// Sends a command that the program may not know.
    fn tell(&mut self, command: &str) -> Result<(), Refusal> {
        match self.ask(command) {
            Err(error) if !error.is(&words::REFUSED) => Err(error),
            _ => Ok(()),
        }
    }

    /// Brings the program's board to these moves with as few undo and play commands as possible.
    fn catch_up(&mut self, moves: &[String]) -> Result<(), Refusal> {
        let common = self.played.iter().zip(moves).take_while(|(a, b)| a == b).count();
        while self.played.len() > common {
            self.ask("undo")?;
            self.played.pop();
        }
        for m in &moves[common..] {
            let mover = if self.played.len().is_multiple_of(2) { self.first } else { !self.first };
            self.ask(&format!("play {mover} {m}"))?;
            self.played.push(m.clone());
        }
        Ok(())
    }
}

impl Opponent for Gtp {
    fn name(&self) -> &str {
        &self.name
    }

    fn set_patience(&mut self, patience: Duration) {
        self.process.patience = patience;
    }

    fn new_game(&mut self, game: &NewGame) -> Result<(), Refusal> {
        if game.position.is_some() {
            return Err(words::GTP_POSITION.refuse());
        }
        let mut words = game.rules.split_whitespace();
        let size = words.clone().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(size) = size.and_then(|word| word.split('x').next()) {
            self.ask(&format!("boardsize {size}"))?;
        }
        self.ask("clear_board")?;
        if let Some(komi) = words.find_map(|word| word.strip_prefix("komi=")) {
            self.ask(&format!("komi {komi}"))?;
        }
        self.played.clear();
        self.timed = false;
        Ok(())
    }

    fn choose(&mut self, moves: &[String], mover: Player, limits: &MoveLimits) -> Result<Choice, Refusal> {
        self.first = if moves.len().is_multiple_of(2) { mover } else { !mover };
        self.catch_up(moves)?;
        if let Some(clocks) = limits.clocks {
            self.show_clocks(&clocks, mover)?;
        }
        let start = Instant::now();
        let answer = self.ask_for(&format!("genmove {mover}"), limits.patience(mover, self.process.patience))?;
        let elapsed = start.elapsed();
        let best = (!answer.eq_ignore_ascii_case("resign")).then(|| spelled(&answer));
        self.played.extend(best.clone());
        Ok(Choice { best, elapsed, ..Choice::default() })
    }
}

/// A move in our notation: `pass` in lower case.
fn spelled(text: &str) -> String {
    if text.eq_ignore_ascii_case("pass") { "pass".to_owned() } else { text.to_owned() }
}

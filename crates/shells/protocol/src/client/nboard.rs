//! An Othello program with the NBoard protocol.

use super::opponent::{Choice, MoveLimits, NewGame, Opponent};
use super::process::Process;
use crate::words;
use quadrille_core::{Player, Refusal};
use quadrille_records::Side;
use quadrille_records::board::OthelloBoard;
use quadrille_records::ggf::{GgfGame, GgfMove};
use std::time::{Duration, Instant};

/// An Othello program. The protocol has no clock: the depth limits a move.
#[derive(Debug)]
pub struct NBoard {
    process: Process,
    name: String,
    board: OthelloBoard,
    pings: u32,
    depth: Option<u32>,
}

/// The board every game starts from.
const START: &str = "---------------------------OX------XO--------------------------- X";
/// The depth when none is asked for.
const USUAL_DEPTH: u32 = 12;

impl NBoard {
    /// Starts a program. `patience` is the time limit for every command but `go`, and the tolerance after its time for
    /// that.
    ///
    /// # Errors
    /// When it cannot be started or does not answer.
    pub fn start(command: &str, patience: Duration) -> Result<Self, Refusal> {
        let process = Process::start(command, patience)?;
        let mut engine = Self { process, name: command.to_owned(), board: start_board(), pings: 0, depth: None };
        engine.process.send("nboard 2")?;
        engine.synchronise()?;
        Ok(engine)
    }

    fn synchronise(&mut self) -> Result<(), Refusal> {
        self.pings += 1;
        let wanted = format!("pong {}", self.pings);
        self.process.send_more(&format!("ping {}", self.pings))?;
        let name = &mut self.name;
        self.process.wait(|line| {
            if let Some(told) = line.trim().strip_prefix("set myname ") {
                told.clone_into(name);
            }
            (line.trim() == wanted).then_some(())
        })
    }
}

impl Opponent for NBoard {
    fn name(&self) -> &str {
        &self.name
    }

    fn set_patience(&mut self, patience: Duration) {
        self.process.patience = patience;
    }

    fn new_game(&mut self, game: &NewGame) -> Result<(), Refusal> {
        let position = game.position.as_deref().filter(|text| *text != "startpos").unwrap_or(START);
        self.board = OthelloBoard::parse(position).map_err(|error| words::NO_GAME.refuse().error("error", error))?;
        self.synchronise()
    }

    fn choose(&mut self, moves: &[String], mover: Player, limits: &MoveLimits) -> Result<Choice, Refusal> {
        let depth = limits.depth.unwrap_or(USUAL_DEPTH);
        if self.depth.replace(depth) != Some(depth) {
            self.process.send_more(&format!("set depth {depth}"))?;
        }
        self.process.send_more(&format!("set game {}", game_text(&self.board, moves)))?;
        self.synchronise()?;
        let start = Instant::now();
        self.process.send("go")?;
        let answer = self.process.wait_for(limits.patience(mover, self.process.patience), |line| {
            line.trim().strip_prefix("===").map(|rest| rest.trim().to_owned())
        })?;
        Ok(Choice { elapsed: start.elapsed(), ..read_answer(&answer) })
    }
}

fn start_board() -> OthelloBoard {
    OthelloBoard::parse(START).expect("the board every game starts from is one")
}

/// The game in GGF. Sides alternate, since passes are moves.
fn game_text(board: &OthelloBoard, moves: &[String]) -> GgfGame {
    let mut game = GgfGame::default();
    for (name, value) in [("GM", "Othello"), ("PC", "Quadrille"), ("RE", "?"), ("TY", "8")] {
        game.set_tag(name, value);
    }
    game.set_board(board);
    let other = if board.to_move == Side::Black { Side::White } else { Side::Black };
    let sides = [board.to_move, other].into_iter().cycle();
    let place = |text: &String| if text == "pass" { "PA".to_owned() } else { text.to_ascii_uppercase() };
    game.moves = moves
        .iter()
        .zip(sides)
        .map(|(text, side)| GgfMove { side, place: place(text), evaluation: None, seconds: None })
        .collect();
    game
}

/// Reads `F5/1.5/0.2`; some programs write spaces for slashes.
fn read_answer(text: &str) -> Choice {
    let mut parts = text.split(['/', ' ']).map(str::trim);
    let place = parts.next().unwrap_or_default().to_ascii_lowercase();
    let best = match place.as_str() {
        "" => None,
        "pa" | "pass" | "ps" | "--" => Some("pass".to_owned()),
        _ => Some(place),
    };
    Choice { best, score: parts.next().and_then(|score| score.parse().ok()), ..Choice::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_written_with_their_passes() {
        let text = game_text(&start_board(), &["f5".into(), "pass".into(), "f6".into()]).to_string();
        assert!(text.ends_with("B[F5]W[PA]B[F6];)"), "{text}");
        assert!(text.contains("BO[8 "), "{text}");
    }

    #[test]
    fn answers_come_with_slashes_or_spaces() {
        let best = |text| (read_answer(text).best, read_answer(text).score);
        assert_eq!(best("F5/1.50/0.2"), (Some("f5".into()), Some(1.5)));
        assert_eq!(best("d6 -1.00 0.0"), (Some("d6".into()), Some(-1.0)));
        assert_eq!(best("PA"), (Some("pass".into()), None));
        assert_eq!(best(""), (None, None));
    }
}

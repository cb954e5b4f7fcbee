//! Games of self-play in a file: every move with its score, four bytes a move.
//!
//! A file is
//! [`MARK`], then blocks: the number of bytes (4 bytes), their CRC-32 (4 bytes), the games. The reader skips truncated or damaged blocks. A game is the number of its moves (2 bytes), the result (1 byte: 0 Black won, 1 drawn, 2 White won) and for each move its sixteen bits and the score of its search for the mover ([`RANDOM`]
//! for a move that was not searched). All numbers are little-endian. Games begin in the starting position of chess.

use crate::sample::Sample;
use flate2::Crc;
use quadrille_chess::{Move, Position, Rules};
use quadrille_core::{Game, Outcome, Player, Tactics};
use std::io::{self, Read, Write};

/// The magic bytes of a file; the last one is the version.
pub const MARK: [u8; 8] = *b"QUADCHG1";
/// The score of a move that was chosen at random.
pub const RANDOM: i16 = i16::MIN;
/// Positions with larger scores are not used for training.
const LARGEST_SCORE: i16 = 2_500;
/// At this score in centipawns a win is e times as likely as a loss.
pub(crate) const UNIT: f64 = 400.0;
/// No block is longer: a larger length is a damaged one.
const LONGEST_BLOCK: u32 = 1 << 24;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The moves with their scores.
    pub moves: Vec<(Move, i16)>,
    /// How it ended.
    pub outcome: Outcome,
}

impl Record {
    /// Appends the bytes of the game.
    pub fn write(&self, block: &mut Vec<u8>) {
        block.extend_from_slice(&(self.moves.len() as u16).to_le_bytes());
        block.push(match self.outcome.winner() {
            Some(Player::Black) => 0,
            None => 1,
            Some(Player::White) => 2,
        });
        for (m, score) in &self.moves {
            block.extend_from_slice(&m.bits().to_le_bytes());
            block.extend_from_slice(&score.to_le_bytes());
        }
    }

    /// Takes a game from the front of a block; none if that is not a game.
    fn read(block: &mut &[u8]) -> Option<Self> {
        let ([low, high, result], rest) = block.split_first_chunk::<3>()?;
        let (moves, rest) = rest.split_at_checked(4 * usize::from(u16::from_le_bytes([*low, *high])))?;
        *block = rest;
        let pair = |bytes: &[u8]| {
            let m = Move::from_bits(u16::from_le_bytes([bytes[0], bytes[1]]));
            (m, i16::from_le_bytes([bytes[2], bytes[3]]))
        };
        let outcome = match result {
            0 => Outcome::Win(Player::Black),
            1 => Outcome::Draw,
            _ => Outcome::Win(Player::White),
        };
        Some(Self { moves: moves.chunks_exact(4).map(pair).collect(), outcome })
    }

    /// Replays the game and yields its quiet positions: not in check, best move not a capture or promotion, score not
    /// decisive. Stops at an illegal move.
    ///
    /// The training target of a position: the mean of later scores and the result, each later ply weighted `decay`
    /// times the one before and the result with the rest (the λ-return of Sutton, *Learning to predict by the methods
    /// of temporal differences*, 1988). A random move ends the part of the game that counts.
    pub fn quiet_positions(&self, decay: f64, mut keep: impl FnMut(&Sample)) {
        let outlooks = self.outlooks(decay);
        let mut position = Position::start(&Rules::Standard);
        for (ply, &(m, score)) in self.moves.iter().enumerate() {
            if !position.is_legal(m) {
                return;
            }
            let quiet = !position.is_check() && !position.is_noisy(m) && m.promotion().is_none();
            if quiet && score != RANDOM && score.abs() <= LARGEST_SCORE {
                let outlook = seen_by(position.turn(), outlooks[ply]);
                keep(&Sample { position, score, ply: ply as u16, outcome: self.outcome, outlook });
            }
            position.play(m);
        }
    }

    /// For each ply the outlook after its move, for White.
    fn outlooks(&self, decay: f64) -> Vec<f64> {
        let mut outlook = Some(match self.outcome.winner() {
            Some(Player::White) => 1.0,
            None => 0.5,
            Some(Player::Black) => 0.0,
        });
        let mut outlooks = vec![0.5; self.moves.len()];
        for (ply, &(_, score)) in self.moves.iter().enumerate().rev() {
            if score == RANDOM {
                // What follows a random move is no evidence about the positions before it.
                outlook = None;
                continue;
            }
            let mover = if ply % 2 == 0 { Player::White } else { Player::Black };
            let chance = seen_by(mover, 1.0 / (1.0 + (-f64::from(score) / UNIT).exp()));
            outlooks[ply] = outlook.unwrap_or(chance);
            outlook = Some((1.0 - decay) * chance + decay * outlooks[ply]);
        }
        outlooks
    }
}

/// A chance of White's as a player sees it, and the other way round.
fn seen_by(player: Player, chance: f64) -> f64 {
    if player == Player::White { chance } else { 1.0 - chance }
}

/// Writes one block of games.
///
/// # Errors
///
/// What the writer refuses.
pub fn write_block(out: &mut impl Write, games: &[u8]) -> io::Result<()> {
    out.write_all(&(games.len() as u32).to_le_bytes())?;
    out.write_all(&crc(games).to_le_bytes())?;
    out.write_all(games)
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Reads a file and yields every game of its undamaged blocks. Returns whether it is such a file.
///
/// # Errors
///
/// What the reader refuses.
pub fn read(mut input: impl Read, mut visit: impl FnMut(&Record)) -> io::Result<bool> {
    let mut mark = [0; MARK.len()];
    if !is_whole(input.read_exact(&mut mark))? || mark != MARK {
        return Ok(false);
    }
    let mut head = [0; 8];
    while is_whole(input.read_exact(&mut head))? {
        let [a, b, c, d, sum @ ..] = head;
        let length = u32::from_le_bytes([a, b, c, d]);
        let mut games = vec![0; length.min(LONGEST_BLOCK) as usize];
        if length > LONGEST_BLOCK || !is_whole(input.read_exact(&mut games))? {
            break;
        }
        let mut block = &games[..];
        while crc(&games) == u32::from_le_bytes(sum)
            && let Some(game) = Record::read(&mut block)
        {
            visit(&game);
        }
    }
    Ok(true)
}

/// Whether something was read whole; the end of a file is not an error.
fn is_whole(read: io::Result<()>) -> io::Result<bool> {
    match read {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Notation;

    #[test]
    fn games_survive_the_file_and_damage_is_left_out() {
        let mut position = Position::start(&Rules::Standard);
        let mut moves = Vec::new();
        for (text, score) in [("e4", RANDOM), ("d5", 30), ("exd5", 90), ("Nf6", 12), ("Nc3", 3_000), ("Nxd5", 5)] {
            let m = position.parse_move(text).expect("legal");
            moves.push((m, score));
            position.play(m);
        }
        let game = Record { moves, outcome: Outcome::Win(Player::Black) };
        let mut block = Vec::new();
        game.write(&mut block);
        game.write(&mut block);
        let mut file = MARK.to_vec();
        write_block(&mut file, &block).expect("memory");
        write_block(&mut file, &block).expect("memory");
        let games = |bytes: &[u8]| {
            let mut games = Vec::new();
            assert!(read(bytes, |game| games.push(game.clone())).expect("memory"));
            games
        };
        assert_eq!(games(&file), vec![game.clone(); 4]);
        file[20] ^= 1;
        assert_eq!(games(&file), vec![game.clone(); 2]);
        assert_eq!(games(&file[..file.len() - 1]).len(), 0);
        assert!(!read(&b"QUADCHS1"[..], |_| ()).expect("memory"));
        let mut kept = Vec::new();
        game.quiet_positions(1.0, |sample| kept.push((sample.ply, sample.score, sample.outlook)));
        assert_eq!(kept, [(1, 30, 1.0), (3, 12, 1.0)]);
        // A random move in the middle: the result says nothing about what came before it.
        let mut broken = game.clone();
        broken.moves[2].1 = RANDOM;
        kept.clear();
        broken.quiet_positions(1.0, |sample| kept.push((sample.ply, sample.score, sample.outlook)));
        let own = 1.0 / (1.0 + (-30.0 / UNIT).exp());
        assert!((kept[0].2 - own).abs() < 1e-9 && kept[1] == (3, 12, 1.0), "{kept:?}");
        kept.clear();
        game.quiet_positions(0.0, |sample| kept.push((sample.ply, sample.score, sample.outlook)));
        assert!((kept[0].2 - (1.0 - 1.0 / (1.0 + (-90.0 / UNIT).exp()))).abs() < 1e-9, "{kept:?}");
    }
}

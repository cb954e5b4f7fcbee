//! Whether a table agrees with the rules of the game, position by position.
//!
//! If every position has the value that follows from its moves, all of them are right: a mate in `n` rests on shorter
//! mates, down to mates on the board, and a draw is kept by a drawing move in every drawn position. The moves are those
//! of `quadrille-chess`, which shares no code with the analysis.

use super::{BROKEN, Endgames, Material, Value};
use quadrille_chess::{Position, Role, Rules, Setup, Square};
use quadrille_core::{Game, Outcome, Player};

impl Endgames {
    /// Compares one position in `every` of a class with its moves and says how many there were.
    ///
    /// # Errors
    ///
    /// A board whose value is wrong, as FEN.
    pub fn check(&self, material: Material, every: usize) -> Result<u64, String> {
        let Some(table) = self.library.get(material) else { return Ok(0) };
        let mut checked = 0;
        for index in (0..table.codes.len()).step_by(every.max(1)) {
            let (turn, squares) = table.indexer.position(index);
            if table.indexer.index(turn, squares) != Some(index) {
                continue;
            }
            let position = set_up(&material, turn, squares);
            if position.is_some() != (table.codes[index] != BROKEN) {
                return Err(format!("{material} {turn} {squares:?}"));
            }
            if let Some(position) = position {
                if self.value(&position) != self.by_moves(&position) {
                    return Err(position.to_string());
                }
                checked += 1;
            }
        }
        Ok(checked)
    }

    /// The value that follows from the moves of a position.
    fn by_moves(&self, position: &Position) -> Option<Value> {
        match position.outcome() {
            Some(Outcome::Draw) => Some(Value::Draw),
            Some(Outcome::Win(_)) => Some(Value::Loss(0)),
            None => self.moves(position)?.first().map(|&(_, value)| value),
        }
    }
}

/// The position, if the rules know it.
fn set_up(material: &Material, turn: Player, squares: [Square; 4]) -> Option<Position> {
    let kings = [Some((Player::White, Role::King)), Some((Player::Black, Role::King))];
    let mut setup = Setup { turn, ..Setup::empty() };
    for (man, square) in kings.into_iter().chain(material.men()).zip(squares) {
        if man.is_some() && setup.board[square.index()].replace(man?).is_some() {
            return None;
        }
    }
    setup.position(Rules::Standard).ok()
}

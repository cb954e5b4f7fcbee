//! One game of a collection: a checked list of plays.

use crate::board::{Board, SIDE};
use crate::words;
use quadrille_core::{Player, Refusal};
use quadrille_go::Goban;
use quadrille_records::Side;
use quadrille_records::compact::CompactGame;
use quadrille_records::sgf::{self, GameTree, Size};

/// A move of a game: who, and on which point; none is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// Who plays.
    pub player: Player,
    /// The point, by number.
    pub spot: Option<u16>,
}

/// A game that can be replayed from its first stone to its last.
///
/// ```
/// use quadrille_patterns::Record;
/// use quadrille_records::sgf::GameTree;
/// let tree = GameTree::parse(b"(;SZ[9]AB[cc];W[ee];B[])").unwrap();
/// let game = Record::from_sgf(&tree)?;
/// assert_eq!((game.shape(), game.stones().len(), game.plays().len()), ((9, 9), 1, 2));
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    rows: u8,
    columns: u8,
    /// Stones that were on the board before the first move.
    stones: Vec<(Player, u16)>,
    plays: Vec<Play>,
}

impl Record {
    /// A game in the compact form; always 19x19.
    pub fn from_compact(game: CompactGame<'_>) -> Result<Self, Refusal> {
        let size = Size { columns: SIDE as u8, rows: SIDE as u8 };
        let mut record = Self { rows: size.rows, columns: size.columns, stones: Vec::new(), plays: Vec::new() };
        for (index, point) in game.moves().enumerate() {
            let player = Player::BOTH[index % 2];
            if point.is_some_and(|point| !size.contains(point)) {
                return Err(words::OFF_BOARD.refuse().with("move", index + 1));
            }
            record.plays.push(Play { player, spot: point.map(spot_of) });
        }
        record.checked()
    }

    /// The main line of an SGF game of Go on at most 19 lines.
    pub fn from_sgf(tree: &GameTree) -> Result<Self, Refusal> {
        if tree.game_number().map_err(Refusal::from)? != 1 {
            return Err(words::NOT_GO.refuse());
        }
        let size = tree.size().map_err(Refusal::from)?;
        if usize::from(size.rows.max(size.columns)) > SIDE {
            return Err(too_large(size.rows.into(), size.columns.into()));
        }
        let mut record = Self { rows: size.rows, columns: size.columns, stones: Vec::new(), plays: Vec::new() };
        for node in tree.main_line() {
            for (name, player) in [("AB", Player::Black), ("AW", Player::White)] {
                for point in node.points(name, size) {
                    record.stones.push((player, spot_of(point.map_err(Refusal::from)?)));
                    if !record.plays.is_empty() {
                        return Err(words::LATE_SETUP.refuse().with("move", record.plays.len()));
                    }
                }
            }
            if let Some(play) = node.play(size).map_err(Refusal::from)? {
                let player = if play.side == Side::Black { Player::Black } else { Player::White };
                record.plays.push(Play { player, spot: play.point.map(spot_of) });
            }
        }
        record.checked()
    }

    /// A position as a game of no moves: its stones are set up.
    pub fn from_position(position: &impl Goban) -> Result<Self, Refusal> {
        let grid = position.grid();
        if grid.rows().max(grid.columns()) > SIDE {
            return Err(too_large(grid.rows(), grid.columns()));
        }
        let placed = grid.points().filter_map(|point| {
            let (row, column) = grid.row_column(point)?;
            Some((position.stone(point)?, (row * SIDE + column) as u16))
        });
        let stones = placed.collect();
        Self { rows: grid.rows() as u8, columns: grid.columns() as u8, stones, plays: Vec::new() }.checked()
    }

    /// The same game, broken off after this many moves.
    #[must_use]
    pub fn up_to(mut self, moves: usize) -> Self {
        self.plays.truncate(moves);
        self
    }

    /// The same game with these moves after it.
    pub fn with_plays(mut self, plays: impl IntoIterator<Item = Play>) -> Result<Self, Refusal> {
        self.plays.extend(plays);
        self.checked()
    }

    /// The game, if every stone of it can be played.
    fn checked(self) -> Result<Self, Refusal> {
        let name = |spot: u16| {
            let letter = |index: u16| char::from(b'a' + index as u8);
            format!("{}{}", letter(spot % SIDE as u16), letter(spot / SIDE as u16))
        };
        let mut board = Board::new(self.rows, self.columns);
        for &(player, spot) in &self.stones {
            if !board.is_legal(spot, player) || !board.play(spot, player).captured.is_empty() {
                return Err(words::BAD_SETUP.refuse().with("point", name(spot)));
            }
        }
        for (index, play) in self.plays.iter().enumerate() {
            match play.spot {
                None => board.pass(),
                Some(spot) if board.is_legal(spot, play.player) => drop(board.play(spot, play.player)),
                Some(spot) => {
                    let illegal = words::ILLEGAL.refuse().with("move", index + 1).with("player", play.player);
                    return Err(illegal.with("point", name(spot)));
                }
            }
        }
        Ok(self)
    }

    /// Rows and columns of the board.
    #[must_use]
    pub fn shape(&self) -> (u8, u8) {
        (self.rows, self.columns)
    }

    /// The stones before the first move.
    #[must_use]
    pub fn stones(&self) -> &[(Player, u16)] {
        &self.stones
    }

    /// The moves.
    #[must_use]
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// The board before the first move.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.rows, self.columns);
        for &(player, spot) in &self.stones {
            board.play(spot, player);
        }
        board
    }

    /// Calls `each` before every stone that is played, with the board, the player and the point.
    pub fn replay(&self, mut each: impl FnMut(&Board, Player, u16)) {
        let mut board = self.board();
        for play in &self.plays {
            match play.spot {
                None => board.pass(),
                Some(spot) => {
                    each(&board, play.player, spot);
                    board.play(spot, play.player);
                }
            }
        }
    }
}

fn too_large(rows: usize, columns: usize) -> Refusal {
    words::TOO_LARGE.refuse().with("rows", rows).with("columns", columns)
}

fn spot_of(point: sgf::Point) -> u16 {
    u16::from(point.row) * SIDE as u16 + u16::from(point.column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compact(line: &str) -> Result<Record, Refusal> {
        Record::from_compact(CompactGame::parse(line.as_bytes()).expect("well formed"))
    }

    #[test]
    fn games_are_checked() {
        let game = compact("?\tpdddtt").expect("a good game");
        assert_eq!(game.plays()[1], Play { player: Player::White, spot: Some(3 * 19 + 3) });
        assert_eq!(game.plays()[2].spot, None);
        let refused = |line| compact(line).expect_err("not a game").to_string();
        assert_eq!(refused("?\tpdpd"), "move 2, White at pd, is not legal");
        assert_eq!(refused("?\tzz"), "move 1 is off the 19x19 board");
        let sgf = |text: &[u8]| Record::from_sgf(&GameTree::parse(text).expect("well formed"));
        let game = sgf(b"(;SZ[9]AB[cc][gg];W[ee];B[])").expect("a good game");
        assert_eq!((game.shape(), game.stones().len(), game.plays().len()), ((9, 9), 2, 2));
        assert!(sgf(b"(;SZ[25];B[aa])").is_err() && sgf(b"(;GM[3])").is_err() && sgf(b"(;B[aa];AB[bb])").is_err());
    }
}

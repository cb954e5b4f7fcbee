//! A slow, obvious implementation of the rules.
//!
//! A board of cells, `valid` by cases, moves found by trying every pair of squares. Nothing here shares code with
//! [`crate::Position`]: it is the oracle of the tests, and the certificate checker uses nothing else.

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A white pawn.
    White,
    /// A black pawn.
    Black,
}

/// The largest board.
const MOST: usize = 8;

/// A board of `dx` rows and `dy` columns with the colour to move; row 0 is White's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// `cells[x][y]`; those off the board stay empty.
    pub cells: [[Cell; MOST]; MOST],
    /// Rows.
    pub dx: usize,
    /// Columns.
    pub dy: usize,
    /// Whose turn it is.
    pub turn: Cell,
}

/// A move: colour, source and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Who moves.
    pub color: Cell,
    /// Source row.
    pub x1: i32,
    /// Source column.
    pub y1: i32,
    /// Target row.
    pub x2: i32,
    /// Target column.
    pub y2: i32,
}

impl Board {
    /// The start: `home` full rows of pawns a side, White to move.
    #[must_use]
    pub fn start(dx: usize, dy: usize, home: usize) -> Self {
        let mut board = Self { cells: [[Cell::Empty; MOST]; MOST], dx, dy, turn: Cell::White };
        for x in 0..home {
            board.cells[x][..dy].fill(Cell::White);
            board.cells[dx - 1 - x][..dy].fill(Cell::Black);
        }
        board
    }

    /// The board with these rows, from White's side; `None` if they are no board.
    #[must_use]
    pub fn from_cells(rows: &[Vec<Cell>], turn: Cell) -> Option<Self> {
        let dy = rows.first()?.len();
        let fits = rows.len() <= MOST && (1..=MOST).contains(&dy) && rows.iter().all(|row| row.len() == dy);
        let mut board = Self { cells: [[Cell::Empty; MOST]; MOST], dx: rows.len(), dy, turn };
        for (cells, row) in board.cells.iter_mut().zip(rows).filter(|_| fits) {
            cells[..dy].copy_from_slice(row);
        }
        fits.then_some(board)
    }

    /// The board with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut board = self.clone();
        for row in &mut board.cells[..self.dx] {
            row[..self.dy].reverse();
        }
        board
    }

    fn at(&self, x: i32, y: i32) -> Option<Cell> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.dx && y < self.dy).then(|| self.cells[x][y])
    }

    /// Whether a step is legal.
    #[must_use]
    pub fn valid(&self, step: Step) -> bool {
        let Step { color, x1, y1, x2, y2 } = step;
        if color != self.turn || self.at(x1, y1) != Some(color) {
            return false;
        }
        let Some(target) = self.at(x2, y2) else { return false };
        let forward = if color == Cell::White { x1 + 1 } else { x1 - 1 };
        if x2 != forward {
            return false;
        }
        let diagonal = y2 == y1 + 1 || y2 == y1 - 1;
        if target == Cell::Empty { diagonal || y2 == y1 } else { target != color && diagonal }
    }

    /// Every legal move; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Step> {
        self.steps().collect()
    }

    /// The legal moves one after the other, without a list.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        let color = self.turn;
        let rows = if self.winner().is_some() { 0 } else { self.dx };
        let squares = (0..rows).flat_map(|x| (0..self.dy).map(move |y| (x, y)));
        let own = squares.filter(move |&(x, y)| self.cells[x][y] == color).map(|(x, y)| (x as i32, y as i32));
        own.flat_map(move |(x1, y1)| {
            let targets = [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)];
            let steps = targets.into_iter().map(move |(dx, dy)| Step { color, x1, y1, x2: x1 + dx, y2: y1 + dy });
            steps.filter(|&step| self.valid(step))
        })
    }

    /// The board after a legal move.
    #[must_use]
    pub fn after(&self, step: Step) -> Self {
        let mut next = self.clone();
        next.cells[step.x1 as usize][step.y1 as usize] = Cell::Empty;
        next.cells[step.x2 as usize][step.y2 as usize] = step.color;
        next.turn = self.other();
        next
    }

    fn other(&self) -> Cell {
        if self.turn == Cell::White { Cell::Black } else { Cell::White }
    }

    /// The winner, if the game is over: a pawn on the far row, or a side to move without pawns.
    #[must_use]
    pub fn winner(&self) -> Option<Cell> {
        let last = self.dx - 1;
        if self.cells[last].contains(&Cell::White) {
            return Some(Cell::White);
        }
        if self.cells[0].contains(&Cell::Black) {
            return Some(Cell::Black);
        }
        let has_pawn = self.cells.iter().any(|row| row.contains(&self.turn));
        (!has_pawn).then(|| self.other())
    }

    /// The code of a move: `5 (columns x1 + y1) + direction`, Black's after all of White's.
    #[must_use]
    pub fn code(&self, step: Step) -> usize {
        let empty = self.at(step.x2, step.y2) == Some(Cell::Empty);
        let mut direction = 0;
        if step.y2 > step.y1 {
            direction = if empty { 1 } else { 2 };
        }
        if step.y2 < step.y1 {
            direction = if empty { 3 } else { 4 };
        }
        let code = 5 * (self.dy * step.x1 as usize + step.y1 as usize) + direction;
        if step.color == Cell::White { code } else { 5 * self.dx * self.dy + code }
    }
}

//! Boards and games as SGF (FF[4]), whose boards end at 52 lines: larger ones are cut into windows, one game tree each.
//!
//! The root also says which formula the board was made from and by which choices the game was played, in two properties of our own
//! that other programs leave alone: from them the whole board can be made again.

use crate::board::Board;
use crate::compile::Compiled;
use crate::grid::Point;
use crate::walk::{Game, Played};
use quadrille_core::Player;
use quadrille_records::sgf::{EditError, GameTree, SgfReader};

/// The largest side an SGF board can have.
pub const SGF_SIDE: usize = 52;
/// The property with the formula.
const FORMULA: &str = "XF";
/// The property with the choices of both players.
const SCRIPT: &str = "XS";
/// How many points a window shows around the moves in it, where there is room.
const MARGIN: usize = 4;

/// A part of the board that fits in SGF.
#[derive(Clone, Copy, Debug)]
struct Window {
    first: Point,
    rows: usize,
    columns: usize,
}

impl Window {
    fn contains(&self, point: Point) -> bool {
        (self.first.row..self.first.row + self.rows).contains(&point.row)
            && (self.first.column..self.first.column + self.columns).contains(&point.column)
    }

    /// Two letters, column first.
    fn letters(&self, point: Point) -> [u8; 2] {
        let letter = |index: usize| b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[index];
        [letter(point.column - self.first.column), letter(point.row - self.first.row)]
    }

    fn points(self) -> impl Iterator<Item = Point> {
        let Self { first, rows, columns } = self;
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| Point { row: first.row + row, column: first.column + column })
        })
    }
}

impl Compiled {
    /// The position as SGF: one game tree, or one for each window that has an empty point if the board is larger than 52.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let board = self.position.board();
        let trees = self.windows().into_iter().map(|window| {
            let comment =
                format!("{}\nWhite to move wins if and only if the formula is satisfiable.", self.drawing.formula);
            let mut tree = self.root(&board, window, &comment, Player::White)?;
            let labels = self.names.iter().filter(|named| window.contains(named.point) && named.name != "C");
            let labels: Vec<Vec<u8>> =
                labels.map(|named| [&window.letters(named.point)[..], b":", named.name.as_bytes()].concat()).collect();
            let labels: Vec<&[u8]> = labels.iter().map(Vec::as_slice).collect();
            if !labels.is_empty() {
                tree.add_property(tree.root().id(), "LB", &labels)?;
            }
            Ok(tree)
        });
        written(trees)
    }

    /// A tree whose root has the stones of a window, the comment, and what the board was made from.
    fn root(&self, board: &Board, window: Window, comment: &str, to_move: Player) -> Result<GameTree, EditError> {
        let size = if window.rows == window.columns {
            window.rows.to_string()
        } else {
            format!("{}:{}", window.columns, window.rows)
        };
        let mut tree = GameTree::new();
        let root = tree.root().id();
        let mover = if to_move == Player::Black { "B" } else { "W" };
        for (name, value) in
            [("FF", "4"), ("GM", "1"), ("CA", "UTF-8"), ("AP", "Quadrille"), ("SZ", &size), ("PL", mover)]
        {
            tree.add_property(root, name, &[value.as_bytes()])?;
        }
        tree.add_text(root, "C", &self.place_text(window, comment))?;
        tree.add_text(root, FORMULA, &self.drawing.formula.source())?;
        for (property, colour) in [("AB", Player::Black), ("AW", Player::White)] {
            let stands = |point: &Point| board.stone(board.spot(point.row, point.column)) == Some(colour);
            let stones: Vec<[u8; 2]> = window.points().filter(stands).map(|point| window.letters(point)).collect();
            let stones: Vec<&[u8]> = stones.iter().map(<[u8; 2]>::as_slice).collect();
            if !stones.is_empty() {
                tree.add_property(root, property, &stones)?;
            }
        }
        Ok(tree)
    }

    /// A comment that says which part of the board a window shows.
    fn place_text(&self, window: Window, comment: &str) -> String {
        let grid = &self.position.grid;
        if (window.rows, window.columns) == (grid.rows(), grid.columns()) {
            return comment.to_string();
        }
        format!(
            "{comment}\nRows {} to {} of {}, columns {} to {} of {}.",
            window.first.row + 1,
            window.first.row + window.rows,
            grid.rows(),
            window.first.column + 1,
            window.first.column + window.columns,
            grid.columns()
        )
    }

    /// Windows that cover every empty point.
    fn windows(&self) -> Vec<Window> {
        let grid = &self.position.grid;
        let mut windows = Vec::new();
        for row in (0..grid.rows()).step_by(SGF_SIDE) {
            for column in (0..grid.columns()).step_by(SGF_SIDE) {
                let (rows, columns) = (SGF_SIDE.min(grid.rows() - row), SGF_SIDE.min(grid.columns() - column));
                let window = Window { first: Point { row, column }, rows, columns };
                if window.points().any(|point| grid.at(point) == b'.') {
                    windows.push(window);
                }
            }
        }
        windows
    }

    /// A window around some points, with a margin where there is room; `None` if they do not fit.
    fn window_around(&self, moves: &[Played]) -> Option<Window> {
        let grid = &self.position.grid;
        let span = |of: fn(Point) -> usize, side: usize| {
            let values = || moves.iter().filter_map(|played| played.point).map(of);
            let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
            let (low, high) = if side <= SGF_SIDE {
                (0, side - 1)
            } else {
                (low.saturating_sub(MARGIN), (high + MARGIN).min(side - 1))
            };
            (high - low < SGF_SIDE).then_some((low, high - low + 1))
        };
        let (row, rows) = span(|point| point.row, grid.rows())?;
        let (column, columns) = span(|point| point.column, grid.columns())?;
        Some(Window { first: Point { row, column }, rows, columns })
    }
}

impl Game {
    /// The game as SGF with its comments. On a large board each game tree shows the part where the next moves are played.
    #[must_use]
    pub fn to_sgf(&self, compiled: &Compiled) -> String {
        let mut board = compiled.position.board();
        let mut rest = &self.moves[..];
        let trees = std::iter::from_fn(|| {
            let fits = |&count: &usize| compiled.window_around(&rest[..count]).is_some();
            let count = (1..=rest.len()).take_while(fits).last()?;
            let window = compiled.window_around(&rest[..count])?;
            let (now, later) = rest.split_at(count);
            rest = later;
            Some(self.part(compiled, &mut board, window, now))
        });
        written(trees)
    }

    /// The tree of some moves in one window; they are played on the board.
    fn part(
        &self,
        compiled: &Compiled,
        board: &mut Board,
        window: Window,
        moves: &[Played],
    ) -> Result<GameTree, EditError> {
        let about = format!("{}\n{}", compiled.drawing.formula, self.summary);
        let to_move = moves.first().map_or(Player::White, |played| played.player);
        let mut tree = compiled.root(board, window, &about, to_move)?;
        let mut node = tree.root().id();
        if let Some(script) = &self.script {
            tree.add_text(node, SCRIPT, script)?;
        }
        for played in moves {
            node = tree.add_node(node)?;
            let colour = if played.player == Player::Black { "B" } else { "W" };
            let place = played.point.map(|point| window.letters(point));
            tree.add_property(node, colour, &[place.as_ref().map_or(&b""[..], |place| &place[..])])?;
            if !played.comment.is_empty() {
                tree.add_text(node, "C", &played.comment)?;
            }
            match played.point {
                None => board.pass(),
                Some(point) => {
                    // The moves were legal when they were made, so they are legal here.
                    let _ = board.play(compiled.position.spot(board, point), played.player);
                }
            }
        }
        Ok(tree)
    }
}

/// The trees as text. Everything in them is short and well formed, so none is ever refused.
fn written(trees: impl Iterator<Item = Result<GameTree, EditError>>) -> String {
    let bytes: Vec<u8> = trees.flatten().flat_map(|tree| [tree.to_bytes(), b"\n".to_vec()].concat()).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The formula and the choices that an SGF file of ours was made from.
///
/// ```
/// use quadrille_reduction::{Options, command, play, read_back};
/// let compiled = command::prepare("x1; -x1", false, Options::default())?;
/// let game = play(&compiled, "clause 2")?;
/// let (formula, script) = read_back(&game.to_sgf(&compiled)).unwrap();
/// assert_eq!((formula.as_str(), script.as_str()), ("x1; -x1", "x1=0; clause 2; literal 1"));
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[must_use]
pub fn read_back(text: &str) -> Option<(String, String)> {
    let tree = SgfReader::new(text.as_bytes()).next()?.ok()?;
    let root = tree.root();
    Some((root.text(FORMULA)?, root.text(SCRIPT).unwrap_or_default()))
}

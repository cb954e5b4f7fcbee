//! The solver: a depth-first AND/OR search on real Go positions.
//!
//! White wins when the chain of the reserve joins a home (a block whose two one-point eyes are empty: from then on it
//! cannot be captured); Black wins when he captures it. **Every legal move of both sides anywhere on the board is
//! searched**, with suicide forbidden, positional superko along the line of play, and passes (not two in a row). Only
//! two cuts are made, and both are sound:
//!
//! * *the reserve in atari* ([`Solver::escapes`]): White tries its liberty and the captures of chains in atari; after anything else Black captures it;
//! * *a threat to join a home* ([`Solver::survey`]): Black tries that point only; two such points, and White has won.
//!
//! The table of solved positions ignores the line of play, so its answers are exact as long as superko never forbids a
//! move. The search counts how often it does ([`Answer::repetitions`]); on the boards of this crate that is zero or
//! concerns losing variations.
//!
//! In [`Width::Fast`] Black does not fill his own one-point eyes and White not hers: those moves do nothing and the pass stands for them.
//! Start reading at [`Solver::white_to_move`].

use crate::board::{Board, Spot};
use crate::grid::Point;
use crate::position::Position;
use quadrille_core::Player::{self, Black, White};
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

/// Which moves are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// Every legal move.
    #[default]
    Full,
    /// Every legal move except filling one's own one-point eyes.
    Fast,
}

/// How far the search may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Positions visited before the answer is [`Value::Unknown`].
    pub nodes: u64,
    /// Which moves are searched.
    pub width: Width,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 50_000_000, width: Width::Full }
    }
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// White wins with best play.
    White,
    /// Black wins with best play.
    Black,
    /// The limit was reached first.
    Unknown,
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Unknown => "unknown",
        })
    }
}

/// A move of a line: who, and where unless it is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who moves.
    pub player: Player,
    /// Where; `None` is a pass.
    pub point: Option<Point>,
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let player = if self.player == White { 'W' } else { 'B' };
        match self.point {
            Some(Point { row, column }) => serializer.collect_str(&format_args!("{player} {},{}", row + 1, column + 1)),
            None => serializer.collect_str(&format_args!("{player} pass")),
        }
    }
}

/// What the search found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The winner.
    pub value: Value,
    /// Positions visited.
    pub nodes: u64,
    /// Moves refused by superko anywhere in the search.
    pub repetitions: u64,
    /// A line in which the winner plays winning moves and the loser those that are hardest to refute, to the end.
    pub line: Vec<Move>,
}

/// Solves a position with White to move.
#[must_use]
pub fn solve(position: &Position, limits: Limits) -> Answer {
    solve_after(position, position.board(), White, limits)
}

/// Solves the position on a board that has been played on, with this player to move.
#[must_use]
pub fn solve_after(position: &Position, board: Board, to_move: Player, limits: Limits) -> Answer {
    let mut solver = Solver::new(position, board, limits);
    let value = solver.wins(to_move, false);
    let line = if value.is_some() { solver.line(to_move) } else { Vec::new() };
    Answer {
        value: match value {
            Some(true) => Value::White,
            Some(false) => Value::Black,
            None => Value::Unknown,
        },
        nodes: solver.nodes,
        repetitions: solver.board.repetitions(),
        line,
    }
}

/// The result of one pass over the empty points.
struct Survey {
    liberties: Vec<Option<Spot>>,
    /// Two of the points where the reserve would join a home, or as many as there are.
    joining: [Option<Spot>; 2],
}

/// Lines longer than this count as unknown; real ones have a few hundred moves.
const MAX_LINE: usize = 3_000;

struct Solver {
    board: Board,
    reserve: Spot,
    /// For each home a stone and its eyes.
    homes: Vec<(Spot, [Spot; 2])>,
    /// Whether a point is an eye of a home.
    is_eye: Vec<bool>,
    /// How many stones stand in eyes: while there are none, every marked chain is alive.
    filled_eyes: u32,
    /// The winner, and the number of positions visited.
    solved: FxHashMap<u64, (bool, u64)>,
    limits: Limits,
    nodes: u64,
    /// Positions visited or spared by the table: the size of what has been proved.
    effort: u64,
    depth: usize,
    /// Lists of moves that are not in use.
    spare: Vec<Vec<Option<Spot>>>,
}

impl Solver {
    fn new(position: &Position, board: Board, limits: Limits) -> Self {
        let spot = |point: Point| position.spot(&board, point);
        let homes: Vec<_> = position.homes.iter().map(|home| (spot(home.stone), home.eyes.map(spot))).collect();
        let eyes = || homes.iter().flat_map(|home| home.1);
        let mut is_eye = vec![false; board.indices()];
        for eye in eyes() {
            is_eye[eye.index()] = true;
        }
        let filled_eyes = eyes().filter(|&eye| !board.is_empty(eye)).count() as u32;
        Self {
            reserve: spot(position.reserve),
            homes,
            is_eye,
            filled_eyes,
            solved: FxHashMap::default(),
            limits,
            nodes: 0,
            effort: 0,
            depth: 0,
            spare: Vec::new(),
            board,
        }
    }

    /// Whether White wins with this player to move; `None` when the limit is reached.
    fn wins(&mut self, to_move: Player, after_pass: bool) -> Option<bool> {
        self.nodes += 1;
        self.effort += 1;
        if self.nodes > self.limits.nodes || self.depth >= MAX_LINE {
            return None;
        }
        self.depth += 1;
        let value = if to_move == White { self.white_to_move(after_pass) } else { self.black_to_move(after_pass) };
        self.depth -= 1;
        value
    }

    fn white_to_move(&mut self, after_pass: bool) -> Option<bool> {
        let survey = self.survey();
        if survey.joining[0].is_some() {
            self.spare.push(survey.liberties);
            return Some(true);
        }
        if let Some(liberty) = self.board.only_liberty(self.reserve) {
            let moves = self.escapes(liberty, survey.liberties);
            return self.any(White, moves);
        }
        self.any_of_all(White, after_pass, survey.liberties)
    }

    fn black_to_move(&mut self, after_pass: bool) -> Option<bool> {
        if self.board.only_liberty(self.reserve).is_some() {
            return Some(false);
        }
        let survey = self.survey();
        match survey.joining {
            [None, _] => self.any_of_all(Black, after_pass, survey.liberties),
            [Some(_), Some(_)] => {
                self.spare.push(survey.liberties);
                Some(true)
            }
            [threat, None] => {
                let mut moves = survey.liberties;
                moves.clear();
                moves.push(threat);
                self.any(Black, moves)
            }
        }
    }

    /// One look at all empty points: the liberties of the reserve, and those at which it would join a home.
    fn survey(&mut self) -> Survey {
        let mut survey = Survey { liberties: self.list(), joining: [None; 2] };
        let reserve = self.board.chain(self.reserve);
        for spot in self.board.empty_spots() {
            // An empty eye touches its own home only, so it is a liberty of the reserve only after the game.
            if self.filled_eyes == 0 && self.is_eye[spot.index()] {
                continue;
            }
            let mut near_reserve = false;
            let mut near_home = false;
            for stone in self.board.stones_around(spot, White) {
                let chain = self.board.chain(stone);
                near_reserve |= chain == reserve;
                near_home |= chain != reserve && self.is_alive(chain);
            }
            if near_reserve {
                survey.liberties.push(Some(spot));
                if near_home {
                    survey.joining = [Some(spot), survey.joining[0]];
                }
            }
        }
        survey
    }

    /// Whether a white chain contains a home with both eyes empty.
    fn is_alive(&self, chain: Spot) -> bool {
        self.board.marks(chain) > 0
            && (self.filled_eyes == 0
                || self.homes.iter().any(|&(stone, eyes)| {
                    // A home with two empty eyes cannot have been captured, so its stone is still there.
                    eyes.iter().all(|&eye| self.board.is_empty(eye)) && self.board.chain(stone) == chain
                }))
    }

    /// What White can do about an atari: extend, or capture a chain in atari (whether it touches the reserve or not).
    fn escapes(&self, liberty: Spot, mut moves: Vec<Option<Spot>>) -> Vec<Option<Spot>> {
        moves.clear();
        moves.push(Some(liberty));
        let board = &self.board;
        moves.extend(board.empty_spots().filter(|&spot| spot != liberty && board.captures_at(spot, White)).map(Some));
        moves
    }

    /// All moves of a player, the promising ones first; positions reached this way are remembered.
    fn any_of_all(&mut self, player: Player, after_pass: bool, liberties: Vec<Option<Spot>>) -> Option<bool> {
        let key = self.board.key() ^ situation_key(player, after_pass);
        if let Some(&(known, effort)) = self.solved.get(&key) {
            self.effort += effort;
            self.spare.push(liberties);
            return Some(known);
        }
        let before = self.effort;
        let wish = player == White;
        let moves = self.urgent_moves(player, liberties);
        let mut value = self.any(player, moves);
        if value == Some(!wish) {
            let moves = self.other_moves(player, after_pass);
            value = self.any(player, moves);
        }
        self.solved.insert(key, (value?, self.effort - before));
        value
    }

    /// The liberties of the reserve, those that capture first. Nearly every mistake is refuted by one of them, so the other moves are
    /// listed only when these have failed.
    fn urgent_moves(&self, player: Player, mut liberties: Vec<Option<Spot>>) -> Vec<Option<Spot>> {
        let captures = |choice: &Option<Spot>| choice.is_some_and(|spot| self.board.captures_at(spot, player));
        liberties.sort_by_key(|choice| !captures(choice));
        liberties
    }

    /// Everything else: captures, all other points, the pass.
    fn other_moves(&mut self, player: Player, after_pass: bool) -> Vec<Option<Spot>> {
        let mut moves = self.list();
        let board = &self.board;
        let reserve = board.chain(self.reserve);
        let is_liberty = |spot: Spot| board.stones_around(spot, White).any(|stone| board.chain(stone) == reserve);
        let mut captures = 0;
        for spot in board.empty_spots().filter(|&spot| !is_liberty(spot)) {
            if self.limits.width == Width::Fast && self.is_own_eye(spot, player) {
                continue;
            }
            moves.push(Some(spot));
            if board.captures_at(spot, player) {
                let last = moves.len() - 1;
                moves.swap(captures, last);
                captures += 1;
            }
        }
        if !after_pass {
            moves.push(None);
        }
        moves
    }

    /// A one-point eye of a chain of this player that has another liberty.
    fn is_own_eye(&self, spot: Spot, player: Player) -> bool {
        if player == White {
            return self.is_eye[spot.index()];
        }
        self.board.is_surrounded(spot, player)
    }

    /// Whether White wins, given what the player to move can do: one good move for the player settles it.
    fn any(&mut self, player: Player, moves: Vec<Option<Spot>>) -> Option<bool> {
        let wish = player == White;
        let mut value = Some(!wish);
        for &choice in &moves {
            if !self.play(choice, player) {
                continue;
            }
            let result = self.wins(!player, choice.is_none());
            self.undo(choice);
            if result != Some(!wish) {
                value = result;
                break;
            }
        }
        self.spare.push(moves);
        value
    }

    fn play(&mut self, choice: Option<Spot>, player: Player) -> bool {
        match choice {
            None => self.board.pass(),
            Some(spot) => {
                if self.board.play(spot, player).is_err() {
                    return false;
                }
                self.filled_eyes += u32::from(self.is_eye[spot.index()]);
            }
        }
        true
    }

    fn undo(&mut self, choice: Option<Spot>) {
        self.board.undo();
        if let Some(spot) = choice {
            self.filled_eyes -= u32::from(self.is_eye[spot.index()]);
        }
    }

    fn list(&mut self) -> Vec<Option<Spot>> {
        let mut list = self.spare.pop().unwrap_or_default();
        list.clear();
        list
    }

    /// Replays the search along one line. The table answers at once where the search was.
    fn line(&mut self, to_move: Player) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut player, mut after_pass) = (to_move, false);
        while let Some((choice, ends)) = self.best(player, after_pass) {
            let point = choice.map(|spot| {
                let (row, column) = self.board.coordinates(spot);
                Point { row, column }
            });
            line.push(Move { player, point });
            if ends || line.len() >= MAX_LINE || !self.play(choice, player) {
                break;
            }
            (player, after_pass) = (!player, choice.is_none());
        }
        line
    }

    /// The move of the line, and whether it ends the game. A loser chooses the move that is hardest to refute.
    fn best(&mut self, player: Player, after_pass: bool) -> Option<(Option<Spot>, bool)> {
        let atari = self.board.only_liberty(self.reserve);
        let Survey { liberties, joining: [joining, _] } = self.survey();
        let moves = match (player, joining, atari) {
            (White, Some(point), _) | (Black, _, Some(point)) => return Some((Some(point), true)),
            (White, None, Some(liberty)) => self.escapes(liberty, liberties),
            (Black, Some(point), None) => vec![Some(point)],
            _ => {
                let mut moves = self.urgent_moves(player, liberties);
                moves.extend(self.other_moves(player, after_pass));
                moves
            }
        };
        let mut hardest = None;
        for choice in moves {
            if self.play(choice, player) {
                let before = self.effort;
                let result = self.wins(!player, choice.is_none());
                self.undo(choice);
                if result == Some(player == White) {
                    return Some((choice, false));
                }
                let effort = self.effort - before;
                if hardest.is_none_or(|(most, _)| effort > most) {
                    hardest = Some((effort, choice));
                }
            }
        }
        // A player without any move of this list passes: White in atari where even the liberty is suicide.
        hardest.map(|(_, choice)| (choice, false)).or((!after_pass).then_some((None, false)))
    }
}

/// Distinguishes the same stones with another player to move or after a pass.
const fn situation_key(player: Player, after_pass: bool) -> u64 {
    quadrille_core::Rng::stream(0x7E57, (player.index() << 1) as u64 | after_pass as u64).next_u64()
}

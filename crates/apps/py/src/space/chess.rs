//! Chess: a square and one of 73 ways to leave it, as the side to move sees the board; castling has numbers of its own.
//!
//! The ways are those of Silver et al., *A general reinforcement learning algorithm that masters chess, shogi and Go*
//! (2018), in OpenSpiel's order: nine lesser promotions, 56 queen moves, eight knight moves.

use super::{Past, Shape, Space, put};
use quadrille_chess::{Kind, Move, Moves, Position, Role, Square, Wing};
use quadrille_core::{Game, KeyHistory, Outcome, Player};
use quadrille_lanes::Numbers;

const WAYS: u32 = 73;
const LESSER_PROMOTIONS: u32 = 9;
const QUEEN_MOVES: u32 = 56;
const LONG_CASTLING: u32 = 64 * WAYS;
const ACTIONS: usize = LONG_CASTLING as usize + 2;
/// Six roles of both sides, the en-passant square, four castling rights, who moves, the halfmove clock.
const PLANES: usize = 19;

impl Space for Position {
    type Past = SinceIrreversible;

    fn shape(&self) -> Shape {
        Shape { actions: ACTIONS, planes: PLANES, rows: 8, columns: 8 }
    }

    #[inline]
    fn action(&self, m: Move) -> u32 {
        // Black sees the board from the other side: its ranks are turned over.
        let flip = if self.turn() == Player::White { 0 } else { 56 };
        let (from, to) = (m.from().index() ^ flip, m.to().index() ^ flip);
        match m.kind() {
            Some(Kind::Castle) => LONG_CASTLING + u32::from(to > from),
            Some(Kind::Promotion(role)) if role != Role::Queen => {
                let piece = (Role::Rook.index() - role.index()) as u32;
                let side = [2, 0, 1][to + 1 - from - 8];
                u32::from(FIRST[from]) + 3 * piece + side
            }
            _ => u32::from(STEPS[from][to]),
        }
    }

    fn decode(&self, action: u32) -> Option<Move> {
        let flip = if self.turn() == Player::White { 0 } else { 56 };
        if action >= LONG_CASTLING {
            let wing = *[Wing::Queen, Wing::King].get((action - LONG_CASTLING) as usize)?;
            let rook = self.castling_rook(self.turn(), wing)?;
            return Some(Move::new(self.king(self.turn()), rook, Kind::Castle));
        }
        let (seen, way) = (action / WAYS, action % WAYS);
        let (file, rank) = (seen as i32 / 8, seen as i32 % 8);
        let (across, ahead) = match way {
            0..LESSER_PROMOTIONS => ([0, 1, -1][way as usize % 3], 1),
            _ => step(way - LESSER_PROMOTIONS),
        };
        let (to_file, to_rank) = (file + across, rank + ahead);
        if !(0..8).contains(&to_file) || !(0..8).contains(&to_rank) {
            return None;
        }
        let square = |file: i32, rank: i32| Square::new((8 * rank + file) as u8 ^ flip);
        let (from, to) = (square(file, rank), square(to_file, to_rank));
        let role = self.role_at(from)?;
        let kind = match role {
            _ if way < LESSER_PROMOTIONS => Kind::Promotion([Role::Rook, Role::Bishop, Role::Knight][way as usize / 3]),
            Role::Pawn if to_rank == 7 => Kind::Promotion(Role::Queen),
            Role::Pawn if ahead == 2 => Kind::DoublePush,
            Role::Pawn if across != 0 && self.role_at(to).is_none() => Kind::EnPassant,
            role => Kind::Ordinary(role),
        };
        Some(Move::new(from, to, kind))
    }

    #[inline]
    fn list(&self, past: &SinceIrreversible, actions: &mut Numbers) {
        actions.extend(past.moves.iter().map(|&m| self.action(m) as i32));
    }

    fn observe(&self, planes: &mut [f32]) {
        let mover = self.turn();
        let flip = if mover == Player::White { 0 } else { 56 };
        let place = |square: usize| square ^ flip;
        let plane = |number: usize| number * 64..(number + 1) * 64;
        for (side, player) in [mover, !mover].into_iter().enumerate() {
            for role in Role::ALL {
                put(&mut planes[plane(6 * side + role.index())], self.pieces(player, role), place);
            }
            for (wing, number) in [(Wing::King, 13), (Wing::Queen, 14)] {
                if self.castling_rook(player, wing).is_some() {
                    planes[plane(number + 2 * side)].fill(1.0);
                }
            }
        }
        if let Some(square) = self.en_passant() {
            planes[12 * 64 + place(square.index())] = 1.0;
        }
        if mover == Player::Black {
            planes[plane(17)].fill(1.0);
        }
        planes[plane(18)].fill(self.halfmove_clock() as f32 / 100.0);
    }
}

/// The knight's jumps: files across, ranks ahead.
const JUMPS: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)];

/// The first action of every square.
static FIRST: [u16; 64] = {
    let mut first = [0; 64];
    let mut square = 0;
    while square < 64 {
        // Squares are counted file by file here.
        first[square] = ((square % 8 * 8 + square / 8) * WAYS as usize) as u16;
        square += 1;
    }
    first
};

/// The action of every step from square to square that some piece makes, lesser promotions and castling left out.
static STEPS: [[u16; 64]; 64] = {
    let mut steps = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let across = (to % 8) as i32 - (from % 8) as i32;
            let ahead = (to / 8) as i32 - (from / 8) as i32;
            steps[from][to] = FIRST[from] + (LESSER_PROMOTIONS + way(across, ahead)) as u16;
            to += 1;
        }
        from += 1;
    }
    steps
};

/// The number of a step: up and down, left and right, both diagonals, then the knight's jumps.
const fn way(across: i32, ahead: i32) -> u32 {
    if across == 0 {
        along(ahead)
    } else if ahead == 0 {
        14 + along(across)
    } else if across == ahead {
        28 + along(across)
    } else if across == -ahead {
        42 + along(across)
    } else {
        let mut jump = 0;
        while jump < 7 && !(JUMPS[jump].0 == across && JUMPS[jump].1 == ahead) {
            jump += 1;
        }
        QUEEN_MOVES + jump as u32
    }
}

/// Seven steps back, seven forward.
const fn along(steps: i32) -> u32 {
    (if steps < 0 { steps + 7 } else { steps + 6 }) as u32
}

/// The step with a number of [`way`].
fn step(way: u32) -> (i32, i32) {
    let steps = |number: u32| if number < 7 { number as i32 - 7 } else { number as i32 - 6 };
    match way {
        0..14 => (0, steps(way)),
        14..28 => (steps(way - 14), 0),
        28..42 => (steps(way - 28), steps(way - 28)),
        42..QUEEN_MOVES => (steps(way - 42), -steps(way - 42)),
        _ => JUMPS[(way - QUEEN_MOVES) as usize % 8],
    }
}

/// The positions since the last capture or pawn move, since nothing before can come back; and the legal moves.
#[derive(Clone)]
pub struct SinceIrreversible {
    keys: KeyHistory,
    moves: Moves,
}

impl Past<Position> for SinceIrreversible {
    fn new(start: &Position) -> Self {
        Self { keys: [start.history_key()].into_iter().collect(), moves: Moves::default() }
    }

    fn push(&mut self, after: &Position) {
        if after.halfmove_clock() == 0 {
            self.keys.clear();
        }
        self.keys.push(after.history_key());
    }

    fn look(&mut self, position: &Position) {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
    }

    fn allows(&self, _: &Position, m: Move) -> bool {
        self.moves.contains(&m)
    }

    fn end(&self, position: &Position) -> Option<Outcome> {
        if self.moves.is_empty() { position.outcome() } else { position.adjudicate(&self.keys) }
    }
}

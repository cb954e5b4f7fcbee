//! Chess: a square and one of 73 ways to leave it, as the side to move sees the board; castling has numbers of its own.
//!
//! The ways are those of Silver et al., *A general reinforcement learning algorithm that masters chess, shogi and Go*
//! (2018), in OpenSpiel's order: nine lesser promotions, 56 queen moves, eight knight moves.

use super::{Past, Shape, Space, put};
use quadrille_chess::{Kind, Move, Position, Role, Wing};
use quadrille_core::{Game, KeyHistory, Outcome, Player};

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
        const JUMPS: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)];
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

/// The positions since the last capture or pawn move: nothing before can come back.
#[derive(Clone)]
pub struct SinceIrreversible(KeyHistory);

impl Past<Position> for SinceIrreversible {
    fn new(start: &Position) -> Self {
        Self([start.history_key()].into_iter().collect())
    }

    fn push(&mut self, after: &Position) {
        if after.halfmove_clock() == 0 {
            self.0.clear();
        }
        self.0.push(after.history_key());
    }

    fn legal_moves(&self, position: &Position, moves: &mut <Position as Game>::Moves) {
        position.legal_moves(moves);
    }

    fn adjudicate(&self, position: &Position) -> Option<Outcome> {
        position.adjudicate(&self.0)
    }
}

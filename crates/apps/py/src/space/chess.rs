//! Chess: a square and one of 73 ways to leave it, as the side to move sees the board; castling has numbers of its own.
//!
//! The ways are those of Silver et al., *A general reinforcement learning algorithm that masters chess, shogi and Go*
//! (2018), in OpenSpiel's order: nine lesser promotions, 56 queen moves, eight knight moves.

use super::{Shape, Space, put};
use quadrille_chess::{Kind, Move, Position, Role, Square, Wing};
use quadrille_core::{KeyHistory, Player};

const WAYS: u32 = 73;
const LESSER_PROMOTIONS: u32 = 9;
const QUEEN_MOVES: u32 = 56;
const LONG_CASTLING: u32 = 64 * WAYS;
const ACTIONS: usize = LONG_CASTLING as usize + 2;
/// Six roles of both sides, the en-passant square, four castling rights, who moves, the halfmove clock.
const PLANES: usize = 19;

impl Space for Position {
    type Past = KeyHistory;

    fn shape(&self) -> Shape {
        Shape { actions: ACTIONS, planes: PLANES, rows: 8, columns: 8 }
    }

    fn action(&self, m: Move) -> u32 {
        let (from, to) = (m.from(), m.to());
        if m.is_castling() {
            return LONG_CASTLING + u32::from(to.file() > from.file());
        }
        let rank =
            |square: Square| i32::from(if self.turn() == Player::White { square.rank() } else { 7 - square.rank() });
        let (across, ahead) = (i32::from(to.file()) - i32::from(from.file()), rank(to) - rank(from));
        let first = (u32::from(from.file()) * 8 + rank(from) as u32) * WAYS;
        first
            + match m.kind() {
                Some(Kind::Promotion(role)) if role != Role::Queen => {
                    let piece = (Role::Rook.index() - role.index()) as u32;
                    3 * piece + [2, 0, 1][(across + 1) as usize]
                }
                _ => LESSER_PROMOTIONS + way(across, ahead),
            }
    }

    fn observe(&self, planes: &mut [f32]) {
        let mover = self.turn();
        // Black sees the board from the other side: its ranks are turned over.
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

/// The number of a step: up and down, left and right, both diagonals, then the knight's jumps.
fn way(across: i32, ahead: i32) -> u32 {
    // Seven steps back, seven forward.
    let along = |steps: i32| (if steps < 0 { steps + 7 } else { steps + 6 }) as u32;
    match (across, ahead) {
        (0, steps) => along(steps),
        (steps, 0) => 14 + along(steps),
        (a, b) if a == b => 28 + along(a),
        (a, b) if a == -b => 42 + along(a),
        (a, b) => {
            const JUMPS: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)];
            QUEEN_MOVES + JUMPS.iter().position(|&jump| jump == (a, b)).unwrap_or(0) as u32
        }
    }
}

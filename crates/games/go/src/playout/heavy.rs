//! Playouts that answer the last move.
//!
//! The order is that of MoGo (Gelly, Wang, Munos and Teytaud, 2006): save own stones that the last move put in atari,
//! or take the ones that did it; else play a shape next to the last move; otherwise capture elsewhere; otherwise any
//! move. Read [`answer`] first.

use super::shapes::SHAPE_TABLE;
use super::{TakeTurn, random_move, take_turn, until_the_end, worth_playing};
use crate::board::{Board, EMPTY, of};
use crate::position::Position;
use crate::vertex::Vertex;
use arrayvec::ArrayVec;
use quadrille_core::{Outcome, Player, Playout, Rng, Trace};

/// Playouts that answer the last move before they play at random; own single-point eyes are not filled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heavy;

/// How many random empty points are looked at for a capture elsewhere.
const CAPTURE_PROBES: u32 = 4;
/// How often a random point that would put the mover's own stones in atari is drawn again.
const SELF_ATARI_RETRIES: u32 = 2;
/// Room for the candidates of one rule; more are ignored.
const CANDIDATES: usize = 16;

type Candidates<const CAP: usize> = ArrayVec<Vertex<CAP>, CANDIDATES>;

impl<const CAP: usize> Playout<Position<CAP>> for Heavy {
    fn run<T: Trace>(&self, position: &mut Position<CAP>, rng: &mut Rng, trace: &mut T) -> Outcome {
        struct Turns<'a, T>(&'a mut Rng, &'a mut T);
        impl<const CAP: usize, T: Trace> TakeTurn<CAP> for Turns<'_, T> {
            #[inline(always)]
            fn take_turn(&mut self, position: &mut Position<CAP>, mover: Player) {
                let v = choose(position, mover, self.0);
                take_turn(position, v, mover, self.1);
            }
        }
        until_the_end(position, Turns(rng, trace))
    }
}

/// The point that the mover plays, or [`Vertex::NONE`] for a pass.
#[inline(always)]
fn choose<const CAP: usize>(position: &Position<CAP>, mover: Player, rng: &mut Rng) -> Vertex<CAP> {
    answer(position, mover, rng)
        .or_else(|| capture_somewhere(position, mover, rng))
        .unwrap_or_else(|| random_but_safe(position, mover, rng))
}

/// A random move; a self-atari is redrawn, a bounded number of times.
#[inline(always)]
fn random_but_safe<const CAP: usize>(position: &Position<CAP>, player: Player, rng: &mut Rng) -> Vertex<CAP> {
    let mut v = random_move(position, player, rng);
    for _ in 0..SELF_ATARI_RETRIES {
        if v == Vertex::NONE || !position.board.is_self_atari(v, player) {
            break;
        }
        v = random_move(position, player, rng);
    }
    v
}

/// A move next to the last one, if a rule finds any.
#[inline(always)]
fn answer<const CAP: usize>(position: &Position<CAP>, player: Player, rng: &mut Rng) -> Option<Vertex<CAP>> {
    let last = position.last;
    if last == Vertex::NONE || position.board.colour[last] >= EMPTY {
        return None;
    }
    let mut candidates = Candidates::new();
    atari_moves(position, last, player, &mut candidates);
    if candidates.is_empty() {
        shape_moves(position, last, player, &mut candidates);
    }
    rng.pick(&candidates).copied()
}

/// Moves that take the last stone's chain, or save own chains next to it by taking or by running away.
#[inline(always)]
fn atari_moves<const CAP: usize>(
    position: &Position<CAP>,
    last: Vertex<CAP>,
    player: Player,
    candidates: &mut Candidates<CAP>,
) {
    let board = &position.board;
    let mut add = |v: Vertex<CAP>| {
        if worth_playing(position, v, player) && !candidates.is_full() {
            candidates.push(v);
        }
    };
    if let Some(liberty) = board.only_liberty(last) {
        add(liberty);
    }
    for neighbour in board.around(last) {
        if board.colour[neighbour] != of(player) {
            continue;
        }
        let Some(liberty) = board.only_liberty(neighbour) else { continue };
        if !board.is_self_atari(liberty, player) {
            add(liberty);
        }
        for stone in board.stones_of(neighbour) {
            for enemy in board.around(stone) {
                if board.colour[enemy] == of(player.opponent())
                    && let Some(liberty) = board.only_liberty(enemy)
                {
                    add(liberty);
                }
            }
        }
    }
}

/// The points around the last move that make a known shape.
#[inline(always)]
fn shape_moves<const CAP: usize>(
    position: &Position<CAP>,
    last: Vertex<CAP>,
    player: Player,
    candidates: &mut Candidates<CAP>,
) {
    let board = &position.board;
    for v in board.around(last).into_iter().chain(board.corners(last)) {
        let shaped = board.colour[v] == EMPTY && SHAPE_TABLE.around(board, v);
        if shaped && worth_playing(position, v, player) && !board.is_self_atari(v, player) {
            candidates.push(v);
        }
    }
}

/// A capture at one of a few random points.
#[inline(always)]
fn capture_somewhere<const CAP: usize>(position: &Position<CAP>, player: Player, rng: &mut Rng) -> Option<Vertex<CAP>> {
    let board: &Board<CAP> = &position.board;
    let count = board.empty_count();
    if count == 0 {
        return None;
    }
    (0..CAPTURE_PROBES)
        .map(|_| board.empty_at(rng.below(count)))
        .find(|&v| board.takes_something(v, player) && worth_playing(position, v, player))
}

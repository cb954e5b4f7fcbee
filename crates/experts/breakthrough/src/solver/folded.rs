//! Breakthrough for proof-number search: as few different positions as possible.
//!
//! [`Folded`] is the standard game with everything that can be told without search: a pawn before its goal wins, a threat
//! must be answered, a position is worth as much as its mirror image and as the same board from the other side.
//! [`Plain`] serves the variants, whose rules it takes from [`Position`] as they are.

use super::dfpn::Proofs;
use super::lanes::FIRST_WIN;
use super::sides::{Sides, State};
use quadrille_breakthrough::{Geometry, Moves, Position};
use quadrille_core::Game;
use quadrille_core::bits::Bits;

/// The standard game on one board.
#[derive(Clone, Copy, Debug)]
pub struct Folded {
    geometry: &'static Geometry,
}

impl Folded {
    /// The game on the board of this position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self { geometry: position.geometry() }
    }

    /// The position as a node: from the mover's side, and the smaller of itself and its mirror image.
    #[must_use]
    pub fn node(&self, sides: Sides) -> Sides {
        let g = self.geometry;
        sides.min(Sides { own: g.mirrored(sides.own), enemy: g.mirrored(sides.enemy) })
    }

    fn push(&self, sides: Sides, from: u64, to: u64, successors: &mut Vec<Sides>) {
        let g = self.geometry;
        let (own, enemy) = (sides.own ^ from | to, sides.enemy & !to);
        successors.push(self.node(Sides { own: g.rotated(enemy), enemy: g.rotated(own) }));
    }
}

impl Proofs for Folded {
    type Node = Sides;

    fn hash(&self, node: Sides) -> u64 {
        mixed(mixed(node.own) ^ node.enemy)
    }

    fn expand(&self, node: Sides, successors: &mut Vec<Sides>) -> Option<bool> {
        let g = self.geometry;
        match node.state(g) {
            State::Decided(value) => return Some(value >= FIRST_WIN),
            State::Threatened(at) => {
                for from in Bits(node.takers(at, g)) {
                    self.push(node, 1 << from, at, successors);
                }
            }
            State::Quiet => {
                for (direction, back) in quadrille_breakthrough::pawn_steps(g)
                    .into_iter()
                    .map(|d| (d, d.distance(g.columns, quadrille_core::Player::White)))
                {
                    for to in Bits(direction.targets(node.own, node.enemy, g, quadrille_core::Player::White)) {
                        self.push(node, 1 << (to as i32 - back), 1 << to, successors);
                    }
                }
            }
        }
        None
    }

    fn glance(&self, node: Sides) -> Option<bool> {
        match node.state(self.geometry) {
            State::Decided(value) => Some(value >= FIRST_WIN),
            State::Threatened(_) | State::Quiet => None,
        }
    }

    /// More pawns, fewer leaves to prove a win.
    fn estimate(&self, node: Sides) -> (u32, u32) {
        let (own, enemy) = (node.own.count_ones(), node.enemy.count_ones());
        (1 + enemy.saturating_sub(own), 1 + own.saturating_sub(enemy))
    }
}

/// Any variant, position by position.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Proofs for Plain {
    type Node = Position;

    fn hash(&self, node: Position) -> u64 {
        node.key()
    }

    fn expand(&self, node: Position, successors: &mut Vec<Position>) -> Option<bool> {
        if let Some(decided) = self.glance(node) {
            return Some(decided);
        }
        let mut moves = Moves::new();
        node.legal_moves(&mut moves);
        for m in moves {
            let mut next = node;
            next.play(m);
            successors.push(next);
        }
        None
    }

    fn glance(&self, node: Position) -> Option<bool> {
        node.outcome().map(|outcome| outcome.winner() == Some(node.to_move()))
    }

    fn estimate(&self, node: Position) -> (u32, u32) {
        (1, 1 + node.count_legal_moves() as u32 / 4)
    }
}

/// Mixes every bit into every other (the finaliser of SplitMix64).
const fn mixed(word: u64) -> u64 {
    quadrille_core::Rng::new(word).next_u64()
}

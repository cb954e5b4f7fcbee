//! Breakthrough for proof-number search, with positions normalised by symmetry.
//!
//! [`Folded`] is the standard game with everything that needs no search: a pawn before its goal wins, a threat must be answered, and mirrored and colour-swapped positions have the same value. [`Plain`]
//! serves the variants, with the rules of [`Position`].

use super::dfpn::Proofs;
use super::lanes::FIRST_WIN;
use super::sides::{Sides, State};
use quadrille_breakthrough::evaluation::network::{self, LOGIT_ONE, Network};
use quadrille_breakthrough::{Geometry, Position, pawn_steps};
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Player, Rng};
use quadrille_search::proof::dfpn::Numbers;
use quadrille_search::proof::table::Identity;

/// The standard game on one board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Folded {
    geometry: &'static Geometry,
    /// The network that estimates the difficulty of positions, if there is one for the board.
    network: Option<&'static Network>,
}

impl Folded {
    /// The game on the board of this position.
    pub(crate) fn new(position: &Position) -> Self {
        Self { geometry: position.geometry(), network: network::of(position) }
    }

    /// The position as a node: from the mover's side, and the smaller of itself and its mirror image.
    pub(crate) fn node(&self, sides: Sides) -> Sides {
        let g = self.geometry;
        sides.min(Sides { own: g.mirrored(sides.own), enemy: g.mirrored(sides.enemy) })
    }

    fn after(&self, sides: Sides, from: u64, to: u64) -> Sides {
        let g = self.geometry;
        let (own, enemy) = (sides.own ^ from | to, sides.enemy & !to);
        self.node(Sides { own: g.rotated(enemy), enemy: g.rotated(own) })
    }
}

/// Leaves for each factor of e in the odds; in tests from 0 to 8, more was better.
const LEAVES: f32 = 8.0;

impl Identity for Sides {
    fn hash(&self) -> u64 {
        mixed(mixed(self.own) ^ self.enemy)
    }
}

impl Proofs for Folded {
    type Node = Sides;

    fn glance(&self, node: Sides) -> Option<bool> {
        match node.state(self.geometry) {
            State::Decided(value) => Some(value >= FIRST_WIN),
            State::Threatened(_) | State::Quiet => None,
        }
    }

    fn successors(&self, node: Sides) -> Vec<Sides> {
        let g = self.geometry;
        if let State::Threatened(at) = node.state(g) {
            return Bits(node.takers(at, g)).map(|from| self.after(node, 1 << from, at)).collect();
        }
        let mut successors = Vec::with_capacity(32);
        for direction in pawn_steps(g) {
            let back = direction.distance(g.columns, Player::White);
            let targets = Bits(direction.targets(node.own, node.enemy, g, Player::White));
            successors.extend(targets.map(|to| self.after(node, 1 << (to as i32 - back), 1 << to)));
        }
        successors
    }

    /// The more confident the network, or the more pawns, the fewer leaves to prove a win.
    fn estimate(&self, node: Sides) -> Numbers {
        if let Some(network) = self.network {
            let odds = network.logit(node.own, node.enemy) as f32 / LOGIT_ONE as f32;
            let leaves = |odds: f32| 1 + (LEAVES * odds.exp().ln_1p()) as u32;
            return Numbers { proof: leaves(-odds), disproof: leaves(odds) };
        }
        let (own, enemy) = (node.own.count_ones(), node.enemy.count_ones());
        Numbers { proof: 1 + enemy.saturating_sub(own), disproof: 1 + own.saturating_sub(enemy) }
    }
}

/// Any variant, position by position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

/// A position of a variant; its key is not relied on, whole positions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Whole(pub(crate) Position);

impl Identity for Whole {
    fn hash(&self) -> u64 {
        self.0.key()
    }
}

impl Proofs for Plain {
    type Node = Whole;

    fn glance(&self, Whole(position): Whole) -> Option<bool> {
        position.outcome().map(|outcome| outcome.winner() == Some(position.to_move()))
    }

    fn successors(&self, Whole(position): Whole) -> Vec<Whole> {
        super::children(&position).map(|(_, next)| Whole(next)).collect()
    }

    fn estimate(&self, Whole(position): Whole) -> Numbers {
        Numbers { proof: 1, disproof: 1 + position.count_legal_moves() as u32 / 4 }
    }
}

/// Mixes every bit into every other (the finaliser of SplitMix64).
const fn mixed(word: u64) -> u64 {
    Rng::new(word).next_u64()
}

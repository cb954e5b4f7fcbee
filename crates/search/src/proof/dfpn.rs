//! Depth-first proof-number search on anything with positions and successors.
//!
//! Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002, with the 1 + ε trick of Pawlewicz
//! and Lew (2007) against switching back and forth between equally hard successors. Read [`explore`] first; [`Problem`]
//! is the interface to a game. [`super::solve`] serves every game; a game that can fold positions of equal value into
//! one has its own problem.

/// Proof and disproof number of a position, from the mover's view: 0 is done, [`Numbers::INFINITE`] impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Proof number: a lower bound on the leaves still to be decided to show that the mover reaches its goal.
    pub proof: u32,
    /// Disproof number: the same to show that it does not.
    pub disproof: u32,
}

impl Numbers {
    /// Impossible: no number of leaves is enough.
    pub const INFINITE: u32 = 1 << 30;
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { proof: 1, disproof: 1 };
    /// The mover reaches its goal.
    pub const REACHED: Self = Self { proof: 0, disproof: Self::INFINITE };
    /// The mover misses its goal.
    pub const MISSED: Self = Self { proof: Self::INFINITE, disproof: 0 };
    /// The limits of a search that goes on until the position is decided.
    pub const UNTIL_DECIDED: Self = Self { proof: Self::INFINITE, disproof: Self::INFINITE };

    /// The numbers of a decided position.
    #[must_use]
    pub const fn decided(reached: bool) -> Self {
        if reached { Self::REACHED } else { Self::MISSED }
    }

    /// Whether the mover reaches its goal, if that is decided.
    #[must_use]
    pub const fn result(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            Self { .. } => None,
        }
    }

    const fn reach(self, limits: Self) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}

/// A game as proof-number search sees it, with what it remembers and what it may spend.
pub trait Problem {
    /// A position.
    type Node;
    /// The way to a successor: a move, or the successor itself where that is small.
    type Step: Copy;

    /// Counts a visited position.
    fn visit(&mut self, ply: usize);

    /// How many positions were visited.
    fn nodes(&self) -> u64;

    /// Whether a limit was reached and the search must end.
    fn is_over(&self) -> bool;

    /// The steps from an undecided position, with what is known about where they lead.
    fn successors(&mut self, node: &Self::Node, ply: usize) -> Vec<(Self::Step, Numbers)>;

    /// Goes to a successor.
    fn enter(&mut self, node: &Self::Node, step: Self::Step) -> Self::Node;

    /// Comes back from it.
    fn leave(&mut self) {}

    /// Stores the numbers of a position, with the number of positions visited to find them.
    fn store(&mut self, node: &Self::Node, numbers: Numbers, work: u64);
}

/// Searches an undecided position until one of its numbers reaches its limit, or the search ends.
pub fn explore<P: Problem>(problem: &mut P, node: &P::Node, limits: Numbers, ply: usize) -> Numbers {
    let before = problem.nodes();
    problem.visit(ply);
    let mut successors = problem.successors(node, ply);
    loop {
        let Choice { numbers, best, second } = Choice::among(&successors);
        if numbers.reach(limits) || problem.is_over() {
            problem.store(node, numbers, problem.nodes() - before);
            return numbers;
        }
        let (step, known) = successors[best];
        let child_limits = Numbers {
            proof: (limits.disproof - numbers.disproof).saturating_add(known.proof).min(Numbers::INFINITE),
            disproof: limits.proof.min(second.saturating_add(1 + second / 4)),
        };
        let child = problem.enter(node, step);
        successors[best].1 = explore(problem, &child, child_limits, ply + 1);
        problem.leave();
    }
}

/// The successor to work on next.
struct Choice {
    /// The numbers of a position from its successors': its mover reaches the goal if one successor's mover misses its
    /// own, and misses it if all of them reach theirs.
    numbers: Numbers,
    /// The successor with the smallest disproof number.
    best: usize,
    /// The second smallest disproof number.
    second: u32,
}

impl Choice {
    fn among<S>(successors: &[(S, Numbers)]) -> Self {
        let (mut best, mut least, mut second) = (0, Numbers::INFINITE, Numbers::INFINITE);
        let mut sum = 0_u32;
        for (index, (_, numbers)) in successors.iter().enumerate() {
            sum = sum.saturating_add(numbers.proof).min(Numbers::INFINITE);
            if numbers.disproof < least {
                second = least;
                (best, least) = (index, numbers.disproof);
            } else {
                second = second.min(numbers.disproof);
            }
        }
        let numbers = if least == 0 { Numbers::REACHED } else { Numbers { proof: least, disproof: sum } };
        Self { numbers, best, second }
    }
}

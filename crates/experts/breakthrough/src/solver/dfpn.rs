//! Who wins, by proof-number search.
//!
//! The problem definition for [`quadrille_search::proof::dfpn`]. Its table stores whole positions, so there are no
//! collisions. Breakthrough positions cannot repeat, so there is no history to consider.

use quadrille_search::proof::dfpn::{Numbers, Problem, explore};
use quadrille_search::proof::table::{Identity, Table};

/// A game as proof-number search sees it.
pub(crate) trait Proofs {
    /// A position, normalised by symmetry.
    type Node: Identity;

    /// Whether the mover wins, if known without search.
    fn glance(&self, node: Self::Node) -> Option<bool>;

    /// The successors of a position whose winner is not known without search.
    fn successors(&self, node: Self::Node) -> Vec<Self::Node>;

    /// The initial numbers of an unsearched position; at least 1.
    fn estimate(&self, node: Self::Node) -> Numbers;
}

/// Nodes between two checks for a halt.
const STOP_EVERY: u64 = 1 << 10;

/// A search with its table, reusable for several positions.
pub(crate) struct Search<'a, P: Proofs> {
    game: &'a P,
    table: Table<P::Node>,
    halt: &'a dyn Fn() -> bool,
    nodes: u64,
    most_nodes: u64,
    is_stopped: bool,
}

impl<'a, P: Proofs> Search<'a, P> {
    /// A search with a table of at most this many bytes that gives up after this many nodes or when told to halt.
    pub(crate) fn new(game: &'a P, bytes: u64, most_nodes: u64, halt: &'a dyn Fn() -> bool) -> Self {
        Self { game, table: Table::new(bytes as usize), halt, nodes: 0, most_nodes, is_stopped: false }
    }

    /// Whether the mover wins; `None` if the search was stopped or gave up.
    pub(crate) fn mover_wins(&mut self, node: P::Node) -> Option<bool> {
        self.numbers(node).result().or_else(|| explore(self, &node, Numbers::UNTIL_DECIDED, 0).result())
    }

    /// The numbers of a position that may never have been searched.
    fn numbers(&mut self, node: P::Node) -> Numbers {
        if let Some(won) = self.game.glance(node) {
            return Numbers::decided(won);
        }
        self.table.look(node).map_or_else(|| self.game.estimate(node), |(numbers, _)| numbers)
    }
}

impl<P: Proofs> Problem for Search<'_, P> {
    type Node = P::Node;
    type Step = P::Node;

    fn visit(&mut self, _: usize) {
        self.nodes += 1;
        let told = self.nodes.is_multiple_of(STOP_EVERY) && (self.halt)();
        self.is_stopped |= told || self.nodes >= self.most_nodes;
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn is_over(&self) -> bool {
        self.is_stopped
    }

    fn successors(&mut self, node: &P::Node, _: usize) -> Vec<(P::Node, Numbers)> {
        self.game.successors(*node).into_iter().map(|next| (next, self.numbers(next))).collect()
    }

    fn enter(&mut self, _: &P::Node, next: P::Node) -> P::Node {
        next
    }

    fn store(&mut self, node: &P::Node, numbers: Numbers, work: u64) {
        self.table.store(*node, numbers, work);
    }
}

//! The network inside a search: what it keeps from position to position must never show.

use quadrille_chess::evaluation::Network;
use quadrille_chess::{Position, Rules};
use quadrille_core::{Evaluation, Game, KeyHistory, Score};
use quadrille_search::alphabeta::{Options, Searcher};
use quadrille_search::{Limits, Request, Stop};
use std::sync::atomic::{AtomicU64, Ordering};

/// Asks the network twice: as it is, and on a new thread, which remembers nothing.
struct Checked {
    network: Network,
    asked: AtomicU64,
}

impl Evaluation<Position> for Checked {
    fn name(&self) -> &'static str {
        "checked"
    }

    fn evaluate(&self, position: &Position) -> Score {
        let kept = self.network.evaluate(position);
        let fresh = std::thread::scope(|scope| scope.spawn(|| self.network.evaluate(position)).join());
        assert_eq!(kept, fresh.expect("no panic"), "{position:?}");
        self.asked.fetch_add(1, Ordering::Relaxed);
        kept
    }
}

#[test]
fn kept_sums_equal_fresh_ones_at_every_node_of_a_search() {
    let evaluation = Checked { network: Network::default(), asked: AtomicU64::new(0) };
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "2r3k1/5pp1/p3p2p/1p1pP3/3P4/1P1Q1N1P/q4PP1/2R3K1 b - - 3 27",
    ];
    let mut searcher = Searcher::new(Options::default(), 1).expect("memory");
    for fen in fens {
        let position = Position::from_fen(Rules::Standard, fen).expect("valid");
        let history: KeyHistory = std::iter::once(position.history_key()).collect();
        let stop = Stop::new();
        let request = Request::new(&position, &history, Limits::nodes(3_000), &stop);
        searcher.search(&request, &evaluation, &mut |_| {});
    }
    assert!(evaluation.asked.load(Ordering::Relaxed) > 2_000);
}

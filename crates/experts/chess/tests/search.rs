//! The settings of the chess player, on positions where one of them decides.

use quadrille_chess::{Position, evaluation::Network};
use quadrille_chess_expert::search;
use quadrille_core::{Game, Notation};
use quadrille_search::alphabeta::{Options, Searcher};
use quadrille_search::{Limits, Request, Stop};

/// The move that a search of 20,000 nodes chooses.
fn best(fen: &str, options: Options) -> String {
    let position: Position = fen.parse().expect("a position");
    let (history, stop) = (std::iter::once(position.history_key()).collect(), Stop::new());
    let request = Request::new(&position, &history, Limits { nodes: Some(20_000), ..Limits::default() }, &stop);
    let mut searcher = Searcher::new(options, 4).expect("a searcher");
    let report = searcher.search(&request, &Network::default(), &mut |_| {});
    position.format_move(report.best.expect("a move"))
}

/// After a sacrifice, the way to mate is a row of checks that pruning near the horizon would skip.
#[test]
fn safe_checks_are_not_skipped() {
    let positions = [
        ("r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - - 0 1", "h4d8"),
        ("5rk1/ppq2ppp/2p5/4bN2/4P3/6Q1/PPP2PPP/3R2K1 w - - 0 1", "f5h6"),
        ("3rr1k1/pp3pp1/4b3/8/2P1B2R/6QP/P3q1P1/5R1K w - - 0 1", "e4h7"),
    ];
    for (fen, sacrifice) in positions {
        assert_eq!(best(fen, search::options()), sacrifice, "{fen}");
        assert_ne!(best(fen, Options { spare_threats: false, ..search::options() }), sacrifice, "{fen}");
    }
}

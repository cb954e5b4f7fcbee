//! Verification mode on many positions: every table hit is compared with the full position.
//!
//! `cargo run --release -p quadrille-search --example collisions [nodes]`

use quadrille_core::{Evaluation, Notation, Playout, Refusal, Tactics};
use quadrille_search::{Limits, Request, SamePosition, Stop, alphabeta, mcts};

fn main() -> Result<(), Refusal> {
    let nodes = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10_000_000);
    let evaluation = quadrille_breakthrough::evaluation::Advancement;
    let playout = quadrille_breakthrough::playout::Random;
    measure::<quadrille_breakthrough::Position, _>("8x8", &evaluation, &playout, same_text, nodes)?;
    let evaluation = quadrille_chess::evaluation::Tapered;
    let playout = quadrille_chess::playout::Random;
    measure::<quadrille_chess::Position, _>("", &evaluation, &playout, same_but_clocks, nodes)
}

/// The whole text of the position.
fn same_text<G: Notation>(a: &G, b: &G) -> bool {
    a.format_position() == b.format_position()
}

/// Board, side, castling and en passant; the two counters are no part of the position's identity.
fn same_but_clocks<G: Notation>(a: &G, b: &G) -> bool {
    let identity = |text: String| text.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
    identity(a.format_position()) == identity(b.format_position())
}

fn measure<G: Tactics, P: Playout<G>>(
    rules: &str,
    evaluation: &dyn Evaluation<G>,
    playout: &P,
    same: SamePosition<G>,
    nodes: u64,
) -> Result<(), Refusal> {
    let position = G::start(&rules.parse()?);
    let history = std::iter::once(position.history_key()).collect();
    let stop = Stop::new();
    let mut searcher = alphabeta::Searcher::new(alphabeta::Options { verify: true, ..Default::default() }, 64)?;
    searcher.compare_with(same);
    let request = Request::new(&position, &history, Limits::nodes(nodes), &stop);
    let report = searcher.search(&request, evaluation, &mut |_| {});
    println!("{} alpha-beta: {} nodes, {:?}", G::NAME, report.nodes, report.table);
    let options = mcts::Options { verify: true, expand_after: 0, ..mcts::Options::preset("uct-tt")? };
    let mut searcher = mcts::Searcher::new(options);
    searcher.compare_with(same);
    let request = Request::new(&position, &history, Limits::playouts(nodes / 100), &stop);
    let report = searcher.search(&request, &mcts::Knowledge::playout(playout), &mut |_| {});
    println!("{} uct-tt: {} records, {:?}", G::NAME, report.nodes, report.table);
    Ok(())
}

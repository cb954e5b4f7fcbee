//! A fixed piece of searching, to count its instructions before and after a change:
//!
//! `RUSTFLAGS="-C target-cpu=x86-64-v3" cargo build --release -p quadrille-search --example instructions`, then
//! `valgrind --tool=cachegrind --cache-sim=no instructions alphabeta othello` for each algorithm, also `perft` (with a depth
//! behind the game) and `playouts`, and game.

use quadrille_core::{Evaluation, NoKnowledge, Outcome, Playout, Rng, Tactics, perft};
use quadrille_search::{Limits, Report, Request, Stop, alphabeta, mcts};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [algorithm, game] = [0, 1].map(|i| arguments.get(i).map(String::as_str).unwrap_or_default());
    match game {
        "breakthrough" => {
            let evaluation = quadrille_breakthrough::evaluation::Advancement;
            run::<quadrille_breakthrough::Position, _>(
                algorithm,
                "8x8",
                &quadrille_breakthrough::playout::Random,
                &evaluation,
            );
        }
        "othello" => {
            let evaluation = quadrille_othello::evaluation::SixTerm;
            run::<quadrille_othello::Position, _>(algorithm, "", &quadrille_othello::playout::Random, &evaluation);
        }
        "chess" => {
            let evaluation = quadrille_chess::evaluation::Tapered;
            run::<quadrille_chess::Position, _>(algorithm, "", &quadrille_chess::playout::Random, &evaluation);
        }
        _ => run::<quadrille_go::Small, _>(algorithm, "9 tromp-taylor", &quadrille_go::Random, &NoKnowledge),
    }
}

fn run<G: Tactics, P: Playout<G>>(algorithm: &str, rules: &str, playout: &P, evaluation: &dyn Evaluation<G>) {
    let position = G::start(&rules.parse().unwrap_or_else(|error| panic!("{error}")));
    match algorithm {
        "perft" => {
            let depth = std::env::args().nth(3).and_then(|text| text.parse().ok()).unwrap_or(4);
            return println!("{} leaves", perft::count(&position, depth));
        }
        "playouts" => {
            let mut rng = Rng::new(1);
            let draws = (0..1_000).filter(|_| playout.run(&mut position.clone(), &mut rng, &mut ()) == Outcome::Draw);
            return println!("1000 games, {} drawn", draws.count());
        }
        _ => {}
    }
    let history = std::iter::once(position.history_key()).collect();
    let stop = Stop::new();
    let ask = |limits| Request::new(&position, &history, limits, &stop);
    let report: Report<G> = if algorithm == "alphabeta" {
        let searcher = alphabeta::Searcher::new(alphabeta::Options::default(), 1);
        let mut searcher = searcher.unwrap_or_else(|error| panic!("{error}"));
        searcher.search(&ask(Limits::nodes(100_000)), evaluation, &mut |_| {})
    } else {
        let options = mcts::Options::preset(algorithm).unwrap_or_else(|error| panic!("{error}"));
        mcts::Searcher::new(options).search(
            &ask(Limits::playouts(2_000)),
            &mcts::Knowledge::playout(playout),
            &mut |_| {},
        )
    };
    println!(
        "{algorithm}: {} nodes, {} playouts, signature {:016x}",
        report.nodes,
        report.playouts,
        report.signature(&position)
    );
}

//! How many positions networks judge in a second of processor time, on one thread: `speed FILE…`.

use quadrille_core::{Game, Rng};
use quadrille_go::{Goban, Grid, RuleSet, Rules, for_size_class};
use quadrille_network::inference::{Evaluator, Network};
use quadrille_network::planes::{Encoder, Planes};
use quadrille_network::symmetry::Symmetry;
use quadrille_network::weights::Weights;
use std::sync::Arc;
use std::time::Instant;

fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).expect("a file");
        let start = Instant::now();
        let network = Arc::new(Network::new(&Weights::read(&bytes).expect("weights")));
        println!("{path}: ready after {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
        for side in [9, 13, 19] {
            let rules = Rules::new(Grid::square(side).expect("a board"), RuleSet::Chinese);
            for_size_class!(&rules, Board => measure::<Board>(&network, &rules), else => ());
        }
    }
}

/// Judges a position with random stones, again and again.
fn measure<B: Goban>(network: &Arc<Network>, rules: &Rules) {
    let grid = rules.grid();
    let (mut position, mut rng) = (B::start(rules), Rng::new(1));
    for _ in 0..grid.area() / 2 {
        let mut moves = <B as Game>::Moves::default();
        position.legal_moves(&mut moves);
        let stones = &moves.as_ref()[..moves.as_ref().len() - 1];
        position.play(*rng.pick(stones).expect("an empty point"));
    }
    let (mut encoder, mut planes) = (Encoder::new(grid), Planes::new(grid));
    let mut evaluator = Evaluator::new(network.clone(), grid);
    for (what, judges) in [("described", false), ("judged", true)] {
        let (mut count, start) = (0, cpu_seconds());
        while cpu_seconds() < start + 1.0 {
            for _ in 0..20 {
                encoder.encode(&position, [], &mut planes);
                if judges {
                    std::hint::black_box(evaluator.evaluate(&planes, Symmetry::default()));
                }
            }
            count += 20;
        }
        println!("{grid:?}: {:.0} {what} in a second", f64::from(count) / (cpu_seconds() - start));
    }
}

fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells it");
    text.split(' ').next().and_then(|time| time.parse::<f64>().ok()).expect("nanoseconds") * 1e-9
}

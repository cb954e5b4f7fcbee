//! Simulations per second of CPU time, for each game and algorithm.
//!
//! `cargo run --release -p quadrille-search --example simulations [seconds] [threads] [algorithm] [game]`

use quadrille_core::{Game, Playout, Uniform};
use quadrille_search::{Limits, Request, Settings, Stop, mcts};
use std::time::{Duration, Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds: f64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let threads: usize = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let algorithm = arguments.get(2).cloned().unwrap_or_else(|| "uct".into());
    let only = arguments.get(3).cloned().unwrap_or_default();
    let run = Run { seconds, threads, algorithm, only };
    run.measure::<quadrille_breakthrough::Position, _>(
        "breakthrough 8x8",
        "8x8",
        &quadrille_breakthrough::playout::Random,
    );
    run.measure::<quadrille_breakthrough::Position, _>(
        "breakthrough 6x6",
        "6x6",
        &quadrille_breakthrough::playout::Random,
    );
    run.measure::<quadrille_breakthrough::Position, _>(
        "breakthrough 5x5",
        "5x5",
        &quadrille_breakthrough::playout::Random,
    );
    run.measure::<quadrille_othello::Position, _>("othello", "", &quadrille_othello::playout::Random);
    run.measure::<quadrille_chess::Position, _>("chess", "", &Uniform);
    run.measure::<quadrille_go::Small, _>("go 9x9", "9 tromp-taylor", &quadrille_go::Random);
}

struct Run {
    seconds: f64,
    threads: usize,
    algorithm: String,
    only: String,
}

impl Run {
    fn measure<G: Game, P: Playout<G>>(&self, name: &str, rules: &str, playout: &P) {
        if !name.contains(&self.only) {
            return;
        }
        let rules = rules.parse().unwrap_or_else(|error| panic!("{error}"));
        let position = G::start(&rules);
        let history = std::iter::once(position.history_key()).collect();
        let stop = Stop::new();
        let limits = Limits::time(Duration::from_secs_f64(self.seconds));
        let request = Request { threads: self.threads, ..Request::new(&position, &history, limits, &stop) };
        let (name_only, pairs) = self.algorithm.split_once(',').unwrap_or((&self.algorithm, ""));
        let mut options = mcts::Options::preset(name_only).unwrap_or_else(|error| panic!("{error}"));
        options.set_all(pairs).unwrap_or_else(|error| panic!("{error}"));
        let mut searcher = mcts::Searcher::new(options);
        let (start, cpu) = (Instant::now(), cpu_seconds());
        let report = searcher.search(&request, &mcts::Knowledge::playout(playout), &mut |_| {});
        let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu);
        println!(
            "{name:18} {} {:>9.0} simulations per CPU second, {:>9.0} per second, {} records, depth {}..{}",
            report.algorithm,
            report.playouts as f64 / cpu,
            report.playouts as f64 / wall,
            report.nodes,
            report.depth,
            report.seldepth
        );
    }
}

/// CPU time of this process so far: the 14th and 15th field of its line in /proc, in hundredths of a second.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(')').next().unwrap_or_default();
    let ticks: f64 = after_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}

//! Simulations or nodes per second of CPU time, for each game and algorithm.
//!
//! `cargo run --release -p quadrille-search --example speed [seconds] [threads] [algorithm[,key=value…]] [game] [MiB]`
//!
//! The algorithm `stop` measures instead how long searches take to end after they are asked to.

use quadrille_core::{Evaluation, Game, Playout, Refusal, Score, Tactics};
use quadrille_search::{Limits, Report, Request, Settings, Stop, alphabeta, mcts};
use std::time::{Duration, Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds: f64 = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let threads: usize = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let algorithm = arguments.get(2).cloned().unwrap_or_else(|| "uct".into());
    let only = arguments.get(3).cloned().unwrap_or_default();
    let mib = arguments.get(4).and_then(|text| text.parse().ok()).unwrap_or(16);
    if algorithm == "stop" {
        return stop_latency(threads);
    }
    let run = Run { seconds, threads, algorithm, only, mib };
    for size in ["8x8", "6x6", "5x5"] {
        let policy = quadrille_breakthrough::playout::Random;
        let evaluation = quadrille_breakthrough::evaluation::Advancement;
        run.measure::<quadrille_breakthrough::Position, _>("breakthrough", size, &policy, &evaluation);
    }
    let evaluation = quadrille_othello::evaluation::SixTerm;
    run.measure::<quadrille_othello::Position, _>("othello", "", &quadrille_othello::playout::Random, &evaluation);
    let evaluation = quadrille_chess::evaluation::Tapered;
    run.measure::<quadrille_chess::Position, _>("chess", "", &quadrille_chess::playout::Random, &evaluation);
    run.measure::<quadrille_go::Small, _>("go", "9 tromp-taylor", &quadrille_go::Random, &Nothing);
}

/// Go has no evaluation here.
struct Nothing;

impl Evaluation<quadrille_go::Small> for Nothing {
    fn name(&self) -> &'static str {
        "nothing"
    }

    fn evaluate(&self, _: &quadrille_go::Small) -> Score {
        Score::DRAW
    }
}

struct Run {
    seconds: f64,
    threads: usize,
    algorithm: String,
    only: String,
    mib: usize,
}

impl Run {
    fn measure<G: Tactics, P: Playout<G>>(&self, name: &str, rules: &str, playout: &P, evaluation: &dyn Evaluation<G>) {
        if !name.contains(&self.only) {
            return;
        }
        let position = G::start(&rules.parse().unwrap_or_else(|error| panic!("{error}")));
        let history = std::iter::once(position.history_key()).collect();
        let stop = Stop::new();
        let limits = Limits::time(Duration::from_secs_f64(self.seconds));
        let request = Request { threads: self.threads, ..Request::new(&position, &history, limits, &stop) };
        let (start, cpu) = (Instant::now(), cpu_seconds());
        let report = self.search(&request, playout, evaluation).unwrap_or_else(|error| panic!("{error}"));
        let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu);
        let (count, unit) =
            if report.playouts > 0 { (report.playouts, "simulations") } else { (report.nodes, "nodes") };
        println!(
            "{name} {rules}: {} {:.0} {unit} per CPU second, {:.0} per second; depth {} to {}, {} records or nodes",
            report.algorithm,
            count as f64 / cpu,
            count as f64 / wall,
            report.depth,
            report.seldepth,
            report.nodes
        );
    }

    fn search<G: Tactics, P: Playout<G>>(
        &self,
        request: &Request<'_, G>,
        playout: &P,
        evaluation: &dyn Evaluation<G>,
    ) -> Result<Report<G>, Refusal> {
        let (name, pairs) = self.algorithm.split_once(',').unwrap_or((&self.algorithm, ""));
        if name == "alphabeta" {
            let mut options = alphabeta::Options::default();
            options.set_all(pairs)?;
            return Ok(alphabeta::Searcher::new(options, self.mib)?.search(request, evaluation, &mut |_| {}));
        }
        let mut options = mcts::Options::preset(name)?;
        options.set_all(pairs)?;
        Ok(mcts::Searcher::new(options).search(request, &mcts::Knowledge::playout(playout), &mut |_| {}))
    }
}

/// CPU time of this process so far: the 14th and 15th field of its line in /proc, in hundredths of a second.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(')').next().unwrap_or_default();
    let ticks: f64 = after_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// How long searches take from the request to stop until they return, over both kinds of search.
fn stop_latency(threads: usize) {
    let position = <quadrille_chess::Position as Game>::start(&Default::default());
    let history = std::iter::once(position.history_key()).collect();
    for name in ["alphabeta", "uct"] {
        let mut waits: Vec<Duration> = (0..200)
            .map(|round| {
                let stop = Stop::new();
                let request = Request { threads, ..Request::new(&position, &history, Limits::infinite(), &stop) };
                std::thread::scope(|scope| {
                    let asker = scope.spawn(|| {
                        std::thread::sleep(Duration::from_millis(5 + round % 20));
                        let asked = Instant::now();
                        stop.request();
                        asked
                    });
                    if name == "alphabeta" {
                        let searcher = alphabeta::Searcher::new(alphabeta::Options::default(), 1);
                        let evaluation = quadrille_chess::evaluation::Tapered;
                        searcher.unwrap_or_else(|error| panic!("{error}")).search(&request, &evaluation, &mut |_| {});
                    } else {
                        let knowledge = mcts::Knowledge::playout(&quadrille_chess::playout::Random);
                        mcts::Searcher::new(mcts::Options::default()).search(&request, &knowledge, &mut |_| {});
                    }
                    let ended = Instant::now();
                    asker.join().map_or(Duration::MAX, |asked| ended.saturating_duration_since(asked))
                })
            })
            .collect();
        waits.sort_unstable();
        println!("{name}, {threads} threads: median {:?}, 99th percentile {:?}", waits[100], waits[197]);
    }
}

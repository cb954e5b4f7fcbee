//! Playouts per CPU second from the empty board:
//! `cargo run --release -p quadrille-go --example playout_speed -- 9 100000 [seed] [heavy]`.

use quadrille_core::{Game, Outcome, Player, Playout, Rng, Trace};
use quadrille_go::{Heavy, Random, Rules, for_size_class};
use std::time::{Duration, Instant};

/// Counts moves.
struct Count(u64);

impl Trace for Count {
    fn record(&mut self, _: Player, _: usize) {
        self.0 += 1;
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual: u64| arguments.get(i).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (playouts, seed) = (number(1, 100_000), number(2, 1));
    let rules: Rules = match arguments.first().map_or("9", String::as_str).parse() {
        Ok(rules) => rules,
        Err(error) => return eprintln!("{error}"),
    };
    let heavy = arguments.get(3).is_some_and(|word| word == "heavy");
    for_size_class!(&rules, Board => if heavy {
        measure::<Board>(&rules, &Heavy, playouts, seed);
    } else {
        measure::<Board>(&rules, &Random, playouts, seed);
    }, else => eprintln!("at most 25 lines"));
}

fn measure<G: Game>(rules: &G::Rules, policy: &impl Playout<G>, playouts: u64, seed: u64) {
    let start = G::start(rules);
    let mut rng = Rng::new(seed);
    let mut moves = Count(0);
    let mut black = 0;
    let clock = Clock::start();
    for _ in 0..playouts {
        let mut position = start.clone();
        black += u64::from(policy.run(&mut position, &mut rng, &mut moves) == Outcome::Win(Player::Black));
    }
    let seconds = clock.stop().as_secs_f64();
    let (playouts, moves, black) = (playouts as f64, moves.0 as f64, black as f64);
    println!(
        "{:.1} playouts/s  {:.1} ns/move  {:.2} moves  {:.4} black",
        playouts / seconds,
        1e9 * seconds / moves,
        moves / playouts,
        black / playouts
    );
}

/// Time on the processor where the system tells it, else time on the wall.
struct Clock(Instant, Option<Duration>);

impl Clock {
    fn start() -> Self {
        Self(Instant::now(), Self::on_processor())
    }

    fn stop(&self) -> Duration {
        match (self.1, Self::on_processor()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.0.elapsed(),
        }
    }

    fn on_processor() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    }
}

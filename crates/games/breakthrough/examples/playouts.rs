//! Random playouts a CPU second, single thread, with and without the trace that AMAF needs.
//!
//! `cargo run --release -p quadrille-breakthrough --example playouts`

use quadrille_breakthrough::{
    Position, Rules,
    playout::{Decisive, Random},
};
use quadrille_core::{FirstCodes, Game, Outcome, Player, Playout, Rng, Trace, Uniform};
use std::time::Instant;

const ROUNDS: usize = 5;

fn main() {
    for size in ["5x5", "6x6", "8x8"] {
        let start = Position::start(&size.parse::<Rules>().unwrap_or_default());
        let playouts = 400_000;
        let best = |run: &mut dyn FnMut()| (0..ROUNDS).map(|_| seconds(&mut *run)).fold(f64::INFINITY, f64::min);
        let mut codes = FirstCodes::new(start.codes());
        let plain = best(&mut || _ = white_wins(&Random, &start, playouts, &mut (), |()| ()));
        let traced = best(&mut || _ = white_wins(&Random, &start, playouts, &mut codes, FirstCodes::clear));
        let generic = best(&mut || _ = white_wins(&Uniform, &start, playouts / 4, &mut (), |()| ())) * 4.0;
        let decisive = best(&mut || _ = white_wins(&Decisive::default(), &start, playouts, &mut (), |()| ()));
        let mut plies = Plies(0);
        let wins = white_wins(&Random, &start, playouts, &mut plies, |_| ());
        let millions = |time: f64| f64::from(playouts) / time / 1e6;
        println!(
            "{size}: {:.2} M playouts/s, {:.2} M/s with AMAF trace, {:.2} M/s listing moves, {:.2} M/s decisive; {:.1} plies a game, White wins {:.2} %",
            millions(plain),
            millions(traced),
            millions(generic),
            millions(decisive),
            plies.0 as f64 / f64::from(playouts),
            100.0 * f64::from(wins) / f64::from(playouts),
        );
    }
}

fn white_wins<T: Trace, P: Playout<Position>>(
    policy: &P,
    start: &Position,
    playouts: u32,
    trace: &mut T,
    clear: impl Fn(&mut T),
) -> u32 {
    let mut rng = Rng::new(1);
    let mut wins = 0;
    for _ in 0..playouts {
        clear(trace);
        wins += u32::from(policy.run(&mut start.clone(), &mut rng, trace) == Outcome::Win(Player::White));
    }
    std::hint::black_box(wins)
}

struct Plies(u64);

impl Trace for Plies {
    fn record(&mut self, _: Player, _: usize) {
        self.0 += 1;
    }
}

/// CPU seconds of the run; wall time where the system does not tell.
fn seconds(run: &mut dyn FnMut()) -> f64 {
    let (begin, cpu) = (Instant::now(), cpu_seconds());
    run();
    match (cpu, cpu_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => begin.elapsed().as_secs_f64(),
    }
}

fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

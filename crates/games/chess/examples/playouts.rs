//! Random playouts per second of CPU time, with the codes of all moves recorded as AMAF needs them.
//!
//! Run with `cargo run --release -p quadrille-chess --example playouts -- [GAMES]`.

mod clock;

use clock::cpu_seconds;
use quadrille_chess::{Position, Rules, playout::Random};
use quadrille_core::{FirstCodes, Game, Player, Playout, Rng};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(50_000);
    let start = Position::start(&Rules::Standard);
    let mut codes = FirstCodes::new(start.codes());
    let (mut plies, mut results) = (0_u64, [0_u64; 3]);
    let begin = cpu_seconds();
    for game in 0..games {
        let mut position = start;
        codes.clear();
        let outcome = Random.run(&mut position, &mut Rng::stream(1, game), &mut codes);
        results[outcome.winner().map_or(2, Player::index)] += 1;
        plies += u64::from(2 * (position.fullmove_number() - 1)) + u64::from(position.to_move() == Player::Black);
    }
    let seconds = cpu_seconds() - begin;
    println!(
        "{games} playouts in {seconds:.2} s: {:.0} a second, {:.0} plies each, {:.1} M plies a second; black {} white {} drawn {}",
        games as f64 / seconds,
        plies as f64 / games as f64,
        plies as f64 / seconds / 1e6,
        results[0],
        results[1],
        results[2]
    );
}

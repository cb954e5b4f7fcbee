//! Won 5x5 positions played out by the table against a random and against the strongest opponent: none may be lost.
//!
//! `cargo run --release -p quadrille-breakthrough-expert --example perfect_play -- POSITIONS [SEED]`
//!
//! Each position is random (half of them reachable), and its winner plays the table's moves, in turn those of the table of wins and
//! those of the table of distances. The random opponent plays any legal move; the strongest one always the slowest loss,
//! so that a game lasts as long as it can: with distances the table must then win in exactly the plies it announced.

use quadrille_breakthrough::{Moves, Position, Rules};
use quadrille_breakthrough_expert::perfect;
use quadrille_core::{Game, Notation, Outcome, Player, Rng};

/// Reachable positions come after fewer random moves than this.
const MOST_RANDOM_MOVES: u32 = 24;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let positions: usize = arguments.next().ok_or("expected the number of positions")?.parse()?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let mut rng = Rng::new(seed);
    let (mut games, mut plies, mut bad) = (0_u64, 0_u64, 0_u64);
    for number in 0..positions {
        let start = random_position(number, &mut rng);
        for against_strongest in [false, true] {
            for with_distance in [false, true] {
                let (announced, lasted, won) = game(start, against_strongest, with_distance, &mut rng);
                let in_time = !with_distance || lasted == announced || !against_strongest && lasted < announced;
                if !won || !in_time {
                    bad += 1;
                    println!("BAD: {} announced {announced}, lasted {lasted}, won {won}", start.format_position());
                }
                games += 1;
                plies += u64::from(lasted);
            }
        }
    }
    println!("{positions} positions, {games} games of {:.1} plies on average, {bad} bad", plies as f64 / games as f64);
    if bad > 0 { Err("a won position was lost, or not won in time".into()) } else { Ok(()) }
}

/// Plies announced, plies the game lasted, and whether the side with the won position won.
fn game(mut position: Position, strongest: bool, with_distance: bool, rng: &mut Rng) -> (u32, u32, bool) {
    let exact = perfect::probe_distance(&position);
    let (winner, announced) = exact.map_or((Player::White, 0), |exact| (exact.winner, exact.distance.unwrap_or(0)));
    let mut lasted = 0;
    while position.outcome().is_none() {
        let mut moves = Moves::new();
        position.legal_moves(&mut moves);
        let by_table = |exact: Option<perfect::Exact>| exact.and_then(|exact| exact.best);
        let chosen = if position.to_move() != winner {
            if strongest { by_table(perfect::probe_distance(&position)) } else { rng.pick(&moves).copied() }
        } else if with_distance {
            by_table(perfect::probe_distance(&position))
        } else {
            by_table(perfect::probe(&position))
        };
        let Some(m) = chosen else { return (announced, lasted, false) };
        position.play(m);
        lasted += 1;
    }
    (announced, lasted, position.outcome() == Some(Outcome::Win(winner)))
}

/// In turn a position after some random moves and any quiet one, reachable or not: no pawn stands before its goal.
fn random_position(number: usize, rng: &mut Rng) -> Position {
    let rules = Rules::default();
    loop {
        let position =
            if number.is_multiple_of(2) { after_random_moves(&rules, rng) } else { quiet_position(&rules, rng) };
        if let Some(position) = position.filter(|position| position.outcome().is_none()) {
            return position;
        }
    }
}

fn after_random_moves(rules: &Rules, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::start(rules);
    for _ in 0..rng.below(MOST_RANDOM_MOVES) {
        let mut moves = Moves::new();
        position.legal_moves(&mut moves);
        position.play(*rng.pick(&moves)?);
    }
    Some(position)
}

fn quiet_position(rules: &Rules, rng: &mut Rng) -> Option<Position> {
    let squares = u32::from(rules.rows()) * u32::from(rules.columns());
    let two_rows = 2 * u32::from(rules.columns());
    let white_rows = (1_u64 << (squares - two_rows)) - 1;
    let black_rows = white_rows << two_rows;
    // Thinned out by chance, so that there are crowded boards and empty ones.
    let mut some = || if rng.below(2) == 0 { rng.next_u64() } else { rng.next_u64() & rng.next_u64() };
    let white = some() & white_rows;
    let black = some() & black_rows & !white;
    let turn = if rng.below(2) == 0 { Player::White } else { Player::Black };
    Position::from_sets(rules, white, black, turn).ok()
}

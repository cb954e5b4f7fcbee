//! Proves the spot checks that `sweep` prints by proof-number search, which shares only the rules of quiet positions
//! with it.
//!
//! `cargo run --release -p quadrille-breakthrough-expert --example spot_checks -- LOG NODES`

use quadrille_breakthrough::{Position, Rules};
use quadrille_breakthrough_expert::solver::{Method, Options, solve};
use quadrille_core::Notation;
use quadrille_search::{Limits, Stop};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let log = std::fs::read_to_string(arguments.next().ok_or("expected a log of sweep")?)?;
    let nodes = arguments.next().unwrap_or_default().parse().unwrap_or(1_000_000);
    let options = Options { limits: Limits::nodes(nodes), memory: 1 << 30, ..Options::default() };
    let (mut agree, mut wrong, mut open) = (0, 0, 0);
    for line in log.lines().filter_map(|line| line.strip_prefix("check ")) {
        let (text, winner) = line.rsplit_once(' ').ok_or("a check has a position and a winner")?;
        let position = Position::parse_position(&Rules::default(), text)?;
        match solve(&position, Method::ProofNumber, &options, &Stop::new(), &mut |_| ()) {
            Ok(solution) if solution.winner.to_string() == winner => agree += 1,
            Ok(_) => {
                println!("WRONG: {line}");
                wrong += 1;
            }
            Err(_) => open += 1,
        }
    }
    println!("{agree} agree, {wrong} wrong, {open} not decided within {nodes} nodes");
    Ok(())
}

//! Rules and search without text: mate in one by the typed interface. `cargo run --release --example typed`.

use quadrille_chess::{Position, evaluation::Tapered};
use quadrille_core::{Game, Notation};
use quadrille_search::{Limits, best_move};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = <Position as Game>::Rules::default();
    let position = Position::parse_position(&rules, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
    let report = best_move(&position, &Tapered, Limits::depth(4))?;
    let best = report.best.ok_or("no legal move")?;
    println!("{} {:?}", position.format_move(best), report.score);
    Ok(())
}

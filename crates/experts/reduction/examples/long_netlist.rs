//! Thousands of formulas up to 30 variables: the game on the graph against satisfiability, and the size and time of compilation.
//!
//! `cargo run --release -p quadrille-reduction --example long_netlist -- [COUNT] [SEED]`

use quadrille_core::{Refusal, Rng};
use quadrille_reduction::sample::random_formula;
use quadrille_reduction::{Options, Reserve, compile, layout, satisfy};
use std::time::Instant;

fn main() -> Result<(), Refusal> {
    let number =
        |index: usize, default: u64| std::env::args().nth(index).and_then(|word| word.parse().ok()).unwrap_or(default);
    let (count, seed) = (number(1, 2_000), number(2, 1));
    let mut rng = Rng::new(seed);
    let mut satisfiable = 0;
    let mut slowest: f64 = 0.0;
    println!("variables clauses rows columns complete_side compile_seconds");
    for index in 0..count {
        let variables = 2 + rng.below(29) as usize;
        let formula = random_formula(&mut rng, variables);
        let drawing = layout(&formula)?;
        let start = Instant::now();
        let compiled = compile(&drawing, Options::default())?;
        let seconds = start.elapsed().as_secs_f64();
        slowest = slowest.max(seconds);
        let expected = satisfy(&formula).is_some();
        assert_eq!(compiled.netlist.white_wins(), expected, "the graph of {formula}");
        satisfiable += u64::from(expected);
        if index % (count / 20).max(1) == 0 {
            let complete = compile(&drawing, Options { reserve: Reserve::Comb, ..Options::default() });
            let side = complete.map_or_else(|_| "-".to_string(), |board| board.position.grid.rows().to_string());
            let grid = &compiled.position.grid;
            println!("{variables} {} {} {} {side} {seconds:.3}", formula.clauses().len(), grid.rows(), grid.columns());
        }
    }
    println!(
        "{count} formulas (seed {seed}): {satisfiable} satisfiable, all graphs right; slowest compilation {slowest:.2} s"
    );
    Ok(())
}

//! The long form of the board tests: random planar formulas on 2 to 4 variables, every legal move searched.
//!
//! `cargo run --release -p quadrille-reduction --example long_verification -- [COUNT] [SEED] [fast]`

use quadrille_core::{Refusal, Rng};
use quadrille_reduction::sample::random_formula;
use quadrille_reduction::{Limits, Options, Width, compile, layout, verify};
use std::time::Instant;

fn main() -> Result<(), Refusal> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |index: usize, default: u64| arguments.get(index).and_then(|word| word.parse().ok()).unwrap_or(default);
    let (count, seed) = (number(0, 300), number(1, 1));
    let width = if arguments.iter().any(|word| word == "fast") { Width::Fast } else { Width::Full };
    let mut rng = Rng::new(seed);
    let (mut satisfiable, mut nested, mut nodes, mut repetitions, mut wrong) = (0, 0, 0, 0, 0);
    let mut slowest = (0.0, String::new());
    let start = Instant::now();
    for _ in 0..count {
        let variables = 2 + rng.below(3) as usize;
        let formula = random_formula(&mut rng, variables);
        let began = Instant::now();
        let drawing = layout(&formula)?;
        let found = verify(&compile(&drawing, Options::default())?, Limits { width, ..Limits::default() })?;
        if !found.agrees {
            wrong += 1;
            println!(
                "WRONG {formula}: satisfiable {}, graph {}, board {}",
                found.satisfiable, found.netlist_value, found.value
            );
        }
        satisfiable += u64::from(found.satisfiable);
        nested += u64::from(
            drawing.upper.iter().chain(&drawing.lower).any(|nest| nest.gaps.iter().any(|gap| !gap.is_empty())),
        );
        nodes += found.nodes;
        repetitions += found.repetitions;
        let seconds = began.elapsed().as_secs_f64();
        if seconds > slowest.0 {
            slowest = (seconds, format!("{formula} ({} nodes)", found.nodes));
        }
    }
    println!(
        "{count} formulas (seed {seed}, {width:?}): {satisfiable} satisfiable, {nested} with a straddled clause, {wrong} wrong; \
         {nodes} nodes, {repetitions} moves refused by superko, {:.1} s; slowest {:.1} s: {}",
        start.elapsed().as_secs_f64(),
        slowest.0,
        slowest.1
    );
    assert_eq!(wrong, 0, "boards with the wrong value");
    Ok(())
}

//! Builds endgame tables and compares them with the rules: `endgames [EVERY [THREADS]] [CLASS …]`.
//!
//! One position in EVERY is compared; with 1 that takes an hour.

use quadrille_chess_expert::endgame::{Endgames, Material, Packer};
use quadrille_core::Refusal;
use quadrille_search::Stop;
use std::time::Instant;

fn main() -> Result<(), Refusal> {
    let (numbers, names): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|word| word.parse::<usize>().is_ok());
    let number = |place: usize| numbers.get(place).and_then(|word| word.parse().ok());
    let (every, threads) = (number(0).unwrap_or(100), number(1).unwrap_or(1));
    let mut classes = names.iter().map(|name| name.parse()).collect::<Result<Vec<Material>, _>>()?;
    if classes.is_empty() {
        classes = Material::all();
    }
    let (endgames, mut packer) = (Endgames::default(), Packer::default());
    let mut bytes = 0;
    for class in classes {
        let begin = Instant::now();
        endgames.build(class, threads, &Stop::new())?;
        let seconds = begin.elapsed().as_secs_f64();
        let packed = packer.add(&endgames, class);
        bytes += packed;
        let tally = endgames.tally(class).unwrap_or_default();
        println!("{class:<5} {seconds:6.1} s  {packed:>8} bytes  {tally:?}");
        println!(
            "      {}",
            endgames
                .check(class, every)
                .map_or_else(|fen| format!("WRONG: {fen}"), |n| format!("{n} positions agree with the rules"))
        );
    }
    println!("{bytes} bytes");
    Ok(())
}

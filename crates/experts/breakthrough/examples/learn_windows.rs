//! Learns the weights of the evaluation `windows` and writes them to a file.
//!
//! `cargo run --release -p quadrille-breakthrough-expert --example learn_windows -- SAMPLES FILE BOARD...`
//! The built-in weights: `3000000 crates/games/breakthrough/src/evaluation/windows.weights 5x5 5x6 6x4`.

use quadrille_breakthrough::Rules;
use quadrille_breakthrough_expert::training::learn_windows;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [samples, file, boards @ ..] = &arguments[..] else {
        return Err("expected SAMPLES FILE BOARD...".into());
    };
    let boards: Vec<Rules> = boards.iter().map(|board| board.parse()).collect::<Result<_, _>>()?;
    let weights = learn_windows(samples.parse()?, &boards, &mut |sentence| println!("{sentence}"))?;
    Ok(quadrille_support::file::write(file.as_ref(), &weights.to_bytes())?)
}

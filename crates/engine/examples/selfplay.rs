//! Let two players play a game: `cargo run --release --example selfplay -- othello alphabeta uct`.

use quadrille_engine::{Limits, PlayerSpec, Question, Stop, registry};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, usual: &str| arguments.get(index).cloned().unwrap_or_else(|| usual.to_owned());
    let mut session = registry::open(&argument(0, "othello"), "", None)?;
    let specs: [PlayerSpec; 2] = [argument(1, "alphabeta").parse()?, argument(2, "uct").parse()?];
    let mut players = [session.thinker(&specs[0])?, session.thinker(&specs[1])?];
    let limits = Limits { nodes: Some(5_000), playouts: Some(1_000), ..Limits::default() };
    while session.end().is_none() {
        let player = &mut players[session.ply() % 2];
        let report = player.think(session.as_ref(), &Question::new(limits, &Stop::new()), &mut |_| {})?;
        let best = report.best.ok_or("the player found no move")?;
        print!("{} ", session.play(&best.text)?.record);
    }
    println!("\n{}\n{:?}", session.diagram(), session.end());
    Ok(())
}

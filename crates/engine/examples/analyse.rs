//! Analyse a position of any game: `cargo run --release --example analyse -- chess`.

use quadrille_engine::{Limits, Question, Stop, registry};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = std::env::args().nth(1).unwrap_or_else(|| "chess".to_owned());
    let session = registry::open(&game, "", None)?;
    let mut player = session.thinker(&session.best_player())?;
    let stop = Stop::new();
    let question = Question { multipv: 3, ..Question::new(Limits::time(Duration::from_secs(1)), &stop) };
    let report = player.think(session.as_ref(), &question, &mut |_| {})?;
    for row in &report.moves {
        let value = row.verdict.map(|verdict| verdict.value.say().to_string()).unwrap_or_default();
        println!("{:<6} {value:>8}  {}", row.name.record, row.line.texts().join(" "));
    }
    Ok(())
}

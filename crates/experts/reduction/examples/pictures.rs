//! The pictures of `docs/reduction.md`.
//!
//! `cargo run --release -p quadrille-reduction --example pictures -- docs/reduction`

use quadrille_core::Refusal;
use quadrille_reduction::{Compiled, Options, command, play};
use quadrille_support::file;
use std::path::Path;

fn main() -> Result<(), Refusal> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs/reduction".to_string());
    let write = |name: &str, text: String| {
        let path = Path::new(&folder).join(name);
        file::write(&path, text.as_bytes()).map_err(|error| file::refusal(&path, &error))
    };
    let board = |text: &str| -> Result<Compiled, Refusal> { command::prepare(text, false, Options::default()) };

    let smallest = board("x")?;
    write("satisfiable_x.svg", smallest.to_svg())?;
    write("satisfiable_x_game.svg", smallest.game_to_svg(&play(&smallest, "")?))?;
    let contradiction = board("x; -x")?;
    write("unsatisfiable_x.svg", contradiction.to_svg())?;
    write("unsatisfiable_x_game.svg", contradiction.game_to_svg(&play(&contradiction, "x=1; clause 2")?))?;
    // Three literals in every clause, and clause 1 straddles clause 2.
    let satisfiable = board("x1 x3 x4; x1 x2 x3; -x1 -x2 -x4")?;
    write("straddled_satisfiable.svg", satisfiable.to_svg())?;
    let unsatisfiable = board("x1 x3 x3; x1 x2 x2; -x1 -x1 -x1; -x2 -x2 -x3")?;
    write("straddled_unsatisfiable.svg", unsatisfiable.to_svg())?;
    write("straddled_unsatisfiable_game.svg", unsatisfiable.game_to_svg(&play(&unsatisfiable, "")?))?;
    Ok(())
}

//! The pictures of `docs/reduction.md`.
//!
//! `cargo run --release -p quadrille-reduction --example pictures -- docs/reduction`

use std::path::Path;

use quadrille_reduction::{Compiled, Options, Sentence, command, play};

fn main() -> Result<(), Sentence> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs/reduction".to_string());
    let write = |name: &str, text: String| {
        // Written under another name first: a reader never sees half a picture.
        let path = Path::new(&folder).join(name);
        let draft = path.with_extension("tmp");
        std::fs::write(&draft, text)
            .and_then(|()| std::fs::rename(&draft, &path))
            .map_err(|error| Sentence::new(format!("\"{}\" cannot be written: {error}", path.display())))
    };
    let board = |text: &str| -> Result<Compiled, Sentence> { command::prepare(text, false, Options::default()) };

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

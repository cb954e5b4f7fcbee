//! `quadrille hash`: the Zobrist hash of a position.

use crate::game_args::GameArgs;
use crate::output;
use quadrille_core::Sentence;
use serde_json::json;

/// Print the Zobrist key of a position.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  quadrille hash chess --moves \"e2e4 e7e5\"\n  quadrille hash breakthrough --size 5x5 --parts"
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print the parts whose XOR is the key.
    #[arg(long)]
    parts: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = args.game.open()?;
    let hash = output::hex(session.key());
    if args.json {
        let mut object = json!({ "hash": hash, "position": session.position() });
        if args.parts {
            let part = |(name, key): (Sentence, u64)| json!({ "part": name.to_string(), "key": output::hex(key) });
            object["parts"] = session.key_parts().into_iter().map(part).collect();
        }
        return output::json(&object);
    }
    if args.parts {
        for (name, key) in session.key_parts() {
            output::line(format!("{}  {}", output::hex(key), output::say(&name)))?;
        }
    }
    output::line(hash)
}

//! `quadrille uci | gtp | nboard | mcp`: protocols over standard input and output.

use crate::game_args::{GameName, game_parser};
use crate::limit_args::parse_duration;
use crate::words;
use anyhow::Context;
use quadrille_arena::Entrant;
use quadrille_engine::{Limits, registry};
use quadrille_protocol::{GtpSettings, serve_gtp, serve_mcp, serve_nboard, serve_uci};
use std::io;

/// Act as a GTP engine: Go, and other games by the gogui-rules commands.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille gtp --rules \"9 chinese\" --time 5s
  printf 'genmove b\\nshowboard\\n' | quadrille gtp --rules 9 --player rave,playouts=500
  quadrille gtp --game othello")]
pub struct GtpArgs {
    /// The game.
    #[arg(long, value_parser = game_parser(), default_value = "go")]
    game: GameName,
    /// Size and rule set, such as "9 tromp-taylor".
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Player, ALGORITHM[,key=value…] [default: the game's best].
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Time per move until the controller sets a clock [default: 3s].
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
}

/// Speaks GTP until `quit` or the end of the input.
pub fn gtp(args: &GtpArgs) -> anyhow::Result<()> {
    let game = registry::descriptor(args.game.as_str())?;
    let speaks = || words::SPEAKS.refuse().with("game", game.in_text).with("protocols", game.protocols.join(", "));
    anyhow::ensure!(game.protocols.contains(&"gtp"), speaks());
    let mut settings = GtpSettings::new(game.name);
    if let Some(rules) = &args.rules {
        settings.rules.clone_from(rules);
    }
    if let Some(time) = &args.time {
        settings.limits = Limits::time(parse_duration(time)?);
    }
    if let Some(player) = &args.player {
        let Entrant::Ours(own) = player.parse()? else {
            anyhow::bail!(words::OUR_PLAYER.refuse().quote("player", player));
        };
        // Fail now, before a controller waits for an answer.
        registry::open(game.name, &settings.rules, None)?.thinker(&own.spec)?;
        if !own.work.is_empty() {
            settings.limits = own.limits(if args.time.is_some() { settings.limits } else { Limits::default() });
        }
        settings.player = Some(own.spec);
    }
    serve_gtp(io::stdin().lock(), io::stdout(), &settings).context("GTP")
}

/// Speaks UCI until `quit` or the end of the input.
pub fn uci() -> anyhow::Result<()> {
    serve_uci(io::stdin().lock(), io::stdout()).context("UCI")
}

/// Speaks NBoard until `quit` or the end of the input.
pub fn nboard() -> anyhow::Result<()> {
    serve_nboard(io::stdin().lock(), io::stdout()).context("NBoard")
}

/// Serves an assistant until the end of the input.
pub fn mcp() -> anyhow::Result<()> {
    serve_mcp(io::stdin().lock(), io::stdout()).context("MCP")
}

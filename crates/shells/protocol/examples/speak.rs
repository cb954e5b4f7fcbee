//! Speaks one of the protocols on standard input and output, without the rest of the command line.
//!
//! Run with `cargo run --release -p quadrille-protocol --example speak -- uci`, `… gtp go`, `… gtp othello`, `… gtp go 500 rave` or
//! `… nboard`.

use quadrille_engine::Limits;
use quadrille_protocol::{GtpSettings, serve_gtp, serve_nboard, serve_uci};
use std::io::{self, BufReader};
use std::time::Duration;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (input, output) = (BufReader::new(io::stdin()), io::stdout());
    match words.as_slice() {
        ["uci"] => serve_uci(input, output),
        ["nboard"] => serve_nboard(input, output),
        ["gtp", game] => serve_gtp(input, output, &GtpSettings::new(game)),
        ["gtp", game, milliseconds, player @ ..] => {
            let limits = Limits::time(Duration::from_millis(milliseconds.parse().map_err(io::Error::other)?));
            let player = player.first().map(|player| player.parse()).transpose().map_err(io::Error::other)?;
            serve_gtp(input, output, &GtpSettings { limits, player, ..GtpSettings::new(game) })
        }
        _ => Err(io::Error::other("expected: uci | gtp GAME [MILLISECONDS [PLAYER]] | nboard")),
    }
}

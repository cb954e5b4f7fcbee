//! `quadrille serve`, and `quadrille` alone: the web application.

use crate::words;
use anyhow::Context;
use quadrille_engine::Library;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Start the web application: play, analyse, watch the search.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: quadrille serve --open
Example: quadrille serve --port 9000 --data games
Example: quadrille serve --patterns tables.bin --records games.txt.zst")]
pub struct Args {
    /// Address to listen on; anything but the loopback lets other machines in.
    #[arg(long, default_value = "127.0.0.1", value_name = "HOST")]
    host: String,
    /// Port to listen on; 0 takes any free one.
    #[arg(long, default_value_t = 8610, value_name = "PORT")]
    port: u16,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Folder where games are kept.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Another name under which the server may be reached.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Go: what `quadrille learn` wrote, tables or a model (and FILE.records beside it), instead of what is built in; shown
    /// under "Why?".
    #[arg(long, value_name = "FILE")]
    patterns: Vec<PathBuf>,
    /// Go: recorded games whose nearest positions are shown under "Why?".
    #[arg(long, value_name = "PATH")]
    records: Vec<PathBuf>,
    /// Go: how many positions of --records are used at most (a little more than two bytes each).
    #[arg(long, value_name = "N", default_value_t = MOST_RECORDS)]
    most_records: usize,
}

/// Recorded positions held in memory unless told otherwise.
const MOST_RECORDS: usize = 100_000_000;

impl Default for Args {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            port: 8610,
            open: false,
            data: None,
            allow_host: Vec::new(),
            patterns: Vec::new(),
            records: Vec::new(),
            most_records: MOST_RECORDS,
        }
    }
}

impl Args {
    /// What is known about Go, if anything beside what is built in.
    fn library(&self) -> anyhow::Result<Option<Library>> {
        if self.patterns.is_empty() && self.records.is_empty() {
            return Ok(None);
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut library = Library::built_in().with_learned(&self.patterns, threads)?;
        if !self.records.is_empty() {
            library = library.with_records(&self.records, self.most_records, threads)?;
        }
        Ok(Some(library))
    }
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let address = resolve(&args.host, args.port)?;
    let mut options = quadrille_web::Options::usual();
    if let Some(folder) = &args.data {
        options.data = Some(folder.clone());
    }
    options.hosts.extend(args.allow_host.iter().cloned());
    options.library = args.library()?;
    let runtime = tokio::runtime::Runtime::new().context("no threads for the server")?;
    runtime.block_on(quadrille_web::serve(address, options, |address| {
        let url = format!("http://{address}/");
        println!("Quadrille is at {url} (Ctrl-C ends it)");
        if args.open {
            open_browser(&url);
        }
    }))?;
    Ok(())
}

fn resolve(host: &str, port: u16) -> anyhow::Result<SocketAddr> {
    let mut addresses =
        (host, port).to_socket_addrs().with_context(|| format!("{host:?} is not an address of this machine"))?;
    Ok(addresses.next().ok_or_else(|| words::NO_ADDRESS.refuse().quote("host", host))?)
}

fn open_browser(url: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let started =
        Command::new(opener).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        eprintln!("no browser could be opened: go to {url}");
    }
}

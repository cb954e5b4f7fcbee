//! `quadrille serve`, and `quadrille` alone: the web application.

use crate::{output, words};
use anyhow::Context;
use quadrille_engine::Library;
use quadrille_support::threads;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Start the web application: play, analyse and watch the search.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille serve --open
  quadrille serve --port 9000 --data games
  quadrille serve --public --code rook-to-e4
  quadrille serve --patterns model.bin --records games.txt
  quadrille serve --lessons lessons")]
pub struct Args {
    /// Address to listen on; unless it is a loopback address, other machines need the code.
    #[arg(long, default_value = "127.0.0.1", value_name = "HOST")]
    host: String,
    /// Listen on all addresses and print a link with a code for other machines.
    #[arg(long, conflicts_with = "host")]
    public: bool,
    /// Code for other machines: at least 6 letters, digits or hyphens [default: random].
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
    /// Port to listen on; 0 picks a free one.
    #[arg(long, default_value_t = PORT, value_name = "PORT")]
    port: u16,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
    /// Folder for saved games.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Accept requests to this host name as well; may be repeated.
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Offer the lessons in this folder too.
    #[arg(long, value_name = "FOLDER")]
    lessons: Option<PathBuf>,
    /// Go: use a model or tables written by `quadrille learn` instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    patterns: Vec<PathBuf>,
    /// Go: show the nearest positions from these games.
    #[arg(long, value_name = "PATH")]
    records: Vec<PathBuf>,
    /// Go: use at most N positions from --records (about two bytes of memory each).
    #[arg(long, alias = "most-records", value_name = "N", default_value_t = MOST_RECORDS)]
    max_records: usize,
}

/// The default port.
pub const PORT: u16 = 8610;

/// The default number of recorded positions in memory.
const MOST_RECORDS: usize = 100_000_000;

impl Default for Args {
    fn default() -> Self {
        Self {
            host: "127.0.0.1".to_owned(),
            public: false,
            code: None,
            port: PORT,
            open: false,
            data: None,
            allow_host: Vec::new(),
            lessons: None,
            patterns: Vec::new(),
            records: Vec::new(),
            max_records: MOST_RECORDS,
        }
    }
}

impl Args {
    /// Learned Go patterns, if given.
    fn library(&self) -> anyhow::Result<Option<Library>> {
        if self.patterns.is_empty() && self.records.is_empty() {
            return Ok(None);
        }
        let threads = threads::available();
        let mut library = Library::built_in().with_learned(&self.patterns, threads)?;
        if !self.records.is_empty() {
            library = library.with_records(&self.records, self.max_records, threads)?;
        }
        Ok(Some(library))
    }
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let address = resolve(if args.public { "0.0.0.0" } else { &args.host }, args.port)?;
    let mut options = quadrille_web::Options::usual();
    if let Some(folder) = &args.data {
        options.data = Some(folder.clone());
    }
    options.hosts.extend(args.allow_host.iter().cloned());
    options.library = args.library()?;
    options.lessons.clone_from(&args.lessons);
    let is_public = !address.ip().is_loopback();
    if let Some(code) = &args.code {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        anyhow::ensure!(code.len() >= 6 && code.bytes().all(plain), words::BAD_CODE.refuse().quote("code", code));
    }
    let code = is_public.then(|| args.code.clone().unwrap_or_else(quadrille_web::fresh_code));
    options.code.clone_from(&code);
    let outside = is_public.then(|| address_outside(address.ip()));
    options.hosts.extend(outside.map(|ip| ip.to_string()));
    let runtime = tokio::runtime::Runtime::new().context("cannot start the threads of the server")?;
    runtime.block_on(quadrille_web::serve(address, options, |address| {
        let here = if address.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { address.ip() };
        let url = format!("http://{}/", SocketAddr::new(here, address.port()));
        println!("{}", output::say(&words::report::SERVING.say().with("url", url.clone())));
        if let (Some(outside), Some(code)) = (outside, &code) {
            let link = format!("http://{}/?code={code}", SocketAddr::new(outside, address.port()));
            println!("{}", output::say(&words::PUBLIC.say().with("link", link)));
        }
        if args.open {
            open_browser(&url);
        }
    }))?;
    Ok(())
}

fn resolve(host: &str, port: u16) -> anyhow::Result<SocketAddr> {
    let address = (host, port).to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
    Ok(address.ok_or_else(|| words::NO_ADDRESS.refuse().quote("host", host))?)
}

/// The address under which other machines probably reach this one.
fn address_outside(ip: IpAddr) -> IpAddr {
    if !ip.is_unspecified() {
        return ip;
    }
    // Nothing is sent: the system only selects a local address.
    let asked = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect(("192.0.2.1", 9))?;
        socket.local_addr()
    });
    asked.map_or(Ipv4Addr::LOCALHOST.into(), |address| address.ip())
}

fn open_browser(url: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let started =
        Command::new(opener).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        eprintln!("{}", output::say(&words::report::NO_BROWSER.say().with("url", url)));
    }
}

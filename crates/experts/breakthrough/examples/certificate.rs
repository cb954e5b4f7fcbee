//! Makes the certificate of a board's start and checks it.
//!
//! `cargo run --release -p quadrille-breakthrough-expert --example certificate -- BOARD FILE`

use quadrille_breakthrough::{Position, Rules};
use quadrille_breakthrough_expert::solver::{Options, prove};
use quadrille_breakthrough_expert::verify::verify;
use quadrille_core::Game;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: Rules = arguments.next().unwrap_or_default().parse()?;
    let file = arguments.next().ok_or("expected a board and a file")?;
    let cpu = cpu_seconds();
    let certificate = prove(&Position::start(&rules), &Options::default(), &AtomicBool::new(false), &mut |_| ())?;
    certificate.write(Path::new(&file))?;
    let made = cpu_seconds();
    let bytes = std::fs::read(&file)?;
    let verified = verify(&bytes)?;
    println!(
        "{rules}: {} wins; {} positions, {} bytes; made in {:.2} CPU s, verified in {:.2} CPU s",
        certificate.winner,
        verified.members,
        bytes.len(),
        made - cpu,
        cpu_seconds() - made
    );
    Ok(())
}

/// User and system time of this process, if the system tells.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

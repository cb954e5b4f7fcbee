//! `quadrille data go` without the rest of the program, to be carried to a machine that trains.

use quadrille_network::stream::{self, Request};
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut request =
        Request { paths: Vec::new(), held_out: Vec::new(), seed: 1, threads: 1, batch: 256, samples: None, once: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_default();
        match word.as_str() {
            "--seed" => request.seed = value().parse().unwrap_or(1),
            "--threads" => request.threads = value().parse().unwrap_or(1),
            "--batch" => request.batch = value().parse().unwrap_or(256),
            "--samples" => request.samples = value().parse().ok(),
            "--holdout" => request.held_out.push(value().into()),
            "--once" => request.once = request.once.or(Some(1)),
            "--every" => request.once = value().parse().ok(),
            _ => request.paths.push(word.into()),
        }
    }
    match stream::write(&request, io::stdout(), |tally| eprintln!("{tally:?}")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(refusal) => {
            eprintln!("{refusal}");
            ExitCode::FAILURE
        }
    }
}

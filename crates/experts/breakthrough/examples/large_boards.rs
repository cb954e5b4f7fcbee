//! What `docs/log/breakthrough.md` reports of large boards: the sweep on a graphics processor, its checks, and play from it.
//!
//! `cargo run --release -p quadrille-breakthrough-expert --features cuda --example large_boards -- COMMAND …`
//!
//! * `compare THREADS BOARD…`: all words of both ways, and how fast they are.
//! * `sweep BOARD FOLDER`: the winner; the levels and their checks go to files in the folder.
//! * `study BOARD FOLDER THREADS [processor]`: the same with the whole table kept in memory, then the checks of one half
//!   against the other, and weights of `windows` learned from it. (`strategy_6x6` plays from the table.)
//! * `checks FILE THREADS NODES`: the checks of a file by proof-number search.
//! * `certificate BOARD THREADS FILE [distance]`: makes a certificate, from a table of distances if asked, and verifies it.
//! * `processor BOARD THREADS FOLDER`: the sweep without a device, for its checksums.

use quadrille_breakthrough::{Position, Rules};
use quadrille_breakthrough_expert::solver::{
    Certificate, Crew, LevelReport, Options, Progress, QuietValues, Sides, Sweep, Swept, prove as certify, proven,
};
use quadrille_breakthrough_expert::training::learn_windows_of;
use quadrille_breakthrough_expert::verify::verify;
use quadrille_core::{Game, Notation, Player, Refusal};
use quadrille_search::Stop;
use quadrille_support::threads;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

type Anyhow<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Anyhow<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match &arguments[..] {
        ["compare", threads, boards @ ..] => boards.iter().try_for_each(|board| compare(board, threads.parse()?)),
        ["sweep", board, folder] => sweep(board, Path::new(folder)),
        ["study", board, folder, threads, how @ ..] => {
            study(board, Path::new(folder), threads.parse()?, how == ["processor"])
        }
        ["checks", file, threads, nodes] => checks(file, threads.parse()?, nodes.parse()?),
        ["certificate", board, threads, file, how @ ..] => {
            certificate(board, threads.parse()?, Path::new(file), how == ["distance"])
        }
        ["processor", board, threads, folder] => by_processor(board, threads.parse()?, Path::new(folder)),
        _ => Err("expected compare, sweep, study, checks, certificate or processor with their arguments".into()),
    }
}

fn start(board: &str) -> Result<Position, Refusal> {
    Ok(Position::start(&board.parse::<Rules>()?))
}

fn compare(board: &str, threads: usize) -> Anyhow<()> {
    let sweep = Sweep::of(&start(board)?)?;
    let crew = Crew { threads, stop: &Stop::new() };
    let found = sweep.compare_with_gpu(crew)?.ok_or("stopped")?;
    let rate = |seconds: f64| found.words as f64 / seconds / 1e6;
    println!(
        "{board}: {} words, {} differ, {} levels differ; {}: {:.1} s, {:.0} M words/s; {threads} threads: {:.1} s, {:.1} M words/s",
        found.words,
        found.different,
        found.different_levels,
        found.device,
        found.graphics,
        rate(found.graphics),
        found.processor,
        rate(found.processor),
    );
    if found.different == 0 { Ok(()) } else { Err("words differ".into()) }
}

/// Writes the levels and their checks to two files.
struct Log {
    levels: BufWriter<File>,
    checks: BufWriter<File>,
    begin: Instant,
    spot_checks: Vec<(Position, Player)>,
}

impl Log {
    fn new(folder: &Path) -> std::io::Result<Self> {
        let file = |name: &str| File::create(folder.join(name)).map(BufWriter::new);
        Ok(Self { levels: file("levels")?, checks: file("checks")?, begin: Instant::now(), spot_checks: Vec::new() })
    }

    fn level(&mut self, report: &LevelReport) -> std::io::Result<()> {
        let LevelReport { level, rows_to_go, pawns, words, escapes, sums, .. } = report;
        let [white, black] = sums;
        writeln!(
            self.levels,
            "{level} {rows_to_go} {pawns} {words} {} {} {white:016x} {black:016x} {:.3}",
            escapes[0], escapes[1], report.seconds
        )?;
        self.levels.flush()?;
        for (position, winner) in &report.spot_checks {
            writeln!(self.checks, "check {} {winner}", position.format_position())?;
        }
        self.spot_checks.extend_from_slice(&report.spot_checks);
        if report.level.is_multiple_of(50) || report.level == report.last {
            println!(
                "level {level} of {}: {:.2} of {:.2} G words after {:.1} s, {:.1} GB",
                report.last,
                report.done as f64 / 1e9,
                report.total as f64 / 1e9,
                self.begin.elapsed().as_secs_f64(),
                report.bytes as f64 / 1e9
            );
        }
        Ok(())
    }
}

fn print_answer(start: &Position, swept: &Swept) {
    println!("the {} player wins", if swept.mover_wins { "first" } else { "second" });
    let name = |square: u32| start.square_name(square as u8);
    for &(from, to, wins) in &swept.steps {
        println!("first move {}{} {}", name(from), name(to), if wins { "wins" } else { "loses" });
    }
}

fn sweep(board: &str, folder: &Path) -> Anyhow<()> {
    let start = start(board)?;
    let mut log = Log::new(folder)?;
    let sweep = Sweep::of(&start)?;
    println!("{board}: {} words a half", sweep.words());
    let mut failed = None;
    let swept = sweep.run_on_gpu(&Stop::new(), &mut |report| failed = log.level(&report).err().or(failed.take()))?;
    print_answer(&start, &swept.ok_or("stopped")?);
    println!("{board}: {:.1} s", log.begin.elapsed().as_secs_f64());
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// The sweep of the processor, whose checksums must be those of the other.
fn by_processor(board: &str, threads: usize, folder: &Path) -> Anyhow<()> {
    let start = start(board)?;
    let mut log = Log::new(folder)?;
    let mut failed = None;
    let crew = Crew { threads, stop: &Stop::new() };
    let swept =
        Sweep::of(&start)?.run(crew, None, &mut |report| failed = log.level(&report).err().or(failed.take()))?;
    print_answer(&start, &swept.ok_or("stopped")?);
    println!("{board}: {:.1} s with {threads} threads", log.begin.elapsed().as_secs_f64());
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Proves the checks of a file by proof-number search.
fn checks(file: &str, threads: usize, nodes: u64) -> Anyhow<()> {
    let text = std::fs::read_to_string(file)?;
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("check ")).collect();
    let list: Option<Vec<(Position, Player)>> = lines
        .iter()
        .map(|line| {
            let (text, winner) = line.rsplit_once(' ')?;
            let position = Position::parse_position(&Rules::default(), text).ok()?;
            Some((position, if winner == "white" { Player::White } else { Player::Black }))
        })
        .collect();
    prove(&list.ok_or("a check has a position and a winner")?, threads, nodes);
    Ok(())
}

fn prove(list: &[(Position, Player)], threads: usize, nodes: u64) {
    let begin = Instant::now();
    let found = threads::map(threads, list, |(position, winner)| {
        proven(position, nodes, BYTES, &|| false).map(|(wins, _)| wins == (*winner == position.to_move()))
    });
    let count = |what: Option<bool>| found.iter().filter(|&&found| found == what).count();
    println!(
        "checks by df-pn: {} agree, {} WRONG, {} not decided within {nodes} nodes; {:.1} s",
        count(Some(true)),
        count(Some(false)),
        count(None),
        begin.elapsed().as_secs_f64()
    );
}

/// Makes the certificate of a board from its table of distances, and checks it.
fn certificate(board: &str, threads: usize, file: &Path, always_distance: bool) -> Anyhow<()> {
    let begin = Instant::now();
    let say = |words: &str| println!("{board} [{:.1} s] {words}", begin.elapsed().as_secs_f64());
    let options = Options { threads, memory: 100 << 30, always_distance, ..Options::default() };
    let mut built = false;
    let certificate: Certificate = certify(&start(board)?, &options, &Stop::new(), &mut |progress: Progress| {
        if progress.done >= progress.total && !built {
            built = true;
            println!("{board} [{:.1} s] table built", begin.elapsed().as_secs_f64());
        }
    })?;
    say(&format!("{} members, the winner is {}", certificate.members.len(), certificate.winner));
    certificate.write(file)?;
    drop(certificate);
    let bytes = std::fs::read(file)?;
    say(&format!("{} bytes written and read", bytes.len()));
    let verified = verify(&bytes, threads)?;
    say(&format!("verified: {:?} wins {}, {} members", verified.winner, verified.position, verified.members));
    Ok(())
}

/// Bytes of a proof-number search.
const BYTES: u64 = 64 << 20;

/// The sweep with the whole table kept, the checks of one half against the other, and the weights of `windows`.
fn study(board: &str, folder: &Path, threads: usize, on_processor: bool) -> Anyhow<()> {
    let start = start(board)?;
    let mut log = Log::new(folder)?;
    let sweep = Sweep::of(&start)?;
    let stop = Stop::new();
    let mut failed = None;
    let mut tell = |report: LevelReport| failed = log.level(&report).err().or(failed.take());
    let kept = if on_processor {
        sweep.run_and_keep(Crew { threads, stop: &stop }, &mut tell)?
    } else {
        sweep.keep_from_gpu(&stop, &mut tell)?
    };
    let (swept, table) = kept.ok_or("stopped")?;
    println!("[{:.1} s] table kept", log.begin.elapsed().as_secs_f64());
    print_answer(&start, &swept);
    both_sides(&log.spot_checks, &*table);
    let weights = learn_windows_of(2_000_000, &start.rules(), &*table, &mut |words| println!("{words}"));
    std::fs::write(folder.join("weights"), weights.to_bytes())?;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Values from the half with Black to move against the half with White to move, and the start from both sides.
fn both_sides(list: &[(Position, Player)], table: &dyn QuietValues) {
    let (mut agree, mut wrong, mut absent) = (0, 0, 0);
    for (position, winner) in list {
        match table.quiet_value(Sides::of(position)) {
            None => absent += 1,
            Some(value) if (value > 0) == (*winner == position.to_move()) => agree += 1,
            Some(_) => wrong += 1,
        }
    }
    println!("spot checks of both halves against the half kept: {agree} agree, {wrong} WRONG, {absent} absent");
}

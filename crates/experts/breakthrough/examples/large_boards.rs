//! What `docs/log/breakthrough.md` reports of large boards: the sweep on a graphics processor, its checks, and play from it.
//!
//! `cargo run --release -p quadrille-breakthrough-expert --features cuda --example large_boards -- COMMAND …`
//!
//! * `compare THREADS BOARD…`: all words of both ways, and how fast they are.
//! * `sweep BOARD FOLDER`: the winner; the levels and their checks go to files in the folder.
//! * `study BOARD FOLDER THREADS POSITIONS GAMES [processor]`: the same with the whole table kept in memory, then checks, a
//!   strategy of at most this many positions, what games add to it, and games with it.
//! * `play BOARD THREADS GAMES FOLDER`: games with the strategy and the weights of the folder, without the table.
//! * `checks FILE THREADS NODES`: the checks of a file by proof-number search.
//! * `certificate BOARD THREADS FILE [distance]`: makes a certificate, from a table of distances if asked, and verifies it.
//! * `processor BOARD THREADS FOLDER`: the sweep without a device, for its checksums.

use quadrille_breakthrough::evaluation::Advancement;
use quadrille_breakthrough::evaluation::windows::{Learned, Weights};
use quadrille_breakthrough::{Move, Moves, Position, Rules};
use quadrille_breakthrough_expert::player::PerfectPlayer;
use quadrille_breakthrough_expert::solver::strategy::Strategy;
use quadrille_breakthrough_expert::solver::{
    Certificate, Crew, LevelReport, Options, Progress, QuietValues, Sides, Sweep, Swept, prove as certify, proven,
    table_value,
};
use quadrille_breakthrough_expert::training::learn_windows_of;
use quadrille_breakthrough_expert::verify::verify;
use quadrille_core::{Evaluation, Game, KeyHistory, Notation, Outcome, Player, Refusal, Rng};
use quadrille_search::{Limits, Request, Specialist, Stop, alphabeta};
use quadrille_support::threads;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

type Anyhow<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Anyhow<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match &arguments[..] {
        ["compare", threads, boards @ ..] => boards.iter().try_for_each(|board| compare(board, threads.parse()?)),
        ["sweep", board, folder] => sweep(board, Path::new(folder)),
        ["study", board, folder, threads, positions, games, how @ ..] => {
            Study { start: start(board)?, threads: threads.parse()?, begin: Instant::now() }.run(
                Path::new(folder),
                positions.parse()?,
                games.parse()?,
                how == ["processor"],
            )
        }
        ["checks", file, threads, nodes] => checks(file, threads.parse()?, nodes.parse()?),
        ["certificate", board, threads, file, how @ ..] => {
            certificate(board, threads.parse()?, Path::new(file), how == ["distance"])
        }
        ["play", board, threads, games, folder] => play(board, threads.parse()?, games.parse()?, Path::new(folder)),
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

/// A board with its complete table.
struct Study {
    start: Position,
    threads: usize,
    begin: Instant,
}

impl Study {
    fn say(&self, words: &str) {
        println!("[{:.1} s] {words}", self.begin.elapsed().as_secs_f64());
    }

    fn run(&self, folder: &Path, positions: usize, games: usize, on_processor: bool) -> Anyhow<()> {
        let mut log = Log::new(folder)?;
        let sweep = Sweep::of(&self.start)?;
        let stop = Stop::new();
        let mut failed = None;
        let mut tell = |report: LevelReport| failed = log.level(&report).err().or(failed.take());
        let kept = if on_processor {
            sweep.run_and_keep(Crew { threads: self.threads, stop: &stop }, &mut tell)?
        } else {
            sweep.keep_from_gpu(&stop, &mut tell)?
        };
        let (swept, table) = kept.ok_or("stopped")?;
        self.say("table kept");
        print_answer(&self.start, &swept);
        self.both_sides(&log.spot_checks, &*table);
        let mut strategy = match std::fs::read(folder.join("strategy")) {
            Ok(bytes) => Strategy::from_bytes(&bytes, &self.start, usize::MAX)?,
            Err(_) => {
                Strategy::of(&self.start, &*table, positions, self.threads).ok_or("the table lacks a position")?
            }
        };
        self.say(&format!("strategy: {:?} positions", strategy.sizes().collect::<Vec<_>>()));
        let weights = match std::fs::read(folder.join("weights")) {
            Ok(bytes) => Weights::from_bytes(&bytes).ok_or("damaged weights")?,
            Err(_) => {
                let tell = &mut |words: &quadrille_core::Sentence| self.say(&words.to_string());
                learn_windows_of(2_000_000, &self.start.rules(), &*table, tell)
            }
        };
        std::fs::write(folder.join("weights"), weights.to_bytes())?;
        let learned: Learned = weights.evaluation(self.start.rows());
        for round in 0.. {
            let lessons = Lessons { study: self, table: &*table, learned: &learned, strategy: RwLock::new(strategy) };
            let (games_played, hard) = lessons.run(round);
            strategy = lessons.strategy.into_inner().map_err(|_| "a lesson failed")?;
            let further = strategy.further();
            self.say(&format!(
                "lesson {round}: {games_played} games, {hard} hard positions, {further} further positions"
            ));
            std::fs::write(folder.join("strategy"), strategy.to_bytes())?;
            if self.begin.elapsed() > LESSONS_UNTIL {
                break;
            }
        }
        let strategy = Arc::new(Strategy::from_bytes(&strategy.to_bytes(), &self.start, usize::MAX)?);
        self.games(&strategy, Some(&*table), &(Arc::new(learned) as Arc<dyn Evaluation<Position>>), games);
        self.say("done");
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Values from the half with Black to move against the half with White to move, and the start from both sides.
    fn both_sides(&self, list: &[(Position, Player)], table: &dyn QuietValues) {
        let (mut agree, mut wrong, mut absent) = (0, 0, 0);
        for (position, winner) in list {
            match table.quiet_value(Sides::of(position)) {
                None => absent += 1,
                Some(value) if (value > 0) == (*winner == position.to_move()) => agree += 1,
                Some(_) => wrong += 1,
            }
        }
        self.say(&format!(
            "spot checks of both halves against the half kept: {agree} agree, {wrong} WRONG, {absent} absent"
        ));
    }

    fn keeps_the_win(&self, position: &Position, m: Move, table: &dyn QuietValues) -> bool {
        let mut next = *position;
        next.play(m);
        next.outcome().map_or_else(
            || table_value(&next, table) == Some(false),
            |outcome| outcome == Outcome::Win(position.to_move()),
        )
    }

    /// Games of the winner against alpha-beta with different numbers of nodes; with a table its moves are checked.
    fn games(
        &self,
        strategy: &Arc<Strategy>,
        table: Option<&dyn QuietValues>,
        learned: &Arc<dyn Evaluation<Position>>,
        games: usize,
    ) {
        let [played, won, erred] = [(); 3].map(|()| AtomicUsize::new(0));
        let winner = strategy.winner();
        threads::map(self.threads, 0..games, |number| {
            let Ok(player) = PerfectPlayer::new(64) else { return };
            let mut player = player.with(Arc::clone(strategy), Arc::clone(learned));
            let mut rng = Rng::new(number as u64);
            let (mut other, mut position, mut replies) = (alphabeta_search(), self.start, 0);
            let evaluation = if number % 2 == 0 { &**learned } else { &Advancement };
            let mut has_erred = false;
            while position.outcome().is_none() {
                let chosen = if position.to_move() == winner {
                    let (history, stop) = (KeyHistory::new(), Stop::new());
                    let request = Request::new(&position, &history, Limits::nodes(PLAYER_NODES), &stop);
                    let report = player.search(&request, &mut |_| ());
                    let m = report.best;
                    let errs = table.is_some_and(|table| !m.is_some_and(|m| self.keeps_the_win(&position, m, table)));
                    if errs && !has_erred {
                        has_erred = true;
                        println!("error in game {number}: {} by {}", position.format_position(), report.algorithm);
                    }
                    m
                } else {
                    replies += 1;
                    let mut moves = Moves::new();
                    position.legal_moves(&mut moves);
                    // Thirteen games of sixteen are against the searches alone.
                    let is_random = replies <= (number % 16).saturating_sub(12);
                    let nodes = 20_000 + 61 * number as u64;
                    if is_random {
                        rng.pick(&moves).copied()
                    } else {
                        searched(&position, nodes, &mut other, evaluation)
                    }
                };
                let Some(m) = chosen else { break };
                position.play(m);
            }
            played.fetch_add(1, Ordering::Relaxed);
            let is_won = position.outcome() == Some(Outcome::Win(winner));
            won.fetch_add(usize::from(is_won), Ordering::Relaxed);
            if !is_won {
                println!("game {number} was lost");
            }
            erred.fetch_add(usize::from(has_erred), Ordering::Relaxed);
        });
        let [played, won, erred] = [played, won, erred].map(AtomicUsize::into_inner);
        self.say(&format!("{played} games, {won} won, {erred} with a move that gives the win away"));
    }
}

/// Nodes of the player with the strategy.
const PLAYER_NODES: u64 = 1_000_000;
/// No lesson begins after this.
const LESSONS_UNTIL: Duration = Duration::from_secs(330);
/// Games of a lesson.
const LESSON_GAMES: usize = 400;
/// Nodes of proof-number search in lessons: fewer than in play, so that positions where it may fail are in the strategy.
const LESSON_NODES: u64 = 100_000;

/// Games from which the strategy learns the positions where searches need advice.
struct Lessons<'a> {
    study: &'a Study,
    table: &'a dyn QuietValues,
    learned: &'a Learned,
    strategy: RwLock<Strategy>,
}

impl Lessons<'_> {
    /// Games played and positions learned.
    fn run(&self, round: u64) -> (usize, usize) {
        let before = self.strategy.read().map_or(0, |strategy| strategy.further());
        threads::map(self.study.threads, 0..LESSON_GAMES, |number| {
            self.game(Rng::new(round << 32 | number as u64 | 1 << 48))
        });
        (LESSON_GAMES, self.strategy.read().map_or(0, |strategy| strategy.further()) - before)
    }

    fn game(&self, mut rng: Rng) -> Option<()> {
        let (mut position, mut other) = (self.study.start, alphabeta_search());
        let winner = self.strategy.read().ok()?.winner();
        let random_replies = if rng.below(3) == 0 { rng.below(5) } else { 0 };
        let nodes = u64::from(4_000 + rng.below(16_000)) << rng.below(3);
        let evaluation: &dyn Evaluation<Position> = if rng.below(2) == 0 { self.learned } else { &Advancement };
        let mut replies = 0;
        while position.outcome().is_none() {
            let m = if position.to_move() == winner {
                self.winning_move(&position)?
            } else {
                replies += 1;
                let mut moves = Moves::new();
                position.legal_moves(&mut moves);
                let is_random = replies <= random_replies;
                if is_random { rng.pick(&moves).copied()? } else { searched(&position, nodes, &mut other, evaluation)? }
            };
            position.play(m);
        }
        Some(())
    }

    fn winning_move(&self, position: &Position) -> Option<Move> {
        if let Some(m) = self.strategy.read().ok()?.advice(position) {
            return Some(m);
        }
        if let Some(m) = proven(position, LESSON_NODES, BYTES / 4, &|| false).and_then(|(_, m)| m) {
            return Some(m);
        }
        self.strategy.write().ok()?.add(position, self.table)?;
        self.strategy.read().ok()?.advice(position)
    }
}

/// Games with a strategy and weights of files.
fn play(board: &str, threads: usize, games: usize, folder: &Path) -> Anyhow<()> {
    let study = Study { start: start(board)?, threads, begin: Instant::now() };
    let strategy = Strategy::from_bytes(&std::fs::read(folder.join("strategy"))?, &study.start, usize::MAX)?;
    let weights = Weights::from_bytes(&std::fs::read(folder.join("weights"))?).ok_or("damaged weights")?;
    study.say("strategy read");
    let learned: Arc<dyn Evaluation<Position>> = Arc::new(weights.evaluation(study.start.rows()));
    study.games(&Arc::new(strategy), None, &learned, games);
    Ok(())
}

fn alphabeta_search() -> Option<alphabeta::Searcher<Position>> {
    alphabeta::Searcher::new(alphabeta::Options::default(), 16).ok()
}

fn searched(
    position: &Position,
    nodes: u64,
    search: &mut Option<alphabeta::Searcher<Position>>,
    evaluation: &dyn Evaluation<Position>,
) -> Option<Move> {
    let (history, stop) = (KeyHistory::new(), Stop::new());
    let request = Request::new(position, &history, Limits::nodes(nodes), &stop);
    search.as_mut()?.search(&request, evaluation, &mut |_| ()).best
}

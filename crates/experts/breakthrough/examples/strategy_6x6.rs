//! Perfect play on 6x6 from its table, which one large machine can hold: the network, the strategy, and games.
//!
//! `cargo run --release -p quadrille-breakthrough-expert --features cuda --example strategy_6x6 -- COMMAND …`
//!
//! * `games BOARD THREADS FIRST GAMES NODES OTHER`: games by what is built in, without a table (and without `cuda`).
//! * `play BOARD FOLDER THREADS LAYERS LEARN LESSONS BYTES FIRST GAMES ROUNDS NODES OTHER [processor]`: a network learned
//!   for LEARN seconds (the built-in one if 0), the strategy with this many layers, as many far layers as BYTES allow, and
//!   LESSONS seconds of lessons. Then rounds of games with numbers from FIRST on, the winner's moves checked by the table;
//!   after a round its errors are learned. The winner searches NODES nodes a move, the other side OTHER to three times as
//!   many.
//! * `exam FILE HOW NODES COUNT`: how often `network`, `windows`, `favourite` or `dfpn` errs in positions of `learn`.
//! * `learn BOARD FOLDER THREADS SAMPLES SECONDS [processor]`: the network, and positions of games with their winning moves.

use quadrille_breakthrough::evaluation::network::{self, LOGIT_ONE, Network, judged};
use quadrille_breakthrough::evaluation::{Advancement, Windows};
use quadrille_breakthrough::{Move, Moves, Position, Rules};
use quadrille_breakthrough_expert::network_training::{Sample, learn_network, samples};
use quadrille_breakthrough_expert::opening;
use quadrille_breakthrough_expert::player::{PerfectPlayer, alphabeta_options};
use quadrille_breakthrough_expert::solver::strategy::Strategy;
use quadrille_breakthrough_expert::solver::{Complete, Crew, QuietValues, Sweep, proven, table_value};
use quadrille_core::{Evaluation, Game, KeyHistory, Notation, Outcome, Player, Rng, Score};
use quadrille_search::{Limits, Request, Specialist, Stop, alphabeta};
use quadrille_support::threads;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

type Anyhow<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Anyhow<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match &arguments[..] {
        ["learn", board, folder, threads, samples, seconds, how @ ..] => {
            let study = Study::new(board, threads.parse()?)?;
            study.learn(Path::new(folder), samples.parse()?, seconds.parse()?, how == ["processor"])
        }
        [
            "play",
            board,
            folder,
            threads,
            layers,
            learn,
            lessons,
            bytes,
            first,
            games,
            rounds,
            nodes,
            other,
            how @ ..,
        ] => {
            let (study, folder) = (Study::new(board, threads.parse()?)?, Path::new(folder));
            let table = study.table(how == ["processor"])?;
            let learn: u64 = learn.parse()?;
            let strategy = study.strategy(folder, learn > 0, layers.parse()?, &*table)?;
            if learn > 0 {
                study.replace_network(&strategy, &*table, learn, folder)?;
            }
            let strategy = study.extended(&strategy, bytes.parse()?, &*table)?;
            let mut strategy = study.taught(strategy, lessons.parse()?, &*table)?;
            let (first, games): (usize, usize) = (first.parse()?, games.parse()?);
            // The strategy of each round, and the one that has learned from the last.
            let write = |round: usize, strategy: &Strategy| {
                std::fs::write(folder.join(format!("strategy-{round}")), strategy.to_bytes())
            };
            let rounds = rounds.parse()?;
            for round in 0..rounds {
                write(round, &strategy)?;
                study.say(&format!("round {round}, {} further positions", strategy.further()));
                let numbers = first + round * games..first + (round + 1) * games;
                let shared = Arc::new(strategy.clone());
                for position in study.games(&shared, [nodes.parse()?, other.parse()?], numbers, Some(&*table)) {
                    strategy.add(Strategy::further_one(&position, &*table).ok_or("the table lacks a position")?);
                }
            }
            Ok(write(rounds, &strategy)?)
        }
        ["games", board, threads, first, games, nodes, other] => {
            let (first, games): (usize, usize) = (first.parse()?, games.parse()?);
            Study::new(board, threads.parse()?)?
                .games_as_shipped([nodes.parse()?, other.parse()?], first..first + games)
        }
        ["exam", file, how, nodes, count] => exam(file, how, nodes.parse()?, count.parse()?),
        _ => Err("expected learn with its arguments".into()),
    }
}

/// A board with its complete table.
struct Study {
    start: Position,
    threads: usize,
    begin: Instant,
}

impl Study {
    fn new(board: &str, threads: usize) -> Anyhow<Self> {
        Ok(Self { start: Position::start(&board.parse::<Rules>()?), threads, begin: Instant::now() })
    }

    fn say(&self, words: &str) {
        println!("[{:.1} s] {words}", self.begin.elapsed().as_secs_f64());
    }

    fn table(&self, on_processor: bool) -> Anyhow<Box<dyn QuietValues>> {
        let (sweep, stop) = (Sweep::of(&self.start)?, Stop::new());
        let kept = if on_processor {
            sweep.run_and_keep(Crew { threads: self.threads, stop: &stop }, &mut |_| ())?
        } else {
            kept_from_gpu(sweep, &stop)?
        };
        let (swept, table) = kept.ok_or("stopped")?;
        self.say(&format!("table kept; the mover wins: {}", swept.mover_wins));
        Ok(table)
    }

    fn learn(&self, folder: &Path, count: usize, seconds: u64, on_processor: bool) -> Anyhow<()> {
        let table = self.table(on_processor)?;
        let samples = samples(&self.start, &*table, None, count, self.threads);
        let network = self.network(&samples, seconds, folder)?;
        drop(samples);
        let exam = self.exam(&network, &*table, Duration::from_secs(40));
        std::fs::write(folder.join("exam"), exam)?;
        self.say("exam written");
        Ok(())
    }

    fn network(&self, samples: &[Sample], seconds: u64, folder: &Path) -> Anyhow<Network> {
        self.say(&format!("{} samples", samples.len()));
        let begin = Instant::now();
        let progress = || begin.elapsed().as_secs_f32() / seconds as f32;
        let network = learn_network(samples, &self.start, self.threads, &progress, &mut |told| {
            self.say(&format!("{told:?}"));
        });
        std::fs::write(folder.join("network"), network.to_bytes())?;
        self.say("network written");
        Ok(network)
    }

    /// Learns a network from games that begin with the strategy, and plays with it from here on.
    fn replace_network(&self, strategy: &Strategy, table: &dyn QuietValues, seconds: u64, folder: &Path) -> Anyhow<()> {
        let samples = samples(&self.start, table, Some(strategy), SAMPLES, self.threads);
        let network = self.network(&samples, seconds, folder)?;
        network::replace(network).then_some(()).ok_or_else(|| "the built-in network was used before".into())
    }

    /// Positions of games beyond the strategy, each with the numbers of its winning moves.
    fn exam(&self, network: &Network, table: &dyn QuietValues, time: Duration) -> String {
        let begin = Instant::now();
        let judged = Given(network);
        let lines = threads::map(self.threads, 0..self.threads, |thread| {
            let (mut rng, mut lines) = (Rng::stream(88, thread as u64), String::new());
            while begin.elapsed() < time {
                self.exam_game(&judged, table, &mut rng, &mut lines);
            }
            lines
        });
        lines.concat()
    }

    fn exam_game(&self, judged: &Given<'_>, table: &dyn QuietValues, rng: &mut Rng, lines: &mut String) -> Option<()> {
        let strategy = opening::strategy(&self.start, true);
        let mut search = alphabeta::Searcher::new(alphabeta::Options::default(), 4).ok()?;
        let winner = if table_value(&self.start, table)? { self.start.to_move() } else { !self.start.to_move() };
        let mut position = self.start;
        let mut moves_made = 0;
        while position.outcome().is_none() {
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            let m = if position.to_move() == winner {
                let advice = strategy.as_ref().and_then(|strategy| strategy.advice(&position));
                moves_made += 1;
                match advice {
                    Some(m) => m,
                    None => {
                        let winning = |m: &&Move| keeps_the_win(&position, **m, table);
                        let list: Vec<Move> = moves.iter().filter(winning).copied().collect();
                        let names: Vec<String> = list.iter().map(|&m| position.format_move(m)).collect();
                        let text = position.format_position();
                        *lines += &format!("{moves_made}\t{text}\t{}\t{}\n", moves.len(), names.join(" "));
                        *list.iter().max_by_key(|m| -seen_after(&position, **m, judged))?
                    }
                }
            } else {
                let is_random = rng.below(12) == 0;
                if is_random {
                    *rng.pick(&moves)?
                } else {
                    let (history, stop) = (KeyHistory::new(), Stop::new());
                    let nodes = 300 + u64::from(rng.below(1_500));
                    let request = Request::new(&position, &history, Limits::nodes(nodes), &stop);
                    search.search(&request, judged, &mut |_| ()).best?
                }
            };
            position.play(m);
        }
        Some(())
    }
}

#[cfg(feature = "cuda")]
fn kept_from_gpu(sweep: Sweep, stop: &Stop) -> Anyhow<Option<Complete>> {
    Ok(sweep.keep_from_gpu(stop, &mut |_| ())?)
}

#[cfg(not(feature = "cuda"))]
fn kept_from_gpu(_: Sweep, _: &Stop) -> Anyhow<Option<Complete>> {
    Err("built without `cuda`: only `processor` works".into())
}

/// The network's value of a position after a move, for the other side.
fn seen_after(position: &Position, m: Move, judged: &Given<'_>) -> i32 {
    let mut next = *position;
    next.play(m);
    if next.outcome().is_some() { -i32::MAX } else { judged.evaluate(&next).raw() }
}

fn keeps_the_win(position: &Position, m: Move, table: &dyn QuietValues) -> bool {
    let mut next = *position;
    next.play(m);
    next.outcome().is_some() || table_value(&next, table) == Some(false)
}

/// A network as an evaluation.
struct Given<'a>(&'a Network);

impl Evaluation<Position> for Given<'_> {
    fn name(&self) -> &'static str {
        "network"
    }

    fn evaluate(&self, position: &Position) -> Score {
        judged(position, self.0)
    }
}

/// The error rate of a method in the positions of an exam, by the number of the winner's moves.
fn exam(file: &str, how: &str, nodes: u64, count: usize) -> Anyhow<()> {
    let text = std::fs::read_to_string(file)?;
    let mut lines: Vec<&str> = text.lines().collect();
    Rng::new(5).shuffle(&mut lines);
    let rules: Rules = "6x6".parse()?;
    let mut counts = [[0; 3]; 40];
    let mut search = alphabeta::Searcher::new(alphabeta_options(), 16)?;
    let begin = Instant::now();
    for line in lines.iter().take(count) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, text, _, names] = fields[..] else { return Err("four fields".into()) };
        let position = Position::parse_position(&rules, text)?;
        let winning: Vec<&str> = names.split(' ').collect();
        let number: usize = number.parse()?;
        counts[number][0] += 1;
        let chosen = match how {
            "dfpn" => proven(&position, nodes, 64 << 20, &|| false).map(|(_, m)| m),
            "favourite" => Some(favourite(&position)),
            _ => {
                let (history, stop) = (KeyHistory::new(), Stop::new());
                let request = Request::new(&position, &history, Limits::nodes(nodes), &stop);
                let evaluation: &dyn Evaluation<Position> = if how == "windows" { &Windows } else { &network::Judged };
                search.clear();
                Some(search.search(&request, evaluation, &mut |_| ()).best)
            }
        };
        match chosen {
            Some(Some(m)) if winning.contains(&position.format_move(m).as_str()) => (),
            None => counts[number][2] += 1,
            Some(_) => counts[number][1] += 1,
        }
    }
    let sum = counts.iter().fold([0; 3], |sum, of| [sum[0] + of[0], sum[1] + of[1], sum[2] + of[2]]);
    println!("{how} {nodes}: {sum:?} {:.1} s; {:?}", begin.elapsed().as_secs_f64(), &counts[7..20]);
    Ok(())
}

/// The move after which the network's value is lowest for the other side.
fn favourite(position: &Position) -> Option<Move> {
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    let of = network::of(position)?;
    let worth = |m: &Move| {
        let mut next = *position;
        next.play(*m);
        let (own, enemy) = next.seen_by_mover();
        if next.outcome().is_some() { -i32::MAX } else { of.logit(own, enemy) * 1024 / LOGIT_ONE }
    };
    moves.iter().min_by_key(|m| worth(m)).copied()
}

/// Positions that the network learns from.
const SAMPLES: usize = 60_000_000;
/// Up to this many moves of the winner, every position that a lesson comes to is learned;
const LEARNED_MOVES: usize = 10;
/// up to this many those in which one of these searches fails, or to which several lessons come. Beyond, searches find
/// winning moves without lessons.
const LESSON_MOVES: usize = 14;
const LESSON_NODES: [u64; 2] = [10_000, 100_000];
const SEVERAL: u32 = 3;
/// More positions would make the file too large.
const MOST_FURTHER: usize = 90_000;
/// Far layers and likely replies, the best first.
const FAR: [(usize, usize); 6] = [(3, 4), (2, 8), (2, 5), (2, 3), (1, 1), (0, 1)];

type Search = alphabeta::Searcher<Position>;

fn searched(
    position: &Position,
    nodes: u64,
    search: &mut Search,
    evaluation: &dyn Evaluation<Position>,
) -> Option<Move> {
    let (history, stop) = (KeyHistory::new(), Stop::new());
    let request = Request::new(position, &history, Limits::nodes(nodes), &stop);
    search.search(&request, evaluation, &mut |_| ()).best
}

fn any_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    rng.pick(&moves).copied()
}

const EVALUATIONS: [&dyn Evaluation<Position>; 4] = [&network::Judged, &Advancement, &network::Judged, &Windows];

impl Study {
    /// The strategy of the folder, or the one shipped, with at least this many layers; if asked, nothing but layers.
    fn strategy(&self, folder: &Path, bare: bool, layers: usize, table: &dyn QuietValues) -> Anyhow<Strategy> {
        let bytes = std::fs::read(folder.join("strategy")).ok();
        let shipped = || opening::knows(&self.start).then(|| opening::file().1.to_vec());
        let mut strategy = match bytes.or_else(shipped) {
            Some(bytes) if bare => Strategy::layers_from_bytes(&bytes, &self.start)?,
            Some(bytes) => Strategy::from_bytes(&bytes, &self.start, usize::MAX)?,
            None => Strategy::of(&self.start, table, 1, self.threads).ok_or("the table lacks a position")?,
        };
        while strategy.sizes().count() < layers {
            strategy = strategy.deepened(table, self.threads).ok_or("the table lacks a position")?;
            self.say(&format!("layers of {:?} positions", strategy.sizes().collect::<Vec<_>>()));
        }
        Ok(strategy)
    }

    /// The strategy with as many far layers as fit this many bytes.
    fn extended(&self, strategy: &Strategy, most_bytes: usize, table: &dyn QuietValues) -> Anyhow<Strategy> {
        for far in FAR {
            let strategy = strategy.extended(far, table, self.threads).ok_or("the table lacks a position")?;
            let bytes = strategy.to_bytes().len();
            self.say(&format!("far layers, replies, exceptions, clashes: {:?}, {bytes} bytes", strategy.far()));
            if bytes <= most_bytes {
                return Ok(strategy);
            }
        }
        Err("no strategy is so small".into())
    }

    /// The strategy after lessons.
    fn taught(&self, strategy: Strategy, seconds: u64, table: &dyn QuietValues) -> Anyhow<Strategy> {
        let lessons = Lessons { study: self, table, strategy: RwLock::new(strategy), visits: Mutex::default() };
        let played = lessons.run(Duration::from_secs(seconds));
        let strategy = lessons.strategy.into_inner().map_err(|_| "a lesson failed")?;
        self.say(&format!("{played} lessons, {} further positions", strategy.further()));
        Ok(strategy)
    }

    /// Games of the built-in strategy with these numbers, without a table that checks them.
    fn games_as_shipped(&self, nodes: [u64; 2], numbers: Range<usize>) -> Anyhow<()> {
        let strategy = opening::strategy(&self.start, true).ok_or("there is no strategy for this board")?;
        self.games(&strategy, nodes, numbers, None);
        Ok(())
    }

    /// Games with these numbers; the positions in which a move gave the win away, as far as a table tells.
    fn games(
        &self,
        strategy: &Arc<Strategy>,
        nodes: [u64; 2],
        numbers: Range<usize>,
        table: Option<&dyn QuietValues>,
    ) -> Vec<Position> {
        let [played, won, erred] = [(); 3].map(|()| AtomicUsize::new(0));
        let errors = threads::map(self.threads, numbers, |number| {
            let (is_won, error) = self.game(number, strategy, nodes, table)?;
            let has_erred = error.is_some();
            let count = played.fetch_add(1, Ordering::Relaxed) + 1;
            let won = won.fetch_add(usize::from(is_won), Ordering::Relaxed) + usize::from(is_won);
            let erred = erred.fetch_add(usize::from(has_erred), Ordering::Relaxed) + usize::from(has_erred);
            if count.is_multiple_of(50) {
                let erred = table.map_or(String::new(), |_| format!(", {erred} with a move that gives the win away"));
                self.say(&format!("{count} games, {won} won{erred}"));
            }
            error
        });
        errors.into_iter().flatten().collect()
    }

    /// A game of the winner against another player: whether it was won, and where a move gave the win away.
    fn game(
        &self,
        number: usize,
        strategy: &Arc<Strategy>,
        [own_nodes, other_nodes]: [u64; 2],
        table: Option<&dyn QuietValues>,
    ) -> Option<(bool, Option<Position>)> {
        let mut player = PerfectPlayer::new(64).ok()?.with(Arc::clone(strategy), Arc::new(network::Judged));
        let mut specialist = PerfectPlayer::new(16).ok()?;
        let mut other = Search::new(alphabeta_options(), 16).ok()?;
        let mut rng = Rng::stream(9, number as u64);
        let (mut position, mut replies, mut moves, mut error) = (self.start, 0, 0, None);
        let mut played = Vec::new();
        let nodes = other_nodes + 7_919 * number as u64 % (2 * other_nodes);
        while position.outcome().is_none() {
            let (history, stop) = (KeyHistory::new(), Stop::new());
            let m = if position.to_move() == strategy.winner() {
                moves += 1;
                let request = Request::new(&position, &history, Limits::nodes(own_nodes), &stop);
                let request = Request { recent: &played, ..request };
                let report = player.search(&request, &mut |_| ());
                let m = report.best?;
                if error.is_none() && table.is_some_and(|table| !keeps_the_win(&position, m, table)) {
                    error = Some(position);
                    println!(
                        "error in game {number}, move {moves}: {} by {}",
                        position.format_position(),
                        report.algorithm
                    );
                }
                m
            } else {
                replies += 1;
                // Thirteen games of sixteen are against the searches alone.
                if replies <= (number % 16).saturating_sub(12) {
                    any_move(&position, &mut rng)?
                } else if number % 4 == 2 {
                    let request = Request::new(&position, &history, Limits::nodes(nodes), &stop);
                    specialist.search(&request, &mut |_| ()).best?
                } else {
                    searched(&position, nodes, &mut other, EVALUATIONS[number % 4])?
                }
            };
            position.play(m);
            played.push(m);
        }
        let is_won = position.outcome() == Some(Outcome::Win(strategy.winner()));
        if !is_won {
            let moves: Vec<String> = played_texts(&self.start, &played);
            println!("game {number} was lost: {}", moves.join(" "));
        }
        Some((is_won, error))
    }
}

fn played_texts(start: &Position, played: &[Move]) -> Vec<String> {
    let mut position = *start;
    let mut text = |&m: &Move| {
        let text = position.format_move(m);
        position.play(m);
        text
    };
    played.iter().map(&mut text).collect()
}

/// Games from which the strategy learns the positions where searches need advice.
struct Lessons<'a> {
    study: &'a Study,
    table: &'a dyn QuietValues,
    strategy: RwLock<Strategy>,
    visits: Mutex<HashMap<u64, u32>>,
}

impl Lessons<'_> {
    /// How many games were played.
    fn run(&self, time: Duration) -> usize {
        let (begin, played) = (Instant::now(), AtomicUsize::new(0));
        threads::map(self.study.threads, 0..self.study.threads, |thread| {
            for number in 0.. {
                let is_full = self.strategy.read().is_ok_and(|strategy| strategy.further() >= MOST_FURTHER);
                if is_full || begin.elapsed() > time {
                    break;
                }
                self.game(Rng::stream(77 + thread as u64, number));
                played.fetch_add(1, Ordering::Relaxed);
            }
        });
        played.into_inner()
    }

    fn game(&self, mut rng: Rng) -> Option<()> {
        let mut position = self.study.start;
        let winner: Player = self.strategy.read().ok()?.winner();
        let mut search = Search::new(alphabeta_options(), 4).ok()?;
        let mut other = Search::new(alphabeta_options(), 4).ok()?;
        let random_replies = if rng.below(4) > 0 { 1 + rng.below(3) } else { 0 };
        let nodes = u64::from(1_000 + rng.below(3_000)) << rng.below(6);
        let evaluation = EVALUATIONS[rng.below(4) as usize];
        let (mut replies, mut moves, mut played) = (0, 0, Vec::new());
        while position.outcome().is_none() && moves < LESSON_MOVES {
            let m = if position.to_move() == winner {
                moves += 1;
                self.winning_move(&position, (moves, &played), &mut search)?
            } else {
                replies += 1;
                if replies <= random_replies || rng.below(40) == 0 {
                    any_move(&position, &mut rng)?
                } else {
                    searched(&position, nodes / 2 + u64::from(rng.below(nodes as u32)), &mut other, evaluation)?
                }
            };
            position.play(m);
            played.push(m);
        }
        Some(())
    }

    fn winning_move(
        &self,
        position: &Position,
        (number, played): (usize, &[Move]),
        search: &mut Search,
    ) -> Option<Move> {
        if let Some(m) = self.strategy.read().ok()?.advice_after(played, position) {
            return Some(m);
        }
        let mut found = None;
        let is_found = number > LEARNED_MOVES
            && LESSON_NODES.iter().all(|&nodes| {
                found = searched(position, nodes, search, &network::Judged);
                found.is_some_and(|m| keeps_the_win(position, m, self.table))
            });
        let visits = {
            let mut all = self.visits.lock().unwrap_or_else(PoisonError::into_inner);
            let (own, enemy) = position.seen_by_mover();
            let (left, right) = position.mirrored().seen_by_mover();
            let visits = all.entry((own ^ enemy.rotate_left(29)).min(left ^ right.rotate_left(29))).or_insert(0);
            *visits += 1;
            *visits
        };
        if is_found && visits < SEVERAL {
            return found;
        }
        let further = Strategy::further_one(position, self.table)?;
        self.strategy.write().ok()?.add(further);
        self.strategy.read().ok()?.advice(position)
    }
}

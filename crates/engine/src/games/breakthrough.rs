//! The capabilities of Breakthrough: perfect play on 5x5, a strategy for 6x6, and its solvers.

use crate::capabilities::{Capabilities, Ladder, OwnPlayer, Registered};
use crate::matches::Match;
use crate::solve::{SolveOrder, Solved};
use crate::words;
use quadrille_breakthrough::{Move, Position};
use quadrille_breakthrough_expert::player::{self, PerfectPlayer};
use quadrille_breakthrough_expert::{opening, perfect, solver};
use quadrille_core::{Game, Notation, Refusal, Sentence};
use quadrille_search::{Limits, Stop};
use quadrille_support::clock::Instant;
use quadrille_support::memory;
use std::time::Duration;

impl Registered for Position {
    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            best: |rules| {
                let start = Position::start(rules);
                if perfect::knows(&start) || opening::knows(&start) { "specialist" } else { "alphabeta" }
            },
            ladder: Ladder { size: "8x8", scores: &[68, 73, 75, 75, 90] },
            players: vec![OwnPlayer {
                name: "specialist",
                help: &words::BREAKTHROUGH_SPECIALIST,
                perfect: true,
                make: |_, table_mib| Ok(Box::new(PerfectPlayer::new(table_mib)?)),
            }],
            alphabeta: player::alphabeta_options,
            solver: solve,
            ..Capabilities::default()
        }
    }
}

fn solve(
    game: &Match<Position>,
    order: &SolveOrder,
    stop: &Stop,
    tell: &mut dyn FnMut(&Sentence),
) -> Result<Solved<Move>, Refusal> {
    let method = order.method.as_deref().unwrap_or("auto").parse()?;
    let options = solver::Options {
        threads: order.threads,
        memory: (order.memory_mib.unwrap_or_else(memory_at_hand) as u64) << 20,
        limits: Limits { time: order.time, nodes: order.nodes, ..Limits::default() },
        always_distance: order.distance,
        recompute: order.recompute,
        checkpoint: order.checkpoint.clone(),
    };
    let begin = Instant::now();
    let told = |progress: solver::Progress| progress_in_words(progress, begin.elapsed());
    let position = game.position();
    let solution = solver::solve(position, method, &options, stop, &mut |progress| tell(&told(progress)))?;
    if let Some(path) = &order.proof {
        solver::prove(position, &options, stop, &mut |progress| tell(&told(progress)))?.write(path)?;
    }
    let notes = notes_on(position, &solution);
    Ok(Solved {
        margin: None,
        winner: Some(solution.winner),
        distance: solution.distance,
        best: solution.best,
        pv: solution.pv,
        nodes: solution.nodes,
        method: solution.method,
        notes,
    })
}

/// The default memory for tables, in MiB: three quarters of the free memory, if known, within bounds.
fn memory_at_hand() -> usize {
    const LEAST: u64 = 256;
    const MOST: u64 = 10 << 10;
    let free = memory::available().map_or(LEAST, |bytes| bytes >> 20);
    (free / 4 * 3).clamp(LEAST, MOST) as usize
}

/// Remarks: the board size in words, the size of the table used, and how to get a missing distance.
fn notes_on(position: &Position, solution: &solver::Solution) -> Vec<Sentence> {
    let mut notes =
        vec![words::ROWS_BY_COLUMNS.say().with("rows", position.rows()).with("columns", position.columns())];
    if solution.table_positions > 0 {
        notes.push(words::TABLE_POSITIONS.say().with("count", solution.table_positions));
    }
    let winning: Vec<String> =
        solution.moves.iter().filter(|(_, wins)| *wins).map(|(m, _)| position.format_move(*m)).collect();
    if !winning.is_empty() {
        notes.push(words::WINNING_MOVES.say().with("moves", winning.join(" ")));
    }
    if let Some(stored) = &solution.stored {
        let note = words::STORED_RESULT.say().with("provenance", stored.provenance.clone());
        notes.push(note.with("checksum", stored.checksum.clone()));
    }
    if solution.distance.is_none() && solution.method == "table" {
        notes.push(words::DISTANCE_HINT.say());
    }
    notes
}

/// The solver's progress and the estimated time left.
fn progress_in_words(progress: solver::Progress, elapsed: Duration) -> Sentence {
    let solver::Progress { done, total } = progress;
    let rest = elapsed.as_secs_f64() * total.saturating_sub(done) as f64 / done.max(1) as f64;
    let percent = 100.0 * done as f64 / total.max(1) as f64;
    let sentence = words::PROGRESS.say().with("percent", format!("{percent:.1}")).with("done", done);
    sentence.with("total", total).with("rest", format!("{rest:.0}"))
}

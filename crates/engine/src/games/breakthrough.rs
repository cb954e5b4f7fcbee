//! What Breakthrough offers beyond every game: perfect play on 5x5 and its solvers.

use crate::capabilities::{Capabilities, OwnPlayer, Registered};
use crate::matches::Match;
use crate::solve::{SolveOrder, Solved};
use crate::words;
use quadrille_breakthrough::{Move, Position, evaluation::Advancement};
use quadrille_breakthrough_expert::{perfect, solver};
use quadrille_core::{Game, Refusal, Score, Sentence};
use quadrille_search::{ByHeart, Report, Request, Specialist, Stop, alphabeta};
use std::time::{Duration, Instant};

impl Registered for Position {
    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            best: |rules| if perfect::knows(&Position::start(rules)) { "specialist" } else { "alphabeta" },
            players: vec![OwnPlayer {
                name: "specialist",
                help: &words::BREAKTHROUGH_SPECIALIST,
                perfect: true,
                make: |_, table_mib| {
                    let general = alphabeta::Searcher::new(alphabeta::Options::default(), table_mib)?;
                    Ok(Box::new(TableOrSearch { table: ByHeart(score_by_heart), general }))
                },
            }],
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
        nodes: order.nodes.unwrap_or(u64::MAX),
        always_distance: order.distance,
        checkpoint: order.checkpoint.clone(),
    };
    let begin = Instant::now();
    let told = |progress: solver::Progress| progress_in_words(progress, begin.elapsed());
    let _deadline = order.time.map(|time| stop.finish_after(time));
    let position = game.position();
    let solution = solver::solve(position, method, &options, stop.flag(), &mut |progress| tell(&told(progress)))
        .map_err(Refusal::from_display)?;
    if let Some(path) = &order.proof {
        let proof = solver::prove(position, &options, stop.flag(), &mut |progress| tell(&told(progress)))
            .map_err(Refusal::from_display)?;
        proof
            .write(path)
            .map_err(|error| words::FILE.refuse().with("path", path.display().to_string()).error("error", error))?;
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

/// Tables may take so many MiB without being asked: three quarters of what is free, if the system tells, within bounds.
fn memory_at_hand() -> usize {
    const LEAST: usize = 256;
    const MOST: usize = 10 << 10;
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kibibytes = text.lines().find_map(|line| line.strip_prefix("MemAvailable:")?.split_whitespace().next());
    let free = kibibytes.and_then(|number| number.parse::<usize>().ok()).map_or(LEAST, |number| number >> 10);
    (free / 4 * 3).clamp(LEAST, MOST)
}

/// The board, so that rows are not taken for columns; the size of the table that was used; how to get a missing distance.
fn notes_on(position: &Position, solution: &solver::Solution) -> Vec<Sentence> {
    let mut notes =
        vec![words::ROWS_BY_COLUMNS.say().with("rows", position.rows()).with("columns", position.columns())];
    if solution.table_positions > 0 {
        notes.push(words::TABLE_POSITIONS.say().with("count", solution.table_positions));
    }
    if solution.distance.is_none() && solution.method == "table" {
        notes.push(words::DISTANCE_HINT.say());
    }
    notes
}

/// How far the solver is, and how long the rest takes if it goes on like this.
fn progress_in_words(progress: solver::Progress, elapsed: Duration) -> Sentence {
    let solver::Progress { done, total } = progress;
    let rest = elapsed.as_secs_f64() * total.saturating_sub(done) as f64 / done.max(1) as f64;
    let percent = 100.0 * done as f64 / total.max(1) as f64;
    let sentence = words::PROGRESS.say().with("percent", format!("{percent:.1}")).with("done", done);
    sentence.with("total", total).with("rest", format!("{rest:.0}"))
}

/// The exact score of a 5x5 position for its side to move.
fn score_by_heart(position: &Position) -> Option<Score> {
    let exact = perfect::probe_distance(position)?;
    let plies = exact.distance?;
    Some(if exact.mover_wins { Score::win_in(plies) } else { Score::loss_in(plies) })
}

/// Plays by heart what it knows, and searches the rest.
struct TableOrSearch {
    table: ByHeart<fn(&Position) -> Option<Score>>,
    general: alphabeta::Searcher<Position>,
}

impl Specialist<Position> for TableOrSearch {
    fn search(
        &mut self,
        request: &Request<'_, Position>,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        if perfect::knows(request.position) {
            self.table.search(request, on_report)
        } else {
            self.general.search(request, &Advancement, on_report)
        }
    }

    fn clear(&mut self) {
        self.general.clear();
    }
}

//! Breakthrough in the engine.

use crate::matches::Match;
use crate::picture::{Ground, Picture, Touch};
use crate::playable::Playable;
use crate::solve::{self, SolveOrder, Solved};
use crate::think::{ByHeart, Specialist};
use quadrille_breakthrough::windows::{Matched, Windows};
use quadrille_breakthrough::{Move, Position, Rules, evaluation::Advancement, playout};
use quadrille_breakthrough_expert::{perfect, solver};
use quadrille_core::{Evaluation, Game, KeyHistory, Player, Refusal, Score};
use quadrille_search::{Report, Request, Stop, alphabeta};
use std::sync::Arc;
use std::time::{Duration, Instant};

impl Playable for Position {
    type Rollout = playout::Rollout;

    fn rollouts() -> Vec<(&'static str, playout::Rollout)> {
        vec![
            ("random", playout::Rollout::Random),
            ("decisive", playout::Rollout::Decisive(playout::Decisive::default())),
        ]
    }

    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(Matched), Arc::new(Advancement), Arc::new(Windows)]
    }

    fn best_algorithm(rules: &Rules) -> &'static str {
        if perfect::knows(&Self::start(rules)) { "specialist" } else { "alphabeta" }
    }

    /// Perfect play where a table is known by heart, alpha-beta on other boards.
    fn specialist(_: usize, table_mib: usize) -> Option<Box<dyn Specialist<Self>>> {
        let general = alphabeta::Searcher::new(alphabeta::Options::default(), table_mib).ok()?;
        Some(Box::new(TableOrSearch { table: ByHeart(score_by_heart as fn(&Self) -> Option<Score>), general }))
    }

    fn key_parts(&self) -> Vec<(String, u64)> {
        self.key_parts()
    }

    fn picture(&self) -> Option<Picture> {
        let (rows, columns) = (usize::from(self.rows()), usize::from(self.columns()));
        let piece = |row: usize, column: usize| {
            let square = 1_u64 << ((rows - 1 - row) * columns + column);
            let stands = |player| self.pawns(player) & square != 0;
            let colour = if stands(Player::White) {
                "w"
            } else if stands(Player::Black) {
                "b"
            } else {
                ""
            };
            colour.to_owned()
        };
        Some(Picture::grid(Ground::Checkered, rows, columns, true, piece))
    }

    fn touch(&self, m: Move) -> Touch {
        let name = |square| Some(self.square_name(square));
        Touch { from: name(m.from), to: name(m.to), promotion: None }
    }

    fn solve(
        game: &Match<Self>,
        order: &SolveOrder,
        stop: &Stop,
        tell: &mut dyn FnMut(&str),
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
            proof.write(path).map_err(|error| Refusal::plain(format!("{}: {error}", path.display())))?;
        }
        let notes = notes_on(position, &solution);
        Ok(Solved {
            value: solve::result_for(position.to_move(), Some(solution.winner)),
            winner: Some(solution.winner),
            distance: solution.distance,
            best: solution.best,
            pv: solution.pv,
            nodes: solution.nodes,
            method: solution.method.to_owned(),
            notes,
        })
    }

    fn end_reason(&self, _: &KeyHistory) -> String {
        let mover = self.to_move();
        let goal_row = if mover == Player::White { 0 } else { self.rows() - 1 };
        let on_goal = (0..self.columns()).any(|y| self.pawns(!mover) >> (goal_row * self.columns() + y) & 1 == 1);
        let reason = if on_goal {
            "far row reached"
        } else if self.pawns(mover) == 0 {
            "no pawns left"
        } else {
            "no moves left"
        };
        reason.to_owned()
    }
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
fn notes_on(position: &Position, solution: &solver::Solution) -> Vec<String> {
    let mut notes = vec![format!("{} rows by {} columns", position.rows(), position.columns())];
    if solution.table_positions > 0 {
        notes.push(format!("{} positions in the table", solution.table_positions));
    }
    if solution.distance.is_none() && solution.method == "table" {
        notes.push("--distance finds the number of plies by further passes over the table".to_owned());
    }
    notes
}

/// How far the solver is, and how long the rest takes if it goes on like this.
fn progress_in_words(progress: solver::Progress, elapsed: Duration) -> String {
    let solver::Progress { done, total } = progress;
    let rest = elapsed.as_secs_f64() * total.saturating_sub(done) as f64 / done.max(1) as f64;
    let percent = 100.0 * done as f64 / total.max(1) as f64;
    format!("{percent:.1} % ({done} of {total}), about {rest:.0} s left")
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

//! The capabilities of Othello: its pattern search, the exact endgame solver, and two players with fixed limits.

use crate::capabilities::{Capabilities, Ladder, OwnPlayer, Registered};
use crate::matches::Match;
use crate::solve::{SolveOrder, Solved};
use crate::words;
use quadrille_core::{Game, Refusal, Sentence};
use quadrille_othello::{Move, Position, perft};
use quadrille_othello_expert::bounded::{BoundedPlayer, Bounds};
use quadrille_othello_expert::midgame::Searcher;
use quadrille_othello_expert::solver::{Solver, SolverOptions};
use quadrille_search::{Limits, Stop};

impl Registered for Position {
    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            best: |_| "specialist",
            ladder: Ladder { size: "", scores: &[75, 79, 81, 80, 85, 68, 70] },
            players: vec![
                OwnPlayer {
                    name: "specialist",
                    help: &words::OTHELLO_SPECIALIST,
                    perfect: true,
                    make: |threads, mib| Ok(Box::new(Searcher::new(&options(threads, mib)))),
                },
                OwnPlayer {
                    name: "course",
                    help: &words::COURSE,
                    perfect: false,
                    make: |threads, mib| {
                        Ok(Box::new(BoundedPlayer::new(Bounds::AGAINST_PEOPLE, &options(threads, mib))?))
                    },
                },
                OwnPlayer {
                    name: "course-ai",
                    help: &words::COURSE_AI,
                    perfect: false,
                    make: |threads, mib| {
                        Ok(Box::new(BoundedPlayer::new(Bounds::BETWEEN_PROGRAMS, &options(threads, mib))?))
                    },
                },
            ],
            solver: solve,
            pass_free_perft: Some(|position, depth| perft::count_pass_free(position.board(), depth)),
            ..Capabilities::default()
        }
    }
}

fn options(threads: usize, table_mib: usize) -> SolverOptions {
    SolverOptions { threads, table_mib, ..SolverOptions::default() }
}

fn solve(
    game: &Match<Position>,
    order: &SolveOrder,
    stop: &Stop,
    tell: &mut dyn FnMut(&Sentence),
) -> Result<Solved<Move>, Refusal> {
    let position = game.position();
    order.refuse_extras()?;
    let mut solver = Solver::new(&options(order.threads, order.memory_or_usual()));
    let limits = Limits { time: order.time, nodes: order.nodes, ..Limits::default() };
    let solution = solver.solve(position.board(), &limits, stop, |progress| {
        let sentence = words::ENDGAME_PROGRESS.say().with("depth", progress.depth);
        let sentence = sentence.with("confidence", progress.confidence).with("nodes", progress.nodes);
        tell(&sentence.with("lower", progress.lower).with("upper", progress.upper));
    });
    let solution = solution.ok_or_else(|| words::SOLVER_STOPPED.refuse())?;
    let mover = position.to_move();
    let winner = match solution.score {
        0 => None,
        score if score > 0 => Some(mover),
        _ => Some(!mover),
    };
    Ok(Solved {
        margin: Some(solution.score.into()),
        winner,
        distance: None,
        best: solution.best,
        pv: solution.pv,
        nodes: solution.nodes,
        method: "exact endgame search",
        notes: Vec::new(),
    })
}

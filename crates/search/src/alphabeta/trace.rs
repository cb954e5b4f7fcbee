//! The events of alpha-beta, and a replay that checks them.
//!
//! A node is entered and left; in between come the events of its search. [`replay`] recomputes the result from the
//! events alone; the tests compare it with the search's own report, so traces can be trusted.

use crate::Log;
use crate::table::Bound;
use quadrille_core::Score;

/// How a node follows from the one above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// The position that was asked about.
    Root,
    /// A move.
    Move(M),
    /// A null move.
    Pass,
    /// The same position again: quiescence search only, or without its best move.
    Again,
}

/// What is wanted of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Its value.
    Value,
    /// On which side of a bound its value lies.
    Side,
    /// Its value when only noisy moves are played.
    Quiet,
}

/// A rule that prunes a move, or a node before any move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Reverse futility pruning: far above the window near the horizon.
    ReverseFutility,
    /// Razoring: far below the window near the horizon, quiescence search decided.
    Razoring,
    /// Null-move pruning: even a pass refutes the line.
    NullMove,
    /// A late quiet move near the horizon.
    LateMove,
    /// A quiet move that cannot reach the window.
    Futility,
    /// A quiet move that failed often.
    History,
    /// A quiet move that loses its piece.
    Hanging,
    /// An exchange that loses.
    Exchange,
    /// The move whose singularity is being tested.
    LeftOut,
    /// Multi-cut: other moves than the table move are above the window, too.
    MultiCut,
}

/// Why a node was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// All its moves were searched or pruned.
    Searched,
    /// A beta cutoff: how many moves were searched, and how many were not.
    Cut {
        /// Searched, the refutation included.
        searched: usize,
        /// Never looked at.
        left: usize,
    },
    /// The table knew enough.
    Table,
    /// The past decided: a repetition.
    Past,
    /// The exact value is known.
    Known,
    /// The game is over.
    Over,
    /// The horizon: the evaluation was returned.
    Horizon,
    /// Stand pat: the mover needs no noisy move.
    StandPat,
    /// Mate distance pruning: a shorter win or loss is known.
    Distance,
    /// A pruning rule: the number it compares and the bound.
    Rule(Rule, i32, i32),
    /// The search was over.
    Interrupted,
}

/// A table hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value it has.
    pub score: Score,
    /// What that value is: exact, at least, at most.
    pub bound: Bound,
    /// How deep it was searched.
    pub depth: u8,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// An iteration begins.
    Depth(u32),
    /// A node is entered.
    Enter {
        /// How it was reached.
        step: Step<M>,
        /// What is asked.
        ask: Ask,
        /// Alpha: lower values do not matter.
        alpha: Score,
        /// Beta: from this value on the opponent avoids the position.
        beta: Score,
        /// Plies left.
        depth: i32,
        /// Whether it counts as a node: repetitions at the horizon do not.
        counted: bool,
    },
    /// The table was asked.
    Probe(Option<Found>),
    /// The evaluation was asked.
    Evaluate(Score),
    /// The stand-pat score.
    Stand(Score),
    /// A move is pruned: the rule, the number it compares and the bound.
    Skip {
        /// The move.
        m: M,
        /// The rule.
        rule: Rule,
        /// What is compared.
        number: i32,
        /// With what.
        bound: i32,
    },
    /// The next node is searched this many plies less deeply, or deeper where negative.
    Shorten {
        /// The move.
        m: M,
        /// Plies.
        plies: i32,
    },
    /// A move is better than all before: alpha rises.
    Best {
        /// The move.
        m: M,
        /// Its value.
        score: Score,
        /// Whether the principal variation changes.
        line: bool,
    },
    /// A node is left with its value.
    Leave {
        /// The value.
        score: Score,
        /// Why now.
        reason: Reason,
    },
    /// An iteration was completed.
    Done(u32),
}

/// The totals of a search, from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed<M> {
    /// Positions visited.
    pub nodes: u64,
    /// Beta cutoffs; the root is never cut.
    pub cuts: u64,
    /// Those of them where the first move did.
    pub first_move_cuts: u64,
    /// Questions to the table.
    pub probes: u64,
    /// Questions it could answer.
    pub hits: u64,
    /// Completed depth.
    pub depth: u32,
    /// The best move and its value.
    pub best: Option<(M, Score)>,
    /// The expected line.
    pub pv: Vec<M>,
}

impl<M> Default for Replayed<M> {
    fn default() -> Self {
        Self { nodes: 0, cuts: 0, first_move_cuts: 0, probes: 0, hits: 0, depth: 0, best: None, pv: Vec::new() }
    }
}

/// A node during the replay.
struct Open<M> {
    step: Step<M>,
    ask: Ask,
    alpha: Score,
    /// The values of its moves so far; after a re-search the last value counts.
    moves: Vec<(M, Score)>,
    standing: Option<Score>,
    /// Plies below the root.
    ply: usize,
}

/// Replays the events of a whole search: counts, the best move, the principal variation.
///
/// # Errors
///
/// Finds the first inconsistent event: a node left with a value that none of its moves has.
pub fn replay<M: Copy + PartialEq>(events: &[Event<M>]) -> Result<Replayed<M>, String> {
    let mut found = Replayed::default();
    let mut open: Vec<Open<M>> = Vec::new();
    let mut lines: Vec<Vec<M>> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match *event {
            Event::Enter { step, ask, alpha, counted, .. } => {
                found.nodes += u64::from(counted);
                let ply = open.last().map_or(0, |above| above.ply + usize::from(step != Step::Again));
                lines.resize(lines.len().max(ply + 2), Vec::new());
                if ply > 0 {
                    lines[ply].clear();
                }
                open.push(Open { step, ask, alpha, moves: Vec::new(), standing: None, ply });
            }
            Event::Probe(hit) => {
                found.probes += 1;
                found.hits += u64::from(hit.is_some());
            }
            Event::Stand(score) => {
                if let Some(node) = open.last_mut() {
                    node.standing = Some(score);
                }
            }
            Event::Best { m, score, line } => {
                let ply = open.last().map_or(0, |node| node.ply);
                if line {
                    let below = lines[ply + 1].clone();
                    lines[ply] = std::iter::once(m).chain(below).collect();
                }
                if ply == 0 {
                    found.best = Some((m, score));
                    found.pv.clone_from(&lines[0]);
                }
            }
            Event::Leave { score, reason } => {
                let node = open.pop().ok_or_else(|| format!("event {at} leaves a node nobody entered"))?;
                check_value(&node, score, reason).map_err(|wrong| format!("event {at}: {wrong}"))?;
                if let (Reason::Cut { searched, .. }, true) = (reason, node.ply > 0) {
                    found.cuts += 1;
                    found.first_move_cuts += u64::from(searched == 1);
                }
                if let (Step::Move(m), Some(above)) = (node.step, open.last_mut()) {
                    above.moves.retain(|&(other, _)| other != m);
                    above.moves.push((m, -score));
                }
            }
            Event::Done(depth) => found.depth = depth,
            Event::Depth(_) | Event::Evaluate(_) | Event::Skip { .. } | Event::Shorten { .. } => {}
        }
    }
    Ok(found)
}

/// A node's value is that of its best move, or the stand-pat score.
fn check_value<M: PartialEq>(node: &Open<M>, score: Score, reason: Reason) -> Result<(), String> {
    if !matches!(reason, Reason::Searched | Reason::Cut { .. }) || node.step == Step::Root {
        return Ok(());
    }
    let best = node.moves.iter().map(|&(_, score)| score).chain(node.standing).max();
    // If every move was pruned, only alpha is known; a threatened side that lost every capture has lost already.
    let expected = best.unwrap_or(node.alpha);
    if score == expected || (node.ask == Ask::Quiet && node.standing.is_none() && score >= expected) {
        return Ok(());
    }
    Err(format!("left with {score:?}, but its moves are worth {expected:?}"))
}

/// A log of alpha-beta events.
pub type Steps<M> = Log<Event<M>>;

//! What alpha-beta does, event by event, and what follows from the events alone.
//!
//! A node is entered and left; between the two it says what it learns. [`replay`] adds the events up again without
//! searching: the tests compare what it finds with what the search itself reports, so that a trace can be believed.

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
    /// The turn given away, to see whether even that refutes the line.
    Pass,
    /// The same position again, asked another question: quiescence alone, or without its best move.
    Again,
}

/// What is asked of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Its value.
    Value,
    /// On which side of a bound its value lies.
    Side,
    /// Its value when only noisy moves are played.
    Quiet,
}

/// A rule by which a move is left out, or a node is given up before any move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Far above the window near the horizon.
    ReverseFutility,
    /// Far below the window near the horizon: quiescence alone decided.
    Razoring,
    /// Even giving the turn away refutes the line.
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
}

/// Why a node was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// All its moves were tried or left out.
    Searched,
    /// A move refuted the line: how many moves were searched, and how many were never looked at.
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
    /// The horizon: the evaluation was taken.
    Horizon,
    /// The mover is content without a noisy move.
    StandPat,
    /// No line through here can matter, since a shorter win or loss is known.
    Distance,
    /// A pruning rule: the number it compares, and the bound it compares it with.
    Rule(Rule, i32, i32),
    /// The search was over.
    Interrupted,
}

/// What the table said about a position.
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
        /// The value must be above this to matter.
        alpha: Score,
        /// From this value on the opponent avoids the position.
        beta: Score,
        /// Plies left.
        depth: i32,
        /// Whether it counts as a visited position: repetitions at the horizon do not.
        counted: bool,
    },
    /// The table was asked.
    Probe(Option<Found>),
    /// The evaluation was asked.
    Evaluate(Score),
    /// The mover has at least this without a noisy move.
    Stand(Score),
    /// A move is left out: by which rule, with the number it compares and the bound it compares it with.
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
    /// A move is better than all before: the lower end of the window rises.
    Best {
        /// The move.
        m: M,
        /// Its value.
        score: Score,
        /// Whether the expected line changes with it.
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

/// What the events of a search add up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed<M> {
    /// Positions visited.
    pub nodes: u64,
    /// Nodes where a move refuted the line; the root is never cut.
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

/// A node while the events are added up.
struct Open<M> {
    step: Step<M>,
    ask: Ask,
    alpha: Score,
    /// What its moves were worth so far; a move that is searched again counts by its last value.
    moves: Vec<(M, Score)>,
    standing: Option<Score>,
    /// Plies below the root.
    ply: usize,
}

/// Adds the events of a whole search up: counts, the best move, the expected line.
///
/// # Errors
///
/// Says which event contradicts the ones before it: a node that is left with a value its moves do not have.
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

/// A node is worth what its best move is worth, or what its mover has without one.
fn check_value<M: PartialEq>(node: &Open<M>, score: Score, reason: Reason) -> Result<(), String> {
    if !matches!(reason, Reason::Searched | Reason::Cut { .. }) || node.step == Step::Root {
        return Ok(());
    }
    let best = node.moves.iter().map(|&(_, score)| score).chain(node.standing).max();
    // Where every move was left out, all that is known is the lower end of the window; a threatened side that lost
    // every capture has lost already.
    let expected = best.unwrap_or(node.alpha);
    if score == expected || (node.ask == Ask::Quiet && node.standing.is_none() && score >= expected) {
        return Ok(());
    }
    Err(format!("left with {score:?}, but its moves are worth {expected:?}"))
}

/// A log of alpha-beta events.
pub type Steps<M> = Log<Event<M>>;

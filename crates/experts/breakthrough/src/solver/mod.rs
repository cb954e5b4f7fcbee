//! Exact values: the winner, the distance in plies, and the moves.
//!
//! Start at
//! [`solve`]. It chooses between two independent methods: a complete table of a board's quiet positions ([`table`];
//! [`pass`] is its core), and proof-number search ([`dfpn`]) if no table fits. `docs/breakthrough.md` proves the table
//! correct and has the measurements.
//!
//! ```
//! use quadrille_breakthrough::{Position, Rules};
//! use quadrille_breakthrough_expert::solver::{Method, Options, solve};
//! use quadrille_core::Game;
//! use quadrille_search::Stop;
//!
//! let start = Position::start(&"4x4".parse::<Rules>()?);
//! let solution = solve(&start, Method::Auto, &Options::default(), &Stop::new(), &mut |_| ())?;
//! assert_eq!((solution.mover_wins, solution.distance), (false, Some(14)));
//! # Ok::<(), quadrille_core::Refusal>(())
//! ```

mod bounded;
pub(crate) mod certificate;
mod checkpoint;
mod coded;
mod dfpn;
mod favourites;
pub(crate) mod fill;
mod folded;
#[cfg(any(test, feature = "cuda"))]
mod gpu;
mod guided;
pub(crate) mod lanes;
mod layout;
mod line;
mod numbers;
mod parking;
mod pass;
pub(crate) mod plan;
pub(crate) mod sides;
mod stored;
pub mod strategy;
mod sweep;
mod table;
mod within;

pub use certificate::Certificate;
pub use fill::Crew;
#[cfg(feature = "cuda")]
pub use gpu::Compared;
pub use sides::{QuietValues, Sides};
pub use stored::Stored;
pub use sweep::{Complete, LevelReport, Sweep, Swept};
pub use table::Progress;

use crate::words;
use dfpn::{Proofs, Search};
use folded::{Folded, Plain, Whole};
use guided::Guided;
use lanes::{FIRST_WIN, WON_NOW};
use layout::Layout;
use plan::{Kind, Plan};
use quadrille_breakthrough::{Move, Moves, Position};
use quadrille_core::{Game, Player, Refusal};
use quadrille_search::proof::dfpn::Problem;
use quadrille_search::{Limits, Stop};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// How a position is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// A table if it is quick; otherwise proof-number search for a while, then the larger table if it fits in memory, a
    /// sweep if that fits, and otherwise proof-number search to the end.
    #[default]
    Auto,
    /// The complete table of the board.
    Table,
    /// A sweep over the table that keeps only the levels still needed: it gives the winner and the first moves, but no
    /// distance.
    Sweep,
    /// The same sweep on a GPU.
    Gpu,
    /// Proof-number search.
    ProofNumber,
    /// Both, which must agree.
    Both,
}

impl FromStr for Method {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        match text {
            "auto" => Ok(Self::Auto),
            "table" => Ok(Self::Table),
            "sweep" => Ok(Self::Sweep),
            "gpu" => Ok(Self::Gpu),
            "dfpn" => Ok(Self::ProofNumber),
            "both" => Ok(Self::Both),
            _ => Err(words::BAD_METHOD.refuse().quote("method", text)),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Table => "table",
            Self::Sweep => "sweep",
            Self::Gpu => "gpu",
            Self::ProofNumber => "dfpn",
            Self::Both => "both",
        })
    }
}

/// The options and limits of a solution.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads for tables.
    pub threads: usize,
    /// Bytes for tables and transpositions.
    pub memory: u64,
    /// A time limit for everything, a node limit for proof-number search.
    pub limits: Limits,
    /// Whether to find the distance even where that takes many passes over a large table.
    pub always_distance: bool,
    /// Recompute stored results.
    pub recompute: bool,
    /// The checkpoint of a table under construction: a file, or for a sweep a folder.
    pub checkpoint: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 2,
            memory: 10 << 30,
            limits: Limits::default(),
            always_distance: false,
            recompute: false,
            checkpoint: None,
        }
    }
}

/// A solved position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Who wins with best play.
    pub winner: Player,
    /// Whether the winner is the side to move.
    pub mover_wins: bool,
    /// The distance in plies, if found.
    pub distance: Option<u32>,
    /// A best move: the fastest win or the slowest loss where distances are known, otherwise a winning move.
    pub best: Option<Move>,
    /// The principal variation.
    pub pv: Vec<Move>,
    /// The winning moves, if found by a sweep.
    pub moves: Vec<(Move, bool)>,
    /// The stored result, if this is one.
    pub stored: Option<Box<Stored>>,
    /// Nodes searched.
    pub nodes: u64,
    /// Positions in the table, mirror images counted once.
    pub table_positions: u64,
    /// What solved it.
    pub method: &'static str,
}

/// Tables of distances up to this size are computed by default.
const QUICK_BYTES: u64 = 600 << 20;
/// Before a large table is computed, proof-number search may try with this many nodes.
const FIRST_TRY_NODES: u64 = 1_000_000;
const FIRST_TRY_BYTES: u64 = 128 << 20;
/// Distances on tables without them are searched with this many nodes.
const GUIDED_NODES: u64 = 3_000_000;

/// The certificate of a position, from the table of its board.
///
/// ```
/// use quadrille_breakthrough::{Position, Rules};
/// use quadrille_breakthrough_expert::{solver, verify::verify};
/// use quadrille_core::{Game, Player};
/// use quadrille_search::Stop;
///
/// let start = Position::start(&"5x3".parse::<Rules>()?);
/// let certificate = solver::prove(&start, &solver::Options::default(), &Stop::new(), &mut |_| ())?;
/// assert_eq!(certificate.winner, Player::Black);
/// assert_eq!(verify(&certificate.to_bytes(), 1)?.members, certificate.members.len());
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn prove(
    position: &Position,
    options: &Options,
    stop: &Stop,
    tell: &mut dyn FnMut(Progress),
) -> Result<Certificate, Refusal> {
    let _deadline = options.limits.time.map(|time| stop.finish_after(time));
    let work = Work { position, options, stop };
    let table = work.plan()?.build(work.crew(), options.checkpoint.as_deref(), tell)?;
    Certificate::of(position, &*table, options.threads.max(1)).ok_or_else(|| no_table(position))
}

/// Solves a position of any board and variant as far as `options` allow.
pub fn solve(
    position: &Position,
    method: Method,
    options: &Options,
    stop: &Stop,
    tell: &mut dyn FnMut(Progress),
) -> Result<Solution, Refusal> {
    if let Some(outcome) = position.outcome() {
        let winner = outcome.winner().unwrap_or(Player::White);
        return Ok(line::finished(position, winner));
    }
    let _deadline = options.limits.time.map(|time| stop.finish_after(time));
    let work = Work { position, options, stop };
    let mut solution = work.by(method, tell)?;
    if options.always_distance
        && solution.distance.is_none()
        && work.board().is_err()
        && let Some(line) = within::longest_defence(position, solution.winner, stop)
    {
        solution.distance = Some(line.len() as u32);
        solution.best = line.first().copied();
        solution.pv = line;
    }
    Ok(solution)
}

/// Whether the side to move wins the standard game, and a winning move if it does, by proof-number search with this many
/// nodes and bytes, until told to halt.
#[must_use]
pub fn proven(position: &Position, nodes: u64, bytes: u64, halt: &dyn Fn() -> bool) -> Option<(bool, Option<Move>)> {
    let game = Folded::new(position);
    let mut search = Search::new(&game, bytes, nodes, halt);
    let mut ask = |position: &Position| search.mover_wins(game.node(Sides::of(position)));
    let wins = ask(position)?;
    Some((wins, if wins { line::proven_move(position, wins, &mut ask) } else { None }))
}

fn no_table(position: &Position) -> Refusal {
    words::NO_TABLE.refuse().quote("rules", position.rules().to_string())
}

/// A position to be solved.
struct Work<'a> {
    position: &'a Position,
    options: &'a Options,
    stop: &'a Stop,
}

impl Work<'_> {
    fn by(&self, method: Method, tell: &mut dyn FnMut(Progress)) -> Result<Solution, Refusal> {
        match method {
            Method::Auto => match Stored::of(self.position)? {
                Some(stored) if !self.options.recompute => Ok(line::stored(self.position, stored)),
                Some(_) => self.by_sweep(tell),
                None => self.by_the_cheaper_way(tell),
            },
            Method::Table => self.by_table(self.plan()?, tell),
            Method::Sweep => self.by_sweep(tell),
            Method::Gpu => self.on_gpu(tell),
            Method::ProofNumber => self.by_search(self.nodes(), self.options.memory),
            Method::Both => {
                let table = self.by_table(self.plan()?, tell)?;
                let search = self.by_search(self.nodes(), self.options.memory)?;
                if table.winner != search.winner {
                    let winners = words::DISAGREEMENT.refuse().with("table", table.winner);
                    return Err(winners.with("search", search.winner));
                }
                Ok(Solution { nodes: search.nodes, method: "both", ..table })
            }
        }
    }

    fn crew(&self) -> Crew<'_> {
        Crew { threads: self.options.threads.max(1), stop: self.stop }
    }

    /// Nodes for proof-number search.
    fn nodes(&self) -> u64 {
        self.options.limits.nodes.unwrap_or(u64::MAX)
    }

    fn by_the_cheaper_way(&self, tell: &mut dyn FnMut(Progress)) -> Result<Solution, Refusal> {
        let plan = self.plan();
        if let Ok(quick) = &plan
            && quick.kind == Kind::Plies
        {
            return self.by_table(*quick, tell);
        }
        let first_try = self.by_search(self.nodes().min(FIRST_TRY_NODES), self.options.memory.min(FIRST_TRY_BYTES));
        let gave_up = match first_try {
            Err(refusal) if refusal.is(&words::GAVE_UP) => refusal,
            answer => return answer,
        };
        if let Ok(plan) = plan {
            return self.by_table(plan, tell);
        }
        let swept = self.by_sweep(tell);
        let cannot = [&words::TOO_LARGE, &words::NO_TABLE, &words::NOT_QUIET];
        if !swept.as_ref().is_err_and(|refusal| cannot.iter().any(|message| refusal.is(message))) {
            return swept;
        }
        if self.nodes() > FIRST_TRY_NODES { self.by_search(self.nodes(), self.options.memory) } else { Err(gave_up) }
    }

    /// Rows, columns and the most pawns of a side, if there are tables for this game.
    fn board(&self) -> Result<(u32, u32, u32), Refusal> {
        let (rows, columns) = (u32::from(self.position.rows()), u32::from(self.position.columns()));
        if !self.position.rules().is_standard() || !Layout::exists(rows, columns) {
            return Err(no_table(self.position));
        }
        let pawns = Player::BOTH.map(|player| self.position.pawns(player).count_ones());
        Ok((rows, columns, (2 * columns).max(pawns[0]).max(pawns[1])))
    }

    /// The table for this position: with distances if that is quick, else won or lost if it fits.
    fn plan(&self) -> Result<Plan, Refusal> {
        let (rows, columns, most_pawns) = self.board()?;
        let plan = |kind| Plan { rows, columns, most_pawns, kind };
        let with_distances = plan(Kind::Plies);
        let wanted = if self.options.always_distance { self.options.memory } else { QUICK_BYTES };
        if with_distances.bytes() <= wanted.min(self.options.memory) {
            return Ok(with_distances);
        }
        let plan = plan(Kind::Wins);
        self.fits(plan.bytes()).map(|()| plan)
    }

    fn fits(&self, needed: u64) -> Result<(), Refusal> {
        let allowed = self.options.memory;
        if needed <= allowed {
            return Ok(());
        }
        let board =
            words::TOO_LARGE.refuse().with("rows", self.position.rows()).with("columns", self.position.columns());
        Err(board.with("needed", needed >> 20).with("allowed", allowed >> 20))
    }

    fn by_sweep(&self, tell: &mut dyn FnMut(Progress)) -> Result<Solution, Refusal> {
        let folder = self.options.checkpoint.as_deref();
        let (rows, columns, _) = self.board()?;
        self.fits(Layout::bytes(rows, columns))?;
        let sweep = Sweep::of(self.position)?;
        self.fits(sweep.bytes_needed(folder.is_some()))?;
        let mut compared = Compare::new(self.position, tell)?;
        let swept = sweep.run(self.crew(), folder, &mut |report| compared.level(&report))?;
        compared.finish()?;
        let swept = swept.ok_or_else(|| words::STOPPED.refuse())?;
        Ok(Solution { table_positions: (sweep.words() as u64) << columns, ..line::by_sweep(self.position, &swept) })
    }

    #[cfg(feature = "cuda")]
    fn on_gpu(&self, tell: &mut dyn FnMut(Progress)) -> Result<Solution, Refusal> {
        let sweep = Sweep::of(self.position)?;
        let mut compared = Compare::new(self.position, tell)?;
        let swept = sweep.run_on_gpu(self.stop, &mut |report| compared.level(&report))?;
        compared.finish()?;
        let swept = swept.ok_or_else(|| words::STOPPED.refuse())?;
        let table_positions = (sweep.words() as u64) << self.position.columns();
        Ok(Solution { table_positions, method: "gpu", ..line::by_sweep(self.position, &swept) })
    }

    #[cfg(not(feature = "cuda"))]
    #[expect(clippy::unused_self, reason = "the same call as with the feature")]
    fn on_gpu(&self, _: &mut dyn FnMut(Progress)) -> Result<Solution, Refusal> {
        Err(words::NO_CUDA.refuse())
    }

    fn by_table(&self, plan: Plan, tell: &mut dyn FnMut(Progress)) -> Result<Solution, Refusal> {
        let table = plan.build(self.crew(), self.options.checkpoint.as_deref(), tell)?;
        let mut solution = match plan.kind {
            Kind::Plies => line::by_distance(self.position, &*table),
            Kind::Wins => line::by_wins(self.position, &*table, GUIDED_NODES),
        }
        .ok_or_else(|| no_table(self.position))?;
        solution.table_positions = table.census().0;
        if solution.distance.is_none() && self.options.always_distance {
            drop(table);
            solution.distance = Some(self.distance_by_passes(plan, tell)?);
        }
        Ok(solution)
    }

    /// The distance by passes over the table: of the position, or of those its forced answers lead to.
    fn distance_by_passes(&self, plan: Plan, tell: &mut dyn FnMut(Progress)) -> Result<u32, Refusal> {
        let g = self.position.geometry();
        let sides = Sides::of(self.position);
        let (quiet, plies_before) = match sides.state(g) {
            sides::State::Decided(value) => return Ok(u32::from(plies_of(value))),
            sides::State::Quiet => (vec![sides], 0),
            sides::State::Threatened(at) => {
                let takers = quadrille_core::bits::Bits(sides.takers(at, g));
                (takers.map(|from| sides.after(1 << from, at, g)).collect(), 1)
            }
        };
        let answers = plan.distances(&quiet, self.crew(), tell).ok_or_else(|| words::STOPPED.refuse())?;
        // One ply later the other side is to move: the mover prefers its fastest win, else the slowest loss.
        let fastest = answers.iter().filter(|answer| answer.mover_wins == (plies_before == 0)).map(|a| a.plies).min();
        let slowest = answers.iter().map(|answer| answer.plies).max();
        Ok(fastest.or(slowest).unwrap_or_default() + plies_before)
    }

    fn by_search(&self, nodes: u64, memory: u64) -> Result<Solution, Refusal> {
        let halt = || self.stop.is_due();
        if self.position.rules().is_standard() {
            let game = Folded::new(self.position);
            self.prove(&mut Search::new(&game, memory, nodes, &halt), |position| game.node(Sides::of(position)))
        } else {
            self.prove(&mut Search::new(&Plain, memory, nodes, &halt), |position| Whole(*position))
        }
    }

    fn prove<P: Proofs>(
        &self,
        search: &mut Search<'_, P>,
        node: impl Fn(&Position) -> P::Node,
    ) -> Result<Solution, Refusal> {
        let mut ask = |position: &Position| search.mover_wins(node(position));
        let solution = ask(self.position).and_then(|mover_wins| line::by_proofs(self.position, mover_wins, &mut ask));
        match solution {
            Some(solution) => Ok(Solution { nodes: search.nodes(), ..solution }),
            None if self.stop.is_due() => Err(words::STOPPED.refuse()),
            None => Err(words::GAVE_UP.refuse().with("nodes", search.nodes())),
        }
    }
}

/// Compares the levels of a sweep with those stored, if any are, and tells of the progress.
struct Compare<'a> {
    stored: Option<Stored>,
    tell: &'a mut dyn FnMut(Progress),
    differs: Result<(), Refusal>,
}

impl<'a> Compare<'a> {
    fn new(position: &Position, tell: &'a mut dyn FnMut(Progress)) -> Result<Self, Refusal> {
        Ok(Self { stored: Stored::of(position)?, tell, differs: Ok(()) })
    }

    fn level(&mut self, report: &LevelReport) {
        if let Some(stored) = self.stored.as_ref().filter(|_| self.differs.is_ok()) {
            self.differs = stored.check(report);
        }
        (self.tell)(Progress { done: report.done, total: report.total });
    }

    fn finish(self) -> Result<(), Refusal> {
        self.differs
    }
}

/// The plies a table value speaks of.
pub(crate) const fn plies_of(value: u8) -> u8 {
    if value >= FIRST_WIN { WON_NOW - value } else { value }
}

/// The legal moves and the positions they lead to.
pub(crate) fn children(position: &Position) -> impl Iterator<Item = (Move, Position)> {
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    let position = *position;
    moves.into_iter().map(move |m| {
        let mut next = position;
        next.play(m);
        (m, next)
    })
}

/// The moves of a position in an order of their own: by source, then by target.
fn sorted_moves(position: &Position) -> Moves {
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    moves.sort_unstable_by_key(|m| (m.from, m.to));
    moves
}

/// The smaller of a position and its mirror image, and whether it is the mirror image.
fn folded(position: &Position) -> (Position, bool) {
    let mirror = position.mirrored();
    if mirror.seen_by_mover() < position.seen_by_mover() { (mirror, true) } else { (*position, false) }
}

fn after(position: &Position, m: Move) -> Position {
    let mut next = *position;
    next.play(m);
    next
}

/// The value of a position for its mover.
pub(crate) fn value(position: &Position, table: &dyn QuietValues) -> Option<u8> {
    Sides::of(position).value(table, position.geometry())
}

/// Whether the side to move wins a position, by a table.
#[must_use]
pub fn table_value(position: &Position, table: &dyn QuietValues) -> Option<bool> {
    value(position, table).map(|value| value >= FIRST_WIN)
}

/// The distance of a position, by a search guided by the table of winners.
pub(crate) fn guided<'a>(position: &Position, table: &'a dyn QuietValues, nodes: u64) -> Guided<'a> {
    Guided::new(table, position.geometry(), nodes)
}

/// The best move by a table, with or without distances.
pub(crate) fn best_move(position: &Position, table: &dyn QuietValues, with_distance: bool) -> Option<Move> {
    if with_distance { line::best_by_distance(position, table) } else { line::best_by_wins(position, table) }
}

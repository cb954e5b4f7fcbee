//! A game in progress, with the names of python-chess.

pub mod record;

use crate::attend::attend;
use crate::errors::Raise;
use crate::moves::{Move, Outcome, Spelled, Spelling, colour, result};
use crate::options::{self, Order};
use crate::player::{Player, Who};
use crate::report::Report;
use crate::solution::{Prediction, Solution};
use crate::trace::Trace;
use crate::{svg, words};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use quadrille_core::Lang;
use quadrille_engine::exchange::Format;
use quadrille_engine::solve::SolveOrder;
use quadrille_engine::{Library, PerftOptions, Session, Stop, registry};
use record::Record;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A game in progress: a position and the moves that led to it. `Board("chess")` starts a game; `fen` is a position in the
/// game's own notation.
#[pyclass(module = "quadrille")]
pub struct Board {
    session: Box<dyn Session>,
}

impl Board {
    /// The game behind it.
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// A board over a game.
    pub fn of(session: Box<dyn Session>) -> Self {
        Self { session }
    }

    fn start(&self) -> String {
        self.session.history().into_iter().next().map(|row| row.position).unwrap_or_default()
    }
}

/// One line of a game's history.
#[pyclass(frozen, get_all, module = "quadrille")]
pub struct HistoryRow {
    /// Moves played before this position.
    ply: usize,
    /// The move that led here.
    #[pyo3(name = "move")]
    played: Option<Spelled>,
    /// The position's key.
    key: u64,
    /// The position as text.
    fen: String,
}

/// The draw counters of a game.
#[pyclass(frozen, get_all, module = "quadrille")]
pub struct Draws {
    /// How often the position has occurred.
    occurrences: u32,
    /// Half-moves since the last capture or pawn move.
    halfmove_clock: u32,
    /// Occurrences still needed for a claim.
    missing_repetitions: u32,
    /// Half-moves still needed for the fifty-move rule.
    missing_halfmoves: u32,
    /// Why the game is drawn, if it is.
    draw: Option<String>,
}

#[pymethods]
impl Board {
    /// A game from its start under rules given as text (such as `5x5 misere` or `19 chinese`), or from a position.
    #[new]
    #[pyo3(signature = (game = "chess", rules = "", fen = None))]
    fn new(game: &str, rules: &str, fen: Option<&str>) -> PyResult<Self> {
        registry::open(game, rules, fen).or_raise().map(Self::of)
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.session.descriptor().name
    }

    /// The rules as text.
    #[getter]
    fn rules(&self) -> String {
        self.session.rules()
    }

    /// Whose turn it is: true for White.
    #[getter]
    fn turn(&self) -> bool {
        colour(self.session.to_move())
    }

    /// The legal moves, history included; none once the game has ended.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        self.session.legal_moves().into_iter().map(Move::from).collect()
    }

    /// The moves played so far.
    #[getter]
    fn move_stack(&self) -> Vec<Spelled> {
        self.session.history().iter().filter_map(|row| row.played.as_ref()).map(Spelled::from).collect()
    }

    /// The Zobrist key of the position.
    #[getter]
    fn key(&self) -> u64 {
        self.session.key()
    }

    /// The named parts whose XOR is the key.
    #[getter]
    fn key_parts(&self) -> Vec<(String, u64)> {
        self.session.key_parts().into_iter().map(|(name, key)| (name.to_string(), key)).collect()
    }

    /// The position as text: FEN in chess, the game's own notation elsewhere.
    fn fen(&self) -> String {
        self.session.position()
    }

    /// How many moves have been played.
    fn ply(&self) -> usize {
        self.session.ply()
    }

    /// Plays a move, given as an object or as text in any notation; an illegal move changes nothing.
    fn push(&mut self, m: Spelling) -> PyResult<Spelled> {
        self.session.play(m.text()).or_raise().map(|name| Spelled::from(&name))
    }

    /// Plays a move given as text.
    fn push_san(&mut self, san: &str) -> PyResult<Spelled> {
        self.session.play(san).or_raise().map(|name| Spelled::from(&name))
    }

    /// Plays a move given as text.
    fn push_uci(&mut self, uci: &str) -> PyResult<Spelled> {
        self.push_san(uci)
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let last = self.session.last_move().ok_or_else(|| words::NOTHING_TO_TAKE_BACK.refuse()).or_raise()?;
        self.session.undo();
        Ok(last.into())
    }

    /// The last move.
    fn peek(&self) -> PyResult<Move> {
        self.session.last_move().map(Move::from).ok_or_else(|| words::NO_MOVE_YET.refuse()).or_raise()
    }

    /// Restarts the game.
    fn reset(&mut self) {
        while self.session.undo() {}
    }

    /// Parses a legal move in any notation; the board is not changed.
    fn parse_san(&self, san: &str) -> PyResult<Move> {
        let mut copy = self.session.duplicate();
        copy.play(san).or_raise()?;
        copy.last_move().map(Move::from).ok_or_else(|| words::NO_MOVE_YET.refuse()).or_raise()
    }

    /// A legal move in the notation of game records.
    fn san(&self, m: Spelling) -> PyResult<String> {
        self.session.duplicate().play(m.text()).or_raise().map(|name| name.record)
    }

    /// Whether a move is legal here.
    fn is_legal(&self, m: Spelling) -> bool {
        self.session.duplicate().play(m.text()).is_ok()
    }

    /// Whether the game has ended.
    fn is_game_over(&self) -> bool {
        self.session.end().is_some()
    }

    /// How the game ended, once it has.
    fn outcome(&self) -> Option<Outcome> {
        self.session.end().map(Outcome::from)
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    fn result(&self) -> &'static str {
        result(self.session.end().map(|end| end.outcome))
    }

    /// The piece on each cell: `w` or `b`, and its letter in games with several kinds.
    fn piece_map(&self) -> BTreeMap<String, String> {
        let picture = self.session.picture();
        let piece = |(name, piece): (String, Option<quadrille_core::Piece>)| {
            let piece = piece?;
            let owner = if colour(piece.owner) { "w" } else { "b" };
            Some((name, piece.kind.map_or_else(|| owner.to_owned(), |kind| format!("{owner}{kind}"))))
        };
        picture.names.into_iter().zip(picture.pieces).filter_map(piece).collect()
    }

    /// Every position so far, with the move that led to it and its key.
    fn history(&self) -> Vec<HistoryRow> {
        let row = |row: quadrille_engine::HistoryRow| HistoryRow {
            ply: row.ply,
            played: row.played.as_ref().map(Spelled::from),
            key: row.key,
            fen: row.position,
        };
        self.session.history().into_iter().map(row).collect()
    }

    /// Discs or points of Black and White, in games that count them.
    fn points(&self) -> Option<(f32, f32)> {
        self.session.points().map(|points| (points.0[0], points.0[1]))
    }

    /// The captures of Black and White, in games that count them.
    fn captures(&self) -> Option<(usize, usize)> {
        self.session.captures().map(|taken| (taken.0[0], taken.0[1]))
    }

    /// The draw counters, in games that have them.
    fn draws(&self) -> Option<Draws> {
        self.session.draws().map(|draws| Draws {
            occurrences: draws.occurrences,
            halfmove_clock: draws.halfmove_clock,
            missing_repetitions: draws.missing_repetitions,
            missing_halfmoves: draws.missing_halfmoves,
            draw: draws.draw,
        })
    }

    /// The leaves of the tree of legal moves at a depth.
    #[pyo3(signature = (depth, *, bulk = false))]
    fn perft(&self, py: Python<'_>, depth: u32, bulk: bool) -> PyResult<u64> {
        let session = &self.session;
        attend(py, &Stop::new(), |_| session.perft(depth, PerftOptions { bulk, pass_free: false }), |_, ()| Ok(()))
    }

    /// Plays random games to the end and returns how many Black won.
    #[pyo3(signature = (count, seed = 1))]
    fn playouts(&self, py: Python<'_>, count: u64, seed: u64) -> u64 {
        py.detach(|| self.session.playouts(count, seed))
    }

    /// The algorithms that play this game, with what they are.
    fn algorithms(&self) -> Vec<(&'static str, &'static str)> {
        self.session.algorithms().into_iter().map(|(name, help)| (name, help.template(Lang::English))).collect()
    }

    /// A player of this game that keeps its memory from move to move; without a name, the best one.
    #[pyo3(signature = (player = None, **options))]
    fn player(&self, player: Option<&str>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Player> {
        let best = self.session.best_player().to_string();
        Player::open(self.session(), options::player(player.unwrap_or(&best), &Order::read(options)?.own)?)
    }

    /// Searches the position with a player, given by a description or as a `Player` that remembers; without one, the best.
    /// Keywords: limits (`depth`, `nodes`, `playouts`, `time` in seconds), `multipv`, `branches`, `root_moves`, `on_report`,
    /// and the algorithm's own options. Without a limit it takes a second.
    #[pyo3(signature = (player = None, **options))]
    fn search(slf: &Bound<'_, Self>, player: Option<Who>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Report> {
        let order = Order::read(options)?.bounded();
        let session = slf.try_borrow()?.session.duplicate();
        let text = match player {
            Some(Who::Object(player)) => {
                if let Some((name, _)) = order.own.first() {
                    return Err(options::unknown(name, &Order::NAMES));
                }
                return player.try_borrow_mut(slf.py())?.think(slf.py(), session.as_ref(), &order);
            }
            Some(Who::Text(text)) => text,
            None => session.best_player().to_string(),
        };
        let spec = options::player(&text, &order.own)?;
        Player::open(session.as_ref(), spec)?.think(slf.py(), session.as_ref(), &order)
    }

    /// Traces a search step by step: limits as in `search`, `max_events`, and the algorithm's own options. Beside the
    /// usual algorithms there are `minimax` (searches the full tree) and `bare` (alpha-beta without refinements).
    #[pyo3(signature = (player = "bare", **options))]
    fn trace(slf: &Bound<'_, Self>, player: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Trace> {
        let session = slf.try_borrow()?.session.duplicate();
        Trace::of(slf.py(), session.as_ref(), player, options)
    }

    /// The exact value of the position: `threads`, `memory` (MiB), `time` (s), `nodes`, `method`, `distance`, `checkpoint`,
    /// `proof`, `on_progress`.
    #[pyo3(signature = (**options))]
    fn solve(slf: &Bound<'_, Self>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Solution> {
        let (order, hear) = solve_order(options)?;
        let (session, stop) = (slf.try_borrow()?.session.duplicate(), Stop::new());
        let solution = attend(
            slf.py(),
            &stop,
            |news| {
                // Nobody listens any more after an exception.
                session.solve(&order, &stop, &mut |sentence| drop(news.send(sentence.to_string())))
            },
            |py, sentence| match &hear {
                Some(hear) => hear.call1(py, (sentence,)).map(drop),
                None => Ok(()),
            },
        )?;
        Ok(solution.into())
    }

    /// The predicted moves of strong players, likeliest first, from learned patterns (Go).
    #[pyo3(signature = (*, learned = None))]
    fn predict(&self, py: Python<'_>, learned: Option<Vec<PathBuf>>) -> PyResult<Vec<Prediction>> {
        if !self.session.has_insight() {
            return Err(words::NO_PREDICTIONS.refuse().with("game", self.game())).or_raise();
        }
        let (session, learned) = (&self.session, learned.unwrap_or_default());
        let insight = py.detach(|| {
            let library = Library::built_in().with_learned(&learned, 1)?;
            Ok(session.insight(&library, 0))
        });
        let names = self.session.picture();
        let points = insight.or_raise()?.map(|insight| insight.points).unwrap_or_default();
        Ok(points.iter().map(|point| Prediction::of(point, &names)).collect())
    }

    /// The game as a record, to be written as PGN, SGF, GGF and others; keywords say who played where (`white`, `black`,
    /// `event`, `site`, `date`, `round`).
    #[pyo3(signature = (**about))]
    fn record(&self, about: Option<&Bound<'_, PyDict>>) -> PyResult<Record> {
        let record = quadrille_engine::exchange::Record::of(self.session(), Format::Transcript).or_raise()?;
        Record::with_about(record, about)
    }

    /// An independent copy.
    fn copy(&self) -> Self {
        Self::of(self.session.duplicate())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// The picture of the board, the last move marked.
    fn svg(&self) -> String {
        let last = self.session.last_move().map(|last| last.effect);
        svg::board(&self.session.picture(), last.as_ref())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// A `chess.Board` of python-chess with the same moves.
    fn to_chess<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.game() != "chess" {
            return Err(words::NOT_CHESS.refuse().with("game", self.game())).or_raise();
        }
        let kwargs = PyDict::new(py);
        kwargs.set_item("chess960", self.session.rules().contains("960"))?;
        let board = py.import("chess")?.getattr("Board")?.call((self.start(),), Some(&kwargs))?;
        for played in self.session.history().iter().filter_map(|row| row.played.as_ref()) {
            board.call_method1("push_uci", (&played.text,))?;
        }
        Ok(board)
    }

    /// The game of a `chess.Board` of python-chess, its moves included.
    #[staticmethod]
    fn from_chess(board: &Bound<'_, PyAny>) -> PyResult<Self> {
        let start: String = board.call_method0("root")?.call_method0("fen")?.extract()?;
        let rules = if board.getattr("chess960")?.extract::<bool>()? { "960" } else { "" };
        let mut session = registry::open("chess", rules, Some(&start)).or_raise()?;
        for played in board.getattr("move_stack")?.cast::<PyList>()? {
            session.replay(&played.call_method0("uci")?.extract::<String>()?).or_raise()?;
        }
        Ok(Self::of(session))
    }

    fn __eq__(&self, other: &Self) -> bool {
        let what = |board: &Self| (board.game(), board.session.rules(), board.session.position());
        what(self) == what(other)
    }

    fn __str__(&self) -> String {
        self.session.diagram()
    }

    fn __repr__(&self) -> String {
        format!("Board({:?}, {:?}, {:?})", self.game(), self.session.rules(), self.session.position())
    }

    /// Pickles as start and moves.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let moves = self.session.history().into_iter().filter_map(|row| row.played).map(|name| name.text).collect();
        let parts = (self.game().to_owned(), self.session.rules(), self.start(), moves);
        Ok((py.get_type::<Self>().getattr("_restore")?, parts))
    }

    #[staticmethod]
    fn _restore(game: &str, rules: &str, start: &str, moves: Vec<String>) -> PyResult<Self> {
        let mut session = registry::open(game, rules, Some(start)).or_raise()?;
        moves.iter().try_for_each(|text| session.replay(text).map(drop)).or_raise()?;
        Ok(Self::of(session))
    }
}

type Parts = (String, String, String, Vec<String>);

fn solve_order(options: Option<&Bound<'_, PyDict>>) -> PyResult<(SolveOrder, Option<Py<PyAny>>)> {
    const KNOWN: [&str; 9] =
        ["threads", "memory", "time", "nodes", "method", "distance", "checkpoint", "proof", "on_progress"];
    let (mut order, mut hear) = (SolveOrder::default(), None);
    for (name, value) in options.into_iter().flatten() {
        let name = name.extract::<String>()?;
        match name.as_str() {
            known if KNOWN.contains(&known) && value.is_none() => {}
            "threads" => order.threads = value.extract::<usize>()?.clamp(1, quadrille_support::threads::MOST),
            "memory" => order.memory_mib = Some(value.extract()?),
            "time" => order.time = Some(options::seconds("time", &value)?),
            "nodes" => order.nodes = Some(value.extract()?),
            "method" => order.method = Some(value.extract()?),
            "distance" => order.distance = value.extract()?,
            "checkpoint" => order.checkpoint = Some(value.extract()?),
            "proof" => order.proof = Some(value.extract()?),
            "on_progress" => hear = Some(value.unbind()),
            other => return Err(options::unknown(other, &KNOWN)),
        }
    }
    Ok((order, hear))
}

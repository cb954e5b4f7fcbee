//! Game records: PGN, SGF, GGF and the others, in and out.

use super::Board;
use crate::errors::Raise;
use crate::moves::{Spelled, colour};
use crate::{options, words};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quadrille_core::Refusal;
use quadrille_engine::exchange::{self, Hints, Records, Target};
use quadrille_engine::registry;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

/// A game record: start, moves and header.
#[pyclass(frozen, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Record {
    record: exchange::Record,
}

impl Record {
    /// A record with what is said about it in keywords.
    pub fn with_about(mut record: exchange::Record, about: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        for (name, value) in about.into_iter().flatten() {
            let (name, value) = (name.extract::<String>()?, value.extract::<String>()?);
            let about = &mut record.about;
            match name.as_str() {
                "white" => about.white = value,
                "black" => about.black = value,
                "event" => about.event = value,
                "site" => about.site = value,
                "date" => about.date = value,
                "round" => about.round = value,
                other => return Err(options::unknown(other, &["white", "black", "event", "site", "date", "round"])),
            }
        }
        Ok(Self { record })
    }

    /// The first record of a text.
    fn first(text: &[u8], game: &str) -> Result<Self, Refusal> {
        let all = read_all(text, hints(Some(game), "")?, false)?;
        all.into_iter().next().ok_or_else(|| words::NO_RECORD.refuse())
    }
}

#[pymethods]
impl Record {
    /// The format it was read from.
    #[getter]
    fn format(&self) -> String {
        self.record.format.to_string()
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.record.game
    }

    /// The rules it is played under.
    #[getter]
    fn rules(&self) -> &str {
        &self.record.rules
    }

    /// The position it starts from, if it is not the usual one.
    #[getter]
    fn start(&self) -> Option<&str> {
        self.record.start.as_deref()
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<Spelled> {
        self.record.moves.iter().map(Spelled::from).collect()
    }

    /// The position after the last move.
    #[getter]
    fn fen(&self) -> &str {
        &self.record.position
    }

    /// White's name.
    #[getter]
    fn white(&self) -> &str {
        &self.record.about.white
    }

    /// Black's name.
    #[getter]
    fn black(&self) -> &str {
        &self.record.about.black
    }

    /// Who won, once the game is over: true for White, none for a draw or an unknown result.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.record.about.winner.flatten().map(colour)
    }

    /// Whether the result is known.
    #[getter]
    fn is_finished(&self) -> bool {
        self.record.about.winner.is_some()
    }

    /// Black's winning margin, in games that count points.
    #[getter]
    fn margin(&self) -> Option<&str> {
        self.record.about.margin.as_deref()
    }

    /// All header fields under the names of the format; of duplicate tags, the last.
    #[getter]
    fn tags(&self) -> BTreeMap<String, String> {
        self.record.about.tags.iter().cloned().collect()
    }

    /// The game after this many moves, or after all.
    #[pyo3(signature = (ply = None))]
    fn board(&self, ply: Option<usize>) -> PyResult<Board> {
        let mut session = self.record.open().or_raise()?;
        for played in self.record.moves.iter().take(ply.unwrap_or(usize::MAX)) {
            session.replay(&played.text).or_raise()?;
        }
        Ok(Board::of(session))
    }

    /// The record as text of a format: `pgn`, `sgf`, `ggf`, `wthor`, `obf`, `epd`, `compact`, `position` or `moves`.
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = Target::named(format).and_then(|target| exchange::write(&self.record, target)).or_raise()?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// A `chess.pgn.Game` of python-chess with the same tags and moves.
    fn to_pgn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = exchange::write(&self.record, Target::Pgn).or_raise()?;
        let lines = py.import("io")?.call_method1("StringIO", (String::from_utf8_lossy(&text),))?;
        py.import("chess.pgn")?.call_method1("read_game", (lines,))
    }

    /// The record of a `chess.pgn.Game` of python-chess.
    #[staticmethod]
    fn from_pgn(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::first(game.str()?.to_string().as_bytes(), "chess").or_raise()
    }

    /// An `Sgf_game` of sgfmill with the same properties and moves.
    fn to_sgf<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes = exchange::write(&self.record, Target::Sgf).or_raise()?;
        py.import("sgfmill.sgf")?.getattr("Sgf_game")?.call_method1("from_bytes", (PyBytes::new(py, &bytes),))
    }

    /// The record of an `Sgf_game` of sgfmill.
    #[staticmethod]
    fn from_sgf(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes: Vec<u8> = game.call_method0("serialise")?.extract()?;
        Self::first(&bytes, "go").or_raise()
    }

    fn __str__(&self) -> String {
        let text =
            |target| exchange::write(&self.record, target).map(|text| String::from_utf8_lossy(&text).into_owned());
        let usual = [Target::Pgn, Target::Sgf, Target::Ggf].into_iter().find(|target| target.takes(self.record.game));
        text(usual.unwrap_or(Target::Moves)).unwrap_or_else(|refusal| refusal.to_string())
    }

    fn __repr__(&self) -> String {
        let (white, black) = (&self.record.about.white, &self.record.about.black);
        format!("Record({:?}, {white:?} - {black:?}, {} moves)", self.record.game, self.record.moves.len())
    }
}

/// Where records come from.
#[derive(FromPyObject)]
enum Input {
    Text(String),
    Bytes(Vec<u8>),
}

fn hints(game: Option<&str>, rules: &str) -> Result<Hints, Refusal> {
    let game = game.map(registry::descriptor).transpose()?.map(|game| game.name);
    Ok(Hints { game, rules: rules.to_owned() })
}

fn read_all(input: impl BufRead, hints: Hints, skip_bad: bool) -> Result<Vec<Record>, Refusal> {
    let mut all = Vec::new();
    for record in Records::open(input, None, hints)? {
        match record {
            Ok(record) => all.push(Record { record }),
            Err(bad) if skip_bad && !bad.fatal => {}
            Err(bad) => return Err(bad.error),
        }
    }
    Ok(all)
}

/// The records of a text in any format, which is detected: PGN, SGF, GGF, WTHOR, OBF, EPD, lists of moves, positions.
#[pyfunction]
#[pyo3(signature = (text, *, game = None, rules = "", skip_bad = false))]
fn read(py: Python<'_>, text: Input, game: Option<&str>, rules: &str, skip_bad: bool) -> PyResult<Vec<Record>> {
    let bytes = match text {
        Input::Text(text) => text.into_bytes(),
        Input::Bytes(bytes) => bytes,
    };
    let hints = hints(game, rules).or_raise()?;
    py.detach(|| read_all(bytes.as_slice(), hints, skip_bad)).or_raise()
}

/// The records of a file in any format, which is detected.
#[pyfunction]
#[pyo3(signature = (path, *, game = None, rules = "", skip_bad = false))]
fn read_file(py: Python<'_>, path: PathBuf, game: Option<&str>, rules: &str, skip_bad: bool) -> PyResult<Vec<Record>> {
    let hints = hints(game, rules).or_raise()?;
    let refuse = |error| words::FILE.refuse().with("path", path.display().to_string()).error("error", error);
    py.detach(|| read_all(BufReader::new(File::open(&path).map_err(refuse)?), hints, skip_bad)).or_raise()
}

/// Adds what this file offers to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Record>()?;
    module.add_function(wrap_pyfunction!(read, module)?)?;
    module.add_function(wrap_pyfunction!(read_file, module)?)
}

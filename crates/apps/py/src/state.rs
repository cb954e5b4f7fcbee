//! A game state with OpenSpiel's interface: actions are numbers, players are 0 and 1.

use crate::cursor::Cursor;
use crate::errors::Raise;
use crate::fast;
use crate::space::{MOST_ACTIONS, Shape, Space, Visitor, open};
use crate::words;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList};
use quadrille_core::{Lang, Refusal};
use quadrille_engine::registry;
use quadrille_lanes::Numbers;
use std::cell::RefCell;

/// A cursor whose game is not known to the compiler.
trait Walk: Send + Sync {
    fn apply(&mut self, action: i64) -> Result<(), Refusal>;
    fn list(&self, actions: &mut Numbers);
    fn is_over(&self) -> bool;
    fn turn(&self) -> u8;
    fn plies(&self) -> u32;
    fn rewards(&self) -> [f32; 2];
    fn shape(&self) -> Shape;
    fn observe(&self, planes: &mut [f32]);
    fn position(&self) -> String;
    fn diagram(&self) -> String;
    fn key(&self) -> u64;
    fn move_of(&self, action: i64) -> Option<String>;
    fn action_of(&self, text: &str) -> Result<u32, Refusal>;
    fn duplicate(&self) -> Box<dyn Walk>;
}

impl<G: Space> Walk for Cursor<G> {
    fn apply(&mut self, action: i64) -> Result<(), Refusal> {
        let m = self.demand(action)?;
        self.play(m);
        Ok(())
    }

    fn list(&self, actions: &mut Numbers) {
        self.list_in_order(actions);
    }

    fn is_over(&self) -> bool {
        self.end().is_some()
    }

    fn turn(&self) -> u8 {
        Self::turn(self)
    }

    fn plies(&self) -> u32 {
        Self::plies(self)
    }

    fn rewards(&self) -> [f32; 2] {
        Self::rewards(self)
    }

    fn shape(&self) -> Shape {
        Self::shape(self)
    }

    fn observe(&self, planes: &mut [f32]) {
        self.position().observe(planes);
    }

    fn position(&self) -> String {
        Self::position(self).format_position()
    }

    fn diagram(&self) -> String {
        Self::position(self).diagram(Lang::English)
    }

    fn key(&self) -> u64 {
        Self::position(self).key()
    }

    fn move_of(&self, action: i64) -> Option<String> {
        let m = self.find(action)?;
        Some(Self::position(self).format_move(m))
    }

    fn action_of(&self, text: &str) -> Result<u32, Refusal> {
        let m = Self::position(self).parse_move(text)?;
        Ok(Self::position(self).action(m))
    }

    fn duplicate(&self) -> Box<dyn Walk> {
        Box::new(self.clone())
    }
}

struct Open;

impl Visitor for Open {
    type Out = Box<dyn Walk>;

    fn visit<G: Space>(self, start: G) -> Box<dyn Walk> {
        Box::new(Cursor::new(start))
    }
}

/// A game state with OpenSpiel's interface: actions are numbers, the player who moves first is 0.
#[pyclass(module = "quadrille")]
pub struct State {
    walk: Box<dyn Walk>,
    game: String,
    rules: String,
    start: Option<String>,
    played: Vec<u32>,
}

impl State {
    /// The state that a game comes to by these actions.
    fn after(game: &str, rules: &str, start: Option<&str>, actions: &[i64]) -> Result<Self, Refusal> {
        let walk = open(game, rules, start, Open)?;
        let mut state = Self {
            walk,
            game: game.to_owned(),
            rules: rules.to_owned(),
            start: start.map(str::to_owned),
            played: Vec::new(),
        };
        actions.iter().try_for_each(|&action| state.play(action))?;
        Ok(state)
    }

    /// Does something with the legal actions, in ascending order.
    fn with_actions<T>(&self, what: impl FnOnce(&[i32]) -> T) -> T {
        thread_local! { static ROOM: RefCell<Numbers> = RefCell::default() }
        ROOM.with_borrow_mut(|actions| {
            actions.clear();
            self.walk.list(actions);
            what(actions.as_slice())
        })
    }

    /// Plays an action: `apply_action` in Python ([`fast`]).
    pub fn apply(&mut self, action: i64) -> PyResult<()> {
        self.play(action).or_raise()
    }

    fn play(&mut self, action: i64) -> Result<(), Refusal> {
        self.walk.apply(action)?;
        self.played.push(action as u32);
        Ok(())
    }
}

/// The numbers of all actions as Python has them: a list of moves is made of them without making numbers.
fn numbers(py: Python<'_>) -> &[Py<PyInt>] {
    static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    NUMBERS.get_or_init(py, || (0..MOST_ACTIONS as u32).map(|number| PyInt::new(py, number).unbind()).collect())
}

/// What separates the parts of a serialised state.
const SEPARATOR: char = '\n';

impl fast::Applies for State {
    fn apply_to(object: &Bound<'_, Self>, number: i64) -> PyResult<()> {
        object.try_borrow_mut()?.apply(number)
    }
}

#[pymethods]
impl State {
    /// A game from its start, or from a position given as text.
    #[new]
    #[pyo3(signature = (game, rules = "", position = None))]
    fn new(game: &str, rules: &str, position: Option<&str>) -> PyResult<Self> {
        Self::after(game, rules, position, &[]).or_raise()
    }

    /// The legal actions in ascending order; none once the game has ended.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.with_actions(|actions| fast::list(py, numbers(py), actions))
    }

    /// Ones for the legal actions, zeros for all others.
    fn legal_actions_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        py.import("numpy")?;
        let mut mask = vec![0_i8; self.walk.shape().actions];
        self.with_actions(|actions| actions.iter().for_each(|&action| mask[action as usize] = 1));
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Whether the game has ended.
    fn is_terminal(&self) -> bool {
        self.walk.is_over()
    }

    /// Whose turn it is, 0 or 1; -4 once the game has ended, as OpenSpiel says it.
    fn current_player(&self) -> i32 {
        if self.walk.is_over() { -4 } else { self.walk.turn().into() }
    }

    /// The results of players 0 and 1: 1 for a win, -1 for a loss, 0 before the end and for a draw.
    fn returns(&self) -> [f32; 2] {
        self.walk.rewards()
    }

    /// The position as planes of numbers, from the mover's view.
    fn observation_tensor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        py.import("numpy")?;
        let shape = self.walk.shape();
        let mut planes = vec![0.0; shape.area()];
        self.walk.observe(&mut planes);
        PyArray1::from_vec(py, planes).reshape([shape.planes, shape.rows, shape.columns])
    }

    /// The move of an action, in standard notation.
    fn action_to_string(&self, action: i64) -> PyResult<String> {
        let count = self.with_actions(<[i32]>::len);
        let refusal = || words::ILLEGAL_ACTION.refuse().with("action", action).with("count", count);
        self.walk.move_of(action).ok_or_else(refusal).or_raise()
    }

    /// The action of a move in any notation.
    fn string_to_action(&self, text: &str) -> PyResult<u32> {
        self.walk.action_of(text).or_raise()
    }

    /// The actions played so far.
    fn history(&self) -> Vec<u32> {
        self.played.clone()
    }

    /// How many moves have been played.
    fn move_number(&self) -> u32 {
        self.walk.plies()
    }

    /// How many different actions the game has.
    fn num_distinct_actions(&self) -> usize {
        self.walk.shape().actions
    }

    /// Planes, rows and columns of an observation.
    fn observation_tensor_shape(&self) -> [usize; 3] {
        let shape = self.walk.shape();
        [shape.planes, shape.rows, shape.columns]
    }

    /// An independent copy.
    #[pyo3(name = "clone")]
    fn duplicate(&self) -> Self {
        Self {
            walk: self.walk.duplicate(),
            game: self.game.clone(),
            rules: self.rules.clone(),
            start: self.start.clone(),
            played: self.played.clone(),
        }
    }

    /// The state as text that `deserialize` reads.
    fn serialize(&self) -> String {
        let actions: Vec<String> = self.played.iter().map(ToString::to_string).collect();
        let parts = [&self.game, &self.rules, self.start.as_deref().unwrap_or_default(), &actions.join(" ")];
        parts.join(&SEPARATOR.to_string())
    }

    /// The state that `serialize` wrote.
    #[staticmethod]
    fn deserialize(text: &str) -> PyResult<Self> {
        let refusal = || words::NOT_SERIALIZED.refuse().quote("text", text);
        let parts: Vec<&str> = text.split(SEPARATOR).collect();
        let [game, rules, start, actions] = parts[..] else { return Err(refusal()).or_raise() };
        let actions: Result<Vec<i64>, _> = actions.split_whitespace().map(str::parse).collect();
        let actions = actions.map_err(|_| refusal()).or_raise()?;
        Self::after(game, rules, (!start.is_empty()).then_some(start), &actions).or_raise()
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// The rules as text.
    #[getter]
    fn rules(&self) -> PyResult<String> {
        Ok(registry::open(&self.game, &self.rules, self.start.as_deref()).or_raise()?.rules())
    }

    /// The position as text (FEN in chess).
    fn position(&self) -> String {
        self.walk.position()
    }

    /// The Zobrist key of the position.
    fn key(&self) -> u64 {
        self.walk.key()
    }

    fn __str__(&self) -> String {
        self.walk.diagram()
    }

    fn __repr__(&self) -> String {
        format!("State({:?}, {:?}, {:?})", self.game, self.rules, self.walk.position())
    }

    /// Pickles as the text of `serialize`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("deserialize")?, (self.serialize(),)))
    }
}

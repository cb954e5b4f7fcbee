//! Thousands of games at once, stepped in arrays.
//!
//! Legal actions are index lists, since masks are mostly zeros: `actions[offsets[i]:offsets[i + 1]]` are those of game `i`.

use crate::arrays;
use crate::cursor::Cursor;
use crate::errors::Raise;
use crate::space::{Shape, Space, Visitor, open};
use crate::trees::{Forest, Options, Trees};
use crate::words;
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods};
use pyo3::prelude::*;
use quadrille_core::{Refusal, Rng};
use quadrille_lanes::Numbers;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Most games of a batch.
const MOST: usize = 1 << 22;

/// Legal moves for which room is made in each game at first.
const USUAL_MOVES: usize = 40;
/// The action of a game that has ended.
const NO_ACTION: i64 = -1;

/// Games whose kind is not known to the compiler.
trait Games: Send + Sync {
    fn len(&self) -> usize;
    fn shape(&self) -> Shape;
    fn step(&mut self, actions: &[i64]) -> Result<Stepped, Refusal>;
    fn legal(&self) -> (Vec<i32>, Vec<i32>);
    fn mask(&self) -> Vec<bool>;
    fn observe(&self) -> Vec<f32>;
    fn turns(&self) -> Vec<i8>;
    fn plies(&self) -> Vec<i32>;
    fn ended(&self) -> Vec<bool>;
    fn sample(&mut self) -> Vec<i32>;
    fn reset(&mut self);
    fn positions(&self) -> Vec<String>;
    fn moves_of(&self, actions: &[i64]) -> Result<Vec<String>, Refusal>;
    fn plant(&self, options: Options) -> Box<dyn Forest>;
}

/// Rewards of both players and whether the game ended, game by game.
struct Stepped {
    rewards: Vec<f32>,
    ended: Vec<bool>,
}

struct Many<G: Space> {
    start: Cursor<G>,
    games: Vec<Cursor<G>>,
    found: Vec<Option<G::Move>>,
    rng: Rng,
    auto_reset: bool,
    max_plies: u32,
    /// How long the last list of legal moves was.
    listed: AtomicUsize,
}

impl<G: Space> Many<G> {
    /// The moves that the actions stand for; nothing is played if one is illegal.
    fn find(&mut self, actions: &[i64]) -> Result<(), Refusal> {
        self.found.clear();
        for (number, (game, &action)) in self.games.iter().zip(actions).enumerate() {
            if action == NO_ACTION && game.end().is_some() {
                self.found.push(None);
                continue;
            }
            let in_game = |why| words::IN_GAME.refuse().with("number", number).with("why", why);
            self.found.push(Some(game.demand(action).map_err(in_game)?));
        }
        Ok(())
    }
}

impl<G: Space> Games for Many<G> {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn shape(&self) -> Shape {
        self.start.shape()
    }

    fn step(&mut self, actions: &[i64]) -> Result<Stepped, Refusal> {
        self.find(actions)?;
        let mut stepped = Stepped { rewards: vec![0.0; 2 * self.len()], ended: vec![true; self.len()] };
        let results = stepped.rewards.as_chunks_mut().0.iter_mut().zip(&mut stepped.ended);
        for ((game, found), (rewards, ended)) in self.games.iter_mut().zip(&self.found).zip(results) {
            let Some(m) = *found else {
                continue;
            };
            game.play(m);
            if game.end().is_none() && game.plies() >= self.max_plies {
                game.cut();
            }
            *ended = game.end().is_some();
            if *ended {
                *rewards = game.rewards();
                if self.auto_reset {
                    game.clone_from(&self.start);
                }
            }
        }
        Ok(stepped)
    }

    fn legal(&self) -> (Vec<i32>, Vec<i32>) {
        let mut offsets = Vec::with_capacity(self.len() + 1);
        // A list that grows is copied. Games go on, so the next list is about as long.
        let listed = self.listed.load(Ordering::Relaxed);
        let mut actions = Numbers::with_room(listed + listed / 8);
        offsets.push(0);
        for game in &self.games {
            game.list(&mut actions);
            offsets.push(actions.len() as i32);
        }
        self.listed.store(actions.len(), Ordering::Relaxed);
        (offsets, actions.into_vec())
    }

    fn mask(&self) -> Vec<bool> {
        let width = self.shape().actions;
        let mut mask = vec![false; width * self.len()];
        for (game, row) in self.games.iter().zip(mask.chunks_mut(width)) {
            game.actions().into_iter().for_each(|action| row[action as usize] = true);
        }
        mask
    }

    fn observe(&self) -> Vec<f32> {
        let area = self.shape().area();
        let mut planes = vec![0.0; area * self.len()];
        for (game, planes) in self.games.iter().zip(planes.chunks_mut(area)) {
            game.position().observe(planes);
        }
        planes
    }

    fn turns(&self) -> Vec<i8> {
        self.games.iter().map(|game| game.turn() as i8).collect()
    }

    fn plies(&self) -> Vec<i32> {
        self.games.iter().map(|game| game.plies() as i32).collect()
    }

    fn ended(&self) -> Vec<bool> {
        self.games.iter().map(|game| game.end().is_some()).collect()
    }

    fn sample(&mut self) -> Vec<i32> {
        let (rng, mut actions) = (&mut self.rng, Numbers::default());
        let pick = |game: &Cursor<G>| {
            actions.clear();
            game.list(&mut actions);
            rng.pick(actions.as_slice()).copied().unwrap_or(NO_ACTION as i32)
        };
        self.games.iter().map(pick).collect()
    }

    fn reset(&mut self) {
        for game in &mut self.games {
            game.clone_from(&self.start);
        }
    }

    fn positions(&self) -> Vec<String> {
        self.games.iter().map(|game| game.position().format_position()).collect()
    }

    fn moves_of(&self, actions: &[i64]) -> Result<Vec<String>, Refusal> {
        let text = |(number, (game, &action)): (usize, (&Cursor<G>, &i64))| {
            let in_game = |why| words::IN_GAME.refuse().with("number", number).with("why", why);
            Ok(game.position().format_move(game.demand(action).map_err(in_game)?))
        };
        self.games.iter().zip(actions).enumerate().map(text).collect()
    }

    fn plant(&self, options: Options) -> Box<dyn Forest> {
        crate::trees::plant(&self.games, options)
    }
}

struct Open {
    count: usize,
    seed: u64,
    auto_reset: bool,
    max_plies: u32,
}

impl Visitor for Open {
    type Out = Box<dyn Games>;

    fn visit<G: Space>(self, start: G) -> Box<dyn Games> {
        let start = Cursor::new(start);
        let games = vec![start.clone(); self.count];
        let (rng, found) = (Rng::new(self.seed), Vec::with_capacity(self.count));
        let Self { count, auto_reset, max_plies, .. } = self;
        Box::new(Many { start, games, found, rng, auto_reset, max_plies, listed: (USUAL_MOVES * count).into() })
    }
}

/// Many games of one kind, stepped together.
#[pyclass(module = "quadrille")]
pub struct Batch {
    games: Box<dyn Games>,
    game: String,
}

type Results<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>);
type Lists<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>);

#[pymethods]
impl Batch {
    /// `count` games from the start, or from a position given as text.
    #[new]
    #[pyo3(signature = (game, count, rules = "", *, position = None, **options))]
    fn new(
        py: Python<'_>,
        game: &str,
        count: usize,
        rules: &str,
        position: Option<&str>,
        options: Option<&Bound<'_, pyo3::types::PyDict>>,
    ) -> PyResult<Self> {
        py.import("numpy")?;
        if !(1..=MOST).contains(&count) {
            return Err(words::NO_GAMES.refuse().with("count", count).with("most", MOST)).or_raise();
        }
        let mut order = Open { count, seed: 1, auto_reset: true, max_plies: u32::MAX };
        for (name, value) in options.into_iter().flatten() {
            match name.extract::<String>()?.as_str() {
                "seed" => order.seed = value.extract()?,
                "auto_reset" => order.auto_reset = value.extract()?,
                "max_plies" => order.max_plies = value.extract::<Option<u32>>()?.unwrap_or(u32::MAX),
                other => return Err(crate::options::unknown(other, &["seed", "auto_reset", "max_plies"])),
            }
        }
        Ok(Self { games: open(game, rules, position, order).or_raise()?, game: game.to_owned() })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// How many different actions the game has.
    #[getter]
    fn num_actions(&self) -> usize {
        self.games.shape().actions
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let shape = self.games.shape();
        (shape.planes, shape.rows, shape.columns)
    }

    /// Plays one action in every game (-1 where it has ended): the rewards of both players (count, 2), and which games have
    /// ended.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Results<'py>> {
        let actions = arrays::integers(actions, "actions", self.games.len())?;
        let stepped = py.detach(|| self.games.step(&actions)).or_raise()?;
        let rewards = PyArray1::from_vec(py, stepped.rewards).reshape([self.games.len(), 2])?;
        Ok((rewards, PyArray1::from_vec(py, stepped.ended)))
    }

    /// Offsets (count + 1) and the legal actions of all games one after the other.
    fn legal<'py>(&self, py: Python<'py>) -> Lists<'py> {
        let (offsets, actions) = py.detach(|| self.games.legal());
        (PyArray1::from_vec(py, offsets), PyArray1::from_vec(py, actions))
    }

    /// The legal actions as a mask (count, actions).
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let mask = py.detach(|| self.games.mask());
        PyArray1::from_vec(py, mask).reshape([self.games.len(), self.games.shape().actions])
    }

    /// All positions as planes (count, planes, rows, columns), from the mover's view.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<f32>>> {
        let shape = self.games.shape();
        let planes = py.detach(|| self.games.observe());
        PyArray1::from_vec(py, planes).reshape([self.games.len(), shape.planes, shape.rows, shape.columns])
    }

    /// Whose turn it is in every game: 0 for the player who moved first.
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_vec(py, self.games.turns())
    }

    /// How many moves have been played in every game.
    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_vec(py, self.games.plies())
    }

    /// Which games have ended; none with `auto_reset`.
    fn ended<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.games.ended())
    }

    /// One random legal action for every game, -1 for games that have ended.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let actions = py.detach(|| self.games.sample());
        PyArray1::from_vec(py, actions)
    }

    /// Restarts all games.
    fn reset(&mut self) {
        self.games.reset();
    }

    /// All positions as text.
    fn positions(&self) -> Vec<String> {
        self.games.positions()
    }

    /// The moves that actions stand for, one for every game.
    fn moves_of(&self, actions: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let actions = arrays::integers(actions, "actions", self.games.len())?;
        self.games.moves_of(&actions).or_raise()
    }

    /// Search trees from the current positions.
    #[pyo3(signature = (**options))]
    fn plant(&self, options: Option<&Bound<'_, pyo3::types::PyDict>>) -> PyResult<Trees> {
        Ok(Trees::new(self.games.plant(Options::read(options)?)))
    }

    fn __repr__(&self) -> String {
        format!("Batch({:?}, {})", self.game, self.games.len())
    }
}

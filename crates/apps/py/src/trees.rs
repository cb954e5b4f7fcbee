//! Tree search over many games at once with an external evaluator: positions come out in batches, evaluations go in.
//!
//! Each game has a tree of its own, searched by PUCT (Rosin 2011; Silver et al. 2018):
//! [`Trees::collect`] walks every tree to a leaf and hands the leaves' planes out, [`Trees::expand`] takes the logits
//! and values of all of them. In between, the caller evaluates them, for example with a network on a GPU. A path that
//! waits for its evaluation has a virtual loss, so that one tree can have several leaves in a batch.

use crate::arrays;
use crate::cursor::{Cursor, reward};
use crate::errors::Raise;
use crate::options::{bad, unknown};
use crate::space::{Shape, Space};
use crate::words;
use numpy::{PyArray1, PyArray4, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_core::{Refusal, Rng};

/// How trees are searched.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Weight of the prior against the value.
    exploration: f32,
    /// How much of the root's prior is random.
    noise: f32,
    /// The Dirichlet parameter of that randomness.
    alpha: f32,
    /// Leaves of one tree in a batch.
    leaves: usize,
    seed: u64,
}

impl Options {
    const NAMES: [&'static str; 5] = ["exploration", "noise", "alpha", "leaves", "seed"];

    /// The options as keywords.
    pub fn read(given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut options = Self { exploration: 1.5, noise: 0.0, alpha: 0.3, leaves: 1, seed: 1 };
        for (name, value) in given.into_iter().flatten() {
            match name.extract::<String>()?.as_str() {
                "exploration" => options.exploration = value.extract()?,
                "noise" => options.noise = value.extract()?,
                "alpha" => options.alpha = value.extract()?,
                "leaves" => options.leaves = value.extract()?,
                "seed" => options.seed = value.extract()?,
                other => return Err(unknown(other, &Self::NAMES)),
            }
        }
        let Self { exploration, noise, alpha, leaves, .. } = options;
        if !(0.0..=1e6).contains(&exploration) {
            return Err(bad("exploration", exploration, "0 to 1000000"));
        }
        if !(0.0..=1.0).contains(&noise) {
            return Err(bad("noise", noise, "0 to 1"));
        }
        if !(1e-3..=1e3).contains(&alpha) {
            return Err(bad("alpha", alpha, "0.001 to 1000"));
        }
        if !(1..=1 << 16).contains(&leaves) {
            return Err(bad("leaves", leaves, "1 to 65536"));
        }
        Ok(options)
    }
}

/// Where a node's children are, if it has any.
const UNSEEN: u32 = u32::MAX;
const WAITING: u32 = u32::MAX - 1;
const FINISHED: u32 = u32::MAX - 2;

struct Node {
    /// The action that led here.
    action: u32,
    prior: f32,
    visits: u32,
    /// Sum of the values of all visits for the player who moved here.
    total: f32,
    first: u32,
    children: u32,
}

impl Node {
    const fn new(action: u32, prior: f32) -> Self {
        Self { action, prior, visits: 0, total: 0.0, first: UNSEEN, children: 0 }
    }

    fn mean(&self) -> f32 {
        self.total / self.visits.max(1) as f32
    }
}

struct Tree<G: Space> {
    root: Cursor<G>,
    nodes: Vec<Node>,
}

/// A leaf that waits for its evaluation.
struct Pending {
    tree: usize,
    path: Vec<u32>,
    actions: Vec<i32>,
}

/// What a walk down a tree came to.
enum Found<G: Space> {
    /// A new position.
    Leaf(Vec<u32>, Cursor<G>),
    /// An end of the game, which needs no judgement.
    End,
    /// A leaf that waits already.
    Taken,
}

impl<G: Space> Tree<G> {
    fn new(root: &Cursor<G>) -> Self {
        Self { root: root.clone(), nodes: vec![Node::new(0, 1.0)] }
    }

    /// Visits that went through the root, the one that judged it left out.
    fn simulations(&self) -> u32 {
        self.nodes[0].visits.saturating_sub(1)
    }

    /// The child with the largest upper bound.
    fn select(&self, node: u32, exploration: f32) -> u32 {
        let parent = &self.nodes[node as usize];
        let spread = exploration * (parent.visits as f32).sqrt();
        // An untried move is assumed to have the value of the position.
        let expected = -parent.mean();
        let children = parent.first..parent.first + parent.children;
        let bound = |&child: &u32| {
            let child = &self.nodes[child as usize];
            let value = if child.visits == 0 { expected } else { child.mean() };
            value + spread * child.prior / (1 + child.visits) as f32
        };
        let better = |best: (u32, f32), child: u32| {
            let bound = bound(&child);
            if bound > best.1 { (child, bound) } else { best }
        };
        children.fold((parent.first, f32::NEG_INFINITY), better).0
    }

    /// Walks from the root to a leaf.
    fn descend(&mut self, exploration: f32) -> Found<G> {
        let mut path = vec![0_u32];
        let mut node = 0_u32;
        while self.nodes[node as usize].first < FINISHED {
            node = self.select(node, exploration);
            path.push(node);
        }
        match self.nodes[node as usize].first {
            WAITING => return Found::Taken,
            FINISHED => {
                let value = self.nodes[node as usize].mean();
                self.back_up(&path, value, 0.0);
                return Found::End;
            }
            _ => {}
        }
        let leaf = self.root.after(path[1..].iter().map(|&node| self.nodes[node as usize].action));
        if leaf.end().is_some() {
            let value = reward(leaf.end(), !leaf.position().to_move());
            self.nodes[node as usize].first = FINISHED;
            self.back_up(&path, value, 0.0);
            return Found::End;
        }
        self.nodes[node as usize].first = WAITING;
        for &node in &path {
            self.nodes[node as usize].visits += 1;
            self.nodes[node as usize].total -= 1.0;
        }
        Found::Leaf(path, leaf)
    }

    /// Adds a value for the player who moved to the path's end; `lent` is what was taken from waiting nodes.
    fn back_up(&mut self, path: &[u32], mut value: f32, lent: f32) {
        for &node in path.iter().rev() {
            let node = &mut self.nodes[node as usize];
            node.total += value + lent;
            node.visits += u32::from(lent == 0.0);
            value = -value;
        }
    }

    /// Gives a waiting leaf its children.
    fn expand(&mut self, pending: &Pending, logits: &[f32], value: f32) {
        let leaf = pending.path[pending.path.len() - 1] as usize;
        let first = self.nodes.len() as u32;
        let likelihoods = pending.actions.iter().map(|&action| logits[action as usize]);
        let highest = likelihoods.clone().fold(f32::NEG_INFINITY, f32::max);
        let weights = likelihoods.map(|logit| (logit - highest).exp());
        let all: f32 = weights.clone().sum();
        let children = pending.actions.iter().zip(weights);
        self.nodes.extend(children.map(|(&action, weight)| Node::new(action as u32, weight / all)));
        self.nodes[leaf].first = first;
        self.nodes[leaf].children = pending.actions.len() as u32;
        self.back_up(&pending.path, -value, 1.0);
    }

    /// Mixes randomness into the priors of the root's moves.
    fn disturb(&mut self, options: &Options, rng: &mut Rng) {
        let root = &self.nodes[0];
        let children = root.first as usize..(root.first + root.children) as usize;
        let drawn: Vec<f32> = children.clone().map(|_| gamma(options.alpha, rng)).collect();
        let all: f32 = drawn.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        for (child, drawn) in children.zip(drawn) {
            let prior = &mut self.nodes[child].prior;
            *prior = (1.0 - options.noise) * *prior + options.noise * drawn / all;
        }
    }

    fn branches(&self) -> &[Node] {
        let root = &self.nodes[0];
        if root.first >= FINISHED {
            &[]
        } else {
            &self.nodes[root.first as usize..(root.first + root.children) as usize]
        }
    }
}

/// A number of the gamma distribution with this shape and scale 1 (Marsaglia and Tsang 2000).
fn gamma(shape: f32, rng: &mut Rng) -> f32 {
    if shape < 1.0 {
        let uniform = rng.unit().max(f64::MIN_POSITIVE) as f32;
        return gamma(shape + 1.0, rng) * uniform.powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        // A normal number by Box and Muller.
        let (u, v) = (rng.unit().max(f64::MIN_POSITIVE), rng.unit());
        let normal = ((-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()) as f32;
        let cube = (1.0 + c * normal).powi(3);
        let uniform = rng.unit().max(f64::MIN_POSITIVE) as f32;
        if cube > 0.0 && uniform.ln() < 0.5 * normal * normal + d - d * cube + d * cube.ln() {
            return d * cube;
        }
    }
}

/// Trees whose game is not known to the compiler.
pub trait Forest: Send + Sync {
    /// Walks every tree that has fewer simulations to leaves; their planes.
    fn collect(&mut self, simulations: u32) -> Vec<f32>;
    /// How many leaves wait.
    fn waiting(&self) -> usize;
    /// Takes the judgements of all that wait.
    fn expand(&mut self, logits: &[f32], values: &[f32]) -> Result<(), Refusal>;
    /// Gives up what waits.
    fn forget(&mut self);
    /// Offsets, actions and visits of the root's moves.
    fn visits(&self) -> (Vec<i32>, Vec<i32>, Vec<i32>);
    /// What each root is worth to its mover.
    fn values(&self) -> Vec<f32>;
    /// How large the arrays are.
    fn shape(&self) -> Shape;
}

struct Wood<G: Space> {
    trees: Vec<Tree<G>>,
    pending: Vec<Pending>,
    options: Options,
    rng: Rng,
}

/// A tree for each game.
pub fn plant<G: Space>(games: &[Cursor<G>], options: Options) -> Box<dyn Forest> {
    let trees = games.iter().map(Tree::new).collect();
    Box::new(Wood { trees, pending: Vec::new(), options, rng: Rng::new(options.seed) })
}

impl<G: Space> Forest for Wood<G> {
    fn collect(&mut self, simulations: u32) -> Vec<f32> {
        let area = self.shape().area();
        let mut planes = Vec::new();
        self.forget();
        for (number, tree) in self.trees.iter_mut().enumerate() {
            let mut leaves = 0;
            let unjudged = |tree: &Tree<G>| tree.nodes[0].visits == 0;
            while tree.root.end().is_none()
                && leaves < self.options.leaves
                && (unjudged(tree) || tree.simulations() < simulations)
            {
                match tree.descend(self.options.exploration) {
                    Found::Leaf(path, leaf) => {
                        let from = planes.len();
                        planes.resize(from + area, 0.0);
                        leaf.position().observe(&mut planes[from..]);
                        self.pending.push(Pending { tree: number, path, actions: leaf.actions() });
                        leaves += 1;
                    }
                    Found::End => {}
                    Found::Taken => break,
                }
            }
        }
        planes
    }

    fn waiting(&self) -> usize {
        self.pending.len()
    }

    fn expand(&mut self, logits: &[f32], values: &[f32]) -> Result<(), Refusal> {
        let width = self.shape().actions;
        for (row, (pending, value)) in self.pending.iter().zip(values).enumerate() {
            let number = |number: f32| words::NOT_FINITE.refuse().with("number", f64::from(number)).with("row", row);
            if !value.is_finite() {
                return Err(number(*value));
            }
            if !(-1.0..=1.0).contains(value) {
                return Err(words::OUTSIDE.refuse().with("number", f64::from(*value)).with("row", row));
            }
            let logits = pending.actions.iter().map(|&action| logits[row * width + action as usize]);
            if let Some(odd) = logits.into_iter().find(|logit| !logit.is_finite()) {
                return Err(number(odd));
            }
        }
        for (row, pending) in std::mem::take(&mut self.pending).iter().enumerate() {
            let tree = &mut self.trees[pending.tree];
            tree.expand(pending, &logits[row * width..(row + 1) * width], values[row]);
            if pending.path.len() == 1 && self.options.noise > 0.0 {
                tree.disturb(&self.options, &mut self.rng);
            }
        }
        Ok(())
    }

    fn forget(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            let tree = &mut self.trees[pending.tree];
            for &node in &pending.path {
                tree.nodes[node as usize].visits -= 1;
                tree.nodes[node as usize].total += 1.0;
            }
            tree.nodes[pending.path[pending.path.len() - 1] as usize].first = UNSEEN;
        }
    }

    fn visits(&self) -> (Vec<i32>, Vec<i32>, Vec<i32>) {
        let (mut offsets, mut actions, mut visits) = (vec![0], Vec::new(), Vec::new());
        for tree in &self.trees {
            actions.extend(tree.branches().iter().map(|node| node.action as i32));
            visits.extend(tree.branches().iter().map(|node| node.visits as i32));
            offsets.push(actions.len() as i32);
        }
        (offsets, actions, visits)
    }

    fn values(&self) -> Vec<f32> {
        self.trees.iter().map(|tree| -tree.nodes[0].mean()).collect()
    }

    fn shape(&self) -> Shape {
        self.trees[0].root.shape()
    }
}

/// Searches from the positions of a batch that ask for judgements in batches.
#[pyclass(module = "quadrille")]
pub struct Trees {
    forest: Box<dyn Forest>,
}

impl Trees {
    /// The searches of these trees.
    pub fn new(forest: Box<dyn Forest>) -> Self {
        Self { forest }
    }
}

type Visits<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>);

#[pymethods]
impl Trees {
    /// Walks every tree with fewer than `simulations` visits to its next leaves; their planes (leaves, planes, rows,
    /// columns), or nothing when all trees are done. What waited before is given up.
    fn collect<'py>(&mut self, py: Python<'py>, simulations: u32) -> PyResult<Option<Bound<'py, PyArray4<f32>>>> {
        let planes = py.detach(|| self.forest.collect(simulations));
        let (count, shape) = (self.forest.waiting(), self.forest.shape());
        if count == 0 {
            return Ok(None);
        }
        PyArray1::from_vec(py, planes).reshape([count, shape.planes, shape.rows, shape.columns]).map(Some)
    }

    /// Takes the evaluator's logits (leaves, actions) and values (leaves) for the leaves of the last `collect`: the value of a
    /// position for the side to move, -1 to 1.
    fn expand(&mut self, py: Python<'_>, logits: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let count = self.forest.waiting();
        if count == 0 {
            return Err(words::NOTHING_PENDING.refuse()).or_raise();
        }
        let logits = arrays::table(logits, "logits", count, self.forest.shape().actions)?;
        let values = arrays::column(values, "values", count)?;
        let logits: &[f32] = &logits.as_slice();
        py.detach(|| self.forest.expand(logits, &values)).or_raise()
    }

    /// Offsets, actions and visit counts of the moves of every root.
    fn visits<'py>(&self, py: Python<'py>) -> Visits<'py> {
        let (offsets, actions, visits) = self.forest.visits();
        (PyArray1::from_vec(py, offsets), PyArray1::from_vec(py, actions), PyArray1::from_vec(py, visits))
    }

    /// The value of every root for its mover, -1 to 1.
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_vec(py, self.forest.values())
    }
}

//! Games as numbers: moves as actions, positions as planes. What learning programs want of a game beside its rules.
//!
//! The numbers of actions are those of OpenSpiel, so that policies and records can be exchanged. One file a game; [`open`]
//! is the one place that chooses among them.

mod breakthrough;
mod chess;
mod connect_four;
mod go;
mod othello;

use crate::words;
use quadrille_core::{Game, Notation, Outcome, Playable, Refusal};
use quadrille_engine::registry;
use quadrille_go::{Rules, Setup, for_size_class};

/// How large the arrays of a game are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many different actions there are.
    pub actions: usize,
    /// How many planes an observation has.
    pub planes: usize,
    /// Rows of a plane.
    pub rows: usize,
    /// Columns of a plane.
    pub columns: usize,
}

impl Shape {
    /// Numbers in one observation.
    pub const fn area(&self) -> usize {
        self.planes * self.rows * self.columns
    }
}

/// What the rules remember of a game.
pub trait Past<G: Game>: Clone + Send + Sync + 'static {
    /// The past of a game that starts here.
    fn new(start: &G) -> Self;
    /// Takes note of the position after a move.
    fn push(&mut self, after: &G);
    /// Adds the legal moves, the past considered.
    fn legal_moves(&self, position: &G, moves: &mut G::Moves);
    /// The result that the past gives to a position with moves.
    fn adjudicate(&self, position: &G) -> Option<Outcome>;
}

/// A game as numbers.
pub trait Space: Playable {
    /// What its rules remember.
    type Past: Past<Self>;

    /// How large its arrays are.
    fn shape(&self) -> Shape;

    /// The number of a legal move.
    fn action(&self, m: Self::Move) -> u32;

    /// Writes the position into planes that are zero, as the side to move sees it.
    fn observe(&self, planes: &mut [f32]);
}

/// Games whose rules remember nothing.
#[derive(Clone, Copy)]
pub struct Nothing;

impl<G: Game> Past<G> for Nothing {
    fn new(_: &G) -> Self {
        Self
    }

    #[inline]
    fn push(&mut self, _: &G) {}

    #[inline]
    fn legal_moves(&self, position: &G, moves: &mut G::Moves) {
        position.legal_moves(moves);
    }

    #[inline]
    fn adjudicate(&self, _: &G) -> Option<Outcome> {
        None
    }
}

/// Writes a set of squares into a plane, square `i` at place `place(i)`.
pub(crate) fn put(plane: &mut [f32], mut set: u64, place: impl Fn(usize) -> usize) {
    while set != 0 {
        plane[place(set.trailing_zeros() as usize)] = 1.0;
        set &= set - 1;
    }
}

/// Does something with a game's first position, whichever game it is.
pub trait Visitor {
    /// What comes out.
    type Out;
    /// Does it.
    fn visit<G: Space>(self, start: G) -> Self::Out;
}

/// Opens a game by name, under rules and from a position given as text, and hands its position over.
pub fn open<V: Visitor>(game: &str, rules: &str, position: Option<&str>, visitor: V) -> Result<V::Out, Refusal> {
    match game {
        "breakthrough" => Ok(visitor.visit(start::<quadrille_breakthrough::Position>(rules, position)?)),
        "chess" => Ok(visitor.visit(start::<quadrille_chess::Position>(rules, position)?)),
        "othello" => Ok(visitor.visit(start::<quadrille_othello::Position>(rules, position)?)),
        "connect-four" => Ok(visitor.visit(start::<quadrille_connect_four::Position>(rules, position)?)),
        "go" => {
            let given: Rules = rules.parse()?;
            let shown = match position {
                None => given,
                Some(text) => Setup::parse(&given, text)?.rules,
            };
            for_size_class!(&shown, Board => Ok(visitor.visit(start::<Board>(rules, position)?)),
                else => Err(words::LARGE_BOARD.refuse()))
        }
        other => {
            registry::descriptor(other)?;
            Err(words::NO_ACTIONS.refuse().quote("game", other))
        }
    }
}

fn start<G: Space + Notation>(rules: &str, position: Option<&str>) -> Result<G, Refusal> {
    let rules: G::Rules = rules.parse()?;
    match position {
        None => Ok(G::start(&rules)),
        Some(text) => G::parse_position(&rules, text),
    }
}

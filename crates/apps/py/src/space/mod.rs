//! Games as numbers: moves as actions, positions as planes. What learning programs want of a game beside its rules.
//!
//! The numbers of actions are those of OpenSpiel, so that policies and records can be exchanged. One file a game; [`open`]
//! is the one place that chooses among them. It is not the list of games, which is the registry's: a game without a file
//! here is played as a `Board` like all others, and only its arrays are refused.

mod breakthrough;
mod chess;
mod connect_four;
mod go;
mod othello;

use crate::words;
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Notation, Outcome, Playable, Refusal};
use quadrille_engine::registry;
use quadrille_go::{Rules, Setup, for_size_class};
use quadrille_lanes::Numbers;

/// No game has more actions.
pub const MOST_ACTIONS: usize = 8_192;

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

/// What the rules remember of a game, and what is known of its present position.
pub trait Past<G: Game>: Clone + Send + Sync + 'static {
    /// The past of a game that starts here.
    fn new(start: &G) -> Self;
    /// Takes note of the position after a move.
    fn push(&mut self, after: &G);
    /// Looks at the position that the game has come to: before this, only `push` may be asked.
    fn look(&mut self, position: &G);
    /// Whether a move, sensible or not, is legal.
    fn allows(&self, position: &G, m: G::Move) -> bool;
    /// The result, once the game has ended.
    fn end(&self, position: &G) -> Option<Outcome>;
}

/// A game as numbers.
pub trait Space: Playable {
    /// What its rules remember.
    type Past: Past<Self>;

    /// How large its arrays are.
    fn shape(&self) -> Shape;

    /// The number of a legal move.
    fn action(&self, m: Self::Move) -> u32;

    /// The move with this number, if there is any; it need not be legal.
    fn decode(&self, action: u32) -> Option<Self::Move>;

    /// The legal move with this number, in a game that has not ended.
    #[inline]
    fn find(&self, past: &Self::Past, action: u32) -> Option<Self::Move> {
        self.decode(action).filter(|&m| past.allows(self, m))
    }

    /// Adds the numbers of the legal moves of a game that has not ended, in no particular order.
    fn list(&self, past: &Self::Past, actions: &mut Numbers);

    /// Adds the same numbers in ascending order to an empty list.
    #[inline]
    fn list_in_order(&self, past: &Self::Past, actions: &mut Numbers) {
        self.list(past, actions);
        put_in_order(actions, self.shape().actions);
    }

    /// Writes the position into planes that are zero, as the side to move sees it.
    fn observe(&self, planes: &mut [f32]);
}

/// Puts the numbers of actions in ascending order. Marks in a row of bits come out in order, faster than by sorting;
/// most words have none.
fn put_in_order(actions: &mut Numbers, count: usize) {
    let mut marks = [0_u64; MOST_ACTIONS / 64];
    actions.as_slice().iter().for_each(|&action| marks[action as usize / 64] |= 1 << (action % 64));
    actions.clear();
    for (first, &word) in (0..).step_by(64).zip(&marks[..count.div_ceil(64)]) {
        Bits(word).for_each(|bit| actions.push(first + bit as i32));
    }
}

/// Games whose rules remember nothing, and whose positions tell at once what is legal.
#[derive(Clone, Copy)]
pub struct Nothing;

impl<G: Game> Past<G> for Nothing {
    fn new(_: &G) -> Self {
        Self
    }

    #[inline]
    fn push(&mut self, _: &G) {}

    #[inline]
    fn look(&mut self, _: &G) {}

    #[inline]
    fn allows(&self, position: &G, m: G::Move) -> bool {
        position.is_legal(m)
    }

    #[inline]
    fn end(&self, position: &G) -> Option<Outcome> {
        position.outcome()
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

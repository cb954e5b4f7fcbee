//! Playout policies.
//!
//! [`Random`] chooses among the moves that are legal apart from superko and do not fill an own single-point eye, and
//! passes if there is none. Read [`random_turn`] first.

mod heavy;
mod shapes;

pub use heavy::Heavy;

use crate::board::Board;
use crate::position::Position;
use crate::rules::RuleSet;
use crate::score;
use crate::vertex::Vertex;
use quadrille_core::{Outcome, Player, Playout, Rng, Trace};

/// Uniformly random moves; own single-point eyes are not filled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

/// A playout is cut off after this many moves for each point of the board and scored as it stands.
const LONGEST_PER_POINT: usize = 3;

impl<const CAP: usize> Playout<Position<CAP>> for Random {
    fn run<T: Trace>(&self, position: &mut Position<CAP>, rng: &mut Rng, trace: &mut T) -> Outcome {
        struct Turns<'a, T>(&'a mut Rng, &'a mut T);
        impl<const CAP: usize, T: Trace> TakeTurn<CAP> for Turns<'_, T> {
            #[inline(always)]
            fn take_turn(&mut self, position: &mut Position<CAP>, mover: Player) {
                random_turn(position, mover, self.0, self.1);
            }
        }
        until_the_end(position, Turns(rng, trace))
    }
}

/// The playouts to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rollout {
    /// [`Random`].
    #[default]
    Random,
    /// [`Heavy`].
    Heavy,
}

impl<const CAP: usize> Playout<Position<CAP>> for Rollout {
    #[inline]
    fn run<T: Trace>(&self, position: &mut Position<CAP>, rng: &mut Rng, trace: &mut T) -> Outcome {
        match self {
            Self::Random => Random.run(position, rng, trace),
            Self::Heavy => Heavy.run(position, rng, trace),
        }
    }
}

/// How a player takes a turn in a playout. A trait and no closure, since closures cannot be told to be inlined, and the
/// call would cost 5 % of the playout.
pub(crate) trait TakeTurn<const CAP: usize> {
    /// The mover, who is the one to move, takes a turn.
    fn take_turn(&mut self, position: &mut Position<CAP>, mover: Player);
}

/// Lets both sides take turns until the game is over or too long, and says who has won.
#[inline(always)]
pub(crate) fn until_the_end<const CAP: usize>(position: &mut Position<CAP>, mut player: impl TakeTurn<CAP>) -> Outcome {
    let mut left = LONGEST_PER_POINT * position.rules.grid().area();
    let mut is_white_first = position.to_move == Player::White;
    // Both colours in one round: each half is compiled with its colour as a constant.
    while left > 0 && !position.is_over() {
        if !is_white_first {
            player.take_turn(position, Player::Black);
            if position.is_over() {
                break;
            }
        }
        is_white_first = false;
        player.take_turn(position, Player::White);
        left = left.saturating_sub(2);
    }
    result(position)
}

/// Who has won where a playout stopped.
fn result<const CAP: usize>(position: &Position<CAP>) -> Outcome {
    let set = position.rules.set();
    if position.passes < 2 && !set.counts_prisoners() {
        return score::points(position).outcome();
    }
    // Area less the stones put down is territory and prisoners; in a playout both sides put down about as many.
    let [black, white] = if set.counts_prisoners() { position.placed.map(i32::from) } else { [0; 2] };
    let lead = position.board.margin_when_closed() - (black - white);
    Outcome::from_black_margin(score::margin_halves(&position.rules, lead))
}

/// The mover plays a random move worth playing, the one that [`random_move`] would choose, or passes.
#[inline(always)]
fn random_turn<const CAP: usize, T: Trace>(position: &mut Position<CAP>, mover: Player, rng: &mut Rng, trace: &mut T) {
    let count = position.board.empty_count();
    let mut place = if count == 0 { 0 } else { rng.below(count) };
    for _ in 0..count {
        let v = position.board.empty_at(place);
        if may_be_worth_playing(position, v, mover)
            && let Some(placed) = position.board.place_if_it_breathes(v, mover)
        {
            return note_turn(position, v, placed.ko, mover, trace);
        }
        place = if place + 1 == count { 0 } else { place + 1 };
    }
    let v = forced_move(position, mover, rng);
    take_turn(position, v, mover, trace);
}

/// A random point worth playing, or [`Vertex::NONE`] for a pass.
#[inline(always)]
pub(crate) fn random_move<const CAP: usize>(position: &Position<CAP>, player: Player, rng: &mut Rng) -> Vertex<CAP> {
    let v = random_point(&position.board, rng, |v| worth_playing(position, v, player));
    if v == Vertex::NONE { forced_move(position, player, rng) } else { v }
}

/// The move when none is worth playing: a pass, unless the rules require a legal move even into an own eye.
fn forced_move<const CAP: usize>(position: &Position<CAP>, player: Player, rng: &mut Rng) -> Vertex<CAP> {
    if position.rules.set() != RuleSet::Simplified {
        return Vertex::NONE;
    }
    let board = &position.board;
    random_point(board, rng, |v| v != position.ko && board.is_playable(v, player))
}

/// Whether a move on an empty point fills no own eye and retakes no ko; true at once if it has an empty neighbour.
#[inline(always)]
fn may_be_worth_playing<const CAP: usize>(position: &Position<CAP>, v: Vertex<CAP>, player: Player) -> bool {
    let board = &position.board;
    board.is_open(v) || (!board.is_eye(v, player) && v != position.ko)
}

/// Whether a move on an empty point is legal, apart from superko, and fills no own eye.
#[inline(always)]
pub(crate) fn worth_playing<const CAP: usize>(position: &Position<CAP>, v: Vertex<CAP>, player: Player) -> bool {
    may_be_worth_playing(position, v, player) && position.board.is_playable(v, player)
}

/// Plays at the point, or passes at [`Vertex::NONE`].
#[inline(always)]
pub(crate) fn take_turn<const CAP: usize, T: Trace>(
    position: &mut Position<CAP>,
    v: Vertex<CAP>,
    mover: Player,
    trace: &mut T,
) {
    let ko = if v == Vertex::NONE { Vertex::NONE } else { position.board.place(v, mover).ko };
    note_turn(position, v, ko, mover, trace);
}

/// Notes a move whose stone, if it has one, is on the board already.
#[inline(always)]
fn note_turn<const CAP: usize, T: Trace>(
    position: &mut Position<CAP>,
    v: Vertex<CAP>,
    ko: Vertex<CAP>,
    mover: Player,
    trace: &mut T,
) {
    trace.record(mover, v.index());
    position.last = v;
    position.ko = ko;
    position.passes = if v == Vertex::NONE { position.passes + 1 } else { 0 };
    position.to_move = mover.opponent();
}

/// A random suitable empty point, or [`Vertex::NONE`]: the first suitable one in the list from a random index on.
///
/// This is not quite uniform, since a point after several unsuitable ones is chosen more often; the list is in no
/// particular order, and the choice that is exactly uniform (unsuitable points swapped away, drawn again) costs 15 % of
/// the playouts.
#[inline(always)]
fn random_point<const CAP: usize>(
    board: &Board<CAP>,
    rng: &mut Rng,
    will_do: impl Fn(Vertex<CAP>) -> bool,
) -> Vertex<CAP> {
    let count = board.empty_count();
    if count == 0 {
        return Vertex::NONE;
    }
    let start = rng.below(count);
    let mut place = start;
    loop {
        let v = board.empty_at(place);
        if will_do(v) {
            return v;
        }
        place = if place + 1 == count { 0 } else { place + 1 };
        if place == start {
            return Vertex::NONE;
        }
    }
}

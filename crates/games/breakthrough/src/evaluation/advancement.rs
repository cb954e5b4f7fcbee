//! `advancement`: counts pawns and tempi.

use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::{Goal, Piece};
use quadrille_core::bits::Bits;
use quadrille_core::{Evaluation, Game, Player, Score};

/// `advancement`: pawns, their advancement and protection, and unstoppable runners.
#[derive(Clone, Copy, Debug, Default)]
pub struct Advancement;

/// The value of a pawn.
const PAWN: i32 = 100;
/// A pawn's worth by the rows it still has to go: 1, 2, 3 ...
const BY_ROWS_LEFT: [i32; 8] = [0, 150, 70, 40, 22, 12, 5, 10];
/// A protected pawn.
const PROTECTED: i32 = 12;
/// An unprotected pawn that the enemy may take: more if the enemy is to move.
const HANGING: i32 = 30;
const HANGING_NOW: i32 = 60;
/// Two pawns side by side cover each other's advance.
const PHALANX: i32 = 6;
/// A runner that no enemy can catch decides the game; less by the rows it has to go.
const RUNNER: i32 = 2_500;
const RUNNER_PER_ROW: i32 = 200;
/// To be on the move.
const TEMPO: i32 = 8;

impl Evaluation<Position> for Advancement {
    fn name(&self) -> &'static str {
        "advancement"
    }

    fn evaluate(&self, position: &Position) -> Score {
        let mover = position.to_move();
        if position.goal() == Goal::Lose {
            return Score::heuristic(reluctance(position, mover) - reluctance(position, !mover));
        }
        let balance = worth(position, mover) - worth(position, !mover) + TEMPO;
        let race = if position.piece() == Piece::Pawn { runners(position) } else { 0 };
        Score::heuristic(balance + race)
    }
}

/// The sum of a side's pawns.
fn worth(position: &Position, player: Player) -> i32 {
    let g = position.geometry();
    let own = position.pawns(player);
    let defended = attacked_by(own, g, player);
    let attacked = attacked_by(position.pawns(!player), g, !player);
    let hanging = if position.to_move() == player { HANGING } else { HANGING_NOW };
    let advanced: i32 = Bits(own)
        .map(|square| {
            let left = i32::from(g.rows) - 1 - position.rows_advanced(player, square as u8);
            BY_ROWS_LEFT[left as usize & 7]
        })
        .sum();
    PAWN * count(own) + advanced + PROTECTED * count(own & defended) + PHALANX * count(own & (own & g.has_left) >> 1)
        - hanging * count(own & attacked & !defended)
}

/// Misere: keep pawns back, and keep many, so that there is always another move.
fn reluctance(position: &Position, player: Player) -> i32 {
    let rows: i32 = Bits(position.pawns(player)).map(|square| position.rows_advanced(player, square as u8)).sum();
    PAWN * count(position.pawns(player)) - PAWN / 2 * rows
}

/// The difference unstoppable runners make, for the mover.
pub(crate) fn runners(position: &Position) -> i32 {
    let mover = position.to_move();
    let own = shortest_run(position, mover);
    let theirs = shortest_run(position, !mover);
    match (own, theirs) {
        // The mover is a step ahead in an equal race.
        (Some(own), Some(theirs)) if own <= theirs => RUNNER - RUNNER_PER_ROW * own,
        (Some(own), None) => RUNNER - RUNNER_PER_ROW * own,
        (_, Some(theirs)) => RUNNER_PER_ROW * theirs - RUNNER,
        (None, None) => 0,
    }
}

/// The rows left to the foremost pawn of `player` that no enemy pawn can meet, if there is one.
///
/// An enemy can meet a pawn only from the triangle in front of it, which widens by one column per row. The test is
/// conservative: a runner found here can be stopped only by a faster runner.
fn shortest_run(position: &Position, player: Player) -> Option<i32> {
    let g = position.geometry();
    let own = position.pawns(player);
    let mut seen = position.pawns(!player);
    let mut guarded = 0;
    for _ in 1..g.rows {
        seen = towards(seen, g, !player);
        seen |= (seen & g.has_left) >> 1 | (seen & g.has_right) << 1;
        guarded |= seen;
    }
    let free = own & !guarded;
    let rows_left = |square: u32| i32::from(g.rows) - 1 - position.rows_advanced(player, square as u8);
    Bits(free).map(rows_left).min()
}

/// The set moved one row forward as `player` moves.
fn towards(set: u64, g: &Geometry, player: Player) -> u64 {
    match player {
        Player::White => set << g.columns & g.board,
        Player::Black => set >> g.columns,
    }
}

/// The squares a side could take on.
fn attacked_by(pawns: u64, g: &Geometry, player: Player) -> u64 {
    towards((pawns & g.has_left) >> 1, g, player) | towards((pawns & g.has_right) << 1, g, player)
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Notation;

    fn score(text: &str) -> i32 {
        Advancement.evaluate(&Position::parse_position(&"".parse().unwrap(), text).unwrap()).raw()
    }

    #[test]
    fn both_sides_are_seen_alike() {
        assert_eq!(score("bbbbb/bbbbb/5/wwwww/wwwww w"), TEMPO);
        assert_eq!(score("b4/1b3/2w2/5/4w w"), score("4b/5/2b2/1w3/w4 b"));
        assert_eq!(score("b4/1b3/2w2/5/4w w"), score("4b/3b1/2w2/5/w4 w"));
    }

    #[test]
    fn the_obvious_is_seen() {
        assert!(score("bbbbb/bbbb1/5/wwwww/wwwww w") > 90, "a pawn more");
        assert!(score("5/b4/4w/5/5 w") > 1_000, "a free runner with the move");
        assert!(score("5/4w/5/b4/5 b") > 1_000, "the mover of two free runners");
    }
}

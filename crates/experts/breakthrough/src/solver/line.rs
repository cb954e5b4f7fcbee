//! Best moves and lines from a solver's results.

use super::guided::Guided;
use super::lanes::FIRST_WIN;
use super::sides::{QuietValues, Sides, for_other_side};
use super::stored::Stored;
use super::sweep::Swept;
use super::{Solution, children, guided, plies_of, value};
use quadrille_breakthrough::{Move, Position};
use quadrille_core::{Game, Player, Tactics};

fn solution(position: &Position, mover_wins: bool, method: &'static str) -> Solution {
    let mover = position.to_move();
    let winner = if mover_wins { mover } else { !mover };
    Solution {
        winner,
        mover_wins,
        distance: None,
        best: None,
        pv: Vec::new(),
        moves: Vec::new(),
        stored: None,
        nodes: 0,
        table_positions: 0,
        method,
    }
}

/// A game that is over already.
pub(super) fn finished(position: &Position, winner: Player) -> Solution {
    Solution { distance: Some(0), ..solution(position, winner == position.to_move(), "rules") }
}

/// Plays on with the choice of `choose` until it has none.
fn line(position: &Position, mut choose: impl FnMut(&Position) -> Option<Move>) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut position = *position;
    while let Some(m) = choose(&position) {
        moves.push(m);
        position.play(m);
    }
    moves
}

/// From a table with distances.
pub(super) fn by_distance(position: &Position, table: &dyn QuietValues) -> Option<Solution> {
    let worth = value(position, table)?;
    let pv = line(position, |position| best_by_distance(position, table));
    let distance = Some(u32::from(plies_of(worth)));
    Some(Solution { distance, best: pv.first().copied(), pv, ..solution(position, worth >= FIRST_WIN, "table") })
}

/// The move with the best value, the fastest win or slowest loss.
pub(crate) fn best_by_distance(position: &Position, table: &dyn QuietValues) -> Option<Move> {
    let worth = |next: &Position| value(next, table).map_or(0, for_other_side);
    children(position).max_by_key(|(_, next)| worth(next)).map(|(m, _)| m)
}

/// From a table of winners; distances by search if that succeeds.
pub(super) fn by_wins(position: &Position, table: &dyn QuietValues, nodes: u64) -> Option<Solution> {
    let mover_wins = value(position, table)? >= FIRST_WIN;
    let mut search = guided(position, table, nodes);
    let distance = search.distance(Sides::of(position));
    let pv = line(position, |position| {
        if distance.is_some() { best_by_search(position, table, &mut search) } else { None }
            .or_else(|| best_by_wins(position, table))
    });
    let nodes = search.nodes();
    Some(Solution { distance, best: pv.first().copied(), pv, nodes, ..solution(position, mover_wins, "table") })
}

/// The fastest win or slowest loss, by search.
fn best_by_search(position: &Position, table: &dyn QuietValues, search: &mut Guided<'_>) -> Option<Move> {
    let mut best: Option<(i64, Move)> = None;
    let wins = value(position, table)? >= FIRST_WIN;
    for (m, next) in children(position) {
        if wins && value(&next, table)? >= FIRST_WIN {
            continue;
        }
        let plies = i64::from(search.distance(Sides::of(&next))?);
        let merit = if wins { -plies } else { plies };
        if best.is_none_or(|(most, _)| merit > most) {
            best = Some((merit, m));
        }
    }
    best.map(|(_, m)| m)
}

/// A winning move if there is one, the most promising first.
pub(crate) fn best_by_wins(position: &Position, table: &dyn QuietValues) -> Option<Move> {
    let wins = |next: &Position| value(next, table).is_some_and(|value| value < FIRST_WIN);
    children(position).max_by_key(|(m, next)| (wins(next), position.promise(*m))).map(|(m, _)| m)
}

/// From a sweep, which knows the winner and the steps that win.
pub(super) fn by_sweep(position: &Position, swept: &Swept) -> Solution {
    let g = position.geometry();
    let seen_by_mover = |square: u8| match position.to_move() {
        Player::White => u32::from(square),
        Player::Black => g.flipped(1 << square).trailing_zeros(),
    };
    let wins = |m: Move| swept.steps.contains(&(seen_by_mover(m.from), seen_by_mover(m.to), true));
    let moves: Vec<(Move, bool)> = children(position).map(|(m, _)| (m, wins(m))).collect();
    let best = moves.iter().max_by_key(|&&(m, wins)| (wins, position.promise(m))).copied();
    let best = best.filter(|(_, wins)| *wins || !swept.mover_wins).map(|(m, _)| m);
    Solution { best, pv: best.into_iter().collect(), moves, ..solution(position, swept.mover_wins, "sweep") }
}

/// What was stored.
pub(super) fn stored(position: &Position, stored: Stored) -> Solution {
    let table_positions = stored.words << position.columns();
    let answer = by_sweep(position, &stored.swept);
    Solution { table_positions, method: "stored", stored: Some(Box::new(stored)), ..answer }
}

/// From a search that can solve every position; `None` if it fails on the first moves.
pub(super) fn by_proofs(
    position: &Position,
    mover_wins: bool,
    ask: &mut dyn FnMut(&Position) -> Option<bool>,
) -> Option<Solution> {
    let best = proven_move(position, mover_wins, ask);
    let mut known = Some(mover_wins);
    let pv = line(position, |position| {
        let wins = known?;
        let m = proven_move(position, wins, ask);
        known = m.map(|_| !wins);
        m
    });
    Some(Solution { best, pv, ..solution(position, mover_wins, "dfpn") })
}

pub(super) fn proven_move(
    position: &Position,
    wins: bool,
    ask: &mut dyn FnMut(&Position) -> Option<bool>,
) -> Option<Move> {
    let mut list: Vec<(Move, Position)> = children(position).collect();
    list.sort_by_key(|(m, _)| -position.promise(*m));
    if !wins {
        return list.first().map(|&(m, _)| m);
    }
    list.into_iter().find(|(_, next)| ask(next) == Some(false)).map(|(m, _)| m)
}

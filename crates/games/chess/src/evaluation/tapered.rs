//! The hand-made evaluation: every term has a value for the middlegame and one for the endgame, blended by the pieces left.
//!
//! Read [`add_all`] first: it names every kind of term. The terms and their weights are in `terms.rs`; the weights are learned
//! from games of the program against itself (`quadrille train chess`, docs/chess.md).

use super::geometry::distance;
use super::side::Side;
use super::terms::{COUNT, Counts, Group, Ledger, Sum, TEMPO};
use super::weight::{FULL_PHASE, Weight, w};
use super::{king_safety, pawns, threats};
use crate::piece::Role;
use crate::position::Position;
use crate::square::DARK_SQUARES;
use quadrille_core::{Evaluation, Player, Score};

/// How much each piece counts for the phase of the game.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The evaluation named `tapered`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tapered;

impl Evaluation<Position> for Tapered {
    fn name(&self) -> &'static str {
        "tapered"
    }

    fn evaluate(&self, position: &Position) -> Score {
        let mut ledgers = [Sum::default(), Sum::default()];
        add_all(position, &mut ledgers);
        let [white, black] = ledgers;
        let white = blended(position, white.0 - black.0);
        Score::heuristic(if position.turn() == Player::White { white } else { -white })
    }
}

/// Adds every term of both sides, White's first.
fn add_all<L: Ledger>(position: &Position, ledgers: &mut [L; 2]) {
    let mut white = Side::new(position, Player::White);
    let mut black = Side::new(position, Player::Black);
    let [for_white, for_black] = ledgers;
    white.place(&black, for_white);
    black.place(&white, for_black);
    add(&white, &black, for_white);
    add(&black, &white, for_black);
}

/// The terms that need the attacks of both sides.
fn add(side: &Side<'_>, enemy: &Side<'_>, ledger: &mut impl Ledger) {
    pawns::structure(side, enemy, ledger);
    pawns::passed(side, enemy, ledger);
    king_safety::shelter(side, enemy, ledger);
    king_safety::attack(side, enemy, ledger);
    threats::threats(side, enemy, ledger);
    ledger.add(TEMPO.at(0), i32::from(side.position.turn() == side.player));
}

/// The sum of all terms, White's minus Black's, in centipawns.
fn blended(position: &Position, mut sum: Weight) -> i32 {
    sum += bare_king(position, Player::White) - bare_king(position, Player::Black);
    let ahead = if sum.endgame > 0 { Player::White } else { Player::Black };
    sum.endgame = sum.endgame * winning_chances(position, ahead) / 100;
    sum.at_phase(phase(position))
}

/// How often each term stands on the board, White's less Black's.
fn counts(position: &Position) -> Counts {
    let mut ledgers = [Counts::default(), Counts::default()];
    add_all(position, &mut ledgers);
    let [mut white, black] = ledgers;
    for (term, count) in white.0.iter_mut().enumerate() {
        *count -= black.0[term];
    }
    white
}

/// A position as the training sees it.
#[derive(Clone, Debug)]
pub struct Features {
    /// The terms with different counts, and White's count minus Black's.
    pub terms: Vec<(u16, i16)>,
    /// 24 in the middlegame, 0 in the endgame.
    pub phase: i32,
    /// How much of an endgame advantage is worth having, in percent: White's, and Black's.
    pub chances: [i32; 2],
}

impl Features {
    /// Those of a position; none where a king stands alone, which is not learned.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        const { assert!(COUNT <= u16::MAX as usize) };
        let bare = |player| !several_pieces(position, player);
        if bare(Player::White) || bare(Player::Black) {
            return None;
        }
        let counts = counts(position);
        let uneven = counts.0.iter().enumerate().filter(|&(_, &count)| count != 0);
        Some(Self {
            terms: uneven.map(|(term, &count)| (term as u16, count)).collect(),
            phase: phase(position),
            chances: [Player::White, Player::Black].map(|player| winning_chances(position, player)),
        })
    }
}

/// The value of each group of terms, White's minus Black's, to explain the evaluation.
#[must_use]
pub fn explain(position: &Position) -> [(Group, Weight); 8] {
    let counts = counts(position);
    [
        Group::Pieces,
        Group::Mobility,
        Group::PawnStructure,
        Group::PassedPawns,
        Group::KingSafety,
        Group::Placement,
        Group::Threats,
        Group::Tempo,
    ]
    .map(|group| (group, counts.worth(group)))
}

/// 24 with all pieces on the board, 0 with none.
#[must_use]
pub fn phase(position: &Position) -> i32 {
    let counted = Role::ALL.into_iter().map(|role| PHASE[role.index()] * position.all(role).count_ones() as i32);
    counted.sum::<i32>().min(FULL_PHASE)
}

/// Against a bare king: drive it to the edge and bring the other king near.
fn bare_king(position: &Position, player: Player) -> Weight {
    let victim = player.opponent();
    if several_pieces(position, victim) || !several_pieces(position, player) {
        return w(0, 0);
    }
    let king = position.king(victim);
    let from_edge = |coordinate: u8| i32::from(coordinate.min(7 - coordinate));
    let edge = 6 - from_edge(king.file()) - from_edge(king.rank());
    let near = 7 - distance(king, position.king(player));
    w(0, 12 * edge + 8 * near)
}

fn several_pieces(position: &Position, player: Player) -> bool {
    position.of(player).count_ones() > 1
}

/// How much of an endgame advantage is worth having, in percent: without pawns a small one rarely wins, and bishops on
/// opposite colours draw much.
fn winning_chances(position: &Position, ahead: Player) -> i32 {
    let count = |player, role| position.pieces(player, role).count_ones() as i32;
    let material = |player| -> i32 { PIECE_UNITS.iter().map(|&(role, units)| units * count(player, role)).sum() };
    let (own, their) = (material(ahead), material(ahead.opponent()));
    if position.pieces(ahead, Role::Pawn) == 0 && own - their <= 4 {
        return if own < 5 { 5 } else { 25 };
    }
    if has_opposite_bishops(position) {
        return 60;
    }
    100
}

/// Pieces counted in pawns for [`winning_chances`]; pawns themselves do not count.
const PIECE_UNITS: [(Role, i32); 4] = [(Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// One bishop each, on squares of different colours, and no other pieces.
fn has_opposite_bishops(position: &Position) -> bool {
    let bishops = position.all(Role::Bishop);
    let others = position.all(Role::Knight) | position.all(Role::Rook) | position.all(Role::Queen);
    let one_each = |player| position.pieces(player, Role::Bishop).count_ones() == 1;
    others == 0 && one_each(Player::White) && one_each(Player::Black) && (bishops & DARK_SQUARES).count_ones() == 1
}

#[cfg(test)]
mod tests {
    use super::super::weights::WEIGHTS;
    use super::*;
    use crate::movegen::Moves;
    use crate::rules::Rules;
    use crate::setup::Setup;
    use crate::square::Square;
    use quadrille_core::{Game, Rng};

    fn score(fen: &str) -> i32 {
        Tapered.evaluate(&Position::from_fen(Rules::Standard, fen).expect("valid")).raw()
    }

    /// The same position with the colours exchanged and the board turned over.
    fn flipped(position: &Position) -> Position {
        let setup = Setup::from(position);
        let mut other = Setup::empty();
        for square in Square::all() {
            other.board[square.index() ^ 56] =
                setup.board[square.index()].map(|(player, role)| (player.opponent(), role));
        }
        other.turn = setup.turn.opponent();
        other.position(Rules::Standard).expect("as valid as before")
    }

    #[test]
    fn both_sides_are_judged_alike() {
        let mut rng = Rng::new(9);
        for _ in 0..40 {
            let mut position = Position::start(&Rules::Standard);
            for _ in 0..120 {
                let mut moves = Moves::new();
                position.legal_moves(&mut moves);
                let Some(&m) = rng.pick(&moves) else { break };
                position.play(m);
                assert_eq!(Tapered.evaluate(&position), Tapered.evaluate(&flipped(&position)), "{position:?}");
                let parts = explain(&position).into_iter().fold(w(0, 0), |sum, (_, part)| sum + part);
                let white = Score::heuristic(blended(&position, parts));
                let mover = if position.turn() == Player::White { white } else { -white };
                assert_eq!(Tapered.evaluate(&position), mover, "the parts make the whole: {position:?}");
            }
        }
    }

    #[test]
    fn the_start_is_worth_the_tempo() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(score(start), WEIGHTS[TEMPO.at(0)].middlegame);
        let position = Position::from_fen(Rules::Standard, start).expect("valid");
        assert_eq!(Features::of(&position).expect("kings with company").terms, [(TEMPO.at(0) as u16, 1)]);
    }

    #[test]
    fn knows_better_from_worse() {
        let better = [
            // An extra queen; a passed pawn far advanced; castled against a king in the centre; the bishop pair.
            (
                "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ),
            ("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/P7/8/8/4K3 w - - 0 1"),
            ("4k3/pp3ppp/8/8/8/2B5/PP3PPP/2B1K3 w - - 0 1", "4k3/pp3ppp/8/8/8/2B5/PP3PPP/2N1K3 w - - 0 1"),
            ("k7/8/1K6/8/8/8/8/4R3 w - - 0 1", "8/8/3k4/8/8/8/8/K3R3 w - - 0 1"),
        ];
        for (good, bad) in better {
            assert!(score(good) > score(bad), "{good} {} against {bad} {}", score(good), score(bad));
        }
        assert!(score("8/8/3k4/8/8/8/8/K3N3 w - - 0 1").abs() < 60, "a lone knight wins nothing");
    }
}

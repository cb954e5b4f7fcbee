//! The hand-made evaluation: every term has a value for the middlegame and one for the endgame, blended by the pieces left.
//!
//! Read [`Terms::of`] first. All terms are White's minus Black's; [`Tapered`] turns the sum to the side to move.

use super::king_safety::{self, Attack};
use super::pawns;
use super::squares;
use super::weight::{FULL_PHASE, Weight, w};
use crate::attacks;
use crate::piece::Role;
use crate::position::Position;
use crate::square::{DARK_SQUARES, FILE_A, Squares, squares_of};
use quadrille_core::{Evaluation, Player, Score};

const BISHOP_PAIR: Weight = w(26, 48);
const ROOK_OPEN_FILE: Weight = w(26, 12);
const ROOK_HALF_OPEN_FILE: Weight = w(12, 7);
/// A knight or bishop protected by a pawn where no enemy pawn can ever attack it.
const OUTPOST: Weight = w(20, 12);
/// A piece attacked by a pawn.
const PAWN_THREAT: Weight = w(38, 30);
/// A rook or queen attacked by a knight or bishop.
const MINOR_THREAT: Weight = w(22, 20);
/// The right to move.
const TEMPO: i32 = 14;
/// Per square a piece can safely go to, and how many it usually has: pawn and king have no mobility here.
const MOBILITY: [(Weight, i32); 6] =
    [(w(0, 0), 0), (w(5, 5), 4), (w(5, 5), 6), (w(3, 5), 7), (w(1, 4), 13), (w(0, 0), 0)];
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
        let white = Terms::of(position).total(position);
        let mover = if position.turn() == Player::White { white } else { -white };
        Score::heuristic(mover + TEMPO)
    }
}

/// The parts of the evaluation, each White's minus Black's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The pieces and how well they stand.
    pub pieces: Weight,
    /// How many squares they can safely go to.
    pub mobility: Weight,
    /// Doubled, isolated, backward, supported and neighbouring pawns.
    pub pawn_structure: Weight,
    /// Pawns that only pieces can stop.
    pub passed_pawns: Weight,
    /// Pawns before the king and attackers around it.
    pub king_safety: Weight,
    /// Bishop pair, rooks on open files, outposts.
    pub placement: Weight,
    /// Pieces attacked by lesser ones.
    pub threats: Weight,
    /// Driving a bare king to the edge.
    pub bare_king: Weight,
}

impl Terms {
    /// All terms of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut terms = Self::default();
        terms.add(position, Player::White, 1);
        terms.add(position, Player::Black, -1);
        terms
    }

    fn add(&mut self, position: &Position, player: Player, sign: i32) {
        let mut attack = Attack::on(position, player.opponent());
        self.mobility += mobility(position, player, &mut attack) * sign;
        self.pieces += placed_pieces(position, player) * sign;
        self.pawn_structure += pawns::structure(position, player) * sign;
        self.passed_pawns += pawns::passed(position, player) * sign;
        let has_queen = position.pieces(player, Role::Queen) != 0;
        self.king_safety += (king_safety::shelter(position, player) + attack.value(has_queen)) * sign;
        self.placement += placement(position, player) * sign;
        self.threats += threats(position, player) * sign;
        self.bare_king += bare_king(position, player) * sign;
    }

    /// The names and values of the terms, for whoever explains the evaluation.
    #[must_use]
    pub fn named(&self) -> [(&'static str, Weight); 8] {
        [
            ("pieces", self.pieces),
            ("mobility", self.mobility),
            ("pawn structure", self.pawn_structure),
            ("passed pawns", self.passed_pawns),
            ("king safety", self.king_safety),
            ("placement", self.placement),
            ("threats", self.threats),
            ("bare king", self.bare_king),
        ]
    }

    /// The sum in hundredths of a pawn, White's view, without the tempo.
    #[must_use]
    pub fn total(&self, position: &Position) -> i32 {
        let mut sum = self.named().into_iter().fold(w(0, 0), |sum, (_, weight)| sum + weight);
        let ahead = if sum.endgame > 0 { Player::White } else { Player::Black };
        sum.endgame = sum.endgame * winning_chances(position, ahead) / 100;
        sum.at_phase(phase(position))
    }
}

/// 24 with all pieces on the board, 0 with none.
#[must_use]
pub fn phase(position: &Position) -> i32 {
    let counted = Role::ALL.into_iter().map(|role| PHASE[role.index()] * position.all(role).count_ones() as i32);
    counted.sum::<i32>().min(FULL_PHASE)
}

fn placed_pieces(position: &Position, player: Player) -> Weight {
    let mut sum = w(0, 0);
    for role in Role::ALL {
        for square in squares_of(position.pieces(player, role)) {
            sum += squares::value(player, role, square);
        }
    }
    sum
}

/// Squares not attacked by enemy pawns and not taken by own pawns or king; what is attacked near the enemy king is noted.
fn mobility(position: &Position, player: Player, attack: &mut Attack) -> Weight {
    let their_pawns = position.pieces(player.opponent(), Role::Pawn);
    let bad = attacks::pawns(player.opponent(), their_pawns)
        | position.of(player) & (position.all(Role::Pawn) | position.all(Role::King));
    let occupied = position.occupied();
    let queens = position.pieces(player, Role::Queen);
    let mut sum = w(0, 0);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let (weight, usual) = MOBILITY[role.index()];
        for from in squares_of(position.pieces(player, role)) {
            // Sliders look through the queen, and rooks through each other: they support each other's lines.
            let attacked = match role {
                Role::Knight => attacks::knight(from),
                Role::Bishop => attacks::bishop(from, occupied & !queens),
                Role::Rook => attacks::rook(from, occupied & !(queens | position.pieces(player, Role::Rook))),
                _ => attacks::queen(from, occupied),
            };
            attack.add(role, attacked & !bad);
            sum += weight * ((attacked & !bad).count_ones() as i32 - usual);
        }
    }
    sum
}

fn placement(position: &Position, player: Player) -> Weight {
    let mut sum = w(0, 0);
    if position.pieces(player, Role::Bishop).count_ones() >= 2 {
        sum += BISHOP_PAIR;
    }
    let own_pawns = position.pieces(player, Role::Pawn);
    let their_pawns = position.pieces(player.opponent(), Role::Pawn);
    for rook in squares_of(position.pieces(player, Role::Rook)) {
        let file = FILE_A << rook.file();
        if (own_pawns | their_pawns) & file == 0 {
            sum += ROOK_OPEN_FILE;
        } else if own_pawns & file == 0 {
            sum += ROOK_HALF_OPEN_FILE;
        }
    }
    let minors = position.pieces(player, Role::Knight) | position.pieces(player, Role::Bishop);
    let safe_for_ever = !attacks::pawns(player.opponent(), their_pawns | pawns::ahead(player.opponent(), their_pawns));
    let posts = attacks::pawns(player, own_pawns) & safe_for_ever & far_half(player);
    sum + OUTPOST * (minors & posts).count_ones() as i32
}

/// The ranks 4 to 6 as the player counts.
const fn far_half(player: Player) -> Squares {
    match player {
        Player::White => 0x0000_FFFF_FF00_0000,
        Player::Black => 0x0000_00FF_FFFF_0000,
    }
}

fn threats(position: &Position, player: Player) -> Weight {
    let their = position.of(player.opponent());
    let pieces = their & !(position.all(Role::Pawn) | position.all(Role::King));
    let by_pawns = attacks::pawns(player, position.pieces(player, Role::Pawn));
    let heavy = their & (position.all(Role::Rook) | position.all(Role::Queen));
    let mut by_minors = attacks::knights(position.pieces(player, Role::Knight));
    for from in squares_of(position.pieces(player, Role::Bishop)) {
        by_minors |= attacks::bishop(from, position.occupied());
    }
    PAWN_THREAT * (by_pawns & pieces).count_ones() as i32 + MINOR_THREAT * (by_minors & heavy).count_ones() as i32
}

/// Against a bare king: drive it to the edge and bring the own king near.
fn bare_king(position: &Position, player: Player) -> Weight {
    let victim = player.opponent();
    if several_pieces(position, victim) || !several_pieces(position, player) {
        return w(0, 0);
    }
    let king = position.king(victim);
    let from_edge = |coordinate: u8| i32::from(coordinate.min(7 - coordinate));
    let edge = 6 - from_edge(king.file()) - from_edge(king.rank());
    let near = 7 - pawns::distance(king, position.king(player));
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
            }
        }
    }

    #[test]
    fn the_start_is_worth_the_tempo() {
        assert_eq!(score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), TEMPO);
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

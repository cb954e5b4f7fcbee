//! The search for the nearest recorded positions beside comparing all boards.

use crate::common::{Folder, TempCorpus, random_games};
use quadrille_core::Player;
use quadrille_patterns::Corpus;
use quadrille_patterns::board::{Board, SIDE};
use quadrille_patterns::neighbours::{Asked, Neighbour, Positions, Weighing};

/// A recorded position as it was found.
struct Seen {
    board: Board,
    mover: Player,
    game: u32,
    turn: u16,
    played: u16,
}

fn all_positions(corpus: &Corpus, skipped: u64) -> Vec<Seen> {
    let mut all = Vec::new();
    let add = |number, game: quadrille_patterns::Record| {
        let mut turn = 0;
        game.replay(|board, mover, played| {
            all.push(Seen { board: board.clone(), mover, game: number as u32, turn, played });
            turn += 1;
        });
    };
    corpus.for_each_wanted(|number| number >= skipped, add).expect("readable");
    all
}

/// Where a point goes under a symmetry of the square.
fn image(spot: u16, symmetry: usize) -> u16 {
    let (mut row, mut column) = (spot / SIDE as u16, spot % SIDE as u16);
    if symmetry & 1 != 0 {
        row = SIDE as u16 - 1 - row;
    }
    if symmetry & 2 != 0 {
        column = SIDE as u16 - 1 - column;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    row * SIDE as u16 + column
}

/// Distance, game, turn, move and number of differing stones.
type Found = (u32, u32, u16, u16, u32);

/// All positions in order, by comparing boards point by point.
fn slowly(all: &[Seen], asked: Asked<'_>, weighing: Weighing) -> Vec<Found> {
    let mut found = Vec::new();
    for seen in all {
        let turned = |symmetry: usize| {
            let (mut distance, mut differing) = (0, 0);
            for spot in seen.board.spots() {
                let ours = asked.board.stone(spot).map(|player| player == asked.player);
                let theirs = seen.board.stone(image(spot, symmetry)).map(|player| player == seen.mover);
                let stones = if ours == theirs { 0 } else { ours.iter().count() + theirs.iter().count() };
                distance += stones as u32 * u32::from(weighing.weight(spot, asked.last));
                differing += stones as u32;
            }
            (distance, symmetry, differing)
        };
        let (distance, symmetry, differing) = (0..8).map(turned).min().expect("eight");
        let spot = asked.board.spots().find(|&spot| image(spot, symmetry) == seen.played).expect("a point");
        if asked.board.is_legal(spot, asked.player) {
            found.push((distance, seen.game, seen.turn, spot, differing));
        }
    }
    found.sort_unstable();
    found
}

fn plain(near: &Neighbour) -> Found {
    (near.distance, near.game, near.turn, near.spot, near.differing)
}

/// The search by changes, lanes and threads finds what comparing all boards finds, also where stones were captured.
#[test]
fn the_search_is_exact() {
    let corpus = TempCorpus::random(9, 260, 5);
    let all = all_positions(&corpus, 1);
    let game = &random_games(1, 260, 5)[0];
    for threads in [1, 3] {
        let positions = Positions::gather(&corpus, |game| game > 0, usize::MAX, threads).expect("readable");
        assert_eq!(positions.len(), 8 * 260);
        let (mut turn, mut last) = (0, None);
        game.replay(|board, player, played| {
            turn += 1;
            for weighing in [Weighing::Equal, Weighing::NearLast] {
                let asked = Asked { board, player, last };
                if turn % 37 == 1 {
                    let found: Vec<Found> = positions.nearest(asked, weighing, 7).iter().map(plain).collect();
                    assert_eq!(found, slowly(&all, asked, weighing)[..7]);
                }
            }
            last = Some(played);
        });
    }
}

/// A recorded position is its own nearest neighbour, also turned and with colours swapped.
#[test]
fn a_turned_board_finds_its_move() {
    let corpus = TempCorpus::new("?\tpdddppdqcd\n");
    let positions = Positions::gather(&corpus, |_| true, usize::MAX, 1).expect("readable");
    let mut board = Board::new(19, 19);
    // The first three moves of the record, mirrored left to right, colours swapped.
    for (spot, player) in [((3, 3), Player::White), ((3, 15), Player::Black), ((15, 3), Player::White)] {
        board.play((spot.0 * SIDE + spot.1) as u16, player);
    }
    let asked = Asked { board: &board, player: Player::Black, last: None };
    let nearest = positions.nearest(asked, Weighing::default(), 1);
    assert_eq!((nearest[0].distance, nearest[0].spot), (0, 16 * 19 + 15));
    let (own, enemy) = positions.stones(&nearest[0]).expect("on record");
    let turned = |spot| match (own.contains(spot), enemy.contains(spot)) {
        (true, _) => Some(Player::Black),
        (_, true) => Some(Player::White),
        _ => None,
    };
    assert!(board.spots().all(|spot| board.stone(spot) == turned(spot)), "turned as the board is");
}

/// Written and read again, positions are the same; a file that is cut is refused.
#[test]
fn positions_survive_their_file() {
    let (corpus, folder) = (TempCorpus::random(5, 120, 6), Folder::new());
    let positions = Positions::gather(&corpus, |game| game != 2, usize::MAX, 1).expect("readable");
    let path = folder.file("positions");
    positions.save(&path).expect("written");
    assert_eq!(Positions::load(&path, 1).expect("readable"), positions);
    let bytes = std::fs::read(&path).expect("readable");
    for length in (0..bytes.len()).step_by(61) {
        std::fs::write(&path, &bytes[..length]).expect("written");
        assert!(Positions::load(&path, 1).is_err(), "cut to {length} bytes");
    }
}

//! The rules against the contract, published counts and a slow reference implementation.

use quadrille_connect_four::{Column, Position};
use quadrille_core::contract::{self, Effort};
use quadrille_core::{Game, MoveBuf, Notation, Outcome, Player, Rng, Standard, perft};

#[test]
fn keeps_the_contract() {
    contract::check::<Position>(&["", "standard"], Effort::Quick);
}

/// Leaves of the tree of moves; from the seventh ply on some games have ended (John Tromp's playground gives the positions,
/// these are paths).
#[test]
fn counts_leaves() {
    let start = Position::start(&Standard);
    let counts: Vec<u64> = (1..=8).map(|depth| perft::count_bulk(&start, depth)).collect();
    assert_eq!(counts, [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

/// Four in a row found by looking at every cell and direction.
fn twin_winner(position: &Position) -> Option<Player> {
    let disc = |row: i8, column: i8| {
        let on_board = (0..6).contains(&row) && (0..7).contains(&column);
        on_board.then(|| position.disc(row as u8, column as u8)).flatten()
    };
    for row in 0..6 {
        for column in 0..7 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let owner = disc(row, column);
                if owner.is_some() && (1..4).all(|n| disc(row + n * down, column + n * right) == owner) {
                    return owner;
                }
            }
        }
    }
    None
}

#[test]
fn wins_are_those_of_the_slow_twin() {
    let mut rng = Rng::new(4);
    for _ in 0..500 {
        let mut position = Position::start(&Standard);
        loop {
            let winner = position.outcome().and_then(Outcome::winner);
            assert_eq!(winner, twin_winner(&position), "{}", position.diagram(quadrille_core::Lang::English));
            let mut moves = <Position as Game>::Moves::default();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(MoveBuf::as_slice(&moves)) else { break };
            position.play(m);
        }
    }
}

#[test]
fn bad_text_is_refused() {
    for text in ["", "7/7/7/7/7/7", "7/7/7/7/7/8 w", "7/7/7/7/3w3/7 w", "w6/7/7/7/7/7 b", "7/7/7/7/7/www4 b"] {
        assert!(Position::parse_position(&Standard, text).is_err(), "{text:?}");
    }
    let start = Position::start(&Standard);
    for text in ["", "h", "d4", "dd"] {
        assert!(start.parse_move(text).is_err(), "{text:?}");
    }
    assert!(!start.is_legal(Column(7)));
}

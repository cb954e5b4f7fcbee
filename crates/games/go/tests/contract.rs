//! Every board keeps the contract that searches rely on.

use quadrille_core::contract::{self, Effort};
use quadrille_go::{Huge, Large, Medium, Small, general};

#[test]
fn the_fast_board_keeps_the_contract() {
    contract::check::<Small>(
        &["", "9 chinese handicap=5", "1", "2", "1x7", "3x4 simplified", "5 simplified", "5 japanese"],
        Effort::Quick,
    );
    contract::check::<Medium>(&["10x14 chinese"], Effort::Quick);
}

#[test]
fn the_large_fast_boards_keep_the_contract() {
    contract::check::<Large>(&["15 handicap=9"], Effort::Quick);
    contract::check::<Huge>(&["25x8 chinese"], Effort::Quick);
}

#[test]
fn the_general_board_keeps_the_contract() {
    contract::check::<general::Position>(&["5", "2 simplified", "3x30 chinese"], Effort::Quick);
}

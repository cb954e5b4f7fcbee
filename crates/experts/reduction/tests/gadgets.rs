//! Every gadget by itself, exhaustively, in all eight orientations.

use quadrille_reduction::{Fault, Limits, Width, check_gadgets};

#[test]
fn every_gadget_does_what_it_is_meant_to_do_in_every_orientation() {
    let limits = Limits { width: Width::Full, ..Limits::default() };
    let checks = check_gadgets(None, limits).unwrap();
    assert_eq!(checks.len(), 8 * (12 + 32 + 24 + 20 + 4));
    for check in &checks {
        assert_eq!(check.found, check.expected, "{check:?}");
    }
}

/// How many checks see each fault of a tile. Two liberties instead of three at a test harm only a White who turns there from
/// elsewhere, which no gadget alone can show: whole boards do (`boards.rs`), as they do for the two faults of the crossing.
const SEEN: [(Fault, usize); 5] = [
    (Fault::MergeWithoutRepeaters, 32),
    (Fault::TestWithTwoLiberties, 0),
    (Fault::TestWithoutSpare, 16),
    (Fault::WhiteChoiceWithoutThreat, 96),
    (Fault::BlackChoiceWithoutThreats, 32),
];

#[test]
fn a_spoiled_tile_is_noticed_by_the_gadget_checks() {
    for (fault, seen) in SEEN {
        let checks = check_gadgets(Some(fault), Limits::default()).unwrap();
        let wrong: Vec<_> = checks.iter().filter(|check| check.found != check.expected).collect();
        assert_eq!(wrong.len(), seen, "{fault:?}: {:?}", wrong.first());
    }
}

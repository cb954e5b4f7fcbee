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

#[test]
fn a_spoiled_tile_is_noticed_by_the_gadget_checks() {
    for fault in &Fault::ALL[..5] {
        let checks = check_gadgets(Some(*fault), Limits::default()).unwrap();
        let wrong: Vec<_> = checks.iter().filter(|check| check.found != check.expected).collect();
        println!("{fault:?}: {} of {}, e.g. {:?}", wrong.len(), checks.len(), wrong.first());
    }
}

//! Whole boards: the value of the Go position, the game on the graph and the formula must agree.

use quadrille_core::Rng;
use quadrille_reduction::sample::{all_formulas_on_two_variables, random_formula};
use quadrille_reduction::{
    Fault, Formula, Limits, Options, Reserve, Value, Verification, Width, compile, graph, layout, satisfy, verify,
};

fn verified(formula: &Formula, options: Options, width: Width) -> Verification {
    let drawing = layout(formula).unwrap();
    let compiled = compile(&drawing, options).unwrap_or_else(|sentence| panic!("{formula}: {sentence}"));
    verify(&compiled, Limits { width, ..Limits::default() }).unwrap()
}

#[test]
fn all_66_formulas_on_two_variables_have_the_value_of_their_board_full_width() {
    let formulas = all_formulas_on_two_variables();
    assert_eq!(formulas.len(), 66);
    let mut satisfiable = 0;
    for formula in &formulas {
        let found = verified(formula, Options::default(), Width::Full);
        assert!(found.agrees, "{formula}: {found:?}");
        assert_eq!(found.repetitions, 0, "{formula}: superko must not matter");
        satisfiable += u32::from(found.satisfiable);
    }
    assert!((10..56).contains(&satisfiable), "both answers must be common: {satisfiable}");
}

#[test]
fn boards_without_compression_and_complete_boards_have_the_same_values() {
    for text in ["x", "x; -x", "x1 x2; -x1 -x2", "x1; x2; -x1 -x2"] {
        let formula = Formula::parse(text).unwrap();
        for (compress, reserve) in [(false, Reserve::Small), (true, Reserve::Comb), (false, Reserve::Comb)] {
            let found = verified(&formula, Options { compress, reserve, ..Options::default() }, Width::Fast);
            assert!(found.agrees, "{text} {compress} {reserve:?}: {found:?}");
        }
    }
}

#[test]
fn strict_formulas_with_a_straddled_clause_are_decided_full_width() {
    for (text, satisfiable) in
        [("x1 x3 x4; x1 x2 x3; -x1 -x2 -x4", true), ("x1 x3 x3; x1 x2 x2; -x1 -x1 -x1; -x2 -x2 -x3", false)]
    {
        let formula = Formula::parse(text).unwrap();
        formula.require_strict().unwrap();
        assert!(!layout(&formula).unwrap().upper[0].gaps[0].is_empty(), "{text} straddles");
        let found = verified(&formula, Options::default(), Width::Full);
        assert!(found.agrees && found.satisfiable == satisfiable, "{text}: {found:?}");
        assert_eq!(found.repetitions, 0);
    }
}

/// Formulas with more clauses than this are left to `examples/long_verification.rs`.
const QUICK_CLAUSES: usize = 5;

#[test]
fn random_formulas_have_the_value_of_their_board() {
    let mut rng = Rng::new(21);
    let mut answers = [0, 0];
    let mut nested = 0;
    while answers[0] + answers[1] < 300 {
        let variables = 2 + rng.below(3) as usize;
        let formula = random_formula(&mut rng, variables);
        if formula.clauses().len() > QUICK_CLAUSES {
            continue;
        }
        let drawing = layout(&formula).unwrap();
        nested += u32::from(
            drawing.upper.iter().chain(&drawing.lower).any(|nest| nest.gaps.iter().any(|gap| !gap.is_empty())),
        );
        let found = verified(&formula, Options::default(), Width::Fast);
        assert!(found.agrees, "{formula}: {found:?}");
        answers[usize::from(found.satisfiable)] += 1;
    }
    assert!(answers[0] > 20 && answers[1] > 20 && nested > 20, "{answers:?} {nested}");
}

#[test]
fn two_thousand_formulas_have_the_value_of_their_graph() {
    let mut rng = Rng::new(30);
    let mut answers = [0, 0];
    for index in 0..2_000 {
        // One in eight is large, to keep the test short; `examples/long_netlist.rs` takes all sizes alike.
        let variables = 2 + rng.below(if index % 8 == 0 { 29 } else { 9 }) as usize;
        let formula = random_formula(&mut rng, variables);
        let netlist = graph(&layout(&formula).unwrap()).unwrap();
        let expected = satisfy(&formula).is_some();
        assert_eq!(netlist.white_wins(), expected, "{formula}");
        answers[usize::from(expected)] += 1;
    }
    assert!(answers[0] > 300 && answers[1] > 300, "{answers:?}");
}

/// The formulas that see each fault; most small formulas do not.
const FAULTS: [(Fault, &str); 7] = [
    (Fault::MergeWithoutRepeaters, "x1 x2; -x1 -x2"),
    (Fault::TestWithTwoLiberties, "x1; -x1; x2"),
    (Fault::TestWithoutSpare, "x"),
    (Fault::WhiteChoiceWithoutThreat, "x"),
    (Fault::BlackChoiceWithoutThreats, "x1; -x2"),
    (Fault::CrossingWithTwoRepeaters, "x0 x2; x1; -x0; -x2"),
    (Fault::CrossingWithoutGuard, "x0 x2; x1; -x0"),
];

#[test]
fn every_fault_makes_some_board_wrong() {
    for (fault, text) in FAULTS {
        let formula = Formula::parse(text).unwrap();
        assert!(verified(&formula, Options::default(), Width::Full).agrees, "{text} is right without a fault");
        let found = verified(&formula, Options { fault: Some(fault), ..Options::default() }, Width::Full);
        assert!(!found.agrees && found.value != Value::Unknown, "{fault:?} is not seen by {text}: {found:?}");
    }
}

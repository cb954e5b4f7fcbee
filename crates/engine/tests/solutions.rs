//! Solved positions have their known values.

use quadrille_engine::solve::{SolveOrder, Worth};
use quadrille_engine::{Stop, registry};

/// Van der Werf, Van den Herik and Uiterwijk, *Solving Go on small boards*, 2003, under area scoring and superko. 2x3 is
/// the test of the past: with values that hold "whatever the path was", White comes out two points ahead.
#[test]
fn tiny_go_boards_have_their_published_values() {
    for (size, margin) in [("1x3", 3.0), ("1x4", 4.0), ("1x5", 0.0), ("1x6", 1.0), ("2", 1.0), ("2x3", 0.0)] {
        let session = registry::open("go", &format!("{size} komi=0"), None).expect("a board");
        let order = SolveOrder { memory_mib: Some(8), ..SolveOrder::default() };
        let solution = session.solve(&order, &Stop::new(), &mut |_| {}).expect("a value");
        assert_eq!(solution.value, Worth::Margin(margin), "{size}");
    }
}

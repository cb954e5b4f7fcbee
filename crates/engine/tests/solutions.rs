//! Solved positions have their known values.

use quadrille_engine::solve::{SolveOrder, Winner, Worth};
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

/// With few men the answer is a table's; with more, or where the fifty-move rule comes first, it is proved.
#[test]
fn chess_endgames_come_from_a_table() {
    let solve = |fen: &str| {
        let session = registry::open("chess", "", Some(fen)).expect("a position");
        let order = SolveOrder { memory_mib: Some(8), ..SolveOrder::default() };
        session.solve(&order, &Stop::new(), &mut |_| {}).expect("a value")
    };
    let won = solve("8/8/8/8/8/2k5/8/KR6 w - - 0 1");
    assert_eq!((won.value, won.method), (Worth::Result(Winner::First), "endgame table"));
    assert_eq!((won.distance, won.pv.len()), (Some(27), 27));
    assert_eq!(won.best.as_deref(), won.pv.first().map(String::as_str));
    let lost = solve("8/8/8/8/8/8/4k3/q5K1 w - - 0 1");
    assert_eq!((lost.value, lost.distance), (Worth::Result(Winner::Second), Some(lost.pv.len() as u32)));
    let drawn = solve("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    assert_eq!((drawn.value, drawn.distance, drawn.pv.len()), (Worth::Result(Winner::Draw), None, 1));
    // Mate takes 27 plies, the draw comes after ten.
    let late = solve("8/8/8/8/8/2k5/8/KR6 w - - 90 80");
    assert_eq!((late.value, late.method), (Worth::Result(Winner::Draw), "proof-number search"));
    let mate = solve("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    assert_eq!((mate.best.as_deref(), mate.method), (Some("a1a8"), "proof-number search"));
}

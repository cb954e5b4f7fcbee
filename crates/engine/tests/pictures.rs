//! Drawings of traces and lines.

use quadrille_engine::trace::{DRAWN, Trace, TraceOrder, dot, svg, trace_tree};
use quadrille_engine::{Limits, registry, strip::strip};

/// The colour of a square that a piece has just left.
const LEFT: &str = "#f3d36b";

fn traced(tree: &str, player: &str) -> Trace {
    let order = TraceOrder { player: player.parse().unwrap(), limits: Limits::depth(9), most: 10_000 };
    trace_tree(tree, &order).unwrap()
}

#[test]
fn a_drawing_has_every_node_and_every_cut() {
    let trace = traced("((+3+12+8)(+2+4+6)(+14+5+2))", "bare");
    let picture = svg(&trace);
    assert_eq!(picture.matches("<rect").count(), 11);
    assert!(picture.contains("✂ 2") && picture.contains("[−∞, ∞]"), "{picture}");
    assert_eq!(dot(&trace).matches(" -> n").count(), 10);
}

#[test]
fn large_trees_are_drawn_in_part() {
    let leaves = "+1-1+2-2".repeat(10);
    let tree = format!("({})", format!("({leaves})").repeat(30));
    let trace = traced(&tree, "minimax");
    assert_eq!(trace.node_count(), 1 + 30 + 30 * 40);
    let picture = svg(&trace);
    let drawn = picture.matches("<rect").count();
    assert!(drawn <= DRAWN && drawn > DRAWN / 2, "{drawn}");
    assert!(picture.contains("+40"));
}

#[test]
fn nodes_are_found_by_their_moves() {
    let trace = traced("((+3+12+8)(+2+4+6)(+14+5+2))", "minimax");
    let node = trace.find(&["b", "c"]).unwrap();
    assert_eq!((trace.path(node), trace.value_for_root(node)), (vec!["b", "c"], 600));
    assert_eq!(trace.find(&["d"]), None);
}

#[test]
fn a_line_is_a_board_for_each_move_and_the_start() {
    let session = registry::open("breakthrough", "5x4", None).unwrap();
    let svg = strip(session.as_ref(), &["b2b3".to_owned(), "a4xb3".to_owned()]).unwrap();
    assert_eq!(svg.matches("<text").count(), 3);
    assert_eq!(svg.matches("<circle").count(), 16 + 16 + 15);
    assert_eq!(svg.matches(LEFT).count(), 2);
    assert!(svg.contains("2. a4xb3"));
    assert!(strip(session.as_ref(), &["b2b5".to_owned()]).is_err());
}

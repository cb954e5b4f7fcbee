//! Draws the tree of a trace: SVG to view, DOT for Graphviz.
//!
//! A trace may have a million nodes, too many to read: the drawing has at most [`DRAWN`], level by level from the last
//! root, and shows how many are omitted below each node.

use super::{Kind, REASONS, Trace};
use std::collections::HashMap;
use std::fmt::Write;

/// The most nodes in a drawing.
pub const DRAWN: usize = 500;

/// The size of a node: width, height, and the gap below it.
const SIZE: (f64, f64, f64) = (86.0, 38.0, 34.0);

/// A node of the drawing.
struct Drawn {
    node: usize,
    /// Index of its parent in the drawing.
    parent: Option<usize>,
    x: f64,
    y: f64,
    /// Nodes below it that are not drawn.
    hidden: usize,
}

/// The visits and mean of every node of a tree search at its end.
fn tallies(trace: &Trace) -> HashMap<i32, (i32, f32)> {
    let backups = (0..trace.event_count()).filter(|&at| super::EVENTS[trace.event(at, "kind") as usize] == "backup");
    backups
        .map(|at| (trace.event(at, "node"), (trace.event(at, "b"), f32::from_bits(trace.event(at, "c") as u32))))
        .collect()
}

/// The nodes to draw, level by level.
fn choose(trace: &Trace) -> Vec<Drawn> {
    let mut children: HashMap<i32, Vec<usize>> = HashMap::new();
    let count = trace.node_count();
    for node in 0..count {
        children.entry(trace.node(node, "parent")).or_default().push(node);
    }
    let Some(&root) = children.get(&-1).and_then(|roots| roots.last()) else { return Vec::new() };
    let mut sizes = vec![1_usize; count];
    for node in (0..count).rev() {
        if let Ok(parent) = usize::try_from(trace.node(node, "parent")) {
            sizes[parent] += sizes[node];
        }
    }
    let mut drawn = vec![Drawn { node: root, parent: None, x: 0.0, y: 0.0, hidden: 0 }];
    let mut next = 0;
    while next < drawn.len() {
        let below = children.get(&(drawn[next].node as i32)).map_or(&[][..], Vec::as_slice);
        if drawn.len() + below.len() <= DRAWN {
            drawn.extend(below.iter().map(|&node| Drawn { node, parent: Some(next), x: 0.0, y: 0.0, hidden: 0 }));
        } else {
            drawn[next].hidden = below.iter().map(|&child| sizes[child]).sum();
        }
        next += 1;
    }
    place(&mut drawn, trace);
    drawn
}

/// Leaves side by side, every other node over the middle of its children.
fn place(drawn: &mut [Drawn], trace: &Trace) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); drawn.len()];
    for (i, node) in drawn.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(i);
        }
    }
    let mut column = 0.0;
    let mut stack = vec![(0, false)];
    while let Some((at, placed)) = stack.pop() {
        if children[at].is_empty() {
            drawn[at].x = column;
            column += 1.0;
        } else if placed {
            let ends = (drawn[children[at][0]].x, drawn[children[at][children[at].len() - 1]].x);
            drawn[at].x = (ends.0 + ends.1) / 2.0;
        } else {
            stack.push((at, true));
            stack.extend(children[at].iter().rev().map(|&child| (child, false)));
        }
        drawn[at].y = f64::from(trace.node(drawn[at].node, "ply"));
    }
}

/// A score in units of the game.
fn units(raw: i32) -> String {
    match raw {
        32_001.. => "∞".to_owned(),
        ..=-32_001 => "−∞".to_owned(),
        raw => format!("{}", f64::from(raw) / 100.0).replace('-', "−"),
    }
}

/// The two lines of text in a node, and its tooltip.
fn texts(trace: &Trace, drawn: &Drawn, tallies: &HashMap<i32, (i32, f32)>) -> [String; 2] {
    let node = drawn.node;
    let step = trace.step(node);
    if trace.kind == Kind::Tree {
        let (visits, mean) = tallies.get(&(node as i32)).copied().unwrap_or_default();
        let tally = if node == 0 { trace.found.playouts.to_string() } else { format!("{visits} · {mean:.2}") };
        return [step.to_owned(), tally];
    }
    // From the root player's view: people read minimax, not negamax.
    let value = if trace.node(node, "leave") < 0 { "?".to_owned() } else { units(trace.value_for_root(node)) };
    let (alpha, beta) = (trace.node(node, "alpha"), trace.node(node, "beta"));
    let same = trace.node(node, "mover") == trace.node(0, "mover");
    let (low, high) = if same { (alpha, beta) } else { (-beta, -alpha) };
    let window = format!("[{}, {}]", units(low), units(high));
    [format!("{step} {value}"), window]
}

/// Moves of a node that were not searched.
fn unseen(trace: &Trace, node: usize) -> i32 {
    if REASONS[trace.node(node, "reason") as usize] == "cut" { trace.node(node, "y") } else { 0 }
}

/// The label for omitted nodes below a node.
fn below(trace: &Trace, drawn: &Drawn) -> Option<String> {
    match (drawn.hidden, unseen(trace, drawn.node)) {
        (0, 0) => None,
        (0, left) => Some(format!("✂ {left}")),
        (hidden, _) => Some(format!("+{hidden}")),
    }
}

/// The tree as SVG.
#[must_use]
pub fn svg(trace: &Trace) -> String {
    let (nodes, tallies) = (choose(trace), tallies(trace));
    let (width, height, gap) = SIZE;
    let across = nodes.iter().map(|node| node.x).fold(0.0, f64::max) + 1.0;
    let down = nodes.iter().map(|node| node.y).fold(0.0, f64::max) + 1.0;
    let (w, h) = (across * (width + 8.0) + 8.0, down * (height + gap) + 8.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {h:.0}\" font-family=\"sans-serif\" \
         font-size=\"12\" text-anchor=\"middle\">\n"
    );
    let centre = |node: &Drawn| (8.0 + node.x * (width + 8.0) + width / 2.0, 8.0 + node.y * (height + gap));
    for node in &nodes {
        let (x, y) = centre(node);
        if let Some(parent) = node.parent {
            let (px, py) = centre(&nodes[parent]);
            let top = py + height;
            let _ = writeln!(out, "<path d=\"M{px:.1} {top:.1}L{x:.1} {y:.1}\" fill=\"none\" stroke=\"#888\"/>");
        }
        let cut = unseen(trace, node.node) > 0;
        let (fill, stroke) = if cut { ("#fde8df", "#b3390a") } else { ("#ffffff", "#444444") };
        let left = x - width / 2.0;
        let _ = writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{fill}\" stroke=\"{stroke}\"/>"
        );
        for (line, text) in texts(trace, node, &tallies).iter().enumerate() {
            let baseline = y + 16.0 + 15.0 * line as f64;
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{baseline:.1}\">{}</text>", escaped(text));
        }
        if let Some(text) = below(trace, node) {
            let baseline = y + height + 15.0;
            let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{baseline:.1}\" fill=\"#777777\">{text}</text>");
        }
    }
    out + "</svg>\n"
}

/// The tree in the language of Graphviz.
#[must_use]
pub fn dot(trace: &Trace) -> String {
    let (nodes, tallies) = (choose(trace), tallies(trace));
    let mut out = String::from("digraph search {\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (i, node) in nodes.iter().enumerate() {
        let [first, second] = texts(trace, node, &tallies);
        let label = format!("{first}\\n{second}").replace('"', "\\\"");
        let colour = if unseen(trace, node.node) > 0 { ", color=\"#b3390a\"" } else { "" };
        let _ = writeln!(out, "  n{i} [label=\"{label}\"{colour}];");
        if let Some(parent) = node.parent {
            let _ = writeln!(out, "  n{parent} -> n{i};");
        }
        if let Some(text) = below(trace, node) {
            let _ = writeln!(
                out,
                "  m{i} [label=\"{text}\", shape=plaintext, fontcolor=gray];\n  n{i} -> m{i} [style=dotted];"
            );
        }
    }
    out + "}\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

//! The k smallest of n distances by three algorithms and by the standard library's, with counted comparisons and CPU
//! time: `selection [N]`.

use quadrille_core::Rng;
use quadrille_patterns::neighbours::smallest::{Selection, by_heap, by_rounds, by_tournament};
use std::cell::Cell;
use std::time::Instant;

type Algorithm = fn(&[u32], usize) -> Selection;

/// The standard library's selection, made to count, and its k smallest sorted.
fn by_library(items: &[u32], k: usize) -> Selection {
    let count = Cell::new(0);
    let mut order: Vec<usize> = (0..items.len()).collect();
    let compare = |a: &usize, b: &usize| {
        count.set(count.get() + 1);
        (items[*a], *a).cmp(&(items[*b], *b))
    };
    if k < order.len() {
        order.select_nth_unstable_by(k, compare);
        order.truncate(k);
    }
    order.sort_unstable_by(compare);
    (order, count.get())
}

fn main() {
    let n = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1 << 20);
    let mut rng = Rng::new(1);
    let items: Vec<u32> = (0..n).map(|_| rng.below(200)).collect();
    println!("{n} distances below 200: comparisons, milliseconds");
    for k in [1, 2, 5, 20, 50] {
        let mut line = format!("k = {k:<3}");
        let mut first = None;
        let algorithms: [(&str, Algorithm); 4] = [
            ("rounds", by_rounds),
            ("heap", by_heap),
            ("tournament", by_tournament),
            ("select_nth_unstable", by_library),
        ];
        for (name, select) in algorithms {
            let start = Instant::now();
            let (found, comparisons) = select(&items, k);
            let millis = start.elapsed().as_secs_f64() * 1e3;
            assert_eq!(*first.get_or_insert_with(|| found.clone()), found, "{name}");
            line += &format!("  {name} {comparisons} {millis:.1}");
        }
        println!("{line}");
    }
}

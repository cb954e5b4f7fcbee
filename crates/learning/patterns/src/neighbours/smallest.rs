//! The k smallest of n distances, three ways, each counting its comparisons.
//!
//! | | comparisons | when |
//! |---|---|---|
//! | [`by_rounds`] | about n k | k tiny |
//! | [`by_heap`] | at most about n log2 k | the usual choice: one pass, k kept |
//! | [`by_tournament`] | n - 1, then at most log2 n - 1 for each further one | comparisons are dear |
//!
//! All return the indices of the smallest in rising order of distance; equal distances are told apart by the index.
//!
//! ```
//! use quadrille_patterns::neighbours::smallest::{by_heap, by_rounds, by_tournament};
//! let distances = [5, 1, 4, 1];
//! assert_eq!(by_heap(&distances, 2).0, [1, 3]);
//! assert_eq!(by_tournament(&distances, 2), (vec![1, 3], 4));
//! assert_eq!(by_rounds(&distances, 2).1, 5);
//! ```

/// Compares and counts.
struct Scale<'a, T> {
    items: &'a [T],
    count: u64,
}

impl<T: PartialOrd> Scale<'_, T> {
    /// Whether item `a` comes before item `b`.
    fn before(&mut self, a: usize, b: usize) -> bool {
        self.count += 1;
        self.items[a] < self.items[b] || (self.items[a] == self.items[b] && a < b)
    }
}

/// Indices, and the number of comparisons of items that finding them took.
pub type Selection = (Vec<usize>, u64);

/// In each of k rounds the smallest of the rest is found and put behind those already found: O(nk).
pub fn by_rounds<T: PartialOrd>(items: &[T], k: usize) -> Selection {
    let mut scale = Scale { items, count: 0 };
    let mut order: Vec<usize> = (0..items.len()).collect();
    let k = k.min(items.len());
    for round in 0..k {
        // order[..round] holds the `round` smallest in rising order, order[round..] all others.
        let mut smallest = round;
        for at in round + 1..order.len() {
            if scale.before(order[at], order[smallest]) {
                smallest = at;
            }
        }
        order.swap(round, smallest);
    }
    order.truncate(k);
    (order, scale.count)
}

/// A heap with the largest of the k smallest so far on top: O(n log k).
pub fn by_heap<T: PartialOrd>(items: &[T], k: usize) -> Selection {
    let mut scale = Scale { items, count: 0 };
    let k = k.min(items.len());
    let mut heap: Vec<usize> = (0..k).collect();
    for root in (0..k / 2).rev() {
        sink(&mut scale, &mut heap, root);
    }
    for item in k..items.len() {
        if k > 0 && scale.before(item, heap[0]) {
            heap[0] = item;
            sink(&mut scale, &mut heap, 0);
        }
    }
    let mut sorted = vec![0; k];
    for place in (0..k).rev() {
        sorted[place] = heap.swap_remove(0);
        sink(&mut scale, &mut heap, 0);
    }
    (sorted, scale.count)
}

/// Lets the item at a place of the heap sink below those that come after it.
fn sink<T: PartialOrd>(scale: &mut Scale<'_, T>, heap: &mut [usize], mut place: usize) {
    loop {
        let (left, right) = (2 * place + 1, 2 * place + 2);
        if left >= heap.len() {
            return;
        }
        let child = if right < heap.len() && scale.before(heap[left], heap[right]) { right } else { left };
        if scale.before(heap[child], heap[place]) {
            return;
        }
        heap.swap(place, child);
        place = child;
    }
}

/// A knock-out tournament: the second smallest lost only against the smallest, so it is among the few it met. For n a
/// power of two the two smallest take n + log2 n - 2 comparisons, and no method that compares can do with fewer.
pub fn by_tournament<T: PartialOrd>(items: &[T], k: usize) -> Selection {
    let mut scale = Scale { items, count: 0 };
    let k = k.min(items.len());
    let width = items.len().next_power_of_two();
    // Node i has the children 2i and 2i + 1; the leaves start at `width`; a walkover costs no comparison.
    let mut winners: Vec<Option<usize>> = vec![None; 2 * width];
    for item in 0..items.len() {
        winners[width + item] = Some(item);
    }
    for node in (1..width).rev() {
        winners[node] = play(&mut scale, &winners, node);
    }
    let mut found = Vec::with_capacity(k);
    while found.len() < k {
        let Some(winner) = winners[1] else { break };
        found.push(winner);
        if found.len() == k {
            break;
        }
        let mut node = width + winner;
        winners[node] = None;
        while node > 1 {
            node /= 2;
            winners[node] = play(&mut scale, &winners, node);
        }
    }
    (found, scale.count)
}

fn play<T: PartialOrd>(scale: &mut Scale<'_, T>, winners: &[Option<usize>], node: usize) -> Option<usize> {
    match (winners[2 * node], winners[2 * node + 1]) {
        (Some(left), Some(right)) => Some(if scale.before(right, left) { right } else { left }),
        (only, None) | (None, only) => only,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn all_agree_with_sorting() {
        let mut rng = Rng::new(7);
        for n in [0, 1, 2, 3, 7, 64, 100, 257] {
            for k in [0, 1, 2, 5, 300] {
                let items: Vec<u32> = (0..n).map(|_| rng.below(50)).collect();
                let mut sorted: Vec<usize> = (0..items.len()).collect();
                sorted.sort_by_key(|&item| (items[item], item));
                sorted.truncate(k);
                assert_eq!(by_rounds(&items, k).0, sorted);
                assert_eq!(by_heap(&items, k).0, sorted);
                assert_eq!(by_tournament(&items, k).0, sorted);
            }
        }
    }

    #[test]
    fn comparisons_stay_within_their_bounds() {
        let mut rng = Rng::new(8);
        for log in 1..=12_u64 {
            let n = 1_u64 << log;
            let mut items: Vec<u64> = (0..n).collect();
            rng.shuffle(&mut items);
            assert_eq!(by_tournament(&items, 2).1, n + log - 2);
            assert!((1..=n.min(20)).all(|k| by_tournament(&items, k as usize).1 <= n - 1 + (k - 1) * (log - 1)));
            let rounds: u64 = (0..2.min(n)).map(|round| n - 1 - round).sum();
            assert_eq!(by_rounds(&items, 2).1, rounds);
            let k = 8.min(n);
            assert!(by_heap(&items, k as usize).1 <= n + 2 * (n + k) * (k.ilog2() as u64 + 1));
        }
    }
}

//! Truncated keys: how often different positions collide, and how evenly tables are filled.
//!
//! Among n different positions with random keys of b bits, n (n - 1) / 2 / 2^b pairs are expected to collide. The evenness
//! of a table of 2^16 slots is measured by chi-square over its degrees of freedom, which is 1 for random keys.

use super::laboratory::{Findings, Laboratory};
use crate::plot::{Axis, Panel, Plot, Point, Scale, Series};
use crate::table::{Cell, Table};
use quadrille_core::{Refusal, Rng};
use quadrille_engine::registry;
use quadrille_support::checksum;
use std::collections::HashSet;

/// Games, rules, and how many words of a position's text identify it: in chess the counters that follow are not part of
/// the key.
const FIELDS: [(&str, &str, usize); 4] =
    [("breakthrough", "8x8", usize::MAX), ("chess", "", 4), ("othello", "", usize::MAX), ("go", "9", usize::MAX)];
const BITS: [u32; 6] = [20, 24, 28, 32, 40, 64];
const SLOT_BITS: u32 = 16;
/// Random games stop here: the end of a game adds few new positions.
const LONGEST_GAME: usize = 120;

pub(super) fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Refusal> {
    let wanted = laboratory.choose(30_000, 1_000_000);
    let mut collisions = Table::new(
        format!("Pairs of {wanted} different positions whose keys share the lowest bits"),
        &["game", "bits", "pairs found", "pairs expected", "found / expected"],
    );
    let mut evenness = Table::new(
        format!("Evenness of a table of 2^{SLOT_BITS} slots: chi-square / degrees of freedom (1 for random keys)"),
        &["game", "by the lowest bits", "by the highest bits", "95 % of random keys lie below"],
    );
    let mut series = Vec::new();
    for (game, rules, told) in FIELDS {
        let keys = keys(laboratory, (game, rules, told), wanted)?;
        let mut points = Vec::new();
        for (index, bits) in BITS.into_iter().enumerate() {
            let found = pairs(keys.iter().map(|key| key & (u64::MAX >> (64 - bits))));
            let expected = keys.len() as f64 * (keys.len() as f64 - 1.0) / 2.0 / 2.0_f64.powi(bits as i32);
            // The number of colliding pairs is close to Poisson's distribution.
            let error = 1.96 * expected.sqrt();
            let (low, high) = ((found as f64 - error).max(0.0) / expected, (found as f64 + error) / expected);
            let ratio = found as f64 / expected;
            let shown = if expected >= 1.0 {
                points.push(Point { x: index as f64, y: ratio, low, high });
                Cell::Interval { value: ratio, low, high, decimals: 2 }
            } else {
                Cell::text("-")
            };
            collisions.add(vec![
                Cell::text(game),
                Cell::Number(bits.into(), 0),
                Cell::Number(found as f64, 0),
                Cell::Number(expected, if expected < 10.0 { 4 } else { 0 }),
                shown,
            ]);
        }
        series.push(Series { name: game.to_owned(), points });
        let freedom = f64::from((1_u32 << SLOT_BITS) - 1);
        evenness.add(vec![
            Cell::text(game),
            Cell::Number(chi_square(keys.iter().map(|key| key & ((1 << SLOT_BITS) - 1))) / freedom, 4),
            Cell::Number(chi_square(keys.iter().map(|key| key >> (64 - SLOT_BITS))) / freedom, 4),
            Cell::Number(1.0 + 1.645 * (2.0 / freedom).sqrt(), 4),
        ]);
    }
    let panel = Panel {
        title: format!("{wanted} positions of each game"),
        x: Axis::new("bits of the key", Scale::Names(BITS.map(|bits| bits.to_string()).to_vec())),
        y: Axis::new("colliding pairs, found / expected", Scale::Linear),
        reference: Some(1.0),
        series,
    };
    let plot = Plot { title: "Collisions of Zobrist keys".to_owned(), panels: vec![panel] };
    let remark = "Positions come from random games; two are different when their texts are (chess: without the move counters). Ratios are shown where at least one pair is expected.";
    Ok(Findings { tables: vec![collisions, evenness], plot, remarks: vec![remark.to_owned()] })
}

/// The keys of this many distinct positions.
fn keys(
    laboratory: &mut Laboratory<'_>,
    (game, rules, told): (&str, &str, usize),
    wanted: usize,
) -> Result<Vec<u64>, Refusal> {
    let (mut seen, mut keys) = (HashSet::new(), Vec::with_capacity(wanted));
    for number in 0.. {
        let mut rng = Rng::stream(laboratory.seed, number);
        let mut session = registry::open(game, rules, None)?;
        for _ in 0..LONGEST_GAME {
            let Some(m) = rng.pick(&session.legal_moves()).map(|m| m.text.clone()) else { break };
            session.play(&m)?;
            if seen.insert(checksum::of(words_of(&session.position(), told).as_bytes())) {
                keys.push(session.key());
            }
            if keys.len() == wanted {
                return Ok(keys);
            }
        }
        (laboratory.tell)(&format!("{game}: {} of {wanted} positions", keys.len()));
    }
    Ok(keys)
}

/// The first words of a text.
fn words_of(text: &str, most: usize) -> String {
    text.split_whitespace().take(most).collect::<Vec<_>>().join(" ")
}

/// Pairs of equal numbers.
fn pairs(numbers: impl Iterator<Item = u64>) -> u64 {
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    numbers.chunk_by(|a, b| a == b).map(|equal| equal.len() as u64 * (equal.len() as u64 - 1) / 2).sum()
}

/// Chi-square of slots that should be filled evenly.
fn chi_square(slots: impl Iterator<Item = u64>) -> f64 {
    let mut counts = vec![0_u32; 1 << SLOT_BITS];
    let mut total = 0.0;
    for slot in slots {
        counts[slot as usize] += 1;
        total += 1.0;
    }
    let expected = total / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_evenness_by_hand() {
        assert_eq!(pairs([5, 1, 5, 5, 2, 1].into_iter()), 3 + 1);
        let even = chi_square((0..1 << SLOT_BITS).flat_map(|slot| [slot, slot]));
        assert!(even.abs() < 1e-9);
        let all_in_one = chi_square([7; 4].into_iter());
        let slots = f64::from(1 << SLOT_BITS);
        assert!((all_in_one - (4.0 * slots - 4.0)).abs() < 1e-3, "{all_in_one}");
    }
}

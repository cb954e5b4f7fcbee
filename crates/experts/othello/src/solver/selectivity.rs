//! The error model of shallow searches, for the selective levels.
//!
//! The standard deviation of (deep value - shallow value) was measured on positions of real games and fitted; see
//! `docs/othello.md` for the command.

/// The levels' margins in hundredths of a standard deviation, from the most selective to the least: about 73, 87, 95,
/// 98 and 99 percent.
const CONFIDENCE: [i32; 5] = [110, 150, 200, 260, 330];

const PERCENT: [u32; 5] = [73, 87, 95, 98, 99];

/// The confidence of a level in percent; 100 above the selective levels.
pub(crate) fn percent(level: u8) -> u32 {
    PERCENT.get(level as usize).copied().unwrap_or(100)
}

/// Searches of fewer plies are not cut.
pub(super) const LEAST_DEPTH: u32 = 3;
/// Shallow searches may themselves cut by shallower ones, this many levels deep.
pub(super) const MOST_NESTED: u32 = 2;

/// How deep the shallow search of a deep one goes: about half, of the same parity.
pub(super) const fn shallow_depth(depth: u32) -> u32 {
    2 * (depth / 4) + depth % 2
}

/// The margin by which a shallow search must exceed the window, in discs.
pub(super) fn margin(level: u8, empties: u32, depth: u32, shallow: u32) -> i32 {
    let deviation = deviation(empties, depth, shallow);
    (f64::from(CONFIDENCE[level as usize]) / 100.0 * deviation).round() as i32
}

/// The standard deviation in discs of the difference between a search of `depth` plies and one of `shallow`: linear in all
/// three, which is 0.57 discs off the measured table on average (depths up to 8; beyond that it is an extrapolation).
fn deviation(empties: u32, depth: u32, shallow: u32) -> f64 {
    let (empties, depth, shallow) = (f64::from(empties), f64::from(depth), f64::from(shallow));
    (FIT.0 + FIT.1 * empties + FIT.2 * depth + FIT.3 * shallow).max(LEAST_DEVIATION)
}

/// Constant, and the change with each empty square, ply of the deep and ply of the shallow search.
const FIT: (f64, f64, f64, f64) = (6.0142, -0.0898, 0.3043, -0.5623);
const LEAST_DEVIATION: f64 = 1.0;

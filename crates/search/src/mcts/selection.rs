//! Selection: which move of a record the next simulation tries.
//!
//! Each rule computes a score from the statistics of an edge; the largest is taken. With the solver, proven losses are
//! skipped and a proven win is taken at once.

use super::edges::{BLOCK, Proof};
use super::options::{Options, Rule};
use super::tally::Count;
use super::tree::{CodeTable, Record};
use quadrille_core::{Game, Player};

/// The inputs of a rule beside the record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    pub(super) mover: Player,
    /// How often the record's position was visited.
    pub(super) visits: u32,
    /// The mean result of the position for the mover, from its parent's statistics.
    pub(super) expected: f32,
    /// AMAF statistics of the nearest ancestor with enough playouts (GRAVE).
    pub(super) reference: Option<&'a CodeTable>,
    /// Whether priors come from a judge: moves with prior 0 are not tried.
    pub(super) judged: bool,
}

/// The moves to choose from: all but those the history forbids and, with the solver, proven losses.
#[derive(Clone, Copy, Debug)]
struct Pool<'a> {
    excluded: &'a [usize],
    solver: bool,
}

/// A score above all others, for moves that must be tried first.
const FIRST: f32 = 1e9;

/// The edge to follow, unless every move is proven lost or excluded. Not inlined: the loop needs all registers.
#[inline(never)]
pub(super) fn select<G: Game>(
    options: &Options,
    record: &Record<G>,
    setting: Setting<'_>,
    excluded: &[usize],
) -> Option<usize> {
    by_rule(options, record, setting, Largest(Pool { excluded, solver: options.solver }))
}

/// The score of every edge, for traces; none for moves that must be tried first.
pub(super) fn scores<G: Game>(options: &Options, record: &Record<G>, setting: Setting<'_>) -> Vec<Option<f32>> {
    by_rule(options, record, setting, All).unwrap_or_default()
}

/// A visitor of the scores of all edges.
trait Use {
    type Made;
    fn of<G: Game>(self, record: &Record<G>, score: impl Fn(usize, Count) -> f32) -> Option<Self::Made>;
}

/// Finds the edge with the largest score.
struct Largest<'a>(Pool<'a>);

impl Use for Largest<'_> {
    type Made = usize;

    #[inline]
    fn of<G: Game>(self, record: &Record<G>, score: impl Fn(usize, Count) -> f32) -> Option<usize> {
        best(record, self.0, score)
    }
}

/// All of them.
struct All;

impl Use for All {
    type Made = Vec<Option<f32>>;

    fn of<G: Game>(self, record: &Record<G>, score: impl Fn(usize, Count) -> f32) -> Option<Vec<Option<f32>>> {
        let number = |i| Some(score(i, record.edges.at(i).count())).filter(|&score| score < FIRST / 2.0);
        Some((0..record.edges.len()).map(number).collect())
    }
}

/// The formula of each rule, shared by selection and traces.
#[inline]
fn by_rule<G: Game, U: Use>(
    options: &Options,
    record: &Record<G>,
    setting: Setting<'_>,
    purpose: U,
) -> Option<U::Made> {
    let visits = setting.visits;
    match options.rule {
        Rule::Uct if options.minimax_weight == 0.0 => {
            let root = options.exploration * ((visits.max(1) as f32).ln()).sqrt();
            purpose.of(record, |_, count| uct(count, root))
        }
        Rule::Uct => {
            let root = options.exploration * ((visits.max(1) as f32).ln()).sqrt();
            let weight = options.minimax_weight;
            purpose.of(record, |i, count| blend(uct(count, root), count, record.edges.at(i).minimax(), weight))
        }
        Rule::Uniform | Rule::Halving => purpose.of(record, |_, count| -(count.visits as f32)),
        Rule::Puct => {
            let root = options.exploration * (visits.max(1) as f32).sqrt();
            let untried = setting.expected - options.first_play_reduction;
            let weight = options.minimax_weight;
            purpose.of(record, |i, count| {
                let prior = record.edges.prior(i);
                if setting.judged && prior == 0.0 {
                    return f32::NEG_INFINITY;
                }
                let score = puct(count, prior, root, untried);
                if weight == 0.0 { score } else { blend(score, count, record.edges.at(i).minimax(), weight) }
            })
        }
        Rule::Prior => {
            let likeliest = record.edges.iter().map(|edge| edge.prior).fold(f32::MIN_POSITIVE, f32::max);
            purpose.of(record, |i, count| prior(count, record.edges.prior(i) / likeliest))
        }
        Rule::Amaf | Rule::Rave | Rule::Grave => by_amaf(options, record, setting, purpose),
    }
}

fn by_amaf<G: Game, U: Use>(
    options: &Options,
    record: &Record<G>,
    setting: Setting<'_>,
    purpose: U,
) -> Option<U::Made> {
    let amaf = record.amaf.as_ref()?;
    let root = options.exploration * ((setting.visits.max(1) as f32).ln()).sqrt();
    let bonus = |count: Count| root / (count.visits.max(1) as f32).sqrt();
    match options.rule {
        Rule::Amaf => purpose.of(record, |i, count| {
            let anywhere = amaf.tallies[i].count();
            anywhere.mean().map_or(FIRST, |mean| mean + bonus(count))
        }),
        Rule::Grave => purpose.of(record, |i, count| {
            let anywhere = match setting.reference {
                Some(table) => table.of(setting.mover, u32::from(amaf.codes[i])).count(),
                None => amaf.tallies[i].count(),
            };
            mixed(count, anywhere, grave_weight(count, anywhere, options.grave_bias)) + bonus(count)
        }),
        _ => purpose.of(record, |i, count| {
            let anywhere = amaf.tallies[i].count();
            mixed(count, anywhere, rave_weight(count, options.rave_equivalence)) + bonus(count)
        }),
    }
}

/// The edge with the largest score; the first of equals.
#[inline]
fn best<G: Game>(record: &Record<G>, pool: Pool<'_>, score: impl Fn(usize, Count) -> f32) -> Option<usize> {
    let mut best = (f32::NEG_INFINITY, None);
    let mut consider = |i: usize, count: Count| {
        if pool.excluded.is_empty() || !pool.excluded.contains(&i) {
            let score = score(i, count);
            if score > best.0 {
                best = (score, Some(i));
            }
        }
    };
    let all = record.edges.len();
    for (first, block) in record.edges.blocks() {
        let Some(block) = block else {
            (first..(first + BLOCK).min(all)).for_each(|i| consider(i, Count::NONE));
            continue;
        };
        for (i, stats) in (first..all).zip(block) {
            match stats.proof() {
                Proof::Win if pool.solver => return Some(i),
                Proof::Loss if pool.solver => {}
                _ => consider(i, stats.tally.count()),
            }
        }
    }
    best.1
}

/// Mean plus `c · sqrt(ln N / n)`; untried moves come first.
#[inline]
fn uct(count: Count, root: f32) -> f32 {
    if count.visits == 0 {
        return FIRST;
    }
    let inverse = 1.0 / count.visits as f32;
    count.sum() * inverse + root * inverse.sqrt()
}

/// Mean plus `c · prior · sqrt(N) / (1 + n)`; untried moves are assumed to be a little worse than their parent
/// (first-play urgency).
#[inline]
fn puct(count: Count, prior: f32, root: f32, untried: f32) -> f32 {
    count.mean().unwrap_or(untried) + root * prior / (1 + count.visits) as f32
}

/// `(v + prior) / (n + 1)`, v and prior both from the mover's side, so White's rule is the mirror of Black's. Priors
/// are scaled so that the likeliest move has 1: it is tried first, and the others if it does badly.
#[inline]
fn prior(count: Count, prior: f32) -> f32 {
    (count.sum() + prior) / (count.visits + 1) as f32
}

/// Replaces part of the mean by the minimax value of the evaluation (Lanctot, Winands, Pepels and Sturtevant, *Monte Carlo
/// tree search with heuristic evaluations using implicit minimax backups*, 2014).
#[inline]
fn blend(score: f32, count: Count, minimax: f32, weight: f32) -> f32 {
    score + weight * (minimax - count.mean().unwrap_or(minimax))
}

/// The weight of the AMAF mean in a move's value, for traces.
pub(super) fn amaf_weight(options: &Options, own: Count, anywhere: Count) -> f32 {
    match options.rule {
        Rule::Amaf => 1.0,
        Rule::Rave => rave_weight(own, options.rave_equivalence),
        Rule::Grave => grave_weight(own, anywhere, options.grave_bias),
        _ => 0.0,
    }
}

/// The move's own mean and its AMAF mean, the latter weighted by `weight`.
#[inline]
fn mixed(own: Count, anywhere: Count, weight: f32) -> f32 {
    match (own.mean(), anywhere.mean()) {
        (Some(own), Some(anywhere)) => own + weight * (anywhere - own),
        (Some(own), None) => own,
        (None, Some(anywhere)) => anywhere,
        (None, None) => FIRST,
    }
}

/// `sqrt(k / (3n + k))`: half-way at n = k (Gelly and Silver's hand-selected schedule).
#[inline]
fn rave_weight(own: Count, equivalence: f32) -> f32 {
    (equivalence / (3.0 * own.visits as f32 + equivalence)).sqrt()
}

/// `a / (a + n + bias · a · n)` with a AMAF playouts and n own ones (Cazenave 2015).
#[inline]
fn grave_weight(own: Count, anywhere: Count, bias: f32) -> f32 {
    let (own, anywhere) = (own.visits as f32, anywhere.visits as f32);
    if anywhere == 0.0 { 0.0 } else { anywhere / (anywhere + own + bias * anywhere * own) }
}

#[cfg(test)]
mod tests {
    use super::super::tally::{Tally, WIN};
    use super::*;

    fn count(wins: u32, losses: u32) -> Count {
        let tally = Tally::default();
        (0..wins).for_each(|_| tally.add(WIN, 0, false));
        (0..losses).for_each(|_| tally.add(0, 0, false));
        tally.count()
    }

    fn assert_near(found: f32, expected: f32) {
        assert!((found - expected).abs() < 1e-5, "{found} instead of {expected}");
    }

    #[test]
    fn the_rules_give_the_numbers_of_their_papers() {
        // 3 wins of 4, 20 visits of the parent, c = 0.5: 0.75 + 0.5 sqrt(ln 20 / 4).
        assert_near(uct(count(3, 1), 0.5 * 20_f32.ln().sqrt()), 0.75 + 0.5 * (20_f32.ln() / 4.0).sqrt());
        // The same with a prior of 0.2 and c = 1.5: 0.75 + 1.5 · 0.2 · sqrt(20) / 5.
        assert_near(puct(count(3, 1), 0.2, 1.5 * 20_f32.sqrt(), 0.4), 0.75 + 1.5 * 0.2 * 20_f32.sqrt() / 5.0);
        assert_near(puct(count(0, 0), 0.2, 1.0, 0.4), 0.6);
        // (v + prior) / (n + 1) = (3 + 0.5) / (4 + 1).
        assert_near(prior(count(3, 1), 0.5), 0.7);
    }

    #[test]
    fn amaf_values_fade_as_the_move_itself_is_tried() {
        assert_near(rave_weight(count(0, 0), 100.0), 1.0);
        assert_near(rave_weight(count(50, 50), 100.0), 0.5);
        assert_near(grave_weight(count(5, 5), count(10, 0), 0.0), 0.5);
        assert_near(grave_weight(count(0, 0), count(0, 0), 0.0), 0.0);
        // Own mean 0.25, AMAF mean 1, half and half.
        assert_near(mixed(count(1, 3), count(8, 0), 0.5), 0.625);
        assert_near(mixed(count(0, 0), count(1, 1), 0.9), 0.5);
    }

    #[test]
    fn implicit_minimax_replaces_part_of_the_mean() {
        assert_near(blend(0.9, count(3, 1), 0.25, 0.4), 0.9 + 0.4 * (0.25 - 0.75));
        assert_near(blend(0.9, count(0, 0), 0.25, 0.4), 0.9);
    }
}

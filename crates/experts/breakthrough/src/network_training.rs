//! Training the 6x6 network on the exact table.
//!
//! Positions come from games in which some moves keep the exact value and others are chosen by the evaluation
//! `windows`, and from random deviations; the table gives the winner. Three games of four begin with the strategy's
//! moves, since the network judges what follows them. The network is fitted by Adam (Kingma and Ba
//! 2015) with a logistic loss, in batches shared by all threads, with random mirroring.

use crate::solver::sides::{QuietValues, Sides, State};
use crate::solver::strategy::Strategy;
use crate::solver::table_value;
use quadrille_breakthrough::evaluation::Windows;
use quadrille_breakthrough::evaluation::network::{FIRST, INPUTS, Network, Numbers, SECOND, SQUARES};
use quadrille_breakthrough::{Move, Moves, Position};
use quadrille_core::bits::Bits;
use quadrille_core::{Evaluation, Game, Rng};
use quadrille_support::threads;

/// A position from the mover's view, and whether the mover wins.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    own: u64,
    enemy: u64,
    wins: bool,
}

/// Games that a thread plays at a time.
const GAMES: u64 = 256;

/// At least this many positions with their values.
pub fn samples(
    start: &Position,
    table: &dyn QuietValues,
    strategy: Option<&Strategy>,
    count: usize,
    threads: usize,
) -> Vec<Sample> {
    let mut all: Vec<Sample> = Vec::with_capacity(count + count / 8);
    let mut round = 0;
    while all.len() < count {
        let parts = threads::map(threads, 0..8 * threads, |part| {
            let mut rng = Rng::stream(2026, round << 20 | part as u64);
            let mut data = Vec::new();
            for _ in 0..GAMES {
                let strategy = strategy.filter(|_| rng.below(4) > 0);
                sample_game(start, table, strategy, &mut rng, &mut data);
            }
            data
        });
        parts.into_iter().for_each(|mut part| all.append(&mut part));
        round += 1;
    }
    all
}

/// The sample of a position, unless its next moves decide it.
fn sample(position: &Position, table: &dyn QuietValues) -> Option<Sample> {
    let sides = Sides::of(position);
    if matches!(sides.state(position.geometry()), State::Decided(_)) {
        return None;
    }
    Some(Sample { own: sides.own, enemy: sides.enemy, wins: table_value(position, table)? })
}

fn after(position: &Position, m: Move) -> Position {
    let mut next = *position;
    next.play(m);
    next
}

/// Plays a game and adds half of its positions, and half of the positions after random deviations.
fn sample_game(
    start: &Position,
    table: &dyn QuietValues,
    strategy: Option<&Strategy>,
    rng: &mut Rng,
    data: &mut Vec<Sample>,
) -> Option<()> {
    let mut position = *start;
    // How many of four moves keep the value, and how carefully the others are chosen.
    let exact = if strategy.is_some() { 4 } else { rng.below(5) };
    let care = 1 + rng.below(6);
    while position.outcome().is_none() {
        if let Some(m) = strategy.and_then(|strategy| strategy.advice(&position)) {
            position.play(m);
            continue;
        }
        if rng.below(2) == 0 {
            data.extend(sample(&position, table));
        }
        let mut moves = Moves::new();
        position.legal_moves(&mut moves);
        if rng.below(2) == 0 {
            let beside = after(&position, *rng.pick(&moves)?);
            if beside.outcome().is_none() {
                data.extend(sample(&beside, table));
            }
        }
        let m = choose(&position, &moves, table, (exact, care), rng)?;
        position.play(m);
    }
    Some(())
}

/// The best-looking of a few moves, or the best-looking of those that win.
fn choose(position: &Position, moves: &Moves, table: &dyn QuietValues, how: (u32, u32), rng: &mut Rng) -> Option<Move> {
    let (exact, care) = how;
    let mut list: Vec<(i32, Move)> = moves.iter().map(|&m| (promise(&after(position, m), rng), m)).collect();
    list.sort_by_key(|&(promise, _)| -promise);
    if rng.below(4) < exact {
        let keeps = |m: Move| {
            let next = after(position, m);
            next.outcome().is_some() || table_value(&next, table) == Some(false)
        };
        if let Some(&(_, m)) = list.iter().find(|&&(_, m)| keeps(m)) {
            return Some(m);
        }
    }
    let index = (0..care).map(|_| rng.below(list.len() as u32)).min()?;
    list.get(index as usize).map(|&(_, m)| m)
}

/// The noisy value of a position for the side that moved into it.
fn promise(next: &Position, rng: &mut Rng) -> i32 {
    const NOISE: u32 = 120;
    if next.outcome().is_some() {
        return i32::MAX / 2;
    }
    rng.below(NOISE) as i32 - Windows.evaluate(next).raw()
}

/// The parameters of the network as one vector, for Adam.
#[derive(Clone)]
struct Flat(Vec<f32>);

/// Offsets of the second layer, the output neuron and the end.
const SECOND_AT: usize = (INPUTS + 1) * FIRST;
const LAST_AT: usize = SECOND_AT + (FIRST + 1) * SECOND;
const END: usize = LAST_AT + SECOND + 1;
/// Bounds that keep the rounded network from overflowing.
const MOST: [f32; 3] = [2.4, 7.9, 31.0];
/// Positions of a batch.
const BATCH: usize = 16_384;
/// The highest learning rate.
const RATE: f32 = 2e-3;

impl Flat {
    /// Small random weights.
    fn new(rng: &mut Rng) -> Self {
        let mut numbers = vec![0.0; END];
        let mut fill = |range: std::ops::Range<usize>, size: f32| {
            numbers[range].iter_mut().for_each(|number| *number = (2.0 * rng.unit() as f32 - 1.0) * size);
        };
        fill(0..INPUTS * FIRST, 0.3);
        fill(INPUTS * FIRST..SECOND_AT, 0.3);
        fill(SECOND_AT..SECOND_AT + FIRST * SECOND, 0.12);
        fill(LAST_AT..LAST_AT + SECOND, 0.3);
        Self(numbers)
    }

    fn numbers(&self) -> Numbers {
        Numbers {
            first: self.0[..SECOND_AT].to_vec(),
            second: self.0[SECOND_AT..LAST_AT].to_vec(),
            last: self.0[LAST_AT..].to_vec(),
        }
    }

    /// Adds a sample's gradient; returns its loss and whether the winner was predicted.
    fn learn(&self, inputs: &[usize], wins: bool, gradient: &mut [f32]) -> (f32, bool) {
        let (first, rest) = self.0.split_at(SECOND_AT);
        let (second, last) = rest.split_at(LAST_AT - SECOND_AT);
        let mut sums = [0.0; FIRST];
        sums.copy_from_slice(&first[INPUTS * FIRST..]);
        for &input in inputs {
            add(&mut sums, &first[input * FIRST..], 1.0);
        }
        let outputs = sums.map(|sum| sum.clamp(0.0, 1.0));
        let mut second_sums = [0.0; SECOND];
        second_sums.copy_from_slice(&second[FIRST * SECOND..]);
        for (index, &output) in outputs.iter().enumerate().filter(|(_, output)| **output > 0.0) {
            add(&mut second_sums, &second[index * SECOND..], output);
        }
        let second_outputs = second_sums.map(|sum| sum.clamp(0.0, 1.0));
        let logit = last[SECOND] + second_outputs.iter().zip(last).map(|(a, b)| a * b).sum::<f32>();
        let wanted = f32::from(u8::from(wins));
        let error = 1.0 / (1.0 + (-logit).exp()) - wanted;
        let loss = (1.0 + (-logit.abs()).exp()).ln() + if (logit > 0.0) == wins { 0.0 } else { logit.abs() };

        let (first_gradient, rest) = gradient.split_at_mut(SECOND_AT);
        let (second_gradient, last_gradient) = rest.split_at_mut(LAST_AT - SECOND_AT);
        add(&mut last_gradient[..SECOND], &second_outputs, error);
        last_gradient[SECOND] += error;
        // A clipped output has zero gradient, but a small one just beyond the bounds.
        let mut back = [0.0; SECOND];
        for (index, place) in back.iter_mut().enumerate() {
            *place = error * last[index] * slope(second_sums[index]);
        }
        add(&mut second_gradient[FIRST * SECOND..], &back, 1.0);
        let mut first_back = [0.0; FIRST];
        for index in 0..FIRST {
            let weights = &second[index * SECOND..(index + 1) * SECOND];
            if outputs[index] > 0.0 {
                add(&mut second_gradient[index * SECOND..(index + 1) * SECOND], &back, outputs[index]);
            }
            let slope = slope(sums[index]);
            if slope > 0.0 {
                first_back[index] = slope * dot(weights, &back);
            }
        }
        for &input in inputs.iter().chain(&[INPUTS]) {
            add(&mut first_gradient[input * FIRST..(input + 1) * FIRST], &first_back, 1.0);
        }
        (loss, (logit > 0.0) == wins)
    }
}

/// The derivative of a neuron's output, leaky above one so that no neuron is stuck.
fn slope(sum: f32) -> f32 {
    if sum <= 0.0 {
        0.0
    } else if sum < 1.0 {
        1.0
    } else {
        0.02
    }
}

/// Adds a row times a factor.
fn add(to: &mut [f32], row: &[f32], factor: f32) {
    to.iter_mut().zip(row).for_each(|(place, number)| *place += factor * number);
}

fn dot(left: &[f32], right: &[f32; SECOND]) -> f32 {
    let mut sums = [0.0; 8];
    for (left, right) in left.chunks_exact(8).zip(right.chunks_exact(8)) {
        sums.iter_mut().zip(left.iter().zip(right)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum()
}

/// The inputs of a sample, as it is or mirrored.
fn inputs(sample: &Sample, start: &Position, is_mirrored: bool) -> ([usize; INPUTS], usize) {
    let g = start.geometry();
    let seen = |set: u64| if is_mirrored { g.mirrored(set) } else { set };
    let mut list = [0; INPUTS];
    let mut count = 0;
    for (set, offset) in [(seen(sample.own), 0), (seen(sample.enemy), SQUARES)] {
        for square in Bits(set) {
            list[count] = square as usize + offset;
            count += 1;
        }
    }
    (list, count)
}

/// A progress report: the batch, loss and accuracy on training samples since the last report, and on held-out samples.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// How many batches were learned.
    pub batch: usize,
    /// The mean loss.
    pub loss: f64,
    /// The share of winners named.
    pub right: f64,
    /// The same on held-out samples, with the quantised network.
    pub unseen_right: f64,
}

/// Trains until `progress` (0 to 1) reaches the end.
pub fn learn_network(
    samples: &[Sample],
    start: &Position,
    threads: usize,
    progress: &dyn Fn() -> f32,
    tell: &mut dyn FnMut(Told),
) -> Network {
    const TELL_EVERY: usize = 500;
    let mut rng = Rng::new(6);
    let mut flat = Flat::new(&mut rng);
    let (unseen, lessons) = samples.split_at(samples.len() / 100);
    let (mut means, mut squares) = (vec![0.0_f32; END], vec![0.0_f32; END]);
    let (mut loss, mut right) = (0.0, 0);
    let mut gradients: Vec<Vec<f32>> = vec![vec![0.0; END]; threads];
    for batch in 1.. {
        let done = progress();
        if done >= 1.0 {
            break;
        }
        let share = |(thread, gradient): (usize, &mut Vec<f32>)| {
            let mut rng = Rng::stream(batch as u64, thread as u64);
            gradient.fill(0.0);
            let (mut loss, mut right) = (0.0_f64, 0);
            for _ in 0..BATCH / threads {
                let Some(sample) = rng.pick(lessons) else { break };
                let (list, count) = inputs(sample, start, rng.below(2) == 0);
                let (one, named) = flat.learn(&list[..count], sample.wins, gradient);
                loss += f64::from(one);
                right += usize::from(named);
            }
            (loss, right)
        };
        for part in threads::map(threads, gradients.iter_mut().enumerate(), share) {
            loss += part.0;
            right += part.1;
        }
        let rate = RATE * (0.5 + 0.5 * (std::f32::consts::PI * done).cos()) + 1e-5;
        adam(&mut flat.0, &gradients, (&mut means, &mut squares), batch as i32, rate);
        if batch % TELL_EVERY == 0 {
            let seen = (TELL_EVERY * (BATCH / threads) * threads) as f64;
            let network = Network::rounded(&flat.numbers());
            tell(Told { batch, loss: loss / seen, right: right as f64 / seen, unseen_right: named(&network, unseen) });
            (loss, right) = (0.0, 0);
        }
    }
    Network::rounded(&flat.numbers())
}

/// The accuracy of a network on samples.
fn named(network: &Network, samples: &[Sample]) -> f64 {
    const MOST: usize = 200_000;
    let part = &samples[..samples.len().min(MOST)];
    let right = part.iter().filter(|sample| (network.logit(sample.own, sample.enemy) > 0) == sample.wins).count();
    right as f64 / part.len().max(1) as f64
}

/// One step of Adam; weights stay within their bounds.
fn adam(flat: &mut [f32], gradients: &[Vec<f32>], (means, squares): (&mut [f32], &mut [f32]), step: i32, rate: f32) {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;
    let correction = (1.0 - SQUARE.powi(step)).sqrt() / (1.0 - MEAN.powi(step));
    let mut sums = vec![0.0; END];
    gradients.iter().for_each(|gradient| add(&mut sums, gradient, 1.0 / BATCH as f32));
    for (index, ((number, sum), (mean, square))) in
        flat.iter_mut().zip(&sums).zip(means.iter_mut().zip(squares)).enumerate()
    {
        *mean = MEAN * *mean + (1.0 - MEAN) * sum;
        *square = SQUARE * *square + (1.0 - SQUARE) * sum * sum;
        let most = MOST[usize::from(index >= SECOND_AT) + usize::from(index >= LAST_AT)];
        *number = (*number - rate * correction * *mean / (square.sqrt() + 1e-8)).clamp(-most, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Crew;
    use crate::solver::plan::{Kind, Plan};
    use quadrille_search::Stop;

    /// The gradient agrees with finite differences.
    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let mut rng = Rng::new(1);
        let flat = Flat::new(&mut rng);
        let inputs = [0, 5, 17, 40, 71];
        let mut gradient = vec![0.0; END];
        flat.learn(&inputs, true, &mut gradient);
        let loss = |flat: &Flat| f64::from(flat.learn(&inputs, true, &mut vec![0.0; END]).0);
        let changed = |index: usize, by: f32| {
            let mut other = flat.clone();
            other.0[index] += by;
            loss(&other)
        };
        let mut places: Vec<usize> = (0..30).map(|index| inputs[index % 5] * FIRST + 7 * index).collect();
        places.extend((0..30).map(|index| SECOND_AT + 271 * index));
        places.extend(LAST_AT..END);
        let steep = places.iter().filter(|&&index| gradient[index].abs() > 1e-3).count();
        assert!(steep > 20, "{steep}");
        for index in places {
            let slope = (changed(index, 1e-2) - changed(index, -1e-2)) / 2e-2;
            assert!((slope - f64::from(gradient[index])).abs() < 2e-2, "{index}: {slope} {}", gradient[index]);
        }
    }

    #[test]
    fn a_small_board_is_learned() {
        let start = Position::start(&"4x4".parse().unwrap());
        let plan = Plan { rows: 4, columns: 4, most_pawns: 8, kind: Kind::Wins };
        let table = plan.build(Crew { threads: 1, stop: &Stop::new() }, None, &mut |_| ()).unwrap();
        let samples = samples(&start, &*table, None, 20_000, 1);
        let batches = std::cell::Cell::new(0);
        let progress = || batches.replace(batches.get() + 1) as f32 / 12.0;
        let network = learn_network(&samples, &start, 1, &progress, &mut |_| ());
        let right = named(&network, &samples);
        let won = samples.iter().filter(|sample| sample.wins).count() as f64 / samples.len() as f64;
        assert!(right > won.max(1.0 - won) + 0.05, "{right}, and {won} are won");
    }
}

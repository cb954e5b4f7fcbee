//! Learning the weights of the evaluation `windows` from the exact tables of small boards.
//!
//! Positions come from games on each board, half of whose moves keep the exact value and half are any that look promising;
//! the table says who wins. Logistic regression with AdaGrad (Duchi, Hazan and Singer 2011), one pass for the weights and a
//! second at the pace the first has reached. A tenth of the positions is only predicted.

use crate::solver::Crew;
use crate::solver::plan::{Kind, Plan};
use crate::solver::sides::{QuietValues, Sides};
use crate::words;
use quadrille_breakthrough::evaluation::Advancement;
use quadrille_breakthrough::evaluation::windows::Weights;
use quadrille_breakthrough::{Move, Moves, Position, Rules};
use quadrille_core::{Evaluation, Game, Player, Refusal, Rng, Sentence, Tactics};
use quadrille_search::Stop;

/// How fast weights move.
const PACE: f32 = 0.05;
/// What a pawn shall be worth.
const PAWN: f32 = 100.0;
/// One position in this many is only predicted.
const HELD_OUT: usize = 10;

/// Learns from this many positions, as many of each board; `tell` receives the progress. The weights that come with the
/// program are of three million positions of 5x5, 5x6 and 6x4.
///
/// ```
/// use quadrille_breakthrough_expert::training::learn_windows;
///
/// let weights = learn_windows(2_000, &["4x3".parse()?], &mut |_| ())?;
/// assert!(!weights.to_bytes().is_empty());
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn learn_windows(samples: usize, boards: &[Rules], tell: &mut dyn FnMut(&Sentence)) -> Result<Weights, Refusal> {
    let mut rng = Rng::new(2026);
    let mut data = Vec::with_capacity(samples);
    for board in boards {
        sample(samples / boards.len(), board, &*table(board)?, (&mut rng, &mut data), tell);
    }
    Ok(learn(data, &mut rng, tell))
}

/// Learns from this many positions of one board whose table is at hand.
pub fn learn_windows_of(
    samples: usize,
    board: &Rules,
    table: &dyn QuietValues,
    tell: &mut dyn FnMut(&Sentence),
) -> Weights {
    let mut rng = Rng::new(2026);
    let mut data = Vec::with_capacity(samples);
    sample(samples, board, table, (&mut rng, &mut data), tell);
    learn(data, &mut rng, tell)
}

/// Positions and whether their movers win.
type Data = Vec<(Position, bool)>;

/// Adds this many positions of a board.
fn sample(
    samples: usize,
    board: &Rules,
    table: &dyn QuietValues,
    (rng, data): (&mut Rng, &mut Data),
    tell: &mut dyn FnMut(&Sentence),
) {
    let before = data.len();
    while data.len() < before + samples {
        sample_game(board, table, rng, data);
    }
    let won = data[before..].iter().filter(|(_, wins)| *wins).count();
    let sampled = words::SAMPLED.say().with("board", board.to_string()).with("count", data.len() - before);
    tell(&sampled.with("won", won));
}

fn learn(mut data: Data, rng: &mut Rng, tell: &mut dyn FnMut(&Sentence)) -> Weights {
    // All boards mixed.
    for index in (1..data.len()).rev() {
        data.swap(index, rng.below(index as u32 + 1) as usize);
    }
    let (tests, lessons) = data.split_at(data.len() / HELD_OUT);
    let mut learner = Learner { weights: Weights::default(), squares: Vec::new() };
    learner.squares = vec![1e-6; learner.weights.count()];
    let percent = |right: usize| format!("{:.2}", 100.0 * right as f64 / tests.len() as f64);
    for pass in 1..=2 {
        lessons.iter().for_each(|(position, wins)| learner.learn(position, *wins));
        let right = tests.iter().filter(|(position, wins)| (learner.logit(position) > 0.0) == *wins).count();
        tell(&words::LEARNED.say().with("pass", pass).with("percent", percent(right)).with("count", tests.len()));
    }
    let by_hand = |position: &Position| Advancement.evaluate(position).raw() > 0;
    let right = tests.iter().filter(|(position, wins)| by_hand(position) == *wins).count();
    tell(&words::BY_HAND.say().with("percent", percent(right)));
    let pawn = learner.worth_of_a_pawn(tests);
    tell(&words::PAWN_WORTH.say().with("worth", format!("{pawn:.3}")));
    learner.weights.scaled(PAWN / pawn)
}

fn table(rules: &Rules) -> Result<Box<dyn QuietValues>, Refusal> {
    let (rows, columns) = (u32::from(rules.rows()), u32::from(rules.columns()));
    let plan = Plan { rows, columns, most_pawns: 2 * columns, kind: Kind::Wins };
    plan.build(Crew { threads: 2, stop: &Stop::new() }, None, &mut |_| ())
}

/// Whether the mover wins; `None` where only the rules are asked.
fn wins(position: &Position, table: &dyn QuietValues) -> Option<bool> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome.winner() == Some(position.to_move()));
    }
    let sides = Sides::of(position);
    let quiet_rows = position.columns() * (position.rows() - 2);
    let is_quiet = sides.own >> quiet_rows == 0 && sides.enemy & ((1 << (2 * position.columns())) - 1) == 0;
    is_quiet.then(|| table.quiet_value(sides).map(|value| value > 0))?
}

/// Plays a game and adds its quiet positions, one in four.
fn sample_game(rules: &Rules, table: &dyn QuietValues, rng: &mut Rng, data: &mut Data) {
    let mut position = Position::start(rules);
    while position.outcome().is_none() {
        if let Some(wins) = wins(&position, table)
            && rng.below(4) == 0
        {
            data.push((position, wins));
        }
        let Some(m) = choose(&position, table, rng) else { return };
        position.play(m);
    }
}

fn choose(position: &Position, table: &dyn QuietValues, rng: &mut Rng) -> Option<Move> {
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    let mut list: Vec<Move> = moves.into_iter().collect();
    if rng.below(2) == 0 {
        let after = |m: Move| {
            let mut next = *position;
            next.play(m);
            wins(&next, table)
        };
        let winning: Vec<Move> = list.iter().copied().filter(|&m| after(m) == Some(false)).collect();
        if let Some(&m) = rng.pick(&winning) {
            return Some(m);
        }
    }
    list.sort_by_key(|&m| -position.promise(m));
    // The best-looking moves more often: the smaller of two draws.
    let index = rng.below(list.len() as u32).min(rng.below(list.len() as u32));
    list.get(index as usize).copied()
}

struct Learner {
    weights: Weights,
    /// Sums of squared gradients.
    squares: Vec<f32>,
}

impl Learner {
    fn logit(&mut self, position: &Position) -> f32 {
        let mut sum = 0.0;
        self.weights.for_each(position, |_, weight| sum += *weight);
        sum
    }

    fn learn(&mut self, position: &Position, wins: bool) {
        let gradient = f32::from(u8::from(wins)) - 1.0 / (1.0 + (-self.logit(position)).exp());
        let squares = &mut self.squares;
        self.weights.for_each(position, |number, weight| {
            squares[number] += gradient * gradient;
            *weight += PACE * gradient / squares[number].sqrt();
        });
    }

    /// What an enemy pawn less is worth on average.
    fn worth_of_a_pawn(&mut self, positions: &[(Position, bool)]) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0_f32);
        for (position, _) in positions.iter().take(20_000) {
            let enemy = position.pawns(!position.to_move());
            let less = enemy & (enemy - 1);
            let sets = match position.to_move() {
                Player::White => (position.pawns(Player::White), less),
                Player::Black => (less, position.pawns(Player::Black)),
            };
            if let Ok(next) = Position::from_sets(&position.rules(), sets.0, sets.1, position.to_move()) {
                sum += self.logit(&next) - self.logit(position);
                count += 1.0;
            }
        }
        sum / count.max(1.0)
    }
}

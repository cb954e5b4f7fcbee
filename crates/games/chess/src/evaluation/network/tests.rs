use super::kernels::Kernels;
use super::views::Views;
use super::weights::{HIDDEN, Sums};
use super::{Network, Weights};
use crate::movegen::Moves;
use crate::position::Position;
use crate::rules::Rules;
use quadrille_core::{Game, Rng, Tactics};

fn embedded() -> Weights {
    Weights::read(&super::embedded()).expect("the embedded weights are good")
}

/// Walks random games and hands over every position, now and then with a jump back.
fn walk(games: u64, mut visit: impl FnMut(&Position)) {
    let mut rng = Rng::new(11);
    for _ in 0..games {
        let mut line = vec![Position::start(&Rules::Standard)];
        for _ in 0..200 {
            let position = line[line.len() - 1];
            visit(&position);
            if let Some(passed) = position.null_move() {
                visit(&passed);
            }
            let mut moves = Moves::new();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(&moves) else { break };
            let mut next = position;
            next.play(m);
            line.push(next);
            if rng.below(8) == 0 {
                line.truncate(1 + rng.below(line.len() as u32) as usize);
            }
        }
    }
}

/// A million positions in a release build: `cargo test --release -p quadrille-chess every_path`.
#[test]
fn every_path_and_every_set_of_instructions_give_the_same_value() {
    let (games, positions) = if cfg!(debug_assertions) { (20, 5_000) } else { (3_000, 1_000_000) };
    assert!(compare(games) > positions);
}

/// Compares all versions, updated from position to position, with a fresh one; says on how many positions.
fn compare(games: u64) -> u64 {
    let weights = embedded();
    let mut kept: Vec<Views> = Kernels::all().into_iter().map(|kernels| Views::with(&weights, kernels)).collect();
    let mut positions = 0;
    walk(games, |position| {
        let fresh = Views::new(&weights).value(&weights, position);
        for views in &mut kept {
            assert_eq!(views.value(&weights, position), fresh, "{position:?}");
        }
        positions += 1;
    });
    positions
}

#[test]
fn the_loops_agree_on_random_numbers() {
    let mut rng = Rng::new(3);
    let mut random = |limit: u32| {
        let mut sums = Sums([0; HIDDEN]);
        sums.0.fill_with(|| rng.below(2 * limit + 1) as i16 - limit as i16);
        sums
    };
    for _ in 0..500 {
        let [from, first, second, third] = std::array::from_fn(|_| random(4_000));
        let weights = [random(126), random(126)];
        let mut expected = Sums([0; HIDDEN]);
        for i in 0..HIDDEN {
            expected.0[i] = from.0[i] + first.0[i] - second.0[i] - third.0[i];
        }
        let clipped = |sums: &Sums, i: usize| i32::from(sums.0[i]).clamp(0, 255);
        let part = |sums: &Sums, weights: &Sums| -> i32 {
            (0..HIDDEN).map(|i| clipped(sums, i) * clipped(sums, i) * i32::from(weights.0[i])).sum()
        };
        for kernels in Kernels::all() {
            let mut to = Sums([0; HIDDEN]);
            (kernels.update)(Some(&from), &[&first], &[&second, &third], &mut to);
            assert_eq!(to, expected, "{}", kernels.name);
            let mut in_place = from;
            (kernels.update)(None, &[&first], &[&second, &third], &mut in_place);
            assert_eq!(in_place, expected, "{}", kernels.name);
            let product = (kernels.product)([&to, &from], &weights);
            assert_eq!(product, part(&to, &weights[0]) + part(&from, &weights[1]), "{}", kernels.name);
        }
    }
}

#[test]
fn colours_are_judged_alike() {
    use crate::setup::Setup;
    use crate::square::Square;
    let weights = embedded();
    let mut views = Views::new(&weights);
    walk(3, |position| {
        let setup = Setup::from(position);
        let mut turned = Setup::empty();
        for square in Square::all() {
            turned.board[square.index() ^ 56] =
                setup.board[square.index()].map(|(owner, role)| (owner.opponent(), role));
        }
        turned.turn = setup.turn.opponent();
        let turned = turned.position(Rules::Standard).expect("as valid as before");
        assert_eq!(views.value(&weights, position), views.value(&weights, &turned));
    });
}

#[test]
fn damaged_weights_are_refused() {
    let good = super::embedded().into_owned();
    let refused = |bytes: &[u8]| Weights::read(bytes).expect_err("damaged").to_string();
    assert_eq!(refused(b"something else"), "this is not a chess evaluation network");
    assert!(refused(&good[..good.len() - 100]).contains("checksum"));
    assert!(refused(&good[..10]).contains("truncated"));
    for place in [8, 14, 40, good.len() / 2, good.len() - 1] {
        let mut bad = good.clone();
        bad[place] ^= 1;
        refused(&bad);
    }
}

#[test]
fn knows_who_is_a_queen_ahead() {
    use quadrille_core::Evaluation;
    let value =
        |fen: &str| Network::default().evaluate(&Position::from_fen(Rules::Standard, fen).expect("valid")).raw();
    assert!(value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 400);
    assert!(value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1") < -400);
    assert!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 100);
}

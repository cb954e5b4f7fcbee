use super::*;
use crate::planes::PLANES;

/// What PyTorch computed, by `tools/judge_go.py`.
const JUDGEMENTS: [(&[u8], &[u8]); 2] = [
    (include_bytes!("../../weights/6x64.weights"), include_bytes!("../../testdata/6x64.judgements")),
    (include_bytes!("../../weights/10x96.weights"), include_bytes!("../../testdata/10x96.judgements")),
];

struct Case {
    grid: Grid,
    planes: Planes,
    judgement: Judgement,
}

fn cases(mut bytes: &[u8]) -> Vec<Case> {
    let mut cases = Vec::new();
    while let &[rows, columns, ..] = bytes {
        let grid = Grid::new(rows.into(), columns.into()).expect("a board");
        let mut take = |count: usize| {
            let (taken, rest) = bytes.split_at(count);
            bytes = rest;
            taken
        };
        take(2);
        let planes = Planes::from_bytes(grid, take(PLANES * grid.area().div_ceil(8)));
        let mut floats = |count: usize| -> Vec<f32> {
            take(4 * count).as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
        };
        let value = floats(1)[0];
        cases.push(Case { grid, planes, judgement: Judgement { policy: floats(grid.area()), value } });
    }
    cases
}

fn assert_near(found: &Judgement, expected: &Judgement, within: f32) {
    let numbers = |judgement: &Judgement| [&[judgement.value][..], &judgement.policy].concat();
    for (found, expected) in numbers(found).into_iter().zip(numbers(expected)) {
        assert!((found - expected).abs() < within, "{found} instead of {expected}");
    }
}

#[test]
fn the_arithmetic_is_that_of_the_training_with_all_instructions() {
    for (weights, judgements) in JUDGEMENTS {
        let network = Arc::new(Network::new(&Weights::read(weights).expect("weights")));
        for Case { grid, planes, judgement } in cases(judgements) {
            for instructions in Instructions::all() {
                let mut evaluator = Evaluator::with_instructions(network.clone(), grid, instructions);
                for _ in 0..2 {
                    assert_near(evaluator.evaluate(&planes, Symmetry::default()), &judgement, 2e-3);
                }
            }
        }
    }
}

/// The chance to win, and how likely each move is.
fn probabilities(judgement: &Judgement) -> Vec<f32> {
    let weights: Vec<f32> = judgement.policy.iter().map(|logit| logit.exp()).collect();
    let sum: f32 = weights.iter().sum();
    std::iter::once(judgement.chance()).chain(weights.into_iter().map(|weight| weight / sum)).collect()
}

#[test]
fn rounded_kernels_judge_almost_the_same() {
    for (weights, judgements) in JUDGEMENTS {
        let network = Network::with_kernels(&Weights::read(weights).expect("weights"), Kernel::rounded);
        let network = Arc::new(network);
        for Case { grid, planes, judgement } in cases(judgements) {
            let mut evaluator = Evaluator::new(network.clone(), grid);
            let found = probabilities(evaluator.evaluate(&planes, Symmetry::default()));
            for (found, expected) in found.into_iter().zip(probabilities(&judgement)) {
                assert!((found - expected).abs() < 3e-3, "{found} instead of {expected}");
            }
        }
    }
}

#[test]
fn a_network_of_few_channels_runs_too() {
    let tiny = include_bytes!("../../testdata/tiny.weights");
    let network = Arc::new(Network::new(&Weights::read(tiny).expect("weights")));
    let grid = Grid::new(3, 4).expect("a board");
    let mut evaluator = Evaluator::new(network, grid);
    let judgement = evaluator.evaluate(&Planes::new(grid), Symmetry::ALL[3]);
    assert!(judgement.policy.len() == 12 && judgement.chance().is_finite());
}

#[test]
fn a_turned_board_is_judged_like_the_same_marks_turned() {
    let (weights, judgements) = JUDGEMENTS[0];
    let network = Arc::new(Network::new(&Weights::read(weights).expect("weights")));
    for Case { grid, planes, .. } in cases(judgements).into_iter().skip(1) {
        let is_square = grid.rows() == grid.columns();
        let mut evaluator = Evaluator::new(network.clone(), grid);
        for symmetry in (0..8).map(|number| Symmetry::numbered(number, is_square)) {
            let turn = |place: usize| {
                let (row, column) = (place / grid.columns(), place % grid.columns());
                let (row, column) = symmetry.of(row, column, grid.rows(), grid.columns());
                row * grid.columns() + column
            };
            let mut turned = Planes::new(grid);
            for plane in 0..PLANES {
                planes.for_each_mark(plane, |place| turned.mark(plane, turn(place) as u16));
            }
            let expected = evaluator.evaluate(&turned, Symmetry::default()).clone();
            let found = evaluator.evaluate(&planes, symmetry);
            let policy = (0..grid.area()).map(|place| expected.policy[turn(place)]).collect();
            assert_near(found, &Judgement { policy, ..expected }, 1e-3);
        }
    }
}

#[test]
fn tiles_are_those_with_the_fewest_products() {
    let tile = |side: usize| (3..=4).find(|&tile| Tiling::new(side, side) == Tiling::of(side, side, tile));
    assert_eq!([4, 5, 6, 7, 8, 9, 13, 19].map(tile), [4, 3, 3, 4, 4, 3, 4, 4].map(Some));
    // Planes hold the board and its border.
    for (rows, columns) in [(1, 1), (3, 4), (9, 9), (13, 13), (19, 19), (9, 19)] {
        let tiling = Tiling::new(rows, columns);
        assert!(tiling.width() >= columns + 2 && tiling.plane() >= (rows + 2) * tiling.width());
    }
}

/// Both sizes of tiles compute the same convolution, here on boards that one of them covers badly.
#[test]
fn both_sizes_of_tiles_agree() {
    let (weights, judgements) = JUDGEMENTS[0];
    let network = Arc::new(Network::new(&Weights::read(weights).expect("weights")));
    for Case { grid, planes, .. } in cases(judgements) {
        let mut ours = Evaluator::new(network.clone(), grid);
        for tile in [3, 4] {
            let mut others =
                Evaluator::with_tiling(network.clone(), Tiling::of(grid.rows(), grid.columns(), tile), grid);
            let expected = ours.evaluate(&planes, Symmetry::default()).clone();
            assert_near(others.evaluate(&planes, Symmetry::default()), &expected, 1e-3);
        }
    }
}

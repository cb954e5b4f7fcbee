//! Training: repeatable, resumable, and better than nothing on games it has not seen.

use quadrille_core::{Game, Player, Rng};
use quadrille_othello::evaluation::patterns::Weights;
use quadrille_othello::{Position, Rules};
use quadrille_othello_expert::solver::{Solver, SolverOptions};
use quadrille_othello_expert::training::{Perfect, Record, TrainOptions, mean_error, train};
use quadrille_search::Stop;
use std::fs;
use std::path::{Path, PathBuf};

/// The empty squares from which the test's records tell the perfect score.
const KNOWN_EMPTIES: u32 = 9;

/// A random game with its exact score at nine empty squares.
fn record(seed: u64, solver: &mut Solver) -> Record {
    let mut rng = Rng::stream(5, seed);
    let mut position = Position::start(&Rules::Standard);
    let mut record = Record::default();
    loop {
        let board = position.board();
        if position.empties() == KNOWN_EMPTIES && board.moves() != 0 && record.perfect.is_none() {
            let score = solver.score(board, 0, &Stop::new()).unwrap();
            let black_margin = if position.to_move() == Player::Black { score } else { -score };
            record.perfect = Some(Perfect { empties: KNOWN_EMPTIES, black_margin });
        }
        let mut moves = <Position as Game>::Moves::default();
        position.legal_moves(&mut moves);
        let Some(&m) = rng.pick(moves.as_slice()) else { return record };
        record.squares.extend(m.square().map(|square| square as u8));
        position.play(m);
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("quadrille-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn training_learns_repeats_itself_and_goes_on_where_it_was() {
    let mut solver = Solver::new(&SolverOptions { table_mib: 1, ..SolverOptions::default() });
    let records: Vec<Record> = (0..300).map(|seed| record(seed, &mut solver)).collect();
    let work = folder("train");
    let options = TrainOptions {
        exact_empties: 7,
        search_depth: 1,
        iterations: 3,
        share: 0.4,
        holdout: 5,
        folder: Some(work.clone()),
        ..TrainOptions::default()
    };
    let (first, report) = train(&records, &options, &|_| ()).unwrap();
    let held_out: Vec<&Record> = records.iter().step_by(5).collect();
    let (count, ignorance) = mean_error(&Weights::zero(), &held_out);
    assert_eq!((report.games, report.held_out), (300, count));
    assert!(report.mean_error < 0.8 * ignorance, "{report:?}, knowing nothing {ignorance:.2}");

    // One file is missing, one is damaged, the others are read: the result is the same, and the two are made again.
    let listed = files(&work);
    let whole = fs::read(&listed[1]).unwrap();
    fs::remove_file(&listed[0]).unwrap();
    fs::write(&listed[1], &whole[..whole.len() - 1]).unwrap();
    let (again, _) = train(&records, &TrainOptions { threads: 2, ..options.clone() }, &|_| ()).unwrap();
    assert!(again.to_bytes() == first.to_bytes(), "another training");
    assert_eq!((files(&work), fs::read(&listed[1]).unwrap()), (listed.clone(), whole));

    // Scores made for other settings are not taken for these.
    let other = TrainOptions { exact_empties: 6, ..options };
    let (kept, _) = train(&records, &other, &|_| ()).unwrap();
    let (fresh, _) = train(&records, &TrainOptions { folder: None, ..other }, &|_| ()).unwrap();
    assert!(kept.to_bytes() == fresh.to_bytes(), "stale scores were used");
    fs::remove_dir_all(work).unwrap();
}

#[test]
fn games_held_out_teach_nothing() {
    let mut solver = Solver::new(&SolverOptions { table_mib: 1, ..SolverOptions::default() });
    let mut records: Vec<Record> = (0..40).map(|seed| record(seed, &mut solver)).collect();
    let options =
        TrainOptions { exact_empties: 6, search_depth: 0, iterations: 1, holdout: 4, ..TrainOptions::default() };
    let (first, report) = train(&records, &options, &|_| ()).unwrap();
    for index in (0..records.len()).step_by(4) {
        records[index] = record(1_000 + index as u64, &mut solver);
    }
    let (other, other_report) = train(&records, &options, &|_| ()).unwrap();
    assert!(other.to_bytes() == first.to_bytes(), "the weights know games that were held out");
    assert_ne!(other_report.mean_error, report.mean_error);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = folder("train-file");
    fs::write(&file, "not a folder").unwrap();
    let options = TrainOptions { folder: Some(file.clone()), ..TrainOptions::default() };
    let error = train(&[], &options, &|_| ()).err().unwrap().to_string();
    assert!(error.contains(file.to_str().unwrap()), "{error}");
    fs::remove_file(file).unwrap();
}

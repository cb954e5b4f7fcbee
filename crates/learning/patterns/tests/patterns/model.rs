//! The model: learned, interrupted, written, read, and what it says of a position.

use crate::common::{Folder, TempCorpus};
use crate::counting;
use quadrille_core::{Player, Refusal};
use quadrille_patterns::counting::{Count, Tables};
use quadrille_patterns::evaluation::measure;
use quadrille_patterns::insight::{Library, look};
use quadrille_patterns::model::training::{Learning, Settings, learn};
use quadrille_patterns::model::{ByModel, Model};
use quadrille_patterns::neighbours::Positions;
use quadrille_patterns::{Checkpoint, Corpus};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn corpus() -> TempCorpus {
    TempCorpus::random(60, 100, 9)
}

/// Learns from the first 40 games.
fn learn_with(corpus: &Corpus, settings: &Settings, checkpoint: &Checkpoint) -> Result<(), Refusal> {
    let learning = Learning { corpus, wanted: &|game| game < 40, settings, checkpoint, report: &|_, _| {} };
    learn(&learning, None).map(drop)
}

/// The bytes of a model of the first 40 games.
fn learned(corpus: &Corpus, settings: &Settings) -> Vec<u8> {
    let folder = Folder::new();
    let out = folder.file("model");
    learn_with(corpus, settings, &Checkpoint::new(&out, String::new())).expect("learned");
    fs::read(&out).expect("written")
}

fn model(bytes: &[u8]) -> Model {
    Model::from_bytes(bytes).expect("well formed")
}

/// Learning that breaks off goes on from its last state, and ends with the same bytes.
#[test]
fn broken_off_learning_goes_on() {
    let (corpus, folder, calls) = (corpus(), Folder::new(), AtomicUsize::new(0));
    let out = folder.file("model");
    let (settings, checkpoint) = (Settings::default(), Checkpoint { every: 5, ..Checkpoint::new(&out, String::new()) });
    let broken = catch_unwind(AssertUnwindSafe(|| {
        let wanted = |game| {
            assert!(calls.fetch_add(1, Ordering::Relaxed) < 60 + 23, "killed");
            game < 40
        };
        let (settings, checkpoint) = (&settings, &checkpoint);
        drop(learn(&Learning { corpus: &corpus, wanted: &wanted, settings, checkpoint, report: &|_, _| {} }, None));
    }));
    assert!(broken.is_err() && !out.exists());
    learn_with(&corpus, &settings, &checkpoint).expect("learned");
    assert!(fs::read(&out).expect("written") == learned(&corpus, &settings));
}

/// The games' moves are near the last one half of the time: the model finds that out. Any number of threads gives the same
/// bytes; cut ones are refused.
#[test]
fn a_model_learns_and_survives_its_file() {
    let corpus = corpus();
    let bytes = learned(&corpus, &Settings::default());
    assert!(bytes == learned(&corpus, &Settings { threads: 3, ..Settings::default() }));
    let accuracy = measure(&corpus, &mut ByModel::new(&model(&bytes)), |game| game >= 40, 1).expect("readable");
    assert!(accuracy.log_loss() < 4.7 && accuracy.top(2) > 0.3, "{} {}", accuracy.log_loss(), accuracy.top(2));
    assert!((0..bytes.len()).step_by(997).all(|length| Model::from_bytes(&bytes[..length]).is_err()));
}

/// Patterns that are counted on the way have the counts of the tables that count the same patterns, and a model that learns
/// on adds to them.
#[test]
fn a_model_has_the_counts_of_tables() {
    let (corpus, folder) = (corpus(), Folder::new());
    let selection = Settings::default().selection;
    let (_, tables) =
        counting::learned(&corpus, &quadrille_patterns::counting::Settings { selection, ..Default::default() }, 40);
    // A model keeps the first 36 bits of keys.
    let cut = |tables: &Tables| tables.iter().map(|(key, count)| (key >> 28, count)).collect::<Vec<_>>();
    let expected = cut(&tables);
    let of_model = |bytes: &[u8]| cut(model(bytes).tables().expect("counted"));
    let bytes = learned(&corpus, &Settings::default());
    assert!(expected.len() > 100 && of_model(&bytes) == expected, "{}", expected.len());
    let from: PathBuf = folder.file("before");
    fs::write(&from, &bytes).expect("writable");
    let on = learned(&corpus, &Settings { from: Some(from), ..Settings::default() });
    let twice = expected.into_iter().map(|(key, Count { n, v })| (key, Count { n: 2 * n, v: 2 * v }));
    assert!(twice.eq(of_model(&on)));
    let refused = learn_from(&corpus, &folder.file("nothing")).expect_err("no such model").to_string();
    assert!(refused.contains("nothing: no such file"), "{refused}");
}

fn learn_from(corpus: &Corpus, from: &Path) -> Result<(), Refusal> {
    let settings = Settings { from: Some(from.to_owned()), ..Settings::default() };
    learn_with(corpus, &settings, &Checkpoint::new(&from.with_extension("out"), String::new()))
}

#[test]
fn every_legal_move_has_a_view() {
    let corpus = TempCorpus::random(3, 60, 4);
    let positions = Positions::gather(&corpus, |_| true, usize::MAX, 1).expect("readable");
    let library = Library { records: Some(Arc::new(positions)), ..Library::built_in() };
    let mut games = Vec::new();
    corpus.for_each(|game| games.push(game)).expect("readable");
    let game = games.remove(1).up_to(31);
    let insight = look(&library, &game, Player::White, 5);
    let sum: f32 = insight.points.iter().map(|point| point.probability).sum();
    assert!((sum - 1.0).abs() < 1e-3 && insight.points.is_sorted_by(|a, b| a.probability >= b.probability));
    assert!((320..=340).contains(&insight.points.len()), "{}", insight.points.len());
    assert!(insight.points.iter().all(|point| point.v <= point.n && point.zoom <= 8 && point.known_zoom <= 8));
    assert!(insight.points.iter().any(|point| point.zoom > 1 && point.n > 0));
    // The position itself is on record: game 1 after 31 stones.
    let nearest = &insight.neighbours[0];
    assert_eq!((nearest.distance, nearest.game, nearest.turn, insight.neighbours.len()), (0, 1, 31, 5));
    let mut board = game.board();
    for play in game.plays() {
        board.play(play.spot.expect("no passes"), play.player);
    }
    let letter = |spot| board.stone(spot).map_or('.', |owner| if owner == Player::Black { 'X' } else { 'O' });
    assert_eq!(nearest.board, board.spots().map(letter).collect::<String>());
}

//! Tables of counts: any number of threads, short memory, parts and interruptions give the same bytes.

use crate::common::{Folder, TempCorpus};
use quadrille_patterns::counting::{self, Settings, Tables};
use quadrille_patterns::zoom::Selection;
use quadrille_patterns::{Checkpoint, Corpus, Learned};
use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const SELECTION: Selection = Selection { zooms: 4, expand_after: 1, min_chosen: 2, fold: false, reach: 0 };

pub fn settings(exact: bool, threads: usize) -> Settings {
    Settings { selection: SELECTION, exact, black_only: false, most_patterns: 1 << 22, threads }
}

fn corpus(games: usize, seed: u64) -> TempCorpus {
    TempCorpus::random(games, 90, seed)
}

fn checkpoint(out: &Path) -> Checkpoint {
    Checkpoint::new(out, String::new())
}

/// The bytes of the tables of the first games, and the tables.
pub fn learned(corpus: &Corpus, settings: &Settings, games: u64) -> (Vec<u8>, Arc<Tables>) {
    let folder = Folder::new();
    let out = folder.file("tables");
    counting::learn(corpus, settings, &|game| game < games, &checkpoint(&out)).expect("learned");
    let tables = Learned::load(&out).and_then(Learned::into_tables).expect("readable");
    (fs::read(&out).expect("written"), tables)
}

#[test]
fn selected_patterns_have_their_counts_among_all_for_any_number_of_threads() {
    for (fold, black_only) in [(false, false), (true, false), (false, true)] {
        let corpus = corpus(70, 2);
        let with = |exact, threads| {
            let selection = Selection { fold, ..SELECTION };
            learned(&corpus, &Settings { selection, black_only, ..settings(exact, threads) }, u64::MAX)
        };
        let ((all_bytes, all), (kept_bytes, kept)) = (with(true, 2), with(false, 1));
        assert!(kept.patterns() > 300 && kept.patterns() < all.patterns(), "{}", kept.patterns());
        let all: HashMap<_, _> = all.iter().collect();
        assert!(kept.iter().all(|(key, count)| all.get(&key) == Some(&count)));
        assert_eq!(kept_bytes, with(false, 3).0);
        assert_eq!(all_bytes, with(true, 1).0);
    }
}

/// Tables of parts add up to the whole's, and so do those that went to disk because memory was short.
#[test]
fn tables_add_up() {
    let corpus = corpus(20, 5);
    let whole = learned(&corpus, &settings(true, 1), u64::MAX).0;
    let few = Settings { most_patterns: 100, ..settings(true, 2) };
    assert_eq!(learned(&corpus, &few, u64::MAX).0, whole);
    let folder = Folder::new();
    let [one, two, sum] = ["one", "two", "sum"].map(|name| folder.file(name));
    for (file, wanted) in [(&one, &(|game: u64| game < 4) as &dyn Fn(u64) -> bool), (&two, &|game| game >= 4)] {
        counting::learn(&corpus, &settings(true, 1), wanted, &checkpoint(file)).expect("learned");
    }
    let parts = [one, two.clone()];
    counting::merge(&parts, &sum).expect("alike");
    assert_eq!(fs::read(&sum).expect("written"), whole);
    let other = Settings { selection: Selection { zooms: 3, ..SELECTION }, ..settings(true, 1) };
    counting::learn(&corpus, &other, &|_| true, &checkpoint(&two)).expect("learned");
    let refusal = counting::merge(&parts, &sum).expect_err("different zooms").to_string();
    assert!(refusal.contains("3 zooms"), "{refusal}");
}

/// Learning that breaks off while it saves its state goes on from there: the same bytes in the end. Unfinished learning of
/// something else is refused.
#[test]
fn broken_off_learning_goes_on() {
    let corpus = corpus(60, 6);
    for exact in [false, true] {
        let whole = learned(&corpus, &settings(exact, 2), u64::MAX).0;
        let folder = Folder::new();
        let out = folder.file("resumed");
        let checkpoint = Checkpoint { every: 16, ..Checkpoint::new(&out, "this".into()) };
        let few = AtomicUsize::new(0);
        let broken = catch_unwind(AssertUnwindSafe(|| {
            let wanted = |_| few.fetch_add(1, Ordering::Relaxed) < if exact { 40 } else { 100 } || panic!("killed");
            drop(counting::learn(&corpus, &settings(exact, 2), &wanted, &checkpoint));
        }));
        assert!(broken.is_err() && !out.exists());
        let learn = |checkpoint: &Checkpoint| counting::learn(&corpus, &settings(exact, 1), &|_| true, checkpoint);
        let other = Checkpoint { about: "that".into(), ..checkpoint.clone() };
        let refusal = learn(&other).expect_err("something else").to_string();
        assert!(refusal.contains("other settings (this), expected that"), "{refusal}");
        learn(&checkpoint).expect("learned");
        assert_eq!(fs::read(&out).expect("written"), whole);
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1, "nothing is left behind");
    }
}

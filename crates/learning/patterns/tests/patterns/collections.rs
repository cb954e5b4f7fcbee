//! Collections of games in folders.

use crate::common::Folder;
use quadrille_patterns::{Corpus, corpus};

#[test]
fn folders_are_searched_in_order_and_missing_files_named() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.file("inner")).expect("a folder");
    std::fs::write(folder.file("b.txt"), "B+1\tpddp\n?\tpdpd\n\n?\tdd\n").expect("a file");
    std::fs::write(folder.file("inner/a.sgf"), "(;SZ[9];B[ee];W[cc])\n(;B[aa]x)(;B[bb])").expect("a file");
    std::fs::write(folder.file("readme.md"), "(;").expect("a file");
    let path = folder.path().to_owned();
    let stats = corpus::stats(&Corpus::open(std::slice::from_ref(&path)).expect("a folder")).expect("readable");
    assert_eq!((stats.tally.games, stats.tally.skipped, stats.observations), (4, 2, 6));
    assert!(stats.mean_length == 1.5 && stats.mean_legal_moves > 79.0, "{stats:?}");
    let reason = stats.tally.reasons[0].0.to_string();
    assert!(reason.ends_with("b.txt: move 2, White at pd, is not legal"), "{reason}");
    drop(folder);
    let refusal = Corpus::open(std::slice::from_ref(&path)).expect_err("it is gone").to_string();
    assert!(refusal.starts_with(&path.display().to_string()), "{refusal}");
}

//! Games and files for tests.

use quadrille_core::{Player, Rng};
use quadrille_patterns::board::{Board, SIDE};
use quadrille_patterns::{Corpus, Record};
use quadrille_records::compact::CompactGame;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is removed in the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("quadrille-patterns-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A leftover folder is harmless.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A collection in a file that is removed in the end.
pub struct TempCorpus {
    corpus: Corpus,
    _folder: Folder,
}

impl TempCorpus {
    /// A collection of these lines.
    pub fn new(lines: &str) -> Self {
        let folder = Folder::new();
        let path = folder.file("games");
        std::fs::write(&path, lines).expect("writable");
        Self { corpus: Corpus::open(&[path]).expect("a file"), _folder: folder }
    }

    /// A collection of random games.
    pub fn random(games: usize, moves: usize, seed: u64) -> Self {
        Self::new(&random_lines(games, moves, seed).join("\n"))
    }
}

impl Deref for TempCorpus {
    type Target = Corpus;

    fn deref(&self) -> &Corpus {
        &self.corpus
    }
}

/// Games of random legal moves.
pub fn random_games(games: usize, moves: usize, seed: u64) -> Vec<Record> {
    let lines = random_lines(games, moves, seed).into_iter();
    let record = |line: String| Record::from_compact(CompactGame::parse(line.as_bytes()).expect("well formed"));
    lines.map(|line| record(line).expect("legal")).collect()
}

/// The same in the compact form. Moves are near the last one half of the time, so that there is fighting and capturing.
pub fn random_lines(games: usize, moves: usize, seed: u64) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut game = || {
        let mut board = Board::new(SIDE as u8, SIDE as u8);
        let mut line = "?\t".to_owned();
        let mut last = 180;
        for turn in 0..moves {
            let player = Player::BOTH[turn % 2];
            let legal: Vec<u16> = board.spots().filter(|&spot| board.is_legal(spot, player)).collect();
            let near: Vec<u16> = legal.iter().copied().filter(|&spot| touches(spot, last)).collect();
            let pool = if near.is_empty() || rng.below(2) == 0 { &legal } else { &near };
            let Some(&spot) = rng.pick(pool) else { break };
            board.play(spot, player);
            line.extend([spot % SIDE as u16, spot / SIDE as u16].map(|index| char::from(b'a' + index as u8)));
            last = spot;
        }
        line
    };
    (0..games).map(|_| game()).collect()
}

/// Whether one point is among the eight around another.
fn touches(spot: u16, other: u16) -> bool {
    let side = SIDE as u16;
    (spot / side).abs_diff(other / side).max((spot % side).abs_diff(other % side)) == 1
}

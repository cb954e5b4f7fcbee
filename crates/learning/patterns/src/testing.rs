//! Games for tests.

use crate::Corpus;
use crate::board::{Board, SIDE};
use quadrille_core::{Player, Rng};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A name for a file in the temporary folder, which is removed in the end with everything beside it.
pub(crate) struct TempFile(PathBuf);

impl TempFile {
    pub(crate) fn new(name: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("quadrille-{name}-{}-{number}", std::process::id())))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let (Some(folder), Some(name)) = (self.0.parent(), self.0.file_name().and_then(|name| name.to_str())) else {
            return;
        };
        let beside =
            |found: &str| found.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(beside) {
                // A file left behind in the temporary folder harms nobody.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }
}

/// A collection in a file that is removed in the end.
pub(crate) struct TempCorpus {
    corpus: Corpus,
    _file: TempFile,
}

impl TempCorpus {
    /// A collection of these lines.
    pub(crate) fn new(lines: &str) -> Self {
        let file = TempFile::new("games");
        std::fs::write(file.path(), lines).expect("writable");
        Self { corpus: Corpus::open(&[file.path().to_owned()]).expect("a file"), _file: file }
    }
}

impl Deref for TempCorpus {
    type Target = Corpus;

    fn deref(&self) -> &Corpus {
        &self.corpus
    }
}

/// Games of random legal moves in the compact form. Moves are near the last one half of the time, so that there is
/// fighting and capturing.
pub(crate) fn random_games(games: usize, moves: usize, seed: u64) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut game = || {
        let mut board = Board::new(SIDE as u8, SIDE as u8);
        let mut line = "?\t".to_owned();
        let mut last = 180;
        for turn in 0..moves {
            let player = Player::BOTH[turn % 2];
            let legal: Vec<u16> = board.spots().filter(|&spot| board.is_legal(spot, player)).collect();
            let near: Vec<u16> = legal.iter().copied().filter(|&spot| Board::around(last).contains(&spot)).collect();
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

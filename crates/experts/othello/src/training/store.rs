//! A file cache of scores that take long to compute, so that an interrupted training resumes.
//!
//! A file holds the scores of a list of boards and a fingerprint of the boards and of how they were scored. A file that
//! is damaged or has another fingerprint is recomputed.

use quadrille_core::Refusal;
use quadrille_othello::Board;
use quadrille_support::checksum::{self, Checksum};
use quadrille_support::file;
use std::fs;
use std::path::{Path, PathBuf};

const MAGIC: [u8; 4] = *b"QOLS";
const VERSION: u32 = 2;
/// Magic, version, fingerprint, checksum of the scores.
const HEADER: usize = 24;

/// A folder of scores, or none at all.
pub(super) struct Store {
    folder: Option<PathBuf>,
}

impl Store {
    /// Keeps scores in a folder, which is made if it is not there.
    pub(super) fn new(folder: Option<&Path>) -> Result<Self, Refusal> {
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|error| file::refusal(folder, &error))?;
        }
        Ok(Self { folder: folder.map(Path::to_owned) })
    }

    /// The scores of the boards: read if they are there, otherwise computed and saved. `setting` is whatever else they depend on.
    pub(super) fn scores(
        &self,
        name: &str,
        setting: &[u64],
        boards: &[Board],
        compute: impl FnOnce() -> Vec<i8>,
    ) -> Result<Vec<i8>, Refusal> {
        let Some(folder) = &self.folder else { return Ok(compute()) };
        let path = folder.join(format!("{name}.scores"));
        let words = setting.iter().copied().chain(boards.iter().flat_map(|board| [board.own, board.other]));
        let mut fingerprint = Checksum::default();
        words.for_each(|word| fingerprint.add(&word.to_le_bytes()));
        let fingerprint = fingerprint.finish();
        if let Some(scores) = fs::read(&path).ok().and_then(|bytes| parsed(&bytes, fingerprint, boards.len())) {
            return Ok(scores);
        }
        let scores = compute();
        file::write(&path, &contents(&scores, fingerprint)).map_err(|error| file::refusal(&path, &error))?;
        Ok(scores)
    }
}

fn contents(scores: &[i8], fingerprint: u64) -> Vec<u8> {
    let data: Vec<u8> = scores.iter().map(|score| score.to_le_bytes()[0]).collect();
    let head = [&MAGIC[..], &VERSION.to_le_bytes(), &fingerprint.to_le_bytes(), &checksum::of(&data).to_le_bytes()];
    head.into_iter().chain([&data[..]]).collect::<Vec<_>>().concat()
}

/// The scores of a file, if it is whole and about these boards.
fn parsed(bytes: &[u8], fingerprint: u64, count: usize) -> Option<Vec<i8>> {
    let data = bytes.get(HEADER..).filter(|data| data.len() == count)?;
    let scores: Vec<i8> = data.iter().map(|&byte| i8::from_le_bytes([byte])).collect();
    (bytes == contents(&scores, fingerprint)).then_some(scores)
}

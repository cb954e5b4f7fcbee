//! Go moves learned from the games of masters (part III of the paper).
//!
//! [`Corpus`] reads collections of games. [`zoom`] hashes the surroundings of a point at growing zooms; [`tables`] counts
//! how often each pattern was seen and chosen, and evaluates a move by the paper's rule. [`model`] is the better
//! predictor: a log-linear model over patterns, liberties and distances, which gives the Go search its priors.
//! [`neighbours`] predicts from the most similar recorded boards. [`evaluation`] measures them all on games they have not
//! seen. Start reading at [`Corpus::for_each`] and [`zoom::Rings`]; `docs/patterns.md` has the method and the figures.
#![forbid(unsafe_code)]

mod blocks;
pub mod board;
pub mod checks;
pub mod corpus;
pub mod counting;
pub mod evaluation;
pub mod exact;
mod features;
pub mod file;
pub mod harvest;
pub mod insight;
pub mod model;
pub mod neighbours;
mod nodes;
pub mod record;
mod recorded;
pub mod saving;
pub mod select;
mod stays;
mod steps;
pub mod tables;
#[cfg(test)]
mod testing;
pub mod tracker;
pub mod train;
mod walks;
pub mod zoom;

pub use corpus::Corpus;
pub use file::FileError;
pub use record::Record;

use std::path::Path;
use std::sync::Arc;

/// What `learn` writes.
#[derive(Debug)]
pub enum Learned {
    /// Tables of counts.
    Tables(Arc<tables::Tables>),
    /// The log-linear model.
    Model(Arc<model::Model>),
}

/// Longer files can be added up, but not used: in memory the patterns take some five times as much.
const LONGEST_USED: u64 = 1 << 31;

impl Learned {
    /// Reads a file of either kind; a foreign, cut or damaged one is refused.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let length = std::fs::metadata(path).map_err(|error| FileError::Io(path.to_owned(), error))?.len();
        if length > LONGEST_USED {
            let problem =
                format!("{length} bytes of patterns are too many to be used, expected at most {LONGEST_USED}");
            return Err(FileError::Bad(path.to_owned(), problem));
        }
        let (kind, body) = file::read(path)?;
        let learned = match kind {
            file::Kind::Tables => tables::Tables::from_body(&body).map(|tables| Self::Tables(Arc::new(tables))),
            file::Kind::Model => model::Model::from_body(&body).map(|model| Self::Model(Arc::new(model))),
            file::Kind::Records => Err("these are recorded positions, expected the model they lie beside".into()),
            file::Kind::Progress => Err("this is unfinished learning: run the same `quadrille learn` again".into()),
        };
        learned.map_err(|problem| FileError::Bad(path.to_owned(), problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TempFile;

    #[test]
    fn too_long_files_are_refused_unread() {
        let file = TempFile::new("long");
        // Nothing but a hole, so it takes no space.
        std::fs::File::create(file.path()).and_then(|file| file.set_len(LONGEST_USED + 1)).expect("writable");
        assert!(Learned::load(file.path()).expect_err("too long").to_string().contains("too many to be used"));
    }
}

//! Files written by `learn`, of any kind.

use crate::counting::Tables;
use crate::model::Model;
use crate::store::{self, Kind};
use crate::words;
use quadrille_core::Refusal;
use quadrille_support::file;
use std::path::Path;
use std::sync::Arc;

/// Longer files can be added up, but not used: in memory the patterns take some five times as much.
const LONGEST_USED: u64 = 1 << 31;

/// What `learn` writes.
#[derive(Debug)]
pub enum Learned {
    /// Tables of counts.
    Tables(Arc<Tables>),
    /// The log-linear model.
    Model(Arc<Model>),
}

impl Learned {
    /// Reads a file of either kind; an error if it is foreign, truncated or damaged.
    ///
    /// ```
    /// use quadrille_patterns::Learned;
    /// let path = std::env::temp_dir().join(format!("quadrille-doc-learned-{}", std::process::id()));
    /// std::fs::write(&path, "something else").unwrap();
    /// let refusal = Learned::load(&path).unwrap_err();
    /// assert!(refusal.to_string().contains("not a pattern file"));
    /// # std::fs::remove_file(&path).unwrap();
    /// ```
    pub fn load(path: &Path) -> Result<Self, Refusal> {
        let bad = |why| file::about(path, why);
        let bytes = std::fs::metadata(path).map_err(|error| file::refusal(path, &error))?.len();
        if bytes > LONGEST_USED {
            return Err(bad(words::TOO_LONG.refuse().with("bytes", bytes).with("most", LONGEST_USED)));
        }
        let learned = match store::read(path)? {
            (Kind::Tables, body) => Tables::from_body(&body).map(|tables| Self::Tables(Arc::new(tables))),
            (Kind::Model, body) => Model::from_body(&body).map(|(model, _)| Self::Model(Arc::new(model))),
            (kind, _) => Err(kind.refuse(&words::TABLES_OR_MODEL)),
        };
        learned.map_err(bad)
    }

    /// The tables, or those that came with the model.
    pub fn into_tables(self) -> Result<Arc<Tables>, Refusal> {
        match self {
            Self::Tables(tables) => Ok(tables),
            Self::Model(model) => model.tables().map(Arc::clone).ok_or_else(|| words::NO_COUNTS.refuse()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_long_files_are_refused_unread() {
        let path = std::env::temp_dir().join(format!("quadrille-long-{}", std::process::id()));
        // A sparse file, so it takes no space.
        std::fs::File::create(&path).and_then(|file| file.set_len(LONGEST_USED + 1)).expect("writable");
        let refusal = Learned::load(&path).expect_err("too long");
        assert!(refusal.to_string().contains("expected at most"), "{refusal}");
        std::fs::remove_file(&path).expect("removable");
    }
}

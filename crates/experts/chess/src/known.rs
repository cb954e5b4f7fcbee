//! The source of endgame values: our own tables first, since they have the distance to mate, then Syzygy.

use crate::endgame::Endgames;
use crate::syzygy::Tables;
use quadrille_chess::{Move, Position};
use quadrille_core::{Refusal, Score};
use quadrille_search::Oracle;
use std::sync::Arc;

/// All tables that there are.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Ours.
    pub endgames: Option<Arc<Endgames>>,
    /// Syzygy's.
    pub syzygy: Option<Arc<Tables>>,
}

impl Known {
    /// The tables at their default paths.
    ///
    /// # Errors
    ///
    /// Returns an error if some exist but cannot be used.
    pub fn installed() -> Result<Self, Refusal> {
        Ok(Self { endgames: Endgames::installed()?, syzygy: Tables::installed()? })
    }

    /// The oracle, if there are any tables.
    #[must_use]
    pub fn oracle(self) -> Option<Arc<dyn Oracle<Position>>> {
        (self.endgames.is_some() || self.syzygy.is_some()).then(|| Arc::new(self) as Arc<dyn Oracle<Position>>)
    }
}

impl Oracle<Position> for Known {
    fn value(&self, position: &Position) -> Option<Score> {
        let own = self.endgames.as_ref().and_then(|endgames| Oracle::value(&**endgames, position));
        own.or_else(|| self.syzygy.as_ref()?.value(position))
    }

    fn choices(&self, position: &Position) -> Option<Vec<Move>> {
        let own = self.endgames.as_ref().is_some_and(|endgames| endgames.knows(position));
        self.syzygy.as_ref().filter(|_| !own)?.choices(position)
    }
}

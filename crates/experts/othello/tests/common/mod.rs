//! What several tests need.

use quadrille_core::{Game, KeyHistory, Rng};
use quadrille_othello::{Position, Rules};
use quadrille_othello_expert::midgame::Searcher;
use quadrille_search::{Limits, Report, Request, Specialist, Stop};

/// A position of a random game with this many empty squares.
pub fn random_position(empties: u32, rng: &mut Rng) -> Position {
    loop {
        let mut position = Position::start(&Rules::Standard);
        while position.empties() > empties {
            let mut moves = <Position as Game>::Moves::default();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(moves.as_slice()) else { break };
            position.play(m);
        }
        if position.empties() == empties {
            return position;
        }
    }
}

/// The result of a search without limits.
pub fn search(searcher: &mut Searcher, position: &Position, limits: Limits) -> Report<Position> {
    searcher.search(&Request::new(position, &KeyHistory::new(), limits, &Stop::new()), &mut |_| ())
}

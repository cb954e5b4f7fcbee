//! Chess as a [`Game`].

use crate::draws;
use crate::legality;
use crate::movegen::{self, Counter, Moves};
use crate::moves::Move;
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use quadrille_core::{Game, KeyHistory, Outcome, Player};

/// Codes of one player: 64 x 64 pairs of squares, then 3 underpromotions for each of 8 files and 3 directions.
const CODES_PER_PLAYER: usize = 64 * 64 + UNDERPROMOTIONS;
const UNDERPROMOTIONS: usize = 3 * 8 * 3;

impl Game for Position {
    type Move = Move;
    type Moves = Moves;
    type Rules = Rules;

    const NAME: &'static str = "chess";
    const USES_HISTORY: bool = true;

    fn start(rules: &Rules) -> Self {
        Setup::start().position(*rules).expect("the position every game starts from is valid")
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Moves) {
        movegen::generate::<false, _>(self, moves);
    }

    #[inline]
    fn count_legal_moves(&self) -> usize {
        let mut counter = Counter(0);
        movegen::generate::<false, _>(self, &mut counter);
        counter.0
    }

    fn is_legal(&self, m: Move) -> bool {
        legality::is_legal(self, m)
    }

    #[inline]
    fn play(&mut self, m: Move) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal in {}", self.fen());
        self.make(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.count_legal_moves() > 0 {
            None
        } else if self.is_check() {
            Some(Outcome::Win(self.turn.opponent()))
        } else {
            Some(Outcome::Draw)
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// The squares tell the move, apart from the three lesser promotions, which have codes of their own.
    #[inline]
    fn code(&self, m: Move) -> usize {
        let (from, to) = (m.from(), m.to());
        let of_player = self.turn.index() * CODES_PER_PLAYER;
        match m.promotion() {
            Some(role) if role != Role::Queen => {
                let direction = (to.file() + 1).saturating_sub(from.file()).min(2);
                let lesser = (role.index() - 1) * 24 + usize::from(from.file() * 3 + direction);
                of_player + 64 * 64 + lesser
            }
            _ => of_player + from.index() * 64 + to.index(),
        }
    }

    fn codes(&self) -> usize {
        2 * CODES_PER_PLAYER
    }

    /// Threefold repetition, fifty moves and dead positions are drawn; checkmate comes before the fifty moves.
    fn adjudicate(&self, seen: &KeyHistory) -> Option<Outcome> {
        draws::adjudicate(self, seen)
    }
}

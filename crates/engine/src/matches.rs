//! A game in progress: its positions and the moves between them.

use quadrille_core::{Game, KeyHistory, MoveBuf, Outcome};

/// One game from its first position to the current one. Positions are kept on a stack, so taking back a move is simple
/// and exact. A position that is set up on the way begins a game of its own; what came before is kept for taking back.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    positions: Vec<G>,
    moves: Vec<G::Move>,
    history: KeyHistory,
    /// The games that ended where a position was set up, oldest first.
    earlier: Vec<Self>,
}

impl<G: Game> Match<G> {
    /// A game that starts from `position`.
    pub fn new(position: G) -> Self {
        let history = [position.history_key()].into_iter().collect();
        Self { positions: vec![position], moves: Vec::new(), history, earlier: Vec::new() }
    }

    /// Goes on from another position; none for the same one, whose past still counts.
    pub fn set_up(&mut self, position: Option<G>) {
        let is_same = position.is_none();
        let mut next = Self::new(position.unwrap_or_else(|| self.position().clone()));
        if is_same {
            next.history = self.history.clone();
        }
        next.earlier = std::mem::take(&mut self.earlier);
        let before = std::mem::replace(self, next);
        self.earlier.push(before);
    }

    /// How many moves were played and positions set up since the very start.
    pub fn steps(&self) -> usize {
        self.moves.len() + self.earlier.iter().map(|part| part.moves.len() + 1).sum::<usize>()
    }

    /// The games between two positions that were set up, oldest first, the current one last.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        self.earlier.iter().chain([self])
    }

    /// Takes the last move or set-up back; false at the very start.
    pub fn step_back(&mut self) -> bool {
        if self.undo().is_some() {
            return true;
        }
        let Some(mut before) = self.earlier.pop() else { return false };
        before.earlier = std::mem::take(&mut self.earlier);
        *self = before;
        true
    }

    /// The current position.
    pub fn position(&self) -> &G {
        self.positions.last().unwrap_or_else(|| unreachable!("a match never loses its first position"))
    }

    /// All positions since the last one that was set up, first to current.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The moves between them.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The keys for repetition and superko, ending with the current position's.
    pub fn history(&self) -> &KeyHistory {
        &self.history
    }

    /// The legal moves, history included; none once the game is over on the board.
    pub fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = G::Moves::default();
        let position = self.position();
        position.legal_moves(&mut moves);
        moves.as_slice().iter().copied().filter(|&m| position.allowed_by_history(m, &self.history)).collect()
    }

    /// Plays a move that [`Match::legal_moves`] lists.
    pub fn play(&mut self, m: G::Move) {
        let mut next = self.position().clone();
        next.play(m);
        self.history.push(next.history_key());
        self.positions.push(next);
        self.moves.push(m);
    }

    /// Takes the last move back, if there is one since the position was set up.
    pub fn undo(&mut self) -> Option<G::Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        self.history.pop();
        Some(m)
    }

    /// The result, on the board or by history.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        position.outcome().or_else(|| position.adjudicate(&self.history))
    }
}

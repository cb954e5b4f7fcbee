//! A game in progress: its positions and the moves between them.

use quadrille_core::{Game, KeyHistory, MoveBuf, Outcome};

/// One game from its first position to the current one. Positions are kept on a stack, so taking back a move is simple
/// and exact.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    positions: Vec<G>,
    moves: Vec<G::Move>,
    history: KeyHistory,
}

impl<G: Game> Match<G> {
    /// A game that starts from `position`.
    pub fn new(position: G) -> Self {
        let history = [position.history_key()].into_iter().collect();
        Self { positions: vec![position], moves: Vec::new(), history }
    }

    /// The current position.
    pub fn position(&self) -> &G {
        self.positions.last().unwrap_or_else(|| unreachable!("a match never loses its first position"))
    }

    /// All positions, first to current.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The moves played.
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

    /// Takes the last move back, if there is one.
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

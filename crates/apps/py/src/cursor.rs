//! A game under way, as numbers: the one thing that states, batches and trees are made of.

use crate::space::{Past, Shape, Space};
use crate::words;
use quadrille_core::{MoveBuf, Outcome, Player, Refusal};

/// A position with its past, its legal moves and its result, all kept up to date.
#[derive(Clone)]
pub struct Cursor<G: Space> {
    position: G,
    past: G::Past,
    /// The legal moves, and their numbers in the same order.
    moves: Vec<G::Move>,
    actions: Vec<u32>,
    end: Option<Outcome>,
    first: Player,
    plies: u32,
}

/// One player's reward: 1 for a win, -1 for a loss, 0 otherwise.
pub fn reward(outcome: Option<Outcome>, player: Player) -> f32 {
    match outcome.and_then(Outcome::winner) {
        Some(winner) if winner == player => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    }
}

impl<G: Space> Cursor<G> {
    /// A game that starts here.
    pub fn new(start: G) -> Self {
        let past = G::Past::new(&start);
        let first = start.to_move();
        let (moves, actions) = (Vec::new(), Vec::new());
        let mut cursor = Self { position: start, past, moves, actions, end: None, first, plies: 0 };
        cursor.look();
        cursor
    }

    fn look(&mut self) {
        let mut moves = G::Moves::default();
        self.past.legal_moves(&self.position, &mut moves);
        self.moves.clear();
        self.actions.clear();
        self.end = if moves.is_empty() { self.position.outcome() } else { self.past.adjudicate(&self.position) };
        if self.end.is_none() {
            self.moves.extend_from_slice(moves.as_slice());
            let position = &self.position;
            self.actions.extend(moves.as_slice().iter().map(|&m| position.action(m)));
        }
    }

    /// Plays a move of the list.
    pub fn play(&mut self, m: G::Move) {
        self.position.play(m);
        self.past.push(&self.position);
        self.plies += 1;
        self.look();
    }

    /// The game after a line of legal moves; what lies between is not looked at.
    pub fn after(&self, line: impl Iterator<Item = G::Move>) -> Self {
        let (position, past) = (self.position.clone(), self.past.clone());
        let (moves, actions) = (Vec::new(), Vec::new());
        let mut cursor = Self { position, past, moves, actions, ..*self };
        for m in line {
            cursor.position.play(m);
            cursor.past.push(&cursor.position);
            cursor.plies += 1;
        }
        cursor.look();
        cursor
    }

    /// The legal move with this number.
    #[inline]
    pub fn find(&self, action: u32) -> Option<G::Move> {
        self.actions.iter().position(|&known| known == action).map(|place| self.moves[place])
    }

    /// Plays the move with this number, or says why it cannot.
    pub fn apply(&mut self, action: i64) -> Result<(), Refusal> {
        match u32::try_from(action).ok().and_then(|action| self.find(action)) {
            Some(m) => self.play(m),
            None if self.end.is_some() => return Err(words::GAME_OVER.refuse().with("action", action)),
            None => {
                let count = self.actions.len();
                return Err(words::ILLEGAL_ACTION.refuse().with("action", action).with("count", count));
            }
        }
        Ok(())
    }

    /// The position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The numbers of the legal moves, in no particular order; none once the game has ended.
    pub fn actions(&self) -> &[u32] {
        &self.actions
    }

    /// The legal moves and their numbers, in the same order.
    pub fn into_legal(self) -> (Vec<G::Move>, Vec<u32>) {
        (self.moves, self.actions)
    }

    /// The result, once the game has ended.
    pub fn end(&self) -> Option<Outcome> {
        self.end
    }

    /// How many moves have been played.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Whose turn it is: 0 for who moved first, 1 for the other.
    pub fn turn(&self) -> u8 {
        u8::from(self.position.to_move() != self.first)
    }

    /// How large the arrays are.
    pub fn shape(&self) -> Shape {
        self.position.shape()
    }

    /// Ends the game without a winner.
    pub fn cut(&mut self) {
        self.end = Some(Outcome::Draw);
        self.moves.clear();
        self.actions.clear();
    }

    /// Rewards of players 0 and 1.
    pub fn rewards(&self) -> [f32; 2] {
        [reward(self.end, self.first), reward(self.end, !self.first)]
    }
}

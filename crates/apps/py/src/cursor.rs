//! A game under way, as numbers: the one thing that states, batches and trees are made of.

use crate::space::{Past, Shape, Space};
use crate::words;
use quadrille_core::{Outcome, Player, Refusal};
use quadrille_lanes::Numbers;

/// Legal actions for which room is made at once; few positions have more.
const USUAL_ACTIONS: usize = 128;

/// A position with its past and its result.
pub struct Cursor<G: Space> {
    position: G,
    past: G::Past,
    end: Option<Outcome>,
    first: Player,
    plies: u32,
}

impl<G: Space> Clone for Cursor<G> {
    fn clone(&self) -> Self {
        Self { position: self.position.clone(), past: self.past.clone(), ..*self }
    }

    /// A game that begins again keeps the memory of its past: allocation was 6 % of stepping Go.
    fn clone_from(&mut self, source: &Self) {
        let Self { position, past, end, first, plies } = self;
        past.clone_from(&source.past);
        position.clone_from(&source.position);
        (*end, *first, *plies) = (source.end, source.first, source.plies);
    }
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
        let mut cursor = Self { position: start, past, end: None, first, plies: 0 };
        cursor.look();
        cursor
    }

    #[inline]
    fn look(&mut self) {
        self.past.look(&self.position);
        self.end = self.past.end(&self.position);
    }

    #[inline]
    fn go_on(&mut self, m: G::Move) {
        self.position.play(m);
        self.past.push(&self.position);
        self.plies += 1;
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, m: G::Move) {
        self.go_on(m);
        self.look();
    }

    /// The game after a line of actions that were legal before; what lies between is not looked at.
    pub fn after(&self, line: impl Iterator<Item = u32>) -> Self {
        let mut cursor = self.clone();
        for action in line {
            match cursor.position.decode(action) {
                Some(m) => cursor.go_on(m),
                None => break,
            }
        }
        cursor.look();
        cursor
    }

    /// The legal move with this number.
    #[inline]
    pub fn find(&self, action: i64) -> Option<G::Move> {
        let action = u32::try_from(action).ok().filter(|_| self.end.is_none())?;
        self.position.find(&self.past, action)
    }

    /// The legal move with this number, or why there is none.
    #[inline]
    pub fn demand(&self, action: i64) -> Result<G::Move, Refusal> {
        self.find(action).ok_or_else(|| {
            let why = if self.end.is_some() { &words::GAME_OVER } else { &words::ILLEGAL_ACTION };
            why.refuse().with("action", action).with("count", self.actions().len())
        })
    }

    /// The position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Adds the numbers of the legal moves, in no particular order; none once the game has ended.
    #[inline]
    pub fn list(&self, actions: &mut Numbers) {
        if self.end.is_none() {
            self.position.list(&self.past, actions);
        }
    }

    /// Adds the same numbers in ascending order to an empty list.
    #[inline]
    pub fn list_in_order(&self, actions: &mut Numbers) {
        if self.end.is_none() {
            self.position.list_in_order(&self.past, actions);
        }
    }

    /// The numbers of the legal moves, in no particular order.
    pub fn actions(&self) -> Vec<i32> {
        let mut actions = Numbers::with_room(USUAL_ACTIONS);
        self.list(&mut actions);
        actions.into_vec()
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
    }

    /// Rewards of players 0 and 1.
    pub fn rewards(&self) -> [f32; 2] {
        match self.end {
            None => [0.0; 2],
            end => [reward(end, self.first), reward(end, !self.first)],
        }
    }
}

//! A position of the game: the board, whose turn it is, the key.

use crate::board::Board;
use crate::moves::Move;
use crate::rules::Rules;
use crate::{words, zobrist};
use arrayvec::ArrayVec;
use quadrille_core::bits::Bits;
use quadrille_core::contract::Checked;
use quadrille_core::{Game, Outcome, Player, Sentence, to_move};

/// A position: what the rules need and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    key: u64,
    turn: Player,
    rules: Rules,
}

const _: () = assert!(size_of::<Position>() <= 40, "searches copy positions: keep them small");

impl Position {
    /// The position with these discs. Any two disjoint sets are a valid position.
    ///
    /// ```
    /// use quadrille_core::{Game, Player};
    /// use quadrille_othello::{Position, Rules};
    ///
    /// let corner = Position::new(Rules::Standard, 1, 2, Player::Black);
    /// assert_eq!((corner.count_legal_moves(), corner.empties()), (1, 62));
    /// ```
    ///
    /// # Panics
    /// If the sets overlap.
    #[must_use]
    pub fn new(rules: Rules, black: u64, white: u64, turn: Player) -> Self {
        assert!(black & white == 0, "a square holds one disc");
        let (own, other) = if turn == Player::Black { (black, white) } else { (white, black) };
        Self { board: Board { own, other }, key: zobrist::of(black, white, turn), turn, rules }
    }

    /// The discs from the mover's point of view.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The discs of a colour.
    #[inline]
    #[must_use]
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.turn { self.board.own } else { self.board.other }
    }

    /// The colour of the disc on a square.
    #[must_use]
    pub fn disc_on(&self, square: u32) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.discs(player) >> square & 1 == 1)
    }

    /// How many squares are empty.
    #[inline]
    #[must_use]
    pub const fn empties(&self) -> u32 {
        self.board.empties()
    }

    /// The discs a legal move turns.
    #[must_use]
    pub fn flips(&self, m: Move) -> u64 {
        m.square().map_or(0, |square| self.board.flips(square))
    }

    /// The parts whose XOR is the key, each with what it stands for.
    #[must_use]
    pub fn key_parts(&self) -> Vec<(Sentence, u64)> {
        let disc = |player: Player, square: u32| {
            let name = [&words::BLACK_DISC, &words::WHITE_DISC][player.index()];
            (name.say().with("square", Move::on(square).to_string()), zobrist::DISC[player.index()][square as usize])
        };
        let discs = Player::BOTH
            .into_iter()
            .flat_map(|player| Bits(self.discs(player)).map(move |square| disc(player, square)));
        let turn = (self.turn == Player::White).then(|| (to_move(Player::White), zobrist::WHITE_TO_MOVE));
        discs.chain(turn).collect()
    }

    /// The margin of the side to move if the game ends here, empty squares counting for the winner.
    #[inline]
    #[must_use]
    pub const fn final_margin(&self) -> i32 {
        self.board.final_margin()
    }
}

impl Game for Position {
    type Move = Move;
    /// A position has at most as many moves as empty squares; 64 covers any board a text may show.
    type Moves = ArrayVec<Move, 64>;
    type Rules = Rules;

    const NAME: &'static str = "othello";
    const PERFT_OF_FINISHED: u64 = 1;

    fn start(rules: &Rules) -> Self {
        let turn = rules.first_player();
        let Board { own: black, other: white } = Board::start(Player::Black);
        Self::new(*rules, black, white, turn)
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Self::Moves) {
        let squares = self.board.moves();
        if squares == 0 {
            if self.board.pass().moves() != 0 {
                moves.push(Move::PASS);
            }
            return;
        }
        moves.extend(Bits(squares).map(Move::on));
    }

    #[inline]
    fn count_legal_moves(&self) -> usize {
        match self.board.moves().count_ones() {
            0 => usize::from(self.board.pass().moves() != 0),
            n => n as usize,
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        match m.square() {
            Some(square) => self.board.empty() >> square & 1 == 1 && self.board.flips(square) != 0,
            None => self.board.moves() == 0 && self.board.pass().moves() != 0,
        }
    }

    #[inline]
    fn play(&mut self, m: Move) {
        debug_assert!(self.is_legal(m), "{m} is not legal in {self:?}");
        self.key ^= zobrist::WHITE_TO_MOVE;
        if let Some(square) = m.square() {
            let flips = self.board.flips(square);
            self.key ^= zobrist::DISC[self.turn.index()][square as usize] ^ zobrist::of_turned(flips);
            self.board = self.board.after(square, flips);
        } else {
            self.board = self.board.pass();
        }
        self.turn = !self.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.is_over().then(|| {
            let margin = self.board.difference();
            Outcome::from_black_margin(if self.turn == Player::Black { margin } else { -margin })
        })
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn code(&self, m: Move) -> usize {
        m.code()
    }

    fn codes(&self) -> usize {
        Move::CODES
    }
}

impl Checked for Position {
    fn recomputed_key(&self) -> u64 {
        self.key_parts().into_iter().fold(0, |key, (_, part)| key ^ part)
    }

    fn every_move(&self) -> Vec<Move> {
        (0..64).map(Move::on).chain([Move::PASS]).collect()
    }

    fn assert_consistent(&self) {
        assert_eq!(self.board.own & self.board.other, 0, "a square holds discs of both colours");
    }
}

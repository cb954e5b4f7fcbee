//! A board that knows every chain's exact liberties, as a set of points.
//!
//! The rules crate's fast board counts pseudo-liberties, which is all that playing needs. Patterns ask how many liberties a
//! chain has, after which moves, hundreds of times a move, so here each chain carries the set of its liberties and the set
//! of its stones. Points are numbered row by row with 19 to a row on every board; what lies beyond a smaller board is
//! off the board. Start at [`Board::play`].

use quadrille_core::Player;

/// The longest side.
pub const SIDE: usize = 19;
/// How many numbers points have.
pub const SPOTS: usize = SIDE * SIDE;
/// The number that is not a point; it is always off the board.
pub const NOWHERE: u16 = SPOTS as u16;

/// What a point holds: 0 black, 1 white.
pub(crate) const EMPTY: u8 = 2;
/// A point that is not on the board.
pub(crate) const OFF: u8 = 3;

/// The eight points around each point: above, left, right, below, then the diagonals; [`NOWHERE`] beyond the edge.
static AROUND: [[u16; 8]; SPOTS] = around();

const fn around() -> [[u16; 8]; SPOTS] {
    const STEPS: [(i32, i32); 8] = [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];
    let mut table = [[NOWHERE; 8]; SPOTS];
    let mut spot = 0;
    while spot < SPOTS {
        let mut i = 0;
        while i < 8 {
            let (row, column) = ((spot / SIDE) as i32 + STEPS[i].0, (spot % SIDE) as i32 + STEPS[i].1);
            if row >= 0 && row < SIDE as i32 && column >= 0 && column < SIDE as i32 {
                table[spot][i] = row as u16 * SIDE as u16 + column as u16;
            }
            i += 1;
        }
        spot += 1;
    }
    table
}

/// A set of points.
///
/// ```
/// use quadrille_patterns::board::PointSet;
/// let mut points = PointSet::default();
/// points.insert(360);
/// points.insert(3);
/// assert_eq!(points.iter().collect::<Vec<_>>(), [3, 360]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointSet([u64; 6]);

impl PointSet {
    /// Adds a point; [`NOWHERE`] is ignored by every reader, since it is on no board.
    #[inline]
    pub fn insert(&mut self, spot: u16) {
        self.0[spot as usize / 64] |= 1 << (spot % 64);
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, spot: u16) {
        self.0[spot as usize / 64] &= !(1 << (spot % 64));
    }

    /// Whether the point is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, spot: u16) -> bool {
        self.0[spot as usize / 64] >> (spot % 64) & 1 == 1
    }

    /// Adds all points of another set.
    #[inline]
    pub fn join(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// How many points there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 6]
    }

    /// In how many points two sets differ.
    #[inline]
    #[must_use]
    pub fn difference(&self, other: &Self) -> u32 {
        self.0.iter().zip(other.0).map(|(a, b)| (a ^ b).count_ones()).sum()
    }

    /// Takes all points of another set out.
    #[inline]
    pub fn subtract(&mut self, other: &Self) {
        for (word, fewer) in self.0.iter_mut().zip(other.0) {
            *word &= !fewer;
        }
    }

    /// Takes the first point out, if there is one.
    #[inline]
    pub fn pop(&mut self) -> Option<u16> {
        let (index, word) = (0..).zip(&mut self.0).find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as u16;
        *word &= *word - 1;
        Some(index * 64 + bit)
    }

    /// The points in rising order.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Points {
        Points { word: self.0[0], base: 0, rest: [self.0[1], self.0[2], self.0[3], self.0[4], self.0[5]] }
    }
}

/// The points of a set in rising order.
#[derive(Clone, Debug)]
pub struct Points {
    /// What is left of the word whose first point has this number.
    word: u64,
    base: u16,
    rest: [u64; 5],
}

impl Iterator for Points {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.word == 0 {
            self.word = *self.rest.get(usize::from(self.base / 64))?;
            self.base += 64;
        }
        let bit = self.word.trailing_zeros() as u16;
        self.word &= self.word - 1;
        Some(self.base + bit)
    }
}

/// A chain with more liberties than this has many: how many is never asked, nor where they are.
pub(crate) const FEW_LIBERTIES: u16 = 3;

/// What a move changed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effect {
    /// The stones it captured.
    pub captured: PointSet,
    /// Every point whose neighbourhood may have changed, or a chain beside it that has few liberties or had.
    pub touched: PointSet,
}

/// Stones, chains and their liberties.
///
/// ```
/// use quadrille_core::Player;
/// use quadrille_patterns::board::{Board, SIDE};
/// let spot = |row: usize, column: usize| (row * SIDE + column) as u16;
/// let mut board = Board::new(9, 9);
/// board.play(spot(0, 0), Player::Black);
/// board.play(spot(0, 1), Player::White);
/// let effect = board.play(spot(1, 0), Player::White);
/// assert!(effect.captured.contains(spot(0, 0)) && board.stone(spot(0, 0)).is_none());
/// assert!(!board.is_legal(spot(0, 0), Player::Black), "suicide");
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    rows: u8,
    columns: u8,
    colour: [u8; SPOTS + 1],
    /// The chain of a stone, named by one of its stones.
    chain: [u16; SPOTS + 1],
    liberties: [PointSet; SPOTS],
    stones: [PointSet; SPOTS],
    /// Sizes of the two sets above.
    liberty_count: [u16; SPOTS],
    size: [u16; SPOTS],
    on_board: u16,
    /// Where a ko forbids whom to retake.
    ko: (u16, u8),
}

impl Board {
    /// The empty board; each side is from 1 to 19.
    #[must_use]
    pub fn new(rows: u8, columns: u8) -> Self {
        assert!((1..=SIDE).contains(&rows.into()) && (1..=SIDE).contains(&columns.into()), "{rows}x{columns}");
        let mut colour = [OFF; SPOTS + 1];
        for row in 0..usize::from(rows) {
            colour[row * SIDE..row * SIDE + usize::from(columns)].fill(EMPTY);
        }
        let none = [PointSet::default(); SPOTS];
        let chain = [NOWHERE; SPOTS + 1];
        let (liberty_count, size) = ([0; SPOTS], [0; SPOTS]);
        Self {
            rows,
            columns,
            colour,
            chain,
            liberties: none,
            stones: none,
            liberty_count,
            size,
            on_board: 0,
            ko: (NOWHERE, 0),
        }
    }

    /// How many rows and columns there are.
    #[must_use]
    pub fn shape(&self) -> (u8, u8) {
        (self.rows, self.columns)
    }

    /// How many stones are on the board.
    #[must_use]
    pub fn stone_count(&self) -> usize {
        usize::from(self.on_board)
    }

    /// What is on a point.
    #[inline]
    pub(crate) fn colour(&self, spot: u16) -> u8 {
        self.colour[spot as usize]
    }

    /// The stone on a point.
    #[must_use]
    pub fn stone(&self, spot: u16) -> Option<Player> {
        Player::BOTH.get(usize::from(self.colour(spot))).copied()
    }

    /// The eight points around: the four neighbours first.
    #[inline]
    pub(crate) fn around(spot: u16) -> &'static [u16; 8] {
        &AROUND[spot as usize]
    }

    /// The chain of a stone.
    #[inline]
    pub(crate) fn chain(&self, stone: u16) -> u16 {
        self.chain[stone as usize]
    }

    /// How many liberties a chain has.
    #[inline]
    pub(crate) fn liberty_count(&self, chain: u16) -> u16 {
        self.liberty_count[chain as usize]
    }

    /// How many stones a chain has.
    #[inline]
    pub(crate) fn size(&self, chain: u16) -> u16 {
        self.size[chain as usize]
    }

    /// The liberties of a chain.
    #[inline]
    pub(crate) fn liberties(&self, chain: u16) -> &PointSet {
        &self.liberties[chain as usize]
    }

    /// All points of the board, row by row.
    pub fn spots(&self) -> impl Iterator<Item = u16> + use<> {
        let columns = usize::from(self.columns);
        (0..usize::from(self.rows)).flat_map(move |row| (0..columns).map(move |column| (row * SIDE + column) as u16))
    }

    /// Whether the player may put a stone here: empty, no suicide, no immediate retaking of a ko.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, spot: u16, player: Player) -> bool {
        self.ko != (spot, player as u8) && self.may_play(spot, player)
    }

    /// The point where a ko forbids the player to retake, or [`NOWHERE`].
    #[inline]
    pub(crate) fn ko_of(&self, player: Player) -> u16 {
        if self.ko.1 == player as u8 { self.ko.0 } else { NOWHERE }
    }

    /// Whether a move is legal if no ko forbids it.
    #[inline]
    pub(crate) fn may_play(&self, spot: u16, player: Player) -> bool {
        let me = player as u8;
        spot < NOWHERE
            && self.colour(spot) == EMPTY
            && AROUND[spot as usize][..4].iter().any(|&n| match self.colour(n) {
                EMPTY => true,
                OFF => false,
                colour => (self.liberty_count(self.chain(n)) == 1) != (colour == me),
            })
    }

    /// Forgets the ko, as when a player passes.
    pub fn pass(&mut self) {
        self.ko = (NOWHERE, 0);
    }

    /// Puts a stone on a point where it is legal and captures what it captures.
    pub fn play(&mut self, spot: u16, player: Player) -> Effect {
        debug_assert!(self.is_legal(spot, player), "{player} at {spot} is not legal");
        let (me, enemy) = (player as u8, player.opponent() as u8);
        let mut effect = Effect::default();
        self.colour[spot as usize] = me;
        self.on_board += 1;
        let had_few = AROUND[spot as usize][..4]
            .iter()
            .any(|&n| self.colour(n) == me && self.liberty_count(self.chain(n)) <= FEW_LIBERTIES);
        let head = self.join(spot, me);
        for &n in &AROUND[spot as usize][..4] {
            if self.colour(n) != enemy {
                continue;
            }
            let chain = self.chain(n);
            if self.liberties[chain as usize].contains(spot) {
                self.liberties[chain as usize].remove(spot);
                self.liberty_count[chain as usize] -= 1;
            }
            if self.liberty_count(chain) == 0 {
                self.take(chain, &mut effect);
            } else if self.liberty_count(chain) <= FEW_LIBERTIES {
                effect.touched.join(self.liberties(chain));
            }
        }
        for &n in &AROUND[spot as usize] {
            effect.touched.insert(n);
        }
        if had_few || self.liberty_count(head) <= FEW_LIBERTIES {
            effect.touched.join(self.liberties(head));
        }
        effect.touched.insert(spot);
        let one_for_one = effect.captured.len() == 1 && self.size(head) == 1 && self.liberty_count(head) == 1;
        self.ko = if one_for_one { (effect.captured.iter().next().unwrap_or(NOWHERE), enemy) } else { (NOWHERE, 0) };
        effect
    }

    /// Makes the new stone one chain with its own neighbours; says the chain's name.
    fn join(&mut self, spot: u16, me: u8) -> u16 {
        let mut head = spot;
        let (mut stones, mut liberties) = (PointSet::default(), PointSet::default());
        stones.insert(spot);
        for &n in &AROUND[spot as usize][..4] {
            let colour = self.colour(n);
            if colour == EMPTY {
                liberties.insert(n);
            } else if colour == me && !stones.contains(n) {
                let chain = self.chain(n);
                stones.join(&self.stones[chain as usize]);
                liberties.join(&self.liberties[chain as usize]);
                if head == spot || self.size(chain) > self.size(head) {
                    head = chain;
                }
            }
        }
        liberties.remove(spot);
        let mut renamed = stones;
        if head != spot {
            renamed.subtract(&self.stones[head as usize]);
        }
        self.name(head, renamed, stones, liberties);
        head
    }

    /// Writes down a chain; `renamed` are those of its stones that had another name.
    fn name(&mut self, head: u16, renamed: PointSet, stones: PointSet, liberties: PointSet) {
        for stone in renamed.iter() {
            self.chain[stone as usize] = head;
        }
        (self.size[head as usize], self.liberty_count[head as usize]) = (stones.len() as u16, liberties.len() as u16);
        (self.stones[head as usize], self.liberties[head as usize]) = (stones, liberties);
    }

    /// Takes these stones off the board as if they had never been played, and says which points that touched
    /// ([`Effect::touched`]). What is left of their chains is gathered anew.
    pub(crate) fn lift(&mut self, gone: &PointSet) -> PointSet {
        let (mut left, mut touched) = (PointSet::default(), *gone);
        for stone in gone.iter() {
            let chain = self.chain(stone) as usize;
            left.join(&self.stones[chain]);
            touched.join(&self.liberties[chain]);
        }
        left.subtract(gone);
        self.clear(gone);
        while let Some(first) = left.pop() {
            let chain = self.gather(first);
            left.subtract(&self.stones[chain as usize]);
            touched.join(self.liberties(chain));
        }
        self.free(gone, &mut touched);
        self.pass();
        touched
    }

    /// Finds the chain of a stone and names it after that stone.
    fn gather(&mut self, first: u16) -> u16 {
        let colour = self.colour(first);
        let (mut stones, mut liberties, mut open) = (PointSet::default(), PointSet::default(), PointSet::default());
        open.insert(first);
        while let Some(stone) = open.pop() {
            stones.insert(stone);
            for &n in &AROUND[stone as usize][..4] {
                if self.colour(n) == EMPTY {
                    liberties.insert(n);
                } else if self.colour(n) == colour && !stones.contains(n) {
                    open.insert(n);
                }
            }
        }
        self.name(first, stones, stones, liberties);
        first
    }

    /// Takes a chain off the board.
    fn take(&mut self, chain: u16, effect: &mut Effect) {
        let stones = self.stones[chain as usize];
        effect.captured.join(&stones);
        self.clear(&stones);
        self.free(&stones, &mut effect.touched);
    }

    /// Makes points empty.
    fn clear(&mut self, stones: &PointSet) {
        for stone in stones.iter() {
            self.colour[stone as usize] = EMPTY;
            self.chain[stone as usize] = NOWHERE;
            self.on_board -= 1;
        }
    }

    /// Gives points that were made empty to the chains around as liberties.
    fn free(&mut self, points: &PointSet, touched: &mut PointSet) {
        for point in points.iter() {
            touched.insert(point);
            for (i, &n) in AROUND[point as usize].iter().enumerate() {
                touched.insert(n);
                if i < 4 && self.colour(n) < EMPTY {
                    let freed = self.chain(n) as usize;
                    if self.liberty_count[freed] <= FEW_LIBERTIES {
                        touched.join(&self.liberties[freed]);
                    }
                    self.liberties[freed].insert(point);
                    self.liberty_count[freed] = self.liberties[freed].len() as u16;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::{Game, MoveBuf, Rng};
    use quadrille_go::{Goban, Move, Rules, for_size_class};

    /// Random games beside the rules crate's board: same legal moves, stones and liberties.
    #[test]
    fn agrees_with_the_rules_in_random_games() {
        for (seed, size) in [(1, "19"), (2, "9"), (3, "15")] {
            let rules: Rules = size.parse().expect("good rules");
            for_size_class!(&rules, Reference => agrees::<Reference>(&rules, seed), else => panic!("no such board"));
        }
    }

    fn agrees<G: Goban>(rules: &Rules, seed: u64) {
        let grid = rules.grid();
        let (mut reference, mut rng) = (G::start(rules), Rng::new(seed));
        let mut board = Board::new(grid.rows() as u8, grid.columns() as u8);
        for _ in 0..500 {
            let player = reference.to_move();
            let place = |m: Move| m.point().and_then(|p| grid.row_column(p)).map(|(r, c)| (r * SIDE + c) as u16);
            let mut moves = moves_of(&reference);
            moves.retain(|m| *m != Move::Pass);
            let legal: Vec<u16> = moves.iter().filter_map(|&m| place(m)).collect();
            assert_eq!(legal, board.spots().filter(|&s| board.is_legal(s, player)).collect::<Vec<_>>());
            for point in grid.points() {
                let spot = place(Move::At(point)).expect("on the board");
                assert_eq!(reference.stone(point), board.stone(spot));
                if board.stone(spot).is_some() {
                    let chain = board.chain(spot);
                    assert_eq!(reference.liberties(point).len(), usize::from(board.liberty_count(chain)));
                    assert_eq!(reference.chain(point).len(), usize::from(board.size(chain)));
                }
            }
            let Some(&m) = rng.pick(&moves) else { break };
            board.play(place(m).expect("a point"), player);
            reference.play(m);
        }
    }

    /// A board from which stones were lifted is the board of the other stones: same legal moves, chains and liberties; and
    /// every point whose legality changed was named.
    #[test]
    fn lifted_stones_have_never_been_there() {
        let mut rng = Rng::new(5);
        for side in [19, 9] {
            let mut board = Board::new(side, side);
            for turn in 0..600 {
                let player = Player::BOTH[turn % 2];
                let legal: Vec<u16> = board.spots().filter(|&spot| board.is_legal(spot, player)).collect();
                let Some(&spot) = rng.pick(&legal) else { break };
                board.play(spot, player);
                if turn % 7 == 0 {
                    let mut gone = PointSet::default();
                    let stones = board.spots().filter(|&spot| board.stone(spot).is_some());
                    for spot in stones.filter(|_| rng.below(6) == 0) {
                        gone.insert(spot);
                    }
                    let mut less = board.clone();
                    let touched = less.lift(&gone);
                    let mut fresh = Board::new(side, side);
                    for spot in board.spots().filter(|&spot| !gone.contains(spot)) {
                        if let Some(player) = board.stone(spot) {
                            fresh.play(spot, player);
                        }
                    }
                    alike(&less, &fresh);
                    let legal = |board: &Board, spot| Player::BOTH.map(|player| board.is_legal(spot, player));
                    board.pass();
                    let changed = board.spots().filter(|&spot| legal(&board, spot) != legal(&less, spot));
                    assert!(changed.into_iter().all(|spot| touched.contains(spot)));
                }
            }
        }
    }

    fn alike(a: &Board, b: &Board) {
        assert_eq!(a.stone_count(), b.stone_count());
        for spot in a.spots() {
            assert_eq!(a.stone(spot), b.stone(spot));
            assert_eq!(
                Player::BOTH.map(|player| a.is_legal(spot, player)),
                Player::BOTH.map(|player| b.is_legal(spot, player))
            );
            if a.stone(spot).is_some() {
                let (one, other) = (usize::from(a.chain(spot)), usize::from(b.chain(spot)));
                assert_eq!((a.stones[one], a.liberties[one]), (b.stones[other], b.liberties[other]));
                assert_eq!((a.size[one], a.liberty_count[one]), (b.size[other], b.liberty_count[other]));
            }
        }
    }

    fn moves_of<G: Game>(position: &G) -> Vec<G::Move> {
        let mut moves = G::Moves::default();
        position.legal_moves(&mut moves);
        moves.as_slice().to_vec()
    }
}

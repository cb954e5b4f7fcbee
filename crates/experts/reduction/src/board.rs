//! A Go board for very large rectangles, with fast undo for searches.
//!
//! Why another board: the positions of the reduction have hundreds of lines per side, chains of thousands of stones and
//! only a few dozen empty points, and the solver plays and undoes millions of moves on them. Copying such a board or
//! flooding it costs thousands of times more than the move itself. Here a move costs a few dozen memory accesses
//! whatever the size of the board:
//!
//! * chains are a union-find forest by size without path compression, so a union is undone by restoring two records;
//! * a chain keeps its *pseudo-liberties* (one for each stone and empty neighbour) as a count and a sum of points: they add up
//!   under union, the count is zero exactly when the chain has no liberty, and [`Board::only_liberty`] tells exactly whether it has one;
//! * every record that a move changes is pushed on a trail first; [`Board::undo`] pops the trail.
//!
//! Start reading at [`Board::play`]. The tests compare the board with a reference implementation that flood-fills for
//! every query.

use quadrille_core::{Player, Rng};

/// What stands on a point of the padded board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Edge,
    Empty,
    Stone(Player),
}

/// A point of a [`Board`]; only the board that made it can read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot(u32);

impl Spot {
    /// A number below [`Board::indices`], for tables by point.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a stone may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// There is a stone already.
    Occupied,
    /// The stone's chain would have no liberty.
    Suicide,
    /// The move would recreate an earlier position of the game (positional superko).
    Repetition,
}

/// A stone's place in its chain. All fields but `parent` and `next` are stale where the stone is not the root of its chain.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    /// Towards the root of the chain; the root points to itself.
    parent: u32,
    /// The stones of a chain form a ring.
    next: u32,
    size: u32,
    /// Pseudo-liberties of the chain: how many, and the sum of their points.
    liberties: u32,
    liberty_sum: u64,
    /// Sum of the marks of the stones (see [`Board::mark`]).
    marks: u32,
}

/// Undo data besides the trail.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Who played where, and the place of the point in the list of empty points; `None` for a pass.
    played: Option<(Player, u32, u32)>,
    captured: u32,
    trail: usize,
}

/// A position and the moves that led to it.
///
/// ```
/// use quadrille_core::Player;
/// use quadrille_reduction::board::{Board, Illegal};
/// let mut board = Board::new(2, 2);
/// let [a, b, c] = [(0, 0), (0, 1), (1, 0)].map(|(row, column)| board.spot(row, column));
/// board.play(a, Player::Black).unwrap();
/// board.play(b, Player::White).unwrap();
/// board.play(c, Player::White).unwrap();
/// assert!(board.is_empty(a), "captured");
/// assert_eq!(board.play(a, Player::Black), Err(Illegal::Suicide));
/// board.undo();
/// assert_eq!(board.stone(a), Some(Player::Black));
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    rows: usize,
    columns: usize,
    /// Apart from the records because most questions need nothing else, and so it stays in the fastest memory.
    contents: Vec<Content>,
    records: Vec<Record>,
    /// The empty points in no special order, and where each stands in the list.
    empty: Vec<u32>,
    place: Vec<u32>,
    trail: Vec<(u32, Record)>,
    steps: Vec<Step>,
    /// Keys of the positions before each move.
    keys: Vec<u64>,
    key: u64,
    /// Stones captured on the way here: without captures no position can come back.
    captures: u32,
    repetitions: u64,
}

impl Board {
    /// An empty board.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Self {
        let stride = columns + 2;
        let mut board = Self {
            rows,
            columns,
            contents: vec![Content::Edge; (rows + 2) * stride],
            records: vec![Record::default(); (rows + 2) * stride],
            empty: Vec::with_capacity(rows * columns),
            place: vec![0; (rows + 2) * stride],
            trail: Vec::new(),
            steps: Vec::new(),
            keys: Vec::new(),
            key: 0,
            captures: 0,
            repetitions: 0,
        };
        for row in 0..rows {
            for column in 0..columns {
                let Spot(at) = board.spot(row, column);
                board.contents[at as usize] = Content::Empty;
                board.list(at);
            }
        }
        board
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The upper bound of [`Spot::index`] on this board.
    #[must_use]
    pub fn indices(&self) -> usize {
        self.records.len()
    }

    /// The point at a row and a column, both counted from 0 at the top left.
    #[must_use]
    pub fn spot(&self, row: usize, column: usize) -> Spot {
        debug_assert!(row < self.rows && column < self.columns, "row {row}, column {column} is off the board");
        Spot(((row + 1) * (self.columns + 2) + column + 1) as u32)
    }

    /// The row and column of a point.
    #[must_use]
    pub const fn coordinates(&self, spot: Spot) -> (usize, usize) {
        let stride = self.columns + 2;
        (spot.0 as usize / stride - 1, spot.0 as usize % stride - 1)
    }

    /// Puts a stone on an empty point before the game starts: no capture, no suicide, no history.
    pub fn set(&mut self, spot: Spot, colour: Player) {
        debug_assert!(self.steps.is_empty() && self.is_empty(spot));
        self.unlist(spot.0);
        self.put(spot.0, colour);
        self.trail.clear();
    }

    /// Points every stone of the starting position directly at the root of its chain, which speeds up all queries.
    pub fn flatten(&mut self) {
        for at in 0..self.records.len() as u32 {
            if matches!(self.content(at), Content::Stone(_)) {
                self.records[at as usize].parent = self.root(at);
            }
        }
    }

    /// Gives a stone of the starting position a mark; the marks of a chain are counted by [`Board::marks`].
    pub fn mark(&mut self, spot: Spot) {
        let root = self.root(spot.0);
        self.records[root as usize].marks += 1;
    }

    /// The colour of the stone on a point.
    #[must_use]
    pub fn stone(&self, spot: Spot) -> Option<Player> {
        match self.content(spot.0) {
            Content::Stone(colour) => Some(colour),
            _ => None,
        }
    }

    /// Whether a point carries no stone.
    #[must_use]
    pub fn is_empty(&self, spot: Spot) -> bool {
        self.content(spot.0) == Content::Empty
    }

    /// All empty points, in an order that depends only on the moves played.
    pub fn empty_spots(&self) -> impl Iterator<Item = Spot> + '_ {
        self.empty.iter().map(|&at| Spot(at))
    }

    /// The neighbours of a point that carry a stone of this colour.
    pub fn stones_around(&self, spot: Spot, colour: Player) -> impl Iterator<Item = Spot> + '_ {
        self.around(spot.0).into_iter().filter(move |&at| self.content(at) == Content::Stone(colour)).map(Spot)
    }

    /// The representative stone of a chain, valid until the next move.
    #[must_use]
    pub fn chain(&self, stone: Spot) -> Spot {
        Spot(self.root(stone.0))
    }

    /// How many marks (see [`Board::mark`]) the chain of a stone carries.
    #[must_use]
    pub fn marks(&self, stone: Spot) -> u32 {
        self.records[self.root(stone.0) as usize].marks
    }

    /// The number of stones of a chain.
    #[must_use]
    pub fn size(&self, stone: Spot) -> usize {
        self.records[self.root(stone.0) as usize].size as usize
    }

    /// The stones of a chain.
    pub fn stones(&self, stone: Spot) -> impl Iterator<Item = Spot> + '_ {
        let mut at = stone.0;
        let mut left = self.size(stone);
        std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            at = self.records[at as usize].next;
            Some(Spot(at))
        })
    }

    /// The liberties of a chain, each once. Takes time proportional to the empty points of the board.
    pub fn liberties(&self, stone: Spot) -> impl Iterator<Item = Spot> + '_ {
        let root = self.root(stone.0);
        self.empty_spots().filter(move |&spot| self.touches(spot.0, root) > 0)
    }

    /// The liberty of a chain that has exactly one.
    ///
    /// All pseudo-liberties fall on one point only if that point is their mean; then the point touches the chain as often as there are
    /// pseudo-liberties. The second condition is checked on the board, so the answer is exact.
    #[must_use]
    pub fn only_liberty(&self, stone: Spot) -> Option<Spot> {
        let root = self.root(stone.0);
        let chain = &self.records[root as usize];
        let (count, sum) = (u64::from(chain.liberties), chain.liberty_sum);
        if count == 0 || count > 4 || sum % count != 0 {
            return None;
        }
        let at = (sum / count) as u32;
        (self.content(at) == Content::Empty && u64::from(self.touches(at, root)) == count).then_some(Spot(at))
    }

    /// Whether a stone of this colour on this empty point would capture something.
    #[must_use]
    pub fn captures_at(&self, spot: Spot, colour: Player) -> bool {
        self.around(spot.0).into_iter().any(|at| {
            self.content(at) == Content::Stone(!colour) && {
                let root = self.root(at);
                let liberties = self.records[root as usize].liberties;
                liberties <= 4 && liberties == self.touches(spot.0, root)
            }
        })
    }

    /// Whether all neighbours of a point are stones of one chain of this colour.
    #[must_use]
    pub fn is_surrounded(&self, spot: Spot, colour: Player) -> bool {
        let mut roots = self
            .around(spot.0)
            .into_iter()
            .filter(|&at| self.content(at) != Content::Edge)
            .map(|at| (self.content(at) == Content::Stone(colour)).then(|| self.root(at)));
        let first = roots.next().flatten();
        first.is_some() && roots.all(|root| root == first)
    }

    /// A key of the stones on the board, the same on every run and platform.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// How many moves superko has forbidden so far, in all lines tried.
    #[must_use]
    pub const fn repetitions(&self) -> u64 {
        self.repetitions
    }

    /// Plays a stone: captures first, then forbids suicide, then positional superko. An illegal move leaves the board as it was.
    pub fn play(&mut self, spot: Spot, colour: Player) -> Result<(), Illegal> {
        if !self.is_empty(spot) {
            return Err(Illegal::Occupied);
        }
        if self.is_suicide(spot.0, colour) {
            return Err(Illegal::Suicide);
        }
        let played = Some((colour, spot.0, self.place[spot.0 as usize]));
        self.steps.push(Step { played, captured: 0, trail: self.trail.len() });
        self.keys.push(self.key);
        self.unlist(spot.0);
        self.put(spot.0, colour);
        for at in self.around(spot.0) {
            if self.content(at) == Content::Stone(!colour) {
                let root = self.root(at);
                if self.records[root as usize].liberties == 0 {
                    self.capture(root);
                }
            }
        }
        // Without a capture no earlier position can recur, so the history need not be searched.
        if self.captures > 0 && self.keys.contains(&self.key) {
            self.undo();
            self.repetitions += 1;
            return Err(Illegal::Repetition);
        }
        Ok(())
    }

    /// Lets the turn go by.
    pub fn pass(&mut self) {
        self.steps.push(Step { played: None, captured: 0, trail: self.trail.len() });
        self.keys.push(self.key);
    }

    /// Takes the last move or pass back. Does nothing at the start of the game.
    pub fn undo(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        while self.trail.len() > step.trail {
            if let Some((at, record)) = self.trail.pop() {
                self.records[at as usize] = record;
            }
        }
        if let Some((colour, at, place)) = step.played {
            for _ in 0..step.captured {
                if let Some(stone) = self.empty.pop() {
                    self.contents[stone as usize] = Content::Stone(!colour);
                }
            }
            self.captures -= step.captured;
            self.contents[at as usize] = Content::Empty;
            self.relist(at, place);
        }
        if let Some(key) = self.keys.pop() {
            self.key = key;
        }
    }

    fn content(&self, at: u32) -> Content {
        self.contents[at as usize]
    }

    fn around(&self, at: u32) -> [u32; 4] {
        let stride = self.columns as u32 + 2;
        [at - stride, at - 1, at + 1, at + stride]
    }

    fn root(&self, mut at: u32) -> u32 {
        while self.records[at as usize].parent != at {
            at = self.records[at as usize].parent;
        }
        at
    }

    /// How many neighbours of a point belong to the chain with this root.
    fn touches(&self, at: u32, root: u32) -> u32 {
        let inside = |&near: &u32| matches!(self.content(near), Content::Stone(_)) && self.root(near) == root;
        self.around(at).iter().filter(|near| inside(near)).count() as u32
    }

    fn is_suicide(&self, at: u32, colour: Player) -> bool {
        !self.around(at).into_iter().any(|near| match self.content(near) {
            Content::Edge => false,
            Content::Empty => true,
            Content::Stone(owner) => {
                let root = self.root(near);
                let liberties = self.records[root as usize].liberties;
                let breathes_elsewhere = liberties > 4 || liberties > self.touches(at, root);
                breathes_elsewhere == (owner == colour)
            }
        })
    }

    /// The record of a point, remembered on the trail before it is changed.
    fn change(&mut self, at: u32) -> &mut Record {
        let record = &mut self.records[at as usize];
        self.trail.push((at, *record));
        record
    }

    /// Places a stone and joins it to its neighbours; chains of the other colour only lose the liberty.
    fn put(&mut self, at: u32, colour: Player) {
        let around = self.around(at);
        let (mut liberties, mut liberty_sum) = (0, 0);
        for near in around {
            match self.content(near) {
                Content::Edge => {}
                Content::Empty => {
                    liberties += 1;
                    liberty_sum += u64::from(near);
                }
                Content::Stone(_) => {
                    let root = self.root(near);
                    let chain = self.change(root);
                    chain.liberties -= 1;
                    chain.liberty_sum -= u64::from(at);
                }
            }
        }
        let content = Content::Stone(colour);
        self.contents[at as usize] = content;
        *self.change(at) = Record { parent: at, next: at, size: 1, liberties, liberty_sum, marks: 0 };
        self.key ^= stone_key(at, colour);
        for near in around {
            if self.content(near) == content {
                self.join(at, near);
            }
        }
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        let smaller = self.records[one as usize].size < self.records[other as usize].size;
        let (big, small) = if smaller { (other, one) } else { (one, other) };
        let joined = self.records[small as usize];
        let big_next = self.records[big as usize].next;
        let child = self.change(small);
        child.parent = big;
        child.next = big_next;
        let root = self.change(big);
        root.next = joined.next;
        root.size += joined.size;
        root.liberties += joined.liberties;
        root.liberty_sum += joined.liberty_sum;
        root.marks += joined.marks;
    }

    /// Takes the stones of a chain off the board and gives their points as liberties to the chains around.
    fn capture(&mut self, root: u32) {
        let stones: Vec<u32> = self.stones(Spot(root)).map(|Spot(at)| at).collect();
        let Content::Stone(colour) = self.content(root) else { return };
        for &at in &stones {
            self.contents[at as usize] = Content::Empty;
            self.key ^= stone_key(at, colour);
            self.list(at);
        }
        for &at in &stones {
            for near in self.around(at) {
                if self.content(near) == Content::Stone(!colour) {
                    let chain = self.root(near);
                    let record = self.change(chain);
                    record.liberties += 1;
                    record.liberty_sum += u64::from(at);
                }
            }
        }
        self.captures += stones.len() as u32;
        if let Some(step) = self.steps.last_mut() {
            step.captured += stones.len() as u32;
        }
    }

    fn list(&mut self, at: u32) {
        self.place[at as usize] = self.empty.len() as u32;
        self.empty.push(at);
    }

    fn unlist(&mut self, at: u32) {
        let place = self.place[at as usize] as usize;
        self.empty.swap_remove(place);
        if let Some(&moved) = self.empty.get(place) {
            self.place[moved as usize] = place as u32;
        }
    }

    /// The exact reverse of `unlist`.
    fn relist(&mut self, at: u32, place: u32) {
        self.list(at);
        let last = self.empty.len() - 1;
        let moved = self.empty[place as usize];
        self.empty.swap(place as usize, last);
        self.place[moved as usize] = last as u32;
        self.place[at as usize] = place;
    }
}

/// Seed of the stone keys.
const KEY_SEED: u64 = 0x5A72_6F42;

/// Zobrist key of a stone, computed instead of stored: a table would be the largest object in memory and the least used.
const fn stone_key(at: u32, colour: Player) -> u64 {
    Rng::stream(KEY_SEED, ((at as u64) << 1) | colour as u64).next_u64()
}

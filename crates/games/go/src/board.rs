//! The fast board: stones, chains and liberties, updated move by move.
//!
//! Everything is an array over the cells of the bordered grid. A chain is named by the cell of one of its stones, holds
//! its stones in a circular list, and knows its *pseudo-liberties*: the number of pairs (stone, empty neighbour). That
//! number needs no set of liberties, and it is zero exactly if the liberties are. Whether a point is the chain's last
//! liberty can be told too: then all its pseudo-liberties are at that point. The packed counters of each cell answer
//! "is there an empty neighbour?" and "are all neighbours black?" in one look, which decides most moves.
//!
//! Read [`Board::place`] first. The design and the measurements behind it are in `docs/go.md`.

use crate::grid::Grid;
use crate::size_class::SizeClass;
use crate::vertex::{Cells, Names, Vertex};
use crate::zobrist::STONES;
use quadrille_core::Player;

/// What a cell holds if not a stone ([`of`]): nothing.
pub(crate) const EMPTY: u8 = 2;
/// A cell of the border.
pub(crate) const OFF: u8 = 3;

/// What a cell with a stone of this player holds.
#[inline(always)]
pub(crate) const fn of(player: Player) -> u8 {
    player.index() as u8
}

/// In the packed counters: one black neighbour in bits 0-3, one white in bits 4-7, one empty in bits 8-11. The border
/// counts as both black and white.
const ONE_EMPTY: u16 = 0x100;
const ONE_STONE: [u16; 2] = [0x001, 0x010];
/// The counters of a cell whose four neighbours are empty.
const FOUR_EMPTY: u16 = 4 * ONE_EMPTY;
/// In the place of the liberties of a cell without a stone: a number that a few steps up or down never bring to zero.
const NO_CHAIN: u16 = 1 << 15;
/// Set if all four neighbours are of that colour (or border).
const ALL_FOUR: [u16; 2] = [0x004, 0x040];

#[derive(Clone)]
pub(crate) struct Board<const CAP: usize> {
    pub(crate) colour: Cells<u8, CAP>,
    /// Packed counters of the neighbours.
    near: Cells<u16, CAP>,
    /// The chain a stone belongs to. A cell without a stone names itself: its liberties are a bin about [`NO_CHAIN`], and
    /// each has its own, since four updates of one bin would wait for each other.
    chain: Names<CAP>,
    /// The next stone of the same chain, around in a circle.
    next: Names<CAP>,
    /// Pseudo-liberties by chain.
    liberties: Cells<u16, CAP>,
    /// The empty points in no order, and where each stands in that list.
    empties: Names<CAP>,
    place_of: Names<CAP>,
    empty_count: u32,
    /// The XOR of the stones' numbers.
    pub(crate) key: u64,
}

/// The effect of a placed stone.
#[derive(Clone, Copy)]
pub(crate) struct Placed<const CAP: usize> {
    /// How many stones it took.
    pub(crate) taken: u32,
    /// Where the opponent may not answer, or [`Vertex::NONE`].
    pub(crate) ko: Vertex<CAP>,
}

/// The neighbours of a point where a stone is about to be placed, as they were before.
struct Site<const CAP: usize> {
    around: [Vertex<CAP>; 4],
    colours: [u8; 4],
    chains: [Vertex<CAP>; 4],
}

impl<const CAP: usize> Board<CAP> {
    /// The step from a point to the one below it, the same for every board of this capacity.
    pub(crate) const STRIDE: u16 = match SizeClass::of_capacity(CAP).longest_side() {
        Some(longest) => longest as u16 + 1,
        None => 0,
    };

    /// Whether boards of this capacity are made for the grid.
    pub(crate) fn fits(grid: Grid) -> bool {
        grid.stride() == usize::from(Self::STRIDE) && grid.cells() <= CAP
    }

    /// The empty board; `grid` must fit.
    pub(crate) fn new(grid: Grid) -> Self {
        assert!(Self::fits(grid), "a board of {}x{} belongs to another class", grid.rows(), grid.columns());
        let mut board = Self {
            colour: Cells([OFF; CAP]),
            near: Cells([0; CAP]),
            chain: Names::own(),
            next: Names::own(),
            liberties: Cells([NO_CHAIN; CAP]),
            empties: Names::own(),
            place_of: Names::own(),
            empty_count: 0,
            key: 0,
        };
        for point in grid.points() {
            let vertex = Vertex::new(point.index());
            board.colour[vertex] = EMPTY;
            board.add_empty(vertex);
        }
        for point in grid.points() {
            let vertex = Vertex::new(point.index());
            let border = board.around(vertex).iter().filter(|&&n| board.colour[n] == OFF).count() as u16;
            board.near[vertex] = FOUR_EMPTY + border * (ONE_STONE[0] + ONE_STONE[1]) - border * ONE_EMPTY;
        }
        board
    }

    /// The four neighbours: above, left, right, below.
    #[inline(always)]
    pub(crate) fn around(&self, v: Vertex<CAP>) -> [Vertex<CAP>; 4] {
        [v.minus(Self::STRIDE), v.minus(1), v.plus(1), v.plus(Self::STRIDE)]
    }

    /// The four diagonal neighbours.
    #[inline(always)]
    pub(crate) fn corners(&self, v: Vertex<CAP>) -> [Vertex<CAP>; 4] {
        let (above, below) = (v.minus(Self::STRIDE), v.plus(Self::STRIDE));
        [above.minus(1), above.plus(1), below.minus(1), below.plus(1)]
    }

    /// Whose stone is on a cell.
    #[inline(always)]
    pub(crate) fn stone(&self, v: Vertex<CAP>) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.colour[v] == of(player))
    }

    /// Whether a cell is an empty point without an empty neighbour.
    #[inline(always)]
    pub(crate) fn is_closed(&self, v: Vertex<CAP>) -> bool {
        (self.colour[v] == EMPTY) & (self.near[v] < ONE_EMPTY)
    }

    /// Whether there is a stone on a cell that has one liberty at most itself, and whose chain has so few
    /// pseudo-liberties that all may be at one point.
    #[inline(always)]
    pub(crate) fn may_be_in_atari(&self, v: Vertex<CAP>) -> bool {
        (self.colour[v] < EMPTY) & (self.near[v] < 2 * ONE_EMPTY) & (self.liberties[self.chain.at(v)] <= 4)
    }

    /// How many points are empty.
    #[inline(always)]
    pub(crate) fn empty_count(&self) -> u32 {
        self.empty_count
    }

    /// The empty point at a place of the list, the place being below [`Board::empty_count`].
    #[inline(always)]
    pub(crate) fn empty_at(&self, place: u32) -> Vertex<CAP> {
        self.empties.at(Vertex::new(place as usize))
    }

    /// Black's area minus White's when no two empty points are adjacent, as where neither side has a move worth playing.
    pub(crate) fn margin_when_closed(&self) -> i32 {
        let stones = |player| self.colour.0.iter().map(|&colour| i32::from(colour == of(player))).sum::<i32>();
        let eyes = |player| {
            let eye = |place: u32| i32::from(self.is_enclosed(self.empty_at(place), player));
            (0..self.empty_count).map(eye).sum::<i32>()
        };
        stones(Player::Black) + eyes(Player::Black) - stones(Player::White) - eyes(Player::White)
    }

    /// Whether an empty point has an empty neighbour.
    #[inline(always)]
    pub(crate) fn is_open(&self, v: Vertex<CAP>) -> bool {
        self.near[v] >= ONE_EMPTY
    }

    /// Whether all neighbours of an empty point are stones of this player (or border).
    #[inline(always)]
    pub(crate) fn is_enclosed(&self, v: Vertex<CAP>, player: Player) -> bool {
        self.near[v] & ALL_FOUR[player.index()] != 0
    }

    /// Whether an empty point is a single-point eye of the player: enclosed, and the diagonals hold too few enemies to
    /// make it false (one inside, none at the edge).
    #[inline(always)]
    pub(crate) fn is_eye(&self, v: Vertex<CAP>, player: Player) -> bool {
        if !self.is_enclosed(v, player) {
            return false;
        }
        let corners = self.corners(v).map(|corner| self.colour[corner]);
        let enemies: u8 = corners.iter().map(|&colour| u8::from(colour == of(player.opponent()))).sum();
        // Not `contains`, which would call a search for bytes.
        let at_edge = corners.iter().fold(false, |edge, &colour| edge | (colour == OFF));
        enemies + u8::from(at_edge) < 2
    }

    /// Whether a stone of the player on an empty point would have a liberty, after it has taken what it takes.
    #[inline(always)]
    pub(crate) fn is_playable(&self, v: Vertex<CAP>, player: Player) -> bool {
        self.is_open(v) || self.breathes_when_closed(v, player)
    }

    /// [`Board::is_playable`] for a point without an empty neighbour: some enemy chain has its last liberty here, or
    /// some own chain has another one.
    #[inline]
    fn breathes_when_closed(&self, v: Vertex<CAP>, player: Player) -> bool {
        let around = self.around(v);
        let chains = around.map(|n| self.chain.at(n));
        around.into_iter().zip(chains).any(|(n, chain)| {
            let colour = self.colour[n];
            let touching = chains.iter().filter(|&&other| other == chain).count() as u16;
            let is_last_liberty = self.liberties[chain] == touching;
            colour < EMPTY && is_last_liberty != (colour == of(player))
        })
    }

    /// For both players: [`Board::is_playable`] of a point without an empty neighbour. Bits, not branches: the neighbours
    /// of such points cannot be predicted.
    #[inline]
    pub(crate) fn who_breathes(&self, v: Vertex<CAP>) -> [bool; 2] {
        let around = self.around(v);
        let chains = around.map(|n| self.chain.at(n));
        let players = |i: usize| {
            let touching: u16 = chains.iter().map(|&other| u16::from(other == chains[i])).sum();
            let is_last_liberty = self.liberties[chains[i]] == touching;
            // A stone helps its own side, or the other if it can be taken. Border and empty cells set other bits.
            1 << (self.colour[around[i]] ^ u8::from(is_last_liberty))
        };
        let players: u8 = players(0) | players(1) | players(2) | players(3);
        [players & 1 != 0, players & 2 != 0]
    }

    /// Puts a stone of the player on an empty, playable point and takes the enemy chains that lose their last liberty.
    #[inline(always)]
    pub(crate) fn place(&mut self, v: Vertex<CAP>, player: Player) -> Placed<CAP> {
        let site = self.approach(v);
        self.settle(v, player, &site)
    }

    /// [`Board::place`] on an empty point, unless it would be suicide. Removing the liberties answers the question and is part of the move, so this is cheaper than calling [`Board::is_playable`]
    /// first.
    #[inline(always)]
    pub(crate) fn place_if_it_breathes(&mut self, v: Vertex<CAP>, player: Player) -> Option<Placed<CAP>> {
        let site = self.approach(v);
        let breathes = |i: usize| (self.liberties[site.chains[i]] == 0) != (site.colours[i] == of(player));
        if self.is_open(v) || breathes(0) | breathes(1) | breathes(2) | breathes(3) {
            return Some(self.settle(v, player, &site));
        }
        for chain in site.chains {
            self.liberties[chain] = self.liberties[chain].wrapping_add(1);
        }
        None
    }

    /// Removes a pseudo-liberty from every chain next to the point.
    #[inline(always)]
    fn approach(&mut self, v: Vertex<CAP>) -> Site<CAP> {
        let around = self.around(v);
        let site = Site { around, colours: around.map(|n| self.colour[n]), chains: around.map(|n| self.chain.at(n)) };
        for chain in site.chains {
            self.liberties[chain] = self.liberties[chain].wrapping_sub(1);
        }
        site
    }

    /// Places the stone on the point whose liberties were removed.
    #[inline(always)]
    fn settle(&mut self, v: Vertex<CAP>, player: Player, site: &Site<CAP>) -> Placed<CAP> {
        let Site { around, colours, chains } = *site;
        let enemy = player.opponent();
        let inside_enemy = self.is_enclosed(v, enemy);
        self.remove_empty(v);
        self.colour[v] = of(player);
        self.key ^= v.of(&STONES[player.index()]);
        for n in around {
            self.near[n] = self.near[n].wrapping_add(ONE_STONE[player.index()]).wrapping_sub(ONE_EMPTY);
        }
        let own = colours.map(|colour| colour == of(player));
        // It may be an own chain, but rarely. Bits, not booleans: four unpredictable branches would cost more than the
        // rest of the test.
        let is_breathless = |i: usize| self.liberties[chains[i]] == 0;
        let is_any_breathless = is_breathless(0) | is_breathless(1) | is_breathless(2) | is_breathless(3);
        self.join(v, own, chains);

        let mut placed = Placed { taken: 0, ko: Vertex::NONE };
        if is_any_breathless {
            for (i, n) in around.into_iter().enumerate() {
                // Two neighbours may be of one chain, which is then gone already.
                if colours[i] == of(enemy) && self.liberties[chains[i]] == 0 && self.colour[n] != EMPTY {
                    placed.taken += self.take_chain(n, enemy);
                    placed.ko = n;
                }
            }
            if !inside_enemy || placed.taken != 1 {
                placed.ko = Vertex::NONE;
            }
        }
        placed
    }

    /// Makes the new stone part of the player's chains around it: `own` says which of the neighbours' `chains` are his.
    #[inline(always)]
    fn join(&mut self, v: Vertex<CAP>, own: [bool; 4], chains: [Vertex<CAP>; 4]) {
        let mut base = v;
        for i in 0..4 {
            base = if own[i] { chains[i] } else { base };
        }
        self.liberties[v] = 0;
        self.next.set(v, v);
        self.liberties[base] = self.liberties[base].wrapping_add(self.near[v] / ONE_EMPTY);
        self.next.set(v, self.next.at(base));
        self.next.set(base, v);
        let other = |i: usize| own[i] & (chains[i] != base);
        if other(0) | other(1) | other(2) {
            self.merge_others(base, own, chains);
        }
        // Written last: a short store just before the wide loads of the renaming would stall them.
        self.chain.set(v, base);
    }

    /// Merges the player's chains around a new stone, the last of which is `base` already.
    #[inline(always)]
    fn merge_others(&mut self, base: Vertex<CAP>, own: [bool; 4], chains: [Vertex<CAP>; 4]) {
        for i in 0..3 {
            let merged = (0..i).any(|earlier| own[earlier] && chains[earlier] == chains[i]);
            if own[i] && chains[i] != base && !merged {
                self.merge(base, chains[i]);
            }
        }
    }

    /// Makes the stones of chain `other` part of chain `base`. Renaming goes over the whole array, which the compiler
    /// turns into a few vector instructions, rather than along the list.
    #[inline(always)]
    fn merge(&mut self, base: Vertex<CAP>, other: Vertex<CAP>) {
        self.liberties[base] = self.liberties[base].wrapping_add(self.liberties[other]);
        let after = self.next.at(base);
        self.next.set(base, self.next.at(other));
        self.next.set(other, after);
        self.chain.rename(other, base);
    }

    /// Takes the chain of this stone off the board, in time linear in its size; returns how many stones it had.
    #[inline(never)]
    fn take_chain(&mut self, first: Vertex<CAP>, player: Player) -> u32 {
        let mut stone = first;
        let mut taken = 0;
        loop {
            let next = self.next.at(stone);
            self.colour[stone] = EMPTY;
            self.chain.set(stone, stone);
            self.liberties[stone] = NO_CHAIN;
            self.key ^= stone.of(&STONES[player.index()]);
            self.add_empty(stone);
            for n in self.around(stone) {
                self.near[n] = self.near[n].wrapping_sub(ONE_STONE[player.index()]).wrapping_add(ONE_EMPTY);
                let chain = self.chain.at(n);
                self.liberties[chain] = self.liberties[chain].wrapping_add(1);
            }
            taken += 1;
            stone = next;
            if stone == first {
                return taken;
            }
        }
    }

    #[inline(always)]
    fn add_empty(&mut self, v: Vertex<CAP>) {
        let place = Vertex::new(self.empty_count as usize);
        self.empties.set(place, v);
        self.place_of.set(v, place);
        self.empty_count += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, v: Vertex<CAP>) {
        self.empty_count -= 1;
        let last = self.empties.at(Vertex::new(self.empty_count as usize));
        let place = self.place_of.at(v);
        self.empties.set(place, last);
        self.place_of.set(last, place);
    }

    /// The stones of a stone's chain, starting with it.
    pub(crate) fn stones_of(&self, first: Vertex<CAP>) -> impl Iterator<Item = Vertex<CAP>> {
        let mut stone = Some(first);
        std::iter::from_fn(move || {
            let current = stone?;
            stone = Some(self.next.at(current)).filter(|&next| next != first);
            Some(current)
        })
    }

    /// Whether a stone's chain has its last liberty at the adjacent empty point `v`.
    #[inline]
    pub(crate) fn breathes_only_at(&self, stone: Vertex<CAP>, v: Vertex<CAP>) -> bool {
        let chain = self.chain.at(stone);
        let touching = self.around(v).iter().filter(|&&n| self.chain.at(n) == chain).count() as u16;
        self.liberties[chain] == touching
    }

    /// The first stones, one for each chain, of the enemy chains that a stone of the player on `v` would take.
    pub(crate) fn taken_by(&self, v: Vertex<CAP>, player: Player) -> impl Iterator<Item = Vertex<CAP>> {
        let around = self.around(v);
        let doomed = move |n: Vertex<CAP>| self.colour[n] == of(player.opponent()) && self.breathes_only_at(n, v);
        (0..4).filter_map(move |i| {
            let counted =
                around[..i].iter().any(|&n| self.colour[n] < EMPTY && self.chain.at(n) == self.chain.at(around[i]));
            (doomed(around[i]) && !counted).then_some(around[i])
        })
    }

    /// The key of the stones after the player's stone on `v` and its captures, without playing it.
    pub(crate) fn key_after(&self, v: Vertex<CAP>, player: Player) -> u64 {
        let mut key = self.key ^ v.of(&STONES[player.index()]);
        for first in self.taken_by(v, player) {
            for stone in self.stones_of(first) {
                key ^= stone.of(&STONES[player.opponent().index()]);
            }
        }
        key
    }

    /// The only liberty of a stone's chain, if it has just one. All pseudo-liberties of such a chain are at one point,
    /// so they are at most four; any other chain is dismissed at once.
    #[inline]
    pub(crate) fn only_liberty(&self, stone: Vertex<CAP>) -> Option<Vertex<CAP>> {
        let pseudo = self.liberties[self.chain.at(stone)];
        if pseudo > 4 {
            return None;
        }
        let liberty =
            self.stones_of(stone).find_map(|s| self.around(s).into_iter().find(|&n| self.colour[n] == EMPTY))?;
        self.breathes_only_at(stone, liberty).then_some(liberty)
    }

    /// Whether a stone of the player on an empty point would take an enemy chain.
    #[inline]
    pub(crate) fn takes_something(&self, v: Vertex<CAP>, player: Player) -> bool {
        let enemy = of(player.opponent());
        self.around(v).into_iter().any(|n| self.colour[n] == enemy && self.breathes_only_at(n, v))
    }

    /// Whether a stone of the player on an empty point would leave its chain with fewer than two liberties and takes
    /// nothing.
    #[inline]
    pub(crate) fn is_self_atari(&self, v: Vertex<CAP>, player: Player) -> bool {
        if self.near[v] >= 2 * ONE_EMPTY {
            return false;
        }
        let mut first = self.around(v).into_iter().find(|&n| self.colour[n] == EMPTY);
        for mate in self.around(v) {
            if self.colour[mate] != of(player) {
                continue;
            }
            for stone in self.stones_of(mate) {
                for n in self.around(stone) {
                    if self.colour[n] == EMPTY && n != v && *first.get_or_insert(n) != n {
                        return false;
                    }
                }
            }
        }
        !self.takes_something(v, player)
    }

    /// Panics if the parts are inconsistent or differ from a flood fill.
    pub(crate) fn assert_consistent(&self, grid: Grid) {
        let vertices = || grid.points().map(|point| Vertex::<CAP>::new(point.index()));
        let empty = vertices().filter(|&v| self.colour[v] == EMPTY).count();
        assert_eq!(self.empty_count as usize, empty, "the number of empty points is wrong");
        for v in vertices() {
            let count = |colour: u8| self.around(v).iter().filter(|&&n| self.colour[n] == colour).count() as u16;
            let near = (count(0) + count(OFF)) * ONE_STONE[0] + (count(1) + count(OFF)) * ONE_STONE[1];
            assert_eq!(
                self.near[v],
                near + count(EMPTY) * ONE_EMPTY,
                "the neighbours of cell {} are miscounted",
                v.index()
            );
            if self.colour[v] == EMPTY {
                assert!(
                    self.place_of.at(v).index() < empty && self.empties.at(self.place_of.at(v)) == v,
                    "an empty point is lost"
                );
                assert_eq!(self.chain.at(v), v, "an empty point belongs to a chain");
                continue;
            }
            let mates = self.around(v).into_iter().filter(|&n| self.colour[n] == self.colour[v]);
            assert!(
                mates.into_iter().all(|n| self.chain.at(n) == self.chain.at(v)),
                "neighbours of one colour are in two chains"
            );
            if self.chain.at(v) == v {
                let pseudo: u16 = self.stones_of(v).map(|stone| self.near[stone] / ONE_EMPTY).sum();
                assert_eq!(self.liberties[v], pseudo, "pseudo-liberties are miscounted");
                assert!(pseudo > 0, "a chain without liberties is on the board");
                assert!(
                    self.stones_of(v).all(|stone| self.chain.at(stone) == v),
                    "a list holds stones of another chain"
                );
                let members = vertices().filter(|&stone| self.chain.at(stone) == v).count();
                assert_eq!(self.stones_of(v).count(), members, "a chain's list misses some of its stones");
            }
        }
    }
}

//! A board for reading ahead: stones can be put down and taken back, and chains are walked when asked for.
//!
//! Reading a ladder looks at few chains and takes back every move, so nothing but the colours is kept, with a journal of
//! what changed. Cells are numbered as in [`quadrille_go::Grid`].

use quadrille_core::Player;
use quadrille_go::{Goban, Grid};

pub(crate) const EMPTY: u8 = 2;
const OFF: u8 = 3;

/// The stones of a position, with room for walks.
pub(crate) struct Stones {
    colour: Vec<u8>,
    stride: usize,
    /// Cells that changed and what they held.
    journal: Vec<(u32, u8)>,
    /// Cells of the current walk have the current stamp.
    stamps: Vec<u32>,
    stamp: u32,
    /// The stones of the last walk.
    chain: Vec<u32>,
}

/// The liberties of a chain in board order, at most three of them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Liberties {
    points: [u32; 3],
    count: u8,
}

impl Liberties {
    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.points[..usize::from(self.count)]
    }

    pub(crate) fn count(&self) -> usize {
        usize::from(self.count)
    }
}

impl Stones {
    pub(crate) fn new(grid: Grid) -> Self {
        let mut colour = vec![OFF; grid.cells()];
        for point in grid.points() {
            colour[point.index()] = EMPTY;
        }
        let stamps = vec![0; colour.len()];
        Self { colour, stride: grid.stride(), journal: Vec::new(), stamps, stamp: 0, chain: Vec::new() }
    }

    /// Takes over the stones of a position on a board of the same size.
    pub(crate) fn load(&mut self, position: &impl Goban) {
        self.journal.clear();
        for point in position.grid().points() {
            self.colour[point.index()] = position.stone(point).map_or(EMPTY, |player| player.index() as u8);
        }
    }

    pub(crate) fn colour(&self, cell: u32) -> u8 {
        self.colour[cell as usize]
    }

    pub(crate) fn around(&self, cell: u32) -> [u32; 4] {
        let stride = self.stride as u32;
        [cell - stride, cell - 1, cell + 1, cell + stride]
    }

    /// How many neighbours of a point are empty.
    pub(crate) fn empty_neighbours(&self, cell: u32) -> usize {
        self.around(cell).into_iter().filter(|&near| self.colour(near) == EMPTY).count()
    }

    /// The liberties of the chain of a stone, as far as `most`, which is three at most.
    pub(crate) fn liberties(&mut self, stone: u32, most: u8) -> Liberties {
        let mut liberties = Liberties::default();
        self.walk(stone, |cell| {
            liberties.points[usize::from(liberties.count)] = cell;
            liberties.count += 1;
            liberties.count < most
        });
        liberties.points[..usize::from(liberties.count)].sort_unstable();
        liberties
    }

    /// Whether the chain of a stone has a liberty.
    fn breathes(&mut self, stone: u32) -> bool {
        self.empty_neighbours(stone) > 0 || self.liberties(stone, 1).count() > 0
    }

    /// The stones of the chain of a stone, and how many liberties it has, none left out.
    pub(crate) fn chain(&mut self, stone: u32) -> (&[u32], usize) {
        let mut count = 0;
        self.walk(stone, |_| {
            count += 1;
            true
        });
        (&self.chain, count)
    }

    /// Walks over a chain and tells each liberty once, as long as the answer is to go on.
    fn walk(&mut self, stone: u32, mut liberty: impl FnMut(u32) -> bool) {
        let own = self.colour(stone);
        self.stamp += 1;
        self.stamps[stone as usize] = self.stamp;
        self.chain.clear();
        self.chain.push(stone);
        let mut next = 0;
        while let Some(&cell) = self.chain.get(next) {
            next += 1;
            for near in self.around(cell) {
                let colour = self.colour[near as usize];
                if (colour != own && colour != EMPTY) || self.stamps[near as usize] == self.stamp {
                    continue;
                }
                self.stamps[near as usize] = self.stamp;
                if colour == own {
                    self.chain.push(near);
                } else if !liberty(near) {
                    return;
                }
            }
        }
    }

    /// Puts a stone on an empty point and takes what it takes. Suicide is refused, and changes nothing.
    pub(crate) fn place(&mut self, cell: u32, player: u8) -> bool {
        let before = self.mark();
        self.set(cell, player);
        for near in self.around(cell) {
            if self.colour(near) == 1 - player && !self.breathes(near) {
                for index in 0..self.chain.len() {
                    self.set(self.chain[index], EMPTY);
                }
            }
        }
        let stays = self.breathes(cell);
        if !stays {
            self.take_back(before);
        }
        stays
    }

    fn set(&mut self, cell: u32, colour: u8) {
        self.journal.push((cell, self.colour(cell)));
        self.colour[cell as usize] = colour;
    }

    /// Where the journal stands.
    pub(crate) fn mark(&self) -> usize {
        self.journal.len()
    }

    /// Takes back everything since a mark.
    pub(crate) fn take_back(&mut self, mark: usize) {
        for (cell, colour) in self.journal.drain(mark..).rev() {
            self.colour[cell as usize] = colour;
        }
    }
}

/// The colour of a player's stones.
pub(crate) fn colour_of(player: Player) -> u8 {
    player.index() as u8
}

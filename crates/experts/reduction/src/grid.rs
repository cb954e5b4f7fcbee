//! A rectangle of characters: the stones of a board as text, and the steps that make a circuit small and its walls alive.

use crate::words::defect;
use quadrille_core::Refusal;

/// A point: row and column from 0 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Counted from the top.
    pub row: usize,
    /// Counted from the left.
    pub column: usize,
}

/// Stones as characters: `#` black, `O` white, `E` white stone of an eye block, `G` marked stone of the reserve, `.` empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    columns: usize,
    cells: Vec<u8>,
}

/// A chain of a grid.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Its first stone in reading order.
    pub first: Point,
    /// What that stone looks like.
    pub cell: u8,
    /// How many stones it has.
    pub size: usize,
    /// How many of them belong to eye blocks.
    pub eye_stones: usize,
    /// How many liberties it has.
    pub liberties: usize,
    /// The liberties that have nothing but this chain around them.
    pub eyes: Vec<Point>,
}

/// All chains of a grid.
#[derive(Clone, Debug)]
pub struct Chains {
    /// The chains, by their first stone.
    pub chains: Vec<Chain>,
    label: Vec<Option<u32>>,
    columns: usize,
}

impl Chains {
    /// The chain of a point.
    #[must_use]
    pub fn of(&self, point: Point) -> Option<usize> {
        self.label[point.row * self.columns + point.column].map(|label| label as usize)
    }
}

/// A black region of at most this many stones belongs to a gadget and gets no eyes.
const LARGEST_LOOSE_REGION: usize = 4;

impl Grid {
    /// A grid full of black stones.
    #[must_use]
    pub fn black(rows: usize, columns: usize) -> Self {
        Self { rows, columns, cells: vec![b'#'; rows * columns] }
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

    /// What stands on a point.
    #[must_use]
    pub fn at(&self, point: Point) -> u8 {
        self.cells[point.row * self.columns + point.column]
    }

    /// Changes a point.
    pub fn set(&mut self, point: Point, cell: u8) {
        self.cells[point.row * self.columns + point.column] = cell;
    }

    /// All points, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Point { row, column }))
    }

    /// The up to four neighbours of a point.
    pub fn around(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        let Point { row, column } = point;
        let candidates =
            [(row.wrapping_sub(1), column), (row, column.wrapping_sub(1)), (row, column + 1), (row + 1, column)];
        candidates
            .into_iter()
            .filter(move |&(row, column)| row < rows && column < columns)
            .map(|(row, column)| Point { row, column })
    }

    /// The points connected with a point through cells that look the same.
    #[must_use]
    pub fn region(&self, start: Point) -> Vec<Point> {
        let mut region = vec![start];
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            for near in self.around(point) {
                if self.at(near) == self.at(start) && !region.contains(&near) {
                    region.push(near);
                }
            }
        }
        region
    }

    /// The chains of cells of one class, with their liberties and one-point eyes. Cells of no class separate chains.
    #[must_use]
    pub fn chains(&self, class: impl Fn(u8) -> Option<u8>) -> Chains {
        let mut chains = Chains { label: vec![None; self.cells.len()], chains: Vec::new(), columns: self.columns };
        let mut queue = Vec::new();
        for first in self.points() {
            let Some(kind) = class(self.at(first)) else { continue };
            if chains.of(first).is_some() {
                continue;
            }
            let label = chains.chains.len() as u32;
            let mut chain =
                Chain { first, cell: self.at(first), size: 0, eye_stones: 0, liberties: 0, eyes: Vec::new() };
            queue.push(first);
            chains.label[first.row * self.columns + first.column] = Some(label);
            while let Some(point) = queue.pop() {
                chain.size += 1;
                chain.eye_stones += usize::from(self.at(point) == b'E');
                for near in self.around(point) {
                    let index = near.row * self.columns + near.column;
                    if chains.label[index].is_none() && class(self.cells[index]) == Some(kind) {
                        chains.label[index] = Some(label);
                        queue.push(near);
                    }
                }
            }
            chains.chains.push(chain);
        }
        self.count_liberties(&mut chains);
        chains
    }

    /// Each empty point is a liberty of the chains around it, and an eye if there is nothing else around it.
    fn count_liberties(&self, chains: &mut Chains) {
        for point in self.points().filter(|&point| self.at(point) == b'.') {
            let around: Vec<Option<usize>> = self.around(point).map(|near| chains.of(near)).collect();
            for (index, label) in around.iter().enumerate() {
                if let Some(chain) = label.filter(|_| !around[..index].contains(label)) {
                    chains.chains[chain].liberties += 1;
                    if around.iter().all(|other| other == label) {
                        chains.chains[chain].eyes.push(point);
                    }
                }
            }
        }
    }

    /// Deletes, as long as there are any, rows and columns that equal the next one and have no empty point. Returns for every old row and
    /// every old column where its stones are now.
    pub fn compress(&mut self) -> (Vec<usize>, Vec<usize>) {
        let mut row_map: Vec<usize> = (0..self.rows).collect();
        let mut column_map: Vec<usize> = (0..self.columns).collect();
        loop {
            let before = (self.rows, self.columns);
            let rows = kept(&self.repeated_rows(), &mut row_map);
            self.cells = rows.iter().flat_map(|&row| self.line(row)).copied().collect();
            self.rows = rows.len();
            let columns = kept(&self.repeated_columns(), &mut column_map);
            let lines = self.cells.chunks_exact(self.columns);
            self.cells = lines.flat_map(|line| columns.iter().map(|&column| line[column])).collect();
            self.columns = columns.len();
            if before == (self.rows, self.columns) {
                return (row_map, column_map);
            }
        }
    }

    fn line(&self, row: usize) -> &[u8] {
        &self.cells[row * self.columns..(row + 1) * self.columns]
    }

    /// Which rows equal the next one and have no empty point.
    fn repeated_rows(&self) -> Vec<bool> {
        let repeated =
            |row: usize| row + 1 < self.rows && self.line(row) == self.line(row + 1) && !self.line(row).contains(&b'.');
        (0..self.rows).map(repeated).collect()
    }

    /// Which columns equal the next one and have no empty point.
    fn repeated_columns(&self) -> Vec<bool> {
        let mut repeated = vec![true; self.columns];
        for line in self.cells.chunks_exact(self.columns) {
            for (same, pair) in repeated.iter_mut().zip(line.windows(2)) {
                *same &= pair[0] == pair[1] && pair[0] != b'.';
            }
        }
        if let Some(last) = repeated.last_mut() {
            *last = false;
        }
        repeated
    }

    /// Gives every black region its two one-point eyes, so that it can never be captured.
    pub fn punch_eyes(&mut self) -> Result<(), Refusal> {
        let walls = self.chains(|cell| (cell == b'#').then_some(0));
        let mut eyes = vec![0; walls.chains.len()];
        for point in self.points() {
            let wall = walls.of(point).filter(|&wall| walls.chains[wall].size > LARGEST_LOOSE_REGION && eyes[wall] < 2);
            if let Some(wall) = wall.filter(|_| self.can_be_an_eye(point)) {
                self.set(point, b'.');
                eyes[wall] += 1;
            }
        }
        match walls.chains.iter().zip(eyes).find(|(wall, eyes)| wall.size > LARGEST_LOOSE_REGION && *eyes < 2) {
            None => Ok(()),
            Some((wall, _)) => Err(defect(format!(
                "the black wall at row {}, column {} is too thin for two eyes (invariant I5)",
                wall.first.row, wall.first.column
            ))),
        }
    }

    /// A point surrounded by black stones that stay connected around it when it is taken away.
    fn can_be_an_eye(&self, point: Point) -> bool {
        let black = |row: usize, column: usize| {
            row < self.rows && column < self.columns && self.at(Point { row, column }) == b'#'
        };
        if !self.around(point).all(|near| self.at(near) == b'#') {
            return false;
        }
        // Each pair of neighbours that meet at a corner is joined there if the corner is black. Enough corners join all of them.
        let Point { row, column } = point;
        let sides = self.around(point).count();
        let corners = [
            (row.wrapping_sub(1), column.wrapping_sub(1)),
            (row.wrapping_sub(1), column + 1),
            (row + 1, column.wrapping_sub(1)),
            (row + 1, column + 1),
        ];
        corners.iter().filter(|&&(row, column)| black(row, column)).count() + 1 >= sides
    }
}

/// The lines that stay. A dropped line becomes the next one that stays, which looks the same; the map of places follows.
fn kept(repeated: &[bool], map: &mut [usize]) -> Vec<usize> {
    let kept: Vec<usize> = (0..repeated.len()).filter(|&line| !repeated[line]).collect();
    for place in map {
        *place = kept.partition_point(|&line| line < *place);
    }
    kept
}

impl std::fmt::Display for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in self.cells.chunks(self.columns) {
            writeln!(f, "{}", String::from_utf8_lossy(row))?;
        }
        Ok(())
    }
}

//! The shapes a board is cut into.
//!
//! A shape is a set of squares whose contents (empty, own, other) are looked up together; all copies of a shape under the
//! board's eight symmetries share one table of weights, so the evaluation of a board and of its mirror images is the same by
//! construction (Buro, *An evaluation function for Othello based on statistics*, 1997).

/// The squares of a shape as they lie in the upper left corner, and the copies of it.
pub struct Shape {
    /// What it is called in reports and in the feature hash.
    pub name: &'static str,
    squares: &'static [u8],
}

/// Lanes of the feature vector: whole vector registers.
pub const LANES: usize = 64;
/// The copies of all shapes; the other lanes stay 0.
pub const COPIES: usize = 60;

/// The shapes. Changing them changes the feature hash, and old weights are refused.
pub static SHAPES: [Shape; 13] = [
    Shape { name: "corner 3x3", squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18] },
    Shape { name: "corner 2x5", squares: &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12] },
    Shape { name: "corner triangle", squares: &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24] },
    Shape { name: "edge and X", squares: &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14] },
    Shape { name: "edge and middle", squares: &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13] },
    Shape { name: "edge block 3x3", squares: &[2, 3, 4, 10, 11, 12, 18, 19, 20] },
    Shape { name: "row 2 and C3", squares: &[8, 9, 10, 11, 12, 13, 14, 15, 18, 21] },
    Shape { name: "row 3", squares: &[16, 17, 18, 19, 20, 21, 22, 23] },
    Shape { name: "row 4", squares: &[24, 25, 26, 27, 28, 29, 30, 31] },
    Shape { name: "diagonal 8 and C", squares: &[0, 9, 18, 27, 36, 45, 54, 63, 1, 8] },
    Shape { name: "diagonal 7", squares: &[1, 10, 19, 28, 37, 46, 55] },
    Shape { name: "diagonal 6", squares: &[2, 11, 20, 29, 38, 47] },
    Shape { name: "diagonals 5 and 4", squares: &[3, 12, 21, 30, 39, 4, 13, 22, 31] },
];

/// One copy of a shape on the board.
pub struct Copy {
    pub squares: Vec<u8>,
}

/// Where everything is: computed once from [`SHAPES`].
pub struct Layout {
    /// For each square what a disc on it adds to each lane's index: a power of three, or nothing.
    pub rows: Box<[Row; 64]>,
    /// For each shape: its lanes, and where its weights start.
    pub groups: Vec<Group>,
    /// For each lane where its shape's weights start.
    pub starts: [u32; COPIES],
    /// Weights of all shapes together.
    pub weights: usize,
    /// For each weight the one that stands for it and its mirror image.
    pub canonical: Vec<u32>,
    /// Names and squares of everything, mixed: weights made for other shapes do not fit.
    pub hash: u64,
}

/// One number for each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [u16; LANES]);

/// The copies of one shape.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The first lane of its copies.
    pub first_lane: usize,
    /// How many copies there are.
    pub lanes: usize,
    /// Where its weights start.
    pub first_weight: usize,
}

/// The images of a square under the eight symmetries of the board.
fn image(square: u8, symmetry: u8) -> u8 {
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    row * 8 + column
}

impl Shape {
    /// The different copies: two symmetries that give the same set of squares are one copy.
    fn copies(&self) -> Vec<Copy> {
        let mut copies: Vec<Copy> = Vec::new();
        for symmetry in 0..8 {
            let squares: Vec<u8> = self.squares.iter().map(|&square| image(square, symmetry)).collect();
            let set = |squares: &[u8]| squares.iter().fold(0_u64, |set, square| set | 1 << square);
            if copies.iter().all(|copy| set(&copy.squares) != set(&squares)) {
                copies.push(Copy { squares });
            }
        }
        copies
    }

    /// If some symmetry maps the shape onto itself: where each of its squares goes.
    fn mirror(&self) -> Option<Vec<usize>> {
        (1..8).find_map(|symmetry| {
            self.squares
                .iter()
                .map(|&square| self.squares.iter().position(|&other| other == image(square, symmetry)))
                .collect::<Option<Vec<usize>>>()
                .filter(|map| map.iter().enumerate().any(|(from, &to)| from != to))
        })
    }
}

impl Layout {
    /// Computes everything from [`SHAPES`].
    pub(crate) fn new() -> Self {
        let mut rows = Box::new([Row([0; LANES]); 64]);
        let mut groups = Vec::new();
        let mut canonical = Vec::new();
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        let mut lane = 0;
        for shape in &SHAPES {
            let copies = shape.copies();
            let weights = 3_usize.pow(shape.squares.len() as u32);
            groups.push(Group { first_lane: lane, lanes: copies.len(), first_weight: canonical.len() });
            for copy in &copies {
                for (place, &square) in copy.squares.iter().enumerate() {
                    rows[square as usize].0[lane] = 3_u16.pow(place as u32);
                }
                lane += 1;
            }
            let first = canonical.len();
            let mirror = shape.mirror();
            canonical.extend((0..weights).map(|index| (first + mirrored(index, mirror.as_deref()).min(index)) as u32));
            for byte in shape.name.bytes().chain(shape.squares.iter().copied()) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }
        assert_eq!(lane, COPIES, "the shapes have another number of copies");
        let mut starts = [0; COPIES];
        for group in &groups {
            starts[group.first_lane..group.first_lane + group.lanes].fill(group.first_weight as u32);
        }
        Self { rows, groups, starts, weights: canonical.len(), canonical, hash }
    }
}

/// The index of the mirrored contents.
fn mirrored(mut index: usize, mirror: Option<&[usize]>) -> usize {
    let Some(map) = mirror else { return index };
    let mut image = 0;
    for &to in map {
        image += index % 3 * 3_usize.pow(to as u32);
        index /= 3;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_and_mirrors_are_counted() {
        let layout = Layout::new();
        let lanes: Vec<usize> = layout.groups.iter().map(|group| group.lanes).collect();
        assert_eq!(lanes, [4, 8, 4, 4, 4, 8, 4, 4, 4, 4, 4, 4, 4]);
        let corner = &layout.canonical[..19_683];
        let own_b1 = 3;
        let own_a2 = 27;
        assert_eq!(corner[own_b1], corner[own_a2]);
        assert!(corner.iter().enumerate().all(|(index, &canonical)| canonical as usize <= index));
    }

    #[test]
    fn every_square_is_covered() {
        let layout = Layout::new();
        assert!(layout.rows.iter().all(|row| row.0.iter().filter(|&&power| power > 0).count() >= 3));
    }
}

//! The eight rays of every square, as sets of squares.

/// For each square the rays towards higher square numbers: east, south-west, south, south-east.
pub static UP: [[u64; 4]; 64] = rays([(1, 0), (-1, 1), (0, 1), (1, 1)]);
/// For each square the rays towards lower square numbers: west, north-east, north, north-west.
pub static DOWN: [[u64; 4]; 64] = rays([(-1, 0), (1, -1), (0, -1), (-1, -1)]);

const fn rays(directions: [(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            table[square][direction] = ray(square as i32, directions[direction]);
            direction += 1;
        }
        square += 1;
    }
    table
}

const fn ray(square: i32, (columns, rows): (i32, i32)) -> u64 {
    let (mut column, mut row) = (square % 8 + columns, square / 8 + rows);
    let mut set = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        set |= 1 << (row * 8 + column);
        column += columns;
        row += rows;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_of_a_corner_and_of_the_centre() {
        assert_eq!(UP[0], [0xFE, 0, 0x0101_0101_0101_0100, 0x8040_2010_0804_0200]);
        assert_eq!(DOWN[0], [0; 4]);
        let lengths = |table: &[[u64; 4]; 64]| table.iter().flatten().map(|ray| ray.count_ones()).sum::<u32>();
        assert_eq!((lengths(&UP), lengths(&DOWN)), (728, 728), "each queen move on the empty board, one way");
    }
}

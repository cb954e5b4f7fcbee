//! The eight rays of every square, as sets of squares.

/// The rays of one square: one line of the processor's cache, and a whole vector for each half.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Rays {
    /// Towards higher square numbers: east, south-west, south, south-east.
    pub up: [u64; 4],
    /// Towards lower square numbers: west, north-east, north, north-west.
    pub down: [u64; 4],
}

/// The rays of every square.
pub static RAYS: [Rays; 64] = rays();

const fn rays() -> [Rays; 64] {
    const UP: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut table = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (columns, rows) = UP[axis];
            table[square].up[axis] = ray(square as i32, (columns, rows));
            table[square].down[axis] = ray(square as i32, (-columns, -rows));
            axis += 1;
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
        assert_eq!(RAYS[0].up, [0xFE, 0, 0x0101_0101_0101_0100, 0x8040_2010_0804_0200]);
        assert_eq!(RAYS[0].down, [0; 4]);
        let lengths = |half: fn(&Rays) -> [u64; 4]| RAYS.iter().flat_map(half).map(u64::count_ones).sum::<u32>();
        assert_eq!(
            (lengths(|rays| rays.up), lengths(|rays| rays.down)),
            (728, 728),
            "each queen move on the empty board, one way"
        );
    }
}

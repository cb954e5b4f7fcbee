//! A lower bound on stable discs.
//!
//! If the opponent has `s` discs that can never be flipped, the mover's margin is at most `64 - 2 s`, which is often
//! enough for a cutoff. The estimate must never be too large, or exact scores become wrong. A disc counts if along each
//! of the four axes the line through it is full, or one of its neighbours is off the board or a stable disc of its
//! colour; edges are judged by a table of all 6561 edges, built by trying everything that can still be placed on them.

use std::sync::LazyLock;

/// For each edge (own and other discs as bytes) the own discs that no sequence of placements on it can turn.
pub(crate) struct Stability {
    edges: Box<[[u8; 256]]>,
}

static STABILITY: LazyLock<Stability> = LazyLock::new(|| Stability { edges: edge_table() });

const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const BORDER: u64 = 0xFF81_8181_8181_81FF;
const LEFT_RIGHT: u64 = 0x8181_8181_8181_8181;
const TOP_BOTTOM: u64 = 0xFF00_0000_0000_00FF;

impl Stability {
    /// The table, built on first use.
    pub(crate) fn table() -> &'static Self {
        &STABILITY
    }

    /// The discs of `own` that can never be turned: some of them, never too many.
    pub(crate) fn of(&self, own: u64, other: u64) -> u64 {
        let (rows, columns, falling, rising) = full_lines(own | other);
        let mut stable = self.on_edges(own, other) | (own & rows & columns & falling & rising);
        if stable == 0 {
            return 0;
        }
        let (rows, columns) = (rows | LEFT_RIGHT, columns | TOP_BOTTOM);
        let (falling, rising) = (falling | BORDER, rising | BORDER);
        loop {
            let beside = (stable << 1 & NOT_A) | (stable >> 1 & NOT_H);
            let above = stable << 8 | stable >> 8;
            let falls = (stable << 9 & NOT_A) | (stable >> 9 & NOT_H);
            let rises = (stable << 7 & NOT_H) | (stable >> 7 & NOT_A);
            // Edge discs are the edge table's business: by contact alone they would need the corner.
            let more =
                own & (rows | beside) & (columns | above) & (falling | falls) & (rising | rises) & !BORDER | stable;
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }

    fn on_edges(&self, own: u64, other: u64) -> u64 {
        let edge = |own: u8, other: u8| self.edges[own as usize][other as usize];
        let row = |shift: u32| u64::from(edge((own >> shift) as u8, (other >> shift) as u8)) << shift;
        let column = |shift: u32| spread(edge(gathered(own >> shift), gathered(other >> shift))) << shift;
        row(0) | row(56) | column(0) | column(7)
    }
}

/// The first column of a board as a byte, a1 lowest.
#[inline]
const fn gathered(board: u64) -> u8 {
    ((board & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A byte as the first column of a board.
#[inline]
const fn spread(column: u8) -> u64 {
    // Bit r goes to 8 r = r + 7 r; the last bit apart, since its products would collide with the first one's.
    let most = (column as u64 & 0x7F).wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101;
    most | (column as u64 >> 7) << 56
}

/// The squares whose row, column, falling diagonal and rising diagonal is full.
#[inline]
const fn full_lines(taken: u64) -> (u64, u64, u64, u64) {
    let mut row = taken & taken >> 4 & 0x0F0F_0F0F_0F0F_0F0F;
    row &= row >> 2;
    row = (row & row >> 1 & 0x0101_0101_0101_0101).wrapping_mul(0xFF);
    let mut column = taken & taken.rotate_right(32);
    column &= column.rotate_right(16);
    column &= column.rotate_right(8);
    let empty = !taken;
    (row, column, !emptied::<9>(empty), !emptied::<7>(empty))
}

/// The squares on a diagonal (falling for 9, rising for 7) with an empty square, by doubling steps in both directions.
#[inline]
const fn emptied<const STEP: u32>(empty: u64) -> u64 {
    // Columns that a step of 1, 2 and 4 squares towards higher numbers may enter without having wrapped.
    let (one, two, four) = if STEP == 9 {
        (NOT_A, 0xFCFC_FCFC_FCFC_FCFC, 0xF0F0_F0F0_F0F0_F0F0)
    } else {
        (NOT_H, 0x3F3F_3F3F_3F3F_3F3F, 0x0F0F_0F0F_0F0F_0F0F)
    };
    let mut up = empty | (empty << STEP & one);
    up |= up << (2 * STEP) & two;
    up |= up << (4 * STEP) & four;
    let (one, two, four) = if STEP == 9 {
        (NOT_H, 0x3F3F_3F3F_3F3F_3F3F, 0x0F0F_0F0F_0F0F_0F0F)
    } else {
        (NOT_A, 0xFCFC_FCFC_FCFC_FCFC, 0xF0F0_F0F0_F0F0_F0F0)
    };
    let mut down = empty | (empty >> STEP & one);
    down |= down >> (2 * STEP) & two;
    down |= down >> (4 * STEP) & four;
    up | down
}

fn edge_table() -> Box<[[u8; 256]]> {
    let mut table = vec![[0_u8; 256]; 256].into_boxed_slice();
    // Fullest edges first: every placement leads to an edge already known.
    let mut edges: Vec<(u8, u8)> = (0..=255)
        .flat_map(|own| (0..=255).map(move |other| (own, other)))
        .filter(|(own, other)| own & other == 0)
        .collect();
    edges.sort_by_key(|(own, other)| (!(own | other)).count_ones());
    for (own, other) in edges {
        let mut stable = own;
        for square in 0..8 {
            if (own | other) >> square & 1 == 0 {
                let (after_own, after_other) = placed(own, other, square);
                stable &= table[after_own as usize][after_other as usize];
                let (after_other, after_own) = placed(other, own, square);
                stable &= table[after_own as usize][after_other as usize];
            }
        }
        table[own as usize][other as usize] = stable;
    }
    table
}

/// A disc placed on an edge, with what it turns along the edge; it need not turn anything there.
fn placed(own: u8, other: u8, square: u32) -> (u8, u8) {
    let run = |mut bits: u32, shift: fn(u32) -> u32| {
        let mut turned = 0;
        bits = shift(bits);
        while bits & 0xFF & u32::from(other) != 0 {
            turned |= bits;
            bits = shift(bits);
        }
        if bits & 0xFF & u32::from(own) != 0 { turned as u8 } else { 0 }
    };
    let disc = 1_u32 << square;
    let turned = run(disc, |bit| bit << 1) | run(disc, |bit| bit >> 1);
    (own | disc as u8 | turned, other & !turned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::bits::Bits;
    use quadrille_core::{Game, Playout, Rng, Trace};
    use quadrille_othello::playout::Random;
    use quadrille_othello::{Board, Position, Rules};

    #[test]
    fn columns_become_bytes_and_back() {
        for byte in 0..=255 {
            assert_eq!(gathered(spread(byte)), byte);
            assert_eq!(spread(byte) & !0x0101_0101_0101_0101, 0);
        }
    }

    #[test]
    fn full_lines_are_found() {
        let mut rng = Rng::new(9);
        for _ in 0..500 {
            let taken = rng.next_u64() | rng.next_u64() | rng.next_u64() | rng.next_u64();
            let (rows, columns, falling, rising) = full_lines(taken);
            for square in 0..64_i32 {
                let full = |dx: i32, dy: i32| {
                    [(dx, dy), (-dx, -dy)].into_iter().all(|(dx, dy)| {
                        let (mut x, mut y) = (square % 8, square / 8);
                        while (0..8).contains(&x) && (0..8).contains(&y) {
                            if taken >> (y * 8 + x) & 1 == 0 {
                                return false;
                            }
                            (x, y) = (x + dx, y + dy);
                        }
                        true
                    })
                };
                let has = |set: u64| set >> square & 1 == 1;
                assert_eq!(
                    [has(rows), has(columns), has(falling), has(rising)],
                    [full(1, 0), full(0, 1), full(1, 1), full(1, -1)],
                    "square {square} of {taken:x}"
                );
            }
        }
    }

    #[test]
    fn known_edges() {
        let table = Stability::table();
        assert_eq!(table.edges[0b0000_0111][0], 0b0000_0111);
        assert_eq!(table.edges[0b0000_0110][0], 0);
        assert_eq!(table.edges[0b0101_0101][0b1010_1010], 0b0101_0101);
        assert_eq!(table.edges[0b0000_0001][0b1111_1110], 1);
    }

    /// Remembers, for each position of a game, which discs were called stable, and complains if one ever turns.
    struct Watch {
        position: Position,
        called: [u64; 2],
    }

    impl Trace for Watch {
        fn record(&mut self, _: quadrille_core::Player, code: usize) {
            let m = if code == 64 { quadrille_othello::Move::PASS } else { quadrille_othello::Move::on(code as u32) };
            self.position.play(m);
            for player in quadrille_core::Player::BOTH {
                let (own, other) = (self.position.discs(player), self.position.discs(!player));
                assert_eq!(self.called[player.index()] & !own, 0, "a stable disc was turned");
                self.called[player.index()] |= Stability::table().of(own, other);
            }
        }
    }

    #[test]
    fn stable_discs_never_turn_in_random_games() {
        let mut most = 0;
        for seed in 0..2_000 {
            let mut position = Position::start(&Rules::Standard);
            let mut watch = Watch { position, called: [0; 2] };
            Random.run(&mut position, &mut Rng::stream(17, seed), &mut watch);
            most = most.max(Bits(watch.called[0]).count());
        }
        assert!(most > 40);
        let full = Board { own: !0, other: 0 };
        assert_eq!(Stability::table().of(full.own, full.other), !0);
    }
}

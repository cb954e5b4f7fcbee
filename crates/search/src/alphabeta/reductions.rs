//! The table of late-move reductions; `reduction` in `pruning.rs` applies it.

/// The reduction in plies, by depth and move number.
#[derive(Debug)]
pub(super) struct Reductions {
    /// The option the table was built for. It is built once, since its logarithms cost as much as a hundred nodes.
    pub(super) percent: u32,
    table: [[u8; 64]; 64],
}

impl Reductions {
    pub(super) fn new(percent: u32) -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (late, plies) in row.iter_mut().enumerate().skip(1) {
                let usual = 0.4 + (depth as f64).ln() * (late as f64).ln() / 2.2;
                *plies = (usual * f64::from(percent) / 100.0) as u8;
            }
        }
        Self { percent, table }
    }

    #[inline]
    pub(super) fn plies(&self, depth: i32, late: usize) -> i32 {
        i32::from(self.table[depth.clamp(0, 63) as usize][late.min(63)])
    }
}

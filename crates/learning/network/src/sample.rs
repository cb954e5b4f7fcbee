//! One sample of a training: a position and what became of it, as bytes.
//!
//! A stream starts with 16 bytes: `QUADGOSM`, the length of a sample and [`FEATURES`], both as
//! 32-bit numbers. Then follow samples of that length; all numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 0, 1 | rows, columns |
//! | 2 | 0 the mover loses the game, 1 wins it, 2 unknown |
//! | 3 | 0 |
//! | 4-5 | the move that was played: its place, row by row from the top left; 65535 for a pass |
//! | 6-7, 8-9 | the answer and the mover's next move; 65535 too if there is none |
//! | 10-11 | how many moves were made before |
//! | 12… | the planes: see [`Planes`] |

use crate::games::{self, PASS, Record};
use crate::planes::{Encoder, FEATURES, PLANES, Planes, RECENT};
use quadrille_core::Game;
use quadrille_go::Large;

/// The bytes before the planes.
const HEAD: usize = 12;
/// How a stream of samples starts.
const MARK: &[u8; 8] = b"QUADGOSM";

/// Makes the samples of games.
pub struct Sampler {
    encoder: Encoder,
    planes: Planes,
}

impl Default for Sampler {
    fn default() -> Self {
        let grid = games::rules().grid();
        Self { encoder: Encoder::new(grid), planes: Planes::new(grid) }
    }
}

impl Sampler {
    /// How long a sample is, in bytes.
    #[must_use]
    pub fn length() -> usize {
        HEAD + PLANES * games::rules().grid().area().div_ceil(8)
    }

    /// What a stream starts with.
    #[must_use]
    pub fn preface() -> Vec<u8> {
        [&MARK[..], &(Self::length() as u32).to_le_bytes(), &FEATURES.to_le_bytes()].concat()
    }

    /// Replays a game and calls `each` with the samples of the wanted positions, chosen by how many moves were made before.
    pub fn for_each(&mut self, game: &Record, wanted: impl Fn(usize) -> bool, mut each: impl FnMut(&[u8])) {
        let mut position = Large::start(&games::rules());
        let grid = games::rules().grid();
        let mut sample = vec![0; Self::length()];
        for (number, m) in game.moves().enumerate() {
            if wanted(number) {
                let recent = game.places[number.saturating_sub(RECENT)..number].iter().rev();
                self.encoder.encode(&position, recent.map(|&place| games::move_at(place)), &mut self.planes);
                let result = game.winner.map_or(2, |winner| u8::from(winner == position.to_move()));
                sample[..4].copy_from_slice(&[grid.rows() as u8, grid.columns() as u8, result, 0]);
                for ahead in 0..3 {
                    let place = game.places.get(number + ahead).copied().unwrap_or(PASS);
                    sample[4 + 2 * ahead..][..2].copy_from_slice(&place.to_le_bytes());
                }
                sample[10..HEAD].copy_from_slice(&(number as u16).to_le_bytes());
                sample[HEAD..].copy_from_slice(self.planes.as_bytes());
                each(&sample);
            }
            position.play(m);
        }
    }
}

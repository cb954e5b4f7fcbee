//! Finds the multipliers of `attacks/magic.rs` and prints them as Rust tables.
//!
//! For each square random sparse numbers are tried until one maps all relevant occupancies without a harmful collision.
//! Run with `cargo run --release -p quadrille-chess --example find_magics`.

use quadrille_chess::attacks::{BISHOP_STEPS, ROOK_STEPS, walk};
use quadrille_chess::square::{FILE_A, FILE_H, RANK_1, RANK_8, Square};
use quadrille_core::Rng;

fn main() {
    let mut rng = Rng::new(0x3A61C);
    for (name, steps) in [("ROOK", &ROOK_STEPS), ("BISHOP", &BISHOP_STEPS)] {
        println!("const {name}_MAGICS: [u64; 64] = [");
        for square in Square::all() {
            let hex = format!("{:016X}", find(square, steps, &mut rng));
            println!("    0x{}_{}_{}_{},", &hex[..4], &hex[4..8], &hex[8..12], &hex[12..]);
        }
        println!("];");
    }
}

fn find(square: Square, steps: &[(i8, i8); 4], rng: &mut Rng) -> u64 {
    let file = FILE_A << square.file();
    let rank = RANK_1 << (8 * square.rank());
    let edges = ((FILE_A | FILE_H) & !file) | ((RANK_1 | RANK_8) & !rank);
    let mask = walk(square, steps, 0) & !edges;
    let shift = 64 - mask.count_ones();
    let mut subsets = Vec::new();
    let mut occupied = 0_u64;
    loop {
        subsets.push((occupied, walk(square, steps, occupied)));
        occupied = occupied.wrapping_sub(mask) & mask;
        if occupied == 0 {
            break;
        }
    }
    let mut table = vec![(0_u32, 0_u64); subsets.len()];
    for attempt in 1.. {
        let magic = rng.next_u64() & rng.next_u64() & rng.next_u64();
        let fits = subsets.iter().all(|&(occupied, attacked)| {
            let entry = &mut table[(occupied.wrapping_mul(magic) >> shift) as usize];
            if entry.0 != attempt {
                *entry = (attempt, attacked);
            }
            entry.1 == attacked
        });
        if fits {
            return magic;
        }
    }
    unreachable!("an endless loop ends only by returning")
}

//! Slider attacks indexed by "fancy" magic multiplication: the portable version of the PEXT lookup.
//!
//! The multipliers were found by `examples/find_magics.rs`; a wrong one fails the table's construction or the tests.

use super::{BISHOP_ENTRIES, BISHOP_RAYS, ROOK_ENTRIES, ROOK_RAYS, Squares, by_rays, relevant};
use crate::square::Square;

/// Where a square's entries begin, which squares index them, and how.
#[derive(Clone, Copy)]
struct Slot {
    relevant: Squares,
    magic: u64,
    shift: u32,
    offset: usize,
}

impl Slot {
    #[inline]
    const fn entry(&self, occupied: Squares) -> usize {
        self.offset + ((occupied & self.relevant).wrapping_mul(self.magic) >> self.shift) as usize
    }
}

const fn slots(directions: &[usize; 4], magics: &[u64; 64]) -> [Slot; 64] {
    let mut slots = [Slot { relevant: 0, magic: 0, shift: 0, offset: 0 }; 64];
    let mut offset = 0;
    let mut from = 0;
    while from < 64 {
        let relevant = relevant(from, directions);
        slots[from] = Slot { relevant, magic: magics[from], shift: 64 - relevant.count_ones(), offset };
        offset += 1 << relevant.count_ones();
        from += 1;
    }
    slots
}

const fn entries<const N: usize>(slots: &[Slot; 64], directions: &[usize; 4]) -> [Squares; N] {
    let mut entries = [0; N];
    let mut from = 0;
    while from < 64 {
        let mask = slots[from].relevant;
        let mut occupied: Squares = 0;
        loop {
            let attacked = by_rays(from, directions, occupied);
            let entry = slots[from].entry(occupied);
            assert!(entries[entry] == 0 || entries[entry] == attacked, "a magic number maps two attacks to one entry");
            entries[entry] = attacked;
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
        from += 1;
    }
    entries
}

static ROOK_SLOTS: [Slot; 64] = slots(&ROOK_RAYS, &ROOK_MAGICS);
static BISHOP_SLOTS: [Slot; 64] = slots(&BISHOP_RAYS, &BISHOP_MAGICS);
static ROOK: [Squares; ROOK_ENTRIES] = entries(&ROOK_SLOTS, &ROOK_RAYS);
static BISHOP: [Squares; BISHOP_ENTRIES] = entries(&BISHOP_SLOTS, &BISHOP_RAYS);

#[inline]
pub(super) fn rook(from: Square, occupied: Squares) -> Squares {
    ROOK[ROOK_SLOTS[from.index()].entry(occupied)]
}

#[inline]
pub(super) fn bishop(from: Square, occupied: Squares) -> Squares {
    BISHOP[BISHOP_SLOTS[from.index()].entry(occupied)]
}

#[rustfmt::skip]
const ROOK_MAGICS: [u64; 64] = [
    0x2080_0880_C000_1020, 0x0440_0810_0020_0041, 0x0480_0880_3001_E000, 0x0900_0900_0410_0020,
    0x0080_0280_A800_1400, 0x0900_0804_004A_2100, 0x1900_0402_0004_8100, 0x0100_0841_8500_0022,
    0x0000_8008_4000_2080, 0x1000_4004_5001_2000, 0x40D1_0020_0043_0430, 0x0000_8010_0080_0802,
    0x2441_0050_4408_0100, 0x8301_000C_0100_0806, 0x0004_0010_0412_0801, 0x1903_0029_0008_8242,
    0x0101_0100_2043_8000, 0x2140_4240_1000_A002, 0x4001_5100_4020_0100, 0x0001_8180_2801_D000,
    0x0444_1100_0801_00A4, 0x10B8_8080_0400_3200, 0x0006_0400_5302_0810, 0x8100_8A00_0411_8041,
    0x1601_2080_8000_4000, 0x4004_A000_8040_0082, 0x0020_0101_0010_4020, 0x0010_3000_8008_0080,
    0x4001_0800_8080_0400, 0x0D43_0A00_8004_0080, 0x0041_1044_0001_A802, 0x020D_0402_0000_C491,
    0x2640_1841_A080_0080, 0x0000_2010_0040_0040, 0x0410_1008_8080_2000, 0x0280_8010_0080_0800,
    0x00C1_0008_0100_1004, 0x1024_0041_0040_0600, 0x1000_C10A_2400_0850, 0x4400_1044_0A00_0081,
    0x2080_2140_0180_8002, 0x0503_2000_5002_4000, 0x0051_2000_4501_0012, 0x0A80_0810_0105_0020,
    0xA001_0004_0801_0030, 0x141E_0005_1002_0008, 0x4081_0002_000B_0004, 0x8094_4110_4B82_0004,
    0x00C9_2143_0082_0200, 0x0000_8440_0160_0080, 0x4008_8030_0020_0080, 0x0004_6110_0300_0900,
    0x0004_8084_0008_0280, 0x280C_800C_0002_0080, 0x000B_0084_0E00_0100, 0x4160_0094_0041_0A00,
    0x4000_4014_8003_0025, 0x0E00_8050_A040_0101, 0x0C20_0041_0288_1021, 0x0014_2010_0008_0501,
    0x0801_0004_0210_0801, 0x0703_0002_0400_0801, 0x0811_0000_A600_0445, 0x0900_0400_4089_0022,
];

#[rustfmt::skip]
const BISHOP_MAGICS: [u64; 64] = [
    0x2020_0421_9484_0580, 0x00C8_101D_4602_A00A, 0x0030_3102_0422_0408, 0x0064_1152_0012_8008,
    0xB049_1041_0000_0001, 0x8048_8210_4200_0800, 0x0002_0082_2010_4000, 0x0509_0101_1042_0E00,
    0x0050_100C_0808_0040, 0x2008_1010_2109_4080, 0x0000_1005_0222_2028, 0x0023_8404_0480_8000,
    0x1460_020A_1000_2111, 0x0000_2206_106C_0109, 0x20FA_4082_1032_2040, 0x0001_0114_0084_0400,
    0x0004_2040_1408_0200, 0x0410_2422_0208_0320, 0x4008_0070_0040_440C, 0x4001_0050_2402_8040,
    0x0804_0000_83A0_2000, 0x4880_2001_1010_1018, 0x2224_0200_4404_0C20, 0x0002_1101_0080_8400,
    0x0002_5001_2020_0200, 0x0001_1018_0906_4800, 0x2208_0808_0110_4100, 0xB001_0800_1500_C100,
    0x0002_0010_0200_5000, 0x0301_0100_0210_0080, 0x4818_0620_0082_1500, 0x2000_A1A0_2901_1802,
    0x0008_0544_0010_2000, 0x000C_0222_2909_5002, 0x0000_4030_0028_0040, 0xA000_C008_8832_0200,
    0x0084_1004_0000_8028, 0x0002_0801_40C2_0044, 0x9030_0200_5100_9400, 0x0404_0080_8806_0068,
    0x0804_0402_0810_4000, 0x2500_6410_4400_3800, 0x4000_8400_4100_2804, 0x4410_0020_1100_0800,
    0x0018_0811_0400_0041, 0x0140_0186_0080_0411, 0x1204_1808_31D0_8100, 0x1010_071A_1C80_2521,
    0x2802_080C_1424_2008, 0x0401_040A_2104_8014, 0x0180_0020_8450_0482, 0x2600_0100_4202_0100,
    0x0010_4210_0202_1002, 0x8001_0820_1801_8042, 0x0820_4324_0812_8044, 0x0409_8208_044B_0004,
    0x0001_0182_5420_0406, 0x0080_4882_0801_0400, 0x4110_1045_0884_9000, 0x0020_0080_2042_0200,
    0x0004_0A20_1410_4400, 0x1040_4004_3002_0200, 0x2060_4008_0314_0091, 0x0610_0C10_0420_4810,
];

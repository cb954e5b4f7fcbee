//! A release in one file: a program for any x86-64 processor that contains faster builds of itself.
//!
//! Population counts, `pext` and vectors are everywhere in the hot loops, so dispatching at each place would cost what
//! it gains. A separate build for each [`Level`] costs nothing at run time. The builds share tables and weights, which
//! are most of the file, so each is stored as a difference from the first (zstd with a prefix), a few megabytes.
//!
//! At start, [`take_over`] unpacks the best build for this processor into memory and executes it. `QUADRILLE_CPU`
//! selects another one: `x86-64`, `x86-64-v3` or `x86-64-v4`.
//!
//! ```text
//! the first build | packed v4 | packed v3 | length and checksum of each of the three | MAGIC
//! ```

use quadrille_support::checksum;
use quadrille_support::cpu::Level;
use std::io::{self, Read, Write};

const MAGIC: &[u8; 16] = b"quadrille builds";
/// Three lengths, two checksums and the magic number.
const TRAILER: usize = 5 * 8 + MAGIC.len();
/// The builds after the first, in the order they are stored.
const PACKED: [Level; 2] = [Level::V4, Level::V3];
/// The window size: two to this power must cover the largest build.
const WINDOW: u32 = 27;
const COMPRESSION: i32 = 19;

/// Joins the builds for the three levels into one file.
pub fn join(baseline: &[u8], v4: &[u8], v3: &[u8]) -> io::Result<Vec<u8>> {
    let packed = [pack(baseline, v4)?, pack(baseline, v3)?];
    let lengths = [baseline.len(), packed[0].len(), packed[1].len()].map(|length| length as u64);
    let numbers = lengths.into_iter().chain([checksum::of(v4), checksum::of(v3)]);
    let mut file = [baseline, &packed[0], &packed[1]].concat();
    file.extend(numbers.flat_map(u64::to_le_bytes));
    file.extend_from_slice(MAGIC);
    Ok(file)
}

fn pack(baseline: &[u8], build: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::stream::write::Encoder::with_ref_prefix(Vec::new(), COMPRESSION, baseline)?;
    encoder.long_distance_matching(true)?;
    encoder.window_log(WINDOW)?;
    encoder.write_all(build)?;
    encoder.finish()
}

/// The build for a level in a file made by [`join`]; none if missing or damaged.
fn unpack(file: &[u8], level: Level) -> Option<Vec<u8>> {
    let (body, trailer) = file.split_at_checked(file.len().checked_sub(TRAILER)?)?;
    let numbers = trailer.strip_suffix(MAGIC)?;
    let number = |i: usize| numbers.get(8 * i..8 * i + 8)?.try_into().ok().map(u64::from_le_bytes);
    let length = |i| number(i).and_then(|length| usize::try_from(length).ok());
    let (baseline, rest) = body.split_at_checked(length(0)?)?;
    let (v4, v3) = rest.split_at_checked(length(1)?)?;
    let at = PACKED.iter().position(|&packed| packed == level)?;
    let mut decoder = zstd::stream::read::Decoder::with_ref_prefix([v4, v3][at], baseline).ok()?;
    decoder.window_log_max(WINDOW).ok()?;
    let mut build = Vec::with_capacity(baseline.len());
    decoder.read_to_end(&mut build).ok()?;
    (checksum::of(&build) == number(3 + at)?).then_some(build)
}

/// The level to run: the processor's, or the requested one if the processor supports it.
fn wanted(asked: Option<&str>, processor: Level) -> Level {
    let named = Level::ALL.into_iter().find(|level| asked == Some(level.name()));
    named.map_or(processor, |level| level.min(processor))
}

/// Executes the best build for this processor, if this file contains one. Otherwise returns: this build runs anywhere.
#[cfg(target_os = "linux")]
pub fn take_over() {
    use std::os::unix::process::CommandExt;
    if Level::of_this_build() != Level::Baseline {
        return;
    }
    let asked = std::env::var("QUADRILLE_CPU").ok();
    let level = wanted(asked.as_deref(), Level::of_this_processor());
    let carried = (level != Level::Baseline).then(own_file).flatten();
    let Some(path) = carried.and_then(|file| unpack(&file, level)).and_then(|build| in_memory(&build)) else { return };
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_else(|| "quadrille".into());
    // Returns only on failure; then this build runs.
    let _ = std::process::Command::new(path).arg0(name).args(arguments).exec();
}

/// On other systems a file holds one build.
#[cfg(not(target_os = "linux"))]
pub fn take_over() {}

/// This program's file, if it has the trailer of [`join`].
#[cfg(target_os = "linux")]
fn own_file() -> Option<Vec<u8>> {
    use std::io::{Seek, SeekFrom};
    let mut file = std::fs::File::open("/proc/self/exe").ok()?;
    let mut end = [0; MAGIC.len()];
    file.seek(SeekFrom::End(-(MAGIC.len() as i64))).ok()?;
    file.read_exact(&mut end).ok()?;
    if end != *MAGIC {
        return None;
    }
    let mut bytes = Vec::new();
    file.rewind().ok()?;
    file.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The path of a program that exists only in memory.
#[cfg(target_os = "linux")]
fn in_memory(build: &[u8]) -> Option<std::path::PathBuf> {
    use rustix::fs::{MemfdFlags, memfd_create};
    use std::os::fd::{AsRawFd, IntoRawFd};
    // Not closed on exec, because the path of the running program refers to it.
    let mut file = std::fs::File::from(memfd_create("quadrille", MemfdFlags::empty()).ok()?);
    file.write_all(build).ok()?;
    let path = std::path::Path::new("/proc/self/fd").join(file.as_raw_fd().to_string());
    let _ = file.into_raw_fd();
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builds() -> [Vec<u8>; 3] {
        let weights: Vec<u8> = (0..200_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        [1_u8, 2, 3].map(|code| [vec![code; 1_000], weights.clone()].concat())
    }

    #[test]
    fn every_build_comes_back_and_shared_bytes_cost_little() {
        let [baseline, v4, v3] = builds();
        let file = join(&baseline, &v4, &v3).expect("in memory");
        assert!(file.starts_with(&baseline), "the file runs as the first build");
        assert!(file.len() < baseline.len() + 10_000, "{}", file.len());
        assert_eq!(unpack(&file, Level::V4), Some(v4));
        assert_eq!(unpack(&file, Level::V3), Some(v3));
        assert_eq!(unpack(&file, Level::Baseline), None);
    }

    #[test]
    fn a_damaged_file_gives_no_build() {
        let [baseline, v4, v3] = builds();
        let file = join(&baseline, &v4, &v3).expect("in memory");
        for at in (0..file.len()).step_by(1_777).chain(file.len() - TRAILER..file.len()) {
            let mut damaged = file.clone();
            damaged[at] ^= 0x40;
            let v4_again = unpack(&damaged, Level::V4);
            assert!(v4_again.is_none_or(|build| build == v4), "damage at {at}");
        }
        for length in [0, 5, TRAILER, file.len() - 1] {
            assert_eq!(unpack(&file[..length], Level::V4), None);
        }
    }

    #[test]
    fn what_is_asked_for_is_bounded_by_the_processor() {
        assert_eq!(wanted(None, Level::V4), Level::V4);
        assert_eq!(wanted(Some("x86-64-v3"), Level::V4), Level::V3);
        assert_eq!(wanted(Some("x86-64-v4"), Level::V3), Level::V3);
        assert_eq!(wanted(Some("x86-64"), Level::V4), Level::Baseline);
        assert_eq!(wanted(Some("6502"), Level::V3), Level::V3);
    }
}

//! Memory of its own for what is read at random: the system is asked for large pages, so that an address is found at once.

use memmap2::MmapMut;
use std::io;

/// So many bytes, all zero.
pub(crate) fn zeroed(bytes: usize) -> io::Result<MmapMut> {
    let memory = MmapMut::map_anon(bytes)?;
    #[cfg(target_os = "linux")]
    {
        // Only a matter of speed: without large pages it works as well.
        let _ = memory.advise(memmap2::Advice::HugePage);
    }
    Ok(memory)
}

/// Numbers that are looked up at random.
#[derive(Debug)]
pub(crate) struct Floats(MmapMut);

/// Bytes of a number.
const SIZE: usize = size_of::<f32>();

impl Floats {
    /// So many times the same number.
    pub(crate) fn new(count: usize, value: f32) -> io::Result<Self> {
        let mut floats = Self(zeroed(count.max(1) * SIZE)?);
        floats.all_mut().fill(value.to_ne_bytes());
        Ok(floats)
    }

    /// The number at a place.
    pub(crate) fn get(&self, place: usize) -> f32 {
        f32::from_ne_bytes(self.0.as_chunks::<SIZE>().0[place])
    }

    /// Changes the number at a place.
    pub(crate) fn set(&mut self, place: usize, value: f32) {
        self.all_mut()[place] = value.to_ne_bytes();
    }

    /// The bytes of all numbers.
    pub(crate) fn all_mut(&mut self) -> &mut [[u8; SIZE]] {
        self.0.as_chunks_mut::<SIZE>().0
    }
}

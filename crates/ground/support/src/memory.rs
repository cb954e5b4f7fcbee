//! Memory: how much is free, and large pages for tables with random access.
//!
//! A look-up in a large table usually misses both the cache and the TLB. Large pages, if available, avoid the TLB
//! misses, and [`prefetch`] overlaps the cache miss with other work. The only unsafe code is the view of mapped bytes
//! as items, the prefetch instruction and the name of a function of the C library.

use bytemuck::Zeroable;
use std::io;
use std::ops::{Deref, DerefMut};

/// Free memory in bytes, if known (`MemAvailable` on Linux), limited by the control group, as in a container.
///
/// ```
/// if let Some(bytes) = quadrille_support::memory::available() {
///     assert!(bytes > 0);
/// }
/// ```
#[must_use]
pub fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kibibytes = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?.split_whitespace().next()?;
    let free = kibibytes.parse::<u64>().ok()?.checked_mul(1024)?;
    Some(left_to_the_group().map_or(free, |left| left.min(free)))
}

/// The memory left in the top-level control group (a container), if limited.
fn left_to_the_group() -> Option<u64> {
    let read = |name: &str| std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok();
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let (most, used) = (number(&read("memory.max")?)?, number(&read("memory.current")?)?);
    // The page cache counts as used, but can be reclaimed at once.
    let files = read("memory.stat")?.lines().find_map(|line| number(line.strip_prefix("file ")?)).unwrap_or(0);
    Some(most.saturating_sub(used.saturating_sub(files)))
}

/// Returns freed memory to the system. glibc keeps what a tree of small pieces leaves behind: a server that had dropped
/// one still held 300 MiB. Elsewhere this does nothing.
///
/// ```
/// drop(vec![Box::new(1); 1_000]);
/// quadrille_support::memory::trim();
/// ```
pub fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    library::malloc_trim(0);
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library's own function, callable at any time")]
mod library {
    // SAFETY: glibc declares it so; it locks what it touches.
    unsafe extern "C" {
        /// Keeps `pad` bytes at the end of the heap; returns whether anything was returned to the system.
        pub(super) safe fn malloc_trim(pad: usize) -> std::ffi::c_int;
    }
}

/// Prefetches the cache line that holds `item`. Does nothing on processors without such an instruction.
///
/// ```
/// let table = vec![7_u64; 1_000];
/// quadrille_support::memory::prefetch(&table[500]);
/// ```
#[inline(always)]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "the prefetch instruction takes any address"))]
pub fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program sees, and every x86-64 has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

/// A table in its own mapping, in large pages if available. Initially all bytes are zero, and untouched pages take no
/// memory.
///
/// ```
/// use quadrille_support::memory::Pages;
/// let mut weights: Pages<f32> = Pages::zeroed(1_000_000)?;
/// weights[7] = 0.5;
/// assert_eq!((weights[6], weights[7], weights.len()), (0.0, 0.5, 1_000_000));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Pages<T>(mapped::Map<T>);

impl<T: Zeroable> Pages<T> {
    /// This many items, all of them zero.
    pub fn zeroed(len: usize) -> io::Result<Self> {
        mapped::Map::zeroed(len).map(Self)
    }
}

impl<T> Pages<T> {
    /// This many items, made one after the other.
    pub fn filled_with(len: usize, make: impl Fn() -> T) -> io::Result<Self> {
        mapped::Map::filled_with(len, make).map(Self)
    }
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.0.items()
    }
}

impl<T> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.items_mut()
    }
}

#[cfg(any(unix, windows))]
#[expect(unsafe_code, reason = "mapped bytes are viewed as items")]
mod mapped {
    use bytemuck::Zeroable;
    use memmap2::{MmapMut, MmapRaw};
    use std::io;
    use std::marker::PhantomData;

    /// Mappings are page-aligned, and no system has smaller pages.
    const PAGE: usize = 4096;

    /// Anonymous memory that holds `len` items, zero for types whose zero bytes are a value, or written one by one.
    ///
    /// The mapping is only ever a pointer: through a reference to its bytes, shared items could not be written to.
    #[derive(Debug)]
    pub(super) struct Map<T> {
        bytes: MmapRaw,
        len: usize,
        items: PhantomData<T>,
    }

    impl<T: Zeroable> Map<T> {
        pub(super) fn zeroed(len: usize) -> io::Result<Self> {
            Self::mapped(len)
        }
    }

    impl<T> Map<T> {
        pub(super) fn filled_with(len: usize, make: impl Fn() -> T) -> io::Result<Self> {
            let map = Self::mapped(len)?;
            let first = map.bytes.as_mut_ptr().cast::<T>();
            for i in 0..len {
                // SAFETY: the map has room for `len` items and nobody else sees it yet.
                unsafe { first.add(i).write(make()) };
            }
            Ok(map)
        }

        /// Zeroed space for items, which the callers initialise.
        fn mapped(len: usize) -> io::Result<Self> {
            const { assert!(align_of::<T>() <= PAGE && !std::mem::needs_drop::<T>()) };
            let size = len.checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
            let bytes = MmapRaw::from(MmapMut::map_anon(size.max(1))?);
            #[cfg(all(target_os = "linux", not(miri)))]
            {
                // A system without large pages returns an error, and the table gets small ones.
                let _ = bytes.advise(memmap2::Advice::HugePage);
            }
            Ok(Self { bytes, len, items: PhantomData })
        }

        #[inline]
        pub(super) fn items(&self) -> &[T] {
            // SAFETY: the map starts at a page, so it is aligned; it has room for `len` items, lives as long as `self` and is
            // reached through these two functions only. Its bytes were zero where that is a value of `T`, and have been
            // written as values of `T` otherwise.
            unsafe { std::slice::from_raw_parts(self.bytes.as_ptr().cast(), self.len) }
        }

        #[inline]
        pub(super) fn items_mut(&mut self) -> &mut [T] {
            // SAFETY: as above, and `self` is borrowed for as long as the slice.
            unsafe { std::slice::from_raw_parts_mut(self.bytes.as_mut_ptr().cast(), self.len) }
        }
    }
}

/// If memory cannot be mapped, an ordinary allocation.
#[cfg(not(any(unix, windows)))]
mod mapped {
    use bytemuck::Zeroable;
    use std::io;

    #[derive(Debug)]
    pub(super) struct Map<T>(Box<[T]>);

    impl<T: Zeroable> Map<T> {
        pub(super) fn zeroed(len: usize) -> io::Result<Self> {
            let items = bytemuck::allocation::try_zeroed_slice_box(len);
            items.map(Self).map_err(|()| io::ErrorKind::OutOfMemory.into())
        }
    }

    impl<T> Map<T> {
        pub(super) fn filled_with(len: usize, make: impl Fn() -> T) -> io::Result<Self> {
            let mut items = Vec::new();
            items.try_reserve_exact(len).map_err(io::Error::other)?;
            items.resize_with(len, make);
            Ok(Self(items.into_boxed_slice()))
        }
    }

    impl<T> Map<T> {
        #[inline]
        pub(super) fn items(&self) -> &[T] {
            &self.0
        }

        #[inline]
        pub(super) fn items_mut(&mut self) -> &mut [T] {
            &mut self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pages;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn threads_share_atomic_items() {
        let table: Pages<[AtomicU64; 8]> = Pages::zeroed(1000).unwrap();
        assert_eq!(table.as_ptr().addr() % 64, 0);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| table.iter().flatten().for_each(|word| _ = word.fetch_add(1, Ordering::Relaxed)));
            }
        });
        assert!(table.iter().flatten().all(|word| word.load(Ordering::Relaxed) == 2));
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri has no limit")]
    fn too_much_is_refused() {
        assert!(Pages::<u64>::zeroed(0).is_ok_and(|empty| empty.is_empty()));
        assert!(Pages::<u64>::zeroed(usize::MAX).is_err() && Pages::<u8>::zeroed(usize::MAX / 2).is_err());
    }
}

//! One slot of the transposition table: two words that many threads read and write without a lock.
//!
//! A writer stores `data` and `key ^ data` as two relaxed words; a reader takes both and accepts them only if their XOR
//! is the key it asks for (Hyatt and Mann, *A lock-less transposition table implementation for parallel search*, ICGA
//! Journal 2002).
//!
//! **What may be torn and what it costs.** Two writers can interleave, so a reader may see the check word of one and the
//! data of the other. Their XOR is then the reader's key only if `key1 ^ data1 ^ data2 == key`, which for well-mixed
//! 64-bit keys happens once in 2^64 torn reads: a torn entry is a miss, and a miss costs one re-search of that node. What
//! is never at risk is legality: a move from the table is only a hint that the search looks up among the legal moves.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

/// Two words: `key ^ data`, and the data.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// The key and the data, as they are now; meaningful only if the caller knows the key.
    #[inline]
    pub(crate) fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    pub(crate) fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

#[cfg(all(test, loom))]
mod model {
    //! Run with `RUSTFLAGS="--cfg loom" cargo test -p quadrille-search --release slot::model`.
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    const FIRST: (u64, u64) = (0x9E37_79B9_7F4A_7C15, 0x0123_4567_89AB_CDEF);
    const SECOND: (u64, u64) = (0xBF58_476D_1CE4_E5B9, 0xFEDC_BA98_7654_3210);

    /// In every interleaving of two writers and a reader, whatever is accepted for a key was stored for that key.
    #[test]
    fn an_accepted_entry_was_stored_whole() {
        loom::model(|| {
            let slot = Arc::new(Slot { check: AtomicU64::new(0), data: AtomicU64::new(0) });
            let writers: Vec<_> = [FIRST, SECOND]
                .into_iter()
                .map(|(key, data)| {
                    let slot = Arc::clone(&slot);
                    thread::spawn(move || slot.store(key, data))
                })
                .collect();
            let (key, data) = slot.load();
            for (stored_key, stored_data) in [FIRST, SECOND] {
                if key == stored_key {
                    assert_eq!(data, stored_data);
                }
            }
            for writer in writers {
                writer.join().unwrap();
            }
        });
    }

    /// Two threads that store the same key with different data: a reader gets one of the two.
    #[test]
    fn writers_of_one_key_do_not_mix() {
        loom::model(|| {
            let slot = Arc::new(Slot { check: AtomicU64::new(0), data: AtomicU64::new(0) });
            let (key, first, second) = (FIRST.0, FIRST.1, SECOND.1);
            let other = Arc::clone(&slot);
            let writer = thread::spawn(move || other.store(key, first));
            slot.store(key, second);
            let (read_key, data) = slot.load();
            if read_key == key {
                assert!(data == first || data == second);
            }
            writer.join().unwrap();
        });
    }
}

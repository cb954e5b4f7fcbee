//! Zstandard (RFC 8878), by the reference library; in a browser by one written in Rust, which needs no C compiler there.

pub use coder::{compress, decompress, reader};

#[cfg(not(target_family = "wasm"))]
mod coder {
    use std::io::{self, Read};

    /// The bytes packed, from level 1 (fast) to 22 (small).
    ///
    /// ```
    /// use quadrille_records::zstd;
    /// let packed = zstd::compress(&[7; 1000], 3)?;
    /// assert_eq!((packed.len() < 50, zstd::decompress(&packed, 1000)?), (true, vec![7; 1000]));
    /// assert!(zstd::decompress(&packed, 999).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn compress(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
        ::zstd::bulk::compress(bytes, level)
    }

    /// The bytes of a pack that holds at most this many.
    pub fn decompress(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
        ::zstd::bulk::decompress(packed, most)
    }

    /// The largest window a stream may ask for: 2 to the power of this, in bytes.
    const LARGEST_WINDOW: u32 = 27;

    /// A stream unpacked.
    pub fn reader<'a>(packed: impl Read + 'a) -> io::Result<impl Read + 'a> {
        let mut reader = ::zstd::stream::read::Decoder::new(packed)?;
        reader.window_log_max(LARGEST_WINDOW)?;
        Ok(reader)
    }
}

#[cfg(target_family = "wasm")]
mod coder {
    use ruzstd::decoding::StreamingDecoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::{self, Read};

    /// The bytes packed.
    pub fn compress(bytes: &[u8], _: i32) -> io::Result<Vec<u8>> {
        Ok(compress_to_vec(bytes, CompressionLevel::Fastest))
    }

    /// The bytes of a pack that holds at most this many.
    pub fn decompress(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(most);
        reader(packed)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > most { Err(io::ErrorKind::InvalidData.into()) } else { Ok(bytes) }
    }

    /// A stream unpacked; the library has a limit of its own for windows.
    pub fn reader<'a>(packed: impl Read + 'a) -> io::Result<impl Read + 'a> {
        StreamingDecoder::new(packed).map_err(io::Error::other)
    }
}

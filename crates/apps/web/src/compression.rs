//! Responses compressed for clients that accept gzip.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::read::GzEncoder;
use std::collections::HashMap;
use std::io::Read;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Whether the client reads gzip.
pub fn reads_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|value| value.contains("gzip"))
}

/// The bytes compressed.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    GzEncoder::new(bytes, Compression::default()).read_to_end(&mut packed).expect("memory is always read and written");
    packed
}

/// A long JSON text, compressed if the client accepts it.
pub fn json(headers: &HeaderMap, text: String) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::VARY, "accept-encoding")];
    if reads_gzip(headers) {
        return (kind, [(header::CONTENT_ENCODING, "gzip")], gzip(text.as_bytes())).into_response();
    }
    (kind, text).into_response()
}

/// Serves static content: compressed once, and not sent again to clients that have it.
pub fn respond(media_type: &'static str, bytes: Bytes, headers: &HeaderMap) -> Response {
    let sum = quadrille_support::checksum::of(&bytes);
    let packed = reads_gzip(headers).then(|| packed(sum, &bytes));
    let tag = format!("\"{sum:016x}{}\"", if packed.is_some() { "-gzip" } else { "" });
    let cache = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache"), (header::VARY, "accept-encoding")];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, cache).into_response();
    }
    let kind = [(header::CONTENT_TYPE, media_type)];
    match packed {
        Some(packed) => (cache, kind, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (cache, kind, bytes).into_response(),
    }
}

/// A cache of compressed contents by checksum; every visitor requests the same few.
fn packed(sum: u64, bytes: &Bytes) -> Bytes {
    static PACKED: LazyLock<Mutex<HashMap<u64, Bytes>>> = LazyLock::new(Mutex::default);
    let known = || PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(packed) = known().get(&sum) {
        return packed.clone();
    }
    let packed = Bytes::from(gzip(bytes));
    known().insert(sum, packed.clone());
    packed
}

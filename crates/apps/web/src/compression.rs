//! Answers compressed for clients that read gzip.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::read::GzEncoder;
use std::io::Read;

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

/// A long JSON text, compressed if the client reads that.
pub fn json(headers: &HeaderMap, text: String) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::VARY, "accept-encoding")];
    if reads_gzip(headers) {
        return (kind, [(header::CONTENT_ENCODING, "gzip")], gzip(text.as_bytes())).into_response();
    }
    (kind, text).into_response()
}

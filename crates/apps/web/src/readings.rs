//! The sources and documents that lessons name, as plain text under `/read/`. `build.rs` gathers them.

#[cfg(not(target_family = "wasm"))]
use axum::{body::Bytes, http::HeaderMap, response::Response};

/// Paths in the repository and what is there.
static READINGS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/readings.rs"));

/// The address of a file, if it exists. As `.txt`, any web host serves it as plain text.
pub fn address(file: &str) -> Option<String> {
    READINGS.iter().any(|(name, _)| *name == file).then(|| format!("read/{file}.txt"))
}

/// Serves the file of such an address.
#[cfg(not(target_family = "wasm"))]
pub fn serve(path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = path.strip_prefix("/read/")?.strip_suffix(".txt")?;
    let (_, text) = READINGS.iter().find(|(known, _)| *known == name)?;
    Some(crate::compression::respond("text/plain; charset=utf-8", Bytes::from_static(text.as_bytes()), headers))
}

//! In a browser: the functions that WebAssembly imports from the page's JavaScript.
//!
//! `crates/apps/site/js/wasm.js` is the other side. A few hand-written functions instead of generated bindings: no tool
//! is needed to build them, and they add nothing to the download.
#![expect(unsafe_code, reason = "JavaScript sees memory by address")]

use crate::checksum;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    #[link_name = "now"]
    safe fn page_now() -> f64;
    #[link_name = "today"]
    safe fn page_today() -> f64;
    #[link_name = "random"]
    safe fn page_random() -> u64;
    #[link_name = "stopped"]
    safe fn page_stopped() -> u32;
    #[link_name = "load"]
    fn page_load(name: *const u8, length: usize) -> usize;
    #[link_name = "loaded"]
    fn page_loaded(to: *mut u8) -> u64;
    #[link_name = "damaged"]
    safe fn page_damaged();
    #[link_name = "post"]
    fn page_post(head: *const u8, head_length: usize, body: *const u8, body_length: usize);
}

/// Milliseconds that never go back.
pub(crate) fn now() -> f64 {
    page_now()
}

/// Seconds since 1970.
#[must_use]
pub fn today() -> u64 {
    (page_today() / 1000.0) as u64
}

/// Bits that cannot be guessed.
pub(crate) fn random() -> u64 {
    page_random()
}

/// Whether the page has asked this worker's search to stop.
#[must_use]
pub fn stopped() -> bool {
    page_stopped() != 0
}

/// A file next to the page, as it was when the site was built. If it cannot be loaded completely, the page terminates
/// this worker with an error.
pub(crate) fn load(name: &str) -> Vec<u8> {
    // SAFETY: the page reads the name while the call lasts.
    let length = unsafe { page_load(name.as_ptr(), name.len()) };
    let mut bytes = vec![0; length];
    // SAFETY: the page writes the bytes it has just counted.
    let sum = unsafe { page_loaded(bytes.as_mut_ptr()) };
    if sum != checksum::of(&bytes) {
        page_damaged();
    }
    bytes
}

/// Sends a message to the page: a JSON header and a text.
pub fn post(head: &str, body: &str) {
    // SAFETY: the page reads both while the call lasts.
    unsafe { page_post(head.as_ptr(), head.len(), body.as_ptr(), body.len()) }
}

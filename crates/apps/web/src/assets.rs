//! The page's files, inside the binary. A debug build reads them from disk, so that an edit needs only a reload.
//!
//! Only the names in the list are ever served: there is no path to traverse. Browsers that read gzip get a third of the
//! bytes; each content is compressed once.

use crate::page::page;
use crate::problem::{Kind, Problem};
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

struct Asset {
    name: &'static str,
    bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        &[$(Asset { name: $name, bytes: include_bytes!(concat!("../ui/", $name)) }),*]
    };
}

/// The file behind `/`.
const PAGE: &str = "index.html";

static ASSETS: &[Asset] = assets![
    "api.js",
    "app.js",
    "board-layers.js",
    "board.css",
    "board.js",
    "dom.js",
    "early.js",
    "goban.js",
    "grounds.js",
    "i18n.js",
    "i18n/en.js",
    "i18n/fr.js",
    "icon.svg",
    "index.html",
    "main.js",
    "narrow.css",
    "panels.css",
    "pieces.js",
    "proof.css",
    "style.css",
    "view/analyse.js",
    "view/dialogs.js",
    "view/editor.js",
    "view/fields.js",
    "view/formula.js",
    "view/game.js",
    "view/graph.js",
    "view/home.js",
    "view/moves.js",
    "view/patterns.js",
    "view/players.js",
    "view/record.js",
    "view/setup.js",
    "view/shell.js",
    "view/tree.js",
    "view/why.js",
];

impl Asset {
    fn contents(&self) -> Bytes {
        if cfg!(debug_assertions) {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/ui/").to_owned() + self.name;
            if let Ok(bytes) = std::fs::read(path) {
                return bytes.into();
            }
        }
        Bytes::from_static(self.bytes)
    }

    fn media_type(&self) -> &'static str {
        match self.name.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("json") => "application/json",
            Some("svg") => "image/svg+xml",
            _ => "application/octet-stream",
        }
    }
}

/// Serves the file of the request's path; the page itself for `/`.
pub async fn serve(request: Request) -> Response {
    let path = request.uri().path();
    let name = if path == "/" { PAGE } else { path.trim_start_matches('/') };
    match ASSETS.iter().find(|asset| asset.name == name && (path == "/" || path.len() == name.len() + 1)) {
        Some(asset) if name == PAGE => {
            let page = page(&text(PAGE));
            let mut response = respond(asset.media_type(), page.html, request.headers());
            let policy = HeaderValue::try_from(page.policy).expect("plain text");
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            response
        }
        Some(asset) => respond(asset.media_type(), asset.contents(), request.headers()),
        None => Problem::plain(Kind::NotFound, format!("there is nothing at {path:?}; the page is at \"/\""))
            .into_response(),
    }
}

/// The text of a file of the page, with the line ends that a browser makes of all others before it takes the hash.
///
/// # Panics
/// If the page has no such file: `index.html` names files of the list only, which a test sees to.
pub fn text(name: &str) -> String {
    let asset = ASSETS.iter().find(|asset| asset.name == name).expect("a file of the page");
    String::from_utf8_lossy(&asset.contents()).replace("\r\n", "\n")
}

fn respond(media_type: &'static str, bytes: Bytes, headers: &HeaderMap) -> Response {
    let sum = crate::store::checksum(&bytes);
    let packed = crate::api::reads_gzip(headers).then(|| packed(sum, &bytes)).flatten();
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

/// The contents with this checksum, compressed; in memory, since every visitor asks for the same few.
fn packed(sum: u64, bytes: &Bytes) -> Option<Bytes> {
    static PACKED: LazyLock<Mutex<HashMap<u64, Bytes>>> = LazyLock::new(Mutex::default);
    let known = || PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(packed) = known().get(&sum) {
        return Some(packed.clone());
    }
    let packed = Bytes::from(crate::compressed(bytes).ok()?);
    known().insert(sum, packed.clone());
    Some(packed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The promise to people with a slow disk or line: the whole page, uncompressed.
    const LARGEST_PAGE: usize = 300_000;

    fn files_below(folder: &Path, prefix: &str, names: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("the ui folder").flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                files_below(&entry.path(), &format!("{name}/"), names);
            } else {
                names.push(name);
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_embedded() {
        let mut names = Vec::new();
        files_below(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/ui")), "", &mut names);
        names.sort();
        assert_eq!(names, ASSETS.iter().map(|asset| asset.name).collect::<Vec<_>>());
    }

    #[test]
    fn the_page_is_small() {
        assert!(ASSETS.iter().map(|asset| asset.bytes.len()).sum::<usize>() < LARGEST_PAGE);
    }

    #[test]
    fn the_languages_have_the_same_keys() {
        let keys = |name: &str| {
            let asset = ASSETS.iter().find(|asset| asset.name == name).expect("a language");
            let text = std::str::from_utf8(asset.bytes).expect("text");
            let key = |line: &str| line.trim_start().strip_prefix('"')?.split('"').next().map(str::to_owned);
            text.lines().filter_map(key).collect::<Vec<_>>()
        };
        assert_eq!(keys("i18n/en.js"), keys("i18n/fr.js"));
        assert!(keys("i18n/en.js").len() > 200);
    }
}

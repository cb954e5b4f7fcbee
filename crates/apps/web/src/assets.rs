//! The page's files, inside the binary, without their comments (`build.rs`). A debug build reads them from disk, so that
//! an edit needs only a reload.
//!
//! Only listed names are served, so there is no path traversal. Clients that accept gzip get a third of the bytes; each
//! file is compressed once.

use crate::compression::respond;
use crate::problem::{Kind, Problem};
use crate::readings;
use crate::words;
use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};

struct Asset {
    name: &'static str,
    bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        &[$(Asset { name: $name, bytes: include_bytes!(concat!(env!("OUT_DIR"), "/ui/", $name)) }),*]
    };
}

static ASSETS: &[Asset] = assets![
    "api.js",
    "app.js",
    "board-layers.js",
    "board.css",
    "board.js",
    "dialogs.css",
    "dom.js",
    "early.js",
    "goban.js",
    "grounds.js",
    "home.css",
    "i18n.js",
    "i18n/en.js",
    "i18n/fr.js",
    "i18n/lessons-en.js",
    "i18n/lessons-fr.js",
    "icon.svg",
    "index.html",
    "lessons.css",
    "looks.css",
    "main.js",
    "markdown.js",
    "narrow.css",
    "panels.css",
    "pieces.js",
    "proof.css",
    "sounds.js",
    "style.css",
    "transport.js",
    "view/analyse.js",
    "view/count.js",
    "view/dialogs.js",
    "view/editor.js",
    "view/fields.js",
    "view/formula.js",
    "view/game.js",
    "view/graph.js",
    "view/home.js",
    "view/learn.js",
    "view/lesson.js",
    "view/lessons.js",
    "view/library.js",
    "view/look.js",
    "view/moves.js",
    "view/patterns.js",
    "view/picker.js",
    "view/players.js",
    "view/record.js",
    "view/report.js",
    "view/setup.js",
    "view/shell.js",
    "view/trace-model.js",
    "view/trace-screen.js",
    "view/trace-tree.js",
    "view/trace.js",
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

/// Serves the file of a path, or a document named by a lesson.
pub fn serve(path: &str, headers: &HeaderMap) -> Response {
    if let Some(reading) = readings::serve(path, headers) {
        return reading;
    }
    match ASSETS.iter().find(|asset| path.strip_prefix('/') == Some(asset.name)) {
        Some(asset) => respond(asset.media_type(), asset.contents(), headers),
        None => Problem::new(Kind::NotFound, words::NO_PAGE.refuse().quote("path", path)).into_response(),
    }
}

/// The text of a file of the page, with line ends normalised as a browser does before hashing.
///
/// # Panics
/// If the page has no such file. `index.html` names only listed files, which a test checks.
pub fn text(name: &str) -> String {
    let asset = ASSETS.iter().find(|asset| asset.name == name).expect("a file of the page");
    String::from_utf8_lossy(&asset.contents()).replace("\r\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The size limit of the page for slow connections: all its files with the lessons' scripts, uncompressed and in both
    /// languages.
    const LARGEST_PAGE: usize = 400_000;

    /// Scripts and texts of the lessons, loaded when one is opened.
    const LATER: [&str; 4] = ["i18n/lessons-", "markdown.js", "view/lesson.js", "view/trace"];

    fn comes_later(name: &str) -> bool {
        LATER.iter().any(|later| name.starts_with(later))
    }

    fn files_below(folder: &Path, prefix: &str, names: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("the ui folder").flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                files_below(&entry.path(), &format!("{name}/"), names);
            } else if !name.ends_with(".d.ts") {
                // Type declarations are for developers only.
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
        let bytes: usize = ASSETS.iter().map(|asset| asset.bytes.len()).sum();
        assert!(bytes < LARGEST_PAGE, "{bytes} bytes");
    }

    #[test]
    fn only_comments_are_left_out() {
        for asset in ASSETS {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/ui/").to_owned() + asset.name;
            let source = std::fs::read_to_string(path).expect("a file of the page");
            let mut kept = std::str::from_utf8(asset.bytes).expect("text").lines().peekable();
            let mut quotes = 0;
            for line in source.lines() {
                if kept.next_if_eq(&line).is_some() {
                    quotes += line.matches('`').count();
                    continue;
                }
                let bare = line.trim();
                let is_comment = ["//", "/*", "*"].iter().any(|sign| bare.starts_with(sign));
                let ends = bare.find("*/").is_none_or(|at| at + 2 == bare.len());
                assert!(is_comment && ends && quotes % 2 == 0, "{}: {line}", asset.name);
            }
            assert_eq!(kept.next(), None, "{}", asset.name);
        }
    }

    #[test]
    fn what_comes_later_is_not_asked_for_at_first() {
        let scripts = ASSETS.iter().filter(|asset| asset.name.ends_with(".js") && !comes_later(asset.name));
        for asset in scripts {
            let text = std::str::from_utf8(asset.bytes).expect("text");
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let later = ["lessons-en", "lessons-fr", "/markdown.js", "/lesson.js", "/trace"];
                assert!(!later.iter().any(|name| line.contains(name)), "{}: {line}", asset.name);
            }
        }
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
        assert_eq!(keys("i18n/lessons-en.js"), keys("i18n/lessons-fr.js"));
        assert!(keys("i18n/en.js").len() > 200);
    }
}

//! The page: `index.html` with its style sheets and first script inlined.
//!
//! In the sources the files are separate. A single response has all that the first paint needs, instead of six more
//! requests (times in `docs/web.md`). The content-security policy allows the inlined parts by hash, so no other inline
//! script or style runs.

use crate::assets;
use crate::compression;
use crate::security;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

/// A page and its content-security policy.
struct Page {
    html: Bytes,
    /// The value of the `content-security-policy` header.
    policy: String,
}

/// The file behind `/`.
const PAGE: &str = "index.html";

/// Serves the page, or the file of another path.
pub fn serve(path: &str, headers: &HeaderMap) -> Response {
    if path != "/" && path.strip_prefix('/') != Some(PAGE) {
        return assets::serve(path, headers);
    }
    let page = page(&assets::text(PAGE));
    let mut response = compression::respond("text/html; charset=utf-8", page.html, headers);
    let policy = HeaderValue::try_from(page.policy).expect("plain text");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// The page with everything inlined that the first paint needs.
fn page(template: &str) -> Page {
    let mut html = String::with_capacity(template.len() * 16);
    let (mut scripts, mut styles) = (String::new(), String::new());
    for line in template.lines() {
        let (element, hashes, name) = if let Some(name) = between(line, "<link rel=\"stylesheet\" href=\"/", "\">") {
            ("style", &mut styles, name)
        } else if let Some(name) = between(line, "<script src=\"/", "\"></script>") {
            ("script", &mut scripts, name)
        } else {
            html += line;
            html.push('\n');
            continue;
        };
        let contents = assets::text(name);
        html += &format!("<{element}>{contents}</{element}>\n");
        *hashes += &format!(" 'sha256-{}'", BASE64.encode(Sha256::digest(contents.as_bytes())));
    }
    Page { html: html.into(), policy: security::policy(&scripts, &styles) }
}

fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    line.strip_prefix(before)?.strip_suffix(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_first_paint_waits_for_is_written_in() {
        let page = page(
            "<head>\n<link rel=\"stylesheet\" href=\"/proof.css\">\n<script src=\"/early.js\"></script>\n</head>\n",
        );
        let html = std::str::from_utf8(&page.html).expect("text");
        assert_eq!(
            html,
            format!(
                "<head>\n<style>{}</style>\n<script>{}</script>\n</head>\n",
                assets::text("proof.css"),
                assets::text("early.js")
            )
        );
        assert_eq!(page.policy.matches("'sha256-").count(), 2);
        assert!(!page.policy.contains("unsafe"));
    }

    #[test]
    fn the_shipped_page_waits_for_no_other_file() {
        let html = assets::text("index.html");
        let page = page(&html);
        let html = std::str::from_utf8(&page.html).expect("text");
        let (before, rest) = html.split_once("<template").expect("what comes later");
        let (_, after) = rest.split_once("</template>").expect("its end");
        for part in [before, after] {
            assert!(!part.contains("rel=\"stylesheet\"") && !part.contains("<script src"));
        }
        assert_eq!(page.policy.matches("'sha256-").count(), 10);
        let styles = ["style", "home", "board", "looks", "panels", "dialogs", "proof", "lessons", "narrow"];
        let names = styles.map(|name| format!("{name}.css"));
        for name in names.iter().map(String::as_str).chain(["early.js"]) {
            assert!(!assets::text(name).contains("</"), "{name} would end its element");
        }
    }
}

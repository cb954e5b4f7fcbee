//! The built-in data: trained weights, books and stored results.
//!
//! Two builds that play differently from the same sources differ here.

use quadrille_support::shared::Bundled;

/// Every such file with its name.
///
/// ```
/// let files = quadrille_engine::built_in::files();
/// assert!(files.iter().all(|(_, bytes)| bytes.len() > 10_000));
/// ```
#[must_use]
pub fn files() -> Vec<(&'static str, Bundled)> {
    let windows = quadrille_breakthrough::evaluation::windows::files();
    let mut files: Vec<_> = windows.into_iter().map(|(name, bytes)| (name, Bundled::Borrowed(bytes))).collect();
    let (name, bytes) = quadrille_breakthrough::evaluation::network::file();
    files.push((name, Bundled::Borrowed(bytes)));
    files.push(quadrille_breakthrough_expert::opening::file());
    files.push(quadrille_chess::evaluation::network::file());
    files.push(quadrille_chess_expert::book::file());
    files.push(quadrille_othello::evaluation::patterns::file());
    files.extend(quadrille_patterns::files());
    files.extend(quadrille_network::judge::files());
    files
}

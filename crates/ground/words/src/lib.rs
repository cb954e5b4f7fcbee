//! Messages in English and French.
//!
//! A
//! [`Message`] is a sentence in every supported language, with named placeholders. Each crate declares its messages in its `words.rs`
//! with [`words!`](crate::words!). A [`Refusal`] is a message with its arguments: code that must distinguish errors
//! compares messages, programs read [`Message::code`], and users read the sentence in their language.
//!
//! Why not Fluent: every message here is one sentence with named arguments and no plural or gender rules beyond what a
//! rewording avoids. With Rust constants, a missing translation does not compile, "go to definition" finds a message,
//! and nothing is parsed at start.
//!
//! ```
//! use quadrille_words::{Lang, Refusal, words};
//!
//! words! { "demo";
//!     BAD_SIZE { en: "the size {size} is not supported: expected 3 to {most}", fr: "la taille {size} n’est pas prise en charge : il faut de 3 à {most}" }
//! }
//!
//! let refusal = BAD_SIZE.refuse().quote("size", "42").with("most", 25);
//! assert_eq!(refusal.to_string(), "the size \"42\" is not supported: expected 3 to 25");
//! assert_eq!(refusal.text(Lang::French), "la taille « 42 » n’est pas prise en charge : il faut de 3 à 25");
//! assert_eq!(refusal.code(), "demo.bad-size");
//! ```
#![forbid(unsafe_code)]

mod lang;
mod message;
mod sentence;

pub use lang::Lang;
pub use message::{Message, check};
pub use sentence::{Arg, Refusal, Sentence};

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Interns a name read from data where the program has it as a constant. Interned names are never freed, so this is
/// only for the small fixed set of names, not for user input.
///
/// ```
/// let name = quadrille_words::interned(&"uct".to_owned());
/// assert!(std::ptr::eq(name, quadrille_words::interned("uct")));
/// ```
#[must_use]
pub fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let name: &'static str = Box::leak(name.into());
    names.insert(name);
    name
}

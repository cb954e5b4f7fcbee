//! What the product says to people, in English and French.
//!
//! A [`Message`] is a sentence in every language the product speaks, with named places for arguments. Each crate
//! declares its own messages in its `words.rs` with [`words!`](crate::words!), so a game brings its words along. A
//! [`Refusal`] is a message with its arguments: code that must tell refusals apart compares messages, programs read
//! [`Message::code`], and people read the sentence in their own language.
//!
//! Why not Fluent: every message here is one sentence with named arguments and no plural or gender rules beyond what a
//! rewording avoids. As Rust constants a missing translation does not compile, a message is found by "go to
//! definition", and nothing is parsed when the program starts.
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

/// A name that is read back from data where a program has it as a constant. Every name is kept once and for good: this is
/// for the few that there are, not for what people write.
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

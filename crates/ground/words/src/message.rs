//! A sentence in every language.

use crate::{Arg, Lang, Refusal, Sentence, interned};
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

/// A sentence or a term in every language, with placeholders `{name}`.
#[derive(Debug)]
pub struct Message {
    /// The component that declares it: `chess`, `pgn`, `search`.
    pub scope: &'static str,
    /// Its name within the scope.
    pub name: &'static str,
    /// In English.
    pub en: &'static str,
    /// In French.
    pub fr: &'static str,
}

impl Message {
    /// The code for programs: `chess.bad-castling`.
    #[must_use]
    pub fn code(&self) -> String {
        format!("{}.{}", self.scope, self.name.to_ascii_lowercase().replace('_', "-"))
    }

    /// A message with this code and any text, for messages read from JSON. Leaked, since there are only as many as
    /// codes.
    pub(crate) fn of_code(code: &str) -> &'static Self {
        static KNOWN: Mutex<BTreeMap<String, &'static Message>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(message) = known.get(code) {
            return message;
        }
        let (scope, name) = code.split_once('.').unwrap_or(("", code));
        let name = interned(&name.to_ascii_uppercase().replace('-', "_"));
        let message = Self { scope: interned(scope), name, en: "{sentence}", fr: "{sentence}" };
        let message: &'static Self = Box::leak(Box::new(message));
        known.insert(code.to_owned(), message);
        message
    }

    /// A refusal that says this.
    #[must_use]
    pub fn refuse(&'static self) -> Refusal {
        Sentence::new(self)
    }

    /// A sentence that says this.
    #[must_use]
    pub fn say(&'static self) -> Sentence {
        Sentence::new(self)
    }

    /// The sentence with unfilled placeholders.
    #[must_use]
    pub const fn template(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::English => self.en,
            Lang::French => self.fr,
        }
    }

    /// The sentence with its placeholders filled. One without an argument is left as it is.
    #[must_use]
    pub fn fill(&self, lang: Lang, args: &[(&'static str, Arg)]) -> String {
        let mut filled = String::new();
        let mut rest = self.template(lang);
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((name, after)) = after.split_once('}') else {
                filled.push('{');
                rest = after;
                continue;
            };
            match args.iter().find(|(known, _)| *known == name) {
                Some((_, arg)) => filled.push_str(&arg.text(lang)),
                // Writing to a string cannot fail.
                None => _ = write!(filled, "{{{name}}}"),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    fn places(&self, lang: Lang) -> BTreeSet<&'static str> {
        self.template(lang).split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
    }
}

impl Serialize for Message {
    /// Its code, and its words in every language.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Sentence::serialize_as(&self.code(), [self.en, self.fr], serializer)
    }
}

impl PartialEq for Message {
    /// Messages are equal if they have the same name.
    fn eq(&self, other: &Self) -> bool {
        (self.scope, self.name) == (other.scope, other.name)
    }
}

impl Eq for Message {}

/// Tests a catalogue: every message has a text in every language, with the same placeholders, and a unique name.
///
/// # Panics
///
/// If it does not.
pub fn check(catalogue: &[&'static Message]) {
    let mut codes = BTreeSet::new();
    for message in catalogue {
        let code = message.code();
        assert!(!message.en.trim().is_empty() && !message.fr.trim().is_empty(), "{code}: a translation is missing");
        assert_eq!(message.places(Lang::English), message.places(Lang::French), "{code}: the places differ");
        assert!(codes.insert(code.clone()), "{code}: two messages of one name");
    }
}

/// Declares the messages of a crate: constants, and `ALL` with every one of them.
///
/// `words! { "scope"; NAME { en: "…", fr: "…" } … }`; a comment may precede each name.
#[macro_export]
macro_rules! words {
    ($scope:literal; $($(#[$meta:meta])* $name:ident { en: $en:expr, fr: $fr:expr $(,)? })*) => {
        $(
            $(#[$meta])*
            #[doc = $en]
            pub static $name: $crate::Message =
                $crate::Message { scope: $scope, name: stringify!($name), en: $en, fr: $fr };
        )*
        /// Every message of this catalogue.
        pub static ALL: &[&$crate::Message] = &[$(&$name),*];
    };
}

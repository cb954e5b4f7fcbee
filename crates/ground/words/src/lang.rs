//! The languages of the product.

use serde::{Deserialize, Serialize};

/// A language the product speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lang {
    /// English, also the language of logs and of errors without a reader.
    #[default]
    #[serde(rename = "en")]
    English,
    /// French.
    #[serde(rename = "fr")]
    French,
}

impl Lang {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// The two letters that name the language.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// The first language of a list such as `fr_FR.UTF-8` (`LANG`) or `de, fr;q=0.8` (`Accept-Language`) that the
    /// product speaks.
    ///
    /// ```
    /// use quadrille_words::Lang;
    /// assert_eq!(Lang::first_of("fr_CA.UTF-8"), Some(Lang::French));
    /// assert_eq!(Lang::first_of("de, en;q=0.5"), Some(Lang::English));
    /// assert_eq!(Lang::first_of("C"), None);
    /// ```
    #[must_use]
    pub fn first_of(list: &str) -> Option<Self> {
        list.split([',', ':']).find_map(|item| {
            let tag = item.trim().split(['-', '_', '.', ';', '@']).next()?;
            Self::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(tag))
        })
    }
}

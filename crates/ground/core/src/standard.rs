//! The rules of a game that has only one rule set.

use crate::{Refusal, words};
use std::fmt;
use std::str::FromStr;

words! { "rules";
    ONLY_STANDARD { en: "unknown rules {text}: expected standard", fr: "règles inconnues {text} : il faut standard" }
    STANDARD { en: "the standard rules", fr: "les règles habituelles" }
}

/// The only rule set of a game, `standard`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standard;

impl fmt::Display for Standard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("standard")
    }
}

impl FromStr for Standard {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        match text.trim() {
            "" | "standard" => Ok(Self),
            other => Err(ONLY_STANDARD.refuse().quote("text", other)),
        }
    }
}

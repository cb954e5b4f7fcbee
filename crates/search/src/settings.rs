//! Options with names.
//!
//! Players are written `ALGORITHM[,key=value…]` on the command line, and the page shows every option with its help. An
//! options struct is therefore declared once, with [`settings!`], which generates its defaults, its setter by name and
//! its listing.

use crate::words;
use quadrille_core::{Message, Refusal};
use serde::Serialize;

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Domain {
    /// On or off.
    Switch,
    /// A whole number within bounds.
    Whole {
        /// The least.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// A number within bounds.
    Real {
        /// The least.
        least: f64,
        /// The largest.
        most: f64,
    },
    /// One of a few names.
    OneOf {
        /// The names.
        names: Vec<&'static str>,
    },
}

impl Domain {
    /// Narrows the numbers to a range.
    #[must_use]
    fn within(self, from: f64, to: f64) -> Self {
        match self {
            Self::Whole { .. } => Self::Whole { least: from as i64, most: to as i64 },
            Self::Real { .. } => Self::Real { least: from, most: to },
            other => other,
        }
    }

    /// What a valid value looks like, for error messages.
    #[must_use]
    pub fn expected(&self) -> Refusal {
        match self {
            Self::Switch => words::SWITCH.refuse(),
            Self::Whole { least, most: i64::MAX } => words::WHOLE_FROM.refuse().with("least", *least),
            Self::Whole { least, most } => words::WHOLE.refuse().with("least", *least).with("most", *most),
            Self::Real { least, most } => words::REAL.refuse().with("least", *least).with("most", *most),
            Self::OneOf { names } => words::ONE_OF.refuse().list("names", names),
        }
    }
}

/// One option, as shown to users.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The name it is set by.
    pub name: &'static str,
    /// Its present value.
    pub value: String,
    /// What it does, one line.
    pub help: &'static Message,
    /// What values it takes.
    pub domain: Domain,
}

impl Setting {
    /// An option with its value.
    pub fn new(name: &'static str, value: &impl ToString, help: &'static Message, domain: Domain) -> Self {
        Self { name, value: value.to_string(), help, domain }
    }
}

/// The error for a value outside an option's domain.
#[must_use]
pub fn refuse_value(name: &str, value: &str, domain: &Domain) -> Refusal {
    words::BAD_VALUE.refuse().with("name", name).quote("value", value).with("expected", domain.expected())
}

/// The error for an unknown option.
#[must_use]
pub fn refuse_name(name: &str, known: &[&str]) -> Refusal {
    words::NO_OPTION.refuse().quote("name", name).list("known", known)
}

/// A set of named options.
pub trait Settings {
    /// Sets one option from text.
    ///
    /// # Errors
    ///
    /// A sentence that names the option, quotes the value and says what was expected.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal>;

    /// All options with their current values.
    fn list(&self) -> Vec<Setting>;

    /// Sets options from `key=value` pairs separated by commas; the empty text changes nothing.
    ///
    /// # Errors
    ///
    /// The message for the first invalid pair.
    fn set_all(&mut self, pairs: &str) -> Result<(), Refusal> {
        for pair in pairs.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let Some((name, value)) = pair.split_once('=') else {
                return Err(words::NO_VALUE.refuse().quote("pair", pair));
            };
            self.set(name.trim(), value.trim())?;
        }
        Ok(())
    }
}

/// A type an option can have.
pub trait SettingValue: Sized + PartialOrd {
    /// Parses a value; `None` if the text is not one.
    fn read(text: &str) -> Option<Self>;
    /// Writes the value so that [`SettingValue::read`] gives it back.
    fn write(&self) -> String;
    /// What values there are.
    fn domain() -> Domain;
}

impl SettingValue for bool {
    fn read(text: &str) -> Option<Self> {
        match text {
            "true" | "on" | "yes" | "1" => Some(true),
            "false" | "off" | "no" | "0" => Some(false),
            _ => None,
        }
    }
    fn write(&self) -> String {
        self.to_string()
    }
    fn domain() -> Domain {
        Domain::Switch
    }
}

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl SettingValue for $type {
            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
            fn write(&self) -> String {
                self.to_string()
            }
            fn domain() -> Domain {
                Domain::Whole { least: <$type>::MIN as i64, most: i64::MAX }
            }
        }
    )*};
}
numbers!(u32, usize, i32);

impl SettingValue for f32 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|value: &Self| value.is_finite())
    }
    fn write(&self) -> String {
        self.to_string()
    }
    fn domain() -> Domain {
        Domain::Real { least: f64::NEG_INFINITY, most: f64::INFINITY }
    }
}

/// An option that is one of a few named values.
pub trait Choice: Copy + PartialEq + 'static {
    /// The names and the values.
    const NAMES: &'static [(&'static str, Self)];

    /// The name of this value.
    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }
}

/// Declares an enum whose values are chosen by name.
macro_rules! choice {
    ($(#[$meta:meta])* $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $type { $($(#[$doc])* $variant,)* }

        impl $crate::settings::Choice for $type {
            const NAMES: &'static [(&'static str, Self)] = &[$(($name, Self::$variant)),*];
        }

        impl $crate::settings::SettingValue for $type {
            fn read(text: &str) -> Option<Self> {
                use $crate::settings::Choice;
                Self::NAMES.iter().find(|(name, _)| *name == text).map(|(_, value)| *value)
            }
            fn write(&self) -> String {
                use $crate::settings::Choice;
                (*self).name().into()
            }
            fn domain() -> $crate::settings::Domain {
                use $crate::settings::Choice;
                $crate::settings::Domain::OneOf { names: Self::NAMES.iter().map(|(name, _)| *name).collect() }
            }
        }
    };
}
pub(crate) use choice;

/// Declares an options struct: help in English and French, name, type, default and, for numbers, the permitted range.
macro_rules! settings {
    ($(#[$meta:meta])* $type:ident { $($en:literal, $fr:literal, $field:ident: $kind:ty = $default:expr $(, $range:expr)?;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $type { $(#[doc = $en] pub $field: $kind,)* }

        impl Default for $type {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::settings::Settings for $type {
            fn set(&mut self, name: &str, value: &str) -> Result<(), quadrille_core::Refusal> {
                use $crate::settings::{SettingValue, bounded, refuse_name, refuse_value};
                match name {
                    $(stringify!($field) => {
                        let read = <$kind>::read(value)$(.filter(|value| ($range).contains(value)))?;
                        let domain = || bounded(<$kind>::domain(), [$(*$range.start() as f64, *$range.end() as f64)?]);
                        self.$field = read.ok_or_else(|| refuse_value(name, value, &domain()))?;
                    })*
                    _ => return Err(refuse_name(name, &[$(stringify!($field)),*])),
                }
                Ok(())
            }

            fn list(&self) -> Vec<$crate::settings::Setting> {
                use $crate::settings::{Setting, SettingValue, bounded};
                vec![$({
                    static HELP: quadrille_core::Message =
                        quadrille_core::Message { scope: "option", name: stringify!($field), en: $en, fr: $fr };
                    let domain = bounded(<$kind>::domain(), [$(*$range.start() as f64, *$range.end() as f64)?]);
                    Setting::new(stringify!($field), &self.$field.write(), &HELP, domain)
                }),*]
            }
        }
    };
}

/// A domain narrowed to a range, if one is given.
pub(crate) fn bounded<const N: usize>(domain: Domain, range: [f64; N]) -> Domain {
    match range.as_slice() {
        [from, to] => domain.within(*from, *to),
        _ => domain,
    }
}
pub(crate) use settings;

#[cfg(test)]
mod tests {
    use super::*;

    choice!(
        /// A colour.
        Colour {
            /// Red.
            Red = "red",
            /// Green.
            Green = "green",
        }
    );

    settings!(
        /// For the test.
        Sample {
            "on or off", "oui ou non", flag: bool = true;
            "how many", "combien", count: u32 = 3, 1..=10;
            "which", "lequel", colour: Colour = Colour::Red;
        }
    );

    #[test]
    fn options_are_set_and_listed_by_name() {
        let mut sample = Sample::default();
        sample.set_all("flag=off, count=7,colour=green").unwrap();
        assert_eq!(sample, Sample { flag: false, count: 7, colour: Colour::Green });
        let listed: Vec<String> = sample.list().iter().map(|s| format!("{}={}", s.name, s.value)).collect();
        assert_eq!(listed, ["flag=false", "count=7", "colour=green"]);
        let mut again = Sample::default();
        again.set_all(&listed.join(",")).unwrap();
        assert_eq!(again, sample);
    }

    #[test]
    fn refusals_quote_the_culprit() {
        let mut sample = Sample::default();
        for (pairs, culprit) in [("count=11", "11"), ("colour=blue", "blue"), ("size=3", "size"), ("flag", "flag")] {
            let sentence = sample.set_all(pairs).unwrap_err().to_string();
            assert!(sentence.contains(culprit) && sentence.contains("expected"), "{sentence}");
        }
        assert_eq!(sample, Sample::default());
    }
}

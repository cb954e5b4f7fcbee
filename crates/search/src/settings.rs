//! Options with names.
//!
//! Players are written `ALGORITHM[,key=value…]` on the command line and the page shows every option with its help, so an
//! options struct is declared once, with [`settings!`], and gets its defaults, its setter by name and its listing from
//! that one declaration.

use quadrille_core::Refusal;

/// One option as people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name it is set by.
    pub name: &'static str,
    /// Its present value.
    pub value: String,
    /// What it does, one line.
    pub help: &'static str,
    /// What values it takes, in words.
    pub expected: String,
}

/// A set of named options.
pub trait Settings {
    /// Sets one option from text.
    ///
    /// # Errors
    ///
    /// A sentence that names the option, quotes the value and says what was expected.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal>;

    /// All options with their present values.
    fn list(&self) -> Vec<Setting>;

    /// Sets options from `key=value` pairs separated by commas; the empty text changes nothing.
    ///
    /// # Errors
    ///
    /// The first pair that was refused, in a sentence.
    fn set_all(&mut self, pairs: &str) -> Result<(), Refusal> {
        for pair in pairs.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let Some((name, value)) = pair.split_once('=') else {
                return Err(Refusal::plain(format!("option {pair:?} has no value: expected key=value")));
            };
            self.set(name.trim(), value.trim())?;
        }
        Ok(())
    }
}

/// A type an option can have.
pub trait SettingValue: Sized + PartialOrd {
    /// Reads the value, or nothing if the text is not one.
    fn read(text: &str) -> Option<Self>;
    /// Writes the value so that [`SettingValue::read`] gives it back.
    fn write(&self) -> String;
    /// What a value looks like, in words.
    fn expected() -> String;
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
    fn expected() -> String {
        "true or false".into()
    }
}

macro_rules! numbers {
    ($($type:ty => $words:literal),*) => {$(
        impl SettingValue for $type {
            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
            fn write(&self) -> String {
                self.to_string()
            }
            fn expected() -> String {
                $words.into()
            }
        }
    )*};
}
numbers!(u32 => "a whole number", usize => "a whole number", i32 => "a whole number");

impl SettingValue for f32 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|value: &Self| value.is_finite())
    }
    fn write(&self) -> String {
        self.to_string()
    }
    fn expected() -> String {
        "a number".into()
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
            fn expected() -> String {
                use $crate::settings::Choice;
                let names: Vec<&str> = Self::NAMES.iter().map(|(name, _)| *name).collect();
                format!("one of {}", names.join(", "))
            }
        }
    };
}
pub(crate) use choice;

/// Declares an options struct: help, name, type, default and, for numbers, the permitted range.
macro_rules! settings {
    ($(#[$meta:meta])* $type:ident { $($help:literal $field:ident: $kind:ty = $default:expr $(, $range:expr)?;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $type { $(#[doc = $help] pub $field: $kind,)* }

        impl Default for $type {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::settings::Settings for $type {
            fn set(&mut self, name: &str, value: &str) -> Result<(), quadrille_core::Refusal> {
                use $crate::settings::SettingValue;
                match name {
                    $(stringify!($field) => {
                        let read = <$kind>::read(value)$(.filter(|value| ($range).contains(value)))?;
                        self.$field = read.ok_or_else(|| {
                            let expected = <$kind>::expected();
                            $(let expected = format!("{expected} within {:?}", $range);)?
                            quadrille_core::Refusal::plain(format!("option {name}={value:?} is refused: expected {expected}"))
                        })?;
                    })*
                    _ => {
                        let names: &[&str] = &[$(stringify!($field)),*];
                        let sentence = format!("there is no option {name:?}: expected one of {}", names.join(", "));
                        return Err(quadrille_core::Refusal::plain(sentence));
                    }
                }
                Ok(())
            }

            fn list(&self) -> Vec<$crate::settings::Setting> {
                use $crate::settings::SettingValue;
                vec![$($crate::settings::Setting {
                    name: stringify!($field),
                    value: self.$field.write(),
                    help: $help,
                    expected: {
                        let expected = <$kind>::expected();
                        $(let expected = format!("{expected} within {:?}", $range);)?
                        expected
                    },
                }),*]
            }
        }
    };
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
            "on or off" flag: bool = true;
            "how many" count: u32 = 3, 1..=10;
            "which" colour: Colour = Colour::Red;
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

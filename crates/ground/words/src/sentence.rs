//! Why something was refused.

use crate::{Lang, Message};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use std::error::Error;
use std::fmt;

/// A message with its arguments: a note, a step of progress, or the reason of a [`Refusal`]. `Display` writes it in
/// English.
#[derive(Clone, PartialEq)]
pub struct Sentence(Box<Inner>);

/// The error for rejected input.
pub type Refusal = Sentence;

#[derive(Clone, Debug, PartialEq)]
struct Inner {
    message: &'static Message,
    args: Vec<(&'static str, Arg)>,
}

static PLAIN: Message = Message { scope: "words", name: "PLAIN", en: "{sentence}", fr: "{sentence}" };

/// An argument of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A text that is the same in every language: a name, a move, a list of names.
    Text(String),
    /// User text, quoted and with control characters escaped.
    Quoted(String),
    /// A whole number.
    Whole(i128),
    /// A number.
    Number(f64),
    /// A translated term.
    Term(&'static Message),
    /// A nested sentence, such as a cause.
    Because(Refusal),
    /// A text given in every language.
    Said([String; 2]),
}

impl Arg {
    /// The argument as inserted into a sentence.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match (self, lang) {
            (Self::Text(text), _) | (Self::Said([text, _]), Lang::English) | (Self::Said([_, text]), Lang::French) => {
                text.clone()
            }
            (Self::Quoted(text), Lang::English) => format!("{text:?}"),
            (Self::Quoted(text), Lang::French) => format!("« {} »", text.escape_debug()),
            (Self::Whole(number), _) => number.to_string(),
            (Self::Number(number), Lang::English) => number.to_string(),
            (Self::Number(number), Lang::French) => number.to_string().replace('.', ","),
            (Self::Term(message), _) => message.template(lang).to_owned(),
            (Self::Because(refusal), _) => refusal.text(lang),
        }
    }
}

impl Sentence {
    /// The sentence of a message, with empty placeholders.
    #[must_use]
    pub fn new(message: &'static Message) -> Self {
        Self(Box::new(Inner { message, args: Vec::new() }))
    }

    /// An untranslated error.
    #[must_use]
    pub fn plain(sentence: impl Into<String>) -> Self {
        Self::new(&PLAIN).with("sentence", sentence.into())
    }

    /// Fills a placeholder.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.0.args.push((name, arg.into()));
        self
    }

    /// Fills a placeholder with user text, in quotes.
    #[must_use]
    pub fn quote(self, name: &'static str, text: impl Into<String>) -> Self {
        self.with(name, Arg::Quoted(text.into()))
    }

    /// Fills a placeholder with names, separated by commas.
    #[must_use]
    pub fn list<T: fmt::Display>(self, name: &'static str, items: impl IntoIterator<Item = T>) -> Self {
        let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        self.with(name, items.join(", "))
    }

    /// Fills a placeholder with a text generated for each language.
    #[must_use]
    pub fn in_each(self, name: &'static str, text: impl Fn(Lang) -> String) -> Self {
        self.with(name, Arg::Said(Lang::ALL.map(text)))
    }

    /// Fills a placeholder with the text of a foreign error, without the OS error number.
    #[must_use]
    pub fn error(self, name: &'static str, error: impl fmt::Display) -> Self {
        let text = error.to_string();
        self.with(name, text.rsplit_once(" (os error ").map_or(&*text, |(reason, _)| reason))
    }

    /// The message.
    #[must_use]
    pub fn message(&self) -> &'static Message {
        self.0.message
    }

    /// Whether this error has that message.
    #[must_use]
    pub fn is(&self, message: &Message) -> bool {
        self.0.message == message
    }

    /// The error code for programs.
    #[must_use]
    pub fn code(&self) -> String {
        self.0.message.code()
    }

    /// The arguments by name.
    #[must_use]
    pub fn args(&self) -> &[(&'static str, Arg)] {
        &self.0.args
    }

    pub(crate) fn serialize_as<S: Serializer>(code: &str, texts: [&str; 2], serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("code", code)?;
        for (lang, text) in Lang::ALL.into_iter().zip(texts) {
            map.serialize_entry(lang.tag(), text)?;
        }
        map.end()
    }

    /// The sentence.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        self.0.message.fill(lang, &self.0.args)
    }
}

impl Serialize for Sentence {
    /// Its code, and the sentence in every language.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texts = Lang::ALL.map(|lang| self.text(lang));
        Self::serialize_as(&self.code(), texts.each_ref().map(String::as_str), serializer)
    }
}

/// The serialised form of a sentence.
#[derive(Deserialize)]
struct Written {
    code: String,
    en: String,
    fr: String,
}

impl<'de> Deserialize<'de> for Sentence {
    /// A sentence read back: its arguments are already part of the text.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { code, en, fr } = Written::deserialize(deserializer)?;
        Ok(Self::new(Message::of_code(&code)).with("sentence", Arg::Said([en, fr])))
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::English))
    }
}

impl fmt::Debug for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.code())
    }
}

impl Error for Sentence {}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<char> for Arg {
    fn from(letter: char) -> Self {
        Self::Text(letter.to_string())
    }
}

impl From<f64> for Arg {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&'static Message> for Arg {
    fn from(term: &'static Message) -> Self {
        Self::Term(term)
    }
}

impl From<Refusal> for Arg {
    fn from(reason: Refusal) -> Self {
        Self::Because(reason)
    }
}

macro_rules! whole {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Whole(number as i128)
            }
        }
    )*};
}

whole!(u8, u16, u32, u64, usize, i16, i32, i64);

#[cfg(test)]
mod tests {
    use crate::{Lang, words};

    words! { "test";
        INNER { en: "it is {colour}", fr: "c’est {colour}" }
        OUTER { en: "{text} was refused, {why}", fr: "{text} a été refusé, {why}" }
        RED { en: "red", fr: "rouge" }
    }

    #[test]
    fn reasons_and_terms_are_translated_all_the_way_down() {
        crate::check(ALL);
        let refusal = OUTER.refuse().quote("text", "a\nb").with("why", INNER.refuse().with("colour", &RED));
        assert_eq!(refusal.to_string(), "\"a\\nb\" was refused, it is red");
        assert_eq!(refusal.text(Lang::French), "« a\\nb » a été refusé, c’est rouge");
        assert!(refusal.is(&OUTER) && !refusal.is(&INNER));
    }
}

//! Property values: points, numbers, texts, and the encodings of texts.
//!
//! A [`Value`] is the bytes between the brackets exactly as written, escapes included. It is interpreted only when
//! somebody asks.

use crate::text::{decode, latin1};
use std::borrow::Cow;
use std::fmt;

/// How the texts of a game are encoded (property `CA`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Encoding {
    /// No `CA`: read as UTF-8 when the bytes are valid UTF-8, else as Latin-1.
    #[default]
    Unstated,
    /// UTF-8 (or plain ASCII).
    Utf8,
    /// ISO-8859-1.
    Latin1,
    /// Shift-JIS. The second byte of a character may be `]` or `\` and is not taken for one, here and below.
    ShiftJis,
    /// GB18030, with its parts GBK and GB2312.
    Gb18030,
    /// Big5.
    Big5,
    /// EUC-KR, with its extension of code page 949.
    EucKr,
    /// EUC-JP.
    EucJp,
    /// Any other name: kept byte by byte, read like an unstated one.
    Other,
}

impl Encoding {
    /// The encoding of this name, as `CA` gives it.
    #[must_use]
    pub fn named(name: &[u8]) -> Self {
        let plain: Vec<u8> =
            name.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
        match plain.as_slice() {
            b"utf8" | b"usascii" | b"ascii" => Self::Utf8,
            b"iso88591" | b"latin1" | b"l1" => Self::Latin1,
            b"shiftjis" | b"sjis" | b"cp932" | b"windows31j" | b"mskanji" => Self::ShiftJis,
            b"gbk" | b"gb18030" | b"gb2312" | b"euccn" | b"cp936" | b"windows936" => Self::Gb18030,
            b"big5" | b"big5hkscs" | b"cp950" | b"windows950" => Self::Big5,
            b"euckr" | b"ksc56011987" | b"cp949" | b"uhc" | b"windows949" => Self::EucKr,
            b"eucjp" => Self::EucJp,
            _ => Self::Other,
        }
    }

    /// Whether this byte starts a character whose second byte must not be read as syntax.
    pub(super) fn leads(self, byte: u8) -> bool {
        match self {
            Self::ShiftJis => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
            Self::Gb18030 | Self::Big5 | Self::EucKr | Self::EucJp => (0x81..=0xfe).contains(&byte),
            Self::Unstated | Self::Utf8 | Self::Latin1 | Self::Other => false,
        }
    }

    fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            Self::Latin1 => latin1(bytes).into(),
            Self::Utf8 => String::from_utf8_lossy(bytes),
            Self::ShiftJis => wide(encoding_rs::SHIFT_JIS, bytes),
            Self::Gb18030 => wide(encoding_rs::GB18030, bytes),
            Self::Big5 => wide(encoding_rs::BIG5, bytes),
            Self::EucKr => wide(encoding_rs::EUC_KR, bytes),
            Self::EucJp => wide(encoding_rs::EUC_JP, bytes),
            Self::Unstated | Self::Other => decode(bytes),
        }
    }
}

/// Decodes, with a replacement character for what is malformed.
fn wide<'a>(encoding: &'static encoding_rs::Encoding, bytes: &'a [u8]) -> Cow<'a, str> {
    encoding.decode_without_bom_handling(bytes).0
}

/// Finds the `]` that closes a value whose bytes start at `from`: `Ok` with its index, or `Err` with the index from
/// which to look again when more bytes have come.
pub(super) fn find_value_end(text: &[u8], from: usize, encoding: Encoding) -> Result<usize, usize> {
    let mut at = from;
    while let Some(&byte) = text.get(at) {
        match byte {
            b']' => return Ok(at),
            b'\\' if at + 1 == text.len() => return Err(at),
            b'\\' => at += 2,
            0x80.. if encoding.leads(byte) => {
                if at + 1 == text.len() {
                    return Err(at);
                }
                at += 2;
            }
            _ => at += 1,
        }
    }
    Err(at)
}

/// A point of the board by column and row, both from 0 at the top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The column, 0 at the left.
    pub column: u8,
    /// The row, 0 at the top.
    pub row: u8,
}

impl Point {
    /// The largest board SGF can name: letters `a` to `z`, then `A` to `Z`.
    pub(super) const LARGEST_BOARD: u8 = 52;

    /// The point of two letters such as `dp`.
    #[must_use]
    pub fn from_letters(letters: &[u8]) -> Option<Self> {
        match letters {
            [column, row] => Some(Self { column: letter_index(*column)?, row: letter_index(*row)? }),
            _ => None,
        }
    }

    /// Its two letters; none beyond the 52nd column or row.
    #[must_use]
    pub fn letters(self) -> Option<[u8; 2]> {
        Some([index_letter(self.column)?, index_letter(self.row)?])
    }
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.letters() {
            Some([column, row]) => write!(formatter, "{}{}", char::from(column), char::from(row)),
            None => write!(formatter, "({}, {})", self.column, self.row),
        }
    }
}

fn letter_index(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

fn index_letter(index: u8) -> Option<u8> {
    match index {
        0..26 => Some(b'a' + index),
        26..Point::LARGEST_BOARD => Some(b'A' + index - 26),
        _ => None,
    }
}

/// One value of a property: the bytes between `[` and `]`, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<'a> {
    raw: &'a [u8],
}

impl<'a> Value<'a> {
    pub(super) fn new(raw: &'a [u8]) -> Self {
        Self { raw }
    }

    /// The bytes as written, escapes included.
    #[must_use]
    pub fn raw(self) -> &'a [u8] {
        self.raw
    }

    /// The bytes without white space around them.
    #[must_use]
    pub fn trimmed(self) -> &'a [u8] {
        self.raw.trim_ascii()
    }

    /// A whole number.
    #[must_use]
    pub fn number(self) -> Option<i64> {
        let text = std::str::from_utf8(self.trimmed()).ok()?;
        text.parse().ok()
    }

    /// A decimal number; a decimal comma is read as a point, as several programs write it.
    #[must_use]
    pub fn real(self) -> Option<f64> {
        let text = std::str::from_utf8(self.trimmed()).ok()?.replace(',', ".");
        text.parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// A point of two letters.
    #[must_use]
    pub fn point(self) -> Option<Point> {
        Point::from_letters(self.trimmed())
    }

    /// The two halves of a composed value such as `aa:cc`; an escaped colon does not divide.
    #[must_use]
    pub fn halves(self) -> Option<(Value<'a>, Value<'a>)> {
        let mut at = 0;
        while let Some(&byte) = self.raw.get(at) {
            match byte {
                b'\\' => at += 2,
                b':' => return Some((Self::new(&self.raw[..at]), Self::new(&self.raw[at + 1..]))),
                _ => at += 1,
            }
        }
        None
    }

    /// The points of a point or of a compressed rectangle `aa:cc`.
    #[must_use]
    pub fn points(self) -> Option<impl Iterator<Item = Point>> {
        let (first, last) = match self.halves() {
            Some((first, last)) => (first.point()?, last.point()?),
            None => {
                let point = self.point()?;
                (point, point)
            }
        };
        let columns = first.column.min(last.column)..=first.column.max(last.column);
        let rows = first.row.min(last.row)..=first.row.max(last.row);
        Some(rows.flat_map(move |row| columns.clone().map(move |column| Point { column, row })))
    }

    /// The text with escapes resolved and line breaks kept (type `Text`).
    #[must_use]
    pub fn text(self, encoding: Encoding) -> String {
        let decoded = encoding.decode(self.raw);
        let mut text = String::with_capacity(decoded.len());
        let mut letters = decoded.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => match letters.next() {
                    Some(first @ ('\n' | '\r')) => {
                        letters.next_if(|&second| is_pair(first, second));
                    }
                    Some(escaped) if escaped.is_ascii_whitespace() => text.push(' '),
                    Some(escaped) => text.push(escaped),
                    None => {}
                },
                '\n' | '\r' => {
                    letters.next_if(|&second| is_pair(letter, second));
                    text.push('\n');
                }
                '\t' | '\x0b' | '\x0c' => text.push(' '),
                other => text.push(other),
            }
        }
        text
    }
}

/// Whether two characters together are one line break (`\r\n` or `\n\r`).
fn is_pair(first: char, second: char) -> bool {
    matches!((first, second), ('\r', '\n') | ('\n', '\r'))
}

/// The text as the raw value of a property: `]` and `\` escaped.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

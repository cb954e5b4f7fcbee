//! Bytes as text, and files with a record on every line.

use crate::RecordError;
use std::borrow::Cow;

/// What some editors put in front of a UTF-8 text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The text as UTF-8, or as Latin-1 when it is not UTF-8: no byte is ever lost or refused.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => latin1(bytes).into(),
    }
}

/// Latin-1 bytes as a string: each byte is the code point of the same number.
pub(crate) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// The records of a text with one a line; empty lines and those that start with a byte of `remarks` are skipped.
pub(crate) fn lines<T>(
    text: &[u8],
    remarks: &[u8],
    parse: fn(&str) -> Result<T, RecordError>,
) -> impl Iterator<Item = Result<T, RecordError>> {
    let lines = text.split(|byte| *byte == b'\n').enumerate();
    lines
        .filter(|(_, line)| line.trim_ascii().first().is_some_and(|first| !remarks.contains(first)))
        .map(move |(index, line)| parse(&decode(line)).map_err(|error| RecordError { line: index + 1, ..error }))
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_not_utf8_is_latin1() {
        assert_eq!([super::decode(b"caf\xe9"), super::decode("café".as_bytes())], ["café"; 2]);
    }
}

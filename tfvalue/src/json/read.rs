//! The reader for JSON syntax, which reads one token at a time from a slice.

use std::borrow::Cow;

use crate::error::{Error, Position, Result};
use crate::number::Number;
use crate::text;

/// Reads JSON from the front of a string.
#[derive(Clone)]
pub(crate) struct Reader<'de> {
    text: &'de str,
    at: usize,
    /// The rest of the input, which begins with a byte that is not valid UTF-8.
    broken: &'de [u8],
}

impl<'de> Reader<'de> {
    /// Creates a reader of `input`. If a part of the input is not valid UTF-8, reading fails when it reaches that part.
    pub(crate) fn new(input: &'de [u8]) -> Self {
        let (text, broken) = match text::ascii(input) {
            Some(text) => (text, &[][..]),
            None => split_utf8(input),
        };
        Reader {
            text,
            at: 0,
            broken,
        }
    }

    pub(crate) fn pos(&self) -> usize {
        self.at
    }

    /// Goes to an earlier position.
    pub(super) fn seek(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns the text between an earlier position and the current position.
    pub(super) fn since(&self, start: usize) -> &'de str {
        &self.text[start..self.at]
    }

    /// Adds a position to an error that has no position.
    #[cold]
    #[inline(never)]
    pub(super) fn locate_at(&self, at: usize, error: Error) -> Error {
        match error.position() {
            Some(_) => error,
            None => error.or_position(self.position(at)),
        }
    }

    /// Returns the line and column of a byte.
    #[cold]
    pub(super) fn position(&self, at: usize) -> Position {
        position(self.text.as_bytes(), at)
    }

    /// Adds the current position to an error that has no position.
    #[cold]
    #[inline(never)]
    pub(super) fn locate(&self, error: Error) -> Error {
        self.locate_at(self.at, error)
    }

    #[cold]
    #[inline(never)]
    fn syntax(&self, message: &'static str) -> Error {
        if self.at < self.text.len() {
            self.locate(Error::syntax(message))
        } else {
            self.end_of_text()
        }
    }

    /// Returns the error for input that ends unexpectedly.
    #[cold]
    fn end_of_text(&self) -> Error {
        self.locate(match std::str::from_utf8(self.broken) {
            Err(error) if error.error_len().is_some() => Error::syntax("the input is not UTF-8"),
            _ => Error::eof(),
        })
    }

    /// Returns the error for the next value, without reading the value.
    #[cold]
    #[inline(never)]
    pub(crate) fn mismatch(&self, expected: impl Into<Cow<'static, str>>) -> Error {
        let got = match self.byte() {
            Some(b'n') => "null",
            Some(b't' | b'f') => "a bool",
            Some(b'-' | b'0'..=b'9') => "a number",
            Some(b'"') => "a string",
            Some(b'[') => "a list",
            Some(b'{') => "a map",
            _ => return self.syntax("a value is expected"),
        };
        self.locate(Error::mismatch(expected, got))
    }

    #[inline(always)]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips whitespace and returns the next byte.
    #[inline(always)]
    pub(crate) fn peek(&mut self) -> Result<u8> {
        match self.byte() {
            Some(byte) if byte > b' ' => Ok(byte),
            _ => {
                tri!(self.skip_to_token());
                Ok(self.byte().unwrap_or_default())
            }
        }
    }

    /// Skips whitespace, and fails if nothing follows.
    #[inline(never)]
    fn skip_to_token(&mut self) -> Result<()> {
        self.skip_space();
        match self.byte() {
            Some(_) => Ok(()),
            None => Err(self.end_of_text()),
        }
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
    }

    /// Fails if anything other than whitespace remains.
    pub(crate) fn end(&mut self) -> Result<()> {
        self.skip_space();
        match self.byte() {
            None if self.broken.is_empty() => Ok(()),
            _ => Err(self.syntax("something follows the value")),
        }
    }

    /// Skips the opening bracket of a container. Returns `false` if something else comes next.
    #[inline]
    pub(crate) fn open(&mut self, bracket: u8) -> Result<bool> {
        let found = self.peek()? == bracket;
        self.at += usize::from(found);
        Ok(found)
    }

    /// Returns `true` if the container has another part, and skips the comma before it.
    #[inline]
    pub(crate) fn more(&mut self, first: bool, close: u8) -> Result<bool> {
        match self.peek()? {
            b',' if !first => {
                self.at += 1;
                Ok(true)
            }
            byte if byte == close => Ok(false),
            _ if first => Ok(true),
            _ => Err(self.syntax("a comma or the closing bracket is expected")),
        }
    }

    /// Skips the closing bracket of a container.
    #[inline]
    pub(crate) fn close(&mut self, bracket: u8) -> Result<()> {
        if self.open(bracket)? {
            Ok(())
        } else {
            Err(self.syntax("the closing bracket is expected"))
        }
    }

    /// Reads a null. Returns `false` if something else comes next.
    #[inline]
    pub(crate) fn null(&mut self) -> Result<bool> {
        match self.peek()? {
            b'n' => self.word("null").map(|()| true),
            _ => Ok(false),
        }
    }

    /// Skips a word.
    #[inline]
    pub(crate) fn word(&mut self, word: &'static str) -> Result<()> {
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        self.broken_word(word)
    }

    #[cold]
    fn broken_word(&mut self, word: &'static str) -> Result<()> {
        let rest = &self.text.as_bytes()[self.at..];
        let same = rest.iter().zip(word.as_bytes());
        self.at += same.take_while(|(got, expected)| got == expected).count();
        Err(self.syntax("a value is expected"))
    }

    /// Reads the name of a member, including the byte before it and the colon after it, if the name comes next and has
    /// no whitespace around it.
    #[inline]
    pub(super) fn compact_name(&mut self, first: bool, name: &str) -> bool {
        let before = if first { b'{' } else { b',' };
        let start = self.at - usize::from(first);
        let end = start + name.len() + 4;
        match self.text.as_bytes().get(start..end) {
            Some([byte, b'"', got @ .., b'"', b':'])
                if *byte == before && text::same(got, name.as_bytes()) =>
            {
                self.at = end;
                true
            }
            _ => false,
        }
    }

    /// Reads the name of a member and the colon after it, if the name comes next and has no escapes.
    #[inline(always)] // otherwise 3 % of reading objects
    pub(super) fn name(&mut self, name: &str) -> Result<bool> {
        if self.peek()? != b'"' {
            return Ok(false);
        }
        let (bytes, start) = (self.text.as_bytes(), self.at + 1);
        let end = start + name.len();
        match bytes.get(start..end) {
            // Names of types may contain quotation marks and backslashes, which are escaped in JSON.
            Some(got)
                if text::same(got, name.as_bytes())
                    && text::end_of_plain(bytes, start) == end
                    && bytes.get(end) == Some(&b'"') =>
            {
                self.at = end + 1;
                self.colon().map(|()| true)
            }
            _ => Ok(false),
        }
    }

    /// Reads the key of an entry and the colon after it.
    #[inline]
    pub(crate) fn key(&mut self) -> Result<Cow<'de, str>> {
        if self.peek()? != b'"' {
            return Err(self.syntax("a string is expected"));
        }
        let key = self.string()?;
        self.colon()?;
        Ok(key)
    }

    /// Returns the key at an earlier position.
    #[cold]
    pub(super) fn key_at(&self, at: usize) -> Cow<'de, str> {
        let mut reader = self.clone();
        reader.seek(at);
        reader.key().unwrap_or_default()
    }

    #[inline]
    fn colon(&mut self) -> Result<()> {
        match self.peek()? {
            b':' => {
                self.at += 1;
                Ok(())
            }
            _ => Err(self.syntax("a colon is expected")),
        }
    }

    /// Reads the string that begins at the current position.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<Cow<'de, str>> {
        let start = self.at + 1;
        let end = text::end_of_plain(self.text.as_bytes(), start);
        self.at = end;
        if self.byte() == Some(b'"') {
            self.at += 1;
            return Ok(Cow::Borrowed(&self.text[start..end]));
        }
        self.escaped_string(start).map(Cow::Owned)
    }

    /// Reads a string from its first escape to its end. As in Terraform's reader, an unpaired surrogate becomes U+FFFD.
    #[cold]
    fn escaped_string(&mut self, mut start: usize) -> Result<String> {
        let mut string = String::new();
        loop {
            string.push_str(self.since(start));
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => string.push(self.escape()?),
                _ => return Err(self.syntax("a control character is not allowed in a string")),
            }
            start = self.at;
            self.at = text::end_of_plain(self.text.as_bytes(), start);
        }
    }

    fn escape(&mut self) -> Result<char> {
        self.at += 1;
        let character = match self.byte() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.code_point();
            }
            _ => return Err(self.syntax("invalid escape")),
        };
        self.at += 1;
        Ok(character)
    }

    /// Reads the digits of one escape, or of two escapes that form a surrogate pair.
    fn code_point(&mut self) -> Result<char> {
        let first = self.four_digits()?;
        let between = self.at;
        if let (0xd800..0xdc00, true) = (first, self.text[between..].starts_with("\\u")) {
            self.at += 2;
            if let second @ 0xdc00..0xe000 = self.four_digits()? {
                let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = between;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn four_digits(&mut self) -> Result<u32> {
        let mut code = 0;
        for _ in 0..4 {
            match self.byte().and_then(|byte| char::from(byte).to_digit(16)) {
                Some(digit) => code = code << 4 | digit,
                None => return Err(self.syntax("invalid escape")),
            }
            self.at += 1;
        }
        Ok(code)
    }

    /// Reads the number that begins at the current position.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<Number> {
        if let Some((number, len)) = Number::split_short(&self.text.as_bytes()[self.at..]) {
            self.at += len;
            return Ok(number);
        }
        self.long_number()
    }

    /// Reads the whole number that begins at the current position, if the number is short and in the range of the type.
    #[inline]
    pub(super) fn short_integer<T: TryFrom<i64>>(&mut self) -> Option<T> {
        let (integer, len) = Number::split_short_integer(&self.text.as_bytes()[self.at..])?;
        let integer = T::try_from(integer).ok()?;
        self.at += len;
        Some(integer)
    }

    #[inline(never)]
    fn long_number(&mut self) -> Result<Number> {
        let start = self.at;
        let number = self.number_text()?.parse();
        number.map_err(|error: crate::number::NumberError| self.locate_at(start, error.into()))
    }

    /// Reads the text of the number that begins at the current position.
    pub(super) fn number_text(&mut self) -> Result<&'de str> {
        let start = self.at;
        self.at += usize::from(self.byte() == Some(b'-'));
        match self.byte() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits()?;
        }
        match self.byte() {
            Some(b'0'..=b'9') => Err(self.syntax("invalid number")),
            _ => Ok(self.since(start)),
        }
    }

    fn digits(&mut self) -> Result<()> {
        let rest = &self.text.as_bytes()[self.at..];
        let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += len;
        match len {
            0 => Err(self.syntax("invalid number")),
            _ => Ok(()),
        }
    }

    /// Skips one value of any kind.
    pub(crate) fn skip(&mut self) -> Result<()> {
        // The closing brackets of the containers that are open.
        let mut open = Vec::new();
        loop {
            let close = match self.peek()? {
                b'[' => Some(b']'),
                b'{' => Some(b'}'),
                first => {
                    self.skip_scalar(first)?;
                    None
                }
            };
            self.at += usize::from(close.is_some());
            open.extend(close);
            let mut first = close.is_some();
            loop {
                let Some(&close) = open.last() else {
                    return Ok(());
                };
                if self.more(first, close)? {
                    break;
                }
                self.close(close)?;
                open.pop();
                first = false;
            }
            if open.last() == Some(&b'}') {
                self.key()?;
            }
        }
    }

    fn skip_scalar(&mut self, first: u8) -> Result<()> {
        match first {
            b'n' => self.word("null"),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'"' => self.string().map(drop),
            b'-' | b'0'..=b'9' => self.number_text().map(drop),
            _ => Err(self.syntax("a value is expected")),
        }
    }
}

/// Splits the input before the first byte that is not valid UTF-8.
#[inline(never)]
fn split_utf8(input: &[u8]) -> (&str, &[u8]) {
    match std::str::from_utf8(input) {
        Ok(text) => (text, &[]),
        Err(error) => {
            let (text, broken) = input.split_at(error.valid_up_to());
            (std::str::from_utf8(text).unwrap_or_default(), broken)
        }
    }
}

/// Returns the line and column of a byte.
fn position(input: &[u8], at: usize) -> Position {
    let before = &input[..at];
    let line_start = before.iter().rposition(|&byte| byte == b'\n');
    let lines = before.iter().filter(|&&byte| byte == b'\n').count();
    Position::LineColumn(lines + 1, at - line_start.map_or(0, |at| at + 1) + 1)
}

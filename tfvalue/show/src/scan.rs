//! An incremental scanner, which skips JSON values from a reader or returns the text of the values.
//!
//! The wording of the scanner's syntax errors is the same as in serde_json.

use std::fmt;
use std::io::{ErrorKind, Read};

use tfvalue::__internal::show::{locate, read_at};
use tfvalue::{Error, Result};

use super::field::Field;
use crate::error;

/// The maximum nesting depth of brackets. Every document that can be read as a whole is within this limit, even if it
/// has values of the maximum depth inside objects of the maximum depth.
const MAX_DEPTH: usize = 256;

/// The size of the buffer in bytes.
const CHUNK: usize = 1 << 16;

/// The error for an object key that is not a string.
pub(super) const KEY: &str = "key must be a string";

/// Reads JSON, one token at a time.
pub(super) struct Scanner<R> {
    reader: R,
    buffer: Box<[u8]>,
    /// The position in the buffer of the first consumed byte that has not been recorded yet.
    settled: usize,
    /// The range of the buffer that has not been consumed yet.
    at: usize,
    end: usize,
    line: usize,
    column: usize,
    /// The consumed bytes, if they are being recorded.
    keep: Option<Vec<u8>>,
}

impl<R> fmt::Debug for Scanner<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Scanner");
        shown
            .field("line", &self.line)
            .field("column", &self.column);
        shown.finish_non_exhaustive() // the bytes may be sensitive
    }
}

impl<R: Read> Scanner<R> {
    pub(super) fn new(reader: R) -> Self {
        Scanner {
            reader,
            buffer: vec![0; CHUNK].into(),
            settled: 0,
            at: 0,
            end: 0,
            line: 1,
            column: 1,
            keep: None,
        }
    }

    /// Returns the line and column of the next byte.
    pub(super) fn position(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// Adds the position of the next byte to an error.
    #[cold]
    pub(super) fn locate(&self, error: Error) -> Error {
        locate(error, self.line, self.column)
    }

    /// Skips whitespace and returns the next byte, or `None` at the end of the input.
    pub(super) fn peek(&mut self) -> Result<Option<u8>> {
        while let Some(byte) = self.next_byte()? {
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' => self.bump(),
                byte => return Ok(Some(byte)),
            }
        }
        Ok(None)
    }

    /// Skips whitespace, consumes one of the expected bytes and returns that byte.
    pub(super) fn one_of(&mut self, expected: &[u8], message: &'static str) -> Result<u8> {
        match self.peek()? {
            Some(byte) if expected.contains(&byte) => {
                self.bump();
                Ok(byte)
            }
            Some(_) => Err(self.locate(error::syntax(message))),
            None => Err(self.locate(error::eof())),
        }
    }

    /// Checks that a value is valid JSON, without keeping the value.
    pub(super) fn skip(&mut self) -> Result<()> {
        self.value(0)
    }

    /// Skips a value and returns its text. The text is valid JSON but might not be valid Unicode.
    pub(super) fn take(&mut self) -> Result<Vec<u8>> {
        self.peek()?;
        self.recorded(|scanner| scanner.value(0))
    }

    /// Consumes input with `read`, and returns the consumed text.
    pub(super) fn recorded(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<Vec<u8>> {
        self.settle();
        self.keep = Some(Vec::new());
        let result = read(self);
        self.settle();
        let kept = self.keep.take().unwrap_or_default();
        result.map(|()| kept)
    }

    /// Reads the next JSON value as a Rust value.
    pub(super) fn typed<T: Field>(&mut self, at: impl Fn(Error) -> Error) -> Result<T> {
        self.peek()?;
        let position = self.position();
        let text = self.take().map_err(&at)?;
        parse(&text, position).map_err(at)
    }

    /// Reads the key of a member and the colon after it.
    pub(super) fn key(&mut self) -> Result<String> {
        if self.peek()?.is_some_and(|byte| byte != b'"') {
            return Err(self.locate(error::syntax(KEY)));
        }
        let position = self.position();
        self.settle();
        let outer = self.keep.take();
        let text = self.recorded(Self::string)?;
        self.keep = outer.map(|mut kept| {
            kept.extend_from_slice(&text);
            kept
        });
        self.one_of(b":", "expected `:`")?;
        parse(&text, position)
    }

    /// Consumes an opening bracket. Fails if the next value is of another kind.
    pub(super) fn open(&mut self, bracket: u8, expected: &'static str) -> Result<()> {
        let got = match self.peek()? {
            Some(byte) if byte == bracket => {
                self.bump();
                return Ok(());
            }
            Some(b'{') => "a map",
            Some(b'[') => "a list",
            Some(b'"') => "a string",
            Some(b'-' | b'0'..=b'9') => "a number",
            Some(b't' | b'f') => "a bool",
            Some(b'n') => "null",
            Some(_) => return Err(self.locate(error::syntax("expected value"))),
            None => return Err(self.locate(error::eof())),
        };
        Err(self.locate(error::mismatch(expected, got)))
    }

    /// Returns the number of bytes that have been recorded.
    pub(super) fn recorded_len(&mut self) -> usize {
        self.settle();
        self.keep.as_ref().map_or(0, Vec::len)
    }

    /// Copies the consumed bytes to the recording, if the bytes are being recorded.
    fn settle(&mut self) {
        if let Some(kept) = &mut self.keep {
            kept.extend_from_slice(&self.buffer[self.settled..self.at]);
        }
        self.settled = self.at;
    }

    fn value(&mut self, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH {
            return Err(self.locate(error::too_deep(MAX_DEPTH)));
        }
        match self.peek()? {
            Some(b'{') => self.parts(b'}', "expected `,` or `}`", |scanner| {
                scanner.string()?;
                scanner.one_of(b":", "expected `:`")?;
                scanner.value(depth + 1)
            }),
            Some(b'[') => self.parts(b']', "expected `,` or `]`", |scanner| {
                scanner.value(depth + 1)
            }),
            Some(b'"') => self.string(),
            Some(b't') => self.literal(b"true"),
            Some(b'f') => self.literal(b"false"),
            Some(b'n') => self.literal(b"null"),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => Err(self.locate(error::syntax("expected value"))),
            None => Err(self.locate(error::eof())),
        }
    }

    /// Skips the parts of a list or object, from the opening bracket to the closing bracket.
    fn parts(
        &mut self,
        close: u8,
        message: &'static str,
        mut part: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.bump();
        if self.peek()? == Some(close) {
            self.bump();
            return Ok(());
        }
        loop {
            part(self)?;
            if self.one_of(&[b',', close], message)? == close {
                return Ok(());
            }
        }
    }

    /// Skips a string.
    fn string(&mut self) -> Result<()> {
        self.one_of(b"\"", KEY)?;
        loop {
            let Some(_) = self.next_byte()? else {
                return Err(self.locate(error::eof()));
            };
            let rest = &self.buffer[self.at..self.end];
            let plain = rest
                .iter()
                .position(|&byte| matches!(byte, b'"' | b'\\' | 0..0x20));
            self.bump_by(plain.unwrap_or(rest.len()));
            match self.next_byte()? {
                Some(b'"') if plain.is_some() => {
                    self.bump();
                    return Ok(());
                }
                Some(b'\\') if plain.is_some() => self.escape()?,
                Some(0..0x20) if plain.is_some() => {
                    let message = "control character in a string";
                    return Err(self.locate(error::syntax(message)));
                }
                _ => {}
            }
        }
    }

    fn escape(&mut self) -> Result<()> {
        self.bump();
        let digits = match self.next_byte()? {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 0,
            Some(b'u') => 4,
            Some(_) => return Err(self.locate(error::syntax("invalid escape"))),
            None => return Err(self.locate(error::eof())),
        };
        self.bump();
        for _ in 0..digits {
            match self.next_byte()? {
                Some(byte) if byte.is_ascii_hexdigit() => self.bump(),
                Some(_) => return Err(self.locate(error::syntax("invalid escape"))),
                None => return Err(self.locate(error::eof())),
            }
        }
        Ok(())
    }

    fn literal(&mut self, word: &[u8]) -> Result<()> {
        for expected in word {
            match self.next_byte()? {
                Some(byte) if byte == *expected => self.bump(),
                Some(_) => return Err(self.locate(error::syntax("expected ident"))),
                None => return Err(self.locate(error::eof())),
            }
        }
        Ok(())
    }

    fn number(&mut self) -> Result<()> {
        self.bump_if(b"-")?;
        if !self.bump_if(b"0")? {
            self.digits()?;
        }
        if self.bump_if(b".")? {
            self.digits()?;
        }
        if self.bump_if(b"eE")? {
            self.bump_if(b"+-")?;
            self.digits()?;
        }
        match self.next_byte()? {
            Some(b'0'..=b'9') => Err(self.locate(error::syntax("invalid number"))),
            _ => Ok(()),
        }
    }

    fn digits(&mut self) -> Result<()> {
        match self.next_byte()? {
            Some(b'0'..=b'9') => {}
            Some(_) => return Err(self.locate(error::syntax("invalid number"))),
            None => return Err(self.locate(error::eof())),
        }
        while self.bump_if(b"0123456789")? {}
        Ok(())
    }

    fn bump_if(&mut self, bytes: &[u8]) -> Result<bool> {
        let found = matches!(self.next_byte()?, Some(byte) if bytes.contains(&byte));
        if found {
            self.bump();
        }
        Ok(found)
    }

    /// Returns the next byte, or `None` at the end of the input.
    #[inline]
    fn next_byte(&mut self) -> Result<Option<u8>> {
        let has_next = self.at < self.end || self.fill()?;
        Ok(has_next.then(|| self.buffer[self.at]))
    }

    /// Fills the buffer. Returns `false` at the end of the input.
    fn fill(&mut self) -> Result<bool> {
        self.settle();
        loop {
            match self.reader.read(&mut self.buffer) {
                Ok(read) => {
                    (self.settled, self.at, self.end) = (0, 0, read);
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.locate(error::io(error))),
            }
        }
    }

    /// Consumes the byte that [`Scanner::peek`] has returned.
    pub(super) fn skip_byte(&mut self) {
        self.bump();
    }

    /// Consumes the byte that was last returned.
    #[inline]
    fn bump(&mut self) {
        self.bump_by(1);
    }

    /// Consumes bytes of the buffer. A line feed must be consumed separately.
    fn bump_by(&mut self, count: usize) {
        let bytes = &self.buffer[self.at..self.at + count];
        match bytes {
            [b'\n'] => (self.line, self.column) = (self.line + 1, 1),
            _ => self.column += count,
        }
        self.at += count;
    }
}

/// Reads text that begins at the given position.
pub(super) fn parse<T: Field>(text: &[u8], position: (usize, usize)) -> Result<T> {
    let deserializer = serde_json::Deserializer::from_slice(text);
    read_at(position, deserializer, |deserializer, path| {
        T::read(deserializer, path)
    })
}

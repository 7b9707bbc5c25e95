//! Compiler errors that contain names.

/// A message that is built at compile time.
pub(crate) struct Message([u8; 512], usize);

impl Message {
    /// Joins parts.
    pub(crate) const fn of(parts: &[&str]) -> Self {
        let mut message = Message([0; 512], 0);
        let mut rest = parts;
        while let [part, others @ ..] = rest {
            message = message.with(part);
            rest = others;
        }
        message
    }

    /// Appends to the message if there is enough space.
    const fn with(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        if self.1 + bytes.len() <= self.0.len() {
            let mut at = 0;
            while at < bytes.len() {
                self.0[self.1 + at] = bytes[at];
                at += 1;
            }
            self.1 += bytes.len();
        }
        self
    }

    pub(crate) const fn text(&self) -> &str {
        match std::str::from_utf8(self.0.split_at(self.1).0) {
            Ok(text) => text,
            Err(_) => "the derive rejects this",
        }
    }
}

/// Fails with a message that consists of several parts. In a constant, the failure is a compiler error at the location
/// of the caller.
///
/// # Panics
///
/// Always panics.
#[track_caller]
pub(crate) const fn fail(parts: &[&str]) -> ! {
    panic!("{}", Message::of(parts).text())
}

/// The decimal digits of a number, which are computed at compile time.
pub(crate) struct Digits {
    bytes: [u8; 40],
    start: usize,
}

impl Digits {
    pub(crate) const fn of(number: i128) -> Self {
        let (mut bytes, mut start) = ([b'-'; 40], 40);
        let mut rest = number.unsigned_abs();
        loop {
            start -= 1;
            bytes[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        // The bytes before the digits are minus signs.
        start -= (number < 0) as usize;
        Digits { bytes, start }
    }

    pub(crate) const fn text(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.start).1) {
            Ok(text) => text,
            Err(_) => "a number",
        }
    }
}

//! Decodes text by removing the escapes of other notations.

use std::borrow::Cow;

/// The number of times that a string can be escaped: JSON inside a string in other JSON that `Debug` prints is escaped
/// three times.
const LEVELS: usize = 4;

/// The number of times that a string can be escaped in a URL. A URL in the query of another URL is escaped twice.
const URL_LEVELS: usize = 2;

/// A text without escapes.
pub(crate) struct Decoded<'t> {
    pub(crate) bytes: Cow<'t, [u8]>,
    /// The place in the original text from which each byte comes. Empty if this is the original text.
    places: Vec<usize>,
    /// The length of the text.
    len: usize,
}

/// Returns a string and the results of decoding the string. The escapes of URLs are decoded first, and then the escapes
/// of `Debug`, JSON, Go, HCL and similar notations. Each level of escapes adds a string.
pub(crate) fn all(text: &str) -> Vec<Decoded<'_>> {
    let original = Decoded {
        bytes: Cow::Borrowed(text.as_bytes()),
        places: Vec::new(),
        len: text.len(),
    };
    let mut all = vec![original];
    decode(&mut all, 0, URL_LEVELS, percent);
    for at in 0..all.len() {
        if all[at].bytes.contains(&b'+') {
            all.extend(all[at].without(form));
        }
    }
    for start in 0..all.len() {
        decode(&mut all, start, LEVELS, escape);
    }
    all
}

/// Decodes one of the strings repeatedly, up to the given number of times, and adds each result.
fn decode(
    all: &mut Vec<Decoded<'_>>,
    start: usize,
    levels: usize,
    escape: fn(&[u8]) -> Option<Escape>,
) {
    let mut last = start;
    for _ in 0..levels {
        let Some(decoded) = all[last].without(escape) else {
            break;
        };
        last = all.len();
        all.push(decoded);
    }
}

/// The length in bytes of an escape at the beginning of a string, and the decoded character or byte.
type Escape = (usize, Meaning);

enum Meaning {
    Byte(u8),
    Char(char),
}

impl<'t> Decoded<'t> {
    /// Decodes all escapes of one notation. `escape` reads an escape at the beginning of the bytes. Returns `None` if the
    /// text has no escapes.
    fn without(&self, escape: fn(&[u8]) -> Option<Escape>) -> Option<Decoded<'t>> {
        let all = &*self.bytes;
        let first = (0..all.len()).find(|at| {
            #[cfg(test)]
            crate::value::work::add();
            escape(&all[*at..]).is_some()
        })?;
        let mut bytes = all[..first].to_vec();
        let mut places: Vec<_> = (0..first).map(|at| self.place(at)).collect();
        let mut at = first;
        while at < all.len() {
            #[cfg(test)]
            crate::value::work::add();
            let (len, meaning) = escape(&all[at..]).unwrap_or((1, Meaning::Byte(all[at])));
            match meaning {
                Meaning::Byte(byte) => bytes.push(byte),
                Meaning::Char(char) => {
                    bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
            places.resize(bytes.len(), self.place(at));
            at += len;
        }
        Some(Decoded {
            bytes: Cow::Owned(bytes),
            places,
            len: self.len,
        })
    }

    fn place(&self, at: usize) -> usize {
        self.places.get(at).copied().unwrap_or(at)
    }

    /// Returns the start and the end, in the original text, of a part that is not empty.
    pub(crate) fn original(&self, start: usize, end: usize) -> (usize, usize) {
        let last = self.place(end - 1);
        let mut after = (end..self.bytes.len()).map(|at| self.place(at));
        let after = after.find(|place| *place != last).unwrap_or(self.len);
        (self.place(start), after)
    }
}

/// Reads an escape with a backslash, or a doubled `$` or `%` in HCL.
fn escape(bytes: &[u8]) -> Option<Escape> {
    let (b'\\', [kind, rest @ ..]) = bytes.split_first()? else {
        return match bytes {
            // The first byte is the escape character.
            [b'$', b'$', b'{', ..] | [b'%', b'%', b'{', ..] => Some((2, Meaning::Byte(bytes[0]))),
            _ => None,
        };
    };
    let byte = match kind {
        b'"' | b'\'' | b'`' | b'\\' | b'/' => *kind,
        b'a' => 0x07,
        b'b' => 0x08,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 0x0b,
        b'f' => 0x0c,
        b'r' => b'\r',
        b'x' => return Some((4, Meaning::Byte(hex(rest, 2)?.try_into().ok()?))),
        b'u' => return unicode(rest),
        b'U' => return Some((10, Meaning::Char(char::from_u32(hex(rest, 8)?)?))),
        b'0'..=b'3' => match octal(*kind, rest) {
            Some(byte) => return Some((4, Meaning::Byte(byte))),
            None if *kind == b'0' => 0,
            None => return None,
        },
        _ => return None,
    };
    Some((2, Meaning::Byte(byte)))
}

/// Reads the part after `\u`: digits in braces, or four digits, which can be the first half of a surrogate pair.
fn unicode(rest: &[u8]) -> Option<Escape> {
    if let [b'{', rest @ ..] = rest {
        let len = rest.iter().take(7).position(|byte| *byte == b'}')?;
        return Some((len + 4, Meaning::Char(char::from_u32(hex(rest, len)?)?)));
    }
    let unit = hex(rest, 4)?;
    if let Some(char) = char::from_u32(unit) {
        return Some((6, Meaning::Char(char)));
    }
    let second = rest[4..].strip_prefix(b"\\u")?;
    let second = hex(second, 4)?;
    let units = [u16::try_from(unit).ok()?, u16::try_from(second).ok()?];
    let char = char::decode_utf16(units).next()?.ok()?;
    Some((12, Meaning::Char(char)))
}

/// Reads a percent-encoded byte.
fn percent(bytes: &[u8]) -> Option<Escape> {
    let rest = bytes.strip_prefix(b"%")?;
    Some((3, Meaning::Byte(hex(rest, 2)?.try_into().ok()?)))
}

/// Reads a byte of HTML form data, where `+` is a space.
fn form(bytes: &[u8]) -> Option<Escape> {
    match bytes {
        [b'+', ..] => Some((1, Meaning::Byte(b' '))),
        _ => percent(bytes),
    }
}

fn hex(bytes: &[u8], len: usize) -> Option<u32> {
    let digits = bytes.get(..len).filter(|digits| !digits.is_empty())?;
    let digits = digits.iter().map(|digit| char::from(*digit).to_digit(16));
    digits.reduce(|number, digit| Some(number? * 16 + digit?))?
}

fn octal(first: u8, rest: &[u8]) -> Option<u8> {
    let digit = |byte: &u8| matches!(byte, b'0'..=b'7').then(|| byte - b'0');
    let [second, third, ..] = rest else {
        return None;
    };
    Some(digit(&first)? * 64 + digit(second)? * 8 + digit(third)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> Vec<String> {
        let all = all(text).into_iter();
        let all = all.map(|one| String::from_utf8_lossy(&one.bytes).into_owned());
        all.collect()
    }

    #[test]
    fn escapes_of_many_notations_are_decoded() {
        for text in [
            r"p\u00e4ss&",
            r"p\u00E4ss\u0026",
            r"p\u{e4}ss\x26",
            r"p\U000000e4ss&",
            r"p\xc3\xa4ss&",
            r"p\303\244ss&",
            "p%C3%a4ss%26",
        ] {
            assert_eq!(decoded(text), [text, "p\u{e4}ss&"]);
        }
        assert_eq!(decoded(r"\ud83D\uDE00")[1], "\u{1f600}");
        assert_eq!(decoded(r#"\/\"\\\n\t\0"#)[1], "/\"\\\n\t\0");
        assert_eq!(decoded("$${a} %%{b} $$c")[1], "${a} %{b} $$c");
        assert_eq!(decoded("a+b%2B"), ["a+b%2B", "a+b+", "a b+", "a b "]);
        assert_eq!(
            decoded("p%25C3%25A4ss"),
            ["p%25C3%25A4ss", "p%C3%A4ss", "päss"]
        );
        assert_eq!(
            decoded("a%2Bb%2526"),
            ["a%2Bb%2526", "a+b%26", "a+b&", "a b&", "a b&"]
        );
        assert_eq!(
            decoded(r"a\\\\u0026"),
            [r"a\\\\u0026", r"a\\u0026", r"a\u0026", "a&"]
        );
    }

    #[test]
    fn what_is_no_escape_stays() {
        for text in [
            "",
            "plain",
            r"\",
            r"a\",
            r"\q",
            r"\u12",
            r"\u{}",
            r"\u{110000}",
            r"\ud83d",
            r"\ud83dx",
            r"\x4",
            r"\U0000",
            r"\u{1234567}",
            "100%",
            "%4",
            "%zz",
            "$$",
            r"\1",
            r"\u{",
        ] {
            assert_eq!(decoded(text), [text]);
        }
    }

    #[test]
    fn parts_are_found_in_the_text() {
        let all = all(r"a\\u00e4b");
        // After two levels of decoding, the text is `aäb`.
        let last = &all[2];
        assert_eq!(&*last.bytes, "a\u{e4}b".as_bytes());
        assert_eq!(last.original(0, 1), (0, 1));
        assert_eq!(last.original(1, 2), (1, 8));
        assert_eq!(last.original(1, 3), (1, 8));
        assert_eq!(last.original(3, 4), (8, 9));
    }
}

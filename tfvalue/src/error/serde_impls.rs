//! Implements serde's error traits for `Error`.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::{de, ser};

use super::{Error, elements};

thread_local! {
    /// The error of this crate. serde's generic error carries only the message of this error.
    static CARRIED: Cell<Option<Error>> = const { Cell::new(None) };
}

impl Error {
    /// Converts the error into the error of any serde format. The formats in this crate receive this error back
    /// unchanged, with its path and category.
    #[cold]
    pub(crate) fn through_serde<E: de::Error>(self) -> E {
        let text = self.to_string();
        self.through_serde_as(text)
    }

    /// Like [`Error::through_serde`], but with a different message for other formats.
    #[cold]
    pub(crate) fn through_serde_as<E: de::Error>(self, text: impl fmt::Display) -> E {
        CARRIED.set(Some(self));
        let error = E::custom(text);
        CARRIED.take();
        error
    }
}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        CARRIED.take().unwrap_or_else(|| Error::msg(message))
    }

    fn invalid_type(got: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        match got {
            de::Unexpected::Other(words) => {
                Error::mismatch_value(expected.to_string(), kind_word(&got), words)
            }
            _ => Error::mismatch(expected.to_string(), kind_word(&got)),
        }
    }

    fn invalid_value(got: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let kind = kind_word(&got);
        match shown(&got) {
            Some(value) => Error::mismatch_value(expected.to_string(), kind, value),
            None => Error::mismatch(expected.to_string(), kind),
        }
    }

    fn invalid_length(len: usize, expected: &dyn de::Expected) -> Self {
        Error::mismatch(expected.to_string(), elements(len))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Error::mismatch_value(
            one_of(expected),
            "another string",
            format_args!("{variant:?}"),
        )
    }

    fn unknown_field(field: &str, _expected: &'static [&'static str]) -> Self {
        Error::surplus(field)
    }

    fn missing_field(field: &'static str) -> Self {
        Error::missing(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Error::repeated(field)
    }
}

impl ser::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Error::msg(message)
    }
}

/// Returns Terraform's name for the kind of a value.
fn kind_word(got: &de::Unexpected<'_>) -> Cow<'static, str> {
    use de::Unexpected as U;
    match got {
        U::Bool(_) => "a bool".into(),
        U::Unsigned(_) | U::Signed(_) | U::Float(_) => "a number".into(),
        U::Char(_) | U::Str(_) => "a string".into(),
        U::Bytes(_) => "an unknown value".into(),
        U::Unit | U::Option => "null".into(),
        U::Seq => "a list".into(),
        U::Map => "a map".into(),
        U::Other(_) => "another value".into(),
        other => other.to_string().into(),
    }
}

/// Prints the value if the value is a scalar.
fn shown(got: &de::Unexpected<'_>) -> Option<String> {
    use de::Unexpected as U;
    match got {
        U::Bool(v) => Some(v.to_string()),
        U::Unsigned(v) => Some(v.to_string()),
        U::Signed(v) => Some(v.to_string()),
        U::Float(v) => Some(v.to_string()),
        U::Char(v) => Some(format!("{v:?}")),
        U::Str(v) => Some(format!("{v:?}")),
        U::Other(words) => Some(words.to_string()),
        _ => None,
    }
}

fn one_of(allowed: &[&str]) -> String {
    match allowed {
        [] => "nothing".to_owned(),
        [one] => format!("{one:?}"),
        many => {
            let quoted: Vec<String> = many.iter().map(|name| format!("{name:?}")).collect();
            format!("one of {}", quoted.join(", "))
        }
    }
}

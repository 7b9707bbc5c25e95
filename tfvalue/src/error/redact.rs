//! Redacts sensitive values in errors.

use std::borrow::Cow;
use std::{io, ops::Deref, sync::Arc};

use super::{Error, ErrorKind};
use super::{Headline, Topic};
use crate::path::{ElementNames, Step};

/// The replacement for a message that could show a sensitive value.
pub(crate) const HIDDEN: &str = "the value is invalid (not shown, because it is sensitive)";

impl Error {
    /// Removes all parts that could show a sensitive value: the value, keys of maps, names that do not come from the
    /// program's own types, and all names inside dynamic values.
    ///
    /// A name that is not static is removed, because it can come from a value that the caller built, whose members may
    /// have any name.
    #[cold]
    pub(crate) fn redact(self) -> Self {
        self.redact_if_data(|step| match step {
            Step::Key(_) => true,
            Step::Attribute(name) => matches!(name, Cow::Owned(_)),
            Step::Index(_) => false,
        })
    }

    /// Redacts an error about a struct that is being written. All names in the path of this error come from the
    /// program's own types.
    #[cold]
    pub(crate) fn redact_written(self) -> Self {
        self.redact_if_data(|step| matches!(step, Step::Key(_)))
    }

    /// Redacts the error, and ends the path before the first step that is data.
    #[cold]
    #[inline(never)]
    fn redact_if_data(self, is_data: fn(&Step) -> bool) -> Self {
        self.each(|mut error| {
            let inner = &mut *error.0;
            let data = inner.steps.iter().rposition(is_data).map_or(0, |at| at + 1);
            let cut = data.max(inner.dynamic.unwrap_or(0));
            let hides_all = inner.dynamic.is_some();
            match &mut inner.kind {
                ErrorKind::Mismatch { value, .. } if !hides_all => *value = None,
                ErrorKind::Syntax(text) | ErrorKind::Limit(text) | ErrorKind::Data(text) => {
                    if hides_all || matches!(text, Cow::Owned(_)) {
                        *text = HIDDEN.into();
                    }
                }
                // Without the attribute's name, a different attribute would seem to be missing.
                ErrorKind::Missing if !hides_all && cut == 0 => {}
                ErrorKind::Unknown if !hides_all => {}
                ErrorKind::Eof | ErrorKind::Io(_) | ErrorKind::Several(_) => {}
                kind => *kind = ErrorKind::Data(HIDDEN.into()),
            }
            if let Some(headline) = &mut inner.headline {
                headline.redact();
            }
            inner.steps.drain(..cut);
            inner.names = ElementNames::default();
            inner.beyond = inner.beyond.saturating_sub(cut);
            inner.dynamic = inner.dynamic.map(|_| 0);
            error
        })
    }

    /// Recognizes the names of a struct's attributes at the beginning of the path, so that redaction keeps these names.
    /// These names come from the program even if they are part of a message.
    #[cold]
    pub(crate) fn recognize_names(self, names: &[&'static str]) -> Self {
        self.each(|mut error| {
            if let Some(Step::Attribute(first)) = error.0.steps.last_mut() {
                if let Some(name) = names.iter().find(|name| **name == *first) {
                    *first = Cow::Borrowed(*name);
                }
            }
            error
        })
    }

    /// Redacts the error of a value if the value is a secret.
    #[cold]
    pub(crate) fn redact_if(self, is_secret: bool) -> Self {
        if is_secret { self.redact() } else { self }
    }

    /// Redacts an error that is inside a sensitive value. The first `outer` steps of the error's path lead to the
    /// sensitive value.
    #[cold]
    pub(crate) fn redact_below(mut self, outer: usize, is_dynamic: bool) -> Self {
        let inner = self.0.steps.len().saturating_sub(outer);
        let around = self.0.steps.split_off(inner);
        let redacted = if is_dynamic {
            self.in_dynamic().redact()
        } else {
            self.redact()
        };
        around.into_iter().fold(redacted, Error::at_step)
    }

    /// Removes the value from the message, because the value can be sensitive. Text from other code remains.
    #[cold]
    pub(crate) fn unquoted(self) -> Self {
        self.each(|mut error| {
            if let ErrorKind::Mismatch { value, .. } = &mut error.0.kind {
                *value = None;
            }
            error.0.names.fill();
            error
        })
    }

    /// Removes the value from the message, because some part of the value is sensitive and the message may show any part.
    #[cold]
    #[inline(never)]
    pub(crate) fn without_value(self) -> Self {
        self.each(|mut error| {
            match &mut error.0.kind {
                ErrorKind::Mismatch { value, .. } => *value = None,
                kind @ ErrorKind::Custom(_) => *kind = ErrorKind::Data(HIDDEN.into()),
                _ => {}
            }
            if let Some(headline) = &mut error.0.headline {
                headline.redact();
            }
            error
        })
    }

    /// Masks secrets in all strings that can come from a value or from other code. The function returns `None` for a
    /// string that contains no secret.
    ///
    /// The wording of this crate, and the names and constraints in the program, are the same for each value. These
    /// strings are not masked, because a reader who knows the original string could tell from the mask what the secret
    /// is.
    #[cold]
    pub(crate) fn mask(self, mask: &mut dyn FnMut(&str) -> Option<String>) -> Self {
        self.each(|mut error| {
            let inner = &mut *error.0;
            match &mut inner.kind {
                ErrorKind::Mismatch { value: None, .. }
                | ErrorKind::Unknown
                | ErrorKind::Missing
                | ErrorKind::Eof
                | ErrorKind::Names(_) => {}
                ErrorKind::Mismatch {
                    value: Some(text), ..
                }
                | ErrorKind::Custom(text) => replace(text, mask),
                ErrorKind::Surplus(name) | ErrorKind::Repeated(name) => replace(name, mask),
                ErrorKind::Syntax(text) | ErrorKind::Limit(text) | ErrorKind::Data(text) => {
                    if matches!(text, Cow::Owned(_)) {
                        replace(text, mask);
                    }
                }
                ErrorKind::Io(io) => {
                    if let Some(masked) = mask(&io.to_string()) {
                        inner.kind = ErrorKind::Io(Arc::new(io::Error::new(io.kind(), masked)));
                    }
                }
                // `each` already calls the function for the inner errors.
                ErrorKind::Several(_) => {}
            }
            let dynamic = inner.dynamic.unwrap_or(0);
            for (at, step) in inner.steps.iter_mut().enumerate() {
                match step {
                    Step::Key(key) => replace(key, mask),
                    Step::Attribute(name) if at < dynamic => replace(name, mask),
                    Step::Attribute(_) | Step::Index(_) => {}
                }
            }
            inner.names.iter_mut().for_each(|name| replace(name, mask));
            if let Some(Headline {
                text: Some(text),
                topic: Topic::Any,
            }) = inner.headline.as_deref_mut()
            {
                replace(text, mask);
            }
            error
        })
    }
}

/// Replaces a string with the string that the function returns.
fn replace<T>(text: &mut T, mask: &mut dyn FnMut(&str) -> Option<String>)
where
    T: Deref<Target = str> + From<String>,
{
    if let Some(masked) = mask(text) {
        *text = masked.into();
    }
}

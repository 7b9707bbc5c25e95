//! The headline of a diagnostic. It is stored in the error of the diagnostic.

use super::Error;

/// The headline that a [`Diagnostic`](crate::Diagnostic) adds to an error.
#[derive(Clone)]
pub(crate) struct Headline {
    /// `None` if the headline could show a sensitive value.
    pub(crate) text: Option<String>,
    pub(crate) topic: Topic,
}

impl Headline {
    /// Removes the headline, unless it comes from an annotation.
    pub(super) fn redact(&mut self) {
        if self.topic != Topic::Constraint {
            self.text = None;
        }
    }
}

/// The subject of a diagnostic with a headline.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Topic {
    Any,
    /// A constraint that a value violates, or a type that a value does not match. The headline is a constant. The text
    /// contains the path.
    Constraint,
    /// A bug in the provider.
    Bug,
    /// A response that violates a rule, which is also a bug. The path is part of the message, because it can lead to a
    /// value that is not in the configuration.
    BrokenRule,
}

impl Error {
    /// Sets the headline of the diagnostic.
    pub(crate) fn with_headline(mut self, text: String, topic: Topic) -> Self {
        let text = Some(text);
        self.0.headline = Some(Box::new(Headline { text, topic }));
        self
    }

    /// Sets the headline for each fault that has no headline. The headline is a constant in the program.
    pub(crate) fn or_headline(self, text: &str) -> Self {
        self.each(|fault| match fault.headline() {
            Some(Headline { text: Some(_), .. }) => fault,
            _ => fault.with_headline(text.to_owned(), Topic::Constraint),
        })
    }

    /// Returns the headline, if the error was created from a diagnostic.
    pub(crate) fn headline(&self) -> Option<&Headline> {
        self.0.headline.as_deref()
    }
}

//! The headline of a diagnostic, which is stored in its error.

use super::Error;

/// The headline that a [`Diagnostic`](crate::Diagnostic) adds to an error.
#[derive(Clone)]
pub(crate) struct Headline {
    /// `None` if it could show a sensitive value.
    pub(crate) text: Option<String>,
    pub(crate) topic: Topic,
}

impl Headline {
    /// Removes the text, unless it comes from an annotation.
    pub(super) fn redact(&mut self) {
        if self.topic != Topic::Constraint {
            self.text = None;
        }
    }
}

/// What a diagnostic with a headline is about.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Topic {
    Any,
    /// A constraint that a value breaks, or a type that it does not fit. The headline is a constant. The text contains
    /// the path.
    Constraint,
    /// A bug of the provider.
    Bug,
    /// A response that breaks a rule, which is a bug, too. The path is a part of the text, because it can lead to a
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

    /// Sets the headline of the diagnostic of each fault that has none. The headline is a constant of the program.
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

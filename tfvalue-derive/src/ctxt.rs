//! Collects errors so that all of them can be reported together.

use std::cell::RefCell;
use std::fmt::Display;

use quote::ToTokens;

/// The errors found so far.
#[derive(Default)]
pub(crate) struct Ctxt(RefCell<Vec<syn::Error>>);

impl Ctxt {
    /// Adds an error that points at the given tokens.
    pub(crate) fn error(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an error from the parser.
    pub(crate) fn push(&self, error: syn::Error) {
        self.0.borrow_mut().push(error);
    }

    /// Combines all errors, if there are any.
    pub(crate) fn finish(self) -> syn::Result<()> {
        let all = self.0.into_inner().into_iter();
        match all.reduce(|mut all, error| {
            all.combine(error);
            all
        }) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

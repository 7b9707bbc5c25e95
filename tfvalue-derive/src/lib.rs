//! The derive macro of `tfvalue`.
//!
//! Use the macro through the crate `tfvalue`, which re-exports and documents the macro. The generated code depends on
//! private items in exactly the same version of `tfvalue`.

mod ast;
mod attr;
mod bound;
mod case;
mod check;
mod ctxt;
mod doc;
mod expand;
mod guess;
mod invisible;
mod kind;
mod meta;
mod ranges;
mod receiver;
mod suggest;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use crate::ast::Derive;

#[expect(
    missing_docs,
    reason = "`tfvalue` documents the macro and re-exports it"
)]
#[proc_macro_derive(TfSchema, attributes(tf))]
pub fn derive_tf_schema(input: TokenStream) -> TokenStream {
    derive(input, Derive::Schema)
}

#[expect(
    missing_docs,
    reason = "`tfvalue` documents the macro and re-exports it"
)]
#[proc_macro_derive(TfFunction, attributes(tf))]
pub fn derive_tf_function(input: TokenStream) -> TokenStream {
    derive(input, Derive::Function)
}

fn derive(input: TokenStream, derive: Derive) -> TokenStream {
    let mut input = parse_macro_input!(input as DeriveInput);
    receiver::replace(&mut input);
    expand::derive(&input, derive).into()
}

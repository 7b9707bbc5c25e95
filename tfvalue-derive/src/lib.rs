//! The derive macro of `tfvalue`; use it through that crate.

mod ast;
mod attr;
mod bound;
mod case;
mod check;
mod ctxt;
mod doc;
mod expand;
mod meta;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives the schema of a struct, and what reads, writes and prints it.
#[proc_macro_derive(TfSchema, attributes(tf))]
pub fn derive_tf_schema(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(&input).into()
}

//! The arguments of the compiler, for the test `ui`.

use proc_macro::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree};

/// Expands to an array of the arguments with which the crate that uses the macro is compiled. They name the files of the
/// libraries on which the crate depends.
#[proc_macro]
pub fn compiler_arguments(_: TokenStream) -> TokenStream {
    let arguments = std::env::args().flat_map(|argument| {
        let argument = TokenTree::from(Literal::string(&argument));
        [argument, Punct::new(',', Spacing::Alone).into()]
    });
    TokenTree::from(Group::new(Delimiter::Bracket, arguments.collect())).into()
}

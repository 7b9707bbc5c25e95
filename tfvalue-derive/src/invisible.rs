//! Invisible groups, which `macro_rules!` macros put around the arguments that they pass on.
//!
//! `$value:expr` and `$value:literal` reach the derive macro as a group without delimiters. syn recognizes neither the
//! literal in this group nor a range that begins with such a group.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// Opens invisible groups that contain a single token, or a literal with a sign. A longer sequence may need the group.
pub(crate) fn open(tokens: TokenStream) -> TokenStream {
    let mut opened = TokenStream::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let TokenTree::Group(group) = token else {
            opened.extend([token]);
            continue;
        };
        let content = open(group.stream());
        let is_needed = group.delimiter() != Delimiter::None || needs_group(&content, rest.peek());
        if is_needed {
            let mut changed = Group::new(group.delimiter(), content);
            changed.set_span(group.span());
            opened.extend([TokenTree::Group(changed)]);
        } else {
            opened.extend(content);
        }
    }
    opened
}

/// Returns the tokens in an invisible group, if there are no other tokens.
pub(crate) fn only_group(tokens: &TokenStream) -> Option<TokenStream> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
            Some(group.stream())
        }
        _ => None,
    }
}

/// Returns `true` if the tokens could have a different meaning without their group.
fn needs_group(content: &TokenStream, next: Option<&TokenTree>) -> bool {
    let tokens: Vec<_> = content.clone().into_iter().take(3).collect();
    match tokens.as_slice() {
        [_] => false,
        // `-1.pow(2)` is not `(-1).pow(2)`.
        [TokenTree::Punct(minus), TokenTree::Literal(_)] if minus.as_char() == '-' => match next {
            None => false,
            // The first dot of a range is followed by another dot.
            Some(TokenTree::Punct(next)) if next.as_char() == '.' => {
                next.spacing() == Spacing::Alone
            }
            Some(TokenTree::Punct(next)) => !matches!(next.as_char(), ',' | '=' | '@'),
            Some(_) => true,
        },
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    fn invisible(tokens: TokenStream) -> TokenTree {
        Group::new(Delimiter::None, tokens).into()
    }

    #[test]
    fn literals_lose_their_groups() {
        let text = invisible(quote!("a"));
        let twice = invisible([invisible(quote!(-1))].into_iter().collect());
        let sum = invisible(quote!(1 + 2));
        let opened = open(quote!(one_of = [#text, #twice, #sum], range = #twice..=5));
        let expected = quote!(one_of = ["a", -1, #sum], range = -1..=5);
        assert_eq!(format!("{opened:?}"), format!("{expected:?}"));
    }

    #[test]
    fn a_negative_receiver_keeps_its_group() {
        let one = invisible(quote!(-1));
        let call = quote!(default = #one.pow(2));
        assert_eq!(format!("{:?}", open(call.clone())), format!("{call:?}"));
    }
}

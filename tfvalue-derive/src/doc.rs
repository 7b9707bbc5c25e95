//! Descriptions, which are read from doc comments.

use syn::{Attribute, Expr, Lit, Meta};

/// Joins the lines of a doc comment, without their common indentation.
pub(crate) fn description(attributes: &[Attribute]) -> String {
    let text: Vec<_> = attributes.iter().filter_map(line).collect();
    let text = text.join("\n");
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    let indent = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| indent(line))
        .min();
    let lines: Vec<_> = lines
        .iter()
        .map(|line| line.get(indent.unwrap_or(0)..).unwrap_or(""))
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn line(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    #[test]
    fn lines_are_joined_without_their_common_indentation() {
        let item: syn::DeriveInput = parse_quote! {
            ///
            /// A server.
            #[derive(Clone)]
            ///
            ///     let code = 1;
            #[doc = " * a\n * b  \n"]
            struct Server;
        };
        assert_eq!(
            super::description(&item.attrs),
            "A server.\n\n    let code = 1;\n* a\n* b"
        );
        assert_eq!(super::description(&[]), "");
    }
}

//! Descriptions and deprecations.

/// Returns a description as a doc comment if the comment preserves the description exactly. The description must not
/// contain code that would become a test, or links that rustdoc could not resolve.
pub(super) fn doc_comment(description: &str, indent: &str) -> Option<String> {
    if description.is_empty() || !fits_doc_comment(description) {
        return None;
    }
    let lines = description.split('\n').map(|line| match line {
        "" => format!("{indent}///\n"),
        line => format!("{indent}/// {line}\n"),
    });
    Some(lines.collect())
}

/// Returns the items of `#[tf(…)]` for a description and a deprecation.
pub(super) fn items(description: &str, deprecated: bool, message: &str) -> Vec<String> {
    let mut items = Vec::new();
    if !description.is_empty() && !fits_doc_comment(description) {
        items.push(format!("description = {description:?}"));
    }
    match (deprecated, message) {
        (false, _) => {}
        (true, "") => items.push("deprecated".to_owned()),
        (true, message) => items.push(format!("deprecated = {message:?}")),
    }
    items
}

fn fits_doc_comment(text: &str) -> bool {
    let is_plain = |c: char| c == '\n' || "\"'\\".contains(c) || c.escape_debug().eq([c]);
    text.trim() == text
        && text.chars().all(is_plain)
        && text
            .split('\n')
            .all(|line| line.trim_end() == line && !line.starts_with("    "))
        && !["```", "~~~", "<", "[", "://"]
            .iter()
            .any(|mark| text.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::{doc_comment, items};

    #[test]
    fn descriptions_that_a_comment_would_change_are_strings() {
        assert_eq!(
            doc_comment("A\n\n * b", "").unwrap(),
            "/// A\n///\n///  * b\n"
        );
        assert_eq!(doc_comment("", ""), None);
        for text in [
            " a",
            "a ",
            "a \nb",
            "a\r\nb",
            "a\n    b",
            "[a]",
            "<a>",
            "a\n```\nb",
            "\u{202e}a",
        ] {
            assert_eq!(doc_comment(text, ""), None, "{text:?}");
            assert_eq!(items(text, false, ""), [format!("description = {text:?}")]);
        }
        assert_eq!(items("a", true, ""), ["deprecated"]);
        assert_eq!(items("a", true, "b \"c\""), [r#"deprecated = "b \"c\"""#]);
    }
}

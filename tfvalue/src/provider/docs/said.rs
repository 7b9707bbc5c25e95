//! Finds the information that a description already contains, so that a page does not repeat it.

/// Returns `true` if a description contains a string.
pub(super) fn says(description: &str, text: &str) -> bool {
    let text = plain(text);
    let text = text.trim_end_matches('.');
    !text.is_empty() && plain(description).contains(text)
}

/// Returns `true` if a description states a default: "Defaults to 7.", "Default value is `7`", "(default: 7)".
pub(super) fn names_default(description: &str, default: &str) -> bool {
    let (description, default) = (plain(description), plain(default));
    let letters = description.to_ascii_lowercase(); // of the same length
    letters.match_indices("default").any(|(at, word)| {
        let value = after_words(&description[at + word.len()..]);
        is_value(value, &default)
            || value
                .strip_prefix('"')
                .is_some_and(|value| is_value(value, &default))
    })
}

/// Returns the text after the words between "default" and the value.
fn after_words(mut text: &str) -> &str {
    const WORDS: [&str; 8] = ["s to ", "ed to ", " value", " is", " to ", ":", "=", " "];
    while let Some(rest) = WORDS.iter().find_map(|word| text.strip_prefix(word)) {
        text = rest;
    }
    text
}

/// Returns `true` if a string begins with a value that is not just the beginning of a longer value.
fn is_value(text: &str, value: &str) -> bool {
    let Some(rest) = text.strip_prefix(value).filter(|_| !value.is_empty()) else {
        return false;
    };
    let mut next = rest.chars();
    match next.next() {
        Some('.' | ',' | '-' | ':' | '/') => !next.next().is_some_and(char::is_alphanumeric),
        Some(letter) => !letter.is_alphanumeric() && letter != '_',
        None => true,
    }
}

/// Returns a string on a single line, without code markup.
fn plain(text: &str) -> String {
    let text = text.replace('`', "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_name_a_default() {
        for (description, default) in [
            ("The speed. Defaults to 7.", "7"),
            ("The speed. Defaults to `7`", "7"),
            ("Default value is `true`. More.", "true"),
            ("Default value:\n \"a b\"", "a b"),
            ("The name (default: web).", "web"),
            ("The default is 0.5.", "0.5"),
            ("By default is `[]`, which is empty.", "[]"),
            ("DEFAULT=20m", "20m"),
            ("Empty by default. Defaults to \"\".", "\"\""),
            ("Defaults to ÄÖ.", "ÄÖ"),
            ("First the default zone; default value is b.", "b"),
        ] {
            assert!(names_default(description, default), "{description}");
        }
        for (description, default) in [
            ("The speed.", "7"),
            ("Defaults to 70.", "7"),
            ("Defaults to 7.5.", "7"),
            ("Defaults to 7-8.", "7"),
            ("Defaults to the region of the provider.", "7"),
            ("Default value is false.", "true"),
            ("Defaults to \"a\".", "\"\""),
            ("True is the default.", "true"),
            ("Defaults to", ""),
        ] {
            assert!(!names_default(description, default), "{description}");
        }
    }

    #[test]
    fn descriptions_contain_a_text() {
        let text = "**NOTE**: This is deprecated, use `b` instead.";
        assert!(says(
            "An a.\n**NOTE**: This is deprecated,\nuse b instead",
            text
        ));
        assert!(!says("An a.", text));
        assert!(!says("An a.", ""));
    }
}

//! The cases for `rename_all`, which have the same names as in serde.

/// A convention for names.
#[derive(Clone, Copy)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

const CASES: &[(&str, Case)] = &[
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    /// Finds a case by its name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let found = CASES.iter().find(|(known, _)| *known == name);
        found.map(|(_, case)| *case)
    }

    /// Lists the names of all cases, for use in errors.
    pub(crate) fn names() -> String {
        let names: Vec<_> = CASES.iter().map(|(name, _)| format!("{name:?}")).collect();
        names.join(", ")
    }

    /// Converts the name of a field or variant to this case.
    pub(crate) fn apply(self, name: &str) -> String {
        let words = words(name);
        match self {
            Case::Lower => name.to_lowercase(),
            Case::Upper => name.to_uppercase(),
            Case::Pascal => words.iter().map(|word| capitalized(word)).collect(),
            Case::Camel => {
                let rest = words.iter().skip(1).map(|word| capitalized(word));
                words.iter().take(1).cloned().chain(rest).collect()
            }
            Case::Snake => words.join("_"),
            Case::ScreamingSnake => words.join("_").to_uppercase(),
            Case::Kebab => words.join("-"),
            Case::ScreamingKebab => words.join("-").to_uppercase(),
        }
    }
}

/// Splits a name into lowercase words, at underscores and before capital letters.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in name.chars() {
        if (letter == '_' || letter.is_uppercase())
            && words.last().is_some_and(|word| !word.is_empty())
        {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter != '_', words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A case, and the names of the field `very_large2` and the variant `VeryLarge2` in this case.
    const TABLE: &[(&str, &str, &str)] = &[
        ("lowercase", "very_large2", "verylarge2"),
        ("UPPERCASE", "VERY_LARGE2", "VERYLARGE2"),
        ("PascalCase", "VeryLarge2", "VeryLarge2"),
        ("camelCase", "veryLarge2", "veryLarge2"),
        ("snake_case", "very_large2", "very_large2"),
        ("SCREAMING_SNAKE_CASE", "VERY_LARGE2", "VERY_LARGE2"),
        ("kebab-case", "very-large2", "very-large2"),
        ("SCREAMING-KEBAB-CASE", "VERY-LARGE2", "VERY-LARGE2"),
    ];

    #[test]
    fn names_are_converted_to_each_case() {
        assert_eq!(TABLE.len(), CASES.len());
        for (name, field, variant) in TABLE {
            let case = Case::parse(name).unwrap();
            assert_eq!(case.apply("very_large2"), *field, "{name}");
            assert_eq!(case.apply("VeryLarge2"), *variant, "{name}");
        }
        assert!(Case::parse("Snake").is_none());
    }
}

//! Converts Terraform names to Rust names.

use std::collections::BTreeSet;

/// Names that are in use.
pub(super) struct Names(BTreeSet<String>);

impl Names {
    pub(super) fn new(taken: &[&str]) -> Self {
        Names(taken.iter().map(|&name| name.to_owned()).collect())
    }

    /// Returns the name, with a number appended if the name is in use.
    pub(super) fn claim(&mut self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
        candidates
            .find(|name| self.0.insert(name.clone()))
            .unwrap_or_default()
    }

    pub(super) fn release(&mut self, name: &str) {
        self.0.remove(name);
    }
}

/// Returns the name of a struct.
pub(super) fn of_struct(name: &str) -> String {
    let words = snake(name);
    let words = words.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    let joined: String = words.collect();
    if joined.starts_with(|first: char| first.is_ascii_uppercase()) {
        joined
    } else {
        format!("X{joined}")
    }
}

/// Returns the name of a field, without `r#`.
pub(super) fn of_field(name: &str) -> String {
    let snake = snake(name);
    let starts_badly = !snake.starts_with(|first: char| first.is_ascii_lowercase() || first == '_');
    match () {
        () if starts_badly || snake.trim_matches('_').is_empty() => format!("x{snake}"),
        () if ["self", "super", "crate"].contains(&snake.as_str()) => format!("{snake}_"),
        () => snake,
    }
}

/// Returns the identifier of a field.
pub(super) fn spelled(field: &str) -> String {
    const KEYWORDS: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do",
        "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in",
        "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
        "return", "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe",
        "unsized", "use", "virtual", "where", "while", "yield",
    ];
    if KEYWORDS.contains(&field) {
        format!("r#{field}")
    } else {
        field.to_owned()
    }
}

/// Converts a name to snake case, with `_` instead of characters that are not allowed in identifiers.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && after_lower {
            snake.push('_');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        snake.push(if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        });
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::{Names, of_field, of_struct, spelled};

    #[test]
    fn converts_names_to_identifiers() {
        for (name, field, ty) in [
            ("a_b", "a_b", "AB"),
            ("isPublic", "is_public", "IsPublic"),
            ("a-b.c", "a_b_c", "ABC"),
            ("3d", "x3d", "X3d"),
            ("self", "self_", "Self"),
            ("_", "x_", "X"),
            ("type", "r#type", "Type"),
            ("größe", "gr__e", "GrE"),
        ] {
            assert_eq!(spelled(&of_field(name)), field);
            assert_eq!(of_struct(name), ty);
        }
        let mut names = Names::new(&["Set"]);
        assert_eq!(names.claim("Set"), "Set2");
        assert_eq!(names.claim("Set"), "Set3");
    }
}

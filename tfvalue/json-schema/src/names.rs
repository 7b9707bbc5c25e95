//! Derives the names of attributes from names in JSON.

use std::collections::{BTreeMap, BTreeSet};

/// Maps the JSON names of an object's members to Terraform names.
///
/// Names that need no conversion are kept, so that no other name replaces them.
pub(crate) fn of_members<'d>(
    json: impl Iterator<Item = &'d str> + Clone,
    reserved: &[&str],
    taken: &mut Names,
) -> BTreeMap<&'d str, String> {
    let mut names = BTreeMap::new();
    let is_valid = |name: &str| converted(name) == name && !reserved.contains(&name);
    for name in json.clone().filter(|name| is_valid(name)) {
        names.insert(name, taken.unique(name, reserved));
    }
    for name in json.filter(|name| !is_valid(name)) {
        let unique = taken.unique(&converted(name), reserved);
        names.insert(name, unique);
    }
    names
}

/// The names that are already taken in an object.
#[derive(Default)]
pub(crate) struct Names {
    taken: BTreeSet<String>,
    /// The last number that was appended to a name.
    numbers: BTreeMap<String, u64>,
}

impl Names {
    /// Returns a name that is not yet taken, and marks the name as taken.
    pub(crate) fn unique(&mut self, name: &str, reserved: &[&str]) -> String {
        let mut unique = name.to_owned();
        if reserved.contains(&name) {
            unique.push('_');
        }
        if self.taken.insert(unique.clone()) {
            return unique;
        }
        let number = self.numbers.entry(name.to_owned()).or_insert(1);
        loop {
            *number += 1;
            unique = format!("{name}_{number}");
            if self.taken.insert(unique.clone()) {
                return unique;
            }
        }
    }
}

/// Converts a name to lower-case words with underscores, for example `podIPs` to `pod_ips`.
pub(crate) fn converted(json: &str) -> String {
    let mut name = String::with_capacity(json.len() + 4);
    let letters: Vec<char> = json.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let letter = *letter;
        if letter.is_ascii_uppercase() {
            if begins_word(&letters, at) && !name.ends_with('_') && !name.is_empty() {
                name.push('_');
            }
            name.push(letter.to_ascii_lowercase());
        } else if letter.is_ascii_lowercase() || letter.is_ascii_digit() {
            name.push(letter);
        } else if letter == '_' || !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    if name.len() > 1 && name.ends_with('_') && !json.ends_with('_') {
        name.pop();
    }
    if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
        name.insert(0, '_');
    }
    name
}

/// Returns `true` if an upper-case letter begins a word. This is the case after a letter or digit that is not
/// upper-case, or before a lower-case letter. The `s` of a plural, as in `IPs`, does not begin a word.
fn begins_word(letters: &[char], at: usize) -> bool {
    let is_upper = |at: usize| letters.get(at).is_some_and(char::is_ascii_uppercase);
    let is_lower = |at: usize| letters.get(at).is_some_and(char::is_ascii_lowercase);
    let is_plural = letters.get(at + 1) == Some(&'s') && !is_lower(at + 2);
    at > 0 && (!is_upper(at - 1) || is_lower(at + 1) && !is_plural)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_with_underscores() {
        for (json, name) in [
            ("name", "name"),
            ("already_valid", "already_valid"),
            ("_private", "_private"),
            ("apiVersion", "api_version"),
            ("APIVersion", "api_version"),
            ("podIP", "pod_ip"),
            ("podIPs", "pod_ips"),
            ("clusterIPs2", "cluster_ips2"),
            ("httpGet", "http_get"),
            ("x509Cert", "x509_cert"),
            ("$ref", "ref"),
            ("x-kubernetes-group", "x_kubernetes_group"),
            ("@type", "type"),
            ("a.b c", "a_b_c"),
            ("2fa", "_2fa"),
            ("größe", "gr_e"),
            ("名", "_"),
            ("", "_"),
            ("a--b", "a_b"),
            ("a$", "a"),
            ("URL", "url"),
        ] {
            assert_eq!(converted(json), name, "{json}");
        }
    }

    #[test]
    fn names_are_unique() {
        let mut taken = Names::default();
        let json = ["fooBar", "foo-bar", "foo_bar", "count", "Count"];
        let names = of_members(json.into_iter(), &["count"], &mut taken);
        let names: Vec<_> = json.iter().map(|name| names[name].as_str()).collect();
        assert_eq!(
            names,
            ["foo_bar_2", "foo_bar_3", "foo_bar", "count_", "count_2"]
        );
    }
}

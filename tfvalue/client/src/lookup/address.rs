//! Source addresses of providers.

/// The hosts of the registries to which an address without a host may refer.
const HOSTS: [&str; 2] = ["registry.terraform.io", "registry.opentofu.org"];

/// A source address with an optional version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    host: Option<String>,
    namespace: String,
    name: String,
    version: Option<String>,
}

impl Address {
    /// Parses an address such as `hashicorp/aws@5.100.0`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (source, version) = match text.split_once('@') {
            Some((source, version)) => (source, Some(version)),
            None => (text, None),
        };
        let parts: Vec<_> = source.split('/').collect();
        let (host, namespace, name) = match parts[..] {
            [name] => (None, "hashicorp", name),
            [namespace, name] => (None, namespace, name),
            [host, namespace, name] => (Some(host), namespace, name),
            _ => return None,
        };
        let is_name = |text: &str| {
            !text.is_empty()
                && text
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
        };
        let is_host = |text: &str| {
            let letters = |c: char| c.is_alphanumeric() || "-.:".contains(c);
            text.chars().all(letters) && !text.is_empty() && !text.starts_with('.')
        };
        // A version becomes part of a file path.
        let is_version = |text: &str| {
            let letters = |c: char| c.is_ascii_alphanumeric() || "-.+".contains(c);
            text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(letters)
        };
        let is_valid = is_name(namespace)
            && is_name(name)
            && host.is_none_or(is_host)
            && version.is_none_or(|version| is_version(version.trim_start_matches('v')));
        is_valid.then(|| Address {
            host: host.map(str::to_lowercase),
            namespace: namespace.to_lowercase(),
            name: name.to_lowercase(),
            version: version.map(|version| version.trim_start_matches('v').to_owned()),
        })
    }

    /// The last part, which occurs in the file name of the program.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Returns the complete addresses to which this address may refer.
    pub(super) fn sources(&self) -> impl Iterator<Item = String> + '_ {
        let hosts = match &self.host {
            Some(host) => std::slice::from_ref(host)
                .iter()
                .map(String::as_str)
                .collect(),
            None => HOSTS.to_vec(),
        };
        let source = |host: &str| format!("{host}/{}/{}", self.namespace, self.name);
        let sources: Vec<_> = hosts.into_iter().map(source).collect();
        sources.into_iter()
    }
}

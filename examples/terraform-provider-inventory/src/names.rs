//! Names, which the service stores in lower case.
//!
//! Terraform rejects a provider that returns `web` for a configured `Web`, or that plans a change
//! without a reason. Therefore an equivalent name keeps its spelling: that of the configuration when a
//! resource is created or read, that of the state when it is planned.

use tfvalue::{Attr, Error};

use crate::service::canonical_name;

/// Restores the previous spelling of a name if it is equivalent.
pub(crate) fn keep(name: &mut Attr<String>, before: Option<&Attr<String>>) {
    if let Some(before) = before
        && same(name, before)
    {
        name.clone_from(before);
    }
}

/// Returns `true` if both names are known and equivalent.
pub(crate) fn same(one: &Attr<String>, other: &Attr<String>) -> bool {
    match (one.as_deref(), other.as_deref()) {
        (Some(one), Some(other)) => canonical_name(one) == canonical_name(other),
        _ => false,
    }
}

/// Returns the errors in a configured name.
pub(crate) fn check(name: &Attr<String>) -> Vec<Error> {
    match name.as_deref() {
        Some("") => {
            vec![Error::msg("a name is required, got an empty string").at("name")]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_equivalent_names() {
        let kept = |mut name: Attr<String>, before: Attr<String>| {
            keep(&mut name, Some(&before));
            name
        };
        assert_eq!(kept("web".into(), "Web".into()).as_deref(), Some("Web"));
        assert_eq!(kept("web".into(), "Mail".into()).as_deref(), Some("web"));
        assert_eq!(kept("web".into(), Attr::null()).as_deref(), Some("web"));
        assert!(kept(Attr::unknown(), "web".into()).is_unknown());
    }
}

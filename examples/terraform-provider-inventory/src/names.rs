//! Names, which the service spells its own way.
//!
//! Terraform refuses a provider that answers `web` where `Web` was configured, or that plans a change
//! where there is none. So a name that means the same as the one before keeps its spelling: the
//! configuration's when something is made or read again, the state's when it is planned again.

use tfvalue::{Attr, Error};

use crate::service::canonical_name;

/// Gives a name the spelling that it had before, if it is the same to the service.
pub(crate) fn keep(name: &mut Attr<String>, before: Option<&Attr<String>>) {
    if let Some(before) = before
        && same(name, before)
    {
        name.clone_from(before);
    }
}

/// Returns whether both names are known and the same to the service.
pub(crate) fn same(one: &Attr<String>, other: &Attr<String>) -> bool {
    match (one.as_deref(), other.as_deref()) {
        (Some(one), Some(other)) => canonical_name(one) == canonical_name(other),
        _ => false,
    }
}

/// Finds faults in a configured name.
pub(crate) fn check(name: &Attr<String>) -> Vec<Error> {
    match name.as_deref() {
        Some("") => {
            vec![Error::msg("a name is required, got an empty string").under(&"name".into())]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_name_that_means_the_same_is_kept() {
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

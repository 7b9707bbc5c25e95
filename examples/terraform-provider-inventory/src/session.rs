//! The configured provider.

use std::collections::BTreeMap;

use tfvalue::provider::{Context, ProviderConfig};
use tfvalue::{Attr, Diagnostic, Diagnostics};

use crate::models::Config;
use crate::service::Service;

/// The type of tags in the models.
pub(crate) type Tags = Attr<BTreeMap<String, Attr<String>>>;

/// A session: the provider along with a configuration.
pub struct Session {
    /// `None` while the path of the inventory is unknown.
    service: Option<Service>,
    default_tags: Tags,
}

impl ProviderConfig for Config {
    type Client = Session;

    async fn configure(self, _: &mut Context<()>) -> Result<Session, Diagnostics> {
        let service = if self.path.is_unknown() {
            None
        } else {
            let path = self.path.require("path")?;
            let failed =
                |error| Diagnostic::error("Cannot open the inventory", format!("{path}: {error}"));
            Some(Service::open(path).map_err(|error| failed(error).at("path"))?)
        };
        Ok(Session {
            service,
            default_tags: self.default_tags,
        })
    }
}

impl Session {
    /// Returns the service.
    pub(crate) fn service(&self) -> Result<&Service, Diagnostics> {
        self.reachable().ok_or_else(|| {
            Diagnostic::error(
                "The inventory is not known yet",
                "Its path depends on a resource that does not exist yet.",
            )
            .into()
        })
    }

    /// Returns the service, unless the path of the inventory is unknown.
    pub(crate) fn reachable(&self) -> Option<&Service> {
        self.service.as_ref()
    }

    /// Merges a server's own tags with the default tags.
    pub(crate) fn all_tags(&self, own: &Tags) -> Tags {
        let (Some(default), Some(own)) = (self.default_tags.known(), own.known()) else {
            return Attr::unknown();
        };
        let mut all = default.clone().unwrap_or_default();
        all.extend(own.clone().unwrap_or_default());
        all.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(pairs: &[(&str, Attr<String>)]) -> Tags {
        let pair = |(key, value): &(&str, Attr<String>)| ((*key).to_owned(), value.clone());
        pairs.iter().map(pair).collect::<BTreeMap<_, _>>().into()
    }

    fn with_default(default_tags: Tags) -> Session {
        Session {
            service: None,
            default_tags,
        }
    }

    #[test]
    fn own_tags_override_default_ones() {
        let session = with_default(tags(&[("a", "1".into()), ("b", "2".into())]));
        let own = tags(&[("b", Attr::unknown()), ("c", Attr::null())]);
        let all = tags(&[
            ("a", "1".into()),
            ("b", Attr::unknown()),
            ("c", Attr::null()),
        ]);
        assert!(session.all_tags(&own) == all);
        assert!(session.all_tags(&Attr::unknown()).is_unknown());
        assert!(session.all_tags(&Attr::null()) == session.default_tags);
        assert!(with_default(Attr::null()).all_tags(&Attr::null()) == tags(&[]));
        assert!(with_default(Attr::unknown()).all_tags(&own).is_unknown());
    }
}

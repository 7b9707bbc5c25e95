//! Diagnostics for users.

use tfvalue::{Diagnostic, Diagnostics, Error, tfplugin6};

use crate::service;

/// The diagnostics of a call. Empty if it succeeded.
pub(crate) type Report = Vec<tfplugin6::Diagnostic>;

/// Returns the diagnostics for the error of a call. There may be no configuration to point at.
pub(crate) fn failed(error: Error) -> Report {
    let diagnostic = |fault: Diagnostic| {
        if fault.path().is_root() {
            Diagnostic::error("Inventory operation failed", fault.detail())
        } else {
            fault
        }
    };
    let diagnostics: Diagnostics = Diagnostics::from(error)
        .into_iter()
        .map(diagnostic)
        .collect();
    diagnostics.into()
}

impl From<service::Error> for Error {
    fn from(error: service::Error) -> Self {
        Error::msg(error)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tfvalue::tfplugin6::DynamicValue;
    use tfvalue::{Attr, Diagnostic, Set};

    use crate::models::{Disk, Endpoint, Interface, Mount, Server, Volume};

    fn messages(config: &Server) -> Vec<String> {
        let config = DynamicValue::encode(config).unwrap();
        let diagnostics = config.validate_config::<Server>();
        diagnostics.iter().map(Diagnostic::detail).collect()
    }

    #[test]
    fn finds_nulls_in_every_kind_of_nesting() {
        let config = Server {
            interfaces: vec![
                Interface {
                    network: "lan".into(),
                    ..Interface::default()
                },
                Interface::default(),
            ]
            .into(),
            volumes: Set::from_iter([Volume {
                name: "v".into(),
                ..Volume::default()
            }
            .into()])
            .into(),
            endpoints: BTreeMap::from([("http".to_owned(), Endpoint::default().into())]).into(),
            disk: vec![Disk::default()].into(),
            mount: BTreeMap::from([("/srv".to_owned(), Mount::default())]).into(),
            ..Server::default()
        };
        let null = "a value is required, got null";
        let found = messages(&config);
        let expected = [
            "disk[0].size",
            "endpoints[\"http\"].port",
            "interfaces[1].network",
            "mount[\"/srv\"].source",
            "name",
            "volumes[0].size",
        ];
        assert_eq!(found, expected.map(|path| format!("{path}: {null}")));
    }

    #[test]
    fn accepts_unknown_values() {
        let config = Server {
            name: Attr::unknown(),
            interfaces: vec![Attr::unknown(), Attr::null()].into(),
            volumes: Attr::unknown(),
            disk: tfvalue::Unknown::unknown(),
            ..Server::default()
        };
        assert_eq!(messages(&config), [""; 0]);
    }
}

//! What the user is told.

use serde::de::DeserializeOwned;
use tfvalue::schema::{Block, Nesting};
use tfvalue::tfplugin6::{Diagnostic, DynamicValue};
use tfvalue::{Error, Path, Result, Step, TfSchema};

use crate::service;

/// Diagnostics of a call; none where all is well.
pub(crate) type Report = Vec<Diagnostic>;

/// Reports the faults of a configuration: what does not fit the model, or else what is null and must not
/// be, and what `check` finds.
pub(crate) fn validate<M: TfSchema + DeserializeOwned>(
    config: &DynamicValue,
    check: impl FnOnce(&M) -> Vec<Error>,
) -> Report {
    let block = M::block();
    let errors = faults(&block, config, check).unwrap_or_else(|error| vec![error]);
    let faults = errors.iter().flat_map(Error::faults);
    faults.map(|fault| located(fault, &block)).collect()
}

fn faults<M: DeserializeOwned>(
    block: &Block,
    config: &DynamicValue,
    check: impl FnOnce(&M) -> Vec<Error>,
) -> Result<Vec<Error>> {
    let mut faults = check(&config.decode()?);
    let config = config.decode_value(&block.implied_type())?;
    faults.extend(block.validate_value(&config).err());
    Ok(faults)
}

/// Makes an error of a call known, where there may be no configuration to point at.
pub(crate) fn failed(error: &Error) -> Report {
    let diagnostic = |fault: &Error| match fault.path().is_root() {
        true => Diagnostic::error("The inventory cannot do this", fault.to_string()),
        false => Diagnostic::from(fault),
    };
    error.faults().map(diagnostic).collect()
}

/// Points at the outermost attribute of the fault. Terraform finds blocks and their attributes in the
/// source text, but nothing inside an attribute's value; the whole path stands in the words.
fn located(fault: &Error, block: &Block) -> Diagnostic {
    let diagnostic = Diagnostic::from(fault);
    let path = fault.path();
    let length = to_attribute(path.steps(), block);
    if length == 0 {
        return diagnostic;
    }
    diagnostic.at(path.steps()[..length].iter().cloned().collect::<Path>())
}

/// Returns how many steps lead to the first attribute or set.
fn to_attribute(steps: &[Step], mut block: &Block) -> usize {
    for (index, step) in steps.iter().enumerate() {
        let Step::Attribute(name) = step else {
            continue;
        };
        match block.block_type(name) {
            // The elements of a set have no address.
            Some(nested) if nested.nesting != Nesting::Set => block = &nested.block,
            _ => return index + 1,
        }
    }
    steps.len()
}

impl From<service::Error> for Error {
    fn from(error: service::Error) -> Self {
        Error::msg(error)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tfvalue::{Attr, Set, TfType as _};

    use super::*;
    use crate::models::{Disk, Endpoint, Interface, Mount, Server, Volume};

    #[test]
    fn a_path_is_cut_after_what_terraform_finds() {
        let block = Server::block();
        let cut = |path: Path| to_attribute(path.steps(), &block);
        assert_eq!(cut(Path::from("name")), 1);
        assert_eq!(
            cut(Path::from("endpoints").key("http").attribute("port")),
            1
        );
        assert_eq!(cut(Path::from("disk").index(1).attribute("size")), 3);
        assert_eq!(cut(Path::from("rule").index(0).attribute("from")), 1);
        assert_eq!(cut(Path::from("disk")), 1);
        assert_eq!(cut(Path::root()), 0);
    }

    fn words(config: &Server) -> Vec<String> {
        let config = DynamicValue::encode(config).unwrap();
        let config = config.decode_value(&Server::ty()).unwrap();
        let faults = Server::block().validate_value(&config).err();
        let faults = faults.iter().flat_map(Error::faults);
        faults.map(ToString::to_string).collect()
    }

    #[test]
    fn nulls_are_found_in_every_kind_of_nesting() {
        let config = Server {
            interfaces: vec![
                Interface {
                    network: "lan".into(),
                    ..Interface::default()
                }
                .into(),
                Interface::default().into(),
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
        let mut found = words(&config);
        found.sort();
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
    fn what_is_unknown_is_not_null() {
        let config = Server {
            name: Attr::unknown(),
            interfaces: vec![Attr::unknown(), Attr::null()].into(),
            volumes: Attr::unknown(),
            disk: tfvalue::Unknown::unknown(),
            ..Server::default()
        };
        assert_eq!(words(&config), [""; 0]);
    }
}

//! Checks of a server's configuration, in addition to its schema.

use tfvalue::{Attr, Error, Path};

use crate::models::Server;
use crate::names;

/// Returns the errors in a configuration. Unknown values are checked again when they are known.
pub(super) fn faults(config: &Server) -> Vec<Error> {
    let mut faults = names::check(&config.name);
    for (attribute, elements) in lists(config) {
        let nulls = elements.into_iter().enumerate().filter(|(_, null)| *null);
        faults.extend(nulls.map(|(index, _)| required(Path::from(attribute).index(index as u64))));
    }
    for (name, endpoint) in config.endpoints.value().into_iter().flatten() {
        if endpoint.is_null() {
            faults.push(required(Path::from("endpoints").key(name.as_str())));
        }
    }
    for (index, disk) in config.disk.known().into_iter().flatten().enumerate() {
        if disk.size.value().is_some_and(|size| *size < 1) {
            let path = Path::from("disk").index(index as u64).attribute("size");
            faults.push(Error::msg("a disk must have at least 1 GiB").at(path));
        }
    }
    faults
}

/// Returns, for each list and set whose elements must not be null, which elements are null.
fn lists(config: &Server) -> [(&'static str, Vec<bool>); 3] {
    [
        ("labels", nulls(config.labels.value().into_iter().flatten())),
        (
            "interfaces",
            nulls(config.interfaces.value().into_iter().flatten()),
        ),
        (
            "volumes",
            nulls(config.volumes.value().into_iter().flatten()),
        ),
    ]
}

fn nulls<'a, T: 'a>(elements: impl Iterator<Item = &'a Attr<T>>) -> Vec<bool> {
    elements.map(Attr::is_null).collect()
}

fn required(path: Path) -> Error {
    Error::msg("a value is required, got null").at(path)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tfvalue::{Set, Unknown};

    use super::*;
    use crate::models::Disk;

    fn messages(config: &Server) -> Vec<String> {
        faults(config).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn errors_have_paths() {
        let config = Server {
            name: "".into(),
            interfaces: vec![Attr::unknown(), Attr::null()].into(),
            endpoints: BTreeMap::from([("web".to_owned(), Attr::null())]).into(),
            disk: vec![Disk {
                size: 0.into(),
                ..Disk::default()
            }]
            .into(),
            ..Server::default()
        };
        let expected = [
            "name: a name is required, got an empty string",
            "interfaces[1]: a value is required, got null",
            "endpoints[\"web\"]: a value is required, got null",
            "disk[0].size: a disk must have at least 1 GiB",
        ];
        assert_eq!(messages(&config), expected);
    }

    #[test]
    fn accepts_unknown_values() {
        let config = Server {
            name: Attr::unknown(),
            labels: Attr::unknown(),
            volumes: Set::from_iter([Attr::unknown()]).into(),
            disk: Unknown::unknown(),
            ..Server::default()
        };
        assert_eq!(messages(&config), [""; 0]);
    }
}

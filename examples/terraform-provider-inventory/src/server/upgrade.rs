//! Upgrades states of servers that older versions of the provider stored.

use std::collections::BTreeMap;

use tfvalue::{Attr, Error, Path, Result};

use crate::models::{Disk, Server, ServerV1};

/// Converts a state of version 1 to version 2. Attributes that version 1 did not have are null until
/// the next refresh.
pub(super) fn from_version_1(old: ServerV1) -> Result<Server> {
    let sizes = old.disk_sizes.into_value().unwrap_or_default();
    Ok(Server {
        id: old.id,
        name: old.name,
        zone: old.zone,
        cpus: old.cpu.value().map(|text| number(text)).transpose()?.into(),
        tags: old
            .tags
            .value()
            .map(|lines| tags(lines))
            .transpose()?
            .into(),
        disk: sizes.into_iter().map(disk).collect::<Vec<_>>().into(),
        ..Server::default()
    })
}

fn number(text: &str) -> Result<i64> {
    text.parse()
        .map_err(|_| Error::msg(format!("a number is required, got {text:?}")).at("cpu"))
}

fn tags(lines: &[String]) -> Result<BTreeMap<String, Attr<String>>> {
    let tag = |(index, line): (usize, &String)| match line.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.into())),
        None => {
            let path = Path::from("tags").index(index as u64);
            Err(Error::msg(format!("a key and a value are required, got {line:?}")).at(path))
        }
    };
    lines.iter().enumerate().map(tag).collect()
}

fn disk(size: i64) -> Disk {
    Disk {
        size: size.into(),
        ..Disk::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_renamed_and_retyped_attributes() {
        let old = ServerV1 {
            id: "srv-1".into(),
            name: "a".into(),
            cpu: "4".into(),
            tags: vec!["stage=prod".to_owned(), "odd==".to_owned()].into(),
            disk_sizes: vec![10, 20].into(),
            ..ServerV1::default()
        };
        let new = from_version_1(old).unwrap();
        assert_eq!(new.cpus.value(), Some(&4));
        let tags = new.tags.value().unwrap();
        assert_eq!(tags["stage"].as_deref(), Some("prod"));
        assert_eq!(tags["odd"].as_deref(), Some("="));
        let sizes: Vec<_> = new
            .disk
            .known()
            .unwrap()
            .iter()
            .map(|disk| disk.size.value())
            .collect();
        assert_eq!(sizes, [Some(&10), Some(&20)]);
        assert!(new.zone.is_null());
    }

    #[test]
    fn errors_name_invalid_values() {
        let words = |old| from_version_1(old).err().map(|error| error.to_string());
        let cpu = ServerV1 {
            cpu: "four".into(),
            ..ServerV1::default()
        };
        assert_eq!(
            words(cpu).as_deref(),
            Some("cpu: a number is required, got \"four\"")
        );
        let tags = ServerV1 {
            tags: vec!["x".to_owned()].into(),
            ..ServerV1::default()
        };
        let expected = "tags[0]: a key and a value are required, got \"x\"";
        assert_eq!(words(tags).as_deref(), Some(expected));
    }
}
